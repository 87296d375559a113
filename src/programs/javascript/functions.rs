//! Functions and classes of the program: made, called, constructed.

use oxc_ast::ast::{
    ArrowFunctionBody, Class, ClassElement, FormalParameters, MethodDefinitionKind, NewExpression, Statement,
};

use super::members::{GETTER, METHOD};
use super::{Active, Code, Done, Evaluated, Part, Run, Stop, span_of};
use crate::programs::store::{Fields, Object};
use crate::programs::value::{ScopeId, Value};
use crate::span::Span;

/// Calls inside one another that are followed.
const CALLS_CAP: usize = 24;

/// The same function inside itself that is followed.
const RECURSION_CAP: usize = 8;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A function of the program as a value.
    pub(super) fn function(&mut self, code: Code<'a>) -> Value {
        self.functions.push(code);
        Value::Function(self.functions.len() - 1, self.scope)
    }

    /// Calls a function of the program.
    pub(super) fn run_function(
        &mut self,
        number: usize,
        scope: ScopeId,
        arguments: Vec<Value>,
        this: Option<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let Some(code) = self.functions.get(number).copied() else { return Ok(Value::Nothing) };
        let same = |active: &&Active| active.function == number;
        if self.recorder.maybe > 0
            && self.active.iter().filter(same).any(|active| active.arguments == arguments)
        {
            // What it does again is told already.
            return Ok(Value::unknown("what a function that calls itself gives"));
        }
        if self.active.len() >= CALLS_CAP || self.active.iter().filter(same).count() >= RECURSION_CAP {
            self.recorder.unread(span, "calls inside one another deeper than are followed");
            return Ok(Value::Foreign("a call too deep to follow".into()));
        }
        self.active.push(Active { function: number, arguments: arguments.clone(), returns: Vec::new() });
        let outer = std::mem::replace(&mut self.scope, scope);
        self.scope = self.store.scope(Some(scope));
        if let Code::Function(_) = code {
            self.declare("this", this.unwrap_or(Value::Nothing));
            let all = self.store.make(Object::List(arguments.clone()));
            self.declare("arguments", all);
        }
        let done = self.part(Part::Function, |run| run.body(code, arguments));
        self.scope = outer;
        let returns = self.active.pop().map(|active| active.returns).unwrap_or_default();
        let is_async = match code {
            Code::Function(function) => function.r#async,
            Code::Arrow(arrow) => arrow.r#async,
        };
        match done {
            Ok(value) => Ok(returns.into_iter().fold(value, Value::or)),
            Err(Stop::Throw) if is_async => Ok(Value::native(super::callbacks::REJECTED)),
            Err(stop) => Err(stop),
        }
    }

    fn body(&mut self, code: Code<'a>, arguments: Vec<Value>) -> Evaluated<'a> {
        let done = match code {
            Code::Function(function) => {
                self.parameters(&function.params, arguments)?;
                if function.generator {
                    return Ok(Value::Foreign("a generator".into()));
                }
                match &function.body {
                    Some(body) => self.function_body(&body.statements),
                    None => Ok(()),
                }
            }
            Code::Arrow(arrow) => {
                self.parameters(&arrow.params, arguments)?;
                match &arrow.body {
                    ArrowFunctionBody::FunctionBody(body) => self.function_body(&body.statements),
                    other => match other.as_expression() {
                        Some(expression) => return self.expression(expression),
                        None => Ok(()),
                    },
                }
            }
        };
        match done {
            Ok(()) => Ok(Value::Nothing),
            Err(Stop::Return(value)) => Ok(value),
            Err(stop) => Err(stop),
        }
    }

    fn function_body(&mut self, body: &'a [Statement<'a>]) -> Done<'a> {
        self.hoist(body, true);
        self.statements(body)
    }

    fn parameters(&mut self, parameters: &'a FormalParameters<'a>, arguments: Vec<Value>) -> Done<'a> {
        let mut arguments = arguments.into_iter();
        for parameter in &parameters.items {
            let value = arguments.next().unwrap_or(Value::Nothing);
            let value = match &parameter.initializer {
                Some(initializer) if value == Value::Nothing => self.expression(initializer)?,
                Some(initializer) if !value.is_plain() && matches!(value, Value::Unknown(_)) => {
                    let other = self.expression(initializer)?;
                    value.or(other)
                }
                _ => value,
            };
            self.bind(&parameter.pattern, value)?;
        }
        if let Some(rest) = &parameters.rest {
            let value = self.store.make(Object::List(arguments.collect()));
            self.bind(&rest.rest.argument, value)?;
        }
        Ok(())
    }

    /// `class A { … }`
    pub(super) fn class_declaration(&mut self, node: &'a Class<'a>) -> Done<'a> {
        let class = self.class(node)?;
        if let Some(id) = &node.id {
            self.declare(id.name.as_str(), class);
        }
        Ok(())
    }

    /// A class as a value.
    pub(super) fn class(&mut self, node: &'a Class<'a>) -> Evaluated<'a> {
        let bases = match &node.heritage {
            Some(heritage) => vec![self.expression(&heritage.expression)?],
            None => Vec::new(),
        };
        let class = self.store.make(Object::Class(bases.clone(), Fields::new()));
        let outer = self.scope;
        self.scope = self.store.scope(Some(outer));
        self.declare("super", bases.first().cloned().unwrap_or(Value::Nothing));
        if let Some(id) = &node.id {
            self.declare(id.name.as_str(), class.clone());
        }
        let done = self.class_body(node, &class);
        self.scope = outer;
        done.map(|()| class)
    }

    fn class_body(&mut self, node: &'a Class<'a>, class: &Value) -> Done<'a> {
        for element in &node.body.body {
            match element {
                ClassElement::MethodDefinition(method) => {
                    let key = self.key(&method.key, method.computed)?;
                    let Some(name) = key.known().map(str::to_owned) else { continue };
                    let function = self.function(Code::Function(&method.value));
                    let kind = match (method.kind, method.r#static) {
                        (_, true) => "",
                        (MethodDefinitionKind::Get, _) => GETTER,
                        (MethodDefinitionKind::Set, _) => continue,
                        _ => METHOD,
                    };
                    self.set_member(class, &Value::text(&[kind, &name].concat()), function);
                }
                ClassElement::PropertyDefinition(property) if property.r#static => {
                    let key = self.key(&property.key, property.computed)?;
                    let value = match &property.value {
                        Some(value) => self.expression(value)?,
                        None => Value::Nothing,
                    };
                    self.set_member(class, &key, value);
                }
                ClassElement::StaticBlock(block) => {
                    self.scoped(|run| {
                        run.declare("this", class.clone());
                        run.statements(&block.body)
                    })?;
                }
                _ => {}
            }
        }
        self.classes.push((class.clone(), node, self.scope));
        Ok(())
    }

    /// `new A(…)`
    pub(super) fn construct(&mut self, node: &'a NewExpression<'a>) -> Evaluated<'a> {
        let callee = self.expression(&node.callee)?;
        let arguments = self.arguments(&node.arguments)?;
        let span = span_of(node.span);
        match &callee {
            Value::Object(_) => self.instance(&callee, arguments, span),
            Value::Native(name) => self.native_instance(name, arguments, span),
            Value::Function(number, scope) => {
                let this = self.store.make(Object::Dict(Vec::new()));
                let value = self.run_function(*number, *scope, arguments, Some(this.clone()), span)?;
                Ok(if value == Value::Nothing { this } else { value })
            }
            Value::Unknown(_) | Value::Foreign(_) | Value::OneOf(_) | Value::Thing(_) | Value::Method(..) => {
                self.unread_call(&callee, &arguments, span)
            }
            _ => Ok(Value::unknown("an object")),
        }
    }

    /// A new instance of a class of the program.
    fn instance(&mut self, class: &Value, arguments: Vec<Value>, span: Span) -> Evaluated<'a> {
        let this = self.store.make(Object::Instance(class.clone(), Fields::new()));
        self.initialise(class, &this, arguments, span)?;
        Ok(this)
    }

    /// Runs a class's fields and constructor on an instance.
    pub(super) fn initialise(
        &mut self,
        class: &Value,
        this: &Value,
        arguments: Vec<Value>,
        span: Span,
    ) -> Done<'a> {
        let found = self
            .classes
            .iter()
            .rev()
            .find(|(have, _, _)| have == class)
            .map(|(_, node, scope)| (*node, *scope));
        let Some((node, scope)) = found else {
            if !matches!(class, Value::Native(_)) {
                self.recorder.unread(span, "a class that is not known");
            }
            return Ok(());
        };
        if !self.enter(span) {
            return Err(Stop::Exit);
        }
        let constructor = self.class_member(class, METHOD, "constructor");
        let own = node.body.body.iter().any(|element| {
            matches!(element, ClassElement::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor)
        });
        let outer = std::mem::replace(&mut self.scope, scope);
        let done = self.scoped(|run| {
            run.declare("this", this.clone());
            if !own && let Some(heritage) = &node.heritage {
                let base = run.expression(&heritage.expression)?;
                run.initialise(&base, this, arguments.clone(), span)?;
            }
            for element in &node.body.body {
                if let ClassElement::PropertyDefinition(property) = element
                    && !property.r#static
                {
                    let key = run.key(&property.key, property.computed)?;
                    let value = match &property.value {
                        Some(value) => run.expression(value)?,
                        None => Value::Nothing,
                    };
                    run.set_member(this, &key, value);
                }
            }
            Ok(())
        });
        self.scope = outer;
        if let (Ok(()), true, Some(Value::Function(number, scope))) = (&done, own, constructor) {
            let done = self.run_function(number, scope, arguments, Some(this.clone()), span);
            self.leave();
            return done.map(|_| ());
        }
        self.leave();
        done
    }
}
