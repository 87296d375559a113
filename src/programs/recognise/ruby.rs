//! Ruby, by its words: what opens, removes, renames and runs (Ruby 3.1 core and standard library).
//!
//! Owns a reading of calls with plain arguments. A word that is not known is code that nobody reads.

use std::collections::{BTreeMap, BTreeSet};

use super::plain::{Plain, at, end_of, matching};
use super::token::{Kind, Part, Token, Tongue, cut};
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::record::{Recorder, join_paths, path_of};
use crate::programs::value::Value;
use crate::programs::{Reading, Request, unread};
use crate::span::Span;

/// Longer expressions are not known (tokens).
const EXPRESSION_CAP: usize = 200;

/// Methods and words that compute, print, or steer, sorted.
const HARMLESS: &[&str] = &[
    "ARGF",
    "ARGV",
    "Array",
    "BEGIN",
    "CSV",
    "Comparable",
    "DATA",
    "Date",
    "DateTime",
    "Dir",
    "END",
    "ENV",
    "Enumerable",
    "File",
    "FileUtils",
    "Float",
    "Hash",
    "IO",
    "Integer",
    "JSON",
    "Kernel",
    "Math",
    "Rational",
    "Regexp",
    "STDERR",
    "STDIN",
    "STDOUT",
    "SecureRandom",
    "Set",
    "StandardError",
    "String",
    "Struct",
    "Symbol",
    "Time",
    "URI",
    "YAML",
    "abort",
    "abs",
    "add",
    "alias",
    "all?",
    "and",
    "any?",
    "append",
    "at",
    "attr_accessor",
    "attr_reader",
    "basename",
    "begin",
    "between?",
    "break",
    "bytes",
    "capitalize",
    "case",
    "ceil",
    "center",
    "chars",
    "children",
    "chomp",
    "chop",
    "chr",
    "class",
    "clear",
    "close",
    "collect",
    "compact",
    "concat",
    "count",
    "cycle",
    "day",
    "def",
    "defined?",
    "delete",
    "delete_at",
    "delete_if",
    "detect",
    "dig",
    "directory?",
    "dirname",
    "do",
    "downcase",
    "drop",
    "dump",
    "dup",
    "each",
    "each_byte",
    "each_char",
    "each_cons",
    "each_entry",
    "each_index",
    "each_key",
    "each_line",
    "each_pair",
    "each_slice",
    "each_value",
    "each_with_index",
    "each_with_object",
    "else",
    "elsif",
    "empty?",
    "end",
    "end_with?",
    "ensure",
    "entries",
    "eql?",
    "even?",
    "exist?",
    "exit",
    "expand_path",
    "extname",
    "false",
    "fetch",
    "file?",
    "fill",
    "filter",
    "filter_map",
    "find",
    "find_all",
    "find_index",
    "first",
    "flat_map",
    "flatten",
    "floor",
    "flush",
    "for",
    "foreach",
    "format",
    "freeze",
    "frozen?",
    "generate",
    "gets",
    "glob",
    "grep",
    "group_by",
    "gsub",
    "gsub!",
    "has_key?",
    "hash",
    "hex",
    "home",
    "if",
    "in",
    "include?",
    "index",
    "initialize",
    "inject",
    "insert",
    "inspect",
    "instance_of?",
    "is_a?",
    "iso8601",
    "join",
    "key",
    "key?",
    "keys",
    "kind_of?",
    "lambda",
    "last",
    "length",
    "lines",
    "ljust",
    "loop",
    "lstrip",
    "map",
    "match",
    "match?",
    "max",
    "max_by",
    "member?",
    "merge",
    "merge!",
    "min",
    "min_by",
    "module",
    "month",
    "mtime",
    "new",
    "next",
    "nil",
    "nil?",
    "none?",
    "not",
    "now",
    "odd?",
    "or",
    "ord",
    "p",
    "parse",
    "partition",
    "pop",
    "pp",
    "pretty_generate",
    "print",
    "printf",
    "proc",
    "push",
    "puts",
    "pwd",
    "raise",
    "rand",
    "random_number",
    "read",
    "readable?",
    "readline",
    "readlines",
    "redo",
    "reduce",
    "reject",
    "rescue",
    "rest",
    "retry",
    "return",
    "reverse",
    "rewind",
    "rindex",
    "rjust",
    "rotate",
    "round",
    "rstrip",
    "safe_load",
    "sample",
    "scan",
    "select",
    "self",
    "shift",
    "shuffle",
    "size",
    "sleep",
    "slice",
    "sort",
    "sort_by",
    "split",
    "sprintf",
    "squeeze",
    "start_with?",
    "step",
    "strftime",
    "strip",
    "sub",
    "sub!",
    "succ",
    "sum",
    "super",
    "swapcase",
    "symlink?",
    "take",
    "take_while",
    "tally",
    "tap",
    "then",
    "times",
    "to_a",
    "to_f",
    "to_h",
    "to_i",
    "to_json",
    "to_s",
    "to_set",
    "to_sym",
    "to_yaml",
    "today",
    "tr",
    "transpose",
    "true",
    "uniq",
    "unless",
    "unpack",
    "unshift",
    "until",
    "upcase",
    "upcase!",
    "upto",
    "values",
    "warn",
    "when",
    "while",
    "with_index",
    "write",
    "year",
    "yield",
    "zero?",
    "zip",
];

