//! Plans: what a program will do becomes intents, overlay changes and an outcome.
//!
//! Owns the operations of a plan and the running of commands inside commands. Single writes stand in `apply`, copies and
//! moves in `transfer`.

use std::rc::Rc;

use crate::analysis::apply::Write;
use crate::analysis::descriptors::Descriptor;
use crate::analysis::exec::{Call, Callee};
use crate::analysis::expand::Variable;
use crate::analysis::flow::{Flow, States};
use crate::analysis::interpreter::{Draft, Interpreter};
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::state::{Capture, Cell, Directory, State};
use crate::commands::plan::{
    Dialect, FileAction, FileOperation, Interpreter as Reader, Invocation, Operation, Outcome, Plan, Runs,
    ScriptFile,
};
use crate::intent::{CommandClass, IntentKind, LinkUse};
use crate::span::Span;
use crate::value::{AbstractString, Field};
use crate::world::Entry;

/// What a script's first line may be at most (bytes).
const SHEBANG_CAP: usize = 256;

impl<'a> Interpreter<'a, '_> {
    /// Does what a plan says.
    pub fn apply(&mut self, plan: Plan, state: State<'a>, argv: &[Field]) -> Flow<'a> {
        for (span, reason) in &plan.unknown {
            self.unknown(*span, reason);
        }
        if plan.operations.is_empty() {
            return self.finished(state.clone(), state, &plan, None);
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
            let why: Rc<str> = "the command before it is known to succeed".into();
            flow.maybe_failed.iter_mut().for_each(|state| {
                state.doubt.doomed.get_or_insert_with(|| Rc::clone(&why));
            });
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
    }

    /// Does an operation that runs something else.
    pub fn inner(&mut self, operation: &Operation, state: State<'a>, argv: &[Field]) -> Flow<'a> {
        match operation {
            Operation::Invoke(invocation) => self.invocation(invocation, state),
            Operation::Shell(shell) => self.shell_text(shell, state),
            Operation::Script(script) => self.script_file(script, state, argv),
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
        state.enter(if invocation.prints { Capture::Inherit } else { Capture::Take });
        if let Some(directory) = &invocation.directory {
            self.move_to(&mut state, directory);
        }
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
        if let Some(why) = &invocation.fails {
            state.doubt.doomed.get_or_insert(Rc::clone(why));
        }
        let doomed = invocation.fails.is_some();
        let kind = if invocation.in_shell { Callee::NoFunction } else { Callee::Program };
        let call = Call { fields: &invocation.argv, node: None, kind };
        let flow = self.call(call, state);
        self.depth -= 1;
        let flow = self.end_subshell(flow);
        flow.map(|mut state| {
            state.leave();
            if doomed {
                state.doubt.doomed = None;
            }
            state
        })
    }

    /// Goes to a directory as a program does (`env -C`): physically, and nothing is printed.
    pub fn move_to(&mut self, state: &mut State<'a>, directory: &AbstractString) {
        let absolute = path::absolute(&state.process.directory.physical(), directory);
        let here = match path::shape(&absolute) {
            Shape::Exact(path) => {
                let physical = self.files(state).resolve(&path, Last::Follow).path;
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
    }

    /// A script file that a program reads.
    fn script_file(&mut self, script: &ScriptFile, mut state: State<'a>, argv: &[Field]) -> Flow<'a> {
        let reader = script.interpreter.or_else(|| self.shebang(&state, &script.path));
        if self.is_missing(&state, &script.path.value)
            && crate::analysis::environment::descriptor_of(script.path.known().unwrap_or("")).is_none()
        {
            return Flow::failure(state, 127);
        }
        if let Some(Reader::Shell(dialect)) = reader
            && self.options.follow_scripts
        {
            if let Some(flow) = self.shell_script(&script.path, &script.arguments, dialect, state.clone()) {
                return flow;
            }
            let name = script.path.known().unwrap_or("a file that is not known").to_owned();
            self.unknown(script.path.span, &format!("the text of `{name}` that is run is not known"));
        }
        let span = argv.first().map_or(script.path.span, |field| field.span);
        self.run_intent(&mut state, &script.cause, span, CommandClass::Build);
        self.unread(state, "what a script prints")
    }

    /// What reads a script, by its first line; a file without one is read by the shell.
    fn shebang(&self, state: &State<'a>, file: &Field) -> Option<Reader> {
        let text = self.content_of(state, &file.value)?;
        let Some(line) = text.strip_prefix("#!") else {
            let is_text = !text.contains('\0');
            return is_text.then_some(Reader::Shell(Dialect::Bash));
        };
        let line = line.lines().next().unwrap_or("");
        let line = line.get(..SHEBANG_CAP.min(line.len())).unwrap_or("");
        let mut words = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
        let name = words.find(|word| *word != "env" && !word.starts_with('-') && !word.contains('='))?;
        match name {
            "bash" | "zsh" | "ksh" => Some(Reader::Shell(Dialect::Bash)),
            "sh" | "dash" | "ash" => Some(Reader::Shell(Dialect::Sh)),
            _ => None,
        }
    }

    /// A program that is named by a path and that no row knows.
    pub fn script_by_path(&mut self, fields: &[Field], state: State<'a>) -> Flow<'a> {
        let Some((name, arguments)) = fields.split_first() else { return Flow::success(state) };
        let script = ScriptFile {
            path: name.clone(),
            interpreter: None,
            arguments: arguments.to_vec(),
            cause: name.known().unwrap_or("a script").into(),
        };
        self.script_file(&script, state, fields)
    }

    /// A program of the command's own making or from a changed PATH, by its bare name.
    pub fn own_program(&mut self, name: &str, call: Call<'_, 'a>, state: &State<'a>) -> Option<Flow<'a>> {
        if name.contains('/') || !state.process.variables.contains_key("PATH") {
            return None;
        }
        let path = self.known_variable(state, "PATH");
        let Some(path) = path else {
            // What stands in front of `:$PATH` is searched first, whatever the rest is.
            return self.search(&self.path_prefix(state), name, call, state);
        };
        self.search(&path, name, call, state)
    }

    fn path_prefix(&self, state: &State<'a>) -> String {
        match self.variable(state, "PATH") {
            Variable::Scalar { values, .. } => {
                let prefix = values.last().map(|value| value.known_prefix().to_owned()).unwrap_or_default();
                prefix.rsplit_once(':').map(|(front, _)| front.to_owned()).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    fn search(&mut self, path: &str, name: &str, call: Call<'_, 'a>, state: &State<'a>) -> Option<Flow<'a>> {
        for directory in path.split(':').filter(|directory| directory.starts_with('/')) {
            let candidate = path::join(directory, name);
            let resolved = self.files(state).resolve(&candidate, Last::Follow);
            if let (None, Some(Entry::File { executable: true, .. })) = (resolved.problem, &resolved.entry) {
                let known = crate::commands::find(name).is_some();
                let text = self.content_of(state, &AbstractString::text(&candidate));
                // A binary of a known name is the program that the rows know.
                if known && text.is_none_or(|text| !text.starts_with("#!")) {
                    return None;
                }
                let mut fields = call.fields.to_vec();
                if let Some(first) = fields.first_mut() {
                    *first = Field::text(&candidate, first.span);
                }
                return Some(self.script_by_path(&fields, state.clone()));
            }
        }
        None
    }
}

/// Commands that fail only if one of their writes does.
const RELIABLE: &[&str] =
    &["chmod", "cp", "ln", "mkdir", "mv", "rm", "rmdir", "tee", "touch", "truncate", "unlink"];

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
