//! `make`: a dry reading of the recipes that its goals need.
//!
//! Owns the choice of goals, their order and their lines. What a makefile says stands in `makefile`, its variables in
//! `variables`. Only plain makefiles are read: one with conditionals, includes or rules that are found by patterns is
//! code that nobody reads here.

mod makefile;
mod variables;

use std::rc::Rc;

use makefile::{Makefile, Rule};
use variables::Variables;

use super::engine::{self, Call};
use super::options::Item;
use super::plan::{Dialect, FileText, Operation, Outcome, Plan, Runs};
use super::shells;
use crate::value::{AbstractString, Field};

/// Targets that one call makes.
const TARGETS_CAP: usize = 128;

/// Prerequisites of prerequisites that are followed.
const DEPTH_CAP: usize = 32;

/// Lines of recipes that one call runs.
const LINES_CAP: usize = 512;

/// The names under which a makefile is looked for.
const NAMES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// Options that change what is made in ways that are not read here.
const UNREAD: &[&str] = &[
    "-e",
    "-I",
    "-o",
    "-W",
    "-E",
    "-t",
    "--eval",
    "--touch",
    "--include-dir",
    "--old-file",
    "--assume-old",
    "--what-if",
    "--new-file",
    "--assume-new",
    "--environment-overrides",
];

/// What is made, in its order.
struct Made<'m, 'c, 'a> {
    call: &'c Call<'c, 'a>,
    file: &'m Makefile,
    variables: &'m Variables<'m>,
    directory: AbstractString,
    path: Field,
    done: Vec<String>,
    texts: Vec<FileText>,
    always: bool,
    ignores: bool,
}

/// Reads what `make` runs, or tells a run of code that is not read and why.
pub(super) fn make(call: &Call<'_, '_>, plan: &mut Plan) {
    match texts(call) {
        Ok(texts) => plan.operations.push(Operation::FileTexts(texts)),
        Err(Some(why)) => {
            call.run(plan);
            plan.unknown.push((call.span, why));
        }
        Err(None) => call.run(plan),
    }
    if plan
        .operations
        .iter()
        .any(|operation| matches!(operation, Operation::FileTexts(texts) if texts.is_empty()))
    {
        plan.operations.clear();
        plan.outcome = Outcome::Open;
    }
}

/// `Err(None)`: nothing is known of the makefile.
fn texts(call: &Call<'_, '_>) -> Result<Vec<FileText>, Option<Rc<str>>> {
    if call
        .parsed
        .options()
        .any(|given| UNREAD.iter().any(|name| given.option.is(name) && is_given(call, name)))
    {
        return Err(None);
    }
    let here = AbstractString::text(&call.facts.directory().ok_or(None)?);
    let directory = engine::join(Some(&here), call.base.as_ref().unwrap_or(&here));
    let (path, text) = content(call, &directory).ok_or(None)?;
    let file = makefile::read(&text).map_err(|why| Some(format!("the makefile has {why}").into()))?;
    let (goals, given) = operands(call)?;
    let variables = Variables::new(&file, &given, &directory, call.facts);
    let mut made = Made {
        call,
        file: &file,
        variables: &variables,
        directory,
        path: Field { value: path, many: false, span: call.span },
        done: Vec::new(),
        texts: Vec::new(),
        always: is_given(call, "-B") || is_given(call, "--always-make"),
        ignores: is_given(call, "-i") || is_given(call, "--ignore-errors"),
    };
    let goals = if goals.is_empty() { vec![made.default_goal()?] } else { goals };
    for goal in goals {
        made.target(&goal, 0, Runs::Once)?;
    }
    Ok(made.texts)
}

fn is_given(call: &Call<'_, '_>, name: &str) -> bool {
    let letter = name.strip_prefix('-').filter(|rest| rest.len() == 1);
    call.arguments.iter().filter_map(Field::known).any(|word| {
        word == name
            || word.split('=').next() == Some(name) && name.starts_with("--")
            || letter.is_some_and(|letter| {
                word.starts_with('-')
                    && !word.starts_with("--")
                    && word.contains(letter)
                    && !word.starts_with("-C")
            })
    })
}

