//! Shell patterns as `fnmatch` reads them without flags: `*` and `?` match slashes and leading dots too.
//!
//! Owns matching for programs that get patterns as arguments (`find -name`); the shell's own globs stand in `analysis`.

/// Does `text` match `pattern` as a whole? Letters match in both cases with `fold`.
#[must_use]
pub fn matches(pattern: &str, text: &str, fold: bool) -> bool {
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let plain = |text: &str| text.chars().collect::<Vec<char>>();
    let read = |text: &str| if fold { lower(text) } else { plain(text) };
    all(&read(pattern), &read(text))
}

/// One star is remembered at a time, so the time is at most the product of both lengths.
fn all(pattern: &[char], text: &[char]) -> bool {
    let (mut at, mut place) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while place < text.len() {
        if pattern.get(at) == Some(&'*') {
            star = Some((at + 1, place));
            at += 1;
            continue;
        }
        let here = text.get(place).copied();
        match here.and_then(|here| one(pattern.get(at..).unwrap_or(&[]), here)) {
            Some(length) => {
                at += length;
                place += 1;
            }
            None => match star {
                Some((behind, from)) => {
                    at = behind;
                    place = from + 1;
                    star = Some((behind, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or(&[]).iter().all(|rest| *rest == '*')
}

/// The length of the pattern's first item if it matches the character.
fn one(pattern: &[char], here: char) -> Option<usize> {
    match pattern.split_first()? {
        ('?', _) => Some(1),
        ('\\', rest) => (rest.first() == Some(&here)).then_some(2),
        ('[', rest) => match bracket(rest, here) {
            Some((true, length)) => Some(length + 1),
            Some((false, _)) => None,
            None => (here == '[').then_some(1),
        },
        (literal, _) => (*literal == here).then_some(1),
    }
}

/// Whether a bracket expression (behind its `[`) holds the character, and its length; `None` if it has no end.
fn bracket(pattern: &[char], here: char) -> Option<(bool, usize)> {
    let negated = matches!(pattern.first(), Some('!' | '^'));
    let mut at = usize::from(negated);
    let mut found = false;
    let start = at;
    loop {
        let low = *pattern.get(at)?;
        if low == ']' && at > start {
            return Some((found != negated, at + 1));
        }
        let range = pattern.get(at + 1) == Some(&'-') && pattern.get(at + 2).is_some_and(|high| *high != ']');
        let high = if range { *pattern.get(at + 2)? } else { low };
        found |= low <= here && here <= high;
        at += if range { 3 } else { 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[rstest::rstest]
    // As `find . -path PATTERN` answers (findutils 4.9).
    #[case("*.rs", "a.rs", true)]
    #[case("*.rs", "a.rst", false)]
    #[case("*/x/*", "./d/x/f", true)]
    #[case("[a-c]?", "bz", true)]
    #[case("[!a-c]?", "bz", false)]
    #[case("[]]", "]", true)]
    #[case("[a", "[a", true)]
    #[case("\\*", "*", true)]
    #[case("\\*", "a", false)]
    #[case("**a*", "xxa", true)]
    #[case("", "", true)]
    #[case("A*", "abc", false)]
    fn matches_as_fnmatch_does(#[case] pattern: &str, #[case] text: &str, #[case] expected: bool) {
        assert_eq!(matches(pattern, text, false), expected);
    }

    #[test]
    fn folds_case_where_asked() {
        assert!(matches("A*", "abc", true));
    }
}
