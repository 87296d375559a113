//! What patterns are matched against: characters, and holes where an abstract string is not known.

use std::rc::Rc;

use crate::value::{AbstractString, Piece};

/// One character, or a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Char(char),
    /// a character of a [`Piece::Glob`]
    GlobChar(char),
    Hole(Hole),
}

/// A part of which the text is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hole {
    /// May it be empty?
    pub empty: bool,
    /// May it hold a slash?
    pub slash: bool,
    /// What it is made of, to build a value again.
    pub source: Source,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Piece(Piece),
    /// a metacharacter (or bracket expression) of a [`Piece::Glob`]
    Glob(Rc<str>),
}

impl Symbol {
    /// The character, if it is known.
    pub(super) const fn char(&self) -> Option<char> {
        match self {
            Self::Char(c) | Self::GlobChar(c) => Some(*c),
            Self::Hole(_) => None,
        }
    }

    /// What a proper part of the symbol may be, not empty; `None` for a single character, which has none.
    pub(super) fn part(&self) -> Option<Self> {
        match self {
            Self::Hole(hole) => Some(Self::Hole(Hole { empty: false, ..hole.clone() })),
            _ => None,
        }
    }
}

pub(super) fn of_text(text: &str) -> Vec<Symbol> {
    text.chars().map(Symbol::Char).collect()
}

pub(super) fn of_value(value: &AbstractString) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for piece in value.pieces() {
        let (empty, slash) = match piece {
            Piece::Text(text) => {
                symbols.extend(text.chars().map(Symbol::Char));
                continue;
            }
            Piece::Glob(text) => {
                push_glob(&mut symbols, text);
                continue;
            }
            Piece::Segment(_) => (false, false),
            Piece::Below(_) => (false, true),
            Piece::Unknown(_) => (true, true),
        };
        symbols.push(Symbol::Hole(Hole { empty, slash, source: Source::Piece(piece.clone()) }));
    }
    symbols
}

/// A glob's own text: `*` is a hole that may be empty, `?` and brackets are holes, the rest is known. An extended glob
/// is one hole up to the end.
fn push_glob(symbols: &mut Vec<Symbol>, text: &str) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_group =
            matches!(c, '?' | '*' | '+' | '@' | '!') && rest.get(1..).is_some_and(|t| t.starts_with('('));
        let length = match c {
            _ if is_group => rest.len(),
            '\\' => {
                rest = rest.get(1..).unwrap_or("");
                if let Some(quoted) = rest.chars().next() {
                    symbols.push(Symbol::GlobChar(quoted));
                    rest = rest.get(quoted.len_utf8()..).unwrap_or("");
                }
                continue;
            }
            '[' => rest.char_indices().skip(2).find(|(_, c)| *c == ']').map_or(1, |(place, _)| place + 1),
            _ => c.len_utf8(),
        };
        let (part, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = behind;
        if matches!(c, '*' | '?') || is_group || length > c.len_utf8() {
            let source = Source::Glob(part.into());
            symbols.push(Symbol::Hole(Hole { empty: c == '*' || is_group, slash: false, source }));
        } else {
            symbols.push(Symbol::GlobChar(c));
        }
    }
}

/// The pieces that the symbols stand for.
pub(super) fn to_pieces(symbols: &[Symbol]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut text = String::new();
    let mut glob = String::new();
    let mut has_meta = false;
    for symbol in symbols {
        match symbol {
            Symbol::GlobChar(c) => {
                flush_text(&mut pieces, &mut text);
                glob.push(*c);
            }
            Symbol::Hole(Hole { source: Source::Glob(part), .. }) => {
                flush_text(&mut pieces, &mut text);
                has_meta = true;
                glob.push_str(part);
            }
            Symbol::Char(c) => {
                flush_glob(&mut pieces, &mut glob, &mut has_meta);
                text.push(*c);
            }
            Symbol::Hole(Hole { source: Source::Piece(piece), .. }) => {
                flush_text(&mut pieces, &mut text);
                flush_glob(&mut pieces, &mut glob, &mut has_meta);
                pieces.push(piece.clone());
            }
        }
    }
    flush_text(&mut pieces, &mut text);
    flush_glob(&mut pieces, &mut glob, &mut has_meta);
    pieces
}

fn flush_text(pieces: &mut Vec<Piece>, text: &mut String) {
    if !text.is_empty() {
        pieces.push(Piece::Text(std::mem::take(text).into()));
    }
}

/// Without a metacharacter, what is left of a glob is text.
fn flush_glob(pieces: &mut Vec<Piece>, glob: &mut String, has_meta: &mut bool) {
    let text = std::mem::take(glob);
    if text.is_empty() {
        return;
    }
    pieces.push(if std::mem::take(has_meta) { Piece::Glob(text.into()) } else { Piece::Text(text.into()) });
}
