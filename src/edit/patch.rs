//! Hunks of a patch, found in a file's lines and replaced.
//!
//! Owns the tool's own search: a hunk's lines are looked for behind the place of the one before, exactly, then without the
//! spaces at their ends, then without those at both ends, then with plain quotes and dashes.

use super::{CONTENT_CAP, EditError, Hunk, Pair};

/// Comparisons of lines that one patch may cost; past them nobody knows the outcome.
const STEPS_CAP: usize = 4_000_000;

/// The text that the hunks leave of `old`.
pub(super) fn apply(hunks: &[Hunk], old: &str) -> Result<String, EditError> {
    let mut lines: Vec<&str> = old.split('\n').collect();
    // The newline at the end is no line of its own.
    if lines.last() == Some(&"") {
        lines.pop();
    }
    let mut search = Search { lines: &lines, steps: 0 };
    let mut changes: Vec<(usize, usize, &[String])> = Vec::new();
    let mut from = 0;
    for hunk in hunks {
        for context in &hunk.contexts {
            let found = search.find(std::slice::from_ref(context), from, false)?;
            from = found.ok_or(EditError::NotFound)? + 1;
        }
        let (start, count, new) = place(&mut search, hunk, from)?;
        changes.push((start, count, new));
        from = start + count;
    }
    changes.sort_by_key(|change| change.0);
    build(&lines, &changes)
}

/// The texts that a hunk replaces.
pub(super) fn pair(hunk: &Hunk) -> Pair {
    let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    Pair { old: text(&hunk.old), new: text(&hunk.new) }
}

/// Lines that a hunk takes away, less those that it brings.
pub(super) fn net_removed(hunk: &Hunk) -> i64 {
    let count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(i64::MAX);
    count(&hunk.old) - count(&hunk.new)
}

fn place<'h>(
    search: &mut Search<'_>,
    hunk: &'h Hunk,
    from: usize,
) -> Result<(usize, usize, &'h [String]), EditError> {
    if hunk.old.is_empty() {
        return Ok((search.lines.len(), 0, &hunk.new));
    }
    if let Some(start) = search.find(&hunk.old, from, hunk.at_end)? {
        return Ok((start, hunk.old.len(), &hunk.new));
    }
    // A hunk may end in an empty line that stands for the file's last newline.
    let Some(([last], old)) = hunk.old.split_last_chunk::<1>().map(|(rest, last)| (last, rest)) else {
        return Err(EditError::NotFound);
    };
    if !last.is_empty() {
        return Err(EditError::NotFound);
    }
    let new = hunk.new.strip_suffix(&[String::new()][..]).unwrap_or(&hunk.new);
    let start = search.find(old, from, hunk.at_end)?.ok_or(EditError::NotFound)?;
    Ok((start, old.len(), new))
}

struct Search<'a> {
    lines: &'a [&'a str],
    steps: usize,
}

impl Search<'_> {
    /// The first place at or behind `from` where the lines stand; at the end of the file first, if they end it.
    fn find(&mut self, wanted: &[String], from: usize, at_end: bool) -> Result<Option<usize>, EditError> {
        let Some(last) = self.lines.len().checked_sub(wanted.len()) else { return Ok(None) };
        let first = if at_end { last.max(from) } else { from };
        for same in [exact, without_end, without_ends, plain] {
            for start in first..=last {
                let Some(run) = self.lines.get(start..start + wanted.len()) else { break };
                let equal = run.iter().zip(wanted).take_while(|(line, wanted)| same(line, wanted)).count();
                self.steps += equal + 1;
                if self.steps > STEPS_CAP {
                    return Err(EditError::Opaque);
                }
                if equal == wanted.len() {
                    return Ok(Some(start));
                }
            }
        }
        if at_end && first > from { self.find(wanted, from, false) } else { Ok(None) }
    }
}

fn exact(line: &str, wanted: &str) -> bool {
    line == wanted
}

fn without_end(line: &str, wanted: &str) -> bool {
    line.trim_end() == wanted.trim_end()
}

