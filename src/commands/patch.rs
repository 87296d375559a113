//! `patch`: which files a patch changes (GNU patch 2.7 manual, sections 1.1 and 8), and `apply_patch`, which coding agents
//! bring along with a format of its own.
//!
//! Owns which files are meant, and what is left beside them where hunks do not fit.

use super::engine::{Call, join};
use super::hunks::{self, Context, FilePatch, Fit, Way};
use super::plan::{FileAction, Plan};
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Output};

/// More files than this in one patch are told as unknown paths below the directory.
const FILES_CAP: usize = 64;

/// The row's special function.
pub fn run(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = super::engine::unknown_output("patch");
    if let Some(rejects) = call.parsed.value("-r").filter(|field| field.known() != Some("-")) {
        call.file(FileAction::Write, LinkUse::Followed, rejects, plan);
        super::engine::fail_from(plan, 0, "only a hunk that does not apply is written there");
    }
    let mut operands = call.parsed.operands();
    let original = operands.next();
    let text = text(call, operands.next());
    let output = call.parsed.value("-o");
    if let Some(output) = output {
        if output.known() != Some("-") {
            call.file(FileAction::Write, LinkUse::Followed, output, plan);
        }
        return;
    }
    if let Some(original) = original {
        let patches = text.as_deref().map(hunks::read).unwrap_or_default();
        match patches.as_slice() {
            [only] => fitted(call, original, only, plan),
            _ => changed(call, original, plan),
        }
        return;
    }
    let strip =
        call.parsed.value("-p").map(|field| field.known().and_then(|text| text.parse::<usize>().ok()));
    let headers =
        text.as_deref().map(hunks::read).filter(|headers| !headers.is_empty() && headers.len() <= FILES_CAP);
    match (headers, strip) {
        (Some(headers), None | Some(Some(_))) => {
            for header in &headers {
                one(call, header, strip.flatten(), plan);
            }
        }
        _ => call.below(FileAction::Modify, &call.here(), plan),
    }
}

/// The patch's text: `-i FILE` (in the directory of `-d`), the second operand, or the standard input.
fn text(call: &Call<'_, '_>, operand: Option<&Field>) -> Option<String> {
    let file = call.parsed.value("-i").filter(|field| field.known() != Some("-")).or(operand);
    match (file, call.facts.input()) {
        (Some(field), _) => call.facts.content(&join(call.base.as_ref(), &field.value)),
        (None, Output::Text(text)) => text.known().map(ToOwned::to_owned),
        (None, _) => None,
    }
}

/// The special function of `apply_patch`: the patch is its only argument, or stands on its standard input.
pub fn run_own_format(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = super::engine::unknown_output("apply_patch");
    let text = match (call.parsed.operands().next(), call.facts.input()) {
        (Some(field), _) => field.known().map(ToOwned::to_owned),
        (None, Output::Text(text)) => text.known().map(ToOwned::to_owned),
        (None, _) => None,
    };
    let heads = text.as_deref().map(heads).filter(|heads| !heads.is_empty() && heads.len() <= FILES_CAP);
    let Some(heads) = heads else {
        call.below(FileAction::Modify, &call.here(), plan);
        return;
    };
    for (action, name) in heads {
        let link = match action {
            FileAction::Delete { .. } => LinkUse::Itself,
            _ => LinkUse::Followed,
        };
        call.file(action, link, &Field::text(&name, call.span), plan);
    }
}

/// The files of a patch in the agents' format, each with what is done to it; a move takes the old name away.
fn heads(text: &str) -> Vec<(FileAction, String)> {
    const GONE: FileAction = FileAction::Delete { recursive: false, force: false };
    let mut found: Vec<(FileAction, String)> = Vec::new();
    for line in text.lines().map(str::trim) {
        let named = |head: &str| line.strip_prefix(head).map(|name| name.trim().to_owned());
        if let Some(name) = named("*** Add File:") {
            found.push((FileAction::Write, name));
        } else if let Some(name) = named("*** Delete File:") {
            found.push((GONE, name));
        } else if let Some(name) = named("*** Update File:") {
            found.push((FileAction::Modify, name));
        } else if let Some(name) = named("*** Move to:") {
            if let Some((action, _)) = found.last_mut() {
                *action = GONE;
            }
            found.push((FileAction::Write, name));
        }
    }
    found
}

