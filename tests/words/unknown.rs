//! What is told of words that only a run could know. The shell of these tests can list nothing, and every variable that
//! the text does not set may be set outside.

use rstest::rstest;
use willwrite::syntax::{ParseOptions, parse};
use willwrite::value::{AbstractString, Field, Output, Piece};

use crate::shell::Shell;

/// A field as text: `<?>` is unknown, `<name>` a segment, `<below>` and `<glob …>` speak for themselves; a star behind
/// says "any number", braces hold what it rests on.
fn shown(field: &Field) -> String {
    let mut text = String::new();
    for piece in field.value.pieces() {
        match piece {
            Piece::Text(known) => text.push_str(known),
            Piece::Glob(glob) => text.push_str(&format!("<glob {glob}>")),
            Piece::Segment(_) => text.push_str("<name>"),
            Piece::Below(_) => text.push_str("<below>"),
            Piece::Unknown(_) => text.push_str("<?>"),
        }
    }
    if field.many {
        text.push('*');
    }
    if !field.value.assumes().is_empty() {
        text.push_str(&format!("{{{}}}", field.value.assumes().join(", ")));
    }
    text
}

fn lists(shell: &mut Shell, text: &str) -> Vec<String> {
    let arena = bumpalo::Bump::new();
    let parsed = parse(&arena, text, ParseOptions::default());
    assert!(parsed.is_clean(), "{text}: {:?}", parsed.errors);
    let lists = shell.run(parsed.script.lines);
    lists.iter().map(|list| list.iter().map(shown).collect::<Vec<_>>().join(" | ")).collect()
}

fn open() -> Shell {
    Shell { open: true, lists: false, ..Shell::new() }
}

#[rstest]
// An unset variable and an unknown one are two answers; what vanishes leaves its assumption to its neighbour.
#[case("rm \"$x\"", &["rm | {x unset}", "rm | <?>"])]
#[case("rm $x", &["rm{x unset}", "rm | <?>*"])]
#[case("rm $x b", &["rm | b{x unset}", "rm | <?>* | b"])]
#[case("rm -rf $x/b", &["rm | -rf | /b{x unset}", "rm | -rf | <?>/b*"])]
#[case("rm \"$x/b\"", &["rm | /b{x unset}", "rm | <?>/b"])]
// The same variable twice has one value.
#[case("cp $x/a \"$x\"", &["cp | /a{x unset} | {x unset}", "cp | <?>/a* | <?>"])]
#[case("cp \"$x\" \"$y\"", &["cp | {x unset} | {y unset}", "cp | {x unset} | <?>", "cp | <?> | {y unset}", "cp | <?> | <?>"])]
// Too many alternatives: those that rest on "unset" go first.
#[case("rm \"$a\" \"$b\" \"$c\" \"$d\" \"$e\"", &["rm | <?> | <?> | <?> | <?> | <?>"])]
#[case("rm /w/\"$a$b$c$d$e\"", &["rm | /w/<?>"])]
// Defaults.
#[case("rm \"${x:-dist}\"", &["rm | dist{x unset}", "rm | <?>"])]
#[case("rm \"${x:-dist}/$x\"", &["rm | dist/{x unset}", "rm | <?>/<?>"])]
#[case("rm \"${x:?}/b\"", &["rm | <?>/b"])]
#[case("rm ${x:+-r} b", &["rm | b{x unset}", "rm | -r{x set} | b"])]
#[case("rm \"${1:-dist}\"", &["rm | dist"])]
#[case("x=; rm \"${x:-dist}\"", &["rm | dist"])]
#[case("x=a; rm \"${x:-$(false)}\"", &["rm | a"])]
#[case("x=$y; rm \"${x:-dist}\"", &["rm | dist{y unset}", "rm | dist{x empty}", "rm | <?>"])]
// Removal and replacement keep what is sure.
#[case("rm \"/w/${x%/}\"", &["rm | /w/{x unset}", "rm | /w/<?>"])]
#[case("x=/w/$y; rm \"${x%/*}\"", &["rm | /w{y unset}", "rm | /w<?>"])]
#[case("x=/w/$y.txt; rm \"${x%.txt}.md\"", &["rm | /w/.md{y unset}", "rm | /w/<?>.md"])]
#[case("x=/w/$y; rm \"${x#/w/}\"", &["rm | {y unset}", "rm | <?>"])]
#[case("rm \"${x/a/b}c\"", &["rm | c{x unset}", "rm | <?>c"])]
#[case("rm \"a${x:2}\"", &["rm | a{x unset}", "rm | a<?>"])]
// Arithmetic gives a name, whatever it is.
#[case("rm \"a$((x+1)).txt\"", &["rm | a<name>.txt"])]
#[case("rm \"a$(($x+1)).txt\"", &["rm | a<name>.txt"])]
#[case("rm \"${#x}\"", &["rm | 0{x unset}", "rm | <name>"])]
#[case("rm $((1 || x))", &["rm | 1"])]
// Globs whose directory can't be listed.
#[case("rm *.py", &["rm | <glob *.py>*"])]
#[case("rm src/*/a?.py", &["rm | src/<glob *>/<glob a?.py>*"])]
#[case("rm $x/*.py", &["rm | /<glob *.py>*{x unset}", "rm | <?>/<glob *.py>*"])]
#[case("rm \"*.py\" \\*.py", &["rm | *.py | *.py"])]
#[case("rm 'a*'*", &["rm | <glob a\\**>*"])]
#[case("rm \"my-dir.x\"/\"a-\"*", &["rm | my-dir.x/<glob a-*>*"])]
// Lists of which nobody knows the length.
#[case("rm \"${a[@]}\"", &["rm | <?>*"])]
#[case("rm \"${a[*]}\"", &["rm | <?>"])]
#[case("rm ${a[@]+\"${a[@]}\"}", &["rm{no parameters}", "rm | <?>*{some parameters}"])]
#[case("rm \"${!a}\"", &["rm | <?>"])]
#[case("rm \"${!a*}\"", &["rm"])]
// Words that do not become fields keep their text.
#[case("a='b c'; rm $a\"$a\"", &["rm | b | cb c"])]
#[case("rm {1..100000}", &["rm | <?>*"])]
#[case("rm <(x)", &["rm | /dev/fd/63"])]
#[case("rm ~nobody/x ~+/y", &["rm | ~nobody/x | <?>/y"])]
fn tells_what_is_unknown(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(lists(&mut open(), text), expected);
}

