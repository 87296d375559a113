//! Rows of shells and of the programs that hand a text to one.

use std::rc::Rc;

use super::engine::Call;
use super::model::{Role, Row, Use, flags, mode, quits, values};
use super::options::{Arity, Item, Opt, Syntax};
use super::plan::{Dialect, FileAction, Interpreter, Operation, Plan, ScriptFile, ShellText};
use crate::value::{AbstractString, Field, Output};

const SHELL: Row<'static> = Row::new("sh", "Bash manual, section 6.1; dash(1)")
    .syntax(SHELL_SYNTAX)
    .options(&[
        mode("-c", "text"),
        mode("-s", "input"),
        mode("-n", "reads"),
        flags("-e -u -x -l -i -v -a -b -f -h -k -m -p -r -t -B -C -E -H -P -T -D --debugger --dump-po-strings --dump-strings --login --noediting --noprofile --norc --posix --restricted --verbose --interactive -q -y"),
        values("-o -O --init-file --rcfile"),
        quits("--help --version"),
    ])
    .special(shell);

/// A shell's long options may stand in front only, and its letters need no order.
const SHELL_SYNTAX: Syntax = Syntax { shortens: false, ..Syntax::STOP };

const fn named(name: &'static str, says: &'static [(&'static str, &'static str)]) -> Row<'static> {
    Row { name, says, ..SHELL }
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    named("ash", &[]),
    named(
        "bash",
        &[
            ("bash -c 'touch a' x y", "shell [touch a] x y"),
            ("bash -lc 'touch a'", "shell [touch a]"),
            ("bash -ec 'touch a' -- x", "shell [touch a] -- x"),
            ("bash -c -e 'touch a'", "shell [touch a]"),
            ("bash -O nullglob -c 'touch a'", "shell [touch a]"),
            ("bash f.sh x", "script f.sh x"),
            ("bash -n f.sh", ""),
            ("bash -x -- f.sh -c", "script f.sh -c"),
            ("bash --version", ""),
        ],
    ),
    named("dash", &[("dash -c 'touch a'", "shell [touch a]")]),
    Row::new("entr", "entr 5.2, entr(1)")
        .syntax(Syntax::STOP)
        .options(&[flags("-a -c -d -n -p -r -z -x"), mode("-s", "text")])
        .special(entr)
        .says(&[("entr -r make t", "invoke maybe [make t]"), ("entr -s 'make t'", "shell [make t]")]),
    Row::new("eval", "Bash manual, section 4.1").syntax(Syntax::STOP).special(joined),
    named("fish", &[("fish -c 'touch a'", "shell [touch a]")]),
    named("ksh", &[]),
    named("mksh", &[]),
    Row::new("parallel", "GNU parallel 20221122, parallel(1)")
        .syntax(Syntax::STOP)
        .options(&[
            flags("-0 --null -k --keep-order -m -X --xargs -q --quote -t --verbose -u --ungroup --group --bar --eta --progress --lb --line-buffer --linebuffer --will-cite --citation --no-notice --pipe --pipepart --plus -v --silent --round-robin --tag --resume --resume-failed --link --shuf --fg --hostgroups --no-run-if-empty -r --compress --files -h"),
            quits("--dry-run --dryrun --help --version -V --number-of-cores"),
            values("-a --arg-file -j --jobs -P --max-procs -n --max-args -N -L --max-lines -I -d --delimiter -C --colsep --delay --halt --timeout --retries --joblog --results --tmpdir --sshlogin -S --workdir --wd --env --load --memfree --nice --header --block --recstart --recend --rpl --shebang --tagstring --tempdir -s --max-chars --return --trc --basefile --transferfile --eof -E"),
        ])
        .special(super::xargs::parallel)
        .says(&[
            ("parallel touch ::: a b", "shell [touch a]; shell [touch b]; ?"),
            ("parallel --dry-run touch ::: a", ""),
        ]),
    named("rbash", &[]),
    Row::new("runuser", "util-linux 2.38, runuser(1)").syntax(Syntax::GNU).options(SU).special(su)
        .says(&[("runuser -u me touch a", "invoke [touch a]"), ("runuser me -c 'touch a'", "shell [touch a]")]),
    Row::new("script", "util-linux 2.38, script(1)")
        .syntax(Syntax::STOP)
        .options(&[
            mode("-a --append", "append"),
            Opt::value("-c --command", Role::Script),
            Opt::value("-I --log-in -O --log-out -B --log-io -T --log-timing", Role::PathMode(Use::File(FileAction::Write), "log")),
            Opt::attached("-t --timing", Role::Ignored),
            values("-E --echo -o --output-limit -m --logging-format"),
            flags("-e --return -f --flush --force -q --quiet"),
            quits("-h --help -V --version"),
        ])
        .special(script)
        .says(&[
            ("script -qc 'touch a' out", "write out; shell [touch a]"),
            ("script", "write typescript; run"),
            ("script -c 'touch a' /dev/null", "write /dev/null; shell [touch a]"),
        ]),
    SHELL,
    Row::new("su", "util-linux 2.38, su(1)").options(SU).special(su)
        .says(&[("su me -c 'touch a'", "shell [touch a]"), ("su - me -c 'touch a'", "shell in ? [touch a]"), ("su -l -c 'touch a'", "shell in ? [touch a]")]),
    Row::new("watch", "procps 4.0, watch(1)")
        .syntax(Syntax::STOP)
        .options(&[
            flags("-b --beep -c --color -C --no-color -e --errexit -g --chgexit -p --precise -t --no-title -w --no-wrap -r --no-rerun"),
            Opt::attached("-d --differences", Role::Ignored),
            values("-n --interval -q --equexit -s --shotsdir"),
            mode("-x --exec", "argv"),
            quits("-h --help -v --version"),
        ])
        .special(joined)
        .says(&[("watch -n 1 'touch a'", "shell [touch a]"), ("watch touch a", "shell [touch a]")]),
    named("zsh", &[("zsh -c 'touch a'", "shell [touch a]")]),
];

