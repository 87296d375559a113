//! `awk`: its command line and what its programs write and run (gawk 5.2 manual; POSIX.1-2017, awk).
//!
//! Owns the redirections of `print` and `printf`, pipes, `system()` and `-i inplace`; only names that are constant are
//! known, all others are unknown.

mod tokens;

use tokens::{Token, tokens};

use super::engine::Call;
use super::plan::{Dialect, FileAction, Operation, Plan, ShellText};
use super::shells;
use crate::intent::LinkUse;
use crate::span::Span;
use crate::value::{AbstractString, Field, Output, Piece};

/// Programs longer than this (bytes) are not read.
const PROGRAM_CAP: usize = 1 << 16;

/// The row's special function.
pub fn run(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = super::engine::unknown_output("awk");
    let mut operands: Vec<&Field> = call.parsed.operands().collect();
    let mut programs: Vec<(String, Span)> = Vec::new();
    for given in call.parsed.options() {
        let Some(value) = &given.value else { continue };
        if given.option.is("-f") {
            match call.text_of(value) {
                Some(text) => programs.push((text, value.span)),
                None => call.unknown("its program file is not known", plan),
            }
        } else if given.option.is("-e") {
            take(call, value, &mut programs, plan);
        }
    }
    if !call.parsed.has("-f") && !call.parsed.has("-e") {
        if operands.is_empty() {
            return;
        }
        take(call, operands.remove(0), &mut programs, plan);
    }
    operands.retain(|field| !is_assignment(field));
    let variables = variables(call);
    for (text, span) in &programs {
        let context = Context { call, variables: &variables, files: &operands, span: *span };
        program(&context, text, plan);
    }
    if let [(text, _)] = programs.as_slice() {
        plan.output = output(call, text, operands.is_empty());
    }
    let in_place = call.parsed.options().any(|given| {
        given.option.is("-i")
            && matches!(given.value.as_ref().and_then(Field::known), Some("inplace" | "inplace.awk"))
    });
    if in_place {
        let suffix =
            variables.iter().rev().find(|(name, _)| name == "INPLACE_SUFFIX" || name == "inplace::suffix");
        for field in operands {
            call.file(FileAction::Modify, LinkUse::Itself, field, plan);
            if let Some((_, suffix)) = suffix.filter(|(_, suffix)| !suffix.is_empty()) {
                let mut backup = field.value.clone();
                backup.append(suffix);
                call.derived(FileAction::Write, backup, field.span, plan);
            }
        }
        plan.output = Output::Nothing;
    }
}

fn take(call: &Call<'_, '_>, field: &Field, programs: &mut Vec<(String, Span)>, plan: &mut Plan) {
    match field.value.known() {
        Some(text) => programs.push((text.to_owned(), field.span)),
        None => match rendered(&field.value) {
            Some(text) => programs.push((text, field.span)),
            None => call.unknown("its program is not known", plan),
        },
    }
}

/// A program with unknown values in it (`"$1 == \"$name\""`), each as an identifier: what it holds is data unless it
/// could hold code that writes, which no reading of the rest can tell.
fn rendered(value: &AbstractString) -> Option<String> {
    let mut text = String::new();
    let mut inside = false;
    for piece in value.pieces() {
        match piece {
            Piece::Text(part) => {
                text.push_str(part);
                inside ^= part.matches('"').count() % 2 == 1;
            }
            _ if inside => text.push_str("unknown"),
            _ => return None,
        }
    }
    Some(text)
}

fn is_assignment(field: &Field) -> bool {
    let Some((name, _)) = field.value.known_prefix().split_once('=') else { return false };
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

type Variables = Vec<(String, AbstractString)>;

fn variables(call: &Call<'_, '_>) -> Variables {
    let given = call.parsed.options().filter(|given| given.option.is("-v"));
    given
        .filter_map(|given| super::transfer::split_key(given.value.as_ref()?))
        .map(|(name, value)| (name, value.value))
        .collect()
}

struct Context<'c, 'x, 'a> {
    call: &'c Call<'x, 'a>,
    variables: &'c Variables,
    files: &'c [&'c Field],
    span: Span,
}

