//! What the analysis says of git where words, branches or repositories are not known, or where git only looks.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use rstest::rstest;
use willwrite::analysis::{Options, Shell, analyze};
use willwrite::intent::{Branch, IntentKind, WriteIntent};
use willwrite::world::memory::Memory;

/// `/w/main` on main with `/w/wt` on feat/w, `/w/feat` on feat/a that follows origin, `/w/loose` detached.
fn world() -> Memory {
    Memory::new()
        .unknown_variables()
        .set("HOME", "/home/u")
        .directory("/w/plain")
        .file("/w/main/a.txt", "a\n")
        .user_config("alias.ci", "commit")
        .user_config("alias.wipe", "!git reset --hard")
        .repository_at("/w/main", |repository| {
            repository
                .branch("main")
                .local_branch("topic")
                .remote("origin", "https://example.org/r.git")
                .upstream("main", "origin", "refs/heads/main")
                .worktree("/w/wt", |tree| tree.branch("feat/w"))
        })
        .repository_at("/w/feat", |repository| {
            repository
                .branch("feat/a")
                .local_branch("main")
                .remote("origin", "https://example.org/r.git")
                .upstream("feat/a", "origin", "refs/heads/feat/a")
        })
        .repository_at("/w/loose", |repository| {
            repository.detached("1111111111111111111111111111111111111111")
        })
}

fn told(directory: &str, command: &str) -> Vec<String> {
    let options = Options { cwd: Some(directory.to_owned()), shell: Shell::Bash, follow_scripts: false };
    let analysis = analyze(command, &options, &world());
    let resting_on_nothing = analysis.intents.iter().filter(|intent| intent.assumes.is_empty());
    resting_on_nothing.filter_map(short).collect()
}

/// `op refs @root(branch)`, with `!` in front of a mutation by guards.md 2.9; `push ref @root(branch)`.
fn short(intent: &WriteIntent) -> Option<String> {
    let place = match &intent.place {
        None => "?".to_owned(),
        Some(place) => match &place.branch {
            Branch::Named(name) => format!("{}({name})", place.root),
            Branch::Detached => format!("{}(detached)", place.root),
            Branch::Unknown(_) => format!("{}(?)", place.root),
        },
    };
    let fails = if intent.fails.is_some() { " fails" } else { "" };
    match &intent.kind {
        IntentKind::Git(git) => {
            let mark = if git.mutates { "!" } else { "" };
            let refs = git.references.join(",");
            let gap = if refs.is_empty() { "" } else { " " };
            Some(format!("{mark}{}{gap}{refs} @{place}{fails}", git.operation))
        }
        IntentKind::Push(push) => {
            let star = if push.pattern { "*" } else { "" };
            Some(format!("push{star} {} @{place}{fails}", push.reference.as_deref().unwrap_or("?")))
        }
        _ => None,
    }
}

/// guards.md 2.9: what only looks is no write; the repository comes from `-C`, else from the directory.
#[rstest]
#[case("/w/main", "git commit --allow-empty -m x", &["!commit refs/heads/main @/w/main(main)"])]
#[case("/w/main", "git -C ../wt -C . commit --allow-empty -m x", &["!commit refs/heads/feat/w @/w/wt(feat/w)"])]
#[case("/w/loose", "git commit --allow-empty -m x", &["!commit @/w/loose(detached)"])]
#[case("/w/main", "git commit --dry-run -m x", &[])]
#[case("/w/main", "git add -n .", &[])]
#[case("/w/main", "git rm -n a.txt", &[])]
#[case("/w/main", "git clean -n", &[])]
#[case("/w/main", "git stash list; git stash show -p", &[])]
#[case("/w/main", "git apply --check x.patch", &[])]
#[case("/w/main", "git status; git log -1; git diff; git worktree list; git branch -a; git tag -l", &[])]
#[case("/w/main", "git commit -h; git commit --help", &[])]
#[case("/w/plain", "git commit --allow-empty -m x", &[])]
fn mutations(#[case] directory: &str, #[case] command: &str, #[case] expected: &[&str]) {
    assert_eq!(told(directory, command), expected);
}

/// guards.md 2.10: a repository that nobody can know is told as such.
#[rstest]
#[case("git -C \"$D\" commit --allow-empty -m x", &["!commit @?"])]
#[case("git --git-dir=$G commit --allow-empty -m x", &["!commit @?"])]
#[case("cd \"$D\" && git commit --allow-empty -m x", &["!commit @?"])]
#[case("GIT_DIR=$G git commit --allow-empty -m x", &["!commit @?"])]
#[case("GIT_DIR=/w/feat/.git GIT_WORK_TREE=/w/feat git commit --allow-empty -m x", &["!commit refs/heads/feat/a @/w/feat(feat/a)"])]
#[case("git --git-dir /w/feat/.git --work-tree /w/feat commit --allow-empty -m x", &["!commit refs/heads/feat/a @/w/feat(feat/a)"])]
fn undetermined_repositories(#[case] command: &str, #[case] expected: &[&str]) {
    let told = told("/w/main", command);
    assert!(expected.iter().all(|line| told.contains(&(*line).to_owned())), "{told:?}");
}

