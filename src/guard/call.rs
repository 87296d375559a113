//! A hook call in the guard's own words, whatever agent it came from.
//!
//! Owns the neutral form. How an agent's JSON becomes a [`Call`] stands in `protocol`; only the event's name, the tool's
//! name, the tool's input and the directory are taken from it (guards.md 1.5).

use serde_json::Value;

use crate::edit::FileEdit;

/// One call of a tool, before or after it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// When the hook was called.
    pub event: Event,
    /// The event's name as the agent gave it; an answer repeats it.
    pub event_name: String,
    /// The tool's name as the agent gave it.
    pub tool_name: String,
    /// What the tool would do.
    pub tool: Tool,
    /// The directory that the tool starts in.
    pub cwd: Option<String>,
    /// The whole payload, for records; no verdict rests on it.
    pub payload: Value,
}

/// When a hook is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// before a tool runs
    Before,
    /// after it ran, whether it failed or not
    After,
    /// a person's prompt
    Prompt,
    /// anything else
    Other,
}

/// What a tool would do, as far as the guard knows the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// runs a text in a POSIX-like shell
    Shell(String),
    /// runs a text in PowerShell
    PowerShell(String),
    /// edits these files
    Files(Vec<FileEdit>),
    /// is known to write no file of the user
    Harmless,
    /// is one whose doings nobody here knows
    Unknown,
    /// is known, but its input is not what it should be; the reason
    Malformed(String),
}
