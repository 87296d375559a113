//! Does this text parse? One file a language, chosen by the file's name (guards.md 6.2). Nothing is run.
//!
//! Owns the choice and the form of the answer; each language's own parser stands behind it. It reads no file.

mod foreign;
mod javascript;
mod json;
mod python;
mod shell;
mod toml;
mod yaml;

/// Larger texts are not checked (bytes).
pub const TEXT_CAP: usize = 5 << 20;

/// Where and why a text does not parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What the parser says, on one line.
    pub message: String,
}

impl Fault {
    /// A fault at a byte offset of the text.
    fn at(text: &str, offset: usize, message: &str) -> Self {
        let offset =
            (0..=offset.min(text.len())).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0);
        let before = text.get(..offset).unwrap_or("");
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self { line, column, message: one_line(message) }
    }
}

/// A parser of one language: `Err` where the text is not of it.
type Check = fn(&str) -> Result<(), Fault>;

/// The languages, by extension.
static BY_EXTENSION: &[(&str, Check)] = &[
    ("bash", shell::check),
    ("cjs", javascript::common),
    ("cts", javascript::typescript_common),
    ("ipynb", json::strict),
    ("js", javascript::script),
    ("json", json::strict),
    ("jsonc", json::with_comments),
    ("jsx", javascript::script),
    ("mjs", javascript::module),
    ("mts", javascript::typescript),
    ("py", python::check),
    ("sh", shell::check),
    ("toml", toml::check),
    ("ts", javascript::typescript),
    ("tsx", javascript::typescript_jsx),
    ("yaml", yaml::check),
    ("yml", yaml::check),
];

/// Files that end in `.json` and may hold comments and trailing commas, by what their readers accept.
static COMMENTED_JSON: &[&str] = &[
    ".babelrc.json",
    ".devcontainer.json",
    ".eslintrc.json",
    ".jshintrc.json",
    ".swcrc.json",
    "api-extractor.json",
    "biome.json",
    "cspell.json",
    "deno.json",
    "devcontainer.json",
    "extensions.json",
    "jsconfig.json",
    "keybindings.json",
    "language-configuration.json",
    "launch.json",
    "nx.json",
    "rush.json",
    "settings.json",
    "tasks.json",
    "tslint.json",
    "turbo.json",
    "typedoc.json",
    "wrangler.json",
];

/// Checks a text by the name of its file: `None` where nothing here knows the language or the text is too large.
///
/// # Errors
/// The first place where the text does not parse.
///
/// ```
/// use willwrite::checkers::check;
/// assert_eq!(check("a.json", "{\"a\": 1}"), Some(Ok(())));
/// assert_eq!(check("a.md", "](("), None);
/// ```
#[must_use]
pub fn check(path: &str, text: &str) -> Option<Result<(), Fault>> {
    if text.len() > TEXT_CAP {
        return None;
    }
    let name = path.rsplit('/').next()?.to_ascii_lowercase();
    let (_, extension) = name.rsplit_once('.')?;
    if foreign::is_foreign(&name, extension, text) {
        return None;
    }
    if extension == "json" && accepts_comments(&name, path) {
        return Some(json::with_comments(text));
    }
    let place = BY_EXTENSION.binary_search_by(|(known, _)| known.cmp(&extension)).ok()?;
    BY_EXTENSION.get(place).map(|(_, check)| check(text))
}

