//! Tokens of Perl and Ruby, as far as both can be cut without being run.
//!
//! Owns words, variables, quoted texts, patterns and commands. What can't be cut for sure (here-documents, formats) is
//! refused with its name.

use crate::span::Span;

/// More tokens than this are not read.
const TOKENS_CAP: usize = 4_000;

/// Which of the two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tongue {
    Perl,
    Ruby,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// a name, `::` in it too
    Word(String),
    /// a variable with its sigil
    Variable(String),
    /// a quoted text
    Text(Vec<Part>),
    /// a list of words (`qw(a b)`, `%w[a b]`)
    Words(Vec<String>),
    /// a number
    Number,
    /// a pattern; the code of its replacement, if it has some
    Pattern(Option<String>),
    /// a text that a shell runs
    Command(Vec<Part>),
    /// anything else
    Sign(&'static str),
    /// the end of a line, where that may end a statement
    Line,
}

/// A part of a quoted text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// as it stands
    Known(String),
    /// a variable's value
    Variable(String),
    /// the value of code (`#{…}`), for Ruby
    Code(String),
    /// what is not known
    Unknown,
}

/// Cuts a program.
pub(super) fn cut(text: &str, tongue: Tongue) -> Result<Vec<Token>, &'static str> {
    let mut cutter = Cutter { text, at: 0, tongue, tokens: Vec::new() };
    while cutter.at < text.len() {
        if cutter.tokens.len() >= TOKENS_CAP {
            return Err("a program longer than is read");
        }
        if !cutter.token()? {
            break;
        }
    }
    Ok(cutter.tokens)
}

struct Cutter<'t> {
    text: &'t str,
    at: usize,
    tongue: Tongue,
    tokens: Vec<Token>,
}

const SIGNS: &[&str] = &[
    "<=>", "===", "**=", "||=", "&&=", "//=", "...", "->", "=>", "==", "!=", "=~", "!~", "<=", ">=", "&&",
    "||", "//", "++", "--", "+=", "-=", "*=", "/=", ".=", "%=", "**", "..", "::", "&.", "<<", ">>", "|=",
    "x=",
];

const SINGLE: &[&str] = &[
    "(", ")", "[", "]", "{", "}", ";", ",", ".", "=", "+", "-", "*", "/", "<", ">", "!", "?", ":", "&", "|",
    "^", "~", "%", "\\", "@", "$",
];

