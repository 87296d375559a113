//! `find`: its starts, its expression and its actions (findutils 4.9 manual, sections 2 and 3).
//!
//! Owns the expression's syntax and its evaluation over what the world lists. Where a test can't be decided or a
//! directory can't be listed, what is acted on is an unknown path below the start.

use super::engine::Call;
use super::pattern;
use super::plan::{FileAction, Invocation, Kind, Operation, Plan, Runs};
use super::xargs::substitute;
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Output, Piece};

/// More entries than this are not walked.
const ENTRIES_CAP: usize = 512;
/// The same where it only prints: the names may never be asked for.
const PRINTED_CAP: usize = 128;
/// Directories nested deeper are not walked.
const DEPTH_CAP: usize = 40;
/// Parentheses nested deeper are not read.
const NESTING_CAP: usize = 40;
/// More matches than this are told as unknown paths below the start.
const MATCHES_CAP: usize = 64;

#[derive(Clone, Debug)]
enum Expression {
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Not(Box<Expression>),
    Test(Test),
    /// index into the actions
    Action(usize),
}

#[derive(Clone, Debug)]
enum Test {
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
enum Action {
    Print,
    Delete,
    /// `argv`, in the match's directory, all matches at once
    Run {
        argv: Vec<Field>,
        in_directory: bool,
        together: bool,
    },
}

/// What is known of a test's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    No,
    Maybe,
    Yes,
}

/// One file that the walk meets.
struct Entry {
    path: String,
    name: String,
    kind: Option<Kind>,
    depth: usize,
}

/// The row's special function.
pub fn run(call: &Call<'_, '_>, plan: &mut Plan) {
    let (starts, expression) = split(call);
    let mut reader = Reader::new(call, &expression, plan);
    let mut tree = reader.or(0);
    let Reader { actions, minimum, maximum, files, .. } = reader;
    let mut actions = actions;
    for (field, append) in files {
        let action = if append { FileAction::Append } else { FileAction::Write };
        call.file(action, LinkUse::Followed, &field, plan);
    }
    if !actions.iter().any(|_| true) {
        tree = Expression::And(vec![tree, Expression::Action(0)]);
        actions.push(Action::Print);
    }
    plan.output = Output::Nothing;
    let mut printed = Vec::new();
    let acts = actions.iter().any(|action| !matches!(action, Action::Print));
    for start in &starts {
        let limits = Limits {
            entries: if acts { ENTRIES_CAP } else { PRINTED_CAP },
            minimum,
            maximum,
            post_order: actions.iter().any(|action| matches!(action, Action::Delete)),
        };
        let named = !matches!(start.known(), None | Some("." | ".." | "/" | "./"));
        let walk = if acts || named { walk(call, start, &tree, &limits) } else { None };
        match walk {
            Some(found) => matched(call, start, &actions, found, &mut printed, plan),
            None => unlisted(call, start, &tree, &actions, &mut printed, plan),
        }
    }
    if actions.iter().any(|action| matches!(action, Action::Print)) {
        if printed.len() > crate::value::VALUES_CAP {
            printed = starts.iter().flat_map(shapes).collect();
        }
        plan.output = Output::Lines(printed);
    }
}

/// The starts, and the words from the first one that begins the expression.
fn split(call: &Call<'_, '_>) -> (Vec<Field>, Vec<Field>) {
    let mut rest = call.arguments;
    while let Some((first, behind)) = rest.split_first() {
        match first.known() {
            Some("-H" | "-L" | "-P") => rest = behind,
            Some("-D") => rest = behind.get(1..).unwrap_or(&[]),
            Some(text) if text.starts_with("-O") => rest = behind,
            _ => break,
        }
    }
    let begins = |field: &Field| {
        let prefix = field.value.known_prefix();
        prefix.starts_with('-') && prefix.len() > 1 || matches!(field.known(), Some("(" | ")" | "!" | ","))
    };
    let at = rest.iter().position(begins).unwrap_or(rest.len());
    let (starts, expression) = rest.split_at(at);
    let mut starts = starts.to_vec();
    if starts.is_empty() {
        starts.push(call.here());
    }
    (starts, expression.to_vec())
}

