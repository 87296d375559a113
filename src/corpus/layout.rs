//! The repositories that corpus rows speak of, built for real below one folder.
//!
//! Owns the layout as a table of places and the steps that make them, by git's own hand. A row may name any place; a
//! policy that needs another kind of repository adds its step.
#![expect(clippy::disallowed_methods, reason = "the layout is real files and real repositories")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Places by name: the path below the layout's root, and what stands there.
pub static PLACES: &[(&str, &str, &str)] = &[
    ("root", "", "the folder that holds all of it"),
    ("home", "home", "the home directory, in no repository"),
    ("plain", "plain", "a directory in no repository, with links and archives"),
    ("main", "main", "a repository on main, with `origin`, tags and the branches topic and spare"),
    ("nested", "main/.claude/worktrees/side", "a worktree of it inside it, on feat/side"),
    ("tree", "trees/topic", "a worktree of it elsewhere, on feat/topic"),
    ("feature", "feature", "a repository on feat/a that also has a branch main"),
    ("module", "feature/vendor/lib", "a submodule of it, on main"),
    (
        "upstream",
        "upstream",
        "a repository on work whose upstream branch is main, with push.default=upstream",
    ),
    ("master", "master", "a repository on master"),
    ("detached", "detached", "a repository with a detached HEAD"),
    ("broken", "broken", "a repository whose HEAD can't be read"),
    ("release", "release", "a repository on release/1"),
    ("bounded", "bounded", "a repository on feat/b with `.bounded`"),
    ("bounded_tree", "bounded/.claude/worktrees/side", "a worktree of it inside it, without `.bounded`"),
    ("planned", "planned", "a repository on feat/p with one plan"),
    ("plans", "plans", "a repository on feat/7-t with two plans, one of which names the branch"),
    ("other_plans", "other-plans", "a repository on feat/8-t with two plans for other branches"),
    ("detached_plans", "detached-plans", "a repository with two plans and a detached HEAD"),
    ("code_paths", "code-paths", "a repository on feat/c whose `.claude/code-paths` lists `hooks/`"),
    ("bare", "origin.git", "the bare repository behind `origin`"),
];

/// A layout on disk; it goes when this value does.
#[derive(Debug)]
pub struct Layout {
    root: PathBuf,
    places: BTreeMap<&'static str, String>,
}

impl Layout {
    /// Builds the layout in a new folder below `parent`.
    ///
    /// # Errors
    /// A file can't be made, or git is missing or refuses.
    pub fn build(parent: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = fs::canonicalize(parent)?.join(format!("willwrite-{}-{number}", std::process::id()));
        fs::create_dir(&root)?;
        let path = |below: &str| if below.is_empty() { root.clone() } else { root.join(below) };
        let places = PLACES
            .iter()
            .map(|(name, below, _)| (*name, path(below).to_string_lossy().into_owned()))
            .collect();
        let layout = Self { root, places };
        layout.make()?;
        Ok(layout)
    }

