//! Abstract values: what is known of a string, a word's field, a command's output.
//!
//! Owns the types and their algebra (concatenation, joins, caps). It knows neither syntax nor the machine; how words
//! become values stands in `analysis::expand`.

use std::rc::Rc;

use crate::span::Span;

/// More alternatives than this are joined into one unknown string.
pub const VALUES_CAP: usize = 16;

/// Known text longer than this becomes [`Piece::Unknown`] (bytes).
pub const TEXT_CAP: usize = 1 << 20;

/// A string has at most this many pieces; what follows them is one unknown piece.
pub const PIECES_CAP: usize = 64;

/// More different lines than this are joined into one unknown line.
pub const LINES_CAP: usize = 256;

/// One piece of an [`AbstractString`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// exactly this text
    Text(Rc<str>),
    /// an unquoted pattern without a slash that matched nothing that could be listed, as written
    Glob(Rc<str>),
    /// unknown text, not empty, without a slash, and not `.` or `..`: a mktemp suffix, a date, `$$`; what it is
    Segment(Rc<str>),
    /// an unknown relative path without `..`: what `find D` prints behind `D/`; what it is
    Below(Rc<str>),
    /// anything, the empty string too; the reason
    Unknown(Rc<str>),
}

/// A string of which some pieces may be unknown. Adjacent [`Piece::Text`]s are always merged and never empty, so the
/// empty string has no pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AbstractString {
    pieces: Vec<Piece>,
    /// What this value rests on, such as `OUT unset`; sorted, each once.
    assumes: Vec<Rc<str>>,
}

