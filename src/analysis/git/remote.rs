//! `fetch`, `pull` and `remote`: what comes from other repositories.

use super::Finished;
use super::call::{Call, ended, reads};
use super::clone::local;
use super::config;
use super::write::Write;
use crate::analysis::repository::{Checkout, Position};
use crate::commands::git::refspec::{Refspec, is_full};
use crate::commands::plan::Outcome;
use crate::value::Field;

/// A remote that a word names.
pub(super) struct Remote {
    /// As given: a configured name, an address or a path.
    pub name: String,
    /// True if the name is configured.
    pub configured: bool,
    /// The repository, if it lies on this machine.
    pub here: Option<Checkout>,
    /// Why it is known not to be reachable.
    pub missing: Option<String>,
}

/// Finds the remote of a name; `push` takes `pushurl` first.
pub(super) fn find(call: &Call<'_>, name: &str, push: bool) -> Remote {
    let mut addresses = Vec::new();
    if push {
        addresses = call.settings_of(&format!("remote.{name}.pushurl")).unwrap_or_default();
    }
    let urls = call.settings_of(&format!("remote.{name}.url"));
    if addresses.is_empty() {
        addresses = urls.clone().unwrap_or_default();
    }
    let configured = !addresses.is_empty() || urls.is_none();
    let address = addresses.first().cloned().unwrap_or_else(|| name.to_owned());
    let at_root = match (configured, call.root()) {
        (true, Some(root)) => in_root(call, &root, &address),
        _ => local(call, &address),
    };
    let (here, missing) = match at_root {
        Some(Ok(checkout)) => (Some(checkout), None),
        Some(Err(path)) => (None, Some(format!("there is no repository at `{path}`"))),
        None => (None, None),
    };
    let missing = if urls.is_none() { None } else { missing };
    Remote { name: name.to_owned(), configured, here, missing }
}

/// A configured relative address starts at the work tree's root.
fn in_root(call: &Call<'_>, root: &str, address: &str) -> Option<Result<Checkout, String>> {
    if address.starts_with('.') {
        return local(call, &super::call::join(root, address));
    }
    local(call, address)
}

/// The remote that `fetch` and `pull` take without a word.
pub(super) fn default_remote(call: &Call<'_>) -> Option<String> {
    if let Some(Position::Branch(name)) = call.position()
        && let Some(remote) = call.setting(&format!("branch.{name}.remote"))?
    {
        return Some(remote);
    }
    let names = names(call)?;
    match names.as_slice() {
        [one] => Some(one.clone()),
        _ => Some("origin".to_owned()),
    }
}

/// The names of the configured remotes.
pub(super) fn names(call: &Call<'_>) -> Option<Vec<String>> {
    let checkout = call.checkout()?;
    let mut names: Vec<String> = Vec::new();
    let known = match &checkout.known {
        Some(known) => call.host.world().config_below(Some(known), "remote.")?,
        None => Vec::new(),
    };
    let own = call.host.repositories().own_settings(&checkout, "remote.");
    let gone: Vec<&String> = own.iter().filter(|(_, values)| values.is_empty()).map(|(key, _)| key).collect();
    let added = own.iter().filter(|(_, values)| !values.is_empty()).map(|(key, _)| key);
    for key in known.iter().map(|(key, _)| key).filter(|key| !gone.contains(key)).chain(added) {
        let name = key
            .strip_prefix("remote.")
            .and_then(|rest| rest.rsplit_once('.'))
            .filter(|(_, last)| *last == "url");
        if let Some((name, _)) = name
            && !names.iter().any(|other| other == name)
        {
            names.push(name.to_owned());
        }
    }
    Some(names)
}

/// `git fetch`.
pub(super) fn fetch(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let operands = call.given.all_operands();
    let every = call.given.has_any(&["--all", "--multiple"]);
    let (name, specs) = if every { (None, Vec::new()) } else { split(&operands) };
    let unknown = operands.first().is_some_and(|field| field.known().is_none());
    let name = if every || unknown { None } else { name.or_else(|| default_remote(call)) };
    let remote = name.map(|name| find(call, &name, false));
    let moved: Vec<(String, Option<String>)> =
        specs.iter().filter_map(|spec| destination(call, spec)).collect();
    let mut fails = remote.as_ref().and_then(|remote| remote.missing.clone());
    fails = fails.or_else(|| moved.iter().find_map(|(_, refused)| refused.clone()));
    let references: Vec<String> = moved.into_iter().map(|(name, _)| name).collect();
    let outcome = call.tell(Write::new("fetch").on(references.clone()).failing(fails));
    if outcome == Outcome::Open {
        for reference in &references {
            call.set_reference(reference, true);
        }
        loosen(call, remote.as_ref());
    }
    ended(outcome)
}

