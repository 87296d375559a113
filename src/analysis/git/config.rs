//! `git config`: reads, and writes to one of its files.

use super::Finished;
use super::call::{Call, ended, failed, prints, reads};
use super::paths::file_operation;
use super::write::Write;
use super::{Setting, site::Site};
use crate::commands::plan::{FileAction, Operation, Outcome};
use crate::value::{AbstractString, Field};
use crate::world::{Entry, Variable};

/// A configuration file is not read beyond this (bytes).
const CONFIG_LIMIT: usize = 65_536;

/// What an invocation asks for.
enum Request {
    /// prints values
    Get(Option<Field>),
    /// reads otherwise
    Read,
    /// sets, adds or (without a value) removes this key
    Set(Option<Field>, Option<Field>),
    /// opens an editor, or changes a whole section
    Write,
}

/// `git config`.
pub(super) fn config(call: &mut Call<'_>) -> Finished {
    match request(call) {
        Request::Get(Some(key)) => get(call, &key),
        Request::Get(None) | Request::Read => reads(call.row),
        Request::Set(key, value) => set(call, key.as_ref(), value.as_ref()),
        Request::Write => set(call, None, None),
    }
}

fn request(call: &Call<'_>) -> Request {
    let given = &call.given;
    let operands = given.all_operands();
    let first = operands.first().cloned();
    let second = operands.get(1).cloned();
    match call.row.name.strip_prefix("config ") {
        Some("get") => return Request::Get(first),
        Some("list") => return Request::Read,
        Some("set") => return Request::Set(first, second),
        Some("unset") => return Request::Set(first, None),
        Some(_) => return Request::Write,
        None => {}
    }
    if given.has_any(&[
        "--list",
        "--get-all",
        "--get-regexp",
        "--get-urlmatch",
        "--get-color",
        "--get-colorbool",
    ]) {
        return Request::Read;
    }
    if given.has("--get") {
        return Request::Get(first);
    }
    if given.has_any(&["--unset", "--unset-all"]) {
        return Request::Set(first, None);
    }
    if given.has_any(&["--edit", "--rename-section", "--remove-section"]) {
        return Request::Write;
    }
    match second {
        Some(value) => Request::Set(first, Some(value)),
        None if given.has_any(&["--add", "--replace-all"]) => Request::Write,
        None => Request::Get(first),
    }
}

fn get(call: &Call<'_>, key: &Field) -> Finished {
    let elsewhere = call.given.has_any(&[
        "--global",
        "--system",
        "--local",
        "--worktree",
        "--null",
        "--show-origin",
        "--show-scope",
    ]) || call.given.value("--file").is_some()
        || call.given.value("--blob").is_some();
    let typed = call.given.has_any(&["--bool", "--int", "--bool-or-int", "--path"])
        || call.given.value("--type").is_some();
    match key.known().map(|key| call.setting(&normalized(key))) {
        Some(Some(Some(value))) if !elsewhere && !typed => prints(&format!("{value}\n")),
        Some(Some(None)) if !elsewhere => match call.given.value("--default").and_then(Field::known) {
            Some(default) => prints(&format!("{default}\n")),
            None => failed(),
        },
        _ => reads(call.row),
    }
}

/// The file of another scope than the repository's, as a word; `Ok(None)` for the repository's own.
fn file(call: &Call<'_>) -> Option<Result<AbstractString, String>> {
    let given = &call.given;
    if let Some(field) = given.value("--file") {
        return Some(Ok(field.value.clone()));
    }
    if given.has("--system") {
        return Some(Ok(AbstractString::text("/etc/gitconfig")));
    }
    if !given.has("--global") {
        return None;
    }
    match call.host.environment("GIT_CONFIG_GLOBAL") {
        Setting::Set(path) => return Some(Ok(path)),
        Setting::Unset | Setting::Unknown => {}
    }
    let home = match call.host.environment("HOME") {
        Setting::Set(home) => home.known().map(str::to_owned),
        Setting::Unset => None,
        Setting::Unknown => match call.host.world().variable("HOME") {
            Variable::Set(home) => Some(home),
            Variable::Unset | Variable::Unknown => None,
        },
    };
    let Some(home) = home else {
        return Some(Err("the home directory is not known".to_owned()));
    };
    Some(Ok(AbstractString::text(&global_file(call, &home))))
}

/// `~/.gitconfig`, unless only `$XDG_CONFIG_HOME/git/config` is there.
fn global_file(call: &Call<'_>, home: &str) -> String {
    let plain = format!("{home}/.gitconfig");
    let other = match call.host.world().variable("XDG_CONFIG_HOME") {
        Variable::Set(directory) if !directory.is_empty() => format!("{directory}/git/config"),
        _ => format!("{home}/.config/git/config"),
    };
    let stands = |path: &str| matches!(call.host.entry(path), Some(Entry::File { .. }));
    if !stands(&plain) && stands(&other) { other } else { plain }
}

