//! What commands print: text, lines and paths that they hand on.
//!
//! Owns the common shapes of output; the languages of sed and awk stand in their own files.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::engine::Call;
use super::plan::Plan;
use crate::value::{AbstractString, Field, Output, Piece, VALUES_CAP};

/// What the operands hold, or else the standard input.
#[must_use]
pub fn contents(call: &Call<'_, '_>) -> Output {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    if operands.is_empty() {
        return call.facts.input().clone();
    }
    if let [one] = operands.as_slice()
        && one.known() == Some("-")
    {
        return call.facts.input().clone();
    }
    let mut whole = String::new();
    for field in operands {
        let known = field.known().filter(|name| *name != "-");
        match known.and_then(|_| call.facts.content(&field.value)) {
            Some(text) => whole.push_str(&text),
            None => return super::engine::unknown_output(call.row.name),
        }
    }
    Output::Text(AbstractString::text(&whole))
}

/// Some lines of the operands or the standard input.
#[must_use]
pub fn some_lines(call: &Call<'_, '_>) -> Output {
    subset(contents(call))
}

/// Any lines of an output, in any order.
#[must_use]
pub fn subset(output: Output) -> Output {
    let Output::Text(text) = &output else { return output };
    let Some(known) = text.known() else {
        return Output::Unknown("some lines of a text that is not known".into());
    };
    let lines: BTreeSet<&str> = known.lines().collect();
    if lines.len() > VALUES_CAP {
        return Output::Unknown("more lines than are kept apart".into());
    }
    Output::Lines(lines.into_iter().map(AbstractString::text).collect())
}

/// Paths at or below the operands, or below the current directory.
#[must_use]
pub fn paths_below(call: &Call<'_, '_>) -> Output {
    let mut shapes = Vec::new();
    for field in call.parsed.operands() {
        shapes.push(field.value.clone());
        shapes.push(below(&field.value, call.row.name));
    }
    if shapes.is_empty() {
        let mut path = AbstractString::empty();
        path.push(Piece::Below(format!("what `{}` prints", call.row.name).into()));
        shapes.push(path);
    }
    Output::Lines(shapes)
}

/// An unknown path below a directory; `printer` names it.
#[must_use]
pub fn below(directory: &AbstractString, printer: &str) -> AbstractString {
    let mut path = directory.clone();
    if !directory.known().is_some_and(|text| text.ends_with('/')) {
        path.push_text("/");
    }
    let what: Rc<str> = format!("what `{printer}` prints").into();
    path.push(Piece::Below(what));
    path
}

fn line(text: &str) -> Output {
    Output::Text(AbstractString::text(&format!("{text}\n")))
}

fn with_newline(mut value: AbstractString) -> Output {
    value.push_text("\n");
    Output::Text(value)
}

/// `echo`: its arguments with blanks between.
pub fn echo(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut rest = call.arguments;
    let mut newline = true;
    while let Some((first, behind)) = rest.split_first() {
        match first.known() {
            Some("-n") => newline = false,
            Some("-e" | "-E") => {}
            _ => break,
        }
        rest = behind;
    }
    let value = super::shells::join_fields(rest).map_or_else(AbstractString::empty, |field| field.value);
    plan.output = if newline { with_newline(value) } else { Output::Text(value) };
}

