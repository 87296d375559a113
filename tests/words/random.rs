//! Random words, by the expander and by the Bash of this machine. The seed is fixed, so a run tells the same each time.

use crate::{bash, expanded};

/// A small generator of numbers (PCG's multiplier), so that the words are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    fn join(&mut self, most: usize, separator: &str, mut make: impl FnMut(&mut Self) -> String) -> String {
        let count = self.below(most);
        (0..count).map(|_| make(self)).collect::<Vec<_>>().join(separator)
    }
}

const VALUES: &[&str] = &[
    "''",
    "abc",
    "'a b'",
    "'  a  b '",
    "/a/b/c.tar.gz",
    "'*.txt'",
    "a:b::c",
    r"'a\b'",
    "é1",
    "\"it's\"",
    "aXbXc",
    "'[x]*'",
    "aaa",
    "5",
    "-3",
    "'a\tb'",
    "'$y'",
];
const PATTERNS: &[&str] = &[
    "*",
    "?",
    "a*",
    "*a",
    "[a-b]",
    "[!a]",
    "b",
    "X",
    "*/",
    "/*",
    ".*",
    "'*'",
    "\"a\"",
    r"\*",
    "$y",
    "\"$y\"",
    "*[bc]",
    "??",
    "+(a)",
    "@(a|b)",
    "[[:alpha:]]",
    "' '",
];
const REPLACEMENTS: &[&str] = &["_", "", "&", "[&]", r"\&", "'&'", "$y", "\"$y\"", "a b", "/", r"\/"];

fn parameter(random: &mut Random) -> String {
    let name = random.pick(&["x", "y", "z", "u", "1", "2", "a[1]", "a[@]", "@", "*", "a[*]", "a"]);
    match random.below(9) {
        0 | 1 => format!("${{{name}}}"),
        2 => {
            let operator = random.pick(&[":-", "-", ":+", "+"]);
            let word = random.pick(&["w", "a b", "\"a b\"", "$y", "\"$y\"", "*.md", ""]);
            format!("${{{name}{operator}{word}}}")
        }
        3 | 4 => {
            let operator = random.pick(&["#", "##", "%", "%%"]);
            format!("${{{name}{operator}{}}}", random.pick(PATTERNS))
        }
        5 => {
            let operator = random.pick(&["/", "//", "/#", "/%"]);
            format!("${{{name}{operator}{}/{}}}", random.pick(PATTERNS), random.pick(REPLACEMENTS))
        }
        6 => format!(
            "${{{name}{}}}",
            random.pick(&["^", "^^", ",", ",,", "^^[a-b]", "~", "~~", "@Q", "@U", "@u"])
        ),
        7 => format!("${{{name}{}}}", random.pick(&[":1", ":1:2", ": -2", ":2", ":5"])),
        _ => format!("${{#{name}}}"),
    }
}

fn atom(random: &mut Random) -> String {
    match random.below(11) {
        0 | 1 => random.pick(&["a", "b.c", "-x", "=", ":", "a/b", "d#", "é"]).to_owned(),
        2..=4 => parameter(random),
        5..=7 => {
            let inner = |random: &mut Random| match random.below(2) {
                0 => parameter(random),
                _ => random.pick(&["t", "'", " ", "*", r"\$", "{a,b}"]).to_owned(),
            };
            format!("\"{}\"", random.join(3, "", inner))
        }
        8 => random.pick(&["'a b'", "''", "'*'", r"$'\t'", r"\ ", r"\*"]).to_owned(),
        9 => random
            .pick(&["{a,b}", "{1..3}", "{x,}", "{a,{b,c}}", "{$x,$y}", "{a}", "*.txt", "[ab]", "?"])
            .to_owned(),
        _ => random.pick(&["$@", "$*", "\"$@\"", "\"$*\"", "\"${a[@]}\""]).to_owned(),
    }
}

fn row(random: &mut Random) -> (String, String) {
    let value = |random: &mut Random| random.pick(VALUES).to_owned();
    let mut setup = vec!["shopt -s extglob".to_owned()];
    for name in ["x", "y", "z"] {
        setup.push(format!("{name}={}", random.pick(VALUES)));
    }
    setup.push(format!("a=({})", random.join(4, " ", value)));
    setup.push(format!("set -- {}", random.join(4, " ", value)));
    if random.below(5) == 0 {
        setup.push(format!("IFS={}", random.pick(&[":", "' :'", "' '"])));
    }
    let word = |random: &mut Random| format!("{}{}", atom(random), random.join(3, "", atom));
    let words = format!("{} {}", word(random), random.join(2, " ", word));
    (setup.join("\n"), words)
}

#[test]
fn random_words_become_what_bash_makes_of_them() {
    let Some(bash) = bash::find() else { return };
    let mut random = Random(20_240_229);
    let rows: Vec<(String, String)> = (0..250).map(|_| row(&mut random)).collect();
    let borrowed: Vec<(&str, &str)> =
        rows.iter().map(|(setup, words)| (setup.as_str(), words.as_str())).collect();
    for ((setup, words), fields) in rows.iter().zip(bash.fields(&borrowed)) {
        assert_eq!(expanded(setup, words), fields, "{setup}\nargs {words}");
    }
}