/// Libraries that only compute or are read here, sorted.
const LIBRARIES: &[&str] = &[
    "benchmark",
    "bigdecimal",
    "csv",
    "date",
    "digest",
    "English",
    "erb",
    "fileutils",
    "json",
    "net/http",
    "open-uri",
    "optparse",
    "ostruct",
    "pp",
    "securerandom",
    "set",
    "stringio",
    "time",
    "tmpdir",
    "uri",
    "yaml",
];

/// What a method of a module does with its arguments.
#[derive(Clone, Copy)]
enum Deed {
    /// every path
    Each(FileAction),
    /// the first path alone
    First(FileAction),
    /// every path behind so many others
    Behind(usize, FileAction),
    /// from one path to another
    Pair(TransferKind, DestinationMode),
    /// opens by a mode
    Open,
}

const DELETE: FileAction = FileAction::Delete { recursive: false, force: false };
const DELETE_FORCED: FileAction = FileAction::Delete { recursive: false, force: true };
const DELETE_TREE: FileAction = FileAction::Delete { recursive: true, force: false };
const DELETE_TREE_FORCED: FileAction = FileAction::Delete { recursive: true, force: true };
const DIRECTORY: FileAction = FileAction::MakeDirectory { parents: false };
const DIRECTORIES: FileAction = FileAction::MakeDirectory { parents: true };
const METADATA: FileAction = FileAction::Metadata { recursive: false };

