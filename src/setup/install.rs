//! Install and uninstall: what would change in which file, and the doing of it.
//!
//! Owns the steps. A step is worked out whole before anything is written, so that a dry run shows exactly what a real one
//! does; uninstall gives a file back byte for byte if only an install changed it.

use std::path::{Path, PathBuf};

use super::agents::{self, Content, Form, Order};
use super::file::{self, Loaded};
use super::merge::{self, MergeError, Wanted};
use super::{Ground, SetupError, ground};
use crate::guard::call::Event;
use crate::guard::hook_files::{HOOK_FILES, HookFile, Scope};
use crate::guard::policy::Policy;
use crate::guard::protocol::{self, Agent, Hook};

/// What is asked for.
pub struct Request<'r> {
    /// Whose settings.
    pub scope: Scope,
    /// The policies that the installed command names; none: those of the settings.
    pub named: &'r [&'static Policy],
    /// The policies that will run, by name or by the settings: they tell which events are wanted.
    pub running: &'r [&'static Policy],
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// makes the file
    Created,
    /// changes the file
    Changed,
    /// finds everything in place
    Already,
    /// gives the file back as it was before the install, byte for byte
    Restored,
    /// takes its own out of a file that others have changed since
    Removed,
    /// deletes the file that an install made
    Deleted,
    /// finds nothing of its own
    Absent,
}

/// The change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The agent's id.
    pub agent: &'static str,
    /// The file as it is named.
    pub path: PathBuf,
    /// The file as it is.
    pub loaded: Loaded,
    /// Its bytes afterwards; `None` for no file.
    pub after: Option<Vec<u8>>,
    /// What stands beside it as the text before the first install, afterwards.
    pub backup: Option<Vec<u8>>,
    /// The mode of a new file.
    pub mode: Option<u32>,
    /// What is done.
    pub outcome: Outcome,
}

impl Step {
    /// True if it changes a file.
    #[must_use]
    pub fn changes(&self) -> bool {
        self.loaded.bytes != self.after
    }

    /// Does it. The kept text is on the disk before the file changes, and goes after it is given back.
    ///
    /// # Errors
    /// A file can't be written.
    pub fn apply(&self) -> Result<(), SetupError> {
        if !self.changes() {
            return Ok(());
        }
        let backup = file::backup_of(&self.loaded.target);
        if let Some(kept) = &self.backup {
            let is_kept = file::load(&backup).is_ok_and(|found| found.bytes.as_ref() == Some(kept));
            if !is_kept {
                file::replace(&backup, kept, Some(PRIVATE))?;
            }
        }
        match &self.after {
            Some(bytes) => file::replace(&self.loaded.target, bytes, self.mode)?,
            None => file::remove(&self.loaded.target)?,
        }
        if self.outcome == Outcome::Restored {
            file::remove_backup(&backup);
        }
        Ok(())
    }
}

/// The mode of kept texts: settings may hold tokens.
const PRIVATE: u32 = 0o600;

/// The agents that seem to be used here, by the table's order.
#[must_use]
pub fn found(ground: &Ground) -> Vec<&'static Agent> {
    let is_used = |form: &&Form| {
        form.folders.iter().any(|folder| ground.has_directory(folder))
            || form.programs.iter().any(|program| ground.program(program).is_some())
    };
    agents::FORMS.iter().filter(is_used).filter_map(|form| protocol::find(form.agent)).collect()
}

/// The steps that put the guard into an agent's settings.
///
/// # Errors
/// The agent has no such settings, or they can't be read or understood.
pub fn install(
    agent: &'static Agent,
    ground: &Ground,
    request: &Request<'_>,
) -> Result<Vec<Step>, SetupError> {
    let Some(form) = agents::form_of(agent.id) else { return Err(no_event(agent, request)) };
    let hooks = wanted_hooks(agent, request);
    if hooks.is_empty() {
        return Err(no_event(agent, request));
    }
    let words = command_words(agent, ground, request);
    let line = shell_words::join(&words);
    let paths = paths(agent, ground, request.scope)?;
    let paths = match paths.as_slice() {
        [first, ..] if first.glob => paths,
        _ => vec![chosen(&paths)?],
    };
    if let [Place { glob: true, path, .. }] = paths.as_slice()
        && !file::is_there(path)
    {
        let directory = path.parent().unwrap_or(path).to_owned();
        return Err(SetupError::NoFile { agent: agent.title, directory });
    }
    paths
        .iter()
        .map(|place| {
            let name = place.path.to_string_lossy();
            let order = Order { agent, hooks: hooks.clone(), line: &line, words: &words, path: &name };
            install_in(form, &order, &place.path)
        })
        .collect()
}

/// The steps that take the guard out of an agent's settings; none where it is not in them.
///
/// # Errors
/// The settings can't be read or understood.
pub fn uninstall(agent: &'static Agent, ground: &Ground, scope: Scope) -> Result<Vec<Step>, SetupError> {
    let Some(form) = agents::form_of(agent.id) else { return Ok(Vec::new()) };
    let steps = paths(agent, ground, scope)?.into_iter().map(|place| uninstall_in(form, &place.path));
    let steps: Vec<Step> = steps.collect::<Result<_, _>>()?;
    Ok(steps.into_iter().filter(|step| step.outcome != Outcome::Absent).collect())
}

