//! The reserved words (manual 3.2.1). They are words only by their place: the parser asks where one may stand.

use super::{Cursor, is_break};

/// A reserved word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReservedWord {
    /// `if`
    If,
    /// `then`
    Then,
    /// `elif`
    Elif,
    /// `else`
    Else,
    /// `fi`
    Fi,
    /// `for`
    For,
    /// `while`
    While,
    /// `until`
    Until,
    /// `select`
    Select,
    /// `do`
    Do,
    /// `done`
    Done,
    /// `case`
    Case,
    /// `esac`
    Esac,
    /// `in`
    In,
    /// `function`
    Function,
    /// `coproc`
    Coproc,
    /// `time`
    Time,
    /// `!`
    Bang,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[[`
    OpenTest,
    /// `]]`
    CloseTest,
}

/// Every reserved word with its text.
pub const RESERVED_WORDS: [(&str, ReservedWord); 22] = [
    ("if", ReservedWord::If),
    ("then", ReservedWord::Then),
    ("elif", ReservedWord::Elif),
    ("else", ReservedWord::Else),
    ("fi", ReservedWord::Fi),
    ("for", ReservedWord::For),
    ("while", ReservedWord::While),
    ("until", ReservedWord::Until),
    ("select", ReservedWord::Select),
    ("do", ReservedWord::Do),
    ("done", ReservedWord::Done),
    ("case", ReservedWord::Case),
    ("esac", ReservedWord::Esac),
    ("in", ReservedWord::In),
    ("function", ReservedWord::Function),
    ("coproc", ReservedWord::Coproc),
    ("time", ReservedWord::Time),
    ("!", ReservedWord::Bang),
    ("{", ReservedWord::OpenBrace),
    ("}", ReservedWord::CloseBrace),
    ("[[", ReservedWord::OpenTest),
    ("]]", ReservedWord::CloseTest),
];

/// The longest reserved word.
const LONGEST: usize = 8;

impl ReservedWord {
    /// The word as written.
    #[must_use]
    pub fn text(self) -> &'static str {
        RESERVED_WORDS.iter().find(|(_, word)| *word == self).map_or("", |(text, _)| text)
    }

    /// True for a word that ends or continues a construct, and so can't begin a command.
    #[must_use]
    pub const fn closes(self) -> bool {
        matches!(
            self,
            Self::Then
                | Self::Elif
                | Self::Else
                | Self::Fi
                | Self::Do
                | Self::Done
                | Self::Esac
                | Self::In
                | Self::CloseBrace
                | Self::CloseTest
        )
    }

    /// The reserved word at the cursor and the offset behind it: unquoted, unescaped, free of expansions, and ended
    /// by a break. Backslash-newlines may split it.
    #[inline]
    pub(crate) fn at(cursor: &Cursor<'_>) -> Option<(Self, usize)> {
        if !may_begin(cursor.peek()) {
            return None;
        }
        let rest = cursor.bytes().get(cursor.position..)?;
        let length = rest.iter().take(LONGEST + 1).position(|&byte| is_break(byte) || byte == b'\\');
        let length = length.unwrap_or(rest.len());
        if rest.get(length) == Some(&b'\\') {
            return Self::split_at(cursor);
        }
        let word = Self::from_bytes(rest.get(..length)?)?;
        Some((word, cursor.position + length))
    }

    /// [`ReservedWord::at`] for a word with backslash-newlines in it.
    #[cold]
    fn split_at(cursor: &Cursor<'_>) -> Option<(Self, usize)> {
        let (mut gathered, mut at) = (Vec::with_capacity(LONGEST), cursor.position);
        loop {
            at = cursor.after_continuations(at);
            if at >= cursor.len() || is_break(cursor.byte(at)) {
                return Some((Self::from_bytes(&gathered)?, at));
            }
            if gathered.len() == LONGEST {
                return None;
            }
            gathered.push(cursor.byte(at));
            at += 1;
        }
    }

    fn from_bytes(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"if" => Self::If,
            b"then" => Self::Then,
            b"elif" => Self::Elif,
            b"else" => Self::Else,
            b"fi" => Self::Fi,
            b"for" => Self::For,
            b"while" => Self::While,
            b"until" => Self::Until,
            b"select" => Self::Select,
            b"do" => Self::Do,
            b"done" => Self::Done,
            b"case" => Self::Case,
            b"esac" => Self::Esac,
            b"in" => Self::In,
            b"function" => Self::Function,
            b"coproc" => Self::Coproc,
            b"time" => Self::Time,
            b"!" => Self::Bang,
            b"{" => Self::OpenBrace,
            b"}" => Self::CloseBrace,
            b"[[" => Self::OpenTest,
            b"]]" => Self::CloseTest,
            _ => return None,
        })
    }
}

fn may_begin(byte: u8) -> bool {
    matches!(
        byte,
        b'i' | b't' | b'e' | b'f' | b'w' | b'u' | b's' | b'd' | b'c' | b'!' | b'{' | b'}' | b'[' | b']'
    )
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("if a", Some((ReservedWord::If, 2)))]
    #[case("wh\\\nile a", Some((ReservedWord::While, 7)))]
    #[case("then", Some((ReservedWord::Then, 4)))]
    #[case("function\\\n f", Some((ReservedWord::Function, 10)))]
    #[case("iff", None)]
    #[case("\\if", None)]
    #[case("functional", None)]
    #[case("if\"\"", None)]
    #[case("then\r\n", None)]
    fn recognised_by_its_bytes(#[case] text: &str, #[case] expected: Option<(ReservedWord, usize)>) {
        assert_eq!(ReservedWord::at(&Cursor::new(text, None)), expected);
    }

    #[test]
    fn every_text_names_its_word() {
        for (text, word) in RESERVED_WORDS {
            assert_eq!(ReservedWord::at(&Cursor::new(text, None)), Some((word, text.len())), "{text}");
            assert_eq!(word.text(), text);
        }
    }
}