struct Reader<'c, 'x, 'a, 'p> {
    call: &'c Call<'x, 'a>,
    words: &'c [Field],
    next: usize,
    actions: Vec<Action>,
    /// files that are written, appended if true
    files: Vec<(Field, bool)>,
    minimum: usize,
    maximum: usize,
    plan: &'p mut Plan,
}

impl<'c, 'x, 'a, 'p> Reader<'c, 'x, 'a, 'p> {
    fn new(call: &'c Call<'x, 'a>, words: &'c [Field], plan: &'p mut Plan) -> Self {
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

    fn or(&mut self, depth: usize) -> Expression {
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

/// How deep the expression applies.
struct Limits {
    entries: usize,
    minimum: usize,
    maximum: usize,
    post_order: bool,
}

/// What each action meets, in order: the action's index, the path, whether it is certain.
type Met = Vec<(usize, Entry, bool)>;

/// Walks a start; `None` if it can't be listed within the caps.
fn walk(call: &Call<'_, '_>, start: &Field, tree: &Expression, limits: &Limits) -> Option<Met> {
    let root = start.known()?.to_owned();
    let kind = call.facts.kind(&AbstractString::text(&root))?;
    let follows = call
        .arguments
        .iter()
        .take_while(|field| field.known().is_some_and(|text| text.starts_with('-')))
        .any(|field| matches!(field.known(), Some("-L" | "-H")));
    let kind = if kind == Kind::Link && (follows || root.ends_with('/')) { Kind::Directory } else { kind };
    if kind == Kind::Missing {
        return Some(Vec::new());
    }
    let name = root.trim_end_matches('/').rsplit('/').next().unwrap_or("").to_owned();
    let mut walker = Walker { call, tree, limits, seen: 0, met: Vec::new(), follows };
    walker.visit(Entry { path: root, name, kind: Some(kind), depth: 0 })?;
    Some(walker.met)
}

struct Walker<'w, 'x, 'a> {
    call: &'w Call<'x, 'a>,
    tree: &'w Expression,
    limits: &'w Limits,
    seen: usize,
    met: Met,
    follows: bool,
}

impl Walker<'_, '_, '_> {
    fn visit(&mut self, entry: Entry) -> Option<()> {
        self.seen += 1;
        if self.seen > self.limits.entries || entry.depth > DEPTH_CAP {
            return None;
        }
        let mut found = Vec::new();
        let mut pruned = false;
        if entry.depth >= self.limits.minimum {
            self.evaluate(self.tree, &entry, true, &mut found, &mut pruned);
        }
        if !self.limits.post_order {
            self.keep(&found, &entry);
        }
        let descends = entry.kind == Some(Kind::Directory) && (!pruned || self.limits.post_order);
        if descends && entry.depth < self.limits.maximum {
            let directory = AbstractString::text(&entry.path);
            for name in self.call.facts.list(&directory)? {
                let path = if entry.path.ends_with('/') {
                    format!("{}{name}", entry.path)
                } else {
                    format!("{}/{name}", entry.path)
                };
                let text = AbstractString::text(&path);
                let mut kind = self.call.facts.kind(&text);
                if kind == Some(Kind::Link)
                    && self.follows
                    && self.call.arguments.first().and_then(Field::known) == Some("-L")
                {
                    kind = if self.call.facts.is_directory(&text)? {
                        Some(Kind::Directory)
                    } else {
                        Some(Kind::File)
                    };
                }
                self.visit(Entry { path, name, kind, depth: entry.depth + 1 })?;
            }
        }
        if self.limits.post_order {
            self.keep(&found, &entry);
        }
        Some(())
    }

    fn keep(&mut self, found: &[(usize, bool)], entry: &Entry) {
        for (action, certain) in found {
            let copy = Entry {
                path: entry.path.clone(),
                name: entry.name.clone(),
                kind: entry.kind,
                depth: entry.depth,
            };
            self.met.push((*action, copy, *certain));
        }
    }

    fn evaluate(
        &self,
        tree: &Expression,
        entry: &Entry,
        certain: bool,
        found: &mut Vec<(usize, bool)>,
        pruned: &mut bool,
    ) -> Truth {
        match tree {
            Expression::And(parts) => {
                let mut all = Truth::Yes;
                for part in parts {
                    match self.evaluate(part, entry, certain && all == Truth::Yes, found, pruned) {
                        Truth::No => return Truth::No,
                        Truth::Maybe => all = Truth::Maybe,
                        Truth::Yes => {}
                    }
                }
                all
            }
            Expression::Or(parts) => {
                let mut any = Truth::No;
                for part in parts {
                    match self.evaluate(part, entry, certain && any == Truth::No, found, pruned) {
                        Truth::Yes => return Truth::Yes,
                        Truth::Maybe => any = Truth::Maybe,
                        Truth::No => {}
                    }
                }
                any
            }
            Expression::Not(part) => match self.evaluate(part, entry, certain, found, pruned) {
                Truth::Yes => Truth::No,
                Truth::Maybe => Truth::Maybe,
                Truth::No => Truth::Yes,
            },
            Expression::Action(index) => {
                found.push((*index, certain));
                Truth::Yes
            }
            Expression::Test(test) => self.test(test, entry, pruned),
        }
    }

    fn test(&self, test: &Test, entry: &Entry, pruned: &mut bool) -> Truth {
        let known = |yes: bool| if yes { Truth::Yes } else { Truth::No };
        match test {
            Test::Always => Truth::Yes,
            Test::Never => Truth::No,
            Test::Name(glob, fold) => known(pattern::matches(glob, &entry.name, *fold)),
            Test::Path(glob, fold) => known(pattern::matches(glob, &entry.path, *fold)),
            Test::Type(letters) => kind_letter(entry.kind)
                .map_or(Truth::Maybe, |letter| known(letters.split(',').any(|one| one == letter))),
            Test::Empty => self.empty(entry),
            Test::Prune => {
                *pruned = true;
                Truth::Yes
            }
            Test::Unknown => Truth::Maybe,
        }
    }

    fn empty(&self, entry: &Entry) -> Truth {
        let path = AbstractString::text(&entry.path);
        let empty = match entry.kind {
            Some(Kind::Directory) => self.call.facts.list(&path).map(|names| names.is_empty()),
            Some(Kind::File) => self.call.facts.content(&path).map(|text| text.is_empty()),
            Some(_) => Some(false),
            None => None,
        };
        empty.map_or(Truth::Maybe, |empty| if empty { Truth::Yes } else { Truth::No })
    }
}

fn kind_letter(kind: Option<Kind>) -> Option<&'static str> {
    match kind? {
        Kind::File => Some("f"),
        Kind::Directory => Some("d"),
        Kind::Link => Some("l"),
        Kind::Missing | Kind::Other => None,
    }
}

