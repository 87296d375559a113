//! The shared corpora: every text is accepted or rejected as `bash -n` does it.
//!
//! Set `WILLWRITE_CORPORA` to the folder that holds `parser/*.jsonl`; without it the tests say so and pass.
#![cfg(feature = "json")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test may panic"
)]

use std::path::PathBuf;

use bumpalo::Bump;
use serde_json::Value;
use willwrite::syntax::{ParseOptions, check, parse};

/// Every file with texts and Bash's verdict.
const CORPORA: [&str; 11] = [
    "agent",
    "bash-tests",
    "constructs",
    "hidden-commands",
    "mvdan-tests",
    "nl2bash",
    "oils-spec",
    "scripts-repos",
    "scripts-system",
    "tldr",
    "traps",
];

/// Texts on which this parser and `bash -n` 5.2 differ on purpose.
const KNOWN: [(&str, &str, &str); 4] = [
    (
        "bash-tests",
        "tests/arith-for.tests",
        "5.3 syntax: 5.2 counts the `;;` of a `case` inside `$( )` in `for ((`",
    ),
    (
        "bash-tests",
        "tests/posix2syntax.sub",
        "5.3 syntax: 5.2 misses `in` behind empty lines inside a `case`",
    ),
    ("traps", "trap#24", "`bash -n` exits with 0 after its syntax error inside `[[ ]]`"),
    ("traps", "trap#37", "`bash -n` exits with 0 after its syntax error inside `[[ ]]`"),
];

fn corpora() -> Option<PathBuf> {
    let folder = std::env::var_os("WILLWRITE_CORPORA").map(|folder| PathBuf::from(folder).join("parser"));
    if folder.is_none() {
        println!("skipped: WILLWRITE_CORPORA is not set");
    }
    folder
}

fn rows(name: &str) -> Vec<Value> {
    let Some(folder) = corpora() else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn flag(row: &Value, name: &str, otherwise: &str) -> bool {
    row.get(name).or_else(|| row.get(otherwise)).and_then(Value::as_bool).unwrap_or(false)
}

#[test]
fn accepts_what_bash_accepts() {
    let mut wrong = 0;
    for name in CORPORA {
        let mut arena = Bump::new();
        for row in rows(&format!("{name}.jsonl")) {
            arena.reset();
            let text = row["text"].as_str().unwrap();
            let expected = flag(&row, "bash_clean", "bash_accepts")
                || flag(&row, "bash_clean_extglob", "bash_accepts_extglob");
            let parsed = parse(&arena, text, ParseOptions::default());
            let known = KNOWN.iter().any(|(file, id, _)| *file == name && row["id"] == *id);
            if (parsed.is_clean() != expected) != known {
                wrong += 1;
                let short: String = text.chars().take(300).collect();
                println!("{name} {} expected {expected}: {:?} {short:?}", row["id"], parsed.errors.first());
            }
            let wanted = row.get("named_commands").and_then(Value::as_u64);
            if let Some(count) = wanted.filter(|count| parsed.named_commands() as u64 != *count) {
                wrong += 1;
                println!("{name} {} named {} not {count}: {text:?}", row["id"], parsed.named_commands());
            }
        }
    }
    assert_eq!(wrong, 0);
}

#[test]
fn every_tree_keeps_its_laws() {
    let mut wrong = 0;
    for name in CORPORA {
        let mut arena = Bump::new();
        for row in rows(&format!("{name}.jsonl")) {
            arena.reset();
            let text = row["text"].as_str().unwrap();
            let parsed = parse(&arena, text, ParseOptions::default());
            let result = check::tree(text, &parsed).and_then(|()| check::printed(&parsed));
            if let Err(reason) = result {
                wrong += 1;
                let short: String = reason.chars().take(1500).collect();
                println!("{name} {}: {short}", row["id"]);
            }
        }
    }
    assert_eq!(wrong, 0);
}
