//! Which refs the refspecs of a push name, on the command line and in settings.

use super::{REFERENCES_CAP, Update, matching, only_there, remote_of, there};
use crate::analysis::git::call::Call;
use crate::analysis::git::references::full_name;
use crate::analysis::git::remote::Remote;
use crate::analysis::repository::Position;
use crate::commands::git::refspec::{Refspec, is_full};
use crate::intent::PushChange;
use crate::value::{Field, Piece};

/// Refspecs on the command line, `tag NAME` among them.
pub(super) fn named(call: &Call<'_>, remote: Option<&Remote>, specs: &[Field]) -> Vec<Update> {
    let mut updates = Vec::new();
    let mut fields = specs.iter();
    while let Some(field) = fields.next() {
        if field.known() == Some("tag")
            && let Some(name) = fields.next()
        {
            updates.push(match name.known() {
                Some(name) => Update::to(format!("refs/tags/{name}")),
                None => Update::unknown("which tag is pushed is not known"),
            });
            continue;
        }
        updates.extend(from_field(call, remote, field));
    }
    updates
}

fn from_field(call: &Call<'_>, remote: Option<&Remote>, field: &Field) -> Vec<Update> {
    let Some(text) = field.known() else {
        return vec![partly_known(call, field)];
    };
    if call.given.has("--delete") {
        return vec![deletion(call, remote, text)];
    }
    from_text(call, remote, text)
}

/// A destination of which only the beginning is known: no slash and no colon can hide in a [`Piece::Segment`].
fn partly_known(call: &Call<'_>, field: &Field) -> Update {
    let reason = field.value.reason().unwrap_or("any number of refspecs").to_owned();
    let mut text = String::new();
    for piece in field.value.pieces() {
        match piece {
            Piece::Text(known) => text.push_str(known),
            Piece::Segment(_) => text.push('*'),
            Piece::Glob(_) | Piece::Below(_) | Piece::Unknown(_) => {
                return Update::unknown(format!("the refspec is not known: {reason}"));
            }
        }
    }
    let spec = Refspec::read(&text);
    let destination = spec.destination.clone().unwrap_or_else(|| spec.source.clone());
    let only_star = destination.trim_matches('*').is_empty();
    if field.many || only_star || destination.matches('*').count() > 1 {
        return Update::unknown(format!("the refspec is not known: {reason}"));
    }
    let full = if is_full(&destination) { destination } else { format!("refs/heads/{destination}") };
    let change = if spec.source.is_empty() || call.given.has("--delete") {
        PushChange::Delete
    } else {
        PushChange::Update
    };
    Update { change, force: spec.force, pattern: full.contains('*'), ..Update::to(full) }
}

pub(super) fn from_text(call: &Call<'_>, remote: Option<&Remote>, text: &str) -> Vec<Update> {
    let spec = Refspec::read(text);
    if spec.negative {
        return Vec::new();
    }
    let mut updates = if spec.is_matching() {
        matching(call, remote)
    } else if spec.is_pattern() {
        glob(call, remote, &spec)
    } else {
        match &spec.destination {
            Some(destination) if spec.source.is_empty() => vec![deletion(call, remote, destination)],
            Some(destination) => vec![to_destination(call, remote, &spec.source, destination)],
            None => vec![same_name(call, remote, &spec.source)],
        }
    };
    for update in &mut updates {
        update.force |= spec.force;
    }
    updates
}

fn glob(call: &Call<'_>, remote: Option<&Remote>, spec: &Refspec) -> Vec<Update> {
    let names = call.references("refs/").filter(|names| names.len() <= REFERENCES_CAP).unwrap_or_default();
    let mut updates: Vec<Update> =
        names.iter().filter_map(|name| Some(Update::to(spec.mapped(name)?).from(name.clone()))).collect();
    let pattern = spec.destination.clone().unwrap_or_else(|| spec.source.clone());
    if call.given.has("--prune") {
        let destination = Refspec { source: pattern.clone(), ..spec.clone() };
        let gone = only_there(call, remote, "refs/");
        updates.extend(gone.into_iter().filter(|update| {
            update.destination.as_deref().is_some_and(|name| destination.matched(name).is_some())
        }));
    }
    updates.push(Update::matching(&pattern));
    updates
}

/// `:NAME`, `--delete NAME`.
fn deletion(call: &Call<'_>, remote: Option<&Remote>, name: &str) -> Update {
    let name = name.strip_prefix(':').unwrap_or(name);
    let name = if name == "HEAD" || name == "@" {
        call.branch().unwrap_or_else(|| name.to_owned())
    } else {
        name.to_owned()
    };
    if is_full(&name) {
        return Update::deletes(name);
    }
    match existing_there(call, remote, &name) {
        Some(Some(full)) => Update::deletes(full),
        Some(None) => {
            Update::deletes(format!("refs/heads/{name}")).failing(format!("the remote has no `{name}`"))
        }
        None => Update::deletes(format!("refs/heads/{name}")),
    }
}

/// The full name of a short name on the remote; `Some(None)`: it has none; `None`: nobody can know.
fn existing_there(call: &Call<'_>, remote: Option<&Remote>, name: &str) -> Option<Option<String>> {
    let remote = remote?;
    let mut known = true;
    for full in [format!("refs/heads/{name}"), format!("refs/tags/{name}"), format!("refs/{name}")] {
        match there(call, remote, &full) {
            Some(true) => return Some(Some(full)),
            Some(false) => {}
            None => known = false,
        }
    }
    if known { Some(None) } else { None }
}

