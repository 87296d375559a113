//! The same questions as `library`, answered by the git binary.
//!
//! Owns the command lines and how their output is read.

use super::binary;
use super::library::PATHS_CAP;
use crate::world::resolve::{join, relative};
use crate::world::{Head, Repository, Status};

/// Who is asked, and with which home directory.
#[derive(Clone, Copy)]
pub(super) struct Porcelain<'run> {
    /// The repository.
    pub repository: &'run Repository,
    /// HOME for git.
    pub home: Option<&'run str>,
}

impl Porcelain<'_> {
    /// What HEAD says.
    pub(super) fn head(self) -> Head {
        let answer = self.text(&["symbolic-ref", "--quiet", "HEAD"]);
        match answer.as_deref().map(str::trim_end).and_then(|name| name.strip_prefix("refs/heads/")) {
            Some(branch) => Head::Branch(branch.to_owned()),
            None => self.commit("HEAD").flatten().map_or(Head::Unknown, Head::Detached),
        }
    }

    /// Full names of the refs that begin with `prefix`, sorted.
    pub(super) fn references(self, prefix: &str) -> Option<Vec<String>> {
        let text = self.text(&["for-each-ref", "--format=%(refname)"])?;
        let mut names: Vec<String> =
            text.lines().filter(|name| name.starts_with(prefix)).map(str::to_owned).collect();
        names.sort_unstable();
        Some(names)
    }

    /// The commit that a revision names; `Some(None)`: nothing.
    pub(super) fn commit(self, revision: &str) -> Option<Option<String>> {
        let expression = format!("{revision}^{{commit}}");
        let answer = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &expression])?;
        match answer.code {
            0 => Some(Some(answer.text.trim_end().to_owned())),
            1 => Some(None),
            _ => None,
        }
    }

    /// `@{-N}`.
    pub(super) fn previous_branch(self, steps: usize) -> Option<String> {
        let text = self.text(&["check-ref-format", "--branch", &format!("@{{-{steps}}}")])?;
        Some(text.trim_end().to_owned())
    }

    /// What is uncommitted, without stashes and state.
    pub(super) fn status(self) -> Option<Status> {
        let text = self.text(&["status", "--porcelain", "-z", "--no-renames"])?;
        let mut status = Status::default();
        for record in text.split_terminator('\0') {
            let mut states = record.chars();
            let (index, tree) = (states.next()?, states.next()?);
            let path = record.get(3..)?.to_owned();
            match (index, tree) {
                ('?', _) => status.untracked.push(path),
                ('U', _) | (_, 'U') | ('A', 'A') | ('D', 'D') => status.conflicted.push(path),
                _ => {
                    if index != ' ' {
                        status.staged.push(path.clone());
                    }
                    if tree != ' ' {
                        status.unstaged.push(path);
                    }
                }
            }
        }
        Some(status)
    }

    /// Tracked paths at or below `path`.
    pub(super) fn tracked(self, path: &str) -> Option<Vec<String>> {
        let top = relative(path, &self.repository.root)?;
        let place = if top.is_empty() { ".".to_owned() } else { join(".", top) };
        let text = self.text(&["--literal-pathspecs", "ls-files", "-z", "--", &place])?;
        let mut paths: Vec<String> = text.split_terminator('\0').map(str::to_owned).collect();
        paths.dedup();
        (paths.len() <= PATHS_CAP).then_some(paths)
    }

    /// Is the path ignored and not tracked?
    pub(super) fn ignored(self, path: &str) -> Option<bool> {
        match self.ask(&["check-ignore", "--quiet", "--", path])?.code {
            0 => Some(true),
            1 => Some(false),
            _ => None,
        }
    }

    fn ask(self, arguments: &[&str]) -> Option<binary::Answer> {
        binary::ask(self.repository, self.home, arguments)
    }

    fn text(self, arguments: &[&str]) -> Option<String> {
        self.ask(arguments).filter(|answer| answer.code == 0).map(|answer| answer.text)
    }
}
