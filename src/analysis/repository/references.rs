//! Refs, revisions, settings and work trees as the command has left them.

use std::rc::Rc;

use super::{Checkout, Event, Position, Repositories, Whereabouts};
use crate::world::{Repository, Worktree, World};

/// What a short name stands for, in the order in which git tries (gitrevisions(7)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// this full ref name
    Full(String),
    /// no ref
    Missing,
    /// nobody can know
    Unknown,
}

impl Repositories {
    /// Does this full ref name exist by now? `None` if nobody can know.
    #[must_use]
    pub fn has_reference(&self, world: &dyn World, checkout: &Checkout, name: &str) -> Option<bool> {
        let common = &checkout.repository.common_directory;
        if let Some(exists) = self.changes.references.get(&(common.clone(), name.to_owned())) {
            return Some(*exists);
        }
        let known = self.known_base(checkout);
        let exists = match &known {
            Some(repository) => world.has_reference(repository, name)?,
            None => false,
        };
        if !exists && self.is_loose(common, name) { None } else { Some(exists) }
    }

    /// Full names of the refs below `prefix` by now, sorted; `None` if nobody can know all of them.
    #[must_use]
    pub fn references(&self, world: &dyn World, checkout: &Checkout, prefix: &str) -> Option<Vec<String>> {
        let common = &checkout.repository.common_directory;
        if self.changes.loose.iter().any(|(key, loose)| {
            key == common && (loose.starts_with(prefix) || prefix.starts_with(loose.as_str()))
        }) {
            return None;
        }
        let mut names = match self.known_base(checkout) {
            Some(repository) => world.references(&repository, prefix)?,
            None => Vec::new(),
        };
        for ((key, name), exists) in &self.changes.references {
            if key != common || !name.starts_with(prefix) {
                continue;
            }
            names.retain(|other| other != name);
            if *exists {
                names.push(name.clone());
            }
        }
        names.sort_unstable();
        Some(names)
    }

    /// A ref was made, moved (`true`) or deleted (`false`).
    pub fn set_reference(&mut self, checkout: &Checkout, name: &str, exists: bool) {
        let key = (checkout.repository.common_directory.clone(), name.to_owned());
        Rc::make_mut(&mut self.changes).references.insert(key, exists);
    }

    /// Refs below `prefix` that are not known may exist from now on (a fetch, a clone).
    pub fn loosen(&mut self, checkout: &Checkout, prefix: &str) {
        let key = (checkout.repository.common_directory.clone(), prefix.to_owned());
        if !self.changes.loose.contains(&key) {
            Rc::make_mut(&mut self.changes).loose.push(key);
        }
    }

    /// The full name that a short ref name stands for.
    #[must_use]
    pub fn expand(&self, world: &dyn World, checkout: &Checkout, name: &str) -> Reference {
        let candidates = [
            name.starts_with("refs/").then(|| name.to_owned()),
            name.contains('/').then(|| format!("refs/{name}")),
            Some(format!("refs/tags/{name}")),
            Some(format!("refs/heads/{name}")),
            Some(format!("refs/remotes/{name}")),
            Some(format!("refs/remotes/{name}/HEAD")),
        ];
        for candidate in candidates.into_iter().flatten() {
            match self.has_reference(world, checkout, &candidate) {
                Some(true) => return Reference::Full(candidate),
                Some(false) => {}
                None => return Reference::Unknown,
            }
        }
        Reference::Missing
    }

    /// Does a revision expression name a commit by now? `None` if nobody can know.
    #[must_use]
    pub fn resolves(&self, world: &dyn World, checkout: &Checkout, revision: &str) -> Option<bool> {
        let base_end = revision.find(['~', '^', ':', '@']).filter(|end| *end > 0).unwrap_or(revision.len());
        let (base, suffix) = revision.split_at_checked(base_end)?;
        if base == "HEAD" || base == "@" {
            if self.has_moved(checkout) || checkout.known.is_none() {
                return None;
            }
        } else if let Reference::Full(full) = self.expand(world, checkout, base) {
            if suffix.is_empty() {
                return Some(true);
            }
            if self.is_changed(checkout, &full) {
                return None;
            }
        } else if self.is_gone(checkout, base) {
            return Some(false);
        }
        let known = self.known_base(checkout)?;
        world.commit(&known, revision).map(|commit| commit.is_some())
    }

    /// The commit that a revision names, if the command has not moved what it rests on.
    #[must_use]
    pub fn commit(&self, world: &dyn World, checkout: &Checkout, revision: &str) -> Option<String> {
        if self.has_moved(checkout)
            || self.changes.references.keys().any(|(key, _)| *key == checkout.repository.common_directory)
        {
            return None;
        }
        world.commit(checkout.known.as_deref()?, revision)?
    }

    /// Does the history of one revision hold another, both as the command has left them?
    #[must_use]
    pub fn holds(
        &self,
        world: &dyn World,
        checkout: &Checkout,
        descendant: &str,
        ancestor: &str,
    ) -> Option<bool> {
        let (old, new) = (self.commit(world, checkout, ancestor)?, self.commit(world, checkout, descendant)?);
        world.is_ancestor(checkout.known.as_deref()?, &old, &new)
    }

