//! Texts made from a format: `%`, `str.format`, and the little language behind the colon.

use super::super::value::Value;
use super::Python;
use super::arguments::Arguments;
use crate::value::{AbstractString, Piece};

/// A format's width past this is not followed.
const WIDTH_CAP: usize = 4_096;

/// A format: `[[fill]align][sign][#][0][width][,][.precision][type]`.
#[derive(Default)]
struct Spec {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    zero: bool,
    width: usize,
    comma: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

impl Python<'_, '_> {
    /// `format(value, spec)`
    pub(super) fn formatted(&mut self, value: &Value, spec: &str) -> AbstractString {
        if spec.is_empty() {
            return self.text_of(value);
        }
        let Some(spec) = parse(spec) else { return numberlike(value) };
        let shown = match value {
            Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
                digits(value, &spec).map(|text| AbstractString::text(&text))
            }
            other => {
                let text = self.text_of(other);
                Some(match (spec.precision, text.known()) {
                    (Some(most), Some(known)) => {
                        AbstractString::text(&known.chars().take(most).collect::<String>())
                    }
                    _ => text,
                })
            }
        };
        match shown {
            Some(shown) => padded(&shown, &spec, matches!(value, Value::Int(_) | Value::Float(_))),
            None => numberlike(value),
        }
    }

    /// `text % value`
    pub(super) fn percent(&mut self, text: &AbstractString, value: &Value) -> Value {
        let Some(format) = text.known() else {
            return super::unknown_text(text.reason().unwrap_or("a text"));
        };
        let values = match value {
            Value::Tuple(values) => values.to_vec(),
            other => vec![other.clone()],
        };
        let mut out = AbstractString::empty();
        let mut rest = format;
        let mut next = 0;
        while let Some((front, behind)) = rest.split_once('%') {
            out.push_text(front);
            let (key, behind) = match behind.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
                Some((key, tail)) => (Some(key), tail),
                None => (None, behind),
            };
            let end = behind.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(behind.len());
            let flags = behind.get(..end).unwrap_or("");
            let kind = behind.get(end..).and_then(|tail| tail.chars().next()).unwrap_or('%');
            rest = behind.get(end + kind.len_utf8()..).unwrap_or("");
            if kind == '%' {
                out.push_text("%");
                continue;
            }
            let given = match key {
                Some(key) => self.member_of(value, &Value::text(key)),
                None => {
                    values.get(next).cloned().unwrap_or_else(|| Value::unknown("a value that is missing"))
                }
            };
            next += 1;
            let shown = self.percent_part(&given, flags, kind);
            out.append(&shown);
        }
        out.push_text(rest);
        Value::Text(out)
    }

    fn percent_part(&mut self, value: &Value, flags: &str, kind: char) -> AbstractString {
        match kind {
            'r' | 'a' => self.repr(value),
            's' if flags.is_empty() => self.text_of(value),
            'i' | 'u' => self.formatted(value, &format!("{flags}d")),
            's' => {
                let spec = match flags.strip_prefix('-') {
                    Some(width) => format!("<{width}"),
                    None => format!(">{flags}"),
                };
                let text = Value::Text(self.text_of(value));
                self.formatted(&text, &spec)
            }
            kind => self.formatted(value, &format!("{flags}{kind}")),
        }
    }

    /// `text.format(…)`
    pub(super) fn format_method(&mut self, text: &AbstractString, arguments: &Arguments) -> Value {
        let mut out = AbstractString::empty();
        let mut next = 0;
        for piece in text.pieces() {
            let Piece::Text(format) = piece else {
                out.push(piece.clone());
                continue;
            };
            let mut rest: &str = format;
            while let Some(at) = rest.find(['{', '}']) {
                out.push_text(rest.get(..at).unwrap_or(""));
                let brace = rest.get(at..at + 1).unwrap_or("");
                let behind = rest.get(at + 1..).unwrap_or("");
                if behind.starts_with(brace) || brace == "}" {
                    out.push_text(brace);
                    rest = behind.strip_prefix(brace).unwrap_or(behind);
                    continue;
                }
                let (field, tail) = behind.split_once('}').unwrap_or((behind, ""));
                rest = tail;
                let shown = self.field(field, arguments, &mut next);
                out.append(&shown);
            }
            out.push_text(rest);
        }
        Value::Text(out)
    }

    fn field(&mut self, field: &str, arguments: &Arguments, next: &mut usize) -> AbstractString {
        let (name, spec) = field.split_once(':').unwrap_or((field, ""));
        let (name, conversion) = name.split_once('!').unwrap_or((name, ""));
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (first, path) = (name.get(..end).unwrap_or(""), name.get(end..).unwrap_or(""));
        let value = if first.is_empty() {
            *next += 1;
            arguments.positional.get(*next - 1).cloned()
        } else if let Ok(number) = first.parse::<usize>() {
            arguments.positional.get(number).cloned()
        } else {
            arguments.named(first).cloned()
        };
        let Some(mut value) = value else { return AbstractString::unknown("a value that is missing") };
        if let Some(attribute) = path.strip_prefix('.') {
            value = self.attribute_of(&value, attribute);
        } else if let Some(key) = path.strip_prefix('[').and_then(|key| key.strip_suffix(']')) {
            let key = key.parse::<i64>().map_or_else(|_| Value::text(key), Value::Int);
            value = self.member_of(&value, &key);
        }
        match conversion {
            "r" | "a" => self.repr(&value),
            _ => self.formatted(&value, spec),
        }
    }
}

