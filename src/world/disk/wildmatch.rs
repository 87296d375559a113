//! git's path patterns, as `includeIf` uses them (gitignore(5), git-config(1) "Conditional includes").
//!
//! Owns matching only. Time is the product of both lengths, whatever the pattern.

enum Token {
    Literal(char),
    /// `?`: one character, no slash
    One,
    /// `*`: any characters, no slash
    Star,
    /// a leading or inner `**/`: any number of directories
    Directories,
    /// any other `**`: anything
    Anything,
    Class(Class),
}

struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

/// Whether letters that differ in case only are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// they differ
    Kept,
    /// they are the same
    Ignored,
}

/// Does the whole of `text` match the pattern?
pub(super) fn matches(pattern: &str, text: &str, case: Case) -> bool {
    let fold = |text: &str| match case {
        Case::Kept => text.to_owned(),
        Case::Ignored => text.to_lowercase(),
    };
    let tokens = tokens(&fold(pattern));
    let text: Vec<char> = fold(text).chars().collect();
    // after[j]: do the tokens behind the present one match the text from j on?
    let mut after = vec![false; text.len() + 1];
    if let Some(end) = after.last_mut() {
        *end = true;
    }
    for token in tokens.iter().rev() {
        after = step(token, &text, &after);
    }
    after.first() == Some(&true)
}

/// The row of one token from that of those behind it.
fn step(token: &Token, text: &[char], after: &[bool]) -> Vec<bool> {
    let at = |row: &[bool], place: usize| row.get(place).copied().unwrap_or(false);
    let mut row = vec![false; after.len()];
    let mut deeper = false;
    for place in (0..after.len()).rev() {
        let character = text.get(place).copied();
        let later = at(&row, place + 1);
        let single = |fits: bool| fits && at(after, place + 1);
        let value = match (token, character) {
            (Token::Star, Some('/')) | (Token::Star | Token::Anything | Token::Directories, None) => {
                at(after, place)
            }
            (Token::Star | Token::Anything, Some(_)) => at(after, place) || later,
            (Token::Directories, Some(character)) => {
                deeper = deeper || (character == '/' && at(after, place + 1));
                at(after, place) || deeper
            }
            (_, None) => false,
            (Token::Literal(literal), Some(character)) => single(*literal == character),
            (Token::One, Some(character)) => single(character != '/'),
            (Token::Class(class), Some(character)) => single(character != '/' && class.holds(character)),
        };
        if let Some(slot) = row.get_mut(place) {
            *slot = value;
        }
    }
    row
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = pattern.chars().peekable();
    let mut component_start = true;
    while let Some(character) = rest.next() {
        let token = match character {
            '?' => Token::One,
            '*' => {
                let mut stars = 1;
                while rest.next_if_eq(&'*').is_some() {
                    stars += 1;
                }
                match (stars, component_start, rest.peek()) {
                    (2.., true, Some('/')) => {
                        rest.next();
                        tokens.push(Token::Directories);
                        continue;
                    }
                    (2.., true, None) => Token::Anything,
                    _ => Token::Star,
                }
            }
            '[' => Class::read(&mut rest).map_or(Token::Literal('['), Token::Class),
            '\\' => Token::Literal(rest.next().unwrap_or('\\')),
            other => Token::Literal(other),
        };
        component_start = matches!(token, Token::Literal('/'));
        tokens.push(token);
    }
    tokens
}

impl Class {
    /// Reads up to the closing bracket; without one nothing is read.
    fn read(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<Self> {
        let mut ahead = rest.clone();
        let negated = ahead.next_if(|character| matches!(character, '!' | '^')).is_some();
        let mut ranges = Vec::new();
        loop {
            let mut first = ahead.next()?;
            if first == ']' && !ranges.is_empty() {
                break;
            }
            if first == '\\' {
                first = ahead.next()?;
            }
            let mut last = first;
            if ahead.peek() == Some(&'-') {
                let mut beyond = ahead.clone();
                beyond.next();
                if let Some(end) = beyond.next().filter(|end| *end != ']') {
                    last = end;
                    ahead = beyond;
                }
            }
            ranges.push((first, last));
        }
        *rest = ahead;
        Some(Self { negated, ranges })
    }

    fn holds(&self, character: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&character)) != self.negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `tests/disk_world/random.rs` holds random patterns to git's own matching.
    #[test]
    fn matches_as_git_does() {
        for (pattern, text, expected) in [
            ("/w/repo/.git", "/w/repo/.git", true),
            ("/w/*/.git", "/w/repo/.git", true),
            ("/w/*/.git", "/w/a/b/.git", false),
            ("**/repo/**", "/w/repo/.git", true),
            ("**/repo/**", "/w/repos/.git", false),
            ("/w/**/x/.git", "/w/x/.git", true),
            ("/w/**/x/.git", "/w/a/b/x/.git", true),
            ("/w/**", "/w/a/b", true),
            ("/w/**", "/w", false),
            ("/w/r?po/**", "/w/repo/.git", true),
            ("/w/[a-r]epo/**", "/w/repo/.git", true),
            ("/w/[!r]epo/**", "/w/repo/.git", false),
            ("/w/re**/.git", "/w/repo/.git", true),
            ("/w/\\*/x", "/w/*/x", true),
            ("/w/\\*/x", "/w/a/x", false),
        ] {
            assert_eq!(matches(pattern, text, Case::Kept), expected, "{pattern} {text}");
        }
        assert!(matches("/W/Repo/**", "/w/repo/.git", Case::Ignored));
        assert!(!matches("/W/Repo/**", "/w/repo/.git", Case::Kept));
    }

    #[test]
    fn many_stars_take_no_long_time() {
        let pattern = "*a".repeat(500);
        assert!(!matches(&pattern, &"a".repeat(499), Case::Kept));
        assert!(matches(&pattern, &"a".repeat(500), Case::Kept));
    }
}
