//! Abstract values: what is known of a string, a word's field, a command's output.
//!
//! Owns the types and their algebra (concatenation, joins, caps). It knows neither syntax nor the machine; how words
//! become values stands in `analysis::expand`.

mod compare;
mod join;
mod names;
mod output;

use std::rc::Rc;

pub use join::{collapse, join};
pub use names::{basename, dirname};
pub use output::{LINES_CAP, Output, text_lines};

use crate::span::Span;

/// More alternatives than this are joined into one unknown string.
pub const VALUES_CAP: usize = 16;

/// Known text longer than this becomes [`Piece::Unknown`] (bytes).
pub const TEXT_CAP: usize = 1 << 20;

/// A string has at most this many pieces; what follows them is one unknown piece.
pub const PIECES_CAP: usize = 64;

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
    fn long_texts_become_unknown() {
        let half = "x".repeat(TEXT_CAP / 2 + 1);
        let mut value = AbstractString::text(&half);
        assert!(value.known().is_some());
        value.push_text(&half);
        assert_eq!(value.reason(), Some("a text longer than TEXT_CAP"));
    }
}
