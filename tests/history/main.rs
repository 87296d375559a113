//! The history behind the binary: recorded by hooks, found by people, sound whatever happens to it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may panic"
)]
#![cfg(feature = "cli")]

mod record;
mod search;
mod sound;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A data directory of its own.
struct Scene {
    directory: TempDir,
}

impl Scene {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    fn database(&self) -> PathBuf {
        self.directory.path().join("willwrite/history.db")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_willwrite"));
        command.args(arguments).env_clear();
        command.env("XDG_DATA_HOME", self.directory.path()).env("HOME", self.directory.path());
        command
    }

    fn observe(&self, payload: &Value) -> Output {
        feed(self.command(&["observe"]), payload)
    }

    fn history(&self, arguments: &[&str]) -> Output {
        self.command(&["history"]).args(arguments).output().unwrap()
    }

    fn export(&self) -> Vec<Value> {
        let output = self.history(&["export"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn feed(mut command: Command, payload: &Value) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(payload.to_string().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn bash(call: &str, command: &str) -> Value {
    json!({
        "session_id": "s1", "cwd": "/w", "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": call,
        "tool_input": {"command": command},
        "tool_response": {"stdout": "done\n", "stderr": "", "interrupted": false, "isImage": false},
        "duration_ms": 12
    })
}

fn assert_silent(output: &Output) {
    assert_eq!(
        (output.status.code(), text(&output.stdout), text(&output.stderr)),
        (Some(0), String::new(), String::new())
    );
}

/// Exit 0, nothing on stdout, one line on stderr that holds these words.
fn assert_one_line(output: &Output, words: &str) {
    let stderr = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.contains(words), "{stderr}");
}

fn runs(name: &str) -> bool {
    Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
