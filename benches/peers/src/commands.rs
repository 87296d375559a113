//! Do the others find the same commands? Each difference is explained in `differences.tsv`, or the run fails.

use std::collections::HashMap;
use std::process::ExitCode;

use crate::peers::{PEERS, Peer};
use crate::{Text, beside, texts};

/// The corpora whose texts are compared.
const FILES: [&str; 5] = ["constructs", "traps", "hidden-commands", "tldr", "agent"];

/// How many explanations one peer may need.
const MOST: usize = 20;

/// Compares every peer with us on the texts that both accept.
pub fn run(directory: &str) -> ExitCode {
    let all: Vec<Text> = FILES.iter().flat_map(|file| texts(directory, file)).collect();
    let table = beside("differences.tsv");
    let mut code = ExitCode::SUCCESS;
    for peer in &PEERS[1..] {
        let rows: Vec<&str> = table.lines().filter(|row| row.split('\t').next() == Some(peer.name)).collect();
        if compare(peer, &explained(&rows), &all) > 0 || rows.len() > MOST {
            code = ExitCode::FAILURE;
        }
    }
    code
}

/// The explained texts with both counts. A row is the peer, what Bash does with the texts, and for each text the peer's
/// count, ours and its name.
fn explained<'t>(rows: &[&'t str]) -> HashMap<&'t str, &'t str> {
    rows.iter()
        .flat_map(|row| row.split('\t').skip(2))
        .filter_map(|text| text.split_once(' ').map(|(counts, id)| (id, counts)))
        .collect()
}

fn compare(peer: &Peer, explained: &HashMap<&str, &str>, all: &[Text]) -> usize {
    let (mut both, mut equal, mut unexplained) = (0, 0, 0);
    for Text { id, text } in all {
        let Some((ours, theirs)) = peer.compare(text) else { continue };
        both += 1;
        if theirs == ours {
            equal += 1;
        } else if explained.get(id.as_str()) != Some(&format!("{theirs}/{ours}").as_str()) {
            unexplained += 1;
            println!("{}\t{theirs}/{ours} {id}\t{text:?}", peer.name);
        }
    }
    println!(
        "{}: {both} texts that both accept, {equal} equal, {} explained, {unexplained} not",
        peer.name,
        both - equal - unexplained
    );
    unexplained
}
