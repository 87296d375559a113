//! How a decision is worded for people and agents (guards.md 1.2).
//!
//! Owns the text; how it reaches the agent is the protocol's affair.

use super::verdict::{Decision, Finding, Verdict};

/// Targets longer than this are cut in the middle (characters).
pub const TARGET_CAP: usize = 240;

/// Of one policy's findings with one verdict only the first is worded, the others are counted.
#[must_use]
pub fn text(decision: &Decision) -> String {
    let mut lines = String::new();
    let mut worded: Vec<(&str, Verdict)> = Vec::new();
    for finding in &decision.findings {
        let key = (finding.policy, finding.verdict);
        if worded.contains(&key) && finding.details.is_empty() {
            continue;
        }
        worded.push(key);
        let same = |other: &&Finding| (other.policy, other.verdict) == key;
        let others =
            if finding.details.is_empty() { decision.findings.iter().filter(same).count() - 1 } else { 0 };
        lines.push_str(&line(finding, others));
        lines.push('\n');
        for detail in &finding.details {
            lines.push_str(detail);
            lines.push('\n');
        }
    }
    lines
}

fn line(finding: &Finding, others: usize) -> String {
    let word = match finding.verdict {
        Verdict::Block => "BLOCKED",
        Verdict::Ask => "ASK",
        Verdict::Warn | Verdict::Allow => "warning",
    };
    let more = match others {
        0 => String::new(),
        1 => " (and 1 more target)".to_owned(),
        count => format!(" (and {count} more targets)"),
    };
    if let Some(headline) = &finding.headline {
        let headline = escape(headline);
        return match finding.verdict {
            Verdict::Warn | Verdict::Allow => format!("warning: {headline}"),
            Verdict::Block | Verdict::Ask => format!("{word} [{}]: {headline}", finding.policy),
        };
    }
    let Finding { policy, target, reason, way_out, .. } = finding;
    let (target, reason, way_out) = (shown(target), escape(reason), escape(way_out));
    format!("{word} [{policy}]: {target}{more} {reason}; {way_out}")
}

/// A name as it is shown: control characters escaped, a long one cut in the middle.
#[must_use]
pub fn shown(name: &str) -> String {
    let count = name.chars().count();
    if count <= TARGET_CAP {
        return escape(name);
    }
    let half = TARGET_CAP / 2;
    let head: String = name.chars().take(half).collect();
    let tail: String = name.chars().skip(count - half).collect();
    escape(&format!("{head}…{tail}"))
}

/// Escapes what would move a terminal's cursor, hide text or break the line.
#[must_use]
pub fn escape(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    if !text.chars().any(hidden) {
        return text.to_owned();
    }
    text.chars().map(|c| if hidden(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(policy: &'static str, target: &str) -> Finding {
        Finding {
            policy,
            verdict: Verdict::Block,
            target: target.into(),
            reason: "is in /w".into(),
            way_out: "go away".into(),
            headline: None,
            details: vec![],
            span: None,
        }
    }

    #[test]
    fn one_line_a_policy() {
        let decision = Decision::join(vec![block("a", "/w/f"), block("a", "/w/g"), block("b", "/w/f")]);
        let expected =
            "BLOCKED [a]: /w/f (and 1 more target) is in /w; go away\nBLOCKED [b]: /w/f is in /w; go away\n";
        assert_eq!(text(&decision), expected);
    }

    #[test]
    fn details_stand_below_their_finding() {
        let detailed = Finding { details: vec!["one".into(), "two".into()], ..block("a", "/w/f") };
        let decision = Decision::join(vec![detailed.clone(), detailed]);
        let once = "BLOCKED [a]: /w/f is in /w; go away\none\ntwo\n";
        assert_eq!(text(&decision), once.repeat(2));
    }

    #[test]
    fn a_name_cannot_break_the_line_or_move_the_cursor() {
        assert_eq!(shown("a\nb\u{1b}[2Jc\u{202e}d"), "a\\nb\\u{1b}[2Jc\\u{202e}d");
        assert_eq!(shown("grüße/日本.md"), "grüße/日本.md");
    }

    #[test]
    fn a_long_name_is_cut_in_the_middle() {
        let name = format!("{}{}", "a".repeat(300), "z".repeat(300));
        assert_eq!(shown(&name), format!("{}…{}", "a".repeat(120), "z".repeat(120)));
    }
}