impl AbstractString {
    /// The empty string.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Exactly `text`.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let mut string = Self::default();
        string.push_text(text);
        string
    }

    /// A string of which nothing is known.
    #[must_use]
    pub fn unknown(reason: impl Into<Rc<str>>) -> Self {
        Self { pieces: vec![Piece::Unknown(reason.into())], assumes: Vec::new() }
    }

    /// The pieces in order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What the value rests on.
    #[must_use]
    pub fn assumes(&self) -> &[Rc<str>] {
        &self.assumes
    }

    /// Adds an assumption.
    pub fn assume(&mut self, what: impl Into<Rc<str>>) {
        let what = what.into();
        if let Err(place) = self.assumes.binary_search(&what) {
            self.assumes.insert(place, what);
        }
    }

    /// Drops every assumption.
    #[must_use]
    pub fn without_assumptions(mut self) -> Self {
        self.assumes.clear();
        self
    }

    /// Appends known text. Past [`TEXT_CAP`] the text becomes unknown.
    pub fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) if last.len() + text.len() > TEXT_CAP => {
                self.pieces.pop();
                self.push(Piece::Unknown("a text longer than TEXT_CAP".into()));
            }
            Some(Piece::Text(last)) => {
                let mut joined = String::with_capacity(last.len() + text.len());
                joined.push_str(last);
                joined.push_str(text);
                *last = joined.into();
            }
            _ if text.len() > TEXT_CAP => self.push(Piece::Unknown("a text longer than TEXT_CAP".into())),
            _ => self.push_new(Piece::Text(text.into())),
        }
    }

    /// Appends a piece. Two unknown ones in a row are one; past [`PIECES_CAP`] what follows is unknown.
    pub fn push(&mut self, piece: Piece) {
        match (piece, self.pieces.last()) {
            (Piece::Text(text), _) => self.push_text(&text),
            (Piece::Unknown(_), Some(Piece::Unknown(_))) => {}
            (other, _) => self.push_new(other),
        }
    }

    fn push_new(&mut self, piece: Piece) {
        if self.pieces.len() < PIECES_CAP {
            self.pieces.push(piece);
        } else if !matches!(self.pieces.last(), Some(Piece::Unknown(_))) {
            self.pieces.pop();
            self.pieces.push(Piece::Unknown("a value of more than PIECES_CAP pieces".into()));
        }
    }

    /// Appends a string with its assumptions.
    pub fn append(&mut self, other: &Self) {
        for piece in &other.pieces {
            self.push(piece.clone());
        }
        self.assume_all(&other.assumes);
    }

    /// Adds assumptions.
    pub fn assume_all(&mut self, assumptions: &[Rc<str>]) {
        for what in assumptions {
            self.assume(Rc::clone(what));
        }
    }

    /// Both strings, one behind the other.
    ///
    /// ```
    /// use willwrite::value::AbstractString;
    /// let path = AbstractString::text("api/").concat(&AbstractString::text("x.py"));
    /// assert_eq!(path.known(), Some("api/x.py"));
    /// ```
    #[must_use]
    pub fn concat(mut self, other: &Self) -> Self {
        self.append(other);
        self
    }

    /// The whole text if every piece of it is known.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The known text in front of the first piece that is not text.
    #[must_use]
    pub fn known_prefix(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }

    /// The known text behind the last piece that is not text.
    #[must_use]
    pub fn known_suffix(&self) -> &str {
        match self.pieces.last() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }

    /// True if the string is known to be empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Is the string empty? `None`: don't know.
    #[must_use]
    pub fn emptiness(&self) -> Option<bool> {
        if self.pieces.is_empty() {
            Some(true)
        } else if self.pieces.iter().all(|piece| matches!(piece, Piece::Unknown(_))) {
            None
        } else {
            Some(false)
        }
    }

    /// Does the string begin with `prefix`? `None`: don't know.
    ///
    /// ```
    /// use willwrite::value::AbstractString;
    /// let path = AbstractString::text("/tmp/").concat(&AbstractString::unknown("`$X` is not set"));
    /// assert_eq!(path.starts_with("/"), Some(true));
    /// assert_eq!(path.starts_with("/home"), Some(false));
    /// assert_eq!(path.starts_with("/tmp/a"), None);
    /// ```
    #[must_use]
    pub fn starts_with(&self, prefix: &str) -> Option<bool> {
        let known = self.known_prefix();
        if known.starts_with(prefix) {
            return Some(true);
        }
        let slash_free = !matches!(self.pieces.first(), Some(Piece::Unknown(_)));
        if self.known().is_some() || !prefix.starts_with(known) {
            return Some(false);
        }
        if known.is_empty() && slash_free && prefix.starts_with('/') { Some(false) } else { None }
    }

    /// Does the string end in `suffix`? `None`: don't know.
    #[must_use]
    pub fn ends_with(&self, suffix: &str) -> Option<bool> {
        let known = self.known_suffix();
        if known.ends_with(suffix) {
            return Some(true);
        }
        if self.known().is_some() || !suffix.ends_with(known) { Some(false) } else { None }
    }

    /// Are the two strings equal? `None`: don't know. Two unknown strings are never known to be equal, not even the
    /// same one.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Option<bool> {
        if let (Some(left), Some(right)) = (self.known(), other.known()) {
            return Some(left == right);
        }
        let fronts = (self.known_prefix(), other.known_prefix());
        let backs = (self.known_suffix(), other.known_suffix());
        let front_fits = fronts.0.starts_with(fronts.1) || fronts.1.starts_with(fronts.0);
        let back_fits = backs.0.ends_with(backs.1) || backs.1.ends_with(backs.0);
        let one_is_empty = (self.is_empty() && other.emptiness() == Some(false))
            || (other.is_empty() && self.emptiness() == Some(false));
        if front_fits && back_fits && !one_is_empty && self.length_fits(other) && other.length_fits(self) {
            None
        } else {
            Some(false)
        }
    }

    /// False if the other is known and shorter than the text that is known of this one.
    fn length_fits(&self, other: &Self) -> bool {
        let least: usize = self
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.len(),
                Piece::Glob(_) | Piece::Unknown(_) => 0,
                Piece::Segment(_) | Piece::Below(_) => 1,
            })
            .sum();
        other.known().is_none_or(|text| text.len() >= least)
    }

    /// Why the string is not known, if it is not: the reason of its first unknown piece.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.pieces.iter().find_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Glob(what) | Piece::Segment(what) | Piece::Below(what) | Piece::Unknown(what) => {
                Some(&**what)
            }
        })
    }

    /// Without the newlines at its end, as command substitution leaves it.
    #[must_use]
    pub fn trim_newlines(&self) -> Self {
        let mut trimmed = self.clone();
        if let Some(Piece::Text(text)) = trimmed.pieces.pop_if(|piece| matches!(piece, Piece::Text(_))) {
            trimmed.push_text(text.trim_end_matches('\n'));
        }
        trimmed
    }

    /// What `dirname` prints for this path. An unknown path below a directory has a directory that is or lies below it.
    #[must_use]
    pub fn dirname(&self) -> Self {
        if let Some(text) = self.known() {
            return self.with_pieces([Piece::Text(dirname(text).into())]);
        }
        let mut pieces = self.pieces.clone();
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Glob(_) | Piece::Segment(_) => {}
                Piece::Below(_) | Piece::Unknown(_) => {
                    pieces.push(piece);
                    return self.with_pieces(pieces);
                }
                Piece::Text(text) => {
                    let is_last = pieces.len() + 1 == self.pieces.len();
                    let trimmed = if is_last { text.trim_end_matches('/') } else { &*text };
                    if let Some((front, _)) = trimmed.rsplit_once('/') {
                        let front = front.trim_end_matches('/');
                        let is_root = front.is_empty() && pieces.is_empty();
                        pieces.push(Piece::Text(if is_root { "/" } else { front }.into()));
                        return self.with_pieces(pieces);
                    }
                }
            }
        }
        self.with_pieces([Piece::Text(".".into())])
    }

    /// What `basename` prints for this path (without a suffix to remove).
    #[must_use]
    pub fn basename(&self) -> Self {
        if let Some(text) = self.known() {
            return self.with_pieces([Piece::Text(basename(text).into())]);
        }
        let mut behind: Vec<Piece> = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate().rev() {
            let is_last = index + 1 == self.pieces.len();
            match piece {
                Piece::Text(text) => {
                    let trimmed = if is_last { text.trim_end_matches('/') } else { text };
                    if let Some((_, name)) = trimmed.rsplit_once('/') {
                        behind.push(Piece::Text(name.into()));
                        break;
                    }
                    behind.push(Piece::Text(trimmed.into()));
                }
                Piece::Below(why) if behind.is_empty() => {
                    behind.push(Piece::Segment(Rc::clone(why)));
                    break;
                }
                Piece::Below(why) | Piece::Unknown(why) => {
                    behind.push(Piece::Unknown(Rc::clone(why)));
                    break;
                }
                slash_free => behind.push(slash_free.clone()),
            }
        }
        self.with_pieces(behind.into_iter().rev())
    }

    /// A string of these pieces with this one's assumptions.
    #[must_use]
    pub fn with_pieces(&self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        let mut string = Self { pieces: Vec::new(), assumes: self.assumes.clone() };
        // Neighbouring texts are gathered first: joining them one by one would copy what stands there each time.
        let mut run = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => run.push_str(&text),
                other => {
                    string.push_text(&std::mem::take(&mut run));
                    string.push(other);
                }
            }
        }
        string.push_text(&run);
        string
    }

    /// True if both have the same pieces, whatever the reasons say and the values rest on.
    #[must_use]
    pub fn same_shape(&self, other: &Self) -> bool {
        self.pieces.len() == other.pieces.len()
            && self.pieces.iter().zip(&other.pieces).all(|pair| match pair {
                (Piece::Text(left), Piece::Text(right)) | (Piece::Glob(left), Piece::Glob(right)) => {
                    left == right
                }
                (Piece::Segment(_), Piece::Segment(_))
                | (Piece::Below(_), Piece::Below(_))
                | (Piece::Unknown(_), Piece::Unknown(_)) => true,
                _ => false,
            })
    }
}

