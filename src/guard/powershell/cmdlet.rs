//! Cmdlets that write, as a table: their names, their parameters, and what Bash calls the same.
//!
//! Sources: the cmdlets' pages in Microsoft.PowerShell.Management, .Utility and .Archive of PowerShell 7's manual.

use super::word::{Piece, Word};
use super::{MAYBE, translate};

/// A path or name that would be written down more than once is told only up to this length (bytes).
const TWICE_CAP: usize = 1 << 10;

/// One cmdlet.
struct Row {
    /// Its name and aliases, in small letters.
    names: &'static [&'static str],
    /// Parameters that take a value, in small letters; the first ones also by their place.
    values: &'static [&'static str],
    /// How many of them have a place.
    places: usize,
    /// Parameters that take none.
    switches: &'static [&'static str],
    /// What it does.
    does: fn(&Arguments<'_>) -> String,
}

const COMMON: &[&str] =
    &["force", "passthru", "whatif", "confirm", "verbose", "recurse", "nonewline", "noclobber", "append"];

/// Parameters with a value that every cmdlet has (about_CommonParameters).
const COMMON_VALUES: &[&str] = &[
    "erroraction",
    "ea",
    "warningaction",
    "wa",
    "informationaction",
    "infa",
    "progressaction",
    "proga",
    "errorvariable",
    "ev",
    "warningvariable",
    "wv",
    "informationvariable",
    "iv",
    "outvariable",
    "ov",
    "outbuffer",
    "ob",
    "pipelinevariable",
    "pv",
];

/// And those without one, behind the short forms what they stand for.
const COMMON_SWITCHES: &[(&str, &str)] = &[
    ("confirm", "confirm"),
    ("cf", "confirm"),
    ("debug", "debug"),
    ("db", "debug"),
    ("verbose", "verbose"),
    ("vb", "verbose"),
    ("whatif", "whatif"),
    ("wi", "whatif"),
];

