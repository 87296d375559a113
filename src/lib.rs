//! Tells what a shell command **will write** before it runs: files, git repositories and branches, pushes.
//!
//! Bash text goes in, write intents come out. The rooms, from the ground up: [`span`], [`lexer`], [`syntax`]
//! (text to tree), [`intent`] (what is said of a write), [`world`] (all that may be asked of the machine),
//! [`commands`] (what commands do, as data), [`analysis`] (the abstract interpreter). Each room may use only rooms
//! that stand before it; `tests/rooms.rs` holds the table.

pub mod analysis;
pub mod commands;
pub mod intent;
pub mod lexer;
pub mod programs;
pub mod span;
pub mod syntax;
pub mod value;
pub mod world;

pub use syntax::{Extglob, ParseOptions, Parsed, SyntaxError, SyntaxErrorKind, parse};

#[cfg(feature = "syntax-check")]
pub mod checkers;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod corpus;
#[cfg(feature = "guard")]
pub mod edit;
#[cfg(feature = "guard")]
pub mod guard;
#[cfg(feature = "history")]
pub mod history;
#[cfg(feature = "cli")]
pub mod setup;

/// The README's example, run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
