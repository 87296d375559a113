//! Rows whose program is a whole command: it makes a script and starts it.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use willwrite::analysis::{Options, Shell, analyze};
use willwrite::world::disk::Disk;

use super::{changed, lay_out, paths, snapshot, tops};

/// Programs that the rows start; a row whose program is missing is only read.
const STARTED: &[&str] = &["make", "node", "npm", "perl", "python3", "ruby"];

#[test]
fn scripts_write_what_is_told() {
    let missing: Vec<&str> = STARTED.iter().copied().filter(|name| !is_installed(name)).collect();
    if !missing.is_empty() {
        eprintln!("skipped: {missing:?} are not installed, so what they start is only read");
    }
    let mut wrong = Vec::new();
    for (command, writes) in super::scripts::ROWS {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path().canonicalize().unwrap();
        lay_out(&root);
        let work = root.join("w").to_str().unwrap().to_owned();
        let open = writes.ends_with('?');
        let expected: BTreeSet<String> =
            writes.trim_end_matches('?').split_whitespace().map(|path| format!("{work}/{path}")).collect();
        let options = Options { cwd: Some(work.clone()), shell: Shell::Bash, follow_scripts: true };
        let answer = analyze(command, &options, &Disk::new());
        let told = tops(paths(&answer));
        if answer.complete == open || (!open && told != expected) {
            wrong.push(format!(
                "{command}\n    told {told:?}, complete {}, {:?}",
                answer.complete, answer.unknown
            ));
        }
        if open || missing.iter().any(|name| command.contains(name)) {
            continue;
        }
        let before = snapshot(&root);
        let status = Command::new("bash")
            .args(["-c", command])
            .current_dir(&work)
            .env("HOME", root.join("home"))
            .env("TMPDIR", root.join("tmp"))
            .env("npm_config_cache", root.join("tmp/npm"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(status.is_ok(), "bash did not start");
        let real = changed(&before, &snapshot(&root));
        let real = tops(real.into_iter().filter(|path| path.starts_with(&work)).collect());
        if real != expected {
            wrong.push(format!("{command}\n    really wrote {real:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn is_installed(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}
