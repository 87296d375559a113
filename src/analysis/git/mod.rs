//! What git does to repositories, on the abstract state.
//!
//! Owns the execution of git's subcommands: which repository, which branch, which refs, which pushes. What an argv says
//! stands in `commands::git`; the state of repositories stands in `analysis::repository`. All else it asks of its
//! [`Host`], the interpreter.

mod bisect;
mod branch;
mod call;
mod changes;
mod checkout;
mod clone;
mod config;
mod dispatch;
mod files;
mod history;
mod index;
mod listing;
mod paths;
mod print;
mod push;
mod references;
mod remote;
mod removal;
mod restore;
mod site;
mod stash;
mod submodule;
mod worktree;
mod write;

use crate::analysis::repository::Repositories;
use crate::commands::plan::{Operation, Outcome};
use crate::intent::{GitIntent, Place, PushIntent, Via};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};
use crate::world::{Entry, World};

use std::rc::Rc;

/// What the git executor needs of the interpreter. Paths are physical: absolute, links resolved.
pub trait Host {
    /// The machine.
    fn world(&self) -> &dyn World;
    /// Repositories as the command has left them so far.
    fn repositories(&self) -> &Repositories;
    /// The same, to change.
    fn repositories_mut(&mut self) -> &mut Repositories;
    /// The current directory.
    ///
    /// # Errors
    /// Why it is not known.
    fn directory(&self) -> Result<String, String>;
    /// A path that starts at the physical directory `base`, with every link in it followed, the last one too; what does
    /// not exist stays as it is.
    ///
    /// # Errors
    /// Why it is not known.
    fn resolve(&self, base: &str, path: &AbstractString) -> Result<String, String>;
    /// What stands at a physical path by now, a link in the last place followed.
    fn entry(&self, path: &str) -> Option<Entry>;
    /// The names in a directory by now.
    fn list(&self, path: &str) -> Option<Vec<String>>;
    /// A variable of the command's environment (exported, or set by the prefix).
    fn environment(&self, name: &str) -> Setting;
    /// What the command may read from its standard input.
    fn input(&self) -> &Output;
    /// True if what git prints is substituted: what costs much to know is asked for then alone, not for `git diff | head`.
    fn is_heard(&self) -> bool;
    /// True if the command has itself written something at or below this directory, or somewhere unknown, so that what
    /// `World` says of the work tree's status no longer holds.
    fn has_written_below(&self, directory: &str) -> bool;
    /// Paths below this directory that the command has itself written.
    fn written_below(&self, directory: &str) -> Vec<String>;
    /// Tells a write of git's, or a push.
    fn emit(&mut self, effect: Effect);
    /// Does something that is no git write: a file that git is told to write (`archive -o`), a shell text (`!alias`,
    /// `bisect run`), a script, unknown code. `Via::Alias` for what an alias of git's does.
    fn apply(&mut self, operation: Operation, via: Option<Via>) -> Finished;
    /// Something below a physical directory is no longer as it was.
    fn record(&mut self, change: Change);
    /// Something could not be known.
    fn unknown(&mut self, span: Span, reason: &str);
}

/// A variable of the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// not set
    Unset,
    /// set to this
    Set(AbstractString),
    /// nobody can know (the command did not set it); git's own variables are taken as unset then
    Unknown,
}

/// What git itself has done to files; each is told by the git intent, so it is no write intent of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// this directory now exists (`init`, `clone`, `worktree add`), with unknown files in it
    Directory(String),
    /// this file now exists, its content unknown
    File(String),
    /// this directory now exists, and holds what is recorded below it alone
    Fresh(String),
    /// this path is as `World` has it again
    AsBefore(String),
    /// nobody knows what stands at this path
    Unknown(String),
    /// this path is gone, with all below it
    Removed(String),
    /// files below this directory may be others than before (`switch`, `reset --hard`, `merge`)
    Unsettled(String),
}

/// What happens to a repository.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The write.
    pub kind: EffectKind,
    /// Where it happens, with the branch that is current when it starts.
    pub place: Option<Rc<Place>>,
    /// Why it is known to fail.
    pub fails: Option<String>,
    /// What it rests on (assumptions of the words that steer it).
    pub assumes: Vec<Rc<str>>,
    /// The command, for people: `git commit`.
    pub cause: String,
    /// The whole command.
    pub span: Span,
    /// [`Via::Alias`] if an alias led here.
    pub via: Option<Via>,
}

/// The two kinds of git writes.
#[derive(Clone, Debug)]
pub enum EffectKind {
    /// a write to a repository here
    Git(GitIntent),
    /// a push to one destination ref
    Push(PushIntent),
}

/// How a command ended.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// Known outcome.
    pub outcome: Outcome,
    /// What it prints.
    pub output: Output,
    /// True if a known failure steers what follows: a switch to a branch that does not exist, or whose name is taken
    /// (guards.md 2.17). After any other failure guards judge what follows as if there had been none.
    pub steers: bool,
    /// True if the outcome tells how a question about the work tree's status is answered just now: so it really goes on,
    /// and guards judge what follows the other answer, too (guards.md 2.18).
    pub answers: bool,
    /// The repositories as guards judge what follows a failure, where that is not how they are left.
    pub judged: Option<Repositories>,
}

/// Runs `git ARGUMENTS…` (`argv` with the name in front). On [`Outcome::Failure`] the host's state is what is really
/// left; on [`Outcome::Open`] it is the one after success, and the state before it is the one after a failure.
pub fn run(argv: &[Field], host: &mut dyn Host) -> Finished {
    let span = argv.iter().map(|field| field.span).reduce(Span::join).unwrap_or_default();
    dispatch::run(argv.get(1..).unwrap_or_default(), span, host)
}
