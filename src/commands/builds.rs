//! Rows of build tools, test runners and the like: code that nobody reads here runs, and its outputs are a build's.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, directory, flags, mode, output, path, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Operation, Plan, Transfer, TransferKind};
use crate::intent::{CommandClass, LinkUse};
use crate::value::Field;

const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];

const HELPS: &[Opt<'static, Role<'static>>] = &[quits("-h --help --version")];

const fn build(name: &'static str, source: &'static str) -> Row<'static> {
    Row::runner(name, source).options(HELPS)
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    build("act", "act documentation"),
    build("ansible", "Ansible documentation"),
    build("ansible-playbook", "Ansible documentation").options(&[quits("--syntax-check --list-tasks --list-hosts --list-tags -h --help --version")]),
    build("ant", "Apache Ant manual"),
    build("astro", "Astro documentation, CLI"),
    build("autoconf", "Autoconf 2.71 manual"),
    build("automake", "Automake 1.16 manual"),
    build("autoreconf", "Autoconf 2.71 manual"),
    build("ava", "AVA documentation"),
    build("bats", "bats-core documentation"),
    build("bazel", "Bazel documentation").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("query cquery aquery info version help", "Bazel documentation")]),
    build("bazelisk", "Bazel documentation"),
    build("behave", "behave documentation"),
    build("buildah", "buildah(1)"),
    build("cabal", "Cabal documentation"),
    build("cdk", "AWS CDK documentation"),
    build("changeset", "changesets documentation"),
    build("cmake", "CMake 3.25 documentation, cmake(1)").syntax(Syntax { clusters: false, ..OPEN }).options(&[
        mode("-E", "tool"),
        quits("--help --version -N --help-command --help-module --system-information"),
        values("-G -C -D -U -T -A"),
    ]).cases(&[]).special(cmake).says(&[
        ("cmake -B build -S .", "run"),
        ("cmake --build build", "run"),
        ("cmake -E copy a b", "copy a -> b"),
        ("cmake -E rm -rf d", "delete -rf d"),
        ("cmake -E make_directory x", "mkdir -p x"),
        ("cmake -E touch a", "touch a"),
        ("cmake --version", ""),
    ]),
    build("colcon", "colcon documentation"),
    build("configure", "GNU Coding Standards, section 7.1").says(&[("./configure --prefix=/x", "run"), ("./configure --help", "")]),
    build("coverage", "coverage.py documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::reader("report debug help", "coverage.py documentation"),
        Row::new("html", "coverage.py documentation").syntax(OPEN).options(&[path("-d --directory", Use::Into(FileAction::Write))]).cases(RUNS).class(CommandClass::Build),
        Row::new("xml json lcov annotate", "coverage.py documentation").syntax(OPEN).options(&[output("-o")]).cases(RUNS).class(CommandClass::Build),
    ]).says(&[("coverage report", ""), ("coverage run -m pytest", "run"), ("coverage xml -o c.xml", "write c.xml; run")]),
    build("ctest", "CMake 3.25 documentation, ctest(1)"),
    build("cucumber", "Cucumber documentation"),
    build("cypress", "Cypress documentation"),
    build("detox", "Detox documentation"),
    build("dotnet", ".NET 8 documentation, dotnet").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("new", ".NET 8 documentation, dotnet new").syntax(OPEN).options(&[Opt::value("-o --output", Role::PathMode(Use::Into(FileAction::Write), "output")), values("-n --name -f --framework -lang")])
            .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::new("format", ".NET 8 documentation, dotnet format").syntax(OPEN).options(&[quits("--verify-no-changes")]).cases(&[Case::effects(&[Effect::Below(FileAction::Modify)])]),
        Row::new("add remove sln", ".NET 8 documentation").syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Modify)])]),
        Row::reader("list help", ".NET 8 documentation"),
    ]).options(&[quits("--info --version --list-sdks --list-runtimes -h --help")]).says(&[("dotnet build", "run"), ("dotnet new console -o d", "mkdir -p d; write d/**"), ("dotnet --version", ""), ("dotnet add package x --version 1", "modify ./**")]),
    build("drush", "Drush documentation"),
    build("dune", "Dune documentation"),
    build("earthly", "Earthly documentation"),
    build("electron-builder", "electron-builder documentation"),
    Row::new("esbuild", "esbuild documentation").syntax(OPEN).options(&[path("--outfile --metafile", Use::File(FileAction::Write)), path("--outdir", Use::Into(FileAction::Write)), quits("--help --version")])
        .says(&[("esbuild x.ts --bundle --outfile=o.js", "write o.js"), ("esbuild x.ts", "")]),
    build("expo", "Expo documentation"),
    build("fastlane", "fastlane documentation"),
    build("firebase", "Firebase CLI reference"),
    build("flutter", "Flutter documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::reader("doctor devices analyze emulators --version logs config", "Flutter documentation"),
        Row::new("create", "Flutter documentation").syntax(OPEN).cases(&[Case::all(Use::Into(FileAction::Write))]),
        Row::new("pub", "Flutter documentation").syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
    ]),
    build("fly", "Fly.io documentation"),
    build("flyctl", "Fly.io documentation"),
    build("gatsby", "Gatsby documentation"),
    build("gradle", "Gradle 8 documentation").options(&[quits("-h --help -v --version -? -m --dry-run")]).says(&[("gradle build", "run"), ("gradle -m build", "")]),
    build("gradlew", "Gradle 8 documentation").says(&[("./gradlew test", "run")]),
    build("grunt", "Grunt documentation"),
    build("gulp", "gulp documentation"),
    build("hardhat", "Hardhat documentation"),
    build("heroku", "Heroku CLI reference"),
    build("hugo", "Hugo documentation"),
    build("husky", "husky documentation"),
    build("invoke", "Invoke documentation"),
    build("jasmine", "Jasmine documentation"),
    build("jekyll", "Jekyll documentation"),
    build("jest", "Jest 29 documentation").options(&[quits("-h --help -v --version --listTests --showConfig"), path("--outputFile", Use::File(FileAction::Write))]).says(&[("jest src", "run")]),
    build("jupyter", "Jupyter documentation"),
    build("just", "just manual").options(&[quits("-l --list -n --dry-run --summary --dump --show -s --help -h -V --version --evaluate")]).says(&[("just x", "run"), ("just --list", "")]),
    build("karma", "Karma documentation"),
    build("latexmk", "latexmk documentation"),
    build("lefthook", "lefthook documentation"),
    build("lein", "Leiningen documentation"),
    build("lint-staged", "lint-staged README"),
    Row::new("make", "GNU make 4.3 manual, section 9.8").class(CommandClass::Build).options(&[
        directory("-C --directory"),
        values("-f --file --makefile -I --include-dir -o --old-file --assume-old -W --what-if --new-file --assume-new -E --eval"),
        Opt::attached("-j --jobs -l --load-average -O --output-sync --debug --shuffle", Role::Ignored),
        flags("-b -m -B --always-make -d -e --environment-overrides -i --ignore-errors -k --keep-going -L --check-symlink-times -r --no-builtin-rules -R --no-builtin-variables -s --silent --quiet --no-silent -S --no-keep-going --stop -t --touch --trace -w --print-directory --no-print-directory --warn-undefined-variables"),
        mode("-n --just-print --dry-run --recon -q --question", "dry"),
        flags("-p --print-data-base"),
        quits("-h --help -v --version"),
    ]).cases(&[Case::NOTHING]).special(make)
        .says(&[("make -j4 all", "run"), ("make -n", ""), ("make -C d x", "run"), ("make --version", "")]),
    build("maturin", "maturin documentation"),
    build("meson", "Meson documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("init", "Meson documentation, meson init").syntax(OPEN).options(&[directory("-C"), values("-n --name -e --executable -d --deps -l --language --builddir --type --version")]).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::reader("introspect env2mfile help", "Meson documentation"),
    ]).says(&[("meson init -l c --version 0.1", "write ./**"), ("meson setup b", "run")]),
    build("mix", "Mix documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("format", "Mix documentation").syntax(OPEN).options(&[quits("--check-formatted --dry-run")]).cases(&[Case::all(Use::Tree(FileAction::Modify)).alone(&[Effect::Below(FileAction::Modify)])]),
        Row::new("new", "Mix documentation").syntax(OPEN).cases(&[Case::first(&[Use::Into(FileAction::Write)], Use::Ignored)]),
    ]).says(&[("mix format a", "modify a"), ("mix test", "run")]),
    build("mkdocs", "MkDocs documentation").options(&[Opt::value("-d --site-dir", Role::Path(Use::Into(FileAction::Write)))]),
    build("mocha", "Mocha documentation"),
    build("msbuild", "MSBuild documentation"),
    build("mvn", "Apache Maven documentation").options(&[quits("-v --version -h --help")]).says(&[("mvn -q test", "run"), ("mvn -v", "")]),
    build("mvnw", "Apache Maven documentation"),
    build("netlify", "Netlify CLI reference"),
    build("next", "Next.js documentation, CLI"),
    build("ng", "Angular CLI reference"),
    build("ninja", "Ninja manual").options(&[quits("--version -h --help -n"), values("-f -j -k -l -d -w -C -t")]).says(&[("ninja -C d", "run"), ("ninja -n", "")]),
    build("nodemon", "nodemon README"),
    build("nosetests", "nose documentation"),
    build("nox", "Nox documentation").options(&[quits("-l --list --version -h --help")]),
    build("nuxt", "Nuxt documentation"),
    build("nx", "Nx documentation"),
    build("nyc", "nyc README"),
    build("packer", "Packer documentation"),
    build("parcel", "Parcel documentation"),
    build("phpunit", "PHPUnit documentation"),
    build("playwright", "Playwright documentation"),
    build("pm2", "PM2 documentation"),
    build("podman-compose", "podman-compose README"),
    build("pulumi", "Pulumi documentation"),
    build("pyinstaller", "PyInstaller documentation"),
    build("pytest", "pytest 8 documentation").options(&[
        quits("-h --help --version -V --collect-only --co --fixtures --markers"),
        path("--junitxml --junit-xml --report-log --log-file --resultlog", Use::File(FileAction::Write)),
        path("--basetemp", Use::Into(FileAction::Write)),
        values("-k -m -p -n -c --rootdir --cov-config --tb --maxfail --deselect --ignore --durations -W -o --color --timeout --log-level --log-cli-level --confcutdir --import-mode --dist"),
    ]).says(&[("pytest -q a -k x", "run"), ("pytest --junitxml=r.xml", "write r.xml; run"), ("pytest --collect-only", "")]),
    build("qmake", "Qt documentation"),
    build("rails", "Rails guides, command line"),
    build("railway", "Railway documentation"),
    build("rake", "Rake documentation").options(&[quits("-T --tasks -P --prereqs -n --dry-run -V --version -h --help")]),
    build("react-native", "React Native documentation"),
    build("react-scripts", "Create React App documentation"),
    build("rebar3", "Rebar3 documentation"),
    build("rollup", "Rollup documentation").options(&[path("-o --file", Use::File(FileAction::Write)), path("-d --dir", Use::Into(FileAction::Write))]),
    build("rspec", "RSpec documentation").options(&[output("-o --out")]),
    build("sam", "AWS SAM documentation"),
    build("sbt", "sbt documentation"),
    build("scons", "SCons manual"),
    build("serverless", "Serverless documentation"),
    build("sf", "Salesforce CLI reference"),
    build("skaffold", "Skaffold documentation"),
    build("sphinx-build", "Sphinx documentation").cases(&[Case::first(&[Use::Read, Use::Into(FileAction::Write)], Use::Ignored).with(&[Effect::Run])]),
    build("stack", "Stack documentation"),
    build("storybook", "Storybook documentation"),
    build("supabase", "Supabase CLI reference"),
    build("svelte-kit", "SvelteKit documentation"),
    build("swift", "Swift documentation"),
    build("tailwindcss", "Tailwind CSS documentation").options(&[output("-o --output"), values("-i --input -c --config --content --postcss")]).cases(&[Case::NOTHING])
        .says(&[("tailwindcss -i a -o b", "write b")]),
    build("task", "Task documentation").options(&[quits("-l --list -n --dry -a --list-all --summary --version -h --help")]),
    build("tauri", "Tauri documentation"),
    Row::new("terraform", "Terraform 1.9 documentation, CLI").syntax(Syntax { clusters: false, single_dash: true, ..Syntax::OPEN_STOP }).options(&[Opt::value("-chdir", Role::Directory), quits("-version --version -help --help")]).subcommands(TERRAFORM).cases(RUNS).class(CommandClass::Build)
        .says(&[("terraform fmt", "modify ./**"), ("terraform fmt -check", ""), ("terraform plan -out=p", "write p"), ("terraform -chdir=d fmt", "modify d/**"), ("terraform show", "")]),
    Row::new("tofu", "OpenTofu documentation, CLI").syntax(Syntax { clusters: false, single_dash: true, ..Syntax::OPEN_STOP }).options(&[Opt::value("-chdir", Role::Directory), quits("-version --version -help --help")]).subcommands(TERRAFORM).cases(RUNS).class(CommandClass::Build),
    build("tox", "tox documentation").options(&[quits("-l --listenvs -a --listenvs-all --version -h --help")]),
    Row::new("tsc", "TypeScript 5 documentation, tsc CLI").syntax(Syntax { open: true, ..Syntax::SINGLE }).class(CommandClass::Build).options(&[
        mode("--noEmit", "check"),
        mode("--init", "init"),
        Opt::value("--outDir --declarationDir", Role::PathMode(Use::Into(FileAction::Write), "output")),
        Opt::value("--outFile --tsBuildInfoFile", Role::PathMode(Use::File(FileAction::Write), "output")),
        quits("-v --version -h --help --showConfig --listFilesOnly"),
        values("-p --project -t --target -m --module --lib --moduleResolution --jsx --rootDir"),
    ]).cases(&[Case::NOTHING.when("check"), Case::effects(&[Effect::File("tsconfig.json", FileAction::Write)]).when("init"), Case::effects(&[Effect::Run])])
        .says(&[("tsc --noEmit", ""), ("tsc -p .", "run"), ("tsc --outDir d", "mkdir -p d; write d/**; run"), ("tsc --noEmit --pretty false", "")]),
    build("tsgo", "TypeScript 7 preview").options(&[quits("--noEmit --version -v")]),
    build("tsup", "tsup documentation"),
    build("turbo", "Turborepo documentation"),
    build("unittest", "Python 3.11 documentation, unittest"),
    build("vercel", "Vercel CLI reference"),
    build("vite", "Vite documentation, CLI"),
    build("vitest", "Vitest documentation, CLI").options(&[quits("-h --help -v --version"), path("--outputFile", Use::File(FileAction::Write))]).says(&[("vitest run", "run")]),
    build("vue-cli-service", "Vue CLI documentation"),
    build("vue-tsc", "vue-tsc README").options(&[quits("--noEmit --version")]),
    build("waf", "Waf book"),
    build("webpack", "webpack documentation, CLI").options(&[path("-o --output-path", Use::Into(FileAction::Write))]),
    build("west", "Zephyr documentation"),
    build("wrangler", "Cloudflare Wrangler documentation"),
    build("xcodebuild", "Xcode, xcodebuild(1)").options(&[quits("-version -list -showsdks -showBuildSettings")]),
    build("zig", "Zig documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("fmt", "Zig documentation").syntax(OPEN).options(&[quits("--check --stdin")]).cases(&[Case::all(Use::Tree(FileAction::Modify))]),
        Row::reader("version env targets zen help", "Zig documentation"),
    ]).says(&[("zig fmt a", "modify a"), ("zig build", "run")]),
];

