//! What cmdlets do, in Bash's words.

use super::arguments::Arguments;
use crate::guard::powershell::word::{Piece, Word};
use crate::guard::powershell::{MAYBE, translate};

/// A path or name that would be written down more than once is told only up to this length (bytes).
const TWICE_CAP: usize = 1 << 10;

pub(super) fn one(arguments: &Arguments<'_>, command: &str) -> String {
    match arguments.paths().first() {
        Some(path) => format!("{command} {path}"),
        None => format!("cd \"$({MAYBE})\""),
    }
}

pub(super) fn each(arguments: &Arguments<'_>, command: &str) -> String {
    let paths = arguments.paths();
    if paths.is_empty() { "cat".to_owned() } else { format!("{command} {}", paths.join(" ")) }
}

/// A file's content: known only if one word is given. Several files get it from one `tee`, so that the text stands once.
pub(super) fn written(arguments: &Arguments<'_>, operator: &str) -> String {
    let source = match arguments.list("value").as_slice() {
        [value] => format!("printf '%s\\n' {}", value.bash()),
        _ => "cat".to_owned(),
    };
    match arguments.paths().as_slice() {
        [] => source,
        [path] => format!("{source} {operator} {path}"),
        several => {
            let append = if operator == ">>" { "-a " } else { "" };
            format!("{source} | tee {append}-- {} > /dev/null", several.join(" "))
        }
    }
}

pub(super) fn made(arguments: &Arguments<'_>) -> String {
    let name = arguments.first("name").map(|word| word.path(false));
    let paths: Vec<String> = match (arguments.paths(), name) {
        (paths, None) => paths,
        (paths, Some(name)) if paths.is_empty() => vec![name],
        (_, Some(name)) if name.len() > TWICE_CAP => return MAYBE.to_owned(),
        (paths, Some(name)) => paths.iter().map(|path| format!("{path}/{name}")).collect(),
    };
    let kind = arguments.first("itemtype").or_else(|| arguments.first("type")).and_then(Word::known);
    let command = match kind.as_deref().map(str::to_ascii_lowercase).as_deref() {
        Some("directory") => "mkdir -p --".to_owned(),
        Some("symboliclink" | "junction" | "hardlink") => {
            let target = arguments.first("target").or_else(|| arguments.first("value"));
            format!("ln -sT -- {}", target.map_or_else(|| "x".to_owned(), |word| word.path(false)))
        }
        _ => "touch --".to_owned(),
    };
    format!("{command} {}", paths.join(" "))
}

pub(super) fn removed(arguments: &Arguments<'_>) -> String {
    let recursive = ["recurse", "r", "rf", "fr"].iter().any(|switch| arguments.has(switch));
    each(arguments, if recursive { "rm -rf --" } else { "rm -f --" })
}

pub(super) fn to(arguments: &Arguments<'_>, command: &str, globs: bool) -> String {
    let mut words = if globs { arguments.paths() } else { Vec::new() };
    if words.is_empty() {
        words.push(format!("\"$({MAYBE})\""));
    }
    // Without a destination things land in the current directory.
    words.push(arguments.first("destination").map_or_else(|| ".".to_owned(), |word| word.path(false)));
    format!("{command} {}", words.join(" "))
}

pub(super) fn renamed(arguments: &Arguments<'_>) -> String {
    let path = arguments.paths().first().filter(|path| path.len() <= TWICE_CAP).cloned();
    let (Some(path), Some(name)) = (path, arguments.first("newname")) else { return MAYBE.to_owned() };
    format!("mv -T -- {path} \"$(dirname -- {path})\"/{}", name.path(false))
}

pub(super) fn downloaded(arguments: &Arguments<'_>) -> String {
    match arguments.first("outfile") {
        Some(file) => format!("cat > {}", file.path(false)),
        None => MAYBE.to_owned(),
    }
}

pub(super) fn unpacked(arguments: &Arguments<'_>) -> String {
    let archive = arguments.paths().first().cloned().unwrap_or_else(|| "x.zip".to_owned());
    match arguments.first("destinationpath") {
        Some(directory) => format!("unzip -o {archive} -d {}", directory.path(false)),
        None => format!("unzip -o {archive}"),
    }
}

pub(super) fn packed(arguments: &Arguments<'_>) -> String {
    arguments
        .first("destinationpath")
        .map_or_else(|| MAYBE.to_owned(), |file| format!("cat > {}", file.path(false)))
}

/// Another PowerShell: the text of its command is read where all of it is known.
pub(super) fn started(arguments: &Arguments<'_>) -> String {
    let mut words = [arguments.list("command"), arguments.list("c")].concat();
    if !words.is_empty() {
        // What follows belongs to the command.
        words.extend(arguments.list("path"));
    }
    let text: Option<Vec<String>> = words.into_iter().map(Word::known).collect();
    let again = |text: &str| {
        let text = text.to_ascii_lowercase();
        text.contains("pwsh") || text.contains("powershell")
    };
    match text.map(|text| text.join(" ")).filter(|text| !again(text)) {
        Some(text) if !text.is_empty() => match translate(&text) {
            Some(told) if !told.trim().is_empty() => format!("( {told})"),
            _ => MAYBE.to_owned(),
        },
        _ => MAYBE.to_owned(),
    }
}

/// A text that is known is read as well, but for one that evaluates again.
pub(super) fn evaluated(arguments: &Arguments<'_>) -> String {
    let word = arguments.first("command");
    let known = word.and_then(Word::known).filter(|text| {
        let text = text.to_ascii_lowercase();
        !text.contains("iex") && !text.contains("invoke-expression")
    });
    match known.and_then(|text| translate(&text)) {
        Some(text) if !text.trim().is_empty() => format!("{{ {text}}}"),
        _ => match word {
            Some(word) if word.pieces.iter().any(|piece| matches!(piece, Piece::Run(_))) => {
                format!("printf '%s' {}", word.bash())
            }
            _ => MAYBE.to_owned(),
        },
    }
}
