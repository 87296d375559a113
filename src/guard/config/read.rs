//! A file's text as values; everything unknown is an error with its line.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_edit::{Document, Item, Table, TableLike};

use super::key::{self, Key, Kind};
use super::{ConfigError, Layer, Value, command};
use crate::commands::user::UserCommand;
use crate::guard::{policy, protocol};

/// Reads a file's text.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read(text: &str, file: &str) -> Result<Layer, ConfigError> {
    let text = text.trim_start_matches('\u{feff}');
    let reading = Reading { text, file };
    let document = Document::parse(text).map_err(|error| reading.error(error.span(), error.message()))?;
    reading.top(document.as_table())
}

struct Reading<'a> {
    text: &'a str,
    file: &'a str,
}

impl Reading<'_> {
    fn top(&self, table: &Table) -> Result<Layer, ConfigError> {
        let mut layer = Layer::default();
        for (name, item) in table.iter() {
            let place = place_of(table, name, item);
            match name {
                "command" => layer.commands = self.commands(item, place)?,
                "agent" => layer.agents = self.agents(item, place)?,
                _ if key::is_table(name) => {
                    let inner = self.table(item, name, place)?;
                    layer.values.extend(self.keys(inner, &format!("{name}."))?);
                }
                _ => {
                    let (key, value) = self.entry(name, "", item, place)?;
                    layer.values.insert(key.name, value);
                }
            }
        }
        Ok(layer)
    }

    fn keys(
        &self,
        table: &dyn TableLike,
        prefix: &str,
    ) -> Result<BTreeMap<&'static str, Value>, ConfigError> {
        let mut values = BTreeMap::new();
        for (name, item) in table.iter() {
            let place = table.key(name).and_then(toml_edit::Key::span).or_else(|| item.span());
            let (key, value) = self.entry(name, prefix, item, place)?;
            values.insert(key.name, value);
        }
        Ok(values)
    }

    fn entry(
        &self,
        name: &str,
        prefix: &str,
        item: &Item,
        place: Option<Range<usize>>,
    ) -> Result<(&'static Key, Value), ConfigError> {
        let full = format!("{prefix}{name}");
        let Some(key) = key::find(&full) else { return Err(self.error(place, &unknown(&full))) };
        let value = value(key, item).map_err(|message| self.error(item.span().or(place), &message))?;
        Ok((key, value))
    }

    fn agents(
        &self,
        item: &Item,
        place: Option<Range<usize>>,
    ) -> Result<BTreeMap<String, BTreeMap<&'static str, Value>>, ConfigError> {
        let mut agents = BTreeMap::new();
        for (name, item) in self.table(item, "agent", place.clone())?.iter() {
            let inner = self.table(item, &format!("agent.{name}"), place.clone())?;
            let Some(agent) = protocol::find(name) else {
                let known: Vec<&str> = protocol::AGENTS.iter().map(|agent| agent.id).collect();
                let message = format!("`{name}` is no known agent; there are {}", known.join(", "));
                return Err(self.error(item.span().or_else(|| place.clone()), &message));
            };
            agents.insert(agent.id.to_owned(), self.keys(inner, "")?);
        }
        Ok(agents)
    }

    fn commands(&self, item: &Item, place: Option<Range<usize>>) -> Result<Vec<UserCommand>, ConfigError> {
        let Some(rows) = item.as_array_of_tables() else {
            return Err(self.error(place, "`command` wants rows: `[[command]]`"));
        };
        let read = |row| {
            command::read(row).map_err(|(place, message)| self.error(place.or_else(|| row.span()), &message))
        };
        rows.iter().map(read).collect()
    }

    fn table<'t>(
        &self,
        item: &'t Item,
        name: &str,
        place: Option<Range<usize>>,
    ) -> Result<&'t dyn TableLike, ConfigError> {
        item.as_table_like().ok_or_else(|| self.error(place, &format!("`{name}` is a table: `[{name}]`")))
    }

    fn error(&self, place: Option<Range<usize>>, message: &str) -> ConfigError {
        let message = message.lines().next().unwrap_or_default().to_owned();
        ConfigError {
            file: self.file.to_owned(),
            line: self.line(place),
            message,
            closed: asks_for_closed(self.text),
        }
    }

    fn line(&self, place: Option<Range<usize>>) -> usize {
        let before = self.text.get(..place.map_or(0, |range| range.start)).unwrap_or(self.text);
        before.bytes().filter(|&byte| byte == b'\n').count() + 1
    }
}

