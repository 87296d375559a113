//! Entries into a settings text and out of it again, with all that is not theirs left as it is.
//!
//! Owns the changing of JSON (with comments) as text. What is put in is always at the end of its list, so that what stood
//! there keeps its order. It touches no file.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstRootNode};
use serde_json::{Map, Value, json};

use super::handler;

/// Values nested deeper than this are refused.
pub const DEPTH_CAP: usize = 128;

/// What is to stand in a settings file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Keys that must have some value: the keys that lead there, and the value where there is none.
    pub defaults: Vec<(Vec<String>, Value)>,
    /// Elements of lists: the keys that lead to the list, and the element.
    pub entries: Vec<(Vec<String>, Value)>,
}

/// Why a text can't be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// it does not parse: the line from 1 and the parser's message
    Syntax(usize, String),
    /// a key holds something else: the keys and what they should hold
    Shape(String, &'static str),
}

/// The text with the entries in it; a blank text is no settings yet.
///
/// # Errors
/// The text does not parse, or a key on the way holds something else than an object or a list.
pub fn add(text: &str, wanted: &Wanted) -> Result<String, MergeError> {
    if text.trim().is_empty() {
        return Ok(fresh(wanted));
    }
    let root = parse(text)?;
    let top = top(&root)?;
    for (keys, value) in &wanted.defaults {
        let Some((last, way)) = keys.split_last() else { continue };
        let object = object_at(&top, way)?;
        if object.get(last).is_none() {
            object.append(last, input(value));
        }
    }
    for (keys, value) in &wanted.entries {
        let Some((last, way)) = keys.split_last() else { continue };
        let object = object_at(&top, way)?;
        let list = object.array_value_or_create(last).ok_or_else(|| shape(keys, "list"))?;
        list.append(input(value));
    }
    Ok(root.to_string())
}

/// A new text.
fn fresh(wanted: &Wanted) -> String {
    let mut value = json!({});
    for (keys, given) in &wanted.defaults {
        if let Some(place) = place(&mut value, keys) {
            *place = given.clone();
        }
    }
    for (keys, entry) in &wanted.entries {
        if let Some(place) = place(&mut value, keys) {
            match place.as_array_mut() {
                Some(list) => list.push(entry.clone()),
                None => *place = json!([entry]),
            }
        }
    }
    format!("{value:#}\n")
}

fn place<'v>(value: &'v mut Value, keys: &[String]) -> Option<&'v mut Value> {
    keys.iter().try_fold(value, |value, key| {
        if !value.is_object() {
            *value = Value::Object(Map::new());
        }
        Some(value.as_object_mut()?.entry(key.clone()).or_insert(Value::Null))
    })
}

/// The text without the entries that call the guard, and without lists and objects that only they kept. `None` if there
/// is none of them.
///
/// # Errors
/// The text does not parse.
pub fn remove(text: &str) -> Result<Option<String>, MergeError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let root = parse(text)?;
    let Some(value) = root.value() else { return Ok(None) };
    Ok((strip(&value) != Stripped::Nothing).then(|| root.to_string()))
}

/// The elements of lists that hold nothing but calls of the guard, with the keys that lead there.
///
/// # Errors
/// The text does not parse.
pub fn own_entries(text: &str) -> Result<Vec<(Vec<String>, Value)>, MergeError> {
    let mut found = Vec::new();
    collect(&value(text)?, &mut Vec::new(), &mut found);
    Ok(found)
}

/// The text's value; a blank text is an empty object.
///
/// # Errors
/// The text does not parse.
pub fn value(text: &str) -> Result<Value, MergeError> {
    if text.trim().is_empty() {
        return Ok(json!({}));
    }
    Ok(parse(text)?.to_serde_value().unwrap_or(Value::Null))
}

/// True if nothing is left in the text but what an install itself puts there.
#[must_use]
pub fn is_bare(text: &str) -> bool {
    let left = value(text).unwrap_or(Value::Null);
    left.as_object().is_some_and(|object| object.keys().all(|key| key == "version"))
}

