//! The builder of a repository in a [`Memory`](super::Memory).

use std::collections::{BTreeMap, BTreeSet};

use super::SOME_COMMIT;
use crate::world::{Head, Status};

/// A repository or a linked work tree in a [`Memory`](super::Memory), for its builder.
#[derive(Clone, Debug, Default)]
pub struct MemoryRepository {
    pub(super) head: Option<Head>,
    pub(super) bare: bool,
    pub(super) git_directory: Option<String>,
    pub(super) references: BTreeMap<String, String>,
    pub(super) commits: BTreeMap<String, Option<String>>,
    pub(super) config: Vec<(String, String)>,
    pub(super) previous: Vec<String>,
    pub(super) worktrees: Vec<(String, MemoryRepository)>,
    pub(super) status: Status,
    pub(super) status_unknown: bool,
    pub(super) tracked: BTreeSet<String>,
    pub(super) ignored: BTreeSet<String>,
}

impl MemoryRepository {
    /// HEAD is on this branch, which exists.
    #[must_use]
    pub fn branch(self, name: &str) -> Self {
        self.unborn(name).local_branch(name)
    }

    /// HEAD is on this branch, which has no commit yet.
    #[must_use]
    pub fn unborn(mut self, name: &str) -> Self {
        self.head = Some(Head::Branch(name.to_owned()));
        self
    }

    /// HEAD is on a commit.
    #[must_use]
    pub fn detached(mut self, commit: &str) -> Self {
        self.head = Some(Head::Detached(commit.to_owned()));
        self
    }

    /// HEAD can't be read.
    #[must_use]
    pub fn unknown_head(mut self) -> Self {
        self.head = Some(Head::Unknown);
        self
    }

    /// There is no work tree.
    #[must_use]
    pub const fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// The git directory stands elsewhere (`git init --separate-git-dir`).
    #[must_use]
    pub fn git_directory(mut self, path: &str) -> Self {
        self.git_directory = Some(path.to_owned());
        self
    }

    /// A branch that exists.
    #[must_use]
    pub fn local_branch(self, name: &str) -> Self {
        self.reference(&format!("refs/heads/{name}"), SOME_COMMIT)
    }

    /// A branch of a remote that was fetched (`origin/main`).
    #[must_use]
    pub fn remote_branch(self, name: &str) -> Self {
        self.reference(&format!("refs/remotes/{name}"), SOME_COMMIT)
    }

    /// A tag.
    #[must_use]
    pub fn tag(self, name: &str) -> Self {
        self.reference(&format!("refs/tags/{name}"), SOME_COMMIT)
    }

    /// A ref by its full name, with its commit.
    #[must_use]
    pub fn reference(mut self, name: &str, commit: &str) -> Self {
        self.references.insert(name.to_owned(), commit.to_owned());
        self
    }

    /// What a revision expression names; `None`: nothing.
    #[must_use]
    pub fn commit(mut self, revision: &str, commit: Option<&str>) -> Self {
        self.commits.insert(revision.to_owned(), commit.map(str::to_owned));
        self
    }

    /// A value in the repository's configuration.
    #[must_use]
    pub fn config(mut self, key: &str, value: &str) -> Self {
        self.config.push((key.to_owned(), value.to_owned()));
        self
    }

    /// A remote with its address and git's usual refspec.
    #[must_use]
    pub fn remote(self, name: &str, address: &str) -> Self {
        self.config(&format!("remote.{name}.url"), address)
            .config(&format!("remote.{name}.fetch"), &format!("+refs/heads/*:refs/remotes/{name}/*"))
    }

    /// A branch follows another one of a remote.
    #[must_use]
    pub fn upstream(self, branch: &str, remote: &str, reference: &str) -> Self {
        self.config(&format!("branch.{branch}.remote"), remote)
            .config(&format!("branch.{branch}.merge"), reference)
    }

    /// HEAD was on this branch or commit before; the first call tells the latest.
    #[must_use]
    pub fn previous_branch(mut self, name: &str) -> Self {
        self.previous.push(name.to_owned());
        self
    }

    /// A linked work tree.
    #[must_use]
    pub fn worktree(mut self, root: &str, describe: impl FnOnce(Self) -> Self) -> Self {
        self.worktrees.push((root.to_owned(), describe(Self::default())));
        self
    }

    /// What is uncommitted; without this call nothing is.
    #[must_use]
    pub fn status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    /// Nobody can know what is uncommitted.
    #[must_use]
    pub const fn unknown_status(mut self) -> Self {
        self.status_unknown = true;
        self
    }

    /// Tracked paths, relative to the root.
    #[must_use]
    pub fn tracked(mut self, paths: &[&str]) -> Self {
        self.tracked.extend(paths.iter().map(|path| (*path).to_owned()));
        self
    }

    /// Paths, relative to the root, that are ignored with all below them.
    #[must_use]
    pub fn ignored(mut self, paths: &[&str]) -> Self {
        self.ignored.extend(paths.iter().map(|path| (*path).to_owned()));
        self
    }
}
