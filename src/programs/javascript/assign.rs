//! Names and places: patterns, assignments.

use std::rc::Rc;

use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, AssignmentTargetMaybeDefault,
    AssignmentTargetProperty, BinaryOperator, BindingPattern, Expression, ForStatementLeft, PropertyKey,
    SimpleAssignmentTarget, UpdateExpression,
};

use super::{Done, Evaluated, Run, span_of};
use crate::programs::store::Object;
use crate::programs::value::Value;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// The value of an initialiser.
    pub(super) fn named(
        &mut self,
        init: &'a Expression<'a>,
        _pattern: &'a BindingPattern<'a>,
    ) -> Evaluated<'a> {
        self.expression(init)
    }

    /// Declares what a pattern names.
    pub(super) fn bind(&mut self, pattern: &'a BindingPattern<'a>, value: Value) -> Done<'a> {
        match pattern {
            BindingPattern::BindingIdentifier(id) => self.declare(id.name.as_str(), value),
            BindingPattern::AssignmentPattern(node) => {
                let value = self.with_default(value, &node.right)?;
                self.bind(&node.left, value)?;
            }
            BindingPattern::ObjectPattern(node) => {
                let mut taken = Vec::new();
                for property in &node.properties {
                    let key = self.key(&property.key, property.computed)?;
                    let member = self.member_of(&value, &key);
                    taken.push(key);
                    self.bind(&property.value, member)?;
                }
                if let Some(rest) = &node.rest {
                    let value = self.without(&value, &taken);
                    self.bind(&rest.argument, value)?;
                }
            }
            BindingPattern::ArrayPattern(node) => {
                let members = self.elements(&value);
                for (number, element) in node.elements.iter().enumerate() {
                    if let Some(element) = element {
                        let member = self.nth(&value, members.as_deref(), number);
                        self.bind(element, member)?;
                    }
                }
                if let Some(rest) = &node.rest {
                    let value = self.tail(&value, members, node.elements.len());
                    self.bind(&rest.argument, value)?;
                }
            }
        }
        Ok(())
    }

    fn nth(&mut self, value: &Value, members: Option<&[Value]>, number: usize) -> Value {
        match members {
            Some(members) => members.get(number).cloned().unwrap_or(Value::Nothing),
            None => self.any_element(value),
        }
    }

    fn tail(&mut self, value: &Value, members: Option<Vec<Value>>, from: usize) -> Value {
        match members {
            Some(members) => self.store.make(Object::List(members.into_iter().skip(from).collect())),
            None => self.any_element(value).or(Value::unknown("the rest of a list")),
        }
    }

    fn without(&mut self, value: &Value, taken: &[Value]) -> Value {
        match self.store.entries(value) {
            Some(entries) => {
                let rest = entries.into_iter().filter(|(key, _)| !taken.contains(key)).collect();
                self.store.make(Object::Dict(rest))
            }
            None if value.is_data() => Value::unknown("the rest of an object"),
            None => value.clone(),
        }
    }

    fn with_default(&mut self, value: Value, default: &'a Expression<'a>) -> Evaluated<'a> {
        match &value {
            Value::Nothing => self.expression(default),
            Value::Unknown(_) | Value::OneOf(_) => {
                let other = self.expression(default)?;
                Ok(value.or(other))
            }
            _ => Ok(value),
        }
    }

    /// What a loop's head names.
    pub(super) fn bind_left(&mut self, left: &'a ForStatementLeft<'a>, value: Value) -> Done<'a> {
        match left {
            ForStatementLeft::VariableDeclaration(declaration) => match declaration.declarations.first() {
                Some(declarator) => self.bind(&declarator.id, value),
                None => Ok(()),
            },
            other => match other.as_assignment_target() {
                Some(target) => self.set_target(target, value),
                None => Ok(()),
            },
        }
    }

    /// `target op= value`.
    pub(super) fn assignment(&mut self, node: &'a AssignmentExpression<'a>) -> Evaluated<'a> {
        if node.operator == AssignmentOperator::Assign {
            let value = self.expression(&node.right)?;
            self.set_target(&node.left, value.clone())?;
            return Ok(value);
        }
        let before = self.target_value(&node.left)?;
        let truth = match node.operator {
            AssignmentOperator::LogicalOr => self.truth(&before).map(|truth| !truth),
            AssignmentOperator::LogicalAnd => self.truth(&before),
            AssignmentOperator::LogicalNullish => is_nothing(&before),
            _ => {
                let right = self.expression(&node.right)?;
                let value = match binary(node.operator) {
                    Some(operator) => self.binary(operator, &before, &right),
                    None => Value::unknown("a number"),
                };
                self.set_target(&node.left, value.clone())?;
                return Ok(value);
            }
        };
        self.branch(
            truth,
            |run| {
                let value = run.expression(&node.right)?;
                run.set_target(&node.left, value.clone())?;
                Ok(value)
            },
            |_| Ok(before.clone()),
            Value::or,
        )
    }

    /// `x++`
    pub(super) fn update(&mut self, node: &'a UpdateExpression<'a>) -> Evaluated<'a> {
        let before = self.simple_value(&node.argument)?;
        let by = if node.operator == oxc_ast::ast::UpdateOperator::Increment { 1 } else { -1 };
        let after = match &before {
            Value::Int(number) => number.checked_add(by).map_or(Value::unknown("a number"), Value::Int),
            _ => Value::unknown("a number"),
        };
        self.set_simple(&node.argument, after.clone())?;
        Ok(if node.prefix { after } else { before })
    }

    fn target_value(&mut self, target: &'a AssignmentTarget<'a>) -> Evaluated<'a> {
        match target.as_simple_assignment_target() {
            Some(simple) => self.simple_value(simple),
            None => Ok(Value::unknown("a pattern")),
        }
    }

    fn simple_value(&mut self, target: &'a SimpleAssignmentTarget<'a>) -> Evaluated<'a> {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(id) => {
                Ok(self.identifier(id.name.as_str(), span_of(id.span)))
            }
            other => match other.as_member_expression() {
                Some(member) => self.member(member),
                None => Ok(Value::unknown("a place")),
            },
        }
    }

    fn set_target(&mut self, target: &'a AssignmentTarget<'a>, value: Value) -> Done<'a> {
        match target {
            AssignmentTarget::ArrayAssignmentTarget(node) => {
                let members = self.elements(&value);
                for (number, element) in node.elements.iter().enumerate() {
                    if let Some(element) = element {
                        let member = self.nth(&value, members.as_deref(), number);
                        self.set_maybe_default(element, member)?;
                    }
                }
                if let Some(rest) = &node.rest {
                    let value = self.tail(&value, members, node.elements.len());
                    self.set_target(&rest.target, value)?;
                }
                Ok(())
            }
            AssignmentTarget::ObjectAssignmentTarget(node) => {
                for property in &node.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(node) => {
                            let name = node.binding.name.as_str();
                            let mut member = self.member_of(&value, &Value::text(name));
                            if let Some(init) = &node.init {
                                member = self.with_default(member, init)?;
                            }
                            self.set_variable(name, member);
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(node) => {
                            let key = self.key(&node.name, node.computed)?;
                            let member = self.member_of(&value, &key);
                            self.set_maybe_default(&node.binding, member)?;
                        }
                    }
                }
                if let Some(rest) = &node.rest {
                    self.set_target(&rest.target, Value::unknown("the rest of an object"))?;
                }
                Ok(())
            }
            other => match other.as_simple_assignment_target() {
                Some(simple) => self.set_simple(simple, value),
                None => Ok(()),
            },
        }
    }

    fn set_maybe_default(&mut self, target: &'a AssignmentTargetMaybeDefault<'a>, value: Value) -> Done<'a> {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(node) => {
                let value = self.with_default(value, &node.init)?;
                self.set_target(&node.binding, value)
            }
            other => match other.as_assignment_target() {
                Some(target) => self.set_target(target, value),
                None => Ok(()),
            },
        }
    }

    fn set_simple(&mut self, target: &'a SimpleAssignmentTarget<'a>, value: Value) -> Done<'a> {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(id) => {
                self.set_variable(id.name.as_str(), value)
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                self.set_member(&object, &Value::text(member.property.name.as_str()), value);
            }
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                let key = self.expression(&member.expression)?;
                self.set_member(&object, &key, value);
            }
            SimpleAssignmentTarget::PrivateFieldExpression(member) => {
                let object = self.expression(&member.object)?;
                self.set_member(&object, &Value::text(&private(member.field.name.as_str())), value);
            }
            _ => {}
        }
        Ok(())
    }

    /// Assigns to a variable that is there, or makes a global one.
    fn set_variable(&mut self, name: &str, value: Value) {
        let found = self.store.variable(self.scope, name).map(|(scope, _)| scope);
        let scope = found.unwrap_or_else(|| self.outermost());
        self.store.set(scope, &Rc::from(name), Some(value));
    }

    pub(super) fn outermost(&self) -> crate::programs::value::ScopeId {
        let mut scope = self.scope;
        while let Some(parent) = self.store.parent(scope) {
            scope = parent;
        }
        scope
    }

    /// The value of a property's name.
    pub(super) fn key(&mut self, key: &'a PropertyKey<'a>, computed: bool) -> Evaluated<'a> {
        match key {
            PropertyKey::StaticIdentifier(id) => Ok(Value::text(id.name.as_str())),
            PropertyKey::PrivateIdentifier(id) => Ok(Value::text(&private(id.name.as_str()))),
            other => match other.as_expression() {
                Some(expression) => {
                    let value = self.expression(expression)?;
                    let _ = computed;
                    Ok(self.property_key(&value))
                }
                None => Ok(Value::unknown_text("a key")),
            },
        }
    }
}

/// A private member's name.
pub(super) fn private(name: &str) -> String {
    ["#", name].concat()
}

/// Is it `null` or `undefined`?
pub(super) fn is_nothing(value: &Value) -> Option<bool> {
    match value {
        Value::Nothing => Some(true),
        Value::Unknown(_) | Value::Foreign(_) => None,
        Value::OneOf(values) => {
            let mut answers = values.iter().map(is_nothing);
            let first = answers.next()??;
            answers.all(|answer| answer == Some(first)).then_some(first)
        }
        _ => Some(false),
    }
}

const fn binary(operator: AssignmentOperator) -> Option<BinaryOperator> {
    Some(match operator {
        AssignmentOperator::Addition => BinaryOperator::Addition,
        AssignmentOperator::Subtraction => BinaryOperator::Subtraction,
        AssignmentOperator::Multiplication => BinaryOperator::Multiplication,
        AssignmentOperator::Division => BinaryOperator::Division,
        AssignmentOperator::Remainder => BinaryOperator::Remainder,
        _ => return None,
    })
}
