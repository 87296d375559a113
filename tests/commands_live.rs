//! The examples of command rows against the real programs: each example runs in a scratch folder, and what it really
//! wrote must have been told. A program that is not installed is skipped.
#![cfg(feature = "disk")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test may panic, and it runs real programs in a scratch folder"
)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use willwrite::analysis::{Options, Shell, analyze};
use willwrite::intent::{Analysis, FileTarget, IntentKind};
use willwrite::world::disk::Disk;

/// Programs that are never started: they ask for a password, reach the net, the system or other users, never end, or
/// write where a test must not.
const NEVER: &[&str] = &[
    "VBoxManage",
    "adb",
    "apk",
    "apptainer",
    "apt",
    "apt-cache",
    "apt-get",
    "argocd",
    "aria2c",
    "aws",
    "az",
    "brew",
    "bun",
    "bundle",
    "cargo",
    "chage",
    "chattr",
    "chroot",
    "chrt",
    "composer",
    "conda",
    "cosign",
    "coverage",
    "crane",
    "createdb",
    "crontab",
    "curl",
    "dnf",
    "doas",
    "docker",
    "docker-compose",
    "doctl",
    "doppler",
    "dotnet",
    "dpkg",
    "dprint",
    "eksctl",
    "emacs",
    "entr",
    "eslint",
    "etcdctl",
    "exo",
    "gcloud",
    "gcrane",
    "gem",
    "gh",
    "glab",
    "go",
    "gpg",
    "gradle",
    "grype",
    "gsutil",
    "hashcat",
    "helm",
    "history",
    "hostname",
    "http",
    "ibmcloud",
    "initdb",
    "ionice",
    "ip",
    "iperf3",
    "java",
    "jest",
    "jira",
    "jj",
    "john",
    "journalctl",
    "kaggle",
    "kill",
    "kind",
    "koji",
    "kubectl",
    "limactl",
    "linode-cli",
    "logger",
    "ltrace",
    "lxc",
    "machinectl",
    "make",
    "mdadm",
    "minikube",
    "mise",
    "mix",
    "mkfs.ext4",
    "mknod",
    "mongodump",
    "mongoexport",
    "mongosh",
    "mosh",
    "mount",
    "mvn",
    "mysql",
    "mysqldump",
    "nano",
    "ncat",
    "nerdctl",
    "newgrp",
    "nix-shell",
    "nmap",
    "nmcli",
    "node",
    "npm",
    "npx",
    "opam",
    "openstack",
    "parallel",
    "pct",
    "perf",
    "pg_basebackup",
    "pg_ctl",
    "pg_dumpall",
    "ping",
    "pip",
    "pipenv",
    "pipx",
    "pkill",
    "pnpm",
    "podman",
    "poetry",
    "pre-commit",
    "psql",
    "pytest",
    "python",
    "qemu-system-x86_64",
    "qm",
    "rclone",
    "rpm",
    "ruby",
    "runcon",
    "runuser",
    "rustup",
    "scp",
    "script",
    "service",
    "setcap",
    "sftp",
    "skopeo",
    "socat",
    "ssh",
    "ssh-agent",
    "sshpass",
    "stern",
    "strace",
    "su",
    "sudo",
    "sudoedit",
    "svn",
    "systemctl",
    "tailscale",
    "taskset",
    "tcpdump",
    "terraform",
    "timeout",
    "tmux",
    "trash",
    "trivy",
    "tsc",
    "tsx",
    "twine",
    "unbuffer",
    "useradd",
    "uv",
    "uvx",
    "vagrant",
    "vault",
    "vim",
    "vipe",
    "virsh",
    "vitest",
    "watch",
    "wg",
    "wget",
    "xvfb-run",
    "yarn",
    "yes",
    "youtube-dl",
    "yt-dlp",
    "zfs",
    "zig",
    "zpool",
];

/// One run must end within this.
const LIMIT: Duration = Duration::from_secs(10);

