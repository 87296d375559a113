//! From a path to the repository that holds it (gitrepository-layout(5), git-worktree(1), gitsubmodules(7)).
//!
//! Owns the walk upwards, git files, linked work trees and the place of the work tree. Unlike git it does not stop at
//! the border of a file system: what is mounted into a work tree belongs to it for whoever reads its status.

use std::rc::Rc;

use super::config;
use super::files::{self, Text};
use crate::world::resolve::{LastLink, join, parent, resolve};
use crate::world::{Entry, Lookup, Repository};

/// Longer git files, `commondir` and `gitdir` files are not read (bytes).
const POINTER_CAP: usize = 1 << 14;

/// The repository that has its root or its git directory at `directory`, links already followed; `None`: neither.
pub(super) fn at(directory: &str) -> Option<Lookup> {
    let git = join(directory, ".git");
    match files::entry(&git) {
        None => return Some(Lookup::Unknown),
        Some(Entry::Missing | Entry::Other) => {}
        Some(Entry::Directory) => {
            if let Some(git) = GitDirectory::at(git) {
                return Some(found(git, Some(directory)));
            }
        }
        Some(Entry::File { .. } | Entry::Link(_)) => {
            if let Some(lookup) = through_link(directory, &git) {
                return Some(lookup);
            }
        }
    }
    // The path may lie in a bare repository or in a git directory.
    match files::entry(&join(directory, "HEAD")) {
        Some(Entry::File { .. } | Entry::Link(_)) => {
            GitDirectory::at(directory.to_owned()).map(|git| found(git, None))
        }
        _ => None,
    }
}

/// A repository by its git directory (or a git file), with its own idea of the work tree. Where it has none (a separate
/// git directory, which git uses with the current directory) the root is the git directory itself.
pub(super) fn open(git_directory: &str) -> Lookup {
    let Some(path) = resolve(git_directory, LastLink::Followed, files::entry) else {
        return Lookup::Unknown;
    };
    match files::entry(&path) {
        Some(Entry::Directory) => GitDirectory::at(path).map_or(Lookup::Outside, |git| found(git, None)),
        Some(Entry::File { .. }) => {
            through_link(parent(&path).unwrap_or("/"), &path).unwrap_or(Lookup::Unknown)
        }
        Some(_) => Lookup::Outside,
        None => Lookup::Unknown,
    }
}

/// A `.git` that is a git file or a symbolic link.
fn through_link(directory: &str, git: &str) -> Option<Lookup> {
    let Some(path) = resolve(git, LastLink::Followed, files::entry) else {
        return Some(Lookup::Unknown);
    };
    match files::entry(&path) {
        Some(Entry::Directory) => GitDirectory::at(path).map(|git| found(git, Some(directory))),
        Some(Entry::File { .. }) => {
            let target = git_file_target(&path, directory).and_then(GitDirectory::at);
            Some(target.map_or(Lookup::Unknown, |git| found(git, Some(directory))))
        }
        Some(_) => None,
        None => Some(Lookup::Unknown),
    }
}

/// Where a git file (`gitdir: PATH`) leads, links followed.
fn git_file_target(file: &str, directory: &str) -> Option<String> {
    let Text::Found(text) = files::read(file, POINTER_CAP) else { return None };
    pointed(text.strip_prefix("gitdir: ")?, directory)
}

/// The path in a pointer file, relative to `base`, links followed.
fn pointed(text: &str, base: &str) -> Option<String> {
    let path = text.trim_end_matches(['\n', '\r']);
    if path.is_empty() {
        return None;
    }
    let whole = if path.starts_with('/') { path.to_owned() } else { join(base, path) };
    resolve(&whole, LastLink::Followed, files::entry)
}

/// A directory that git takes for a git directory.
struct GitDirectory {
    path: String,
    /// The common directory, in a linked work tree's git directory.
    common: Option<String>,
}

