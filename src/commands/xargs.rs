//! `xargs` and `parallel`: commands that build command lines from their input (findutils manual, section 8.4).

use super::engine::Call;
use super::plan::{Invocation, Operation, Plan, Runs, ShellText};
use super::shells;
use crate::value::{AbstractString, Field, Output, Piece};

/// More command lines than this are joined into one with unknown arguments.
const RUNS_CAP: usize = 64;

/// What the input holds.
enum Items {
    /// exactly these, in order
    Known(Vec<String>),
    /// any number of each of these shapes
    Shapes(Vec<AbstractString>),
}

/// `xargs`.
pub fn xargs(call: &Call<'_, '_>, plan: &mut Plan) {
    let command: Vec<Field> = match call.inner(0) {
        [] => vec![Field::text("echo", call.span)],
        command => command.to_vec(),
    };
    plan.output = Output::Nothing;
    let replace = placeholder(call);
    let items = items(call, replace.is_some());
    match (items, replace) {
        (Items::Known(items), Some(mark)) => {
            if items.len() > RUNS_CAP {
                return shapes(call, &command, Some(&mark), vec![unknown_item()], plan);
            }
            for item in items {
                let argv = command.iter().map(|field| substitute(field, &mark, &AbstractString::text(&item)));
                push(call, argv.collect(), Runs::Once, plan);
            }
        }
        (Items::Known(items), None) => known(call, &command, &items, plan),
        (Items::Shapes(all), mark) => shapes(call, &command, mark.as_deref(), all, plan),
    }
}

fn unknown_item() -> AbstractString {
    AbstractString::unknown("an item of `xargs`'s input")
}

/// The text that an item replaces: `-I R`, `-i`, `--replace[=R]`, BSD's `-J R`.
fn placeholder(call: &Call<'_, '_>) -> Option<String> {
    let mut options = call.parsed.options().rev();
    let given = options.find(|given| given.option.is("-I") || given.option.is("-i"))?;
    let text = given.value.as_ref().and_then(Field::known).filter(|text| !text.is_empty());
    Some(text.unwrap_or("{}").to_owned())
}

/// Runs over known items, as many a time as `-n` or `-L` says.
fn known(call: &Call<'_, '_>, command: &[Field], items: &[String], plan: &mut Plan) {
    if items.is_empty() {
        if !call.parsed.has("-r") {
            push(call, command.to_vec(), Runs::Once, plan);
        }
        return;
    }
    let count = |name: &str| {
        call.parsed.value(name).and_then(Field::known).and_then(|text| text.parse::<usize>().ok())
    };
    let size =
        count("-n").or_else(|| count("-L")).filter(|size| *size > 0).unwrap_or(usize::MAX).min(items.len());
    for (index, chunk) in items.chunks(size).enumerate() {
        if index >= RUNS_CAP {
            return shapes(call, command, None, vec![unknown_item()], plan);
        }
        let mut argv = command.to_vec();
        argv.extend(chunk.iter().map(|item| Field::text(item, call.span)));
        push(call, argv, Runs::Once, plan);
    }
}

/// Runs over items of which only the shape is known.
fn shapes(
    call: &Call<'_, '_>,
    command: &[Field],
    mark: Option<&str>,
    all: Vec<AbstractString>,
    plan: &mut Plan,
) {
    if let Some(mark) = mark {
        for shape in &all {
            let argv = command.iter().map(|field| substitute(field, mark, shape)).collect();
            push(call, argv, Runs::Maybe, plan);
        }
        return;
    }
    let mut argv = command.to_vec();
    argv.extend(all.into_iter().map(|value| Field { value, many: true, span: call.span }));
    push(call, argv, Runs::Maybe, plan);
}

fn push(call: &Call<'_, '_>, argv: Vec<Field>, runs: Runs, plan: &mut Plan) {
    plan.operations.push(Operation::Invoke(Invocation {
        runs,
        input: Some(if call.parsed.has("-a") { call.facts.input().clone() } else { Output::Nothing }),
        ..Invocation::of(argv)
    }));
}

/// `field` with every `mark` in its known text replaced.
#[must_use]
pub fn substitute(field: &Field, mark: &str, item: &AbstractString) -> Field {
    let mut value = AbstractString::empty();
    let mut found = false;
    for piece in field.value.pieces() {
        let Piece::Text(text) = piece else {
            value.push(piece.clone());
            continue;
        };
        for (index, part) in text.split(mark).enumerate() {
            if index > 0 {
                found = true;
                value.append(item);
            }
            value.push_text(part);
        }
    }
    if found { Field { value, many: false, span: field.span } } else { field.clone() }
}

