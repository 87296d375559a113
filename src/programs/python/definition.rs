//! Functions, classes and imported modules: what gives a program its names.

use std::rc::Rc;

use ruff_python_ast::{Expr, Stmt, StmtClassDef, StmtFunctionDef, StmtImport, StmtImportFrom};

use super::{Definition, Python, library};
use crate::programs::store::{Fields, Object};
use crate::programs::value::Value;

impl<'p> Python<'p, '_> {
    pub(super) fn define(&mut self, node: &'p StmtFunctionDef) {
        let number = self.functions.len();
        self.functions.push(Definition::Def(node));
        let mut value = Value::Function(number, self.scope);
        for decorator in node.decorator_list.iter().rev() {
            let wrapper = self.eval(&decorator.expression);
            value = self.decorated(wrapper, value, decorator.range);
        }
        self.set_name(node.name.as_str(), value);
    }

    pub(super) fn class(&mut self, node: &'p StmtClassDef) {
        let bases = node.arguments.iter().flat_map(|arguments| arguments.args.iter());
        let bases: Vec<Value> = bases.map(|base| self.eval(base)).collect();
        let outer = self.scope;
        self.scope = self.store.scope(Some(outer));
        self.block(&node.body);
        let fields: Fields = self.store.names(self.scope);
        self.scope = outer;
        for decorator in &node.decorator_list {
            self.eval(&decorator.expression);
        }
        let mut class = self.store.make(Object::Class(bases.clone(), fields));
        let slots: Vec<Rc<str>> = slots(&node.body);
        if !node.decorator_list.is_empty() && !slots.is_empty() {
            let names = slots.iter().map(|name| Value::text(name)).collect();
            if let Value::Object(id) = class
                && let Some(Object::Class(_, fields)) = self.store.change(id)
            {
                fields.insert("__fields__".into(), Value::Tuple(names));
            }
        }
        if bases.iter().any(|base| matches!(base, Value::Foreign(_))) {
            class = Value::Foreign("a class of a library that is not known".into());
        }
        self.set_name(node.name.as_str(), class);
    }

    pub(super) fn import(&mut self, node: &'p StmtImport) {
        for alias in &node.names {
            let full = alias.name.as_str();
            let module = self.module(full, node.range);
            match &alias.asname {
                Some(name) => self.set_name(name.as_str(), module),
                None => {
                    let top = full.split('.').next().unwrap_or(full);
                    let value = if matches!(module, Value::Native(_)) { Value::native(top) } else { module };
                    self.set_name(top, value);
                }
            }
        }
    }

    pub(super) fn import_from(&mut self, node: &'p StmtImportFrom) {
        let name = node.module.as_ref().map_or("", |name| name.as_str());
        let module = if node.level > 0 {
            self.unread(node.range, "a module of the program's own package is not read")
        } else {
            self.module(name, node.range)
        };
        for alias in &node.names {
            let short = alias.name.as_str();
            if short == "*" {
                self.import_all(&module);
                continue;
            }
            let value = match &module {
                Value::Native(module) => library::attribute(module, short),
                other => other.clone(),
            };
            let value = self.member_value(value);
            self.set_name(alias.asname.as_ref().unwrap_or(&alias.name).as_str(), value);
        }
    }

    fn module(&mut self, name: &str, range: ruff_text_size::TextRange) -> Value {
        if library::is_module(name) {
            return Value::Native(library::canonical(name).into());
        }
        self.unread(range, &format!("what the module `{name}` does is not known"))
    }
}

/// The annotated names of a class body, which a data class's constructor takes.
fn slots(body: &[Stmt]) -> Vec<Rc<str>> {
    body.iter()
        .filter_map(|statement| match statement {
            Stmt::AnnAssign(node) => match &*node.target {
                Expr::Name(name) => Some(name.id.as_str().into()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}