#[test]
fn real_programs_write_what_their_rows_say() {
    let mut ran = 0;
    let mut wrong = Vec::new();
    for row in willwrite::commands::rows() {
        for (command, _) in row.says {
            let words = words(command);
            let name = words[0].rsplit('/').next().unwrap();
            if NEVER.contains(&name)
                || command.contains("$X")
                || *command == "tail -f a"
                || command.contains("host:")
                || !installed(name)
            {
                continue;
            }
            if let Some(fault) = compare(command, &words) {
                wrong.push(fault);
            }
            ran += 1;
        }
    }
    eprintln!("{ran} examples ran with the real programs");
    assert!(wrong.is_empty(), "{} of {ran} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran > 150, "only {ran} examples ran");
}

/// Runs an example; says what was written and not told.
fn compare(command: &str, words: &[String]) -> Option<String> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path().canonicalize().unwrap();
    fs::create_dir(root.join("tmp")).unwrap();
    let work = root.join("work");
    lay_out(&work);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect();
    let options =
        Options { cwd: Some(work.to_str().unwrap().to_owned()), shell: Shell::Bash, follow_scripts: true };
    let text = format!("export TMPDIR='{0}' HOME='{0}'; {1}", root.join("tmp").display(), quoted.join(" "));
    let told = analyze(&text, &options, &Disk::new());
    let before = snapshot(&root);
    run(&root, &work, words);
    let after = snapshot(&root);
    let mut missed: Vec<String> = Vec::new();
    for path in changed(&before, &after) {
        if !is_told(&told, &path) {
            missed.push(path.strip_prefix(root.to_str().unwrap()).unwrap_or(&path).to_owned());
        }
    }
    // A program that leaves something undone may have refused; what it did must be told, unless the answer is open.
    (!missed.is_empty() && told.complete).then(|| format!("{command}\n    wrote {}", missed.join(" ")))
}

/// The folder that the rows' examples stand in.
fn lay_out(work: &Path) {
    for (name, text) in [
        ("a", "one\ntwo\n"),
        ("b", "two\n"),
        ("c", "three\n"),
        ("f.sh", "touch a\n"),
        ("d/a", "one\n"),
        ("src/m.rs", "fn main() {}\n"),
    ] {
        let path = work.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn run(root: &Path, work: &Path, words: &[String]) {
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .current_dir(work)
        .env_clear()
        .env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
        .env("HOME", root.join("tmp"))
        .env("TMPDIR", root.join("tmp"))
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > LIMIT {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{words:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn installed(name: &str) -> bool {
    ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
        .iter()
        .any(|directory| Path::new(directory).join(name).exists())
}

/// Kind, mode, times and content of everything below a folder.
fn snapshot(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut pending = vec![root.to_path_buf()];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let data = path.symlink_metadata().unwrap();
            let shown = if data.is_dir() {
                pending.push(path.clone());
                format!("directory {:o}", data.mode())
            } else {
                let text = if data.is_file() { fs::read(&path).unwrap_or_default() } else { Vec::new() };
                format!(
                    "{:?} {:o} {} {} {text:?}",
                    data.file_type(),
                    data.mode(),
                    data.ino(),
                    data.mtime_nsec()
                )
            };
            found.insert(path.to_str().unwrap().to_owned(), shown);
        }
    }
    found
}

fn changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    let other = after.iter().filter(|(path, shown)| before.get(*path) != Some(shown)).map(|(path, _)| path);
    gone.chain(other).cloned().collect()
}

/// A path is told by its name, by a directory above it that is written as a whole, or by a pattern.
fn is_told(told: &Analysis, path: &str) -> bool {
    told.intents.iter().any(|intent| {
        let IntentKind::File(file) = &intent.kind else { return matches!(intent.kind, IntentKind::Run) };
        let below = |directory: &str| path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'));
        match &file.target {
            FileTarget::Path(target) => path == target || below(target),
            FileTarget::Below(directory) => below(directory),
            FileTarget::Pattern(pattern) => below(pattern.rsplit_once('/').unwrap().0),
            FileTarget::Unresolved(_) => true,
        }
    })
}

/// The words of an example: blanks part them, quotes hold them together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' => {
                word.get_or_insert_default()
                    .extend(characters.by_ref().take_while(|next| *next != character));
            }
            ' ' => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}
