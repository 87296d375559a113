//! Syntax errors: what is wrong, where, and where the construct was opened that it is wrong in.

use std::fmt;

use crate::span::Span;

/// A syntax error.
///
/// [`fmt::Display`] gives one line without a place; [`SyntaxError::labels`] says what to write where:
///
/// ```
/// use willwrite::syntax::{ParseOptions, parse};
/// let (text, arena) = ("if true; then echo $(date; fi", bumpalo::Bump::new());
/// let error = &parse(&arena, text, ParseOptions::default()).errors[0];
/// let labels: Vec<_> = error.labels().map(|label| (label.span.slice(text), label.text)).collect();
/// assert_eq!(error.to_string(), "unexpected `fi`");
/// assert_eq!(labels, [("fi", "cannot stand here"), ("$(", "opened here")]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The token or the place where it shows.
    pub span: Span,
    /// What opened the construct that is not closed or not complete.
    pub opener: Option<Span>,
    /// The text of the token that was not expected; empty at the end of the text.
    pub found: String,
}

/// The kinds of syntax errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case"))]
pub enum SyntaxErrorKind {
    /// a token that cannot stand here
    UnexpectedToken,
    /// the text ends where a command, a word or a closing word is missing
    UnexpectedEnd,
    /// `'` without its partner
    UnterminatedSingleQuote,
    /// `"` without its partner
    UnterminatedDoubleQuote,
    /// `` ` `` without its partner
    UnterminatedBackquote,
    /// `${` without `}`
    UnterminatedParameter,
    /// `$(`, `<(` or `>(` without `)`
    UnterminatedSubstitution,
    /// `$((`, `((` or `$[` without its end
    UnterminatedArithmetic,
    /// `name[` without `]`
    UnterminatedSubscript,
    /// `name=(` without `)`
    UnterminatedArray,
    /// a pattern group such as `@(` without `)`
    UnterminatedPattern,
    /// the three expressions of `for ((` are not three
    ArithmeticForExpressions,
    /// an operator is missing or unknown inside `[[ ]]`
    TestOperator,
    /// an operand is missing inside `[[ ]]`
    TestOperand,
    /// more here-documents wait for their bodies than Bash holds
    TooManyHereDocuments,
    /// nested deeper than [`crate::syntax::MAX_DEPTH`]
    TooDeep,
    /// would take more than linear time: ambiguous text nested in ambiguous text
    TooComplex,
    /// longer than [`crate::syntax::MAX_TEXT`]
    TooLong,
}

/// What to write at a place of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place; empty at the end of the text.
    pub span: Span,
    /// A few words.
    pub text: &'static str,
}

impl SyntaxError {
    /// The labels of a report: where the error shows, then where the construct was opened that it is wrong in.
    pub fn labels(&self) -> impl Iterator<Item = Label> {
        use SyntaxErrorKind as Kind;
        let text = match self.kind {
            Kind::UnexpectedToken => "cannot stand here",
            Kind::UnexpectedEnd => "more is missing here",
            Kind::UnterminatedSingleQuote
            | Kind::UnterminatedDoubleQuote
            | Kind::UnterminatedBackquote
            | Kind::UnterminatedParameter
            | Kind::UnterminatedSubstitution
            | Kind::UnterminatedArithmetic
            | Kind::UnterminatedSubscript
            | Kind::UnterminatedArray
            | Kind::UnterminatedPattern => "should be closed by here",
            Kind::ArithmeticForExpressions => "three expressions stand here",
            Kind::TestOperator => "an operator stands here",
            Kind::TestOperand => "an operand stands here",
            Kind::TooManyHereDocuments | Kind::TooDeep | Kind::TooComplex | Kind::TooLong => {
                "read up to here"
            }
        };
        let opener = self.opener.map(|span| Label { span, text: "opened here" });
        std::iter::once(Label { span: self.span, text }).chain(opener)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SyntaxErrorKind as Kind;
        let text = match self.kind {
            Kind::UnexpectedToken => {
                let found: String = self.found.chars().flat_map(char::escape_debug).collect();
                return write!(formatter, "unexpected `{found}`");
            }
            Kind::UnexpectedEnd => "the command is not complete",
            Kind::UnterminatedSingleQuote => "no closing `'`",
            Kind::UnterminatedDoubleQuote => "no closing `\"`",
            Kind::UnterminatedBackquote => "no closing backquote",
            Kind::UnterminatedParameter => "no closing `}`",
            Kind::UnterminatedSubstitution => "no closing `)` of the substitution",
            Kind::UnterminatedArithmetic => "the arithmetic expression is not closed",
            Kind::UnterminatedSubscript => "no closing `]`",
            Kind::UnterminatedArray => "no closing `)` of the array",
            Kind::UnterminatedPattern => "no closing `)` of the pattern",
            Kind::ArithmeticForExpressions => "`for ((` takes three expressions between `;`",
            Kind::TestOperator => "an operator is missing inside `[[ ]]`",
            Kind::TestOperand => "an operand is missing inside `[[ ]]`",
            Kind::TooManyHereDocuments => "too many here-documents at once",
            Kind::TooDeep => "nested too deep",
            Kind::TooComplex => "too ambiguous to parse in linear time",
            Kind::TooLong => "the text is too long",
        };
        formatter.write_str(text)
    }
}

impl std::error::Error for SyntaxError {}
