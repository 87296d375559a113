//! What commands do, as data: one row a command, one file a family, one option parser for all.
//!
//! Owns the knowledge of programs outside the shell; shell builtins that change the shell's own state (`cd`, `export`,
//! `trap`, …) stand in `analysis`. It asks nothing of the machine: [`plan::Facts`] is handed in.

pub mod options;
pub mod plan;

use crate::value::Field;

/// What an invocation does; `None` if no row has the command's name. `argv` holds the name and the arguments; a name
/// with slashes is known by its last component.
#[must_use]
pub fn plan(argv: &[Field], facts: &dyn plan::Facts) -> Option<plan::Plan> {
    let _ = (argv, facts);
    None
}
