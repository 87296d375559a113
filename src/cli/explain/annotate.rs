//! The command with notes below its lines: what each part writes, moves, or leaves unknown.
//!
//! Owns the notes and how many of them a place may have; `annotate-snippets` draws them.

use std::collections::BTreeMap;

use annotate_snippets::renderer::{DEFAULT_TERM_WIDTH, DecorStyle};
use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};

use super::branch_text;
use crate::analysis::trace::{Move, Moved};
use crate::cli::output::Paint;
use crate::guard::message;
use crate::intent::{
    Analysis, FileIntent, FileTarget, GitIntent, IntentKind, PushChange, PushIntent, WriteIntent,
};
use crate::span::Span;

/// More notes at one place are counted only.
const NOTES_CAP: usize = 3;

/// More places are not noted: the lists below tell the rest.
const PLACES_CAP: usize = 40;

/// A longer command is folded to the lines with notes (lines).
const UNFOLDED_CAP: usize = 30;

/// Larger commands are not drawn (bytes).
const DRAWN_CAP: usize = 100_000;

/// Longer excerpts of the command are cut (characters).
const EXCERPT_CAP: usize = 40;

/// Longer notes are cut (characters).
const NOTE_CAP: usize = 90;

/// Notes are drawn in this order, by their weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// a move
    Aside,
    /// a write, or something unknown
    Main,
}

/// The command with its notes, ready for the terminal.
pub fn snippet(command: &str, cwd: &str, analysis: &Analysis, moves: &[Move], paint: Paint) -> String {
    if command.trim().is_empty() {
        return format!("{}\n", paint.colour(2, "  (an empty command)"));
    }
    if command.len() > DRAWN_CAP {
        let size = command.len() >> 10;
        return format!("{}\n", paint.colour(2, &format!("  (a command of {size} KiB, not drawn)")));
    }
    let notes = notes(command, cwd, analysis, moves);
    let annotations = notes.iter().take(PLACES_CAP).map(|(span, (weight, notes))| {
        let kind = if *weight == Weight::Main { AnnotationKind::Primary } else { AnnotationKind::Context };
        annotation(kind, *span).label(label(notes))
    });
    let source =
        Snippet::source(command).fold(command.lines().count() > UNFOLDED_CAP).annotations(annotations);
    let group = annotate_snippets::Group::with_level(Level::NOTE).element(source);
    let renderer = if paint.is_on() { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(width());
    let mut text = renderer.render(&[group]);
    text.push('\n');
    if let Some(more) = notes.len().checked_sub(PLACES_CAP).filter(|more| *more > 0) {
        text.push_str(&paint.colour(2, &format!("  … notes on {more} more places\n")));
    }
    text
}

/// How many columns a line may have.
fn width() -> usize {
    terminal_size::terminal_size().map_or(DEFAULT_TERM_WIDTH, |(width, _)| usize::from(width.0))
}

fn annotation<'a>(kind: AnnotationKind, span: Span) -> Annotation<'a> {
    kind.span(span.start as usize..span.end as usize)
}

fn label(notes: &[String]) -> String {
    let mut label = notes.iter().take(NOTES_CAP).cloned().collect::<Vec<_>>().join("; ");
    if let Some(more) = notes.len().checked_sub(NOTES_CAP).filter(|more| *more > 0) {
        label.push_str(&format!("; and {more} more"));
    }
    label
}

type Notes = BTreeMap<Span, (Weight, Vec<String>)>;

fn notes(command: &str, cwd: &str, analysis: &Analysis, moves: &[Move]) -> Notes {
    let mut notes = Notes::new();
    let mut note = |span: Span, weight: Weight, text: String| {
        let Some(span) = drawable(span, command) else { return };
        let entry = notes.entry(span).or_insert_with(|| (weight, Vec::new()));
        entry.0 = entry.0.max(weight);
        let text = cut(&message::escape(&text), NOTE_CAP);
        if !entry.1.contains(&text) {
            entry.1.push(text);
        }
    };
    for (span, text) in move_texts(moves) {
        note(span, Weight::Aside, text);
    }
    for intent in &analysis.intents {
        note(intent.span, Weight::Main, intent_text(intent, cwd));
    }
    for unknown in &analysis.unknown {
        note(unknown.span, Weight::Main, format!("not known: {}", unknown.reason));
    }
    for error in &analysis.errors {
        note(error.span, Weight::Main, format!("syntax error: {}", error.message));
    }
    notes
}

/// A span that can be underlined: within the text, at character borders, without a newline at its end.
fn drawable(span: Span, command: &str) -> Option<Span> {
    let text = command.get(span.start as usize..span.end as usize);
    match text {
        Some(text) if !text.is_empty() => {
            let kept = text.trim_end_matches(['\n', '\r']).len().max(1);
            Some(Span::new(span.start, span.start + u32::try_from(kept).ok()?))
        }
        // The end of the text, as of an unclosed quote.
        _ => {
            let end = (span.start as usize).min(command.trim_end().len());
            let start = command.char_indices().rev().map(|(at, _)| at).find(|at| *at < end)?;
            let length = command.get(start..)?.chars().next()?.len_utf8();
            Some(Span::new(u32::try_from(start).ok()?, u32::try_from(start + length).ok()?))
        }
    }
}

/// Moves of one command, its variables' values side by side.
fn move_texts(moves: &[Move]) -> Vec<(Span, String)> {
    let mut texts = Vec::new();
    let mut variables: BTreeMap<(Span, &str), Vec<&str>> = BTreeMap::new();
    for step in moves {
        match &step.what {
            Moved::Directory(path) => texts.push((step.span, format!("cwd is now {path}"))),
            Moved::Head { repository, to } => {
                texts.push((step.span, format!("{repository} is now on {to}")));
            }
            Moved::Variable { name, values } if values.is_empty() => {
                texts.push((step.span, format!("{name} is unset")));
            }
            Moved::Variable { name, values } => {
                let all = variables.entry((step.span, name)).or_default();
                all.extend(values.iter().map(String::as_str));
            }
        }
    }
    for ((span, name), mut values) in variables {
        values.dedup();
        let more = values.len().saturating_sub(NOTES_CAP);
        let mut text =
            values.iter().take(NOTES_CAP).map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" or ");
        if more > 0 {
            text.push_str(&format!(" or {more} more"));
        }
        texts.push((span, format!("{name} is {text}")));
    }
    texts
}

