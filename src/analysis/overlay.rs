//! The file system as the command has left it so far: an overlay over `World`.
//!
//! Owns what this command itself has made, removed, moved, copied and linked, by physical path. It asks no questions of
//! the machine (`path` does) and knows nothing of repositories.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// More paths than this are not told apart: what a command writes past it is not kept.
pub const PATHS_CAP: usize = 4096;

/// Known content longer than this is not kept (bytes).
pub const CONTENT_CAP: usize = 64 << 10;

/// Up to so many entries are looked at one by one.
const FEW_ENTRIES: usize = 8;

/// What the command has left at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// nothing, and nothing below
    Removed,
    /// a regular file, with its text where that is known
    File(Option<Rc<str>>),
    /// a new directory: below it stands only what the command itself has made
    Directory,
    /// a directory of which nobody knows what it holds
    Unsettled,
    /// a symbolic link with its text
    Link(Rc<str>),
    /// what `World` has at this path, with all below
    Copy(Rc<str>),
    /// anything
    Unknown,
}

/// Where to look for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layer<'overlay> {
    /// the command has left this
    Made(&'overlay Made),
    /// as `World` has it there
    World(Option<String>),
    /// as `World` has it, but what it does not have may exist by now
    Unsettled,
    /// nothing
    Missing,
    /// nobody knows
    Unknown,
}

/// When a file was modified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// before the command began
    Untouched,
    /// by the command itself
    New,
    /// nobody knows
    Unknown,
}

/// The overlay; copying it is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    entries: Rc<BTreeMap<Rc<str>, Made>>,
    /// The command has written where nobody knows.
    scattered: bool,
    /// Paths whose times the command has set, to what nobody knows.
    retimed: Rc<BTreeSet<Rc<str>>>,
}

impl Overlay {
    /// True if the command has changed nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where to look for a physical path.
    #[must_use]
    pub fn find(&self, path: &str) -> Layer<'_> {
        if self.entries.is_empty() {
            return Layer::World(None);
        }
        if let Some(made) = self.entries.get(path) {
            return match made {
                Made::Removed => Layer::Missing,
                Made::Unknown => Layer::Unknown,
                Made::Copy(origin) => Layer::World(Some(origin.to_string())),
                other => Layer::Made(other),
            };
        }
        if let Some((parent, made)) = self.above(path) {
            return match made {
                Made::Removed | Made::File(_) | Made::Directory | Made::Link(_) => Layer::Missing,
                Made::Unsettled => Layer::Unsettled,
                Made::Unknown => Layer::Unknown,
                Made::Copy(origin) => {
                    Layer::World(Some(format!("{origin}{}", path.strip_prefix(parent).unwrap_or_default())))
                }
            };
        }
        Layer::World(None)
    }

    /// The nearest entry that stands above a path. Most commands write little, and then looking at all entries is much
    /// cheaper than asking for every parent.
    fn above(&self, path: &str) -> Option<(&str, &Made)> {
        if self.entries.len() <= FEW_ENTRIES {
            let holds = |(place, _): &(&Rc<str>, &Made)| {
                path.strip_prefix(&***place).is_some_and(|rest| rest.starts_with('/'))
            };
            let nearest = self.entries.iter().filter(holds).max_by_key(|(place, _)| place.len());
            return nearest.map(|(place, made)| (&**place, made));
        }
        let mut rest = path;
        while let Some((parent, _)) = rest.rsplit_once('/') {
            if let Some((place, made)) = self.entries.get_key_value(parent) {
                return Some((place, made));
            }
            rest = parent;
        }
        None
    }

    /// Sets what stands at a path; what the overlay had below it goes.
    pub fn set(&mut self, path: &str, made: Made) {
        let entries = Rc::make_mut(&mut self.entries);
        if !matches!(made, Made::File(_)) || entries.contains_key(path) {
            remove_below(entries, path);
        }
        if entries.len() < PATHS_CAP || entries.contains_key(path) {
            entries.insert(path.into(), made);
        }
        if self.retimed.contains(path) {
            Rc::make_mut(&mut self.retimed).remove(path);
        }
    }

    /// A directory exists, and it may hold more than `World` knows.
    pub fn unsettle(&mut self, path: &str) {
        let entries = Rc::make_mut(&mut self.entries);
        if entries.len() < PATHS_CAP {
            entries.insert(path.into(), Made::Unsettled);
        }
    }

    /// Moves or copies the overlay's own entries below `from` to `to`.
    pub fn graft(&mut self, from: &str, to: &str) {
        let below = self.below(from);
        for (path, made) in below {
            let tail = path.strip_prefix(from).unwrap_or_default();
            let entries = Rc::make_mut(&mut self.entries);
            if entries.len() < PATHS_CAP {
                entries.insert(format!("{to}{tail}").into(), made);
            }
        }
    }

    /// Names that the command has made (true) or removed (false) directly in a directory.
    pub fn names(&self, directory: &str) -> impl Iterator<Item = (&str, bool)> {
        let base = if directory == "/" { "" } else { directory };
        let first: Rc<str> = format!("{base}/").into();
        let length = first.len();
        self.entries
            .range(Rc::clone(&first)..)
            .take_while(move |(path, _)| path.starts_with(&*first))
            .filter_map(move |(path, made)| Some((path.get(length..)?, !matches!(made, Made::Removed))))
            .filter(|(name, _)| !name.is_empty() && !name.contains('/'))
    }

    /// Paths strictly below a directory that the command has written, at most [`PATHS_CAP`].
    #[must_use]
    pub fn written_below(&self, directory: &str) -> Vec<String> {
        self.below(directory).into_iter().map(|(path, _)| path.to_string()).collect()
    }

    /// The command writes where nobody knows.
    pub fn scatter(&mut self) {
        self.scattered = true;
    }

    /// The command sets the times of what stands at a path.
    pub fn retime(&mut self, path: &str) {
        if self.retimed.len() < PATHS_CAP {
            Rc::make_mut(&mut self.retimed).insert(path.into());
        } else {
            self.scatter();
        }
    }

    /// When what stands at a physical path was last modified, as far as the overlay tells.
    #[must_use]
    pub fn age(&self, path: &str) -> Age {
        if self.scattered || self.retimed.contains(path) {
            return Age::Unknown;
        }
        match self.find(path) {
            Layer::World(None) => Age::Untouched,
            Layer::Made(Made::File(_)) => Age::New,
            _ => Age::Unknown,
        }
    }

    /// True if anything at or below the path may have changed.
    #[must_use]
    pub fn touches(&self, path: &str) -> bool {
        self.scattered || self.entries.keys().any(|entry| is_within(entry, path))
    }

    /// What holds whichever of two overlays is the case.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let retimed = Rc::new(&*self.retimed | &*other.retimed);
        let mut joined = (*self.entries).clone();
        for (path, made) in joined.iter_mut() {
            match (other.entries.get(path), &*made) {
                (Some(there), here) if there == here => {}
                (Some(Made::File(_)), Made::File(_)) => *made = Made::File(None),
                (Some(Made::Directory | Made::Unsettled), Made::Directory | Made::Unsettled) => {
                    *made = Made::Unsettled;
                }
                _ => *made = Made::Unknown,
            }
        }
        for path in other.entries.keys() {
            if !joined.contains_key(path) {
                joined.insert(Rc::clone(path), Made::Unknown);
            }
        }
        Self { entries: Rc::new(joined), scattered: self.scattered || other.scattered, retimed }
    }

    fn below(&self, path: &str) -> Vec<(Rc<str>, Made)> {
        let first: Rc<str> = format!("{path}/").into();
        self.entries
            .range(Rc::clone(&first)..)
            .take_while(|(entry, _)| entry.starts_with(&*first))
            .map(|(entry, made)| (Rc::clone(entry), made.clone()))
            .collect()
    }
}

