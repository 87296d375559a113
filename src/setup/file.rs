//! Settings files on disk: read whole, replaced whole.
//!
//! Owns the promise that a file is there whole at any moment, whatever happens to the process: the new text is written
//! beside it, brought to the disk, and then takes its name. A link stays a link: what it leads to is replaced.
#![expect(clippy::disallowed_methods, reason = "settings files are read and written here")]

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::SetupError;

/// Larger settings are refused (bytes).
pub const SIZE_CAP: u64 = 8 << 20;

/// The mode of new files: an install puts nothing into them that others may not read.
const MODE: u32 = 0o644;

/// What a killed process leaves beside a file is cleared away after this time.
const STALE: Duration = Duration::from_secs(60);

/// The text that is kept of a file before it is first changed stands beside it under its name with this behind it.
pub const BACKUP: &str = ".willwrite-backup";

/// The byte order mark, which is no part of a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A file as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Where it really is, links followed.
    pub target: PathBuf,
    /// Its bytes; `None` where there is no file.
    pub bytes: Option<Vec<u8>>,
}

impl Loaded {
    /// Its text, without a byte order mark.
    ///
    /// # Errors
    /// It is no UTF-8.
    pub fn text(&self) -> Result<Option<&str>, SetupError> {
        let Some(bytes) = &self.bytes else { return Ok(None) };
        let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|_| SetupError::Unparsable {
            path: self.target.clone(),
            line: 0,
            message: "the file is not UTF-8".to_owned(),
        })?;
        Ok(Some(text))
    }

    /// The bytes of another text in this file's place, with a byte order mark if it had one.
    #[must_use]
    pub fn encoded(&self, text: &str) -> Vec<u8> {
        let mark =
            if self.bytes.as_deref().is_some_and(|bytes| bytes.starts_with(MARK)) { MARK } else { b"" };
        [mark, text.as_bytes()].concat()
    }
}

/// Reads a file, which may be missing, and follows links to where it is or would be.
///
/// # Errors
/// It can't be read, or is too large or no file.
pub fn load(path: &Path) -> Result<Loaded, SetupError> {
    let target = follow(path)?;
    let refuse = |reason: String| SetupError::Machine { path: target.clone(), reason };
    let file = match fs::metadata(&target) {
        // A fifo would keep the reader waiting for ever.
        Ok(found) if found.is_file() => File::open(&target),
        Ok(_) => return Err(refuse("it is no regular file".to_owned())),
        Err(error) => Err(error),
    };
    let file = match file {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Loaded { target, bytes: None });
        }
        Err(error) => return Err(refuse(format!("it can't be read: {error}"))),
    };
    let mut bytes = Vec::new();
    file.take(SIZE_CAP + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| refuse(format!("it can't be read: {error}")))?;
    if bytes.len() as u64 > SIZE_CAP {
        return Err(refuse(format!("it is larger than {} MiB", SIZE_CAP >> 20)));
    }
    Ok(Loaded { target, bytes: Some(bytes) })
}

/// The files with this ending in a directory, by name.
#[must_use]
pub fn list(directory: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.to_str().is_some_and(|name| name.ends_with(ending)) && file.is_file());
    files.sort();
    files
}

/// Where a path leads: the end of its chain of links, which need not exist.
fn follow(path: &Path) -> Result<PathBuf, SetupError> {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("/")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(SetupError::Machine { path, reason: "too many links lead there".to_owned() })
}

/// The place of the kept text of a file.
#[must_use]
pub fn backup_of(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(BACKUP);
    PathBuf::from(name)
}

/// Gives a file new bytes. Its mode stays; a new one gets `new_mode`, and its directory is made.
///
/// # Errors
/// The file is read-only, or the system refuses.
pub fn replace(target: &Path, bytes: &[u8], new_mode: Option<u32>) -> Result<(), SetupError> {
    let refuse = |error: io::Error| SetupError::Machine {
        path: target.to_owned(),
        reason: format!("it can't be written: {error}"),
    };
    let before = fs::metadata(target).ok();
    if before.as_ref().is_some_and(|before| before.permissions().mode() & 0o222 == 0) {
        return Err(SetupError::ReadOnly { path: target.to_owned() });
    }
    let directory = target.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(directory).map_err(refuse)?;
    let (beside, file) = beside(directory, target).map_err(refuse)?;
    let mode =
        before.as_ref().map_or(new_mode.unwrap_or(MODE), |before| before.permissions().mode() & 0o7777);
    let written = fill(file, bytes, mode, before.as_ref()).and_then(|()| fs::rename(&beside, target));
    if let Err(error) = written {
        let _ = fs::remove_file(&beside);
        return Err(refuse(error));
    }
    // The name is on the disk when its directory is; a file system that can't do that has no more to give.
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
    Ok(())
}

fn fill(mut file: File, bytes: &[u8], mode: u32, before: Option<&fs::Metadata>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(before) = before {
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (before.uid(), before.gid()) {
            // Only a privileged user may give a file away; without that the file is the one's who writes it.
            let _ = std::os::unix::fs::fchown(&file, Some(before.uid()), Some(before.gid()));
        }
    }
    file.set_permissions(Permissions::from_mode(mode))?;
    file.sync_all()
}

/// A new file beside the target that nobody else may read yet.
fn beside(directory: &Path, target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = format!(".{name}.willwrite-");
    clear(directory, &stem);
    let path = directory.join(format!("{stem}{}", std::process::id()));
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    Ok((path, file))
}

/// Removes what killed processes left.
fn clear(directory: &Path, stem: &str) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let old = || {
            let changed = entry.metadata().and_then(|found| found.modified()).ok()?;
            Some(SystemTime::now().duration_since(changed).ok()? > STALE)
        };
        let digits = entry
            .file_name()
            .to_string_lossy()
            .strip_prefix(stem)
            .map(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()));
        if digits == Some(true) && old() == Some(true) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes a file. Its directory stays: who made it cannot be told.
///
/// # Errors
/// The system refuses.
pub fn remove(target: &Path) -> Result<(), SetupError> {
    fs::remove_file(target).map_err(|error| SetupError::Machine {
        path: target.to_owned(),
        reason: format!("it can't be removed: {error}"),
    })
}

/// Removes a kept text that is no longer needed.
pub fn remove_backup(backup: &Path) {
    let _ = fs::remove_file(backup);
}

/// May a program be started from this file?
#[must_use]
pub fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// Is there a file?
#[must_use]
pub fn is_there(path: &Path) -> bool {
    fs::metadata(path).is_ok()
}