fn parse(text: &str) -> Result<CstRootNode, MergeError> {
    if depth(text) > DEPTH_CAP {
        return Err(MergeError::Syntax(0, format!("the file is nested more than {DEPTH_CAP} deep")));
    }
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    CstRootNode::parse(text, &options).map_err(|error| {
        let message = error.kind().to_string();
        let message = message.trim_end_matches('.');
        let mut letters = message.chars();
        let lower = letters.next().map(|first| first.to_lowercase().collect::<String>()).unwrap_or_default();
        MergeError::Syntax(error.line_display(), format!("{lower}{}", letters.as_str()))
    })
}

/// The deepest nesting of brackets, those in strings counted too: never less than the true one.
fn depth(text: &str) -> usize {
    let (mut deepest, mut now) = (0, 0usize);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => now += 1,
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(now);
    }
    deepest
}

fn top(root: &CstRootNode) -> Result<CstObject, MergeError> {
    root.object_value().ok_or_else(|| MergeError::Shape("the whole file".to_owned(), "object"))
}

fn object_at(top: &CstObject, keys: &[String]) -> Result<CstObject, MergeError> {
    let mut object = top.clone();
    for (index, key) in keys.iter().enumerate() {
        let twice =
            object.properties().iter().filter(|prop| prop.decoded_name().as_ref() == Some(key)).count();
        let way = keys.get(..=index).unwrap_or(keys);
        if twice > 1 {
            return Err(shape(way, "single key: it stands there more than once, and so it"));
        }
        object = object.object_value_or_create(key).ok_or_else(|| shape(way, "object"))?;
    }
    Ok(object)
}

