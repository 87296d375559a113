//! What wrote a file: newest first.

use rusqlite::types::Value as Sql;
use rusqlite::{Row, params_from_iter};
use serde_json::{Value, json};

use super::super::error::HistoryError;
use super::super::observation::Outcome;
use super::super::time;
use super::History;
use super::record::name;

/// Directories above a path that are looked at.
const ANCESTORS: usize = 64;

/// One touch of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The observation's number.
    pub observation: i64,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The path as it was stored: the file itself, one below it, a directory that holds it, or a glob that matches it.
    pub path: String,
    /// What was done.
    pub effect: String,
    /// The repository's root.
    pub repository: Option<String>,
    /// The branch.
    pub branch: Option<String>,
    /// False if it may not have happened.
    pub certain: bool,
    /// The tool.
    pub tool: String,
    /// The command, or nothing for a tool that edits.
    pub command: Option<String>,
    /// How the call ended.
    pub outcome: Outcome,
    /// The session's name.
    pub session: String,
    /// The agent.
    pub agent: String,
}

impl FileEntry {
    /// The touch as a JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "observation": self.observation, "at": time::text(self.at), "path": self.path, "effect": self.effect,
            "repository": self.repository, "branch": self.branch, "certain": self.certain, "tool": self.tool,
            "command": self.command, "outcome": self.outcome.word(), "session": self.session, "agent": self.agent,
        })
    }
}

/// Which touches count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// writes
    Written,
    /// writes and reads
    ReadToo,
}

impl History {
    /// What touched `path` (absolute), newest first: the file itself, anything below it if it is a directory, a
    /// directory above it that was removed, moved or copied whole, a glob that matches it.
    ///
    /// # Errors
    /// As [`History::each`].
    pub fn file(&self, path: &str, which: Touched, limit: usize) -> Result<Vec<FileEntry>, HistoryError> {
        let path = name(path);
        let path = path.as_str().trim_end_matches('/');
        let mut values = vec![
            Sql::Text(path.to_owned()),
            Sql::Integer(i64::try_from(limit).unwrap_or(i64::MAX)),
            Sql::Text(parent(path).to_owned()),
        ];
        let mut whole = Vec::new();
        for directory in ancestors(path).take(ANCESTORS) {
            values.push(Sql::Text(directory.to_owned()));
            whole.push(format!("?{0}, ?{0} || '/**'", values.len()));
        }
        let reads = match which {
            Touched::Written => "AND t.effect <> 'read'",
            Touched::ReadToo => "",
        };
        let sql = statement(&whole.join(", "), reads);
        let read = || {
            let mut statement = self.connection.prepare(&sql)?;
            let rows = statement.query_map(params_from_iter(values), entry)?;
            rows.collect::<rusqlite::Result<Vec<FileEntry>>>()
        };
        read().map_err(|error| self.error(&error))
    }
}

/// `?1` the path, `?2` the limit, `?3` its directory. `0` is the sign after `/`.
fn statement(whole: &str, reads: &str) -> String {
    format!(
        "SELECT o.id, o.at, t.path, t.effect, t.repository, t.branch, t.certain, o.tool, o.command, o.outcome, s.name,
            s.agent
         FROM touch t JOIN observation o ON o.id = t.observation JOIN session s ON s.id = o.session
         WHERE (t.path = ?1
            OR (t.path > ?1 || '/' AND t.path < ?1 || '0')
            OR (t.path > ?3 || '/' AND t.path < ?3 || '0' AND instr(t.path, '*') > 0 AND ?1 GLOB t.path)
            OR (t.path IN ({whole}) AND t.effect NOT IN ('read', 'mkdir', 'metadata', 'link')
                AND (t.effect NOT GLOB 'git *' OR t.path GLOB '*/[*][*]')))
         {reads} ORDER BY t.observation DESC, t.ordinal LIMIT ?2"
    )
}

fn entry(row: &Row<'_>) -> rusqlite::Result<FileEntry> {
    Ok(FileEntry {
        observation: row.get(0)?,
        at: row.get(1)?,
        path: row.get(2)?,
        effect: row.get(3)?,
        repository: row.get(4)?,
        branch: row.get(5)?,
        certain: row.get(6)?,
        tool: row.get(7)?,
        command: row.get(8)?,
        outcome: Outcome::from_code(row.get(9)?),
        session: row.get(10)?,
        agent: row.get(11)?,
    })
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// The directories above a path, nearest first, without the root.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(parent(path)), |directory| Some(parent(directory)))
        .take_while(|directory| !directory.is_empty())
}
