//! Which repository a path lies in once the command has made, removed, copied or moved some.

use std::rc::Rc;

use super::{Checkout, Event, Whereabouts, from_world, is_within, rebase};
use crate::world::{Repository, World};

/// Copies of copies deeper than this are not followed.
const COPIES_CAP: usize = 16;

/// The innermost repository of `path` after all `events`.
pub(super) fn find(events: &[Event], world: &dyn World, path: &str) -> Whereabouts {
    find_after(events, world, path, COPIES_CAP)
}

fn find_after(events: &[Event], world: &dyn World, path: &str, depth: usize) -> Whereabouts {
    if let Some(found) = owner_of_git_directory(events, path) {
        return found;
    }
    let on_disk = world_lookup(events, world, path);
    if let Whereabouts::Inside(checkout) = &on_disk
        && !is_within(path, &checkout.repository.root)
    {
        return on_disk;
    }
    for here in std::iter::once(path).chain(ancestors(path)) {
        if let Some(found) = stands_at(events, world, here, depth) {
            return found;
        }
        if matches!(&on_disk, Whereabouts::Inside(checkout) if checkout.repository.root == here) {
            return on_disk;
        }
    }
    on_disk
}

/// A repository that an event put exactly at `root`.
fn stands_at(events: &[Event], world: &dyn World, root: &str, depth: usize) -> Option<Whereabouts> {
    for (index, event) in events.iter().enumerate().rev() {
        match event {
            Event::Made(made) if made.root == root => {
                return Some(Whereabouts::Inside(Checkout { repository: Rc::clone(made), known: None }));
            }
            Event::Removed(tree) if is_within(root, tree) || is_within(&format!("{root}/.git"), tree) => {
                return None;
            }
            Event::Copied { from, to } if is_within(root, to) && depth > 0 => {
                let origin = rebase(root, to, from)?;
                let before = events.get(..index)?;
                let found = find_after(before, world, &origin, depth - 1);
                return moved(found, &origin, from, to);
            }
            _ => {}
        }
    }
    None
}

/// The same repository at its copy's place, if its root is exactly `origin`.
fn moved(found: Whereabouts, origin: &str, from: &str, to: &str) -> Option<Whereabouts> {
    let Whereabouts::Inside(checkout) = found else {
        return None;
    };
    let old = &checkout.repository;
    if old.root != origin {
        return None;
    }
    let at = |path: &str| rebase(path, from, to).unwrap_or_else(|| path.to_owned());
    let repository = Repository {
        root: at(&old.root),
        git_directory: at(&old.git_directory),
        common_directory: at(&old.common_directory),
        bare: old.bare,
    };
    Some(Whereabouts::Inside(Checkout { repository: Rc::new(repository), known: checkout.known }))
}

/// A path in the git directory of a repository that the command made.
fn owner_of_git_directory(events: &[Event], path: &str) -> Option<Whereabouts> {
    for event in events.iter().rev() {
        match event {
            Event::Made(made) if is_within(path, &made.git_directory) => {
                return Some(Whereabouts::Inside(Checkout { repository: Rc::clone(made), known: None }));
            }
            Event::Removed(tree) if is_within(path, tree) => return None,
            _ => {}
        }
    }
    None
}

/// What `World` says of `path`, past repositories that the command has removed.
fn world_lookup(events: &[Event], world: &dyn World, path: &str) -> Whereabouts {
    let mut path = path;
    loop {
        let found = from_world(world.repository(path), path);
        let Whereabouts::Inside(checkout) = &found else {
            return found;
        };
        let repository = &checkout.repository;
        if !is_replaced(events, &repository.root) && !is_removed(events, &repository.git_directory) {
            return found;
        }
        // INVARIANT: each round asks of a strictly shorter path.
        let outer = ancestors(path).find(|up| !is_within(up, &repository.root) && *up != path);
        match outer {
            Some(up) if is_within(path, &repository.root) => path = up,
            _ => return Whereabouts::Outside,
        }
    }
}

/// True if what stands at `root` is not what `World` knows there.
fn is_replaced(events: &[Event], root: &str) -> bool {
    let inner = format!("{root}/.git");
    events.iter().any(|event| match event {
        Event::Removed(tree) => is_within(root, tree) || *tree == inner,
        Event::Made(_) | Event::Copied { .. } => false,
    })
}

fn is_removed(events: &[Event], path: &str) -> bool {
    events.iter().any(|event| matches!(event, Event::Removed(tree) if is_within(path, tree)))
}

fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(parent(path), |up| parent(up))
}

/// The directory that holds `path`; `None` for `/`.
fn parent(path: &str) -> Option<&str> {
    if path == "/" {
        return None;
    }
    match path.rsplit_once('/') {
        Some(("", _)) => Some("/"),
        Some((up, _)) => Some(up),
        None => None,
    }
}
