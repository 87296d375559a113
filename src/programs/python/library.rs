//! What the language and its libraries bring, by full dotted names.
//!
//! Owns the way from a name to what it does; the knowledge stands in `tables`, and what needs more than a row in the
//! file of its kind, or in `special`.

use std::rc::Rc;

use super::super::store::Object;
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use super::tables::{BUILTINS, Does, ERRORS, FUNCTIONS, METHODS, MODULES};
use crate::commands::plan::FileAction;
use crate::value::AbstractString;

/// Is anything known of a module?
pub(super) fn is_module(name: &str) -> bool {
    MODULES.binary_search(&top(name)).is_ok()
}

/// The name under which a module is known.
pub(super) fn canonical(name: &str) -> &str {
    match name {
        "posixpath" | "ntpath" => "os.path",
        "simplejson" | "ujson" | "json5" => "json",
        "cPickle" => "pickle",
        other => other,
    }
}

/// Does the language bring this name?
pub(super) fn is_builtin(name: &str) -> bool {
    BUILTINS.binary_search(&name).is_ok() || is_error(name)
}

/// Is it an exception that the language brings?
pub(super) fn is_error(name: &str) -> bool {
    ERRORS.binary_search(&name).is_ok()
        || (name.ends_with("Error") || name.ends_with("Warning")) && !name.contains('.')
}

/// May a module have this name, as far as it is known?
pub(super) fn has(module: &str, name: &str) -> bool {
    match module {
        "pathlib" => matches!(name, "Path" | "PurePath" | "PosixPath"),
        "os" => matches!(
            name,
            "remove" | "mkdir" | "makedirs" | "path" | "environ" | "getcwd" | "rename" | "system"
        ),
        "shutil" => matches!(name, "copy" | "copy2" | "copyfile" | "copytree" | "move" | "rmtree" | "which"),
        _ => false,
    }
}

/// An attribute of something that the language or a library brings.
pub(super) fn attribute(module: &str, name: &str) -> Value {
    let full = format!("{module}.{name}");
    Value::Native(canonical(&full).into())
}

