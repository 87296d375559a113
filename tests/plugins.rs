//! The plugin files, run as their agents run them: by node, with the built binary behind them.
#![allow(
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may panic and runs programs"
)]
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use willwrite::guard::protocol::find;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn has_node() -> bool {
    let found = Command::new("node").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: node is not installed");
    }
    found
}

/// Repositories on main and on topic, of which only what the hook reads is there.
fn scene() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for branch in ["main", "topic"] {
        let git = folder.path().join(branch).join(".git");
        fs::create_dir_all(git.join("refs/heads")).unwrap();
        fs::create_dir_all(git.join("objects")).unwrap();
        fs::write(git.join("HEAD"), format!("ref: refs/heads/{branch}\n")).unwrap();
    }
    folder
}

/// Runs a module with the plugin beside it; gives back what it prints.
fn node(scene: &TempDir, plugin: &str, driver: &str, binary: &str) -> String {
    fs::copy(root().join(plugin), scene.path().join("plugin.mjs")).unwrap();
    fs::write(scene.path().join("driver.mjs"), driver).unwrap();
    let output = Command::new("node")
        .arg("driver.mjs")
        .current_dir(scene.path())
        .env("WILLWRITE_BIN", binary)
        .env("HOME", scene.path())
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

const OPENCODE: &str = r#"
import { Willwrite } from "./plugin.mjs"
for (const place of ["main", "topic"]) {
  const plugin = await Willwrite({ directory: `${process.cwd()}/${place}` })
  const call = { tool: "bash", sessionID: "s", callID: "c" }
  try {
    await plugin["tool.execute.before"](call, { args: { command: "echo x > a.txt" } })
    console.log(`${place} passes`)
  } catch (error) {
    console.log(`${place} ${error.message.split(":")[0]}`)
  }
  await plugin["tool.execute.after"]({ ...call, args: { command: "ls" } }, { output: "a" })
}
"#;

const AMP: &str = r#"
import willwrite from "./plugin.mjs"
const handlers = {}
willwrite({ on: (event, handler) => { handlers[event] = handler } })
for (const place of ["main", "topic"]) {
  const input = { cmd: "echo x > a.txt", cwd: `${process.cwd()}/${place}` }
  const answer = await handlers["tool.call"]({ tool: "Bash", input, toolUseID: "t" })
  console.log(`${place} ${answer.action} ${(answer.message ?? "").split(":")[0]}`.trim())
}
"#;

#[test]
fn opencode_s_plugin_throws_where_main_is_checked_out() {
    if has_node() {
        let answers =
            node(&scene(), "plugins/opencode/willwrite.js", OPENCODE, env!("CARGO_BIN_EXE_willwrite"));
        assert_eq!(answers, "main BLOCKED [guard-main]\ntopic passes\n");
    }
}

#[test]
fn amp_s_plugin_rejects_where_main_is_checked_out() {
    if has_node() {
        let answers = node(&scene(), "plugins/amp/willwrite.ts", AMP, env!("CARGO_BIN_EXE_willwrite"));
        assert_eq!(answers, "main reject-and-continue BLOCKED [guard-main]\ntopic allow\n");
    }
}

/// A binary that is gone must not lock people out of their tools.
#[test]
fn plugins_without_their_binary_let_calls_pass() {
    if has_node() {
        let gone = "/nowhere/willwrite";
        let opencode = node(&scene(), "plugins/opencode/willwrite.js", OPENCODE, gone);
        assert_eq!(opencode, "main passes\ntopic passes\n");
        assert_eq!(node(&scene(), "plugins/amp/willwrite.ts", AMP, gone), "main allow\ntopic allow\n");
    }
}

/// Claude Code's plugin names the tools of the table, and no event that an old version does not know.
#[test]
fn claude_code_s_plugin_follows_the_table_of_agents() {
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(root().join(name)).unwrap()).unwrap()
    };
    let plugin = read(".claude-plugin/plugin.json");
    let market = read(".claude-plugin/marketplace.json");
    for version in [&plugin["version"], &market["plugins"][0]["version"]] {
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
    assert_eq!((&plugin["name"], &market["plugins"][0]["name"]), (&"willwrite".into(), &"willwrite".into()));
    let hooks = read("hooks/hooks.json");
    let events: Vec<&String> = hooks["hooks"].as_object().unwrap().keys().collect();
    assert_eq!(events, ["PreToolUse"]);
    let groups = hooks["hooks"]["PreToolUse"].as_array().unwrap();
    let matchers: Vec<&str> = groups.iter().map(|group| group["matcher"].as_str().unwrap()).collect();
    let before = &find("claude-code").unwrap().hooks[0];
    assert_eq!(matchers, [before.tools.join("|").as_str(), before.servers.unwrap()]);
    for group in groups {
        assert_eq!(group["hooks"][0]["command"], "willwrite hook --agent claude-code");
    }
}
