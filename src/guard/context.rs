//! What a policy may know of a call: the call, the settings, its write intents, and the world behind them.
//!
//! Owns the lazily shared facts, so that several policies cost one parse and one analysis (guards.md 1.6), and the
//! intents of edit tools, so that a policy judges a Write and a redirection by the same words.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::call::{Call, Tool};
use super::config::{Settings, files, key};
use super::policy::Policy;
use super::{paths, powershell};
use crate::analysis::{Options, Shell};
use crate::edit::{Change, FileEdit};
use crate::intent::{
    Analysis, Branch, CommandClass, FileEffect, FileIntent, FileTarget, IntentKind, LinkUse, Place,
    WriteIntent,
};
use crate::span::Span;
use crate::world::resolve::{LastLink, resolve};
use crate::world::{Entry, Head, Lookup, Repository, Variable, World};

/// A call with everything that policies may ask.
pub struct Context<'a> {
    /// The call.
    pub call: &'a Call,
    /// The machine.
    pub world: &'a dyn World,
    /// The user's settings, without any repository's.
    pub settings: &'a Settings,
    /// The policies that run wherever the targets lie; a repository's settings may add to them for its own targets.
    pub everywhere: Vec<&'static Policy>,
    analysis: OnceCell<Analysis>,
    by_root: RefCell<BTreeMap<String, Rc<Settings>>>,
    notes: RefCell<Vec<String>>,
}

impl<'a> Context<'a> {
    /// A call's context; nothing is parsed or asked yet.
    #[must_use]
    pub fn new(
        call: &'a Call,
        world: &'a dyn World,
        settings: &'a Settings,
        everywhere: Vec<&'static Policy>,
    ) -> Self {
        Self {
            call,
            world,
            settings,
            everywhere,
            analysis: OnceCell::new(),
            by_root: RefCell::new(BTreeMap::new()),
            notes: RefCell::new(Vec::new()),
        }
    }

    /// The same with an analysis that is already there.
    #[must_use]
    pub fn with_analysis(self, analysis: Analysis) -> Self {
        Self { analysis: OnceCell::from(analysis), ..self }
    }

