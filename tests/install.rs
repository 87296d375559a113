//! Install and uninstall through the built binary, on settings files as people have them.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a test may panic and runs the binary"
)]
#![cfg(feature = "cli")]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rstest::rstest;
use serde_json::Value;
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_willwrite");

/// A home directory of its own.
struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn write(&self, below: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let directory = self.path("work");
        fs::create_dir_all(&directory).unwrap();
        let mut command = Command::new(BINARY);
        command.args(arguments).env_clear().env("HOME", self.folder.path()).current_dir(directory);
        command
    }

    /// Exit code, stdout and stderr.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output = self.command(arguments).stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let (code, stdout, stderr) = self.run(arguments);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}: {stdout}");
        stdout
    }

    fn json(&self, below: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(below)).unwrap()).unwrap()
    }

    /// Every file below, with its bytes.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn walk(directory: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    walk(&path, found);
                } else {
                    let bytes = fs::read(&path).unwrap_or_default();
                    found.push((path, bytes));
                }
            }
        }
        let mut found = Vec::new();
        walk(self.folder.path(), &mut found);
        found.sort();
        found
    }
}

const SETTINGS: &str = ".claude/settings.json";

/// Settings that are understood: the guard goes in and out, and not a byte is another than before.
#[rstest]
#[case::empty_object(b"{}")]
#[case::empty_object_with_newline(b"{}\n")]
#[case::spread_empty_object(b"{\n}\n")]
#[case::empty_file(b"")]
#[case::blank_file(b"\n\n")]
#[case::other_keys(b"{\n  \"model\": \"opus\",\n  \"env\": {\"A\": \"1\"}\n}\n")]
#[case::no_final_newline(b"{\n  \"model\": \"opus\"\n}")]
#[case::one_line(b"{\"model\":\"opus\",\"permissions\":{\"allow\":[\"Bash(ls)\"]}}")]
#[case::comments(
    b"// top\n{\n  // mine\n  \"model\": \"opus\", /* why */\n  \"a\": 1 // end\n}\n// bottom\n"
)]
#[case::comment_last(b"{\n  \"model\": \"opus\"\n  // nothing more\n}\n")]
#[case::trailing_comma(b"{\n  \"model\": \"opus\",\n}\n")]
#[case::crlf(b"{\r\n  \"model\": \"opus\"\r\n}\r\n")]
#[case::mixed_line_ends(b"{\r\n  \"model\": \"opus\",\n  \"b\": 1\r\n}\n")]
#[case::byte_order_mark(b"\xef\xbb\xbf{\n  \"model\": \"opus\"\n}\n")]
#[case::tabs(b"{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"Stop\": []\n\t}\n}\n")]
#[case::four_blanks(b"{\n    \"model\": \"opus\"\n}\n")]
#[case::odd_indent(b"{\n \"a\": 1,\n     \"b\":\n  [1,\n2]}\n")]
#[case::other_hooks(b"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [{ \"type\": \"command\", \"command\": \"/x/other\" }]\n      }\n    ],\n    \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"say done\" }] }]\n  },\n  \"model\": \"opus\"\n}\n")]
#[case::empty_hooks(b"{\n  \"hooks\": {}\n}\n")]
#[case::empty_event(b"{\"hooks\": {\"PreToolUse\": []}}\n")]
#[case::hooks_in_the_middle(
    b"{\n  \"a\": 1,\n  \"hooks\": {\n    \"PreToolUse\": []\n  },\n  \"z\": 26\n}\n"
)]
#[case::blank_lines(b"\n\n{\n\n  \"a\": 1\n\n}\n\n")]
#[case::escapes(b"{\"\\u0068ooks\": {\"Stop\": []}, \"x\": \"\\ud83d\\ude00 \\/\"}\n")]
#[case::unicode("{\"name\": \"größe 日本\"}\n".as_bytes())]
#[case::numbers(b"{\"a\": 1.50, \"b\": 1e3, \"c\": -0}\n")]
fn in_and_out_leaves_every_byte(#[case] bytes: &[u8]) {
    let home = Home::new();
    home.write(SETTINGS, bytes);
    let before = home.files();
    home.ok(&["install", "claude-code"]);
    let installed = fs::read(home.path(SETTINGS)).unwrap();
    assert_ne!(installed, bytes);
    assert!(home.ok(&["install", "claude-code"]).contains("already there"));
    assert_eq!(fs::read(home.path(SETTINGS)).unwrap(), installed, "a second install changes nothing");
    let told = home.ok(&["uninstall", "claude-code"]);
    assert_eq!(home.files(), before, "{told}");
}

