//! Where in the history the rows that a filter wants can lie, told by its indexes.
//!
//! The full text gives its matches newest first. Rows of a branch, a session or a time lie close together, so a search
//! for a common word need not pass over all the others.

use std::ops::RangeInclusive;

use rusqlite::{Connection, params};

use super::entry::Filter;

/// Rows behind a time of which the first in number is taken: clocks of writers differ by little.
const DISORDER: i64 = 10_000;

/// The numbers between which all observations lie that the filter wants; `None` if there are none.
pub(super) fn narrowed(
    connection: &Connection,
    filter: &Filter,
) -> rusqlite::Result<Option<RangeInclusive<i64>>> {
    let mut rows = 0..=i64::MAX;
    if let Some(branch) = &filter.branch {
        let found = range(
            connection,
            "SELECT (SELECT min(observation) FROM touch WHERE branch = ?1),
                    (SELECT max(observation) FROM touch WHERE branch = ?1)",
            params![branch],
        )?;
        let Some(found) = found else { return Ok(None) };
        rows = meet(&rows, &found);
    }
    if let Some(session) = &filter.session {
        let found = range(
            connection,
            "SELECT min(o.id), max(o.id) FROM session s JOIN observation o ON o.session = s.id
             WHERE s.name >= ?1 AND s.name < ?1 || char(1114111)",
            params![session],
        )?;
        let Some(found) = found else { return Ok(None) };
        rows = meet(&rows, &found);
    }
    if let Some(since) = filter.since {
        let found = range(
            connection,
            "SELECT min(id), 9223372036854775807 FROM
             (SELECT id FROM observation WHERE at >= ?1 ORDER BY at LIMIT ?2)",
            params![since, DISORDER],
        )?;
        let Some(found) = found else { return Ok(None) };
        rows = meet(&rows, &found);
    }
    Ok((!rows.is_empty()).then_some(rows))
}

fn range(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
) -> rusqlite::Result<Option<RangeInclusive<i64>>> {
    use rusqlite::OptionalExtension as _;
    let mut statement = connection.prepare_cached(sql)?;
    let found: Option<(Option<i64>, Option<i64>)> =
        statement.query_row(values, |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    Ok(found.and_then(|(first, last)| Some(first?..=last?)))
}

fn meet(one: &RangeInclusive<i64>, other: &RangeInclusive<i64>) -> RangeInclusive<i64> {
    *one.start().max(other.start())..=*one.end().min(other.end())
}