fn intent_text(intent: &WriteIntent, cwd: &str) -> String {
    let mut text = match &intent.kind {
        IntentKind::File(file) => file_text(file, cwd),
        IntentKind::Git(git) => git_text(git, intent),
        IntentKind::Push(push) => push_text(push),
        IntentKind::Run => "runs code that is not read".to_owned(),
    };
    if let Some(via) = intent.via.last() {
        text.push_str(&format!(" (by {})", via.word()));
    }
    if let Some(why) = &intent.fails {
        text.push_str(&format!(", but fails: {why}"));
    } else if !intent.certain {
        text.push_str(", perhaps");
    }
    text
}

fn file_text(file: &FileIntent, cwd: &str) -> String {
    let target = match &file.target {
        FileTarget::Path(path) | FileTarget::Pattern(path) => nearer(path, cwd),
        FileTarget::Below(directory) => format!("something below {}", nearer(directory, cwd)),
        FileTarget::Unresolved(_) => "a file that is not known".to_owned(),
    };
    format!("{} {target}", file.effect.word())
}

fn git_text(git: &GitIntent, intent: &WriteIntent) -> String {
    let place = match &intent.place {
        Some(place) => branch_text(&place.branch),
        None => "in an unknown repository".to_owned(),
    };
    let short = |reference: &String| reference.strip_prefix("refs/heads/").unwrap_or(reference).to_owned();
    let references: Vec<String> = git.references.iter().take(NOTES_CAP).map(short).collect();
    let moved = if references.is_empty() { String::new() } else { format!(" {}", references.join(" ")) };
    format!("git {}{moved} {place}", git.operation)
}

fn push_text(push: &PushIntent) -> String {
    let remote = push.remote.as_deref().unwrap_or("an unknown remote");
    let reference = match &push.reference {
        Some(reference) => reference.strip_prefix("refs/heads/").unwrap_or(reference),
        None => "an unknown branch",
    };
    let word = match push.change {
        PushChange::Update if push.force => "force-pushes",
        PushChange::Update => "pushes",
        PushChange::Delete => "deletes",
    };
    format!("{word} {reference} on {remote}")
}

/// A path from the starting directory on where it lies below it.
fn nearer(path: &str, cwd: &str) -> String {
    let below = path.strip_prefix(cwd.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/'));
    below.filter(|rest| !rest.is_empty()).unwrap_or(path).to_owned()
}

/// A piece of the command on one line.
pub fn excerpt(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or("");
    let cut = cut(&message::escape(line), EXCERPT_CAP);
    if line.len() < text.trim().len() && !cut.ends_with('…') { format!("{cut}…") } else { cut }
}

fn cut(text: &str, cap: usize) -> String {
    match text.char_indices().nth(cap) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}