/// What `{ print $N }` prints of a known input.
fn output(call: &Call<'_, '_>, program: &str, from_input: bool) -> Output {
    let unknown = super::engine::unknown_output("awk");
    let body = program.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let Some(body) = body.map(|body| body.trim().trim_end_matches(';').trim_end()) else { return unknown };
    let column = match body.strip_prefix("print").map(str::trim) {
        Some("" | "$0") => 0,
        Some(rest) => match rest.strip_prefix('$').and_then(|rest| rest.parse::<usize>().ok()) {
            Some(column) => column,
            None if rest == "$NF" => usize::MAX,
            None => return unknown,
        },
        None => return unknown,
    };
    let separator = call.parsed.value("-F").map(Field::known);
    let (true, Output::Text(input)) = (from_input, call.facts.input()) else {
        return if from_input && column == 0 { call.facts.input().clone() } else { unknown };
    };
    let (Some(input), None | Some(Some(_))) = (input.known(), separator) else { return unknown };
    let mut text = String::new();
    for line in input.lines() {
        text.push_str(self::column(line, separator.flatten(), column));
        text.push('\n');
    }
    Output::Text(AbstractString::text(&text))
}

fn column<'t>(line: &'t str, separator: Option<&str>, column: usize) -> &'t str {
    let pick = |fields: Vec<&'t str>| match column {
        usize::MAX => fields.last().copied().unwrap_or(""),
        _ => column.checked_sub(1).and_then(|at| fields.get(at).copied()).unwrap_or(""),
    };
    match (column, separator) {
        (0, _) => line,
        (_, None | Some(" ")) => pick(line.split_ascii_whitespace().collect()),
        (_, Some(separator)) => pick(line.split(separator).collect()),
    }
}

fn program(context: &Context<'_, '_, '_>, text: &str, plan: &mut Plan) {
    let tokens = match tokens(text) {
        Some(tokens) if text.len() <= PROGRAM_CAP => tokens,
        _ => return context.call.unknown("its program can't be read", plan),
    };
    let mut depth = 0_i32;
    let mut printing: Option<i32> = None;
    let mut printed: &[Token] = &[];
    for (index, token) in tokens.iter().enumerate() {
        let rest = tokens.get(index + 1..).unwrap_or(&[]);
        match token {
            Token::Name(name) if name == "print" || name == "printf" => {
                printing = Some(depth);
                printed = if name == "print" { rest } else { &[] };
            }
            Token::Name(name) if name == "system" => run_text(context, argument(rest), None, plan),
            Token::Name(name) if name == "getline" => {
                piped_in(context, tokens.get(..index).unwrap_or(&[]), plan)
            }
            Token::Mark("(" | "[" | "{") => depth += 1,
            Token::Mark("}") => {
                depth -= 1;
                printing = None;
            }
            Token::Mark(")" | "]") => depth -= 1,
            Token::Mark(";") | Token::Newline => printing = None,
            Token::Mark("@") => context.call.unknown("an indirect call or an include", plan),
            Token::Mark(mark @ (">" | ">>")) if printing == Some(depth) => {
                let action = if *mark == ">" { FileAction::Write } else { FileAction::Append };
                write(context, action, expression(rest), &tokens, plan);
            }
            Token::Mark("|" | "|&") if printing == Some(depth) => {
                let words = printed.len().checked_sub(rest.len() + 1).and_then(|count| printed.get(..count));
                run_text(context, expression(rest), words, plan);
            }
            _ => {}
        }
    }
}

/// The tokens up to the end of the statement.
fn expression(tokens: &[Token]) -> &[Token] {
    let mut depth = 0_i32;
    let end = tokens.iter().position(|token| {
        match token {
            Token::Mark("(" | "[") => depth += 1,
            Token::Mark(")" | "]") => depth -= 1,
            _ => {}
        }
        depth < 0 || matches!(token, Token::Newline | Token::Mark(";" | "}")) && depth == 0
    });
    tokens.get(..end.unwrap_or(tokens.len())).unwrap_or(&[])
}

/// The tokens between a call's parentheses.
fn argument(tokens: &[Token]) -> &[Token] {
    match tokens.split_first() {
        Some((Token::Mark("("), rest)) => expression(rest),
        _ => &[],
    }
}

