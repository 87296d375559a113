//! Methods of texts and bytes.

use std::rc::Rc;

use super::super::store::Object;
use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use crate::value::{AbstractString, Piece};

/// Pieces that a text is split into at most; a longer list is one of unknown texts.
const PARTS_CAP: usize = 1_024;

impl Python<'_, '_> {
    /// Calls a method of a text.
    pub(super) fn text_method(&mut self, text: &AbstractString, name: &str, arguments: &Arguments) -> Value {
        self.charge(text.known_prefix().len());
        match name {
            "format" => return self.format_method(text, arguments),
            "join" => return self.text_joined(text, arguments),
            "encode" | "decode" => return recoded(text, &arguments.value(0, "encoding")),
            "expandtabs" | "__str__" => return Value::Text(text.clone()),
            "replace" => return self.replaced(text, arguments),
            _ => {}
        }
        let first = arguments.positional.first().cloned();
        if let Some(value) = edges(text, name, first.as_ref()) {
            return value;
        }
        match text.known() {
            Some(known) => self.known_method(known, name, arguments),
            None => unknown_result(text, name),
        }
    }

    fn known_method(&mut self, text: &str, name: &str, arguments: &Arguments) -> Value {
        let first = arguments.positional.first();
        let given = first.and_then(Value::known);
        let strip: Option<Vec<char>> = match (first, given) {
            (None | Some(Value::Nothing), _) => Some(Vec::new()),
            (Some(_), given) => given.map(|given| given.chars().collect()),
        };
        let stripped =
            |c: char, set: &[char]| if set.is_empty() { c.is_whitespace() } else { set.contains(&c) };
        let made = match (name, strip, given) {
            ("strip", Some(set), _) => text.trim_matches(|c| stripped(c, &set)).to_owned(),
            ("lstrip", Some(set), _) => text.trim_start_matches(|c| stripped(c, &set)).to_owned(),
            ("rstrip", Some(set), _) => text.trim_end_matches(|c| stripped(c, &set)).to_owned(),
            ("lower" | "casefold", ..) => text.to_lowercase(),
            ("upper", ..) => text.to_uppercase(),
            ("capitalize", ..) => capital(text),
            ("title", ..) if text.is_ascii() => titled(text),
            ("swapcase", ..) if text.is_ascii() => swapped(text),
            ("removeprefix", _, Some(given)) => text.strip_prefix(given).unwrap_or(text).to_owned(),
            ("removesuffix", _, Some(given)) => text.strip_suffix(given).unwrap_or(text).to_owned(),
            ("zfill" | "ljust" | "rjust" | "center", ..) => {
                return self.filled(text, name, arguments);
            }
            _ => return self.known_question(text, name, arguments),
        };
        Value::text(&made)
    }

    fn filled(&mut self, text: &str, name: &str, arguments: &Arguments) -> Value {
        let Some(width) = arguments.positional.first().and_then(Value::number).filter(|width| *width < 4_096)
        else {
            return super::unknown_text("a text of unknown width");
        };
        let fill = arguments.positional.get(1).and_then(Value::known).unwrap_or(" ");
        let (fill, align) = match name {
            "zfill" => ("0", '>'),
            "ljust" => (fill, '<'),
            "rjust" => (fill, '>'),
            _ => (fill, '^'),
        };
        let shown = self.formatted(&Value::text(text), &format!("{fill}{align}{}", width.max(0)));
        Value::Text(shown)
    }

