//! What git prints, where that is known: names of branches, roots, tracked paths.

use super::call::{Call, failed, is_plain, join, prints, reads};
use super::site::Site;
use super::{Finished, changes};
use crate::analysis::repository::{Position, is_within};
use crate::value::{AbstractString, Field, Output, Piece};

/// A subcommand that only reads.
pub(super) fn read(call: &mut Call<'_>) -> Finished {
    if matches!(call.site, Site::Outside(_)) && !works_outside(call.row.name) {
        return failed();
    }
    if let Some(finished) = changes::read(call) {
        return finished;
    }
    let output = match call.row.name {
        "diff" => names_of_diff(call),
        "grep" if lists_names(call) => Some(relative_below("git grep -l")),
        "ls-tree" if has_word(call, &["--name-only", "--name-status"]) => Some(relative_below("git ls-tree")),
        "for-each-ref" => each_reference(call),
        "merge-base" => Some(hash("git merge-base")),
        "rev-list" if !has_word(call, &["--objects", "--count", "--format", "--pretty"]) => {
            Some(hash("git rev-list"))
        }
        "log" | "show" => hash_format(call),
        "remote" if call.fields.is_empty() => super::remote::names(call).map(|names| known_lines(&names)),
        "remote get-url" => remote_address(call),
        _ => None,
    };
    match output {
        Some(output) => Finished { output, ..Finished::default() },
        None => reads(call.row),
    }
}

/// A subcommand that writes nothing worth telling; some print a hash.
pub(super) fn upkeep(call: &mut Call<'_>) -> Finished {
    let hashes =
        matches!(call.row.name, "hash-object" | "commit-tree" | "write-tree" | "mktree" | "stash create");
    if hashes {
        return Finished { output: hash(call.row.name), ..Finished::default() };
    }
    reads(call.row)
}

fn works_outside(name: &str) -> bool {
    matches!(
        name,
        "diff"
            | "grep"
            | "help"
            | "version"
            | "ls-remote"
            | "var"
            | "stripspace"
            | "check-ref-format"
            | "column"
            | "get-tar-commit-id"
            | "show-index"
            | "patch-id"
            | "verify-pack"
    )
}

/// An option of a reader, taken by its name.
fn has_word(call: &Call<'_>, names: &[&str]) -> bool {
    call.fields.iter().filter_map(Field::known).any(|text| {
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        names.contains(&name)
    })
}

fn lists_names(call: &Call<'_>) -> bool {
    let letters = |text: &str| text.starts_with('-') && !text.starts_with("--") && text.contains(['l', 'L']);
    has_word(call, &["--name-only", "--files-with-matches", "--files-without-match"])
        || call.fields.iter().filter_map(Field::known).any(letters)
}

/// Lines that each hold an unknown path below the current directory.
pub(super) fn relative_below(what: &str) -> Output {
    let mut line = AbstractString::empty();
    line.push(Piece::Below(what.into()));
    Output::Lines(vec![line])
}

fn hash(what: &str) -> Output {
    let mut line = AbstractString::empty();
    line.push(Piece::Segment(format!("a commit id of `{what}`").into()));
    Output::Lines(vec![line])
}

fn known_lines(lines: &[String]) -> Output {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    if text.is_empty() { Output::Nothing } else { Output::Text(AbstractString::text(&text)) }
}

fn hash_format(call: &Call<'_>) -> Option<Output> {
    let formats = [
        "--format=%H",
        "--format=%h",
        "--pretty=%H",
        "--pretty=%h",
        "--pretty=format:%H",
        "--pretty=format:%h",
        "--format=%ct",
        "--format=%at",
    ];
    let silent = call.row.name == "log" || has_word(call, &["-s", "--no-patch"]);
    let only = call.fields.iter().filter_map(Field::known).any(|text| formats.contains(&text));
    (only && silent).then(|| hash("git log"))
}

/// `diff --name-only`: paths from the root, so known ones only where the status knows them.
fn names_of_diff(call: &Call<'_>) -> Option<Output> {
    has_word(call, &["--name-only"]).then(|| relative_below("git diff --name-only"))
}

fn remote_address(call: &Call<'_>) -> Option<Output> {
    let operands = call.given.all_operands();
    let name = operands.first()?.known()?;
    let address = call.settings_of(&format!("remote.{name}.url"))?.into_iter().next()?;
    Some(known_lines(&[address]))
}