/// A remote's name and the refspecs behind it.
fn split(operands: &[Field]) -> (Option<String>, Vec<Field>) {
    match operands {
        [] => (None, Vec::new()),
        [first, rest @ ..] => (first.known().map(str::to_owned), rest.to_vec()),
    }
}

/// The local ref that a fetched refspec writes, and why git refuses to.
fn destination(call: &Call<'_>, field: &Field) -> Option<(String, Option<String>)> {
    let spec = Refspec::read(field.known()?);
    let destination = spec.destination.filter(|name| !name.is_empty())?;
    let full = match &destination {
        name if is_full(name) => name.clone(),
        name if name.starts_with("heads/") || name.starts_with("tags/") || name.starts_with("remotes/") => {
            format!("refs/{name}")
        }
        name => format!("refs/heads/{name}"),
    };
    if call.given.has("--update-head-ok") {
        return Some((full, None));
    }
    let short = full.strip_prefix("refs/heads/").unwrap_or_default();
    let checkout = call.checkout()?;
    let bare = checkout.repository.bare;
    let current = call.current().contains(&full) && !bare;
    let elsewhere = call.host.repositories().checked_out_elsewhere(call.host.world(), &checkout, short);
    let refused = (current || elsewhere.is_some()).then(|| format!("`{short}` is checked out"));
    Some((full, refused))
}

/// Remote-tracking branches and tags that nobody knows may exist now.
fn loosen(call: &mut Call<'_>, remote: Option<&Remote>) {
    let Some(checkout) = call.checkout() else { return };
    let Some(remote) = remote else {
        call.host.repositories_mut().loosen(&checkout, "refs/remotes/");
        call.host.repositories_mut().loosen(&checkout, "refs/tags/");
        return;
    };
    let heads = remote
        .here
        .as_ref()
        .and_then(|source| call.host.repositories().references(call.host.world(), source, "refs/heads/"));
    let tags = remote
        .here
        .as_ref()
        .and_then(|source| call.host.repositories().references(call.host.world(), source, "refs/tags/"));
    match (heads, tags) {
        (Some(heads), Some(tags)) => {
            for name in
                heads.iter().filter_map(|head| head.strip_prefix("refs/heads/")).filter(|_| remote.configured)
            {
                call.set_reference(&format!("refs/remotes/{}/{name}", remote.name), true);
            }
            tags.iter().for_each(|tag| call.set_reference(tag, true));
        }
        _ => {
            let name = &remote.name;
            call.host.repositories_mut().loosen(&checkout, &format!("refs/remotes/{name}/"));
            call.host.repositories_mut().loosen(&checkout, "refs/tags/");
        }
    }
}

/// `git pull`: a fetch, and a merge or rebase of what came.
pub(super) fn pull(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let operands = call.given.all_operands();
    let (name, specs) = split(&operands);
    let unknown = operands.first().is_some_and(|field| field.known().is_none());
    let name = if unknown { None } else { name.or_else(|| default_remote(call)) };
    let remote = name.map(|name| find(call, &name, false));
    let mut fails = remote.as_ref().and_then(|remote| remote.missing.clone());
    if specs.is_empty() && !unknown {
        fails = fails.or_else(|| no_upstream(call, remote.as_ref()));
    }
    let mut references = call.current();
    references.extend(specs.iter().filter_map(|spec| destination(call, spec)).map(|(name, _)| name));
    let outcome = call.tell(Write::new("pull").in_tree().on(references).failing(fails));
    if outcome == Outcome::Open {
        call.hooks(&["post-merge"]);
        loosen(call, remote.as_ref());
        call.unsettle();
        call.advance();
    }
    ended(outcome)
}

