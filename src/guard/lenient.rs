//! JSON as agents write it, read so that no oddity of its text becomes a way round the guard (guards.md 1.3).
//!
//! Owns the reading of bytes into a value. A byte order mark, lone surrogates, invalid UTF-8, raw control characters,
//! duplicate keys (the last one counts) and text behind the value are read; a text that is cut off is refused.

use serde_json::{Map, Value};

/// Values nested deeper than this are refused.
pub const DEPTH_CAP: usize = 512;

/// Reads one JSON value.
///
/// # Errors
/// A reason in words, where the bytes hold no JSON value or one that is cut off or nested too deeply.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    if let Ok(value) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader { rest: text.trim_start_matches('\u{feff}'), depth: 0 };
    reader.skip_space();
    if reader.rest.is_empty() {
        return Err("the input is empty".to_owned());
    }
    reader.value()
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Result<Value, String> {
        self.skip_space();
        match self.rest.chars().next() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::array),
            Some('"') => self.string().map(Value::String),
            Some(_) => self.literal(),
            None => Err(cut_off()),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, String>) -> Result<Value, String> {
        if self.depth >= DEPTH_CAP {
            return Err(format!("the JSON is nested more than {DEPTH_CAP} deep"));
        }
        self.depth += 1;
        self.advance(1);
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Result<Value, String> {
        let mut map = Map::new();
        loop {
            self.skip_space_and_commas();
            if self.take('}') {
                return Ok(Value::Object(map));
            }
            if !self.rest.starts_with('"') {
                return Err(self.unexpected());
            }
            let key = self.string()?;
            self.skip_space();
            if !self.take(':') {
                return Err(self.unexpected());
            }
            let value = self.value()?;
            map.insert(key, value);
        }
    }

    fn array(&mut self) -> Result<Value, String> {
        let mut values = Vec::new();
        loop {
            self.skip_space_and_commas();
            if self.take(']') {
                return Ok(Value::Array(values));
            }
            values.push(self.value()?);
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.advance(1);
        let mut text = String::new();
        loop {
            let stop = self.rest.find(['"', '\\']).ok_or_else(cut_off)?;
            text.push_str(self.rest.get(..stop).unwrap_or_default());
            self.advance(stop);
            if self.take('"') {
                return Ok(text);
            }
            self.advance(1);
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let letter = self.rest.chars().next().ok_or_else(cut_off)?;
        self.advance(letter.len_utf8());
        Ok(match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => self.code_point(),
            other => other,
        })
    }

    /// The character behind `\u`; a lone surrogate or a number that is none gives U+FFFD.
    fn code_point(&mut self) -> char {
        let Some(first) = self.four_digits() else { return char::REPLACEMENT_CHARACTER };
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        let before = self.rest;
        if let Some(behind) = self.rest.strip_prefix("\\u") {
            self.rest = behind;
            if let Some(second) = self.four_digits().filter(|unit| (0xdc00..0xe000).contains(unit)) {
                let point = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER);
            }
            self.rest = before;
        }
        char::REPLACEMENT_CHARACTER
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.rest.get(..4).filter(|four| four.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        self.advance(4);
        Some(number)
    }

    fn literal(&mut self) -> Result<Value, String> {
        let end = self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c)));
        let word = self.rest.get(..end.unwrap_or(self.rest.len())).unwrap_or_default();
        let value = match word {
            "" => return Err(self.unexpected()),
            "NaN" | "Infinity" | "-Infinity" => Value::Null,
            other => serde_json::from_str(other).map_err(|_| self.unexpected())?,
        };
        self.advance(word.len());
        Ok(value)
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
    }

    fn skip_space_and_commas(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\0' || c == ',');
    }

    fn unexpected(&self) -> String {
        match self.rest.chars().next() {
            Some(found) => format!("`{}` is no JSON here", found.escape_default()),
            None => cut_off(),
        }
    }
}

fn cut_off() -> String {
    "the JSON is cut off".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain(br#"{"a":"x"}"#, "x")]
    #[case::byte_order_mark(b"\xef\xbb\xbf{\"a\":\"x\"}", "x")]
    #[case::duplicate_key(br#"{"a":1,"a":"x"}"#, "x")]
    #[case::duplicate_key_on_the_slow_road(b"{\"a\":1,\"a\":\"x\"} trailing", "x")]
    #[case::lone_high_surrogate(br#"{"a":"x\ud800y"}"#, "x\u{fffd}y")]
    #[case::lone_low_surrogate(br#"{"a":"\udc00"}"#, "\u{fffd}")]
    #[case::two_high_surrogates(br#"{"a":"\ud83d\ud83d\ude00"}"#, "\u{fffd}\u{1f600}")]
    #[case::pair(b"\xef\xbb\xbf{\"a\":\"\\ud83d\\ude00\"}", "\u{1f600}")]
    #[case::invalid_utf8(b"{\"a\":\"x\xffy\"}", "x\u{fffd}y")]
    #[case::raw_newline(b"{\"a\":\"x\ny\"}", "x\ny")]
    #[case::raw_nul(b"{\"a\":\"x\0y\"}", "x\0y")]
    #[case::odd_escape(br#"{"a":"\q\u12"}"#, "q\u{fffd}12")]
    #[case::trailing_comma(br#"{"a":"x",}"#, "x")]
    #[case::nothing_is_a_number(br#"{"b":NaN,"a":"x"}"#, "x")]
    fn reads(#[case] bytes: &[u8], #[case] expected: &str) {
        let value = read(bytes).unwrap();
        assert_eq!(value.get("a").and_then(Value::as_str), Some(expected));
    }

    #[rstest]
    #[case::empty(b"", "the input is empty")]
    #[case::words(b"not json", "`n` is no JSON here")]
    #[case::cut_in_a_string(br#"{"a":"x"#, "the JSON is cut off")]
    #[case::cut_behind_a_key(br#"{"a":"#, "the JSON is cut off")]
    #[case::cut_in_an_escape(br#"{"a":"\"#, "the JSON is cut off")]
    #[case::unclosed(br#"{"a":"x""#, "the JSON is cut off")]
    fn refuses(#[case] bytes: &[u8], #[case] expected: &str) {
        assert_eq!(read(bytes), Err(expected.to_owned()));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "[".repeat(1 << 20);
        assert_eq!(read(deep.as_bytes()), Err("the JSON is nested more than 512 deep".to_owned()));
        let legal = format!("{}{}", "[".repeat(200), "]".repeat(200));
        assert!(read(legal.as_bytes()).is_ok());
    }
}
