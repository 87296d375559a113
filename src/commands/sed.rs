//! `sed`: its command line and its scripts (GNU sed 4.9 manual; POSIX.1-2017, sed).
//!
//! Owns what a script writes (`w`, `W`, `s///w`) and runs (`e`, `s///e`), and what `-i` changes.

use super::engine::{Call, join};
use super::plan::{FileAction, Operation, Plan, ShellText};
use super::regex::Syntax;
use super::shells;
use crate::intent::LinkUse;
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

/// What a script does to the outside.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Files that `w`, `W` and `s///w` write.
    pub writes: Vec<String>,
    /// Commands that `e COMMAND` runs.
    pub runs: Vec<String>,
    /// `s///e` and a lone `e`: the pattern space runs; the pattern and the replacement, if it is `s`.
    pub evaluates: Vec<Option<(String, String)>>,
    /// Labels that `:` sets.
    pub labels: Vec<String>,
    /// Labels that `b`, `t` and `T` jump to.
    pub jumps: Vec<String>,
    /// What could not be read.
    pub errors: Vec<&'static str>,
}

/// The row's special function.
pub fn run(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = super::engine::unknown_output("sed");
    let mut operands: Vec<&Field> = call.parsed.operands().collect();
    let mut scripts: Vec<(AbstractString, Span)> = Vec::new();
    for given in call.parsed.options() {
        let Some(value) = &given.value else { continue };
        if given.option.is("-e") {
            scripts.push((value.value.clone(), value.span));
        } else if given.option.is("-f") {
            match call.text_of(value) {
                Some(text) => scripts.push((AbstractString::text(&text), value.span)),
                None => call.unknown("its script file is not known", plan),
            }
        }
    }
    let in_place = call.parsed.has("-i");
    let bare = call.parsed.options().any(|given| given.option.is("-i") && given.value.is_none());
    // `sed -i ''` is BSD's empty suffix (guards.md 2.5); GNU takes the empty word for the script and finds no such file.
    if in_place
        && bare
        && (operands.len() > 2 || (operands.len() > 1 && !scripts.is_empty()))
        && operands.first().is_some_and(|field| field.known() == Some(""))
    {
        operands.remove(0);
    }
    if scripts.is_empty() && !call.parsed.has("-f") && !operands.is_empty() {
        let field = operands.remove(0);
        scripts.push((field.value.clone(), field.span));
    }
    for (text, span) in &scripts {
        self::script(call, text, *span, &operands, plan);
    }
    let read = plan.operations.len();
    if in_place {
        let mut start = None;
        for field in &operands {
            if call.is_directory(field) {
                start.get_or_insert(plan.operations.len());
            }
            file_in_place(call, field, plan);
        }
        if let Some(start) = start {
            super::engine::fail_from(plan, start, "`sed -i` ends at a directory");
        }
        if jumps_nowhere(&scripts) {
            super::engine::fail_from(plan, read, "a label of its script is missing");
        }
        plan.output = Output::Nothing;
    } else if let Some(text) = printed(call, &scripts, &operands) {
        plan.output = Output::Text(AbstractString::text(&text));
    }
}

/// True if a script that is known whole jumps to a label that it does not have: `sed` then reads no file.
fn jumps_nowhere(scripts: &[(AbstractString, Span)]) -> bool {
    let Some(texts) = scripts.iter().map(|(text, _)| text.known()).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let whole = parse(&texts.join("\n"));
    whole.errors.is_empty() && whole.jumps.iter().any(|label| !whole.labels.contains(label))
}

/// What simple scripts print of a known text.
fn printed(call: &Call<'_, '_>, scripts: &[(AbstractString, Span)], files: &[&Field]) -> Option<String> {
    let [(script, _)] = scripts else { return None };
    let read = ["-n", "-E", "-r", "-e", "-f"];
    if call.parsed.options().any(|given| !read.iter().any(|name| given.option.is(name))) {
        return None;
    }
    let input = match files {
        [] => match call.facts.input() {
            Output::Text(text) => text.known()?.to_owned(),
            _ => return None,
        },
        [file] => call.facts.content(&file.value)?,
        _ => return None,
    };
    let syntax =
        if call.parsed.has("-E") || call.parsed.has("-r") { Syntax::Extended } else { Syntax::Basic };
    super::sed_output::run(script.known()?, &input, call.parsed.has("-n"), syntax)
}

fn script(call: &Call<'_, '_>, text: &AbstractString, span: Span, files: &[&Field], plan: &mut Plan) {
    let Some(known) = text.known() else {
        if could_write(text) {
            plan.unknown.push((span, "a part of the sed script that is not known could write or run".into()));
        }
        return;
    };
    let found = parse(known);
    let sandbox = call.parsed.has("--sandbox");
    if sandbox && (!found.writes.is_empty() || !found.runs.is_empty() || !found.evaluates.is_empty()) {
        return;
    }
    for name in &found.writes {
        if name != "/dev/stdout" && name != "/dev/stderr" {
            call.file(FileAction::Write, LinkUse::Followed, &Field::text(name, span), plan);
        }
    }
    for command in &found.runs {
        plan.operations.push(Operation::Shell(sh(Field::text(command, span))));
    }
    for replaced in &found.evaluates {
        evaluate(call, replaced.as_ref(), span, files, plan);
    }
    for error in &found.errors {
        call.unknown(error, plan);
    }
}

