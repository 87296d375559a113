//! `git branch`.

use super::call::{Call, ended};
use super::write::Write;
use super::{Finished, checkout, config, print};
use crate::analysis::repository::{Position, Reference};
use crate::commands::git::refspec::is_branch_name;
use crate::commands::plan::Outcome;
use crate::value::Field;

/// `git branch` in all its modes.
pub(super) fn branch(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    let operands = given.all_operands();
    if given.has("--show-current") {
        return print::current_branch(call);
    }
    if given.has_any(&["-d", "-D"]) {
        return ended(delete(call, &operands));
    }
    if given.has_any(&["-m", "-M"]) {
        return ended(rename(call, &operands));
    }
    if given.has_any(&["-c", "-C"]) {
        return ended(copy(call, &operands));
    }
    if given.value("--set-upstream-to").is_some()
        || given.has("--unset-upstream")
        || given.has("--edit-description")
    {
        return ended(configure(call, &operands));
    }
    let lists = given.has_any(&[
        "--list",
        "--all",
        "--remotes",
        "--contains",
        "--no-contains",
        "--merged",
        "--no-merged",
        "--points-at",
    ]);
    match operands.as_slice() {
        _ if lists => print::branches(call),
        [] => print::branches(call),
        [name, start @ ..] => ended(create(call, name, start.first())),
    }
}

fn create(call: &mut Call<'_>, name: &Field, start: Option<&Field>) -> Outcome {
    let force = call.given.has("-f");
    let Some(text) = name.known().map(str::to_owned) else {
        call.unknown("which branch is made is not known");
        return call.tell(Write::new("branch-create"));
    };
    let full = format!("refs/heads/{text}");
    let mut fails = (!is_branch_name(&text)).then(|| format!("`{text}` is no name for a branch"));
    if !force && call.has_reference(&full) == Some(true) {
        fails = Some(format!("a branch `{text}` exists"));
    }
    if force {
        fails = fails.or_else(|| call.in_use(&text));
    }
    fails = fails.or_else(|| start.and_then(|start| checkout::missing_start(call, start)));
    let idle = unmoved(call, &full, start);
    let outcome = call.tell(Write::new("branch-create").on([full.clone()]).failing(fails).idle(idle));
    if outcome == Outcome::Open {
        if let Some(Reference::Full(upstream)) = start.and_then(Field::known).map(|start| call.expand(start))
        {
            track_by_default(call, &text, &upstream);
        }
        call.set_reference(&full, true);
    }
    outcome
}

/// The branch is there already, and on the commit that it is put on.
fn unmoved(call: &Call<'_>, full: &str, start: Option<&Field>) -> Option<String> {
    let start = start.map_or(Some("HEAD"), Field::known)?;
    let same = call.has_reference(full) == Some(true) && call.commit(full)? == call.commit(start)?;
    same.then(|| "it is there already".to_owned())
}

fn delete(call: &mut Call<'_>, names: &[Field]) -> Outcome {
    let prefix = if call.given.has("--remotes") { "refs/remotes/" } else { "refs/heads/" };
    let mut outcome = if names.is_empty() { Outcome::Failure } else { Outcome::Open };
    for field in names {
        let Some(name) = field.known().map(str::to_owned) else {
            call.unknown("which branch is deleted is not known");
            call.tell(Write::new("branch-delete"));
            continue;
        };
        let full = format!("{prefix}{name}");
        let missing = call.has_reference(&full) == Some(false);
        let fails = if missing {
            Some(format!("there is no branch `{name}`"))
        } else if prefix == "refs/heads/" {
            call.in_use(&name).or_else(|| unmerged(call, &name))
        } else {
            None
        };
        if call.tell(Write::new("branch-delete").on([full.clone()]).failing(fails)) == Outcome::Open {
            call.set_reference(&full, false);
        } else {
            outcome = Outcome::Failure;
        }
    }
    outcome
}

/// `-d` keeps a branch that neither HEAD nor its upstream holds.
fn unmerged(call: &Call<'_>, name: &str) -> Option<String> {
    let follows = !call.settings_of(&format!("branch.{name}.merge"))?.is_empty();
    if follows || call.given.has_any(&["-D", "-f"]) {
        return None;
    }
    (call.holds("HEAD", name) == Some(false)).then(|| format!("`{name}` is not merged"))
}

fn rename(call: &mut Call<'_>, operands: &[Field]) -> Outcome {
    let force = call.given.has_any(&["-M", "-f"]);
    let Some((old, new)) = two_names(call, operands) else {
        call.unknown("which branch is renamed is not known");
        let outcome = call.tell(Write::new("branch-move"));
        if outcome == Outcome::Open && operands.len() < 2 {
            follow_rename(call, None, Position::Unknown("the branch's new name is not known".to_owned()));
        }
        return outcome;
    };
    let (from, to) = (format!("refs/heads/{old}"), format!("refs/heads/{new}"));
    let unborn = call.branch().as_deref() == Some(old.as_str());
    let mut fails = (!is_branch_name(&new)).then(|| format!("`{new}` is no name for a branch"));
    if call.has_reference(&from) == Some(false) && !unborn {
        fails = Some(format!("there is no branch `{old}`"));
    } else if !force && old != new && call.has_reference(&to) == Some(true) {
        fails = Some(format!("a branch `{new}` exists"));
    }
    let outcome = call.tell(Write::new("branch-move").on([from.clone(), to.clone()]).failing(fails));
    if outcome == Outcome::Open {
        call.set_reference(&from, false);
        call.set_reference(&to, true);
        for key in ["remote", "merge", "pushremote", "rebase"] {
            let value = call.settings_of(&format!("branch.{old}.{key}"));
            if value.as_ref().is_some_and(|value| !value.is_empty()) {
                config::record(call, &format!("branch.{new}.{key}"), value);
            }
        }
        follow_rename(call, Some(&old), Position::Branch(new));
    }
    outcome
}

