//! `printf` (manual 4.2).

use std::rc::Rc;

use super::escape::{Octal, expand, expand_text};
use crate::value::{AbstractString, Field, Output, Piece, TEXT_CAP};

/// What `printf` prints with this format and these arguments.
///
/// ```
/// use willwrite::analysis::text::printf_text;
/// use willwrite::span::Span;
/// use willwrite::value::{AbstractString, Field, Output};
/// let field = |text| Field::text(text, Span::default());
/// let printed = printf_text(&field(r"%03d-%s\n"), &[field("7"), field("a")]);
/// assert_eq!(printed, Output::Text(AbstractString::text("007-a\n")));
/// ```
#[must_use]
pub fn printf_text(format: &Field, arguments: &[Field]) -> Output {
    let Some(known) = format.known() else {
        return Output::Unknown("what `printf` prints by an unknown format".into());
    };
    let directives = directives(known);
    if arguments.iter().any(|field| field.many) {
        return lines(&directives, arguments);
    }
    let mut words = arguments.iter().map(|field| &field.value);
    let mut text = AbstractString::empty();
    loop {
        let before = words.len();
        for directive in &directives {
            if print(directive, &mut words, &mut text) {
                return Output::Text(text);
            }
            if text.pieces().len() >= crate::value::PIECES_CAP {
                return Output::Unknown("what `printf` prints of more unknown parts than PIECES_CAP".into());
            }
        }
        if words.len() == 0 || words.len() == before {
            return Output::Text(text);
        }
    }
}

/// A format whose only conversion is one `%s`, with a line's end behind it, gives lines of any number of words.
fn lines(directives: &[Directive], arguments: &[Field]) -> Output {
    let unknown = || Output::Unknown("what `printf` prints of any number of words".into());
    let (front, behind) = match directives {
        [Directive::Convert(conversion), Directive::Text(behind)] if conversion.is_plain() => ("", behind),
        [Directive::Text(front), Directive::Convert(conversion), Directive::Text(behind)]
            if conversion.is_plain() =>
        {
            (front.as_str(), behind)
        }
        _ => return unknown(),
    };
    let Some(behind) = behind.strip_suffix(['\n', '\0', ' ']) else { return unknown() };
    let shape = |field: &Field| {
        let mut line = AbstractString::text(front).concat(&field.value);
        line.push_text(behind);
        line
    };
    Output::Lines(arguments.iter().map(shape).collect())
}

enum Directive {
    /// text with its escapes read
    Text(String),
    Convert(Conversion),
    /// what no `printf` knows: it prints nothing more
    Bad,
}

struct Conversion {
    flags: String,
    width: Size,
    precision: Size,
    letter: char,
    /// the format of `%(…)T` was there
    is_time: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    None,
    Fixed(usize),
    /// `*`: the next argument
    Argument,
}

impl Conversion {
    fn is_plain(&self) -> bool {
        self.letter == 's'
            && self.flags.is_empty()
            && self.width == Size::None
            && self.precision == Size::None
    }
}

/// Takes a format apart.
fn directives(format: &str) -> Vec<Directive> {
    let mut directives = Vec::new();
    let mut text = String::new();
    let mut rest = format;
    while let Some(place) = rest.find('%') {
        let (plain, behind) = rest.split_at_checked(place).unwrap_or((rest, ""));
        text.push_str(&expand_text(plain, Octal::Format).0);
        if let Some(behind) = behind.strip_prefix("%%") {
            text.push('%');
            rest = behind;
            continue;
        }
        if !text.is_empty() {
            directives.push(Directive::Text(std::mem::take(&mut text)));
        }
        let Some((conversion, behind)) = conversion(behind.get(1..).unwrap_or("")) else {
            directives.push(Directive::Bad);
            return directives;
        };
        directives.push(Directive::Convert(conversion));
        rest = behind;
    }
    text.push_str(&expand_text(rest, Octal::Format).0);
    if !text.is_empty() {
        directives.push(Directive::Text(text));
    }
    directives
}

