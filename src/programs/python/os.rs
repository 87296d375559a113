//! `os`, `os.path`, `shutil`, `tempfile` and `glob`.

use std::rc::Rc;

use super::super::record::{Child, join_paths, normal, path_of};
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use super::path::{split, truth_or};
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::value::{AbstractString, Piece};

impl Python<'_, '_> {
    /// Calls a function of `os` or `shutil`; `None` if it is not one that does something to files or tells of them.
    pub(super) fn os_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        let first = arguments.value(0, "path");
        let delete = |recursive, force| FileAction::Delete { recursive, force };
        Some(match name {
            "remove" | "unlink" => self.act(&first, delete(false, false), arguments),
            "rmdir" => self.act(&first, FileAction::RemoveDirectory { parents: false }, arguments),
            "removedirs" => self.act(
                &self.named_path(arguments),
                FileAction::RemoveDirectory { parents: true },
                arguments,
            ),
            "mkdir" => self.make_directory(&first, false, false, arguments),
            "makedirs" => {
                let lenient = arguments.get(2, "exist_ok").is_some_and(|value| *value == Value::Bool(true));
                let path = self.named_path(arguments);
                self.make_directory(&path, true, lenient, arguments)
            }
            "mkfifo" | "mknod" => self.act(&first, FileAction::CreateNew, arguments),
            "truncate" => self.act(&first, FileAction::Truncate { create: false }, arguments),
            "chmod" | "lchmod" | "chown" | "lchown" | "utime" | "setxattr" | "removexattr" | "chflags" => {
                self.act(&first, FileAction::Metadata { recursive: false }, arguments)
            }
            "rename" | "replace" | "renames" => {
                let (from, to) = (arguments.value(0, "src"), arguments.value(1, "dst"));
                self.transfer(TransferKind::Move, &from, &to, DestinationMode::Name, arguments);
                Value::Nothing
            }
            "symlink" | "link" => {
                let (from, to) = (arguments.value(0, "src"), arguments.value(1, "dst"));
                let kind = if name == "symlink" {
                    TransferKind::SymbolicLink { force: false }
                } else {
                    TransferKind::HardLink { force: false }
                };
                self.transfer(kind, &from, &to, DestinationMode::Name, arguments);
                Value::Nothing
            }
            "chdir" | "fchdir" => {
                for path in first.alternatives() {
                    self.recorder.chdir(&path_of(path));
                }
                Value::Nothing
            }
            "open" => self.open_flags(&first, arguments),
            "write" | "close" | "fsync" | "ftruncate" | "fchmod" => Value::Thing("int".into()),
            "fdopen" => first,
            "getcwd" | "getcwdb" => Value::Text(self.recorder.directory()),
            "listdir" => {
                let directory = if first == Value::Nothing { Value::text(".") } else { first };
                self.names_in(&directory)
            }
            "scandir" | "walk" => self.tree(name, &first),
            "getenv" => self.environment(&first, arguments.get(1, "default")),
            "putenv" | "unsetenv" => Value::Nothing,
            "fspath" | "fsencode" | "fsdecode" => match first {
                Value::Path(path) => Value::Text(path),
                other => other,
            },
            "system" | "popen" => self.system(&first, name == "system", arguments),
            "_exit" | "abort" => self.end(arguments),
            name if name.starts_with("exec")
                || name.starts_with("spawn")
                || name.starts_with("posix_spawn") =>
            {
                self.replaced_process(name, arguments)
            }
            _ => return None,
        })
    }

    fn named_path(&self, arguments: &Arguments) -> Value {
        arguments.value(0, "name")
    }

    /// `os.open(path, flags)`
    fn open_flags(&mut self, path: &Value, arguments: &Arguments) -> Value {
        let flags = arguments.value(1, "flags");
        let known = flags.number();
        let has = |bit: i64| known.is_some_and(|flags| flags & bit != 0);
        let writes = known.is_none() || has(1) || has(2);
        if !writes {
            self.must_exist(path);
            return Value::Thing("int".into());
        }
        let action = match () {
            () if has(0o200) => FileAction::CreateNew,
            () if has(0o2000) => FileAction::Append,
            () if known.is_none() || has(0o1000) || has(0o100) => FileAction::Write,
            () => FileAction::Modify,
        };
        let unsure = u32::from(known.is_none());
        self.recorder.maybe += unsure;
        let steps = self.write_paths(path, action, &arguments.site);
        self.recorder.maybe -= unsure;
        steps.into_iter().for_each(|step| self.recorder.written(step, None));
        Value::Thing("int".into())
    }

    fn names_in(&mut self, directory: &Value) -> Value {
        let (Value::Text(path) | Value::Path(path)) = directory else {
            return Value::many(segment("a name in a directory"));
        };
        match self.recorder.list(path) {
            Some(names) => Value::Tuple(names.iter().map(|name| Value::text(name)).collect()),
            None => Value::many(segment("a name in a directory")),
        }
    }

    /// `os.walk(top)`: directories, the names of those in them, and of the files.
    fn tree(&mut self, name: &str, top: &Value) -> Value {
        if name == "scandir" {
            return Value::many(Value::unknown("an entry of a directory"));
        }
        let mut directory = path_of(top);
        // The top itself is walked, too: what lies below it lies in it.
        directory.push(Piece::Below("what a tree holds".into()));
        if let Some(known) = path_of(top).known() {
            directory = AbstractString::text(known);
            if !known.ends_with('/') {
                directory.push_text("/");
            }
            directory.push(Piece::Below("what a tree holds".into()));
        }
        let names = || Value::many(segment("a name in a tree"));
        Value::many(Value::Tuple([Value::Text(directory), names(), names()].into()))
    }

    /// A variable of the environment.
    pub(super) fn environment(&mut self, name: &Value, default: Option<&Value>) -> Value {
        let Some(name) = name.known() else { return super::unknown_text("a variable of the environment") };
        let key: Rc<str> = format!("os.environ[{name}]").into();
        if let Some(value) = self.store.own(self.global, &key) {
            return value.clone();
        }
        if let Some(value) = self.recorder.environment(name) {
            return Value::text(&value);
        }
        let unknown = super::unknown_text(&format!("`${name}` is not known"));
        match default {
            Some(Value::Text(default)) => {
                let mut text = default.clone();
                text.assume(format!("{name} unset"));
                unknown.or(Value::Text(text))
            }
            Some(other) => unknown.or(other.clone()),
            None => unknown,
        }
    }

    /// `os.environ[name] = value`
    pub(super) fn set_environment(&mut self, name: &Value, value: Value) {
        if let Some(name) = name.known() {
            let key: Rc<str> = format!("os.environ[{name}]").into();
            self.store.set(self.global, &key, Some(value));
        }
    }

    /// What the program has set in its environment.
    pub(super) fn own_environment(&self) -> Vec<(Rc<str>, Option<AbstractString>)> {
        let names = self.store.names(self.global);
        names
            .iter()
            .filter_map(|(name, value)| {
                let name = name.strip_prefix("os.environ[")?.strip_suffix(']')?;
                match value {
                    Value::Text(text) => Some((name.into(), Some(text.clone()))),
                    _ => None,
                }
            })
            .collect()
    }

    fn replaced_process(&mut self, name: &str, arguments: &Arguments) -> Value {
        let shift = usize::from(name.starts_with("spawn"));
        let values = if name.contains('l') && !name.contains('v') {
            arguments.positional.get(shift + 1..).map(<[Value]>::to_vec)
        } else {
            let list = arguments.positional.get(shift + 1).cloned();
            list.and_then(|list| self.members(&list))
        };
        match values {
            Some(values) => {
                let argv = values.iter().map(path_of).collect();
                let child = Child { environment: self.own_environment(), prints: true, ..Child::default() };
                self.recorder.invoke(&arguments.site, argv, child);
            }
            None => self.recorder.unread(arguments.site.span, "the command that a program runs is not known"),
        }
        if name.starts_with("exec") {
            self.end(&Arguments::of(Vec::new(), arguments.site.span))
        } else {
            Value::Thing("int".into())
        }
    }

    /// Calls a function of `os.path`.
    pub(super) fn path_call(&mut self, name: &str, arguments: &Arguments) -> Value {
        let first = match arguments.positional.first() {
            Some(Value::Path(path)) => Value::Text(path.clone()),
            Some(other) => other.clone(),
            None => Value::Nothing,
        };
        if let Value::OneOf(values) = &first
            && name != "join"
        {
            let results: Vec<Value> = values
                .iter()
                .map(|value| {
                    let mut given = arguments.clone();
                    if let Some(slot) = given.positional.first_mut() {
                        *slot = value.clone();
                    }
                    self.path_call(name, &given)
                })
                .collect();
            return results.into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
        }
        let path = path_of(&first);
        match name {
            "join" => self.joined_path(&arguments.positional),
            "dirname" => split(&path, true),
            "basename" => split(&path, false),
            "split" => Value::Tuple([split(&path, true), split(&path, false)].into()),
            "splitext" => splitext(&path),
            "abspath" | "realpath" => {
                let whole = join_paths(&self.recorder.directory(), &path, true);
                Value::Text(match whole.known() {
                    Some(known) => AbstractString::text(&normal(known)),
                    None => whole,
                })
            }
            "normpath" => Value::Text(match path.known() {
                Some(known) => AbstractString::text(&normal(known)),
                None => path,
            }),
            "normcase" => Value::Text(path),
            "expanduser" => self.expand_user(&path, false),
            "expandvars" => match path.known() {
                Some(known) if !known.contains('$') => Value::Text(path),
                _ => super::unknown_text("a path with variables in it"),
            },
            "exists" | "lexists" => truth_or(self.recorder.exists(&path), "whether a file is there"),
            "isdir" => truth_or(self.recorder.is_directory(&path), "whether a directory is there"),
            "isfile" => {
                let arguments = Arguments::of(Vec::new(), arguments.site.span);
                self.path_method(&path, "is_file", &arguments)
            }
            "islink" => truth_or(self.recorder.is_link(&path), "whether a link is there"),
            "isabs" => truth_or(path.starts_with("/"), "whether a path is absolute"),
            "relpath" => match arguments.positional.get(1) {
                Some(base) => {
                    let base = base.clone();
                    let given = Arguments::of(vec![base], arguments.site.span);
                    match self.path_method(&path, "relative_to", &given) {
                        Value::Path(path) => Value::Text(path),
                        other => other,
                    }
                }
                None => Value::Text(path),
            },
            "getsize" | "getmtime" | "getctime" | "getatime" => Value::Thing("int".into()),
            _ => Value::unknown("what a function of `os.path` gives"),
        }
    }

    fn joined_path(&mut self, parts: &[Value]) -> Value {
        let mut result: Option<Value> = None;
        for part in parts {
            let part = part.clone();
            result = Some(match result {
                None => part,
                Some(left) => {
                    let mut joined: Option<Value> = None;
                    for left in left.alternatives() {
                        for right in part.alternatives() {
                            let path = Value::Text(join_paths(&path_of(left), &path_of(right), true));
                            joined = Some(match joined {
                                Some(have) => have.or(path),
                                None => path,
                            });
                        }
                    }
                    joined.unwrap_or(Value::Nothing)
                }
            });
        }
        match result {
            Some(Value::Path(path)) => Value::Text(path),
            Some(value) => value,
            None => Value::Nothing,
        }
    }

    /// Calls a function of `shutil`.
    pub(super) fn shutil_call(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        let (from, to) = (arguments.value(0, "src"), arguments.value(1, "dst"));
        Some(match name {
            "copy" | "copy2" => {
                self.transfer(TransferKind::Copy, &from, &to, DestinationMode::Either, arguments);
                to
            }
            "copyfile" | "copytree" => {
                self.transfer(TransferKind::Copy, &from, &to, DestinationMode::Name, arguments);
                to
            }
            "move" => {
                self.transfer(TransferKind::Move, &from, &to, DestinationMode::Either, arguments);
                to
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

    /// Calls a function of `tempfile`: names below the directory for temporary files.
    pub(super) fn tempfile_call(&mut self, name: &str, arguments: &Arguments) -> Value {
        let directory = match arguments.named("dir") {
            Some(value) if *value != Value::Nothing => path_of(value),
            _ => self.temporary(),
        };
        let text = |value: Option<&Value>, otherwise: &str| match value {
            Some(value) if *value != Value::Nothing => path_of(value),
            _ => AbstractString::text(otherwise),
        };
        let prefix = text(arguments.named("prefix"), "tmp");
        let suffix = text(arguments.named("suffix"), "");
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

    /// `glob.glob(pattern)`
    pub(super) fn glob_call(&mut self, arguments: &Arguments) -> Value {
        let pattern = arguments.value(0, "pathname");
        let root = arguments.named("root_dir").cloned();
        let Some(known) = pattern.known() else {
            return Value::many(super::unknown_text("what a pattern fits"));
        };
        let (directory, last) = known.rsplit_once('/').unwrap_or((".", known));
        if let Some(at) = directory.find(['*', '?', '[']) {
            let front = directory.get(..at).unwrap_or("");
            let base = front.rsplit_once('/').map_or("", |(base, _)| base);
            let mut member = AbstractString::text(base);
            if !base.is_empty() || known.starts_with('/') {
                member.push_text("/");
            }
            member.push(Piece::Below(format!("what `{known}` fits").into()));
            return Value::many(Value::Text(member));
        }
        let directory = match (&root, known.starts_with('/')) {
            (Some(_), false) => return Value::many(super::unknown_text("what a pattern fits")),
            (_, true) if directory.is_empty() => "/",
            _ => directory,
        };
        let last = last.to_owned();
        if !last.contains(['*', '?', '[']) {
            return Value::Tuple([pattern.clone()].into());
        }
        let members = self.directory_members(&AbstractString::text(directory), &last, false, false);
        match members {
            // Names that begin with a dot, and `./` in front of names, are not what a pattern fits.
            Value::Tuple(members) => {
                let kept = members.iter().filter_map(|member| {
                    let text = member.known()?;
                    let name = text.rsplit('/').next().unwrap_or(text);
                    let hidden = name.starts_with('.') && !last.starts_with('.');
                    (!hidden).then(|| Value::text(if known.contains('/') { text } else { name }))
                });
                Value::Tuple(kept.collect())
            }
            other => other,
        }
    }
}

fn segment(why: &str) -> Value {
    let mut text = AbstractString::empty();
    text.push(Piece::Segment(why.into()));
    Value::Text(text)
}

fn splitext(path: &AbstractString) -> Value {
    let Some(known) = path.known() else {
        return Value::Tuple(
            [super::unknown_text("a path without its suffix"), super::unknown_text("a suffix")].into(),
        );
    };
    let name_at = known.rfind('/').map_or(0, |at| at + 1);
    let name = known.get(name_at..).unwrap_or("");
    let dots = name.len() - name.trim_start_matches('.').len();
    let cut = name.rfind('.').filter(|at| *at >= dots.max(1)).map_or(known.len(), |at| name_at + at);
    let (front, back) = known.split_at_checked(cut).unwrap_or((known, ""));
    Value::Tuple([Value::text(front), Value::text(back)].into())
}
