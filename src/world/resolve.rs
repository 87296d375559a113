//! Following symbolic links, component by component, over any source of entries.
//!
//! Owns the walk and its bound; it asks nothing by itself.

use super::Entry;

/// One path leads through at most this many links (Linux's own bound, `path_resolution(7)`).
pub const LINKS_CAP: usize = 40;

/// Whether a link in the last place of a path is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLink {
    /// it is followed
    Followed,
    /// the link itself is meant
    Kept,
}

/// The path with its links followed; what does not exist stays as it is written (and `..` in a link's target goes back
/// from it, as if it were made).
///
/// `entry` is asked for paths whose parents hold no link any more. `None` if it does not know, or past [`LINKS_CAP`].
///
/// ```
/// use willwrite::world::resolve::{LastLink, resolve};
/// use willwrite::world::Entry;
///
/// let entry = |path: &str| match path {
///     "/w/link" => Some(Entry::Link("main/docs".into())),
///     "/w/main/docs/new" => Some(Entry::Missing),
///     _ => Some(Entry::Directory),
/// };
/// assert_eq!(resolve("/w/link/new", LastLink::Followed, entry).as_deref(), Some("/w/main/docs/new"));
/// ```
pub fn resolve(path: &str, last: LastLink, mut entry: impl FnMut(&str) -> Option<Entry>) -> Option<String> {
    let mut resolved = String::with_capacity(path.len());
    let mut pending: Vec<String> = components(path);
    let mut links = 0;
    let mut missing = false;
    while let Some(component) = pending.pop() {
        if component == ".." {
            resolved.truncate(resolved.rfind('/').unwrap_or(0));
            missing = false;
            continue;
        }
        let parent = resolved.len();
        resolved.push('/');
        resolved.push_str(&component);
        if missing || (pending.is_empty() && last == LastLink::Kept) {
            continue;
        }
        match entry(&resolved)? {
            Entry::Link(target) => {
                links += 1;
                if links > LINKS_CAP {
                    return None;
                }
                resolved.truncate(if target.starts_with('/') { 0 } else { parent });
                pending.append(&mut components(&target));
            }
            Entry::Missing => missing = true,
            Entry::File { .. } | Entry::Directory | Entry::Other => {}
        }
    }
    if resolved.is_empty() {
        resolved.push('/');
    }
    Some(resolved)
}

/// The components of a path in reverse order, without empty ones and `.`.
fn components(path: &str) -> Vec<String> {
    path.rsplit('/').filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect()
}

/// The directory that holds `path`, or `None` for the root.
#[must_use]
pub fn parent(path: &str) -> Option<&str> {
    let path = path.trim_end_matches('/');
    let cut = path.rfind('/')?;
    path.get(..cut.max(1))
}

/// `path` below `directory` with a slash between them.
#[must_use]
pub fn join(directory: &str, path: &str) -> String {
    let mut joined = String::with_capacity(directory.len() + path.len() + 1);
    joined.push_str(directory);
    if !directory.ends_with('/') {
        joined.push('/');
    }
    joined.push_str(path);
    joined
}

/// What `path` is called from `directory`: `Some("")` for the directory itself, `None` outside it.
#[must_use]
pub fn relative<'path>(path: &'path str, directory: &str) -> Option<&'path str> {
    let rest = path.strip_prefix(directory.trim_end_matches('/'))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(path: &str) -> Option<Entry> {
        Some(match path {
            "/a" | "/a/b" | "/a/b/c" => Entry::Directory,
            "/abs" => Entry::Link("/a/b".into()),
            "/a/up" => Entry::Link("../a/./b//".into()),
            "/a/loop" => Entry::Link("loop".into()),
            "/dangling" => Entry::Link("a/none/x".into()),
            "/file" => Entry::File { size: 1, executable: false },
            "/locked" => return None,
            _ => Entry::Missing,
        })
    }

    #[test]
    fn follows_links_in_every_place() {
        let follow = |path| resolve(path, LastLink::Followed, world);
        assert_eq!(follow("/abs/c").as_deref(), Some("/a/b/c"));
        assert_eq!(follow("/a/up/c/new").as_deref(), Some("/a/b/c/new"));
        assert_eq!(follow("/dangling").as_deref(), Some("/a/none/x"));
        assert_eq!(follow("/none/../abs").as_deref(), Some("/a/b"));
        assert_eq!(follow("/").as_deref(), Some("/"));
        assert_eq!(follow("/..").as_deref(), Some("/"));
    }

    #[test]
    fn keeps_the_last_link_when_asked() {
        assert_eq!(resolve("/abs", LastLink::Kept, world).as_deref(), Some("/abs"));
        assert_eq!(resolve("/abs/c", LastLink::Kept, world).as_deref(), Some("/a/b/c"));
    }

    #[test]
    fn loops_and_locked_places_are_unknown() {
        assert_eq!(resolve("/a/loop", LastLink::Followed, world), None);
        assert_eq!(resolve("/a/loop", LastLink::Kept, world).as_deref(), Some("/a/loop"));
        assert_eq!(resolve("/locked/x", LastLink::Followed, world), None);
    }

    #[test]
    fn names_relate() {
        assert_eq!(parent("/a/b"), Some("/a"));
        assert_eq!(parent("/a"), Some("/"));
        assert_eq!(parent("/"), None);
        assert_eq!(relative("/a/b", "/a"), Some("b"));
        assert_eq!(relative("/ab", "/a"), None);
        assert_eq!(relative("/a", "/a"), Some(""));
        assert_eq!(relative("/a", "/"), Some("a"));
        assert_eq!(join("/", "a"), "/a");
        assert_eq!(join("/a", "b/c"), "/a/b/c");
    }
}
