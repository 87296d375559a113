//! `git push` (git-push(1), git-config(1) `push.*`): the remote, and what is told and recorded of its refs.

mod updates;

use updates::{Update, updates};

use super::Finished;
use super::call::{Call, ended, failed, reads};
use super::config;
use super::remote::{self, Remote};
use super::write::Write;
use crate::analysis::repository::Position;
use crate::commands::git::refspec::{Refspec, is_full};
use crate::commands::plan::Outcome;
use crate::intent::{PushChange, PushIntent};
use crate::value::Field;

/// `git push`.
pub(super) fn push(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let operands = call.given.all_operands();
    let name = match operands.first().or_else(|| call.given.value("--repo")) {
        Some(field) => field.known().map(str::to_owned),
        None => default_remote(call),
    };
    let specs = operands.get(1..).unwrap_or_default().to_vec();
    let remote = name.as_deref().map(|name| remote::find(call, name, true));
    let mut updates = updates(call, remote.as_ref(), &specs);
    let fails =
        remote.as_ref().and_then(|remote| remote.missing.clone()).or_else(|| contradiction(call, &specs));
    for update in &mut updates {
        update.fails = fails.clone().or_else(|| update.fails.take());
        update.force |= call.given.has_any(&["--force", "--mirror"]) || call.given.has("--force-with-lease");
    }
    if !call.given.has("--no-verify") {
        call.hooks(&["pre-push"]);
    }
    ended(tell(call, remote.as_ref(), name, &updates))
}

/// Options that exclude each other: git refuses.
fn contradiction(call: &Call<'_>, specs: &[Field]) -> Option<String> {
    let given = &call.given;
    let all = given.has_any(&["--all", "--mirror"]);
    if all && !specs.is_empty() {
        return Some("`--all` and `--mirror` take no refspec".to_owned());
    }
    if given.has("--delete") && (all || given.has("--tags") || specs.is_empty()) {
        return Some("`--delete` needs refs and no `--all`".to_owned());
    }
    None
}

/// The remote that is pushed to without a word.
fn default_remote(call: &Call<'_>) -> Option<String> {
    if let Some(Position::Branch(branch)) = call.position()
        && let Some(remote) = call.setting(&format!("branch.{branch}.pushremote"))?
    {
        return Some(remote);
    }
    match call.setting("remote.pushdefault")? {
        Some(remote) => Some(remote),
        None => remote::default_remote(call),
    }
}

fn tell(call: &mut Call<'_>, remote: Option<&Remote>, name: Option<String>, updates: &[Update]) -> Outcome {
    if is_here(call, remote) {
        return tell_local(call, updates);
    }
    let mut outcome = Outcome::Open;
    for update in updates {
        let intent = PushIntent {
            remote: name.clone(),
            reference: update.destination.clone(),
            change: update.change,
            force: update.force,
            pattern: update.pattern,
            unresolved: update.unresolved.clone(),
        };
        if call.tell_push(intent, update.fails.clone()) == Outcome::Failure {
            outcome = Outcome::Failure;
        }
    }
    if outcome == Outcome::Open && !updates.is_empty() {
        record(call, remote, updates);
        receive(call, remote, updates);
    }
    outcome
}

/// A remote on this machine is a repository that is written.
fn receive(call: &mut Call<'_>, remote: Option<&Remote>, updates: &[Update]) {
    if let Some(there) = remote.and_then(|remote| remote.here.clone()) {
        let exact = updates.iter().filter(|update| !update.pattern);
        let exact: Vec<_> =
            exact.filter_map(|update| Some((update.destination.clone()?, update.change))).collect();
        call.tell_at(&there, Write::new("push").on(exact.iter().map(|(name, _)| name.clone())));
        for (name, change) in exact {
            call.host.repositories_mut().set_reference(&there, &name, change == PushChange::Update);
        }
    }
}

/// A push into the repository itself moves local refs.
fn is_here(call: &Call<'_>, remote: Option<&Remote>) -> bool {
    let own = call.checkout().map(|checkout| checkout.repository.common_directory.clone());
    let there = remote
        .and_then(|remote| remote.here.as_ref())
        .map(|checkout| checkout.repository.common_directory.clone());
    own.is_some() && own == there
}

fn tell_local(call: &mut Call<'_>, updates: &[Update]) -> Outcome {
    let current = call.current();
    let bare = call.checkout().is_some_and(|checkout| checkout.repository.bare);
    let references: Vec<String> = updates.iter().filter_map(|update| update.destination.clone()).collect();
    let mut fails = updates.iter().find_map(|update| update.fails.clone());
    if !bare && references.iter().any(|name| current.contains(name)) {
        fails = Some("the branch is checked out".to_owned());
    }
    let outcome = call.tell(Write::new("push").on(references).failing(fails));
    if outcome == Outcome::Open {
        for update in updates.iter().filter(|update| !update.pattern) {
            if let Some(name) = &update.destination {
                call.set_reference(name, update.change == PushChange::Update);
            }
        }
    }
    outcome
}

/// Remote-tracking branches follow, and `-u` sets what the branches follow.
fn record(call: &mut Call<'_>, remote: Option<&Remote>, updates: &[Update]) {
    let Some(remote) = remote else { return };
    for update in updates.iter().filter(|update| !update.pattern) {
        let Some(branch) = update.destination.as_deref().and_then(|name| name.strip_prefix("refs/heads/"))
        else {
            continue;
        };
        if remote.configured {
            call.set_reference(
                &format!("refs/remotes/{}/{branch}", remote.name),
                update.change == PushChange::Update,
            );
        }
        let source = update.source.as_deref().and_then(|name| name.strip_prefix("refs/heads/"));
        if let (true, Some(source)) = (sets_upstream(call), source) {
            config::record(call, &format!("branch.{source}.remote"), Some(vec![remote.name.clone()]));
            config::record(
                call,
                &format!("branch.{source}.merge"),
                Some(vec![format!("refs/heads/{branch}")]),
            );
        }
    }
}

fn sets_upstream(call: &Call<'_>) -> bool {
    call.given.has("-u")
        || (call.given.all_operands().len() < 2 && call.is_set("push.autosetupremote", false))
}

/// Other commands that push: to a ref that nobody reads here.
pub(super) fn elsewhere(call: &mut Call<'_>) -> Finished {
    if call.given.has("--dry-run") {
        return reads(call.row);
    }
    let operands = call.given.all_operands();
    let remote = operands.first().and_then(Field::known).map(str::to_owned);
    let update = match operands.get(1).and_then(Field::known) {
        Some(text) if call.row.name == "subtree push" => {
            let spec = Refspec::read(text);
            let name = spec.destination.unwrap_or(spec.source);
            Update::to(if is_full(&name) { name } else { format!("refs/heads/{name}") })
        }
        _ => Update::unknown(format!("what `git {}` pushes is not known", call.row.name)),
    };
    if call.checkout().is_none() && !matches!(call.site, super::site::Site::Unknown(_)) {
        return failed();
    }
    ended(tell(call, None, remote, &[update]))
}