/// An unknown value inside `s/…/…/` is what people write; only where a command could stand it matters. A script whose
/// known text holds no `w` or `e` behind a delimiter is taken as harmless where it begins with `s`.
fn could_write(text: &AbstractString) -> bool {
    let start = text.known_prefix().trim_start_matches(|c: char| c.is_ascii_digit() || ",$ ".contains(c));
    let Some(delimiter) = start.strip_prefix('s').and_then(|rest| rest.chars().next()) else { return true };
    let end = text.pieces().last().map_or("", |piece| match piece {
        crate::value::Piece::Text(text) => text,
        _ => "",
    });
    match end.rsplit_once(delimiter) {
        Some((_, flags)) => flags.contains(['w', 'e', ';', '\n', '}']),
        None => true,
    }
}

fn sh(text: Field) -> ShellText {
    ShellText { dialect: super::plan::Dialect::Sh, ..shells::text(text) }
}

/// `s/…/…/e` runs the whole pattern space: known where the input is.
fn evaluate(
    call: &Call<'_, '_>,
    replaced: Option<&(String, String)>,
    span: Span,
    files: &[&Field],
    plan: &mut Plan,
) {
    let plain =
        |text: &str| !text.contains(['\\', '.', '*', '[', ']', '^', '$', '&', '+', '?', '(', ')', '{', '|']);
    let input = match files {
        [] => match call.facts.input() {
            Output::Text(text) => text.known().map(ToOwned::to_owned),
            _ => None,
        },
        [file] => call.facts.content(&file.value),
        _ => None,
    };
    match (replaced, input) {
        (Some((pattern, replacement)), Some(input))
            if plain(pattern) && !replacement.contains(['\\', '&']) =>
        {
            for line in input.lines().filter(|line| line.contains(pattern.as_str())) {
                let text = line.replacen(pattern.as_str(), replacement, 1);
                plan.operations.push(Operation::Shell(sh(Field::text(&text, span))));
            }
        }
        _ => {
            let value = AbstractString::unknown("a line that sed runs");
            plan.operations.push(Operation::Shell(sh(Field { value, many: false, span })));
        }
    }
}

/// sed writes a new file and renames it into the old one's place, so a link is replaced unless it is to be followed.
fn file_in_place(call: &Call<'_, '_>, field: &Field, plan: &mut Plan) {
    let link = if call.parsed.has("--follow-symlinks") { LinkUse::Followed } else { LinkUse::Itself };
    call.file(FileAction::Modify, link, field, plan);
    let suffix = call.parsed.value("-i").and_then(Field::known).unwrap_or("");
    if suffix.is_empty() {
        return;
    }
    let missing = call.facts.exists(&field.value) == Some(false);
    let start = plan.operations.len();
    if let Some(backup) = backup(field, suffix) {
        call.file(FileAction::Write, LinkUse::Itself, &backup, plan);
    } else {
        call.unknown("the name of a backup is not known", plan);
    }
    if missing {
        super::engine::fail_from(plan, start, "the input is missing");
    }
}

/// `.bak` is appended; `*` stands for the file's last name, and a slash leads to another directory.
#[must_use]
pub fn backup(field: &Field, suffix: &str) -> Option<Field> {
    let mut value = field.value.clone();
    if !suffix.contains('*') {
        value.push_text(suffix);
        return Some(Field { value, many: field.many, span: field.span });
    }
    let path = field.value.known()?;
    let (directory, name) = path.rsplit_once('/').map_or(("", path), |(directory, name)| (directory, name));
    let made = suffix.replace('*', name);
    if made.contains('/') || directory.is_empty() {
        return Some(Field::text(&made, field.span));
    }
    let value = join(Some(&AbstractString::text(directory)), &AbstractString::text(&made));
    Some(Field { value, many: false, span: field.span })
}

/// Reads a script.
#[must_use]
pub fn parse(text: &str) -> Script {
    let mut reader = Reader { rest: text, script: Script::default() };
    while reader.command() {}
    reader.script
}

