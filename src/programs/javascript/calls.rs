//! Calls: who is called, and with what.

use std::rc::Rc;

use oxc_ast::ast::{Argument, CallExpression, Expression};

use super::{Evaluated, Run, Stop, span_of};
use crate::programs::store::Object;
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A call.
    pub(super) fn call(&mut self, node: &'a CallExpression<'a>) -> Evaluated<'a> {
        let span = span_of(node.span);
        if let Expression::Super(_) = &node.callee {
            return self.super_call(node, span);
        }
        if let Some(member) = node.callee.get_inner_expression().as_member_expression() {
            let (receiver, key, _) = self.place(member)?;
            if receiver == Value::Nothing && (member.optional() || node.optional) {
                return Ok(Value::Nothing);
            }
            let is_super = matches!(member.object(), Expression::Super(_));
            let arguments = self.arguments(&node.arguments)?;
            if is_super {
                return self.super_method(&receiver, &key, arguments, span);
            }
            return self.call_method(&receiver, &key, arguments, span);
        }
        let callee = self.expression(&node.callee)?;
        if callee == Value::Nothing && node.optional {
            return Ok(Value::Nothing);
        }
        let arguments = self.arguments(&node.arguments)?;
        self.call_value(&callee, arguments, None, span)
    }

    /// The values of arguments.
    pub(super) fn arguments(&mut self, arguments: &'a [Argument<'a>]) -> Result<Vec<Value>, Stop<'a>> {
        let mut values = Vec::new();
        for argument in arguments {
            match argument {
                Argument::SpreadElement(node) => {
                    let value = self.expression(&node.argument)?;
                    match self.elements(&value) {
                        Some(more) => values.extend(more),
                        None => values.push(self.any_element(&value)),
                    }
                }
                other => {
                    if let Some(expression) = other.as_expression() {
                        values.push(self.expression(expression)?);
                    }
                }
            }
        }
        Ok(values)
    }

    fn super_call(&mut self, node: &'a CallExpression<'a>, span: Span) -> Evaluated<'a> {
        let arguments = self.arguments(&node.arguments)?;
        let base = self.variable("super").unwrap_or(Value::Nothing);
        let this = self.this();
        self.initialise(&base, &this, arguments, span)?;
        Ok(Value::Nothing)
    }

    fn super_method(
        &mut self,
        base: &Value,
        key: &Value,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let found = key.known().and_then(|name| self.class_member(base, super::members::METHOD, name));
        let this = self.this();
        match found {
            Some(function) => self.call_value(&function, arguments, Some(this), span),
            None => self.unread_call(base, &arguments, span),
        }
    }

    /// Calls a value.
    pub(super) fn call_value(
        &mut self,
        callee: &Value,
        arguments: Vec<Value>,
        this: Option<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        if !self.enter(span) {
            return Err(Stop::Exit);
        }
        let value = match callee {
            Value::Function(number, scope) => self.run_function(*number, *scope, arguments, this, span),
            Value::Native(name) => self.native(&Rc::clone(name), arguments, span),
            Value::Method(receiver, name) => {
                let (receiver, name) = (Rc::clone(receiver), Value::Text(AbstractString::text(name)));
                self.call_method(&receiver, &name, arguments, span)
            }
            Value::OneOf(values) => self.each_alternative(values, |run, value| {
                run.call_value(value, arguments.clone(), this.clone(), span)
            }),
            other => self.unread_call(other, &arguments, span),
        };
        self.leave();
        value
    }

    /// Does something for each of several values, of which one is the case.
    fn each_alternative(
        &mut self,
        values: &[Value],
        mut inner: impl FnMut(&mut Self, &Value) -> Evaluated<'a>,
    ) -> Evaluated<'a> {
        let mut joined: Option<Value> = None;
        let real: Vec<&Value> = values.iter().filter(|value| **value != Value::Nothing).collect();
        if let [only] = real.as_slice() {
            return inner(self, only);
        }
        for value in real {
            let mut found = None;
            self.perhaps(|run| {
                found = Some(inner(run, value)?);
                Ok(())
            })?;
            if let Some(found) = found {
                joined = Some(match joined {
                    Some(joined) => joined.or(found),
                    None => found,
                });
            }
        }
        Ok(joined.unwrap_or(Value::Nothing))
    }

    /// Calls a method.
    fn call_method(
        &mut self,
        receiver: &Value,
        key: &Value,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let Some(name) = key.known().map(str::to_owned) else {
            return self.method_by_key(receiver, key, arguments, span);
        };
        if let Value::OneOf(values) = receiver {
            return self.each_alternative(&values.clone(), |run, value| {
                run.call_method(value, key, arguments.clone(), span)
            });
        }
        if let Some(function) = self.own_method(receiver, &name) {
            return self.call_value(&function, arguments, Some(receiver.clone()), span);
        }
        if let "then" | "catch" | "finally" = name.as_str() {
            return self.promise_method(receiver, &name, arguments, span);
        }
        match receiver {
            Value::Native(native) => {
                let member = self.native_member(native, key);
                self.call_value(&member, arguments, None, span)
            }
            Value::Text(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
                self.text_method(receiver, &name, arguments, span)
            }
            Value::Object(id) => match self.store.object(*id) {
                Some(Object::List(_) | Object::Set(_)) => self.list_method(receiver, &name, arguments, span),
                Some(Object::Dict(_)) => self.object_method(receiver, &name, arguments, span),
                Some(Object::File(_)) => self.handle_method(receiver, &name, arguments, span),
                Some(Object::Instance(class, _)) => {
                    let class = class.clone();
                    self.instance_method(receiver, &class, &name, arguments, span)
                }
                Some(Object::Lost(_, true)) => self.data_method(receiver, &name, arguments, span),
                _ => self.unread_call(receiver, &arguments, span),
            },
            Value::Function(..) => self.function_method(receiver, &name, arguments, span),
            Value::Thing(thing) => self.thing_method(receiver, &Rc::clone(thing), &name, arguments, span),
            Value::Unknown(_) | Value::Nothing => self.data_method(receiver, &name, arguments, span),
            _ => self.unread_call(receiver, &arguments, span),
        }
    }

    fn method_by_key(
        &mut self,
        receiver: &Value,
        key: &Value,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        match self.member_of(receiver, key) {
            member @ (Value::Function(..) | Value::OneOf(_)) => {
                self.call_value(&member, arguments, Some(receiver.clone()), span)
            }
            Value::Unknown(why) if receiver.is_data() => {
                self.handed_over(&arguments, span)?;
                Ok(Value::Unknown(why))
            }
            other => self.unread_call(&other, &arguments, span),
        }
    }

    /// A function that an object of the program holds under a name.
    fn own_method(&mut self, receiver: &Value, name: &str) -> Option<Value> {
        let Value::Object(id) = receiver else { return None };
        let found = match self.store.object(*id)? {
            Object::Dict(_) => self.store.entry(receiver, &Value::text(name)).flatten(),
            Object::Instance(class, fields) => match fields.get(name) {
                Some(value) => Some(value.clone()),
                None => self.class_member(class, super::members::METHOD, name),
            },
            Object::Class(_, fields) => match fields.get(name) {
                Some(value) => Some(value.clone()),
                None => self.class_member(receiver, "", name),
            },
            _ => None,
        }?;
        (!matches!(found, Value::Nothing)).then_some(found)
    }

    /// Code that nobody reads here is called, and may call what it was handed.
    pub(super) fn unread_call(&mut self, callee: &Value, arguments: &[Value], span: Span) -> Evaluated<'a> {
        let why = match callee {
            Value::Unknown(why) | Value::Foreign(why) => Rc::clone(why),
            _ => Rc::from("a function that is not known"),
        };
        self.recorder.unread(span, &format!("code runs that is not read: {why}"));
        self.handed_over(arguments, span)?;
        for argument in arguments {
            self.store.lose(argument, "it was handed to code that is not read");
        }
        Ok(Value::Foreign(why))
    }

    /// `call`, `apply`, `bind` of a function.
    fn function_method(
        &mut self,
        receiver: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let mut arguments = arguments.into_iter();
        let this = arguments.next();
        match name {
            "call" => self.call_value(receiver, arguments.collect(), this, span),
            "apply" => {
                let list = arguments.next().unwrap_or(Value::Nothing);
                let members = self.elements(&list).unwrap_or_else(|| vec![Value::unknown("arguments"); 4]);
                self.call_value(receiver, members, this, span)
            }
            "bind" if arguments.len() == 0 => Ok(receiver.clone()),
            "bind" => Ok(Value::Foreign("a function with arguments bound to it".into())),
            "toString" => Ok(Value::unknown_text("the text of a function")),
            _ => Ok(Value::unknown("a member of a function")),
        }
    }

    /// A method of plain data that nobody knows: it runs what it is handed and nothing else.
    fn data_method(
        &mut self,
        receiver: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        if let "on" | "once" | "addListener" | "addEventListener" = name {
            self.listen(&arguments, &Value::Nothing, span)?;
            return Ok(receiver.clone());
        }
        self.handed_over(&arguments, span)?;
        if let "push" | "set" | "add" | "unshift" = name {
            return Ok(Value::unknown("a number"));
        }
        Ok(Value::Unknown(receiver.reason()))
    }
}
