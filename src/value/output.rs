//! What commands print and read, as text or as lines of known shapes.

use std::rc::Rc;

use super::{AbstractString, Piece, collapse};

/// More different lines than this are joined into one unknown line.
pub const LINES_CAP: usize = 256;

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
    use super::*;

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
