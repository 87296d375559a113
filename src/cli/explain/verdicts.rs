//! What each policy says of the command, one after the other, so that each speaks for itself.

use crate::cli::output::Paint;
use crate::guard::call::{Call, Event, Tool};
use crate::guard::config::{Settings, key};
use crate::guard::context::Context;
use crate::guard::policy::{self, POLICIES, Policy};
use crate::guard::verdict::{Decision, Verdict};
use crate::guard::{decide, message};
use crate::world::World;

/// What is asked.
pub struct Question<'a> {
    /// The command.
    pub command: String,
    /// Where it starts.
    pub cwd: String,
    /// The machine.
    pub world: &'a dyn World,
    /// The user's settings.
    pub settings: Settings,
    /// The policies that were named.
    pub named: Vec<&'static Policy>,
}

/// A line for each policy, with its reasons below where it has any.
pub fn rows(question: &Question<'_>, paint: Paint) -> Vec<String> {
    let call = Call {
        event: Event::Before,
        event_name: "PreToolUse".to_owned(),
        tool_name: "Bash".to_owned(),
        tool: Tool::Shell(question.command.clone()),
        cwd: Some(question.cwd.clone()),
        payload: serde_json::Value::Null,
    };
    let asked = asked(question);
    let width = asked.iter().map(|policy| policy.id.len()).max().unwrap_or(0);
    let mut rows = Vec::new();
    for policy in asked {
        let context = Context::new(&call, question.world, &question.settings, vec![policy]);
        let decision = decide(&context, false);
        rows.push(format!("{:width$}  {}", policy.id, word(decision.verdict(), paint)));
        rows.extend(reasons(&decision).into_iter().map(|line| format!("{:width$}  {line}", "")));
    }
    rows
}

/// The named ones, else those of the settings, else all that judge a call before it runs.
fn asked(question: &Question<'_>) -> Vec<&'static Policy> {
    let judges = |policy: &&'static Policy| policy.events.contains(&Event::Before);
    let mut asked: Vec<&'static Policy> = question.named.clone();
    if asked.is_empty() {
        let names = question.settings.list(&key::POLICIES);
        asked = names.iter().filter_map(|name| policy::find(name)).filter(judges).collect();
    }
    if asked.is_empty() {
        asked = POLICIES.iter().copied().filter(judges).collect();
    }
    asked
}

fn word(verdict: Verdict, paint: Paint) -> String {
    let colour = match verdict {
        Verdict::Allow => 32,
        Verdict::Warn | Verdict::Ask => 33,
        Verdict::Block => 31,
    };
    paint.colour(colour, verdict.word())
}

/// The reasons as an agent gets them, without the verdict and the policy's name, which stand above.
fn reasons(decision: &Decision) -> Vec<String> {
    let bare = |line: &str| match line.split_once("]: ") {
        Some((head, reason)) if head.starts_with("BLOCKED [") || head.starts_with("ASK [") => {
            reason.to_owned()
        }
        _ => line.strip_prefix("warning: ").unwrap_or(line).to_owned(),
    };
    message::text(decision).lines().map(bare).collect()
}
