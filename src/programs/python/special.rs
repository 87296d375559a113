//! Functions of libraries that need more than a row of `tables`, and have no file of their kind.

use super::super::store::Object;
use super::super::value::Value;
use super::arguments::Arguments;
use super::{Python, file};
use crate::commands::plan::FileAction;

impl Python<'_, '_> {
    /// Functions of other modules that need more than a row.
    pub(super) fn special(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        let first = arguments.value(0, "");
        Some(match name {
            "io.open" | "codecs.open" => self.open(arguments),
            "gzip.open" | "bz2.open" | "lzma.open" | "gzip.GzipFile" | "bz2.BZ2File" | "lzma.LZMAFile" => {
                let path = arguments.value(0, "filename");
                let mode = arguments.value(1, "mode");
                let file = self.open_path(&path, &mode, arguments);
                self.write_text(&file, None);
                file
            }
            "zipfile.ZipFile" | "tarfile.open" | "tarfile.TarFile" => self.archive(name, arguments),
            "fileinput.input" | "fileinput.FileInput" => self.file_input(arguments),
            "json.dumps" | "yaml.dump" | "yaml.safe_dump" if arguments.get(1, "stream").is_none() => {
                super::unknown_text("a serialised value")
            }
            "csv.writer" | "csv.DictWriter" => {
                self.write_text(&first, None);
                Value::Thing("csv.writer".into())
            }
            "logging.basicConfig" => {
                if let Some(path) = arguments.named("filename").cloned() {
                    let mode = arguments.named("filemode").cloned().unwrap_or_else(|| Value::text("a"));
                    self.open_path(&path, &mode, arguments);
                }
                Value::Nothing
            }
            "contextlib.chdir" => Value::Tuple([Value::native("contextlib.chdir"), path_text(&first)].into()),
            "textwrap.dedent" => match first.known() {
                Some(text) => Value::text(&dedented(text)),
                None => super::unknown_text("a text"),
            },
            "copy.copy" | "copy.deepcopy" => match (self.store.entries(&first), self.store.members(&first)) {
                (Some(entries), _) => self.store.make(Object::Dict(entries)),
                (None, Some(members)) if matches!(first, Value::Object(_)) => {
                    self.store.make(Object::List(members))
                }
                _ => first,
            },
            "importlib.import_module" => {
                let module = first.known().unwrap_or("?").to_owned();
                self.imported(&module, arguments)
            }
            "importlib.util.spec_from_file_location" | "runpy.run_path" | "runpy.run_module" => {
                self.unread_at(arguments, "a file that a program runs is not read")
            }
            "collections.OrderedDict" => self.builtin("dict", arguments),
            "collections.defaultdict" => Value::unknown("a dictionary with defaults"),
            "functools.partial" => self.partial(arguments),
            "threading.Thread" | "multiprocessing.Process" => {
                if let Some(target) = arguments.named("target").cloned() {
                    let given = arguments.named("args").cloned().and_then(|values| self.members(&values));
                    let mut inner = Arguments::of(given.unwrap_or_default(), arguments.site.span);
                    inner.site = arguments.site.clone();
                    self.call_value(&target, &inner);
                }
                Value::Thing(name.into())
            }
            "asyncio.run" | "asyncio.gather" => first,
            "itertools.chain"
            | "itertools.chain.from_iterable"
            | "itertools.product"
            | "itertools.islice" => {
                let members: Vec<Value> =
                    arguments.positional.clone().iter().map(|value| self.element(value)).collect();
                let member = members.into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
                let nested = if name.contains("from_iterable") { self.element(&member) } else { member };
                let product = name.ends_with("product");
                Value::many(if product { Value::unknown("a combination") } else { nested })
            }
            name if name.starts_with("sys.stdout") || name.starts_with("sys.stderr") => Value::Nothing,
            _ => return None,
        })
    }

    /// `zipfile.ZipFile(file, mode)`, `tarfile.open(name, mode)`
    fn archive(&mut self, name: &str, arguments: &Arguments) -> Value {
        let path = arguments.value(0, if name.starts_with("zip") { "file" } else { "name" });
        let mode = arguments.value(1, "mode");
        let reads = match &mode {
            Value::Nothing => true,
            mode => mode.known().and_then(file::Mode::of) == Some(file::Mode::Read),
        };
        if reads {
            self.must_exist(&path);
            return Value::Thing("archive".into());
        }
        let opened = self.open_path(&path, &mode, arguments);
        self.write_text(&opened, None);
        Value::Thing("archive".into())
    }

    /// `fileinput.input(files, inplace=True)`
    fn file_input(&mut self, arguments: &Arguments) -> Value {
        let in_place = match arguments.get(1, "inplace").cloned() {
            Some(value) => self.truth(&value),
            None => Some(false),
        };
        if in_place != Some(false) {
            let files = arguments.value(0, "files");
            let files = match &files {
                Value::Text(_) | Value::Path(_) => vec![files.clone()],
                Value::Nothing => {
                    let argv = self.argv();
                    self.members(&argv)
                        .map(|members| members.get(1..).unwrap_or(&[]).to_vec())
                        .unwrap_or_default()
                }
                other => {
                    let other = other.clone();
                    self.members(&other).unwrap_or_else(|| vec![self.element(&other)])
                }
            };
            for file in &files {
                self.act(file, FileAction::Modify, arguments);
            }
            self.recorder.silent += 1;
        }
        Value::many(super::unknown_text("a line of a file"))
    }

    fn partial(&mut self, arguments: &Arguments) -> Value {
        Value::Foreign(
            match arguments.positional.first() {
                Some(_) => "a function with some of its arguments",
                None => "no function",
            }
            .into(),
        )
    }
}

fn path_text(value: &Value) -> Value {
    match value {
        Value::Path(path) => Value::Text(path.clone()),
        other => other.clone(),
    }
}

/// A text without the blanks that all its lines begin with.
fn dedented(text: &str) -> String {
    let blank = |line: &str| line.trim().is_empty();
    let least = text
        .lines()
        .filter(|line| !blank(line))
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| if blank(line) { "" } else { line.get(least..).unwrap_or(line) })
        .collect();
    lines.join("\n")
}