/// `printf FORMAT ARG…` with `%s`, `%d`, `\\n`, `\\t`, `\\0` alone.
pub fn printf(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some((format, arguments)) = call.arguments.split_first() else { return };
    let Some(format) = format.known() else { return };
    let mut value = AbstractString::empty();
    let mut arguments = arguments.iter();
    loop {
        let mut consumed = false;
        let mut characters = format.chars();
        while let Some(character) = characters.next() {
            match (character, characters.clone().next()) {
                ('%', Some('s' | 'd' | 'b' | 'q')) => {
                    characters.next();
                    consumed = true;
                    if let Some(field) = arguments.next() {
                        if field.many {
                            return;
                        }
                        value.append(&field.value);
                    }
                }
                ('%', Some('%')) => {
                    characters.next();
                    value.push_text("%");
                }
                ('%', _) => return,
                ('\\', Some(escaped)) => {
                    characters.next();
                    match escaped {
                        'n' => value.push_text("\n"),
                        't' => value.push_text("\t"),
                        '0' => value.push_text("\0"),
                        '\\' => value.push_text("\\"),
                        _ => return,
                    }
                }
                (other, _) => value.push_text(other.encode_utf8(&mut [0; 4])),
            }
        }
        if !consumed || arguments.as_slice().is_empty() || value.pieces().len() > VALUES_CAP {
            break;
        }
    }
    plan.output = Output::Text(value);
}

/// `pwd`.
pub fn pwd(call: &Call<'_, '_>, plan: &mut Plan) {
    if let Some(directory) = call.facts.directory() {
        plan.output = line(&directory);
    }
}

/// `basename NAME [SUFFIX]`.
pub fn basename(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let (Some(first), true) = (operands.first(), operands.len() <= 2) else { return };
    let Some(path) = first.known() else {
        if operands.len() == 1 {
            plan.output = with_newline(last_name(&first.value));
        }
        return;
    };
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    let suffix = operands.get(1).map_or(Some(""), |field| field.known());
    if let Some(suffix) = suffix {
        plan.output = line(name.strip_suffix(suffix).filter(|rest| !rest.is_empty()).unwrap_or(name));
    }
}

/// The last name of a path that is not wholly known.
fn last_name(path: &AbstractString) -> AbstractString {
    let mut name = AbstractString::empty();
    for piece in path.pieces() {
        match piece {
            Piece::Text(text) => match text.rsplit_once('/') {
                Some((_, last)) => name = AbstractString::text(last),
                None => name.push_text(text),
            },
            Piece::Below(what) => name = single(Piece::Segment(Rc::clone(what))),
            Piece::Unknown(why) => name = single(Piece::Unknown(Rc::clone(why))),
            other => name.push(other.clone()),
        }
    }
    name
}

fn single(piece: Piece) -> AbstractString {
    let mut value = AbstractString::empty();
    value.push(piece);
    value
}

/// `dirname NAME`.
pub fn dirname(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let [only] = operands.as_slice() else { return };
    if only.many {
        return;
    }
    plan.output = match only.known() {
        Some(path) => line(parent(path)),
        None => with_newline(parent_of(&only.value)),
    };
}

fn parent(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((parent, _)) => parent.trim_end_matches('/'),
        None if trimmed.is_empty() && !path.is_empty() => "/",
        None => ".",
    }
}

/// The directory of a path that is not wholly known.
fn parent_of(path: &AbstractString) -> AbstractString {
    let pieces = path.pieces();
    let cut = pieces.iter().rposition(|piece| match piece {
        Piece::Text(text) => text.contains('/'),
        Piece::Below(_) | Piece::Unknown(_) => true,
        _ => false,
    });
    let Some(cut) = cut else { return AbstractString::text(".") };
    let mut value = AbstractString::empty();
    for (index, piece) in pieces.iter().enumerate().take(cut + 1) {
        match piece {
            Piece::Text(text) if index == cut => {
                value.push_text(text.rsplit_once('/').map_or("", |(parent, _)| parent))
            }
            other => value.push(other.clone()),
        }
    }
    if value.is_empty() { AbstractString::text("/") } else { value }
}

/// `realpath NAME`, `readlink -f NAME`: the same file by another name.
pub fn realpath(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let [only] = operands.as_slice() else { return };
    let follows = call.row.name == "realpath"
        || call.arguments.iter().any(|field| matches!(field.known(), Some("-f" | "-e" | "-m")));
    if !follows || only.many {
        return;
    }
    let start = call.facts.directory().map(|directory| AbstractString::text(&directory));
    let relative = !only.value.known_prefix().starts_with('/');
    match (start, relative) {
        (Some(start), true) if only.known() == Some(".") => plan.output = with_newline(start),
        (Some(start), true) => plan.output = with_newline(super::engine::join(Some(&start), &only.value)),
        (_, false) => plan.output = with_newline(only.value.clone()),
        (None, true) => {}
    }
}