fn one(call: &Call<'_, '_>, header: &FilePatch, strip: Option<usize>, plan: &mut Plan) {
    let old = stripped(&header.old, strip);
    let new = stripped(&header.new, strip);
    let reverse = call.on("reverse");
    let exists = |name: &str| call.facts.exists(&join(call.base.as_ref(), &AbstractString::text(name)));
    let gone = "/dev/null";
    let (from, to) = if reverse { (&header.new, &header.old) } else { (&header.old, &header.new) };
    // The file that exists is meant; where both do, the better name is the shorter one, and the old one of two alike.
    let name = match (&old, &new) {
        (Some(old), Some(new)) if header.old != gone && header.new != gone => {
            match (exists(old), exists(new)) {
                (Some(false), Some(true)) => new.clone(),
                (Some(true), Some(true)) if new.len() < old.len() => new.clone(),
                _ => old.clone(),
            }
        }
        (Some(old), _) if header.old != gone => old.clone(),
        (_, Some(new)) if header.new != gone => new.clone(),
        _ => {
            call.unknown("a header names no file at this strip level", plan);
            return;
        }
    };
    let action = match (from == gone, to == gone) {
        (true, _) => FileAction::Write,
        (_, true) => FileAction::Delete { recursive: false, force: false },
        _ => FileAction::Modify,
    };
    let field = Field::text(&name, call.span);
    let start = plan.operations.len();
    if action == FileAction::Modify {
        fitted(call, &field, header, plan);
    } else {
        if let Some((directory, _)) = name.rsplit_once('/').filter(|_| action == FileAction::Write) {
            call.derived(
                FileAction::MakeDirectory { parents: true },
                AbstractString::text(directory),
                call.span,
                plan,
            );
        }
        call.file(action, LinkUse::Itself, &field, plan);
    }
    if strip.is_some() && action != FileAction::Write && exists(&name) == Some(false) {
        super::engine::fail_from(plan, start, "the file to patch is missing");
    }
}

/// The name without `strip` leading parts; without `-p` only the last part counts.
fn stripped(name: &str, strip: Option<usize>) -> Option<String> {
    let Some(strip) = strip else { return name.rsplit('/').next().map(ToOwned::to_owned) };
    let mut rest = name;
    for _ in 0..strip {
        rest = rest.split_once('/')?.1.trim_start_matches('/');
    }
    (!rest.is_empty()).then(|| rest.to_owned())
}

/// A file is changed as far as its hunks fit; those that do not are left beside it.
fn fitted(call: &Call<'_, '_>, field: &Field, patch: &FilePatch, plan: &mut Plan) {
    let way = if call.on("reverse") { Way::Back } else { Way::Forward };
    let path = join(call.base.as_ref(), &field.value);
    let fit = call.facts.content(&path).and_then(|text| hunks::fit(patch, &text, way, Context::Fuzzy));
    let start = plan.operations.len();
    changed(call, field, plan);
    let Some(fit @ (Fit::Some | Fit::None | Fit::Reversed)) = fit else { return };
    if fit != Fit::Some {
        super::engine::fail_from(plan, start, "no hunk of the patch fits");
    }
    // A patch that fits the other way round is skipped, unless it is not to be doubted.
    if (fit != Fit::Reversed || call.on("force")) && !call.on("clean") {
        call.derived(FileAction::Write, with_ending(field, ".orig"), field.span, plan);
    }
    if call.parsed.value("-r").is_none() {
        call.derived(FileAction::Write, with_ending(field, ".rej"), field.span, plan);
    }
}

fn with_ending(field: &Field, ending: &str) -> AbstractString {
    let mut value = field.value.clone();
    value.push_text(ending);
    value
}

/// A file is changed by a new one that is renamed into its place, with a copy of the old one where it is asked for.
fn changed(call: &Call<'_, '_>, field: &Field, plan: &mut Plan) {
    let link = if call.parsed.has("--follow-symlinks") { LinkUse::Followed } else { LinkUse::Itself };
    call.file(FileAction::Modify, link, field, plan);
    if call.on("named") {
        call.unknown("the name of its backup", plan);
    } else if call.on("backup") || call.on("suffix") {
        let suffix = call.parsed.value("-z").and_then(Field::known).unwrap_or(".orig");
        let mut value = field.value.clone();
        value.push_text(suffix);
        call.derived(FileAction::Write, value, field.span, plan);
    }
}
