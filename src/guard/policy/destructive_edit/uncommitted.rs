//! Uncommitted work that a git command would throw away (guards.md 4.5).
//!
//! Owns the table of such commands. The state is asked only where one of them stands in the call; where nothing would
//! be lost, nothing is said.

use std::rc::Rc;

use crate::guard::context::Context;
use crate::guard::message;
use crate::intent::{IntentKind, Place, WriteIntent};
use crate::world::{Lookup, Status};

/// Paths that the message names.
const SHOWN_PATHS: usize = 5;

/// What is lost.
pub(super) struct Lost<'c> {
    pub(super) place: &'c Rc<Place>,
    /// The command.
    pub(super) cause: &'c String,
    /// In a few words.
    pub(super) what: String,
    /// The paths, a line each.
    pub(super) details: Vec<String>,
}

/// Which part of the state a command throws away.
enum Throws {
    /// changes that are not in the index
    Unstaged,
    /// these and what is in the index only
    Changes,
    /// files that git does not know
    Untracked,
    /// stash entries: one, or all
    Stash,
}

/// Commands by their operation's name.
static COMMANDS: &[(&str, Throws)] = &[
    ("checkout-force", Throws::Changes),
    ("checkout-path", Throws::Unstaged),
    ("clean", Throws::Untracked),
    ("reset-hard", Throws::Changes),
    ("restore", Throws::Unstaged),
    ("stash-clear", Throws::Stash),
    ("stash-drop", Throws::Stash),
];

pub(super) fn of<'c>(context: &'c Context<'_>) -> Vec<Lost<'c>> {
    context.intents().iter().filter_map(|intent| thrown(context, intent)).collect()
}

fn thrown<'c>(context: &Context<'_>, intent: &'c WriteIntent) -> Option<Lost<'c>> {
    let (IntentKind::Git(git), Some(place)) = (&intent.kind, &intent.place) else { return None };
    let (_, throws) = COMMANDS.iter().find(|(operation, _)| *operation == git.operation)?;
    let Lookup::Found(repository) = context.world.repository(&place.root) else { return None };
    let status = context.world.status(&repository)?;
    let (what, paths) = lost(throws, &status);
    if let Throws::Stash = throws {
        return (status.stashes > 0).then(|| Lost { place, cause: &intent.cause, what, details: Vec::new() });
    }
    let limited = |path: &&String| {
        let path = format!("{}/{path}", place.root.trim_end_matches('/'));
        git.paths.is_empty() || git.paths.iter().any(|limit| is_at_or_below(&path, limit))
    };
    let mut paths: Vec<&String> = paths.into_iter().filter(limited).collect();
    paths.sort_unstable();
    paths.dedup();
    if paths.is_empty() {
        return None;
    }
    let what = format!("{} of {} file(s)", what, paths.len());
    Some(Lost { place, cause: &intent.cause, what, details: details(&paths) })
}

fn lost<'s>(throws: &Throws, status: &'s Status) -> (String, Vec<&'s String>) {
    let changed = || status.unstaged.iter().chain(&status.conflicted);
    match throws {
        Throws::Unstaged => ("the changes".to_owned(), changed().collect()),
        Throws::Changes => ("the changes".to_owned(), changed().chain(&status.staged).collect()),
        Throws::Untracked => ("the untracked content".to_owned(), status.untracked.iter().collect()),
        Throws::Stash => (format!("work from {} stash entry(s)", status.stashes), Vec::new()),
    }
}

fn is_at_or_below(path: &str, top: &str) -> bool {
    let top = top.trim_end_matches('/');
    path.trim_end_matches('/') == top || path.strip_prefix(top).is_some_and(|rest| rest.starts_with('/'))
}

fn details(paths: &[&String]) -> Vec<String> {
    let mut lines: Vec<String> =
        paths.iter().take(SHOWN_PATHS).map(|path| format!("  {}", message::shown(path))).collect();
    if paths.len() > SHOWN_PATHS {
        lines.push(format!("  (and {} more)", paths.len() - SHOWN_PATHS));
    }
    lines.push("  look first:  git status   |   git diff   |   git stash list".to_owned());
    lines
}
