//! Commands that a user describes, in the same model as the table's own rows.
//!
//! Owns the words of a description and its way into a [`Row`]. Where descriptions are read from is not owned here.

use bumpalo::Bump;

use super::model::{Case, Effect, Operands, Prints, Role, Row, Use};
use super::options::{Arity, Opt, Syntax};
use super::plan::FileAction;
use crate::intent::CommandClass;

/// A command that a user describes.
#[derive(Clone, Debug, PartialEq)]
pub struct UserCommand {
    /// Its name, as it is called.
    pub name: String,
    /// Its options.
    pub options: Vec<UserOption>,
    /// What its first operands are, one by one.
    pub first: Vec<Use>,
    /// What all other operands are.
    pub operands: Use,
    /// What the last operand is, if it is something else.
    pub last: Option<Use>,
    /// Files that it writes in the directory that it works in.
    pub writes: Vec<String>,
    /// It writes files below the directory that it works in, nobody knows which.
    pub writes_below: bool,
    /// It runs code that nobody reads.
    pub runs: bool,
    /// Options besides those named change nothing.
    pub open: bool,
    /// What it writes are a build's outputs, which guard-main does not judge.
    pub build: bool,
}

impl Eq for UserCommand {}

/// An option of such a command.
#[derive(Clone, Debug, PartialEq)]
pub struct UserOption {
    /// Its names with their dashes, separated by spaces.
    pub names: String,
    /// What it means.
    pub meaning: Meaning,
}

/// What an option means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// nothing, and it takes no value
    Flag,
    /// nothing, and it takes a value
    Value,
    /// nothing is done where it stands: a dry run, a help text
    Quits,
    /// its value is the directory that the command works in
    Directory,
    /// its value is a text that a shell runs
    Script,
    /// its value is a path
    Path(Use),
}

/// The words for what is done with a path, and what each means.
pub static USES: &[(&str, Use)] = &[
    ("append", Use::File(FileAction::Append)),
    ("delete", Use::Link(FileAction::Delete { recursive: false, force: true })),
    ("delete-tree", Use::Link(FileAction::Delete { recursive: true, force: true })),
    ("ignored", Use::Ignored),
    ("make-directory", Use::File(FileAction::MakeDirectory { parents: true })),
    ("metadata", Use::File(FileAction::Metadata { recursive: false })),
    ("modify", Use::File(FileAction::Modify)),
    ("modify-tree", Use::Tree(FileAction::Modify)),
    ("read", Use::Read),
    ("touch", Use::File(FileAction::Touch { create: true })),
    ("write", Use::File(FileAction::Write)),
    ("write-below", Use::Below(FileAction::Write)),
    ("write-into", Use::Into(FileAction::Write)),
];

/// The words for options that are no paths.
pub static MEANINGS: &[(&str, Meaning)] = &[
    ("directory", Meaning::Directory),
    ("flag", Meaning::Flag),
    ("quits", Meaning::Quits),
    ("script", Meaning::Script),
    ("value", Meaning::Value),
];

/// What a word says of a path.
#[must_use]
pub fn use_of(word: &str) -> Option<Use> {
    USES.iter().find(|(name, _)| *name == word).map(|(_, usage)| *usage)
}

/// What a word says of an option.
#[must_use]
pub fn meaning_of(word: &str) -> Option<Meaning> {
    let meaning = MEANINGS.iter().find(|(name, _)| *name == word).map(|(_, meaning)| *meaning);
    meaning.or_else(|| use_of(word).map(Meaning::Path))
}

impl UserCommand {
    /// A command that does nothing but read.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            options: Vec::new(),
            first: Vec::new(),
            operands: Use::Ignored,
            last: None,
            writes: Vec::new(),
            writes_below: false,
            runs: false,
            open: false,
            build: false,
        }
    }

    /// The description as a row.
    pub fn row<'a>(&'a self, arena: &'a Bump) -> Row<'a> {
        let options = self.options.iter().map(option);
        let mut effects: Vec<Effect<'a>> =
            self.writes.iter().map(|name| Effect::File(name, FileAction::Write)).collect();
        effects.extend(self.writes_below.then_some(Effect::Below(FileAction::Write)));
        effects.extend(self.runs.then_some(Effect::Run));
        let case = Case {
            operands: Operands { first: &self.first, rest: self.operands, last: self.last, keyed: &[] },
            effects: arena.alloc_slice_fill_iter(effects),
            prints: Prints::Unknown,
            ..Case::NOTHING
        };
        Row {
            options: arena.alloc_slice_fill_iter(options),
            cases: arena.alloc_slice_fill_iter([case]),
            syntax: if self.open { Syntax::OPEN } else { Syntax::GNU },
            class: if self.build { CommandClass::Build } else { CommandClass::Known },
            ..Row::new(&self.name, "the user's settings")
        }
    }
}

fn option(option: &UserOption) -> Opt<'_, Role<'_>> {
    let (arity, role) = match option.meaning {
        Meaning::Flag => (Arity::Flag, Role::Ignored),
        Meaning::Quits => (Arity::Flag, Role::Quits),
        Meaning::Value => (Arity::Value, Role::Ignored),
        Meaning::Directory => (Arity::Value, Role::Directory),
        Meaning::Script => (Arity::Value, Role::Script),
        Meaning::Path(usage) => (Arity::Value, Role::Path(usage)),
    };
    Opt { names: &option.names, arity, role }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_unique() {
        assert!(USES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(MEANINGS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(MEANINGS.iter().all(|(word, _)| use_of(word).is_none()));
    }
}
