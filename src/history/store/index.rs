//! Brings the full-text index up to the observations, in batches.

use rusqlite::{Connection, TransactionBehavior, params};

use super::super::error::HistoryError;
use super::History;

/// Observations in one batch, which holds the writer's lock.
const BATCH: i64 = 2000;

/// How far the index was brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// to the last observation
    Done,
    /// not to the last one
    Behind,
}

impl History {
    /// Indexes at most `batches` batches. Meant for searches (all) and hooks (one).
    pub(super) fn index(&mut self, batches: usize) -> Result<Progress, HistoryError> {
        for _ in 0..batches {
            if !self.is_behind()? {
                return Ok(Progress::Done);
            }
            let done = index_batch(&mut self.connection);
            done.map_err(|error| self.error(&error))?;
            self.move_log();
        }
        self.is_behind().map(|behind| if behind { Progress::Behind } else { Progress::Done })
    }

    fn is_behind(&self) -> Result<bool, HistoryError> {
        is_behind(&self.connection).map_err(|error| self.error(&error))
    }
}

fn is_behind(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT coalesce((SELECT max(id) FROM observation), 0) > value FROM progress WHERE name = 'indexed'",
        [],
        |row| row.get(0),
    )
}

fn index_batch(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = indexed(&transaction)?;
    let to: i64 = transaction.query_row(
        "SELECT coalesce(max(id), ?1) FROM (SELECT id FROM observation WHERE id > ?1 ORDER BY id LIMIT ?2)",
        params![from, BATCH],
        |row| row.get(0),
    )?;
    transaction.execute(
        "INSERT INTO words (rowid, tool, file, command, pattern, result)
         SELECT id, tool, file, command, pattern, result FROM observation_words WHERE id > ?1 AND id <= ?2",
        params![from, to],
    )?;
    set_indexed(&transaction, to)?;
    transaction.commit()
}

/// The last observation that the index holds.
pub(super) fn indexed(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT value FROM progress WHERE name = 'indexed'", [], |row| row.get(0))
}

/// Notes how far the index reaches.
pub(super) fn set_indexed(connection: &Connection, to: i64) -> rusqlite::Result<()> {
    connection.execute("UPDATE progress SET value = ?1 WHERE name = 'indexed'", [to]).map(drop)
}
