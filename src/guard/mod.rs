//! The guard: an agent's hook call in, the agent's answer out.
//!
//! Owns the road from bytes to verdict and its promise to fail open (guards.md 1.3). `protocol` knows the agents' wire
//! forms, `call` is what they have in common, `context` shares one analysis among the policies, `policy` judges,
//! `verdict` joins, `message` words, `config` holds the settings.

pub mod call;
pub mod config;
pub mod context;
pub mod hook_files;
mod lenient;
pub mod message;
mod paths;
pub mod policy;
pub mod powershell;
pub mod protected;
pub mod protocol;
pub mod verdict;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use self::call::{Event, Tool};
use self::config::{Settings, files, key};
use self::context::Context;
use self::policy::{POLICIES, Policy};
use self::protocol::{Agent, Reply, Said};
use self::verdict::{Decision, Finding, Verdict};
use crate::world::World;

/// Larger inputs are not judged (bytes).
pub const INPUT_CAP: usize = 64 << 20;

/// How the hook was called.
#[derive(Default)]
pub struct Request<'a> {
    /// The agent, if it was named.
    pub agent: Option<&'static Agent>,
    /// The policies, if any were named: exactly these run.
    pub policies: Vec<&'static Policy>,
    /// The settings' file, if it was named.
    pub config: Option<&'a str>,
    /// Who keeps the record of calls where `observe` is on.
    pub recorder: Option<&'a dyn Recorder>,
}

impl Request<'_> {
    /// True if the call asks for no verdict, so that nothing may block it.
    #[must_use]
    pub fn only_observes(&self) -> bool {
        !self.policies.is_empty()
            && self.policies.iter().all(|policy| policy.id == policy::observe::POLICY.id)
    }
}

/// Keeps a record of calls, for the policy `observe`.
pub trait Recorder {
    /// Records a judged call; what it gives back is added to the agent's answer and never blocks.
    fn record(&self, agent: &Agent, context: &Context<'_>, decision: &Decision) -> Record;
}

/// What comes of recording a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What a prompt gets as context.
    pub context: Option<String>,
    /// Why the call was not recorded.
    pub fault: Option<String>,
}

/// Judges one hook call. Whatever happens, there is an answer: what can't be judged passes, or is blocked where the
/// settings say `fail = "closed"`.
#[must_use]
pub fn answer(request: &Request<'_>, input: &[u8], world: &dyn World) -> Reply {
    let state = State { closed: Cell::new(false), agent: Cell::new(request.agent) };
    let judged = catch_unwind(AssertUnwindSafe(|| judge_input(request, input, world, &state)));
    judged.unwrap_or_else(|_| Err("an internal error".to_owned())).unwrap_or_else(|reason| {
        fault(&reason, state.closed.get() && !request.only_observes(), state.agent.get())
    })
}

/// The answer to a call that can't be judged, in the agent's own form where the agent is known.
#[must_use]
pub fn fault(reason: &str, closed: bool, agent: Option<&'static Agent>) -> Reply {
    let reason = message::escape(reason);
    let (verdict, text) = if closed {
        (
            Verdict::Block,
            format!("BLOCKED [willwrite]: the call can't be judged: {reason}; `fail = \"closed\"` is set\n"),
        )
    } else {
        (Verdict::Allow, format!("willwrite: {reason}; the call passes unjudged\n"))
    };
    let agent = agent.unwrap_or(&protocol::OTHER);
    let (event, event_name) = (Event::Before, "");
    (agent.answer)(&Said { verdict, text: &text, event, event_name, decisive: closed, can_ask: false })
}

/// What the settings say of a hook line that is wrong in itself; `closed` if they block such a call.
#[must_use]
pub fn usage_fault(reason: &str, request: &Request<'_>) -> Reply {
    let closed = match files::user_settings(request.config) {
        Ok(settings) => settings.fails_closed(),
        Err(error) => error.closed,
    };
    fault(reason, closed && !request.only_observes(), request.agent)
}

/// What is known of a call so far, for the answer to a fault.
struct State {
    closed: Cell<bool>,
    agent: Cell<Option<&'static Agent>>,
}

fn judge_input(
    request: &Request<'_>,
    input: &[u8],
    world: &dyn World,
    state: &State,
) -> Result<Reply, String> {
    if files::environment("WILLWRITE_GUARD").as_deref() == Some("off") {
        return Ok(Reply::default());
    }
    let settings = files::user_settings(request.config).map_err(|error| {
        state.closed.set(error.closed);
        error.to_string()
    })?;
    state.closed.set(settings.fails_closed());
    if input.len() > INPUT_CAP {
        return Err(format!("the input is larger than {} MiB", INPUT_CAP >> 20));
    }
    let payload = lenient::read(input)?;
    let agent = protocol::speaker(request.agent, &payload);
    state.agent.set(Some(agent));
    let settings = settings.for_agent(agent.id);
    state.closed.set(settings.fails_closed());
    let call = (agent.read)(payload)?;
    match &call.tool {
        Tool::Malformed(reason) if call.event == Event::Before => return Err(reason.clone()),
        Tool::Unknown if call.event == Event::Before && settings.fails_closed() => {
            return Err(format!("the tool {} is not known", call.tool_name));
        }
        _ => {}
    }
    let context = Context::new(&call, world, &settings, everywhere(request, &settings));
    let decision = decide(&context, request.policies.is_empty());
    let mut reply = worded(agent, &context, &decision);
    let record = recorded(request, agent, &context, &decision);
    // Only one object may stand on stdout: the verdict's goes first.
    let told = record.context.and_then(|text| (agent.context)(&call.event_name, &text));
    if let Some(told) = told.filter(|_| reply.stdout.is_empty() && !reply.blocks) {
        reply.stdout = told;
    }
    for note in context.notes().into_iter().chain(record.fault) {
        reply.stderr.push_str(&format!("willwrite: {}\n", message::escape(&note)));
    }
    Ok(reply)
}

