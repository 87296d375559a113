//! The scratch folder, and what a command changes in it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// What is done in the repository `g`, on main with a branch `topic` that merges into it.
const REPOSITORY: &str = "git init -q --template= . && echo one > f.txt && git add f.txt && git commit -qm 1
    git checkout -q -b topic && echo t > t.txt && git add t.txt && git commit -qm t
    git checkout -q main && echo two > f.txt && git commit -qam 2";

/// Where commands run: `w` is the current directory, `home` is HOME, `g` a repository where git is installed.
pub struct Layout {
    root: TempDir,
    base: String,
}

/// Files with their texts, below the scratch folder.
const FILES: &[(&str, &str)] = &[
    ("w/a.txt", "one\n"),
    ("w/b.txt", "two\n"),
    ("w/with space.txt", "three\n"),
    ("w/list.txt", "b\na\nc\n"),
    ("w/names", "x1\nx2\n"),
    ("w/src/main.rs", "one\n"),
    ("w/src/lib.rs", "one\n"),
    ("w/src/deep/x.rs", "one\n"),
    ("w/docs/guide.md", "one\n"),
    ("w/docs/notes.md", "one\n"),
    ("w/env.sh", "X=1\ntouch sourced.txt\n"),
    ("w/script.sh", "#!/bin/sh\ntouch ran.txt\n"),
    ("home/notes/n.txt", "n\n"),
    ("home/.gitconfig", "[user]\nname = n\nemail = e@x\n[init]\ndefaultBranch = main\n[gc]\nauto = 0\n"),
    ("other/o.txt", "o\n"),
];

const LINKS: &[(&str, &str)] =
    &[("w/alink", "a.txt"), ("w/dlink", "docs"), ("w/dangling", "../other/new.txt"), ("w/out", "../other")];

/// What a command changed.
pub struct Changes {
    /// Paths that were made, removed, or are not as they were; canonical but for a link in the last place.
    pub paths: Vec<String>,
    /// Directories that were made or removed.
    directories: Vec<String>,
    /// Paths that stand in neither tree.
    absent: Box<dyn Fn(&str) -> bool>,
    /// HEAD, a ref, the index or the configuration of the repository was changed.
    pub repository: bool,
}

impl Changes {
    /// True for a tree that was made or removed as a whole.
    pub fn whole(&self, path: &str) -> bool {
        self.directories.iter().any(|directory| directory == path)
    }

    /// True for a path that is there neither before nor after: it may have been made and removed.
    pub fn passing(&self, path: &str) -> bool {
        (self.absent)(path)
    }
}

/// A file as it was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    directory: bool,
    text: Vec<u8>,
    mode: u32,
    modified: (i64, i64),
}

pub fn bash_is_here() -> bool {
    Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_ok()
}

