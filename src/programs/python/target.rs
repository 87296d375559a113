//! Assignments: to names, members, attributes and several of them at once.
//!
//! Owns what an assignment changes, and which names a block assigns.

use std::collections::BTreeSet;
use std::rc::Rc;

use ruff_python_ast::{Expr, Identifier, Stmt, StmtAnnAssign, StmtAugAssign};
use ruff_text_size::Ranged;

use super::super::store::{MEMBERS_CAP, Object};
use super::super::value::Value;
use super::Python;

/// Blocks inside one another whose assignments are gathered.
const WALK_CAP: usize = 60;

impl<'p> Python<'p, '_> {
    /// Assigns a value to a target.
    pub(super) fn assign(&mut self, target: &'p Expr, value: Value) {
        match target {
            Expr::Name(name) => self.set_name(name.id.as_str(), value),
            Expr::Tuple(node) => self.unpack(&node.elts, &value),
            Expr::List(node) => self.unpack(&node.elts, &value),
            Expr::Starred(node) => self.assign(&node.value, value),
            Expr::Attribute(node) => {
                let object = self.eval(&node.value);
                self.set_attribute(&object, node.attr.as_str(), value);
            }
            Expr::Subscript(node) => {
                let object = self.eval(&node.value);
                let key = self.eval(&node.slice);
                self.set_member(&object, key, value, target);
            }
            _ => {}
        }
    }

    /// Sets a variable where its name belongs.
    pub(super) fn set_name(&mut self, name: &str, value: Value) {
        let name: Rc<str> = name.into();
        let scope = self
            .frames
            .last()
            .and_then(|frame| frame.elsewhere.iter().find(|(have, _)| *have == name))
            .map_or(self.scope, |(_, scope)| *scope);
        self.store.set(scope, &name, Some(value));
    }

    fn unpack(&mut self, targets: &'p [Expr], value: &Value) {
        let Some(members) = self.members(value) else {
            let element = self.element(value);
            for target in targets {
                let value = match target {
                    Expr::Starred(_) => Value::many(element.clone()),
                    _ => element.clone(),
                };
                self.assign(target, value);
            }
            return;
        };
        let star = targets.iter().position(|target| matches!(target, Expr::Starred(_)));
        let extra = (members.len() + 1).saturating_sub(targets.len());
        let mut members = members.into_iter();
        for (number, target) in targets.iter().enumerate() {
            if star == Some(number) {
                let rest: Vec<Value> = members.by_ref().take(extra).collect();
                let list = self.store.make(Object::List(rest));
                self.assign(target, list);
            } else {
                let value = members.next().unwrap_or_else(|| Value::unknown("a member that is not there"));
                self.assign(target, value);
            }
        }
    }

    /// Sets an attribute of an object.
    pub(super) fn set_attribute(&mut self, object: &Value, name: &str, value: Value) {
        match object {
            Value::Object(id) => {
                if let Some(Object::Instance(_, fields) | Object::Class(_, fields)) = self.store.change(*id) {
                    fields.insert(name.into(), value);
                }
            }
            Value::Native(module) if &**module == "sys" && matches!(name, "stdout" | "stderr") => {
                self.recorder.silent += u32::from(name == "stdout");
            }
            Value::Native(module) if &**module == "sys" && name == "argv" => {
                self.store.set(self.global, &"sys.argv".into(), Some(value));
            }
            _ => {}
        }
    }

    fn set_member(&mut self, object: &Value, key: Value, value: Value, target: &'p Expr) {
        if let Value::Native(name) = object {
            if &**name == "os.environ" {
                self.set_environment(&key, value);
            }
            return;
        }
        let Value::Object(id) = object else {
            self.store.lose(object, "a member of one of several objects was set");
            return;
        };
        let id = *id;
        let index = key.number();
        match self.store.object(id) {
            Some(Object::Dict(entries)) if key.is_plain() && entries.len() < MEMBERS_CAP => {
                if let Some(Object::Dict(entries)) = self.store.change(id) {
                    match entries.iter_mut().find(|(have, _)| *have == key) {
                        Some((_, slot)) => *slot = value,
                        None => entries.push((key, value)),
                    }
                }
            }
            Some(Object::List(members)) => {
                let place = index.and_then(|index| super::list::place(index, members.len()));
                let change = self.store.change(id);
                match (place, change) {
                    (Some(place), Some(Object::List(members))) => {
                        if let Some(slot) = members.get_mut(place) {
                            *slot = value;
                        }
                    }
                    _ => self.store.lose(object, "a member nobody knows was set"),
                }
            }
            Some(Object::Dict(_) | Object::Set(_)) => {
                self.store.lose(object, "a member nobody knows was set");
            }
            Some(Object::Instance(class, _)) => {
                let class = class.clone();
                let method = self.class_attribute(&class, "__setitem__");
                if let Some(method) = method {
                    self.call_bound(&method, object, vec![key, value], target.range());
                }
            }
            _ => {}
        }
    }

    /// `x += y`
    pub(super) fn augment(&mut self, node: &'p StmtAugAssign) {
        let right = self.eval(&node.value);
        let left = self.eval(&node.target);
        // A list grows in place.
        if let (Value::Object(id), ruff_python_ast::Operator::Add) = (&left, node.op)
            && matches!(self.store.object(*id), Some(Object::List(_)))
        {
            self.extend(&left, &right);
            return;
        }
        let value = self.binary(node.op, &left, &right);
        self.assign(&node.target, value);
    }

    pub(super) fn annotated(&mut self, node: &'p StmtAnnAssign) {
        if let Some(value) = &node.value {
            let value = self.eval(value);
            self.assign(&node.target, value);
        }
    }

    /// `del`
    pub(super) fn delete(&mut self, target: &'p Expr) {
        match target {
            Expr::Name(name) => self.store.set(self.scope, &name.id.as_str().into(), None),
            Expr::Subscript(node) => {
                let object = self.eval(&node.value);
                let key = self.eval(&node.slice);
                self.remove_member(&object, &key);
            }
            _ => {}
        }
    }

    fn remove_member(&mut self, object: &Value, key: &Value) {
        let Value::Object(id) = object else { return };
        let known = match self.store.object(*id) {
            Some(Object::Dict(entries)) => entries.iter().position(|(have, _)| have == key),
            Some(Object::List(members)) => {
                key.number().and_then(|index| super::list::place(index, members.len()))
            }
            _ => None,
        };
        match (known, self.store.change(*id)) {
            (Some(place), Some(Object::Dict(entries))) => {
                entries.remove(place);
            }
            (Some(place), Some(Object::List(members))) => {
                members.remove(place);
            }
            _ => self.store.lose(object, "a member nobody knows was removed"),
        }
    }

    /// `global` and `nonlocal`
    pub(super) fn elsewhere(&mut self, names: &[Identifier], is_global: bool) {
        for name in names {
            let name: Rc<str> = name.as_str().into();
            let scope = if is_global {
                self.global
            } else {
                let outer = self.store.parent(self.scope);
                outer
                    .and_then(|outer| self.store.variable(outer, &name).map(|(scope, _)| scope))
                    .unwrap_or(self.global)
            };
            if let Some(frame) = self.frames.last_mut() {
                frame.elsewhere.push((name, scope));
            }
        }
    }
}

