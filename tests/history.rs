//! The history behind the binary: recorded by hooks, found by people, sound whatever happens to it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may panic"
)]
#![cfg(feature = "cli")]

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

// guards.md 7.1, and the document's test "should store tool observation after Read".
#[test]
fn rule_7_1_a_read_is_recorded() {
    let scene = Scene::new();
    assert_silent(&scene.observe(&json!({
        "session_id": "s1", "cwd": "/w", "hook_event_name": "PostToolUse", "tool_name": "Read", "tool_use_id": "t1",
        "tool_input": {"file_path": "/w/test.ts"},
        "tool_response": {"type": "text", "file": {"filePath": "/w/test.ts", "content": "a\nb\n", "numLines": 2}},
        "duration_ms": 10
    })));
    let rows = scene.export();
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!(row["tool"], "Read");
    assert_eq!(row["file"], "/w/test.ts");
    assert_eq!(row["file_type"], "ts");
    assert_eq!(row["lines"], 2);
    assert_eq!(row["outcome"], "succeeded");
    assert_eq!(row["duration_ms"], 10);
    assert_eq!(row["output"], "a\nb\n");
    assert_eq!(
        row["touches"],
        json!([{"path": "/w/test.ts", "effect": "read", "repository": null, "branch": null, "certain": true}])
    );
}

// guards.md 7.1: a failure is a failure, with its exit code.
#[test]
fn rule_7_1_failures_are_told_from_successes() {
    let scene = Scene::new();
    scene.observe(&bash("t1", "true"));
    scene.observe(&json!({
        "session_id": "s1", "cwd": "/w", "hook_event_name": "PostToolUseFailure", "tool_name": "Bash",
        "tool_use_id": "t2", "tool_input": {"command": "ls nonexist; exit 3"},
        "error": "Exit code 3\nls: cannot access 'nonexist'", "is_interrupt": false, "duration_ms": 16
    }));
    let rows = scene.export();
    assert_eq!((&rows[0]["outcome"], &rows[0]["exit_code"]), (&json!("succeeded"), &json!(0)));
    assert_eq!((&rows[1]["outcome"], &rows[1]["exit_code"]), (&json!("failed"), &json!(3)));
    assert_eq!(rows[1]["error"], "Exit code 3\nls: cannot access 'nonexist'");
    let failed = scene.history(&["search", "--failed", "--json"]);
    assert_eq!(text(&failed.stdout).lines().count(), 1);
}

// guards.md 7.1: prompt and tool index are counted by session, as payloads do not carry them.
#[test]
fn rule_7_1_prompts_and_calls_are_counted_by_session() {
    let scene = Scene::new();
    let prompt = |session: &str| json!({"session_id": session, "cwd": "/w", "hook_event_name": "UserPromptSubmit", "prompt": "go"});
    let call = |session: &str, id: &str| {
        let mut call = bash(id, "true");
        call["session_id"] = session.into();
        call
    };
    scene.observe(&prompt("a"));
    scene.observe(&call("a", "1"));
    scene.observe(&call("a", "2"));
    scene.observe(&call("b", "3"));
    scene.observe(&prompt("a"));
    scene.observe(&call("a", "4"));
    let places: Vec<_> = scene
        .export()
        .iter()
        .map(|row| (row["prompt_index"].as_i64().unwrap(), row["tool_index"].as_i64().unwrap()))
        .collect();
    assert_eq!(places, [(1, 1), (1, 2), (0, 1), (2, 1)]);
}

