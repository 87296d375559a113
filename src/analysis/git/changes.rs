//! What `diff` and `status` print, and how they end, where the status of the work tree tells.
//!
//! Owns the plain forms alone: any option or path that is not listed here leaves the answer open.

use super::Finished;
use super::call::{Call, prints};
use super::site::Site;
use crate::commands::plan::Outcome;
use crate::value::{Field, Output};
use crate::world::Status;

/// Options of `diff` that change neither whether something is printed nor the names.
const PLAIN: &[&str] =
    &["--no-color", "--color=never", "--no-ext-diff", "--stat", "--numstat", "--shortstat", "-p", "-u"];

/// Options of `status` that print nothing where nothing has changed.
const SHORT: &[&str] = &["-s", "--short", "--porcelain", "--porcelain=v1", "--porcelain=v2"];

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// the index and the work tree
    Tree,
    /// HEAD and the index
    Index,
    /// HEAD and the work tree
    Both,
}

/// A `diff` or `status` that the status of the work tree answers.
pub(super) fn read(call: &Call<'_>) -> Option<Finished> {
    if !matches!(call.site, Site::Inside(_)) {
        return None;
    }
    match call.row.name {
        "diff" => diff(call),
        "status" => status(call),
        _ => None,
    }
}

fn words<'c>(call: &'c Call<'_>) -> Option<Vec<&'c str>> {
    call.fields.iter().map(Field::known).collect()
}

fn diff(call: &Call<'_>) -> Option<Finished> {
    let (mut sides, mut names, mut tells, mut quiet) = (Sides::Tree, false, false, false);
    for word in words(call)? {
        match word {
            "--cached" | "--staged" => sides = Sides::Index,
            "HEAD" => sides = Sides::Both,
            "--name-only" => names = true,
            "--quiet" => quiet = true,
            "--exit-code" => tells = true,
            other if PLAIN.contains(&other) => {}
            _ => return None,
        }
    }
    if !(quiet || tells || call.host.is_heard()) {
        return None;
    }
    let changed = changed(call, sides)?;
    let outcome = match (quiet || tells, changed.is_empty()) {
        (true, false) => Outcome::Failure,
        _ => Outcome::Success,
    };
    let output = match (quiet || changed.is_empty(), names) {
        (true, _) => Output::Nothing,
        (false, true) if changed.iter().all(|path| is_printed_plainly(path)) => {
            prints(&format!("{}\n", changed.join("\n"))).output
        }
        (false, _) => Output::Unknown("what `git diff` prints".into()),
    };
    Some(Finished { outcome, output, answers: quiet || tells, ..Finished::default() })
}

/// Paths that differ, sorted.
fn changed(call: &Call<'_>, sides: Sides) -> Option<Vec<String>> {
    let status = if sides == Sides::Index { call.status_of_index()? } else { call.status()? };
    if !status.conflicted.is_empty() {
        return None;
    }
    let Status { staged, unstaged, .. } = status;
    let mut paths = match sides {
        Sides::Tree => unstaged,
        Sides::Index => staged,
        // What is staged and changed back in the work tree differs from the index alone.
        Sides::Both if !staged.is_empty() && !unstaged.is_empty() => return None,
        Sides::Both => [staged, unstaged].concat(),
    };
    paths.sort_unstable();
    Some(paths)
}

/// True if git prints the path without quotes.
fn is_printed_plainly(path: &str) -> bool {
    path.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\\') || c == ' ')
}

/// A short status prints nothing where nothing has changed.
fn status(call: &Call<'_>) -> Option<Finished> {
    let words = words(call)?;
    if words.is_empty() || !words.iter().all(|word| SHORT.contains(word)) || !call.host.is_heard() {
        return None;
    }
    let status = call.status()?;
    let clean = status.staged.is_empty()
        && status.unstaged.is_empty()
        && status.untracked.is_empty()
        && status.conflicted.is_empty();
    clean.then(|| Finished { outcome: Outcome::Success, output: Output::Nothing, ..Finished::default() })
}
