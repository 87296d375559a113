//! What the reading functions of `fs` give.

use super::deeds::Deed;
use crate::programs::javascript::Run;
use crate::programs::value::Value;
use crate::value::{AbstractString, Output, Piece};

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// What a reading function gives.
    pub(super) fn look(&mut self, deed: Deed, name: &str, path: &Value, options: &Value) -> Value {
        match deed {
            Deed::Exists => self.existence(path),
            Deed::ReadText | Deed::ReadJson => {
                self.expect_there(path);
                let text = self.content_at(path);
                if let Deed::ReadJson = deed { self.parsed(&text) } else { Value::Text(text) }
            }
            Deed::List => {
                self.expect_there(path);
                self.list_directory(path, options)
            }
            Deed::Access => {
                self.expect_there(path);
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
    fn expect_there(&mut self, path: &Value) {
        if let Value::Text(_) = path {
            let path = self.clean_path(path);
            if self.recorder.exists(&path) == Some(false) {
                let shown = path.known().unwrap_or("a file").to_owned();
                self.recorder.stop(&format!("`{shown}` is missing"));
            }
        }
    }

    /// Is anything at a path?
    pub(in crate::programs::javascript) fn existence(&mut self, path: &Value) -> Value {
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
    pub(in crate::programs::javascript) fn content_at(&mut self, path: &Value) -> AbstractString {
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
    pub(in crate::programs::javascript) fn input_text(&self) -> AbstractString {
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
}
