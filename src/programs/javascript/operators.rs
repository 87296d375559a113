//! Operators over known and unknown values: truth, equality, texts of values, arithmetic.

use oxc_ast::ast::BinaryOperator;

use super::expressions::number;
use super::{Run, Stop};
use crate::programs::store::Object;
use crate::programs::value::Value;
use crate::value::AbstractString;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// Is a value truthy? `None`: don't know.
    pub(super) fn truth(&self, value: &Value) -> Option<bool> {
        match value {
            Value::Nothing => Some(false),
            Value::Bool(truth) => Some(*truth),
            Value::Int(number) => Some(*number != 0),
            Value::Float(number) => Some(*number != 0.0 && !number.is_nan()),
            Value::Text(text) => text.emptiness().map(|empty| !empty),
            Value::Unknown(_) | Value::Foreign(_) => None,
            Value::OneOf(values) => {
                let mut answers = values.iter().map(|value| self.truth(value));
                let first = answers.next()??;
                answers.all(|answer| answer == Some(first)).then_some(first)
            }
            _ => Some(true),
        }
    }

    /// Are two values equal (`===`)?
    pub(super) fn equal(&self, left: &Value, right: &Value) -> Option<bool> {
        match (left, right) {
            (Value::OneOf(values), other) | (other, Value::OneOf(values)) => {
                let mut answers = values.iter().map(|value| self.equal(value, other));
                let first = answers.next()??;
                answers.all(|answer| answer == Some(first)).then_some(first)
            }
            (Value::Unknown(_) | Value::Foreign(_), _) | (_, Value::Unknown(_) | Value::Foreign(_)) => None,
            (Value::Text(left), Value::Text(right)) => left.equals(right),
            (Value::Int(left), Value::Float(right)) | (Value::Float(right), Value::Int(left)) => {
                Some(number(*right) == Value::Int(*left))
            }
            (Value::Thing(_), Value::Thing(_)) | (Value::Native(_), Value::Native(_)) => {
                if left == right {
                    None
                } else {
                    Some(false)
                }
            }
            (left, right) => Some(left == right),
        }
    }

    /// A binary operator's value.
    pub(super) fn binary(&mut self, operator: BinaryOperator, left: &Value, right: &Value) -> Value {
        let boolean = |answer: Option<bool>| answer.map_or(Value::unknown("a truth value"), Value::Bool);
        match operator {
            BinaryOperator::StrictEquality => boolean(self.equal(left, right)),
            BinaryOperator::StrictInequality => boolean(self.equal(left, right).map(|equal| !equal)),
            BinaryOperator::Equality => boolean(self.loosely(left, right)),
            BinaryOperator::Inequality => boolean(self.loosely(left, right).map(|equal| !equal)),
            BinaryOperator::Addition => self.sum(left, right),
            BinaryOperator::Subtraction => {
                arithmetic(left, right, i64::checked_sub, |left, right| left - right)
            }
            BinaryOperator::Multiplication => {
                arithmetic(left, right, i64::checked_mul, |left, right| left * right)
            }
            BinaryOperator::Division => match (float(left), float(right)) {
                (Some(left), Some(right)) => number(left / right),
                _ => Value::unknown("a number"),
            },
            BinaryOperator::Remainder => {
                arithmetic(left, right, i64::checked_rem, |left, right| left % right)
            }
            BinaryOperator::LessThan => boolean(compared(left, right, |order| order.is_lt())),
            BinaryOperator::LessEqualThan => boolean(compared(left, right, |order| order.is_le())),
            BinaryOperator::GreaterThan => boolean(compared(left, right, |order| order.is_gt())),
            BinaryOperator::GreaterEqualThan => boolean(compared(left, right, |order| order.is_ge())),
            BinaryOperator::In => {
                let key = self.property_key(left);
                match self.store.entry(right, &key) {
                    Some(found) => Value::Bool(found.is_some()),
                    None => Value::unknown("a truth value"),
                }
            }
            BinaryOperator::Instanceof => Value::unknown("a truth value"),
            _ => Value::unknown("a number"),
        }
    }

    fn loosely(&self, left: &Value, right: &Value) -> Option<bool> {
        let kind = std::mem::discriminant::<Value>;
        if kind(left) == kind(right) || matches!(left, Value::Nothing) || matches!(right, Value::Nothing) {
            return self.equal(left, right);
        }
        match (left, right) {
            (Value::Int(_), Value::Float(_)) | (Value::Float(_), Value::Int(_)) => self.equal(left, right),
            _ => None,
        }
    }

    fn sum(&mut self, left: &Value, right: &Value) -> Value {
        match (left, right) {
            (
                Value::Int(_) | Value::Float(_) | Value::Bool(_),
                Value::Int(_) | Value::Float(_) | Value::Bool(_),
            ) => arithmetic(left, right, i64::checked_add, |left, right| left + right),
            (Value::Unknown(_) | Value::Foreign(_), other)
            | (other, Value::Unknown(_) | Value::Foreign(_))
                if !matches!(other, Value::Text(_)) =>
            {
                Value::unknown("a sum")
            }
            (Value::OneOf(values), other) if values.len() <= 4 => {
                let sums: Vec<Value> = values.iter().map(|value| self.sum(value, other)).collect();
                sums.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            (other, Value::OneOf(values)) if values.len() <= 4 => {
                let sums: Vec<Value> = values.iter().map(|value| self.sum(other, value)).collect();
                sums.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            _ => Value::Text(self.text_of(left).concat(&self.text_of(right))),
        }
    }

    /// What a value is as a text.
    pub(super) fn text_of(&self, value: &Value) -> AbstractString {
        match value {
            Value::Text(text) | Value::Path(text) => text.clone(),
            Value::Int(number) => AbstractString::text(&number.to_string()),
            Value::Float(number) => AbstractString::text(&number.to_string()),
            Value::Bool(truth) => AbstractString::text(if *truth { "true" } else { "false" }),
            Value::Nothing => AbstractString::unknown("`null` or `undefined`"),
            Value::OneOf(values) => {
                let texts: Vec<AbstractString> = values.iter().map(|value| self.text_of(value)).collect();
                crate::value::collapse(&texts)
            }
            Value::Object(id) => match self.store.object(*id) {
                Some(Object::List(members)) => {
                    let mut text = AbstractString::empty();
                    for (number, member) in members.iter().enumerate() {
                        if number > 0 {
                            text.push_text(",");
                        }
                        match member {
                            Value::Object(_) => text.append(&AbstractString::unknown("a list in a list")),
                            member => text.append(&self.text_of(member)),
                        }
                    }
                    text
                }
                Some(Object::Dict(_)) => AbstractString::text("[object Object]"),
                _ => AbstractString::unknown("the text of an object"),
            },
            other => AbstractString::unknown(other.reason()),
        }
    }

    /// A property's name as objects keep it.
    pub(super) fn property_key(&self, value: &Value) -> Value {
        match value {
            Value::Text(_) => value.clone(),
            other => Value::Text(self.text_of(other)),
        }
    }

    /// `typeof`
    pub(super) fn type_of(&self, value: &Value) -> Value {
        match value {
            Value::Bool(_) => Value::text("boolean"),
            Value::Int(_) | Value::Float(_) => Value::text("number"),
            Value::Text(_) => Value::text("string"),
            Value::Function(..) => Value::text("function"),
            Value::Object(_) => Value::text("object"),
            _ => Value::unknown_text("the type of a value"),
        }
    }

    /// What a settled promise gives.
    pub(super) fn settled(&mut self, value: Value) -> Result<Value, Stop<'a>> {
        if matches!(&value, Value::Native(name) if &**name == super::callbacks::REJECTED) {
            return Err(Stop::Throw);
        }
        Ok(value)
    }
}

fn float(value: &Value) -> Option<f64> {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "numbers of this language are no wider")]
        Value::Int(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

fn arithmetic(
    left: &Value,
    right: &Value,
    whole: fn(i64, i64) -> Option<i64>,
    other: fn(f64, f64) -> f64,
) -> Value {
    if let (Some(left), Some(right)) = (left.number(), right.number())
        && let Some(found) = whole(left, right)
    {
        return Value::Int(found);
    }
    match (float(left), float(right)) {
        (Some(left), Some(right)) => number(other(left, right)),
        _ => Value::unknown("a number"),
    }
}

fn compared(left: &Value, right: &Value, holds: fn(std::cmp::Ordering) -> bool) -> Option<bool> {
    if let (Some(left), Some(right)) = (left.known(), right.known()) {
        return Some(holds(left.cmp(right)));
    }
    let order = float(left)?.partial_cmp(&float(right)?)?;
    Some(holds(order))
}
