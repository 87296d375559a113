//! The parts of a path: its names, its suffixes, what is above it.

use crate::programs::python::unknown_text;
use crate::programs::value::Value;
use crate::value::{AbstractString, Piece, basename, dirname};

/// An attribute of a path that is no method.
pub(in crate::programs::python) fn attribute(path: &AbstractString, name: &str) -> Option<Value> {
    Some(match name {
        "name" => Value::Text(last(path)),
        "parent" => Value::Path(path.dirname()),
        "stem" => Value::Text(cut(&last(path)).0),
        "suffix" => Value::Text(cut(&last(path)).1),
        "parents" => {
            let mut parents = Vec::new();
            let mut at = path.clone();
            for _ in 0..32 {
                let up = at.dirname();
                if up == at {
                    break;
                }
                parents.push(Value::Path(up.clone()));
                at = up;
            }
            Value::Tuple(parents.into())
        }
        "parts" => match path.known() {
            Some(known) => {
                let root = known.starts_with('/').then(|| Value::text("/"));
                let names = known.split('/').filter(|part| !part.is_empty()).map(Value::text);
                Value::Tuple(root.into_iter().chain(names).collect())
            }
            None => Value::many(unknown_text("a part of a path")),
        },
        "anchor" | "root" => Value::text(if path.starts_with("/") == Some(true) { "/" } else { "" }),
        "drive" => Value::text(""),
        "suffixes" => Value::many(unknown_text("a suffix")),
        _ => return None,
    })
}

pub(super) fn last(path: &AbstractString) -> AbstractString {
    match path.known() {
        Some(known) => AbstractString::text(match basename(known) {
            "/" | "." => "",
            name => name,
        }),
        None => path.basename(),
    }
}

/// A name before and from its last dot.
pub(super) fn cut(name: &AbstractString) -> (AbstractString, AbstractString) {
    match name.known() {
        Some(known) => match known.rfind('.').filter(|at| *at > 0 && at + 1 < known.len()) {
            Some(at) => (
                AbstractString::text(known.get(..at).unwrap_or("")),
                AbstractString::text(known.get(at..).unwrap_or("")),
            ),
            None => (AbstractString::text(known), AbstractString::empty()),
        },
        None => {
            let suffix = name.known_suffix();
            match suffix.rfind('.') {
                Some(at) => {
                    let pieces = name.pieces().iter().enumerate().map(|(place, piece)| match piece {
                        Piece::Text(text) if place + 1 == name.pieces().len() => {
                            Piece::Text(text.get(..at).unwrap_or("").into())
                        }
                        other => other.clone(),
                    });
                    (name.with_pieces(pieces), AbstractString::text(suffix.get(at..).unwrap_or("")))
                }
                None => (name.clone(), AbstractString::unknown("a suffix")),
            }
        }
    }
}

/// What `os.path.dirname` and `os.path.basename` give, which keep empty parts.
pub(in crate::programs::python) fn split(path: &AbstractString, directory: bool) -> Value {
    let Some(known) = path.known() else {
        return Value::Text(if directory { path.dirname() } else { path.basename() });
    };
    let (front, back) = known.rsplit_once('/').map_or(("", known), |(front, back)| (front, back));
    let front = match front.trim_end_matches('/') {
        "" if known.starts_with('/') => "/",
        trimmed => trimmed,
    };
    debug_assert!(dirname(known).len() <= known.len() + 1);
    Value::text(if directory { front } else { back })
}

/// As a path object spells it: without double slashes and single dots.
pub(super) fn without_dots(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let joined = parts.join("/");
    match (path.starts_with('/'), joined.is_empty()) {
        (true, _) => ["/", &joined].concat(),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Expected values are those of Python's `pathlib`.
    #[rstest]
    #[case("docs/a.tar.gz", "name", "a.tar.gz")]
    #[case("docs/a.tar.gz", "stem", "a.tar")]
    #[case("docs/a.tar.gz", "suffix", ".gz")]
    #[case("docs/.bashrc", "suffix", "")]
    #[case("docs/a.md", "parent", "docs")]
    #[case("a.md", "parent", ".")]
    #[case("/", "name", "")]
    fn attributes_are_those_of_pathlib(#[case] path: &str, #[case] name: &str, #[case] expected: &str) {
        let value = attribute(&AbstractString::text(path), name).unwrap();
        assert_eq!(value.known(), Some(expected));
    }
}