// guards.md 7.2, and the document's tests "should skip excluded tools" and "should mask sensitive data".
#[test]
fn rule_7_2_excluded_tools_and_secrets_stay_out() {
    let scene = Scene::new();
    let todo = json!({"session_id": "s1", "hook_event_name": "PostToolUse", "tool_name": "TodoWrite", "tool_input": {}, "tool_response": {}});
    assert_silent(&scene.observe(&todo));
    assert!(!scene.database().exists());
    let mut call = bash("t1", "curl -H 'Authorization: Bearer abcdef123456' https://bob:hunter2@h/x");
    call["tool_response"]["stdout"] = "password=secret123".into();
    call["tool_input"]["env"] = json!([{"api_key": "abc123def456"}]);
    assert_silent(&scene.observe(&call));
    let row = scene.export().remove(0);
    assert_eq!(row["output"], "[REDACTED]");
    assert_eq!(row["command"], "curl -H 'Authorization: Bearer [REDACTED]' https://bob:[REDACTED]@h/x");
    assert_eq!(row["input"]["env"][0]["api_key"], "[REDACTED]");
    for file in std::fs::read_dir(scene.database().parent().unwrap()).unwrap().flatten() {
        let bytes = std::fs::read(file.path()).unwrap();
        for secret in ["secret123", "abcdef123456", "hunter2", "abc123def456"] {
            assert!(!text(&bytes).contains(secret), "{secret} in {}", file.path().display());
        }
    }
}

// guards.md 7.2, and the document's test "should truncate long output".
#[test]
fn rule_7_2_outputs_are_cut() {
    let scene = Scene::new();
    let mut call = bash("t1", "yes");
    call["tool_response"]["stdout"] = "x".repeat(20_000).into();
    scene.observe(&call);
    let row = scene.export().remove(0);
    let output = row["output"].as_str().unwrap();
    assert!(output.chars().count() <= 10_000 && output.contains("[... cut: "), "{}", output.len());
}

// guards.md 7.2: store_only_on_success.
#[test]
fn rule_7_2_failures_stay_out_on_wish() {
    let scene = Scene::new();
    let config = scene.directory.path().join("c.toml");
    std::fs::write(&config, "[observe]\nstore-only-on-success = true\nexclude-tools = [\"Glob\"]\n").unwrap();
    let failure = json!({"session_id": "s1", "hook_event_name": "PostToolUseFailure", "tool_name": "Bash", "tool_input": {"command": "false"}, "error": "Exit code 1"});
    let observe =
        |payload: &Value| feed(scene.command(&["observe", "--config", config.to_str().unwrap()]), payload);
    assert_silent(&observe(&failure));
    assert_silent(&observe(&bash("t1", "true")));
    assert_eq!(scene.export().len(), 1);
}

// guards.md 7.1: metadata by tool, over the payloads that the agents really send.
#[test]
fn rule_7_1_real_payloads_are_recorded() {
    let Some(corpora) = std::env::var_os("WILLWRITE_CORPORA") else {
        eprintln!("skipped: WILLWRITE_CORPORA names no directory with agents' payloads");
        return;
    };
    let scene = Scene::new();
    let samples = Path::new(&corpora).join("agents/samples/claude-code");
    for entry in std::fs::read_dir(samples).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("PostToolUse") {
            let payload = serde_json::from_slice(&std::fs::read(entry.path()).unwrap()).unwrap();
            assert_silent(&scene.observe(&payload));
        }
    }
    let rows = scene.export();
    let of =
        |tool: &str| rows.iter().find(|row| row["tool"] == tool && row["outcome"] == "succeeded").unwrap();
    assert_eq!(rows.iter().filter(|row| row["outcome"] == "failed").count(), 5);
    assert_eq!(of("Grep")["pattern"], "bye");
    assert_eq!(of("Grep")["matches"], 1);
    assert_eq!(of("Glob")["matches"], 2);
    assert_eq!(of("Edit")["output"], "@@ -1,1 +1,1 @@\n-hello\n+bye\n");
    assert_eq!(of("Edit")["touches"][0]["effect"], "modify");
    assert_eq!(of("Write")["touches"][0]["effect"], "create");
    assert_eq!(of("Write")["lines"], 1);
    assert_eq!(of("Agent")["duration_ms"], 1275);
    let web = rows.iter().find(|row| row["tool"] == "WebFetch").unwrap();
    assert_eq!(web["url"], "https://example.com/");
}

