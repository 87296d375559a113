//! What works on the index: `add`, `commit`, `reset` and their plumbing.

use super::Finished;
use super::call::{Call, ended, join, reads};
use super::paths::{is_ignored, rebased, revision_and_paths, unmatched, writes_elsewhere};
use super::write::Write;
use crate::analysis::repository::is_within;
use crate::commands::plan::{FileAction, Operation, Outcome};
use crate::intent::CommandClass;
use crate::value::Field;
use crate::world::Status;

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
