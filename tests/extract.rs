//! Extraction through the built binary: sample transcripts where they are at hand, and what happens to secrets and faults.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a test may panic and runs the binary"
)]
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

fn extract(paths: &[PathBuf]) -> (Option<i32>, Vec<Value>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .args(["corpus", "extract"])
        .args(paths)
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let rows = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code(), rows, String::from_utf8(output.stderr).unwrap())
}

/// What each sample holds, as those told who recorded them: which commands a hook refused.
const SAMPLES: &[(&str, &[&str])] = &[
    ("claude-code-1.0.60.jsonl", &["DENYJSON", "EXIT2NOERR", "EXIT2JSON", "EXIT2X", "LEGACYBLOCK"]),
    (
        "claude-code-2.1.20.jsonl",
        &["DENYJSON", "DENYNOREASON", "EXIT2NOERR", "EXIT2JSON", "EXIT2X", "LEGACYBLOCK"],
    ),
    (
        "claude-code-2.1.150.jsonl",
        &["DENYJSON", "DENYNOREASON", "EXIT2NOERR", "EXIT2JSON", "EXIT2X", "LEGACYBLOCK"],
    ),
    (
        "claude-code-2.1.214.jsonl",
        &["DENYJSON", "DENYNOREASON", "EXIT2NOERR", "EXIT2JSON", "EXIT2X", "LEGACYBLOCK"],
    ),
    (
        "claude-code-2.1.295.jsonl",
        &["DENYJSON", "DENYNOREASON", "EXIT2NOERR", "EXIT2JSON", "EXIT2X", "LEGACYBLOCK"],
    ),
    (
        "claude-code-2.1.332.jsonl",
        &["DENYJSON", "DENYNOREASON", "EXIT2NOERR", "EXIT2JSON", "EXIT2X", "LEGACYBLOCK"],
    ),
    ("claude-code-negatives-2.1.332.jsonl", &[]),
    ("codex-rollout-0.171.0.jsonl", &["T_DENY", "T_DENYCTX", "T_DENYSYS"]),
    ("gemini-chat-0.61.0.jsonl", &["G_DENY", "G_E2", "G_E3"]),
];

#[test]
fn samples_give_all_their_blocks_and_no_other() {
    let Some(corpora) = std::env::var_os("WILLWRITE_CORPORA") else {
        eprintln!("skipped: WILLWRITE_CORPORA names no folder with sample transcripts");
        return;
    };
    let folder = Path::new(&corpora).join("agents/samples/transcripts");
    for (name, refused) in SAMPLES {
        let (code, rows, _) = extract(&[folder.join(name)]);
        let commands: Vec<&str> = rows
            .iter()
            .map(|row| row["input"]["command"].as_str().unwrap().strip_prefix("echo ").unwrap())
            .collect();
        assert_eq!((code, commands.as_slice()), (Some(0), *refused), "{name}");
    }
}

fn refusal(id: &str, command: &str) -> String {
    let call = json!({"type": "assistant", "message": {"content": [
        {"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command}}]}});
    let said = "PreToolUse:Bash hook error: [/b/willwrite hook]: BLOCKED [guard-main]: /w/f is in /w on main; go away\n";
    let result = json!({"type": "user", "cwd": "/w", "version": "2.1.332", "toolUseResult": format!("Error: {said}"),
        "permissionDecision": {"decision": "reject", "source": "hook"},
        "message": {"content": [{"type": "tool_result", "tool_use_id": id, "is_error": true, "content": said}]}});
    format!("{call}\n{result}\n")
}

#[test]
fn subagents_are_read_and_copies_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session.jsonl");
    let subagents = folder.path().join("session/subagents");
    fs::create_dir_all(&subagents).unwrap();
    fs::write(&session, refusal("t1", "touch a")).unwrap();
    fs::write(subagents.join("agent-1.jsonl"), refusal("t1", "touch a") + &refusal("t2", "touch b")).unwrap();
    let commands = |paths: &[PathBuf]| -> Vec<String> {
        extract(paths).1.iter().map(|row| row["input"]["command"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(commands(&[session]), ["touch a", "touch b"]);
    assert_eq!(commands(&[folder.path().to_owned()]), ["touch a", "touch b"]);
}

#[test]
fn secrets_are_masked_and_rows_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session.jsonl");
    let key = format!("AKIA{}", "IOSFODNN7EXAMPLF");
    fs::write(&session, refusal("t1", &format!("AWS_ACCESS_KEY_ID={key} aws s3 sync . s3://b > log.txt")))
        .unwrap();
    let (_, rows, _) = extract(&[session]);
    let text = rows[0].to_string();
    assert!(!text.contains(&key) && text.contains("[REDACTED]"), "{text}");
    assert_eq!(
        (&rows[0]["policy"], &rows[0]["expect"], &rows[0]["cwd"]),
        (&json!("guard-main"), &json!("block"), &json!("/w"))
    );
}

#[test]
fn a_torn_line_is_passed_over_and_an_unreadable_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session.jsonl");
    fs::write(&session, refusal("t1", "touch a") + "{\"type\":\"user\",\"mess").unwrap();
    let (code, rows, stderr) = extract(std::slice::from_ref(&session));
    assert_eq!((code, rows.len(), stderr.as_str()), (Some(0), 1, ""));
    let (code, rows, stderr) = extract(&[session, folder.path().join("none.jsonl")]);
    assert_eq!((code, rows.len()), (Some(1), 1));
    assert!(stderr.contains("none.jsonl: it can't be read"), "{stderr}");
}
