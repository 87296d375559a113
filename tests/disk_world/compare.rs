//! One repository, asked of the world and of git.

use super::*;

pub fn compare(sandbox: &Sandbox, place: &str) {
    let world = sandbox.world();
    let repository = found(&world, place);
    let git = |arguments: &[&str]| sandbox.git(place, arguments);
    let directories = git(&["rev-parse", "--absolute-git-dir"]).map(|path| real(&path));
    assert_eq!(Some(&repository.git_directory), directories.as_ref(), "{place}: git directory");
    let common = git(&["rev-parse", "--path-format=absolute", "--git-common-dir"]).map(|path| real(&path));
    assert_eq!(Some(&repository.common_directory), common.as_ref(), "{place}: common directory");
    let is_bare = git(&["rev-parse", "--is-bare-repository"]).as_deref() == Some("true");
    assert_eq!(repository.bare, is_bare, "{place}: bare");
    let root = if is_bare { directories } else { git(&["rev-parse", "--show-toplevel"]) };
    assert_eq!(Some(&repository.root), root.as_ref(), "{place}: root");
    compare_head(sandbox, place, &world, &repository);
    compare_refs(sandbox, place, &world, &repository);
    compare_config(sandbox, place, &world, &repository);
    compare_worktrees(sandbox, place, &world, &repository);
    if !is_bare {
        compare_files(sandbox, &world, &repository);
    }
}

fn compare_head(sandbox: &Sandbox, place: &str, world: &Disk, repository: &Repository) {
    let branch = sandbox.git(place, &["branch", "--show-current"]).unwrap();
    let commit = sandbox.git(place, &["rev-parse", "--verify", "-q", "HEAD"]);
    let head = if branch.is_empty() { Head::Detached(commit.clone().unwrap()) } else { Head::Branch(branch) };
    assert_eq!(world.head(repository), head, "{place}: head");
    assert_eq!(world.commit(repository, "HEAD"), Some(commit), "{place}: commit");
    for revision in [
        "HEAD~1",
        "v1",
        "v2",
        "topic",
        "refs/heads/topic",
        "main:a.txt",
        "none",
        "v1^{commit}",
        "@{-1}",
        "-x",
    ] {
        let expression = format!("{revision}^{{commit}}");
        let expected = sandbox.git(place, &["rev-parse", "--verify", "-q", "--end-of-options", &expression]);
        assert_eq!(world.commit(repository, revision), Some(expected), "{place}: {revision}");
    }
    for steps in 1..3 {
        let expected = sandbox.git(place, &["check-ref-format", "--branch", &format!("@{{-{steps}}}")]);
        assert_eq!(world.previous_branch(repository, steps), expected, "{place}: {steps} switches ago");
    }
}

fn compare_refs(sandbox: &Sandbox, place: &str, world: &Disk, repository: &Repository) {
    let all = sandbox.git(place, &["for-each-ref", "--format=%(refname)"]).unwrap();
    for prefix in ["refs/", "refs/heads/", "refs/heads/feat/", "refs/heads/to", "refs/tags/", "refs/remotes/"]
    {
        let expected: Vec<String> =
            all.lines().filter(|name| name.starts_with(prefix)).map(str::to_owned).collect();
        assert_eq!(world.references(repository, prefix), Some(expected), "{place}: {prefix}");
    }
    for name in ["refs/heads/main", "refs/heads/topic", "refs/heads/top", "refs/tags/v2", "refs/heads"] {
        let expected = all.lines().any(|known| known == name);
        assert_eq!(world.has_reference(repository, name), Some(expected), "{place}: {name}");
    }
}

