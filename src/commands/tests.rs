//! The rows as a whole, and their examples.

use std::collections::BTreeSet;

use super::model::Row;
use super::show::{Folder, show, words};
use crate::value::{AbstractString, Output};

fn run(command: &str) -> String {
    fed(command, Output::Unknown("the terminal".into()))
}

fn fed(command: &str, input: Output) -> String {
    let argv = words(command);
    super::plan(&argv, &Folder::fed(input)).map_or_else(|| "no row".to_owned(), |plan| show(&plan))
}

fn text(text: &str) -> Output {
    Output::Text(AbstractString::text(text))
}

#[test]
fn rows_do_what_their_examples_say() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in super::rows() {
        for (command, expected) in row.says {
            count += 1;
            let found = run(command);
            if found != *expected {
                wrong.push(format!("{command}\n    says  {expected}\n    found {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples fail:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 200, "examples are never taken away: {count}");
}

#[test]
fn families_are_sorted_and_no_name_stands_twice() {
    let mut seen = BTreeSet::new();
    for rows in super::FAMILIES {
        let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        assert_eq!(names, sorted);
        for name in names {
            assert!(seen.insert(name), "{name} stands twice");
        }
    }
    let others: Vec<&str> = super::OTHER_NAMES.iter().map(|(other, _)| *other).collect();
    let mut sorted = others.clone();
    sorted.sort_unstable();
    assert_eq!(others, sorted);
    for (other, name) in super::OTHER_NAMES {
        assert!(seen.insert(other), "{other} has a row");
        assert!(super::find(name).is_some(), "{other} stands for {name}, which has no row");
    }
}

#[test]
fn no_option_of_a_row_has_two_meanings() {
    fn check(row: &Row<'_>, wrong: &mut Vec<String>) {
        let mut seen = BTreeSet::new();
        for name in row.options.iter().flat_map(|option| option.names.split_ascii_whitespace()) {
            if !seen.insert(name) {
                wrong.push(format!("{} {name}", row.name));
            }
            if !name.starts_with('-') {
                wrong.push(format!("{} {name} has no dash", row.name));
            }
        }
        row.subcommands.iter().for_each(|row| check(row, wrong));
    }
    let mut wrong = Vec::new();
    super::rows().for_each(|row| check(row, &mut wrong));
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_row_names_its_manual() {
    let bare: Vec<&str> = super::rows().filter(|row| row.source.is_empty()).map(|row| row.name).collect();
    assert!(bare.is_empty(), "{bare:?}");
}

#[rstest::rstest]
// Bash 5.2 and findutils 4.9, run by hand.
#[case("xargs touch", "x1\nx2\n", "invoke [touch x1 x2]")]
#[case("xargs -n1 touch", "x1 x2\n", "invoke [touch x1]; invoke [touch x2]")]
#[case("xargs -I {} cp a {}.txt", "x 1\nx2\n", "invoke [cp a x 1.txt]; invoke [cp a x2.txt]")]
#[case("xargs touch", "\"q s\" t\n", "invoke [touch q s t]")]
#[case("xargs touch", "", "invoke [touch]")]
#[case("xargs -r touch", "", "")]
#[case("xargs -0 rm", "a\0b\0", "invoke [rm a b]")]
#[case("xargs -E a touch", "b\na\nc\n", "invoke [touch b]")]
#[case("xargs -a a touch", "", "invoke [touch one two]")]
#[case("sh", "touch a\n", "shell [touch a\n]")]
#[case("bash -s x", "touch $1\n", "shell [touch $1\n] x")]
#[case("parallel touch {}.x", "a\nb\n", "shell [touch a.x]; shell [touch b.x]; ?")]
#[case("parallel cp {} {.}.x", "d/a.b\n", "shell [cp d/a.b d/a.x]; ?")]
#[case("parallel cp {} {//}/{#}{/.}-{/}", "d/a.b\nc\n", "shell [cp d/a.b d/1a-a.b]; shell [cp c ./2c-c]; ?")]
fn input_steers(#[case] command: &str, #[case] input: &str, #[case] expected: &str) {
    assert_eq!(fed(command, text(input)), expected);
}

#[rstest::rstest]
#[case("rm --frob a", "delete a; ?")]
#[case("sort $X", "?")]
#[case("rm $X", "delete ?; ?")]
#[case("rm -- $X", "delete ?")]
#[case("/bin/rm a", "delete a")]
#[case("./rm a", "no row")]
#[case(".venv/bin/black a", "modify a")]
#[case("./gradlew build", "run")]
#[case("frobnicate a", "no row")]
fn what_is_not_known_is_said(#[case] command: &str, #[case] expected: &str) {
    assert_eq!(run(command), expected);
}