impl GitDirectory {
    /// The git directory at a path without links. One whose HEAD says nothing sensible counts too: its branch is
    /// unknown, and what lies in its work tree does not belong to a repository further out.
    fn at(path: String) -> Option<Self> {
        let head = files::entry(&join(&path, "HEAD"));
        if matches!(head, Some(Entry::Missing | Entry::Directory)) {
            return None;
        }
        let common = common_directory(&path);
        let shared = common.as_deref().unwrap_or(&path);
        let whole =
            files::is_directory(&join(shared, "objects")) && files::is_directory(&join(shared, "refs"));
        whole.then_some(Self { path, common })
    }
}

/// The common directory of a linked work tree; `None` for any other git directory.
fn common_directory(git_directory: &str) -> Option<String> {
    match files::read(&join(git_directory, "commondir"), POINTER_CAP) {
        Text::Found(text) => pointed(&text, git_directory),
        Text::Missing | Text::Unreadable => None,
    }
}

/// Builds the answer for a git directory that was found at `holder` (the directory with `.git` in it).
fn found(git: GitDirectory, holder: Option<&str>) -> Lookup {
    let GitDirectory { path: git_directory, common } = git;
    let is_linked = common.is_some();
    let common_directory = common.unwrap_or_else(|| git_directory.clone());
    let Some(core) = Core::read(&git_directory, &common_directory, is_linked) else {
        return Lookup::Unknown;
    };
    let (root, bare) = match core.work_tree(&git_directory) {
        Some(root) => (root, false),
        None if core.bare => (Some(git_directory.clone()), true),
        None => (work_tree(&git_directory, holder, is_linked), false),
    };
    let Some(root) = root else { return Lookup::Unknown };
    Lookup::Found(Rc::new(Repository { root, git_directory, common_directory, bare }))
}

/// The work tree of a repository that names none in its configuration.
fn work_tree(git_directory: &str, holder: Option<&str>, is_linked: bool) -> Option<String> {
    if let Some(holder) = holder {
        return Some(holder.to_owned());
    }
    if is_linked {
        let Text::Found(text) = files::read(&join(git_directory, "gitdir"), POINTER_CAP) else { return None };
        let git_file = text.trim_end_matches(['\n', '\r']);
        return pointed(git_file.strip_suffix("/.git")?, git_directory);
    }
    match git_directory.strip_suffix("/.git") {
        Some("") => Some("/".to_owned()),
        Some(root) => Some(root.to_owned()),
        None => Some(git_directory.to_owned()),
    }
}

/// What a repository's own configuration says of its work tree.
#[derive(Default)]
struct Core {
    bare: bool,
    worktree: Option<String>,
}

impl Core {
    /// Reads it as git does while it looks for a repository: without includes, and in a linked work tree only with
    /// `extensions.worktreeConfig`.
    fn read(git_directory: &str, common_directory: &str, is_linked: bool) -> Option<Self> {
        let mut core = Self::default();
        let splits = core.take(&join(common_directory, "config"))?;
        if splits {
            core.take(&join(git_directory, "config.worktree"))?;
        } else if is_linked {
            return Some(Self::default());
        }
        Some(core)
    }

    /// Takes a file's settings; says whether `extensions.worktreeConfig` is on.
    fn take(&mut self, file: &str) -> Option<bool> {
        let mut splits = false;
        for setting in config::read_file(file)? {
            let value = setting.value.as_deref().unwrap_or("true");
            match setting.key.as_str() {
                "core.bare" => self.bare = config::is_true(value),
                "core.worktree" => self.worktree = Some(value.to_owned()),
                "extensions.worktreeconfig" => splits = config::is_true(value),
                _ => {}
            }
        }
        Some(splits)
    }

    /// The work tree that `core.worktree` names (`Some(None)` if its path can't be followed).
    fn work_tree(&self, git_directory: &str) -> Option<Option<String>> {
        self.worktree.as_deref().map(|path| pointed(path, git_directory))
    }
}
