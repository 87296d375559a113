//! Paths: from a word's value to the physical path that is written, over the overlay and `World`.
//!
//! Owns the walk component by component (links made by the command itself too) and the reading of abstract strings as
//! paths. What a write does there stands in `apply`.

use std::borrow::Cow;

use crate::analysis::overlay::{Age, Layer, Made, Overlay};
use crate::value::{AbstractString, Piece};
use crate::world::{Entry, World};

/// More links in one path than this are a loop (Linux's own bound).
pub const LINKS_CAP: usize = 40;

/// Longer paths than this name nothing (bytes; Linux's own bound).
pub const PATH_CAP: usize = 4096;

/// The file system as the command has left it.
#[derive(Clone, Copy)]
pub struct Files<'state> {
    /// What the command has changed.
    pub overlay: &'state Overlay,
    /// The machine.
    pub world: &'state dyn World,
}

/// Whether a link in the last place is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// it is
    Follow,
    /// it is not
    Keep,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The physical path; behind a problem the rest is as written.
    pub path: String,
    /// What stands there; `None`: nobody knows.
    pub entry: Option<Entry>,
    /// Why nothing can be opened or made there.
    pub problem: Option<Problem>,
}

/// Why a path leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// a directory of it does not exist
    NoDirectory,
    /// a component that must be a directory is none
    NotDirectory,
    /// too many links
    Loop,
    /// the empty path, or one that is too long
    Empty,
}

impl Problem {
    /// In words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoDirectory => "no such directory",
            Self::NotDirectory => "not a directory",
            Self::Loop => "too many links",
            Self::Empty => "no such path",
        }
    }
}

