//! Rows of editors and of the programs that change files by a script.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, attached, directory, flags, mode, quits, reads, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Operation, Plan};
use super::shells;
use crate::intent::LinkUse;
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

const AWK: Row<'static> = Row::new("awk", "gawk 5.2 manual, section 2.2; POSIX.1-2017, awk")
    .syntax(Syntax { shortens: false, ..Syntax::STOP })
    .options(&[
        values("-f --file -E --exec"),
        values("-F --field-separator"),
        values("-v --assign"),
        values("-e --source"),
        values("-i --include"),
        values("-l --load -m -W"),
        Opt::attached("-o --pretty-print -p --profile -d --dump-variables", Role::Mode("dump")),
        attached("-L --lint -D --debug"),
        flags("-b --characters-as-bytes -c --traditional -C --copyright -g --gen-pot -I --trace -k --csv -M --bignum -n --non-decimal-data -N --use-lc-numeric -O --optimize -P --posix -r --re-interval -s --no-optimize -S --sandbox -t --lint-old"),
        quits("-h --help -V --version -version"),
    ])
    .special(super::awk::run);

const VIM: Row<'static> = Row::new("vim", "Vim 9 manual, starting.txt")
    .syntax(Syntax { shortens: false, ..Syntax::OPEN })
    .options(&[
        Opt::value("-c --cmd", Role::Ignored),
        Opt::value("-S", Role::Mode("script")),
        values("-u -U -i -T -t -q --startuptime"),
        Opt::value("-w -W", Role::Path(Use::File(FileAction::Write))),
        mode("-R -M -m --headless", "reads"),
        quits("-h --help --version -v"),
    ])
    .special(vim);

