//! `shutil` and `tempfile`: copies, moves, archives, and files with names that Python makes.

use super::Python;
use super::arguments::Arguments;
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::record::{join_paths, path_of};
use crate::programs::value::Value;
use crate::value::{AbstractString, Piece};

impl Python<'_, '_> {
    /// Calls a function of `shutil`.
    pub(super) fn shutil_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        let (from, to) = (arguments.value(0, "src"), arguments.value(1, "dst"));
        Some(match name {
            "copy" | "copy2" => {
                let given = self.arrived(&from, &to);
                self.transfer(TransferKind::Copy, &from, &to, DestinationMode::Either, arguments);
                given
            }
            "copyfile" | "copytree" => {
                self.transfer(TransferKind::Copy, &from, &to, DestinationMode::Name, arguments);
                to
            }
            "move" => {
                let given = self.arrived(&from, &to);
                self.transfer(TransferKind::Move, &from, &to, DestinationMode::Either, arguments);
                given
            }
            "copymode" | "copystat" => self.act(&to, FileAction::Metadata { recursive: false }, arguments),
            "copyfileobj" => {
                self.write_text(&to, None);
                Value::Nothing
            }
            "rmtree" => {
                let force =
                    arguments.get(1, "ignore_errors").is_some_and(|value| *value == Value::Bool(true));
                let path = arguments.value(0, "path");
                self.act(&path, FileAction::Delete { recursive: true, force }, arguments)
            }
            "chown" => {
                self.act(&arguments.value(0, "path"), FileAction::Metadata { recursive: false }, arguments)
            }
            "unpack_archive" => {
                let directory = match arguments.get(1, "extract_dir") {
                    Some(directory) if *directory != Value::Nothing => path_of(directory),
                    _ => AbstractString::text("."),
                };
                self.recorder.below(&arguments.site, FileAction::Write, &directory);
                Value::Nothing
            }
            "make_archive" => {
                let base = path_of(&arguments.value(0, "base_name"));
                let suffix = match arguments.get(1, "format").and_then(Value::known) {
                    Some("zip") => ".zip",
                    Some("tar") => ".tar",
                    Some("gztar") => ".tar.gz",
                    Some("bztar") => ".tar.bz2",
                    Some("xztar") => ".tar.xz",
                    _ => "",
                };
                let mut path = base;
                if suffix.is_empty() {
                    path.push(Piece::Segment("a suffix".into()));
                }
                path.push_text(suffix);
                let steps = self.write_paths(&Value::Text(path.clone()), FileAction::Write, &arguments.site);
                steps.into_iter().for_each(|step| self.recorder.written(step, None));
                Value::Text(path)
            }
            _ => return None,
        })
    }

    /// Where a file is once it was copied or moved: in the directory, if the destination is one.
    fn arrived(&mut self, from: &Value, to: &Value) -> Value {
        let (Value::Text(_) | Value::Path(_), Value::Text(_) | Value::Path(_)) = (from, to) else {
            return to.clone();
        };
        let (source, destination) = (path_of(from), path_of(to));
        match self.recorder.is_directory(&destination) {
            Some(true) => Value::Text(join_paths(&destination, &source.basename(), false)),
            Some(false) => to.clone(),
            None => to.clone().or(Value::Text(join_paths(&destination, &source.basename(), false))),
        }
    }

    /// Calls a function of `tempfile`: names below the directory for temporary files.
    pub(super) fn tempfile_call(&mut self, name: &str, arguments: &Arguments) -> Value {
        // `NamedTemporaryFile` has a mode, a size, an encoding and a newline in front.
        let at = if name == "NamedTemporaryFile" { 4 } else { 0 };
        let directory = match arguments.get(at + 2, "dir") {
            Some(value) if *value != Value::Nothing => path_of(value),
            _ => self.temporary(),
        };
        let text = |value: Option<&Value>, otherwise: &str| match value {
            Some(value) if *value != Value::Nothing => path_of(value),
            _ => AbstractString::text(otherwise),
        };
        let prefix = text(arguments.get(at + 1, "prefix"), "tmp");
        let suffix = text(arguments.get(at, "suffix"), "");
        let mut path = directory;
        path.push_text("/");
        path.append(&prefix);
        path.push(Piece::Segment("a temporary name".into()));
        path.append(&suffix);
        let value = Value::Text(path.clone());
        match name {
            "gettempdir" => Value::Text(self.temporary()),
            "mkdtemp" => {
                self.act(&value, FileAction::MakeDirectory { parents: false }, arguments);
                value
            }
            "mkstemp" => {
                let steps = self.write_paths(&value, FileAction::Write, &arguments.site);
                steps.into_iter().for_each(|step| self.recorder.written(step, None));
                Value::Tuple([Value::Thing("int".into()), value].into())
            }
            "TemporaryDirectory" => {
                self.act(&value, FileAction::MakeDirectory { parents: false }, arguments);
                Value::Tuple([Value::native("tempfile.TemporaryDirectory"), value].into())
            }
            "NamedTemporaryFile" => self.open_path(&value, &Value::text("w"), arguments),
            "mktemp" => value,
            _ => Value::Thing("tempfile".into()),
        }
    }

    fn temporary(&self) -> AbstractString {
        match self.recorder.environment("TMPDIR") {
            Some(directory) if !directory.is_empty() => AbstractString::text(&directory),
            _ => AbstractString::text("/tmp"),
        }
    }
}
