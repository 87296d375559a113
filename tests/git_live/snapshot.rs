//! What stands in the scratch repositories, as git and the file system tell it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::layout::Layout;

/// Refs by name.
pub type References = BTreeMap<String, String>;

/// Everything that a row compares.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Refs by common directory.
    pub references: BTreeMap<String, References>,
    /// HEAD by work tree root: a branch's name, or `detached`.
    pub heads: BTreeMap<String, String>,
    /// Index, settings and files by work tree root.
    pub trees: BTreeMap<String, BTreeMap<String, String>>,
    commons: BTreeMap<String, String>,
    /// The bytes of the index by work tree root: the same bytes hold the same entries.
    indexes: BTreeMap<String, Vec<u8>>,
}

impl Snapshot {
    /// Reads all of it.
    pub fn take(layout: &Layout, before: Option<&Self>) -> Self {
        let mut snapshot = Self::default();
        let mut roots = Vec::new();
        find_roots(&layout.root, 0, &mut roots);
        for root in roots {
            snapshot.read(layout, &root, before);
        }
        let origin = layout.root.join("origin.git");
        snapshot.references.insert(origin.to_str().unwrap().to_owned(), references(&origin));
        snapshot
    }

    /// The remote's refs.
    pub fn origin(&self) -> &References {
        self.references.iter().find(|(name, _)| name.ends_with("/origin.git")).unwrap().1
    }

    /// The refs that a work tree shares.
    pub fn of_common(&self, root: &str) -> Option<&References> {
        self.references.get(self.commons.get(root)?)
    }

    fn read(&mut self, layout: &Layout, root: &Path, before: Option<&Self>) {
        let name = root.to_str().unwrap().to_owned();
        let own = match fs::read_to_string(root.join(".git")) {
            Ok(text) => root.join(text.trim().strip_prefix("gitdir: ").unwrap()),
            Err(_) => root.join(".git"),
        };
        let own = fs::canonicalize(own).unwrap();
        let common = match fs::read_to_string(own.join("commondir")) {
            Ok(text) => fs::canonicalize(own.join(text.trim())).unwrap(),
            Err(_) => own.clone(),
        };
        let (own, common) = (own.to_str().unwrap(), common.to_str().unwrap());
        let head = fs::read_to_string(format!("{own}/HEAD")).unwrap_or_default();
        let head = head.trim().strip_prefix("ref: refs/heads/").unwrap_or("detached");
        self.heads.insert(name.clone(), head.to_owned());
        let known = references(Path::new(common));
        let commit = known.get(&format!("refs/heads/{head}")).cloned();
        self.references.insert(common.to_owned(), known);
        let mut tree = BTreeMap::new();
        let bytes = fs::read(format!("{own}/index")).unwrap_or_default();
        let same = before.filter(|before| before.indexes.get(&name) == Some(&bytes));
        let index = match same {
            Some(before) => before.trees[&name]["index"].clone(),
            None => git(layout, root, &["ls-files", "-s", "-v"]),
        };
        self.indexes.insert(name.clone(), bytes);
        tree.insert("index".to_owned(), index);
        tree.insert("config".to_owned(), fs::read_to_string(format!("{common}/config")).unwrap_or_default());
        let detached = || fs::read_to_string(format!("{own}/HEAD")).unwrap_or_default();
        tree.insert("commit".to_owned(), commit.unwrap_or_else(detached));
        files(root, root, &mut tree);
        self.trees.insert(name.clone(), tree);
        self.commons.insert(name, common.to_owned());
    }
}

/// The refs of a common directory, packed and loose.
fn references(common: &Path) -> References {
    let packed = fs::read_to_string(common.join("packed-refs")).unwrap_or_default();
    let lines = packed.lines().filter(|line| !line.starts_with(['#', '^']));
    let pairs = lines.filter_map(|line| line.split_once(' '));
    let mut found: References = pairs.map(|(id, name)| (name.to_owned(), id.to_owned())).collect();
    loose(common, &common.join("refs"), &mut found);
    found
}

fn loose(common: &Path, directory: &Path, found: &mut References) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            loose(common, &path, found);
        } else {
            let name = path.strip_prefix(common).unwrap().to_str().unwrap().to_owned();
            found.insert(name, fs::read_to_string(&path).unwrap_or_default().trim().to_owned());
        }
    }
}

fn git(layout: &Layout, directory: &Path, arguments: &[&str]) -> String {
    let output =
        layout.command("git", directory).arg("--no-optional-locks").args(arguments).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn find_roots(directory: &Path, depth: usize, roots: &mut Vec<PathBuf>) {
    if depth > 3 || directory.file_name().is_some_and(|name| name == ".git" || name == "origin.git") {
        return;
    }
    if directory.join(".git").exists() {
        roots.push(directory.to_owned());
    }
    for entry in fs::read_dir(directory).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            find_roots(&entry.path(), depth + 1, roots);
        }
    }
}

/// Contents of the files of one work tree, without its git directory and other work trees in it.
fn files(root: &Path, directory: &Path, tree: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(directory).unwrap().flatten() {
        let path = entry.path();
        if entry.file_name() == ".git" {
            continue;
        }
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        if entry.file_type().unwrap().is_dir() {
            if !path.join(".git").exists() {
                files(root, &path, tree);
            }
        } else {
            tree.insert(format!("file {name}"), fs::read_to_string(&path).unwrap_or_default());
        }
    }
}
