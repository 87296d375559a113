//! Bash arithmetic (manual 6.5): the text of an expression and the shell's variables in, a number out.
//!
//! Owns the evaluator. It assigns through [`Environment`]; it does not know where the text came from.

mod token;

use std::rc::Rc;

use crate::analysis::expand::{self, Environment, Variable};
use crate::span::Span;
use crate::syntax::ast::Arithmetic;
use crate::value::{AbstractString, Piece};

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

impl Evaluator<'_, '_, '_> {
    fn peek(&self) -> &Token {
        self.tokens.get(self.place).unwrap_or(&Token::End)
    }

    fn operator(&self) -> &'static str {
        if let Token::Operator(operator) = self.peek() { operator } else { "" }
    }

    fn eat(&mut self, operator: &str) -> bool {
        let is_here = self.operator() == operator;
        self.place += usize::from(is_here);
        is_here
    }

    fn comma(&mut self, mode: Mode) -> Answer {
        let mut last = self.assignment(mode)?;
        while self.eat(",") {
            last = plain(self.assignment(mode)?.value);
        }
        Ok(last)
    }

    fn assignment(&mut self, mode: Mode) -> Answer {
        self.depth += 1;
        if self.depth > NESTING_CAP {
            return Err(Failure::TooDeep("arithmetic nested deeper than NESTING_CAP".into()));
        }
        let left = self.ternary(mode)?;
        let operator = self.operator();
        let is_assignment = operator == "="
            || (operator.len() > 1
                && operator.ends_with('=')
                && !matches!(operator, "==" | "!=" | "<=" | ">="));
        if !is_assignment {
            self.depth -= 1;
            return Ok(left);
        }
        let Some(place) = left.place else {
            return Err(Failure::Refused("an assignment to what is no variable".into()));
        };
        self.place += 1;
        let right = self.assignment(mode)?.value;
        let value = match operator.strip_suffix('=') {
            Some("") | None => right,
            Some(operation) => binary(operation, &left.value, &right, mode)?,
        };
        self.assign(&place, &value, mode);
        self.depth -= 1;
        Ok(plain(value))
    }

    fn ternary(&mut self, mode: Mode) -> Answer {
        let condition = self.logical(mode, 0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.comma(mode.behind(&condition.value, true))?.value;
        if !self.eat(":") {
            return Err(syntax_error());
        }
        let no = self.assignment(mode.behind(&condition.value, false))?.value;
        Ok(plain(match (condition.value, yes, no) {
            (Value::Known(0), _, no) => no,
            (Value::Known(_), yes, _) => yes,
            (Value::Unknown(_), Value::Known(yes), Value::Known(no)) if yes == no => Value::Known(yes),
            (unknown, ..) => unknown,
        }))
    }

    /// `||` (level 0) and `&&` (level 1), which may leave their right side out.
    fn logical(&mut self, mode: Mode, level: usize) -> Answer {
        let (operator, deciding) = if level == 0 { ("||", true) } else { ("&&", false) };
        let mut left = if level == 0 { self.logical(mode, 1)? } else { self.binary_level(mode, 0)? };
        while self.eat(operator) {
            let inner = mode.behind(&left.value, !deciding);
            let right = if level == 0 { self.logical(inner, 1)? } else { self.binary_level(inner, 0)? };
            left = plain(connect(&left.value, &right.value, deciding));
        }
        Ok(left)
    }

    fn binary_level(&mut self, mode: Mode, level: usize) -> Answer {
        let Some(operators) = LEVELS.get(level) else { return self.power(mode) };
        let mut left = self.binary_level(mode, level + 1)?;
        while operators.contains(&self.operator()) {
            let operator = self.operator();
            self.place += 1;
            let right = self.binary_level(mode, level + 1)?;
            left = plain(binary(operator, &left.value, &right.value, mode)?);
        }
        Ok(left)
    }

    /// `**` binds to the right, and looser than unary operators.
    fn power(&mut self, mode: Mode) -> Answer {
        let base = self.unary(mode)?;
        if !self.eat("**") {
            return Ok(base);
        }
        self.depth += 1;
        if self.depth > NESTING_CAP {
            return Err(Failure::TooDeep("arithmetic nested deeper than NESTING_CAP".into()));
        }
        let exponent = self.power(mode)?;
        self.depth -= 1;
        Ok(plain(binary("**", &base.value, &exponent.value, mode)?))
    }

    fn unary(&mut self, mode: Mode) -> Answer {
        let operator = self.operator();
        if !matches!(operator, "!" | "~" | "+" | "-" | "++" | "--") {
            return self.postfix(mode);
        }
        self.place += 1;
        self.depth += 1;
        if self.depth > NESTING_CAP {
            return Err(Failure::TooDeep("arithmetic nested deeper than NESTING_CAP".into()));
        }
        let operand = self.unary(mode)?;
        self.depth -= 1;
        let is_step = matches!(operator, "++" | "--");
        if let (true, Some(place)) = (is_step, &operand.place) {
            let value = step(&operand.value, operator);
            self.assign(place, &value, mode);
            return Ok(plain(value));
        }
        let Value::Known(value) = operand.value else { return Ok(plain(operand.value)) };
        Ok(plain(Value::Known(match operator {
            "!" => i64::from(value == 0),
            "~" => !value,
            "-" => value.wrapping_neg(),
            _ => value,
        })))
    }

    fn postfix(&mut self, mode: Mode) -> Answer {
        let operand = self.primary(mode)?;
        let operator = self.operator();
        if !matches!(operator, "++" | "--") {
            return Ok(operand);
        }
        let Some(place) = &operand.place else { return Ok(operand) };
        self.place += 1;
        self.assign(place, &step(&operand.value, operator), mode);
        Ok(plain(operand.value))
    }

    fn primary(&mut self, mode: Mode) -> Answer {
        let token = self.peek().clone();
        self.place += 1;
        match token {
            Token::Number(value) => Ok(plain(Value::Known(value))),
            Token::Hole(why) => Ok(plain(Value::Unknown(why))),
            Token::Name(name, subscript) => {
                let value = self.variable(&name, subscript.as_ref(), mode)?;
                Ok(Operand { value, place: Some((name, subscript)) })
            }
            Token::Operator("(") => {
                let inner = self.comma(mode)?;
                if self.eat(")") { Ok(plain(inner.value)) } else { Err(syntax_error()) }
            }
            Token::Error(why) => Err(Failure::Refused(why)),
            Token::Operator(_) | Token::End => Err(syntax_error()),
        }
    }

    // ---- variables ----

    fn variable(
        &mut self,
        name: &Rc<str>,
        subscript: Option<&AbstractString>,
        mode: Mode,
    ) -> Result<Value, Failure> {
        if mode == Mode::Skip {
            return Ok(Value::Known(0));
        }
        let not_set = || Value::Unknown(format!("`{name}` is not set by this command").into());
        let text = match (self.environment.variable(name), subscript) {
            (Variable::Unset, _) => {
                if self.environment.option("nounset") {
                    return Err(Failure::Refused(format!("`{name}` is not set, and `nounset` is on").into()));
                }
                return Ok(Value::Known(0));
            }
            (Variable::UnknownArray(why), _) => return Ok(Value::Unknown(why)),
            (Variable::Scalar { maybe_unset: true, .. }, _) => {
                if self.environment.option("nounset") {
                    self.environment.may_fail();
                }
                return Ok(not_set());
            }
            (Variable::Scalar { values, .. }, subscript) => {
                if let Some(subscript) = subscript {
                    match self.index(subscript)? {
                        Value::Known(0) => {}
                        Value::Known(_) => return Ok(Value::Known(0)),
                        unknown @ Value::Unknown(_) => return Ok(unknown),
                    }
                }
                match values.as_slice() {
                    [value] => value.clone(),
                    _ => return Ok(Value::Unknown(format!("`{name}` has one of several values").into())),
                }
            }
            (Variable::Indexed(elements), subscript) => {
                let index = match subscript {
                    Some(subscript) => self.index(subscript)?,
                    None => Value::Known(0),
                };
                let Value::Known(index) = index else { return Ok(index) };
                let length = elements.last().map_or(0, |(last, _)| last.saturating_add(1));
                let index = if index < 0 { length.saturating_add(index) } else { index };
                match elements.iter().find(|(own, _)| *own == index) {
                    Some((_, value)) => value.clone(),
                    None => return Ok(Value::Known(0)),
                }
            }
            (Variable::Associative(pairs), subscript) => {
                let key = subscript.cloned().unwrap_or_else(|| AbstractString::text("0"));
                match pairs.iter().find(|(own, _)| own.equals(&key) != Some(false)) {
                    Some((own, value)) if own.equals(&key) == Some(true) => value.clone(),
                    Some(_) => return Ok(Value::Unknown(format!("an element of `{name}`").into())),
                    None => return Ok(Value::Known(0)),
                }
            }
        };
        self.text_value(&text)
    }

    /// A variable's text is an expression itself.
    fn text_value(&mut self, text: &AbstractString) -> Result<Value, Failure> {
        if self.depth >= NESTING_CAP {
            return Err(Failure::TooDeep("arithmetic nested deeper than NESTING_CAP".into()));
        }
        match evaluate_nested(text, self.span, self.environment, self.depth + 1) {
            Number::Known(value) => Ok(Value::Known(value)),
            Number::Unknown(why) => Ok(Value::Unknown(why)),
            Number::Error(why) => Err(Failure::Refused(why)),
        }
    }

    fn index(&mut self, subscript: &AbstractString) -> Result<Value, Failure> {
        self.text_value(subscript)
    }

    fn assign(&mut self, place: &Place, value: &Value, mode: Mode) {
        if mode == Mode::Skip {
            return;
        }
        let (name, subscript) = place;
        let text = match value {
            Value::Known(value) if mode == Mode::Run => AbstractString::text(&value.to_string()),
            Value::Known(_) => number_of("a number that is assigned under an unknown condition"),
            Value::Unknown(why) => number_of(why),
        };
        let is_associative = matches!(self.environment.variable(name), Variable::Associative(_));
        let subscript = match subscript {
            Some(subscript) if !is_associative => match self.index(subscript) {
                Ok(Value::Known(index)) => Some(AbstractString::text(&index.to_string())),
                _ => {
                    self.environment.unknown(self.span, "an assignment to an unknown element of an array");
                    Some(AbstractString::unknown("an unknown subscript"))
                }
            },
            other => other.clone(),
        };
        self.environment.assign(name, subscript.as_ref(), vec![text]);
    }
}

