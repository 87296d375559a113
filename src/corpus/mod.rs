//! Hook calls with known verdicts: their format, the repositories that they speak of, their replay.
//!
//! Owns the corpus format (one JSON object a line), the layout of repositories ([`layout`]) and the replay against a
//! binary ([`replay`]). The rows themselves stand in the folder `corpus/`; [`BUILT_IN`] carries them in the binary.

pub mod extract;
pub mod layout;
pub mod replay;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

/// The corpus that the binary carries, by file name.
pub static BUILT_IN: &[(&str, &str)] = &[
    ("agents.jsonl", include_str!("../../corpus/agents.jsonl")),
    ("calls.jsonl", include_str!("../../corpus/calls.jsonl")),
    ("destructive-edit.jsonl", include_str!("../../corpus/destructive-edit.jsonl")),
    ("guard-main.jsonl", include_str!("../../corpus/guard-main.jsonl")),
    ("placeholder.jsonl", include_str!("../../corpus/placeholder.jsonl")),
    ("require-plan.jsonl", include_str!("../../corpus/require-plan.jsonl")),
    ("self-protect.jsonl", include_str!("../../corpus/self-protect.jsonl")),
    ("syntax.jsonl", include_str!("../../corpus/syntax.jsonl")),
];

/// One hook call with its verdict. Words in braces, such as `{main}`, name places of the layout.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name, unique in the corpus.
    pub id: String,
    /// The numbered rules that it shows.
    pub rules: Vec<String>,
    /// What kind of call it is.
    pub class: String,
    /// The policy that judges it.
    pub policy: String,
    /// The event; before a tool runs if it is not given.
    #[serde(default)]
    pub event: Option<String>,
    /// The tool's name.
    #[serde(default)]
    pub tool: Option<String>,
    /// The directory that the call starts in.
    #[serde(default)]
    pub cwd: Option<String>,
    /// The tool's input.
    #[serde(default)]
    pub input: Option<Value>,
    /// The raw text on stdin, instead of tool, directory and input.
    #[serde(default)]
    pub stdin: Option<String>,
    /// Variables of the hook's own environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The user's settings.
    #[serde(default)]
    pub settings: Option<String>,
    /// Settings of repositories, by place.
    #[serde(default)]
    pub repository_settings: BTreeMap<String, String>,
    /// What the guard must answer.
    pub expect: Expect,
    /// Texts that stderr must hold.
    #[serde(default)]
    pub stderr: Vec<String>,
    /// Why that is the answer.
    pub why: String,
    /// For a refused call: the nearest harmless one.
    #[serde(default)]
    pub twin: Option<String>,
}

/// What the guard must answer.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// exit 0 in silence
    Allow,
    /// exit 0, a reason on stderr and in the agent's field
    Warn,
    /// exit 0, and the agent asks
    Ask,
    /// exit 2
    Block,
}

impl Expect {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Ask => "ask",
            Self::Block => "block",
        }
    }
}

/// What is wrong with a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for CorpusError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Reads the rows of several files, given as name and text.
///
/// # Errors
/// The first line that is no row, or whose id was there before.
pub fn read<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<Vec<Row>, CorpusError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut ids = BTreeSet::new();
    for (file, text) in files {
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let error = |message: String| CorpusError { file: file.to_owned(), line: index + 1, message };
            let row: Row = serde_json::from_str(line).map_err(|why| error(why.to_string()))?;
            if !ids.insert(row.id.clone()) {
                return Err(error(format!("the id `{}` was there before", row.id)));
            }
            rows.push(row);
        }
    }
    Ok(rows)
}

/// The rows that the binary carries.
///
/// # Errors
/// As [`read`]; a test holds the carried rows to be sound.
pub fn built_in() -> Result<Vec<Row>, CorpusError> {
    read(BUILT_IN.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str =
        r#"{"id":"a","rules":["2.1"],"class":"c","policy":"guard-main","expect":"allow","why":"w"}"#;

    #[test]
    fn a_row_with_an_unknown_field_or_a_known_id_is_refused() {
        assert_eq!(read([("f", ROW)]).map(|rows| rows.len()), Ok(1));
        let twice = format!("{ROW}\n\n{ROW}\n");
        let error = read([("f", twice.as_str())]).unwrap_err();
        assert_eq!((error.line, error.message.as_str()), (3, "the id `a` was there before"));
        let odd = ROW.replace("\"why\"", "\"because\"");
        assert!(read([("f", odd.as_str())]).unwrap_err().message.starts_with("unknown field `because`"));
    }
}