const TABLE: &[Row] = &[
    Row {
        names: &["set-location", "cd", "chdir", "sl"],
        values: &["path", "literalpath"],
        places: 1,
        switches: COMMON,
        does: |a| one(a, "cd --"),
    },
    Row {
        names: &["push-location", "pushd"],
        values: &["path", "literalpath"],
        places: 1,
        switches: COMMON,
        does: |a| one(a, "pushd"),
    },
    Row {
        names: &["pop-location", "popd"],
        values: &[],
        places: 0,
        switches: COMMON,
        does: |_| "popd".to_owned(),
    },
    Row {
        names: &["set-content", "sc"],
        values: &["path", "value", "literalpath", "encoding", "filter", "include", "exclude"],
        places: 2,
        switches: COMMON,
        does: |a| written(a, ">"),
    },
    Row {
        names: &["add-content", "ac"],
        values: &["path", "value", "literalpath", "encoding", "filter"],
        places: 2,
        switches: COMMON,
        does: |a| written(a, ">>"),
    },
    Row {
        names: &["out-file"],
        values: &["filepath", "encoding", "literalpath", "width", "inputobject"],
        places: 1,
        switches: COMMON,
        does: |a| written(a, if a.has("append") { ">>" } else { ">" }),
    },
    Row {
        names: &["export-csv", "epcsv"],
        values: &["path", "delimiter", "literalpath", "encoding"],
        places: 1,
        switches: &["append", "notypeinformation", "force", "noclobber", "whatif"],
        does: |a| written(a, if a.has("append") { ">>" } else { ">" }),
    },
    Row {
        names: &["export-clixml"],
        values: &["path", "literalpath", "depth", "encoding", "inputobject"],
        places: 1,
        switches: COMMON,
        does: |a| written(a, ">"),
    },
    Row {
        names: &["tee-object", "tee"],
        values: &["filepath", "literalpath", "variable", "inputobject"],
        places: 1,
        switches: COMMON,
        does: |a| each(a, if a.has("append") { "tee -a --" } else { "tee --" }),
    },
    Row {
        names: &["clear-content", "clc"],
        values: &["path", "literalpath", "filter"],
        places: 1,
        switches: COMMON,
        does: |a| written(a, ">"),
    },
    Row {
        names: &["new-item", "ni"],
        values: &["path", "name", "itemtype", "value", "type", "target"],
        places: 1,
        switches: COMMON,
        does: made,
    },
    Row {
        names: &["mkdir", "md"],
        values: &["path", "name"],
        places: 1,
        switches: &["p", "force", "whatif"],
        does: |a| each(a, "mkdir -p --"),
    },
    Row {
        names: &["remove-item", "ri", "rm", "rmdir", "del", "erase", "rd"],
        values: &["path", "literalpath", "filter", "include", "exclude", "erroraction"],
        places: 1,
        switches: &["recurse", "force", "whatif", "confirm", "verbose", "r", "rf", "fr", "f"],
        does: removed,
    },
    Row {
        names: &["move-item", "mi", "mv", "move"],
        values: &["path", "destination", "literalpath", "filter"],
        places: 2,
        switches: COMMON,
        does: |a| to(a, "mv --", true),
    },
    Row {
        names: &["copy-item", "ci", "cpi", "cp", "copy"],
        values: &["path", "destination", "literalpath", "filter", "tosession", "fromsession"],
        places: 2,
        switches: COMMON,
        does: |a| to(a, "cp -r --", true),
    },
    Row {
        names: &["rename-item", "rni", "ren"],
        values: &["path", "newname", "literalpath"],
        places: 2,
        switches: COMMON,
        does: renamed,
    },
    Row {
        names: &["invoke-webrequest", "iwr", "invoke-restmethod", "irm"],
        values: &["uri", "outfile", "method", "headers", "body", "infile", "contenttype", "useragent"],
        places: 1,
        switches: &["usebasicparsing", "passthru", "resume"],
        does: downloaded,
    },
    Row {
        names: &["expand-archive"],
        values: &["path", "destinationpath", "literalpath"],
        places: 2,
        switches: COMMON,
        does: unpacked,
    },
    Row {
        names: &["compress-archive"],
        values: &["path", "destinationpath", "literalpath", "compressionlevel"],
        places: 2,
        switches: &["update", "force", "whatif"],
        does: packed,
    },
    Row {
        names: &["pwsh", "pwsh.exe", "powershell", "powershell.exe"],
        values: &["command", "c", "file", "executionpolicy", "ep", "ex", "workingdirectory", "outputformat"],
        places: 0,
        switches: &["noprofile", "nop", "noninteractive", "noni", "nologo", "nol", "login", "sta", "mta"],
        does: started,
    },
    Row {
        names: &["start-transcript"],
        values: &["path", "literalpath", "outputdirectory"],
        places: 1,
        switches: COMMON,
        does: |a| written(a, if a.has("append") { ">>" } else { ">" }),
    },
    Row {
        names: &["invoke-expression", "iex"],
        values: &["command"],
        places: 1,
        switches: &[],
        does: evaluated,
    },
];

/// The same in Bash's words; `None` if the table does not know the name.
pub(super) fn told(name: &str, words: &[(&Word, bool)]) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    // In Windows PowerShell these are aliases, elsewhere programs with options of their own.
    let is_download =
        matches!(lower.as_str(), "curl" | "wget") && words.iter().any(|(word, _)| is_out_file(word));
    let lower = if is_download { "iwr".to_owned() } else { lower };
    let row = TABLE.iter().find(|row| row.names.contains(&lower.as_str()))?;
    let arguments = Arguments::of(row, words);
    Some(if arguments.has("whatif") { ":".to_owned() } else { (row.does)(&arguments) })
}

fn is_out_file(word: &Word) -> bool {
    word.bare && word.known().is_some_and(|text| text.to_ascii_lowercase().starts_with("-outf"))
}

