//! One git invocation in the making: its arguments, its repository, and the questions that every subcommand asks.

use std::rc::Rc;

use super::site::Site;
use super::write::Write;
use super::{Change, Effect, EffectKind, Finished, Host};
use crate::analysis::repository::{Checkout, Position, Reference, Repositories, is_within};
use crate::commands::git::{Arguments, Row};
use crate::commands::plan::{Operation, Outcome};
use crate::intent::{GitIntent, Place, PushChange, PushIntent, Via};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};
use crate::world::Status;

/// An invocation.
pub(super) struct Call<'h> {
    /// The interpreter.
    pub host: &'h mut dyn Host,
    /// The subcommand.
    pub row: &'static Row,
    /// Its arguments as written, behind the row's name.
    pub fields: Vec<Field>,
    /// The same, read.
    pub given: Arguments,
    /// `-c` settings: normalized key and value.
    pub settings: Vec<(String, Option<String>)>,
    /// Where it works.
    pub site: Site,
    /// What its words rest on.
    pub assumes: Vec<Rc<str>>,
    /// The whole command.
    pub span: Span,
    /// [`Via::Alias`] behind an alias.
    pub via: Option<Via>,
    /// See [`Finished::steers`].
    pub steers: bool,
    /// See [`Finished::judged`].
    pub judged: Option<Repositories>,
}

/// Operations by which people write refs themselves.
const PUBLISHING: &[&str] = &["branch", "update-ref"];