/// A program that coding agents put on the path of their shell.
const APPLY_PATCH: Row<'static> = Row::new("apply_patch", "Codex, the instructions of its tool apply_patch")
    .listed()
    .special(super::patch::run_own_format)
    .says(&[
        (
            "apply_patch '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** End Patch'",
            "write a; delete b",
        ),
        ("apply_patch \"$p\"", "modify ./**"),
    ]);

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    APPLY_PATCH,
    Row { name: "applypatch", ..APPLY_PATCH },
    AWK.says(&[
        ("awk '{print $1}' a", ""),
        ("awk '{print > \"o\"}' a", "write o"),
        ("awk '{print $1 >> \"o\" \".x\"}' a", "append o.x"),
        ("awk '$1 > 3 {print}' a", ""),
        ("awk '{print ($1 > 3)}' a", ""),
        ("awk '{print | \"sort > o\"}' a", "shell [sort > o]"),
        ("awk 'BEGIN{system(\"touch a\")}'", "shell [touch a]"),
        ("awk 'BEGIN{\"date\" | getline d; print d}'", "shell [date]"),
        ("awk -v o=out '{print > o}' a", "write out"),
        ("awk '{print > $1}' a", "write ?"),
        ("awk '/>/ {print}' a", ""),
        ("awk -F: -f prog a", "?"),
        ("awk -i inplace '{print}' a b", "modify a; modify b"),
        ("awk 'BEGIN{f=\"o\"; print > f}'", "write o"),
        ("awk '{print > \"/dev/stderr\"}' a", ""),
    ]),
    Row::new("combine", "moreutils, combine(1)"),
    Row::new("ed", "GNU ed 1.19 manual; POSIX.1-2017, ed")
        .options(&[
            flags("-E --extended-regexp -G --traditional -l --loose-exit-status -r --restricted -s --quiet --silent -v --verbose --strip-trailing-cr"),
            values("-p --prompt"),
            quits("-h --help -V --version"),
        ])
        .special(ed)
        .says(&[("ed -s a", "modify a; ?")]),
    Row::new("emacs", "Emacs 28 manual, section C").syntax(Syntax::OPEN).options(&[quits("--version --help")]).cases(&[Case::effects(&[Effect::Run])])
        .says(&[("emacs --batch -l x.el", "run"), ("emacs --version", "")]),
    Row { name: "ex", ..VIM }.says(&[("ex -s -c '1d|x' a", "modify a"), ("ex -sc '%p|q!' a", "")]),
    Row { name: "gawk", ..AWK }.says(&[("gawk -i inplace -v INPLACE_SUFFIX=.b '{print}' a", "modify a; write a.b")]),
    Row { name: "mawk", ..AWK }.says(&[("mawk '{print > \"o\"}' a", "write o")]),
    Row::new("nano", "GNU nano 7 manual").syntax(Syntax::OPEN).options(&[quits("-V --version -h --help")])
        .cases(&[Case::effects(&[Effect::Unknown("an interactive session")])])
        .says(&[("nano a", "?")]),
    Row { name: "nawk", ..AWK },
    Row { name: "nvim", ..VIM }.says(&[("nvim --headless -c '%s/a/b/ | wq' a", "modify a")]),
    Row::new("patch", "GNU patch 2.7 manual, section 8")
        .listed()
        .options(&[
            values("-p --strip"),
            values("-F --fuzz -D --ifdef -g --get"),
            reads("-i --input"),
            directory("-d --directory"),
            values("-o --output"),
            values("-r --reject-file"),
            mode("-b --backup", "backup"),
            mode("-f --force", "force"),
            flags("--follow-symlinks"),
            mode("--no-backup-if-mismatch", "clean"),
            Opt::value("-z --suffix", Role::Mode("suffix")),
            Opt::value("-B --prefix -Y --basename-prefix -V --version-control", Role::Mode("named")),
            mode("-R --reverse", "reverse"),
            flags("-c --context -e --ed -n --normal -u --unified -E --remove-empty-files -l --ignore-whitespace -N --forward -s --quiet --silent -t --batch -T --set-time -Z --set-utc --backup-if-mismatch --binary --posix --verbose --merge"),
            attached("--quoting-style --read-only --reject-format"),
            quits("--dry-run --help -v --version"),
        ])
        .special(super::patch::run)
        .says(&[
            ("patch a x.patch", "modify a"),
            ("patch -p1 -i missing.patch", "modify ./**"),
            ("patch -p1 -d d -i missing.patch", "modify d/**"),
            ("patch -o out a x.patch", "write out"),
            ("patch --dry-run a x.patch", ""),
        ]),
    Row::new("sed", "GNU sed 4.9 manual, section 2.2")
        .listed()
        .options(&[
            flags("-n --quiet --silent"),
            flags("-E -r --regexp-extended"),
            flags("--debug -s --separate -u --unbuffered -z --null-data --posix -b --binary"),
            flags("--sandbox"),
            flags("--follow-symlinks"),
            values("-e --expression"),
            values("-f --file"),
            values("-l --line-length"),
            attached("-i --in-place"),
            quits("--help --version"),
        ])
        .special(super::sed::run)
        .says(&[
            ("sed -i s/x/y/ a b", "modify a; modify b"),
            ("sed -i.bak s/x/y/ a", "modify a; write a.bak"),
            ("sed -i -e s/x/y/ a", "modify a"),
            ("sed -iE s/x/y/ a", "modify a; write aE"),
            ("sed -n -i /x/p a", "modify a"),
            ("sed -i '' s/x/y/ a", "modify a"),
            ("sed '--in-place=bak_*' s/x/y/ d/a", "modify d/a; write d/bak_a"),
            ("sed -i 'b;bk/*' a", "modify a fails"),
            ("sed -i b a", "modify a"),
            ("sed -n 's/x/y/w o' a", "write o"),
            ("sed 's/one/touch o/e' a", "shell [touch o]"),
            ("sed 'w /dev/stdout' a", ""),
            ("sed s/x/y/ a", ""),
            ("sed s/x/$X/g a", ""),
            ("sed $X a", "?"),
            ("sed --expression=s/x/y/ --in-place a", "modify a"),
            ("sed -ni.b --follow-symlinks p a", "modify a; write a.b"),
            ("sed -f f.sed a", "?"),
        ]),
    Row { name: "vi", ..VIM },
    Row { name: "view", ..VIM },
    VIM.says(&[
        ("vim -es -u NONE -c '%s/a/b/|wq' a", "modify a"),
        ("vim -c 'w out' -c q a", "write out"),
        ("vim +wq a", "modify a"),
        ("vim -c wq new -es", "write new"),
        ("vim a", "?"),
        ("vim --version", ""),
        ("vim -es -c 'silent! bufdo w' -c q a", "modify a"),
        ("vim -es -c '!touch x' -c 'q!' a", "shell [touch x]"),
    ]),
    Row { name: "vimdiff", ..VIM },
];

