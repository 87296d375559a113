//! `git stash`.

use super::Finished;
use super::call::{Call, ended};
use super::restore::whole_tree;
use super::write::Write;
use crate::analysis::repository::Position;
use crate::commands::plan::Outcome;

const STASH: &str = "refs/stash";

/// `git stash`, `stash push`, `stash save`.
pub(super) fn push(call: &mut Call<'_>) -> Finished {
    let idle = nothing_to_stash(call);
    let paths = if call.row.name == "stash save" { Vec::new() } else { call.given.all_operands() };
    let limited = call.paths(&paths);
    let write = Write::mutation("stash").on([STASH.to_owned()]).limited_to(limited).idle(idle);
    let outcome = call.tell(write);
    if outcome == Outcome::Open {
        call.set_reference(STASH, true);
        if call.given.has_any(&["-u", "--all"]) {
            call.disturb(true);
        }
        let others = ["-u", "--all", "--keep-index", "--staged", "-p"];
        if !paths.is_empty() || call.given.has_any(&others) { call.unsettle() } else { whole_tree(call) }
    }
    ended(outcome)
}

fn nothing_to_stash(call: &Call<'_>) -> Option<String> {
    let status = call.status()?;
    let untracked = call.given.has_any(&["-u", "--all"]) && !status.untracked.is_empty();
    let ignored = call.given.has("--all");
    let changed = !status.staged.is_empty() || !status.unstaged.is_empty();
    (!changed && !untracked && !ignored).then(|| "there is nothing to stash".to_owned())
}

/// `stash pop`, `apply`, `drop`, `clear`, `branch`, `store`.
pub(super) fn using(call: &mut Call<'_>) -> Finished {
    let word = call.row.name.strip_prefix("stash ").unwrap_or_default();
    let none = call.has_reference(STASH) == Some(false);
    let fails = (none && !matches!(word, "store" | "clear")).then(|| "there is no stash".to_owned());
    let idle = (none && word == "clear").then(|| "there is no stash".to_owned());
    let mut write = Write::mutation(format!("stash-{word}")).failing(fails).idle(idle);
    if word != "apply" {
        write = write.on([STASH.to_owned()]);
    }
    if word == "branch" {
        return ended(branch(call, write));
    }
    let outcome = call.tell(write);
    if outcome == Outcome::Open {
        match word {
            "clear" => call.set_reference(STASH, false),
            "store" => call.set_reference(STASH, true),
            "drop" => {}
            _ => call.unsettle(),
        }
    }
    ended(outcome)
}

/// `stash branch NAME`: a new branch where the stash was made, with the stash on it.
fn branch(call: &mut Call<'_>, write: Write) -> Outcome {
    let name = call.given.all_operands().first().and_then(|field| field.known().map(str::to_owned));
    let Some(name) = name else {
        let outcome = call.tell(write);
        if outcome == Outcome::Open {
            call.move_to(Position::Unknown("the branch that `git stash branch` makes".to_owned()));
        }
        return outcome;
    };
    let full = format!("refs/heads/{name}");
    let exists = call.has_reference(&full) == Some(true);
    let fails = exists.then(|| format!("a branch `{name}` exists"));
    let outcome = call.tell(write.on([full.clone()]).failing(fails));
    if outcome == Outcome::Open {
        call.set_reference(&full, true);
        call.move_to(Position::Branch(name));
        call.unsettle();
    }
    outcome
}
