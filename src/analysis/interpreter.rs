//! The interpreter's own store: what it has found, where texts come from, and how much work is left.
//!
//! Owns the log of intents and unknowns, the sources with their spans, and the budgets. How commands run stands in
//! `exec`.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use bumpalo::Bump;

use crate::analysis::Options;
use crate::analysis::align::align;
use crate::analysis::path::{Files, Last};
use crate::analysis::state::{Seen, State};
use crate::analysis::trace::Move;
use crate::commands::model::Row;
use crate::intent::{
    Analysis, CommandClass, FileIntent, FileTarget, IntentKind, Place, Problem, Unknown, Via, WriteIntent,
};
use crate::lexer::SpanMap;
use crate::span::Span;
use crate::syntax::SyntaxError;
use crate::world::World;

/// Simple commands, loop rounds and nested texts that one analysis runs.
pub const STEPS_CAP: u32 = 10_000;

/// Commands, substitutions and texts inside one another.
pub const DEPTH_CAP: u32 = 40;

/// Intents that one analysis tells.
pub const INTENTS_CAP: usize = 20_000;

/// Nested texts (eval, `sh -c`, scripts) in bytes, all together.
pub const NESTED_TEXT_CAP: usize = 1 << 20;

/// Longer nested texts are not looked for byte by byte in the text that holds them.
const ALIGN_CAP: usize = 64 << 10;

/// The interpreter.
pub struct Interpreter<'a, 'w> {
    /// Holds every tree for the whole analysis.
    pub arena: &'a Bump,
    /// The outermost text.
    pub text: &'a str,
    /// The machine.
    pub world: &'w dyn World,
    /// How the command is analysed.
    pub options: &'w Options,
    /// Commands that a user added; they come before the table's own.
    pub added: &'w [Row<'w>],
    /// The texts that were parsed, the outermost first.
    pub sources: Vec<Source<'a>>,
    /// The text that runs.
    pub source: usize,
    /// The road that leads to what runs.
    pub via: Vec<Via>,
    /// Greater than zero where `set -e` does not hold.
    pub lenient: u32,
    /// Command substitutions that run just now.
    pub substituting: u32,
    /// An expansion since the last simple command ends the shell if a variable is unset.
    pub may_end: bool,
    /// The simple command that runs, for `$LINENO`.
    pub line_of: Span,
    /// How deep commands are in one another.
    pub depth: u32,
    steps: u32,
    nested: usize,
    intents: Vec<WriteIntent>,
    by_span: HashMap<Span, Vec<usize>>,
    unknown: BTreeSet<Unknown>,
    errors: Vec<Problem>,
    /// What the command moved, where somebody wants to know.
    pub moves: Option<Vec<Move>>,
    places: RefCell<Vec<(String, Option<Rc<Place>>)>>,
}

/// A text that was parsed.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// its spans are the outermost text's, moved by this
    Moved(u32),
    /// it stands there quoted, or with expansions in it
    Mapped(SpanMap<'a>),
    /// it stands nowhere in the outermost text as it is; this caused it
    Within(Span),
}

/// An intent before it is told.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What is written.
    pub kind: IntentKind,
    /// Where.
    pub place: Option<Rc<Place>>,
    /// Why it is known to fail.
    pub fails: Option<String>,
    /// What it rests on.
    pub assumes: Vec<Rc<str>>,
    /// The command, for people.
    pub cause: Rc<str>,
    /// See [`CommandClass`].
    pub class: CommandClass,
    /// Where it is caused, in the text that runs.
    pub span: Span,
}

impl<'a, 'w> Interpreter<'a, 'w> {
    /// A new one.
    #[must_use]
    pub fn new(arena: &'a Bump, text: &'a str, options: &'w Options, world: &'w dyn World) -> Self {
        Self {
            arena,
            text,
            world,
            options,
            added: &[],
            sources: vec![Source::Moved(0)],
            source: 0,
            via: Vec::new(),
            lenient: 0,
            substituting: 0,
            may_end: false,
            line_of: Span::default(),
            depth: 0,
            steps: 0,
            nested: 0,
            intents: Vec::new(),
            by_span: HashMap::new(),
            unknown: BTreeSet::new(),
            errors: Vec::new(),
            moves: None,
            places: RefCell::default(),
        }
    }

