//! Why a copy, move or link is known not to happen, and where nobody knows whether it does.

use std::rc::Rc;

use super::Step;
use crate::analysis::apply::Located;
use crate::analysis::environment::descriptor_of;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::overlay::is_within;
use crate::analysis::path::{self, Last};
use crate::analysis::state::State;
use crate::commands::plan::{Existing, TransferKind};
use crate::value::AbstractString;
use crate::world::Entry;

impl<'a> Interpreter<'a, '_> {
    /// Why a transfer is known not to happen, and whether the command minds.
    pub(super) fn refuses(
        &self,
        step: &Step<'_>,
        to: &Located,
        state: &State<'a>,
    ) -> Option<(Rc<str>, bool)> {
        let transfer = step.transfer;
        let minds = |why: &str| Some((why.into(), false));
        let from = step.from.resolved.as_ref();
        let needs_source = !matches!(transfer.kind, TransferKind::SymbolicLink { .. });
        if needs_source && let Some(from) = from {
            let is_descriptor = step.source.known().and_then(descriptor_of).is_some();
            if !is_descriptor && (from.problem.is_some() || from.entry == Some(Entry::Missing)) {
                return minds("no such file");
            }
            let is_directory = from.entry == Some(Entry::Directory);
            if is_directory && transfer.kind == TransferKind::Move && self.is_link_with_slash(step, state) {
                return minds("a link with a slash behind it can't be renamed");
            }
            if is_directory && transfer.kind == TransferKind::Copy && !transfer.recursive {
                return minds("a directory is copied only with its contents");
            }
            if is_directory && matches!(transfer.kind, TransferKind::HardLink { .. }) && !transfer.recursive {
                return minds("a directory can't have a hard link");
            }
        }
        let located = to;
        let to = to.resolved.as_ref()?;
        if let Some(problem) = to.problem {
            return minds(problem.reason());
        }
        if step.to.known_suffix().ends_with('/')
            && to.entry == Some(Entry::Missing)
            && !self.is_directory(from)
        {
            return minds("no such directory");
        }
        let parent = path::split(&to.path).0;
        let missing_parent = self.files(state).resolve(parent, Last::Follow);
        if missing_parent.entry == Some(Entry::Missing) || missing_parent.problem.is_some() {
            return minds("no such directory");
        }
        let exists = !matches!(to.entry, Some(Entry::Missing) | None);
        if !exists {
            if let Some(from) = from.filter(|from| needs_source && is_within(&to.path, &from.path)) {
                let is_partial = self.copies_into_itself(step, located);
                return (from.path != to.path && !is_partial).then(|| ("into itself".into(), false));
            }
            return None;
        }
        if transfer.existing == Existing::Kept {
            return Some(("it exists".into(), true));
        }
        if self.stays_by_age(step, located, state) == Some(true) {
            return Some(("it is not older".into(), true));
        }
        self.refuses_existing(step, &to.path, to.entry.as_ref(), state)
    }

    /// `mv link/ new`: the kernel follows no link for a rename, and takes none with a slash for a directory.
    fn is_link_with_slash(&self, step: &Step<'_>, state: &State<'a>) -> bool {
        let source = &step.source.value;
        let Some(bare) =
            source.known().filter(|text| text.ends_with('/')).map(|text| text.trim_end_matches('/'))
        else {
            return false;
        };
        let kept = self.locate(state, &AbstractString::text(bare), None, Last::Keep);
        kept.resolved.is_some_and(|kept| matches!(kept.entry, Some(Entry::Link(_))))
    }

    fn refuses_existing(
        &self,
        step: &Step<'_>,
        to: &str,
        entry: Option<&Entry>,
        state: &State<'a>,
    ) -> Option<(Rc<str>, bool)> {
        let minds = |why: &str| Some((why.into(), false));
        let from = step.from.resolved.as_ref();
        match step.transfer.kind {
            TransferKind::SymbolicLink { force: false } | TransferKind::HardLink { force: false }
                if step.transfer.backup.is_none() =>
            {
                return minds("it exists");
            }
            TransferKind::SymbolicLink { .. } | TransferKind::HardLink { .. } => {
                if from.is_some_and(|from| from.path == to) && step.transfer.backup.is_none() {
                    return minds("source and destination are the same");
                }
                if entry == Some(&Entry::Directory) {
                    return minds("a directory can't be replaced by a link");
                }
                return None;
            }
            TransferKind::Copy | TransferKind::Move => {}
        }
        if from.is_some_and(|from| from.path == to) {
            return minds("source and destination are the same");
        }
        let source_is_directory = self.is_directory(from);
        if entry == Some(&Entry::Directory)
            && from.is_some_and(|from| from.entry.is_some())
            && !source_is_directory
        {
            return minds("a directory can't be replaced by a file");
        }
        if entry != Some(&Entry::Directory) && source_is_directory {
            return minds("a file can't be replaced by a directory");
        }
        if step.transfer.kind == TransferKind::Move
            && source_is_directory
            && self.files(state).list(to).is_some_and(|names| !names.is_empty())
        {
            return minds("the directory is not empty");
        }
        None
    }

    /// `cp -r d d/new`: what the directory held goes to its new part, and then `cp` complains.
    pub(super) fn copies_into_itself(&self, step: &Step<'_>, to: &Located) -> bool {
        let (Some(from), Some(to)) = (&step.from.resolved, &to.resolved) else { return false };
        step.transfer.kind == TransferKind::Copy
            && step.transfer.recursive
            && from.entry == Some(Entry::Directory)
            && to.entry == Some(Entry::Missing)
            && from.path != to.path
            && is_within(&to.path, &from.path)
    }

    /// True if it is not known whether what stands at the destination is overwritten.
    pub(super) fn may_stay(&self, step: &Step<'_>, to: &Located, state: &State<'a>) -> bool {
        // Where the destination is not known, its directory may be missing too.
        let moves = step.transfer.kind == TransferKind::Move;
        let there = to.resolved.as_ref().map(|to| to.entry.as_ref());
        let asks = match step.transfer.existing {
            Existing::Overwritten => moves && there.is_none(),
            Existing::Kept => !matches!(there, Some(Some(_))),
            Existing::KeptUnlessOlder | Existing::KeptIfNewer => self.stays_by_age(step, to, state).is_none(),
            Existing::Asked => true,
        };
        asks && to.resolved.as_ref().is_none_or(|to| to.entry != Some(Entry::Missing))
    }

    /// Does what stands at the destination stay because of its age?
    fn stays_by_age(&self, step: &Step<'_>, to: &Located, state: &State<'a>) -> Option<bool> {
        let (from, to) = (&step.from.resolved.as_ref()?.path, &to.resolved.as_ref()?.path);
        match step.transfer.existing {
            Existing::KeptUnlessOlder => self.files(state).is_newer(from, to).map(|newer| !newer),
            Existing::KeptIfNewer => self.files(state).is_newer(to, from),
            _ => Some(false),
        }
    }
}
