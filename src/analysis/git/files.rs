//! Files that git is told to write, and writes that need no more than their name.

use super::Finished;
use super::call::{Call, ended, failed, join, reads};
use super::history::missing_file;
use super::paths::{file_operation, writes_elsewhere};
use super::site::Site;
use super::write::Write;
use crate::analysis::repository::is_within;
use crate::commands::hunks::{self, Context, Fit, Way};
use crate::commands::plan::{FileAction, Operation, Outcome};
use crate::intent::CommandClass;
use crate::value::{AbstractString, Field, Output, Piece};
use crate::world::Entry;

/// A patch or a file that it changes is not read beyond this (bytes).
const PATCH_LIMIT: usize = 262_144;

/// `diff --output=F`, `log --output=F` and their kin.
pub(super) fn read_output(call: &mut Call<'_>) -> Finished {
    let Some(target) = call.given.value("--output").cloned() else {
        return super::print::read(call);
    };
    write(call, &target, FileAction::Write)
}

/// A file that the command names. Inside the work tree it is git's write too.
fn write(call: &mut Call<'_>, target: &Field, action: FileAction) -> Finished {
    if matches!(call.site, Site::Outside(_)) && call.row.name != "diff" {
        return failed();
    }
    let operation = file_operation(call, target, action);
    let finished = call.apply(Operation::File(operation));
    if finished.outcome != Outcome::Failure {
        tell_inside(call, target);
    }
    ended(finished.outcome)
}

pub(super) fn tell_inside(call: &mut Call<'_>, target: &Field) {
    let (Ok(path), Some(root)) = (call.resolve(&target.value), call.root()) else {
        return;
    };
    if is_within(&path, &root) {
        let word = call.row.name.split(' ').next().unwrap_or_default();
        call.tell(Write::new(word).limited_to(vec![path]));
    }
}

/// `git archive`.
pub(super) fn archive(call: &mut Call<'_>) -> Finished {
    match call.given.value("--output").cloned() {
        Some(target) => write(call, &target, FileAction::Write),
        None => reads(call.row),
    }
}

/// `git bundle create FILE …`.
pub(super) fn bundle(call: &mut Call<'_>) -> Finished {
    match call.given.all_operands().first().cloned() {
        Some(target) if target.known() != Some("-") => write(call, &target, FileAction::Write),
        Some(_) => reads(call.row),
        None => failed(),
    }
}

/// `git format-patch`: one file a commit, in a directory.
pub(super) fn format_patch(call: &mut Call<'_>) -> Finished {
    if call.given.has("--stdout") {
        return reads(call.row);
    }
    if let Some(target) = call.given.value("--output").cloned() {
        return write(call, &target, FileAction::Write);
    }
    let missing = call.given.operands.iter().find_map(|revision| {
        let plain = revision.known().is_some_and(|text| !text.contains(".."));
        if plain { call.missing_revision(revision) } else { None }
    });
    if missing.is_some() {
        return failed();
    }
    let directory = call.given.value("--output-directory").cloned();
    let mut value = match &directory {
        Some(field) => field.value.clone(),
        None => AbstractString::empty(),
    };
    if !value.is_empty() && !value.known().is_some_and(|text| text.ends_with('/')) {
        value.push_text("/");
    }
    value.push(Piece::Glob("[0-9][0-9][0-9][0-9]-*.patch".into()));
    if let Some(field) = &directory {
        let made = file_operation(call, field, FileAction::MakeDirectory { parents: true });
        call.apply(Operation::File(made));
    }
    let target = Field { value, many: true, span: call.span };
    if matches!(call.site, Site::Outside(_)) {
        return failed();
    }
    let operation = file_operation(call, &target, FileAction::Write);
    call.apply(Operation::File(operation));
    let here = directory.unwrap_or_else(|| Field::text(".", call.span));
    tell_inside(call, &here);
    ended(Outcome::Open)
}

/// `git merge-file CURRENT BASE OTHER`: the first is changed in place.
pub(super) fn merge_file(call: &mut Call<'_>) -> Finished {
    if call.given.has_any(&["--stdout", "--object-id"]) {
        return reads(call.row);
    }
    let Some(target) = call.given.all_operands().first().cloned() else {
        return failed();
    };
    let operation = file_operation(call, &target, FileAction::Modify);
    let finished = call.apply(Operation::File(operation));
    tell_inside(call, &target);
    ended(finished.outcome)
}

