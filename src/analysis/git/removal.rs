//! What takes files away from the work tree: `rm`, `mv`, `clean`.

use super::Finished;
use super::call::{Call, ended, failed, is_plain, join, reads};
use super::paths::{file_operation, is_ignored, is_nameable, rebased, unmatched, untracked};
use super::write::Write;
use crate::analysis::repository::is_within;
use crate::commands::plan::{FileAction, FileOperation, Operation, Outcome, Transfer, TransferKind};
use crate::value::{Field, Output};
use crate::world::Entry;

/// `git rm`.
pub(super) fn remove(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let paths = call.given.all_operands();
    if call.given.has("--ignore-unmatch") && paths.iter().all(|path| untracked(call, path) == Some(true)) {
        return reads(call.row);
    }
    let fails = paths.iter().find_map(|path| unremovable(call, path));
    let limited = call.paths(&paths);
    let outcome = call.tell(Write::mutation("rm").limited_to(limited).failing(fails));
    if outcome != Outcome::Open {
        return ended(outcome);
    }
    if !call.given.has("--cached") {
        let recursive = call.given.has("-r");
        for path in paths.iter().filter(|path| is_nameable(path)) {
            delete(call, path, recursive);
        }
    }
    call.loosen();
    ended(outcome)
}

fn unremovable(call: &Call<'_>, field: &Field) -> Option<String> {
    let path = call.path(field)?;
    let name = field.known().unwrap_or_default();
    let tracked = call.tracked(&path)?;
    let root = call.root()?;
    let relative = path.strip_prefix(&root)?.trim_start_matches('/').to_owned();
    if tracked.is_empty() {
        return (!call.given.has("--ignore-unmatch")).then(|| format!("`{name}` matches no tracked file"));
    }
    if tracked.iter().all(|one| *one != relative) && !call.given.has("-r") {
        return Some(format!("`{name}` is a directory, and `-r` is not given"));
    }
    if call.given.has_any(&["-f", "--cached"]) {
        return None;
    }
    let status = call.status()?;
    let mut changed = status.staged.iter().chain(&status.unstaged);
    changed.any(|one| tracked.contains(one)).then(|| format!("`{name}` has uncommitted changes"))
}

fn delete(call: &mut Call<'_>, path: &Field, recursive: bool) {
    let operation = FileOperation {
        action: FileAction::Delete { recursive, force: true },
        ..file_operation(call, path, FileAction::Modify)
    };
    call.apply(Operation::File(operation));
}

/// `git mv`.
pub(super) fn rename(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let mut sources = call.given.all_operands();
    let Some(destination) = sources.pop().filter(|_| !sources.is_empty()) else {
        return failed();
    };
    let missing = sources.iter().find_map(|source| unmatched(call, source));
    let fails =
        if call.given.has("-k") { None } else { missing.or_else(|| occupied(call, &sources, &destination)) };
    let limited = call.paths(&sources);
    let outcome = call.tell(Write::mutation("mv").limited_to(limited).failing(fails));
    if outcome != Outcome::Open {
        return ended(outcome);
    }
    if call.given.has("-k") {
        sources.retain(|source| untracked(call, source) != Some(true));
    }
    let directory = call.directory().ok();
    let rebased = |field: &Field| rebased(field, directory.as_deref());
    let sources = sources.iter().map(rebased).collect();
    let transfer = Transfer::of(TransferKind::Move, sources, rebased(&destination), call.cause().into());
    call.apply(Operation::Transfer(transfer));
    call.touch();
    ended(outcome)
}

fn occupied(call: &Call<'_>, sources: &[Field], destination: &Field) -> Option<String> {
    if sources.len() != 1 || call.given.has("-f") {
        return None;
    }
    let path = call.path(destination)?;
    let is_file = matches!(call.host.entry(&path)?, Entry::File { .. });
    is_file.then(|| format!("`{}` exists", destination.known().unwrap_or_default()))
}

/// `git clean`.
pub(super) fn clean(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let needs_force = call.is_set("clean.requireforce", true);
    let refuses = needs_force && !call.given.has_any(&["-f", "-i"]);
    let fails = refuses.then(|| "`-f` is not given".to_owned());
    let mut paths = call.given.all_operands();
    let named = !paths.is_empty();
    if !call.given.has_any(&["-x", "-X"]) {
        paths.retain(|path| !is_ignored(call, path));
    }
    let idle = (named && paths.is_empty()).then(|| "the paths are ignored".to_owned());
    let idle = idle.or_else(|| nothing_to_clean(call, &paths));
    let limited = call.paths(&paths);
    let outcome = call.tell(Write::mutation("clean").limited_to(limited).failing(fails).idle(idle));
    if outcome != Outcome::Open {
        return ended(outcome);
    }
    let recursive = call.given.has("-d") || !paths.is_empty();
    for path in paths.iter().filter(|path| is_nameable(path)) {
        let untracked =
            call.path(path).and_then(|path| call.tracked(&path)).is_some_and(|list| list.is_empty());
        if untracked {
            delete(call, path, recursive);
        }
    }
    if !named {
        call.disturb(true);
    }
    call.loosen();
    ended(outcome)
}

/// No file that is not tracked stands where it looks.
fn nothing_to_clean(call: &Call<'_>, paths: &[Field]) -> Option<String> {
    let why = || Some("there is nothing to clean".to_owned());
    if call.given.has("-i") && *call.host.input() == Output::Nothing {
        return Some("nobody answers its question".to_owned());
    }
    if call.given.has_any(&["-x", "-X"]) {
        return None;
    }
    let status = call.status()?;
    let excluded: Option<Vec<&str>> = call.given.values("-e").map(Field::known).collect();
    let excluded = excluded?;
    if excluded.iter().any(|pattern| !is_plain(pattern)) {
        return None;
    }
    let root = call.root()?;
    let directory = call.directory().ok()?;
    let places: Option<Vec<String>> = match paths {
        [] => Some(vec![directory]),
        paths => paths.iter().map(|path| call.path(path).filter(|_| is_nameable(path))).collect(),
    };
    let places = places?;
    let deep = call.given.has("-d") || !paths.is_empty();
    let hit = status.untracked.iter().any(|path| {
        let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
        let absolute = join(&root, path.trim_end_matches('/'));
        let inside = places.iter().any(|place| is_within(&absolute, place) || is_within(place, &absolute));
        inside && (deep || !path.ends_with('/')) && !excluded.contains(&name)
    });
    if hit { None } else { why() }
}