    /// Methods that tell something about a text or take it apart.
    fn known_question(&mut self, text: &str, name: &str, arguments: &Arguments) -> Value {
        let first = arguments.positional.first();
        let given = first.and_then(Value::known);
        match (name, given) {
            ("startswith" | "endswith", _) => {
                let fits = |part: &str| {
                    if name == "startswith" { text.starts_with(part) } else { text.ends_with(part) }
                };
                let parts = match first {
                    Some(Value::Tuple(parts)) => parts.to_vec(),
                    Some(other) => vec![other.clone()],
                    None => Vec::new(),
                };
                let known: Option<Vec<&str>> = parts.iter().map(Value::known).collect();
                known.map_or_else(
                    || Value::unknown("a test"),
                    |parts| Value::Bool(parts.into_iter().any(fits)),
                )
            }
            ("find" | "index" | "rfind" | "rindex", Some(part)) => {
                let found = if name.starts_with('r') { text.rfind(part) } else { text.find(part) };
                match found.and_then(|at| text.get(..at)) {
                    _ if arguments.positional.len() > 1 => Value::Thing("int".into()),
                    Some(front) => i64::try_from(front.chars().count()).map_or(Value::Nothing, Value::Int),
                    None if name.ends_with("find") => Value::Int(-1),
                    None => {
                        self.fail("a text that another does not hold");
                        Value::Thing("int".into())
                    }
                }
            }
            ("count", Some(part)) if !part.is_empty() => {
                i64::try_from(text.matches(part).count()).map_or(Value::Nothing, Value::Int)
            }
            ("splitlines", _) => {
                let keeps = arguments.get(0, "keepends").is_some_and(|keep| *keep == Value::Bool(true));
                let lines: Vec<&str> =
                    if keeps { text.split_inclusive('\n').collect() } else { text.lines().collect() };
                self.parts(&lines)
            }
            ("split" | "rsplit", _) => self.split(text, name, arguments),
            ("partition" | "rpartition", Some(at)) if !at.is_empty() => {
                let cut = if name == "partition" { text.split_once(at) } else { text.rsplit_once(at) };
                let parts = match (cut, name) {
                    (Some((front, back)), _) => [front, at, back],
                    (None, "partition") => [text, "", ""],
                    (None, _) => ["", "", text],
                };
                Value::Tuple(parts.iter().map(|part| Value::text(part)).collect())
            }
            ("isdigit" | "isnumeric" | "isdecimal", _) => {
                Value::Bool(!text.is_empty() && text.chars().all(|c| c.is_ascii_digit()))
            }
            ("isspace", _) => Value::Bool(!text.is_empty() && text.chars().all(char::is_whitespace)),
            ("isalpha", _) => Value::Bool(!text.is_empty() && text.chars().all(char::is_alphabetic)),
            ("isalnum", _) => Value::Bool(!text.is_empty() && text.chars().all(char::is_alphanumeric)),
            _ => unknown_result(&AbstractString::unknown("what a method of a text gives"), name),
        }
    }

    fn split(&mut self, text: &str, name: &str, arguments: &Arguments) -> Value {
        let most = arguments.get(1, "maxsplit").map_or(Some(-1), Value::number);
        let by = arguments.value(0, "sep");
        let Some(most) = most else { return many_texts() };
        let limit = usize::try_from(most).ok();
        let parts: Vec<&str> = match (&by, by.known(), limit) {
            (Value::Nothing, _, None) => text.split_whitespace().collect(),
            (Value::Nothing, _, Some(limit)) => {
                return if limit == 1 { self.first_word(text) } else { many_texts() };
            }
            (_, Some(by), None) if !by.is_empty() => text.split(by).collect(),
            (_, Some(by), Some(limit)) if !by.is_empty() && name == "split" => {
                text.splitn(limit + 1, by).collect()
            }
            (_, Some(by), Some(limit)) if !by.is_empty() => {
                let mut parts: Vec<&str> = text.rsplitn(limit + 1, by).collect();
                parts.reverse();
                parts
            }
            _ => return many_texts(),
        };
        self.parts(&parts)
    }

    fn first_word(&mut self, text: &str) -> Value {
        let text = text.trim_start();
        let parts: Vec<&str> = match text.split_once(char::is_whitespace) {
            Some((word, rest)) => vec![word, rest.trim_start()],
            None => vec![text],
        };
        self.parts(&parts)
    }

    fn parts(&mut self, parts: &[&str]) -> Value {
        if parts.len() > PARTS_CAP {
            return many_texts();
        }
        let members = parts.iter().map(|part| Value::text(part)).collect();
        self.store.make(Object::List(members))
    }

    /// `joint.join(texts)`
    fn text_joined(&mut self, joint: &AbstractString, arguments: &Arguments) -> Value {
        let Some(values) = arguments.positional.first().cloned() else { return Value::text("") };
        let Some(members) = self.members(&values) else {
            return super::unknown_text("texts that are not known one by one");
        };
        let mut text = AbstractString::empty();
        if let (Some(known), Some(joint)) =
            (members.iter().map(Value::known).collect::<Option<Vec<_>>>(), joint.known())
        {
            let joined = known.join(joint);
            self.charge(joined.len());
            return Value::text(&joined);
        }
        for (number, member) in members.iter().enumerate() {
            if number > 0 {
                text.append(joint);
            }
            text.append(&self.text_of(member));
        }
        Value::Text(text)
    }

