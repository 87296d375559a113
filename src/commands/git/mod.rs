//! git's command line as data: its global options, its subcommands with their options, aliases and refspecs.
//!
//! Owns what an argv *says*. What that does to a repository stands in `analysis::git`, which knows the repository.
//!
//! Source: the manual pages of git 2.47.

pub mod alias;
pub mod globals;
pub mod refspec;
mod rows;

use crate::commands::options::{Opt, Parsed, Syntax, parse};
use crate::span::Span;
use crate::value::Field;

/// One subcommand, or one subcommand of a subcommand (`stash push`).
#[derive(Debug)]
pub struct Row {
    /// Its name, the words separated by one space.
    pub name: &'static str,
    /// What it does.
    pub act: Act,
    /// Its options; `--no-x` of a listed `--x` needs no entry unless it matters.
    pub options: &'static [Opt<'static, ()>],
    /// How it reads them.
    pub syntax: Syntax,
}

/// What a subcommand does, as far as the executor tells subcommands apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// reads only, whatever the options are
    Read,
    /// reads, but writes the file that `--output` names
    ReadOutput,
    /// writes this operation without refs, and nothing that 2.9 counts
    Plain(&'static str),
    /// writes objects, caches or logs only: told as no write
    Upkeep,
    /// `add`, `stage`
    Add,
    /// `am`
    Am,
    /// `apply`
    Apply,
    /// `archive`
    Archive,
    /// `bisect SUBCOMMAND`
    Bisect,
    /// `branch`
    Branch,
    /// `bundle create`
    BundleCreate,
    /// `checkout`
    Checkout,
    /// `checkout-index`
    CheckoutIndex,
    /// `cherry-pick`
    CherryPick,
    /// `clean`
    Clean,
    /// `clone`
    Clone,
    /// `commit`
    Commit,
    /// `config`
    Config,
    /// `fast-import`
    FastImport,
    /// `fetch`
    Fetch,
    /// `filter-branch`
    FilterBranch,
    /// `format-patch`
    FormatPatch,
    /// `init`
    Init,
    /// `ls-files`
    ListFiles,
    /// `merge`
    Merge,
    /// `merge-file`
    MergeFile,
    /// `mv`
    Move,
    /// `notes SUBCOMMAND`
    Notes,
    /// `pull`
    Pull,
    /// `push`
    Push,
    /// `read-tree`
    ReadTree,
    /// `rebase`
    Rebase,
    /// `remote SUBCOMMAND`
    Remote,
    /// `reset`
    Reset,
    /// `restore`
    Restore,
    /// `revert`
    Revert,
    /// `rev-parse`
    RevisionParse,
    /// `rm`
    Remove,
    /// runs code that nobody reads here, with this reason
    Runs(&'static str),
    /// `svn dcommit`, `http-push`, `subtree push`: a push of which the ref is not known
    SendElsewhere,
    /// `stash` and `stash push`
    StashPush,
    /// `stash pop`, `apply`, `drop`, `clear`, `branch`, `store`
    Stash,
    /// `submodule SUBCOMMAND`
    Submodule,
    /// `subtree SUBCOMMAND`
    Subtree,
    /// `switch`
    Switch,
    /// `symbolic-ref`
    SymbolicRef,
    /// `tag`
    Tag,
    /// `update-index`
    UpdateIndex,
    /// `update-ref`
    UpdateRef,
    /// `worktree add`
    WorktreeAdd,
    /// `worktree remove`
    WorktreeRemove,
    /// `worktree move`
    WorktreeMove,
}

/// A subcommand with what it was given.
#[derive(Debug)]
pub struct Arguments {
    parsed: Parsed<'static, ()>,
    /// The operands in front of `--`, or all of them without one.
    pub operands: Vec<Field>,
    /// The operands behind `--`, if it was given.
    pub behind_dashes: Option<Vec<Field>>,
    /// Options outside the row.
    pub unknown: Vec<(Span, String)>,
    /// True if an argument is not known and could be an option, or any number of them.
    pub vague: bool,
}

impl Arguments {
    /// Was the option with this name given, and not taken back by a later `--no-…`?
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let word = name.strip_prefix("--");
        let last = self.parsed.options().rev().find_map(|given| {
            if given.option.is(name) {
                Some(true)
            } else if word.is_some_and(|word| given.option.negates(word)) {
                Some(false)
            } else {
                None
            }
        });
        last == Some(true)
    }

    /// True if one of these options was given.
    #[must_use]
    pub fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.has(name))
    }

    /// The value of the last option of that name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Field> {
        self.parsed.value(name)
    }

    /// The values of all options of that name, in order.
    pub fn values<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Field> {
        self.parsed
            .options()
            .filter(move |given| given.option.is(name))
            .filter_map(|given| given.value.as_ref())
    }

    /// All operands, whatever stands in front of or behind `--`.
    #[must_use]
    pub fn all_operands(&self) -> Vec<Field> {
        self.operands.iter().chain(self.behind_dashes.iter().flatten()).cloned().collect()
    }
}

