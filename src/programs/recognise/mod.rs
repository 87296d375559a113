//! Perl and Ruby by their words alone: a small recogniser of plain calls.
//!
//! A program is cut into tokens; known calls with plain arguments are told, words that only compute are passed over,
//! and any other word makes the answer open. No expression is followed further than that.
//!
//! | file | owns |
//! |---|---|
//! | `token` | what a token is |
//! | `cutter` | a text cut into tokens |
//! | `quote` | quoted texts, lists and patterns among them |
//! | `interpolate` | what stands inside a text in double quotes |
//! | `reader` | what both languages' readers share: a look at tokens, values of texts |
//! | `deed` | what calls do to their arguments, told to the recorder |
//! | `perl/` | Perl: its words, the values of its expressions, its calls |
//! | `ruby/` | Ruby, in the same way |

mod cutter;
mod deed;
mod interpolate;
pub(super) mod perl;
mod quote;
mod reader;
pub(super) mod ruby;
mod token;
