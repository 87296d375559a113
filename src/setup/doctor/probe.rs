//! What the installed command line itself answers to a call that must be refused and to one that must pass.
//!
//! Owns the trial: a directory with a repository on a protected branch, made by hand and removed again, and the running of
//! the line as the agent would run it.
#![expect(clippy::disallowed_methods, reason = "the installed command line is really run")]

use std::fs;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Entry, Finding, Survey, call, finding};
use crate::guard::config::{Settings, key};
use crate::guard::policy;

/// A hook that has not answered by then has failed.
const DEADLINE: Duration = Duration::from_secs(20);

/// How often a running hook is looked at.
const PAUSE: Duration = Duration::from_millis(2);

/// What a program answered.
pub struct Answer {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Runs every installed command line once for each of both calls.
pub fn findings(surveys: &[Survey], settings: &Settings) -> Vec<Finding> {
    let entries: Vec<(&Survey, Entry<'_>)> = surveys
        .iter()
        .flat_map(|survey| survey.own().into_iter().map(move |entry| (survey, entry)))
        .filter(|(survey, entry)| entry.handler.event == call::event(survey.agent.id))
        .collect();
    if entries.is_empty() {
        return Vec::new();
    }
    let Some(trial) = Trial::new(settings) else { return Vec::new() };
    let mut findings = Vec::new();
    let mut tried: Vec<(&str, &[String])> = Vec::new();
    for (survey, entry) in &entries {
        let line = (survey.agent.id, entry.handler.words.as_slice());
        if !tried.contains(&line) {
            tried.push(line);
            findings.extend(try_entry(survey, entry, &trial, settings));
        }
    }
    findings
}

fn try_entry(survey: &Survey, entry: &Entry<'_>, trial: &Trial, settings: &Settings) -> Vec<Finding> {
    let agent = survey.agent;
    let repository = trial.repository();
    let argv = match &entry.handler.line {
        Some(line) => vec!["sh".to_owned(), "-c".to_owned(), line.clone()],
        None => entry.handler.words.clone(),
    };
    let ask = |command: &str| {
        let payload = call::shell(agent.id, &repository, command)?;
        Some(run(&argv, &payload.to_string(), &repository, DEADLINE))
    };
    let mut findings = Vec::new();
    let told = |answer: &Option<Answer>| match answer {
        None => "it gives no answer".to_owned(),
        Some(answer) => {
            let code = answer.code.map_or_else(|| "a signal".to_owned(), |code| format!("exit {code}"));
            let said = format!("{} {}", answer.stdout.trim(), answer.stderr.trim());
            let said: String = said.trim().chars().take(120).collect();
            format!(
                "{code}{}{}",
                if said.is_empty() { "" } else { ", " },
                said.lines().next().unwrap_or_default()
            )
        }
    };
    let mend = format!("run it by hand to see why, or `willwrite install {}` anew", agent.id);
    if let Some(command) = refused_command(entry, settings)
        && let Some(answer) = ask(command)
        && !answer.as_ref().is_some_and(refuses)
    {
        let message = format!("`{command}` on a protected branch is not refused: {}", told(&answer));
        findings.push(finding("block-fails", agent, entry.file, message, mend.clone()));
    }
    if let Some(answer) = ask("git status")
        && !answer.as_ref().is_some_and(passes)
    {
        let message = format!("`git status` does not pass: {}", told(&answer));
        findings.push(finding("pass-fails", agent, entry.file, message, mend));
    }
    findings
}

/// A command that the entry's policies refuse on a protected branch, if they judge commands at all.
fn refused_command(entry: &Entry<'_>, settings: &Settings) -> Option<&'static str> {
    let words = &entry.handler.words;
    let named: Vec<&str> = words
        .iter()
        .zip(words.iter().skip(1))
        .filter(|(option, _)| *option == "--policy")
        .map(|(_, name)| name.as_str())
        .chain(words.iter().filter_map(|word| word.strip_prefix("--policy=")))
        .chain(words.get(1).map(String::as_str).filter(|word| policy::find(word).is_some()))
        .collect();
    let of_settings = settings.list(&key::POLICIES);
    let running: Vec<&str> =
        if named.is_empty() { of_settings.iter().map(String::as_str).collect() } else { named };
    let runs = |id: &str| running.iter().any(|name| policy::find(name).is_some_and(|policy| policy.id == id));
    // Of a policy that nobody knows the hook says so, and lets every call pass.
    let is_unknown = running.iter().any(|name| policy::find(name).is_none());
    match () {
        () if is_unknown || runs("guard-main") => Some("echo x > willwrite-doctor.txt"),
        () if runs("self-protect") => Some("echo '{}' > .claude/settings.json"),
        () => None,
    }
}

fn refuses(answer: &Answer) -> bool {
    let by_code =
        answer.code == Some(2) && answer.stdout.trim().is_empty() && !answer.stderr.trim().is_empty();
    by_code || answer.code == Some(0) && denies(&answer.stdout)
}

fn passes(answer: &Answer) -> bool {
    let stdout = answer.stdout.trim();
    let is_clean =
        stdout.is_empty() || serde_json::from_str::<Value>(stdout).is_ok_and(|said| said.is_object());
    answer.code == Some(0) && is_clean && !denies(stdout)
}

/// The forms in which agents are told of a refusal.
fn denies(stdout: &str) -> bool {
    let Ok(said) = serde_json::from_str::<Value>(stdout) else { return false };
    let word = |pointer: &str| said.pointer(pointer).and_then(Value::as_str);
    let places =
        ["/hookSpecificOutput/permissionDecision", "/permissionDecision", "/decision", "/permission"];
    places.iter().any(|place| matches!(word(place), Some("deny" | "block")))
        || said.pointer("/cancel") == Some(&Value::Bool(true))
}

/// Runs a program with this input. `None` if it can't be started or does not end in time.
pub fn run(argv: &[String], input: &str, directory: &str, deadline: Duration) -> Option<Answer> {
    let (program, arguments) = argv.split_first()?;
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env_remove("WILLWRITE_GUARD")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program may answer before it has read all.
        let _ = stdin.write_all(input.as_bytes());
    }
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let stdout = scope.spawn(|| text(stdout));
        let stderr = scope.spawn(|| text(stderr));
        let end = Instant::now() + deadline;
        let status = loop {
            if let Some(status) = child.try_wait().ok()? {
                break Some(status);
            }
            if Instant::now() > end {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            std::thread::sleep(PAUSE);
        };
        let (stdout, stderr) = (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default());
        status.map(|status| Answer { code: status.code(), stdout, stderr })
    })
}

/// What a program wrote is kept up to this size (bytes).
const OUTPUT_CAP: u64 = 1 << 20;

fn text(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What came before a broken pipe is what it said.
    let _ = pipe.map(|pipe| pipe.take(OUTPUT_CAP).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A repository on a protected branch; it goes when this value does.
struct Trial {
    root: PathBuf,
}

impl Trial {
    fn new(settings: &Settings) -> Option<Self> {
        let protected = settings.list(&key::PROTECTED_BRANCHES);
        let branch = protected.first().map_or("main".to_owned(), |branch| branch.replace('*', "x"));
        let parent = fs::canonicalize(std::env::temp_dir()).ok()?;
        let root = parent.join(format!("willwrite-doctor-{}", std::process::id()));
        fs::create_dir(&root).ok()?;
        let trial = Self { root };
        let git = trial.root.join(".git");
        fs::create_dir_all(git.join("refs/heads")).ok()?;
        fs::create_dir_all(git.join("objects")).ok()?;
        fs::write(git.join("HEAD"), format!("ref: refs/heads/{branch}\n")).ok()?;
        Some(trial)
    }

    fn repository(&self) -> String {
        self.root.to_string_lossy().into_owned()
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
