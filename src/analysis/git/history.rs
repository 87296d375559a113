//! What makes commits out of others: `merge`, `rebase`, `cherry-pick`, `revert`, `am`, `bisect`, `filter-branch`.

use super::Finished;
use super::call::{Call, ended, join, reads};
use super::checkout::missing_start;
use super::paths::file_operation;
use super::write::Write;
use crate::analysis::repository::Position;
use crate::commands::plan::{Dialect, FileAction, Operation, Outcome, ShellText};
use crate::value::{AbstractString, Field};
use crate::world::Entry;

/// A small file of git's own is not read beyond this (bytes).
pub(super) const STATE_FILE_LIMIT: usize = 4096;

/// `git merge`.
pub(super) fn merge(call: &mut Call<'_>) -> Finished {
    if let Some(finished) = goes_on(call, "merge") {
        return finished;
    }
    let sources = call.given.all_operands();
    let mut fails = sources.iter().find_map(|source| missing_start(call, source));
    if sources.is_empty() {
        fails = no_upstream(call);
    }
    fails = fails.or_else(|| unfinished(call));
    let idle = nothing_new(call, &sources);
    if idle.is_none() {
        fails = fails.or_else(|| no_fast_forward(call, &sources));
    }
    let commits = !call.given.has_any(&["--squash", "--no-commit"]);
    let references = if commits { call.current() } else { Vec::new() };
    let outcome = call.tell(Write::mutation("merge").on(references).failing(fails).idle(idle));
    if outcome == Outcome::Open {
        call.hooks(&["pre-merge-commit", "post-merge"]);
        settle(call, commits);
    }
    ended(outcome)
}

/// `--ff-only` refuses where HEAD has commits of its own.
fn no_fast_forward(call: &Call<'_>, sources: &[Field]) -> Option<String> {
    let [source] = sources else { return None };
    let name = source.known().filter(|_| call.given.has("--ff-only"))?;
    (call.holds(name, "HEAD") == Some(false)).then(|| "it is no fast-forward".to_owned())
}

/// HEAD's history holds the merged commit.
fn nothing_new(call: &Call<'_>, sources: &[Field]) -> Option<String> {
    let [source] = sources else { return None };
    let name = source.known()?;
    let same = matches!(name, "HEAD" | "@") || call.branch().as_deref() == Some(name);
    let held = same || call.holds("HEAD", name) == Some(true);
    held.then(|| "already up to date".to_owned())
}

/// Without an argument the upstream is meant.
fn no_upstream(call: &Call<'_>) -> Option<String> {
    match call.position()? {
        Position::Branch(name) => {
            let merge = call.settings_of(&format!("branch.{name}.merge"))?;
            merge.is_empty().then(|| format!("`{name}` has no upstream"))
        }
        Position::Detached(_) => Some("HEAD is on no branch".to_owned()),
        Position::Unknown(_) => None,
    }
}

/// Unmerged paths stop every new operation.
fn unfinished(call: &Call<'_>) -> Option<String> {
    let status = call.status_of_index()?;
    (!status.conflicted.is_empty()).then(|| "there are unmerged files".to_owned())
}

/// `--continue`, `--abort`, `--skip`, `--quit`.
fn goes_on(call: &mut Call<'_>, operation: &str) -> Option<Finished> {
    let given = &call.given;
    let step = ["--continue", "--abort", "--skip", "--quit", "--edit-todo"]
        .into_iter()
        .find(|step| given.has(step))?;
    let idle = call.status_of_index().is_some_and(|status| !status.in_progress);
    let fails = idle.then(|| format!("no {operation} is under way"));
    let references = if matches!(step, "--continue" | "--skip") { call.current() } else { Vec::new() };
    let outcome = call.tell(Write::mutation(operation).on(references).failing(fails));
    if outcome == Outcome::Open {
        if operation == "rebase" && step != "--edit-todo" && step != "--quit" {
            back_to_rebased_branch(call);
        }
        settle(call, matches!(step, "--continue" | "--skip"));
    }
    Some(ended(outcome))
}

/// A rebase that ends puts HEAD back on its branch.
fn back_to_rebased_branch(call: &mut Call<'_>) {
    let Some(checkout) = call.checkout() else { return };
    if checkout.known.is_none() || call.branch().is_some() {
        return;
    }
    let directory = checkout.repository.git_directory.clone();
    let name = ["rebase-merge", "rebase-apply"].iter().find_map(|state| {
        call.host.world().content(&format!("{directory}/{state}/head-name"), STATE_FILE_LIMIT)
    });
    if let Some(branch) = name.as_deref().and_then(|name| name.trim().strip_prefix("refs/heads/")) {
        let position = Position::Branch(branch.to_owned());
        call.move_to(position);
    }
}

