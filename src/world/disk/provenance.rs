//! Which commit last changed a path, by a bounded walk.
//!
//! Owns the walk alone: it follows the history as `git log -1 -- PATH` does, a merge to the parent that has the path
//! alike, and gives up past a number of commits, so that a hook stays quick on any history.

use git2::{Commit, Oid, Repository};

use crate::world::Provenance;

/// No more commits than this are looked at: about 50 ms on a cold cache.
const COMMITS_CAP: usize = 2_000;

/// The last commit that changed `path` (relative to the root) on the way back from HEAD.
pub(super) fn last_commit(repository: &Repository, path: &str) -> Option<Provenance> {
    let mut commit = repository.head().ok()?.peel_to_commit().ok()?;
    let Some(held) = entry(&commit, path) else { return Some(Provenance::Never) };
    for _ in 0..COMMITS_CAP {
        match commit.parents().find(|parent| entry(parent, path) == Some(held)) {
            Some(parent) => commit = parent,
            None => return Some(told(&commit)),
        }
    }
    Some(Provenance::NotWithin(COMMITS_CAP))
}

fn entry(commit: &Commit<'_>, path: &str) -> Option<Oid> {
    commit.tree().ok()?.get_path(path.as_ref()).ok().map(|entry| entry.id())
}

fn told(commit: &Commit<'_>) -> Provenance {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let author = commit.author();
    Provenance::Commit {
        id: commit.id().to_string().chars().take(10).collect(),
        subject: text(commit.summary_bytes().unwrap_or_default()),
        author: text(author.name_bytes()),
        date: date(author.when()),
    }
}

/// The day in the author's own time zone, as ISO 8601 has it.
fn date(when: git2::Time) -> String {
    let seconds = when.seconds() + i64::from(when.offset_minutes()) * 60;
    let (year, month, day) = civil(seconds.div_euclid(86_400));
    format!("{year:04}-{month:02}-{day:02}")
}

/// Days since 1970-01-01 as year, month and day of the Gregorian calendar. A year is counted from March, so that the
/// leap day comes last, and days fall into eras of 400 years that are all alike.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, carried) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + carried, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_787), (2026, 11, 30));
        assert_eq!(civil(-1), (1969, 12, 31));
    }
}
