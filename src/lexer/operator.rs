//! The operators of the shell grammar (manual, section 2, "control operator", and 3.6).

use super::Cursor;

/// An operator between commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlOperator {
    /// `&&`
    AndAnd,
    /// `||`
    OrOr,
    /// `&`
    Ampersand,
    /// `|`
    Bar,
    /// `|&`
    BarAmpersand,
    /// `;`
    Semicolon,
    /// `;;`
    DoubleSemicolon,
    /// `;&`
    SemicolonAmpersand,
    /// `;;&`
    DoubleSemicolonAmpersand,
    /// `(`
    OpenParenthesis,
    /// `)`
    CloseParenthesis,
    /// a newline
    Newline,
}

/// Every redirection operator of Bash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum RedirectionOperator {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `>|`
    Clobber,
    /// `<>`
    ReadWrite,
    /// `<&`
    DuplicateInput,
    /// `>&`
    DuplicateOutput,
    /// `&>`
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<<<`
    HereString,
    /// `<<`
    HereDocument,
    /// `<<-`
    HereDocumentStripTabs,
}

/// The control operator that `text` begins with and the bytes it takes; backslash-newlines may split it.
///
/// `&>` begins a redirection and is none.
///
/// ```
/// use willwrite::lexer::{ControlOperator, control_operator};
/// assert_eq!(control_operator(";;& b"), Some((ControlOperator::DoubleSemicolonAmpersand, 3)));
/// assert_eq!(control_operator("&\\\n& b"), Some((ControlOperator::AndAnd, 4)));
/// assert_eq!(control_operator("&> f"), None);
/// ```
#[must_use]
pub fn control_operator(text: &str) -> Option<(ControlOperator, usize)> {
    operator_at(&Cursor::new(text, None), 0)
}

/// The control operator at an offset, and the offset behind it.
pub(crate) fn operator_at(cursor: &Cursor<'_>, at: usize) -> Option<(ControlOperator, usize)> {
    let second = || {
        let next = cursor.after_continuations(at + 1);
        (cursor.byte(next), next + 1)
    };
    let one = |operator| Some((operator, at + 1));
    match cursor.byte(at) {
        b'\n' => one(ControlOperator::Newline),
        b'(' => one(ControlOperator::OpenParenthesis),
        b')' => one(ControlOperator::CloseParenthesis),
        b'&' => match second() {
            (b'&', end) => Some((ControlOperator::AndAnd, end)),
            (b'>', _) => None,
            _ => one(ControlOperator::Ampersand),
        },
        b'|' => match second() {
            (b'|', end) => Some((ControlOperator::OrOr, end)),
            (b'&', end) => Some((ControlOperator::BarAmpersand, end)),
            _ => one(ControlOperator::Bar),
        },
        b';' => match second() {
            (b'&', end) => Some((ControlOperator::SemicolonAmpersand, end)),
            (b';', end) => {
                let third = cursor.after_continuations(end);
                Some(match cursor.byte(third) {
                    b'&' => (ControlOperator::DoubleSemicolonAmpersand, third + 1),
                    _ => (ControlOperator::DoubleSemicolon, end),
                })
            }
            _ => one(ControlOperator::Semicolon),
        },
        _ => None,
    }
}

/// The redirection operator at an offset, and the offset behind it. `<(` and `>(` begin a word and are none.
pub(crate) fn redirection_operator(cursor: &Cursor<'_>, at: usize) -> Option<(RedirectionOperator, usize)> {
    use RedirectionOperator as O;
    let next = cursor.after_continuations(at + 1);
    let third = || {
        let at = cursor.after_continuations(next + 1);
        (cursor.byte(at), at + 1)
    };
    match (cursor.byte(at), cursor.byte(next)) {
        (b'<' | b'>', b'(') => None,
        (b'<', b'<') => Some(match third() {
            (b'<', end) => (O::HereString, end),
            (b'-', end) => (O::HereDocumentStripTabs, end),
            _ => (O::HereDocument, next + 1),
        }),
        (b'<', b'&') => Some((O::DuplicateInput, next + 1)),
        (b'<', b'>') => Some((O::ReadWrite, next + 1)),
        (b'<', _) => Some((O::Read, at + 1)),
        (b'>', b'>') => Some((O::Append, next + 1)),
        (b'>', b'&') => Some((O::DuplicateOutput, next + 1)),
        (b'>', b'|') => Some((O::Clobber, next + 1)),
        (b'>', _) => Some((O::Write, at + 1)),
        (b'&', b'>') => Some(match third() {
            (b'>', end) => (O::AppendBoth, end),
            _ => (O::WriteBoth, next + 1),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("&& b", Some((ControlOperator::AndAnd, 2)))]
    #[case("& b", Some((ControlOperator::Ampersand, 1)))]
    #[case("|\\\n\\\n& b", Some((ControlOperator::BarAmpersand, 6)))]
    #[case(";\\\n;\\\n&", Some((ControlOperator::DoubleSemicolonAmpersand, 7)))]
    #[case("a", None)]
    #[case("", None)]
    fn control(#[case] text: &str, #[case] expected: Option<(ControlOperator, usize)>) {
        assert_eq!(control_operator(text), expected);
    }

    #[rstest]
    #[case("<<- E", Some((RedirectionOperator::HereDocumentStripTabs, 3)))]
    #[case("<\\\n<\\\n< a", Some((RedirectionOperator::HereString, 7)))]
    #[case("&>> f", Some((RedirectionOperator::AppendBoth, 3)))]
    #[case(">| f", Some((RedirectionOperator::Clobber, 2)))]
    #[case("<(a)", None)]
    fn redirection(#[case] text: &str, #[case] expected: Option<(RedirectionOperator, usize)>) {
        assert_eq!(redirection_operator(&Cursor::new(text, None), 0), expected);
    }
}
