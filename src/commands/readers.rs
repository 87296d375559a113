//! Rows of the programs that only read and print.
//!
//! Their other options only change what they print; an option that writes stands in its row.

use super::engine::Call;
use super::model::{Case, Prints, Row, Use, output, path, quits, reads, values};
use super::options::Syntax;
use super::plan::{FileAction, Plan};

const COREUTILS: &str = "coreutils 9.1 manual";

const fn prints(name: &'static str, source: &'static str, cases: &'static [Case<'static>]) -> Row<'static> {
    Row::reader(name, source).cases(cases)
}

const CONTENTS: &[Case<'static>] = &[Case::all(Use::Read).prints(Prints::Contents)];
const LINES: &[Case<'static>] = &[Case::all(Use::Read).prints(Prints::Lines)];
const NOTHING: &[Case<'static>] = &[Case::all(Use::Read)];

/// grep's patterns are no paths; what `-l` prints are names of the files that it read.
const GREP: Row<'static> = Row::reader("grep", "GNU grep 3.8 manual, section 2.1")
    .options(&[
        values("-e --regexp"),
        reads("-f --file"),
        super::model::mode("-l --files-with-matches -L --files-without-match", "names"),
        super::model::mode("-r -R --recursive --dereference-recursive", "recursive"),
        super::model::mode("-c --count -b --byte-offset -n --line-number -o --only-matching -H --with-filename", "changed"),
        super::model::mode("-q --quiet --silent", "quiet"),
        values("-A --after-context -B --before-context -C --context -m --max-count -D --devices -d --directories --include --exclude --exclude-dir --exclude-from --label --color --colour --binary-files --group-separator"),
    ])
    .special(super::listings::grep);

const RG: Row<'static> = Row::reader("rg", "ripgrep 13, rg(1)")
    .options(&[
        values("-e --regexp"),
        reads("-f --file"),
        super::model::mode("-l --files-with-matches --files-without-match --files", "names"),
        super::model::mode("-c --count --count-matches -n --line-number -o --only-matching -H --with-filename --json --vimgrep", "changed"),
        super::model::mode("-q --quiet", "quiet"),
        values("-A --after-context -B --before-context -C --context -m --max-count -g --glob --iglob -t --type -T --type-not --color --colors -E --encoding -j --threads -M --max-columns --max-depth -r --replace --sort --sortr --max-filesize --pre --engine --context-separator --type-add"),
    ])
    .special(super::listings::grep);

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::reader("[", COREUTILS).cases(NOTHING).says(&[("[ -f a ]", "")]),
    Row { name: "ack", ..RG }.says(&[("ack x d", "")]),
    Row { name: "ag", ..RG }.says(&[("ag -l x d", "")]),
    Row::reader("annotate", "the program's own manual"),
    Row::reader("apropos", "man-db 2.11, apropos(1)"),
    Row::reader("arch", COREUTILS),
    Row::reader("b2sum", COREUTILS).says(&[("b2sum a", "")]),
    Row::reader("base32", COREUTILS),
    Row::reader("base64", COREUTILS).options(&[output("-o --output")]).special(super::filters::base64).says(&[("base64 -d a", ""), ("base64 -i a -o b", "write b")]),
    Row::reader("basename", COREUTILS).special(super::text::basename).says(&[("basename d/a", "")]),
    Row::reader("bat", "bat 0.22, bat(1)").cases(CONTENTS).says(&[("bat a", "")]),
    Row::reader("bc", "bc 1.07 manual"),
    Row::reader("cal", "util-linux 2.38, cal(1)"),
    prints("cat", "coreutils 9.1 manual, section 3.1", CONTENTS).says(&[("cat a b", ""), ("cat -n a", "")]),
    Row::reader("chafa", "chafa 1.12, chafa(1)"),
    Row::reader("cksum", COREUTILS),
    Row::reader("cloc", "cloc 1.96").options(&[path("--out --report-file", Use::File(FileAction::Write))]).says(&[("cloc .", ""), ("cloc --out=r .", "write r")]),
    prints("cmp", "diffutils 3.8 manual", NOTHING).says(&[("cmp a b", "")]),
    prints("col", "util-linux 2.38, col(1)", LINES),
    Row::reader("colordiff", "colordiff(1)"),
    Row::reader("column", "util-linux 2.38, column(1)").says(&[("column -t a", "")]),
    prints("comm", "coreutils 9.1 manual, section 7.4", LINES).says(&[("comm -12 a b", "")]),
    Row::reader("cowsay", "cowsay(1)"),
    Row::reader("cut", "coreutils 9.1 manual, section 8.1")
        .options(&[values("-d --delimiter"), values("-f --fields"), values("-c --characters -b --bytes"), values("--output-delimiter"), super::model::flags("-s --only-delimited -z -n --complement")])
        .special(super::filters::cut)
        .says(&[("cut -d: -f1 a", "")]),
    Row::reader("date", "coreutils 9.1 manual, section 21.1").special(super::text::date).says(&[("date +%F", "")]),
    Row::reader("dc", "bc 1.07 manual"),
    Row::reader("delta", "delta 0.15"),
    Row::reader("df", COREUTILS).says(&[("df -h", "")]),
    prints("diff", "diffutils 3.8 manual, section 14", &[Case::NOTHING]).says(&[("diff -ru a b", "")]),
    Row::reader("diff3", "diffutils 3.8 manual"),
    Row::reader("diffstat", "diffstat 1.65").options(&[output("-o")]),
    Row::reader("dircolors", COREUTILS),
    Row::reader("dirname", COREUTILS).special(super::text::dirname).says(&[("dirname d/a", "")]),
    Row::reader("dos2unix", "dos2unix 7.4, dos2unix(1)")
        .options(&[
            super::model::mode("-n --newfile", "pairs"),
            super::model::mode("-O --to-stdout -i --info", "reads"),
            values("-c --convmode"),
            quits("-h --help -V --version -L --license"),
        ])
        .cases(&[
            Case::all(Use::Read).when("reads"),
            Case::first(&[Use::Read, Use::File(FileAction::Write)], Use::File(FileAction::Write)).when("pairs"),
            Case::all(Use::File(FileAction::Modify)),
        ])
        .says(&[("dos2unix a", "modify a"), ("dos2unix -n a b", "write b"), ("dos2unix -i a", "")]),
    Row::reader("du", COREUTILS).says(&[("du -sh d", "")]),
    Row::reader("echo", "coreutils 9.1 manual, section 15.1").special(super::text::echo).says(&[("echo a -o b", "")]),
    Row { name: "egrep", ..GREP },
    Row::reader("exa", "exa(1)"),
    prints("expand", COREUTILS, &[Case::NOTHING]),
    Row::reader("expr", COREUTILS),
    Row::reader("eza", "eza(1)"),
    Row::reader("factor", COREUTILS),
    prints("false", COREUTILS, NOTHING),
    Row::reader("fd", "fd 8.6, fd(1)")
        .options(&[
            super::model::mode("-x --exec -X --exec-batch", "runs"),
            values("-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --changed-before -o --owner -c --color -j --threads --max-results --base-directory --search-path --path-separator"),
        ])
        .special(super::listings::fd)
        .says(&[("fd x d", ""), ("fd -e rs -x rm", "invoke maybe [rm **]")]),
    Row { name: "fgrep", ..GREP },
    Row::reader("figlet", "figlet(6)"),
    Row::reader("file", "file 5.44, file(1)").options(&[super::model::mode("-C --compile", "compiles"), values("-m --magic-file -f --files-from -F --separator -e --exclude -P --parameter")])
        .cases(&[Case::effects(&[super::model::Effect::File("magic.mgc", FileAction::Write)]).when("compiles"), Case::NOTHING])
        .says(&[("file a", ""), ("file -C -m a", "write magic.mgc")]),
    prints("fmt", COREUTILS, &[Case::NOTHING]),
    prints("fold", COREUTILS, &[Case::NOTHING]),
    Row::reader("fzf", "fzf 0.38, fzf(1)"),
    Row::reader("getconf", "POSIX.1-2017, getconf"),
    Row::reader("getent", "glibc 2.36, getent(1)"),
    Row::reader("getfacl", "acl 2.3, getfacl(1)"),
    Row::reader("getfattr", "attr 2.5, getfattr(1)"),
    Row::reader("getopt", "util-linux 2.38, getopt(1)"),
    GREP.says(&[("grep -rn x d", ""), ("grep -l x a b", ""), ("grep $X a", "")]),
    Row::reader("groups", COREUTILS),
    Row::reader("head", "coreutils 9.1 manual, section 5.1")
        .syntax(Syntax::OPEN.with_numbers())
        .options(&[values("-n --lines"), values("-c --bytes"), super::model::flags("-q --quiet --silent -v --verbose -z --zero-terminated")])
        .special(super::filters::head)
        .says(&[("head -5 a", ""), ("head -n 5 a b", "")]),
    Row::reader("hexdump", "util-linux 2.38, hexdump(1)"),
    Row::reader("hexyl", "hexyl(1)"),
    Row::reader("host", "bind 9.18, host(1)"),
    Row::reader("hyperfine", "hyperfine(1)").options(&[
        path("--export-json --export-csv --export-markdown --export-asciidoc --export-orgmode", Use::File(FileAction::Write)),
        values("-w --warmup -r --runs -m --min-runs -M --max-runs -p --prepare -c --cleanup -s --setup -n --command-name -L --parameter-list -S --shell"),
    ]).cases(&[Case::effects(&[super::model::Effect::Run])]).says(&[("hyperfine --export-json o 'x'", "write o; run")]),
    Row::reader("iconv", "glibc 2.36, iconv(1)").options(&[output("-o --output")]).says(&[("iconv -f x -t y a -o b", "write b")]),
    Row::reader("id", COREUTILS),
    Row::reader("identify", "ImageMagick 6.9"),
    prints("join", COREUTILS, &[Case::NOTHING]),
    Row::reader("jot", "BSD, jot(1)"),
    Row::reader("ldd", "glibc 2.36, ldd(1)"),
    Row::reader("less", "less 590, less(1)")
        .options(&[values("-o -O --log-file --LOG-FILE -b -h -j -k -p -P -t -T -x -y -z")])
        .cases(CONTENTS)
        .special(less)
        .says(&[("less a", ""), ("less -o log a", ""), ("less -o log", "write log")]),
    Row::reader("locale", "glibc 2.36, locale(1)"),
    Row::reader("locate", "plocate 1.1, locate(1)"),
    Row::reader("logname", COREUTILS),
    Row::reader("look", "util-linux 2.38, look(1)"),
    Row::reader("ls", "coreutils 9.1 manual, section 10.1").special(super::listings::ls).says(&[("ls -la d", "")]),
    Row::reader("lsattr", "e2fsprogs, lsattr(1)"),
    Row::reader("lsd", "lsd(1)"),
    Row::reader("m4", "GNU m4 1.4 manual"),
    Row::reader("man", "man-db 2.11, man(1)"),
    Row::reader("md5", "BSD, md5(1)"),
    Row::reader("md5sum", COREUTILS).says(&[("md5sum -c a", "")]),
    Row::reader("mesg", "util-linux 2.38, mesg(1)"),
    prints("more", "util-linux 2.38, more(1)", CONTENTS),
    prints("nl", COREUTILS, &[Case::NOTHING]),
    Row::reader("nm", "binutils 2.40, nm(1)"),
    Row::reader("nproc", COREUTILS),
    Row::reader("numfmt", COREUTILS),
    Row::reader("objdump", "binutils 2.40, objdump(1)").says(&[("objdump -d a", "")]),
    Row::reader("od", COREUTILS).says(&[("od -c a", "")]),
    Row::reader("otool", "Xcode, otool(1)"),
    prints("paste", COREUTILS, &[Case::NOTHING]),
    Row::reader("pathchk", COREUTILS),
    Row::reader("pdfinfo", "poppler 22.12, pdfinfo(1)"),
    Row::reader("pinky", COREUTILS),
    Row::reader("pr", COREUTILS),
    Row::reader("printenv", COREUTILS),
    Row::reader("printf", "coreutils 9.1 manual, section 15.2").special(super::text::printf).says(&[("printf %s a", "")]),
    Row::reader("pv", "pv 1.6, pv(1)").cases(CONTENTS).options(&[values("-L -s -i -N")]),
    Row::reader("pwd", COREUTILS).special(super::text::pwd).says(&[("pwd -P", "")]),
    Row::reader("readelf", "binutils 2.40, readelf(1)"),
    Row::reader("readlink", COREUTILS).special(super::text::realpath).says(&[("readlink -f a", "")]),
    Row::reader("realpath", COREUTILS).special(super::text::realpath).says(&[("realpath a", "")]),
    prints("rev", "util-linux 2.38, rev(1)", &[Case::NOTHING]).special(super::filters::rev),
    RG.says(&[("rg -l x d", ""), ("rg x", "")]),
    Row::reader("sdiff", "diffutils 3.8 manual").options(&[output("-o --output")]).says(&[("sdiff -o m a b", "write m")]),
    Row::reader("seq", COREUTILS).special(super::text::seq).says(&[("seq 1 3", "")]),
    Row::reader("sha1sum", COREUTILS),
    Row::reader("sha224sum", COREUTILS),
    Row::reader("sha256sum", COREUTILS).says(&[("sha256sum a", "")]),
    Row::reader("sha384sum", COREUTILS),
    Row::reader("sha512sum", COREUTILS),
    Row::reader("shasum", "perl 5.36, shasum(1)"),
    Row::reader("shellcheck", "ShellCheck 0.9").says(&[("shellcheck f.sh", "")]),
    Row::reader("size", "binutils 2.40, size(1)"),
    prints("sleep", COREUTILS, NOTHING),
    Row::reader("stat", COREUTILS),
    Row::reader("strings", "binutils 2.40, strings(1)"),
    prints("stty", COREUTILS, NOTHING),
    Row::reader("sum", COREUTILS),
    prints("sync", COREUTILS, NOTHING),
    prints("tac", "coreutils 9.1 manual, section 3.2", LINES).special(super::filters::tac).says(&[("tac a", "")]),
    Row::reader("tail", "coreutils 9.1 manual, section 5.2")
        .syntax(Syntax::OPEN.with_numbers())
        .options(&[values("-n --lines"), values("-c --bytes"), values("-s --sleep-interval --pid --max-unchanged-stats")])
        .cases(LINES)
        .special(super::filters::tail)
        .says(&[("tail -f a", ""), ("tail -n +2 a", "")]),
    prints("test", COREUTILS, NOTHING).says(&[("test -f a", "")]),
    Row::reader("tig", "tig(1)"),
    Row::reader("tldr", "tldr(1)"),
    Row::reader("tokei", "tokei"),
    Row::reader("tput", "ncurses 6.4, tput(1)"),
    Row::reader("tr", "coreutils 9.1 manual, section 9.1").special(super::filters::tr).says(&[("tr a b", "")]),
    Row::reader("tree", "tree 2.1, tree(1)")
        .options(&[output("-o"), values("-L -P -I --filelimit --timefmt --charset -H -T")])
        .says(&[("tree d", ""), ("tree -o out d", "write out"), ("tree -L 2 d", "")]),
    prints("true", COREUTILS, NOTHING),
    prints("tsort", COREUTILS, &[Case::NOTHING]),
    Row::reader("tty", COREUTILS),
    Row::reader("type", "POSIX.1-2017, type"),
    Row::reader("uname", COREUTILS),
    prints("unexpand", COREUTILS, &[Case::NOTHING]),
    Row::reader("uptime", "procps 4.0, uptime(1)"),
    Row::reader("users", COREUTILS),
    Row::reader("w", "procps 4.0, w(1)"),
    Row::reader("wc", "coreutils 9.1 manual, section 6.1").special(super::filters::wc).says(&[("wc -l a", "")]),
    Row::reader("wdiff", "wdiff 1.2"),
    Row::reader("whatis", "man-db 2.11, whatis(1)"),
    Row::reader("whereis", "util-linux 2.38, whereis(1)"),
    Row::reader("which", "debianutils 5.7, which(1)").says(&[("which rm", "")]),
    Row::reader("who", COREUTILS),
    Row::reader("whoami", COREUTILS),
    Row::reader("xxd", "Vim 9, xxd(1)")
        .options(&[values("-c -g -l -s -o -n -R")])
        .cases(&[Case::first(&[Use::Read, Use::File(FileAction::Write)], Use::Ignored).prints(Prints::Unknown)])
        .says(&[("xxd a", ""), ("xxd a b", "write b"), ("xxd -r a b", "write b")]),
    Row::reader("yes", COREUTILS),
    prints("zcat", "gzip 1.12 manual", &[Case::NOTHING]),
    Row::reader("zgrep", "gzip 1.12 manual"),
    Row::reader("zless", "gzip 1.12 manual"),
];

/// The log takes what `less` shows of its standard input; a named file is in no need of a copy.
fn less(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.parsed.operands().next().is_some() {
        return;
    }
    if let Some(log) = call.parsed.value("-o") {
        call.apply(Use::File(FileAction::Write), log, plan);
    }
}
