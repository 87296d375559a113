//! Writes: what an action on a path does there, told as an intent and kept in the overlay.
//!
//! Owns single paths; copies, moves and links stand in `transfer`, whole plans in `plans`.

mod judge;

use std::rc::Rc;

use crate::analysis::environment::descriptor_of;
use crate::analysis::interpreter::{Draft, Interpreter};
use crate::analysis::overlay::{CONTENT_CAP, Made};
use crate::analysis::path::{self, Last, Resolved, Shape};
use crate::analysis::redirect::is_device;
use crate::analysis::state::State;
use crate::commands::plan::FileAction;
use crate::intent::{
    CommandClass, FileEffect, FileIntent, FileTarget, GitIntent, IntentKind, LinkUse, Place, WriteIntent,
};
use crate::span::Span;
use crate::value::AbstractString;
use crate::world::Entry;

/// So many names of a directory that is removed and made again are told one by one.
const REMOVED_NAMES_CAP: usize = 64;

/// Directories that are looked through for work trees in a tree that is changed as a whole.
pub const COVERED_CAP: usize = 256;

/// A write to one path.
#[derive(Clone, Debug)]
pub struct Write<'w> {
    /// What is done.
    pub action: FileAction,
    /// The path as written.
    pub target: &'w AbstractString,
    /// Where a relative one starts, if not at the current directory.
    pub directory: Option<&'w AbstractString>,
    /// Whether a link in the last place is followed.
    pub link: LinkUse,
    /// The command, for people.
    pub cause: Rc<str>,
    /// See [`CommandClass`].
    pub class: CommandClass,
    /// The new content.
    pub content: Option<Rc<str>>,
    /// Why it is known to fail.
    pub fails: Option<Rc<str>>,
    /// Where it is caused.
    pub span: Span,
}

/// What came of a write.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Why the command is known to fail by it.
    pub failed: Option<Rc<str>>,
    /// The physical path, if it is known.
    pub path: Option<Rc<str>>,
    /// The number of the intent.
    pub intent: Option<usize>,
}

/// A target on its way to an intent.
#[derive(Clone, Debug)]
pub struct Located {
    /// The target.
    pub target: FileTarget,
    /// Where it leads, if it is known in full.
    pub resolved: Option<Resolved>,
    /// The directory that it lies in, if that is all that is known.
    pub within: Option<String>,
    /// What it rests on.
    pub assumes: Vec<Rc<str>>,
    /// Why it is only taken to stay below that directory; [`Located::assumes`] says it too.
    pub strays: Option<Rc<str>>,
}

