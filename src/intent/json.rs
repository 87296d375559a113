//! The JSON form of an analysis: a public contract with a version.
//!
//! Owns field names and their order; `docs/intents.schema.json` describes them, and a test holds this module to it.
//! What is false, empty or absent is left out, except for what a reader always asks (`path`, `pattern`, `repo`,
//! `branch`, `refs`, `remote`, `ref`, `force`, `certain`).

use serde::Serialize;

use super::{Analysis, Branch, FileIntent, FileTarget, GitIntent, IntentKind, LinkUse, Place};
use super::{Problem, PushChange, PushIntent, Unknown, WriteIntent};
use crate::span::Span;

/// The version of the form; it changes whenever a reader might have to.
pub const VERSION: u32 = 1;

/// An analysis with the call that it answers.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'call> {
    /// What was found.
    pub analysis: &'call Analysis,
    /// The command that was analysed.
    pub command: &'call str,
    /// The directory that it starts in.
    pub directory: &'call str,
    /// The caller's own name for the call, given back as it came.
    pub id: Option<&'call serde_json::Value>,
}

impl Answer<'_> {
    /// Appends the answer as one line of JSON, without the newline.
    ///
    /// ```
    /// use willwrite::intent::Analysis;
    /// use willwrite::intent::json::Answer;
    ///
    /// let analysis = Analysis { complete: true, ..Analysis::default() };
    /// let mut line = Vec::new();
    /// Answer { analysis: &analysis, command: "ls", directory: "/w", id: None }.write(&mut line);
    /// let text = r#"{"version":1,"command":"ls","cwd":"/w","complete":true,"intents":[],"unknown":[],"errors":[]}"#;
    /// assert_eq!(line, text.as_bytes());
    /// ```
    pub fn write(&self, out: &mut Vec<u8>) {
        let form = AnswerForm {
            version: VERSION,
            id: self.id,
            command: self.command,
            cwd: self.directory,
            complete: self.analysis.complete,
            intents: self.analysis.intents.iter().map(intent_form).collect(),
            unknown: self.analysis.unknown.iter().map(unknown_form).collect(),
            errors: self.analysis.errors.iter().map(error_form).collect(),
        };
        let start = out.len();
        if serde_json::to_writer(&mut *out, &form).is_err() {
            // No type here can fail to serialise, and a Vec can't fail to grow; should it be, no half line is left.
            out.truncate(start);
        }
    }
}

#[derive(Serialize)]
struct AnswerForm<'call> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'call serde_json::Value>,
    command: &'call str,
    cwd: &'call str,
    complete: bool,
    intents: Vec<IntentForm<'call>>,
    unknown: Vec<UnknownForm<'call>>,
    errors: Vec<ErrorForm<'call>>,
}

#[derive(Serialize)]
struct IntentForm<'call> {
    #[serde(flatten)]
    kind: KindForm<'call>,
    certain: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fails: Option<&'call str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    assumes: &'call [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    via: Vec<&'static str>,
    cause: &'call str,
    span: [u32; 2],
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum KindForm<'call> {
    File(FileForm<'call>),
    Git(GitForm<'call>),
    Push(PushForm<'call>),
    Run {},
}

#[derive(Serialize)]
struct FileForm<'call> {
    effect: &'static str,
    path: Option<&'call str>,
    pattern: bool,
    #[serde(skip_serializing_if = "is_false")]
    below: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<&'call str>,
    #[serde(skip_serializing_if = "is_false")]
    through_link: bool,
    #[serde(flatten)]
    place: PlaceForm<'call>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    covers: Vec<PlaceForm<'call>>,
}

#[derive(Serialize)]
struct GitForm<'call> {
    op: &'call str,
    refs: &'call [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    paths: &'call [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<&'call str>,
    #[serde(flatten)]
    place: PlaceForm<'call>,
}

#[derive(Serialize)]
struct PushForm<'call> {
    remote: Option<&'call str>,
    #[serde(rename = "ref")]
    reference: Option<&'call str>,
    change: &'static str,
    force: bool,
    #[serde(skip_serializing_if = "is_false")]
    pattern: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<&'call str>,
    repo: Option<&'call str>,
}

#[derive(Default, Serialize)]
struct PlaceForm<'call> {
    repo: Option<&'call str>,
    branch: Option<&'call str>,
    #[serde(skip_serializing_if = "is_false")]
    detached: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch_unknown: Option<&'call str>,
}

