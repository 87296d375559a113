//! `git worktree`.

use std::rc::Rc;

use super::call::{Call, ended, failed};
use super::checkout::missing_start;
use super::paths::{file_operation, rebased};
use super::write::Write;
use super::{Change, Finished, branch};
use crate::analysis::repository::{Checkout, Position, Reference, Whereabouts};
use crate::commands::plan::{FileAction, FileOperation, Operation, Outcome, Transfer, TransferKind};
use crate::intent::CommandClass;
use crate::value::Field;
use crate::world::{Entry, Repository};

/// What `worktree add` checks out.
struct Wanted {
    position: Position,
    /// A branch that it makes or resets.
    makes: Option<String>,
    /// What the new branch follows.
    upstream: Option<String>,
    fails: Option<String>,
}

/// `git worktree add PATH [COMMIT-ISH]`.
pub(super) fn add(call: &mut Call<'_>) -> Finished {
    let operands = call.given.all_operands();
    let Some(path) = operands.first().cloned() else {
        return failed();
    };
    let root = call.resolve(&path.value);
    let name = root.as_ref().ok().and_then(|root| root.rsplit('/').next()).unwrap_or_default().to_owned();
    let wanted = wanted(call, &name, root.is_ok(), operands.get(1));
    let occupied = root.as_ref().ok().and_then(|root| occupied(call, root));
    let references: Vec<String> = wanted.makes.iter().map(|name| format!("refs/heads/{name}")).collect();
    if occupied.is_some() && wanted.fails.is_none() {
        // git makes the branch before it finds that the place is taken, and leaves it.
        for name in &references {
            call.tell(Write::new("branch-create").on([name.clone()]));
            call.set_reference(name, true);
        }
    }
    let write = Write::new("worktree-add").on(references);
    let outcome = call.tell(write.clone().failing(occupied.or_else(|| wanted.fails.clone())));
    if outcome == Outcome::Failure {
        return ended(outcome);
    }
    if let Some(made) = &wanted.makes {
        if let Some(upstream) = &wanted.upstream {
            branch::track_by_default(call, made, upstream);
        }
        call.set_reference(&format!("refs/heads/{made}"), true);
    }
    match (root, call.checkout()) {
        (Ok(root), Some(base)) => stand(call, &base, &root, wanted.position, write),
        (Err(reason), _) => call.unknown(&format!("where the work tree is made is not known: {reason}")),
        (Ok(_), None) => {}
    }
    ended(outcome)
}

/// The work tree stands, as a repository and as a directory.
fn stand(call: &mut Call<'_>, base: &Checkout, root: &str, position: Position, write: Write) {
    let name = root.rsplit('/').next().unwrap_or_default();
    let common = &base.repository.common_directory;
    let repository = Repository {
        root: root.to_owned(),
        git_directory: format!("{common}/worktrees/{name}"),
        common_directory: common.clone(),
        bare: false,
    };
    let repository = Rc::new(repository);
    call.host.repositories_mut().add(Rc::clone(&repository), position, Some(base));
    make_directory(call, root);
    call.tell_at(&Checkout { repository, known: None }, write);
}

/// Tells the directory that git makes, and records it.
pub(super) fn make_directory(call: &mut Call<'_>, path: &str) {
    let missing = !matches!(call.host.entry(path), Some(Entry::Directory));
    if missing {
        let target = Field::text(path, call.span);
        let operation = file_operation(call, &target, FileAction::MakeDirectory { parents: true });
        // A repository of its own comes to stand there, which is no write to what stands around it (guards.md 2.9).
        call.apply(Operation::File(FileOperation { class: CommandClass::Git, ..operation }));
    }
    call.host.record(Change::Directory(path.to_owned()));
}

/// A path that is there and is not an empty directory.
pub(super) fn occupied(call: &Call<'_>, path: &str) -> Option<String> {
    let taken = match call.host.entry(path)? {
        Entry::Missing => false,
        Entry::Directory => call.host.list(path)?.iter().any(|_| true),
        _ => true,
    };
    taken.then(|| format!("`{path}` exists"))
}

fn wanted(call: &Call<'_>, name: &str, known: bool, start: Option<&Field>) -> Wanted {
    let given = &call.given;
    let force = given.value("-B").cloned();
    if let Some(field) = force.as_ref().or_else(|| given.value("-b")) {
        let Some(branch) = field.known() else {
            return unknown("the branch of the work tree is not known");
        };
        return new_branch(call, branch, force.is_some(), start);
    }
    if given.has("--detach") {
        let fails = start.and_then(|start| missing_start(call, start));
        return Wanted { position: Position::Detached(None), makes: None, upstream: None, fails };
    }
    let Some(start) = start else {
        if !known {
            return unknown("the branch of the work tree is not known");
        }
        return match call.has_branch(name) {
            Some(true) => existing(call, name),
            Some(false) => new_branch(call, name, false, None),
            None => unknown("the branch of the work tree is not known"),
        };
    };
    let Some(text) = start.known() else {
        return unknown("the branch of the work tree is not known");
    };
    match call.has_branch(text) {
        Some(true) => existing(call, text),
        None => unknown("the branch of the work tree is not known"),
        Some(false) => commit_ish(call, text, start),
    }
}

/// A revision detaches; a name that only one remote has becomes a branch that follows it.
fn commit_ish(call: &Call<'_>, text: &str, start: &Field) -> Wanted {
    if call.resolves(text) != Some(false) {
        let fails = missing_start(call, start);
        return Wanted { position: Position::Detached(None), makes: None, upstream: None, fails };
    }
    let references = call.references("refs/remotes/").unwrap_or_default();
    let mut holders = references.iter().filter(|reference| {
        reference
            .strip_prefix("refs/remotes/")
            .and_then(|rest| rest.split_once('/'))
            .is_some_and(|(_, branch)| branch == text)
    });
    match (holders.next(), holders.next()) {
        (Some(one), None) => Wanted {
            position: Position::Branch(text.to_owned()),
            makes: Some(text.to_owned()),
            upstream: Some(one.clone()),
            fails: None,
        },
        _ => Wanted { fails: Some(format!("`{text}` names no revision")), ..unknown("") },
    }
}

