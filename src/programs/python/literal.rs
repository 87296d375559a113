//! Literals: numbers, bytes and formatted strings.

use ruff_python_ast::{
    ConversionFlag, ExprBytesLiteral, FStringPart, FStringValue, InterpolatedStringElement, Number,
};

use super::super::holes;
use super::super::value::Value;
use super::Python;
use crate::value::{AbstractString, Piece};

impl<'p> Python<'p, '_> {
    pub(super) fn bytes(&self, node: &ExprBytesLiteral) -> Value {
        let bytes: Vec<u8> = node.value.iter().flat_map(|part| part.value.iter().copied()).collect();
        match std::str::from_utf8(&bytes) {
            Ok(text) => Value::Text(holes::literal(text, self.request.holes)),
            Err(_) => super::unknown_text("bytes that are no text"),
        }
    }

    /// `f"…{value!r:spec}…"`
    pub(super) fn f_string(&mut self, node: &'p FStringValue) -> Value {
        let mut text = AbstractString::empty();
        for part in node.as_slice() {
            match part {
                FStringPart::Literal(part) => text.append(&holes::literal(&part.value, self.request.holes)),
                FStringPart::FString(part) => {
                    for element in &*part.elements {
                        self.element_text(element, &mut text);
                    }
                }
            }
        }
        Value::Text(text)
    }

    fn element_text(&mut self, element: &'p InterpolatedStringElement, text: &mut AbstractString) {
        let node = match element {
            InterpolatedStringElement::Literal(part) => {
                text.append(&holes::literal(&part.value, self.request.holes));
                return;
            }
            InterpolatedStringElement::Interpolation(node) => node,
        };
        let value = self.eval(&node.expression);
        let mut spec = AbstractString::empty();
        if let Some(format) = &node.format_spec {
            for element in &*format.elements {
                self.element_text(element, &mut spec);
            }
        }
        if let Some(debug) = &node.debug_text {
            text.push_text(debug.leading());
            let range = ruff_text_size::Ranged::range(&*node.expression);
            text.push_text(self.slice(range));
            text.push_text(debug.trailing());
        }
        let shown = match node.conversion {
            ConversionFlag::Repr | ConversionFlag::Ascii => self.repr(&value),
            ConversionFlag::Str => self.text_of(&value),
            ConversionFlag::None if node.debug_text.is_some() && spec.is_empty() => self.repr(&value),
            ConversionFlag::None => match spec.known() {
                Some(spec) => self.formatted(&value, spec),
                None => AbstractString::unknown("a format that is not known"),
            },
        };
        text.append(&shown);
    }

    /// What `str` makes of a value.
    pub(super) fn text_of(&mut self, value: &Value) -> AbstractString {
        match value {
            Value::Text(text) | Value::Path(text) => text.clone(),
            Value::Nothing => AbstractString::text("None"),
            Value::Bool(truth) => AbstractString::text(if *truth { "True" } else { "False" }),
            Value::Int(number) => AbstractString::text(&number.to_string()),
            Value::Float(number) => AbstractString::text(&float(*number)),
            Value::OneOf(values) => {
                let texts: Vec<AbstractString> = values.iter().map(|value| self.text_of(value)).collect();
                crate::value::collapse(&texts)
            }
            Value::Thing(name) if is_segment(name) => {
                let mut text = AbstractString::empty();
                text.push(Piece::Segment("a number or date".into()));
                text
            }
            Value::Tuple(_) | Value::Object(_) => self.repr(value),
            other => AbstractString::unknown(other.reason()),
        }
    }

    /// What `repr` makes of a value.
    pub(super) fn repr(&mut self, value: &Value) -> AbstractString {
        match value {
            Value::Text(text) => match text.known() {
                Some(known) => AbstractString::text(&quoted(known)),
                None => AbstractString::text("'").concat(text).concat(&AbstractString::text("'")),
            },
            Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Float(_) => self.text_of(value),
            Value::Tuple(values) if values.iter().all(Value::is_plain) => {
                let parts: Vec<String> = values.iter().map(|value| self.known_repr(value)).collect();
                let comma = if parts.len() == 1 { "," } else { "" };
                AbstractString::text(&format!("({}{comma})", parts.join(", ")))
            }
            Value::Object(_) => self.object_repr(value),
            other => AbstractString::unknown(other.reason()),
        }
    }

    fn object_repr(&mut self, value: &Value) -> AbstractString {
        if let Some(entries) = self.store.entries(value) {
            let plain = entries.iter().all(|(key, value)| key.is_plain() && value.is_plain());
            if !plain {
                return AbstractString::unknown("a dictionary as text");
            }
            let parts: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", self.known_repr(key), self.known_repr(value)))
                .collect();
            return AbstractString::text(&format!("{{{}}}", parts.join(", ")));
        }
        match self.store.members(value) {
            Some(members) if members.iter().all(Value::is_plain) => {
                let parts: Vec<String> = members.iter().map(|value| self.known_repr(value)).collect();
                AbstractString::text(&format!("[{}]", parts.join(", ")))
            }
            _ => AbstractString::unknown("an object as text"),
        }
    }

    fn known_repr(&mut self, value: &Value) -> String {
        self.repr(value).known().unwrap_or("?").to_owned()
    }
}

/// Values of the libraries whose text holds no slash.
fn is_segment(name: &str) -> bool {
    matches!(name, "int" | "float" | "uuid.UUID" | "datetime.date")
}

/// A number literal.
pub(super) fn number(number: &Number) -> Value {
    match number {
        Number::Int(number) => number.as_i64().map_or_else(|| Value::Thing("int".into()), Value::Int),
        Number::Float(number) => Value::Float(*number),
        Number::Complex { .. } => Value::unknown("a complex number"),
    }
}

/// A float as Python writes it, in its plain range.
fn float(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e16 { format!("{number:.1}") } else { format!("{number}") }
}

/// A text as `repr` writes it.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_ascii_control() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}
