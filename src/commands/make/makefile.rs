//! The text of a plain makefile: assignments and rules with their recipes (GNU make 4.3 manual, section 3.1).
//!
//! Owns the reading of lines. Nothing is expanded here; what is not plain is refused with its name.

/// Rules and assignments of one makefile that are read.
const ENTRIES_CAP: usize = 4_096;

/// A makefile.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Makefile {
    /// Assignments in their order.
    pub(super) assignments: Vec<Assignment>,
    /// Explicit rules in their order.
    pub(super) rules: Vec<Rule>,
    /// Names that are exported to recipes; `None` stands for all.
    pub(super) exports: Vec<Option<String>>,
}

/// A variable's assignment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// The variable.
    pub(super) name: String,
    /// How.
    pub(super) flavour: Flavour,
    /// The text behind the operator, not expanded.
    pub(super) text: String,
}

/// How a variable is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavour {
    /// `=`: expanded where it is used
    Recursive,
    /// `:=`, `::=`: expanded at once
    Simple,
    /// `?=`: only where it is not set
    Conditional,
    /// `+=`
    Append,
    /// `!=`: what a shell prints
    Shell,
}

/// A rule.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rule {
    /// Targets as written, not expanded.
    pub(super) targets: Vec<String>,
    /// Prerequisites as written; `|` stands in front of those that only give an order.
    pub(super) prerequisites: Vec<String>,
    /// The recipe's lines without their tabs, not expanded.
    pub(super) recipe: Vec<String>,
}

impl Makefile {
    /// Is there a rule for a special target?
    pub(super) fn has_target(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule.targets.iter().any(|target| target == name))
    }
}

/// Reads a makefile; what is not plain is named.
pub(super) fn read(text: &str) -> Result<Makefile, String> {
    let mut file = Makefile::default();
    // True where a recipe's lines may follow.
    let mut in_rule = false;
    for line in logical(text) {
        if file.rules.len() + file.assignments.len() > ENTRIES_CAP {
            return Err("more rules than are read".to_owned());
        }
        if let Some(recipe) = line.strip_prefix('\t') {
            match file.rules.last_mut().filter(|_| in_rule) {
                Some(rule) => rule.recipe.push(recipe.to_owned()),
                None if recipe.trim().is_empty() => {}
                None => return Err("a recipe without a rule".to_owned()),
            }
            continue;
        }
        let line = joined(without_comment(&line));
        // Blanks at a value's end belong to it.
        let line = line.trim_start();
        if line.is_empty() {
            continue;
        }
        in_rule = entry(line, &mut file)?;
    }
    Ok(file)
}

/// Lines, with those that end in a backslash and the next as one; in recipes the backslash stays.
fn logical(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut continues = false;
    for line in text.lines() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        match lines.last_mut().filter(|_| continues) {
            Some(last) => {
                last.push('\n');
                let is_recipe = last.starts_with('\t');
                last.push_str(if is_recipe { line.strip_prefix('\t').unwrap_or(line) } else { line });
            }
            None => lines.push(line.to_owned()),
        }
        let slashes = line.bytes().rev().take_while(|byte| *byte == b'\\').count();
        continues = slashes % 2 == 1;
    }
    lines
}

/// A line without the comment at its end.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before != '\\' {
            return line.get(..at).unwrap_or(line);
        }
        before = letter;
    }
    line
}

/// Continued lines as one.
fn joined(line: &str) -> String {
    let parts: Vec<&str> = line.split("\\\n").map(str::trim).collect();
    match parts.as_slice() {
        [_] => line.to_owned(),
        _ => parts.join(" "),
    }
}

/// Reads a rule, an assignment or a directive; true if a recipe may follow.
fn entry(line: &str, file: &mut Makefile) -> Result<bool, String> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "ifeq" | "ifneq" | "ifdef" | "ifndef" | "else" | "endif" => {
            return Err(format!("a conditional (`{word}`)"));
        }
        "include" | "-include" | "sinclude" => return Err(format!("another makefile (`{word}`)")),
        "define" | "endef" | "undefine" | "override" | "private" | "vpath" | "load" | "unexport" => {
            return Err(format!("`{word}`"));
        }
        "export" => {
            match assignment(rest.trim()) {
                Some(assignment) => {
                    file.exports.push(Some(assignment.name.clone()));
                    file.assignments.push(assignment);
                }
                None if rest.trim().is_empty() => file.exports.push(None),
                None => file.exports.extend(rest.split_whitespace().map(|name| Some(name.to_owned()))),
            }
            return Ok(false);
        }
        _ => {}
    }
    if let Some(assignment) = assignment(line) {
        if matches!(assignment.name.as_str(), "VPATH" | ".RECIPEPREFIX" | ".SHELLFLAGS" | "MAKEFLAGS") {
            return Err(format!("`{}`", assignment.name));
        }
        file.assignments.push(assignment);
        return Ok(false);
    }
    rule(line, file)
}

