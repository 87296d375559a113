//! Holds what the real world says of repositories to what git itself says, over many kinds of them.
#![cfg(all(feature = "disk", unix))]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may panic, and this one builds repositories"
)]

mod compare;
mod random;

use std::path::Path;
use std::process::{Command, Stdio};

use compare::compare;
use rstest::rstest;
use willwrite::world::disk::Disk;
use willwrite::world::{Entry, Head, Lookup, Repository, Status, Variable, World};

/// Every script starts with this one: a commit in `repo` on `main`, with tracked, ignored and untracked files.
const BASE: &str = "
git init -q -b main repo; cd repo
mkdir -p src docs; echo a > a.txt; echo m > src/main.rs; echo '*.log' > .gitignore; echo build/ >> .gitignore
git add -A; git commit -qm one; git branch topic; git tag v1; git tag -a -m note v2
echo b >> a.txt; git commit -qam two
";

#[rstest]
#[case::plain("", &["repo", "repo/src"])]
#[case::dirty("echo x > a.txt; echo y > new; git add new; rm src/main.rs; echo z > un; mkdir d; echo > d/e", &["repo"])]
#[case::ignored("mkdir -p build/x; echo > build/x/y; echo > top.log; git add -f top.log; echo > other.log", &["repo", "repo/build/x"])]
#[case::spaces("git checkout -qb 'feat/a'; cd ..; mv repo 'r p'", &["r p", "r p/docs"])]
#[case::detached("git checkout -q --detach HEAD~1", &["repo"])]
#[case::unborn("git checkout -q --orphan fresh", &["repo"])]
#[case::empty("git init -q -b trunk ../empty", &["empty"])]
#[case::packed("git pack-refs --all; git branch later; git branch -d topic; git gc -q", &["repo"])]
#[case::worktree("git worktree add -q ../wt -b feat/w; git worktree add -q --detach ../wt2", &["repo", "wt", "wt/src", "wt2"])]
#[case::worktree_in_worktree(
    "git worktree add -q .claude/worktrees/w -b feat/25-w; cd .claude/worktrees/w; git worktree add -q inner/x -b x",
    &["repo", "repo/.claude", "repo/.claude/worktrees", "repo/.claude/worktrees/w/src", "repo/.claude/worktrees/w/inner/x"]
)]
#[case::worktree_config(
    "git config extensions.worktreeConfig true; git worktree add -q ../wt -b feat/w; git -C ../wt config --worktree user.name wtu",
    &["repo", "wt"]
)]
#[case::worktree_gone("git worktree add -q ../wt -b feat/w; rm -r ../wt", &["repo"])]
#[case::worktree_moved("git worktree add -q ../wt -b feat/w; git worktree move ../wt ../moved", &["repo", "moved"])]
#[case::worktree_relative("git -c worktree.useRelativePaths=true worktree add -q ../wt -b feat/w || git worktree add -q ../wt", &["repo", "wt"])]
#[case::submodule(
    "git init -q ../lib; git -C ../lib commit -qm x --allow-empty; git -c protocol.file.allow=always submodule --quiet add ../lib sub/lib; git commit -qm sub",
    &["repo", "repo/sub", "repo/sub/lib"]
)]
#[case::nested("git init -q -b inner docs/in; echo i > docs/in/i; git -C docs/in add i; git -C docs/in commit -qm x", &["repo", "repo/docs", "repo/docs/in"])]
#[case::bare("git clone -q --bare . ../bare.git", &["bare.git", "bare.git/refs"])]
#[case::bare_with_worktree("git clone -q --bare . ../bare; git -C ../bare worktree add -q ../wt topic", &["bare", "wt"])]
#[case::bare_dot_git(
    "git clone -q --bare . ../proj/.git; git -C ../proj/.git worktree add -q ../main main; git -C ../proj/.git worktree add -q ../topic topic",
    &["proj", "proj/main", "proj/topic"]
)]
#[case::separate_git_directory("git init -q -b main --separate-git-dir ../sep.git ../apart; git -C ../apart commit -qm x --allow-empty", &["apart"])]
#[case::core_worktree("mkdir ../elsewhere; git config core.worktree ../../elsewhere; git add -A", &["repo"])]
#[case::core_worktree_up("git config core.worktree ../..", &["repo", "repo/src"])]
#[case::linked_git("mv .git ../real; ln -s ../real .git", &["repo", "repo/src"])]
#[case::linked_parents("ln -s repo ../link; ln -s ../repo/src ../link/s; ln -s link ../second", &["link", "link/src", "second/s"])]
#[case::symbolic_branch("git symbolic-ref refs/heads/alias refs/heads/topic; git checkout -q alias", &["repo"])]
#[case::linked_head("git checkout -q topic; rm .git/HEAD; ln -s refs/heads/topic .git/HEAD", &["repo"])]
#[case::stash("echo s >> a.txt; git stash -q; echo t >> a.txt; git stash -q; git checkout -q topic; git checkout -q -", &["repo"])]
#[case::conflict("git checkout -q topic; echo c >> a.txt; git commit -qam c; git merge -q main", &["repo"])]
#[case::split_index("git update-index --split-index; echo n > n; git add n", &["repo"])]
#[case::sparse("git sparse-checkout set --cone --sparse-index docs", &["repo"])]
#[case::sha256(
    "git init -q -b main --object-format=sha256 ../long; cd ../long; echo 1 > f; git add f; git commit -qm l; git branch b; echo x > u; git checkout -q --detach",
    &["long"]
)]
#[case::reftable(
    "git init -q -b main --ref-format=reftable ../tab; cd ../tab; echo 1 > f; git add f; git commit -qm l; git branch b; git checkout -q b; git worktree add -q ../tabw -b w",
    &["tab", "tabw"]
)]
#[case::reftable_detached(
    "git init -q -b main --ref-format=reftable ../tab; cd ../tab; git commit -qm l --allow-empty; git checkout -q --detach",
    &["tab"]
)]
#[case::includes(
    "echo '[user] email = inc' > ../inc; git config include.path ../../inc; git config includeIf.gitdir:*/repo/.path ../inc2; \
     printf '[push]\\n default = upstream\\n' > inc2; cp inc2 .git/inc2; cp inc2 ../inc2; \
     git config --add includeIf.onbranch:ma*.path ../../on; echo '[a \"B c\"] k = 1' > ../on; \
     git config includeIf.onbranch:topic.path ../../off; echo '[off] k = 1' > ../off; \
     git config includeIf.gitdir:/nowhere/.path ../../off; git config includeIf.gitdir/i:**/REPO/**.path ../../on; \
     git config remote.origin.url https://host/x/y; git config 'includeIf.hasconfig:remote.*.url:https://host/**.path' ../../has; \
     echo '[has] k = 1' > ../has; echo '[include] path = ~/more' >> $HOME/.gitconfig; echo '[more] k' > $HOME/more; \
     mkdir -p $HOME/.config/git; echo '[xdg] k = 2' > $HOME/.config/git/config",
    &["repo", "repo/src"]
)]
#[case::config_syntax(
    "printf '[core]\\r\\n\\tAbbrev = 7\\r\\n[Remote \"Or\\\\\"igin\"] url = a b  # c\\n\\tfetch=+x;y\\n[a.B]\\n x-1 = \"q # \\\\\"z\\\\\" \" t  \\n[s] long = one \\\\\\n   two\\n empty =\\n[t]u=\"\"\\n' >> .git/config",
    &["repo"]
)]
#[case::others("chown -R 12345:12345 .", &["repo", "repo/src"])]
#[case::many_remotes(
    "for r in a b; do git clone -q --bare . ../$r.git; git remote add $r ../$r.git; git fetch -q $r; done; git branch -q -u a/main; git remote set-head a main",
    &["repo"]
)]
fn agrees_with_git(#[case] script: &str, #[case] places: &[&str]) {
    let Some(sandbox) = Sandbox::build(script) else { return };
    for place in places {
        compare(&sandbox, &sandbox.path(place));
    }
}

