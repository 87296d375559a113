//! Lines that a call takes from load-bearing files (guards.md 4.3, 4.5).
//!
//! Edit tools are counted by their own texts, shell commands by their write intents.

use std::rc::Rc;

use super::scope::{bears_load, below};
use crate::edit::{self, Change};
use crate::guard::call::Tool;
use crate::guard::context::{Context, Edited};
use crate::intent::{CommandClass, FileEffect, FileIntent, FileTarget, IntentKind, Place, Via, WriteIntent};
use crate::world::{Entry, Lookup};

/// Larger files are not counted (bytes).
const TEXT_CAP: usize = 16 << 20;

/// More files of a tree are not counted.
const FILES_CAP: usize = 2_000;

/// A Write that loses this share of a file's lines is a rewrite (percent).
const REWRITTEN_PERCENT: u32 = 60;

/// Shorter files are rewritten every day (lines).
const REWRITTEN_LINES: usize = 12;

/// Lines that go from one file, or from all load-bearing files of a tree.
pub(super) struct Loss<'c> {
    pub(super) place: &'c Rc<Place>,
    pub(super) path: String,
    /// The path below the root.
    pub(super) name: String,
    /// Net lines that go.
    pub(super) lines: u64,
    /// Nothing of it stays.
    pub(super) all: bool,
    /// The number of lines stays, but this share of them goes (percent).
    pub(super) rewritten: Option<u32>,
}

pub(super) fn of<'c>(context: &'c Context<'_>) -> Vec<Loss<'c>> {
    match context.call.tool {
        Tool::Files(_) => context.edited().iter().filter_map(|edited| of_edit(context, edited)).collect(),
        _ => context.intents().iter().filter_map(|intent| of_intent(context, intent)).collect(),
    }
}

fn of_edit<'c>(context: &Context<'_>, edited: &Edited<'c>) -> Option<Loss<'c>> {
    let (path, place) = (edited.path.as_deref()?, edited.intent.place.as_ref()?);
    if !bears_load(context, place, path) || keeps_its_lines(context, edited) {
        return None;
    }
    let old = context.source(edited).and_then(|source| context.world.content(&source, TEXT_CAP));
    let lines = u64::try_from(edit::net_removed(&edited.edit.change, old.as_deref())).unwrap_or(0);
    let after = edit::apply(&edited.edit.change, old.as_deref());
    let all = old.is_some() && matches!(after.as_ref().map(Option::as_deref), Ok(None | Some("")));
    let rewritten = rewritten(&edited.edit.change, old.as_deref());
    let name = below(path, place)?.to_owned();
    Some(Loss { place, path: path.to_owned(), name, lines, all, rewritten })
}

/// A move to another load-bearing name: its other half counts what goes on the way.
fn keeps_its_lines(context: &Context<'_>, edited: &Edited<'_>) -> bool {
    let Change::MovedAway { to } = &edited.edit.change else { return false };
    context.edited().iter().filter(|other| other.edit.path == *to).any(|other| {
        let (Some(path), Some(place)) = (other.path.as_deref(), other.intent.place.as_ref()) else {
            return false;
        };
        bears_load(context, place, path)
    })
}

fn rewritten(change: &Change, old: Option<&str>) -> Option<u32> {
    let (old, new) = match change {
        Change::Write { content } => (old?.to_owned(), content.clone()),
        Change::Cell(cell) => edit::cell_pair(cell, old).map(|pair| (pair.old, pair.new))?,
        _ => return None,
    };
    if edit::line_count(&old) < REWRITTEN_LINES {
        return None;
    }
    let percent = edit::lost_percent(&old, &new);
    (percent >= REWRITTEN_PERCENT).then_some(percent)
}