impl Call<'_> {
    /// Tells a write. Only after [`Outcome::Open`] may something be recorded: after [`Outcome::Failure`] it is known to
    /// fail, after [`Outcome::Success`] it has nothing to do.
    pub fn tell(&mut self, write: Write) -> Outcome {
        let (place, unresolved, mut fails) = match &self.site {
            Site::Inside(inside) => {
                let bare = if write.needs_tree { inside.treeless.clone() } else { None };
                (Some(Rc::clone(&inside.place)), None, inside.broken.clone().or(bare))
            }
            Site::Outside(_) => return Outcome::Failure,
            Site::Unknown(reason) => (None, Some(reason.clone()), None),
        };
        fails = fails.or(write.fails);
        let idle = if fails.is_none() { write.idle } else { None };
        let intent = GitIntent {
            operation: write.operation,
            references: write.references,
            paths: write.paths,
            mutates: write.mutates,
            unresolved,
        };
        let outcome = match (&fails, &idle) {
            (Some(_), _) => Outcome::Failure,
            (None, Some(_)) => Outcome::Success,
            (None, None) => Outcome::Open,
        };
        self.published(&intent, place.as_ref(), fails.as_ref().or(idle.as_ref()));
        self.emit(EffectKind::Git(intent), place, fails.or(idle));
        outcome
    }

    /// A ref that is written in a bare repository is what a push to it does: others have it as their remote.
    fn published(&mut self, intent: &GitIntent, place: Option<&Rc<Place>>, fails: Option<&String>) {
        let Some(place) = place.filter(|place| place.root == place.git_directory) else { return };
        if !PUBLISHING.iter().any(|word| intent.operation.starts_with(word)) {
            return;
        }
        let deletes = intent.operation.ends_with("-delete");
        for reference in intent.references.iter().filter(|name| name.starts_with("refs/heads/")) {
            let push = PushIntent {
                remote: Some(place.root.clone()),
                reference: Some(reference.clone()),
                change: if deletes { PushChange::Delete } else { PushChange::Update },
                force: true,
                pattern: false,
                unresolved: None,
            };
            self.emit(EffectKind::Push(push), Some(Rc::clone(place)), fails.cloned());
        }
    }

    /// Tells a write to another repository than the call's own, which the call writes too.
    pub fn tell_at(&mut self, checkout: &Checkout, write: Write) {
        let place = self.host.repositories().place_of(self.host.world(), checkout);
        let intent = GitIntent {
            operation: write.operation,
            references: write.references,
            paths: write.paths,
            mutates: write.mutates,
            unresolved: None,
        };
        self.emit(EffectKind::Git(intent), Some(place), write.fails);
    }

    /// Tells a push. Like [`Call::tell`].
    pub fn tell_push(&mut self, push: PushIntent, fails: Option<String>) -> Outcome {
        let (place, broken) = match &self.site {
            Site::Inside(inside) => (Some(Rc::clone(&inside.place)), inside.broken.clone()),
            Site::Outside(_) => return Outcome::Failure,
            Site::Unknown(_) => (None, None),
        };
        let fails = broken.or(fails);
        let outcome = if fails.is_some() { Outcome::Failure } else { Outcome::Open };
        self.emit(EffectKind::Push(push), place, fails);
        outcome
    }

    fn emit(&mut self, kind: EffectKind, place: Option<Rc<Place>>, fails: Option<String>) {
        let effect = Effect {
            kind,
            place,
            fails,
            assumes: self.assumes.clone(),
            cause: self.cause(),
            span: self.span,
            via: self.via,
        };
        self.host.emit(effect);
    }

    /// The command in words: `git stash pop`.
    pub fn cause(&self) -> String {
        format!("git {}", self.row.name)
    }

    /// Does something that is no git write, and gives how it ended.
    pub fn apply(&mut self, operation: Operation) -> Finished {
        let via = self.via;
        self.host.apply(operation, via)
    }

    /// Something in the words is not known.
    pub fn unknown(&mut self, reason: &str) {
        let span = self.span;
        self.host.unknown(span, reason);
    }

    /// The repository, if the invocation has one.
    pub fn checkout(&self) -> Option<Checkout> {
        match &self.site {
            Site::Inside(inside) => Some(inside.checkout.clone()),
            Site::Outside(_) | Site::Unknown(_) => None,
        }
    }

    /// The work tree's root.
    pub fn root(&self) -> Option<String> {
        self.checkout().map(|checkout| checkout.repository.root.clone())
    }

    /// What HEAD says by now.
    pub fn position(&self) -> Option<Position> {
        let checkout = self.checkout()?;
        Some(self.host.repositories().position(self.host.world(), &checkout))
    }

    /// The branch that is current by now, if it is known and HEAD is on one.
    pub fn branch(&self) -> Option<String> {
        match self.position()? {
            Position::Branch(name) => Some(name),
            Position::Detached(_) | Position::Unknown(_) => None,
        }
    }

    /// The current branch's full name, as what a commit moves; empty on a detached HEAD.
    pub fn current(&self) -> Vec<String> {
        self.branch().map(|name| format!("refs/heads/{name}")).into_iter().collect()
    }

    /// HEAD moves.
    pub fn move_to(&mut self, position: Position) {
        if let Site::Inside(inside) = &mut self.site {
            let checkout = inside.checkout.clone();
            let mut repositories = self.host.repositories().clone();
            repositories.set_position(self.host.world(), &checkout, position);
            inside.place = repositories.place_of(self.host.world(), &checkout);
            *self.host.repositories_mut() = repositories;
        }
    }

    /// Does this full ref name exist by now?
    pub fn has_reference(&self, name: &str) -> Option<bool> {
        self.host.repositories().has_reference(self.host.world(), &self.checkout()?, name)
    }

    /// Is there a local branch of that name?
    pub fn has_branch(&self, name: &str) -> Option<bool> {
        self.has_reference(&format!("refs/heads/{name}"))
    }

    /// Full names below a prefix.
    pub fn references(&self, prefix: &str) -> Option<Vec<String>> {
        self.host.repositories().references(self.host.world(), &self.checkout()?, prefix)
    }

    /// The full name of a short ref name.
    pub fn expand(&self, name: &str) -> Reference {
        match self.checkout() {
            Some(checkout) => self.host.repositories().expand(self.host.world(), &checkout, name),
            None => Reference::Unknown,
        }
    }

    /// Does a revision name something?
    pub fn resolves(&self, revision: &str) -> Option<bool> {
        self.host.repositories().resolves(self.host.world(), &self.checkout()?, revision)
    }

    /// The commit that a revision names.
    pub fn commit(&self, revision: &str) -> Option<String> {
        self.host.repositories().commit(self.host.world(), &self.checkout()?, revision)
    }

    /// Does the history of one revision hold another?
    pub fn holds(&self, descendant: &str, ancestor: &str) -> Option<bool> {
        self.host.repositories().holds(self.host.world(), &self.checkout()?, descendant, ancestor)
    }

    /// Why a revision that must exist is known not to.
    pub fn missing_revision(&self, field: &Field) -> Option<String> {
        let revision = field.known()?;
        (self.resolves(revision) == Some(false)).then(|| format!("`{revision}` names no revision"))
    }

    /// A ref was made or moved (`true`) or deleted.
    pub fn set_reference(&mut self, name: &str, exists: bool) {
        if let Some(checkout) = self.checkout() {
            self.host.repositories_mut().set_reference(&checkout, name, exists);
        }
    }

    /// Index or work tree are no longer as `World` knows them, and files below the root may be others, those too that the
    /// command itself has written and git tracks.
    pub fn unsettle(&mut self) {
        self.disturb(false);
        self.loosen();
    }

    /// Index or work tree are no longer as `World` knows them, and files below the root may be others; what the command
    /// itself has written stays.
    pub fn loosen(&mut self) {
        if let Some(checkout) = self.checkout() {
            self.host.repositories_mut().touch(&checkout);
            let tree = self.work_tree().unwrap_or_else(|| checkout.repository.root.clone());
            self.host.record(Change::Unsettled(tree));
        }
    }

    /// What the command itself has written in the work tree may be other files by now, if git tracks them; with
    /// `everything` others too.
    pub fn disturb(&mut self, everything: bool) {
        let Some(tree) = self.root() else { return };
        let written = self.host.written_below(&tree);
        if written.is_empty() {
            return;
        }
        let tracked = if everything { None } else { self.tracked(&tree) };
        let names = |path: &str| path.strip_prefix(&tree).map(|name| name.trim_start_matches('/').to_owned());
        for path in written {
            let Some(name) = names(&path).filter(|name| !is_within(name, ".git")) else { continue };
            let is_other = |one: &String| !is_within(one, &name) && !is_within(&name, one);
            if !tracked.as_ref().is_some_and(|tracked| tracked.iter().all(is_other)) {
                self.host.record(Change::Unknown(path));
            }
        }
    }

    /// The index is no longer as `World` knows it.
    pub fn touch(&mut self) {
        if let Some(checkout) = self.checkout() {
            self.host.repositories_mut().touch(&checkout);
        }
    }

    /// HEAD names another commit than before, the branch staying the same.
    pub fn advance(&mut self) {
        if let Some(checkout) = self.checkout() {
            let current = self.current();
            self.host.repositories_mut().advance(&checkout);
            for name in current {
                self.host.repositories_mut().set_reference(&checkout, &name, true);
            }
        }
    }

    /// A work tree that is not the repository's own (`--work-tree`, `GIT_WORK_TREE`, `core.worktree`).
    pub fn work_tree(&self) -> Option<String> {
        match &self.site {
            Site::Inside(inside) => inside.work_tree.clone(),
            Site::Outside(_) | Site::Unknown(_) => None,
        }
    }

    /// The directory that relative paths start at.
    pub fn directory(&self) -> Result<String, String> {
        match &self.site {
            Site::Inside(inside) => Ok(inside.directory.clone()),
            Site::Outside(directory) => Ok(directory.clone()),
            Site::Unknown(reason) => Err(reason.clone()),
        }
    }

    /// A path argument, absolute and with its links resolved.
    pub fn resolve(&self, path: &AbstractString) -> Result<String, String> {
        self.host.resolve(&self.directory()?, path)
    }

    /// Pathspecs as absolute paths, as far as they are known and plain.
    pub fn paths(&self, fields: &[Field]) -> Vec<String> {
        fields.iter().filter_map(|field| self.path(field)).collect()
    }

    /// A plain pathspec as an absolute path; `None` for globs, magic (`:/`, `:!x`) and unknown words.
    pub fn path(&self, field: &Field) -> Option<String> {
        let text = field.known()?;
        if !is_plain(text) {
            return None;
        }
        self.resolve_itself(&field.value)
    }

    /// Resolves the directory of a path and keeps its last component, so that a link in the last place is meant itself.
    fn resolve_itself(&self, path: &AbstractString) -> Option<String> {
        let text = path.known()?.trim_end_matches('/');
        match text.rsplit_once('/') {
            Some((directory, name)) if !matches!(name, "" | "." | "..") => {
                let directory = if directory.is_empty() { "/" } else { directory };
                let directory = self.resolve(&AbstractString::text(directory)).ok()?;
                Some(join(&directory, name))
            }
            None if !matches!(text, "" | "." | "..") => Some(join(&self.directory().ok()?, text)),
            _ => self.resolve(path).ok(),
        }
    }

    /// What is uncommitted; `None` if nobody can know, or if the index is no longer as `World` knows it.
    pub fn status_of_index(&self) -> Option<Status> {
        let checkout = self.checkout()?;
        let known = checkout.known.as_deref()?;
        if self.host.repositories().is_touched(&checkout) {
            return None;
        }
        self.host.world().status(known)
    }

    /// The same, and `None` too if the command itself has changed files of the work tree.
    pub fn status(&self) -> Option<Status> {
        let root = self.root()?;
        if self.host.has_written_below(&root) || self.work_tree().is_some() {
            return None;
        }
        self.status_of_index()
    }

    /// Tracked paths (relative to the root) at or below an absolute path, if the index is as `World` knows it.
    pub fn tracked(&self, path: &str) -> Option<Vec<String>> {
        let checkout = self.checkout()?;
        if self.host.repositories().is_touched(&checkout) {
            return None;
        }
        self.host.world().tracked(checkout.known.as_deref()?, path)
    }

    /// The last value of a setting; `Some(None)` if it is unset, `None` if nobody can know.
    pub fn setting(&self, key: &str) -> Option<Option<String>> {
        if let Some((_, value)) = self.settings.iter().rev().find(|(name, _)| name == key) {
            return Some(Some(value.clone()?));
        }
        Some(self.settings_of(key)?.pop())
    }

    /// All values of a setting in files.
    pub fn settings_of(&self, key: &str) -> Option<Vec<String>> {
        let given = self.settings.iter().filter(|(name, _)| name == key);
        let mut values =
            self.host.repositories().setting(self.host.world(), self.checkout().as_ref(), key)?;
        for (_, value) in given {
            values.push(value.clone()?);
        }
        Some(values)
    }

    /// Is a boolean setting on?
    pub fn is_set(&self, key: &str, default: bool) -> bool {
        match self.setting(key) {
            Some(Some(value)) => {
                let value = value.to_ascii_lowercase();
                !matches!(value.as_str(), "false" | "no" | "off" | "0" | "")
            }
            _ => default,
        }
    }

    /// Notes that a hook of one of these names runs, if it is there: nobody reads its code.
    pub fn hooks(&mut self, names: &[&str]) {
        let Some(checkout) = self.checkout() else { return };
        let directory = match self.setting("core.hookspath") {
            Some(Some(path)) => {
                self.host.resolve(&checkout.repository.root, &AbstractString::text(&path)).ok()
            }
            _ => Some(format!("{}/hooks", checkout.repository.common_directory)),
        };
        let Some(directory) = directory else { return };
        for name in names {
            let entry = self.host.entry(&format!("{directory}/{name}"));
            if matches!(entry, Some(crate::world::Entry::File { executable: true, .. })) {
                self.unknown(&format!("the hook `{name}` runs"));
            }
        }
    }
}

/// A finished read, of which the output is not known.
pub(super) fn reads(row: &Row) -> Finished {
    Finished {
        outcome: Outcome::Open,
        output: Output::Unknown(format!("what `git {}` prints", row.name).into()),
        ..Finished::default()
    }
}

/// An ended write: it prints something that nobody needs.
pub(super) fn ended(outcome: Outcome) -> Finished {
    Finished { outcome, output: Output::Unknown("what git prints".into()), ..Finished::default() }
}

/// Known to fail before it does anything.
pub(super) fn failed() -> Finished {
    Finished { outcome: Outcome::Failure, ..Finished::default() }
}

/// Prints this.
pub(super) fn prints(text: &str) -> Finished {
    Finished { output: Output::Text(AbstractString::text(text)), ..Finished::default() }
}

/// `directory/name`.
pub(super) fn join(directory: &str, name: &str) -> String {
    if directory.ends_with('/') { format!("{directory}{name}") } else { format!("{directory}/{name}") }
}

/// A pathspec without globs and magic (gitglossary(7)).
pub(super) fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(':') && !text.contains(['*', '?', '[', '\\'])
}