fn place_of(table: &Table, name: &str, item: &Item) -> Option<Range<usize>> {
    table.key(name).and_then(toml_edit::Key::span).or_else(|| item.span())
}

fn value(key: &Key, item: &Item) -> Result<Value, String> {
    let wanted = |what: &str| format!("`{}` wants {what}", key.name);
    match key.kind {
        Kind::Flag => item.as_bool().map(Value::Flag).ok_or_else(|| wanted("`true` or `false`")),
        Kind::Number => {
            let number = item.as_integer().and_then(|number| u32::try_from(number).ok());
            number.map(Value::Number).ok_or_else(|| wanted("a whole number from 0 on"))
        }
        Kind::Word(words) => {
            let word = item.as_str().filter(|word| words.contains(word));
            let choice = || wanted(&format!("one of `{}`", words.join("`, `")));
            word.map(|word| Value::Word(word.to_owned())).ok_or_else(choice)
        }
        Kind::Text => {
            item.as_str().map(|text| Value::Word(text.to_owned())).ok_or_else(|| wanted("a text in quotes"))
        }
        Kind::List => list(item).map(Value::List).ok_or_else(|| wanted("a list of strings")),
        Kind::Policies => policies(list(item).ok_or_else(|| wanted("a list of strings"))?),
    }
}

fn list(item: &Item) -> Option<Vec<String>> {
    item.as_array()?.iter().map(|entry| entry.as_str().map(str::to_owned)).collect()
}

fn policies(names: Vec<String>) -> Result<Value, String> {
    let known = |name: String| policy::find(&name).map(|policy| policy.id.to_owned()).ok_or(name);
    let list: Result<Vec<_>, _> = names.into_iter().map(known).collect();
    list.map(Value::List).map_err(|name| format!("`{name}` is no policy; there are {}", policy::names()))
}

fn unknown(name: &str) -> String {
    let near = key::KEYS
        .iter()
        .filter(|key| distance(key.name, name) <= 2)
        .min_by_key(|key| distance(key.name, name));
    match near {
        Some(key) => format!("unknown key `{name}`; did you mean `{}`?", key.name),
        None => format!("unknown key `{name}`"),
    }
}

