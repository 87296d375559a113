//! The settings in force: the user's file, then the repository's, stricter only unless the user trusts it (cli.md).
//!
//! Owns values, their merging and the errors of files. `key` holds the table of keys, `read` turns a text into values,
//! `files` is the one place here that touches the machine.

pub mod command;
pub mod files;
pub mod key;
mod read;

use std::collections::BTreeMap;
use std::fmt;

use bumpalo::Bump;

use self::key::{Default, KEYS, Key, Kind, Merge};

use crate::analysis::trace::Move;
use crate::analysis::{self, Options};
use crate::commands::model::Row;
use crate::commands::user::UserCommand;
use crate::intent::Analysis;
use crate::world::World;

pub use self::read::read;

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// of a flag
    Flag(bool),
    /// of a number
    Number(u32),
    /// of a word or a text
    Word(String),
    /// of a list
    List(Vec<String>),
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where the file can't be read at all.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
    /// True if the file asks for `fail = "closed"` as far as can be told.
    pub closed: bool,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(out, "{}: {}", self.file, self.message),
            line => write!(out, "{}:{line}: {}", self.file, self.message),
        }
    }
}

/// The values that one file sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// By key name.
    pub values: BTreeMap<&'static str, Value>,
    /// Settings of single agents: `[agent.<name>]`, by agent and key.
    pub agents: BTreeMap<String, BTreeMap<&'static str, Value>>,
    /// `[[command]]` rows.
    pub commands: Vec<UserCommand>,
}

impl Layer {
    /// Adds another layer's policies.
    fn add(&mut self, other: &Self) {
        let name = key::POLICIES.name;
        let Some(Value::List(more)) = other.values.get(name) else { return };
        let entry = self.values.entry(name).or_insert_with(|| Value::List(Vec::new()));
        if let Value::List(list) = entry {
            list.extend(more.iter().cloned());
        }
    }
}

impl std::default::Default for Value {
    fn default() -> Self {
        Self::Flag(false)
    }
}

/// Values with all files merged; what no file sets has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<&'static str, Value>,
    agents: BTreeMap<String, BTreeMap<&'static str, Value>>,
    commands: Vec<UserCommand>,
}

impl Settings {
    /// The settings that the user's file gives.
    #[must_use]
    pub fn of_user(layer: Layer) -> Self {
        Self { values: layer.values, agents: layer.agents, commands: layer.commands }
    }

    /// These settings with a repository's file on top: stricter only, unless `trust-repository-config` is set.
    #[must_use]
    pub fn with_repository(&self, layer: &Layer) -> Self {
        let trusted = self.flag(&key::TRUST);
        let mut merged = self.clone();
        for key in KEYS {
            let Some(theirs) = layer.values.get(key.name) else { continue };
            let ours = self.value(key);
            if let Some(value) = merge(key, &ours, theirs, trusted) {
                merged.values.insert(key.name, value);
            }
        }
        merged
    }

    /// These settings with those of one agent on top.
    #[must_use]
    pub fn for_agent(&self, agent: &str) -> Self {
        let mut settings = self.clone();
        if let Some(values) = self.agents.get(agent) {
            settings.values.extend(values.iter().map(|(name, value)| (*name, value.clone())));
        }
        settings
    }

    /// A key's value, its default if no file sets it.
    #[must_use]
    pub fn value(&self, key: &Key) -> Value {
        self.values.get(key.name).cloned().unwrap_or_else(|| default(key))
    }

    /// True if a file sets the key.
    #[must_use]
    pub fn is_set(&self, key: &Key) -> bool {
        self.values.contains_key(key.name)
    }

    /// A flag.
    #[must_use]
    pub fn flag(&self, key: &Key) -> bool {
        matches!(self.value(key), Value::Flag(true))
    }

    /// A number.
    #[must_use]
    pub fn number(&self, key: &Key) -> u32 {
        match self.value(key) {
            Value::Number(number) => number,
            _ => 0,
        }
    }

    /// True if a word has this value.
    #[must_use]
    pub fn is(&self, key: &Key, word: &str) -> bool {
        matches!(self.value(key), Value::Word(value) if value == word)
    }

    /// A text.
    #[must_use]
    pub fn text(&self, key: &Key) -> String {
        match self.value(key) {
            Value::Word(text) => text,
            _ => String::new(),
        }
    }

    /// A list.
    #[must_use]
    pub fn list(&self, key: &Key) -> Vec<String> {
        match self.value(key) {
            Value::List(list) => list,
            _ => Vec::new(),
        }
    }

    /// The commands that the user describes. A repository's file adds none: one could hide what a command writes.
    #[must_use]
    pub fn commands(&self) -> &[UserCommand] {
        &self.commands
    }

