//! PowerShell's words: bare, in quotes, with variables and subexpressions; and how Bash would write them.

use super::{DEPTH_CAP, Reader};

/// A word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) pieces: Vec<Piece>,
    /// Nothing of it stood in quotes.
    pub(super) bare: bool,
    /// A parameter whose value follows behind a colon (`-Name:value`).
    pub(super) takes_next: bool,
}

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text {
        text: String,
        quoted: bool,
    },
    /// a variable, by its name in Bash
    Variable(String),
    /// statements that run for a value
    Run(String),
    /// a static method that writes, told as a command
    Call(String),
    /// `$true` and `$false`
    Truth(bool),
    /// a value that nobody knows
    Unknown,
}

/// The longest name of a type in brackets (bytes).
const TYPE_CAP: usize = 128;

/// Bash text whose value nobody knows.
const UNKNOWN: &str = "\"$(__powershell)\"";

impl Word {
    /// The text, if all of it is known.
    pub(super) fn known(&self) -> Option<String> {
        self.pieces.iter().try_fold(String::new(), |known, piece| match piece {
            Piece::Text { text, .. } => Some(known + text),
            _ => None,
        })
    }

    /// The name of a command: a bare word, or one in quotes behind the call operator.
    pub(super) fn name(&self) -> Option<String> {
        let known = self.known().filter(|_| self.bare)?;
        let starts = known.chars().next()?;
        let is_name = starts.is_alphabetic() || "./\\_~%?".contains(starts);
        is_name.then_some(known)
    }

    /// The variable that the word is, by its name in Bash.
    pub(super) fn variable(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [Piece::Variable(name)] if name.starts_with("ps_") => Some(name),
            [Piece::Text { text, quoted: false }, Piece::Variable(name)]
                if is_type(text) && name.starts_with("ps_") =>
            {
                Some(name)
            }
            _ => None,
        }
    }

    /// The method that the word calls.
    pub(super) fn call(&self) -> Option<&str> {
        self.pieces.iter().find_map(|piece| match piece {
            Piece::Call(call) => Some(call.as_str()),
            _ => None,
        })
    }

    /// The word as Bash writes it.
    pub(super) fn bash(&self) -> String {
        let told: String = self.pieces.iter().map(|piece| written(piece, false)).collect();
        if told.is_empty() { "''".to_owned() } else { told }
    }

    /// The word as a path: backslashes are slashes, globs may match, and a drive's path is none that is known here.
    pub(super) fn path(&self, globs: bool) -> String {
        let mut pieces = self.pieces.clone();
        for piece in &mut pieces {
            if let Piece::Text { text, .. } = piece {
                *text = text.replace('\\', "/");
            }
        }
        if let Some(Piece::Text { text, .. }) = pieces.first() {
            let drive = text.split_once(':').is_some_and(|(name, _)| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
            });
            if drive {
                return UNKNOWN.to_owned();
            }
        }
        let home = matches!(pieces.first(), Some(Piece::Text { text, quoted: false }) if text == "~" || text.starts_with("~/"));
        let told: String = pieces.iter().map(|piece| written(piece, globs)).collect();
        match told.strip_prefix("'~") {
            Some(rest) if home => format!("\"$HOME\"'{rest}"),
            _ if told.is_empty() => UNKNOWN.to_owned(),
            _ => told,
        }
    }
}

fn written(piece: &Piece, globs: bool) -> String {
    match piece {
        Piece::Text { text, .. } if globs => text
            .split_inclusive(['*', '?'])
            .map(|part| match part.strip_suffix(['*', '?']) {
                Some(rest) => format!("{}{}", quoted(rest), part.get(rest.len()..).unwrap_or_default()),
                None => quoted(part),
            })
            .collect(),
        Piece::Text { text, .. } => quoted(text),
        Piece::Variable(name) if name == "null" => "/dev/null".to_owned(),
        Piece::Variable(name) => format!("\"${{{name}}}\""),
        Piece::Run(inner) => format!("\"$({inner})\""),
        Piece::Call(call) => format!("\"$({call})\""),
        Piece::Truth(true) => "'True'".to_owned(),
        Piece::Truth(false) => "'False'".to_owned(),
        Piece::Unknown => UNKNOWN.to_owned(),
    }
}

