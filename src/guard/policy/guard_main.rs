//! guard-main: nothing is written where a protected branch is checked out (guards.md section 2).
//!
//! Judges files, git's mutations and pushes by their targets; the directory of the call never decides by itself.

use super::{OnUnknown, Policy};
use crate::guard::call::{Event, Tool};
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
    after_paths: false,
    refused: "echo x > notes.md",
    permitted: "git switch -c fix/notes && echo x > notes.md",
    judge,
};

fn judge(context: &Context<'_>) -> Vec<Finding> {
    context.intents().iter().filter_map(|intent| judge_intent(context, intent)).collect()
}

fn judge_intent(context: &Context<'_>, intent: &WriteIntent) -> Option<Finding> {
    if matches!(intent.class, CommandClass::Build | CommandClass::Git) || !intent.assumes.is_empty() {
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
        headline: None,
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
            reason: format!("{holds} {}, where {state}{}", place.root, written_by(context, intent)),
            way_out: worktree(place),
        })
    })
}

/// Names the call of a program that writes, and its line: the command's own words do not show it.
fn written_by(context: &Context<'_>, intent: &WriteIntent) -> String {
    if !intent.via.contains(&Via::Program) {
        return String::new();
    }
    match &context.call.tool {
        Tool::Shell(command) => {
            let front = command.get(..intent.span.start as usize).unwrap_or("");
            let line = front.matches('\n').count() + 1;
            format!(" (written by `{}` in line {line})", intent.cause)
        }
        _ => format!(" (written by `{}`)", intent.cause),
    }
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
    let read = !intent.via.contains(&Via::Program) || settings.flag(&key::GUARD_MAIN_PROGRAMS);
    context.runs(&POLICY, settings)
        && followed
        && read
        && (listed || settings.is(&key::GUARD_MAIN_COMMANDS, "all"))
}

