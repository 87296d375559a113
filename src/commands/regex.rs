//! POSIX regular expressions (POSIX.1-2017, chapter 9, with GNU's `\b`, `\w`, `\s`, `\+`, `\?`, `\|`): matching of known texts.
//!
//! Owns both syntaxes and the match; back-references and collating elements are not read. Matching goes through the
//! text once and keeps all ways at a time, so that no expression takes more than time linear in the text.

mod parser;

/// Groups inside one another.
const DEPTH_CAP: usize = 24;

/// Steps of a compiled expression.
const STEPS_CAP: usize = 2_000;

/// Texts longer than this are not searched (bytes).
const TEXT_CAP: usize = 16_384;

/// Which characters are operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `\(`, `\{`, `\+` with a backslash (`grep`, `sed`)
    Basic,
    /// without one (`grep -E`, `[[ =~ ]]`)
    Extended,
}

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Regex {
    steps: Vec<Step>,
    groups: usize,
    ignores_case: bool,
}

#[derive(Clone, Debug)]
enum Step {
    Char(char),
    Any,
    Set(Vec<(char, char)>, bool),
    Split(usize, usize),
    Jump(usize),
    Save(usize),
    Start,
    End,
    Word(bool),
    Done,
}

/// Where a match and its groups lie: bytes from and to, the whole first.
pub type Places = Vec<Option<(usize, usize)>>;

enum Node {
    Step(Step),
    Group(usize, Box<Node>),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
}

/// A text is longer than is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl Regex {
    /// Compiles an expression; `None` if it is not read here or not correct.
    #[must_use]
    pub fn new(text: &str, syntax: Syntax, ignores_case: bool) -> Option<Self> {
        let (node, groups) = parser::parse(text, syntax)?;
        let mut regex = Self { steps: Vec::new(), groups, ignores_case };
        regex.compile(&Node::Group(0, Box::new(node)))?;
        regex.push(Step::Done)?;
        Some(regex)
    }

    /// The first and longest match at or behind byte `from`; `Err` if the text is too long to be searched.
    ///
    /// # Errors
    ///
    /// The text is longer than is searched.
    pub fn find(&self, text: &str, from: usize) -> Result<Option<Places>, TooLong> {
        if text.len() > TEXT_CAP {
            return Err(TooLong);
        }
        let mut run = Run { regex: self, text, seen: vec![usize::MAX; self.steps.len()] };
        Ok(run.find(from))
    }

    /// Is there a match?
    ///
    /// # Errors
    ///
    /// The text is longer than is searched.
    pub fn matches(&self, text: &str) -> Result<bool, TooLong> {
        Ok(self.find(text, 0)?.is_some())
    }

    fn push(&mut self, step: Step) -> Option<usize> {
        if self.steps.len() >= STEPS_CAP {
            return None;
        }
        self.steps.push(step);
        Some(self.steps.len() - 1)
    }

    fn set(&mut self, place: usize, step: Step) {
        if let Some(slot) = self.steps.get_mut(place) {
            *slot = step;
        }
    }

    fn compile(&mut self, node: &Node) -> Option<()> {
        match node {
            Node::Step(step) => drop(self.push(step.clone())?),
            Node::Group(number, inner) => {
                self.push(Step::Save(number * 2))?;
                self.compile(inner)?;
                self.push(Step::Save(number * 2 + 1))?;
            }
            Node::Sequence(parts) => {
                for part in parts {
                    self.compile(part)?;
                }
            }
            Node::Choice(branches) => self.compile_choice(branches)?,
            Node::Repeat(inner, least, most) => self.compile_repeat(inner, *least, *most)?,
        }
        Some(())
    }

    fn compile_choice(&mut self, branches: &[Node]) -> Option<()> {
        let mut ends = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            if index + 1 == branches.len() {
                self.compile(branch)?;
                break;
            }
            let split = self.push(Step::Split(0, 0))?;
            self.compile(branch)?;
            ends.push(self.push(Step::Jump(0))?);
            let next = self.steps.len();
            self.set(split, Step::Split(split + 1, next));
        }
        let end = self.steps.len();
        ends.into_iter().for_each(|place| self.set(place, Step::Jump(end)));
        Some(())
    }

    fn compile_repeat(&mut self, inner: &Node, least: usize, most: Option<usize>) -> Option<()> {
        for _ in 0..least {
            self.compile(inner)?;
        }
        match most {
            None => {
                let split = self.push(Step::Split(0, 0))?;
                self.compile(inner)?;
                self.push(Step::Jump(split))?;
                let next = self.steps.len();
                self.set(split, Step::Split(split + 1, next));
            }
            Some(most) => {
                let mut splits = Vec::new();
                for _ in least..most {
                    splits.push(self.push(Step::Split(0, 0))?);
                    self.compile(inner)?;
                }
                let next = self.steps.len();
                splits.into_iter().for_each(|place| self.set(place, Step::Split(place + 1, next)));
            }
        }
        Some(())
    }
}

