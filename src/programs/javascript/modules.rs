//! Names of the program and of the platform: variables, globals, `require` and `import`.

use std::rc::Rc;

use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier};

use super::platform::{self, Reach};
use super::{Done, Run, span_of};
use crate::programs::record::{join_paths, normal};
use crate::programs::store::Object;
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A variable of the program.
    pub(super) fn variable(&self, name: &str) -> Option<Value> {
        self.store.variable(self.scope, name).map(|(_, value)| value.clone())
    }

    /// `this`
    pub(super) fn this(&mut self) -> Value {
        self.variable("this").unwrap_or_else(|| Value::unknown("`this`"))
    }

    /// What a name stands for: a variable, a global of the platform, or nothing that is known.
    pub(super) fn identifier(&mut self, name: &str, span: Span) -> Value {
        if let Some(value) = self.variable(name) {
            return value;
        }
        if let Some(value) = crate::programs::holes::named(name, self.request.holes) {
            return match value.known().map(str::parse::<i64>) {
                Some(Ok(number)) => Value::Int(number),
                _ => {
                    // It may be any code, not one value alone.
                    let why = "a part of the program's own code is not known";
                    self.recorder.unread(span, why);
                    Value::Foreign(why.into())
                }
            };
        }
        match name {
            "undefined" => Value::Nothing,
            "NaN" | "Infinity" => Value::unknown("a number"),
            "globalThis" | "global" | "window" | "self" => Value::native("globalThis"),
            "__dirname" => Value::Text(self.directory_name()),
            "__filename" => Value::Text(self.file_name()),
            "module" | "exports" => self.exports(name),
            "require" => Value::native("require"),
            "fs" | "path" | "os" | "child_process" | "util" | "url" | "crypto" | "assert" | "events"
            | "http" | "https" | "net" | "readline" | "stream" | "zlib" | "vm" | "worker_threads" | "v8"
            | "dns" | "tty" | "querystring" | "buffer" | "cluster" | "repl" | "string_decoder" | "timers"
                if self.is_inline() =>
            {
                self.module(name, span)
            }
            _ if platform::is_global(name) => Value::native(name),
            _ => Value::Foreign(format!("`{name}` that is not defined here").into()),
        }
    }

    fn is_inline(&self) -> bool {
        self.request.name.is_none()
    }

    fn exports(&mut self, name: &str) -> Value {
        let exports = self.store.make(Object::Dict(Vec::new()));
        let module = self.store.make(Object::Dict(vec![
            (Value::text("exports"), exports.clone()),
            (Value::text("paths"), Value::unknown("paths of modules")),
        ]));
        let scope = self.outermost();
        for (name, value) in [("exports", &exports), ("module", &module)] {
            self.store.set(scope, &Rc::from(name), Some(value.clone()));
        }
        // `require.main === module` holds for the program itself.
        if name == "module" { module } else { exports }
    }

    /// The directory of the script; the current one for an inline program.
    pub(super) fn directory_name(&self) -> AbstractString {
        if self.is_inline() { AbstractString::text(".") } else { self.file_name().dirname() }
    }

    /// The script's absolute path.
    pub(super) fn file_name(&self) -> AbstractString {
        let Some(name) = self.request.name else { return AbstractString::text("[eval]") };
        let start = match self.request.facts.directory() {
            Some(here) => AbstractString::text(&here),
            None => AbstractString::unknown("the current directory is not known"),
        };
        let joined = join_paths(&start, name, true);
        match joined.known() {
            Some(known) => AbstractString::text(&normal(known)),
            None => joined,
        }
    }

    /// `import … from "x"`
    pub(super) fn import(&mut self, node: &'a ImportDeclaration<'a>) -> Done<'a> {
        if node.import_kind.is_type() {
            return Ok(());
        }
        let span = span_of(node.span);
        let module = self.require(node.source.value.as_str(), span);
        for specifier in node.specifiers.iter().flatten() {
            match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    let name = one.imported.name();
                    let member = self.member_of(&module, &Value::text(name.as_str()));
                    self.declare(one.local.name.as_str(), member);
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                    let member = self.default_of(&module);
                    self.declare(one.local.name.as_str(), member);
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                    self.declare(one.local.name.as_str(), module.clone());
                }
            }
        }
        Ok(())
    }

    fn default_of(&self, module: &Value) -> Value {
        module.clone()
    }

    /// `import(x)`
    pub(super) fn import_value(&mut self, source: &Value, span: Span) -> Value {
        match source.known().map(str::to_owned) {
            Some(name) => self.require(&name, span),
            None => {
                self.recorder.unread(span, "a module that is not known");
                Value::Foreign("a module that is not known".into())
            }
        }
    }

    /// What a module gives, by its name.
    pub(super) fn require(&mut self, name: &str, span: Span) -> Value {
        let bare = name.strip_prefix("node:").unwrap_or(name);
        if bare.starts_with(['.', '/']) {
            return self.file_module(bare, span);
        }
        self.module(bare, span)
    }

    fn module(&mut self, name: &str, span: Span) -> Value {
        match platform::reach(name) {
            Reach::Platform => Value::native(&name.replace('/', ".")),
            Reach::Harmless => Value::Native(["pkg:", name].concat().into()),
            Reach::Files => Value::native("fs"),
            Reach::Children => Value::native("child_process"),
            Reach::Unread => {
                let why = format!("the module `{name}`");
                self.recorder.unread(span, &format!("code runs that is not read: {why}"));
                Value::Foreign(why.into())
            }
        }
    }

    /// A module of the project: data is read, code is not.
    fn file_module(&mut self, name: &str, span: Span) -> Value {
        if name.ends_with(".json") {
            let path = match self.request.name {
                Some(_) => join_paths(&self.directory_name(), &AbstractString::text(name), true),
                None => AbstractString::text(name),
            };
            let path = path.known().map(|known| AbstractString::text(&normal(known))).unwrap_or(path);
            return match self.request.facts.content(&path) {
                Some(text) => self.parsed(&AbstractString::text(&text)),
                None => Value::unknown("the data of a file"),
            };
        }
        let why = format!("the module `{name}`");
        self.recorder.unread(span, &format!("code runs that is not read: {why}"));
        Value::Foreign(why.into())
    }
}