fn shape(keys: &[String], wanted: &'static str) -> MergeError {
    MergeError::Shape(keys.join("."), wanted)
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            CstInputValue::Object(fields.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stripped {
    /// nothing was ours
    Nothing,
    /// something was, and others stay
    Some,
    /// nothing is left of it
    All,
}

fn strip(node: &CstNode) -> Stripped {
    if let Some(list) = node.as_array() {
        let mut changed = false;
        for element in list.elements() {
            let stripped = if is_own(&element) { Stripped::All } else { strip(&element) };
            changed |= stripped != Stripped::Nothing;
            if stripped == Stripped::All {
                element.remove();
            }
        }
        return outcome(changed, list.elements().is_empty());
    }
    let Some(object) = node.as_object() else { return Stripped::Nothing };
    let mut changed = false;
    for prop in object.properties() {
        let Some(value) = prop.value() else { continue };
        let stripped = strip(&value);
        changed |= stripped != Stripped::Nothing;
        if stripped == Stripped::All {
            prop.remove();
        }
    }
    let rest = object.properties();
    // What is left beside a handler that was ours is the frame that it stood in.
    let is_frame = |name: &str| matches!(name, "matcher" | "enabled" | "description" | "sequential");
    outcome(changed, rest.iter().all(|prop| prop.decoded_name().is_some_and(|name| is_frame(&name))))
}

fn outcome(changed: bool, empty: bool) -> Stripped {
    match (changed, empty) {
        (false, _) => Stripped::Nothing,
        (true, false) => Stripped::Some,
        (true, true) => Stripped::All,
    }
}

fn is_own(element: &CstNode) -> bool {
    let Some(value) = element.as_object().and_then(|object| object.to_serde_value()) else { return false };
    is_own_value(&value)
}

/// Is it one handler, and does it call the guard? A group of handlers is none.
fn is_own_value(value: &Value) -> bool {
    let list = json!([value]);
    let found = handler::handlers(&list);
    matches!(found.as_slice(), [only] if only.is_ours() && only.keys.is_empty())
}

fn collect(value: &Value, keys: &mut Vec<String>, found: &mut Vec<(Vec<String>, Value)>) {
    match value {
        Value::Array(items) => {
            for item in items {
                let handlers = handler::handlers(&json!([item]));
                if !handlers.is_empty() && handlers.iter().all(handler::Handler::is_ours) {
                    found.push((keys.clone(), item.clone()));
                }
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                keys.push(key.clone());
                collect(value, keys, found);
                keys.pop();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn wanted() -> Wanted {
        let keys = vec!["hooks".to_owned(), "PreToolUse".to_owned()];
        let group =
            json!({"matcher": "Bash", "hooks": [{"type": "command", "command": "/b/willwrite hook"}]});
        Wanted { defaults: vec![], entries: vec![(keys, group)] }
    }

    #[rstest]
    #[case::empty_object("{}\n")]
    #[case::other_keys("{\n  \"model\": \"x\"\n}\n")]
    #[case::comments("{\n  // mine\n  \"model\": \"x\", /* a */\n  \"env\": {} // b\n}\n")]
    #[case::tabs("{\n\t\"model\": \"x\",\n\t\"permissions\": {\n\t\t\"allow\": [\"a\"]\n\t}\n}")]
    #[case::four("{\n    \"a\": 1,\n    \"hooks\": {\n        \"Stop\": []\n    }\n}\n")]
    #[case::crlf("{\r\n  \"a\": 1\r\n}\r\n")]
    #[case::other_hooks(
        "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [{ \"type\": \"command\", \"command\": \"x\" }]\n      }\n    ]\n  }\n}\n"
    )]
    #[case::trailing_comma("{\n  \"a\": 1,\n}\n")]
    fn in_and_out_again_leaves_the_text(#[case] text: &str) {
        let with = add(text, &wanted()).unwrap();
        assert_ne!(with, text);
        assert_eq!(handler::handlers(&value(&with).unwrap()).iter().filter(|h| h.is_ours()).count(), 1);
        assert_eq!(remove(&with).unwrap().as_deref(), Some(text));
        assert_eq!(
            add(text, &Wanted { defaults: vec![], entries: own_entries(&with).unwrap() }).unwrap(),
            with
        );
    }

    /// It is spread over lines, and stays so: giving the text back is the affair of who keeps it.
    #[test]
    fn a_text_on_one_line_keeps_what_it_says() {
        let with = add("{\"a\":1}", &wanted()).unwrap();
        assert_eq!(value(&remove(&with).unwrap().unwrap()).unwrap(), json!({"a": 1}));
    }

    #[test]
    fn line_ends_and_indents_are_the_file_s() {
        let with = add("{\r\n\t\"a\": 1\r\n}\r\n", &wanted()).unwrap();
        assert_eq!(with.matches('\n').count(), with.matches("\r\n").count());
        assert!(with.contains("\r\n\t\"hooks\": {\r\n\t\t\"PreToolUse\": [\r\n\t\t\t{"), "{with}");
    }

    #[test]
    fn only_its_own_handler_leaves_a_shared_group() {
        let text = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"x"},{"command":"/b/willwrite hook"}]}]}}"#;
        let left = value(&remove(text).unwrap().unwrap()).unwrap();
        assert_eq!(left, json!({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"x"}]}]}}));
    }

    #[rstest]
    #[case::no_json("{", "Syntax(1")]
    #[case::single_quotes("{'a': 1}", "Syntax(1")]
    #[case::list("[]", "Shape(\"the whole file\", \"object\")")]
    #[case::hooks_list("{\"hooks\": []}", "Shape(\"hooks\", \"object\")")]
    #[case::event_object("{\"hooks\": {\"PreToolUse\": {}}}", "Shape(\"hooks.PreToolUse\", \"list\")")]
    #[case::twice("{\"hooks\": {}, \"hooks\": {}}", "Shape(\"hooks\", \"single key")]
    fn what_it_does_not_understand_it_refuses(#[case] text: &str, #[case] error: &str) {
        let found = format!("{:?}", add(text, &wanted()).unwrap_err());
        assert!(found.starts_with(error), "{found}");
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "[".repeat(100_000);
        assert!(matches!(value(&deep), Err(MergeError::Syntax(0, _))));
    }
}
