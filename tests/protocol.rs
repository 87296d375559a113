//! Every agent's payloads, and the bytes and exit code that each agent takes for an answer.
//!
//! The payloads stand in `tests/protocol/AGENT/`: a `refused-` one writes `a.txt` in `{place}` and is refused where main
//! is checked out there and passes where a topic branch is; a `silent-` one passes in silence wherever it is. What each
//! agent takes for a refusal was measured on the programs themselves or stands in their documentation.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic and runs the binary")]
#![cfg(feature = "cli")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rstest::rstest;
use tempfile::TempDir;
use willwrite::guard::protocol::{AGENTS, Agent, find};

/// How an agent is answered.
#[derive(Clone, Copy)]
enum Form {
    /// exit code 2, the reason on stderr, nothing on stdout; silence passes
    ExitCode,
    /// exit code 0 and `cancel` in an object, also where the call passes
    Cancel,
    /// exit code 0 and `decision` in an object; silence passes
    Decision,
}

/// All agents with their form.
const FORMS: &[(&str, Form)] = &[
    ("codex", Form::ExitCode),
    ("gemini-cli", Form::ExitCode),
    ("cursor", Form::ExitCode),
    ("windsurf", Form::ExitCode),
    ("cline", Form::Cancel),
    ("antigravity", Form::Decision),
    ("copilot-cli", Form::ExitCode),
    ("vscode-copilot", Form::ExitCode),
    ("opencode", Form::ExitCode),
    ("amp", Form::ExitCode),
    ("qwen-code", Form::ExitCode),
    ("factory-droid", Form::ExitCode),
    ("kiro", Form::ExitCode),
    ("claude-code", Form::ExitCode),
    ("other", Form::ExitCode),
];

/// Payloads that look like Claude Code's: the agent is known only if it is named.
const LOOK_ALIKES: &[&str] = &["copilot-cli/refused-pascal"];

struct Scene {
    folder: TempDir,
}

