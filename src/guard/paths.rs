//! Paths as settings and edit tools write them: relative ones, `~/`, globs.
//!
//! Owns their reading as text. Links are followed elsewhere, by what the world answers.

use globset::GlobBuilder;

/// The absolute form of a path that an edit tool names, its `.` and `..` taken out; `None` if it starts at a directory
/// that is not known.
///
/// `..` is kept where a link could stand in front of it, so only an absolute path's own dots go here.
#[must_use]
pub fn absolute(path: &str, cwd: Option<&str>, home: Option<&str>) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    if path.starts_with('/') {
        return Some(path.to_owned());
    }
    match path.strip_prefix("~/") {
        Some(rest) => home.map(|home| join(home, rest)),
        None if path == "~" => home.map(str::to_owned),
        None => cwd.map(|cwd| join(cwd, path)),
    }
}

/// True if one of the globs matches the path. A glob that is not absolute starts at `root`, `~/` at `home`; `*` stays
/// within a directory, `**` does not.
#[must_use]
pub fn matches_any(globs: &[String], path: &str, root: &str, home: Option<&str>) -> bool {
    globs.iter().any(|glob| {
        let Some(full) = absolute(glob, Some(&escape(root)), home.map(escape).as_deref()) else {
            return false;
        };
        let built = GlobBuilder::new(&full).literal_separator(true).build();
        built.is_ok_and(|glob| glob.compile_matcher().is_match(path))
    })
}

fn join(directory: &str, rest: &str) -> String {
    format!("{}/{rest}", directory.trim_end_matches('/'))
}

fn escape(literal: &str) -> String {
    globset::escape(literal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("/a/b", Some("/a/b"))]
    #[case("b", Some("/w/b"))]
    #[case("~/b", Some("/home/u/b"))]
    #[case("~u/b", Some("/w/~u/b"))]
    #[case("", None)]
    fn starts_where_the_tool_starts(#[case] path: &str, #[case] expected: Option<&str>) {
        assert_eq!(absolute(path, Some("/w"), Some("/home/u")).as_deref(), expected);
    }

    #[test]
    fn a_relative_path_without_a_directory_is_unknown() {
        assert_eq!(absolute("b", None, Some("/home/u")), None);
        assert_eq!(absolute("~/b", Some("/w"), None), None);
    }

    #[rstest]
    #[case::from_the_root("notes/*.md", "/w/[r]/notes/a.md", true)]
    #[case::star_stays_in_its_directory("notes/*.md", "/w/[r]/notes/a/b.md", false)]
    #[case::two_stars("notes/**", "/w/[r]/notes/a/b.md", true)]
    #[case::elsewhere("notes/*.md", "/w/other/notes/a.md", false)]
    #[case::absolute("/w/**/x", "/w/a/b/x", true)]
    #[case::home("~/scratch/**", "/home/u/scratch/a", true)]
    #[case::broken("[", "/w/[r]/[", false)]
    fn globs(#[case] glob: &str, #[case] path: &str, #[case] expected: bool) {
        assert_eq!(matches_any(&[glob.to_owned()], path, "/w/[r]", Some("/home/u")), expected);
    }
}
