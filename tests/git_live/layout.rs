//! The scratch repositories.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Builds the repositories; runs below `$ROOT`.
const SCRIPT: &str = r#"
set -eu
cd "$ROOT"
mkdir -p "$HOME" plain/sub; echo p > plain/p.txt
printf '[user]\n name = U\n email = u@example.org\n[init]\n defaultBranch = main\n templateDir = /nonexistent\n[core]\n editor = true\n' > "$HOME/.gitconfig"
printf '[gc]\n auto = 0\n[maintenance]\n auto = false\n[protocol "file"]\n allow = always\n' >> "$HOME/.gitconfig"
git init -q --bare origin.git
git init -q main; cd main
for f in a.txt b.txt c.txt docs/d.md src/m.rs; do mkdir -p "$(dirname $f)"; printf '1 %s\n2\n3\n4\n' $f > $f; done
printf '*.log\n/nested/\n' > .gitignore
git add -A; git commit -qm one; git tag v1; git remote add origin "$ROOT/origin.git"
git branch old
git checkout -q -b topic; echo t > topic.txt; git add -A; git commit -qm topic
git format-patch -q -1 --stdout > "$ROOT/plain/mail.patch"
git checkout -q -b conflict main; sed -i 's/^1/CONFLICT/' b.txt; git commit -qam conflict
git checkout -q main; git branch merged; git branch feat/x
git push -q origin main topic old v1; git push -q origin main:dev main:feat/x; git fetch -q; git branch -q -u origin/main main
sed -i 's/^1/MAIN/' b.txt; git commit -qam two; git tag v2
git worktree add -q "$ROOT/wt" -b feat/w
git worktree add -q nested -b feat/n
git diff v1 v2 -- b.txt > "$ROOT/plain/back.patch"
echo u > untracked.txt; echo l > x.log
cd ..
git clone -q origin.git work; cd work
git checkout -q -b feat/a; echo fa > fa.txt; git add -A; git commit -qm fa; git push -q -u origin feat/a
echo s >> c.txt; git stash -q
echo dirty >> a.txt; echo staged >> b.txt; git add b.txt; echo u > u.txt
cd ..
git clone -q origin.git behind
git clone -q origin.git tmp; cd tmp; echo up > up.txt; git add -A; git commit -qm up; git push -q origin HEAD:main; cd ..; rm -rf tmp
git clone -q origin.git detached; git -C detached checkout -q v1
for r in origin.git main work behind detached; do git -C $r repack -adq; git -C $r prune-packed -q; git -C $r pack-refs --all; done
find . -path '*/objects/??' -type d -empty -delete
"#;

/// The built repositories, and a copy to restore them from.
pub struct Layout {
    /// Keeps the scratch directory alive.
    _scratch: TempDir,
    /// Where commands run.
    pub root: PathBuf,
    template: PathBuf,
}

impl Layout {
    /// Builds the repositories; `None` without git.
    pub fn build() -> Option<Self> {
        Command::new("git").arg("--version").stdout(Stdio::null()).status().ok()?;
        // Every row copies the repositories: in memory that costs little.
        let memory = Path::new("/dev/shm");
        let scratch = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).unwrap();
        let base = fs::canonicalize(scratch.path()).unwrap();
        let (root, template) = (base.join("w"), base.join("template"));
        fs::create_dir(&root).unwrap();
        let layout = Self { _scratch: scratch, root, template };
        let built = layout.command("bash", &layout.root).arg("-c").arg(SCRIPT).output().unwrap();
        assert!(built.status.success(), "the layout failed: {}", String::from_utf8_lossy(&built.stderr));
        layout.copy(&layout.root, &layout.template);
        Some(layout)
    }

    /// Puts everything back as it was built.
    pub fn restore(&self) {
        fs::remove_dir_all(&self.root).unwrap();
        self.copy(&self.template, &self.root);
    }

    fn copy(&self, from: &Path, to: &Path) {
        let status = Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
        assert!(status.success());
    }

    /// Runs a command line in a directory below the root; true if it succeeds.
    pub fn run(&self, directory: &str, line: &str) -> bool {
        let line = self.expanded(line);
        let mut command = self.command("bash", &self.root.join(directory));
        let output = command.arg("-c").arg(&line).stdin(Stdio::null()).output().unwrap();
        if std::env::var_os("GIT_LIVE_ONLY").is_some() {
            let texts = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
            eprintln!("$ {line}\n{}{}", texts[0], texts[1]);
        }
        output.status.success()
    }

    /// `{R}` stands for the root.
    pub fn expanded(&self, line: &str) -> String {
        line.replace("{R}", self.root.to_str().unwrap())
    }

    /// A program in the layout's own environment.
    pub fn command(&self, program: &str, directory: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(directory)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("ROOT", &self.root)
            .env("HOME", self.root.join("home"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C");
        command
    }
}
