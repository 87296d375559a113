//! Many hooks at once, as agents with many subagents call them: the same answers, and nothing left behind.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic and runs the binary")]
#![cfg(feature = "cli")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;
use tempfile::TempDir;

/// Hook calls that run at once; `WILLWRITE_MANY` sets another number.
const CALLS: usize = 500;

/// Repositories on main and on topic, of which only what the hook reads is there.
fn scene() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for branch in ["main", "topic"] {
        let root = folder.path().join(branch);
        fs::create_dir_all(root.join(".git/refs/heads")).unwrap();
        fs::create_dir_all(root.join(".git/objects")).unwrap();
        fs::write(root.join(".git/HEAD"), format!("ref: refs/heads/{branch}\n")).unwrap();
        fs::write(root.join("a.json"), "{}\n").unwrap();
    }
    fs::create_dir_all(folder.path().join("home/.config/willwrite")).unwrap();
    let settings =
        "policies = ['guard-main', 'require-plan', 'placeholder', 'syntax', 'destructive-edit', 'observe']\n";
    fs::write(folder.path().join("home/.config/willwrite/config.toml"), settings).unwrap();
    folder
}

/// Every file below a folder with its size, but for the history's own.
fn files(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let (mut found, mut open) = (BTreeMap::new(), vec![folder.to_path_buf()]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if !path.to_string_lossy().contains("willwrite/history.db") {
                found.insert(path.clone(), fs::metadata(&path).unwrap().len());
            }
        }
    }
    found
}

/// The payload of a call, and the exit code and the start of the reason that it deserves.
fn call(root: &str, number: usize) -> (String, i32, &'static str) {
    let place = |branch: &str| format!("{root}/{branch}");
    let payload = |tool: &str, input: serde_json::Value, branch: &str| {
        json!({"session_id": format!("s{number}"), "hook_event_name": "PreToolUse", "prompt_id": "p",
            "tool_name": tool, "tool_input": input, "cwd": place(branch)})
        .to_string()
    };
    let shell = json!({"command": "sed -i s/a/b/ a.json && git add ."});
    let write = |branch: &str, content: &str| json!({"file_path": format!("{}/a.json", place(branch)), "content": content});
    match number % 5 {
        0 => (payload("Bash", shell, "main"), 2, "BLOCKED [guard-main]: "),
        1 => (payload("Bash", shell, "topic"), 0, ""),
        2 => (payload("Write", write("topic", "{,}"), "topic"), 2, "BLOCKED [syntax]: "),
        3 => (payload("Write", write("topic", "{\"a\": 1}\n"), "topic"), 0, ""),
        _ => {
            let after = json!({"session_id": format!("s{number}"), "hook_event_name": "PostToolUse",
                "tool_name": "Bash", "tool_input": {"command": "ls"}, "cwd": place("topic"),
                "tool_response": {"stdout": "a", "stderr": "", "interrupted": false}});
            (after.to_string(), 0, "")
        }
    }
}

#[test]
fn many_hooks_at_once_answer_alike_and_leave_nothing() {
    let calls = std::env::var("WILLWRITE_MANY").map_or(CALLS, |text| text.parse().unwrap());
    let scene = scene();
    let root = scene.path().canonicalize().unwrap();
    let before = files(&root);
    let running: Vec<_> = (0..calls)
        .map(|number| {
            let (payload, code, reason) = call(&root.to_string_lossy(), number);
            let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
                .arg("hook")
                .env_clear()
                .env("HOME", root.join("home"))
                .current_dir("/")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
            (number, child, code, reason)
        })
        .collect();
    for (number, child, code, reason) in running {
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{number}: {stderr}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{number}");
        assert!(stderr.starts_with(reason), "{number}: {stderr}");
        assert_eq!(stderr.is_empty(), reason.is_empty(), "{number}: {stderr}");
    }
    assert_eq!(files(&root), before);
    let history = root.join("home/.local/share/willwrite");
    let left: Vec<String> = fs::read_dir(&history)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "history.db")
        .collect();
    assert!(left.iter().all(|name| name.starts_with("history.db-")), "{left:?}");
    let recorded = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .args(["history", "export"])
        .env_clear()
        .env("HOME", root.join("home"))
        .output()
        .unwrap();
    let lines = String::from_utf8(recorded.stdout).unwrap();
    assert_eq!(lines.lines().filter(|line| line.contains("\"ls\"")).count(), calls / 5);
}