/// The makefile's path and text.
fn content(call: &Call<'_, '_>, directory: &AbstractString) -> Option<(AbstractString, String)> {
    let named: Vec<&Field> = call
        .parsed
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Option(given) if given.option.is("-f") => given.value.as_ref(),
            _ => None,
        })
        .collect();
    let at = |name: &AbstractString| engine::join(Some(directory), name);
    let path = match named.as_slice() {
        [] => {
            let paths = NAMES.iter().map(|name| at(&AbstractString::text(name)));
            paths.into_iter().find(|path| call.facts.exists(path) == Some(true))?
        }
        [only] if only.known() != Some("-") => at(&only.value),
        _ => return None,
    };
    let text = call.facts.content(&path)?;
    Some((path, text))
}

/// Goals and variables of the command line.
type Operands = (Vec<String>, Vec<(String, AbstractString)>);

fn operands(call: &Call<'_, '_>) -> Result<Operands, Option<Rc<str>>> {
    let (mut goals, mut given) = (Vec::new(), Vec::new());
    for field in call.parsed.operands() {
        let prefix = field.value.known_prefix();
        if let Some((name, _)) = prefix.split_once('=') {
            let name = name.trim_end_matches(':');
            let length = prefix.find('=').map_or(0, |at| at + 1);
            given.push((name.to_owned(), super::options::behind(field, length).value));
        } else {
            goals.push(field.known().ok_or_else(|| Some(Rc::from("a goal that is not known")))?.to_owned());
        }
    }
    Ok((goals, given))
}

impl<'m> Made<'m, '_, '_> {
    fn default_goal(&self) -> Result<String, Option<Rc<str>>> {
        if let Some(value) = self.variables.value(".DEFAULT_GOAL") {
            return value.known().map(str::to_owned).ok_or(None);
        }
        let mut targets = self.file.rules.iter().flat_map(|rule| rule.targets.iter());
        let named = |target: &&String| !target.starts_with('.') || target.contains('/');
        let first = targets.find(named).ok_or(None)?;
        self.words(first).and_then(|words| words.into_iter().next()).ok_or(None)
    }

    /// The words of an expanded text, if they are known.
    fn words(&self, text: &str) -> Option<Vec<String>> {
        let value = self.variables.expand(text, &[]);
        Some(value.known()?.split_whitespace().map(str::to_owned).collect())
    }

