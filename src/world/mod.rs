//! All that the analysis may ask of the machine, as one trait; "don't know" is always an answer.
//!
//! Owns the questions ([`World`]) and two answers to them: [`memory`] (tests, fuzzing, library users) and, with the
//! feature `disk`, `disk` (the real file system and git's own files). It knows nothing of commands or intents, and
//! nothing here writes.
//!
//! Paths are absolute, `/`-separated, without `.` or `..` components, and are taken as given: a method that follows
//! links says so.

#[cfg(feature = "disk")]
pub mod disk;
pub mod memory;
pub mod resolve;

use std::rc::Rc;

/// What stands at a path, its last component not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// nothing
    Missing,
    /// a regular file
    File {
        /// size in bytes
        size: u64,
        /// has an execute bit
        executable: bool,
    },
    /// a directory
    Directory,
    /// a symbolic link, with its target as stored (not resolved)
    Link(String),
    /// a device, socket or fifo
    Other,
}

/// The value of an environment variable in the shell that will run the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variable {
    /// it has this value
    Set(String),
    /// it is not set
    Unset,
    /// nobody can know (the default for every variable that the agent's shell may set for itself)
    Unknown,
}

/// The innermost repository that holds a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// this one
    Found(Rc<Repository>),
    /// the path lies in no repository
    Outside,
    /// nobody can know (a `.git` that can't be read)
    Unknown,
}

/// A repository as seen from one of its work trees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Repository {
    /// The work tree's root; the git directory itself for a bare repository.
    pub root: String,
    /// This work tree's git directory (`…/.git/worktrees/w` for a linked one).
    pub git_directory: String,
    /// The git directory that all work trees share.
    pub common_directory: String,
    /// True without a work tree.
    pub bare: bool,
}

/// What HEAD says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// on this branch, with the short name; it may be unborn
    Branch(String),
    /// on this commit
    Detached(String),
    /// HEAD can't be read
    Unknown,
}

/// A work tree of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worktree {
    /// Its root.
    pub root: String,
    /// Its HEAD.
    pub head: Head,
}

/// What is uncommitted in a work tree; paths are relative to its root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Paths whose index entry differs from HEAD.
    pub staged: Vec<String>,
    /// Tracked paths whose file differs from the index (deleted files too).
    pub unstaged: Vec<String>,
    /// Paths that are not tracked and not ignored (a directory whole, with `/` behind it).
    pub untracked: Vec<String>,
    /// Paths with merge conflicts.
    pub conflicted: Vec<String>,
    /// True while a merge, rebase, cherry-pick, revert, am or bisect is under way.
    pub in_progress: bool,
    /// Number of stash entries.
    pub stashes: usize,
}

/// Who last committed a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// this commit
    Commit {
        /// its id, shortened
        id: String,
        /// the first line of its message
        subject: String,
        /// its author's name
        author: String,
        /// the author's date, `2026-11-30`
        date: String,
    },
    /// none among this many last commits; older ones were not looked at
    NotWithin(usize),
    /// no commit at all holds it
    Never,
}

/// The questions. `None` means "don't know" everywhere.
pub trait World {
    /// What stands at `path`; links are followed in every component but the last.
    fn entry(&self, path: &str) -> Option<Entry>;
    /// Is it known by now, without asking the machine, that this text is the physical path of a directory (no link leads
    /// to it, no `.` or `..` is in it; the root is empty)? A walk may begin there. `false` tells nothing.
    fn is_plain(&self, directory: &str) -> bool {
        let _ = directory;
        false
    }
    /// The names in a directory (links followed), without `.` and `..`, sorted by bytes; `None` also past a bound.
    fn list(&self, directory: &str) -> Option<Vec<String>>;
    /// A small file's text (links followed), at most `limit` bytes long.
    fn content(&self, path: &str, limit: usize) -> Option<String>;
    /// When the file at `path` (links followed) was last modified, in nanoseconds since 1970.
    fn modified(&self, path: &str) -> Option<i128> {
        let _ = path;
        None
    }
    /// A variable of the environment that the command's shell starts with.
    fn variable(&self, name: &str) -> Variable;
    /// A user's home directory (`~user`); the empty name is the user that runs the command (`~` without HOME).
    fn home_of(&self, user: &str) -> Option<String>;
    /// Is a program of that name on the command's PATH?
    fn program(&self, name: &str) -> Option<bool>;

    /// The innermost repository or work tree that holds `path` (which need not exist; links are followed). A path in a
    /// git directory belongs to that repository.
    fn repository(&self, path: &str) -> Lookup;
    /// A repository by its git directory (`--git-dir`), with its own idea of the work tree.
    fn open(&self, git_directory: &str) -> Lookup;
    /// HEAD of this work tree.
    fn head(&self, repository: &Repository) -> Head;
    /// Full names of the refs that begin with `prefix` (`refs/heads/`), sorted.
    fn references(&self, repository: &Repository, prefix: &str) -> Option<Vec<String>>;
    /// Does this full ref name exist?
    fn has_reference(&self, repository: &Repository, name: &str) -> Option<bool>;
    /// The commit id (hex) that a revision expression (`HEAD~1`, `v1^{commit}`, a short id, …) names;
    /// `Some(None)` if it names nothing.
    fn commit(&self, repository: &Repository, revision: &str) -> Option<Option<String>>;
    /// Is the commit `ancestor` (an id) the commit `descendant`, or one of its ancestors? Costly.
    fn is_ancestor(&self, repository: &Repository, ancestor: &str, descendant: &str) -> Option<bool> {
        let _ = (repository, ancestor, descendant);
        None
    }
    /// All values of a config key (`branch.main.remote`, case as git has it), lowest priority first, over system, user
    /// and (with a repository) local and work tree files; empty if unset.
    fn config(&self, repository: Option<&Repository>, key: &str) -> Option<Vec<String>>;
    /// All keys with their values below a prefix (`alias.`, `url.`), in file order.
    fn config_below(&self, repository: Option<&Repository>, prefix: &str) -> Option<Vec<(String, String)>>;
    /// The branch or commit that HEAD was on `steps` switches ago (`@{-1}`).
    fn previous_branch(&self, repository: &Repository, steps: usize) -> Option<String>;
    /// All work trees, the main one first.
    fn worktrees(&self, repository: &Repository) -> Option<Vec<Worktree>>;
    /// What is uncommitted. Costly: asked only where the answer changes a verdict or an outcome.
    fn status(&self, repository: &Repository) -> Option<Status>;
    /// Tracked paths (relative to the root) at or below `path` (absolute, in the work tree); `None` past a bound.
    fn tracked(&self, repository: &Repository, path: &str) -> Option<Vec<String>>;
    /// Does git ignore this absolute path?
    fn ignored(&self, repository: &Repository, path: &str) -> Option<bool>;
    /// The last commit on the way back from HEAD that changed this absolute path.
    fn last_commit(&self, repository: &Repository, path: &str) -> Option<Provenance> {
        let _ = (repository, path);
        None
    }
}
