//! Open files: `open` with its modes, what is written to them, and `with`.

use ruff_text_size::TextRange;

use super::super::record::{Site, path_of};
use super::super::store::{Handle, Object};
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use crate::commands::plan::FileAction;
use crate::value::{AbstractString, Output};

/// Lines of a known file that are told apart.
const LINES_CAP: usize = 1_024;

/// What ends with a `with` block.
pub(super) enum End {
    /// nothing that matters
    Nothing,
    /// errors are swallowed in it
    Suppress,
    /// standard output goes elsewhere in it
    Silent,
    /// the working directory is another one in it
    Directory(Option<AbstractString>),
    /// an object of the program has a method for it
    Method(Value, TextRange),
    /// a directory goes with it
    Remove(AbstractString, Site),
}

/// How a mode opens a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// to read
    Read,
    /// to write, as this action
    Write(FileAction),
}

impl Mode {
    /// Of Python's letters; `None` if there is no such mode.
    pub(super) fn of(letters: &str) -> Option<Self> {
        let has = |letter: char| letters.contains(letter);
        let valid = letters.chars().all(|letter| "rwxabtU+:|gz2*".contains(letter));
        if !valid {
            return None;
        }
        Some(match () {
            () if has('w') => Self::Write(FileAction::Write),
            () if has('x') => Self::Write(FileAction::CreateNew),
            () if has('a') => Self::Write(FileAction::Append),
            () if has('+') => Self::Write(FileAction::Modify),
            () => Self::Read,
        })
    }
}

impl Python<'_, '_> {
    /// `open(path, mode)`
    pub(super) fn open(&mut self, arguments: &Arguments) -> Value {
        let path = arguments.value(0, "file");
        let mode = arguments.value(1, "mode");
        self.open_path(&path, &mode, arguments)
    }

    /// Opens a path with a mode, which may not be known.
    pub(super) fn open_path(&mut self, path: &Value, mode: &Value, arguments: &Arguments) -> Value {
        if path.number().is_some() {
            return self.handle(path.clone(), Vec::new(), true);
        }
        let mut steps = Vec::new();
        let mut writes = false;
        let modes = mode.alternatives().len();
        for mode in mode.alternatives() {
            let known = match mode {
                Value::Nothing => Some("r"),
                other => other.known(),
            };
            match known.map(Mode::of) {
                Some(Some(Mode::Read)) => self.must_exist(path),
                Some(Some(Mode::Write(action))) => {
                    writes = true;
                    let unsure = u32::from(modes > 1);
                    self.recorder.maybe += unsure;
                    steps.extend(self.write_paths(path, action, &arguments.site));
                    self.recorder.maybe -= unsure;
                }
                Some(None) => self.fail("a mode that there is not"),
                None => {
                    writes = true;
                    self.recorder.maybe += 1;
                    steps.extend(self.write_paths(path, FileAction::Write, &arguments.site));
                    self.recorder.maybe -= 1;
                    self.recorder
                        .unknown(arguments.site.span, "the mode in which a file is opened is not known");
                }
            }
        }
        self.handle(path.clone(), steps, writes)
    }

    /// Every path that a value can be is written; gives the operations.
    pub(super) fn write_paths(&mut self, path: &Value, action: FileAction, site: &Site) -> Vec<usize> {
        if self.raised.is_some() {
            return Vec::new();
        }
        let paths = path.alternatives();
        let unsure = u32::from(paths.len() > 1);
        self.recorder.maybe += unsure;
        let mut steps = Vec::new();
        for path in paths {
            match path {
                Value::Nothing | Value::Native(_) => {}
                Value::Int(_) => {}
                Value::Object(_) if self.store.file(path).is_some() => self.write_text(path, None),
                other => steps.extend(self.recorder.file(site, action, &path_of(other))),
            }
        }
        self.recorder.maybe -= unsure;
        steps
    }

    /// What is read must be there: if it is known not to be, an error follows.
    pub(super) fn must_exist(&mut self, path: &Value) {
        if let Value::Text(path) | Value::Path(path) = path
            && self.recorder.exists(path) == Some(false)
        {
            self.fail("a file to read that is not there");
        }
    }

