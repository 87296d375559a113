//! `willwrite explain`: a command for people, with what it writes and moves written below it.
//!
//! Owns the order of the answer: the command with its notes (`annotate`), the writes as `analyze` prints them, what is
//! not known, and the verdict of each policy.

mod annotate;
mod verdicts;

use std::process::ExitCode;

use super::analyze;
use super::{machine, output};
use crate::guard::config::files;
use crate::guard::message;
use crate::guard::policy::{self, Policy};
use crate::intent::{Branch, Unknown};
use crate::world::{Head, Lookup, World};

/// Lists in an answer are folded beyond this many lines.
const LINES_CAP: usize = 30;

/// The arguments of `explain`.
#[derive(clap::Args)]
pub struct Explain {
    /// The directory that the command starts in (default: the current one)
    #[arg(long, value_name = "DIR")]
    cwd: Option<String>,
    /// The home directory (default: $HOME)
    #[arg(long, value_name = "DIR")]
    home: Option<String>,
    /// Ask this policy (repeatable; default: those of the settings, else all)
    #[arg(long = "policy", value_name = "POLICY")]
    policies: Vec<String>,
    /// The settings' file (default: the user's)
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// The command; `-` reads it from stdin
    command: Option<String>,
}

/// Runs the subcommand.
pub fn run(arguments: &Explain) -> ExitCode {
    match answer(arguments) {
        Ok(text) => output::print(text.as_bytes()),
        Err(reason) => output::failed(&reason),
    }
}

fn answer(arguments: &Explain) -> Result<String, String> {
    let named = named(&arguments.policies)?;
    let settings = files::user_settings(arguments.config.as_deref()).map_err(|error| error.to_string())?;
    let cwd = machine::directory(arguments.cwd.as_deref())?;
    let command = output::command_text(arguments.command.as_deref())?;
    let world = machine::world(arguments.home.as_deref());
    let paint = output::Paint::for_stdout();
    let (analysis, moves) = settings.analyze_with_moves(&command, &analyze::options(&cwd), &world);
    let mut text = String::new();
    text.push_str(&start(&cwd, &world, paint));
    text.push_str(&annotate::snippet(&command, &cwd, &analysis, &moves, paint));
    section(&mut text, paint, "writes", &analyze::rows(&analysis, paint));
    section(&mut text, paint, "not known", &unknown(&analysis.unknown, &command, paint));
    text.push_str(&format!("\n{}\n", analyze::closing(&analysis, paint)));
    let verdicts =
        verdicts::rows(&verdicts::Question { command, cwd, world: &world, settings, named }, paint);
    section(&mut text, paint, "verdicts", &verdicts);
    Ok(text)
}

fn named(names: &[String]) -> Result<Vec<&'static Policy>, String> {
    let find = |name: &String| {
        policy::find(name).ok_or_else(|| {
            format!("there is no policy `{}`; there are {}", message::shown(name), policy::names())
        })
    };
    names.iter().map(find).collect()
}

/// Where the command starts.
fn start(cwd: &str, world: &dyn World, paint: output::Paint) -> String {
    let place = match world.repository(cwd) {
        Lookup::Found(repository) => {
            let head = match world.head(&repository) {
                Head::Branch(name) => format!("on branch {name}"),
                Head::Detached(_) => "on no branch (detached)".to_owned(),
                Head::Unknown => "on a branch that can't be read".to_owned(),
            };
            format!("repository {}, {head}", message::shown(&repository.root))
        }
        Lookup::Outside => "in no repository".to_owned(),
        Lookup::Unknown => "in a repository that can't be read".to_owned(),
    };
    format!("{} {}\n", paint.colour(1, &message::shown(cwd)), paint.colour(2, &format!("({place})")))
}

/// A heading with its lines, folded where they are many; nothing without lines.
fn section(text: &mut String, paint: output::Paint, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    text.push_str(&format!("\n{}\n", paint.colour(1, heading)));
    for same in lines.chunk_by(|left, right| left == right).take(LINES_CAP) {
        let line = same.first().map_or("", String::as_str);
        let times = if same.len() > 1 { format!("  × {}", same.len()) } else { String::new() };
        text.push_str(&format!("  {line}{}\n", paint.colour(2, &times)));
    }
    if let Some(more) =
        lines.chunk_by(|left, right| left == right).count().checked_sub(LINES_CAP).filter(|more| *more > 0)
    {
        text.push_str(&paint.colour(2, &format!("  … and {more} more (`willwrite analyze` lists all)")));
        text.push('\n');
    }
}

/// Reasons once, each with the places that it holds for.
fn unknown(unknown: &[Unknown], command: &str, paint: output::Paint) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for one in unknown {
        let place = annotate::excerpt(one.span.slice(command));
        match reasons.iter_mut().find(|(reason, _)| *reason == one.reason) {
            Some((_, places)) if places.contains(&place) => {}
            Some((_, places)) => places.push(place),
            None => reasons.push((&one.reason, vec![place])),
        }
    }
    let line = |(reason, places): (&str, Vec<String>)| {
        let reason = paint.colour(33, &message::escape(reason));
        // What is missing at the end has no place to show.
        let places = places.join(", ");
        if places.is_empty() { reason } else { format!("{reason}  {}", paint.colour(2, &places)) }
    };
    reasons.into_iter().map(line).collect()
}

/// How a place's branch is said.
fn branch_text(branch: &Branch) -> String {
    match branch {
        Branch::Named(name) => format!("on {name}"),
        Branch::Detached => "detached".to_owned(),
        Branch::Unknown(_) => "on ?".to_owned(),
    }
}
