//! placeholder: no code is replaced by a comment that stands for it (guards.md section 5).
//!
//! Judges edit tools, before or after they ran. `comment` reads lines; here stand the two rules and the message.

mod comment;

use self::comment::{Kind, Line, Reader};
use super::{OnUnknown, Policy};
use crate::edit::{self, Change, Pair};
use crate::guard::call::Event;
use crate::guard::context::Context;
use crate::guard::message;
use crate::guard::verdict::{Finding, Verdict};

/// The policy's row.
pub static POLICY: Policy = Policy {
    id: "placeholder",
    aliases: &["prevent-comment-replacement"],
    rule: "No code is replaced by a comment that only stands for it, such as `// ... existing code ...`.",
    why: "The tool writes exactly what it is given: what the comment stands for is gone from the file.",
    proceed: "Give the whole new text, or edit only the lines that change.",
    events: &[Event::Before, Event::After],
    unknown: OnUnknown::Pass,
    after_paths: false,
    refused: "an Edit that replaces three functions by `// ... rest of the class`",
    permitted: "the same Edit with the functions written out",
    judge,
};

/// Longer texts are not read (bytes).
pub const TEXT_CAP: usize = 100 * 1024;

/// Lines of the old text that the message shows.
const SHOWN_LINES: usize = 5;

/// At least this many code lines must go for the second rule.
const REPLACED_LINES: usize = 3;

fn judge(context: &Context<'_>) -> Vec<Finding> {
    let violations: Vec<(String, Violation)> = context
        .edited()
        .into_iter()
        .filter_map(|edited| {
            let source = context.source(&edited);
            let path = edited.path.unwrap_or_else(|| edited.edit.path.clone());
            let reader = Reader::of(&path)?;
            let old = match context.call.event {
                Event::Before => source.and_then(|source| context.world.content(&source, TEXT_CAP)),
                // The file holds the new text already.
                _ => None,
            };
            let found = violations(&reader, &edited.edit.change, old.as_deref());
            (!found.is_empty()).then(|| found.into_iter().map(|one| (path.clone(), one)).collect::<Vec<_>>())
        })
        .flatten()
        .collect();
    finding(context, &violations).into_iter().collect()
}

/// A Write is judged whole and by the runs of lines that differ; an Edit by its own texts.
fn violations(reader: &Reader, change: &Change, old: Option<&str>) -> Vec<Violation> {
    let mut pairs = edit::pairs(change, old);
    if let (Change::Write { content }, Some(old)) = (change, old) {
        if old.len() > TEXT_CAP || content.len() > TEXT_CAP {
            return Vec::new();
        }
        pairs = edit::hunks(old, content).into_iter().chain(pairs).collect();
    }
    let whole = matches!(change, Change::Write { .. });
    let known = |pair: &Pair| if whole { old.unwrap_or_default().to_owned() } else { pair.old.clone() };
    let mut found: Vec<Violation> =
        pairs.iter().filter_map(|pair| violation(reader, pair, &known(pair))).collect();
    if whole {
        found.truncate(1);
    }
    found
}

/// Code that a placeholder replaces.
struct Violation {
    kind: Kind,
    old: String,
    new: String,
}

/// Rule 5.3: nothing but placeholders replaces code, or most of the code goes and a placeholder comes.
fn violation(reader: &Reader, pair: &Pair, known: &str) -> Option<Violation> {
    if pair.old.len() > TEXT_CAP || pair.new.len() > TEXT_CAP {
        return None;
    }
    let (old, new) = (reader.lines(&pair.old), reader.lines(&pair.new));
    let count = |lines: &[Line], wanted: Line| lines.iter().filter(|&&line| line == wanted).count();
    let (old_code, new_code) = (count(&old, Line::Code), count(&new, Line::Code));
    let kind = added_placeholder(&pair.new, &new, known)?;
    let nothing_else = new_code == 0 && count(&new, Line::Comment) == 0 && old_code > 0;
    let mostly = old_code >= REPLACED_LINES && new_code * 2 < old_code;
    (nothing_else || mostly).then(|| Violation { kind, old: pair.old.clone(), new: pair.new.clone() })
}

