//! Arithmetic and conditions held against Bash 5.2.

use rstest::rstest;
use willwrite::analysis::arithmetic::{Number, evaluate_text};
use willwrite::analysis::condition::{Truth, test_arguments, test_expression};
use willwrite::analysis::expand::Environment;
use willwrite::span::Span;
use willwrite::syntax::ast::{Command, CompoundKind};
use willwrite::syntax::{ParseOptions, parse};
use willwrite::value::{AbstractString, Field, Piece};

use crate::shell::{Shell, known};

fn number(shell: &mut Shell, text: &str) -> Number {
    evaluate_text(&AbstractString::text(text), Span::default(), shell)
}

// What `((…))` of Bash 5.2 makes of it with x=5, y=x+1, e=, a=(4 5).
#[rstest]
#[case("", 0)]
#[case("1 + 2 * 3 - 4 / 2", 5)]
#[case("(1 + 2) * 3", 9)]
#[case("-7 / 2 * 2 + -7 % 2", -7)]
#[case("2 ** 3 ** 2", 512)]
#[case("-2 ** 2", 4)]
#[case("1 << 65", 2)]
#[case("-8 >> 1", -4)]
#[case("7 & 3 | 8 ^ 1", 11)]
#[case("!5 + ~5", -6)]
#[case("1 < 2 == 2 > 1", 1)]
#[case("1 ? 2 : 0 ? 3 : 4", 2)]
#[case("0 ? 2 : 0 ? 3 : 4", 4)]
#[case("1, 2, 3", 3)]
#[case("x", 5)]
#[case("y", 6)]
#[case("y * 2", 12)]
#[case("e + 1", 1)]
#[case("unset + 1", 1)]
#[case("x++ + x", 11)]
#[case("++x + x", 12)]
#[case("x-- - --x", 2)]
#[case("x = 3, x += 2, x *= 4, x %= 7", 6)]
#[case("x = z = 4", 4)]
#[case("x <<= 2", 20)]
#[case("x |= 8", 13)]
#[case("a[1]", 5)]
#[case("a[0] + a[x - 4]", 9)]
#[case("a[-1]", 5)]
#[case("a[1] = 9, a[1]", 9)]
#[case("a", 4)]
#[case("0 && (x = 9), x", 5)]
#[case("1 || (x = 9), x", 5)]
#[case("1 && (x = 9), x", 9)]
#[case("0x1F + 017 + 2#101 + 36#Z + 64#@", 148)]
#[case("9223372036854775807 + 1", i64::MIN)]
#[case("9223372036854775808", i64::MIN)]
#[case("-9223372036854775808 / -1", i64::MIN)]
#[case("1 +\n 2", 3)]
#[case("- - 3", 3)]
#[case("--3", 3)]
#[case("\"4\" + 1", 5)]
fn counts_as_bash_does(#[case] text: &str, #[case] expected: i64) {
    let mut shell = Shell::new();
    shell.variables.insert("x".to_owned(), known("5"));
    shell.variables.insert("y".to_owned(), known("x+1"));
    shell.variables.insert("e".to_owned(), known(""));
    let elements = vec![(0, AbstractString::text("4")), (1, AbstractString::text("5"))];
    let array = willwrite::analysis::expand::Variable::Indexed(std::rc::Rc::new(elements));
    shell.variables.insert("a".to_owned(), array);
    assert_eq!(number(&mut shell, text), Number::Known(expected));
}

#[rstest]
#[case("1 / 0")]
#[case("1 % 0")]
#[case("2 ** -1")]
#[case("08")]
#[case("1 +")]
#[case("(1")]
#[case("1 2")]
#[case("1 = 2")]
#[case("65#1")]
#[case("3a")]
#[case("1 ? 2")]
#[case("$")]
fn refuses_what_bash_refuses(#[case] text: &str) {
    assert!(matches!(number(&mut Shell::new(), text), Number::Error(_)), "{text}");
}

#[test]
fn unknown_numbers_are_told() {
    let mut shell = Shell { open: true, ..Shell::new() };
    for text in ["x", "x + 1", "1 / x", "x ? 1 : 2", "a[x]", "1 && x"] {
        assert!(matches!(number(&mut shell, text), Number::Unknown(_)), "{text}");
    }
    for (text, value) in [("x ? 1 : 1", 1), ("0 && x", 0), ("x && 0", 0), ("x || 1", 1), ("1 ? 2 : x", 2)] {
        assert_eq!(number(&mut shell, text), Number::Known(value), "{text}");
    }
    let hole = AbstractString::text("1 + a").concat(&AbstractString::unknown("why"));
    assert_eq!(evaluate_text(&hole, Span::default(), &mut shell), Number::Unknown("why".into()));
}

