//! Rows of provers, solvers, interpreters of lesser-known languages, generators of code and of messages, and of patches.

use super::engine::Call;
use super::model::{Case, Effect, Row, Use, flags, mode, output, path, quits, values};
use super::options::Syntax;
use super::plan::{FileAction, Plan};
use crate::value::AbstractString;

const WRITE: Use = Use::File(FileAction::Write);
const INTO: Use = Use::Into(FileAction::Write);
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const SINGLE: Syntax = Syntax { open: true, ..Syntax::SINGLE };
const GETTEXT: &str = "GNU gettext 0.21 manual";
const PATCHUTILS: &str = "patchutils 0.4 manual";

const fn reader(name: &'static str, source: &'static str) -> Row<'static> {
    Row::reader(name, source)
}

/// Writes to standard output, or to the file that `-o` names.
const fn to_output(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(OPEN).options(OUTPUT)
}

const OUTPUT: &[super::options::Opt<'static, super::model::Role<'static>>] =
    &[output("-o --output --output-file"), quits("--version --help")];

/// Runs a program in its own language.
const fn language(name: &'static str, source: &'static str) -> Row<'static> {
    Row::runner(name, source).options(HELPS)
}

const HELPS: &[super::options::Opt<'static, super::model::Role<'static>>] = &[quits("--version --help")];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    reader("addr2line", "binutils 2.40, addr2line(1)"),
    language("agda", "Agda documentation"),
    reader("bandit", "Bandit documentation").options(&[path("-o --output", WRITE), values("-f --format -c --configfile -x --exclude -s --skip -t --tests -b --baseline -n")]).says(&[("bandit -r d", ""), ("bandit -r d -o a", "write a")]),
    reader("basenc", "coreutils 9.1 manual, section 9.3"),
    Row::new("bsdiff", "bsdiff(1)").cases(&[Case::first(&[Use::Read, Use::Read, WRITE], Use::Ignored)]).says(&[("bsdiff a b c", "write c")]),
    Row::new("bspatch", "bspatch(1)").cases(&[Case::first(&[Use::Read, WRITE, Use::Read], Use::Ignored)]).says(&[("bspatch a n c", "write n")]),
    reader("c++filt", "binutils 2.40, c++filt(1)"),
    language("clisp", "GNU CLISP manual"),
    language("clojure", "Clojure documentation, CLI"),
    reader("combinediff", PATCHUTILS),
    Row::new("coqc", "Coq reference manual, coqc").syntax(SINGLE).options(&[
        path("-o", WRITE),
        values("-I -include -top -topfile -load-vernac-source -l -require -w -set -unset -exclude-dir -coqlib"),
        super::model::several("-R -Q -require-import", 2),
        flags("-q -noinit -nois -debug -time -vos -quick -color -verbose"),
        quits("-v --version -where -config -h --help"),
    ]).special(coqc).says(&[("coqc a.v", "write a.vo; write a.vok; write a.vos; write a.glob; write .a.aux"), ("coqc -Q d X d/m.v", "write d/m.vo; write d/m.vok; write d/m.vos; write d/m.glob; write d/.m.aux"), ("coqc --version", "")]),
    reader("coqchk", "Coq reference manual, coqchk"),
    language("coqtop", "Coq reference manual, coqtop"),
    reader("difft", "difftastic manual"),
    reader("difftastic", "difftastic manual"),
    reader("enca", "enca(1)").options(&[mode("-x --convert-to", "converts"), values("-L --language")]).cases(&[Case::all(Use::File(FileAction::Modify)).when("converts"), Case::NOTHING]),
    language("erl", "Erlang/OTP documentation, erl"),
    language("expect", "expect(1)"),
    reader("filterdiff", PATCHUTILS),
    Row::new("flatc", "FlatBuffers documentation, compiler").syntax(SINGLE).options(&[path("-o", INTO), values("-I --filename-suffix")]).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
    reader("gettext", GETTEXT),
    reader("hexedit", "hexedit(1)").cases(&[Case::all(Use::File(FileAction::Modify))]),
    reader("iex", "Elixir documentation, iex").cases(&[Case::effects(&[Effect::Run])]),
    reader("interdiff", PATCHUTILS),
    language("lake", "Lean 4 documentation, lake"),
    reader("lean", "Lean 4 documentation").options(&[path("-o -i -c -b", WRITE)]).cases(&[Case::effects(&[Effect::Run])]),
    language("lldb", "LLDB documentation"),
    Row::new("logger", "util-linux 2.38, logger(1)").syntax(Syntax::OPEN).says(&[("logger x", "")]),
    reader("lsdiff", PATCHUTILS),
    Row::new("luac", "Lua 5.4, luac(1)").syntax(OPEN).options(&[output("-o"), quits("-p -v -l")]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::File("luac.out", FileAction::Write)])]).says(&[("luac a", "write luac.out"), ("luac -o b a", "write b"), ("luac -p a", "")]),
    reader("minizinc", "MiniZinc handbook").options(&[path("-o --output-to-file --fzn --ozn", WRITE)]).says(&[("minizinc a", "")]),
    to_output("msgattrib", GETTEXT),
    to_output("msgcat", GETTEXT).says(&[("msgcat a b -o c", "write c"), ("msgcat a", "")]),
    Row::new("msgfmt", GETTEXT).syntax(OPEN).options(&[output("-o --output-file"), values("-D -d -l -r -L -S"), quits("-V --version -h --help"), mode("-c --check", "")]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::File("messages.mo", FileAction::Write)])]).says(&[("msgfmt a -o b", "write b"), ("msgfmt a", "write messages.mo")]),
    Row::new("msgmerge", GETTEXT).syntax(OPEN).options(&[output("-o --output-file"), mode("-U --update", "update"), values("-D -C --backup --suffix")]).cases(&[Case::first(&[Use::File(FileAction::Modify)], Use::Ignored).when("update"), Case::NOTHING]).says(&[("msgmerge -U a b", "modify a"), ("msgmerge a b", "")]),
    language("ocaml", "OCaml manual"),
    language("octave", "GNU Octave manual"),
    to_output("pip-compile", "pip-tools documentation"),
    reader("ptx", "coreutils 9.1 manual, section 7.5").says(&[("ptx a", "")]),
    reader("pyreverse", "Pylint documentation, pyreverse").options(&[path("-d --output-directory", INTO), values("-o --output -p --project -f --filter-mode")]).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
    reader("pytype", "pytype documentation"),
    reader("radon", "Radon documentation").options(&[path("-O --output-file", WRITE)]),
    to_output("re2c", "re2c manual"),
    Row::new("recode", "Recode 3.7 manual").syntax(OPEN).cases(&[Case::first(&[Use::Ignored], Use::File(FileAction::Modify))]).says(&[("recode u8..l1 a", "modify a"), ("recode u8..l1", "")]),
    Row::new("rimraf", "rimraf README").syntax(OPEN).options(&[mode("--glob -g", "glob"), quits("-h --help"), values("--tmp --max-retries --retry-delay --backoff")]).cases(&[Case::all(Use::Link(FileAction::Delete { recursive: true, force: true }))])
        .says(&[("rimraf d a", "delete -rf d; delete -rf a")]),
    language("sbcl", "SBCL manual"),
    Row::new("sops", "SOPS documentation").syntax(Syntax::OPEN).options(&[mode("-i --in-place", "write"), path("--output", WRITE), mode("-d --decrypt -e --encrypt", "prints"), values("--age -p --pgp -k --kms --input-type --output-type --extract --config")])
        .cases(&[Case::all(Use::File(FileAction::Modify)).when("write"), Case::NOTHING.when("prints"), Case::effects(&[Effect::Unknown("a subcommand that is not known")])]).says(&[("sops -d a", ""), ("sops -e -i a", "modify a")]),
    Row::new("swig", "SWIG documentation").syntax(SINGLE).options(&[path("-o -oh", WRITE), path("-outdir", INTO), values("-I -module -package")]).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
    reader("uconv", "ICU, uconv(1)").options(&[path("-o --output", WRITE), values("-f --from-code -t --to-code -x")]),
    reader("uuencode", "sharutils 4.15 manual").options(&[path("-o --output-file", WRITE)]).says(&[("uuencode a b", ""), ("uuencode -o o a b", "write o")]),
    reader("vulture", "Vulture README"),
    Row::new("xdelta3", "xdelta3(1)").syntax(OPEN).options(&[values("-s -S -B -W -A -C")]).subcommands(&[
        reader("printhdr printhdrs printdelta config test", "xdelta3(1)"),
        Row::new("encode decode recode merge", "xdelta3(1)").syntax(OPEN).options(&[values("-s -S -B -W -A -C -m")]).cases(&[Case::first(&[Use::Read], WRITE)]),
    ]).cases(&[Case::first(&[Use::Read], WRITE)]).says(&[("xdelta3 -e -s a b o", "write o"), ("xdelta3 printhdr a", ""), ("xdelta3 decode -s a b o", "write o")]),
    to_output("xgettext", GETTEXT).options(&[output("-o --output"), path("-p --output-dir", INTO), values("-L --language -k --keyword --from-code -d --default-domain -f --files-from"), mode("-j --join-existing", "")])
        .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::File("messages.po", FileAction::Write)])]).says(&[("xgettext -o a b", "write a"), ("xgettext b", "write messages.po")]),
    reader("z3", "Z3 documentation").says(&[("z3 a", "")]),
];

/// `coqc DIR/NAME.v` writes its outputs beside it.
fn coqc(call: &Call<'_, '_>, plan: &mut Plan) {
    for field in call.parsed.operands() {
        let Some(path) = field.known() else {
            call.unknown("the name of what it writes is not known", plan);
            continue;
        };
        let stem = path.strip_suffix(".v").unwrap_or(path);
        for ending in [".vo", ".vok", ".vos", ".glob"] {
            call.derived(
                FileAction::Write,
                AbstractString::text(&format!("{stem}{ending}")),
                field.span,
                plan,
            );
        }
        let hidden = match stem.rsplit_once('/') {
            Some((directory, name)) => format!("{directory}/.{name}.aux"),
            None => format!(".{stem}.aux"),
        };
        call.derived(FileAction::Write, AbstractString::text(&hidden), field.span, plan);
    }
}
