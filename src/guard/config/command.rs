//! `[[command]]` rows: commands that the user describes.
//!
//! Owns the keys of a row, as a table, and the reading of one; a mistake is told with its key and its line.

use std::ops::Range;

use toml_edit::{Item, Table};

use crate::commands::model::Use;
use crate::commands::user::{MEANINGS, USES, UserCommand, UserOption, meaning_of, use_of};

/// A mistake: where in the text, and what.
pub type Mistake = (Option<Range<usize>>, String);

/// What a key of a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// a name
    Name,
    /// what is done with a path
    Use,
    /// a list of those
    Uses,
    /// what each option means, by its names
    Options,
    /// names of files
    Files,
    /// `true` or `false`
    Flag,
}

/// The keys of a row: name, what it holds, what it means.
pub static KEYS: &[(&str, Form, &str)] = &[
    ("build", Form::Flag, "what it writes are a build's outputs, which guard-main does not judge"),
    ("first", Form::Uses, "what its first operands are, one by one"),
    ("last", Form::Use, "what its last operand is"),
    ("name", Form::Name, "the command's name"),
    ("open", Form::Flag, "options besides those named change nothing"),
    ("operands", Form::Use, "what its operands are"),
    ("options", Form::Options, "what its options mean, by their names: `\"-o --output\" = \"write\"`"),
    ("runs", Form::Flag, "it runs code that nobody reads"),
    ("writes", Form::Files, "files that it writes in the directory that it works in"),
    ("writes-below", Form::Flag, "it writes files below the directory that it works in, nobody knows which"),
];

/// Reads one row.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn read(row: &Table) -> Result<UserCommand, Mistake> {
    let place =
        |name: &str, item: &Item| item.span().or_else(|| row.key(name).and_then(toml_edit::Key::span));
    let Some(name) = row.get("name") else {
        return Err((row.span(), "`command` wants a `name`".to_owned()));
    };
    let wrong_name =
        || (place("name", name), "`command.name` wants the name of a command, without a path".to_owned());
    let known = name.as_str().filter(|name| !name.is_empty() && !name.contains(['/', ' ', '\t', '\n']));
    let mut command = UserCommand::new(known.ok_or_else(wrong_name)?);
    for (key, item) in row.iter() {
        let place = place(key, item);
        let wrong = |wanted: String| (place.clone(), format!("`command.{key}` wants {wanted}"));
        let flag = || item.as_bool().ok_or_else(|| wrong("`true` or `false`".to_owned()));
        match key {
            "name" => {}
            "build" => command.build = flag()?,
            "open" => command.open = flag()?,
            "runs" => command.runs = flag()?,
            "writes-below" => command.writes_below = flag()?,
            "operands" => command.operands = usage(item).ok_or_else(|| wrong(uses()))?,
            "last" => command.last = Some(usage(item).ok_or_else(|| wrong(uses()))?),
            "first" => {
                command.first =
                    list(item, usage_of_value).ok_or_else(|| wrong(format!("a list, each {}", uses())))?
            }
            "writes" => {
                let file = |value: &toml_edit::Value| value.as_str().map(str::to_owned);
                command.writes = list(item, file).ok_or_else(|| wrong("a list of file names".to_owned()))?;
            }
            "options" => {
                command.options = options(item).map_err(|(inner, wanted)| {
                    (inner.or_else(|| place.clone()), format!("`command.options` wants {wanted}"))
                })?
            }
            _ => {
                let keys = KEYS.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join("`, `");
                let place = row.key(key).and_then(toml_edit::Key::span).or(place);
                return Err((place, format!("unknown key `command.{key}`; there are `{keys}`")));
            }
        }
    }
    Ok(command)
}

fn usage(item: &Item) -> Option<Use> {
    use_of(item.as_str()?)
}

fn usage_of_value(value: &toml_edit::Value) -> Option<Use> {
    use_of(value.as_str()?)
}

fn list<T>(item: &Item, read: impl Fn(&toml_edit::Value) -> Option<T>) -> Option<Vec<T>> {
    item.as_array()?.iter().map(read).collect()
}

fn options(item: &Item) -> Result<Vec<UserOption>, Mistake> {
    let table = item.as_table_like().ok_or_else(|| (None, "a table: names and what they mean".to_owned()))?;
    let option = |(names, item): (&str, &Item)| {
        let place = item.span();
        let are_options = names.split_whitespace().count() > 0
            && names.split_whitespace().all(|name| name.starts_with('-') && name.len() > 1);
        if !are_options {
            return Err((place, format!("names with their dashes, and `{names}` is none")));
        }
        let words: Vec<&str> =
            MEANINGS.iter().map(|(word, _)| *word).chain(USES.iter().map(|(word, _)| *word)).collect();
        let meaning = item.as_str().and_then(meaning_of);
        let meaning =
            meaning.ok_or_else(|| (place, format!("one of `{}` for `{names}`", words.join("`, `"))))?;
        Ok(UserOption { names: names.to_owned(), meaning })
    };
    table.iter().map(option).collect()
}

fn uses() -> String {
    let words: Vec<&str> = USES.iter().map(|(word, _)| *word).collect();
    format!("one of `{}`", words.join("`, `"))
}
