//! A shell in memory that knows just enough to set up the words of a test: assignments, `set`, `shopt`, `unset`,
//! `declare -A`, `echo` and `printf` of fields.

use std::collections::BTreeMap;
use std::rc::Rc;

use willwrite::analysis::arithmetic::{Number, evaluate_text};
use willwrite::analysis::expand::{self, ArrayKind, Environment, Positional, Variable};
use willwrite::span::Span;
use willwrite::syntax::ast::{
    Assignment, AssignmentValue, Command, CommandSubstitution, List, ProcessSubstitution, SimpleCommand,
    Word, WordPartKind,
};
use willwrite::value::{AbstractString, Field, Output};
use willwrite::world::Entry;

/// What stands in the folder of the tests; a directory ends in a slash.
pub const FILES: &[&str] = &[
    "a.txt",
    "b.txt",
    "c.md",
    ".hidden",
    "sub/",
    "sub/x.py",
    "sub/y.py",
    "sub/deep/",
    "sub/deep/z.py",
    "sp ace.txt",
    "br[a]ck",
    "dir.d/",
    "dir.d/q",
    "file",
];

/// What `file` holds.
pub const CONTENT: &str = "line one\nline two\n\n";

#[derive(Clone)]
pub struct Shell {
    pub variables: BTreeMap<String, Variable>,
    pub positional: Positional,
    pub options: Vec<String>,
    pub failures: Vec<String>,
    /// Can directories be listed?
    pub lists: bool,
    /// Is every variable that is not set here perhaps set outside?
    pub open: bool,
    /// What each substitution gives, if not what it runs.
    pub output: Option<Output>,
}

pub fn known(text: &str) -> Variable {
    Variable::Scalar { values: vec![AbstractString::text(text)], maybe_unset: false }
}

impl Shell {
    pub fn new() -> Self {
        let mut variables = BTreeMap::new();
        variables.insert("HOME".to_owned(), known("/home/me"));
        variables.insert("IFS".to_owned(), known(" \t\n"));
        Self {
            variables,
            positional: Positional::Known(Rc::new(Vec::new())),
            options: Vec::new(),
            failures: Vec::new(),
            lists: true,
            open: false,
            output: None,
        }
    }

    /// Runs simple commands up to the last one, whose words it gives expanded.
    pub fn run<'a>(&mut self, lines: &'a [List<'a>]) -> Vec<Vec<Field>> {
        let commands: Vec<&'a SimpleCommand<'a>> = lines.iter().flat_map(simple_commands).collect();
        let (last, setup) = commands.split_last().unwrap();
        for command in setup {
            self.simple(command);
        }
        expand::fields(last.words(), self)
    }

    fn simple<'a>(&mut self, command: &'a SimpleCommand<'a>) {
        for assignment in command.assignments() {
            self.assignment(assignment);
        }
        if command.words().is_empty() {
            return;
        }
        let lists = expand::declaration_fields(command.words(), self);
        let words: Vec<AbstractString> = lists[0].iter().map(|field| field.value.clone()).collect();
        let texts: Vec<&str> = words.iter().filter_map(AbstractString::known).collect();
        match texts.as_slice() {
            ["set", "--", ..] => self.positional = Positional::Known(Rc::new(words[2..].to_vec())),
            ["set", "-u"] => self.options.push("nounset".to_owned()),
            ["set", "-f"] => self.options.push("noglob".to_owned()),
            ["shopt", "-s", name] => self.options.push((*name).to_owned()),
            ["unset", name] => {
                self.variables.remove(*name);
            }
            ["declare", "-A", ..] => self.declare(&command.words()[2]),
            other => panic!("the test's shell does not know {other:?}"),
        }
    }

    fn declare<'a>(&mut self, word: &'a Word<'a>) {
        let (name, array) = match word.parts() {
            [name, array] => (name, array),
            other => panic!("{other:?}"),
        };
        let (WordPartKind::Literal(name), WordPartKind::Array(literal)) = (name.kind, array.kind) else {
            panic!("{word:?}")
        };
        let value = expand::array_value(literal, ArrayKind::Associative, None, self);
        self.variables.insert(name.trim_end_matches('=').to_owned(), value);
    }

    fn assignment<'a>(&mut self, assignment: &'a Assignment<'a>) {
        let value = match &assignment.value {
            AssignmentValue::Scalar(word) => {
                Variable::Scalar { values: expand::assignment_value(word, self), maybe_unset: false }
            }
            AssignmentValue::Array(literal) => {
                let base = assignment.append.then(|| self.variable(assignment.name));
                expand::array_value(literal, ArrayKind::Indexed, base.as_ref(), self)
            }
        };
        self.variables.insert(assignment.name.to_owned(), value);
    }
}

