//! Plans: what a program will do becomes intents, overlay changes and an outcome.
//!
//! Owns the operations of a plan and the running of commands inside commands. Single writes stand in `apply`, copies and
//! moves in `transfer`, script files in `scripts`.

use std::rc::Rc;

use crate::analysis::apply::Write;
use crate::analysis::descriptors::Descriptor;
use crate::analysis::exec::{Call, Callee};
use crate::analysis::expand::Variable;
use crate::analysis::flow::{Flow, States};
use crate::analysis::interpreter::{Draft, Interpreter};
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::state::{Capture, Cell, Directory, State};
use crate::commands::plan::{FileAction, FileOperation, Invocation, Operation, Outcome, Plan, Runs};
use crate::intent::{CommandClass, IntentKind, LinkUse};
use crate::span::Span;
use crate::value::{AbstractString, Field};
use crate::world::Entry;

/// The exit status of a wrapper that can't run its command (`env -C` to nowhere).
const CANNOT_RUN: u8 = 125;

impl<'a> Interpreter<'a, '_> {
    /// Does what a plan says.
    pub fn apply(&mut self, plan: Plan, state: State<'a>, argv: &[Field]) -> Flow<'a> {
        for (span, reason) in &plan.unknown {
            self.unknown(*span, reason);
        }
        if plan.operations.is_empty() {
            let mut flow = self.finished(state.clone(), state, &plan, None);
            if plan.reliable {
                doubt_failure(&mut flow);
            }
            return flow;
        }
        let before = state.clone();
        let mut current = States::one(state);
        let mut failed: Option<Rc<str>> = None;
        let mut outcome: Option<Flow<'a>> = None;
        for operation in &plan.operations {
            outcome = None;
            if let Operation::File(_)
            | Operation::Transfer(_)
            | Operation::Below { .. }
            | Operation::Run { .. } = operation
            {
                for state in current.iter_mut() {
                    if let Some(why) = self.operation(operation, state) {
                        failed.get_or_insert(why);
                    }
                }
                continue;
            }
            let mut flow = Flow::none();
            let (once, entering) = (runs_once(operation), current.clone());
            for state in current.take() {
                flow.absorb(self.inner(operation, state, argv));
            }
            if !once {
                flow.ok.extend(entering);
            }
            current = flow.clone().advance();
            outcome = once.then_some(flow);
        }
        if let Some(flow) = outcome
            && plan.outcome == Outcome::Open
            && failed.is_none()
        {
            return flow;
        }
        let reliable = failed.is_none() && is_reliable(&plan, argv);
        let mut flow = Flow::none();
        for state in current {
            flow.absorb(self.finished(before.clone(), state, &plan, failed.as_ref()));
        }
        if reliable {
            doubt_failure(&mut flow);
        }
        flow
    }

    fn finished(
        &mut self,
        before: State<'a>,
        mut after: State<'a>,
        plan: &Plan,
        failed: Option<&Rc<str>>,
    ) -> Flow<'a> {
        self.print(&mut after, 1, &plan.output);
        match (plan.outcome, failed) {
            (_, Some(why)) => {
                let real = after.clone();
                Flow::doomed(after, real, why)
            }
            (Outcome::Failure, None) => {
                let real = after.clone();
                Flow::doomed(after, real, &"the command is known to fail".into())
            }
            (Outcome::Success, None) => Flow::success(after),
            (Outcome::Open, None) => Flow::open(after, before),
        }
    }

    /// Does an operation that runs no other command; says why the command fails by it.
    pub fn operation(&mut self, operation: &Operation, state: &mut State<'a>) -> Option<Rc<str>> {
        match operation {
            Operation::File(file) => self.file(file, state),
            Operation::Transfer(transfer) => self.transfer(transfer, state),
            Operation::Below { directory, action, cause, class, fails } => {
                let mut target = directory.value.clone();
                target.push_text("/");
                target.push(crate::value::Piece::Below(Rc::clone(cause)));
                let write = Write {
                    action: *action,
                    target: &target,
                    directory: None,
                    link: LinkUse::Followed,
                    cause: Rc::clone(cause),
                    class: *class,
                    content: None,
                    fails: fails.clone(),
                    span: directory.span,
                };
                self.write(state, &write).failed
            }
            Operation::Run { cause, span, class } => {
                self.run_intent(state, cause, *span, *class);
                None
            }
            _ => None,
        }
    }

    fn file(&mut self, file: &FileOperation, state: &mut State<'a>) -> Option<Rc<str>> {
        let write = Write {
            action: file.action,
            target: &file.target.value,
            directory: file.directory.as_ref(),
            link: file.link,
            cause: Rc::clone(&file.cause),
            class: file.class,
            content: file.content.clone(),
            fails: file.fails.clone(),
            span: file.target.span,
        };
        let failed = self.write(state, &write).failed;
        if let FileAction::RemoveDirectory { parents: true } = file.action {
            self.remove_parents(file, state);
        }
        failed
    }

    /// `rmdir -p a/b/c` removes `a/b` and `a` too.
    fn remove_parents(&mut self, file: &FileOperation, state: &mut State<'a>) {
        let Some(known) = file.target.known() else { return };
        let mut path = known.trim_end_matches('/');
        while let Some((parent, _)) = path.rsplit_once('/').filter(|(parent, _)| !parent.is_empty()) {
            let target = Field::text(parent, file.target.span);
            let mut upper = file.clone();
            upper.target = target;
            upper.action = FileAction::RemoveDirectory { parents: false };
            self.file(&upper, state);
            path = parent;
        }
    }

    /// Code runs that is not read here.
    pub fn run_intent(&mut self, state: &mut State<'a>, cause: &Rc<str>, span: Span, class: CommandClass) {
        let place =
            state.process.directory.known().map(str::to_owned).and_then(|path| self.place(state, &path));
        let draft = Draft {
            kind: IntentKind::Run,
            place,
            fails: None,
            assumes: Vec::new(),
            cause: Rc::clone(cause),
            class,
            span,
        };
        self.emit(state, draft);
        // Nobody knows what it writes.
        state.overlay.scatter();
    }

    /// Does an operation that runs something else.
    pub fn inner(&mut self, operation: &Operation, state: State<'a>, argv: &[Field]) -> Flow<'a> {
        match operation {
            Operation::Invoke(invocation) => self.invocation(invocation, state),
            Operation::Shell(shell) => self.shell_text(shell, state),
            Operation::Script(script) => self.script_file(script, state, argv),
            Operation::FileTexts(texts) => self.file_texts(texts, state),
            Operation::Program(program) => self.inline_program(program, state),
            other => {
                let mut state = state;
                let before = state.clone();
                match self.operation(other, &mut state) {
                    Some(why) => Flow::doomed(state, before, &why),
                    None => Flow::open(state, before),
                }
            }
        }
    }

    fn invocation(&mut self, invocation: &Invocation, mut state: State<'a>) -> Flow<'a> {
        let span = invocation.argv.first().map(|field| field.span).unwrap_or_default();
        if invocation.argv.is_empty() {
            return Flow::success(state);
        }
        if !self.step(span) || !self.descend(span) {
            return self.open(state);
        }
        let before = state.clone();
        state.enter(if invocation.prints { Capture::Inherit } else { Capture::Take });
        let astray = invocation.directory.as_ref().and_then(|directory| self.move_to(&mut state, directory));
        if invocation.clears_environment {
            let process = state.process_mut();
            process.variables = Rc::default();
            process.bare = true;
        }
        for (name, value) in &invocation.environment {
            let cell = state.cell_mut(name, || Variable::Unset);
            *cell = Cell::plain(match value {
                Some(value) => crate::analysis::variables::scalar(value.clone()),
                None => Variable::Unset,
            });
            cell.exported = value.is_some();
        }
        if let Some(input) = &invocation.input {
            let input = state.add_input(input.clone());
            state.process_mut().descriptors.set(0, Descriptor::Input(input));
        }
        if let Some(why) = invocation.fails.as_ref().or(astray.as_ref()) {
            state.doubt.doomed.get_or_insert(Rc::clone(why));
        }
        let doomed = invocation.fails.is_some();
        let kind = if invocation.in_shell { Callee::NoFunction } else { Callee::Program };
        let call = Call { fields: &invocation.argv, node: None, kind };
        let flow = self.call(call, state);
        self.depth -= 1;
        let mut flow = self.end_subshell(flow).map(|mut state| {
            state.leave();
            if doomed {
                state.doubt.doomed = None;
            }
            state
        });
        if astray.is_some() {
            flow.absorb(Flow::failure(before, CANNOT_RUN));
        }
        flow
    }

    /// Goes to a directory as a program does (`env -C`): physically, and nothing is printed. Says why that is known to
    /// fail.
    pub fn move_to(&mut self, state: &mut State<'a>, directory: &AbstractString) -> Option<Rc<str>> {
        let absolute = path::absolute(&state.process.directory.physical(), directory);
        let mut astray = None;
        let here = match path::shape(&absolute) {
            Shape::Exact(path) => {
                let resolved = self.files(state).resolve(&path, Last::Follow);
                if resolved.entry.as_ref().is_some_and(|entry| *entry != Entry::Directory) {
                    astray = Some(format!("`{path}` is no directory").into());
                }
                let physical = resolved.path;
                Directory::Known {
                    logical: physical.as_str().into(),
                    physical: physical.into(),
                    assumes: absolute.assumes().to_vec(),
                }
            }
            _ => Directory::Abstract(absolute),
        };
        let process = state.process_mut();
        process.directory = here;
        Rc::make_mut(&mut process.variables).remove("PWD");
        astray
    }
}

/// Commands that fail only if one of their writes does.
const RELIABLE: &[&str] =
    &["chmod", "cp", "ln", "mkdir", "mv", "rm", "rmdir", "tee", "touch", "truncate", "unlink"];

/// What the failure of a command leads to that is known to succeed is judged, but not expected.
fn doubt_failure(flow: &mut Flow<'_>) {
    let why: Rc<str> = "the command before it is known to succeed".into();
    flow.maybe_failed.iter_mut().for_each(|state| {
        state.doubt.doomed.get_or_insert_with(|| Rc::clone(&why));
    });
}

/// True if nothing that is not told can make the command fail.
fn is_reliable(plan: &Plan, argv: &[Field]) -> bool {
    let known = |field: &Field| field.known().is_some();
    plan.unknown.is_empty()
        && argv.iter().all(known)
        && argv.first().and_then(Field::known).is_some_and(|name| RELIABLE.contains(&name))
        && plan.operations.iter().all(|operation| match operation {
            Operation::File(file) => known(&file.target),
            Operation::Transfer(transfer) => {
                transfer.sources.iter().all(known) && known(&transfer.destination)
            }
            _ => false,
        })
}

fn runs_once(operation: &Operation) -> bool {
    match operation {
        Operation::Invoke(invocation) => invocation.runs == Runs::Once,
        _ => true,
    }
}
