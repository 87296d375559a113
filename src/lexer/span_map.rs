//! Where the bytes of a derived text stand in the outermost one.
//!
//! A text that the shell parses a second time (the inside of backquotes, an argument of `eval`, a here-document that
//! a shell reads) is a new string. A [`SpanMap`] leads the spans of its tree back to the command that people wrote.

use crate::span::Span;

/// A run of the inner text and what it was made from.
///
/// The run goes from `inner` to the next segment's `inner`. If it is as long as `outer`, its bytes stand there one by
/// one; otherwise (an escape, an expanded variable) all of it comes from all of `outer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// First byte in the inner text.
    pub inner: u32,
    /// What it stands for in the outermost text.
    pub outer: Span,
}

/// Segments in the order of the inner text, the first at offset 0.
///
/// ```
/// use willwrite::lexer::{Segment, SpanMap};
/// use willwrite::span::Span;
/// // `echo \`b\`` inside backquotes: the escapes are one byte inside and two outside.
/// let segments = [
///     Segment { inner: 0, outer: Span::new(1, 6) },
///     Segment { inner: 5, outer: Span::new(6, 8) },
///     Segment { inner: 6, outer: Span::new(8, 9) },
/// ];
/// let map = SpanMap::new(&segments, 7);
/// assert_eq!(map.outer(Span::new(0, 4)), Span::new(1, 5));
/// assert_eq!(map.outer(Span::new(5, 7)), Span::new(6, 9));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpanMap<'a> {
    segments: &'a [Segment],
    length: u32,
}

impl<'a> SpanMap<'a> {
    /// A map over an inner text of `length` bytes. Segments that are out of order give coarse spans, never a panic.
    #[must_use]
    pub const fn new(segments: &'a [Segment], length: u32) -> Self {
        Self { segments, length }
    }

    /// The outermost span of an inner one.
    #[must_use]
    pub fn outer(&self, inner: Span) -> Span {
        let start = self.place(inner.start, false);
        if inner.is_empty() {
            return Span::at(start);
        }
        Span::new(start, self.place(inner.end - 1, true).max(start))
    }

    /// The outer offset of the byte at `offset`; with `end`, one past it.
    fn place(&self, offset: u32, end: bool) -> u32 {
        let next = self.segments.partition_point(|segment| segment.inner <= offset);
        let Some(segment) = next.checked_sub(1).and_then(|index| self.segments.get(index)) else {
            return self.segments.first().map_or(offset, |segment| segment.outer.start);
        };
        let stop = self.segments.get(next).map_or(self.length, |segment| segment.inner);
        let within = offset - segment.inner;
        if stop.saturating_sub(segment.inner) == segment.outer.len() {
            return (segment.outer.start + within + u32::from(end)).min(segment.outer.end);
        }
        if end || offset >= stop { segment.outer.end } else { segment.outer.start }
    }
}
