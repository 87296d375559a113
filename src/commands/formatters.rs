//! Rows of formatters and linters: what they change in place.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, flags, mode, output, path, quits, reads, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use crate::value::Field;

const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const TREE: Use = Use::Tree(FileAction::Modify);
const HERE: &[Effect<'static>] = &[Effect::Below(FileAction::Modify)];

/// Changes its operands always.
const ALWAYS: &[Case<'static>] = &[Case::all(TREE)];
/// Changes its operands, or the current directory without any.
const ALWAYS_HERE: &[Case<'static>] = &[Case::all(TREE).alone(HERE)];
/// Changes its operands where the mode `write` is on.
const WRITES: &[Case<'static>] = &[Case::all(TREE).when("write"), Case::NOTHING];
/// The same, or the current directory without any.
const WRITES_HERE: &[Case<'static>] = &[Case::all(TREE).alone(HERE).when("write"), Case::NOTHING];

const fn tool(name: &'static str, source: &'static str, cases: &'static [Case<'static>]) -> Row<'static> {
    Row::new(name, source).syntax(OPEN).cases(cases)
}

const REPORT: Opt<'static, Role<'static>> = output("-o --output-file");

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    tool("alejandra", "alejandra README", ALWAYS_HERE).options(&[quits("-c --check -h --help --version"), values("-e --exclude")]),
    tool("ast-grep", "ast-grep documentation", WRITES_HERE).options(&[mode("-U --update-all -i --interactive", "write"), values("-p --pattern -r --rewrite -l --lang")]),
    tool("autoflake", "autoflake README", WRITES).options(&[mode("-i --in-place", "write"), values("--imports --exclude --config"), quits("-c --check -s --stdout")]),
    tool("autopep8", "autopep8 README", WRITES).options(&[mode("-i --in-place", "write"), values("--max-line-length --select --ignore --exclude -j --jobs -p --pep8-passes --global-config")])
        .says(&[("autopep8 -i a", "modify a"), ("autopep8 a", "")]),
    Row::new("biome", "Biome documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("format lint check", "Biome documentation, CLI", WRITES_HERE).options(&[mode("--write --fix --apply --apply-unsafe --unsafe", "write"), values("--config-path --max-diagnostics")]),
        Row::new("init migrate", "Biome documentation, CLI").syntax(OPEN).cases(&[Case::effects(&[Effect::File("biome.json", FileAction::Write)])]),
        Row::reader("ci version rage start stop lsp-proxy explain search", "Biome documentation, CLI"),
    ]).options(&[quits("--version --help")]).says(&[("biome check --write d", "modify d/**"), ("biome check d", ""), ("biome ci", "")]),
    tool("black", "Black 23 documentation", ALWAYS).options(&[
        quits("--check --diff -h --help --version"),
        Opt::value("-c --code", Role::Quits),
        values("-l --line-length -t --target-version --include --exclude --extend-exclude --force-exclude --stdin-filename -W --workers --config --required-version --line-ranges --enable-unstable-feature"),
    ]).says(&[("black a d", "modify a; modify d/**"), ("black --check d", ""), ("black -l 100 a", "modify a"), ("black -", "")]),
    tool("buf", "Buf documentation", &[Case::NOTHING]).syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("format", "Buf documentation", WRITES_HERE).options(&[mode("-w --write", "write"), output("-o --output")]),
        Row::runner("generate", "Buf documentation").options(&[path("-o --output", Use::Into(FileAction::Write))]),
    ]),
    tool("clang-format", "clang-format 14 documentation", WRITES).syntax(Syntax { open: true, ..Syntax::SINGLE }).options(&[
        mode("-i", "write"),
        quits("-n --dry-run --dump-config --help --version"),
        values("--assume-filename --lines --length --offset --cursor --files --fallback-style"),
        flags("--style --verbose --Werror --sort-includes"),
    ]).says(&[("clang-format -i a", "modify a"), ("clang-format a", ""), ("clang-format -style=file -i a", "modify a")]),
    tool("clang-tidy", "clang-tidy 14 documentation", WRITES).syntax(Syntax { open: true, ..Syntax::SINGLE }).options(&[
        mode("--fix --fix-errors --fix-notes", "write"), path("--export-fixes", Use::File(FileAction::Write)), values("-p"),
    ]),
    tool("codespell", "codespell README", WRITES_HERE).options(&[mode("-w --write-changes", "write"), values("-L --ignore-words-list -S --skip -I -D -i -q")]),
    tool("csharpier", "CSharpier documentation", ALWAYS_HERE).options(&[quits("--check --write-stdout")]),
    Row::new("dart", "Dart documentation, dart tool").syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("format", "Dart documentation, dart format", ALWAYS).options(&[mode("--output=none", "dry"), Opt::value("-o --output", Role::Mode("dry")), values("-l --line-length")]).cases(&[Case::NOTHING.when("dry"), Case::all(TREE)]),
        tool("fix", "Dart documentation, dart fix", WRITES_HERE).options(&[mode("--apply", "write")]),
        Row::new("create", "Dart documentation, dart create").syntax(OPEN).cases(&[Case::all(Use::Into(FileAction::Write))]),
        Row::new("pub", "Dart documentation, dart pub").syntax(Syntax::OPEN_STOP).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::reader("analyze info doc", "Dart documentation"),
    ]).cases(&[Case::effects(&[Effect::Run])]),
    tool("djlint", "djLint documentation", WRITES).options(&[mode("--reformat", "write"), quits("--check --lint")]),
    Row::new("dprint", "dprint documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("fmt", "dprint documentation, CLI", ALWAYS_HERE).options(&[quits("--stdin"), values("-c --config")]),
        Row::reader("check output-file-paths output-resolved-config help version license", "dprint documentation, CLI"),
        Row::new("init", "dprint documentation, CLI").cases(&[Case::effects(&[Effect::File("dprint.json", FileAction::Write)])]),
    ]).says(&[("dprint fmt", "modify ./**"), ("dprint check", "")]),
    tool("elm-format", "elm-format README", ALWAYS).options(&[quits("--validate --stdin"), output("--output")]),
    tool("eslint", "ESLint 9 documentation, command line", WRITES_HERE).options(&[
        mode("--fix", "write"),
        quits("--fix-dry-run --print-config --init -h --help -v --version --env-info"),
        REPORT,
        path("--cache-location --cache-file", Use::File(FileAction::Write)),
        values("-c --config --ext -f --format --max-warnings --rule --ignore-pattern --parser --plugin --rulesdir --env --global --parser-options --cache-strategy --fix-type --stdin-filename --resolve-plugins-relative-to --report-unused-disable-directives-severity"),
    ]).says(&[("eslint --fix a d", "modify a; modify d/**"), ("eslint .", ""), ("eslint -o r.txt .", "write r.txt"), ("eslint --fix", "modify ./**")]),
    tool("eslint_d", "eslint_d README", WRITES_HERE).options(&[mode("--fix", "write"), REPORT]),
    tool("flake8", "Flake8 6 documentation", &[Case::NOTHING]).options(&[output("--output-file"), values("--max-line-length --ignore --select --exclude --extend-ignore --per-file-ignores --config -j")]),
    tool("fourmolu", "Fourmolu README", FOURMOLU).options(FOURMOLU_OPTIONS),
    tool("gci", "gci README", WRITES).syntax(Syntax::OPEN_STOP).subcommands(&[tool("write", "gci README", ALWAYS_HERE), Row::reader("print diff list", "gci README")]),
    tool("gofmt", "Go 1.22, cmd/gofmt", WRITES_HERE).syntax(Syntax { open: true, ..Syntax::SINGLE }).options(&[mode("-w", "write"), values("-r -cpuprofile"), flags("-l -d -s -e")])
        .says(&[("gofmt -w a", "modify a"), ("gofmt -l -w .", "modify ./**"), ("gofmt -d a", "")]),
    tool("gofumpt", "gofumpt README", WRITES_HERE).syntax(Syntax { open: true, ..Syntax::SINGLE }).options(&[mode("-w", "write"), flags("-l -d -e -extra")]),
    tool("goimports", "golang.org/x/tools, goimports", WRITES_HERE).syntax(Syntax { open: true, ..Syntax::SINGLE }).options(&[mode("-w", "write"), values("-local -srcdir"), flags("-l -d -e -v")])
        .says(&[("goimports -w a", "modify a"), ("goimports a", "")]),
    Row::new("golangci-lint", "golangci-lint documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("run", "golangci-lint documentation", &[Case::all(TREE).alone(HERE).when("write"), Case::NOTHING]).options(&[mode("--fix", "write"), values("-c --config -E -D --timeout -p")]),
        tool("fmt", "golangci-lint documentation", ALWAYS_HERE).options(&[quits("-d --diff")]),
        Row::reader("linters help version config cache", "golangci-lint documentation"),
    ]).says(&[("golangci-lint run", ""), ("golangci-lint run --fix", "modify ./**")]),
    tool("google-java-format", "google-java-format README", WRITES).options(&[mode("-i -r --replace", "write")]),
    tool("hadolint", "hadolint README", &[Case::NOTHING]),
    tool("hclfmt", "hclfmt README", WRITES).options(&[mode("-w", "write")]),
    tool("isort", "isort 5 documentation", ALWAYS).options(&[
        quits("-c --check-only --check --diff -d --stdout -h --help -V --version --show-settings --show-files"),
        values("-l --line-length --profile --settings-path --sp --settings-file -p --project --skip --src -s --filter-files -j --jobs -m --multi-line -w -o --thirdparty"),
    ]).says(&[("isort a", "modify a"), ("isort --check a", ""), ("isort .", "modify ./**")]),
    tool("js-beautify", "js-beautify README", WRITES).options(&[mode("-r --replace", "write"), output("-o --outfile")]),
    tool("ktfmt", "ktfmt README", ALWAYS).options(&[quits("-n --dry-run")]),
    tool("ktlint", "ktlint documentation", WRITES_HERE).options(&[mode("-F --format", "write")]),
    tool("leptosfmt", "leptosfmt README", ALWAYS).options(&[quits("--check -s --stdin")]),
    tool("markdownlint", "markdownlint-cli README", WRITES).options(&[mode("-f --fix", "write"), output("-o --output"), values("-c --config -i --ignore -r --rules -p --ignore-path -d --disable --enable")])
        .says(&[("markdownlint --fix a", "modify a"), ("markdownlint a", "")]),
    tool("markdownlint-cli2", "markdownlint-cli2 README", WRITES).options(&[mode("--fix", "write"), values("--config")]),
    tool("mdformat", "mdformat documentation", ALWAYS).options(&[quits("--check"), values("--wrap --end-of-line")]),
    tool("mypy", "mypy 1 documentation", &[Case::NOTHING]).options(&[path("--junit-xml", Use::File(FileAction::Write)), path("--html-report --txt-report --xml-report --any-exprs-report --linecount-report --cobertura-xml-report --cache-dir", Use::Into(FileAction::Write)), values("-p --package -m --module -c --config-file --python-version --exclude --platform")])
        .says(&[("mypy a", ""), ("mypy --junit-xml r.xml a", "write r.xml")]),
    tool("nixfmt", "nixfmt README", ALWAYS).options(&[quits("-c --check")]),
    tool("nixpkgs-fmt", "nixpkgs-fmt README", ALWAYS).options(&[quits("--check")]),
    tool("ormolu", "Ormolu README", FOURMOLU).options(FOURMOLU_OPTIONS),
    tool("oxfmt", "oxc documentation", ALWAYS_HERE).options(&[quits("--check")]),
    tool("oxlint", "oxc documentation", WRITES_HERE).options(&[mode("--fix --fix-suggestions --fix-dangerously", "write"), values("-c --config -A -D -W")]),
    tool("perltidy", "perltidy(1)", WRITES).options(&[mode("-b", "write"), output("-o")]),
    tool("php-cs-fixer", "PHP CS Fixer documentation", &[Case::NOTHING]).syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("fix", "PHP CS Fixer documentation", ALWAYS_HERE).options(&[quits("--dry-run"), values("--config --rules")]),
    ]),
    tool("phpcbf", "PHP_CodeSniffer documentation", ALWAYS),
    tool("phpcs", "PHP_CodeSniffer documentation", &[Case::NOTHING]).options(&[path("--report-file", Use::File(FileAction::Write))]),
    Row::new("pint", "Laravel Pint documentation").syntax(OPEN).options(&[quits("--test"), values("--config --preset")]).cases(ALWAYS_HERE),
    Row::runner("pre-commit", "pre-commit documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::reader("validate-config validate-manifest sample-config help", "pre-commit documentation"),
    ]).options(&[quits("-V --version -h --help")]).says(&[("pre-commit run -a", "run")]),
    tool("prettier", "Prettier 3 documentation, CLI", WRITES).options(&[
        mode("-w --write", "write"),
        quits("-v --version --find-config-path --file-info --support-info -h --help"),
        path("--cache-location", Use::File(FileAction::Write)),
        values("--config --ignore-path --parser --plugin --tab-width --print-width --end-of-line --prose-wrap --stdin-filepath --log-level --loglevel --trailing-comma --arrow-parens --quote-props --cache-strategy --config-precedence --plugin-search-dir --html-whitespace-sensitivity"),
    ]).says(&[("prettier --write a d", "modify a; modify d/**"), ("prettier -w a", "modify a"), ("prettier --check a", ""), ("prettier a", "")]),
    tool("prettierd", "prettierd README", &[Case::NOTHING]),
    tool("prisma", "Prisma documentation, CLI", &[Case::effects(&[Effect::Run])]).syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("format", "Prisma documentation, CLI", &[Case::effects(&[Effect::File("prisma/schema.prisma", FileAction::Modify)])]),
        Row::reader("validate version studio", "Prisma documentation, CLI"),
    ]),
    tool("pycodestyle", "pycodestyle documentation", &[Case::NOTHING]),
    tool("pyink", "Pyink README", ALWAYS).options(&[quits("--check --diff")]),
    tool("pylint", "Pylint 3 documentation", &[Case::NOTHING]).options(&[output("--output")]),
    tool("pyright", "Pyright documentation", &[Case::NOTHING]),
    tool("pyupgrade", "pyupgrade README", ALWAYS).says(&[("pyupgrade --py39-plus a", "modify a")]),
    tool("rome", "Rome documentation", WRITES).syntax(Syntax::OPEN_STOP).subcommands(&[tool("format check", "Rome documentation", WRITES).options(&[mode("--write --apply", "write")])]),
    tool("rubocop", "RuboCop documentation", WRITES_HERE).options(&[
        mode("-a --autocorrect -A --autocorrect-all --auto-correct --auto-correct-all -x --fix-layout", "write"),
        mode("--auto-gen-config", "config"),
        output("-o --out"),
        values("-c --config -f --format --only --except -r --require"),
    ]).says(&[("rubocop -a a", "modify a"), ("rubocop", "")]),
    Row::new("ruff", "Ruff documentation, CLI").syntax(Syntax::OPEN_STOP).options(&[values("--config"), quits("-h --help -V --version")]).subcommands(&[
        tool("check", "Ruff documentation, ruff check", WRITES_HERE).options(RUFF),
        tool("format", "Ruff documentation, ruff format", ALWAYS_HERE).options(&[
            quits("--check --diff"),
            values("--line-length --config --target-version --stdin-filename --exclude --extend-exclude --range --cache-dir"),
        ]),
        Row::reader("rule config linter clean version help server analyze", "Ruff documentation, CLI"),
    ]).cases(WRITES_HERE).says(&[
        ("ruff check --fix d", "modify d/**"),
        ("ruff check --fix", "modify ./**"),
        ("ruff check .", ""),
        ("ruff check --diff --fix a", ""),
        ("ruff format a", "modify a"),
        ("ruff format --check a", ""),
    ]),
    tool("rufo", "rufo README", ALWAYS_HERE).options(&[quits("-c --check")]),
    tool("rustfmt", "rustfmt README", ALWAYS).options(&[
        quits("--check -h --help -V --version"),
        Opt::value("--emit", Role::Mode("emit")),
        values("--edition --config --config-path --color"),
    ]).special(rustfmt).says(&[("rustfmt a", "modify a"), ("rustfmt --check a", ""), ("rustfmt --edition 2021 a", "modify a"), ("rustfmt --emit stdout a", "")]),
    tool("scalafmt", "Scalafmt documentation", ALWAYS_HERE).options(&[quits("--test --check --list --stdout"), values("-c --config")]),
    Row::reader("semgrep", "Semgrep documentation").options(&[output("-o --output --json-output --sarif-output"), mode("-a --autofix", "write"), values("-c --config -e --pattern -l --lang")]).special(semgrep)
        .says(&[("semgrep --config x .", ""), ("semgrep --autofix --config x d", "modify d/**")]),
    tool("shfmt", "shfmt 3, shfmt(1)", WRITES).options(&[mode("-w --write", "write"), values("-i --indent -ln --language-dialect -filename --filename"), flags("-l --list -d --diff -s --simplify -bn -ci -sr -kp -fn -mn")])
        .says(&[("shfmt -w a", "modify a"), ("shfmt -i 2 -w a", "modify a"), ("shfmt -d a", "")]),
    tool("sqlfluff", "SQLFluff documentation", &[Case::NOTHING]).syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("fix format", "SQLFluff documentation", ALWAYS).options(&[values("--dialect --rules --config -e")]),
        Row::reader("lint parse rules dialects version", "SQLFluff documentation").options(&[output("--write-output")]),
    ]),
    tool("standard", "standard README", WRITES_HERE).options(&[mode("--fix", "write")]),
    tool("standardrb", "Standard Ruby README", WRITES_HERE).options(&[mode("--fix --fix-unsafely", "write")]),
    tool("stylelint", "Stylelint documentation, CLI", WRITES).options(&[mode("--fix", "write"), REPORT, values("--config --custom-syntax -f --formatter --max-warnings")])
        .says(&[("stylelint --fix a", "modify a")]),
    tool("stylua", "StyLua README", ALWAYS).options(&[quits("-c --check --verify-only"), values("-f --config-path -g --glob --stdin-filepath")])
        .says(&[("stylua d", "modify d/**"), ("stylua --check d", "")]),
    tool("svgo", "SVGO documentation", ALWAYS).options(&[Opt::value("-o --output", Role::PathMode(Use::File(FileAction::Write), "output")), values("-i --input -f --folder -p --precision --config -s --string")])
        .cases(&[Case::NOTHING.when("output"), Case::all(TREE)]).says(&[("svgo a", "modify a"), ("svgo a -o b", "write b")]),
    tool("swiftformat", "SwiftFormat README", ALWAYS).options(&[quits("--lint --dryrun"), output("--output --report"), values("--config --swiftversion")]),
    tool("swiftlint", "SwiftLint README", WRITES_HERE).syntax(Syntax::OPEN_STOP).subcommands(&[tool("lint --fix autocorrect", "SwiftLint README", WRITES_HERE).options(&[mode("--fix", "write")])]),
    Row::new("taplo", "Taplo documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        tool("fmt format", "Taplo documentation", ALWAYS_HERE).options(&[quits("--check --diff")]),
        Row::reader("lint check get validate", "Taplo documentation"),
    ]),
    tool("tidy", "HTML Tidy 5.6, tidy(1)", &[Case::all(Use::File(FileAction::Modify)).when("write"), Case::NOTHING]).syntax(Syntax { open: true, ..Syntax::SINGLE })
        .options(&[mode("-m -modify", "write"), output("-o -output"), path("-f -file", Use::File(FileAction::Write)), reads("-config"), flags("-i -indent -q -quiet -xml -e -errors")])
        .says(&[("tidy -m a", "modify a"), ("tidy -o b a", "write b"), ("tidy a", "")]),
    tool("tslint", "TSLint documentation", WRITES).options(&[mode("--fix", "write"), output("-o --out")]),
    tool("typos", "typos README", WRITES_HERE).options(&[mode("-w --write-changes", "write")]),
    tool("vale", "Vale documentation", &[Case::NOTHING]),
    tool("vint", "vint README", &[Case::NOTHING]),
    tool("xo", "XO README", WRITES_HERE).options(&[mode("--fix", "write")]),
    tool("yamlfmt", "yamlfmt README", ALWAYS_HERE).options(&[quits("-dry -lint --dry --lint")]),
    tool("yamllint", "yamllint documentation", &[Case::NOTHING]),
    tool("yapf", "YAPF README", WRITES).options(&[mode("-i --in-place", "write"), values("-l --lines --style -e --exclude")]).says(&[("yapf -i a", "modify a"), ("yapf -d a", "")]),
];

const RUFF: &[Opt<'static, Role<'static>>] = &[
    mode("--fix --unsafe-fixes --fix-only --add-noqa", "write"),
    quits("--diff --show-files --show-settings"),
    output("-o --output-file"),
    values(
        "--select --ignore --extend-select --extend-ignore --per-file-ignores --line-length --config --target-version --output-format --stdin-filename --exclude --extend-exclude --fixable --unfixable --cache-dir",
    ),
];
const FOURMOLU: &[Case<'static>] = &[Case::all(TREE).when("write"), Case::NOTHING];
const FOURMOLU_OPTIONS: &[Opt<'static, Role<'static>>] =
    &[mode("-i", "write"), Opt::value("-m --mode", Role::Mode("mode")), values("-o --ghc-opt")];

fn rustfmt(call: &Call<'_, '_>, plan: &mut Plan) {
    if matches!(call.parsed.value("--emit").and_then(Field::known), Some(kind) if kind != "files") {
        plan.operations.clear();
    }
}

fn semgrep(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("write") {
        call.parsed.operands().for_each(|field| call.apply(TREE, field, plan));
    }
}
