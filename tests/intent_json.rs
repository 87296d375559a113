//! Holds the JSON form of an analysis to the committed schema, and both to literal text.
#![cfg(feature = "json")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may panic")]

mod json_schema;

use std::rc::Rc;

use json_schema::mismatch;
use serde_json::{Value, json};
use willwrite::intent::json::Answer;
use willwrite::intent::{
    Analysis, Branch, CommandClass, FileEffect, FileIntent, FileTarget, GitIntent, IntentKind, LinkUse,
    Place, Problem, PushChange, PushIntent, Unknown, Via, WriteIntent,
};
use willwrite::span::Span;

const SCHEMA: &str = include_str!("../docs/intents.schema.json");

#[test]
fn the_form_is_the_documented_one() {
    let command = "cd api && sed -i s/a/b/ x.py && git push origin HEAD:main";
    let mut change = file(FileEffect::Modify, FileTarget::Path("/w/repo/api/x.py".into()));
    change.place = place(Branch::Named("feat/a".into()));
    change.cause = "sed -i".into();
    change.span = Span::new(10, 28);
    let mut push = intent(IntentKind::Push(PushIntent {
        remote: Some("origin".into()),
        reference: Some("refs/heads/main".into()),
        change: PushChange::Update,
        force: false,
        pattern: false,
        unresolved: None,
    }));
    push.place = place(Branch::Named("feat/a".into()));
    push.cause = "git push".into();
    push.span = Span::new(32, 57);
    let analysis = Analysis { intents: vec![change, push], complete: true, ..Analysis::default() };
    let expected = concat!(
        r#"{"version":1,"command":"cd api && sed -i s/a/b/ x.py && git push origin HEAD:main","cwd":"/w/repo","#,
        r#""complete":true,"intents":["#,
        r#"{"kind":"file","effect":"modify","path":"/w/repo/api/x.py","pattern":false,"repo":"/w/repo","#,
        r#""branch":"feat/a","certain":true,"cause":"sed -i","span":[10,28]},"#,
        r#"{"kind":"push","remote":"origin","ref":"refs/heads/main","change":"update","force":false,"#,
        r#""repo":"/w/repo","certain":true,"cause":"git push","span":[32,57]}],"unknown":[],"errors":[]}"#,
    );
    assert_eq!(text(&analysis, command), expected);
    check(&analysis);
}

#[test]
fn every_field_that_may_stand_is_in_the_schema() {
    let mut tree = file(FileEffect::Delete, FileTarget::Pattern("/w/*".into()));
    let IntentKind::File(deleted) = &mut tree.kind else { panic!("a file") };
    deleted.covers = vec![place(Branch::Named("main".into())).unwrap(), place(Branch::Detached).unwrap()];
    deleted.link = LinkUse::Followed;
    tree.fails = Some("no such file".into());
    tree.assumes = vec!["OUT unset".into()];
    tree.via = vec![Via::Script, Via::Function, Via::Eval, Via::Program, Via::Alias, Via::Trap];
    let mut unknown = file(FileEffect::Create, FileTarget::Unresolved("`$X` is not known".into()));
    unknown.certain = false;
    let mut below = file(FileEffect::Create, FileTarget::Below("/w/out".into()));
    below.place = place(Branch::Unknown("HEAD can't be read".into()));
    let mut commit = intent(IntentKind::Git(GitIntent {
        operation: "commit".into(),
        references: vec!["refs/heads/main".into()],
        paths: vec!["/w/repo/a".into()],
        mutates: true,
        unresolved: None,
    }));
    commit.place = place(Branch::Detached);
    let lost = intent(IntentKind::Git(GitIntent {
        operation: "reset-hard".into(),
        references: Vec::new(),
        paths: Vec::new(),
        mutates: true,
        unresolved: Some("GIT_DIR is not known".into()),
    }));
    let push = intent(IntentKind::Push(PushIntent {
        remote: None,
        reference: None,
        change: PushChange::Delete,
        force: true,
        pattern: true,
        unresolved: Some("the refspec is not known".into()),
    }));
    let analysis = Analysis {
        intents: vec![tree, unknown, below, commit, lost, push, intent(IntentKind::Run)],
        complete: false,
        unknown: vec![Unknown { span: Span::new(0, 1), reason: "why".into() }],
        errors: vec![Problem { span: Span::new(1, 2), message: "what".into() }],
    };
    let answer = check(&analysis);
    let intents = answer["intents"].as_array().unwrap();
    assert_eq!(intents[0]["covers"][1], json!({"repo": "/w/repo", "branch": null, "detached": true}));
    assert_eq!(intents[0]["via"], json!(["script", "function", "eval", "program", "alias", "trap"]));
    assert_eq!(intents[1]["path"], Value::Null);
    assert_eq!(intents[2]["branch_unknown"], "HEAD can't be read");
    assert_eq!(intents[3]["detached"], true);
    assert_eq!(intents[3]["paths"], json!(["/w/repo/a"]));
    assert_eq!(intents[4]["refs"], json!([]));
    assert_eq!(intents[4].get("paths"), None);
    assert_eq!(intents[6], json!({"kind": "run", "certain": true, "cause": "c", "span": [0, 1]}));
}

