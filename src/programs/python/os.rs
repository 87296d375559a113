//! `os`: files, directories, and processes that take the place of this one.

use super::Python;
use super::arguments::Arguments;
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::record::{Child, path_of};
use crate::programs::value::Value;
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
                let mut argv: Vec<_> = values.iter().map(path_of).collect();
                // The file that runs is told apart from the name that it is given.
                if let (Some(program), Some(front)) = (arguments.positional.get(shift), argv.first_mut()) {
                    *front = path_of(program);
                }
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
}

fn segment(why: &str) -> Value {
    let mut text = AbstractString::empty();
    text.push(Piece::Segment(why.into()));
    Value::Text(text)
}