    fn handle(&mut self, path: Value, steps: Vec<usize>, writes: bool) -> Value {
        self.store.make(Object::File(Handle { path, steps, writes, read: false }))
    }

    /// Calls a method of an open file.
    pub(super) fn file_method(&mut self, file: &Value, name: &str, arguments: &Arguments) -> Value {
        match name {
            "write" => {
                let text = match arguments.positional.first().cloned() {
                    Some(value) => self.text_of(&value),
                    None => AbstractString::empty(),
                };
                self.write_text(file, Some(&text));
                Value::Thing("int".into())
            }
            "writelines" => {
                let lines = arguments.positional.first().cloned().unwrap_or(Value::Nothing);
                match self.members(&lines) {
                    Some(lines) => {
                        for line in lines {
                            let text = self.text_of(&line);
                            self.write_text(file, Some(&text));
                        }
                    }
                    None => self.write_text(file, None),
                }
                Value::Nothing
            }
            "truncate" | "seek" => {
                self.write_text(file, None);
                Value::Thing("int".into())
            }
            "read" if arguments.positional.is_empty() => self.read_all(file),
            "read" => super::unknown_text("a part of a file"),
            "readlines" => match self.lines_of(file) {
                Some(lines) => self.store.make(Object::List(lines)),
                None => Value::many(super::unknown_text("a line of a file")),
            },
            "readline" => super::unknown_text("a line of a file"),
            "fileno" | "tell" => Value::Thing("int".into()),
            "__enter__" => file.clone(),
            _ => Value::Nothing,
        }
    }

    /// Writes a text to an open file, or something that nobody knows.
    pub(super) fn write_text(&mut self, file: &Value, text: Option<&AbstractString>) {
        for file in file.alternatives() {
            let Some(handle) = self.store.file(file) else { continue };
            let (steps, several) = (handle.steps.clone(), handle.steps.len() > 1);
            for step in steps {
                let known = text.and_then(AbstractString::known).filter(|_| !several);
                self.charge(known.map_or(0, str::len));
                self.recorder.written(step, known);
            }
        }
    }

    /// What is left to read of an open file.
    fn read_all(&mut self, file: &Value) -> Value {
        let Some(handle) = self.store.file(file) else { return Value::unknown("a text") };
        let (path, again) = (handle.path.clone(), handle.read || handle.writes);
        if let Value::Object(id) = file
            && let Some(Object::File(handle)) = self.store.change(*id)
        {
            handle.read = true;
        }
        if again {
            return super::unknown_text("a file that was read in part");
        }
        self.text_in(&path)
    }

    /// The text of a file.
    pub(super) fn text_in(&mut self, path: &Value) -> Value {
        match path {
            Value::Text(path) | Value::Path(path) => match self.recorder.content(path) {
                Some(text) => {
                    self.charge(text.len());
                    Value::text(&text)
                }
                None => super::unknown_text("the text of a file"),
            },
            _ => super::unknown_text("the text of a file"),
        }
    }

    /// The lines of a file, if they are known.
    pub(super) fn lines_of(&mut self, file: &Value) -> Option<Vec<Value>> {
        match self.read_all(file) {
            Value::Text(text) => lines(text.known()?),
            _ => None,
        }
    }

    /// The lines of the standard input.
    pub(super) fn input_lines(&self) -> Option<Vec<Value>> {
        match self.input_text() {
            Value::Text(text) => lines(text.known()?),
            _ => None,
        }
    }

    /// All of the standard input. A program that came that way has left none.
    pub(super) fn input_text(&self) -> Value {
        match self.recorder.input() {
            Output::Nothing => Value::text(""),
            Output::Text(text) if text.known() == Some(self.request.text) => Value::text(""),
            Output::Text(text) if !self.request.holes.is_empty() && text.known().is_none() => {
                super::unknown_text(text.reason().unwrap_or("the standard input"))
            }
            Output::Text(text) => Value::Text(text.clone()),
            Output::Lines(_) => super::unknown_text("the standard input"),
            Output::Unknown(why) => super::unknown_text(why),
        }
    }

