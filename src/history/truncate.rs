//! Cuts a masked text to a bounded size, by the kind of tool, with a marker that says what is gone.

use super::mask::Clean;
use super::tools::ToolKind;

/// How much of a text is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Characters at most, the marker included.
    pub characters: usize,
    /// Lines at most, the marker's included.
    pub lines: usize,
    /// Which end matters.
    pub keep: Keep,
}

/// Which part of a text that is too long is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// its beginning: a file, a list of matches
    Head,
    /// a third from its beginning, two from its end: a command's output, whose last lines say how it went
    Ends,
}

impl Keep {
    /// What matters in the output of this kind of tool.
    #[must_use]
    pub const fn of(kind: ToolKind) -> Self {
        match kind {
            ToolKind::Shell | ToolKind::Other => Self::Ends,
            _ => Self::Head,
        }
    }
}

/// Room for the marker, which is never longer.
const MARKER_CHARACTERS: usize = 64;

/// Cuts `text` to the limit. What fits stays as it is. A limit that leaves no room for the marker gives an empty text.
#[must_use]
pub fn truncate(text: Clean, limit: Limit) -> Clean {
    let characters = text.as_str().chars().count();
    let lines = text.as_str().lines().count();
    if characters <= limit.characters && lines <= limit.lines {
        return text;
    }
    let room = limit.characters.saturating_sub(MARKER_CHARACTERS + 2);
    if room == 0 || limit.lines == 0 {
        return text.with(String::new());
    }
    let rows = limit.lines - 1;
    let (head, tail) = match limit.keep {
        Keep::Head => (part_of_head(text.as_str(), rows, room), ""),
        Keep::Ends => {
            let tail = part_of_tail(text.as_str(), rows - rows / 3, room - room / 3);
            (part_of_head(text.as_str(), rows / 3, room / 3), tail)
        }
    };
    let kept_lines = head.lines().count() + tail.lines().count();
    let kept_characters = head.chars().count() + tail.chars().count();
    let marker = format!(
        "[... cut: {} lines, {} characters]",
        lines.saturating_sub(kept_lines),
        characters.saturating_sub(kept_characters)
    );
    let parts = [head.trim_end_matches(['\n', '\r']), &marker, tail.trim_end_matches(['\n', '\r'])];
    let joined: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let kept = joined.join("\n");
    text.with(kept)
}

/// The first lines and characters of a text; whole lines where at least half of the room is used by them.
fn part_of_head(text: &str, lines: usize, characters: usize) -> &str {
    let by_lines = match lines.checked_sub(1).and_then(|index| newlines(text).nth(index)) {
        Some(end) => text.get(..end).unwrap_or(text),
        None if lines == 0 => "",
        None => text,
    };
    let Some((end, _)) = by_lines.char_indices().nth(characters) else { return by_lines };
    let cut = by_lines.get(..end).unwrap_or_default();
    match cut.rfind('\n') {
        Some(last) if last > cut.len() / 2 => cut.get(..last).unwrap_or(cut),
        _ => cut,
    }
}

/// The last lines and characters of a text; whole lines where at least half of the room is used by them.
fn part_of_tail(text: &str, lines: usize, characters: usize) -> &str {
    let text = text.trim_end_matches(['\n', '\r']);
    let by_lines = match lines.checked_sub(1).and_then(|index| text.rmatch_indices('\n').nth(index)) {
        Some((start, _)) => text.get(start + 1..).unwrap_or_default(),
        None if lines == 0 => "",
        None => text,
    };
    let Some(index) = characters.checked_sub(1) else { return "" };
    let cut = match by_lines.char_indices().rev().nth(index) {
        Some((start, _)) if start > 0 => by_lines.get(start..).unwrap_or_default(),
        _ => return by_lines,
    };
    match cut.find('\n') {
        Some(first) if first < cut.len() / 2 => cut.get(first + 1..).unwrap_or(cut),
        _ => cut,
    }
}

fn newlines(text: &str) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr_iter(b'\n', text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::mask::mask;
    use super::*;
    use proptest::prelude::*;

    fn cut(text: &str, lines: usize, characters: usize, keep: Keep) -> String {
        truncate(mask(text), Limit { characters, lines, keep }).as_str().to_owned()
    }

    // The document's own test: 20,000 characters, at most 10,100 with the marker; ours stays below the limit itself.
    #[test]
    fn one_long_line_is_cut_to_the_limit() {
        let text = cut(&"x".repeat(20_000), 100, 10_000, Keep::Head);
        assert!(text.chars().count() <= 10_000);
        assert!(text.ends_with("\n[... cut: 0 lines, 10066 characters]"), "{text}");
    }

    #[test]
    fn a_command_keeps_both_ends() {
        let numbers: Vec<String> = (1..=20).map(|number| number.to_string()).collect();
        let text = cut(&numbers.join("\n"), 7, 1000, Keep::Ends);
        assert_eq!(text, "1\n2\n[... cut: 14 lines, 36 characters]\n17\n18\n19\n20");
    }

    #[test]
    fn a_file_keeps_its_head() {
        let text = cut("a\nb\nc\nd\n", 3, 1000, Keep::Head);
        assert_eq!(text, "a\nb\n[... cut: 2 lines, 5 characters]");
    }

    #[test]
    fn what_fits_stays() {
        assert_eq!(cut("a\r\nb\n\n", 3, 6, Keep::Ends), "a\r\nb\n\n");
        assert_eq!(cut("ééé", 1, 3, Keep::Ends), "ééé");
    }

    proptest! {
        #[test]
        fn never_over_the_limit(text in "[a-zé\n\r ]{0,400}", lines in 0usize..12, characters in 0usize..300, ends: bool) {
            let keep = if ends { Keep::Ends } else { Keep::Head };
            let short = cut(&text, lines, characters, keep);
            prop_assert!(short.chars().count() <= characters);
            prop_assert!(short.lines().count() <= lines || short.is_empty());
        }
    }
}
