//! What git asks of the interpreter, answered from a state.

use crate::analysis::descriptors::Descriptor;
use crate::analysis::environment::reason_of;
use crate::analysis::expand::Variable;
use crate::analysis::flow::{Flow, States};
use crate::analysis::git::{self, Change, Effect, EffectKind, Finished, Host, Setting};
use crate::analysis::interpreter::{Draft, Interpreter};
use crate::analysis::overlay::Made;
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::repository::Repositories;
use crate::analysis::state::{Capture, State, Status};
use crate::commands::plan::{Operation, Outcome};
use crate::intent::{CommandClass, IntentKind, Via};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};
use crate::world::{Entry, World};

struct GitHost<'h, 'a, 'w> {
    interpreter: &'h mut Interpreter<'a, 'w>,
    state: State<'a>,
    input: Output,
    argv: &'h [Field],
}

impl<'a> Interpreter<'a, '_> {
    /// Runs git.
    pub fn git(&mut self, argv: &[Field], state: State<'a>) -> Flow<'a> {
        let before = state.clone();
        let input = self.input_of(&state, 0);
        let mut host = GitHost { interpreter: self, state, input, argv };
        let finished = git::run(argv, &mut host);
        let mut after = host.state;
        self.print(&mut after, 1, &finished.output);
        match finished.outcome {
            outcome if finished.answers => {
                Flow::answered(after, outcome == Outcome::Success, &"the work tree's status is known".into())
            }
            Outcome::Success => Flow::success(after),
            Outcome::Failure if finished.steers => Flow::failure(after, 1),
            Outcome::Failure => {
                let real = after.clone();
                if let Some(repositories) = finished.judged {
                    after.repositories = repositories;
                }
                Flow::doomed(after, real, &"git is known to refuse".into())
            }
            Outcome::Open => Flow::open(after, before),
        }
    }
}

impl Host for GitHost<'_, '_, '_> {
    fn world(&self) -> &dyn World {
        self.interpreter.world
    }

    fn repositories(&self) -> &Repositories {
        &self.state.repositories
    }

    fn repositories_mut(&mut self) -> &mut Repositories {
        &mut self.state.repositories
    }

    fn directory(&self) -> Result<String, String> {
        let directory = self.state.process.directory.physical();
        match directory.known() {
            Some(known) => Ok(known.to_owned()),
            None => Err(reason_of(&directory).to_string()),
        }
    }

    fn resolve(&self, base: &str, path: &AbstractString) -> Result<String, String> {
        let absolute = path::absolute(&AbstractString::text(base), path);
        match path::shape(&absolute) {
            Shape::Exact(path) => Ok(self.interpreter.files(&self.state).resolve(&path, Last::Follow).path),
            _ => Err(reason_of(&absolute).to_string()),
        }
    }

    fn entry(&self, path: &str) -> Option<Entry> {
        let resolved = self.interpreter.files(&self.state).resolve(path, Last::Follow);
        if resolved.problem.is_some() { Some(Entry::Missing) } else { resolved.entry }
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        self.interpreter.files(&self.state).list(path)
    }

    fn environment(&self, name: &str) -> Setting {
        match self.interpreter.exported(&self.state, name) {
            Variable::Unset => Setting::Unset,
            Variable::Scalar { maybe_unset: true, .. } => Setting::Unknown,
            Variable::Scalar { values, .. } => match values.as_slice() {
                [value] => Setting::Set(value.clone()),
                _ => Setting::Set(AbstractString::unknown("one of several values")),
            },
            _ => Setting::Unset,
        }
    }

    fn input(&self) -> &Output {
        &self.input
    }

    fn is_heard(&self) -> bool {
        self.interpreter.substituting > 0 && self.state.process.descriptors.get(1) != Descriptor::Outside
    }

    fn has_written_below(&self, directory: &str) -> bool {
        self.state.overlay.touches(directory)
    }

    fn written_below(&self, directory: &str) -> Vec<String> {
        self.state.overlay.written_below(directory)
    }

    fn emit(&mut self, effect: Effect) {
        let kind = match effect.kind {
            EffectKind::Git(git) => IntentKind::Git(git),
            EffectKind::Push(push) => IntentKind::Push(push),
        };
        let draft = Draft {
            kind,
            place: effect.place,
            fails: effect.fails,
            assumes: effect.assumes,
            cause: effect.cause.into(),
            class: CommandClass::Listed,
            span: effect.span,
        };
        if let Some(via) = effect.via {
            self.interpreter.via.push(via);
        }
        self.interpreter.emit(&mut self.state, draft);
        if effect.via.is_some() {
            self.interpreter.via.pop();
        }
    }

    fn apply(&mut self, operation: Operation, via: Option<Via>) -> Finished {
        if let Some(via) = via {
            self.interpreter.via.push(via);
        }
        let mut state = self.state.clone();
        state.enter(Capture::Take);
        let flow = self.interpreter.inner(&operation, state, self.argv);
        let flow = self.interpreter.end_subshell(flow);
        if via.is_some() {
            self.interpreter.via.pop();
        }
        self.finish(flow)
    }

    fn record(&mut self, change: Change) {
        match change {
            Change::Directory(path) => {
                self.state.overlay.set(&path, Made::Unsettled);
            }
            Change::Fresh(path) => self.state.overlay.set(&path, Made::Directory),
            Change::AsBefore(path) => {
                let origin = path.as_str().into();
                self.state.overlay.set(&path, Made::Copy(origin));
            }
            Change::Unknown(path) => self.state.overlay.set(&path, Made::Unknown),
            Change::File(path) => self.state.overlay.set(&path, Made::File(None)),
            Change::Removed(path) => self.state.overlay.set(&path, Made::Removed),
            Change::Unsettled(path) => self.state.overlay.unsettle(&path),
        }
    }

    fn unknown(&mut self, span: Span, reason: &str) {
        self.interpreter.unknown(span, reason);
    }
}

impl<'a> GitHost<'_, 'a, '_> {
    fn finish(&mut self, mut flow: Flow<'a>) -> Finished {
        let failed = flow.ok.is_empty() && flow.maybe_ok.is_empty() && !flow.failed.is_empty();
        let open = !flow.maybe_failed.is_empty() || !flow.failed.is_empty();
        let mut output = None;
        let ends: States<'a> = flow.advance().map(|mut state| {
            let printed = state.leave();
            output = Some(match output.take() {
                Some(before) => crate::analysis::state::either(before, printed),
                None => printed,
            });
            state
        });
        if let Some(end) = ends.joined() {
            self.state = end;
        }
        self.state.status = Status::Open;
        let outcome = match (failed, open) {
            (true, _) => Outcome::Failure,
            (false, true) => Outcome::Open,
            (false, false) => Outcome::Success,
        };
        Finished { outcome, output: output.unwrap_or_default(), ..Finished::default() }
    }
}
