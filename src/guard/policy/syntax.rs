//! syntax: no edit leaves a file that does not parse (guards.md section 6).
//!
//! Judges edit tools before they run, by the content that the tool would leave. What a language accepts stands in
//! `checkers`. A file that did not parse before may stay so.

use super::{OnUnknown, Policy};
use crate::checkers::{self, Fault};
use crate::edit;
use crate::guard::call::Event;
use crate::guard::context::{Context, Edited};
use crate::guard::message;
use crate::guard::verdict::{Finding, Verdict};
use crate::world::Entry;

/// The policy's row.
pub static POLICY: Policy = Policy {
    id: "syntax",
    aliases: &["syntax-guard"],
    rule: "No edit leaves a file that no longer parses.",
    why: "A file that does not parse breaks whatever reads it next, and the agent is the first to know why.",
    proceed: "Mend the edit where the message points, and send it again.",
    events: &[Event::Before],
    unknown: OnUnknown::Pass,
    after_paths: true,
    refused: "an Edit of package.json that leaves a trailing comma",
    permitted: "the same Edit without the comma",
    judge,
};

fn judge(context: &Context<'_>) -> Vec<Finding> {
    context.edited().iter().filter_map(|edited| broken(context, edited)).collect()
}

fn broken(context: &Context<'_>, edited: &Edited<'_>) -> Option<Finding> {
    let path = edited.path.as_deref()?;
    let settings = edited.intent.place.as_ref().map(|place| context.settings_at(&place.root));
    if !settings.as_deref().is_none_or(|settings| context.runs(&POLICY, settings)) {
        return None;
    }
    let source = context.source(edited)?;
    let old = match context.world.entry(&source)? {
        Entry::Missing => None,
        Entry::File { .. } => Some(context.world.content(&source, checkers::TEXT_CAP)?),
        Entry::Directory | Entry::Link(_) | Entry::Other => return None,
    };
    let new = edit::apply(&edited.edit.change, old.as_deref()).ok()??;
    let fault = checkers::check(path, &new)?.err()?;
    let was_broken = old.is_some_and(|old| matches!(checkers::check(path, &old), Some(Err(_))));
    (!was_broken).then(|| finding(edited, path, &new, &fault))
}

fn finding(edited: &Edited<'_>, path: &str, new: &str, fault: &Fault) -> Finding {
    let place = edited.intent.place.as_ref().map_or_else(String::new, |place| format!(" in {}", place.root));
    let shown = new.lines().nth(fault.line - 1).map(message::shown).unwrap_or_default();
    Finding {
        policy: POLICY.id,
        verdict: Verdict::Block,
        target: path.to_owned(),
        reason: format!(
            "would no longer parse{place}: line {}, column {}: {}",
            fault.line, fault.column, fault.message
        ),
        way_out: "mend the edit and send it again".to_owned(),
        headline: None,
        details: vec![format!("  {:>5} | {shown}", fault.line)],
        span: None,
    }
}
