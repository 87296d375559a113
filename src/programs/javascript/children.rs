//! The module `child_process` and its likes: what runs in which shell and where (Node.js 20 documentation).

use super::expressions::WHOLE_ENVIRONMENT;
use super::{Evaluated, Run};
use crate::programs::record::Child;
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::{AbstractString, Output};

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A function of `child_process`; `None` if it is none.
    pub(super) fn child_call(
        &mut self,
        name: &str,
        arguments: &[Value],
        span: Span,
    ) -> Option<Evaluated<'a>> {
        let function = name.strip_prefix("child_process.").or_else(|| name.strip_prefix("Bun."))?;
        let bare = function.strip_suffix("Sync").unwrap_or(function);
        if !matches!(
            bare,
            "exec" | "execFile" | "spawn" | "fork" | "execa" | "execaCommand" | "default" | "sync"
        ) {
            return None;
        }
        let (callback, given) = match arguments.split_last() {
            Some((last @ Value::Function(..), rest)) => (Some(last.clone()), rest),
            _ => (None, arguments),
        };
        let is_bun = name.starts_with("Bun.");
        let options =
            if is_bun { given.get(1) } else { given.iter().skip(1).find(|value| self.is_options(value)) };
        let options = options.cloned();
        let child = self.child(bare, options.as_ref());
        let first = given.first().cloned().unwrap_or(Value::Nothing);
        let in_shell = matches!(bare, "exec" | "execaCommand")
            || options.as_ref().is_some_and(|options| {
                let shell = self.option(Some(options), "shell");
                self.truth(&shell) == Some(true)
            });
        let list = if is_bun { Some(first.clone()) } else { given.get(1).cloned() };
        for first in first.alternatives() {
            self.start(bare, first, list.as_ref(), in_shell, is_bun, child.clone(), span);
        }
        Some(self.given(function, callback, span))
    }

    #[expect(clippy::too_many_arguments, reason = "all of a call's parts")]
    fn start(
        &mut self,
        name: &str,
        first: &Value,
        list: Option<&Value>,
        in_shell: bool,
        is_bun: bool,
        child: Child,
        span: Span,
    ) {
        let site = self.site(span);
        let words = list.and_then(|list| self.elements(list)).unwrap_or_default();
        let lost = list.is_some_and(|list| {
            !matches!(list, Value::Nothing) && !self.is_options(list) && self.elements(list).is_none()
        });
        let mut texts: Vec<AbstractString> = Vec::new();
        if !is_bun {
            texts.push(self.text_of(first));
        }
        texts.extend(words.iter().map(|word| self.text_of(word)));
        if lost {
            texts.push(AbstractString::unknown("arguments that are not known"));
        }
        if in_shell {
            let mut text = AbstractString::empty();
            for (number, part) in texts.iter().enumerate() {
                if number > 0 {
                    text.push_text(" ");
                }
                text.append(part);
            }
            self.recorder.shell(&site, &text, child);
            return;
        }
        if name == "fork" {
            texts.insert(0, AbstractString::text("node"));
        }
        self.recorder.invoke(&site, texts, child);
    }

    fn is_options(&self, value: &Value) -> bool {
        self.store.entries(value).is_some() || matches!(value, Value::Unknown(_))
    }

    fn child(&mut self, name: &str, options: Option<&Value>) -> Child {
        let directory = match self.option(options, "cwd") {
            Value::Nothing => None,
            path => Some(self.clean_path(&path)),
        };
        let input = match self.option(options, "input") {
            Value::Nothing => None,
            text => Some(Output::Text(self.text_of(&text))),
        };
        let stdio = self.option(options, "stdio");
        let inherits = match &stdio {
            Value::Text(text) => text.known() == Some("inherit"),
            Value::Object(_) => self.elements(&stdio).is_some_and(|members| {
                members.get(1).is_some_and(|member| member.known() == Some("inherit"))
            }),
            _ => name == "fork",
        };
        let mut child = Child { directory, input, prints: inherits, ..Child::default() };
        let environment = self.option(options, "env");
        if let Some(entries) = self.store.entries(&environment) {
            child.clears_environment = entries.iter().all(|(key, _)| key.known() != Some(WHOLE_ENVIRONMENT));
            for (key, value) in entries {
                if let Some(key) = key.known().filter(|key| *key != WHOLE_ENVIRONMENT) {
                    let value = (value != Value::Nothing).then(|| self.text_of(&value));
                    child.environment.push((key.into(), value));
                }
            }
        }
        child
    }

    /// What the call gives, and what its callback is called with.
    fn given(&mut self, function: &str, callback: Option<Value>, span: Span) -> Evaluated<'a> {
        let printed = Value::unknown_text("what a child process prints");
        if let Some(callback) = callback {
            self.call_value(&callback, vec![Value::Nothing, printed.clone(), printed.clone()], None, span)?;
        }
        Ok(match function {
            "execSync" | "execFileSync" => printed,
            "spawnSync" => Value::unknown("a child process"),
            _ => Value::Thing("ChildProcess".into()),
        })
    }

    /// A template that a shell of the platform's own runs (`` $`…` ``).
    pub(super) fn shell_template(&mut self, text: &Value, span: Span) -> Value {
        let site = self.site(span);
        for text in text.alternatives() {
            let text = self.text_of(text);
            self.recorder.shell(&site, &text, Child { prints: true, ..Child::default() });
        }
        Value::unknown("what a child process gives")
    }
}
