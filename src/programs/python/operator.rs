//! Operators: arithmetic, texts and paths behind one another, comparisons, truth.

use std::rc::Rc;

use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprCompare, Operator, UnaryOp};

use super::super::record::join_paths;
use super::super::store::{MEMBERS_CAP, Object};
use super::super::value::Value;
use super::Python;
use crate::value::AbstractString;

/// Texts and lists are repeated up to this length.
const REPEAT_CAP: usize = 64 << 10;

impl<'p> Python<'p, '_> {
    /// `left op right`
    pub(super) fn binary(&mut self, operator: Operator, left: &Value, right: &Value) -> Value {
        if let (Value::OneOf(_), _) | (_, Value::OneOf(_)) = (left, right) {
            return self.binary_each(operator, left, right);
        }
        match (operator, left, right) {
            (Operator::Add, Value::Text(left), Value::Text(right)) => {
                self.charge(left.known_prefix().len() + right.known_prefix().len());
                Value::Text(left.clone().concat(right))
            }
            (Operator::Add, Value::Text(left), Value::Unknown(why)) => {
                Value::Text(left.clone().concat(&AbstractString::unknown(Rc::clone(why))))
            }
            (Operator::Add, Value::Unknown(why), Value::Text(right)) => {
                Value::Text(AbstractString::unknown(Rc::clone(why)).concat(right))
            }
            (Operator::Div, Value::Path(left), Value::Text(right) | Value::Path(right)) => {
                Value::Path(join_paths(left, right, true))
            }
            (Operator::Div, Value::Path(left), other) => {
                let right = AbstractString::unknown(other.reason());
                Value::Path(join_paths(left, &right, true))
            }
            (Operator::Div, Value::Text(left), Value::Path(right)) => {
                Value::Path(join_paths(left, right, true))
            }
            (Operator::Mod, Value::Text(text), value) => self.percent(text, value),
            (Operator::Mult, Value::Text(text), count) | (Operator::Mult, count, Value::Text(text)) => {
                repeated(text, count)
            }
            (
                Operator::Add | Operator::BitOr | Operator::BitAnd | Operator::Sub | Operator::Mult,
                left,
                right,
            ) if matches!(left, Value::Object(_) | Value::Tuple(_) | Value::Many(_)) => {
                self.collections(operator, left, right)
            }
            (_, Value::Foreign(_), _) => left.clone(),
            (_, _, Value::Foreign(_)) => right.clone(),
            (_, Value::Thing(name), _) | (_, _, Value::Thing(name)) => Value::Thing(Rc::clone(name)),
            _ => numbers(operator, left, right),
        }
    }

    fn binary_each(&mut self, operator: Operator, left: &Value, right: &Value) -> Value {
        let mut result: Option<Value> = None;
        for left in left.alternatives().to_vec() {
            for right in right.alternatives().to_vec() {
                let value = self.binary(operator, &left, &right);
                result = Some(match result {
                    Some(have) => have.or(value),
                    None => value,
                });
            }
        }
        result.unwrap_or(Value::Nothing)
    }

    fn collections(&mut self, operator: Operator, left: &Value, right: &Value) -> Value {
        if let (Operator::BitOr, Some(mut entries), Some(more)) =
            (operator, self.store.entries(left), self.store.entries(right))
        {
            for (key, value) in more {
                entries.retain(|(have, _)| *have != key);
                entries.push((key, value));
            }
            return self.store.make(Object::Dict(entries));
        }
        if operator == Operator::Mult {
            let (Some(members), Some(count)) = (self.members(left), right.number()) else {
                return Value::many(self.element(left));
            };
            let count = usize::try_from(count).unwrap_or(0);
            if members.len().saturating_mul(count) > MEMBERS_CAP {
                return Value::many(self.element(left));
            }
            let repeated = (0..count).flat_map(|_| members.iter().cloned()).collect();
            return self.store.make(Object::List(repeated));
        }
        let (Some(members), Some(more)) = (self.members(left), self.members(right)) else {
            let either = self.element(left).or(self.element(right));
            return Value::many(either);
        };
        let mut members = members;
        match operator {
            Operator::Sub => members.retain(|member| !more.contains(member)),
            Operator::BitAnd => members.retain(|member| more.contains(member)),
            Operator::BitOr => more.into_iter().for_each(|member| {
                if !members.contains(&member) {
                    members.push(member);
                }
            }),
            _ => members.extend(more),
        }
        if members.len() > MEMBERS_CAP {
            return Value::many(Value::collapsed(&members));
        }
        match left {
            Value::Tuple(_) => Value::Tuple(members.into()),
            _ => self.store.make(Object::List(members)),
        }
    }

    pub(super) fn unary(&mut self, operator: UnaryOp, value: &Value) -> Value {
        match (operator, value) {
            (UnaryOp::Not, value) => {
                self.truth(value).map_or_else(|| Value::unknown("a test"), |truth| Value::Bool(!truth))
            }
            (UnaryOp::USub, Value::Float(number)) => Value::Float(-number),
            (UnaryOp::USub, value) => value
                .number()
                .and_then(i64::checked_neg)
                .map_or_else(|| Value::unknown("a number"), Value::Int),
            (UnaryOp::UAdd, value) => value.clone(),
            (UnaryOp::Invert, value) => {
                value.number().map_or_else(|| Value::unknown("a number"), |number| Value::Int(!number))
            }
        }
    }

    /// `a and b and …`, `a or b or …`
    pub(super) fn logic(&mut self, operator: BoolOp, nodes: &'p [Expr]) -> Value {
        let Some((first, rest)) = nodes.split_first() else { return Value::Nothing };
        let value = self.eval(first);
        if rest.is_empty() {
            return value;
        }
        match (self.truth(&value), operator) {
            (Some(true), BoolOp::Or) | (Some(false), BoolOp::And) => value,
            (Some(_), _) => self.logic(operator, rest),
            (None, _) => {
                let mut other = Value::Nothing;
                self.perhaps(|python| {
                    other = python.logic(operator, rest);
                    python.outcome()
                });
                // Nothing more is to be known if the end decides in any case.
                match (operator, self.truth(&other)) {
                    (BoolOp::And, Some(false)) if matches!(other, Value::Bool(_)) => other,
                    (BoolOp::Or, Some(true)) if matches!(other, Value::Bool(_)) => other,
                    _ => value.or(other),
                }
            }
        }
    }

    pub(super) fn compare(&mut self, node: &'p ExprCompare) -> Value {
        let mut left = self.eval(&node.left);
        let mut all = Some(true);
        for (operator, right) in node.ops.iter().zip(&*node.comparators) {
            let right = self.eval(right);
            match self.compared(*operator, &left, &right) {
                Some(true) => {}
                Some(false) => return Value::Bool(false),
                None => all = None,
            }
            left = right;
        }
        all.map_or_else(|| Value::unknown("a comparison"), Value::Bool)
    }

    fn compared(&mut self, operator: CmpOp, left: &Value, right: &Value) -> Option<bool> {
        match operator {
            CmpOp::Eq => self.equals(left, right),
            CmpOp::NotEq => self.equals(left, right).map(|equal| !equal),
            CmpOp::Is | CmpOp::IsNot => {
                let same = match (left, right) {
                    (Value::Nothing, Value::Nothing) => Some(true),
                    (Value::Nothing, other) | (other, Value::Nothing) => is_something(other).then_some(false),
                    _ => self.equals(left, right),
                };
                same.map(|same| same == (operator == CmpOp::Is))
            }
            CmpOp::In => self.contains(right, left),
            CmpOp::NotIn => self.contains(right, left).map(|within| !within),
            CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE => ordered(operator, left, right),
        }
    }

    /// Is a value among others, or a text in a text?
    pub(super) fn contains(&mut self, whole: &Value, part: &Value) -> Option<bool> {
        if let (Value::Text(whole), Value::Text(part)) = (whole, part) {
            return match (whole.known(), part.known()) {
                (Some(whole), Some(part)) => Some(whole.contains(part)),
                (_, Some(part)) => {
                    let holds = |piece: &crate::value::Piece| matches!(piece, crate::value::Piece::Text(text) if text.contains(part));
                    whole.pieces().iter().any(holds).then_some(true)
                }
                _ => None,
            };
        }
        if let Value::Native(name) = whole {
            return match (&**name, part.known()) {
                ("os.environ", Some(name)) => self.recorder.environment(name).map(|_| true),
                _ => None,
            };
        }
        let members = match whole {
            Value::Object(_) | Value::Tuple(_) => self.store.members(whole)?,
            _ => return None,
        };
        let mut unsure = false;
        for member in &members {
            match self.equals(member, part) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => unsure = true,
            }
        }
        (!unsure).then_some(false)
    }

    /// Are two values equal? `None`: don't know.
    pub(super) fn equals(&mut self, left: &Value, right: &Value) -> Option<bool> {
        if let (Value::OneOf(_), _) | (_, Value::OneOf(_)) = (left, right) {
            let mut all: Option<bool> = None;
            for left in left.alternatives().to_vec() {
                for right in right.alternatives().to_vec() {
                    let equal = self.equals(&left, &right)?;
                    if all.is_some_and(|all| all != equal) {
                        return None;
                    }
                    all = Some(equal);
                }
            }
            return all;
        }
        match (left, right) {
            (Value::Text(left), Value::Text(right)) | (Value::Path(left), Value::Path(right)) => {
                left.equals(right)
            }
            (Value::Nothing, Value::Nothing) => Some(true),
            (Value::Float(left), Value::Float(right)) => Some(left == right),
            (Value::Native(left), Value::Native(right)) if left == right => Some(true),
            (left, right) if left.number().is_some() && right.number().is_some() => {
                Some(left.number() == right.number())
            }
            (left, right) if left.is_plain() && right.is_plain() => match (left, right) {
                (Value::Tuple(_), Value::Tuple(_)) => Some(left == right),
                (Value::Float(_), _) | (_, Value::Float(_)) => None,
                _ => Some(false),
            },
            (Value::Object(_), Value::Object(_)) => {
                let (left, right) = (self.store.members(left)?, self.store.members(right)?);
                let plain = left.iter().chain(&right).all(Value::is_plain);
                plain.then(|| left == right)
            }
            _ => None,
        }
    }

    /// Is a value true? `None`: don't know.
    pub(super) fn truth(&mut self, value: &Value) -> Option<bool> {
        match value {
            Value::Nothing => Some(false),
            Value::Bool(truth) => Some(*truth),
            Value::Int(number) => Some(*number != 0),
            Value::Float(number) => Some(*number != 0.0),
            Value::Text(text) => text.emptiness().map(|empty| !empty),
            Value::Method(object, _) => {
                let vague = matches!(
                    **object,
                    Value::Thing(_) | Value::Unknown(_) | Value::Many(_) | Value::Method(..)
                );
                (!vague).then_some(true)
            }
            Value::Path(_) | Value::Function(..) => Some(true),
            Value::Tuple(values) => Some(!values.is_empty()),
            Value::Native(name) => (!name.starts_with("sys.flags")).then_some(true),
            Value::Object(id) => match self.store.object(*id)? {
                Object::List(members) | Object::Set(members) => Some(!members.is_empty()),
                Object::Dict(entries) => Some(!entries.is_empty()),
                Object::File(_) | Object::Class(..) => Some(true),
                Object::Instance(class, _) => {
                    let class = class.clone();
                    let odd = ["__bool__", "__len__"]
                        .iter()
                        .any(|name| self.class_attribute(&class, name).is_some());
                    (!odd).then_some(true)
                }
                Object::Lost(..) => None,
            },
            Value::OneOf(values) => {
                let mut truths = values.iter().map(|value| self.truth(value)).collect::<Vec<_>>().into_iter();
                let first = truths.next()??;
                truths.all(|truth| truth == Some(first)).then_some(first)
            }
            Value::Thing(_) | Value::Many(_) | Value::Unknown(_) | Value::Foreign(_) => None,
        }
    }
}