/// One search.
struct Run<'r, 't> {
    regex: &'r Regex,
    text: &'t str,
    /// For each step the place at which it was last reached.
    seen: Vec<usize>,
}

type Thread = (usize, Vec<Option<usize>>);

impl Run<'_, '_> {
    fn find(&mut self, from: usize) -> Option<Places> {
        let mut threads: Vec<Thread> = Vec::new();
        let mut found: Option<Vec<Option<usize>>> = None;
        let mut characters = self.text.get(from..)?.char_indices();
        loop {
            let next = characters.next();
            let at = from + next.map_or(self.text.len() - from, |(offset, _)| offset);
            if found.is_none() && threads.iter().all(|(_, saves)| saves.first() != Some(&Some(at))) {
                self.follow((0, vec![None; (self.regex.groups + 1) * 2]), at, &mut threads);
            }
            let mut after = Vec::new();
            for (step, saves) in std::mem::take(&mut threads) {
                match self.regex.steps.get(step) {
                    Some(Step::Done) => keep_longer(&mut found, saves),
                    Some(step_kind) if next.is_some_and(|(_, c)| self.takes(step_kind, c)) => {
                        after.push((step + 1, saves));
                    }
                    _ => {}
                }
            }
            let Some((_, character)) = next else { break };
            self.seen.fill(usize::MAX);
            // Ways that begin later than what was found can't be first.
            let start = found.as_ref().and_then(|saves| saves.first().copied().flatten());
            for (step, saves) in after {
                let begins = saves.first().copied().flatten();
                if start.is_none() || begins == start {
                    self.follow((step, saves), at + character.len_utf8(), &mut threads);
                }
            }
            if threads.is_empty() && found.is_some() {
                break;
            }
        }
        let saves = found?;
        Some(saves.chunks(2).map(|pair| Some((pair.first().copied()??, pair.get(1).copied()??))).collect())
    }

    fn takes(&self, step: &Step, character: char) -> bool {
        let within =
            |c: char, ranges: &[(char, char)]| ranges.iter().any(|(low, high)| (*low..=*high).contains(&c));
        let folded =
            self.regex.ignores_case.then(|| (character.to_ascii_lowercase(), character.to_ascii_uppercase()));
        match step {
            Step::Char(own) => {
                *own == character || folded.is_some_and(|(low, high)| *own == low || *own == high)
            }
            Step::Any => true,
            Step::Set(ranges, negated) => {
                let found = within(character, ranges)
                    || folded.is_some_and(|(low, high)| within(low, ranges) || within(high, ranges));
                found != *negated
            }
            _ => false,
        }
    }

    /// Adds a way, and all that it reaches without taking a character, in the order of preference.
    fn follow(&mut self, thread: Thread, at: usize, threads: &mut Vec<Thread>) {
        let mut pending = vec![thread];
        while let Some((step, mut saves)) = pending.pop() {
            match self.seen.get_mut(step) {
                Some(seen) if *seen != at => *seen = at,
                _ => continue,
            }
            match self.regex.steps.get(step) {
                Some(Step::Jump(to)) => pending.push((*to, saves)),
                Some(Step::Split(first, second)) => {
                    pending.push((*second, saves.clone()));
                    pending.push((*first, saves));
                }
                Some(Step::Save(slot)) => {
                    if let Some(place) = saves.get_mut(*slot) {
                        *place = Some(at);
                    }
                    pending.push((step + 1, saves));
                }
                Some(Step::Start) if at == 0 => pending.push((step + 1, saves)),
                Some(Step::End) if at == self.text.len() => pending.push((step + 1, saves)),
                Some(Step::Word(edge)) if self.is_edge(at) == *edge => pending.push((step + 1, saves)),
                Some(Step::Start | Step::End | Step::Word(_)) | None => {}
                Some(_) => threads.push((step, saves)),
            }
        }
    }

