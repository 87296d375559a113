//! What a [`Memory`] answers.

use std::rc::Rc;

use super::{Memory, Node, Tree};
use crate::world::resolve::{LastLink, join, relative, resolve};
use crate::world::{Entry, Head, Lookup, Repository, Status, Variable, Worktree, World};

/// Directories longer than this are not listed (names).
const LIST_CAP: usize = 10_000;

impl World for Memory {
    fn entry(&self, path: &str) -> Option<Entry> {
        let path = resolve(path, LastLink::Kept, |path| self.at(path))?;
        self.at(&path)
    }

    fn list(&self, directory: &str) -> Option<Vec<String>> {
        let directory = self.resolved(directory)?;
        if self.at(&directory)? != Entry::Directory || self.paths_unknown {
            return None;
        }
        let first = join(&directory, "");
        let names: Vec<String> = self
            .nodes
            .range(first.clone()..)
            .map_while(|(path, _)| path.strip_prefix(&first))
            .filter(|name| !name.is_empty() && !name.contains('/'))
            .map(str::to_owned)
            .take(LIST_CAP + 1)
            .collect();
        (names.len() <= LIST_CAP).then_some(names)
    }

    fn content(&self, path: &str, limit: usize) -> Option<String> {
        match self.nodes.get(&self.resolved(path)?)? {
            Node::File { text, .. } if text.len() <= limit => Some(text.clone()),
            _ => None,
        }
    }

    fn variable(&self, name: &str) -> Variable {
        match self.variables.get(name) {
            Some(variable) => variable.clone(),
            None if self.variables_unknown => Variable::Unknown,
            None => Variable::Unset,
        }
    }

    fn home_of(&self, user: &str) -> Option<String> {
        self.homes.get(user).cloned()
    }

    fn program(&self, name: &str) -> Option<bool> {
        Some(self.programs.as_ref()?.contains(name))
    }

    fn repository(&self, path: &str) -> Lookup {
        let Some(path) = self.resolved(path) else { return Lookup::Unknown };
        let depth = |tree: &&Tree| {
            let repository = &tree.repository;
            [&repository.root, &repository.git_directory]
                .into_iter()
                .filter(|top| relative(&path, top).is_some())
                .map(String::len)
                .max()
        };
        match self.trees.iter().filter(|tree| depth(tree).is_some()).max_by_key(depth) {
            Some(tree) => Lookup::Found(Rc::clone(&tree.repository)),
            None => Lookup::Outside,
        }
    }

    fn open(&self, git_directory: &str) -> Lookup {
        let Some(path) = self.resolved(git_directory) else { return Lookup::Unknown };
        match self.trees.iter().find(|tree| tree.repository.git_directory == path) {
            Some(tree) => Lookup::Found(Rc::clone(&tree.repository)),
            None => Lookup::Outside,
        }
    }

    fn head(&self, repository: &Repository) -> Head {
        self.tree(repository).and_then(|tree| tree.facts.head.clone()).unwrap_or(Head::Unknown)
    }

    fn references(&self, repository: &Repository, prefix: &str) -> Option<Vec<String>> {
        let names = self.shared(repository)?.references.keys();
        Some(names.filter(|name| name.starts_with(prefix)).cloned().collect())
    }

    fn has_reference(&self, repository: &Repository, name: &str) -> Option<bool> {
        Some(self.shared(repository)?.references.contains_key(name))
    }

    fn commit(&self, repository: &Repository, revision: &str) -> Option<Option<String>> {
        let facts = self.shared(repository)?;
        if let Some(told) = facts.commits.get(revision) {
            return Some(told.clone());
        }
        if matches!(revision, "HEAD" | "@") {
            return match self.head(repository) {
                Head::Branch(name) => Some(facts.references.get(&format!("refs/heads/{name}")).cloned()),
                Head::Detached(commit) => Some(Some(commit)),
                Head::Unknown => None,
            };
        }
        let forms = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];
        let found = forms.iter().find_map(|form| facts.references.get(&format!("{form}{revision}"))).cloned();
        match found {
            Some(commit) => Some(Some(commit)),
            None if revision.contains(['~', '^', '@', ':']) => None,
            None => Some(None),
        }
    }

    fn config(&self, repository: Option<&Repository>, key: &str) -> Option<Vec<String>> {
        let same = |entry: &&(String, String)| entry.0.eq_ignore_ascii_case(key);
        Some(self.values(repository).filter(same).map(|(_, value)| value.clone()).collect())
    }

    fn config_below(&self, repository: Option<&Repository>, prefix: &str) -> Option<Vec<(String, String)>> {
        Some(self.values(repository).filter(|(key, _)| key.starts_with(prefix)).cloned().collect())
    }

    fn previous_branch(&self, repository: &Repository, steps: usize) -> Option<String> {
        self.tree(repository)?.facts.previous.get(steps.checked_sub(1)?).cloned()
    }

    fn worktrees(&self, repository: &Repository) -> Option<Vec<Worktree>> {
        let common = &repository.common_directory;
        let mut trees: Vec<&Tree> =
            self.trees.iter().filter(|tree| tree.repository.common_directory == *common).collect();
        trees.sort_by_key(|tree| tree.repository.git_directory != *common);
        let worktree =
            |tree: &Tree| Worktree { root: tree.repository.root.clone(), head: self.head(&tree.repository) };
        Some(trees.into_iter().map(worktree).collect())
    }

    fn status(&self, repository: &Repository) -> Option<Status> {
        let facts = &self.tree(repository)?.facts;
        (!facts.status_unknown).then(|| facts.status.clone())
    }

    fn tracked(&self, repository: &Repository, path: &str) -> Option<Vec<String>> {
        let top = relative(path, &repository.root)?;
        let paths = self.tree(repository)?.facts.tracked.iter();
        Some(paths.filter(|path| top.is_empty() || relative(path, top).is_some()).cloned().collect())
    }

    fn ignored(&self, repository: &Repository, path: &str) -> Option<bool> {
        let path = relative(path, &repository.root)?;
        Some(self.tree(repository)?.facts.ignored.iter().any(|top| relative(path, top).is_some()))
    }
}
