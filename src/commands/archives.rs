//! Rows of archivers and compressors.

use super::engine::{Call, join};
use super::model::{Case, Role, Row, Use, attached, directory, flags, mode, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Kind, Plan};
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Output};

const DELETE: FileAction = FileAction::Delete { recursive: false, force: true };

/// The options that gzip and its like share; what a row's name says (`gunzip`) is a mode too.
const COMPRESS: &[Opt<'static, Role<'static>>] = &[
    mode("-c --stdout --to-stdout", "stdout"),
    mode("-d --decompress --uncompress", "expands"),
    mode("-k --keep", "keeps"),
    mode("-l --list -t --test", "reads"),
    mode("-r --recursive", "recursive"),
    values("-S --suffix"),
    values("-F --format"),
    Opt::value("-o", Role::PathMode(Use::File(FileAction::Write), "output")),
    mode("--rm", "removes"),
    values(
        "-T --threads -C --check -M --memory --memlimit --memlimit-compress -b --blocksize -p --processes --block-size --lzma2 --lzma1 --x86 -D -B -w --lgwin",
    ),
    attached("--ultra --long --fast --adapt"),
    flags("-f --force"),
    flags(
        "-n --no-name -N --name -q --quiet -v --verbose -z --compress -s --small -e --extreme -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --best --rsyncable --synchronous --sparse --no-sparse --no-adjust --no-check --progress --no-progress -i -R -Z",
    ),
    quits("-h --help -H --long-help -V --version -L --license"),
];

const fn compressor(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source)
        .syntax(Syntax { shortens: true, ..Syntax::OPEN })
        .options(COMPRESS)
        .special(compress)
}