/// Reads a conversion behind its `%`, and gives what follows it.
fn conversion(text: &str) -> Option<(Conversion, &str)> {
    let flags_end = text.find(|c| !"-+ #0'".contains(c))?;
    let (flags, rest) = text.split_at_checked(flags_end)?;
    let (width, rest) = size(rest);
    let (precision, rest) = match rest.strip_prefix('.') {
        Some(behind) => match size(behind) {
            (Size::None, rest) => (Size::Fixed(0), rest),
            given => given,
        },
        None => (Size::None, rest),
    };
    let (is_time, rest) = match rest.strip_prefix('(') {
        Some(behind) => (true, behind.split_once(')')?.1),
        None => (false, rest),
    };
    let rest = rest.trim_start_matches(['l', 'h', 'L', 'j', 'z', 't']);
    let letter = rest.chars().next().filter(|letter| "sbqdiuoxXceEfFgGaAT".contains(*letter))?;
    if is_time != (letter == 'T') {
        return None;
    }
    let conversion = Conversion { flags: flags.to_owned(), width, precision, letter, is_time };
    Some((conversion, rest.get(letter.len_utf8()..)?))
}

fn size(text: &str) -> (Size, &str) {
    if let Some(rest) = text.strip_prefix('*') {
        return (Size::Argument, rest);
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    if digits.is_empty() {
        (Size::None, rest)
    } else {
        (Size::Fixed(digits.parse().unwrap_or(TEXT_CAP)), rest)
    }
}

/// Prints one directive; true if all output ends.
fn print<'w>(
    directive: &Directive,
    words: &mut impl Iterator<Item = &'w AbstractString>,
    out: &mut AbstractString,
) -> bool {
    let conversion = match directive {
        Directive::Text(text) => {
            out.push_text(text);
            return false;
        }
        Directive::Bad => return true,
        Directive::Convert(conversion) => conversion,
    };
    let mut asked = |size: Size| match size {
        Size::None => Some((None, false)),
        Size::Fixed(size) => Some((Some(size), false)),
        Size::Argument => {
            let number = integer(words.next().map_or(Some("0"), AbstractString::known)?);
            Some((usize::try_from(number.unsigned_abs()).ok(), number < 0))
        }
    };
    let (width, precision) = (asked(conversion.width), asked(conversion.precision));
    let word = words.next();
    let (Some((width, turned)), Some((precision, no_precision))) = (width, precision) else {
        out.push(Piece::Unknown("a field of unknown width".into()));
        return false;
    };
    let shape = Shape {
        left: turned || conversion.flags.contains('-'),
        zero: conversion.flags.contains('0'),
        width: width.unwrap_or(0),
        precision: precision.filter(|_| !no_precision),
    };
    if conversion.is_time {
        out.push(Piece::Segment("a time".into()));
        return false;
    }
    convert(conversion, word, &shape, out)
}

struct Shape {
    left: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

fn convert(
    conversion: &Conversion,
    word: Option<&AbstractString>,
    shape: &Shape,
    out: &mut AbstractString,
) -> bool {
    let empty = AbstractString::empty();
    let value = word.unwrap_or(&empty);
    out.assume_all(value.assumes());
    match (conversion.letter, value.known()) {
        ('s', Some(text)) => pad_text(text, shape, out),
        ('b', _) => {
            let mut expanded = AbstractString::empty();
            let ends = expand(value, Octal::Any, &mut expanded);
            match expanded.known() {
                Some(text) => pad_text(text, shape, out),
                None => out.append(&expanded),
            }
            return ends;
        }
        ('q', Some(text)) => pad_text(&quote(text), shape, out),
        ('c', Some(text)) => {
            pad_text(&text.chars().next().map(String::from).unwrap_or_default(), shape, out);
        }
        ('d' | 'i' | 'u' | 'o' | 'x' | 'X', Some(text)) => {
            pad_number(&digits_of(conversion, integer(text), shape.precision), shape, out);
        }
        ('f' | 'F', Some(text)) => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() && shape.precision.unwrap_or(6) <= 64 => {
                let digits = format!("{number:.*}", shape.precision.unwrap_or(6));
                pad_number(&signed(conversion, digits), &Shape { precision: None, ..*shape }, out);
            }
            _ => out.push(Piece::Segment("a number".into())),
        },
        ('s', None) if shape.width == 0 && shape.precision.is_none() => out.append(value),
        ('s' | 'q' | 'c', None) => {
            let kept = matches!(value.pieces(), [Piece::Segment(_)]);
            let why: Rc<str> = value.reason().unwrap_or_default().into();
            out.push(if kept && !value.is_empty() { Piece::Segment(why) } else { Piece::Unknown(why) });
        }
        _ => out.push(Piece::Segment("a number".into())),
    }
    false
}

