//! Perl, by its words: what opens, removes, renames and runs (perlfunc of perl 5.36).
//!
//! Owns a reading of calls with plain arguments. A word that is not known is code that nobody reads; values come from
//! literals, variables that are set once, and the command line.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::plain::{Plain, at, end_of, joined_words, matching};
use super::token::{Kind, Part, Token, Tongue, cut};
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::record::Recorder;
use crate::programs::value::Value;
use crate::programs::{Reading, Request, unread};
use crate::value::AbstractString;

/// Longer expressions are not known (tokens).
const EXPRESSION_CAP: usize = 200;

/// Words that compute, print, or steer, sorted.
const HARMLESS: &[&str] = &[
    "ARGV",
    "BEGIN",
    "END",
    "STDERR",
    "STDIN",
    "STDOUT",
    "abs",
    "and",
    "atan2",
    "binmode",
    "bless",
    "can",
    "catfile",
    "ceil",
    "chomp",
    "chop",
    "chr",
    "close",
    "cmp",
    "continue",
    "cos",
    "decode",
    "decode_json",
    "defined",
    "delete",
    "die",
    "dirname",
    "do",
    "each",
    "else",
    "elsif",
    "encode",
    "encode_json",
    "eof",
    "eq",
    "eval",
    "exists",
    "exit",
    "exp",
    "fc",
    "fileno",
    "first",
    "floor",
    "for",
    "foreach",
    "ge",
    "glob",
    "gmtime",
    "goto",
    "grep",
    "gt",
    "hex",
    "if",
    "index",
    "int",
    "isa",
    "join",
    "keys",
    "last",
    "lc",
    "lcfirst",
    "le",
    "length",
    "local",
    "localtime",
    "log",
    "lt",
    "map",
    "max",
    "maxstr",
    "md5_hex",
    "min",
    "my",
    "ne",
    "next",
    "no",
    "not",
    "oct",
    "or",
    "ord",
    "our",
    "pack",
    "pop",
    "pos",
    "print",
    "printf",
    "push",
    "quotemeta",
    "rand",
    "read",
    "readline",
    "redo",
    "ref",
    "return",
    "reverse",
    "rindex",
    "round",
    "say",
    "scalar",
    "seek",
    "sha1_hex",
    "sha256_hex",
    "shift",
    "shuffle",
    "sin",
    "sleep",
    "sort",
    "splice",
    "split",
    "sprintf",
    "sqrt",
    "srand",
    "stat",
    "state",
    "strftime",
    "study",
    "sub",
    "substr",
    "sum",
    "sum0",
    "tell",
    "time",
    "uc",
    "ucfirst",
    "undef",
    "uniq",
    "unless",
    "unpack",
    "unshift",
    "until",
    "use",
    "values",
    "vec",
    "wantarray",
    "warn",
    "while",
    "x",
    "xor",
];

/// Modules that only compute, sorted.
const MODULES: &[&str] = &[
    "Carp",
    "Cwd",
    "Data::Dumper",
    "Digest::MD5",
    "Digest::SHA",
    "Encode",
    "File::Basename",
    "File::Copy",
    "File::Path",
    "File::Spec",
    "Getopt::Long",
    "JSON",
    "JSON::PP",
    "List::Util",
    "MIME::Base64",
    "POSIX",
    "Scalar::Util",
    "Text::ParseWords",
    "Text::Wrap",
    "Time::HiRes",
    "Time::Local",
    "Time::Piece",
    "autodie",
    "constant",
    "feature",
    "integer",
    "lib",
    "open",
    "strict",
    "utf8",
    "vars",
    "version",
    "warnings",
];

/// Functions whose arguments are all paths, and what is done to them.
const EACH: &[(&str, FileAction)] = &[
    ("make_path", FileAction::MakeDirectory { parents: true }),
    ("mkpath", FileAction::MakeDirectory { parents: true }),
    ("remove_tree", FileAction::Delete { recursive: true, force: true }),
    ("rmtree", FileAction::Delete { recursive: true, force: true }),
    ("unlink", FileAction::Delete { recursive: false, force: false }),
];

