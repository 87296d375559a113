//! The tokens of an arithmetic expression.

use std::rc::Rc;

use crate::value::{AbstractString, Piece};

/// One token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(i64),
    /// a variable, with the text of its subscript
    Name(Rc<str>, Option<AbstractString>),
    /// something unknown that stands for a number; why
    Hole(Rc<str>),
    Operator(&'static str),
    /// what Bash refuses; why
    Error(Rc<str>),
    End,
}

/// Longest first.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "**", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "^=", "|=", "+", "-", "*", "/", "%", "<", ">", "=", "!", "~", "&", "^", "|", "?", ":", ",",
    "(", ")",
];

/// One character of the text; a hole is a character that holds the reason.
#[derive(Clone, Debug)]
enum Unit {
    Char(char),
    Hole(Rc<str>),
}

impl Unit {
    const fn char(&self) -> Option<char> {
        match self {
            Self::Char(c) => Some(*c),
            Self::Hole(_) => None,
        }
    }

    fn continues_operand(&self) -> bool {
        match self {
            Self::Char(c) => c.is_ascii_alphanumeric() || matches!(c, '_' | '@' | '#'),
            Self::Hole(_) => true,
        }
    }
}

/// Takes an expression apart. The last token is [`Token::End`].
pub(super) fn tokens(text: &AbstractString) -> Vec<Token> {
    let mut units = Vec::new();
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => units.extend(text.chars().filter(|c| *c != '"').map(Unit::Char)),
            Piece::Glob(why) | Piece::Segment(why) | Piece::Below(why) | Piece::Unknown(why) => {
                units.push(Unit::Hole(Rc::clone(why)));
            }
        }
    }
    let mut reader = Reader { units: &units, place: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = reader.next();
        let is_last = matches!(token, Token::End | Token::Error(_));
        tokens.push(token);
        if is_last {
            return tokens;
        }
    }
}

struct Reader<'u> {
    units: &'u [Unit],
    place: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Unit> {
        self.units.get(self.place)
    }

    fn next(&mut self) -> Token {
        while self.peek().and_then(Unit::char).is_some_and(char::is_whitespace) {
            self.place += 1;
        }
        match self.peek() {
            None => Token::End,
            Some(Unit::Char('\\')) if matches!(self.units.get(self.place + 1), Some(Unit::Char('\n'))) => {
                self.place += 2;
                self.next()
            }
            Some(unit) if unit.continues_operand() => self.operand(),
            Some(_) => self.operator(),
        }
    }

    fn operator(&mut self) -> Token {
        let rest = self.units.get(self.place..).unwrap_or_default();
        let stands_here = |operator: &str| {
            operator.len() <= rest.len()
                && operator.chars().zip(rest).all(|(c, unit)| matches!(unit, Unit::Char(own) if *own == c))
        };
        match OPERATORS.iter().find(|operator| stands_here(operator)) {
            Some(operator) => {
                self.place += operator.len();
                Token::Operator(operator)
            }
            None => Token::Error("a character that no arithmetic knows".into()),
        }
    }

    /// A number, a name, or an operand that is unknown because a part of it is.
    fn operand(&mut self) -> Token {
        let start = self.place;
        while self.peek().is_some_and(Unit::continues_operand) {
            self.place += 1;
        }
        let units = self.units.get(start..self.place).unwrap_or_default();
        let mut text = String::with_capacity(units.len());
        for unit in units {
            match unit {
                Unit::Char(c) => text.push(*c),
                Unit::Hole(why) => {
                    let why = Rc::clone(why);
                    self.subscript();
                    return Token::Hole(why);
                }
            }
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return number(&text).map_or_else(Token::Error, Token::Number);
        }
        if text.contains(['@', '#']) {
            return Token::Error("a name with characters that no name has".into());
        }
        Token::Name(text.into(), self.subscript())
    }

    /// The text between brackets that follow directly.
    fn subscript(&mut self) -> Option<AbstractString> {
        if self.peek().and_then(Unit::char) != Some('[') {
            return None;
        }
        let rest = self.units.get(self.place + 1..).unwrap_or_default();
        let mut depth = 1_usize;
        let mut text = AbstractString::empty();
        for (index, unit) in rest.iter().enumerate() {
            match unit {
                Unit::Char('[') => depth += 1,
                Unit::Char(']') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.place += index + 2;
                return Some(text);
            }
            match unit {
                Unit::Char(c) => text.push_text(c.encode_utf8(&mut [0; 4])),
                Unit::Hole(why) => text.push(Piece::Unknown(Rc::clone(why))),
            }
        }
        None
    }
}

/// A constant: decimal, `0` octal, `0x` hexadecimal, or `base#digits`. Overflow wraps as in Bash.
fn number(text: &str) -> Result<i64, Rc<str>> {
    let (base, digits) = match text.split_once('#') {
        Some((base, digits)) => match base.parse::<i64>() {
            Ok(base @ 2..=64) if !digits.is_empty() => (base, digits),
            _ => return Err("an arithmetic base that is not between 2 and 64".into()),
        },
        None => match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => (16, digits),
            None if text.len() > 1 && text.starts_with('0') => (8, text),
            None => (10, text),
        },
    };
    let mut value = 0_i64;
    for c in digits.chars() {
        match digit(c, base) {
            Some(digit) => value = value.wrapping_mul(base).wrapping_add(digit),
            None => return Err(format!("`{text}` has a digit too great for its base").into()),
        }
    }
    Ok(value)
}

fn digit(c: char, base: i64) -> Option<i64> {
    let value = match c {
        '0'..='9' => i64::from(u32::from(c) - u32::from('0')),
        'a'..='z' => i64::from(u32::from(c) - u32::from('a')) + 10,
        'A'..='Z' if base <= 36 => i64::from(u32::from(c) - u32::from('A')) + 10,
        'A'..='Z' => i64::from(u32::from(c) - u32::from('A')) + 36,
        '@' => 62,
        '_' => 63,
        _ => return None,
    };
    (value < base).then_some(value)
}
