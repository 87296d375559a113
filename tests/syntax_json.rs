//! Holds the JSON form of a tree to the committed schema, and both to literal text.
#![cfg(feature = "json")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may panic")]

mod json_schema;

use std::collections::BTreeSet;

use bumpalo::Bump;
use json_schema::mismatch;
use serde_json::{Value, json};
use willwrite::syntax::{self, ParseOptions, parse};

const SCHEMA: &str = include_str!("../docs/syntax.schema.json");

/// Texts that hold every construct, accepted and rejected ones.
const TEXTS: &str = include_str!("parse/verdicts.txt");

/// Error kinds of texts too large to stand in a list.
const CAPS: [&str; 4] = ["too-deep", "too-complex", "too-long", "too-many-here-documents"];

#[test]
fn the_form_is_the_documented_one() {
    let expected = concat!(
        r#"{"version":1,"clean":false,"extglob":false,"commands":1,"#,
        r#""errors":[{"kind":"unterminated-double-quote","message":"no closing `\"`","span":[13,13],"#,
        r#""opener":[11,12],"found":""}],"deferred":[],"#,
        r#""tree":{"span":[0,13],"lines":[{"span":[0,7],"items":[{"and_or":{"span":[0,6],"#,
        r#""first":{"span":[0,6],"negated":false,"time":null,"commands":[{"command":{"simple":{"span":[0,6],"#,
        r#""assignments":[],"words":[{"span":[0,4],"parts":[{"span":[0,4],"kind":{"literal":"echo"}}]},"#,
        r#"{"span":[5,6],"parts":[{"span":[5,6],"kind":{"glob":"*"}}]}],"redirections":[]}},"#,
        r#""pipes_stderr":false}]},"rest":[]},"terminator":"semicolon"}]}]}}"#,
    );
    assert_eq!(text("echo *;\nrm \"a"), expected);
    assert_eq!(misfit(&tree("echo *;\nrm \"a")), None);
}

#[test]
fn every_tree_fits_and_every_name_of_the_schema_stands_in_one() {
    let mut seen = BTreeSet::new();
    for line in TEXTS.lines() {
        let tree = tree(&line.split_once(' ').unwrap().1.replace("\\n", "\n"));
        assert_eq!(misfit(&tree), None, "{line}");
        names_of_value(&tree, &mut seen);
    }
    let mut named = BTreeSet::new();
    names_of_schema(&schema(), &mut named);
    let missing: Vec<&String> =
        named.difference(&seen).filter(|name| !CAPS.contains(&name.as_str())).collect();
    assert_eq!(missing, [] as [&String; 0]);
}

#[test]
fn the_schema_refuses_what_is_not_in_it() {
    let good = tree("a=b");
    assert_eq!(misfit(&good), None);
    for (place, value) in [
        ("/version", json!(2)),
        ("/clean", json!("yes")),
        ("/tree/span", json!([0])),
        ("/tree/lines/0/items/0/terminator", json!("comma")),
        ("/tree/lines/0/items/0/and_or/first/commands/0/command", json!({"simple": 1})),
        ("/tree/lines/0/items/0/and_or/first/commands/0/command", json!({"loop": {}})),
        ("/tree/lines/0/items/0/and_or/rest", json!([["and"]])),
    ] {
        let mut wrong = good.clone();
        *wrong.pointer_mut(place).unwrap() = value;
        assert!(misfit(&wrong).is_some(), "{place} passed");
    }
}

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

fn misfit(tree: &Value) -> Option<String> {
    mismatch(&schema(), &schema(), tree)
}

fn text(command: &str) -> String {
    let (arena, mut out) = (Bump::new(), Vec::new());
    syntax::json::write(&parse(&arena, command, ParseOptions::default()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn tree(command: &str) -> Value {
    serde_json::from_str(&text(command)).unwrap()
}

/// Every name of a field and every text of a value.
fn names_of_value(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            names.insert(name.clone());
            names_of_value(value, names);
        }),
        Value::Array(items) => items.iter().for_each(|item| names_of_value(item, names)),
        Value::String(text) => drop(names.insert(text.clone())),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Every field and every word that the schema admits.
fn names_of_schema(rule: &Value, names: &mut BTreeSet<String>) {
    if let Value::Object(fields) = rule {
        fields.iter().for_each(|(keyword, rule)| match (keyword.as_str(), rule) {
            ("properties", Value::Object(fields)) => names.extend(fields.keys().cloned()),
            ("enum", Value::Array(words)) => {
                names.extend(words.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            _ => {}
        });
    }
    match rule {
        Value::Object(fields) => fields.values().for_each(|rule| names_of_schema(rule, names)),
        Value::Array(rules) => rules.iter().for_each(|rule| names_of_schema(rule, names)),
        _ => {}
    }
}
