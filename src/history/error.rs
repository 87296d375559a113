//! What can be wrong with a history, each with the way out.

use std::fmt;
use std::path::PathBuf;

/// Why the history could not be read or written. Nothing was deleted or changed in any of these cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryError {
    /// neither `XDG_DATA_HOME` nor `HOME` tells where it lies
    NoPlace,
    /// the file does not exist
    Missing {
        /// the database's file
        path: PathBuf,
    },
    /// the file is damaged or no database
    Corrupt {
        /// the database's file
        path: PathBuf,
    },
    /// the file is a database of another program
    Foreign {
        /// the database's file
        path: PathBuf,
    },
    /// the file was written by a newer version of this program
    Newer {
        /// the database's file
        path: PathBuf,
        /// the schema's version that it has
        found: i64,
        /// the latest that this program knows
        known: i64,
    },
    /// another program holds its lock for too long
    Locked {
        /// the database's file
        path: PathBuf,
    },
    /// it may not be written
    ReadOnly {
        /// the database's file
        path: PathBuf,
    },
    /// the disk is full
    Full {
        /// the database's file
        path: PathBuf,
    },
    /// it can't be opened or made
    Unreachable {
        /// the database's file
        path: PathBuf,
        /// what the system said
        detail: String,
    },
    /// the search words make no query
    Query {
        /// what is wrong
        detail: String,
    },
    /// the model of the semantic ranking can't be used
    Model {
        /// the model's file
        path: PathBuf,
        /// the line, from 1; 0 where the file can't be read at all
        line: u64,
        /// what is wrong
        detail: String,
    },
    /// anything else that the database said
    Database {
        /// its message
        detail: String,
    },
}

impl HistoryError {
    /// Reads SQLite's result code.
    pub(super) fn from_sqlite(path: &std::path::Path, error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked { path },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly { path },
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) => {
                Self::Unreachable { path, detail: one_line(&error.to_string()) }
            }
            _ => Self::Database { detail: one_line(&error.to_string()) },
        }
    }

    /// Reads the system's error on making the file.
    pub(super) fn from_system(path: &std::path::Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let path = path.to_path_buf();
        match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path },
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full { path },
            _ => Self::Unreachable { path, detail: one_line(&error.to_string()) },
        }
    }
}

impl fmt::Display for HistoryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlace => write!(out, "no place for the history: set XDG_DATA_HOME or HOME"),
            Self::Missing { path } => write!(out, "no history yet: `{}` does not exist", path.display()),
            Self::Corrupt { path } => {
                write!(
                    out,
                    "the history `{0}` is damaged; move it away (`mv {0} {0}.damaged`)",
                    path.display()
                )
            }
            Self::Foreign { path } => {
                write!(out, "`{}` is another program's database; name another file", path.display())
            }
            Self::Newer { path, found, known } => write!(
                out,
                "the history `{}` has schema {found}, this version knows {known}; update willwrite",
                path.display()
            ),
            Self::Locked { path } => {
                write!(out, "the history `{}` is locked by another process; try again", path.display())
            }
            Self::ReadOnly { path } => {
                write!(out, "the history `{}` may not be written; check its owner and mode", path.display())
            }
            Self::Full { path } => {
                write!(
                    out,
                    "the disk of the history `{}` is full; make room or `history purge`",
                    path.display()
                )
            }
            Self::Unreachable { path, detail } => {
                write!(out, "the history `{}` can't be opened: {detail}", path.display())
            }
            Self::Query { detail } => write!(out, "the search words make no query: {detail}"),
            Self::Model { path, line: 0, detail } => {
                write!(out, "the model `{}` of `history.model` can't be read: {detail}", path.display())
            }
            Self::Model { path, line, detail } => write!(
                out,
                "the model `{}` of `history.model` is no text of words and numbers: line {line}: {detail}",
                path.display()
            ),
            Self::Database { detail } => write!(out, "the history failed: {detail}"),
        }
    }
}

impl std::error::Error for HistoryError {}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ")
}
