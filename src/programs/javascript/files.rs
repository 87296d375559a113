//! The module `fs` and its likes: which call does what to which path (Node.js 20 documentation, File system).

use super::{Evaluated, Run};
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::record::{Site, path_of};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::{AbstractString, Output, Piece};

/// What a function of `fs` does, without `Sync`.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// replaces a file's text
    Write,
    /// adds to a file
    Append,
    /// writes data as JSON
    WriteJson,
    /// opens a file
    Open,
    /// makes a stream to a file
    Stream,
    /// `mkdir`
    MakeDirectory,
    /// makes a directory with its parents
    MakePath,
    /// makes a file with its directories
    MakeFile,
    /// `mkdtemp`
    MakeTemporary,
    /// `rm`
    Remove,
    /// removes whatever is there
    RemoveAll,
    /// empties a directory
    Empty,
    /// `unlink`
    Unlink,
    /// `rmdir`
    RemoveDirectory,
    /// moves
    Move,
    /// copies
    Copy,
    /// sets the size
    Truncate,
    /// makes a symbolic link
    SymbolicLink,
    /// makes a hard link
    HardLink,
    /// changes mode, owner or times
    Metadata,
    /// writes to a descriptor
    WriteTo,
    /// tells a file's text
    ReadText,
    /// tells data from JSON
    ReadJson,
    /// tells names in a directory
    List,
    /// tells whether something is there
    Exists,
    /// fails where nothing is there
    Access,
    /// only reads
    Read,
}

/// The functions, by name.
const DEEDS: &[(&str, Deed)] = &[
    ("access", Deed::Access),
    ("appendFile", Deed::Append),
    ("chmod", Deed::Metadata),
    ("chown", Deed::Metadata),
    ("close", Deed::Read),
    ("copy", Deed::Copy),
    ("copyFile", Deed::Copy),
    ("cp", Deed::Copy),
    ("createFile", Deed::MakeFile),
    ("createReadStream", Deed::Read),
    ("createWriteStream", Deed::Stream),
    ("emptyDir", Deed::Empty),
    ("emptydir", Deed::Empty),
    ("ensureDir", Deed::MakePath),
    ("ensureFile", Deed::MakeFile),
    ("exists", Deed::Exists),
    ("fdatasync", Deed::Read),
    ("fstat", Deed::Read),
    ("fsync", Deed::Read),
    ("glob", Deed::Read),
    ("lchmod", Deed::Metadata),
    ("lchown", Deed::Metadata),
    ("link", Deed::HardLink),
    ("lstat", Deed::Read),
    ("lutimes", Deed::Metadata),
    ("mkdir", Deed::MakeDirectory),
    ("mkdirp", Deed::MakePath),
    ("mkdirs", Deed::MakePath),
    ("mkdtemp", Deed::MakeTemporary),
    ("move", Deed::Move),
    ("open", Deed::Open),
    ("openAsBlob", Deed::Read),
    ("opendir", Deed::Read),
    ("outputFile", Deed::Write),
    ("outputJSON", Deed::WriteJson),
    ("outputJson", Deed::WriteJson),
    ("pathExists", Deed::Exists),
    ("read", Deed::Read),
    ("readFile", Deed::ReadText),
    ("readJSON", Deed::ReadJson),
    ("readJson", Deed::ReadJson),
    ("readdir", Deed::List),
    ("readlink", Deed::Read),
    ("readv", Deed::Read),
    ("realpath", Deed::Read),
    ("remove", Deed::RemoveAll),
    ("rename", Deed::Move),
    ("rm", Deed::Remove),
    ("rmdir", Deed::RemoveDirectory),
    ("stat", Deed::Read),
    ("statfs", Deed::Read),
    ("symlink", Deed::SymbolicLink),
    ("truncate", Deed::Truncate),
    ("unlink", Deed::Unlink),
    ("unwatchFile", Deed::Read),
    ("utimes", Deed::Metadata),
    ("watch", Deed::Read),
    ("watchFile", Deed::Read),
    ("write", Deed::WriteTo),
    ("writeFile", Deed::Write),
    ("writeJSON", Deed::WriteJson),
    ("writeJson", Deed::WriteJson),
    ("writev", Deed::WriteTo),
];

