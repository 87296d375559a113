//! `restore`, and `checkout` of paths: files come back.

use super::call::{Call, ended, join};
use super::checkout::missing_start;
use super::paths::{file_operation, revision_and_paths, writes_elsewhere};
use super::write::Write;
use super::{Change, Finished};
use crate::analysis::repository::is_within;
use crate::commands::plan::{FileAction, Operation, Outcome};
use crate::intent::LinkUse;
use crate::value::Field;
use crate::world::Entry;

/// More files that come back than this are not told one by one.
const BACK_CAP: usize = 64;

/// `git restore`.
pub(super) fn restore(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    let none = given.all_operands().is_empty();
    let mut fails = None;
    if none && !given.has("-p") && given.value("--pathspec-from-file").is_none() {
        fails = Some("no path is named".to_owned());
    }
    let source = given.value("--source").cloned();
    fails = fails.or_else(|| source.as_ref().and_then(|source| missing_start(call, source)));
    let paths = call.given.all_operands();
    if source.is_none() && !call.given.has("--ignore-unmerged") {
        fails = fails.or_else(|| paths.iter().find_map(|path| untracked(call, path)));
    }
    let index_only = call.given.has("--staged") && !call.given.has("--worktree");
    let whole = call.given.has("-p") || call.given.value("--pathspec-from-file").is_some();
    let back = match (&source, call.given.has("--staged"), whole) {
        (None, false, false) => Back::of(call, &paths),
        _ => None,
    };
    let outcome = tell_back(call, "restore", &paths, back.as_ref(), fails);
    if outcome == Outcome::Open {
        if index_only { call.touch() } else { settle(call, back) }
    }
    ended(outcome)
}

/// Files come back from the index or a revision.
pub(super) fn checkout_paths(call: &mut Call<'_>) -> Outcome {
    let (revision, paths) = revision_and_paths(call);
    let mut fails = revision.as_ref().and_then(|revision| missing_start(call, revision));
    if fails.is_none() && revision.is_none() {
        fails = paths.iter().find_map(|path| untracked(call, path));
    }
    let whole = call.given.has("-p") || call.given.value("--pathspec-from-file").is_some();
    let back = if revision.is_none() && !whole { Back::of(call, &paths) } else { None };
    let outcome = tell_back(call, "checkout-path", &paths, back.as_ref(), fails);
    if outcome == Outcome::Open {
        if paths.is_empty() && revision.is_none() && !whole { whole_tree(call) } else { settle(call, back) }
    }
    outcome
}

/// Tells that files come back: which ones, where that is known, else the paths that it is limited to.
fn tell_back(
    call: &mut Call<'_>,
    operation: &str,
    paths: &[Field],
    back: Option<&Back>,
    fails: Option<String>,
) -> Outcome {
    let limited = match back {
        Some(back) if !back.files.is_empty() => back.files.iter().map(|(path, _)| path.clone()).collect(),
        _ => call.paths(paths),
    };
    let idle = back.filter(|back| back.files.is_empty()).map(|_| "no file differs from the index".to_owned());
    call.tell(Write::mutation(operation).limited_to(limited).failing(fails).idle(idle))
}

/// Files that come back from the index.
struct Back {
    /// Absolute paths; true for what is then as it was before the command.
    files: Vec<(String, bool)>,
}

impl Back {
    /// The tracked files at or below the paths that differ from the index; `None` if nobody can know them, or past a
    /// bound.
    fn of(call: &Call<'_>, paths: &[Field]) -> Option<Self> {
        let root = call.root().filter(|_| call.work_tree().is_none() && !paths.is_empty())?;
        let status = call.status_of_index()?;
        let written = call.host.written_below(&root);
        let mut files = Vec::new();
        for field in paths {
            let tracked = call.tracked(&call.path(field)?)?;
            for name in tracked {
                let path = join(&root, &name);
                let differed = status.unstaged.contains(&name) || status.conflicted.contains(&name);
                let is_gone = matches!(call.host.entry(&path)?, Entry::Missing);
                let is_written = is_gone || written.iter().any(|other| is_within(other, &path));
                if (differed || is_written) && files.iter().all(|(have, _)| *have != path) {
                    files.push((path, !differed));
                }
                if files.len() > BACK_CAP {
                    return None;
                }
            }
        }
        Some(Self { files })
    }
}

/// A path that the index does not have can't come back from it.
fn untracked(call: &Call<'_>, field: &Field) -> Option<String> {
    let path = call.path(field)?;
    let none = call.tracked(&path)?.is_empty();
    none.then(|| format!("`{}` matches no tracked file", field.known().unwrap_or_default()))
}

/// Keeps what came back.
fn settle(call: &mut Call<'_>, back: Option<Back>) {
    let (Some(back), Some(root)) = (back, call.root()) else {
        writes_elsewhere(call);
        call.unsettle();
        return;
    };
    keep(call, &root, back);
}

/// Tells each file that comes back, and keeps it.
fn keep(call: &mut Call<'_>, root: &str, back: Back) {
    for (path, as_before) in back.files {
        let parents: Vec<&str> = path.match_indices('/').filter_map(|(end, _)| path.get(..end)).collect();
        for parent in parents {
            if is_within(parent, root) && call.host.entry(parent) == Some(Entry::Missing) {
                call.host.record(Change::Fresh(parent.to_owned()));
            }
        }
        let target = Field::text(&path, call.span);
        let mut operation = file_operation(call, &target, FileAction::Write);
        operation.link = LinkUse::Itself;
        call.apply(Operation::File(operation));
        call.host.record(if as_before { Change::AsBefore(path) } else { Change::File(path) });
    }
}

/// `stash`, `reset --hard` and `checkout -f` without another revision: what differs from HEAD comes back. Where something
/// is staged, nobody knows what of it is new.
pub(super) fn whole_tree(call: &mut Call<'_>) {
    let root = call.root().map(|root| Field::text(&root, call.span));
    let nothing_staged = call.status_of_index().is_some_and(|status| status.staged.is_empty());
    let back = root.filter(|_| nothing_staged).and_then(|root| Back::of(call, &[root]));
    settle(call, back);
}
