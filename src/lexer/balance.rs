//! Does `((` begin an arithmetic expression or two subshells? Bash decides by the closing parentheses alone.

use super::Cursor;

/// What the parentheses that begin with `((` are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DoubleParenthesis {
    /// closed by `))`, the first of which stands here
    Arithmetic(usize),
    /// the inner one closes first; the offset behind the outer one's end, if it closes
    Nested(Option<usize>),
    /// not closed
    Unclosed,
}

/// What a byte is scanned in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Parentheses,
    DoubleQuotes,
}

/// Scans from behind `((` in one pass: parentheses, quotes and escapes, and substitutions inside double quotes.
/// Gives the verdict and the number of bytes read.
pub(crate) fn double_parenthesis(cursor: &Cursor<'_>, start: usize) -> (DoubleParenthesis, usize) {
    let mut open = vec![Inside::Parentheses, Inside::Parentheses];
    let (mut at, mut inner) = (start, false);
    while at < cursor.len() {
        let byte = cursor.byte(at);
        at += 1;
        match (byte, open.last()) {
            (b'\\', _) => at += 1,
            (b'"', Some(Inside::DoubleQuotes)) => drop(open.pop()),
            (b'"', _) => open.push(Inside::DoubleQuotes),
            (b'$', Some(Inside::DoubleQuotes)) if cursor.byte(at) == b'(' => {
                open.push(Inside::Parentheses);
                at += 1;
            }
            (b'`', _) => at = escaped_end(cursor, at, b'`'),
            (_, Some(Inside::DoubleQuotes)) => {}
            (b'\'', _) if at.checked_sub(2).is_some_and(|before| cursor.byte(before) == b'$') => {
                at = escaped_end(cursor, at, b'\'');
            }
            (b'\'', _) => at = cursor.find(b'\'', at).map_or(cursor.len(), |close| close + 1),
            (b'(', _) => open.push(Inside::Parentheses),
            (b')', _) => {
                open.pop();
                if open.len() == 1 && !inner {
                    if cursor.byte(cursor.after_continuations(at)) == b')' {
                        return (DoubleParenthesis::Arithmetic(at - 1), at - start);
                    }
                    inner = true;
                } else if open.is_empty() {
                    return (DoubleParenthesis::Nested(Some(at)), at - start);
                }
            }
            _ => {}
        }
    }
    let verdict = if inner { DoubleParenthesis::Nested(None) } else { DoubleParenthesis::Unclosed };
    (verdict, at - start)
}

/// The offset behind the first `quote` without a backslash, or the end.
fn escaped_end(cursor: &Cursor<'_>, start: usize, quote: u8) -> usize {
    let mut at = start;
    while at < cursor.len() {
        match cursor.byte(at) {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    cursor.len()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("1+(2)))", DoubleParenthesis::Arithmetic(5))]
    #[case("a); b) c", DoubleParenthesis::Nested(Some(6)))]
    #[case("a) )", DoubleParenthesis::Nested(Some(4)))]
    #[case("\")\" ))", DoubleParenthesis::Arithmetic(4))]
    #[case("\"$(a \")\")\" ))", DoubleParenthesis::Arithmetic(11))]
    #[case("')'))", DoubleParenthesis::Arithmetic(3))]
    #[case("'\\'))", DoubleParenthesis::Arithmetic(3))]
    #[case("$'\\')'))", DoubleParenthesis::Arithmetic(6))]
    #[case("`)` ))", DoubleParenthesis::Arithmetic(4))]
    #[case("1)\\\n)", DoubleParenthesis::Arithmetic(1))]
    #[case("(3))", DoubleParenthesis::Nested(None))]
    #[case("(", DoubleParenthesis::Unclosed)]
    fn decided_by_the_closers(#[case] text: &str, #[case] expected: DoubleParenthesis) {
        assert_eq!(double_parenthesis(&Cursor::new(text, None), 0).0, expected);
    }
}
