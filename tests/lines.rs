//! Command lines of the kind that agents, workflows, images and manuals hold, with what bash really writes.
//!
//! Each row of `corpus/analysis/lines.jsonl` was read by eye: `writes` names every write that happens in the repository
//! `{feature}` of the corpus layout (or the row's `cwd`), and `complete` whether the answer claims to be all. Writes that
//! are known to fail, and those that rest on an assumption, are left out. `LINES_ONLY=text` runs the rows whose id holds
//! the text.
#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may panic, and runs the binary"
)]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use willwrite::corpus::layout::Layout;

const ROWS: &str = include_str!("../corpus/analysis/lines.jsonl");

/// Where a system's package manager and administration write.
const OUTSIDE: &[&str] = &["/usr", "/etc", "/var", "/opt", "/boot", "/lib", "/run", "/home", "/root"];

#[test]
fn what_lines_write_is_told() {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("skipped: git is not installed, so there are no repositories");
        return;
    }
    let only = std::env::var("LINES_ONLY").unwrap_or_default();
    let rows: Vec<Value> = ROWS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|row: &Value| row["id"].as_str().unwrap().contains(&only))
        .collect();
    let layout = Layout::build(&std::env::temp_dir()).unwrap();
    let answers = analyse(&rows, &layout);
    assert_eq!(answers.len(), rows.len());
    let mut wrong = Vec::new();
    for (row, answer) in rows.iter().zip(&answers) {
        let directory = directory(row, &layout);
        let found: BTreeSet<String> = answer["intents"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|intent| intent["fails"].is_null() && intent["assumes"].is_null())
            .map(|intent| shown(intent, &directory, &layout))
            .collect();
        let wanted: BTreeSet<String> =
            row["writes"].as_array().unwrap().iter().map(|one| layout.fill(one.as_str().unwrap())).collect();
        if found != wanted || answer["complete"] != row["complete"] {
            let reasons = &answer["unknown"];
            wrong.push(format!(
                "{}: wanted {wanted:?} complete {}\n    found {found:?} complete {} {reasons}",
                row["id"], row["complete"], answer["complete"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn rows_have_their_own_names() {
    let ids: Vec<Value> =
        ROWS.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone()).collect();
    let names: BTreeSet<&str> = ids.iter().map(|id| id.as_str().unwrap()).collect();
    assert_eq!(names.len(), ids.len());
    assert!(ids.len() >= 200, "rows are never taken away: {}", ids.len());
}

fn directory(row: &Value, layout: &Layout) -> String {
    layout.fill(row["cwd"].as_str().unwrap_or("{feature}"))
}

fn analyse(rows: &[Value], layout: &Layout) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .args(["analyze", "--jsonl"])
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .env("HOME", layout.home())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let calls: String = rows
        .iter()
        .map(|row| {
            let command = layout.fill(row["command"].as_str().unwrap());
            format!("{}\n", json!({"command": command, "cwd": directory(row, layout)}))
        })
        .collect();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(calls.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// An intent in the words of the rows: `effect path`, `git op refs`, `push remote ref`, `run cause`.
fn shown(intent: &Value, directory: &str, layout: &Layout) -> String {
    let text = |key: &str| intent[key].as_str();
    match text("kind").unwrap() {
        "file" => {
            let below = intent["below"] == true;
            let path =
                text("path").map_or_else(|| "?".to_owned(), |path| place(path, below, directory, layout));
            format!("{} {path}", text("effect").unwrap())
        }
        "git" => {
            let references: Vec<&str> =
                intent["refs"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            format!("git {} {}", text("op").unwrap(), references.join(" ")).trim_end().to_owned()
        }
        "push" => format!("push {} {}", text("remote").unwrap_or("?"), text("ref").unwrap_or("?")),
        _ => format!("run {}", text("cause").unwrap()),
    }
}

fn place(path: &str, below: bool, directory: &str, layout: &Layout) -> String {
    let home = layout.home().to_string_lossy().into_owned();
    let inside =
        |top: &str| Path::new(path).strip_prefix(top).ok().map(|rest| rest.to_string_lossy().into_owned());
    let short = match (inside(directory), inside(&home)) {
        (Some(rest), _) if rest.is_empty() => ".".to_owned(),
        (Some(rest), _) => rest,
        (_, Some(rest)) if rest.is_empty() => "~".to_owned(),
        (_, Some(rest)) => format!("~/{rest}"),
        _ if below && OUTSIDE.iter().any(|top| inside(top).is_some() || Path::new(top).starts_with(path)) => {
            "outside".to_owned()
        }
        _ => path.to_owned(),
    };
    if below { format!("{short}/**") } else { short }
}
