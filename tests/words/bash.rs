//! The Bash of this machine, in a scratch folder.

use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::shell::{CONTENT, FILES};

/// A Bash 5.2 and the folder that it works in.
pub struct Bash {
    folder: TempDir,
}

const PROGRAM: &str = "/bin/bash";

/// Finds it; says so if there is none.
pub fn find() -> Option<Bash> {
    let version = Command::new(PROGRAM).arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("version 5.2")) {
        eprintln!("skipped: no Bash 5.2 at {PROGRAM}");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    for file in FILES {
        let path = folder.path().join(file);
        if file.ends_with('/') {
            std::fs::create_dir(path).unwrap();
        } else {
            std::fs::write(path, if *file == "file" { CONTENT } else { "" }).unwrap();
        }
    }
    Some(Bash { folder })
}

impl Bash {
    /// The fields that each setup's words become; `None` where the command does not run.
    pub fn fields(&self, rows: &[(&str, &str)]) -> Vec<Option<Vec<String>>> {
        rows.iter().map(|(setup, words)| self.run(setup, words)).collect()
    }

    fn run(&self, setup: &str, words: &str) -> Option<Vec<String>> {
        let script = format!(
            "args() {{ for a in \"$@\"; do printf '%s\\0' \"$a\"; done; printf end; }}\n{setup}\nargs {words}\n"
        );
        let output = Command::new(PROGRAM)
            .args(["--norc", "--noprofile", "-c", &script])
            .current_dir(self.folder.path())
            .env_clear()
            .envs([("PATH", "/nonexistent"), ("LC_ALL", "C.UTF-8"), ("HOME", "/home/me")])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let fields = printed.strip_suffix("end")?;
        Some(fields.split_terminator('\0').map(str::to_owned).collect())
    }
}
