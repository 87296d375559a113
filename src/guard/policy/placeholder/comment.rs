//! Comments by file extension, and which of them stand for code that was left out (guards.md 5.2, 5.5).
//!
//! Owns the tables of comment markers and the reading of one line. A line that is not wholly a comment is code.

use std::borrow::Cow;

/// What a placeholder says, in the order in which its kinds are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `// ...`
    Ellipsis,
    /// `// rest of the class`
    Reference,
    /// `// implementation goes here`
    Implementation,
    /// `// [helpers]`
    Bracketed,
}

impl Kind {
    /// How a message names it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Ellipsis => "Ellipsis placeholder detected",
            Self::Reference => "Reference placeholder detected",
            Self::Implementation => "Implementation placeholder detected",
            Self::Bracketed => "Bracketed placeholder detected",
        }
    }
}

/// What one line of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// nothing but space
    Blank,
    /// a comment that says something of its own
    Comment,
    /// a comment that stands for code
    Placeholder(Kind),
    /// anything else
    Code,
}

/// The comment markers of a family of languages.
struct Style {
    /// File extensions, lower case, and whole names of files without one.
    names: &'static [&'static str],
    /// What begins a comment that ends with its line.
    lines: &'static [&'static str],
    /// What begins and ends a comment of any length; inside one a line may begin with `*`.
    blocks: &'static [(&'static str, &'static str)],
}

const SLASHES: Style = Style {
    names: &[
        "astro", "c", "cc", "cjs", "cpp", "cs", "cts", "cu", "cxx", "dart", "go", "gradle", "groovy", "h",
        "hh", "hpp", "java", "js", "jsonc", "jsx", "kt", "kts", "less", "m", "mjs", "mm", "mts", "proto",
        "rs", "sass", "scala", "scss", "sol", "svelte", "swift", "ts", "tsx", "v", "vue", "zig",
    ],
    lines: &["//"],
    blocks: &[("/*", "*/"), ("<!--", "-->"), ("{/*", "*/}")],
};
const CSS: Style = Style { names: &["css"], lines: &[], blocks: &[("/*", "*/")] };
const PYTHON: Style = Style {
    names: &["ipynb", "py", "pyi", "pyx"],
    lines: &["#"],
    blocks: &[("\"\"\"", "\"\"\""), ("'''", "'''")],
};
const HASH: Style = Style {
    names: &[
        "awk",
        "bash",
        "bzl",
        "cmake",
        "cmakelists.txt",
        "coffee",
        "conf",
        "cr",
        "dockerfile",
        "env",
        "ex",
        "exs",
        "fish",
        "gemfile",
        "gitignore",
        "gql",
        "graphql",
        "jl",
        "justfile",
        "makefile",
        "mk",
        "nim",
        "nix",
        "pl",
        "pm",
        "properties",
        "r",
        "rake",
        "rakefile",
        "rb",
        "sh",
        "toml",
        "yaml",
        "yml",
        "zsh",
    ],
    lines: &["#"],
    blocks: &[],
};
const HASH_AND_SLASHES: Style =
    Style { names: &["hcl", "php", "tf", "tfvars"], lines: &["#", "//"], blocks: &[("/*", "*/")] };
const DASHES: Style = Style {
    names: &["adb", "ads", "applescript", "elm", "hs", "lua", "purs", "sql", "vhd", "vhdl"],
    lines: &["--"],
    blocks: &[("--[[", "]]"), ("{-", "-}"), ("/*", "*/")],
};
const SEMICOLON: Style = Style {
    names: &["asm", "clj", "cljc", "cljs", "edn", "el", "lisp", "lsp", "rkt", "s", "scm"],
    lines: &[";"],
    blocks: &[("#|", "|#")],
};
const INI: Style = Style { names: &["cfg", "ini"], lines: &[";", "#"], blocks: &[] };
const PERCENT: Style = Style {
    names: &["cls", "erl", "hrl", "mat", "pro", "sty", "tex"],
    lines: &["%"],
    blocks: &[("%{", "%}")],
};
const MARKUP: Style = Style {
    names: &["ejs", "erb", "hbs", "htm", "html", "plist", "svg", "xhtml", "xml", "xsl", "xslt"],
    lines: &["//"],
    blocks: &[("<!--", "-->"), ("/*", "*/")],
};
const POWERSHELL: Style = Style { names: &["ps1", "psm1"], lines: &["#"], blocks: &[("<#", "#>")] };

/// An unknown extension: what can hardly be anything but a comment.
const OTHER: Style =
    Style { names: &[], lines: &["// ", "# ", "-- "], blocks: &[("/*", "*/"), ("<!--", "-->")] };