#[test]
fn an_absent_file_is_absent_again() {
    let home = Home::new();
    home.ok(&["install", "claude-code"]);
    let group = &home.json(SETTINGS)["hooks"]["PreToolUse"][0];
    assert_eq!(group["matcher"], "^(Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit|mcp__.*)$");
    let command = format!("{BINARY} hook --agent claude-code");
    assert_eq!(group["hooks"][0]["command"], command.as_str());
    home.ok(&["uninstall", "claude-code"]);
    assert_eq!(home.files(), []);
}

/// What is not understood is refused, with its place, and stays.
#[rstest]
#[case::broken(b"{\n  \"a\": 1\n", "settings.json:1: ")]
#[case::cut(b"{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Ba", "settings.json:1: ")]
#[case::no_object(b"[]\n", "`the whole file` is no object")]
#[case::hooks_list(b"{\"hooks\": []}\n", "`hooks` is no object")]
#[case::event_object(b"{\"hooks\": {\"PreToolUse\": {}}}\n", "`hooks.PreToolUse` is no list")]
#[case::hooks_twice(b"{\"hooks\": {}, \"hooks\": {}}\n", "`hooks` is no single key")]
#[case::not_utf_8(b"{\"a\": \"\xff\"}\n", "not UTF-8")]
#[case::single_quotes(b"{'a': 1}\n", "settings.json:1: ")]
fn what_is_not_understood_is_left_alone(#[case] bytes: &[u8], #[case] said: &str) {
    let home = Home::new();
    home.write(SETTINGS, bytes);
    let before = home.files();
    let (code, _, stderr) = home.run(&["install", "claude-code"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains(said), "{stderr}");
    let _ = home.run(&["uninstall", "claude-code"]);
    assert_eq!(home.files(), before);
}

#[test]
fn a_link_stays_a_link_and_what_it_leads_to_is_changed() {
    let home = Home::new();
    let real = home.write("dotfiles/claude.json", b"{\n  \"a\": 1\n}\n");
    fs::create_dir_all(home.path(".claude")).unwrap();
    symlink("../dotfiles/claude.json", home.path(SETTINGS)).unwrap();
    home.ok(&["install", "claude-code"]);
    assert!(home.path(SETTINGS).is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("willwrite hook"));
    home.ok(&["uninstall", "claude-code"]);
    assert!(home.path(SETTINGS).is_symlink());
    assert_eq!(fs::read(&real).unwrap(), b"{\n  \"a\": 1\n}\n");
}

#[test]
fn a_read_only_file_is_refused_and_a_mode_stays() {
    let home = Home::new();
    let path = home.write(SETTINGS, b"{}\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let (code, _, stderr) = home.run(&["install", "claude-code"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("chmod u+w"), "{stderr}");
    assert_eq!(fs::read(&path).unwrap(), b"{}\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    home.ok(&["install", "claude-code"]);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    home.ok(&["uninstall", "claude-code"]);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_others_change_meanwhile_stays() {
    let home = Home::new();
    home.write(SETTINGS, b"{\n  \"a\": 1\n}\n");
    home.ok(&["install", "claude-code"]);
    let text =
        fs::read_to_string(home.path(SETTINGS)).unwrap().replace("\"a\": 1", "\"a\": 2, // new\n  \"b\": 3");
    fs::write(home.path(SETTINGS), text).unwrap();
    let told = home.ok(&["uninstall", "claude-code"]);
    assert!(told.contains("settings.json.willwrite-backup still holds"), "{told}");
    assert_eq!(fs::read_to_string(home.path(SETTINGS)).unwrap(), "{\n  \"a\": 2, // new\n  \"b\": 3\n}\n");
}

#[test]
fn a_dry_run_shows_the_change_and_makes_none() {
    let home = Home::new();
    home.write(SETTINGS, b"{\n  \"a\": 1\n}\n");
    let before = home.files();
    let told = home.ok(&["install", "--dry-run", "claude-code"]);
    assert!(told.contains("@@ -1,3 +1,17 @@\n {\n-  \"a\": 1\n+  \"a\": 1,\n+  \"hooks\": {\n"), "{told}");
    assert!(told.contains("would change"), "{told}");
    assert_eq!(home.files(), before);
    home.ok(&["install", "claude-code"]);
    let installed = home.files();
    assert!(home.ok(&["uninstall", "--dry-run", "claude-code"]).contains("would restore"));
    assert_eq!(home.files(), installed);
}

#[test]
fn other_policies_replace_the_entry_and_do_not_double_it() {
    let home = Home::new();
    home.write(SETTINGS, b"{\n  \"a\": 1\n}\n");
    home.ok(&["install", "claude-code"]);
    home.ok(&["install", "claude-code", "--policy", "self-protect"]);
    let value = home.json(SETTINGS);
    let groups = value["hooks"]["PreToolUse"].as_array().unwrap();
    let command = groups[0]["hooks"][0]["command"].as_str().unwrap();
    assert_eq!(groups.len(), 1);
    assert!(
        command.ends_with("hook --agent claude-code --policy guard-main --policy self-protect"),
        "{command}"
    );
    home.ok(&["uninstall", "claude-code"]);
    assert_eq!(fs::read(home.path(SETTINGS)).unwrap(), b"{\n  \"a\": 1\n}\n");
}

/// Old versions of Claude Code throw all settings away for one event that they do not know.
#[test]
fn only_events_that_old_versions_know_are_put_in() {
    let home = Home::new();
    home.ok(&["install", "claude-code", "--policy", "guard-main", "--policy", "observe"]);
    let value = home.json(SETTINGS);
    let events: Vec<&String> = value["hooks"].as_object().unwrap().keys().collect();
    assert_eq!(events, ["PreToolUse", "PostToolUse", "UserPromptSubmit"]);
}

#[rstest]
#[case("cursor", "user", ".cursor/hooks.json", "/hooks/beforeShellExecution/0/command")]
#[case("codex", "user", ".codex/hooks.json", "/hooks/PreToolUse/0/hooks/0/command")]
#[case("gemini-cli", "project", "work/.gemini/settings.json", "/hooks/BeforeTool/0/hooks/0/command")]
#[case("qwen-code", "user", ".qwen/settings.json", "/hooks/PreToolUse/0/hooks/0/command")]
#[case("factory-droid", "user", ".factory/hooks.json", "/PreToolUse/0/hooks/0/command")]
#[case("copilot-cli", "project", "work/.github/hooks/willwrite.json", "/hooks/preToolUse/0/bash")]
#[case(
    "vscode-copilot",
    "project",
    "work/.github/hooks/willwrite-vscode.json",
    "/hooks/PreToolUse/0/command"
)]
#[case("windsurf", "user", ".codeium/windsurf/hooks.json", "/hooks/pre_run_command/0/command")]
#[case("antigravity", "user", ".gemini/config/hooks.json", "/willwrite/PreToolUse/0/hooks/0/command")]
#[case("claude-code", "local", "work/.claude/settings.local.json", "/hooks/PreToolUse/0/hooks/0/command")]
fn each_agent_has_its_form(
    #[case] agent: &str,
    #[case] scope: &str,
    #[case] file: &str,
    #[case] pointer: &str,
) {
    let home = Home::new();
    home.ok(&["install", agent, "--scope", scope]);
    let command = home.json(file).pointer(pointer).unwrap().as_str().unwrap().to_owned();
    assert_eq!(command, format!("{BINARY} hook --agent {agent}"));
    assert!(home.ok(&["install", agent, "--scope", scope]).contains("already there"));
    home.ok(&["uninstall", agent, "--scope", scope]);
    assert_eq!(home.files(), []);
}

/// Every agent's user settings, with something of others in them.
#[rstest]
#[case(
    "cursor",
    ".cursor/hooks.json",
    "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [{ \"command\": \"x\" }]\n  }\n}\n"
)]
#[case("cursor", ".cursor/hooks.json", "{\"hooks\": {}}\n")]
#[case("windsurf", ".codeium/windsurf/hooks.json", "{\"hooks\":{\"pre_run_command\":[{\"command\":\"x\"}]}}")]
#[case("antigravity", ".gemini/config/hooks.json", "{\"mine\": {\"enabled\": true, \"PreToolUse\": []}}\n")]
#[case("factory-droid", ".factory/hooks.json", "{\n  \"Stop\": []\n}\n")]
#[case("factory-droid", ".factory/settings.json", "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n")]
#[case("kiro", ".kiro/agents/mine.json", "{\n  \"name\": \"mine\",\n  \"tools\": [\"*\"]\n}\n")]
#[case("gemini-cli", ".gemini/settings.json", "{\n  // theme\n  \"ui\": { \"theme\": \"x\" }\n}\n")]
fn others_entries_stay(#[case] agent: &str, #[case] file: &str, #[case] text: &str) {
    let home = Home::new();
    home.write(file, text.as_bytes());
    let before = home.files();
    home.ok(&["install", agent]);
    let installed = fs::read_to_string(home.path(file)).unwrap();
    assert!(installed.contains("willwrite hook"), "{installed}");
    home.ok(&["uninstall", agent]);
    assert_eq!(home.files(), before);
}

