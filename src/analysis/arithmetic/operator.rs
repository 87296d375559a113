//! What the operators give for two values, known or not.

use std::rc::Rc;

use super::{Failure, Mode, Value};

pub(super) fn step(value: &Value, operator: &str) -> Value {
    match value {
        Value::Known(value) if operator == "++" => Value::Known(value.wrapping_add(1)),
        Value::Known(value) => Value::Known(value.wrapping_sub(1)),
        unknown @ Value::Unknown(_) => unknown.clone(),
    }
}

/// `||` (deciding: true) or `&&` (deciding: false) of two values.
pub(super) fn connect(left: &Value, right: &Value, deciding: bool) -> Value {
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
pub(super) const LEVELS: &[&[&str]] = &[
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

pub(super) fn binary(operator: &str, left: &Value, right: &Value, mode: Mode) -> Result<Value, Failure> {
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