/// Edits (insert, delete, replace a character) that lead from one word to the other.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, letter) in left.chars().take(64).enumerate() {
        let mut next = vec![above + 1];
        for (index, other) in right.iter().enumerate() {
            let at = |offset: usize| row.get(index + offset).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(0) + usize::from(*other != letter);
            let inserted = next.last().copied().unwrap_or(usize::MAX - 1) + 1;
            next.push(replaced.min(inserted).min(at(1) + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}

/// A file that does not parse may still ask to fail closed; the line is looked for by itself.
fn asks_for_closed(text: &str) -> bool {
    let setting = |line: &str| {
        let (name, value) = line.split('#').next()?.split_once('=')?;
        Some(name.trim() == "fail" && matches!(value.trim(), "\"closed\"" | "'closed'"))
    };
    text.lines()
        .take_while(|line| !line.trim_start().starts_with('['))
        .any(|line| setting(line) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn reads_every_kind() {
        let text = "policies = ['guard-main']\nfail = 'closed'\n[guard-main]\nrefs = false\n[destructive-edit]\nmin-lines = 3\n";
        let layer = read(text, "f").unwrap();
        let expected = [
            ("destructive-edit.min-lines", Value::Number(3)),
            ("fail", Value::Word("closed".into())),
            ("guard-main.refs", Value::Flag(false)),
            ("policies", Value::List(vec!["guard-main".into()])),
        ];
        assert_eq!(layer.values.into_iter().collect::<Vec<_>>(), expected);
    }

    #[rstest]
    #[case::top_level("\n\npolcies = []", 3, "unknown key `polcies`; did you mean `policies`?")]
    #[case::in_a_table("[guard-main]\nrefs = true\nwhat = 1", 3, "unknown key `guard-main.what`")]
    #[case::table("[nothing]\na = 1", 1, "unknown key `nothing`")]
    #[case::kind("fail = true", 1, "`fail` wants one of `open`, `closed`")]
    #[case::word("\nignored = 'sometimes'", 2, "`ignored` wants one of `allow`, `block`")]
    #[case::number(
        "[destructive-edit]\nmin-lines = -1",
        2,
        "`destructive-edit.min-lines` wants a whole number from 0 on"
    )]
    #[case::list("allow-paths = 'x'", 1, "`allow-paths` wants a list of strings")]
    #[case::no_table("guard-main = 1", 1, "`guard-main` is a table: `[guard-main]`")]
    #[case::command("command = 1", 1, "`command` wants rows: `[[command]]`")]
    #[case::command_name("[[command]]\noperands = 'write'", 1, "`command` wants a `name`")]
    #[case::command_path(
        "[[command]]\nname = '/bin/x'",
        2,
        "`command.name` wants the name of a command, without a path"
    )]
    #[case::command_flag("[[command]]\nname = 'x'\nruns = 1", 3, "`command.runs` wants `true` or `false`")]
    #[case::command_option(
        "[[command]]\nname = 'x'\n\noptions = { o = 'write' }",
        4,
        "`command.options` wants names with their dashes, and `o` is none"
    )]
    #[case::agent("[agent.codex]\nfial = 'open'", 2, "unknown key `fial`; did you mean `fail`?")]
    fn names_the_line_of_what_is_wrong(#[case] text: &str, #[case] line: usize, #[case] message: &str) {
        let error = read(text, "f").unwrap_err();
        assert_eq!((error.line, error.message.as_str()), (line, message));
    }

    #[test]
    fn an_agent_is_known_by_every_name_it_has_and_others_are_told() {
        let layer = read("[agent.claude]\nfail = 'closed'", "f").unwrap();
        assert_eq!(layer.agents.keys().collect::<Vec<_>>(), ["claude-code"]);
        let error = read("[guard-main]\n[agent.cloud]\nfail = 'closed'", "f").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.message.starts_with("`cloud` is no known agent; there are "), "{}", error.message);
    }

    #[test]
    fn a_command_s_unknown_word_and_key_are_told_with_those_that_are_known() {
        let message = |text: &str| {
            let error = read(text, "f").unwrap_err();
            format!("{}: {}", error.line, error.message)
        };
        let word = message("[[command]]\nname = 'x'\n[[command]]\nname = 'y'\noperands = 'writes'");
        assert!(word.starts_with("5: `command.operands` wants one of `append`, `delete`, "), "{word}");
        let key = message("[[command]]\nname = 'x'\noutput = 'a'");
        assert!(key.starts_with("3: unknown key `command.output`; there are `build`, `first`, "), "{key}");
    }

    #[test]
    fn an_unknown_policy_is_named() {
        let error = read("policies = ['guard-mian']", "f").unwrap_err();
        assert!(
            error.message.starts_with("`guard-mian` is no policy; there are self-protect, guard-main"),
            "{}",
            error.message
        );
    }

    #[rstest]
    #[case::syntax("fail = \"closed\"\n= 3", true)]
    #[case::unknown_key("fail = 'closed' # strict\nx = 3", true)]
    #[case::open("fail = \"open\"\nx = 3", false)]
    #[case::in_another_table("x = 3\n[agent.codex]\nfail = 'closed'", false)]
    fn a_broken_file_may_still_ask_to_fail_closed(#[case] text: &str, #[case] closed: bool) {
        assert_eq!(read(text, "f").unwrap_err().closed, closed);
    }
}
