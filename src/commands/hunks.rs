//! Unified diffs: their files and hunks, and whether the hunks fit a known text (GNU diffutils manual, section 2.2.2).
//!
//! Owns the reading and the fit; what a patch program does with it stands with the program.

/// Lines of context at either end that GNU patch may ignore.
const FUZZ: usize = 2;

/// More lines than this, of text times hunk, are not compared.
const COMPARED_CAP: usize = 4_000_000;

/// What a patch changes in one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FilePatch {
    /// The name behind `---`.
    pub old: String,
    /// The name behind `+++`.
    pub new: String,
    /// Its hunks.
    pub hunks: Vec<Hunk>,
}

/// The lines before and after, with how many of them are context at the front and the end.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    before: Vec<String>,
    after: Vec<String>,
    front: usize,
    end: usize,
}

/// How hunks fit a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// all do
    All,
    /// some do
    Some,
    /// none does
    None,
    /// none does, and the patch taken the other way round would
    Reversed,
}

/// Which way a patch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// from old to new
    Forward,
    /// `-R`
    Back,
}

/// How exactly context has to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// `git apply`
    Exact,
    /// `patch`: a little of it may differ
    Fuzzy,
}

/// The files of a patch.
#[must_use]
pub fn read(text: &str) -> Vec<FilePatch> {
    let mut found: Vec<FilePatch> = Vec::new();
    let mut lines = text.lines().peekable();
    let name = |line: &str| line.split('\t').next().unwrap_or("").trim_end().to_owned();
    while let Some(line) = lines.next() {
        if let Some(old) = line.strip_prefix("--- ")
            && let Some(new) = lines.peek().and_then(|line| line.strip_prefix("+++ "))
        {
            found.push(FilePatch { old: name(old), new: name(new), hunks: Vec::new() });
            lines.next();
        } else if line.starts_with("@@ ")
            && let Some(patch) = found.last_mut()
        {
            let mut hunk = Hunk::default();
            let mut changed = false;
            while let Some(body) = lines.next_if(|line| is_body(line)) {
                hunk.take(body, &mut changed);
            }
            patch.hunks.push(hunk);
        }
    }
    found
}

/// A line of a hunk; `--- ` begins the next file.
fn is_body(line: &str) -> bool {
    line.is_empty() || (line.starts_with([' ', '-', '+', '\\']) && !line.starts_with("--- "))
}

impl Hunk {
    fn take(&mut self, line: &str, changed: &mut bool) {
        let (kind, text) = line.split_at_checked(1).unwrap_or((" ", ""));
        match kind {
            "-" => self.before.push(text.to_owned()),
            "+" => self.after.push(text.to_owned()),
            "\\" => return,
            _ => {
                self.before.push(text.to_owned());
                self.after.push(text.to_owned());
                if *changed {
                    self.end += 1;
                } else {
                    self.front += 1;
                }
                return;
            }
        }
        *changed = true;
        self.end = 0;
    }

    fn fits(&self, lines: &[&str], way: Way, context: Context) -> bool {
        let wanted = if way == Way::Forward { &self.before } else { &self.after };
        let fuzz = if context == Context::Fuzzy { FUZZ } else { 0 };
        (0..=fuzz).any(|fuzz| {
            let (from, to) = (fuzz.min(self.front), wanted.len() - fuzz.min(self.end).min(wanted.len()));
            let part = wanted.get(from..to).unwrap_or_default();
            part.is_empty()
                || lines.windows(part.len()).any(|window| window.iter().zip(part).all(|(a, b)| a == b))
        })
    }
}

/// How the hunks of a file fit its text; `None` if that is too much to compare.
#[must_use]
pub fn fit(patch: &FilePatch, text: &str, way: Way, context: Context) -> Option<Fit> {
    let lines: Vec<&str> = text.lines().collect();
    let wanted: usize = patch.hunks.iter().map(|hunk| hunk.before.len() + hunk.after.len()).sum();
    if patch.hunks.is_empty() || lines.len().saturating_mul(wanted) > COMPARED_CAP {
        return None;
    }
    let fitting = |way: Way| patch.hunks.iter().filter(|hunk| hunk.fits(&lines, way, context)).count();
    let other = if way == Way::Forward { Way::Back } else { Way::Forward };
    Some(match fitting(way) {
        all if all == patch.hunks.len() => Fit::All,
        0 if fitting(other) == patch.hunks.len() => Fit::Reversed,
        0 => Fit::None,
        _ => Fit::Some,
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const PATCH: &str = "--- a/f\told\n+++ b/f\tnew\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n@@ -7 +7 @@\n-seven\n+SEVEN\n";

    // What GNU patch 2.7 says: succeeded, FAILED, reversed.
    #[rstest]
    #[case("one\ntwo\nthree\n4\n5\n6\nseven\n", Way::Forward, Fit::All)]
    #[case("0\none\ntwo\nthree\nseven\n", Way::Forward, Fit::All)]
    #[case("1\ntwo\n3\nseven\n", Way::Forward, Fit::All)]
    #[case("one\ntwo\nthree\n", Way::Forward, Fit::Some)]
    #[case("x\n", Way::Forward, Fit::None)]
    #[case("one\nTWO\nthree\nSEVEN\n", Way::Forward, Fit::Reversed)]
    #[case("one\nTWO\nthree\nSEVEN\n", Way::Back, Fit::All)]
    fn fits_as_patch_says(#[case] text: &str, #[case] way: Way, #[case] expected: Fit) {
        let patches = read(PATCH);
        assert_eq!((patches[0].old.as_str(), patches[0].new.as_str()), ("a/f", "b/f"));
        assert_eq!(fit(&patches[0], text, way, Context::Fuzzy), Some(expected));
    }

    #[test]
    fn git_wants_all_the_context() {
        let patches = read(PATCH);
        assert_eq!(fit(&patches[0], "1\ntwo\n3\nseven\n", Way::Forward, Context::Exact), Some(Fit::Some));
    }
}
