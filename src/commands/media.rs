//! Rows of the tools of pictures, sound and documents.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, mode, output, path, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use crate::intent::{CommandClass, LinkUse};
use crate::value::{AbstractString, Field};

const WRITE: Use = Use::File(FileAction::Write);
const MODIFY: Use = Use::File(FileAction::Modify);
const INTO: Use = Use::Into(FileAction::Write);
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const SINGLE: Syntax = Syntax { open: true, ..Syntax::SINGLE };

/// The last operand is written.
const LAST: &[Case<'static>] = &[Case::last(Use::Read, WRITE)];
const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];
const TO_OUTPUT: &[Opt<'static, Role<'static>>] = &[output("-o --output --output-file --out")];

/// A program whose `-o` names its output.
const fn to_output(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(OPEN).options(TO_OUTPUT)
}

const fn last(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(SINGLE).cases(LAST)
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("convert", "ImageMagick 6.9, convert(1)").syntax(SINGLE).special(image).says(&[("convert a -resize 10x10 b", "write b"), ("convert a png:-", ""), ("convert --version", "")]),
    last("cwebp", "libwebp, cwebp(1)").options(&[Opt::value("-o", Role::Path(WRITE)), values("-q -m -size")]).cases(&[Case::NOTHING]),
    to_output("dot", "Graphviz 2.43, dot(1)").options(&[path("-o", WRITE), mode("-O", "auto"), values("-T -K -G -N -E -l -s")]).cases(&[Case::effects(&[Effect::Below(FileAction::Write)]).when("auto"), Case::NOTHING])
        .says(&[("dot -Tpng a -o b", "write b"), ("dot -Tpng a", "")]),
    Row::reader("ebook-convert", "calibre documentation").cases(&[Case::first(&[Use::Read, WRITE], Use::Ignored)]),
    Row::new("exiftool", "ExifTool documentation").syntax(SINGLE).special(exiftool).says(&[("exiftool a", ""), ("exiftool -Artist=x a", "modify a; write a_original"), ("exiftool -overwrite_original -all= a", "modify a")]),
    Row::new("ffmpeg", "FFmpeg 5.1 documentation, ffmpeg(1)").syntax(OPEN).special(ffmpeg)
        .says(&[
            ("ffmpeg -i a -c copy b", "write b"),
            ("ffmpeg -y -i a -vn b", "write b"),
            ("ffmpeg -i a -f null -", ""),
            ("ffmpeg -i a", ""),
            ("ffmpeg -version", ""),
        ]),
    Row::reader("ffprobe", "FFmpeg 5.1 documentation, ffprobe(1)")
        .syntax(SINGLE)
        .options(&[
            path("-o", WRITE),
            values("-of -output_format -print_format -show_entries -v -loglevel -select_streams -i -f -read_intervals"),
        ])
        .says(&[
            ("ffprobe a", ""),
            ("ffprobe -v quiet -show_streams -of csv=p=0 a", ""),
            ("ffprobe -o b a", "write b"),
        ]),
    Row::new("gs", "Ghostscript 10").syntax(OPEN).special(ghostscript).says(&[("gs -sOutputFile=o -sDEVICE=pdfwrite a", "write o")]),
    Row::new("import", "ImageMagick 6.9, import(1)").syntax(SINGLE).cases(LAST),
    Row::new("inkscape", "Inkscape 1.2, inkscape(1)").syntax(OPEN).options(&[path("-o --export-filename -e --export-png --export-pdf --export-plain-svg", WRITE), Opt::value("--verb --actions", super::model::Role::Mode("acts"))])
        .cases(&[Case::effects(&[super::model::Effect::Unknown("what its actions write")]).when("acts"), Case::NOTHING]).says(&[("inkscape a -o b", "write b"), ("inkscape --verb=FileSave a", "?")]),
    Row::new("jpegoptim", "jpegoptim(1)").syntax(OPEN).options(&[quits("-n --noaction --stdout"), path("-d --dest", INTO), values("-m --max -S --size")]).cases(&[Case::all(MODIFY)]),
    last("lame", "LAME, lame(1)"),
    to_output("libreoffice", "LibreOffice help").options(&[Opt::value("--outdir", Role::PathMode(INTO, "output")), values("--convert-to --infilter"), mode("--convert-to-here", "here")])
        .cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]).says(&[("libreoffice --headless --convert-to pdf --outdir d a", "mkdir -p d; write d/**")]),
    Row::new("magick", "ImageMagick 7, magick(1)").syntax(SINGLE).special(image).says(&[("magick a -resize 10x b", "write b"), ("magick identify a", ""), ("magick compare a b c", "write c"), ("magick compare a b", "")]),
    Row::reader("mediainfo", "MediaInfo, mediainfo(1)").syntax(SINGLE).options(&[path("--LogFile --Logfile --logfile", WRITE), values("--Output --Inform")]).says(&[("mediainfo a", ""), ("mediainfo --Logfile=o a", "write o")]),
    Row::new("mmdc", "Mermaid CLI README").syntax(OPEN).options(&[output("-o --output"), values("-i --input -t -b")]),
    Row::new("mogrify", "ImageMagick 6.9, mogrify(1)").syntax(SINGLE).special(mogrify).says(&[("mogrify -resize 10x a b", "modify a; modify b")]),
    last("montage", "ImageMagick 6.9, montage(1)"),
    Row::new("optipng", "OptiPNG, optipng(1)").syntax(OPEN).options(&[Opt::value("-out -o", Role::Ignored), path("-dir", INTO), quits("-simulate")]).cases(&[Case::all(MODIFY)]),
    to_output("pandoc", "Pandoc 2.17 manual").options(&[
        output("-o --output"),
        path("--extract-media", INTO),
        path("--log", WRITE),
        values("-f --from -r --read -t --to -w --write -d --defaults -M --metadata -V --variable --template -H -B -A -c --css --toc-depth --pdf-engine --highlight-style --data-dir --resource-path --bibliography --csl -F --filter -L --lua-filter --columns --wrap"),
    ]).says(&[("pandoc a -o b", "write b"), ("pandoc -t html a", "")]),
    last("pdfimages", "poppler 22.12, pdfimages(1)").cases(&[]).special(prefixed),
    last("pdfseparate", "poppler 22.12, pdfseparate(1)").cases(&[]).special(prefixed),
    Row::new("pdftk", "PDFtk manual").syntax(OPEN).special(pdftk).says(&[("pdftk a cat 1 output b", "write b")]),
    last("pdftoppm", "poppler 22.12, pdftoppm(1)").cases(&[]).special(prefixed).says(&[("pdftoppm -png a p", "write p*")]),
    Row::new("pdftotext", "poppler 22.12, pdftotext(1)").syntax(SINGLE).options(&[values("-f -l -r -x -y -W -H -enc -eol -opw -upw")]).special(pdftotext)
        .says(&[("pdftotext a.pdf -", ""), ("pdftotext -layout a.pdf o", "write o"), ("pdftotext a.pdf", "write a.txt")]),
    last("pdfunite", "poppler 22.12, pdfunite(1)").says(&[("pdfunite a b o", "write o")]),
    last("plantuml", "PlantUML documentation").cases(RUNS).class(CommandClass::Build),
    Row::new("qpdf", "QPDF manual").syntax(OPEN).options(&[mode("--replace-input", "in place"), quits("--check --show-npages --is-encrypted --help --version")]).cases(&[Case::first(&[MODIFY], Use::Read).when("in"), Case::last(Use::Read, WRITE)])
        .says(&[("qpdf a b", "write b")]),
    last("rsvg-convert", "librsvg, rsvg-convert(1)").syntax(OPEN).cases(&[Case::NOTHING]).options(&[output("-o --output"), values("-w -h -f -z")]),
    last("sox", "SoX 14.4, sox(1)").options(&[mode("-n --null", "null"), values("-b -c -r -t -e -L -C")]).cases(&[Case::NOTHING.when("null"), Case::first(&[Use::Read, WRITE], Use::Ignored)]).says(&[("sox a b trim 0 10", "write b"), ("sox a -n stat", "")]),
    Row::reader("tesseract", "Tesseract 5 documentation").syntax(SINGLE).options(&[values("-l --psm --oem -c --dpi --tessdata-dir --user-words --user-patterns")]).special(tesseract).says(&[("tesseract a stdout", ""), ("tesseract -l deu a o", "write o*")]),
    last("wkhtmltopdf", "wkhtmltopdf documentation").syntax(OPEN),
];