/// An integer as `printf` reads it: decimal, octal, hexadecimal, or a character's code behind a quote.
fn integer(text: &str) -> i64 {
    let text = text.trim_start();
    if let Some(quoted) = text.strip_prefix(['\'', '"']) {
        return quoted.chars().next().map_or(0, |c| i64::from(u32::from(c)));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (base, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None if digits.starts_with('0') => (8, digits),
        None => (10, digits),
    };
    let value = digits
        .chars()
        .map_while(|c| c.to_digit(base))
        .fold(0_i64, |value, digit| value.saturating_mul(i64::from(base)).saturating_add(i64::from(digit)));
    value.saturating_mul(sign)
}

fn digits_of(conversion: &Conversion, number: i64, precision: Option<usize>) -> String {
    let has_mark = conversion.flags.contains('#') && number != 0;
    let (negative, digits) = match conversion.letter {
        'u' => (false, number.cast_unsigned().to_string()),
        'o' => (false, format!("{}{number:o}", if has_mark { "0" } else { "" })),
        'x' => (false, format!("{}{number:x}", if has_mark { "0x" } else { "" })),
        'X' => (false, format!("{}{number:X}", if has_mark { "0X" } else { "" })),
        _ => (number < 0, number.unsigned_abs().to_string()),
    };
    let missing = precision.unwrap_or(0).min(TEXT_CAP).saturating_sub(digits.len());
    let digits = format!("{}{digits}", "0".repeat(missing));
    let is_signed = matches!(conversion.letter, 'd' | 'i');
    if negative {
        format!("-{digits}")
    } else if is_signed {
        signed(conversion, digits)
    } else {
        digits
    }
}

/// The number with the sign that its flags ask for.
fn signed(conversion: &Conversion, digits: String) -> String {
    match () {
        () if digits.starts_with('-') => digits,
        () if conversion.flags.contains('+') => format!("+{digits}"),
        () if conversion.flags.contains(' ') => format!(" {digits}"),
        () => digits,
    }
}

fn pad_text(text: &str, shape: &Shape, out: &mut AbstractString) {
    let cut: String = text.chars().take(shape.precision.unwrap_or(usize::MAX)).collect();
    pad(&cut, shape, out);
}

fn pad_number(text: &str, shape: &Shape, out: &mut AbstractString) {
    if !shape.zero || shape.left || shape.precision.is_some() || shape.width > TEXT_CAP {
        pad(text, shape, out);
        return;
    }
    let (sign, digits) = match text.split_at_checked(1) {
        Some((sign @ ("-" | "+" | " "), digits)) => (sign, digits),
        _ => ("", text),
    };
    let missing = shape.width.saturating_sub(text.chars().count());
    out.push_text(&format!("{sign}{}{digits}", "0".repeat(missing)));
}

fn pad(text: &str, shape: &Shape, out: &mut AbstractString) {
    let missing = shape.width.saturating_sub(text.chars().count());
    if missing > TEXT_CAP {
        out.push(Piece::Unknown("a field wider than TEXT_CAP".into()));
        return;
    }
    let blanks = " ".repeat(missing);
    if shape.left {
        out.push_text(&format!("{text}{blanks}"));
    } else {
        out.push_text(&format!("{blanks}{text}"));
    }
}

/// `%q`: quoted so that the shell reads it back.
fn quote(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    if text.chars().any(char::is_control) {
        return crate::analysis::expand::quote(text);
    }
    let mut quoted = String::with_capacity(text.len());
    for (index, c) in text.chars().enumerate() {
        let is_special = matches!(
            c,
            ' ' | '!'
                | '"'
                | '$'
                | '&'
                | '\''
                | '('
                | ')'
                | '*'
                | ','
                | ';'
                | '<'
                | '>'
                | '?'
                | '['
                | '\\'
                | ']'
                | '^'
                | '`'
                | '{'
                | '|'
                | '}'
        );
        if is_special || (index == 0 && matches!(c, '~' | '#')) {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::span::Span;

    fn field(text: &str) -> Field {
        Field::text(text, Span::default())
    }

    // What `printf` of Bash 5.2 prints.
    #[rstest]
    #[case(r"a\tb\n", &[], "a\tb\n")]
    #[case("%s", &["a"], "a")]
    #[case(r"%s\n", &["a", "b"], "a\nb\n")]
    #[case(r"%s=%s\n", &["a", "1", "b"], "a=1\nb=\n")]
    #[case("plain", &["x", "y"], "plain")]
    #[case("%s", &[], "")]
    #[case("%d|%i|%5d|%-5d|%05d", &["1", "-2", "3", "4", "5"], "1|-2|    3|4    |00005")]
    #[case("%+d % d %x %X %o %#x %#o", &["1", "2", "255", "255", "8", "255", "8"], "+1  2 ff FF 10 0xff 010")]
    #[case("%d %d %d", &["010", "0x10", "'A"], "8 16 65")]
    #[case("%5s|%-5s|%.2s|%5.1s", &["a", "b", "cde", "fg"], "    a|b    |cd|    f")]
    #[case("%*s|%-*s|%.*s", &["4", "a", "4", "b", "1", "cd"], "   a|b   |c")]
    #[case("%b", &[r"a\nb\0101\101"], "a\nbAA")]
    #[case("%b-%s", &[r"x\cy", "z"], "x")]
    #[case("%c%c", &["abc", ""], "a")]
    #[case("100%%", &[], "100%")]
    #[case(r"\x41\101\u00e9", &[], "AAé")]
    #[case("%.2f %f %5.1f", &["3.14159", "2", "1.25"], "3.14 2.000000   1.2")]
    #[case("%q %q", &["a b", ""], r"a\ b ''")]
    #[case("%q", &["it's"], r"it\'s")]
    #[case("%u", &["-1"], "18446744073709551615")]
    #[case("%03d", &["-5"], "-05")]
    #[case("%.3d", &["5"], "005")]
    #[case(r"%s\c", &["a"], r"a\c")]
    #[case("%ld", &["7"], "7")]
    fn prints_as_bash_does(#[case] format: &str, #[case] words: &[&str], #[case] expected: &str) {
        let words: Vec<Field> = words.iter().map(|word| field(word)).collect();
        assert_eq!(printf_text(&field(format), &words), Output::Text(AbstractString::text(expected)));
    }

    fn hole(piece: Piece, many: bool) -> Field {
        Field { value: AbstractString::empty().with_pieces([piece]), many, span: Span::default() }
    }

    #[test]
    fn unknown_arguments_stay_in_their_place() {
        let printed =
            printf_text(&field("/tmp/%s.%d"), &[hole(Piece::Segment("id".into()), false), field("1")]);
        let Output::Text(text) = printed else { panic!("{printed:?}") };
        assert_eq!(
            text.pieces(),
            [Piece::Text("/tmp/".into()), Piece::Segment("id".into()), Piece::Text(".1".into())]
        );
    }

    #[test]
    fn any_number_of_words_is_told_as_lines() {
        let words = [hole(Piece::Glob("*.py".into()), true), field("b")];
        let printed = printf_text(&field("src/%s\\n"), &words);
        let Output::Lines(lines) = printed else { panic!("{printed:?}") };
        assert_eq!(lines[0].pieces(), [Piece::Text("src/".into()), Piece::Glob("*.py".into())]);
        assert_eq!(lines[1].known(), Some("src/b"));
        let two = printf_text(&field("%s %s\\n"), &words);
        assert!(matches!(two, Output::Unknown(_)));
    }

    #[test]
    fn wide_fields_are_given_up() {
        let printed = printf_text(&field("%999999999999d"), &[field("1")]);
        let Output::Text(text) = printed else { panic!("{printed:?}") };
        assert_eq!(text.known(), None);
    }
}
