//! Every finding of the doctor, in a home directory that has just that fault, and its twin that has none.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a test may panic and runs the binary"
)]
#![cfg(feature = "cli")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rstest::rstest;
use serde_json::{Value, json};
use tempfile::TempDir;
use willwrite::guard::protocol;
use willwrite::setup::Ground;
use willwrite::setup::doctor::{KINDS, examine, survey};

const BINARY: &str = env!("CARGO_BIN_EXE_willwrite");
const MATCHER: &str = "^(Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit|mcp__.*)$";

struct Home {
    folder: TempDir,
    variables: Vec<(&'static str, String)>,
}

impl Home {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), variables: Vec::new() }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn write(&self, below: &str, text: &str) -> PathBuf {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn script(&self, below: &str, text: &str) -> PathBuf {
        let path = self.write(below, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn claude(&self, settings: &Value) {
        self.write(".claude/settings.json", &settings.to_string());
    }

    fn doctor(&self, arguments: &[&str]) -> (Option<i32>, Value) {
        fs::create_dir_all(self.path("work")).unwrap();
        let bin = self.path("bin");
        let output = Command::new(BINARY)
            .arg("doctor")
            .args(["--json", "--no-corpus"])
            .args(arguments)
            .env_clear()
            .env("HOME", self.folder.path())
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(self.path("work"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}"));
        (output.status.code(), value)
    }

    /// The kinds of the findings, and the exit code that belongs to them.
    fn kinds(&self, agent: &str) -> Vec<String> {
        let (code, value) = self.doctor(&[agent]);
        let findings = value["findings"].as_array().unwrap();
        assert_eq!(code, Some(i32::from(!findings.is_empty())), "{value:#}");
        assert_eq!(value["ok"], findings.is_empty());
        for finding in findings {
            assert!(!finding["mend"].as_str().unwrap().is_empty(), "{finding}");
            let kind = finding["kind"].as_str().unwrap();
            assert!(KINDS.iter().any(|(known, _)| *known == kind), "{kind} is in no table");
        }
        findings.iter().map(|finding| finding["kind"].as_str().unwrap().to_owned()).collect()
    }
}

fn entry(matcher: &str, command: &str) -> Value {
    json!({"matcher": matcher, "hooks": [{"type": "command", "command": command, "timeout": 10}]})
}

fn right() -> Value {
    entry(MATCHER, &format!("{BINARY} hook --agent claude-code"))
}

fn hooks(entries: &[Value]) -> Value {
    json!({"hooks": {"PreToolUse": entries}})
}

#[test]
fn a_right_installation_has_no_finding() {
    let home = Home::new();
    home.claude(&hooks(&[right()]));
    assert_eq!(home.kinds("claude-code"), Vec::<String>::new());
}

#[test]
fn what_install_writes_is_right_for_every_agent() {
    for agent in [
        "antigravity",
        "claude-code",
        "cline",
        "cursor",
        "factory-droid",
        "gemini-cli",
        "kiro",
        "qwen-code",
        "windsurf",
        "copilot-cli",
        "amp",
        "opencode",
    ] {
        let home = Home::new();
        home.write(".kiro/agents/mine.json", "{}\n");
        fs::create_dir_all(home.path("work")).unwrap();
        let status = Command::new(BINARY)
            .args(["install", agent])
            .env_clear()
            .env("HOME", home.folder.path())
            .current_dir(home.path("work"))
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "{agent}");
        assert_eq!(home.kinds(agent), Vec::<String>::new(), "{agent}");
    }
}

#[rstest]
#[case::no_entry(json!({}), &["no-entry"])]
#[case::only_after(json!({"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": format!("{BINARY} hook")}]}]}}), &["no-entry"])]
#[case::twice(hooks(&[right(), right()]), &["entry-twice"])]
#[case::two_tools_are_not_twice(hooks(&[entry("Bash|PowerShell|Monitor", &format!("{BINARY} hook")), entry("Write|Edit|MultiEdit|NotebookEdit", &format!("{BINARY} hook"))]), &[])]
#[case::plugin_too(json!({"enabledPlugins": {"willwrite@market": true}, "hooks": {"PreToolUse": [right()]}}), &["plugin-and-settings"])]
#[case::plugin_alone(json!({"enabledPlugins": {"willwrite@market": true}}), &[])]
#[case::plugin_off(json!({"enabledPlugins": {"willwrite@market": false}, "hooks": {"PreToolUse": [right()]}}), &[])]
#[case::case_wrong(hooks(&[entry("bash", &format!("{BINARY} hook"))]), &["matcher-wrong"])]
#[case::no_such_tool(hooks(&[entry("Shell", &format!("{BINARY} hook"))]), &["matcher-wrong"])]
#[case::misses_monitor(hooks(&[entry("Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit", &format!("{BINARY} hook"))]), &["matcher-misses"])]
#[case::all_tools(hooks(&[entry("*", &format!("{BINARY} hook"))]), &[])]
#[case::missing(hooks(&[entry(MATCHER, "/nowhere/willwrite hook")]), &["binary-missing", "block-fails", "pass-fails"])]
#[case::not_on_path(hooks(&[entry(MATCHER, "willwrite hook")]), &["binary-missing", "block-fails", "pass-fails"])]
#[case::interpreter(hooks(&[right(), entry("Bash", "python3 /nowhere/hook.py")]), &["interpreter-and-script"])]
#[case::interpreter_of_a_guard(hooks(&[right(), entry("Bash", "python3 ~/.claude/hooks/guard-main.py")]), &["interpreter-and-script"])]
#[case::other_binary(hooks(&[right(), entry("Bash", "/usr/bin/true x")]), &[])]
#[case::disabled(json!({"disableAllHooks": true, "hooks": {"PreToolUse": [right()]}}), &["hooks-disabled"])]
#[case::not_disabled(json!({"disableAllHooks": false, "hooks": {"PreToolUse": [right()]}}), &[])]
#[case::no_such_event(json!({"hooks": {"PreToolUse": [right()], "preToolUse": [{"hooks": [{"type": "command", "command": "/usr/bin/true"}]}]}}), &["event-unknown"])]
#[case::wrong_policy(hooks(&[entry(MATCHER, &format!("{BINARY} hook --policy nothing"))]), &["block-fails"])]
fn claude_code(#[case] settings: Value, #[case] kinds: &[&str]) {
    let home = Home::new();
    home.claude(&settings);
    assert_eq!(home.kinds("claude-code"), kinds);
}

#[rstest]
#[case::value("onFailure", "blok", &["on-failure-misspelt"])]
#[case::name("onFaliure", "block", &["on-failure-misspelt"])]
#[case::right("onFailure", "block", &[])]
#[case::other_field("statusMessage", "on failure", &[])]
fn on_failure(#[case] name: &str, #[case] value: &str, #[case] kinds: &[&str]) {
    let home = Home::new();
    let mut entry = right();
    entry["hooks"][0][name] = json!(value);
    home.claude(&hooks(&[entry]));
    assert_eq!(home.kinds("claude-code"), kinds);
}

#[test]
fn a_file_that_is_not_executable() {
    let home = Home::new();
    let file = home.write("bin/willwrite", "#!/bin/sh\n");
    home.claude(&hooks(&[entry(MATCHER, &format!("{} hook", file.display()))]));
    assert_eq!(home.kinds("claude-code"), ["binary-not-executable", "block-fails", "pass-fails"]);
}

/// A wrong byte on stdout, a wrong exit code, an answer that lets everything through.
#[rstest]
#[case::lets_all_through("exit 0", &["block-fails"])]
#[case::wrong_code("echo no >&2; exit 1", &["block-fails", "pass-fails"])]
#[case::banner("echo hello; exit 0", &["block-fails", "pass-fails"])]
#[case::refuses_all("echo no >&2; exit 2", &["pass-fails"])]
fn a_program_that_answers_wrongly(#[case] body: &str, #[case] kinds: &[&str]) {
    let home = Home::new();
    let file = home.script("bin/willwrite", &format!("#!/bin/sh\ncat >/dev/null\n{body}\n"));
    home.claude(&hooks(&[entry(MATCHER, &format!("{} hook", file.display()))]));
    assert_eq!(home.kinds("claude-code"), kinds);
}

#[rstest]
#[case::old("2.0.30 (Claude Code)", "SubagentStart", &["event-unknown"])]
#[case::old_and_known("2.0.30 (Claude Code)", "SessionEnd", &[])]
#[case::new("2.1.332 (Claude Code)", "SubagentStart", &[])]
fn an_event_that_the_installed_version_does_not_know(
    #[case] version: &str,
    #[case] event: &str,
    #[case] kinds: &[&str],
) {
    let home = Home::new();
    home.script("bin/claude", &format!("#!/bin/sh\necho '{version}'\n"));
    let other = json!([{"hooks": [{"type": "command", "command": "/usr/bin/true"}]}]);
    home.claude(&json!({"hooks": {"PreToolUse": [right()], event: other}}));
    assert_eq!(home.kinds("claude-code"), kinds);
    let (_, value) = home.doctor(&["claude-code"]);
    assert_eq!(value["agents"][0]["version"], version.split(' ').next().unwrap());
}

#[test]
fn two_scopes_are_twice_and_an_invalid_file_is_named() {
    let home = Home::new();
    home.claude(&hooks(&[right()]));
    home.write("work/.claude/settings.json", &hooks(&[right()]).to_string());
    assert_eq!(home.kinds("claude-code"), ["entry-twice"]);
    home.write("work/.claude/settings.json", "{\n  \"hooks\": \n");
    let (_, value) = home.doctor(&["claude-code"]);
    assert_eq!(value["findings"][0]["kind"], "settings-invalid");
    assert!(value["findings"][0]["place"].as_str().unwrap().ends_with("work/.claude/settings.json"));
}

/// Administrators' settings lie below the system's root, which a test can only move from inside.
#[rstest]
#[case::user_s_hooks_do_not_run(json!({"allowManagedHooksOnly": true}), &["only-managed-hooks"])]
#[case::the_guard_is_managed(json!({"allowManagedHooksOnly": true, "hooks": {"PreToolUse": [right()]}}), &["entry-twice"])]
#[case::nothing_managed(json!({}), &[])]
fn managed_settings(#[case] managed: Value, #[case] kinds: &[&str]) {
    let home = Home::new();
    home.claude(&hooks(&[right()]));
    home.write("system/etc/claude-code/managed-settings.json", &managed.to_string());
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let ground = Ground {
        home: Some(text(home.path(""))),
        project: None,
        directory: text(home.path("")),
        binary: BINARY.to_owned(),
        system: text(home.path("system")),
    };
    let surveyed = survey(protocol::find("claude-code").unwrap(), &ground, false);
    let found = examine(&[surveyed], &ground, &Default::default());
    assert_eq!(found.iter().map(|finding| finding.kind).collect::<Vec<_>>(), kinds);
}

#[test]
fn codex_skips_what_nobody_trusted() {
    let home = Home::new();
    let entry = entry("^(Bash|apply_patch|mcp__.*)$", &format!("{BINARY} hook --agent codex"));
    let file = home.write(".codex/hooks.json", &hooks(&[entry]).to_string());
    assert_eq!(home.kinds("codex"), ["hook-untrusted"]);
    let trusted =
        format!("[hooks.state.\"{}:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:00\"\n", file.display());
    home.write(".codex/config.toml", &trusted);
    assert_eq!(home.kinds("codex"), Vec::<String>::new());
    home.write(".codex/config.toml", &format!("{trusted}[features]\nhooks = false\n"));
    assert_eq!(home.kinds("codex"), ["hooks-disabled"]);
}

#[test]
fn codex_may_keep_its_hooks_in_its_configuration() {
    let home = Home::new();
    let file = home.path(".codex/config.toml");
    let line = format!("{BINARY} hook --agent codex");
    let hook = format!(
        "[[hooks.PreToolUse]]\nmatcher = \"^(Bash|apply_patch|mcp__.*)$\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"{line}\"\n"
    );
    let trusted =
        format!("[hooks.state.\"{}:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:00\"\n", file.display());
    home.write(".codex/config.toml", &hook);
    assert_eq!(home.kinds("codex"), ["hook-untrusted"]);
    home.write(".codex/config.toml", &format!("{hook}{trusted}"));
    assert_eq!(home.kinds("codex"), Vec::<String>::new());
    let entry = entry("^(Bash|apply_patch|mcp__.*)$", &line);
    home.write(".codex/hooks.json", &hooks(&[entry]).to_string());
    assert_eq!(home.kinds("codex"), ["entry-twice", "hook-untrusted"]);
}

#[rstest]
#[case::seconds(10, &["timeout-in-seconds"])]
#[case::milliseconds(10_000, &[])]
fn gemini_counts_in_milliseconds(#[case] timeout: u32, #[case] kinds: &[&str]) {
    let home = Home::new();
    let matcher = "^(run_shell_command|write_file|replace|mcp_.*)$";
    let mut entry = entry(matcher, &format!("{BINARY} hook --agent gemini-cli"));
    entry["hooks"][0]["timeout"] = json!(timeout);
    home.write(".gemini/settings.json", &json!({"hooks": {"BeforeTool": [entry]}}).to_string());
    assert_eq!(home.kinds("gemini-cli"), kinds);
}

#[rstest]
#[case::by_name(json!({"hooksConfig": {"disabled": ["willwrite"]}}), &["hooks-disabled"])]
#[case::another(json!({"hooksConfig": {"disabled": ["other"]}}), &[])]
#[case::all(json!({"hooksConfig": {"enabled": false}}), &["hooks-disabled"])]
fn gemini_s_hooks_may_be_off(#[case] more: Value, #[case] kinds: &[&str]) {
    let home = Home::new();
    let matcher = "^(run_shell_command|write_file|replace|mcp_.*)$";
    let mut entry = entry(matcher, &format!("{BINARY} hook --agent gemini-cli"));
    entry["hooks"][0]["timeout"] = json!(10_000);
    let mut settings = json!({"hooks": {"BeforeTool": [entry]}});
    settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    home.write(".gemini/settings.json", &settings.to_string());
    assert_eq!(home.kinds("gemini-cli"), kinds);
}

#[rstest]
#[case::unknown_key("polcies = []\n", &["config-invalid"])]
#[case::allowed_paths("allow-paths = [\"notes/**\"]\n", &["way-out"])]
#[case::ignored("ignored = \"allow\"\n", &["way-out"])]
#[case::stricter("protected-branches = [\"trunk\", \"main\"]\n", &[])]
fn the_guard_s_own_settings(#[case] config: &str, #[case] kinds: &[&str]) {
    let home = Home::new();
    home.write(".config/willwrite/config.toml", config);
    home.claude(&hooks(&[right()]));
    let found = home.kinds("claude-code");
    assert_eq!(found.iter().filter(|kind| *kind != "block-fails").collect::<Vec<_>>(), kinds);
}

#[test]
fn a_guard_that_is_switched_off() {
    let mut home = Home::new();
    home.claude(&hooks(&[right()]));
    home.variables.push(("WILLWRITE_GUARD", "off".to_owned()));
    assert_eq!(home.kinds("claude-code"), ["way-out"]);
}

#[test]
fn a_database_that_is_none() {
    let home = Home::new();
    home.claude(&hooks(&[right()]));
    home.write(".local/share/willwrite/history.db", "no database at all, but long enough to look like one\n");
    assert_eq!(home.kinds("claude-code"), ["database-unsound"]);
}

#[test]
fn people_read_the_mend_and_the_corpus() {
    let home = Home::new();
    home.claude(&hooks(&[entry("bash", &format!("{BINARY} hook"))]));
    fs::create_dir_all(home.path("work")).unwrap();
    let output = Command::new(BINARY)
        .args(["doctor", "claude-code", "--no-corpus"])
        .env_clear()
        .env("HOME", home.folder.path())
        .env("PATH", "/usr/bin:/bin")
        .current_dir(home.path("work"))
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("matcher-wrong  "), "{told}");
    assert!(told.contains("case counts, the tool is called `Bash`"), "{told}");
    assert!(told.contains("mend: `willwrite install claude-code`"), "{told}");
    assert!(told.ends_with("1 finding\n") && !told.contains('\u{1b}'), "{told}");
}
