//! The parser against Bash: own texts with the verdict of `bash -n` 5.2, the trees' laws, and depth.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a test may panic, and asks the machine's Bash"
)]

#[path = "parse/bash.rs"]
mod bash;
#[path = "parse/small_stack.rs"]
mod small_stack;

use bumpalo::Bump;
use rstest::rstest;
use small_stack::on_small_stack;
use willwrite::syntax::{MAX_DEPTH, ParseOptions, SyntaxErrorKind, check, parse};

/// One text a line: `+` for texts that `bash -n` 5.2 accepts (with or without `extglob`), `-` for the others.
const VERDICTS: &str = include_str!("parse/verdicts.txt");

fn texts() -> impl Iterator<Item = (bool, String)> {
    VERDICTS.lines().map(|line| {
        let (verdict, text) = line.split_once(' ').unwrap();
        (verdict == "+", unescape(text))
    })
}

fn unescape(text: &str) -> String {
    let (mut out, mut characters) = (String::new(), text.chars());
    while let Some(character) = characters.next() {
        out.push(match character {
            '\\' => match characters.next().unwrap() {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                other => other,
            },
            _ => character,
        });
    }
    out
}

#[test]
fn accepts_and_rejects_as_recorded() {
    let mut wrong = Vec::new();
    for (accepts, text) in texts() {
        let arena = Bump::new();
        let parsed = parse(&arena, &text, ParseOptions::default());
        if parsed.is_clean() != accepts {
            wrong.push(format!("{text:?}: Bash says {accepts}, we say {:?}", parsed.errors));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_records_are_what_the_bash_of_this_machine_says() {
    if !bash::is_5_2() {
        println!("skipped: there is no Bash 5.2 on this machine");
        return;
    }
    let wrong: Vec<String> = texts()
        .filter(|(accepts, text)| bash::accepts(text) != *accepts)
        .map(|(accepts, text)| format!("{text:?} is recorded as {accepts}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_tree_keeps_its_laws() {
    let mut wrong = Vec::new();
    for (_, text) in texts() {
        let arena = Bump::new();
        let parsed = parse(&arena, &text, ParseOptions::default());
        if let Err(reason) = check::tree(&text, &parsed).and_then(|()| check::printed(&parsed)) {
            wrong.push(format!("{text:?}: {reason}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a fuzz target found, and the nearest text that never was wrong.
#[rstest]
#[case::the_length_of_an_open_subscript("echo ${#a[[@]}", "echo ${#a[0]}")]
#[case::backquotes_around_a_continuation("echo ${a:-`\\\n`}", "echo ${a:-`\\\na`}")]
#[case::a_document_without_its_end_before_a_pipe("e <<: | f\nE\n", "e <<: | f\nE\n:\n")]
#[case::a_parenthesis_in_the_subscript_of_a_function("f[[1](1]() { a; }", "f[1]() { a; }")]
#[case::an_expansion_in_a_delimiter("<<$( a)\nb\n$( a)\n", "<<\\$( a \nb\n$(\n")]
#[case::a_substitution_in_a_quoted_delimiter("<<\"`a `\"", "<<\"a \"")]
#[case::a_continuation_in_a_quoted_delimiter("<<\"\\\n\"", "<<\"\"")]
#[case::a_document_inside_backquotes("\"`<<a`\"", "\"`<<a\nb\na\n`\"")]
#[case::a_document_in_a_document("(<<a)\n$(<<a)", "(<<a)\n$(a)\na\n")]
#[case::one_delimiter_inside_the_other("<<E\n$(<<E\nEa)", "<<E\n$(<<F\nF\na)\nE\n")]
#[case::a_tilde_before_a_continuation("{\n~\\\n\n}", "{\n~\\\n/a\n}")]
#[case::a_bracket_before_a_continuation("[\\\n[a]", "[\\\n[:a:]]")]
#[case::a_continuation_in_an_operator("${a~\\\n~} ${!\\\n}", "${a~~} ${!a}")]
#[case::brackets_around_a_bad_substitution("$[${ }]", "$((${ :; }))")]
#[case::brackets_around_a_parenthesis("$[(${)})a]", "$[(a)]")]
#[case::a_continuation_in_backquotes_in_a_word("```}\\\n*\\\\\n`", "```}*`")]
#[case::an_escaped_continuation("t=$`e\\\n\\\\\\\\``", "t=$`e\\\\``")]
#[case::an_open_brace_in_arithmetic("echo $((${x)); echo", "echo $((${x})); echo")]
#[case::a_continuation_before_a_blank_line_in_a_document("<<a\n\n\\\n b", "<<-a\n\n\t b\n")]
fn keeps_the_laws_where_it_once_did_not(#[case] found: &str, #[case] twin: &str) {
    for text in [found, twin] {
        let arena = Bump::new();
        let parsed = parse(&arena, text, ParseOptions::default());
        assert_eq!(check::tree(text, &parsed).and_then(|()| check::printed(&parsed)), Ok(()), "{text:?}");
    }
}

#[test]
fn every_prefix_of_every_text_is_parsed() {
    for (_, text) in texts() {
        for (end, _) in text.char_indices() {
            let prefix = text.get(..end).unwrap();
            let arena = Bump::new();
            let parsed = parse(&arena, prefix, ParseOptions::default());
            check::tree(prefix, &parsed).unwrap_or_else(|reason| panic!("{prefix:?}: {reason}"));
        }
    }
}

/// Nested `levels` times: what opens, what stands inside, what closes.
#[rstest]
#[case::subshell("( ", "a", " )")]
#[case::group("{ ", "a;", " };")]
#[case::substitution("echo $(", "a", ")")]
#[case::quoted_substitution("echo \"$(", "a", ")\"")]
#[case::parameter("${a:-", "x", "}")]
#[case::arithmetic("$((", "1", "))")]
#[case::process("cat <(", "a", ")")]
#[case::condition("if a; then ", "b", "; fi")]
#[case::case("case a in a) ", "b", " ;; esac")]
#[case::each("for a in b; do ", "c;", " done;")]
#[case::function("f() { ", "a;", " };")]
#[case::coproc("coproc { ", "a;", " };")]
#[case::subscript("${a[", "1", "]}")]
#[case::array("a=(x $(", "b", "))")]
#[case::assignment("a=$(", "b", ")")]
#[case::redirection("a >$(", "b", ")")]
#[case::document("a <<<$(", "b", ")")]
#[case::until("until a; do ", "b;", " done;")]
#[case::keyword("function f() for a; do ", "b;", " done;")]
#[case::arm_pattern("case a in ${a:-$(", "b", ")}) ;; esac")]
#[case::two_subshells("$((", "a", ") )")]
#[case::brace_substitution("${ ", "a;", "}")]
#[case::test_group("[[ ( a && $(", "b", ") ) ]]")]
#[case::expression("[[ a =~ ($(", "b", ")) ]]")]
#[case::pattern_group("${a#@($(", "b", "))}")]
fn nests_as_deep_as_it_says_and_no_deeper(#[case] open: &str, #[case] inside: &str, #[case] close: &str) {
    for levels in [10, MAX_DEPTH as usize * 4, 100_000] {
        let text = format!("{}{inside}{}", open.repeat(levels), close.repeat(levels));
        let kind = on_small_stack(text, |parsed| parsed.errors.first().map(|error| error.kind)).0;
        let is_cap = matches!(kind, Some(SyntaxErrorKind::TooDeep | SyntaxErrorKind::TooComplex));
        assert_eq!((is_cap, kind.is_none()), (levels > 10, levels == 10), "{open} {levels}: {kind:?}");
        let unclosed = on_small_stack(open.repeat(levels), |parsed| parsed.is_clean()).0;
        assert!(!unclosed, "{open} {levels} unclosed");
    }
}

#[test]
fn the_fuzz_dictionary_knows_every_reserved_word() {
    let dictionary = include_str!("../fuzz/shell.dict");
    let missing: Vec<&str> = willwrite::lexer::RESERVED_WORDS
        .iter()
        .map(|(text, _)| *text)
        .filter(|text| !dictionary.lines().any(|line| line == format!("\"{text}\"")))
        .collect();
    assert_eq!(missing, [] as [&str; 0]);
}

/// A backslash-newline in or behind a parameter's name is gone before anything is read (manual 3.1.2.1): Bash prints
/// `heblo` for the first, with `a=hello`.
#[rstest]
#[case::subscript("echo ${a\\\n[0]/l/b}", "echo ${a[0]/l/b}")]
#[case::name("echo ${a\\\nb\\\n:-c}", "echo ${ab:-c}")]
#[case::twin("echo ${a[0]/l/b}", "echo ${a[0]/l/b}")]
fn names_go_on_behind_a_backslash_newline(#[case] text: &str, #[case] plain: &str) {
    let printed = |text: &str| {
        let arena = Bump::new();
        let parsed = parse(&arena, text, ParseOptions::default());
        assert!(parsed.is_clean() && parsed.deferred.is_empty(), "{text:?}");
        willwrite::syntax::print(&parsed.script)
    };
    assert_eq!(printed(text), printed(plain));
}

/// A body that never ends is not searched again by the bodies inside of it, but for those that go by other rules or
/// begin where the outer one joins two lines. `bash -n` accepts the second and the last.
#[rstest]
#[case::joined("a $(cat <<E\n$(b <<E # \\\nE\n)\n)", 1, 0)]
#[case::other_rules("cat <<E\n$(cat <<E\na\nE )\n", 0, 0)]
#[case::alike("a $(cat <<E\n$(b <<E\n)\n)", 1, 1)]
#[case::twin("a $(cat <<E\n$(b <<F\nF\n)\nE\n)", 0, 0)]
fn bodies_inside_of_open_bodies(#[case] text: &str, #[case] errors: usize, #[case] deferred: usize) {
    let arena = Bump::new();
    let parsed = parse(&arena, text, ParseOptions::default());
    assert_eq!((parsed.errors.len(), parsed.deferred.len()), (errors, deferred), "{parsed:?}");
}

/// Bash stops at a `for ((` that no `))` closes, in silence and with exit status 0. As it runs nothing of the line and of
/// what follows, the line is an error here, and the lines before it stay.
#[rstest]
#[case::silent("echo one\nfor ((a=0;a<1;a++) ); do echo two; done\necho three", 1, "one\n")]
#[case::twin("echo one\nfor ((a=0;a<1;a++)); do echo two; done\necho three", 3, "one\ntwo\nthree\n")]
fn lines_are_those_that_run_where_bash_stops_in_silence(
    #[case] text: &str,
    #[case] lines: usize,
    #[case] printed: &str,
) {
    let arena = Bump::new();
    let parsed = parse(&arena, text, ParseOptions::default());
    assert_eq!((parsed.script.lines.len(), parsed.is_clean()), (lines, lines == 3));
    if !bash::is_5_2() {
        println!("skipped: there is no Bash 5.2 on this machine");
        return;
    }
    let output = std::process::Command::new("bash").args(["--norc", "-c", text]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), printed);
}
