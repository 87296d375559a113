//! The machine as the setup sees it: home, project, this binary, the environment.
#![expect(clippy::disallowed_methods, reason = "the setup asks where it is")]

use std::path::{Path, PathBuf};

/// Where settings lie, and which binary they are to name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The user's home directory.
    pub home: Option<String>,
    /// The root of the project that the current directory belongs to; `None` where that is the home directory.
    pub project: Option<String>,
    /// The current directory.
    pub directory: String,
    /// The path under which this binary stays.
    pub binary: String,
    /// The directory that administrators' settings start at: `/`.
    pub system: String,
}

impl Ground {
    /// The ground of this process; `root` is the repository's root that holds the current directory.
    ///
    /// # Errors
    /// This binary can't be found.
    pub fn here(directory: String, root: Option<String>) -> Result<Self, String> {
        let home = variable("HOME").filter(|home| home.starts_with('/'));
        let project = Some(root.unwrap_or_else(|| directory.clone()));
        let same = |path: &str| home.as_deref().is_some_and(|home| is_same(Path::new(home), Path::new(path)));
        let project = project.filter(|project| !same(project));
        Ok(Self { home, project, directory, binary: binary()?, system: "/".to_owned() })
    }

    /// Is a program of that name on `PATH`?
    #[must_use]
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .filter(|directory| directory.is_absolute())
            .map(|directory| directory.join(name))
            .find(|file| file.is_file())
    }

    /// Does a directory stand there, below home or below the project?
    #[must_use]
    pub fn has_directory(&self, below: &str) -> bool {
        let bases = [self.home.as_deref(), self.project.as_deref()];
        bases.into_iter().flatten().any(|base| Path::new(base).join(below).is_dir())
    }
}

/// A variable of this process's environment, if it is set and not empty.
#[must_use]
pub fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

fn is_same(left: &Path, right: &Path) -> bool {
    left == right
        || matches!((left.canonicalize(), right.canonicalize()), (Ok(left), Ok(right)) if left == right)
}

/// The path of this binary that stays the same when a new version comes: the one on `PATH` that leads here, else its own.
fn binary() -> Result<String, String> {
    let own = std::env::current_exe().map_err(|error| format!("this binary can't be found: {error}"))?;
    let name = own.file_name().unwrap_or_default().to_owned();
    if !matches!(name.to_str(), Some("willwrite" | "willwrite.exe")) {
        let name = name.to_string_lossy();
        return Err(format!(
            "this binary is called `{name}`, and hooks are found again by their name: call it `willwrite`"
        ));
    }
    let on_path = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path)
            .filter(|directory| directory.is_absolute())
            .map(|directory| directory.join(&name))
            .find(|file| is_same(file, &own))
    });
    let path = on_path.unwrap_or(own);
    path.to_str()
        .map(str::to_owned)
        .ok_or_else(|| format!("the path of this binary is no UTF-8: {}", path.display()))
}
