//! The agents' hook protocols: one file each, one row each in [`AGENTS`].
//!
//! Owns what a protocol is, the table of agents with their events and tools, and the finding of the agent from its
//! payload. A protocol has wire forms of its own and converts them by hand; nothing else knows them. How an agent is told
//! to call the hook (its settings) is not owned here.

mod amp;
mod antigravity;
mod claude_code;
mod cline;
mod codex;
mod copilot_cli;
mod cursor;
mod factory_droid;
mod gemini_cli;
mod kiro;
mod mcp;
mod opencode;
mod other;
mod patch;
mod payload;
mod qwen_code;
mod reply;
mod tool;
mod vscode_copilot;
mod windsurf;

use serde_json::Value;

use super::call::{Call, Event};
use super::verdict::Verdict;

/// One agent's protocol.
pub struct Agent {
    /// Its name on the command line and in settings.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// The events that a hook is put on, those before a tool first.
    pub hooks: &'static [Hook],
    /// True if a payload bears a mark that only this agent gives; asked in the order of the table.
    pub recognises: fn(&Value) -> bool,
    /// Reads a payload.
    pub read: fn(Value) -> Result<Call, String>,
    /// Words an answer.
    pub answer: fn(&Said<'_>) -> Reply,
    /// What stands on stdout so that a prompt gets this text as context; `None` where the agent takes none. The first
    /// argument is the event's name.
    pub context: fn(&str, &str) -> Option<String>,
    /// The agent's own tools.
    tools: &'static [tool::Row],
}

/// An event of an agent that a hook may be put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The agent's name of the event.
    pub event: &'static str,
    /// When it is.
    pub when: Event,
    /// The tools that run a command or write a file, by the names that the event's matcher takes; empty where the event
    /// has no matcher or no tool.
    pub tools: &'static [&'static str],
    /// Further tools that write, as a pattern of the agent's own matcher: those of other servers.
    pub servers: Option<&'static str>,
}

/// What is to be said to an agent.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The verdict.
    pub verdict: Verdict,
    /// The reasons, each with a newline behind it; empty where there is nothing to say.
    pub text: &'a str,
    /// When the hook was called.
    pub event: Event,
    /// The event's name as the agent gave it.
    pub event_name: &'a str,
    /// True if silence may be taken for a failure, because people set `fail = "closed"` for this agent.
    pub decisive: bool,
    /// True if the agent is known to honour a question (an old headless Claude Code runs the call instead).
    pub can_ask: bool,
}

/// What goes back to the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Whether the call is refused by the exit code.
    pub blocks: bool,
    /// For the agent's own protocol; mostly empty.
    pub stdout: String,
    /// For people and, where it blocks, for the agent.
    pub stderr: String,
}

/// All agents. The last one stands for those that nobody here knows.
pub static AGENTS: &[&Agent] = &[
    &codex::AGENT,
    &gemini_cli::AGENT,
    &cursor::AGENT,
    &windsurf::AGENT,
    &cline::AGENT,
    &antigravity::AGENT,
    &copilot_cli::AGENT,
    &vscode_copilot::AGENT,
    &opencode::AGENT,
    &amp::AGENT,
    &qwen_code::AGENT,
    &factory_droid::AGENT,
    &kiro::AGENT,
    &claude_code::AGENT,
    &other::AGENT,
];

/// The agent that stands for those that nobody here knows.
pub(super) use other::AGENT as OTHER;

/// The agent of that name.
///
/// ```
/// use willwrite::guard::protocol::find;
/// assert_eq!(find("claude").map(|agent| agent.id), Some("claude-code"));
/// assert!(find("nobody").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.id == name || agent.aliases.contains(&name)).copied()
}

/// The agent that a payload comes from, by the marks that it bears.
#[must_use]
pub fn recognise(payload: &Value) -> &'static Agent {
    AGENTS.iter().find(|agent| (agent.recognises)(payload)).copied().unwrap_or(&other::AGENT)
}

