//! `git init` and `git clone`: repositories come into being.

use std::rc::Rc;

use super::call::{Call, ended, join};
use super::site::{Inside, Site};
use super::worktree::{make_directory, occupied};
use super::write::Write;
use super::{Change, Finished, config};
use crate::analysis::repository::{Checkout, Position, Whereabouts};
use crate::commands::plan::Outcome;
use crate::value::{AbstractString, Field};
use crate::world::{Entry, Repository};

/// `git init [DIRECTORY]`.
pub(super) fn init(call: &mut Call<'_>) -> Finished {
    let directory = match call.given.all_operands().first() {
        Some(field) => call.resolve(&field.value),
        None => call.directory(),
    };
    let directory = match directory {
        Ok(directory) => directory,
        Err(reason) => {
            call.site = Site::Unknown(reason);
            return ended(call.tell(Write::new("init")));
        }
    };
    if let Whereabouts::Inside(existing) = call.host.repositories().find(call.host.world(), &directory)
        && existing.repository.root == directory
    {
        enter(call, existing, &directory);
        return ended(call.tell(Write::new("init")));
    }
    let bare = call.given.has("--bare");
    let given = call.given.value("--initial-branch").cloned();
    let position = match given.as_ref().map(Field::known) {
        Some(Some(name)) => Position::Branch(name.to_owned()),
        Some(None) => Position::Unknown("the initial branch is not known".to_owned()),
        None => default_branch(call),
    };
    let separate = separate(call);
    make(call, &directory, bare, position, separate);
    make_directory(call, &directory);
    ended(call.tell(Write::new("init")))
}

fn default_branch(call: &Call<'_>) -> Position {
    match call.setting("init.defaultbranch") {
        Some(Some(name)) => Position::Branch(name),
        Some(None) => Position::Branch("master".to_owned()),
        None => Position::Unknown("the initial branch is not known".to_owned()),
    }
}

fn separate(call: &Call<'_>) -> Option<String> {
    let field = call.given.value("--separate-git-dir")?;
    call.resolve(&field.value).ok()
}

/// The repository stands, and the call is about it from now on.
fn make(call: &mut Call<'_>, root: &str, bare: bool, position: Position, separate: Option<String>) {
    let git_directory = match separate {
        Some(path) => path,
        None if bare => root.to_owned(),
        None => join(root, ".git"),
    };
    let repository = Rc::new(Repository {
        root: root.to_owned(),
        git_directory: git_directory.clone(),
        common_directory: git_directory,
        bare,
    });
    call.host.repositories_mut().add(Rc::clone(&repository), position, None);
    enter(call, Checkout { repository, known: None }, root);
}

fn enter(call: &mut Call<'_>, checkout: Checkout, directory: &str) {
    let place = call.host.repositories().place_of(call.host.world(), &checkout);
    let directory = directory.to_owned();
    call.site = Site::Inside(Box::new(Inside {
        checkout,
        place,
        directory,
        work_tree: None,
        treeless: None,
        broken: None,
    }));
}

/// `git clone REPOSITORY [DIRECTORY]`.
pub(super) fn clone(call: &mut Call<'_>) -> Finished {
    let operands = call.given.all_operands();
    let Some(source) = operands.first().cloned() else {
        return ended(Outcome::Failure);
    };
    let bare = call.given.has_any(&["--bare", "--mirror"]);
    let root = match operands.get(1) {
        Some(field) => call.resolve(&field.value),
        None => match source.known().and_then(|address| directory_of(address, bare)) {
            Some(name) => call.resolve(&AbstractString::text(&name)),
            None => Err("the clone's directory is not known".to_owned()),
        },
    };
    let from = Source::find(call, &source);
    let root = match root {
        Ok(root) => root,
        Err(reason) => {
            call.unknown(&format!("where the clone is made is not known: {reason}"));
            call.site = Site::Unknown(reason);
            return ended(call.tell(Write::new("clone")));
        }
    };
    let fails = from.missing().or_else(|| occupied(call, &root));
    let position = cloned_position(call, &from);
    if fails.is_some() {
        return ended(refused(call, &root, fails));
    }
    let separate = separate(call);
    make(call, &root, bare, position, separate);
    fill(call, &from, &source, bare);
    make_directory(call, &root);
    call.host.record(Change::Unsettled(root));
    ended(call.tell(Write::new("clone")))
}

/// The clone that is known to fail is told for the directory it would have been in.
fn refused(call: &mut Call<'_>, root: &str, fails: Option<String>) -> Outcome {
    if let Whereabouts::Inside(checkout) = call.host.repositories().find(call.host.world(), root) {
        enter(call, checkout, root);
        return call.tell(Write::new("clone").failing(fails));
    }
    Outcome::Failure
}

/// Where a clone comes from.
pub(super) enum Source {
    /// a repository on this machine
    Here(Checkout),
    /// a path at which nothing stands
    Missing(String),
    /// an address, or nobody knows
    Away,
}

impl Source {
    /// Finds it.
    pub(super) fn find(call: &Call<'_>, source: &Field) -> Self {
        let Some(text) = source.known() else { return Self::Away };
        match local(call, text) {
            Some(Ok(checkout)) => Self::Here(checkout),
            Some(Err(path)) => Self::Missing(path),
            None => Self::Away,
        }
    }

    fn missing(&self) -> Option<String> {
        match self {
            Self::Missing(path) => Some(format!("there is no repository at `{path}`")),
            Self::Here(_) | Self::Away => None,
        }
    }
}