const TO_STDOUT: &[Case<'static>] = &[Case::NOTHING];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("7z", "p7zip 16.02, 7z(1)").syntax(Syntax { clusters: false, shortens: false, ..Syntax::OPEN }).special(seven)
        .says(&[
            ("7z a o.7z a b", "write o.7z"),
            ("7z x -oout o.7z", "mkdir -p out; write out/**"),
            ("7z x o.7z", "write ./**"),
            ("7z l o.7z", ""),
        ]),
    Row::new("ar", "binutils 2.40, ar(1)").syntax(Syntax::OPEN).special(ar)
        .says(&[("ar rc lib.a a", "write lib.a"), ("ar rcs lib.a a missing.o", "write lib.a fails"), ("ar t lib.a", ""), ("ar x lib.a", "write ./**")]),
    compressor("brotli", "brotli 1.0, brotli(1)").says(&[("brotli a", "write a.br"), ("brotli -d a.br", "write a fails")]),
    Row::new("bsdtar", "libarchive 3.6, bsdtar(1)").syntax(Syntax::OPEN).special(super::tar::run).says(&[("bsdtar -xf a", "write ./**")]),
    compressor("bunzip2", "bzip2 1.0 manual"),
    Row::reader("bzcat", "bzip2 1.0 manual").cases(TO_STDOUT),
    compressor("bzip2", "bzip2 1.0 manual").says(&[("bzip2 -k a", "write a.bz2"), ("bzip2 a", "write a.bz2; delete -f a")]),
    compressor("compress", "ncompress 5.0, compress(1)").says(&[("compress a", "write a.Z; delete -f a")]),
    Row::new("cpio", "GNU cpio 2.13 manual, section 3")
        .options(&[
            mode("-o --create", "create"),
            mode("-i --extract", "extract"),
            mode("-p --pass-through", "pass"),
            mode("-t --list", "list"),
            directory("-D --directory"),
            Opt::value("-F --file -O", Role::Mode("file")),
            values("-I -H --format -C --io-size -E --pattern-file -R --owner -M --message --block-size"),
            flags("-0 --null -a --reset-access-time -A --append -b -B -c -d --make-directories -f --nonmatching -k -l --link -L --dereference -m --preserve-modification-time -n -r --rename -s -S -u --unconditional -v --verbose -V --dot --no-absolute-filenames --absolute-filenames --no-preserve-owner --quiet --sparse --force-local"),
            quits("--help --version"),
        ])
        .special(cpio)
        .says(&[("cpio -o", ""), ("cpio -idm", "write ./**"), ("cpio -pd out", "mkdir -p out; write out/**"), ("cpio -oO x", "write x")]),
    Row::reader("funzip", "Info-ZIP 6.0, funzip(1)"),
    compressor("gunzip", "gzip 1.12 manual").says(&[("gunzip -k a.gz", "write a fails"), ("gunzip -c a.gz", "")]),
    compressor("gzip", "gzip 1.12 manual, section 3").says(&[
        ("gzip a", "write a.gz; delete -f a"),
        ("gzip -k9 a", "write a.gz"),
        ("gzip -c a", ""),
        ("gzip -l a", ""),
        ("gzip -r d", "write d/a.gz; delete -f d/a"),
        ("gzip missing", "write missing.gz fails; delete -f missing fails"),
        ("gzip", ""),
    ]),
    Row::new("jar", "JDK 17, jar(1)").syntax(Syntax::OPEN).special(super::tar::run).says(&[("jar cf x.jar a", "write x.jar"), ("jar tf x.jar", ""), ("jar xf a", "write ./**")]),
    compressor("lz4", "lz4 1.9, lz4(1)").special(lz4).says(&[("lz4 a o", "write o"), ("lz4 a", "write a.lz4")]),
    compressor("lzip", "lzip 1.23 manual"),
    compressor("lzma", "xz 5.4, xz(1)").says(&[("lzma a", "write a.lzma; delete -f a")]),
    compressor("pbzip2", "pbzip2 1.1"),
    compressor("pigz", "pigz 2.6, pigz(1)").says(&[("pigz a", "write a.gz; delete -f a")]),
    Row::new("rar", "RAR 6").syntax(Syntax::OPEN).special(seven).says(&[("rar x a.rar", "write ./**")]),
    Row::new("tar", "GNU tar 1.34 manual, sections 3 and 4")
        .listed()
        .syntax(Syntax::OPEN)
        .special(super::tar::run)
        .says(&[
            ("tar xzf a", "write ./**"),
            ("tar -xf a -C d", "write d/**"),
            ("tar -C d -xf a", "write d/**"),
            ("tar -xf missing.tar", "write ./** fails"),
            ("tar xfC a d", "write d/**"),
            ("tar -tf x.tar", ""),
            ("tar -xOf x.tar a", ""),
            ("tar -czf x.tgz d", "write x.tgz"),
            ("tar -cf - d", ""),
            ("tar c d", ""),
            ("tar -rf x.tar a", "append x.tar"),
            ("tar --delete -f x.tar a", "modify x.tar"),
            ("tar -cf x.tar --remove-files a", "write x.tar; delete -rf a"),
            ("tar -xf a --one-top-level=e", "mkdir -p e; write e/**"),
            ("tar --directory=d --extract --file=a", "write d/**"),
            ("tar -cf host:x.tar a", ""),
            ("tar -xf x.tar --to-command='sh -c x'", "shell [sh -c x]"),
            ("tar --version", ""),
        ]),
    compressor("unbrotli", "brotli 1.0, brotli(1)"),
    compressor("uncompress", "ncompress 5.0, compress(1)"),
    compressor("unlz4", "lz4 1.9, lz4(1)"),
    compressor("unlzma", "xz 5.4, xz(1)"),
    Row::new("unrar", "unrar 6").syntax(Syntax::OPEN).special(seven).says(&[("unrar x a.rar out/", "mkdir -p out/; write out/**")]),
    compressor("unxz", "xz 5.4, xz(1)"),
    Row::new("unzip", "Info-ZIP 6.0, unzip(1)")
        .listed()
        .options(&[
            mode("-l -t -v -z -Z -p -c", "reads"),
            Opt::value("-d", Role::Mode("into")),
            values("-x -P -I -O"),
            flags("-a -A -b -B -C -D -f -j -K -L -M -n -o -q -s -S -T -u -U -V -W -X -/ -: -^"),
            quits("-h -hh --help"),
        ])
        .special(unzip)
        .says(&[
            ("unzip x.zip", "write ./**"),
            ("unzip -oq x.zip -d d", "mkdir -p d; write d/**"),
            ("unzip -l x.zip", ""),
            ("unzip -dout x.zip", "mkdir -p out; write out/**"),
        ]),
    compressor("unzstd", "zstd 1.5, zstd(1)").says(&[("unzstd -q a.zst -o o", "write o")]),
    compressor("xz", "xz 5.4, xz(1)").says(&[("xz -T0 a", "write a.xz; delete -f a"), ("xz --stdout a", ""), ("xz -dc a.xz", "")]),
    Row::reader("xzcat", "xz 5.4, xz(1)").cases(TO_STDOUT),
    Row::new("zip", "Info-ZIP 3.0, zip(1)")
        .syntax(Syntax { clusters: true, ..Syntax::OPEN })
        .options(&[
            values("-b -i -n -P -s -t -tt -x -Z --exclude --include"),
            Opt::value("-O --out --output-file", Role::PathMode(Use::File(FileAction::Write), "output")),
            mode("-m --move", "moves"),
            mode("-d --delete -u --update -f --freshen -F -FF --fix --fixfix -FS", "changes"),
            quits("-sf -h -h2 -L -v --show-files"),
        ])
        .special(zip)
        .says(&[
            ("zip -r o d", "write o.zip"),
            ("zip -qr o.zip d", "write o.zip"),
            ("zip -m o.zip a", "write o.zip; delete -rf a"),
            ("zip -d o.zip a", "modify o.zip"),
            ("zip - a", ""),
            ("zip -r o missing", "write o.zip fails"),
            ("zip -r o missing a", "write o.zip"),
        ]),
    Row::reader("zipinfo", "Info-ZIP 6.0, zipinfo(1)").says(&[("zipinfo x.zip", "")]),
    compressor("zstd", "zstd 1.5, zstd(1)").says(&[
        ("zstd a", "write a.zst"),
        ("zstd --rm a", "write a.zst; delete -f a"),
        ("zstd -19 a -o o", "write o"),
        ("zstd --rm a -o o", "write o; delete -f a"),
        ("zstd -d a.zst", "write a fails"),
    ]),
    Row::reader("zstdcat", "zstd 1.5, zstd(1)").cases(TO_STDOUT),
];

