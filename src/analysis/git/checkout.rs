//! `switch` and `checkout`: HEAD moves. Where files come back instead, `restore` has the word.

use super::call::{Call, ended, is_plain};
use super::paths::{is_path, writes_elsewhere};
use super::write::Write;
use super::{Finished, branch, restore};
use crate::analysis::repository::{Position, Reference};
use crate::commands::git::refspec::is_branch_name;
use crate::commands::plan::Outcome;
use crate::value::Field;

/// `git switch`.
pub(super) fn switch(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    let operand = given.all_operands().first().cloned();
    if let Some(name) = given.value("-C").or_else(|| given.value("-c")).cloned() {
        let force = given.value("-C").is_some();
        return ended(create(call, &name, operand.as_ref(), force));
    }
    if let Some(name) = given.value("--orphan").cloned() {
        return ended(orphan(call, &name));
    }
    if given.has("--detach") {
        return ended(detach(call, operand.as_ref()));
    }
    if given.has("--track") {
        return ended(track(call, operand.as_ref()));
    }
    match operand {
        None => ended(refuse(call, "no branch is named")),
        Some(operand) if given.has_any(&["-f", "--discard-changes"]) && stays(call, &operand) => {
            ended(restore::checkout_paths(call))
        }
        Some(operand) => ended(switch_to(call, &operand)),
    }
}

/// Is that where HEAD stands? Then force brings back every changed file, and nothing else happens.
fn stays(call: &Call<'_>, operand: &Field) -> bool {
    operand.known().is_some_and(|name| matches!(name, "HEAD" | "@") || call.branch().as_deref() == Some(name))
}

fn switch_to(call: &mut Call<'_>, operand: &Field) -> Outcome {
    let Some(name) = named(call, operand) else {
        return unknown_target(call, operand);
    };
    if let Some(outcome) = existing_or_guessed(call, &name) {
        return outcome;
    }
    match call.resolves(&name) {
        Some(true) => refuse(call, &format!("`{name}` is no branch, and `--detach` is not given")),
        _ => refuse(call, &format!("there is no branch `{name}`")),
    }
}

/// `git checkout`.
pub(super) fn checkout(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    let operands = given.operands.clone();
    let behind = given.behind_dashes.clone();
    if let Some(name) = given.value("-B").or_else(|| given.value("-b")).cloned() {
        let force = given.value("-B").is_some();
        return ended(create(call, &name, operands.first(), force));
    }
    if let Some(name) = given.value("--orphan").cloned() {
        return ended(orphan(call, &name));
    }
    if given.has("--detach") {
        return ended(detach(call, operands.first()));
    }
    if given.has("--track") {
        return ended(track(call, operands.first()));
    }
    if given.has("-p") || given.value("--pathspec-from-file").is_some() {
        return ended(restore::checkout_paths(call));
    }
    match (operands.as_slice(), behind.as_deref()) {
        ([], None | Some([])) if given.has("-f") => ended(restore::checkout_paths(call)),
        ([one], None | Some([])) if given.has("-f") && stays(call, one) => {
            ended(restore::checkout_paths(call))
        }
        ([], None | Some([])) => super::call::reads(call.row),
        ([one], None) => ended(guess(call, one)),
        ([one], Some([])) => ended(go(call, one)),
        _ => ended(restore::checkout_paths(call)),
    }
}

/// One word without `--`: a branch, a branch of a remote, a revision, or a path (git-checkout(1), ARGUMENT
/// DISAMBIGUATION).
fn guess(call: &mut Call<'_>, operand: &Field) -> Outcome {
    let Some(name) = named(call, operand) else {
        if operand.value.known_prefix().starts_with(':') {
            return restore::checkout_paths(call);
        }
        return unknown_target(call, operand);
    };
    match call.has_branch(&name) {
        Some(true) => return go_to_branch(call, &name),
        None => return unknown_target(call, operand),
        Some(false) => {}
    }
    if call.resolves(&name) == Some(true) {
        return detach(call, Some(operand));
    }
    let path = is_path(call, operand);
    match remote_branch(call, &name) {
        Guess::One(remote) if path && is_plain(&name) => {
            refuse(call, &format!("`{name}` is both a file and a branch of `{remote}`"))
        }
        Guess::One(remote) => follow(call, &name, &remote),
        Guess::Unknown if !path => unknown_target(call, operand),
        _ if path => restore::checkout_paths(call),
        _ => match call.resolves(&name) {
            None => unknown_target(call, operand),
            Some(_) => refuse(call, &format!("`{name}` is neither a branch, a revision nor a file")),
        },
    }
}

