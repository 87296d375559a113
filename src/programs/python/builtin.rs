//! What the language brings by itself: `len`, `print`, `str`, ….

mod members;

use super::super::store::Object;
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use crate::value::AbstractString;

impl Python<'_, '_> {
    /// Calls something that the language brings.
    pub(super) fn builtin(&mut self, name: &str, arguments: &Arguments) -> Value {
        let first = arguments.positional.first().cloned();
        match name {
            "open" => self.open(arguments),
            "print" => self.print(arguments),
            "input" => self.input_line(),
            "len" => first.map_or(Value::Nothing, |value| self.length(&value)),
            "str" => match first {
                Some(value) => Value::Text(self.text_of(&value)),
                None => Value::text(""),
            },
            "repr" | "ascii" => first.map_or(Value::Nothing, |value| Value::Text(self.repr(&value))),
            "format" => {
                let spec = arguments.value(1, "format_spec");
                match (first, spec.known()) {
                    (Some(value), Some(spec)) => {
                        let spec = spec.to_owned();
                        Value::Text(self.formatted(&value, &spec))
                    }
                    (Some(value), None) => Value::Text(self.text_of(&value)),
                    _ => Value::Nothing,
                }
            }
            "bytes" | "bytearray" => match first {
                Some(value @ Value::Text(_)) => value,
                None => Value::text(""),
                Some(_) => super::unknown_text("bytes"),
            },
            "int" => first.map_or(Value::Int(0), |value| whole(&value)),
            "float" => match first {
                Some(value @ Value::Float(_)) => value,
                _ => Value::Thing("float".into()),
            },
            "bool" => match first {
                Some(value) => self.truth(&value).map_or_else(|| Value::unknown("a test"), Value::Bool),
                None => Value::Bool(false),
            },
            "range" => self.range(arguments),
            "list" | "tuple" | "set" | "frozenset" | "sorted" | "reversed" | "iter" => {
                self.gathered(name, first, arguments)
            }
            "dict" => self.dict(first, arguments),
            "enumerate" => self.enumerate(first, arguments),
            "zip" => self.zip(arguments),
            "map" | "filter" => self.mapped(name, arguments),
            "next" => match first {
                Some(value) => {
                    let member = self.element(&value);
                    match arguments.positional.get(1) {
                        Some(other) => member.or(other.clone()),
                        None => member,
                    }
                }
                None => Value::Nothing,
            },
            "min" | "max" => self.extreme(name, arguments),
            "sum" => Value::Thing("int".into()),
            "any" | "all" => self.quantified(name, first),
            "isinstance" => self.is_instance(arguments),
            "getattr" => self.get_attribute(arguments),
            "setattr" => {
                if let [object, name, value] = arguments.positional.as_slice()
                    && let Some(name) = name.known()
                {
                    let (object, name, value) = (object.clone(), name.to_owned(), value.clone());
                    self.set_attribute(&object, &name, value);
                }
                Value::Nothing
            }
            "exit" | "quit" => self.end(arguments),
            "exec" | "eval" | "compile" => self.unread_at(arguments, "code that a program makes is not read"),
            "__import__" => {
                let module = first.as_ref().and_then(Value::known).unwrap_or("?").to_owned();
                self.imported(&module, arguments)
            }
            "super" => self.parent(),
            "breakpoint" | "delattr" => Value::Nothing,
            name if super::library::is_error(name) => {
                Value::Thing(if name == "SystemExit" { name } else { "Exception" }.into())
            }
            _ => {
                self.lend_functions(arguments);
                Value::unknown("what a function of the language gives")
            }
        }
    }

    /// The program ends.
    pub(super) fn end(&mut self, arguments: &Arguments) -> Value {
        if let Some(status) = arguments.positional.first()
            && (status.number().is_some_and(|status| status != 0) || matches!(status, Value::Text(_)))
        {
            self.recorder.ends_with_failure();
        }
        self.raised.get_or_insert_with(|| "the program's end".into());
        self.ended = true;
        Value::Nothing
    }

