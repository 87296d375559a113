//! Writes observations and findings: one transaction each.

use rusqlite::{
    CachedStatement, OptionalExtension, ToSql, Transaction, TransactionBehavior, named_params, params,
};

use super::super::Settings;
use super::super::error::HistoryError;
use super::super::mask::{Clean, mask, mask_json};
use super::super::observation::{Finding, Observation, Touch};
use super::super::payload::Prompt;
use super::super::tools;
use super::super::truncate::{Keep, Limit, truncate};
use super::History;

/// Files that one call may be said to have touched; the rest is left out.
const TOUCHES: usize = 500;

/// Characters of a command, path, pattern or name at most.
const NAME_CHARACTERS: usize = 10_000;

/// Characters of the input's JSON at most.
const INPUT_CHARACTERS: usize = 40_000;

/// What became of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// it is stored under this number
    Stored(i64),
    /// the call was stored before
    Known,
    /// the settings leave it out
    LeftOut,
}

impl ToSql for Clean {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        self.as_str().to_sql()
    }
}

impl History {
    /// Stores an observation, its texts masked and cut.
    ///
    /// # Errors
    /// `Locked`, `ReadOnly`, `Full`, `Corrupt`, `Unreachable`, `Database`; nothing is stored then.
    pub fn record(&mut self, call: &Observation, settings: &Settings) -> Result<Recorded, HistoryError> {
        if !settings.wants(&call.tool, call.outcome) {
            return Ok(Recorded::LeftOut);
        }
        let row = Row::of(call, settings);
        self.write(|transaction| {
            let session = session(transaction, &row)?;
            let place = next_place(transaction, session, row.prompt.as_ref())?;
            let inserted = insert(transaction, &row, session, place)?;
            if inserted == 0 {
                return Ok(None);
            }
            let id = transaction.last_insert_rowid();
            insert_touches(transaction, id, &row.touches)?;
            count(transaction, session, &row, place)?;
            Ok(Some(id))
        })
        .map(|id| id.map_or(Recorded::Known, Recorded::Stored))
    }

    /// Counts a prompt in its session. The prompt's text is not stored.
    ///
    /// # Errors
    /// As [`History::record`].
    pub fn record_prompt(&mut self, prompt: &Prompt, at: i64) -> Result<(), HistoryError> {
        let row = Row::of_session(&prompt.agent, &prompt.session, &prompt.cwd, at);
        let id = prompt.id.as_deref().map(name);
        self.write(|transaction| {
            let session = session(transaction, &row)?;
            transaction.execute(
                "UPDATE session SET prompts = prompts + 1, prompt = ?2, tools = 0
                 WHERE id = ?1 AND (?2 IS NULL OR prompt IS NOT ?2)",
                params![session, id],
            )?;
            Ok(Some(session))
        })
        .map(drop)
    }

    /// Notes that a session has ended.
    ///
    /// # Errors
    /// As [`History::record`].
    pub fn record_end(&mut self, session: &str, at: i64) -> Result<(), HistoryError> {
        let session = name(session);
        self.write(|transaction| {
            transaction.execute("UPDATE session SET ended = ?2 WHERE name = ?1", params![session, at])?;
            Ok(Some(0))
        })
        .map(drop)
    }

    /// Stores what a guard said of a call.
    ///
    /// # Errors
    /// As [`History::record`].
    pub fn record_finding(&mut self, finding: &Finding) -> Result<(), HistoryError> {
        let row = Row::of_session(&finding.agent, &finding.session, &finding.cwd, finding.at);
        let call = finding.call.as_deref().map(name);
        let (tool, policy, verdict) = (name(&finding.tool), name(&finding.policy), name(&finding.verdict));
        let message = name(&finding.message);
        let (repository, branch) =
            (finding.repository.as_deref().map(name), finding.branch.as_deref().map(name));
        self.write(|transaction| {
            let session = session(transaction, &row)?;
            transaction.execute(
                "INSERT INTO finding (session, call, at, cwd, tool, policy, verdict, message, repository, branch)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    session, call, finding.at, row.cwd, tool, policy, verdict, message, repository, branch
                ],
            )?;
            Ok(Some(session))
        })
        .map(drop)
    }

    /// Runs `work` in a transaction that has the writer's lock from its start; `None` leaves everything as it was.
    fn write(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<Option<i64>>,
    ) -> Result<Option<i64>, HistoryError> {
        let written = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(
            |transaction| {
                let done = work(&transaction)?;
                if done.is_some() { transaction.commit() } else { transaction.rollback() }?;
                Ok(done)
            },
        );
        let written = written.map_err(|error| self.error(&error))?;
        self.move_log();
        Ok(written)
    }
}