/// True if `path` is `directory` or lies below it; both physical.
#[must_use]
pub fn is_within(path: &str, directory: &str) -> bool {
    if directory == "/" {
        return true;
    }
    path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn remove_below(entries: &mut BTreeMap<Rc<str>, Made>, path: &str) {
    let first: Rc<str> = format!("{path}/").into();
    let below: Vec<Rc<str>> = entries
        .range(Rc::clone(&first)..)
        .take_while(|(entry, _)| entry.starts_with(&*first))
        .map(|(entry, _)| Rc::clone(entry))
        .collect();
    for entry in below {
        entries.remove(&entry);
    }
}

#[cfg(test)]
mod tests {
    use super::{Layer, Made, Overlay};

    #[test]
    fn a_removed_directory_hides_what_was_below_and_shows_what_is_made_anew() {
        let mut overlay = Overlay::default();
        overlay.set("/w/src", Made::Removed);
        assert_eq!(overlay.find("/w/src/main.rs"), Layer::Missing);
        assert_eq!(overlay.find("/w/srcs"), Layer::World(None));
        overlay.set("/w/src", Made::Directory);
        overlay.set("/w/src/new.rs", Made::File(None));
        assert_eq!(overlay.find("/w/src/main.rs"), Layer::Missing);
        assert_eq!(overlay.find("/w/src/new.rs"), Layer::Made(&Made::File(None)));
        assert_eq!(overlay.names("/w/src").collect::<Vec<_>>(), [("new.rs", true)]);
    }

    #[test]
    fn the_nearest_entry_above_counts_among_few_and_among_many() {
        let mut overlay = Overlay::default();
        overlay.set("/w/a", Made::Removed);
        overlay.set("/w/a/b", Made::Unsettled);
        overlay.set("/w/a/bb", Made::Unknown);
        for more in 0..20 {
            assert_eq!(overlay.find("/w/a/x/y"), Layer::Missing, "{more} more");
            assert_eq!(overlay.find("/w/a/b/x/y"), Layer::Unsettled, "{more} more");
            assert_eq!(overlay.find("/w/a/bb/x"), Layer::Unknown, "{more} more");
            assert_eq!(overlay.find("/w/ab/x"), Layer::World(None), "{more} more");
            overlay.set(&format!("/v/{more}"), Made::Directory);
        }
    }

    #[test]
    fn a_copy_looks_at_the_origin() {
        let mut overlay = Overlay::default();
        overlay.set("/w/copy", Made::Copy("/w/src".into()));
        assert_eq!(overlay.find("/w/copy/a/b"), Layer::World(Some("/w/src/a/b".to_owned())));
    }

    #[test]
    fn a_join_keeps_what_both_sides_have() {
        let mut left = Overlay::default();
        left.set("/w/both", Made::Directory);
        let mut right = left.clone();
        left.set("/w/left", Made::File(None));
        right.set("/w/both/x", Made::File(None));
        let joined = left.join(&right);
        assert_eq!(joined.find("/w/both"), Layer::Made(&Made::Directory));
        assert_eq!(joined.find("/w/left"), Layer::Unknown);
        assert_eq!(joined.find("/w/both/x"), Layer::Unknown);
    }
}
