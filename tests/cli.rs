//! The subcommands for people, through the built binary.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic and runs the binary")]
#![cfg(feature = "cli")]

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rstest::rstest;
use serde_json::Value;

/// Exit code, stdout and stderr of one run with this input.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .args(arguments)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// 2 is a block; bad usage is 1.
#[rstest]
#[case::nothing(&[])]
#[case::subcommand(&["analyse"])]
#[case::option(&["analyze", "--what"])]
#[case::both_forms(&["analyze", "--json", "--jsonl"])]
fn bad_usage_is_one(#[case] arguments: &[&str]) {
    let (code, stdout, stderr) = run(arguments, "");
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(!stderr.is_empty());
}

#[test]
fn help_and_version_are_zero() {
    assert_eq!(run(&["--help"], "").0, Some(0));
    let (code, stdout, _) = run(&["--version"], "");
    assert_eq!((code, stdout.as_str()), (Some(0), concat!("willwrite ", env!("CARGO_PKG_VERSION"), "\n")));
}

#[test]
fn a_command_that_does_not_parse_is_still_analysed() {
    let (code, stdout, _) = run(&["analyze", "--json", "if true; then"], "");
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &answer["complete"]), (Some(0), &Value::Bool(false)));
}

#[test]
fn stdin_is_the_command_for_a_dash() {
    let (code, stdout, _) = run(&["analyze", "--json", "--cwd", "/tmp", "-"], "true\n");
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &answer["command"], &answer["cwd"]), (Some(0), &"true\n".into(), &"/tmp".into()));
}

#[test]
fn a_stream_is_answered_line_by_line_in_order() {
    let count = 3000;
    let input: String = (0..count).map(|id| format!("{{\"id\":{id},\"command\":\"true\"}}\n")).collect();
    let (code, stdout, stderr) = run(&["analyze", "--jsonl"], &input);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let ids: Vec<u64> = stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, (0..count).collect::<Vec<u64>>());
}

#[test]
fn a_bad_line_has_its_error_in_its_place() {
    let input = "{\"id\":1,\"command\":\"true\"}\nnonsense\n{\"id\":3}\n\n{\"id\":5,\"command\":\"true\"}";
    let (code, stdout, _) = run(&["analyze", "--jsonl"], input);
    let lines: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (Some(0), 5));
    let has_error: Vec<bool> = lines.iter().map(|line| line.get("error").is_some()).collect();
    assert_eq!(has_error, [false, true, true, true, false]);
    assert_eq!((&lines[2]["id"], &lines[4]["id"]), (&3.into(), &5.into()));
}

/// A running stream, what it reads, and the lines that it answers.
fn stream() -> (Child, ChildStdin, Lines<BufReader<ChildStdout>>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .args(["analyze", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, stdin, lines)
}

#[test]
fn a_line_is_answered_before_the_stream_ends() {
    let (mut child, mut stdin, mut lines) = stream();
    for id in 0..3 {
        writeln!(stdin, "{{\"id\":{id},\"command\":\"true\"}}").unwrap();
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], id);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// The processes that answer for each core are the system's to end at any time.
#[test]
#[cfg(target_os = "linux")]
fn a_stream_goes_on_where_its_processes_are_killed() {
    let (mut child, mut stdin, mut lines) = stream();
    let mut killed = 0;
    for round in 0..4 {
        let ids = round * 2000..(round + 1) * 2000;
        let input: String = ids.clone().map(|id| format!("{{\"id\":{id},\"command\":\"true\"}}\n")).collect();
        let writer = std::thread::spawn(move || {
            stdin.write_all(input.as_bytes()).unwrap();
            stdin
        });
        for id in ids {
            let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
            assert_eq!((answer["id"].as_u64(), answer.get("error")), (Some(id), None));
        }
        stdin = writer.join().unwrap();
        for process in processes_of(child.id()) {
            killed += usize::from(Command::new("kill").args(["-9", &process]).status().unwrap().success());
        }
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let cores = std::thread::available_parallelism().unwrap().get();
    assert!(killed > 0 || cores == 1, "no process was there to kill");
}

/// The processes that this one has started.
#[cfg(target_os = "linux")]
fn processes_of(process: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let children = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("children"));
    let lists: Vec<String> = threads.map(|thread| children(thread.unwrap()).unwrap_or_default()).collect();
    lists.iter().flat_map(|list| list.split_whitespace().map(str::to_owned)).collect()
}

#[test]
fn names_cannot_move_the_cursor_and_colour_needs_a_terminal() {
    let (_, stdout, _) = run(&["analyze", "--cwd", "/tmp", "echo x > $'a\\e[2Jb'"], "");
    assert!(!stdout.contains('\u{1b}'), "{stdout:?}");
}

#[test]
fn a_corpus_file_that_is_none_is_named() {
    let (code, _, stderr) = run(&["corpus", "replay", "/nowhere.jsonl"], "");
    assert_eq!(code, Some(1));
    assert!(stderr.contains("/nowhere.jsonl"), "{stderr}");
}

#[test]
fn settings_are_shown_with_where_they_come_from_and_mistakes_with_their_line() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".config/willwrite");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("config.toml");
    std::fs::write(&file, "protected-branches = [\"trunk\"]\n").unwrap();
    let config = |argument: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_willwrite"))
            .args(["config", argument])
            .env_clear()
            .env("HOME", home.path())
            .current_dir(home.path())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, shown, _) = config("show");
    assert_eq!(code, Some(0));
    let line = |name: &str| shown.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("protected-branches").contains("[\"trunk\"]"), "{shown}");
    assert!(line("protected-branches").ends_with("/config.toml"), "{shown}");
    assert!(line("fail").ends_with("default"), "{shown}");
    assert_eq!(config("check").0, Some(0));
    std::fs::write(&file, "\nprotected-branch = []\n").unwrap();
    let (code, _, stderr) = config("check");
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("config.toml:2: unknown key `protected-branch`; did you mean `protected-branches`?"),
        "{stderr}"
    );
}

#[rstest]
#[case(&["completions", "bash"], "complete -F _willwrite")]
#[case(&["man"], ".TH willwrite 1")]
#[case(&["man"], ".SS \"willwrite install\"")]
#[case(&["man"], "\\fB\\-\\-dry\\-run\\fR")]
#[case(&["completions", "zsh"], "uninstall")]
#[case(&["completions", "fish"], "doctor")]
#[case(&["config", "schema"], "\"title\": \"willwrite settings\"")]
fn texts_for_other_programs(#[case] arguments: &[&str], #[case] expected: &str) {
    let (code, stdout, _) = run(arguments, "");
    assert_eq!(code, Some(0));
    assert!(stdout.contains(expected), "{stdout}");
}
