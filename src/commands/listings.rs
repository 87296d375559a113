//! What `ls`, `grep` and `fd` print: names and paths that other commands go on with (guards.md 2.24).

use std::rc::Rc;

use super::engine::{Call, unknown_output};
use super::plan::{Facts, Kind, Outcome, Plan};
use super::text::{below, contents, subset};
use super::wrappers;
use crate::value::{AbstractString, Field, Output, Piece, VALUES_CAP};

fn piece(piece: Piece) -> AbstractString {
    let mut value = AbstractString::empty();
    value.push(piece);
    value
}

/// `ls`: its operands as they stand, and the names in directories.
pub fn ls(call: &Call<'_, '_>, plan: &mut Plan) {
    let long = |letter: char| {
        call.arguments.iter().any(|field| {
            let text = field.known().unwrap_or("");
            text.starts_with('-') && !text.starts_with("--") && text.contains(letter)
        })
    };
    let operands: Vec<&Field> =
        call.parsed.operands().filter(|field| !field.value.known_prefix().starts_with('-')).collect();
    if long('l') || long('s') || long('i') || long('R') || long('F') || long('p') {
        return;
    }
    let mut lines = Vec::new();
    if operands.is_empty() {
        names(call, &AbstractString::text("."), &mut lines);
    }
    for field in operands {
        if long('d') {
            lines.push(field.value.clone());
            continue;
        }
        match call.facts.is_directory(&field.value) {
            Some(true) => names(call, &field.value, &mut lines),
            Some(false) if call.facts.exists(&field.value) == Some(false) => {}
            Some(false) => lines.push(field.value.clone()),
            None => {
                let glob = matches!(field.value.pieces().last(), Some(Piece::Glob(_) | Piece::Text(_)));
                lines.push(field.value.clone());
                if !glob {
                    lines.push(piece(Piece::Segment("a name that `ls` prints".into())));
                }
            }
        }
    }
    plan.output = in_order(call, &lines).unwrap_or(Output::Lines(lines));
}

/// The lines in the order in which `ls` sorts them, where that is the same in every locale.
fn in_order(call: &Call<'_, '_>, lines: &[AbstractString]) -> Option<Output> {
    let plain = |field: &Field| match field.known().and_then(|text| text.strip_prefix('-')) {
        Some(letters) => letters.chars().all(|letter| matches!(letter, '1' | 'd')),
        None => field.known().is_some(),
    };
    let directories =
        call.parsed.operands().filter(|field| call.facts.is_directory(&field.value) != Some(false));
    if !call.arguments.iter().all(plain) || (call.parsed.operands().count() > 1 && directories.count() > 0) {
        return None;
    }
    let mut names: Vec<&str> = lines.iter().map(AbstractString::known).collect::<Option<_>>()?;
    names.sort_unstable();
    let agreed = names.windows(2).all(|pair| match pair {
        [left, right] => {
            let differing = left.chars().zip(right.chars()).find(|(left, right)| left != right);
            differing.is_some_and(|(left, right)| {
                (left.is_ascii_lowercase() && right.is_ascii_lowercase())
                    || (left.is_ascii_digit() && right.is_ascii_digit())
            })
        }
        _ => true,
    });
    let text: String = names.iter().map(|name| format!("{name}\n")).collect();
    agreed.then(|| Output::Text(AbstractString::text(&text)))
}

/// The names in a directory, without the path to it.
fn names(call: &Call<'_, '_>, directory: &AbstractString, lines: &mut Vec<AbstractString>) {
    match call.facts.list(directory) {
        Some(names) if names.len() <= VALUES_CAP => {
            let shown = names.iter().filter(|name| !name.starts_with('.'));
            lines.extend(shown.map(|name| AbstractString::text(name)));
        }
        _ => lines.push(piece(Piece::Segment("a name that `ls` prints".into()))),
    }
}

/// `grep`, `rg` and their like: lines, or with `-l` names of files.
pub fn grep(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut operands: Vec<&Field> = call.parsed.operands().collect();
    let lists = call.arguments.iter().any(|field| field.known() == Some("--files"));
    let given = call.parsed.has("-e") || call.parsed.has("-f") || lists;
    let pattern = if given || operands.is_empty() { None } else { Some(operands.remove(0)) };
    let walks = call.on("recursive") || call.row.name != "grep" && !call.row.name.ends_with("grep");
    if let Some(found) =
        pattern.filter(|_| !walks).and_then(|pattern| super::search::run(call, pattern, &operands))
    {
        plan.outcome = if found.selected { Outcome::Success } else { Outcome::Failure };
        plan.output = Output::Text(AbstractString::text(&found.printed));
        return;
    }
    if call.on("quiet") {
        plan.output = Output::Nothing;
    } else if call.on("names") {
        plan.output = files(call, pattern, &operands, walks);
    } else if call.on("changed") || walks && operands.is_empty() && !call.on("piped") || operands.len() > 1 {
        plan.output = unknown_output(call.row.name);
    } else {
        plan.output = lines(call, &operands);
    }
}

