//! Lists of unknown length of which it is known what each member can be.

use std::rc::Rc;

use super::MEMBER;
use crate::programs::javascript::{Evaluated, Run};
use crate::programs::store::{Fields, Object};
use crate::programs::value::{ObjectId, Value};
use crate::span::Span;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A list of some of several values, in an order that is not known.
    pub(super) fn some_of(&mut self, members: Vec<Value>) -> Value {
        match members.into_iter().reduce(Value::or) {
            Some(member) => self.names(member),
            None => self.new_list(Vec::new()),
        }
    }

    /// A list of unknown length of which it is known what each member can be.
    pub(in crate::programs::javascript) fn names(&mut self, member: Value) -> Value {
        let fields = Fields::from([(Rc::from(MEMBER), member)]);
        self.store.make(Object::Instance(Value::native("List"), fields))
    }

    /// A method of a list of unknown length.
    pub(in crate::programs::javascript) fn names_method(
        &mut self,
        list: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let member = self.any_element(list);
        let function = arguments
            .first()
            .filter(|first| matches!(first, Value::Function(..) | Value::Native(_)))
            .cloned();
        let mut given = Value::Nothing;
        if let Some(function) = function {
            let start = if name.starts_with("reduce") { vec![Value::unknown("a sum")] } else { Vec::new() };
            self.repeatedly("it changes in a callback", |run| {
                let mut arguments = start.clone();
                arguments.extend([member.clone(), Value::unknown("a number")]);
                given = run.call_value(&function, arguments, None, span)?;
                Ok(())
            })?;
        }
        Ok(match name {
            "map" => self.names(given),
            "flatMap" => {
                let inner = self.any_element(&given);
                self.names(inner)
            }
            "filter" | "sort" | "slice" | "reverse" | "toSorted" | "toReversed" | "values" | "splice" => {
                list.clone()
            }
            "concat" => match arguments.first().map(|other| self.any_element(other)) {
                Some(other) => self.names(member.or(other)),
                None => list.clone(),
            },
            "push" | "unshift" | "add" => {
                let wider = arguments.into_iter().fold(member, Value::or);
                self.set_member(list, &Value::text(MEMBER), wider);
                Value::unknown("a number")
            }
            "find" | "findLast" | "pop" | "shift" | "at" => member.or(Value::Nothing),
            "join" => Value::unknown_text("the members of a list"),
            "forEach" => Value::Nothing,
            _ => Value::unknown("what a list's method gives"),
        })
    }

    /// A list keeps its members, and nobody knows any longer which stands where.
    pub(super) fn lose_order(&mut self, id: ObjectId, members: Vec<Value>) {
        let member = members.into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
        let fields = Fields::from([(Rc::from(MEMBER), member)]);
        if let Some(object) = self.store.change(id) {
            *object = Object::Instance(Value::native("List"), fields);
        }
    }
}