/// Methods that write, by module and name.
const DEEDS: &[(&str, &str, Deed)] = &[
    ("Dir", "delete", Deed::First(FileAction::RemoveDirectory { parents: false })),
    ("Dir", "mkdir", Deed::First(DIRECTORY)),
    ("Dir", "rmdir", Deed::First(FileAction::RemoveDirectory { parents: false })),
    ("Dir", "unlink", Deed::First(FileAction::RemoveDirectory { parents: false })),
    ("File", "binwrite", Deed::First(FileAction::Write)),
    ("File", "chmod", Deed::Behind(1, METADATA)),
    ("File", "chown", Deed::Behind(2, METADATA)),
    ("File", "delete", Deed::Each(DELETE)),
    ("File", "link", Deed::Pair(TransferKind::HardLink { force: false }, DestinationMode::Name)),
    ("File", "new", Deed::Open),
    ("File", "open", Deed::Open),
    ("File", "rename", Deed::Pair(TransferKind::Move, DestinationMode::Name)),
    ("File", "symlink", Deed::Pair(TransferKind::SymbolicLink { force: false }, DestinationMode::Name)),
    ("File", "truncate", Deed::First(FileAction::Truncate { create: false })),
    ("File", "unlink", Deed::Each(DELETE)),
    ("File", "utime", Deed::Behind(2, METADATA)),
    ("File", "write", Deed::First(FileAction::Write)),
    ("FileUtils", "chmod", Deed::Behind(1, METADATA)),
    ("FileUtils", "chmod_R", Deed::Behind(1, FileAction::Metadata { recursive: true })),
    ("FileUtils", "copy", Deed::Pair(TransferKind::Copy, DestinationMode::Either)),
    ("FileUtils", "copy_file", Deed::Pair(TransferKind::Copy, DestinationMode::Name)),
    ("FileUtils", "cp", Deed::Pair(TransferKind::Copy, DestinationMode::Either)),
    ("FileUtils", "cp_r", Deed::Pair(TransferKind::Copy, DestinationMode::Either)),
    ("FileUtils", "ln", Deed::Pair(TransferKind::HardLink { force: false }, DestinationMode::Either)),
    ("FileUtils", "ln_s", Deed::Pair(TransferKind::SymbolicLink { force: false }, DestinationMode::Either)),
    ("FileUtils", "ln_sf", Deed::Pair(TransferKind::SymbolicLink { force: true }, DestinationMode::Either)),
    ("FileUtils", "makedirs", Deed::Each(DIRECTORIES)),
    ("FileUtils", "mkdir", Deed::Each(DIRECTORY)),
    ("FileUtils", "mkdir_p", Deed::Each(DIRECTORIES)),
    ("FileUtils", "mkpath", Deed::Each(DIRECTORIES)),
    ("FileUtils", "move", Deed::Pair(TransferKind::Move, DestinationMode::Either)),
    ("FileUtils", "mv", Deed::Pair(TransferKind::Move, DestinationMode::Either)),
    ("FileUtils", "remove", Deed::Each(DELETE)),
    ("FileUtils", "remove_dir", Deed::First(DELETE_TREE)),
    ("FileUtils", "rm", Deed::Each(DELETE)),
    ("FileUtils", "rm_f", Deed::Each(DELETE_FORCED)),
    ("FileUtils", "rm_r", Deed::Each(DELETE_TREE)),
    ("FileUtils", "rm_rf", Deed::Each(DELETE_TREE_FORCED)),
    ("FileUtils", "rmdir", Deed::Each(FileAction::RemoveDirectory { parents: false })),
    ("FileUtils", "rmtree", Deed::Each(DELETE_TREE_FORCED)),
    ("FileUtils", "touch", Deed::Each(FileAction::Touch { create: true })),
    ("IO", "binwrite", Deed::First(FileAction::Write)),
    ("IO", "write", Deed::First(FileAction::Write)),
];

/// Methods of modules that write in ways that are not read.
const UNREAD: &[(&str, &str)] = &[
    ("Dir", "chdir"),
    ("Dir", "mktmpdir"),
    ("File", "mkfifo"),
    ("FileUtils", "cd"),
    ("FileUtils", "install"),
    ("IO", "copy_stream"),
    ("IO", "popen"),
    ("Kernel", "eval"),
    ("YAML", "load"),
    ("IO", "read"),
];

/// Reads a program.
pub(in crate::programs) fn read(request: &Request<'_>) -> Reading {
    match cut(request.text, Tongue::Ruby) {
        Ok(tokens) => {
            let mut reader = Reader::new(request, &tokens);
            reader.read();
            reader.plain.recorder.finish()
        }
        Err(why) => unread(&format!("a program with {why}")),
    }
}

struct Reader<'t, 'r> {
    request: &'r Request<'r>,
    tokens: &'t [Token],
    plain: Plain<'r>,
    names: BTreeSet<String>,
}

impl<'t, 'r> Reader<'t, 'r> {
    fn new(request: &'r Request<'r>, tokens: &'t [Token]) -> Self {
        let plain = Plain { recorder: Recorder::new(request), text: request.text, values: BTreeMap::new() };
        let mut reader = Self { request, tokens, plain, names: BTreeSet::new() };
        reader.name_variables();
        let loops = request.switches.iter().any(|switch| {
            let letters = switch.split('e').next().unwrap_or("");
            letters.contains('n') || letters.contains('p')
        });
        reader.plain.recorder.maybe += u32::from(loops);
        reader
    }

