//! Expressions.
//!
//! Owns evaluation of all but calls and operators.

use std::rc::Rc;

use ruff_python_ast::{Expr, ExprAttribute};
use ruff_text_size::Ranged;

use super::{Definition, Python, library};
use crate::programs::holes;
use crate::programs::store::{MEMBERS_CAP, Object};
use crate::programs::value::Value;

impl<'p> Python<'p, '_> {
    /// The value of an expression.
    pub(super) fn eval(&mut self, node: &'p Expr) -> Value {
        if !self.step() || !self.descend(node.range()) {
            return Value::unknown("a part that is not followed");
        }
        let value = self.expression(node);
        self.depth -= 1;
        value
    }

    fn expression(&mut self, node: &'p Expr) -> Value {
        match node {
            Expr::Name(name) => self.name(name.id.as_str()),
            Expr::StringLiteral(node) => Value::Text(holes::literal(node.value.to_str(), self.request.holes)),
            Expr::BytesLiteral(node) => self.bytes(node),
            Expr::NumberLiteral(node) => super::literal::number(&node.value),
            Expr::BooleanLiteral(node) => Value::Bool(node.value),
            Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) => Value::Nothing,
            Expr::FString(node) => self.f_string(&node.value),
            Expr::TString(_) => Value::unknown("a template string"),
            Expr::Call(node) => self.call(node),
            Expr::Attribute(node) => self.attribute(node),
            Expr::Subscript(node) => self.subscript(node),
            Expr::BinOp(node) => {
                let left = self.eval(&node.left);
                let right = self.eval(&node.right);
                self.binary(node.op, &left, &right)
            }
            Expr::UnaryOp(node) => {
                let value = self.eval(&node.operand);
                self.unary(node.op, &value)
            }
            Expr::BoolOp(node) => self.logic(node.op, &node.values),
            Expr::Compare(node) => self.compare(node),
            Expr::If(node) => self.choice(&node.test, &node.body, &node.orelse),
            Expr::Named(node) => {
                let value = self.eval(&node.value);
                self.assign(&node.target, value.clone());
                value
            }
            Expr::Lambda(node) => {
                self.functions.push(Definition::Lambda(node));
                Value::Function(self.functions.len() - 1, self.scope)
            }
            Expr::List(node) => self.members_of(&node.elts, Object::List),
            Expr::Set(node) => self.members_of(&node.elts, Object::Set),
            Expr::Tuple(node) => self.tuple(&node.elts),
            Expr::Dict(node) => self.dictionary(&node.items),
            Expr::ListComp(node) => self.comprehension(&node.generators, &node.elt, None),
            Expr::Generator(node) => self.comprehension(&node.generators, &node.elt, None),
            Expr::SetComp(node) => self.comprehension(&node.generators, &node.elt, None),
            Expr::DictComp(node) => self.comprehension(&node.generators, &node.value, node.key.as_deref()),
            Expr::Await(node) => self.eval(&node.value),
            Expr::Starred(node) => self.eval(&node.value),
            Expr::Yield(node) => {
                let value = node.value.as_ref().map_or(Value::Nothing, |value| self.eval(value));
                self.yielded(value);
                Value::unknown("what is sent to a generator")
            }
            Expr::YieldFrom(node) => {
                let value = self.eval(&node.value);
                match self.members(&value) {
                    Some(members) => members.into_iter().for_each(|member| self.yielded(member)),
                    None => {
                        let element = self.element(&value);
                        self.yielded(Value::many(element));
                    }
                }
                Value::Nothing
            }
            Expr::Slice(_) => Value::unknown("a slice"),
            Expr::IpyEscapeCommand(_) => self.unread(node.range(), "a line that is no Python"),
        }
    }

    fn yielded(&mut self, value: Value) {
        let unsure = self.recorder.maybe > 0;
        if let Some(frame) = self.frames.last_mut() {
            frame.yields_more |= unsure || matches!(value, Value::Many(_));
            frame.yields.push(value);
        }
    }

    /// The value of a name.
    pub(super) fn name(&mut self, name: &str) -> Value {
        let elsewhere = self
            .frames
            .last()
            .and_then(|frame| frame.elsewhere.iter().find(|(have, _)| &**have == name))
            .map(|(_, scope)| *scope);
        if let Some((_, value)) = self.store.variable(elsewhere.unwrap_or(self.scope), name) {
            return value.clone();
        }
        if let Some(hole) = holes::named(name, self.request.holes) {
            let why = hole.reason().unwrap_or("a part of the program").to_owned();
            return Value::Foreign(why.into());
        }
        if library::is_builtin(name) {
            return Value::native(name);
        }
        if let Some(module) = self.stars.iter().find(|module| library::has(module, name)).cloned() {
            let value = library::attribute(&module, name);
            return self.member_value(value);
        }
        Value::Foreign(format!("`{name}` is not known").into())
    }

    fn attribute(&mut self, node: &'p ExprAttribute) -> Value {
        let object = self.eval(&node.value);
        self.attribute_of(&object, node.attr.as_str())
    }

    /// An attribute of a value.
    pub(super) fn attribute_of(&mut self, object: &Value, name: &str) -> Value {
        match object {
            Value::Native(module) => {
                let value = library::attribute(module, name);
                self.member_value(value)
            }
            Value::Path(path) => {
                super::path::attribute(path, name).unwrap_or_else(|| Value::method(object, name))
            }
            Value::Object(id) => {
                let found = match self.store.object(*id) {
                    Some(Object::Instance(class, fields)) => {
                        let class = class.clone();
                        match fields.get(name).cloned() {
                            Some(value) => Some(value),
                            None => self.inherited(&class, object, name),
                        }
                    }
                    Some(Object::Class(_, fields)) => match fields.get(name).cloned() {
                        Some(value) => Some(value),
                        None => self.class_attribute(object, name),
                    },
                    Some(Object::File(handle)) if name == "name" => Some(handle.path.clone()),
                    Some(Object::Lost(why, false)) => Some(Value::Foreign(Rc::clone(why))),
                    _ => None,
                };
                found.unwrap_or_else(|| Value::method(object, name))
            }
            Value::OneOf(values) => {
                let values: Vec<Value> = values.iter().map(|value| self.attribute_of(value, name)).collect();
                values.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            Value::Foreign(_) => object.clone(),
            other => Value::method(other, name),
        }
    }

    /// An attribute that an instance has of its class.
    fn inherited(&mut self, class: &Value, object: &Value, name: &str) -> Option<Value> {
        match self.class_attribute(class, name)? {
            Value::Function(..) => Some(Value::method(object, name)),
            Value::Method(function, kind) if &*kind == "property!" => {
                Some(self.call_function(&function, vec![object.clone()]))
            }
            Value::Method(function, kind) if &*kind == "static!" => Some((*function).clone()),
            Value::Method(_, kind) if &*kind == "class!" => Some(Value::method(object, name)),
            value => Some(value),
        }
    }

    /// An attribute of a class or of its bases.
    pub(super) fn class_attribute(&self, class: &Value, name: &str) -> Option<Value> {
        let mut pending = vec![class.clone()];
        for _ in 0..16 {
            let class = pending.pop()?;
            let Value::Object(id) = class else { continue };
            if let Some(Object::Class(bases, fields)) = self.store.object(id) {
                if let Some(value) = fields.get(name) {
                    return Some(value.clone());
                }
                pending.extend(bases.iter().rev().cloned());
            }
        }
        None
    }

    fn choice(&mut self, test: &'p Expr, body: &'p Expr, otherwise: &'p Expr) -> Value {
        let value = self.eval(test);
        match self.truth(&value) {
            Some(true) => self.eval(body),
            Some(false) => self.eval(otherwise),
            None => {
                let (mut first, mut second) = (Value::Nothing, Value::Nothing);
                self.either(
                    |python| {
                        first = python.eval(body);
                        python.outcome()
                    },
                    |python| {
                        second = python.eval(otherwise);
                        python.outcome()
                    },
                );
                first.or(second)
            }
        }
    }

    /// Members of a literal, starred ones unfolded; `None` past what is known.
    pub(super) fn listed(&mut self, nodes: &'p [Expr]) -> Option<Vec<Value>> {
        let mut members = Vec::new();
        let mut known = true;
        for node in nodes {
            let value = self.eval(node);
            if !matches!(node, Expr::Starred(_)) {
                members.push(value);
                continue;
            }
            match self.members(&value) {
                Some(more) => members.extend(more),
                None => known = false,
            }
        }
        (known && members.len() <= MEMBERS_CAP).then_some(members)
    }

    fn members_of(&mut self, nodes: &'p [Expr], object: fn(Vec<Value>) -> Object) -> Value {
        match self.listed(nodes) {
            Some(members) => self.store.make(object(members)),
            None => Value::many(Value::unknown("a member of a list that is not known")),
        }
    }

    fn tuple(&mut self, nodes: &'p [Expr]) -> Value {
        match self.listed(nodes) {
            Some(members) => Value::Tuple(members.into()),
            None => Value::many(Value::unknown("a member of a tuple that is not known")),
        }
    }

    fn dictionary(&mut self, items: &'p [ruff_python_ast::DictItem]) -> Value {
        let mut entries: Vec<(Value, Value)> = Vec::new();
        let mut known = items.len() <= MEMBERS_CAP;
        for item in items {
            match &item.key {
                Some(key) => {
                    let key = self.eval(key);
                    entries.push((key, self.eval(&item.value)));
                }
                None => {
                    let more = self.eval(&item.value);
                    match self.store.entries(&more) {
                        Some(more) => entries.extend(more),
                        None => known = false,
                    }
                }
            }
        }
        if known {
            self.store.make(Object::Dict(entries))
        } else {
            Value::unknown("a dictionary that is not known")
        }
    }
}
