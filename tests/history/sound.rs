//! Nothing is lost, and nothing that fails harms a call or the database (guards.md 7.4).

use super::*;

// guards.md 7.4: several sessions write at once; nothing is lost or doubled.
#[test]
fn rule_7_4_writers_at_once_lose_nothing() {
    const PROCESSES: usize = 8;
    /// `WILLWRITE_OBSERVATIONS=10000` asks for all that the rule names; this many keep a test run short.
    const OBSERVATIONS: usize = 400;
    let asked = std::env::var("WILLWRITE_OBSERVATIONS").ok().and_then(|number| number.parse::<usize>().ok());
    let each = asked.unwrap_or(OBSERVATIONS) / PROCESSES;
    let scene = Scene::new();
    std::thread::scope(|scope| {
        for writer in 0..PROCESSES {
            let scene = &scene;
            scope.spawn(move || {
                for number in 0..each {
                    assert_silent(
                        &scene.observe(&bash(
                            &format!("{writer}-{number}"),
                            &format!("echo {writer} {number}"),
                        )),
                    );
                }
            });
        }
    });
    // A call that two hooks report counts once.
    assert_silent(&scene.observe(&bash("0-0", "echo 0 0")));
    let mut calls: Vec<String> =
        scene.export().iter().map(|row| row["call"].as_str().unwrap().to_owned()).collect();
    assert_eq!(calls.len(), PROCESSES * each);
    calls.sort();
    calls.dedup();
    assert_eq!(calls.len(), PROCESSES * each);
    assert_sound(&scene);
}

fn assert_sound(scene: &Scene) {
    let connection = rusqlite::Connection::open(scene.database()).unwrap();
    let said: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(said, "ok");
}

