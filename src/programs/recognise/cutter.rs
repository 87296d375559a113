//! Programs of Perl and Ruby cut into tokens, as far as both can be cut without being run.
//!
//! What can't be cut for sure (here-documents, formats) is refused with its name.

use super::token::{Kind, Part, Token, Tongue};
use crate::span::Span;

/// More tokens than this are not read.
const TOKENS_CAP: usize = 4_000;

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

pub(super) struct Cutter<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) tongue: Tongue,
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
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn push(&mut self, from: usize, kind: Kind) {
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

    pub(super) fn sign(&mut self, from: usize, letter: char) {
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
}

/// Words behind which a value begins, not an operator.
const VALUE_FOLLOWS: &[&str] = &[
    "and", "case", "defined", "delete", "die", "do", "each", "else", "elsif", "exists", "foreach", "grep",
    "if", "in", "join", "keys", "local", "map", "my", "not", "or", "our", "p", "print", "printf", "puts",
    "push", "ref", "return", "reverse", "say", "scalar", "sort", "split", "then", "unless", "unlink",
    "until", "values", "warn", "when", "while", "xor",
];

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
