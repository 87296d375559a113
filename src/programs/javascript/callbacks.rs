//! Functions that are handed over: handlers of promises and of events, and callbacks of code that nobody reads.

use super::{Evaluated, Run, Stop};
use crate::programs::value::Value;
use crate::span::Span;

/// A promise that is rejected.
pub(super) const REJECTED: &str = "%rejected";

/// Events that come for sure when all else is done.
const LAST_EVENTS: &[&str] =
    &["close", "end", "exit", "finish", "beforeExit", "open", "ready", "spawn", "load"];

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// `then`, `catch`, `finally` of a promise, which is its own value.
    pub(super) fn promise_method(
        &mut self,
        receiver: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let rejected = matches!(receiver, Value::Native(native) if &**native == REJECTED);
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        let given = |callback: &Value| !matches!(callback, Value::Nothing);
        match (name, rejected) {
            ("then", false) => {
                if let Some(handler) = arguments.get(1).filter(|handler| given(handler)) {
                    self.unlikely_call(handler, span);
                }
                if !given(&first) {
                    return Ok(receiver.clone());
                }
                self.as_promise(|run| run.call_value(&first, vec![receiver.clone()], None, span))
            }
            ("then", true) => match arguments.get(1).filter(|handler| given(handler)) {
                Some(handler) => {
                    let handler = handler.clone();
                    self.as_promise(|run| {
                        run.call_value(&handler, vec![Value::unknown("an error")], None, span)
                    })
                }
                None => Ok(receiver.clone()),
            },
            ("catch", true) => {
                self.as_promise(|run| run.call_value(&first, vec![Value::unknown("an error")], None, span))
            }
            ("catch", false) => {
                self.unlikely_call(&first, span);
                Ok(receiver.clone())
            }
            _ => {
                if given(&first) {
                    self.as_promise(|run| run.call_value(&first, Vec::new(), None, span))?;
                }
                Ok(receiver.clone())
            }
        }
    }

    /// What is thrown inside becomes a rejected promise.
    pub(super) fn as_promise(&mut self, inner: impl FnOnce(&mut Self) -> Evaluated<'a>) -> Evaluated<'a> {
        match inner(self) {
            Err(Stop::Throw) => Ok(Value::native(REJECTED)),
            done => done,
        }
    }

    /// A handler of errors, which is taken not to run.
    fn unlikely_call(&mut self, handler: &Value, span: Span) {
        let handler = handler.clone();
        self.unlikely(|run| {
            run.call_value(&handler, vec![Value::unknown("an error")], None, span).map(|_| ())
        });
    }

    /// Runs functions that were handed over, as often as whoever got them likes.
    pub(super) fn handed_over(&mut self, arguments: &[Value], span: Span) -> Result<(), Stop<'a>> {
        for argument in arguments {
            self.handed(argument, span)?;
        }
        Ok(())
    }

    fn handed(&mut self, argument: &Value, span: Span) -> Result<(), Stop<'a>> {
        match argument {
            Value::Function(..) => self.run_some_times(argument, span),
            Value::Object(_) => {
                let members = self.store.entries(argument).unwrap_or_default();
                for (_, member) in members {
                    if let Value::Function(..) = member {
                        self.run_some_times(&member, span)?;
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A function runs an unknown number of times with values that nobody knows.
    pub(super) fn run_some_times(&mut self, function: &Value, span: Span) -> Result<(), Stop<'a>> {
        let given = vec![Value::unknown("what a callback is given"); 4];
        let function = function.clone();
        self.repeatedly("it changes in a callback", |run| {
            run.call_value(&function, given.clone(), None, span).map(|_| ())
        })
    }

    /// `emitter.on(event, f)`
    pub(super) fn listen(&mut self, arguments: &[Value], first: &Value, span: Span) -> Result<(), Stop<'a>> {
        let event = arguments.first().and_then(Value::known).unwrap_or("");
        let Some(function) = arguments.get(1) else { return Ok(()) };
        if LAST_EVENTS.contains(&event) {
            let given = vec![Value::unknown("what an event brings"); 2];
            self.call_value(function, given, None, span)?;
            return Ok(());
        }
        if event == "data" && matches!(first, Value::Text(_)) {
            self.call_value(function, vec![first.clone()], None, span)?;
            return Ok(());
        }
        if event == "error" {
            self.unlikely_call(function, span);
            return Ok(());
        }
        self.handed(function, span)
    }
}
