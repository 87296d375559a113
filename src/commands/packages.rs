//! Rows of package managers (guards.md 2.5: those of npm, yarn and pnpm stand in the list).

use super::engine::Call;
use super::model::{
    Case, Effect, Role, Row, Use, directory, flags, mode, output, path, quits, reads, values,
};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Operation, Plan};
use super::wrappers;
use crate::intent::{CommandClass, LinkUse};
use crate::value::{AbstractString, Field};

const OPEN: Syntax = Syntax::OPEN;
const STOP: Syntax = Syntax::OPEN_STOP;

/// Writes in the directory that the tool works in.
const PROJECT: &[Case<'static>] = &[
    Case::effects(&[Effect::Run]).when("global"),
    Case::effects(&[]).when("dry"),
    Case::effects(&[Effect::Below(FileAction::Write)]),
];
/// The same by a new directory that the operand names, if there is one.
const NEW: &[Case<'static>] =
    &[Case::all(Use::Into(FileAction::Write)).alone(&[Effect::Below(FileAction::Write)])];
const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];
const ARGV: &[Case<'static>] = &[Case::effects(&[Effect::Argv(0)])];
const DRY: Opt<'static, Role<'static>> = mode("--dry-run", "dry");

const DRIES: &[Opt<'static, Role<'static>>] = &[DRY];
const LISTED: &[Opt<'static, Role<'static>>] =
    &[mode("-g --global --location=global", "global"), DRY, LOCATION];

const fn project(names: &'static str, source: &'static str) -> Row<'static> {
    Row::new(names, source).syntax(OPEN).options(DRIES).cases(PROJECT)
}

const fn listed(names: &'static str, source: &'static str) -> Row<'static> {
    project(names, source).options(LISTED).listed()
}

const LOCATION: Opt<'static, Role<'static>> = values(
    "--registry --workspace -w --tag --cache --userconfig --loglevel --network-timeout --cache-folder --modules-folder --mutex",
);

const fn runs(names: &'static str, source: &'static str) -> Row<'static> {
    Row::runner(names, source)
}

const fn reader(names: &'static str, source: &'static str) -> Row<'static> {
    Row::reader(names, source)
}

const NPM: &str = "npm 10 documentation, CLI commands";
const YARN: &str = "Yarn 1 and 4 documentation, CLI";
const PNPM: &str = "pnpm 9 documentation, CLI";
const BUN: &str = "Bun 1 documentation, CLI";
const CARGO: &str = "The Cargo Book, Cargo commands";
const PIP: &str = "pip 23 documentation, reference";
const UV: &str = "uv 0.5 documentation, reference";