impl Files<'_> {
    /// What stands at a physical path, its last component not followed.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<Entry> {
        match self.overlay.find(path) {
            Layer::World(None) => self.world.entry(path),
            Layer::World(Some(origin)) => self.world.entry(&origin),
            Layer::Missing => Some(Entry::Missing),
            Layer::Unknown => None,
            Layer::Unsettled => match self.world.entry(path) {
                Some(Entry::Directory) => Some(Entry::Directory),
                _ => None,
            },
            Layer::Made(Made::File(text)) => {
                let size = text.as_ref().map_or(0, |text| text.len() as u64);
                Some(Entry::File { size, executable: false })
            }
            Layer::Made(Made::Directory | Made::Unsettled) => Some(Entry::Directory),
            Layer::Made(Made::Link(text)) => Some(Entry::Link(text.to_string())),
            Layer::Made(_) => None,
        }
    }

    /// Walks an absolute path.
    #[must_use]
    pub fn resolve(&self, path: &str, last: Last) -> Resolved {
        self.resolve_from("/", path, last)
    }

    /// Walks a path that starts at the physical directory `base` (an absolute one starts at the root).
    #[must_use]
    fn resolve_from(&self, base: &str, path: &str, last: Last) -> Resolved {
        if path.is_empty() || path.len() > PATH_CAP {
            return Resolved {
                path: base.to_owned(),
                entry: Some(Entry::Missing),
                problem: Some(Problem::Empty),
            };
        }
        let (start, rest) = match path.strip_prefix('/') {
            None => (base.trim_end_matches('/'), path),
            Some(rest) => self.walked(path).unwrap_or(("", rest)),
        };
        let mut walk =
            Walk { current: start.to_owned(), links: 0, entry: Some(Entry::Directory), problem: None };
        // A slash at the end follows a link in the last place.
        let last = if path.ends_with('/') { Last::Follow } else { last };
        // Only a link makes a new text to read on.
        let mut text = Cow::Borrowed(rest);
        let mut next = component(&text, 0);
        while let Some((name, end)) = next {
            let after = component(&text, end);
            let follows = after.is_some() || last == Last::Follow;
            if let Some(target) = self.step(&mut walk, name, follows) {
                text = Cow::Owned(format!("{target}/{}", text.get(end..).unwrap_or_default()));
                next = component(&text, 0);
            } else {
                next = after;
            }
        }
        if path.ends_with('/') && walk.problem.is_none() && matches!(walk.entry, Some(Entry::File { .. })) {
            walk.problem = Some(Problem::NotDirectory);
        }
        let path = if walk.current.is_empty() { "/".to_owned() } else { walk.current };
        Resolved { path, entry: walk.entry, problem: walk.problem }
    }

    /// The directory of an absolute path, and the name in it, if a walk would lead there as it is written. Most paths lie
    /// where others were asked about before.
    fn walked<'p>(&self, path: &'p str) -> Option<(&'p str, &'p str)> {
        let (directory, name) = path.rsplit_once('/')?;
        let is_untouched = matches!(self.overlay.find(directory), Layer::World(None));
        (is_untouched && self.world.is_plain(directory)).then_some((directory, name))
    }

    /// Takes one component; gives the target of a link that is to be followed.
    fn step(&self, walk: &mut Walk, component: &str, follows: bool) -> Option<String> {
        if walk.problem.is_none() {
            match &walk.entry {
                Some(Entry::Missing) => walk.problem = Some(Problem::NoDirectory),
                Some(Entry::File { .. } | Entry::Other) => walk.problem = Some(Problem::NotDirectory),
                _ => {}
            }
        }
        if component == ".." {
            walk.current.truncate(walk.current.rfind('/').unwrap_or(0));
            if walk.problem.is_none() && walk.entry.is_some() {
                walk.entry = Some(Entry::Directory);
            }
            return None;
        }
        let parent = walk.current.len();
        walk.current.push('/');
        walk.current.push_str(component);
        if walk.problem.is_some() {
            walk.entry = Some(Entry::Missing);
            return None;
        }
        walk.entry = self.entry(&walk.current);
        if follows && let Some(Entry::Link(target)) = &walk.entry {
            let target = target.clone();
            walk.links += 1;
            if walk.links > LINKS_CAP || target.len() > PATH_CAP {
                walk.problem = Some(Problem::Loop);
                walk.entry = Some(Entry::Missing);
                return None;
            }
            let keep = if target.starts_with('/') { 0 } else { parent };
            walk.current.truncate(keep);
            walk.entry = Some(Entry::Directory);
            return Some(target);
        }
        None
    }

    /// Was the file at one physical path modified later than that at another?
    #[must_use]
    pub fn is_newer(&self, path: &str, other: &str) -> Option<bool> {
        // A directory's time changes with what is made in it, which nobody keeps.
        let is_file = |path| matches!(self.entry(path), Some(Entry::File { .. }));
        if !is_file(path) || !is_file(other) {
            return None;
        }
        match (self.overlay.age(path), self.overlay.age(other)) {
            (Age::Untouched, Age::Untouched) => {
                Some(self.world.modified(path)? > self.world.modified(other)?)
            }
            (Age::New, Age::Untouched) => Some(true),
            (Age::Untouched, Age::New) => Some(false),
            _ => None,
        }
    }

    /// The names in a physical directory, sorted.
    #[must_use]
    pub fn list(&self, directory: &str) -> Option<Vec<String>> {
        let mut names = match self.overlay.find(directory) {
            Layer::World(None) => self.world.list(directory)?,
            Layer::World(Some(origin)) => self.world.list(&origin)?,
            Layer::Made(Made::Directory) => Vec::new(),
            _ => return None,
        };
        if self.overlay.is_empty() {
            return Some(names);
        }
        for (name, exists) in self.overlay.names(directory) {
            match names.binary_search_by(|have| have.as_str().cmp(name)) {
                Ok(place) if !exists => drop(names.remove(place)),
                Err(place) if exists => names.insert(place, name.to_owned()),
                _ => {}
            }
        }
        Some(names)
    }

    /// A small file's text; links followed.
    #[must_use]
    pub fn content(&self, path: &str, limit: usize) -> Option<String> {
        let resolved = self.resolve(path, Last::Follow);
        match self.overlay.find(&resolved.path) {
            Layer::Made(Made::File(text)) => {
                text.as_deref().filter(|text| text.len() <= limit).map(str::to_owned)
            }
            Layer::World(None) => self.world.content(&resolved.path, limit),
            Layer::World(Some(origin)) => self.world.content(&origin, limit),
            _ => None,
        }
    }
}

