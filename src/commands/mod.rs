//! What commands do, as data: one row a command, one file a family, one option parser for all.
//!
//! Owns the knowledge of programs outside the shell; shell builtins that change the shell's own state (`cd`, `export`,
//! `trap`, …) stand in `analysis`. It asks nothing of the machine: [`plan::Facts`] is handed in.

pub mod plan;
