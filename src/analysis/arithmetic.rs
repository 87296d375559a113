//! Bash arithmetic (manual 6.5): the text of an expression and the shell's variables in, a number out.
//!
//! Owns the evaluator: `token` cuts the text, `grammar` reads it, `operator` and `variable` give the values. It assigns
//! through [`Environment`]; it does not know where the text came from.

mod grammar;
mod operator;
mod token;
mod variable;

use std::rc::Rc;

use crate::analysis::expand::{self, Environment};
use crate::span::Span;
use crate::syntax::ast::Arithmetic;
use crate::value::AbstractString;

use token::{Token, tokens};

/// Parentheses, unary operators and variables that name expressions, nested deeper than this, are unknown.
const NESTING_CAP: usize = 32;

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
    let mut texts = expand::here_document(&node.expression, environment);
    // Beside an unknown value an unset variable says less; beside a known one it says another thing.
    if texts.iter().any(|text| text.assumes().is_empty() && text.known().is_none()) {
        texts.retain(|text| text.assumes().is_empty());
    }
    let mut answers = texts.iter().map(|text| evaluate_text(text, node.span, environment));
    let Some(first) = answers.next() else { return Number::Known(0) };
    let rest: Vec<Number> = answers.collect();
    if rest.iter().all(|answer| *answer == first) {
        return first;
    }
    Number::Unknown("an expression with several values".into())
}

/// Evaluates a text that was expanded before (an argument of `let`, a subscript, an operand of `-eq` in `[[ ]]`).
pub fn evaluate_text<'a>(text: &AbstractString, span: Span, environment: &mut dyn Environment<'a>) -> Number {
    evaluate_nested(text, span, environment, 0)
}

fn evaluate_nested<'a>(
    text: &AbstractString,
    span: Span,
    environment: &mut dyn Environment<'a>,
    depth: usize,
) -> Number {
    let tokens = tokens(text);
    if matches!(tokens.as_slice(), [Token::End]) {
        return Number::Known(0);
    }
    let mut evaluator = Evaluator { tokens: &tokens, place: 0, environment, span, depth };
    let answer = evaluator.comma(Mode::Run).and_then(|value| match evaluator.peek() {
        Token::End => Ok(value),
        Token::Error(why) => Err(Failure::Refused(Rc::clone(why))),
        _ => Err(syntax_error()),
    });
    match answer {
        Ok(Operand { value: Value::Known(value), .. }) => Number::Known(value),
        Ok(Operand { value: Value::Unknown(why), .. }) | Err(Failure::TooDeep(why)) => Number::Unknown(why),
        Err(Failure::Refused(why)) => Number::Error(why),
    }
}

fn syntax_error() -> Failure {
    Failure::Refused("a syntax error in an arithmetic expression".into())
}

fn too_deep() -> Failure {
    Failure::TooDeep("arithmetic nested deeper than NESTING_CAP".into())
}

enum Failure {
    Refused(Rc<str>),
    TooDeep(Rc<str>),
}

#[derive(Clone, Debug)]
enum Value {
    Known(i64),
    Unknown(Rc<str>),
}

/// A value, and the variable that it came from if it can be assigned to.
#[derive(Clone, Debug)]
struct Operand {
    value: Value,
    place: Option<Place>,
}

type Place = (Rc<str>, Option<AbstractString>);

/// Is what is read also done?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// yes
    Run,
    /// perhaps: behind an unknown condition
    Maybe,
    /// no: the other branch of a known condition
    Skip,
}

impl Mode {
    /// The mode behind a condition that must be `wanted`.
    fn behind(self, condition: &Value, wanted: bool) -> Self {
        match (self, condition) {
            (Self::Skip, _) => Self::Skip,
            (mode, Value::Known(value)) if (*value != 0) == wanted => mode,
            (_, Value::Known(_)) => Self::Skip,
            (_, Value::Unknown(_)) => Self::Maybe,
        }
    }
}

type Answer = Result<Operand, Failure>;

struct Evaluator<'t, 'e, 'a> {
    tokens: &'t [Token],
    place: usize,
    environment: &'e mut dyn Environment<'a>,
    span: Span,
    depth: usize,
}

const fn plain(value: Value) -> Operand {
    Operand { value, place: None }
}
