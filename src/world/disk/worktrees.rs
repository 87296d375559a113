//! The work trees of a repository (git-worktree(1)), and what is under way in one of them.

use super::discovery;
use super::files::{self, Text};
use crate::world::resolve::join;
use crate::world::{Entry, Lookup, Repository};

/// More linked work trees than this are not listed.
const TREES_CAP: usize = 1_000;

/// A longer `gitdir` file is not read (bytes).
const POINTER_CAP: usize = 1 << 14;

/// Files and directories in a git directory that stand while an operation is not finished.
const IN_PROGRESS: [&str; 7] = [
    "BISECT_LOG",
    "CHERRY_PICK_HEAD",
    "MERGE_HEAD",
    "REVERT_HEAD",
    "rebase-apply",
    "rebase-merge",
    "sequencer",
];

/// All work trees as repositories, the main one first and the others sorted by their root.
pub(super) fn list(repository: &Repository) -> Option<Vec<Repository>> {
    let Lookup::Found(main) = discovery::open(&repository.common_directory) else { return None };
    let mut linked = Vec::new();
    let directory = join(&repository.common_directory, "worktrees");
    let names = match files::entry(&directory)? {
        Entry::Missing => Vec::new(),
        _ => files::list(&directory)?,
    };
    if names.len() > TREES_CAP {
        return None;
    }
    for name in names {
        let git_directory = join(&directory, &name);
        let Text::Found(text) = files::read(&join(&git_directory, "gitdir"), POINTER_CAP) else { continue };
        if let Some(root) = root(text.trim_end(), &git_directory) {
            let common_directory = repository.common_directory.clone();
            linked.push(Repository { root, git_directory, common_directory, bare: false });
        }
    }
    linked.sort_by(|one, other| one.root.cmp(&other.root));
    linked.insert(0, Repository::clone(&main));
    Some(linked)
}

/// Is a merge, rebase, cherry-pick, revert, am or bisect under way?
pub(super) fn in_progress(repository: &Repository) -> bool {
    let stands = |name: &&str| files::entry(&join(&repository.git_directory, name)) != Some(Entry::Missing);
    IN_PROGRESS.iter().any(stands)
}

/// The root that a `gitdir` file's path to its git file tells; the work tree itself may be gone.
fn root(git_file: &str, git_directory: &str) -> Option<String> {
    let root = git_file.strip_suffix("/.git")?;
    let whole = if root.starts_with('/') { root.to_owned() } else { join(git_directory, root) };
    let follow = crate::world::resolve::LastLink::Followed;
    crate::world::resolve::resolve(&whole, follow, files::entry)
}
