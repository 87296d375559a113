//! Expressions.
//!
//! Owns evaluation of all but calls and operators.

use std::rc::Rc;

use ruff_python_ast::{Comprehension, Expr, ExprAttribute, ExprSlice, ExprSubscript};
use ruff_text_size::Ranged;

use super::super::holes;
use super::super::store::{MEMBERS_CAP, Object};
use super::super::value::Value;
use super::statement::Rounds;
use super::{Definition, Python, library};
use crate::value::AbstractString;

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

    fn subscript(&mut self, node: &'p ExprSubscript) -> Value {
        let object = self.eval(&node.value);
        if let Expr::Slice(slice) = &*node.slice {
            return self.slice_of(&object, slice);
        }
        let key = self.eval(&node.slice);
        self.member_of(&object, &key)
    }

    /// A member by its key or place.
    pub(super) fn member_of(&mut self, object: &Value, key: &Value) -> Value {
        match object {
            Value::Native(name) if &**name == "os.environ" => self.environment(key, None),
            Value::Native(_) => object.clone(),
            Value::OneOf(values) => {
                let values: Vec<Value> = values.iter().map(|value| self.member_of(value, key)).collect();
                values.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            Value::Many(value) => (**value).clone(),
            Value::Object(id) if matches!(self.store.object(*id), Some(Object::Dict(_))) => {
                match self.store.entry(object, key) {
                    Some(Some(value)) => value,
                    Some(None) => {
                        self.fail("a key that a dictionary does not have");
                        Value::unknown("a key that is not there")
                    }
                    None => self.any_entry(object),
                }
            }
            Value::Object(id) if matches!(self.store.object(*id), Some(Object::Instance(..))) => {
                Value::Foreign("a member of an object".into())
            }
            Value::Foreign(_) => object.clone(),
            Value::Thing(_) => Value::unknown("a member of a library's object"),
            _ => self.indexed(object, key),
        }
    }

    fn any_entry(&mut self, object: &Value) -> Value {
        let entries = self.store.entries(object).unwrap_or_default();
        entries
            .into_iter()
            .map(|(_, value)| value)
            .reduce(Value::or)
            .unwrap_or_else(|| Value::unknown("a member"))
    }

    fn indexed(&mut self, object: &Value, key: &Value) -> Value {
        if let (Value::Text(text), Some(index)) = (object, key.number())
            && let Some(known) = text.known()
        {
            let found =
                super::list::place(index, known.chars().count()).and_then(|place| known.chars().nth(place));
            return found.map_or_else(|| unknown_member(object), |c| Value::text(c.encode_utf8(&mut [0; 4])));
        }
        let Some(members) = self.members(object) else { return self.element(object) };
        match key.number() {
            Some(index) => {
                match super::list::place(index, members.len()).and_then(|place| members.get(place)) {
                    Some(value) => value.clone(),
                    None => {
                        self.fail("a place that a list does not have");
                        unknown_member(object)
                    }
                }
            }
            None => members.into_iter().reduce(Value::or).unwrap_or_else(|| unknown_member(object)),
        }
    }

    fn slice_of(&mut self, object: &Value, slice: &'p ExprSlice) -> Value {
        let bound = |python: &mut Self, node: Option<&'p Expr>| match node {
            None => Some(None),
            Some(node) => {
                let value = python.eval(node);
                match value {
                    Value::Nothing => Some(None),
                    value => value.number().map(Some),
                }
            }
        };
        let lower = bound(self, slice.lower.as_deref());
        let upper = bound(self, slice.upper.as_deref());
        let step = bound(self, slice.step.as_deref());
        let (Some(lower), Some(upper), Some(step)) = (lower, upper, step) else {
            return match object {
                Value::Text(_) => super::unknown_text("a part of a text"),
                other => Value::many(self.element(other)),
            };
        };
        if let Value::Text(text) = object {
            let Some(known) = text.known() else {
                return super::unknown_text(text.reason().unwrap_or("a text"));
            };
            let letters: Vec<char> = known.chars().collect();
            let part: String =
                super::list::sliced(&letters, lower, upper, step.unwrap_or(1)).into_iter().collect();
            return Value::text(&part);
        }
        match self.members(object) {
            Some(members) => {
                let part = super::list::sliced(&members, lower, upper, step.unwrap_or(1));
                match object {
                    Value::Tuple(_) => Value::Tuple(part.into()),
                    _ => self.store.make(Object::List(part)),
                }
            }
            None => match object {
                Value::Foreign(_) | Value::Thing(_) => object.clone(),
                other => Value::many(self.element(other)),
            },
        }
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

    fn comprehension(
        &mut self,
        generators: &'p [Comprehension],
        element: &'p Expr,
        key: Option<&'p Expr>,
    ) -> Value {
        let outer = self.scope;
        if self.store.is_full() {
            return Value::unknown("more objects than are followed");
        }
        self.scope = self.store.scope(Some(outer));
        self.frames.push(super::Frame::default());
        let mut found = Found { entries: Vec::new(), unsure: false };
        self.generate(generators, element, key, &mut found);
        self.frames.pop();
        self.scope = outer;
        let Found { entries, unsure } = found;
        match (key, unsure || entries.len() > MEMBERS_CAP) {
            (Some(_), false) => self.store.make(Object::Dict(entries)),
            (None, false) => {
                let members = entries.into_iter().map(|(_, value)| value).collect();
                self.store.make(Object::List(members))
            }
            (Some(_), true) => Value::unknown("a dictionary that is not known"),
            (None, true) => {
                let member = entries.into_iter().map(|(_, value)| value).reduce(Value::or);
                Value::many(member.unwrap_or_else(|| Value::unknown("a member")))
            }
        }
    }

    fn generate(
        &mut self,
        generators: &'p [Comprehension],
        element: &'p Expr,
        key: Option<&'p Expr>,
        found: &mut Found,
    ) {
        let Some((generator, rest)) = generators.split_first() else {
            let key = key.map_or(Value::Nothing, |key| self.eval(key));
            let value = self.eval(element);
            found.unsure |= found.entries.len() > MEMBERS_CAP;
            if !found.unsure || found.entries.len() < 64 {
                found.entries.push((key, value));
            }
            return;
        };
        let iterable = self.eval(&generator.iter);
        match self.rounds(&iterable) {
            Rounds::Known(members) => {
                let start = self.steps;
                for (number, member) in members.iter().enumerate() {
                    if !self.step() {
                        found.unsure = true;
                        return;
                    }
                    let many = self.steps.saturating_sub(start) > super::LOOP_STEPS_CAP;
                    let member = if many {
                        found.unsure = true;
                        Value::collapsed(members.get(number..).unwrap_or(&[]))
                    } else {
                        member.clone()
                    };
                    self.assign(&generator.target, member);
                    self.filtered(generator, rest, element, key, found);
                    if many {
                        return;
                    }
                }
            }
            Rounds::Each(member) => {
                found.unsure = true;
                self.perhaps(|python| {
                    python.assign(&generator.target, member);
                    python.filtered(generator, rest, element, key, found);
                    python.outcome()
                });
            }
        }
    }

    fn filtered(
        &mut self,
        generator: &'p Comprehension,
        rest: &'p [Comprehension],
        element: &'p Expr,
        key: Option<&'p Expr>,
        found: &mut Found,
    ) {
        let mut passes = Some(true);
        for test in &generator.ifs {
            let value = self.eval(test);
            match self.truth(&value) {
                Some(true) => {}
                Some(false) => return,
                None => passes = None,
            }
        }
        if passes == Some(true) {
            self.generate(rest, element, key, found);
            return;
        }
        found.unsure = true;
        self.perhaps(|python| {
            python.generate(rest, element, key, found);
            python.outcome()
        });
    }

    /// The members of a value, if all are known: lists, tuples, keys, the lines of a known file.
    pub(super) fn members(&mut self, value: &Value) -> Option<Vec<Value>> {
        if let Some(members) = self.store.members(value) {
            return Some(members);
        }
        match value {
            Value::Native(name) if &**name == "sys.stdin" => self.input_lines(),
            Value::Object(id) => match self.store.object(*id)? {
                Object::File(_) => self.lines_of(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// One member of a value, whichever.
    pub(super) fn element(&mut self, value: &Value) -> Value {
        if let Some(members) = self.store.members(value) {
            return members
                .into_iter()
                .reduce(Value::or)
                .unwrap_or_else(|| Value::unknown("a member of an empty list"));
        }
        match value {
            Value::Many(member) => (**member).clone(),
            Value::Text(text) => super::unknown_text(text.reason().unwrap_or("a letter of a text")),
            Value::Object(id) => match self.store.object(*id) {
                Some(Object::File(_)) => super::unknown_text("a line of a file"),
                Some(Object::Lost(why, true)) => Value::Unknown(Rc::clone(why)),
                _ => Value::Foreign("what an object of the program gives".into()),
            },
            Value::OneOf(values) => {
                let values: Vec<Value> = values.iter().map(|value| self.element(value)).collect();
                values.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            Value::Foreign(_) => value.clone(),
            Value::Thing(name) => Value::Thing(Rc::clone(name)),
            other => Value::Unknown(other.reason()),
        }
    }
}

struct Found {
    entries: Vec<(Value, Value)>,
    unsure: bool,
}

fn unknown_member(object: &Value) -> Value {
    match object {
        Value::Text(_) => Value::Text(AbstractString::unknown("a letter of a text")),
        _ => Value::unknown("a member that is not known"),
    }
}
