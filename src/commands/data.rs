//! Rows of the tools of data: JSON, XML, images of disks, and agents that work on their own.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, mode, output, path, quits, reads, several, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use crate::intent::{CommandClass, LinkUse};
use crate::value::Field;

const WRITE: Use = Use::File(FileAction::Write);
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const SINGLE: Syntax = Syntax { open: true, ..Syntax::SINGLE };

const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];

const TO_OUTPUT: &[Opt<'static, Role<'static>>] = &[output("-o --output --output-file --out")];

/// A program whose `-o` names its output.
const fn to_output(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(OPEN).options(TO_OUTPUT)
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::runner("aider", "aider documentation"),
    Row::runner("claude", "Claude Code documentation"),
    Row::runner("codex", "Codex CLI documentation"),
    Row::runner("cursor-agent", "Cursor documentation, CLI"),
    Row::reader("dbt", "dbt documentation").cases(RUNS).class(CommandClass::Build),
    Row::runner("gemini", "Gemini CLI documentation"),
    Row::new("genisoimage", "genisoimage(1)")
        .syntax(SINGLE)
        .options(&[path("-o -output", WRITE), values("-V -A -b -c -publisher -graft-points-file -m -x")])
        .says(&[("genisoimage -o a.iso d", "write a.iso")]),
    Row::reader("gnuplot", "gnuplot 5.4 manual").cases(RUNS).class(CommandClass::Build),
    Row::runner("goose", "goose documentation"),
    Row::reader("jq", "jq 1.6 manual")
        .options(&[
            several("--arg --argjson --slurpfile --rawfile", 2),
            reads("-f --from-file -L"),
            values("--indent"),
        ])
        .cases(&[Case::NOTHING])
        .says(&[("jq .a a", ""), ("jq --arg x y . a", "")]),
    Row::new("mkisofs", "mkisofs(8)").syntax(SINGLE).options(&[path("-o -output", WRITE)]),
    Row::runner("opencode", "opencode documentation, CLI")
        .syntax(Syntax::OPEN_STOP)
        .subcommands(&[Row::reader("models stats session export", "opencode documentation, CLI")])
        .options(&[quits("-h --help -v --version")]),
    Row::runner("qwen", "Qwen Code documentation"),
    Row::reader("xmllint", "libxml2 2.9, xmllint(1)")
        .syntax(SINGLE)
        .options(&[output("-o -output"), values("-xpath -schema -encode")])
        .says(&[("xmllint --format a", ""), ("xmllint --format a --output b", "write b")]),
    Row::new("xmlstarlet", "XMLStarlet 1.6 manual")
        .syntax(Syntax::OPEN_STOP)
        .special(xmlstarlet)
        .says(&[("xmlstarlet sel -t -v x a", ""), ("xmlstarlet ed -L -d x a", "modify a")]),
    to_output("xsltproc", "libxslt 1.1, xsltproc(1)"),
    Row::new("yq", "yq 4 documentation; yq 3 (Python) README")
        .syntax(Syntax::OPEN)
        .options(&[
            mode("-i --inplace --in-place", "in-place"),
            mode("-n --null-input", "null"),
            path("-s --split-exp", Use::Ignored),
            values("-p --input-format -o --output-format -I --indent --from-file --arg"),
            quits("-V --version -h --help"),
        ])
        .special(yq)
        .says(&[
            ("yq -i .a=1 a", "modify a"),
            ("yq e -i .a=1 a", "modify a"),
            ("yq .a a", ""),
            ("yq eval .a a", ""),
        ]),
];

fn xmlstarlet(call: &Call<'_, '_>, plan: &mut Plan) {
    let edits =
        matches!(call.arguments.first().and_then(Field::known), Some("ed" | "edit" | "fo" | "format"));
    if edits
        && call.arguments.iter().any(|field| matches!(field.known(), Some("-L" | "--inplace" | "--in-place")))
    {
        call.arguments
            .last()
            .into_iter()
            .for_each(|field| call.file(FileAction::Modify, LinkUse::Followed, field, plan));
    }
}

/// `yq [eval] EXPRESSION FILE…`.
fn yq(call: &Call<'_, '_>, plan: &mut Plan) {
    if !call.on("in-place") {
        return;
    }
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let skip = 1 + usize::from(matches!(
        operands.first().and_then(|field| field.known()),
        Some("e" | "eval" | "ea" | "eval-all")
    ));
    operands
        .iter()
        .skip(skip)
        .for_each(|field| call.file(FileAction::Modify, LinkUse::Followed, field, plan));
}