/// `git apply`, in a repository or outside one.
pub(super) fn apply(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    let looks = given.has_any(&["--check", "--stat", "--numstat", "--summary"]);
    if looks && !given.has("--apply") {
        return reads(call.row);
    }
    let fails = given.all_operands().iter().find_map(|patch| missing_file(call, patch));
    if let Site::Outside(directory) = &call.site {
        let directory = match given.value("--directory").and_then(Field::known) {
            Some(below) => join(directory, below),
            None => directory.clone(),
        };
        if fails.is_some() {
            return failed();
        }
        let operation = Operation::Below {
            directory: Field::text(&directory, call.span),
            action: FileAction::Modify,
            cause: call.cause().into(),
            class: CommandClass::Known,
            fails: None,
        };
        return ended(call.apply(operation).outcome);
    }
    let fails = fails.or_else(|| does_not_fit(call));
    let mut write = Write::new("apply").failing(fails);
    if !given.has("--cached") {
        write = write.in_tree();
    }
    let outcome = call.tell(write.mutating());
    if outcome == Outcome::Open {
        writes_elsewhere(call);
        call.unsettle();
    }
    ended(outcome)
}

/// A write that needs no more than its name.
pub(super) fn plain(call: &mut Call<'_>, operation: &str) -> Finished {
    let listing = call.given.has("--list")
        || (call.fields.is_empty() && matches!(operation, "replace" | "sparse-checkout"));
    if call.given.has("--dry-run") || listing {
        return reads(call.row);
    }
    let references = match operation {
        "replace" => call
            .given
            .all_operands()
            .first()
            .and_then(Field::known)
            .and_then(|name| Some(format!("refs/replace/{}", call.commit(name)?))),
        _ => None,
    };
    let idle = (operation == "worktree-prune" && all_worktrees_stand(call))
        .then(|| "every work tree stands".to_owned());
    let outcome = call.tell(Write::new(operation).on(references).idle(idle));
    if outcome == Outcome::Open && operation == "sparse-checkout" {
        call.unsettle();
    }
    ended(outcome)
}

fn all_worktrees_stand(call: &Call<'_>) -> bool {
    let Some(checkout) = call.checkout() else { return false };
    let Some(known) = &checkout.known else { return false };
    let stands = |root: &str| matches!(call.host.entry(root), Some(Entry::Directory));
    call.host.repositories().is_untouched()
        && call.host.world().worktrees(known).is_some_and(|trees| trees.iter().all(|tree| stands(&tree.root)))
}

/// A hunk that does not fit fails the whole of `git apply`.
fn does_not_fit(call: &Call<'_>) -> Option<String> {
    let given = &call.given;
    let merges = [
        "--3way",
        "--reject",
        "--unidiff-zero",
        "--directory",
        "--include",
        "--exclude",
        "--ignore-whitespace",
        "-C",
        "--cached",
    ];
    let root = call.root().filter(|root| !call.host.has_written_below(root))?;
    if merges.iter().any(|name| given.has(name)) || call.directory().ok()? != root {
        return None;
    }
    let strip = match given.value("-p") {
        Some(count) => count.known()?.parse::<usize>().ok()?,
        None => 1,
    };
    let way = if given.has("-R") { Way::Back } else { Way::Forward };
    let read = |path: &str| call.host.world().content(path, PATCH_LIMIT);
    let text = match (given.all_operands().as_slice(), call.host.input()) {
        ([], Output::Text(text)) => text.known()?.to_owned(),
        ([only], _) if only.known() != Some("-") => read(&call.resolve(&only.value).ok()?)?,
        _ => return None,
    };
    for patch in hunks::read(&text) {
        let name = if way == Way::Forward { &patch.old } else { &patch.new };
        let path = name.splitn(strip + 1, '/').nth(strip)?;
        let content = read(&join(&root, path))?;
        let fits = hunks::fit(&patch, &content, way, Context::Exact)?;
        if fits != Fit::All {
            return Some("the patch does not apply".to_owned());
        }
    }
    None
}
