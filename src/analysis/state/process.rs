//! What belongs to a shell's process and ends with it: its directory, variables, functions, options, descriptors.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::analysis::descriptors::Descriptors;
use crate::analysis::expand::{Positional, Variable};
use crate::span::Span;
use crate::syntax::ast::FunctionDefinition;
use crate::value::AbstractString;

/// A shell process.
#[derive(Clone, Debug, PartialEq)]
pub struct Process<'a> {
    /// The current directory.
    pub directory: Directory,
    /// The directory stack below the current directory, the next one first.
    pub stack: Rc<Vec<AbstractString>>,
    /// Variables that the command has set or unset.
    pub variables: Rc<BTreeMap<Rc<str>, Cell>>,
    /// True if the variables of the environment are gone (`env -i`).
    pub bare: bool,
    /// `$1`, `$2`, ….
    pub positional: Positional,
    /// `$0`.
    pub name: AbstractString,
    /// `$_`.
    pub last_argument: AbstractString,
    /// Functions by name.
    pub functions: Rc<BTreeMap<Rc<str>, Function<'a>>>,
    /// Options of `set` that are on, by their long names.
    pub options: Rc<BTreeSet<Rc<str>>>,
    /// Options of `shopt` that were changed.
    pub shopts: Rc<BTreeMap<Rc<str>, bool>>,
    /// Traps by signal (`EXIT`, `DEBUG`, `INT`, …).
    pub traps: Rc<BTreeMap<Rc<str>, Trap>>,
    /// Signals whose traps run just now: a trap does not run inside itself.
    pub trapping: Rc<BTreeSet<Rc<str>>>,
    /// Aliases.
    pub aliases: Rc<BTreeMap<Rc<str>, Alias>>,
    /// Builtins that are switched off (`enable -n`).
    pub disabled: Rc<BTreeSet<Rc<str>>>,
    /// Files that are sourced just now.
    pub sourced: u32,
    /// Calls of functions under way, the innermost last.
    pub frames: Rc<Vec<Frame>>,
    /// Open descriptors.
    pub descriptors: Descriptors,
    /// Descriptor tables to go back to, the innermost last.
    pub kept: Rc<Vec<Descriptors>>,
    /// How many captures are open around this process.
    pub captures: u32,
    /// True if the shell is a POSIX one (dash).
    pub posix: bool,
    /// True in a subshell.
    pub subshell: bool,
}

impl Process<'_> {
    /// The process in which a command begins.
    #[must_use]
    pub fn new(directory: Directory, posix: bool) -> Self {
        Self {
            directory,
            stack: Rc::default(),
            variables: Rc::default(),
            bare: false,
            positional: Positional::Known(Rc::default()),
            name: AbstractString::text(if posix { "sh" } else { "bash" }),
            last_argument: AbstractString::unknown("the last argument of the command before"),
            functions: Rc::default(),
            options: Rc::default(),
            shopts: Rc::default(),
            traps: Rc::default(),
            trapping: Rc::default(),
            aliases: Rc::default(),
            disabled: Rc::default(),
            sourced: 0,
            frames: Rc::default(),
            descriptors: Descriptors::default(),
            kept: Rc::default(),
            captures: 0,
            posix,
            subshell: false,
        }
    }
}

/// The current directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directory {
    /// known
    Known {
        /// as `pwd` says it
        logical: Rc<str>,
        /// with links resolved
        physical: Rc<str>,
        /// what it rests on
        assumes: Vec<Rc<str>>,
    },
    /// known in part, or not at all
    Abstract(AbstractString),
}

impl Directory {
    /// As `pwd` says it.
    #[must_use]
    pub fn logical(&self) -> AbstractString {
        match self {
            Self::Known { logical, assumes, .. } => with_assumptions(logical, assumes),
            Self::Abstract(value) => value.clone(),
        }
    }

    /// With links resolved.
    #[must_use]
    pub fn physical(&self) -> AbstractString {
        match self {
            Self::Known { physical, assumes, .. } => with_assumptions(physical, assumes),
            Self::Abstract(value) => value.clone(),
        }
    }

    /// The physical path, if it is known.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        match self {
            Self::Known { physical, .. } => Some(physical),
            Self::Abstract(_) => None,
        }
    }
}

fn with_assumptions(text: &str, assumes: &[Rc<str>]) -> AbstractString {
    let mut value = AbstractString::text(text);
    for what in assumes {
        value.assume(Rc::clone(what));
    }
    value
}

/// A variable with its attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its value.
    pub value: Variable,
    /// Children get it.
    pub exported: bool,
    /// It can't be changed.
    pub readonly: bool,
    /// Values are evaluated as arithmetic.
    pub integer: bool,
    /// Letters of values are changed.
    pub case: Option<LetterCase>,
    /// Its value names the variable that is meant.
    pub reference: bool,
    /// It is an associative array.
    pub associative: bool,
}

impl Cell {
    /// A plain variable.
    #[must_use]
    pub fn plain(value: Variable) -> Self {
        Self {
            value,
            exported: false,
            readonly: false,
            integer: false,
            case: None,
            reference: false,
            associative: false,
        }
    }
}

/// What `declare -l` and `declare -u` do to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// `-l`
    Lower,
    /// `-u`
    Upper,
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its definition.
    pub definition: &'a FunctionDefinition<'a>,
    /// The text that it was read from.
    pub source: usize,
    /// Children get it.
    pub exported: bool,
}

impl PartialEq for Function<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.definition, other.definition) && self.exported == other.exported
    }
}

/// An alias.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// What it stands for.
    pub text: AbstractString,
    /// The line that defines it; it is known from the next one on.
    pub line: usize,
}

/// The text of a trap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// What runs.
    pub text: AbstractString,
    /// Where the text stands in the outermost command.
    pub span: Span,
}

/// A call of a function under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The function's name.
    pub name: Rc<str>,
    /// The caller's positional parameters.
    pub positional: Positional,
    /// What its local variables hide.
    pub hidden: Vec<(Rc<str>, Option<Cell>)>,
}
