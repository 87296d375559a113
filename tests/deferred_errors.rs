//! Errors that Bash meets only when it runs a part: the command is accepted, and the analysis says what it can't follow.

use rstest::rstest;

use willwrite::analysis::{Options, Shell, analyze};
use willwrite::world::memory::Memory;

/// The reasons why an answer is not complete.
fn reasons(command: &str) -> Vec<String> {
    let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true };
    let analysis = analyze(command, &options, &Memory::new().directory("/w"));
    assert_eq!(analysis.errors, [], "{command}");
    assert_eq!(analysis.complete, analysis.unknown.is_empty(), "{command}");
    analysis.unknown.into_iter().map(|unknown| unknown.reason).collect()
}

#[rstest]
#[case::backquotes("echo `if`", "echo `echo if`", "the command is not complete")]
#[case::backquotes_behind_a_line("echo `date\n)`", "echo `date\n`", "unexpected `)`")]
#[case::here_document("cat <<E\n$(fi)\nE\n", "cat <<E\n$(date)\nE\n", "unexpected `fi`")]
#[case::parentheses("echo $((fi) )", "echo $((date) )", "unexpected `fi`")]
#[case::eval("eval 'echo `fi`'", "eval 'echo `date`'", "unexpected `fi`")]
fn an_error_that_waits_makes_the_answer_incomplete(
    #[case] command: &str,
    #[case] twin: &str,
    #[case] error: &str,
) {
    assert_eq!(reasons(command), [format!("what is parsed only when it runs does not parse: {error}")]);
    assert_eq!(reasons(twin), [] as [String; 0]);
}
