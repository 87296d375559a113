//! Rows of package managers (guards.md 2.5: those of npm, yarn and pnpm stand in the list).

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, directory, flags, mode, output, path, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Operation, Plan};
use super::system::SETS_VARIABLES;
use crate::intent::CommandClass;
use crate::value::Field;

pub(super) const OPEN: Syntax = Syntax::OPEN;
pub(super) const STOP: Syntax = Syntax::OPEN_STOP;

/// Writes in the directory that the tool works in.
pub(super) const PROJECT: &[Case<'static>] = &[
    Case::effects(&[Effect::Run]).when("global"),
    Case::effects(&[]).when("dry"),
    Case::effects(&[Effect::Below(FileAction::Write)]),
];
/// The same by a new directory that the operand names, if there is one.
pub(super) const NEW: &[Case<'static>] =
    &[Case::all(Use::Into(FileAction::Write)).alone(&[Effect::Below(FileAction::Write)])];
pub(super) const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];
pub(super) const ARGV: &[Case<'static>] = &[Case::effects(&[Effect::Argv(0)])];
pub(super) const DRY: Opt<'static, Role<'static>> = mode("--dry-run", "dry");

const DRIES: &[Opt<'static, Role<'static>>] = &[DRY];
pub(super) const fn project(names: &'static str, source: &'static str) -> Row<'static> {
    Row::new(names, source).syntax(OPEN).options(DRIES).cases(PROJECT)
}

pub(super) const fn runs(names: &'static str, source: &'static str) -> Row<'static> {
    Row::runner(names, source)
}

pub(super) const fn reader(names: &'static str, source: &'static str) -> Row<'static> {
    Row::reader(names, source)
}

const CARGO: &str = "The Cargo Book, Cargo commands";

