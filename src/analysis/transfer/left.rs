//! What a copy, move or link leaves: the overlay's entries and the repositories in a tree.

use super::Step;
use crate::analysis::apply::Located;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::overlay::Made;
use crate::analysis::path;
use crate::analysis::state::State;
use crate::commands::plan::TransferKind;
use crate::world::Entry;

impl<'a> Interpreter<'a, '_> {
    pub(super) fn keep_transfer(&mut self, step: &Step<'_>, to: &Located, state: &mut State<'a>) {
        let Some(to) = &to.resolved else {
            if let Some(directory) = &to.within {
                state.overlay.unsettle(directory);
            }
            return;
        };
        match step.transfer.kind {
            TransferKind::SymbolicLink { .. } => {
                let made = match step.source.known() {
                    Some(text) => Made::Link(text.into()),
                    None => Made::Unknown,
                };
                state.overlay.set(&to.path, made);
            }
            // What opens either name reaches the same file.
            TransferKind::HardLink { .. } => {
                let made = match &step.from.resolved {
                    // `cp -al`: a tree of its own, whose files are the same.
                    Some(from) if from.entry == Some(Entry::Directory) => Made::Unsettled,
                    Some(from) => Made::Link(from.path.as_str().into()),
                    None => Made::File(None),
                };
                state.overlay.set(&to.path, made);
            }
            TransferKind::Copy | TransferKind::Move => {
                self.keep_tree(step, &to.path, to.entry.as_ref(), state)
            }
        }
    }

    /// A directory now has a part with what it held before.
    pub(super) fn keep_part(&mut self, step: &Step<'_>, to: &Located, state: &mut State<'a>) {
        let (Some(from), Some(to)) = (&step.from.resolved, &to.resolved) else { return };
        let untouched = !state.overlay.touches(&from.path);
        let made = if untouched { Made::Copy(from.path.as_str().into()) } else { Made::Unsettled };
        state.overlay.set(&to.path, made);
    }

    fn keep_tree(&mut self, step: &Step<'_>, to: &str, there: Option<&Entry>, state: &mut State<'a>) {
        let moves = step.transfer.kind == TransferKind::Move;
        let Some(from) = &step.from.resolved else {
            state.overlay.set(to, Made::Unknown);
            return;
        };
        let merges = there == Some(&Entry::Directory) && !moves;
        if merges {
            state.overlay.unsettle(to);
        } else {
            let made = self.copy_of(state, from);
            state.overlay.set(to, made);
            state.overlay.graft(&from.path, to);
        }
        if matches!(from.entry, Some(Entry::Directory) | None) {
            if moves {
                state.repositories.move_tree(&from.path, to);
            } else {
                state.repositories.copy_tree(&from.path, to);
            }
        }
        if moves {
            state.overlay.set(&from.path, Made::Removed);
        }
    }

    fn copy_of(&self, state: &State<'a>, from: &path::Resolved) -> Made {
        use crate::analysis::overlay::Layer;
        match state.overlay.find(&from.path) {
            Layer::World(None) => match &from.entry {
                Some(Entry::Link(text)) => Made::Link(text.as_str().into()),
                // A descriptor by its name: `cp <(…) f`.
                Some(Entry::Missing) => Made::File(None),
                Some(_) => Made::Copy(from.path.as_str().into()),
                None => Made::Unknown,
            },
            Layer::World(Some(origin)) => Made::Copy(origin.into()),
            Layer::Made(made) => made.clone(),
            Layer::Unsettled if from.entry == Some(Entry::Directory) => Made::Unsettled,
            Layer::Missing | Layer::Unknown | Layer::Unsettled => Made::Unknown,
        }
    }
}
