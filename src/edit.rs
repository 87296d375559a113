//! What an edit tool would leave: the content after a Write, Edit or MultiEdit, from the old text and the call.
//!
//! Owns the words for file edits and the tools' own rules of applying them. It reads no file: the old text is handed in.

mod notebook;
mod patch;

/// One file that a tool call edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The path as the call names it: absolute, relative to the call's directory, or with a leading `~/`.
    pub path: String,
    /// What is done to the file.
    pub change: Change,
}

/// What is done to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// the whole content is replaced, the file is made if it is missing
    Write {
        /// the new content
        content: String,
    },
    /// texts are replaced one after the other
    Replace(Vec<Replacement>),
    /// a notebook's cell is written
    Cell(Cell),
    /// the file is removed
    Delete,
    /// runs of lines are replaced, each found by its context
    Patch(Vec<Hunk>),
    /// the file goes to another place
    MovedAway {
        /// the path of that place, as the call names it
        to: String,
    },
    /// a file comes from another place, its lines changed on the way
    MovedHere {
        /// the path of that place, as the call names it
        from: String,
        /// the changes
        hunks: Vec<Hunk>,
    },
    /// the file is written in a way that only the tool knows: an edit with fields missing
    Opaque,
}

/// A run of lines of a patch and what comes in its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// Lines that stand somewhere in front of the run, from the outermost to the innermost.
    pub contexts: Vec<String>,
    /// The lines that must stand there; none: the new ones go to the end of the file, or behind the context.
    pub old: Vec<String>,
    /// The lines that stand there afterwards.
    pub new: Vec<String>,
    /// The run ends with the file.
    pub at_end: bool,
}

/// A change of one cell of a Jupyter notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The cell's `id`, or `cell-N` for the N-th from 0; `None`: the first place (an insertion).
    pub id: Option<String>,
    /// The new source.
    pub source: String,
    /// What is done.
    pub mode: CellMode,
    /// What the cell is to be; `None`: what it was, code for a new one.
    pub kind: Option<CellKind>,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// source code
    Code,
    /// prose
    Markdown,
    /// text that is neither run nor shown as prose
    Raw,
}

impl CellKind {
    /// The kind that a notebook's `cell_type` names.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        [Self::Code, Self::Markdown, Self::Raw].into_iter().find(|kind| kind.word() == word)
    }

    /// Its `cell_type`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Markdown => "markdown",
            Self::Raw => "raw",
        }
    }
}

/// What is done to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMode {
    /// its source is replaced
    Replace,
    /// a new cell is put behind it
    Insert,
    /// it is removed
    Delete,
}

/// One replacement of a text by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The text that must occur, exactly once unless `all`. Empty: the file must be missing or empty, and is made.
    pub old: String,
    /// What stands there afterwards.
    pub new: String,
    /// Replaces every occurrence.
    pub all: bool,
}

/// Why a tool would refuse an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// there is no file to change
    NoFile,
    /// the old text does not occur
    NotFound,
    /// the old text occurs more than once and `all` is not set
    Ambiguous,
    /// old and new text are the same
    Unchanged,
    /// the file is no notebook of nbformat 4
    NoNotebook,
    /// nobody but the tool knows the outcome
    Opaque,
    /// the outcome would be larger than [`CONTENT_CAP`]
    TooLarge,
}

/// Larger outcomes are not built (bytes).
pub const CONTENT_CAP: usize = 64 << 20;

/// The content that `change` leaves in a file that held `old` (`None`: there is no such file); `None` in the answer
/// stands for a file that is gone. For a file that comes from another place, `old` is what it held there.
///
/// # Errors
/// The reason why the tool would refuse the edit.
///
/// ```
/// use willwrite::edit::{Change, Replacement, apply};
/// let change = Change::Replace(vec![Replacement { old: "1".into(), new: "2".into(), all: false }]);
/// assert_eq!(apply(&change, Some("a = 1\n")), Ok(Some("a = 2\n".to_owned())));
/// ```
pub fn apply(change: &Change, old: Option<&str>) -> Result<Option<String>, EditError> {
    match change {
        Change::Write { content } => Ok(Some(content.clone())),
        Change::Delete => old.map(|_| None).ok_or(EditError::NoFile),
        Change::MovedAway { .. } => old.map(|_| None).ok_or(EditError::NoFile),
        Change::Cell(cell) => notebook::apply(cell, old.ok_or(EditError::NoFile)?).map(Some),
        Change::Opaque => Err(EditError::Opaque),
        Change::Replace(replacements) => replace_all(replacements, old).map(Some),
        Change::Patch(hunks) | Change::MovedHere { hunks, .. } => {
            patch::apply(hunks, old.ok_or(EditError::NoFile)?).map(Some)
        }
    }
}

/// A text and what comes in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Before.
    pub old: String,
    /// After.
    pub new: String,
}

