//! What a policy answers, and how several answers become one.
//!
//! Owns verdicts, findings and their joining (guards.md 1.6): block wins over ask, ask over warn, warn over allow,
//! whatever the order, and all reasons are kept.

use crate::span::Span;

/// An answer to a call, from the mildest to the strictest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// nothing to say
    #[default]
    Allow,
    /// the call runs, and the reason is told
    Warn,
    /// a person decides
    Ask,
    /// the call does not run
    Block,
}

impl Verdict {
    /// The word for it in output and corpora.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Ask => "ask",
            Self::Block => "block",
        }
    }
}

/// One reason for a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The policy's id.
    pub policy: &'static str,
    /// What it asks for; never [`Verdict::Allow`].
    pub verdict: Verdict,
    /// What is written: a path, a git command, a push.
    pub target: String,
    /// Where and why: `is in /w/repo, where the protected branch main is checked out`. It names the repository's root
    /// where that is known.
    pub reason: String,
    /// What to do instead.
    pub way_out: String,
    /// The first line in a policy's own words, which stand instead of target, reason and way out.
    pub headline: Option<String>,
    /// Further lines below the first, for the policies that give details.
    pub details: Vec<String>,
    /// Where in the command the write is caused.
    pub span: Option<Span>,
}

/// All findings of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// Strictest first; those of one verdict in the order of the policies' table.
    pub findings: Vec<Finding>,
}

impl Decision {
    /// Joins the findings of all policies, given in the order of the table.
    #[must_use]
    pub fn join(mut findings: Vec<Finding>) -> Self {
        findings.retain(|finding| finding.verdict != Verdict::Allow);
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.verdict));
        Self { findings }
    }

    /// The strictest verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.findings.first().map_or(Verdict::Allow, |finding| finding.verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(policy: &'static str, verdict: Verdict) -> Finding {
        let text = String::new;
        Finding {
            policy,
            verdict,
            target: text(),
            reason: text(),
            way_out: text(),
            headline: None,
            details: vec![],
            span: None,
        }
    }

    #[test]
    fn the_strictest_wins_whatever_the_order_and_all_reasons_stay() {
        let rows = [Verdict::Warn, Verdict::Block, Verdict::Allow, Verdict::Ask]
            .map(|verdict| finding("p", verdict));
        let forward = Decision::join(rows.to_vec());
        let backward = Decision::join(rows.into_iter().rev().collect());
        assert_eq!(forward, backward);
        assert_eq!(forward.verdict(), Verdict::Block);
        let verdicts: Vec<_> = forward.findings.iter().map(|finding| finding.verdict).collect();
        assert_eq!(verdicts, [Verdict::Block, Verdict::Ask, Verdict::Warn]);
    }

    #[test]
    fn nothing_found_allows() {
        assert_eq!(Decision::join(vec![]).verdict(), Verdict::Allow);
        assert_eq!(Decision::join(vec![finding("p", Verdict::Allow)]).verdict(), Verdict::Allow);
    }
}
