//! The members of a directory that a pattern fits (`Path.glob`, `glob.glob`).

use std::rc::Rc;

use crate::programs::python::Python;
use crate::programs::record::join_paths;
use crate::programs::value::Value;
use crate::value::{AbstractString, Piece};

/// Names of a directory that are told apart.
const NAMES_CAP: usize = 512;

impl Python<'_, '_> {
    /// The members of a directory that a pattern fits.
    pub(in crate::programs::python) fn directory_members(
        &mut self,
        directory: &AbstractString,
        pattern: &str,
        deep: bool,
        as_path: bool,
    ) -> Value {
        let wrap = |text: AbstractString| if as_path { Value::Path(text) } else { Value::Text(text) };
        let deep = deep || pattern.contains("**");
        let flat = !pattern.contains('/');
        if !deep
            && flat
            && let Some(names) = self.recorder.list(directory)
            && names.len() <= NAMES_CAP
        {
            let fits = names.iter().filter(|name| fits(pattern, name));
            let members: Vec<Value> =
                fits.map(|name| wrap(join_paths(directory, &AbstractString::text(name), true))).collect();
            return Value::Tuple(members.into());
        }
        let mut member = directory.clone();
        if member.known() == Some(".") {
            member = AbstractString::empty();
        } else if member.ends_with("/") != Some(true) {
            member.push_text("/");
        }
        if deep || !flat {
            let why: Rc<str> = format!("what `{pattern}` fits").into();
            member.push(Piece::Below(why));
            if let Some(suffix) = pattern.rsplit('*').next().filter(|suffix| !suffix.contains('/')) {
                member.push_text(suffix);
            }
        } else {
            member.push(Piece::Glob(pattern.into()));
        }
        Value::many(wrap(member))
    }
}

/// Does a shell pattern (`*`, `?`, `[…]` taken for any letter) fit a name?
pub(in crate::programs::python) fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut from) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while from < name.len() {
        match (pattern.get(at), name.get(from)) {
            (Some('*'), _) => {
                star = Some((at, from));
                at += 1;
            }
            (Some('['), Some(_)) if pattern.iter().skip(at).any(|c| *c == ']') => {
                let length = pattern.iter().skip(at).position(|c| *c == ']').unwrap_or(0);
                at += length + 1;
                from += 1;
            }
            (Some(wanted), Some(letter)) if *wanted == '?' || wanted == letter => {
                at += 1;
                from += 1;
            }
            _ => match star {
                Some((back, taken)) => {
                    star = Some((back, taken + 1));
                    at = back + 1;
                    from = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(at).all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("*.md", "a.md", true)]
    #[case("*.md", "a.mdx", false)]
    #[case("a?c*", "abcd", true)]
    #[case("*", "", true)]
    #[case("[ab].x", "a.x", true)]
    #[case("x", "xy", false)]
    fn patterns_fit_names(#[case] pattern: &str, #[case] name: &str, #[case] expected: bool) {
        assert_eq!(fits(pattern, name), expected);
    }
}
