//! Full-text search over the observations' words: tool, file, command, pattern, result.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::super::error::HistoryError;
use super::History;
use super::entry::{COLUMNS, Entry, Filter, read, touches};
use super::index::Progress;
use super::rank::{Term, scores, words};

/// Newest matches that are ranked: a word that stands in a million observations must not cost a million ranks.
const RANKED: usize = 200;

/// Newest matches of each word of a prompt that are ranked.
const RANKED_OF_WORD: usize = 40;

/// Batches that a search indexes before it looks.
const BATCHES: usize = 10_000;

/// Words around a match in a snippet.
const SNIPPET: &str = "snippet(words, -1, '\u{2}', '\u{3}', '…', 16)";

/// One match.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The observation.
    pub entry: Entry,
    /// Words around the match, the matched ones between U+0002 and U+0003; empty for a search without words.
    pub snippet: String,
    /// BM25, higher is nearer; 0 for a search without words.
    pub score: f64,
}

/// What a search gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The matches, best first; newest first for a search without words.
    pub hits: Vec<Hit>,
    /// True if the index does not hold the newest observations and could not be brought up to them.
    pub behind: bool,
}

impl History {
    /// Looks for observations that hold all words of `query`. A word may end in `*`; words in double quotes stand
    /// together; a word after `-` must not be there; `OR` joins alternatives. Without words the newest are given.
    ///
    /// # Errors
    /// `Query` if the words are only signs; else as [`History::each`].
    pub fn search(&mut self, query: &str, filter: &Filter, limit: usize) -> Result<Found, HistoryError> {
        if query.trim().is_empty() {
            let hits = newest(&self.connection, filter, limit).map_err(|error| self.error(&error))?;
            return Ok(Found { hits, behind: false });
        }
        let expression = expression(query)?;
        let behind = self.is_left_behind(BATCHES);
        let hits = matching(&self.connection, query, &expression, filter, limit);
        hits.map(|hits| Found { hits, behind }).map_err(|error| self.error(&error))
    }

    /// Looks for observations that hold any of the words, for a prompt; indexes one batch at most.
    pub(in super::super) fn search_any(
        &mut self,
        words: &[String],
        filter: &Filter,
        limit: usize,
    ) -> Result<Found, HistoryError> {
        let behind = self.is_left_behind(1);
        let hits = any(&self.connection, words, filter, limit);
        hits.map(|hits| Found { hits, behind }).map_err(|error| self.error(&error))
    }

    /// Brings the index up; a history that can't be written is searched as far as it is indexed.
    fn is_left_behind(&mut self, batches: usize) -> bool {
        !matches!(self.index(batches), Ok(Progress::Done))
    }
}

fn newest(connection: &Connection, filter: &Filter, limit: usize) -> rusqlite::Result<Vec<Hit>> {
    let (conditions, mut values) = filter.conditions();
    values.push(number(limit));
    let mut statement = connection.prepare(&format!(
        "SELECT {COLUMNS} FROM observation o JOIN session s ON s.id = o.session
         WHERE 1{conditions} ORDER BY o.id DESC LIMIT ?{}",
        values.len()
    ))?;
    let rows = statement.query_map(params_from_iter(values), read)?;
    let entries: Vec<Entry> = rows.collect::<rusqlite::Result<_>>()?;
    let hit = |entry| filled(connection, entry, String::new(), 0.0);
    entries.into_iter().map(hit).collect()
}

/// The newest observations that match, best first.
fn matching(
    connection: &Connection,
    query: &str,
    expression: &str,
    filter: &Filter,
    limit: usize,
) -> rusqlite::Result<Vec<Hit>> {
    let mut wanted = Vec::new();
    for term in terms(query).iter().filter(|term| !term.starts_with('-') && *term != "OR") {
        let prefix = term.ends_with('*') && !term.starts_with('"');
        for word in words(term) {
            wanted.push(Term::new(connection, &word, prefix)?);
        }
    }
    let entries = matches(connection, expression, filter, RANKED)?;
    best(connection, expression, &wanted, entries, limit)
}

/// The newest observations that hold a word, for each word, the best of all first.
fn any(
    connection: &Connection,
    words: &[String],
    filter: &Filter,
    limit: usize,
) -> rusqlite::Result<Vec<Hit>> {
    let mut wanted = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    for word in words {
        wanted.push(Term::new(connection, word, false)?);
        for entry in matches(connection, &quoted(word), filter, RANKED_OF_WORD)? {
            if !entries.iter().any(|known| known.id == entry.id) {
                entries.push(entry);
            }
        }
    }
    let expression = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" OR ");
    best(connection, &expression, &wanted, entries, limit)
}

