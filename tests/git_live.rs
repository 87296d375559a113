//! Runs git commands on scratch repositories and holds what was foretold against what git did.
//!
//! Each row of `git_live/table.rs` is predicted first; then real git runs it, and refs, HEADs, indexes, files and the
//! remote's refs before and after are compared with the prediction. To add a case, add one line to the table.
#![cfg(feature = "disk")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test may panic, and this one runs git"
)]

#[path = "git_live/host.rs"]
mod host;
#[path = "git_live/layout.rs"]
mod layout;
#[path = "git_live/snapshot.rs"]
mod snapshot;
#[path = "git_live/table.rs"]
mod table;

use std::collections::BTreeSet;

use host::{Prediction, predict};
use layout::Layout;
use snapshot::Snapshot;

/// What a row allows besides an exact agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allow {
    /// nothing: what is foretold happens, and nothing else does
    Exact,
    /// it may find nothing to do (a merge that is up to date)
    Idle,
    /// it fails for a reason that only git can know (a conflict), or moves less than foretold
    MayFail,
}

/// A directory below the scratch root, the command (git invocations joined by ` && `), and what is allowed.
pub type Row = (&'static str, &'static str, Allow);

#[test]
fn what_git_does_was_foretold() {
    let Some(layout) = Layout::build() else {
        eprintln!("skipped: git is not installed");
        return;
    };
    let before = Snapshot::take(&layout, None);
    let only = std::env::var("GIT_LIVE_ONLY").ok();
    let mut faults = Vec::new();
    let mut count = 0;
    for (directory, command, allow) in table::ROWS {
        if only.as_ref().is_some_and(|only| !command.contains(only.as_str())) {
            continue;
        }
        count += 1;
        for fault in check(&layout, &before, directory, command, *allow) {
            faults.push(format!("{directory}: {command}\n      {fault}"));
        }
    }
    assert!(only.is_some() || count >= 150, "the table has {count} rows");
    assert!(faults.is_empty(), "{} faults in {count} rows:\n  {}", faults.len(), faults.join("\n  "));
}

fn check(layout: &Layout, before: &Snapshot, directory: &str, command: &str, allow: Allow) -> Vec<String> {
    let prediction = predict(layout, directory, command, before);
    let succeeded = layout.run(directory, command);
    let after = Snapshot::take(layout, Some(before));
    if prediction.writes() || after != *before {
        layout.restore();
    }
    let mut faults = Vec::new();
    outcomes(&prediction, succeeded, allow, &mut faults);
    heads(&prediction, before, &after, succeeded, allow, &mut faults);
    references(&prediction, before, &after, allow, &mut faults);
    trees(&prediction, before, &after, allow, &mut faults);
    pushes(&prediction, before, &after, succeeded, allow, &mut faults);
    faults
}

fn outcomes(prediction: &Prediction, succeeded: bool, allow: Allow, faults: &mut Vec<String>) {
    if succeeded && prediction.failed {
        faults.push("git succeeded, and a failure was foretold".to_owned());
    }
    if !succeeded && !prediction.failed && prediction.writes() && allow != Allow::MayFail {
        faults.push("git failed, and nothing foretold it".to_owned());
    }
}

fn heads(
    prediction: &Prediction,
    before: &Snapshot,
    after: &Snapshot,
    succeeded: bool,
    allow: Allow,
    faults: &mut Vec<String>,
) {
    for (root, real) in &after.heads {
        let foretold = prediction.heads.get(root).cloned().unwrap_or_else(|| prediction.head_of(root));
        let stays = !succeeded && before.heads.get(root) == Some(real);
        let excused = stays || allow == Allow::MayFail;
        if foretold != *real && !excused {
            faults.push(format!("HEAD of {root} is {real}, foretold was {foretold}"));
        }
    }
}

fn references(
    prediction: &Prediction,
    before: &Snapshot,
    after: &Snapshot,
    allow: Allow,
    faults: &mut Vec<String>,
) {
    for (repository, old) in &before.references {
        let new = after.references.get(repository).cloned().unwrap_or_default();
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let changed: BTreeSet<String> =
            names.into_iter().filter(|name| old.get(*name) != new.get(*name)).cloned().collect();
        if repository.ends_with("origin.git") {
            continue;
        }
        let foretold = prediction.references.get(repository).cloned().unwrap_or_default();
        for name in changed.difference(&foretold).filter(|name| !is_shadow(name)) {
            faults.push(format!("{name} of {repository} changed, which was not foretold"));
        }
        let idle = allow != Allow::Exact;
        for name in foretold.difference(&changed).filter(|name| !idle && !is_shadow(name)) {
            faults.push(format!("{name} of {repository} was foretold to change and did not"));
        }
    }
}

/// Remote-tracking refs and a bisection's marks are no refs of one's own.
fn is_shadow(name: &str) -> bool {
    name.starts_with("refs/remotes/")
        || name.starts_with("refs/bisect/")
        || name.starts_with("refs/original/")
}

fn trees(
    prediction: &Prediction,
    before: &Snapshot,
    after: &Snapshot,
    allow: Allow,
    faults: &mut Vec<String>,
) {
    for (root, old) in &before.trees {
        let new = after.trees.get(root).cloned().unwrap_or_default();
        let told = prediction.written.contains(root);
        if *old != new && !told && !prediction.excuses(root, old, &new) {
            faults.push(format!("index, settings or files of {root} changed, which was not foretold"));
        }
        let moved = before.heads.get(root) != after.heads.get(root);
        let references = before.of_common(root) != after.of_common(root);
        if prediction.mutated.contains(root) && *old == new && !moved && !references && allow == Allow::Exact
        {
            faults.push(format!("a mutation of {root} was foretold, and nothing changed"));
        }
    }
}

fn pushes(
    prediction: &Prediction,
    before: &Snapshot,
    after: &Snapshot,
    succeeded: bool,
    allow: Allow,
    faults: &mut Vec<String>,
) {
    let (old, new) = (before.origin(), after.origin());
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let changed: BTreeSet<String> =
        names.into_iter().filter(|name| old.get(*name) != new.get(*name)).cloned().collect();
    for name in changed.difference(&prediction.pushed) {
        if !prediction.in_origin.contains(name) {
            faults.push(format!("{name} of the remote changed, which was not foretold"));
        }
    }
    for name in prediction.pushed.difference(&changed) {
        if succeeded && allow == Allow::Exact {
            faults.push(format!("{name} of the remote was foretold to change and did not"));
        }
    }
}
