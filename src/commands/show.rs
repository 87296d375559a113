//! Plans in the short form of the rows' examples; the layout that the examples stand in.

use std::fmt::Write as _;

use super::engine::join;
use super::plan::{
    DestinationMode, Existing, Facts, FileAction, Kind, Language, Operation, Plan, Runs, Transfer,
    TransferKind,
};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output, Piece};

/// A folder with the files `a`, `b`, `c`, `f.sh`, and the directories `d` (with `a` in it) and `src` (with `m.rs`).
pub struct Folder {
    input: Output,
}

impl Folder {
    /// With this standard input.
    pub fn fed(input: Output) -> Self {
        Self { input }
    }
}

const FILES: &[(&str, &str)] = &[
    ("a", "one\ntwo\n"),
    ("b", "two\n"),
    ("c", "three\n"),
    ("d/a", "one\n"),
    ("f.sh", "touch a\n"),
    ("src/m.rs", "fn main() {}\n"),
];

impl Facts for Folder {
    fn is_directory(&self, path: &AbstractString) -> Option<bool> {
        let path = path.known()?.trim_end_matches('/').trim_start_matches("./");
        Some(matches!(path, "d" | "src" | "." | ""))
    }

    fn exists(&self, path: &AbstractString) -> Option<bool> {
        let directory = self.is_directory(path)?;
        let path = path.known()?.trim_start_matches("./");
        Some(directory || FILES.iter().any(|(name, _)| *name == path))
    }

    fn kind(&self, path: &AbstractString) -> Option<Kind> {
        Some(match (self.is_directory(path)?, self.exists(path)?) {
            (true, _) => Kind::Directory,
            (_, true) => Kind::File,
            _ => Kind::Missing,
        })
    }

    fn content(&self, path: &AbstractString) -> Option<String> {
        let path = path.known()?.trim_start_matches("./");
        FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
    }

    fn list(&self, directory: &AbstractString) -> Option<Vec<String>> {
        let names: &[&str] = match directory.known()?.trim_end_matches('/').trim_start_matches("./") {
            "" | "." => &["a", "b", "c", "d", "f.sh", "src"],
            "d" => &["a"],
            "src" => &["m.rs"],
            _ => return None,
        };
        Some(names.iter().map(|name| (*name).to_owned()).collect())
    }

    fn environment(&self, _name: &str) -> Option<String> {
        None
    }

    fn input(&self) -> &Output {
        &self.input
    }

    fn directory(&self) -> Option<String> {
        Some("/w".to_owned())
    }
}

/// The words of an example: blanks part them, quotes hold them together, `$X` is an unknown word.
pub fn words(command: &str) -> Vec<Field> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' => {
                word.get_or_insert_default()
                    .extend(characters.by_ref().take_while(|next| *next != character));
            }
            ' ' => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words.iter().map(|word| field(word)).collect()
}

fn field(word: &str) -> Field {
    match word.split_once("$X") {
        Some((before, behind)) => {
            let mut value = AbstractString::text(before);
            value.push(Piece::Unknown("X".into()));
            value.push_text(behind);
            Field { value, many: false, span: Span::default() }
        }
        None => Field::text(word, Span::default()),
    }
}

/// The plan in short form.
pub fn show(plan: &Plan) -> String {
    let mut parts: Vec<String> = plan.operations.iter().map(operation).collect();
    if !plan.unknown.is_empty() {
        parts.push("?".to_owned());
    }
    parts.join("; ")
}

fn string(value: &AbstractString) -> String {
    value.pieces().iter().fold(String::new(), |mut shown, piece| {
        match piece {
            Piece::Text(text) | Piece::Glob(text) => shown.push_str(text),
            Piece::Segment(_) => shown.push('*'),
            Piece::Below(_) => shown.push_str("**"),
            Piece::Unknown(_) => shown.push('?'),
        }
        shown
    })
}

fn list(fields: &[Field]) -> String {
    fields.iter().map(|field| string(&field.value)).collect::<Vec<_>>().join(" ")
}

