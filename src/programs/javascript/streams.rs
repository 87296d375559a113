//! Open files, streams, and other objects that the platform gives.

use std::rc::Rc;

use super::{Evaluated, Run};
use crate::commands::plan::FileAction;
use crate::programs::store::{Handle, Object};
use crate::programs::value::Value;
use crate::span::Span;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A method of an open file or a stream to one.
    pub(super) fn handle_method(
        &mut self,
        handle: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        match name {
            "write" | "writeFile" | "appendFile" | "end" | "writeSync" | "writev" | "writer" | "flush" => {
                if !matches!(first, Value::Nothing | Value::Function(..)) {
                    self.write_to(handle, &first);
                }
                for argument in &arguments {
                    if let Value::Function(..) = argument {
                        self.call_value(argument, vec![Value::Nothing], None, span)?;
                    }
                }
                Ok(if name == "writer" { handle.clone() } else { Value::unknown("a number") })
            }
            "on" | "once" | "addListener" => {
                self.listen(&arguments, &Value::Nothing, span)?;
                Ok(handle.clone())
            }
            "truncate" | "chmod" | "chown" | "utimes" => {
                let action = match name {
                    "truncate" => FileAction::Truncate { create: false },
                    _ => FileAction::Metadata { recursive: false },
                };
                let path = self.store.file(handle).map(|handle| handle.path.clone());
                if let Some(path) = path {
                    self.each_path(&path, span, |run, site, path| {
                        run.recorder.file(site, action, path);
                    });
                }
                Ok(Value::Nothing)
            }
            "createWriteStream" | "createReadStream" => Ok(handle.clone()),
            "readFile" => {
                let path =
                    self.store.file(handle).map(|handle| handle.path.clone()).unwrap_or(Value::Nothing);
                Ok(Value::Text(self.content_at(&path)))
            }
            "text" | "json" | "bytes" | "arrayBuffer" => {
                let path =
                    self.store.file(handle).map(|handle| handle.path.clone()).unwrap_or(Value::Nothing);
                let text = self.content_at(&path);
                Ok(if name == "json" { self.parsed(&text) } else { Value::Text(text) })
            }
            "exists" => {
                let path =
                    self.store.file(handle).map(|handle| handle.path.clone()).unwrap_or(Value::Nothing);
                Ok(self.existence(&path))
            }
            "delete" | "unlink" => {
                let path =
                    self.store.file(handle).map(|handle| handle.path.clone()).unwrap_or(Value::Nothing);
                self.each_path(&path, span, |run, site, path| {
                    run.recorder.file(site, FileAction::Delete { recursive: false, force: false }, path);
                });
                Ok(Value::Nothing)
            }
            "pipe" => Ok(first),
            _ => {
                self.handed_over(&arguments, span)?;
                Ok(Value::unknown("what a stream gives"))
            }
        }
    }

    /// A text (or what nobody knows) is written to an open file.
    pub(super) fn write_to(&mut self, handle: &Value, data: &Value) {
        let steps = self.store.file(handle).map(|handle| handle.steps.clone()).unwrap_or_default();
        let text = self.text_of(data);
        for step in steps {
            self.recorder.written(step, text.known());
        }
    }

    /// An open file as a value.
    pub(super) fn open_file(&mut self, path: Value, steps: Vec<usize>) -> Value {
        let writes = !steps.is_empty();
        self.store.make(Object::File(Handle { path, steps, writes, read: !writes }))
    }

    /// A method of something that the platform or a harmless package gave.
    pub(super) fn thing_method(
        &mut self,
        receiver: &Value,
        thing: &Rc<str>,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        if let Some(source) = thing.strip_prefix("RegExp:") {
            let _ = source;
            return Ok(Value::unknown("what a pattern matches"));
        }
        match name {
            "on" | "once" | "addListener" | "addEventListener" => {
                self.listen(&arguments, &Value::Nothing, span)?;
                Ok(receiver.clone())
            }
            // What flows into a file's stream was told where that was opened.
            "pipe" | "pipeThrough" | "pipeTo" => Ok(arguments.first().cloned().unwrap_or(Value::Nothing)),
            "toISOString" | "toString" | "toLocaleDateString" | "toLocaleTimeString" | "toJSON"
            | "digest" | "toLocaleString" => Ok(match &**thing {
                "Date" | "Hash" => segment(name),
                _ => Value::unknown_text("a text"),
            }),
            "isDirectory" | "isFile" | "isSymbolicLink" => Ok(Value::unknown("a truth value")),
            "update" | "setEncoding" | "resume" | "pause" | "setTimeout" | "unref" | "ref" | "format"
            | "locale" => Ok(receiver.clone()),
            _ => {
                self.handed_over(&arguments, span)?;
                Ok(Value::unknown("what a method of the platform gives"))
            }
        }
    }
}

/// A date or a hash in letters without a slash; a date for people may have some.
fn segment(name: &str) -> Value {
    use crate::value::{AbstractString, Piece};
    if name.starts_with("toLocale") {
        return Value::unknown_text("a date");
    }
    let mut text = AbstractString::empty();
    text.push(Piece::Segment("a date or a hash".into()));
    Value::Text(text)
}
