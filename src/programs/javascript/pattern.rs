//! Regular expressions that are plain texts, perhaps at one end: `/\.js$/`. All others are not known.

/// A plain pattern.
struct Plain {
    text: String,
    at_start: bool,
    at_end: bool,
    all: bool,
}

/// A text with what a pattern (`/source/flags`) matches replaced; `None` if the pattern is not plain.
pub(super) fn replace(text: &str, source: &str, with: &str) -> Option<String> {
    let plain = plain(source)?;
    let owned = |text: &str| Some(text.to_owned());
    match (plain.at_start, plain.at_end) {
        (true, true) => owned(if text == plain.text { with } else { text }),
        (true, false) => match text.strip_prefix(&plain.text) {
            Some(rest) => Some([with, rest].concat()),
            None => owned(text),
        },
        (false, true) => match text.strip_suffix(&plain.text) {
            Some(front) => Some([front, with].concat()),
            None => owned(text),
        },
        (false, false) if plain.all => Some(text.replace(&plain.text, with)),
        (false, false) => Some(text.replacen(&plain.text, with, 1)),
    }
}

/// The text that a pattern matches at the end alone.
pub(super) fn suffix(source: &str) -> Option<String> {
    plain(source).filter(|plain| plain.at_end && !plain.at_start).map(|plain| plain.text)
}

fn plain(source: &str) -> Option<Plain> {
    let (body, flags) = source.strip_prefix('/')?.rsplit_once('/')?;
    if flags.contains(['i', 'm', 'y', 's']) {
        return None;
    }
    let (body, at_start) = body.strip_prefix('^').map_or((body, false), |rest| (rest, true));
    let mut text = String::new();
    let mut at_end = false;
    let mut letters = body.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next()? {
                escaped if escaped.is_ascii_punctuation() => text.push(escaped),
                'n' => text.push('\n'),
                't' => text.push('\t'),
                _ => return None,
            },
            '$' if letters.peek().is_none() => at_end = true,
            '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => return None,
            plain => text.push(plain),
        }
    }
    (!text.is_empty()).then_some(Plain { text, at_start, at_end, all: flags.contains('g') })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("a.js", r"/\.js$/", ".ts", Some("a.ts"))]
    #[case("a.js.map", r"/\.js$/", ".ts", Some("a.js.map"))]
    #[case("src/a/src", "/^src/", "out", Some("out/a/src"))]
    #[case("a-b-c", "/-/g", "_", Some("a_b_c"))]
    #[case("a-b-c", "/-/", "_", Some("a_b-c"))]
    #[case("a1", r"/\d/", "x", None)]
    #[case("ab", "/a|b/", "x", None)]
    fn plain_patterns_replace(
        #[case] text: &str,
        #[case] source: &str,
        #[case] with: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(replace(text, source, with).as_deref(), expected);
    }
}
