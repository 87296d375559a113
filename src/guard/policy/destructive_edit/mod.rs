//! destructive-edit: an edit that takes many lines from a load-bearing file says so first (guards.md section 4).
//!
//! `scope` tells which files bear load, `loss` what a call takes from them, `uncommitted` what git commands would throw
//! away. Here stand the switches and the message. It keeps no state of its own.

mod loss;
mod scope;
mod uncommitted;

use self::loss::Loss;
use super::{OnUnknown, Policy};
use crate::guard::call::Event;
use crate::guard::config::{Settings, files, key};
use crate::guard::context::Context;
use crate::guard::message;
use crate::guard::verdict::{Finding, Verdict};
use crate::intent::Place;
use crate::world::{Lookup, Provenance};

/// The policy's row.
pub static POLICY: Policy = Policy {
    id: "destructive-edit",
    aliases: &["warn-destructive-edit"],
    rule: "Taking many lines from a load-bearing file is told before it happens, with where to look first.",
    why: "An agent that overwrites a specification rarely knows what stood there, and notices nothing.",
    proceed: "Look with the two git commands, then take the lines out in a change of their own.",
    events: &[Event::Before],
    unknown: OnUnknown::Pass,
    after_paths: false,
    refused: "a Write of three lines over docs/CONTRACT.md of sixty, with COS_DESTRUCTIVE_GUARD=strict",
    permitted: "an Edit that adds a section to it",
    judge,
};

/// Environment variables that win over the settings.
const MODE_VARIABLE: &str = "COS_DESTRUCTIVE_GUARD";
const LINES_VARIABLE: &str = "COS_DESTRUCTIVE_GUARD_MIN_LINES";

/// How strongly the policy speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Off,
    Warn,
    Strict,
}

impl Mode {
    fn of(settings: &Settings) -> Self {
        match files::environment(MODE_VARIABLE).as_deref() {
            Some("off" | "0") => Self::Off,
            Some("warn" | "1") => Self::Warn,
            Some("strict") => Self::Strict,
            _ => Self::named(settings, &key::DESTRUCTIVE_MODE),
        }
    }

    fn named(settings: &Settings, key: &key::Key) -> Self {
        match () {
            () if settings.is(key, "off") => Self::Off,
            () if settings.is(key, "strict") => Self::Strict,
            () => Self::Warn,
        }
    }

    const fn verdict(self) -> Verdict {
        match self {
            Self::Off => Verdict::Allow,
            Self::Warn => Verdict::Warn,
            Self::Strict => Verdict::Block,
        }
    }
}

fn judge(context: &Context<'_>) -> Vec<Finding> {
    if Mode::of(context.settings) == Mode::Off && files::environment(MODE_VARIABLE).is_some() {
        return Vec::new();
    }
    let mut findings: Vec<Finding> =
        loss::of(context).into_iter().filter_map(|loss| lines_lost(context, &loss)).collect();
    findings.extend(uncommitted::of(context).into_iter().filter_map(|lost| work_lost(context, lost)));
    findings
}

/// The threshold of rule 4.1.
fn threshold(settings: &Settings) -> u64 {
    let named = files::environment(LINES_VARIABLE).and_then(|text| text.trim().parse().ok());
    named.unwrap_or_else(|| u64::from(settings.number(&key::DESTRUCTIVE_MIN_LINES)))
}

fn lines_lost(context: &Context<'_>, loss: &Loss<'_>) -> Option<Finding> {
    let settings = context.settings_at(&loss.place.root);
    if !context.runs(&POLICY, &settings) {
        return None;
    }
    let enough = loss.lines >= threshold(&settings);
    let gone = loss.all
        && loss.lines > 0
        && settings.flag(&key::DESTRUCTIVE_UNRECOVERABLE)
        && !is_held(context, loss);
    let (verdict, words) = match (enough || gone, loss.rewritten) {
        (true, _) => (Mode::of(&settings).verdict(), format!("removing {} line(s) from", loss.lines)),
        (false, Some(percent)) => {
            let mode = if Mode::of(&settings) == Mode::Off {
                Mode::Off
            } else {
                Mode::named(&settings, &key::DESTRUCTIVE_REWRITE)
            };
            (mode.verdict(), format!("rewriting {percent} % of the lines of"))
        }
        (false, None) => return None,
    };
    let headline = match verdict {
        Verdict::Block => format!(
            "destructive edit — {words} {} in {}; split the removal into a reviewed change of its own, or set {MODE_VARIABLE}=warn",
            loss.name, loss.place.root
        ),
        _ => format!("destructive edit — {words} {}", loss.name),
    };
    Some(finding(verdict, headline, provenance(context, loss), loss.path.to_string()))
}

/// Does git hold the file, so that its content can be had back?
fn is_held(context: &Context<'_>, loss: &Loss<'_>) -> bool {
    let Lookup::Found(repository) = context.world.repository(&loss.path) else { return true };
    context.world.tracked(&repository, &loss.path).is_none_or(|paths| !paths.is_empty())
}

/// The lines of rule 4.4 below the first.
fn provenance(context: &Context<'_>, loss: &Loss<'_>) -> Vec<String> {
    let name = shell_words::quote(&loss.name);
    let found = match context.world.repository(&loss.path) {
        Lookup::Found(repository) => context.world.last_commit(&repository, &loss.path),
        Lookup::Outside | Lookup::Unknown => None,
    };
    let known = match found {
        Some(Provenance::Commit { id, subject, author, date }) => {
            let shown = (message::shown(&subject), message::shown(&author));
            return vec![
                format!("  last committed: {id} \"{}\" ({}, {date})", shown.0, shown.1),
                format!(
                    "  inspect before you overwrite:  git show {id}:{name}   |   git log -p -3 -- {name}"
                ),
            ];
        }
        Some(Provenance::NotWithin(commits)) => format!("  last commit not found within {commits} commits"),
        Some(Provenance::Never) => "  git does not hold it: what goes can't be had back".to_owned(),
        None => "  its last commit can't be told".to_owned(),
    };
    vec![
        known,
        format!("  inspect before you overwrite:  git show HEAD:{name}   |   git log -p -3 -- {name}"),
    ]
}

fn work_lost(context: &Context<'_>, lost: uncommitted::Lost<'_>) -> Option<Finding> {
    let place: &Place = lost.place;
    let settings = context.settings_at(&place.root);
    let verdict = Mode::of(&settings).verdict();
    if !context.runs(&POLICY, &settings) || verdict == Verdict::Allow {
        return None;
    }
    let what =
        format!("uncommitted work would be lost: `{}` takes {} in {}", lost.cause, lost.what, place.root);
    let headline = match verdict {
        Verdict::Block => format!("{what}; commit or stash it first, or set {MODE_VARIABLE}=warn"),
        _ => what,
    };
    Some(finding(verdict, headline, lost.details, lost.cause.clone()))
}

fn finding(verdict: Verdict, headline: String, details: Vec<String>, target: String) -> Finding {
    Finding {
        policy: POLICY.id,
        verdict,
        target,
        reason: String::new(),
        way_out: String::new(),
        headline: Some(headline),
        details,
        span: None,
    }
}
