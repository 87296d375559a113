//! `willwrite corpus extract`: opens transcripts and prints what hooks refused.
#![expect(clippy::disallowed_methods, reason = "transcripts that a person names are read")]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::ProgressBar;
use serde_json::Value;

use super::{corpus, output};
use crate::corpus::extract::Extraction;
use crate::history::mask::mask_json;

/// Longer lines are passed over (bytes).
const LINE_CAP: u64 = 64 << 20;

/// Folders are walked this deep.
const DEPTH_CAP: usize = 16;

/// Prints the blocks of all transcripts.
pub fn run(transcripts: &[PathBuf]) -> ExitCode {
    let mut files = Vec::new();
    let mut faults = Vec::new();
    for path in transcripts {
        list(path, DEPTH_CAP, &mut files, &mut faults);
    }
    files.dedup();
    let size = |file: &PathBuf| file.metadata().map_or(0, |found| found.len());
    let bar = corpus::progress(files.iter().map(size).sum());
    let mut extraction = Extraction::default();
    for file in &files {
        if let Err(reason) = read(file, &mut extraction, &bar) {
            faults.push(format!("{}: {reason}", file.display()));
        }
        extraction.end_of_file();
    }
    bar.finish_and_clear();
    let masked = |value: &Value| serde_json::from_str(mask_json(value).as_str()).unwrap_or_default();
    let lines: String = extraction.blocks().iter().map(|block| format!("{}\n", block.row(&masked))).collect();
    let printed = output::print(lines.as_bytes());
    faults.iter().fold(printed, |_, fault| output::failed(fault))
}

/// The transcripts at a path: the file itself and its subagents' beside it, or all in a folder.
fn list(path: &Path, depth: usize, files: &mut Vec<PathBuf>, faults: &mut Vec<String>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        let subagents = path.with_extension("").join("subagents");
        if subagents.is_dir() {
            list(&subagents, depth, files, faults);
        }
        return;
    }
    let entries = match std::fs::read_dir(path) {
        Ok(entries) if depth > 0 => entries,
        Ok(_) => return,
        Err(error) => return faults.push(format!("{}: {error}", path.display())),
    };
    let mut below: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    below.sort();
    for path in below {
        // A link may lead back; what it leads to stands elsewhere.
        let is_folder = path.is_dir() && !path.is_symlink();
        let is_transcript = path.extension().is_some_and(|ending| ending == "jsonl" || ending == "json");
        if is_folder {
            list(&path, depth - 1, files, faults);
        } else if is_transcript && path.is_file() {
            files.push(path);
        }
    }
}

fn read(path: &Path, extraction: &mut Extraction, bar: &ProgressBar) -> Result<(), String> {
    let file = File::open(path).map_err(|error| format!("it can't be read: {error}"))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut line = Vec::new();
    let (mut rows, mut lines) = (0u64, 0u64);
    loop {
        line.clear();
        let taken = (&mut reader).take(LINE_CAP).read_until(b'\n', &mut line);
        let length = taken.map_err(|error| format!("it can't be read: {error}"))?;
        if length == 0 {
            break;
        }
        bar.inc(length as u64);
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            lines += 1;
            rows += u64::from(extraction.line(&text));
        }
    }
    if rows == 0 && lines > 0 {
        return whole(path, extraction);
    }
    Ok(())
}

/// An older chat is one value over many lines.
fn whole(path: &Path, extraction: &mut Extraction) -> Result<(), String> {
    let file = File::open(path).map_err(|error| format!("it can't be read: {error}"))?;
    let mut text = String::new();
    let read = file.take(LINE_CAP).read_to_string(&mut text);
    let value = read.ok().and_then(|_| serde_json::from_str::<Value>(&text).ok());
    value.map(|value| extraction.value(&value)).ok_or_else(|| "it holds no line of JSON".to_owned())
}
