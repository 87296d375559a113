//! Paths as objects: `pathlib`.

use std::rc::Rc;

use super::super::record::{join_paths, normal, path_of};
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::value::{AbstractString, Piece, basename, dirname};

/// Names of a directory that are told apart.
const NAMES_CAP: usize = 512;

/// An attribute of a path that is no method.
pub(super) fn attribute(path: &AbstractString, name: &str) -> Option<Value> {
    Some(match name {
        "name" => Value::Text(last(path)),
        "parent" => Value::Path(path.dirname()),
        "stem" => Value::Text(cut(&last(path)).0),
        "suffix" => Value::Text(cut(&last(path)).1),
        "parents" => {
            let mut parents = Vec::new();
            let mut at = path.clone();
            for _ in 0..32 {
                let up = at.dirname();
                if up == at {
                    break;
                }
                parents.push(Value::Path(up.clone()));
                at = up;
            }
            Value::Tuple(parents.into())
        }
        "parts" => match path.known() {
            Some(known) => {
                let root = known.starts_with('/').then(|| Value::text("/"));
                let names = known.split('/').filter(|part| !part.is_empty()).map(Value::text);
                Value::Tuple(root.into_iter().chain(names).collect())
            }
            None => Value::many(super::unknown_text("a part of a path")),
        },
        "anchor" | "root" => Value::text(if path.starts_with("/") == Some(true) { "/" } else { "" }),
        "drive" => Value::text(""),
        "suffixes" => Value::many(super::unknown_text("a suffix")),
        _ => return None,
    })
}

fn last(path: &AbstractString) -> AbstractString {
    match path.known() {
        Some(known) => AbstractString::text(match basename(known) {
            "/" | "." => "",
            name => name,
        }),
        None => path.basename(),
    }
}

/// A name before and from its last dot.
fn cut(name: &AbstractString) -> (AbstractString, AbstractString) {
    match name.known() {
        Some(known) => match known.rfind('.').filter(|at| *at > 0 && at + 1 < known.len()) {
            Some(at) => (
                AbstractString::text(known.get(..at).unwrap_or("")),
                AbstractString::text(known.get(at..).unwrap_or("")),
            ),
            None => (AbstractString::text(known), AbstractString::empty()),
        },
        None => {
            let suffix = name.known_suffix();
            match suffix.rfind('.') {
                Some(at) => {
                    let pieces = name.pieces().iter().enumerate().map(|(place, piece)| match piece {
                        Piece::Text(text) if place + 1 == name.pieces().len() => {
                            Piece::Text(text.get(..at).unwrap_or("").into())
                        }
                        other => other.clone(),
                    });
                    (name.with_pieces(pieces), AbstractString::text(suffix.get(at..).unwrap_or("")))
                }
                None => (name.clone(), AbstractString::unknown("a suffix")),
            }
        }
    }
}

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
                let rest = if base == "." { Some(rest.as_str()) } else { rest.strip_prefix(base.as_str()) };
                match rest {
                    Some(rest) => Value::Path(AbstractString::text(rest.trim_start_matches('/'))),
                    None => Value::Path(AbstractString::unknown("a path from another one")),
                }
            }
            _ => Value::Path(AbstractString::unknown("a path from another one")),
        }
    }

    /// The members of a directory that a pattern fits.
    pub(super) fn directory_members(
        &mut self,
        directory: &AbstractString,
        pattern: &str,
        deep: bool,
        as_path: bool,
    ) -> Value {
        let wrap = |text: AbstractString| if as_path { Value::Path(text) } else { Value::Text(text) };
        let deep = deep || pattern.contains("**");
        let flat = !pattern.contains('/');
        if !deep
            && flat
            && let Some(names) = self.recorder.list(directory)
            && names.len() <= NAMES_CAP
        {
            let fits = names.iter().filter(|name| fits(pattern, name));
            let members: Vec<Value> =
                fits.map(|name| wrap(join_paths(directory, &AbstractString::text(name), true))).collect();
            return Value::Tuple(members.into());
        }
        let mut member = directory.clone();
        if member.known() == Some(".") {
            member = AbstractString::empty();
        } else if member.ends_with("/") != Some(true) {
            member.push_text("/");
        }
        if deep || !flat {
            let why: Rc<str> = format!("what `{pattern}` fits").into();
            member.push(Piece::Below(why));
            if let Some(suffix) = pattern.rsplit('*').next().filter(|suffix| !suffix.contains('/')) {
                member.push_text(suffix);
            }
        } else {
            member.push(Piece::Glob(pattern.into()));
        }
        Value::many(wrap(member))
    }
}