#[rstest]
#[case::broken("echo garbage > .git/HEAD", "")]
#[case::empty("> .git/HEAD", "src")]
#[case::escaping("echo 'ref: refs/heads/../../x' > .git/HEAD", "")]
#[case::short("git rev-parse --short HEAD > .git/HEAD", "")]
#[case::fifo("rm .git/HEAD; mkfifo .git/HEAD", "")]
#[case::circle(
    "git symbolic-ref refs/heads/p refs/heads/q; git symbolic-ref refs/heads/q refs/heads/p; echo 'ref: refs/heads/p' > .git/HEAD",
    ""
)]
fn a_head_that_says_nothing_is_unknown(#[case] script: &str, #[case] place: &str) {
    let Some(sandbox) = Sandbox::build(script) else { return };
    let repository = found(&sandbox.world(), &sandbox.path(&format!("repo/{place}")));
    assert_eq!(repository.root, sandbox.path("repo"));
    assert_eq!(sandbox.world().head(&repository), Head::Unknown);
}

#[rstest]
#[case::git_file_to_nowhere("mkdir ../x; echo 'gitdir: ../none' > ../x/.git", "x/y", Lookup::Unknown)]
#[case::git_file_of_nonsense("mkdir ../x; echo nonsense > ../x/.git", "x", Lookup::Unknown)]
#[case::loop_of_links("ln -s loop ../loop", "loop/x", Lookup::Unknown)]
#[case::git_link_in_a_loop("mkdir ../x; ln -s .git ../x/.git", "x", Lookup::Unknown)]
#[case::empty_git_directory("mkdir -p ../x/.git", "x/y", Lookup::Outside)]
#[case::no_repository("mkdir -p ../x", "x/y/z", Lookup::Outside)]
#[case::broken_config("mkdir ../x; git init -q ../x; echo '[core' >> ../x/.git/config", "x", Lookup::Unknown)]
fn what_is_no_repository(#[case] script: &str, #[case] place: &str, #[case] expected: Lookup) {
    let Some(sandbox) = Sandbox::build(script) else { return };
    assert_eq!(sandbox.world().repository(&sandbox.path(place)), expected);
}

