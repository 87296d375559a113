//! What functions of the platform give, where that matters for paths and texts (Node.js 20 documentation).

use std::rc::Rc;

use super::{Evaluated, Run, Stop, platform};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::{AbstractString, Piece};

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A member of something that the platform brings.
    pub(super) fn native_member(&mut self, name: &str, key: &Value) -> Value {
        let Some(key) = key.known().map(str::to_owned) else {
            return match name {
                "process.env" => Value::unknown_text("a variable of the environment"),
                _ => Value::Foreign("a member that is not known".into()),
            };
        };
        match (name, key.as_str()) {
            ("process.env" | "Bun.env", variable) => match self.recorder.environment(variable) {
                Some(value) => Value::text(&value),
                None => Value::unknown_text(&format!("`${variable}` is not known")),
            },
            ("process", "argv") | ("Bun", "argv") => self.argument_list(),
            ("Deno", "args") => {
                let arguments = self.given_arguments();
                self.new_list(arguments)
            }
            ("process", "platform") => Value::text("linux"),
            ("process", "pid" | "exitCode") => Value::unknown("a number"),
            ("process", "version") => Value::unknown_text("a version"),
            ("process", "versions" | "release" | "config" | "memoryUsage" | "arch") => {
                Value::unknown("a version")
            }
            ("process", "env" | "stdin" | "stdout" | "stderr") => {
                Value::Native([name, ".", &key].concat().into())
            }
            ("process", "execPath") => Value::text("node"),
            ("path" | "path.posix", "sep") => Value::text("/"),
            ("path" | "path.posix", "delimiter") => Value::text(":"),
            ("path", "posix") => Value::native("path"),
            ("os", "EOL") => Value::text("\n"),
            ("import.meta", "dirname" | "dir") => Value::Text(self.directory_name()),
            ("import.meta", "filename" | "path") => Value::Text(self.file_name()),
            ("import.meta", "url") => Value::Text(AbstractString::text("file://").concat(&self.file_name())),
            ("import.meta", "main") | ("require", "main") if key == "main" && name == "import.meta" => {
                Value::Bool(true)
            }
            ("require", "main") => match self.variable("module") {
                Some(module) => module,
                None => self.identifier("module", Span::default()),
            },
            ("globalThis", member) => {
                let span = Span::default();
                let member = member.to_owned();
                self.identifier(&member, span)
            }
            ("fs" | "fs.promises", "constants") => Value::unknown("numbers"),
            (_, "default") => Value::native(name),
            ("Math" | "Number", member) if member.starts_with(|letter: char| letter.is_ascii_uppercase()) => {
                Value::unknown("a number")
            }
            _ => Value::Native([name, ".", &key].concat().into()),
        }
    }

    /// Sets a member of something that the platform brings.
    pub(super) fn set_native(&mut self, name: &str, key: &Value, value: Value) {
        if name == "globalThis"
            && let Some(key) = key.known()
        {
            let scope = self.outermost();
            self.store.set(scope, &Rc::from(key), Some(value));
        }
    }

    fn given_arguments(&self) -> Vec<Value> {
        self.request.arguments.iter().map(|field| Value::Text(field.value.clone())).collect()
    }

    fn argument_list(&mut self) -> Value {
        if self.request.arguments.iter().any(|field| field.many) {
            return self.lost_list("arguments that are not known one by one");
        }
        let mut all = vec![Value::text("/usr/bin/node")];
        if self.request.name.is_some() {
            all.push(Value::Text(self.file_name()));
        }
        all.extend(self.given_arguments());
        self.new_list(all)
    }

    /// Calls something that the platform or a package brings.
    pub(super) fn native(&mut self, name: &str, arguments: Vec<Value>, span: Span) -> Evaluated<'a> {
        if let Some(done) = self.file_call(name, &arguments, span) {
            return done;
        }
        if let Some(done) = self.child_call(name, &arguments, span) {
            return done;
        }
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        if let Some(value) = self.path_call(name, &arguments) {
            return Ok(value);
        }
        if let Some(rest) = name.strip_prefix("Object.").or_else(|| name.strip_prefix("Array.")) {
            return self.object_call(rest, &arguments, span);
        }
        Ok(match name {
            "require" => self.import_value(&first, span),
            "process.cwd" | "Deno.cwd" => Value::Text(self.recorder.directory()),
            "process.chdir" | "Deno.chdir" => {
                let path = self.clean_path(&first);
                self.recorder.chdir(&path);
                Value::Nothing
            }
            "process.exit" | "Deno.exit" | "process.abort" => {
                if name == "process.abort" || self.truth(&first) == Some(true) {
                    self.fail("it ends itself with an error");
                }
                return Err(Stop::Exit);
            }
            "console.log" | "console.info" | "console.debug" => {
                self.print_line(&arguments);
                Value::Nothing
            }
            "process.stdout.write" => {
                let text = self.text_of(&first);
                self.recorder.print(&text);
                Value::Bool(true)
            }
            "process.stdin.on" | "process.stdin.once" | "process.stdin.addListener" => {
                let text = Value::Text(self.input_text());
                self.listen(&arguments, &text, span)?;
                Value::native("process.stdin")
            }
            "process.on" | "process.once" => {
                self.listen(&arguments, &Value::Nothing, span)?;
                Value::native("process")
            }
            "JSON.parse" => {
                let text = self.text_of(&first);
                self.parsed(&text)
            }
            "JSON.stringify" => Value::Text(self.stringified(&first, arguments.get(2))),
            "String" | "TextEncoder.encode" => Value::Text(self.text_of(&first)),
            "Buffer.from" => match arguments.get(1) {
                Some(encoding) if !matches!(encoding.known(), Some("utf8" | "utf-8")) => {
                    Value::unknown_text("a text in another encoding")
                }
                _ => Value::Text(self.text_of(&first)),
            },
            "Buffer.concat" => match self.elements(&first) {
                Some(parts) => {
                    let parts = parts.iter().map(|part| self.text_of(part));
                    Value::Text(parts.fold(AbstractString::empty(), |all, part| all.concat(&part)))
                }
                None => Value::unknown_text("texts in a row"),
            },
            "decodeURIComponent" | "decodeURI" => Value::Text(undecoded(self.text_of(&first))),
            "Number" | "parseInt" | "parseFloat" | "Number.parseInt" | "Number.parseFloat" => match &first {
                Value::Int(_) => first,
                Value::Text(text) => {
                    let number = text.known().and_then(|text| text.trim().parse().ok());
                    number.map_or(Value::unknown("a number"), Value::Int)
                }
                _ => Value::unknown("a number"),
            },
            "Boolean" => self.truth(&first).map_or(Value::unknown("a truth value"), Value::Bool),
            "util.promisify" | "util.callbackify" | "structuredClone" => first,
            "util.inspect" | "util.format" => Value::unknown_text("the text of a value"),
            "Date.now" | "performance.now" | "process.hrtime" | "process.uptime" => {
                Value::unknown("a number")
            }
            "crypto.randomUUID" => segment("a random name"),
            "crypto.createHash" | "crypto.createHmac" => Value::Thing("Hash".into()),
            "os.homedir" => self.home(),
            "os.tmpdir" => Value::text(self.recorder.environment("TMPDIR").as_deref().unwrap_or("/tmp")),
            "os.hostname" | "os.platform" | "os.type" | "os.arch" => segment("a name of the machine"),
            "url.fileURLToPath" | "Bun.fileURLToPath" => Value::Text(undecoded(self.clean_path(&first))),
            "url.pathToFileURL" => first,
            "setTimeout" | "setImmediate" | "queueMicrotask" | "process.nextTick" => {
                if let Some(seconds) = arguments.get(2..) {
                    self.call_value(&first, seconds.to_vec(), None, span)?;
                } else {
                    self.call_value(&first, Vec::new(), None, span)?;
                }
                Value::Thing("Timer".into())
            }
            "timers.promises.setTimeout" | "Bun.sleep" => Value::Nothing,
            "setInterval" => {
                self.run_some_times(&first, span)?;
                Value::Thing("Timer".into())
            }
            "Promise.resolve" => first,
            "Promise.reject" => Value::native(super::callbacks::REJECTED),
            "Promise.all" | "Promise.race" | "Promise.any" => {
                let members = self.elements(&first).unwrap_or_default();
                if name != "Promise.any" && members.iter().any(is_rejected) {
                    return Ok(Value::native(super::callbacks::REJECTED));
                }
                if name == "Promise.all" { first } else { self.any_element(&first) }
            }
            "Promise.allSettled" => self.lost_list("results of promises"),
            "fetch" => Value::unknown("what a server answers"),
            "Symbol" | "Error" | "TypeError" | "RangeError" => Value::unknown("an object"),
            "%resolve" => {
                self.declare("%promise", first);
                Value::Nothing
            }
            _ if is_rejected(&Value::native(name)) => Value::Nothing,
            _ if platform::is_harmless(name) => return self.harmless_call(name, &arguments, span),
            _ => return self.unread_call(&Value::Foreign(format!("`{name}`").into()), &arguments, span),
        })
    }

    /// A function that does nothing but run what it is handed.
    fn harmless_call(&mut self, name: &str, arguments: &[Value], span: Span) -> Evaluated<'a> {
        self.handed_over(arguments, span)?;
        if name.starts_with("zlib.") || name.starts_with("stream.") || name.starts_with("http") {
            return Ok(Value::Thing("Stream".into()));
        }
        if let "readline.createInterface" | "events.once" = name {
            return Ok(Value::Thing("Interface".into()));
        }
        Ok(Value::unknown("what the platform gives"))
    }

    /// Prints values with blanks between them and the end of the line.
    pub(super) fn print_line(&mut self, values: &[Value]) {
        let mut line = AbstractString::empty();
        for (number, value) in values.iter().enumerate() {
            if number > 0 {
                line.push_text(" ");
            }
            match value {
                Value::Text(_) | Value::Int(_) | Value::Bool(_) => line.append(&self.text_of(value)),
                _ => line.append(&AbstractString::unknown("what a value looks like")),
            }
        }
        line.push_text("\n");
        self.recorder.print(&line);
    }

    fn home(&self) -> Value {
        match self.recorder.environment("HOME") {
            Some(home) => Value::text(&home),
            None => Value::unknown_text("the home directory"),
        }
    }
}

fn is_rejected(value: &Value) -> bool {
    matches!(value, Value::Native(name) if &**name == super::callbacks::REJECTED)
}

fn segment(why: &str) -> Value {
    let mut text = AbstractString::empty();
    text.push(Piece::Segment(why.into()));
    Value::Text(text)
}

/// The text that an address stands for; with something that is written as `%20`, that is not known.
fn undecoded(text: AbstractString) -> AbstractString {
    match text.known() {
        Some(known) if known.contains('%') => AbstractString::unknown("a part of an address"),
        _ => text,
    }
}
