//! `willwrite analyze`: the write intents of a command, as a table for people or as JSON.

use std::process::ExitCode;

use super::{jsonl, machine, output};
use crate::analysis::{Options, Shell};
use crate::guard::message;
use crate::intent::json::Answer;
use crate::intent::{Analysis, Branch, FileTarget, IntentKind, Place, WriteIntent};

/// The arguments of `analyze`.
#[derive(clap::Args)]
pub struct Analyze {
    /// The directory that the command starts in (default: the current one)
    #[arg(long, value_name = "DIR")]
    cwd: Option<String>,
    /// The home directory (default: $HOME)
    #[arg(long, value_name = "DIR")]
    home: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Read one {"command", "cwd"?, "id"?} a line, print one answer a line
    #[arg(long, conflicts_with_all = ["json", "command"])]
    jsonl: bool,
    /// Answer the batches of another process
    #[arg(long, hide = true, requires = "jsonl")]
    worker: bool,
    /// The command; `-` reads it from stdin
    command: Option<String>,
}

/// Runs the subcommand.
pub fn run(arguments: &Analyze) -> ExitCode {
    let cwd = match machine::directory(arguments.cwd.as_deref()) {
        Ok(cwd) => cwd,
        Err(reason) => return output::failed(&reason),
    };
    if arguments.jsonl {
        let answer = if arguments.worker { jsonl::serve } else { jsonl::run };
        return match answer(&cwd, arguments.home.as_deref()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => output::failed(&error.to_string()),
        };
    }
    let command = match output::command_text(arguments.command.as_deref()) {
        Ok(command) => command,
        Err(reason) => return output::failed(&reason),
    };
    let world = machine::world(arguments.home.as_deref());
    let analysis = output::user_settings().analyze(&command, &options(&cwd), &world);
    let mut text = Vec::new();
    if arguments.json {
        Answer { analysis: &analysis, command: &command, directory: &cwd, id: None }.write(&mut text);
        text.push(b'\n');
    } else {
        text.extend(table(&analysis, &command, output::Paint::for_stdout()).bytes());
    }
    output::print(&text)
}

/// How every form of `analyze` analyses.
pub fn options(cwd: &str) -> Options {
    Options { cwd: Some(cwd.to_owned()), shell: Shell::Bash, follow_scripts: true }
}

const RED: u8 = 31;
const GREEN: u8 = 32;
const YELLOW: u8 = 33;
const CYAN: u8 = 36;
const DIM: u8 = 2;

fn table(analysis: &Analysis, command: &str, paint: output::Paint) -> String {
    let mut text: String = rows(analysis, paint).into_iter().map(|line| line + "\n").collect();
    for unknown in &analysis.unknown {
        let place = message::shown(unknown.span.slice(command).trim());
        // An error can stand behind the last character.
        let place = if place.is_empty() { place } else { format!(" ({place})") };
        let line = format!("unknown: {}{place}", message::escape(&unknown.reason));
        text.push_str(&paint.colour(YELLOW, &line));
        text.push('\n');
    }
    for error in &analysis.errors {
        let line = command.get(..error.span.start as usize).unwrap_or(command).matches('\n').count() + 1;
        text.push_str(
            &paint.colour(RED, &format!("error: line {line}: {}", message::escape(&error.message))),
        );
        text.push('\n');
    }
    text.push_str(&closing(analysis, paint));
    text.push('\n');
    text
}

/// The writes, a line each.
pub fn rows(analysis: &Analysis, paint: output::Paint) -> Vec<String> {
    let rows: Vec<_> = analysis.intents.iter().map(row).collect();
    output::table(&rows, paint).lines().map(str::to_owned).collect()
}

/// Whether that is all.
pub fn closing(analysis: &Analysis, paint: output::Paint) -> String {
    match (analysis.intents.is_empty(), analysis.complete) {
        (true, true) => paint.colour(GREEN, "nothing is written"),
        (true, false) => paint.colour(YELLOW, "no write is known, but there may be some"),
        (false, true) => paint.colour(GREEN, "nothing else is written"),
        (false, false) => paint.colour(YELLOW, "there may be more"),
    }
}

