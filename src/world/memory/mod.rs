//! A world in memory, for tests, fuzzing and library users.
//!
//! Owns a builder of files, variables and repositories, and answers from what it was told. What it was not told does
//! not exist (a missing path, an unset variable), or is unknown after [`Memory::unknown_paths`] and
//! [`Memory::unknown_variables`].
//!
//! ```
//! use willwrite::world::memory::Memory;
//! use willwrite::world::{Head, Lookup, World};
//!
//! let world = Memory::new()
//!     .set("HOME", "/home/u")
//!     .file("/w/repo/src/a.rs", "fn main() {}\n")
//!     .link("/w/link", "repo")
//!     .repository_at("/w/repo", |repository| {
//!         repository.branch("main").local_branch("topic").worktree("/w/wt", |tree| tree.branch("feat/x"))
//!     });
//! let Lookup::Found(repository) = world.repository("/w/link/src/new.rs") else { panic!("no repository") };
//! assert_eq!(repository.root, "/w/repo");
//! assert_eq!(world.head(&repository), Head::Branch("main".into()));
//! ```

mod answers;
mod repository;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::world::resolve::{LastLink, join, parent, resolve};
use crate::world::{Entry, Repository, Variable};

pub use repository::MemoryRepository;

/// The commit that refs are on where nothing else is said.
pub const SOME_COMMIT: &str = "1111111111111111111111111111111111111111";

/// A world that knows what its builder methods told it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    nodes: BTreeMap<String, Node>,
    variables: BTreeMap<String, Variable>,
    homes: BTreeMap<String, String>,
    programs: Option<BTreeSet<String>>,
    trees: Vec<Tree>,
    config: Vec<(String, String)>,
    paths_unknown: bool,
    variables_unknown: bool,
}

#[derive(Clone, Debug)]
enum Node {
    File {
        text: String,
        executable: bool,
    },
    Directory,
    Link(String),
    Other,
    /// exists, and nothing else can be known
    Locked,
}

/// One work tree with its own facts and those that it shares.
#[derive(Clone, Debug)]
struct Tree {
    repository: Rc<Repository>,
    facts: MemoryRepository,
}

impl Memory {
    /// An empty world: `/` and nothing else.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A directory, with its parents.
    #[must_use]
    pub fn directory(mut self, path: &str) -> Self {
        self.put(path, Node::Directory);
        self
    }