/// The suffix of a compressor, and whether its plain form keeps the input.
fn suffix(name: &str) -> (&'static str, bool) {
    match name {
        "bzip2" | "bunzip2" | "pbzip2" => (".bz2", false),
        "xz" | "unxz" => (".xz", false),
        "lzma" | "unlzma" => (".lzma", false),
        "lzip" => (".lz", false),
        "zstd" | "unzstd" => (".zst", true),
        "lz4" | "unlz4" => (".lz4", true),
        "brotli" | "unbrotli" => (".br", true),
        "compress" | "uncompress" => (".Z", false),
        _ => (".gz", false),
    }
}

/// Each operand becomes a file of another name, and goes unless it is kept.
fn compress(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("reads") || call.on("stdout") {
        return;
    }
    if call.on("output") {
        for field in call.parsed.operands().filter(|_| call.on("removes")) {
            call.file(DELETE, LinkUse::Itself, field, plan);
        }
        return;
    }
    let name = call.row.name;
    let (ending, keeps) = suffix(name);
    let lzma = call.parsed.value("-F").and_then(Field::known) == Some("lzma");
    let ending = if lzma { ".lzma" } else { ending };
    let ending = call.parsed.value("-S").and_then(Field::known).unwrap_or(ending);
    let keeps = (keeps || call.on("keeps")) && !call.on("removes");
    let expands = call.on("expands") || name.starts_with("un") || matches!(name, "gunzip" | "bunzip2");
    for field in call.parsed.operands().filter(|field| field.known() != Some("-")) {
        if call.on("recursive") && call.is_directory(field) {
            tree(call, field, ending, keeps, plan);
            continue;
        }
        let start = plan.operations.len();
        let target = if expands { expanded(field, ending) } else { compressed(field, ending) };
        let stands = target.as_ref().is_some_and(|target| call.facts.exists(&target.value) == Some(true));
        match target {
            Some(target) => call.file(FileAction::Write, LinkUse::Itself, &target, plan),
            None => call.unknown("the name of what it writes is not known", plan),
        }
        if !keeps {
            call.file(DELETE, LinkUse::Itself, field, plan);
        }
        if call.facts.exists(&field.value) == Some(false) {
            super::engine::fail_from(plan, start, "the input is missing");
        } else if call.facts.kind(&field.value) == Some(Kind::Link) && !follows_links(call, keeps) {
            super::engine::fail_from(plan, start, "the input is a symbolic link");
        } else if stands && !call.parsed.has("-f") && !call.parsed.has("--force") {
            super::engine::fail_from(plan, start, "the output exists, and nobody answers its question");
        }
    }
    plan.output = Output::Nothing;
}

