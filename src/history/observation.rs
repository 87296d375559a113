//! The record of one finished tool call: data only, agent-neutral, not yet masked.

use serde_json::Value;

/// One finished tool call, as it is handed over for recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// When it was recorded, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The agent that made the call (`claude-code`, `codex`, …).
    pub agent: String,
    /// The agent's own name of the session.
    pub session: String,
    /// The agent's id of the prompt that the call serves, where it sends one.
    pub prompt: Option<String>,
    /// The agent's id of the call; a second observation with the same session and id is dropped.
    pub call: Option<String>,
    /// The subagent that made the call.
    pub subagent: Option<String>,
    /// The directory that relative paths of the call start from.
    pub cwd: String,
    /// The tool's name as the agent has it.
    pub tool: String,
    /// The tool's input.
    pub input: Value,
    /// What the tool gave back, as text.
    pub output: String,
    /// Why it failed.
    pub error: Option<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took, in milliseconds.
    pub duration: Option<i64>,
    /// What can be told of it by the kind of tool.
    pub details: Details,
    /// The files that it read or wrote.
    pub touches: Vec<Touch>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// it did what it was told to
    Succeeded,
    /// the agent says that it failed
    Failed,
    /// a person or a time limit stopped it
    Interrupted,
    /// the agent does not say
    #[default]
    Unknown,
}

impl Outcome {
    /// All of them, in the order of their codes in the database.
    pub const ALL: [Self; 4] = [Self::Succeeded, Self::Failed, Self::Interrupted, Self::Unknown];

    /// The word for it in output and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
            Self::Unknown => "unknown",
        }
    }

    /// Its code in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Succeeded => 0,
            Self::Failed => 1,
            Self::Interrupted => 2,
            Self::Unknown => 3,
        }
    }

    /// The outcome of a code; what is not known is `Unknown`.
    #[must_use]
    pub fn from_code(code: i64) -> Self {
        Self::ALL.into_iter().find(|outcome| outcome.code() == code).unwrap_or_default()
    }
}

/// What can be told of a call by the kind of its tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The file that the call is about.
    pub file: Option<String>,
    /// That file's type: its extension in lower case.
    pub file_type: Option<String>,
    /// Lines read or written.
    pub lines: Option<i64>,
    /// The shell command.
    pub command: Option<String>,
    /// The command's exit code.
    pub exit_code: Option<i64>,
    /// The pattern that was searched for.
    pub pattern: Option<String>,
    /// How many places or files matched it.
    pub matches: Option<i64>,
    /// The address that was fetched.
    pub url: Option<String>,
    /// The answer's status code.
    pub status: Option<i64>,
}

/// One file that a call read or wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// The absolute path.
    pub path: String,
    /// What was done to it: `read`, or a file effect's word (`create`, `modify`, `delete`, …).
    pub effect: String,
    /// The root of the repository that holds it.
    pub repository: Option<String>,
    /// The branch that was current there.
    pub branch: Option<String>,
    /// False if it may not have been touched (a branch of the command that may not have run).
    pub certain: bool,
}

impl Touch {
    /// The effect's word for a file that was only read.
    pub const READ: &'static str = "read";

    /// Was the file itself written, and not only read or known to git?
    #[must_use]
    pub fn is_write(&self) -> bool {
        self.effect != Self::READ && !self.effect.starts_with("git ")
    }
}

/// A block or a warning that a guard gave before a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The agent.
    pub agent: String,
    /// The agent's own name of the session.
    pub session: String,
    /// The agent's id of the call.
    pub call: Option<String>,
    /// Where the call would have run.
    pub cwd: String,
    /// The tool.
    pub tool: String,
    /// The policy that spoke.
    pub policy: String,
    /// `block`, `ask` or `warn`.
    pub verdict: String,
    /// Its message.
    pub message: String,
    /// The root of the repository that it speaks of.
    pub repository: Option<String>,
    /// The branch of that repository.
    pub branch: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lead_back_to_outcomes() {
        let codes: Vec<i64> = Outcome::ALL.into_iter().map(Outcome::code).collect();
        assert_eq!(codes, [0, 1, 2, 3]);
        assert_eq!(Outcome::from_code(1), Outcome::Failed);
        assert_eq!(Outcome::from_code(99), Outcome::Unknown);
    }
}
