//! Bash arithmetic (manual 6.5): the text of an expression and the shell's variables in, a number out.
//!
//! Owns the evaluator. It assigns through [`Environment`]; it does not know where the text came from.

use std::rc::Rc;

use crate::analysis::expand::Environment;
use crate::span::Span;
use crate::syntax::ast::Arithmetic;
use crate::value::AbstractString;

/// What an arithmetic expression gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// this number
    Known(i64),
    /// some number; why it is not known
    Unknown(Rc<str>),
    /// Bash refuses the expression (a syntax error, a division by zero); the command fails
    Error(Rc<str>),
}

/// Evaluates `$(( … ))`, `(( … ))` or a clause of `for (( … ))`, side effects included. An empty expression is 0.
pub fn evaluate<'a>(node: &Arithmetic<'a>, environment: &mut dyn Environment<'a>) -> Number {
    let _ = (node, environment);
    Number::Unknown("not evaluated".into())
}

/// Evaluates a text that was expanded before (an argument of `let`, a subscript, an operand of `-eq` in `[[ ]]`).
pub fn evaluate_text<'a>(text: &AbstractString, span: Span, environment: &mut dyn Environment<'a>) -> Number {
    let _ = (text, span, environment);
    Number::Unknown("not evaluated".into())
}
