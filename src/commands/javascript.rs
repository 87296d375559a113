//! Rows of the package managers of JavaScript (npm, yarn and pnpm stand in the list).

use super::engine::Call;
use super::interpreters::{from_input, push_program, push_script};
use super::manifest;
use super::model::{Case, Effect, Role, Row, Use, directory, flags, mode, path, quits, values};
use super::options::Opt;
use super::packages::{DRY, NEW, OPEN, RUNS, STOP, inner, project, reader, runs};
use super::plan::{FileAction, Language, Operation, Plan};
use crate::intent::{CommandClass, LinkUse};
use crate::value::{AbstractString, Field};

const NPM: &str = "npm 10 documentation, CLI commands";
const YARN: &str = "Yarn 1 and 4 documentation, CLI";
const PNPM: &str = "pnpm 9 documentation, CLI";
const BUN: &str = "Bun 1 documentation, CLI";

const LISTED: &[Opt<'static, Role<'static>>] =
    &[mode("-g --global --location=global", "global"), DRY, LOCATION];

const fn listed(names: &'static str, source: &'static str) -> Row<'static> {
    project(names, source).options(LISTED).listed()
}

const LOCATION: Opt<'static, Role<'static>> = values(
    "--registry --workspace -w --tag --cache --userconfig --loglevel --network-timeout --cache-folder --modules-folder --mutex",
);

