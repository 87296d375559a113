//! Which agents' tools do what, as a table: the kind decides how a call's input and output are read and cut.

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolKind {
    /// runs a shell command
    Shell,
    /// writes a file whole
    Write,
    /// changes a file in places
    Edit,
    /// applies a patch that names its files itself
    Patch,
    /// reads a file
    Read,
    /// looks for text or names
    Search,
    /// fetches an address
    Fetch,
    /// anything else
    Other,
}

/// One tool. Rows are sorted by name.
struct Row {
    name: &'static str,
    kind: ToolKind,
}

const fn row(name: &'static str, kind: ToolKind) -> Row {
    Row { name, kind }
}

/// Names as the agents send them: Claude Code (`Bash`), Codex (`Bash`, `apply_patch`), Gemini CLI and Qwen Code
/// (`run_shell_command`), Cursor (`Shell`), Copilot (`bash`), VS Code (`runTerminalCommand`), Cline
/// (`execute_command`), Kiro (`execute_bash`), Droid (`Execute`), Antigravity (`run_command`), OpenCode (`bash`).
const TOOLS: &[Row] = &[
    row("ApplyPatch", ToolKind::Patch),
    row("Bash", ToolKind::Shell),
    row("Create", ToolKind::Write),
    row("Delete", ToolKind::Edit),
    row("Edit", ToolKind::Edit),
    row("Execute", ToolKind::Shell),
    row("Glob", ToolKind::Search),
    row("Grep", ToolKind::Search),
    row("LS", ToolKind::Search),
    row("Monitor", ToolKind::Shell),
    row("MultiEdit", ToolKind::Edit),
    row("NotebookEdit", ToolKind::Edit),
    row("NotebookRead", ToolKind::Read),
    row("PowerShell", ToolKind::Shell),
    row("Read", ToolKind::Read),
    row("Shell", ToolKind::Shell),
    row("StrReplace", ToolKind::Edit),
    row("WebFetch", ToolKind::Fetch),
    row("WebSearch", ToolKind::Search),
    row("Write", ToolKind::Write),
    row("applyPatch", ToolKind::Patch),
    row("apply_patch", ToolKind::Patch),
    row("bash", ToolKind::Shell),
    row("create", ToolKind::Write),
    row("createFile", ToolKind::Write),
    row("create_file", ToolKind::Write),
    row("edit", ToolKind::Edit),
    row("edit_file", ToolKind::Edit),
    row("edit_notebook_file", ToolKind::Edit),
    row("exec", ToolKind::Shell),
    row("execute_bash", ToolKind::Shell),
    row("execute_command", ToolKind::Shell),
    row("fs_read", ToolKind::Read),
    row("fs_write", ToolKind::Write),
    row("glob", ToolKind::Search),
    row("grep", ToolKind::Search),
    row("grep_search", ToolKind::Search),
    row("insert_edit_into_file", ToolKind::Edit),
    row("list_directory", ToolKind::Search),
    row("monitor", ToolKind::Shell),
    row("multi_replace_file_content", ToolKind::Edit),
    row("multi_replace_string_in_file", ToolKind::Edit),
    row("multiedit", ToolKind::Edit),
    row("notebook_edit", ToolKind::Edit),
    row("patch", ToolKind::Patch),
    row("powershell", ToolKind::Shell),
    row("read", ToolKind::Read),
    row("read_file", ToolKind::Read),
    row("replace", ToolKind::Edit),
    row("replaceString", ToolKind::Edit),
    row("replace_file_content", ToolKind::Edit),
    row("replace_in_file", ToolKind::Edit),
    row("replace_string_in_file", ToolKind::Edit),
    row("runInTerminal", ToolKind::Shell),
    row("runTerminalCommand", ToolKind::Shell),
    row("run_command", ToolKind::Shell),
    row("run_commands", ToolKind::Shell),
    row("run_in_terminal", ToolKind::Shell),
    row("run_shell_command", ToolKind::Shell),
    row("search_file_content", ToolKind::Search),
    row("search_files", ToolKind::Search),
    row("shell", ToolKind::Shell),
    row("str_replace_editor", ToolKind::Edit),
    row("undo_edit", ToolKind::Edit),
    row("view", ToolKind::Read),
    row("view_file", ToolKind::Read),
    row("web_fetch", ToolKind::Fetch),
    row("webfetch", ToolKind::Fetch),
    row("write", ToolKind::Write),
    row("write_file", ToolKind::Write),
    row("write_to_file", ToolKind::Write),
];

/// The kind of a tool by its name, case and all.
///
/// ```
/// use willwrite::history::tools::{ToolKind, kind};
/// assert_eq!(kind("run_shell_command"), ToolKind::Shell);
/// assert_eq!(kind("mcp__files__read"), ToolKind::Other);
/// ```
#[must_use]
pub fn kind(tool: &str) -> ToolKind {
    match TOOLS.binary_search_by(|row| row.name.cmp(tool)) {
        Ok(index) => TOOLS.get(index).map_or(ToolKind::Other, |row| row.kind),
        Err(_) => ToolKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_unique() {
        assert!(TOOLS.windows(2).all(|pair| pair[0].name < pair[1].name));
    }

    #[test]
    fn names_are_exact() {
        assert_eq!(kind("Bash"), ToolKind::Shell);
        assert_eq!(kind("BASH"), ToolKind::Other);
        assert_eq!(kind(""), ToolKind::Other);
    }
}
