//! Other shell parsers beside this one: their speed on the same texts in the same run, and the commands they find.
//!
//! ```text
//! cargo run --release -- speed  DIRECTORY    # of the corpora: scripts-*.jsonl, nl2bash, tldr, agent
//! cargo run --release -- commands FILE.jsonl…
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::Value;
use willwrite::ParseOptions;

/// Scripts above this size are the big ones (bytes).
const BIG: usize = 20_000;
/// Commands below this size are the short ones (bytes).
const SHORT: usize = 200;
/// Each text is timed so often, and the best time counts.
const ROUNDS: usize = 7;

/// A parser under a name: true if it accepts the text.
type Peer = (&'static str, fn(&str) -> bool);

const PEERS: [Peer; 3] = [("willwrite", ours), ("rable", rable), ("shuck", shuck)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((mode, [directory])) if mode == "speed" => speed(directory),
        Some((mode, files)) if mode == "commands" => files.iter().for_each(|file| commands(file)),
        _ => eprintln!("usage: peers speed DIRECTORY | peers commands FILE.jsonl…"),
    }
}

fn ours(text: &str) -> bool {
    let arena = bumpalo::Bump::new();
    willwrite::parse(&arena, text, ParseOptions::default()).is_clean()
}

fn rable(text: &str) -> bool {
    rable::parse(text, true).is_ok()
}

fn shuck(text: &str) -> bool {
    let result = shuck_parser::parser::Parser::new(text).parse();
    matches!(result.status, shuck_parser::parser::ParseStatus::Clean)
}

fn texts(path: &str, keep: impl Fn(&str) -> bool) -> Vec<String> {
    let file = std::fs::read_to_string(path).unwrap_or_default();
    let rows = file.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let clean = rows.filter(|row| row["bash_clean"] == true);
    clean.filter_map(|row| row["text"].as_str().map(str::to_owned)).filter(|text| keep(text)).collect()
}

/// Megabytes a second on the big scripts and microseconds on the short commands that all accept.
fn speed(directory: &str) {
    let read = |names: &[&str], keep: fn(&str) -> bool| -> Vec<String> {
        let all = names.iter().flat_map(|name| texts(&format!("{directory}/{name}.jsonl"), keep));
        all.filter(|text| PEERS.iter().all(|(_, peer)| peer(text))).collect()
    };
    let big = read(&["scripts-system", "scripts-repos"], |text| text.len() > BIG);
    let short = read(&["nl2bash", "tldr", "agent"], |text| text.len() < SHORT);
    let bytes: usize = big.iter().map(String::len).sum();
    println!("{} big scripts ({bytes} bytes), {} short commands", big.len(), short.len());
    for (name, peer) in PEERS {
        let total: Duration = big.iter().map(|text| best(peer, text)).sum();
        let mut times: Vec<Duration> = short.iter().map(|text| best(peer, text)).collect();
        times.sort();
        println!(
            "{name:10} {:7.1} MB/s   median {:6.3} us   p99 {:7.3} us",
            bytes as f64 / total.as_secs_f64() / 1e6,
            times[times.len() / 2].as_secs_f64() * 1e6,
            times[times.len() * 99 / 100].as_secs_f64() * 1e6,
        );
    }
}

fn best(peer: fn(&str) -> bool, text: &str) -> Duration {
    let once = || {
        let start = Instant::now();
        black_box(peer(black_box(text)));
        start.elapsed()
    };
    (0..ROUNDS).map(|_| once()).min().unwrap_or_default()
}

/// Where a peer accepts otherwise than Bash or finds another number of named commands than we do.
fn commands(path: &str) {
    let file = std::fs::read_to_string(path).unwrap_or_default();
    let (mut rows, mut equal) = (0, 0);
    for row in file.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(text) = row["text"].as_str() else { continue };
        let arena = bumpalo::Bump::new();
        let parsed = willwrite::parse(&arena, text, ParseOptions::default());
        let Ok(nodes) = rable::parse(text, true) else { continue };
        if !parsed.is_clean() {
            continue;
        }
        rows += 1;
        // A command of rable is one with words; its debug form is the only walk it offers.
        let theirs = format!("{nodes:?}").matches("Command { assignments: ").count();
        let unnamed = format!("{nodes:?}").matches("words: [], redirects").count();
        if theirs - unnamed == parsed.named_commands() {
            equal += 1;
        } else {
            println!("{} ours {} rable {}", row["id"], parsed.named_commands(), theirs - unnamed);
        }
    }
    println!("{path}: {equal} of {rows} equal");
}
