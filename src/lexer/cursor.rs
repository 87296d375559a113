//! A place in a text: looking, stepping, skipping blanks, comments and backslash-newlines.

use super::SpanMap;
use crate::span::Span;

/// A place in one text. All offsets are into that text; [`Cursor::span`] leads them out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// Offset of the next byte.
    pub position: usize,
    map: Option<SpanMap<'a>>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str, map: Option<SpanMap<'a>>) -> Self {
        Self { text, bytes: text.as_bytes(), position: 0, map }
    }

    /// The same text, from `start`, ending at `end`.
    pub(crate) fn within(&self, start: usize, end: usize) -> Self {
        let text = self.text.get(..end).unwrap_or(self.text);
        Self { text, bytes: text.as_bytes(), position: start, map: self.map }
    }

    pub(crate) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) const fn is_at_end(&self) -> bool {
        self.position >= self.bytes.len()
    }

    /// The byte at `offset`, or NUL behind the end. Where a NUL byte would matter, ask [`Cursor::is_at_end`].
    #[inline]
    pub(crate) fn byte(&self, offset: usize) -> u8 {
        self.bytes.get(offset).copied().unwrap_or(0)
    }

    /// The next byte, or NUL at the end.
    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        self.byte(self.position)
    }

    /// The text from `start` to the current place.
    #[inline]
    pub(crate) fn since(&self, start: usize) -> &'a str {
        self.slice(start, self.position)
    }

    /// The text between two offsets; empty if they do not fit.
    #[inline]
    pub(crate) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    /// The outermost span of what lies between two offsets.
    #[inline]
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let span = Span::new(offset(start), offset(end));
        match self.map {
            None => span,
            Some(map) => map.outer(span),
        }
    }

    /// Where a slice of this text begins in it.
    pub(crate) fn offset_of(&self, slice: &str) -> Option<usize> {
        let distance = (slice.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        (distance <= self.text.len()).then_some(distance)
    }

    /// `start`, or the first offset behind it that is not a backslash-newline.
    #[inline]
    pub(crate) fn after_continuations(&self, start: usize) -> usize {
        let mut at = start;
        while self.byte(at) == b'\\' && self.byte(at + 1) == b'\n' {
            at += 2;
        }
        at
    }

    /// Steps over backslash-newlines.
    #[inline]
    pub(crate) fn join(&mut self) {
        self.position = self.after_continuations(self.position);
    }

    /// The offset of the byte after the next one, backslash-newlines left out.
    #[inline]
    pub(crate) fn second(&self) -> usize {
        self.after_continuations(self.position + 1)
    }

    /// Steps to the first byte that `is_stop` accepts, or to the end.
    #[inline]
    pub(crate) fn run(&mut self, is_stop: impl Fn(u8) -> bool) {
        let rest = self.bytes.get(self.position..).unwrap_or(&[]);
        self.position += rest.iter().position(|&byte| is_stop(byte)).unwrap_or(rest.len());
    }

    /// Steps over blanks, backslash-newlines and a comment (up to its newline). Only where a token may begin: there a
    /// backslash that ends the text is nothing, too.
    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.position += 1,
                b'\\' if self.byte(self.position + 1) == b'\n' => self.position += 2,
                b'\\' if self.position + 1 == self.bytes.len() => self.position += 1,
                b'#' => self.skip_line(),
                _ => return,
            }
        }
    }

    /// Steps to the next newline or the end.
    fn skip_line(&mut self) {
        self.position = self.find(b'\n', self.position).unwrap_or(self.bytes.len());
    }

    /// The next place of `byte` at or behind `from`.
    pub(crate) fn find(&self, byte: u8, from: usize) -> Option<usize> {
        search(byte, self.bytes.get(from..)?).map(|found| found + from)
    }

    /// The offset behind the character at `offset`.
    pub(crate) fn after_character(&self, at: usize) -> usize {
        let mut end = at + 1;
        while end < self.bytes.len() && !self.text.is_char_boundary(end) {
            end += 1;
        }
        end.min(self.bytes.len())
    }
}

/// An offset as spans hold it; the parser refuses longer texts.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The first place of `byte`. `memchr::memchr` asks the processor first what it can do; that costs more than the search
/// in a command, the more so in a virtual machine, where the question leaves it.
fn search(byte: u8, bytes: &[u8]) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    return memchr::arch::x86_64::sse2::memchr::One::new(byte)?.find(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    return memchr::arch::all::memchr::One::new(byte).find(bytes);
}