impl Scene {
    /// Two repositories, of which only what the hook reads is there: on main and on topic.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for branch in ["main", "topic"] {
            let git = folder.path().join(branch).join(".git");
            fs::create_dir_all(git.join("refs/heads")).unwrap();
            fs::create_dir_all(git.join("objects")).unwrap();
            fs::write(git.join("HEAD"), format!("ref: refs/heads/{branch}\n")).unwrap();
            fs::write(folder.path().join(branch).join("a.txt"), "1\n").unwrap();
        }
        fs::create_dir_all(folder.path().join("home")).unwrap();
        Self { folder }
    }

    fn path(&self, below: &str) -> String {
        self.folder.path().canonicalize().unwrap().join(below).to_string_lossy().into_owned()
    }

    fn hook(&self, arguments: &[&str], payload: &str) -> Answer {
        let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
            .args(["hook", "--policy", "guard-main"])
            .args(arguments)
            .env_clear()
            .env("HOME", self.path("home"))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Answer {
            code: output.status.code().unwrap(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    fn settings(&self, text: &str) {
        fs::create_dir_all(self.path("home/.config/willwrite")).unwrap();
        fs::write(self.path("home/.config/willwrite/config.toml"), text).unwrap();
    }

    /// What the guard says of `a.txt` on main.
    fn reason(&self) -> String {
        let place = self.path("main");
        format!(
            "BLOCKED [guard-main]: {place}/a.txt is in {place}, where the protected branch main is checked out; \
             work in a worktree: git -C {place} worktree add <path> -b <branch>"
        )
    }
}

#[derive(Debug, PartialEq)]
struct Answer {
    code: i32,
    stdout: String,
    stderr: String,
}

fn answer(code: i32, stdout: &str, stderr: &str) -> Answer {
    Answer { code, stdout: stdout.to_owned(), stderr: stderr.to_owned() }
}

/// A payload by agent and name.
fn payloads() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol");
    let files = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut payloads = BTreeMap::new();
    for folder in files(&root).iter().filter(|path| path.is_dir()) {
        let agent = folder.file_name().unwrap().to_string_lossy().into_owned();
        for file in files(folder) {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            payloads.insert(format!("{agent}/{name}"), fs::read_to_string(&file).unwrap());
        }
    }
    payloads
}

fn refused(form: Form, reason: &str) -> Answer {
    let text = serde_json::Value::from(reason);
    let line = format!("{reason}\n");
    match form {
        Form::ExitCode => answer(2, "", &line),
        Form::Cancel => {
            let object =
                format!("{{\"cancel\":true,\"errorMessage\":{text},\"contextModification\":\"\"}}\n");
            answer(0, &object, &line)
        }
        Form::Decision => answer(0, &format!("{{\"decision\":\"deny\",\"reason\":{text}}}\n"), &line),
    }
}

fn silent(form: Form) -> Answer {
    match form {
        Form::ExitCode | Form::Decision => answer(0, "", ""),
        Form::Cancel => answer(0, "{\"cancel\":false}\n", ""),
    }
}

fn form(agent: &str) -> Form {
    FORMS.iter().find(|(id, _)| *id == agent).unwrap().1
}

#[test]
fn every_agent_has_a_form_and_payloads_of_both_kinds() {
    let agents: BTreeSet<&str> = AGENTS.iter().map(|agent| agent.id).collect();
    assert_eq!(agents, FORMS.iter().map(|(id, _)| *id).collect());
    let payloads = payloads();
    for agent in agents {
        for kind in ["refused-", "silent-"] {
            let start = format!("{agent}/{kind}");
            assert!(payloads.keys().any(|name| name.starts_with(&start)), "no payload {start}*");
        }
    }
    for name in payloads.keys() {
        assert!(find(name.split('/').next().unwrap()).is_some(), "{name} is of no agent");
    }
}

/// Each payload, with the agent named and found.
#[test]
fn every_payload_is_answered_in_its_agent_s_own_form() {
    let scene = Scene::new();
    let mut faults = Vec::new();
    for (name, payload) in payloads() {
        let (agent, file) = name.split_once('/').unwrap();
        let form = form(agent);
        for branch in ["main", "topic"] {
            let payload = payload.replace("{place}", &scene.path(branch));
            let is_refused = file.starts_with("refused-") && branch == "main";
            let expected = if is_refused { refused(form, &scene.reason()) } else { silent(form) };
            let mut roads = vec![vec!["--agent", agent]];
            if !LOOK_ALIKES.contains(&name.as_str()) {
                roads.push(Vec::new());
            }
            for arguments in roads {
                let got = scene.hook(&arguments, &payload);
                if got != expected {
                    faults.push(format!(
                        "{name} {branch} {arguments:?}\n  wanted {expected:?}\n  got    {got:?}"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Cursor, Copilot CLI and VS Code also run the hooks of Claude Code's settings.
#[rstest]
#[case("cursor/refused-shell")]
#[case("cursor/refused-pre-tool-use")]
#[case("copilot-cli/refused-bash")]
#[case("copilot-cli/refused-pascal")]
#[case("vscode-copilot/refused-terminal")]
fn payloads_of_others_reach_claude_s_hook(#[case] name: &str) {
    let scene = Scene::new();
    for (branch, expected) in
        [("main", refused(Form::ExitCode, &scene.reason())), ("topic", silent(Form::ExitCode))]
    {
        let payload = payloads()[name].replace("{place}", &scene.path(branch));
        assert_eq!(scene.hook(&["--agent", "claude-code"], &payload), expected, "{branch}");
    }
}

/// A field that an agent does not obey must not steer the guard away from the one that it does.
#[rstest]
#[case::gemini_knows_no_path(
    "gemini-cli/refused-write-file",
    "\"tool_input\": {",
    "\"tool_input\": {\"path\": \"/tmp/x\", "
)]
#[case::cline_knows_no_file_path(
    "cline/refused-write",
    "\"parameters\": {",
    "\"parameters\": {\"file_path\": \"/tmp/x\", "
)]
#[case::claude_s_shell_has_no_directory(
    "claude-code/refused-bash",
    "\"tool_input\": {",
    "\"tool_input\": {\"cwd\": \"/tmp\", \"workdir\": \"/tmp\", "
)]
#[case::opencode_knows_no_file_path(
    "opencode/refused-write",
    "\"args\": {",
    "\"args\": {\"file_path\": \"/tmp/x\", "
)]
fn noise_in_a_tool_s_input_changes_nothing(#[case] name: &str, #[case] before: &str, #[case] after: &str) {
    let scene = Scene::new();
    let payload = payloads()[name].replace("{place}", &scene.path("main"));
    assert!(payload.contains(before), "{payload}");
    let agent = name.split('/').next().unwrap();
    let got = scene.hook(&["--agent", agent], &payload.replacen(before, after, 1));
    assert_eq!(got, refused(form(agent), &scene.reason()));
}

/// What can't be judged passes in the form that the agent takes for "nothing to say", or is refused in its own form.
#[test]
fn faults_are_told_in_the_agent_s_own_form() {
    let scene = Scene::new();
    let open = "willwrite: the JSON is cut off; the call passes unjudged\n";
    for (agent, form) in FORMS {
        let got = scene.hook(&["--agent", agent], "{\"tool_name\": \"Ba");
        assert_eq!(got, Answer { stderr: open.to_owned(), ..silent(*form) }, "{agent}");
    }
    scene.settings("fail = \"closed\"\n");
    let closed =
        "BLOCKED [willwrite]: the call can't be judged: the JSON is cut off; `fail = \"closed\"` is set";
    for (agent, form) in FORMS {
        assert_eq!(
            scene.hook(&["--agent", agent], "{\"tool_name\": \"Ba"),
            refused(*form, closed),
            "{agent}"
        );
        let observed = scene.hook(&["--agent", agent, "--policy", "observe"], "{\"tool_name\": \"Ba");
        assert_eq!(observed, refused(*form, closed), "{agent}: another policy is named too");
    }
}