/// One word in front of `--`: a branch or a revision.
fn go(call: &mut Call<'_>, operand: &Field) -> Outcome {
    let Some(name) = named(call, operand) else {
        return unknown_target(call, operand);
    };
    if let Some(outcome) = existing_or_guessed(call, &name) {
        return outcome;
    }
    match call.resolves(&name) {
        Some(false) => refuse(call, &format!("`{name}` names no revision")),
        _ => detach(call, Some(operand)),
    }
}

/// The branch if it exists, or the new one that follows the only remote that has it.
fn existing_or_guessed(call: &mut Call<'_>, name: &str) -> Option<Outcome> {
    match call.has_branch(name) {
        Some(true) => return Some(go_to_branch(call, name)),
        None => return Some(unknown_name(call, name)),
        Some(false) => {}
    }
    if call.resolves(name) == Some(true) {
        return None;
    }
    match remote_branch(call, name) {
        Guess::One(remote) => Some(follow(call, name, &remote)),
        Guess::Unknown => Some(unknown_name(call, name)),
        Guess::None => None,
    }
}

/// The operand's text with `-` and `@{-N}` resolved.
fn named(call: &Call<'_>, operand: &Field) -> Option<String> {
    let text = operand.known()?;
    let steps = match text {
        "-" => Some(1),
        _ => text
            .strip_prefix("@{-")
            .and_then(|rest| rest.strip_suffix('}'))
            .and_then(|number| number.parse().ok()),
    };
    match steps {
        Some(steps) => call.host.repositories().previous(call.host.world(), &call.checkout()?, steps),
        None => Some(text.to_owned()),
    }
}

enum Guess {
    /// only this remote has it
    One(String),
    /// none, or several
    None,
    /// nobody can know
    Unknown,
}

/// The only remote that has a branch of this name.
fn remote_branch(call: &Call<'_>, name: &str) -> Guess {
    let off =
        call.given.has("--no-guess") || (!call.given.has("--guess") && !call.is_set("checkout.guess", true));
    if off || !is_branch_name(name) {
        return Guess::None;
    }
    let Some(references) = call.references("refs/remotes/") else {
        return Guess::Unknown;
    };
    let mut remotes = references.iter().filter_map(|reference| {
        let (remote, branch) = reference.strip_prefix("refs/remotes/")?.split_once('/')?;
        (branch == name).then_some(remote)
    });
    let preferred = call.setting("checkout.defaultremote").flatten();
    match (remotes.next(), remotes.next()) {
        (Some(one), None) => Guess::One(one.to_owned()),
        (Some(_), Some(_)) => preferred.map_or(Guess::None, Guess::One),
        _ => Guess::None,
    }
}

fn go_to_branch(call: &mut Call<'_>, name: &str) -> Outcome {
    let elsewhere = checked_out_elsewhere(call, name);
    let outcome = call.tell(Write::new("switch").in_tree().failing(elsewhere));
    let position = Position::Branch(name.to_owned());
    match outcome {
        Outcome::Open => arrive(call, position),
        // This outcome does not steer (guards.md 2.18): what follows is judged as if HEAD stood there.
        _ => judge_at(call, position),
    }
    outcome
}

/// Why the branch can't be checked out here: another work tree has it.
fn checked_out_elsewhere(call: &Call<'_>, name: &str) -> Option<String> {
    if call.given.has("--ignore-other-worktrees") {
        return None;
    }
    let root = call.host.repositories().checked_out_elsewhere(call.host.world(), &call.checkout()?, name)?;
    Some(format!("`{name}` is checked out at `{root}`"))
}

/// After a switch that git refuses for now, guards judge as if HEAD stood there.
fn judge_at(call: &mut Call<'_>, position: Position) {
    if let Some(checkout) = call.checkout() {
        let mut repositories = call.host.repositories().clone();
        repositories.set_position(call.host.world(), &checkout, position);
        call.judged = Some(repositories);
    }
}

/// A new branch that follows a remote's.
fn follow(call: &mut Call<'_>, name: &str, remote: &str) -> Outcome {
    let outcome = call.tell(Write::new("switch").in_tree().on([format!("refs/heads/{name}")]));
    if outcome == Outcome::Open {
        branch::track(call, name, &format!("refs/remotes/{remote}/{name}"));
        call.set_reference(&format!("refs/heads/{name}"), true);
        arrive(call, Position::Branch(name.to_owned()));
    }
    outcome
}

