//! Clients of services on the net: clouds, forges, registries, package stores.
//!
//! What a service changes at its own place is no write here; what a client downloads, and what it keeps below the home
//! about the user's accounts, is one.

mod rows;

use super::engine::Call;
use super::model::Use;
use super::plan::{FileAction, Plan};
use crate::intent::LinkUse;
use crate::value::Field;

pub use rows::ROWS;

const WRITE: Use = Use::File(FileAction::Write);
const INTO: Use = Use::Into(FileAction::Write);

/// `gsutil cp SOURCE… TARGET`: writes here only where the target is no bucket.
fn bucket_copy(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let Some((target, sources)) = operands.split_last() else { return };
    let away = |field: &Field| field.value.known_prefix().contains("://");
    let moves = call.cause.ends_with(" mv");
    for source in sources {
        if !away(target) && target.known() != Some("-") {
            super::transfer::download(call, source, target, plan);
        } else if moves && !away(source) {
            call.file(FileAction::Delete { recursive: true, force: false }, LinkUse::Itself, source, plan);
        }
    }
}

/// `scp` by another name: writes here only where the last operand names no machine.
pub(super) fn remote_copy(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let Some((target, sources)) = operands.split_last() else { return };
    if !super::transfer::is_remote(target) {
        sources.iter().for_each(|source| super::transfer::download(call, source, target, plan));
    }
}

/// `aws s3 cp|mv|sync`: writes here only where the destination is no bucket.
fn s3(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let [source, target, ..] = operands.as_slice() else { return };
    let bucket = |field: &Field| field.value.known_prefix().starts_with("s3://");
    if !bucket(target) && target.known() != Some("-") {
        super::transfer::download(call, source, target, plan);
    } else if call.cause.ends_with(" mv") && !bucket(source) {
        call.file(FileAction::Delete { recursive: true, force: false }, LinkUse::Itself, source, plan);
    }
}

/// `gh repo clone R [D]` is `git clone`.
fn gh_clone(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut argv = vec![Field::text("git", call.span), Field::text("clone", call.span)];
    argv.extend(call.inner(0).iter().filter(|field| field.known() != Some("--")).cloned());
    call.invoke(argv, plan);
}

/// A place of rclone's: `remote:path` is elsewhere, a plain path is here.
fn is_away(field: &Field) -> bool {
    field.value.known_prefix().contains(':')
}

fn rclone(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let [source, target] = operands.as_slice() else { return };
    if call.on("dry") {
        return;
    }
    let verb = call.cause.rsplit(' ').next().unwrap_or("");
    let one = verb.ends_with("to");
    if !is_away(target) {
        call.apply(if one { WRITE } else { INTO }, target, plan);
        if verb == "sync" {
            call.below(DELETE_TREE, target, plan);
        }
    }
    if (verb.starts_with("move") || verb == "bisync") && !is_away(source) {
        match one {
            true => call.file(DELETE_TREE, LinkUse::Itself, source, plan),
            false => call.below(DELETE_TREE, source, plan),
        }
    }
}

const DELETE_TREE: FileAction = FileAction::Delete { recursive: true, force: true };

/// What rclone removes or makes at one place.
fn rclone_at(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(place) = call.parsed.operands().last().filter(|field| !is_away(field)) else { return };
    let verb = call.cause.rsplit(' ').next().unwrap_or("");
    match verb {
        _ if call.on("dry") => {}
        "mkdir" => call.apply(Use::File(FileAction::MakeDirectory { parents: true }), place, plan),
        "touch" | "rcat" | "copyurl" => call.apply(WRITE, place, plan),
        "purge" => call.file(DELETE_TREE, LinkUse::Itself, place, plan),
        _ => call.below(DELETE_TREE, place, plan),
    }
}

/// `skopeo copy SOURCE TARGET`: the target's transport says where it stands.
fn skopeo(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(target) = call.parsed.operands().nth(1) else { return };
    let Some((transport, rest)) = target.known().and_then(|text| text.split_once(':')) else {
        return call.unknown("where it copies to", plan);
    };
    let path = rest.split(':').next().unwrap_or(rest);
    let place = Field::text(path, target.span);
    match transport {
        "dir" | "oci" => call.below(FileAction::Write, &place, plan),
        "oci-archive" | "docker-archive" => call.apply(WRITE, &place, plan),
        _ => {}
    }
}
