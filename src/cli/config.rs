//! `willwrite config`: the settings in force and where each comes from, a file's check, the files' JSON Schema.
#![expect(clippy::disallowed_methods, reason = "a file that a person names is read")]

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Map, Value as Json, json};

use super::{machine, output};
use crate::commands::user::{MEANINGS, USES};
use crate::guard::config::command::{self, Form};
use crate::guard::config::files::{self, REPOSITORY_FILE};
use crate::guard::config::key::{self, Default, KEYS, Key, Kind};
use crate::guard::config::{Settings, Value, read};
use crate::guard::policy::POLICIES;
use crate::world::{Lookup, World as _};

/// The subcommands of `config`.
#[derive(clap::Subcommand)]
pub enum Config {
    /// Print the settings in force here, and where each comes from
    Show,
    /// Check a settings file (default: the user's, and this repository's)
    Check {
        /// The file
        file: Option<PathBuf>,
    },
    /// Print the JSON Schema of settings files
    Schema,
}

/// Runs the subcommand.
pub fn run(arguments: &Config) -> ExitCode {
    let printed = match arguments {
        Config::Show => show(),
        Config::Check { file: Some(file) } => check(file),
        Config::Check { file: None } => check_usual(),
        Config::Schema => Ok(format!("{:#}\n", schema())),
    };
    match printed {
        Ok(text) => output::print(text.as_bytes()),
        Err(reason) => output::failed(&reason),
    }
}

fn show() -> Result<String, String> {
    let user = files::user_settings(None).map_err(|error| error.to_string())?;
    let root = repository_root()?;
    let theirs = match &root {
        Some(root) => files::repository_layer(root).map_err(|error| error.to_string())?,
        None => None,
    };
    let merged = theirs.as_ref().map_or_else(|| user.clone(), |layer| user.with_repository(layer));
    let paint = output::Paint::for_stdout();
    let row = |key: &&'static Key| {
        vec![(1, key.name.to_owned()), (0, shown(&merged.value(key))), (2, source(key, &user, &merged))]
    };
    let mut rows: Vec<_> = KEYS.iter().map(row).collect();
    let file = files::user_file().map(|path| path.display().to_string()).unwrap_or_default();
    rows.extend(merged.commands().iter().map(|command| {
        vec![(1, "command".to_owned()), (0, format!("\"{}\"", command.name)), (2, file.clone())]
    }));
    Ok(output::table(&rows, paint))
}

fn source(key: &Key, user: &Settings, merged: &Settings) -> String {
    let file = files::user_file().map(|path| path.display().to_string()).unwrap_or_default();
    match (merged.value(key) != user.value(key), user.is_set(key)) {
        (true, true) => format!("{file} and {REPOSITORY_FILE}"),
        (true, false) => REPOSITORY_FILE.to_owned(),
        (false, true) => file,
        (false, false) => "default".to_owned(),
    }
}

/// The value as TOML.
fn shown(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Word(word) => toml_edit::Value::from(word.as_str()).to_string(),
        Value::List(list) => {
            toml_edit::Value::from(list.iter().map(String::as_str).collect::<toml_edit::Array>()).to_string()
        }
    }
}

fn check(file: &std::path::Path) -> Result<String, String> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    read(&text, &name).map(|_| format!("{name}: no mistake\n")).map_err(|error| error.to_string())
}

fn check_usual() -> Result<String, String> {
    let user = files::user_file().into_iter();
    let theirs = repository_root()?.map(|root| PathBuf::from(root).join(REPOSITORY_FILE));
    let there: Vec<PathBuf> = user.chain(theirs).filter(|file| file.exists()).collect();
    if there.is_empty() {
        return Ok("there is no settings file, so the defaults hold\n".to_owned());
    }
    there.iter().map(|file| check(file)).collect()
}

fn repository_root() -> Result<Option<String>, String> {
    match machine::world(None).repository(&machine::directory(None)?) {
        Lookup::Found(repository) => Ok(Some(repository.root.clone())),
        Lookup::Outside | Lookup::Unknown => Ok(None),
    }
}

