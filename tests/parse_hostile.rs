//! Hostile input: deep nesting, long chains, constructs that never close, odd bytes, up to 1 MB and 100,000 levels.
//!
//! Each is parsed on a small stack; an optimised build (`cargo test --profile quick --test parse_hostile`) also holds
//! each to its time, and its time to linear growth. Time is the thread's own processor time, so that what else the
//! machine does counts little.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a test may panic, and reads the time of its thread"
)]

#[path = "parse/small_stack.rs"]
mod small_stack;

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Duration;

use small_stack::{on_small_stack, on_small_stack_again, thread_time};

const IS_OPTIMISED: bool = !cfg!(debug_assertions);

/// What one text may take on any machine that is not slow.
const LIMIT: Duration = Duration::from_millis(100);

/// Unoptimised code is held to nothing but an end.
const UNOPTIMISED_LIMIT: Duration = Duration::from_secs(60);

/// A text is timed until it keeps its limit, at most so often: the best time is what the text takes, the others what
/// the machine does beside it.
const ROUNDS: usize = 8;

/// Each length is timed so often for its growth, and the best time counts.
const GROWTH_ROUNDS: usize = if IS_OPTIMISED { 3 } else { 1 };

/// As many bytes are read of each length of a text, so equal times are linear growth and sixteenfold ones quadratic.
/// What is between is for the caches, which the shorter texts' trees fit.
const GROWTH: f64 = 6.0;

/// The clock is coarse: less than this, in seconds, is taken for this.
const GROWTH_FLOOR: f64 = 2e-3;

/// How often the nested constructs are nested.
const LEVELS: [usize; 3] = [1_000, 10_000, 100_000];

/// The sizes of the long texts, in bytes; unoptimised code gets a quarter, for it takes a minute for the whole.
const SIZES: [usize; 3] =
    if IS_OPTIMISED { [1 << 16, 1 << 18, 1 << 20] } else { [1 << 14, 1 << 16, 1 << 18] };

/// What stands before, what is repeated, what stands inside, what closes each level, what stands behind.
const NESTED: [(&str, &str, &str, &str, &str); 29] = [
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
    ("", "a && b | for a in b; do ", "", "", ""),
    ("", "a && ! b | f() { ", "", "", ""),
    ("", "a>a<<a\n$(", "", "", ""),
    ("", "a && ! a | a >a <<a\n$(", "", "", ""),
    ("", "a\\\n$(", "a", ")", ""),
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

/// What a text may take here: [`LIMIT`], or on a slow machine as much more as the machine is slower. What the slowest
/// texts make it do is to write tens of megabytes that it has not touched before, piece by piece, and the system's work
/// for each fresh page varies tenfold between machines; so that is what it is measured by.
fn limit() -> Duration {
    static LIMIT_HERE: OnceLock<Duration> = OnceLock::new();
    *LIMIT_HERE.get_or_init(|| {
        if !IS_OPTIMISED {
            return UNOPTIMISED_LIMIT;
        }
        let reference = (0..3).map(|_| thread_time(write_fresh_memory)).min().unwrap();
        println!("fifty megabytes of fresh memory: {reference:?}");
        LIMIT.max(reference.mul_f64(3.0))
    })
}

/// Half a million pieces as large as two nodes: a megabyte of `a;` has as many.
fn write_fresh_memory() {
    let mut pieces: Vec<[u64; 12]> = Vec::new();
    for number in 0..1 << 19 {
        pieces.push(black_box([number; 12]));
    }
    drop(black_box(pieces));
}

/// The best time of a few, or the first that keeps the limit.
fn time_of(text: &str) -> Duration {
    let limit = limit();
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        best = best.min(on_small_stack(text.to_owned(), |parsed| parsed.errors.len()).1);
        if best < limit {
            break;
        }
    }
    best
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
            assert!(time < limit(), "{:?}, {levels} levels: {time:?}", short(&text));
        }
    }
}

#[test]
fn every_odd_text_answers_in_time() {
    for text in ODD {
        let time = time_of(text);
        assert!(time < limit(), "{text:?}: {time:?}");
    }
}

#[test]
fn every_long_text_answers_in_time_that_grows_with_it() {
    for (before, unit, behind) in LONG {
        let [small, middle, large] = SIZES.map(|size| {
            let text = format!("{before}{}{behind}", unit.repeat(size / unit.len()));
            let time = time_of(&text);
            assert!(time < limit(), "{:?}, {size} bytes: {time:?}", short(&text));
            let times = (0..GROWTH_ROUNDS).map(|_| on_small_stack_again(text.clone(), SIZES[2] / size));
            let all_alike = times.min().unwrap().as_secs_f64();
            println!(
                "{unit:?}, {size} bytes: {time:.1?}, {} bytes of them {:.1} ms",
                SIZES[2],
                all_alike * 1e3
            );
            all_alike.max(GROWTH_FLOOR)
        });
        assert!(large < GROWTH * small, "{unit:?}: {small} s, {middle} s, {large} s");
    }
}