#[derive(Serialize)]
struct UnknownForm<'call> {
    span: [u32; 2],
    reason: &'call str,
}

#[derive(Serialize)]
struct ErrorForm<'call> {
    span: [u32; 2],
    message: &'call str,
}

fn intent_form(intent: &WriteIntent) -> IntentForm<'_> {
    let place = intent.place.as_deref();
    IntentForm {
        kind: match &intent.kind {
            IntentKind::File(file) => KindForm::File(file_form(file, place)),
            IntentKind::Git(git) => KindForm::Git(git_form(git, place)),
            IntentKind::Push(push) => KindForm::Push(push_form(push, place)),
            IntentKind::Run => KindForm::Run {},
        },
        certain: intent.certain,
        fails: intent.fails.as_deref(),
        assumes: &intent.assumes,
        via: intent.via.iter().map(|via| via.word()).collect(),
        cause: &intent.cause,
        span: span_form(intent.span),
    }
}

fn file_form<'call>(file: &'call FileIntent, place: Option<&'call Place>) -> FileForm<'call> {
    let (path, unresolved) = match &file.target {
        FileTarget::Path(path) | FileTarget::Pattern(path) | FileTarget::Below(path) => (Some(&**path), None),
        FileTarget::Unresolved(reason) => (None, Some(&**reason)),
    };
    FileForm {
        effect: file.effect.word(),
        path,
        pattern: matches!(file.target, FileTarget::Pattern(_)),
        below: matches!(file.target, FileTarget::Below(_)),
        unresolved,
        through_link: file.link == LinkUse::Followed,
        place: place_form(place),
        covers: file.covers.iter().map(|place| place_form(Some(place))).collect(),
    }
}

fn git_form<'call>(git: &'call GitIntent, place: Option<&'call Place>) -> GitForm<'call> {
    GitForm {
        op: &git.operation,
        refs: &git.references,
        paths: &git.paths,
        unresolved: git.unresolved.as_deref(),
        place: place_form(place),
    }
}

fn push_form<'call>(push: &'call PushIntent, place: Option<&'call Place>) -> PushForm<'call> {
    PushForm {
        remote: push.remote.as_deref(),
        reference: push.reference.as_deref(),
        change: match push.change {
            PushChange::Update => "update",
            PushChange::Delete => "delete",
        },
        force: push.force,
        pattern: push.pattern,
        unresolved: push.unresolved.as_deref(),
        repo: place.map(|place| &*place.root),
    }
}

fn place_form(place: Option<&Place>) -> PlaceForm<'_> {
    let Some(place) = place else { return PlaceForm::default() };
    let repo = Some(&*place.root);
    match &place.branch {
        Branch::Named(name) => PlaceForm { repo, branch: Some(name), ..PlaceForm::default() },
        Branch::Detached => PlaceForm { repo, detached: true, ..PlaceForm::default() },
        Branch::Unknown(reason) => PlaceForm { repo, branch_unknown: Some(reason), ..PlaceForm::default() },
    }
}

fn unknown_form(unknown: &Unknown) -> UnknownForm<'_> {
    UnknownForm { span: span_form(unknown.span), reason: &unknown.reason }
}

fn error_form(problem: &Problem) -> ErrorForm<'_> {
    ErrorForm { span: span_form(problem.span), message: &problem.message }
}

const fn span_form(span: Span) -> [u32; 2] {
    [span.start, span.end]
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field by reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}
