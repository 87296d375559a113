//! Perl and Ruby by their words alone: a small recogniser of plain calls.
//!
//! Owns what both share. A program is cut into tokens; known calls with plain arguments are told, words that only
//! compute are passed over, and any other word makes the answer open.

pub(super) mod perl;
mod plain;
pub(super) mod ruby;
mod token;
