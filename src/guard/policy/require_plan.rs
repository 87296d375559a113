//! require-plan: code is edited only where a plan stands for it (guards.md section 3).
//!
//! Judges edited files by the repository that they lie in: its `.bounded`, its plans, its `.claude/code-paths`. With
//! `require-plan.bash = true` the files that shell commands write are judged alike.

use super::{OnUnknown, Policy};
use crate::guard::call::{Event, Tool};
use crate::guard::config::key;
use crate::guard::context::Context;
use crate::guard::verdict::{Finding, Verdict};
use crate::intent::{Branch, CommandClass, FileTarget, IntentKind, Place, Via, WriteIntent};
use crate::world::Entry;

/// The policy's row.
pub static POLICY: Policy = Policy {
    id: "require-plan",
    aliases: &[],
    rule: "Code is edited only on a branch that has a plan, or in a repository that is marked as bounded.",
    why: "An agent that edits without a plan drifts, and nobody can hold its change against what was meant.",
    proceed: "Write the plan into docs/superpowers/plans/ and name the branch in it, or ask for a `.bounded` file.",
    events: &[Event::Before],
    unknown: OnUnknown::Pass,
    after_paths: false,
    refused: "an Edit of src/app.py without a plan",
    permitted: "an Edit of docs/notes.md",
    judge,
};

/// Where plans stand, below the repository's root.
const PLANS: &str = "docs/superpowers/plans";

/// Larger plans and lists of code paths are read as if they were not there (bytes).
const TEXT_CAP: usize = 1 << 20;

fn judge(context: &Context<'_>) -> Vec<Finding> {
    context.intents().iter().filter_map(|intent| unplanned(context, intent)).collect()
}

fn unplanned(context: &Context<'_>, intent: &WriteIntent) -> Option<Finding> {
    let IntentKind::File(file) = &intent.kind else { return None };
    let place = intent.place.as_ref()?;
    let settings = context.settings_at(&place.root);
    let edits = matches!(context.call.tool, Tool::Files(_));
    let counted = edits || settings.flag(&key::REQUIRE_PLAN_BASH) && is_judged(intent);
    let (FileTarget::Path(path) | FileTarget::Pattern(path) | FileTarget::Below(path)) = &file.target else {
        return None;
    };
    let whole = !matches!(file.target, FileTarget::Path(_));
    let below = below(path, &place.root)?;
    if !counted || !context.runs(&POLICY, &settings) || !is_guarded(context, place, below, whole) {
        return None;
    }
    if is_planned(context, place) || context.is_excused(file, place, &settings) {
        return None;
    }
    Some(Finding {
        policy: POLICY.id,
        verdict: Verdict::Block,
        target: path.clone(),
        reason: format!("is code in {}, where no plan {}", place.root, wanted(place)),
        way_out: format!("write one into {}/{PLANS}/ first", place.root),
        headline: None,
        details: Vec::new(),
        span: Some(intent.span),
    })
}

/// A shell command's write that its words name by themselves.
fn is_judged(intent: &WriteIntent) -> bool {
    intent.class != CommandClass::Build && intent.assumes.is_empty() && !intent.via.contains(&Via::Script)
}

fn wanted(place: &Place) -> String {
    match &place.branch {
        Branch::Named(name) => format!("mentions the branch {name}"),
        Branch::Detached | Branch::Unknown(_) => "stands".to_owned(),
    }
}

fn below<'p>(path: &'p str, root: &str) -> Option<&'p str> {
    path.strip_prefix(root.trim_end_matches('/'))?.strip_prefix('/')
}

/// Rule 3.2: a directory `src/` anywhere in the path, or where `.claude/code-paths` exists one of its prefixes. A write
/// of unknown name in a directory counts if the directory does.
fn is_guarded(context: &Context<'_>, place: &Place, below: &str, whole: bool) -> bool {
    let list = format!("{}/.claude/code-paths", place.root);
    match context.world.content(&list, TEXT_CAP) {
        Some(prefixes) => prefixes
            .lines()
            .map(str::trim)
            .filter(|prefix| !prefix.is_empty() && !prefix.starts_with('#'))
            .any(|prefix| below.starts_with(prefix.trim_start_matches("./"))),
        None => {
            let mut parts: Vec<&str> = below.split('/').collect();
            if !whole {
                parts.pop();
            }
            parts.contains(&"src")
        }
    }
}

/// Rule 3.3.
fn is_planned(context: &Context<'_>, place: &Place) -> bool {
    let marker = context.world.entry(&format!("{}/.bounded", place.root));
    if marker.is_some_and(|entry| entry != Entry::Missing) {
        return true;
    }
    let directory = format!("{}/{PLANS}", place.root);
    let names = context.world.list(&directory).unwrap_or_default();
    let plans: Vec<&String> = names.iter().filter(|name| is_plan(context, &directory, name)).collect();
    match (plans.as_slice(), &place.branch) {
        ([], _) => false,
        ([_], _) | (_, Branch::Detached) => true,
        (several, Branch::Named(branch)) => several.iter().any(|name| {
            let text = context.world.content(&format!("{directory}/{name}"), TEXT_CAP);
            mentions(name, branch) || text.is_some_and(|text| mentions(&text, branch))
        }),
        // Nobody can tell which plan is meant: the guard opens.
        (_, Branch::Unknown(_)) => true,
    }
}

fn is_plan(context: &Context<'_>, directory: &str, name: &str) -> bool {
    name.ends_with(".md")
        && matches!(context.world.entry(&format!("{directory}/{name}")), Some(Entry::File { .. }))
}

/// The branch's name, not as a part of a longer one.
fn mentions(text: &str, branch: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/');
    text.match_indices(branch).any(|(start, _)| {
        let before = text.get(..start).and_then(|text| text.chars().next_back());
        let after = text.get(start + branch.len()..).unwrap_or("");
        let dotted = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        !before.is_some_and(joins) && !after.chars().next().is_some_and(joins) && !dotted
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Branch: feat/7-t", true)]
    #[case("(feat/7-t).", true)]
    #[case("feat/7-tests", false)]
    #[case("my-feat/7-t", false)]
    #[case("feat/7-t.2", false)]
    #[case("feat/7-t/deep", false)]
    fn rule_3_3_a_plan_mentions_the_whole_name(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(mentions(text, "feat/7-t"), expected);
    }
}
