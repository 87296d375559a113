//! Which configuration files git reads, and in which order (git-config(1), "FILES", "Includes").
//!
//! Owns the cascade and the conditions of includes. `GIT_CONFIG_NOSYSTEM`, `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_GLOBAL`
//! and `GIT_CONFIG_COUNT` of this process are taken to hold in the agent's shell too.

use super::config_file::{self, Setting};
use super::environment;
use super::files::{self, Text};
use super::wildmatch::{self, Case};
use crate::world::resolve::{LastLink, join, parent, resolve};

/// Longer configuration files are not read (bytes).
const FILE_CAP: usize = 1 << 20;

/// Includes nest at most this deep, as in git.
const INCLUDE_CAP: usize = 10;

/// More settings than this are not kept.
const SETTINGS_CAP: usize = 100_000;

/// More pairs in `GIT_CONFIG_COUNT` than this are not read.
const PAIRS_CAP: usize = 1_000;

/// What the conditions of includes ask about the repository.
pub(super) struct Scope<'run> {
    /// The home directory, if one is known.
    pub home: Option<&'run str>,
    /// This work tree's git directory and the common one; `None` outside a repository.
    pub directories: Option<(&'run str, &'run str)>,
    /// The current branch, asked for `onbranch:` only.
    pub branch: &'run dyn Fn() -> Option<String>,
}

/// All settings in force, lowest priority first; `None` if a file can't be read or git would refuse it.
pub(super) fn load(scope: &Scope<'_>) -> Option<Vec<(String, String)>> {
    let mut first = Cascade { scope, settings: Vec::new(), addresses: None, asks_addresses: false };
    first.files()?;
    if !first.asks_addresses {
        return Some(first.settings);
    }
    // `hasconfig:` looks at the remotes of all files, so these are read once without such includes.
    let addresses = first.settings.into_iter().filter(|(key, _)| is_remote_address(key));
    let addresses = addresses.map(|(_, address)| address).collect();
    let mut second =
        Cascade { scope, settings: Vec::new(), addresses: Some(addresses), asks_addresses: false };
    second.files()?;
    Some(second.settings)
}

/// The settings of one file alone, without its includes; none if it is missing.
pub(super) fn read_file(path: &str) -> Option<Vec<Setting>> {
    match files::read(path, FILE_CAP) {
        Text::Found(text) => config_file::parse(&text),
        Text::Missing => Some(Vec::new()),
        Text::Unreadable => None,
    }
}

/// A key in canonical form: section and name in lower case, the subsection as it is.
pub(super) fn canonical(key: &str) -> String {
    match (key.find('.'), key.rfind('.')) {
        (Some(first), Some(last)) => {
            let section = key.get(..first).unwrap_or_default().to_ascii_lowercase();
            let subsection = key.get(first..last).unwrap_or_default();
            let name = key.get(last..).unwrap_or_default().to_ascii_lowercase();
            format!("{section}{subsection}{name}")
        }
        _ => key.to_ascii_lowercase(),
    }
}

/// A boolean as git reads it.
pub(super) fn is_true(value: &str) -> bool {
    ["true", "yes", "on"].iter().any(|word| value.eq_ignore_ascii_case(word))
        || value.parse::<i64>().is_ok_and(|number| number != 0)
}

struct Cascade<'run> {
    scope: &'run Scope<'run>,
    settings: Vec<(String, String)>,
    /// The addresses of all remotes, once they are known.
    addresses: Option<Vec<String>>,
    asks_addresses: bool,
}