fn simple_commands<'a>(list: &'a List<'a>) -> Vec<&'a SimpleCommand<'a>> {
    list.items
        .iter()
        .flat_map(|item| item.and_or.first().commands())
        .map(|member| match member {
            Command::Simple(simple) => simple,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// A path of the folder without `.`, `..` and doubled slashes.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    parts.join("/")
}

impl<'a> Environment<'a> for Shell {
    fn variable(&self, name: &str) -> Variable {
        match self.variables.get(name) {
            Some(variable) => variable.clone(),
            None if self.open => Variable::Scalar {
                values: vec![AbstractString::unknown(format!("`${name}` is not set by this command"))],
                maybe_unset: true,
            },
            None => Variable::Unset,
        }
    }

    fn assign(&mut self, name: &str, subscript: Option<&AbstractString>, values: Vec<AbstractString>) {
        let Some(subscript) = subscript else {
            self.variables.insert(name.to_owned(), Variable::Scalar { values, maybe_unset: false });
            return;
        };
        let Number::Known(index) = evaluate_text(subscript, Span::default(), self) else { panic!() };
        let mut elements = match self.variable(name) {
            Variable::Indexed(elements) => elements.to_vec(),
            _ => Vec::new(),
        };
        elements.retain(|(own, _)| *own != index);
        elements.push((index, values[0].clone()));
        elements.sort_by_key(|(index, _)| *index);
        self.variables.insert(name.to_owned(), Variable::Indexed(Rc::new(elements)));
    }

    fn names(&self, prefix: &str) -> Option<Vec<String>> {
        Some(self.variables.keys().filter(|name| name.starts_with(prefix)).cloned().collect())
    }

    fn positional(&self) -> Positional {
        self.positional.clone()
    }

    fn special(&self, name: char) -> AbstractString {
        AbstractString::unknown(format!("`${name}`"))
    }

    fn option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option == name)
    }

    fn shopt(&self, name: &str) -> bool {
        self.option(name)
    }

    fn substitute(&mut self, node: &'a CommandSubstitution<'a>) -> Output {
        if let Some(output) = &self.output {
            return output.clone();
        }
        let mut inner = self.clone();
        let Some(command) = simple_commands(&node.body).first().copied() else { return Output::Nothing };
        let fields = expand::fields(command.words(), &mut inner);
        let words: Vec<&str> = fields[0].iter().filter_map(|field| field.value.known()).collect();
        match words.as_slice() {
            ["echo", words @ ..] => Output::Text(AbstractString::text(&format!("{}\n", words.join(" ")))),
            ["printf", format] => Output::Text(AbstractString::text(&format.replace("\\n", "\n"))),
            other => panic!("the test's shell does not know {other:?}"),
        }
    }

    fn process(&mut self, _node: &'a ProcessSubstitution<'a>) -> AbstractString {
        AbstractString::text("/dev/fd/63")
    }

    fn prompt(&mut self, _text: &AbstractString, _span: Span) -> AbstractString {
        AbstractString::unknown("a prompt")
    }

    fn list(&self, directory: &str) -> Option<Vec<String>> {
        if !self.lists || self.entry(directory) != Some(Entry::Directory) {
            return None;
        }
        let front = match normal(directory).as_str() {
            "" => String::new(),
            path => format!("{path}/"),
        };
        let below = FILES.iter().filter_map(|file| file.trim_end_matches('/').strip_prefix(&front));
        Some(below.filter(|name| !name.contains('/') && !name.is_empty()).map(str::to_owned).collect())
    }

    fn entry(&self, path: &str) -> Option<Entry> {
        let path = normal(path);
        if !self.lists {
            return None;
        }
        if path.is_empty() || FILES.contains(&format!("{path}/").as_str()) {
            return Some(Entry::Directory);
        }
        let size = if path == "file" { CONTENT.len() as u64 } else { 0 };
        let is_there = FILES.contains(&path.as_str());
        Some(if is_there { Entry::File { size, executable: false } } else { Entry::Missing })
    }

    fn link(&self, _path: &str) -> Option<bool> {
        Some(false)
    }

    fn home_of(&self, _user: &str) -> Option<String> {
        None
    }

    fn content(&self, path: &AbstractString) -> Option<String> {
        (path.known()? == "file").then(|| CONTENT.to_owned())
    }

    fn unknown(&mut self, _span: Span, reason: &str) {
        self.failures.push(format!("unknown: {reason}"));
    }

    fn fail(&mut self, _span: Span, reason: &str) {
        self.failures.push(reason.to_owned());
    }
}