const SU: &[Opt<'static, Role<'static>>] = &[
    Opt::value("-c --command --session-command", Role::Script),
    mode("-l --login", "login"),
    flags("-f --fast -m -p --preserve-environment -P --pty"),
    values("-g --group -G --supp-group -s --shell -w --whitelist-environment"),
    Opt::value("-u --user", Role::Mode("argv")),
    quits("-h --help -V --version"),
];

/// A shell's text that is run as it stands.
#[must_use]
pub fn text(text: Field) -> ShellText {
    ShellText {
        text,
        name: None,
        parameters: Vec::new(),
        dialect: Dialect::Bash,
        options: Vec::new(),
        directory: None,
        input: None,
    }
}

/// `sh`, `bash` and the like: `-c TEXT [NAME [ARG…]]`, `-s [ARG…]`, a script file, or the standard input.
fn shell(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("reads") {
        plan.output = Output::Nothing;
        return;
    }
    let dialect = if matches!(call.row.name, "sh" | "dash" | "ash") { Dialect::Sh } else { Dialect::Bash };
    let mut operands: Vec<Field> = call.inner(0).to_vec();
    let offs = operands
        .iter()
        .take_while(|field| field.known().is_some_and(|text| text.len() > 1 && text.starts_with('+')));
    let offs = offs.count();
    if offs > 0 {
        // `bash +x -c …`: what switches an option off stands in front of other options.
        let rest = operands.split_off(offs);
        let parsed = super::options::parse(&rest, call.row.options, call.row.syntax);
        let mut modes = call.modes.clone();
        modes.extend(parsed.options().flat_map(|given| super::engine::modes(given.option.role)));
        let (row, base, cause) = (call.row, call.base.clone(), call.cause.clone());
        let inner = Call {
            row,
            arguments: &rest,
            parsed,
            modes,
            base,
            cause,
            span: call.span,
            program: call.program,
            facts: call.facts,
        };
        return shell(&inner, plan);
    }
    if operands.first().and_then(Field::known) == Some("-") && call.parsed.first_operand.is_some() {
        operands.remove(0);
    }
    let mut operands = operands.into_iter();
    if call.on("text") {
        let Some(first) = operands.next() else { return };
        let name = operands.next();
        let options = options(call);
        let parameters = operands.collect();
        let shell = ShellText { name, parameters, dialect, options, ..text(first) };
        plan.operations.push(Operation::Shell(shell));
    } else if let Some(path) = operands.next().filter(|_| !call.on("input")) {
        plan.operations.push(Operation::Script(ScriptFile {
            path,
            interpreter: Some(Interpreter::Shell(dialect)),
            arguments: operands.collect(),
            switches: options(call).into_iter().map(|option| switch(&option)).collect(),
            cause: call.cause.clone(),
        }));
    } else {
        let parameters = if call.on("input") { call.inner(0).to_vec() } else { Vec::new() };
        fed(call, dialect, parameters, plan);
    }
}