    /// Makes a target after its prerequisites.
    fn target(&mut self, name: &str, depth: usize, runs: Runs) -> Result<(), Option<Rc<str>>> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        if depth >= DEPTH_CAP || self.done.len() >= TARGETS_CAP {
            return Err(Some("more targets than are followed".into()));
        }
        self.done.push(name.to_owned());
        let path = engine::join(Some(&self.directory), &AbstractString::text(name));
        let exists = self.call.facts.exists(&path);
        let rules = self.rules(name)?;
        if rules.is_empty() {
            return match exists {
                Some(true) => Ok(()),
                _ => Err(Some(format!("a rule for `{name}` that is not told in the makefile").into())),
            };
        }
        let mut prerequisites = Vec::new();
        for rule in &rules {
            for text in &rule.prerequisites {
                let words = self
                    .words(text)
                    .ok_or_else(|| Some(Rc::from(format!("a prerequisite of `{name}` that is not known"))))?;
                prerequisites.extend(words);
            }
        }
        let is_phony = self.is_phony(name);
        if exists == Some(true) && !is_phony && !self.always && prerequisites.is_empty() {
            return Ok(());
        }
        // A file that is there may be up to date, and then nothing that only it needs is made either.
        let sure = is_phony || exists == Some(false) || self.always;
        for prerequisite in prerequisites.iter().filter(|word| *word != "|") {
            self.target(prerequisite, depth + 1, runs)?;
        }
        let runs = if sure { runs } else { Runs::Maybe };
        let automatic = automatic(name, &prerequisites);
        for rule in rules {
            self.recipe(rule, &automatic, runs)?;
        }
        Ok(())
    }

    fn rules(&self, name: &str) -> Result<Vec<&'m Rule>, Option<Rc<str>>> {
        let mut found = Vec::new();
        let file: &'m Makefile = self.file;
        for rule in &file.rules {
            for target in &rule.targets {
                let words =
                    if target.contains('$') { self.words(target) } else { Some(vec![target.clone()]) };
                match words {
                    Some(words) if words.iter().any(|word| word == name) => found.push(rule),
                    Some(_) => {}
                    None => return Err(Some("a target that is not known".into())),
                }
            }
        }
        if found.iter().filter(|rule| !rule.recipe.is_empty()).count() > 1 {
            return Err(Some(format!("more than one recipe for `{name}`").into()));
        }
        Ok(found)
    }

    fn is_phony(&self, name: &str) -> bool {
        self.file.rules.iter().filter(|rule| rule.targets.iter().any(|target| target == ".PHONY")).any(
            |rule| {
                rule.prerequisites
                    .iter()
                    .filter_map(|text| self.words(text))
                    .flatten()
                    .any(|word| word == name)
            },
        )
    }

    /// The lines of a recipe: a shell each, or one for all with `.ONESHELL`.
    fn recipe(
        &mut self,
        rule: &Rule,
        automatic: &[(String, String)],
        runs: Runs,
    ) -> Result<(), Option<Rc<str>>> {
        let mut lines: Vec<(AbstractString, bool)> = Vec::new();
        for line in &rule.recipe {
            let value = self.variables.expand(line, automatic);
            let (value, ignores) = without_prefix(&value);
            if !value.known().is_some_and(|text| text.trim().is_empty()) {
                lines.push((value, ignores));
            }
        }
        if self.file.has_target(".ONESHELL") {
            let ignores = lines.first().is_some_and(|(_, ignores)| *ignores);
            let joined = lines.into_iter().map(|(line, _)| line).reduce(|mut all, line| {
                all.push_text("\n");
                all.concat(&line)
            });
            lines = joined.into_iter().map(|line| (line, ignores)).collect();
        }
        for (line, ignores) in lines {
            if self.texts.len() >= LINES_CAP {
                return Err(Some("more lines of recipes than are followed".into()));
            }
            let text = self.file_text(line, ignores, runs)?;
            self.texts.push(text);
        }
        Ok(())
    }

    fn file_text(
        &self,
        line: AbstractString,
        ignores: bool,
        runs: Runs,
    ) -> Result<FileText, Option<Rc<str>>> {
        let shell = self.variables.value("SHELL");
        let shell = shell.as_ref().map_or(Some("/bin/sh"), AbstractString::known).unwrap_or("");
        let dialect = match shell.rsplit('/').next().unwrap_or(shell) {
            "sh" | "dash" | "ash" => Dialect::Sh,
            "bash" | "zsh" | "ksh" => Dialect::Bash,
            _ => return Err(Some("a `SHELL` that is not known".into())),
        };
        let mut text = shells::text(Field { value: line, many: false, span: self.call.span });
        text.dialect = dialect;
        text.directory = Some(self.directory.clone());
        Ok(FileText {
            file: self.path.clone(),
            shell: text,
            environment: self.variables.exported(),
            ignores_failure: ignores || self.ignores || self.file.has_target(".IGNORE"),
            runs,
            cause: Rc::clone(&self.call.cause),
        })
    }
}

/// The variables that a recipe has of its own.
fn automatic(name: &str, prerequisites: &[String]) -> Vec<(String, String)> {
    let normal: Vec<&str> =
        prerequisites.iter().map(String::as_str).take_while(|word| *word != "|").collect();
    let order: Vec<&str> =
        prerequisites.iter().map(String::as_str).skip_while(|word| *word != "|").skip(1).collect();
    let mut once: Vec<&str> = Vec::new();
    for word in &normal {
        if !once.contains(word) {
            once.push(word);
        }
    }
    let first = normal.first().copied().unwrap_or("");
    let pairs = [
        ("@", name.to_owned()),
        ("<", first.to_owned()),
        ("^", once.join(" ")),
        ("+", normal.join(" ")),
        ("|", order.join(" ")),
        ("@D", crate::value::dirname(name).to_owned()),
        ("@F", crate::value::basename(name).to_owned()),
        ("<D", crate::value::dirname(first).to_owned()),
        ("<F", crate::value::basename(first).to_owned()),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A line without `@`, `-` and `+` in front; true if its failure is ignored.
fn without_prefix(line: &AbstractString) -> (AbstractString, bool) {
    let prefix = line.known_prefix();
    let rest =
        prefix.trim_start_matches(|letter: char| matches!(letter, '@' | '-' | '+') || letter.is_whitespace());
    let marks = prefix.get(..prefix.len() - rest.len()).unwrap_or("");
    let field = Field { value: line.clone(), many: false, span: crate::span::Span::default() };
    (super::options::behind(&field, marks.len()).value, marks.contains('-'))
}
