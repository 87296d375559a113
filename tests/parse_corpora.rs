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
use willwrite::syntax::{ParseOptions, parse};

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
    let names = [
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
    let mut wrong = 0;
    for name in names {
        let mut arena = Bump::new();
        for row in rows(&format!("{name}.jsonl")) {
            arena.reset();
            let text = row["text"].as_str().unwrap();
            let expected = flag(&row, "bash_clean", "bash_accepts")
                || flag(&row, "bash_clean_extglob", "bash_accepts_extglob");
            let parsed = parse(&arena, text, ParseOptions::default());
            if parsed.is_clean() != expected {
                wrong += 1;
                let short: String = text.chars().take(300).collect();
                println!("{name} {} expected {expected}: {:?} {short:?}", row["id"], parsed.errors.first());
            }
            if let Some(count) = row.get("named_commands").and_then(Value::as_u64) {
                if parsed.named_commands() as u64 != count {
                    wrong += 1;
                    println!("{name} {} named {} not {count}: {text:?}", row["id"], parsed.named_commands());
                }
            }
        }
    }
    assert_eq!(wrong, 0);
}
