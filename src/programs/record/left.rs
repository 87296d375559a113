//! The files as the program has left them, and what it would find at a path.

use std::rc::Rc;

use super::{Recorder, normal};
use crate::commands::plan::{FileAction, Kind};
use crate::value::AbstractString;

/// A file as the program has left it.
#[derive(Clone, Debug)]
pub(super) enum Left {
    /// it is there; its content if that is known
    Present(Option<Rc<str>>),
    /// a directory is there
    Directory,
    /// nothing is there
    Gone,
    /// anything may be there
    Unsure,
}

impl Recorder<'_> {
    /// Is anything at the path? `None`: don't know.
    pub(in crate::programs) fn exists(&self, path: &AbstractString) -> Option<bool> {
        let path = self.joined(path);
        match self.own(&path) {
            Some(Left::Present(_) | Left::Directory) => Some(true),
            Some(Left::Gone) => Some(false),
            Some(Left::Unsure) => None,
            None => self.facts.exists(&path),
        }
    }

    /// Is a directory at the path? `None`: don't know.
    pub(in crate::programs) fn is_directory(&self, path: &AbstractString) -> Option<bool> {
        let path = self.joined(path);
        match self.own(&path) {
            Some(Left::Present(_) | Left::Gone) => Some(false),
            Some(Left::Directory) => Some(true),
            Some(Left::Unsure) => None,
            None => self.facts.is_directory(&path),
        }
    }

    /// Is a symbolic link at the path?
    pub(in crate::programs) fn is_link(&self, path: &AbstractString) -> Option<bool> {
        let path = self.joined(path);
        match self.own(&path) {
            Some(_) => None,
            None => self.facts.kind(&path).map(|kind| kind == Kind::Link),
        }
    }

    /// A small file's text.
    pub(in crate::programs) fn content(&self, path: &AbstractString) -> Option<String> {
        let path = self.joined(path);
        match self.own(&path) {
            Some(Left::Present(content)) => content.as_deref().map(str::to_owned),
            Some(_) => None,
            None => self.facts.content(&path),
        }
    }

    /// The names in a directory, if the program has written nothing so far.
    pub(in crate::programs) fn list(&self, path: &AbstractString) -> Option<Vec<String>> {
        if self.scattered || !self.left.is_empty() {
            return None;
        }
        self.facts.list(&self.joined(path))
    }

    /// Keeps what an operation leaves at a path.
    pub(super) fn leave(&mut self, path: &AbstractString, action: FileAction) {
        let Some(known) = path.known() else {
            self.scattered = true;
            return;
        };
        let left = match action {
            _ if self.maybe > 0 => Left::Unsure,
            FileAction::Write | FileAction::CreateNew => Left::Present(Some("".into())),
            FileAction::Delete { .. } | FileAction::RemoveDirectory { .. } => Left::Gone,
            FileAction::MakeDirectory { .. } => Left::Directory,
            FileAction::Metadata { recursive: true } | FileAction::Modify => Left::Unsure,
            FileAction::Metadata { .. } => return,
            _ => Left::Present(None),
        };
        let key = self.key(known);
        if let FileAction::MakeDirectory { parents: true } = action {
            let mut parent = key.as_str();
            while let Some((front, _)) = parent.rsplit_once('/').filter(|(front, _)| !front.is_empty()) {
                self.left.entry(front.to_owned()).or_insert(Left::Directory);
                parent = front;
            }
        }
        self.left.insert(key, left);
    }

    /// What the program itself has left at a path, as far as it matters.
    fn own(&self, path: &AbstractString) -> Option<Left> {
        let Some(known) = path.known() else {
            return (self.scattered || !self.left.is_empty()).then_some(Left::Unsure);
        };
        let key = self.key(known);
        if let Some(left) = self.left.get(&key) {
            return Some(left.clone());
        }
        let mut parent = key.as_str();
        while let Some((front, _)) = parent.rsplit_once('/').filter(|(front, _)| !front.is_empty()) {
            match self.left.get(front) {
                Some(Left::Gone) => return Some(Left::Gone),
                Some(Left::Unsure) => return Some(Left::Unsure),
                _ => parent = front,
            }
        }
        self.scattered.then_some(Left::Unsure)
    }

    pub(super) fn key(&self, path: &str) -> String {
        match self.facts.directory() {
            Some(here) if !path.starts_with('/') => normal(&[&here, "/", path].concat()),
            _ => normal(path),
        }
    }
}
