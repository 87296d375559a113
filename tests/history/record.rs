//! What hooks record, and what stays out (guards.md 7.1, 7.2).

use super::*;

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
