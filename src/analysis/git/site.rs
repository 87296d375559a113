//! Where an invocation works: `-C`, `--git-dir`, `--work-tree`, `GIT_DIR`, `GIT_WORK_TREE` (git(1)).

use std::rc::Rc;

use super::{Host, Setting};
use crate::analysis::repository::{Checkout, Whereabouts, is_within};
use crate::commands::git::globals::Globals;
use crate::intent::Place;
use crate::value::AbstractString;
use crate::world::Entry;

/// The repository of an invocation.
#[derive(Clone, Debug)]
pub(super) enum Site {
    /// this one
    Inside(Box<Inside>),
    /// none: git refuses all that needs one; the directory it works in
    Outside(String),
    /// nobody can know; the reason
    Unknown(String),
}

/// A known repository.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    /// The repository.
    pub checkout: Checkout,
    /// The same with the branch that is current by now.
    pub place: Rc<Place>,
    /// The directory that relative paths start at.
    pub directory: String,
    /// A work tree other than the repository's own.
    pub work_tree: Option<String>,
    /// Why there is no work tree to work on, if so.
    pub treeless: Option<String>,
    /// Why git can't even start there.
    pub broken: Option<String>,
}

/// The directory that the invocation works in: the host's, moved by each `-C`.
pub(super) fn directory(host: &dyn Host, globals: &Globals, before: Option<&str>) -> Result<String, String> {
    let mut directory = match before {
        Some(directory) => Ok(directory.to_owned()),
        None => host.directory(),
    };
    for field in &globals.directories {
        if field.many {
            return Err("`-C` with an unknown number of words".to_owned());
        }
        // An absolute one leads on from an unknown directory, too.
        let absolute = field.value.known_prefix().starts_with('/');
        let base = if absolute { Ok("/") } else { directory.as_deref().map_err(Clone::clone) };
        if !field.value.is_empty() {
            directory = Ok(host.resolve(base?, &field.value).map_err(|why| format!("`-C`: {why}"))?);
        }
    }
    directory
}

/// Finds the repository.
pub(super) fn find(
    host: &dyn Host,
    globals: &Globals,
    directory: Result<String, String>,
    setting: Option<&str>,
) -> Site {
    let explicit =
        match option_or_variable(host, globals.git_directory.as_ref().map(|field| &field.value), "GIT_DIR") {
            Ok(explicit) => explicit,
            Err(reason) => return Site::Unknown(reason),
        };
    let tree =
        match option_or_variable(host, globals.work_tree.as_ref().map(|field| &field.value), "GIT_WORK_TREE")
        {
            Ok(tree) => tree.or_else(|| setting.map(AbstractString::text)),
            Err(reason) => return Site::Unknown(reason),
        };
    let resolved = |path: &AbstractString| match &directory {
        Ok(base) => host.resolve(base, path),
        Err(_) if path.known_prefix().starts_with('/') => host.resolve("/", path),
        Err(reason) => Err(reason.clone()),
    };
    let found = match &explicit {
        Some(path) => match resolved(path) {
            Ok(path) => host.repositories().open(host.world(), &path),
            Err(reason) => Whereabouts::Unknown(format!("the git directory is not known: {reason}")),
        },
        None => match &directory {
            Ok(directory) => host.repositories().find(host.world(), directory),
            Err(reason) => Whereabouts::Unknown(format!("the current directory is not known: {reason}")),
        },
    };
    let tree = match tree.as_ref().map(resolved).transpose() {
        Ok(tree) => tree,
        Err(reason) => return Site::Unknown(format!("the work tree is not known: {reason}")),
    };
    match found {
        Whereabouts::Inside(checkout) => inside(host, checkout, directory, tree, explicit.is_some()),
        Whereabouts::Outside => Site::Outside(directory.unwrap_or_default()),
        Whereabouts::Unknown(reason) => Site::Unknown(reason),
    }
}

fn inside(
    host: &dyn Host,
    checkout: Checkout,
    directory: Result<String, String>,
    tree: Option<String>,
    explicit: bool,
) -> Site {
    let repository = &checkout.repository;
    let directory = directory.unwrap_or_else(|_| repository.root.clone());
    let within_git = !explicit
        && is_within(&directory, &repository.git_directory)
        && !is_within(&repository.root, &directory);
    let treeless = match &tree {
        Some(_) => None,
        None if repository.bare => Some("a bare repository has no work tree".to_owned()),
        None if within_git => Some("this must be run in a work tree".to_owned()),
        None => None,
    };
    let broken = match host.entry(&directory) {
        Some(Entry::Missing) => Some(format!("there is no directory `{directory}`")),
        _ => None,
    };
    // Without a work tree of its own, `--git-dir` makes the current directory the work tree.
    let current =
        (explicit && tree.is_none() && !is_within(&directory, &repository.root)).then(|| directory.clone());
    let work_tree = tree.or(current).filter(|tree| *tree != repository.root);
    let place = host.repositories().place_of(host.world(), &checkout);
    // From outside a work tree that it was told, git goes to that work tree's root.
    let directory = match &work_tree {
        Some(tree) if !is_within(&directory, tree) => tree.clone(),
        _ => directory,
    };
    Site::Inside(Box::new(Inside { checkout, place, directory, work_tree, treeless, broken }))
}

/// A global option's value, else the environment variable's.
fn option_or_variable(
    host: &dyn Host,
    option: Option<&AbstractString>,
    name: &str,
) -> Result<Option<AbstractString>, String> {
    if let Some(value) = option {
        return Ok(Some(value.clone()));
    }
    match host.environment(name) {
        Setting::Unset | Setting::Unknown => Ok(None),
        Setting::Set(value) => match value.reason() {
            Some(reason) => Err(format!("`{name}` is not known: {reason}")),
            None => Ok(Some(value)),
        },
    }
}
