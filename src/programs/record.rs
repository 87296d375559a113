//! What a program does, as it is found: operations in order, the working directory, and the files as it has left them.
//!
//! Owns the log and the program's own view of the file system. Which call does what is the languages' affair.

mod left;
mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use left::Left;
pub(super) use paths::{join_paths, normal, path_of};

use super::{OPERATIONS_CAP, Reading, Request, Step};
use crate::commands::plan::{
    DestinationMode, Dialect, Facts, FileAction, FileOperation, Invocation, Operation, ShellText, Transfer,
    TransferKind,
};
use crate::intent::{CommandClass, LinkUse};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

/// Known content of a written file that is kept (bytes).
const CONTENT_CAP: usize = 256 << 10;

/// A call that writes: its place in the program and its words for people.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Where it stands in the program's text.
    pub(super) span: Span,
    /// The call, shortened: `open("docs/a.md", "w")`.
    pub(super) cause: Rc<str>,
}

/// How a child process is started.
#[derive(Clone, Debug, Default)]
pub(super) struct Child {
    /// Its working directory, if it is not the program's.
    pub(super) directory: Option<AbstractString>,
    /// Variables that are set for it alone.
    pub(super) environment: Vec<(Rc<str>, Option<AbstractString>)>,
    /// Its environment holds nothing else.
    pub(super) clears_environment: bool,
    /// What it reads, if not what the program reads.
    pub(super) input: Option<Output>,
    /// False if the program takes what it prints.
    pub(super) prints: bool,
}

/// The log.
pub(super) struct Recorder<'r> {
    facts: &'r dyn Facts,
    steps: Vec<Step>,
    unknown: BTreeSet<(Span, Rc<str>)>,
    printed: Output,
    /// Greater than zero where a run of the program may leave out what it does.
    pub(super) maybe: u32,
    /// Greater than zero where the program goes on after an error.
    pub(super) guarded: u32,
    /// Why what follows is known not to happen.
    pub(super) doomed: Option<Rc<str>>,
    /// Greater than zero while standard output goes elsewhere.
    pub(super) silent: u32,
    base: Option<AbstractString>,
    left: BTreeMap<String, Left>,
    scattered: bool,
}

impl<'r> Recorder<'r> {
    /// An empty one.
    pub(super) fn new(request: &Request<'r>) -> Self {
        Self {
            facts: request.facts,
            steps: Vec::new(),
            unknown: BTreeSet::new(),
            printed: Output::Nothing,
            maybe: 0,
            guarded: 0,
            doomed: None,
            silent: 0,
            base: None,
            left: BTreeMap::new(),
            scattered: false,
        }
    }

    /// What was found.
    pub(super) fn finish(self) -> Reading {
        Reading {
            steps: self.steps,
            unknown: self.unknown.into_iter().collect(),
            output: self.printed,
            fails: self.doomed,
        }
    }

    /// Tells something that could not be known.
    pub(super) fn unknown(&mut self, span: Span, reason: &str) {
        if self.unknown.len() < OPERATIONS_CAP {
            self.unknown.insert((span, reason.into()));
        }
    }

    /// Tells code that nobody reads here: anything may be there afterwards.
    pub(super) fn unread(&mut self, span: Span, reason: &str) {
        self.unknown(span, reason);
        self.scattered = true;
        self.printed = Output::Unknown(reason.into());
    }

    /// Prints a text.
    pub(super) fn print(&mut self, text: &AbstractString) {
        if self.silent > 0 {
            return;
        }
        let mut shown = text.clone();
        if self.maybe > 0 {
            shown = AbstractString::unknown("what is printed depends on what nobody knows");
        }
        let printed = std::mem::take(&mut self.printed);
        self.printed = printed.followed_by(Output::Text(shown));
    }

    /// Prints what nobody knows.
    pub(super) fn print_unknown(&mut self, why: &str) {
        if self.silent == 0 {
            self.printed = Output::Unknown(why.into());
        }
    }