/// The texts that a change replaces, each with what comes in its place. A Write of a file that held `old` is one pair;
/// of a new file (or one that can't be read) there is none. A notebook's cell is its source, of code only.
#[must_use]
pub fn pairs(change: &Change, old: Option<&str>) -> Vec<Pair> {
    match change {
        Change::Write { content } => {
            old.map(|old| Pair { old: old.to_owned(), new: content.clone() }).into_iter().collect()
        }
        Change::Replace(replacements) => replacements
            .iter()
            .map(|replacement| Pair { old: replacement.old.clone(), new: replacement.new.clone() })
            .collect(),
        Change::Cell(cell) => {
            let code = cell.mode == CellMode::Replace && old.is_some_and(|old| notebook::is_code(cell, old));
            cell_pair(cell, old).filter(|_| code).into_iter().collect()
        }
        Change::Patch(hunks) | Change::MovedHere { hunks, .. } => hunks.iter().map(patch::pair).collect(),
        Change::Delete | Change::MovedAway { .. } | Change::Opaque => Vec::new(),
    }
}

/// The source that a change takes from a notebook's cell, prose too, and what comes in its place: nothing for a cell that
/// is removed. `None` for a new cell, and where the notebook `old` has no such cell.
#[must_use]
pub fn cell_pair(cell: &Cell, old: Option<&str>) -> Option<Pair> {
    notebook::pair(cell, old?)
}