/// A truth value, or a reason.
pub(super) fn truth_or(truth: Option<bool>, why: &str) -> Value {
    truth.map_or_else(|| Value::unknown(why), Value::Bool)
}

fn argument_path(value: Option<&Value>) -> AbstractString {
    value.map_or_else(|| AbstractString::unknown("an argument that is missing"), path_of)
}

/// As a path object spells it: without double slashes and single dots.
fn without_dots(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let joined = parts.join("/");
    match (path.starts_with('/'), joined.is_empty()) {
        (true, _) => ["/", &joined].concat(),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// Does a shell pattern (`*`, `?`, `[…]` taken for any letter) fit a name?
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut from) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while from < name.len() {
        match (pattern.get(at), name.get(from)) {
            (Some('*'), _) => {
                star = Some((at, from));
                at += 1;
            }
            (Some('['), Some(_)) if pattern.iter().skip(at).any(|c| *c == ']') => {
                let length = pattern.iter().skip(at).position(|c| *c == ']').unwrap_or(0);
                at += length + 1;
                from += 1;
            }
            (Some(wanted), Some(letter)) if *wanted == '?' || wanted == letter => {
                at += 1;
                from += 1;
            }
            _ => match star {
                Some((back, taken)) => {
                    star = Some((back, taken + 1));
                    at = back + 1;
                    from = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(at).all(|c| *c == '*')
}

/// What `os.path.dirname` and `os.path.basename` give, which keep empty parts.
pub(super) fn split(path: &AbstractString, directory: bool) -> Value {
    let Some(known) = path.known() else {
        return Value::Text(if directory { path.dirname() } else { path.basename() });
    };
    let (front, back) = known.rsplit_once('/').map_or(("", known), |(front, back)| (front, back));
    let front = match front.trim_end_matches('/') {
        "" if known.starts_with('/') => "/",
        trimmed => trimmed,
    };
    debug_assert!(dirname(known).len() <= known.len() + 1);
    Value::text(if directory { front } else { back })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("*.md", "a.md", true)]
    #[case("*.md", "a.mdx", false)]
    #[case("a?c*", "abcd", true)]
    #[case("*", "", true)]
    #[case("[ab].x", "a.x", true)]
    #[case("x", "xy", false)]
    fn patterns_fit_names(#[case] pattern: &str, #[case] name: &str, #[case] expected: bool) {
        assert_eq!(fits(pattern, name), expected);
    }

    /// Expected values are those of Python's `pathlib`.
    #[rstest]
    #[case("docs/a.tar.gz", "name", "a.tar.gz")]
    #[case("docs/a.tar.gz", "stem", "a.tar")]
    #[case("docs/a.tar.gz", "suffix", ".gz")]
    #[case("docs/.bashrc", "suffix", "")]
    #[case("docs/a.md", "parent", "docs")]
    #[case("a.md", "parent", ".")]
    #[case("/", "name", "")]
    fn attributes_are_those_of_pathlib(#[case] path: &str, #[case] name: &str, #[case] expected: &str) {
        let value = attribute(&AbstractString::text(path), name).unwrap();
        assert_eq!(value.known(), Some(expected));
    }
}
