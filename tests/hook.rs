//! The hook as an agent calls it: bad input, bad usage and odd environments answer with exit 0 and at most one line.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic and runs the binary")]
#![cfg(feature = "cli")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rstest::rstest;
use tempfile::TempDir;

/// A repository on main with a worktree's bareness: only what the hook reads.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let git = folder.path().join("repo/.git");
        fs::create_dir_all(git.join("refs/heads")).unwrap();
        fs::create_dir_all(git.join("objects")).unwrap();
        fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::create_dir_all(folder.path().join("home")).unwrap();
        Self { folder }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(below)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_willwrite"));
        command.args(arguments).env_clear().env("HOME", self.path("home")).current_dir("/");
        command
    }

    fn hook(&self, input: &[u8]) -> Answer {
        answer(self.command(&["hook", "--policy", "guard-main"]), input)
    }

    /// A Write of a file in the repository, which guard-main refuses.
    fn refused(&self) -> String {
        let file = self.path("repo/new.txt");
        format!(
            r#"{{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{{"file_path":"{}","content":"x"}}}}"#,
            file.display()
        )
    }
}

#[derive(Debug, PartialEq)]
struct Answer {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn answer(mut command: Command, input: &[u8]) -> Answer {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let written = writer.join().unwrap();
    assert!(written.is_ok(), "the hook closed its input early: {written:?}");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Answer { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

fn assert_passes(answer: &Answer, said: &str) {
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), ""), "{answer:?}");
    assert!(answer.stderr.lines().count() <= 1, "{answer:?}");
    assert!(answer.stderr.contains(said), "{answer:?} does not say {said}");
}

fn assert_blocks(answer: &Answer) {
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{answer:?}");
    assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
    assert!(answer.stderr.starts_with("BLOCKED [guard-main]: "), "{answer:?}");
}

#[test]
fn the_scene_is_refused_at_all() {
    let scene = Scene::new();
    assert_blocks(&scene.hook(scene.refused().as_bytes()));
}

/// Rule 1.3: what can't be read passes with one line.
#[rstest]
#[case::empty(b"", "the input is empty")]
#[case::words(b"hello", "is no JSON")]
#[case::number(b"7", "no JSON object")]
#[case::cut(br#"{"tool_name":"Wri"#, "cut off")]
#[case::no_tool(b"{}", "tool_name")]
#[case::tool_is_a_number(br#"{"tool_name":3}"#, "tool_name")]
#[case::input_is_a_string(br#"{"tool_name":"Write","tool_input":"x"}"#, "tool_input.file_path")]
#[case::path_is_a_list(br#"{"tool_name":"Write","tool_input":{"file_path":[]}}"#, "tool_input.file_path")]
#[case::nul_bytes(b"\0\0\0\0", "the input is empty")]
#[case::only_invalid_bytes(b"\xff\xfe\xfd", "is no JSON")]
fn bad_input_passes_with_one_line(#[case] input: &[u8], #[case] said: &str) {
    let answer = Scene::new().hook(input);
    assert_passes(&answer, said);
    assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
}

/// Rule 1.3: what can be read is judged, however odd its text.
#[rstest]
#[case::invalid_bytes(b",\"x\":\"\xff\xfe\"", b"")]
#[case::lone_surrogate(br#","x":"\ud800""#, b"")]
#[case::raw_nul(b",\"x\":\"\0\"", b"")]
#[case::text_behind(b"", b"} trailing")]
#[case::deep_field(b",\"x\":[[[[[[[[1]]]]]]]]", b"")]
fn odd_json_is_judged(#[case] field: &[u8], #[case] behind: &[u8]) {
    let scene = Scene::new();
    let mut input = scene.refused().into_bytes();
    input.pop();
    input.extend_from_slice(field);
    input.push(b'}');
    input.extend_from_slice(behind);
    assert_blocks(&scene.hook(&input));
}

#[test]
fn a_hundred_megabytes_are_read_to_their_end_and_pass() {
    let mut input = br#"{"tool_name":"Write","tool_input":{"content":""#.to_vec();
    input.resize(100 << 20, b'x');
    assert_passes(&Scene::new().hook(&input), "larger than 64 MiB");
}