/// A shell that reads its text from the standard input.
fn fed(call: &Call<'_, '_>, dialect: Dialect, parameters: Vec<Field>, plan: &mut Plan) {
    let value = match call.facts.input() {
        Output::Nothing => return,
        Output::Text(text) => text.clone(),
        Output::Lines(_) => AbstractString::unknown("lines that are not known one by one"),
        Output::Unknown(why) => AbstractString::unknown(Rc::clone(why)),
    };
    let field = Field { value, many: false, span: call.span };
    plan.operations.push(Operation::Shell(ShellText {
        parameters,
        dialect,
        options: options(call),
        input: Some(Output::Nothing),
        ..text(field)
    }));
}

/// An option's letter as a switch; long names stay out.
fn switch(option: &str) -> Rc<str> {
    if option.len() == 1 { ["-", option].concat().into() } else { "--".into() }
}

/// The shell's own options that change how a text runs.
fn options(call: &Call<'_, '_>) -> Vec<Rc<str>> {
    let mut found: Vec<Rc<str>> = Vec::new();
    for letter in ["e", "u", "x", "f", "n", "C", "a"] {
        if call.arguments.iter().take(call.parsed.first_operand.unwrap_or(usize::MAX)).any(|field| {
            let text = field.known().unwrap_or("");
            text.starts_with('-') && !text.starts_with("--") && text.contains(letter)
        }) {
            found.push(letter.into());
        }
    }
    for item in &call.parsed.items {
        if let Item::Option(given) = item
            && given.option.arity == Arity::Value
            && (given.option.is("-o") || given.option.is("-O"))
        {
            found.extend(given.value.as_ref().and_then(Field::known).map(Into::into));
        }
    }
    found
}

/// Operands joined by spaces are the text (`watch`, `eval`).
fn joined(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("argv") {
        call.invoke(call.inner(0).to_vec(), plan);
        return;
    }
    if let Some(field) = join_fields(call.inner(0)) {
        let dialect = if call.row.name == "watch" { Dialect::Sh } else { Dialect::Bash };
        plan.operations.push(Operation::Shell(ShellText { dialect, ..text(field) }));
    }
}

/// Fields joined by spaces to one.
#[must_use]
pub fn join_fields(fields: &[Field]) -> Option<Field> {
    let (first, rest) = fields.split_first()?;
    if rest.is_empty() {
        return Some(first.clone());
    }
    let mut value = first.value.clone();
    let mut span = first.span;
    for field in rest {
        value.push_text(" ");
        value.append(&field.value);
        span = span.join(field.span);
    }
    let many = fields.iter().any(|field| field.many);
    let value = if many { AbstractString::unknown("a number of words that is not known") } else { value };
    Some(Field { value, many: false, span })
}

/// `su [-] [USER [ARG…]] -c TEXT`; `runuser -u USER COMMAND`.
fn su(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("argv") {
        let start = call.arguments.iter().position(|field| matches!(field.known(), Some("-u" | "--user")));
        let argv = start.and_then(|start| call.arguments.get(start + 2..)).unwrap_or(&[]);
        let argv = if argv.first().and_then(Field::known) == Some("--") {
            argv.get(1..).unwrap_or(&[])
        } else {
            argv
        };
        call.invoke(argv.to_vec(), plan);
        return;
    }
    match call.parsed.value("-c") {
        Some(field) => {
            let login = call.on("login") || call.parsed.operands().any(|field| field.known() == Some("-"));
            let directory = login.then(super::wrappers::login_home);
            plan.operations.push(Operation::Shell(ShellText { directory, ..text(field.clone()) }));
        }
        None => fed(call, Dialect::Bash, Vec::new(), plan),
    }
}

/// `script` writes what is shown to a file, and runs a shell or the text of `-c`.
fn script(call: &Call<'_, '_>, plan: &mut Plan) {
    let action = if call.on("append") { FileAction::Append } else { FileAction::Write };
    match call.parsed.operands().next() {
        Some(field) => call.apply(Use::File(action), field, plan),
        None if !call.on("log") => {
            call.derived(action, AbstractString::text("typescript"), call.span, plan);
        }
        None => {}
    }
    match call.parsed.value("-c") {
        Some(field) => {
            let shell = ShellText { dialect: Dialect::Sh, ..text(field.clone()) };
            plan.operations.push(Operation::Shell(shell));
        }
        None => call.run(plan),
    }
}

fn entr(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("text") {
        joined(call, plan);
    } else if !call.inner(0).is_empty() {
        call.invoke(call.inner(0).to_vec(), plan);
        super::wrappers::maybe(plan);
    }
}