/// Acts on what was met.
fn matched(
    call: &Call<'_, '_>,
    start: &Field,
    actions: &[Action],
    met: Met,
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    for (index, action) in actions.iter().enumerate() {
        let entries: Vec<&(usize, Entry, bool)> = met.iter().filter(|(at, ..)| *at == index).collect();
        let from = plan.operations.len();
        if entries.is_empty() {
            act(call, start, action, &shapes(start), printed, plan);
            super::engine::fail_from(plan, from, "nothing matches");
        } else if entries.len() > MATCHES_CAP || entries.iter().any(|(.., certain)| !certain) {
            act(call, start, action, &shapes(start), printed, plan);
        } else {
            let exact: Vec<&Entry> = entries.iter().map(|(_, entry, _)| entry).collect();
            exactly(call, action, &exact, printed, plan);
        }
    }
    // A second command runs only where the one before it succeeds; `false` never does.
    fails_after_false(actions, plan);
}

fn fails_after_false(actions: &[Action], plan: &mut Plan) {
    let first = actions.first();
    if let Some(Action::Run { argv, .. }) = first
        && argv.first().and_then(Field::known) == Some("false")
    {
        for operation in plan.operations.iter_mut() {
            if let Operation::Invoke(invocation) = operation
                && invocation.argv.first().and_then(Field::known) != Some("false")
            {
                invocation.fails = Some("the command before it fails".into());
            }
        }
    }
}

