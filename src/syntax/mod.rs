//! Tokens to tree.

pub mod ast;