/// Without a refspec, the branch must say what it follows on that remote.
fn no_upstream(call: &Call<'_>, remote: Option<&Remote>) -> Option<String> {
    let name = match call.position()? {
        Position::Branch(name) => name,
        Position::Detached(_) => return Some("HEAD is on no branch".to_owned()),
        Position::Unknown(_) => return None,
    };
    let merge = call.settings_of(&format!("branch.{name}.merge"))?;
    let own = call.setting(&format!("branch.{name}.remote"))?;
    let other = remote.is_some_and(|remote| own.as_deref() != Some(remote.name.as_str()));
    (merge.is_empty() || other).then(|| format!("`{name}` has no upstream there"))
}

/// `git remote SUBCOMMAND`.
pub(super) fn remote(call: &mut Call<'_>) -> Finished {
    let word = call.row.name.strip_prefix("remote ").unwrap_or_default();
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let operands = call.given.all_operands();
    let name = operands.first().and_then(Field::known).map(str::to_owned);
    let second = operands.get(1).and_then(Field::known).map(str::to_owned);
    let known = name.as_ref().and_then(|name| Some(names(call)?.contains(name)));
    let fails = match (word, known) {
        ("add", Some(true)) => Some("the remote exists"),
        ("remove" | "rm" | "rename" | "set-url" | "set-branches" | "set-head" | "prune", Some(false)) => {
            Some("there is no such remote")
        }
        _ => None,
    };
    let outcome = call.tell(Write::new(format!("remote-{word}")).failing(fails.map(str::to_owned)));
    if let (Outcome::Open, Some(name)) = (outcome, name) {
        settle(call, word, &name, second);
    }
    ended(outcome)
}

fn settle(call: &mut Call<'_>, word: &str, name: &str, second: Option<String>) {
    let url = format!("remote.{name}.url");
    match word {
        "add" => {
            config::record(call, &url, second.map(|url| vec![url]));
            let mirror = call.given.value("--mirror").map(|kind| kind.known().map(str::to_owned));
            let fetch = match mirror.as_ref().map(Option::as_deref) {
                None => format!("+refs/heads/*:refs/remotes/{name}/*"),
                Some(_) => "+refs/*:refs/*".to_owned(),
            };
            config::record(call, &format!("remote.{name}.fetch"), Some(vec![fetch]));
            // A mirror to fetch from is pushed to as any other remote.
            if call.given.has("--mirror") && mirror.flatten().as_deref() != Some("fetch") {
                config::record(call, &format!("remote.{name}.mirror"), Some(vec!["true".to_owned()]));
            }
            if let (true, Some(checkout)) = (call.given.has("-f"), call.checkout()) {
                call.host.repositories_mut().loosen(&checkout, &format!("refs/remotes/{name}/"));
            }
        }
        "set-url" => {
            let key = if call.given.has("--push") { format!("remote.{name}.pushurl") } else { url };
            let values = second.map(|url| vec![url]);
            let values = if call.given.has("--add") {
                config::added(call, &key, values)
            } else {
                values.filter(|_| !call.given.has("--delete"))
            };
            config::record(call, &key, values);
        }
        "remove" | "rm" => forget(call, name),
        "rename" => {
            let values = call.settings_of(&url);
            forget(call, name);
            if let Some(new) = second {
                config::record(call, &format!("remote.{new}.url"), values);
                follow_rename(call, name, &new);
            }
        }
        "update" | "prune" => {
            if let Some(checkout) = call.checkout() {
                call.host.repositories_mut().loosen(&checkout, "refs/remotes/");
            }
        }
        _ => {}
    }
}

/// The remote's settings and its remote-tracking branches are gone.
fn forget(call: &mut Call<'_>, name: &str) {
    for key in ["url", "pushurl", "fetch", "push", "mirror"] {
        config::record(call, &format!("remote.{name}.{key}"), Some(Vec::new()));
    }
    for reference in call.references(&format!("refs/remotes/{name}/")).unwrap_or_default() {
        call.set_reference(&reference, false);
    }
}

/// Branches that follow the old name follow the new one.
fn follow_rename(call: &mut Call<'_>, old: &str, new: &str) {
    for reference in call.references("refs/heads/").unwrap_or_default() {
        let Some(branch) = reference.strip_prefix("refs/heads/") else { continue };
        let key = format!("branch.{branch}.remote");
        if call.setting(&key).flatten().as_deref() == Some(old) {
            config::record(call, &key, Some(vec![new.to_owned()]));
        }
    }
}
