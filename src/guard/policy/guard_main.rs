//! guard-main: nothing is written where a protected branch is checked out (guards.md section 2).
//!
//! Judges files, git's mutations and pushes by their targets; the directory of the call never decides by itself.

use super::{OnUnknown, Policy};
use crate::guard::call::Event;
use crate::guard::config::{Settings, key};
use crate::guard::context::Context;
use crate::guard::protected;
use crate::guard::verdict::{Finding, Verdict};
use crate::intent::{
    Branch, CommandClass, FileIntent, FileTarget, GitIntent, IntentKind, Place, PushIntent, Via, WriteIntent,
};
use crate::world::{Lookup, Repository};

/// The policy's row.
pub static POLICY: Policy = Policy {
    id: "guard-main",
    aliases: &[],
    rule: "Nothing is written in a work tree whose branch is protected, and no protected branch is moved or pushed.",
    why: "Work that lands on the main branch without a review is hard to take back, and nobody sees it happen.",
    proceed: "Work in a worktree on a branch of its own: git worktree add <path> -b <branch>.",
    events: &[Event::Before],
    unknown: OnUnknown::PassFiles,
    refused: "echo x > notes.md",
    permitted: "git switch -c fix/notes && echo x > notes.md",
    judge,
};

fn judge(context: &Context<'_>) -> Vec<Finding> {
    context.intents().iter().filter_map(|intent| judge_intent(context, intent)).collect()
}

fn judge_intent(context: &Context<'_>, intent: &WriteIntent) -> Option<Finding> {
    if intent.class == CommandClass::Build || !intent.assumes.is_empty() {
        return None;
    }
    let found = match &intent.kind {
        IntentKind::File(file) => judge_file(context, intent, file),
        IntentKind::Git(git) => judge_git(context, intent, git),
        IntentKind::Push(push) => judge_push(context, intent, push),
        IntentKind::Run => None,
    }?;
    Some(Finding {
        policy: POLICY.id,
        verdict: Verdict::Block,
        target: found.target,
        reason: found.reason,
        way_out: found.way_out,
        details: Vec::new(),
        span: Some(intent.span),
    })
}

struct Reason {
    target: String,
    reason: String,
    way_out: String,
}

fn judge_file(context: &Context<'_>, intent: &WriteIntent, file: &FileIntent) -> Option<Reason> {
    let (FileTarget::Path(path) | FileTarget::Pattern(path) | FileTarget::Below(path)) = &file.target else {
        return None;
    };
    let own = intent.place.iter().map(|place| (place, false));
    let held = file.covers.iter().map(|place| (place, true));
    own.chain(held).find_map(|(place, covered)| {
        let settings = context.settings_at(&place.root);
        let state = file_state(&place.branch, &settings)?;
        if !counts(context, intent, &settings) || context.is_excused(file, place, &settings) {
            return None;
        }
        let holds = if covered { "holds" } else { "is in" };
        Some(Reason {
            target: path.clone(),
            reason: format!("{holds} {}, where {state}", place.root),
            way_out: worktree(place),
        })
    })
}

/// A branch that can't be known passes files (rules 2.11 and 2.27), but for people who want it closed.
fn file_state(branch: &Branch, settings: &Settings) -> Option<String> {
    match branch {
        Branch::Unknown(why) => settings.fails_closed().then(|| format!("the branch can't be known ({why})")),
        known => protected::state(known, settings),
    }
}

/// Whether the settings count the command that writes.
fn counts(context: &Context<'_>, intent: &WriteIntent, settings: &Settings) -> bool {
    let listed = matches!(intent.class, CommandClass::Shell | CommandClass::Listed);
    let followed = !intent.via.contains(&Via::Script) || settings.flag(&key::GUARD_MAIN_FOLLOW_SCRIPTS);
    context.runs(&POLICY, settings) && followed && (listed || settings.is(&key::GUARD_MAIN_COMMANDS, "all"))
}

fn judge_git(context: &Context<'_>, intent: &WriteIntent, git: &GitIntent) -> Option<Reason> {
    let target = intent.cause.clone();
    if let Some(reason) = &git.unresolved {
        let counted = git.mutates && counts(context, intent, context.settings);
        return counted.then(|| unknown_repository(context, intent, reason));
    }
    let place = intent.place.as_ref()?;
    let settings = context.settings_at(&place.root);
    if !counts(context, intent, &settings) {
        return None;
    }
    if git.mutates {
        let reason = match &place.branch {
            Branch::Unknown(why) => format!("changes {}, whose branch can't be known ({why})", place.root),
            known => format!("changes {}, where {}", place.root, protected::state(known, &settings)?),
        };
        return Some(Reason { target, reason, way_out: worktree(place) });
    }
    let moved = moved_branch(context, place, git, &settings)?;
    let reason = format!("moves or deletes the protected branch {moved} of {}", place.root);
    let way_out = "leave that branch to a merge request, or name another one".to_owned();
    Some(Reason { target, reason, way_out })
}

