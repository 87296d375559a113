//! The real machine: the file system, this process's environment, and git repositories.
//!
//! Owns the answers and how long they are kept: a [`Disk`] asks for each path, HEAD and configuration once in its life, so
//! it is made anew for every call that must see the present state. git's own files are read here as the main road,
//! because that is cheap and never fails on who owns them; libgit2 answers what needs the index or objects, and the
//! git binary what neither can.

mod binary;
mod config;
mod config_file;
mod discovery;
mod environment;
mod files;
mod library;
mod porcelain;
mod provenance;
mod refs;
mod wildmatch;
mod worktrees;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use library::Library;
use porcelain::Porcelain;

use super::resolve::{LastLink, parent, resolve};
use super::{Entry, Head, Lookup, Provenance, Repository, Status, Variable, Worktree, World};
use files::Text;

/// More paths than this are not remembered; those beyond are asked each time.
const MEMORY_CAP: usize = 100_000;

type Settings = Rc<Vec<(String, String)>>;

/// The machine that this process runs on.
#[derive(Default)]
pub struct Disk {
    home: Option<String>,
    library: Library,
    /// Hashed, for paths are long where they are alike, and a tree would compare that part at every step.
    entries: RefCell<HashMap<String, Known>>,
    heads: RefCell<BTreeMap<String, Head>>,
    lookups: RefCell<BTreeMap<String, Lookup>>,
    settings: RefCell<BTreeMap<String, Option<Settings>>>,
}

/// What stands at a path, as it was when it was first asked for.
struct Known {
    entry: Option<Entry>,
    /// A directory, and no link leads to it.
    plain: bool,
}

impl Disk {
    /// The machine as this process sees it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// HOME is this directory, whatever the environment says.
    #[must_use]
    pub fn with_home(mut self, directory: &str) -> Self {
        self.home = Some(directory.to_owned());
        self
    }

    fn home(&self) -> Option<String> {
        match self.variable("HOME") {
            Variable::Set(home) if home.starts_with('/') => Some(home),
            _ => None,
        }
    }

    /// Follows all links of a path.
    fn resolved(&self, path: &str) -> Option<String> {
        // Most paths lie in a directory that was asked about before.
        let plain = parent(path).is_some_and(|parent| self.lookups.borrow().contains_key(parent));
        if plain && !matches!(self.entry(path), None | Some(Entry::Link(_))) {
            return Some(path.to_owned());
        }
        resolve(path, LastLink::Followed, |path| self.entry(path))
    }

    /// The repository of a path without links: that of the nearest directory which is one.
    fn lookup(&self, path: &str) -> Lookup {
        let mut visited = Vec::new();
        let mut at = Some(path);
        let mut answer = Lookup::Outside;
        while let Some(directory) = at {
            if let Some(known) = self.lookups.borrow().get(directory) {
                answer = known.clone();
                break;
            }
            visited.push(directory.to_owned());
            if let Some(found) = discovery::at(directory) {
                answer = found;
                break;
            }
            at = parent(directory);
        }
        let mut lookups = self.lookups.borrow_mut();
        for directory in visited {
            if lookups.len() < MEMORY_CAP {
                lookups.insert(directory, answer.clone());
            }
        }
        answer
    }

    fn settings(&self, repository: Option<&Repository>) -> Option<Settings> {
        let place = repository.map_or("", |repository| &repository.git_directory);
        if let Some(known) = self.settings.borrow().get(place) {
            return known.clone();
        }
        let home = self.home();
        let branch = || match self.head(repository?) {
            Head::Branch(name) => Some(name),
            Head::Detached(_) | Head::Unknown => None,
        };
        let directories =
            repository.map(|repository| (&*repository.git_directory, &*repository.common_directory));
        let scope = config::Scope { home: home.as_deref(), directories, branch: &branch };
        let settings = config::load(&scope).map(Rc::new);
        self.settings.borrow_mut().insert(place.to_owned(), settings.clone());
        settings
    }

    /// Are its refs kept as files?
    fn has_ref_files(&self, repository: &Repository) -> bool {
        refs::head(&repository.git_directory) != refs::Ref::Symbolic(refs::REFTABLE_HEAD.to_owned())
    }

    /// Asks the git binary.
    fn ask<Answer>(&self, repository: &Repository, question: impl FnOnce(Porcelain<'_>) -> Answer) -> Answer {
        let home = self.home();
        question(Porcelain { repository, home: home.as_deref() })
    }
}

impl World for Disk {
    fn entry(&self, path: &str) -> Option<Entry> {
        if let Some(known) = self.entries.borrow().get(path) {
            return known.entry.clone();
        }
        let entry = files::entry(path);
        let is_plain = |(parent, name)| !matches!(name, "" | "." | "..") && self.is_plain(parent);
        let plain = entry == Some(Entry::Directory) && path.rsplit_once('/').is_some_and(is_plain);
        let mut entries = self.entries.borrow_mut();
        if entries.len() < MEMORY_CAP {
            entries.insert(path.to_owned(), Known { entry: entry.clone(), plain });
        }
        entry
    }

