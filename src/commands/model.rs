//! The words in which a row tells what a command does.
//!
//! Owns the types of the data, with constructors that read well in a table. How a row and an argv become a plan stands
//! in [`super::engine`]. Everything borrows and is `Copy`: rows are constants, and rows that a user adds can live in an
//! arena beside them.

use super::engine::Call;
use super::options::{Arity, Opt, Syntax};
use super::plan::{FileAction, Plan};
use crate::intent::CommandClass;

/// A command, or one subcommand of it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The command's name; for a subcommand all its names, separated by spaces.
    pub name: &'a str,
    /// How its command line is read.
    pub syntax: Syntax,
    /// Its options.
    pub options: &'a [Opt<'a, Role<'a>>],
    /// What it does; the first case whose modes fit holds. None: it does nothing but read.
    pub cases: &'a [Case<'a>],
    /// Its subcommands: the first operand chooses. Without a match the row's own cases hold, or it is unknown.
    pub subcommands: &'a [Row<'a>],
    /// What kind of knowledge its writes are.
    pub class: CommandClass,
    /// `-` as a path stands for a standard stream.
    pub dash_is_stream: bool,
    /// What a table can't say, run after the cases.
    pub special: Option<Special>,
    /// Examples and counter-examples: a command and what it does, in the short form that tests use.
    pub says: &'a [(&'a str, &'a str)],
    /// The manual and its section.
    pub source: &'a str,
}

/// A function for what a table can't say.
pub type Special = fn(&Call<'_, '_>, &mut Plan);

/// What an option means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role<'a> {
    /// nothing that matters here
    Ignored,
    /// `--help`, `--version`, a dry run: whatever else stands there, nothing is written
    Quits,
    /// switches modes on (names, separated by spaces)
    Mode(&'a str),
    /// its value is a path
    Path(Use),
    /// its value is a path, and it switches modes on
    PathMode(Use, &'a str),
    /// its value is the directory that the command works in
    Directory,
    /// its value is the directory that a transfer goes to
    Into,
    /// its value is a text that a shell runs
    Script,
}

/// What a command does with a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    /// it is no path
    Ignored,
    /// only reads it
    Read,
    /// writes it, a link followed
    File(FileAction),
    /// writes the link itself
    Link(FileAction),
    /// writes unknown paths below it
    Below(FileAction),
    /// writes it if it is a file, unknown paths below it if it is a directory
    Tree(FileAction),
    /// makes the directory where it is missing, and writes unknown paths below it
    Into(FileAction),
}

/// One way in which a command works.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Modes that must all be on, separated by spaces.
    pub when: &'a str,
    /// Modes of which none may be on.
    pub unless: &'a str,
    /// What the operands are.
    pub operands: Operands<'a>,
    /// What it does besides.
    pub effects: &'a [Effect<'a>],
    /// What it does besides where it has no operands.
    pub alone: &'a [Effect<'a>],
    /// What it prints.
    pub prints: Prints<'a>,
}

/// What the operands of a command are.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a> {
    /// The first ones, one by one.
    pub first: &'a [Use],
    /// All others.
    pub rest: Use,
    /// The last one, if it is another and is not among the first.
    pub last: Option<Use>,
    /// Operands that begin with a key (`of=`): what follows it.
    pub keyed: &'a [(&'a str, Use)],
}

/// What a command does without a path of its command line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect<'a> {
    /// writes unknown paths below the directory that it works in
    Below(FileAction),
    /// writes a file of this name in the directory that it works in
    File(&'a str, FileAction),
    /// writes unknown paths below these directories outside of anybody's project (`~` is the home), as a build does
    Outside(&'a [&'a str]),
    /// runs code that nobody reads here
    Run,
    /// runs its operands as a command, without the first ones
    Argv(usize),
    /// does something that can't be known
    Unknown(&'a str),
}

/// What a command writes to its standard output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prints<'a> {
    /// nothing
    Nothing,
    /// something that nobody knows
    Unknown,
    /// this text
    Text(&'a str),
    /// what it reads from its standard input
    Input,
    /// what its operands (or else its standard input) hold, unchanged
    Contents,
    /// some lines of its operands or its standard input
    Lines,
    /// paths at or below its operands (or the current directory)
    PathsBelow,
}

impl<'a> Row<'a> {
    /// A row without options that does nothing; `source` is its manual.
    #[must_use]
    pub const fn new(name: &'a str, source: &'a str) -> Self {
        Self {
            name,
            syntax: Syntax::GNU,
            options: &[],
            cases: &[],
            subcommands: &[],
            class: CommandClass::Known,
            dash_is_stream: true,
            special: None,
            says: &[],
            source,
        }
    }

    /// A command that only reads, whatever its options are.
    #[must_use]
    pub const fn reader(name: &'a str, source: &'a str) -> Self {
        Self::new(name, source).syntax(Syntax::OPEN)
    }

    /// A command that runs code which nobody reads here, whatever its options are.
    #[must_use]
    pub const fn runner(name: &'a str, source: &'a str) -> Self {
        Self::new(name, source).syntax(Syntax::OPEN).class(CommandClass::Build).cases(RUNS)
    }

    /// With this way to read the command line.
    #[must_use]
    pub const fn syntax(self, syntax: Syntax) -> Self {
        Self { syntax, ..self }
    }

    /// With these options.
    #[must_use]
    pub const fn options(self, options: &'a [Opt<'a, Role<'a>>]) -> Self {
        Self { options, ..self }
    }