impl Cutter<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, from: usize, kind: Kind) {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.tokens.push(Token { kind, span: Span::new(place(from), place(self.at)) });
    }

    /// True if a value may begin here: what stands in front is no value.
    fn wants_value(&self) -> bool {
        match self.tokens.last().map(|token| &token.kind) {
            None | Some(Kind::Line) => true,
            Some(Kind::Sign(sign)) => !matches!(*sign, ")" | "]" | "}"),
            Some(Kind::Word(word)) => VALUE_FOLLOWS.contains(&word.as_str()),
            Some(_) => false,
        }
    }

    /// Reads one token; false at the program's end.
    fn token(&mut self) -> Result<bool, &'static str> {
        let Some(letter) = self.peek() else { return Ok(false) };
        let from = self.at;
        let is_line_start = from == 0 || self.text.get(..from).is_some_and(|front| front.ends_with('\n'));
        if is_line_start
            && (self.rest().starts_with("=begin") || self.tongue == Tongue::Perl && letter == '=')
        {
            return Err("a documentation block");
        }
        match letter {
            '\n' => {
                self.at += 1;
                if self.tongue == Tongue::Ruby {
                    self.push(from, Kind::Line);
                }
            }
            _ if letter.is_whitespace() => self.at += letter.len_utf8(),
            '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
            '\'' | '"' | '`' => self.quoted(letter, from)?,
            '$' | '@' => self.variable(from),
            '%' if self.tongue == Tongue::Perl && self.wants_value() => self.variable(from),
            '%' if self.wants_value() => self.ruby_percent(from)?,
            '/' if self.wants_value() => {
                self.at += 1;
                self.delimited('/')?;
                self.flags();
                self.push(from, Kind::Pattern(None));
            }
            '<' if self.rest().starts_with("<<") && self.begins_document() => return Err("a here-document"),
            '<' if self.tongue == Tongue::Perl && self.wants_value() => self.angle(from),
            ':' if self.tongue == Tongue::Ruby && self.begins_symbol() => {
                self.at += 1;
                let name = self.name();
                self.push(from, Kind::Text(vec![Part::Known(name)]));
            }
            _ if letter.is_ascii_digit() => {
                let length = self
                    .rest()
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(self.rest().len());
                self.at += length;
                self.push(from, Kind::Number);
            }
            _ if letter == '_' || letter.is_alphabetic() => return self.word(from),
            _ => self.sign(from, letter),
        }
        Ok(true)
    }

    fn sign(&mut self, from: usize, letter: char) {
        let found = SIGNS.iter().chain(SINGLE).find(|sign| self.rest().starts_with(**sign));
        self.at += found.map_or(letter.len_utf8(), |sign| sign.len());
        self.push(from, Kind::Sign(found.copied().unwrap_or("?")));
    }

    fn name(&mut self) -> String {
        let mut length = 0;
        let rest = self.rest();
        while let Some(letter) = rest.get(length..).and_then(|rest| rest.chars().next()) {
            let colons = rest.get(length..).is_some_and(|rest| rest.starts_with("::"))
                && rest
                    .get(length + 2..)
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '_'));
            if colons {
                length += 2;
            } else if letter == '_' || letter.is_alphanumeric() {
                length += letter.len_utf8();
            } else {
                break;
            }
        }
        let name = rest.get(..length).unwrap_or("").to_owned();
        self.at += length;
        name
    }

    fn word(&mut self, from: usize) -> Result<bool, &'static str> {
        let mut name = self.name();
        if let "__END__" | "__DATA__" = name.as_str() {
            return Ok(false);
        }
        let after_arrow =
            matches!(self.tokens.last().map(|token| &token.kind), Some(Kind::Sign("->" | "." | "&.")));
        if self.tongue == Tongue::Perl && !after_arrow && !self.is_key() {
            if let "q" | "qq" | "qw" | "qx" | "qr" | "m" | "s" | "tr" | "y" = name.as_str() {
                return self.perl_quote(&name, from).map(|()| true);
            }
            if name == "format" {
                return Err("a format");
            }
        }
        if self.tongue == Tongue::Ruby
            && self.rest().starts_with(['?', '!'])
            && !self.rest().starts_with("!=")
        {
            name.push_str(self.rest().get(..1).unwrap_or(""));
            self.at += 1;
        }
        self.push(from, Kind::Word(name));
        Ok(true)
    }

    /// True if a word here is a key: `=>` follows, or it stands alone in braces.
    fn is_key(&self) -> bool {
        let rest = self.rest().trim_start();
        let braced = matches!(self.tokens.last().map(|token| &token.kind), Some(Kind::Sign("{")));
        rest.starts_with("=>")
            || braced && rest.starts_with('}')
            || rest.starts_with(',')
            || rest.starts_with(';')
    }

    fn variable(&mut self, from: usize) {
        let sigil = self.peek().unwrap_or('$');
        self.at += 1;
        let mut name = String::from(sigil);
        if self.rest().starts_with("#{") || self.rest().starts_with("#$") {
            self.at += 1;
            name.push('#');
            self.push(from, Kind::Variable(name));
            return;
        }
        if self.rest().starts_with('#') && self.tongue == Tongue::Perl {
            self.at += 1;
            name.push('#');
        }
        if self.tongue == Tongue::Ruby && self.rest().starts_with('@') {
            self.at += 1;
            name.push('@');
        }
        let found = self.name();
        if !found.is_empty() {
            name.push_str(&found);
        } else if self.rest().starts_with('{') {
            let inner = self
                .rest()
                .get(1..)
                .and_then(|rest| rest.split_once('}'))
                .map(|(inner, _)| inner.trim().to_owned());
            match inner.filter(|inner| inner.chars().all(|c| c == '_' || c == '^' || c.is_alphanumeric())) {
                Some(inner) => {
                    self.at += self.rest().find('}').map_or(0, |at| at + 1);
                    name.push_str(&inner);
                }
                // A reference that code gives.
                None => name.push('{'),
            }
        } else if self.rest().starts_with('^') {
            self.at += 1;
            name.push('^');
            name.push_str(&self.name());
        } else if sigil == '$' && self.rest().starts_with('$') {
            name.push('{');
        } else if sigil != '%'
            && let Some(letter) = self.peek().filter(|letter| letter.is_ascii_punctuation())
        {
            if sigil == '$' || matches!(letter, '-' | '+') {
                self.at += letter.len_utf8();
                name.push(letter);
            } else if letter == '$' {
                name.push('{');
            }
        }
        self.push(from, Kind::Variable(name));
    }

    fn angle(&mut self, from: usize) {
        let end = self.rest().find('>').unwrap_or(0);
        let inner = self.rest().get(1..end).unwrap_or("").to_owned();
        let is_handle = inner.trim_start_matches('$').chars().all(|c| c == '_' || c.is_alphanumeric());
        if end == 0 || inner.contains([' ', '=', ';', '\n']) {
            self.sign(from, '<');
            return;
        }
        self.at += end + 1;
        let kind = if is_handle { Kind::Pattern(None) } else { Kind::Variable(["<", &inner].concat()) };
        self.push(from, kind);
    }

    fn begins_document(&self) -> bool {
        let rest = self.rest().get(2..).unwrap_or("");
        let rest = rest.strip_prefix(['~', '-']).unwrap_or(rest);
        let quoted = rest.starts_with(['"', '\'']);
        let named = rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
        quoted || (named && (self.wants_value() || self.tongue == Tongue::Ruby))
    }

    fn begins_symbol(&self) -> bool {
        let before =
            matches!(self.text.get(..self.at).and_then(|front| front.chars().next_back()), Some(':'));
        !before
            && self
                .rest()
                .get(1..)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '_'))
            && (self.wants_value()
                || self.text.get(..self.at).is_some_and(|front| front.ends_with([' ', '(', ','])))
    }

    fn quoted(&mut self, quote: char, from: usize) -> Result<(), &'static str> {
        self.at += 1;
        let inner = self.delimited(quote)?;
        let kind = match quote {
            '\'' => Kind::Text(vec![Part::Known(plain(&inner, '\''))]),
            '"' => Kind::Text(interpolated(&inner, self.tongue)),
            _ => Kind::Command(interpolated(&inner, self.tongue)),
        };
        self.push(from, kind);
        Ok(())
    }

    /// The text up to a closing delimiter, which is passed; pairs of brackets nest.
    fn delimited(&mut self, open: char) -> Result<String, &'static str> {
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            same => same,
        };
        let mut depth = 1_usize;
        let start = self.at;
        let mut escaped = false;
        for (offset, letter) in self.rest().char_indices() {
            if escaped {
                escaped = false;
            } else if letter == '\\' {
                escaped = true;
            } else if letter == close {
                depth -= 1;
                if depth == 0 {
                    let inner = self.text.get(start..start + offset).unwrap_or("").to_owned();
                    self.at = start + offset + close.len_utf8();
                    return Ok(inner);
                }
            } else if letter == open {
                depth += 1;
            }
        }
        Err("a quote without an end")
    }

    fn flags(&mut self) -> String {
        let length = self.rest().find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest().len());
        let flags = self.rest().get(..length).unwrap_or("").to_owned();
        self.at += length;
        flags
    }

    fn perl_quote(&mut self, name: &str, from: usize) -> Result<(), &'static str> {
        let blanks = self.rest().len() - self.rest().trim_start().len();
        let delimiter = self.rest().trim_start().chars().next().ok_or("a quote without an end")?;
        if blanks > 0 && (delimiter.is_alphanumeric() || delimiter == '#' || delimiter == '=')
            || matches!(delimiter, ',' | ';' | ')')
        {
            self.push(from, Kind::Word(name.to_owned()));
            return Ok(());
        }
        self.at += blanks + delimiter.len_utf8();
        let inner = self.delimited(delimiter)?;
        let kind = match name {
            "q" => Kind::Text(vec![Part::Known(plain(&inner, delimiter))]),
            "qq" => Kind::Text(interpolated(&inner, self.tongue)),
            "qw" => Kind::Words(inner.split_whitespace().map(str::to_owned).collect()),
            "qx" => Kind::Command(interpolated(&inner, self.tongue)),
            "qr" | "m" => {
                self.flags();
                Kind::Pattern(code_in_pattern(&inner))
            }
            _ => {
                let second = if matches!(delimiter, '(' | '[' | '{' | '<') {
                    self.at += self.rest().len() - self.rest().trim_start().len();
                    let open = self.peek().ok_or("a quote without an end")?;
                    self.at += open.len_utf8();
                    self.delimited(open)?
                } else {
                    self.delimited(delimiter)?
                };
                let flags = self.flags();
                let runs = name == "s" && flags.contains('e');
                if flags.matches('e').count() > 1 {
                    return Err("code that is made while it runs");
                }
                let inner_code = code_in_pattern(&inner).or_else(|| code_in_text(&second));
                Kind::Pattern(if runs { Some(second) } else { inner_code })
            }
        };
        self.push(from, kind);
        Ok(())
    }

    fn ruby_percent(&mut self, from: usize) -> Result<(), &'static str> {
        let rest = self.rest().get(1..).unwrap_or("");
        let mut letters = rest.chars();
        let first = letters.next().unwrap_or(' ');
        let (kind, open) =
            if first.is_ascii_alphabetic() { (first, letters.next().unwrap_or(' ')) } else { ('Q', first) };
        if !matches!(open, '(' | '[' | '{' | '<' | '|' | '!' | '/') {
            self.sign(from, '%');
            return Ok(());
        }
        self.at += 1 + usize::from(first.is_ascii_alphabetic()) + open.len_utf8();
        let inner = self.delimited(open)?;
        let kind = match kind {
            'w' | 'W' | 'i' | 'I' => Kind::Words(inner.split_whitespace().map(str::to_owned).collect()),
            'q' => Kind::Text(vec![Part::Known(inner)]),
            'x' => Kind::Command(interpolated(&inner, self.tongue)),
            'r' => {
                self.flags();
                Kind::Pattern(None)
            }
            _ => Kind::Text(interpolated(&inner, self.tongue)),
        };
        self.push(from, kind);
        Ok(())
    }
}

