//! Rows of compilers, linkers and the tools of object files.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, flags, mode, output, path, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use crate::intent::{CommandClass, LinkUse};
use crate::value::{AbstractString, Field};

const WRITE: Use = Use::File(FileAction::Write);
const MODIFY: Use = Use::File(FileAction::Modify);
const OPEN: Syntax = Syntax { open: true, ..Syntax::SINGLE };

/// A compiler in the manner of cc: without `-o` its output is a build's.
const GCC: Row<'static> = Row::new("gcc", "GCC 12 manual, section 3.2")
    .syntax(OPEN)
    .options(&[
        output("-o --output"),
        path("-MF --serialize-diagnostics -MJ -fdiagnostics-file", WRITE),
        mode("-c --compile", "object"),
        mode("-S", "assembly"),
        mode("-fsyntax-only -E -M -MM", "prints"),
        values("-x -include -isystem -iquote -idirafter -I -L -l -D -U -T -MT -MQ -Xlinker -Xclang -Xpreprocessor -Xassembler -arch -target -u -framework -isysroot -J -z --param --sysroot -B -e -F -imacros -iprefix"),
        mode("-MD -MMD -save-temps --coverage", "extra"),
        quits("-v --version --help --target-help -dumpversion -dumpmachine -dumpspecs -print-search-dirs -print-libgcc-file-name -print-multi-lib -print-prog-name -print-file-name"),
    ])
    .special(compile);

