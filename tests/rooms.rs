//! The rooms' one-way rule: what a room's files may `use` of the crate, as a table.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may panic and reads the sources")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A room and the rooms that it may use, besides itself; from the ground up.
const ROOMS: &[(&str, &[&str])] = &[
    ("span", &[]),
    ("lexer", &["span"]),
    ("syntax", &["span", "lexer"]),
    ("value", &["span"]),
    ("intent", &["span"]),
    ("world", &[]),
    ("commands", &["span", "value", "intent"]),
    ("programs", &["span", "value", "intent", "world", "commands"]),
    ("analysis", &["span", "lexer", "syntax", "value", "intent", "world", "commands", "programs"]),
    ("edit", &[]),
    ("checkers", &["span", "lexer", "syntax"]),
    ("history", &[]),
    ("guard", &["span", "intent", "world", "commands", "analysis", "edit", "checkers", "history"]),
    ("corpus", &["guard", "world"]),
    ("setup", &["guard", "world", "corpus"]),
    (
        "cli",
        &[
            "span", "lexer", "syntax", "value", "intent", "world", "commands", "programs", "analysis",
            "edit", "checkers", "history", "guard", "corpus", "setup",
        ],
    ),
];

/// A policy sees intents, edits and settings: never tokens, trees or the commands' table.
const POLICY: &[&str] = &["span", "intent", "world", "edit", "checkers", "history", "guard"];

#[test]
fn rooms_use_only_rooms_below_them() {
    let table: BTreeMap<&str, &[&str]> = ROOMS.iter().copied().collect();
    let mut faults = Vec::new();
    for file in sources() {
        let room = room_of(&file);
        if matches!(room.as_str(), "lib" | "main") {
            continue;
        }
        let Some(allowed) = table.get(room.as_str()) else {
            faults.push(format!("{}: the room {room} is not in the table", file.display()));
            continue;
        };
        let is_policy = file.starts_with(source_root().join("guard/policy"));
        let allowed = if is_policy { POLICY } else { allowed };
        for used in used_rooms(&fs::read_to_string(&file).unwrap()) {
            if used != room && !allowed.contains(&used.as_str()) {
                faults.push(format!("{}: {room} may not use {used}", file.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_goes_one_way() {
    let mut below = BTreeSet::new();
    for (room, uses) in ROOMS {
        for used in *uses {
            assert!(below.contains(used), "{room} uses {used}, which does not stand below it");
        }
        below.insert(*room);
    }
}

#[test]
fn uses_are_found_in_every_spelling() {
    let text = "use crate::span::Span;\nuse crate::{\n    intent::{Place, WriteIntent},\n    world::World,\n};\n\
                fn f() { crate::edit::apply(); }\n// use crate::cli::run;\n";
    let used: Vec<_> = used_rooms(text).into_iter().collect();
    assert_eq!(used, ["edit", "intent", "span", "world"]);
}

/// The library's rooms that a text names by `crate::…`, its comments and its tests left out.
fn used_rooms(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap()).collect();
    let code = lines.join("\n");
    let mut rooms = BTreeSet::new();
    for part in code.split("crate::").skip(1) {
        match part.strip_prefix('{') {
            Some(group) => rooms.extend(top_names(group)),
            None => rooms.extend(name_at(part)),
        }
    }
    rooms
}

/// The first names of a brace group: `intent` and `world` of `intent::{A, B}, world::C}`.
fn top_names(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut rest) = (0, group);
    names.extend(name_at(rest.trim_start()));
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.extend(name_at(rest.trim_start())),
            _ => {}
        }
    }
    names
}

/// The name of a module at the start of a path, if there is one (types begin with a capital).
fn name_at(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

fn source_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn room_of(file: &Path) -> String {
    let below = file.strip_prefix(source_root()).unwrap();
    let first = below.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![source_root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 10, "the sources are not where they were");
    files
}
