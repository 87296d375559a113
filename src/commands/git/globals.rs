//! Options in front of the subcommand (git(1), OPTIONS).

use crate::commands::options::{Opt, Syntax, parse};
use crate::span::Span;
use crate::value::Field;

/// What stands in front of the subcommand.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// `-C` values in order; each starts where the one before leads.
    pub directories: Vec<Field>,
    /// `-c key=value` in order, as one field each.
    pub settings: Vec<Field>,
    /// `--git-dir`.
    pub git_directory: Option<Field>,
    /// `--work-tree`.
    pub work_tree: Option<Field>,
    /// `--bare`.
    pub bare: bool,
    /// True if git only prints something about itself (`--version`, `--help`, `--exec-path`).
    pub prints_only: bool,
    /// Options that no row knows.
    pub unknown: Vec<(Span, String)>,
    /// Index in the arguments of the subcommand's name.
    pub subcommand: Option<usize>,
}

const OPTIONS: &[Opt<'static, ()>] = &[
    Opt::value("-C", ()),
    Opt::value("-c", ()),
    Opt::value("--config-env", ()),
    Opt::value("--git-dir", ()),
    Opt::value("--work-tree", ()),
    Opt::value("--namespace", ()),
    Opt::value("--super-prefix", ()),
    Opt::value("--attr-source", ()),
    Opt::attached("--exec-path", ()),
    Opt::attached("--list-cmds", ()),
    Opt::flag("--bare", ()),
    Opt::flag("-v --version", ()),
    Opt::flag("-h --help", ()),
    Opt::flag("--html-path", ()),
    Opt::flag("--man-path", ()),
    Opt::flag("--info-path", ()),
    Opt::flag("-p --paginate", ()),
    Opt::flag("-P --no-pager", ()),
    Opt::flag("--no-replace-objects", ()),
    Opt::flag("--no-lazy-fetch", ()),
    Opt::flag("--no-optional-locks", ()),
    Opt::flag("--no-advice", ()),
    Opt::flag("--literal-pathspecs", ()),
    Opt::flag("--glob-pathspecs", ()),
    Opt::flag("--noglob-pathspecs", ()),
    Opt::flag("--icase-pathspecs", ()),
];

/// git reads its global options without clusters and without shortened names.
const SYNTAX: Syntax = Syntax { clusters: false, shortens: false, ..Syntax::STOP };

/// Reads the arguments behind `git`.
#[must_use]
pub fn globals(arguments: &[Field]) -> Globals {
    let parsed = parse(arguments, OPTIONS, SYNTAX);
    let mut globals = Globals {
        bare: parsed.has("--bare"),
        git_directory: parsed.value("--git-dir").cloned(),
        work_tree: parsed.value("--work-tree").cloned(),
        unknown: parsed.unknown.iter().map(|(span, text)| (*span, text.to_string())).collect(),
        subcommand: parsed.first_operand,
        ..Globals::default()
    };
    for given in parsed.options() {
        let option = given.option;
        match &given.value {
            Some(value) if option.is("-C") => globals.directories.push(value.clone()),
            Some(value) if option.is("-c") => globals.settings.push(value.clone()),
            None if option.is("--exec-path") => globals.prints_only = true,
            _ => {}
        }
        globals.prints_only |=
            ["--version", "--help", "--html-path", "--man-path", "--info-path", "--list-cmds"]
                .iter()
                .any(|name| option.is(name));
    }
    globals
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Globals, Vec<Field>) {
        let fields: Vec<Field> =
            line.split_whitespace().map(|word| Field::text(word, Span::default())).collect();
        (globals(&fields), fields)
    }

    #[test]
    fn several_directories_add_up_and_the_subcommand_is_found_behind_values() {
        let (globals, fields) = read("-C /w -C repo --git-dir=x --work-tree y -c a.b=c --no-pager log -C z");
        let directories: Vec<_> = globals.directories.iter().map(|field| field.known().unwrap()).collect();
        assert_eq!(directories, ["/w", "repo"]);
        assert_eq!(globals.git_directory.unwrap().known(), Some("x"));
        assert_eq!(globals.work_tree.unwrap().known(), Some("y"));
        assert_eq!(fields[globals.subcommand.unwrap()].known(), Some("log"));
    }

    #[test]
    fn the_paging_flag_is_no_subcommand_option() {
        let (globals, fields) = read("-p log -p -1");
        assert!(!globals.prints_only);
        assert_eq!(fields[globals.subcommand.unwrap()].known(), Some("log"));
    }

    #[test]
    fn asking_for_the_version_runs_nothing() {
        assert!(read("--version").0.prints_only);
        assert!(read("--exec-path").0.prints_only);
        assert!(!read("--exec-path=/x commit").0.prints_only);
    }
}