/// Writes beside what it reads, under names of its own.
const BESIDE: &[Case<'static>] = &[Case::effects(&[Effect::Below(FileAction::Write)])];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row { name: "aarch64-linux-gnu-gcc", ..GCC },
    Row { name: "arm-none-eabi-gcc", ..GCC },
    Row::new("as", "binutils 2.40, as(1)").syntax(OPEN).options(&[Opt::value("-o", Role::PathMode(WRITE, "output")), values("-I --defsym"), quits("--version --help")])
        .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::File("a.out", FileAction::Write)])])
        .says(&[("as -o a.o a.s", "write a.o"), ("as a.s", "write a.out")]),
    Row::new("bindgen", "bindgen guide").syntax(OPEN).options(&[output("-o --output")]),
    Row::new("bison", "Bison 3.8 manual").syntax(OPEN).options(&[Opt::value("-o --output", Role::PathMode(WRITE, "output")), path("-H --header --defines --report-file", WRITE)])
        .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
    Row { name: "c++", ..GCC },
    Row { name: "cc", ..GCC }.says(&[("cc a.c -o a", "write a")]),
    Row { name: "clang", ..GCC },
    Row { name: "clang++", ..GCC },
    Row::new("cython", "Cython documentation").syntax(OPEN).options(&[Opt::value("-o --output-file", Role::PathMode(WRITE, "output"))])
        .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
    Row { name: "emcc", ..GCC },
    Row::new("flex", "flex 2.6 manual").syntax(OPEN).options(&[Opt::value("-o --outfile", Role::PathMode(WRITE, "output")), path("--header-file", WRITE), mode("-t --stdout", "output")])
        .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::File("lex.yy.c", FileAction::Write)])]),
    Row { name: "g++", ..GCC }.says(&[("g++ -std=c++17 -O2 a.cpp -o a", "write a")]),
    GCC.says(&[
        ("gcc a.c -o a", "write a"),
        ("gcc -o a a.c -lm", "write a"),
        ("gcc a.c", "write a.out"),
        ("gcc -c d/a.c", "write a.o"),
        ("gcc -S a.c", "write a.s"),
        ("gcc -E a.c", ""),
        ("gcc -c a.c -o x.o -MMD -MF x.d", "write x.o; write x.d"),
        ("gcc --version", ""),
    ]),
    Row::reader("gcov", "GCC 12 manual, gcov").cases(BESIDE).class(CommandClass::Build),
    Row::reader("gdb", "GDB 13 manual").cases(&[Case::effects(&[Effect::Run])]).class(CommandClass::Build),
    Row { name: "gfortran", ..GCC },
    Row::new("ghc", "GHC manual").syntax(OPEN).options(&[output("-o"), quits("--version --help -V")]).cases(&[Case::effects(&[Effect::Run])]).class(CommandClass::Build),
    Row::reader("gprof", "binutils 2.40, gprof(1)"),
    Row { name: "i686-w64-mingw32-gcc", ..GCC },
    Row::runner("java", "JDK 17, java(1)").syntax(Syntax { permutes: false, ..OPEN }).options(&[quits("-version --version -help --help"), values("-cp -classpath --class-path -jar")])
        .says(&[("java -jar a.jar", "run"), ("java -version", "")]),
    Row::new("javac", "JDK 17, javac(1)").syntax(OPEN).options(&[
        Opt::value("-d", Role::PathMode(Use::Into(FileAction::Write), "output")),
        path("-s -h", Use::Into(FileAction::Write)),
        values("-cp -classpath --class-path -sourcepath -source -target --release -encoding -processor -processorpath --module-path -p"),
        quits("-version --version -help --help"),
    ]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]).special(as_build).says(&[("javac -d out A.java", "mkdir -p out; write out/**"), ("javac A.java", "write ./**")]),
    Row::new("kotlinc", "Kotlin documentation, compiler options").syntax(OPEN).options(&[Opt::value("-d", Role::Mode("output")), values("-cp -classpath -jvm-target -jdk-home -module-name -P -opt-in"), quits("-version -help -h")]).special(kotlinc)
        .says(&[("kotlinc a.kt -d o.jar", "write o.jar"), ("kotlinc a.kt -d d", "mkdir -p d; write d/**"), ("kotlinc a.kt", "write ./**")]),
    Row { name: "ld", ..GCC }.special(link).says(&[("ld -o a a.o", "write a"), ("ld a.o", "write a.out")]),
    Row { name: "ld.gold", ..GCC }.special(link),
    Row { name: "ld.lld", ..GCC }.special(link),
    Row::reader("ldconfig", "glibc 2.36, ldconfig(8)").cases(&[Case::effects(&[Effect::Run])]).class(CommandClass::Build),
    Row::runner("libtool", "Libtool manual"),
    Row { name: "musl-gcc", ..GCC },
    Row::new("nasm", "NASM 2.16 manual").syntax(OPEN).options(&[Opt::value("-o", Role::PathMode(WRITE, "output")), path("-l -MF", WRITE), values("-f -F -I -D -p"), quits("-v -h")])
        .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]).says(&[("nasm -f elf64 a.asm -o a.o", "write a.o")]),
    Row { name: "nvcc", ..GCC },
    Row::new("objcopy", "binutils 2.40, objcopy(1)").syntax(OPEN).options(&[
        values("-I --input-target -O --output-target -B --binary-architecture -F --target -j --only-section -R --remove-section -K --keep-symbol -N --strip-symbol --add-section --rename-section --set-section-flags --change-section-address -L --localize-symbol --redefine-sym --add-gnu-debuglink --set-start --gap-fill --pad-to"),
        quits("-V --version -h --help"),
    ]).special(objcopy).says(&[("objcopy a b", "write b"), ("objcopy -O binary a", "modify a")]),
    Row::new("patchelf", "patchelf README").syntax(OPEN).options(&[
        Opt::value("--output", Role::PathMode(WRITE, "output")),
        values("--set-interpreter --set-rpath --add-needed --remove-needed --set-soname --add-rpath"),
        several_replace(),
        mode("--print-interpreter --print-rpath --print-needed --print-soname", "reads"),
        quits("--help --version"),
    ]).cases(&[Case::NOTHING.when("reads"), Case::NOTHING.when("output"), Case::all(MODIFY)])
        .says(&[("patchelf --set-rpath x a", "modify a"), ("patchelf --print-rpath a", "")]),
    Row::reader("pkg-config", "pkg-config(1)"),
    Row::new("protoc", "Protocol Buffers documentation, protoc").syntax(OPEN).special(protoc).says(&[("protoc --python_out=d x.proto", "write d/**"), ("protoc --version", "")]),
    Row::new("ranlib", "binutils 2.40, ranlib(1)").cases(&[Case::all(MODIFY)]).options(&[flags("-D -U -t"), quits("-v -V --version -h --help")]).says(&[("ranlib a", "modify a")]),
    Row { name: "riscv64-unknown-elf-gcc", ..GCC },
    Row::new("rustc", "The rustc book, command line").syntax(Syntax { shortens: false, ..Syntax::OPEN }).options(&[
        output("-o"),
        Opt::value("--out-dir", Role::PathMode(Use::Into(FileAction::Write), "output")),
        values("-L -l --crate-type --crate-name --edition --emit --cfg --extern -C --codegen -A -W -D -F --target --cap-lints --error-format -Z"),
        mode("--print --explain", "prints"),
            flags("-g -O --test -v --verbose"),
        quits("-V --version -h --help --version=verbose"),
    ]).special(rustc).says(&[("rustc a.rs -o b", "write b"), ("rustc a.rs", "write a"), ("rustc --version", "")]),
    Row::new("sass", "Sass documentation, CLI").syntax(OPEN).options(&[values("-I --load-path -s --style"), quits("--version -h --help"), flags("-w --watch --no-source-map")]).special(sass)
        .says(&[("sass a.scss b.css", "write b.css; write b.css.map"), ("sass --no-source-map a.scss:b.css", "write b.css"), ("sass a.scss", "")]),
    Row::new("solc", "Solidity documentation").syntax(OPEN).options(&[path("-o --output-dir", Use::Into(FileAction::Write))]),
    Row::new("strip", "binutils 2.40, strip(1)").options(&[
        Opt::value("-o", Role::PathMode(WRITE, "output")),
        values("-F --target -I --input-target -O --output-target -K --keep-symbol -N --strip-symbol -R --remove-section --keep-section --remove-relocations"),
        flags("-s --strip-all -S -g -d --strip-debug --strip-unneeded -p --preserve-dates -x --discard-all -X --discard-locals -w --wildcard -D --enable-deterministic-archives -U --only-keep-debug -M --merge-notes --strip-dwo --keep-file-symbols -v --verbose"),
        quits("-V --version -h --help --info"),
    ]).cases(&[Case::NOTHING.when("output"), Case::all(MODIFY)]).says(&[("strip a", "modify a"), ("strip -o b a", "write b")]),
    Row::new("swiftc", "Swift documentation").syntax(OPEN).options(&[output("-o"), quits("--version -version")]),
    Row { name: "tcc", ..GCC },
    Row::new("tree-sitter", "tree-sitter CLI").syntax(Syntax::OPEN_STOP).cases(&[Case::effects(&[Effect::Run])]).class(CommandClass::Build),
    Row::new("wasm-opt", "Binaryen").syntax(OPEN).options(&[output("-o --output")]),
    Row::new("wasm-pack", "wasm-pack documentation").syntax(Syntax::OPEN_STOP).cases(&[Case::effects(&[Effect::Run])]).class(CommandClass::Build),
    Row::new("wat2wasm", "wabt").syntax(OPEN).options(&[output("-o --output")]),
    Row { name: "x86_64-linux-gnu-gcc", ..GCC },
    Row { name: "x86_64-w64-mingw32-gcc", ..GCC },
];