fn settle(call: &mut Call<'_>, commits: bool) {
    call.unsettle();
    if commits {
        call.advance();
    }
}

/// `git rebase`.
pub(super) fn rebase(call: &mut Call<'_>) -> Finished {
    if call.given.has("--show-current-patch") {
        return reads(call.row);
    }
    if let Some(finished) = goes_on(call, "rebase") {
        return finished;
    }
    let mut operands = call.given.all_operands();
    if call.given.has("--root") {
        operands.insert(0, Field::text("HEAD", call.span));
    }
    if let Some(branch) = operands.get(1).cloned()
        && go_to(call, &branch) == Outcome::Failure
    {
        return ended(Outcome::Failure);
    }
    let onto = call.given.value("--onto").cloned();
    let mut fails =
        operands.first().into_iter().chain(&onto).find_map(|revision| missing_start(call, revision));
    if operands.is_empty() {
        fails = no_upstream(call);
    }
    fails = fails.or_else(|| dirty(call));
    let references = call.current();
    let idle = up_to_date(call, &operands);
    let outcome = call.tell(Write::mutation("rebase").on(references).failing(fails).idle(idle));
    if outcome != Outcome::Open {
        return ended(outcome);
    }
    let commands: Vec<Field> = call.given.values("--exec").cloned().collect();
    for text in commands {
        shell(call, text);
    }
    if call.given.has("-i") {
        call.unknown("what an editor makes of the list of commits");
    }
    call.hooks(&["pre-rebase", "post-rewrite"]);
    settle(call, true);
    ended(outcome)
}

/// The branch stands on the commit that it is put onto already, and nothing asks for its commits anew.
fn up_to_date(call: &Call<'_>, operands: &[Field]) -> Option<String> {
    let anew = ["--exec", "-i", "--force-rebase", "--no-ff", "--root", "--onto", "--autosquash", "--signoff"];
    let [upstream] = operands else { return None };
    let name =
        upstream.known().filter(|_| !call.given.has_any(&anew) && call.given.value("--onto").is_none())?;
    let same = call.branch().as_deref() == Some(name) || call.commit(name)? == call.commit("HEAD")?;
    (same || call.holds(name, "HEAD") == Some(false) && is_linear_above(call, name))
        .then(|| "it is up to date".to_owned())
}

/// Whether HEAD is the other revision's child: then nothing stands between them that a rebase would flatten.
fn is_linear_above(call: &Call<'_>, name: &str) -> bool {
    call.commit(name).is_some_and(|commit| call.commit("HEAD~1") == Some(commit))
}

/// A rebase refuses to start on uncommitted changes.
fn dirty(call: &Call<'_>) -> Option<String> {
    if call.given.has("--autostash") || call.is_set("rebase.autostash", false) {
        return None;
    }
    let status = call.status()?;
    (!status.unstaged.is_empty() || !status.staged.is_empty())
        .then(|| "there are uncommitted changes".to_owned())
}

/// `rebase UPSTREAM BRANCH` switches to the branch first.
fn go_to(call: &mut Call<'_>, branch: &Field) -> Outcome {
    let position = match branch.known() {
        None => Position::Unknown("the branch to rebase is not known".to_owned()),
        Some(name) if call.has_branch(name) == Some(true) => Position::Branch(name.to_owned()),
        Some(_) => Position::Detached(None),
    };
    if call.branch().is_some_and(|current| position == Position::Branch(current)) {
        return Outcome::Open;
    }
    let fails = missing_start(call, branch);
    let outcome = call.tell(Write::new("switch").in_tree().failing(fails));
    if outcome == Outcome::Open {
        call.move_to(position);
        call.unsettle();
    }
    outcome
}

/// A text that a shell runs at the work tree's root, perhaps not at all.
pub(super) fn shell(call: &mut Call<'_>, text: Field) {
    let directory = call.root().map(|root| AbstractString::text(&root));
    shell_in(call, text, directory);
}

/// A text that a shell runs in this directory, perhaps not at all.
pub(super) fn shell_in(call: &mut Call<'_>, text: Field, directory: Option<AbstractString>) {
    let text = ShellText {
        text,
        name: None,
        parameters: Vec::new(),
        dialect: Dialect::Sh,
        options: Vec::new(),
        directory,
        input: None,
    };
    call.apply(Operation::Shell(text));
}

