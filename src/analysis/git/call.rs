//! One git invocation in the making: its arguments, its repository, what it tells, and its settings. What every subcommand
//! asks of refs stands in `revisions`, what it asks of files in `tree`.

mod revisions;
mod tree;

use std::rc::Rc;

use super::site::Site;
use super::write::Write;
use super::{Effect, EffectKind, Finished, Host};
use crate::analysis::repository::{Checkout, Repositories};
use crate::commands::git::{Arguments, Row};
use crate::commands::plan::{Operation, Outcome};
use crate::intent::{GitIntent, Place, PushChange, PushIntent, Via};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};
use crate::world::Entry;

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
            let path = format!("{directory}/{name}");
            let runs = match self.host.entry(&path) {
                // Whether what the command itself has put there may be executed is not followed.
                Some(Entry::File { executable, .. }) => executable || self.host.has_written_below(&path),
                _ => false,
            };
            if runs {
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
