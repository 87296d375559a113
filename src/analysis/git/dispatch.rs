//! From an argv to the subcommand that runs: global options, aliases, rows.

use std::rc::Rc;

use super::call::{Call, ended, failed, reads};
use super::site::{self, Site};
use super::{
    Finished, Host, bisect, branch, checkout, clone, config, files, history, index, listing, print, push,
    references, remote, removal, restore, stash, submodule, worktree,
};
use crate::analysis::repository::Checkout;
use crate::commands::git::alias::{self, Alias};
use crate::commands::git::globals::{Globals, globals};
use crate::commands::git::{Act, Row, arguments, has_subcommands, row};
use crate::commands::plan::{Dialect, Operation, Outcome, ShellText};
use crate::intent::{CommandClass, Via};
use crate::span::Span;
use crate::value::{AbstractString, Field};

/// Aliases that lead to aliases deeper than this are not followed.
pub const ALIASES_CAP: usize = 10;

/// What the words in front of a subcommand have settled so far.
#[derive(Clone, Default)]
struct Front {
    directory: Option<String>,
    settings: Vec<(String, Option<String>)>,
    globals: Globals,
    via: Option<Via>,
    span: Span,
    assumes: Vec<Rc<str>>,
}

/// Runs what stands behind `git`.
pub(super) fn run(words: &[Field], span: Span, host: &mut dyn Host) -> Finished {
    step(words, Front { span, ..Front::default() }, host, ALIASES_CAP)
}

fn step(words: &[Field], mut front: Front, host: &mut dyn Host, depth: usize) -> Finished {
    let globals = globals(words);
    if globals.prints_only {
        return Finished {
            output: crate::value::Output::Unknown("what git says of itself".into()),
            ..Finished::default()
        };
    }
    for (span, text) in &globals.unknown {
        host.unknown(*span, &format!("git: option `{text}`"));
    }
    let Some(at) = globals.subcommand else {
        return Finished { outcome: Outcome::Failure, ..Finished::default() };
    };
    front.settings.extend(globals.settings.iter().map(setting));
    let in_front = words.iter().take(at);
    front.assumes.extend(in_front.flat_map(|field| field.value.assumes().iter().cloned()));
    let directory = site::directory(host, &globals, front.directory.as_deref());
    if front.globals.git_directory.is_none() {
        front.globals.git_directory.clone_from(&globals.git_directory);
    }
    if front.globals.work_tree.is_none() {
        front.globals.work_tree.clone_from(&globals.work_tree);
    }
    let (Some(name), Some(rest)) = (words.get(at), words.get(at + 1..)) else {
        return Finished::default();
    };
    let Some(known) = name.known().map(str::to_owned) else {
        host.unknown(name.span, "which git command runs is not known");
        return Finished {
            output: crate::value::Output::Unknown("what git prints".into()),
            ..Finished::default()
        };
    };
    if let Ok(directory) = &directory {
        front.directory = Some(directory.clone());
    }
    if let Some((row, taken)) = row(&known, rest.first().and_then(Field::known)) {
        let rest = rest.get(taken - 1..).unwrap_or_default();
        if taken == 1 && has_subcommands(&known) && rest.first().is_some_and(|field| field.known().is_none())
        {
            host.unknown(name.span, &format!("which subcommand of `git {known}` runs is not known"));
            return Finished {
                output: crate::value::Output::Unknown("what git prints".into()),
                ..Finished::default()
            };
        }
        return call(row, rest, directory, front, host);
    }
    outside_rows(&known, rest, directory, front, host, depth)
}

/// A name without a row: an external command, an alias, or nothing.
fn outside_rows(
    name: &str,
    rest: &[Field],
    directory: Result<String, String>,
    front: Front,
    host: &mut dyn Host,
    depth: usize,
) -> Finished {
    let external = host.world().program(&format!("git-{name}"));
    let site = site::find(host, &front.globals, directory, None);
    let checkout = match &site {
        Site::Inside(inside) => Some(inside.checkout.clone()),
        Site::Outside(_) | Site::Unknown(_) => None,
    };
    let value =
        if external == Some(true) { None } else { alias_value(host, checkout.as_ref(), &front, name) };
    let Some(value) = value else {
        host.unknown(front.span, &format!("unknown command `git {name}`"));
        return Finished {
            output: crate::value::Output::Unknown("what git prints".into()),
            ..Finished::default()
        };
    };
    if depth == 0 {
        host.unknown(front.span, "aliases of git are nested too deep");
        return Finished::default();
    }
    match alias::read(&value) {
        Alias::Broken => failed(),
        Alias::Shell(text) => shell_alias(&text, rest, &site, front.span, host),
        Alias::Words(words) => {
            let mut argv: Vec<Field> = words.iter().map(|word| Field::text(word, front.span)).collect();
            argv.extend_from_slice(rest);
            step(&argv, Front { via: Some(Via::Alias), ..front }, host, depth - 1)
        }
    }
}

fn alias_value(host: &dyn Host, checkout: Option<&Checkout>, front: &Front, name: &str) -> Option<String> {
    let key = format!("alias.{}", name.to_ascii_lowercase());
    if let Some((_, value)) = front.settings.iter().rev().find(|(given, _)| *given == key) {
        return value.clone();
    }
    host.repositories().setting(host.world(), checkout, &key)?.pop()
}

