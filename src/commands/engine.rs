//! A row and an argv become a plan.
//!
//! Owns the reading of rows; what commands do stands in the rows.

mod call;

use std::rc::Rc;

use super::model::{Role, Row, Use};
use super::options::{self, Given, Parsed};
use super::plan::{Facts, Operation, Plan};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

pub use call::Call;

/// Reads an argv by a row. `argv` begins with the command's name.
#[must_use]
pub fn plan(row: &Row<'_>, argv: &[Field], facts: &dyn Facts) -> Plan {
    let span = argv.first().map_or_else(Span::default, |field| field.span);
    let arguments = argv.get(1..).unwrap_or(&[]);
    let program = argv.first().and_then(Field::known).unwrap_or(row.name);
    let mut plan = Plan { output: unknown_output(row.name), ..Plan::default() };
    let reading = Reading { row, above: &[], cause: row.name.into(), span, program, facts };
    read(&reading, arguments, &[], &mut plan);
    plan
}

/// What belongs to one level of subcommands.
struct Reading<'c, 'a> {
    row: &'c Row<'a>,
    /// Tables of the commands above.
    above: &'c [&'a [options::Opt<'a, Role<'a>>]],
    cause: Rc<str>,
    span: Span,
    program: &'c str,
    facts: &'c dyn Facts,
}

/// `outer` holds what the options before the subcommand said: modes and directories.
fn read<'a>(reading: &Reading<'_, 'a>, arguments: &[Field], outer: &[Outer<'a>], plan: &mut Plan) {
    let row = reading.row;
    if let [only] = arguments
        && matches!(only.known(), Some("--version" | "--help"))
    {
        // By custom these alone print and do nothing else.
        return;
    }
    let mut tables = vec![row.options];
    tables.extend_from_slice(reading.above);
    let mut parsed = options::parse_with(arguments, &tables, row.syntax);
    note_unknown(row, &reading.cause, &mut parsed, plan);
    let mut said = outer.to_vec();
    let told = parsed.options().filter(|given| !is_version_behind_name(reading, arguments, given));
    said.extend(told.map(|given| (given.option.role, given.value.clone())));
    if let Some(first) = parsed.first_operand.filter(|_| !row.subcommands.is_empty())
        && subcommand(reading, arguments, first, &tables, &said, plan)
    {
        return;
    }
    if said.iter().any(|(role, _)| *role == Role::Quits) {
        return;
    }
    let call = Call {
        row,
        arguments,
        parsed,
        modes: said.iter().flat_map(|(role, _)| modes(*role)).collect(),
        base: base(&said),
        cause: Rc::clone(&reading.cause),
        span: reading.span,
        program: reading.program,
        facts: reading.facts,
    };
    for (role, value) in &said {
        if let (Role::Path(usage) | Role::PathMode(usage, _), Some(value)) = (role, value) {
            call.apply(*usage, value, plan);
        }
    }
    if let Some(case) = row.cases.iter().find(|case| call.fits(case)) {
        call.case(case, plan);
    } else if row.cases.is_empty() && !row.subcommands.is_empty() && call.parsed.first_operand.is_some() {
        plan.unknown.push((reading.span, format!("unknown subcommand of `{}`", reading.cause).into()));
    }
    if let Some(special) = row.special {
        special(&call, plan);
    }
    super::inputs::settle(&call, plan);
}

/// Behind a subcommand's name `--version` is that subcommand's word, and mostly takes a value
/// (`dotnet add package x --version 1`).
fn is_version_behind_name(
    reading: &Reading<'_, '_>,
    arguments: &[Field],
    given: &Given<'_, Role<'_>>,
) -> bool {
    let own = reading.row.options.iter().any(|option| std::ptr::eq(option, given.option));
    let is_word = |field: &Field| {
        field.span == given.span && matches!(field.known(), Some("--version" | "-version" | "-v" | "-V"))
    };
    !reading.above.is_empty()
        && !own
        && given.option.role == Role::Quits
        && arguments.iter().any(is_word)
        && arguments.len() > 1
}