fn files(call: &Call<'_, '_>, pattern: Option<&Field>, operands: &[&Field], walks: bool) -> Output {
    if let Some(found) = pattern.and_then(|pattern| holding(call, pattern, operands)) {
        // The order in which a directory is read is not known.
        let ordered = found.len() == 1 || !operands.iter().any(|field| call.is_directory(field));
        let known: Option<Vec<&str>> = found.iter().map(AbstractString::known).collect();
        return match known.filter(|_| ordered && !operands.is_empty()) {
            Some(names) => Output::Text(AbstractString::text(&format!("{}\n", names.join("\n")))),
            None => Output::Lines(found),
        };
    }
    let mut lines: Vec<AbstractString> = Vec::new();
    for field in operands {
        let directory = call.is_directory(field);
        lines.push(if directory && walks { below(&field.value, call.row.name) } else { field.value.clone() });
    }
    if operands.is_empty() && walks {
        lines.push(piece(Piece::Below(what(call))));
    }
    Output::Lines(lines)
}

/// The files that are known to hold what is searched for; `None` if that can't be told of each, or there are none.
fn holding(call: &Call<'_, '_>, pattern: &Field, operands: &[&Field]) -> Option<Vec<AbstractString>> {
    let mut included = None;
    // Others than grep leave out what git ignores, and mean other things by their letters.
    let read = if call.row.name.ends_with("grep") { HOLDING } else { "l" };
    for field in call.arguments {
        let text = field.known()?;
        let letters = text.strip_prefix('-').filter(|rest| !rest.is_empty());
        match (text.strip_prefix("--include="), letters) {
            (Some(glob), _) if included.is_none() => included = Some(glob),
            (None, Some(letters)) if letters.chars().all(|letter| read.contains(letter)) => {}
            (None, None) => {}
            _ => return None,
        }
    }
    let mut found = Vec::new();
    for file in searched(call, operands)? {
        let name = file.rsplit('/').next().unwrap_or_default();
        if included.is_some_and(|glob| !super::pattern::matches(glob, name, false)) {
            continue;
        }
        let text = call.facts.content(&AbstractString::text(&file))?;
        if super::search::holds(call, pattern, &text)? {
            found.push(AbstractString::text(&file));
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Letters of options behind which `grep -l` is still read.
const HOLDING: &str = "EFGHIhilnrsw";

/// The files that are searched: the operands, and what stands below those that are directories.
fn searched(call: &Call<'_, '_>, operands: &[&Field]) -> Option<Vec<String>> {
    let mut files = Vec::new();
    let walks = call.on("recursive") && call.row.name.ends_with("grep");
    if operands.is_empty() && walks {
        let found = tree(call.facts, ".")?.into_iter().filter(|(_, kind)| *kind == Kind::File);
        return Some(found.map(|(path, _)| path.trim_start_matches("./").to_owned()).collect());
    }
    for field in operands {
        let path = field.known()?;
        if call.facts.is_directory(&field.value)? {
            if !walks {
                return None;
            }
            let found = tree(call.facts, path)?;
            files.extend(found.into_iter().filter(|(_, kind)| *kind == Kind::File).map(|(path, _)| path));
        } else {
            files.push(path.to_owned());
        }
    }
    Some(files)
}

fn what(call: &Call<'_, '_>) -> Rc<str> {
    format!("what `{}` prints", call.row.name).into()
}

fn lines(call: &Call<'_, '_>, operands: &[&Field]) -> Output {
    let input = match operands {
        [] => call.facts.input().clone(),
        [file] => match call.facts.content(&file.value) {
            Some(text) => Output::Text(AbstractString::text(&text)),
            None => return unknown_output(call.row.name),
        },
        _ => contents(call),
    };
    subset(input)
}

/// `fd`: paths below its directories; `-x` runs a command for each.
pub fn fd(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("runs") {
        let at = call
            .arguments
            .iter()
            .position(|field| matches!(field.known(), Some("-x" | "--exec" | "-X" | "--exec-batch")));
        let mut argv: Vec<Field> = at.and_then(|at| call.arguments.get(at + 1..)).unwrap_or(&[]).to_vec();
        let path = piece(Piece::Below(what(call)));
        let marked = argv.iter().any(|field| field.known() == Some("{}"));
        argv.iter_mut().for_each(|field| *field = super::xargs::substitute(field, "{}", &path));
        if !marked {
            argv.push(Field { value: path, many: true, span: call.span });
        }
        call.invoke(argv, plan);
        wrappers::maybe(plan);
        return;
    }
    let mut lines = Vec::new();
    for field in call.parsed.operands().skip(1) {
        lines.push(below(&field.value, "fd"));
    }
    if lines.is_empty() {
        lines.push(piece(Piece::Below(what(call))));
    }
    plan.output = Output::Lines(lines);
}

/// More entries than this in a tree are not told one by one.
const TREE_CAP: usize = 64;

/// All that stands below a directory, with what it is, links not followed; `None` if it can't be listed or is too much.
#[must_use]
pub fn tree(facts: &dyn Facts, top: &str) -> Option<Vec<(String, Kind)>> {
    let mut found = Vec::new();
    let mut pending = vec![top.trim_end_matches('/').to_owned()];
    while let Some(directory) = pending.pop() {
        for name in facts.list(&AbstractString::text(&directory))? {
            let path = format!("{directory}/{name}");
            let kind = facts.kind(&AbstractString::text(&path))?;
            if kind == Kind::Directory {
                pending.push(path.clone());
            }
            found.push((path, kind));
            if found.len() > TREE_CAP {
                return None;
            }
        }
    }
    Some(found)
}