    fn is_edge(&self, at: usize) -> bool {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let before = self.text.get(..at).and_then(|text| text.chars().next_back());
        let behind = self.text.get(at..).and_then(|text| text.chars().next());
        is_word(before) != is_word(behind)
    }
}

/// The match that begins first counts, and of those the longest.
fn keep_longer(found: &mut Option<Vec<Option<usize>>>, saves: Vec<Option<usize>>) {
    let span = |saves: &[Option<usize>]| (saves.first().copied().flatten(), saves.get(1).copied().flatten());
    let better = found.as_ref().is_none_or(|have| {
        let ((start, end), (new_start, new_end)) = (span(have), span(&saves));
        new_start < start || (new_start == start && new_end > end)
    });
    if better {
        *found = Some(saves);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn found(text: &str, expression: &str, syntax: Syntax) -> Option<Vec<String>> {
        let places = Regex::new(expression, syntax, false).unwrap().find(text, 0).unwrap()?;
        let part = |place: &Option<(usize, usize)>| {
            place.map_or("", |(from, to)| text.get(from..to).unwrap()).to_owned()
        };
        Some(places.iter().map(part).collect())
    }

    // What BASH_REMATCH of Bash 5.2 holds (glibc 2.36).
    #[rstest]
    #[case("a.txt", r"^(.*)\.txt$", &["a.txt", "a"])]
    #[case("v1.22.3", r"([0-9]+)\.([0-9]+)", &["1.22", "1", "22"])]
    #[case("xfoobarx", "foo|foobar", &["foobar"])]
    #[case("abcbcd", "(a|ab)(c|bcd)*", &["abcbcd", "ab", "bcd"])]
    #[case("aaa", "a{2}", &["aa"])]
    #[case("feat/12-x", "^(feat|fix)/([0-9]{1,3})-", &["feat/12-", "feat", "12"])]
    #[case("a b", "[[:space:]]", &[" "])]
    #[case("]x", "[]x]+", &["]x"])]
    #[case("ab", "b?", &[""])]
    #[case("key=value", "^([^=]+)=(.*)$", &["key=value", "key", "value"])]
    fn finds_what_bash_finds(#[case] text: &str, #[case] expression: &str, #[case] expected: &[&str]) {
        let expected: Vec<String> = expected.iter().map(|&part| part.to_owned()).collect();
        assert_eq!(found(text, expression, Syntax::Extended), Some(expected));
    }

    #[rstest]
    #[case("a.txt", "^b")]
    #[case("abc", "^c|d$")]
    #[case("", "x")]
    #[case("ab", r"\bb")]
    fn finds_nothing_where_bash_does_not(#[case] text: &str, #[case] expression: &str) {
        assert_eq!(found(text, expression, Syntax::Extended), None);
    }

    // What `sed 's/…/[&]/'` of GNU sed 4.8 marks.
    #[rstest]
    #[case("a+b", "a+b", "a+b")]
    #[case("aab", r"a\+b", "aab")]
    #[case("x(y)", "(y)", "(y)")]
    #[case("one two", r"\(t\)wo", "two")]
    #[case("a*b", "*b", "*b")]
    #[case("cost$", "$", "")]
    fn basic_expressions_want_backslashes(#[case] text: &str, #[case] expression: &str, #[case] whole: &str) {
        assert_eq!(found(text, expression, Syntax::Basic).unwrap()[0], whole);
    }

    #[rstest]
    #[case(r"(a)\1")]
    #[case("a{1001}")]
    #[case("(")]
    #[case("[[.a.]]")]
    fn what_is_not_read_is_told(#[case] expression: &str) {
        assert!(Regex::new(expression, Syntax::Extended, false).is_none());
    }

    #[test]
    fn takes_linear_time() {
        let regex = Regex::new("(a*)*b", Syntax::Extended, false).unwrap();
        assert_eq!(regex.matches(&"a".repeat(4_000)), Ok(false));
        assert!(Regex::new(&"(".repeat(100), Syntax::Extended, false).is_none());
        assert!(regex.matches(&"a".repeat(TEXT_CAP + 1)).is_err());
    }
}