#[test]
fn a_script_of_cline_s_is_the_guard_s_or_is_left_alone() {
    let home = Home::new();
    home.ok(&["install", "cline"]);
    let path = home.path("Documents/Cline/Hooks/PreToolUse");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o755);
    assert!(fs::read_to_string(&path).unwrap().ends_with(&format!("exec {BINARY} hook --agent cline\n")));
    home.ok(&["uninstall", "cline"]);
    assert!(!path.exists());
    home.write("Documents/Cline/Hooks/PreToolUse", b"#!/bin/sh\n");
    let (code, _, stderr) = home.run(&["install", "cline"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("another file of that name"), "{stderr}");
    home.ok(&["uninstall", "cline"]);
    assert_eq!(fs::read(&path).unwrap(), b"#!/bin/sh\n");
}

#[test]
fn an_uninstall_tells_of_other_scopes() {
    let home = Home::new();
    home.ok(&["install", "claude-code"]);
    home.ok(&["install", "claude-code", "--scope", "local"]);
    let told = home.ok(&["uninstall"]);
    assert!(told.contains("claude-code: the guard is still in the scope `local`"), "{told}");
    assert!(!home.ok(&["uninstall", "--scope", "local"]).contains("still"));
}

#[rstest]
#[case("opencode", ".config/opencode/plugins/willwrite.js")]
#[case("amp", ".config/amp/plugins/willwrite.ts")]
fn a_plugin_names_the_binary(#[case] agent: &str, #[case] file: &str) {
    let home = Home::new();
    home.ok(&["install", agent]);
    let text = fs::read_to_string(home.path(file)).unwrap();
    let command = format!("const COMMAND = [\"{BINARY}\",\"hook\",\"--agent\",\"{agent}\"]");
    assert!(text.contains(&command), "{text}");
    assert!(home.ok(&["install", agent]).contains("already there"));
    home.ok(&["uninstall", agent]);
    assert_eq!(home.files(), []);
}