fn operation(operation: &Operation) -> String {
    match operation {
        Operation::File(file) => {
            let path = string(&join(file.directory.as_ref(), &file.target.value));
            let fails = if file.fails.is_some() { " fails" } else { "" };
            format!("{} {path}{fails}", action(file.action))
        }
        Operation::Below { directory, action: what, fails, .. } => {
            let fails = if fails.is_some() { " fails" } else { "" };
            format!("{} {}/**{fails}", action(*what), string(&directory.value).trim_end_matches('/'))
        }
        Operation::Transfer(transfer) => self::transfer(transfer),
        Operation::Invoke(invocation) => {
            let mut shown = "invoke".to_owned();
            if invocation.runs == Runs::Maybe {
                shown.push_str(" maybe");
            }
            if invocation.clears_environment {
                shown.push_str(" clear");
            }
            if let Some(directory) = &invocation.directory {
                let _ = write!(shown, " in {}", string(directory));
            }
            let mut environment: Vec<String> = invocation
                .environment
                .iter()
                .map(|(name, value)| match value {
                    Some(value) => format!("{name}={}", string(value)),
                    None => format!("-{name}"),
                })
                .collect();
            environment.sort_by_key(|one| one.starts_with('-'));
            for one in environment {
                let _ = write!(shown, " {one}");
            }
            let fails = if invocation.fails.is_some() { " fails" } else { "" };
            format!("{shown} [{}]{fails}", list(&invocation.argv))
        }
        Operation::Shell(shell) => {
            let mut shown = "shell".to_owned();
            if let Some(directory) = &shell.directory {
                let _ = write!(shown, " in {}", string(directory));
            }
            let _ = write!(shown, " [{}]", string(&shell.text.value));
            for field in shell.name.iter().chain(&shell.parameters) {
                let _ = write!(shown, " {}", string(&field.value));
            }
            shown
        }
        Operation::Program(program) => {
            let mut shown = format!("{} [{}]", language(program.language), string(&program.text.value));
            for field in &program.arguments {
                let _ = write!(shown, " {}", string(&field.value));
            }
            shown
        }
        Operation::Script(script) => {
            let mut shown = format!("script {}", string(&script.path.value));
            for field in &script.arguments {
                let _ = write!(shown, " {}", string(&field.value));
            }
            shown
        }
        Operation::FileTexts(texts) => {
            let shown: Vec<String> = texts
                .iter()
                .map(|given| {
                    let directory = given.shell.directory.as_ref().map(string);
                    let place = directory.map(|directory| format!(" in {directory}")).unwrap_or_default();
                    format!("text{place} [{}]", string(&given.shell.text.value))
                })
                .collect();
            shown.join("; ")
        }
        Operation::Run { .. } => "run".to_owned(),
    }
}

fn language(language: Language) -> &'static str {
    match language {
        Language::Python => "python",
        Language::JavaScript => "javascript",
        Language::Perl => "perl",
        Language::Ruby => "ruby",
        Language::Awk => "awk",
        Language::Other => "program",
    }
}

fn action(action: FileAction) -> &'static str {
    match action {
        FileAction::Write => "write",
        FileAction::Append => "append",
        FileAction::CreateNew => "new",
        FileAction::Touch { create: true } => "touch",
        FileAction::Touch { create: false } => "touch -c",
        FileAction::Truncate { create: true } => "truncate",
        FileAction::Truncate { create: false } => "truncate -c",
        FileAction::Modify => "modify",
        FileAction::Delete { recursive: true, force: true } => "delete -rf",
        FileAction::Delete { recursive: true, force: false } => "delete -r",
        FileAction::Delete { recursive: false, force: true } => "delete -f",
        FileAction::Delete { recursive: false, force: false } => "delete",
        FileAction::RemoveDirectory { parents: true } => "rmdir -p",
        FileAction::RemoveDirectory { parents: false } => "rmdir",
        FileAction::MakeDirectory { parents: true } => "mkdir -p",
        FileAction::MakeDirectory { parents: false } => "mkdir",
        FileAction::Metadata { recursive: true } => "metadata -R",
        FileAction::Metadata { recursive: false } => "metadata",
    }
}

fn transfer(transfer: &Transfer) -> String {
    let mut shown = match transfer.kind {
        TransferKind::Copy => "copy",
        TransferKind::Move => "move",
        TransferKind::SymbolicLink { force: false } => "link",
        TransferKind::SymbolicLink { force: true } => "link -f",
        TransferKind::HardLink { force: false } => "hard-link",
        TransferKind::HardLink { force: true } => "hard-link -f",
    }
    .to_owned();
    if transfer.recursive && transfer.kind == TransferKind::Copy {
        shown.push_str(" -r");
    }
    shown.push_str(match transfer.existing {
        Existing::Overwritten => "",
        Existing::Kept => " -n",
        Existing::KeptUnlessOlder | Existing::KeptIfNewer => " -u",
        Existing::Asked => " -i",
    });
    if transfer.contents_only {
        shown.push_str(" contents");
    }
    let destination = string(&transfer.destination.value);
    let destination = match transfer.mode {
        DestinationMode::Either => destination,
        DestinationMode::Directory => format!("{}/", destination.trim_end_matches('/')),
        DestinationMode::Name => format!("={destination}"),
    };
    format!("{shown} {} -> {destination}", list(&transfer.sources))
}