    /// `input()`
    pub(super) fn input_line(&mut self) -> Value {
        if self.recorder.input() == &Output::Nothing {
            self.fail("nothing is there to read on the standard input");
        }
        super::unknown_text("a line of the standard input")
    }

    /// Begins a `with` block: the value behind `as`, and what ends with the block.
    pub(super) fn enter(&mut self, value: Value, range: TextRange) -> (Value, End) {
        match &value {
            Value::Thing(name) => match &**name {
                "contextlib.suppress" => {
                    self.recorder.guarded += 1;
                    (Value::Nothing, End::Suppress)
                }
                "contextlib.redirect_stdout" => {
                    self.recorder.silent += 1;
                    (Value::Nothing, End::Silent)
                }
                _ => (value, End::Nothing),
            },
            Value::Tuple(parts) => match &**parts {
                [Value::Native(kind), Value::Text(path)] if &**kind == "contextlib.chdir" => {
                    let before = self.recorder.base();
                    self.recorder.chdir(path);
                    (Value::Nothing, End::Directory(before))
                }
                [Value::Native(kind), Value::Text(path)] if &**kind == "tempfile.TemporaryDirectory" => {
                    let site =
                        Site { span: super::span_of(range), cause: "tempfile.TemporaryDirectory()".into() };
                    (Value::Text(path.clone()), End::Remove(path.clone(), site))
                }
                _ => (value, End::Nothing),
            },
            Value::Object(id) => match self.store.object(*id) {
                Some(Object::Instance(class, _)) => {
                    let class = class.clone();
                    match self.class_attribute(&class, "__enter__") {
                        Some(method) => {
                            let inner = self.call_bound(&method, &value, Vec::new(), range);
                            (inner, End::Method(value, range))
                        }
                        None => (value, End::Nothing),
                    }
                }
                // A generator that a decorator makes a context of: what it yields.
                Some(Object::List(members)) if members.len() == 1 => {
                    (members.first().cloned().unwrap_or(Value::Nothing), End::Nothing)
                }
                _ => (value, End::Nothing),
            },
            _ => (value, End::Nothing),
        }
    }

    /// Ends a `with` block; true if errors in it were swallowed.
    pub(super) fn leave(&mut self, end: End) -> bool {
        match end {
            End::Nothing => {}
            End::Suppress => {
                self.recorder.guarded = self.recorder.guarded.saturating_sub(1);
                return true;
            }
            End::Silent => self.recorder.silent = self.recorder.silent.saturating_sub(1),
            End::Directory(before) => self.recorder.set_base(before),
            End::Method(object, range) => {
                if let Value::Object(id) = &object
                    && let Some(Object::Instance(class, _)) = self.store.object(*id)
                {
                    let class = class.clone();
                    if let Some(method) = self.class_attribute(&class, "__exit__") {
                        self.call_bound(
                            &method,
                            &object,
                            vec![Value::Nothing, Value::Nothing, Value::Nothing],
                            range,
                        );
                    }
                }
            }
            End::Remove(path, site) => {
                self.recorder.file(&site, FileAction::Delete { recursive: true, force: true }, &path);
            }
        }
        false
    }
}

fn lines(text: &str) -> Option<Vec<Value>> {
    if text.len() > (LINES_CAP << 8) {
        return None;
    }
    let lines: Vec<Value> = text.split_inclusive('\n').map(Value::text).collect();
    (lines.len() <= LINES_CAP).then_some(lines)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("r", Some(Mode::Read))]
    #[case("rb", Some(Mode::Read))]
    #[case("w", Some(Mode::Write(FileAction::Write)))]
    #[case("w+b", Some(Mode::Write(FileAction::Write)))]
    #[case("a", Some(Mode::Write(FileAction::Append)))]
    #[case("x", Some(Mode::Write(FileAction::CreateNew)))]
    #[case("r+", Some(Mode::Write(FileAction::Modify)))]
    #[case("q", None)]
    fn modes_are_those_of_python(#[case] letters: &str, #[case] expected: Option<Mode>) {
        assert_eq!(Mode::of(letters), expected);
    }
}
