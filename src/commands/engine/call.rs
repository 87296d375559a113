//! An invocation that is being read, and what a row or its special function can say of it.

use std::rc::Rc;

use super::{join, unknown_output};
use crate::commands::model::{Case, Effect, Prints, Role, Row, Use};
use crate::commands::options::{self, Parsed};
use crate::commands::plan::{Facts, FileAction, FileOperation, Invocation, Kind, Operation, Plan};
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

impl<'a> Call<'_, 'a> {
    /// Is the mode on?
    #[must_use]
    pub fn on(&self, mode: &str) -> bool {
        self.modes.contains(&mode)
    }

    pub(super) fn fits(&self, case: &Case<'_>) -> bool {
        case.when.split_ascii_whitespace().all(|mode| self.on(mode))
            && !case.unless.split_ascii_whitespace().any(|mode| self.on(mode))
    }

    pub(super) fn case(&self, case: &Case<'a>, plan: &mut Plan) {
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
    fn each_below(&self, action: FileAction, directory: &Field, plan: &mut Plan) {
        let top = join(self.base.as_ref(), &directory.value);
        match top.known().and_then(|path| crate::commands::listings::tree(self.facts, path)) {
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
            Effect::Argv(skip) => self.invoke(self.inner(skip).to_vec(), plan),
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

    /// An argv runs once as it stands, in the directory that the command works in.
    pub fn invoke(&self, argv: Vec<Field>, plan: &mut Plan) {
        if argv.is_empty() {
            return;
        }
        plan.output = Output::Nothing;
        let directory = self.base.clone();
        plan.operations.push(Operation::Invoke(Invocation { directory, ..Invocation::of(argv) }));
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
            Prints::Contents => crate::commands::text::contents(self),
            Prints::Lines => crate::commands::text::some_lines(self),
            Prints::PathsBelow => crate::commands::text::paths_below(self),
        }
    }
}