/// `!text`: a shell runs it at the work tree's root, with the arguments behind it.
fn shell_alias(text: &str, rest: &[Field], site: &Site, span: Span, host: &mut dyn Host) -> Finished {
    let text = if rest.is_empty() { text.to_owned() } else { format!("{text} \"$@\"") };
    let directory = match site {
        Site::Inside(inside) => Some(AbstractString::text(&inside.checkout.repository.root)),
        Site::Outside(directory) => Some(AbstractString::text(directory)),
        Site::Unknown(reason) => Some(AbstractString::unknown(reason.as_str())),
    };
    let shell = ShellText {
        text: Field::text(&text, span),
        name: Some(Field::text(&text, span)),
        parameters: rest.to_vec(),
        dialect: Dialect::Sh,
        options: Vec::new(),
        directory,
        input: None,
    };
    host.apply(Operation::Shell(shell), Some(Via::Alias))
}

/// `key=value` of `-c`, the key normalized; a key alone means true.
fn setting(field: &Field) -> (String, Option<String>) {
    match field.known() {
        Some(text) => match text.split_once('=') {
            Some((key, value)) => (config::normalized(key), Some(value.to_owned())),
            None => (config::normalized(text), Some("true".to_owned())),
        },
        None => {
            let prefix = field.value.known_prefix();
            let key = prefix.split_once('=').map_or("", |(key, _)| key);
            (config::normalized(key), None)
        }
    }
}

fn call(
    row: &'static Row,
    rest: &[Field],
    directory: Result<String, String>,
    front: Front,
    host: &mut dyn Host,
) -> Finished {
    let given = arguments(row, rest);
    let asks_help = rest.first().and_then(Field::known) == Some("--help")
        || given.unknown.iter().any(|(_, text)| matches!(text.as_str(), "-h" | "--help-all"));
    if asks_help {
        return reads(row);
    }
    let tree = front
        .settings
        .iter()
        .rev()
        .find(|(key, _)| key == "core.worktree")
        .and_then(|(_, value)| value.as_deref());
    let site = site::find(host, &front.globals, directory, tree);
    let mut assumes: Vec<Rc<str>> =
        rest.iter().flat_map(|field| field.value.assumes().iter().cloned()).collect();
    assumes.extend(front.assumes);
    assumes.sort_unstable();
    assumes.dedup();
    let unknown = given.unknown.clone();
    let mut call = Call {
        host,
        row,
        fields: rest.to_vec(),
        given,
        settings: front.settings,
        site,
        assumes,
        span: front.span,
        via: front.via,
        steers: false,
        judged: None,
    };
    if !matches!(row.act, Act::Read | Act::ReadOutput | Act::ListFiles | Act::RevisionParse | Act::Upkeep) {
        for (span, text) in unknown {
            call.host.unknown(span, &format!("git {}: option `{text}`", row.name));
        }
    }
    let mut finished = act(&mut call);
    finished.steers |= call.steers;
    finished.judged = finished.judged.or(call.judged);
    finished
}

/// The one dispatch over all acts.
fn act(call: &mut Call<'_>) -> Finished {
    match call.row.act {
        Act::Read => print::read(call),
        Act::ReadOutput => files::read_output(call),
        Act::Plain(operation) => files::plain(call, operation),
        Act::Upkeep => print::upkeep(call),
        Act::Add => index::add(call),
        Act::Am => history::am(call),
        Act::Apply => files::apply(call),
        Act::Archive => files::archive(call),
        Act::Bisect => bisect::bisect(call),
        Act::Branch => branch::branch(call),
        Act::BundleCreate => files::bundle(call),
        Act::Checkout => checkout::checkout(call),
        Act::CheckoutIndex => index::checkout_index(call),
        Act::CherryPick | Act::Revert => history::pick(call),
        Act::Clean => removal::clean(call),
        Act::Clone => clone::clone(call),
        Act::Commit => index::commit(call),
        Act::Config => config::config(call),
        Act::FastImport => references::fast_import(call),
        Act::Fetch => remote::fetch(call),
        Act::FilterBranch => history::filter_branch(call),
        Act::FormatPatch => files::format_patch(call),
        Act::Init => clone::init(call),
        Act::ListFiles => listing::list_files(call),
        Act::Merge => history::merge(call),
        Act::MergeFile => files::merge_file(call),
        Act::Move => removal::rename(call),
        Act::Notes => references::notes(call),
        Act::Pull => remote::pull(call),
        Act::Push => push::push(call),
        Act::ReadTree => index::read_tree(call),
        Act::Rebase => history::rebase(call),
        Act::Remote => remote::remote(call),
        Act::Reset => index::reset(call),
        Act::Restore => restore::restore(call),
        Act::RevisionParse => print::revision_parse(call),
        Act::Remove => removal::remove(call),
        Act::Runs(what) => runs(call, what),
        Act::SendElsewhere => push::elsewhere(call),
        Act::StashPush => stash::push(call),
        Act::Stash => stash::using(call),
        Act::Submodule => submodule::submodule(call),
        Act::Subtree => submodule::subtree(call),
        Act::Switch => checkout::switch(call),
        Act::SymbolicRef => references::symbolic_ref(call),
        Act::Tag => references::tag(call),
        Act::UpdateIndex => index::update_index(call),
        Act::UpdateRef => references::update_ref(call),
        Act::WorktreeAdd => worktree::add(call),
        Act::WorktreeRemove => worktree::remove(call),
        Act::WorktreeMove => worktree::relocate(call),
    }
}

/// Code runs that nobody reads here.
fn runs(call: &mut Call<'_>, what: &str) -> Finished {
    call.unknown(&format!("{what} is not analysed"));
    let cause = call.cause().into();
    let span = call.span;
    let finished = call.apply(Operation::Run { cause, span, class: CommandClass::Build });
    ended(finished.outcome)
}
