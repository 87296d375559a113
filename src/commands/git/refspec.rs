//! Refspecs (gitglossary(7)): `+src:dst`, `:dst`, `src`, globs, `^negative`.

/// One refspec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refspec {
    /// `+` in front.
    pub force: bool,
    /// `^` in front: refs that are left out.
    pub negative: bool,
    /// In front of the colon; empty if nothing is there.
    pub source: String,
    /// Behind the colon; `None` without a colon.
    pub destination: Option<String>,
}

impl Refspec {
    /// Reads one refspec.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let (negative, rest) = strip(text, '^');
        let (force, rest) = strip(rest, '+');
        let (source, destination) = match rest.split_once(':') {
            Some((source, destination)) => (source, Some(destination.to_owned())),
            None => (rest, None),
        };
        Self { force, negative, source: source.to_owned(), destination }
    }

    /// `:`, which means every branch that both sides have.
    #[must_use]
    pub fn is_matching(&self) -> bool {
        self.source.is_empty() && self.destination.as_deref() == Some("")
    }

    /// Does it hold a glob?
    #[must_use]
    pub fn is_pattern(&self) -> bool {
        self.source.contains('*')
    }

    /// What the glob's star stands for in a full ref name, if it matches.
    #[must_use]
    pub fn matched<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (front, back) = self.source.split_once('*')?;
        name.strip_prefix(front)?.strip_suffix(back)
    }

    /// The destination of a full ref name that the glob matches.
    #[must_use]
    pub fn mapped(&self, name: &str) -> Option<String> {
        let star = self.matched(name)?;
        Some(match &self.destination {
            Some(destination) => destination.replacen('*', star, 1),
            None => name.to_owned(),
        })
    }
}

fn strip(text: &str, mark: char) -> (bool, &str) {
    match text.strip_prefix(mark) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

/// The rule by which git takes a name for a full ref name.
#[must_use]
pub fn is_full(name: &str) -> bool {
    name.starts_with("refs/")
}

/// Is this a name that a branch may have (git-check-ref-format(1))? Only what matters here: no option, no revision
/// syntax, no space.
#[must_use]
pub fn is_branch_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('-')
        && !name.ends_with(['/', '.'])
        && !name.ends_with(".lock")
        && !name.contains("..")
        && !name.contains("@{")
        && !name.contains(|letter: char| letter.is_ascii_control() || " ~^:?*[\\".contains(letter))
        && name != "@"
        && name != "HEAD"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(force: bool, source: &str, destination: Option<&str>) -> Refspec {
        Refspec {
            force,
            negative: false,
            source: source.to_owned(),
            destination: destination.map(str::to_owned),
        }
    }

    #[test]
    fn every_form_is_read() {
        assert_eq!(Refspec::read("main"), spec(false, "main", None));
        assert_eq!(Refspec::read("+HEAD:refs/heads/main"), spec(true, "HEAD", Some("refs/heads/main")));
        assert_eq!(Refspec::read(":main"), spec(false, "", Some("main")));
        assert!(Refspec::read(":").is_matching());
        assert!(Refspec::read("^refs/heads/x").negative);
    }

    #[test]
    fn a_glob_maps_what_it_matches() {
        let glob = Refspec::read("refs/heads/feat/*:refs/heads/up/*");
        assert_eq!(glob.mapped("refs/heads/feat/a/b").as_deref(), Some("refs/heads/up/a/b"));
        assert_eq!(glob.mapped("refs/heads/main"), None);
    }

    #[test]
    fn branch_names_are_told_from_revisions() {
        for name in ["main", "feat/25-w", "v1.0", "a@b"] {
            assert!(is_branch_name(name), "{name}");
        }
        for name in ["HEAD~1", "a..b", "x^", "a b", "-x", "", "HEAD", "x.lock", "m:f"] {
            assert!(!is_branch_name(name), "{name}");
        }
    }
}
