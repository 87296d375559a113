//! Conditions: `test`, `[` and `[[ ]]` (manual 6.4), answered with yes, no or don't know.
//!
//! Owns the evaluation; what stands in the file system it asks of [`Environment`].

mod primary;

use std::rc::Rc;

use crate::analysis::expand::{self, Environment};
use crate::analysis::pattern::{Options, Pattern};
use crate::commands::regex::{Regex, Syntax};
use crate::span::Span;
use crate::syntax::ast::{TestExpression, TestKind, Word};
use crate::value::{AbstractString, Field};

use primary::{Numbers, binary, is_binary, is_unary, unary};

/// Parentheses and `!` nested deeper than this are unknown.
const NESTING_CAP: usize = 64;

/// Whether a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// it does
    Yes,
    /// it does not (or Bash refuses it, which fails too)
    No,
    /// either; why
    Unknown(Rc<str>),
}

impl Truth {
    /// Yes or no, or don't know with a reason.
    #[must_use]
    pub fn of(answer: Option<bool>, why: impl FnOnce() -> Rc<str>) -> Self {
        match answer {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Unknown(why()),
        }
    }

    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            unknown @ Self::Unknown(_) => unknown,
        }
    }

    /// Both must hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, other) => other,
            (unknown, _) => unknown,
        }
    }

    /// One must hold.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.negated().and(other.negated()).negated()
    }

    /// Either of the two is the answer.
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Yes, Self::Yes) => Self::Yes,
            (Self::No, Self::No) => Self::No,
            (Self::Unknown(why), _) | (_, Self::Unknown(why)) => Self::Unknown(why),
            _ => Self::Unknown("a condition on a value that is one of several".into()),
        }
    }
}

/// `test` with these arguments (for `[` without the closing `]`), by their number as POSIX says.
pub fn test_arguments<'a>(arguments: &[Field], environment: &mut dyn Environment<'a>) -> Truth {
    if let Some(field) = arguments.iter().find(|field| field.many) {
        let why = field.value.reason().unwrap_or("any number of arguments");
        return Truth::Unknown(why.into());
    }
    let values: Vec<&AbstractString> = arguments.iter().map(|field| &field.value).collect();
    let span = arguments.first().map_or_else(Span::default, |field| field.span);
    let mut test = Test { environment, span, depth: 0 };
    test.by_count(&values)
}

struct Test<'e, 'a> {
    environment: &'e mut dyn Environment<'a>,
    span: Span,
    depth: usize,
}

impl Test<'_, '_> {
    fn by_count(&mut self, arguments: &[&AbstractString]) -> Truth {
        match arguments {
            [] => Truth::No,
            [one] => not_empty(one),
            [first, second] => self.two(first, second),
            [first, second, third] => self.three(first, second, third),
            [first, rest @ ..] if rest.len() == 3 && is(first, "!") => self.by_count(rest).negated(),
            [first, middle @ .., last] if middle.len() == 2 && is(first, "(") && is(last, ")") => {
                self.by_count(middle)
            }
            _ => self.parsed(arguments),
        }
    }

    fn two(&mut self, first: &AbstractString, second: &AbstractString) -> Truth {
        match first.known() {
            None => unknown_of(first),
            Some("!") => not_empty(second).negated(),
            Some(operator) if is_unary(operator) => unary(operator, second, self.span, self.environment),
            Some(_) => Truth::No,
        }
    }

    fn three(&mut self, first: &AbstractString, second: &AbstractString, third: &AbstractString) -> Truth {
        match second.known() {
            None => unknown_of(second),
            Some("-a") => not_empty(first).and(not_empty(third)),
            Some("-o") => not_empty(first).or(not_empty(third)),
            Some(operator) if is_binary(operator) => {
                binary(first, operator, third, Numbers::Plain, self.span, self.environment)
            }
            Some(_) if is(first, "!") => self.two(second, third).negated(),
            Some(_) if is(first, "(") && is(third, ")") => not_empty(second),
            Some(_) if first.known().is_none() => unknown_of(first),
            Some(_) => Truth::No,
        }
    }

    /// More than four arguments are an expression with `-a`, `-o`, `!` and parentheses.
    fn parsed(&mut self, arguments: &[&AbstractString]) -> Truth {
        let mut rest = arguments;
        match self.any(&mut rest) {
            Some(truth) if rest.is_empty() => truth,
            // An unknown argument could be the operator that is missing.
            _ => match arguments.iter().find(|value| value.known().is_none()) {
                Some(unknown) => unknown_of(unknown),
                None => Truth::No,
            },
        }
    }

