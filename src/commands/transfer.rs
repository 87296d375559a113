//! The programs that copy, move and link.
//!
//! Owns how their command lines name sources and destination; where a source lands is the analysis's question.

mod remote;
mod rows;

pub use remote::{download, is_remote};
pub use rows::ROWS;

use super::engine::Call;
use super::model::Use;
use super::options;
use super::plan::{DestinationMode, Existing, FileAction, Operation, Plan, Transfer, TransferKind};
use crate::intent::LinkUse;
use crate::value::{Field, Output};

/// Sources and destination of a GNU command line; `None` if there is no destination.
fn transfer(call: &Call<'_, '_>, kind: TransferKind, plan: &mut Plan) -> Option<Transfer> {
    plan.output = Output::Nothing;
    let mut sources: Vec<Field> = call.parsed.operands().cloned().collect();
    let (destination, mode) = match call.parsed.value("-t").filter(|_| call.row.name != "rsync") {
        Some(directory) => (directory.clone(), DestinationMode::Directory),
        None => {
            let last = sources.pop()?;
            if sources.is_empty() && last.many {
                call.unknown("which operand is the destination is not known", plan);
            }
            (last, if call.on("name") { DestinationMode::Name } else { DestinationMode::Either })
        }
    };
    if sources.is_empty() {
        return None;
    }
    let contents_only = sources.iter().all(|field| {
        field
            .known()
            .is_some_and(|text| text == "." || text == ".." || text.ends_with("/.") || text.ends_with("/.."))
    });
    Some(Transfer {
        kind,
        sources,
        destination,
        mode,
        existing: existing(call),
        recursive: call.on("recursive"),
        keeps_parents: call.on("parents"),
        contents_only: contents_only && kind == TransferKind::Copy,
        backup: backup(call),
        makes_directories: call.on("makes"),
        destination_link: if call.on("itself") { LinkUse::Itself } else { LinkUse::Followed },
        cause: call.cause.clone(),
        class: call.row.class,
    })
}

fn existing(call: &Call<'_, '_>) -> Existing {
    let update = call.parsed.value("-u").and_then(Field::known);
    if call.on("keep") || matches!(update, Some("none" | "none-fail")) {
        return Existing::Kept;
    }
    if call.on("asks") && !(call.row.name == "mv" && call.parsed.has("-f")) {
        let unanswered = *call.facts.input() == Output::Nothing;
        return if unanswered { Existing::Kept } else { Existing::Asked };
    }
    match (call.on("update"), update) {
        (false, _) | (true, Some("all")) => Existing::Overwritten,
        (true, _) if call.row.name == "rsync" => Existing::KeptIfNewer,
        (true, _) => Existing::KeptUnlessOlder,
    }
}

fn backup(call: &Call<'_, '_>) -> Option<std::rc::Rc<str>> {
    // A directory of their own takes the backups instead.
    if !call.on("backup") || call.parsed.has("--backup-dir") {
        return None;
    }
    let suffix = call.parsed.value("--suffix").and_then(Field::known);
    let numbered = matches!(call.parsed.value("--backup").and_then(Field::known), Some("numbered" | "t"));
    Some(suffix.unwrap_or(if numbered { ".~1~" } else { "~" }).into())
}

fn push(transfer: Option<Transfer>, plan: &mut Plan) {
    plan.operations.extend(transfer.map(Operation::Transfer));
}

fn cp(call: &Call<'_, '_>, plan: &mut Plan) {
    let force = call.parsed.has("-f");
    let kind = if call.on("hard") {
        TransferKind::HardLink { force }
    } else if call.on("symbolic") {
        TransferKind::SymbolicLink { force }
    } else {
        TransferKind::Copy
    };
    let transfer = transfer(call, kind, plan);
    keep_times(call, transfer.as_ref(), plan);
    push(transfer, plan);
}

fn mv(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut transfer = transfer(call, TransferKind::Move, plan);
    if let Some(transfer) = &mut transfer {
        transfer.recursive = true;
    }
    push(transfer, plan);
}

fn install(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("directory") {
        return;
    }
    // What stands at the destination is removed first, a link too.
    let transfer = transfer(call, TransferKind::Copy, plan)
        .map(|transfer| Transfer { destination_link: LinkUse::Itself, ..transfer });
    push(transfer, plan);
}

fn ln(call: &Call<'_, '_>, plan: &mut Plan) {
    let force = call.on("force") || call.on("backup");
    let kind = if call.on("symbolic") {
        TransferKind::SymbolicLink { force }
    } else {
        TransferKind::HardLink { force }
    };
    let operands: Vec<&Field> = call.parsed.operands().collect();
    if let [only] = operands.as_slice()
        && call.parsed.value("-t").is_none()
    {
        // The link gets its target's last name in the current directory.
        let source = (*only).clone();
        let one = Transfer {
            mode: DestinationMode::Directory,
            recursive: false,
            class: call.row.class,
            ..Transfer::of(kind, vec![source], call.here(), call.cause.clone())
        };
        plan.output = Output::Nothing;
        push(Some(one), plan);
        return;
    }
    let transfer = transfer(call, kind, plan);
    push(transfer, plan);
}

/// Copying a directory's contents with their times gives it the times too.
fn keep_times(call: &Call<'_, '_>, transfer: Option<&Transfer>, plan: &mut Plan) {
    let Some(transfer) = transfer.filter(|transfer| transfer.contents_only && call.on("times")) else {
        return;
    };
    if call.facts.is_directory(&transfer.destination.value) == Some(true) {
        call.apply(Use::File(FileAction::Metadata { recursive: false }), &transfer.destination, plan);
    }
}

/// `name=value` split at its `=`, the name known.
#[must_use]
pub fn split_key(field: &Field) -> Option<(String, Field)> {
    let (name, _) = field.value.known_prefix().split_once('=')?;
    Some((name.to_owned(), options::behind(field, name.len() + 1)))
}
