//! JSON: texts to values and back.

use super::Run;
use crate::programs::store::{MEMBERS_CAP, Object};
use crate::programs::value::Value;
use crate::value::AbstractString;

/// Objects inside objects that are written.
const DEPTH_CAP: usize = 16;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// `JSON.parse`
    pub(super) fn parsed(&mut self, text: &AbstractString) -> Value {
        let value = text.known().and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
        match value {
            Some(value) => self.of_json(&value),
            None => Value::unknown("parsed data"),
        }
    }

    fn of_json(&mut self, value: &serde_json::Value) -> Value {
        use serde_json::Value as Json;
        match value {
            Json::Null => Value::Nothing,
            Json::Bool(truth) => Value::Bool(*truth),
            Json::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => Value::Int(number),
                (None, Some(number)) => Value::Float(number),
                _ => Value::unknown("a number"),
            },
            Json::String(text) => Value::text(text),
            Json::Array(members) if members.len() <= MEMBERS_CAP => {
                let members = members.iter().map(|member| self.of_json(member)).collect();
                self.new_list(members)
            }
            Json::Object(entries) if entries.len() <= MEMBERS_CAP => {
                let entries =
                    entries.iter().map(|(key, value)| (Value::text(key), self.of_json(value))).collect();
                self.store.make(Object::Dict(entries))
            }
            _ => Value::unknown("parsed data"),
        }
    }

    /// `JSON.stringify`, if all of the value is known.
    pub(super) fn stringified(&self, value: &Value, indent: Option<&Value>) -> AbstractString {
        let unknown = || AbstractString::unknown("the text of data");
        let Some(json) = self.to_json(value, 0) else { return unknown() };
        let text = match indent {
            None | Some(Value::Nothing | Value::Int(0)) => serde_json::to_string(&json).ok(),
            Some(Value::Int(2)) => serde_json::to_string_pretty(&json).ok(),
            Some(_) => None,
        };
        text.map_or_else(unknown, |text| AbstractString::text(&text))
    }

    fn to_json(&self, value: &Value, depth: usize) -> Option<serde_json::Value> {
        use serde_json::Value as Json;
        if depth > DEPTH_CAP {
            return None;
        }
        match value {
            Value::Bool(truth) => Some(Json::Bool(*truth)),
            Value::Int(number) => Some(Json::from(*number)),
            Value::Text(text) => text.known().map(|text| Json::String(text.to_owned())),
            Value::Object(id) => match self.store.object(*id)? {
                Object::List(members) => {
                    let members: Option<Vec<Json>> =
                        members.iter().map(|member| self.to_json(member, depth + 1)).collect();
                    members.map(Json::Array)
                }
                Object::Dict(entries) => {
                    let entries: Option<serde_json::Map<String, Json>> = entries
                        .iter()
                        .map(|(key, value)| Some((key.known()?.to_owned(), self.to_json(value, depth + 1)?)))
                        .collect();
                    entries.map(Json::Object)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