/// What follows from an unset variable alone rests on that (guards.md 2.23).
#[test]
fn a_directory_that_may_be_unset_is_assumed() {
    assert_eq!(told("/w/main", "git -C \"$D\" commit --allow-empty -m x"), ["!commit @?"]);
}

/// guards.md 2.11, 2.17: the branch of what follows.
#[rstest]
#[case("git switch \"$B\" && git commit --allow-empty -m x", &["switch @/w/main(main)", "!commit @/w/main(?)"])]
#[case("git switch -c new && git commit --allow-empty -m x", &["switch refs/heads/new @/w/main(main)", "!commit refs/heads/new @/w/main(new)"])]
#[case("git switch -c topic; git commit --allow-empty -m x", &["switch refs/heads/topic @/w/main(main) fails", "!commit refs/heads/main @/w/main(main)"])]
#[case("git checkout -q --detach && git commit --allow-empty -m x", &["detach @/w/main(main)", "!commit @/w/main(detached)"])]
#[case("git symbolic-ref HEAD refs/heads/topic && git commit --allow-empty -m x", &["switch @/w/main(main)", "!commit refs/heads/topic @/w/main(topic)"])]
#[case("git branch -m trunk && git commit --allow-empty -m x", &["branch-move refs/heads/main,refs/heads/trunk @/w/main(main)", "!commit refs/heads/trunk @/w/main(trunk)"])]
#[case("git init /w/plain/r -b dev && git -C /w/plain/r commit --allow-empty -m x", &["init @/w/plain/r(dev)", "!commit refs/heads/dev @/w/plain/r(dev)"])]
#[case("git clone https://example.org/r.git /w/plain/c && git -C /w/plain/c commit --allow-empty -m x", &["clone @/w/plain/c(?)", "!commit @/w/plain/c(?)"])]
fn branches_by_now(#[case] command: &str, #[case] expected: &[&str]) {
    assert_eq!(told("/w/main", command), expected);
}

/// guards.md 2.13: destinations of pushes.
#[rstest]
#[case("/w/main", "git push", &["push refs/heads/main @/w/main(main)"])]
#[case("/w/wt", "git push", &["push refs/heads/feat/w @/w/wt(feat/w) fails"])]
#[case("/w/wt", "git push origin HEAD:main", &["push refs/heads/main @/w/wt(feat/w)"])]
#[case("/w/wt", "git push origin +HEAD:refs/heads/main", &["push refs/heads/main @/w/wt(feat/w)"])]
#[case("/w/wt", "git push origin :main", &["push refs/heads/main @/w/wt(feat/w)"])]
#[case("/w/wt", "git push --dry-run origin main", &[])]
#[case("/w/wt", "git push origin \"$R\"", &["push ? @/w/wt(feat/w)"])]
#[case("/w/wt", "git push origin \"HEAD:refs/heads/tmp-$$\"", &["push* refs/heads/tmp-* @/w/wt(feat/w)"])]
#[case("/w/loose", "git push", &["push ? @/w/loose(detached) fails"])]
#[case("/w/main", "git push --tags", &["push* refs/tags/* @/w/main(main)"])]
#[case("/w/feat", "git push . HEAD:main", &["push refs/heads/main @/w/feat(feat/a)"])]
fn pushes(#[case] directory: &str, #[case] command: &str, #[case] expected: &[&str]) {
    assert_eq!(told(directory, command), expected);
}

/// guards.md 2.14: substitutions that stand for the current branch.
#[rstest]
#[case("git push origin \"$(git branch --show-current)\"")]
#[case("git push origin \"$(git rev-parse --abbrev-ref HEAD)\"")]
#[case("git push origin \"$(git symbolic-ref --short HEAD)\"")]
#[case("git push origin \"HEAD:$(git symbolic-ref HEAD)\"")]
fn the_current_branch_by_substitution(#[case] command: &str) {
    assert_eq!(told("/w/wt", command), ["push refs/heads/feat/w @/w/wt(feat/w)"]);
}

/// guards.md 2.26: refs that move without anyone standing on them.
#[rstest]
#[case("git branch -f main feat/a", &["branch-create refs/heads/main @/w/feat(feat/a)"])]
#[case("git branch -D main", &["branch-delete refs/heads/main @/w/feat(feat/a)"])]
#[case("git fetch . HEAD:main", &["fetch refs/heads/main @/w/feat(feat/a)"])]
#[case("git update-ref refs/heads/main HEAD", &["update-ref refs/heads/main @/w/feat(feat/a)"])]
fn refs_moved_from_afar(#[case] command: &str, #[case] expected: &[&str]) {
    let told: Vec<String> = told("/w/feat", command).iter().map(|line| line.replace(" fails", "")).collect();
    assert_eq!(told, expected);
}

/// Aliases, with and without `!`.
#[rstest]
#[case("git ci --allow-empty -m x", &["!commit refs/heads/main @/w/main(main)"])]
#[case("git wipe", &["!reset-hard @/w/main(main)"])]
#[case("git -c alias.z='!touch f; git' z add a.txt", &["!add @/w/main(main)"])]
#[case("git -c alias.loop=loop loop", &[])]
fn aliases(#[case] command: &str, #[case] expected: &[&str]) {
    assert_eq!(told("/w/main", command), expected);
}