/// Unknown text that a number is, if the value is one.
fn numberlike(value: &Value) -> AbstractString {
    match value {
        Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Thing(_) => {
            let mut text = AbstractString::empty();
            text.push(Piece::Segment("a formatted value".into()));
            text
        }
        other => AbstractString::unknown(other.reason()),
    }
}

fn parse(text: &str) -> Option<Spec> {
    let mut spec = Spec::default();
    let letters: Vec<char> = text.chars().collect();
    let mut rest = letters.as_slice();
    match rest {
        [fill, align @ ('<' | '>' | '^' | '='), tail @ ..] => {
            (spec.fill, spec.align, rest) = (Some(*fill), Some(*align), tail);
        }
        [align @ ('<' | '>' | '^' | '='), tail @ ..] => (spec.align, rest) = (Some(*align), tail),
        _ => {}
    }
    if let [sign @ ('+' | '-' | ' '), tail @ ..] = rest {
        (spec.sign, rest) = (Some(*sign), tail);
    }
    if let ['0', tail @ ..] = rest {
        (spec.zero, rest) = (true, tail);
    }
    let (width, tail) = leading_number(rest);
    (spec.width, rest) = (width.unwrap_or(0), tail);
    if let [comma @ (',' | '_'), tail @ ..] = rest {
        (spec.comma, rest) = (Some(*comma), tail);
    }
    if let ['.', tail @ ..] = rest {
        let (precision, tail) = leading_number(tail);
        (spec.precision, rest) = (precision, tail);
    }
    match rest {
        [] => {}
        [kind] => spec.kind = Some(*kind),
        _ => return None,
    }
    (spec.width <= WIDTH_CAP && spec.precision.unwrap_or(0) <= 64).then_some(spec)
}

fn leading_number(letters: &[char]) -> (Option<usize>, &[char]) {
    let end = letters.iter().position(|c| !c.is_ascii_digit()).unwrap_or(letters.len());
    let (number, rest) = letters.split_at_checked(end).unwrap_or((&[], letters));
    (number.iter().collect::<String>().parse().ok(), rest)
}

fn digits(value: &Value, spec: &Spec) -> Option<String> {
    if spec.comma.is_some() {
        return None;
    }
    let number = match value {
        Value::Float(number) => *number,
        other => {
            let number = other.number()?;
            let text = match spec.kind {
                None | Some('d' | 'n') => number.to_string(),
                Some('x') => format!("{number:x}"),
                Some('X') => format!("{number:X}"),
                Some('o') => format!("{number:o}"),
                Some('b') => format!("{number:b}"),
                Some('f' | 'F') => {
                    return signed(format!("{:.*}", spec.precision.unwrap_or(6), whole(number)), spec);
                }
                _ => return None,
            };
            return signed(text, spec);
        }
    };
    match (spec.kind, spec.precision) {
        (Some('f' | 'F'), precision) => signed(format!("{number:.*}", precision.unwrap_or(6)), spec),
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "as Python converts it for `f`")]
fn whole(number: i64) -> f64 {
    number as f64
}

fn signed(text: String, spec: &Spec) -> Option<String> {
    Some(match spec.sign {
        Some('+') if !text.starts_with('-') => format!("+{text}"),
        Some(' ') if !text.starts_with('-') => format!(" {text}"),
        _ => text,
    })
}

fn padded(text: &AbstractString, spec: &Spec, is_number: bool) -> AbstractString {
    let Some(known) = text.known() else { return text.clone() };
    let missing = spec.width.saturating_sub(known.chars().count());
    if missing == 0 {
        return text.clone();
    }
    let fill = spec.fill.unwrap_or(if spec.zero { '0' } else { ' ' });
    let align = spec.align.unwrap_or(match (spec.zero, is_number) {
        (true, true) => '=',
        (_, true) => '>',
        (_, false) => '<',
    });
    let pad = |count: usize| fill.to_string().repeat(count);
    AbstractString::text(&match align {
        '>' => pad(missing) + known,
        '^' => pad(missing / 2) + known + &pad(missing - missing / 2),
        '=' => {
            let (sign, rest) =
                known.split_at_checked(usize::from(known.starts_with(['-', '+']))).unwrap_or(("", known));
            sign.to_owned() + &pad(missing) + rest
        }
        _ => known.to_owned() + &pad(missing),
    })
}
