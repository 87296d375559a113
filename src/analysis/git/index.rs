//! What works on the index and the work tree: `add`, `commit`, `rm`, `mv`, `reset`, `clean` and their plumbing.

use super::Finished;
use super::call::{Call, ended, failed, is_plain, join, reads};
use super::write::Write;
use crate::analysis::repository::is_within;
use crate::commands::plan::{
    DestinationMode, Existing, FileAction, FileOperation, Operation, Outcome, Transfer, TransferKind,
};
use crate::intent::{CommandClass, LinkUse};
use crate::value::{Field, Output};
use crate::world::{Entry, Status};

/// `git add`, `git stage`.
pub(super) fn add(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    if given.has("--dry-run") || given.has("--refresh") {
        return reads(call.row);
    }
    let paths = given.all_operands();
    let everything = given.has_any(&["-A", "-u", "-p", "-i", "-e", "--renormalize"]);
    if paths.is_empty() && !everything && given.value("--pathspec-from-file").is_none() {
        return reads(call.row);
    }
    let lenient = given.has_any(&["-u", "--ignore-missing"]);
    let fails = if lenient { None } else { paths.iter().find_map(|path| unmatched(call, path)) };
    let fails = fails.or_else(|| paths.iter().find_map(|path| refused_as_ignored(call, path)));
    let idle = nothing_to_add(call, &paths);
    let limited = call.paths(&paths);
    let outcome = call.tell(Write::mutation("add").limited_to(limited).failing(fails).idle(idle));
    if outcome == Outcome::Open {
        call.touch();
    }
    ended(outcome)
}

/// A path that neither exists nor is tracked matches nothing: git refuses the whole command.
fn unmatched(call: &Call<'_>, field: &Field) -> Option<String> {
    let path = call.path(field)?;
    let missing = call.host.entry(&path) == Some(Entry::Missing);
    let untracked = missing && call.tracked(&path).is_some_and(|list| list.is_empty());
    untracked.then(|| format!("`{}` matches no file", field.known().unwrap_or_default()))
}

/// Nothing at or below the paths (without any: in the whole work tree) differs from the index.
fn nothing_to_add(call: &Call<'_>, paths: &[Field]) -> Option<String> {
    let given = &call.given;
    if given.has_any(&["-f", "--renormalize"]) || given.value("--chmod").is_some() {
        return None;
    }
    let root = call.root()?;
    let mut named = Vec::new();
    for path in paths {
        named.push(call.path(path)?);
    }
    if named.is_empty() {
        named.push(root.clone());
    }
    let Status { unstaged, untracked, conflicted, .. } = call.status()?;
    let untracked = if given.has("-u") { Vec::new() } else { untracked };
    let all = unstaged.iter().chain(&untracked).chain(&conflicted);
    let mut changed = all.map(|path| join(&root, path.trim_end_matches('/')));
    let touched =
        changed.any(|path| named.iter().any(|name| is_within(&path, name) || is_within(name, &path)));
    (!touched).then(|| "nothing to add".to_owned())
}

/// An ignored file needs `-f`.
fn refused_as_ignored(call: &Call<'_>, field: &Field) -> Option<String> {
    let path = call.path(field)?;
    if call.given.has("-f") || !is_ignored(call, field) {
        return None;
    }
    call.tracked(&path)?.is_empty().then(|| format!("`{}` is ignored", field.known().unwrap_or_default()))
}

/// `git commit`.
pub(super) fn commit(call: &mut Call<'_>) -> Finished {
    if call.given.has_any(&["--dry-run", "--short", "--porcelain", "--long", "--null"]) {
        return reads(call.row);
    }
    let fails = nothing_to_commit(call);
    let references = call.current();
    let outcome = call.tell(Write::mutation("commit").on(references).failing(fails));
    if outcome == Outcome::Open {
        if !call.given.has("--no-verify") {
            call.hooks(&["pre-commit", "commit-msg"]);
        }
        call.hooks(&["prepare-commit-msg", "post-commit"]);
        call.touch();
        call.advance();
    }
    ended(outcome)
}

