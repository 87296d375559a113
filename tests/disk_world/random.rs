//! Random configuration and patterns, read by the world and by git.

use super::*;

/// Lines that make most of git's configuration syntax, and most ways to break it.
const CONFIG_PIECES: [&str; 32] = [
    "[a]",
    "[a \"b\"]",
    "[A.b]",
    "[a \"b\\\"c\\\\\"]",
    "[a\"b\"]",
    "[",
    "]",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "x",
    "X-1",
    " ",
    "\t",
    "=",
    " = ",
    "\"",
    "\\",
    "\\n",
    "\\t",
    "\\\n",
    "\\q",
    "#",
    ";",
    "word",
    "two words",
    "1",
    "é",
    "true",
    "\u{b}",
    "[a ]",
];

/// A file of random pieces reads as git reads it, and is refused where git refuses it.
#[test]
fn random_configuration_is_read_as_git_reads_it() {
    use proptest::prelude::*;
    let Some(sandbox) = Sandbox::build("") else { return };
    let place = sandbox.path("repo");
    let file = sandbox.path("home/.gitconfig");
    let pieces = prop::collection::vec(prop::sample::select(CONFIG_PIECES.to_vec()), 0..12);
    let starts = prop::sample::select(vec!["", "[s]\n", "[s]\nk", "[s]\nk = "]);
    let law = |(start, pieces): (&str, Vec<&str>)| {
        std::fs::write(&file, format!("{start}{}", pieces.concat())).unwrap();
        let mut command = sandbox.command("git");
        let output =
            command.args(["-C", &place, "config", "--file", &file, "--list", "-z"]).output().unwrap();
        let listed = String::from_utf8(output.stdout).unwrap();
        let expected = output.status.success().then(|| {
            let settings = listed.split_terminator('\0');
            let settings = settings.map(|setting| setting.split_once('\n').unwrap_or((setting, "true")));
            settings.map(|(key, value)| (key.to_owned(), value.to_owned())).collect::<Vec<_>>()
        });
        let all = sandbox.world().config_below(None, "");
        let known =
            |key: &str| !key.contains('.') || ["s.", "a."].iter().any(|section| key.starts_with(section));
        let read = all.map(|all| all.into_iter().filter(|(key, _)| known(key)).collect::<Vec<_>>());
        prop_assert_eq!(read, expected);
        Ok(())
    };
    let config = ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() };
    proptest::test_runner::TestRunner::new(config).run(&(starts, pieces), law).unwrap();
}

/// Random patterns include what git would include.
#[test]
fn random_branch_patterns_match_as_git_matches_them() {
    use proptest::prelude::*;
    let Some(sandbox) = Sandbox::build("printf '[hit]\\nk = 1\\n' > $HOME/yes") else { return };
    let place = sandbox.path("repo");
    let pieces =
        ["a", "b", "A", "/", "/", "*", "**", "**/", "/**", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "[]", "-"];
    let pattern = prop::collection::vec(prop::sample::select(pieces.to_vec()), 1..7);
    let name = prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "ab", "a/b", "A", "-"]), 1..4);
    let law = |(pattern, name): (Vec<&str>, Vec<&str>)| {
        let (pattern, branch) = (pattern.concat(), name.join("/"));
        let include = format!("[includeIf \"onbranch:{pattern}\"]\npath = yes\n");
        std::fs::write(sandbox.path("home/.gitconfig"), include).unwrap();
        std::fs::write(sandbox.path("repo/.git/HEAD"), format!("ref: refs/heads/{branch}\n")).unwrap();
        let expected = sandbox.git(&place, &["config", "--get", "hit.k"]).is_some();
        let world = sandbox.world();
        let values = world.config(Some(&found(&world, &place)), "hit.k").unwrap();
        prop_assert_eq!(!values.is_empty(), expected, "{} {}", pattern, branch);
        Ok(())
    };
    let config = ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() };
    proptest::test_runner::TestRunner::new(config).run(&(pattern, name), law).unwrap();
}
