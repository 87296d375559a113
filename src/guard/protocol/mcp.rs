//! Tools of servers that speak the Model Context Protocol and write files on this machine.
//!
//! Owns their rows, by the last part of a tool's name (`mcp__filesystem__write_file`, `filesystem-write_file`,
//! `MCP:write_file`, …). A server may run anywhere: only an absolute path is taken for one of this machine, unless the
//! server's name says that it works on local files.

use serde_json::Value;

use super::tool::{Does, Row, Words, apply, row};
use crate::guard::call::Tool;

const PATH: &[&str] =
    &["path", "file_path", "filePath", "relative_path", "pathInProject", "filepath", "filename"];
const CONTENT: &[&str] = &["content", "text", "contents", "file_text", "data"];
const NO_DIRECTORY: &[&str] = &["cwd", "directory", "workdir", "working_directory"];
const WORDS: Words = Words {
    old: &["oldText", "old_string", "old_str", "old_text"],
    new: &["newText", "new_string", "new_str", "new_text"],
    all: &["replace_all", "replaceAll"],
};
const TOUCH: Does = Does::Touch { path: PATH };
const WRITE: Does = Does::Write { path: PATH, content: CONTENT };
const EDIT: Does = Does::Edit { path: PATH, words: WORDS };
const EDITS: Does = Does::Edits { path: PATH, list: &["edits"], words: WORDS };
const MOVE: Does = Does::Move {
    from: &["source", "from", "source_path", "old_path"],
    to: &["destination", "to", "destination_path", "new_path"],
};
const EDITOR: Does = Does::Editor { path: PATH, content: &["file_text", "content"], words: WORDS };
const SHELL: Does = Does::Shell { command: &["command", "cmd"], directory: NO_DIRECTORY };

/// Sorted by name.
const TOOLS: &[Row] = &[
    row("append_file", TOUCH),
    row("append_to_file", TOUCH),
    row("copy_file", Does::Touch { path: &["destination", "to", "destination_path"] }),
    row("create_directory", TOUCH),
    row("create_file", WRITE),
    row("create_new_file", WRITE),
    row("create_text_file", WRITE),
    row("delete_directory", Does::Delete { path: PATH }),
    row("delete_file", Does::Delete { path: PATH }),
    row("delete_lines", TOUCH),
    row("edit_block", EDIT),
    row("edit_file", EDITS),
    row("execute_command", SHELL),
    row("insert_after_symbol", TOUCH),
    row("insert_at_line", TOUCH),
    row("insert_before_symbol", TOUCH),
    row("move_file", MOVE),
    row("remove_file", Does::Delete { path: PATH }),
    row("rename_file", MOVE),
    row("replace_content", TOUCH),
    row("replace_lines", TOUCH),
    row("replace_regex", TOUCH),
    row("replace_symbol_body", TOUCH),
    row("replace_text_in_file", EDIT),
    row("run_command", SHELL),
    row("start_process", SHELL),
    row("str_replace_based_edit_tool", EDITOR),
    row("str_replace_editor", EDITOR),
    row("write_file", WRITE),
    row("write_text_file", WRITE),
];

/// Words in the names of servers that work on this machine's files.
const LOCAL: &[&str] =
    &["file", "fs", "disk", "editor", "serena", "commander", "jetbrains", "shell", "terminal"];

/// What may stand between a server's name and its tool's.
const SEPARATORS: &[&str] = &["__", "_", "-", "/", ":", "."];

/// Reads a tool's input if its name is a server's and ends in a row's name.
pub(super) fn read(name: &str, input: &Value) -> Option<Tool> {
    let (server, row) = TOOLS
        .iter()
        .filter_map(|row| Some((server(name, row.name)?, row)))
        .max_by_key(|(_, row)| row.name.len())?;
    Some(tool(server, row, input))
}

/// Reads the input of a tool whose server is named apart.
pub(super) fn read_of(server: &str, name: &str, input: &Value) -> Tool {
    TOOLS.iter().find(|row| row.name == name).map_or(Tool::Unknown, |row| tool(server, row, input))
}

fn server<'n>(name: &'n str, tool: &str) -> Option<&'n str> {
    let head = name.strip_suffix(tool)?;
    SEPARATORS.iter().find_map(|separator| head.strip_suffix(separator)).filter(|server| !server.is_empty())
}

fn tool(server: &str, row: &Row, input: &Value) -> Tool {
    let local = is_local(server);
    match apply(row.does, input).tool {
        Tool::Files(edits) => {
            let known: Vec<_> = edits
                .into_iter()
                .filter(|edit| local || edit.path.starts_with('/') || edit.path.starts_with("~/"))
                .collect();
            if known.is_empty() { Tool::Unknown } else { Tool::Files(known) }
        }
        Tool::Shell(command) if local => Tool::Shell(command),
        _ => Tool::Unknown,
    }
}

fn is_local(server: &str) -> bool {
    let server = server.to_ascii_lowercase();
    LOCAL.iter().any(|word| server.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Change, FileEdit};
    use rstest::rstest;
    use serde_json::json;

    #[rstest]
    #[case("mcp__filesystem__write_file", "notes.md", true)]
    #[case("mcp__plugin_x_filesystem__write_file", "notes.md", true)]
    #[case("filesystem-write_file", "/w/notes.md", true)]
    #[case("MCP:write_file", "/w/notes.md", true)]
    #[case("@fs/write_file", "notes.md", true)]
    #[case("mcp__drive__write_file", "/w/notes.md", true)]
    #[case::elsewhere("mcp__drive__write_file", "notes.md", false)]
    #[case::part_of_a_word("mcp__x__overwrite_file", "/w/notes.md", false)]
    #[case::no_server("write_file", "/w/notes.md", false)]
    fn writers_are_known_by_the_end_of_their_name(
        #[case] name: &str,
        #[case] path: &str,
        #[case] writes: bool,
    ) {
        let expected =
            Tool::Files(vec![FileEdit { path: path.into(), change: Change::Write { content: "x".into() } }]);
        let found = read(name, &json!({"path": path, "content": "x"}));
        assert_eq!(found == Some(expected), writes, "{found:?}");
    }

    #[test]
    fn rows_are_sorted_and_unique() {
        assert!(TOOLS.windows(2).all(|pair| pair[0].name < pair[1].name));
    }
}
