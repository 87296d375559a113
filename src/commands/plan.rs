//! What one command invocation will do: the answer that rows and special languages give to the analysis.
//!
//! Owns the words of that answer; the analysis resolves paths, asks `World` and turns operations into intents.

use std::rc::Rc;

use crate::intent::{CommandClass, LinkUse};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// nothing
    Missing,
    /// a regular file
    File,
    /// a directory
    Directory,
    /// a symbolic link
    Link,
    /// a device, socket or fifo
    Other,
}

/// What a command may ask while its arguments are read. Paths are as written: relative ones start at the command's
/// directory. `None` means "don't know".
pub trait Facts {
    /// Is there a directory at the path (links followed)?
    fn is_directory(&self, path: &AbstractString) -> Option<bool>;
    /// Is there anything at the path (links followed)?
    fn exists(&self, path: &AbstractString) -> Option<bool>;
    /// What stands at the path, its last component not followed.
    fn kind(&self, path: &AbstractString) -> Option<Kind> {
        let _ = path;
        None
    }
    /// A small file's text, as the command itself has left it so far.
    fn content(&self, path: &AbstractString) -> Option<String>;
    /// The names in a directory.
    fn list(&self, directory: &AbstractString) -> Option<Vec<String>>;
    /// A variable of the command's environment, if it is exported and known.
    fn environment(&self, name: &str) -> Option<String>;
    /// What the command may read from its standard input.
    fn input(&self) -> &Output;
    /// The command's current directory, if known.
    fn directory(&self) -> Option<String>;
}

/// What an invocation does.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// In the order in which they happen.
    pub operations: Vec<Operation>,
    /// What could not be known about it; any entry makes the answer incomplete.
    pub unknown: Vec<(Span, Rc<str>)>,
    /// What it prints on standard output.
    pub output: Output,
    /// Whether it is known to succeed or fail; asked only where guards.md 2.18 lets outcomes steer.
    pub outcome: Outcome,
    /// True if nothing that can be known makes it fail: what its failure would lead to is not expected.
    pub reliable: bool,
}

/// A known exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// either, judged as if it succeeds
    #[default]
    Open,
    /// succeeds
    Success,
    /// fails
    Failure,
}

/// One thing that an invocation does.
#[derive(Clone, Debug)]
pub enum Operation {
    /// One path is written.
    File(FileOperation),
    /// Sources are copied, moved or linked to a destination.
    Transfer(Transfer),
    /// Unknown paths below a directory are written (an archive's members, a patch's files).
    Below {
        /// the directory, as written; relative to the command's directory
        directory: Field,
        /// what is done to them
        action: FileAction,
        /// the command and option, for people
        cause: Rc<str>,
        /// see [`CommandClass`]
        class: CommandClass,
        /// why nothing of it is known to happen, if it is
        fails: Option<Rc<str>>,
    },
    /// Another command runs with this argv (wrappers, xargs, `find -exec`).
    Invoke(Invocation),
    /// A shell runs a text.
    Shell(ShellText),
    /// Shells run texts that stand in a file, one after the other until one fails.
    FileTexts(Vec<FileText>),
    /// An interpreter runs an inline program.
    Program(Program),
    /// A script file runs.
    Script(ScriptFile),
    /// Code runs that nobody reads here (a build tool, an unknown interpreter): a `run` intent.
    Run {
        /// the command, for people
        cause: Rc<str>,
        /// the command's name
        span: Span,
        /// see [`CommandClass`]
        class: CommandClass,
    },
}

/// A write to one path.
#[derive(Clone, Debug)]
pub struct FileOperation {
    /// What is done.
    pub action: FileAction,
    /// The path as written.
    pub target: Field,
    /// The directory that a relative target starts at, if it is not the command's.
    pub directory: Option<AbstractString>,
    /// Whether a link in the last place is followed.
    pub link: LinkUse,
    /// The command and option that writes (`sed -i`), for people.
    pub cause: Rc<str>,
    /// What kind of knowledge this is.
    pub class: CommandClass,
    /// The new content, if known.
    pub content: Option<Rc<str>>,
    /// Why the write is known to fail in the present state (an input that is missing), if it is.
    pub fails: Option<Rc<str>>,
}

