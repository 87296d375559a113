//! Full-text search over the observations' words: tool, file, command, pattern, result.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::super::error::HistoryError;
use super::super::semantic::Ranking;
use super::History;
use super::entry::{COLUMNS, Entry, Filter, read, touches};
use super::expression::{expression, no_words, quoted, terms};
use super::index::Progress;
use super::narrow::narrowed;
use super::rank::{Term, scores, words};

/// Newest matches that are ranked: a word that stands in a million observations must not cost a million ranks.
const RANKED: usize = 200;

/// Newest matches of each word of a prompt that are ranked.
const RANKED_OF_WORD: usize = 40;

/// Newest matches of each word of a prompt that are looked through for those of its directory: a prompt waits for this.
const LOOKED_THROUGH_OF_WORD: usize = 1000;

/// Words that a beginning of a word is completed to.
const COMPLETIONS: usize = 128;

/// Newest rows that are looked through for a beginning of more words.
const LOOKED_THROUGH: usize = 600;

/// Characters of an entry that a semantic ranking looks at.
const RANKED_CHARACTERS: usize = 2000;

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
    /// together; a word after `-` must not be there; `OR` joins alternatives. Without words the newest are given. With a
    /// ranking the matches are ordered by it, by BM25 among equals.
    ///
    /// # Errors
    /// `Query` if the words are only signs; `Model`; else as [`History::each`].
    pub fn search(
        &mut self,
        query: &str,
        filter: &Filter,
        limit: usize,
        ranking: Option<&dyn Ranking>,
    ) -> Result<Found, HistoryError> {
        if query.trim().is_empty() {
            let hits = newest(&self.connection, filter, limit).map_err(|error| self.error(&error))?;
            return Ok(Found { hits, behind: false });
        }
        let behind = self.is_left_behind(BATCHES);
        let matched = matching(&self.connection, query, filter).map_err(|error| self.error(&error))?;
        let Some(mut matched) = matched else { return Err(no_words()) };
        if let Some(ranking) = ranking {
            reorder(query, &mut matched, ranking)?;
        }
        let hits = hits(&self.connection, matched, limit).map_err(|error| self.error(&error))?;
        Ok(Found { hits, behind })
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
    let entries = matches(connection, None, filter, limit)?;
    entries.into_iter().map(|entry| filled(connection, entry, String::new(), 0.0)).collect()
}

/// Matches in their order, with what found them.
struct Matched {
    found_by: FoundBy,
    scored: Vec<(f64, Entry)>,
}

/// What found the matches, and marks their words in a snippet.
enum FoundBy {
    /// an expression of the index
    Expression(String),
    /// a query with beginnings of words: an entry is marked by those that it holds, for they may be many in all
    Query(String),
}

impl FoundBy {
    fn expression(&self, entry: &Entry) -> rusqlite::Result<String> {
        match self {
            Self::Expression(expression) => Ok(expression.clone()),
            Self::Query(query) => {
                let mut own = |beginning: &str| {
                    let mut own: Vec<String> =
                        entry_words(entry).filter(|word| word.starts_with(beginning)).collect();
                    own.sort_unstable();
                    own.dedup();
                    own.truncate(COMPLETIONS);
                    Ok(Some(own))
                };
                Ok(expression(query, &mut own)?.unwrap_or_default())
            }
        }
    }
}

/// The newest observations that match, best first; `None` if the query holds no word.
fn matching(connection: &Connection, query: &str, filter: &Filter) -> rusqlite::Result<Option<Matched>> {
    let mut many = Vec::new();
    let mut completions = |beginning: &str| {
        let found = completions(connection, beginning)?;
        if found.is_none() {
            many.push(beginning.to_owned());
        }
        Ok(found)
    };
    let Some(expression) = expression(query, &mut completions)? else { return Ok(None) };
    let mut wanted = Vec::new();
    for term in terms(query).iter().filter(|term| !term.starts_with('-') && *term != "OR") {
        let prefix = term.ends_with('*') && !term.starts_with('"');
        for word in words(term) {
            wanted.push(Term::new(connection, &word, prefix)?);
        }
    }
    let dense = if many.is_empty() { None } else { dense(connection, query, &many, filter)? };
    let entries = match dense {
        Some(entries) => entries,
        None => matches(connection, Some(&expression), filter, RANKED)?,
    };
    let found_by =
        if query.contains('*') { FoundBy::Query(query.to_owned()) } else { FoundBy::Expression(expression) };
    Ok(Some(Matched { found_by, scored: best(&wanted, entries) }))
}

