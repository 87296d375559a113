//! The rows, one file a group of subcommands.

mod branches;
mod history;
mod plumbing;
mod reads;
mod remotes;
mod work;

use super::{Act, Row};
use crate::commands::options::{Opt, Syntax};

/// Options may follow operands, clusters and shortened names are read: git's parse-options.
const GIT: Syntax = Syntax::GNU.with_numbers();

/// Any option is accepted: for readers, whose options change only what they print.
const OPEN: Syntax = Syntax::OPEN.with_numbers();

/// All tables.
pub(super) const fn tables() -> [&'static [Row]; 6] {
    [branches::ROWS, history::ROWS, plumbing::ROWS, reads::ROWS, remotes::ROWS, work::ROWS]
}

/// All rows.
pub(super) fn all() -> impl Iterator<Item = &'static Row> {
    tables().into_iter().flatten()
}

/// The row of exactly this name.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    tables().into_iter().find_map(|table| {
        let at = table.binary_search_by(|row| row.name.cmp(name)).ok()?;
        table.get(at)
    })
}

/// A row with git's own option syntax.
const fn row(name: &'static str, act: Act, options: &'static [Opt<'static, ()>]) -> Row {
    Row { name, act, options, syntax: GIT }
}

/// A row that accepts any option as a flag, besides those that are listed.
const fn open(name: &'static str, act: Act, options: &'static [Opt<'static, ()>]) -> Row {
    Row { name, act, options, syntax: OPEN }
}

const fn flag(names: &'static str) -> Opt<'static, ()> {
    Opt::flag(names, ())
}

const fn value(names: &'static str) -> Opt<'static, ()> {
    Opt::value(names, ())
}

const fn attached(names: &'static str) -> Opt<'static, ()> {
    Opt::attached(names, ())
}