    /// What the call will write, analysed once.
    pub fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| match &self.call.tool {
            Tool::Shell(command) => self.settings.analyze(command, &self.options(), self.world),
            Tool::PowerShell(text) => self.powershell(text),
            Tool::Files(edits) => self.edits(edits),
            Tool::Harmless | Tool::Unknown | Tool::Malformed(_) => {
                Analysis { complete: true, ..Analysis::default() }
            }
        })
    }

    /// The write intents of the call.
    pub fn intents(&self) -> &[WriteIntent] {
        &self.analysis().intents
    }

    /// The files that an edit tool edits, each with where it leads.
    pub fn edited(&self) -> Vec<Edited<'_>> {
        let Tool::Files(edits) = &self.call.tool else { return Vec::new() };
        edits
            .iter()
            .zip(self.intents())
            .map(|(edit, intent)| Edited { edit, path: path_of(intent), intent })
            .collect()
    }

    /// Where the text lies that an edit starts from: in the file itself, or where the file comes from.
    pub fn source(&self, edited: &Edited<'_>) -> Option<String> {
        match &edited.edit.change {
            Change::MovedHere { from, .. } => self.resolved(from, LastLink::Followed),
            _ => edited.path.clone(),
        }
    }

    /// The settings for a target in the repository with this root: the user's, and the repository's own on top.
    pub fn settings_at(&self, root: &str) -> Rc<Settings> {
        if let Some(settings) = self.by_root.borrow().get(root) {
            return Rc::clone(settings);
        }
        let settings = Rc::new(match files::repository_layer(root) {
            Ok(Some(layer)) => self.settings.with_repository(&layer),
            Ok(None) => self.settings.clone(),
            Err(error) => {
                // An agent can write that file: a broken one must not weaken what the user set.
                self.note(format!("{error} (the file is ignored)"));
                self.settings.clone()
            }
        });
        self.by_root.borrow_mut().insert(root.to_owned(), Rc::clone(&settings));
        settings
    }

    /// True if the policy runs for targets in a repository with these settings.
    pub fn runs(&self, policy: &Policy, settings: &Settings) -> bool {
        self.everywhere.iter().any(|running| running.id == policy.id)
            || settings.list(&key::POLICIES).iter().any(|name| name == policy.id)
    }

    /// The roots of all repositories that the call writes in, each once.
    pub fn roots(&self) -> Vec<&str> {
        let mut roots: Vec<&str> =
            self.intents().iter().flat_map(places).map(|place| place.root.as_str()).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Adds what people should know beside the verdict, once.
    pub fn note(&self, text: String) {
        let mut notes = self.notes.borrow_mut();
        if !notes.contains(&text) {
            notes.push(text);
        }
    }

    /// What people should know beside the verdict, such as a repository's settings that can't be read.
    pub fn notes(&self) -> Vec<String> {
        self.notes.borrow().clone()
    }

    /// True if a way out for people covers this file (guards.md 1.7): `allow-paths`, or git ignores it and
    /// `ignored = "allow"`.
    pub fn is_excused(&self, file: &FileIntent, place: &Place, settings: &Settings) -> bool {
        let path = match &file.target {
            FileTarget::Path(path) | FileTarget::Pattern(path) => path,
            FileTarget::Below(_) | FileTarget::Unresolved(_) => return false,
        };
        let globs = settings.list(&key::ALLOW_PATHS);
        if !globs.is_empty() && paths::matches_any(&globs, path, &place.root, self.home().as_deref()) {
            return true;
        }
        if !settings.is(&key::IGNORED, "allow") || matches!(file.target, FileTarget::Pattern(_)) {
            return false;
        }
        match self.world.repository(path) {
            Lookup::Found(repository) => self.world.ignored(&repository, path) == Some(true),
            Lookup::Outside | Lookup::Unknown => false,
        }
    }

    /// The user's home directory.
    pub fn home(&self) -> Option<String> {
        match self.world.variable("HOME") {
            Variable::Set(home) => Some(home),
            Variable::Unset | Variable::Unknown => None,
        }
    }

    /// The intents of PowerShell's text, read in Bash's words. Their places in the text are not known, and what is not
    /// read keeps the analysis incomplete.
    fn powershell(&self, text: &str) -> Analysis {
        let Some(told) = powershell::translate(text) else { return Analysis::default() };
        let options = Options { shell: Shell::Bash, ..self.options() };
        let mut analysis = self.settings.analyze(&told, &options, self.world);
        analysis.complete = false;
        analysis.errors.clear();
        for intent in &mut analysis.intents {
            intent.span = Span::default();
        }
        analysis
    }

    fn options(&self) -> Options {
        let shell = if self.settings.is(&key::SHELL, "sh") { Shell::Posix } else { Shell::Bash };
        Options { cwd: self.cwd().map(str::to_owned), shell, follow_scripts: true }
    }

    fn cwd(&self) -> Option<&str> {
        self.call.cwd.as_deref().filter(|cwd| cwd.starts_with('/'))
    }

    fn edits(&self, edits: &[FileEdit]) -> Analysis {
        let intents = edits.iter().map(|edit| self.edit(edit)).collect();
        Analysis { intents, complete: true, ..Analysis::default() }
    }

    fn edit(&self, edit: &FileEdit) -> WriteIntent {
        // What removes a name leaves the link's target alone.
        let (last, link) = match edit.change {
            Change::Delete | Change::MovedAway { .. } => (LastLink::Kept, LinkUse::Itself),
            _ => (LastLink::Followed, LinkUse::Followed),
        };
        let found = self.resolved(&edit.path, last);
        let target = match &found {
            Some(path) => FileTarget::Path(path.clone()),
            None => FileTarget::Unresolved(format!("nobody can know where `{}` leads", edit.path)),
        };
        let effect = match (&edit.change, found.as_ref().and_then(|path| self.world.entry(path))) {
            (Change::Delete, _) => FileEffect::Delete,
            (Change::MovedAway { .. }, _) => FileEffect::Move,
            (_, Some(Entry::Missing)) => FileEffect::Create,
            (Change::Write { .. } | Change::MovedHere { .. }, _) => FileEffect::Overwrite,
            (Change::Replace(_) | Change::Patch(_) | Change::Cell(_) | Change::Opaque, _) => {
                FileEffect::Modify
            }
        };
        let content = match &edit.change {
            Change::Write { content } => Some(content.clone()),
            _ => None,
        };
        WriteIntent {
            kind: IntentKind::File(FileIntent { effect, target, link, covers: Vec::new(), content }),
            place: found.and_then(|path| self.place(&path)),
            certain: true,
            fails: None,
            assumes: Vec::new(),
            via: Vec::new(),
            cause: self.call.tool_name.clone(),
            class: CommandClass::Listed,
            span: Span::default(),
        }
    }

    fn resolved(&self, path: &str, last: LastLink) -> Option<String> {
        paths::absolute(path, self.cwd(), self.home().as_deref())
            .and_then(|path| resolve(&path, last, |path| self.world.entry(path)))
    }

    fn place(&self, path: &str) -> Option<Rc<Place>> {
        match self.world.repository(path) {
            Lookup::Found(repository) => Some(Rc::new(self.place_of(&repository))),
            Lookup::Outside | Lookup::Unknown => None,
        }
    }

    fn place_of(&self, repository: &Repository) -> Place {
        let branch = match self.world.head(repository) {
            Head::Branch(name) => Branch::Named(name),
            Head::Detached(_) => Branch::Detached,
            Head::Unknown => Branch::Unknown("HEAD can't be read".to_owned()),
        };
        Place { root: repository.root.clone(), git_directory: repository.git_directory.clone(), branch }
    }
}

/// A file that an edit tool edits.
pub struct Edited<'c> {
    /// The edit.
    pub edit: &'c FileEdit,
    /// Where its path leads, links followed; `None` where nobody can know.
    pub path: Option<String>,
    /// What is said of it as a write.
    pub intent: &'c WriteIntent,
}

fn path_of(intent: &WriteIntent) -> Option<String> {
    match &intent.kind {
        IntentKind::File(FileIntent { target: FileTarget::Path(path), .. }) => Some(path.clone()),
        _ => None,
    }
}

/// The places that an intent writes in: its own, and the work trees that its target covers.
pub fn places(intent: &WriteIntent) -> impl Iterator<Item = &Rc<Place>> {
    let covers = match &intent.kind {
        IntentKind::File(file) => file.covers.as_slice(),
        IntentKind::Git(_) | IntentKind::Push(_) | IntentKind::Run => &[],
    };
    intent.place.iter().chain(covers)
}