/// The directory part of a known path, as `dirname` prints it.
///
/// ```
/// assert_eq!(willwrite::value::dirname("a/b//"), "a");
/// assert_eq!(willwrite::value::dirname("a"), ".");
/// ```
#[must_use]
pub fn dirname(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { "." } else { "/" };
    }
    match trimmed.rsplit_once('/') {
        None => ".",
        Some((front, _)) if front.trim_end_matches('/').is_empty() => "/",
        Some((front, _)) => front.trim_end_matches('/'),
    }
}

/// The last component of a known path, as `basename` prints it.
#[must_use]
pub fn basename(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { "" } else { "/" };
    }
    trimmed.rsplit_once('/').map_or(trimmed, |(_, name)| name)
}

/// Joins two sets of alternatives: what is in either. A value that is in both rests only on what it rests on in both.
/// Past [`VALUES_CAP`] the set is [`collapse`]d to one.
///
/// ```
/// use willwrite::value::{AbstractString, join};
/// let a = [AbstractString::text("a")];
/// assert_eq!(join(&a, &a), a);
/// ```
#[must_use]
pub fn join(left: &[AbstractString], right: &[AbstractString]) -> Vec<AbstractString> {
    let mut set: Vec<AbstractString> = Vec::with_capacity(left.len() + right.len());
    for value in left.iter().chain(right) {
        match set.iter_mut().find(|present| present.same_shape(value)) {
            Some(present) => present.assumes.retain(|what| value.assumes.contains(what)),
            None => set.push(value.clone()),
        }
    }
    if set.len() > VALUES_CAP { vec![collapse(&set)] } else { set }
}