/// The kind of the first placeholder that the old text does not hold.
fn added_placeholder(new: &str, lines: &[Line], known: &str) -> Option<Kind> {
    new.lines().zip(lines).find_map(|(text, line)| match line {
        Line::Placeholder(kind) => {
            let there = known.lines().any(|old| old.trim() == text.trim());
            (!there).then_some(*kind)
        }
        Line::Blank | Line::Comment | Line::Code => None,
    })
}

fn finding(context: &Context<'_>, violations: &[(String, Violation)]) -> Option<Finding> {
    let (path, _) = violations.first()?;
    let root = context.intents().first().and_then(|intent| intent.place.as_ref());
    let place = root.map_or_else(String::new, |place| format!(" in {}", place.root));
    let mut details = Vec::new();
    for (path, violation) in violations {
        details.extend(describe(path, violation));
    }
    details.push(
        "Write the code out, or edit only the lines that change; a comment does not keep what it names."
            .into(),
    );
    Some(Finding {
        policy: POLICY.id,
        verdict: Verdict::Block,
        target: path.clone(),
        reason: format!("would lose code to a placeholder comment{place}"),
        way_out: "give the whole new text".to_owned(),
        headline: None,
        details,
        span: None,
    })
}

fn describe(path: &str, violation: &Violation) -> Vec<String> {
    let mut lines =
        vec![format!("{}: {}", message::shown(path), violation.kind.title()), "  old code:".to_owned()];
    let shown = |line: &str| format!("    {}", message::shown(line));
    lines.extend(violation.old.lines().take(SHOWN_LINES).map(shown));
    let more = violation.old.lines().count().saturating_sub(SHOWN_LINES);
    if more > 0 {
        lines.push(format!("    (and {more} more lines)"));
    }
    lines.push("  new text:".to_owned());
    lines.extend(violation.new.lines().take(SHOWN_LINES * 2).map(shown));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn kind(path: &str, old: &str, new: &str) -> Option<Kind> {
        let pair = Pair { old: old.into(), new: new.into() };
        violation(&Reader::of(path).unwrap(), &pair, old).map(|violation| violation.kind)
    }

    #[rstest]
    #[case::one_line("let a = 1;", "// ... rest", Some(Kind::Ellipsis))]
    #[case::blank_lines_do_not_count("let a = 1;", "\n// existing code\n\n", Some(Kind::Reference))]
    #[case::a_plain_comment("let a = 1;", "// gone since version 2", None)]
    #[case::a_comment_beside_it("let a = 1;", "// note\n// ... rest", None)]
    #[case::nothing("let a = 1;", "", None)]
    #[case::only_comments_before("// a note", "// ... rest", None)]
    fn rule_5_3_a(#[case] old: &str, #[case] new: &str, #[case] expected: Option<Kind>) {
        assert_eq!(kind("a.rs", old, new), expected);
    }

    #[rstest]
    #[case::most("a();\nb();\nc();\n", "a();\n// ... others\n", Some(Kind::Ellipsis))]
    #[case::half("a();\nb();\nc();\nd();\n", "a();\nb();\n// ... others\n", None)]
    #[case::two_lines("a();\nb();\n", "a2();\n// ... others\n", None)]
    #[case::was_there("// ... others\na();\nb();\nc();\n", "// ... others\na();\n", None)]
    #[case::real("a();\nb();\nc();\nd();\n", "all();\n", None)]
    fn rule_5_3_b(#[case] old: &str, #[case] new: &str, #[case] expected: Option<Kind>) {
        assert_eq!(kind("a.rs", old, new), expected);
    }

    #[rstest]
    #[case::replaced("a();\nb();\nc();\nd();\n", "a();\n// ... same as before\nd();\n", true)]
    #[case::moved("// ... rest\na();\nb();\n", "a();\n// ... rest\n", false)]
    #[case::added("a();\n", "a();\n// ... more to come\n", false)]
    fn rule_5_3_a_write_is_judged_where_it_differs(
        #[case] old: &str,
        #[case] new: &str,
        #[case] blocks: bool,
    ) {
        let change = Change::Write { content: new.into() };
        assert_eq!(!violations(&Reader::of("a.rs").unwrap(), &change, Some(old)).is_empty(), blocks);
    }

    #[test]
    fn rule_5_5_long_texts_are_skipped() {
        let long = "x();\n".repeat(TEXT_CAP / 5 + 1);
        assert_eq!(kind("a.rs", &long, "// ... rest"), None);
    }
}
