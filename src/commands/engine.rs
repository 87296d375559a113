//! A row and an argv become a plan.
//!
//! Owns the reading of rows; what commands do stands in the rows.

use std::rc::Rc;

use super::model::{Case, Effect, Prints, Role, Row, Use};
use super::options::{self, Given, Parsed};
use super::plan::{Facts, FileAction, FileOperation, Invocation, Kind, Operation, Plan, Runs};
use crate::intent::{CommandClass, LinkUse};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

/// An invocation that is being read: what a row's special function gets.
pub struct Call<'c, 'a> {
    /// The row (of the subcommand, if there is one).
    pub row: &'c Row<'a>,
    /// The arguments without the command's (and the subcommand's) name.
    pub arguments: &'c [Field],
    /// They, read by the row's options.
    pub parsed: Parsed<'a, Role<'a>>,
    /// Modes that options switched on.
    pub modes: Vec<&'a str>,
    /// The directory that the command works in, if an option names it.
    pub base: Option<AbstractString>,
    /// The command and subcommand, for people.
    pub cause: Rc<str>,
    /// The command's name in the text.
    pub span: Span,
    /// The command's name as given, which may be a path.
    pub program: &'c str,
    /// What may be asked.
    pub facts: &'c dyn Facts,
}

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

impl<'a> Call<'_, 'a> {
    /// Is the mode on?
    #[must_use]
    pub fn on(&self, mode: &str) -> bool {
        self.modes.contains(&mode)
    }

    fn fits(&self, case: &Case<'_>) -> bool {
        case.when.split_ascii_whitespace().all(|mode| self.on(mode))
            && !case.unless.split_ascii_whitespace().any(|mode| self.on(mode))
    }

    fn case(&self, case: &Case<'a>, plan: &mut Plan) {
        let operands: Vec<&Field> = self.parsed.operands().collect();
        for (index, field) in operands.iter().enumerate() {
            let keyed = case.operands.keyed.iter().find_map(|(key, usage)| {
                let rest = field.value.known_prefix().strip_prefix(key)?;
                (!rest.is_empty() || field.value.pieces().len() > 1).then_some((key.len(), *usage))
            });
            if let Some((length, usage)) = keyed {
                self.apply(usage, &options::behind(field, length), plan);
                continue;
            }
            let usage = case.operands.first.get(index).copied().unwrap_or_else(|| match case.operands.last {
                Some(last) if index + 1 == operands.len() => last,
                _ => case.operands.rest,
            });
            self.apply(usage, field, plan);
        }
        let alone = if operands.is_empty() { case.alone } else { &[] };
        for effect in case.effects.iter().chain(alone) {
            self.effect(*effect, plan);
        }
        plan.output = self.output(case.prints);
    }

    /// A path is used.
    pub fn apply(&self, usage: Use, field: &Field, plan: &mut Plan) {
        if self.row.dash_is_stream && field.known() == Some("-") {
            return;
        }
        match usage {
            Use::Ignored | Use::Read => {}
            Use::File(action @ FileAction::Metadata { recursive: true }) if self.is_directory(field) => {
                self.file(action, LinkUse::Followed, field, plan);
                self.each_below(FileAction::Metadata { recursive: false }, field, plan);
            }
            Use::File(action) => self.file(action, LinkUse::Followed, field, plan),
            Use::Link(action @ FileAction::Delete { recursive: true, .. })
                if self.is_link_with_slash(field) =>
            {
                // `rm -r link/` empties the directory that the link leads to, and can't remove the link.
                self.below(action, field, plan);
            }
            Use::Link(action) => self.file(action, LinkUse::Itself, field, plan),
            Use::Below(action) => self.below(action, field, plan),
            Use::Tree(action) if self.is_directory(field) => self.below(action, field, plan),
            Use::Tree(action) => self.file(action, LinkUse::Followed, field, plan),
            Use::Into(action) => {
                self.file(FileAction::MakeDirectory { parents: true }, LinkUse::Followed, field, plan);
                self.below(action, field, plan);
            }
        }
    }

    /// Is it a directory, as far as can be told?
    #[must_use]
    pub fn is_directory(&self, field: &Field) -> bool {
        let path = join(self.base.as_ref(), &field.value);
        path.known().is_some_and(|text| text.ends_with('/') || text == "." || text == "..")
            || self.facts.is_directory(&path) == Some(true)
    }

    fn is_link_with_slash(&self, field: &Field) -> bool {
        let path = field.known().filter(|path| path.ends_with('/') && path.len() > 1);
        path.is_some_and(|path| {
            self.facts.kind(&AbstractString::text(path.trim_end_matches('/'))) == Some(Kind::Link)
        })
    }

    /// Everything below a directory is written, one by one if it is little, else as unknown paths below it.
    pub fn each_below(&self, action: FileAction, directory: &Field, plan: &mut Plan) {
        let top = join(self.base.as_ref(), &directory.value);
        match top.known().and_then(|path| super::listings::tree(self.facts, path)) {
            // `chmod` leaves links that it meets alone.
            Some(entries) => entries
                .iter()
                .filter(|(_, kind)| !(*kind == Kind::Link && self.row.name == "chmod"))
                .for_each(|(path, _)| {
                    let (target, cause) = (Field::text(path, directory.span), Rc::clone(&self.cause));
                    plan.operations.push(Operation::File(FileOperation {
                        action,
                        target,
                        directory: None,
                        link: LinkUse::Itself,
                        cause,
                        class: self.row.class,
                        content: None,
                        fails: None,
                    }));
                }),
            None => self.below(action, directory, plan),
        }
    }

    /// One path is written.
    pub fn file(&self, action: FileAction, link: LinkUse, target: &Field, plan: &mut Plan) {
        plan.operations.push(Operation::File(FileOperation {
            action,
            target: target.clone(),
            directory: self.base.clone(),
            link,
            cause: Rc::clone(&self.cause),
            class: self.row.class,
            content: None,
            fails: None,
        }));
    }

    /// A path that the command derives is written.
    pub fn derived(&self, action: FileAction, path: AbstractString, like: Span, plan: &mut Plan) {
        self.file(action, LinkUse::Followed, &Field { value: path, many: false, span: like }, plan);
    }

    /// Unknown paths below a directory are written.
    pub fn below(&self, action: FileAction, directory: &Field, plan: &mut Plan) {
        let directory = Field { value: join(self.base.as_ref(), &directory.value), ..directory.clone() };
        let (cause, class) = (Rc::clone(&self.cause), self.row.class);
        plan.operations.push(Operation::Below { directory, action, cause, class, fails: None });
    }

    /// Code runs that nobody reads here.
    pub fn run(&self, plan: &mut Plan) {
        let (cause, span, class) = (Rc::clone(&self.cause), self.span, self.row.class);
        plan.operations.push(Operation::Run { cause, span, class });
    }

    /// Something can't be known.
    pub fn unknown(&self, reason: &str, plan: &mut Plan) {
        plan.unknown.push((self.span, format!("{}: {reason}", self.cause).into()));
    }

    /// The text of a file of the command line, `-` and `/dev/stdin` being the standard input.
    #[must_use]
    pub fn text_of(&self, field: &Field) -> Option<String> {
        match (field.known(), self.facts.input()) {
            (Some("-" | "/dev/stdin"), Output::Text(text)) => text.known().map(str::to_owned),
            (Some("-" | "/dev/stdin"), _) => None,
            _ => self.facts.content(&field.value),
        }
    }

    /// The directory that the command works in.
    #[must_use]
    pub fn here(&self) -> Field {
        Field { value: AbstractString::text("."), many: false, span: self.span }
    }

    fn effect(&self, effect: Effect<'_>, plan: &mut Plan) {
        match effect {
            Effect::Below(action) => self.below(action, &self.here(), plan),
            Effect::File(name, action) => {
                self.derived(action, AbstractString::text(name), self.span, plan);
            }
            Effect::Outside(directories) => self.outside(directories, plan),
            Effect::Run => self.run(plan),
            Effect::Argv(skip) => self.invoke(skip, plan),
            Effect::Unknown(reason) => self.unknown(reason, plan),
        }
    }

    /// Unknown paths below directories that the system or a tool keeps for itself.
    pub fn outside(&self, directories: &[&str], plan: &mut Plan) {
        for directory in directories {
            let path = match directory.strip_prefix('~') {
                Some(rest) => self.facts.environment("HOME").map(|home| format!("{home}{rest}")),
                None => Some((*directory).to_owned()),
            };
            let Some(path) = path else {
                self.unknown("the home directory is not known", plan);
                continue;
            };
            let (directory, cause) = (Field::text(&path, self.span), Rc::clone(&self.cause));
            let (action, class) = (FileAction::Write, CommandClass::Build);
            plan.operations.push(Operation::Below { directory, action, cause, class, fails: None });
        }
    }

    /// The arguments from the first operand on, without the first `skip` of them: a command that is run.
    pub fn invoke(&self, skip: usize, plan: &mut Plan) {
        let argv = self.inner(skip);
        if argv.is_empty() {
            return;
        }
        plan.operations.push(Operation::Invoke(Invocation {
            argv: argv.to_vec(),
            directory: self.base.clone(),
            environment: Vec::new(),
            clears_environment: false,
            in_shell: false,
            runs: Runs::Once,
            input: None,
            prints: true,
            fails: None,
        }));
        plan.output = Output::Nothing;
    }

    /// The arguments from the first operand on, without the first `skip` of them.
    #[must_use]
    pub fn inner(&self, skip: usize) -> &[Field] {
        let first = self.parsed.first_operand.map(|first| first + skip);
        first.and_then(|first| self.arguments.get(first..)).unwrap_or(&[])
    }

    fn output(&self, prints: Prints<'_>) -> Output {
        match prints {
            Prints::Nothing => Output::Nothing,
            Prints::Text(text) => Output::Text(AbstractString::text(text)),
            Prints::Unknown => unknown_output(self.row.name),
            Prints::Input => self.facts.input().clone(),
            Prints::Contents => super::text::contents(self),
            Prints::Lines => super::text::some_lines(self),
            Prints::PathsBelow => super::text::paths_below(self),
        }
    }
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
