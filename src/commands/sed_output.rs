//! What simple sed scripts print: `p`, `d`, `q`, `s` and `y`-less scripts of one line (GNU sed 4.9 manual, section 3).
//!
//! Owns their run over a known text; any other command leaves the output unknown.

use super::regex::{Regex, Syntax};

/// Commands of one script.
const COMMANDS_CAP: usize = 64;

enum Address {
    Line(usize),
    Last,
    Match(Regex),
}

struct Command {
    from: Option<Address>,
    to: Option<Address>,
    negated: bool,
    action: Action,
    /// Inside its range.
    active: bool,
}

enum Action {
    Print,
    Delete,
    Quit,
    Substitute { regex: Regex, replacement: Vec<Part>, all: bool, prints: bool },
}

enum Part {
    Text(String),
    Group(usize),
}

/// Runs a script; `None` if a command of it is not read here.
#[must_use]
pub fn run(script: &str, input: &str, quiet: bool, syntax: Syntax) -> Option<String> {
    let mut commands = Reader { rest: script, syntax }.all()?;
    let mut output = String::new();
    let lines: Vec<&str> = input.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let mut space = (*line).to_owned();
        let (mut deleted, mut quits) = (false, false);
        for command in &mut commands {
            if command.chosen(index + 1, lines.len(), &space)? == command.negated {
                continue;
            }
            match &command.action {
                Action::Print => output.push_str(&format!("{space}\n")),
                Action::Delete => deleted = true,
                Action::Quit => quits = true,
                Action::Substitute { regex, replacement, all, prints } => {
                    if let Some(changed) = substituted(regex, replacement, *all, &space)? {
                        space = changed;
                        if *prints {
                            output.push_str(&format!("{space}\n"));
                        }
                    }
                }
            }
            if deleted || quits {
                break;
            }
        }
        if !deleted && !quiet {
            output.push_str(&format!("{space}\n"));
        }
        if quits {
            break;
        }
    }
    Some(output)
}

impl Command {
    fn chosen(&mut self, number: usize, last: usize, space: &str) -> Option<bool> {
        let fits = |address: &Address| match address {
            Address::Line(line) => Some(*line == number),
            Address::Last => Some(number == last),
            Address::Match(regex) => regex.matches(space).ok(),
        };
        let Some(from) = &self.from else { return Some(true) };
        let Some(to) = &self.to else { return fits(from) };
        if self.active {
            self.active = match to {
                Address::Line(line) => number < *line,
                other => !fits(other)?,
            };
            return Some(true);
        }
        if !fits(from)? {
            return Some(false);
        }
        self.active = match to {
            Address::Line(line) => number < *line,
            Address::Last => number < last,
            Address::Match(_) => true,
        };
        Some(true)
    }
}

/// The line after `s`; the inner `None` if nothing matches.
#[expect(clippy::option_option, reason = "not known, and known to match nowhere, are two answers")]
fn substituted(regex: &Regex, replacement: &[Part], all: bool, space: &str) -> Option<Option<String>> {
    let mut changed = String::new();
    let (mut from, mut any) = (0, false);
    while let Some(places) = regex.find(space, from).ok()? {
        let (start, end) = places.first().copied().flatten()?;
        any = true;
        changed.push_str(space.get(from..start)?);
        for part in replacement {
            match part {
                Part::Text(text) => changed.push_str(text),
                Part::Group(number) => {
                    if let Some((start, end)) = places.get(*number).copied().flatten() {
                        changed.push_str(space.get(start..end)?);
                    }
                }
            }
        }
        from = end;
        if end == start {
            match space.get(end..).and_then(|rest| rest.chars().next()) {
                Some(next) => {
                    changed.push(next);
                    from += next.len_utf8();
                }
                None => return Some(any.then_some(changed)),
            }
        }
        if !all {
            break;
        }
    }
    changed.push_str(space.get(from..)?);
    Some(any.then_some(changed))
}

struct Reader<'t> {
    rest: &'t str,
    syntax: Syntax,
}

