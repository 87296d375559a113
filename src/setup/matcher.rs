//! Which tools a matcher of an agent's settings takes in, as far as that can be told.
//!
//! Owns the reading of matchers: names, lists of names, and the simple patterns that people write. A pattern beyond that
//! is unknown, never guessed.

use crate::guard::protocol::Agent;

/// Does a matcher take in a tool of this name? `None` where that can't be told. No matcher takes in all.
#[must_use]
pub fn takes(agent: &Agent, matcher: Option<&str>, tool: &str) -> Option<bool> {
    let Some(matcher) = matcher.filter(|matcher| !matcher.is_empty() && *matcher != "*") else {
        return Some(true);
    };
    let is_plain = matcher.chars().all(|c| c.is_ascii_alphanumeric() || "_- ,|".contains(c));
    match agent.id {
        // VS Code reads matchers and does not heed them.
        "vscode-copilot" => Some(true),
        // The matcher of Cursor's shell event is held against the command.
        "cursor" if tool == SHELL_EVENT => None,
        // Names without any mark of a pattern are whole names there.
        "claude-code" | "qwen-code" | "factory-droid" if is_plain => {
            Some(matcher.split(['|', ',']).any(|name| name.trim() == tool))
        }
        "kiro" => Some(matcher == tool),
        _ if is_broken(matcher) => Some(false),
        "copilot-cli" => pattern(&format!("^(?:{matcher})$"), tool),
        _ => pattern(matcher, tool),
    }
}

/// True if no reader of regular expressions takes it: a group or a class is not closed, or nothing is repeated.
#[must_use]
pub fn is_broken(matcher: &str) -> bool {
    let (mut depth, mut class) = (0_i32, false);
    let mut letters = matcher.chars();
    let mut repeats = false;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.next().is_none() => return true,
            '\\' => {}
            ']' if class => class = false,
            _ if class => {}
            '[' => class = true,
            '(' => depth += 1,
            ')' => depth -= 1,
            '*' | '+' if !repeats => return true,
            _ => {}
        }
        if depth < 0 {
            return true;
        }
        repeats = !matches!(letter, '(' | '|' | '^');
    }
    depth != 0 || class
}

/// Stands for the shell tool of an agent whose event is the shell's alone.
const SHELL_EVENT: &str = "";

/// Is a simple pattern found in a name? Understood are anchors, one group around all, alternatives, `.` and `.*`.
fn pattern(pattern: &str, name: &str) -> Option<bool> {
    let inner = pattern.strip_prefix('^').unwrap_or(pattern);
    let grouped = inner.strip_prefix("(?:").or_else(|| inner.strip_prefix('(')).and_then(|inner| {
        let whole = inner.strip_suffix(")$").map(|inner| (inner, true));
        whole.or_else(|| Some((inner.strip_suffix(')')?, false)))
    });
    if let Some((inner, ends)) = grouped {
        let begins = pattern.starts_with('^');
        return any(inner, |alternative| found(alternative, name, begins, ends));
    }
    any(pattern, |alternative| {
        let begins = alternative.starts_with('^');
        let ends = alternative.ends_with('$');
        let bare = alternative.trim_start_matches('^').trim_end_matches('$');
        found(bare, name, begins, ends)
    })
}

fn any(alternatives: &str, found: impl Fn(&str) -> Option<bool>) -> Option<bool> {
    let mut unknown = false;
    for alternative in alternatives.split('|') {
        match found(alternative) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(false)
}

/// One alternative against a name, at its start and its end or anywhere.
fn found(alternative: &str, name: &str, begins: bool, ends: bool) -> Option<bool> {
    if alternative.contains(['(', ')', '[', ']', '{', '}', '+', '?', '\\', '^', '$']) {
        return None;
    }
    let pieces: Vec<&str> = alternative.split(".*").collect();
    if pieces.iter().any(|piece| piece.contains('*')) {
        return None;
    }
    Some(matches(&pieces, name, begins, ends))
}

/// Pieces in this order, with anything between them; a `.` is any character.
fn matches(pieces: &[&str], name: &str, begins: bool, ends: bool) -> bool {
    let Some((first, rest)) = pieces.split_first() else { return !ends || name.is_empty() };
    let length = first.chars().count();
    let starts = if begins { 0..=0 } else { 0..=name.chars().count() };
    starts.into_iter().any(|start| {
        let mut tail = name.chars().skip(start);
        let here = first.chars().all(|wanted| tail.next().is_some_and(|c| wanted == '.' || wanted == c));
        let left: String = name.chars().skip(start + length).collect();
        here && if rest.is_empty() { !ends || left.is_empty() } else { matches(rest, &left, false, ends) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::protocol;
    use rstest::rstest;

    /// What Claude Code 2.1 did with each, and Gemini CLI's and Copilot CLI's manuals.
    #[rstest]
    #[case::exact("claude-code", "Bash", "Bash", Some(true))]
    #[case::case_counts("claude-code", "bash", "Bash", Some(false))]
    #[case::no_prefix("claude-code", "Ba", "Bash", Some(false))]
    #[case::regex("claude-code", "Ba.*", "Bash", Some(true))]
    #[case::list("claude-code", "Bash, Write", "Write", Some(true))]
    #[case::bars("claude-code", "Bash|PowerShell|Monitor", "Monitor", Some(true))]
    #[case::server_alone("claude-code", "mcp__server", "mcp__server__write", Some(false))]
    #[case::server("claude-code", "mcp__server__.*", "mcp__server__write", Some(true))]
    #[case::star("claude-code", "*", "Bash", Some(true))]
    #[case::empty("claude-code", "", "Bash", Some(true))]
    #[case::anchored("claude-code", "^(Bash|mcp__.*)$", "mcp__a__b", Some(true))]
    #[case::anchored_twin("claude-code", "^(Bash|mcp__.*)$", "BashOutput", Some(false))]
    #[case::broken("claude-code", "Bash(", "Bash", Some(false))]
    #[case::broken_twin("claude-code", "Bash()", "Bash", None)]
    #[case::broken_class("claude-code", "[Bash", "Bash", Some(false))]
    #[case::broken_repetition("gemini-cli", "*shell*", "run_shell_command", Some(false))]
    #[case::beyond("claude-code", "Ba(s|z)h?", "Bash", None)]
    #[case::gemini("gemini-cli", "^run_shell_command$", "run_shell_command", Some(true))]
    #[case::gemini_inside("gemini-cli", "shell", "run_shell_command", Some(true))]
    #[case::copilot_whole("copilot-cli", "bash", "bashful", Some(false))]
    #[case::code_ignores("vscode-copilot", "nothing", "runTerminalCommand", Some(true))]
    fn reads_matchers_as_their_agents_do(
        #[case] agent: &str,
        #[case] matcher: &str,
        #[case] tool: &str,
        #[case] expected: Option<bool>,
    ) {
        assert_eq!(takes(protocol::find(agent).unwrap(), Some(matcher), tool), expected);
    }
}