/// What is done to a path; the analysis turns it into an effect by what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAction {
    /// opened for writing and truncated, made if missing (`>`, `tee`, `-o`)
    Write,
    /// opened for appending, made if missing
    Append,
    /// made, and an error if it exists (`mkfifo`, `mknod`)
    CreateNew,
    /// times set; made if missing unless `create` is false (`touch`, `touch -c`)
    Touch {
        /// make a missing file
        create: bool,
    },
    /// size set (`truncate`); made if missing unless `create` is false
    Truncate {
        /// make a missing file
        create: bool,
    },
    /// changed in place; must exist (`sed -i`, a formatter, `patch`)
    Modify,
    /// removed; `recursive` takes directories, `force` ignores a missing one
    Delete {
        /// directories too, with all in them
        recursive: bool,
        /// a missing one is no error
        force: bool,
    },
    /// an empty directory is removed
    RemoveDirectory {
        /// its parents too (`rmdir -p`)
        parents: bool,
    },
    /// a directory is made
    MakeDirectory {
        /// missing parents too, and no error if it exists (`mkdir -p`)
        parents: bool,
    },
    /// mode, owner, times or attributes
    Metadata {
        /// all below it too
        recursive: bool,
    },
}

/// Copies, moves and links.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Which of them.
    pub kind: TransferKind,
    /// The sources as written.
    pub sources: Vec<Field>,
    /// The destination as written.
    pub destination: Field,
    /// How the destination is read.
    pub mode: DestinationMode,
    /// What happens where something stands at the destination.
    pub existing: Existing,
    /// Directories are copied with all in them; without it a source directory is skipped with an error.
    pub recursive: bool,
    /// `cp --parents`: the source's own directories are made below the destination.
    pub keeps_parents: bool,
    /// `rsync`, `cp -r src/.`: only the source's contents go into the destination directory.
    pub contents_only: bool,
    /// Suffix of backups that are made of overwritten files.
    pub backup: Option<Rc<str>>,
    /// Missing directories of the destination are made (`install -D`, rsync's last one).
    pub makes_directories: bool,
    /// A link in the destination's last place is a link to replace (`ln -n`, `ln -f` on a file), not to enter.
    pub destination_link: LinkUse,
    /// The command, for people.
    pub cause: Rc<str>,
    /// What kind of knowledge this is.
    pub class: CommandClass,
}

impl Transfer {
    /// Sources with all that is in them to a file or into a directory, whatever stands there.
    #[must_use]
    pub const fn of(kind: TransferKind, sources: Vec<Field>, destination: Field, cause: Rc<str>) -> Self {
        Self {
            kind,
            sources,
            destination,
            mode: DestinationMode::Either,
            existing: Existing::Overwritten,
            recursive: true,
            keeps_parents: false,
            contents_only: false,
            backup: None,
            makes_directories: false,
            destination_link: LinkUse::Followed,
            cause,
            class: CommandClass::Known,
        }
    }
}

/// What a transfer does where something stands at its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// it is overwritten
    Overwritten,
    /// it stays (`-n`, `--update=none`, a question that nobody answers)
    Kept,
    /// it stays unless the source is newer (`cp -u`)
    KeptUnlessOlder,
    /// it stays if it is newer (`rsync -u`)
    KeptIfNewer,
    /// somebody is asked (`-i`)
    Asked,
}

/// What a transfer does with its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// `cp`, `install`, `rsync`, `scp` to here
    Copy,
    /// `mv`
    Move,
    /// `ln -s`: a source is the link's text, relative to the link's place
    SymbolicLink {
        /// `-f`: an existing destination is replaced
        force: bool,
    },
    /// `ln`
    HardLink {
        /// `-f`
        force: bool,
    },
}

/// How a transfer reads its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DestinationMode {
    /// a directory if one is there (or several sources are given), else the new name
    Either,
    /// always the directory to go into (`-t D`)
    Directory,
    /// always the new name (`-T`)
    Name,
}

