//! Programs of awk cut into tokens.

/// A token of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Text(String),
    Number(String),
    Name(String),
    Regex,
    Newline,
    /// an operator or a bracket
    Mark(&'static str),
}

/// Longest first.
const MARKS: &[&str] = &[
    "**=", ">>", "&&", "||", "|&", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==", "<=", ">=", "!=",
    "!~", "**", "{", "}", "(", ")", "[", "]", ";", ",", "+", "-", "*", "/", "%", "^", "!", ">", "<", "|",
    "?", ":", "~", "$", "=", "@",
];

/// The tokens of a program; `None` if it has no end.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let before = rest;
        match first {
            '\n' => tokens.push(Token::Newline),
            '#' => {
                rest = rest.find('\n').and_then(|at| rest.get(at..)).unwrap_or("");
                continue;
            }
            '"' => {
                let (string, behind) = quoted(rest.get(1..)?, '"')?;
                tokens.push(Token::Text(string));
                rest = behind;
                continue;
            }
            '/' if regex_may_stand(tokens.last()) => {
                let (_, behind) = quoted(rest.get(1..)?, '/')?;
                tokens.push(Token::Regex);
                rest = behind;
                continue;
            }
            '\\' if rest.starts_with("\\\n") => {
                rest = rest.get(2..)?;
                continue;
            }
            _ => {}
        }
        if first.is_ascii_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(Token::Name(rest.get(..end)?.to_owned()));
            rest = rest.get(end..)?;
        } else if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
            tokens.push(Token::Number(rest.get(..end)?.to_owned()));
            rest = rest.get(end..)?;
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            tokens.push(Token::Mark(mark));
            rest = rest.get(mark.len()..)?;
        }
        if rest.len() == before.len() {
            rest = rest.get(first.len_utf8()..)?;
        }
    }
    Some(tokens)
}

fn regex_may_stand(last: Option<&Token>) -> bool {
    match last {
        Some(
            Token::Text(_) | Token::Number(_) | Token::Regex | Token::Mark(")" | "]" | "$" | "++" | "--"),
        ) => false,
        Some(Token::Name(name)) => {
            matches!(name.as_str(), "print" | "printf" | "return" | "in" | "case" | "else" | "do")
        }
        _ => true,
    }
}

/// A string or regex up to its end: its text and what follows.
fn quoted(text: &str, end: char) -> Option<(String, &str)> {
    let mut string = String::new();
    let mut characters = text.chars();
    let mut bracket = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next()? {
                'n' => string.push('\n'),
                't' => string.push('\t'),
                other => string.push(other),
            },
            '[' if end == '/' => {
                bracket = true;
                string.push('[');
            }
            ']' if bracket => {
                bracket = false;
                string.push(']');
            }
            _ if character == end && !bracket => return Some((string, characters.as_str())),
            '\n' if end == '/' => return None,
            other => string.push(other),
        }
    }
    None
}