/// What, target, repository with branch, cause, remarks.
fn row(intent: &WriteIntent) -> Vec<(u8, String)> {
    let (verb, target) = match &intent.kind {
        IntentKind::File(file) => (file.effect.word().to_owned(), file_target(&file.target)),
        IntentKind::Git(git) => (format!("git {}", git.operation), git.references.join(" ")),
        IntentKind::Push(push) => {
            let remote = push.remote.as_deref().unwrap_or("?");
            let reference = push.reference.as_deref().or(push.unresolved.as_deref()).unwrap_or("?");
            ("push".to_owned(), format!("{remote} {reference}"))
        }
        IntentKind::Run => ("run".to_owned(), String::new()),
    };
    let place = intent.place.as_ref().map(|place| place_text(place)).unwrap_or_default();
    vec![
        (CYAN, verb),
        (0, message::shown(&target)),
        (GREEN, message::shown(&place)),
        (DIM, message::shown(&intent.cause)),
        (YELLOW, message::escape(&remarks(intent))),
    ]
}

fn file_target(target: &FileTarget) -> String {
    match target {
        FileTarget::Path(path) | FileTarget::Pattern(path) => path.clone(),
        FileTarget::Below(directory) => format!("{}/…", directory.trim_end_matches('/')),
        FileTarget::Unresolved(reason) => format!("? {reason}"),
    }
}

fn place_text(place: &Place) -> String {
    match &place.branch {
        Branch::Named(name) => format!("{} on {name}", place.root),
        Branch::Detached => format!("{} detached", place.root),
        Branch::Unknown(_) => format!("{} on ?", place.root),
    }
}

fn remarks(intent: &WriteIntent) -> String {
    let mut remarks: Vec<String> = intent.via.iter().map(|via| format!("via {}", via.word())).collect();
    remarks.extend(intent.assumes.iter().map(|what| format!("if {what}")));
    remarks.extend((!intent.certain && intent.fails.is_none()).then(|| "perhaps".to_owned()));
    remarks.extend(intent.fails.iter().map(|why| format!("fails: {why}")));
    remarks.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::{CommandClass, FileEffect, FileIntent, LinkUse, Unknown};
    use crate::span::Span;
    use std::rc::Rc;

    fn overwrite(path: &str) -> WriteIntent {
        let place = Place {
            root: "/w".into(),
            git_directory: "/w/.git".into(),
            branch: Branch::Named("main".into()),
        };
        WriteIntent {
            kind: IntentKind::File(FileIntent {
                effect: FileEffect::Overwrite,
                target: FileTarget::Path(path.into()),
                link: LinkUse::Followed,
                covers: vec![],
                content: None,
            }),
            place: Some(Rc::new(place)),
            certain: true,
            fails: None,
            assumes: vec![],
            via: vec![],
            cause: ">".into(),
            class: CommandClass::Shell,
            span: Span::new(0, 3),
        }
    }

    #[test]
    fn a_row_an_intent_and_a_closing_line() {
        let analysis = Analysis {
            intents: vec![overwrite("/w/a"), overwrite("/w/long\n")],
            complete: true,
            ..Analysis::default()
        };
        let expected = "overwrite  /w/a       /w on main  >\noverwrite  /w/long\\n  /w on main  >\nnothing else is written\n";
        assert_eq!(table(&analysis, "> a", output::Paint::plain()), expected);
    }

    #[test]
    fn what_is_unknown_is_told_with_its_place() {
        let unknown = Unknown { span: Span::new(0, 3), reason: "unknown command".into() };
        let analysis = Analysis { unknown: vec![unknown], ..Analysis::default() };
        let expected = "unknown: unknown command (foo)\nno write is known, but there may be some\n";
        assert_eq!(table(&analysis, "foo bar", output::Paint::plain()), expected);
    }

    #[test]
    fn what_is_missing_at_the_end_has_no_place_to_show() {
        let unknown = Unknown { span: Span::new(3, 3), reason: "no closing `}`".into() };
        let analysis = Analysis { unknown: vec![unknown], ..Analysis::default() };
        let expected = "unknown: no closing `}`\nno write is known, but there may be some\n";
        assert_eq!(table(&analysis, "foo", output::Paint::plain()), expected);
    }
}
