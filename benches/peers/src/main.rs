//! Other shell parsers beside this one: their speed on the same texts in the same run, and the commands they find.
//!
//! ```text
//! cargo run --release -- speed DIRECTORY       # of the corpora; files.txt says which texts
//! cargo run --release -- commands DIRECTORY    # differences.tsv explains each difference
//! ```

mod commands;
mod peers;
mod speed;

use std::process::ExitCode;

use serde_json::Value;

/// A text of the corpora that Bash accepts.
pub struct Text {
    /// `file:id`
    pub id: String,
    pub text: String,
}

fn main() -> ExitCode {
    // One of the peers panics on some texts; that counts as a rejection and needs no report.
    std::panic::set_hook(Box::new(|_| {}));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["speed", directory] => speed::run(directory),
        ["commands", directory] => commands::run(directory),
        _ => {
            eprintln!("usage: peers speed DIRECTORY | peers commands DIRECTORY");
            ExitCode::from(2)
        }
    }
}

/// A file of this package.
fn beside(name: &str) -> String {
    std::fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default()
}

/// The clean texts of one file of the corpora.
fn texts(directory: &str, file: &str) -> Vec<Text> {
    let content = std::fs::read_to_string(format!("{directory}/{file}.jsonl")).unwrap_or_default();
    let rows = content.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let clean = rows.filter(|row| row.get("bash_clean").unwrap_or(&row["bash_accepts"]) == true);
    clean
        .filter_map(|row| {
            let (id, text) = (row["id"].as_str()?, row["text"].as_str()?);
            Some(Text { id: format!("{file}:{id}"), text: text.to_owned() })
        })
        .collect()
}
