//! Which branches are protected, by the settings in force.
//!
//! Owns the reading of `protected-branches` and `protected-detached`; every policy asks here.

use globset::GlobBuilder;

use super::config::{Settings, key};
use crate::intent::Branch;

/// Says in words that a checked-out branch is protected, `None` if it is not or can't be known.
#[must_use]
pub fn state(branch: &Branch, settings: &Settings) -> Option<String> {
    match branch {
        Branch::Named(name) => {
            is_branch(name, settings).then(|| format!("the protected branch {name} is checked out"))
        }
        Branch::Detached => settings.flag(&key::PROTECTED_DETACHED).then(|| "HEAD is detached".to_owned()),
        Branch::Unknown(_) => None,
    }
}

/// True if the branch with this short name is protected.
#[must_use]
pub fn is_branch(name: &str, settings: &Settings) -> bool {
    settings.list(&key::PROTECTED_BRANCHES).iter().any(|pattern| matches(pattern, name))
}

/// The protected branch that a ref pattern such as `refs/heads/*` matches; its `*` matches slashes, as in a refspec.
#[must_use]
pub fn branch_that_matches(reference: &str, settings: &Settings) -> Option<String> {
    let (head, tail) = reference.split_once('*').unwrap_or((reference, ""));
    let hit = |pattern: &String| {
        if pattern.contains('*') {
            let name = reference.strip_prefix("refs/heads/").unwrap_or(reference).replace('*', "x");
            return matches(pattern, &name);
        }
        let full = format!("refs/heads/{pattern}");
        full.len() >= head.len() + tail.len() && full.starts_with(head) && full.ends_with(tail)
    };
    settings.list(&key::PROTECTED_BRANCHES).into_iter().find(hit)
}

fn matches(pattern: &str, name: &str) -> bool {
    if !pattern.contains(['*', '?', '[', '{']) {
        return pattern == name;
    }
    let glob = GlobBuilder::new(pattern).literal_separator(false).build();
    glob.is_ok_and(|glob| glob.compile_matcher().is_match(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::config::read;
    use rstest::rstest;

    #[rstest]
    #[case("main", true)]
    #[case("master", true)]
    #[case("maintenance", false)]
    #[case("feat/main", false)]
    #[case("Main", false)]
    fn the_default_list(#[case] name: &str, #[case] expected: bool) {
        assert_eq!(is_branch(name, &Settings::default()), expected);
    }

    #[test]
    fn a_star_stands_for_anything() {
        let settings = Settings::of_user(read("protected-branches = ['release/*']", "f").unwrap());
        assert!(is_branch("release/1.0", &settings));
        assert!(!is_branch("main", &settings));
    }

    #[rstest]
    #[case("refs/heads/*", Some("main"))]
    #[case("refs/heads/ma*", Some("main"))]
    #[case("refs/heads/mas*", Some("master"))]
    #[case("refs/heads/feat/*", None)]
    #[case("refs/heads/backup/*", None)]
    #[case("refs/tags/*", None)]
    #[case("refs/*", Some("main"))]
    fn a_refspec_glob_counts_for_what_it_matches(#[case] reference: &str, #[case] expected: Option<&str>) {
        assert_eq!(branch_that_matches(reference, &Settings::default()).as_deref(), expected);
    }
}