    /// With these cases.
    #[must_use]
    pub const fn cases(self, cases: &'a [Case<'a>]) -> Self {
        Self { cases, ..self }
    }

    /// With these subcommands.
    #[must_use]
    pub const fn subcommands(self, subcommands: &'a [Row<'a>]) -> Self {
        Self { subcommands, ..self }
    }

    /// With this class.
    #[must_use]
    pub const fn class(self, class: CommandClass) -> Self {
        Self { class, ..self }
    }

    /// In the list of guards.md 2.5.
    #[must_use]
    pub const fn listed(self) -> Self {
        self.class(CommandClass::Listed)
    }

    /// `-` is a file name like others.
    #[must_use]
    pub const fn literal_dash(self) -> Self {
        Self { dash_is_stream: false, ..self }
    }

    /// With this function.
    #[must_use]
    pub const fn special(self, special: Special) -> Self {
        Self { special: Some(special), ..self }
    }

    /// With these examples.
    #[must_use]
    pub const fn says(self, says: &'a [(&'a str, &'a str)]) -> Self {
        Self { says, ..self }
    }
}

const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];

impl<'a> Case<'a> {
    /// The operands do not matter.
    pub const NOTHING: Self = Self {
        when: "",
        unless: "",
        operands: Operands::all(Use::Ignored),
        effects: &[],
        alone: &[],
        prints: Prints::Unknown,
    };

    /// Every operand is used alike, and nothing is printed.
    #[must_use]
    pub const fn all(every: Use) -> Self {
        Self { operands: Operands::all(every), prints: Prints::Nothing, ..Self::NOTHING }
    }

    /// The first operands one by one, then the rest.
    #[must_use]
    pub const fn first(first: &'a [Use], rest: Use) -> Self {
        Self { operands: Operands { first, ..Operands::all(rest) }, ..Self::all(Use::Ignored) }
    }

    /// All operands but the last, and the last.
    #[must_use]
    pub const fn last(rest: Use, last: Use) -> Self {
        Self { operands: Operands { last: Some(last), ..Operands::all(rest) }, ..Self::NOTHING }
    }

    /// Operands that begin with a key.
    #[must_use]
    pub const fn keyed(keyed: &'a [(&'a str, Use)]) -> Self {
        Self { operands: Operands { keyed, ..Operands::all(Use::Ignored) }, ..Self::NOTHING }
    }

    /// Only effects.
    #[must_use]
    pub const fn effects(effects: &'a [Effect<'a>]) -> Self {
        Self { effects, ..Self::NOTHING }
    }

    /// Only where these modes are all on.
    #[must_use]
    pub const fn when(self, when: &'a str) -> Self {
        Self { when, ..self }
    }

    /// Only where none of these modes is on.
    #[must_use]
    pub const fn unless(self, unless: &'a str) -> Self {
        Self { unless, ..self }
    }

    /// With these effects besides.
    #[must_use]
    pub const fn with(self, effects: &'a [Effect<'a>]) -> Self {
        Self { effects, ..self }
    }

    /// With these effects where there are no operands.
    #[must_use]
    pub const fn alone(self, alone: &'a [Effect<'a>]) -> Self {
        Self { alone, ..self }
    }

    /// With this output.
    #[must_use]
    pub const fn prints(self, prints: Prints<'a>) -> Self {
        Self { prints, ..self }
    }
}

impl Operands<'_> {
    /// All alike.
    #[must_use]
    pub const fn all(every: Use) -> Self {
        Self { first: &[], rest: every, last: None, keyed: &[] }
    }
}

/// Options without a value that do not matter.
#[must_use]
pub const fn flags<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt::flag(names, Role::Ignored)
}

/// Options whose value does not matter.
#[must_use]
pub const fn values<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt::value(names, Role::Ignored)
}

/// Options with an attached value or none that do not matter.
#[must_use]
pub const fn attached<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt::attached(names, Role::Ignored)
}

/// Options with several values that do not matter.
#[must_use]
pub const fn several<'a>(names: &'a str, count: u8) -> Opt<'a, Role<'a>> {
    Opt { names, arity: Arity::Several(count), role: Role::Ignored }
}

/// Options that switch modes on.
#[must_use]
pub const fn mode<'a>(names: &'a str, modes: &'a str) -> Opt<'a, Role<'a>> {
    Opt::flag(names, Role::Mode(modes))
}

/// Options after which nothing is written.
#[must_use]
pub const fn quits<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt::flag(names, Role::Quits)
}

/// Options whose value is a path.
#[must_use]
pub const fn path<'a>(names: &'a str, usage: Use) -> Opt<'a, Role<'a>> {
    Opt::value(names, Role::Path(usage))
}

/// Options whose value is a file to write.
#[must_use]
pub const fn output<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt::value(names, Role::PathMode(Use::File(FileAction::Write), "output"))
}

/// Options whose value is a file that is only read.
#[must_use]
pub const fn reads<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt::value(names, Role::Path(Use::Read))
}

/// Options whose value is the directory that the command works in.
#[must_use]
pub const fn directory<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt::value(names, Role::Directory)
}

/// Options with a number attached or none, behind which letters may follow.
#[must_use]
pub const fn digits<'a>(names: &'a str) -> Opt<'a, Role<'a>> {
    Opt { names, arity: Arity::Digits, role: Role::Ignored }
}

/// `--help` and `--version` of GNU programs.
pub const HELP: Opt<'static, Role<'static>> = quits("--help --version");
