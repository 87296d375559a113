//! Searches in a history of a million observations: `cargo bench --bench history`.
//!
//! The rows are generated once, with words as common and as rare as in real text, and kept in the target directory;
//! `WILLWRITE_BENCH_ROWS` asks for another number of them.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a bench may panic and makes its own files"
)]

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rusqlite::{Connection, params};
use willwrite::history::History;
use willwrite::history::store::{Filter, now};

fn main() {
    divan::main();
}

/// A search with its name.
struct Search {
    name: &'static str,
    words: &'static str,
    filter: fn() -> Filter,
}

impl fmt::Display for Search {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

const fn all(name: &'static str, words: &'static str) -> Search {
    Search { name, words, filter: Filter::default }
}

const fn narrowed(name: &'static str, words: &'static str, filter: fn() -> Filter) -> Search {
    Search { name, words, filter }
}

const SEARCHES: &[Search] = &[
    all("rare word", "quokkafest"),
    all("common word", "ok"),
    all("two common words", "cargo test"),
    all("phrase", "\"cargo test\""),
    all("rare and common", "quokkafest ok"),
    all("prefix of few words", "quokka*"),
    all("prefix of a common word", "carg*"),
    all("prefix of many words", "ca*"),
    all("one letter", "c*"),
    all("without a word", "cargo -build"),
    all("no match", "nothinglikeit"),
    narrowed("common, rare tool", "ok", || Filter { tool: Some("WebFetch".into()), ..Filter::default() }),
    narrowed("common, old branch", "ok", || Filter { branch: Some("feat/7".into()), ..Filter::default() }),
    narrowed("common, no such branch", "ok", || Filter { branch: Some("none".into()), ..Filter::default() }),
    narrowed("common, old session", "ok", || Filter {
        session: Some("session-7".into()),
        ..Filter::default()
    }),
    narrowed("common, last hour", "ok", || Filter { since: Some(now() - 3_600_000), ..Filter::default() }),
    narrowed("common, failed", "ok", || Filter { failed: true, ..Filter::default() }),
    narrowed("common, file", "ok", || Filter { file: Some("f7.rs".into()), ..Filter::default() }),
    narrowed("no words, last hour", "", || Filter { since: Some(now() - 3_600_000), ..Filter::default() }),
];

#[divan::bench(args = SEARCHES, sample_count = 20)]
fn search(bencher: divan::Bencher<'_, '_>, search: &Search) {
    let mut history = History::open(database()).unwrap();
    let filter = (search.filter)();
    bencher.bench_local(|| history.search(search.words, &filter, 10, None).unwrap().hits.len());
}

/// A process of its own opens the database for each search.
#[divan::bench(args = &SEARCHES[..3], sample_count = 20)]
fn open_and_search(bencher: divan::Bencher<'_, '_>, search: &Search) {
    let filter = (search.filter)();
    bencher.bench_local(|| {
        let mut history = History::open(database()).unwrap();
        history.search(search.words, &filter, 10, None).unwrap().hits.len()
    });
}

/// The generated history; made by the first bench that asks.
fn database() -> &'static Path {
    static DATABASE: OnceLock<PathBuf> = OnceLock::new();
    DATABASE.get_or_init(|| {
        let rows = std::env::var("WILLWRITE_BENCH_ROWS").ok().and_then(|rows| rows.parse().ok());
        let rows: i64 = rows.unwrap_or(1_000_000);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("history-{rows}.db"));
        if std::fs::metadata(&path).is_err() {
            eprintln!("generating {rows} observations into {}", path.display());
            let unfinished = path.with_extension("part");
            let _ = std::fs::remove_file(&unfinished);
            generate(&unfinished, rows);
            std::fs::rename(&unfinished, &path).unwrap();
        }
        path
    })
}

/// Observations of one session.
const SESSION_ROWS: i64 = 1000;

