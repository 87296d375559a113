//! The abstract interpreter: a tree and a `World` in, write intents out.

use std::rc::Rc;

use bumpalo::Bump;

use crate::analysis::flow::{Flow, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::overlay::Overlay;
use crate::analysis::path::{Files, Last};
use crate::analysis::state::{Directory, Seen, State};
use crate::commands::model::Row;
use crate::intent::Analysis;
use crate::syntax::ast::Script;
use crate::syntax::{self, Extglob, ParseOptions};
use crate::value::AbstractString;
use crate::world::World;

mod align;
mod apply;
pub mod arithmetic;
mod builtins;
pub mod condition;
mod descriptors;
mod environment;
mod exec;
pub mod expand;
mod facts;
mod flow;
pub mod git;
mod git_host;
mod interpreter;
mod overlay;
mod path;
pub mod pattern;
mod plans;
mod programs;
mod redirect;
pub mod repository;
mod scripts;
mod state;
mod stream;
pub mod text;
pub mod trace;
mod transfer;
mod variables;

/// How a command is analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The directory that the command starts in: absolute, or `None` if nobody knows it.
    pub cwd: Option<String>,
    /// The shell that runs the command.
    pub shell: Shell,
    /// Reads scripts that the command runs, and tells their writes with `via: script`.
    pub follow_scripts: bool,
}

/// The shell that runs the outermost command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shell {
    /// bash
    #[default]
    Bash,
    /// a POSIX shell such as dash
    Posix,
}

/// Tells what `command` will write.
///
/// ```
/// use willwrite::analysis::{Options, Shell, analyze};
/// use willwrite::world::memory::Memory;
///
/// let world = Memory::new().directory("/w/api");
/// let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true };
/// let analysis = analyze("cd api && echo hi > new.txt", &options, &world);
/// assert!(analysis.complete);
/// assert_eq!(analysis.intents.len(), 1);
/// ```
#[must_use]
pub fn analyze(command: &str, options: &Options, world: &dyn World) -> Analysis {
    analyze_with(command, options, &[], world)
}

/// The same with commands that a user added ([`crate::commands::user`]); they come before the table's own.
#[must_use]
pub fn analyze_with(command: &str, options: &Options, added: &[Row<'_>], world: &dyn World) -> Analysis {
    let arena = Bump::new();
    let mut interpreter = Interpreter::new(&arena, command, options, world);
    interpreter.added = added;
    let seen = run(&mut interpreter);
    interpreter.finish(&seen)
}

/// Tells what `command` will write, and in the order of its steps what it moves before that: the current directory,
/// variables, branches.
#[must_use]
pub fn analyze_with_moves(
    command: &str,
    options: &Options,
    added: &[Row<'_>],
    world: &dyn World,
) -> (Analysis, Vec<trace::Move>) {
    let arena = Bump::new();
    let mut interpreter = Interpreter::new(&arena, command, options, world);
    interpreter.added = added;
    interpreter.keep_moves();
    let seen = run(&mut interpreter);
    let moves = interpreter.moves.take().unwrap_or_default();
    (interpreter.finish(&seen), moves)
}

/// Runs the whole command; gives what each path to the end has.
fn run(interpreter: &mut Interpreter<'_, '_>) -> Vec<Seen> {
    let options = ParseOptions { extglob: Extglob::Off, ..ParseOptions::default() };
    let parsed = syntax::parse(interpreter.arena, interpreter.text, options);
    for error in &parsed.errors {
        interpreter.error(error.span, error.to_string());
    }
    interpreter.deferred(&parsed.deferred);
    let state = first_state(interpreter);
    let mut flow = interpreter.script(&parsed.script, States::one(state));
    if !parsed.is_clean() {
        flow = with_extglob(interpreter, parsed.script.lines.len(), flow);
    }
    let flow = interpreter.end_subshell(flow);
    let mut ends = flow.ok;
    ends.extend(flow.failed);
    seen_at(&ends)
}

/// Runs the lines that parse only with `extglob` on, which it is not: they are told as what a shell that has it on would
/// do, and as failing.
fn with_extglob<'a>(interpreter: &mut Interpreter<'a, '_>, done: usize, mut flow: Flow<'a>) -> Flow<'a> {
    let options = ParseOptions { extglob: Extglob::On, ..ParseOptions::default() };
    let parsed = syntax::parse(interpreter.arena, interpreter.text, options);
    let Some(rest) = parsed.script.lines.get(done..).filter(|_| parsed.is_clean()) else { return flow };
    interpreter.deferred(&parsed.deferred);
    let why: Rc<str> = "the line parses only with `extglob` on".into();
    let doomed = flow.clone().advance().map(|mut state| {
        state.doubt.doomed.get_or_insert_with(|| Rc::clone(&why));
        state
    });
    let script = Script { lines: rest, ..parsed.script };
    flow.absorb(interpreter.script(&script, doomed));
    flow
}

/// What each path to the end has; paths that do not really happen count only if there is no other.
fn seen_at(ends: &States<'_>) -> Vec<Seen> {
    let real = |state: &&State<'_>| state.doubt.doomed.is_none();
    let likely = |state: &&State<'_>| real(state) && !state.doubt.unlikely;
    let mut seen: Vec<Seen> = ends.iter().filter(likely).map(|state| state.seen.clone()).collect();
    if seen.is_empty() {
        seen = ends.iter().filter(real).map(|state| state.seen.clone()).collect();
    }
    seen
}

fn first_state<'a>(interpreter: &Interpreter<'a, '_>) -> State<'a> {
    let options = interpreter.options;
    let posix = options.shell == Shell::Posix;
    let directory = match &options.cwd {
        Some(cwd) => Directory::Known {
            logical: cwd.as_str().into(),
            physical: Files { overlay: &Overlay::default(), world: interpreter.world }
                .resolve(cwd, Last::Follow)
                .path
                .into(),
            assumes: Vec::new(),
        },
        None => Directory::Abstract(AbstractString::unknown("the current directory is not known")),
    };
    State::new(directory, posix)
}