struct Reader<'t> {
    rest: &'t str,
    script: Script,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    fn skip(&mut self, accept: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(accept);
    }

    /// The rest of the line, without its newline.
    fn line(&mut self) -> &'t str {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line
    }

    /// A label, up to a blank, a semicolon or a closing brace.
    fn word(&mut self) -> String {
        self.skip(|c| c == ' ' || c == '\t');
        let end = self.rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | '}'));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word.to_owned()
    }

    /// One command with its addresses; false at the end.
    fn command(&mut self) -> bool {
        self.skip(|c| c.is_whitespace() || c == ';');
        while self.address() {}
        self.skip(|c| c.is_whitespace() || c == '!');
        let Some(command) = self.next() else { return false };
        match command {
            '#' => {
                self.line();
            }
            'a' | 'i' | 'c' => self.text(),
            'w' | 'W' => {
                let name = self.line().trim_start().to_owned();
                self.script.writes.push(name);
            }
            'r' | 'R' => {
                self.line();
            }
            'e' => {
                let command = self.line().trim_start().to_owned();
                if command.is_empty() {
                    self.script.evaluates.push(None);
                } else {
                    self.script.runs.push(command);
                }
            }
            // GNU ends a label at a semicolon too.
            ':' => {
                let label = self.word();
                self.script.labels.push(label);
            }
            'b' | 't' | 'T' => {
                let label = self.word();
                if !label.is_empty() {
                    self.script.jumps.push(label);
                }
            }
            'q' | 'Q' | 'l' | 'L' | 'v' => self.skip(|c| !matches!(c, ';' | '\n' | '}')),
            's' => self.substitute(),
            'y' => {
                if let Some(delimiter) = self.next() {
                    self.part(delimiter, false);
                    self.part(delimiter, false);
                }
            }
            '{' | '}' | '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' | 'F' => {
            }
            _ => {
                self.script.errors.push("a command of its script is not known");
                return false;
            }
        }
        true
    }

    /// `/re/I`, `\cREc`, `12`, `$`, `1~2`, `+3`, `~4`, and the comma between two.
    fn address(&mut self) -> bool {
        self.skip(|c| c == ' ' || c == '\t');
        match self.peek() {
            Some('/') => {
                self.delimited();
                self.skip(|c| c == 'I' || c == 'M');
            }
            Some('\\') => {
                self.next();
                self.delimited();
                self.skip(|c| c == 'I' || c == 'M');
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '$' | ',' | '+' | '~') => {
                self.next();
            }
            _ => return false,
        }
        true
    }

    /// A part up to the delimiter that its first character is; the delimiter stays for the next part.
    fn delimited(&mut self) -> String {
        let Some(delimiter) = self.next() else { return String::new() };
        self.part(delimiter, true)
    }

    fn part(&mut self, delimiter: char, pattern: bool) -> String {
        let mut text = String::new();
        let mut bracket = false;
        while let Some(character) = self.next() {
            if character == delimiter && !bracket {
                return text;
            }
            text.push(character);
            match character {
                '\\' => text.extend(self.next()),
                '[' if pattern && !bracket => {
                    bracket = true;
                    for first in ['^', ']'] {
                        if self.peek() == Some(first) {
                            text.extend(self.next());
                        }
                    }
                }
                ']' => bracket = false,
                '\n' if pattern => bracket = false,
                _ => {}
            }
        }
        self.script.errors.push("a part of its script has no end");
        text
    }

    fn substitute(&mut self) {
        let Some(delimiter) = self.next() else { return };
        let pattern = self.part(delimiter, true);
        let replacement = self.part(delimiter, false);
        while let Some(flag) = self.peek() {
            match flag {
                'w' => {
                    self.next();
                    let name = self.line().trim_start().to_owned();
                    self.script.writes.push(name);
                    return;
                }
                'e' => {
                    self.next();
                    self.script.evaluates.push(Some((pattern.clone(), replacement.clone())));
                }
                'g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9' => {
                    self.next();
                }
                _ => return,
            }
        }
    }

    /// The text of `a`, `i`, `c`: to the end of the line, which a backslash carries on.
    fn text(&mut self) {
        loop {
            let line = self.line();
            if !line.ends_with('\\') || self.rest.is_empty() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    // Each written with GNU sed 4.8 in an empty folder.
    #[case("s/a/b/w out", &["out"])]
    #[case("/x/w out\np", &["out"])]
    #[case("1,3{s/a/b/;w out\n}", &["out"])]
    #[case("s|/w x|b|", &[])]
    #[case("s/[/]w/b/", &[])]
    #[case("y/ab/wx/;W o2", &["o2"])]
    #[case("a\\\nw text\nw out", &["out"])]
    #[case("a w text", &[])]
    #[case("\\cwcd;w out", &["out"])]
    #[case("/a/I,+2w out", &["out"])]
    #[case("$!w out", &["out"])]
    #[case("s/a/w/;s/b/w x/", &[])]
    #[case(":w;bw", &[])]
    #[case(":a;w out", &["out"])]
    #[case(":a;N;$!ba;s/a/b/w out", &["out"])]
    #[case(":a\n1{ba}", &[])]
    #[case("r in\nw out", &["out"])]
    fn finds_what_a_script_writes(#[case] script: &str, #[case] expected: &[&str]) {
        let found = parse(script);
        assert_eq!(
            (found.writes, found.errors),
            (expected.iter().map(|&name| name.to_owned()).collect(), vec![])
        );
    }

    #[test]
    fn finds_what_a_script_runs() {
        let found = parse("1e touch a\ns/x/touch b/e\ne\n");
        assert_eq!(found.runs, ["touch a"]);
        assert_eq!(found.evaluates, [Some(("x".to_owned(), "touch b".to_owned())), None]);
    }

    #[test]
    fn says_what_it_cannot_read() {
        assert_eq!(parse("s/a/b").errors.len(), 1);
        assert_eq!(parse("k").errors.len(), 1);
    }
}