fn unknown(reason: &str) -> Wanted {
    Wanted { position: Position::Unknown(reason.to_owned()), makes: None, upstream: None, fails: None }
}

fn existing(call: &Call<'_>, name: &str) -> Wanted {
    let fails = if call.given.has("--force") { None } else { call.in_use(name) };
    Wanted { position: Position::Branch(name.to_owned()), makes: None, upstream: None, fails }
}

fn new_branch(call: &Call<'_>, name: &str, force: bool, start: Option<&Field>) -> Wanted {
    let mut fails = None;
    if !force && call.has_branch(name) == Some(true) {
        fails = Some(format!("a branch `{name}` exists"));
    } else if force && !call.given.has("--force") {
        fails = call.in_use(name);
    }
    fails = fails.or_else(|| start.and_then(|start| missing_start(call, start)));
    let upstream = match start.and_then(Field::known).map(|start| call.expand(start)) {
        Some(Reference::Full(full)) => Some(full),
        _ => None,
    };
    Wanted { position: Position::Branch(name.to_owned()), makes: Some(name.to_owned()), upstream, fails }
}

/// `git worktree remove WORKTREE`.
pub(super) fn remove(call: &mut Call<'_>) -> Finished {
    let operands = call.given.all_operands();
    let Some(field) = operands.first() else {
        return failed();
    };
    let tree = tree(call, field);
    let fails = match &tree {
        Err(reason) => reason.clone(),
        Ok(tree) if tree.git_directory == tree.common_directory => {
            Some("the main work tree can't be removed".to_owned())
        }
        Ok(tree) => unclean(call, tree),
    };
    let outcome = call.tell(Write::new("worktree-remove").failing(fails));
    if outcome == Outcome::Failure {
        return ended(outcome);
    }
    let Ok(tree) = tree else {
        call.unknown("which work tree is removed is not known");
        return ended(outcome);
    };
    let target = Field::text(&tree.root, call.span);
    let operation = file_operation(call, &target, FileAction::Delete { recursive: true, force: true });
    call.apply(Operation::File(operation));
    call.host.repositories_mut().remove_tree(&tree.root);
    call.host.record(Change::Removed(tree.root.clone()));
    ended(outcome)
}

/// A work tree with changes or untracked files needs `--force`.
fn unclean(call: &Call<'_>, tree: &Repository) -> Option<String> {
    if call.given.has("--force") || call.host.has_written_below(&tree.root) {
        return None;
    }
    let Whereabouts::Inside(found) = call.host.repositories().find(call.host.world(), &tree.root) else {
        return None;
    };
    if call.host.repositories().is_touched(&found) {
        return None;
    }
    let status = call.host.world().status(found.known.as_deref()?)?;
    let dirty = !status.staged.is_empty() || !status.unstaged.is_empty() || !status.untracked.is_empty();
    dirty.then(|| "it has changed or untracked files".to_owned())
}

/// The work tree that a word names: its path, or the end of its path if that is unique. The error is the reason why git
/// refuses, or `None` if nobody can know.
fn tree(call: &Call<'_>, field: &Field) -> Result<Rc<Repository>, Option<String>> {
    let checkout = call.checkout().ok_or(None)?;
    let trees = call.host.repositories().worktrees(call.host.world(), &checkout).ok_or(None)?;
    let text = field.known().ok_or(None)?;
    if let Ok(path) = call.resolve(&field.value)
        && let Some((tree, _)) = trees.iter().find(|(tree, _)| tree.root == path)
    {
        return Ok(Rc::clone(tree));
    }
    let ending = format!("/{}", text.trim_matches('/'));
    let mut fits = trees.iter().filter(|(tree, _)| tree.root.ends_with(&ending));
    match (fits.next(), fits.next()) {
        (Some((tree, _)), None) => Ok(Rc::clone(tree)),
        _ => Err(Some(format!("`{text}` is no work tree"))),
    }
}

/// `git worktree move WORKTREE NEW-PATH`.
pub(super) fn relocate(call: &mut Call<'_>) -> Finished {
    let operands = call.given.all_operands();
    let [field, destination] = operands.as_slice() else {
        return failed();
    };
    let tree = tree(call, field);
    let fails = match &tree {
        Err(reason) => reason.clone(),
        Ok(tree) if tree.git_directory == tree.common_directory => {
            Some("the main work tree can't be moved".to_owned())
        }
        Ok(_) => None,
    };
    let outcome = call.tell(Write::new("worktree-move").failing(fails));
    if outcome == Outcome::Failure {
        return ended(outcome);
    }
    let Ok(tree) = tree else {
        call.unknown("which work tree is moved is not known");
        return ended(outcome);
    };
    let directory = call.directory().ok();
    let transfer = Transfer {
        makes_directories: true,
        ..Transfer::of(
            TransferKind::Move,
            vec![Field::text(&tree.root, call.span)],
            rebased(destination, directory.as_deref()),
            call.cause().into(),
        )
    };
    call.apply(Operation::Transfer(transfer));
    let moved =
        call.resolve(&destination.value).map(|path| call.host.repositories().find(call.host.world(), &path));
    if let Ok(Whereabouts::Inside(moved)) = moved
        && moved.repository.common_directory == tree.common_directory
    {
        call.tell_at(&moved, Write::new("worktree-move"));
    }
    ended(outcome)
}