/// One string that stands for every one of `values`: what is unknown in one is unknown in it. It keeps the text that all
/// begin and end with, and the assumptions that all share. No values at all give an unknown string.
#[must_use]
pub fn collapse(values: &[AbstractString]) -> AbstractString {
    let Some((first, rest)) = values.split_first() else {
        return AbstractString::unknown("no value");
    };
    let mut assumes = first.assumes.clone();
    assumes.retain(|what| rest.iter().all(|value| value.assumes.contains(what)));
    if rest.iter().all(|value| value.same_shape(first)) {
        return AbstractString { pieces: first.pieces.clone(), assumes };
    }
    let front =
        rest.iter().fold(first.known_prefix(), |front, value| common_prefix(front, value.known_prefix()));
    let back =
        rest.iter().fold(first.known_suffix(), |back, value| common_suffix(back, value.known_suffix()));
    // A known value may have its only text counted at both ends: what the front took is not there for the back.
    let shortest = values.iter().filter_map(|value| value.known()).map(str::len).min().unwrap_or(usize::MAX);
    let back = if front.len() + back.len() > shortest { "" } else { back };
    let reason: Rc<str> =
        values.iter().find_map(AbstractString::reason).unwrap_or("one of several values").into();
    let mut collapsed = AbstractString { pieces: Vec::new(), assumes };
    collapsed.push_text(front);
    collapsed.push(Piece::Unknown(reason));
    collapsed.push_text(back);
    collapsed
}

fn common_prefix<'t>(left: &'t str, right: &str) -> &'t str {
    let length: usize =
        left.chars().zip(right.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    left.get(..length).unwrap_or("")
}

fn common_suffix<'t>(left: &'t str, right: &str) -> &'t str {
    let length: usize = left
        .chars()
        .rev()
        .zip(right.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    left.get(left.len() - length..).unwrap_or("")
}

/// One field that word expansion gave: an argument of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its text.
    pub value: AbstractString,
    /// True if it stands for any number of words of this shape, none included (an unquoted unknown, a glob, `"$@"` of
    /// unknown parameters, what a producer prints).
    pub many: bool,
    /// The word that it came from.
    pub span: Span,
}

impl Field {
    /// A field of known text.
    #[must_use]
    pub fn text(text: &str, span: Span) -> Self {
        Self { value: AbstractString::text(text), many: false, span }
    }

    /// The text if it is known and stands for exactly one word.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        if self.many { None } else { self.value.known() }
    }
}

/// What a command writes to its standard output, or what it may read from its standard input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// nothing at all
    #[default]
    Nothing,
    /// this text, newlines included
    Text(AbstractString),
    /// any number of lines (or NUL-ended records), each of one of these shapes
    Lines(Vec<AbstractString>),
    /// nobody can know; the reason
    Unknown(Rc<str>),
}

