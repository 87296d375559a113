//! Path arguments of subcommands: what they name here, and the writes at the files that they name.

use super::call::{Call, is_plain, join};
use crate::commands::plan::{FileAction, FileOperation, Operation};
use crate::intent::{CommandClass, LinkUse};
use crate::value::{AbstractString, Field};
use crate::world::Entry;

/// A path argument that stands for files here whatever the repository holds: no git glob, no magic.
pub(super) fn is_nameable(field: &Field) -> bool {
    !field.many && is_plain(field.value.known_prefix())
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

/// Files that git ignores stay without `-x`.
pub(super) fn is_ignored(call: &Call<'_>, field: &Field) -> bool {
    let known = call.checkout().and_then(|checkout| checkout.known);
    match (call.path(field), known) {
        (Some(path), Some(known)) => call.host.world().ignored(&known, &path) == Some(true),
        _ => false,
    }
}

/// A path that neither exists nor is tracked matches nothing: git refuses the whole command.
pub(super) fn unmatched(call: &Call<'_>, field: &Field) -> Option<String> {
    let path = call.path(field)?;
    let missing = call.host.entry(&path) == Some(Entry::Missing);
    let untracked = missing && call.tracked(&path).is_some_and(|list| list.is_empty());
    untracked.then(|| format!("`{}` matches no file", field.known().unwrap_or_default()))
}

pub(super) fn untracked(call: &Call<'_>, field: &Field) -> Option<bool> {
    Some(call.tracked(&call.path(field)?)?.is_empty())
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

/// A relative path made absolute below a directory (a transfer has no directory of its own).
pub(super) fn rebased(field: &Field, directory: Option<&str>) -> Field {
    let Some(directory) = directory else {
        return field.clone();
    };
    if field.value.known_prefix().starts_with('/') {
        return field.clone();
    }
    let mut value = AbstractString::text(&join(directory, ""));
    value.append(&field.value);
    Field { value, ..field.clone() }
}

/// A write to a file that the command names.
pub(super) fn file_operation(call: &Call<'_>, target: &Field, action: FileAction) -> FileOperation {
    FileOperation {
        action,
        target: target.clone(),
        directory: call.directory().ok().map(|directory| AbstractString::text(&directory)),
        link: LinkUse::Itself,
        cause: call.cause().into(),
        class: CommandClass::Known,
        content: None,
        fails: None,
    }
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
