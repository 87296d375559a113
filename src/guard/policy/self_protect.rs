//! self-protect: the agent does not change the guard's own settings, the agents' hook settings or the guard's binary
//! (cli.md).
//!
//! The files that hold hooks stand in `hook_files`, for all. Off unless it is named or installed.

use super::{OnUnknown, Policy};
use crate::guard::call::Event;
use crate::guard::config::files;
use crate::guard::context::Context;
use crate::guard::hook_files::{HOOK_FILES, protected_ends};
use crate::guard::verdict::{Finding, Verdict};
use crate::intent::{CommandClass, FileEffect, FileTarget, IntentKind, WriteIntent};
use crate::world::Variable;

/// The policy's row.
pub static POLICY: Policy = Policy {
    id: "self-protect",
    aliases: &[],
    rule: "The agent does not change the guard's settings, the hooks that call it, or the guard itself.",
    why: "A guard that the guarded can switch off is none.",
    proceed: "Ask the person whose machine it is to change the settings.",
    events: &[Event::Before],
    unknown: OnUnknown::Pass,
    after_paths: false,
    refused: "echo '{}' > .claude/settings.json",
    permitted: "cat .claude/settings.json",
    judge,
};

fn judge(context: &Context<'_>) -> Vec<Finding> {
    context.intents().iter().filter_map(|intent| judge_intent(context, intent)).collect()
}

fn judge_intent(context: &Context<'_>, intent: &WriteIntent) -> Option<Finding> {
    let IntentKind::File(file) = &intent.kind else { return None };
    if intent.class == CommandClass::Build || !intent.assumes.is_empty() {
        return None;
    }
    let whole = matches!(file.effect, FileEffect::Delete | FileEffect::Move);
    let hit = match &file.target {
        FileTarget::Path(path) => {
            is_settings(path)
                || is_moved(context, path)
                || is_binary(path, whole)
                || whole && holds_settings(context, path)
        }
        FileTarget::Pattern(path) => {
            path.rsplit_once('/').is_some_and(|(directory, _)| holds_settings(context, directory))
        }
        FileTarget::Below(_) | FileTarget::Unresolved(_) => false,
    };
    let (FileTarget::Path(path) | FileTarget::Pattern(path)) = &file.target else { return None };
    hit.then(|| Finding {
        policy: POLICY.id,
        verdict: Verdict::Block,
        target: path.clone(),
        reason: "belongs to the guard or to the hooks that call it".to_owned(),
        way_out: "leave it to the person whose machine it is".to_owned(),
        headline: None,
        details: Vec::new(),
        span: Some(intent.span),
    })
}

fn is_settings(path: &str) -> bool {
    protected_ends().any(|settings| match settings.strip_suffix('/') {
        Some(directory) => format!("{path}/").contains(&format!("/{directory}/")),
        None => path.strip_suffix(settings).is_some_and(|before| before.ends_with('/')),
    })
}

/// Is it a file of hooks in a directory that the environment names?
fn is_moved(context: &Context<'_>, path: &str) -> bool {
    let variable = |name: &str| match context.world.variable(name) {
        Variable::Set(value) => Some(value),
        Variable::Unset | Variable::Unknown => None,
    };
    HOOK_FILES.iter().any(|file| file.locate(None, None, variable).is_some_and(|moved| moved == path))
}

fn is_binary(path: &str, whole: bool) -> bool {
    let binary = files::own_binary();
    binary.is_some_and(|binary| binary == path || whole && binary.starts_with(&format!("{path}/")))
}

/// Does a directory that is removed, moved or matched hold any of the files?
fn holds_settings(context: &Context<'_>, directory: &str) -> bool {
    protected_ends().any(|settings| {
        let settings = settings.trim_end_matches('/');
        let inside = [format!("{directory}/{settings}")];
        let tail = settings.rsplit_once('/').and_then(|(folder, name)| {
            directory.ends_with(&format!("/{folder}")).then(|| format!("{directory}/{name}"))
        });
        inside
            .into_iter()
            .chain(tail)
            .any(|path| context.world.entry(&path).is_some_and(|entry| entry != crate::world::Entry::Missing))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn every_file_that_an_install_writes_is_known() {
        for file in HOOK_FILES {
            let path = format!("/home/u/{}", file.path.replace('*', "mine"));
            assert!(is_settings(&path), "{path}");
        }
    }

    #[rstest]
    #[case("/home/u/.claude/settings.json", true)]
    #[case("/w/repo/.claude/settings.local.json", true)]
    #[case("/w/repo/.willwrite.toml", true)]
    #[case("/home/u/.config/willwrite/config.toml", true)]
    #[case("/w/repo/.github/hooks/guard.json", true)]
    #[case("/w/repo/.claude/commands/a.md", false)]
    #[case("/w/repo/settings.json", false)]
    #[case("/w/repo/my.claude/settings.json", false)]
    #[case("/w/repo/.github/workflows/ci.yml", false)]
    fn knows_the_files_that_hold_hooks(#[case] path: &str, #[case] expected: bool) {
        assert_eq!(is_settings(path), expected);
    }
}