impl Reader<'_> {
    fn all(mut self) -> Option<Vec<Command>> {
        let mut commands = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches([' ', ';', '\n', '\t']);
            if self.rest.is_empty() {
                return Some(commands);
            }
            if commands.len() >= COMMANDS_CAP {
                return None;
            }
            commands.push(self.command()?);
        }
    }

    fn command(&mut self) -> Option<Command> {
        let from = self.address()?;
        let to = match self.rest.strip_prefix(',').filter(|_| from.is_some()) {
            Some(rest) => {
                self.rest = rest.trim_start();
                Some(self.address()??)
            }
            None => None,
        };
        self.rest = self.rest.trim_start();
        let negated = self.eat('!');
        self.rest = self.rest.trim_start();
        let action = match self.next()? {
            'p' => Action::Print,
            'd' => Action::Delete,
            'q' => Action::Quit,
            's' => self.substitute()?,
            _ => return None,
        };
        self.rest = self.rest.trim_start_matches([' ', '\t']);
        let ends = self.rest.is_empty() || self.rest.starts_with([';', '\n']);
        ends.then_some(Command { from, to, negated, action, active: false })
    }

    #[expect(clippy::option_option, reason = "no address, and one that is not read, are two answers")]
    fn address(&mut self) -> Option<Option<Address>> {
        if self.eat('$') {
            return Some(Some(Address::Last));
        }
        if self.eat('/') {
            let text = self.part('/')?;
            let regex = Regex::new(&text, self.syntax, false).filter(|_| !text.is_empty())?;
            return Some(Some(Address::Match(regex)));
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if end == 0 {
            return Some(None);
        }
        let (digits, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        // `0,/re/`, `1~2` and `+N` are not read.
        let number = digits.parse::<usize>().ok().filter(|number| *number > 0 && !rest.starts_with('~'))?;
        Some(Some(Address::Line(number)))
    }

    fn substitute(&mut self) -> Option<Action> {
        let delimiter = self.next()?;
        let pattern = self.part(delimiter)?;
        let replacement = replacement(&self.part(delimiter)?)?;
        let (mut all, mut prints, mut ignores_case) = (false, false, false);
        while let Some(flag) = self.rest.chars().next().filter(|flag| flag.is_ascii_alphanumeric()) {
            match flag {
                'g' => all = true,
                'p' => prints = true,
                'i' | 'I' => ignores_case = true,
                _ => return None,
            }
            self.next();
        }
        let regex = Regex::new(&pattern, self.syntax, ignores_case).filter(|_| !pattern.is_empty())?;
        Some(Action::Substitute { regex, replacement, all, prints })
    }

    /// The text up to a delimiter; a quoted delimiter is the character itself.
    fn part(&mut self, delimiter: char) -> Option<String> {
        let mut text = String::new();
        let mut bracket = false;
        loop {
            match self.next()? {
                own if own == delimiter && !bracket => return Some(text),
                '\n' => return None,
                '\\' => match self.next()? {
                    own if own == delimiter => text.push(own),
                    other => text.extend(['\\', other]),
                },
                other => {
                    bracket = other == '[' || (bracket && other != ']');
                    text.push(other);
                }
            }
        }
    }

    fn eat(&mut self, character: char) -> bool {
        let rest = self.rest.strip_prefix(character);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }
}

fn replacement(text: &str) -> Option<Vec<Part>> {
    let mut parts = vec![Part::Text(String::new())];
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let part = match character {
            '&' => Part::Group(0),
            '\\' => match characters.next()? {
                digit @ '0'..='9' => Part::Group(digit.to_digit(10)? as usize),
                'n' => Part::Text("\n".to_owned()),
                't' => Part::Text("\t".to_owned()),
                other if other.is_alphanumeric() => return None,
                other => Part::Text(other.to_string()),
            },
            other => Part::Text(other.to_string()),
        };
        match (parts.last_mut(), part) {
            (Some(Part::Text(have)), Part::Text(more)) => have.push_str(&more),
            (_, part) => parts.push(part),
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const INPUT: &str = "one\ntwo\nthree\n";

    // What GNU sed 4.8 prints.
    #[rstest]
    #[case("2p", true, Some("two\n"))]
    #[case("2,$p", true, Some("two\nthree\n"))]
    #[case("/t/d", false, Some("one\n"))]
    #[case("/two/!d", false, Some("two\n"))]
    #[case("2q", false, Some("one\ntwo\n"))]
    #[case("s/o/0/", false, Some("0ne\ntw0\nthree\n"))]
    #[case("s/e/E/g; s/t/T/p", true, Some("Two\nThrEE\n"))]
    #[case("s|\\(t\\)\\(.\\)|\\2\\1&|", false, Some("one\nwttwo\nhtthree\n"))]
    #[case("/one/,/two/p", true, Some("one\ntwo\n"))]
    #[case("$s/$/!/", false, Some("one\ntwo\nthree!\n"))]
    #[case("s/x*/-/g", false, Some("-o-n-e-\n-t-w-o-\n-t-h-r-e-e-\n"))]
    #[case("G", false, None)]
    #[case("w out", false, None)]
    fn prints_as_sed_does(#[case] script: &str, #[case] quiet: bool, #[case] expected: Option<&str>) {
        assert_eq!(run(script, INPUT, quiet, Syntax::Basic).as_deref(), expected);
    }
}