/// `[string]` in front of a variable.
fn is_type(text: &str) -> bool {
    text.starts_with('[') && text.ends_with(']')
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

impl Reader<'_> {
    /// Reads a word; it may be empty where none stands.
    pub(super) fn word(&mut self) -> Option<Word> {
        let mut word = Word { pieces: Vec::new(), bare: true, takes_next: false };
        if let Some(text) = self.here_string()? {
            return Some(Word { pieces: vec![text], bare: false, takes_next: false });
        }
        let mut text = String::new();
        while let Some(sign) = self.peek() {
            if let Some(piece) = self.piece(sign, &mut word.bare)? {
                flush(&mut text, &mut word.pieces);
                word.pieces.extend(piece);
                continue;
            }
            match sign {
                ' ' | '\t' | '\n' | '\r' | ';' | ',' | '|' | '}' | ')' | '{' | '&' | '\u{a0}' => break,
                // `-Name:value`
                ':' if text.len() > 1 && text.starts_with('-') && word.pieces.is_empty() => {
                    self.advance();
                    word.takes_next = true;
                    break;
                }
                '>' if !text.is_empty() || !word.pieces.is_empty() => break,
                '=' if text.is_empty() && word.variable().is_some() => break,
                '+' | '-' | '*' | '/' | '%'
                    if text.is_empty() && word.variable().is_some() && self.changes_value() =>
                {
                    break;
                }
                '`' => {
                    self.advance();
                    text.extend(self.peek());
                    self.advance();
                }
                _ => {
                    text.push(sign);
                    self.advance();
                }
            }
        }
        flush(&mut text, &mut word.pieces);
        Some(accessed(word))
    }

    /// A piece that begins with this sign; `None` inside where it is plain text.
    fn piece(&mut self, sign: char, bare: &mut bool) -> Option<Option<Vec<Piece>>> {
        Some(match sign {
            '\'' => {
                *bare = false;
                self.advance();
                Some(vec![Piece::Text { text: self.single(), quoted: true }])
            }
            '"' => {
                *bare = false;
                self.advance();
                Some(self.double()?)
            }
            '(' => {
                self.advance();
                Some(vec![Piece::Run(self.statements(Some(')'))?)])
            }
            '@' if self.rest.starts_with("@(") || self.rest.starts_with("@{") => {
                self.advance();
                let close = if self.peek() == Some('(') { ')' } else { '}' };
                self.advance();
                Some(vec![Piece::Run(self.statements(Some(close))?)])
            }
            '$' => Some(vec![self.variable()?]),
            '[' => self.bracket()?,
            _ => None,
        })
    }

    fn single(&mut self) -> String {
        let mut text = String::new();
        loop {
            let (part, behind) = self.rest.split_once('\'').unwrap_or((self.rest, ""));
            text.push_str(part);
            self.rest = behind;
            if !self.rest.starts_with('\'') {
                return text;
            }
            text.push('\'');
            self.advance();
        }
    }

    fn double(&mut self) -> Option<Vec<Piece>> {
        let (mut pieces, mut text) = (Vec::new(), String::new());
        while let Some(sign) = self.peek() {
            match sign {
                '"' if self.rest.starts_with("\"\"") => {
                    self.advance();
                    self.advance();
                    text.push('"');
                }
                '"' => break,
                '`' => {
                    self.advance();
                    text.extend(self.peek().map(escaped));
                    self.advance();
                }
                '$' => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text { text: std::mem::take(&mut text), quoted: true });
                    }
                    pieces.push(self.variable()?);
                }
                _ => {
                    text.push(sign);
                    self.advance();
                }
            }
        }
        self.advance();
        if !text.is_empty() || pieces.is_empty() {
            pieces.push(Piece::Text { text, quoted: true });
        }
        Some(pieces)
    }

    /// What stands behind `$`: a name, `env:` and a name, a subexpression; a lone one is text.
    fn variable(&mut self) -> Option<Piece> {
        self.advance();
        match self.peek() {
            Some('(') => {
                self.advance();
                return Some(Piece::Run(self.statements(Some(')'))?));
            }
            Some('{') => {
                let (name, behind) = self.rest.split_once('}').unwrap_or((self.rest, ""));
                let name = name.trim_start_matches('{').to_owned();
                self.rest = behind;
                return Some(named(&name));
            }
            _ => {}
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c: char| !(is_part(c) || c == ':')).unwrap_or(self.rest.len());
        let (name, behind) = self.rest.split_at_checked(end)?;
        let colons = name.len() - name.trim_end_matches(':').len();
        let name = name.trim_end_matches(':');
        if name.is_empty() {
            // `$?`, `$$`, `$^`
            let is_special = self.rest.starts_with(['?', '$', '^']);
            if is_special {
                self.advance();
            }
            return Some(if is_special {
                Piece::Unknown
            } else {
                Piece::Text { text: "$".to_owned(), quoted: true }
            });
        }
        let piece = named(name);
        self.rest = behind;
        Some(if colons > 0 { Piece::Unknown } else { piece })
    }

    /// A type in brackets, and the static method that is called on it.
    fn bracket(&mut self) -> Option<Option<Vec<Piece>>> {
        if self.depth >= DEPTH_CAP {
            return None;
        }
        self.depth += 1;
        let pieces = self.method();
        self.depth -= 1;
        pieces
    }

    fn method(&mut self) -> Option<Option<Vec<Piece>>> {
        let Some(end) = self.rest.bytes().take(TYPE_CAP).position(|byte| byte == b']') else {
            return Some(None);
        };
        let (name, behind) = self.rest.split_at_checked(end)?;
        let Some(method) = behind.strip_prefix("]::") else { return Some(None) };
        let name = name.trim_start_matches('[').to_ascii_lowercase();
        let stop = method.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(method.len());
        let (method, behind) = method.split_at_checked(stop)?;
        self.rest = behind;
        let method = method.to_ascii_lowercase();
        if self.peek() != Some('(') {
            return Some(Some(vec![Piece::Unknown]));
        }
        self.advance();
        let mut arguments = Vec::new();
        loop {
            self.skip_between();
            match self.peek() {
                None => break,
                Some(')') => {
                    self.advance();
                    break;
                }
                Some(',') => self.advance(),
                Some(_) => {
                    let before = self.rest.len();
                    arguments.push(self.word()?);
                    if self.rest.len() == before {
                        self.advance();
                    }
                }
            }
        }
        let call = super::cmdlet::method(&name, &method, &arguments);
        Some(Some(vec![call.map_or(Piece::Unknown, Piece::Call)]))
    }

    /// `@'` or `@"` at the end of a line, up to the same signs turned round at the start of one.
    fn here_string(&mut self) -> Option<Option<Piece>> {
        for (open, close) in [("@'", "\n'@"), ("@\"", "\n\"@")] {
            let Some(behind) = self.rest.strip_prefix(open) else { continue };
            let Some(body) = behind.strip_prefix("\r\n").or_else(|| behind.strip_prefix('\n')) else {
                continue;
            };
            let (text, behind) = body.split_once(close).unwrap_or((body, ""));
            self.rest = behind;
            let is_known = open == "@'" || !text.contains(['$', '`']);
            return Some(Some(if is_known {
                Piece::Text { text: text.to_owned(), quoted: true }
            } else {
                Piece::Unknown
            }));
        }
        Some(None)
    }
}

