//! Word expansion held against Bash 5.2: fields as Bash makes them, and what is told where Bash would need to run.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may panic, print and run Bash"
)]

mod bash;
mod numbers;
mod random;
mod shell;
mod table;
mod unknown;

use shell::Shell;
use table::WORDS;
use willwrite::syntax::{Extglob, ParseOptions, parse};

/// The fields that a text's last command gets; `None` if it does not run.
fn expanded(setup: &str, words: &str) -> Option<Vec<String>> {
    let text = format!("{setup}\nargs {words}\n");
    let arena = bumpalo::Bump::new();
    let options = ParseOptions { extglob: Extglob::Off, ..ParseOptions::default() };
    let parsed = parse(&arena, &text, options);
    assert!(parsed.is_clean(), "{text}: {:?}", parsed.errors);
    let mut shell = Shell::new();
    let lists = shell.run(parsed.script.lines);
    if !shell.failures.is_empty() {
        return None;
    }
    assert_eq!(lists.len(), 1, "{text}: {lists:?}");
    let fields = lists[0][1..].iter();
    Some(fields.map(|field| field.known().map_or_else(|| format!("{field:?}"), str::to_owned)).collect())
}

#[test]
fn words_become_the_fields_that_bash_makes() {
    let mut wrong = 0;
    for (setup, words, expected) in WORDS {
        let expected = expected.map(|fields| fields.iter().map(ToString::to_string).collect::<Vec<_>>());
        let got = expanded(setup, words);
        if got != expected {
            eprintln!("{setup}; {words}\n  bash: {expected:?}\n  here: {got:?}");
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0, "of {} words", WORDS.len());
}

/// The same table by the Bash of this machine, in a scratch folder with nothing else in it.
#[test]
fn bash_on_this_machine_agrees_with_the_table() {
    let Some(bash) = bash::find() else { return };
    let rows: Vec<(&str, &str)> = WORDS.iter().map(|(setup, words, _)| (*setup, *words)).collect();
    for ((setup, words, expected), fields) in WORDS.iter().zip(bash.fields(&rows)) {
        let expected = expected.map(|fields| fields.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(fields, expected, "{setup}; {words}");
    }
}

mod laws {
    use proptest::prelude::*;
    use willwrite::analysis::expand::{Environment, fields};
    use willwrite::syntax::ast::Command;
    use willwrite::syntax::{ParseOptions, parse};
    use willwrite::value::VALUES_CAP;

    use super::shell::{Shell, known};

    /// The fields of a text that is one command, if it is.
    fn of_command(shell: &mut Shell, text: &str) -> Option<Vec<Vec<String>>> {
        let arena = bumpalo::Bump::new();
        let parsed = parse(&arena, text, ParseOptions::default());
        let [line] = parsed.script.lines else { return None };
        let Command::Simple(command) = line.items[0].and_or.first().commands().first()? else {
            return None;
        };
        let lists = fields(command.words(), shell);
        Some(lists.iter().map(|list| list.iter().map(|field| format!("{field:?}")).collect()).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn every_text_gets_few_answers(text in "a ([xy${}\\[\\]()@*#%/:=?+'\"\\\\ ~^,!.0-9-]|\\$\\{|\\$x|\\$\\(\\(|\\)\\)|\"){0,24}") {
            for open in [true, false] {
                let mut shell = Shell { open, output: Some(willwrite::value::Output::Nothing), ..Shell::new() };
                if let Some(lists) = of_command(&mut shell, &text) {
                    prop_assert!(!lists.is_empty() && lists.len() <= VALUES_CAP);
                }
            }
        }

        #[test]
        fn a_quoted_value_is_one_field_and_itself(value in "[ -~éü\n\t]{0,12}") {
            let mut shell = Shell::new();
            shell.variables.insert("x".to_owned(), known(&value));
            let quoted = of_command(&mut shell, "a \"$x\"").unwrap();
            prop_assert_eq!(quoted[0].len(), 2);
            let arena = bumpalo::Bump::new();
            let parsed = parse(&arena, "a \"$x\" \"${x}\" \"${x-y}\" \"${x#}\"", ParseOptions::default());
            let Command::Simple(command) = parsed.script.lines[0].items[0].and_or.first().commands()[0] else {
                panic!()
            };
            for field in fields(command.words(), &mut shell)[0].iter().skip(1) {
                prop_assert_eq!(field.known(), Some(value.as_str()));
            }
        }

        #[test]
        fn requoting_gives_the_value_back(value in "[ -~é\n\t]{0,12}") {
            let quoted = willwrite::analysis::expand::quote(&value);
            let text = format!("a {quoted}");
            let arena = bumpalo::Bump::new();
            let parsed = parse(&arena, &text, ParseOptions::default());
            let Command::Simple(command) = parsed.script.lines[0].items[0].and_or.first().commands()[0] else {
                panic!()
            };
            let mut shell = Shell::new();
            prop_assert!(shell.variable("HOME") == known("/home/me"));
            let lists = fields(command.words(), &mut shell);
            prop_assert_eq!(lists[0][1].known(), Some(value.as_str()));
        }
    }
}
