//! What the parts of a word become before splitting: texts that remember how they were quoted.

use crate::analysis::expand::cases::Reduce;
use crate::analysis::pattern;
use crate::value::{AbstractString, Piece, collapse};

/// How a text may still change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// quoted: stays as it is, and makes a field even if it is empty
    Quoted,
    /// written without quotes: not split, but a pattern
    Literal,
    /// came out of an unquoted expansion: split, and a pattern
    Split,
}

/// One piece of an expanded word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fragment {
    Text(Mode, AbstractString),
    /// the end of a field (between the parameters of `"$@"`)
    Break,
    /// any number of fields of this shape
    Many(Mode, AbstractString),
}

/// The fragments of a word, in order.
pub(super) type Fragments = Vec<Fragment>;

impl Reduce for Fragments {
    fn collapse(items: Vec<Self>) -> Self {
        let values: Vec<AbstractString> = items.iter().map(|item| joined(item, " ")).collect();
        let is_one =
            |fragment: &Fragment| matches!(fragment, Fragment::Text(Mode::Quoted | Mode::Literal, _));
        let value = collapse(&values);
        if items.iter().all(|item| !item.is_empty() && item.iter().all(is_one)) {
            return vec![Fragment::Text(Mode::Quoted, value)];
        }
        vec![Fragment::Many(Mode::Split, value)]
    }

    fn is_assumed(&self) -> bool {
        self.iter().any(|fragment| match fragment {
            Fragment::Text(_, value) | Fragment::Many(_, value) => value.is_assumed(),
            Fragment::Break => false,
        })
    }

    fn is_unknown(&self) -> bool {
        self.iter().any(|fragment| match fragment {
            Fragment::Text(_, value) => value.is_unknown(),
            Fragment::Many(..) => true,
            Fragment::Break => false,
        })
    }
}

/// One string of all fragments, for places where a word gives one field; `separator` stands for field ends.
pub(super) fn joined(fragments: &[Fragment], separator: &str) -> AbstractString {
    let mut string = AbstractString::empty();
    for fragment in fragments {
        match fragment {
            Fragment::Text(_, value) => string.append(value),
            Fragment::Break => string.push_text(separator),
            Fragment::Many(_, value) => {
                string.assume_all(value.assumes());
                let reason = value.reason().unwrap_or("any number of words");
                string.push(Piece::Unknown(reason.into()));
            }
        }
    }
    string
}

/// The fragments as a pattern: what is quoted gets backslashes.
pub(super) fn pattern_text(fragments: &[Fragment]) -> AbstractString {
    with_quoting(fragments, pattern::quote)
}

/// The fragments as an extended regular expression: what is quoted gets backslashes.
pub(super) fn regular_text(fragments: &[Fragment]) -> AbstractString {
    with_quoting(fragments, |text| {
        let mut quoted = String::with_capacity(text.len());
        for c in text.chars() {
            if ".[]()*+?{}|^$\\".contains(c) {
                quoted.push('\\');
            }
            quoted.push(c);
        }
        quoted
    })
}

fn with_quoting(fragments: &[Fragment], quote: impl Fn(&str) -> String) -> AbstractString {
    let mut string = AbstractString::empty();
    for fragment in fragments {
        let Fragment::Text(Mode::Quoted, value) = fragment else {
            string.append(&joined(std::slice::from_ref(fragment), " "));
            continue;
        };
        string.assume_all(value.assumes());
        for piece in value.pieces() {
            match piece {
                Piece::Text(text) => string.push_text(&quote(text)),
                other => string.push(other.clone()),
            }
        }
    }
    string
}

/// Lets all texts rest on an assumption.
pub(super) fn assume(fragments: &mut Fragments, mode: Mode, what: &str) {
    let mut is_told = false;
    for fragment in fragments.iter_mut() {
        if let Fragment::Text(_, value) | Fragment::Many(_, value) = fragment {
            value.assume(what);
            is_told = true;
        }
    }
    if !is_told {
        let mut empty = AbstractString::empty();
        empty.assume(what);
        fragments.push(Fragment::Text(mode, empty));
    }
}