impl Cascade<'_> {
    fn files(&mut self) -> Option<()> {
        if !environment::own("GIT_CONFIG_NOSYSTEM").is_some_and(|value| is_true(&value)) {
            let system = environment::own("GIT_CONFIG_SYSTEM");
            self.file(&system.unwrap_or_else(system_file), 0)?;
        }
        for file in self.user_files() {
            self.file(&file, 0)?;
        }
        if let Some((git_directory, common_directory)) = self.scope.directories {
            let local = self.settings.len();
            self.file(&join(common_directory, "config"), 0)?;
            let splits =
                |(key, value): &(String, String)| key == "extensions.worktreeconfig" && is_true(value);
            if self.settings.get(local..).is_some_and(|settings| settings.iter().any(splits)) {
                self.file(&join(git_directory, "config.worktree"), 0)?;
            }
        }
        self.pairs()
    }

    fn user_files(&self) -> Vec<String> {
        if let Some(file) = environment::own("GIT_CONFIG_GLOBAL") {
            return if file.is_empty() { Vec::new() } else { vec![file] };
        }
        let home = self.scope.home;
        let xdg = environment::own("XDG_CONFIG_HOME").filter(|directory| !directory.is_empty());
        let xdg = xdg.or_else(|| Some(join(home?, ".config")));
        let shared = xdg.map(|directory| join(&directory, "git/config"));
        shared.into_iter().chain(home.map(|home| join(home, ".gitconfig"))).collect()
    }

    /// `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_0`, `GIT_CONFIG_VALUE_0`, ….
    fn pairs(&mut self) -> Option<()> {
        let Some(count) = environment::own("GIT_CONFIG_COUNT").filter(|count| !count.is_empty()) else {
            return Some(());
        };
        let count = count.parse::<usize>().ok().filter(|count| *count <= PAIRS_CAP)?;
        for number in 0..count {
            let key = environment::own(&format!("GIT_CONFIG_KEY_{number}"))?;
            let value = environment::own(&format!("GIT_CONFIG_VALUE_{number}"))?;
            self.settings.push((canonical(&key), value));
        }
        Some(())
    }

    fn file(&mut self, path: &str, depth: usize) -> Option<()> {
        if depth > INCLUDE_CAP {
            return None;
        }
        for Setting { key, value } in read_file(path)? {
            if self.settings.len() == SETTINGS_CAP {
                return None;
            }
            let included = if self.is_include(&key, path) { value.clone() } else { None };
            self.settings.push((key, value.unwrap_or_else(|| "true".to_owned())));
            if let Some(included) = included {
                self.file(&self.place(&included, path)?, depth + 1)?;
            }
        }
        Some(())
    }

    /// An include's path: `~` is a home directory, a relative one starts at the including file.
    fn place(&self, path: &str, file: &str) -> Option<String> {
        if path.starts_with('/') {
            return Some(path.to_owned());
        }
        if let Some(rest) = path.strip_prefix('~') {
            return self.home_path(rest);
        }
        Some(join(parent(file)?, path))
    }

    fn home_path(&self, behind_tilde: &str) -> Option<String> {
        let (user, rest) = behind_tilde.split_once('/').unwrap_or((behind_tilde, ""));
        let home = match user {
            "" => self.scope.home?.to_owned(),
            _ => environment::home_of(user)?,
        };
        Some(join(&home, rest))
    }

    /// Is this the path of an include whose condition holds?
    fn is_include(&mut self, key: &str, file: &str) -> bool {
        if key == "include.path" {
            return true;
        }
        let condition = key.strip_prefix("includeif.").and_then(|rest| rest.strip_suffix(".path"));
        let Some((kind, pattern)) = condition.and_then(|condition| condition.split_once(':')) else {
            return false;
        };
        match kind {
            "gitdir" => self.is_in(pattern, file, Case::Kept),
            "gitdir/i" => self.is_in(pattern, file, Case::Ignored),
            "onbranch" => (self.scope.branch)()
                .is_some_and(|branch| wildmatch::matches(&open_ended(pattern), &branch, Case::Kept)),
            "hasconfig" => self.has_remote(pattern),
            _ => false,
        }
    }

    /// Does the git directory match, by the name it has here or with links followed?
    fn is_in(&self, pattern: &str, file: &str, case: Case) -> bool {
        let Some((git_directory, _)) = self.scope.directories else { return false };
        let pattern = if let Some(rest) = pattern.strip_prefix("~/") {
            self.home_path("/").map(|home| join(&home, rest))
        } else if let Some(rest) = pattern.strip_prefix("./") {
            let real = resolve(file, LastLink::Followed, files::entry);
            real.as_deref().and_then(parent).map(|directory| join(directory, rest))
        } else if pattern.starts_with('/') {
            Some(pattern.to_owned())
        } else {
            Some(format!("**/{pattern}"))
        };
        pattern.is_some_and(|pattern| wildmatch::matches(&open_ended(&pattern), git_directory, case))
    }

    fn has_remote(&mut self, pattern: &str) -> bool {
        let Some(pattern) = pattern.strip_prefix("remote.*.url:") else { return false };
        self.asks_addresses = true;
        let addresses = self.addresses.as_deref().unwrap_or_default();
        addresses.iter().any(|address| wildmatch::matches(pattern, address, Case::Kept))
    }
}

/// The system's file: git is built with `etc` beside the `bin` that it stands in, and with `/etc` for `/usr`.
fn system_file() -> String {
    let path = environment::own("PATH").unwrap_or_default();
    let prefix =
        environment::program_directory(&path, "git").and_then(|directory| directory.strip_suffix("/bin"));
    match prefix {
        Some("" | "/usr") | None => "/etc/gitconfig".to_owned(),
        Some(prefix) => join(prefix, "etc/gitconfig"),
    }
}

/// A pattern that ends in a slash means all below it.
fn open_ended(pattern: &str) -> String {
    if pattern.ends_with('/') { format!("{pattern}**") } else { pattern.to_owned() }
}

fn is_remote_address(key: &str) -> bool {
    key.starts_with("remote.") && key.ends_with(".url")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_one_form() {
        assert_eq!(canonical("Branch.Feat/A.b.ReMote"), "branch.Feat/A.b.remote");
        assert_eq!(canonical("Push.Default"), "push.default");
        assert_eq!(canonical("odd"), "odd");
    }

    #[test]
    fn booleans_are_read_as_git_reads_them() {
        for yes in ["true", "YES", "On", "1", "-2"] {
            assert!(is_true(yes), "{yes}");
        }
        for no in ["false", "no", "off", "0", "", "2k?"] {
            assert!(!is_true(no), "{no}");
        }
    }
}