/// The agent to answer: the named one, unless the payload bears another one's mark. Cursor, Copilot CLI and VS Code also
/// run the hooks of Claude Code's settings and then read the answer in their own way.
#[must_use]
pub fn speaker(named: Option<&'static Agent>, payload: &Value) -> &'static Agent {
    let found = recognise(payload);
    let is_marked = found.id != claude_code::AGENT.id && found.id != other::AGENT.id;
    match named {
        Some(named) if (named.recognises)(payload) || !is_marked => named,
        _ => found,
    }
}

/// True if the agent is known to stop and ask. Claude Code 2.1.20 and older run the call where nobody can answer; only a
/// newer one names the prompt.
#[must_use]
pub fn can_ask(agent: &Agent, call: &Call) -> bool {
    agent.id != claude_code::AGENT.id || call.payload.get("prompt_id").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> =
            AGENTS.iter().flat_map(|agent| agent.aliases.iter().copied().chain([agent.id])).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn tools_are_sorted_and_unique() {
        for agent in AGENTS {
            assert!(agent.tools.windows(2).all(|pair| pair[0].name < pair[1].name), "{}", agent.id);
        }
    }

    /// Every tool that a matcher names is one that the agent's file reads.
    #[test]
    fn hooks_name_known_tools() {
        for agent in AGENTS {
            for name in agent.hooks.iter().flat_map(|hook| hook.tools) {
                assert!(agent.tools.iter().any(|row| row.name == *name), "{}: {name}", agent.id);
            }
        }
    }

    #[rstest]
    #[case::alone(None, json!({"hook_event_name": "PreToolUse", "tool_name": "Bash"}), "claude-code")]
    #[case::no_event(None, json!({"tool_name": "Bash"}), "other")]
    #[case::named_wins(Some("codex"), json!({"hook_event_name": "PreToolUse", "tool_name": "Bash"}), "codex")]
    #[case::cursor_runs_claude_s_hooks(Some("claude-code"), json!({"hook_event_name": "preToolUse", "cursor_version": "3"}), "cursor")]
    #[case::copilot_too(Some("claude-code"), json!({"toolName": "bash", "toolArgs": {}}), "copilot-cli")]
    #[case::code_too(Some("claude-code"), json!({"hookEventName": "PreToolUse", "sessionId": "s"}), "vscode-copilot")]
    #[case::nobody_knows(Some("other"), json!({"tool_name": "x"}), "other")]
    fn answers_who_speaks(#[case] named: Option<&str>, #[case] payload: Value, #[case] expected: &str) {
        assert_eq!(speaker(named.and_then(find), &payload).id, expected);
    }

    fn said(verdict: Verdict, event_name: &str) -> Said<'_> {
        let (text, event) = ("why\n", Event::Before);
        Said { verdict, text, event, event_name, decisive: false, can_ask: true }
    }

    /// What an agent can't ask, or asks in a way that lets the call run, is refused.
    #[rstest]
    #[case(
        "claude-code",
        "PreToolUse",
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecisionReason\":\"why\",\"permissionDecision\":\"ask\"}}\n"
    )]
    #[case(
        "vscode-copilot",
        "PreToolUse",
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecisionReason\":\"why\",\"permissionDecision\":\"ask\"}}\n"
    )]
    #[case(
        "copilot-cli",
        "preToolUse",
        "{\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"why\"}\n"
    )]
    #[case("antigravity", "PreToolUse", "{\"decision\":\"ask\",\"reason\":\"why\"}\n")]
    #[case("codex", "PreToolUse", "refused")]
    #[case("gemini-cli", "BeforeTool", "refused")]
    #[case("cursor", "beforeShellExecution", "refused")]
    #[case("windsurf", "pre_run_command", "refused")]
    #[case("kiro", "preToolUse", "refused")]
    #[case("opencode", "tool.execute.before", "refused")]
    #[case("amp", "tool.call", "refused")]
    #[case("other", "x", "refused")]
    #[case(
        "cline",
        "PreToolUse",
        "{\"cancel\":true,\"errorMessage\":\"why\",\"contextModification\":\"\"}\n"
    )]
    fn questions(#[case] agent: &str, #[case] event: &str, #[case] expected: &str) {
        let reply = (find(agent).unwrap().answer)(&said(Verdict::Ask, event));
        let told = if reply.blocks { "refused" } else { &reply.stdout };
        assert_eq!(told, expected);
        assert_eq!(reply.stderr, "why\n");
    }

    #[test]
    fn an_old_claude_code_is_not_asked() {
        let old = Said { can_ask: false, ..said(Verdict::Ask, "PreToolUse") };
        assert!((find("claude-code").unwrap().answer)(&old).blocks);
    }

    /// A warning never stops a call, and never grants what the agent would ask its user for.
    #[rstest]
    #[case(
        "claude-code",
        "PreToolUse",
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"additionalContext\":\"why\"}}\n"
    )]
    #[case(
        "codex",
        "PreToolUse",
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"additionalContext\":\"why\"}}\n"
    )]
    #[case("gemini-cli", "BeforeTool", "{\"systemMessage\":\"why\"}\n")]
    #[case("cursor", "beforeShellExecution", "{\"user_message\":\"why\",\"agent_message\":\"why\"}\n")]
    #[case("copilot-cli", "preToolUse", "{\"additionalContext\":\"why\"}\n")]
    #[case("cline", "PreToolUse", "{\"cancel\":false,\"contextModification\":\"why\"}\n")]
    #[case("antigravity", "PreToolUse", "")]
    #[case("windsurf", "pre_run_command", "")]
    #[case("kiro", "preToolUse", "")]
    #[case("other", "x", "")]
    fn warnings(#[case] agent: &str, #[case] event: &str, #[case] expected: &str) {
        let reply = (find(agent).unwrap().answer)(&said(Verdict::Warn, event));
        assert_eq!(reply, Reply { blocks: false, stdout: expected.into(), stderr: "why\n".into() });
    }

    /// What ran can't be taken back: an agent that would end its task for it is told instead.
    #[test]
    fn a_verdict_after_the_call_cancels_nothing() {
        let after = Said { event: Event::After, ..said(Verdict::Block, "PostToolUse") };
        let cline = (find("cline").unwrap().answer)(&after);
        assert_eq!(cline.stdout, "{\"cancel\":false,\"contextModification\":\"why\"}\n");
        assert_eq!((find("antigravity").unwrap().answer)(&after).stdout, "");
    }
}