/// `--track remote/branch`: the branch's name is the last part.
fn track(call: &mut Call<'_>, start: Option<&Field>) -> Outcome {
    let Some(text) = start.and_then(Field::known).map(str::to_owned) else {
        return match start {
            Some(start) => unknown_target(call, start),
            None => refuse(call, "`--track` needs a branch of a remote"),
        };
    };
    let short = text.strip_prefix("refs/").unwrap_or(&text);
    let short = short.strip_prefix("remotes/").unwrap_or(short);
    match short.split_once('/') {
        Some((_, name)) => {
            let name = Field::text(name, call.span);
            create(call, &name, start, false)
        }
        None => refuse(call, &format!("`{text}` is no branch of a remote")),
    }
}

/// `-c`, `-C`, `-b`, `-B`: a new branch, and HEAD moves to it.
fn create(call: &mut Call<'_>, name: &Field, start: Option<&Field>, force: bool) -> Outcome {
    let Some(text) = name.known().map(str::to_owned) else {
        return unknown_target(call, name);
    };
    let full = format!("refs/heads/{text}");
    let mut fails = (!is_branch_name(&text)).then(|| format!("`{text}` is no name for a branch"));
    if !force && call.has_reference(&full) == Some(true) {
        fails = Some(format!("a branch `{text}` exists"));
    }
    fails = fails.or_else(|| start.and_then(|start| missing_start(call, start)));
    call.steers |= fails.is_some();
    if force {
        fails = fails.or_else(|| checked_out_elsewhere(call, &text));
    }
    let outcome = call.tell(Write::new("switch").in_tree().on([full.clone()]).failing(fails));
    if outcome == Outcome::Failure && !call.steers {
        judge_at(call, Position::Branch(text.clone()));
    }
    if outcome == Outcome::Open {
        if let Some(Reference::Full(upstream)) = start.and_then(Field::known).map(|start| call.expand(start))
        {
            branch::track_by_default(call, &text, &upstream);
        }
        call.set_reference(&full, true);
        if start.is_some() {
            arrive(call, Position::Branch(text))
        } else {
            call.move_to(Position::Branch(text))
        }
    }
    outcome
}

/// A start point that names nothing; `a...b` names a merge base.
pub(super) fn missing_start(call: &Call<'_>, start: &Field) -> Option<String> {
    if matches!(start.known(), Some(text) if text == "-" || text.contains("...") || text.starts_with("@{-")) {
        return None;
    }
    call.missing_revision(start)
}

fn orphan(call: &mut Call<'_>, name: &Field) -> Outcome {
    let Some(text) = name.known().map(str::to_owned) else {
        return unknown_target(call, name);
    };
    let exists = call.has_branch(&text) == Some(true);
    call.steers = exists;
    let fails = exists.then(|| format!("a branch `{text}` exists"));
    let outcome = call.tell(Write::new("switch").in_tree().failing(fails));
    if outcome == Outcome::Open {
        arrive(call, Position::Branch(text));
    }
    outcome
}

fn detach(call: &mut Call<'_>, revision: Option<&Field>) -> Outcome {
    let fails = revision.and_then(|revision| missing_start(call, revision));
    call.steers = fails.is_some();
    let commit = revision.and_then(Field::known).and_then(|revision| call.commit(revision));
    let outcome = call.tell(Write::new("detach").in_tree().failing(fails));
    if outcome == Outcome::Open {
        if revision.is_some() {
            arrive(call, Position::Detached(commit))
        } else {
            call.move_to(Position::Detached(None))
        }
    }
    outcome
}

/// HEAD now stands elsewhere, with other files.
fn arrive(call: &mut Call<'_>, position: Position) {
    call.hooks(&["post-checkout"]);
    call.move_to(position);
    writes_elsewhere(call);
    call.unsettle();
}

fn unknown_target(call: &mut Call<'_>, operand: &Field) -> Outcome {
    let reason = match operand.value.reason() {
        Some(reason) => format!("where HEAD goes is not known: {reason}"),
        None => format!("where `{}` leads is not known", operand.known().unwrap_or_default()),
    };
    unknown_switch(call, reason)
}

fn unknown_name(call: &mut Call<'_>, name: &str) -> Outcome {
    unknown_switch(call, format!("whether there is a branch `{name}` is not known"))
}

fn unknown_switch(call: &mut Call<'_>, reason: String) -> Outcome {
    let outcome = call.tell(Write::new("switch").in_tree());
    if outcome == Outcome::Open {
        call.unknown(&reason);
        arrive(call, Position::Unknown(reason));
    }
    outcome
}

/// A switch that git is known to refuse: HEAD stays.
fn refuse(call: &mut Call<'_>, reason: &str) -> Outcome {
    call.steers = true;
    call.tell(Write::new("switch").in_tree().failing(Some(reason.to_owned())))
}
