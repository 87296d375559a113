//! Byte spans: where something stands in the text that was parsed.
//!
//! Owns [`Span`] and nothing else; it knows neither text nor tree.

/// A half-open range of UTF-8 byte offsets `start..end` into the outermost command text.
///
/// Offsets are `u32`: the parser refuses longer texts before it starts.
///
/// ```
/// use willwrite::span::Span;
/// let span = Span::new(3, 7);
/// assert_eq!((span.len(), span.is_empty()), (4, false));
/// assert_eq!(span.slice("cd api && ls"), "api ");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty span at `offset`.
    #[must_use]
    pub const fn at(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// Bytes covered.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// True if no byte is covered.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// True if `other` lies within this span.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text that the span covers; empty if the span does not fit `text`.
    #[must_use]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// As `[start, end]`.
#[cfg(feature = "json")]
impl serde::Serialize for Span {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.start, self.end).serialize(serializer)
    }
}