/// Words behind which a value begins, not an operator.
const VALUE_FOLLOWS: &[&str] = &[
    "and", "case", "defined", "delete", "die", "do", "each", "else", "elsif", "exists", "foreach", "grep",
    "if", "in", "join", "keys", "local", "map", "my", "not", "or", "our", "p", "print", "printf", "puts",
    "push", "ref", "return", "reverse", "say", "scalar", "sort", "split", "then", "unless", "unlink",
    "until", "values", "warn", "when", "while", "xor",
];

fn plain(text: &str, quote: char) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(next)) if *next == quote || *next == '\\' => out.extend(letters.next()),
            _ => out.push(letter),
        }
    }
    out
}

/// A text in double quotes, cut into what is known and what is put in.
fn interpolated(text: &str, tongue: Tongue) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let known = |parts: &mut Vec<Part>, letter: char| match parts.last_mut() {
        Some(Part::Known(text)) => text.push(letter),
        _ => parts.push(Part::Known(letter.to_string())),
    };
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = rest.get(letter.len_utf8()..).unwrap_or("");
        match letter {
            '\\' => {
                let next = rest.chars().next().unwrap_or('\\');
                rest = rest.get(next.len_utf8()..).unwrap_or("");
                match next {
                    'n' => known(&mut parts, '\n'),
                    't' => known(&mut parts, '\t'),
                    other if other.is_ascii_punctuation() => known(&mut parts, other),
                    '0' => known(&mut parts, '\0'),
                    _ => parts.push(Part::Unknown),
                }
            }
            '#' if tongue == Tongue::Ruby && rest.starts_with('{') => {
                let (inner, behind) = braced(rest);
                parts.push(Part::Code(inner.to_owned()));
                rest = behind;
            }
            '$' | '@' if tongue == Tongue::Perl => {
                let (name, behind) = perl_name(rest);
                if name.is_empty() {
                    if letter == '@' && !rest.starts_with(['{', '$']) {
                        known(&mut parts, letter);
                    } else if rest.starts_with('{') {
                        let (inner, behind) = braced(rest);
                        parts.push(Part::Code(inner.to_owned()));
                        rest = behind;
                    } else {
                        parts.push(Part::Unknown);
                    }
                    continue;
                }
                rest = behind;
                // A member is not known, and its key may be code.
                if rest.starts_with(['[', '{']) || rest.starts_with("->") {
                    match env_key(&name, rest) {
                        Some((key, behind)) => {
                            parts.push(Part::Variable(["$ENV{", key, "}"].concat()));
                            rest = behind;
                        }
                        None => {
                            parts.push(Part::Unknown);
                            let skipped = rest.find([']', '}']).map_or(0, |at| at + 1);
                            if rest.get(..skipped).is_some_and(|inner| inner.contains('(')) {
                                parts.push(Part::Code(rest.get(..skipped).unwrap_or("").to_owned()));
                            }
                            rest = rest.get(skipped..).unwrap_or("");
                        }
                    }
                } else {
                    parts.push(Part::Variable(format!("{letter}{name}")));
                }
            }
            letter => known(&mut parts, letter),
        }
    }
    parts
}