/// What a source is: its full ref name if it is a ref.
enum Source {
    /// this local ref
    Reference(String),
    /// a commit
    Commit,
    /// nothing
    Missing,
    /// a branch and a tag
    Ambiguous,
    /// nobody can know; the reason
    Unknown(String),
}

fn source(call: &Call<'_>, name: &str) -> Source {
    if matches!(name, "HEAD" | "@") {
        return match call.position() {
            Some(Position::Branch(branch)) => Source::Reference(format!("refs/heads/{branch}")),
            Some(Position::Detached(_)) => Source::Commit,
            Some(Position::Unknown(reason)) => Source::Unknown(reason),
            None => Source::Unknown("the repository is not known".to_owned()),
        };
    }
    let (branch, tag) = (call.has_branch(name), call.has_reference(&format!("refs/tags/{name}")));
    match (branch, tag) {
        (Some(true), Some(true)) => return Source::Ambiguous,
        (Some(true), _) => return Source::Reference(format!("refs/heads/{name}")),
        (_, Some(true)) => return Source::Reference(format!("refs/tags/{name}")),
        _ => {}
    }
    match full_name(call, name) {
        Some(full) => Source::Reference(full),
        None => match call.resolves(name) {
            Some(true) => Source::Commit,
            Some(false) => Source::Missing,
            None => Source::Unknown(format!("what `{name}` names is not known")),
        },
    }
}

/// `SOURCE` alone: the ref of the same name, unless settings map it.
fn same_name(call: &Call<'_>, remote: Option<&Remote>, name: &str) -> Update {
    let assumed = if is_full(name) { name.to_owned() } else { format!("refs/heads/{name}") };
    let is_head = matches!(name, "HEAD" | "@");
    match source(call, name) {
        Source::Reference(full) if is_head => Update::to(full.clone()).from(full),
        Source::Reference(full) => Update::to(mapped(call, remote, &full)).from(full),
        Source::Commit if is_head => Update::unknown("HEAD is on no branch").failing("HEAD is on no branch"),
        Source::Commit => Update::to(assumed).failing(format!("`{name}` is no ref")),
        Source::Missing => Update::to(assumed).failing(format!("there is no ref `{name}`")),
        Source::Ambiguous => Update::to(assumed).failing(format!("`{name}` is a branch and a tag")),
        Source::Unknown(reason) if is_head => Update::unknown(reason),
        Source::Unknown(_) => Update::to(assumed),
    }
}

/// Where settings send a ref that is pushed by its name: `remote.NAME.push`, or the upstream with
/// `push.default=upstream`.
fn mapped(call: &Call<'_>, remote: Option<&Remote>, full: &str) -> String {
    let Some(remote) = remote else { return full.to_owned() };
    for text in call.settings_of(&format!("remote.{}.push", remote.name)).unwrap_or_default() {
        let spec = Refspec::read(&text);
        if spec.is_pattern() {
            if let Some(destination) = spec.mapped(full) {
                return destination;
            }
        } else if spec.source == full
            && let Some(destination) = spec.destination
        {
            return destination;
        }
    }
    let upstream_mode =
        matches!(call.setting("push.default"), Some(Some(mode)) if mode == "upstream" || mode == "tracking");
    let Some(branch) = full.strip_prefix("refs/heads/").filter(|_| upstream_mode) else {
        return full.to_owned();
    };
    if remote_of(call, branch).as_deref() != Some(remote.name.as_str()) {
        return full.to_owned();
    }
    let merge = call.settings_of(&format!("branch.{branch}.merge")).and_then(|mut values| values.pop());
    merge.unwrap_or_else(|| full.to_owned())
}

/// `SOURCE:DESTINATION`.
fn to_destination(call: &Call<'_>, remote: Option<&Remote>, from: &str, destination: &str) -> Update {
    let found = source(call, from);
    let missing = match &found {
        Source::Missing => Some(format!("`{from}` names nothing")),
        Source::Ambiguous => Some(format!("`{from}` is a branch and a tag")),
        _ => None,
    };
    let local = match found {
        Source::Reference(full) => Some(full),
        _ => None,
    };
    let mut update = if is_full(destination) {
        Update::to(destination)
    } else {
        short_destination(call, remote, local.as_deref(), destination)
    };
    if destination.is_empty() {
        update = Update::unknown("the destination is empty").failing("the destination is empty");
    }
    update.source = local;
    update.fails = missing.or(update.fails);
    update
}

/// A destination that is no full name: a ref that the remote has, else one of the source's kind.
fn short_destination(call: &Call<'_>, remote: Option<&Remote>, local: Option<&str>, name: &str) -> Update {
    match (existing_there(call, remote, name), local) {
        (Some(Some(full)), _) => Update::to(full),
        (_, Some(source)) if source.starts_with("refs/tags/") => Update::to(format!("refs/tags/{name}")),
        (_, Some(source)) if source.starts_with("refs/heads/") => Update::to(format!("refs/heads/{name}")),
        (Some(None), _) => {
            Update::to(format!("refs/heads/{name}")).failing(format!("`{name}` is no full ref name"))
        }
        (None, _) => Update::to(format!("refs/heads/{name}")),
    }
}