    /// The file system as a state has it.
    #[must_use]
    pub fn files<'s>(&'s self, state: &'s State<'a>) -> Files<'s> {
        Files { overlay: &state.overlay, world: self.world }
    }

    /// A span of the text that runs, in the outermost text.
    #[must_use]
    pub fn outer(&self, span: Span) -> Span {
        match self.sources.get(self.source) {
            Some(Source::Moved(0)) | None => span,
            Some(Source::Moved(by)) => {
                Span::new(span.start.saturating_add(*by), span.end.saturating_add(*by))
            }
            Some(Source::Mapped(map)) => map.outer(span),
            Some(Source::Within(whole)) => *whole,
        }
    }

    /// Adds a text that stands at `span` of the outermost text, perhaps quoted; gives its number.
    pub fn add_source(&mut self, text: &str, span: Span) -> usize {
        let from = self.text.get(span.start as usize..).unwrap_or("");
        let place = if text.is_empty() { None } else { from.find(text) };
        let source = match place.and_then(|place| u32::try_from(place).ok()) {
            Some(place) => Source::Moved(span.start + place),
            None => self.mapped(text, span),
        };
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// A text that stands at `span` quoted, or as a here-document behind it.
    fn mapped(&self, text: &str, span: Span) -> Source<'a> {
        let is_word = span.len() as usize > text.len() / 2;
        let start = if is_word {
            span.start
        } else {
            let from = self.text.get(span.start as usize..).unwrap_or("");
            let line = text.lines().next().unwrap_or("");
            match memchr::memmem::find(from.as_bytes(), line.as_bytes()).and_then(|at| u32::try_from(at).ok())
            {
                Some(at) if !line.is_empty() => span.start + at,
                _ => return Source::Within(span),
            }
        };
        let end = if is_word { span.end as usize } else { self.text.len() };
        let (Some(outer), Ok(length)) = (self.text.get(start as usize..end), u32::try_from(text.len()))
        else {
            return Source::Within(span);
        };
        if text.is_empty() || text.len() > ALIGN_CAP {
            return Source::Within(span);
        }
        let segments = self.arena.alloc_slice_copy(&align(outer, start, text));
        Source::Mapped(SpanMap::new(segments, length))
    }

    /// Counts one step; false if none is left.
    pub fn step(&mut self, span: Span) -> bool {
        self.steps += 1;
        if self.steps == STEPS_CAP {
            self.unknown(span, "the command takes more steps than are followed");
        }
        self.steps < STEPS_CAP
    }

    /// Counts the bytes of a nested text; false if none are left.
    pub fn take_text(&mut self, length: usize, span: Span) -> bool {
        self.nested = self.nested.saturating_add(length);
        let enough = self.nested <= NESTED_TEXT_CAP;
        if !enough {
            self.unknown(span, "the command runs more text than is read");
        }
        enough
    }

    /// Goes one deeper; false (and nothing to undo) if that is too deep.
    pub fn descend(&mut self, span: Span) -> bool {
        if self.depth >= DEPTH_CAP {
            self.unknown(span, "commands inside one another deeper than are followed");
            return false;
        }
        self.depth += 1;
        true
    }

    /// Tells something that could not be known; `span` in the text that runs.
    pub fn unknown(&mut self, span: Span, reason: &str) {
        let span = self.outer(span);
        if self.unknown.len() < INTENTS_CAP {
            self.unknown.insert(Unknown { span, reason: reason.to_owned() });
        }
    }

    /// Tells the errors that the shell meets only when it runs the part that holds them.
    pub fn deferred(&mut self, errors: &[SyntaxError]) {
        for error in errors {
            self.unknown(error.span, &format!("what is parsed only when it runs does not parse: {error}"));
        }
    }

    /// Tells a syntax error; `span` in the text that runs.
    pub fn error(&mut self, span: Span, message: String) {
        let problem = Problem { span: self.outer(span), message };
        if !self.errors.contains(&problem) {
            self.errors.push(problem);
        }
    }

    /// Tells an intent on a path.
    pub fn emit(&mut self, state: &mut State<'a>, draft: Draft) -> Option<usize> {
        let fails = draft.fails.or_else(|| state.doubt.doomed.as_deref().map(str::to_owned));
        self.unresolved(&draft.kind, draft.span);
        let mut assumes: Vec<String> = draft.assumes.iter().map(|what| what.to_string()).collect();
        assumes.sort_unstable();
        assumes.dedup();
        let intent = WriteIntent {
            kind: draft.kind,
            place: draft.place,
            certain: false,
            fails,
            assumes,
            via: self.via.clone(),
            cause: draft.cause.to_string(),
            class: draft.class,
            span: self.outer(draft.span),
        };
        let happens = intent.fails.is_none();
        let number = self.record(intent)?;
        // What is known to fail on this path is not certain because it may happen on another.
        if happens {
            state.seen.insert(number);
        }
        Some(number)
    }

    /// Tells a write of a file once more, of another target.
    pub fn tell_again(&mut self, state: &mut State<'a>, intent: &WriteIntent, target: FileTarget) {
        let IntentKind::File(file) = &intent.kind else { return };
        let file = FileIntent { target, covers: Vec::new(), content: None, ..file.clone() };
        if let Some(number) = self.record(WriteIntent { kind: IntentKind::File(file), ..intent.clone() }) {
            state.seen.insert(number);
        }
    }

    /// What was told so far.
    #[must_use]
    pub fn intents(&self) -> &[WriteIntent] {
        &self.intents
    }

    /// The new content of a file that an intent writes, as far as it is known by now.
    pub fn set_content(&mut self, number: usize, text: Option<String>) {
        if let Some(IntentKind::File(file)) = self.intents.get_mut(number).map(|intent| &mut intent.kind) {
            file.content = text;
        }
    }

    fn unresolved(&mut self, kind: &IntentKind, span: Span) {
        match kind {
            IntentKind::File(FileIntent { target: FileTarget::Unresolved(reason), .. }) => {
                let reason = format!("what is written is not known: {reason}");
                self.unknown(span, &reason);
            }
            IntentKind::Git(git) if git.unresolved.is_some() => {
                let reason = git.unresolved.clone().unwrap_or_default();
                self.unknown(span, &reason);
            }
            IntentKind::Push(push) if push.unresolved.is_some() => {
                let reason = push.unresolved.clone().unwrap_or_default();
                self.unknown(span, &reason);
            }
            _ => {}
        }
    }

    fn record(&mut self, intent: WriteIntent) -> Option<usize> {
        let same = self.by_span.get(&intent.span).and_then(|numbers| {
            numbers
                .iter()
                .copied()
                .find(|number| self.intents.get(*number).is_some_and(|have| is_same_write(have, &intent)))
        });
        if let Some(number) = same {
            if let Some(have) = self.intents.get_mut(number) {
                // A path on which it happens tells more than one on which it can't.
                if intent.fails.is_none() {
                    have.fails = None;
                }
                if intent.assumes.is_empty() {
                    have.assumes.clear();
                }
            }
            return Some(number);
        }
        if self.intents.len() >= INTENTS_CAP {
            self.unknown.insert(Unknown {
                span: intent.span,
                reason: "the command writes more than is told".to_owned(),
            });
            return None;
        }
        let number = self.intents.len();
        self.by_span.entry(intent.span).or_default().push(number);
        self.intents.push(intent);
        Some(number)
    }

    /// The place of a physical path as a state has it.
    pub fn place(&self, state: &State<'a>, path: &str) -> Option<Rc<Place>> {
        if !state.repositories.is_untouched() {
            return state.repositories.place(self.world, path).ok().flatten();
        }
        // Most targets of one command lie in few directories.
        let directory = match self.files(state).entry(path) {
            Some(crate::world::Entry::Directory) => path,
            _ => path.rsplit_once('/').map_or(path, |(directory, _)| directory),
        };
        let known =
            self.places.borrow().iter().find(|(have, _)| have == directory).map(|(_, place)| place.clone());
        if let Some(place) = known {
            return place;
        }
        let place = state.repositories.place(self.world, path).ok().flatten();
        let mut places = self.places.borrow_mut();
        if places.len() >= 16 {
            places.remove(0);
        }
        places.push((directory.to_owned(), place.clone()));
        place
    }

    /// The physical path of an absolute one.
    #[must_use]
    pub fn physical(&self, state: &State<'a>, path: &str) -> String {
        self.files(state).resolve(path, Last::Follow).path
    }

    /// The answer. `ends` holds what each path to the end has.
    #[must_use]
    pub fn finish(mut self, ends: &[Seen]) -> Analysis {
        for (number, intent) in self.intents.iter_mut().enumerate() {
            intent.certain = intent.fails.is_none()
                && intent.assumes.is_empty()
                && !ends.is_empty()
                && ends.iter().all(|seen| seen.contains(number));
        }
        self.intents.sort_by_key(|intent| intent.span);
        let runs = self.intents.iter().any(|intent| matches!(intent.kind, IntentKind::Run));
        Analysis {
            complete: self.unknown.is_empty() && self.errors.is_empty() && !runs,
            intents: self.intents,
            unknown: self.unknown.into_iter().collect(),
            errors: self.errors,
        }
    }
}

/// True if two intents tell the same write, whatever they rest on.
fn is_same_write(left: &WriteIntent, right: &WriteIntent) -> bool {
    is_same_kind(&left.kind, &right.kind)
        && left.place == right.place
        && left.cause == right.cause
        && left.via == right.via
        && left.class == right.class
        && (left.assumes == right.assumes || left.assumes.is_empty() || right.assumes.is_empty())
}

/// Content is filled in later and tells nothing apart.
fn is_same_kind(left: &IntentKind, right: &IntentKind) -> bool {
    match (left, right) {
        (IntentKind::File(left), IntentKind::File(right)) => {
            left.effect == right.effect
                && left.target == right.target
                && left.link == right.link
                && left.covers == right.covers
        }
        (left, right) => left == right,
    }
}