    pub(super) fn imported(&mut self, module: &str, arguments: &Arguments) -> Value {
        if super::library::is_module(module) {
            return Value::Native(super::library::canonical(module).into());
        }
        self.unread_at(arguments, &format!("what the module `{module}` does is not known"))
    }

    fn print(&mut self, arguments: &Arguments) -> Value {
        let to = arguments.value(usize::MAX, "file");
        let joint = match arguments.named("sep") {
            Some(value) => value.known().unwrap_or(" ").to_owned(),
            None => " ".to_owned(),
        };
        let mut text = AbstractString::empty();
        for (number, value) in arguments.positional.iter().enumerate() {
            if number > 0 {
                text.push_text(&joint);
            }
            text.append(&self.text_of(value));
        }
        match arguments.named("end") {
            Some(value) => text.append(&self.text_of(value)),
            None => text.push_text("\n"),
        }
        match &to {
            Value::Nothing => self.recorder.print(&text),
            Value::Native(name) if &**name == "sys.stdout" => self.recorder.print(&text),
            Value::Native(_) => {}
            other => self.write_text(other, Some(&text)),
        }
        Value::Nothing
    }

    fn length(&mut self, value: &Value) -> Value {
        let known = match value {
            Value::Text(text) => text.known().map(|text| text.chars().count()),
            other => self.members(other).map(|members| members.len()),
        };
        known
            .and_then(|length| i64::try_from(length).ok())
            .map_or_else(|| Value::Thing("int".into()), Value::Int)
    }

    fn is_instance(&mut self, arguments: &Arguments) -> Value {
        let [value, class] = arguments.positional.as_slice() else { return Value::unknown("a test") };
        let kinds: &[&str] = match value {
            Value::Text(_) => &["str", "bytes"],
            Value::Int(_) => &["int"],
            Value::Bool(_) => &["bool", "int"],
            Value::Float(_) => &["float"],
            Value::Nothing => &[],
            Value::Path(_) => &["pathlib.Path", "pathlib.PurePath"],
            Value::Object(id) => match self.store.object(*id) {
                Some(Object::List(_)) => &["list"],
                Some(Object::Dict(_)) => &["dict"],
                Some(Object::Set(_)) => &["set"],
                _ => return Value::unknown("a test"),
            },
            _ => return Value::unknown("a test"),
        };
        let classes = match class {
            Value::Tuple(classes) => classes.to_vec(),
            other => vec![other.clone()],
        };
        let mut sure = true;
        for class in &classes {
            match class {
                Value::Native(name) if kinds.contains(&&**name) => {
                    let vague = matches!(value, Value::Text(_));
                    return if vague && &**name == "bytes" {
                        Value::unknown("a test")
                    } else {
                        Value::Bool(true)
                    };
                }
                Value::Native(_) => {}
                _ => sure = false,
            }
        }
        if sure { Value::Bool(false) } else { Value::unknown("a test") }
    }

    fn get_attribute(&mut self, arguments: &Arguments) -> Value {
        let [object, name, ..] = arguments.positional.as_slice() else { return Value::Nothing };
        let (object, name) = (object.clone(), name.clone());
        match name.known() {
            Some(name) => {
                let name = name.to_owned();
                self.attribute_of(&object, &name)
            }
            None => Value::Foreign("an attribute that is not known".into()),
        }
    }

    /// `super()`: what a class of the program inherits of another one of the program.
    fn parent(&mut self) -> Value {
        Value::Thing("super".into())
    }
}

fn whole(value: &Value) -> Value {
    let known = match value {
        Value::Text(text) => text.known().and_then(|text| text.trim().parse().ok()),
        Value::Float(number) if number.abs() < 1e15 => format!("{:.0}", number.trunc()).parse().ok(),
        other => other.number(),
    };
    known.map_or_else(|| Value::Thing("int".into()), Value::Int)
}