fn compare_config(sandbox: &Sandbox, place: &str, world: &Disk, repository: &Repository) {
    // Two settings are the test's own: it trusts every directory.
    let listed = sandbox.git(place, &["config", "--list", "-z"]).unwrap();
    let mut expected: Vec<(String, String)> = listed
        .split_terminator('\0')
        .map(|setting| setting.split_once('\n').unwrap_or((setting, "true")))
        .filter(|(key, _)| *key != "safe.directory")
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let mut settings = world.config_below(Some(repository), "").unwrap();
    settings.retain(|(key, _)| key != "safe.directory");
    expected.sort();
    settings.sort();
    assert_eq!(settings, expected, "{place}: config");
    for key in ["user.email", "Push.Default", "remote.origin.url", "none.such"] {
        let values = sandbox.git(place, &["config", "--get-all", key]).unwrap_or_default();
        let values: Vec<String> = values.lines().map(str::to_owned).collect();
        assert_eq!(world.config(Some(repository), key), Some(values), "{place}: {key}");
    }
}

fn compare_worktrees(sandbox: &Sandbox, place: &str, world: &Disk, repository: &Repository) {
    let listed = sandbox.git(place, &["worktree", "list", "--porcelain"]).unwrap();
    let mut expected = Vec::new();
    for block in listed.split("\n\n").filter(|block| !block.is_empty()) {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        let root = field("worktree ").unwrap().to_owned();
        expected.push((root, field("branch refs/heads/").map(str::to_owned)));
    }
    let trees = world.worktrees(repository).unwrap().into_iter();
    let trees: Vec<(String, Option<String>)> = trees
        .map(|tree| {
            let branch = match tree.head {
                Head::Branch(name) => Some(name),
                Head::Detached(_) | Head::Unknown => None,
            };
            (tree.root, branch)
        })
        .collect();
    // git names a bare or relocated main work tree by its directory's name alone.
    assert_eq!(trees.get(1..), expected.get(1..), "{place}: work trees");
    assert_eq!(trees.len(), expected.len(), "{place}: number of work trees");
}

fn compare_files(sandbox: &Sandbox, world: &Disk, repository: &Repository) {
    let root = &repository.root;
    let git = |arguments: &[&str]| {
        let mut all = vec!["--git-dir", &repository.git_directory, "--work-tree", root];
        all.extend(arguments);
        sandbox.git(root, &all)
    };
    let printed = git(&["status", "--porcelain", "-z", "--no-renames"]).unwrap();
    let mut expected = Status::default();
    for record in printed.split_terminator('\0') {
        let (states, path) = record.split_at(3);
        let path = path.to_owned();
        match states.trim_end_matches(' ') {
            "??" => expected.untracked.push(path),
            "UU" | "AA" | "DD" | "AU" | "UA" | "DU" | "UD" => expected.conflicted.push(path),
            states => {
                if !states.starts_with(' ') {
                    expected.staged.push(path.clone());
                }
                if states.len() == 2 {
                    expected.unstaged.push(path);
                }
            }
        }
    }
    let mut status = world.status(repository).unwrap();
    for paths in [&mut status.staged, &mut status.unstaged, &mut status.untracked, &mut status.conflicted] {
        paths.sort();
    }
    for paths in
        [&mut expected.staged, &mut expected.unstaged, &mut expected.untracked, &mut expected.conflicted]
    {
        paths.sort();
    }
    expected.stashes = git(&["stash", "list"]).unwrap().lines().count();
    expected.in_progress = git(&["status"]).unwrap().contains("You have unmerged paths");
    assert_eq!(status, expected, "{root}: status");
    for below in ["", "src", "docs", "a.txt", "none"] {
        let path = format!("{root}/{below}");
        let path = path.trim_end_matches('/');
        let listed = git(&["ls-files", "--", path]).unwrap();
        let mut listed: Vec<String> = listed.lines().map(str::to_owned).collect();
        listed.dedup();
        assert_eq!(world.tracked(repository, path), Some(listed), "{path}: tracked");
    }
    for name in ["a.txt", "x.log", "top.log", "build", "build/new/y", "src/deep/z.log", "docs/q"] {
        let path = format!("{root}/{name}");
        let expected = git(&["check-ignore", "-q", "--", &path]).is_some();
        assert_eq!(world.ignored(repository, &path), Some(expected), "{path}: ignored");
    }
}
