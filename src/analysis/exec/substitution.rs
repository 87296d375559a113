//! Command and process substitution.

use std::rc::Rc;

use crate::analysis::descriptors::Descriptor;
use crate::analysis::flow::{Flow, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{Capture, State, Status};
use crate::span::Span;
use crate::syntax::ast::{CommandSubstitution, List, ProcessSubstitution, SubstitutionKind};
use crate::value::{AbstractString, Output};

impl<'a> Interpreter<'a, '_> {
    /// Runs a command substitution; gives what it prints.
    pub fn substitute(&mut self, node: &'a CommandSubstitution<'a>, state: &mut State<'a>) -> Output {
        if !self.descend(node.span) {
            return Output::Unknown("a substitution too deep to follow".into());
        }
        let (line_of, pending) = (self.line_of, std::mem::take(&mut self.may_end));
        self.substituting += 1;
        let output = match node.kind {
            SubstitutionKind::Dollar | SubstitutionKind::Backquote => self.captured(&node.body, state),
            SubstitutionKind::Brace => {
                self.unknown(node.span, "`${ …; }` is not read by this shell");
                self.captured(&node.body, state)
            }
            SubstitutionKind::BraceReply => {
                self.unknown(node.span, "`${| …; }` is not read by this shell");
                Output::Unknown("`${| …; }`".into())
            }
        };
        self.substituting -= 1;
        self.line_of = line_of;
        self.may_end = pending;
        self.depth -= 1;
        output
    }

    fn captured(&mut self, list: &List<'a>, state: &mut State<'a>) -> Output {
        let mut inner = state.clone();
        inner.enter(Capture::Take);
        // Substitutions do not inherit `set -e`.
        if inner.process.options.contains("errexit") {
            Rc::make_mut(&mut inner.process_mut().options).remove("errexit");
        }
        let flow = self.list(list, States::one(inner));
        let flow = self.end_subshell(flow);
        self.back(flow, state)
    }

    /// Goes back from a subshell whose output was taken.
    fn back(&mut self, mut flow: Flow<'a>, state: &mut State<'a>) -> Output {
        let open = !flow.maybe_failed.is_empty();
        let mut output: Option<Output> = None;
        let ends = flow.advance().map(|mut end| {
            let printed = end.leave();
            let before = output.take();
            output = Some(match before {
                Some(before) => crate::analysis::state::either(before, printed),
                None => printed,
            });
            end
        });
        if let Some(end) = ends.joined() {
            *state = end;
            if open && state.status == Status::Known(0) {
                state.status = Status::Open;
            }
        } else {
            state.status = Status::Open;
        }
        output.unwrap_or_else(|| Output::Unknown("a substitution that never ends".into()))
    }

    /// Runs a process substitution; gives the name that stands for it.
    pub fn process_substitution(
        &mut self,
        node: &'a ProcessSubstitution<'a>,
        state: &mut State<'a>,
    ) -> AbstractString {
        let number = state.process.descriptors.free_for_process();
        let name = AbstractString::text(&format!("/dev/fd/{number}"));
        if !self.descend(node.span) {
            return name;
        }
        let pending = std::mem::take(&mut self.may_end);
        let mut inner = state.clone();
        if node.reads {
            inner.enter(Capture::Inherit);
            let why = Output::Unknown("what is written to a process substitution".into());
            let input = inner.add_input(why);
            inner.process_mut().descriptors.set(0, Descriptor::Input(input));
        } else {
            inner.enter(Capture::Take);
        }
        let flow = self.list(&node.body, States::one(inner));
        let flow = self.end_subshell(flow);
        let status = state.status;
        let output = self.back(flow, state);
        state.status = status;
        let descriptor =
            if node.reads { Descriptor::Outside } else { Descriptor::Input(state.add_input(output)) };
        state.process_mut().descriptors.set(number, descriptor);
        self.may_end = pending;
        self.depth -= 1;
        name
    }

    /// Expands a text a second time (`${x@P}`).
    pub fn prompt(&mut self, text: &AbstractString, span: Span, state: &mut State<'a>) -> AbstractString {
        let Some(known) = text.known() else {
            self.unknown(span, "what `@P` expands is not known");
            return AbstractString::unknown("`@P` of an unknown text");
        };
        if !known.contains(['$', '`', '\\']) {
            return text.clone();
        }
        // The text is read as the body of a here-document is: expansions run, quotes mean nothing.
        let body = format!("cat <<\u{1}\n{known}\n\u{1}\n");
        let text = self.arena.alloc_str(&body);
        self.expand_again(text, span, state)
    }
}

impl State<'_> {
    /// Adds an input; gives its number.
    pub fn add_input(&mut self, input: Output) -> usize {
        let inputs = Rc::make_mut(&mut self.inputs);
        inputs.push(input);
        inputs.len() - 1
    }
}
