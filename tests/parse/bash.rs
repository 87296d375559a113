//! What the Bash of this machine says of a text. The tests and the fuzz targets ask it alike.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// True if it accepts the text with `extglob` off or on.
pub fn accepts(text: &str) -> bool {
    accepts_with(text, "+O") || accepts_with(text, "-O")
}

/// `bash -n` exits with 0 after some errors inside `[[ ]]`, so its messages count too. A here-document that the end of
/// the text closes is a warning, which may go on over more lines.
fn accepts_with(text: &str, extglob: &str) -> bool {
    let mut child = Command::new("bash")
        .args(["--norc", extglob, "extglob", "-n"])
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    let complains = messages.lines().any(|line| line.starts_with("bash: ") && !line.contains("warning:"));
    output.status.success() && !complains
}

/// True if it is the version whose grammar the parser knows.
pub fn is_5_2() -> bool {
    let version = Command::new("bash").args(["-c", "echo ${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]}"]).output();
    version.is_ok_and(|output| output.stdout == b"5.2\n")
}