/// The items of the input (or of `-a FILE`).
fn items(call: &Call<'_, '_>, by_line: bool) -> Items {
    let file = call.parsed.value("-a");
    let input = match file {
        Some(field) => match call.facts.content(&field.value) {
            Some(text) => Output::Text(AbstractString::text(&text)),
            None => Output::Unknown("the file of `-a` is not known".into()),
        },
        None => call.facts.input().clone(),
    };
    match input {
        Output::Nothing => Items::Known(Vec::new()),
        Output::Lines(shapes) if by_line || call.parsed.has("-0") || call.parsed.has("-d") => {
            Items::Shapes(shapes)
        }
        Output::Lines(shapes) => Items::Shapes(shapes.into_iter().flat_map(parted).collect()),
        Output::Unknown(why) => Items::Shapes(vec![AbstractString::unknown(why)]),
        Output::Text(text) => match text.known() {
            Some(text) => Items::Known(split(call, text, by_line)),
            None => lines_of(&text),
        },
    }
}

/// A line that is known is parted at its blanks.
fn parted(line: AbstractString) -> Vec<AbstractString> {
    match line.known() {
        Some(text) => words(text, false).iter().map(|word| AbstractString::text(word)).collect(),
        None => vec![line],
    }
}

/// Text with unknown pieces: one item if it is one line, else unknown.
fn lines_of(text: &AbstractString) -> Items {
    let mut item = AbstractString::empty();
    let count = text.pieces().len();
    for (index, piece) in text.pieces().iter().enumerate() {
        match piece {
            Piece::Text(part) if index + 1 == count => item.push_text(part.trim_end_matches('\n')),
            other => item.push(other.clone()),
        }
    }
    let single = item.pieces().iter().all(|piece| match piece {
        Piece::Text(part) => !part.contains(char::is_whitespace),
        Piece::Unknown(_) => false,
        _ => true,
    });
    Items::Shapes(vec![if single { item } else { unknown_item() }])
}

fn split(call: &Call<'_, '_>, text: &str, by_line: bool) -> Vec<String> {
    let mut items: Vec<String> = if call.parsed.has("-0") {
        ended(text, "\0")
    } else if let Some(mark) = call.parsed.value("-d") {
        ended(text, &delimiter(mark.known().unwrap_or("\n")))
    } else {
        words(text, by_line)
    };
    let eof = call.parsed.options().rev().find(|given| given.option.is("-E") || given.option.is("-e"));
    if let Some(end) = eof.and_then(|given| given.value.as_ref()).and_then(Field::known)
        && let Some(at) = items.iter().position(|item| item == end)
    {
        items.truncate(at);
    }
    items
}

fn delimiter(text: &str) -> String {
    match text {
        "\\n" => "\n".to_owned(),
        "\\t" => "\t".to_owned(),
        "\\0" => "\0".to_owned(),
        other => other.to_owned(),
    }
}

fn ended(text: &str, mark: &str) -> Vec<String> {
    text.strip_suffix(mark)
        .unwrap_or(text)
        .split(mark)
        .filter(|_| !text.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// Words as xargs reads them: blanks and newlines part, quotes and backslashes protect.
fn words(text: &str, by_line: bool) -> Vec<String> {
    let mut items = Vec::new();
    let mut item: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' => {
                let item = item.get_or_insert_default();
                item.extend(characters.by_ref().take_while(|next| *next != character));
            }
            '\\' => item.get_or_insert_default().extend(characters.next()),
            '\n' => items.extend(item.take()),
            ' ' | '\t' if !by_line => items.extend(item.take()),
            ' ' | '\t' if item.is_none() => {}
            other => item.get_or_insert_default().push(other),
        }
    }
    items.extend(item);
    items
}

/// `parallel COMMAND ::: ITEM…`: each item makes a text that a shell runs.
pub fn parallel(call: &Call<'_, '_>, plan: &mut Plan) {
    let inner = call.inner(0);
    let is_mark = |field: &Field| matches!(field.known(), Some(":::" | ":::+" | "::::" | "::::+"));
    let at = inner.iter().position(is_mark).unwrap_or(inner.len());
    let (command, sources) = inner.split_at(at);
    plan.output = super::engine::unknown_output("parallel");
    call.outside(&["~/.parallel"], plan);
    let Some(text) = shells::join_fields(command) else { return };
    for (number, values) in (1..).zip(combinations(call, sources)) {
        let line = Field { span: call.span, ..with_items(&text, &values, number) };
        let shell = ShellText { ..shells::text(line) };
        plan.operations.push(Operation::Shell(shell));
    }
}