const fn several_replace() -> Opt<'static, Role<'static>> {
    super::model::several("--replace-needed", 2)
}

/// `-d` names an archive or a directory; without it classes stand where it works.
fn kotlinc(call: &Call<'_, '_>, plan: &mut Plan) {
    match call.parsed.value("-d") {
        Some(target) if target.known().is_some_and(|text| text.ends_with(".jar")) => {
            call.apply(WRITE, target, plan)
        }
        Some(target) => call.apply(Use::Into(FileAction::Write), target, plan),
        None if call.parsed.operands().next().is_some() => call.below(FileAction::Write, &call.here(), plan),
        None => {}
    }
}

/// `sass IN OUT`, `sass IN:OUT …`, each with a map beside it.
fn sass(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let pair = |field: &&Field| {
        field.known().and_then(|text| text.split_once(':')).map(|(_, out)| Field::text(out, field.span))
    };
    let mut targets: Vec<Field> = operands.iter().filter_map(pair).collect();
    if let ([_, target], true) = (operands.as_slice(), targets.is_empty()) {
        targets.push((*target).clone());
    }
    let maps = !call.arguments.iter().any(|field| field.known() == Some("--no-source-map"));
    for target in &targets {
        if call.is_directory(target) {
            call.below(FileAction::Write, target, plan);
            continue;
        }
        call.apply(WRITE, target, plan);
        if maps {
            let mut map = target.value.clone();
            map.push_text(".map");
            call.derived(FileAction::Write, map, target.span, plan);
        }
    }
}

