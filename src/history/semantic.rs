//! Semantic ranking: matches in the order of how near their meaning is to the query's.
//!
//! Owns the trait by which a search orders its matches anew, and one model behind it: static word vectors in a local text
//! file, as GloVe and word2vec write them. It asks no network, and it chooses no matches: those come from full text.
#![expect(clippy::disallowed_methods, reason = "a model is a local file that the settings name")]

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use memchr::memchr_iter;

use super::error::HistoryError;

/// Words of a text that count.
const WORDS: usize = 200;

/// Larger files are refused (bytes).
const MODEL_BYTES: u64 = 8 << 30;

/// Longer lines are refused (bytes).
const LINE_BYTES: u64 = 256 << 10;

/// Numbers of a word at most.
const DIMENSIONS: usize = 4096;

/// Tells how near texts are to a query.
pub trait Ranking {
    /// How near each text is to the query, from -1 to 1; `None` if the query holds nothing that could be compared.
    ///
    /// # Errors
    /// `Model` if the model can't be used.
    fn nearness(&self, query: &str, texts: &[String]) -> Result<Option<Vec<f64>>, HistoryError>;
}

/// A model of static word vectors: a text is the mean of its words, and two texts are as near as the cosine of their
/// means. The file is read through once a search, and only the vectors of words that occur are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordVectors {
    path: PathBuf,
}

impl WordVectors {
    /// The model in this file: a word and its numbers a line; a first line of two whole numbers is word2vec's head.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf() }
    }
}

impl Ranking for WordVectors {
    fn nearness(&self, query: &str, texts: &[String]) -> Result<Option<Vec<f64>>, HistoryError> {
        let query = words(query);
        let texts: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
        let wanted: HashSet<&[u8]> =
            query.iter().chain(texts.iter().flatten()).map(String::as_bytes).collect();
        let vectors = read(&self.path, &wanted)?;
        let Some(query) = mean(&query, &vectors) else { return Ok(None) };
        let near = |text: &Vec<String>| mean(text, &vectors).map_or(-1.0, |text| cosine(&query, &text));
        Ok(Some(texts.iter().map(near).collect()))
    }
}

/// The words of a text in small letters.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.take(WORDS).map(str::to_lowercase).collect()
}

type Vectors = HashMap<Vec<u8>, Vec<f32>>;

fn mean(words: &[String], vectors: &Vectors) -> Option<Vec<f64>> {
    let mut known = words.iter().filter_map(|word| vectors.get(word.as_bytes()));
    let mut sum: Vec<f64> = known.next()?.iter().map(|&number| f64::from(number)).collect();
    for vector in known {
        for (total, &number) in sum.iter_mut().zip(vector) {
            *total += f64::from(number);
        }
    }
    Some(sum) // the length of a mean does not change its direction
}

fn cosine(one: &[f64], other: &[f64]) -> f64 {
    let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let lengths = (product(one, one) * product(other, other)).sqrt();
    if lengths > 0.0 { (product(one, other) / lengths).clamp(-1.0, 1.0) } else { -1.0 }
}

/// The vectors of the wanted words.
fn read(path: &Path, wanted: &HashSet<&[u8]>) -> Result<Vectors, HistoryError> {
    let fault = |line: u64, detail: &str| HistoryError::Model {
        path: path.to_path_buf(),
        line,
        detail: detail.to_owned(),
    };
    let about = std::fs::metadata(path).map_err(|error| fault(0, &error.to_string()))?;
    if !about.is_file() {
        return Err(fault(0, "it is no regular file"));
    }
    if about.len() > MODEL_BYTES {
        return Err(fault(0, "it is larger than 8 GiB"));
    }
    let file = File::open(path).map_err(|error| fault(0, &error.to_string()))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let (mut vectors, mut dimensions, mut bytes, mut number) = (Vectors::new(), None, Vec::new(), 0);
    loop {
        bytes.clear();
        number += 1;
        let taken = reader.by_ref().take(LINE_BYTES).read_until(b'\n', &mut bytes);
        match taken.map_err(|error| fault(number, &error.to_string()))? {
            0 => break,
            length if length as u64 == LINE_BYTES => return Err(fault(number, "the line is too long")),
            _ => {}
        }
        let line = bytes.trim_ascii();
        if line.is_empty() || number == 1 && is_head(line) {
            continue;
        }
        let expected = *dimensions.get_or_insert_with(|| memchr_iter(b' ', line).count());
        if let Some((word, vector)) = entry(line, expected, wanted).map_err(|detail| fault(number, detail))? {
            vectors.insert(word.to_vec(), vector);
        }
    }
    if dimensions.is_none() { Err(fault(number, "it holds no words")) } else { Ok(vectors) }
}

