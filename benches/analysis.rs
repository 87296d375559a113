//! Commands per second, over the lines of `corpus/analysis/lines.jsonl` that a person reads at a glance: parsing alone,
//! parsing and analysis, and the growth of both with the length of a script.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "a bench may panic")]

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use willwrite::analysis::{Options, Shell, analyze};
use willwrite::world::memory::Memory;
use willwrite::{ParseOptions, parse};

fn main() {
    divan::main();
}

/// Longer lines are left out (bytes).
const SHORT: usize = 120;

fn commands() -> Vec<String> {
    include_str!("../corpus/analysis/lines.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|row| row["command"].as_str().unwrap().to_owned())
        .filter(|command| command.len() <= SHORT)
        .collect()
}

/// A script of so many commands.
fn script(count: usize) -> String {
    let plain = commands().into_iter().filter(|command| !command.contains(['`', '\'', '"', '<', '{']));
    let lines: Vec<String> = plain.collect();
    lines.iter().cycle().take(count).map(|line| format!("{line}\n")).collect()
}

fn options() -> Options {
    Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true }
}

#[divan::bench]
fn parse_alone(bencher: Bencher<'_, '_>) {
    let commands = commands();
    let mut arena = bumpalo::Bump::new();
    bencher.counter(ItemsCount::new(commands.len())).bench_local(|| {
        for command in &commands {
            arena.reset();
            black_box(parse(&arena, black_box(command), ParseOptions::default()).is_clean());
        }
    });
}

#[divan::bench]
fn parse_and_analyse(bencher: Bencher<'_, '_>) {
    let (commands, options) = (commands(), options());
    let world = Memory::new().directory("/w/src");
    bencher.counter(ItemsCount::new(commands.len())).bench_local(|| {
        for command in &commands {
            black_box(analyze(black_box(command), &options, &world).complete);
        }
    });
}

#[divan::bench(args = [10, 100, 1_000, 10_000])]
fn growth_of_parsing(bencher: Bencher<'_, '_>, count: usize) {
    let script = script(count);
    let mut arena = bumpalo::Bump::new();
    bencher.counter(BytesCount::new(script.len())).bench_local(|| {
        arena.reset();
        parse(&arena, black_box(&script), ParseOptions::default()).is_clean()
    });
}

#[divan::bench(args = [10, 100, 1_000])]
fn growth_of_analysis(bencher: Bencher<'_, '_>, count: usize) {
    let (script, options) = (script(count), options());
    let world = Memory::new().directory("/w/src");
    bencher
        .counter(BytesCount::new(script.len()))
        .bench_local(|| analyze(black_box(&script), &options, &world).complete);
}
