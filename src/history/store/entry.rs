//! Stored observations as they are read back, the filter that picks them, and their JSON.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::{Value, json};

use super::super::error::HistoryError;
use super::super::observation::{Details, Outcome, Touch};
use super::super::time;
use super::History;
use super::narrow::narrowed;

/// One stored observation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its number; later ones are higher.
    pub id: i64,
    /// When it was recorded, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The agent.
    pub agent: String,
    /// The agent's own name of the session.
    pub session: String,
    /// The agent's id of the call.
    pub call: Option<String>,
    /// The prompt that it serves, counted from 1 in its session; 0 if none was seen.
    pub prompt_index: i64,
    /// The call within its prompt, counted from 1.
    pub tool_index: i64,
    /// The subagent that made the call.
    pub subagent: Option<String>,
    /// The directory.
    pub cwd: String,
    /// The tool.
    pub tool: String,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took, in milliseconds.
    pub duration: Option<i64>,
    /// Secrets that were taken out.
    pub masked: i64,
    /// What can be told of it by the kind of tool.
    pub details: Details,
    /// The input as JSON.
    pub input: String,
    /// The output.
    pub output: String,
    /// Why it failed.
    pub error: Option<String>,
    /// The files that it read or wrote.
    pub touches: Vec<Touch>,
}

impl Entry {
    /// What the call is about in one text: its command, file, pattern or address.
    #[must_use]
    pub fn subject(&self) -> &str {
        let details = &self.details;
        let about = [&details.command, &details.file, &details.pattern, &details.url];
        about.into_iter().find_map(Option::as_deref).unwrap_or(&self.input)
    }

    /// The branches of what it wrote, each once.
    #[must_use]
    pub fn branches(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for branch in self.touches.iter().filter_map(|touch| touch.branch.as_deref()) {
            if !names.contains(&branch) {
                names.push(branch);
            }
        }
        names
    }

    /// The observation as a JSON object; what is not known is left out.
    #[must_use]
    pub fn json(&self) -> Value {
        let details = &self.details;
        let input = serde_json::from_str(&self.input).unwrap_or_else(|_| Value::from(self.input.as_str()));
        let mut value = json!({
            "id": self.id, "at": time::text(self.at), "agent": self.agent, "session": self.session,
            "call": self.call, "prompt_index": self.prompt_index, "tool_index": self.tool_index,
            "subagent": self.subagent, "cwd": self.cwd, "tool": self.tool, "outcome": self.outcome.word(),
            "exit_code": details.exit_code, "duration_ms": self.duration, "masked": self.masked, "file": details.file,
            "file_type": details.file_type, "lines": details.lines, "command": details.command, "pattern": details.pattern,
            "matches": details.matches, "url": details.url, "status": details.status, "input": input, "output": self.output,
            "error": self.error, "touches": self.touches.iter().map(touch_json).collect::<Vec<_>>(),
        });
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|_, field| !field.is_null());
        }
        value
    }
}

fn touch_json(touch: &Touch) -> Value {
    json!({
        "path": touch.path, "effect": touch.effect, "repository": touch.repository, "branch": touch.branch,
        "certain": touch.certain,
    })
}

/// What a guard said of a call, read back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The session's name.
    pub session: String,
    /// The tool.
    pub tool: String,
    /// The policy.
    pub policy: String,
    /// `block`, `ask` or `warn`.
    pub verdict: String,
    /// Its message.
    pub message: String,
    /// The root of the repository that it speaks of.
    pub repository: Option<String>,
    /// The branch of that repository.
    pub branch: Option<String>,
}

/// Which observations are wanted; what is `None` or false does not narrow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Calls of this tool, case ignored.
    pub tool: Option<String>,
    /// Calls that are about this file or touched it or something below it; a relative path matches the end of a path.
    pub file: Option<String>,
    /// Calls that touched a file of a repository on this branch.
    pub branch: Option<String>,
    /// Not before this time, in milliseconds since 1970-01-01 UTC.
    pub since: Option<i64>,
    /// Before this time.
    pub until: Option<i64>,
    /// Only calls that failed or were interrupted.
    pub failed: bool,
    /// Calls of the sessions whose name begins so.
    pub session: Option<String>,
    /// Calls made in this directory or below it.
    pub below: Option<String>,
}

impl Filter {
    /// The conditions over `o` (observation) and `s` (session), each beginning with ` AND `, and their values. In a
    /// condition `?` stands for its one value, however often.
    pub(super) fn conditions(&self) -> (String, Vec<Sql>) {
        let text = |text: &Option<String>| text.clone().map(Sql::Text);
        let directory = |text: &Option<String>| {
            text.as_deref().map(|path| Sql::Text(path.trim_end_matches('/').to_owned()))
        };
        let wanted = [
            ("o.tool = ? COLLATE NOCASE", text(&self.tool)),
            (ON_BRANCH, text(&self.branch)),
            ("o.at >= ?", self.since.map(Sql::Integer)),
            ("o.at < ?", self.until.map(Sql::Integer)),
            ("o.outcome IN (1, ?)", self.failed.then_some(Sql::Integer(2))),
            ("substr(s.name, 1, length(?)) = ?", text(&self.session)),
            ("(o.cwd = ? OR substr(o.cwd, 1, length(?) + 1) = ? || '/')", directory(&self.below)),
            (OF_FILE, directory(&self.file)),
        ];
        let (mut sql, mut values) = (String::new(), Vec::new());
        for (condition, value) in wanted {
            let Some(value) = value else { continue };
            values.push(value);
            sql.push_str(" AND ");
            sql.push_str(&condition.replace('?', &format!("?{}", values.len())));
        }
        (sql, values)
    }
}

