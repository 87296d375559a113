//! Texts put together from the shell's own words are accepted exactly where `bash -n` accepts them.
#![no_main]

use std::io::Write as _;
use std::process::{Command, Stdio};

use libfuzzer_sys::fuzz_target;
use willwrite::syntax::{ParseOptions, parse};

/// What a text is put together from. Fewer than 256, so that each byte of the input is one of them.
const PIECES: [&str; 75] = [
    "a", "b", " ", "\n", ";", "&", "|", "&&", "||", "|&", ";;", ";&", "(", ")", "{ ", " }", "if ", " then ", " elif ",
    " else ", " fi", "for ", " in ", " do ", " done", "while ", "case ", " esac", "select ", "function f ", "f() ",
    "time ", "! ", "coproc ", "[[ ", " ]]", " == ", " =~ ", " -f ", "((", "))", "$((", "$(", "`", "${", "}", ":-", "#",
    "/", "\"", "'", "$'", "\\", "\\\n", "$x", "*", "[", "]", "x=", "x=(", "+=", "declare ", ">", ">>", "<", "<<E", "<<-E",
    "\nE\n", "<<<", "2>&1", "<(", "{a,", "~", "1", "@(",
];

fuzz_target!(|bytes: &[u8]| {
    let text: String = bytes.iter().take(40).map(|&byte| PIECES[byte as usize % PIECES.len()]).collect();
    let arena = bumpalo::Bump::new();
    let ours = parse(&arena, &text, ParseOptions::default()).is_clean();
    let theirs = accepts(&text, "+O") || accepts(&text, "-O");
    assert_eq!(ours, theirs, "{text:?}");
});

fn accepts(text: &str, extglob: &str) -> bool {
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
    output.status.success() && messages.lines().all(|line| line.contains("warning:") || line.trim().is_empty())
}