/// What the system's package managers keep for themselves; scripts of packages are taken to keep to it too.
const OUTSIDE: &[&str] = &["/usr", "/etc", "/var", "/opt", "/boot", "/lib"];
const SYSTEM_WRITES: &[Case<'static>] = &[Case::effects(&[Effect::Outside(OUTSIDE)])];
const BREW: &[Case<'static>] =
    &[Case::effects(&[Effect::Outside(&["/opt/homebrew", "/usr/local", "/home/linuxbrew", "~/Library"])])];
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

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    system("apk", "apk-tools 2, apk(8)"),
    Row::new("apm", "apm").syntax(STOP).cases(RUNS),
    system("apt", "apt 2.6, apt(8)").says(&[("apt list --installed", ""), ("apt install x", "write /usr/**; write /etc/**; write /var/**; write /opt/**; write /boot/**; write /lib/**")]),
    reader("apt-cache", "apt 2.6, apt-cache(8)"),
    system("apt-get", "apt 2.6, apt-get(8)").says(&[("apt-get download x", "write ./**")]),
    runs("apt-key", "apt 2.6, apt-key(8)"),
    runs("asdf", "asdf 0.14"),
    system("brew", "Homebrew documentation").subcommands(&[
        Row::new("shellenv", "Homebrew documentation, shellenv").syntax(OPEN).cases(&[Case::NOTHING.prints(SETS_VARIABLES)]),
        Row::reader("list ls search show info deps uses leaves outdated config doctor home cat desc options log help --prefix --cellar --repository --version --cache casks formulae", "Homebrew documentation"),
    ]).cases(BREW).says(&[("brew list", ""), ("brew shellenv", "")]),
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
        Row::new("env", "go help env").syntax(GO).options(&[mode("-w -u", "sets"), flags("-json -changed")]).cases(&[Case::effects(&[Effect::Outside(&["~/.config/go"])]).when("sets"), Case::NOTHING]).class(CommandClass::Build),
        reader("version list doc help bug", "go help"),
    ]).says(&[
        ("go build -o bin/x .", "write bin/x"),
        ("go build ./...", "run"),
        ("go test ./... -coverprofile=c.out", "write c.out; run"),
        ("go mod tidy", "write go.mod; write go.sum"),
        ("go fmt ./...", "modify ./**"),
        ("go version", ""),
        ("go env GOPATH", ""),
        ("go env -w GOBIN=d", "?"),
        ("go -C d fmt", "modify d/**"),
    ]),
    runs("helm", "Helm 3 documentation").syntax(STOP).subcommands(&[
        Row::reader("template install upgrade", "Helm 3 documentation").options(&[path("--output-dir", Use::Into(FileAction::Write)), values("-f --values --set --set-string --set-file -n --namespace --version --repo --timeout --description -g --generate-name-template")]),
        Row::new("repo plugin registry", "Helm 3 documentation").syntax(STOP).class(CommandClass::Build).subcommands(&[reader("list ls", "Helm 3 documentation")]).cases(&[Case::effects(&[Effect::Outside(&["~/.config/helm", "~/.cache/helm", "~/.local/share/helm"])])]),
        reader("list ls get status history search show version lint env verify uninstall rollback test push help completion", "Helm 3 documentation"),
        Row::new("create", "Helm 3 documentation").syntax(OPEN).class(CommandClass::Known).cases(NEW),
        Row::new("pull package", "Helm 3 documentation").syntax(OPEN).class(CommandClass::Known).options(&[Opt::value("-d --destination", Role::PathMode(Use::Into(FileAction::Write), "output"))]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
    ]).says(&[("helm list", ""), ("helm template x d --output-dir o", "mkdir -p o; write o/**"), ("helm upgrade x d --version 1", ""), ("helm repo list", "")]),
    Row::new("hg", "Mercurial 6, hg(1)").syntax(STOP).options(&[directory("-R --repository --cwd")]).subcommands(&[
        reader("status st log diff cat annotate blame heads tip id identify branches tags paths summary parents outgoing out incoming in grep files manifest version help root", "Mercurial 6, hg(1)"),
    ]).cases(&[Case::effects(&[Effect::Below(FileAction::Modify)])]),
    runs("mise", "mise documentation").syntax(STOP).subcommands(&[
        Row::new("activate hook-env env", "mise documentation").syntax(OPEN).cases(&[Case::NOTHING.prints(SETS_VARIABLES)]),
        Row::new("exec x", "mise documentation, mise exec").syntax(OPEN).cases(RUNS),
        reader("ls list current which where doctor version outdated ls-remote bin-paths help", "mise documentation"),
    ]).says(&[("mise ls", ""), ("mise install", "run")]),
    runs("nix", "Nix 2.18 manual").syntax(STOP),
    runs("nix-env", "Nix 2.18 manual"),
    Row::new("nix-shell", "Nix 2.18 manual").syntax(OPEN).options(&[Opt::value("--run --command", Role::Script), values("-p --packages -I --argstr --arg -A")]).special(nix_shell)
        .says(&[("nix-shell -p x --run 'rm a'", "shell [rm a]")]),
    Row::new("opam", "opam manual").syntax(STOP).class(CommandClass::Build).options(&[quits("--version --help")]).subcommands(&[
        Row::new("env", "opam manual, opam env").syntax(OPEN).cases(&[Case::NOTHING.prints(SETS_VARIABLES)]),
        Row::new("exec", "opam manual, opam exec").syntax(STOP).options(&[values("--switch --root --color")]).cases(ARGV),
        reader("list show info search var help lint tree why", "opam manual"),
    ]).cases(&[Case::effects(&[Effect::Run, Effect::Outside(&["~/.opam"])])]).says(&[("opam list", ""), ("opam exec -- rm a", "invoke [rm a]"), ("opam install x", "run; ?")]),
    Row::new("openspec", "OpenSpec documentation, CLI").listed().syntax(STOP).subcommands(&[
        Row::new("archive", "OpenSpec documentation, CLI").listed().syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::new("init update", "OpenSpec documentation, CLI").syntax(OPEN).options(&[values("--tools")]).cases(NEW),
        Row::new("new", "OpenSpec documentation, CLI").syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        reader("list show validate view diff change spec status config completion instructions schemas templates feedback", "OpenSpec documentation, CLI"),
    ]).options(&[quits("-V --version -h --help"), flags("--no-color")])
        .says(&[("openspec archive x --yes", "write ./**"), ("openspec list", "")]),
    system("pacman", "pacman 6, pacman(8)").options(&[quits("-Q --query -F --files -T --deptest -V --version -h --help")]).says(&[("pacman -Qi x", "")]),
    runs("rbenv", "rbenv README").syntax(STOP).subcommands(&[
        Row::new("init", "rbenv README").syntax(OPEN).cases(&[Case::NOTHING.prints(SETS_VARIABLES)]),
        reader("versions version which root prefix whence", "rbenv README"),
    ]),
    Row::new("rpm", "rpm 4.18, rpm(8)").syntax(OPEN).class(CommandClass::Build).options(&[
        quits("-q --query -V --verify -K --checksig -E --eval --showrc --querytags --version --help -?"),
        values("-D --define --root -r --dbpath --prefix --relocate --queryformat --qf --undefine --excludepath --rcfile --macros --pipe"),
    ]).cases(SYSTEM_WRITES).says(&[("rpm -qa", ""), ("rpm -qi x", ""), ("rpm -e x", "write /usr/**; write /etc/**; write /var/**; write /opt/**; write /boot/**; write /lib/**")]),
    runs("rustup", "rustup book").syntax(STOP).subcommands(&[
        Row::new("run", "rustup book").syntax(STOP).cases(&[Case::effects(&[Effect::Argv(1)])]),
        reader("show which doc check --version", "rustup book"),
    ]).says(&[("rustup run nightly rm a", "invoke [rm a]"), ("rustup show", "")]),
    runs("sdk", "SDKMAN documentation"),
    system("snap", "snap(8)"),
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
/// What such a command runs besides is a build, whatever its own files are.
pub(super) fn as_build(_call: &Call<'_, '_>, plan: &mut Plan) {
    for operation in &mut plan.operations {
        if let Operation::Run { class, .. } | Operation::Below { class, .. } = operation {
            *class = CommandClass::Build;
        }
    }
}

/// A command that a package manager starts: one that no row knows is code that nobody reads.
pub(super) fn inner(call: &Call<'_, '_>, argv: Vec<Field>, plan: &mut Plan) {
    let Some(first) = argv.first() else { return };
    let known = first
        .known()
        .map(|name| name.rsplit('/').next().unwrap_or(name))
        .is_some_and(|name| super::find(name).is_some() || name == "git");
    if known {
        call.invoke(argv, plan);
    } else {
        call.run(plan);
        as_build(call, plan);
    }
}

/// `cargo fmt -- --check` checks too; files behind `--` are formatted alone.
fn fmt(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.arguments.iter().any(|field| field.known() == Some("--check")) {
        plan.operations.clear();
    }
}

fn nix_shell(call: &Call<'_, '_>, plan: &mut Plan) {
    match call.parsed.value("--run") {
        Some(text) => plan.operations.push(Operation::Shell(super::shells::text(text.clone()))),
        None => call.run(plan),
    }
}
