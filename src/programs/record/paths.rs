//! Paths as programs write them: normal, joined, and those that values are.

use crate::programs::value::Value;
use crate::value::{AbstractString, Piece};

/// A path without `.`, `..` and double slashes, by its spelling alone.
pub(in crate::programs) fn normal(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (is_absolute, joined.is_empty()) {
        (true, _) => ["/", &joined].concat(),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// One path behind another, as `os.path.join` and `path.join` have it: an absolute one stands alone where `restarts`.
pub(in crate::programs) fn join_paths(
    left: &AbstractString,
    right: &AbstractString,
    restarts: bool,
) -> AbstractString {
    match right.starts_with("/") {
        Some(true) if restarts => return right.clone(),
        None if restarts => {
            return AbstractString::unknown(right.reason().unwrap_or("a path that is not known"));
        }
        _ => {}
    }
    if left.is_empty() {
        return right.clone();
    }
    let mut joined = left.clone();
    if left.ends_with("/") != Some(true) {
        joined.push_text("/");
    }
    joined.concat(right)
}

/// A path that a value is, for a target: what can't be known has its reason.
pub(in crate::programs) fn path_of(value: &Value) -> AbstractString {
    match value {
        Value::Text(text) | Value::Path(text) => text.clone(),
        other => {
            let mut path = AbstractString::empty();
            path.push(Piece::Unknown(other.reason()));
            path
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/w/./a//b/../c", "/w/a/c")]
    #[case("../a/../b", "../b")]
    #[case("/..", "/")]
    #[case("a/..", ".")]
    fn paths_are_normal(#[case] path: &str, #[case] expected: &str) {
        assert_eq!(normal(path), expected);
    }

    #[rstest]
    #[case("a", "b", "a/b")]
    #[case("a/", "b", "a/b")]
    #[case("a", "/b", "/b")]
    #[case("", "b", "b")]
    fn paths_are_joined_as_python_does(#[case] left: &str, #[case] right: &str, #[case] expected: &str) {
        let (left, right) = (AbstractString::text(left), AbstractString::text(right));
        assert_eq!(join_paths(&left, &right, true).known(), Some(expected));
    }
}