/// Is the file behind a link compressed? Most do so by force only, and xz where the link stays, too.
fn follows_links(call: &Call<'_, '_>, keeps: bool) -> bool {
    let is_xz = call.row.name.contains("xz") || call.row.name.contains("lzma");
    let asks_nothing = matches!(call.row.name, "brotli" | "compress" | "lz4" | "lzip" | "lzop");
    asks_nothing || call.parsed.has("-f") || call.parsed.has("--force") || (is_xz && keeps)
}

/// All files of a directory, one by one where it is small.
fn tree(call: &Call<'_, '_>, field: &Field, ending: &str, keeps: bool, plan: &mut Plan) {
    let expands = call.on("expands") || call.row.name.starts_with("un") || call.row.name.starts_with("gun");
    let entries = field.known().filter(|_| !expands).and_then(|path| super::listings::tree(call.facts, path));
    let Some(entries) = entries else {
        call.below(FileAction::Write, field, plan);
        if !keeps {
            call.below(DELETE, field, plan);
        }
        return;
    };
    for (path, _) in entries.iter().filter(|(_, kind)| *kind == Kind::File) {
        let file = Field::text(path, field.span);
        if let Some(target) = compressed(&file, ending).filter(|_| !path.ends_with(ending)) {
            call.file(FileAction::Write, LinkUse::Itself, &target, plan);
            if !keeps {
                call.file(DELETE, LinkUse::Itself, &file, plan);
            }
        }
    }
}

fn compressed(field: &Field, ending: &str) -> Option<Field> {
    let mut value = field.value.clone();
    value.push_text(ending);
    Some(Field { value, ..field.clone() })
}

/// The name without its ending (`.tgz` becomes `.tar`).
fn expanded(field: &Field, ending: &str) -> Option<Field> {
    let path = field.value.known()?;
    for (short, long) in [
        (".tgz", ".tar"),
        (".tbz2", ".tar"),
        (".tbz", ".tar"),
        (".txz", ".tar"),
        (".tzst", ".tar"),
        (".taz", ".tar"),
    ] {
        if let Some(stem) = path.strip_suffix(short) {
            return Some(Field::text(&format!("{stem}{long}"), field.span));
        }
    }
    let stem =
        path.strip_suffix(ending).or_else(|| path.rsplit_once('.').map(|(stem, _)| stem)).unwrap_or(path);
    Some(Field::text(stem, field.span))
}

/// `lz4 IN OUT`.
fn lz4(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    match operands.as_slice() {
        [_, target] if !call.on("recursive") && !call.on("stdout") => {
            call.apply(Use::File(FileAction::Write), target, plan)
        }
        _ => compress(call, plan),
    }
}

fn unzip(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("reads") || call.parsed.operands().next().is_none() {
        return;
    }
    match call.parsed.value("-d") {
        Some(directory) => call.apply(Use::Into(FileAction::Write), directory, plan),
        None => call.below(FileAction::Write, &call.here(), plan),
    }
}

