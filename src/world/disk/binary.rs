//! The git binary, for repositories that neither we nor libgit2 can read (reftable, SHA-256, split indexes).
//!
//! Owns how it is called: bounded in time and output, without locks, prompts or the `GIT_*` variables of this process.
#![expect(clippy::disallowed_methods, reason = "this is where the world runs git")]

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::world::Repository;

/// A call may take this long.
const TIMEOUT: Duration = Duration::from_secs(3);

/// How often, and how long each time, the end of a process is waited for that closed its output.
const ENDING_WAITS: u32 = 200;
const ENDING_STEP: Duration = Duration::from_millis(2);

/// It may print this much (bytes).
const OUTPUT_CAP: u64 = 16 << 20;

/// The variables that choose a repository or change what git does there, which must not mislead it.
const CLEARED: [&str; 16] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_CEILING_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DEFAULT_HASH",
    "GIT_DIR",
    "GIT_EXTERNAL_DIFF",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_TRACE",
    "GIT_WORK_TREE",
];

/// What a call came to.
pub(super) struct Answer {
    /// What it printed on standard output.
    pub text: String,
    /// Its exit status.
    pub code: i32,
}

/// Runs `git ARGUMENTS` in a repository; `None` if there is no git, or it takes too long or says too much.
pub(super) fn ask(repository: &Repository, home: Option<&str>, arguments: &[&str]) -> Option<Answer> {
    let mut command = Command::new("git");
    for name in CLEARED {
        command.env_remove(name);
    }
    if let Some(home) = home {
        command.env("HOME", home);
    }
    command
        .env("LC_ALL", "C")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .arg("--no-pager")
        // Reading a repository of another user's is fine; running its hooks is not.
        .args(["-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"])
        .arg(format!("--git-dir={}", repository.git_directory));
    if !repository.bare {
        command.arg(format!("--work-tree={}", repository.root)).current_dir(&repository.root);
    }
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    finish(command.spawn().ok()?)
}

/// Waits for the end of its output, then of the process; kills it when the time is over.
fn finish(mut child: Child) -> Option<Answer> {
    let output = child.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    let reader = std::thread::Builder::new().spawn(move || {
        let mut text = String::new();
        let whole = output.take(OUTPUT_CAP).read_to_string(&mut text);
        // Nobody listens any more after the timeout.
        drop(sender.send(whole.map(|_| text)));
    });
    let text = reader.ok().and_then(|_| receiver.recv_timeout(TIMEOUT).ok()).and_then(Result::ok);
    // A process that closed its output has nothing more to do, and may still not end.
    let mut waits = if text.is_some() { ENDING_WAITS } else { 0 };
    let status = loop {
        match child.try_wait().ok()? {
            Some(status) => break status,
            None if waits == 0 => {
                drop(child.kill());
                drop(child.wait());
                return None;
            }
            None => std::thread::sleep(ENDING_STEP),
        }
        waits -= 1;
    };
    let text = text.filter(|text| (text.len() as u64) < OUTPUT_CAP)?;
    Some(Answer { text, code: status.code()? })
}
