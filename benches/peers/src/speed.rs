//! Megabytes a second on big scripts, and microseconds on short commands.

use std::collections::HashSet;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::peers::PEERS;
use crate::{Text, beside, texts};

/// Scripts above this size are the big ones (bytes).
const BIG: usize = 20_000;
/// Commands below this size are the short ones (bytes).
const SHORT: usize = 200;
/// Each text is timed so often, and the best time counts.
const ROUNDS: usize = 7;
/// Measures all parsers on the texts that `files.txt` lists, so that every run measures the same; with `WRITE_FILES` set
/// it prints the texts that all parsers accept, of which that list is a part.
pub fn run(directory: &str) -> ExitCode {
    let files = beside("files.txt");
    let listed: HashSet<&str> = files.lines().collect();
    let writes = std::env::var_os("WRITE_FILES").is_some();
    let read = |files: &[&str], keep: fn(&str) -> bool| -> Vec<Text> {
        let all = files.iter().flat_map(|file| texts(directory, file)).filter(|text| keep(&text.text));
        all.filter(|text| if writes { all_accept(text) } else { listed.contains(text.id.as_str()) }).collect()
    };
    let big = read(&["scripts-system", "scripts-repos"], |text| text.len() > BIG);
    let short = read(&["nl2bash", "tldr", "agent"], |text| text.len() < SHORT);
    if writes {
        big.iter().chain(&short).for_each(|text| println!("{}", text.id));
        return ExitCode::SUCCESS;
    }
    if big.len() + short.len() != listed.len() {
        eprintln!("{} texts are listed, {} were found", listed.len(), big.len() + short.len());
        return ExitCode::FAILURE;
    }
    measure(&big, &short);
    ExitCode::SUCCESS
}

fn all_accept(text: &Text) -> bool {
    PEERS.iter().all(|peer| (peer.parse)(&text.text))
}

fn measure(big: &[Text], short: &[Text]) {
    let bytes: usize = big.iter().map(|text| text.text.len()).sum();
    println!("{} big scripts ({bytes} bytes), {} short commands", big.len(), short.len());
    for peer in PEERS {
        let total: Duration = big.iter().map(|text| best(peer.parse, &text.text)).sum();
        let mut times: Vec<Duration> = short.iter().map(|text| best(peer.parse, &text.text)).collect();
        times.sort();
        println!(
            "{:12} {:7.1} MB/s   median {:8.3} us   p99 {:8.3} us",
            peer.name,
            bytes as f64 / total.as_secs_f64() / 1e6,
            times[times.len() / 2].as_secs_f64() * 1e6,
            times[times.len() * 99 / 100].as_secs_f64() * 1e6,
        );
    }
}

fn best(parse: fn(&str) -> bool, text: &str) -> Duration {
    let once = || {
        let start = Instant::now();
        black_box(parse(black_box(text)));
        start.elapsed()
    };
    (0..ROUNDS).map(|_| once()).min().unwrap_or_default()
}
