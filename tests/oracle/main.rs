//! Runs commands under real Bash in a scratch folder and holds what was foretold against what they wrote.
//!
//! Each row of `table.rs`, and some hundreds of commands that `generator.rs` composes, is predicted first; then Bash runs
//! it without privileges, and the tree before and after is compared with the intents. To add a case, add one line to the
//! table. `ORACLE_ONLY=text` runs the rows that hold the text; `ORACLE_COMMANDS=20000` composes so many commands,
//! `ORACLE_FIRST=500` from that seed on.
#![cfg(feature = "disk")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test may panic, and this one runs Bash"
)]

mod generator;
mod grammar;
mod laws;
mod layout;
mod table;

use std::path::Path;

use layout::{Changes, Layout};
use willwrite::analysis::{Options, Shell, analyze};
use willwrite::intent::{Analysis, FileEffect, FileIntent, FileTarget, IntentKind, WriteIntent};
use willwrite::world::disk::Disk;

/// What a row allows besides an exact agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allow {
    /// what is told happens, nothing else does, and the answer is complete
    Exact,
    /// what is told may find nothing to change
    Idle,
    /// the answer may be incomplete: then what is missing is declared unknown
    Unknown,
}

#[test]
fn what_bash_writes_was_foretold() {
    if !layout::bash_is_here() {
        eprintln!("skipped: bash is not installed");
        return;
    }
    let only = std::env::var("ORACLE_ONLY").ok();
    let mut faults = Vec::new();
    for (command, allow) in table::ROWS {
        if only.as_ref().is_some_and(|only| !command.contains(only.as_str())) {
            continue;
        }
        for fault in check(command, *allow).faults {
            faults.push(format!("{command}\n      {fault}"));
        }
    }
    assert!(faults.is_empty(), "{} rows differ:\n  {}", faults.len(), faults.join("\n  "));
}

#[test]
fn what_composed_commands_write_was_foretold() {
    if !layout::bash_is_here() {
        eprintln!("skipped: bash is not installed");
        return;
    }
    let count: u64 = std::env::var("ORACLE_COMMANDS").ok().and_then(|text| text.parse().ok()).unwrap_or(250);
    let first: u64 = std::env::var("ORACLE_FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut unknown = 0;
    let mut faults = Vec::new();
    for seed in first..first + count {
        if count > 1000 && seed % 1000 == 999 {
            eprintln!("at seed {seed}");
        }
        let statements = generator::command(seed);
        let verdict = check(&generator::text(&statements), Allow::Unknown);
        unknown += u64::from(verdict.declared);
        // On a machine that is busy a command may be cut off: what differs must differ again.
        if !verdict.faults.is_empty()
            && !check(&generator::text(&statements), Allow::Unknown).faults.is_empty()
        {
            let small = generator::shrink(statements, |smaller| {
                !check(&generator::text(smaller), Allow::Unknown).faults.is_empty()
            });
            let small = generator::text(&small);
            let found = check(&small, Allow::Unknown).faults.join("\n      ");
            eprintln!("seed {seed}:\n{small}\n      {found}");
            faults.push(format!("seed {seed}:\n{small}\n      {found}"));
        }
    }
    let differ = faults.len();
    eprintln!("{count} commands from seed {first} on: {differ} differ, {unknown} are declared unknown");
    assert!(faults.is_empty(), "{} of {count} differ:\n{}", faults.len(), faults.join("\n"));
    assert!(unknown * 10 <= count, "{unknown} of {count} commands are declared unknown");
}

/// What came of one command.
struct Verdict {
    faults: Vec<String>,
    /// the answer was incomplete
    declared: bool,
}

fn check(command: &str, allow: Allow) -> Verdict {
    let layout = Layout::build();
    let analysis = foretell(&layout, command);
    let changes = layout.run(command);
    let mut faults = Vec::new();
    for path in &changes.paths {
        if !analysis.intents.iter().any(|intent| covers(intent, path, &changes)) && analysis.complete {
            faults.push(format!("wrote {} unforetold", layout.short(path)));
        }
    }
    let told = |intent: &WriteIntent| match &intent.kind {
        IntentKind::Git(_) | IntentKind::Push(_) => {
            intent.place.as_ref().is_none_or(|place| place.git_directory.contains("/g/.git"))
        }
        _ => false,
    };
    if changes.repository && analysis.complete && !analysis.intents.iter().any(told) {
        faults.push("changed the repository unforetold".to_owned());
    }
    if allow == Allow::Exact && !analysis.complete {
        let why: Vec<&str> = analysis.unknown.iter().map(|unknown| unknown.reason.as_str()).collect();
        faults.push(format!("is not complete: {}", why.join("; ")));
    }
    for intent in analysis.intents.iter().filter(|intent| intent.certain && intent.fails.is_none()) {
        if let IntentKind::File(FileIntent { target: FileTarget::Path(path), effect, .. }) = &intent.kind
            && allow != Allow::Idle
            && *effect != FileEffect::Metadata
            && (allow == Allow::Exact || intent.cause != "<>")
            && !happened(path, &changes)
        {
            faults.push(format!("did not write {} ({})", layout.short(path), intent.cause));
        }
    }
    Verdict { faults, declared: !analysis.complete }
}

fn foretell(layout: &Layout, command: &str) -> Analysis {
    let world = Disk::new().with_home(&layout.path("home"));
    let options = Options { cwd: Some(layout.path("w")), shell: Shell::Bash, follow_scripts: true };
    analyze(command, &options, &world)
}

/// True if an intent tells the change of a path: it is the path, a pattern that may be it, or a tree that holds it.
fn covers(intent: &WriteIntent, path: &str, changes: &Changes) -> bool {
    let file = match &intent.kind {
        IntentKind::File(file) => file,
        // What git writes in a work tree is told by its own intent.
        IntentKind::Git(_) => {
            return intent.place.as_ref().is_none_or(|place| path == place.root || below(path, &place.root));
        }
        IntentKind::Push(_) | IntentKind::Run => return false,
    };
    match &file.target {
        FileTarget::Path(target) => {
            let gone = matches!(file.effect, FileEffect::Delete | FileEffect::Move);
            path == target || (below(path, target) && (gone || changes.whole(target)))
        }
        FileTarget::Pattern(pattern) => {
            let directory = Path::new(pattern).parent().unwrap().to_str().unwrap();
            below(path, directory)
        }
        FileTarget::Below(directory) => below(path, directory),
        FileTarget::Unresolved(_) => false,
    }
}

fn happened(path: &str, changes: &Changes) -> bool {
    changes.passing(path) || changes.paths.iter().any(|changed| changed == path || below(changed, path))
}

fn below(path: &str, directory: &str) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}