/// Acts on paths of which only the start is known.
fn unlisted(
    call: &Call<'_, '_>,
    start: &Field,
    _tree: &Expression,
    actions: &[Action],
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    for action in actions {
        act(call, start, action, &shapes(start), printed, plan);
    }
    fails_after_false(actions, plan);
}

/// The start itself, and a path below it.
fn shapes(start: &Field) -> Vec<AbstractString> {
    vec![super::text::below(&start.value, "find")]
}

fn act(
    call: &Call<'_, '_>,
    start: &Field,
    action: &Action,
    shapes: &[AbstractString],
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    match action {
        Action::Print => printed.extend(shapes.iter().cloned()),
        Action::Delete => call.below(FileAction::Delete { recursive: false, force: false }, start, plan),
        Action::Run { argv, .. } if argv.is_empty() => {}
        Action::Run { argv, in_directory, together } => {
            for shape in shapes {
                let path = if *in_directory { segment() } else { shape.clone() };
                let argv = with_path(argv, &path, *together);
                let directory = in_directory.then(|| shape.clone());
                push(argv, directory, Runs::Maybe, plan);
            }
        }
    }
}

fn segment() -> AbstractString {
    let mut name = AbstractString::text("./");
    name.push(Piece::Segment("a name that find meets".into()));
    name
}

fn exactly(
    call: &Call<'_, '_>,
    action: &Action,
    entries: &[&Entry],
    printed: &mut Vec<AbstractString>,
    plan: &mut Plan,
) {
    match action {
        Action::Print => printed.extend(entries.iter().map(|entry| AbstractString::text(&entry.path))),
        Action::Delete => entries.iter().filter(|entry| entry.path != ".").for_each(|entry| {
            let action = match entry.kind {
                Some(Kind::Directory) => FileAction::RemoveDirectory { parents: false },
                _ => FileAction::Delete { recursive: false, force: false },
            };
            call.file(action, LinkUse::Itself, &Field::text(&entry.path, call.span), plan);
        }),
        Action::Run { argv, .. } if argv.is_empty() => {}
        Action::Run { argv, in_directory: false, together: true } => {
            let mut all: Vec<Field> =
                argv.iter().filter(|field| field.known() != Some("{}")).cloned().collect();
            all.extend(entries.iter().map(|entry| Field::text(&entry.path, call.span)));
            push(all, None, Runs::Once, plan);
        }
        Action::Run { argv, in_directory, .. } => {
            for entry in entries {
                let path = if *in_directory { format!("./{}", entry.name) } else { entry.path.clone() };
                let argv = with_path(argv, &AbstractString::text(&path), false);
                let parent =
                    entry.path.trim_end_matches('/').rsplit_once('/').map_or(".", |(parent, _)| parent);
                push(argv, in_directory.then(|| AbstractString::text(parent)), Runs::Once, plan);
            }
        }
    }
}

fn with_path(argv: &[Field], path: &AbstractString, together: bool) -> Vec<Field> {
    let replaced = argv.iter().map(|field| {
        let many = together && field.known() == Some("{}");
        Field { many: many || field.many, ..substitute(field, "{}", path) }
    });
    replaced.collect()
}

fn push(argv: Vec<Field>, directory: Option<AbstractString>, runs: Runs, plan: &mut Plan) {
    plan.operations.push(Operation::Invoke(Invocation {
        argv,
        directory,
        environment: Vec::new(),
        clears_environment: false,
        in_shell: false,
        runs,
        input: Some(Output::Nothing),
        prints: true,
        fails: None,
    }));
}
