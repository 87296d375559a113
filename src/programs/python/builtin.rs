//! What the language brings by itself: `len`, `range`, `print`, `str`, ….

use super::super::store::{MEMBERS_CAP, Object};
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use super::loops::Rounds;
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

    fn range(&mut self, arguments: &Arguments) -> Value {
        let numbers: Option<Vec<i64>> = arguments.positional.iter().map(Value::number).collect();
        let bounds = match numbers.as_deref() {
            Some([end]) => Some((0, *end, 1)),
            Some([start, end]) => Some((*start, *end, 1)),
            Some([start, end, step]) => Some((*start, *end, *step)),
            _ => None,
        };
        let Some((start, end, step)) = bounds.filter(|(_, _, step)| *step != 0) else {
            return Value::many(Value::Thing("int".into()));
        };
        let mut members = Vec::new();
        let mut at = start;
        while (step > 0 && at < end) || (step < 0 && at > end) {
            if members.len() >= MEMBERS_CAP {
                return Value::many(Value::Thing("int".into()));
            }
            members.push(Value::Int(at));
            at = at.saturating_add(step);
        }
        Value::Tuple(members.into())
    }

    fn gathered(&mut self, name: &str, first: Option<Value>, arguments: &Arguments) -> Value {
        let Some(value) = first else {
            return match name {
                "tuple" => Value::Tuple([].into()),
                "set" | "frozenset" => self.store.make(Object::Set(Vec::new())),
                _ => self.store.make(Object::List(Vec::new())),
            };
        };
        if name == "iter" {
            return value;
        }
        let key = arguments.named("key").cloned();
        if let Some(key @ Value::Function(..)) = &key {
            self.call_back(key, arguments);
        }
        let Some(mut members) = self.members(&value) else {
            return match value {
                Value::Foreign(_) => value,
                value => Value::many(self.element(&value)),
            };
        };
        match name {
            "tuple" => return Value::Tuple(members.into()),
            "set" | "frozenset" => {
                let mut once: Vec<Value> = Vec::new();
                for member in members {
                    if !once.contains(&member) {
                        once.push(member);
                    }
                }
                return self.store.make(Object::Set(once));
            }
            "reversed" => members.reverse(),
            "sorted" => match self.sorted(members.clone(), arguments) {
                Some(sorted) => members = sorted,
                // The members are known, their order is not: that counts only where one is picked.
                None if members.iter().all(Value::is_plain) && members.len() > 1 => {
                    let member = members.into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
                    return Value::many(member);
                }
                None => {}
            },
            _ => {}
        }
        self.store.make(Object::List(members))
    }

    fn dict(&mut self, first: Option<Value>, arguments: &Arguments) -> Value {
        let mut entries = match first {
            None => Vec::new(),
            Some(value) => match self.store.entries(&value) {
                Some(entries) => entries,
                None => {
                    let Some(pairs) = self.members(&value) else { return Value::unknown("a dictionary") };
                    let mut entries = Vec::new();
                    for pair in pairs {
                        match self.members(&pair).as_deref() {
                            Some([key, value]) => entries.push((key.clone(), value.clone())),
                            _ => return Value::unknown("a dictionary"),
                        }
                    }
                    entries
                }
            },
        };
        for (name, value) in &arguments.names {
            entries.push((Value::text(name), value.clone()));
        }
        self.store.make(Object::Dict(entries))
    }

    fn enumerate(&mut self, first: Option<Value>, arguments: &Arguments) -> Value {
        let Some(value) = first else { return Value::Nothing };
        let start = arguments.get(1, "start").map_or(Some(0), Value::number);
        match (self.members(&value), start) {
            (Some(members), Some(start)) => {
                let pairs = members
                    .into_iter()
                    .zip(start..)
                    .map(|(member, number)| Value::Tuple([Value::Int(number), member].into()));
                Value::Tuple(pairs.collect())
            }
            _ => {
                let member = self.element(&value);
                Value::many(Value::Tuple([Value::Thing("int".into()), member].into()))
            }
        }
    }

    fn zip(&mut self, arguments: &Arguments) -> Value {
        let columns: Option<Vec<Vec<Value>>> =
            arguments.positional.clone().iter().map(|value| self.members(value)).collect();
        let Some(columns) = columns.filter(|columns| !columns.is_empty()) else {
            let members: Vec<Value> = arguments.positional.iter().map(|value| self.element(value)).collect();
            return Value::many(Value::Tuple(members.into()));
        };
        let length = columns.iter().map(Vec::len).min().unwrap_or(0);
        let rows = (0..length).map(|row| {
            Value::Tuple(
                columns.iter().filter_map(|column| column.get(row).cloned()).collect::<Vec<_>>().into(),
            )
        });
        Value::Tuple(rows.collect())
    }

    fn mapped(&mut self, name: &str, arguments: &Arguments) -> Value {
        let [function, iterable, ..] = arguments.positional.as_slice() else { return Value::Nothing };
        let (function, iterable) = (function.clone(), iterable.clone());
        match self.rounds(&iterable) {
            Rounds::Known(members) => {
                let mut results = Vec::new();
                let mut unsure = false;
                for member in members {
                    let mut given = Arguments::of(vec![member.clone()], arguments.site.span);
                    given.site = arguments.site.clone();
                    let value = if function == Value::Nothing {
                        member.clone()
                    } else {
                        self.call_value(&function, &given)
                    };
                    if name == "map" {
                        results.push(value);
                        continue;
                    }
                    match self.truth(&value) {
                        Some(true) => results.push(member),
                        Some(false) => {}
                        None => {
                            unsure = true;
                            results.push(member);
                        }
                    }
                }
                if unsure {
                    let member = results.into_iter().reduce(Value::or);
                    return Value::many(member.unwrap_or(Value::Nothing));
                }
                self.store.make(Object::List(results))
            }
            Rounds::Each(member) => {
                let mut result = Value::Nothing;
                self.perhaps(|python| {
                    let given = Arguments::of(vec![member.clone()], arguments.site.span);
                    result = python.call_value(&function, &given);
                    python.outcome()
                });
                Value::many(if name == "map" { result } else { member })
            }
        }
    }

    fn extreme(&mut self, name: &str, arguments: &Arguments) -> Value {
        let members = match arguments.positional.as_slice() {
            [one] => {
                let one = one.clone();
                self.members(&one)
            }
            many => Some(many.to_vec()),
        };
        let Some(members) = members else {
            return match arguments.positional.first().cloned() {
                Some(value) => self.element(&value),
                None => Value::Nothing,
            };
        };
        let any = members.clone().into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
        match self.sorted(members, arguments) {
            Some(sorted) if name == "min" => sorted.first().cloned().unwrap_or(any),
            Some(sorted) => sorted.last().cloned().unwrap_or(any),
            None => any,
        }
    }

    fn quantified(&mut self, name: &str, first: Option<Value>) -> Value {
        let Some(members) = first.and_then(|value| self.members(&value)) else {
            return Value::unknown("a test");
        };
        let mut unsure = false;
        for member in &members {
            match self.truth(member) {
                Some(truth) if truth == (name == "any") => return Value::Bool(truth),
                Some(_) => {}
                None => unsure = true,
            }
        }
        if unsure { Value::unknown("a test") } else { Value::Bool(name == "all") }
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