/// The decision in the agent's own form.
fn worded(agent: &Agent, context: &Context<'_>, decision: &Decision) -> Reply {
    let Context { call, settings, .. } = context;
    (agent.answer)(&Said {
        verdict: decision.verdict(),
        text: &message::text(decision),
        event: call.event,
        event_name: &call.event_name,
        decisive: settings.fails_closed(),
        can_ask: protocol::can_ask(agent, call),
    })
}

/// The record of a call where `observe` is on.
fn recorded(request: &Request<'_>, agent: &Agent, context: &Context<'_>, decision: &Decision) -> Record {
    let observes = context.everywhere.iter().any(|policy| policy.id == policy::observe::POLICY.id);
    match request.recorder {
        Some(recorder) if observes => recorder.record(agent, context, decision),
        _ => Record::default(),
    }
}

/// The policies that run wherever the targets lie: the named ones, else those of the user's settings.
fn everywhere(request: &Request<'_>, settings: &Settings) -> Vec<&'static Policy> {
    if !request.policies.is_empty() {
        return request.policies.clone();
    }
    settings.list(&key::POLICIES).iter().filter_map(|name| policy::find(name)).collect()
}

/// Runs the policies and joins what they find. Repositories may add policies for their own targets where the call names
/// none.
#[must_use]
pub fn decide(context: &Context<'_>, repositories_add: bool) -> Decision {
    let added = |policy: &Policy| {
        repositories_add
            && context.roots().iter().any(|root| context.runs(policy, &context.settings_at(root)))
    };
    let running = |policy: &&&'static Policy| {
        policy.events.contains(&context.call.event)
            && (context.everywhere.iter().any(|other| other.id == policy.id) || added(policy))
    };
    let mut findings: Vec<Finding> = Vec::new();
    for policy in POLICIES.iter().filter(running) {
        if policy.after_paths && findings.iter().any(|finding| finding.verdict == Verdict::Block) {
            continue;
        }
        findings.extend((policy.judge)(context));
    }
    findings.extend(unparsed(context));
    Decision::join(findings)
}

/// A command that does not parse is judged by what bash would run of it; `fail = "closed"` blocks it whole.
fn unparsed(context: &Context<'_>) -> Option<Finding> {
    let asks = matches!(context.call.tool, Tool::Shell(_)) && context.settings.fails_closed();
    let error = asks.then(|| context.analysis().errors.first())??;
    Some(Finding {
        policy: "willwrite",
        verdict: Verdict::Block,
        target: "the command".to_owned(),
        reason: format!("does not parse: {}", error.message),
        way_out: "mend its syntax".to_owned(),
        headline: None,
        details: Vec::new(),
        span: Some(error.span),
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::guard::call::Call;
    use crate::guard::config::read;
    use crate::intent::{
        Analysis, Branch, CommandClass, FileEffect, FileIntent, FileTarget, IntentKind, LinkUse, Place,
        WriteIntent,
    };
    use crate::span::Span;
    use crate::world::memory::Memory;

    fn write(path: &str) -> WriteIntent {
        let place = Place {
            root: "/r".into(),
            git_directory: "/r/.git".into(),
            branch: Branch::Named("main".into()),
        };
        let (effect, link) = (FileEffect::Create, LinkUse::Followed);
        let target = FileTarget::Path(path.into());
        WriteIntent {
            kind: IntentKind::File(FileIntent { effect, target, link, covers: vec![], content: None }),
            place: Some(Rc::new(place)),
            certain: true,
            fails: None,
            assumes: vec![],
            via: vec![],
            cause: ">".into(),
            class: CommandClass::Shell,
            span: Span::new(0, 1),
        }
    }

    /// The call's text writes nothing: what the policies judge can only be the analysis that stands in the context.
    #[test]
    fn rule_1_6_all_policies_judge_one_analysis() {
        let call = Call {
            event: Event::Before,
            event_name: "PreToolUse".into(),
            tool_name: "Bash".into(),
            tool: Tool::Shell("true".into()),
            cwd: Some("/r".into()),
            payload: serde_json::Value::Null,
        };
        let settings = Settings::of_user(read("[require-plan]\nbash = true\n", "f").unwrap());
        let world = Memory::new().repository_at("/r", |repository| repository.branch("main"));
        let policies: Vec<_> =
            ["guard-main", "require-plan", "self-protect"].into_iter().filter_map(policy::find).collect();
        let judged = |intents: Vec<WriteIntent>| {
            let analysis = Analysis { intents, complete: true, ..Analysis::default() };
            let context = Context::new(&call, &world, &settings, policies.clone()).with_analysis(analysis);
            let decision = decide(&context, false);
            decision.findings.iter().map(|finding| finding.policy).collect::<Vec<_>>()
        };
        let writes = vec![write("/r/.claude/settings.json"), write("/r/src/a.py")];
        assert_eq!(judged(writes), ["self-protect", "guard-main", "guard-main", "require-plan"]);
        assert_eq!(judged(vec![]), Vec::<&str>::new());
    }
}
