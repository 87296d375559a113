//! What keeps an install from being done: each names the place and what to do.

use std::fmt;
use std::path::PathBuf;

/// Why settings can't be read or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// the machine refuses
    Machine {
        /// the file
        path: PathBuf,
        /// what the system says
        reason: String,
    },
    /// the file is not what its agent reads
    Unparsable {
        /// the file
        path: PathBuf,
        /// the line, from 1; 0 where there is none
        line: usize,
        /// the parser's message
        message: String,
    },
    /// a key holds something else than it should
    Shape {
        /// the file
        path: PathBuf,
        /// the key, with the keys that lead to it
        key: String,
        /// what it should hold
        wanted: &'static str,
    },
    /// nobody may write the file
    ReadOnly {
        /// the file
        path: PathBuf,
    },
    /// a file of that name is another's
    NotOurs {
        /// the file
        path: PathBuf,
    },
    /// the agent keeps no such settings
    NoScope {
        /// the agent's name for people
        agent: &'static str,
        /// the scope's word
        scope: &'static str,
        /// the scopes that it has
        has: String,
    },
    /// the agent keeps its hooks in files that are made by other means, and there is none
    NoFile {
        /// the agent's name for people
        agent: &'static str,
        /// where they would be
        directory: PathBuf,
    },
    /// the directory that the scope starts at is not known
    NoBase {
        /// the scope's word
        scope: &'static str,
    },
    /// the agent has no event at which one of the policies runs
    NoEvent {
        /// the agent's name for people
        agent: &'static str,
        /// the policies
        policies: String,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Machine { path, reason } => write!(out, "{}: {reason}", path.display()),
            Self::Unparsable { path, line: 0, message } => {
                write!(out, "{}: {message}; nothing was changed, mend the file first", path.display())
            }
            Self::Unparsable { path, line, message } => {
                write!(out, "{}:{line}: {message}; nothing was changed, mend the file first", path.display())
            }
            Self::Shape { path, key, wanted } => {
                write!(out, "{}: `{key}` is no {wanted}; nothing was changed, mend it first", path.display())
            }
            Self::ReadOnly { path } => {
                let path = path.display();
                write!(out, "{path}: the file is read-only; `chmod u+w` it first, or change what makes it")
            }
            Self::NotOurs { path } => {
                write!(out, "{}: there is another file of that name; move it away first", path.display())
            }
            Self::NoScope { agent, scope, has } => {
                write!(out, "{agent} keeps no hooks in the scope `{scope}`; it has `{has}`")
            }
            Self::NoFile { agent, directory } => {
                write!(
                    out,
                    "{agent} keeps hooks in its agents' files, and {} holds none; make one first",
                    directory.display()
                )
            }
            Self::NoBase { scope: "user" } => write!(out, "the home directory is not known; set HOME"),
            Self::NoBase { scope } => {
                write!(out, "the scope `{scope}` wants a project, and this is the home directory; go to one")
            }
            Self::NoEvent { agent, policies } => {
                write!(out, "{agent} has no hook that could run {policies}")
            }
        }
    }
}

impl std::error::Error for SetupError {}