/// The last operand is the output; options take one value each, and those that take none are known.
fn image(call: &Call<'_, '_>, plan: &mut Plan) {
    let first = call.arguments.first().and_then(Field::known).unwrap_or("");
    if matches!(first, "identify" | "-version" | "--version" | "-list" | "-help" | "")
        || call.arguments.len() < 2
        || first == "compare" && call.parsed.operands().count() < 4
    {
        return;
    }
    let Some(target) = call.arguments.last() else { return };
    let name = target.value.known_prefix();
    if name.ends_with(":-")
        || matches!(target.known(), Some("-" | "null:" | "info:"))
        || name.starts_with("info:")
    {
        return;
    }
    call.file(FileAction::Write, LinkUse::Followed, target, plan);
}

fn mogrify(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut arguments = call.arguments.iter();
    while let Some(field) = arguments.next() {
        match field.known() {
            Some(text) if text.starts_with(['-', '+']) => {
                if !matches!(
                    text,
                    "-strip"
                        | "-flip"
                        | "-flop"
                        | "-auto-orient"
                        | "-negate"
                        | "-normalize"
                        | "-trim"
                        | "+repage"
                ) {
                    arguments.next();
                }
            }
            _ => call.file(FileAction::Modify, LinkUse::Followed, field, plan),
        }
    }
}