fn flush(text: &mut String, pieces: &mut Vec<Piece>) {
    if !text.is_empty() {
        pieces.push(Piece::Text { text: std::mem::take(text), quoted: false });
    }
}

/// A member of a value (`$x.Name`, `(…).Path`, `$x[0]`) is nothing that is known.
fn accessed(word: Word) -> Word {
    let is_member = |first: &Piece, second: &Piece| {
        let of_value = matches!(first, Piece::Variable(_) | Piece::Run(_) | Piece::Unknown);
        let name = matches!(second, Piece::Text { text, quoted: false } if text.starts_with('[') || text.starts_with('.') && text.chars().nth(1).is_some_and(char::is_alphabetic));
        of_value && name
    };
    match word.pieces.as_slice() {
        [first, second, ..] if is_member(first, second) => {
            let run = matches!(first, Piece::Run(_)).then(|| first.clone());
            Word { pieces: run.into_iter().chain([Piece::Unknown]).collect(), bare: false, takes_next: false }
        }
        _ => word,
    }
}

/// PowerShell does not tell capitals from small letters in names.
fn named(name: &str) -> Piece {
    let lower = name.to_ascii_lowercase();
    if let Some(variable) = lower.strip_prefix("env:") {
        let name = name.get(name.len() - variable.len()..).unwrap_or_default();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        return if is_name { Piece::Variable(name.to_owned()) } else { Piece::Unknown };
    }
    match lower.as_str() {
        "null" => Piece::Variable("null".to_owned()),
        "home" => Piece::Variable("HOME".to_owned()),
        "pwd" => Piece::Variable("PWD".to_owned()),
        "true" => Piece::Truth(true),
        "false" => Piece::Truth(false),
        "_" | "args" | "input" | "this" | "matches" | "error" => Piece::Unknown,
        _ if lower.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            Piece::Variable(format!("ps_{lower}"))
        }
        _ => Piece::Unknown,
    }
}

fn escaped(sign: char) -> char {
    match sign {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        other => other,
    }
}
