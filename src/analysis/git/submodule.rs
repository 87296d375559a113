//! `git submodule` and `git subtree`.

use std::rc::Rc;

use super::Finished;
use super::call::{Call, ended, failed, join};
use super::clone::{Source, cloned_position};
use super::history::shell_in;
use super::worktree::{make_directory, occupied};
use super::write::Write;
use crate::analysis::repository::Checkout;
use crate::commands::plan::{Invocation, Operation, Outcome, Runs};
use crate::value::{AbstractString, Field};
use crate::world::{Entry, Repository};

/// More submodules than this are not looked through.
const SUBMODULES_CAP: usize = 256;

/// A longer `.gitmodules` is not read (bytes).
const GITMODULES_CAP: usize = 1 << 16;

/// `git submodule SUBCOMMAND`.
pub(super) fn submodule(call: &mut Call<'_>) -> Finished {
    let word = call.row.name.strip_prefix("submodule ").unwrap_or_default();
    match word {
        "add" => add(call),
        "foreach" => for_each(call),
        _ => {
            let idle = without_submodules(call).then(|| "there are no submodules".to_owned());
            let outcome = call.tell(Write::new(format!("submodule-{word}")).in_tree().idle(idle));
            if outcome == Outcome::Open && matches!(word, "update" | "deinit") {
                call.unsettle();
            }
            ended(outcome)
        }
    }
}

/// A work tree without `.gitmodules` has no submodules.
fn without_submodules(call: &Call<'_>) -> bool {
    let file = call.root().map(|root| join(&root, ".gitmodules"));
    file.is_some_and(|file| call.host.entry(&file) == Some(Entry::Missing))
}

/// `submodule add REPOSITORY [PATH]`: a clone in the work tree, staged.
fn add(call: &mut Call<'_>) -> Finished {
    let operands = call.given.all_operands();
    let Some(source) = operands.first() else {
        return failed();
    };
    let path = operands.get(1).cloned().or_else(|| {
        let address = source.known()?.trim_end_matches('/');
        let name = address.rsplit(['/', ':']).next()?;
        Some(Field::text(name.strip_suffix(".git").unwrap_or(name), call.span))
    });
    let root = path.as_ref().ok_or_else(String::new).and_then(|path| call.resolve(&path.value));
    let fails = root.as_ref().ok().and_then(|root| occupied(call, root));
    let outcome = call.tell(Write::new("submodule-add").in_tree().failing(fails));
    if outcome == Outcome::Failure {
        return ended(outcome);
    }
    if let (Ok(root), Some(checkout)) = (root, call.checkout()) {
        let name = root.strip_prefix(&checkout.repository.root).unwrap_or(&root).trim_matches('/');
        let git_directory = format!("{}/modules/{name}", checkout.repository.common_directory);
        let repository = Repository {
            root: root.clone(),
            git_directory: git_directory.clone(),
            common_directory: git_directory,
            bare: false,
        };
        let from = Source::find(call, source);
        let position = cloned_position(call, &from);
        let repository = Rc::new(repository);
        call.host.repositories_mut().add(Rc::clone(&repository), position, None);
        make_directory(call, &root);
        call.tell_at(&Checkout { repository, known: None }, Write::new("submodule-add"));
    }
    call.touch();
    ended(outcome)
}

/// `submodule foreach COMMAND`: in each submodule that is checked out; `--recursive`: in theirs, too.
fn for_each(call: &mut Call<'_>) -> Finished {
    let words: Vec<Field> =
        call.fields.iter().skip_while(|field| field.value.known_prefix().starts_with('-')).cloned().collect();
    if without_submodules(call) {
        return ended(Outcome::Success);
    }
    let recursive = call.fields.iter().any(|field| field.known() == Some("--recursive"));
    let found = call.root().and_then(|root| submodules(call, &root, recursive));
    let directories = match found {
        Some(roots) => roots.iter().map(|root| AbstractString::text(root)).collect(),
        None => {
            let reason = "in which submodules a command runs is not known";
            call.unknown(reason);
            vec![AbstractString::unknown(reason)]
        }
    };
    for directory in directories {
        run_in(call, &words, directory);
    }
    ended(Outcome::Open)
}

/// The roots of a work tree's submodules that are checked out; `None` where they can't be known.
fn submodules(call: &Call<'_>, root: &str, recursive: bool) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(root) = open.pop() {
        let file = join(&root, ".gitmodules");
        if call.host.entry(&file) == Some(Entry::Missing) {
            continue;
        }
        let text = call.host.world().content(&file, GITMODULES_CAP)?;
        let own = text.lines().filter_map(path_line).map(|path| join(&root, path));
        for submodule in own.filter(|path| call.host.entry(&join(path, ".git")) != Some(Entry::Missing)) {
            if found.len() == SUBMODULES_CAP {
                return None;
            }
            if recursive {
                open.push(submodule.clone());
            }
            found.push(submodule);
        }
    }
    Some(found)
}

/// The path in a line `path = PATH` of `.gitmodules` (gitmodules(5)).
fn path_line(line: &str) -> Option<&str> {
    let (key, value) = line.split_once('=')?;
    let value = value.trim().trim_matches('"');
    (key.trim().eq_ignore_ascii_case("path") && !value.is_empty()).then_some(value)
}

fn run_in(call: &mut Call<'_>, words: &[Field], directory: AbstractString) {
    match words {
        [] => {}
        [text] => shell_in(call, text.clone(), Some(directory)),
        _ => {
            let invocation = Invocation {
                directory: Some(directory),
                runs: Runs::Maybe,
                ..Invocation::of(words.to_vec())
            };
            call.apply(Operation::Invoke(invocation));
        }
    }
}

/// `git subtree add`, `merge`, `pull` and `split`: the first three are merges.
pub(super) fn subtree(call: &mut Call<'_>) -> Finished {
    let word = call.row.name.strip_prefix("subtree ").unwrap_or_default();
    let write = if word == "split" {
        let made =
            call.given.value("--branch").and_then(Field::known).map(|name| format!("refs/heads/{name}"));
        Write::new("subtree-split").on(made)
    } else {
        let references = call.current();
        Write::mutation(format!("subtree-{word}")).on(references)
    };
    let outcome = call.tell(write);
    if outcome == Outcome::Open && word != "split" {
        call.unsettle();
        call.advance();
    }
    ended(outcome)
}