/// More numbers than this are not counted out.
const NUMBERS_CAP: i64 = 64;

/// `seq [-w] [-s SEPARATOR] [FIRST [STEP]] LAST` of whole numbers.
pub fn seq(call: &Call<'_, '_>, plan: &mut Plan) {
    let words: Option<Vec<&str>> = call.arguments.iter().map(Field::known).collect();
    let Some(words) = words else { return };
    let (mut rest, mut equal, mut separator, mut format) = (words.as_slice(), false, "\n", "%g");
    while let Some((first, behind)) = rest.split_first() {
        match (*first, behind.split_first()) {
            ("-w" | "--equal-width", _) => equal = true,
            ("-s", Some((text, behind))) => {
                separator = text;
                rest = behind;
                continue;
            }
            ("-f", Some((text, behind))) => {
                format = text;
                rest = behind;
                continue;
            }
            _ => break,
        }
        rest = behind;
    }
    if equal && format != "%g" {
        return;
    }
    let numbers: Option<Vec<i64>> = rest.iter().map(|word| word.parse().ok()).collect();
    let (first, step, last) = match numbers.as_deref() {
        Some([last]) => (1, 1, *last),
        Some([first, last]) => (*first, 1, *last),
        Some([first, step, last]) if *step != 0 => (*first, *step, *last),
        _ => return,
    };
    let width = if equal { rest.iter().map(|word| word.len()).max().unwrap_or(0) } else { 0 };
    let mut numbers: Vec<String> = Vec::new();
    let mut number = first;
    for _ in 0..=NUMBERS_CAP {
        if (step > 0 && number > last) || (step < 0 && number < last) {
            let end = if numbers.is_empty() { "" } else { "\n" };
            plan.output = Output::Text(AbstractString::text(&format!("{}{end}", numbers.join(separator))));
            return;
        }
        let Some(formatted) = formatted(format, number, width) else { return };
        numbers.push(formatted);
        let Some(next) = number.checked_add(step) else { return };
        number = next;
    }
    plan.output = Output::Lines(vec![single(Piece::Segment("a number of `seq`".into()))]);
}

/// A number by the `-f` of `seq`: one `%g` with a width, and text around it. From a million on `%g` writes exponents.
fn formatted(format: &str, number: i64, width: usize) -> Option<String> {
    let (before, rest) = format.split_once('%')?;
    let (width_text, after) = rest.split_once('g')?;
    let plain = width_text.bytes().all(|byte| byte.is_ascii_digit()) && !after.contains('%');
    if !plain || number.abs() >= 1_000_000 || width_text.len() > 3 {
        return None;
    }
    let least = if width_text.is_empty() { 0 } else { width_text.parse().ok()? };
    let digits = match (width, width_text.starts_with('0')) {
        (0, false) => format!("{number:least$}"),
        (0, true) => format!("{number:0least$}"),
        _ => format!("{number:0width$}"),
    };
    Some(format!("{before}{digits}{after}"))
}

/// `date`: a text without slashes where its format has none.
pub fn date(call: &Call<'_, '_>, plan: &mut Plan) {
    let format = call.parsed.operands().find(|field| field.value.known_prefix().starts_with('+'));
    let named = format.and_then(|field| field.known()).is_some_and(|text| {
        !text.contains(['/', ' '])
            && !["%D", "%x", "%c", "%r", "%n", "%t"].iter().any(|item| text.contains(item))
    });
    if named {
        plan.output = with_newline(single(Piece::Segment("a date".into())));
    }
}