    /// HEAD's branch (or HEAD itself) now names another commit.
    pub fn advance(&mut self, checkout: &Checkout) {
        let own = &checkout.repository.git_directory;
        if !self.changes.moved.contains(own) {
            Rc::make_mut(&mut self.changes).moved.push(own.clone());
        }
    }

    /// All values of a setting by now, lowest priority first; `None` if nobody can know.
    #[must_use]
    pub fn setting(&self, world: &dyn World, checkout: Option<&Checkout>, key: &str) -> Option<Vec<String>> {
        if !self.changes.settings.is_empty() {
            let local = checkout.map(|checkout| checkout.repository.common_directory.clone());
            for scope in [local.unwrap_or_default(), String::new()] {
                if let Some(values) = self.changes.settings.get(&(scope, key.to_owned())) {
                    return values.clone();
                }
            }
        }
        match checkout {
            None => world.config(None, key),
            Some(checkout) => world.config(self.known_base(checkout).as_deref(), key),
        }
    }

    /// A setting of a repository (or, without one, of the user) now has these values; `None`: nobody can know.
    pub fn set_setting(&mut self, checkout: Option<&Checkout>, key: &str, values: Option<Vec<String>>) {
        let scope = checkout.map(|checkout| checkout.repository.common_directory.clone()).unwrap_or_default();
        Rc::make_mut(&mut self.changes).settings.insert((scope, key.to_owned()), values);
    }

    /// The keys below `prefix` that the command itself has set in this repository.
    #[must_use]
    pub fn own_settings(&self, checkout: &Checkout, prefix: &str) -> Vec<(String, Vec<String>)> {
        let scope = &checkout.repository.common_directory;
        self.changes
            .settings
            .iter()
            .filter(|((key, name), _)| (key == scope || key.is_empty()) && name.starts_with(prefix))
            .filter_map(|((_, name), values)| Some((name.clone(), values.clone()?)))
            .collect()
    }

    /// All work trees of the repository by now; `None` if nobody can know.
    #[must_use]
    pub fn worktrees(
        &self,
        world: &dyn World,
        checkout: &Checkout,
    ) -> Option<Vec<(Rc<Repository>, Position)>> {
        let common = &checkout.repository.common_directory;
        let mut trees = Vec::new();
        if let Some(known) = self.known_base(checkout) {
            for tree in world.worktrees(&known)? {
                if let Some(found) = self.still_there(world, &tree) {
                    trees.push(found);
                }
            }
        }
        for event in &self.changes.events {
            if let Event::Made(made) = event
                && made.common_directory == *common
                && self.find(world, &made.root)
                    == (Whereabouts::Inside(Checkout { repository: Rc::clone(made), known: None }))
                && !trees.iter().any(|(tree, _): &(Rc<Repository>, Position)| tree.root == made.root)
            {
                let position = self.position(world, &Checkout { repository: Rc::clone(made), known: None });
                trees.push((Rc::clone(made), position));
            }
        }
        Some(trees)
    }

    /// The root of another work tree that has this branch checked out by now.
    #[must_use]
    pub fn checked_out_elsewhere(
        &self,
        world: &dyn World,
        checkout: &Checkout,
        branch: &str,
    ) -> Option<String> {
        let trees = self.worktrees(world, checkout)?;
        let own = &checkout.repository.git_directory;
        trees
            .into_iter()
            .find(|(tree, position)| {
                tree.git_directory != *own
                    && !tree.bare
                    && matches!(position, Position::Branch(name) if name == branch)
            })
            .map(|(tree, _)| tree.root.clone())
    }

    fn still_there(&self, world: &dyn World, tree: &Worktree) -> Option<(Rc<Repository>, Position)> {
        let Whereabouts::Inside(found) = self.find(world, &tree.root) else { return None };
        (found.repository.root == tree.root).then(|| {
            let position = self.position(world, &found);
            (found.repository, position)
        })
    }

    /// The repository that `World` can be asked for shared facts: the checkout's own, or for a linked work tree that the
    /// command made, the one whose common directory it shares.
    fn known_base(&self, checkout: &Checkout) -> Option<Rc<Repository>> {
        if let Some(known) = &checkout.known {
            return Some(Rc::clone(known));
        }
        self.changes.bases.get(&checkout.repository.common_directory).cloned()
    }

    fn is_loose(&self, common: &str, name: &str) -> bool {
        self.changes.loose.iter().any(|(key, prefix)| key == common && name.starts_with(prefix.as_str()))
    }

    fn is_changed(&self, checkout: &Checkout, name: &str) -> bool {
        self.changes.references.contains_key(&(checkout.repository.common_directory.clone(), name.to_owned()))
    }

    fn is_gone(&self, checkout: &Checkout, short: &str) -> bool {
        let key = (checkout.repository.common_directory.clone(), format!("refs/heads/{short}"));
        self.changes.references.get(&key) == Some(&false)
    }

    /// Has this command moved HEAD or the branch it is on?
    fn has_moved(&self, checkout: &Checkout) -> bool {
        let own = &checkout.repository.git_directory;
        self.changes.heads.contains_key(own) || self.changes.moved.contains(own)
    }
}