fn set(call: &mut Call<'_>, key: Option<&Field>, value: Option<&Field>) -> Finished {
    let name = key.and_then(Field::known).map(normalized);
    if key.is_some_and(|key| key.known().is_some_and(|key| !key.contains('.'))) {
        return failed();
    }
    let values = value.map_or_else(|| Some(Vec::new()), |value| Some(vec![value.known()?.to_owned()]));
    match file(call) {
        None => {
            let unset =
                value.is_none() && key.is_some() && name.as_ref().is_some_and(|name| is_unset(call, name));
            let fails = unset.then(|| "the setting is not set".to_owned());
            let outcome = call.tell(Write::new("config").failing(fails));
            if let (Outcome::Open, Some(name)) = (outcome, name) {
                let values = if call.given.has("--add") { added(call, &name, values) } else { values };
                record(call, &name, values);
            }
            ended(outcome)
        }
        Some(Err(reason)) => {
            call.unknown(&reason);
            ended(Outcome::Open)
        }
        Some(Ok(path)) => {
            if let (true, Some(name)) = (call.given.has("--global"), name) {
                call.host.repositories_mut().set_setting(None, &name, values);
            }
            let finished = write_file(call, &path);
            if call.given.value("--file").is_some() && finished.outcome != Outcome::Failure {
                super::files::tell_inside(call, &Field { value: path, many: false, span: call.span });
            }
            finished
        }
    }
}

/// Set nowhere, or not in the repository's own file.
fn is_unset(call: &Call<'_>, name: &str) -> bool {
    if call.settings_of(name).is_some_and(|values| values.is_empty()) {
        return true;
    }
    let text = call.checkout().and_then(|checkout| {
        let path = format!("{}/config", checkout.repository.common_directory);
        call.host.world().content(&path, CONFIG_LIMIT)
    });
    let untouched = call.root().is_some_and(|root| !call.host.has_written_below(&root));
    untouched && call.host.repositories().is_untouched() && text.is_some_and(|text| !could_set(&text, name))
}

/// Could a configuration file set a key? Files that include others, or keys with a part between, always could.
fn could_set(text: &str, name: &str) -> bool {
    let Some((section, key)) = name.split_once('.').filter(|(_, key)| !key.contains('.')) else {
        return true;
    };
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        let lower = line.to_ascii_lowercase();
        if lower.starts_with("[include") {
            return true;
        }
        if let Some(head) = lower.strip_prefix('[') {
            inside = head.split(']').next().is_some_and(|head| head.trim() == section);
        } else if inside && lower.starts_with(key) {
            return true;
        }
    }
    false
}

/// Another file than the repository's is told as a file.
fn write_file(call: &mut Call<'_>, path: &AbstractString) -> Finished {
    let resolved = call.resolve(path).ok();
    let missing = resolved.as_deref().is_some_and(|path| call.host.entry(path) == Some(Entry::Missing));
    let action = if missing { FileAction::Write } else { FileAction::Modify };
    let target = Field { value: path.clone(), many: false, span: call.span };
    let mut operation = file_operation(call, &target, action);
    if let Site::Unknown(_) = call.site {
        operation.directory = None;
    }
    let finished = call.apply(Operation::File(operation));
    ended(finished.outcome)
}

/// A setting of the repository now has these values; `None`: nobody can know.
pub(super) fn record(call: &mut Call<'_>, key: &str, values: Option<Vec<String>>) {
    if let Some(checkout) = call.checkout() {
        call.host.repositories_mut().set_setting(Some(&checkout), key, values);
    }
}

/// The values that a setting has, and these behind them.
pub(super) fn added(call: &Call<'_>, key: &str, values: Option<Vec<String>>) -> Option<Vec<String>> {
    let mut all = call.settings_of(key)?;
    all.extend(values?);
    Some(all)
}

/// A key as it is compared: section and name in lower case, the part between as it is.
pub(super) fn normalized(key: &str) -> String {
    let Some((section, rest)) = key.split_once('.') else {
        return key.to_ascii_lowercase();
    };
    let section = section.to_ascii_lowercase();
    match rest.rsplit_once('.') {
        Some((middle, name)) => format!("{section}.{middle}.{}", name.to_ascii_lowercase()),
        None => format!("{section}.{}", rest.to_ascii_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_compared_without_case_but_for_its_middle() {
        assert_eq!(normalized("User.Name"), "user.name");
        assert_eq!(normalized("Branch.Feat/A.Remote"), "branch.Feat/A.remote");
        assert_eq!(normalized("url.https://H/.insteadOf"), "url.https://H/.insteadof");
    }
}