fn accepts_comments(name: &str, path: &str) -> bool {
    let configured = name.starts_with("tsconfig") || name.starts_with("jsconfig");
    configured || COMMENTED_JSON.contains(&name) || path.contains("/.vscode/")
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::json("a.json", "{\"a\": [1, 2.5e3, null]}")]
    #[case::json_scalar("a.json", "3")]
    #[case::byte_order_mark("a.json", "\u{feff}{}")]
    #[case::jsonc("a.jsonc", "{ // c\n \"a\": 1, /* d */ }")]
    #[case::tsconfig("tsconfig.build.json", "{ // c\n \"a\": 1,\n}")]
    #[case::vscode(".vscode/tasks.json", "{ // c\n}")]
    #[case::js("a.js", "export const a = () => 1;\n")]
    #[case::js_script("a.js", "with (a) { b }\n")]
    #[case::js_common("a.js", "const a = require('a');\nreturn;\n")]
    #[case::js_jsx("a.js", "export const A = () => <div>{a}</div>;\n")]
    #[case::js_shebang("a.js", "#!/usr/bin/env node\nlet a = 1;\n")]
    #[case::jsx("a.jsx", "const a = <A b={1}>t</A>;")]
    #[case::mjs("a.mjs", "import x from 'y'; export default await x;")]
    #[case::cjs("a.cjs", "return 1")]
    #[case::ts("a.ts", "interface A { x: number }\nconst a = <A>{x: 1};")]
    #[case::ts_decorators("a.ts", "@a() class B { @c d!: string; constructor(private readonly e: F) {} }")]
    #[case::tsx("a.tsx", "const a = <T,>(b: T) => <div>{b}</div>;")]
    #[case::declarations("a.d.ts", "declare module 'x' { export function f(): void }")]
    #[case::py("a.py", "match x:\n    case [a, *_]:\n        print(f'{a!r:>{10}}')\n")]
    #[case::py_empty("a.py", "")]
    #[case::toml("a.toml", "[a]\nb = 1\n[[c]]\nd = 2024-01-01\n")]
    #[case::yaml("a.yaml", "a: &x [1, 2]\nb: *x\n")]
    #[case::yaml_documents("a.yml", "---\na: 1\n---\nb: 2\n")]
    #[case::yaml_empty("a.yml", "# nothing\n")]
    #[case::yaml_tags("a.yml", "a: !Ref b\nc: !Sub |\n  text: ${x}\n")]
    #[case::sh("a.sh", "f() { echo \"${a[@]}\"; }\ncase $x in a|b) ;; esac\n")]
    #[case::bash("a.bash", "shopt -s extglob\nrm !(a|b)\n")]
    fn parses(#[case] path: &str, #[case] text: &str) {
        assert_eq!(check(path, text), Some(Ok(())));
    }

    #[rstest]
    #[case::json_comma("a.json", "{\"a\": 1,}", 1, 9)]
    #[case::json_empty("a.json", "", 1, 1)]
    #[case::json_second("a.json", "{}\n{}", 2, 1)]
    #[case::jsonc("a.jsonc", "{\n  \"a\": \n}", 3, 1)]
    #[case::js("a.js", "function f( {", 1, 14)]
    #[case::ts("a.ts", "export const s = (n: string) => `hi ${n`;\n", 1, 40)]
    #[case::py("a.py", "def f(:\n  pass", 1, 7)]
    #[case::py_indent("a.py", "if a:\nb\n", 2, 1)]
    #[case::toml_twice("a.toml", "a = 1\na = 2\n", 2, 1)]
    #[case::yaml("a.yaml", "a: [1, 2\nb: 3\n", 2, 2)]
    #[case::sh("a.sh", "if true; then echo", 1, 19)]
    fn says_where_it_does_not_parse(
        #[case] path: &str,
        #[case] text: &str,
        #[case] line: usize,
        #[case] column: usize,
    ) {
        let fault = check(path, text).unwrap().unwrap_err();
        assert_eq!((fault.line, fault.column), (line, column), "{}", fault.message);
        assert!(!fault.message.is_empty() && !fault.message.contains('\n'));
    }

    #[rstest]
    #[case("a.md")]
    #[case("a.rb")]
    #[case("Makefile")]
    fn rule_6_3_other_files_are_not_checked(#[case] path: &str) {
        assert_eq!(check(path, "{{{"), None);
    }

    #[rstest]
    #[case::zsh("a.sh", "#!/bin/zsh\nfor f (*.x) echo $f\n")]
    #[case::fish("a.sh", "#!/usr/bin/env -S fish\nif test 1\n echo\nend\n")]
    #[case::flow("a.js", "/**\n * @flow strict\n */\ntype A = {| a: string |};\n")]
    #[case::helm("a.yaml", "{{- if .Values.a }}\na: 1\n{{- end }}\n")]
    #[case::jinja("a.yml", "a: 1\n  {% if b %}\nb: [\n")]
    #[case::template("a.tpl.json", "{\"a\": {{ b }} }")]
    fn texts_of_another_language_are_not_checked(#[case] path: &str, #[case] text: &str) {
        assert_eq!(check(path, text), None);
    }

    #[rstest]
    #[case::bash("a.sh", "#!/usr/bin/env bash\nif true; then\n")]
    #[case::flow_word("a.js", "let flow = '@flow';\nlet a = ;\n")]
    #[case::yaml("a.yml", "a: {{ b\nc: [\n")]
    #[case::name("tpl.json", "{\"a\": }")]
    fn texts_like_them_are_checked(#[case] path: &str, #[case] text: &str) {
        assert!(check(path, text).unwrap().is_err());
    }

    #[test]
    fn rule_6_3_large_texts_are_not_checked() {
        assert_eq!(check("a.json", &"[".repeat(TEXT_CAP + 1)), None);
    }

    #[test]
    fn deep_nesting_is_an_answer() {
        for (path, text) in
            [("a.json", "["), ("a.jsonc", "["), ("a.yaml", "["), ("a.toml", "a=["), ("a.sh", "$(")]
        {
            assert!(check(path, &text.repeat(100_000)).is_some(), "{path}");
        }
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(BY_EXTENSION.is_sorted_by(|left, right| left.0 < right.0));
        assert!(COMMENTED_JSON.is_sorted_by(|left, right| left < right));
    }
}
