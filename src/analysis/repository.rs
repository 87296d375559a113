//! Repositories as the command has left them so far: an overlay over `World`.
//!
//! Owns which repository a path lies in, on which branch it is by now, and which refs and settings the command itself
//! has changed. It runs no git command (`analysis::git` does) and writes no intents.

mod join;
mod references;
mod trees;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::intent::{Branch, Place};
use crate::world::{Head, Lookup, Repository, World};

pub use references::Reference;

/// More repositories made, moved or removed by one command than this are not told apart.
pub const EVENTS_CAP: usize = 256;

/// The overlay; copying it is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repositories {
    changes: Rc<Changes>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Changes {
    /// In the order in which they happened.
    events: Vec<Event>,
    /// What HEAD says by now, by git directory.
    heads: BTreeMap<String, Position>,
    /// Where HEAD was before each switch, by git directory, the latest last.
    previous: BTreeMap<String, Vec<Option<String>>>,
    /// Refs made (true) or deleted (false), by common directory and full name.
    references: BTreeMap<(String, String), bool>,
    /// Common directory and prefix of refs of which others than the known ones may exist.
    loose: Vec<(String, String)>,
    /// Settings changed, by common directory (empty: the user's) and key; `None` as value: not known.
    settings: BTreeMap<(String, String), Option<Vec<String>>>,
    /// Git directories whose index or work tree git itself has changed.
    touched: Vec<String>,
    /// Git directories whose HEAD names another commit than before.
    moved: Vec<String>,
    /// What `World` knows of the repository that a new linked work tree shares, by common directory.
    bases: BTreeMap<String, Rc<Repository>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    /// a repository or a linked work tree was made
    Made(Rc<Repository>),
    /// this tree was removed
    Removed(String),
    /// this tree now also stands there
    Copied {
        /// the tree
        from: String,
        /// its copy
        to: String,
    },
}

/// A repository together with what `World` knows it as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkout {
    /// Where it stands by now.
    pub repository: Rc<Repository>,
    /// As `World` knows it; `None` if this command made it.
    pub known: Option<Rc<Repository>>,
}

/// Where a path lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// in this repository
    Inside(Checkout),
    /// in none
    Outside,
    /// nobody can know; the reason
    Unknown(String),
}

/// What HEAD says by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// on this branch, born or not
    Branch(String),
    /// on this commit, if known
    Detached(Option<String>),
    /// nobody can know; the reason
    Unknown(String),
}

impl Repositories {
    /// The innermost repository of a physical path (which need not exist) and the branch that is current in it by now.
    /// `None` outside any repository; where a repository can't be read the error says why.
    ///
    /// # Errors
    /// The reason why nobody can know.
    pub fn place(&self, world: &dyn World, path: &str) -> Result<Option<Rc<Place>>, String> {
        match self.find(world, path) {
            Whereabouts::Inside(checkout) => Ok(Some(self.place_of(world, &checkout))),
            Whereabouts::Outside => Ok(None),
            Whereabouts::Unknown(reason) => Err(reason),
        }
    }

    /// A repository's place with its branch by now.
    #[must_use]
    pub fn place_of(&self, world: &dyn World, checkout: &Checkout) -> Rc<Place> {
        let branch = match self.position(world, checkout) {
            Position::Branch(name) => Branch::Named(name),
            Position::Detached(_) => Branch::Detached,
            Position::Unknown(reason) => Branch::Unknown(reason),
        };
        Rc::new(Place {
            root: checkout.repository.root.clone(),
            git_directory: checkout.repository.git_directory.clone(),
            branch,
        })
    }

    /// The innermost repository of a physical path, as the command has left it.
    #[must_use]
    pub fn find(&self, world: &dyn World, path: &str) -> Whereabouts {
        if self.changes.events.is_empty() {
            return from_world(world.repository(path), path);
        }
        trees::find(&self.changes.events, world, path)
    }

    /// The repository of a git directory (`--git-dir`).
    #[must_use]
    pub fn open(&self, world: &dyn World, git_directory: &str) -> Whereabouts {
        for event in self.changes.events.iter().rev() {
            match event {
                Event::Made(made) if made.git_directory == git_directory => {
                    return Whereabouts::Inside(Checkout { repository: Rc::clone(made), known: None });
                }
                Event::Removed(tree) if is_within(git_directory, tree) => return Whereabouts::Outside,
                _ => {}
            }
        }
        from_world(world.open(git_directory), git_directory)
    }

    /// The HEADs that the command has moved, by git directory, with what they say by now.
    pub fn heads(&self) -> impl Iterator<Item = (&str, &Position)> {
        self.changes.heads.iter().map(|(directory, position)| (directory.as_str(), position))
    }

    /// What HEAD says by now.
    #[must_use]
    pub fn position(&self, world: &dyn World, checkout: &Checkout) -> Position {
        if let Some(position) = self.changes.heads.get(&checkout.repository.git_directory) {
            return position.clone();
        }
        let Some(known) = &checkout.known else {
            return Position::Unknown("HEAD of a repository that the command made".to_owned());
        };
        match world.head(known) {
            Head::Branch(name) => Position::Branch(name),
            Head::Detached(commit) => Position::Detached(Some(commit)),
            Head::Unknown => Position::Unknown("HEAD can't be read".to_owned()),
        }
    }