#[test]
fn paths_in_git_directories_belong_to_their_work_tree() {
    let script = "git worktree add -q ../wt -b w; git clone -q --bare . ../b.git
        git -c protocol.file.allow=always submodule --quiet add ../b.git sub";
    let Some(sandbox) = Sandbox::build(script) else { return };
    let world = sandbox.world();
    for (path, root) in [
        ("repo/.git", "repo"),
        ("repo/.git/hooks/pre-commit", "repo"),
        ("repo/.git/refs/heads/new/x", "repo"),
        ("repo/.git/worktrees/wt/HEAD", "wt"),
        ("repo/.git/modules/sub/config", "repo/sub"),
        ("wt/.git", "wt"),
        ("b.git/hooks/x", "b.git"),
    ] {
        assert_eq!(found(&world, &sandbox.path(path)).root, sandbox.path(root), "{path}");
    }
    let opened = |path: &str| match world.open(&sandbox.path(path)) {
        Lookup::Found(repository) => repository.root.clone(),
        other => panic!("{path}: {other:?}"),
    };
    assert_eq!(opened("repo/.git"), sandbox.path("repo"));
    assert_eq!(opened("wt/.git"), sandbox.path("wt"));
    assert_eq!(opened("b.git"), sandbox.path("b.git"));
    assert_eq!(world.open(&sandbox.path("repo/src")), Lookup::Outside);
}

#[test]
fn a_target_that_does_not_exist_yet_is_found_through_links() {
    let script = "git worktree add -q ../wt -b w; ln -s wt/src ../link; ln -s ../wt/new.txt dangling";
    let Some(sandbox) = Sandbox::build(script) else { return };
    let world = sandbox.world();
    assert_eq!(found(&world, &sandbox.path("link/a/b/c")).root, sandbox.path("wt"));
    assert_eq!(found(&world, &sandbox.path("repo/dangling")).root, sandbox.path("wt"));
    assert_eq!(found(&world, &sandbox.path("repo/x/y")).root, sandbox.path("repo"));
}

#[test]
fn files_are_told_as_they_are() {
    let script = "ln -s a.txt l; mkfifo f; printf 'x\\377' > bad; printf 1234 > four; chmod +x four; mkdir many; cd many; touch $(seq 1 10001)";
    let Some(sandbox) = Sandbox::build(script) else { return };
    let world = sandbox.world();
    let at = |name: &str| sandbox.path(&format!("repo/{name}"));
    assert_eq!(world.entry(&at("l")), Some(Entry::Link("a.txt".into())));
    assert_eq!(world.entry(&at("four")), Some(Entry::File { size: 4, executable: true }));
    assert_eq!(world.entry(&at("f")), Some(Entry::Other));
    assert_eq!(world.entry(&at("src")), Some(Entry::Directory));
    assert_eq!(world.entry(&at("a.txt/x")), Some(Entry::Missing));
    assert_eq!(world.entry(&at("no/such")), Some(Entry::Missing));
    assert_eq!(world.entry(&at(&"n".repeat(300))), Some(Entry::Missing));
    assert_eq!(world.content(&at("l"), 100).as_deref(), Some("a\nb\n"));
    assert_eq!(world.content(&at("four"), 4).as_deref(), Some("1234"));
    assert_eq!(world.content(&at("four"), 3), None);
    assert_eq!(world.content(&at("bad"), 100), None);
    assert_eq!(world.content(&at("f"), 100), None);
    assert_eq!(world.list(&at("src")), Some(vec!["main.rs".into()]));
    assert_eq!(world.list(&at("many")), None);
    assert_eq!(world.list(&at("none")), None);
}

