//! Parses the texts of a file (one a line; backslash-n stands for a newline) and prints how many are accepted.
//!
//! `scripts/instructions` counts what it takes.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example reads a file and prints")]

use willwrite::{ParseOptions, parse};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "tests/parse/verdicts.txt".to_owned());
    let file = std::fs::read_to_string(path)?;
    let (mut arena, mut accepted) = (bumpalo::Bump::new(), 0);
    for _ in 0..50 {
        for line in file.lines() {
            let text = line.get(2..).unwrap_or("").replace("\\n", "\n");
            arena.reset();
            accepted += usize::from(parse(&arena, &text, ParseOptions::default()).is_clean());
        }
    }
    println!("{accepted}");
    Ok(())
}
