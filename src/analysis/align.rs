//! Where the bytes of a text stand in the outermost command that holds it quoted, escaped or with expansions in it.
//!
//! Owns that search for texts that stand nowhere as they are. It is a help for people who look at a span: where it does
//! not find the way it tells a longer span, never a wrong answer about what is written.

use memchr::memmem;

use crate::lexer::Segment;
use crate::span::Span;

/// Expansions that are stepped over in one text.
const RESYNC_CAP: usize = 64;

/// How far each side of an expansion may reach (bytes).
const REACH: usize = 256;

/// This many equal bytes tell that both sides meet again.
const MEETING: usize = 6;

/// The segments of `inner`, whose quoted form is `outer`, which begins at `base` of the outermost text.
pub fn align(outer: &str, base: u32, inner: &str) -> Vec<Segment> {
    let (outer, inner) = (outer.as_bytes(), inner.as_bytes());
    let mut segments = Vec::new();
    let (mut at, mut read, mut resyncs) = (0, 0, 0);
    let span = |from: usize, to: usize| Span::new(place(base, from), place(base, to));
    while read < inner.len() {
        let equal = equal_bytes(tail(outer, at), tail(inner, read));
        if equal > 0 {
            segments.push(Segment { inner: place(0, read), outer: span(at, at + equal) });
            (at, read) = (at + equal, read + equal);
        } else if let Some(skipped) = quoting(tail(outer, at), tail(inner, read)) {
            at += skipped;
        } else if is_escape(tail(outer, at), tail(inner, read)) {
            segments.push(Segment { inner: place(0, read), outer: span(at, at + 2) });
            (at, read) = (at + 2, read + 1);
        } else {
            resyncs += 1;
            let meeting =
                (resyncs <= RESYNC_CAP).then(|| meeting(tail(outer, at), tail(inner, read))).flatten();
            let (further, done) = meeting.unwrap_or((outer.len().saturating_sub(at), inner.len()));
            segments.push(Segment { inner: place(0, read), outer: span(at, at + further) });
            (at, read) = (at + further, read + done.max(1));
        }
    }
    segments
}

fn place(base: u32, offset: usize) -> u32 {
    base.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX))
}

fn tail(bytes: &[u8], from: usize) -> &[u8] {
    bytes.get(from..).unwrap_or(&[])
}

fn equal_bytes(outer: &[u8], inner: &[u8]) -> usize {
    outer.iter().zip(inner).take_while(|(outer, inner)| outer == inner).count()
}

/// Quotes, backslashes and tabs in front of the next byte.
fn quoting(outer: &[u8], inner: &[u8]) -> Option<usize> {
    (1..=4).find(|count| {
        let skipped = outer.get(..*count).unwrap_or(&[]);
        skipped.len() == *count
            && skipped.iter().all(|byte| matches!(byte, b'\'' | b'"' | b'\\' | b'$' | b'\t'))
            && outer.get(*count) == inner.first()
    })
}

/// `\n` and its like in `$'…'`.
fn is_escape(outer: &[u8], inner: &[u8]) -> bool {
    let ([b'\\', letter, ..], Some(byte)) = (outer, inner.first()) else { return false };
    matches!(
        (letter, byte),
        (b'n', b'\n') | (b't', b'\t') | (b'r', b'\r') | (b'e' | b'E', 0x1b) | (b'a', 7) | (b'0', 0)
    )
}

/// How far it is on both sides to where they are equal again.
fn meeting(outer: &[u8], inner: &[u8]) -> Option<(usize, usize)> {
    let within = outer.get(..(2 * REACH).min(outer.len())).unwrap_or(outer);
    (0..REACH.min(inner.len())).find_map(|done| {
        let rest = tail(inner, done);
        let key = rest.get(..MEETING.min(rest.len())).filter(|key| key.len() >= 3)?;
        memmem::find(within, key).map(|further| (further, done))
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::lexer::SpanMap;

    /// The part of the outer text that a part of the inner one comes from.
    fn found<'t>(outer: &'t str, inner: &str, part: &str) -> &'t str {
        let segments = align(outer, 0, inner);
        let start = u32::try_from(inner.find(part).unwrap()).unwrap();
        let end = start + u32::try_from(part.len()).unwrap();
        let length = u32::try_from(inner.len()).unwrap();
        SpanMap::new(&segments, length).outer(Span::new(start, end)).slice(outer)
    }

    #[rstest]
    #[case(r#"open(\"a\", \"w\")"#, r#"open("a", "w")"#, "open", "open")]
    #[case(r#"x = 1; open(\"a\", \"w\")"#, r#"x = 1; open("a", "w")"#, r#"("a", "w")"#, r#"(\"a\", \"w\")"#)]
    #[case(r"print('\''a'\'')", "print('a')", "a", "a")]
    #[case("x\\ny(1)", "x\ny(1)", "y(1)", "y(1)")]
    #[case(
        "open('$HOME/notes.md', 'w'); done()",
        "open('/home/u/notes.md', 'w'); done()",
        "done()",
        "done()"
    )]
    #[case("open('$HOME/notes.md', 'w')", "open('/home/u/notes.md', 'w')", "/home/u", "$HOME")]
    fn bytes_are_found_again(
        #[case] outer: &str,
        #[case] inner: &str,
        #[case] part: &str,
        #[case] expected: &str,
    ) {
        assert_eq!(found(outer, inner, part), expected);
    }

    #[test]
    fn texts_that_have_nothing_in_common_end() {
        let (outer, inner) = ("a".repeat(3_000), "b".repeat(3_000));
        assert!(!align(&outer, 7, &inner).is_empty());
        assert!(align("", 0, "x").len() == 1);
    }
}