// guards.md 7.1: exit 0 always, whatever comes in.
#[test]
fn rule_7_1_no_input_fails_the_call() {
    let scene = Scene::new();
    for input in [
        "",
        "{",
        "[]",
        "null",
        "{\"hook_event_name\":\"PostToolUse\"}",
        "\u{feff}{}",
        "{\"hook_event_name\":7}",
    ] {
        let mut child = scene
            .command(&["observe"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0), "{input}");
    }
    assert_eq!(
        scene.command(&["observe", "--nonsense"]).stdin(Stdio::null()).output().unwrap().status.code(),
        Some(0)
    );
    let mut homeless = scene.command(&["observe"]);
    homeless.env_clear();
    assert_one_line(&feed(homeless, &bash("t1", "true")), "set XDG_DATA_HOME or HOME");
}

// guards.md 7.3: full text, newest for a file, context for a prompt.
#[test]
fn rule_7_3_what_was_recorded_is_found() {
    let scene = Scene::new();
    let repository = scene.directory.path().join("r");
    git(scene.directory.path(), &["init", "-q", "-b", "feat/x", "r"]);
    let root = repository.canonicalize().unwrap().to_str().unwrap().to_owned();
    let in_root = |call: &str, command: &str| {
        let mut payload = bash(call, command);
        payload["cwd"] = root.as_str().into();
        payload
    };
    scene.observe(&in_root("t1", "echo x > notes.md"));
    scene.observe(&in_root("t2", "cargo test --workspace"));
    let mut edit = json!({
        "session_id": "s1", "cwd": root, "hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_use_id": "t3",
        "tool_input": {"file_path": format!("{root}/notes.md"), "old_string": "x", "new_string": "zebra"},
        "tool_response": {"structuredPatch": [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": ["-x", "+zebra"]}]}
    });
    scene.observe(&edit);
    edit["tool_use_id"] = "t4".into();
    edit["tool_input"]["file_path"] = "/elsewhere/notes.md".into();
    edit["cwd"] = "/elsewhere".into();
    scene.observe(&edit);

    let words = |arguments: &[&str]| {
        text(&scene.history(&[&["search", "--json"], arguments].concat()).stdout)
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["call"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&["cargo"]), ["t2"]);
    assert_eq!(words(&["zebra"]), ["t4", "t3"]);
    assert_eq!(words(&["zebra", "--branch", "feat/x"]), ["t3"]);
    assert_eq!(words(&["--tool", "bash"]), ["t2", "t1"]);
    assert_eq!(words(&["--file", "notes.md", "--tool", "Edit"]), ["t4", "t3"]);
    assert_eq!(words(&["nothing-like-it"]), Vec::<String>::new());
    assert_eq!(words(&["--since", "1h", "carg*"]), ["t2"]);

    let file = scene.history(&["file", &format!("{root}/notes.md"), "--json"]);
    let wrote: Vec<(Value, Value, Value)> = text(&file.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|row| (row["effect"].clone(), row["branch"].clone(), row["command"].clone()))
        .collect();
    assert_eq!(wrote[0], (json!("modify"), json!("feat/x"), Value::Null));
    assert_eq!(wrote.len(), 2, "{}", text(&file.stdout));
    assert_eq!(wrote[1].2, "echo x > notes.md");

    let prompt = json!({"session_id": "s2", "cwd": root, "hook_event_name": "UserPromptSubmit", "prompt": "did the cargo test pass?"});
    let answer: Value = serde_json::from_slice(&scene.observe(&prompt).stdout).unwrap();
    let context = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "UserPromptSubmit");
    assert!(context.contains("cargo test --workspace") && !context.contains("/elsewhere"), "{context}");
    let silent =
        json!({"session_id": "s2", "cwd": root, "hook_event_name": "UserPromptSubmit", "prompt": "hello"});
    assert_silent(&scene.observe(&silent));
}

fn git(directory: &Path, arguments: &[&str]) {
    let done = Command::new("git")
        .args(arguments)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .status();
    assert!(done.unwrap().success());
}

// guards.md 7.3: a beginning finds the rows of all words that begin so, be they few or many, in many rows or in few.
#[test]
fn rule_7_3_a_beginning_finds_all_its_words() {
    use willwrite::history::store::Filter;
    use willwrite::history::{History, Observation, Settings};
    let scene = Scene::new();
    let mut history = History::open(&scene.database()).unwrap();
    let mut record = |number: usize, session: &str, command: String| {
        let call = Observation {
            call: Some(number.to_string()),
            session: session.to_owned(),
            tool: "Bash".to_owned(),
            output: format!("common wide{number}"),
            details: willwrite::history::observation::Details {
                command: Some(command),
                ..Default::default()
            },
            ..Observation::default()
        };
        history.record(&call, &Settings::default()).unwrap();
    };
    for number in 0..150 {
        record(number, "old", format!("run qz{number}a"));
    }
    for number in 150..900 {
        record(number, "new", format!("run later{}", number % 3));
    }
    let mut found = |query: &str, filter: &Filter| {
        let found = history.search(query, filter, 1000, None).unwrap();
        assert!(!found.behind && found.hits.iter().all(|hit| hit.snippet.contains('\u{2}')), "{query}");
        let mut ids: Vec<i64> = found.hits.iter().map(|hit| hit.entry.id).collect();
        ids.sort_unstable();
        ids
    };
    let all = Filter::default();
    let old = Filter { session: Some("old".into()), ..Filter::default() };
    // A few words, found by their names; 150 words in the oldest rows alone; 900 words, one in each row.
    assert_eq!(found("later*", &all), (701..=900).collect::<Vec<_>>());
    assert_eq!(found("qz*", &all), (1..=150).collect::<Vec<_>>());
    assert_eq!(found("wide*", &all), (701..=900).collect::<Vec<_>>());
    assert_eq!(found("wide* run", &old), (1..=150).collect::<Vec<_>>());
    assert_eq!(found("wide* -later0", &old).len(), 150);
    assert_eq!(found("wide7*", &all).len(), 111);
    assert_eq!(found("WIDE89*", &all), [90, 891, 892, 893, 894, 895, 896, 897, 898, 899, 900]);
    assert_eq!(found("wider*", &all), Vec::<i64>::new());
    assert_eq!(found("common later0", &old), Vec::<i64>::new());
}

// guards.md 7.3: a model orders the matches, and only those.
#[test]
fn rule_7_3_a_model_orders_what_was_found() {
    let scene = Scene::new();
    for (call, command) in [("t1", "run pear"), ("t2", "run engine"), ("t3", "run zebra"), ("t4", "engine")] {
        scene.observe(&bash(call, command));
    }
    let calls = || {
        let found = scene.history(&["search", "--json", "run", "OR", "car"]);
        assert!(found.status.success(), "{}", text(&found.stderr));
        let row =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["call"].as_str().unwrap().to_owned();
        text(&found.stdout).lines().map(row).collect::<Vec<_>>()
    };
    assert_eq!(calls(), ["t3", "t2", "t1"]);
    let config = scene.directory.path().join(".config/willwrite");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("config.toml"), "[history]\nmodel = \"~/model.txt\"\n").unwrap();
    let model = scene.directory.path().join("model.txt");
    let refused = |said: &str| {
        let search = scene.history(&["search", "run"]);
        assert_eq!((search.status.code(), text(&search.stdout)), (Some(1), String::new()));
        let stderr = text(&search.stderr);
        assert!(stderr.contains(said) && stderr.lines().count() == 1, "{stderr}");
    };
    refused("model.txt` of `history.model` can't be read");
    std::fs::write(&model, "car 1 0\nengine one 0\n").unwrap();
    refused("line 2");
    std::fs::write(&model, "4 2\ncar 1 0\nrun 0 0.1\nengine 0.9 0.1\npear 0.1 0.9\n").unwrap();
    assert_eq!(calls(), ["t2", "t1", "t3"]);
}