impl Layout {
    pub fn build() -> Self {
        let root = TempDir::new().unwrap();
        let base = fs::canonicalize(root.path()).unwrap().to_str().unwrap().to_owned();
        for (path, text) in FILES {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        for (path, target) in LINKS {
            symlink(target, root.path().join(path)).unwrap();
        }
        copy_tree(repository(), &root.path().join("g"));
        fs::create_dir(root.path().join("w/empty")).unwrap();
        fs::set_permissions(root.path().join("w/script.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        let past = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        for (path, _) in FILES {
            fs::File::open(root.path().join(path)).unwrap().set_modified(past).unwrap();
        }
        Self { root, base }
    }

    /// A path in the scratch folder.
    pub fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }

    /// A path as it reads from the scratch folder.
    pub fn short<'path>(&self, path: &'path str) -> &'path str {
        path.strip_prefix(&self.base).unwrap_or(path)
    }

    /// Runs a command; gives what it changed.
    pub fn run(&self, command: &str) -> Changes {
        let before = self.snapshot();
        let repository = self.repository_state();
        let status = Command::new("timeout")
            .args(["-k", "1", "20", "bash", "-c", command])
            .current_dir(self.root.path().join("w"))
            .env_clear()
            .env("HOME", self.path("home"))
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.unwrap();
        let after = self.snapshot();
        let repository = repository != self.repository_state();
        let mut paths = Vec::new();
        let mut directories = Vec::new();
        for path in before.keys().chain(after.keys().filter(|path| !before.contains_key(*path))) {
            let (old, new) = (before.get(path), after.get(path));
            let is_directory = old.or(new).unwrap().directory;
            let moved = old.is_some() != new.is_some();
            // A directory's time changes with what it holds.
            let same = match (old, new) {
                (Some(old), Some(new)) if old.directory && new.directory => old.mode == new.mode,
                (old, new) => old == new,
            };
            if !same {
                paths.push(path.clone());
                if moved && is_directory {
                    directories.push(path.clone());
                }
            }
        }
        let absent = move |path: &str| !before.contains_key(path) && !after.contains_key(path);
        Changes { paths, directories, absent: Box::new(absent), repository }
    }

    /// What git keeps of the repository, but for objects and logs.
    fn repository_state(&self) -> BTreeMap<String, Vec<u8>> {
        let directory = self.root.path().join("g/.git");
        let mut state = BTreeMap::new();
        for name in ["HEAD", "config", "packed-refs"] {
            state.insert(name.to_owned(), fs::read(directory.join(name)).unwrap_or_default());
        }
        let mut refs = BTreeMap::new();
        if directory.join("refs").is_dir() {
            look(&directory.join("refs"), &mut refs);
        }
        state.extend(
            refs.into_iter().filter(|(_, seen)| !seen.directory).map(|(name, seen)| (name, seen.text)),
        );
        state.insert("index".to_owned(), self.staged());
        state
    }

    /// What the index holds; git is asked only where its file is another than at first.
    fn staged(&self) -> Vec<u8> {
        static FIRST: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
        let list = |root: &Path| {
            let listed = Command::new("git").arg("-C").arg(root).args(["ls-files", "-s"]).output();
            listed.map(|output| output.stdout).unwrap_or_default()
        };
        let read = |root: &Path| fs::read(root.join(".git/index")).unwrap_or_default();
        let (bytes, listed) = FIRST.get_or_init(|| (read(repository()), list(repository())));
        let root = self.root.path().join("g");
        if read(&root) == *bytes { listed.clone() } else { list(&root) }
    }

    fn snapshot(&self) -> BTreeMap<String, Seen> {
        let mut seen = BTreeMap::new();
        look(Path::new(&self.base), &mut seen);
        seen
    }
}

/// The repository that every layout holds a copy of, made once.
fn repository() -> &'static Path {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let identity = [("NAME", "n"), ("EMAIL", "e@x")];
        let of = |who: &str| identity.map(|(what, value)| (format!("GIT_{who}_{what}"), value));
        let mut command = Command::new("bash");
        command
            .args(["-c", REPOSITORY])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.envs(of("AUTHOR")).envs(of("COMMITTER")).env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.env("GIT_CONFIG_COUNT", "1").env("GIT_CONFIG_KEY_0", "init.defaultBranch");
        command.env("GIT_CONFIG_VALUE_0", "main").status().unwrap();
        folder
    });
    made.path()
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

/// Adds what stands below a directory, but for git's own directories.
fn look(directory: &Path, seen: &mut BTreeMap<String, Seen>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with(".git") {
            continue;
        }
        let metadata = fs::symlink_metadata(&path).unwrap();
        let text = if metadata.is_symlink() {
            fs::read_link(&path).unwrap().to_str().unwrap().as_bytes().to_vec()
        } else if metadata.is_file() {
            fs::read(&path).unwrap_or_default()
        } else {
            Vec::new()
        };
        let modified = (metadata.mtime(), metadata.mtime_nsec());
        let one = Seen { directory: metadata.is_dir(), text, mode: metadata.mode(), modified };
        seen.insert(path.to_str().unwrap().to_owned(), one);
        if metadata.is_dir() {
            look(&path, seen);
        }
    }
}
