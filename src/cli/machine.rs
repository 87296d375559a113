//! The machine as subcommands ask it: where they start, and the world that they analyse in.
#![expect(clippy::disallowed_methods, reason = "a subcommand starts in the process's own directory")]

use crate::world::World;
use crate::world::disk::Disk;

/// The world of this machine, with another home directory if one is given.
pub fn world(home: Option<&str>) -> impl World {
    match home {
        Some(home) => Disk::new().with_home(home),
        None => Disk::new(),
    }
}

/// An absolute directory: the one given, from the current one on if it is relative, or the current one.
pub fn directory(given: Option<&str>) -> Result<String, String> {
    if let Some(given) = given.filter(|given| given.starts_with('/')) {
        return Ok(given.to_owned());
    }
    let current =
        std::env::current_dir().map_err(|error| format!("the current directory can't be read: {error}"))?;
    let path = given.map_or_else(|| current.clone(), |given| path_clean::clean(current.join(given)));
    Ok(path.to_string_lossy().into_owned())
}

/// A variable of this process's environment.
pub fn environment(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// Writes a file that a person named.
pub fn write_file(path: &str, content: &[u8]) -> Result<(), String> {
    std::fs::write(path, content).map_err(|error| format!("`{path}` can't be written: {error}"))
}
