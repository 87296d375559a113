//! What an action does at a path, by what stands there: its effect, what it leaves, and why it is known to fail.

use std::rc::Rc;

use super::{Located, Write};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::overlay::Made;
use crate::analysis::path::{self, Last, Resolved};
use crate::analysis::state::State;
use crate::commands::plan::FileAction;
use crate::intent::{CommandClass, FileEffect};
use crate::world::Entry;

/// What a write does, as far as what stands there tells.
pub(super) struct Judged {
    pub effect: FileEffect,
    /// Nothing happens, and nobody is told.
    pub silent: bool,
    /// The write does not happen.
    pub fails: Option<Rc<str>>,
    /// The command does not mind that.
    pub excused: bool,
    pub leaves: Option<Made>,
}

impl<'a> Interpreter<'a, '_> {
    /// What a write to a place does there.
    pub(super) fn judge(&self, state: &State<'a>, write: &Write<'_>, located: &Located) -> Judged {
        let Some(resolved) = &located.resolved else { return unknown_place(write) };
        let entry = resolved.entry.as_ref();
        let mut judged = match write.action {
            FileAction::Write => {
                written(entry, FileEffect::Overwrite, Some(Made::File(write.content.clone())))
            }
            FileAction::Append => appended(entry, write.class),
            FileAction::CreateNew => made_new(entry),
            FileAction::Touch { create } => touched(entry, create),
            FileAction::Truncate { create } => truncated(entry, create),
            FileAction::Modify if matches!(entry, Some(Entry::Link(_))) => {
                // The link is replaced by a file with what its target held.
                let target = self.files(state).resolve(&resolved.path, Last::Follow);
                modified(target.entry.as_ref(), write)
            }
            FileAction::Modify => modified(entry, write),
            FileAction::Delete { recursive, force } => deleted(entry, recursive, force),
            FileAction::RemoveDirectory { .. } => self.directory_removed(state, resolved),
            FileAction::MakeDirectory { parents } => directory_made(entry, parents),
            FileAction::Metadata { .. } => with_metadata(entry),
        };
        if let Some(problem) = resolved.problem {
            let excused = matches!(write.action, FileAction::Delete { force: true, .. });
            let made = matches!(write.action, FileAction::MakeDirectory { parents: true })
                && problem == path::Problem::NoDirectory;
            if !made {
                judged.fails = Some(problem.reason().into());
                judged.excused = excused;
                judged.silent = false;
            }
        }
        judged
    }

    fn directory_removed(&self, state: &State<'a>, resolved: &Resolved) -> Judged {
        let mut judged = Judged::new(FileEffect::RemoveDirectory, Some(Made::Removed));
        judged.fails = match &resolved.entry {
            Some(Entry::Missing) => Some("no such directory".into()),
            Some(Entry::Directory) => match self.files(state).list(&resolved.path) {
                Some(names) if !names.is_empty() => Some("the directory is not empty".into()),
                _ => None,
            },
            Some(_) => Some("not a directory".into()),
            None => None,
        };
        judged
    }
}

impl Judged {
    fn new(effect: FileEffect, leaves: Option<Made>) -> Self {
        Self { effect, silent: false, fails: None, excused: false, leaves }
    }

    fn failing(mut self, why: &str) -> Self {
        self.fails = Some(why.into());
        self
    }

    fn excused(mut self) -> Self {
        self.excused = true;
        self
    }

    fn silent(mut self) -> Self {
        self.silent = true;
        self
    }
}

fn unknown_place(write: &Write<'_>) -> Judged {
    let effect = match write.action {
        FileAction::Write | FileAction::Truncate { .. } => FileEffect::Overwrite,
        FileAction::Append => FileEffect::Append,
        FileAction::CreateNew | FileAction::Touch { .. } => FileEffect::Create,
        FileAction::Modify => FileEffect::Modify,
        FileAction::Delete { .. } => FileEffect::Delete,
        FileAction::RemoveDirectory { .. } => FileEffect::RemoveDirectory,
        FileAction::MakeDirectory { .. } => FileEffect::MakeDirectory,
        FileAction::Metadata { .. } => FileEffect::Metadata,
    };
    Judged::new(effect, None)
}