/// What the system's package managers keep for themselves; scripts of packages are taken to keep to it too.
const OUTSIDE: &[&str] = &["/usr", "/etc", "/var", "/opt", "/boot", "/lib"];
const SYSTEM_WRITES: &[Case<'static>] = &[Case::effects(&[Effect::Outside(OUTSIDE)])];
const BREW: &[Case<'static>] =
    &[Case::effects(&[Effect::Outside(&["/opt/homebrew", "/usr/local", "/home/linuxbrew", "~/Library"])])];
/// What tools install for one user.
const USER_WRITES: &[Case<'static>] = &[Case::effects(&[Effect::Outside(&["~/.local", "~/.cache"])])];

/// System package managers write outside of anybody's project.
const fn system(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(STOP).class(CommandClass::Build).subcommands(SYSTEM).cases(SYSTEM_WRITES)
}

const SYSTEM: &[Row<'static>] = &[
    Row::reader(
        "list search show info policy depends rdepends madison changelog check moo provides repolist repoquery deps uses leaves outdated config doctor home cat desc options log help",
        "the package manager's manual",
    ),
    Row::new("download", "apt-get(8)")
        .syntax(OPEN)
        .cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
    Row::new("source", "apt-get(8)")
        .syntax(OPEN)
        .cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
];

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
        Row::new("sync lock", UV).syntax(OPEN).options(&[mode("--dry-run --check --locked --frozen", "dry")]).cases(PROJECT),
        Row::new("init", UV).syntax(OPEN).options(&[values("--name --package-manager --python -p --build-backend --vcs --description")]).cases(NEW),
        Row::new("venv", UV).syntax(OPEN).options(&[values("-p --python --prompt --seed-from --index-url")])
            .cases(&[Case::all(Use::Into(FileAction::Write)).alone(&[Effect::File(".venv", FileAction::MakeDirectory { parents: true })])]),
        Row::new("build", UV).syntax(OPEN).options(&[path("-o --out-dir", Use::Into(FileAction::Write))]).cases(RUNS).special(as_build),
        Row::new("export", UV).syntax(OPEN).options(&[output("-o --output-file")]),
        Row::new("version", UV).syntax(OPEN).options(&[DRY, mode("--bump", "bump"), values("--bump-to")]).cases(&[
            Case::NOTHING.when("dry"),
            Case::effects(&[Effect::File("pyproject.toml", FileAction::Modify)]).when("bump"),
            Case::first(&[Use::Ignored], Use::Ignored),
        ]),
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
        runs("publish auth generate-shell-completion", UV),
        reader("tree help", UV),
        Row::new("format", UV).syntax(OPEN).options(&[quits("--check --diff")]).cases(&[Case::all(Use::Ignored).with(&[Effect::Below(FileAction::Modify)])]),
    ]);

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
    system("apk", "apk-tools 2, apk(8)"),
    Row::new("apm", "apm").syntax(STOP).cases(RUNS),
    system("apt", "apt 2.6, apt(8)").says(&[("apt list --installed", ""), ("apt install x", "write /usr/**; write /etc/**; write /var/**; write /opt/**; write /boot/**; write /lib/**")]),
    reader("apt-cache", "apt 2.6, apt-cache(8)"),
    system("apt-get", "apt 2.6, apt-get(8)").says(&[("apt-get download x", "write ./**")]),
    runs("apt-key", "apt 2.6, apt-key(8)"),
    runs("asdf", "asdf 0.14"),
    system("brew", "Homebrew documentation").cases(BREW).says(&[("brew list", "")]),
    Row::new("bun", BUN).syntax(STOP).class(CommandClass::Build)
        .options(&[directory("--cwd"), values("-c --config --env-file -r --preload --filter -F"), mode("-e --eval -p --print", "text"), quits("-h --help -v --version --revision")])
        .subcommands(&[
            project("install i ci add a remove rm link unlink patch", BUN).options(&[mode("-g --global", "global"), DRY]).class(CommandClass::Known),
            project("update up outdated-update", BUN).class(CommandClass::Known),
            Row::new("init create c", BUN).syntax(OPEN).class(CommandClass::Known).cases(NEW),
            Row::new("build", BUN).syntax(OPEN).class(CommandClass::Known).options(&[path("--outfile", Use::File(FileAction::Write)), path("--outdir", Use::Into(FileAction::Write)), values("--target --format --minify-syntax --define --external -e --loader --entry-naming")]),
            Row::new("x", BUN).syntax(STOP).options(&[values("-p --package")]).special(npx),
            runs("run test dev start publish upgrade exec repl", BUN),
            reader("pm outdated why audit info", BUN),
        ])
        .cases(&[Case::effects(&[Effect::Run])])
        .says(&[
            ("bun install", "write ./**"),
            ("bun add -g x", "run"),
            ("bun test", "run"),
            ("bun build x.ts --outfile o.js", "write o.js"),
            ("bun x.ts", "run"),
            ("bun --version", ""),
        ]),
    Row::new("bundle", "Bundler 2.4 manual").syntax(STOP).class(CommandClass::Known).subcommands(&[
        Row::new("exec", "bundle-exec(1)").syntax(STOP).cases(ARGV),
        project("install add remove update lock init binstubs inject", "Bundler 2.4 manual"),
        Row::new("gem", "bundle-gem(1)").syntax(OPEN).cases(NEW),
        Row::new("config", "bundle-config(1)").syntax(OPEN).cases(RUNS),
        reader("list show info outdated check env doctor version help platform licenses", "Bundler 2.4 manual"),
        runs("clean pristine console open cache package plugin viz", "Bundler 2.4 manual"),
    ]).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])])
        .says(&[("bundle exec rm a", "invoke [rm a]"), ("bundle install", "write ./**"), ("bundle list", "")]),
    Row::new("cargo", CARGO).syntax(STOP).class(CommandClass::Known)
        .options(&[
            directory("-C"),
            flags("-q --quiet -v --verbose --locked --offline --frozen"),
            values("--color --config -Z"),
            mode("--list --explain", "reads"),
            quits("-V --version -h --help"),
        ])
        .subcommands(&[
            runs("build b check c test t run r bench doc d install uninstall nextest miri expand publish package login owner yank bloat flamegraph llvm-cov tarpaulin udeps machete criterion clean leptos tauri dist hack xtask rustc rustdoc bpf wasi make watch audit deny outdated semver-checks msrv careful component", CARGO)
                .options(&[values("-p --package --bin --example --test --bench --features -F --target --target-dir --profile -j --jobs --message-format --root --path --git --manifest-path"), path("--artifact-dir --out-dir", Use::Into(FileAction::Write))]),
            Row::new("clippy", CARGO).syntax(OPEN).options(&[mode("--fix", "fix")]).cases(&[
                Case::effects(&[Effect::Below(FileAction::Modify)]).when("fix"),
                Case::effects(&[Effect::Run]),
            ]).special(as_build),
            Row::new("fix", CARGO).syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Modify)])]),
            Row::new("fmt", CARGO).syntax(OPEN).options(&[quits("--check"), values("-p --package --manifest-path --message-format")]).cases(&[Case::effects(&[Effect::Below(FileAction::Modify)])]).special(fmt),
            Row::new("add remove rm", CARGO).syntax(OPEN).options(&[DRY, values("-p --package --features -F --rename --path --git --branch --tag --rev --registry --target"), Opt::value("--manifest-path", Role::PathMode(Use::File(FileAction::Modify), "manifest"))]).cases(&[
                Case::NOTHING.when("dry"),
                Case::NOTHING.when("manifest"),
                Case::effects(&[Effect::File("Cargo.toml", FileAction::Modify), Effect::File("Cargo.lock", FileAction::Write)]),
            ]),
            Row::new("update generate-lockfile upgrade", CARGO).syntax(OPEN).options(&[DRY]).cases(&[Case::NOTHING.when("dry"), Case::effects(&[Effect::File("Cargo.lock", FileAction::Write)])]),
            Row::new("new", CARGO).syntax(OPEN).options(&[values("--name --edition --vcs --registry")]).cases(NEW),
            Row::new("init", CARGO).syntax(OPEN).options(&[values("--name --edition --vcs --registry")]).cases(NEW),
            Row::new("vendor", CARGO).syntax(OPEN).cases(&[Case::all(Use::Into(FileAction::Write)).alone(&[Effect::Below(FileAction::Write)])]),
            reader("tree metadata search info help version locate-project pkgid verify-project report read-manifest", CARGO),
        ])
        .cases(&[Case::NOTHING.when("reads"), Case::effects(&[Effect::Unknown("a subcommand that is not known")])])
        .says(&[
            ("cargo fmt", "modify ./**"),
            ("cargo fmt --check", ""),
            ("cargo fmt -- --check", ""),
            ("cargo build --release", "run"),
            ("cargo clippy", "run"),
            ("cargo clippy --fix", "modify ./**"),
            ("cargo add serde", "modify Cargo.toml; write Cargo.lock"),
            ("cargo new x", "mkdir -p x; write x/**"),
            ("cargo -C d fmt", "modify d/**"),
            ("cargo tree", ""),
            ("cargo +nightly fmt", "modify ./**"),
            ("cargo frob", "?"),
        ]),
    Row::new("composer", "Composer 2 documentation").syntax(STOP).options(&[directory("-d --working-dir"), quits("-V --version -h --help")]).subcommands(&[
        project("install i require r update u upgrade remove dump-autoload dumpautoload init config bump reinstall", "Composer 2 documentation"),
        Row::new("create-project", "Composer 2 documentation").syntax(OPEN).cases(&[Case::first(&[Use::Ignored, Use::Into(FileAction::Write)], Use::Ignored).alone(&[])]),
        runs("run-script run exec test global self-update", "Composer 2 documentation"),
        reader("show info outdated validate search licenses why why-not depends prohibits check-platform-reqs diagnose audit status suggests about list help", "Composer 2 documentation"),
    ]).cases(RUNS).says(&[("composer install", "write ./**"), ("composer -d d require x", "write d/**"), ("composer show", "")]),
    runs("conda", "conda 24 documentation").syntax(STOP).subcommands(&[reader("info list search env config-show activate deactivate", "conda 24 documentation")]).options(&[quits("--version -V")]).says(&[("conda install x", "run")]),
    Row::new("corepack", "corepack README").syntax(STOP).subcommands(&[
        project("use up", "corepack README"),
        runs("enable disable prepare install pack hydrate cache", "corepack README"),
        Row::new("pnpm yarn npm", "corepack README").syntax(STOP).special(by_name),
    ]).cases(RUNS),
    system("dnf", "dnf 4, dnf(8)"),
    runs("dpkg", "dpkg 1.21, dpkg(1)").options(&[
            mode("-x --extract -X --vextract -R --raw-extract -e --control", "extract"),
            quits("-l --list -L --listfiles -s --status -S --search -p --print-avail --version --print-architecture --get-selections --compare-versions -I --info -c --contents -V --verify --print-foreign-architectures")])
        .cases(&[
            Case::first(&[Use::Read, Use::Into(FileAction::Write)], Use::Ignored).when("extract"),
            Case::effects(&[Effect::Outside(OUTSIDE)]),
        ])
        .says(&[("dpkg -x x.deb d", "mkdir -p d; write d/**"), ("dpkg -l", "")]),
    Row::new("dpkg-deb", "dpkg 1.21, dpkg-deb(1)").options(&[
        mode("-x --extract -X --vextract -R --raw-extract -e --control", "extract"),
        mode("-b --build", "build"),
        flags("-I --info -c --contents -f --field -W --show --fsys-tarfile --root-owner-group -v --verbose --nocheck"),
        values("-z -Z -S -D"),
        HELP,
    ]).cases(&[
        Case::first(&[Use::Read, Use::Into(FileAction::Write)], Use::Ignored).when("extract"),
        Case::first(&[Use::Read, Use::File(FileAction::Write)], Use::Ignored).when("build"),
        Case::NOTHING,
    ]).says(&[("dpkg-deb -x a.deb d", "mkdir -p d; write d/**"), ("dpkg-deb -c a.deb", "")]),
    system("emerge", "Portage, emerge(1)"),
    system("flatpak", "flatpak(1)"),
    runs("gem", "RubyGems 3.3 command reference").syntax(STOP).subcommands(&[
        reader("list search query info environment env contents dependency outdated which specification help --version -v", "RubyGems 3.3 command reference"),
        Row::new("build", "RubyGems 3.3 command reference").syntax(OPEN).class(CommandClass::Known).options(&[output("-o --output")]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::new("fetch unpack", "RubyGems 3.3 command reference").syntax(OPEN).class(CommandClass::Known).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
    ]).says(&[("gem list", ""), ("gem install x", "run")]),
    Row::new("go", "Go 1.22, go help").syntax(STOP).options(&[directory("-C")]).subcommands(&[
        Row::new("build", "go help build").syntax(GO).options(GO_BUILD).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Run])]).special(as_build),
        Row::new("test", "go help test").syntax(GO).options(&[output("-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace"), values("-run -bench -count -timeout -tags -p -parallel -ldflags -gcflags -covermode -coverpkg -cpu -mod -outputdir")]).cases(RUNS).special(as_build),
        Row::new("run install generate tool vet fix-run clean", "go help").syntax(GO).class(CommandClass::Build).cases(RUNS),
        Row::new("fmt fix", "go help fmt").syntax(GO).options(&[quits("-n")]).cases(&[Case::effects(&[Effect::Below(FileAction::Modify)])]),
        Row::new("get", "go help get").syntax(GO).cases(GO_MOD),
        Row::new("mod", "go help mod").syntax(STOP).subcommands(&[
            Row::new("init tidy edit", "go help mod").syntax(GO).options(&[quits("-json -print")]).cases(GO_MOD),
            Row::new("vendor", "go help mod vendor").syntax(GO).options(&[path("-o", Use::Into(FileAction::Write))]).cases(&[Case::effects(&[Effect::File("vendor", FileAction::MakeDirectory { parents: true })])]),
            reader("graph verify why", "go help mod"),
            runs("download", "go help mod"),
        ]),
        Row::new("work", "go help work").syntax(STOP).cases(&[Case::effects(&[Effect::File("go.work", FileAction::Write)])]),
        reader("version env list doc help bug", "go help"),
    ]).says(&[
        ("go build -o bin/x .", "write bin/x"),
        ("go build ./...", "run"),
        ("go test ./... -coverprofile=c.out", "write c.out; run"),
        ("go mod tidy", "write go.mod; write go.sum"),
        ("go fmt ./...", "modify ./**"),
        ("go version", ""),
        ("go -C d fmt", "modify d/**"),
    ]),
    runs("helm", "Helm 3 documentation").syntax(STOP).subcommands(&[
        reader("list ls get status history search show template version lint env repo verify install upgrade uninstall rollback test registry push", "Helm 3 documentation"),
        Row::new("create", "Helm 3 documentation").syntax(OPEN).class(CommandClass::Known).cases(NEW),
        Row::new("pull package", "Helm 3 documentation").syntax(OPEN).class(CommandClass::Known).options(&[Opt::value("-d --destination", Role::PathMode(Use::Into(FileAction::Write), "output"))]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
    ]),
    Row::new("hg", "Mercurial 6, hg(1)").syntax(STOP).options(&[directory("-R --repository --cwd")]).subcommands(&[
        reader("status st log diff cat annotate blame heads tip id identify branches tags paths summary parents outgoing out incoming in grep files manifest version help root", "Mercurial 6, hg(1)"),
    ]).cases(&[Case::effects(&[Effect::Below(FileAction::Modify)])]),
    Row::new("lerna", "Lerna documentation").syntax(STOP).subcommands(&[
        reader("ls list la ll changed diff info", "Lerna documentation"),
        project("init add version bootstrap link", "Lerna documentation"),
    ]).cases(RUNS),
    runs("mamba", "mamba documentation"),
    runs("micromamba", "mamba documentation"),
    runs("mise", "mise documentation"),
    runs("nix", "Nix 2.18 manual").syntax(STOP),
    runs("nix-env", "Nix 2.18 manual"),
    Row::new("nix-shell", "Nix 2.18 manual").syntax(OPEN).options(&[Opt::value("--run --command", Role::Script), values("-p --packages -I --argstr --arg -A")]).special(nix_shell)
        .says(&[("nix-shell -p x --run 'rm a'", "shell [rm a]")]),
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
            runs("run run-script rum urn test t tst start stop restart publish login logout adduser cache config c set get rebuild explore", NPM),
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
    Row::new("openspec", "OpenSpec documentation, CLI").listed().syntax(STOP).subcommands(&[
        Row::new("archive", "OpenSpec documentation, CLI").listed().syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::new("init update", "OpenSpec documentation, CLI").syntax(OPEN).options(&[values("--tools")]).cases(NEW),
        Row::new("new", "OpenSpec documentation, CLI").syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        reader("list show validate view diff change spec status config completion instructions schemas templates feedback", "OpenSpec documentation, CLI"),
    ]).options(&[quits("-V --version -h --help"), flags("--no-color")])
        .says(&[("openspec archive x --yes", "write ./**"), ("openspec list", "")]),
    system("pacman", "pacman 6, pacman(8)"),
    Row::new("pdm", "PDM documentation").syntax(STOP).options(&[directory("-p --project")]).subcommands(&[
        Row::new("run", "PDM documentation").syntax(STOP).cases(ARGV),
        project("add remove install update lock init sync new", "PDM documentation"),
        reader("list show info search outdated", "PDM documentation"),
    ]).cases(RUNS),
    PIP_ROW.says(&[
        ("pip install x", "write /usr/**; ?"),
        ("pip install -t d x", "mkdir -p d; write d/**"),
        ("pip install -e .", "write ./**; write /usr/**; ?"),
        ("pip download -d d x", "mkdir -p d; write d/**"),
        ("pip list", ""),
        ("pip freeze", ""),
        ("pip --version", ""),
    ]),
    Row::new("pipenv", "Pipenv documentation").syntax(STOP).subcommands(&[
        Row::new("run", "Pipenv documentation").syntax(STOP).cases(ARGV),
        project("install uninstall update lock sync upgrade", "Pipenv documentation"),
        reader("graph check verify scripts requirements", "Pipenv documentation"),
    ]).cases(RUNS).says(&[("pipenv run rm a", "invoke [rm a]")]),
    Row::new("pipx", "pipx documentation").syntax(STOP).class(CommandClass::Build).subcommands(&[
        Row::new("run", "pipx documentation").syntax(STOP).options(&[values("--spec --python --pip-args")]).special(npx),
        reader("list environment", "pipx documentation"),
    ]).cases(RUNS),
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
            runs("run test t start publish pack store config env server setup self-update", PNPM),
        ])
        .cases(&[Case::effects(&[Effect::Run]).prints(super::model::Prints::Unknown)])
        .says(&[
            ("pnpm -C d add x", "write d/**"),
            ("pnpm install --frozen-lockfile", "write ./**"),
            ("pnpm exec rm a", "invoke [rm a]"),
            ("pnpm build", "run"),
            ("pnpm list", ""),
        ]),
    Row::new("poetry", "Poetry 1.8 documentation").syntax(STOP).options(&[directory("-C --directory -P --project")]).subcommands(&[
        Row::new("run", "Poetry 1.8 documentation").syntax(STOP).cases(ARGV),
        project("add remove install update lock init sync", "Poetry 1.8 documentation"),
        Row::new("new", "Poetry 1.8 documentation").syntax(OPEN).options(&[values("--name --readme")]).cases(NEW),
        Row::new("version", "Poetry 1.8 documentation").syntax(OPEN).cases(&[Case::all(Use::Ignored)]).special(npm_version),
        Row::new("export", "Poetry 1.8 documentation").syntax(OPEN).options(&[output("-o --output")]),
        reader("show check search env about list help", "Poetry 1.8 documentation"),
        runs("build publish shell config cache self", "Poetry 1.8 documentation"),
    ]).cases(RUNS).says(&[("poetry add x", "write ./**"), ("poetry run rm a", "invoke [rm a]"), ("poetry show", "")]),
    runs("pyenv", "pyenv README").syntax(STOP).subcommands(&[
        Row::new("local", "pyenv README").class(CommandClass::Known).syntax(OPEN).cases(&[Case::effects(&[Effect::File(".python-version", FileAction::Write)])]),
        reader("versions version which root prefix whence commands", "pyenv README"),
    ]),
    runs("rbenv", "rbenv README"),
    runs("rustup", "rustup book").syntax(STOP).subcommands(&[
        Row::new("run", "rustup book").syntax(STOP).cases(&[Case::effects(&[Effect::Argv(1)])]),
        reader("show which doc check --version", "rustup book"),
    ]).says(&[("rustup run nightly rm a", "invoke [rm a]"), ("rustup show", "")]),
    runs("sdk", "SDKMAN documentation"),
    system("snap", "snap(8)"),
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
    ]),
    Row::new("uvx", UV).syntax(STOP).class(CommandClass::Build).options(&[values("--with --from -p --python --index --index-url"), quits("-h --help -V --version")]).special(run_inner)
        .says(&[("uvx ruff check a", "invoke [ruff check a]")]),
    Row::new("virtualenv", "virtualenv 20 documentation").syntax(OPEN).options(&[values("-p --python --prompt --app-data"), quits("-h --help --version")]).cases(&[Case::all(Use::Into(FileAction::Write))])
        .says(&[("virtualenv v", "mkdir -p v; write v/**")]),
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
            runs("run test start build publish pack node workspaces stage plugin", YARN),
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
    system("yum", "yum(8)"),
    system("zypper", "zypper(8)"),
];