fn without_ends(line: &str, wanted: &str) -> bool {
    line.trim() == wanted.trim()
}

fn plain(line: &str, wanted: &str) -> bool {
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}'..='\u{201b}' => '\'',
        '\u{201c}'..='\u{201f}' => '"',
        '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        other => other,
    };
    line.trim().chars().map(plain).eq(wanted.trim().chars().map(plain))
}

fn build(lines: &[&str], changes: &[(usize, usize, &[String])]) -> Result<String, EditError> {
    let mut text = String::new();
    let mut at = 0;
    let mut push = |line: &str| {
        if text.len() + line.len() >= CONTENT_CAP {
            return Err(EditError::TooLarge);
        }
        text.push_str(line);
        text.push('\n');
        Ok(())
    };
    for (start, count, new) in changes {
        // Two hunks that meet can't both hold.
        let kept = lines.get(at..*start).ok_or(EditError::NotFound)?;
        kept.iter().try_for_each(|line| push(line))?;
        new.iter().try_for_each(|line| push(line))?;
        at = start + count;
    }
    lines.get(at..).unwrap_or_default().iter().try_for_each(|line| push(line))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn hunk(contexts: &[&str], old: &[&str], new: &[&str]) -> Hunk {
        let texts = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        Hunk { contexts: texts(contexts), old: texts(old), new: texts(new), at_end: false }
    }

    #[rstest]
    #[case::plain("a\nb\nc\n", &[hunk(&[], &["b"], &["x", "y"])], "a\nx\ny\nc\n")]
    #[case::no_last_newline("a\nb", &[hunk(&[], &["b"], &["x"])], "a\nx\n")]
    #[case::behind_its_context("f\n1\ng\n1\n", &[hunk(&["g"], &["1"], &["2"])], "f\n1\ng\n2\n")]
    #[case::one_after_the_other("1\n1\n1\n", &[hunk(&[], &["1"], &["a"]), hunk(&[], &["1"], &["b"])], "a\nb\n1\n")]
    #[case::spaces_at_the_end("a  \n", &[hunk(&[], &["a"], &["b"])], "b\n")]
    #[case::spaces_at_both_ends("  a\n", &[hunk(&[], &["a"], &["b"])], "b\n")]
    #[case::dashes("a \u{2013} b\n", &[hunk(&[], &["a - b"], &["c"])], "c\n")]
    #[case::appended("a\n", &[hunk(&[], &[], &["b"])], "a\nb\n")]
    #[case::empty_last_line("a\nb\n", &[hunk(&[], &["b", ""], &["c", ""])], "a\nc\n")]
    #[case::removed("a\nb\n", &[hunk(&[], &["a"], &[])], "b\n")]
    fn leaves(#[case] old: &str, #[case] hunks: &[Hunk], #[case] expected: &str) {
        assert_eq!(apply(hunks, old).as_deref(), Ok(expected));
    }

    #[test]
    fn the_end_of_the_file_is_tried_first() {
        let last = Hunk { at_end: true, ..hunk(&[], &["x"], &["y"]) };
        assert_eq!(apply(&[last], "x\na\nx\n").as_deref(), Ok("x\na\ny\n"));
    }

    #[rstest]
    #[case::missing(&[hunk(&[], &["z"], &["x"])])]
    #[case::no_such_context(&[hunk(&["z"], &["a"], &["x"])])]
    #[case::behind(&[hunk(&[], &["b"], &["x"]), hunk(&[], &["a"], &["y"])])]
    fn refuses(#[case] hunks: &[Hunk]) {
        assert_eq!(apply(hunks, "a\nb\n"), Err(EditError::NotFound));
    }

    #[test]
    fn a_hostile_patch_costs_a_bounded_time() {
        let file = "a\n".repeat(20_000);
        let mut wanted = vec!["a"; 10_000];
        wanted.push("b");
        assert_eq!(apply(&[hunk(&[], &wanted, &[])], &file), Err(EditError::Opaque));
    }
}
