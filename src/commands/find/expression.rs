//! find's expression: its syntax, as a tree of tests and a list of actions.

use super::super::engine::Call;
use super::super::plan::Plan;
use crate::value::Field;

/// Parentheses nested deeper are not read.
const NESTING_CAP: usize = 40;

#[derive(Clone, Debug)]
pub(super) enum Expression {
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Not(Box<Expression>),
    Test(Test),
    /// index into the actions
    Action(usize),
}

#[derive(Clone, Debug)]
pub(super) enum Test {
    Always,
    Never,
    /// a glob on the last name; ignoring case
    Name(String, bool),
    /// a glob on the whole path; ignoring case
    Path(String, bool),
    /// a letter of `-type`
    Type(String),
    Empty,
    Prune,
    /// can't be decided here
    Unknown,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    Print,
    Delete,
    /// `argv`, in the match's directory, all matches at once
    Run {
        argv: Vec<Field>,
        in_directory: bool,
        together: bool,
    },
}

pub(super) struct Reader<'c, 'x, 'a, 'p> {
    pub(super) call: &'c Call<'x, 'a>,
    pub(super) words: &'c [Field],
    pub(super) next: usize,
    pub(super) actions: Vec<Action>,
    /// files that are written, appended if true
    pub(super) files: Vec<(Field, bool)>,
    pub(super) minimum: usize,
    pub(super) maximum: usize,
    pub(super) plan: &'p mut Plan,
}

impl<'c, 'x, 'a, 'p> Reader<'c, 'x, 'a, 'p> {
    pub(super) fn new(call: &'c Call<'x, 'a>, words: &'c [Field], plan: &'p mut Plan) -> Self {
        Self {
            call,
            words,
            next: 0,
            actions: Vec::new(),
            files: Vec::new(),
            minimum: 0,
            maximum: usize::MAX,
            plan,
        }
    }

    fn peek(&self) -> Option<&'c Field> {
        self.words.get(self.next)
    }

    fn take(&mut self) -> Option<&'c Field> {
        let field = self.peek()?;
        self.next += 1;
        Some(field)
    }

    fn value(&mut self) -> Option<String> {
        self.take()?.known().map(ToOwned::to_owned)
    }

    pub(super) fn or(&mut self, depth: usize) -> Expression {
        let mut parts = vec![self.and(depth)];
        while matches!(self.peek().and_then(Field::known), Some("-o" | "-or" | ",")) {
            self.next += 1;
            parts.push(self.and(depth));
        }
        Expression::Or(parts)
    }

    fn and(&mut self, depth: usize) -> Expression {
        let mut parts = Vec::new();
        while let Some(field) = self.peek() {
            match field.known() {
                Some("-o" | "-or" | "," | ")") => break,
                Some("-a" | "-and") => self.next += 1,
                _ => parts.push(self.primary(depth)),
            }
        }
        Expression::And(parts)
    }

    fn primary(&mut self, depth: usize) -> Expression {
        if depth > NESTING_CAP {
            self.next = self.words.len();
            self.call.unknown("nested deeper than is read", self.plan);
            return Expression::Test(Test::Unknown);
        }
        let Some(field) = self.take() else { return Expression::Test(Test::Always) };
        let Some(word) = field.known() else {
            self.call.unknown("a part of its expression is not known", self.plan);
            return Expression::Test(Test::Unknown);
        };
        match word {
            "!" | "-not" => Expression::Not(Box::new(self.primary(depth + 1))),
            "(" => {
                let inner = self.or(depth + 1);
                if self.peek().and_then(Field::known) == Some(")") {
                    self.next += 1;
                }
                inner
            }
            _ => self.test_or_action(word),
        }
    }

    fn test_or_action(&mut self, word: &str) -> Expression {
        match word {
            "-print" | "-print0" | "-ls" => self.action(Action::Print),
            "-printf" => {
                self.next += 1;
                self.action(Action::Print)
            }
            "-delete" => self.action(Action::Delete),
            "-exec" | "-ok" => self.command(false),
            "-execdir" | "-okdir" => self.command(true),
            "-fprint" | "-fprint0" | "-fls" => self.output_file(),
            "-fprintf" => {
                let file = self.output_file();
                self.next += 1;
                file
            }
            _ => Expression::Test(self.test(word)),
        }
    }

    fn action(&mut self, action: Action) -> Expression {
        self.actions.push(action);
        Expression::Action(self.actions.len() - 1)
    }

    /// The file is made at the start, whatever matches; it counts as an action.
    fn output_file(&mut self) -> Expression {
        if let Some(field) = self.take() {
            self.files.push((field.clone(), false));
        }
        self.action(Action::Run { argv: Vec::new(), in_directory: false, together: false })
    }

    fn command(&mut self, in_directory: bool) -> Expression {
        let mut argv: Vec<Field> = Vec::new();
        let mut together = false;
        while let Some(field) = self.take() {
            match field.known() {
                Some(";") => break,
                Some("+") if argv.last().and_then(Field::known) == Some("{}") => {
                    together = true;
                    break;
                }
                _ => argv.push(field.clone()),
            }
        }
        self.action(Action::Run { argv, in_directory, together })
    }

    fn test(&mut self, word: &str) -> Test {
        match word {
            "-name" | "-iname" => {
                self.value().map_or(Test::Unknown, |glob| Test::Name(glob, word == "-iname"))
            }
            "-path" | "-wholename" | "-ipath" | "-iwholename" => {
                self.value().map_or(Test::Unknown, |glob| Test::Path(glob, word.starts_with("-i")))
            }
            "-type" => self.value().map_or(Test::Unknown, Test::Type),
            "-empty" => Test::Empty,
            "-prune" => Test::Prune,
            "-true"
            | "-depth"
            | "-d"
            | "-mount"
            | "-xdev"
            | "-daystart"
            | "-noleaf"
            | "-nowarn"
            | "-warn"
            | "-follow"
            | "-ignore_readdir_race"
            | "-noignore_readdir_race" => Test::Always,
            "-false" => Test::Never,
            "-maxdepth" | "-mindepth" => {
                let limit = self.value().and_then(|text| text.parse().ok());
                match (word, limit) {
                    ("-maxdepth", Some(limit)) => self.maximum = limit,
                    (_, Some(limit)) => self.minimum = limit,
                    _ => return Test::Unknown,
                }
                Test::Always
            }
            "-quit" | "-executable" | "-readable" | "-writable" | "-nouser" | "-nogroup" => Test::Unknown,
            "-regextype" | "-files0-from" => {
                self.next += 1;
                Test::Always
            }
            _ if VALUED.contains(&word) || word.starts_with("-newer") => {
                self.next += 1;
                Test::Unknown
            }
            _ => {
                let (span, text) = (self.call.span, format!("unknown test `{word}` of `find`"));
                self.plan.unknown.push((span, text.into()));
                Test::Unknown
            }
        }
    }
}

/// Tests with a value that are not decided here.
const VALUED: &[&str] = &[
    "-amin",
    "-anewer",
    "-atime",
    "-cmin",
    "-cnewer",
    "-context",
    "-ctime",
    "-fstype",
    "-gid",
    "-group",
    "-ilname",
    "-inum",
    "-iregex",
    "-links",
    "-lname",
    "-mmin",
    "-mtime",
    "-perm",
    "-regex",
    "-samefile",
    "-size",
    "-uid",
    "-used",
    "-user",
    "-xattr",
    "-xtype",
    "-flags",
];