/// Work trees that are on the renamed branch follow it.
fn follow_rename(call: &mut Call<'_>, old: Option<&str>, position: Position) {
    let Some(checkout) = call.checkout() else { return };
    let current = call.branch();
    if old.is_none() || current.as_deref() == old {
        call.host.repositories_mut().rename_position(&checkout, position);
        return;
    }
    let trees = call.host.repositories().worktrees(call.host.world(), &checkout).unwrap_or_default();
    for (tree, at) in trees {
        if matches!(&at, Position::Branch(name) if Some(name.as_str()) == old) {
            let other = crate::analysis::repository::Checkout { repository: tree, known: None };
            call.host.repositories_mut().rename_position(&other, position.clone());
        }
    }
}

fn copy(call: &mut Call<'_>, operands: &[Field]) -> Outcome {
    let force = call.given.has_any(&["-C", "-f"]);
    let Some((old, new)) = two_names(call, operands) else {
        call.unknown("which branch is copied is not known");
        return call.tell(Write::new("branch-create"));
    };
    let to = format!("refs/heads/{new}");
    let mut fails = None;
    if call.has_branch(&old) == Some(false) {
        fails = Some(format!("there is no branch `{old}`"));
    } else if !force && call.has_reference(&to) == Some(true) {
        fails = Some(format!("a branch `{new}` exists"));
    }
    let outcome = call.tell(Write::new("branch-create").on([to.clone()]).failing(fails));
    if outcome == Outcome::Open {
        call.set_reference(&to, true);
    }
    outcome
}

/// The old and the new name; with one operand the old one is the current branch.
fn two_names(call: &Call<'_>, operands: &[Field]) -> Option<(String, String)> {
    match operands {
        [new] => Some((call.branch()?, new.known()?.to_owned())),
        [old, new] => Some((old.known()?.to_owned(), new.known()?.to_owned())),
        _ => None,
    }
}

/// `-u`, `--unset-upstream`, `--edit-description`: settings of the branch.
fn configure(call: &mut Call<'_>, operands: &[Field]) -> Outcome {
    let name = match operands.first() {
        Some(field) => field.known().map(str::to_owned),
        None => call.branch(),
    };
    let upstream = call.given.value("--set-upstream-to").cloned();
    let mut fails = upstream.as_ref().and_then(|field| call.missing_revision(field));
    if let Some(name) = &name
        && call.has_branch(name) == Some(false)
        && !call.given.has("--edit-description")
    {
        fails = Some(format!("there is no branch `{name}`"));
    }
    if call.given.has("--unset-upstream")
        && let Some(name) = &name
        && call.settings_of(&format!("branch.{name}.merge")).is_some_and(|values| values.is_empty())
    {
        fails = Some(format!("`{name}` has no upstream"));
    }
    let outcome = call.tell(Write::new("config").failing(fails));
    let Some(name) = name.filter(|_| outcome == Outcome::Open) else {
        return outcome;
    };
    if call.given.has("--unset-upstream") {
        config::record(call, &format!("branch.{name}.remote"), Some(Vec::new()));
        config::record(call, &format!("branch.{name}.merge"), Some(Vec::new()));
    } else if let Some(upstream) = upstream {
        match upstream.known().map(|upstream| call.expand(upstream)) {
            Some(Reference::Full(full)) => track(call, &name, &full),
            _ => {
                config::record(call, &format!("branch.{name}.remote"), None);
                config::record(call, &format!("branch.{name}.merge"), None);
            }
        }
    }
    outcome
}

/// A branch that starts at a remote's branch follows it (`branch.autoSetupMerge`); one that starts at a local branch
/// does so with `--track` or `always` only.
pub(super) fn track_by_default(call: &mut Call<'_>, name: &str, upstream: &str) {
    let automatic = call.setting("branch.autosetupmerge").flatten().unwrap_or_else(|| "true".to_owned());
    let remote = upstream.starts_with("refs/remotes/");
    let local = upstream.starts_with("refs/heads/");
    let wanted = call.given.has("--track");
    let follows = match automatic.as_str() {
        "false" => wanted,
        "always" => remote || local,
        "simple" => wanted || (remote && upstream.ends_with(&format!("/{name}"))),
        _ => remote || (wanted && local),
    };
    if follows && !call.given.has("--no-track") {
        track(call, name, upstream);
    }
}

/// `branch.NAME.remote` and `.merge` now say this.
pub(super) fn track(call: &mut Call<'_>, name: &str, upstream: &str) {
    let (remote, merge) = match upstream.strip_prefix("refs/remotes/").and_then(|rest| rest.split_once('/')) {
        Some((remote, branch)) => (remote.to_owned(), format!("refs/heads/{branch}")),
        None => (".".to_owned(), upstream.to_owned()),
    };
    config::record(call, &format!("branch.{name}.remote"), Some(vec![remote]));
    config::record(call, &format!("branch.{name}.merge"), Some(vec![merge]));
}
