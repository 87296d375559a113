//! The walk of a start: which entries the expression's actions meet, as far as the world lists them.

use super::super::engine::Call;
use super::super::pattern;
use super::super::plan::Kind;
use super::expression::{Expression, Test};
use crate::value::{AbstractString, Field};

/// Directories nested deeper are not walked.
const DEPTH_CAP: usize = 40;

/// What is known of a test's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    No,
    Maybe,
    Yes,
}

/// One file that the walk meets.
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) kind: Option<Kind>,
    pub(super) depth: usize,
}

/// How deep the expression applies.
pub(super) struct Limits {
    pub(super) entries: usize,
    pub(super) minimum: usize,
    pub(super) maximum: usize,
    pub(super) post_order: bool,
}

/// What each action meets, in order: the action's index, the path, whether it is certain.
pub(super) type Met = Vec<(usize, Entry, bool)>;

/// Walks a start; `None` if it can't be listed within the caps.
pub(super) fn walk(call: &Call<'_, '_>, start: &Field, tree: &Expression, limits: &Limits) -> Option<Met> {
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