/// `for-each-ref --format='%(refname:short)' PREFIX`.
fn each_reference(call: &Call<'_>) -> Option<Output> {
    let format =
        call.fields.iter().filter_map(Field::known).find_map(|text| text.strip_prefix("--format="))?;
    let extra =
        call.fields.iter().filter_map(Field::known).any(|text| {
            text.starts_with("--") && !text.starts_with("--format=") && !text.starts_with("--sort")
        });
    if extra || !matches!(format, "%(refname)" | "%(refname:short)") {
        return None;
    }
    let mut prefixes: Vec<String> = Vec::new();
    for field in call.given.all_operands() {
        prefixes.push(field.known().filter(|text| is_plain(text))?.trim_end_matches('/').to_owned());
    }
    let names = call.references("refs/")?;
    let wanted = names
        .iter()
        .filter(|name| prefixes.is_empty() || prefixes.iter().any(|prefix| is_within(name, prefix)));
    let short = format.ends_with(":short)");
    Some(known_lines(
        &wanted.map(|name| if short { shortened(name) } else { name.clone() }).collect::<Vec<_>>(),
    ))
}

fn shortened(name: &str) -> String {
    for prefix in ["refs/heads/", "refs/tags/", "refs/remotes/"] {
        if let Some(short) = name.strip_prefix(prefix) {
            return short.to_owned();
        }
    }
    name.to_owned()
}

/// `git branch --show-current`.
pub(super) fn current_branch(call: &mut Call<'_>) -> Finished {
    match call.position() {
        Some(Position::Branch(name)) => prints(&format!("{name}\n")),
        Some(Position::Detached(_)) => prints(""),
        Some(Position::Unknown(reason)) => {
            Finished { output: Output::Unknown(reason.into()), ..Finished::default() }
        }
        None if matches!(call.site, Site::Outside(_)) => failed(),
        None => reads(call.row),
    }
}

/// A listing of branches: the plain one, and the one by short names, are known.
pub(super) fn branches(call: &mut Call<'_>) -> Finished {
    let format = call.given.value("--format").map(|field| field.known());
    let filtered = call.given.has_any(&[
        "--all",
        "--remotes",
        "--contains",
        "--no-contains",
        "--points-at",
        "--verbose",
    ]) || !call.given.all_operands().is_empty();
    let (Some(names), Some(position)) = (call.references("refs/heads/"), call.position()) else {
        return reads(call.row);
    };
    let names = names.iter().filter_map(|name| name.strip_prefix("refs/heads/"));
    let Some(names) = names.map(|name| Some((name, is_listed(call, name)?))).collect::<Option<Vec<_>>>()
    else {
        return reads(call.row);
    };
    let names: Vec<&str> = names.into_iter().filter(|(_, listed)| *listed).map(|(name, _)| name).collect();
    if format.is_some_and(|format| format == Some("%(refname:short)"))
        && !filtered
        && !matches!(position, Position::Detached(_))
    {
        let lines: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        return Finished { output: known_lines(&lines), ..Finished::default() };
    }
    let Position::Branch(current) = position else {
        return reads(call.row);
    };
    let Some(checkout) = call.checkout().filter(|_| format.is_none() && !filtered) else {
        return reads(call.row);
    };
    let lines: Vec<String> = names
        .iter()
        .map(|name| {
            let elsewhere =
                call.host.repositories().checked_out_elsewhere(call.host.world(), &checkout, name);
            let mark = if *name == current {
                "* "
            } else if elsewhere.is_some() {
                "+ "
            } else {
                "  "
            };
            format!("{mark}{name}")
        })
        .collect();
    Finished { output: known_lines(&lines), ..Finished::default() }
}