/// A command that a command runs.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// Name and arguments.
    pub argv: Vec<Field>,
    /// The directory it runs in, if the wrapper changes it (`env -C`, `find -execdir`).
    pub directory: Option<AbstractString>,
    /// Variables that the wrapper sets (`env A=1`); `None` as value: unset.
    pub environment: Vec<(Rc<str>, Option<AbstractString>)>,
    /// The environment is emptied first (`env -i`, sudo's reset does not count).
    pub clears_environment: bool,
    /// Shell functions and builtins can be what runs (`command`, `builtin`); false for programs that exec.
    pub in_shell: bool,
    /// How often it runs.
    pub runs: Runs,
    /// What it reads from its standard input, if not the wrapper's.
    pub input: Option<Output>,
    /// True if what it prints is what the wrapper prints.
    pub prints: bool,
    /// Why it is known not to run in the present state (nothing matches), if it is; told all the same.
    pub fails: Option<Rc<str>>,
}

impl Invocation {
    /// An argv that runs once as it stands: with the wrapper's directory, environment, input and output.
    #[must_use]
    pub const fn of(argv: Vec<Field>) -> Self {
        Self {
            argv,
            directory: None,
            environment: Vec::new(),
            clears_environment: false,
            in_shell: false,
            runs: Runs::Once,
            input: None,
            prints: true,
            fails: None,
        }
    }
}

/// How often an inner command runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// exactly once, and its outcome is the wrapper's
    Once,
    /// perhaps never (no input, no match)
    Maybe,
}

/// A text that a shell runs.
#[derive(Clone, Debug)]
pub struct ShellText {
    /// The text.
    pub text: Field,
    /// `$0`, if given.
    pub name: Option<Field>,
    /// `$1`, `$2`, ….
    pub parameters: Vec<Field>,
    /// Which shell reads it.
    pub dialect: Dialect,
    /// Options given on its command line (`-e`, `-u`, `-o pipefail`, `-O nullglob`), by their letters or long names.
    pub options: Vec<Rc<str>>,
    /// The directory it runs in, if it is changed.
    pub directory: Option<AbstractString>,
    /// What it reads from its standard input, if not the caller's (a shell that reads its text there has none left).
    pub input: Option<Output>,
}

/// A text that stands in a file and that a build tool hands to a shell: a script of `package.json`, a line of a makefile.
#[derive(Clone, Debug)]
pub struct FileText {
    /// The file, from the directory that the command starts in.
    pub file: Field,
    /// The text and how a shell reads it; the span is that of the command that names it.
    pub shell: ShellText,
    /// Variables that the build tool sets.
    pub environment: Vec<(Rc<str>, AbstractString)>,
    /// The build tool goes on when it fails.
    pub ignores_failure: bool,
    /// The build tool may leave it out (a target that may be up to date).
    pub runs: Runs,
    /// The command, for people.
    pub cause: Rc<str>,
}

/// The shells that matter for reading a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// bash (zsh and ksh are read as bash)
    Bash,
    /// sh: dash on Debian (`&>` is `&` and `>`)
    Sh,
}

/// An inline program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: Field,
    /// What it gets as arguments (`sys.argv[1..]`, `@ARGV`).
    pub arguments: Vec<Field>,
    /// The command, for people.
    pub cause: Rc<str>,
    /// The interpreter's own switches that change what it does (`-i.bak`, `-n`, `-p`), for perl and ruby.
    pub switches: Vec<Rc<str>>,
}

/// Languages of inline programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// `python -c`
    Python,
    /// `node -e`, `bun -e`, `deno eval`
    JavaScript,
    /// `perl -e`
    Perl,
    /// `ruby -e`
    Ruby,
    /// `awk 'program'`
    Awk,
    /// `php -r`, `osascript -e`, …: never read
    Other,
}

/// A script file that is run.
#[derive(Clone, Debug)]
pub struct ScriptFile {
    /// The path as written.
    pub path: Field,
    /// What reads it; `None`: its `#!` line tells.
    pub interpreter: Option<Interpreter>,
    /// Its arguments.
    pub arguments: Vec<Field>,
    /// The interpreter's own switches that change what it does, as [`Program::switches`].
    pub switches: Vec<Rc<str>>,
    /// The command, for people.
    pub cause: Rc<str>,
}

/// What reads a script file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpreter {
    /// a shell
    Shell(Dialect),
    /// another language
    Language(Language),
}
