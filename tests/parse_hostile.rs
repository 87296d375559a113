//! Hostile input: deep nesting, long chains, constructs that never close, odd bytes, up to 1 MB and 100,000 levels.
//!
//! Each is parsed on a small stack; an optimised build (`cargo test --profile quick --test parse_hostile`) also holds
//! each to its time. Time is the thread's own processor time, so that what else the machine does counts little.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a test may panic, and reads the time of its thread"
)]

#[path = "parse/small_stack.rs"]
mod small_stack;

use std::time::Duration;

use small_stack::on_small_stack;

const IS_OPTIMISED: bool = !cfg!(debug_assertions);

/// What one text may take. An idle machine takes less than 100 ms for any; the rest is for what else it does. Unoptimised
/// code is held to nothing but an end.
const LIMIT: Duration = if IS_OPTIMISED { Duration::from_millis(400) } else { Duration::from_secs(60) };

/// Each text is timed so often, and the best time counts.
const ROUNDS: usize = 3;

/// How often the nested constructs are nested.
const LEVELS: [usize; 3] = [1_000, 10_000, 100_000];

/// The sizes of the long texts, in bytes.
const SIZES: [usize; 3] = [1 << 16, 1 << 18, 1 << 20];

/// What stands before, what is repeated, what stands inside, what closes each level, what stands behind.
const NESTED: [(&str, &str, &str, &str, &str); 24] = [
    ("", "(", "", "", ""),
    ("", "( ", "a", " )", ""),
    ("", "$(", "", "", ""),
    ("", "echo $(", "a", ")", ""),
    ("", "{ ", "", "", ""),
    ("", "{ ", "a;", " };", ""),
    ("", "echo \"$(", "a", ")\"", ""),
    ("echo ", "${a:-", "x", "}", ""),
    ("echo ", "\"${a:-", "x", "}\"", ""),
    ("echo $((", "(", "1", ")", "))"),
    ("", "if a; then ", "b", "; fi", ""),
    ("", "for a in b; do ", "c", "; done", ""),
    ("", "case a in a) ", "b", " ;; esac", ""),
    ("", "! ", "a", "", ""),
    ("", "cat <(", "a", ")", ""),
    ("[[ ", "( ", "a", " )", " ]]"),
    ("[[ ", "! ", "a", "", " ]]"),
    ("", "f() { ", "a;", " };", ""),
    ("", "function f { ", "a;", " }; ", ""),
    ("echo ", "`a` ", "", "", ""),
    ("", "a=(", "", "", ""),
    ("", "a=$(", "b", ")", ""),
    ("", "a >$(", "b", ")", ""),
    ("", "((", "1", "))", ""),
];

/// What stands before, what is repeated, what stands behind.
const LONG: [(&str, &str, &str); 50] = [
    ("", "a|", "a"),
    ("", "a&&", "a"),
    ("", "a;", ""),
    ("", "a&", ""),
    ("", "a\n", ""),
    ("", "a ", ""),
    ("", "a", ""),
    ("", "a=b ", ""),
    ("", ">a ", ""),
    ("echo \"", "a", ""),
    ("echo '", "a", ""),
    ("echo `", "a ", ""),
    ("echo $(\n", "echo a\n", ""),
    ("", "a=\"\n", ""),
    ("", "cat <<E\nx\nE\n", ""),
    ("cat <<E\n", "x\n", ""),
    ("cat <<E\n", "$x\n", "E\n"),
    ("cat ", "<<E ", "\n"),
    ("echo ", "$", ""),
    ("echo ", "$a", ""),
    ("echo ", "${a}", ""),
    ("echo ", "${ ;} ", ""),
    ("", "<", ""),
    ("echo ", "\\", ""),
    ("echo ", "[", ""),
    ("echo $((1", "+1", "))"),
    ("", "((", ""),
    ("", "#a\n", ""),
    ("echo ", "{a,", ""),
    ("echo ", "{a,b}", ""),
    ("echo ", "@(", ""),
    ("a=(", "x ", ")"),
    ("case a in ", "a) b;; ", "esac"),
    ("[[ a", " && a", " ]]"),
    ("if a; then ", "b; ", "fi"),
    ("echo ", "*", ""),
    ("echo ", "${ ", ""),
    ("echo ", "${a%@(", ""),
    ("echo ", "${#a[", "}"),
    ("echo ", "$((", ""),
    ("echo ", "`", ""),
    ("echo `", "\\`", "`"),
    ("", "<<E ", "\n"),
    ("", "cat <<E\n$(\nE\n", ""),
    ("", "[[ a && ", ""),
    ("[[ ", "a && ", "a ]]"),
    ("", "a=~:~", ""),
    ("echo ", "\"${a:-'", ""),
    ("", "((#((\na);b)", "))))))))"),
    ("echo ", "a$((b) ", ""),
];

/// Short texts of odd bytes, and beginnings of constructs.
const ODD: [&str; 44] = [
    "",
    "\n",
    "\r\n",
    "\\",
    "#",
    "$",
    "`",
    "\"",
    "'",
    "!",
    "&",
    "|",
    ";",
    ";;",
    "((",
    "[[",
    "{",
    "}",
    "<<",
    "<<<",
    "a=(",
    "${",
    "$((",
    "$[",
    "case",
    "function",
    "f()",
    "for",
    "select",
    "time",
    "coproc",
    "a\0b",
    "\0",
    "cat <<E\na\0b\nE\n",
    "echo $\0",
    "\u{feff}echo a",
    "echo \u{fffd}",
    "echo \u{65e5}\u{672c} \u{1f4a5}",
    "echo \u{a0}a",
    "echo \u{3000}a",
    "\u{b}",
    "\u{c} a",
    "echo \u{1}",
    "if true\r\nthen a\r\nfi\r\n",
];

/// The best time of a few.
fn time_of(text: &str) -> Duration {
    let rounds = if IS_OPTIMISED { ROUNDS } else { 1 };
    let times = (0..rounds).map(|_| on_small_stack(text.to_owned(), |parsed| parsed.errors.len()).1);
    times.min().unwrap()
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[test]
fn every_nested_text_answers_in_time() {
    for (before, open, inside, close, behind) in NESTED {
        for levels in LEVELS {
            let text = format!("{before}{}{inside}{}{behind}", open.repeat(levels), close.repeat(levels));
            let time = time_of(&text);
            assert!(time < LIMIT, "{:?}, {levels} levels: {time:?}", short(&text));
        }
    }
}

#[test]
fn every_odd_text_answers_in_time() {
    for text in ODD {
        let time = time_of(text);
        assert!(time < LIMIT, "{text:?}: {time:?}");
    }
}

#[test]
fn every_long_text_answers_in_time_that_grows_with_it() {
    for (before, unit, behind) in LONG {
        let times = SIZES.map(|size| {
            let text = format!("{before}{}{behind}", unit.repeat(size / unit.len()));
            let time = time_of(&text);
            assert!(time < LIMIT, "{:?}, {size} bytes: {time:?}", short(&text));
            time.as_secs_f64().max(1e-3)
        });
        let [small, middle, large] = times;
        println!("{unit:?}: {:.1} ms, {:.1} ms, {:.1} ms", small * 1e3, middle * 1e3, large * 1e3);
        // Sixteen times the text takes up to a hundred times as long where pages are touched for the first time only
        // for the larger ones; quadratic time would be two hundred and fifty-six times.
        assert!(large / small < 160.0, "{unit:?}: {small} s, {middle} s, {large} s");
    }
}
