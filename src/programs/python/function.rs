//! The program's own functions: their parameters, their scope and what they return.

use ruff_python_ast::{Expr, Parameters, StmtFunctionDef};

use super::super::store::Object;
use super::super::value::{ScopeId, Value};
use super::arguments::Arguments;
use super::branch::Flow;
use super::{CALLS_CAP, Definition, Frame, Python, RECURSION_CAP};

impl<'p> Python<'p, '_> {
    /// Calls a function of the program; anything else is called as what it is.
    pub(super) fn call_own(
        &mut self,
        function: &Value,
        object: Option<&Value>,
        arguments: &Arguments,
    ) -> Value {
        let Value::Function(number, scope) = function else {
            return match function {
                Value::Method(inner, kind) if &**kind == "static!" => {
                    let given = if object.is_none() { arguments.behind(1) } else { arguments.clone() };
                    self.call_value(inner, &given)
                }
                Value::Method(inner, kind) if &**kind == "class!" => {
                    let mut given = arguments.clone();
                    given.positional.insert(0, Value::Foreign("a class of the program".into()));
                    self.call_value(inner, &given)
                }
                other => self.call_value(other, arguments),
            };
        };
        let Some(definition) = self.functions.get(*number).copied() else { return Value::Nothing };
        if self.widened.contains(number) {
            return Value::unknown("what a function gives that calls itself");
        }
        let within = self.frames.iter().filter(|frame| frame.function == Some(*number)).count();
        if within >= RECURSION_CAP {
            return self.recursion(definition, *number, *scope, arguments);
        }
        if self.frames.len() > CALLS_CAP || self.store.is_full() {
            self.recorder.unread(arguments.site.span, "calls inside one another deeper than are followed");
            return Value::unknown("what a call too deep to follow gives");
        }
        self.enter_function((definition, *number), *scope, arguments)
    }

    /// A function that calls itself again and again: what it does with whatever it is given, once.
    fn recursion(
        &mut self,
        definition: Definition<'p>,
        number: usize,
        scope: ScopeId,
        arguments: &Arguments,
    ) -> Value {
        let mut given = Arguments::of(Vec::new(), arguments.site.span);
        given.open = true;
        self.widened.push(number);
        let mut result = Value::Nothing;
        self.perhaps(|python| {
            result = python.enter_function((definition, number), scope, &given);
            python.outcome()
        });
        self.widened.pop();
        result.or(Value::unknown("what a function gives that calls itself"))
    }

    fn enter_function(
        &mut self,
        (definition, number): (Definition<'p>, usize),
        scope: ScopeId,
        arguments: &Arguments,
    ) -> Value {
        let inner = self.store.scope(Some(scope));
        match definition {
            Definition::Def(node) => self.bind(&node.parameters, inner, arguments),
            Definition::Lambda(node) => {
                if let Some(parameters) = &node.parameters {
                    self.bind(parameters, inner, arguments);
                }
            }
        }
        let outer = std::mem::replace(&mut self.scope, inner);
        self.frames.push(Frame { function: Some(number), ..Frame::default() });
        let result = match definition {
            Definition::Lambda(node) => self.eval(&node.body),
            Definition::Def(node) => self.body(node),
        };
        self.frames.pop();
        self.scope = outer;
        result
    }

    fn body(&mut self, node: &'p StmtFunctionDef) -> Value {
        let (before, pending) = (self.loose, self.pending.len());
        let flow = self.block(&node.body);
        self.arrive(Flow::Return, before, pending);
        match flow {
            Flow::Raise => {
                self.raised.get_or_insert_with(|| "an error of a function".into());
            }
            Flow::Exit => {
                self.raised.get_or_insert_with(|| "the program's end".into());
                self.ended = true;
            }
            _ => {}
        }
        let Some(frame) = self.frames.last_mut() else { return Value::Nothing };
        let mut returns = std::mem::take(&mut frame.returns);
        let yields = std::mem::take(&mut frame.yields);
        let more = frame.yields_more;
        if !yields.is_empty() {
            if more {
                let member = yields
                    .into_iter()
                    .map(|value| match value {
                        Value::Many(member) => (*member).clone(),
                        other => other,
                    })
                    .reduce(Value::or);
                return Value::many(member.unwrap_or(Value::Nothing));
            }
            return self.store.make(Object::List(yields));
        }
        if flow != Flow::Return {
            returns.push(Value::Nothing);
        }
        returns.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
    }

    fn bind(&mut self, parameters: &'p Parameters, scope: ScopeId, arguments: &Arguments) {
        let by_place = parameters.posonlyargs.iter().chain(&parameters.args);
        let mut used = Vec::new();
        for (place, parameter) in by_place.enumerate() {
            let name = parameter.parameter.name.as_str();
            let given = arguments.get(place, name).cloned();
            used.push(name);
            let value = self.parameter(given, parameter.default.as_deref(), arguments);
            self.store.set(scope, &name.into(), Some(value));
        }
        let places = used.len();
        for parameter in &parameters.kwonlyargs {
            let name = parameter.parameter.name.as_str();
            used.push(name);
            let given = arguments.named(name).cloned();
            let value = self.parameter(given, parameter.default.as_deref(), arguments);
            self.store.set(scope, &name.into(), Some(value));
        }
        if let Some(rest) = &parameters.vararg {
            let values = arguments.positional.get(places..).unwrap_or(&[]).to_vec();
            let value = if arguments.open {
                Value::many(Value::Foreign("an argument that is not known".into()))
            } else {
                Value::Tuple(values.into())
            };
            self.store.set(scope, &rest.name.as_str().into(), Some(value));
        }
        if let Some(rest) = &parameters.kwarg {
            let others = arguments.names.iter().filter(|(name, _)| !used.contains(&&**name));
            let entries = others.map(|(name, value)| (Value::text(name), value.clone())).collect();
            let value = self.store.make(Object::Dict(entries));
            self.store.set(scope, &rest.name.as_str().into(), Some(value));
        }
    }

    fn parameter(&mut self, given: Option<Value>, default: Option<&'p Expr>, arguments: &Arguments) -> Value {
        match (given, default) {
            (Some(value), _) => value,
            (None, Some(default)) => {
                let value = self.eval(default);
                if arguments.open { value.or(Value::unknown("an argument that is not known")) } else { value }
            }
            (None, None) => Value::unknown("an argument that is not known"),
        }
    }
}