/// Lines by the rule of guards.md 4.3: newlines, plus one if the text is not empty and does not end in one.
///
/// ```
/// use willwrite::edit::line_count;
/// assert_eq!([line_count(""), line_count("a"), line_count("a\n"), line_count("a\nb")], [0, 1, 1, 2]);
/// ```
#[must_use]
pub fn line_count(text: &str) -> usize {
    let newlines = text.bytes().filter(|&byte| byte == b'\n').count();
    newlines + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Net lines that a change removes from a file that held `old` (guards.md 4.3); negative where it adds.
#[must_use]
pub fn net_removed(change: &Change, old: Option<&str>) -> i64 {
    let lines = |text: &str| i64::try_from(line_count(text)).unwrap_or(i64::MAX);
    match change {
        Change::Write { content } => old.map_or(0, |old| lines(old) - lines(content)),
        Change::Delete | Change::MovedAway { .. } => old.map_or(0, lines),
        Change::Patch(hunks) | Change::MovedHere { hunks, .. } => hunks.iter().map(patch::net_removed).sum(),
        Change::Replace(replacements) => replacements
            .iter()
            .map(|replacement| {
                let times = if replacement.all { occurrences(old, &replacement.old) } else { 1 };
                (lines(&replacement.old) - lines(&replacement.new)).saturating_mul(times)
            })
            .fold(0, i64::saturating_add),
        Change::Cell(cell) if cell.mode == CellMode::Insert => -lines(&cell.source),
        Change::Cell(cell) => cell_pair(cell, old).map_or(0, |pair| lines(&pair.old) - lines(&pair.new)),
        Change::Opaque => 0,
    }
}

fn occurrences(old: Option<&str>, text: &str) -> i64 {
    if text.is_empty() {
        return 1;
    }
    old.map_or(1, |old| i64::try_from(old.matches(text).count()).unwrap_or(i64::MAX))
}

/// The runs of lines in which two texts differ, each with what comes in its place; pure insertions and removals too.
#[must_use]
pub fn hunks(old: &str, new: &str) -> Vec<Pair> {
    let input = imara_diff::InternedInput::new(old, new);
    let mut diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let (before, after): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let cut = |lines: &[&str], range: &std::ops::Range<u32>| {
        lines.get(range.start as usize..range.end as usize).map(<[&str]>::concat).unwrap_or_default()
    };
    diff.hunks().map(|hunk| Pair { old: cut(&before, &hunk.before), new: cut(&after, &hunk.after) }).collect()
}

/// The share of `old`'s lines that are not in `new` any more, in percent, by a diff of lines.
#[must_use]
pub fn lost_percent(old: &str, new: &str) -> u32 {
    let input = imara_diff::InternedInput::new(old, new);
    let diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
    let total = line_count(old).max(1);
    u32::try_from(u64::from(diff.count_removals()) * 100 / total as u64).unwrap_or(100)
}

fn replace_all(replacements: &[Replacement], old: Option<&str>) -> Result<String, EditError> {
    let mut text = old.map(str::to_owned);
    for replacement in replacements {
        text = Some(replace(text.as_deref(), replacement)?);
    }
    text.ok_or(EditError::NoFile)
}

fn replace(text: Option<&str>, replacement: &Replacement) -> Result<String, EditError> {
    let Replacement { old, new, all } = replacement;
    if old == new {
        return Err(EditError::Unchanged);
    }
    if old.is_empty() {
        return match text {
            None | Some("") => Ok(new.clone()),
            Some(_) => Err(EditError::Ambiguous),
        };
    }
    let text = text.ok_or(EditError::NoFile)?;
    match (text.matches(old.as_str()).take(2).count(), *all) {
        (0, _) => Err(EditError::NotFound),
        (2, false) => Err(EditError::Ambiguous),
        (1, _) => bounded(text, old, new, 1),
        (_, _) => bounded(text, old, new, usize::MAX),
    }
}

fn bounded(text: &str, old: &str, new: &str, times: usize) -> Result<String, EditError> {
    let growth = new.len().saturating_sub(old.len());
    if growth > 0 {
        let occurrences = text.matches(old).take(times).count();
        if text.len().saturating_add(growth.saturating_mul(occurrences)) > CONTENT_CAP {
            return Err(EditError::TooLarge);
        }
    }
    Ok(text.replacen(old, new, times))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn change(rows: &[(&str, &str, bool)]) -> Change {
        let row =
            |&(old, new, all): &(&str, &str, bool)| Replacement { old: old.into(), new: new.into(), all };
        Change::Replace(rows.iter().map(row).collect())
    }

    #[rstest]
    #[case::once("a b", &[("a", "x", false)], "x b")]
    #[case::every("a a", &[("a", "x", true)], "x x")]
    #[case::in_sequence("a", &[("a", "b", false), ("b", "c", false)], "c")]
    #[case::made("", &[("", "new", false)], "new")]
    fn leaves(#[case] old: &str, #[case] rows: &[(&str, &str, bool)], #[case] expected: &str) {
        assert_eq!(apply(&change(rows), Some(old)), Ok(Some(expected.to_owned())));
    }

    #[rstest]
    #[case::twice("a a", &[("a", "x", false)], EditError::Ambiguous)]
    #[case::missing("b", &[("a", "x", true)], EditError::NotFound)]
    #[case::same("a", &[("a", "a", false)], EditError::Unchanged)]
    #[case::full("a", &[("", "x", false)], EditError::Ambiguous)]
    fn refuses(#[case] old: &str, #[case] rows: &[(&str, &str, bool)], #[case] expected: EditError) {
        assert_eq!(apply(&change(rows), Some(old)), Err(expected));
    }

    #[test]
    fn hunks_are_what_differs() {
        let found = hunks("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n");
        let pair = |old: &str, new: &str| Pair { old: old.into(), new: new.into() };
        assert_eq!(found, [pair("b\n", "x\n"), pair("", "e\n")]);
    }

    #[rstest]
    #[case::edit(&[("a\nb\nc", "a", false)], "a\nb\nc\n", 2)]
    #[case::every_occurrence(&[("a\nb\n", "a\n", true)], "a\nb\na\nb\n", 2)]
    #[case::sum(&[("a\nb\n", "", false), ("c", "c\nd", false)], "a\nb\nc", 1)]
    #[case::grows(&[("a", "a\nb", false)], "a", -1)]
    fn rule_4_3_net_lines(#[case] rows: &[(&str, &str, bool)], #[case] old: &str, #[case] expected: i64) {
        assert_eq!(net_removed(&change(rows), Some(old)), expected);
    }

    #[test]
    fn rule_4_3_a_write_counts_against_the_file() {
        let write = Change::Write { content: "a\n".into() };
        assert_eq!(net_removed(&write, Some("a\nb\nc")), 2);
        assert_eq!(net_removed(&write, None), 0);
    }

    #[rstest]
    #[case::replaced("code", CellMode::Replace, "x\n", 2, 1)]
    #[case::removed("code", CellMode::Delete, "", 3, 0)]
    #[case::new("code", CellMode::Insert, "x\ny\n", -2, 0)]
    #[case::prose("markdown", CellMode::Replace, "x\n", 2, 0)]
    fn rule_4_3_a_notebook_is_counted_by_cell(
        #[case] kind: &str,
        #[case] mode: CellMode,
        #[case] source: &str,
        #[case] removed: i64,
        #[case] judged: usize,
    ) {
        let old =
            format!(r#"{{"cells": [{{"id": "c1", "cell_type": "{kind}", "source": ["a\n", "b\n", "c"]}}]}}"#);
        let cell = Cell { id: Some("c1".into()), source: source.into(), mode, kind: None };
        let change = Change::Cell(cell);
        assert_eq!(net_removed(&change, Some(&old)), removed);
        assert_eq!(pairs(&change, Some(&old)).len(), judged);
        assert_eq!(net_removed(&change, Some("no notebook")).max(0), 0);
    }

    #[test]
    fn an_outcome_past_the_cap_is_not_built() {
        let text = "a".repeat(1 << 16);
        let rows = [Replacement { old: "a".into(), new: "b".repeat(1 << 11), all: true }];
        assert_eq!(apply(&Change::Replace(rows.into()), Some(&text)), Err(EditError::TooLarge));
    }
}