#[test]
fn ten_megabytes_are_judged() {
    let scene = Scene::new();
    let big =
        scene.refused().replace("\"content\":\"x\"", &format!("\"content\":\"{}\"", "x".repeat(10 << 20)));
    assert_blocks(&scene.hook(big.as_bytes()));
}

#[test]
fn deep_nesting_passes_with_one_line() {
    assert_passes(&Scene::new().hook("[".repeat(1 << 20).as_bytes()), "nested");
}

/// cli.md: exit 2 means block and nothing else.
#[rstest]
#[case::option(&["hook", "--polcy", "guard-main"], "`--polcy` is no option of the hook")]
#[case::value(&["hook", "--policy"], "`--policy` wants a value")]
#[case::policy(&["hook", "--policy", "nothing"], "`nothing` is no policy")]
#[case::agent(&["hook", "--agent", "nobody"], "`nobody` is no known agent")]
#[case::short_form(&["guard-main", "--verbose"], "`--verbose` is no option of the hook")]
#[case::settings(&["hook", "--config", "/nowhere/config.toml"], "there is no such file")]
fn bad_usage_passes_with_one_line(#[case] arguments: &[&str], #[case] said: &str) {
    let scene = Scene::new();
    assert_passes(&answer(scene.command(arguments), scene.refused().as_bytes()), said);
}

#[test]
fn bad_usage_is_refused_where_the_settings_are_closed() {
    let scene = Scene::new();
    fs::create_dir_all(scene.path("home/.config/willwrite")).unwrap();
    fs::write(scene.path("home/.config/willwrite/config.toml"), "fail = \"closed\"\n").unwrap();
    let answer = answer(scene.command(&["hook", "--polcy"]), b"{}");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
    assert!(answer.stderr.starts_with("BLOCKED [willwrite]: "), "{answer:?}");
}

#[test]
fn short_forms_and_the_bare_hook_judge_alike() {
    let scene = Scene::new();
    for arguments in [&["guard-main"][..], &["hook"], &["hook", "--agent", "claude-code"]] {
        assert_blocks(&answer(scene.command(arguments), scene.refused().as_bytes()));
    }
}

#[test]
fn help_is_no_block() {
    let answer = answer(Scene::new().command(&["hook", "--help"]), b"");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    assert!(answer.stdout.contains("usage: willwrite hook"));
}

/// Rule 1.4: nothing in the environment is needed.
#[test]
fn no_home_and_no_path_are_judged() {
    let scene = Scene::new();
    let mut command = scene.command(&["hook"]);
    command.env_clear();
    assert_blocks(&answer(command, scene.refused().as_bytes()));
    let mut command = scene.command(&["hook"]);
    command.env_clear();
    let call = r#"{"tool_name":"Write","tool_input":{"file_path":"~/x","content":"x"}}"#;
    assert_passes(&answer(command, call.as_bytes()), "");
}

/// Rule 1.7: the way out is the agent's own environment.
#[test]
fn the_guard_can_be_switched_off_from_outside_only() {
    let scene = Scene::new();
    let mut command = scene.command(&["hook"]);
    command.env("WILLWRITE_GUARD", "off");
    assert_passes(&answer(command, scene.refused().as_bytes()), "");
    let mut command = scene.command(&["hook"]);
    command.env("WILLWRITE_GUARD", "on");
    assert_blocks(&answer(command, scene.refused().as_bytes()));
}

#[test]
fn a_broken_head_passes_a_file() {
    let scene = Scene::new();
    fs::write(scene.path("repo/.git/HEAD"), "\0garbage").unwrap();
    assert_passes(&scene.hook(scene.refused().as_bytes()), "");
}

#[test]
fn a_loop_of_links_and_a_missing_directory_pass() {
    let scene = Scene::new();
    std::os::unix::fs::symlink(scene.path("b"), scene.path("a")).unwrap();
    std::os::unix::fs::symlink(scene.path("a"), scene.path("b")).unwrap();
    for path in [scene.path("a/x"), scene.path("no/such/place/x")] {
        let call = format!(
            r#"{{"tool_name":"Write","tool_input":{{"file_path":"{}","content":"x"}}}}"#,
            path.display()
        );
        assert_passes(&scene.hook(call.as_bytes()), "");
    }
}