/// The row of a subcommand. For a subcommand that has subcommands (`stash`), `second` (its first argument) chooses among
/// them; the number tells how many words the row's name took.
#[must_use]
pub fn row(name: &str, second: Option<&str>) -> Option<(&'static Row, usize)> {
    if let Some(second) = second {
        let both = format!("{name} {second}");
        if let Some(row) = rows::find(&both) {
            return Some((row, 2));
        }
    }
    rows::find(name).map(|row| (row, 1))
}

/// Is there a row for a subcommand of `name`'s, so that its first argument has to be known?
#[must_use]
pub fn has_subcommands(name: &str) -> bool {
    rows::all().any(|row| row.name.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))
}

/// Reads the arguments behind a row's name.
#[must_use]
pub fn arguments(row: &'static Row, fields: &[Field]) -> Arguments {
    let dashes = fields.iter().position(|field| field.known() == Some("--"));
    let parsed = parse(fields, row.options, row.syntax);
    let mut operands: Vec<Field> = parsed.operands().cloned().collect();
    let behind_dashes = dashes.map(|at| {
        let behind = fields.len().saturating_sub(at + 1);
        operands.split_off(operands.len().saturating_sub(behind))
    });
    let unknown = parsed
        .unknown
        .iter()
        .filter(|(_, text)| !is_negation(row, text))
        .map(|(span, text)| (*span, text.to_string()))
        .collect();
    let vague = parsed.perhaps.is_some();
    Arguments { parsed, operands, behind_dashes, unknown, vague }
}

/// `--no-x` of a listed `--x`: git derives it (gitcli(7)).
fn is_negation(row: &Row, text: &str) -> bool {
    let Some(word) = text.strip_prefix("--no-") else {
        return false;
    };
    row.options.iter().any(|option| option.names.split(' ').any(|name| name.strip_prefix("--") == Some(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(line: &str) -> Vec<Field> {
        line.split_whitespace().map(|word| Field::text(word, Span::default())).collect()
    }

    fn known(fields: &[Field]) -> Vec<&str> {
        fields.iter().map(|field| field.known().unwrap()).collect()
    }

    #[test]
    fn rows_are_sorted_and_unique() {
        for table in rows::tables() {
            let names: Vec<&str> = table.iter().map(|row| row.name).collect();
            let mut sorted = names.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(names, sorted);
        }
        let mut all: Vec<&str> = rows::all().map(|row| row.name).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn options_with_values_do_not_become_operands() {
        let (row, words) = row("commit", Some("-m")).unwrap();
        assert_eq!(words, 1);
        let given = arguments(row, &fields("-m msg -a --author=me a.txt -- b.txt"));
        assert_eq!(known(&given.operands), ["a.txt"]);
        assert_eq!(known(given.behind_dashes.as_deref().unwrap()), ["b.txt"]);
        assert!(given.has("--all") && given.unknown.is_empty());
    }

    #[test]
    fn the_last_of_an_option_and_its_negation_counts() {
        let (row, _) = row("commit", None).unwrap();
        assert!(!arguments(row, &fields("--dry-run --no-dry-run")).has("--dry-run"));
        assert!(arguments(row, &fields("--no-dry-run --dry-run")).has("--dry-run"));
    }

    #[test]
    fn a_subcommand_of_a_subcommand_has_its_own_row() {
        assert_eq!(row("stash", Some("pop")).unwrap().0.name, "stash pop");
        assert_eq!(row("stash", Some("-u")).unwrap().0.name, "stash");
        assert!(has_subcommands("worktree") && !has_subcommands("commit"));
        assert!(row("no-such-command", None).is_none());
    }
}