fn as_build(_call: &Call<'_, '_>, plan: &mut Plan) {
    for operation in &mut plan.operations {
        if let super::plan::Operation::Below { class, .. } = operation {
            *class = CommandClass::Build;
        }
    }
}

fn sources<'c>(call: &'c Call<'_, '_>) -> impl Iterator<Item = &'c Field> {
    call.parsed.operands()
}

/// A file of a build: the compiler chose its name.
fn built(call: &Call<'_, '_>, name: &str, plan: &mut Plan) {
    let from = plan.operations.len();
    call.derived(FileAction::Write, AbstractString::text(name), call.span, plan);
    if let Some(super::plan::Operation::File(file)) = plan.operations.get_mut(from) {
        file.class = CommandClass::Build;
    }
}

/// The file's last name with another ending.
fn ending(path: &str, ending: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}{ending}")
}

fn compile(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("prints") || sources(call).next().is_none() {
        return;
    }
    if call.on("extra") && !call.parsed.has("-MF") {
        call.below(FileAction::Write, &call.here(), plan);
        as_build(call, plan);
    }
    if call.on("output") {
        return;
    }
    if call.on("object") || call.on("assembly") {
        let suffix = if call.on("object") { ".o" } else { ".s" };
        for field in sources(call) {
            match field.known() {
                Some(path) => built(call, &ending(path, suffix), plan),
                None => call.below(FileAction::Write, &call.here(), plan),
            }
        }
        return;
    }
    // Only what looks like a source makes a program.
    if sources(call).any(|field| field.known().is_none_or(|path| path.contains('.'))) {
        built(call, "a.out", plan);
    }
}

fn link(call: &Call<'_, '_>, plan: &mut Plan) {
    if !call.on("output") && sources(call).next().is_some() {
        built(call, "a.out", plan);
    }
}

fn rustc(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("output") || call.on("prints") {
        return;
    }
    for field in sources(call) {
        match field.known().filter(|path| path.ends_with(".rs")) {
            Some(path) => built(call, &ending(path, ""), plan),
            None => call.below(FileAction::Write, &call.here(), plan),
        }
    }
}

fn objcopy(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    match operands.as_slice() {
        [only] => call.file(FileAction::Modify, LinkUse::Followed, only, plan),
        [_, target] => call.file(FileAction::Write, LinkUse::Followed, target, plan),
        _ => {}
    }
}

/// `--LANGUAGE_out=[OPTIONS:]DIRECTORY`.
fn protoc(call: &Call<'_, '_>, plan: &mut Plan) {
    for field in call.arguments {
        let prefix = field.value.known_prefix();
        let Some((name, _)) = prefix.split_once('=').filter(|(name, _)| name.starts_with("--")) else {
            continue;
        };
        let value = super::options::behind(field, name.len() + 1);
        if name.ends_with("_out") {
            let colon = value.known().and_then(|text| text.find(':')).map_or(0, |at| at + 1);
            call.below(FileAction::Write, &super::options::behind(&value, colon), plan);
        } else if name == "--descriptor_set_out" || name == "--dependency_out" {
            call.file(FileAction::Write, LinkUse::Followed, &value, plan);
        }
    }
}