    /// The program ends here with an error, unless it may not get here.
    pub(super) fn stop(&mut self, why: &str) {
        if self.maybe == 0 && self.guarded == 0 {
            self.doomed.get_or_insert_with(|| why.into());
        }
    }

    /// One path is written; gives the operation's number.
    pub(super) fn file(&mut self, site: &Site, action: FileAction, path: &AbstractString) -> Option<usize> {
        let link = match action {
            FileAction::Delete { .. } | FileAction::RemoveDirectory { .. } => LinkUse::Itself,
            _ => LinkUse::Followed,
        };
        let target = self.joined(path);
        self.leave(&target, action);
        let content = matches!(action, FileAction::Write | FileAction::CreateNew).then(|| "".into());
        self.push(Operation::File(FileOperation {
            action,
            target: Field { value: target, many: false, span: site.span },
            directory: None,
            link,
            cause: Rc::clone(&site.cause),
            class: CommandClass::Known,
            content,
            fails: None,
        }))
    }

    /// Adds to the content of a file that the operation opened; `None`: something that nobody knows.
    pub(super) fn written(&mut self, step: usize, text: Option<&str>) {
        let maybe = self.maybe > 0;
        let Some(Step { operation: Operation::File(file), certain, .. }) = self.steps.get_mut(step) else {
            return;
        };
        let have = file.content.as_deref().filter(|have| have.len() <= CONTENT_CAP);
        file.content = match (have, text) {
            (Some(have), Some(text)) if !(maybe && *certain) => Some([have, text].concat().into()),
            _ => None,
        };
        let known = file.content.clone();
        if let Some(path) = file.target.value.known().map(str::to_owned) {
            let key = self.key(&path);
            let certain = matches!(self.steps.get(step), Some(Step { certain: true, .. }));
            let left = if certain { Left::Present(known) } else { Left::Unsure };
            self.left.insert(key, left);
        }
    }

    /// Unknown paths below a directory are written.
    pub(super) fn below(&mut self, site: &Site, action: FileAction, directory: &AbstractString) {
        let value = self.joined(directory);
        self.leave(&value, FileAction::Metadata { recursive: true });
        self.push(Operation::Below {
            directory: Field { value, many: false, span: site.span },
            action,
            cause: Rc::clone(&site.cause),
            class: CommandClass::Known,
            fails: None,
        });
    }

    /// A file or tree is copied, moved or linked to a destination.
    pub(super) fn transfer(
        &mut self,
        site: &Site,
        kind: TransferKind,
        source: &AbstractString,
        destination: &AbstractString,
        mode: DestinationMode,
    ) {
        let field = |value| Field { value, many: false, span: site.span };
        // A link's text is relative to the link's own place.
        let is_link = matches!(kind, TransferKind::SymbolicLink { .. });
        let from = if is_link { source.clone() } else { self.joined(source) };
        let to = self.joined(destination);
        if kind == TransferKind::Move {
            self.leave(&from, FileAction::Delete { recursive: true, force: false });
        }
        self.leave(&to, FileAction::Modify);
        let destination_link = match (kind, mode) {
            (TransferKind::Copy, _) | (_, DestinationMode::Either) => LinkUse::Followed,
            _ => LinkUse::Itself,
        };
        self.push(Operation::Transfer(Transfer {
            mode,
            destination_link,
            ..Transfer::of(kind, vec![field(from)], field(to), Rc::clone(&site.cause))
        }));
    }

    /// A shell runs a text.
    pub(super) fn shell(&mut self, site: &Site, text: &AbstractString, child: Child) {
        let directory = child.directory.as_ref().map(|path| self.joined(path)).or_else(|| self.base.clone());
        let shell = ShellText {
            text: Field { value: text.clone(), many: false, span: site.span },
            name: None,
            parameters: Vec::new(),
            dialect: Dialect::Sh,
            options: Vec::new(),
            directory,
            input: child.input,
        };
        let changed = child.clears_environment || !child.environment.is_empty();
        if !changed && child.prints {
            self.child(Operation::Shell(shell), true);
            return;
        }
        let field = |text: &str| Field::text(text, site.span);
        let argv = vec![field("sh"), field("-c"), shell.text];
        self.child(
            Operation::Invoke(Invocation {
                directory: shell.directory,
                environment: child.environment,
                clears_environment: child.clears_environment,
                input: shell.input,
                prints: child.prints,
                ..Invocation::of(argv)
            }),
            child.prints,
        );
    }

