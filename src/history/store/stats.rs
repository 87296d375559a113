//! What the history holds, in numbers.

use rusqlite::{Connection, params};
use serde_json::{Value, json};

use super::super::error::HistoryError;
use super::super::time;
use super::History;

/// Rows in each list.
const LISTED: i64 = 10;

/// What the history holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Observations.
    pub observations: i64,
    /// Sessions.
    pub sessions: i64,
    /// Secrets taken out.
    pub masked: i64,
    /// Blocks, questions and warnings of guards, by policy and verdict.
    pub findings: Vec<(String, String, i64)>,
    /// The first and the last observation's time.
    pub time: Option<(i64, i64)>,
    /// The database's size in bytes.
    pub bytes: i64,
    /// By tool, most used first.
    pub tools: Vec<ToolCount>,
    /// The slowest calls: duration in milliseconds, tool, what it was about.
    pub slowest: Vec<(i64, String, String)>,
    /// The most written files with how often.
    pub files: Vec<(String, i64)>,
}

/// The calls of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCount {
    /// The tool.
    pub tool: String,
    /// Its calls.
    pub calls: i64,
    /// Those that failed or were interrupted.
    pub failed: i64,
    /// Their mean duration in milliseconds, over those that tell it.
    pub mean: Option<i64>,
}

impl Statistics {
    /// The numbers as a JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        let tool = |row: &ToolCount| json!({"tool": row.tool, "calls": row.calls, "failed": row.failed, "mean_ms": row.mean});
        let finding = |(policy, verdict, count): &(String, String, i64)| json!({"policy": policy, "verdict": verdict, "count": count});
        let slow = |(duration, tool, subject): &(i64, String, String)| json!({"duration_ms": duration, "tool": tool, "subject": subject});
        json!({
            "observations": self.observations, "sessions": self.sessions, "masked": self.masked, "bytes": self.bytes,
            "first": self.time.map(|(first, _)| time::text(first)),
            "last": self.time.map(|(_, last)| time::text(last)),
            "tools": self.tools.iter().map(tool).collect::<Vec<_>>(),
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
            "slowest": self.slowest.iter().map(slow).collect::<Vec<_>>(),
            "files": self.files.iter().map(|(path, count)| json!({"path": path, "writes": count})).collect::<Vec<_>>(),
        })
    }
}

impl History {
    /// Counts what the history holds.
    ///
    /// # Errors
    /// As [`History::each`].
    pub fn statistics(&self) -> Result<Statistics, HistoryError> {
        statistics(&self.connection).map_err(|error| self.error(&error))
    }

    /// Is the database sound (`PRAGMA integrity_check`)? The first complaint if not.
    ///
    /// # Errors
    /// As [`History::each`].
    pub fn check(&self) -> Result<Option<String>, HistoryError> {
        let said: Result<String, _> =
            self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
        let said = said.map_err(|error| self.error(&error))?;
        Ok((said != "ok").then_some(said))
    }
}

fn statistics(connection: &Connection) -> rusqlite::Result<Statistics> {
    let one = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let (first, last): (Option<i64>, Option<i64>) =
        connection.query_row("SELECT min(at), max(at) FROM observation", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    Ok(Statistics {
        observations: one("SELECT count(*) FROM observation")?,
        sessions: one("SELECT count(*) FROM session")?,
        masked: one("SELECT coalesce(sum(masked), 0) FROM observation")?,
        findings: findings(connection)?,
        time: first.zip(last),
        bytes: one("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")?,
        tools: tools(connection)?,
        slowest: slowest(connection)?,
        files: files(connection)?,
    })
}

fn findings(connection: &Connection) -> rusqlite::Result<Vec<(String, String, i64)>> {
    let mut statement = connection.prepare(
        "SELECT policy, verdict, count(*) AS n FROM finding GROUP BY policy, verdict ORDER BY n DESC, policy",
    )?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

fn tools(connection: &Connection) -> rusqlite::Result<Vec<ToolCount>> {
    let mut statement = connection.prepare(
        "SELECT tool, count(*) AS n, sum(outcome IN (1, 2)), CAST(avg(duration) AS INTEGER)
         FROM observation GROUP BY tool ORDER BY n DESC, tool",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(ToolCount { tool: row.get(0)?, calls: row.get(1)?, failed: row.get(2)?, mean: row.get(3)? })
    })?;
    rows.collect()
}

fn slowest(connection: &Connection) -> rusqlite::Result<Vec<(i64, String, String)>> {
    let mut statement = connection.prepare(
        "SELECT duration, tool, coalesce(command, file, pattern, url, input) FROM observation
         WHERE duration IS NOT NULL ORDER BY duration DESC, id LIMIT ?1",
    )?;
    statement.query_map([LISTED], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

fn files(connection: &Connection) -> rusqlite::Result<Vec<(String, i64)>> {
    let mut statement = connection.prepare(
        "SELECT path, count(*) AS n FROM touch WHERE effect <> ?1 AND effect NOT GLOB 'git *' GROUP BY path ORDER BY n DESC, path LIMIT ?2",
    )?;
    statement.query_map(params!["read", LISTED], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
