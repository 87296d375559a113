//! Where the settings' files are, and their texts: the one place of the guard that reads files and the environment.
#![expect(clippy::disallowed_methods, reason = "configuration is read before there is a world to ask")]

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::{ConfigError, Layer, Settings, Value, key, read};

/// Larger files are refused (bytes).
pub const FILE_CAP: u64 = 1 << 20;

/// The name of a repository's own file, in its root.
pub const REPOSITORY_FILE: &str = ".willwrite.toml";

/// The user's file: `$XDG_CONFIG_HOME/willwrite/config.toml`, else below `~/.config`.
#[must_use]
pub fn user_file() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let directory =
        absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
    Some(directory.join("willwrite/config.toml"))
}

/// The user's settings: from `named` if given, else from the usual place; a missing file sets nothing, but a named one
/// must be there.
///
/// # Errors
/// The file can't be read, or something in it is wrong.
pub fn user_settings(named: Option<&str>) -> Result<Settings, ConfigError> {
    let (path, required) = match named {
        Some(name) => (PathBuf::from(name), true),
        None => match user_file() {
            Some(path) => (path, false),
            None => return Ok(Settings::default()),
        },
    };
    match layer(&path)? {
        Some(layer) => Ok(Settings::of_user(layer)),
        None if required => Err(unreadable(&path, "there is no such file")),
        None => Ok(Settings::default()),
    }
}

/// What a repository's own file sets, `None` without one.
///
/// # Errors
/// The file can't be read, or something in it is wrong.
pub fn repository_layer(root: &str) -> Result<Option<Layer>, ConfigError> {
    let own = layer(&Path::new(root).join(REPOSITORY_FILE))?;
    Ok(match (own, agent_layer(root)) {
        (Some(mut own), Some(agent)) => {
            own.add(&agent);
            Some(own)
        }
        (own, agent) => own.or(agent),
    })
}

/// A variable of the hook's own environment.
#[must_use]
pub fn environment(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// The path of this program, links followed.
#[must_use]
pub fn own_binary() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    Some(dunce::canonicalize(path).ok()?.to_string_lossy().into_owned())
}

/// What a repository's `agent.json` asks for: `x-agentmesh.syntaxGuard: true` switches the policy `syntax` on
/// (guards.md 6.1). A broken file asks for nothing.
fn agent_layer(root: &str) -> Option<Layer> {
    let path = Path::new(root).join("agent.json");
    let size = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?.len();
    let text = (size <= FILE_CAP).then(|| std::fs::read(&path).ok())??;
    let value: serde_json::Value = serde_json::from_slice(&text).ok()?;
    if value.pointer("/x-agentmesh/syntaxGuard") != Some(&serde_json::Value::Bool(true)) {
        return None;
    }
    let mut layer = Layer::default();
    layer.values.insert(key::POLICIES.name, Value::List(vec!["syntax".to_owned()]));
    Some(layer)
}

fn layer(path: &Path) -> Result<Option<Layer>, ConfigError> {
    // A fifo would keep the hook waiting until the agent gives up on it.
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Err(unreadable(path, "it is no regular file")),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(unreadable(path, &error.to_string())),
    }
    let file = std::fs::File::open(path).map_err(|error| unreadable(path, &error.to_string()))?;
    let mut text = Vec::new();
    let taken = file.take(FILE_CAP + 1).read_to_end(&mut text);
    taken.map_err(|error| unreadable(path, &error.to_string()))?;
    if text.len() as u64 > FILE_CAP {
        return Err(unreadable(path, "the file is larger than 1 MiB"));
    }
    let text = String::from_utf8(text).map_err(|_| unreadable(path, "the file is not UTF-8"))?;
    read(&text, &path.to_string_lossy()).map(Some)
}

fn unreadable(path: &Path, message: &str) -> ConfigError {
    let file = path.to_string_lossy().into_owned();
    ConfigError { file, line: 0, message: message.to_owned(), closed: false }
}