const HELP: Opt<'static, Role<'static>> = super::model::HELP;
const GO: Syntax = Syntax { open: true, ..Syntax::SINGLE };
const GO_BUILD: &[Opt<'static, Role<'static>>] = &[
    output("-o"),
    directory("-C"),
    values(
        "-tags -p -ldflags -gcflags -asmflags -mod -modfile -overlay -pkgdir -toolexec -buildmode -compiler -covermode -coverpkg -installsuffix -pgo",
    ),
];
const GO_MOD: &[Case<'static>] =
    &[Case::effects(&[Effect::File("go.mod", FileAction::Write), Effect::File("go.sum", FileAction::Write)])];
const NPX: &[Opt<'static, Role<'static>>] = &[
    flags("-y --yes --no --no-install -q --quiet --ignore-existing --bun"),
    values("-p --package --cache --userconfig -w --workspace --shell"),
    Opt::value("-c --call", Role::Script),
    quits("-h --help -v --version"),
];

/// What such a command runs besides is a build, whatever its own files are.
fn as_build(_call: &Call<'_, '_>, plan: &mut Plan) {
    for operation in &mut plan.operations {
        if let Operation::Run { class, .. } | Operation::Below { class, .. } = operation {
            *class = CommandClass::Build;
        }
    }
}

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

/// `npx [-p PACKAGE] COMMAND ARG…`, `npx -c TEXT`: a package's version behind `@` is left out of the name.
fn npx(call: &Call<'_, '_>, plan: &mut Plan) {
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

/// A command that a package manager starts: one that no row knows is code that nobody reads.
fn inner(call: &Call<'_, '_>, argv: Vec<Field>, plan: &mut Plan) {
    let Some(first) = argv.first() else { return };
    let known = first
        .known()
        .map(|name| name.rsplit('/').next().unwrap_or(name))
        .is_some_and(|name| super::find(name).is_some() || name == "git");
    if known {
        wrappers::invoke(call, argv, plan);
    } else {
        call.run(plan);
        as_build(call, plan);
    }
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
        *first = Field::text(&name.to_owned(), first.span);
    }
    inner(call, argv, plan);
}

/// `cargo fmt -- --check` checks too; files behind `--` are formatted alone.
fn fmt(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.arguments.iter().any(|field| field.known() == Some("--check")) {
        plan.operations.clear();
    }
}

/// `npm version NEW` changes the manifest and makes a commit with a tag.
fn npm_version(call: &Call<'_, '_>, plan: &mut Plan) {
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

/// `yarn` alone installs.
fn bare_install(call: &Call<'_, '_>, plan: &mut Plan) {
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
    wrappers::invoke(call, argv, plan);
}

fn nix_shell(call: &Call<'_, '_>, plan: &mut Plan) {
    match call.parsed.value("--run") {
        Some(text) => plan.operations.push(Operation::Shell(super::shells::text(text.clone()))),
        None => call.run(plan),
    }
}