impl Output {
    /// What is printed if `self` is printed first and `other` after it.
    #[must_use]
    pub fn followed_by(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, output) | (output, Self::Nothing) => output,
            (Self::Unknown(why), _) | (_, Self::Unknown(why)) => Self::Unknown(why),
            (Self::Text(first), Self::Text(second)) => Self::Text(first.concat(&second)),
            (first, second) => Self::lines(first.shapes(), second.shapes()),
        }
    }

    /// What is printed if it is either `self` or `other`.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (first, second) if first == second => first,
            (Self::Unknown(why), _) | (_, Self::Unknown(why)) => Self::Unknown(why),
            (first, second) => Self::lines(first.shapes(), second.shapes()),
        }
    }

    /// The shapes that its lines have, without the newlines. Unknown text is one unknown line.
    #[must_use]
    pub fn shapes(&self) -> Vec<AbstractString> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Text(text) => text_lines(text),
            Self::Lines(shapes) => shapes.clone(),
            Self::Unknown(why) => vec![AbstractString::unknown(Rc::clone(why))],
        }
    }

    fn lines(first: Vec<AbstractString>, second: Vec<AbstractString>) -> Self {
        let mut shapes = first;
        for shape in second {
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        if shapes.len() > LINES_CAP {
            shapes = vec![collapse(&shapes)];
        }
        Self::Lines(shapes)
    }
}

