//! What functions of the platform give, where that matters for paths and texts (Node.js 20 documentation).

use std::rc::Rc;

use super::lists::ENTRIES;
use super::platform;
use super::{Evaluated, Run, Stop};
use crate::programs::record::{join_paths, normal};
use crate::programs::store::{Fields, Object};
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
            "String" | "Buffer.from" | "Buffer.concat" | "TextEncoder.encode" | "decodeURIComponent"
            | "decodeURI" => Value::Text(self.text_of(&first)),
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
            "url.fileURLToPath" | "Bun.fileURLToPath" => Value::Text(self.clean_path(&first)),
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
            "Promise.reject" => Value::native(super::calls::REJECTED),
            "Promise.all" | "Promise.race" | "Promise.any" => {
                let members = self.elements(&first).unwrap_or_default();
                if name != "Promise.any" && members.iter().any(is_rejected) {
                    return Ok(Value::native(super::calls::REJECTED));
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

    /// The module `path`.
    fn path_call(&mut self, name: &str, arguments: &[Value]) -> Option<Value> {
        let function = name.strip_prefix("path.")?;
        let function = function.strip_prefix("posix.").unwrap_or(function);
        let several = arguments.iter().map(|argument| argument.alternatives().len()).product::<usize>();
        if several > 1 && several <= crate::value::VALUES_CAP {
            let mut all = vec![Vec::new()];
            for argument in arguments {
                let longer = all.iter().flat_map(|front: &Vec<Value>| {
                    argument.alternatives().iter().filter(|value| **value != Value::Nothing).map(|value| {
                        let mut longer = front.clone();
                        longer.push(value.clone());
                        longer
                    })
                });
                all = longer.collect();
            }
            let values: Vec<Value> =
                all.iter().filter_map(|arguments| self.path_call(name, arguments)).collect();
            return values.into_iter().reduce(Value::or);
        }
        let texts: Vec<AbstractString> = arguments.iter().map(|argument| self.clean_path(argument)).collect();
        let first = texts.first().cloned().unwrap_or_default();
        let text = match function {
            "join" => shortened(texts.into_iter().reduce(|left, right| {
                if right.is_empty() { left } else { join_paths(&left, &right, false) }
            })?),
            "resolve" => {
                let start = self.recorder.directory();
                shortened(texts.into_iter().fold(start, |left, right| join_paths(&left, &right, true)))
            }
            "dirname" => first.dirname(),
            "basename" => {
                let base = first.basename();
                let suffix = texts.get(1).and_then(AbstractString::known).unwrap_or("");
                without_suffix(base, suffix)
            }
            "extname" => match first.basename().known() {
                Some(name) => AbstractString::text(extension(name)),
                None => match first.known_suffix().rfind('.').and_then(|at| first.known_suffix().get(at..)) {
                    Some(end) => AbstractString::text(end),
                    None => AbstractString::unknown("the ending of a name"),
                },
            },
            "normalize" => shortened(first),
            "relative" => AbstractString::unknown("a relative path"),
            "isAbsolute" => {
                return Some(first.starts_with("/").map_or(Value::unknown("a truth value"), Value::Bool));
            }
            _ => return Some(Value::unknown("a part of a path")),
        };
        Some(Value::Text(text))
    }

    /// Functions of `Object` and `Array`.
    fn object_call(&mut self, name: &str, arguments: &[Value], span: Span) -> Evaluated<'a> {
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        match name {
            "keys" | "getOwnPropertyNames" => match self.keys(&first) {
                Some(keys) => Ok(self.new_list(keys)),
                None => Ok(self.lost_list("the keys of an object")),
            },
            "values" | "entries" => {
                let Some(entries) = self.store.entries(&first) else {
                    return Ok(match self.any_element(&first) {
                        Value::Foreign(why) => Value::Foreign(why),
                        _ => self.lost_list("members of an object"),
                    });
                };
                let members: Vec<Value> = entries
                    .into_iter()
                    .map(|(key, value)| match name {
                        "values" => value,
                        _ => self.store.make(Object::List(vec![key, value])),
                    })
                    .collect();
                Ok(self.new_list(members))
            }
            "fromEntries" => Ok(Value::unknown("an object")),
            "assign" => {
                for source in arguments.iter().skip(1) {
                    match self.store.entries(source) {
                        Some(entries) => {
                            for (key, value) in entries {
                                self.set_member(&first, &key, value);
                            }
                        }
                        None => self.store.lose(&first, "an object that others were put into"),
                    }
                }
                Ok(first)
            }
            "freeze" | "seal" | "create" => Ok(first),
            "isArray" => Ok(match &first {
                Value::Object(_) => Value::Bool(self.elements(&first).is_some()),
                Value::Unknown(_) | Value::Foreign(_) | Value::OneOf(_) => Value::unknown("a truth value"),
                _ => Value::Bool(false),
            }),
            "of" => Ok(self.new_list(arguments.to_vec())),
            "from" => self.list_from(&first, arguments.get(1), span),
            _ => {
                self.handed_over(arguments, span)?;
                Ok(Value::unknown("an object"))
            }
        }
    }

    fn list_from(&mut self, source: &Value, function: Option<&Value>, span: Span) -> Evaluated<'a> {
        let length = self.option(Some(source), "length").number();
        let members = match (self.elements(source), length.and_then(|length| usize::try_from(length).ok())) {
            (Some(members), _) => Some(members),
            (None, Some(length)) if length <= crate::programs::store::MEMBERS_CAP => {
                Some(vec![Value::Nothing; length])
            }
            _ => None,
        };
        let Some(members) = members else {
            self.handed_over(function.map(std::slice::from_ref).unwrap_or(&[]), span)?;
            return Ok(self.lost_list("members of a list"));
        };
        let list = self.new_list(members);
        match function {
            Some(function) => self.list_method(&list, "map", vec![function.clone()], span),
            None => Ok(list),
        }
    }

    /// `new X(…)` of something that the platform or a package brings.
    pub(super) fn native_instance(&mut self, name: &str, arguments: Vec<Value>, span: Span) -> Evaluated<'a> {
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        Ok(match name {
            "Set" => {
                let members = if first == Value::Nothing { Some(Vec::new()) } else { self.elements(&first) };
                match members {
                    Some(members) => {
                        let mut once: Vec<Value> = Vec::new();
                        members.into_iter().for_each(|member| {
                            if !once.contains(&member) {
                                once.push(member);
                            }
                        });
                        self.store.make(Object::Set(once))
                    }
                    None => self.lost_list("members of a set"),
                }
            }
            "Map" | "WeakMap" => self.new_map(&first),
            "Array" => match first.number().and_then(|length| usize::try_from(length).ok()) {
                Some(length) if arguments.len() == 1 && length <= crate::programs::store::MEMBERS_CAP => {
                    self.new_list(vec![Value::Nothing; length])
                }
                _ => self.new_list(arguments),
            },
            "Date" => Value::Thing("Date".into()),
            "Promise" => return self.new_promise(&first, span),
            "URL" | "url.URL" => self.new_url(&first, arguments.get(1)),
            "RegExp" => Value::Thing("RegExp:".into()),
            "String" | "Blob" | "Response" => Value::Text(self.text_of(&first)),
            "Function" => {
                return self.unread_call(
                    &Value::Foreign("code that is made while it runs".into()),
                    &[],
                    span,
                );
            }
            _ if name.ends_with("Error") || name == "Error" => Value::unknown("an error"),
            _ if platform::is_harmless(name) => {
                self.handed_over(&arguments, span)?;
                Value::Thing("Instance".into())
            }
            _ => return self.unread_call(&Value::Foreign(format!("`{name}`").into()), &arguments, span),
        })
    }

    fn new_map(&mut self, pairs: &Value) -> Value {
        let members = if *pairs == Value::Nothing { Some(Vec::new()) } else { self.elements(pairs) };
        let entries: Option<Vec<(Value, Value)>> = members.and_then(|members| {
            members
                .iter()
                .map(|pair| match self.elements(pair)?.as_slice() {
                    [key, value, ..] => Some((key.clone(), value.clone())),
                    _ => None,
                })
                .collect()
        });
        let entries = match entries {
            Some(entries) => Object::Dict(entries),
            None => Object::Lost("members of a map".into(), true),
        };
        let entries = self.store.make(entries);
        let fields = Fields::from([(Rc::from(ENTRIES), entries)]);
        self.store.make(Object::Instance(Value::native("Map"), fields))
    }

    fn new_promise(&mut self, executor: &Value, span: Span) -> Evaluated<'a> {
        let settle = vec![Value::native("%resolve"), Value::native("console.error")];
        let executor = executor.clone();
        self.as_promise(|run| {
            run.call_value(&executor, settle, None, span)?;
            Ok(Value::unknown("what a promise gives"))
        })
    }

    fn new_url(&mut self, relative: &Value, base: Option<&Value>) -> Value {
        let Some(base) = base else { return relative.clone() };
        let (relative, base) = (self.text_of(relative), self.text_of(base));
        match (relative.known(), base.known().and_then(|base| base.strip_prefix("file://"))) {
            (Some(relative), Some(base)) => {
                let directory = if base.ends_with('/') { base } else { crate::value::dirname(base) };
                let path =
                    join_paths(&AbstractString::text(directory), &AbstractString::text(relative), true);
                let slash = if relative.ends_with('/') || relative == "." { "/" } else { "" };
                Value::text(&["file://", &normal(path.known().unwrap_or(directory)), slash].concat())
            }
            _ => Value::Thing("URL".into()),
        }
    }
}

