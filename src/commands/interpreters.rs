//! Rows of interpreters: inline programs, script files, and what they do by their own options.

use std::rc::Rc;

use super::engine::Call;
use super::model::{
    Case, Effect, Role, Row, Use, attached, digits, directory, flags, mode, output, quits, values,
};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Interpreter, Language, Operation, Plan, Program, ScriptFile};
use super::sed;
use crate::intent::{CommandClass, LinkUse};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

const STOP: Syntax = Syntax { shortens: false, ..Syntax::STOP };
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN_STOP };

const PYTHON: Row<'static> = Row::new("python", "Python 3.11 documentation, section 1 of Setup and Usage")
    .syntax(STOP)
    .class(CommandClass::Build)
    .options(&[
        flags("-b -bb -B -d -E -i -I -O -OO -P -q -s -S -u -v -x"),
        values("-W -X --check-hash-based-pycs"),
        mode("-c", "text"),
        mode("-m", "module"),
        quits("-h -? --help --help-env --help-all --version -V -VV"),
    ])
    .special(python);

const NODE: Row<'static> = Row::new("node", "Node.js 20 documentation, command-line API")
    .syntax(OPEN)
    .class(CommandClass::Build)
    .options(&[
        Opt::value("-e --eval -p --print -pe", Role::Mode("text")),
        mode("--test", "test"),
        values(
            "-r --require --import --loader --experimental-loader -C --conditions --env-file --input-type",
        ),
        quits("-c --check -h --help -v --version --v8-options"),
    ])
    .special(node);

const PERL: Row<'static> = Row::new("perl", "perl 5.36, perlrun")
    .class(CommandClass::Listed)
    .syntax(STOP)
    .options(&[
        flags("-a -f -n -p -s -S -t -T -u -U -w -W -X"),
        digits("-0 -l"),
        values("-F -I -m -M"),
        attached("-C -d -D -x -V"),
        attached("-i"),
        values("-e -E"),
        quits("-c -h -v --version --help"),
    ])
    .special(perl);

const RUBY: Row<'static> = Row { name: "ruby", source: "Ruby 3.1, ruby(1)", ..PERL }.options(&[
    flags("-a -l -n -p -s -S -w -y -U --jit --yjit --disable-gems --disable --enable"),
    attached("-0 -W -x -T -K"),
    values("-F -I -r -E --encoding --external-encoding"),
    directory("-C -X"),
    attached("-i"),
    values("-e"),
    quits("-c -h --help -v --version --copyright"),
]);

const fn other(name: &'static str, options: &'static [Opt<'static, Role<'static>>]) -> Row<'static> {
    Row::new(name, "the interpreter's own manual")
        .syntax(OPEN)
        .class(CommandClass::Build)
        .options(options)
        .special(program)
}

