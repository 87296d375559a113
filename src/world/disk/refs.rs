//! HEAD and refs as files (gitrepository-layout(5), git-pack-refs(1), git-reflog(1)).
//!
//! Owns reading them; a repository whose refs are kept in another form (reftable) is the git binary's business.

use std::collections::BTreeSet;

use super::files::{self, Text};
use crate::world::resolve::join;
use crate::world::{Entry, Head, Repository};

/// Longer loose refs are not read (bytes).
const REF_CAP: usize = 1 << 12;

/// Longer files of packed refs are not read (bytes).
const PACKED_CAP: usize = 64 << 20;

/// More refs than this are not listed.
const LIST_CAP: usize = 100_000;

/// Directories of loose refs nest at most this deep.
const DEPTH_CAP: usize = 64;

/// Symbolic refs lead through at most this many, as in git.
const SYMBOLIC_CAP: usize = 5;

/// Only this much of a reflog's end is read (bytes).
const REFLOG_CAP: u64 = 1 << 20;

/// What HEAD reads in a repository that keeps its refs in a reftable.
pub(super) const REFTABLE_HEAD: &str = "refs/heads/.invalid";

/// What a ref file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ref {
    /// the full name of another ref
    Symbolic(String),
    /// a commit or tag object
    Object(String),
    /// there is none
    Missing,
    /// it can't be read
    Broken,
}

/// HEAD's own content, nothing followed.
pub(super) fn head(git_directory: &str) -> Ref {
    read_ref(&join(git_directory, "HEAD"))
}

/// What HEAD says, with symbolic branches followed as a commit would; `None` if the refs are no files.
pub(super) fn resolved_head(repository: &Repository) -> Option<Head> {
    let mut at = head(&repository.git_directory);
    for _ in 0..SYMBOLIC_CAP {
        let name = match at {
            Ref::Symbolic(name) => name,
            Ref::Object(commit) => return Some(Head::Detached(commit)),
            Ref::Missing | Ref::Broken => return Some(Head::Unknown),
        };
        if name == REFTABLE_HEAD {
            return None;
        }
        let Some(branch) = name.strip_prefix("refs/heads/") else { return Some(Head::Unknown) };
        at = match read_ref(&join(&repository.common_directory, &name)) {
            next @ Ref::Symbolic(_) => next,
            Ref::Object(_) | Ref::Missing | Ref::Broken => return Some(Head::Branch(branch.to_owned())),
        };
    }
    Some(Head::Unknown)
}

/// The object that a full ref name stands for, symbolic refs followed; `Some(None)`: there is no such ref.
pub(super) fn object(repository: &Repository, name: &str) -> Option<Option<String>> {
    let mut name = name.to_owned();
    for _ in 0..SYMBOLIC_CAP {
        match read_ref(&join(directory_of(repository, &name), &name)) {
            Ref::Symbolic(next) => name = next,
            Ref::Object(object) => return Some(Some(object)),
            Ref::Missing => return packed_object(repository, &name),
            Ref::Broken => return None,
        }
    }
    None
}

/// Full names of the refs that begin with `prefix`, sorted.
pub(super) fn list(repository: &Repository, prefix: &str) -> Option<Vec<String>> {
    let mut names = BTreeSet::new();
    for line in packed(repository)?.lines() {
        if let Some((_, name)) = line.split_once(' ').filter(|_| !line.starts_with('#'))
            && name.starts_with(prefix)
        {
            names.insert(name.to_owned());
        }
    }
    let directory = match prefix.rsplit_once('/') {
        Some((directory, _)) if directory.starts_with("refs") => directory,
        _ => "refs",
    };
    walk(&repository.common_directory, directory, prefix, 0, &mut names)?;
    if repository.git_directory != repository.common_directory {
        names.retain(|name| !is_per_worktree(name));
        walk(&repository.git_directory, directory, prefix, 0, &mut names)?;
    }
    (names.len() <= LIST_CAP).then(|| names.into_iter().collect())
}

/// The branch or commit that HEAD was on `steps` switches ago, by the reflog.
pub(super) fn previous_branch(repository: &Repository, steps: usize) -> Option<String> {
    let (bytes, _) = files::read_end(&join(&repository.git_directory, "logs/HEAD"), REFLOG_CAP)?;
    let log = String::from_utf8_lossy(&bytes);
    let switches = log.lines().rev().filter_map(|line| {
        let (_, message) = line.split_once('\t')?;
        let (from, _) = message.strip_prefix("checkout: moving from ")?.split_once(" to ")?;
        Some(from.to_owned())
    });
    switches.into_iter().nth(steps.checked_sub(1)?)
}

