//! Variables in expressions: what one holds is an expression itself, and an assignment goes to the shell.

use std::rc::Rc;

use super::{Evaluator, Failure, Mode, NESTING_CAP, Number, Place, Value, evaluate_nested, too_deep};
use crate::analysis::expand::Variable;
use crate::value::{AbstractString, Piece};

impl Evaluator<'_, '_, '_> {
    pub(super) fn variable(
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
                let index = subscript.map_or(Ok(Value::Known(0)), |subscript| self.index(subscript))?;
                let Value::Known(index) = index else { return Ok(index) };
                match element(&elements, index) {
                    Some(value) => value.clone(),
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
            return Err(too_deep());
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

    pub(super) fn assign(&mut self, place: &Place, value: &Value, mode: Mode) {
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

/// An element by its subscript; a negative one counts from behind the last.
fn element(elements: &[(i64, AbstractString)], index: i64) -> Option<&AbstractString> {
    let length = elements.last().map_or(0, |(last, _)| last.saturating_add(1));
    let index = if index < 0 { length.saturating_add(index) } else { index };
    elements.iter().find(|(own, _)| *own == index).map(|(_, value)| value)
}

fn number_of(why: &str) -> AbstractString {
    AbstractString::empty().with_pieces([Piece::Segment(why.into())])
}
