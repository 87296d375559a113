//! The directory and the name of a path, as `dirname` and `basename` print them.

use std::rc::Rc;

use super::{AbstractString, Piece};

impl AbstractString {
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

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
            .concat(&AbstractString::empty().with_pieces([Piece::Below("find".into())]));
        assert_eq!(below.dirname().pieces(), below.pieces());
        assert_eq!(below.basename().pieces(), [Piece::Segment("find".into())]);
    }
}
