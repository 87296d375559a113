//! Calls: of the program's own functions and classes, of methods, of what the language and its libraries bring.
//!
//! Owns who is called; what the callee does stands in the files of its kind.

use std::rc::Rc;

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::TextRange;

use super::super::store::Object;
use super::super::value::{ObjectId, Value};
use super::arguments::Arguments;
use super::{Python, library, span_of};
use crate::value::AbstractString;

/// Methods that write where an object is a path that nobody knows.
const PATH_WRITERS: &[&str] = &[
    "write_text",
    "write_bytes",
    "touch",
    "unlink",
    "rmdir",
    "mkdir",
    "rename",
    "symlink_to",
    "hardlink_to",
    "chmod",
];

impl<'p> Python<'p, '_> {
    /// The value of a call.
    pub(super) fn call(&mut self, node: &'p ExprCall) -> Value {
        let callee = self.eval(&node.func);
        let arguments = self.arguments(node);
        if self.raised.is_some() {
            return Value::unknown("what a failed call gives");
        }
        if let (Expr::Name(name), Value::Native(_)) = (&*node.func, &callee)
            && matches!(name.id.as_str(), "globals" | "locals" | "vars")
        {
            return Value::Foreign("the program's own names".into());
        }
        self.call_value(&callee, &arguments)
    }

    fn arguments(&mut self, node: &'p ExprCall) -> Arguments {
        let mut arguments =
            Arguments { positional: Vec::new(), names: Vec::new(), open: false, site: self.site(node) };
        for argument in &node.arguments.args {
            let value = self.eval(argument);
            if !matches!(argument, Expr::Starred(_)) {
                arguments.positional.push(value);
                continue;
            }
            match self.members(&value) {
                Some(members) => arguments.positional.extend(members),
                None => arguments.open = true,
            }
        }
        for keyword in &node.arguments.keywords {
            let value = self.eval(&keyword.value);
            match &keyword.arg {
                Some(name) => arguments.names.push((name.as_str().into(), value)),
                None => match self.store.entries(&value) {
                    Some(entries) => {
                        for (key, value) in entries {
                            match key.known() {
                                Some(name) => arguments.names.push((name.into(), value)),
                                None => arguments.open = true,
                            }
                        }
                    }
                    None => arguments.open = true,
                },
            }
        }
        arguments
    }

    /// Calls a value.
    pub(super) fn call_value(&mut self, callee: &Value, arguments: &Arguments) -> Value {
        match callee {
            Value::Native(name) => self.native(name, arguments),
            Value::Function(..) => self.call_own(callee, None, arguments),
            Value::Method(object, name) => self.method(object, name, arguments),
            Value::Object(id) => self.call_object(callee, *id, arguments),
            Value::OneOf(values) => {
                let mut result: Option<Value> = None;
                for value in values.iter() {
                    self.perhaps(|python| {
                        let value = python.call_value(value, arguments);
                        result = Some(match result.take() {
                            Some(have) => have.or(value),
                            None => value,
                        });
                        python.outcome()
                    });
                }
                result.unwrap_or(Value::Nothing)
            }
            Value::Foreign(why) => {
                self.lend(arguments);
                let why = format!("what a call does is not known: {why}");
                self.recorder.unread(arguments.site.span, &why);
                callee.clone()
            }
            Value::Unknown(_) | Value::Text(_) | Value::Many(_) => {
                self.lend(arguments);
                Value::unknown("what a call gives")
            }
            Value::Thing(_) => callee.clone(),
            _ => Value::unknown("what a call gives"),
        }
    }

    /// Objects that code which is not read here gets: nothing of them is known afterwards, and functions may be called.
    fn lend(&mut self, arguments: &Arguments) {
        for value in &arguments.all() {
            self.store.lose(value, "it was handed to code that is not read");
            if matches!(value, Value::Function(..)) {
                self.call_back(value, arguments);
            }
        }
    }

    /// A function that others call with what nobody knows.
    pub(super) fn call_back(&mut self, function: &Value, arguments: &Arguments) -> Value {
        let mut given = Arguments::of(Vec::new(), arguments.site.span);
        given.open = true;
        let mut result = Value::Nothing;
        self.perhaps(|python| {
            result = python.call_value(function, &given);
            python.outcome()
        });
        result
    }

    fn call_object(&mut self, callee: &Value, id: ObjectId, arguments: &Arguments) -> Value {
        match self.store.object(id) {
            Some(Object::Class(bases, fields)) => {
                let slots = fields.get("__fields__").cloned();
                let native = bases.iter().find(|base| matches!(base, Value::Native(_))).cloned();
                let is_error = native
                    .as_ref()
                    .is_some_and(|base| matches!(base, Value::Native(name) if library::is_error(name)));
                let instance =
                    self.store.make(Object::Instance(callee.clone(), std::collections::BTreeMap::new()));
                if let Some(init) = self.class_attribute(callee, "__init__") {
                    let mut given = arguments.clone();
                    given.positional.insert(0, instance.clone());
                    self.call_own(&init, None, &given);
                } else if let Some(Value::Tuple(slots)) = slots {
                    for (place, slot) in slots.iter().enumerate() {
                        let Some(name) = slot.known() else { continue };
                        let given = arguments.get(place, name).cloned();
                        if let Some(value) = given {
                            self.set_attribute(&instance, name, value);
                        }
                    }
                }
                if is_error { Value::Thing("Exception".into()) } else { instance }
            }
            Some(Object::Instance(class, _)) => {
                let class = class.clone();
                match self.class_attribute(&class, "__call__") {
                    Some(method) => {
                        let mut given = arguments.clone();
                        given.positional.insert(0, callee.clone());
                        self.call_own(&method, None, &given)
                    }
                    None => Value::unknown("what an object gives that can't be called"),
                }
            }
            Some(Object::Lost(why, false)) => {
                let why = format!("what a call does is not known: {why}");
                self.recorder.unread(arguments.site.span, &why);
                Value::Foreign(why.into())
            }
            _ => Value::unknown("what a call gives"),
        }
    }

    /// Calls a method of a value.
    pub(super) fn method(&mut self, object: &Value, name: &str, arguments: &Arguments) -> Value {
        match object {
            Value::Text(text) => self.text_method(text, name, arguments),
            Value::Path(path) => self.path_method(path, name, arguments),
            Value::Object(id) => self.object_method(object, *id, name, arguments),
            Value::Function(..) => Value::Foreign("an attribute of a function".into()),
            Value::Thing(origin) => self.thing_method(origin, name, arguments),
            Value::Tuple(_) if name == "index" || name == "count" => Value::unknown("a place"),
            Value::Foreign(_) => self.call_value(object, arguments),
            Value::OneOf(values) => {
                let bound: Vec<Value> = values.iter().map(|value| Value::method(value, name)).collect();
                self.call_value(&Value::OneOf(bound.into()), arguments)
            }
            Value::Unknown(why) if PATH_WRITERS.contains(&name) => {
                let path = AbstractString::unknown(Rc::clone(why));
                self.path_method(&path, name, arguments)
            }
            Value::Unknown(why) if name == "replace" && arguments.positional.len() == 1 => {
                let path = AbstractString::unknown(Rc::clone(why));
                self.path_method(&path, name, arguments)
            }
            Value::Unknown(why) => {
                self.lend_functions(arguments);
                Value::Unknown(Rc::clone(why))
            }
            // An attribute of something that is not known may be anything of its kind.
            Value::Method(inner, _) => match &**inner {
                Value::Thing(_) | Value::Unknown(_) | Value::Foreign(_) => {
                    self.method(inner, name, arguments)
                }
                _ => Value::unknown("what a method gives"),
            },
            Value::Many(member) => {
                let why = member.reason();
                Value::Unknown(why)
            }
            _ => Value::unknown("what a method gives"),
        }
    }

    /// Functions among the arguments may be called.
    pub(super) fn lend_functions(&mut self, arguments: &Arguments) {
        let functions = |value: &Value| matches!(value, Value::Function(..) | Value::Method(..));
        for value in arguments.all().iter().filter(|value| functions(value)) {
            self.call_back(value, arguments);
        }
    }

    fn object_method(&mut self, object: &Value, id: ObjectId, name: &str, arguments: &Arguments) -> Value {
        match self.store.object(id) {
            Some(Object::File(_)) => self.file_method(object, name, arguments),
            Some(Object::List(_) | Object::Set(_) | Object::Dict(_)) => self
                .collection_method(object, id, name, arguments)
                .unwrap_or_else(|| Value::unknown("what a method of a list gives")),
            Some(Object::Instance(class, _)) => {
                let class = class.clone();
                self.instance_method(object, &class, name, arguments)
            }
            Some(Object::Class(..)) => match self.class_attribute(object, name) {
                Some(method) => self.call_own(&method, None, arguments),
                None => self.unread_at(arguments, "a method that the program inherits"),
            },
            Some(Object::Lost(why, true)) => {
                let why = Rc::clone(why);
                self.lend_functions(arguments);
                Value::Unknown(why)
            }
            Some(Object::Lost(why, false)) => {
                let why = format!("what a call does is not known: {why}");
                self.unread_at(arguments, &why)
            }
            None => Value::unknown("what a method gives"),
        }
    }

    fn instance_method(&mut self, object: &Value, class: &Value, name: &str, arguments: &Arguments) -> Value {
        let mut given = arguments.clone();
        given.positional.insert(0, object.clone());
        match self.class_attribute(class, name) {
            Some(Value::Method(function, kind)) if &*kind == "class!" => {
                if let Some(first) = given.positional.first_mut() {
                    *first = class.clone();
                }
                self.call_own(&function, None, &given)
            }
            Some(function) => self.call_own(&function, None, &given),
            None if name == "__init__" => Value::Nothing,
            None => self.unread_at(arguments, "a method that the program inherits"),
        }
    }

    /// Calls a method of the program on an instance.
    pub(super) fn call_bound(
        &mut self,
        method: &Value,
        object: &Value,
        values: Vec<Value>,
        range: TextRange,
    ) -> Value {
        let mut positional = vec![object.clone()];
        positional.extend(values);
        let arguments = Arguments::of(positional, span_of(range));
        self.call_own(method, None, &arguments)
    }

    /// Calls a function of the program with values.
    pub(super) fn call_function(&mut self, function: &Value, values: Vec<Value>) -> Value {
        let arguments = Arguments::of(values, crate::span::Span::default());
        self.call_value(function, &arguments)
    }

    pub(super) fn unread_at(&mut self, arguments: &Arguments, why: &str) -> Value {
        self.recorder.unread(arguments.site.span, why);
        Value::Foreign(why.into())
    }

    /// What a decorator makes of a function.
    pub(super) fn decorated(&mut self, wrapper: Value, function: Value, range: TextRange) -> Value {
        match &wrapper {
            Value::Native(name) => match &**name {
                "property" | "functools.cached_property" => {
                    Value::Method(Rc::new(function), "property!".into())
                }
                "staticmethod" => Value::Method(Rc::new(function), "static!".into()),
                "classmethod" => Value::Method(Rc::new(function), "class!".into()),
                _ => function,
            },
            Value::Function(..) => {
                let arguments = Arguments::of(vec![function], span_of(range));
                self.call_value(&wrapper, &arguments)
            }
            Value::Foreign(_) => Value::Foreign("a function in a wrapper that is not known".into()),
            _ => function,
        }
    }
}