static STYLES: &[&Style] = &[
    &SLASHES,
    &CSS,
    &PYTHON,
    &HASH,
    &HASH_AND_SLASHES,
    &DASHES,
    &SEMICOLON,
    &INI,
    &PERCENT,
    &MARKUP,
    &POWERSHELL,
];

/// Files of prose, where a comment's marks are text.
static PROSE: &[&str] = &["adoc", "asciidoc", "markdown", "md", "mdx", "rst", "text", "txt"];

/// Files that hold no text.
static BINARY: &[&str] = &[
    "7z", "avi", "bin", "bmp", "bz2", "class", "dll", "dylib", "eot", "exe", "flac", "gif", "gz", "ico",
    "jar", "jpeg", "jpg", "lock", "mov", "mp3", "mp4", "o", "ogg", "otf", "pdf", "png", "pyc", "rar", "so",
    "sqlite", "tar", "tgz", "tiff", "ttf", "wasm", "wav", "webm", "webp", "woff", "woff2", "xz", "zip",
    "zst",
];

/// Reads the lines of a text in the language that a file's name tells.
pub struct Reader {
    style: &'static Style,
}

impl Reader {
    /// The reader for a path; `None` for binary files and prose.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        let key = match name.rsplit_once('.') {
            Some((_, extension)) if !name.eq_ignore_ascii_case("cmakelists.txt") => extension.to_owned(),
            _ => name,
        };
        let key = key.as_str();
        if PROSE.contains(&key) || BINARY.contains(&key) {
            return None;
        }
        let style = STYLES.iter().find(|style| style.names.contains(&key)).copied().unwrap_or(&OTHER);
        Some(Self { style })
    }

    /// What each line of the text is.
    #[must_use]
    pub fn lines(&self, text: &str) -> Vec<Line> {
        let mut inside: Option<&'static str> = None;
        text.lines().map(|line| self.line(line.trim(), &mut inside)).collect()
    }

    /// `inside` is what ends the block comment that the line begins in.
    fn line(&self, line: &str, inside: &mut Option<&'static str>) -> Line {
        if line.is_empty() {
            return Line::Blank;
        }
        if let Some(end) = *inside {
            return continued(line, end, inside);
        }
        for &(begin, end) in self.style.blocks {
            let Some(rest) = line.strip_prefix(begin) else { continue };
            return match rest.split_once(end) {
                Some((body, after)) if after.trim().is_empty() => comment(body),
                Some(_) => Line::Code,
                None => {
                    *inside = Some(end);
                    comment(rest)
                }
            };
        }
        match self.style.lines.iter().find_map(|marker| line.strip_prefix(marker)) {
            Some(body) => comment(body),
            None if line.starts_with("* ") && !self.style.blocks.is_empty() => continuation(line),
            None => standing_alone(line).map_or(Line::Code, Line::Placeholder),
        }
    }
}

/// A line of a block comment that began above.
fn continued(line: &str, end: &'static str, inside: &mut Option<&'static str>) -> Line {
    match line.split_once(end) {
        Some((body, after)) => {
            *inside = None;
            if after.trim().is_empty() { comment(body.trim_start_matches('*')) } else { Line::Code }
        }
        None => comment(line.trim_start_matches('*')),
    }
}

/// `* …`: part of a block comment whose beginning is not in the text, unless it can be a product.
fn continuation(line: &str) -> Line {
    match comment(line.trim_start_matches('*')) {
        Line::Placeholder(kind) => Line::Placeholder(kind),
        _ => Line::Code,
    }
}

/// A comment's text without its marker.
fn comment(body: &str) -> Line {
    let marks = |c: char| c.is_whitespace() || matches!(c, '/' | '*' | '#' | '!' | '-' | ';' | '%');
    // `//#[derive(Debug)]`: an attribute that was taken out for a while.
    let before = body.strip_suffix(body.trim_start_matches(marks)).unwrap_or_default();
    let attribute = before.ends_with('#') || before.ends_with("#!");
    match kind_of(body.trim_matches(marks)) {
        Some(Kind::Bracketed) if attribute => Line::Comment,
        kind => kind.map_or(Line::Comment, Line::Placeholder),
    }
}

/// `(rest of methods ...)` alone on a line: no language reads that as code.
fn standing_alone(line: &str) -> Option<Kind> {
    let inner = line.strip_prefix('(')?.strip_suffix(')')?.trim();
    let bare = inner.trim_matches(ELLIPSIS).trim();
    (bare.len() < inner.len() && begins_with_reference(&bare.to_lowercase())).then_some(Kind::Reference)
}

const ELLIPSIS: &[char] = &['.', '…'];

