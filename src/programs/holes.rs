//! Parts of a program's text that nobody can know: `open("$OUT", "w")` in a here-document.
//!
//! Owns the names that stand for them in the text, and the way back from a literal's text to its value.

use crate::value::{AbstractString, Piece};

/// What a name of a hole begins with; its number and [`END`] follow.
const START: &str = "__willwrite_hole_";

/// What a name of a hole ends with.
const END: &str = "__";

/// More holes than this in one text are not told apart.
const HOLES_CAP: usize = 64;

/// A text in which names stand for the parts that are not known, with the values of those.
///
/// ```
/// use willwrite::programs::fill;
/// use willwrite::value::AbstractString;
/// let text = AbstractString::text("open('").concat(&AbstractString::unknown("`$X` is not set"));
/// assert_eq!(fill(&text).0, "open('__willwrite_hole_0__");
/// assert_eq!(fill(&text).1.len(), 1);
/// ```
#[must_use]
pub fn fill(text: &AbstractString) -> (String, Vec<AbstractString>) {
    let mut filled = String::new();
    let mut holes: Vec<AbstractString> = Vec::new();
    for piece in text.pieces() {
        if let Piece::Text(known) = piece {
            filled.push_str(known);
            continue;
        }
        let number = holes.len().min(HOLES_CAP);
        filled.push_str(&format!("{START}{number}{END}"));
        if holes.len() <= HOLES_CAP {
            holes.push(text.with_pieces([piece.clone()]));
        }
    }
    (filled, holes)
}

/// The value of a literal's text.
#[cfg_attr(not(any(feature = "programs", test)), expect(dead_code, reason = "no language is read"))]
pub(super) fn literal(text: &str, holes: &[AbstractString]) -> AbstractString {
    if holes.is_empty() || !text.contains(START) {
        return AbstractString::text(text);
    }
    let mut value = AbstractString::empty();
    let mut rest = text;
    while let Some((front, behind)) = rest.split_once(START) {
        value.push_text(front);
        let Some((number, tail)) = behind.split_once(END) else {
            value.push_text(START);
            rest = behind;
            break;
        };
        match number.parse::<usize>().ok().and_then(|number| holes.get(number)) {
            Some(hole) => value.append(hole),
            None => value.push(Piece::Unknown("a part of the program that is not known".into())),
        }
        rest = tail;
    }
    value.push_text(rest);
    value
}

/// True if a piece of a text holds a name of a hole.
#[cfg_attr(not(feature = "programs"), expect(dead_code, reason = "no language is read"))]
pub(super) fn mentioned(text: &str) -> bool {
    text.contains(START)
}

/// The value that a bare name stands for, if it is a hole's.
#[cfg_attr(not(any(feature = "programs", test)), expect(dead_code, reason = "no language is read"))]
pub(super) fn named<'h>(name: &str, holes: &'h [AbstractString]) -> Option<&'h AbstractString> {
    let number = name.strip_prefix(START)?.strip_suffix(END)?;
    holes.get(number.parse::<usize>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_gets_its_holes_back() {
        let text = AbstractString::text("a/")
            .concat(&AbstractString::unknown("x"))
            .concat(&AbstractString::text(".md"));
        let (filled, holes) = fill(&text);
        assert_eq!(literal(&filled, &holes), text);
        assert_eq!(named(filled.trim_start_matches("a/").trim_end_matches(".md"), &holes), Some(&holes[0]));
        assert_eq!(literal("plain", &holes), AbstractString::text("plain"));
    }
}