    /// The home directory.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// The place of that name.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<&str> {
        self.places.get(name).map(String::as_str)
    }

    /// The text with each `{place}` replaced by its path; `${name}` and other braces stay.
    #[must_use]
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            filled.push_str(before);
            let place = behind.split_once('}').and_then(|(name, rest)| Some((self.place(name)?, rest)));
            match place {
                Some((path, after)) if !before.ends_with('$') => {
                    filled.push_str(path);
                    rest = after;
                }
                _ => {
                    filled.push('{');
                    rest = behind;
                }
            }
        }
        filled.push_str(rest);
        filled
    }

    fn make(&self) -> io::Result<()> {
        let home = "home";
        self.write(&format!("{home}/.gitconfig"), "[user]\n\tname = n\n\temail = n@example.com\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n")?;
        self.write("home/notes/memory.md", "a\n")?;
        self.git(".", &["init", "-q", "--bare", "-b", "main", "origin.git"])?;
        self.main()?;
        self.repository("feature", "feat/a")?;
        self.write("feature/src/book.ipynb", NOTEBOOK)?;
        self.write("feature/src/broken.json", "{\"a\": 1,}\n")?;
        self.git("feature", &["add", "src"])?;
        self.git("feature", &["branch", "main"])?;
        self.git(
            "feature",
            &["-c", "protocol.file.allow=always", "submodule", "add", "-q", "../main", "vendor/lib"],
        )?;
        self.git("feature", &["commit", "-q", "-m", "add the library"])?;
        self.upstream()?;
        self.repository("master", "master")?;
        self.repository("detached", "main")?;
        self.git("detached", &["switch", "-q", "--detach"])?;
        self.repository("broken", "main")?;
        self.write("broken/.git/HEAD", "nothing that git knows\n")?;
        self.repository("release", "release/1")?;
        self.planned()?;
        self.plain()
    }

    /// Repositories with plans, or marked as needing none (guards.md section 3).
    fn planned(&self) -> io::Result<()> {
        self.repository("bounded", "feat/b")?;
        self.git("bounded", &["worktree", "add", "-q", ".claude/worktrees/side", "-b", "feat/bs"])?;
        self.write("bounded/.bounded", "")?;
        self.repository("planned", "feat/p")?;
        self.plan("planned", "only", "A plan.\n")?;
        self.repository("plans", "feat/7-t")?;
        self.plan("plans", "a", "Branch: feat/7-t\n")?;
        self.plan("plans", "b", "Branch: feat/other\n")?;
        self.repository("other-plans", "feat/8-t")?;
        self.plan("other-plans", "a", "Branch: feat/8-tests\n")?;
        self.plan("other-plans", "b", "Branch: feat/other\n")?;
        self.repository("detached-plans", "main")?;
        self.plan("detached-plans", "a", "A plan.\n")?;
        self.plan("detached-plans", "b", "Another.\n")?;
        self.git("detached-plans", &["switch", "-q", "--detach"])?;
        self.repository("code-paths", "feat/c")?;
        self.write("code-paths/.claude/code-paths", "# what counts as code\nhooks/\n\ntools/gen\n")?;
        self.write("code-paths/hooks/pre.sh", "true\n")
    }

    fn plan(&self, repository: &str, name: &str, text: &str) -> io::Result<()> {
        self.write(&format!("{repository}/docs/superpowers/plans/{name}.md"), text)
    }

    fn main(&self) -> io::Result<()> {
        self.repository("main", "main")?;
        self.write("main/.gitignore", ".claude/\nbuilt/\n")?;
        self.write("main/spec/plan.md", "a\n")?;
        self.write("main/built/out.js", "a\n")?;
        self.write("main/fix.patch", PATCH)?;
        fs::create_dir(self.root.join("main/empty"))?;
        self.link("plain/kept.md", "main/LINK.md")?;
        self.commit("main", "more files")?;
        self.git("main", &["tag", "v1"])?;
        self.git("main", &["remote", "add", "origin", "../origin.git"])?;
        self.git("main", &["push", "-q", "-u", "origin", "main"])?;
        self.git("main", &["branch", "topic"])?;
        self.git("main", &["branch", "spare"])?;
        self.git("main", &["worktree", "add", "-q", ".claude/worktrees/side", "-b", "feat/side"])?;
        self.git("main", &["worktree", "add", "-q", "../trees/topic", "-b", "feat/topic"])
    }

    fn upstream(&self) -> io::Result<()> {
        self.git(".", &["clone", "-q", "origin.git", "upstream"])?;
        self.git("upstream", &["switch", "-q", "-c", "work", "--track", "origin/main"])?;
        self.git("upstream", &["config", "push.default", "upstream"])
    }

    fn plain(&self) -> io::Result<()> {
        self.write("plain/kept.md", "a\n")?;
        self.write("plain/note.md", "a\n")?;
        self.write("plain/names.txt", "a\nb\n")?;
        self.write("plain/fix.patch", PATCH)?;
        self.write(
            "plain/write-main.sh",
            &format!("touch {}/by-script\n", self.root.join("main").display()),
        )?;
        self.project()?;
        self.link("main", "plain/link")?;
        self.link("main/not-yet.md", "plain/to-main.md")?;
        self.link("plain/loop-b", "plain/loop-a")?;
        self.link("plain/loop-a", "plain/loop-b")
    }

    /// Scripts in several languages, each of which writes into the main repository.
    fn project(&self) -> io::Result<()> {
        let target = self.root.join("main").join("by-script").display().to_string();
        let manifest =
            format!("{{\"scripts\": {{\"main\": \"touch {target}\", \"here\": \"touch made\"}}}}\n");
        self.write("plain/project/package.json", &manifest)?;
        let makefile = format!(".PHONY: main here\nmain:\n\t@touch {target}\nhere:\n\ttouch made\n");
        self.write("plain/project/Makefile", &makefile)?;
        let python = format!("open('{target}', 'w').close()\n");
        self.write("plain/project/run.py", &python)?;
        self.write("plain/project/run", &["#!/usr/bin/env python3\n", &python].concat())?;
        self.write("plain/project/run.js", &format!("require('fs').writeFileSync('{target}', '')\n"))?;
        self.write("plain/project/run.pl", &format!("unlink '{target}';\n"))
    }

    /// A repository with one commit.
    fn repository(&self, name: &str, branch: &str) -> io::Result<()> {
        self.git(".", &["init", "-q", "-b", branch, name])?;
        let text: String = (1..=40).map(|number| format!("line {number}\n")).collect();
        self.write(&format!("{name}/docs/GUIDE.md"), &text)?;
        self.write(&format!("{name}/src/app.py"), "print(1)\n")?;
        self.write(&format!("{name}/api/src/job.py"), "print(2)\n")?;
        self.write(&format!("{name}/a.txt"), "a\n")?;
        self.write(&format!("{name}/package.json"), "{\"name\":\"x\",\"version\":\"1.0.0\"}\n")?;
        self.commit(name, "first")
    }

    fn commit(&self, name: &str, message: &str) -> io::Result<()> {
        self.git(name, &["add", "-A"])?;
        self.git(name, &["commit", "-q", "-m", message])
    }

    fn write(&self, below: &str, text: &str) -> io::Result<()> {
        let path = self.root.join(below);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)
    }

    /// A link at `below` that leads to a place of the layout.
    fn link(&self, target: &str, below: &str) -> io::Result<()> {
        let path = self.root.join(below);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        symlink(self.root.join(target), path)
    }

    fn git(&self, directory: &str, arguments: &[&str]) -> io::Result<()> {
        let output = Command::new("git")
            .args(arguments)
            .current_dir(self.root.join(directory))
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("HOME", self.home())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null())
            .output()?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(io::Error::other(format!("git {} fails: {}", arguments.join(" "), said.trim())))
    }
}

impl Drop for Layout {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

const PATCH: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n";

/// A notebook with a cell of prose (`intro`) and one of fourteen lines of code (`load`).
const NOTEBOOK: &str = concat!(
    "{\n \"cells\": [\n  {\n   \"cell_type\": \"markdown\",\n   \"id\": \"intro\",\n   \"metadata\": {},\n",
    "   \"source\": [\n    \"# Title\\n\",\n    \"one\\n\",\n    \"two\\n\",\n    \"three\"\n   ]\n  },\n",
    "  {\n   \"cell_type\": \"code\",\n   \"execution_count\": 1,\n   \"id\": \"load\",\n   \"metadata\": {},\n",
    "   \"outputs\": [],\n   \"source\": \"a = 1\\nb = 2\\nc = 3\\nd = 4\\ne = 5\\nf = 6\\ng = 7\\nh = 8\\ni = 9\\n",
    "j = 10\\nk = 11\\nl = 12\\nm = 13\\nn = 14\"\n  }\n ],\n",
    " \"metadata\": {},\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n",
);