#[test]
fn only_directories_that_no_link_leads_to_are_plain() {
    let Some(sandbox) = Sandbox::build("mkdir -p d/e; ln -s d l; ln -s e d/m; echo > d/f") else { return };
    let world = sandbox.world();
    let top = sandbox.path("");
    assert!(!world.is_plain(&top), "nobody asked for it yet");
    // A walk asks from the root down, as the analysis does.
    for (at, _) in format!("{top}/").match_indices('/').skip(1) {
        world.entry(top.get(..at).unwrap_or(&top));
    }
    let below = [
        "repo",
        "repo/d",
        "repo/d/e",
        "repo/d/f",
        "repo/l",
        "repo/l/e",
        "repo/d/m",
        "repo/d/..",
        "repo/d/../d",
    ];
    let plain: Vec<_> = below
        .into_iter()
        .filter(|name| {
            world.entry(&sandbox.path(name));
            world.is_plain(&sandbox.path(name))
        })
        .collect();
    assert_eq!(plain, ["repo", "repo/d", "repo/d/e"]);
}

#[test]
fn home_comes_from_the_caller_or_the_user_database() {
    let world = Disk::new().with_home("/some/where");
    assert_eq!(world.variable("HOME"), Variable::Set("/some/where".into()));
    assert_eq!(
        world.home_of("root").as_deref(),
        run("sh", &["-c", "echo ~root"]).as_deref().map(str::trim_end)
    );
    assert_eq!(world.home_of("no-such-user"), None);
    let own = run("env", &["-u", "HOME", "bash", "-c", "echo ~"]);
    assert_eq!(world.home_of("").as_deref(), own.as_deref().map(str::trim_end));
    assert_eq!(world.program("sh"), Some(true));
    assert_eq!(world.program("no-such-program"), Some(false));
    assert_eq!(world.program("a/b"), None);
}

/// A temporary directory with a home and, in `repo`, what the scripts made.
struct Sandbox {
    directory: tempfile::TempDir,
}

impl Sandbox {
    /// `None`, with a line that says so, where the script can't run.
    fn build(script: &str) -> Option<Self> {
        if run("git", &["--version"]).is_none() {
            eprintln!("skipped: there is no git");
            return None;
        }
        if script.starts_with("chown") && run("id", &["-u"]).as_deref() != Some("0\n") {
            eprintln!("skipped: only root can give files away");
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let sandbox = Self { directory };
        std::fs::create_dir(sandbox.path("home")).unwrap();
        let identity = "[user]\nname = t\nemail = t@example.com\n[advice]\ndetachedHead = false\n";
        std::fs::write(sandbox.path("home/.gitconfig"), identity).unwrap();
        let output = sandbox.command("bash").arg("-c").arg(format!("{BASE}\n{script}\n:")).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        if errors.contains("unknown ref storage format") || errors.contains("unknown option `ref-format") {
            eprintln!("skipped: this git knows no reftable");
            return None;
        }
        Some(sandbox)
    }

    fn path(&self, name: &str) -> String {
        let top = self.directory.path().canonicalize().unwrap();
        format!("{}/{name}", top.to_str().unwrap()).trim_end_matches('/').to_owned()
    }

    fn world(&self) -> Disk {
        Disk::new().with_home(&self.path("home"))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.directory.path()).env("HOME", self.path("home")).stdin(Stdio::null());
        command
    }

    /// git's own answer in a directory, without the last newline; `None` if it fails.
    fn git(&self, place: &str, arguments: &[&str]) -> Option<String> {
        let mut command = self.command("git");
        let output = command.args(["-c", "safe.directory=*", "-C", place]).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        output.status.success().then(|| text.strip_suffix('\n').unwrap_or(&text).to_owned())
    }
}

fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

fn found(world: &Disk, path: &str) -> Repository {
    match world.repository(path) {
        Lookup::Found(repository) => Repository::clone(&repository),
        other => panic!("{path}: {other:?}"),
    }
}

fn real(path: &str) -> String {
    Path::new(path).canonicalize().unwrap().to_str().unwrap().to_owned()
}
