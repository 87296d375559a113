//! Scripts of `package.json`, which npm, yarn, pnpm and bun run by their names.
//!
//! Owns the way from a script's name to the texts that a shell runs; the rows of these programs stand in `javascript`.

use std::rc::Rc;

use super::engine::{self, Call};
use super::plan::{Dialect, FileText, Operation, Outcome, Plan, Runs};
use super::shells;
use crate::value::{AbstractString, Field};

/// Directories above the current one in which a manifest is looked for.
const PARENTS_CAP: usize = 16;

/// Scripts of one manifest that are looked at.
const SCRIPTS_CAP: usize = 512;

/// A manifest that was found.
struct Manifest {
    /// The directory that it stands in, as seen from the command's.
    directory: AbstractString,
    /// Name and text of its scripts.
    scripts: Vec<(String, String)>,
    /// The package's name and version.
    package: [Option<String>; 2],
}

/// `npm run NAME [-- ARG…]`, and the short names `npm test`, `npm start`, `npm stop`, `npm restart`.
pub(super) fn run(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut words = call.inner(0).to_vec();
    let name = match call.cause.rsplit(' ').next().unwrap_or("") {
        "run" | "run-script" | "rum" | "urn" => {
            if words.is_empty() {
                // It lists the scripts.
                return;
            }
            words.remove(0).known().map(str::to_owned)
        }
        "t" | "tst" => Some("test".to_owned()),
        short => Some(short.to_owned()),
    };
    if words.first().and_then(Field::known) == Some("--") {
        words.remove(0);
    }
    match name.and_then(|name| texts(call, &name, &words, plan)) {
        Some(operation) => plan.operations.push(operation),
        None if plan.outcome == Outcome::Failure => {}
        None => call.run(plan),
    }
}

/// `yarn NAME`, `pnpm NAME`, `bun NAME`: a script if there is one of that name.
pub(super) fn by_name(call: &Call<'_, '_>, plan: &mut Plan) -> bool {
    let words = call.inner(0);
    let Some((first, rest)) = words.split_first() else { return false };
    let Some(name) = first.known().filter(|name| !name.starts_with('-')) else { return false };
    let has = manifest(call).is_some_and(|found| found.scripts.iter().any(|(have, _)| have == name));
    if !has {
        return false;
    }
    match texts(call, name, rest, plan) {
        Some(operation) => {
            plan.operations.retain(|operation| !matches!(operation, Operation::Run { .. }));
            plan.operations.push(operation);
            true
        }
        None => false,
    }
}

/// What a script runs; `None` where that is not known, or (with a known failure) where there is no such script.
fn texts(call: &Call<'_, '_>, name: &str, arguments: &[Field], plan: &mut Plan) -> Option<Operation> {
    if ["-w", "--workspace", "-ws", "--workspaces", "-r", "--recursive", "--filter", "-F", "--ignore-scripts"]
        .iter()
        .any(|option| call.arguments.iter().any(|field| field.known() == Some(option)))
    {
        return None;
    }
    let found = manifest(call)?;
    let script =
        |name: &str| found.scripts.iter().find(|(have, _)| have == name).map(|(_, text)| text.as_str());
    let Some(main) = script(name) else {
        if matches!(name, "start" | "restart" | "env") || !call.row.name.starts_with("run") {
            return None;
        }
        plan.outcome = Outcome::Failure;
        return None;
    };
    let (before, after) = (["pre", name].concat(), ["post", name].concat());
    let parts = [
        (before.as_str(), script(&before), &[] as &[Field]),
        (name, Some(main), arguments),
        (after.as_str(), script(&after), &[]),
    ];
    let texts = parts
        .into_iter()
        .filter_map(|(event, text, arguments)| Some(file_text(call, &found, event, text?, arguments)));
    Some(Operation::FileTexts(texts.collect()))
}

fn file_text(
    call: &Call<'_, '_>,
    found: &Manifest,
    event: &str,
    text: &str,
    arguments: &[Field],
) -> FileText {
    // The arguments stand behind the text, each as one word.
    let text = if arguments.is_empty() { text.to_owned() } else { [text, " \"$@\""].concat() };
    let mut environment = vec![("npm_lifecycle_event".into(), AbstractString::text(event))];
    let [name, version] = &found.package;
    for (variable, value) in [("npm_package_name", name), ("npm_package_version", version)] {
        if let Some(value) = value {
            environment.push((variable.into(), AbstractString::text(value)));
        }
    }
    if let Some(here) = call.facts.directory() {
        environment.push(("INIT_CWD".into(), AbstractString::text(&here)));
    }
    let field = Field { value: AbstractString::text(&text), many: false, span: call.span };
    let mut shell = shells::text(field);
    shell.dialect = Dialect::Sh;
    shell.name = (!arguments.is_empty()).then(|| Field::text("sh", call.span));
    shell.parameters = arguments.to_vec();
    shell.directory = Some(found.directory.clone());
    let file = found.directory.clone().concat(&AbstractString::text("/package.json"));
    let file = Field { value: file, many: false, span: call.span };
    FileText {
        file,
        shell,
        environment,
        ignores_failure: false,
        runs: Runs::Once,
        cause: Rc::clone(&call.cause),
    }
}

/// The nearest manifest, from the directory that the command works in upwards.
fn manifest(call: &Call<'_, '_>) -> Option<Manifest> {
    let here = AbstractString::text(&call.facts.directory()?);
    let mut directory = engine::join(Some(&here), call.base.as_ref().unwrap_or(&here));
    for _ in 0..PARENTS_CAP {
        let path = directory.clone().concat(&AbstractString::text("/package.json"));
        if call.facts.exists(&path)? {
            return read(&call.facts.content(&path)?, directory);
        }
        let parent = directory.dirname();
        if parent == directory || call.base.is_some() {
            return None;
        }
        directory = parent;
    }
    None
}

#[cfg(feature = "programs")]
fn read(text: &str, directory: AbstractString) -> Option<Manifest> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let scripts = match value.get("scripts") {
        Some(serde_json::Value::Object(scripts)) => scripts
            .iter()
            .take(SCRIPTS_CAP)
            .filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())))
            .collect(),
        Some(_) => return None,
        None => Vec::new(),
    };
    let package =
        ["name", "version"].map(|key| value.get(key).and_then(|value| value.as_str()).map(str::to_owned));
    Some(Manifest { directory, scripts, package })
}

#[cfg(not(feature = "programs"))]
fn read(_text: &str, _directory: AbstractString) -> Option<Manifest> {
    let _ = SCRIPTS_CAP;
    None
}
