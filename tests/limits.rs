//! Commands that would never end, nest without end, or multiply: the analysis ends, in a small stack, and says what it
//! did not follow.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic, and starts a thread")]

use rstest::rstest;

use willwrite::analysis::{Options, Shell, analyze};
use willwrite::world::memory::Memory;

/// The stack that must do for anything (bytes).
const STACK: usize = 2 << 20;

/// What is asked of an answer.
struct Answer {
    complete: bool,
    causes: Vec<String>,
}

fn analysed(command: String) -> Answer {
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            let world = Memory::new()
                .directory("/w/a/b")
                .file("/w/self.sh", "touch once\n. ./self.sh\n")
                .executable("/w/again.sh", "#!/bin/sh\n./again.sh; ./again.sh\n");
            let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true };
            let analysis = analyze(&command, &options, &world);
            let causes = analysis.intents.into_iter().map(|intent| intent.cause).collect();
            Answer { complete: analysis.complete, causes }
        })
        .unwrap()
        .join()
        .unwrap()
}

#[rstest]
#[case::function("f() { f; }; f")]
#[case::two_functions("f() { g; }; g() { f; f; }; f")]
#[case::fork_bomb(":() { : | : & }; :")]
#[case::eval("x='eval \"$x\"'; eval \"$x\"")]
#[case::shell("export x='bash -c \"$x; $x\"'; bash -c \"$x\"")]
#[case::sourced(". ./self.sh")]
#[case::script("./again.sh")]
#[case::trap("trap 'eval \"$(trap)\"; f() { f; }; f' EXIT")]
#[case::loops(
    "for a in {1..60}; do for b in {1..60}; do for c in {1..60}; do touch $a$b$c; done; done; done"
)]
fn what_never_ends_is_told_as_not_followed(#[case] command: &str) {
    assert!(!analysed(command.to_owned()).complete, "{command}");
}

#[rstest]
#[case::subshells("( ", "touch f", " )", 190)]
#[case::groups("{ ", "touch f;", " };", 190)]
#[case::substitutions("echo $(", "touch f", ")", 190)]
#[case::ifs("if ", "touch f", "; then :; fi", 190)]
#[case::loops("while ", "touch f", "; do :; done", 190)]
#[case::functions("f() { ", "touch f;", " }; f", 190)]
#[case::quotes("echo \"${x:-", "$(touch f)", "}\"", 40)]
#[case::deeper_than_is_parsed("( ", "touch f", " )", 5000)]
fn what_nests_deeply_ends(
    #[case] open: &str,
    #[case] inside: &str,
    #[case] close: &str,
    #[case] depth: usize,
) {
    let answer = analysed(format!("{}{inside}{}", open.repeat(depth), close.repeat(depth)));
    assert!(!answer.complete || !answer.causes.is_empty());
}

#[test]
fn paths_do_not_multiply() {
    let fork = "if make x; then cd a; V=$V.a; else cd /w; V=$V.b; fi\n".repeat(60);
    let answer = analysed(format!("{fork}touch f"));
    let touched = answer.causes.iter().filter(|cause| *cause == "touch").count();
    assert!((1..=4).contains(&touched), "{touched}");
}

#[test]
fn what_follows_an_endless_loop_does_not_run() {
    assert!(analysed("while true; do sleep 1; done; touch f".to_owned()).causes.is_empty());
    assert_eq!(analysed("while true; do sleep 1 && break; done; touch f".to_owned()).causes.len(), 1);
}

/// Eight times the text takes about eight times the time; copying what was joined before would take sixty-four times.
#[rstest]
#[case::escapes("\\\\")]
#[case::quotes("''")]
#[case::words("a ")]
#[case::parameters("$x")]
#[case::quoted_parameters("\"${x}\"")]
fn long_words_are_expanded_in_linear_time(#[case] piece: &str) {
    let best = |count: usize| {
        let command = format!("echo {}", piece.repeat(count));
        let timed = || {
            let start = std::time::Instant::now();
            drop(analysed(command.clone()));
            start.elapsed()
        };
        (0..3).map(|_| timed()).min().unwrap_or_default()
    };
    let (short, long) = (best(8_192), best(65_536));
    assert!(long < short * 28, "{short:?} for 8192, {long:?} for 65536");
}