const fn eval(names: &'static str) -> Opt<'static, Role<'static>> {
    Opt::value(names, Role::Mode("text"))
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    other("R", &[eval("-e"), values("-f --file --args"), quits("--version --help -h")]),
    other("Rscript", &[eval("-e"), quits("--version --help")])
        .says(&[("Rscript x.R", "script x.R"), ("Rscript -e 'cat(1)'", "program [cat(1)]")]),
    Row::new("deno", "Deno manual, command line")
        .syntax(OPEN)
        .class(CommandClass::Build)
        .subcommands(&[
            Row::new("eval", "deno eval").syntax(Syntax::OPEN).special(deno_eval),
            Row::new("run serve", "deno run")
                .syntax(OPEN)
                .options(&[values("-c --config --import-map --env-file")])
                .special(deno_run),
            Row::new("fmt", "deno fmt").syntax(Syntax::OPEN).options(&[quits("--check")]).cases(&[
                Case::all(Use::Tree(FileAction::Modify)).alone(&[Effect::Below(FileAction::Modify)]),
            ]),
            Row::new("compile", "deno compile").syntax(Syntax::OPEN).options(&[output("-o --output")]),
            Row::new("bundle", "deno bundle")
                .syntax(Syntax::OPEN)
                .cases(&[Case::first(&[Use::Read], Use::File(FileAction::Write))]),
            Row::new("init", "deno init")
                .syntax(Syntax::OPEN)
                .cases(&[Case::all(Use::Into(FileAction::Write)).alone(&[Effect::Below(FileAction::Write)])]),
            Row::runner("test task cache install add remove upgrade bench jupyter", "deno(1)"),
            Row::reader("check lint info doc types completions", "deno(1)"),
        ])
        .cases(&[Case::effects(&[Effect::Run])])
        .says(&[
            ("deno fmt --check a", ""),
            ("deno fmt a", "modify a"),
            ("deno run x.ts y", "script x.ts y"),
        ]),
    other("elixir", &[eval("-e"), quits("--version -v")]),
    other("ghci", &[]),
    other("guile", &[eval("-c"), quits("--version")]),
    other("irb", &[quits("--version")]),
    other("julia", &[eval("-e -E --eval --print"), quits("--version -v")]),
    other("kotlin", &[eval("-e"), quits("-version")]),
    other("lua", &[eval("-e"), values("-l"), quits("-v")]).says(&[("lua x.lua a", "script x.lua a")]),
    other("luajit", &[eval("-e"), values("-l"), quits("-v")]),
    NODE.says(&[
        ("node x.js a", "script x.js a"),
        ("node -e 'f()' a", "javascript [f()] a"),
        ("node -pe 'f()' a", "javascript [f()] a"),
        ("node --check x.js", ""),
        ("node --version", ""),
        ("node --test", "run"),
    ]),
    other("osascript", &[eval("-e"), values("-l")]),
    PERL.says(&[
        ("perl -pi -e s/x/y/ a b", "modify a; modify b; perl [s/x/y/] a b"),
        ("perl -i.bak -ne print a", "modify a; write a.bak; perl [print] a"),
        ("perl -pie s/x/y/ a", "modify a fails; write ae fails; script s/x/y/ a"),
        ("perl -lpi -e 1 a", "modify a; perl [1] a"),
        ("perl -i'o_*' -pe 1 a", "modify a; write o_a; perl [1] a"),
        ("perl -0777 -pe s/x/y/ a", "perl [s/x/y/] a"),
        ("perl -MPOSIX -e 1", "perl [1]"),
        ("perl -c x.pl", ""),
        ("perl x.pl a", "script x.pl a"),
    ]),
    other("php", &[eval("-r -B -R -E"), values("-d -c -z -F -f"), quits("-v --version -m -i -l --ini")])
        .says(&[("php -r 'x();'", "program [x();]"), ("php -l x.php", "")]),
    other("pwsh", &[eval("-c -Command -command"), quits("--version -Version")]),
    Row { name: "pypy3", ..PYTHON },
    PYTHON.says(&[
        ("python -c 'f()' a -b", "python [f()] a -b"),
        ("python x.py -c a", "script x.py -c a"),
        ("python -m json.tool a o", "write o"),
        ("python -m json.tool a", ""),
        ("python -m zipfile -e x.zip o", "mkdir -p o; write o/**"),
        ("python -m venv v", "mkdir -p v; write v/**"),
        ("python -m pytest -x", "invoke [pytest -x]"),
        ("python -m frob", "run"),
        ("python -m pip install x", "invoke [pip install x]"),
        ("python -Bc 'f()'", "python [f()]"),
        ("python -V", ""),
    ]),
    other("racket", &[eval("-e"), quits("--version")]),
    RUBY.says(&[
        ("ruby -i -pe '$_.upcase!' a", "modify a; ruby [$_.upcase!] a"),
        ("ruby -c x.rb", ""),
        ("ruby x.rb", "script x.rb"),
    ]),
    other("scala", &[eval("-e"), quits("-version --version")]),
    other("swipl", &[eval("-g"), quits("--version")]),
    other("tclsh", &[]),
    Row { name: "ts-node", ..NODE },
    Row { name: "tsx", ..NODE }.says(&[("tsx x.ts", "script x.ts"), ("tsx watch x.ts", "script watch x.ts")]),
    other("wish", &[]),
];

pub(super) fn push_program(
    call: &Call<'_, '_>,
    language: Language,
    text: Field,
    arguments: Vec<Field>,
    plan: &mut Plan,
) {
    plan.operations.push(Operation::Program(Program {
        language,
        text,
        arguments,
        cause: call.cause.clone(),
        switches: switches(call),
    }));
}

/// A script file; of a language that nobody reads, its first line would mislead.
pub(super) fn push_script(
    call: &Call<'_, '_>,
    language: Language,
    path: Field,
    arguments: Vec<Field>,
    plan: &mut Plan,
) {
    plan.operations.push(Operation::Script(ScriptFile {
        path,
        interpreter: Some(Interpreter::Language(language)),
        arguments,
        switches: switches(call),
        cause: call.cause.clone(),
    }));
}

