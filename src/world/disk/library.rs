//! Status, revisions, tracked and ignored paths through libgit2.
//!
//! Owns the open libgit2 handles, one a repository at most. libgit2 refuses repositories of other users, SHA-256 and
//! reftable ones and split indexes; every answer here may therefore be "ask the git binary".

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::rc::Rc;

use git2::{ErrorCode, ObjectType, Oid, RepositoryOpenFlags, StatusOptions, StatusShow};

use super::provenance;
use crate::world::resolve::relative;
use crate::world::{Provenance, Repository, Status};

/// More paths than this are not listed.
pub(super) const PATHS_CAP: usize = 10_000;

/// The handles that were opened, by git directory; `None`: libgit2 refused.
#[derive(Default)]
pub(super) struct Library {
    open: RefCell<BTreeMap<String, Option<Rc<git2::Repository>>>>,
}

impl Library {
    /// The commit that a revision names; `Some(None)`: nothing.
    pub(super) fn commit(&self, repository: &Repository, revision: &str) -> Option<Option<String>> {
        let handle = self.handle(repository)?;
        let peeled = handle.revparse_single(revision).and_then(|object| object.peel(ObjectType::Commit));
        match peeled {
            Ok(commit) => Some(Some(commit.id().to_string())),
            Err(error) => match error.code() {
                ErrorCode::NotFound | ErrorCode::InvalidSpec | ErrorCode::Peel => Some(None),
                _ => None,
            },
        }
    }

    /// Does the history of one commit hold another?
    pub(super) fn is_ancestor(
        &self,
        repository: &Repository,
        ancestor: &str,
        descendant: &str,
    ) -> Option<bool> {
        let handle = self.handle(repository)?;
        let (ancestor, descendant) = (Oid::from_str(ancestor).ok()?, Oid::from_str(descendant).ok()?);
        if ancestor == descendant {
            return Some(true);
        }
        handle.graph_descendant_of(descendant, ancestor).ok()
    }

    /// What is uncommitted, without stashes and state.
    pub(super) fn status(&self, repository: &Repository) -> Option<Status> {
        let handle = self.handle(repository)?;
        let mut options = StatusOptions::new();
        options
            .show(StatusShow::IndexAndWorkdir)
            .include_untracked(true)
            .include_ignored(false)
            .recurse_untracked_dirs(false)
            .no_refresh(true);
        let mut status = Status::default();
        for entry in handle.statuses(Some(&mut options)).ok()?.iter() {
            let path = entry.path().ok()?.to_owned();
            let flags = entry.status();
            if flags.is_conflicted() {
                status.conflicted.push(path);
                continue;
            }
            if flags.is_wt_new() {
                status.untracked.push(path.clone());
            }
            if flags.intersects(staged_flags()) {
                status.staged.push(path.clone());
            }
            if flags.intersects(unstaged_flags()) {
                status.unstaged.push(path);
            }
        }
        Some(status)
    }

    /// Tracked paths at or below `path`.
    pub(super) fn tracked(&self, repository: &Repository, path: &str) -> Option<Vec<String>> {
        let top = relative(path, &repository.root)?;
        let index = self.handle(repository)?.index().ok()?;
        let mut paths = Vec::new();
        for entry in index.iter() {
            let Ok(name) = String::from_utf8(entry.path) else { return None };
            if !(top.is_empty() || relative(&name, top).is_some()) || paths.last() == Some(&name) {
                continue;
            }
            if paths.len() == PATHS_CAP {
                return None;
            }
            paths.push(name);
        }
        Some(paths)
    }

    /// Is the path ignored and not tracked?
    pub(super) fn ignored(&self, repository: &Repository, path: &str) -> Option<bool> {
        let name = relative(path, &repository.root)?;
        if name.is_empty() {
            return Some(false);
        }
        let handle = self.handle(repository)?;
        let index = handle.index().ok()?;
        if (0..4).any(|stage| index.get_path(name.as_ref(), stage).is_some()) {
            return Some(false);
        }
        handle.is_path_ignored(name).ok()
    }

    /// The last commit that changed `path`.
    pub(super) fn last_commit(&self, repository: &Repository, path: &str) -> Option<Provenance> {
        let name = relative(path, &repository.root)?;
        provenance::last_commit(&*self.handle(repository)?, name)
    }

    fn handle(&self, repository: &Repository) -> Option<Rc<git2::Repository>> {
        let mut open = self.open.borrow_mut();
        if let Some(handle) = open.get(&repository.git_directory) {
            return handle.clone();
        }
        let none: [&OsStr; 0] = [];
        let flags = RepositoryOpenFlags::NO_SEARCH | RepositoryOpenFlags::NO_DOTGIT;
        let opened = git2::Repository::open_ext(&repository.git_directory, flags, none).ok();
        let handle = opened.filter(|handle| is_sound(handle, repository)).map(Rc::new);
        open.insert(repository.git_directory.clone(), handle.clone());
        handle
    }
}

/// Does libgit2 see the same work tree as we do?
fn is_sound(handle: &git2::Repository, repository: &Repository) -> bool {
    match handle.workdir().and_then(|root| root.to_str()) {
        Some(root) => repository.bare || root.trim_end_matches('/') == repository.root.trim_end_matches('/'),
        None => repository.bare,
    }
}

fn staged_flags() -> git2::Status {
    git2::Status::INDEX_NEW
        | git2::Status::INDEX_MODIFIED
        | git2::Status::INDEX_DELETED
        | git2::Status::INDEX_RENAMED
        | git2::Status::INDEX_TYPECHANGE
}

fn unstaged_flags() -> git2::Status {
    git2::Status::WT_MODIFIED
        | git2::Status::WT_DELETED
        | git2::Status::WT_RENAMED
        | git2::Status::WT_TYPECHANGE
}