/// `NAME = text`, if the line is one: no colon that begins a rule stands in front of the operator.
fn assignment(line: &str) -> Option<Assignment> {
    let mut depth = 0_usize;
    let bytes = line.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => {
                let colons = line.get(at..)?;
                let operator =
                    [":::=", "::=", ":="].into_iter().find(|operator| colons.starts_with(*operator))?;
                return made(line, at, operator.len(), Flavour::Simple);
            }
            b'=' if depth == 0 => {
                let (from, flavour) = match at.checked_sub(1).and_then(|before| bytes.get(before)) {
                    Some(b'?') => (at - 1, Flavour::Conditional),
                    Some(b'+') => (at - 1, Flavour::Append),
                    Some(b'!') => (at - 1, Flavour::Shell),
                    _ => (at, Flavour::Recursive),
                };
                return made(line, from, at + 1 - from, flavour);
            }
            _ => {}
        }
    }
    None
}

fn made(line: &str, at: usize, length: usize, flavour: Flavour) -> Option<Assignment> {
    let name = line.get(..at)?.trim();
    let text = line.get(at + length..)?.trim_start();
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    is_name.then(|| Assignment { name: name.to_owned(), flavour, text: text.to_owned() })
}

fn rule(line: &str, file: &mut Makefile) -> Result<bool, String> {
    let Some(at) = colon(line) else { return Err("a line that is no rule".to_owned()) };
    let targets = line.get(..at).unwrap_or("");
    let rest = line.get(at + 1..).unwrap_or("");
    if rest.starts_with(':') {
        return Err("a rule with two colons".to_owned());
    }
    let targets = words(targets);
    if targets.is_empty() || targets.iter().any(|target| target.contains('&')) {
        return Err("a rule that is not plain".to_owned());
    }
    let (prerequisites, inline) = match rest.split_once(';') {
        Some((front, recipe)) => (front, Some(recipe.trim_start())),
        None => (rest, None),
    };
    if assignment(prerequisites.trim()).is_some() {
        return Err("a variable of one target alone".to_owned());
    }
    // A pattern's rule is none for a name, and a goal without another rule is refused.
    let is_pattern = targets.iter().any(|target| target.contains('%'));
    if colon(prerequisites).is_some() && !is_pattern {
        return Err("a rule with a pattern for its targets".to_owned());
    }
    let targets = if is_pattern { Vec::new() } else { targets };
    let recipe = inline.into_iter().filter(|recipe| !recipe.is_empty()).map(str::to_owned).collect();
    file.rules.push(Rule { targets, prerequisites: words(prerequisites), recipe });
    Ok(true)
}

/// The first colon that does not stand in a reference.
fn colon(line: &str) -> Option<usize> {
    let mut depth = 0_usize;
    line.bytes().position(|byte| {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b':' && depth == 0
    })
}

/// Words apart, references with blanks in them as one.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    let mut apart = true;
    for letter in text.chars() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if letter.is_whitespace() && depth == 0 {
            apart = true;
            continue;
        }
        match words.last_mut().filter(|_| !apart) {
            Some(word) => word.push(letter),
            None => words.push(letter.to_string()),
        }
        apart = false;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_targets_prerequisites_and_lines() {
        let file = read("A = 1 # one\nall: b \\\n  c | d ; @echo x\n\t-rm $(A) \\\n\t  y\n# no\n\techo z\n")
            .unwrap();
        assert_eq!(
            file.assignments,
            [Assignment { name: "A".into(), flavour: Flavour::Recursive, text: "1 ".into() }]
        );
        let [rule] = file.rules.as_slice() else { panic!("one rule") };
        assert_eq!(rule.targets, ["all"]);
        assert_eq!(rule.prerequisites, ["b", "c", "|", "d"]);
        assert_eq!(rule.recipe, ["@echo x", "-rm $(A) \\\n  y", "echo z"]);
    }

    #[test]
    fn assignments_have_their_operators() {
        let file = read("a := x\nb ?= y\nc += z\nd=$(a:.c=.o)\nexport e = 1\n").unwrap();
        let flavours: Vec<Flavour> = file.assignments.iter().map(|one| one.flavour).collect();
        assert_eq!(
            flavours,
            [Flavour::Simple, Flavour::Conditional, Flavour::Append, Flavour::Recursive, Flavour::Recursive]
        );
        assert_eq!(file.exports, [Some("e".to_owned())]);
    }

    #[test]
    fn what_is_not_plain_is_named() {
        for (text, why) in [
            ("ifeq (a,b)\nendif\n", "a conditional (`ifeq`)"),
            ("include x.mk\n", "another makefile (`include`)"),
            ("a:: b\n", "a rule with two colons"),
            ("a: X = 1\n", "a variable of one target alone"),
            ("define f\n", "`define`"),
        ] {
            assert_eq!(read(text), Err(why.to_owned()), "{text}");
        }
    }
}
