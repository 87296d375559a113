//! Inline programs in other languages: what runs them tells a `run` intent until somebody reads them.

use crate::analysis::flow::Flow;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::State;
use crate::commands::plan::Program;
use crate::intent::CommandClass;

impl<'a> Interpreter<'a, '_> {
    /// An inline program.
    pub fn inline_program(&mut self, program: &Program, mut state: State<'a>) -> Flow<'a> {
        self.run_intent(&mut state, &program.cause, program.text.span, CommandClass::Build);
        self.unread(state, "what an inline program prints")
    }
}