/// Words that begin a reference to code elsewhere.
static REFERENCES: &[&str] = &[
    "rest of",
    "remaining",
    "existing",
    "previous",
    "original",
    "same as",
    "unchanged",
    "remains",
    "other ",
];

/// Longer comments speak for themselves unless they hold an ellipsis (words).
const REFERENCE_WORDS: usize = 6;

fn kind_of(body: &str) -> Option<Kind> {
    let lower: Cow<'_, str> = body.to_lowercase().into();
    let opened = lower.trim_start_matches(['(', '[', '{', '<']).trim_start();
    if opened.starts_with("...") || opened.starts_with('…') {
        return Some(Kind::Ellipsis);
    }
    if is_bracketed(body) {
        return Some(Kind::Bracketed);
    }
    if is_reference(opened) {
        return Some(Kind::Reference);
    }
    is_implementation(opened).then_some(Kind::Implementation)
}

fn is_reference(text: &str) -> bool {
    let omits = text.contains("...") || text.contains('…');
    let words = text.split_whitespace().count();
    begins_with_reference(text) && (omits || words <= REFERENCE_WORDS && !is_sentence(text))
}

fn begins_with_reference(text: &str) -> bool {
    REFERENCES.iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| {
            // `other` alone is too common a word; with an omitted noun behind it, it stands for code.
            let bounded = rest.is_empty() || word.ends_with(' ') || !rest.starts_with(char::is_alphanumeric);
            bounded && (*word != "other " && *word != "remaining" || names_code(rest))
        })
    })
}

/// Nouns that stand for pieces of a program.
static CODE_NOUNS: &[&str] = &[
    "body",
    "cases",
    "class",
    "code",
    "content",
    "contents",
    "fields",
    "file",
    "functions",
    "implementation",
    "imports",
    "logic",
    "members",
    "methods",
    "properties",
    "routes",
    "tests",
];

fn names_code(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| CODE_NOUNS.contains(&word))
}

/// A colon, a quotation or a verb that says what the code does: a comment of its own.
fn is_sentence(text: &str) -> bool {
    static VERBS: &[&str] = &["are", "can", "has", "have", "is", "must", "should", "was", "were", "will"];
    static KEPT: &[&str] = &["here", "intact", "kept", "omitted", "same", "unchanged", "untouched"];
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let says = words.iter().any(|word| VERBS.contains(word)) || text.contains([':', '=', '`', '"', '\'']);
    says && !words.iter().any(|word| KEPT.contains(word))
}

/// `implementation here`, `your code goes here`, `logic omitted`.
fn is_implementation(text: &str) -> bool {
    static SUBJECTS: &[&str] = &["implementation", "code", "logic"];
    static PREDICATES: &[&str] = &["here", "continues", "details", "goes here", "omitted"];
    let text = text.strip_prefix("your ").or_else(|| text.strip_prefix("the ")).unwrap_or(text);
    let Some(rest) = SUBJECTS.iter().find_map(|subject| text.strip_prefix(subject)) else { return false };
    let rest = rest.trim_start().trim_start_matches("is ").trim_end_matches(ELLIPSIS).trim_end();
    PREDICATES.iter().any(|predicate| {
        rest.strip_prefix(predicate).is_some_and(|tail| {
            tail.is_empty() || tail.starts_with([' ', '.', ',']) && tail.split_whitespace().count() <= 3
        })
    })
}

/// The whole comment is one bracketed text. A lint's or a type's brackets, a tag and a link are no such text.
fn is_bracketed(body: &str) -> bool {
    let pairs = [('[', ']'), ('{', '}'), ('<', '>')];
    let Some((_, end)) = pairs.iter().find(|(begin, _)| body.starts_with(*begin)) else { return false };
    let Some(inner) = body.strip_suffix(*end).and_then(|text| text.get(1..)) else { return false };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | ',' | '\'');
    inner.chars().any(char::is_alphabetic)
        && inner.chars().all(plain)
        && !inner.starts_with(['-', '.'])
        && *end != '>'
        || *end == '>' && is_bracketed_words(inner)
}

