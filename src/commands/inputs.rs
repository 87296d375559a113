//! Commands that read files and fail where one is missing: what their failure or success leads to is known then.

use super::engine::Call;
use super::plan::{Outcome, Plan};
use crate::value::Field;

/// What a command's operands say about its status.
#[derive(Clone, Copy)]
struct Reads {
    name: &'static str,
    /// Options that take no value and change nothing here; with any other the status is not told.
    letters: &'static str,
    /// Operands in front that name no file (`jq FILTER FILE`).
    skipped: usize,
    /// True if it succeeds where all its files can be read.
    succeeds: bool,
    /// True if directories are read like files.
    takes_directories: bool,
}

const fn reads(name: &'static str, letters: &'static str) -> Reads {
    Reads { name, letters, skipped: 0, succeeds: true, takes_directories: false }
}

/// By the GNU coreutils 9.1 manual (sections 3 to 10: the status is not 0 if a file can't be read) and jq 1.6, jq(1).
const READS: &[Reads] = &[
    reads("cat", "AbEensTtuv"),
    reads("cksum", ""),
    reads("head", "0123456789cnqv"),
    Reads { skipped: 1, succeeds: false, ..reads("jq", "CMSacejnrs") },
    Reads { takes_directories: true, ..reads("ls", "1ABCFGHLNQRSUXZabcdfghiklmnopqrstuvx") },
    reads("md5sum", "bt"),
    reads("nl", ""),
    reads("od", "bcdosx"),
    reads("sha1sum", "bt"),
    reads("sha256sum", "bt"),
    Reads { takes_directories: true, ..reads("stat", "Lt") },
    reads("tac", ""),
    reads("tail", "0123456789cnqv"),
    reads("wc", "Lclmw"),
];

/// Settles the status of a command that only reads, where all its files are known to be there or one to be missing.
pub fn settle(call: &Call<'_, '_>, plan: &mut Plan) {
    let Ok(at) = READS.binary_search_by_key(&call.row.name, |reads| reads.name) else { return };
    let Some(reads) = READS.get(at) else { return };
    if plan.outcome != Outcome::Open || !plan.operations.is_empty() || !plan.unknown.is_empty() {
        return;
    }
    if !call.arguments.iter().all(|field| is_plain(field, reads.letters)) {
        return;
    }
    let mut all = reads.succeeds;
    for field in call.parsed.operands().skip(reads.skipped).filter(|field| field.known() != Some("-")) {
        if field.known().is_none() {
            all = false;
            continue;
        }
        match call.facts.exists(&field.value) {
            Some(false) => {
                plan.outcome = Outcome::Failure;
                return;
            }
            Some(true) => {
                all &= reads.takes_directories || call.facts.is_directory(&field.value) == Some(false);
            }
            None => all = false,
        }
    }
    plan.reliable |= all;
}

/// True for an operand and for options that are all among `letters`. `tail +5` names a line and no file.
fn is_plain(field: &Field, letters: &str) -> bool {
    match field.known() {
        Some("-") | None => true,
        Some(text) => match text.strip_prefix('-') {
            Some(options) => options.chars().all(|letter| letters.contains(letter)),
            None => !text.starts_with('+'),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_by_name() {
        assert!(READS.is_sorted_by_key(|reads| reads.name));
    }
}