fn env_key<'t>(name: &str, rest: &'t str) -> Option<(&'t str, &'t str)> {
    let (key, behind) = rest.strip_prefix('{').filter(|_| name == "ENV")?.split_once('}')?;
    key.chars().all(|c| c == '_' || c.is_alphanumeric()).then_some((key, behind))
}

fn perl_name(rest: &str) -> (String, &str) {
    if let Some((inner, behind)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'))
        && !inner.is_empty()
        && inner.chars().all(|c| c == '_' || c.is_alphanumeric())
    {
        return (inner.to_owned(), behind);
    }
    let length = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
    let (name, behind) = (rest.get(..length).unwrap_or(""), rest.get(length..).unwrap_or(""));
    match (name.is_empty(), rest.chars().next()) {
        (true, Some(letter @ ('&' | '!' | '/' | ',' | '0' | '.' | ';' | '_'))) => {
            (letter.to_string(), rest.get(letter.len_utf8()..).unwrap_or(""))
        }
        _ => (name.to_owned(), behind),
    }
}

fn braced(rest: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (rest.get(1..at).unwrap_or(""), rest.get(at + 1..).unwrap_or(""));
                }
            }
            _ => {}
        }
    }
    (rest, "")
}

/// Code that a pattern runs.
fn code_in_pattern(text: &str) -> Option<String> {
    (text.contains("(?{") || text.contains("(??{")).then(|| "eval".to_owned()).or_else(|| code_in_text(text))
}

