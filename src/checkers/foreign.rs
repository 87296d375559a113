//! Texts of another language than their file's extension tells: templates, shells that are no POSIX shell, Flow.
//!
//! Nothing here parses; what is listed is not checked, because no parser beside it would read it rightly.

/// Parts of a name that tell a template, which becomes the language of its extension only when it is filled in.
static TEMPLATES: &[&str] = &[".j2.", ".mustache.", ".hbs.", ".template.", ".tmpl.", ".tpl."];

/// Interpreters whose scripts the shell's parser reads.
static SHELLS: &[&str] = &["ash", "bash", "dash", "sh"];

/// True if the file's name or its text says that it is not of the language of `extension`.
pub(super) fn is_foreign(name: &str, extension: &str, text: &str) -> bool {
    TEMPLATES.iter().any(|part| name.contains(part))
        || match extension {
            "sh" | "bash" => interpreter(text).is_some_and(|name| !SHELLS.contains(&name)),
            "js" | "jsx" | "mjs" | "cjs" => is_flow(text),
            "yaml" | "yml" => holds_template_lines(text),
            _ => false,
        }
}

/// The name of the interpreter that the first line names, through `env` too.
fn interpreter(text: &str) -> Option<&str> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    match words.next()? {
        "env" => words.find(|word| !word.starts_with('-') && !word.contains('=')),
        name => Some(name),
    }
}

/// `@flow` in the comment that the file begins with (Flow documentation, "Prepare your project").
fn is_flow(text: &str) -> bool {
    let comments = text.lines().map(str::trim).take_while(|line| {
        line.is_empty()
            || ["//", "/*", "*", "#!", "'use ", "\"use "].iter().any(|mark| line.starts_with(mark))
    });
    comments
        .flat_map(|line| line.split(|c: char| c.is_whitespace() || c == '*' || c == '/'))
        .any(|word| word == "@flow")
}

/// A line that begins with an action of a template: Go's (`{{- if … }}`), Jinja's (`{% if … %}`).
fn holds_template_lines(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| ["{{", "{%", "{#"].iter().any(|mark| line.starts_with(mark)))
}