    /// A command runs.
    pub(super) fn invoke(&mut self, site: &Site, arguments: Vec<AbstractString>, child: Child) {
        let directory = child.directory.as_ref().map(|path| self.joined(path)).or_else(|| self.base.clone());
        let argv = arguments.into_iter().map(|value| Field { value, many: false, span: site.span }).collect();
        self.child(
            Operation::Invoke(Invocation {
                directory,
                environment: child.environment,
                clears_environment: child.clears_environment,
                input: child.input,
                prints: child.prints,
                ..Invocation::of(argv)
            }),
            child.prints,
        );
    }

    fn child(&mut self, operation: Operation, prints: bool) {
        self.push(operation);
        self.scattered = true;
        if prints {
            self.print_unknown("what a program's child prints");
        }
    }

    /// The working directory changes.
    pub(super) fn chdir(&mut self, path: &AbstractString) {
        let target = self.joined(path);
        self.base = Some(match (&self.base, self.maybe) {
            (_, 0) => target,
            (Some(base), _) => crate::value::collapse(&[base.clone(), target]),
            (None, _) => AbstractString::unknown("the working directory depends on what nobody knows"),
        });
    }

    /// What relative paths start at, if that is not where the command started.
    pub(super) fn base(&self) -> Option<AbstractString> {
        self.base.clone()
    }

    /// Sets that.
    pub(super) fn set_base(&mut self, base: Option<AbstractString>) {
        self.base = base;
    }

    /// The program is known to end with a failure.
    pub(super) fn ends_with_failure(&mut self) {
        if self.maybe == 0 {
            self.doomed.get_or_insert_with(|| "the program ends with a failure".into());
        }
    }

    /// The working directory, as `getcwd` tells it.
    pub(super) fn directory(&self) -> AbstractString {
        let here = self.facts.directory();
        match (&self.base, here) {
            (Some(base), Some(here)) if base.starts_with("/") == Some(false) => {
                let joined = AbstractString::text(&here).concat(&AbstractString::text("/")).concat(base);
                match joined.known() {
                    Some(known) => AbstractString::text(&normal(known)),
                    None => joined,
                }
            }
            (Some(base), _) => base.clone(),
            (None, Some(here)) => AbstractString::text(&here),
            (None, None) => AbstractString::unknown("the current directory is not known"),
        }
    }

    /// A variable of the environment.
    pub(super) fn environment(&self, name: &str) -> Option<String> {
        self.facts.environment(name)
    }

    /// What the program reads from its standard input.
    pub(super) fn input(&self) -> &Output {
        self.facts.input()
    }

    /// A path from the directory that the command started in.
    pub(super) fn joined(&self, path: &AbstractString) -> AbstractString {
        let Some(base) = &self.base else { return path.clone() };
        if path.starts_with("/") == Some(true) {
            return path.clone();
        }
        let mut joined = base.clone();
        if path.starts_with("/").is_none() {
            // It may be absolute.
            return path.clone().concat(&AbstractString::unknown("a path that may be absolute"));
        }
        joined.push_text("/");
        joined.concat(path)
    }

    fn push(&mut self, operation: Operation) -> Option<usize> {
        if self.steps.len() >= OPERATIONS_CAP {
            self.unknown(Span::default(), "the program writes more than is told");
            return None;
        }
        self.steps.push(Step {
            operation,
            certain: self.maybe == 0,
            guarded: self.guarded > 0,
            fails: self.doomed.clone(),
        });
        Some(self.steps.len() - 1)
    }
}