/// An observation with its texts masked and cut: what the database gets.
#[derive(Default)]
struct Row {
    agent: Clean,
    session: Clean,
    prompt: Option<Clean>,
    call: Option<Clean>,
    subagent: Option<Clean>,
    at: i64,
    cwd: Clean,
    tool: Clean,
    outcome: i64,
    exit_code: Option<i64>,
    duration: Option<i64>,
    file: Option<Clean>,
    file_type: Option<Clean>,
    lines: Option<i64>,
    command: Option<Clean>,
    pattern: Option<Clean>,
    matches: Option<i64>,
    url: Option<Clean>,
    status: Option<i64>,
    input: Clean,
    output: Clean,
    error: Option<Clean>,
    touches: Vec<TouchRow>,
}

struct TouchRow {
    path: Clean,
    effect: Clean,
    repository: Option<Clean>,
    branch: Option<Clean>,
    certain: bool,
}

impl Row {
    fn of(call: &Observation, settings: &Settings) -> Self {
        let limit = Limit {
            characters: settings.output_characters,
            lines: settings.output_lines,
            keep: Keep::of(tools::kind(&call.tool)),
        };
        let optional = |text: &Option<String>| text.as_deref().map(name);
        let details = &call.details;
        Self {
            prompt: optional(&call.prompt),
            call: optional(&call.call),
            subagent: optional(&call.subagent),
            tool: name(&call.tool),
            outcome: call.outcome.code(),
            exit_code: details.exit_code,
            duration: call.duration,
            file: optional(&details.file),
            file_type: optional(&details.file_type),
            lines: details.lines,
            command: optional(&details.command),
            pattern: optional(&details.pattern),
            matches: details.matches,
            url: optional(&details.url),
            status: details.status,
            input: input(call),
            output: truncate(mask(&call.output), limit),
            error: call.error.as_deref().map(|text| truncate(mask(text), limit)),
            touches: call.touches.iter().take(TOUCHES).map(TouchRow::of).collect(),
            ..Self::of_session(&call.agent, &call.session, &call.cwd, call.at)
        }
    }

    fn of_session(agent: &str, session: &str, cwd: &str, at: i64) -> Self {
        Self { agent: name(agent), session: name(session), cwd: name(cwd), at, ..Self::default() }
    }

    /// Secrets taken out; the command stands in the input too and counts once.
    fn masked(&self) -> usize {
        let error = self.error.as_ref().map_or(0, Clean::masked);
        self.input.masked() + self.output.masked() + error
    }
}

impl TouchRow {
    fn of(touch: &Touch) -> Self {
        Self {
            path: name(&touch.path),
            effect: name(&touch.effect),
            repository: touch.repository.as_deref().map(name),
            branch: touch.branch.as_deref().map(name),
            certain: touch.certain,
        }
    }
}

/// A name, path or command, masked and cut.
pub(super) fn name(text: &str) -> Clean {
    truncate(mask(text), Limit { characters: NAME_CHARACTERS, lines: usize::MAX, keep: Keep::Head })
}

/// The input as JSON; one that is too long is kept as a JSON string of its beginning.
fn input(call: &Observation) -> Clean {
    let whole = mask_json(&call.input);
    if whole.as_str().chars().count() <= INPUT_CHARACTERS {
        return whole;
    }
    let limit = Limit { characters: INPUT_CHARACTERS / 2, lines: usize::MAX, keep: Keep::Head };
    let cut = truncate(whole, limit);
    let quoted = serde_json::Value::from(cut.as_str()).to_string();
    cut.with(quoted)
}