/// The best of the entries, later ones first among equals.
fn best(
    connection: &Connection,
    expression: &str,
    terms: &[Term],
    entries: Vec<Entry>,
    limit: usize,
) -> rusqlite::Result<Vec<Hit>> {
    let scores = scores(terms, &entries);
    let mut scored: Vec<(f64, Entry)> = scores.into_iter().zip(entries).collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(other.1.id.cmp(&one.1.id)));
    let hit = |(score, entry): (f64, Entry)| {
        let snippet = snippet(connection, expression, entry.id)?;
        filled(connection, entry, snippet, score)
    };
    scored.into_iter().take(limit).map(hit).collect()
}

/// The newest matches of an expression.
fn matches(
    connection: &Connection,
    expression: &str,
    filter: &Filter,
    limit: usize,
) -> rusqlite::Result<Vec<Entry>> {
    let (conditions, mut values) = filter.conditions();
    values.push(Sql::Text(expression.to_owned()));
    let matched = values.len();
    values.push(number(limit));
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM words JOIN observation o ON o.id = words.rowid JOIN session s ON s.id = o.session
         WHERE words MATCH ?{matched}{conditions} ORDER BY words.rowid DESC LIMIT ?{}",
        values.len()
    ))?;
    let rows = statement.query_map(params_from_iter(values), read)?;
    rows.collect()
}

fn snippet(connection: &Connection, expression: &str, id: i64) -> rusqlite::Result<String> {
    let mut statement = connection
        .prepare_cached(&format!("SELECT {SNIPPET} FROM words WHERE words MATCH ?1 AND rowid = ?2"))?;
    let found =
        statement.query_row(params![expression, id], |row| row.get::<_, Option<String>>(0)).optional()?;
    Ok(found.flatten().unwrap_or_default())
}

fn filled(connection: &Connection, mut entry: Entry, snippet: String, score: f64) -> rusqlite::Result<Hit> {
    entry.touches = touches(connection, entry.id)?;
    Ok(Hit { entry, snippet, score })
}

/// The query in FTS5's language. Every word goes in quoted, so that no sign of it means anything there.
fn expression(query: &str) -> Result<String, HistoryError> {
    let (mut wanted, mut unwanted) = (String::new(), Vec::new());
    let mut joiner = "";
    for term in terms(query) {
        if term == "OR" && !wanted.is_empty() {
            joiner = " OR ";
        } else if let Some(word) = term.strip_prefix('-').filter(|word| has_word(word)) {
            unwanted.push(quoted_term(word));
        } else if has_word(&term) {
            wanted.push_str(if wanted.is_empty() { "" } else { joiner });
            wanted.push_str(&quoted_term(&term));
            joiner = " AND ";
        }
    }
    if wanted.is_empty() {
        return Err(HistoryError::Query { detail: "no word in it that could be looked for".to_owned() });
    }
    if unwanted.is_empty() {
        return Ok(wanted);
    }
    Ok(format!("({wanted}) NOT ({})", unwanted.join(" OR ")))
}

/// Words and phrases in double quotes (their quotes kept at the start, to tell a quoted `OR` from the joiner).
fn terms(query: &str) -> Vec<String> {
    let mut terms = Vec::new();
    for (index, part) in query.split('"').enumerate() {
        if index % 2 == 1 {
            terms.push(format!("\"{part}"));
        } else {
            terms.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    terms
}

fn quoted_term(term: &str) -> String {
    let (word, star) = match term.strip_suffix('*') {
        Some(word) if !term.starts_with('"') => (word, "*"),
        _ => (term, ""),
    };
    format!("{}{star}", quoted(word))
}

fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('"', " ").trim())
}

fn has_word(term: &str) -> bool {
    term.chars().any(char::is_alphanumeric)
}

fn number(limit: usize) -> Sql {
    Sql::Integer(i64::try_from(limit).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("cargo test", r#""cargo" AND "test""#)]
    #[case("src/main.rs", r#""src/main.rs""#)]
    #[case("carg*", r#""carg"*"#)]
    #[case(r#""two words" end"#, r#""two words" AND "end""#)]
    #[case("a OR b", r#""a" OR "b""#)]
    #[case("a -b", r#"("a") NOT ("b")"#)]
    #[case(r#"NEAR( a" b"#, r#""NEAR(" AND "a" AND "b""#)]
    fn words_become_an_expression(#[case] query: &str, #[case] wanted: &str) {
        assert_eq!(expression(query).unwrap(), wanted);
    }

    #[rstest]
    #[case("\"")]
    #[case("-- ***")]
    #[case("OR -x")]
    fn signs_alone_are_refused(#[case] query: &str) {
        if query.contains("OR") {
            assert_eq!(expression(query).unwrap(), r#"("OR") NOT ("x")"#);
        } else {
            assert!(matches!(expression(query), Err(HistoryError::Query { .. })));
        }
    }
}
