//! rsync and scp: copies of which one side may stand on another machine.

use super::{keep_times, push, transfer};
use crate::commands::engine::{Call, fail_from, join};
use crate::commands::listings;
use crate::commands::model::Use;
use crate::commands::plan::{DestinationMode, FileAction, Kind, Plan, Transfer, TransferKind};
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field};

/// True for `host:path`, `user@host:path`, `host::module`, `rsync://…`, `scp://…`.
#[must_use]
pub fn is_remote(field: &Field) -> bool {
    let text = field.value.known_prefix();
    let Some(colon) = text.find(':') else { return false };
    text.get(..colon).is_some_and(|host| !host.contains('/'))
}

pub(super) fn rsync(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("dry") || call.on("list") {
        plan.operations.clear();
        return;
    }
    let Some(whole) = transfer(call, TransferKind::Copy, plan) else { return };
    if is_remote(&whole.destination) {
        remove_sources(call, &whole.sources, plan);
        return;
    }
    if whole.sources.iter().any(is_remote) {
        let target = whole.destination;
        if call.on("recursive") || whole.sources.len() > 1 {
            call.apply(Use::File(FileAction::MakeDirectory { parents: false }), &target, plan);
            call.below(FileAction::Write, &target, plan);
        } else {
            whole.sources.iter().for_each(|source| download(call, source, &target, plan));
        }
        return;
    }
    let destination = whole.destination.clone();
    let sources = whole.sources.clone();
    if call.on("filters") || !is_reachable(call, &destination) {
        let start = plan.operations.len();
        call.apply(Use::File(FileAction::MakeDirectory { parents: false }), &destination, plan);
        call.below(FileAction::Write, &destination, plan);
        if !is_reachable(call, &destination) {
            fail_from(plan, start, "the destination's parent is missing");
        }
        return;
    }
    for source in &sources {
        let one = Transfer { sources: vec![source.clone()], ..whole.clone() };
        let one = rsync_one(call, one, source, sources.len() > 1);
        keep_times(call, Some(&one), plan);
        push(Some(one), plan);
    }
    remove_sources(call, &sources, plan);
    if call.on("deletes") {
        call.below(FileAction::Delete { recursive: true, force: true }, &destination, plan);
    }
}

/// rsync makes the last directory of its destination, and others only with `--mkpath`.
fn is_reachable(call: &Call<'_, '_>, destination: &Field) -> bool {
    let parent = destination.known().and_then(|path| path.trim_end_matches('/').rsplit_once('/'));
    call.on("makes")
        || parent.is_none_or(|(parent, _)| {
            parent.is_empty() || call.facts.exists(&AbstractString::text(parent)) != Some(false)
        })
}

/// One source of rsync: a trailing slash means its contents, and a directory makes the destination a directory.
fn rsync_one(call: &Call<'_, '_>, mut one: Transfer, source: &Field, several: bool) -> Transfer {
    let text = source.known().unwrap_or("");
    one.contents_only = text.ends_with('/') || text.ends_with("/.") || text == ".";
    let directory = one.contents_only || call.facts.is_directory(&source.value) == Some(true);
    if several || (directory && one.recursive) || call.on("parents") {
        one.mode = DestinationMode::Directory;
        one.makes_directories = true;
    }
    // A link in the destination's last place is replaced by the new file, which is renamed into its place.
    one.destination_link = if directory { LinkUse::Followed } else { LinkUse::Itself };
    one
}

fn remove_sources(call: &Call<'_, '_>, sources: &[Field], plan: &mut Plan) {
    if !call.on("removes") {
        return;
    }
    for source in sources.iter().filter(|source| !is_remote(source)) {
        if call.facts.is_directory(&source.value) == Some(false) {
            call.apply(Use::Link(FileAction::Delete { recursive: false, force: false }), source, plan);
        } else if let Some(entries) = source.known().and_then(|path| listings::tree(call.facts, path)) {
            for (path, _) in entries.iter().filter(|(_, kind)| *kind != Kind::Directory) {
                let file = Field::text(path, source.span);
                call.apply(Use::Link(FileAction::Delete { recursive: false, force: false }), &file, plan);
            }
        } else {
            call.below(FileAction::Delete { recursive: false, force: false }, source, plan);
        }
    }
}

/// `scp` writes here only where the destination is no remote path.
pub(super) fn scp(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(whole) = transfer(call, TransferKind::Copy, plan) else { return };
    if is_remote(&whole.destination) {
        return;
    }
    if whole.sources.iter().any(is_remote) {
        whole.sources.iter().for_each(|source| download(call, source, &whole.destination, plan));
    } else {
        push(Some(whole), plan);
    }
}

/// Writes here what stands elsewhere: the destination, or the source's last name in it if it is a directory.
pub fn download(call: &Call<'_, '_>, source: &Field, destination: &Field, plan: &mut Plan) {
    let path = source.known().map(|text| text.rsplit([':', '/']).next().unwrap_or(""));
    if !call.is_directory(destination) {
        call.apply(Use::File(FileAction::Write), destination, plan);
        return;
    }
    match path.filter(|name| !matches!(*name, "" | "." | "*") && !name.contains(['*', '?'])) {
        Some(name) => {
            let target = join(Some(&destination.value), &AbstractString::text(name));
            call.derived(FileAction::Write, target, destination.span, plan);
        }
        None => call.below(FileAction::Write, destination, plan),
    }
}
