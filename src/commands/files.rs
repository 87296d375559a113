//! The programs that make, change and remove single files (GNU coreutils and their neighbours).

mod rows;

use super::engine::Call;
use super::model::Use;
use super::plan::{FileAction, Plan};
use crate::value::{Field, Output};

pub use rows::ROWS;

const WRITE: Use = Use::File(FileAction::Write);
const MODIFY: Use = Use::File(FileAction::Modify);

/// `rm -d` removes empty directories too; `rm -I` asks before many or whole trees, and no answer is no.
fn rm(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("directory") && !call.on("recursive") {
        for field in call.parsed.operands() {
            let action = if call.facts.kind(&field.value) == Some(super::plan::Kind::Directory) {
                FileAction::RemoveDirectory { parents: false }
            } else {
                FileAction::Delete { recursive: false, force: call.on("force") }
            };
            call.file(action, crate::intent::LinkUse::Itself, field, plan);
        }
    }
    for operation in &mut plan.operations {
        if let super::plan::Operation::File(file) = operation
            && file.target.known().is_some_and(ends_in_dots)
        {
            file.fails.get_or_insert_with(|| "`rm` refuses `.` and `..`".into());
        }
    }
    let many = call.on("recursive") || call.parsed.operands().count() > 3;
    let asks = (call.on("asks-once") && many) || (call.on("asks") && !call.on("force"));
    if asks && *call.facts.input() == Output::Nothing {
        super::engine::fail_from(plan, 0, "nobody answers its question");
    }
}

fn ends_in_dots(path: &str) -> bool {
    matches!(path.trim_end_matches('/').rsplit('/').next(), Some("." | ".."))
}

/// A program that takes exactly one operand refuses more.
fn one_operand(call: &Call<'_, '_>, plan: &mut Plan) {
    let many = call.parsed.operands().any(|field| field.many);
    if call.parsed.operands().count() > 1 && !many {
        super::engine::fail_from(plan, 0, "it takes one operand");
    }
}

/// `dd` names its files by keys; the input is opened before the output.
fn dd(call: &Call<'_, '_>, plan: &mut Plan) {
    let keyed = |key: &str| {
        let fits = |field: &&Field| field.value.known_prefix().starts_with(key);
        call.parsed.operands().rev().find(fits).map(|field| super::options::behind(field, key.len()))
    };
    let Some(target) = keyed("of=") else { return };
    let keeps = call.parsed.operands().any(|field| {
        field
            .value
            .known_prefix()
            .strip_prefix("conv=")
            .is_some_and(|list| list.split(',').any(|one| one == "notrunc"))
    });
    let start = plan.operations.len();
    if keeps {
        call.apply(Use::File(FileAction::Touch { create: true }), &target, plan);
        call.apply(MODIFY, &target, plan);
    } else {
        call.apply(WRITE, &target, plan);
    }
    plan.output = Output::Nothing;
    let stray = call.parsed.operands().any(|field| field.known().is_some_and(|text| !text.contains('=')));
    if stray {
        super::engine::fail_from(plan, start, "an operand has no key");
    }
    if let Some(input) = keyed("if=")
        && call.facts.exists(&input.value) == Some(false)
    {
        super::engine::fail_from(plan, start, "the input is missing");
    }
}

/// `rename` gives its operands new names that follow from an expression: some path beside each of them.
fn rename(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = Output::Nothing;
    call.below(FileAction::Modify, &call.here(), plan);
}
