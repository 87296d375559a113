//! `test`, `[` and `let`.

use super::arguments;
use crate::analysis::arithmetic::{self, Number};
use crate::analysis::condition::{self, Truth};
use crate::analysis::environment::Scope;
use crate::analysis::exec::{Call, expansion_failed, number_truth, truth_flow};
use crate::analysis::flow::Flow;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::State;

/// `test` and `[`.
pub fn test<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let mut words = arguments(&call);
    if call.fields.first().and_then(|field| field.known()) == Some("[") {
        match words.split_last() {
            Some((last, rest)) if last.known() == Some("]") => words = rest,
            _ => return Flow::failure(state, 2),
        }
    }
    let mut scope = Scope::new(interpreter, &mut state);
    let truth = condition::test_arguments(words, &mut scope);
    if let Some(failure) = scope.failure {
        return expansion_failed(state, failure);
    }
    truth_flow(state, &truth)
}

/// `let`.
pub fn let_<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let mut truth = Truth::No;
    for field in arguments(&call) {
        let mut scope = Scope::new(interpreter, &mut state);
        let number = arithmetic::evaluate_text(&field.value, field.span, &mut scope);
        if let Some(failure) = scope.failure {
            return expansion_failed(state, failure);
        }
        truth = number_truth(&number);
        if let Number::Error(_) = number {
            break;
        }
    }
    truth_flow(state, &truth)
}
