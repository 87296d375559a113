//! Where agents keep the hooks that call the guard: one table for those who write them and those who protect them.
//!
//! Owns the places. What stands in a file is the setup's affair, whether an agent may write it is `self-protect`'s.

/// Whose settings a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// the user's own, for all projects
    User,
    /// the project's, shared with others
    Project,
    /// the user's own in one project, not shared
    Local,
}

impl Scope {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }
}

/// A file in which an agent keeps hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HookFile {
    /// The agent's id.
    pub agent: &'static str,
    /// Whose settings it holds.
    pub scope: Scope,
    /// The path below the home directory, or below the project's root. A `*` as a file's stem stands for every file there.
    pub path: &'static str,
    /// A variable of the environment that names another directory for the first part of the path.
    pub variable: Option<Variable>,
}

/// A directory that the environment may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The variable.
    pub name: &'static str,
    /// The part of the path that its value replaces.
    pub replaces: &'static str,
}

const fn user(agent: &'static str, path: &'static str) -> HookFile {
    HookFile { agent, scope: Scope::User, path, variable: None }
}

const fn moved(
    agent: &'static str,
    path: &'static str,
    name: &'static str,
    replaces: &'static str,
) -> HookFile {
    HookFile { agent, scope: Scope::User, path, variable: Some(Variable { name, replaces }) }
}

const fn project(agent: &'static str, path: &'static str) -> HookFile {
    HookFile { agent, scope: Scope::Project, path, variable: None }
}

const fn local(agent: &'static str, path: &'static str) -> HookFile {
    HookFile { agent, scope: Scope::Local, path, variable: None }
}

/// All files that the setup writes. Where an agent has several in one scope, the first that is there counts.
pub static HOOK_FILES: &[HookFile] = &[
    moved("amp", ".config/amp/plugins/willwrite.ts", "XDG_CONFIG_HOME", ".config"),
    project("amp", ".amp/plugins/willwrite.ts"),
    user("antigravity", ".gemini/config/hooks.json"),
    project("antigravity", ".agents/hooks.json"),
    moved("claude-code", ".claude/settings.json", "CLAUDE_CONFIG_DIR", ".claude"),
    project("claude-code", ".claude/settings.json"),
    local("claude-code", ".claude/settings.local.json"),
    user("cline", "Documents/Cline/Hooks/PreToolUse"),
    project("cline", ".clinerules/hooks/PreToolUse"),
    moved("codex", ".codex/hooks.json", "CODEX_HOME", ".codex"),
    project("codex", ".codex/hooks.json"),
    moved("copilot-cli", ".copilot/hooks/willwrite.json", "COPILOT_HOME", ".copilot"),
    project("copilot-cli", ".github/hooks/willwrite.json"),
    user("cursor", ".cursor/hooks.json"),
    project("cursor", ".cursor/hooks.json"),
    user("factory-droid", ".factory/hooks.json"),
    user("factory-droid", ".factory/settings.json"),
    project("factory-droid", ".factory/hooks.json"),
    project("factory-droid", ".factory/settings.json"),
    user("gemini-cli", ".gemini/settings.json"),
    project("gemini-cli", ".gemini/settings.json"),
    user("kiro", ".kiro/agents/*.json"),
    project("kiro", ".kiro/agents/*.json"),
    moved("opencode", ".config/opencode/plugins/willwrite.js", "XDG_CONFIG_HOME", ".config"),
    project("opencode", ".opencode/plugins/willwrite.js"),
    user("qwen-code", ".qwen/settings.json"),
    project("qwen-code", ".qwen/settings.json"),
    project("vscode-copilot", ".github/hooks/willwrite-vscode.json"),
    user("windsurf", ".codeium/windsurf/hooks.json"),
    project("windsurf", ".windsurf/hooks.json"),
];

/// Further places that hold hooks, switch them off or are the guard's own settings: the end of a path, whole
/// components. A `/` at the end stands for all below.
static OTHER_PLACES: &[&str] = &[
    ".agent/hooks.json",
    ".amp/plugins/",
    ".antigravity/hooks.json",
    ".claude/hooks/",
    ".claude/plugins/",
    ".clinerules/hooks/",
    ".codex/config.toml",
    ".config/amp/plugins/",
    ".config/amp/settings.json",
    ".config/opencode/plugin/",
    ".config/opencode/plugins/",
    ".copilot/config.json",
    ".copilot/hooks/",
    ".factory/hooks/hooks.json",
    ".github/copilot/settings.json",
    ".github/copilot/settings.local.json",
    ".github/hooks/",
    ".kiro/agents/",
    ".kiro/hooks/",
    ".opencode/plugin/",
    ".opencode/plugins/",
    ".willwrite.toml",
    "Cline/Hooks/",
    "willwrite/config.toml",
];

/// The ends of all paths that an agent must leave alone where `self-protect` is on.
pub fn protected_ends() -> impl Iterator<Item = &'static str> {
    let files = HOOK_FILES.iter().map(|file| file.path).filter(|path| !path.contains('*'));
    files.chain(OTHER_PLACES.iter().copied())
}

impl HookFile {
    /// The path, absolute, as a home directory, a project's root and the environment have it. `None` where its base is
    /// not known.
    #[must_use]
    pub fn locate(
        &self,
        home: Option<&str>,
        project: Option<&str>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let moved = self.variable.and_then(|moved| {
            let directory = variable(moved.name).filter(|value| value.starts_with('/'))?;
            Some(format!("{}{}", directory.trim_end_matches('/'), self.path.strip_prefix(moved.replaces)?))
        });
        let base = if self.scope == Scope::User { home } else { project };
        moved.or_else(|| Some(format!("{}/{}", base?.trim_end_matches('/'), self.path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(OTHER_PLACES.is_sorted());
        assert!(HOOK_FILES.is_sorted_by_key(|file| (file.agent, file.scope)));
    }

    #[test]
    fn a_variable_moves_the_user_s_file_and_no_other() {
        let file = |scope| {
            *HOOK_FILES.iter().find(|file| file.agent == "claude-code" && file.scope == scope).unwrap()
        };
        let variable = |name: &str| (name == "CLAUDE_CONFIG_DIR").then(|| "/c/".to_owned());
        let located = |scope, variable: &dyn Fn(&str) -> Option<String>| {
            file(scope).locate(Some("/h"), Some("/w"), variable)
        };
        assert_eq!(located(Scope::User, &variable).as_deref(), Some("/c/settings.json"));
        assert_eq!(located(Scope::User, &|_| None).as_deref(), Some("/h/.claude/settings.json"));
        assert_eq!(located(Scope::Project, &variable).as_deref(), Some("/w/.claude/settings.json"));
        assert_eq!(file(Scope::User).locate(None, Some("/w"), |_| None), None);
    }
}
