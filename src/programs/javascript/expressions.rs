//! Expressions: literals, operators, templates, objects and lists.

use oxc_ast::ast::{
    ArrayExpressionElement, BinaryExpression, ChainElement, ConditionalExpression, Expression,
    LogicalExpression, LogicalOperator, ObjectExpression, ObjectPropertyKind, TemplateLiteral,
    UnaryExpression, UnaryOperator,
};
use oxc_span::GetSpan;

use super::assign::is_nothing;
use super::{Code, Evaluated, Run, Stop, span_of};
use crate::programs::holes;
use crate::programs::store::Object;
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::{AbstractString, VALUES_CAP};

/// What stands in an object that was made from the process's whole environment.
pub(super) const WHOLE_ENVIRONMENT: &str = "...process.env";

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// The value of an expression.
    pub(super) fn expression(&mut self, node: &'a Expression<'a>) -> Evaluated<'a> {
        let span = span_of(node.span());
        if !self.enter(span) {
            return Err(Stop::Exit);
        }
        let value = self.expression_of(node, span);
        self.leave();
        value
    }

    fn expression_of(&mut self, node: &'a Expression<'a>, span: Span) -> Evaluated<'a> {
        Ok(match node {
            Expression::BooleanLiteral(node) => Value::Bool(node.value),
            Expression::NullLiteral(_) => Value::Nothing,
            Expression::NumericLiteral(node) => number(node.value),
            Expression::BigIntLiteral(_) => Value::unknown("a number"),
            Expression::StringLiteral(node) => self.literal(node.value.as_str()),
            Expression::RegExpLiteral(node) => {
                let text =
                    ["/", node.regex.pattern.text.as_str(), "/", &node.regex.flags.to_string()].concat();
                Value::Thing(["RegExp:", &text].concat().into())
            }
            Expression::TemplateLiteral(node) => self.template(node)?,
            Expression::Identifier(node) => self.identifier(node.name.as_str(), span),
            Expression::ThisExpression(_) => self.this(),
            Expression::ArrayExpression(node) => self.list(&node.elements)?,
            Expression::ObjectExpression(node) => self.object(node)?,
            Expression::ArrowFunctionExpression(node) => self.function(Code::Arrow(node)),
            Expression::FunctionExpression(node) => self.function(Code::Function(node)),
            Expression::ClassExpression(node) => self.class(node)?,
            Expression::AssignmentExpression(node) => self.assignment(node)?,
            Expression::UpdateExpression(node) => self.update(node)?,
            Expression::AwaitExpression(node) => {
                let value = self.expression(&node.argument)?;
                self.settled(value)?
            }
            Expression::BinaryExpression(node) => self.binary_expression(node)?,
            Expression::LogicalExpression(node) => self.logical(node)?,
            Expression::UnaryExpression(node) => self.unary(node)?,
            Expression::ConditionalExpression(node) => self.conditional(node)?,
            Expression::SequenceExpression(node) => {
                let mut last = Value::Nothing;
                for expression in &node.expressions {
                    last = self.expression(expression)?;
                }
                last
            }
            Expression::CallExpression(node) => self.call(node)?,
            Expression::NewExpression(node) => self.construct(node)?,
            Expression::ChainExpression(node) => self.chain(&node.expression)?,
            Expression::ImportExpression(node) => {
                let source = self.expression(&node.source)?;
                self.import_value(&source, span)
            }
            Expression::TaggedTemplateExpression(node) => self.tagged(node, span)?,
            Expression::YieldExpression(node) => {
                if let Some(argument) = &node.argument {
                    self.expression(argument)?;
                }
                Value::unknown("what a generator is given")
            }
            Expression::ImportMeta(_) => Value::native("import.meta"),
            other => self.wrapped(other, span)?,
        })
    }

    /// What only wraps another expression, and what is not read.
    fn wrapped(&mut self, node: &'a Expression<'a>, span: Span) -> Evaluated<'a> {
        match node {
            Expression::ParenthesizedExpression(node) => self.expression(&node.expression),
            Expression::TSAsExpression(node) => self.expression(&node.expression),
            Expression::TSSatisfiesExpression(node) => self.expression(&node.expression),
            Expression::TSTypeAssertion(node) => self.expression(&node.expression),
            Expression::TSNonNullExpression(node) => self.expression(&node.expression),
            Expression::TSInstantiationExpression(node) => self.expression(&node.expression),
            Expression::PrivateInExpression(node) => {
                self.expression(&node.right)?;
                Ok(Value::unknown("a truth value"))
            }
            Expression::Super(_) => Ok(self.variable("super").unwrap_or(Value::Nothing)),
            Expression::NewTarget(_) => Ok(Value::unknown("a class")),
            Expression::JSXElement(_) | Expression::JSXFragment(_) => Ok(Value::unknown("an element")),
            other => match other.as_member_expression() {
                Some(member) => self.member(member),
                None => {
                    self.recorder.unread(span, "an expression that is not read");
                    Ok(Value::Foreign("an expression that is not read".into()))
                }
            },
        }
    }

    fn literal(&self, text: &str) -> Value {
        Value::Text(holes::literal(text, self.request.holes))
    }

    /// A template's text: of an expression that is one of several values each gives one.
    fn template(&mut self, node: &'a TemplateLiteral<'a>) -> Evaluated<'a> {
        let mut texts = vec![AbstractString::empty()];
        let mut expressions = node.expressions.iter();
        for quasi in &node.quasis {
            let part = quasi.value.cooked.as_ref().unwrap_or(&quasi.value.raw);
            let part = holes::literal(part.as_str(), self.request.holes);
            texts.iter_mut().for_each(|text| text.append(&part));
            if let Some(expression) = expressions.next() {
                let value = self.expression(expression)?;
                texts = self.each_behind(texts, &value);
            }
        }
        let values = texts.into_iter().map(Value::Text);
        Ok(values.reduce(Value::or).unwrap_or(Value::Nothing))
    }

    /// Each text with each of a value's texts behind it.
    fn each_behind(&self, texts: Vec<AbstractString>, value: &Value) -> Vec<AbstractString> {
        let many = texts.len() * value.alternatives().len() > VALUES_CAP;
        let behind: Vec<AbstractString> = if many {
            vec![self.text_of(value)]
        } else {
            value.alternatives().iter().map(|value| self.text_of(value)).collect()
        };
        texts.iter().flat_map(|text| behind.iter().map(|more| text.clone().concat(more))).collect()
    }

    fn tagged(&mut self, node: &'a oxc_ast::ast::TaggedTemplateExpression<'a>, span: Span) -> Evaluated<'a> {
        let tag = self.expression(&node.tag)?;
        let text = self.template(&node.quasi)?;
        Ok(match &tag {
            Value::Native(name) if &**name == "String.raw" => {
                let raw: Vec<&str> = node.quasi.quasis.iter().map(|quasi| quasi.value.raw.as_str()).collect();
                match raw.as_slice() {
                    [only] => Value::Text(holes::literal(only, self.request.holes)),
                    _ => text,
                }
            }
            Value::Native(name) if matches!(&**name, "Bun.$" | "pkg:zx.$" | "pkg:execa.$") => {
                self.shell_template(&text, span)
            }
            Value::Unknown(_) | Value::Native(_) => Value::unknown("what a template's tag gives"),
            Value::Function(..) => {
                let given = Value::unknown("a template's parts");
                self.call_value(&tag, vec![given.clone(), given], None, span)?
            }
            _ => {
                self.recorder.unread(span, "a template's tag that is not known");
                Value::Foreign("a template's tag that is not known".into())
            }
        })
    }

    fn list(&mut self, elements: &'a [ArrayExpressionElement<'a>]) -> Evaluated<'a> {
        let mut members = Vec::new();
        let mut lost = None;
        for element in elements {
            match element {
                ArrayExpressionElement::SpreadElement(node) => {
                    let value = self.expression(&node.argument)?;
                    match self.elements(&value) {
                        Some(values) => members.extend(values),
                        None => lost = Some(value),
                    }
                }
                ArrayExpressionElement::Elision(_) => members.push(Value::Nothing),
                other => {
                    if let Some(expression) = other.as_expression() {
                        members.push(self.expression(expression)?);
                    }
                }
            }
        }
        if let Some(value) = lost {
            let data = value.is_data() && members.iter().all(Value::is_data);
            return Ok(self.store.make(Object::Lost(value.reason(), data)));
        }
        Ok(self.store.make(Object::List(members)))
    }

    fn object(&mut self, node: &'a ObjectExpression<'a>) -> Evaluated<'a> {
        let mut entries: Vec<(Value, Value)> = Vec::new();
        for property in &node.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(property) => {
                    let key = self.key(&property.key, property.computed)?;
                    let value = self.expression(&property.value)?;
                    put(&mut entries, key, value);
                }
                ObjectPropertyKind::SpreadProperty(spread) => {
                    let value = self.expression(&spread.argument)?;
                    if matches!(&value, Value::Native(name) if &**name == "process.env") {
                        put(&mut entries, Value::text(WHOLE_ENVIRONMENT), Value::Bool(true));
                    } else if let Some(more) = self.store.entries(&value) {
                        more.into_iter().for_each(|(key, value)| put(&mut entries, key, value));
                    } else if value != Value::Nothing {
                        put(
                            &mut entries,
                            Value::unknown_text("a key that is not known"),
                            Value::unknown("a member"),
                        );
                    }
                }
            }
        }
        Ok(self.store.make(Object::Dict(entries)))
    }

    /// A chain of `a + b + c` is as deep as it is long: it is taken from the left.
    fn binary_expression(&mut self, node: &'a BinaryExpression<'a>) -> Evaluated<'a> {
        let mut spine = vec![node];
        let mut first = &node.left;
        while let Expression::BinaryExpression(inner) = first {
            spine.push(inner);
            first = &inner.left;
        }
        let mut value = self.expression(first)?;
        for node in spine.into_iter().rev() {
            let right = self.expression(&node.right)?;
            value = self.binary(node.operator, &value, &right);
        }
        Ok(value)
    }

    fn logical(&mut self, node: &'a LogicalExpression<'a>) -> Evaluated<'a> {
        let left = self.expression(&node.left)?;
        let goes_on = match node.operator {
            LogicalOperator::And => self.truth(&left),
            LogicalOperator::Or => self.truth(&left).map(|truth| !truth),
            LogicalOperator::Coalesce => is_nothing(&left),
        };
        // What is given where the right side is not looked at.
        let kept = match (node.operator, &left) {
            (LogicalOperator::Or, Value::OneOf(values)) => {
                let truthy = values.iter().filter(|value| self.truth(value) != Some(false)).cloned();
                truthy.reduce(Value::or).unwrap_or(left.clone())
            }
            _ => left.clone(),
        };
        self.branch(goes_on, |run| run.expression(&node.right), |_| Ok(kept), Value::or)
    }

    fn conditional(&mut self, node: &'a ConditionalExpression<'a>) -> Evaluated<'a> {
        let test = self.expression(&node.test)?;
        let truth = self.truth(&test);
        self.branch(
            truth,
            |run| run.expression(&node.consequent),
            |run| run.expression(&node.alternate),
            Value::or,
        )
    }

    fn unary(&mut self, node: &'a UnaryExpression<'a>) -> Evaluated<'a> {
        if node.operator == UnaryOperator::Typeof
            && let Expression::Identifier(id) = &node.argument
            && self.variable(id.name.as_str()).is_none()
        {
            return Ok(Value::unknown_text("the type of a value"));
        }
        if node.operator == UnaryOperator::Delete {
            return self.delete(&node.argument);
        }
        let value = self.expression(&node.argument)?;
        Ok(match node.operator {
            UnaryOperator::LogicalNot => match self.truth(&value) {
                Some(truth) => Value::Bool(!truth),
                None => Value::unknown("a truth value"),
            },
            UnaryOperator::UnaryNegation => match value {
                Value::Int(number) => number.checked_neg().map_or(Value::unknown("a number"), Value::Int),
                Value::Float(number) => Value::Float(-number),
                _ => Value::unknown("a number"),
            },
            UnaryOperator::UnaryPlus => match value {
                Value::Int(_) | Value::Float(_) => value,
                _ => Value::unknown("a number"),
            },
            UnaryOperator::Typeof => self.type_of(&value),
            UnaryOperator::Void => Value::Nothing,
            UnaryOperator::BitwiseNot | UnaryOperator::Delete => Value::unknown("a number"),
        })
    }

    fn delete(&mut self, argument: &'a Expression<'a>) -> Evaluated<'a> {
        let place = match argument {
            Expression::StaticMemberExpression(node) => {
                Some((self.expression(&node.object)?, Value::text(node.property.name.as_str())))
            }
            Expression::ComputedMemberExpression(node) => {
                Some((self.expression(&node.object)?, self.expression(&node.expression)?))
            }
            _ => None,
        };
        if let Some((object, key)) = place {
            self.set_member(&object, &key, Value::Nothing);
        }
        Ok(Value::Bool(true))
    }

    fn chain(&mut self, element: &'a ChainElement<'a>) -> Evaluated<'a> {
        match element {
            ChainElement::CallExpression(node) => self.call(node),
            ChainElement::TSNonNullExpression(node) => self.expression(&node.expression),
            other => match other.as_member_expression() {
                Some(member) => self.member(member),
                None => Ok(Value::unknown("a member")),
            },
        }
    }
}

/// Sets a member of an object's entries.
pub(super) fn put(entries: &mut Vec<(Value, Value)>, key: Value, value: Value) {
    match entries.iter_mut().find(|(have, _)| *have == key && key.is_plain()) {
        Some((_, place)) => *place = value,
        None => entries.push((key, value)),
    }
}

/// A number: whole ones are told apart.
pub(super) fn number(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and in range")]
        return Value::Int(value as i64);
    }
    Value::Float(value)
}