    fn replaced(&mut self, text: &AbstractString, arguments: &Arguments) -> Value {
        let (old, new) = (arguments.value(0, "old"), arguments.value(1, "new"));
        let count = arguments.get(2, "count").map(Value::number);
        let (Some(old), Value::Text(new)) = (old.known(), &new) else {
            return super::unknown_text("a text in which something unknown was replaced");
        };
        let Some(known) = text.known() else {
            return Value::Text(self.replaced_in_part(text, old, new));
        };
        if !known.contains(old) {
            return Value::Text(text.clone());
        }
        let Some(new) = new.known() else {
            return super::unknown_text(new.reason().unwrap_or("a text"));
        };
        if known.len().saturating_mul(new.len().max(1)) > (64 << 20) {
            return super::unknown_text("a long text");
        }
        match count {
            None => Value::text(&known.replace(old, new)),
            Some(Some(count)) => match usize::try_from(count) {
                Ok(count) => Value::text(&known.replacen(old, new, count)),
                Err(_) => Value::text(&known.replace(old, new)),
            },
            Some(None) => super::unknown_text("a text in which something was replaced"),
        }
    }

    /// What is known stays known; a slash does not come into a name by replacing what holds none.
    fn replaced_in_part(&self, text: &AbstractString, old: &str, new: &AbstractString) -> AbstractString {
        let (Some(new), false) = (new.known(), old.is_empty()) else {
            return AbstractString::unknown("a text in which something was replaced");
        };
        text.with_pieces(text.pieces().iter().map(|piece| match piece {
            Piece::Text(known) => Piece::Text(known.replace(old, new).into()),
            Piece::Segment(why) if !new.contains('/') => Piece::Segment(Rc::clone(why)),
            other => Piece::Unknown(match other {
                Piece::Segment(why)
                | Piece::Below(why)
                | Piece::Unknown(why)
                | Piece::Glob(why)
                | Piece::Text(why) => Rc::clone(why),
            }),
        }))
    }
}

/// Tests of a text's edges, which may be known where the middle is not.
fn edges(text: &AbstractString, name: &str, part: Option<&Value>) -> Option<Value> {
    let part = part?.known()?;
    let truth = match name {
        "startswith" => text.starts_with(part)?,
        "endswith" => text.ends_with(part)?,
        _ => return None,
    };
    Some(Value::Bool(truth))
}

fn unknown_result(text: &AbstractString, name: &str) -> Value {
    let why = text.reason().unwrap_or("a text");
    match name {
        "split" | "rsplit" | "splitlines" | "partition" | "rpartition" => {
            Value::many(super::unknown_text(why))
        }
        "find" | "rfind" | "index" | "rindex" | "count" => Value::Thing("int".into()),
        "strip" | "rstrip" | "lstrip" | "lower" | "upper" if matches!(text.pieces(), [Piece::Segment(_)]) => {
            Value::Text(text.clone())
        }
        "strip" | "rstrip" | "lstrip" | "lower" | "upper" | "title" | "capitalize" | "translate"
        | "removeprefix" | "removesuffix" | "zfill" | "ljust" | "rjust" | "center" | "casefold"
        | "swapcase" | "hex" => super::unknown_text(why),
        name if name.starts_with("is") || name.ends_with("with") => Value::unknown("a test of a text"),
        _ => Value::unknown(why),
    }
}

fn many_texts() -> Value {
    Value::many(super::unknown_text("a part of a text"))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect(),
        None => String::new(),
    }
}

fn titled(text: &str) -> String {
    let mut inside = false;
    text.chars()
        .map(|c| {
            let made = if inside { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            inside = c.is_ascii_alphabetic();
            made
        })
        .collect()
}

fn swapped(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
        .collect()
}

/// A text in another encoding and back: the same where that encoding writes it as UTF-8 does.
fn recoded(text: &AbstractString, encoding: &Value) -> Value {
    let plain = text.known().is_some_and(str::is_ascii);
    let encoding = match encoding {
        Value::Nothing => Some("utf-8".to_owned()),
        encoding => encoding.known().map(|name| name.to_ascii_lowercase().replace('_', "-")),
    };
    match encoding.as_deref() {
        Some("utf-8" | "utf8") => Value::Text(text.clone()),
        Some("ascii" | "latin-1" | "latin1" | "iso-8859-1" | "cp1252") if plain => Value::Text(text.clone()),
        _ => super::unknown_text("a text in another encoding"),
    }
}