/// `ed FILE`: its commands come from the standard input.
fn ed(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = super::engine::unknown_output("ed");
    let file = call.parsed.operands().next().cloned();
    let script = match call.facts.input() {
        Output::Nothing => return,
        Output::Text(text) => text.known(),
        _ => None,
    };
    let Some(script) = script else {
        if let Some(file) = file {
            call.apply(Use::File(FileAction::Modify), &file, plan);
        }
        call.unknown("its commands are not known", plan);
        return;
    };
    let mut inserting = false;
    for line in script.lines() {
        let command = line.trim_start_matches(|c: char| c.is_ascii_digit() || ",.$;%+- ".contains(c));
        if inserting {
            inserting = line != ".";
        } else if matches!(command, "a" | "i" | "c") {
            inserting = true;
        } else if let Some(rest) = command.strip_prefix('w').or_else(|| command.strip_prefix('W')) {
            saved(call, rest.trim_start_matches('q').trim(), file.as_ref(), plan);
        } else if let Some(rest) = command.strip_prefix('!') {
            shell(rest, call.span, plan);
        } else if let Some(rest) = command.strip_prefix('r').and_then(|rest| rest.trim().strip_prefix('!')) {
            shell(rest, call.span, plan);
        }
    }
}

fn shell(text: &str, span: Span, plan: &mut Plan) {
    plan.operations.push(Operation::Shell(shells::text(Field::text(text.trim(), span))));
}

/// `w`, `w FILE`, `w !COMMAND`.
fn saved(call: &Call<'_, '_>, name: &str, file: Option<&Field>, plan: &mut Plan) {
    if let Some(command) = name.strip_prefix('!') {
        shell(command, call.span, plan);
    } else if !name.is_empty() {
        call.derived(FileAction::Write, AbstractString::text(name), call.span, plan);
    } else if let Some(file) = file {
        own_file(call, file, plan);
    }
}

/// The file that is open is written, and made where it is missing.
fn own_file(call: &Call<'_, '_>, file: &Field, plan: &mut Plan) {
    let is_new = call.facts.exists(&file.value) == Some(false);
    let action = if is_new { FileAction::Write } else { FileAction::Modify };
    call.file(action, LinkUse::Followed, file, plan);
}

/// vim and its like: `-c COMMAND` and `+COMMAND`; without any it is an interactive session.
fn vim(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut commands: Vec<Field> = Vec::new();
    for given in call.parsed.options().filter(|given| given.option.is("-c")) {
        commands.extend(given.value.clone());
    }
    let mut files: Vec<Field> = Vec::new();
    for field in call.parsed.operands() {
        match field.value.known_prefix().strip_prefix('+') {
            Some(_) => commands.push(super::options::behind(field, 1)),
            None => files.push(field.clone()),
        }
    }
    if call.on("script") {
        call.unknown("its script is not read", plan);
    }
    if commands.is_empty() {
        if !call.on("script") && !matches!(call.row.name, "view") {
            call.unknown("an interactive session", plan);
        }
        return;
    }
    for command in &commands {
        match command.known() {
            Some(text) => text.split('|').for_each(|one| ex(call, one.trim(), &files, plan)),
            None => call.unknown("a command that is not known", plan),
        }
    }
}

/// Ex commands in front of another one.
const MODIFIERS: &[&str] = &["silent", "sil", "bufdo", "argdo", "windo", "tabdo"];

/// The name of an Ex command and what follows it; its range and modifiers are left out.
fn ex_name(command: &str) -> (&str, &str) {
    let mut rest = command;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || ":%,.$ ".contains(c));
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (name, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if !MODIFIERS.contains(&name) {
            return (name, behind);
        }
        rest = behind.trim_start_matches('!');
    }
}

/// One Ex command.
fn ex(call: &Call<'_, '_>, command: &str, files: &[Field], plan: &mut Plan) {
    let (name, behind) = ex_name(command);
    let rest = behind.trim_start_matches('!').trim();
    match name {
        "" if behind.starts_with('!') => shell(rest, call.span, plan),
        "w" | "write" | "wq" | "x" | "xit" | "exit" | "update" | "up" | "wa" | "wall" | "wqa" | "wqall"
        | "xa" | "xall" | "sav" | "saveas" => {
            // Without `all` only the first file is meant: the one that is open.
            let count = if name.contains('a') && name != "saveas" && name != "sav" || command.contains("do ")
            {
                files.len()
            } else {
                1
            };
            if rest.is_empty() || rest.starts_with('!') {
                files.iter().take(count).for_each(|file| own_file(call, file, plan));
            } else {
                saved(call, rest.trim_start_matches('>').trim(), None, plan);
            }
        }
        "so" | "source" | "py" | "python" | "python3" | "py3" | "lua" | "luafile" | "perl" | "ruby"
        | "call" | "exe" | "execute" | "redir" | "mksession" => {
            call.unknown("a command whose effect is not read", plan);
        }
        _ => {}
    }
}
