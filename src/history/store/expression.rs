//! A person's search words in FTS5's query language.
//!
//! Every word goes in quoted, so that no sign of it means anything there. A beginning of a word (`carg*`) becomes the
//! words that begin so: FTS5 would gather all their rows before it gives the first one.

use super::super::error::HistoryError;
use super::rank::words;

/// Gives the words that begin so; `None` if there are too many to be told.
pub(super) type Completions<'a> = dyn FnMut(&str) -> rusqlite::Result<Option<Vec<String>>> + 'a;

/// The query in FTS5's language; `None` if it holds only signs.
pub(super) fn expression(query: &str, completions: &mut Completions<'_>) -> rusqlite::Result<Option<String>> {
    let (mut wanted, mut unwanted) = (String::new(), Vec::new());
    let mut joiner = "";
    for term in terms(query) {
        if term == "OR" && !wanted.is_empty() {
            joiner = " OR ";
        } else if let Some(word) = term.strip_prefix('-').filter(|word| has_word(word)) {
            unwanted.push(quoted_term(word, completions)?);
        } else if has_word(&term) {
            wanted.push_str(if wanted.is_empty() { "" } else { joiner });
            wanted.push_str(&quoted_term(&term, completions)?);
            joiner = " AND ";
        }
    }
    if wanted.is_empty() {
        return Ok(None);
    }
    if unwanted.is_empty() {
        return Ok(Some(wanted));
    }
    Ok(Some(format!("({wanted}) NOT ({})", unwanted.join(" OR "))))
}

/// What is wrong with a query without words.
pub(super) fn no_words() -> HistoryError {
    HistoryError::Query { detail: "no word in it that could be looked for".to_owned() }
}

/// Words and phrases in double quotes (their quotes kept at the start, to tell a quoted `OR` from the joiner).
pub(super) fn terms(query: &str) -> Vec<String> {
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

/// A word or phrase in double quotes, its own left out.
pub(super) fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('"', " ").trim())
}

fn quoted_term(term: &str, completions: &mut Completions<'_>) -> rusqlite::Result<String> {
    match term.strip_suffix('*') {
        Some(beginning) if !term.starts_with('"') && has_word(beginning) => completed(beginning, completions),
        _ => Ok(quoted(term)),
    }
}

/// `src/ma*`: the last word is a beginning, what stands before it is a phrase with it.
fn completed(beginning: &str, completions: &mut Completions<'_>) -> rusqlite::Result<String> {
    let mut parts: Vec<String> = words(beginning).collect();
    let ends_in_word = beginning.ends_with(char::is_alphanumeric);
    let last = parts.pop().filter(|last| ends_in_word && last.is_ascii());
    let found = match &last {
        Some(last) => completions(last)?,
        None => None,
    };
    let whole = |word: String| {
        let phrase: Vec<&str> = parts.iter().map(String::as_str).chain([word.as_str()]).collect();
        quoted(&phrase.join(" "))
    };
    Ok(match found {
        None => format!("{}*", quoted(beginning)),
        // What begins no word is no word either.
        Some(words) if words.is_empty() => quoted(beginning),
        Some(words) => format!("({})", words.into_iter().map(whole).collect::<Vec<_>>().join(" OR ")),
    })
}

fn has_word(term: &str) -> bool {
    term.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn of(query: &str) -> Option<String> {
        let mut completions = |beginning: &str| {
            Ok(match beginning {
                "carg" => Some(vec!["cargo".to_owned(), "cargoes".to_owned()]),
                "ma" => Some(vec!["main".to_owned()]),
                "none" => Some(Vec::new()),
                _ => None,
            })
        };
        expression(query, &mut completions).unwrap()
    }

    #[rstest]
    #[case("cargo test", r#""cargo" AND "test""#)]
    #[case("src/main.rs", r#""src/main.rs""#)]
    #[case("carg*", r#"("cargo" OR "cargoes")"#)]
    #[case("CARG* x", r#"("cargo" OR "cargoes") AND "x""#)]
    #[case("src/ma*", r#"("src main")"#)]
    #[case("none*", r#""none""#)]
    #[case("many*", r#""many"*"#)]
    #[case("carg/*", r#""carg/"*"#)]
    #[case("\u{e9}t*", "\"\u{e9}t\"*")]
    #[case(r#""two words" end"#, r#""two words" AND "end""#)]
    #[case("a OR b", r#""a" OR "b""#)]
    #[case("a -b", r#"("a") NOT ("b")"#)]
    #[case("a -carg*", r#"("a") NOT (("cargo" OR "cargoes"))"#)]
    #[case(r#"NEAR( a" b"#, r#""NEAR(" AND "a" AND "b""#)]
    #[case("OR -x", r#"("OR") NOT ("x")"#)]
    fn words_become_an_expression(#[case] query: &str, #[case] wanted: &str) {
        assert_eq!(of(query).as_deref(), Some(wanted));
    }

    #[rstest]
    #[case("\"")]
    #[case("-- ***")]
    #[case("*")]
    fn signs_alone_are_no_query(#[case] query: &str) {
        assert_eq!(of(query), None);
    }
}
