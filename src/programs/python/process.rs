//! Child processes: `subprocess`, `os.system`.

use std::rc::Rc;

use super::super::record::{Child, path_of};
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use crate::value::{AbstractString, Output};

impl Python<'_, '_> {
    /// `os.system(command)`, `os.popen(command)`
    pub(super) fn system(&mut self, command: &Value, prints: bool, arguments: &Arguments) -> Value {
        if self.raised.is_some() {
            return Value::Nothing;
        }
        for command in command.alternatives() {
            let child = Child { prints, environment: self.own_environment(), ..Child::default() };
            self.recorder.shell(&arguments.site, &path_of(command), child);
        }
        if prints { Value::Thing("int".into()) } else { Value::Thing("subprocess.Popen".into()) }
    }

    /// `subprocess.run` and its like.
    pub(super) fn subprocess(&mut self, name: &str, arguments: &Arguments) -> Value {
        if self.raised.is_some() {
            return Value::Nothing;
        }
        let command = arguments.value(0, "args");
        let shell = match name {
            "getoutput" | "getstatusoutput" => Some(true),
            _ => match arguments.named("shell").cloned() {
                Some(value) => self.truth(&value),
                None => Some(false),
            },
        };
        let captured = matches!(name, "check_output" | "getoutput" | "getstatusoutput")
            || arguments.named("capture_output").is_some_and(|value| *value == Value::Bool(true));
        let child = self.child(arguments, captured);
        for command in command.alternatives() {
            self.start_child(command, shell, child.clone(), arguments);
        }
        match name {
            "check_output" | "getoutput" => super::unknown_text("what a child process prints"),
            "getstatusoutput" => {
                let text = super::unknown_text("what a child process prints");
                Value::Tuple([Value::Thing("int".into()), text].into())
            }
            "call" | "check_call" => Value::Thing("int".into()),
            _ => Value::Thing("subprocess.Popen".into()),
        }
    }

    fn start_child(&mut self, command: &Value, shell: Option<bool>, child: Child, arguments: &Arguments) {
        let argv = match command {
            Value::Text(_) | Value::Path(_) | Value::Unknown(_) => None,
            other => self.members(other),
        };
        match (argv, shell) {
            (Some(argv), Some(false)) => {
                let argv = argv.iter().map(|value| self.argument(value)).collect();
                self.recorder.invoke(&arguments.site, argv, child);
            }
            // With a shell the first is its text, and the others are the shell's own parameters.
            (Some(argv), Some(true)) => {
                let text = argv.first().map_or_else(AbstractString::empty, path_of);
                self.recorder.shell(&arguments.site, &text, child);
            }
            (None, Some(true)) => self.recorder.shell(&arguments.site, &path_of(command), child),
            (None, Some(false)) if matches!(command, Value::Text(_) | Value::Path(_)) => {
                self.recorder.invoke(&arguments.site, vec![path_of(command)], child);
            }
            _ => self.recorder.unread(arguments.site.span, "the command that a program runs is not known"),
        }
    }

    fn argument(&mut self, value: &Value) -> AbstractString {
        match value {
            Value::Native(name) if &**name == "sys.executable" => AbstractString::text("python3"),
            other => self.text_of(other),
        }
    }

    fn child(&mut self, arguments: &Arguments, captured: bool) -> Child {
        let directory = match arguments.named("cwd") {
            Some(value) if *value != Value::Nothing => Some(path_of(value)),
            _ => None,
        };
        let mut environment = self.own_environment();
        let mut clears_environment = false;
        if let Some(given) = arguments.named("env").cloned() {
            match self.store.entries(&given) {
                Some(entries) => {
                    clears_environment = !entries.iter().any(|(key, _)| *key == Value::Nothing);
                    environment.extend(entries.iter().filter_map(|(key, value)| {
                        let name: Rc<str> = key.known()?.into();
                        Some((name, Some(path_of(value))))
                    }));
                }
                None => clears_environment = false,
            }
        }
        let input = match arguments.named("input").cloned() {
            Some(Value::Text(text)) => Some(Output::Text(text)),
            Some(Value::Nothing) | None => None,
            Some(_) => Some(Output::Unknown("what a program hands to its child".into())),
        };
        let mut prints = !captured;
        if let Some(to) = arguments.named("stdout").cloned()
            && to != Value::Nothing
        {
            prints = false;
            self.write_text(&to, None);
        }
        Child { directory, environment, clears_environment, input, prints }
    }
}
