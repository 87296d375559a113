//! The work tree and the index: where they are, what is in them by now, and when that is no longer known.

use super::{Call, is_plain, join};
use crate::analysis::git::Change;
use crate::analysis::git::site::Site;
use crate::analysis::repository::is_within;
use crate::value::{AbstractString, Field};
use crate::world::Status;

impl Call<'_> {
    /// The work tree's root.
    pub fn root(&self) -> Option<String> {
        self.checkout().map(|checkout| checkout.repository.root.clone())
    }

    /// A work tree that is not the repository's own (`--work-tree`, `GIT_WORK_TREE`, `core.worktree`).
    pub fn work_tree(&self) -> Option<String> {
        match &self.site {
            Site::Inside(inside) => inside.work_tree.clone(),
            Site::Outside(_) | Site::Unknown(_) => None,
        }
    }

    /// The directory that relative paths start at.
    pub fn directory(&self) -> Result<String, String> {
        match &self.site {
            Site::Inside(inside) => Ok(inside.directory.clone()),
            Site::Outside(directory) => Ok(directory.clone()),
            Site::Unknown(reason) => Err(reason.clone()),
        }
    }

    /// A path argument, absolute and with its links resolved.
    pub fn resolve(&self, path: &AbstractString) -> Result<String, String> {
        self.host.resolve(&self.directory()?, path)
    }

    /// Pathspecs as absolute paths, as far as they are known and plain.
    pub fn paths(&self, fields: &[Field]) -> Vec<String> {
        fields.iter().filter_map(|field| self.path(field)).collect()
    }

    /// A plain pathspec as an absolute path; `None` for globs, magic (`:/`, `:!x`) and unknown words.
    pub fn path(&self, field: &Field) -> Option<String> {
        let text = field.known()?;
        if !is_plain(text) {
            return None;
        }
        self.resolve_itself(&field.value)
    }

    /// Resolves the directory of a path and keeps its last component, so that a link in the last place is meant itself.
    fn resolve_itself(&self, path: &AbstractString) -> Option<String> {
        let text = path.known()?.trim_end_matches('/');
        match text.rsplit_once('/') {
            Some((directory, name)) if !matches!(name, "" | "." | "..") => {
                let directory = if directory.is_empty() { "/" } else { directory };
                let directory = self.resolve(&AbstractString::text(directory)).ok()?;
                Some(join(&directory, name))
            }
            None if !matches!(text, "" | "." | "..") => Some(join(&self.directory().ok()?, text)),
            _ => self.resolve(path).ok(),
        }
    }

    /// What is uncommitted; `None` if nobody can know, or if the index is no longer as `World` knows it.
    pub fn status_of_index(&self) -> Option<Status> {
        let checkout = self.checkout()?;
        let known = checkout.known.as_deref()?;
        if self.host.repositories().is_touched(&checkout) {
            return None;
        }
        self.host.world().status(known)
    }

    /// The same, and `None` too if the command itself has changed files of the work tree.
    pub fn status(&self) -> Option<Status> {
        let root = self.root()?;
        if self.host.has_written_below(&root) || self.work_tree().is_some() {
            return None;
        }
        self.status_of_index()
    }

    /// Tracked paths (relative to the root) at or below an absolute path, if the index is as `World` knows it.
    pub fn tracked(&self, path: &str) -> Option<Vec<String>> {
        let checkout = self.checkout()?;
        if self.host.repositories().is_touched(&checkout) {
            return None;
        }
        self.host.world().tracked(checkout.known.as_deref()?, path)
    }

    /// The index is no longer as `World` knows it.
    pub fn touch(&mut self) {
        if let Some(checkout) = self.checkout() {
            self.host.repositories_mut().touch(&checkout);
        }
    }

    /// Index or work tree are no longer as `World` knows them, and files below the root may be others; what the command
    /// itself has written stays.
    pub fn loosen(&mut self) {
        if let Some(checkout) = self.checkout() {
            self.host.repositories_mut().touch(&checkout);
            let tree = self.work_tree().unwrap_or_else(|| checkout.repository.root.clone());
            self.host.record(Change::Unsettled(tree));
        }
    }

    /// Index or work tree are no longer as `World` knows them, and files below the root may be others, those too that the
    /// command itself has written and git tracks.
    pub fn unsettle(&mut self) {
        self.disturb(false);
        self.loosen();
    }

    /// What the command itself has written in the work tree may be other files by now, if git tracks them; with
    /// `everything` others too.
    pub fn disturb(&mut self, everything: bool) {
        let Some(tree) = self.root() else { return };
        let written = self.host.written_below(&tree);
        if written.is_empty() {
            return;
        }
        let tracked = if everything { None } else { self.tracked(&tree) };
        let names = |path: &str| path.strip_prefix(&tree).map(|name| name.trim_start_matches('/').to_owned());
        for path in written {
            let Some(name) = names(&path).filter(|name| !is_within(name, ".git")) else { continue };
            let is_other = |one: &String| !is_within(one, &name) && !is_within(&name, one);
            if !tracked.as_ref().is_some_and(|tracked| tracked.iter().all(is_other)) {
                self.host.record(Change::Unknown(path));
            }
        }
    }
}
