//! What commands do, as data: one row a command, one file a family, one option parser for all.
//!
//! Owns the knowledge of programs outside the shell; shell builtins that change the shell's own state (`cd`, `export`,
//! `trap`, …) stand in `analysis`. It asks nothing of the machine: [`plan::Facts`] is handed in.

mod archives;
mod awk;
mod builds;
mod compilers;
mod data;
mod databases;
mod devices;
mod downloads;
mod editors;
mod elsewhere;
pub mod engine;
mod files;
mod filters;
mod find;
mod formatters;
pub mod git;
pub mod hunks;
mod inputs;
mod interpreters;
mod javascript;
mod listings;
mod machines;
mod make;
mod manifest;
mod media;
pub mod model;
mod network;
pub mod options;
mod packages;
mod patch;
mod pattern;
mod pieces;
pub mod plan;
mod python;
mod readers;
pub mod regex;
mod revisions;
mod search;
mod sed;
mod sed_output;
mod services;
mod shells;
mod system;
mod tar;
mod text;
mod toolchains;
mod transfer;
pub mod user;
mod wrappers;
mod xargs;

use model::Row;

use crate::intent::CommandClass;
use crate::value::Field;

/// What an invocation does; `None` if no row has the command's name. `argv` holds the name and the arguments; a name
/// with slashes is known by its last component, if it stands where programs are installed.
#[must_use]
pub fn plan(argv: &[Field], facts: &dyn plan::Facts) -> Option<plan::Plan> {
    plan_with(argv, &[], facts)
}

/// The same with rows that a user added, which come first.
#[must_use]
pub fn plan_with(argv: &[Field], added: &[Row<'_>], facts: &dyn plan::Facts) -> Option<plan::Plan> {
    let path = argv.first()?.known()?;
    let (directory, name) =
        path.rsplit_once('/').map_or((None, path), |(directory, name)| (Some(directory), name));
    if let Some(row) = added.iter().find(|row| row.name == name) {
        return Some(engine::plan(row, argv, facts));
    }
    let row = find(name)?;
    directory.is_none_or(|directory| is_installed(directory, row)).then(|| engine::plan(row, argv, facts))
}

/// Is a program of a row's name in this directory the program that the row means? `./test` is a script of the
/// project, `/usr/bin/test` and `node_modules/.bin/eslint` are not; a build's own wrapper stands where it likes.
fn is_installed(directory: &str, row: &Row<'_>) -> bool {
    let last = directory.rsplit('/').next().unwrap_or(directory);
    matches!(last, "bin" | "sbin" | ".bin" | "Scripts" | "shims") || row.class == CommandClass::Build
}

/// The row of a command by its name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Row<'static>> {
    let name = OTHER_NAMES
        .binary_search_by_key(&name, |(other, _)| other)
        .ok()
        .and_then(|at| OTHER_NAMES.get(at))
        .map_or(name, |(_, name)| name);
    FAMILIES.iter().find_map(|rows| {
        let at = rows.binary_search_by_key(&name, |row| row.name).ok()?;
        rows.get(at)
    })
}

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static Row<'static>> {
    FAMILIES.iter().flat_map(|rows| rows.iter())
}

/// The families, each sorted by name; no name stands in two.
const FAMILIES: &[&[Row<'static>]] = &[
    readers::ROWS,
    files::ROWS,
    transfer::ROWS,
    editors::ROWS,
    archives::ROWS,
    downloads::ROWS,
    interpreters::ROWS,
    shells::ROWS,
    wrappers::ROWS,
    elsewhere::ROWS,
    packages::ROWS,
    javascript::ROWS,
    python::ROWS,
    formatters::ROWS,
    builds::ROWS,
    compilers::ROWS,
    data::ROWS,
    media::ROWS,
    system::ROWS,
    services::ROWS,
    machines::ROWS,
    databases::ROWS,
    network::ROWS,
    devices::ROWS,
    revisions::ROWS,
    toolchains::ROWS,
];

/// Names under which the same program is installed, sorted.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("7za", "7z"),
    ("7zr", "7z"),
    ("7zz", "7z"),
    ("bundler", "bundle"),
    ("bunx", "npx"),
    ("composite", "montage"),
    ("dnf5", "dnf"),
    ("gchmod", "chmod"),
    ("gcp", "cp"),
    ("gdate", "date"),
    ("gfind", "find"),
    ("ggrep", "grep"),
    ("ghead", "head"),
    ("ginstall", "install"),
    ("gln", "ln"),
    ("gls", "ls"),
    ("gmake", "make"),
    ("gmkdir", "mkdir"),
    ("gmktemp", "mktemp"),
    ("gmv", "mv"),
    ("gpg2", "gpg"),
    ("greadlink", "readlink"),
    ("grealpath", "realpath"),
    ("grm", "rm"),
    ("gsed", "sed"),
    ("gsort", "sort"),
    ("gsplit", "split"),
    ("gstat", "stat"),
    ("gtail", "tail"),
    ("gtar", "tar"),
    ("gtee", "tee"),
    ("gtouch", "touch"),
    ("gtruncate", "truncate"),
    ("gxargs", "xargs"),
    ("hf", "huggingface-cli"),
    ("mac2unix", "dos2unix"),
    ("neato", "dot"),
    ("nodejs", "node"),
    ("pip3", "pip"),
    ("pnpx", "npx"),
    ("py.test", "pytest"),
    ("pypy", "pypy3"),
    ("python2", "python"),
    ("python3", "python"),
    ("python3.10", "python"),
    ("python3.11", "python"),
    ("python3.12", "python"),
    ("python3.13", "python"),
    ("python3.8", "python"),
    ("python3.9", "python"),
    ("soffice", "libreoffice"),
    ("trash-put", "trash"),
    ("unix2dos", "dos2unix"),
    ("xml", "xmlstarlet"),
];

/// Can the program of that name be started as `python -m NAME`?
fn runs_as_module(name: &str) -> bool {
    matches!(
        name,
        "pip"
            | "black"
            | "ruff"
            | "isort"
            | "autopep8"
            | "yapf"
            | "pytest"
            | "mypy"
            | "flake8"
            | "pylint"
            | "uv"
            | "poetry"
            | "coverage"
            | "tox"
            | "nox"
    )
}

#[cfg(test)]
mod show;
#[cfg(test)]
mod tests;
