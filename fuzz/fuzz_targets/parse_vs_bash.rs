//! Texts put together from the shell's own words are accepted exactly where `bash -n` accepts them.
#![no_main]

#[path = "../../tests/parse/bash.rs"]
mod bash;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use willwrite::syntax::{ParseOptions, parse};

/// Other versions of Bash say otherwise of some texts.
static IS_KNOWN_BASH: LazyLock<bool> = LazyLock::new(bash::is_5_2);

/// What a text is put together from. Fewer than 256, so that each byte of the input is one of them.
const PIECES: [&str; 75] = [
    "a", "b", " ", "\n", ";", "&", "|", "&&", "||", "|&", ";;", ";&", "(", ")", "{ ", " }", "if ", " then ", " elif ",
    " else ", " fi", "for ", " in ", " do ", " done", "while ", "case ", " esac", "select ", "function f ", "f() ",
    "time ", "! ", "coproc ", "[[ ", " ]]", " == ", " =~ ", " -f ", "((", "))", "$((", "$(", "`", "${", "}", ":-", "#",
    "/", "\"", "'", "$'", "\\", "\\\n", "$x", "*", "[", "]", "x=", "x=(", "+=", "declare ", ">", ">>", "<", "<<E", "<<-E",
    "\nE\n", "<<<", "2>&1", "<(", "{a,", "~", "1", "@(",
];

fuzz_target!(|bytes: &[u8]| {
    if !*IS_KNOWN_BASH {
        return;
    }
    let mut text: String = bytes.iter().take(40).map(|&byte| PIECES[byte as usize % PIECES.len()]).collect();
    // Bash ends a file with a newline where it has none, and `bash -c` doesn't: a last backslash joins lines in the one
    // and stands for itself in the other.
    if text.ends_with('\\') {
        text.push('\n');
    }
    let arena = bumpalo::Bump::new();
    let ours = parse(&arena, &text, ParseOptions::default()).is_clean();
    // At some errors (a `for ((` that is not closed) `bash -n` stops in silence: it takes anything behind them.
    let theirs = bash::accepts(&text) && (ours || !bash::accepts(&format!("{text}\n)")));
    assert_eq!(ours, theirs, "{text:?}");
});