    fn is_plain(&self, directory: &str) -> bool {
        directory.is_empty() || self.entries.borrow().get(directory).is_some_and(|known| known.plain)
    }

    fn list(&self, directory: &str) -> Option<Vec<String>> {
        files::list(directory)
    }

    fn content(&self, path: &str, limit: usize) -> Option<String> {
        match files::read(path, limit) {
            Text::Found(text) => Some(text),
            Text::Missing | Text::Unreadable => None,
        }
    }

    fn modified(&self, path: &str) -> Option<i128> {
        files::modified(path)
    }

    fn variable(&self, name: &str) -> Variable {
        match &self.home {
            Some(home) if name == "HOME" => Variable::Set(home.clone()),
            _ => environment::variable(name),
        }
    }

    fn home_of(&self, user: &str) -> Option<String> {
        environment::home_of(user)
    }

    fn program(&self, name: &str) -> Option<bool> {
        match self.variable("PATH") {
            Variable::Set(path) if !name.contains('/') && !name.is_empty() => {
                Some(environment::program_directory(&path, name).is_some())
            }
            _ => None,
        }
    }

    fn repository(&self, path: &str) -> Lookup {
        match self.resolved(path) {
            Some(path) => self.lookup(&path),
            None => Lookup::Unknown,
        }
    }

    fn open(&self, git_directory: &str) -> Lookup {
        discovery::open(git_directory)
    }

    fn head(&self, repository: &Repository) -> Head {
        if let Some(known) = self.heads.borrow().get(&repository.git_directory) {
            return known.clone();
        }
        let head = refs::resolved_head(repository);
        let head = head.unwrap_or_else(|| self.ask(repository, |git| git.head()));
        self.heads.borrow_mut().insert(repository.git_directory.clone(), head.clone());
        head
    }

    fn references(&self, repository: &Repository, prefix: &str) -> Option<Vec<String>> {
        if self.has_ref_files(repository) {
            return refs::list(repository, prefix);
        }
        self.ask(repository, |git| git.references(prefix))
    }

    fn has_reference(&self, repository: &Repository, name: &str) -> Option<bool> {
        if self.has_ref_files(repository) {
            return refs::object(repository, name).map(|object| object.is_some());
        }
        self.ask(repository, |git| git.references(name)).map(|names| names.iter().any(|known| known == name))
    }

    fn commit(&self, repository: &Repository, revision: &str) -> Option<Option<String>> {
        if revision.is_empty() || revision.contains('\0') {
            return Some(None);
        }
        // A branch's ref is a commit; anything else may be a tag object.
        if revision.starts_with("refs/heads/") && self.has_ref_files(repository) {
            return refs::object(repository, revision);
        }
        let answer = self.library.commit(repository, revision);
        answer.or_else(|| self.ask(repository, |git| git.commit(revision)))
    }

    fn is_ancestor(&self, repository: &Repository, ancestor: &str, descendant: &str) -> Option<bool> {
        self.library.is_ancestor(repository, ancestor, descendant)
    }

    fn config(&self, repository: Option<&Repository>, key: &str) -> Option<Vec<String>> {
        let key = config::canonical(key);
        let settings = self.settings(repository)?;
        Some(settings.iter().filter(|setting| setting.0 == key).map(|(_, value)| value.clone()).collect())
    }

    fn config_below(&self, repository: Option<&Repository>, prefix: &str) -> Option<Vec<(String, String)>> {
        let settings = self.settings(repository)?;
        Some(settings.iter().filter(|(key, _)| key.starts_with(prefix)).cloned().collect())
    }

    fn previous_branch(&self, repository: &Repository, steps: usize) -> Option<String> {
        if self.has_ref_files(repository) {
            return refs::previous_branch(repository, steps);
        }
        self.ask(repository, |git| git.previous_branch(steps))
    }

    fn worktrees(&self, repository: &Repository) -> Option<Vec<Worktree>> {
        let trees = worktrees::list(repository)?;
        let worktree = |tree: Repository| Worktree { head: self.head(&tree), root: tree.root };
        Some(trees.into_iter().map(worktree).collect())
    }

    fn status(&self, repository: &Repository) -> Option<Status> {
        let status = self.library.status(repository);
        let mut status = status.or_else(|| self.ask(repository, |git| git.status()))?;
        status.in_progress = worktrees::in_progress(repository);
        status.stashes = refs::stashes(repository)?;
        Some(status)
    }

    fn tracked(&self, repository: &Repository, path: &str) -> Option<Vec<String>> {
        let answer = self.library.tracked(repository, path);
        answer.or_else(|| self.ask(repository, |git| git.tracked(path)))
    }

    fn last_commit(&self, repository: &Repository, path: &str) -> Option<Provenance> {
        self.library.last_commit(repository, path)
    }

    fn ignored(&self, repository: &Repository, path: &str) -> Option<bool> {
        let answer = self.library.ignored(repository, path);
        answer.or_else(|| self.ask(repository, |git| git.ignored(path)))
    }
}
