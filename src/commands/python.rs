//! Rows of the package managers of Python.

use super::engine::Call;
use super::javascript::{npm_version, npx};
use super::model::{
    Case, Effect, Role, Row, Use, directory, flags, mode, output, path, quits, reads, values,
};
use super::options::{Opt, Syntax};
use super::packages::{ARGV, DRY, NEW, OPEN, PROJECT, RUNS, STOP, as_build, inner, project, reader, runs};
use super::plan::{FileAction, Plan};
use super::system::SETS_VARIABLES;
use crate::intent::CommandClass;
use crate::value::Field;

const PIP: &str = "pip 23 documentation, reference";
const UV: &str = "uv 0.5 documentation, reference";

/// What tools install for one user.
const USER_WRITES: &[Case<'static>] = &[Case::effects(&[Effect::Outside(&["~/.local", "~/.cache"])])];

const PIP_ROW: Row<'static> = Row::new("pip", PIP)
    .syntax(STOP)
    .class(CommandClass::Build)
    .options(&[values("--python --log --proxy --retries --timeout --exists-action --trusted-host --cert --client-cert --cache-dir"), quits("-h --help -V --version")])
    .subcommands(&[
        Row::new("install", PIP).syntax(OPEN).options(&[
            path("-t --target --root --prefix", Use::Into(FileAction::Write)),
            path("--report", Use::File(FileAction::Write)),
            reads("-r --requirement -c --constraint"),
                    reads("-e --editable"),
            values("-i --index-url --extra-index-url -f --find-links --platform --python-version --implementation --abi --no-binary --only-binary --progress-bar --src --config-settings -C --global-option --use-feature --timeout"),
            mode("--dry-run", "dry"),
        ]).class(CommandClass::Known).special(pip_install),
        Row::new("download", PIP).syntax(OPEN).options(&[
            Opt::value("-d --dest", Role::PathMode(Use::Into(FileAction::Write), "output")),
            reads("-r --requirement -c --constraint"),
            values("-i --index-url --extra-index-url -f --find-links --platform --python-version --implementation --abi --no-binary --only-binary"),
        ]).class(CommandClass::Known).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::new("wheel", PIP).syntax(OPEN).options(&[
            Opt::value("-w --wheel-dir", Role::PathMode(Use::Into(FileAction::Write), "output")),
            reads("-r --requirement -c --constraint"),
        ]).class(CommandClass::Known).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        reader("list show freeze check search index inspect debug hash help", PIP),
        Row::new("uninstall", PIP).syntax(OPEN).options(&[reads("-r --requirement")]).special(pip_install),
        runs("cache config completion", PIP),
    ])
    .cases(RUNS);

const UV_ROW: Row<'static> = Row::new("uv", UV)
    .syntax(STOP)
    .options(&[
        directory("--directory --project"),
        values("--cache-dir --color --config-file --python-preference -p --python"),
        flags("-q --quiet -v --verbose -n --no-cache --offline --no-progress --native-tls"),
        quits("-h --help -V --version"),
    ])
    .subcommands(&[
        Row::new("add remove", UV).syntax(OPEN).options(&[DRY]).cases(PROJECT),
        Row::new("sync lock", UV).syntax(OPEN).options(&[mode("--dry-run --check --check-exists --locked --frozen", "dry")]).cases(PROJECT),
        Row::new("init", UV).syntax(OPEN).options(&[values("--name --package-manager --python -p --build-backend --vcs --description")]).cases(NEW),
        Row::new("venv", UV).syntax(OPEN).options(&[values("-p --python --prompt --seed-from --index-url")])
            .cases(&[Case::all(Use::Into(FileAction::Write)).alone(&[Effect::File(".venv", FileAction::MakeDirectory { parents: true })])]),
        Row::new("build", UV).syntax(OPEN).options(&[path("-o --out-dir", Use::Into(FileAction::Write))]).cases(RUNS).special(as_build),
        Row::new("export", UV).syntax(OPEN).options(&[output("-o --output-file")]),
        Row::new("version", UV).syntax(OPEN).options(&[
            DRY,
            Opt::value("--bump", Role::Mode("changes")),
            mode("--frozen", "frozen"),
            values("--output-format --package --extra --group"),
        ]).special(uv_version),
        Row::new("run", UV).syntax(Syntax { shortens: false, ..STOP }).options(&[
            values("--with --with-requirements --with-editable --extra --group --env-file -p --python --index --index-url --refresh-package --package --no-extra --no-group --only-group -w"),
            mode("-m --module", "module"),
            mode("-s --script", "script"),
        ]).special(run_inner),
        Row::new("tool", UV).syntax(STOP).subcommands(&[
            Row::new("run", UV).syntax(STOP).options(&[values("--with --from -p --python --index --index-url")]).special(run_inner),
            Row::new("install upgrade uninstall update-shell", UV).syntax(OPEN).class(CommandClass::Build).cases(USER_WRITES),
            reader("list dir", UV),
        ]),
        Row { name: "pip", ..PIP_ROW }.subcommands(UV_PIP),
        Row::new("cache python self", UV).syntax(OPEN).class(CommandClass::Build).cases(USER_WRITES),
        Row::new("auth", UV).syntax(OPEN).class(CommandClass::Build).cases(USER_WRITES),
        reader("tree help publish generate-shell-completion", UV),
        Row::new("format", UV).syntax(OPEN).options(&[quits("--check --diff")]).cases(&[Case::all(Use::Ignored).with(&[Effect::Below(FileAction::Modify)])]),
    ]);

const CONDA: &str = "conda 24 documentation, commands";

/// Where the installers of conda put it, and with it the environments that have a name.
const CONDA_PLACES: &[&str] =
    &["~/miniconda3", "~/anaconda3", "~/miniforge3", "~/mambaforge", "~/micromamba", "~/.conda", "/opt"];
const CONDA_OPTIONS: &[Opt<'static, Role<'static>>] = &[
    Opt::value("-p --prefix", Role::PathMode(Use::Into(FileAction::Write), "named")),
    values("-n --name -c --channel --file -f --clone --solver --repodata-fn --subdir --platform --revision"),
    DRY,
];
const CONDA_WRITES: &[Case<'static>] = &[
    Case::NOTHING.when("dry"),
    Case::NOTHING.when("named"),
    Case::effects(&[Effect::Outside(CONDA_PLACES)]),
];

const CONDA_ROW: Row<'static> = Row::new("conda", CONDA)
    .syntax(STOP)
    .class(CommandClass::Build)
    .options(&[quits("--version -V -h --help")])
    .subcommands(&[
        reader("info list search activate deactivate compare notices doctor", CONDA),
        Row::new("shell.bash shell.posix shell", CONDA)
            .syntax(OPEN)
            .cases(&[Case::NOTHING.prints(SETS_VARIABLES)]),
        Row::new("install create update upgrade remove uninstall clean rename", CONDA)
            .syntax(OPEN)
            .options(CONDA_OPTIONS)
            .class(CommandClass::Build)
            .cases(CONDA_WRITES),
        Row::new("env", CONDA).syntax(STOP).subcommands(&[
            reader("list", CONDA),
            Row::new("config", CONDA)
                .syntax(OPEN)
                .class(CommandClass::Build)
                .cases(&[Case::effects(&[Effect::Outside(CONDA_PLACES)])]),
            Row::new("export", CONDA)
                .syntax(OPEN)
                .options(&[path("-f --file", Use::File(FileAction::Write))]),
            Row::new("create update remove", CONDA)
                .syntax(OPEN)
                .options(CONDA_OPTIONS)
                .class(CommandClass::Build)
                .cases(CONDA_WRITES),
        ]),
        Row::new("config", CONDA)
            .syntax(OPEN)
            .options(&[
                Opt::value("--file", Role::PathMode(Use::File(FileAction::Modify), "named")),
                quits("--show --show-sources --get --describe --validate"),
            ])
            .class(CommandClass::Build)
            .special(conda_config),
        Row::new("export", CONDA).syntax(OPEN).options(&[path("-f --file", Use::File(FileAction::Write))]),
        Row::new("init", CONDA)
            .syntax(OPEN)
            .options(&[quits("-d --dry-run")])
            .class(CommandClass::Build)
            .special(conda_init),
        Row::new("run", CONDA)
            .syntax(STOP)
            .options(&[
                values("-n --name -p --prefix"),
                directory("--cwd"),
                flags("--no-capture-output --live-stream -v --verbose --dev --debug-wrapper-scripts"),
            ])
            .cases(&[Case::effects(&[Effect::Argv(0)])])
            .special(conda_run),
        runs("build debug develop repo index", CONDA),
    ])
    .cases(&[Case::effects(&[Effect::Unknown("a subcommand that is not known")])]);

const UV_PIP: &[Row<'static>] = &[
    Row::new("compile", UV).syntax(OPEN).options(&[output("-o --output-file")]),
    Row::new("install sync", UV)
        .syntax(OPEN)
        .options(&[
            path("-t --target --prefix", Use::Into(FileAction::Write)),
            reads("-r --requirement --requirements -c --constraint -e --editable"),
            values("-p --python -i --index-url --extra-index-url -f --find-links"),
            quits("--dry-run"),
        ])
        .special(uv_install),
    runs("uninstall", UV),
    reader("list show freeze check tree", UV),
];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    CONDA_ROW.says(&[
        ("conda install -y x", "write /opt/**; ?"),
        ("conda install -p d x", "mkdir -p d; write d/**"),
        ("conda create -y --prefix d python", "mkdir -p d; write d/**"),
        ("conda run -n e rm a", "invoke [rm a]"),
        ("conda run -n e --cwd d rm a", "invoke in d [rm a]"),
        ("conda env list", ""),
        ("conda env create -f a -p d", "mkdir -p d; write d/**"),
        ("conda env export -n e", ""),
        ("conda list", ""),
        ("conda init bash", "?"),
    ]),
    Row { name: "mamba", ..CONDA_ROW },
    Row { name: "micromamba", ..CONDA_ROW },
    Row::new("pdm", "PDM documentation")
        .syntax(STOP)
        .options(&[directory("-p --project")])
        .subcommands(&[
            Row::new("run", "PDM documentation").syntax(STOP).cases(ARGV),
            project("add remove install update lock init sync new", "PDM documentation"),
            reader("list show info search outdated", "PDM documentation"),
        ])
        .cases(RUNS),
    PIP_ROW.says(&[
        ("pip install x", "write /usr/**; ?"),
        ("pip install -t d x", "mkdir -p d; write d/**"),
        ("pip install -e .", "write ./**; write /usr/**; ?"),
        ("pip download -d d x", "mkdir -p d; write d/**"),
        ("pip list", ""),
        ("pip freeze", ""),
        ("pip --version", ""),
    ]),
    Row::new("pipenv", "Pipenv documentation")
        .syntax(STOP)
        .subcommands(&[
            Row::new("run", "Pipenv documentation").syntax(STOP).cases(ARGV),
            project("install uninstall update lock sync upgrade", "Pipenv documentation"),
            reader("graph check verify scripts requirements", "Pipenv documentation"),
        ])
        .cases(RUNS)
        .says(&[("pipenv run rm a", "invoke [rm a]")]),
    Row::new("pipx", "pipx documentation")
        .syntax(STOP)
        .class(CommandClass::Build)
        .subcommands(&[
            Row::new("run", "pipx documentation")
                .syntax(STOP)
                .options(&[values("--spec --python --pip-args")])
                .special(npx),
            reader("list environment", "pipx documentation"),
        ])
        .cases(RUNS),
    Row::new("poetry", "Poetry 1.8 documentation")
        .syntax(STOP)
        .options(&[directory("-C --directory -P --project")])
        .subcommands(&[
            Row::new("run", "Poetry 1.8 documentation").syntax(STOP).cases(ARGV),
            project("add remove install update lock init sync", "Poetry 1.8 documentation"),
            Row::new("new", "Poetry 1.8 documentation")
                .syntax(OPEN)
                .options(&[values("--name --readme")])
                .cases(NEW),
            Row::new("version", "Poetry 1.8 documentation")
                .syntax(OPEN)
                .cases(&[Case::all(Use::Ignored)])
                .special(npm_version),
            Row::new("export", "Poetry 1.8 documentation").syntax(OPEN).options(&[output("-o --output")]),
            reader("show check search env about list help", "Poetry 1.8 documentation"),
            runs("build publish shell config cache self", "Poetry 1.8 documentation"),
        ])
        .cases(RUNS)
        .says(&[("poetry add x", "write ./**"), ("poetry run rm a", "invoke [rm a]"), ("poetry show", "")]),
    runs("pyenv", "pyenv README").syntax(STOP).subcommands(&[
        Row::new("local", "pyenv README")
            .class(CommandClass::Known)
            .syntax(OPEN)
            .cases(&[Case::effects(&[Effect::File(".python-version", FileAction::Write)])]),
        Row::new("init virtualenv-init", "pyenv README")
            .syntax(OPEN)
            .cases(&[Case::NOTHING.prints(SETS_VARIABLES)]),
        reader("versions version which root prefix whence commands", "pyenv README"),
    ]),
    UV_ROW.says(&[
        ("uv run rm a", "invoke [rm a]"),
        ("uv run x.py b", "invoke [python x.py b]"),
        ("uv run --with y pytest -q", "invoke [pytest -q]"),
        ("uv run -m pytest", "invoke [python -m pytest]"),
        ("uv add x", "write ./**"),
        ("uv sync", "write ./**"),
        ("uv --directory d sync", "write d/**"),
        ("uv pip install -t d x", "mkdir -p d; write d/**"),
        ("uv pip install x", "write .venv/**"),
        ("uv venv", "mkdir -p .venv"),
        ("uv pip list", ""),
        ("uv --version", ""),
        ("uv version", ""),
        ("uv version --bump minor --frozen", "modify pyproject.toml"),
        ("uv version 1.2", "modify pyproject.toml; write uv.lock; write .venv/**"),
        ("uv publish", ""),
    ]),
    Row::new("uvx", UV)
        .syntax(STOP)
        .class(CommandClass::Build)
        .options(&[values("--with --from -p --python --index --index-url"), quits("-h --help -V --version")])
        .special(run_inner)
        .says(&[("uvx ruff check a", "invoke [ruff check a]")]),
    Row::new("virtualenv", "virtualenv 20 documentation")
        .syntax(OPEN)
        .options(&[values("-p --python --prompt --app-data"), quits("-h --help --version")])
        .cases(&[Case::all(Use::Into(FileAction::Write))])
        .says(&[("virtualenv v", "mkdir -p v; write v/**")]),
];

