//! What is wrong with the entries themselves: their programs, matchers, events and fields.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Entry, Finding, Survey, events, finding};
use crate::guard::call::Event;
use crate::guard::policy;
use crate::guard::protocol::{Agent, Hook};
use crate::setup::{Ground, file, matcher};

/// Programs that run a script whose name follows.
const INTERPRETERS: &[&str] = &[
    "bash", "bun", "deno", "node", "perl", "python", "python2", "python3", "ruby", "sh", "tsx", "uv", "zsh",
];

/// What is wrong with the guard's entries, and with others that can lock a person out.
pub fn findings(survey: &Survey, ground: &Ground) -> Vec<Finding> {
    let own = survey.own();
    let mut findings = Vec::new();
    findings.extend(missing(survey, &own));
    findings.extend(doubled(survey, &own));
    for entry in &own {
        findings.extend(program(survey.agent, entry, ground));
        findings.extend(timeout(survey.agent, entry));
    }
    for hook in survey.agent.hooks {
        findings.extend(matchers(survey.agent, hook, &own));
    }
    for entry in survey.all() {
        findings.extend(interpreter(survey.agent, &entry, ground));
        findings.extend(on_failure(survey.agent, &entry));
        findings.extend(events::finding(survey, &entry));
    }
    findings
}