    /// HEAD moves. What it said before becomes `@{-1}`.
    pub fn set_position(&mut self, world: &dyn World, checkout: &Checkout, position: Position) {
        let before = match self.position(world, checkout) {
            Position::Branch(name) => Some(name),
            Position::Detached(commit) => commit,
            Position::Unknown(_) => None,
        };
        let key = checkout.repository.git_directory.clone();
        let changes = Rc::make_mut(&mut self.changes);
        let previous = changes.previous.entry(key.clone()).or_default();
        if previous.len() < EVENTS_CAP {
            previous.push(before);
        }
        changes.heads.insert(key, position);
    }

    /// HEAD follows its branch to a new name, which is no switch.
    pub fn rename_position(&mut self, checkout: &Checkout, position: Position) {
        Rc::make_mut(&mut self.changes).heads.insert(checkout.repository.git_directory.clone(), position);
    }

    /// The branch or commit that HEAD was on `steps` switches ago (`@{-1}` is 1 step); `None` if nobody can know.
    #[must_use]
    pub fn previous(&self, world: &dyn World, checkout: &Checkout, steps: usize) -> Option<String> {
        let own = self.changes.previous.get(&checkout.repository.git_directory);
        let own_len = own.map_or(0, Vec::len);
        if steps == 0 {
            return None;
        }
        if steps <= own_len {
            return own.and_then(|list| list.get(own_len - steps)).cloned().flatten();
        }
        world.previous_branch(checkout.known.as_deref()?, steps - own_len)
    }

    /// A repository now stands at its root, with HEAD at `position`. A linked work tree has the checkout that it is
    /// linked to as its `base`.
    pub fn add(&mut self, repository: Rc<Repository>, position: Position, base: Option<&Checkout>) {
        let changes = Rc::make_mut(&mut self.changes);
        if let Some(known) = base.and_then(|checkout| checkout.known.as_ref()) {
            changes.bases.insert(repository.common_directory.clone(), Rc::clone(known));
        }
        changes.heads.insert(repository.git_directory.clone(), position);
        changes.previous.remove(&repository.git_directory);
        push_event(changes, Event::Made(repository));
    }

    /// A tree was removed, with the repositories in it.
    pub fn remove_tree(&mut self, path: &str) {
        push_event(Rc::make_mut(&mut self.changes), Event::Removed(path.to_owned()));
    }

    /// A tree was moved, with the repositories in it.
    pub fn move_tree(&mut self, from: &str, to: &str) {
        self.copy_tree(from, to);
        self.remove_tree(from);
    }

    /// A tree was copied, with the repositories in it.
    pub fn copy_tree(&mut self, from: &str, to: &str) {
        let changes = Rc::make_mut(&mut self.changes);
        let moved: Vec<(String, Position)> = changes
            .heads
            .iter()
            .filter_map(|(key, position)| Some((rebase(key, from, to)?, position.clone())))
            .collect();
        changes.heads.extend(moved);
        let copied: Vec<((String, String), bool)> = changes
            .references
            .iter()
            .filter_map(|((key, name), exists)| Some(((rebase(key, from, to)?, name.clone()), *exists)))
            .collect();
        changes.references.extend(copied);
        push_event(changes, Event::Copied { from: from.to_owned(), to: to.to_owned() });
    }

    /// Tells that git itself has changed this work tree or its index.
    pub fn touch(&mut self, checkout: &Checkout) {
        if !self.is_touched(checkout) {
            Rc::make_mut(&mut self.changes).touched.push(checkout.repository.git_directory.clone());
        }
    }

    /// Has git itself changed this work tree or its index in this command?
    #[must_use]
    pub fn is_touched(&self, checkout: &Checkout) -> bool {
        self.changes.touched.contains(&checkout.repository.git_directory)
    }

    /// True if the command has changed nothing about repositories.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        *self.changes == Changes::default()
    }
}

fn push_event(changes: &mut Changes, event: Event) {
    if changes.events.len() < EVENTS_CAP {
        changes.events.push(event);
    }
}

fn from_world(lookup: Lookup, path: &str) -> Whereabouts {
    match lookup {
        Lookup::Found(found) => {
            Whereabouts::Inside(Checkout { repository: Rc::clone(&found), known: Some(found) })
        }
        Lookup::Outside => Whereabouts::Outside,
        Lookup::Unknown => Whereabouts::Unknown(format!("the repository of `{path}` can't be read")),
    }
}

/// True if `path` is `tree` or lies in it.
pub(crate) fn is_within(path: &str, tree: &str) -> bool {
    match path.strip_prefix(tree) {
        Some(rest) => rest.is_empty() || rest.starts_with('/') || tree.ends_with('/'),
        None => false,
    }
}

/// `path` with `from` in front of it replaced by `to`.
fn rebase(path: &str, from: &str, to: &str) -> Option<String> {
    if !is_within(path, from) {
        return None;
    }
    let rest = path.strip_prefix(from)?;
    Some(format!("{to}{rest}"))
}