fn unknown_repository(context: &Context<'_>, intent: &WriteIntent, reason: &str) -> Reason {
    let call = context.call.cwd.as_deref().unwrap_or("a directory that nobody named");
    let command = intent.cause.strip_prefix("git ").unwrap_or("…").to_owned();
    Reason {
        target: intent.cause.clone(),
        reason: format!(
            "changes a repository that can't be determined ({reason}; the call starts in {call})"
        ),
        way_out: format!("name it: git -C <absolute path> {command}"),
    }
}

/// The protected branch that a git command moves or deletes without standing on it (rule 2.26). Making one that does
/// not exist yet moves nothing, and neither does bringing the checked-out one up to date.
fn moved_branch<'g>(
    context: &Context<'_>,
    place: &Place,
    git: &'g GitIntent,
    settings: &Settings,
) -> Option<&'g str> {
    if !settings.flag(&key::GUARD_MAIN_REFS) {
        return None;
    }
    let current = |name: &str| matches!(&place.branch, Branch::Named(branch) if branch == name);
    let branches = git.references.iter().filter_map(|reference| reference.strip_prefix("refs/heads/"));
    let mut moved = branches
        .filter(|name| protected::is_branch(name, settings))
        .filter(|name| !(current(name) && is_update(&git.operation)));
    moved.find(|name| exists(context, place, name))
}

/// Operations that bring the checked-out branch up to date by a rule of their own (2.9: pull is no mutation).
fn is_update(operation: &str) -> bool {
    ["pull", "fetch"].iter().any(|word| operation.starts_with(word))
}

fn exists(context: &Context<'_>, place: &Place, name: &str) -> bool {
    match context.world.repository(&place.root) {
        Lookup::Found(repository) if is_same(&repository, place) => {
            context.world.has_reference(&repository, &format!("refs/heads/{name}")) != Some(false)
        }
        // The command makes the repository itself, so nothing stood there before.
        Lookup::Found(_) | Lookup::Outside => false,
        Lookup::Unknown => true,
    }
}

fn is_same(repository: &Repository, place: &Place) -> bool {
    repository.root == place.root
}

fn judge_push(context: &Context<'_>, intent: &WriteIntent, push: &PushIntent) -> Option<Reason> {
    let settings = match &intent.place {
        Some(place) => context.settings_at(&place.root),
        None => std::rc::Rc::new(context.settings.clone()),
    };
    if !counts(context, intent, &settings) {
        return None;
    }
    let reason = match &push.reference {
        Some(reference) => pushed_branch(reference, push, &settings)?,
        None => unknown_push(intent, push, &settings)?,
    };
    let root = match &intent.place {
        Some(place) => format!(" from {}", place.root),
        None => {
            context.call.cwd.as_ref().map(|cwd| format!(" (the call starts in {cwd})")).unwrap_or_default()
        }
    };
    Some(Reason {
        target: intent.cause.clone(),
        reason: format!("{reason}{root}"),
        way_out: "push a branch of its own and open a merge request: git push -u origin <branch>".to_owned(),
    })
}

fn pushed_branch(reference: &str, push: &PushIntent, settings: &Settings) -> Option<String> {
    let name = reference.strip_prefix("refs/heads/");
    if push.pattern {
        let hit = protected::branch_that_matches(reference, settings)?;
        return Some(format!("pushes every branch that `{reference}` matches, {hit} too,"));
    }
    let name = name.filter(|name| protected::is_branch(name, settings))?;
    let verb = match push.change {
        crate::intent::PushChange::Update => "updates",
        crate::intent::PushChange::Delete => "deletes",
    };
    let remote = push.remote.as_deref().unwrap_or("a remote");
    Some(format!("{verb} the protected branch {name} on {remote}"))
}

/// A destination that nobody can know counts while a protected branch is current, and where nobody knows what is.
fn unknown_push(intent: &WriteIntent, push: &PushIntent, settings: &Settings) -> Option<String> {
    let why = push.unresolved.as_deref().unwrap_or("its destination can't be known");
    match intent.place.as_ref().map(|place| &place.branch) {
        Some(Branch::Detached) if intent.fails.is_some() => None,
        Some(Branch::Unknown(reason)) => Some(format!("pushes a branch that can't be known ({reason})")),
        Some(branch) => {
            protected::state(branch, settings).map(|state| format!("pushes where {state}, and {why},"))
        }
        None => Some(format!("pushes from a repository that can't be determined ({why})")),
    }
}

fn worktree(place: &Place) -> String {
    format!("work in a worktree: git -C {} worktree add <path> -b <branch>", shell_words::quote(&place.root))
}