/// The words in front of the first operand that are options.
fn switches(call: &Call<'_, '_>) -> Vec<Rc<str>> {
    let words = call.arguments.iter().take_while(|field| field.value.known_prefix().starts_with('-'));
    words.filter_map(|field| field.known()).map(Into::into).collect()
}

/// A program that comes from the standard input.
pub(super) fn from_input(call: &Call<'_, '_>, language: Language, arguments: Vec<Field>, plan: &mut Plan) {
    let value = match call.facts.input() {
        Output::Nothing => return,
        Output::Text(text) => text.clone(),
        Output::Lines(_) => AbstractString::unknown("lines that are not known one by one"),
        Output::Unknown(why) => AbstractString::unknown(why.clone()),
    };
    push_program(call, language, Field { value, many: false, span: call.span }, arguments, plan);
}

/// A script file, or `-` and nothing for the standard input.
fn file_or_input(call: &Call<'_, '_>, language: Language, operands: &[Field], plan: &mut Plan) {
    match operands.split_first() {
        Some((first, rest)) if first.known() != Some("-") => {
            push_script(call, language, first.clone(), rest.to_vec(), plan)
        }
        // Node counts the `-` among the arguments.
        Some(_) if language == Language::JavaScript => from_input(call, language, operands.to_vec(), plan),
        Some((_, rest)) => from_input(call, language, rest.to_vec(), plan),
        None => from_input(call, language, Vec::new(), plan),
    }
}

fn python(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands = call.inner(0);
    if call.on("text") {
        let (text, rest) = after(call, 'c');
        if let Some(text) = text {
            push_program(call, Language::Python, text, rest, plan);
        }
    } else if call.on("module") {
        let (module, rest) = after(call, 'm');
        match module.as_ref().and_then(Field::known) {
            Some(name) => {
                let before = plan.operations.len();
                python_module(call, name, &rest, plan);
                // What a module is told to write by name is no build's output.
                plan.operations.iter_mut().skip(before).for_each(count_as_known);
            }
            None => call.run(plan),
        }
    } else {
        file_or_input(call, Language::Python, operands, plan);
    }
}

fn count_as_known(operation: &mut Operation) {
    match operation {
        Operation::File(file) => file.class = CommandClass::Known,
        Operation::Below { class, .. } => *class = CommandClass::Known,
        _ => {}
    }
}

/// The value of a letter that ends the options (`-c`, `-m`), attached or not, and the arguments behind it.
fn after(call: &Call<'_, '_>, letter: char) -> (Option<Field>, Vec<Field>) {
    for (index, field) in call.arguments.iter().enumerate() {
        let prefix = field.value.known_prefix();
        let Some(at) =
            prefix.strip_prefix('-').filter(|rest| !rest.starts_with('-')).and_then(|rest| rest.find(letter))
        else {
            continue;
        };
        let attached = super::options::behind(field, at + 2);
        if !attached.value.is_empty() {
            return (Some(attached), call.arguments.get(index + 1..).unwrap_or(&[]).to_vec());
        }
        let rest = call.arguments.get(index + 1..).unwrap_or(&[]);
        return match rest.split_first() {
            Some((first, rest)) => (Some(first.clone()), rest.to_vec()),
            None => (None, Vec::new()),
        };
    }
    (None, Vec::new())
}

/// Modules of the standard library that write, and programs that can be started as modules.
fn python_module(call: &Call<'_, '_>, name: &str, arguments: &[Field], plan: &mut Plan) {
    let operands: Vec<&Field> =
        arguments.iter().filter(|field| !field.value.known_prefix().starts_with('-')).collect();
    let has = |names: &[&str]| {
        arguments.iter().any(|field| field.known().is_some_and(|text| names.contains(&text)))
    };
    match name {
        "json.tool" => {
            if let Some(target) = operands.get(1) {
                call.file(FileAction::Write, LinkUse::Followed, target, plan);
            }
        }
        "venv" | "virtualenv" if !has(&["-h", "--help"]) => {
            operands.iter().for_each(|field| call.apply(Use::Into(FileAction::Write), field, plan));
        }
        "zipfile" | "tarfile" if has(&["-e", "--extract"]) => {
            let target = operands.get(1).map_or_else(|| call.here(), |field| (*field).clone());
            call.apply(Use::Into(FileAction::Write), &target, plan);
        }
        "zipfile" | "tarfile" if has(&["-c", "--create"]) => {
            operands
                .first()
                .into_iter()
                .for_each(|field| call.file(FileAction::Write, LinkUse::Followed, field, plan));
        }
        "http.server" | "this" | "site" | "platform" | "calendar" | "tokenize" | "ast" | "dis" | "timeit"
        | "base64" | "zipfile" | "tarfile" | "inspect" | "sysconfig" | "webbrowser" | "pyflakes"
        | "pydoc" => {}
        "cProfile" | "profile" | "trace" | "pdb" | "py_compile" | "compileall" | "unittest" | "doctest"
        | "ensurepip" | "build" => call.run(plan),
        _ => match super::find(name.rsplit('.').next().unwrap_or(name)) {
            Some(row) if super::runs_as_module(row.name) => {
                let mut argv = vec![Field::text(row.name, call.span)];
                argv.extend(arguments.iter().cloned());
                call.invoke(argv, plan);
            }
            _ => call.run(plan),
        },
    }
}