/// A static method of the classes that write files.
pub(super) fn method(class: &str, method: &str, arguments: &[Word]) -> Option<String> {
    let class = class.strip_prefix("system.").unwrap_or(class);
    let path = |index: usize| arguments.get(index).map(|word| word.path(false));
    Some(match (class, method) {
        (
            "io.file",
            "writealltext" | "writealllines" | "writeallbytes" | "create" | "createtext" | "openwrite",
        ) => {
            format!("cat > {}", path(0)?)
        }
        ("io.streamwriter", "new") => format!("cat > {}", path(0)?),
        ("io.file", "appendalltext" | "appendalllines" | "appendtext") => format!("cat >> {}", path(0)?),
        ("io.file", "delete") => format!("rm -f -- {}", path(0)?),
        ("io.directory", "delete") => format!("rm -rf -- {}", path(0)?),
        ("io.directory", "createdirectory") => format!("mkdir -p -- {}", path(0)?),
        ("io.file" | "io.directory", "move") => format!("mv -T -- {} {}", path(0)?, path(1)?),
        ("io.file", "copy") => format!("cp -T -- {} {}", path(0)?, path(1)?),
        _ => return None,
    })
}

/// A cmdlet's arguments, by parameter.
struct Arguments<'w> {
    values: Vec<(&'static str, Vec<&'w Word>)>,
    switches: Vec<&'static str>,
}

impl<'w> Arguments<'w> {
    fn of(row: &Row, words: &[(&'w Word, bool)]) -> Self {
        let mut arguments = Self { values: Vec::new(), switches: Vec::new() };
        let mut open: Option<&'static str> = None;
        let mut sets = false;
        for (word, joined) in words {
            if *joined && open.is_none() {
                if let Some((_, list)) = arguments.values.last_mut() {
                    list.push(word);
                }
                continue;
            }
            if let Some(name) = open.take() {
                arguments.values.push((name, vec![word]));
                continue;
            }
            if std::mem::take(&mut sets) {
                // `-Switch:$false` takes it back.
                if word.pieces == [Piece::Truth(false)] {
                    arguments.switches.pop();
                }
                continue;
            }
            match parameter(row, word) {
                Some(Parameter::Value(name)) => open = Some(name),
                Some(Parameter::Switch(name)) => {
                    arguments.switches.push(name);
                    sets = word.takes_next;
                }
                Some(Parameter::Unknown) => {
                    if word.takes_next {
                        open = Some(NOWHERE);
                    }
                }
                None => {
                    let taken = |name: &&&str| !arguments.values.iter().any(|(other, _)| *other == **name);
                    // More words than parameters have no place of their own.
                    let places = if arguments.values.len() > row.values.len() { 0 } else { row.places };
                    let place = row.values.iter().take(places).find(taken);
                    arguments.values.push((place.copied().unwrap_or("path"), vec![word]));
                }
            }
        }
        arguments
    }

    fn has(&self, switch: &str) -> bool {
        self.switches.contains(&switch)
    }

    fn list(&self, name: &str) -> Vec<&'w Word> {
        self.values
            .iter()
            .filter(|(other, _)| *other == name)
            .flat_map(|(_, list)| list.iter().copied())
            .collect()
    }

    fn first(&self, name: &str) -> Option<&'w Word> {
        self.list(name).first().copied()
    }

    /// The paths that are named, as Bash writes them; globs match but in literal ones.
    fn paths(&self) -> Vec<String> {
        let globs = ["path", "filepath"].iter().flat_map(|name| self.list(name)).map(|word| word.path(true));
        globs.chain(self.list("literalpath").into_iter().map(|word| word.path(false))).collect()
    }
}

/// The value of a parameter that says nothing about files.
const NOWHERE: &str = "";

