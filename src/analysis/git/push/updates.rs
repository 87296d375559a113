//! Which refs of a remote a push updates: `push.default`, `--all` and its kin; refspecs have a file of their own.

mod refspec;

use crate::analysis::git::call::Call;
use crate::analysis::git::remote::{self, Remote};
use crate::analysis::repository::Position;
use crate::intent::PushChange;
use crate::value::Field;

use refspec::{from_text, named};

/// More refs than this are told by their pattern alone.
const REFERENCES_CAP: usize = 256;

/// One destination ref.
#[derive(Clone, Debug)]
pub(super) struct Update {
    /// The full name there.
    pub destination: Option<String>,
    /// The local ref that it takes, if it is one.
    pub source: Option<String>,
    /// What happens to it.
    pub change: PushChange,
    /// By force.
    pub force: bool,
    /// The destination holds a glob.
    pub pattern: bool,
    /// Why the destination is not known.
    pub unresolved: Option<String>,
    /// Why it is known to fail.
    pub fails: Option<String>,
}

impl Update {
    /// An update of this ref.
    pub fn to(destination: impl Into<String>) -> Self {
        Self {
            destination: Some(destination.into()),
            source: None,
            change: PushChange::Update,
            force: false,
            pattern: false,
            unresolved: None,
            fails: None,
        }
    }

    /// An update of a ref that is not known.
    pub fn unknown(reason: impl Into<String>) -> Self {
        Self { destination: None, unresolved: Some(reason.into()), ..Self::to("") }
    }

    fn from(self, source: impl Into<String>) -> Self {
        Self { source: Some(source.into()), ..self }
    }

    fn failing(self, reason: impl Into<String>) -> Self {
        Self { fails: Some(reason.into()), ..self }
    }

    fn matching(pattern: &str) -> Self {
        Self { pattern: true, ..Self::to(pattern) }
    }

    fn deletes(destination: impl Into<String>) -> Self {
        Self { change: PushChange::Delete, ..Self::to(destination) }
    }
}

/// All that `git push` updates.
pub(super) fn updates(call: &Call<'_>, remote: Option<&Remote>, specs: &[Field]) -> Vec<Update> {
    let given = &call.given;
    let mirrors = remote.is_some_and(|remote| call.is_set(&format!("remote.{}.mirror", remote.name), false));
    let mut updates = if given.has("--mirror") || (mirrors && specs.is_empty()) {
        mirror(call, remote)
    } else if given.has("--all") {
        all_branches(call, remote)
    } else if specs.is_empty() && call.row.name == "send-pack" {
        matching(call, remote)
    } else if specs.is_empty() && !given.has("--tags") {
        by_default(call, remote)
    } else {
        named(call, remote, specs)
    };
    if given.has("--tags") {
        updates.extend(local(call, "refs/tags/"));
        updates.push(Update::matching("refs/tags/*"));
    } else if given.has("--follow-tags")
        || call.is_set("push.followtags", false) && !given.has("--no-follow-tags")
    {
        updates.push(Update::matching("refs/tags/*"));
    }
    updates
}

/// One update for each local ref below a prefix.
fn local(call: &Call<'_>, prefix: &str) -> Vec<Update> {
    let names = call.references(prefix).filter(|names| names.len() <= REFERENCES_CAP).unwrap_or_default();
    names.into_iter().map(|name| Update::to(name.clone()).from(name)).collect()
}

/// `--all`: every branch; with `--prune` those that only the remote has are deleted.
fn all_branches(call: &Call<'_>, remote: Option<&Remote>) -> Vec<Update> {
    let mut updates = local(call, "refs/heads/");
    if call.given.has("--prune") {
        updates.extend(only_there(call, remote, "refs/heads/"));
    }
    updates.push(Update::matching("refs/heads/*"));
    updates
}

/// `--mirror`: every ref, and what only the remote has is deleted.
fn mirror(call: &Call<'_>, remote: Option<&Remote>) -> Vec<Update> {
    let mut updates = local(call, "refs/");
    updates.extend(only_there(call, remote, "refs/"));
    updates.push(Update::matching("refs/*"));
    updates.into_iter().map(|update| Update { force: true, ..update }).collect()
}

