//! The least interpreter that git's executor can run on: a fixed directory, no variables, files remembered by path.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use willwrite::analysis::git::{self, Change, Effect, EffectKind, Finished, Host, Setting};
use willwrite::analysis::repository::{Position, Repositories, Whereabouts};
use willwrite::commands::plan::{FileAction, Operation, Outcome};
use willwrite::intent::Via;
use willwrite::span::Span;
use willwrite::value::{AbstractString, Field, Output};
use willwrite::world::disk::Disk;
use willwrite::world::{Entry, World};

use crate::layout::Layout;
use crate::snapshot::Snapshot;

/// What was foretold.
#[derive(Default)]
pub struct Prediction {
    /// A part of the command was foretold to fail.
    pub failed: bool,
    /// HEAD by root, of the work trees that were there before.
    pub heads: BTreeMap<String, String>,
    /// Refs by common directory.
    pub references: BTreeMap<String, BTreeSet<String>>,
    /// Roots with any write.
    pub written: BTreeSet<String>,
    /// Roots with a write that is a mutation.
    pub mutated: BTreeSet<String>,
    /// Refs of the remote.
    pub pushed: BTreeSet<String>,
    /// Refs of the remote repository that were written in it, not pushed.
    pub in_origin: BTreeSet<String>,
    /// Files that the command names, or the tops of trees that it names.
    files: Vec<String>,
    after: Repositories,
    world: Option<Disk>,
}

impl Prediction {
    /// HEAD of a work tree that the command made.
    pub fn head_of(&self, root: &str) -> String {
        let world = self.world.as_ref().unwrap();
        match self.after.find(world, root) {
            Whereabouts::Inside(checkout) if checkout.repository.root == root => {
                describe(&self.after.position(world, &checkout))
            }
            _ => "no repository".to_owned(),
        }
    }

    /// Was any write foretold?
    pub fn writes(&self) -> bool {
        !self.written.is_empty()
    }

    /// Are all things that changed in a work tree told otherwise: as files that the command names, or as refs and
    /// settings that several work trees share?
    pub fn excuses(
        &self,
        root: &str,
        old: &BTreeMap<String, String>,
        new: &BTreeMap<String, String>,
    ) -> bool {
        if new.is_empty() {
            return self.files.iter().any(|top| top == root);
        }
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        names.into_iter().filter(|name| old.get(*name) != new.get(*name)).all(|name| {
            let shared = name == "config" && !self.written.is_empty();
            let moved = name == "commit" && !self.references.is_empty();
            let file = name.strip_prefix("file ").map(|name| format!("{root}/{name}"));
            let named = file.is_some_and(|file| self.files.iter().any(|top| file.starts_with(top.as_str())));
            shared || moved || named
        })
    }
}

fn describe(position: &Position) -> String {
    match position {
        Position::Branch(name) => name.clone(),
        Position::Detached(_) => "detached".to_owned(),
        Position::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// Foretells a command line.
pub fn predict(layout: &Layout, directory: &str, line: &str, before: &Snapshot) -> Prediction {
    let home = layout.root.join("home").to_str().unwrap().to_owned();
    let mut host = Scratch {
        directory: layout.root.join(directory).to_str().unwrap().to_owned(),
        world: Disk::new().with_home(&home),
        home,
        repositories: Repositories::default(),
        effects: Vec::new(),
        files: RefCell::new(BTreeMap::new()),
        named: Vec::new(),
    };
    let mut prediction = Prediction::default();
    let expanded = layout.expanded(line);
    for part in expanded.split(" && ") {
        let argv: Vec<Field> = words(part).iter().map(|word| Field::text(word, Span::default())).collect();
        if git::run(&argv, &mut host).outcome == Outcome::Failure {
            prediction.failed = true;
            break;
        }
    }
    for root in before.heads.keys() {
        if let Whereabouts::Inside(checkout) = host.repositories.find(&host.world, root) {
            let position = host.repositories.position(&host.world, &checkout);
            prediction.heads.insert(root.clone(), describe(&position));
        }
    }
    for effect in &host.effects {
        add(&mut prediction, effect, &host);
    }
    prediction.files = host.named;
    prediction.after = host.repositories;
    prediction.world = Some(host.world);
    prediction
}

fn add(prediction: &mut Prediction, effect: &Effect, host: &Scratch) {
    if std::env::var_os("GIT_LIVE_ONLY").is_some() {
        eprintln!("{:?} {:?} fails: {:?}", effect.kind, effect.place, effect.fails);
    }
    if effect.fails.is_some() {
        return;
    }
    let place = effect.place.as_ref().unwrap();
    match &effect.kind {
        EffectKind::Git(intent) => {
            let common = common_of(host, &place.root);
            if common.ends_with("/origin.git") && intent.operation != "push" {
                prediction.in_origin.extend(intent.references.iter().cloned());
            }
            prediction.references.entry(common).or_default().extend(intent.references.iter().cloned());
            prediction.written.insert(place.root.clone());
            if intent.mutates {
                prediction.mutated.insert(place.root.clone());
            }
        }
        EffectKind::Push(intent) => {
            prediction.written.insert(place.root.clone());
            prediction.references.entry(common_of(host, &place.root)).or_default();
            if !intent.pattern {
                prediction.pushed.extend(intent.reference.clone());
            }
        }
    }
}

fn common_of(host: &Scratch, root: &str) -> String {
    match host.repositories.find(&host.world, root) {
        Whereabouts::Inside(checkout) => checkout.repository.common_directory.clone(),
        _ => root.to_owned(),
    }
}

/// Splits at spaces outside single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().unwrap().push(other),
        }
    }
    words
}