/// The scopes in which an agent keeps hooks.
pub fn scopes(agent: &Agent) -> impl Iterator<Item = Scope> {
    let mut scopes: Vec<Scope> =
        HOOK_FILES.iter().filter(|file| file.agent == agent.id).map(|file| file.scope).collect();
    scopes.dedup();
    scopes.into_iter()
}

/// A file of an agent's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// True if it is one of several of the same kind.
    pub glob: bool,
}

/// The files of an agent's settings in a scope. Of a kind of which there are several and none is there yet, the pattern
/// stands for itself.
///
/// # Errors
/// The agent has no such scope, or its base is not known.
pub fn paths(agent: &Agent, ground: &Ground, scope: Scope) -> Result<Vec<Place>, SetupError> {
    let rows: Vec<&HookFile> =
        HOOK_FILES.iter().filter(|file| file.agent == agent.id && file.scope == scope).collect();
    if rows.is_empty() {
        let has: Vec<&str> = scopes(agent).map(Scope::word).collect();
        return Err(SetupError::NoScope { agent: agent.title, scope: scope.word(), has: has.join("`, `") });
    }
    let mut places = Vec::new();
    for row in rows {
        let located = row.locate(ground.home.as_deref(), ground.project.as_deref(), ground::variable);
        let located = located.ok_or(SetupError::NoBase { scope: scope.word() })?;
        places.extend(expand(Path::new(&located)));
    }
    Ok(places)
}

fn expand(path: &Path) -> Vec<Place> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(ending) = name.strip_prefix('*') else {
        return vec![Place { path: path.to_owned(), glob: false }];
    };
    let listed = file::list(path.parent().unwrap_or(path), ending);
    let listed = if listed.is_empty() { vec![path.to_owned()] } else { listed };
    listed.into_iter().map(|path| Place { path, glob: true }).collect()
}

/// Of several files for the same thing the first, unless only a later one already holds hooks.
fn chosen(places: &[Place]) -> Result<Place, SetupError> {
    for place in places {
        let loaded = file::load(&place.path)?;
        let text = loaded.text()?.unwrap_or_default();
        let holds = |value: &serde_json::Value| {
            value.as_object().is_some_and(|top| top.contains_key("hooks"))
                || place == places.first().unwrap_or(place)
        };
        if loaded.bytes.is_some() && merge::value(text).is_ok_and(|value| holds(&value)) {
            return Ok(place.clone());
        }
    }
    places.first().cloned().ok_or(SetupError::NoBase { scope: "user" })
}

fn no_event(agent: &Agent, request: &Request<'_>) -> SetupError {
    let names: Vec<&str> = request.running.iter().map(|policy| policy.id).collect();
    SetupError::NoEvent { agent: agent.title, policies: names.join(", ") }
}

/// The events at which one of the policies has to run. A policy that can judge before a tool runs is not asked again
/// after it.
fn wanted_hooks(agent: &'static Agent, request: &Request<'_>) -> Vec<&'static Hook> {
    let runs = |when: Event| {
        request.running.iter().any(|policy| match when {
            Event::Before => policy.events.contains(&Event::Before),
            // Names of other events came late, and an old version throws its settings away for one that it does not know.
            Event::Other => false,
            when => policy.events.contains(&when) && !policy.events.contains(&Event::Before),
        })
    };
    let mut hooks: Vec<&'static Hook> = agent.hooks.iter().filter(|hook| runs(hook.when)).collect();
    if matches!(agents::form_of(agent.id).map(|form| &form.content), Some(Content::Whole(..))) {
        hooks.retain(|hook| hook.when == Event::Before);
    }
    hooks
}

/// The command line, the same at every install so that an agent that trusts it by its text goes on doing so.
fn command_words<'g>(agent: &Agent, ground: &'g Ground, request: &Request<'_>) -> Vec<&'g str> {
    let mut words = vec![ground.binary.as_str(), "hook", "--agent", agent.id];
    for policy in request.named {
        words.extend(["--policy", policy.id]);
    }
    words
}

fn install_in(form: &Form, order: &Order<'_>, path: &Path) -> Result<Step, SetupError> {
    let loaded = file::load(path)?;
    let step = |loaded: Loaded, after: Vec<u8>, backup: Option<Vec<u8>>, mode: Option<u32>| {
        let outcome = match &loaded.bytes {
            None => Outcome::Created,
            Some(before) if *before == after => Outcome::Already,
            Some(_) => Outcome::Changed,
        };
        Step { agent: form.agent, path: path.to_owned(), loaded, after: Some(after), backup, mode, outcome }
    };
    match form.content {
        Content::Whole(make, mode) => {
            if loaded.bytes.is_some() && !is_own_file(&loaded) {
                return Err(SetupError::NotOurs { path: loaded.target });
            }
            Ok(step(loaded, make(order).into_bytes(), None, Some(mode)))
        }
        Content::Entries(make) => {
            let wanted = make(order);
            let text = loaded.text()?.unwrap_or_default().to_owned();
            if is_installed(&text, &wanted, &loaded)? {
                let after = loaded.bytes.clone().unwrap_or_default();
                return Ok(step(loaded, after, None, None));
            }
            let base = before_install(form, &loaded)?;
            let base_text =
                Loaded { bytes: base.clone(), ..loaded.clone() }.text()?.unwrap_or_default().to_owned();
            let merged = merge::add(&base_text, &wanted).map_err(|error| refused(&loaded, error))?;
            let after = loaded.encoded(&merged);
            Ok(step(loaded, after, base, None))
        }
    }
}