fn node(call: &Call<'_, '_>, plan: &mut Plan) {
    // `-pe` is `-p` and `-e`; the letters are no cluster to the option parser, for `-e` takes a value.
    let clustered = call.arguments.split_first().filter(|(first, _)| first.known() == Some("-pe"));
    if call.on("test") {
        call.run(plan);
    } else if let Some((text, rest)) = clustered.and_then(|(_, behind)| behind.split_first()) {
        push_program(call, Language::JavaScript, text.clone(), rest.to_vec(), plan);
    } else if let Some(text) = call.parsed.value("-e") {
        push_program(call, Language::JavaScript, text.clone(), call.inner(0).to_vec(), plan);
    } else {
        file_or_input(call, Language::JavaScript, call.inner(0), plan);
    }
}

fn deno_eval(call: &Call<'_, '_>, plan: &mut Plan) {
    if let Some(text) = call.parsed.operands().next() {
        push_program(call, Language::JavaScript, text.clone(), Vec::new(), plan);
    }
}

fn deno_run(call: &Call<'_, '_>, plan: &mut Plan) {
    file_or_input(call, Language::JavaScript, call.inner(0), plan);
}

fn program(call: &Call<'_, '_>, plan: &mut Plan) {
    let text = call
        .parsed
        .options()
        .find(|given| given.option.role == Role::Mode("text"))
        .and_then(|given| given.value.clone());
    match text {
        Some(text) => push_program(call, Language::Other, text, call.inner(0).to_vec(), plan),
        None => file_or_input(call, Language::Other, call.inner(0), plan),
    }
}

/// perl and ruby: `-i` changes the files that the program reads.
fn perl(call: &Call<'_, '_>, plan: &mut Plan) {
    let language = if call.row.name == "perl" { Language::Perl } else { Language::Ruby };
    let mut operands = call.inner(0).to_vec();
    let texts: Vec<Field> = call
        .parsed
        .options()
        .filter(|given| given.option.is("-e"))
        .filter_map(|given| given.value.clone())
        .collect();
    let script = if texts.is_empty() && !operands.is_empty() { Some(operands.remove(0)) } else { None };
    let start = plan.operations.len();
    if call.parsed.has("-i") {
        let suffix = call.parsed.value("-i").and_then(Field::known).unwrap_or("").to_owned();
        for field in &operands {
            call.file(FileAction::Modify, LinkUse::Itself, field, plan);
            match sed::backup(field, &suffix).filter(|_| !suffix.is_empty()) {
                Some(backup) => call.file(FileAction::Write, LinkUse::Itself, &backup, plan),
                None if suffix.is_empty() => {}
                None => call.unknown("the name of a backup is not known", plan),
            }
        }
        plan.output = Output::Nothing;
    }
    if let Some(script) = script.as_ref().filter(|script| script.known() != Some("-")) {
        // `-pie CODE` is the suffix `e` and a script of that name.
        if call.facts.exists(&script.value) == Some(false) {
            super::engine::fail_from(plan, start, "the script is missing");
        }
        push_script(call, language, script.clone(), operands, plan);
    } else if texts.is_empty() {
        from_input(call, language, operands, plan);
    } else if let Some(text) = joined(&texts) {
        push_program(call, language, text, operands, plan);
    }
}

/// Several `-e` are the lines of one program.
fn joined(texts: &[Field]) -> Option<Field> {
    let (first, rest) = texts.split_first()?;
    let mut value = first.value.clone();
    let mut span: Span = first.span;
    for text in rest {
        value.push_text("\n");
        value.append(&text.value);
        span = span.join(text.span);
    }
    Some(Field { value, many: false, span })
}