/// A repository on this machine that an address names. `None`: the address leads elsewhere, or nobody knows;
/// `Some(Err)`: none stands at that path. git looks for it in no directory above.
pub(super) fn local(call: &Call<'_>, address: &str) -> Option<Result<Checkout, String>> {
    let path = match address.strip_prefix("file://") {
        Some(path) => path,
        None if address.contains("://") || is_scp(address) => return None,
        None => address,
    };
    let mut is_file = false;
    for ending in ["", ".git", "/.git"] {
        let path = call.resolve(&AbstractString::text(&format!("{path}{ending}"))).ok()?;
        match call.host.entry(&path)? {
            Entry::Directory => {}
            // A bundle, or a file that names the git directory.
            Entry::File { .. } => is_file = true,
            _ => continue,
        }
        match call.host.repositories().find(call.host.world(), &path) {
            Whereabouts::Inside(found) if stands_at(&found, &path) => return Some(Ok(found)),
            Whereabouts::Inside(_) | Whereabouts::Outside => {}
            Whereabouts::Unknown(_) => return None,
        }
    }
    let path = call.resolve(&AbstractString::text(path)).ok()?;
    (!is_file).then_some(Err(path))
}

fn stands_at(checkout: &Checkout, path: &str) -> bool {
    let repository = &checkout.repository;
    [&repository.root, &repository.git_directory, &repository.common_directory]
        .into_iter()
        .any(|one| one == path)
}

/// `host:path`, with no slash in front of the colon.
fn is_scp(address: &str) -> bool {
    address.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains('/'))
}

/// Where HEAD of a clone stands.
pub(super) fn cloned_position(call: &Call<'_>, from: &Source) -> Position {
    if call.given.value("--revision").is_some() {
        return Position::Detached(None);
    }
    if let Some(field) = call.given.value("--branch") {
        return match (field.known(), from) {
            (None, _) => Position::Unknown("the clone's branch is not known".to_owned()),
            (Some(name), Source::Here(source)) => {
                let full = format!("refs/heads/{name}");
                match call.host.repositories().has_reference(call.host.world(), source, &full) {
                    Some(false) => Position::Detached(None),
                    _ => Position::Branch(name.to_owned()),
                }
            }
            (Some(name), _) => Position::Branch(name.to_owned()),
        };
    }
    match from {
        Source::Here(source) => call.host.repositories().position(call.host.world(), source),
        Source::Missing(_) | Source::Away => {
            Position::Unknown("the branch that a clone stands on is not known".to_owned())
        }
    }
}

/// Refs and settings of the clone.
fn fill(call: &mut Call<'_>, from: &Source, source: &Field, bare: bool) {
    let Some(checkout) = call.checkout() else { return };
    let remote = call.given.value("--origin").and_then(Field::known).unwrap_or("origin").to_owned();
    let prefix = if bare { "refs/heads/".to_owned() } else { format!("refs/remotes/{remote}/") };
    let heads = match from {
        Source::Here(source) => call.host.repositories().references(call.host.world(), source, "refs/heads/"),
        Source::Missing(_) | Source::Away => None,
    };
    match heads {
        Some(heads) => {
            for name in heads.iter().filter_map(|head| head.strip_prefix("refs/heads/")) {
                call.set_reference(&format!("{prefix}{name}"), true);
            }
        }
        None => call.host.repositories_mut().loosen(&checkout, &prefix),
    }
    let tags = match from {
        Source::Here(source) => call.host.repositories().references(call.host.world(), source, "refs/tags/"),
        Source::Missing(_) | Source::Away => None,
    };
    match tags {
        Some(tags) => tags.iter().for_each(|tag| call.set_reference(tag, true)),
        None => call.host.repositories_mut().loosen(&checkout, "refs/tags/"),
    }
    let address = source.known().map(|address| vec![absolute(call, address)]);
    config::record(call, &format!("remote.{remote}.url"), address);
    config::record(
        call,
        &format!("remote.{remote}.fetch"),
        Some(vec![format!("+refs/heads/*:refs/remotes/{remote}/*")]),
    );
    if let Some(branch) = call.branch() {
        call.set_reference(&format!("refs/heads/{branch}"), true);
        config::record(call, &format!("branch.{branch}.remote"), Some(vec![remote]));
        config::record(call, &format!("branch.{branch}.merge"), Some(vec![format!("refs/heads/{branch}")]));
    }
}

/// A local path is stored absolute. The call's directory is the clone by now, so it starts at the host's.
fn absolute(call: &Call<'_>, address: &str) -> String {
    if address.contains("://") || is_scp(address) || address.starts_with('/') {
        return address.to_owned();
    }
    let base = call.host.directory().unwrap_or_default();
    call.host.resolve(&base, &AbstractString::text(address)).unwrap_or_else(|_| address.to_owned())
}

/// The directory that git derives from an address.
fn directory_of(address: &str, bare: bool) -> Option<String> {
    let address = address.trim_end_matches('/').trim_end_matches("/.git");
    let last = address.rsplit(['/', ':']).next()?;
    let name = last.strip_suffix(".bundle").unwrap_or(last);
    let name = name.strip_suffix(".git").unwrap_or(name);
    if name.is_empty() {
        return None;
    }
    Some(if bare { format!("{name}.git") } else { name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directory_of_an_address_is_what_git_derives() {
        for (address, name) in [
            ("/w/bare.git", "bare"),
            ("https://h.example/a/b.git/", "b"),
            ("git@h.example:a/b", "b"),
            ("h.example:b.git", "b"),
            ("../other/.git", "other"),
            ("x.bundle", "x"),
        ] {
            assert_eq!(directory_of(address, false).as_deref(), Some(name), "{address}");
        }
        assert_eq!(directory_of("/w/x.git", true).as_deref(), Some("x.git"));
    }
}