/// The newest matches of a query in which a beginning has `many` words: such words stand in so many rows that the newest
/// ones are looked through themselves. `None` if they hold too few matches to tell.
fn dense(
    connection: &Connection,
    query: &str,
    many: &[String],
    filter: &Filter,
) -> rusqlite::Result<Option<Vec<Entry>>> {
    let terms = terms(query);
    let is_many = |term: &&String| {
        term.strip_suffix('*').is_some_and(|beginning| many.contains(&beginning.to_lowercase()))
    };
    if terms.iter().any(|term| term == "OR" || term.starts_with('-'))
        || terms.iter().filter(is_many).count() < many.len()
    {
        return Ok(None);
    }
    let others: Vec<&str> =
        terms.iter().filter(|term| !is_many(term)).map(|term| term.trim_matches('"')).collect();
    let rest = others.iter().filter(|other| words(other).next().is_some()).map(|other| quoted(other));
    let rest = rest.collect::<Vec<_>>().join(" AND ");
    if others.iter().any(|other| other.ends_with('*')) {
        return Ok(None);
    }
    let mut entries =
        matches(connection, Some(rest.as_str()).filter(|rest| !rest.is_empty()), filter, LOOKED_THROUGH)?;
    let exhausted = entries.len() < LOOKED_THROUGH;
    entries.retain(|entry| {
        let all: Vec<String> = entry_words(entry).collect();
        many.iter().all(|beginning| all.iter().any(|word| word.starts_with(beginning)))
    });
    let enough = exhausted || entries.len() >= RANKED;
    entries.truncate(RANKED);
    Ok(enough.then_some(entries))
}

/// The words of an entry that the index holds.
fn entry_words(entry: &Entry) -> impl Iterator<Item = String> + '_ {
    let texts = [
        entry.tool.as_str(),
        entry.details.file.as_deref().unwrap_or_default(),
        entry.details.command.as_deref().or(entry.details.url.as_deref()).unwrap_or_default(),
        entry.details.pattern.as_deref().unwrap_or_default(),
        entry.error.as_deref().unwrap_or_default(),
        &entry.output,
    ];
    texts.into_iter().flat_map(words)
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
        for entry in newest_matches(connection, &quoted(word), filter, RANKED_OF_WORD)? {
            if !entries.iter().any(|known| known.id == entry.id) {
                entries.push(entry);
            }
        }
    }
    let expression = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" OR ");
    let found_by = FoundBy::Expression(expression);
    hits(connection, Matched { found_by, scored: best(&wanted, entries) }, limit)
}

/// The entries with their scores, best first, later ones first among equals.
fn best(terms: &[Term], entries: Vec<Entry>) -> Vec<(f64, Entry)> {
    let scores = scores(terms, &entries);
    let mut scored: Vec<(f64, Entry)> = scores.into_iter().zip(entries).collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(other.1.id.cmp(&one.1.id)));
    scored
}

/// Puts the entries in the order of a ranking; equals stay as they are, and so does all if it knows no word of the query.
fn reorder(query: &str, matched: &mut Matched, ranking: &dyn Ranking) -> Result<(), HistoryError> {
    let text = |entry: &Entry| {
        let output: String = entry.output.chars().take(RANKED_CHARACTERS).collect();
        format!("{} {} {output}", entry.subject(), entry.error.as_deref().unwrap_or_default())
    };
    let texts: Vec<String> = matched.scored.iter().map(|(_, entry)| text(entry)).collect();
    let Some(nearness) = ranking.nearness(query, &texts)? else { return Ok(()) };
    let taken = std::mem::take(&mut matched.scored);
    let mut ranked: Vec<(f64, (f64, Entry))> = nearness.into_iter().zip(taken).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    matched.scored = ranked.into_iter().map(|(_, scored)| scored).collect();
    Ok(())
}