    /// A file with its text; its directories are made.
    #[must_use]
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.put(path, Node::File { text: text.to_owned(), executable: false });
        self
    }

    /// A file that may be executed.
    #[must_use]
    pub fn executable(mut self, path: &str, text: &str) -> Self {
        self.put(path, Node::File { text: text.to_owned(), executable: true });
        self
    }

    /// A symbolic link with its target as stored.
    #[must_use]
    pub fn link(mut self, path: &str, target: &str) -> Self {
        self.put(path, Node::Link(target.to_owned()));
        self
    }

    /// A device, socket or fifo.
    #[must_use]
    pub fn other(mut self, path: &str) -> Self {
        self.put(path, Node::Other);
        self
    }

    /// A path of which, and below which, nothing can be known.
    #[must_use]
    pub fn locked(mut self, path: &str) -> Self {
        self.put(path, Node::Locked);
        self
    }

    /// Every path that was not told is unknown rather than missing.
    #[must_use]
    pub const fn unknown_paths(mut self) -> Self {
        self.paths_unknown = true;
        self
    }

    /// A variable that is set.
    #[must_use]
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), Variable::Set(value.to_owned()));
        self
    }

    /// A variable that nobody can know.
    #[must_use]
    pub fn unknown_variable(mut self, name: &str) -> Self {
        self.variables.insert(name.to_owned(), Variable::Unknown);
        self
    }

    /// Every variable that was not told is unknown rather than unset, as on a real machine.
    #[must_use]
    pub const fn unknown_variables(mut self) -> Self {
        self.variables_unknown = true;
        self
    }

    /// A user's home directory.
    #[must_use]
    pub fn user(mut self, user: &str, directory: &str) -> Self {
        self.homes.insert(user.to_owned(), directory.to_owned());
        self
    }

    /// The programs that are installed, and no others; without this call it is unknown for every program.
    #[must_use]
    pub fn programs(mut self, names: &[&str]) -> Self {
        self.programs.get_or_insert_default().extend(names.iter().map(|name| (*name).to_owned()));
        self
    }

    /// A value in the user's git configuration.
    #[must_use]
    pub fn user_config(mut self, key: &str, value: &str) -> Self {
        self.config.push((key.to_owned(), value.to_owned()));
        self
    }

    /// A repository with its work tree at `root` (or a bare one: [`MemoryRepository::bare`]).
    #[must_use]
    pub fn repository_at(
        mut self,
        root: &str,
        describe: impl FnOnce(MemoryRepository) -> MemoryRepository,
    ) -> Self {
        let mut facts = describe(MemoryRepository::default());
        let common = facts
            .git_directory
            .clone()
            .unwrap_or_else(|| if facts.bare { root.to_owned() } else { join(root, ".git") });
        let linked = std::mem::take(&mut facts.worktrees);
        let repository = Rc::new(Repository {
            root: root.to_owned(),
            git_directory: common.clone(),
            common_directory: common.clone(),
            bare: facts.bare,
        });
        self.put(root, Node::Directory);
        self.put(&common, Node::Directory);
        for (path, own) in linked {
            let name = path.rsplit('/').next().unwrap_or_default();
            let git_directory = join(&join(&common, "worktrees"), name);
            self.put(&git_directory, Node::Directory);
            let git_file = format!("gitdir: {git_directory}\n");
            self.put(&join(&path, ".git"), Node::File { text: git_file, executable: false });
            let common_directory = common.clone();
            let tree = Repository { root: path, git_directory, common_directory, bare: false };
            facts.references.extend(own.references.clone());
            self.trees.push(Tree { repository: Rc::new(tree), facts: own });
        }
        self.trees.push(Tree { repository, facts });
        self
    }

    fn put(&mut self, path: &str, node: Node) {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        let mut above = parent(path);
        while let Some(directory) = above {
            self.nodes.entry(directory.to_owned()).or_insert(Node::Directory);
            above = parent(directory);
        }
        match (&node, self.nodes.get(path)) {
            (Node::Directory, Some(_)) => {}
            _ => drop(self.nodes.insert(path.to_owned(), node)),
        }
    }

    /// What stands at a path whose parents are no links.
    fn at(&self, path: &str) -> Option<Entry> {
        let node = match self.nodes.get(path) {
            Some(node) => node,
            None if path == "/" => return Some(Entry::Directory),
            None if self.below_locked(path) => return None,
            None if self.paths_unknown => return None,
            None => return Some(Entry::Missing),
        };
        Some(match node {
            Node::File { text, executable } => {
                Entry::File { size: text.len() as u64, executable: *executable }
            }
            Node::Directory => Entry::Directory,
            Node::Link(target) => Entry::Link(target.clone()),
            Node::Other => Entry::Other,
            Node::Locked => return None,
        })
    }

    fn below_locked(&self, path: &str) -> bool {
        let mut above = parent(path);
        while let Some(directory) = above {
            if matches!(self.nodes.get(directory), Some(Node::Locked)) {
                return true;
            }
            above = parent(directory);
        }
        false
    }

    fn resolved(&self, path: &str) -> Option<String> {
        resolve(path, LastLink::Followed, |path| self.at(path))
    }

    fn tree(&self, repository: &Repository) -> Option<&Tree> {
        self.trees.iter().find(|tree| tree.repository.git_directory == repository.git_directory)
    }

    /// The facts that all work trees of the repository share.
    fn shared(&self, repository: &Repository) -> Option<&MemoryRepository> {
        let main =
            self.trees.iter().find(|tree| tree.repository.git_directory == repository.common_directory)?;
        Some(&main.facts)
    }

    fn values(&self, repository: Option<&Repository>) -> impl Iterator<Item = &(String, String)> {
        let local = repository.and_then(|repository| self.shared(repository)).map(|facts| &facts.config);
        self.config.iter().chain(local.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Head, Lookup, World};

    fn world() -> Memory {
        Memory::new()
            .file("/w/main/a.txt", "a")
            .directory("/w/main/docs")
            .link("/w/main/d", "docs")
            .link("/w/loop", "loop")
            .locked("/root")
            .set("HOME", "/h")
            .repository_at("/w/main", |repository| {
                repository
                    .branch("main")
                    .local_branch("topic")
                    .tag("v1")
                    .config("alias.ci", "commit")
                    .previous_branch("topic")
                    .tracked(&["a.txt", "docs/x", "docsx"])
                    .ignored(&["build"])
                    .worktree("/w/main/.claude/worktrees/w", |tree| tree.branch("feat/w"))
            })
            .repository_at("/w/bare.git", |repository| repository.bare().unborn("main"))
    }

    fn root(world: &Memory, path: &str) -> Option<String> {
        match world.repository(path) {
            Lookup::Found(repository) => Some(repository.root.clone()),
            Lookup::Outside | Lookup::Unknown => None,
        }
    }

    #[test]
    fn files_are_found_through_links() {
        let world = world();
        assert_eq!(world.entry("/w/main/d"), Some(Entry::Link("docs".into())));
        assert_eq!(world.entry("/w/main/d/new"), Some(Entry::Missing));
        assert_eq!(world.entry("/w/main/a.txt/x"), Some(Entry::Missing));
        assert_eq!(
            world.list("/w/main"),
            Some(vec![".claude".into(), ".git".into(), "a.txt".into(), "d".into(), "docs".into()])
        );
        assert_eq!(world.content("/w/main/a.txt", 1).as_deref(), Some("a"));
        assert_eq!(world.content("/w/main/a.txt", 0), None);
        assert_eq!(world.entry("/root/x"), None);
        assert_eq!(world.list("/w/loop"), None);
        assert_eq!(Memory::new().unknown_paths().entry("/x"), None);
    }

    #[test]
    fn the_innermost_work_tree_holds_a_path() {
        let world = world();
        assert_eq!(root(&world, "/w/main/d/new/x").as_deref(), Some("/w/main"));
        assert_eq!(
            root(&world, "/w/main/.claude/worktrees/w/x").as_deref(),
            Some("/w/main/.claude/worktrees/w")
        );
        assert_eq!(root(&world, "/w/main/.git/hooks/x").as_deref(), Some("/w/main"));
        assert_eq!(
            root(&world, "/w/main/.git/worktrees/w/HEAD").as_deref(),
            Some("/w/main/.claude/worktrees/w")
        );
        assert_eq!(root(&world, "/w/mainx"), None);
        assert_eq!(world.repository("/w/loop/x"), Lookup::Unknown);
    }

    #[test]
    fn repositories_answer_what_they_were_told() {
        let world = world();
        let Lookup::Found(main) = world.repository("/w/main") else { panic!("no repository") };
        let Lookup::Found(tree) = world.repository("/w/main/.claude/worktrees/w") else { panic!("no tree") };
        assert_eq!(world.head(&tree), Head::Branch("feat/w".into()));
        let branches = ["refs/heads/feat/w", "refs/heads/main", "refs/heads/topic"];
        assert_eq!(world.references(&tree, "refs/heads/"), Some(branches.map(String::from).to_vec()));
        assert_eq!(world.commit(&main, "v1"), Some(Some(SOME_COMMIT.into())));
        assert_eq!(world.commit(&main, "none"), Some(None));
        assert_eq!(world.commit(&main, "HEAD~1"), None);
        assert_eq!(world.config(Some(&tree), "alias.ci"), Some(vec!["commit".into()]));
        assert_eq!(world.config(None, "alias.ci"), Some(vec![]));
        assert_eq!(world.previous_branch(&main, 1).as_deref(), Some("topic"));
        assert_eq!(world.tracked(&main, "/w/main/docs"), Some(vec!["docs/x".into()]));
        assert_eq!(world.ignored(&main, "/w/main/build/x"), Some(true));
        assert_eq!(world.ignored(&main, "/w/main/buildx"), Some(false));
        let roots: Vec<String> =
            world.worktrees(&tree).unwrap_or_default().into_iter().map(|tree| tree.root).collect();
        assert_eq!(roots, ["/w/main", "/w/main/.claude/worktrees/w"]);
    }
}