#[test]
fn assignments_behind_an_unknown_condition_are_unknown() {
    let mut shell = Shell { open: true, ..Shell::new() };
    shell.variables.insert("x".to_owned(), known("1"));
    assert!(matches!(number(&mut shell, "u && (x = 2)"), Number::Unknown(_)));
    assert!(matches!(number(&mut shell, "x"), Number::Unknown(_)));
    shell.variables.insert("x".to_owned(), known("1"));
    assert_eq!(number(&mut shell, "0 && (x = 2), x"), Number::Known(1));
}

#[test]
fn deep_and_endless_expressions_end() {
    let mut shell = Shell::new();
    shell.variables.insert("x".to_owned(), known("x"));
    assert!(matches!(number(&mut shell, "x"), Number::Unknown(_)));
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(matches!(number(&mut shell, &deep), Number::Unknown(_)));
    for operator in ["- ", "2**", "1?", "x=", "!"] {
        let deep = format!("{}1", operator.repeat(100_000));
        assert!(!matches!(number(&mut shell, &deep), Number::Known(_)), "{operator}");
    }
    let long = format!("1{}", "+1".repeat(100_000));
    assert_eq!(number(&mut shell, &long), Number::Known(100_001));
}

fn test(shell: &mut Shell, words: &[&str]) -> Truth {
    let fields: Vec<Field> = words.iter().map(|word| Field::text(word, Span::default())).collect();
    test_arguments(&fields, shell)
}

// What `test` of Bash 5.2 says in the folder of these tests; an error (status 2) is a no.
#[rstest]
#[case(&[], false)]
#[case(&[""], false)]
#[case(&["a"], true)]
#[case(&["!"], true)]
#[case(&["-n"], true)]
#[case(&["-z", ""], true)]
#[case(&["-n", ""], false)]
#[case(&["!", ""], true)]
#[case(&["!", "a"], false)]
#[case(&["-q", "a"], false)]
#[case(&["a", "=", "a"], true)]
#[case(&["a", "==", "b"], false)]
#[case(&["a", "!=", "b"], true)]
#[case(&["a*", "=", "ab"], false)]
#[case(&["a", "<", "b"], true)]
#[case(&["2", "-lt", "10"], true)]
#[case(&["2", "<", "10"], false)]
#[case(&["02", "-eq", "2"], true)]
#[case(&[" 2 ", "-eq", "2"], true)]
#[case(&["a", "-eq", "2"], false)]
#[case(&["1", "-ne", "2"], true)]
#[case(&["3", "-ge", "3"], true)]
#[case(&["-d", "sub"], true)]
#[case(&["-f", "sub"], false)]
#[case(&["-f", "a.txt"], true)]
#[case(&["-e", "none"], false)]
#[case(&["-s", "a.txt"], false)]
#[case(&["-s", "file"], true)]
#[case(&["-x", "a.txt"], false)]
#[case(&["-L", "a.txt"], false)]
#[case(&["-e", ""], false)]
#[case(&["!", "-d", "sub"], false)]
#[case(&["(", "a", ")"], true)]
#[case(&["(", "", ")"], false)]
#[case(&["!", "a", "=", "b"], true)]
#[case(&["(", "-n", "a", ")"], true)]
#[case(&["a", "-a", ""], false)]
#[case(&["a", "-o", ""], true)]
#[case(&["-d", "sub", "-a", "-f", "a.txt"], true)]
#[case(&["-d", "none", "-o", "-f", "a.txt"], true)]
#[case(&["a", "=", "b", "-o", "c", "=", "c", "-a", "d", "=", "e"], false)]
#[case(&["(", "a", "=", "b", "-o", "c", "=", "c", ")", "-a", "!", "d", "=", "e"], true)]
#[case(&["a", "b"], false)]
#[case(&["a", "b", "c"], false)]
#[case(&["a.txt", "-ef", "none"], false)]
#[case(&["a.txt", "-nt", "none"], true)]
#[case(&["-v", "HOME"], true)]
#[case(&["-v", "nothing"], false)]
#[case(&["-o", "noglob"], false)]
#[case(&["=", "=", "="], true)]
#[case(&["-z", "=", "-z"], true)]
#[case(&["!", "=", "!"], true)]
#[case(&["(", "=", ")"], false)]
fn tests_as_bash_does(#[case] words: &[&str], #[case] expected: bool) {
    let truth = test(&mut Shell::new(), words);
    assert_eq!(truth, if expected { Truth::Yes } else { Truth::No });
}

/// Judges a text that is one `[[ … ]]`.
fn conditional(shell: &mut Shell, text: &str) -> Truth {
    let arena = bumpalo::Bump::new();
    let parsed = parse(&arena, text, ParseOptions::default());
    assert!(parsed.is_clean(), "{text}: {:?}", parsed.errors);
    let Command::Compound(command) = parsed.script.lines[0].items[0].and_or.first().commands()[0] else {
        panic!("{text}")
    };
    let CompoundKind::Test(expression) = command.kind else { panic!("{text}") };
    test_expression(expression, shell)
}

