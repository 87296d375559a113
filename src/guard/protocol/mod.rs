//! The agents' hook protocols: one file each, one row each in [`AGENTS`].
//!
//! Owns what a protocol is, the table, and the finding of the agent from its payload. A protocol has wire forms of its
//! own and converts them by hand; nothing else knows them.

mod claude_code;

use serde_json::Value;

use super::call::Call;
use super::verdict::Decision;

/// One agent's protocol.
pub struct Agent {
    /// Its name on the command line and in settings.
    pub id: &'static str,
    /// True if a payload comes from it; asked in the order of the table.
    pub recognises: fn(&Value) -> bool,
    /// Reads a payload.
    pub read: fn(Value) -> Result<Call, String>,
    /// Words a decision.
    pub answer: fn(&Call, &Decision) -> Reply,
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

/// All agents. The last one reads what no other recognises.
pub static AGENTS: &[&Agent] = &[&claude_code::AGENT];

/// The agent of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.id == name).copied()
}

/// The agent that a payload comes from.
#[must_use]
pub fn recognise(payload: &Value) -> &'static Agent {
    AGENTS.iter().find(|agent| (agent.recognises)(payload)).copied().unwrap_or(&claude_code::AGENT)
}