    /// `e -o e`; `None` for a syntax error.
    fn any(&mut self, rest: &mut &[&AbstractString]) -> Option<Truth> {
        let mut truth = self.all(rest)?;
        while eat(rest, "-o") {
            truth = truth.or(self.all(rest)?);
        }
        Some(truth)
    }

    fn all(&mut self, rest: &mut &[&AbstractString]) -> Option<Truth> {
        let mut truth = self.term(rest)?;
        while eat(rest, "-a") {
            truth = truth.and(self.term(rest)?);
        }
        Some(truth)
    }

    fn term(&mut self, rest: &mut &[&AbstractString]) -> Option<Truth> {
        self.depth += 1;
        if self.depth > NESTING_CAP {
            *rest = &[];
            return Some(Truth::Unknown("a condition nested deeper than NESTING_CAP".into()));
        }
        let truth = self.term_inside(rest);
        self.depth -= 1;
        truth
    }

    fn term_inside(&mut self, rest: &mut &[&AbstractString]) -> Option<Truth> {
        let (first, behind) = rest.split_first()?;
        if let [operator, right, after @ ..] = behind
            && let Some(operator) = operator.known().filter(|operator| is_binary(operator))
        {
            *rest = after;
            return Some(binary(first, operator, right, Numbers::Plain, self.span, self.environment));
        }
        *rest = behind;
        match (first.known(), behind) {
            (Some("!"), [_, ..]) => Some(self.term(rest)?.negated()),
            (Some("("), [_, ..]) => {
                let truth = self.any(rest)?;
                eat(rest, ")").then_some(truth)
            }
            (Some(operator), [operand, after @ ..]) if is_unary(operator) => {
                *rest = after;
                Some(unary(operator, operand, self.span, self.environment))
            }
            _ => Some(not_empty(first)),
        }
    }
}

fn eat(rest: &mut &[&AbstractString], text: &str) -> bool {
    match rest.split_first() {
        Some((first, behind)) if is(first, text) => {
            *rest = behind;
            true
        }
        _ => false,
    }
}

fn is(value: &AbstractString, text: &str) -> bool {
    value.known() == Some(text)
}

fn not_empty(value: &AbstractString) -> Truth {
    Truth::of(value.emptiness(), || reason(value)).negated()
}

fn unknown_of(value: &AbstractString) -> Truth {
    Truth::Unknown(reason(value))
}

fn reason(value: &AbstractString) -> Rc<str> {
    value.reason().unwrap_or("an unknown operand").into()
}

/// `[[ expression ]]`, side effects of its words included.
pub fn test_expression<'a>(expression: &TestExpression<'a>, environment: &mut dyn Environment<'a>) -> Truth {
    expression_at(expression, environment, 0)
}

fn expression_at<'a>(
    expression: &TestExpression<'a>,
    environment: &mut dyn Environment<'a>,
    depth: usize,
) -> Truth {
    if depth > NESTING_CAP {
        return Truth::Unknown("a condition nested deeper than NESTING_CAP".into());
    }
    match expression.kind {
        TestKind::Not(inner) => expression_at(inner, environment, depth + 1).negated(),
        TestKind::Group(inner) => expression_at(inner, environment, depth + 1),
        TestKind::And(left, right) => match expression_at(left, environment, depth + 1) {
            Truth::No => Truth::No,
            truth => truth.and(expression_at(right, environment, depth + 1)),
        },
        TestKind::Or(left, right) => match expression_at(left, environment, depth + 1) {
            Truth::Yes => Truth::Yes,
            truth => truth.or(expression_at(right, environment, depth + 1)),
        },
        TestKind::Word(word) => each(&word, environment, |value, _| not_empty(value)),
        TestKind::Unary(operator, word) => {
            each(&word, environment, |value, environment| unary(operator, value, word.span(), environment))
        }
        TestKind::Binary(left, operator, right) => comparison(&left, operator, &right, environment),
    }
}

/// Judges every value that a word may have.
fn each<'a>(
    word: &Word<'a>,
    environment: &mut dyn Environment<'a>,
    mut judge: impl FnMut(&AbstractString, &mut dyn Environment<'a>) -> Truth,
) -> Truth {
    let values = expand::single(word, environment);
    let truths = values.iter().map(|value| judge(value, environment));
    truths.reduce(Truth::join).unwrap_or(Truth::No)
}