    /// Names that the program itself gives: variables, parameters of blocks, methods.
    fn name_variables(&mut self) {
        let mut sets: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut in_bars = false;
        for (number, token) in self.tokens.iter().enumerate() {
            if let Kind::Sign("|") = token.kind {
                let opens = matches!(
                    number.checked_sub(1).and_then(|before| at(self.tokens, before)),
                    Some(Kind::Sign("{") | Kind::Word(_))
                );
                in_bars = !in_bars && opens;
            }
            let Kind::Word(word) = &token.kind else { continue };
            let next = at(self.tokens, number + 1);
            let before = number.checked_sub(1).and_then(|before| at(self.tokens, before));
            let assigns = matches!(next, Some(Kind::Sign("=" | "+=" | "||=" | "<<")));
            let defines = matches!(before, Some(Kind::Word(word)) if word == "def" || word == "for");
            if assigns || in_bars || defines || matches!(next, Some(Kind::Sign(":"))) {
                self.names.insert(word.clone());
                sets.entry(word).or_default().push(number);
            }
        }
        for (name, numbers) in sets {
            let [number] = numbers.as_slice() else { continue };
            let value = match at(self.tokens, number + 1) {
                Some(Kind::Sign("=")) => {
                    let end = self.end_of_value(number + 2);
                    self.value(number + 2, end)
                }
                Some(Kind::Sign("|")) => self.each_member(*number),
                _ => None,
            };
            if let Some(value) = value {
                self.plain.values.insert(name.to_owned(), value);
            }
        }
    }

    /// `LIST.each { |x| …`: what `x` is one of.
    fn each_member(&self, number: usize) -> Option<Value> {
        let each = number.checked_sub(3)?;
        let dot = each.checked_sub(1)?;
        let close = dot.checked_sub(1)?;
        if !matches!(at(self.tokens, each), Some(Kind::Word(word)) if word == "each")
            || !matches!(at(self.tokens, dot), Some(Kind::Sign(".")))
        {
            return None;
        }
        let values = match at(self.tokens, close)? {
            Kind::Words(words) => words.iter().map(|word| Value::text(word)).collect(),
            Kind::Sign("]") => {
                let open = (0..close).rev().find(|open| matching(self.tokens, *open) == Some(close))?;
                self.values(open + 1, close)?
            }
            Kind::Word(word) if word == "ARGV" => self.given(),
            _ => return None,
        };
        values.into_iter().reduce(Value::or)
    }

    fn given(&self) -> Vec<Value> {
        self.request.arguments.iter().map(|field| Value::Text(field.value.clone())).collect()
    }