/// A hook with `failClosed` takes silence for a failure.
#[test]
fn cursor_is_told_in_words_where_the_settings_are_closed() {
    let scene = Scene::new();
    scene.settings("[agent.cursor]\nfail = \"closed\"\n");
    let payload = payloads()["cursor/refused-shell"].replace("{place}", &scene.path("topic"));
    assert_eq!(scene.hook(&[], &payload), answer(0, "{\"permission\":\"allow\"}\n", ""));
    let others = payloads()["gemini-cli/refused-shell"].replace("{place}", &scene.path("topic"));
    assert_eq!(scene.hook(&[], &others), answer(0, "", ""));
}

/// Amp's rules that delegate give the bare parameters; the tool's name stands in the environment.
#[test]
fn amp_delegates_bare_parameters() {
    let scene = Scene::new();
    for (branch, code) in [("main", 2), ("topic", 0)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
            .args(["hook", "--agent", "amp"])
            .env_clear()
            .envs([("AGENT", "amp"), ("AGENT_TOOL_NAME", "Bash"), ("PWD", &scene.path(branch))])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(br#"{"cmd": "echo x > a.txt"}"#).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{branch}");
    }
}

/// `observe` records what each agent tells after a call, under the agent's own name.
#[test]
fn every_agent_s_calls_are_recorded() {
    let scene = Scene::new();
    let run = |arguments: &[&str], payload: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
            .args(arguments)
            .env_clear()
            .env("HOME", scene.path("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{payload}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{payload}");
        String::from_utf8(output.stdout).unwrap()
    };
    let mut expected: Vec<String> = Vec::new();
    for (name, payload) in payloads() {
        let (agent, file) = name.split_once('/').unwrap();
        if file.starts_with("silent-after") || file == "silent-failure" {
            // One session is one agent's, so each payload gets its own.
            let session = format!("session-{}", expected.len());
            let payload = payload
                .replace("{place}", &scene.path("topic"))
                .replace("00000000-0000-4000-8000-000000000001", &session)
                .replace("\"s-1\"", &format!("\"{session}\""));
            run(&["observe", "--agent", agent], &payload);
            expected.push(agent.to_owned());
        }
    }
    let recorded: Vec<serde_json::Value> =
        run(&["history", "export"], "").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut agents: Vec<String> =
        recorded.iter().map(|line| line["agent"].as_str().unwrap().to_owned()).collect();
    agents.sort();
    expected.sort();
    assert_eq!(agents, expected);
    let named = |line: &&serde_json::Value| line["tool"].as_str().is_some_and(|tool| !tool.is_empty());
    assert_eq!(recorded.iter().filter(named).count(), recorded.len(), "a call without its tool");
    let agents: BTreeSet<&String> = agents.iter().collect();
    assert!(agents.len() >= 12, "{agents:?}");
}

/// Kiro's editor below 1.0 leaves the hook's input open for good.
#[test]
fn an_input_that_never_ends_passes_in_time() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .args(["hook", "--agent", "kiro"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let open = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("stdin can't be read: timed out"));
    drop(open);
}

/// The shared samples, where they are there: none is answered with a fault.
#[test]
fn samples_of_every_agent_are_read() {
    let Some(corpora) = std::env::var_os("WILLWRITE_CORPORA") else {
        eprintln!("skipped: WILLWRITE_CORPORA is not set");
        return;
    };
    let scene = Scene::new();
    let (mut count, mut faults) = (0, Vec::new());
    for folder in fs::read_dir(Path::new(&corpora).join("agents/samples")).unwrap() {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let Some(agent) = find(&name) else { continue };
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            if file.starts_with("output-") || file.starts_with("settings-") || file.starts_with("hooks") {
                continue;
            }
            count += 1;
            let got = scene.hook(&["--agent", agent.id], &fs::read_to_string(&path).unwrap());
            if got != silent(form(agent.id)) {
                faults.push(format!("{name}/{file}: {got:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count >= 60, "only {count} samples");
}

/// The table is what `install` writes by: an agent with a hook has one before its tools.
#[test]
fn the_table_of_agents_names_an_event_before_each_call() {
    let before =
        |agent: &&&Agent| agent.hooks.iter().any(|hook| hook.when == willwrite::guard::call::Event::Before);
    let lacking: Vec<&str> = AGENTS.iter().filter(|agent| !before(agent)).map(|agent| agent.id).collect();
    assert_eq!(lacking, ["other"]);
}
