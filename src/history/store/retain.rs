//! Lets go of old observations, and of those that a person wants gone.

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::super::Settings;
use super::super::error::HistoryError;
use super::History;
use super::index::{indexed, set_indexed};

/// Observations that one hook lets go of at most, so that it does not delay a session's end.
const AT_ONCE: i64 = 2000;

const DAY_MILLISECONDS: i64 = 86_400_000;

/// Which observations a person wants gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purge {
    /// all of them
    All,
    /// those before this time, in milliseconds since 1970-01-01 UTC
    Before(i64),
    /// those of this session
    Session(String),
}

/// What was let go of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// Observations.
    pub observations: i64,
    /// Blocks and warnings.
    pub findings: i64,
}

impl History {
    /// Lets go of what is older than the settings keep: a bounded number, the rest next time.
    ///
    /// # Errors
    /// As [`History::record`].
    pub fn retain(&mut self, settings: &Settings, now: i64) -> Result<Purged, HistoryError> {
        let age = i64::try_from(settings.keep_days).unwrap_or(i64::MAX).saturating_mul(DAY_MILLISECONDS);
        let keep = i64::try_from(settings.keep_observations).unwrap_or(i64::MAX);
        let cutoff = now.saturating_sub(age);
        self.remove(|transaction| {
            transaction.execute_batch("CREATE TEMP TABLE IF NOT EXISTS gone (id INTEGER PRIMARY KEY)")?;
            transaction.execute(
                "INSERT INTO gone SELECT id FROM (SELECT id, at FROM observation ORDER BY id LIMIT ?1)
                 WHERE at < ?2 OR id <= (SELECT max(id) FROM observation) - ?3",
                params![AT_ONCE, cutoff, keep],
            )?;
            let findings = transaction.execute("DELETE FROM finding WHERE at < ?1", [cutoff])?;
            Ok(count(findings))
        })
    }

    /// Lets go of what a person wants gone, and gives the room back to the disk.
    ///
    /// # Errors
    /// As [`History::record`].
    pub fn purge(&mut self, what: &Purge) -> Result<Purged, HistoryError> {
        let purged = self.remove(|transaction| {
            transaction.execute_batch("CREATE TEMP TABLE IF NOT EXISTS gone (id INTEGER PRIMARY KEY)")?;
            mark(transaction, what)
        })?;
        let tidied = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
        tidied.map_err(|error| self.error(&error))?;
        Ok(purged)
    }

    fn remove(
        &mut self,
        mark: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<i64>,
    ) -> Result<Purged, HistoryError> {
        let removed = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(
            |transaction| {
                let findings = mark(&transaction)?;
                let observations = remove_marked(&transaction)?;
                transaction.commit()?;
                Ok(Purged { observations, findings })
            },
        );
        let removed = removed.map_err(|error| self.error(&error))?;
        self.move_log();
        Ok(removed)
    }
}

/// Marks the observations and removes the findings that go with them; gives the number of findings.
fn mark(transaction: &Transaction<'_>, what: &Purge) -> rusqlite::Result<i64> {
    let findings = match what {
        Purge::All => {
            transaction.execute("INSERT INTO gone SELECT id FROM observation", [])?;
            transaction.execute("DELETE FROM finding", [])?
        }
        Purge::Before(at) => {
            transaction.execute("INSERT INTO gone SELECT id FROM observation WHERE at < ?1", [at])?;
            transaction.execute("DELETE FROM finding WHERE at < ?1", [at])?
        }
        Purge::Session(name) => {
            let of_session = "session IN (SELECT id FROM session WHERE name = ?1)";
            transaction.execute(
                &format!("INSERT INTO gone SELECT id FROM observation WHERE {of_session}"),
                [name],
            )?;
            transaction.execute(&format!("DELETE FROM finding WHERE {of_session}"), [name])?
        }
    };
    Ok(count(findings))
}

/// Removes the marked observations everywhere. The index needs the very words that it was given, so it goes first.
fn remove_marked(transaction: &Transaction<'_>) -> rusqlite::Result<i64> {
    let indexed = indexed(transaction)?;
    transaction.execute(
        "INSERT INTO words (words, rowid, tool, file, command, pattern, result)
         SELECT 'delete', w.id, w.tool, w.file, w.command, w.pattern, w.result
         FROM gone JOIN observation_words w ON w.id = gone.id WHERE gone.id <= ?1",
        [indexed],
    )?;
    transaction.execute("DELETE FROM touch WHERE observation IN (SELECT id FROM gone)", [])?;
    let observations =
        transaction.execute("DELETE FROM observation WHERE id IN (SELECT id FROM gone)", [])?;
    transaction.execute(
        "DELETE FROM session WHERE ended IS NOT NULL AND NOT EXISTS (SELECT 1 FROM observation WHERE session = session.id)
         AND NOT EXISTS (SELECT 1 FROM finding WHERE session = session.id)",
        [],
    )?;
    transaction.execute_batch("DROP TABLE temp.gone")?;
    lower_indexed(transaction, indexed)?;
    Ok(count(observations))
}

/// Numbers are given anew after the last ones were removed; the index must not think that it holds those.
fn lower_indexed(connection: &Connection, indexed: i64) -> rusqlite::Result<()> {
    let last: i64 =
        connection.query_row("SELECT coalesce(max(id), 0) FROM observation", [], |row| row.get(0))?;
    if last < indexed { set_indexed(connection, last) } else { Ok(()) }
}

fn count(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}