#[test]
fn nounset_leaves_no_unset_variable() {
    assert_eq!(lists(&mut open(), "set -u; rm \"$x\""), ["rm | <?>"]);
}

#[test]
fn a_default_that_is_assigned_stays() {
    let mut shell = open();
    assert_eq!(
        lists(&mut shell, "rm \"${x:=dist}\" \"$x\""),
        [
            "rm | dist{x unset} | dist{x unset}",
            "rm | dist{x unset} | <?>",
            "rm | <?> | dist{x unset}",
            "rm | <?> | <?>",
        ]
    );
}

fn shape(pieces: &[Piece]) -> AbstractString {
    AbstractString::empty().with_pieces(pieces.iter().cloned())
}

#[rstest]
#[case("rm $(cmd)", &["rm | src/<below>*"])]
#[case("rm \"$(cmd)\"", &["rm | src/<below>"])]
#[case("rm \"$(cmd)\"/x", &["rm | src/<below>/x"])]
#[case("x=$(cmd); rm $x \"$x\"", &["rm | src/<below> | src/<below>"])]
#[case("x=$(cmd); rm \"${x##*/}\"", &["rm | <?>"])]
#[case("x=$(cmd); rm \"${x#src/}\"", &["rm | <below>"])]
#[case("x=$(cmd); rm \"${x%.py}.txt\"", &["rm | src/<?>.txt"])]
fn hands_on_what_a_command_prints(#[case] text: &str, #[case] expected: &[&str]) {
    let lines = vec![shape(&[Piece::Text("src/".into()), Piece::Below("find".into())])];
    let mut shell = Shell { output: Some(Output::Lines(lines)), ..open() };
    assert_eq!(lists(&mut shell, text), expected);
}

#[rstest]
#[case("rm /tmp/x-$(cmd)/a", &["rm | /tmp/x-<name>/a"])]
#[case("rm \"$(cmd).txt\"", &["rm | <name>.txt"])]
#[case("x=$(cmd); rm \"${x%.*}\" \"${x:0:7}\" \"${x^^}\"", &["rm | <?> | <name> | <name>"])]
#[case("x=/w/$(cmd); rm \"${x%/*}\" \"${x##*/}\"", &["rm | /w | <name>"])]
#[case("x=a/b; rm \"${x//\\//_}-$(cmd)\"", &["rm | a_b-<name>"])]
fn a_name_stays_a_name(#[case] text: &str, #[case] expected: &[&str]) {
    let printed = shape(&[Piece::Segment("id".into()), Piece::Text("\n".into())]);
    let mut shell = Shell { output: Some(Output::Text(printed)), ..open() };
    assert_eq!(lists(&mut shell, text), expected);
}

#[test]
fn several_values_stay_together() {
    let mut shell = open();
    let values = vec![AbstractString::text("a"), AbstractString::text("b")];
    let variable = willwrite::analysis::expand::Variable::Scalar { values, maybe_unset: false };
    shell.variables.insert("x".to_owned(), variable);
    assert_eq!(
        lists(&mut shell, "cp \"$x\" \"$x.bak\" ${x/a/c}"),
        ["cp | a | a.bak | c", "cp | b | b.bak | b"]
    );
    assert_eq!(lists(&mut shell, "cp \"$x\" \"$x$(echo)\""), ["cp | a | a", "cp | b | b"]);
}

/// Text nested as deep as the parser takes it, in a thread with a small stack.
#[test]
fn deep_words_need_little_stack() {
    let parses = |text: &String| {
        let arena = bumpalo::Bump::new();
        parse(&arena, text, ParseOptions::default()).is_clean()
    };
    let deep = |open: &str, close: &str| {
        let nested = |depth: usize| format!("rm {}x{}", open.repeat(depth), close.repeat(depth));
        (1..200).rev().map(nested).find(parses).unwrap()
    };
    let texts = [
        deep("${x:-", "}"),
        deep("\"${x:-", "}\""),
        deep("$((1+", "))"),
        deep("${x/a/", "}"),
        deep("${x#", "}"),
        deep("${a[", "]}"),
        deep("${x:", "}"),
        deep("{a,", "}"),
        deep("@(", ")"),
    ];
    for text in texts {
        let thread = std::thread::Builder::new().stack_size(1 << 20);
        let run = thread.spawn(move || {
            let lists = lists(&mut open(), &text);
            (1..=willwrite::value::VALUES_CAP).contains(&lists.len())
        });
        assert!(run.unwrap().join().unwrap());
    }
}
