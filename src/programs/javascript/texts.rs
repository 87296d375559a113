//! Methods of texts and numbers (ECMAScript 2024, section 22.1).

use std::rc::Rc;

use super::{Evaluated, Run, pattern};
use crate::programs::store::MEMBERS_CAP;
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// `split(separator, limit)`
    fn split(&mut self, text: &AbstractString, separator: &Value, limit: Option<&Value>) -> Value {
        let limit = match limit {
            None | Some(Value::Nothing) => Some(MEMBERS_CAP + 1),
            Some(limit) => limit.number().and_then(|limit| usize::try_from(limit).ok()),
        };
        let parts: Option<Vec<Value>> = match (text.known(), separator.known(), limit) {
            (Some(text), Some(""), Some(limit)) => {
                let letters = text.chars().take(limit);
                Some(letters.map(|letter| Value::text(letter.encode_utf8(&mut [0; 4]))).collect())
            }
            (Some(text), Some(separator), Some(limit)) => {
                Some(text.split(separator).take(limit).map(Value::text).collect())
            }
            _ => None,
        };
        match parts {
            Some(parts) => self.new_list(parts),
            None => self.lost_list("the parts of a text"),
        }
    }

    /// A method of a text.
    pub(super) fn text_method(
        &mut self,
        receiver: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let text = self.text_of(receiver);
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        let given = self.text_of(&first);
        let boolean = |answer: Option<bool>| answer.map_or(Value::unknown("a truth value"), Value::Bool);
        Ok(match name {
            "toString" | "valueOf" | "normalize" | "toLocaleString" | "toWellFormed" => Value::Text(text),
            "trim" | "trimStart" | "trimEnd" => trimmed(name, &text),
            "toLowerCase" | "toUpperCase" | "toLocaleLowerCase" | "toLocaleUpperCase" => cased(name, &text),
            "startsWith" => boolean(given.known().and_then(|prefix| text.starts_with(prefix))),
            "endsWith" => boolean(given.known().and_then(|suffix| text.ends_with(suffix))),
            "includes" => boolean(match (text.known(), given.known()) {
                (Some(text), Some(part)) => Some(text.contains(part)),
                _ => None,
            }),
            "localeCompare" => match (text.known(), given.known()) {
                (Some(left), Some(right)) => {
                    compared(left, right).map_or(Value::unknown("a number"), Value::Int)
                }
                _ => Value::unknown("a number"),
            },
            "concat" => {
                let more = arguments.iter().map(|argument| self.text_of(argument));
                Value::Text(more.fold(text, |all, more| all.concat(&more)))
            }
            "replace" | "replaceAll" => self.replace(&text, name, &first, arguments.get(1), span)?,
            "split" => self.split(&text, &first, arguments.get(1)),
            "slice" | "substring" | "substr" => part(name, &text, &arguments),
            "repeat" => match (text.known(), first.number().and_then(|count| usize::try_from(count).ok())) {
                (Some(text), Some(count)) if text.len().saturating_mul(count) <= 1 << 16 => {
                    Value::text(&text.repeat(count))
                }
                _ => Value::unknown_text("a repeated text"),
            },
            "padStart" | "padEnd" => padded(name, &text, &arguments),
            "indexOf" => match (text.known(), given.known()) {
                (Some(text), Some(part)) => {
                    let at = text
                        .find(part)
                        .and_then(|at| text.get(..at))
                        .map(|front| front.encode_utf16().count());
                    at.map_or(Value::Int(-1), |at| Value::Int(i64::try_from(at).unwrap_or(0)))
                }
                _ => Value::unknown("a number"),
            },
            "toFixed" => match (receiver, first.number()) {
                (Value::Int(number), None | Some(0)) => Value::text(&number.to_string()),
                _ => Value::unknown_text("a number"),
            },
            "match" | "matchAll" | "exec" => Value::unknown("what a pattern matches"),
            "charAt" | "at" => Value::unknown_text("a letter of a text"),
            "pipe" | "on" => receiver.clone(),
            "write" | "end" => Value::unknown("what a text's method gives"),
            // Bytes and responses are texts here.
            "json" => self.parsed(&text),
            "text" | "toJSON" | "buffer" | "arrayBuffer" | "subarray" => Value::Text(text),
            _ => {
                self.handed_over(&arguments, span)?;
                Value::unknown("what a text's method gives")
            }
        })
    }

    fn replace(
        &mut self,
        text: &AbstractString,
        name: &str,
        what: &Value,
        with: Option<&Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let with = with.cloned().unwrap_or(Value::Nothing);
        if let Value::Function(..) = with {
            self.run_some_times(&with, span)?;
            return Ok(Value::unknown_text("a text with replacements"));
        }
        let with = self.text_of(&with);
        let replaced = match (text.known(), what, with.known()) {
            (Some(text), Value::Text(part), Some(with)) if !with.contains('$') => part.known().map(|part| {
                if name == "replaceAll" { text.replace(part, with) } else { text.replacen(part, with, 1) }
            }),
            (Some(text), Value::Thing(thing), Some(with)) if !with.contains('$') => {
                thing.strip_prefix("RegExp:").and_then(|source| pattern::replace(text, source, with))
            }
            (None, Value::Thing(thing), Some(with)) => {
                let suffix = thing.strip_prefix("RegExp:").and_then(pattern::suffix);
                return Ok(match suffix.filter(|suffix| text.ends_with(suffix) == Some(true)) {
                    Some(suffix) => with_suffix(text, &suffix, with),
                    None => Value::unknown_text("a text with replacements"),
                });
            }
            (None, Value::Text(part), Some(with)) => {
                let suffix = part.known().unwrap_or("");
                return Ok(match text.ends_with(suffix) {
                    Some(true) if !suffix.is_empty() => with_suffix(text, suffix, with),
                    _ => Value::unknown_text("a text with replacements"),
                });
            }
            _ => None,
        };
        Ok(replaced
            .map_or_else(|| Value::unknown_text("a text with replacements"), |text| Value::text(&text)))
    }
}

