//! Shell patterns (manual 3.5.8.1): globs, bracket expressions, extended globs, on known and on abstract strings.
//!
//! Owns matching, removal and replacement by a pattern; walking directories stands in `expand`. A pattern is given as
//! text in which a backslash quotes the next character. Matching simulates sets of positions, so that its cost is
//! bounded by the lengths of text and pattern ([`STEPS_CAP`] ends what nested extended globs could still drive up).

mod compile;
mod matching;
mod removal;
mod symbols;

use crate::value::AbstractString;

pub use compile::quote;
pub use removal::Side;

/// Matching that takes more steps than this is given up: the answer is "don't know".
pub const STEPS_CAP: usize = 4_000_000;

/// Extended globs nested deeper than this are given up.
pub const NESTING_CAP: usize = 32;

/// How a pattern is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `?(…)`, `*(…)`, `+(…)`, `@(…)`, `!(…)` are patterns
    pub extended: bool,
    /// case does not matter (`nocasematch`, `nocaseglob`)
    pub ignores_case: bool,
}

/// A compiled pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    nodes: Vec<Node>,
    ignores_case: bool,
    /// True if it was nested too deeply to be read; then nothing is known of what it matches.
    given_up: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Char(char),
    /// `?`
    Any,
    /// `*`
    Star,
    Bracket(Bracket),
    Group(GroupKind, Vec<Vec<Node>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GroupKind {
    /// `?(…)`
    Optional,
    /// `*(…)`
    Repeated,
    /// `+(…)`
    Some,
    /// `@(…)`
    One,
    /// `!(…)`
    Not,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Bracket {
    negated: bool,
    items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Char(char),
    Range(char, char),
    Class(&'static str),
}

impl Pattern {
    /// Reads a pattern. Every text is a pattern: what does not close is literal.
    ///
    /// ```
    /// use willwrite::analysis::pattern::{Options, Pattern};
    /// let pattern = Pattern::new("*.[ch]", Options::default());
    /// assert_eq!(pattern.matches("a.c"), Some(true));
    /// assert_eq!(pattern.matches("a.o"), Some(false));
    /// ```
    #[must_use]
    pub fn new(text: &str, options: Options) -> Self {
        compile::compile(text, options)
    }

    /// The only text that the pattern matches, if it is free of metacharacters.
    #[must_use]
    pub fn literal(&self) -> Option<String> {
        let is_fixed = !self.given_up && !self.ignores_case;
        is_fixed.then_some(())?;
        self.nodes.iter().map(|node| if let Node::Char(c) = node { Some(*c) } else { None }).collect()
    }

    /// Does it match the whole text? `None` if that took more than [`STEPS_CAP`] steps.
    #[must_use]
    pub fn matches(&self, text: &str) -> Option<bool> {
        matching::matches(self, &symbols::of_text(text))
    }

    /// Does it match the whole of an abstract string: all that it may be, none, or don't know?
    ///
    /// ```
    /// use willwrite::analysis::pattern::{Options, Pattern};
    /// use willwrite::value::AbstractString;
    /// let path = AbstractString::unknown("`$X` is not set").concat(&AbstractString::text(".py"));
    /// let matches = |pattern| Pattern::new(pattern, Options::default()).matches_value(&path);
    /// assert_eq!((matches("*.py"), matches("*.rs"), matches("src/*")), (Some(true), Some(false), None));
    /// ```
    #[must_use]
    pub fn matches_value(&self, value: &AbstractString) -> Option<bool> {
        matching::matches(self, &symbols::of_value(value))
    }

    /// What `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}` leave of a value.
    #[must_use]
    pub fn remove(&self, value: &AbstractString, side: Side, longest: bool) -> AbstractString {
        removal::remove(self, value, side, longest)
    }

    /// The first match in a text at or behind the character offset `from`, the longest of those that begin at the same
    /// place: its range in characters. `None` if matching was given up.
    #[must_use]
    pub fn find(&self, text: &[char], from: usize) -> Option<Option<(usize, usize)>> {
        removal::find(self, text, from)
    }

    /// The longest match that begins at the text's start, or ends at its end: its length in characters. `None` if
    /// matching was given up.
    #[must_use]
    pub fn longest_at(&self, text: &[char], side: Side) -> Option<Option<usize>> {
        removal::longest_at(self, text, side)
    }

    /// Does it match this one character (for `${x^p}`)?
    #[must_use]
    pub fn matches_char(&self, c: char) -> bool {
        self.matches(c.encode_utf8(&mut [0; 4])) == Some(true)
    }

    /// True if a pattern for file names matches a leading dot by writing it.
    #[must_use]
    pub fn begins_with_dot(&self) -> bool {
        fn first_is_dot(nodes: &[Node]) -> bool {
            match nodes.first() {
                Some(Node::Char('.')) => true,
                Some(Node::Group(_, alternatives)) => alternatives.iter().any(|nodes| first_is_dot(nodes)),
                _ => false,
            }
        }
        first_is_dot(&self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::value::Piece;

    const EXTENDED: Options = Options { extended: true, ignores_case: false };

    fn matches(pattern: &str, text: &str) -> Option<bool> {
        Pattern::new(pattern, EXTENDED).matches(text)
    }

    // What `[[ text == pattern ]]` of Bash 5.2 (LC_ALL=C.UTF-8) says.
    #[rstest]
    #[case("", "", true)]
    #[case("*", "", true)]
    #[case("*", "a/b", true)]
    #[case("?", "", false)]
    #[case("?", "é", true)]
    #[case("a*b*c", "aXbYbc", true)]
    #[case("a*b*c", "aXbYb", false)]
    #[case("\\*", "*", true)]
    #[case("\\*", "a", false)]
    #[case("[abc]", "b", true)]
    #[case("[!abc]", "b", false)]
    #[case("[^abc]", "d", true)]
    #[case("[a-c]x", "bx", true)]
    #[case("[]a]", "]", true)]
    #[case("[!]a]", "]", false)]
    #[case("[a", "[a", true)]
    #[case("[a-]", "-", true)]
    #[case("[-a]", "-", true)]
    #[case("[[:digit:]]*", "1a", true)]
    #[case("[[:digit:]]*", "a1", false)]
    #[case("[[:upper:][:digit:]_]", "_", true)]
    #[case("[![:space:]]", "a", true)]
    #[case("[\\]]", "]", true)]
    #[case("[a\\-c]", "b", false)]
    #[case("[a\\-c]", "-", true)]
    #[case("[[.a.]]", "a", true)]
    #[case("[[=a=]]", "a", true)]
    #[case("[z-a]", "m", false)]
    #[case("@(a|b)", "a", true)]
    #[case("@(a|b)", "ab", false)]
    #[case("*(ab)", "ababab", true)]
    #[case("*(ab)", "aba", false)]
    #[case("+(ab)", "", false)]
    #[case("?(ab)c", "c", true)]
    #[case("?(ab)c", "abc", true)]
    #[case("!(a|b)", "a", false)]
    #[case("!(a|b)", "c", true)]
    #[case("!(a|b)", "", true)]
    #[case("!(*.c)", "x.h", true)]
    #[case("!(*.c)", "x.c", false)]
    #[case("a!(b)c", "abc", false)]
    #[case("a!(b)c", "ac", true)]
    #[case("a!(b)c", "abbc", true)]
    #[case("@(a|+(b|c))d", "bcbd", true)]
    #[case("@(a*(b|c)|x)", "abcb", true)]
    #[case("@(a", "@(a", true)]
    #[case("a|b", "a|b", true)]
    #[case("@(a|)b", "b", true)]
    #[case("*(*(a))", "aaa", true)]
    #[case("+(?)x", "abx", true)]
    fn matches_as_bash_does(#[case] pattern: &str, #[case] text: &str, #[case] expected: bool) {
        assert_eq!(matches(pattern, text), Some(expected), "{pattern} on {text}");
    }

    #[test]
    fn ignores_case_on_request() {
        let options = Options { extended: false, ignores_case: true };
        assert_eq!(Pattern::new("A[b-c]*", options).matches("aBz"), Some(true));
        assert_eq!(Pattern::new("A[b-c]*", Options::default()).matches("aBz"), Some(false));
    }

    #[test]
    fn parentheses_are_text_without_extglob() {
        assert_eq!(Pattern::new("@(a|b)", Options::default()).matches("a"), Some(false));
        assert_eq!(Pattern::new("@(a|b)", Options::default()).matches("@(a|b)"), Some(true));
    }

    #[test]
    fn costly_patterns_end() {
        let pattern = format!("{}b", "*a".repeat(200));
        assert_eq!(matches(&pattern, &"a".repeat(2_000)), Some(false));
        let nested = |depth| format!("{}a{}", "+(".repeat(depth), ")".repeat(depth));
        assert_eq!(matches(&nested(3), &"a".repeat(50)), Some(true));
        assert_eq!(matches(&nested(20), &"a".repeat(50)), None);
        let negated = "!(*a!(*b!(*c)))".repeat(8);
        let answer = matches(&negated, &"abc".repeat(4_000));
        assert_eq!(answer, None);
        let deep = format!("{}a{}", "@(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(matches(&deep, "a"), None);
    }

    fn value(pieces: &[Piece]) -> AbstractString {
        AbstractString::empty().with_pieces(pieces.iter().cloned())
    }

    fn text(text: &str) -> Piece {
        Piece::Text(text.into())
    }

    fn unknown() -> Piece {
        Piece::Unknown("x".into())
    }

    fn segment() -> Piece {
        Piece::Segment("id".into())
    }

    #[rstest]
    #[case("*", &[unknown()], Some(true))]
    #[case("?*", &[unknown()], None)]
    #[case("/*", &[segment()], Some(false))]
    #[case("", &[segment()], Some(false))]
    #[case("", &[unknown()], None)]
    #[case("/tmp/*", &[text("/tmp/"), segment()], Some(true))]
    #[case("/tmp/*/*", &[text("/tmp/"), segment()], Some(false))]
    #[case("/tmp/*/*", &[text("/tmp/"), unknown()], None)]
    #[case("/home/*", &[text("/tmp/"), unknown()], Some(false))]
    #[case("*.py", &[unknown(), text(".rs")], Some(false))]
    #[case("*.txt", &[Piece::Glob("*.txt".into())], Some(true))]
    #[case("*.md", &[Piece::Glob("*.txt".into())], Some(false))]
    #[case("!(a)", &[unknown()], None)]
    fn matches_abstract_strings(
        #[case] pattern: &str,
        #[case] pieces: &[Piece],
        #[case] expected: Option<bool>,
    ) {
        assert_eq!(Pattern::new(pattern, EXTENDED).matches_value(&value(pieces)), expected);
    }

    // What `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}` give in Bash 5.2.
    #[rstest]
    #[case("/a/b/c.tar.gz", "*/", ["a/b/c.tar.gz", "c.tar.gz", "/a/b/c.tar.gz", "/a/b/c.tar.gz"])]
    #[case("/a/b/c.tar.gz", ".*", ["/a/b/c.tar.gz", "/a/b/c.tar.gz", "/a/b/c.tar", "/a/b/c"])]
    #[case("/a/b/c.tar.gz", "/*", ["a/b/c.tar.gz", "", "/a/b", ""])]
    #[case("aaa", "+(a)", ["aa", "", "aa", ""])]
    #[case("aaa", "*", ["aaa", "", "aaa", ""])]
    #[case("éa", "?", ["a", "a", "é", "é"])]
    #[case("abc", "", ["abc", "abc", "abc", "abc"])]
    fn removes_as_bash_does(#[case] text: &str, #[case] pattern: &str, #[case] expected: [&str; 4]) {
        let pattern = Pattern::new(pattern, EXTENDED);
        let text = AbstractString::text(text);
        let forms =
            [(Side::Prefix, false), (Side::Prefix, true), (Side::Suffix, false), (Side::Suffix, true)];
        for ((side, longest), expected) in forms.into_iter().zip(expected) {
            assert_eq!(pattern.remove(&text, side, longest).known(), Some(expected), "{side:?} {longest}");
        }
    }

    #[rstest]
    #[case(&[text("/a/"), segment()], "*/", Side::Prefix, true, &[segment()])]
    #[case(&[text("/a/"), segment()], "/*", Side::Suffix, false, &[text("/a")])]
    #[case(&[unknown(), text(".py")], ".py", Side::Suffix, false, &[unknown()])]
    #[case(&[unknown(), text("/b.py")], "*/", Side::Prefix, true, &[text("b.py")])]
    #[case(&[unknown(), text("/b.py")], "/*", Side::Suffix, false, &[unknown()])]
    #[case(&[Piece::Glob("*.txt".into())], ".txt", Side::Suffix, false, &[Piece::Glob("*".into())])]
    #[case(&[text("d/"), Piece::Glob("*.txt".into())], "*/", Side::Prefix, true, &[Piece::Glob("*.txt".into())])]
    #[case(&[text("/w/"), unknown()], "/", Side::Suffix, false, &[text("/w"), unknown()])]
    #[case(&[text("/w/"), unknown()], "/w/", Side::Prefix, false, &[unknown()])]
    #[case(&[unknown(), text("/x")], "./", Side::Prefix, false, &[unknown(), text("x")])]
    #[case(&[segment(), text("x")], "/", Side::Prefix, false, &[segment(), text("x")])]
    fn removes_from_abstract_strings(
        #[case] pieces: &[Piece],
        #[case] pattern: &str,
        #[case] side: Side,
        #[case] longest: bool,
        #[case] expected: &[Piece],
    ) {
        let left = Pattern::new(pattern, EXTENDED).remove(&value(pieces), side, longest);
        assert!(left.same_shape(&value(expected)), "{left:?}");
    }

    proptest! {
        #[test]
        fn every_text_matches_itself_quoted(text in "[a-c*?\\[\\]\\\\!()|é-]{0,12}") {
            prop_assert_eq!(matches(&quote(&text), &text), Some(true));
        }

        #[test]
        fn any_pattern_and_text_get_an_answer(pattern in "[ab*?\\[\\]!^:@+()|\\\\-]{0,24}", text in "[ab()]{0,12}") {
            prop_assert!(matches(&pattern, &text).is_some());
        }

        #[test]
        fn a_hole_never_denies_what_it_may_be(
            pattern in "[ab*?/@()|\\[\\]]{0,8}", front in "[ab/]{0,3}", middle in "[ab/]{0,3}", back in "[ab/]{0,3}",
        ) {
            let pattern = Pattern::new(&pattern, EXTENDED);
            let known = pattern.matches(&format!("{front}{middle}{back}"));
            let told = pattern.matches_value(&value(&[text(&front), unknown(), text(&back)]));
            prop_assert!(told.is_none() || told == known, "{told:?} {known:?}");
        }

        #[test]
        fn removal_from_a_hole_covers_what_it_may_be(
            pattern in "[ab*?/]{0,4}", front in "[ab/]{0,3}", middle in "[ab]{1,3}", back in "[ab/]{0,3}",
            prefix in any::<bool>(), longest in any::<bool>(),
        ) {
            let pattern = Pattern::new(&pattern, EXTENDED);
            let side = if prefix { Side::Prefix } else { Side::Suffix };
            let exact = pattern.remove(&AbstractString::text(&format!("{front}{middle}{back}")), side, longest);
            let told = pattern.remove(&value(&[text(&front), segment(), text(&back)]), side, longest);
            let exact = exact.known().unwrap();
            prop_assert!(told.equals(&AbstractString::text(exact)) != Some(false), "{told:?} {exact:?}");
        }
    }
}