/// The number of stash entries.
pub(super) fn stashes(repository: &Repository) -> Option<usize> {
    let log = join(&repository.common_directory, "logs/refs/stash");
    match files::entry(&log)? {
        Entry::Missing => Some(0),
        _ => {
            let (bytes, whole) = files::read_end(&log, REFLOG_CAP)?;
            whole.then(|| bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count())
        }
    }
}

/// Is it an object id in full (SHA-1 or SHA-256)?
fn is_object_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn read_ref(path: &str) -> Ref {
    match files::entry(path) {
        None => return Ref::Broken,
        Some(Entry::Missing | Entry::Directory) => return Ref::Missing,
        // Very old repositories make HEAD a link to the branch's file.
        Some(Entry::Link(target)) if target.starts_with("refs/") => return Ref::Symbolic(target),
        Some(Entry::Link(_) | Entry::File { .. } | Entry::Other) => {}
    }
    match files::read(path, REF_CAP) {
        Text::Found(text) => parse_ref(&text),
        Text::Missing => Ref::Missing,
        Text::Unreadable => Ref::Broken,
    }
}

fn parse_ref(text: &str) -> Ref {
    if let Some(name) = text.strip_prefix("ref:") {
        let name = name.trim();
        let sound = name.starts_with("refs/") && !name.contains("..") && !name.contains(char::is_control);
        return if sound { Ref::Symbolic(name.to_owned()) } else { Ref::Broken };
    }
    match text.split_ascii_whitespace().next() {
        Some(id) if is_object_id(id) && text.starts_with(id) => Ref::Object(id.to_owned()),
        _ => Ref::Broken,
    }
}

/// Refs that every work tree has for itself (git-worktree(1), "REFS").
fn is_per_worktree(name: &str) -> bool {
    ["refs/bisect/", "refs/worktree/", "refs/rewritten/"].iter().any(|prefix| name.starts_with(prefix))
}

fn directory_of<'repository>(repository: &'repository Repository, name: &str) -> &'repository str {
    if is_per_worktree(name) || !name.starts_with("refs/") {
        &repository.git_directory
    } else {
        &repository.common_directory
    }
}

fn packed(repository: &Repository) -> Option<String> {
    match files::read(&join(&repository.common_directory, "packed-refs"), PACKED_CAP) {
        Text::Found(text) => Some(text),
        Text::Missing => Some(String::new()),
        Text::Unreadable => None,
    }
}

fn packed_object(repository: &Repository, name: &str) -> Option<Option<String>> {
    let text = packed(repository)?;
    let line = format!(" {name}\n");
    let Some(place) = text.find(&line) else { return Some(None) };
    let id = text.get(..place)?.rsplit('\n').next()?;
    Some(is_object_id(id).then(|| id.to_owned()))
}

/// Adds the loose refs below `directory` (`refs/heads`) of a git directory.
fn walk(
    git_directory: &str,
    directory: &str,
    prefix: &str,
    depth: usize,
    names: &mut BTreeSet<String>,
) -> Option<()> {
    let place = join(git_directory, directory);
    if !files::is_directory(&place) {
        return Some(());
    }
    if depth > DEPTH_CAP || names.len() > LIST_CAP {
        return None;
    }
    for entry in files::list(&place)? {
        let name = join(directory, &entry);
        if !name.starts_with(prefix) && !prefix.starts_with(&*join(&name, "")) {
            continue;
        }
        match files::entry(&join(git_directory, &name))? {
            Entry::Directory => walk(git_directory, &name, prefix, depth + 1, names)?,
            // An empty file is a broken ref, which git does not list.
            Entry::File { size: 0, .. } | Entry::Missing | Entry::Other => {}
            Entry::File { .. } | Entry::Link(_) if name.ends_with(".lock") => {}
            Entry::File { .. } | Entry::Link(_) => drop(names.insert(name)),
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ref_files_are_read_strictly() {
        let id = "0123456789abcdef0123456789abcdef01234567";
        assert_eq!(parse_ref("ref: refs/heads/main\n"), Ref::Symbolic("refs/heads/main".into()));
        assert_eq!(parse_ref("ref:\trefs/heads/a b \n"), Ref::Symbolic("refs/heads/a b".into()));
        assert_eq!(parse_ref(&format!("{id}\n")), Ref::Object(id.into()));
        assert_eq!(parse_ref(&format!("{id}\tnote\n")), Ref::Object(id.into()));
        for broken in [
            "",
            "\n",
            "main\n",
            "ref: main\n",
            "ref: refs/../x\n",
            id.trim_start_matches('0'),
            &format!(" {id}"),
        ] {
            assert_eq!(parse_ref(broken), Ref::Broken, "{broken:?}");
        }
    }
}