fn of_intent<'c>(context: &'c Context<'_>, intent: &'c WriteIntent) -> Option<Loss<'c>> {
    let IntentKind::File(file) = &intent.kind else { return None };
    let place = intent.place.as_ref()?;
    let judged = intent.class != CommandClass::Build
        && intent.assumes.is_empty()
        && !intent.via.contains(&Via::Script);
    if !judged || is_renamed(context, intent) {
        return None;
    }
    let lines = match file.effect {
        FileEffect::Delete | FileEffect::Move | FileEffect::Overwrite => counted(context, place, file)?,
        _ => return None,
    };
    let (FileTarget::Path(path) | FileTarget::Pattern(path)) = &file.target else { return None };
    let stays = file.content.as_deref().map_or(0, edit::line_count) as u64;
    let taken = lines.saturating_sub(stays);
    let name = below(path, place)?.to_owned();
    Some(Loss { place, path: path.clone(), name, lines: taken, all: stays == 0, rewritten: None })
}

/// A move to another load-bearing name keeps every line: its destination is the next intent of the same command.
fn is_renamed(context: &Context<'_>, intent: &WriteIntent) -> bool {
    let IntentKind::File(FileIntent { effect: FileEffect::Move, .. }) = &intent.kind else { return false };
    let behind = |other: &&WriteIntent| other.span.start >= intent.span.start && other.cause == intent.cause;
    let made = context.intents().iter().filter(behind).find_map(|other| match (&other.kind, &other.place) {
        (IntentKind::File(file), Some(place)) => match (file.effect, &file.target) {
            (FileEffect::Create | FileEffect::Overwrite, FileTarget::Path(path)) => Some((place, path)),
            _ => None,
        },
        _ => None,
    });
    made.is_some_and(|(place, path)| bears_load(context, place, path))
}

/// Lines of the load-bearing files at, in or matched by a target.
fn counted(context: &Context<'_>, place: &Place, file: &FileIntent) -> Option<u64> {
    let files = match &file.target {
        FileTarget::Path(path) => match context.world.entry(path)? {
            Entry::File { .. } => vec![path.clone()],
            Entry::Directory if file.effect != FileEffect::Overwrite => below_directory(context, path),
            _ => return None,
        },
        FileTarget::Pattern(pattern) => matched(context, pattern),
        FileTarget::Below(_) | FileTarget::Unresolved(_) => return None,
    };
    let mut bearing = files.iter().filter(|path| bears_load(context, place, path)).peekable();
    bearing.peek()?;
    Some(
        bearing
            .filter_map(|path| context.world.content(path, TEXT_CAP))
            .map(|text| edit::line_count(&text) as u64)
            .sum(),
    )
}

/// The files that a tree holds, up to the cap: those of the same work tree only.
fn below_directory(context: &Context<'_>, top: &str) -> Vec<String> {
    let Lookup::Found(home) = context.world.repository(top) else { return Vec::new() };
    let (mut files, mut open) = (Vec::new(), vec![top.to_owned()]);
    while let Some(directory) = open.pop() {
        for name in context.world.list(&directory).unwrap_or_default() {
            let path = format!("{directory}/{name}");
            match context.world.entry(&path) {
                Some(Entry::File { .. }) => files.push(path),
                Some(Entry::Directory)
                    if name != ".git"
                        && context.world.repository(&path) == Lookup::Found(Rc::clone(&home)) =>
                {
                    open.push(path);
                }
                _ => {}
            }
            if files.len() + open.len() >= FILES_CAP {
                return files;
            }
        }
    }
    files
}

fn matched(context: &Context<'_>, pattern: &str) -> Vec<String> {
    let Some((directory, glob)) = pattern.rsplit_once('/') else { return Vec::new() };
    let Ok(glob) = globset::Glob::new(glob) else { return Vec::new() };
    let glob = glob.compile_matcher();
    let names = context.world.list(directory).unwrap_or_default();
    names
        .iter()
        .filter(|name| glob.is_match(name))
        .take(FILES_CAP)
        .map(|name| format!("{directory}/{name}"))
        .collect()
}