/// Options of ffmpeg that have no value.
const FFMPEG_FLAGS: &[&str] = &[
    "-y",
    "-n",
    "-nostdin",
    "-hide_banner",
    "-an",
    "-vn",
    "-sn",
    "-dn",
    "-shortest",
    "-stats",
    "-nostats",
    "-re",
    "-copyts",
    "-ignore_unknown",
    "-benchmark",
    "-autorotate",
    "-noautorotate",
    "-accurate_seek",
    "-noaccurate_seek",
    "-start_at_zero",
    "-report",
    "-vstats",
    "-bitexact",
    "-xerror",
];

/// What is neither an option nor its value is an output.
fn ffmpeg(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut arguments = call.arguments.iter();
    let mut null = false;
    while let Some(field) = arguments.next() {
        let prefix = field.value.known_prefix();
        if prefix.starts_with('-') && prefix.len() > 1 {
            if matches!(
                prefix,
                "-version"
                    | "-h"
                    | "-help"
                    | "--help"
                    | "-formats"
                    | "-codecs"
                    | "-encoders"
                    | "-decoders"
                    | "-filters"
                    | "-L"
            ) {
                return;
            }
            if !FFMPEG_FLAGS.contains(&prefix) {
                let value = arguments.next();
                null = prefix == "-f" && value.and_then(Field::known) == Some("null");
                if matches!(prefix, "-progress" | "-passlogfile" | "-vstats_file")
                    && value.is_some_and(|field| field.value.known_prefix().starts_with('/'))
                {
                    value
                        .into_iter()
                        .for_each(|field| call.file(FileAction::Write, LinkUse::Followed, field, plan));
                }
            }
        } else if field.known() != Some("-") && !prefix.contains("pipe:") && !null {
            call.file(FileAction::Write, LinkUse::Followed, field, plan);
        }
    }
}

fn exiftool(call: &Call<'_, '_>, plan: &mut Plan) {
    let writes = call.arguments.iter().any(|field| {
        let text = field.value.known_prefix();
        text.starts_with('-') && text.contains('=') && !text.starts_with("-fast=")
    });
    if !writes {
        return;
    }
    let keeps =
        !call.arguments.iter().any(|field| field.value.known_prefix().starts_with("-overwrite_original"));
    let mut arguments = call.arguments.iter();
    while let Some(field) = arguments.next() {
        if field.value.known_prefix().starts_with('-') {
            if matches!(field.known(), Some("-tagsfromfile" | "-TagsFromFile" | "-d" | "-c" | "-if")) {
                arguments.next();
            }
            continue;
        }
        call.file(FileAction::Modify, LinkUse::Followed, field, plan);
        if keeps {
            let mut value = field.value.clone();
            value.push_text("_original");
            call.derived(FileAction::Write, value, field.span, plan);
        }
    }
}

fn ghostscript(call: &Call<'_, '_>, plan: &mut Plan) {
    for field in call.arguments {
        if field.value.known_prefix().starts_with("-sOutputFile=") {
            let target = super::options::behind(field, "-sOutputFile=".len());
            call.apply(WRITE, &target, plan);
        }
    }
}

fn prefixed(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(prefix) = call.parsed.operands().nth(1) else { return };
    let mut value = prefix.value.clone();
    value.push(crate::value::Piece::Segment("the number of a page".into()));
    call.file(FileAction::Write, LinkUse::Followed, &Field { value, many: true, span: prefix.span }, plan);
}

fn pdftk(call: &Call<'_, '_>, plan: &mut Plan) {
    let at = call.arguments.iter().position(|field| field.known() == Some("output"));
    if let Some(target) = at.and_then(|at| call.arguments.get(at + 1)) {
        call.apply(WRITE, target, plan);
    }
}

fn pdftotext(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    match operands.as_slice() {
        [_, target] => call.apply(WRITE, target, plan),
        [input] => {
            if let Some(stem) = input.known().map(|path| path.strip_suffix(".pdf").unwrap_or(path)) {
                call.derived(
                    FileAction::Write,
                    AbstractString::text(&format!("{stem}.txt")),
                    input.span,
                    plan,
                );
            }
        }
        _ => {}
    }
}

fn tesseract(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(base) =
        call.parsed.operands().nth(1).filter(|field| !matches!(field.known(), Some("stdout" | "-")))
    else {
        return;
    };
    let mut value = base.value.clone();
    value.push(crate::value::Piece::Segment("an ending of `tesseract`".into()));
    call.file(FileAction::Write, LinkUse::Followed, &Field { value, many: true, span: base.span }, plan);
}