/// Refs that the remote has and this repository has not, as far as they are known.
fn only_there(call: &Call<'_>, remote: Option<&Remote>, prefix: &str) -> Vec<Update> {
    let (Some(remote), Some(own)) = (remote, call.references(prefix)) else {
        return Vec::new();
    };
    let there = match &remote.here {
        Some(source) => call.host.repositories().references(call.host.world(), source, prefix),
        None => {
            let tracking = format!("refs/remotes/{}/", remote.name);
            call.references(&tracking).map(|names| {
                let branches = names
                    .iter()
                    .filter_map(|name| name.strip_prefix(&tracking))
                    .filter(|name| *name != "HEAD");
                branches.map(|name| format!("refs/heads/{name}")).collect()
            })
        }
    };
    let there = there.filter(|names: &Vec<String>| names.len() <= REFERENCES_CAP).unwrap_or_default();
    there.into_iter().filter(|name| !own.contains(name)).map(Update::deletes).collect()
}

/// Without a refspec: `remote.NAME.push`, else `push.default`.
fn by_default(call: &Call<'_>, remote: Option<&Remote>) -> Vec<Update> {
    let Some(remote) = remote else {
        return vec![Update::unknown("the remote is not known")];
    };
    let Some(configured) = call.settings_of(&format!("remote.{}.push", remote.name)) else {
        return vec![Update::unknown("what the remote's settings push is not known")];
    };
    if !configured.is_empty() {
        return configured.iter().flat_map(|text| from_text(call, Some(remote), text)).collect();
    }
    let Some(default) = call.setting("push.default") else {
        return vec![Update::unknown("`push.default` is not known")];
    };
    match default.as_deref() {
        Some("nothing") => {
            return vec![Update::unknown("nothing is pushed").failing("`push.default` is `nothing`")];
        }
        Some("matching") => return matching(call, Some(remote)),
        _ => {}
    }
    match call.position() {
        Some(Position::Branch(branch)) => vec![current_branch(call, remote, &branch, default.as_deref())],
        Some(Position::Detached(_)) => {
            vec![Update::unknown("HEAD is on no branch").failing("HEAD is on no branch")]
        }
        Some(Position::Unknown(reason)) => vec![Update::unknown(reason)],
        None => vec![Update::unknown("the repository is not known")],
    }
}

/// The current branch by `push.default` (`simple`, `upstream`, `current`).
fn current_branch(call: &Call<'_>, remote: &Remote, branch: &str, default: Option<&str>) -> Update {
    let full = format!("refs/heads/{branch}");
    let own = Update::to(full.clone()).from(full.clone());
    if default == Some("current") {
        return own;
    }
    let Some(same_remote) = remote_of(call, branch).map(|name| name == remote.name) else {
        return Update::unknown("what the branch follows is not known");
    };
    let upstream_mode = matches!(default, Some("upstream" | "tracking"));
    if !same_remote {
        return if upstream_mode { own.failing("the branch follows another remote") } else { own };
    }
    let Some(mut merge) = call.settings_of(&format!("branch.{branch}.merge")) else {
        return Update::unknown("what the branch follows is not known");
    };
    let Some(upstream) = merge.pop() else {
        if call.is_set("push.autosetupremote", false) {
            return own;
        }
        return own.failing(format!("`{branch}` has no upstream"));
    };
    if upstream_mode {
        return Update::to(upstream).from(full);
    }
    if upstream == full { own } else { own.failing(format!("`{branch}` follows a branch of another name")) }
}

/// The remote of a branch, as `fetch` would take it.
fn remote_of(call: &Call<'_>, branch: &str) -> Option<String> {
    if let Some(remote) = call.setting(&format!("branch.{branch}.remote"))? {
        return Some(remote);
    }
    match remote::names(call)?.as_slice() {
        [one] => Some(one.clone()),
        _ => Some("origin".to_owned()),
    }
}

/// `:` and `push.default=matching`: branches that both sides have.
fn matching(call: &Call<'_>, remote: Option<&Remote>) -> Vec<Update> {
    let both = local(call, "refs/heads/").into_iter().filter(|update| {
        let name = update.destination.as_deref().unwrap_or_default();
        remote.is_some_and(|remote| there(call, remote, name) == Some(true))
    });
    both.chain([Update::matching("refs/heads/*")]).collect()
}

/// Does the remote have this ref? Known if it lies on this machine, or if a remote-tracking branch says so.
fn there(call: &Call<'_>, remote: &Remote, name: &str) -> Option<bool> {
    if let Some(source) = &remote.here {
        return call.host.repositories().has_reference(call.host.world(), source, name);
    }
    let branch = name.strip_prefix("refs/heads/")?;
    match call.has_reference(&format!("refs/remotes/{}/{branch}", remote.name)) {
        Some(true) => Some(true),
        _ => None,
    }
}