/// The names that a block assigns, functions in it left out.
pub(super) fn assigned<'p>(body: &'p [Stmt], names: &mut BTreeSet<&'p str>, depth: usize) {
    if depth > WALK_CAP {
        return;
    }
    for statement in body {
        match statement {
            Stmt::Assign(node) => node.targets.iter().for_each(|target| target_names(target, names, 0)),
            Stmt::AugAssign(node) => target_names(&node.target, names, 0),
            Stmt::AnnAssign(node) => target_names(&node.target, names, 0),
            Stmt::For(node) => {
                target_names(&node.target, names, 0);
                assigned(&node.body, names, depth + 1);
                assigned(&node.orelse, names, depth + 1);
            }
            Stmt::While(node) => assigned(&node.body, names, depth + 1),
            Stmt::If(node) => {
                assigned(&node.body, names, depth + 1);
                node.elif_else_clauses.iter().for_each(|clause| assigned(&clause.body, names, depth + 1));
            }
            Stmt::With(node) => {
                node.items
                    .iter()
                    .filter_map(|item| item.optional_vars.as_deref())
                    .for_each(|target| target_names(target, names, 0));
                assigned(&node.body, names, depth + 1);
            }
            Stmt::Try(node) => {
                assigned(&node.body, names, depth + 1);
                for ruff_python_ast::ExceptHandler::ExceptHandler(handler) in &node.handlers {
                    assigned(&handler.body, names, depth + 1);
                }
                assigned(&node.orelse, names, depth + 1);
                assigned(&node.finalbody, names, depth + 1);
            }
            Stmt::Match(node) => node.cases.iter().for_each(|case| assigned(&case.body, names, depth + 1)),
            _ => {}
        }
    }
}

fn target_names<'p>(target: &'p Expr, names: &mut BTreeSet<&'p str>, depth: usize) {
    match target {
        Expr::Name(name) => {
            names.insert(name.id.as_str());
        }
        Expr::Tuple(node) if depth < WALK_CAP => {
            node.elts.iter().for_each(|target| target_names(target, names, depth + 1));
        }
        Expr::List(node) if depth < WALK_CAP => {
            node.elts.iter().for_each(|target| target_names(target, names, depth + 1));
        }
        Expr::Starred(node) if depth < WALK_CAP => target_names(&node.value, names, depth + 1),
        _ => {}
    }
}