// The report groups what guards said by repository and branch.
#[test]
fn the_report_tells_where_guards_spoke() {
    let scene = Scene::new();
    git(scene.directory.path(), &["init", "-q", "-b", "main", "m"]);
    git(scene.directory.path(), &["init", "-q", "-b", "feat/x", "f"]);
    let place = |name: &str| scene.directory.path().join(name).canonicalize().unwrap().display().to_string();
    let guarded = |policy: &str, tool: &str, cwd: &str, input: Value| {
        let call = json!({"session_id": "s1", "cwd": cwd, "hook_event_name": "PreToolUse", "tool_name": tool,
            "tool_use_id": "t1", "tool_input": input});
        let hook = scene.command(&["hook", "--policy", policy, "--policy", "observe"]);
        assert_eq!(feed(hook, &call).status.code(), Some(2));
    };
    let (main, feature) = (place("m"), place("f"));
    guarded("guard-main", "Bash", &feature, json!({"command": format!("echo x > {main}/a")}));
    let edit = json!({"file_path": format!("{feature}/src/a.py"), "content": "x"});
    guarded("require-plan", "Write", &main, edit);
    let page = text(&scene.history(&["report", "--session", "s1"]).stdout);
    let (_, said) = page.split_once("Blocks and warnings").unwrap();
    let (first, second) = said.split_once(&format!("<h3>{feature} on feat/x</h3>")).unwrap();
    assert!(first.contains(&format!("<h3>{main} on main</h3>")) && first.contains("guard-main"), "{said}");
    assert!(!first.contains("require-plan") && second.contains("require-plan"), "{said}");
}

