//! How deep a program's text nests, told before it is parsed: the parser and the tree's end recurse.
//!
//! Owns that estimate. It may say more than there is, never less.

/// Brackets and blocks inside one another that are parsed.
const NESTING_CAP: usize = 60;

/// Operators in a row, whose tree leans to one side, that are parsed.
const CHAIN_CAP: usize = 600;

/// Why a text is not parsed, if it is not.
pub(super) fn refuses(text: &str) -> Option<&'static str> {
    let scan = Scan::of(text.as_bytes());
    if scan.nesting > NESTING_CAP {
        return Some("a program that nests deeper than is read");
    }
    if scan.chain > CHAIN_CAP {
        return Some("an expression longer than is read");
    }
    None
}

#[derive(Default)]
struct Scan {
    nesting: usize,
    chain: usize,
    /// Operators since the last comma or line, one entry an open bracket.
    chains: Vec<usize>,
    indents: Vec<usize>,
    words: usize,
}

impl Scan {
    fn of(bytes: &[u8]) -> Self {
        let mut scan = Self { chains: vec![0], ..Self::default() };
        let mut at = 0;
        let mut line_start = true;
        while let Some(byte) = bytes.get(at).copied() {
            if line_start && scan.chains.len() == 1 {
                at += scan.indent(bytes.get(at..).unwrap_or(&[]));
                line_start = false;
                continue;
            }
            line_start = false;
            match byte {
                b'#' => at += line_length(bytes.get(at..).unwrap_or(&[])),
                b'"' | b'\'' => at += scan.string(bytes, at),
                b'\n' => {
                    scan.separate();
                    line_start = true;
                    at += 1;
                }
                byte => {
                    scan.byte(byte, at.checked_sub(1).and_then(|before| bytes.get(before)).copied());
                    at += 1;
                }
            }
        }
        scan
    }

    /// Skips a line's leading blanks.
    fn indent(&mut self, rest: &[u8]) -> usize {
        let width = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0c')).count();
        let is_blank = matches!(rest.get(width), None | Some(b'\n' | b'\r' | b'#'));
        if !is_blank {
            while self.indents.last().is_some_and(|last| *last >= width) {
                self.indents.pop();
            }
            self.indents.push(width);
            self.note();
        }
        width
    }

    fn byte(&mut self, byte: u8, before: Option<u8>) {
        match byte {
            b'(' | b'[' | b'{' => {
                self.count();
                self.chains.push(0);
            }
            b')' | b']' | b'}' if self.chains.len() > 1 => {
                self.chains.pop();
            }
            b',' | b';' => self.separate(),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^' | b'~' | b'<' | b'>' | b'='
            | b'.' | b':' => self.count(),
            // The words `not`, `lambda`, `if`, `await`, `and` nest too: every second word is taken for one.
            b' ' | b'\t' | b'\\' if before.is_some_and(|byte| byte.is_ascii_alphabetic()) => {
                self.words += 1;
                if self.words.is_multiple_of(2) {
                    self.count();
                }
            }
            _ => {}
        }
        self.note();
    }

    fn count(&mut self) {
        if let Some(last) = self.chains.last_mut() {
            *last += 1;
        }
    }

    fn separate(&mut self) {
        if let Some(last) = self.chains.last_mut() {
            *last = 0;
        }
        self.words = 0;
    }

    fn note(&mut self) {
        self.nesting = self.nesting.max(self.chains.len() - 1 + self.indents.len());
        let sum: usize = self.chains.last().copied().unwrap_or(0) + self.chains.len();
        self.chain = self.chain.max(sum);
    }

    /// Skips a string; the braces of one with a prefix may hold expressions.
    fn string(&mut self, bytes: &[u8], at: usize) -> usize {
        let rest = bytes.get(at..).unwrap_or(&[]);
        let quote = rest.first().copied().unwrap_or(b'"');
        let triple = rest.get(1) == Some(&quote) && rest.get(2) == Some(&quote);
        let prefixed = prefix(bytes, at);
        let mut length = if triple { 3 } else { 1 };
        let mut depth = 0_usize;
        while let Some(byte) = rest.get(length).copied() {
            match byte {
                b'\\' => length += 1,
                b'\n' if !triple => return length,
                byte if byte == quote && !triple => return length + 1,
                byte if byte == quote
                    && rest.get(length + 1) == Some(&quote)
                    && rest.get(length + 2) == Some(&quote) =>
                {
                    return length + 3;
                }
                b'{' | b'(' | b'[' if prefixed => depth += 1,
                b'}' | b')' | b']' if prefixed => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.nesting = self.nesting.max(self.chains.len() + self.indents.len() + depth);
            length += 1;
        }
        length
    }
}

/// True if a string's prefix makes its braces hold expressions.
fn prefix(bytes: &[u8], at: usize) -> bool {
    let before =
        |back: usize| at.checked_sub(back).and_then(|place| bytes.get(place)).copied().unwrap_or(b' ');
    matches!(before(1), b'f' | b'F' | b't' | b'T') || matches!(before(2), b'f' | b'F' | b't' | b'T')
}

fn line_length(rest: &[u8]) -> usize {
    memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("open('a', 'w')\n", false)]
    #[case(&"(".repeat(100), true)]
    #[case(&"if x:\n".to_owned(), false)]
    #[case(&format!("x = {}1", "1 + ".repeat(5_000)), true)]
    #[case(&format!("x = {}1", "not ".repeat(5_000)), true)]
    #[case(&format!("x = {}1", "-".repeat(5_000)), true)]
    #[case(&format!("x = a{}", ".b()".repeat(5_000)), true)]
    #[case(&format!("x = [{}]", "1, ".repeat(5_000)), false)]
    #[case(&format!("x = '{}'", "({[".repeat(5_000)), false)]
    #[case(&format!("x = f'{}'", "{".repeat(5_000)), true)]
    #[case(&format!("# {}", "((((".repeat(5_000)), false)]
    #[case(&(0..100).map(|depth| format!("{}if x:\n", " ".repeat(depth))).collect::<String>(), true)]
    fn deep_texts_are_refused(#[case] text: &str, #[case] refused: bool) {
        assert_eq!(refuses(text).is_some(), refused);
    }
}
