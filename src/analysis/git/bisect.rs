//! `git bisect`.

use super::Finished;
use super::call::{Call, ended, reads};
use super::history::STATE_FILE_LIMIT;
use super::write::Write;
use crate::analysis::repository::Position;
use crate::commands::plan::{Invocation, Operation, Outcome, Runs};
use crate::value::{AbstractString, Field};

/// `git bisect SUBCOMMAND`.
pub(super) fn bisect(call: &mut Call<'_>) -> Finished {
    let Some(first) = call.fields.first().cloned() else {
        return reads(call.row);
    };
    let Some(word) = first.known().map(str::to_owned) else {
        call.unknown("which subcommand of `git bisect` runs is not known");
        return reads(call.row);
    };
    if matches!(word.as_str(), "log" | "terms" | "visualize" | "view" | "help") {
        return reads(call.row);
    }
    let outcome = call.tell(Write::new("bisect").in_tree());
    if outcome == Outcome::Failure {
        return ended(outcome);
    }
    match word.as_str() {
        "reset" => bisect_reset(call),
        "start" => bisect_start(call),
        "run" => {
            moves(call);
            bisect_run(call);
        }
        _ => moves(call),
    }
    ended(outcome)
}

/// HEAD goes to a commit in the middle.
fn moves(call: &mut Call<'_>) {
    call.move_to(Position::Detached(None));
    call.unsettle();
}

/// `bisect start BAD GOOD` checks out a commit between them; with less it waits.
fn bisect_start(call: &mut Call<'_>) {
    let before = call.branch();
    let words = call.fields.get(1..).unwrap_or_default();
    let revisions = words.iter().take_while(|word| word.known() != Some("--"));
    let count = revisions.filter(|word| !word.value.known_prefix().starts_with("--")).count();
    if count >= 2 {
        moves(call);
    }
    if let (Some(branch), Some(checkout)) = (before, call.checkout()) {
        let key = format!("willwrite.bisect.{}", checkout.repository.git_directory);
        call.host.repositories_mut().set_setting(Some(&checkout), &key, Some(vec![branch]));
    }
}

/// `bisect reset` goes back to where the bisection started.
fn bisect_reset(call: &mut Call<'_>) {
    let Some(checkout) = call.checkout() else { return };
    if let Some(revision) = call.fields.get(1) {
        let position = match revision.known() {
            Some(name) if call.has_branch(name) == Some(true) => Position::Branch(name.to_owned()),
            Some(_) => Position::Detached(None),
            None => Position::Unknown("the revision that `bisect reset` goes to".to_owned()),
        };
        call.move_to(position);
        call.unsettle();
        return;
    }
    let directory = &checkout.repository.git_directory;
    let key = format!("willwrite.bisect.{directory}");
    let own =
        call.host.repositories().own_settings(&checkout, &key).pop().and_then(|(_, mut values)| values.pop());
    let start = own.or_else(|| {
        let text = call.host.world().content(&format!("{directory}/BISECT_START"), STATE_FILE_LIMIT)?;
        Some(text.trim().to_owned())
    });
    let position = match start {
        Some(name) if call.has_branch(&name) == Some(true) => Position::Branch(name),
        Some(_) => Position::Detached(None),
        None => return,
    };
    call.move_to(position);
    call.unsettle();
}

/// `bisect run COMMAND…` runs it once for each step.
fn bisect_run(call: &mut Call<'_>) {
    let argv: Vec<Field> = call.fields.get(1..).unwrap_or_default().to_vec();
    if argv.is_empty() {
        return;
    }
    let directory = call.root().map(|root| AbstractString::text(&root));
    let invocation = Invocation { directory, runs: Runs::Maybe, ..Invocation::of(argv) };
    call.apply(Operation::Invoke(invocation));
}