/// A text whose end is another one. What stands in front may hold the same part once more, and then it is that which
/// is replaced: a name of a file does not hold its own ending twice but by chance.
fn with_suffix(text: &AbstractString, suffix: &str, with: &str) -> Value {
    let mut pieces = text.pieces().to_vec();
    if let Some(crate::value::Piece::Text(last)) = pieces.pop() {
        let front = last.strip_suffix(suffix).unwrap_or(&last);
        pieces.push(crate::value::Piece::Text(Rc::from([front, with].concat())));
    }
    Value::Text(text.with_pieces(pieces))
}

fn trimmed(name: &str, text: &AbstractString) -> Value {
    let Some(known) = text.known() else {
        return Value::Text(text.trim_newlines());
    };
    Value::text(match name {
        "trim" => known.trim(),
        "trimStart" => known.trim_start(),
        _ => known.trim_end(),
    })
}

fn cased(name: &str, text: &AbstractString) -> Value {
    match text.known() {
        Some(known) if name.ends_with("LowerCase") => Value::text(&known.to_lowercase()),
        Some(known) => Value::text(&known.to_uppercase()),
        None => Value::unknown_text("a text in other letters"),
    }
}

fn part(name: &str, text: &AbstractString, arguments: &[Value]) -> Value {
    let unknown = || Value::unknown_text("a part of a text");
    let Some(known) = text.known() else { return unknown() };
    let length = i64::try_from(known.chars().count()).unwrap_or(0);
    let from = arguments.first().map_or(Some(0), Value::number);
    let to = arguments.get(1).filter(|to| **to != Value::Nothing).map_or(Some(length), Value::number);
    let (Some(from), Some(to)) = (from, to) else { return unknown() };
    let place =
        |at: i64| if at < 0 && name != "substring" { (length + at).max(0) } else { at.clamp(0, length) };
    let (from, to) = match name {
        "substr" => (place(from), (place(from) + to.min(length)).clamp(0, length)),
        "substring" => (place(from).min(place(to)), place(from).max(place(to))),
        _ => (place(from), place(to)),
    };
    let count = usize::try_from(to.saturating_sub(from)).unwrap_or(0);
    let text: String = known.chars().skip(usize::try_from(from).unwrap_or(0)).take(count).collect();
    Value::text(&text)
}

fn padded(name: &str, text: &AbstractString, arguments: &[Value]) -> Value {
    let width = arguments.first().and_then(Value::number).and_then(|width| usize::try_from(width).ok());
    let fill = arguments.get(1).map_or(Some(" "), Value::known);
    let (Some(known), Some(width), Some(fill)) = (text.known(), width.filter(|width| *width <= 4_096), fill)
    else {
        return Value::unknown_text("a padded text");
    };
    let missing = width.saturating_sub(known.chars().count());
    let pad: String = fill.chars().cycle().take(if fill.is_empty() { 0 } else { missing }).collect();
    Value::text(&if name == "padStart" {
        [pad.as_str(), known].concat()
    } else {
        [known, pad.as_str()].concat()
    })
}

/// What `localeCompare` gives, where all languages agree: the first letters or digits that differ are both plain.
fn compared(left: &str, right: &str) -> Option<i64> {
    if left == right {
        return Some(0);
    }
    let mut pairs = left.chars().zip(right.chars());
    let (left, right) = pairs.find(|(left, right)| left != right)?;
    let agree = left.is_ascii_lowercase() && right.is_ascii_lowercase()
        || left.is_ascii_digit() && right.is_ascii_digit();
    agree.then_some(if left < right { -1 } else { 1 })
}