/// word2vec's first line: how many words, how many numbers each.
fn is_head(line: &[u8]) -> bool {
    let mut fields = line.split(|&byte| byte == b' ');
    let whole = |field: Option<&[u8]>| field.is_some_and(|field| field.iter().all(u8::is_ascii_digit));
    whole(fields.next()) && whole(fields.next()) && fields.next().is_none()
}

/// A word and its numbers.
type Entry<'l> = (&'l [u8], Vec<f32>);

/// A wanted word and its numbers. A word may hold blanks itself, so the numbers are told from the line's end.
fn entry<'l>(
    line: &'l [u8],
    dimensions: usize,
    wanted: &HashSet<&[u8]>,
) -> Result<Option<Entry<'l>>, &'static str> {
    if dimensions == 0 || dimensions > DIMENSIONS {
        return Err("a word wants its numbers behind it, at most 4096, with one blank between");
    }
    let blanks = memchr_iter(b' ', line).count();
    if blanks < dimensions {
        return Err("it has fewer numbers than the first word");
    }
    let mut fields = line.split(|&byte| byte == b' ');
    let Some(word) = fields.next().filter(|word| blanks == dimensions && wanted.contains(word)) else {
        return Ok(None);
    };
    let number =
        |field: &[u8]| std::str::from_utf8(field).ok()?.parse::<f32>().ok().filter(|n| n.is_finite());
    let vector: Option<Vec<f32>> = fields.map(number).collect();
    vector.map(|vector| Some((word, vector))).ok_or("something behind the word is no number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Two directions of meaning: cars and fruit.
    const MODEL: &str = "car 1 0\nengine 0.9 0.1\nmotor 0.8 0.2\napple 0 1\npear 0.1 0.9\n. . 0 0\n";

    fn model(text: &str) -> (tempfile::TempDir, WordVectors) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("model.txt");
        std::fs::write(&path, text).unwrap();
        (directory, WordVectors::new(&path))
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[rstest]
    #[case::glove(MODEL.to_owned())]
    #[case::word2vec(format!("6 2\n{}", MODEL.replace('\n', " \n")))]
    fn near_in_meaning_is_near(#[case] text: String) {
        let (_directory, model) = model(&text);
        let near = model.nearness("Car", &texts(&["the engine", "pear!", "nothing known"])).unwrap().unwrap();
        assert!((near[0] - 0.9 / 0.82_f64.sqrt()).abs() < 1e-6, "{near:?}");
        assert!((near[1] - 0.1 / 0.82_f64.sqrt()).abs() < 1e-6, "{near:?}");
        assert_eq!(near[2], -1.0);
    }

    #[test]
    fn a_text_is_the_mean_of_its_words() {
        let (_directory, model) = model(MODEL);
        let near = model.nearness("car apple", &texts(&["apple, car", "car"])).unwrap().unwrap();
        assert!((near[0] - 1.0).abs() < 1e-9 && (near[1] - 0.5_f64.sqrt()).abs() < 1e-6, "{near:?}");
    }

    #[test]
    fn a_query_that_the_model_does_not_know_orders_nothing() {
        let (_directory, model) = model(MODEL);
        assert_eq!(model.nearness("zebra", &texts(&["car"])), Ok(None));
    }

    #[rstest]
    #[case::empty("", 1, "no words")]
    #[case::words_alone("car\n", 1, "wants its numbers")]
    #[case::no_numbers("car a b\n", 1, "no number")]
    #[case::infinite("car inf 0\n", 1, "no number")]
    #[case::fewer("apple 0 1\nzebra 1\ncar 1 0\n", 2, "fewer numbers")]
    #[case::binary("2 3\ncar \u{1}\u{2}\u{3}\n", 2, "no number")]
    fn a_bad_file_is_told_with_its_line(#[case] text: &str, #[case] line: u64, #[case] words: &str) {
        let (_directory, model) = model(text);
        match model.nearness("car", &texts(&["apple"])) {
            Err(HistoryError::Model { line: found, detail, .. }) => {
                assert!(detail.contains(words), "{detail}");
                assert!(found == line || text.is_empty(), "{found}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        for path in [directory.path().to_path_buf(), directory.path().join("none")] {
            let refused = WordVectors::new(&path).nearness("car", &[]);
            assert!(matches!(refused, Err(HistoryError::Model { line: 0, .. })), "{refused:?}");
        }
    }
}
