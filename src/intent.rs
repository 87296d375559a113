//! Write intents: what the analysis says of one write that a command will do. Data only.
//!
//! Owns the words (kinds, effects, places) and their meaning; it decides nothing and asks nothing. The JSON form of
//! these types is a public contract with a version; `docs/intents.schema.json` describes it.

#[cfg(feature = "json")]
pub mod json;

use std::rc::Rc;

use crate::span::Span;

/// All that the analysis of one command found.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The writes, ordered by span, each once.
    pub intents: Vec<WriteIntent>,
    /// True if the list is all that the command can write: nothing unknown, capped or unparsed.
    pub complete: bool,
    /// What could not be known, ordered by span.
    pub unknown: Vec<Unknown>,
    /// Syntax errors; the command is analysed up to the line that holds the first.
    pub errors: Vec<Problem>,
}

/// Something that the analysis could not know, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    /// What in the command it is about.
    pub span: Span,
    /// The reason, in words for people, lower case, no full stop.
    pub reason: String,
}

/// A syntax error in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is.
    pub span: Span,
    /// What it is.
    pub message: String,
}

/// One write that the command will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteIntent {
    /// What is written.
    pub kind: IntentKind,
    /// The repository that the target lies in, with the branch that is current there when the write happens; `None`
    /// outside any repository or where that can't be known (see `IntentKind`).
    pub place: Option<Rc<Place>>,
    /// True if every state that reaches the end of the command has this write.
    pub certain: bool,
    /// Why the write is known to fail in the present state; guards judge it all the same.
    pub fails: Option<String>,
    /// What the intent rests on, such as `OUT unset`; guards treat such a target as unresolved.
    pub assumes: Vec<String>,
    /// The road from the command's text to the write, outermost first; empty for a direct one.
    pub via: Vec<Via>,
    /// The command and option that writes, such as `sed -i`, or the redirection's operator.
    pub cause: String,
    /// What kind of knowledge the intent rests on.
    pub class: CommandClass,
    /// Where in the outermost command the write is caused.
    pub span: Span,
}

/// What an intent writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntentKind {
    /// a file, directory or link
    File(FileIntent),
    /// a repository, by git itself
    Git(GitIntent),
    /// refs of a remote
    Push(PushIntent),
    /// code that the analysis does not read: an interpreter's inline program, a script, a build tool
    Run,
}

/// A write to the file system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileIntent {
    /// What is done to the target.
    pub effect: FileEffect,
    /// The target.
    pub target: FileTarget,
    /// Whether a symbolic link in the last place of the path is followed.
    pub link: LinkUse,
    /// Work trees that lie in the target when it is deleted, moved or changed as a whole.
    pub covers: Vec<Rc<Place>>,
    /// The new content where it is known (bounded), for policies that count lines or parse.
    pub content: Option<String>,
}

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileEffect {
    /// made anew
    Create,
    /// replaced or truncated
    Overwrite,
    /// added to
    Append,
    /// changed in place
    Modify,
    /// removed
    Delete,
    /// moved away (the source of a move)
    Move,
    /// a directory is made
    MakeDirectory,
    /// an empty directory is removed
    RemoveDirectory,
    /// mode, owner, times or attributes
    Metadata,
    /// a link is made
    Link,
}

impl FileEffect {
    /// The word for it in output and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Overwrite => "overwrite",
            Self::Append => "append",
            Self::Modify => "modify",
            Self::Delete => "delete",
            Self::Move => "move",
            Self::MakeDirectory => "mkdir",
            Self::RemoveDirectory => "rmdir",
            Self::Metadata => "metadata",
            Self::Link => "link",
        }
    }
}

/// The target of a file write. Paths are absolute, links in all but (by [`LinkUse`]) the last place resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileTarget {
    /// exactly this path; a tree that is removed, copied or moved as a whole is told by its top
    Path(String),
    /// a glob in the last component of a known directory: `/w/docs/*.md`
    Pattern(String),
    /// an unknown path below this directory
    Below(String),
    /// nobody can know; the reason
    Unresolved(String),
}

/// Whether the last component of a path is followed if it is a symbolic link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkUse {
    /// the link's target is written (`>`, `cp` onto it)
    Followed,
    /// the link itself is (`rm`, `mv`, `ln`, `sed -i`)
    Itself,
}

/// A write that git does by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitIntent {
    /// The subcommand, with a qualifier where one subcommand does different things: `commit`, `reset-hard`, `stash-pop`,
    /// `checkout-path`, `switch`, `detach`, `branch-delete`, `worktree-add`, `clean`, …
    pub operation: String,
    /// The refs that it creates, moves or deletes, in full (`refs/heads/x`).
    pub references: Vec<String>,
    /// The paths that it is limited to, absolute and as far as they are known (`checkout -- F`, `restore F`, `clean F`,
    /// `stash push -- F`); empty: not limited.
    pub paths: Vec<String>,
    /// True if rule 2.9 of the guards counts it as a mutation of the checked-out branch.
    pub mutates: bool,
    /// Why the repository is not known; `place` is `None` then.
    pub unresolved: Option<String>,
}

/// A push to one destination ref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushIntent {
    /// The remote's name or address; `None` if not known.
    pub remote: Option<String>,
    /// The destination ref in full (`refs/heads/main`); `None` if not known, with the reason in `unresolved`.
    pub reference: Option<String>,
    /// What happens to it.
    pub change: PushChange,
    /// True for `--force`, `--force-with-lease`, `+refspec`, `--mirror`.
    pub force: bool,
    /// True if `reference` holds a glob (`refs/heads/*`).
    pub pattern: bool,
    /// Why the destination is not known.
    pub unresolved: Option<String>,
}

/// What a push does to its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushChange {
    /// created or moved
    Update,
    /// removed
    Delete,
}

/// A repository's work tree with the branch that is current in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The work tree's root (the git directory of a bare repository).
    pub root: String,
    /// Its own git directory.
    pub git_directory: String,
    /// The branch.
    pub branch: Branch,
}

/// What HEAD says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    /// on this branch (born or not): the short name
    Named(String),
    /// on no branch
    Detached,
    /// HEAD can't be read, or the command moves it to where nobody can know
    Unknown(String),
}

/// The road that leads from the command's text to a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Via {
    /// a script file that the command runs
    Script,
    /// a shell function
    Function,
    /// `eval`, `sh -c`, a shell that is fed its text
    Eval,
    /// an inline program in another language
    Program,
    /// a git or shell alias
    Alias,
    /// a trap
    Trap,
}

impl Via {
    /// The word for it in output and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Function => "function",
            Self::Eval => "eval",
            Self::Program => "program",
            Self::Alias => "alias",
            Self::Trap => "trap",
        }
    }
}

/// What knowledge an intent rests on; guards choose by it what they judge (`guard-main.commands`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandClass {
    /// the shell itself: redirections, `${x:=…}`
    Shell,
    /// a command of the list in guards.md 2.5, first paragraph
    Listed,
    /// another command whose operand or option names the file it writes
    Known,
    /// a build tool's own outputs, tests and other runs: never judged by guard-main
    Build,
    /// a directory that git makes by itself (clone, init, worktree add): guards judge the git intent beside it
    Git,
}