fn schema() -> Json {
    let mut top = Map::new();
    for key in KEYS {
        match key.name.split_once('.') {
            None => drop(top.insert(key.name.to_owned(), key_schema(key))),
            Some((table, name)) => {
                let empty = json!({ "type": "object", "additionalProperties": false, "properties": {} });
                let table = top.entry(table.to_owned()).or_insert(empty);
                if let Some(properties) = table.get_mut("properties").and_then(Json::as_object_mut) {
                    properties.insert(name.to_owned(), key_schema(key));
                }
            }
        }
    }
    let one_agent = top.iter().filter(|(name, _)| key::find(name).is_some());
    let one_agent: Map<_, _> = one_agent.map(|(name, schema)| (name.clone(), schema.clone())).collect();
    let agent = json!({ "type": "object", "additionalProperties": false, "properties": one_agent });
    top.insert("agent".to_owned(), json!({ "type": "object", "additionalProperties": agent }));
    top.insert("command".to_owned(), json!({ "type": "array", "items": command_schema() }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "willwrite settings",
        "type": "object",
        "additionalProperties": false,
        "properties": top,
    })
}

/// A `[[command]]` row.
fn command_schema() -> Json {
    let uses: Vec<&str> = USES.iter().map(|(word, _)| *word).collect();
    let meanings: Vec<&str> = MEANINGS.iter().map(|(word, _)| *word).chain(uses.iter().copied()).collect();
    let property = |(name, form, meaning): &(&str, Form, &str)| {
        let mut schema = match form {
            Form::Name => json!({ "type": "string", "pattern": "^[^/ \\t\\n]+$" }),
            Form::Use => json!({ "enum": uses }),
            Form::Uses => json!({ "type": "array", "items": { "enum": uses } }),
            Form::Options => json!({ "type": "object", "additionalProperties": { "enum": meanings } }),
            Form::Files => json!({ "type": "array", "items": { "type": "string" } }),
            Form::Flag => json!({ "type": "boolean", "default": false }),
        };
        if let Some(object) = schema.as_object_mut() {
            object.insert("description".to_owned(), (*meaning).into());
        }
        ((*name).to_owned(), schema)
    };
    let properties: Map<_, _> = command::KEYS.iter().map(property).collect();
    json!({ "type": "object", "additionalProperties": false, "required": ["name"], "properties": properties })
}

fn key_schema(key: &Key) -> Json {
    let policies = || {
        POLICIES
            .iter()
            .flat_map(|policy| policy.aliases.iter().copied().chain([policy.id]))
            .collect::<Vec<_>>()
    };
    let mut schema = match key.kind {
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Number => json!({ "type": "integer", "minimum": 0 }),
        Kind::Word(words) => json!({ "enum": words }),
        Kind::Text => json!({ "type": "string" }),
        Kind::List => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Policies => json!({ "type": "array", "items": { "enum": policies() } }),
    };
    if let Some(object) = schema.as_object_mut() {
        object.insert("description".to_owned(), key.meaning.into());
        let default = match key.default {
            Default::Flag(flag) => json!(flag),
            Default::Number(number) => json!(number),
            Default::Word(word) => json!(word),
            Default::List(list) => json!(list),
        };
        object.insert("default".to_owned(), default);
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_names_every_key_once_with_its_default() {
        let schema = schema();
        let properties = &schema["properties"];
        assert_eq!(properties["fail"]["enum"], json!(["open", "closed"]));
        assert_eq!(properties["guard-main"]["properties"]["refs"]["default"], json!(true));
        assert_eq!(properties["protected-branches"]["default"], json!(["main", "master"]));
        assert_eq!(
            properties["agent"]["additionalProperties"]["properties"]["fail"]["default"],
            json!("open")
        );
    }

    #[test]
    fn values_are_shown_as_toml() {
        assert_eq!(shown(&Value::List(vec!["a\"b".into(), "c".into()])), "['a\"b', \"c\"]");
        assert_eq!(shown(&Value::Word("open".into())), "\"open\"");
    }
}