/// True if a value is known not to be `None`.
fn is_something(value: &Value) -> bool {
    match value {
        Value::Nothing | Value::Unknown(_) | Value::Foreign(_) | Value::Thing(_) | Value::Method(..) => false,
        Value::OneOf(values) => values.iter().all(is_something),
        _ => true,
    }
}

fn ordered(operator: CmpOp, left: &Value, right: &Value) -> Option<bool> {
    let order = match (left, right) {
        (Value::Text(left), Value::Text(right)) => left.known()?.cmp(right.known()?),
        (Value::Float(left), Value::Float(right)) => left.partial_cmp(right)?,
        (Value::Tuple(left), Value::Tuple(right)) => {
            let numbers = |values: &[Value]| values.iter().map(Value::number).collect::<Option<Vec<i64>>>();
            numbers(left)?.cmp(&numbers(right)?)
        }
        (left, right) => left.number()?.cmp(&right.number()?),
    };
    Some(match operator {
        CmpOp::Lt => order.is_lt(),
        CmpOp::LtE => order.is_le(),
        CmpOp::Gt => order.is_gt(),
        _ => order.is_ge(),
    })
}

fn numbers(operator: Operator, left: &Value, right: &Value) -> Value {
    if let (Some(left), Some(right)) = (left.number(), right.number()) {
        let whole = match operator {
            Operator::Add => left.checked_add(right),
            Operator::Sub => left.checked_sub(right),
            Operator::Mult => left.checked_mul(right),
            Operator::FloorDiv => left.checked_div_euclid(right).filter(|_| right > 0),
            Operator::Mod => left.checked_rem_euclid(right).filter(|_| right > 0),
            Operator::BitAnd => Some(left & right),
            Operator::BitOr => Some(left | right),
            Operator::BitXor => Some(left ^ right),
            Operator::LShift => {
                u32::try_from(right).ok().filter(|by| *by < 32).and_then(|by| left.checked_mul(1 << by))
            }
            Operator::RShift => u32::try_from(right).ok().filter(|by| *by < 63).map(|by| left >> by),
            Operator::Pow => u32::try_from(right).ok().and_then(|by| left.checked_pow(by)),
            Operator::Div | Operator::MatMult => None,
        };
        return whole.map_or_else(|| Value::Thing("float".into()), Value::Int);
    }
    let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Float(_) | Value::Bool(_));
    if is_number(left) && is_number(right) {
        return Value::Thing("float".into());
    }
    let why = if let Value::Unknown(why) = left { why } else { &right.reason() };
    Value::Unknown(Rc::clone(why))
}

fn repeated(text: &AbstractString, count: &Value) -> Value {
    let Some(count) = count.number() else {
        return super::unknown_text("a text, so many times as nobody knows");
    };
    let count = usize::try_from(count).unwrap_or(0);
    match text.known() {
        Some(known) if known.len().saturating_mul(count) <= REPEAT_CAP => Value::text(&known.repeat(count)),
        _ if count == 0 => Value::text(""),
        _ => super::unknown_text("a long text"),
    }
}
