//! What `new` makes of the platform's own classes.

use std::rc::Rc;

use super::objects::ENTRIES;
use super::{Evaluated, Run, platform};
use crate::programs::record::{join_paths, normal};
use crate::programs::store::{Fields, MEMBERS_CAP, Object};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

impl<'a, 'r: 'a> Run<'a, 'r> {
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
                Some(length) if arguments.len() == 1 && length <= MEMBERS_CAP => {
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
