//! Programs in other languages: what is told of them is what stands in the tables, and what a real interpreter writes.
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
mod python;
mod ruby;
mod scripts;
mod total;

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
fn python_writes_what_is_told() {
    assert!(python::ROWS.len() >= 70);
    hold("python3", "-c", python::ROWS);
}

#[test]
fn code_that_nobody_knows_is_told() {
    let complete = |command: &str| {
        let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true };
        let command = format!("read -r CODE NAME\n{command}");
        analyze(&command, &options, &willwrite::world::memory::Memory::new().directory("/w")).complete
    };
    assert!(complete("true"));
    for command in [
        "python3 -c \"$CODE\"",
        "python3 - <<EOF\n$CODE\nEOF",
        "python3 - <<EOF\nprint(1)\n$CODE\nEOF",
        "python3 -c \"import os; os.$NAME('x')\"",
        "python3 -c \"x = 1 # $NAME\"",
        "echo \"$CODE\" | python3 -",
        "node - <<EOF\n$CODE\nEOF",
        "perl - <<EOF\n$CODE\nEOF",
    ] {
        assert!(!complete(command), "{command}");
    }
    assert!(complete("NAME=x; python3 -c \"print('$NAME')\""));
    assert!(complete("python3 - <<'EOF'\nprint('$CODE')\nEOF"));
}

#[test]
fn javascript_writes_what_is_told() {
    hold("node", "-e", javascript::ROWS);
}

#[test]
fn perl_writes_what_is_told() {
    hold("perl", "-e", perl::ROWS);
}

#[test]
fn ruby_writes_what_is_told() {
    hold("ruby", "-e", ruby::ROWS);
}

/// Holds each row against what is told of it, and against the interpreter if it is there.
fn hold(interpreter: &str, option: &str, rows: &[(&str, &str)]) {
    let runs =
        Command::new(interpreter).arg("--version").output().is_ok_and(|output| output.status.success());
    if !runs {
        eprintln!("skipped: {interpreter} is not installed, so its programs are only read");
    }
    let mut wrong = Vec::new();
    for (program, writes) in rows {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path().canonicalize().unwrap();
        lay_out(&root);
        let root_text = root.to_str().unwrap();
        let fill = |text: &str| {
            text.replace("@TMP", &format!("{root_text}/tmp")).replace("@HOME", &format!("{root_text}/home"))
        };
        let (program, open) = (fill(program), writes.ends_with('?'));
        let expected: BTreeSet<String> = fill(writes.trim_end_matches('?'))
            .split_whitespace()
            .map(|path| if path.starts_with('/') { path.to_owned() } else { format!("{root_text}/w/{path}") })
            .collect();
        let answer = told(interpreter, option, &program, &root);
        let paths = tops(
            paths(&answer)
                .into_iter()
                .filter(|path| !lies_in(path, &root.join("tmp")) || expected.contains(path))
                .collect(),
        );
        if answer.complete == open || (!open && paths != expected) {
            wrong.push(format!(
                "{program}\n    told {paths:?}, complete {}, {:?}",
                answer.complete, answer.unknown
            ));
        }
        if runs {
            let before = snapshot(&root);
            run(interpreter, option, &program, &root);
            let after = snapshot(&root);
            let real = tops(
                changed(&before, &after).into_iter().filter(|path| !path.contains("__pycache__")).collect(),
            );
            if !open && real != expected {
                wrong.push(format!("{program}\n    really wrote {real:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn lies_in(path: &str, directory: &Path) -> bool {
    Path::new(path).starts_with(directory)
}

fn lay_out(root: &Path) {
    for (path, text) in FILES {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn told(interpreter: &str, option: &str, program: &str, root: &Path) -> Analysis {
    let quoted = program.replace('\'', "'\\''");
    let command =
        format!("export HOME='{0}/home' TMPDIR='{0}/tmp'; {interpreter} {option} '{quoted}'", root.display());
    let cwd = root.join("w").to_str().unwrap().to_owned();
    analyze(&command, &Options { cwd: Some(cwd), shell: Shell::Bash, follow_scripts: true }, &Disk::new())
}

/// The paths that an answer tells to be written.
fn paths(answer: &Analysis) -> BTreeSet<String> {
    answer
        .intents
        .iter()
        .filter(|intent| intent.fails.is_none())
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

fn run(interpreter: &str, option: &str, program: &str, root: &Path) {
    let status = Command::new(interpreter)
        .arg(option)
        .arg(program)
        .current_dir(root.join("w"))
        .env("HOME", root.join("home"))
        .env("TMPDIR", root.join("tmp"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok(), "{interpreter} did not start");
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
    before.keys().chain(after.keys()).filter(|path| before.get(*path) != after.get(*path)).cloned().collect()
}