/// Functions of Bun and Deno that do what those of `fs` do.
const OTHERS: &[(&str, &str)] = &[
    ("Bun.write", "writeFile"),
    ("Deno.chmod", "chmod"),
    ("Deno.chown", "chown"),
    ("Deno.copyFile", "copyFile"),
    ("Deno.create", "createWriteStream"),
    ("Deno.link", "link"),
    ("Deno.mkdir", "mkdir"),
    ("Deno.readTextFile", "readFile"),
    ("Deno.rename", "rename"),
    ("Deno.symlink", "symlink"),
    ("Deno.truncate", "truncate"),
    ("Deno.utime", "utimes"),
    ("Deno.writeFile", "writeFile"),
    ("Deno.writeTextFile", "writeFile"),
];

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// A function of `fs`, `fs/promises` or a like of them; `None` if it is none.
    pub(super) fn file_call(&mut self, name: &str, arguments: &[Value], span: Span) -> Option<Evaluated<'a>> {
        let bare = name.strip_suffix("Sync").unwrap_or(name);
        if let Some(done) = self.other_file_call(bare, arguments, span) {
            return Some(done);
        }
        let other = OTHERS.iter().find(|(have, _)| *have == bare).map(|(_, name)| *name);
        let function = match other {
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
                return Ok(self.look(deed, name, &first, &second, span));
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

    /// What a reading function gives.
    fn look(&mut self, deed: Deed, name: &str, path: &Value, options: &Value, span: Span) -> Value {
        match deed {
            Deed::Exists => self.existence(path),
            Deed::ReadText | Deed::ReadJson => {
                self.expect_there(path, span);
                let text = self.content_at(path);
                if let Deed::ReadJson = deed { self.parsed(&text) } else { Value::Text(text) }
            }
            Deed::List => {
                self.expect_there(path, span);
                self.list_directory(path, options)
            }
            Deed::Access => {
                self.expect_there(path, span);
                Value::Nothing
            }
            _ => match name {
                "stat" | "lstat" | "fstat" => Value::Thing("Stats".into()),
                "createReadStream" | "opendir" | "watch" => Value::Thing("Stream".into()),
                "realpath" => path.clone(),
                "close" => Value::Nothing,
                _ => Value::unknown("what a file holds"),
            },
        }
    }

    /// A program that reads what is known not to be there ends with an exception.
    fn expect_there(&mut self, path: &Value, span: Span) {
        let _ = span;
        if let Value::Text(_) = path {
            let path = self.clean_path(path);
            if self.recorder.exists(&path) == Some(false) {
                let shown = path.known().unwrap_or("a file").to_owned();
                self.recorder.stop(&format!("`{shown}` is missing"));
            }
        }
    }

    /// Is anything at a path?
    pub(super) fn existence(&mut self, path: &Value) -> Value {
        let mut answers = Vec::new();
        for path in path.alternatives() {
            answers.push(match path {
                Value::Text(_) => self.recorder.exists(&self.clean_path(path)),
                _ => None,
            });
        }
        match answers.as_slice() {
            [Some(first), rest @ ..] if rest.iter().all(|answer| answer == &Some(*first)) => {
                Value::Bool(*first)
            }
            _ => Value::unknown("a truth value"),
        }
    }

    /// The text at a path, or of the standard input.
    pub(super) fn content_at(&mut self, path: &Value) -> AbstractString {
        let is_input = matches!(path, Value::Int(0)) || path.known() == Some("/dev/stdin");
        if is_input {
            return self.input_text();
        }
        let path = self.clean_path(path);
        match self.recorder.content(&path) {
            Some(text) => AbstractString::text(&text),
            None => AbstractString::unknown("the text of a file"),
        }
    }

    /// What stands on the standard input.
    pub(super) fn input_text(&self) -> AbstractString {
        match self.recorder.input() {
            Output::Text(text) => text.clone(),
            Output::Nothing => AbstractString::empty(),
            _ => AbstractString::unknown("what stands on the standard input"),
        }
    }

    fn list_directory(&mut self, path: &Value, options: &Value) -> Value {
        let path = self.clean_path(path);
        let typed = self.flag(Some(options), "withFileTypes");
        let recursive = self.flag(Some(options), "recursive");
        let names = if typed || recursive { None } else { self.recorder.list(&path) };
        match names {
            Some(mut names) => {
                names.sort();
                let members = names.iter().map(|name| Value::text(name)).collect();
                self.new_list(members)
            }
            None if typed => self.lost_list("entries of a directory"),
            None => {
                let why = "a name in a directory".into();
                let piece = if recursive { Piece::Below(why) } else { Piece::Segment(why) };
                let mut name = AbstractString::empty();
                name.push(piece);
                self.names(Value::Text(name))
            }
        }
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

fn find(name: &str) -> Option<Deed> {
    DEEDS.iter().find(|(have, _)| *have == name).map(|(_, deed)| *deed)
}

fn is_device(path: &AbstractString) -> bool {
    path.known().is_some_and(|path| matches!(path, "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(DEEDS.is_sorted_by(|left, right| left.0 < right.0));
        assert!(OTHERS.is_sorted_by(|left, right| left.0 < right.0));
    }
}
