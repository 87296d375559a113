//! observe: a record of what tools did (guards.md section 7). It refuses nothing.
//!
//! Owns the policy's row, by which observing is switched on like any other policy; the record itself is kept by the
//! [`Recorder`](crate::guard::Recorder) that the caller hands in.

use super::{OnUnknown, Policy};
use crate::guard::call::Event;
use crate::guard::context::Context;
use crate::guard::verdict::Finding;

/// The policy's row.
pub static POLICY: Policy = Policy {
    id: "observe",
    aliases: &["post-tool-use"],
    rule: "What tools did is recorded, with secrets masked, and found again.",
    why: "Who wrote this file, from which command, on which branch, is asked long after the session is gone.",
    proceed: "Nothing: observing refuses no call.",
    events: &[Event::After, Event::Prompt, Event::Other],
    unknown: OnUnknown::Pass,
    after_paths: false,
    refused: "",
    permitted: "echo x > notes.md",
    judge,
};

fn judge(_: &Context<'_>) -> Vec<Finding> {
    Vec::new()
}
