//! The patch format of Codex and those that took it over: files added, deleted, updated and moved.
//!
//! Owns the reading of a patch's text into file edits. How an update finds its place in a file stands in
//! [`edit`](crate::edit). A patch that its tool would refuse as a whole is judged as far as it can be read: whoever reads
//! it more leniently still writes those files.

use crate::edit::{Change, FileEdit, Hunk};
use crate::guard::call::Tool;

/// More files of a patch are not judged.
const FILES_CAP: usize = 20_000;

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const ADD: &str = "*** Add File:";
const DELETE: &str = "*** Delete File:";
const UPDATE: &str = "*** Update File:";
const MOVE: &str = "*** Move to:";
const END_OF_FILE: &str = "*** End of File";

/// Reads a patch's text.
pub(super) fn read(text: &str) -> Tool {
    let mut edits: Vec<FileEdit> = Vec::new();
    let mut lines = body(text).peekable();
    while let Some(line) = lines.next() {
        let head = line.trim();
        let mut block = Vec::new();
        let is_head = [ADD, DELETE, UPDATE].iter().any(|word| head.starts_with(word));
        if !is_head {
            continue;
        }
        while let Some(next) = lines.next_if(|next| !starts_file(next)) {
            block.push(next);
        }
        edits.extend(file(head, &block));
        if edits.len() >= FILES_CAP {
            break;
        }
    }
    if edits.is_empty() { Tool::Malformed("the patch names no file".to_owned()) } else { Tool::Files(edits) }
}

/// A file that goes to another place, its lines changed on the way.
pub(super) fn moved(from: &str, to: &str, hunks: Vec<Hunk>) -> Vec<FileEdit> {
    let (from, to) = (from.to_owned(), to.to_owned());
    let gone = FileEdit { path: from.clone(), change: Change::MovedAway { to: to.clone() } };
    vec![gone, FileEdit { path: to, change: Change::MovedHere { from, hunks } }]
}

/// The lines between begin and end; a patch without them is read whole.
fn body(text: &str) -> impl Iterator<Item = &str> {
    let whole = !text.lines().any(|line| line.trim() == BEGIN);
    text.lines().skip_while(move |line| !whole && line.trim() != BEGIN).take_while(|line| line.trim() != END)
}

fn starts_file(line: &str) -> bool {
    let line = line.trim_start();
    [ADD, DELETE, UPDATE].iter().any(|word| line.starts_with(word))
}

fn file(head: &str, block: &[&str]) -> Vec<FileEdit> {
    let path = |word: &str| head.strip_prefix(word).map(|path| path.trim().to_owned());
    if let Some(path) = path(ADD) {
        let content = block.iter().filter_map(|line| line.strip_prefix('+')).fold(
            String::new(),
            |mut content, line| {
                content.push_str(line);
                content.push('\n');
                content
            },
        );
        return vec![FileEdit { path, change: Change::Write { content } }];
    }
    if let Some(path) = path(DELETE) {
        return vec![FileEdit { path, change: Change::Delete }];
    }
    let Some(path) = path(UPDATE) else { return Vec::new() };
    let to = block.iter().find_map(|line| line.trim().strip_prefix(MOVE)).map(str::trim);
    let hunks = hunks(block);
    match to {
        Some(to) => moved(&path, to, hunks),
        None => vec![FileEdit { path, change: Change::Patch(hunks) }],
    }
}

fn hunks(block: &[&str]) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut open = false;
    for line in block.iter().filter(|line| !line.trim_start().starts_with(MOVE)) {
        let bare = line.trim_end();
        if bare == END_OF_FILE {
            if let Some(hunk) = hunks.last_mut() {
                hunk.at_end = true;
            }
            open = false;
            continue;
        }
        if bare == "@@" || bare.starts_with("@@ ") {
            let context = bare.strip_prefix("@@ ").map(str::to_owned);
            // Several headings in a row lead from the outer to the inner place.
            match hunks.last_mut().filter(|hunk| hunk.old.is_empty() && hunk.new.is_empty()) {
                Some(hunk) => hunk.contexts.extend(context),
                None => hunks.push(Hunk { contexts: context.into_iter().collect(), ..Hunk::default() }),
            }
            open = true;
            continue;
        }
        if !open {
            hunks.push(Hunk::default());
            open = true;
        }
        if let Some(hunk) = hunks.last_mut() {
            add(hunk, line);
        }
    }
    hunks
}

/// One line of a hunk; a bare empty one is an empty line of context.
fn add(hunk: &mut Hunk, line: &str) {
    let mut chars = line.chars();
    let sign = chars.next();
    let rest = chars.as_str().to_owned();
    match sign {
        Some('+') => hunk.new.push(rest),
        Some('-') => hunk.old.push(rest),
        Some(' ') | None => {
            hunk.old.push(rest.clone());
            hunk.new.push(rest);
        }
        Some(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(path: &str, change: Change) -> FileEdit {
        FileEdit { path: path.into(), change }
    }

    fn texts(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn reads_every_operation() {
        let patch = "*** Begin Patch\n*** Add File: new.txt\n+a\n+\n*** Delete File: old.txt\n\
                     *** Update File: src/a.py\n*** Move to: src/b.py\n@@ class A:\n@@ def f():\n     x = 1\n-    return 1\n+    return 2\n\
                     *** Update File: c.txt\n@@\n-1\n+2\n@@\n 3\n+4\n*** End of File\n*** End Patch\n";
        let first = Hunk {
            contexts: texts(&["class A:", "def f():"]),
            old: texts(&["    x = 1", "    return 1"]),
            new: texts(&["    x = 1", "    return 2"]),
            at_end: false,
        };
        let one = Hunk { old: texts(&["1"]), new: texts(&["2"]), ..Hunk::default() };
        let two = Hunk { old: texts(&["3"]), new: texts(&["3", "4"]), at_end: true, ..Hunk::default() };
        let expected = vec![
            edit("new.txt", Change::Write { content: "a\n\n".into() }),
            edit("old.txt", Change::Delete),
            edit("src/a.py", Change::MovedAway { to: "src/b.py".into() }),
            edit("src/b.py", Change::MovedHere { from: "src/a.py".into(), hunks: vec![first] }),
            edit("c.txt", Change::Patch(vec![one, two])),
        ];
        assert_eq!(read(patch), Tool::Files(expected));
    }

    #[test]
    fn a_wrapped_patch_and_one_without_its_frame_are_read() {
        let expected = Tool::Files(vec![edit("a", Change::Delete)]);
        assert_eq!(read("<<'EOF'\n*** Begin Patch\n  *** Delete File: a  \n*** End Patch\nEOF\n"), expected);
        assert_eq!(read("*** Delete File: a"), expected);
        assert_eq!(read("nothing"), Tool::Malformed("the patch names no file".into()));
    }
}