/// The session's number; made where there is none.
fn session(transaction: &Transaction<'_>, row: &Row) -> rusqlite::Result<i64> {
    let mut known = transaction.prepare_cached("SELECT id FROM session WHERE name = ?1")?;
    if let Some(id) = known.query_row([&row.session], |found| found.get(0)).optional()? {
        return Ok(id);
    }
    transaction.execute(
        "INSERT INTO session (name, agent, cwd, started) VALUES (?1, ?2, ?3, ?4)",
        params![row.session, row.agent, row.cwd, row.at],
    )?;
    Ok(transaction.last_insert_rowid())
}

/// Where in its session a call stands: the prompt's number and the call's number within it, both from 1 (prompt 0 where
/// no prompt was seen).
#[derive(Clone, Copy)]
struct Place {
    prompt: i64,
    tool: i64,
}

/// A prompt id that differs from the session's last one begins a new prompt: agents send the id with every call, and a
/// prompt may have come before recording began.
fn next_place(
    transaction: &Transaction<'_>,
    session: i64,
    prompt: Option<&Clean>,
) -> rusqlite::Result<Place> {
    let mut last = transaction.prepare_cached("SELECT prompts, tools, prompt FROM session WHERE id = ?1")?;
    let (prompts, tools, last): (i64, i64, Option<String>) =
        last.query_row([session], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let new = prompt.is_some_and(|prompt| last.as_deref() != Some(prompt.as_str()));
    Ok(if new { Place { prompt: prompts + 1, tool: 1 } } else { Place { prompt: prompts, tool: tools + 1 } })
}

fn count(transaction: &Transaction<'_>, session: i64, row: &Row, place: Place) -> rusqlite::Result<()> {
    let mut update = transaction.prepare_cached(
        "UPDATE session SET prompts = ?2, tools = ?3, prompt = coalesce(?4, prompt), ended = NULL WHERE id = ?1",
    )?;
    update.execute(params![session, place.prompt, place.tool, row.prompt]).map(drop)
}

fn insert(transaction: &Transaction<'_>, row: &Row, session: i64, place: Place) -> rusqlite::Result<usize> {
    let mut statement: CachedStatement<'_> = transaction.prepare_cached(
        "INSERT INTO observation (session, call, at, prompt_index, tool_index, subagent, tool, outcome, exit_code,
            duration, masked, cwd, file, file_type, lines, command, pattern, matches, url, status, input, output, error)
         VALUES (:session, :call, :at, :prompt_index, :tool_index, :subagent, :tool, :outcome, :exit_code,
            :duration, :masked, :cwd, :file, :file_type, :lines, :command, :pattern, :matches, :url, :status, :input,
            :output, :error)
         ON CONFLICT DO NOTHING",
    )?;
    statement.execute(named_params! {
        ":session": session, ":call": row.call, ":at": row.at,
        ":prompt_index": place.prompt, ":tool_index": place.tool, ":subagent": row.subagent,
        ":tool": row.tool, ":outcome": row.outcome, ":exit_code": row.exit_code, ":duration": row.duration,
        ":masked": i64::try_from(row.masked()).unwrap_or(i64::MAX), ":cwd": row.cwd,
        ":file": row.file, ":file_type": row.file_type, ":lines": row.lines, ":command": row.command,
        ":pattern": row.pattern, ":matches": row.matches, ":url": row.url, ":status": row.status,
        ":input": row.input, ":output": row.output, ":error": row.error,
    })
}

fn insert_touches(
    transaction: &Transaction<'_>,
    observation: i64,
    touches: &[TouchRow],
) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO touch (observation, ordinal, path, effect, repository, branch, certain)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (ordinal, touch) in (0_i64..).zip(touches) {
        statement.execute(params![
            observation,
            ordinal,
            touch.path,
            touch.effect,
            touch.repository,
            touch.branch,
            touch.certain
        ])?;
    }
    Ok(())
}