enum Parameter {
    Value(&'static str),
    Switch(&'static str),
    Unknown,
}

/// A parameter by its name or the start of it; `-Name:value` is cut apart where words are read.
fn parameter(row: &Row, word: &Word) -> Option<Parameter> {
    let name = word.known().filter(|_| word.bare)?;
    let name = name.strip_prefix('-').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let name = name.to_ascii_lowercase();
    let exact = |list: &'static [&'static str]| list.iter().find(|other| **other == name).copied();
    let common = || COMMON_SWITCHES.iter().find(|(other, _)| *other == name).map(|(_, long)| *long);
    if let Some(name) = exact(row.values) {
        return Some(Parameter::Value(name));
    }
    if let Some(name) = exact(row.switches).or_else(common) {
        return Some(Parameter::Switch(name));
    }
    if exact(COMMON_VALUES).is_some() {
        return Some(Parameter::Value(NOWHERE));
    }
    // A start that fits several names is an error, and for a program of the same name an option of its own.
    let values = row.values.iter().map(|name| (*name, Parameter::Value(name)));
    let common_values = COMMON_VALUES.iter().map(|name| (*name, Parameter::Value(NOWHERE)));
    let common_switches = COMMON_SWITCHES.iter().filter(|(name, long)| name == long);
    let switches = row.switches.iter().chain(common_switches.map(|(name, _)| name));
    let switches = switches.map(|name| (*name, Parameter::Switch(name)));
    let mut fits = values.chain(common_values).chain(switches).filter(|(other, _)| other.starts_with(&name));
    let first = fits.next();
    let is_unique = first.as_ref().is_some_and(|(name, _)| fits.all(|(other, _)| other == *name));
    Some(first.filter(|_| is_unique).map_or(Parameter::Unknown, |(_, parameter)| parameter))
}

fn one(arguments: &Arguments<'_>, command: &str) -> String {
    match arguments.paths().first() {
        Some(path) => format!("{command} {path}"),
        None => format!("cd \"$({MAYBE})\""),
    }
}

fn each(arguments: &Arguments<'_>, command: &str) -> String {
    let paths = arguments.paths();
    if paths.is_empty() { "cat".to_owned() } else { format!("{command} {}", paths.join(" ")) }
}

/// A file's content: known only if one word is given. Several files get it from one `tee`, so that the text stands once.
fn written(arguments: &Arguments<'_>, operator: &str) -> String {
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

fn made(arguments: &Arguments<'_>) -> String {
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

fn removed(arguments: &Arguments<'_>) -> String {
    let recursive = ["recurse", "r", "rf", "fr"].iter().any(|switch| arguments.has(switch));
    each(arguments, if recursive { "rm -rf --" } else { "rm -f --" })
}

fn to(arguments: &Arguments<'_>, command: &str, globs: bool) -> String {
    let mut words = if globs { arguments.paths() } else { Vec::new() };
    if words.is_empty() {
        words.push(format!("\"$({MAYBE})\""));
    }
    // Without a destination things land in the current directory.
    words.push(arguments.first("destination").map_or_else(|| ".".to_owned(), |word| word.path(false)));
    format!("{command} {}", words.join(" "))
}

fn renamed(arguments: &Arguments<'_>) -> String {
    let path = arguments.paths().first().filter(|path| path.len() <= TWICE_CAP).cloned();
    let (Some(path), Some(name)) = (path, arguments.first("newname")) else { return MAYBE.to_owned() };
    format!("mv -T -- {path} \"$(dirname -- {path})\"/{}", name.path(false))
}

fn downloaded(arguments: &Arguments<'_>) -> String {
    match arguments.first("outfile") {
        Some(file) => format!("cat > {}", file.path(false)),
        None => MAYBE.to_owned(),
    }
}

fn unpacked(arguments: &Arguments<'_>) -> String {
    let archive = arguments.paths().first().cloned().unwrap_or_else(|| "x.zip".to_owned());
    match arguments.first("destinationpath") {
        Some(directory) => format!("unzip -o {archive} -d {}", directory.path(false)),
        None => format!("unzip -o {archive}"),
    }
}

fn packed(arguments: &Arguments<'_>) -> String {
    arguments
        .first("destinationpath")
        .map_or_else(|| MAYBE.to_owned(), |file| format!("cat > {}", file.path(false)))
}

/// Another PowerShell: the text of its command is read where all of it is known.
fn started(arguments: &Arguments<'_>) -> String {
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
fn evaluated(arguments: &Arguments<'_>) -> String {
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