fn top(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

fn function(name: &str) -> Option<Does> {
    FUNCTIONS.binary_search_by_key(&name, |row| row.0).ok().and_then(|at| FUNCTIONS.get(at)).map(|row| row.1)
}

fn method(origin: &str, name: &str) -> Option<Does> {
    METHODS
        .binary_search_by_key(&(top(origin), name), |row| (row.0, row.1))
        .ok()
        .and_then(|at| METHODS.get(at))
        .map(|row| row.2)
}

impl Python<'_, '_> {
    /// Names that stand for a value: `os.sep`, `sys.argv`.
    pub(super) fn member_value(&mut self, value: Value) -> Value {
        let Value::Native(name) = &value else { return value };
        match &**name {
            "sys.argv" => self.argv(),
            "os.sep" | "os.path.sep" => Value::text("/"),
            "os.linesep" => Value::text("\n"),
            "os.curdir" => Value::text("."),
            "os.pardir" => Value::text(".."),
            "os.pathsep" => Value::text(":"),
            "os.devnull" => Value::text("/dev/null"),
            "os.name" => Value::text("posix"),
            "os.O_RDONLY" => Value::Int(0),
            "os.O_WRONLY" => Value::Int(1),
            "os.O_RDWR" => Value::Int(2),
            "os.O_CREAT" => Value::Int(0o100),
            "os.O_EXCL" => Value::Int(0o200),
            "os.O_TRUNC" => Value::Int(0o1000),
            "os.O_APPEND" => Value::Int(0o2000),
            "sys.version_info" | "sys.maxsize" => Value::Thing("int".into()),
            "sys.platform" | "sys.version" | "sys.byteorder" => {
                super::unknown_text("what the interpreter is")
            }
            "sys.path" | "sys.modules" => Value::Thing("sys".into()),
            "string.ascii_lowercase" => Value::text("abcdefghijklmnopqrstuvwxyz"),
            "string.ascii_uppercase" => Value::text("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            "string.ascii_letters" => Value::text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            "string.digits" => Value::text("0123456789"),
            _ => value,
        }
    }

    pub(super) fn argv(&mut self) -> Value {
        let key: Rc<str> = "sys.argv".into();
        if let Some(value) = self.store.own(self.global, &key) {
            return value.clone();
        }
        let first = match self.request.name {
            Some(name) => Value::Text(name.clone()),
            None => Value::text("-c"),
        };
        let mut members = vec![first];
        let mut many = false;
        for field in self.request.arguments {
            many |= field.many;
            members.push(Value::Text(field.value.clone()));
        }
        let value = if many {
            Value::many(super::unknown_text("an argument that is not known"))
        } else {
            self.store.make(Object::List(members))
        };
        self.store.set(self.global, &key, Some(value.clone()));
        value
    }

    /// `from module import *`
    pub(super) fn import_all(&mut self, module: &Value) {
        if let Value::Native(module) = module {
            self.stars.push(Rc::clone(module));
        }
    }

    /// Calls something that the language or a library brings.
    pub(super) fn native(&mut self, name: &str, arguments: &Arguments) -> Value {
        if self.raised.is_some() {
            return Value::Nothing;
        }
        let Some((module, last)) = name.rsplit_once('.') else { return self.builtin(name, arguments) };
        let found = match module {
            "os" | "posix" => self.os_call(last, arguments),
            "os.path" => Some(self.path_call(last, arguments)),
            "os.environ" => self.environ_call(last, arguments),
            "shutil" => self.shutil_call(last, arguments),
            "tempfile" => Some(self.tempfile_call(last, arguments)),
            "subprocess" => self.subprocess_call(last, arguments),
            "glob" => matches!(last, "glob" | "iglob").then(|| self.glob_call(arguments)),
            "pathlib" => self.pathlib_call(last, arguments),
            "pathlib.Path" | "pathlib.PosixPath" => self.path_class_call(last, arguments),
            "sys" | "sys.stdout" | "sys.stdin" | "sys.stderr" | "sys.stdout.buffer" | "sys.stdin.buffer" => {
                self.sys_call(name, arguments)
            }
            "builtins" => Some(self.builtin(last, arguments)),
            _ => self.special(name, arguments),
        };
        found.unwrap_or_else(|| self.by_table(name, arguments))
    }

    fn by_table(&mut self, name: &str, arguments: &Arguments) -> Value {
        match function(name) {
            Some(does) => self.does(does, name, arguments),
            None => {
                self.lend_functions(arguments);
                Value::Thing(name.into())
            }
        }
    }

    fn does(&mut self, does: Does, name: &str, arguments: &Arguments) -> Value {
        match does {
            Does::Data => {
                self.lend_functions(arguments);
                Value::unknown(&format!("what `{name}` gives"))
            }
            Does::Gives(what) => Value::Thing(what.into()),
            Does::Writes(place, key) => {
                let target = arguments.value(place, key);
                let steps = self.write_paths(&target, FileAction::Write, &arguments.site);
                steps.into_iter().for_each(|step| self.recorder.written(step, None));
                if target == Value::Nothing {
                    super::unknown_text("a text")
                } else {
                    Value::Thing(name.into())
                }
            }
            Does::Opens(place, key, action) => {
                let target = arguments.value(place, key);
                if target.known() == Some(":memory:") {
                    return Value::Thing(name.into());
                }
                let steps = self.write_paths(&target, action, &arguments.site);
                steps.into_iter().for_each(|step| self.recorder.written(step, None));
                Value::Thing(name.into())
            }
            Does::Below(place, key) => {
                let directory = match arguments.value(place, key) {
                    Value::Nothing => AbstractString::text("."),
                    value => super::super::record::path_of(&value),
                };
                self.recorder.below(&arguments.site, FileAction::Write, &directory);
                Value::Thing(name.into())
            }
            Does::Runs => {
                self.lend_functions(arguments);
                let why = format!("what `{name}` runs is not read");
                self.unread_at(arguments, &why)
            }
        }
    }

    /// Calls a method of something that a library gave.
    pub(super) fn thing_method(&mut self, origin: &Rc<str>, name: &str, arguments: &Arguments) -> Value {
        if &**origin == "super" {
            return Value::Nothing;
        }
        if let Some(does) = method(origin, name) {
            return self.does(does, origin, arguments);
        }
        self.lend_functions(arguments);
        match (&**origin, name) {
            ("subprocess.Popen", "communicate") => {
                let text = super::unknown_text("what a child process prints");
                Value::Tuple([text.clone(), text].into())
            }
            ("subprocess.Popen", "read" | "stdout" | "stderr") => {
                super::unknown_text("what a child process prints")
            }
            (
                _,
                "group" | "groups" | "span" | "strftime" | "isoformat" | "hexdigest" | "getvalue" | "read"
                | "decode",
            ) => super::unknown_text(&format!("what `{name}` gives")),
            _ => Value::Thing(Rc::clone(origin)),
        }
    }

    fn environ_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        let first = arguments.value(0, "key");
        Some(match name {
            "get" | "setdefault" | "pop" => {
                self.environment(&first, arguments.get(1, "default").or(Some(&Value::Nothing)))
            }
            "update" => {
                let entries = self.store.entries(&first).unwrap_or_default();
                for (key, value) in entries {
                    self.set_environment(&key, value);
                }
                Value::Nothing
            }
            _ => Value::unknown("the environment"),
        })
    }

    fn subprocess_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        matches!(
            name,
            "run" | "call" | "check_call" | "check_output" | "Popen" | "getoutput" | "getstatusoutput"
        )
        .then(|| self.subprocess(name, arguments))
    }

    fn pathlib_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        matches!(name, "Path" | "PurePath" | "PosixPath" | "PurePosixPath").then(|| {
            let parts = arguments.positional.clone();
            self.make_path(&parts)
        })
    }

    fn path_class_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        match name {
            "cwd" => Some(Value::Path(self.recorder.directory())),
            "home" => Some(Value::Path(self.home())),
            // A method that is called through its class.
            _ => match arguments.positional.first().cloned() {
                Some(Value::Path(path)) => Some(self.path_method(&path, name, &arguments.behind(1))),
                _ => None,
            },
        }
    }

    fn sys_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        let first = arguments.positional.first().cloned();
        Some(match name {
            "sys.exit" => self.end(arguments),
            "sys.stdout.write" | "sys.stdout.buffer.write" => {
                if let Some(value) = first {
                    let text = self.text_of(&value);
                    self.recorder.print(&text);
                }
                Value::Thing("int".into())
            }
            "sys.stdout.writelines" => {
                self.recorder.print_unknown("lines that a program prints");
                Value::Nothing
            }
            "sys.stdin.read" | "sys.stdin.buffer.read" => self.input_text(),
            "sys.stdin.readlines" => match self.input_lines() {
                Some(lines) => self.store.make(Object::List(lines)),
                None => Value::many(super::unknown_text("a line of the standard input")),
            },
            "sys.stdin.readline" => super::unknown_text("a line of the standard input"),
            _ => return None,
        })
    }
}
