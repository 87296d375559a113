//! Which events each version of Claude Code knows: an older one throws its whole settings away for a name that it does not
//! know (2.0.30 and 2.1.100 did, 2.1.150 does not).

use super::{Entry, Finding, Survey};

/// A version.
type Version = (u32, u32, u32);

/// Since this version an unknown event is passed over.
const TOLERANT: Version = (2, 1, 122);

/// The events and the version that each came with, by the agent's changelog; `None` where that is not known, but later
/// than 2.1.0.
static EVENTS: &[(&str, Option<Version>)] = &[
    ("ConfigChange", None),
    ("CwdChanged", None),
    ("DirectoryAdded", None),
    ("Elicitation", None),
    ("ElicitationResult", None),
    ("FileChanged", None),
    ("InstructionsLoaded", None),
    ("MessageDisplay", None),
    ("Notification", Some((1, 0, 38))),
    ("PermissionDenied", None),
    ("PermissionRequest", Some((2, 0, 45))),
    ("PostCompact", None),
    ("PostModelSwitch", None),
    ("PostToolBatch", None),
    ("PostToolUse", Some((1, 0, 38))),
    ("PostToolUseFailure", None),
    ("PreCompact", Some((1, 0, 48))),
    ("PreModelSwitch", None),
    ("PreSkillShellCommand", None),
    ("PreToolUse", Some((1, 0, 38))),
    ("SessionEnd", Some((1, 0, 85))),
    ("SessionStart", Some((1, 0, 62))),
    ("Setup", None),
    ("Stop", Some((1, 0, 38))),
    ("StopFailure", None),
    ("SubagentStart", Some((2, 0, 43))),
    ("SubagentStop", Some((1, 0, 41))),
    ("TaskCompleted", None),
    ("TaskCreated", None),
    ("TeammateIdle", None),
    ("UserPromptExpansion", None),
    ("UserPromptSubmit", Some((1, 0, 54))),
    ("WorktreeCreate", None),
    ("WorktreeRemove", None),
];

/// An entry on an event that the installed version does not know, or that none knows.
pub fn finding(survey: &Survey, entry: &Entry<'_>) -> Option<Finding> {
    let agent = survey.agent;
    let event = entry.handler.event.as_str();
    if agent.id != "claude-code" || entry.handler.keys.first().map(String::as_str) != Some("hooks") {
        return None;
    }
    let version = survey.version.as_deref().and_then(version);
    let since = EVENTS.iter().find(|(name, _)| *name == event).map(|(_, since)| *since);
    let (message, mend) = match (since, version) {
        (None, _) => {
            let near = EVENTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(event));
            let hint = near.map_or_else(String::new, |(name, _)| format!("; it is called `{name}`"));
            (format!("no version knows the event `{event}`{hint}"), "correct its name".to_owned())
        }
        (Some(since), Some(version)) if version < TOLERANT && since.is_none_or(|since| version < since) => {
            let (major, minor, patch) = version;
            let message = format!(
                "version {major}.{minor}.{patch} does not know the event `{event}`, and may throw all of its settings away for it"
            );
            (message, "update the agent, or take the entry out".to_owned())
        }
        _ => return None,
    };
    Some(super::finding("event-unknown", agent, entry.file, message, mend))
}

fn version(text: &str) -> Option<Version> {
    let mut parts = text.split('.').map(|part| {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    Some((parts.next()??, parts.next()??, parts.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_whole() {
        assert!(EVENTS.is_sorted_by_key(|(name, _)| *name));
        assert_eq!(EVENTS.len(), 34);
    }

    #[test]
    fn versions_are_read_as_they_are_told() {
        assert_eq!(version("2.1.332"), Some((2, 1, 332)));
        assert_eq!(version("1.0.60-beta"), Some((1, 0, 60)));
        assert_eq!(version("latest"), None);
    }
}
