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

    /// Appends known text.
    pub fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Piece::Text(last)) = self.pieces.last_mut() {
            let mut joined = String::with_capacity(last.len() + text.len());
            joined.push_str(last);
            joined.push_str(text);
            *last = joined.into();
        } else {
            self.pieces.push(Piece::Text(text.into()));
        }
    }

    /// Appends a piece.
    pub fn push(&mut self, piece: Piece) {
        match piece {
            Piece::Text(text) => self.push_text(&text),
            other => self.pieces.push(other),
        }
    }

    /// Appends a string with its assumptions.
    pub fn append(&mut self, other: &Self) {
        for piece in &other.pieces {
            self.push(piece.clone());
        }
        for what in &other.assumes {
            self.assume(Rc::clone(what));
        }
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
