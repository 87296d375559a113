//! What is found, told as context and shown in a report (guards.md 7.3).

use super::*;

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