/// A repository's settings are the agent's to write: broken ones weaken nothing and are told.
#[rstest]
#[case::no_toml("= 3")]
#[case::unknown_key("allow-everything = true")]
#[case::too_large("#")]
fn broken_settings_of_a_repository_weaken_nothing(#[case] text: &str) {
    let scene = Scene::new();
    let text = if text == "#" { "#".repeat(2 << 20) } else { text.to_owned() };
    fs::write(scene.path("repo/.willwrite.toml"), text).unwrap();
    let answer = scene.hook(scene.refused().as_bytes());
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert!(answer.stderr.starts_with("BLOCKED [guard-main]: "), "{answer:?}");
    assert!(
        answer.stderr.contains(".willwrite.toml") && answer.stderr.contains("(the file is ignored)"),
        "{answer:?}"
    );
}

#[test]
fn a_fifo_for_settings_does_not_keep_the_hook_waiting() {
    let scene = Scene::new();
    let fifo = scene.path("repo/.willwrite.toml");
    if !Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: mkfifo is not installed");
        return;
    }
    assert_eq!(scene.hook(scene.refused().as_bytes()).code, Some(2));
}

/// The events and tools as Claude Code sends them, from the shared samples.
#[test]
fn captured_calls_of_the_agent_are_read() {
    let Some(corpora) = std::env::var_os("WILLWRITE_CORPORA") else {
        eprintln!("skipped: WILLWRITE_CORPORA is not set");
        return;
    };
    let folder = Path::new(&corpora).join("agents/samples/claude-code");
    let scene = Scene::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("output-") || name.starts_with("settings-") {
            continue;
        }
        let answer = scene.hook(&fs::read(&path).unwrap());
        assert_eq!(answer, Answer { code: Some(0), stdout: String::new(), stderr: String::new() }, "{name}");
        count += 1;
    }
    assert!(count >= 30, "only {count} samples");
}

/// Root reads every file, so the hook runs as nobody: with `setpriv` where the test runs as root, as itself elsewhere.
#[cfg(unix)]
#[test]
fn an_unreadable_file_is_edited_without_a_word() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::new();
    let mode = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    fs::write(scene.path("repo/.git/HEAD"), "ref: refs/heads/feat/x\n").unwrap();
    let file = scene.path("repo/docs/a.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "{\n".repeat(40)).unwrap();
    // A copy of the binary that nobody can reach.
    let binary = scene.path("willwrite");
    fs::copy(env!("CARGO_BIN_EXE_willwrite"), &binary).unwrap();
    for path in [&scene.path(""), &scene.path("home"), &binary] {
        mode(path, 0o755);
    }
    let is_root =
        fs::metadata("/proc/self").is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0);
    let hook = |policy: &str, edit: &str| {
        let arguments = ["hook", "--policy", policy];
        let mut command = if is_root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&binary);
            command
        } else {
            Command::new(&binary)
        };
        command
            .args(arguments)
            .env("HOME", scene.path("home"))
            .env("COS_DESTRUCTIVE_GUARD", "strict")
            .current_dir("/");
        let input = format!(
            r#"{{"hook_event_name":"PreToolUse","tool_name":{edit},"cwd":"/"}}"#,
            edit = edit.replace("FILE", &file.display().to_string())
        );
        answer(command, input.as_bytes())
    };
    let write = r##""Write","tool_input":{"file_path":"FILE","content":"# ... existing code ..."}"##;
    let edit =
        r##""Edit","tool_input":{"file_path":"FILE","old_string":"{","new_string":"}","replace_all":true}"##;
    let delete = r#""Bash","tool_input":{"command":"rm FILE"}"#;
    if is_root && Command::new("setpriv").arg("--version").output().is_err() {
        eprintln!("skipped: root reads every file, and there is no setpriv to be somebody else");
        return;
    }
    // The file can be read: the very same calls are refused.
    mode(&file, 0o644);
    for call in [write, delete] {
        let refused = hook("destructive-edit", call);
        assert_eq!(refused.code, Some(2), "{refused:?}");
    }
    mode(&file, 0o000);
    for policy in ["destructive-edit", "placeholder"] {
        for call in [write, edit, delete] {
            assert_passes(&hook(policy, call), "");
        }
    }
    // Nobody can tell whether the file parsed before.
    assert_passes(&hook("syntax", write), "");
    mode(&file, 0o644);
}