/// The lines of a text without their newlines; what stands behind the last newline is a line too unless it is empty.
#[must_use]
pub fn text_lines(text: &AbstractString) -> Vec<AbstractString> {
    let mut lines = Vec::new();
    let mut line = text.with_pieces([]);
    let mut has_piece = false;
    for piece in text.pieces() {
        let Piece::Text(known) = piece else {
            line.push(piece.clone());
            has_piece = true;
            continue;
        };
        let mut parts = known.split('\n');
        if let Some(first) = parts.next() {
            line.push_text(first);
            has_piece |= !first.is_empty();
        }
        for part in parts {
            lines.push(std::mem::replace(&mut line, text.with_pieces([])));
            line.push_text(part);
            has_piece = !part.is_empty();
        }
    }
    if has_piece {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn piece() -> impl Strategy<Value = Piece> {
        let text = prop::sample::select(vec!["a", "b", "/", "a/b", ".", "é"]);
        (0..5u8, text).prop_map(|(kind, text)| match kind {
            0 => Piece::Glob("*.x".into()),
            1 => Piece::Segment(text.into()),
            2 => Piece::Below(text.into()),
            3 => Piece::Unknown(text.into()),
            _ => Piece::Text(text.into()),
        })
    }

    fn string() -> impl Strategy<Value = AbstractString> {
        let assumptions = prop::collection::vec(prop::sample::select(vec!["X unset", "Y unset"]), 0..2);
        (prop::collection::vec(piece(), 0..5), assumptions).prop_map(|(pieces, assumptions)| {
            let mut string = AbstractString::empty().with_pieces(pieces);
            for what in assumptions {
                string.assume(what);
            }
            string
        })
    }

    fn set() -> impl Strategy<Value = Vec<AbstractString>> {
        prop::collection::vec(string(), 1..12).prop_map(|values| join(&values, &[]))
    }

    fn same_set(left: &[AbstractString], right: &[AbstractString]) -> bool {
        let covers = |a: &[AbstractString], b: &[AbstractString]| {
            b.iter().all(|value| {
                a.iter().any(|other| other.same_shape(value) && other.assumes() == value.assumes())
            })
        };
        covers(left, right) && covers(right, left)
    }

    proptest! {
        #[test]
        fn join_is_commutative(left in set(), right in set()) {
            prop_assert!(same_set(&join(&left, &right), &join(&right, &left)));
        }

        #[test]
        fn join_is_idempotent(values in set()) {
            prop_assert_eq!(join(&values, &values), values);
        }

        #[test]
        fn join_keeps_within_the_cap(left in set(), right in set()) {
            prop_assert!(join(&left, &right).len() <= VALUES_CAP);
        }

        #[test]
        fn unknown_absorbs_when_collapsed(values in set()) {
            let mut with_unknown = values;
            with_unknown.push(AbstractString::unknown("why"));
            let collapsed = collapse(&with_unknown);
            prop_assert!(matches!(collapsed.pieces(), [Piece::Unknown(_)]));
            prop_assert!(collapsed.assumes().is_empty());
        }

        #[test]
        fn collapse_never_denies_a_member(values in set()) {
            let collapsed = collapse(&values);
            for value in &values {
                prop_assert_ne!(collapsed.equals(value), Some(false));
            }
        }

        #[test]
        fn concatenation_keeps_the_shape(left in string(), middle in string(), right in string()) {
            let first = left.clone().concat(&middle).concat(&right);
            let second = left.concat(&middle.concat(&right));
            prop_assert_eq!(first, second);
        }

        #[test]
        fn the_empty_string_is_neutral(value in string()) {
            prop_assert_eq!(value.clone().concat(&AbstractString::empty()), value.clone());
            prop_assert_eq!(AbstractString::empty().concat(&value), value);
        }

        #[test]
        fn no_two_texts_stand_side_by_side(left in string(), right in string()) {
            let joined = left.concat(&right);
            let neighbours = joined.pieces().windows(2);
            for pair in neighbours {
                prop_assert!(!matches!(pair, [Piece::Text(_), Piece::Text(_)]));
            }
        }

        #[test]
        fn nothing_is_known_to_differ_from_itself(value in string()) {
            prop_assert_ne!(value.equals(&value), Some(false));
        }
    }

    #[test]
    fn more_values_than_the_cap_become_one() {
        let many: Vec<AbstractString> =
            (0..=VALUES_CAP).map(|number| AbstractString::text(&format!("/w/{number}.txt"))).collect();
        let joined = join(&many, &[]);
        assert_eq!(joined.len(), 1);
        assert_eq!(joined[0].known_prefix(), "/w/");
        assert_eq!(joined[0].known_suffix(), ".txt");
        assert_eq!(joined[0].known(), None);
    }

    #[test]
    fn long_texts_become_unknown() {
        let half = "x".repeat(TEXT_CAP / 2 + 1);
        let mut value = AbstractString::text(&half);
        assert!(value.known().is_some());
        value.push_text(&half);
        assert_eq!(value.reason(), Some("a text longer than TEXT_CAP"));
    }

    // What dirname and basename of coreutils 9.1 print.
    #[rstest]
    #[case("/usr/lib", "/usr", "lib")]
    #[case("/usr/", "/", "usr")]
    #[case("usr", ".", "usr")]
    #[case("/", "/", "/")]
    #[case("//", "/", "/")]
    #[case(".", ".", ".")]
    #[case("", ".", "")]
    #[case("a//b", "a", "b")]
    #[case("a/b///", "a", "b")]
    #[case("//a", "/", "a")]
    fn splits_known_paths(#[case] path: &str, #[case] directory: &str, #[case] name: &str) {
        let value = AbstractString::text(path);
        assert_eq!(value.dirname().known(), Some(directory));
        assert_eq!(value.basename().known(), Some(name));
    }

    #[test]
    fn splits_paths_with_an_unknown_name() {
        let path = AbstractString::empty().with_pieces([
            Piece::Text("/w/a".into()),
            Piece::Segment("suffix".into()),
            Piece::Text(".py".into()),
        ]);
        assert_eq!(path.dirname().known(), Some("/w"));
        assert_eq!(
            path.basename().pieces(),
            [Piece::Text("a".into()), Piece::Segment("suffix".into()), Piece::Text(".py".into())]
        );
        let below = AbstractString::text("src/")
            .concat(&AbstractString { pieces: vec![Piece::Below("find".into())], assumes: Vec::new() });
        assert_eq!(below.dirname().pieces(), below.pieces());
        assert_eq!(below.basename().pieces(), [Piece::Segment("find".into())]);
    }

    #[test]
    fn takes_texts_apart_by_lines() {
        let text = AbstractString::empty().with_pieces([
            Piece::Text("a\n\nb".into()),
            Piece::Segment("id".into()),
            Piece::Text("\n".into()),
        ]);
        let lines = text_lines(&text);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].known(), Some("a"));
        assert_eq!(lines[1].known(), Some(""));
        assert_eq!(lines[2].pieces(), [Piece::Text("b".into()), Piece::Segment("id".into())]);
        assert_eq!(text_lines(&AbstractString::text("")), []);
    }

    #[test]
    fn outputs_follow_one_another() {
        let first = Output::Text(AbstractString::text("a\n"));
        let second = Output::Text(AbstractString::text("b\n"));
        assert_eq!(first.clone().followed_by(second.clone()), Output::Text(AbstractString::text("a\nb\n")));
        let shapes = vec![AbstractString::text("a"), AbstractString::text("b")];
        assert_eq!(first.clone().or(second), Output::Lines(shapes));
        assert_eq!(Output::Nothing.followed_by(first.clone()), first);
    }
}