const TERRAFORM: &[Row<'static>] = &[
    Row::new("fmt", "Terraform 1.9 documentation, fmt")
        .syntax(Syntax { open: true, ..Syntax::SINGLE })
        .options(&[quits("-check -diff-only -write=false"), flags("-recursive -diff -list")])
        .cases(&[Case::all(Use::Tree(FileAction::Modify)).alone(&[Effect::Below(FileAction::Modify)])]),
    Row::new("plan", "Terraform 1.9 documentation, plan")
        .syntax(Syntax { open: true, ..Syntax::SINGLE })
        .options(&[output("-out -generate-config-out"), values("-var -var-file -target -state")]),
    Row::reader(
        "show validate output providers graph version state workspace metadata console test login logout",
        "Terraform 1.9 documentation",
    ),
    Row::runner(
        "init apply destroy import refresh taint untaint get force-unlock",
        "Terraform 1.9 documentation",
    ),
];

/// `cmake -E TOOL …` does what the system's own programs do; all else configures or builds.
fn cmake(call: &Call<'_, '_>, plan: &mut Plan) {
    if !call.on("tool") {
        call.run(plan);
        return;
    }
    let operands: Vec<Field> = call.parsed.operands().cloned().collect();
    let Some((tool, rest)) = operands.split_first() else { return };
    let tool = tool.known().unwrap_or("");
    let each = |action: FileAction, link: LinkUse, plan: &mut Plan| {
        rest.iter().for_each(|field| call.file(action, link, field, plan))
    };
    match tool {
        "make_directory" => each(FileAction::MakeDirectory { parents: true }, LinkUse::Followed, plan),
        "touch" => each(FileAction::Touch { create: true }, LinkUse::Followed, plan),
        "touch_nocreate" => each(FileAction::Touch { create: false }, LinkUse::Followed, plan),
        "rm" | "remove" | "remove_directory" => {
            each(FileAction::Delete { recursive: true, force: true }, LinkUse::Itself, plan)
        }
        "copy" | "copy_if_different" | "rename" | "create_symlink" | "create_hardlink" => {
            transfer(call, tool, rest, plan)
        }
        "copy_directory" => {
            if let Some(last) = rest.last() {
                call.apply(Use::Into(FileAction::Write), last, plan);
            }
        }
        "tar" => call.run(plan),
        "chdir" | "env" | "time" => {
            let skip = usize::from(tool == "chdir");
            call.invoke(rest.get(skip..).unwrap_or(&[]).to_vec(), plan);
        }
        _ => {}
    }
}

fn transfer(call: &Call<'_, '_>, tool: &str, rest: &[Field], plan: &mut Plan) {
    let Some((destination, sources)) = rest.split_last() else { return };
    let kind = match tool {
        "rename" => TransferKind::Move,
        "create_symlink" => TransferKind::SymbolicLink { force: true },
        "create_hardlink" => TransferKind::HardLink { force: true },
        _ => TransferKind::Copy,
    };
    if sources.is_empty() {
        return;
    }
    plan.operations.push(Operation::Transfer(Transfer {
        recursive: false,
        class: call.row.class,
        ..Transfer::of(kind, sources.to_vec(), destination.clone(), call.cause.clone())
    }));
}

/// A dry run prints; else what the makefile says.
fn make(call: &Call<'_, '_>, plan: &mut Plan) {
    if !call.on("dry") {
        super::make::make(call, plan);
    }
}