fn comparison<'a>(
    left: &Word<'a>,
    operator: &str,
    right: &Word<'a>,
    environment: &mut dyn Environment<'a>,
) -> Truth {
    let values = expand::single(left, environment);
    let operands = match operator {
        "=" | "==" | "!=" => expand::pattern(right, environment),
        "=~" => expand::regular_expression(right, environment),
        _ => expand::single(right, environment),
    };
    let ignores_case = environment.shopt("nocasematch");
    let options = Options { extended: true, ignores_case };
    let single = values.len() == 1 && operands.len() == 1;
    let mut truth: Option<Truth> = None;
    for value in &values {
        for operand in &operands {
            let next = match operator {
                "=" | "==" => matches(value, operand, options),
                "!=" => matches(value, operand, options).negated(),
                "=~" => match searched(value, operand, ignores_case) {
                    Some(found) => {
                        remember(found.as_deref(), single, environment);
                        Truth::of(Some(found.is_some()), || reason(value))
                    }
                    None => regular(value, operand, ignores_case),
                },
                _ => binary(value, operator, operand, Numbers::Arithmetic, left.span(), environment),
            };
            truth = Some(match truth {
                None => next,
                Some(before) => before.join(next),
            });
        }
    }
    truth.unwrap_or(Truth::No)
}

fn matches(value: &AbstractString, pattern: &AbstractString, options: Options) -> Truth {
    match pattern.known() {
        Some(text) => Truth::of(Pattern::new(text, options).matches_value(value), || reason(value)),
        None => unknown_of(pattern),
    }
}

/// What `=~` finds in a known text: the whole and its groups; the outer `None` if that can't be told.
#[expect(clippy::option_option, reason = "not known, and known to find nothing, are two answers")]
fn searched(
    value: &AbstractString,
    expression: &AbstractString,
    ignores_case: bool,
) -> Option<Option<Vec<String>>> {
    let (text, expression) = (value.known()?, expression.known()?);
    let regex = Regex::new(expression, Syntax::Extended, ignores_case)?;
    let places = regex.find(text, 0).ok()?;
    let part = |place: &Option<(usize, usize)>| {
        place.and_then(|(from, to)| text.get(from..to)).unwrap_or("").to_owned()
    };
    Some(places.map(|places| places.iter().map(part).collect()))
}

/// Sets `BASH_REMATCH`.
fn remember<'a>(found: Option<&[String]>, single: bool, environment: &mut dyn Environment<'a>) {
    let name = "BASH_REMATCH";
    if !single {
        environment.assign(name, None, vec![AbstractString::unknown("what `=~` matched")]);
        return;
    }
    environment.clear(name);
    for (number, part) in found.unwrap_or_default().iter().enumerate() {
        let index = AbstractString::text(&number.to_string());
        environment.assign(name, Some(&index), vec![AbstractString::text(part)]);
    }
}

/// `=~`: only expressions without metacharacters but `^` in front and `$` at the end are judged.
fn regular(value: &AbstractString, expression: &AbstractString, ignores_case: bool) -> Truth {
    let Some(text) = expression.known() else { return unknown_of(expression) };
    let not_read = || Truth::Unknown("a regular expression that is not read".into());
    let (from_start, text) = text.strip_prefix('^').map_or((false, text), |rest| (true, rest));
    let (to_end, text) = match text.strip_suffix('$') {
        Some(rest) if !rest.ends_with('\\') => (true, rest),
        _ => (false, text),
    };
    let Some(literal) = literal(text).filter(|_| !ignores_case) else { return not_read() };
    if literal.is_empty() && !(from_start && to_end) {
        return Truth::Yes;
    }
    let answer = match (from_start, to_end) {
        (true, true) => value.equals(&AbstractString::text(&literal)),
        (true, false) => value.starts_with(&literal),
        (false, true) => value.ends_with(&literal),
        (false, false) => {
            let pattern = format!("*{}*", crate::analysis::pattern::quote(&literal));
            Pattern::new(&pattern, Options::default()).matches_value(value)
        }
    };
    Truth::of(answer, || reason(value))
}

/// The text that a regular expression without metacharacters matches; quoted characters have a backslash.
fn literal(text: &str) -> Option<String> {
    let mut literal = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => literal.push(characters.next().filter(|c| !c.is_alphanumeric())?),
            '.' | '[' | ']' | '(' | ')' | '*' | '+' | '?' | '{' | '}' | '|' | '^' | '$' => return None,
            other => literal.push(other),
        }
    }
    Some(literal)
}