/// `--merged`, `--no-merged`: is the branch held by a revision, HEAD if none is named?
fn is_listed(call: &Call<'_>, name: &str) -> Option<bool> {
    for (option, wanted) in [("--merged", true), ("--no-merged", false)] {
        if call.given.has(option) {
            let holder = call.given.value(option).map_or(Some("HEAD"), Field::known)?;
            if call.holds(holder, &format!("refs/heads/{name}"))? != wanted {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// A listing of tags.
pub(super) fn tags(call: &mut Call<'_>) -> Finished {
    let plain = call.given.all_operands().is_empty()
        && !call.given.has_any(&[
            "-n",
            "--contains",
            "--no-contains",
            "--merged",
            "--no-merged",
            "--points-at",
            "--verify",
        ])
        && call.given.value("--format").is_none()
        && call.given.value("--sort").is_none();
    match call.references("refs/tags/") {
        Some(names) if plain => {
            let lines: Vec<String> = names.iter().map(|name| shortened(name)).collect();
            Finished { output: known_lines(&lines), ..Finished::default() }
        }
        _ => reads(call.row),
    }
}

/// `git rev-parse`.
pub(super) fn revision_parse(call: &mut Call<'_>) -> Finished {
    if matches!(call.site, Site::Outside(_)) {
        return failed();
    }
    let words: Option<Vec<String>> =
        call.fields.iter().map(|field| field.known().map(str::to_owned)).collect();
    let Some(words) = words else {
        return reads(call.row);
    };
    let mut lines = Vec::new();
    let mut short_names = false;
    for word in &words {
        match word.as_str() {
            "--abbrev-ref" | "--symbolic-full-name" => short_names = word == "--abbrev-ref",
            "--verify" | "-q" | "--quiet" | "--path-format=absolute" | "--short" => {}
            other => match answer(call, &words, other, short_names) {
                Some(line) => lines.push(line),
                None => return reads(call.row),
            },
        }
    }
    match lines.as_slice() {
        [] => reads(call.row),
        [one] if one.known().is_some() => prints(&format!("{}\n", one.known().unwrap_or_default())),
        _ if lines.iter().all(|line| line.known().is_some()) => {
            let lines: Vec<String> =
                lines.iter().filter_map(|line| line.known().map(str::to_owned)).collect();
            Finished { output: known_lines(&lines), ..Finished::default() }
        }
        _ => Finished { output: Output::Lines(lines), ..Finished::default() },
    }
}

/// What one argument of `rev-parse` makes it print.
fn answer(call: &Call<'_>, words: &[String], word: &str, short_names: bool) -> Option<AbstractString> {
    let checkout = call.checkout()?;
    let repository = &checkout.repository;
    let directory = call.directory().ok()?;
    let absolute = words.iter().any(|word| word == "--path-format=absolute");
    let inside = is_within(&directory, &repository.root) && !is_within(&directory, &repository.git_directory);
    let text = match word {
        "--show-toplevel" if inside => call.work_tree().unwrap_or_else(|| repository.root.clone()),
        "--absolute-git-dir" => repository.git_directory.clone(),
        "--git-dir" => git_directory(&repository.git_directory, &directory, absolute),
        "--git-common-dir" if absolute => repository.common_directory.clone(),
        "--git-common-dir" => git_directory(&repository.common_directory, &directory, false),
        "--show-prefix" if inside => {
            let rest = directory.strip_prefix(&repository.root)?.trim_start_matches('/');
            if rest.is_empty() { String::new() } else { format!("{rest}/") }
        }
        "--show-cdup" if inside => {
            let rest = directory.strip_prefix(&repository.root)?.trim_matches('/');
            if rest.is_empty() { String::new() } else { "../".repeat(rest.split('/').count()) }
        }
        "--is-inside-work-tree" => inside.to_string(),
        "--is-bare-repository" => repository.bare.to_string(),
        _ if word.starts_with("--") => return None,
        _ if short_names || words.iter().any(|word| word == "--symbolic-full-name") => {
            return named(call, word, short_names);
        }
        _ => return revision(call, words, word),
    };
    Some(AbstractString::text(&text))
}

/// `.git` at the root, absolute elsewhere, as git prints it.
fn git_directory(path: &str, directory: &str, absolute: bool) -> String {
    if !absolute && join(directory, ".git") == path { ".git".to_owned() } else { path.to_owned() }
}

/// `--abbrev-ref HEAD`, `--abbrev-ref @{u}`.
fn named(call: &Call<'_>, word: &str, short: bool) -> Option<AbstractString> {
    let full = match (word, call.position()?) {
        ("HEAD" | "@", Position::Branch(name)) => format!("refs/heads/{name}"),
        ("HEAD" | "@", Position::Detached(_)) => return Some(AbstractString::text("HEAD")),
        ("@{u}" | "@{upstream}" | "HEAD@{u}" | "HEAD@{upstream}", Position::Branch(name)) => {
            let remote = call.setting(&format!("branch.{name}.remote"))??;
            let merge = call.setting(&format!("branch.{name}.merge"))??;
            let branch = merge.strip_prefix("refs/heads/")?;
            if remote == "." { merge } else { format!("refs/remotes/{remote}/{branch}") }
        }
        ("@{-1}", _) => {
            let name = call.host.repositories().previous(call.host.world(), &call.checkout()?, 1)?;
            format!("refs/heads/{name}")
        }
        _ => super::references::full_name(call, word)?,
    };
    Some(AbstractString::text(&if short { shortened(&full) } else { full }))
}

/// A revision: its commit id, shortened to an unknown length with `--short`.
fn revision(call: &Call<'_>, words: &[String], word: &str) -> Option<AbstractString> {
    let short = words.iter().any(|word| word == "--short");
    if !short && let Some(commit) = call.commit(word) {
        return Some(AbstractString::text(&commit));
    }
    if word.contains("..") || call.resolves(word) == Some(false) {
        return None;
    }
    let mut line = AbstractString::empty();
    line.push(Piece::Segment(format!("the commit id of `{word}`").into()));
    Some(line)
}
