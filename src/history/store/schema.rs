//! The database's schema, as the steps that led to it. A step that has been released never changes; a new one is added.

use rusqlite::Connection;

/// Marks a database as ours (`application_id`): `wwhi`.
pub(super) const APPLICATION: i64 = 0x7777_6869;

/// Step N leads from `user_version` N to N + 1.
pub(super) const STEPS: &[&str] = &[OBSERVATIONS, FULL_TEXT, FINDINGS, PLACES];

/// The schema's latest version.
pub(super) const VERSION: i64 = STEPS.len() as i64;

const OBSERVATIONS: &str = "
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    cwd TEXT NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER,
    prompt TEXT,
    prompts INTEGER NOT NULL DEFAULT 0,
    tools INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE observation (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (id),
    call TEXT,
    at INTEGER NOT NULL,
    prompt_index INTEGER NOT NULL,
    tool_index INTEGER NOT NULL,
    subagent TEXT,
    tool TEXT NOT NULL,
    outcome INTEGER NOT NULL,
    exit_code INTEGER,
    duration INTEGER,
    masked INTEGER NOT NULL,
    cwd TEXT NOT NULL,
    file TEXT,
    file_type TEXT,
    lines INTEGER,
    command TEXT,
    pattern TEXT,
    matches INTEGER,
    url TEXT,
    status INTEGER,
    input TEXT NOT NULL,
    output TEXT NOT NULL,
    error TEXT
);
-- One observation a call, however many hooks report it; calls without an id are all different.
CREATE UNIQUE INDEX observation_call ON observation (session, call, outcome);
CREATE TABLE touch (
    observation INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    path TEXT NOT NULL,
    effect TEXT NOT NULL,
    repository TEXT,
    branch TEXT,
    certain INTEGER NOT NULL,
    PRIMARY KEY (observation, ordinal)
) WITHOUT ROWID;
CREATE INDEX touch_path ON touch (path, observation);
";

/// The index follows the observations in batches, so that recording does not pay for it: `indexed` is the last
/// observation that it holds.
const FULL_TEXT: &str = "
CREATE TABLE progress (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO progress VALUES ('indexed', 0);
CREATE VIEW observation_words AS
    SELECT id, tool, coalesce(file, '') AS file, coalesce(command, url, '') AS command,
        coalesce(pattern, '') AS pattern, coalesce(error || char(10), '') || output AS result
    FROM observation;
CREATE VIRTUAL TABLE words USING fts5 (
    tool, file, command, pattern, result,
    content = 'observation_words', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
";

const FINDINGS: &str = "
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (id),
    call TEXT,
    at INTEGER NOT NULL,
    cwd TEXT NOT NULL,
    tool TEXT NOT NULL,
    policy TEXT NOT NULL,
    verdict TEXT NOT NULL,
    message TEXT NOT NULL
);
CREATE INDEX finding_session ON finding (session);
";

/// Where the rows of a branch and of a time lie, for searches that are narrowed to them; where findings belong.
const PLACES: &str = "
CREATE INDEX touch_branch ON touch (branch, observation) WHERE branch IS NOT NULL;
CREATE INDEX observation_at ON observation (at);
ALTER TABLE finding ADD COLUMN repository TEXT;
ALTER TABLE finding ADD COLUMN branch TEXT;
";

/// What a database's header says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// of this version
    Current,
    /// nothing in it yet
    Empty,
    /// of an older version
    Older(i64),
    /// of a newer version
    Newer(i64),
    /// of another program
    Foreign,
}

/// Reads the header.
pub(super) fn standing(connection: &Connection) -> rusqlite::Result<Standing> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let version = pragma("user_version")?;
    if version == VERSION && pragma("application_id")? == APPLICATION {
        return Ok(Standing::Current);
    }
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (pragma("application_id")?, version) {
        (0, 0) if tables == 0 => Standing::Empty,
        (APPLICATION, version) if version > VERSION => Standing::Newer(version),
        (APPLICATION, version) if version > 0 => Standing::Older(version),
        _ => Standing::Foreign,
    })
}

/// Leads a database from its version to the latest one, in one transaction. Two processes that come at once take turns;
/// the second finds nothing left to do.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let from = match standing(&transaction)? {
        Standing::Empty => 0,
        Standing::Older(version) => version,
        _ => return Ok(()),
    };
    let done = usize::try_from(from).unwrap_or(usize::MAX);
    for step in STEPS.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
