//! Programs in JavaScript, Perl and Ruby, and scripts that commands start: what is told of them is what stands in the
//! tables, and what a real interpreter writes.
//!
//! A row is a program and its writes; a new one is one line. An interpreter that is not installed is not asked.
#![cfg(all(feature = "disk", feature = "programs"))]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may panic, and it runs real programs in a scratch folder"
)]

mod commands;
mod javascript;
mod others;
mod perl;
mod ruby;
mod scripts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Stdio};

use willwrite::analysis::{Options, Shell, analyze};
use willwrite::intent::{Analysis, FileTarget, IntentKind};
use willwrite::world::disk::Disk;

/// Where programs run: `w` is the current directory.
const FILES: &[(&str, &str)] = &[
    ("w/a.txt", "one\ntwo\n"),
    ("w/b.txt", "two\n"),
    ("w/list.txt", "x.txt\ny.txt\n"),
    ("w/data.json", "{\"name\": \"n\", \"files\": [\"j1.txt\", \"j2.txt\"]}\n"),
    ("w/docs/a.md", "# A\n"),
    ("w/docs/b.md", "# B\n"),
    ("w/src/m.py", "x = 1\n"),
    ("home/.keep", ""),
    ("tmp/.keep", ""),
];

#[test]
fn javascript_writes_what_is_told() {
    hold("node", javascript::ROWS);
}

#[test]
fn perl_writes_what_is_told() {
    hold("perl", perl::ROWS);
}

#[test]
fn ruby_writes_what_is_told() {
    hold("ruby", ruby::ROWS);
}

/// Holds each row against what is told of it, and against the interpreter if it is there.
fn hold(interpreter: &str, rows: &[(&str, &str)]) {
    let runs = is_installed(interpreter);
    if !runs {
        eprintln!("skipped: {interpreter} is not installed, so its programs are only read");
    }
    let mut wrong = Vec::new();
    for (program, writes) in rows {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path().canonicalize().unwrap();
        lay_out(&root);
        let base = root.to_str().unwrap();
        let fill =
            |text: &str| text.replace("@TMP", &format!("{base}/tmp")).replace("@HOME", &format!("{base}/home"));
        let (program, open) = (fill(program), writes.ends_with('?'));
        let expected: BTreeSet<String> = fill(writes.trim_end_matches('?'))
            .split_whitespace()
            .map(|path| if path.starts_with('/') { path.to_owned() } else { format!("{base}/w/{path}") })
            .collect();
        let quoted = program.replace('\'', "'\\''");
        let command = format!("export HOME='{base}/home' TMPDIR='{base}/tmp'; {interpreter} -e '{quoted}'");
        let options =
            Options { cwd: Some(format!("{base}/w")), shell: Shell::Bash, follow_scripts: true };
        let answer = analyze(&command, &options, &Disk::new());
        let told = tops(paths(&answer));
        if answer.complete == open || (!open && told != expected) {
            wrong.push(format!(
                "{program}\n    told {told:?}, complete {}, {:?}",
                answer.complete, answer.unknown
            ));
        }
        if runs && !open {
            let before = snapshot(&root);
            run(Command::new(interpreter).args(["-e", &program]), &root);
            let real = tops(changed(&before, &snapshot(&root)));
            if real != expected {
                wrong.push(format!("{program}\n    really wrote {real:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn is_installed(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn run(command: &mut Command, root: &Path) {
    let status = command
        .current_dir(root.join("w"))
        .env("HOME", root.join("home"))
        .env("TMPDIR", root.join("tmp"))
        .env("npm_config_cache", root.join("tmp/npm"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok(), "it did not start");
}

fn lay_out(root: &Path) {
    for (path, text) in FILES {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// The paths that an answer tells to be written.
fn paths(answer: &Analysis) -> BTreeSet<String> {
    let happens = answer.intents.iter().filter(|intent| intent.fails.is_none());
    happens
        .filter_map(|intent| match &intent.kind {
            IntentKind::File(file) => match &file.target {
                FileTarget::Path(path) | FileTarget::Pattern(path) | FileTarget::Below(path) => {
                    Some(path.clone())
                }
                FileTarget::Unresolved(_) => None,
            },
            _ => None,
        })
        .collect()
}

/// Without what lies in another path of the set.
fn tops(paths: BTreeSet<String>) -> BTreeSet<String> {
    let inside = |path: &String| {
        paths.iter().any(|other| other != path && Path::new(path).starts_with(Path::new(other)))
    };
    paths.iter().filter(|path| !inside(path)).cloned().collect()
}

type State = (u32, u64, i64, i64, Vec<u8>);

/// Files with what tells a write, directories by their mode alone.
fn snapshot(root: &Path) -> BTreeMap<String, State> {
    let mut all = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let data = fs::symlink_metadata(&path).unwrap();
            let state = if data.is_dir() {
                pending.push(path.clone());
                (data.mode(), 0, 0, 0, Vec::new())
            } else {
                let text = if data.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
                (data.mode(), data.ino(), data.mtime(), data.mtime_nsec(), text)
            };
            all.insert(path.to_str().unwrap().to_owned(), state);
        }
    }
    all
}

fn changed(before: &BTreeMap<String, State>, after: &BTreeMap<String, State>) -> BTreeSet<String> {
    let all = before.keys().chain(after.keys());
    all.filter(|path| before.get(*path) != after.get(*path)).cloned().collect()
}