fn missing(survey: &Survey, own: &[Entry<'_>]) -> Option<Finding> {
    let agent = survey.agent;
    let place = survey.files.first().map_or("", |file| file.path.as_str());
    if !survey.is_installed() {
        let message = format!("{} runs without the guard", agent.title);
        return Some(finding("no-entry", agent, place, message, format!("`willwrite install {}`", agent.id)));
    }
    let before = |entry: &Entry<'_>| hook_of(agent, entry).is_none_or(|hook| hook.when == Event::Before);
    if !own.is_empty() && !own.iter().any(before) {
        let message = "its entries run only after a tool has run, where nothing can be refused".to_owned();
        return Some(finding("no-entry", agent, place, message, format!("`willwrite install {}`", agent.id)));
    }
    None
}

fn hook_of(agent: &Agent, entry: &Entry<'_>) -> Option<&'static Hook> {
    agent.hooks.iter().find(|hook| hook.event == entry.handler.event)
}

/// Two entries that take in the same tool of the same event, and an entry beside a plugin.
fn doubled(survey: &Survey, own: &[Entry<'_>]) -> Vec<Finding> {
    let agent = survey.agent;
    let mut findings = Vec::new();
    for (index, entry) in own.iter().enumerate() {
        let earlier = own.iter().take(index).find(|earlier| overlap(agent, earlier, entry));
        if let Some(earlier) = earlier {
            let message =
                format!("the guard runs twice for `{}`: here and in {}", entry.handler.event, earlier.file);
            let mend = if earlier.file == entry.file {
                "take one of the entries out".to_owned()
            } else {
                "keep it in one scope: `willwrite uninstall --scope …` takes it out of the other".to_owned()
            };
            findings.push(finding("entry-twice", agent, entry.file, message, mend));
        }
    }
    if let (Some(plugin), [first, ..]) = (survey.plugin(), own) {
        let message =
            format!("the guard's plugin is switched on in {plugin}, and the settings call the guard besides");
        let mend = "keep one: switch the plugin off, or run `willwrite uninstall`".to_owned();
        findings.push(finding("plugin-and-settings", agent, first.file, message, mend));
    }
    findings
}

fn overlap(agent: &Agent, left: &Entry<'_>, right: &Entry<'_>) -> bool {
    if left.handler.event != right.handler.event {
        return false;
    }
    let (one, other) = (left.handler.matcher.as_deref(), right.handler.matcher.as_deref());
    let tools = hook_of(agent, left).map_or(&[][..], |hook| hook.tools);
    let both = |tool: &&str| {
        matcher::takes(agent, one, tool) == Some(true) && matcher::takes(agent, other, tool) == Some(true)
    };
    one == other || tools.iter().any(both)
}

/// The program of an entry: where it is, and whether it can be started.
fn program(agent: &Agent, entry: &Entry<'_>, ground: &Ground) -> Option<Finding> {
    let program = program_word(entry)?;
    let mend = || format!("`willwrite install {}` writes the path of this binary", agent.id);
    let path = match located(program, ground) {
        Some(path) => path,
        None => {
            let message = format!("`{program}` is on no directory of PATH, so that the hook can't start");
            return Some(finding("binary-missing", agent, entry.file, message, mend()));
        }
    };
    if !path.is_absolute() {
        let message = format!("`{program}` starts at the agent's directory, which changes");
        return Some(finding("binary-missing", agent, entry.file, message, mend()));
    }
    if !file::is_there(&path) {
        let message = format!("`{}` is not there, so that the hook can't start", path.display());
        return Some(finding("binary-missing", agent, entry.file, message, mend()));
    }
    if !file::is_executable(&path) {
        let message = format!("`{}` is not executable", path.display());
        let mend = format!("`chmod +x {}`", shell_words::quote(&path.to_string_lossy()));
        return Some(finding("binary-not-executable", agent, entry.file, message, mend));
    }
    None
}

fn program_word<'e>(entry: &'e Entry<'_>) -> Option<&'e String> {
    let is_prefix = |word: &&String| {
        word.as_str() == "exec" || word.split_once('=').is_some_and(|(name, _)| !name.contains('/'))
    };
    entry.handler.words.iter().find(|word| !is_prefix(word))
}

fn located(program: &str, ground: &Ground) -> Option<PathBuf> {
    let home = ground.home.as_deref().unwrap_or_default();
    let program = program.replace("${HOME}", home).replace("$HOME", home);
    let program = program.strip_prefix("~/").map_or(program.clone(), |below| format!("{home}/{below}"));
    if program.contains('/') { Some(PathBuf::from(program)) } else { ground.program(&program) }
}

/// Tools that an event's matchers leave out, all entries together; and a matcher that takes in none.
fn matchers(agent: &Agent, hook: &Hook, own: &[Entry<'_>]) -> Vec<Finding> {
    let entries: Vec<_> = own.iter().filter(|entry| entry.handler.event == hook.event).collect();
    let [first, ..] = entries.as_slice() else { return Vec::new() };
    if hook.when != Event::Before || hook.tools.is_empty() {
        return Vec::new();
    }
    let install = || format!("`willwrite install {}` puts in the right one", agent.id);
    let takes = |entry: &Entry<'_>, tool: &str| {
        matcher::takes(agent, entry.handler.matcher.as_deref(), tool) != Some(false)
    };
    let mut findings = Vec::new();
    for entry in &entries {
        let pattern = entry.handler.matcher.as_deref().unwrap_or_default();
        if !hook.tools.iter().any(|tool| takes(entry, tool)) && !serves(agent, hook, pattern) {
            let near = hook.tools.iter().find(|tool| tool.eq_ignore_ascii_case(pattern));
            let why = match near {
                Some(tool) => format!("case counts, the tool is called `{tool}`"),
                None if matcher::is_broken(pattern) => "it is no regular expression".to_owned(),
                None => "no tool has such a name".to_owned(),
            };
            let message = format!("the matcher `{pattern}` takes in no tool: {why}");
            findings.push(finding("matcher-wrong", agent, entry.file, message, install()));
        }
    }
    let missed: Vec<&str> =
        hook.tools.iter().copied().filter(|tool| !entries.iter().any(|entry| takes(entry, tool))).collect();
    if findings.is_empty() && !missed.is_empty() {
        let message = format!("the matcher leaves out {}", missed.join(", "));
        findings.push(finding("matcher-misses", agent, first.file, message, install()));
    }
    findings
}

/// Is it a matcher for other servers' tools alone?
fn serves(agent: &Agent, hook: &Hook, matcher: &str) -> bool {
    hook.servers.is_some() && matcher::takes(agent, Some(matcher), "mcp__server__tool") != Some(false)
}

/// An interpreter that does not find its script may exit with 2, and that refuses every call.
fn interpreter(agent: &Agent, entry: &Entry<'_>, ground: &Ground) -> Option<Finding> {
    let before = hook_of(agent, entry).is_some_and(|hook| hook.when == Event::Before);
    let program = program_word(entry).filter(|_| before)?;
    let name = Path::new(program).file_name()?.to_str()?;
    if !INTERPRETERS.contains(&name) {
        return None;
    }
    let script = entry.handler.words.iter().skip_while(|word| *word != program).skip(1);
    let script = script.into_iter().find(|word| !word.starts_with('-') && word.contains(['/', '.']))?;
    let path = located(script, ground)?;
    let is_missing = path.is_absolute() && !file::is_there(&path) && !script.contains('$');
    let guards = |word: &str| {
        word.contains("willwrite")
            || policy::POLICIES.iter().any(|policy| {
                std::iter::once(policy.id).chain(policy.aliases.iter().copied()).any(|id| word.contains(id))
            })
    };
    if !is_missing && !guards(script) {
        return None;
    }
    let state = if is_missing {
        "is missing: every call is refused"
    } else {
        "may be moved: then every call is refused"
    };
    let message = format!("the entry starts `{name}` with a script, and `{script}` {state}");
    let mend = format!("take the entry out, and `willwrite install {}`: it names one binary", agent.id);
    Some(finding("interpreter-and-script", agent, entry.file, message, mend))
}

/// A word near `onFailure`, or a value that it does not take: the agent drops such a hook in silence.
fn on_failure(agent: &Agent, entry: &Entry<'_>) -> Option<Finding> {
    if agent.id != "claude-code" {
        return None;
    }
    let fields = &entry.handler.fields;
    if let Some(value) = fields.get("onFailure") {
        let known = matches!(value.as_str(), Some("block" | "continue"));
        let message = format!("`onFailure` is {value}, and the agent drops the hook for that");
        let mend = "write `\"block\"` or `\"continue\"`".to_owned();
        return (!known).then(|| finding("on-failure-misspelt", agent, entry.file, message, mend));
    }
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
        letters.sort_unstable();
        letters
    };
    let wanted = letters("onFailure");
    let near = |name: &&String| {
        let own = letters(name);
        let common = own.iter().filter(|letter| wanted.contains(letter)).count();
        own == wanted || name.to_lowercase().starts_with("onfail") && common + 1 >= own.len()
    };
    let name = fields
        .iter()
        .filter(|(_, value)| matches!(value, Value::String(_)))
        .map(|(name, _)| name)
        .find(near)?;
    let message = format!("`{name}` is no field of a hook, so that a failure of it does not count");
    Some(finding("on-failure-misspelt", agent, entry.file, message, "write `onFailure`".to_owned()))
}

/// Gemini counts in milliseconds, the others in seconds.
fn timeout(agent: &Agent, entry: &Entry<'_>) -> Option<Finding> {
    let given = entry.handler.number("timeout").filter(|_| agent.id == "gemini-cli")?;
    let message =
        format!("a timeout of {given} is taken for milliseconds: the hook is given up before it can answer");
    let mend = "write 10000 for ten seconds".to_owned();
    (given < 1000.0).then(|| finding("timeout-in-seconds", agent, entry.file, message, mend))
}