fn generate(path: &Path, rows: i64) {
    drop(History::open(path).unwrap());
    let mut connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "synchronous", "OFF").unwrap();
    let transaction = connection.transaction().unwrap();
    let mut words = Words(7);
    let (start, step) = (now() - rows * 20_000, 20_000);
    for id in 1..=rows {
        let session = (id - 1) / SESSION_ROWS + 1;
        if id % SESSION_ROWS == 1 {
            let mut insert = transaction
                .prepare_cached(
                    "INSERT INTO session VALUES (?1, ?2, 'claude-code', ?3, ?4, NULL, NULL, 1, 1)",
                )
                .unwrap();
            let cwd = format!("/work/project{}", session % 40);
            insert.execute(params![session, format!("session-{session}"), cwd, start]).unwrap();
        }
        observation(&transaction, &mut words, id, session, start + id * step);
    }
    transaction
        .execute("UPDATE observation SET output = output || ' quokkafest' WHERE id % 300000 = 7", [])
        .unwrap();
    transaction.commit().unwrap();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(connection);
    // The first search brings the index up.
    History::open(path).unwrap().search("quokkafest", &Filter::default(), 1, None).unwrap();
    Connection::open(path).unwrap().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
}

fn observation(connection: &Connection, words: &mut Words, id: i64, session: i64, at: i64) {
    const PROGRAMS: [&str; 8] =
        ["cargo test", "cargo build", "git status", "git diff", "npm run", "ls", "rg", "python3 -m"];
    let cwd = format!("/work/project{}", session % 40);
    let (mut file, mut command) = (None, None);
    let tool = match words.roll(100) {
        0..70 => {
            command = Some(format!("{} {}", PROGRAMS[words.roll(PROGRAMS.len())], words.text(6)));
            "Bash"
        }
        70..99 => {
            file = Some(format!("{cwd}/src/{}/f{}.rs", words.text(1), words.roll(100)));
            "Edit"
        }
        _ if id % 5000 == 0 => "WebFetch",
        _ => "Grep",
    };
    let output = format!("ok {} line {:x}", words.text(20), words.roll(1 << 30));
    let mut insert = connection
        .prepare_cached(
            "INSERT INTO observation (id, session, call, at, prompt_index, tool_index, tool, outcome, duration, masked,
                cwd, file, command, input, output)
             VALUES (?1, ?2, ?1, ?3, 1, ?1, ?4, ?5, 12, 0, ?6, ?7, ?8, '{}', ?9)",
        )
        .unwrap();
    insert
        .execute(params![id, session, at, tool, i64::from(id % 17 == 0), cwd, file, command, output])
        .unwrap();
    if file.is_some() || id % 3 == 0 {
        let path = file.unwrap_or_else(|| format!("{cwd}/out/{}.txt", words.text(1)));
        let branch = format!("feat/{}", session / 4);
        let mut insert =
            connection.prepare_cached("INSERT INTO touch VALUES (?1, 0, ?2, 'modify', ?3, ?4, 1)").unwrap();
        insert.execute(params![id, path, cwd, branch]).unwrap();
    }
}

/// Words of a language of its own; the n-th is n times as rare as the first.
struct Words(u64);

impl Words {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn text(&mut self, count: usize) -> String {
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        words.join(" ")
    }

    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 16] = [
            "ca", "ro", "mi", "ten", "lu", "pre", "con", "da", "se", "ver", "bo", "ki", "par", "st", "al",
            "in",
        ];
        const VOCABULARY: f64 = 50_000.0;
        let share = f64::from(u32::try_from(self.roll(1 << 30)).unwrap()) / f64::from(1_u32 << 30);
        let mut rank = VOCABULARY.powf(share) as usize;
        let mut word = String::new();
        while rank > 0 || word.is_empty() {
            word.push_str(SYLLABLES[rank % SYLLABLES.len()]);
            rank /= SYLLABLES.len();
        }
        word
    }
}
