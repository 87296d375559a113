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

/// As many segments are searched without a guess.
const FEW: usize = 16;

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
        let next = self.segments_until(offset);
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

    /// How many segments begin at `offset` or before it. The search goes out from where the offset would stand if all
    /// segments were alike: a text full of escapes would else pay a search of all of them for every span.
    fn segments_until(&self, offset: u32) -> usize {
        let begins = |segment: &Segment| segment.inner <= offset;
        let count = self.segments.len();
        if count <= FEW {
            return self.segments.partition_point(begins);
        }
        let share = offset as usize * count / (self.length as usize).max(1);
        let (guess, mut step) = (share.min(count - 1), 1);
        let (low, high) = if self.segments.get(guess).is_some_and(begins) {
            while self.segments.get(guess + step).is_some_and(begins) {
                step *= 2;
            }
            (guess, guess + step)
        } else {
            while guess.checked_sub(step).and_then(|at| self.segments.get(at)).is_some_and(|at| !begins(at)) {
                step *= 2;
            }
            (guess.saturating_sub(step), guess)
        };
        low + self.segments.get(low..high.min(count)).unwrap_or(&[]).partition_point(begins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Escapes at the front, at the end and everywhere, and segments that all stand at the wrong place.
    #[test]
    fn finds_what_a_search_of_all_segments_finds() {
        let spread: [fn(u32) -> u32; 4] =
            [|n| n, |n| n * 7, |n| n * n / 9, |n| if n < 90 { n } else { 4000 + n }];
        for place in spread {
            let segments: Vec<Segment> =
                (0..100).map(|n| Segment { inner: place(n), outer: Span::at(n) }).collect();
            for length in [1, 100, 1200, 5000] {
                let map = SpanMap::new(&segments, length);
                for offset in 0..5000 {
                    let searched = segments.partition_point(|segment| segment.inner <= offset);
                    assert_eq!(map.segments_until(offset), searched, "{offset} of {length}");
                }
            }
        }
    }
}