/// The environment that `pip install` writes to is `VIRTUAL_ENV`'s, else the system's and the user's; a project that
/// is installed gets its metadata beside it.
fn pip_install(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("dry") || call.parsed.has("-t") {
        return;
    }
    let local = |field: &Field| field.value.known_prefix().starts_with(['.', '/']);
    let editable =
        call.parsed.options().filter(|given| given.option.is("-e")).filter_map(|given| given.value.as_ref());
    let projects: Vec<Field> =
        call.parsed.operands().chain(editable).filter(|field| local(field)).cloned().collect();
    for project in projects.iter().filter(|field| call.is_directory(field)) {
        call.below(FileAction::Write, project, plan);
    }
    match call.facts.environment("VIRTUAL_ENV").filter(|path| !path.is_empty()) {
        Some(path) => call.outside(&[&path], plan),
        None => call.outside(&["/usr", "~/.local"], plan),
    }
    as_build(call, plan);
}

/// A package manager that runs in an environment writes to it.
fn conda_run(call: &Call<'_, '_>, plan: &mut Plan) {
    let name = call.inner(0).first().and_then(Field::known);
    if matches!(name, Some("pip" | "pip3")) {
        call.outside(CONDA_PLACES, plan);
    }
}

/// The start files of the shells that `conda init` is told to set up; bash's without any.
fn conda_init(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(home) = call.facts.environment("HOME") else {
        return call.unknown("the home directory is not known", plan);
    };
    let named: Vec<&str> = call.parsed.operands().filter_map(Field::known).collect();
    let shells = if named.is_empty() { vec!["bash"] } else { named };
    for shell in shells {
        let file = match shell {
            "zsh" => ".zshrc",
            "fish" => ".config/fish/config.fish",
            "tcsh" => ".tcshrc",
            "xonsh" => ".xonshrc",
            _ => ".bashrc",
        };
        let path = crate::value::AbstractString::text(&format!("{home}/{file}"));
        call.derived(FileAction::Modify, path, call.span, plan);
    }
}

