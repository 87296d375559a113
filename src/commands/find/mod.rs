//! `find`: its starts, its expression and its actions (findutils 4.9 manual, sections 2 and 3).
//!
//! Owns the expression's syntax and its evaluation over what the world lists. Where a test can't be decided or a
//! directory can't be listed, what is acted on is an unknown path below the start.

mod expression;
mod walk;

use expression::{Action, Expression, Reader};
use walk::{Entry, Limits, Met, walk};

use super::engine::Call;
use super::plan::{FileAction, Invocation, Kind, Operation, Plan, Runs};
use super::xargs::substitute;
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Output, Piece};

/// More entries than this are not walked.
const ENTRIES_CAP: usize = 512;
/// The same where it only prints: the names may never be asked for.
const PRINTED_CAP: usize = 128;
/// More matches than this are told as unknown paths below the start.
const MATCHES_CAP: usize = 64;

/// The row's special function.
pub fn run(call: &Call<'_, '_>, plan: &mut Plan) {
    let (starts, expression) = split(call);
    let mut reader = Reader::new(call, &expression, plan);
    let mut tree = reader.or(0);
    let Reader { actions, minimum, maximum, files, .. } = reader;
    let mut actions = actions;
    for (field, append) in files {
        let action = if append { FileAction::Append } else { FileAction::Write };
        call.file(action, LinkUse::Followed, &field, plan);
    }
    if !actions.iter().any(|_| true) {
        tree = Expression::And(vec![tree, Expression::Action(0)]);
        actions.push(Action::Print);
    }
    plan.output = Output::Nothing;
    let says = |word: &str| expression.iter().any(|field| field.known() == Some(word));
    let refuses = says("-delete") && says("-prune") && !says("-depth") && !says("-d");
    let acted = plan.operations.len();
    let mut printed = Vec::new();
    let acts = actions.iter().any(|action| !matches!(action, Action::Print));
    for start in &starts {
        let limits = Limits {
            entries: if acts { ENTRIES_CAP } else { PRINTED_CAP },
            minimum,
            maximum,
            post_order: actions.iter().any(|action| matches!(action, Action::Delete)),
        };
        let named = !matches!(start.known(), None | Some("." | ".." | "/" | "./"));
        let walk = if acts || named { walk(call, start, &tree, &limits) } else { None };
        match walk {
            Some(found) => matched(call, start, &actions, found, &mut printed, plan),
            None => unlisted(call, start, &tree, &actions, &mut printed, plan),
        }
    }
    if refuses {
        super::engine::fail_from(plan, acted, "`-prune` does nothing where `-delete` goes depth first");
    }
    let asks = call.arguments.iter().any(|field| matches!(field.known(), Some("-ok" | "-okdir")));
    if asks && *call.facts.input() == Output::Nothing {
        super::engine::fail_from(plan, 0, "nobody answers its question");
    }
    if actions.iter().any(|action| matches!(action, Action::Print)) {
        if printed.len() > crate::value::VALUES_CAP {
            printed = starts.iter().flat_map(shapes).collect();
        }
        plan.output = Output::Lines(printed);
    }
}

/// The starts, and the words from the first one that begins the expression.
fn split(call: &Call<'_, '_>) -> (Vec<Field>, Vec<Field>) {
    let mut rest = call.arguments;
    while let Some((first, behind)) = rest.split_first() {
        match first.known() {
            Some("-H" | "-L" | "-P") => rest = behind,
            Some("-D") => rest = behind.get(1..).unwrap_or(&[]),
            Some(text) if text.starts_with("-O") => rest = behind,
            _ => break,
        }
    }
    let begins = |field: &Field| {
        let prefix = field.value.known_prefix();
        prefix.starts_with('-') && prefix.len() > 1 || matches!(field.known(), Some("(" | ")" | "!" | ","))
    };
    let at = rest.iter().position(begins).unwrap_or(rest.len());
    let (starts, expression) = rest.split_at(at);
    let mut starts = starts.to_vec();
    if starts.is_empty() {
        starts.push(call.here());
    }
    (starts, expression.to_vec())
}

