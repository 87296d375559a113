//! `git ls-files`.

use super::Finished;
use super::call::{Call, failed, is_plain, join, reads};
use super::print::relative_below;
use super::site::Site;
use crate::value::{AbstractString, Field, Output, VALUES_CAP};

/// `git ls-files`: tracked paths below the current directory; few of them one by one.
pub(super) fn list_files(call: &mut Call<'_>) -> Finished {
    if matches!(call.site, Site::Outside(_)) {
        return failed();
    }
    let details = call.fields.iter().filter_map(Field::known).any(|text| {
        matches!(
            text,
            "--stage"
                | "--unmerged"
                | "--killed"
                | "--eol"
                | "--debug"
                | "-v"
                | "-t"
                | "-f"
                | "--resolve-undo"
        ) || (text.starts_with('-') && !text.starts_with("--") && text.contains(['s', 'u']))
    }) || call.given.value("--format").is_some();
    if details {
        return reads(call.row);
    }
    let output = exact_files(call).unwrap_or_else(|| relative_below("git ls-files"));
    Finished { output, ..Finished::default() }
}

/// The tracked paths, if they are few and no option asks for others.
fn exact_files(call: &Call<'_>) -> Option<Output> {
    let harmless = |text: &str| matches!(text, "-c" | "--cached" | "-z" | "--");
    let options =
        call.fields.iter().filter_map(Field::known).any(|text| text.starts_with('-') && !harmless(text));
    if options || call.fields.iter().any(|field| field.known().is_none()) {
        return None;
    }
    let directory = call.directory().ok()?;
    let root = call.root()?;
    let mut lines = Vec::new();
    for path in selected(call, &directory)? {
        let absolute = join(&root, &path);
        let relative = absolute.strip_prefix(&directory)?.trim_start_matches('/').to_owned();
        lines.push(AbstractString::text(&relative));
        if lines.len() > VALUES_CAP {
            return None;
        }
    }
    Some(if lines.is_empty() { Output::Nothing } else { Output::Lines(lines) })
}

/// Tracked paths (relative to the root) that the pathspecs name; all below the directory without any.
fn selected(call: &Call<'_>, directory: &str) -> Option<Vec<String>> {
    let operands = call.given.all_operands();
    if operands.is_empty() {
        return call.tracked(directory);
    }
    let mut paths = Vec::new();
    for operand in operands {
        let text = operand.known()?;
        if is_plain(text) {
            paths.extend(call.tracked(&call.path(&operand)?)?);
        } else if text.starts_with(':') || text.contains(['[', '\\']) {
            return None;
        } else {
            let root = call.root()?;
            let pattern = join(directory, text);
            let tracked = call.tracked(directory)?;
            paths.extend(tracked.into_iter().filter(|path| matches_glob(&pattern, &join(&root, path))));
        }
    }
    paths.sort_unstable();
    paths.dedup();
    Some(paths)
}

/// A pathspec's glob: `*` matches slashes too (gitglossary(7), pathspec).
fn matches_glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut here) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while here < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, here));
                at += 1;
            }
            Some(letter) if *letter == '?' || text.get(here) == Some(letter) => {
                at += 1;
                here += 1;
            }
            _ => match star {
                Some((back, from)) => {
                    star = Some((back, from + 1));
                    at = back + 1;
                    here = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).is_some_and(|rest| rest.iter().all(|letter| *letter == '*'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_in_a_pathspec_crosses_directories() {
        assert!(matches_glob("/w/*.rs", "/w/src/deep/x.rs"));
        assert!(matches_glob("/w/s?c/*", "/w/src/a"));
        assert!(!matches_glob("/w/*.rs", "/w/src/x.py"));
        assert!(!matches_glob("/w/a", "/w/ab"));
        assert!(matches_glob("*a*b*", "xxaxxbxx"));
    }
}