struct Scratch {
    directory: String,
    home: String,
    world: Disk,
    repositories: Repositories,
    effects: Vec<Effect>,
    files: RefCell<BTreeMap<String, Entry>>,
    named: Vec<String>,
}

impl Scratch {
    fn absolute(&self, field: &Field, directory: Option<&AbstractString>) -> Option<String> {
        let base = directory.and_then(AbstractString::known).unwrap_or(&self.directory).to_owned();
        self.resolve(&base, &AbstractString::text(field.value.known_prefix())).ok()
    }
}

impl Host for Scratch {
    fn world(&self) -> &dyn World {
        &self.world
    }
    fn repositories(&self) -> &Repositories {
        &self.repositories
    }
    fn repositories_mut(&mut self) -> &mut Repositories {
        &mut self.repositories
    }
    fn directory(&self) -> Result<String, String> {
        Ok(self.directory.clone())
    }
    fn resolve(&self, base: &str, path: &AbstractString) -> Result<String, String> {
        let path = path.known().ok_or("unknown")?;
        let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { base.split('/').collect() };
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                other => parts.push(other),
            }
        }
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Ok(format!("/{}", parts.join("/")))
    }
    fn entry(&self, path: &str) -> Option<Entry> {
        self.files.borrow().get(path).cloned().or_else(|| self.world.entry(path))
    }
    fn list(&self, path: &str) -> Option<Vec<String>> {
        self.world.list(path)
    }
    fn environment(&self, name: &str) -> Setting {
        if name == "HOME" { Setting::Set(AbstractString::text(&self.home)) } else { Setting::Unset }
    }
    fn input(&self) -> &Output {
        &Output::Nothing
    }
    fn has_written_below(&self, directory: &str) -> bool {
        self.named.iter().any(|path| path.starts_with(directory))
    }
    fn is_heard(&self) -> bool {
        true
    }
    fn written_below(&self, directory: &str) -> Vec<String> {
        self.named.iter().filter(|path| path.starts_with(directory)).cloned().collect()
    }
    fn emit(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
    fn apply(&mut self, operation: Operation, _via: Option<Via>) -> Finished {
        match operation {
            Operation::File(file) => {
                if let Some(path) = self.absolute(&file.target, file.directory.as_ref()) {
                    let entry = match file.action {
                        FileAction::Delete { .. } => Entry::Missing,
                        FileAction::MakeDirectory { .. } => Entry::Directory,
                        _ => Entry::File { size: 0, executable: false },
                    };
                    self.files.borrow_mut().insert(path.clone(), entry);
                    self.named.push(path);
                }
            }
            Operation::Transfer(transfer) => {
                let to = self.absolute(&transfer.destination, None);
                if let ([from], Some(to)) = (transfer.sources.as_slice(), to)
                    && self.entry(&to) != Some(Entry::Directory)
                    && let Some(from) = self.absolute(from, None)
                {
                    self.repositories.move_tree(&from, &to);
                }
                for field in transfer.sources.iter().chain([&transfer.destination]) {
                    let path = self.absolute(field, None);
                    self.named.extend(path);
                }
            }
            Operation::Below { directory, .. } => {
                let path = self.absolute(&directory, None);
                self.named.extend(path);
            }
            Operation::Shell(_) => self.named.push(self.directory.clone()),
            _ => {}
        }
        Finished::default()
    }
    fn record(&mut self, change: Change) {
        let (path, entry) = match change {
            Change::Directory(path) | Change::Fresh(path) => (path, Entry::Directory),
            Change::File(path) | Change::AsBefore(path) => (path, Entry::File { size: 0, executable: false }),
            Change::Removed(path) => (path, Entry::Missing),
            Change::Unsettled(_) | Change::Unknown(_) => return,
        };
        self.files.borrow_mut().insert(path, entry);
    }
    fn unknown(&mut self, _span: Span, _reason: &str) {}
}
