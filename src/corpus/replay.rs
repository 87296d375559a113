//! The replay of rows: each call goes to a binary's hook on the layout's real repositories.
#![expect(clippy::disallowed_methods, reason = "the replay runs the hook as an agent does")]

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::layout::Layout;
use super::{Expect, Row};

/// A hook that has not answered by then has failed.
const DEADLINE: Duration = Duration::from_secs(20);
/// How often a running hook is looked at.
const PAUSE: Duration = Duration::from_micros(200);

/// How the objects begin that refuse a call at exit code 0, for agents that look at no exit code.
const REFUSALS: &[&str] = &["{\"cancel\":true,", "{\"decision\":\"deny\","];

/// What such an agent is told where there is nothing to say.
const SILENCE: &str = "{\"cancel\":false}\n";

/// A row that was not answered as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The row's id.
    pub id: String,
    /// Its class.
    pub class: String,
    /// What it wants.
    pub wanted: &'static str,
    /// What came.
    pub got: String,
    /// What else was wrong with the answer, and its first line on stderr.
    pub remarks: String,
}

/// What came of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Rows that were answered as they should be.
    pub matched: usize,
    /// All rows.
    pub total: usize,
    /// The others.
    pub mismatches: Vec<Mismatch>,
}

/// Replays rows; `progress` is called after each.
///
/// # Errors
/// The binary can't be started, or the layout's files can't be written.
pub fn replay(
    binary: &Path,
    rows: &[Row],
    layout: &Layout,
    progress: &mut dyn FnMut(),
) -> io::Result<Report> {
    let mut report = Report { total: rows.len(), ..Report::default() };
    for row in rows {
        let settings = Settings::write(row, layout)?;
        let answer = ask(binary, row, layout)?;
        drop(settings);
        match mismatch(row, layout, &answer) {
            None => report.matched += 1,
            Some(mismatch) => report.mismatches.push(mismatch),
        }
        progress();
    }
    Ok(report)
}

/// What a hook answered.
struct Answer {
    got: String,
    stdout: String,
    stderr: String,
}

fn ask(binary: &Path, row: &Row, layout: &Layout) -> io::Result<Answer> {
    let mut child = Command::new(binary)
        .args(["hook", "--policy", &row.policy])
        .current_dir("/")
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .env("HOME", layout.home())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs(row.env.iter().map(|(name, value)| (name, layout.fill(value))))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A hook may answer before it has read all; its answer tells then.
        let _ = stdin.write_all(stdin_of(row, layout).as_bytes());
    }
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let stdout = scope.spawn(|| text_of(stdout));
        let stderr = scope.spawn(|| text_of(stderr));
        let got = wait(&mut child)?;
        let joined = |text: std::thread::Result<String>| text.unwrap_or_default();
        Ok(Answer { got, stdout: joined(stdout.join()), stderr: joined(stderr.join()) })
    })
}

fn text_of(pipe: Option<impl io::Read>) -> String {
    let mut bytes = Vec::new();
    // What came before a broken pipe is what the hook said.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wait(child: &mut Child) -> io::Result<String> {
    let end = Instant::now() + DEADLINE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.code() {
                Some(0) => "allow".to_owned(),
                Some(2) => "block".to_owned(),
                Some(code) => format!("exit {code}"),
                None => "a signal".to_owned(),
            });
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok("no answer".to_owned());
        }
        std::thread::sleep(PAUSE);
    }
}

fn stdin_of(row: &Row, layout: &Layout) -> String {
    if let Some(stdin) = &row.stdin {
        return layout.fill(stdin);
    }
    let text = |field: &Option<String>| field.as_deref().map(|text| layout.fill(text));
    let input = row.input.as_ref().map(|input| filled(input, layout));
    json!({
        "session_id": "00000000-0000-4000-8000-000000000000",
        "cwd": text(&row.cwd),
        "permission_mode": "default",
        "hook_event_name": row.event.as_deref().unwrap_or("PreToolUse"),
        "tool_name": row.tool,
        "tool_input": input,
        "tool_use_id": "toolu_0",
    })
    .to_string()
}

fn filled(value: &Value, layout: &Layout) -> Value {
    match value {
        Value::String(text) => layout.fill(text).into(),
        Value::Array(values) => values.iter().map(|value| filled(value, layout)).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), filled(value, layout))).collect(),
        other => other.clone(),
    }
}

fn mismatch(row: &Row, layout: &Layout, answer: &Answer) -> Option<Mismatch> {
    let got = match answer.got.as_str() {
        "allow" if answer.stdout.contains("\"permissionDecision\":\"ask\"") => "ask",
        "allow" if answer.stdout.contains("\"additionalContext\":") => "warn",
        "allow" if REFUSALS.iter().any(|object| answer.stdout.starts_with(object)) => "block",
        other => other,
    };
    let mut remarks: Vec<String> = Vec::new();
    for text in
        row.stderr.iter().map(|text| layout.fill(text)).filter(|text| !answer.stderr.contains(text.as_str()))
    {
        remarks.push(format!("stderr lacks `{text}`"));
    }
    let silent = row.stderr.is_empty() && row.expect == Expect::Allow;
    let says_nothing = matches!(answer.stdout.as_str(), "" | SILENCE);
    if silent && !(says_nothing && answer.stderr.is_empty()) {
        remarks.push("it is not silent".to_owned());
    }
    if row.expect == Expect::Block && got == "block" {
        let one_line = answer.stderr.trim_end().lines().count() == 1;
        if !answer.stderr.starts_with("BLOCKED [") {
            remarks.push("stderr does not begin with `BLOCKED [`".to_owned());
        }
        if !one_line && matches!(row.policy.as_str(), "guard-main" | "require-plan") {
            remarks.push("the message is more than one line".to_owned());
        }
        if answer.got == "block" && !answer.stdout.is_empty() {
            remarks.push("stdout is not empty".to_owned());
        }
    }
    if got == row.expect.word() && remarks.is_empty() {
        return None;
    }
    remarks.extend(answer.stderr.lines().next().map(str::to_owned));
    let (id, class) = (row.id.clone(), row.class.clone());
    Some(Mismatch { id, class, wanted: row.expect.word(), got: got.to_owned(), remarks: remarks.join("; ") })
}

/// The settings files of one row, gone when this value is.
struct Settings(Vec<PathBuf>);

impl Settings {
    fn write(row: &Row, layout: &Layout) -> io::Result<Self> {
        let mut written = Self(Vec::new());
        let user =
            row.settings.iter().map(|text| (layout.home().join(".config/willwrite/config.toml"), text));
        let theirs = row.repository_settings.iter().filter_map(|(place, text)| {
            layout.place(place).map(|path| (Path::new(path).join(".willwrite.toml"), text))
        });
        for (path, text) in user.chain(theirs) {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&path, layout.fill(text))?;
            written.0.push(path);
        }
        Ok(written)
    }
}

impl Drop for Settings {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}