/// Do the wanted entries, and no others of the guard, already stand there? Their other fields are the person's to change.
fn is_installed(text: &str, wanted: &Wanted, loaded: &Loaded) -> Result<bool, SetupError> {
    let value = merge::value(text).map_err(|error| refused(loaded, error))?;
    let told = |value: &serde_json::Value| -> Vec<(String, Option<String>, Vec<String>)> {
        let mut told: Vec<_> = super::handler::handlers(value)
            .into_iter()
            .filter(super::handler::Handler::is_ours)
            .map(|handler| (handler.event, handler.matcher, handler.words))
            .collect();
        told.sort();
        told
    };
    let fresh = merge::add("", wanted).map_err(|error| refused(loaded, error))?;
    let fresh = merge::value(&fresh).map_err(|error| refused(loaded, error))?;
    let own = told(&value);
    Ok(!own.is_empty() && own == told(&fresh))
}

fn uninstall_in(form: &Form, path: &Path) -> Result<Step, SetupError> {
    let loaded = file::load(path)?;
    let step = |loaded: Loaded, after: Option<Vec<u8>>, outcome: Outcome| Step {
        agent: form.agent,
        path: path.to_owned(),
        loaded,
        after,
        backup: None,
        mode: None,
        outcome,
    };
    let absent = |loaded: Loaded| {
        let after = loaded.bytes.clone();
        step(loaded, after, Outcome::Absent)
    };
    if let Content::Whole(..) = form.content {
        return Ok(if is_own_file(&loaded) { step(loaded, None, Outcome::Deleted) } else { absent(loaded) });
    }
    if loaded.bytes.is_none() {
        return Ok(absent(loaded));
    }
    let text = loaded.text()?.unwrap_or_default();
    if merge::remove(text).map_err(|error| refused(&loaded, error))?.is_none() {
        return Ok(absent(loaded));
    }
    let before = before_install(form, &loaded)?;
    let kept = file::load(&file::backup_of(&loaded.target))?.bytes;
    let outcome = match &before {
        None => Outcome::Deleted,
        Some(before) if Some(before) == kept.as_ref() => Outcome::Restored,
        Some(_) => Outcome::Removed,
    };
    Ok(step(loaded, before, outcome))
}

/// The file without the guard: what was kept of it if only an install has changed it since, else its own text without the
/// guard's entries. `None` for no file.
fn before_install(form: &Form, loaded: &Loaded) -> Result<Option<Vec<u8>>, SetupError> {
    let Some(bytes) = &loaded.bytes else { return Ok(None) };
    let text = loaded.text()?.unwrap_or_default();
    let Some(stripped) = merge::remove(text).map_err(|error| refused(loaded, error))? else {
        return Ok(Some(bytes.clone()));
    };
    let entries = merge::own_entries(text).map_err(|error| refused(loaded, error))?;
    let kept = file::load(&file::backup_of(&loaded.target))?;
    let again = |base: &str, wanted: &Wanted| merge::add(base, wanted).is_ok_and(|again| again == text);
    let wanted = Wanted { defaults: defaults(form, loaded), entries };
    if let (Some(kept_bytes), Ok(Some(base))) = (&kept.bytes, kept.text())
        && again(base, &wanted)
    {
        return Ok(Some(kept_bytes.clone()));
    }
    if kept.bytes.is_none() && (again("", &wanted) || merge::is_bare(&stripped)) {
        return Ok(None);
    }
    Ok(Some(loaded.encoded(&stripped)))
}

/// The keys that an install of this agent sets beside its entries.
fn defaults(form: &Form, loaded: &Loaded) -> Vec<(Vec<String>, serde_json::Value)> {
    let (Content::Entries(make), Some(agent)) = (&form.content, protocol::find(form.agent)) else {
        return Vec::new();
    };
    let path = loaded.target.to_string_lossy();
    make(&Order { agent, hooks: agent.hooks.iter().collect(), line: "", words: &[], path: &path }).defaults
}

fn is_own_file(loaded: &Loaded) -> bool {
    let text = loaded.text().ok().flatten().unwrap_or_default();
    text.lines().take(3).any(|line| line.contains(agents::OWN_FILE))
}

/// The error of a text as one of its file.
#[must_use]
pub fn refused(loaded: &Loaded, error: MergeError) -> SetupError {
    let path = loaded.target.clone();
    match error {
        MergeError::Syntax(line, message) => SetupError::Unparsable { path, line, message },
        MergeError::Shape(key, wanted) => SetupError::Shape { path, key, wanted },
    }
}