/// `<your code>` and `<implementation>`, but not `<div>` or `<summary>`.
fn is_bracketed_words(inner: &str) -> bool {
    let plain = inner.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    plain && (inner.contains(' ') || names_code(&inner.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn one(path: &str, line: &str) -> Line {
        Reader::of(path).unwrap().lines(line)[0]
    }

    #[rstest]
    #[case("a.js", "// ... existing code ...", Kind::Ellipsis)]
    #[case("a.js", "  /* ... */", Kind::Ellipsis)]
    #[case("a.js", "// … rest …", Kind::Ellipsis)]
    #[case("a.js", "// (...no changes around here)", Kind::Ellipsis)]
    #[case("a.jsx", "{/* ... the other rows ... */}", Kind::Ellipsis)]
    #[case("a.py", "# ... rest of implementation", Kind::Ellipsis)]
    #[case("a.py", "\"\"\"...\"\"\"", Kind::Ellipsis)]
    #[case("a.lua", "-- ... existing functions unchanged ...", Kind::Ellipsis)]
    #[case("a.html", "<!-- ... -->", Kind::Ellipsis)]
    #[case("a.el", ";; ... same as before", Kind::Ellipsis)]
    #[case("a.tex", "% ...", Kind::Ellipsis)]
    #[case("a.rs", "// unchanged methods ...", Kind::Reference)]
    #[case("a.rs", "// Rest of implementation", Kind::Reference)]
    #[case("a.ts", "// Existing code", Kind::Reference)]
    #[case("a.go", "// previous logic remains unchanged", Kind::Reference)]
    #[case("a.sql", "-- same as above", Kind::Reference)]
    #[case("a.c", "/* original body kept */", Kind::Reference)]
    #[case("a.js", "(rest of methods ...)", Kind::Reference)]
    #[case("a.js", "// Implementation goes here", Kind::Implementation)]
    #[case("a.py", "# your code here", Kind::Implementation)]
    #[case("a.rb", "# logic omitted", Kind::Implementation)]
    #[case("a.js", "// [utility functions]", Kind::Bracketed)]
    #[case("a.js", "// {existing logic}", Kind::Bracketed)]
    #[case("a.js", "// <implementation>", Kind::Bracketed)]
    fn rule_5_2_placeholders(#[case] path: &str, #[case] line: &str, #[case] kind: Kind) {
        assert_eq!(one(path, line), Line::Placeholder(kind));
    }

    #[rstest]
    #[case::attribute("a.rs", "#[cfg(test)]", Line::Code)]
    #[case::include("a.c", "#include <stdio.h>", Line::Code)]
    #[case::shebang("a.sh", "#!/bin/sh", Line::Comment)]
    #[case::selector("a.css", "#existing {", Line::Code)]
    #[case::decrement("a.c", "--i;", Line::Code)]
    #[case::body("a.py", "...", Line::Code)]
    #[case::body_behind_a_head("a.py", "def f(): ...", Line::Code)]
    #[case::spread("a.js", "...rest,", Line::Code)]
    #[case::tuple("a.py", "(...)", Line::Code)]
    #[case::call("a.js", "(original)", Line::Code)]
    #[case::product("a.c", "* existing", Line::Placeholder(Kind::Reference))]
    #[case::product_of_names("a.py", "* scale", Line::Code)]
    #[case::plain("a.js", "// Removed deprecated variable", Line::Comment)]
    #[case::sentence("a.js", "// existing users are migrated on login", Line::Comment)]
    #[case::longer(
        "a.js",
        "// previous versions wrote the header first, so both orders are read",
        Line::Comment
    )]
    #[case::trailing_ellipsis("a.js", "// wait for the server...", Line::Comment)]
    #[case::codes("a.js", "// codes here are HTTP statuses", Line::Comment)]
    #[case::tag("a.rs", "/// <div>", Line::Comment)]
    #[case::link("a.rs", "// [RFC 2119]: https://x.example", Line::Comment)]
    #[case::type_in_docs("a.js", "* @param {string} name", Line::Code)]
    #[case::attribute("a.rs", "//#[derive(Debug)]", Line::Comment)]
    #[case::inner_attribute("a.rs", "// #![no_std]", Line::Comment)]
    #[case::no_attribute("a.rs", "// # [helpers]", Line::Placeholder(Kind::Bracketed))]
    #[case::checkbox("a.js", "// [x]", Line::Placeholder(Kind::Bracketed))]
    #[case::blank("a.js", "   ", Line::Blank)]
    fn rule_5_5_lines_that_are_something_else(
        #[case] path: &str,
        #[case] line: &str,
        #[case] expected: Line,
    ) {
        assert_eq!(one(path, line), expected);
    }

    #[test]
    fn rule_5_5_skips_prose_and_binaries() {
        for path in ["a.md", "docs/a.MDX", "a.rst", "a.txt", "a.adoc", "image.png", "a.zip"] {
            assert!(Reader::of(path).is_none(), "{path}");
        }
        assert!(Reader::of("Makefile").is_some());
        assert!(Reader::of("CMakeLists.txt").is_some());
    }

    #[test]
    fn a_block_comment_is_a_comment_to_its_end() {
        let lines = Reader::of("a.c").unwrap().lines("/*\n * ... rest\n */\nint x;\n");
        assert_eq!(lines, [Line::Comment, Line::Placeholder(Kind::Ellipsis), Line::Comment, Line::Code]);
    }
}
