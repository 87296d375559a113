//! What the tools did: observations of finished tool calls in an embedded SQLite database, and the ways to find them.
//!
//! Owns the record of a call ([`Observation`]), the reading of agents' after-call payloads ([`payload`]), the mask that
//! every stored text passes ([`mask`]), the cut to a bounded size ([`truncate`]), the database ([`store`]), the context
//! for a prompt ([`context`]), the semantic order of matches
//! ([`semantic`]) and the page for people ([`report`]). It does not analyse commands (whoever records hands
//! over what a call touched), reads no configuration and prints nothing.
//!
//! **Invariant**: no text reaches the database but as [`mask::Clean`], which only the mask can make.

pub mod context;
pub mod error;
pub mod mask;
pub mod observation;
pub mod payload;
pub mod report;
pub mod semantic;
pub mod store;
pub mod time;
pub mod tools;
pub mod truncate;

pub use error::HistoryError;
pub use observation::{Finding, Observation, Outcome, Touch};
pub use store::History;

use std::path::PathBuf;

/// What is recorded and how long it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Tools whose calls are not recorded.
    pub excluded_tools: Vec<String>,
    /// Leaves out calls that failed.
    pub store_only_on_success: bool,
    /// The longest stored text of an output, in characters, the cut's marker included.
    pub output_characters: usize,
    /// The most lines of a stored output, the cut's marker included.
    pub output_lines: usize,
    /// How many observations are kept; the oldest go first.
    pub keep_observations: u64,
    /// How many days an observation is kept.
    pub keep_days: u64,
    /// How many observations a prompt gets as context; 0 for none.
    pub context_observations: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            excluded_tools: vec!["TodoWrite".into(), "TodoRead".into()],
            store_only_on_success: false,
            output_characters: 10_000,
            output_lines: 100,
            keep_observations: 1_000_000,
            keep_days: 365,
            context_observations: 3,
        }
    }
}

impl Settings {
    /// Is a call of this tool and outcome to be recorded?
    ///
    /// ```
    /// use willwrite::history::{Outcome, Settings};
    /// assert!(!Settings::default().wants("TodoWrite", Outcome::Succeeded));
    /// assert!(Settings::default().wants("Bash", Outcome::Failed));
    /// ```
    #[must_use]
    pub fn wants(&self, tool: &str, outcome: Outcome) -> bool {
        let excluded = self.excluded_tools.iter().any(|name| name == tool);
        let failed = matches!(outcome, Outcome::Failed | Outcome::Interrupted);
        !(excluded || failed && self.store_only_on_success)
    }
}

/// Where the history lies by the XDG base directory specification: `$XDG_DATA_HOME/willwrite/history.db`, by default
/// `~/.local/share/willwrite/history.db`. `None` if neither directory is known; relative values do not count.
#[must_use]
pub fn database_path(data_home: Option<&str>, home: Option<&str>) -> Option<PathBuf> {
    let absolute = |text: &&str| text.starts_with('/');
    let base = match data_home.filter(absolute) {
        Some(base) => PathBuf::from(base),
        None => PathBuf::from(home.filter(absolute)?).join(".local/share"),
    };
    Some(base.join("willwrite/history.db"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_lies_where_xdg_says() {
        let path = |data, home| database_path(data, home).map(|path| path.display().to_string());
        assert_eq!(path(Some("/d"), Some("/h")).as_deref(), Some("/d/willwrite/history.db"));
        assert_eq!(path(Some("rel"), Some("/h")).as_deref(), Some("/h/.local/share/willwrite/history.db"));
        assert_eq!(path(Some(""), Some("/h")).as_deref(), Some("/h/.local/share/willwrite/history.db"));
        assert_eq!(path(None, None), None);
    }

    #[test]
    fn failures_are_left_out_only_on_wish() {
        let strict = Settings { store_only_on_success: true, ..Settings::default() };
        assert!(!strict.wants("Bash", Outcome::Failed));
        assert!(!strict.wants("Bash", Outcome::Interrupted));
        assert!(strict.wants("Bash", Outcome::Unknown));
        assert!(Settings::default().wants("Bash", Outcome::Failed));
    }
}
