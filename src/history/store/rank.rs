//! The order of matches: BM25 over the newest ones.
//!
//! SQLite's own `bm25()` counts every row that holds a word before it ranks the first one, which costs a tenth of a
//! second where a word stands in most of a million rows. Here the newest matches are ranked, and how common a word is
//! is told by how close together its newest rows lie.

use rusqlite::{Connection, params};

use super::entry::Entry;

/// Rows by which a word's frequency is told.
const SAMPLE: i64 = 64;

/// Characters of a text that are looked at.
const CHARACTERS: usize = 4000;

/// How soon more occurrences stop to matter, and how much a long text counts less (the usual BM25 constants).
const SATURATION: f64 = 1.2;
const LENGTH_SHARE: f64 = 0.5;

/// A word that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    /// In small letters.
    pub(super) word: String,
    /// Any word that begins so counts.
    pub(super) prefix: bool,
    /// How telling it is.
    weight: f64,
}

impl Term {
    /// A word, with how telling it is in this database.
    pub(super) fn new(connection: &Connection, word: &str, prefix: bool) -> rusqlite::Result<Self> {
        let word = word.to_lowercase();
        let weight = if prefix { 1.0 } else { weight(connection, &word)? };
        Ok(Self { word, prefix, weight })
    }
}

/// The words of a text, in small letters, as the index has them but for accents.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Scores of entries, higher for those that have more to do with the terms.
pub(super) fn scores(terms: &[Term], entries: &[Entry]) -> Vec<f64> {
    let counted: Vec<Counts> = entries.iter().map(|entry| Counts::of(terms, entry)).collect();
    let total: f64 = counted.iter().map(|counts| counts.length).sum();
    let mean = (total / f64::from(u32::try_from(counted.len().max(1)).unwrap_or(u32::MAX))).max(1.0);
    counted.iter().map(|counts| counts.score(terms, mean)).collect()
}

/// The inverse frequency of a word.
fn weight(connection: &Connection, word: &str) -> rusqlite::Result<f64> {
    let mut statement = connection.prepare_cached(
        "SELECT count(*), min(rowid), (SELECT coalesce(max(id), 0) FROM observation) FROM
         (SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rowid DESC LIMIT ?2)",
    )?;
    let quoted = format!("\"{}\"", word.replace('"', " "));
    let (count, oldest, last): (u32, Option<i64>, i64) =
        statement.query_row(params![quoted, SAMPLE], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let number = |value: i64| f64::from(u32::try_from(value).unwrap_or(u32::MAX));
    let all = number(last).max(1.0);
    let rows = match oldest {
        Some(oldest) if i64::from(count) == SAMPLE => {
            f64::from(count) * all / number(last - oldest + 1).max(1.0)
        }
        _ => f64::from(count),
    };
    Ok((1.0 + (all - rows + 0.5).max(0.0) / (rows + 0.5)).ln())
}

/// How often each term stands in an entry, by weight of the place, and how long the entry is.
struct Counts {
    terms: Vec<f64>,
    length: f64,
}

impl Counts {
    fn of(terms: &[Term], entry: &Entry) -> Self {
        // What was asked for says more than what came out.
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        let places = [
            (1.0, entry.tool.clone()),
            (6.0, optional(&entry.details.file)),
            (6.0, entry.details.command.clone().or_else(|| entry.details.url.clone()).unwrap_or_default()),
            (4.0, optional(&entry.details.pattern)),
            (1.0, optional(&entry.error)),
            (1.0, head(&entry.output)),
        ];
        let mut counts = Self { terms: vec![0.0; terms.len()], length: 0.0 };
        for (weight, text) in places {
            for word in words(&text) {
                counts.length += 1.0;
                for (term, count) in terms.iter().zip(&mut counts.terms) {
                    if word == term.word || term.prefix && word.starts_with(&term.word) {
                        *count += weight;
                    }
                }
            }
        }
        counts
    }

    fn score(&self, terms: &[Term], mean: f64) -> f64 {
        let long = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * self.length / mean);
        let part = |(term, count): (&Term, &f64)| term.weight * count * (SATURATION + 1.0) / (count + long);
        terms.iter().zip(&self.terms).map(part).sum()
    }
}

fn head(text: &str) -> String {
    text.chars().take(CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::observation::Details;

    fn entry(command: &str, output: &str) -> Entry {
        let details = Details { command: Some(command.into()), ..Details::default() };
        Entry { details, output: output.into(), ..Entry::default() }
    }

    #[test]
    fn rare_words_and_commands_count_more() {
        let terms = [
            Term { word: "rare".into(), prefix: false, weight: 5.0 },
            Term { word: "common".into(), prefix: false, weight: 0.1 },
        ];
        let entries = [entry("common common", ""), entry("x", "rare"), entry("rare", "x"), entry("x", "y")];
        let scores = scores(&terms, &entries);
        assert!(scores[2] > scores[1] && scores[1] > scores[0] && scores[0] > scores[3], "{scores:?}");
        assert_eq!(scores[3], 0.0);
    }

    #[test]
    fn a_beginning_counts_where_it_was_asked_for() {
        let term = |prefix| [Term { word: "carg".into(), prefix, weight: 1.0 }];
        let entries = [entry("Cargo test", "")];
        assert!(scores(&term(true), &entries)[0] > 0.0);
        assert_eq!(scores(&term(false), &entries)[0], 0.0);
    }
}