impl<'a> Interpreter<'a, '_> {
    /// The directory that relative paths start at.
    #[must_use]
    pub fn base(&self, state: &State<'a>, directory: Option<&AbstractString>) -> AbstractString {
        let current = state.process.directory.physical();
        match directory {
            Some(directory) => path::absolute(&current, directory),
            None => current,
        }
    }

    /// Where a path leads.
    #[must_use]
    pub fn locate(
        &self,
        state: &State<'a>,
        value: &AbstractString,
        directory: Option<&AbstractString>,
        last: Last,
    ) -> Located {
        let absolute = path::absolute(&self.base(state, directory), value);
        let mut assumes = absolute.assumes().to_vec();
        let located =
            |target, resolved, within, assumes| Located { target, resolved, within, assumes, strays: None };
        match path::shape(&absolute) {
            Shape::Exact(path) => {
                let resolved = self.files(state).resolve(&path, last);
                located(FileTarget::Path(resolved.path.clone()), Some(resolved), None, assumes)
            }
            Shape::Pattern(directory, name) => {
                let directory = self.physical(state, &directory);
                let pattern = path::join(&directory, &name);
                located(FileTarget::Pattern(pattern), None, Some(directory), assumes)
            }
            Shape::Below(directory) => {
                let directory = self.physical(state, &directory);
                located(FileTarget::Below(directory.clone()), None, Some(directory), assumes)
            }
            Shape::Beneath(directory, why) => {
                let directory = self.physical(state, &directory);
                let strays: Rc<str> = format!("{why}, and stays below `{directory}`").into();
                assumes.push(Rc::clone(&strays));
                let target = FileTarget::Below(directory.clone());
                Located { strays: Some(strays), ..located(target, None, Some(directory), assumes) }
            }
            Shape::Unknown(why) => located(FileTarget::Unresolved(why), None, None, assumes),
        }
    }

    /// Does a write: tells it, and keeps what it leaves.
    pub fn write(&mut self, state: &mut State<'a>, write: &Write<'_>) -> Written {
        if write.target.is_empty() {
            return Written { failed: Some("the empty path".into()), ..Written::default() };
        }
        if write.target.known().and_then(descriptor_of).is_some() {
            // What is open there is written, and it was told when it was opened.
            return Written::default();
        }
        if write.action == (FileAction::MakeDirectory { parents: true }) {
            self.make_way(state, write);
        }
        let last = if write.link == LinkUse::Followed { Last::Follow } else { Last::Keep };
        let located = self.locate(state, write.target, write.directory, last);
        if let Some(resolved) = &located.resolved
            && is_device(&resolved.path)
        {
            return Written::default();
        }
        if let Some(written) = self.contents_removed(state, write, last, &located) {
            return written;
        }
        let judged = self.judge(state, write, &located);
        if judged.silent {
            return Written::default();
        }
        if let (FileAction::MakeDirectory { parents: true }, Some(resolved)) =
            (write.action, &located.resolved)
        {
            self.make_parents(state, &resolved.path, write);
        }
        let fails = write.fails.clone().or(judged.fails);
        if let Some(why) = &located.strays {
            self.unknown(write.span, &format!("what is written is not known: {why}"));
        }
        let draft = self.draft(state, write, &located, judged.effect, fails.as_deref());
        let below = draft.clone();
        self.repository_removed(state, write, &located, &draft);
        let intent = self.emit(state, draft);
        self.metadata_below(state, write, &located, below);
        let path = located.resolved.as_ref().map(|resolved| resolved.path.as_str().into());
        if fails.is_some() {
            return Written { failed: fails.filter(|_| !judged.excused), path, intent };
        }
        self.keep(state, &located, write, judged.leaves);
        if let (FileAction::MakeDirectory { .. }, Some(resolved)) = (write.action, &located.resolved) {
            self.made_again(state, &resolved.path);
        }
        Written { failed: None, path, intent }
    }

    /// The intent of a write whose target is found.
    fn draft(
        &mut self,
        state: &State<'a>,
        write: &Write<'_>,
        located: &Located,
        effect: FileEffect,
        fails: Option<&str>,
    ) -> Draft {
        let recursive = matches!(
            write.action,
            FileAction::Delete { recursive: true, .. } | FileAction::Metadata { recursive: true }
        );
        let covers = if recursive { self.covered(state, located) } else { Vec::new() };
        let kind = IntentKind::File(FileIntent {
            effect,
            target: located.target.clone(),
            link: write.link,
            covers,
            content: write.content.as_deref().filter(|text| text.len() <= CONTENT_CAP).map(str::to_owned),
        });
        Draft {
            kind,
            place: self.place_of(state, located, write.link),
            fails: fails.map(str::to_owned),
            assumes: located.assumes.clone(),
            cause: Rc::clone(&write.cause),
            class: write.class,
            span: write.span,
        }
    }

    /// A directory that is removed and made again is there afterwards; what it held is not, and is told one by one.
    fn made_again(&mut self, state: &mut State<'a>, directory: &str) {
        let removes = |intent: &WriteIntent| {
            let IntentKind::File(file) = &intent.kind else { return false };
            file.effect == FileEffect::Delete
                && matches!(&file.target, FileTarget::Path(path) if path == directory)
        };
        let Some(removal) = self.intents().iter().find(|intent| removes(intent)).cloned() else { return };
        let Some(names) = self.world.list(directory) else { return };
        for name in names.into_iter().take(REMOVED_NAMES_CAP) {
            self.tell_again(state, &removal, FileTarget::Path(path::join(directory, &name)));
        }
    }

    /// A git directory that is removed takes its repository with it.
    fn repository_removed(
        &mut self,
        state: &mut State<'a>,
        write: &Write<'_>,
        located: &Located,
        draft: &Draft,
    ) {
        let FileAction::Delete { recursive: true, .. } = write.action else { return };
        let path = located.resolved.as_ref().map(|resolved| resolved.path.as_str());
        let Some(place) = draft.place.as_ref().filter(|place| Some(place.git_directory.as_str()) == path)
        else {
            return;
        };
        let intent = GitIntent {
            operation: "delete".to_owned(),
            references: Vec::new(),
            paths: Vec::new(),
            mutates: false,
            unresolved: None,
        };
        self.emit(
            state,
            Draft { kind: IntentKind::Git(intent), place: Some(Rc::clone(place)), ..draft.clone() },
        );
    }

    /// `rm -rf link/` removes what the directory holds, and neither the link nor the directory.
    fn contents_removed(
        &mut self,
        state: &mut State<'a>,
        write: &Write<'_>,
        last: Last,
        located: &Located,
    ) -> Option<Written> {
        let FileAction::Delete { recursive: true, .. } = write.action else { return None };
        let known = write.target.known().filter(|known| known.ends_with('/') && last == Last::Keep)?;
        let bare = AbstractString::text(known.trim_end_matches('/'));
        let link = self.locate(state, &bare, write.directory, Last::Keep).resolved?;
        if !matches!(link.entry, Some(Entry::Link(_))) {
            return None;
        }
        let directory =
            located.resolved.as_ref().filter(|to| to.entry == Some(Entry::Directory))?.path.clone();
        let names = self.files(state).list(&directory).unwrap_or_default();
        for name in names {
            let target = AbstractString::text(&path::join(&directory, &name));
            let inner = Write { target: &target, directory: None, ..write.clone() };
            self.write(state, &inner);
        }
        Some(Written { failed: Some("not a directory".into()), ..Written::default() })
    }

    /// `chmod -R` changes what a directory holds too.
    fn metadata_below(&mut self, state: &mut State<'a>, write: &Write<'_>, located: &Located, draft: Draft) {
        let FileAction::Metadata { recursive: true } = write.action else { return };
        let Some(top) = located.resolved.as_ref().filter(|to| to.entry == Some(Entry::Directory)) else {
            return;
        };
        let IntentKind::File(file) = draft.kind else { return };
        let file = FileIntent { target: FileTarget::Below(top.path.clone()), covers: Vec::new(), ..file };
        self.emit(state, Draft { kind: IntentKind::File(file), ..draft });
    }

    /// The place of a target.
    #[must_use]
    pub fn place_of(&self, state: &State<'a>, located: &Located, link: LinkUse) -> Option<Rc<Place>> {
        match (&located.resolved, &located.within) {
            // What is done to a link itself happens where the link stands.
            (Some(resolved), _)
                if link == LinkUse::Itself && matches!(resolved.entry, Some(Entry::Link(_))) =>
            {
                self.place(state, path::split(&resolved.path).0)
            }
            (Some(resolved), _) => self.place(state, &resolved.path),
            (None, Some(directory)) => self.place(state, directory),
            (None, None) => None,
        }
    }

    fn keep(&mut self, state: &mut State<'a>, located: &Located, write: &Write<'_>, leaves: Option<Made>) {
        match (&located.resolved, &located.within) {
            (Some(resolved), _) => {
                let retimes = matches!(write.action, FileAction::Touch { .. });
                if let Some(made) = leaves {
                    self.leave(state, resolved, made);
                }
                if retimes {
                    state.overlay.retime(&resolved.path);
                }
            }
            (None, Some(directory)) if !matches!(write.action, FileAction::Metadata { .. }) => {
                state.overlay.unsettle(directory);
            }
            (None, Some(_)) => {}
            (None, None) => state.overlay.scatter(),
        }
    }

    fn leave(&self, state: &mut State<'a>, resolved: &Resolved, made: Made) {
        if made == Made::Removed && matches!(resolved.entry, Some(Entry::Directory) | None) {
            state.repositories.remove_tree(&resolved.path);
        }
        state.overlay.set(&resolved.path, made);
    }

    /// `mkdir -p a/../b` makes `a` too.
    fn make_way(&mut self, state: &mut State<'a>, write: &Write<'_>) {
        let Some(known) = write.target.known() else { return };
        let ups = known
            .match_indices("/..")
            .filter(|(at, _)| matches!(known.as_bytes().get(at + 3), None | Some(b'/')));
        for prefix in ups.filter_map(|(at, _)| known.get(..at)).filter(|prefix| !prefix.is_empty()) {
            let target = AbstractString::text(prefix);
            let missing = |located: Located| {
                located.resolved.is_some_and(|resolved| resolved.entry == Some(Entry::Missing))
            };
            if !missing(self.locate(state, &target, write.directory, Last::Follow)) {
                continue;
            }
            self.write(state, &Write { target: &target, ..write.clone() });
            if missing(self.locate(state, &target, write.directory, Last::Follow)) {
                return;
            }
        }
    }

    /// Tells the missing parents that `mkdir -p` makes.
    pub fn make_parents(&mut self, state: &mut State<'a>, path: &str, write: &Write<'_>) {
        let mut missing = Vec::new();
        let mut parent = path::split(path).0;
        while parent != "/" && self.files(state).entry(parent) == Some(Entry::Missing) {
            missing.push(parent.to_owned());
            parent = path::split(parent).0;
        }
        for directory in missing.iter().rev() {
            let kind = IntentKind::File(FileIntent {
                effect: FileEffect::MakeDirectory,
                target: FileTarget::Path(directory.clone()),
                link: LinkUse::Followed,
                covers: Vec::new(),
                content: None,
            });
            let draft = Draft {
                kind,
                place: self.place(state, directory),
                fails: write.fails.as_deref().map(str::to_owned),
                assumes: write.target.assumes().to_vec(),
                cause: Rc::clone(&write.cause),
                class: write.class,
                span: write.span,
            };
            self.emit(state, draft);
            state.overlay.set(directory, Made::Directory);
            self.made_again(state, directory);
        }
    }

    /// The work trees in a tree that is changed as a whole.
    #[must_use]
    pub fn covered(&self, state: &State<'a>, located: &Located) -> Vec<Rc<Place>> {
        let top = match (&located.resolved, &located.within) {
            (Some(resolved), _) if matches!(resolved.entry, Some(Entry::Directory) | None) => &resolved.path,
            (None, Some(directory)) => directory,
            _ => return Vec::new(),
        };
        let files = self.files(state);
        let mut places: Vec<Rc<Place>> = Vec::new();
        let mut pending = vec![top.clone()];
        let mut looked = 0;
        while let Some(directory) = pending.pop() {
            looked += 1;
            if looked > COVERED_CAP {
                break;
            }
            let Some(names) = files.list(&directory) else { continue };
            if names.iter().any(|name| name == ".git")
                && let Some(place) = self.place(state, &directory)
                && !places.contains(&place)
            {
                places.push(place);
            }
            for name in names.iter().rev().filter(|name| *name != ".git") {
                let path = path::join(&directory, name);
                if files.entry(&path) == Some(Entry::Directory) {
                    pending.push(path);
                }
            }
        }
        places
    }
}
