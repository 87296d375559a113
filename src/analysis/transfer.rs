//! Copies, moves and links: from sources and a destination to single writes.

mod left;
mod refusal;

use std::rc::Rc;

use crate::analysis::apply::{Located, Write};
use crate::analysis::interpreter::{Draft, Interpreter};
use crate::analysis::overlay::Made;
use crate::analysis::path::{self, Last};
use crate::analysis::state::State;
use crate::commands::plan::{DestinationMode, FileAction, Transfer, TransferKind};
use crate::intent::{FileEffect, FileIntent, FileTarget, IntentKind, LinkUse};
use crate::span::Span;
use crate::value::{AbstractString, Field, Piece};
use crate::world::Entry;

/// More names in a directory than this are not told one by one when its contents are copied.
const CONTENTS_CAP: usize = 64;

/// One thing that is transferred.
struct Step<'t> {
    transfer: &'t Transfer,
    source: &'t Field,
    from: Located,
    /// Where it goes, as written.
    to: AbstractString,
}

impl<'a> Interpreter<'a, '_> {
    /// Does a transfer; says why the command is known to fail by it.
    pub fn transfer(&mut self, transfer: &Transfer, state: &mut State<'a>) -> Option<Rc<str>> {
        if transfer.destination.value.is_empty() && !transfer.destination.many {
            return Some("the empty path".into());
        }
        // Words that may be none at all leave too few: then nothing is transferred.
        let all_many = transfer.sources.iter().all(|source| source.many);
        let seen = (transfer.destination.many || all_many).then(|| state.seen.clone());
        let failed = self.transfer_all(transfer, state);
        if let Some(seen) = seen {
            state.seen = seen;
        }
        failed
    }

    fn transfer_all(&mut self, transfer: &Transfer, state: &mut State<'a>) -> Option<Rc<str>> {
        let mut failed = None;
        let into = self.goes_into(transfer, state);
        if transfer.makes_directories {
            self.make_destination(transfer, into, state);
        }
        for source in &transfer.sources {
            if source.value.is_empty() && !source.many {
                failed.get_or_insert_with(|| "the empty path".into());
                continue;
            }
            let from = self.locate(state, &source.value, None, self.source_link(transfer, source));
            let to = self.destination(transfer, source, into);
            let step = Step { transfer, source, from, to };
            let why = if is_contents(transfer, source) || self.merges(&step, into, state) {
                self.contents(&step, state)
            } else {
                self.one(&step, state)
            };
            failed = failed.or(why);
        }
        failed
    }

    /// True for `cp -rT d e`: a directory that is copied onto another one adds to it what it holds.
    fn merges(&self, step: &Step<'_>, into: bool, state: &State<'a>) -> bool {
        let to = self.locate(state, &step.to, None, Last::Follow);
        step.transfer.kind == TransferKind::Copy
            && step.transfer.recursive
            && !into
            && self.is_directory(step.from.resolved.as_ref())
            && self.is_directory(to.resolved.as_ref())
    }

    fn source_link(&self, transfer: &Transfer, source: &Field) -> Last {
        let slash = source.value.known_suffix().ends_with('/');
        if transfer.kind == TransferKind::Move && !slash { Last::Keep } else { Last::Follow }
    }

    /// True if the sources go into the destination under their own names.
    fn goes_into(&self, transfer: &Transfer, state: &State<'a>) -> bool {
        match transfer.mode {
            DestinationMode::Directory => true,
            DestinationMode::Name => false,
            DestinationMode::Either => {
                if transfer.sources.len() > 1 || transfer.sources.iter().any(|source| source.many) {
                    return true;
                }
                let value = &transfer.destination.value;
                let kept = self.locate(state, value, None, Last::Keep);
                if transfer.destination_link == LinkUse::Itself
                    && kept.resolved.is_some_and(|resolved| matches!(resolved.entry, Some(Entry::Link(_))))
                    && !matches!(transfer.kind, TransferKind::Move | TransferKind::Copy)
                {
                    return false;
                }
                let located = self.locate(state, value, None, Last::Follow);
                match located.resolved {
                    Some(resolved) => resolved.problem.is_none() && resolved.entry == Some(Entry::Directory),
                    None => value.known_suffix().ends_with('/'),
                }
            }
        }
    }

    fn destination(&self, transfer: &Transfer, source: &Field, into: bool) -> AbstractString {
        let destination = &transfer.destination.value;
        if !into {
            return destination.clone();
        }
        let name = if transfer.keeps_parents { source.value.clone() } else { source.value.basename() };
        let mut path = destination.clone();
        if matches!(name.known(), Some("." | ".." | "/")) {
            return path;
        }
        path.push_text("/");
        path.append(&name);
        path
    }

    fn make_destination(&mut self, transfer: &Transfer, into: bool, state: &mut State<'a>) {
        let destination = &transfer.destination.value;
        let directory = if into { destination.clone() } else { destination.dirname() };
        let located = self.locate(state, &directory, None, Last::Follow);
        let Some(resolved) = located.resolved else { return };
        if resolved.entry == Some(Entry::Missing) {
            let write = self.write_of(
                transfer,
                FileAction::MakeDirectory { parents: true },
                &directory,
                LinkUse::Followed,
            );
            self.write(state, &write);
        }
    }

    fn write_of<'w>(
        &self,
        transfer: &Transfer,
        action: FileAction,
        target: &'w AbstractString,
        link: LinkUse,
    ) -> Write<'w> {
        Write {
            action,
            target,
            directory: None,
            link,
            cause: Rc::clone(&transfer.cause),
            class: transfer.class,
            content: None,
            fails: None,
            span: transfer.destination.span,
        }
    }

    /// The contents of a directory go to the destination directory.
    fn contents(&mut self, step: &Step<'_>, state: &mut State<'a>) -> Option<Rc<str>> {
        let transfer = step.transfer;
        let names = step.from.resolved.as_ref().and_then(|from| match from.entry {
            Some(Entry::Directory) => self.files(state).list(&from.path),
            _ => None,
        });
        let target = &transfer.destination.value;
        match names {
            Some(names) if names.len() <= CONTENTS_CAP => {
                let mut failed = None;
                if self
                    .locate(state, target, None, Last::Follow)
                    .resolved
                    .is_some_and(|to| to.entry == Some(Entry::Missing))
                {
                    let write = self.write_of(
                        transfer,
                        FileAction::MakeDirectory { parents: false },
                        target,
                        LinkUse::Followed,
                    );
                    failed = self.write(state, &write).failed;
                }
                for name in names {
                    let mut path = step.source.value.clone();
                    path.push_text("/");
                    path.push_text(&name);
                    let source = Field { value: path, many: false, span: step.source.span };
                    let from = self.locate(state, &source.value, None, Last::Keep);
                    let mut to = target.clone();
                    to.push_text("/");
                    to.push_text(&name);
                    let why = self.one(&Step { transfer, source: &source, from, to }, state);
                    failed = failed.or(why);
                }
                failed
            }
            _ => {
                let mut path = target.clone();
                path.push_text("/");
                path.push(Piece::Below("the contents of a directory".into()));
                let write = self.write_of(transfer, FileAction::Write, &path, LinkUse::Followed);
                self.write(state, &write).failed
            }
        }
    }

    fn one(&mut self, step: &Step<'_>, state: &mut State<'a>) -> Option<Rc<str>> {
        let transfer = step.transfer;
        let link = self.destination_link(step, state);
        let last = if link == LinkUse::Followed { Last::Follow } else { Last::Keep };
        let to = self.locate(state, &step.to, None, last);
        let (fails, excused) = match self.refuses(step, &to, state) {
            Some((why, excused)) => (Some(why), excused),
            None => (None, false),
        };
        let otherwise = (fails.is_none() && self.may_stay(step, &to, state)).then(|| state.clone());
        if transfer.keeps_parents
            && let Some(resolved) = &to.resolved
        {
            let write = self.write_of(transfer, FileAction::Write, &step.to, link);
            self.make_parents(state, &resolved.path.clone(), &write);
        }
        if let (Some(suffix), Some(resolved)) = (&transfer.backup, &to.resolved)
            && !matches!(resolved.entry, Some(Entry::Missing | Entry::Directory))
            && fails.is_none()
        {
            let backup = AbstractString::text(&format!("{}{suffix}", resolved.path));
            let write = self.write_of(transfer, FileAction::Write, &backup, LinkUse::Itself);
            self.write(state, &write);
        }
        if transfer.kind == TransferKind::Move {
            self.tell_source(step, state, fails.as_ref());
        }
        let is_device = to.resolved.as_ref().is_some_and(|to| crate::analysis::redirect::is_device(&to.path));
        if !is_device {
            self.tell_destination(step, &to, link, state, fails.as_ref());
        }
        match fails {
            Some(why) => (!excused).then_some(why),
            None if self.copies_into_itself(step, &to) => {
                self.keep_part(step, &to, state);
                Some("into itself".into())
            }
            None => {
                self.keep_transfer(step, &to, state);
                if let Some(otherwise) = otherwise {
                    state.seen = otherwise.seen;
                    state.overlay = state.overlay.join(&otherwise.overlay);
                }
                None
            }
        }
    }

    fn destination_link(&self, step: &Step<'_>, state: &State<'a>) -> LinkUse {
        match step.transfer.kind {
            TransferKind::Copy if step.transfer.recursive => {
                // A directory that is copied onto a link to a directory goes into that directory.
                let located = self.locate(state, &step.to, None, Last::Follow);
                match located.resolved.map(|to| to.entry) {
                    Some(Some(Entry::Missing)) => LinkUse::Itself,
                    _ => LinkUse::Followed,
                }
            }
            TransferKind::Copy => step.transfer.destination_link,
            TransferKind::Move | TransferKind::SymbolicLink { .. } | TransferKind::HardLink { .. } => {
                LinkUse::Itself
            }
        }
    }

    fn is_directory(&self, from: Option<&path::Resolved>) -> bool {
        from.is_some_and(|from| from.entry == Some(Entry::Directory))
    }

    fn tell_source(&mut self, step: &Step<'_>, state: &mut State<'a>, fails: Option<&Rc<str>>) {
        let covers = self.covered(state, &step.from);
        let file = FileIntent {
            effect: FileEffect::Move,
            target: step.from.target.clone(),
            link: LinkUse::Itself,
            covers,
            content: None,
        };
        self.tell(step, file, &step.from, step.source.span, state, fails);
    }

    fn tell_destination(
        &mut self,
        step: &Step<'_>,
        to: &Located,
        link: LinkUse,
        state: &mut State<'a>,
        fails: Option<&Rc<str>>,
    ) {
        let entry = to.resolved.as_ref().map(|to| to.entry.clone());
        let effect = match (step.transfer.kind, &entry) {
            (TransferKind::SymbolicLink { .. } | TransferKind::HardLink { .. }, _) => FileEffect::Link,
            (_, Some(Some(Entry::Missing))) => FileEffect::Create,
            (TransferKind::Copy, Some(Some(Entry::Directory))) => FileEffect::Modify,
            _ => FileEffect::Overwrite,
        };
        let content = match (step.transfer.kind, &step.from.resolved) {
            (TransferKind::Copy | TransferKind::Move, Some(from))
                if matches!(from.entry, Some(Entry::File { .. })) =>
            {
                self.made_text(state, &from.path).map(|text| text.to_string())
            }
            _ => None,
        };
        let file = FileIntent { effect, target: to.target.clone(), link, covers: Vec::new(), content };
        self.tell(step, file, to, step.transfer.destination.span, state, fails);
    }

    /// The text of a file that the command itself has made.
    fn made_text(&self, state: &State<'a>, path: &str) -> Option<Rc<str>> {
        match state.overlay.find(path) {
            crate::analysis::overlay::Layer::Made(Made::File(text)) => text.clone(),
            _ => None,
        }
    }

    fn tell(
        &mut self,
        step: &Step<'_>,
        file: FileIntent,
        located: &Located,
        span: Span,
        state: &mut State<'a>,
        fails: Option<&Rc<str>>,
    ) {
        let place = self.place_of(state, located, file.link);
        let mut assumes = located.assumes.clone();
        assumes.extend(step.source.value.assumes().iter().cloned());
        if matches!(file.target, FileTarget::Unresolved(_)) {
            state.overlay.scatter();
        }
        let draft = Draft {
            kind: IntentKind::File(file),
            place,
            fails: fails.map(|why| why.to_string()),
            assumes,
            cause: Rc::clone(&step.transfer.cause),
            class: step.transfer.class,
            span,
        };
        self.emit(state, draft);
    }
}

/// `cp -r src/. d`, `rsync src/ d`: the contents of a directory.
fn is_contents(transfer: &Transfer, source: &Field) -> bool {
    if transfer.kind != TransferKind::Copy || !transfer.recursive {
        return false;
    }
    transfer.contents_only || matches!(source.value.basename().known(), Some("." | ".."))
}