const NPX: &[Opt<'static, Role<'static>>] = &[
    flags("-y --yes --no --no-install -q --quiet --ignore-existing --bun"),
    values("-p --package --cache --userconfig -w --workspace --shell"),
    Opt::value("-c --call", Role::Script),
    quits("-h --help -v --version"),
];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("bun", BUN).syntax(STOP).class(CommandClass::Build)
        .options(&[directory("--cwd"), values("-c --config --env-file -r --preload --filter -F"), Opt::value("-e --eval -p --print", Role::Mode("text")), quits("-h --help -v --version --revision")])
        .subcommands(&[
            project("install i ci add a remove rm link unlink patch", BUN).options(&[mode("-g --global", "global"), DRY]).class(CommandClass::Known),
            project("update up outdated-update", BUN).class(CommandClass::Known),
            Row::new("init create c", BUN).syntax(OPEN).class(CommandClass::Known).cases(NEW),
            Row::new("build", BUN).syntax(OPEN).class(CommandClass::Known).options(&[path("--outfile", Use::File(FileAction::Write)), path("--outdir", Use::Into(FileAction::Write)), values("--target --format --minify-syntax --define --external -e --loader --entry-naming")]),
            Row::new("x", BUN).syntax(STOP).options(&[values("-p --package")]).special(npx),
            Row::new("run", BUN).syntax(STOP).class(CommandClass::Build).cases(RUNS).special(bun),
            runs("test publish upgrade exec repl", BUN),
            Row::new("pm", BUN).syntax(OPEN).subcommands(&[
                Row::new("pack", BUN).syntax(OPEN).options(&[DRY, Opt::value("--destination", Role::PathMode(Use::Into(FileAction::Write), "output")), Opt::value("--filename", Role::PathMode(Use::File(FileAction::Write), "output"))])
                    .cases(&[Case::NOTHING.when("dry"), Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
                Row::new("pkg", BUN).syntax(OPEN).subcommands(&[reader("get", BUN)]).cases(&[Case::effects(&[Effect::File("package.json", FileAction::Modify)])]),
                project("trust migrate version", BUN),
                Row::new("cache", BUN).syntax(OPEN).subcommands(&[Row::new("rm", BUN).syntax(OPEN).class(CommandClass::Build).cases(&[Case::effects(&[Effect::Outside(&["~/.bun"])])])]).cases(&[Case::NOTHING]),
            ]).cases(&[Case::NOTHING]),
            reader("outdated why audit info", BUN),
        ])
        .cases(&[Case::effects(&[Effect::Run])])
        .special(bun)
        .says(&[
            ("bun install", "write ./**"),
            ("bun add -g x", "run"),
            ("bun test", "run"),
            ("bun build x.ts --outfile o.js", "write o.js"),
            ("bun x.ts y", "script x.ts y"),
            ("bun run x.mjs", "script x.mjs"),
            ("bun run x", "run"),
            ("bun -e 'f()'", "javascript [f()]"),
            ("bun --version", ""),
            ("bun pm ls", ""),
            ("bun pm pkg set a=b", "modify package.json"),
            ("bun pm pack --destination d", "mkdir -p d; write d/**"),
        ]),
    Row::new("corepack", "corepack README").syntax(STOP).subcommands(&[
        project("use up", "corepack README"),
        runs("enable disable prepare install pack hydrate cache", "corepack README"),
        Row::new("pnpm yarn npm", "corepack README").syntax(STOP).special(by_name),
    ]).cases(RUNS),
    Row::new("lerna", "Lerna documentation").syntax(STOP).subcommands(&[
        reader("ls list la ll changed diff info", "Lerna documentation"),
        project("init add version bootstrap link", "Lerna documentation"),
    ]).cases(RUNS),
    Row::new("npm", NPM).listed().syntax(STOP)
        .options(&[
            directory("--prefix -C"),
            values("--registry --loglevel --cache --userconfig -w --workspace"),
            flags("-s --silent -q --quiet -d -ws --workspaces --no-fund --no-audit --legacy-peer-deps --force -f -y --yes --if-present"),
            mode("-g --global", "global"),
            quits("-h --help -v --version"),
        ])
        .subcommands(&[
            listed("install i in ins inst insta instal isnt isnta isntal isntall ci clean-install ic add init create innit install-test it install-ci-test cit", NPM),
            listed("uninstall un unlink remove rm r update up upgrade udpate dedupe ddp prune link ln rebuild rb shrinkwrap set-script", NPM).class(CommandClass::Known),
            Row::new("version", NPM).syntax(OPEN).cases(&[Case::first(&[Use::Ignored], Use::Ignored)]).special(npm_version),
            Row::new("pkg", NPM).syntax(STOP).cases(&[Case::effects(&[Effect::File("package.json", FileAction::Modify)])]),
            Row::new("audit", NPM).syntax(OPEN).special(npm_audit),
            Row::new("pack", NPM).syntax(OPEN).options(&[DRY, Opt::value("--pack-destination", Role::PathMode(Use::Into(FileAction::Write), "output"))]).class(CommandClass::Known).cases(&[Case::NOTHING.when("dry"), Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
            Row::new("exec x", NPM).syntax(STOP).options(NPX).special(npx),
            Row::new("run run-script rum urn test t tst start stop restart", NPM).syntax(STOP).class(CommandClass::Build).special(manifest::run),
            runs("publish login logout adduser cache config c set get rebuild explore", NPM),
            reader("ls list la ll view v info show outdated search s find why explain root prefix bin ping whoami help docs home bugs repo fund doctor query owner access team token profile dist-tag star stars completion help-search diff sbom org hook deprecate", NPM),
        ])
        .cases(&[Case::effects(&[Effect::Unknown("a subcommand that is not known")])])
        .says(&[
            ("npm install", "write ./**"),
            ("npm i -D x", "write ./**"),
            ("npm --prefix d ci", "write d/**"),
            ("npm ci --prefix d", "write d/**"),
            ("npm install -g x", "run"),
            ("npm run build", "run"),
            ("npm test", "run"),
            ("npm ls", ""),
            ("npm exec -- rm a", "invoke [rm a]"),
            ("npm audit fix", "write ./**"),
            ("npm audit", ""),
            ("npm version patch", "modify package.json; ?"),
            ("npm --version", ""),
        ]),
    Row::new("npx", NPM).syntax(STOP).class(CommandClass::Build).options(NPX).special(npx)
        .says(&[("npx -y prettier --check a", "invoke [prettier --check a]"), ("npx -p x -c 'rm a'", "shell [rm a]"), ("npx --version", "")]),
    runs("nvm", "nvm README"),
    Row::new("pnpm", PNPM).listed().syntax(STOP)
        .options(&[
            directory("-C --dir --prefix"),
            values("--filter -F --loglevel --reporter --store-dir"),
            flags("-s --silent -r --recursive -w --workspace-root --offline --frozen-lockfile"),
            mode("-g --global", "global"),
            quits("-h --help -v --version"),
        ])
        .subcommands(&[
            listed("install i ci clean-install add init create", PNPM),
            listed("remove rm uninstall un update up upgrade dedupe prune link ln unlink import patch patch-commit patch-remove rebuild rb fetch version", PNPM).class(CommandClass::Known),
            Row::new("exec dlx", PNPM).syntax(STOP).options(&[values("--package"), mode("-c --shell-mode", "shell")]).special(npx),
            Row::new("deploy", PNPM).syntax(OPEN).class(CommandClass::Known).cases(&[Case::all(Use::Into(FileAction::Write))]),
            reader("ls list ll la outdated why view info root bin licenses audit cat-index cat-file find-hash help doctor", PNPM),
            Row::new("run test t start", PNPM).syntax(STOP).class(CommandClass::Build).special(manifest::run),
            runs("publish pack store config env server setup self-update", PNPM),
        ])
        .cases(&[Case::effects(&[Effect::Run]).prints(super::model::Prints::Unknown)])
        .special(pnpm)
        .says(&[
            ("pnpm -C d add x", "write d/**"),
            ("pnpm install --frozen-lockfile", "write ./**"),
            ("pnpm exec rm a", "invoke [rm a]"),
            ("pnpm build", "run"),
            ("pnpm list", ""),
        ]),
    Row::new("yarn", YARN).listed().syntax(STOP)
        .options(&[
            directory("--cwd"),
            values("--registry --network-timeout --cache-folder --mutex"),
            flags("-s --silent --frozen-lockfile --non-interactive --offline --ignore-scripts --immutable"),
            quits("-h --help -v --version"),
        ])
        .subcommands(&[
            listed("install i ci add init create", YARN),
            listed("remove up upgrade upgrade-interactive dedupe link unlink import autoclean set patch patch-commit rebuild version", YARN).class(CommandClass::Known),
            Row::new("exec dlx", YARN).syntax(STOP).options(&[values("-p --package")]).special(npx),
            Row::new("global", YARN).syntax(STOP).class(CommandClass::Build).cases(RUNS),
            Row::new("workspace", YARN).syntax(STOP).class(CommandClass::Build).cases(RUNS),
            reader("list info why outdated audit bin licenses versions help check config cache whoami npm constraints explain", YARN),
            Row::new("run test start", YARN).syntax(STOP).class(CommandClass::Build).special(manifest::run),
            runs("publish pack node workspaces stage plugin", YARN),
        ])
        .cases(&[Case::effects(&[Effect::Run]).unless("nothing").prints(super::model::Prints::Unknown)])
        .special(bare_install)
        .says(&[
            ("yarn", "write ./**"),
            ("yarn --cwd d add x", "write d/**"),
            ("yarn add x --cwd d", "write d/**"),
            ("yarn build", "run"),
            ("yarn lint", "run"),
            ("yarn list", ""),
        ]),
];

/// `npx [-p PACKAGE] COMMAND ARG…`, `npx -c TEXT`: a package's version behind `@` is left out of the name.
pub(super) fn npx(call: &Call<'_, '_>, plan: &mut Plan) {
    if let Some(text) = call.parsed.value("-c").filter(|_| call.row.name != "exec dlx") {
        plan.operations.push(Operation::Shell(super::shells::text(text.clone())));
        return;
    }
    let mut argv = call.inner(0).to_vec();
    if let Some(first) = argv.first_mut()
        && let Some(name) = first.known()
    {
        let at = name.char_indices().skip(1).find(|(_, letter)| *letter == '@').map(|(at, _)| at);
        let name = at.and_then(|at| name.get(..at)).unwrap_or(name).to_owned();
        *first = Field::text(&name, first.span);
    }
    inner(call, argv, plan);
}

/// `npm version NEW` changes the manifest and makes a commit with a tag.
pub(super) fn npm_version(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.parsed.operands().next().is_none() {
        return;
    }
    let name = if call.cause.starts_with("npm") { "package.json" } else { "pyproject.toml" };
    call.file(
        FileAction::Modify,
        LinkUse::Followed,
        &Field { value: AbstractString::text(name), many: false, span: call.span },
        plan,
    );
    let commits = !call.arguments.iter().any(|field| field.known() == Some("--no-git-tag-version"));
    if name == "package.json" && commits {
        call.unknown("it makes a commit and a tag where it stands in a repository", plan);
    }
}

fn npm_audit(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.parsed.operands().next().and_then(Field::known) == Some("fix") {
        call.below(FileAction::Write, &call.here(), plan);
    }
}

/// `pnpm NAME` runs a script.
fn pnpm(call: &Call<'_, '_>, plan: &mut Plan) {
    manifest::by_name(call, plan);
}

/// `bun -e TEXT`, `bun FILE`, `bun NAME`.
fn bun(call: &Call<'_, '_>, plan: &mut Plan) {
    if let Some(text) = call.parsed.value("-e") {
        plan.operations.clear();
        push_program(call, Language::JavaScript, text.clone(), call.inner(0).to_vec(), plan);
        return;
    }
    if manifest::by_name(call, plan) {
        return;
    }
    const ENDS: [&str; 8] = [".js", ".ts", ".mjs", ".mts", ".cjs", ".cts", ".jsx", ".tsx"];
    let Some((first, rest)) = call.inner(0).split_first() else {
        if call.parsed.first_operand.is_none() && call.row.name == "bun" {
            plan.operations.clear();
        }
        return;
    };
    if ENDS.iter().any(|end| first.value.ends_with(end) == Some(true)) {
        plan.operations.clear();
        push_script(call, Language::JavaScript, first.clone(), rest.to_vec(), plan);
    } else if first.known() == Some("-") {
        plan.operations.clear();
        from_input(call, Language::JavaScript, rest.to_vec(), plan);
    }
}

/// `yarn` alone installs; `yarn NAME` runs a script.
fn bare_install(call: &Call<'_, '_>, plan: &mut Plan) {
    if manifest::by_name(call, plan) {
        return;
    }
    if call.parsed.operands().next().is_none() {
        plan.operations.clear();
        call.below(FileAction::Write, &call.here(), plan);
    }
}

/// `corepack pnpm …` is `pnpm …`.
fn by_name(call: &Call<'_, '_>, plan: &mut Plan) {
    let name = call.cause.rsplit(' ').next().unwrap_or("");
    let mut argv = vec![Field::text(name, call.span)];
    argv.extend(call.arguments.iter().cloned());
    call.invoke(argv, plan);
}