    /// Analyses a command, with those that the user describes.
    #[must_use]
    pub fn analyze(&self, command: &str, options: &Options, world: &dyn World) -> Analysis {
        let arena = Bump::new();
        analysis::analyze_with(command, options, &self.rows(&arena), world)
    }

    /// The same, with what the command moves.
    #[must_use]
    pub fn analyze_with_moves(
        &self,
        command: &str,
        options: &Options,
        world: &dyn World,
    ) -> (Analysis, Vec<Move>) {
        let arena = Bump::new();
        analysis::analyze_with_moves(command, options, &self.rows(&arena), world)
    }

    fn rows<'a>(&'a self, arena: &'a Bump) -> Vec<Row<'a>> {
        self.commands.iter().map(|command| command.row(arena)).collect()
    }

    /// True if a call that can't be judged is blocked.
    #[must_use]
    pub fn fails_closed(&self) -> bool {
        self.is(&key::FAIL, "closed")
    }
}

fn default(key: &Key) -> Value {
    match key.default {
        Default::Flag(flag) => Value::Flag(flag),
        Default::Number(number) => Value::Number(number),
        Default::Word(word) => Value::Word(word.to_owned()),
        Default::List(list) => Value::List(list.iter().map(|&entry| entry.to_owned()).collect()),
    }
}

/// The value that holds when a repository's file says `theirs`, or `None` if it changes nothing.
fn merge(key: &Key, ours: &Value, theirs: &Value, trusted: bool) -> Option<Value> {
    if let (Value::List(ours), Value::List(theirs)) = (ours, theirs) {
        let joins = key.merge == Merge::Join || trusted;
        return joins.then(|| Value::List(joined(ours, theirs)));
    }
    let stricter = match (key.merge, ours, theirs) {
        (Merge::True, _, Value::Flag(flag)) => *flag,
        (Merge::Least, Value::Number(ours), Value::Number(theirs)) => theirs < ours,
        (Merge::Order, Value::Word(ours), Value::Word(theirs)) => rank(key, theirs) > rank(key, ours),
        _ => false,
    };
    (stricter || trusted).then(|| theirs.clone())
}

fn joined(ours: &[String], theirs: &[String]) -> Vec<String> {
    let mut list = ours.to_vec();
    list.extend(theirs.iter().filter(|entry| !ours.contains(entry)).cloned());
    list
}

fn rank(key: &Key, word: &str) -> Option<usize> {
    match key.kind {
        Kind::Word(words) => words.iter().position(|&known| known == word),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn layer(text: &str) -> Layer {
        read(text, "f").unwrap()
    }

    #[rstest]
    #[case::lax_word_is_ignored("ignored = \"block\"", "ignored = \"allow\"", "block")]
    #[case::strict_word_counts("ignored = \"allow\"", "ignored = \"block\"", "block")]
    #[case::trusted("ignored = \"block\"\ntrust-repository-config = true", "ignored = \"allow\"", "allow")]
    fn a_repository_only_makes_it_stricter(#[case] user: &str, #[case] theirs: &str, #[case] expected: &str) {
        let settings = Settings::of_user(layer(user)).with_repository(&layer(theirs));
        assert!(settings.is(&key::IGNORED, expected));
    }

    #[test]
    fn lists_are_joined_and_ways_out_are_the_user_s_alone() {
        let theirs = layer(
            "protected-branches = [\"release/*\"]\nallow-paths = [\"**\"]\ntrust-repository-config = true",
        );
        let settings = Settings::default().with_repository(&theirs);
        assert_eq!(settings.list(&key::PROTECTED_BRANCHES), ["main", "master", "release/*"]);
        assert_eq!(settings.list(&key::ALLOW_PATHS), Vec::<String>::new());
        assert!(!settings.flag(&key::TRUST));
    }

    #[test]
    fn flags_and_numbers_move_to_the_stricter_side_only() {
        let theirs = layer(
            "protected-detached = false\n[destructive-edit]\nmin-lines = 40\n[require-plan]\nbash = true",
        );
        let settings = Settings::default().with_repository(&theirs);
        assert!(settings.flag(&key::PROTECTED_DETACHED));
        assert_eq!(settings.number(&key::DESTRUCTIVE_MIN_LINES), 12);
        assert!(settings.flag(&key::REQUIRE_PLAN_BASH));
    }

    #[test]
    fn one_agent_s_settings_hold_for_it_alone() {
        let settings = Settings::of_user(layer("[agent.codex]\nfail = \"closed\""));
        assert!(settings.for_agent("codex").fails_closed());
        assert!(!settings.for_agent("claude-code").fails_closed());
    }
}