fn number_of(why: &str) -> AbstractString {
    AbstractString::empty().with_pieces([Piece::Segment(why.into())])
}

const fn plain(value: Value) -> Operand {
    Operand { value, place: None }
}

fn step(value: &Value, operator: &str) -> Value {
    match value {
        Value::Known(value) if operator == "++" => Value::Known(value.wrapping_add(1)),
        Value::Known(value) => Value::Known(value.wrapping_sub(1)),
        unknown @ Value::Unknown(_) => unknown.clone(),
    }
}

/// `||` (deciding: true) or `&&` (deciding: false) of two values.
fn connect(left: &Value, right: &Value, deciding: bool) -> Value {
    let decides = |value: &Value| matches!(value, Value::Known(value) if (*value != 0) == deciding);
    if decides(left) || decides(right) {
        return Value::Known(i64::from(deciding));
    }
    match (left, right) {
        (Value::Unknown(why), _) | (_, Value::Unknown(why)) => Value::Unknown(Rc::clone(why)),
        _ => Value::Known(i64::from(!deciding)),
    }
}

/// Operators that bind alike, loosest first.
const LEVELS: &[&[&str]] = &[
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

fn binary(operator: &str, left: &Value, right: &Value, mode: Mode) -> Result<Value, Failure> {
    if mode == Mode::Skip {
        return Ok(Value::Known(0));
    }
    let (left, right) = match (left, right) {
        (_, Value::Known(0)) if matches!(operator, "/" | "%") => {
            return match mode {
                Mode::Run => Err(Failure::Refused("a division by zero".into())),
                _ => Ok(Value::Unknown("a division by zero that is perhaps not made".into())),
            };
        }
        (Value::Known(left), Value::Known(right)) => (*left, *right),
        (Value::Unknown(why), _) | (_, Value::Unknown(why)) => return Ok(Value::Unknown(Rc::clone(why))),
    };
    Ok(Value::Known(match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.wrapping_div(right),
        "%" => left.wrapping_rem(right),
        "**" => return power(left, right),
        "<<" => left.wrapping_shl(shift(right)),
        ">>" => left.wrapping_shr(shift(right)),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "&" => left & right,
        "^" => left ^ right,
        _ => left | right,
    }))
}

/// The processor takes a shift's low six bits.
fn shift(count: i64) -> u32 {
    u32::try_from(count & 63).unwrap_or(0)
}

fn power(base: i64, exponent: i64) -> Result<Value, Failure> {
    if exponent < 0 {
        return Err(Failure::Refused("an exponent less than 0".into()));
    }
    let mut result = 1_i64;
    let (mut square, mut rest) = (base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        rest >>= 1;
    }
    Ok(Value::Known(result))
}