fn judge_git(context: &Context<'_>, intent: &WriteIntent, git: &GitIntent) -> Option<Reason> {
    let target = intent.cause.clone();
    if let Some(reason) = &git.unresolved {
        let counted =
            git.mutates && counts(context, intent, context.settings) && !lacks_directory(context, intent);
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

/// A call that names no directory is malformed, and what is unknown for that alone passes (rule 1.3).
fn lacks_directory(context: &Context<'_>, intent: &WriteIntent) -> bool {
    let lacks = context.call.cwd.is_none() && !context.settings.fails_closed();
    if lacks {
        context.note(format!("the call names no directory (`cwd`), so {} passes unjudged", intent.cause));
    }
    lacks
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
        None => unknown_push(context, intent, push, &settings)?,
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
fn unknown_push(
    context: &Context<'_>,
    intent: &WriteIntent,
    push: &PushIntent,
    settings: &Settings,
) -> Option<String> {
    let why = push.unresolved.as_deref().unwrap_or("its destination can't be known");
    match intent.place.as_ref().map(|place| &place.branch) {
        Some(Branch::Detached) if intent.fails.is_some() => None,
        Some(Branch::Unknown(reason)) => Some(format!("pushes a branch that can't be known ({reason})")),
        Some(branch) => {
            protected::state(branch, settings).map(|state| format!("pushes where {state}, and {why},"))
        }
        None if lacks_directory(context, intent) => None,
        None => Some(format!("pushes from a repository that can't be determined ({why})")),
    }
}

fn worktree(place: &Place) -> String {
    format!("work in a worktree: git -C {} worktree add <path> -b <branch>", shell_words::quote(&place.root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::call::Call;
    use crate::guard::config::read;
    use crate::intent::{Analysis, FileEffect, LinkUse, PushChange};
    use crate::span::Span;
    use crate::world::memory::Memory;
    use rstest::rstest;
    use std::rc::Rc;

    fn place(branch: Branch) -> Option<Rc<Place>> {
        Some(Rc::new(Place { root: "/r".into(), git_directory: "/r/.git".into(), branch }))
    }

    fn on(branch: &str) -> Option<Rc<Place>> {
        place(Branch::Named(branch.into()))
    }

    fn unknown() -> Option<Rc<Place>> {
        place(Branch::Unknown("the command moves it".into()))
    }

    fn intent(kind: IntentKind, place: Option<Rc<Place>>) -> WriteIntent {
        WriteIntent {
            kind,
            place,
            certain: true,
            fails: None,
            assumes: vec![],
            via: vec![],
            cause: "git x".into(),
            class: CommandClass::Listed,
            span: Span::new(0, 1),
        }
    }

    fn file(target: FileTarget) -> IntentKind {
        let (effect, link) = (FileEffect::Overwrite, LinkUse::Followed);
        IntentKind::File(FileIntent { effect, target, link, covers: vec![], content: None })
    }

    fn path() -> IntentKind {
        file(FileTarget::Path("/r/f".into()))
    }

    fn git(operation: &str, references: &[&str], mutates: bool) -> IntentKind {
        IntentKind::Git(GitIntent {
            operation: operation.into(),
            references: references.iter().map(|name| format!("refs/heads/{name}")).collect(),
            paths: vec![],
            mutates,
            unresolved: None,
        })
    }

    fn push(reference: Option<&str>, pattern: bool) -> IntentKind {
        let unresolved = reference.is_none().then(|| "B is not known".to_owned());
        let (change, remote) = (PushChange::Update, Some("origin".into()));
        IntentKind::Push(PushIntent {
            remote,
            reference: reference.map(str::to_owned),
            change,
            force: false,
            pattern,
            unresolved,
        })
    }

    fn reasons(intent: WriteIntent, settings: &str) -> Vec<String> {
        let call = Call {
            event: Event::Before,
            event_name: "PreToolUse".into(),
            tool_name: "Bash".into(),
            tool: Tool::Shell(String::new()),
            cwd: Some("/c".into()),
            payload: serde_json::Value::Null,
        };
        let settings = Settings::of_user(read(settings, "f").unwrap());
        let world =
            Memory::new().repository_at("/r", |repository| repository.branch("main").local_branch("feat/a"));
        let analysis = Analysis { intents: vec![intent], complete: true, ..Analysis::default() };
        let context = Context::new(&call, &world, &settings, vec![&POLICY]).with_analysis(analysis);
        judge(&context).into_iter().map(|finding| finding.reason).collect()
    }

    fn refuses(intent: WriteIntent) -> bool {
        !reasons(intent, "").is_empty()
    }

    #[rstest]
    #[case::main(on("main"), true)]
    #[case::master(on("master"), true)]
    #[case::working(on("feat/a"), false)]
    #[case::detached(place(Branch::Detached), true)]
    #[case::unknown(unknown(), false)]
    #[case::no_repository(None, false)]
    fn a_file_is_judged_by_its_branch(#[case] place: Option<Rc<Place>>, #[case] refused: bool) {
        assert_eq!(refuses(intent(path(), place)), refused);
    }

    #[rstest]
    #[case::main(on("main"), true)]
    #[case::working(on("feat/a"), false)]
    #[case::unknown(unknown(), true)]
    #[case::no_repository(None, false)]
    fn a_mutation_is_judged_by_its_branch(#[case] place: Option<Rc<Place>>, #[case] refused: bool) {
        assert_eq!(refuses(intent(git("commit", &[], true), place)), refused);
    }

    #[test]
    fn an_unknown_repository_stops_mutations_and_names_the_way_out() {
        let unresolved = |mutates| {
            let IntentKind::Git(git) = git("commit", &[], mutates) else { panic!("a git intent") };
            IntentKind::Git(GitIntent { unresolved: Some("REPO is not known".into()), ..git })
        };
        let expected =
            "changes a repository that can't be determined (REPO is not known; the call starts in /c)";
        assert_eq!(reasons(intent(unresolved(true), None), ""), [expected]);
        assert!(!refuses(intent(unresolved(false), None)));
    }

    #[test]
    fn what_is_not_judged_passes() {
        let assumed = WriteIntent { assumes: vec!["OUT unset".into()], ..intent(path(), on("main")) };
        let built = WriteIntent { class: CommandClass::Build, ..intent(path(), on("main")) };
        let cloned = WriteIntent { class: CommandClass::Git, ..intent(path(), on("main")) };
        let script = WriteIntent { via: vec![Via::Script], ..intent(path(), on("main")) };
        let unresolved = intent(file(FileTarget::Unresolved("OUT".into())), on("main"));
        let run = intent(IntentKind::Run, on("main"));
        for passed in [assumed, built, cloned, script.clone(), unresolved, run] {
            assert!(!refuses(passed));
        }
        assert_eq!(reasons(script, "[guard-main]\nfollow-scripts = true").len(), 1);
    }

    #[test]
    fn a_program_is_judged_unless_the_settings_say_otherwise() {
        let cause = "open(\"f\", \"w\")".to_owned();
        let written = || WriteIntent {
            via: vec![Via::Program],
            class: CommandClass::Known,
            cause: cause.clone(),
            ..intent(path(), on("main"))
        };
        let expected = "is in /r, where the protected branch main is checked out (written by `open(\"f\", \"w\")` in line 1)";
        assert_eq!(reasons(written(), ""), [expected]);
        assert!(reasons(written(), "[guard-main]\nprograms = false").is_empty());
    }

    #[test]
    fn a_failing_write_is_judged_all_the_same() {
        let fails = WriteIntent { fails: Some("a.txt is missing".into()), ..intent(path(), on("main")) };
        assert!(refuses(fails));
    }

    #[test]
    fn the_short_list_is_a_setting() {
        let known = || WriteIntent { class: CommandClass::Known, ..intent(path(), on("main")) };
        assert!(refuses(known()));
        assert!(reasons(known(), "[guard-main]\ncommands = \"spec\"").is_empty());
    }

    #[test]
    fn a_tree_is_judged_by_what_it_holds() {
        let covers: Vec<_> = on("main").into_iter().collect();
        let kind = IntentKind::File(FileIntent {
            effect: FileEffect::Delete,
            target: FileTarget::Path("/p".into()),
            link: LinkUse::Itself,
            covers,
            content: None,
        });
        assert_eq!(
            reasons(intent(kind, None), ""),
            ["holds /r, where the protected branch main is checked out"]
        );
    }

    #[rstest]
    #[case::moved_from_elsewhere(git("branch-move", &["main"], false), on("feat/a"), true)]
    #[case::brought_up_to_date(git("pull", &["main"], false), on("main"), false)]
    #[case::fetched_from_elsewhere(git("fetch", &["main"], false), on("feat/a"), true)]
    #[case::made_new(git("branch-create", &["master"], false), on("feat/a"), false)]
    #[case::another(git("branch-move", &["feat/b"], false), on("feat/a"), false)]
    #[case::plumbing_on_it(git("update-ref", &["main"], false), on("main"), true)]
    fn protected_refs(#[case] kind: IntentKind, #[case] place: Option<Rc<Place>>, #[case] refused: bool) {
        assert_eq!(refuses(intent(kind.clone(), place.clone())), refused);
        assert!(reasons(intent(kind, place), "[guard-main]\nrefs = false").is_empty());
    }

    #[rstest]
    #[case::named(push(Some("refs/heads/main"), false), on("feat/a"), true)]
    #[case::other(push(Some("refs/heads/feat/a"), false), on("main"), false)]
    #[case::tag(push(Some("refs/tags/main"), false), on("main"), false)]
    #[case::all(push(Some("refs/heads/*"), true), on("feat/a"), true)]
    #[case::glob(push(Some("refs/heads/feat/*"), true), on("main"), false)]
    #[case::unknown_on_main(push(None, false), on("main"), true)]
    #[case::unknown_on_branch(push(None, false), on("feat/a"), false)]
    #[case::unknown_anywhere(push(None, false), unknown(), true)]
    fn pushes(#[case] kind: IntentKind, #[case] place: Option<Rc<Place>>, #[case] refused: bool) {
        assert_eq!(refuses(intent(kind, place)), refused);
    }
}
