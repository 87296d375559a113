//! Quoted texts of Perl and Ruby, lists of words, patterns and commands among them.

use super::cutter::Cutter;
use super::interpolate::{code_in_pattern, code_in_text, interpolated};
use super::token::{Kind, Part};

impl Cutter<'_> {
    pub(super) fn quoted(&mut self, quote: char, from: usize) -> Result<(), &'static str> {
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
    pub(super) fn delimited(&mut self, open: char) -> Result<String, &'static str> {
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

    pub(super) fn flags(&mut self) -> String {
        let length = self.rest().find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest().len());
        let flags = self.rest().get(..length).unwrap_or("").to_owned();
        self.at += length;
        flags
    }

    pub(super) fn perl_quote(&mut self, name: &str, from: usize) -> Result<(), &'static str> {
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

    pub(super) fn ruby_percent(&mut self, from: usize) -> Result<(), &'static str> {
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