/// Acts on what was met.
fn matched(
    call: &Call<'_, '_>,
    start: &Field,
    actions: &[Action],
    met: Met,
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    for (index, action) in actions.iter().enumerate() {
        let entries: Vec<&(usize, Entry, bool)> = met.iter().filter(|(at, ..)| *at == index).collect();
        let from = plan.operations.len();
        if entries.is_empty() {
            act(call, start, action, &shapes(start), printed, plan);
            super::engine::fail_from(plan, from, "nothing matches");
        } else if entries.len() > MATCHES_CAP || entries.iter().any(|(.., certain)| !certain) {
            act(call, start, action, &shapes(start), printed, plan);
        } else {
            let exact: Vec<&Entry> = entries.iter().map(|(_, entry, _)| entry).collect();
            exactly(call, action, &exact, printed, plan);
        }
    }
    // A second command runs only where the one before it succeeds; `false` never does.
    fails_after_false(actions, plan);
}

fn fails_after_false(actions: &[Action], plan: &mut Plan) {
    let first = actions.first();
    if let Some(Action::Run { argv, .. }) = first
        && argv.first().and_then(Field::known) == Some("false")
    {
        for operation in plan.operations.iter_mut() {
            if let Operation::Invoke(invocation) = operation
                && invocation.argv.first().and_then(Field::known) != Some("false")
            {
                invocation.fails = Some("the command before it fails".into());
            }
        }
    }
}

/// Acts on paths of which only the start is known.
fn unlisted(
    call: &Call<'_, '_>,
    start: &Field,
    _tree: &Expression,
    actions: &[Action],
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    for action in actions {
        act(call, start, action, &shapes(start), printed, plan);
    }
    fails_after_false(actions, plan);
}

/// The start itself, and a path below it.
fn shapes(start: &Field) -> Vec<AbstractString> {
    vec![super::text::below(&start.value, "find")]
}

fn act(
    call: &Call<'_, '_>,
    start: &Field,
    action: &Action,
    shapes: &[AbstractString],
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    match action {
        Action::Print => printed.extend(shapes.iter().cloned()),
        Action::Delete => call.below(FileAction::Delete { recursive: false, force: false }, start, plan),
        Action::Run { argv, .. } if argv.is_empty() => {}
        Action::Run { argv, in_directory, together } => {
            for shape in shapes {
                let path = if *in_directory { segment() } else { shape.clone() };
                let argv = with_path(argv, &path, *together);
                let directory = in_directory.then(|| shape.clone());
                push(argv, directory, Runs::Maybe, plan);
            }
        }
    }
}

fn segment() -> AbstractString {
    let mut name = AbstractString::text("./");
    name.push(Piece::Segment("a name that find meets".into()));
    name
}

fn exactly(
    call: &Call<'_, '_>,
    action: &Action,
    entries: &[&Entry],
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    match action {
        Action::Print => printed.extend(entries.iter().map(|entry| AbstractString::text(&entry.path))),
        Action::Delete => entries.iter().filter(|entry| entry.path != ".").for_each(|entry| {
            let action = match entry.kind {
                Some(Kind::Directory) => FileAction::RemoveDirectory { parents: false },
                _ => FileAction::Delete { recursive: false, force: false },
            };
            call.file(action, LinkUse::Itself, &Field::text(&entry.path, call.span), plan);
        }),
        Action::Run { argv, .. } if argv.is_empty() => {}
        Action::Run { argv, in_directory: false, together: true } => {
            let mut all: Vec<Field> =
                argv.iter().filter(|field| field.known() != Some("{}")).cloned().collect();
            all.extend(entries.iter().map(|entry| Field::text(&entry.path, call.span)));
            push(all, None, Runs::Once, plan);
        }
        Action::Run { argv, in_directory, .. } => {
            for entry in entries {
                let path = if *in_directory { format!("./{}", entry.name) } else { entry.path.clone() };
                let argv = with_path(argv, &AbstractString::text(&path), false);
                let parent =
                    entry.path.trim_end_matches('/').rsplit_once('/').map_or(".", |(parent, _)| parent);
                push(argv, in_directory.then(|| AbstractString::text(parent)), Runs::Once, plan);
            }
        }
    }
}

fn with_path(argv: &[Field], path: &AbstractString, together: bool) -> Vec<Field> {
    let replaced = argv.iter().map(|field| {
        let many = together && field.known() == Some("{}");
        Field { many: many || field.many, ..substitute(field, "{}", path) }
    });
    replaced.collect()
}

fn push(argv: Vec<Field>, directory: Option<AbstractString>, runs: Runs, plan: &mut Plan) {
    plan.operations.push(Operation::Invoke(Invocation {
        directory,
        runs,
        input: Some(Output::Nothing),
        ..Invocation::of(argv)
    }));
}