fn zip(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut operands = call.parsed.operands();
    let Some(archive) = operands.next() else { return };
    let mut target = archive.clone();
    if let Some(path) = archive.known() {
        let name = path.rsplit('/').next().unwrap_or("");
        if path == "-" || call.on("output") {
            return;
        }
        if !name.contains('.') {
            target.value.push_text(".zip");
        }
    }
    let action = if call.on("changes") { FileAction::Modify } else { FileAction::Write };
    let start = plan.operations.len();
    call.file(action, LinkUse::Itself, &target, plan);
    let sources: Vec<&Field> = operands.collect();
    if call.on("moves") {
        for field in &sources {
            call.file(FileAction::Delete { recursive: true, force: true }, LinkUse::Itself, field, plan);
        }
    }
    // With nothing to put into it, zip makes no archive.
    let missing = |field: &&Field| call.facts.exists(&join(call.base.as_ref(), &field.value)) == Some(false);
    if !sources.is_empty() && !call.on("changes") && sources.iter().all(missing) {
        super::engine::fail_from(plan, start, "the input is missing");
    }
}

fn ar(call: &Call<'_, '_>, plan: &mut Plan) {
    let words: Vec<&Field> =
        call.arguments.iter().filter(|field| !field.value.known_prefix().starts_with("--")).collect();
    let Some(letters) =
        words.first().and_then(|field| field.known()).map(|text| text.trim_start_matches('-'))
    else {
        return;
    };
    // `a`, `b`, `i` name a member, `N` a count, in front of the archive.
    let at = 1 + usize::from(letters.contains(['a', 'b', 'i'])) + usize::from(letters.contains('N'));
    let Some(archive) = words.get(at) else { return };
    match letters.chars().find(|letter| "dmpqrstx".contains(*letter)) {
        Some('r' | 'q') => {
            let start = plan.operations.len();
            call.file(FileAction::Write, LinkUse::Followed, archive, plan);
            // One member that is missing, and nothing is put into it.
            let members = words.get(at + 1..).unwrap_or(&[]);
            if members.iter().any(|field| call.facts.exists(&field.value) == Some(false)) {
                super::engine::fail_from(plan, start, "a member is missing");
            }
        }
        Some('d' | 'm' | 's') => call.file(FileAction::Modify, LinkUse::Followed, archive, plan),
        Some('x') => call.below(FileAction::Write, &call.here(), plan),
        _ => {}
    }
}

fn cpio(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("create") {
        plan.output = super::engine::unknown_output("cpio");
        if let Some(file) = call.parsed.value("-F") {
            call.file(FileAction::Write, LinkUse::Followed, file, plan);
        }
    } else if call.on("pass") {
        call.parsed.operands().for_each(|field| call.apply(Use::Into(FileAction::Write), field, plan));
    } else if call.on("extract") && !call.on("list") {
        call.below(FileAction::Write, &call.here(), plan);
    }
}

/// `7z COMMAND ARCHIVE`, `rar`, `unrar COMMAND ARCHIVE [DIRECTORY/]`.
fn seven(call: &Call<'_, '_>, plan: &mut Plan) {
    let words: Vec<&Field> =
        call.arguments.iter().filter(|field| !field.value.known_prefix().starts_with('-')).collect();
    let flag = |name: &str| call.arguments.iter().find(|field| field.value.known_prefix().starts_with(name));
    let command = words.first().and_then(|field| field.known()).unwrap_or("");
    match command {
        "a" | "u" | "d" | "rn" | "m" => {
            if let (Some(archive), None) = (words.get(1), flag("-so")) {
                call.file(FileAction::Write, LinkUse::Followed, archive, plan);
            }
        }
        "x" | "e" if flag("-so").is_none() => {
            let last = words.last().filter(|field| {
                call.row.name != "7z" && field.known().is_some_and(|text| text.ends_with('/'))
            });
            match (flag("-o").filter(|_| call.row.name == "7z"), last) {
                (Some(field), _) => {
                    call.apply(Use::Into(FileAction::Write), &super::options::behind(field, 2), plan)
                }
                (None, Some(field)) => call.apply(Use::Into(FileAction::Write), field, plan),
                (None, None) => call.below(FileAction::Write, &call.here(), plan),
            }
        }
        _ => {}
    }
}

/// A path in a directory that an option names.
#[must_use]
pub fn within(base: Option<&AbstractString>, field: &Field) -> Field {
    Field { value: join(base, &field.value), ..field.clone() }
}
