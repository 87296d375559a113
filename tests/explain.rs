//! `willwrite explain` through the built binary: what people see, letter by letter.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic and runs the binary")]
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A repository on `main` with the file `a`.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com"])
            .args(arguments)
            .current_dir(folder.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("HOME", folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "-q", "-b", "main"]);
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("a"), "x\n").unwrap();
    git(&["add", "a"]);
    git(&["commit", "-q", "-m", "one"]);
    folder
}

/// What `explain` prints, the repository's path written as `/R`.
fn explained(folder: &Path, arguments: &[&str]) -> String {
    let root = folder.canonicalize().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .arg("explain")
        .args(["--policy", "guard-main"])
        .args(arguments)
        .current_dir(&root)
        .env("HOME", folder)
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stderr, b"");
    String::from_utf8(output.stdout).unwrap().replace(root.to_str().unwrap(), "/R")
}

#[test]
fn writes_stand_below_their_words_and_the_verdict_last() {
    let folder = repository();
    let text = explained(folder.path(), &["cd src && echo hi > b.txt; rm ../a"]);
    let expected = "\
/R (repository /R, on branch main)
  |
1 | cd src && echo hi > b.txt; rm ../a
  | ------            ^^^^^^^     ^^^^ delete a
  | |                 |
  | |                 create src/b.txt
  | cwd is now /R/src

writes
  create  /R/src/b.txt  /R on main  >
  delete  /R/a          /R on main  rm

nothing else is written

verdicts
  guard-main  block
              /R/src/b.txt (and 1 more target) is in /R, where the protected branch main is checked out; work in a worktree: git -C /R worktree add <path> -b <branch>
";
    assert_eq!(text, expected);
}

#[test]
fn a_command_that_only_reads_gets_no_note() {
    let folder = repository();
    let expected = "\
/R (repository /R, on branch main)
  |
1 | git log --oneline | head
  |

nothing is written

verdicts
  guard-main  allow
";
    assert_eq!(explained(folder.path(), &["git log --oneline | head"]), expected);
}

#[test]
fn what_is_unknown_is_noted_and_listed_once() {
    let folder = repository();
    let expected = "\
/R (repository /R, on branch main)
  |
1 | frobnicate x
  | ^^^^^^^^^^ not known: unknown command `frobnicate`
2 | x=日本; frobnicate    y
  | ------  ^^^^^^^^^^ not known: unknown command `frobnicate`
  | |
  | x is `日本`

not known
  unknown command `frobnicate`  frobnicate

no write is known, but there may be some

verdicts
  guard-main  allow
";
    assert_eq!(explained(folder.path(), &["frobnicate x\nx=日本; frobnicate\ty"]), expected);
}

#[test]
fn an_error_is_shown_where_it_is() {
    let folder = repository();
    let text = explained(folder.path(), &["echo a > b\nif true; then"]);
    assert!(text.contains("syntax error: "), "{text}");
    assert!(text.contains("\n  create  /R/b  /R on main  >\n"), "{text}");
    assert!(explained(folder.path(), &[""]).contains("(an empty command)"));
}

#[test]
fn names_cannot_write_on_the_terminal() {
    let folder = repository();
    let text = explained(folder.path(), &["echo > $'a\\e[2Jb'; echo \u{1b}[2J > c"]);
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn a_policy_that_is_not_there_is_refused_with_the_names_of_those_that_are() {
    let output = Command::new(env!("CARGO_BIN_EXE_willwrite"))
        .args(["explain", "--policy", "guard-mian", "ls"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with("willwrite: there is no policy `guard-mian`; there are self-protect, "),
        "{stderr}"
    );
}
