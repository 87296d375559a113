//! Cmdlets that write, as a table: their names, their parameters, and what Bash calls the same.
//!
//! Sources: the cmdlets' pages in Microsoft.PowerShell.Management, .Utility and .Archive of PowerShell 7's manual.

mod arguments;
mod deeds;

use super::word::Word;

use arguments::Arguments;
use deeds::{
    downloaded, each, evaluated, made, one, packed, removed, renamed, started, to, unpacked, written,
};

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