// What `[[ ]]` of Bash 5.2 says with x=abc, n=5, s='a b'.
#[rstest]
#[case("[[ $x == a* ]]", true)]
#[case("[[ $x == \"a*\" ]]", false)]
#[case("[[ $x = [a-b]?c ]]", true)]
#[case("[[ $x != a* ]]", false)]
#[case("[[ $x == @(abc|d) ]]", true)]
#[case("[[ $s == 'a b' ]]", true)]
#[case("[[ $s == a\\ b ]]", true)]
#[case("[[ -n $s && -z $u ]]", true)]
#[case("[[ $u ]]", false)]
#[case("[[ ! $u ]]", true)]
#[case("[[ $n -gt 3 ]]", true)]
#[case("[[ n+1 -eq 6 ]]", true)]
#[case("[[ $x < b ]]", true)]
#[case("[[ ( $x == b || $n -eq 5 ) && -d sub ]]", true)]
#[case("[[ -f sub/x.py && ! -e none ]]", true)]
#[case("[[ $x =~ ^ab ]]", true)]
#[case("[[ $x =~ c$ ]]", true)]
#[case("[[ $x =~ b ]]", true)]
#[case("[[ $x =~ ^abc$ ]]", true)]
#[case("[[ $x =~ ^b ]]", false)]
#[case("[[ a.c =~ a\\.c ]]", true)]
#[case("[[ abc =~ \"a.c\" ]]", false)]
#[case("[[ -v x ]]", true)]
#[case("[[ -v u ]]", false)]
#[case("[[ x -eq 0 ]]", true)]
#[case("[[ *.txt == '*.txt' ]]", true)]
#[case("[[ 1/0 -eq 1 ]]", false)]
#[case("[[ a =~ [ab] ]]", true)]
#[case("[[ c =~ [ab] ]]", false)]
fn judges_conditions_as_bash_does(#[case] text: &str, #[case] expected: bool) {
    let mut shell = Shell::new();
    shell.variables.insert("x".to_owned(), known("abc"));
    shell.variables.insert("n".to_owned(), known("5"));
    shell.variables.insert("s".to_owned(), known("a b"));
    if text.contains("x -eq") {
        shell.variables.insert("x".to_owned(), known("nothing"));
    }
    assert_eq!(conditional(&mut shell, text), if expected { Truth::Yes } else { Truth::No }, "{text}");
}

#[test]
fn unknown_conditions_are_told() {
    let mut shell = Shell { open: true, lists: false, ..Shell::new() };
    for text in [
        "[[ -n $x ]]",
        "[[ $x == a ]]",
        "[[ $x == */b ]]",
        "[[ -f a.txt ]]",
        "[[ -f $x/a ]]",
        "[[ $x -gt 3 ]]",
        "[[ a =~ $x ]]",
        "[[ -v x ]]",
        "[[ a.txt -nt b.txt ]]",
    ] {
        assert!(matches!(conditional(&mut shell, text), Truth::Unknown(_)), "{text}");
    }
    for (text, truth) in [
        ("[[ /a$x == /b* ]]", Truth::No),
        ("[[ /a$x == /* ]]", Truth::Yes),
        ("[[ a == b && -n $x ]]", Truth::No),
        ("[[ -n $x && a == b ]]", Truth::No),
        ("[[ -n $x || a == a ]]", Truth::Yes),
        ("[[ -z a$x ]]", Truth::No),
    ] {
        assert_eq!(conditional(&mut shell, text), truth, "{text}");
    }
}

#[test]
fn unknown_arguments_of_test_are_told() {
    let mut shell = Shell::new();
    let hole = |many| {
        let value = AbstractString::empty().with_pieces([Piece::Unknown("why".into())]);
        Field { value, many, span: Span::default() }
    };
    let text = |word: &str| Field::text(word, Span::default());
    assert_eq!(test_arguments(&[text("-n"), hole(false)], &mut shell), Truth::Unknown("why".into()));
    assert_eq!(
        test_arguments(&[text("a"), hole(false), text("b")], &mut shell),
        Truth::Unknown("why".into())
    );
    assert_eq!(test_arguments(&[hole(true)], &mut shell), Truth::Unknown("why".into()));
    assert_eq!(shell.variable("none"), willwrite::analysis::expand::Variable::Unset);
}

#[test]
fn deep_conditions_end() {
    let mut shell = Shell::new();
    let mut words = vec!["!"; 5_000];
    words.push("a");
    assert!(matches!(test(&mut shell, &words), Truth::Unknown(_)));
}
