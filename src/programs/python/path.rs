//! Paths as objects: `pathlib`. What a path's text says of its parts stands in `parts`.

mod glob;
mod parts;

use super::super::record::{join_paths, normal, path_of};
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::value::{AbstractString, Piece};

use parts::{cut, last, without_dots};

pub(super) use parts::{attribute, split};

impl Python<'_, '_> {
    /// `Path(…)` of parts.
    pub(super) fn make_path(&mut self, parts: &[Value]) -> Value {
        let mut result: Option<Value> = None;
        for part in parts {
            result = Some(match result {
                None => self.as_path(part),
                Some(path) => self.binary(ruff_python_ast::Operator::Div, &path, part),
            });
        }
        result.unwrap_or_else(|| Value::Path(AbstractString::text(".")))
    }

    fn as_path(&mut self, value: &Value) -> Value {
        match value {
            Value::Text(text) => Value::Path(match text.known() {
                Some(known) => AbstractString::text(&without_dots(known)),
                None => text.clone(),
            }),
            Value::OneOf(values) => {
                let paths: Vec<Value> = values.iter().map(|value| self.as_path(value)).collect();
                paths.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            Value::Path(_) => value.clone(),
            other => Value::Path(AbstractString::unknown(other.reason())),
        }
    }

    /// Calls a method of a path.
    pub(super) fn path_method(&mut self, path: &AbstractString, name: &str, arguments: &Arguments) -> Value {
        let me = Value::Path(path.clone());
        let site = &arguments.site;
        let first = arguments.positional.first().cloned();
        match name {
            "write_text" | "write_bytes" => {
                let text =
                    first.or_else(|| arguments.named("data").cloned()).map(|value| self.text_of(&value));
                for step in self.write_paths(&me, FileAction::Write, site) {
                    self.recorder.written(step, text.as_ref().and_then(AbstractString::known));
                }
                Value::Thing("int".into())
            }
            "open" => {
                let mode = arguments.value(0, "mode");
                self.open_path(&me, &mode, arguments)
            }
            "touch" => self.act(&me, FileAction::Touch { create: true }, arguments),
            "mkdir" => {
                let parents = arguments.get(1, "parents").is_some_and(|value| *value == Value::Bool(true));
                let lenient = arguments.get(2, "exist_ok").is_some_and(|value| *value == Value::Bool(true));
                self.make_directory(&me, parents, lenient, arguments)
            }
            "unlink" => {
                let force = arguments.get(0, "missing_ok").is_some_and(|value| *value == Value::Bool(true));
                self.act(&me, FileAction::Delete { recursive: false, force }, arguments)
            }
            "rmdir" => self.act(&me, FileAction::RemoveDirectory { parents: false }, arguments),
            "chmod" | "lchmod" => self.act(&me, FileAction::Metadata { recursive: false }, arguments),
            "rename" | "replace" => {
                let to = first.or_else(|| arguments.named("target").cloned()).unwrap_or(Value::Nothing);
                self.transfer(TransferKind::Move, &me, &to, DestinationMode::Name, arguments);
                self.as_path(&to)
            }
            "symlink_to" => {
                let to = arguments.value(0, "target");
                self.transfer(
                    TransferKind::SymbolicLink { force: false },
                    &to,
                    &me,
                    DestinationMode::Name,
                    arguments,
                );
                Value::Nothing
            }
            "hardlink_to" => {
                let to = arguments.value(0, "target");
                self.transfer(
                    TransferKind::HardLink { force: false },
                    &to,
                    &me,
                    DestinationMode::Name,
                    arguments,
                );
                Value::Nothing
            }
            "copy" | "move" if first.is_some() => {
                let kind = if name == "copy" { TransferKind::Copy } else { TransferKind::Move };
                let to = first.unwrap_or(Value::Nothing);
                self.transfer(kind, &me, &to, DestinationMode::Name, arguments);
                self.as_path(&to)
            }
            "read_text" | "read_bytes" => {
                self.must_exist(&me);
                self.text_in(&me)
            }
            _ => self.path_question(path, name, arguments),
        }
    }

    /// Methods of a path that change nothing.
    fn path_question(&mut self, path: &AbstractString, name: &str, arguments: &Arguments) -> Value {
        let first = arguments.positional.first().cloned();
        match name {
            "exists" => truth_or(self.recorder.exists(path), "whether a file is there"),
            "is_dir" => truth_or(self.recorder.is_directory(path), "whether a directory is there"),
            "is_file" => {
                let is_file = match (self.recorder.exists(path), self.recorder.is_directory(path)) {
                    (Some(false), _) | (_, Some(true)) => Some(false),
                    (Some(true), Some(false)) => Some(true),
                    _ => None,
                };
                truth_or(is_file, "whether a file is there")
            }
            "is_symlink" => truth_or(self.recorder.is_link(path), "whether a link is there"),
            "is_absolute" => truth_or(path.starts_with("/"), "whether a path is absolute"),
            "joinpath" | "__truediv__" => {
                let mut parts = vec![Value::Path(path.clone())];
                parts.extend(arguments.positional.iter().cloned());
                self.make_path(&parts)
            }
            "with_name" => Value::Path(join_paths(&path.dirname(), &argument_path(first.as_ref()), true)),
            "with_suffix" | "with_stem" => {
                let (stem, suffix) = cut(&last(path));
                let new = argument_path(first.as_ref());
                let named = if name == "with_suffix" { stem.concat(&new) } else { new.concat(&suffix) };
                let parent = path.dirname();
                Value::Path(if parent.known() == Some(".") && path.starts_with(".") != Some(true) {
                    named
                } else {
                    join_paths(&parent, &named, true)
                })
            }
            "resolve" | "absolute" => {
                let whole = join_paths(&self.recorder.directory(), path, true);
                Value::Path(match whole.known() {
                    Some(known) => AbstractString::text(&normal(known)),
                    None => whole,
                })
            }
            "expanduser" => self.expand_user(path, true),
            "as_posix" | "__str__" | "as_uri" | "__fspath__" => Value::Text(path.clone()),
            "relative_to" => self.relative(path, first.as_ref()),
            "iterdir" => self.directory_members(path, "*", false, true),
            "glob" | "rglob" => {
                let pattern = first.as_ref().and_then(Value::known).unwrap_or("**").to_owned();
                self.directory_members(path, &pattern, name == "rglob", true)
            }
            "walk" => Value::many(Value::unknown("what a tree holds")),
            "stat" | "lstat" => Value::Thing("int".into()),
            _ => Value::unknown("what a method of a path gives"),
        }
    }

    /// One action on every path that a value can be.
    pub(super) fn act(&mut self, path: &Value, action: FileAction, arguments: &Arguments) -> Value {
        self.write_paths(path, action, &arguments.site);
        Value::Nothing
    }

    /// Makes a directory; one that is there is an error unless that is allowed.
    pub(super) fn make_directory(
        &mut self,
        path: &Value,
        parents: bool,
        lenient: bool,
        arguments: &Arguments,
    ) -> Value {
        if lenient
            && let Value::Text(text) | Value::Path(text) = path
            && self.recorder.is_directory(text) == Some(true)
        {
            return Value::Nothing;
        }
        // One that may be there and that many: made with its parents there is no error.
        let parents = parents || lenient;
        self.act(path, FileAction::MakeDirectory { parents }, arguments)
    }

    /// Copies, moves or links.
    pub(super) fn transfer(
        &mut self,
        kind: TransferKind,
        source: &Value,
        destination: &Value,
        mode: DestinationMode,
        arguments: &Arguments,
    ) {
        if self.raised.is_some() {
            return;
        }
        if matches!(kind, TransferKind::Copy | TransferKind::Move | TransferKind::HardLink { .. }) {
            self.must_exist(source);
        }
        let unsure = u32::from(source.alternatives().len() > 1 || destination.alternatives().len() > 1);
        self.recorder.maybe += unsure;
        for source in source.alternatives() {
            for destination in destination.alternatives() {
                self.recorder.transfer(&arguments.site, kind, &path_of(source), &path_of(destination), mode);
            }
        }
        self.recorder.maybe -= unsure;
    }

    /// `~` and `~/…`
    pub(super) fn expand_user(&mut self, path: &AbstractString, as_path: bool) -> Value {
        let wrap = |text: AbstractString| if as_path { Value::Path(text) } else { Value::Text(text) };
        let Some(rest) = path.known_prefix().strip_prefix('~') else { return wrap(path.clone()) };
        if !rest.is_empty() && !rest.starts_with('/') {
            return wrap(AbstractString::unknown("the home directory of another user"));
        }
        let home = self.home();
        let behind = path.with_pieces(path.pieces().iter().enumerate().map(|(place, piece)| match piece {
            Piece::Text(_) if place == 0 => Piece::Text(rest.into()),
            other => other.clone(),
        }));
        wrap(home.concat(&behind))
    }

    /// The user's home directory.
    pub(super) fn home(&self) -> AbstractString {
        match self.recorder.environment("HOME") {
            Some(home) => AbstractString::text(&home),
            None => AbstractString::unknown("`$HOME` is not known"),
        }
    }

    fn relative(&mut self, path: &AbstractString, base: Option<&Value>) -> Value {
        match (path.known(), base.and_then(Value::known)) {
            (Some(path), Some(base)) => {
                let base = normal(base);
                let rest = normal(path);
                let below = match base.as_str() {
                    "." => (!rest.starts_with('/')).then_some(rest.as_str()),
                    base => rest
                        .strip_prefix(base)
                        .filter(|rest| base.ends_with('/') || rest.is_empty() || rest.starts_with('/')),
                };
                // Where the one does not lie below the other Python raises an exception.
                Value::Path(match below {
                    Some(rest) => AbstractString::text(&without_dots(rest.trim_start_matches('/'))),
                    None => AbstractString::unknown("a path from another one"),
                })
            }
            _ => Value::Path(AbstractString::unknown("a path from another one")),
        }
    }
}

/// A truth value, or a reason.
pub(super) fn truth_or(truth: Option<bool>, why: &str) -> Value {
    truth.map_or_else(|| Value::unknown(why), Value::Bool)
}

fn argument_path(value: Option<&Value>) -> AbstractString {
    value.map_or_else(|| AbstractString::unknown("an argument that is missing"), path_of)
}
