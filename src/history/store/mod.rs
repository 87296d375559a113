//! The database: opened, written and read.
//!
//! Owns the file, its mode, its schema and every SQL statement. It takes texts only as [`Clean`](super::mask::Clean)
//! and never deletes a file that it does not understand.
#![expect(clippy::disallowed_methods, reason = "the history is a file of its own")]

mod entry;
mod expression;
mod find;
mod index;
mod narrow;
mod rank;
mod record;
mod retain;
mod schema;
mod search;
mod stats;

pub use entry::{Entry, Filter, Said};
pub use find::{FileEntry, Touched};
pub use record::Recorded;
pub use retain::{Purge, Purged};
pub use search::{Found, Hit};
pub use stats::{Statistics, ToolCount};

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::error::HistoryError;
use schema::Standing;

/// How long a writer waits for another one. A write takes a millisecond; only a machine with far more work than it can
/// do, or a disk that does not answer, comes near to this.
const BUSY: Duration = Duration::from_secs(10);

/// Waits of a millisecond; the later ones are longer.
const SHORT_WAITS: i32 = 50;

/// Bytes of the write-ahead log after which it is moved into the database. Small, for a process that is the only one
/// reads the whole log when it opens the database; not too small, for moving it waits for the disk.
const LOG_BYTES: u64 = 512 << 10;

/// An open history.
#[derive(Debug)]
pub struct History {
    connection: Connection,
    path: PathBuf,
}

impl History {
    /// Opens the history for writing; makes it (mode 0600, its directory 0700) where there is none, and leads an older
    /// schema to the latest.
    ///
    /// # Errors
    /// Every kind but `Missing` and `Query`; the file is left as it is.
    pub fn open(path: &Path) -> Result<Self, HistoryError> {
        make_file(path)?;
        let mut history = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        match history.standing()? {
            Standing::Current => {}
            Standing::Empty | Standing::Older(_) => history.build()?,
            standing => return Err(history.refusal(standing)),
        }
        Ok(history)
    }

    /// Opens the history for reading; a history that may not be written is opened all the same.
    ///
    /// # Errors
    /// `Missing` if there is none, and every other kind but `Query`.
    pub fn open_existing(path: &Path) -> Result<Self, HistoryError> {
        if !path.exists() {
            return Err(HistoryError::Missing { path: path.to_path_buf() });
        }
        match Self::open(path) {
            Err(
                HistoryError::ReadOnly { .. } | HistoryError::Full { .. } | HistoryError::Unreachable { .. },
            ) => Self::open_unwritable(path),
            opened => opened,
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn open_unwritable(path: &Path) -> Result<Self, HistoryError> {
        let history = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        match history.standing() {
            Ok(Standing::Current) => Ok(history),
            Ok(Standing::Empty | Standing::Older(_)) => {
                Err(HistoryError::ReadOnly { path: path.to_path_buf() })
            }
            Ok(standing) => Err(history.refusal(standing)),
            // The log's index can't be made there; without other writers the file alone tells enough.
            Err(_) => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                let address = format!("file:{}?immutable=1", address_path(path));
                let history = Self::connect_by(path, Path::new(&address), flags)?;
                history.standing().map(|_| ())?;
                Ok(history)
            }
        }
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, HistoryError> {
        Self::connect_by(path, path, flags)
    }

    fn connect_by(path: &Path, address: &Path, flags: OpenFlags) -> Result<Self, HistoryError> {
        let set_up = || {
            let mut connection =
                Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_handler(Some(wait_for_other))?;
            // Closing costs no move of the log into the database, which would wait for the disk.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
            // SQLite's own way moves the log but leaves it there: the next process, which knows nothing of that, would
            // read and move it all again. `move_log` empties it.
            connection.pragma_update(None, "wal_autocheckpoint", 0)?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            Ok(connection)
        };
        let connection = set_up().map_err(|error| HistoryError::from_sqlite(path, &error))?;
        Ok(Self { connection, path: path.to_path_buf() })
    }

    fn standing(&self) -> Result<Standing, HistoryError> {
        schema::standing(&self.connection).map_err(|error| self.error(&error))
    }

    fn build(&mut self) -> Result<(), HistoryError> {
        let built = self
            .connection
            .pragma_update(None, "journal_mode", "WAL")
            .and_then(|()| schema::migrate(&mut self.connection));
        built.map_err(|error| self.error(&error))?;
        // A step over a large history leaves a long log.
        self.move_log();
        Ok(())
    }

    /// Moves the log into the database and empties it once it has grown; puts it off while others read or write.
    fn move_log(&mut self) {
        if self.log_bytes() > LOG_BYTES {
            // What was committed stays committed whether this succeeds or not.
            let _ = self.connection.busy_handler(None::<fn(i32) -> bool>);
            self.empty_log();
            let _ = self.connection.busy_handler(Some(wait_for_other));
        }
    }

    /// Moves it first, which waits for the disk while others go on writing, and empties it if nothing came in since.
    fn empty_log(&self) {
        let moved = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
            Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        });
        let long = self.log_bytes() > LOG_BYTES * 8;
        if moved.is_ok_and(|(all, moved)| all == moved) || long {
            let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    fn log_bytes(&self) -> u64 {
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        std::fs::metadata(log).map_or(0, |log| log.len())
    }

    fn refusal(&self, standing: Standing) -> HistoryError {
        let path = self.path.clone();
        match standing {
            Standing::Newer(found) => HistoryError::Newer { path, found, known: schema::VERSION },
            _ => HistoryError::Foreign { path },
        }
    }

    fn error(&self, error: &rusqlite::Error) -> HistoryError {
        HistoryError::from_sqlite(&self.path, error)
    }
}

/// The clock, in milliseconds since 1970-01-01 UTC.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Waits in short steps, for a writer is done in about a millisecond; SQLite's own steps grow to a tenth of a second.
fn wait_for_other(times: i32) -> bool {
    thread_local! {
        static SINCE: Cell<Option<Instant>> = const { Cell::new(None) };
    }
    // By the clock: on a busy machine a sleep of a millisecond may take ten.
    let since = SINCE.get().filter(|_| times > 0).unwrap_or_else(Instant::now);
    SINCE.set(Some(since));
    std::thread::sleep(Duration::from_millis(if times < SHORT_WAITS { 1 } else { 5 }));
    since.elapsed() < BUSY
}

/// Makes the empty file with its mode before SQLite sees it: the log and its index take over that mode.
fn make_file(path: &Path) -> Result<(), HistoryError> {
    if path.exists() {
        return Ok(());
    }
    let made = make_directory(path).and_then(|()| {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path).map(drop)
    });
    made.map_err(|error| HistoryError::from_system(path, &error))
}

fn make_directory(path: &Path) -> std::io::Result<()> {
    let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) else {
        return Ok(());
    };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// A path inside a `file:` address.
fn address_path(path: &Path) -> String {
    path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}