/// Functions with one path in front.
const FIRST: &[(&str, FileAction)] = &[
    ("mkdir", FileAction::MakeDirectory { parents: false }),
    ("rmdir", FileAction::RemoveDirectory { parents: false }),
    ("truncate", FileAction::Truncate { create: false }),
];

/// Functions with numbers or a mode in front of their paths, and how many.
const BEHIND: &[(&str, usize)] = &[("chmod", 1), ("chown", 2), ("utime", 2)];

/// Functions from one path to another.
const PAIRS: &[(&str, TransferKind)] = &[
    ("copy", TransferKind::Copy),
    ("cp", TransferKind::Copy),
    ("link", TransferKind::HardLink { force: false }),
    ("move", TransferKind::Move),
    ("mv", TransferKind::Move),
    ("rename", TransferKind::Move),
    ("symlink", TransferKind::SymbolicLink { force: false }),
];

/// Reads a program.
pub(in crate::programs) fn read(request: &Request<'_>) -> Reading {
    match cut(request.text, Tongue::Perl) {
        Ok(tokens) => {
            let mut reader = Reader::new(request, &tokens, 0);
            reader.modules_of_switches();
            reader.statements();
            reader.plain.recorder.finish()
        }
        Err(why) => unread(&format!("a program with {why}")),
    }
}

struct Reader<'t, 'r> {
    request: &'r Request<'r>,
    tokens: &'t [Token],
    plain: Plain<'r>,
    functions: Vec<String>,
    depth: usize,
}

impl<'t, 'r> Reader<'t, 'r> {
    fn new(request: &'r Request<'r>, tokens: &'t [Token], depth: usize) -> Self {
        let functions = tokens
            .windows(2)
            .filter_map(|pair| match pair {
                [Token { kind: Kind::Word(word), .. }, Token { kind: Kind::Word(name), .. }]
                    if word == "sub" =>
                {
                    Some(name.clone())
                }
                _ => None,
            })
            .collect();
        let plain = Plain { recorder: Recorder::new(request), text: request.text, values: BTreeMap::new() };
        let mut reader = Self { request, tokens, plain, functions, depth };
        reader.set_variables();
        // With these every line of the input runs the program once.
        let loops = request.switches.iter().any(|switch| is_loop(switch));
        reader.plain.recorder.maybe += u32::from(loops);
        reader
    }

    fn modules_of_switches(&mut self) {
        for switch in self.request.switches {
            let Some(module) = switch.strip_prefix("-M").or_else(|| switch.strip_prefix("-m")) else {
                continue;
            };
            let name = module.split('=').next().unwrap_or(module).trim_start_matches('-');
            if MODULES.binary_search(&name).is_err() {
                self.plain.recorder.unread(crate::span::Span::default(), &format!("the module `{name}`"));
            }
        }
    }