/// `git cherry-pick` and `git revert`.
pub(super) fn pick(call: &mut Call<'_>) -> Finished {
    let operation = call.row.name;
    if let Some(finished) = goes_on(call, operation) {
        return finished;
    }
    let revisions = call.given.all_operands();
    let mut fails = revisions.iter().find_map(|revision| missing_range(call, revision));
    if revisions.is_empty() {
        fails = Some("no revision is named".to_owned());
    }
    let commits = !call.given.has("--no-commit");
    fails = fails.or_else(|| unfinished(call)).or_else(|| staged_changes(call, commits));
    let references = if commits { call.current() } else { Vec::new() };
    let outcome = call.tell(Write::mutation(operation).on(references).failing(fails));
    if outcome == Outcome::Open {
        settle(call, commits);
    }
    ended(outcome)
}

/// A picked commit must find the index as HEAD has it.
fn staged_changes(call: &Call<'_>, commits: bool) -> Option<String> {
    if !commits {
        return None;
    }
    let status = call.status_of_index()?;
    (!status.staged.is_empty()).then(|| "the index has uncommitted changes".to_owned())
}

fn missing_range(call: &Call<'_>, field: &Field) -> Option<String> {
    match field.known() {
        Some(text) if text.contains("..") || text.starts_with(['^', '-']) => None,
        _ => missing_start(call, field),
    }
}

/// `git am` and `git quiltimport`.
pub(super) fn am(call: &mut Call<'_>) -> Finished {
    if call.given.has_any(&["--show-current-patch", "--dry-run"]) {
        return reads(call.row);
    }
    if let Some(finished) = goes_on(call, "am") {
        return finished;
    }
    let fails = call
        .given
        .all_operands()
        .iter()
        .find_map(|mailbox| missing_file(call, mailbox))
        .or_else(|| dirty_index(call));
    let references = call.current();
    let outcome = call.tell(Write::mutation("am").on(references).failing(fails));
    if outcome == Outcome::Open {
        call.hooks(&["applypatch-msg", "pre-applypatch", "post-applypatch"]);
        settle(call, true);
    }
    ended(outcome)
}

fn dirty_index(call: &Call<'_>) -> Option<String> {
    let status = call.status_of_index()?;
    (!status.staged.is_empty()).then(|| "the index has uncommitted changes".to_owned())
}

/// A named input that is not there.
pub(super) fn missing_file(call: &Call<'_>, field: &Field) -> Option<String> {
    let text = field.known()?;
    if text == "-" {
        return None;
    }
    let path = call.resolve(&field.value).ok()?;
    (call.host.entry(&path) == Some(Entry::Missing)).then(|| format!("there is no file `{text}`"))
}

/// `git filter-branch`: rewrites what the named refs hold, running a shell for each commit.
pub(super) fn filter_branch(call: &mut Call<'_>) -> Finished {
    let references = rewritten(call);
    let outcome = call.tell(Write::mutation("filter-branch").on(references));
    if outcome == Outcome::Failure || call.row.name != "filter-branch" {
        return ended(outcome);
    }
    if let Some(root) = call.root() {
        let scratch = Field::text(&join(&root, ".git-rewrite"), call.span);
        let operation = file_operation(call, &scratch, FileAction::MakeDirectory { parents: false });
        call.apply(Operation::File(operation));
    }
    let names = [
        "--setup",
        "--env-filter",
        "--tree-filter",
        "--index-filter",
        "--parent-filter",
        "--msg-filter",
        "--commit-filter",
        "--tag-name-filter",
    ];
    let filters: Vec<Field> = names.iter().flat_map(|name| call.given.values(name)).cloned().collect();
    for text in filters {
        shell(call, text);
    }
    settle(call, true);
    ended(outcome)
}

/// The branches among the operands (`HEAD`, `main`, `HEAD~3..HEAD`); all with `--all`.
fn rewritten(call: &Call<'_>) -> Vec<String> {
    let operands = call.given.all_operands();
    if call.fields.iter().any(|field| matches!(field.known(), Some("--all" | "--branches"))) {
        return call.references("refs/heads/").unwrap_or_default();
    }
    let tips = operands
        .iter()
        .filter_map(Field::known)
        .map(|text| text.rsplit_once("..").map_or(text, |(_, tip)| tip.trim_start_matches('.')));
    let mut references: Vec<String> = Vec::new();
    for tip in tips {
        if matches!(tip, "HEAD" | "@" | "") {
            references.extend(call.current());
        } else if call.has_branch(tip) == Some(true) {
            references.push(format!("refs/heads/{tip}"));
        }
    }
    if references.is_empty() { call.current() } else { references }
}
