//! The module `fs` and its likes: which call does what to which path (Node.js 20 documentation, File system).

mod deeds;
mod look;

use deeds::{Deed, find, like};

use super::{Evaluated, Run};
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::record::{Site, path_of};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::{AbstractString, Piece};

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A function of `fs`, `fs/promises` or a like of them; `None` if it is none.
    pub(super) fn file_call(&mut self, name: &str, arguments: &[Value], span: Span) -> Option<Evaluated<'a>> {
        let bare = name.strip_suffix("Sync").unwrap_or(name);
        if let Some(done) = self.other_file_call(bare, arguments, span) {
            return Some(done);
        }
        let function = match like(bare) {
            Some(function) => function,
            None => {
                let rest = bare.strip_prefix("fs.")?;
                rest.strip_prefix("promises.").unwrap_or(rest)
            }
        };
        // Functions that take a descriptor: `fchmod`, `ftruncate`.
        let function = function.strip_prefix('f').filter(|rest| find(rest).is_some()).unwrap_or(function);
        let deed = find(function)?;
        Some(self.deed(deed, function, arguments, span))
    }

    fn other_file_call(&mut self, name: &str, arguments: &[Value], span: Span) -> Option<Evaluated<'a>> {
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        match name {
            "Bun.file" => {
                let handle = self.open_file(first, Vec::new());
                Some(Ok(handle))
            }
            "Deno.remove" => {
                let recursive = self.flag(arguments.get(1), "recursive");
                self.each_path(&first, span, |run, site, path| {
                    run.recorder.file(site, FileAction::Delete { recursive, force: false }, path);
                });
                Some(Ok(Value::Nothing))
            }
            "Deno.open" => {
                let writes = ["write", "append", "create", "createNew", "truncate"];
                let writes = writes.into_iter().any(|flag| self.flag(arguments.get(1), flag));
                let append = self.flag(arguments.get(1), "append");
                let steps = if writes {
                    let action = if append { FileAction::Append } else { FileAction::Write };
                    self.opened(&first, action, span)
                } else {
                    Vec::new()
                };
                Some(Ok(self.open_file(first, steps)))
            }
            _ => None,
        }
    }

    fn deed(&mut self, deed: Deed, name: &str, arguments: &[Value], span: Span) -> Evaluated<'a> {
        let (callback, arguments) = match arguments.split_last() {
            Some((last @ Value::Function(..), rest)) => (Some(last.clone()), rest),
            _ => (None, arguments),
        };
        let value = self.done(deed, name, arguments, span)?;
        if let Some(callback) = callback {
            // A callback is given the error first, but for `exists`.
            let given = if let Deed::Exists = deed { vec![value] } else { vec![Value::Nothing, value] };
            self.call_value(&callback, given, None, span)?;
            return Ok(Value::Nothing);
        }
        Ok(value)
    }

    fn done(&mut self, deed: Deed, name: &str, arguments: &[Value], span: Span) -> Evaluated<'a> {
        let nothing = Value::Nothing;
        let first = arguments.first().unwrap_or(&nothing).clone();
        let second = arguments.get(1).unwrap_or(&nothing).clone();
        let action = match deed {
            Deed::Write | Deed::WriteJson | Deed::Append => {
                return self.write_file(deed, name, &first, &second, arguments.get(2), span);
            }
            Deed::Open | Deed::Stream => return Ok(self.open(deed, &first, &second, span)),
            Deed::MakeTemporary => return Ok(self.make_temporary(&first, span)),
            Deed::Move | Deed::Copy | Deed::SymbolicLink | Deed::HardLink => {
                self.transfer(deed, &first, &second, span);
                return Ok(Value::Nothing);
            }
            Deed::WriteTo => {
                self.write_to(&first, &second);
                return Ok(Value::unknown("a number"));
            }
            Deed::ReadText | Deed::ReadJson | Deed::List | Deed::Exists | Deed::Access | Deed::Read => {
                return Ok(self.look(deed, name, &first, &second));
            }
            Deed::Empty => {
                let action = FileAction::Delete { recursive: true, force: true };
                self.each_path(&first, span, |run, site, path| run.recorder.below(site, action, path));
                return Ok(Value::Nothing);
            }
            Deed::MakeDirectory => {
                FileAction::MakeDirectory { parents: self.flag(Some(&second), "recursive") }
            }
            Deed::MakePath => FileAction::MakeDirectory { parents: true },
            Deed::MakeFile => FileAction::Touch { create: true },
            Deed::Remove => FileAction::Delete {
                recursive: self.flag(Some(&second), "recursive"),
                force: self.flag(Some(&second), "force"),
            },
            Deed::RemoveAll => FileAction::Delete { recursive: true, force: true },
            Deed::Unlink => FileAction::Delete { recursive: false, force: false },
            Deed::RemoveDirectory if self.flag(Some(&second), "recursive") => {
                FileAction::Delete { recursive: true, force: true }
            }
            Deed::RemoveDirectory => FileAction::RemoveDirectory { parents: false },
            Deed::Truncate => FileAction::Truncate { create: false },
            Deed::Metadata => FileAction::Metadata { recursive: false },
        };
        let path = self.path_behind(&first);
        self.each_path(&path, span, |run, site, path| {
            run.recorder.file(site, action, path);
        });
        Ok(Value::Nothing)
    }

    /// The path of an open file, or the path itself.
    fn path_behind(&self, value: &Value) -> Value {
        self.store.file(value).map_or_else(|| value.clone(), |handle| handle.path.clone())
    }

    fn write_file(
        &mut self,
        deed: Deed,
        name: &str,
        path: &Value,
        data: &Value,
        options: Option<&Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let is_open_for_writing = self.store.file(path).is_some_and(|handle| handle.writes);
        if is_open_for_writing {
            self.write_to(path, data);
            return Ok(Value::Nothing);
        }
        let path = self.path_behind(path);
        if name.starts_with("output") {
            // Missing directories are made first.
            for alternative in path.alternatives().to_vec() {
                let directory = self.clean_path(&alternative).dirname();
                if self.recorder.exists(&directory) != Some(true) {
                    let site = self.site(span);
                    self.recorder.file(&site, FileAction::MakeDirectory { parents: true }, &directory);
                }
            }
        }
        let action = match deed {
            Deed::Append => Some(FileAction::Append),
            _ => self.action_of(&self.option(options, "flag"), "w"),
        };
        let Some(action) = action else { return Ok(Value::Nothing) };
        let text = match deed {
            Deed::WriteJson => AbstractString::unknown("the text of data"),
            _ => self.text_of(data),
        };
        for step in self.opened(&path, action, span) {
            self.recorder.written(step, text.known());
        }
        Ok(Value::Nothing)
    }

    /// Tells the opening of a path for writing; gives the numbers of the operations.
    fn opened(&mut self, path: &Value, action: FileAction, span: Span) -> Vec<usize> {
        let mut steps = Vec::new();
        self.each_path(path, span, |run, site, path| {
            if !is_device(path) {
                steps.extend(run.recorder.file(site, action, path));
            }
        });
        steps
    }

    fn open(&mut self, deed: Deed, path: &Value, flags: &Value, span: Span) -> Value {
        let (flags, default) = match deed {
            Deed::Stream => match self.option(Some(flags), "flags") {
                Value::Nothing => (Value::Nothing, "w"),
                flags => (flags, "w"),
            },
            _ => (flags.clone(), "r"),
        };
        match self.action_of(&flags, default) {
            Some(action) => {
                let steps = self.opened(path, action, span);
                self.open_file(path.clone(), steps)
            }
            None => self.open_file(path.clone(), Vec::new()),
        }
    }

    /// What opening with flags does to the file; `None` if it only reads.
    fn action_of(&mut self, flags: &Value, default: &str) -> Option<FileAction> {
        let flags = match flags {
            Value::Nothing => default,
            Value::Text(text) => text.known().unwrap_or("w"),
            Value::Int(0) => "r",
            _ => "w",
        };
        let exclusive = flags.contains('x');
        match flags.chars().next() {
            Some('a') if !exclusive => Some(FileAction::Append),
            Some('w' | 'a') if exclusive => Some(FileAction::CreateNew),
            Some('w') => Some(FileAction::Write),
            Some('r') if flags.contains('+') => Some(FileAction::Modify),
            Some('r') => None,
            _ => Some(FileAction::Write),
        }
    }

    fn make_temporary(&mut self, prefix: &Value, span: Span) -> Value {
        let mut path = self.clean_path(prefix);
        path.push(Piece::Segment("a temporary name".into()));
        let site = self.site(span);
        self.recorder.file(&site, FileAction::MakeDirectory { parents: false }, &path);
        Value::Text(path)
    }

    fn transfer(&mut self, deed: Deed, from: &Value, to: &Value, span: Span) {
        let kind = match deed {
            Deed::Move => TransferKind::Move,
            Deed::SymbolicLink => TransferKind::SymbolicLink { force: false },
            Deed::HardLink => TransferKind::HardLink { force: false },
            _ => TransferKind::Copy,
        };
        let pairs: Vec<(Value, Value)> = from
            .alternatives()
            .iter()
            .flat_map(|from| to.alternatives().iter().map(|to| (from.clone(), to.clone())))
            .take(crate::value::VALUES_CAP)
            .collect();
        let doubt = u32::from(pairs.len() > 1);
        self.recorder.maybe += doubt;
        let site = self.site(span);
        for (from, to) in pairs {
            let (from, to) = (self.clean_path(&from), self.clean_path(&to));
            self.recorder.transfer(&site, kind, &from, &to, DestinationMode::Name);
        }
        self.recorder.maybe = self.recorder.maybe.saturating_sub(doubt);
    }

    /// Does something for each path that a value can be.
    pub(super) fn each_path(
        &mut self,
        value: &Value,
        span: Span,
        mut inner: impl FnMut(&mut Self, &Site, &AbstractString),
    ) {
        let site = self.site(span);
        let alternatives: Vec<Value> =
            value.alternatives().iter().filter(|value| **value != Value::Nothing).cloned().collect();
        let doubt = u32::from(alternatives.len() > 1);
        self.recorder.maybe += doubt;
        for alternative in alternatives {
            let path = self.clean_path(&alternative);
            inner(self, &site, &path);
        }
        self.recorder.maybe = self.recorder.maybe.saturating_sub(doubt);
    }

    /// A value as a path: a `file:` address loses its scheme.
    pub(super) fn clean_path(&self, value: &Value) -> AbstractString {
        let path = match value {
            Value::Object(_) => self.text_of(value),
            Value::OneOf(_) => self.text_of(value),
            value => path_of(value),
        };
        match path.known().and_then(|known| known.strip_prefix("file://")) {
            Some(rest) => AbstractString::text(rest),
            None => path,
        }
    }

    /// A member of an object of options.
    pub(super) fn option(&self, options: Option<&Value>, name: &str) -> Value {
        match options {
            Some(options) => {
                self.store.entry(options, &Value::text(name)).flatten().unwrap_or(Value::Nothing)
            }
            None => Value::Nothing,
        }
    }

    /// True unless an option is known to be off.
    fn flag(&self, options: Option<&Value>, name: &str) -> bool {
        match options {
            Some(options @ Value::Object(_)) => match self.store.entry(options, &Value::text(name)) {
                Some(Some(value)) => self.truth(&value) != Some(false),
                Some(None) => false,
                None => true,
            },
            Some(Value::Unknown(_) | Value::Foreign(_)) => true,
            _ => false,
        }
    }
}

fn is_device(path: &AbstractString) -> bool {
    path.known().is_some_and(|path| matches!(path, "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty"))
}