fn hits(connection: &Connection, mut matched: Matched, limit: usize) -> rusqlite::Result<Vec<Hit>> {
    let scored = std::mem::take(&mut matched.scored);
    let hit = |(score, entry): (f64, Entry)| {
        let snippet = snippet(connection, &matched.found_by.expression(&entry)?, entry.id)?;
        filled(connection, entry, snippet, score)
    };
    scored.into_iter().take(limit).map(hit).collect()
}

/// The words of the index that begin so, each found by one step behind the last; `None` if there are too many.
fn completions(connection: &Connection, beginning: &str) -> rusqlite::Result<Option<Vec<String>>> {
    // A table of the connection's own, so that a history that may not be written has it, too.
    connection.execute_batch(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, instance)",
    )?;
    let mut next = connection.prepare_cached("SELECT term FROM temp.vocabulary WHERE term >= ?1 LIMIT 1")?;
    let mut found: Vec<String> = Vec::new();
    let mut from = beginning.to_owned();
    while found.len() <= COMPLETIONS {
        let word: Option<String> = next.query_row([&from], |row| row.get(0)).optional()?;
        let Some(word) = word.filter(|word| word.starts_with(beginning)) else { return Ok(Some(found)) };
        // U+0001 stands in no word: the next one that is not this very word.
        from = format!("{word}\u{1}");
        found.push(word);
    }
    Ok(None)
}

/// The newest matches of an expression; without one, the newest of all.
fn matches(
    connection: &Connection,
    expression: Option<&str>,
    filter: &Filter,
    limit: usize,
) -> rusqlite::Result<Vec<Entry>> {
    let Some(place) = narrowed(connection, filter)? else { return Ok(Vec::new()) };
    let (conditions, mut values) = filter.conditions();
    values.extend([Sql::Integer(*place.start()), Sql::Integer(*place.end()), number(limit)]);
    let last = values.len();
    let (from, key, matched) = match expression {
        None => ("observation o", "o.id", String::new()),
        Some(expression) => {
            values.push(Sql::Text(of_tool(expression, filter.tool.as_deref())));
            let matched = format!("words MATCH ?{} AND ", last + 1);
            ("words JOIN observation o ON o.id = words.rowid", "words.rowid", matched)
        }
    };
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM {from} JOIN session s ON s.id = o.session
         WHERE {matched}{key} BETWEEN ?{} AND ?{}{conditions} ORDER BY {key} DESC LIMIT ?{last}",
        last - 2,
        last - 1
    ))?;
    let found = statement.query_map(params_from_iter(values), read)?;
    found.collect()
}

/// The index finds a tool's rows; the condition of the filter compares the name itself.
fn of_tool(expression: &str, tool: Option<&str>) -> String {
    match tool.filter(|tool| words(tool).next().is_some()) {
        Some(tool) => format!("({expression}) AND tool : {}", quoted(tool)),
        None => expression.to_owned(),
    }
}

/// The newest matches of a word among the last ones, so that what is common elsewhere costs little.
fn newest_matches(
    connection: &Connection,
    expression: &str,
    filter: &Filter,
    limit: usize,
) -> rusqlite::Result<Vec<Entry>> {
    let (conditions, mut values) = filter.conditions();
    values.extend([Sql::Text(expression.to_owned()), number(LOOKED_THROUGH_OF_WORD), number(limit)]);
    let last = values.len();
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM
            (SELECT rowid AS id FROM words WHERE words MATCH ?{} ORDER BY rowid DESC LIMIT ?{}) AS matched
         JOIN observation o ON o.id = matched.id JOIN session s ON s.id = o.session
         WHERE 1{conditions} ORDER BY o.id DESC LIMIT ?{last}",
        last - 2,
        last - 1
    ))?;
    let found = statement.query_map(params_from_iter(values), read)?;
    found.collect()
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

fn number(limit: usize) -> Sql {
    Sql::Integer(i64::try_from(limit).unwrap_or(i64::MAX))
}