fn nothing_to_commit(call: &Call<'_>) -> Option<String> {
    let given = &call.given;
    if given.has_any(&["--allow-empty", "--amend", "-p", "--interactive", "-i", "--squash", "--fixup"]) {
        return None;
    }
    if !given.all_operands().is_empty() || given.value("--pathspec-from-file").is_some() {
        return None;
    }
    let status = if given.has("--all") { call.status()? } else { call.status_of_index()? };
    if !status.conflicted.is_empty() && !given.has("--all") {
        return Some("there are unmerged files".to_owned());
    }
    let changed = !status.staged.is_empty() || (given.has("--all") && !status.unstaged.is_empty());
    (!changed && !status.in_progress).then(|| "nothing to commit".to_owned())
}

/// `git rm`.
pub(super) fn remove(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let paths = call.given.all_operands();
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

/// A path argument that stands for files here whatever the repository holds: no git glob, no magic.
pub(super) fn is_nameable(field: &Field) -> bool {
    !field.many && is_plain(field.value.known_prefix())
}

fn delete(call: &mut Call<'_>, path: &Field, recursive: bool) {
    let operation = FileOperation {
        action: FileAction::Delete { recursive, force: true },
        ..file_operation(call, path, FileAction::Modify)
    };
    call.apply(Operation::File(operation));
}

/// A write to a file that the command names.
pub(super) fn file_operation(call: &Call<'_>, target: &Field, action: FileAction) -> FileOperation {
    FileOperation {
        action,
        target: target.clone(),
        directory: call.directory().ok().map(|directory| crate::value::AbstractString::text(&directory)),
        link: LinkUse::Itself,
        cause: call.cause().into(),
        class: CommandClass::Known,
        content: None,
        fails: None,
    }
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
    let transfer = Transfer {
        kind: TransferKind::Move,
        sources: sources.iter().map(rebased).collect(),
        destination: rebased(&destination),
        mode: DestinationMode::Either,
        existing: Existing::Overwritten,
        recursive: true,
        keeps_parents: false,
        contents_only: false,
        backup: None,
        makes_directories: false,
        destination_link: LinkUse::Followed,
        cause: call.cause().into(),
        class: CommandClass::Known,
    };
    call.apply(Operation::Transfer(transfer));
    call.touch();
    ended(outcome)
}

fn untracked(call: &Call<'_>, field: &Field) -> Option<bool> {
    Some(call.tracked(&call.path(field)?)?.is_empty())
}

fn occupied(call: &Call<'_>, sources: &[Field], destination: &Field) -> Option<String> {
    if sources.len() != 1 || call.given.has("-f") {
        return None;
    }
    let path = call.path(destination)?;
    let is_file = matches!(call.host.entry(&path)?, Entry::File { .. });
    is_file.then(|| format!("`{}` exists", destination.known().unwrap_or_default()))
}

/// A relative path made absolute below a directory (a transfer has no directory of its own).
pub(super) fn rebased(field: &Field, directory: Option<&str>) -> Field {
    let Some(directory) = directory else {
        return field.clone();
    };
    if field.value.known_prefix().starts_with('/') {
        return field.clone();
    }
    let mut value = crate::value::AbstractString::text(&join(directory, ""));
    value.append(&field.value);
    Field { value, ..field.clone() }
}

/// `git reset`.
pub(super) fn reset(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    if given.has("--refresh") {
        return reads(call.row);
    }
    let mode = ["--hard", "--soft", "--merge", "--keep"].into_iter().find(|mode| given.has(mode));
    let (revision, paths) = revision_and_paths(call);
    let limited = !paths.is_empty() || given.has("-p") || given.value("--pathspec-from-file").is_some();
    let operation = match mode {
        Some(mode) => format!("reset-{}", mode.trim_start_matches('-')),
        None => "reset".to_owned(),
    };
    let mut fails = revision.as_ref().and_then(|field| call.missing_revision(field));
    if limited && mode.is_some() {
        fails = Some("a reset of paths takes no mode".to_owned());
    }
    let moves =
        revision.as_ref().is_some_and(|field| !matches!(field.known(), Some("HEAD" | "@"))) && !limited;
    let references = if moves { call.current() } else { Vec::new() };
    let named = call.paths(&paths);
    let outcome = call.tell(Write::mutation(operation).on(references).limited_to(named).failing(fails));
    if outcome == Outcome::Open {
        if moves {
            call.advance();
        }
        match mode {
            Some("--hard") if !moves => super::restore::whole_tree(call),
            Some(mode) if mode != "--soft" => call.unsettle(),
            _ => call.touch(),
        }
    }
    ended(outcome)
}

/// Splits `[revision] [--] [path…]` as git does: without `--` the first word is a revision if it names one.
pub(super) fn revision_and_paths(call: &Call<'_>) -> (Option<Field>, Vec<Field>) {
    let mut operands = call.given.operands.clone();
    let behind = call.given.behind_dashes.clone();
    let Some(first) = operands.first().cloned() else {
        return (None, behind.unwrap_or_default());
    };
    let is_revision = match (&behind, first.known()) {
        (Some(_), _) | (None, None) => true,
        (None, Some(text)) => match call.resolves(text) {
            Some(known) => known || !is_path(call, &first),
            None => !is_path(call, &first),
        },
    };
    if !is_revision {
        return (None, operands);
    }
    operands.remove(0);
    operands.extend(behind.unwrap_or_default());
    (Some(first), operands)
}

/// Does this name a file here, or a tracked path?
pub(super) fn is_path(call: &Call<'_>, field: &Field) -> bool {
    let Some(text) = field.known() else { return false };
    if !is_plain(text) {
        return true;
    }
    let Some(path) = call.path(field) else { return false };
    match call.host.entry(&path) {
        Some(Entry::Missing) | None => call.tracked(&path).is_some_and(|list| !list.is_empty()),
        Some(_) => true,
    }
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

/// Files that git ignores stay without `-x`.
fn is_ignored(call: &Call<'_>, field: &Field) -> bool {
    let known = call.checkout().and_then(|checkout| checkout.known);
    match (call.path(field), known) {
        (Some(path), Some(known)) => call.host.world().ignored(&known, &path) == Some(true),
        _ => false,
    }
}

/// `git update-index`.
pub(super) fn update_index(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    let refreshes =
        given.has_any(&["--refresh", "--really-refresh", "-q", "--unmerged", "--test-untracked-cache"]);
    let writes = given.has_any(&[
        "--add",
        "--replace",
        "--remove",
        "--force-remove",
        "--chmod",
        "--cacheinfo",
        "--index-info",
        "--stdin",
        "--assume-unchanged",
        "--no-assume-unchanged",
        "--skip-worktree",
        "--no-skip-worktree",
        "--unresolve",
        "-g",
    ]);
    let paths = given.all_operands();
    if !writes && (refreshes || paths.is_empty()) {
        return reads(call.row);
    }
    let limited = call.paths(&paths);
    let outcome = call.tell(Write::mutation("update-index").limited_to(limited));
    if outcome == Outcome::Open {
        call.touch();
    }
    ended(outcome)
}

/// `git checkout-index`: files of the work tree from the index.
pub(super) fn checkout_index(call: &mut Call<'_>) -> Finished {
    if call.given.has("--no-create") {
        return reads(call.row);
    }
    let paths = call.given.all_operands();
    if let Some(prefix) = call.given.value("--prefix").cloned()
        && prefix.value.known_prefix().contains('/')
    {
        return elsewhere(call, &prefix);
    }
    let limited = call.paths(&paths);
    let outcome = call.tell(Write::mutation("checkout-index").limited_to(limited));
    if outcome == Outcome::Open {
        writes_elsewhere(call);
        call.unsettle();
    }
    ended(outcome)
}

/// `checkout-index --prefix=DIRECTORY/`: copies of the index's files, there.
fn elsewhere(call: &mut Call<'_>, prefix: &Field) -> Finished {
    let directory = call.directory().ok();
    let operation = Operation::Below {
        directory: rebased(prefix, directory.as_deref()),
        action: FileAction::Write,
        cause: call.cause().into(),
        class: CommandClass::Known,
        fails: None,
    };
    ended(call.apply(operation).outcome)
}

/// `git read-tree`.
pub(super) fn read_tree(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let outcome = call.tell(Write::mutation("read-tree"));
    if outcome == Outcome::Open {
        if call.given.has("-u") {
            writes_elsewhere(call);
        }
        call.unsettle();
    }
    ended(outcome)
}

/// With a work tree that is not the repository's own, the files that git writes lie there.
pub(super) fn writes_elsewhere(call: &mut Call<'_>) {
    let Some(tree) = call.work_tree() else { return };
    let operation = Operation::Below {
        directory: Field::text(&tree, call.span),
        action: FileAction::Write,
        cause: call.cause().into(),
        class: CommandClass::Known,
        fails: None,
    };
    call.apply(operation);
}
