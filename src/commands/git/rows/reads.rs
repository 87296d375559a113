//! Subcommands that read.

use super::{OPEN, open, value};
use crate::commands::git::{Act, Row};
use crate::commands::options::Opt;

/// `log`, `diff` and their kin: only `--output` names a file; the values of these would look like operands.
const LOG: &[Opt<'static, ()>] = &[
    value("--output"),
    value("-n --max-count"),
    value("--skip"),
    value("--since --after"),
    value("--until --before"),
    value("--author"),
    value("--committer"),
    value("--grep"),
    value("-S"),
    value("-G"),
    value("-L"),
    value("-O"),
    value("--format"),
    value("--diff-filter"),
    value("--src-prefix"),
    value("--dst-prefix"),
    value("--inter-hunk-context"),
];

const PLAIN: &[Opt<'static, ()>] = &[];

const fn read(name: &'static str) -> Row {
    open(name, Act::Read, PLAIN)
}

const fn log(name: &'static str) -> Row {
    open(name, Act::ReadOutput, LOG)
}

pub(super) const ROWS: &[Row] = &[
    read("annotate"),
    read("blame"),
    read("cat-file"),
    read("check-attr"),
    read("check-ignore"),
    read("check-mailmap"),
    read("check-ref-format"),
    read("cherry"),
    read("column"),
    read("count-objects"),
    read("describe"),
    log("diff"),
    log("diff-files"),
    log("diff-index"),
    log("diff-tree"),
    open("difftool", Act::Runs("a diff tool"), &[value("-x --extcmd"), value("-t --tool")]),
    read("fast-export"),
    read("fmt-merge-msg"),
    read("for-each-ref"),
    read("fsck"),
    read("get-tar-commit-id"),
    read("gitk"),
    Row {
        name: "grep",
        act: Act::Read,
        options: &[value("-e"), value("-f"), value("-m --max-count"), value("-A"), value("-B"), value("-C")],
        syntax: OPEN,
    },
    read("help"),
    log("log"),
    Row {
        name: "ls-files",
        act: Act::ListFiles,
        options: &[
            value("-x --exclude"),
            value("-X --exclude-from"),
            value("--exclude-per-directory"),
            value("--with-tree"),
            value("--format"),
        ],
        syntax: OPEN,
    },
    read("ls-remote"),
    read("ls-tree"),
    open("mailinfo", Act::Runs("git mailinfo"), PLAIN),
    open("mailsplit", Act::Runs("git mailsplit"), PLAIN),
    read("merge-base"),
    read("name-rev"),
    read("patch-id"),
    log("range-diff"),
    read("request-pull"),
    log("rev-list"),
    Row { name: "rev-parse", act: Act::RevisionParse, options: PLAIN, syntax: OPEN },
    read("shortlog"),
    log("show"),
    read("show-branch"),
    read("show-index"),
    read("show-ref"),
    read("status"),
    read("stripspace"),
    read("unpack-file"),
    read("var"),
    read("verify-commit"),
    read("verify-pack"),
    read("verify-tag"),
    read("version"),
    log("whatchanged"),
];