/// Code that stands in a text (`@{[ … ]}`).
fn code_in_text(text: &str) -> Option<String> {
    interpolated(text, Tongue::Perl).into_iter().find_map(|part| match part {
        Part::Code(code) => Some(code),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, tongue: Tongue) -> Vec<Kind> {
        cut(text, tongue).unwrap().into_iter().map(|token| token.kind).collect()
    }

    fn known(text: &str) -> Kind {
        Kind::Text(vec![Part::Known(text.to_owned())])
    }

    #[test]
    fn a_slash_is_a_pattern_where_a_value_is_wanted() {
        assert_eq!(kinds("print if /x;y/", Tongue::Perl).last(), Some(&Kind::Pattern(None)));
        assert_eq!(kinds("$a / 2 / 3", Tongue::Perl).len(), 5);
    }

    #[test]
    fn quotes_of_both_languages_are_texts() {
        assert_eq!(kinds("q(a(b)c)", Tongue::Perl), [known("a(b)c")]);
        assert_eq!(kinds("%q[a b]", Tongue::Ruby), [known("a b")]);
        assert_eq!(kinds("qw(a b)", Tongue::Perl), [Kind::Words(vec!["a".into(), "b".into()])]);
        assert_eq!(
            kinds("\"a$x/b\"", Tongue::Perl),
            [Kind::Text(vec![
                Part::Known("a".into()),
                Part::Variable("$x".into()),
                Part::Known("/b".into())
            ])]
        );
        assert_eq!(
            kinds("\"a#{x}\"", Tongue::Ruby),
            [Kind::Text(vec![Part::Known("a".into()), Part::Code("x".into())])]
        );
    }

    #[test]
    fn code_in_a_replacement_is_told() {
        assert_eq!(kinds("s/a/unlink(1)/e", Tongue::Perl), [Kind::Pattern(Some("unlink(1)".into()))]);
        assert_eq!(kinds("s{a}{b}g", Tongue::Perl), [Kind::Pattern(None)]);
        assert!(cut("print <<EOF;\nx\nEOF\n", Tongue::Perl).is_err());
    }
}
