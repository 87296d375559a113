//! The policies: one file each, one row each in [`POLICIES`].
//!
//! Owns what a policy is and the table. A policy sees a call's intents and edits through a [`Context`], never syntax.
//! To add one: write its file with a `pub static POLICY` and put it into the table at the place where its reasons are
//! to be shown.

mod destructive_edit;
mod guard_main;
pub mod observe;
mod placeholder;
mod require_plan;
mod self_protect;
#[cfg(feature = "syntax-check")]
pub mod syntax;

use super::call::Event;
use super::context::Context;
use super::verdict::Finding;

/// One policy.
pub struct Policy {
    /// Its name on the command line, in settings and messages.
    pub id: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// What it asks for, one sentence.
    pub rule: &'static str,
    /// Why anyone would want that.
    pub why: &'static str,
    /// What to do when it refuses.
    pub proceed: &'static str,
    /// The events that it judges.
    pub events: &'static [Event],
    /// What it does with a write whose target nobody can know.
    pub unknown: OnUnknown,
    /// True if it runs only where no policy before it blocks (guards.md 6.4).
    pub after_paths: bool,
    /// A call that it refuses where `main` is checked out.
    pub refused: &'static str,
    /// The nearest call that it permits there.
    pub permitted: &'static str,
    /// Judges a call; called only for its events.
    pub judge: fn(&Context<'_>) -> Vec<Finding>,
}

/// What a policy does with a write whose target nobody can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnUnknown {
    /// files pass, git's own mutations do not
    PassFiles,
    /// all of them pass
    Pass,
}

/// All policies, in the order in which their reasons are shown.
pub static POLICIES: &[&Policy] = &[
    &self_protect::POLICY,
    &guard_main::POLICY,
    &require_plan::POLICY,
    &destructive_edit::POLICY,
    &placeholder::POLICY,
    #[cfg(feature = "syntax-check")]
    &syntax::POLICY,
    &observe::POLICY,
];

/// The policy of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Policy> {
    POLICIES.iter().find(|policy| policy.id == name || policy.aliases.contains(&name)).copied()
}

/// The names of all policies, for messages.
#[must_use]
pub fn names() -> String {
    POLICIES.iter().map(|policy| policy.id).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> =
            POLICIES.iter().flat_map(|policy| policy.aliases.iter().copied().chain([policy.id])).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
