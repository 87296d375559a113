//! Rows of version control beside git, and of data under version control.

use super::model::{Case, Effect, Row, Use, flags, quits, values};
use super::options::Syntax;
use super::plan::FileAction;

const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const SVN: &str = "Subversion 1.14 book, svn reference";
const JJ: &str = "Jujutsu documentation, CLI reference";
const DVC: &str = "DVC documentation, command reference";
const MODIFY_HERE: &[Effect<'static>] = &[Effect::Below(FileAction::Modify)];
const BELOW: &[Case<'static>] = &[Case::effects(&[Effect::Below(FileAction::Write)])];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("dolt", "Dolt documentation, CLI reference").syntax(Syntax::OPEN_STOP).options(&[quits("--version --help")]).subcommands(&[
        Row::reader("log status diff ls blame show schema version help reflog remote", "Dolt documentation, CLI reference"),
        Row::new("clone", "Dolt documentation, CLI reference").syntax(OPEN).cases(BELOW),
    ]).cases(BELOW).says(&[("dolt log", ""), ("dolt add t", "write ./**")]),
    Row::new("dvc", DVC).syntax(Syntax::OPEN_STOP).options(&[quits("--version -V -h --help"), flags("-q --quiet -v --verbose")]).subcommands(&[
        Row::reader("status diff list ls metrics plots params version dag data doctor root help check-ignore studio", DVC),
        Row::runner("repro exp experiments stage queue", DVC),
        Row::reader("push", DVC),
    ]).cases(BELOW).says(&[("dvc status", ""), ("dvc pull", "write ./**"), ("dvc push", ""), ("dvc repro", "run")]),
    Row::new("jj", JJ).syntax(Syntax::OPEN_STOP).options(&[values("-R --repository --at-operation --at-op --color --config --config-file"), flags("--ignore-working-copy --no-pager --quiet --debug --ignore-immutable"), quits("-V --version -h --help")]).subcommands(&[
        Row::reader("log status st diff show evolog obslog interdiff root help version", JJ),
        Row::new("file", JJ).syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("list show annotate search", JJ)]).cases(JJ_CHANGES),
        Row::new("bookmark branch b tag workspace operation op git config", JJ).syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("list l log show diff get path", JJ)]).cases(JJ_CHANGES),
    ]).cases(JJ_CHANGES).says(&[("jj log -r x", ""), ("jj new", "?"), ("jj git push", "?"), ("jj bookmark list", "")]),
    Row::new("rcs", "GNU RCS 5.10 manual, rcs").syntax(OPEN).cases(&[Case::all(Use::File(FileAction::Modify)).with(MODIFY_HERE)]),
    Row::new("svn", SVN).syntax(Syntax::OPEN_STOP).options(&[quits("--version --help -h")]).subcommands(&[
        Row::new("checkout co export", SVN).syntax(OPEN).options(SVN_OPTIONS).cases(&[Case::first(&[Use::Read], Use::Into(FileAction::Write)).with(&[Effect::Below(FileAction::Write)])]),
        Row::reader("status stat st log diff di info list ls cat blame annotate praise ann propget pget pg proplist plist pl help auth", SVN),
        Row::new("update up switch sw merge revert resolve resolved cleanup patch relocate propset pset ps propdel pdel pd propedit pedit pe upgrade changelist cl lock unlock add commit ci", SVN)
            .syntax(OPEN).options(SVN_OPTIONS).cases(&[Case::all(Use::Tree(FileAction::Modify)).with(MODIFY_HERE)]),
        Row::new("delete del remove rm", SVN).syntax(OPEN).options(SVN_OPTIONS).cases(&[Case::all(Use::Link(FileAction::Delete { recursive: true, force: false })).with(MODIFY_HERE)]),
        Row::new("mkdir", SVN).syntax(OPEN).options(SVN_OPTIONS).cases(&[Case::all(Use::File(FileAction::MakeDirectory { parents: true })).with(MODIFY_HERE)]),
        Row::new("move mv rename ren copy cp", SVN).syntax(OPEN).options(SVN_OPTIONS).cases(BELOW),
        Row::reader("import", SVN),
    ]).cases(&[Case::effects(&[Effect::Unknown("a subcommand that is not known")])])
        .says(&[("svn status", ""), ("svn up", "modify ./**"), ("svn co https://h/r d", "mkdir -p d; write d/**; write ./**"), ("svn rm a", "delete -r a; modify ./**"), ("svn frob", "?")]),
];

const JJ_CHANGES: &[Case<'static>] =
    &[Case::effects(&[Effect::Unknown("it changes commits and the work tree")])];

const SVN_OPTIONS: &[super::options::Opt<'static, super::model::Role<'static>>] = &[
    values(
        "-r --revision -m --message -F --file --username --password --depth --set-depth --changelist --cl --config-dir --config-option --accept -c --change --encoding --targets --strip",
    ),
    flags(
        "-q --quiet -N --non-recursive --force --non-interactive --trust-server-cert --ignore-externals --parents --no-ignore --keep-local --auto-props --no-auto-props -R --recursive",
    ),
];
