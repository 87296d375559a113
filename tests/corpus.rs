//! The corpus, replayed through the built binary on real repositories, and its own soundness.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic and runs git")]
#![cfg(feature = "cli")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use willwrite::corpus::layout::{Layout, PLACES};
use willwrite::corpus::replay::replay;
use willwrite::corpus::{Expect, Row, built_in};

/// Numbered rules of the guards that the corpus must show from both sides, by section.
const RULES: &[(u32, u32)] = &[(1, 8), (2, 27), (3, 5), (4, 6), (5, 5), (6, 4)];

#[test]
fn every_row_is_answered_as_it_should_be() {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("skipped: git is not installed, so there are no repositories to replay on");
        return;
    }
    let layout = Layout::build(&std::env::temp_dir()).unwrap();
    let rows = built_in().unwrap();
    let report = replay(Path::new(env!("CARGO_BIN_EXE_willwrite")), &rows, &layout, &mut || ()).unwrap();
    let shown: Vec<String> = report
        .mismatches
        .iter()
        .map(|row| format!("{} wanted {}, got {}: {}", row.id, row.wanted, row.got, row.remarks))
        .collect();
    assert!(report.mismatches.is_empty(), "{}/{}\n{}", report.matched, report.total, shown.join("\n"));
    assert!(report.total > 500, "rows are missing: {}", report.total);
}

#[test]
fn every_rule_is_shown_from_both_sides() {
    let mut seen: BTreeMap<String, BTreeSet<bool>> = BTreeMap::new();
    for row in built_in().unwrap() {
        for rule in row.rules {
            seen.entry(rule).or_default().insert(row.expect == Expect::Allow);
        }
    }
    let both = BTreeSet::from([true, false]);
    let rules =
        RULES.iter().flat_map(|(section, count)| (1..=*count).map(move |rule| format!("{section}.{rule}")));
    let missing: Vec<String> = rules.filter(|rule| seen.get(rule) != Some(&both)).collect();
    assert!(missing.is_empty(), "no refused or no permitted row names {missing:?}");
}

#[test]
fn every_refused_call_has_a_harmless_twin() {
    let rows = built_in().unwrap();
    let permitted: BTreeSet<&str> =
        rows.iter().filter(|row| row.expect == Expect::Allow).map(|row| row.id.as_str()).collect();
    let alone: Vec<&str> = rows
        .iter()
        .filter(|row| row.expect == Expect::Block)
        .filter(|row| !row.twin.as_deref().is_some_and(|twin| permitted.contains(twin)))
        .map(|row| row.id.as_str())
        .collect();
    assert!(alone.is_empty(), "{alone:?}");
}

#[test]
fn rows_name_places_of_the_layout_only() {
    let known: BTreeSet<&str> = PLACES.iter().map(|(name, _, _)| *name).collect();
    for row in built_in().unwrap() {
        let Row { id, cwd: Some(cwd), .. } = row else { continue };
        let name = cwd.trim_start_matches('{').split('}').next().unwrap();
        assert!(known.contains(name), "{id}: {cwd}");
    }
}