#[test]
fn an_id_comes_back_and_odd_text_is_escaped() {
    let analysis = Analysis { complete: true, ..Analysis::default() };
    let id = json!({"a": [1, "x"]});
    let mut line = Vec::new();
    Answer { analysis: &analysis, command: "a\n\u{1}\"é", directory: "/w", id: Some(&id) }.write(&mut line);
    let expected = "{\"version\":1,\"id\":{\"a\":[1,\"x\"]},\"command\":\"a\\n\\u0001\\\"é\",\"cwd\":\"/w\",\
                    \"complete\":true,\"intents\":[],\"unknown\":[],\"errors\":[]}";
    assert_eq!(String::from_utf8(line).unwrap(), expected);
}

#[test]
fn the_schema_refuses_what_is_not_in_it() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let answer = |intent: Value| {
        json!({"version": 1, "command": "", "cwd": "/", "complete": true, "intents": [intent],
               "unknown": [], "errors": []})
    };
    let run = json!({"kind": "run", "certain": true, "cause": "make", "span": [0, 4]});
    assert_eq!(mismatch(&schema, &schema, &answer(run.clone())), None);
    for (field, value) in [
        ("kind", json!("walk")),
        ("certain", json!("yes")),
        ("span", json!([0])),
        ("span", json!([0, -1])),
        ("colour", json!("red")),
        ("via", json!(["road"])),
    ] {
        let mut wrong = run.clone();
        wrong[field] = value;
        assert!(mismatch(&schema, &schema, &answer(wrong)).is_some(), "{field} passed");
    }
    let mut short = run;
    short.as_object_mut().unwrap().remove("cause");
    assert!(mismatch(&schema, &schema, &answer(short)).is_some());
}

fn intent(kind: IntentKind) -> WriteIntent {
    WriteIntent {
        kind,
        place: None,
        certain: true,
        fails: None,
        assumes: Vec::new(),
        via: Vec::new(),
        cause: "c".into(),
        class: CommandClass::Known,
        span: Span::new(0, 1),
    }
}

fn file(effect: FileEffect, target: FileTarget) -> WriteIntent {
    intent(IntentKind::File(FileIntent {
        effect,
        target,
        link: LinkUse::Itself,
        covers: Vec::new(),
        content: None,
    }))
}

fn place(branch: Branch) -> Option<Rc<Place>> {
    Some(Rc::new(Place { root: "/w/repo".into(), git_directory: "/w/repo/.git".into(), branch }))
}

fn text(analysis: &Analysis, command: &str) -> String {
    let mut line = Vec::new();
    Answer { analysis, command, directory: "/w/repo", id: None }.write(&mut line);
    String::from_utf8(line).unwrap()
}

fn check(analysis: &Analysis) -> Value {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let answer: Value = serde_json::from_str(&text(analysis, "c")).unwrap();
    assert_eq!(mismatch(&schema, &schema, &answer), None);
    answer
}