// guards.md 7.4: several sessions write at once; nothing is lost or doubled.
#[test]
fn rule_7_4_writers_at_once_lose_nothing() {
    const PROCESSES: usize = 8;
    /// `WILLWRITE_OBSERVATIONS=10000` asks for all that the rule names; this many keep a test run short.
    const OBSERVATIONS: usize = 400;
    let asked = std::env::var("WILLWRITE_OBSERVATIONS").ok().and_then(|number| number.parse::<usize>().ok());
    let each = asked.unwrap_or(OBSERVATIONS) / PROCESSES;
    let scene = Scene::new();
    std::thread::scope(|scope| {
        for writer in 0..PROCESSES {
            let scene = &scene;
            scope.spawn(move || {
                for number in 0..each {
                    assert_silent(
                        &scene.observe(&bash(
                            &format!("{writer}-{number}"),
                            &format!("echo {writer} {number}"),
                        )),
                    );
                }
            });
        }
    });
    // A call that two hooks report counts once.
    assert_silent(&scene.observe(&bash("0-0", "echo 0 0")));
    let mut calls: Vec<String> =
        scene.export().iter().map(|row| row["call"].as_str().unwrap().to_owned()).collect();
    assert_eq!(calls.len(), PROCESSES * each);
    calls.sort();
    calls.dedup();
    assert_eq!(calls.len(), PROCESSES * each);
    assert_sound(&scene);
}

fn assert_sound(scene: &Scene) {
    let connection = rusqlite::Connection::open(scene.database()).unwrap();
    let said: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(said, "ok");
}

