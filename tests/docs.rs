//! The documents against what they speak of: policies, corpus rows, dependencies, rooms.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may panic and reads the documents"
)]
#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::path::Path;

use willwrite::corpus::built_in;
use willwrite::guard::policy::POLICIES;
use willwrite::guard::protocol::AGENTS;

fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The cells of a document's table rows.
fn cells(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("|---"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
}

fn code_words(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn the_readme_lists_every_policy() {
    let readme = document("README.md");
    let listed: BTreeSet<&str> = cells(&readme).filter_map(|row| code_words(row[0]).next()).collect();
    let missing: Vec<&str> =
        POLICIES.iter().map(|policy| policy.id).filter(|id| !listed.contains(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_agents_page_lists_every_agent() {
    let page = document("docs/agents.md");
    let listed: BTreeSet<&str> =
        cells(&page).filter_map(|row| row.get(1).and_then(|cell| code_words(cell).next())).collect();
    let missing: Vec<&str> = AGENTS.iter().map(|agent| agent.id).filter(|id| !listed.contains(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_known_gap_has_its_row() {
    let rows: BTreeSet<String> = built_in().unwrap().into_iter().map(|row| row.id).collect();
    let limits = document("docs/limits.md");
    let mut count = 0;
    for row in cells(&limits).skip(1) {
        let [gap, _, named] = row.as_slice() else { panic!("three cells: {row:?}") };
        let unknown: Vec<&str> = code_words(named).filter(|id| !rows.contains(*id)).collect();
        assert!(unknown.is_empty() && named.contains('`'), "{gap}: {unknown:?}");
        count += 1;
    }
    assert!(count > 5);
}

#[test]
fn every_dependency_has_its_line() {
    let manifest = document("Cargo.toml");
    let names = manifest
        .split("\n[")
        .filter(|section| section.starts_with("dependencies]") || section.starts_with("dev-dependencies]"))
        .flat_map(|section| section.lines().skip(1))
        .filter_map(|line| line.split_once(" = ").map(|(name, _)| name.trim()));
    let architecture = document("docs/architecture.md");
    let named: BTreeSet<&str> =
        cells(&architecture).flat_map(|row| code_words(row[0]).collect::<Vec<_>>()).collect();
    let family = |name: &str| named.contains("oxc_*") && name.starts_with("oxc_");
    let missing: Vec<&str> = names.filter(|name| !named.contains(name) && !family(name)).collect();
    assert!(missing.is_empty(), "no line in docs/architecture.md for {missing:?}");
}

#[test]
fn every_room_is_on_the_map() {
    let architecture = document("docs/architecture.md");
    let library = document("src/lib.rs");
    let rooms = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let missing: Vec<&str> = rooms
        .filter(|room| {
            !architecture.contains(&format!("`src/{room}/`"))
                && !architecture.contains(&format!("`src/{room}.rs`"))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