type Outer<'a> = (Role<'a>, Option<Field>);

/// Reads a subcommand; false if the first operand names none.
fn subcommand<'a>(
    reading: &Reading<'_, 'a>,
    arguments: &[Field],
    first: usize,
    tables: &[&'a [options::Opt<'a, Role<'a>>]],
    said: &[Outer<'a>],
    plan: &mut Plan,
) -> bool {
    // `cargo +nightly fmt` names a toolchain in front of the subcommand.
    let toolchain = arguments.get(first).is_some_and(|field| field.value.known_prefix().starts_with('+'));
    let first = first + usize::from(toolchain);
    let Some(name) = arguments.get(first).and_then(Field::known) else { return false };
    let fits = |row: &&Row<'_>| row.name.split_ascii_whitespace().any(|one| one == name);
    let Some(row) = reading.row.subcommands.iter().find(fits) else { return false };
    // Options before the name belong to the command; those behind it are read with the subcommand's own.
    let inner = Reading {
        row,
        above: tables,
        cause: format!("{} {name}", reading.cause).into(),
        span: reading.span,
        program: reading.program,
        facts: reading.facts,
    };
    read(&inner, arguments.get(first + 1..).unwrap_or(&[]), said, plan);
    true
}

fn note_unknown<'a>(row: &Row<'a>, cause: &str, parsed: &mut Parsed<'a, Role<'a>>, plan: &mut Plan) {
    for (span, text) in &parsed.unknown {
        plan.unknown.push((*span, format!("unknown option `{text}` of `{cause}`").into()));
    }
    let matters = row.options.iter().any(|option| match option.role {
        Role::Ignored | Role::Quits | Role::Path(Use::Read | Use::Ignored) => false,
        // Of a command that takes any option, only those that name a path are told.
        Role::Mode(_) => !row.syntax.open,
        _ => true,
    });
    if let Some(span) = parsed.perhaps.filter(|_| matters) {
        plan.unknown
            .push((span, format!("an argument of `{cause}` that is not known could be an option").into()));
    }
}

pub(super) fn modes(role: Role<'_>) -> impl Iterator<Item = &str> {
    let names = match role {
        Role::Mode(names) | Role::PathMode(_, names) => names,
        _ => "",
    };
    names.split_ascii_whitespace()
}

fn base(said: &[Outer<'_>]) -> Option<AbstractString> {
    let mut base: Option<AbstractString> = None;
    for (role, value) in said {
        if let (Role::Directory, Some(value)) = (role, value) {
            base = Some(join(base.as_ref(), &value.value));
        }
    }
    base
}

/// `path` as seen from `base`.
#[must_use]
pub fn join(base: Option<&AbstractString>, path: &AbstractString) -> AbstractString {
    let Some(base) = base else { return path.clone() };
    if path.known_prefix().starts_with('/') || base.known() == Some(".") {
        return path.clone();
    }
    let mut joined = base.clone();
    if path.known() == Some(".") {
        return joined;
    }
    if !base.known().is_some_and(|text| text.ends_with('/')) {
        joined.push_text("/");
    }
    joined.append(path);
    joined
}

/// Output of which only the printer is known.
#[must_use]
pub fn unknown_output(name: &str) -> Output {
    Output::Unknown(format!("what `{name}` prints").into())
}

/// Marks the file operations from `start` on as known to fail.
///
/// What is known to have no input, or nothing to do, is told all the same: guards judge a command as if it had.
pub fn fail_from(plan: &mut Plan, start: usize, why: &str) {
    for operation in plan.operations.iter_mut().skip(start) {
        match operation {
            Operation::File(file) => file.fails = Some(why.into()),
            Operation::Below { fails, .. } => *fails = Some(why.into()),
            Operation::Invoke(invocation) => invocation.fails = Some(why.into()),
            _ => {}
        }
    }
}
