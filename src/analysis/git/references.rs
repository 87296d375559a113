//! Refs by name: `tag`, `update-ref`, `symbolic-ref`, `notes`.

use super::Finished;
use super::call::{Call, ended, prints, reads};
use super::print;
use super::write::Write;
use crate::analysis::repository::{Position, Reference};
use crate::commands::plan::Outcome;
use crate::value::{Field, Output};

/// `git tag`.
pub(super) fn tag(call: &mut Call<'_>) -> Finished {
    let given = &call.given;
    let operands = given.all_operands();
    if given.has("--delete") {
        return ended(delete_tags(call, &operands));
    }
    let lists = given.has_any(&[
        "--list",
        "--verify",
        "--contains",
        "--no-contains",
        "--merged",
        "--no-merged",
        "--points-at",
        "-n",
    ]);
    let [name, start @ ..] = operands.as_slice() else {
        return print::tags(call);
    };
    if lists {
        return print::tags(call);
    }
    let Some(text) = name.known() else {
        call.unknown("which tag is made is not known");
        return ended(call.tell(Write::new("tag")));
    };
    let full = format!("refs/tags/{text}");
    let exists = !given.has("--force") && call.has_reference(&full) == Some(true);
    let mut fails = exists.then(|| format!("a tag `{text}` exists"));
    fails = fails.or_else(|| start.first().and_then(|start| call.missing_revision(start)));
    let outcome = call.tell(Write::new("tag").on([full.clone()]).failing(fails));
    if outcome == Outcome::Open {
        call.set_reference(&full, true);
    }
    ended(outcome)
}

fn delete_tags(call: &mut Call<'_>, names: &[Field]) -> Outcome {
    let mut outcome = Outcome::Open;
    for field in names {
        let Some(name) = field.known() else {
            call.unknown("which tag is deleted is not known");
            call.tell(Write::new("tag-delete"));
            continue;
        };
        let full = format!("refs/tags/{name}");
        let missing = call.has_reference(&full) == Some(false);
        let fails = missing.then(|| format!("there is no tag `{name}`"));
        if call.tell(Write::new("tag-delete").on([full.clone()]).failing(fails)) == Outcome::Open {
            call.set_reference(&full, false);
        } else {
            outcome = Outcome::Failure;
        }
    }
    outcome
}

/// `git update-ref`.
pub(super) fn update_ref(call: &mut Call<'_>) -> Finished {
    if call.given.has("--stdin") {
        return ended(update_from_input(call));
    }
    let operands = call.given.all_operands();
    let exists = !call.given.has("-d");
    let fails = match (exists, operands.as_slice()) {
        (true, [_, new, ..]) => call.missing_revision(new),
        _ => None,
    };
    ended(update_one(call, operands.first(), exists, fails))
}

fn update_one(call: &mut Call<'_>, name: Option<&Field>, exists: bool, fails: Option<String>) -> Outcome {
    let Some(text) = name.and_then(Field::known).map(str::to_owned) else {
        call.unknown("which ref is updated is not known");
        return call.tell(Write::new("update-ref"));
    };
    let follows = text == "HEAD" && !call.given.has("--no-deref");
    let missing = !exists && call.has_reference(&text) == Some(false) && !follows;
    let fails = fails.or_else(|| missing.then(|| format!("there is no ref `{text}`")));
    let references = match text.as_str() {
        "HEAD" if follows => call.current(),
        "HEAD" => Vec::new(),
        _ => vec![text.clone()],
    };
    let moves = follows || call.current().contains(&text);
    let outcome = call.tell(Write::new("update-ref").on(references.clone()).failing(fails));
    if outcome == Outcome::Open {
        for reference in references {
            call.set_reference(&reference, exists);
        }
        if text == "HEAD" && !follows {
            call.move_to(Position::Detached(None));
        } else if moves && exists {
            call.touch();
            call.advance();
        }
    }
    outcome
}

/// `--stdin`: one instruction a line (`update REF NEW`, `create`, `delete`).
fn update_from_input(call: &mut Call<'_>) -> Outcome {
    let text = match call.host.input() {
        Output::Text(text) => text.known().map(str::to_owned),
        _ => None,
    };
    let Some(text) = text.filter(|text| !text.contains('\0')) else {
        call.unknown("which refs are updated is not known");
        return call.tell(Write::new("update-ref"));
    };
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (Some(verb), Some(name)) = (words.next(), words.next()) else { continue };
        let field = Field::text(name, call.span);
        match verb {
            "update" | "create" => update_one(call, Some(&field), true, None),
            "delete" => update_one(call, Some(&field), false, None),
            _ => Outcome::Open,
        };
    }
    Outcome::Open
}