const ON_BRANCH: &str = "EXISTS (SELECT 1 FROM touch t WHERE t.observation = o.id AND t.branch = ?)";

/// The file itself, something below it, or (by a relative path) the end of a path.
const OF_FILE: &str = "(o.file = ? OR substr(o.file, 1, length(?) + 1) = ? || '/' \
    OR substr('/' || o.file, -length(?) - 1) = '/' || ? \
    OR EXISTS (SELECT 1 FROM touch t WHERE t.observation = o.id AND (t.path = ? \
        OR substr(t.path, 1, length(?) + 1) = ? || '/' OR substr(t.path, -length(?) - 1) = '/' || ?)))";

/// The columns that [`read`] takes, over `o` and `s`.
pub(super) const COLUMNS: &str = "o.id, o.at, s.agent, s.name, o.call, o.prompt_index, o.tool_index, o.subagent, o.cwd, \
    o.tool, o.outcome, o.exit_code, o.duration, o.masked, o.file, o.file_type, o.lines, o.command, o.pattern, o.matches, \
    o.url, o.status, o.input, o.output, o.error";

/// An observation from a row of [`COLUMNS`], without its touches.
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: row.get(0)?,
        at: row.get(1)?,
        agent: row.get(2)?,
        session: row.get(3)?,
        call: row.get(4)?,
        prompt_index: row.get(5)?,
        tool_index: row.get(6)?,
        subagent: row.get(7)?,
        cwd: row.get(8)?,
        tool: row.get(9)?,
        outcome: Outcome::from_code(row.get(10)?),
        duration: row.get(12)?,
        masked: row.get(13)?,
        details: Details {
            file: row.get(14)?,
            file_type: row.get(15)?,
            lines: row.get(16)?,
            command: row.get(17)?,
            exit_code: row.get(11)?,
            pattern: row.get(18)?,
            matches: row.get(19)?,
            url: row.get(20)?,
            status: row.get(21)?,
        },
        input: row.get(22)?,
        output: row.get(23)?,
        error: row.get(24)?,
        touches: Vec::new(),
    })
}

/// The files of an observation, in their order.
pub(super) fn touches(connection: &Connection, observation: i64) -> rusqlite::Result<Vec<Touch>> {
    let mut statement = connection.prepare_cached(
        "SELECT path, effect, repository, branch, certain FROM touch WHERE observation = ?1 ORDER BY ordinal",
    )?;
    let rows = statement.query_map([observation], |row| {
        Ok(Touch {
            path: row.get(0)?,
            effect: row.get(1)?,
            repository: row.get(2)?,
            branch: row.get(3)?,
            certain: row.get(4)?,
        })
    })?;
    rows.collect()
}

impl History {
    /// Hands every wanted observation to `take`, oldest first, until it says false. Memory does not grow with them.
    ///
    /// # Errors
    /// `Corrupt`, `Locked`, `Database`.
    pub fn each(&self, filter: &Filter, take: &mut dyn FnMut(Entry) -> bool) -> Result<(), HistoryError> {
        self.each_of(filter, take).map_err(|error| self.error(&error))
    }

    fn each_of(&self, filter: &Filter, take: &mut dyn FnMut(Entry) -> bool) -> rusqlite::Result<()> {
        let Some(place) = narrowed(&self.connection, filter)? else { return Ok(()) };
        let (conditions, mut values) = filter.conditions();
        values.extend([Sql::Integer(*place.start()), Sql::Integer(*place.end())]);
        let last = values.len();
        let mut statement = self.connection.prepare(&format!(
            "SELECT {COLUMNS} FROM observation o JOIN session s ON s.id = o.session
             WHERE o.id BETWEEN ?{} AND ?{last}{conditions} ORDER BY o.id",
            last - 1
        ))?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let mut entry = read(row)?;
            entry.touches = touches(&self.connection, entry.id)?;
            if !take(entry) {
                break;
            }
        }
        Ok(())
    }

    /// What guards said in the wanted sessions and time, oldest first; the other filters do not narrow it.
    ///
    /// # Errors
    /// As [`History::each`].
    pub fn said(&self, filter: &Filter) -> Result<Vec<Said>, HistoryError> {
        let narrowed = Filter {
            since: filter.since,
            until: filter.until,
            session: filter.session.clone(),
            ..Filter::default()
        };
        let read = || {
            let (conditions, values) = narrowed.conditions();
            let mut statement = self.connection.prepare(&format!(
                "SELECT o.at, s.name, o.tool, o.policy, o.verdict, o.message, o.repository, o.branch
                 FROM finding o JOIN session s ON s.id = o.session WHERE 1{conditions} ORDER BY o.id"
            ))?;
            let rows = statement.query_map(params_from_iter(values), |row| {
                Ok(Said {
                    at: row.get(0)?,
                    session: row.get(1)?,
                    tool: row.get(2)?,
                    policy: row.get(3)?,
                    verdict: row.get(4)?,
                    message: row.get(5)?,
                    repository: row.get(6)?,
                    branch: row.get(7)?,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<Said>>>()
        };
        read().map_err(|error| self.error(&error))
    }
}
