//! The hooks that stand in an agent's settings, whatever form the agent gives them.
//!
//! Owns the finding of handlers in a JSON value and the question whether one calls the guard.

use serde_json::{Map, Value};

use crate::guard::policy;

/// Levels of JSON that are walked.
const DEPTH: usize = 64;

/// The keys under which agents keep a command line.
const COMMANDS: &[&str] = &["command", "bash", "powershell", "linux", "osx", "windows"];

/// One handler of a hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The keys that lead to the list that holds it.
    pub keys: Vec<String>,
    /// The event that it is put on.
    pub event: String,
    /// The matcher of its group, or its own.
    pub matcher: Option<String>,
    /// Its command line, split into words; with `args` where it has them.
    pub words: Vec<String>,
    /// Its command line as it is run by a shell; `None` where it is started without one.
    pub line: Option<String>,
    /// All its fields.
    pub fields: Map<String, Value>,
}

impl Handler {
    /// True if it calls the guard.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        calls_guard(&self.words)
    }

    /// A number among its fields.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<f64> {
        self.fields.get(key)?.as_f64()
    }
}

/// All handlers below a value, in their order.
#[must_use]
pub fn handlers(value: &Value) -> Vec<Handler> {
    let mut found = Vec::new();
    walk(value, &mut Vec::new(), None, DEPTH, &mut found);
    found
}

fn walk(
    value: &Value,
    keys: &mut Vec<String>,
    matcher: Option<&str>,
    depth: usize,
    found: &mut Vec<Handler>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Value::Array(items) => {
            for item in items {
                match item.as_object().and_then(|fields| handler(fields, keys, matcher)) {
                    Some(handler) => found.push(handler),
                    None => walk(item, keys, matcher, depth, found),
                }
            }
        }
        Value::Object(fields) => {
            let own = fields.get("matcher").and_then(Value::as_str);
            for (key, value) in fields {
                keys.push(key.clone());
                walk(value, keys, own.or(matcher), depth, found);
                keys.pop();
            }
        }
        _ => {}
    }
}

fn handler(fields: &Map<String, Value>, keys: &[String], matcher: Option<&str>) -> Option<Handler> {
    let inner = fields.get("action").and_then(Value::as_object).unwrap_or(fields);
    let command = COMMANDS.iter().find_map(|key| inner.get(*key)?.as_str())?;
    let (words, line) = command_line(command, inner.get("args"));
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let event = text("trigger").or_else(|| event(keys)).unwrap_or_default();
    let matcher = text("matcher").or_else(|| matcher.map(str::to_owned));
    Some(Handler { keys: keys.to_vec(), event, matcher, words, line, fields: fields.clone() })
}

/// The last key that is no word of the form itself.
fn event(keys: &[String]) -> Option<String> {
    keys.iter().rev().find(|key| key.as_str() != "hooks").cloned()
}

fn command_line(command: &str, arguments: Option<&Value>) -> (Vec<String>, Option<String>) {
    match arguments.and_then(Value::as_array) {
        Some(arguments) => {
            let arguments = arguments.iter().filter_map(Value::as_str).map(str::to_owned);
            (std::iter::once(command.to_owned()).chain(arguments).collect(), None)
        }
        None => {
            let words = shell_words::split(command)
                .unwrap_or_else(|_| command.split_whitespace().map(str::to_owned).collect());
            (words, Some(command.to_owned()))
        }
    }
}

/// Does a command line call this guard's hook? Its program's name tells, behind assignments and `exec`.
#[must_use]
pub fn calls_guard(words: &[String]) -> bool {
    let is_prefix = |word: &&String| {
        let assigned = word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        assigned || word.as_str() == "exec"
    };
    let mut rest = words.iter().skip_while(is_prefix);
    let program = rest.next().map_or("", |program| program.rsplit(['/', '\\']).next().unwrap_or(program));
    let is_hook = |word: &String| word == "hook" || policy::find(word).is_some();
    matches!(program, "willwrite" | "willwrite.exe") && rest.next().is_some_and(is_hook)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    #[rstest]
    #[case::plain("/usr/bin/willwrite hook --agent codex", true)]
    #[case::short_form("willwrite guard-main", true)]
    #[case::document_s_name("willwrite syntax-guard", true)]
    #[case::quoted("'/opt/my tools/willwrite' hook", true)]
    #[case::assignment("A=1 exec /usr/bin/willwrite hook", true)]
    #[case::other_subcommand("/usr/bin/willwrite analyze", false)]
    #[case::other_program("/usr/bin/willwrite-log hook", false)]
    #[case::argument("echo willwrite hook", false)]
    #[case::nothing("", false)]
    fn knows_its_own_calls(#[case] line: &str, #[case] ours: bool) {
        assert_eq!(calls_guard(&command_line(line, None).0), ours);
    }

    #[test]
    fn finds_handlers_in_every_form() {
        let value = json!({
            "hooks": {
                "PreToolUse": [
                    {"matcher": "Bash", "hooks": [{"type": "command", "command": "/b/willwrite", "args": ["hook"]}]}
                ],
                "beforeShellExecution": [{"command": "x", "timeout": 10}],
                "preToolUse": [{"matcher": "bash", "bash": "y z"}]
            },
            "willwrite": {"enabled": true, "PreToolUse": [{"matcher": "run_command", "hooks": [{"command": "v"}]}]},
            "permissions": {"allow": ["Bash(ls)"]}
        });
        let found = handlers(&value);
        let told: Vec<_> = found
            .iter()
            .map(|handler| (handler.event.as_str(), handler.matcher.as_deref(), handler.words.join(" ")))
            .collect();
        let expected = [
            ("PreToolUse", Some("Bash"), "/b/willwrite hook".to_owned()),
            ("beforeShellExecution", None, "x".to_owned()),
            ("preToolUse", Some("bash"), "y z".to_owned()),
            ("PreToolUse", Some("run_command"), "v".to_owned()),
        ];
        assert_eq!(told, expected);
        assert!(found[0].is_ours() && found[0].line.is_none());
        let kiro = json!({"version": "v1", "hooks": [{"name": "n", "trigger": "PreToolUse", "action": {"type": "command", "command": "k"}}]});
        assert_eq!(handlers(&kiro)[0].event, "PreToolUse");
    }
}