// guards.md 7.4: killed at any moment, what was told to be done is done.
#[test]
fn rule_7_4_a_kill_loses_nothing_committed() {
    let scene = Scene::new();
    let mut acknowledged = Vec::new();
    for number in 0..60_u64 {
        let call = number.to_string();
        let mut child = scene
            .command(&["observe"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let written = child.stdin.take().unwrap().write_all(bash(&call, "true").to_string().as_bytes());
        std::thread::sleep(std::time::Duration::from_micros(number * 400));
        child.kill().unwrap();
        if child.wait().unwrap().success() && written.is_ok() {
            acknowledged.push(call);
        }
    }
    scene.observe(&bash("last", "true"));
    let stored: Vec<String> =
        scene.export().iter().map(|row| row["call"].as_str().unwrap().to_owned()).collect();
    assert!(acknowledged.iter().all(|call| stored.contains(call)), "{acknowledged:?} {stored:?}");
    assert_sound(&scene);
}

// guards.md 7.4: retention and purge.
#[test]
fn rule_7_4_old_observations_go() {
    let scene = Scene::new();
    let config = scene.directory.path().join("c.toml");
    std::fs::write(&config, "[observe]\nretention = 3\n").unwrap();
    for number in 0..5 {
        scene.observe(&bash(&number.to_string(), &format!("echo word{number}")));
    }
    assert_eq!(text(&scene.history(&["search", "word0"]).stdout).lines().count(), 2);
    let end = json!({"session_id": "s1", "hook_event_name": "SessionEnd", "reason": "other"});
    assert_silent(&feed(scene.command(&["observe", "--config", config.to_str().unwrap()]), &end));
    let calls: Vec<Value> = scene.export().iter().map(|row| row["call"].clone()).collect();
    assert_eq!(calls, [json!("2"), json!("3"), json!("4")]);
    assert_eq!(text(&scene.history(&["search", "word0"]).stdout), "");
    assert_eq!(text(&scene.history(&["purge", "--all"]).stdout), "3 observations and 0 findings removed\n");
    assert_eq!(scene.export().len(), 0);
    scene.observe(&bash("new", "echo fresh"));
    assert_eq!(text(&scene.history(&["search", "fresh"]).stdout).lines().count(), 2);
    assert_sound(&scene);
    assert_eq!(scene.history(&["purge"]).status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn the_history_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::new();
    scene.observe(&bash("t1", "true"));
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(scene.database().parent().unwrap()), 0o700);
    for file in std::fs::read_dir(scene.database().parent().unwrap()).unwrap().flatten() {
        assert_eq!(mode(&file.path()), 0o600, "{}", file.path().display());
    }
}

/// The bytes of the database and its log, to tell that nothing was changed.
fn bytes(scene: &Scene) -> Vec<u8> {
    std::fs::read(scene.database()).unwrap()
}

#[test]
fn a_damaged_database_is_left_alone() {
    let scene = Scene::new();
    std::fs::create_dir_all(scene.database().parent().unwrap()).unwrap();
    for content in [
        b"this is no database, but long enough to be looked at as one, with some more words".repeat(20),
        b"SQLite format 3\0garbage".repeat(100),
    ] {
        std::fs::write(scene.database(), &content).unwrap();
        assert_one_line(&scene.observe(&bash("t1", "true")), "is damaged");
        let search = scene.history(&["search", "x"]);
        assert_eq!(search.status.code(), Some(1));
        assert!(text(&search.stderr).contains("move it away"), "{}", text(&search.stderr));
        assert_eq!(bytes(&scene), content);
    }
}

#[test]
fn newer_foreign_and_older_databases_are_told_apart() {
    let scene = Scene::new();
    scene.observe(&bash("t1", "true"));
    let change =
        |sql: &str| rusqlite::Connection::open(scene.database()).unwrap().execute_batch(sql).unwrap();
    change("PRAGMA user_version = 99");
    assert_one_line(&scene.observe(&bash("t2", "true")), "has schema 99");
    assert_eq!(scene.history(&["stats"]).status.code(), Some(1));
    change("PRAGMA user_version = 3; PRAGMA application_id = 7");
    assert_one_line(&scene.observe(&bash("t2", "true")), "another program's database");
    // Back to the first step of the schema: it is led to the latest, with all that it holds.
    change(
        "PRAGMA application_id = 2004314217; DROP INDEX touch_branch; DROP INDEX observation_at; DROP TABLE finding; DROP TABLE words; DROP VIEW observation_words; DROP TABLE progress; PRAGMA user_version = 1",
    );
    assert_silent(&scene.observe(&bash("t2", "echo second")));
    assert_eq!(scene.export().len(), 2);
    assert_eq!(text(&scene.history(&["search", "second"]).stdout).lines().count(), 2);
}

#[test]
fn a_locked_database_costs_one_line() {
    let scene = Scene::new();
    scene.observe(&bash("t1", "true"));
    let mut other = rusqlite::Connection::open(scene.database()).unwrap();
    let lock = other.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
    let start = std::time::Instant::now();
    assert_one_line(&scene.observe(&bash("t2", "true")), "is locked");
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
    // Readers do not wait for a writer.
    assert_eq!(scene.export().len(), 1);
    drop(lock);
    assert_silent(&scene.observe(&bash("t2", "true")));
    assert_eq!(scene.export().len(), 2);
}

#[test]
fn a_place_that_is_no_file_costs_one_line() {
    let scene = Scene::new();
    std::fs::create_dir_all(scene.database()).unwrap();
    assert_one_line(&scene.observe(&bash("t1", "true")), "can't be opened");
    let scene = Scene::new();
    std::fs::write(scene.directory.path().join("willwrite"), "a file where the directory should be").unwrap();
    assert_one_line(&scene.observe(&bash("t1", "true")), "can't be opened");
}

/// Needs a mount of its own: run as root with `mount`, skipped elsewhere.
#[test]
fn a_full_or_read_only_disk_costs_one_line() {
    let scene = Scene::new();
    let disk = Mount::new(scene.directory.path(), "size=256k");
    let Some(disk) = disk else {
        eprintln!("skipped: no right to mount a small file system");
        return;
    };
    let mut call = bash("t", "true");
    call["tool_response"]["stdout"] = "a different word and more ".repeat(400).into();
    let mut refused = None;
    for number in 0..200 {
        call["tool_use_id"] = number.to_string().into();
        let output = scene.observe(&call);
        assert_eq!(output.status.code(), Some(0));
        if !output.stderr.is_empty() {
            refused = Some((number, output));
            break;
        }
    }
    let (stored, output) = refused.unwrap();
    assert_one_line(&output, "not recorded");
    let kept = scene.export().len();
    assert_eq!(kept, stored);
    disk.remount("ro");
    assert_one_line(&scene.observe(&bash("later", "true")), "not recorded");
    assert_eq!(scene.export().len(), kept);
}

struct Mount(PathBuf);

impl Mount {
    fn new(directory: &Path, options: &str) -> Option<Self> {
        let arguments = ["-t", "tmpfs", "-o", options, "tmpfs"];
        let done =
            Command::new("mount").args(arguments).arg(directory).stderr(Stdio::null()).status().ok()?;
        done.success().then(|| Self(directory.to_path_buf()))
    }

    fn remount(&self, how: &str) {
        let done =
            Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(&self.0).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}
