//! The file behind a redirection's word: what the word names, and what opening it does.

use std::rc::Rc;

use crate::analysis::apply::{Write, Written};
use crate::analysis::descriptors::{Descriptor, OutputFile};
use crate::analysis::environment::{Scope, descriptor_of};
use crate::analysis::expand::{self, Target};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::state::State;
use crate::commands::plan::FileAction;
use crate::intent::{CommandClass, LinkUse};
use crate::syntax::ast::{Redirection, RedirectionOperator as Operator, Word};
use crate::value::AbstractString;
use crate::world::Entry;

/// What a redirection does with its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// truncates it, made if missing
    Write,
    /// the same whatever `set -C` says
    Clobber,
    /// appends to it
    Append,
    /// reads and writes it, made if missing
    ReadWrite,
}

impl<'a> Interpreter<'a, '_> {
    /// Opens the file that a word names, for writing.
    pub(super) fn open_word(
        &mut self,
        node: &'a Redirection<'a>,
        word: &'a Word<'a>,
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<Descriptor, ()> {
        let targets = self.targets(word, state)?;
        self.open_targets(node, &targets, mode, state)
    }

    pub(super) fn open_targets(
        &mut self,
        node: &Redirection<'a>,
        targets: &[Target],
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<Descriptor, ()> {
        let mut opened: Option<Descriptor> = None;
        let mut refused = targets.contains(&Target::Ambiguous);
        let several = targets.len() > 1;
        for target in targets {
            let Target::One(value) = target else { continue };
            let seen = state.seen.clone();
            let result = self.open_file(node, value, mode, state);
            refused |= result.is_err();
            if let Ok(descriptor) = result {
                opened = Some(match opened {
                    None => descriptor,
                    Some(_) => Descriptor::Unknown("one of several files".into()),
                });
            }
            if several {
                // Only one of them is written.
                state.seen = seen;
            }
        }
        if refused && opened.is_some() {
            self.unknown(node.span, "a redirection that may name no file");
        }
        opened.ok_or(())
    }

    /// The alternatives for a redirection's word; an error if all are ambiguous.
    pub(super) fn targets(&mut self, word: &'a Word<'a>, state: &mut State<'a>) -> Result<Vec<Target>, ()> {
        // A POSIX shell does not expand patterns here.
        let plain = (state.process.posix || state.process.options.contains("posix"))
            && !state.process.options.contains("noglob");
        if plain {
            Rc::make_mut(&mut state.process_mut().options).insert("noglob".into());
        }
        let mut scope = Scope::new(self, state);
        let targets = expand::redirect_target(word, &mut scope);
        let failed = scope.failure.is_some();
        if plain {
            Rc::make_mut(&mut state.process_mut().options).remove("noglob");
        }
        if failed { Err(()) } else { Ok(targets) }
    }

    fn open_file(
        &mut self,
        node: &Redirection<'a>,
        value: &AbstractString,
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<Descriptor, ()> {
        if let Some(known) = value.known() {
            if known.is_empty() {
                return Err(());
            }
            if let Some(number) = descriptor_of(known) {
                return Ok(state.process.descriptors.get(number));
            }
            if is_device(known) {
                return Ok(Descriptor::Outside);
            }
        }
        let action = match mode {
            Mode::Write if self.refuses_to_clobber(value, state) => return Err(()),
            Mode::Write | Mode::Clobber => FileAction::Write,
            Mode::Append => FileAction::Append,
            Mode::ReadWrite => FileAction::Append,
        };
        let write = Write {
            action,
            target: value,
            directory: None,
            link: LinkUse::Followed,
            cause: text(node.operator).into(),
            class: CommandClass::Shell,
            content: matches!(mode, Mode::Write | Mode::Clobber).then(|| "".into()),
            fails: None,
            span: node.span,
        };
        match self.write(state, &write) {
            Written { failed: Some(_), .. } => Err(()),
            Written { path: Some(path), intent, .. } => Ok(Descriptor::Output(OutputFile {
                path,
                intent: intent.filter(|_| matches!(mode, Mode::Write | Mode::Clobber)),
            })),
            Written { .. } => Ok(Descriptor::Unknown("a file that is not known".into())),
        }
    }

    /// `set -C`: an existing regular file is not truncated.
    fn refuses_to_clobber(&self, value: &AbstractString, state: &State<'a>) -> bool {
        if !state.process.options.contains("noclobber") {
            return false;
        }
        let absolute = path::absolute(&state.process.directory.physical(), value);
        match path::shape(&absolute) {
            Shape::Exact(path) => {
                matches!(self.files(state).resolve(&path, Last::Follow).entry, Some(Entry::File { .. }))
            }
            _ => false,
        }
    }

    pub(super) fn open_to_read(
        &self,
        value: &AbstractString,
        state: &mut State<'a>,
    ) -> Result<Descriptor, ()> {
        let Some(known) = value.known() else {
            return Ok(Descriptor::Unknown(value.reason().unwrap_or("not known").into()));
        };
        if let Some(number) = descriptor_of(known) {
            return Ok(state.process.descriptors.get(number));
        }
        if is_device(known) {
            return Ok(Descriptor::Empty);
        }
        if known.is_empty() {
            return Err(());
        }
        if self.is_missing(state, value) {
            // Guards take inputs to exist (guards.md 2.18): what follows is judged, as a way that nothing really goes.
            state.doubt.doomed.get_or_insert_with(|| format!("there is no `{known}` to read").into());
            return Ok(Descriptor::Unknown("a file that does not exist".into()));
        }
        let absolute = path::absolute(&state.process.directory.physical(), value);
        Ok(match absolute.known() {
            Some(path) => Descriptor::File(path.into()),
            None => Descriptor::Unknown(absolute.reason().unwrap_or("not known").into()),
        })
    }
}

/// Devices and sockets that are no files of anyone.
#[must_use]
pub fn is_device(path: &str) -> bool {
    matches!(
        path,
        "/dev/null"
            | "/dev/zero"
            | "/dev/full"
            | "/dev/tty"
            | "/dev/random"
            | "/dev/urandom"
            | "/dev/ptmx"
            | "/dev/console"
    ) || ["/dev/tcp/", "/dev/udp/", "/dev/pts/"].iter().any(|prefix| path.starts_with(prefix))
}

/// The operator as it is written.
const fn text(operator: Operator) -> &'static str {
    match operator {
        Operator::Read => "<",
        Operator::Write => ">",
        Operator::Append => ">>",
        Operator::Clobber => ">|",
        Operator::ReadWrite => "<>",
        Operator::DuplicateInput => "<&",
        Operator::DuplicateOutput => ">&",
        Operator::WriteBoth => "&>",
        Operator::AppendBoth => "&>>",
        Operator::HereString => "<<<",
        Operator::HereDocument => "<<",
        Operator::HereDocumentStripTabs => "<<-",
    }
}
