//! Reading the file system: what stands at a path, names, small texts.
//!
//! Owns every `std::fs` call of the room and their bounds. A path that can't be asked is "don't know", never "missing".
#![expect(clippy::disallowed_methods, reason = "this is where the world touches the file system")]

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read, Seek, SeekFrom};

use crate::world::Entry;

/// Directories with more names than this are not listed.
pub(super) const NAMES_CAP: usize = 10_000;

/// Room behind a file's expected end: smaller rests are read through a second buffer (bytes).
const READ_MARGIN: usize = 64;

/// A file's text, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// this text
    Found(String),
    /// there is no such file
    Missing,
    /// it is too long, no regular file, not UTF-8, or may not be read
    Unreadable,
}

/// What stands at `path`, its last component not followed.
pub(super) fn entry(path: &str) -> Option<Entry> {
    let metadata = match std::fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) => return is_missing(error.kind()).then_some(Entry::Missing),
    };
    let kind = metadata.file_type();
    Some(if kind.is_symlink() {
        let target = std::fs::read_link(path).ok()?;
        Entry::Link(target.into_os_string().into_string().ok()?)
    } else if kind.is_dir() {
        Entry::Directory
    } else if kind.is_file() {
        Entry::File { size: metadata.len(), executable: is_executable(&metadata) }
    } else {
        Entry::Other
    })
}

/// When the file at `path` was last modified, links followed, in nanoseconds since 1970.
pub(super) fn modified(path: &str) -> Option<i128> {
    let time = std::fs::metadata(path).ok()?.modified().ok()?;
    let nanoseconds = |duration: std::time::Duration| i128::try_from(duration.as_nanos()).ok();
    match time.duration_since(std::time::UNIX_EPOCH) {
        Ok(since) => nanoseconds(since),
        Err(before) => nanoseconds(before.duration()).map(|time| -time),
    }
}

/// Is there a directory at `path`, links followed?
pub(super) fn is_directory(path: &str) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Is there a program at `path` that may be executed?
pub(super) fn is_program(path: &str) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && is_executable(&metadata))
}

/// The names in a directory, sorted by bytes; `None` past [`NAMES_CAP`].
pub(super) fn list(directory: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).ok()? {
        if names.len() == NAMES_CAP {
            return None;
        }
        names.push(entry.ok()?.file_name().into_string().ok()?);
    }
    names.sort_unstable();
    Some(names)
}

/// A regular file's whole text, if it has at most `limit` bytes.
pub(super) fn read(path: &str, limit: usize) -> Text {
    // A fifo is not opened: that would wait for a writer.
    let size = match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => usize::try_from(metadata.len()).unwrap_or(usize::MAX),
        Ok(_) => return Text::Unreadable,
        Err(error) if is_missing(error.kind()) => return Text::Missing,
        Err(_) => return Text::Unreadable,
    };
    if size > limit {
        return Text::Unreadable;
    }
    // One read for all of it, and one that sees the end.
    let mut text = String::with_capacity(size + READ_MARGIN);
    let bound = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    match File::open(path).map(|file| file.take(bound).read_to_string(&mut text)) {
        Ok(Ok(_)) if text.len() <= limit => Text::Found(text),
        _ => Text::Unreadable,
    }
}

/// The end of a regular file, at most `limit` bytes, and whether that is all of it.
pub(super) fn read_end(path: &str, limit: u64) -> Option<(Vec<u8>, bool)> {
    let metadata = std::fs::metadata(path).ok()?;
    if !metadata.is_file() {
        return None;
    }
    let start = metadata.len().saturating_sub(limit);
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).ok()?;
    Some((bytes, start == 0))
}

/// The numeric id of the user that runs this process.
#[cfg(unix)]
pub(super) fn user_id() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").ok().map(|metadata| metadata.uid())
}

#[cfg(not(unix))]
pub(super) fn user_id() -> Option<u32> {
    None
}

#[cfg(unix)]
fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    true
}

/// Errors that mean that nothing can stand at the path.
fn is_missing(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename | ErrorKind::InvalidInput
    )
}