fn is_rejected(value: &Value) -> bool {
    matches!(value, Value::Native(name) if &**name == super::calls::REJECTED)
}

fn segment(why: &str) -> Value {
    let mut text = AbstractString::empty();
    text.push(Piece::Segment(why.into()));
    Value::Text(text)
}

/// A path in its shortest spelling: known parts are made plain, and behind an unknown name another one is anything below.
fn shortened(path: AbstractString) -> AbstractString {
    if let Some(known) = path.known() {
        return AbstractString::text(&normal(known));
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in path.pieces() {
        let two = match (pieces.as_slice(), piece) {
            (
                [.., Piece::Segment(why) | Piece::Below(why), Piece::Text(slash)],
                Piece::Segment(_) | Piece::Below(_),
            ) if &**slash == "/" => Some(Rc::clone(why)),
            _ => None,
        };
        match two {
            Some(why) => {
                pieces.truncate(pieces.len().saturating_sub(2));
                pieces.push(Piece::Below(why));
            }
            None => pieces.push(piece.clone()),
        }
    }
    path.with_pieces(pieces)
}

fn without_suffix(base: AbstractString, suffix: &str) -> AbstractString {
    if suffix.is_empty() || base.ends_with(suffix) != Some(true) || base.known() == Some(suffix) {
        return base;
    }
    let mut pieces = base.pieces().to_vec();
    if let Some(Piece::Text(last)) = pieces.pop()
        && let Some(front) = last.strip_suffix(suffix)
    {
        pieces.push(Piece::Text(front.into()));
        return base.with_pieces(pieces);
    }
    base
}

/// The ending of a name, with its dot.
fn extension(name: &str) -> &str {
    match name.rfind('.') {
        Some(at) if at > 0 => name.get(at..).unwrap_or(""),
        _ => "",
    }
}