/// `git fast-import`: the refs that `commit`, `reset` and `tag` name in its stream (git-fast-import(1)).
pub(super) fn fast_import(call: &mut Call<'_>) -> Finished {
    let text = match call.host.input() {
        Output::Text(text) => text.known().map(str::to_owned),
        _ => None,
    };
    let Some(text) = text else {
        call.unknown("which refs `git fast-import` makes is not known");
        return ended(call.tell(Write::new("fast-import")));
    };
    let mut names: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("commit ").or_else(|| line.strip_prefix("reset ")))
        .filter(|name| name.starts_with("refs/"))
        .map(str::to_owned)
        .collect();
    names.sort_unstable();
    names.dedup();
    let outcome = call.tell(Write::new("fast-import").on(names.clone()));
    if outcome == Outcome::Open {
        names.iter().for_each(|name| call.set_reference(name, true));
    }
    ended(outcome)
}

/// `git symbolic-ref`.
pub(super) fn symbolic_ref(call: &mut Call<'_>) -> Finished {
    let operands = call.given.all_operands();
    match operands.as_slice() {
        [name] if !call.given.has("--delete") => match (name.known(), call.position()) {
            (Some("HEAD"), Some(Position::Branch(branch))) if call.given.has("--short") => {
                prints(&format!("{branch}\n"))
            }
            (Some("HEAD"), Some(Position::Branch(branch))) => prints(&format!("refs/heads/{branch}\n")),
            (Some("HEAD"), Some(Position::Detached(_))) => super::call::failed(),
            _ => reads(call.row),
        },
        [name, target] if name.known() == Some("HEAD") => ended(point_head(call, target)),
        [name, ..] => {
            let name = name.known().map(str::to_owned);
            ended(call.tell(Write::new("symbolic-ref").on(name)))
        }
        [] => reads(call.row),
    }
}

/// HEAD is put on another branch, files and index staying as they are.
fn point_head(call: &mut Call<'_>, target: &Field) -> Outcome {
    let branch = target.known().map(|text| text.strip_prefix("refs/heads/").map(str::to_owned));
    let fails = match &branch {
        Some(None) => Some("HEAD can only stand on a branch".to_owned()),
        _ => None,
    };
    let outcome = call.tell(Write::new("switch").failing(fails));
    if outcome == Outcome::Open {
        let position = match branch.flatten() {
            Some(name) => Position::Branch(name),
            None => Position::Unknown("where HEAD is put is not known".to_owned()),
        };
        call.move_to(position);
        call.touch();
    }
    outcome
}

/// `git notes SUBCOMMAND`.
pub(super) fn notes(call: &mut Call<'_>) -> Finished {
    let operands = call.given.all_operands();
    let word = operands.first().map(|field| field.known());
    let writes =
        matches!(word, Some(Some("add" | "append" | "copy" | "edit" | "remove" | "prune" | "merge")));
    if word == Some(None) {
        call.unknown("which subcommand of `git notes` runs is not known");
    }
    if !writes || call.given.has("--dry-run") {
        return reads(call.row);
    }
    let name = match call.given.value("--ref").map(|field| field.known()) {
        Some(name) => name.map(str::to_owned),
        None => call.setting("core.notesref").flatten().or_else(|| Some("refs/notes/commits".to_owned())),
    };
    let full = name.map(|name| match name.as_str() {
        full if full.starts_with("refs/notes/") => full.to_owned(),
        short if short.starts_with("notes/") => format!("refs/{short}"),
        short => format!("refs/notes/{short}"),
    });
    let object = operands.get(1).filter(|_| word != Some(Some("merge")));
    let mut fails = object.and_then(|object| call.missing_revision(object));
    let needs_notes = matches!(word, Some(Some("remove" | "prune" | "copy")));
    if needs_notes && full.as_ref().is_some_and(|name| call.has_reference(name) == Some(false)) {
        fails = fails.or_else(|| Some("there are no notes".to_owned()));
    }
    ended(call.tell(Write::new("notes").on(full).failing(fails)))
}

/// The full name of a branch or tag that a word stands for, if it is a ref.
pub(super) fn full_name(call: &Call<'_>, name: &str) -> Option<String> {
    match call.expand(name) {
        Reference::Full(full) => Some(full),
        Reference::Missing | Reference::Unknown => None,
    }
}