    fn end_of_value(&self, from: usize) -> usize {
        let mut depth = 0_usize;
        for (number, token) in self.tokens.iter().enumerate().skip(from) {
            match &token.kind {
                Kind::Sign("(" | "[" | "{") => depth += 1,
                Kind::Sign(")" | "]" | "}") if depth == 0 => return number,
                Kind::Sign(")" | "]" | "}") => depth -= 1,
                Kind::Sign(";") | Kind::Line if depth == 0 => return number,
                Kind::Word(word)
                    if depth == 0
                        && matches!(
                            word.as_str(),
                            "or" | "and" | "if" | "unless" | "do" | "while" | "rescue"
                        ) =>
                {
                    return number;
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    fn values(&self, from: usize, to: usize) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (start, end) in self.parts(from, to) {
            match self.tokens.get(start..end)? {
                [] => {}
                [Token { kind: Kind::Words(words), .. }] => {
                    values.extend(words.iter().map(|word| Value::text(word)))
                }
                [Token { kind: Kind::Sign("["), .. }, .., Token { kind: Kind::Sign("]"), .. }]
                    if end - start <= EXPRESSION_CAP =>
                {
                    values.extend(self.values(start + 1, end - 1)?);
                }
                [Token { kind: Kind::Word(word), .. }]
                | [Token { kind: Kind::Sign("*"), .. }, Token { kind: Kind::Word(word), .. }]
                    if word == "ARGV" =>
                {
                    values.extend(self.given());
                }
                _ => values.push(self.value(start, end)?),
            }
        }
        Some(values)
    }

    /// Where the arguments between two places begin and end; named ones are left out.
    fn parts(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let (mut start, mut depth) = (from, 0_usize);
        for number in from..to {
            match at(self.tokens, number) {
                Some(Kind::Sign("(" | "[" | "{")) => depth += 1,
                Some(Kind::Sign(")" | "]" | "}")) => depth = depth.saturating_sub(1),
                Some(Kind::Sign(",")) if depth == 0 => {
                    parts.push((start, number));
                    start = number + 1;
                }
                _ => {}
            }
        }
        parts.push((start, to));
        parts.retain(|(start, _)| {
            !(matches!(at(self.tokens, *start), Some(Kind::Word(_)))
                && matches!(at(self.tokens, start + 1), Some(Kind::Sign(":"))))
        });
        parts
    }

    fn value(&self, from: usize, to: usize) -> Option<Value> {
        let tokens = self.tokens.get(from..to).filter(|tokens| tokens.len() <= EXPRESSION_CAP)?;
        match tokens {
            [Token { kind: Kind::Text(parts), .. }] => Some(self.plain.text(parts, self.request)),
            [Token { kind: Kind::Number, span }] => Some(Value::text(span.slice(self.request.text))),
            [Token { kind: Kind::Word(word), .. }] => self.plain.values.get(word).cloned(),
            [Token { kind: Kind::Variable(name), .. }] => self.plain.variable(name, self.request),
            [
                Token { kind: Kind::Word(word), .. },
                Token { kind: Kind::Sign("["), .. },
                Token { kind, span },
                Token { kind: Kind::Sign("]"), .. },
            ] => match (word.as_str(), kind) {
                ("ARGV", Kind::Number) => {
                    self.given().get(span.slice(self.request.text).parse::<usize>().ok()?).cloned()
                }
                ("ENV", Kind::Text(parts)) => {
                    let [Part::Known(key)] = parts.as_slice() else { return None };
                    self.plain.variable(&["$ENV{", key, "}"].concat(), self.request)
                }
                _ => None,
            },
            [
                Token { kind: Kind::Word(module), .. },
                Token { kind: Kind::Sign("."), .. },
                Token { kind: Kind::Word(method), .. },
                rest @ ..,
            ] => match (module.as_str(), method.as_str(), rest) {
                ("Dir", "home", []) => self.plain.variable("$ENV{HOME}", self.request),
                ("Dir", "pwd", []) => Some(Value::Text(self.plain.recorder.directory())),
                (
                    "File",
                    "join",
                    [Token { kind: Kind::Sign("("), .. }, .., Token { kind: Kind::Sign(")"), .. }],
                ) => {
                    let values = self.values(from + 4, to - 1)?;
                    let texts = values.iter().map(path_of);
                    texts.reduce(|left, right| join_paths(&left, &right, false)).map(Value::Text)
                }
                _ => None,
            },
            _ => {
                let plus = (from..to)
                    .rev()
                    .find(|number| matches!(at(self.tokens, *number), Some(Kind::Sign("+"))))?;
                let (left, right) = (self.value(from, plus)?, self.value(plus + 1, to)?);
                Some(self.plain.both(&left, &right))
            }
        }
    }

    fn read(&mut self) {
        let mut number = 0;
        let outer = self.plain.recorder.maybe;
        while number < self.tokens.len() {
            let doubt = u32::from(self.is_conditional(number));
            self.plain.recorder.maybe = outer + doubt;
            number = self.token(number).max(number + 1);
        }
        self.plain.recorder.maybe = outer;
    }

    /// True if what stands at a place may not run: something around it or in its line branches or repeats.
    fn is_conditional(&self, number: usize) -> bool {
        self.tokens.iter().enumerate().any(|(at, token)| match &token.kind {
            Kind::Word(word) => {
                let opens = matches!(
                    word.as_str(),
                    "if" | "unless"
                        | "case"
                        | "while"
                        | "until"
                        | "each"
                        | "map"
                        | "times"
                        | "def"
                        | "rescue"
                        | "select"
                );
                opens && (at < number || self.same_line(number, at))
            }
            Kind::Sign("?" | "&&") => at < number,
            _ => false,
        })
    }

    fn same_line(&self, from: usize, to: usize) -> bool {
        self.tokens.get(from..to).is_some_and(|tokens| {
            !tokens.iter().any(|token| matches!(token.kind, Kind::Line | Kind::Sign(";")))
        })
    }

    fn token(&mut self, number: usize) -> usize {
        let Some(token) = self.tokens.get(number) else { return number + 1 };
        match &token.kind {
            Kind::Word(word) => self.word(word, number, token.span),
            Kind::Command(parts) => {
                let text = self.plain.text(parts, self.request);
                self.plain.shell(&text, token.span);
                number + 1
            }
            Kind::Text(parts) => {
                for part in parts {
                    if let Part::Code(code) = part {
                        self.inner(code, token.span);
                    }
                }
                number + 1
            }
            _ => number + 1,
        }
    }

    fn word(&mut self, word: &str, number: usize, span: Span) -> usize {
        let next = at(self.tokens, number + 1);
        let before = number.checked_sub(1).and_then(|before| at(self.tokens, before));
        if let (Some(Kind::Sign("." | "&." | "::")), Some(Kind::Word(method))) =
            (next, at(self.tokens, number + 2))
            && word.starts_with(|letter: char| letter.is_ascii_uppercase())
        {
            if UNREAD.contains(&(word, method.as_str())) && !(word == "IO" && method == "read") {
                self.plain.recorder.unread(span, &format!("`{word}.{method}`"));
                return number + 3;
            }
            let found = DEEDS.iter().find(|(module, name, _)| *module == word && name == method);
            if let Some((_, _, deed)) = found {
                return self.deed(*deed, number + 2, span);
            }
        }
        let bare = !matches!(before, Some(Kind::Sign("." | "&.")));
        match word {
            "require" => {
                let known = matches!(next, Some(Kind::Text(parts))
                    if matches!(parts.as_slice(), [Part::Known(name)] if LIBRARIES.contains(&name.as_str())));
                if !known {
                    self.plain.recorder.unread(span, "a library that is not known");
                }
                return number + 2;
            }
            "system" | "exec" | "spawn" if bare => return self.runs(number, span),
            "open" if bare => return self.deed(Deed::Open, number, span),
            _ => {}
        }
        let is_key = matches!(next, Some(Kind::Sign(":")));
        if HARMLESS.binary_search(&word).is_err() && !self.names.contains(word) && !is_key {
            self.plain.recorder.unread(span, &format!("code that is not read: `{word}`"));
        }
        number + 1
    }

    fn arguments(&self, name: usize) -> (usize, usize) {
        if matches!(at(self.tokens, name + 1), Some(Kind::Sign("(")))
            && let Some(close) = matching(self.tokens, name + 1)
        {
            return (name + 2, close);
        }
        (name + 1, self.end_of_value(name + 1))
    }

    fn deed(&mut self, deed: Deed, name: usize, span: Span) -> usize {
        let (from, end) = self.arguments(name);
        let whole = span.join(end_of(self.tokens, end));
        let parts = self.parts(from, end);
        let unknown = || Value::unknown_text("an expression that is not read");
        let nth = |reader: &Self, number: usize| {
            parts.get(number).and_then(|(start, end)| reader.value(*start, *end)).unwrap_or_else(unknown)
        };
        match deed {
            Deed::Each(action) => {
                for value in self.values(from, end).unwrap_or_else(|| vec![unknown()]) {
                    self.plain.file(action, &value, whole);
                }
            }
            Deed::First(action) => {
                let first = nth(self, 0);
                let appends = self.has_mode(from, end, 'a');
                let action = if action == FileAction::Write && appends { FileAction::Append } else { action };
                self.plain.file(action, &first, whole);
            }
            Deed::Behind(count, action) => {
                let start = parts.get(count).map_or(end, |(start, _)| *start);
                for value in self.values(start, end).unwrap_or_else(|| vec![unknown()]) {
                    self.plain.file(action, &value, whole);
                }
            }
            Deed::Pair(kind, mode) => {
                let to = nth(self, 1);
                let sources = parts.first().and_then(|(start, end)| self.values(*start, *end));
                for source in sources.unwrap_or_else(|| vec![unknown()]) {
                    self.plain.transfer(kind, &source, &to, mode, whole);
                }
            }
            Deed::Open => self.open(&parts, from, end, whole),
        }
        let mut inner = from;
        while inner < end {
            inner = self.token(inner).max(inner + 1);
        }
        end
    }

    fn open(&mut self, parts: &[(usize, usize)], from: usize, end: usize, span: Span) {
        let Some((start, stop)) = parts.first() else { return };
        let path = self
            .value(*start, *stop)
            .unwrap_or_else(|| Value::unknown_text("an expression that is not read"));
        let mode = match parts.get(1) {
            None if self.has_mode(from, end, 'w') => Some("w".to_owned()),
            None if self.has_mode(from, end, 'a') => Some("a".to_owned()),
            None => Some("r".to_owned()),
            Some((start, stop)) => self.value(*start, *stop).and_then(|mode| mode.known().map(str::to_owned)),
        };
        let Some(mode) = mode else {
            self.plain.recorder.unread(span, "an `open` with a mode that is not known");
            return;
        };
        let pipe = path.known().is_some_and(|path| path.starts_with('|'));
        match (mode.chars().next(), mode.contains('+')) {
            _ if pipe => self.plain.recorder.unread(span, "a command that is opened"),
            (Some('w'), _) => self.plain.file(FileAction::Write, &path, span),
            (Some('a'), _) => self.plain.file(FileAction::Append, &path, span),
            (Some('r'), true) => self.plain.file(FileAction::Modify, &path, span),
            _ => {}
        }
    }

    /// `mode: "a"` among the arguments.
    fn has_mode(&self, from: usize, end: usize, letter: char) -> bool {
        (from..end).any(|number| {
            matches!(at(self.tokens, number), Some(Kind::Word(word)) if word == "mode")
                && matches!(at(self.tokens, number + 2), Some(Kind::Text(parts))
                    if matches!(parts.as_slice(), [Part::Known(mode)] if mode.starts_with(letter)))
        })
    }

    fn runs(&mut self, number: usize, span: Span) -> usize {
        let (from, end) = self.arguments(number);
        match self.values(from, end).as_deref() {
            Some([only]) => self.plain.shell(&only.clone(), span),
            Some(several) if !several.is_empty() => self.plain.invoke(several, span),
            _ => self.plain.shell(&Value::unknown_text("an expression that is not read"), span),
        }
        end
    }

    /// Code inside a text: it may only compute.
    fn inner(&mut self, code: &str, span: Span) {
        let Ok(tokens) = cut(code, Tongue::Ruby) else {
            self.plain.recorder.unread(span, "code in a text");
            return;
        };
        let writes = tokens.iter().enumerate().any(|(number, token)| match &token.kind {
            Kind::Command(_) => true,
            Kind::Word(word) => {
                let method = match at(&tokens, number + 2) {
                    Some(Kind::Word(method)) => method.as_str(),
                    _ => "",
                };
                HARMLESS.binary_search(&word.as_str()).is_err() && !self.names.contains(word)
                    || DEEDS.iter().any(|(module, name, _)| module == word && *name == method)
                    || UNREAD.contains(&(word.as_str(), method))
            }
            _ => false,
        });
        if writes {
            self.plain.recorder.unread(span, "code in a text");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(HARMLESS.is_sorted(), "{:?}", HARMLESS.windows(2).find(|pair| pair[0] > pair[1]));
    }
}