/// A walk under way.
struct Walk {
    /// Where it stands; the root is empty.
    current: String,
    links: usize,
    /// What stands at `current`.
    entry: Option<Entry>,
    problem: Option<Problem>,
}

/// The component of a path that begins at or behind a byte, and where it ends; `.` is none.
fn component(path: &str, from: usize) -> Option<(&str, usize)> {
    let mut at = from;
    loop {
        let rest = path.get(at..)?.trim_start_matches('/');
        let length = rest.find('/').unwrap_or(rest.len());
        at = path.len() - rest.len() + length;
        match rest.get(..length)? {
            "" => return None,
            "." => {}
            name => return Some((name, at)),
        }
    }
}

/// How an abstract string reads as a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// exactly this absolute path, as written
    Exact(String),
    /// a known directory and what is known of the name in it, `*` for the unknown
    Pattern(String, String),
    /// somewhere below this directory, as written
    Below(String),
    /// as `Below`, if the unknown part does not climb out of it
    Beneath(String, String),
    /// nobody knows; the reason
    Unknown(String),
}

/// Reads an absolute abstract path.
#[must_use]
pub fn shape(path: &AbstractString) -> Shape {
    if let Some(known) = path.known() {
        return if known.starts_with('/') {
            Shape::Exact(known.to_owned())
        } else {
            Shape::Unknown("the current directory is not known".to_owned())
        };
    }
    let prefix = path.known_prefix();
    let Some((directory, start)) = prefix.rsplit_once('/').filter(|_| prefix.starts_with('/')) else {
        return Shape::Unknown(path.reason().unwrap_or("not known").to_owned());
    };
    let directory = if directory.is_empty() { "/" } else { directory };
    let mut name = start.to_owned();
    let mut below = false;
    let mut open = None;
    for piece in path.pieces().iter().skip(1) {
        match piece {
            Piece::Text(text) if text.split('/').any(|component| component == "..") => {
                return Shape::Unknown(path.reason().unwrap_or("not known").to_owned());
            }
            Piece::Text(text) => {
                below |= text.contains('/');
                name.push_str(text);
            }
            Piece::Glob(glob) => name.push_str(glob),
            Piece::Segment(_) => name.push('*'),
            Piece::Below(_) => below = true,
            Piece::Unknown(reason) => open = Some(reason.to_string()),
        }
    }
    match open {
        Some(reason) => Shape::Beneath(directory.to_owned(), reason),
        None if below => Shape::Below(directory.to_owned()),
        None => Shape::Pattern(directory.to_owned(), name),
    }
}

/// `path` as it reads from the directory `base`: itself if it is absolute. Without a base, or where nobody knows
/// whether the path is absolute, the answer begins with an unknown piece.
#[must_use]
pub fn absolute(base: &AbstractString, path: &AbstractString) -> AbstractString {
    match path.pieces().first() {
        Some(Piece::Text(text)) if text.starts_with('/') => match behind_own_directory(text) {
            Some(rest) if !base.is_empty() => {
                let mut joined = base.clone();
                joined.push_text(rest);
                path.pieces().iter().skip(1).for_each(|piece| joined.push(piece.clone()));
                joined.assume_all(path.assumes());
                joined
            }
            _ => path.clone(),
        },
        None => path.clone(),
        Some(Piece::Unknown(_)) => path.clone(),
        Some(_) => {
            let mut joined = base.clone();
            if !base.known().is_some_and(|text| text.ends_with('/')) {
                joined.push_text("/");
            }
            joined.append(path);
            joined
        }
    }
}