#[test]
fn agents_are_found_by_their_folders() {
    let home = Home::new();
    let (code, _, stderr) = home.run(&["install"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("willwrite install claude-code"), "{stderr}");
    fs::create_dir_all(home.path(".codex")).unwrap();
    fs::create_dir_all(home.path(".claude")).unwrap();
    let told = home.ok(&["install"]);
    let agents: Vec<&str> =
        told.lines().filter_map(|line| line.split_once("  created")).map(|(agent, _)| agent.trim()).collect();
    assert_eq!(agents, ["claude-code", "codex"], "{told}");
    assert!(told.contains("codex: run /hooks in Codex and trust the hook"), "{told}");
}

#[rstest]
#[case::agent(&["install", "nobody"], "`nobody` is no known agent")]
#[case::policy(&["install", "claude-code", "--policy", "nothing"], "`nothing` is no policy")]
#[case::scope(&["install", "codex", "--scope", "local"], "Codex keeps no hooks in the scope `local`")]
#[case::no_agent_file(&["install", "kiro"], ".kiro/agents holds none")]
#[case::no_event(&["install", "cline", "--policy", "observe"], "Cline has no hook that could run observe")]
fn faults_name_what_and_where(#[case] arguments: &[&str], #[case] said: &str) {
    let home = Home::new();
    let (code, stdout, stderr) = home.run(arguments);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains(said), "{stderr}");
    assert_eq!(home.files(), []);
}