    /// Variables that are set exactly once, to something plain, hold that everywhere.
    fn set_variables(&mut self) {
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, token) in self.tokens.iter().enumerate() {
            let Kind::Variable(name) = &token.kind else { continue };
            let next = self.tokens.get(number + 1).map(|token| &token.kind);
            let before =
                number.checked_sub(1).and_then(|before| self.tokens.get(before)).map(|token| &token.kind);
            let changes = matches!(
                next,
                Some(Kind::Sign("=" | ".=" | "+=" | "-=" | "*=" | "||=" | "//=" | "++" | "--" | "x=" | "=~"))
            ) || matches!(before, Some(Kind::Sign("++" | "--" | "\\")))
                || matches!(before, Some(Kind::Word(word)) if matches!(word.as_str(), "chomp" | "chop" | "my" | "our" | "local" | "for" | "foreach" | "read"));
            let declares = matches!(before, Some(Kind::Word(word)) if matches!(word.as_str(), "my" | "our"));
            if changes && !(declares && matches!(next, Some(Kind::Sign(";" | ",")))) {
                places.entry(name.as_str()).or_default().push(number);
            }
        }
        for number in 0..self.tokens.len() {
            // `my ($x, $y) = …`
            let opens = matches!(at(self.tokens, number), Some(Kind::Sign("(")));
            let close = if opens { matching(self.tokens, number) } else { None };
            let Some(close) =
                close.filter(|close| matches!(at(self.tokens, close + 1), Some(Kind::Sign("="))))
            else {
                continue;
            };
            for token in self.tokens.get(number..close).unwrap_or(&[]) {
                if let Kind::Variable(name) = &token.kind {
                    places.entry(name.as_str()).or_default().extend([number, number]);
                }
            }
        }
        for _ in 0..2 {
            for (name, numbers) in &places {
                let [number] = numbers.as_slice() else { continue };
                if let Some(value) = self.assigned(name, *number) {
                    self.plain.values.insert((*name).to_owned(), value);
                }
            }
        }
    }

    fn assigned(&self, name: &str, number: usize) -> Option<Value> {
        match self.tokens.get(number + 1).map(|token| &token.kind) {
            Some(Kind::Sign("=")) if name.starts_with('$') => {
                let end = self.end_of_value(number + 2);
                self.value(number + 2, end)
            }
            // `for my $x (LIST)`
            Some(Kind::Sign("(")) if name.starts_with('$') => {
                let close = matching(self.tokens, number + 1)?;
                let values = self.values(number + 2, close)?;
                values.into_iter().reduce(Value::or)
            }
            _ => None,
        }
    }

    fn end_of_value(&self, from: usize) -> usize {
        let mut depth = 0_usize;
        for (number, token) in self.tokens.iter().enumerate().skip(from) {
            match &token.kind {
                Kind::Sign("(" | "[" | "{") => depth += 1,
                Kind::Sign(")" | "]" | "}") if depth == 0 => return number,
                Kind::Sign(")" | "]" | "}") => depth -= 1,
                Kind::Sign(";") => return number,
                Kind::Word(word)
                    if depth == 0
                        && matches!(
                            word.as_str(),
                            "or" | "and" | "if" | "unless" | "for" | "foreach" | "while"
                        ) =>
                {
                    return number;
                }
                Kind::Sign("||" | "&&" | "//") if depth == 0 => return number,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// The values of a list between two places; `None` if they are not known one by one.
    fn values(&self, from: usize, to: usize) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        let mut start = from;
        let mut depth = 0_usize;
        for number in from..=to {
            let kind = self.tokens.get(number).map(|token| &token.kind).filter(|_| number < to);
            match kind {
                Some(Kind::Sign("(" | "[" | "{")) => depth += 1,
                Some(Kind::Sign(")" | "]" | "}")) => depth = depth.saturating_sub(1),
                Some(Kind::Sign("," | "=>")) | None if depth == 0 || kind.is_none() => {
                    match self.tokens.get(start..number) {
                        Some([Token { kind: Kind::Words(words), .. }]) => {
                            values.extend(words.iter().map(|word| Value::text(word)));
                        }
                        Some([Token { kind: Kind::Variable(name), .. }]) if name == "@ARGV" => {
                            values.extend(
                                self.request.arguments.iter().map(|field| Value::Text(field.value.clone())),
                            );
                        }
                        Some([]) | None => {}
                        Some(_) => values.push(self.value(start, number)?),
                    }
                    start = number + 1;
                }
                _ => {}
            }
        }
        Some(values)
    }

    /// The value of an expression between two places, if it is plain.
    fn value(&self, from: usize, to: usize) -> Option<Value> {
        let tokens = self.tokens.get(from..to).filter(|tokens| tokens.len() <= EXPRESSION_CAP)?;
        match tokens {
            [Token { kind: Kind::Text(parts), .. }] => Some(self.plain.text(parts, self.request)),
            [Token { kind: Kind::Variable(name), .. }] => match name.strip_prefix('<') {
                Some(pattern) => Some(glob(pattern)),
                None => self.plain.variable(name, self.request),
            },
            [Token { kind: Kind::Number, span }] => Some(Value::text(span.slice(self.request.text))),
            [Token { kind: Kind::Word(word), .. }] if word == "shift" => self.argument(0),
            [Token { kind: Kind::Word(word), .. }, Token { kind: Kind::Text(parts), .. }]
            | [
                Token { kind: Kind::Word(word), .. },
                Token { kind: Kind::Sign("("), .. },
                Token { kind: Kind::Text(parts), .. },
                Token { kind: Kind::Sign(")"), .. },
            ] if word == "glob" => self.plain.text(parts, self.request).known().map(glob),
            [
                Token { kind: Kind::Variable(name), .. },
                Token { kind: Kind::Sign("["), .. },
                Token { kind: Kind::Number, span },
                Token { kind: Kind::Sign("]"), .. },
            ] if name == "$ARGV" => self.argument(span.slice(self.request.text).parse().ok()?),
            [
                Token { kind: Kind::Variable(name), .. },
                Token { kind: Kind::Sign("{"), .. },
                Token { kind: Kind::Word(key), .. },
                Token { kind: Kind::Sign("}"), .. },
            ] if name == "$ENV" => self.plain.variable(&["$ENV{", key, "}"].concat(), self.request),
            [Token { kind: Kind::Sign("("), .. }, inner @ .., Token { kind: Kind::Sign(")"), .. }]
                if !inner.is_empty() =>
            {
                self.value(from + 1, to - 1)
            }
            _ => self.concatenated(from, to),
        }
    }

    fn concatenated(&self, from: usize, to: usize) -> Option<Value> {
        let dot =
            (from..to).rev().find(|number| matches!(at(self.tokens, *number), Some(Kind::Sign("."))))?;
        let (left, right) = (self.value(from, dot)?, self.value(dot + 1, to)?);
        Some(self.plain.both(&left, &right))
    }

    fn argument(&self, number: usize) -> Option<Value> {
        let arguments = self.request.arguments;
        let many = arguments.iter().take(number + 1).any(|field| field.many);
        arguments.get(number).filter(|_| !many).map(|field| Value::Text(field.value.clone()))
    }

    fn statements(&mut self) {
        let mut start = 0;
        // True for the brace of a block, false for that of a member.
        let mut braces: Vec<bool> = Vec::new();
        let outer = self.plain.recorder.maybe;
        for number in 0..=self.tokens.len() {
            let kind = at(self.tokens, number);
            let before = number.checked_sub(1).and_then(|before| at(self.tokens, before));
            let depth = braces.iter().filter(|is_block| **is_block).count();
            let ends = match kind {
                Some(Kind::Sign("{")) => {
                    let is_block = !matches!(before, Some(Kind::Variable(_) | Kind::Sign("->" | "]")));
                    braces.push(is_block);
                    is_block
                }
                Some(Kind::Sign("}")) => braces.pop().unwrap_or(true),
                Some(Kind::Sign(";")) | None => true,
                _ => false,
            };
            if ends {
                let doubt = u32::from(depth > 0) + u32::from(self.is_conditional(start, number));
                self.plain.recorder.maybe = outer + doubt;
                self.statement(start, number);
                start = number + 1;
            }
        }
        self.plain.recorder.maybe = outer;
    }

    /// True if a part of the statement runs only sometimes.
    fn is_conditional(&self, from: usize, to: usize) -> bool {
        (from..to).any(|number| match at(self.tokens, number) {
            Some(Kind::Word(word)) => {
                matches!(
                    word.as_str(),
                    "if" | "unless" | "while" | "until" | "and" | "for" | "foreach" | "map" | "grep"
                )
            }
            Some(Kind::Sign("&&" | "?")) => true,
            _ => false,
        })
    }

    fn statement(&mut self, from: usize, to: usize) {
        let mut number = from;
        while number < to {
            number = self.token(number, to).max(number + 1);
        }
    }

    /// Reads a token; gives where to go on.
    fn token(&mut self, number: usize, to: usize) -> usize {
        let Some(token) = self.tokens.get(number) else { return to };
        match &token.kind {
            Kind::Word(word) => self.word(word, number, to),
            Kind::Command(parts) => {
                let text = self.plain.text(parts, self.request);
                self.plain.shell(&text, token.span);
                number + 1
            }
            Kind::Pattern(Some(code)) => {
                self.inner(code, token.span);
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
            Kind::Variable(name) => {
                let set = matches!(at(self.tokens, number + 1), Some(Kind::Sign("=")));
                let in_place = name == "$^I" || name == "@ARGV" && set && self.edits_in_place();
                let called = matches!(at(self.tokens, number + 1), Some(Kind::Sign("->")))
                    && matches!(at(self.tokens, number + 2), Some(Kind::Sign("(")));
                if in_place {
                    self.plain
                        .recorder
                        .unread(token.span, "files that are changed in place by what the program sets");
                } else if called {
                    self.plain.recorder.unread(token.span, "a function that is not known");
                }
                number + 1
            }
            Kind::Sign("&") if matches!(at(self.tokens, number + 1), Some(Kind::Variable(_))) => {
                self.plain.recorder.unread(token.span, "a function that is not known");
                number + 1
            }
            _ => number + 1,
        }
    }

    fn edits_in_place(&self) -> bool {
        self.request.switches.iter().any(|switch| switch.contains('i') && !switch.starts_with("-M"))
    }

    fn word(&mut self, word: &str, number: usize, to: usize) -> usize {
        let span = self.tokens.get(number).map(|token| token.span).unwrap_or_default();
        let before = number.checked_sub(1).and_then(|before| at(self.tokens, before));
        let next = at(self.tokens, number + 1);
        let is_key = matches!(next, Some(Kind::Sign("=>")))
            || matches!((before, next), (Some(Kind::Sign("{")), Some(Kind::Sign("}")) | None))
            || matches!(before, Some(Kind::Sign("{"))) && number + 1 >= to;
        let is_label = matches!(next, Some(Kind::Sign(":")))
            || matches!(before, Some(Kind::Word(word)) if matches!(word.as_str(), "last" | "next" | "redo" | "goto"));
        let is_file_test = word.len() == 1 && matches!(before, Some(Kind::Sign("-")));
        if is_file_test
            || is_key && !self.is_call(word)
            || is_label
            || matches!(before, Some(Kind::Word(word)) if word == "sub")
        {
            return number + 1;
        }
        if let "use" | "require" | "no" = word {
            return self.uses(number, to);
        }
        if matches!(before, Some(Kind::Sign("->"))) {
            if !matches!(
                word,
                "print"
                    | "printf"
                    | "say"
                    | "close"
                    | "autoflush"
                    | "binmode"
                    | "strftime"
                    | "ymd"
                    | "epoch"
                    | "encode"
                    | "decode"
                    | "pretty"
                    | "canonical"
                    | "utf8"
            ) {
                self.plain.recorder.unread(span, &format!("the method `{word}`"));
            }
            return number + 1;
        }
        if let Some(end) = self.call(word, number, to) {
            return end;
        }
        let bare = word.strip_prefix("CORE::").unwrap_or(word);
        let is_known = HARMLESS.binary_search(&bare).is_ok()
            || self.functions.iter().any(|name| name == word)
            || is_handle(word)
            || MODULES.binary_search(&word).is_ok()
            || bare.rsplit_once("::").is_some_and(|(module, name)| {
                MODULES.binary_search(&module).is_ok() && HARMLESS.binary_search(&name).is_ok()
            });
        let evaluates =
            matches!(bare, "eval" | "do") && !matches!(next, Some(Kind::Sign("{")) | None) && number + 1 < to;
        if !is_known || evaluates {
            self.plain.recorder.unread(span, &format!("code that is not read: `{word}`"));
        }
        number + 1
    }

    fn is_call(&self, word: &str) -> bool {
        matches!(word, "open" | "system" | "exec")
            || EACH.iter().any(|(name, _)| *name == word)
            || FIRST.iter().any(|(name, _)| *name == word)
            || PAIRS.iter().any(|(name, _)| *name == word)
    }

    fn uses(&mut self, number: usize, to: usize) -> usize {
        if let Some(Kind::Word(module)) = at(self.tokens, number + 1)
            && MODULES.binary_search(&module.as_str()).is_err()
            && !module.starts_with('v')
        {
            let span = self.tokens.get(number).map(|token| token.span).unwrap_or_default();
            self.plain.recorder.unread(span, &format!("the module `{module}`"));
        }
        if let Some(Kind::Text(_) | Kind::Variable(_)) = at(self.tokens, number + 1) {
            let span = self.tokens.get(number).map(|token| token.span).unwrap_or_default();
            self.plain.recorder.unread(span, "another file's code");
        }
        to
    }

    /// A function that writes or runs something; `None` if the word is none.
    fn call(&mut self, word: &str, number: usize, to: usize) -> Option<usize> {
        if !(self.is_call(word) || BEHIND.iter().any(|(name, _)| *name == word)) {
            return None;
        }
        let (from, end) = self.arguments(number, to);
        let span = self.tokens.get(number).map(|token| token.span).unwrap_or_default();
        let whole = span.join(end_of(self.tokens, end));
        let values = self.values(from, end);
        let unknown = || vec![Value::unknown_text("an expression that is not read")];
        if let Some((_, action)) = EACH.iter().find(|(name, _)| *name == word) {
            for value in values.unwrap_or_else(unknown) {
                self.plain.file(*action, &value, whole);
            }
        } else if let Some((_, action)) = FIRST.iter().find(|(name, _)| *name == word) {
            let first = values.unwrap_or_else(unknown).into_iter().next();
            let first = first.unwrap_or_else(|| Value::unknown_text("`$_`"));
            if word != "truncate" || !is_handle_at(self.tokens, from) {
                self.plain.file(*action, &first, whole);
            }
        } else if let Some((_, skipped)) = BEHIND.iter().find(|(name, _)| *name == word) {
            let paths = self.values(self.skip_commas(from, end, *skipped), end);
            for value in paths.unwrap_or_else(unknown) {
                self.plain.file(FileAction::Metadata { recursive: false }, &value, whole);
            }
        } else if let Some((_, kind)) = PAIRS.iter().find(|(name, _)| *name == word) {
            let mut pair = values.unwrap_or_default().into_iter();
            let or_unknown = |value: Option<Value>| {
                value.unwrap_or_else(|| Value::unknown_text("an expression that is not read"))
            };
            let (from, to) = (or_unknown(pair.next()), or_unknown(pair.next()));
            let mode =
                if *kind == TransferKind::Copy { DestinationMode::Either } else { DestinationMode::Name };
            self.plain.transfer(*kind, &from, &to, mode, whole);
        } else if word == "open" {
            self.open(from, end, whole);
        } else {
            match values.as_deref() {
                Some([only]) => self.plain.shell(&only.clone(), whole),
                Some(several) if !several.is_empty() => self.plain.invoke(several, whole),
                _ => self.plain.shell(&Value::unknown_text("an expression that is not read"), whole),
            }
        }
        // Code may stand in the arguments too.
        let mut inner = from;
        while inner < end {
            inner = self.token(inner, end).max(inner + 1);
        }
        Some(end)
    }

    fn skip_commas(&self, from: usize, end: usize, count: usize) -> usize {
        let mut left = count;
        for number in from..end {
            if left == 0 {
                return number;
            }
            if matches!(at(self.tokens, number), Some(Kind::Sign("," | "=>"))) {
                left -= 1;
            }
        }
        end
    }

    /// Where a call's arguments begin and end.
    fn arguments(&self, number: usize, to: usize) -> (usize, usize) {
        if matches!(at(self.tokens, number + 1), Some(Kind::Sign("(")))
            && let Some(close) = matching(self.tokens, number + 1)
        {
            return (number + 2, close);
        }
        let end = self.end_of_value(number + 1).min(to);
        (number + 1, end)
    }

    /// `open(HANDLE, MODE, PATH)`, `open(HANDLE, "MODEPATH")`
    fn open(&mut self, from: usize, end: usize, span: crate::span::Span) {
        let second = self.skip_commas(from, end, 1);
        let third = self.skip_commas(from, end, 2);
        let mode_end = if third < end { third.saturating_sub(1) } else { end };
        let mode = self.value(second, mode_end);
        let Some(mode) = mode.as_ref().and_then(Value::known).map(str::trim) else {
            self.plain.recorder.unread(span, "an `open` with a mode that is not known");
            return;
        };
        let (sign, rest) = split_mode(mode);
        let path = if third < end {
            self.value(third, end).unwrap_or_else(|| Value::unknown_text("an expression that is not read"))
        } else {
            Value::text(rest.trim())
        };
        let in_memory = matches!(at(self.tokens, third), Some(Kind::Sign("\\"))) && third < end;
        match sign {
            _ if in_memory || rest.starts_with('&') => {}
            ">" | "+>" => self.plain.file(FileAction::Write, &path, span),
            ">>" | "+>>" => self.plain.file(FileAction::Append, &path, span),
            "+<" => self.plain.file(FileAction::Modify, &path, span),
            "|" => {
                let words = self.values(third, end).unwrap_or_default();
                match words.as_slice() {
                    [only] if third < end => self.plain.shell(&only.clone(), span),
                    [] => self.plain.shell(&Value::text(rest.trim_matches(['|', '-', ' '])), span),
                    several => self.plain.invoke(several, span),
                }
            }
            _ => {}
        }
    }

    /// Code inside a pattern or a text.
    fn inner(&mut self, code: &str, span: crate::span::Span) {
        if self.depth > 3 {
            self.plain.recorder.unread(span, "code inside code deeper than is read");
            return;
        }
        match cut(code, Tongue::Perl) {
            Ok(tokens) => {
                let writes = tokens.iter().any(|token| match &token.kind {
                    Kind::Word(word) => {
                        HARMLESS.binary_search(&word.as_str()).is_err()
                            && !self.functions.iter().any(|name| name == word)
                    }
                    Kind::Command(_) | Kind::Pattern(Some(_)) => true,
                    _ => false,
                });
                let evaluates = joined_words(&tokens).iter().any(|word| *word == "eval" || *word == "do");
                if writes || evaluates {
                    self.plain.recorder.unread(span, "code in a replacement or a text");
                }
            }
            Err(why) => self.plain.recorder.unread(span, &format!("code with {why}")),
        }
    }
}

fn split_mode(mode: &str) -> (&'static str, &str) {
    for sign in ["+>>", "+<", "+>", ">>", ">", "<"] {
        if let Some(rest) = mode.strip_prefix(sign) {
            let rest = if rest.starts_with(':') { "" } else { rest };
            return (sign, rest);
        }
    }
    if mode.starts_with(['|', '-']) && mode.contains('|') || mode.ends_with('|') {
        ("|", mode)
    } else {
        ("<", mode)
    }
}

/// Names that are files matched by a pattern.
fn glob(pattern: &str) -> Value {
    if !pattern.contains(['*', '?', '[', '{']) {
        return Value::text(pattern);
    }
    let mut text = AbstractString::empty();
    let (directory, name) = pattern.rsplit_once('/').map_or(("", pattern), |(front, name)| (front, name));
    if directory.contains(['*', '?', '[', '{']) || pattern.contains(['{', ' ']) {
        return Value::unknown_text("names that a pattern matches");
    }
    if pattern.contains('/') {
        text.push_text(&[directory, "/"].concat());
    }
    text.push(crate::value::Piece::Glob(Rc::from(name)));
    Value::Text(text)
}

fn is_handle(word: &str) -> bool {
    word.chars().all(|letter| letter == '_' || letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

fn is_handle_at(tokens: &[Token], number: usize) -> bool {
    matches!(at(tokens, number), Some(Kind::Word(word)) if is_handle(word))
}

/// `-n`, `-p`, alone or among other letters.
fn is_loop(switch: &str) -> bool {
    let letters = switch.strip_prefix('-').unwrap_or("");
    let front = letters.split(['e', 'E', 'M', 'I', 'F', 'i']).next().unwrap_or("");
    let behind_i = letters.strip_prefix(['p', 'n']).is_some();
    front.contains(['n', 'p']) || behind_i
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(HARMLESS.is_sorted(), "{:?}", HARMLESS.windows(2).find(|pair| pair[0] > pair[1]));
        assert!(MODULES.is_sorted());
    }
}