/// What stands behind a name of the process's own current directory (proc(5)).
fn behind_own_directory(text: &str) -> Option<&str> {
    let rest = ["/proc/self/cwd", "/proc/thread-self/cwd"].iter().find_map(|name| text.strip_prefix(name))?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// An absolute path without `.`, `..` and doubled slashes, by its words alone.
#[must_use]
pub fn clean(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for component in path.split('/') {
        match component {
            "" | "." => {}
            ".." => out.truncate(out.rfind('/').unwrap_or(0)),
            name => {
                out.push('/');
                out.push_str(name);
            }
        }
    }
    if out.is_empty() {
        out.push('/');
    }
    out
}

/// The directory that holds a path, and the last name.
#[must_use]
pub fn split(path: &str) -> (&str, &str) {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some((directory, name)) => (directory, name),
        None => (".", trimmed),
    }
}

/// A name in a directory.
#[must_use]
pub fn join(directory: &str, name: &str) -> String {
    if directory.ends_with('/') { format!("{directory}{name}") } else { format!("{directory}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::{Files, Last, Problem, Shape, clean, shape};
    use crate::analysis::overlay::{Made, Overlay};
    use crate::value::{AbstractString, Piece};
    use crate::world::Entry;
    use crate::world::memory::Memory;

    fn world() -> Memory {
        Memory::new()
            .directory("/w/real/in")
            .file("/w/real/a.txt", "a\n")
            .link("/w/link", "real")
            .link("/w/loop", "loop")
            .link("/w/dangling", "/w/none")
    }

    #[test]
    fn walks_links_physically() {
        let (world, overlay) = (world(), Overlay::default());
        let files = Files { overlay: &overlay, world: &world };
        assert_eq!(files.resolve("/w/link/in/../a.txt", Last::Follow).path, "/w/real/a.txt");
        assert_eq!(files.resolve("/w/link", Last::Keep).path, "/w/link");
        assert_eq!(files.resolve("/w/link/", Last::Keep).path, "/w/real");
        assert_eq!(files.resolve("/w/dangling", Last::Follow).path, "/w/none");
        assert_eq!(files.resolve("/w/loop", Last::Follow).problem, Some(Problem::Loop));
        assert_eq!(files.resolve("/w/real/a.txt/x", Last::Follow).problem, Some(Problem::NotDirectory));
        assert_eq!(files.resolve("/w/no/x", Last::Follow).problem, Some(Problem::NoDirectory));
        assert_eq!(files.resolve("/w/no", Last::Follow).entry, Some(Entry::Missing));
    }

    #[test]
    fn sees_what_the_command_made() {
        let (world, mut overlay) = (world(), Overlay::default());
        overlay.set("/w/new", Made::Link("/w/link".into()));
        overlay.set("/w/real/a.txt", Made::Removed);
        overlay.set("/w/real/b.txt", Made::File(Some("b".into())));
        let files = Files { overlay: &overlay, world: &world };
        assert_eq!(files.resolve("/w/new/b.txt", Last::Follow).path, "/w/real/b.txt");
        assert_eq!(files.list("/w/real"), Some(vec!["b.txt".to_owned(), "in".to_owned()]));
        assert_eq!(files.content("/w/new/b.txt", 10).as_deref(), Some("b"));
    }

    #[test]
    fn reads_shapes() {
        let mut value = AbstractString::text("/w/a-");
        value.push(Piece::Segment("date".into()));
        value.push_text(".log");
        assert_eq!(shape(&value), Shape::Pattern("/w".to_owned(), "a-*.log".to_owned()));
        value.push_text("/x");
        assert_eq!(shape(&value), Shape::Below("/w".to_owned()));
        value.push_text("/../y");
        assert!(matches!(shape(&value), Shape::Unknown(_)));
        let mut value = AbstractString::text("/w/d/");
        value.push(Piece::Unknown("`$x`".into()));
        assert_eq!(shape(&value), Shape::Beneath("/w/d".to_owned(), "`$x`".to_owned()));
        assert_eq!(clean("/a/./b//../c/"), "/a/c");
    }
}