// guards.md 7.4: killed at any moment, what was told to be done is done.
#[test]
fn rule_7_4_a_kill_loses_nothing_committed() {
    let scene = Scene::new();
    let mut acknowledged = Vec::new();
    for number in 0..60_u64 {
        let call = number.to_string();
        let mut child = scene
            .command(&["observe"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let written = child.stdin.take().unwrap().write_all(bash(&call, "true").to_string().as_bytes());
        std::thread::sleep(std::time::Duration::from_micros(number * 400));
        child.kill().unwrap();
        if child.wait().unwrap().success() && written.is_ok() {
            acknowledged.push(call);
        }
    }
    scene.observe(&bash("last", "true"));
    let stored: Vec<String> =
        scene.export().iter().map(|row| row["call"].as_str().unwrap().to_owned()).collect();
    assert!(acknowledged.iter().all(|call| stored.contains(call)), "{acknowledged:?} {stored:?}");
    assert_sound(&scene);
}

// guards.md 7.4: retention and purge.
#[test]
fn rule_7_4_old_observations_go() {
    let scene = Scene::new();
    let config = scene.directory.path().join("c.toml");
    std::fs::write(&config, "[observe]\nretention = 3\n").unwrap();
    for number in 0..5 {
        scene.observe(&bash(&number.to_string(), &format!("echo word{number}")));
    }
    assert_eq!(text(&scene.history(&["search", "word0"]).stdout).lines().count(), 2);
    let end = json!({"session_id": "s1", "hook_event_name": "SessionEnd", "reason": "other"});
    assert_silent(&feed(scene.command(&["observe", "--config", config.to_str().unwrap()]), &end));
    let calls: Vec<Value> = scene.export().iter().map(|row| row["call"].clone()).collect();
    assert_eq!(calls, [json!("2"), json!("3"), json!("4")]);
    assert_eq!(text(&scene.history(&["search", "word0"]).stdout), "");
    assert_eq!(text(&scene.history(&["purge", "--all"]).stdout), "3 observations and 0 findings removed\n");
    assert_eq!(scene.export().len(), 0);
    scene.observe(&bash("new", "echo fresh"));
    assert_eq!(text(&scene.history(&["search", "fresh"]).stdout).lines().count(), 2);
    assert_sound(&scene);
    assert_eq!(scene.history(&["purge"]).status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn the_history_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::new();
    scene.observe(&bash("t1", "true"));
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(scene.database().parent().unwrap()), 0o700);
    for file in std::fs::read_dir(scene.database().parent().unwrap()).unwrap().flatten() {
        assert_eq!(mode(&file.path()), 0o600, "{}", file.path().display());
    }
}

/// The bytes of the database and its log, to tell that nothing was changed.
fn bytes(scene: &Scene) -> Vec<u8> {
    std::fs::read(scene.database()).unwrap()
}

#[test]
fn a_damaged_database_is_left_alone() {
    let scene = Scene::new();
    std::fs::create_dir_all(scene.database().parent().unwrap()).unwrap();
    for content in [
        b"this is no database, but long enough to be looked at as one, with some more words".repeat(20),
        b"SQLite format 3\0garbage".repeat(100),
    ] {
        std::fs::write(scene.database(), &content).unwrap();
        assert_one_line(&scene.observe(&bash("t1", "true")), "is damaged");
        let search = scene.history(&["search", "x"]);
        assert_eq!(search.status.code(), Some(1));
        assert!(text(&search.stderr).contains("move it away"), "{}", text(&search.stderr));
        assert_eq!(bytes(&scene), content);
    }
}

#[test]
fn newer_foreign_and_older_databases_are_told_apart() {
    let scene = Scene::new();
    scene.observe(&bash("t1", "true"));
    let change =
        |sql: &str| rusqlite::Connection::open(scene.database()).unwrap().execute_batch(sql).unwrap();
    change("PRAGMA user_version = 99");
    assert_one_line(&scene.observe(&bash("t2", "true")), "has schema 99");
    assert_eq!(scene.history(&["stats"]).status.code(), Some(1));
    change("PRAGMA user_version = 3; PRAGMA application_id = 7");
    assert_one_line(&scene.observe(&bash("t2", "true")), "another program's database");
    // Back to the first step of the schema: it is led to the latest, with all that it holds.
    change(
        "PRAGMA application_id = 2004314217; DROP INDEX touch_branch; DROP INDEX observation_at; DROP TABLE finding; DROP TABLE words; DROP VIEW observation_words; DROP TABLE progress; PRAGMA user_version = 1",
    );
    assert_silent(&scene.observe(&bash("t2", "echo second")));
    assert_eq!(scene.export().len(), 2);
    assert_eq!(text(&scene.history(&["search", "second"]).stdout).lines().count(), 2);
}

#[test]
fn a_locked_database_costs_one_line() {
    let scene = Scene::new();
    scene.observe(&bash("t1", "true"));
    let mut other = rusqlite::Connection::open(scene.database()).unwrap();
    let lock = other.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
    let start = std::time::Instant::now();
    assert_one_line(&scene.observe(&bash("t2", "true")), "is locked");
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
    // Readers do not wait for a writer.
    assert_eq!(scene.export().len(), 1);
    drop(lock);
    assert_silent(&scene.observe(&bash("t2", "true")));
    assert_eq!(scene.export().len(), 2);
}

#[test]
fn a_place_that_is_no_file_costs_one_line() {
    let scene = Scene::new();
    std::fs::create_dir_all(scene.database()).unwrap();
    assert_one_line(&scene.observe(&bash("t1", "true")), "can't be opened");
    let scene = Scene::new();
    std::fs::write(scene.directory.path().join("willwrite"), "a file where the directory should be").unwrap();
    assert_one_line(&scene.observe(&bash("t1", "true")), "can't be opened");
}

/// Needs a mount of its own: run as root with `mount`, skipped elsewhere.
#[test]
fn a_full_or_read_only_disk_costs_one_line() {
    let scene = Scene::new();
    let disk = Mount::new(scene.directory.path(), "size=256k");
    let Some(disk) = disk else {
        eprintln!("skipped: no right to mount a small file system");
        return;
    };
    let mut call = bash("t", "true");
    call["tool_response"]["stdout"] = "a different word and more ".repeat(400).into();
    let mut refused = None;
    for number in 0..200 {
        call["tool_use_id"] = number.to_string().into();
        let output = scene.observe(&call);
        assert_eq!(output.status.code(), Some(0));
        if !output.stderr.is_empty() {
            refused = Some((number, output));
            break;
        }
    }
    let (stored, output) = refused.unwrap();
    assert_one_line(&output, "not recorded");
    let kept = scene.export().len();
    assert_eq!(kept, stored);
    disk.remount("ro");
    assert_one_line(&scene.observe(&bash("later", "true")), "not recorded");
    assert_eq!(scene.export().len(), kept);
}

struct Mount(PathBuf);

impl Mount {
    fn new(directory: &Path, options: &str) -> Option<Self> {
        let arguments = ["-t", "tmpfs", "-o", options, "tmpfs"];
        let done =
            Command::new("mount").args(arguments).arg(directory).stderr(Stdio::null()).status().ok()?;
        done.success().then(|| Self(directory.to_path_buf()))
    }

    fn remount(&self, how: &str) {
        let done =
            Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(&self.0).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

// The report: one page that needs nothing else, and that a browser shows.
#[test]
fn the_report_is_one_page_that_a_browser_shows() {
    let scene = Scene::new();
    scene.observe(&bash("t1", "echo '<script>alert(1)</script>' > \"a b.txt\""));
    scene.observe(&json!({"session_id": "s1", "cwd": "/w", "hook_event_name": "PostToolUseFailure", "tool_name": "Bash", "tool_use_id": "t2", "tool_input": {"command": "cargo test"}, "error": "Exit code 101\nfailed"}));
    let file = scene.directory.path().join("report.html");
    let written = scene.history(&["report", "--session", "s1", "-o", file.to_str().unwrap()]);
    assert!(written.status.success(), "{}", text(&written.stderr));
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script"), "{page}");
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let Some(browser) = ["chromium", "chromium-browser", "google-chrome"].iter().find(|name| runs(name))
    else {
        eprintln!("skipped: no chromium to show the page in");
        return;
    };
    let shown = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=2000"])
        .arg(format!("--user-data-dir={}", scene.directory.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let dom = text(&shown.stdout);
    assert!(dom.contains("Failures") && dom.contains("cargo test") && dom.contains("failed (101)"), "{dom}");
}

fn runs(name: &str) -> bool {
    Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