/// The items of each command line, one of each source.
fn combinations(call: &Call<'_, '_>, sources: &[Field]) -> Vec<Vec<AbstractString>> {
    let unknown = || vec![vec![AbstractString::unknown("an item of `parallel`")]];
    if sources.is_empty() {
        return match call.facts.input() {
            Output::Text(input) if input.known().is_some_and(|text| text.lines().count() <= RUNS_CAP) => {
                input.known().unwrap_or("").lines().map(|line| vec![AbstractString::text(line)]).collect()
            }
            Output::Lines(shapes) => shapes.iter().map(|shape| vec![shape.clone()]).collect(),
            _ => unknown(),
        };
    }
    let mut all: Vec<Vec<AbstractString>> = vec![Vec::new()];
    for source in sources.split(|field| field.known() == Some(":::")).skip(1) {
        let items: Option<Vec<&str>> = source.iter().map(Field::known).collect();
        let Some(items) = items.filter(|items| !items.iter().any(|item| item.starts_with(":::"))) else {
            return unknown();
        };
        let mut more = Vec::new();
        for front in &all {
            for item in &items {
                let mut values = front.clone();
                values.push(AbstractString::text(item));
                more.push(values);
            }
        }
        all = more;
        if all.len() > RUNS_CAP {
            return unknown();
        }
    }
    if sources.first().and_then(Field::known) == Some(":::") { all } else { unknown() }
}

/// Cuts a part out of an item.
type PartOf = fn(&str) -> &str;

/// What of an item a replacement string stands for (GNU parallel 20221122, parallel(1), `-I`, `{.}`, `{/}`, `{//}`,
/// `{/.}`).
const PARTS: &[(&str, PartOf)] =
    &[("", whole), (".", without_extension), ("/", last_component), ("//", directory), ("/.", bare_name)];

const fn whole(item: &str) -> &str {
    item
}

fn without_extension(item: &str) -> &str {
    match item.rsplit_once('.') {
        Some((stem, extension)) if !extension.contains('/') => stem,
        _ => item,
    }
}

fn last_component(item: &str) -> &str {
    item.rsplit_once('/').map_or(item, |(_, name)| name)
}

fn directory(item: &str) -> &str {
    item.rsplit_once('/').map_or(".", |(directory, _)| directory)
}

fn bare_name(item: &str) -> &str {
    without_extension(last_component(item))
}

/// The command with the items of line `number` in the places of its replacement strings, or behind it if it has none.
fn with_items(text: &Field, items: &[AbstractString], number: usize) -> Field {
    let mut replaced = text.clone();
    for (part, of_item) in PARTS {
        let each: Vec<AbstractString> = items.iter().map(|item| part_of(item, part, *of_item)).collect();
        replaced = substitute(&replaced, &format!("{{{part}}}"), &spaced(&each));
        for (position, value) in (1..).zip(&each) {
            replaced = substitute(&replaced, &format!("{{{position}{part}}}"), value);
        }
    }
    replaced = substitute(&replaced, "{#}", &AbstractString::text(&number.to_string()));
    replaced = substitute(&replaced, "{%}", &AbstractString::unknown("a job's slot"));
    if replaced.value != text.value || text.value.known().is_some_and(|text| text.contains('{')) {
        return replaced;
    }
    let mut value = text.value.clone();
    value.push_text(" ");
    let quoted: Vec<AbstractString> = items.iter().map(quote).collect();
    value.append(&spaced(&quoted));
    Field { value, many: false, span: text.span }
}

fn part_of(item: &AbstractString, part: &str, of_item: PartOf) -> AbstractString {
    match item.known() {
        Some(text) => quote(&AbstractString::text(of_item(text))),
        None if part.is_empty() => item.clone(),
        None => AbstractString::unknown("a part of an item"),
    }
}

fn spaced(values: &[AbstractString]) -> AbstractString {
    let mut all = AbstractString::empty();
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            all.push_text(" ");
        }
        all.append(value);
    }
    all
}

/// An item as a shell's word.
fn quote(item: &AbstractString) -> AbstractString {
    let Some(text) = item.known() else { return item.clone() };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./+,:@%".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        return item.clone();
    }
    AbstractString::text(&format!("'{}'", text.replace('\'', "'\\''")))
}
