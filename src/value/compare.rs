//! What is known of a string that may not be known: how it begins and ends, and whether it equals another.

use super::{AbstractString, Piece};

impl AbstractString {
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