/// Killed at any moment, the old or the new file is there whole.
#[test]
fn a_killed_install_leaves_the_old_or_the_new_file() {
    /// How often it is killed.
    const KILLS: u32 = 60;
    let old = format!("{{\n  \"filler\": \"{}\"\n}}\n", "x".repeat(1 << 20)).into_bytes();
    let measured = Home::new();
    measured.write(SETTINGS, &old);
    let start = Instant::now();
    measured.ok(&["install", "claude-code"]);
    let whole = start.elapsed();
    let new = fs::read(measured.path(SETTINGS)).unwrap();
    let home = Home::new();
    let (mut olds, mut news) = (0, 0);
    for number in 0..KILLS {
        home.write(SETTINGS, &old);
        let mut child = home
            .command(&["install", "claude-code"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(
            whole.mul_f64(f64::from(number) / f64::from(KILLS) * 1.2).max(Duration::from_micros(1)),
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let found = fs::read(home.path(SETTINGS)).unwrap();
        assert!(found == old || found == new, "neither the old nor the new file after kill {number}");
        if found == old { olds += 1 } else { news += 1 }
    }
    assert!(olds > 0, "no install was killed before it was done");
    assert_eq!(olds + news, KILLS);
    // What killed processes left does not disturb the next one.
    home.write(SETTINGS, &old);
    home.ok(&["install", "claude-code"]);
    home.ok(&["uninstall", "claude-code"]);
    assert_eq!(fs::read(home.path(SETTINGS)).unwrap(), old);
}

#[test]
fn the_page_names_every_file_and_every_finding() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/install.md")).unwrap();
    for file in willwrite::guard::hook_files::HOOK_FILES {
        assert!(page.contains(&format!("`{}`", file.path)), "{} is not in docs/install.md", file.path);
    }
    for (kind, says) in willwrite::setup::doctor::KINDS {
        assert!(page.contains(&format!("| `{kind}` | {says} |")), "{kind} is not in docs/install.md");
    }
}

/// An entry that names another program could not be found and taken out again.
#[test]
fn a_binary_of_another_name_is_not_installed() {
    let folder = tempfile::tempdir().unwrap();
    let renamed = folder.path().join("guard");
    std::fs::copy(env!("CARGO_BIN_EXE_willwrite"), &renamed).unwrap();
    std::fs::create_dir(folder.path().join(".claude")).unwrap();
    let output =
        std::process::Command::new(&renamed).arg("install").env("HOME", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("willwrite: this binary is called `guard`"), "{stderr}");
    assert_eq!(std::fs::read_dir(folder.path().join(".claude")).unwrap().count(), 0);
}