/// `"cmd" | getline`: the tokens in front of the bar.
fn piped_in(context: &Context<'_, '_, '_>, before: &[Token], plan: &mut Plan) {
    let Some((Token::Mark("|" | "|&"), before)) = before.split_last() else { return };
    let start = before.iter().rposition(|token| {
        matches!(
            token,
            Token::Newline | Token::Mark(";" | "{" | "}" | "(" | "&&" | "||" | "!" | ",") | Token::Name(_)
        ) && !matches!(token, Token::Name(name) if context.variables.iter().any(|(known, _)| known == name))
    });
    run_text(context, before.get(start.map_or(0, |start| start + 1)..).unwrap_or(&[]), None, plan);
}

fn write(
    context: &Context<'_, '_, '_>,
    action: FileAction,
    target: &[Token],
    all: &[Token],
    plan: &mut Plan,
) {
    let value = evaluate(context, target, all);
    if value.known().is_some_and(|name| matches!(name, "/dev/stdout" | "/dev/stderr" | "-" | "/dev/tty")) {
        return;
    }
    let many = value.known().is_none();
    let target = Field { value, many, span: context.span };
    context.call.file(action, LinkUse::Followed, &target, plan);
}

/// A shell runs a text, and reads what a `print` of these tokens writes.
fn run_text(context: &Context<'_, '_, '_>, tokens: &[Token], printed: Option<&[Token]>, plan: &mut Plan) {
    let value = evaluate(context, tokens, &[]);
    let text = Field { value, many: false, span: context.span };
    let input =
        printed.filter(|words| !words.is_empty() && !words.contains(&Token::Mark(","))).map(|words| {
            let mut line = evaluate(context, words, &[]);
            line.push_text("\n");
            Output::Text(line)
        });
    let shell = ShellText {
        dialect: Dialect::Sh,
        input: Some(input.unwrap_or_else(|| Output::Unknown("what awk prints".into()))),
        ..shells::text(text)
    };
    plan.operations.push(Operation::Shell(shell));
}

/// The value of a concatenation of constants; `all` tells which variables are assigned elsewhere.
fn evaluate(context: &Context<'_, '_, '_>, tokens: &[Token], all: &[Token]) -> AbstractString {
    let mut value = AbstractString::empty();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        index += 1;
        match token {
            Token::Text(text) | Token::Number(text) => value.push_text(text),
            Token::Mark("(" | ")") => {}
            Token::Name(name) if matches!(name.as_str(), "NR" | "FNR" | "NF") => {
                value.push(Piece::Segment("an awk counter".into()))
            }
            Token::Name(name) if name == "FILENAME" => match context.files {
                [one] => value.append(&one.value),
                _ => value.push(Piece::Unknown("awk's FILENAME".into())),
            },
            Token::Name(name) => match constant(context, name, all) {
                Some(constant) => value.append(&constant),
                None => value.push(Piece::Unknown(format!("the awk variable `{name}`").into())),
            },
            Token::Mark("$") => {
                index += 1;
                value.push(Piece::Unknown("a field of awk's input".into()));
            }
            _ => return AbstractString::unknown("an awk expression"),
        }
    }
    if tokens.is_empty() { AbstractString::unknown("an awk expression") } else { value }
}

/// A variable of `-v`, or one that the program sets once to a constant.
fn constant(context: &Context<'_, '_, '_>, name: &str, all: &[Token]) -> Option<AbstractString> {
    let is_name = |token: &Token| matches!(token, Token::Name(other) if other == name);
    let mut set = all.windows(2).enumerate().filter(|(_, pair)| {
        matches!(pair, [first, Token::Mark("=" | "+=" | "-=" | "++" | "--")] if is_name(first))
            || matches!(pair, [Token::Mark("++" | "--") | Token::Name(_), second] if is_name(second) && is_changed(pair))
    });
    let (Some((at, _)), None) = (set.next(), set.next()) else {
        let count =
            all.windows(2).filter(|pair| matches!(pair, [first, Token::Mark("=")] if is_name(first))).count();
        let given = context.variables.iter().rev().find(|(known, _)| known == name);
        return given.filter(|_| count == 0).map(|(_, value)| value.clone());
    };
    match all.get(at + 1..at + 4) {
        Some([Token::Mark("="), Token::Text(text), Token::Mark(";" | "}") | Token::Newline]) => {
            Some(AbstractString::text(text))
        }
        _ => None,
    }
}

/// `getline name` and `++name` change a variable.
fn is_changed(pair: &[Token]) -> bool {
    matches!(pair.first(), Some(Token::Mark(_)))
        || matches!(pair.first(), Some(Token::Name(name)) if name == "getline" || name == "in")
}