fn conda_config(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("named") {
        return;
    }
    match call.facts.environment("HOME") {
        Some(home) => {
            let path = crate::value::AbstractString::text(&format!("{home}/.condarc"));
            call.derived(FileAction::Modify, path, call.span, plan);
        }
        None => call.unknown("the home directory is not known", plan),
    }
}

/// `uv version NEW`, `uv version --bump PART`: the manifest, and what follows from it unless that is frozen.
fn uv_version(call: &Call<'_, '_>, plan: &mut Plan) {
    let changes = call.on("changes") || call.parsed.operands().next().is_some();
    if call.on("dry") || !changes {
        return;
    }
    let text = crate::value::AbstractString::text;
    call.derived(FileAction::Modify, text("pyproject.toml"), call.span, plan);
    if !call.on("frozen") {
        call.derived(FileAction::Write, text("uv.lock"), call.span, plan);
        call.below(FileAction::Write, &Field::text(".venv", call.span), plan);
    }
}

/// `uv pip install` writes to the environment of `VIRTUAL_ENV`, else to `.venv`.
fn uv_install(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.parsed.has("-t") {
        return;
    }
    let system = call.arguments.iter().any(|field| field.known() == Some("--system"));
    match call.facts.environment("VIRTUAL_ENV").filter(|path| !path.is_empty()) {
        _ if system => call.outside(&["/usr"], plan),
        Some(path) => call.outside(&[&path], plan),
        None => call.below(FileAction::Write, &Field::text(".venv", call.span), plan),
    }
    as_build(call, plan);
}

/// `uv run FILE.py`, `uv run -m MODULE`, `uv run COMMAND`.
fn run_inner(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut argv = call.inner(0).to_vec();
    let python = Field::text("python", call.span);
    if call.on("module") {
        argv.insert(0, Field::text("-m", call.span));
        argv.insert(0, python);
    } else if call.on("script")
        || argv
            .first()
            .is_some_and(|field| field.known().is_some_and(|name| name.ends_with(".py") || name == "-"))
    {
        argv.insert(0, python);
    }
    if let Some(first) = argv.first_mut()
        && let Some((name, _)) = first.known().and_then(|name| name.split_once('@'))
    {
        *first = Field::text(name, first.span);
    }
    inner(call, argv, plan);
}