fn written(entry: Option<&Entry>, effect: FileEffect, leaves: Option<Made>) -> Judged {
    let file = || leaves.clone().or(Some(Made::File(None)));
    match entry {
        Some(Entry::Directory) => Judged::new(effect, None).failing("is a directory"),
        Some(Entry::Missing) => {
            let empty = leaves.clone().unwrap_or(Made::File(None));
            Judged::new(FileEffect::Create, Some(empty))
        }
        Some(Entry::Other) => Judged::new(effect, None).silent(),
        Some(Entry::File { .. } | Entry::Link(_)) | None => Judged::new(effect, file()),
    }
}

/// What a redirection appends is kept when it is printed.
fn appended(entry: Option<&Entry>, class: CommandClass) -> Judged {
    let mut judged = written(entry, FileEffect::Append, None);
    match entry {
        Some(Entry::Missing) if class == CommandClass::Shell => {
            judged.leaves = Some(Made::File(Some("".into())))
        }
        Some(Entry::File { .. }) if class == CommandClass::Shell => judged.leaves = None,
        _ => {}
    }
    judged
}

fn made_new(entry: Option<&Entry>) -> Judged {
    let judged = Judged::new(FileEffect::Create, Some(Made::Unknown));
    match entry {
        Some(Entry::Missing) | None => judged,
        Some(_) => judged.failing("it exists"),
    }
}

fn touched(entry: Option<&Entry>, create: bool) -> Judged {
    match entry {
        Some(Entry::Missing) if !create => Judged::new(FileEffect::Create, None).silent(),
        Some(Entry::Missing) => Judged::new(FileEffect::Create, Some(Made::File(Some("".into())))),
        Some(_) => Judged::new(FileEffect::Metadata, None),
        None => Judged::new(FileEffect::Create, None),
    }
}

fn truncated(entry: Option<&Entry>, create: bool) -> Judged {
    match entry {
        Some(Entry::Missing) if !create => Judged::new(FileEffect::Create, None).silent(),
        other => written(other, FileEffect::Overwrite, Some(Made::File(None))),
    }
}

fn modified(entry: Option<&Entry>, write: &Write<'_>) -> Judged {
    let judged = Judged::new(FileEffect::Modify, Some(Made::File(write.content.clone())));
    match entry {
        Some(Entry::Missing) => judged.failing("no such file"),
        Some(Entry::Directory) => Judged::new(FileEffect::Modify, None).failing("is a directory"),
        Some(Entry::Other) => judged.silent(),
        _ => judged,
    }
}

fn deleted(entry: Option<&Entry>, recursive: bool, force: bool) -> Judged {
    let judged = Judged::new(FileEffect::Delete, Some(Made::Removed));
    match entry {
        Some(Entry::Missing) if force => judged.failing("no such file").excused(),
        Some(Entry::Missing) => judged.failing("no such file"),
        Some(Entry::Directory) if !recursive => judged.failing("is a directory"),
        _ => judged,
    }
}

fn directory_made(entry: Option<&Entry>, parents: bool) -> Judged {
    let judged = Judged::new(FileEffect::MakeDirectory, Some(Made::Directory));
    match entry {
        Some(Entry::Missing) => judged,
        Some(Entry::Directory) if parents => judged.failing("it exists").excused(),
        Some(_) => judged.failing("it exists"),
        None => Judged::new(FileEffect::MakeDirectory, Some(Made::Unsettled)),
    }
}

fn with_metadata(entry: Option<&Entry>) -> Judged {
    let judged = Judged::new(FileEffect::Metadata, None);
    if entry == Some(&Entry::Missing) { judged.failing("no such file") } else { judged }
}
