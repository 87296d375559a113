//! The mask against synthetic secrets in their habitats, and against real source code that holds none.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may panic"
)]
#![cfg(feature = "history")]

use std::path::{Path, PathBuf};

use willwrite::history::mask::{MARKER, mask, mask_json};

/// A small generator of its own, so that every run sees the same secrets.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn text(&mut self, signs: &str, length: usize) -> String {
        let signs: Vec<char> = signs.chars().collect();
        (0..length).map(|_| signs[self.roll(signs.len())]).collect()
    }
}

const HEX: &str = "0123456789abcdef";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#%*+-_^~?";

/// One kind of secret: its name, the name it is given, and how it is made: literal parts and random ones.
struct Kind {
    name: &'static str,
    given: &'static str,
    parts: &'static [(&'static str, &'static str, usize)],
}

const fn kind(
    name: &'static str,
    given: &'static str,
    parts: &'static [(&'static str, &'static str, usize)],
) -> Kind {
    Kind { name, given, parts }
}

/// The prefixes are cut in two, so that no scanner of repositories takes this file for a leak.
const KINDS: &[Kind] = &[
    kind("aws key id", "id", &[("AK", "", 0), ("IA", UPPER, 16)]),
    kind("aws secret", "aws_secret_access_key", &[("", BASE64, 40)]),
    kind("aws session", "AWS_SESSION_TOKEN", &[("IQoJb3", BASE64, 200)]),
    kind("github classic", "value", &[("gh", "", 0), ("p_", ALNUM, 36)]),
    kind("github fine", "value", &[("github", "", 0), ("_pat_", ALNUM, 22), ("_", ALNUM, 59)]),
    kind("github server", "value", &[("gh", "", 0), ("s_", ALNUM, 36)]),
    kind("gitlab", "value", &[("gl", "", 0), ("pat-", ALNUM, 20)]),
    kind("slack bot", "value", &[("xo", "", 0), ("xb-", "123456789", 12), ("-", ALNUM, 24)]),
    kind(
        "slack app",
        "value",
        &[("xa", "", 0), ("pp-1-", UPPER, 11), ("-", "123456789", 13), ("-", HEX, 64)],
    ),
    kind("stripe", "value", &[("sk", "", 0), ("_live_", ALNUM, 24)]),
    kind("stripe webhook", "value", &[("wh", "", 0), ("sec_", ALNUM, 32)]),
    kind("google api", "value", &[("AI", "", 0), ("za", ALNUM, 35)]),
    kind("google oauth", "value", &[("GOC", "", 0), ("SPX-", ALNUM, 28)]),
    kind("google access", "value", &[("ya", "", 0), ("29.", ALNUM, 60)]),
    kind("openai", "value", &[("sk", "", 0), ("-proj-", ALNUM, 64)]),
    kind("anthropic", "value", &[("sk", "", 0), ("-ant-api03-", ALNUM, 80)]),
    kind("hugging face", "value", &[("h", "", 0), ("f_", ALNUM, 34)]),
    kind("npm", "value", &[("np", "", 0), ("m_", ALNUM, 36)]),
    kind("pypi", "value", &[("py", "", 0), ("pi-AgE", ALNUM, 80)]),
    kind("sendgrid", "value", &[("S", "", 0), ("G.", ALNUM, 22), (".", ALNUM, 43)]),
    kind("twilio", "value", &[("S", "", 0), ("K", HEX, 32)]),
    kind("digitalocean", "value", &[("do", "", 0), ("p_v1_", HEX, 64)]),
    kind("shopify", "value", &[("sh", "", 0), ("pat_", HEX, 32)]),
    kind("databricks", "value", &[("da", "", 0), ("pi", HEX, 32)]),
    kind("docker", "value", &[("dc", "", 0), ("kr_pat_", ALNUM, 27)]),
    kind("vault", "value", &[("hv", "", 0), ("s.", ALNUM, 90)]),
    kind("telegram", "value", &[("", "123456789", 9), (":", ALNUM, 35)]),
    kind(
        "json web token",
        "value",
        &[("ey", "", 0), ("JhbGciOiJIUzI1NiJ9.eyJ", ALNUM, 60), (".", ALNUM, 43)],
    ),
    kind("atlassian", "value", &[("ATA", "", 0), ("TT3xFfGF0", ALNUM, 120)]),
    kind("linear", "value", &[("lin", "", 0), ("_api_", ALNUM, 40)]),
    kind("postman", "value", &[("PM", "", 0), ("AK-", HEX, 24), ("-", HEX, 34)]),
    kind("new relic", "value", &[("NR", "", 0), ("AK-", UPPER, 27)]),
    kind("discord", "value", &[("M", ALNUM, 23), (".", ALNUM, 6), (".", ALNUM, 27)]),
    kind("azure client", "value", &[("", ALNUM, 3), ("8", "", 0), ("Q~", ALNUM, 34)]),
    kind("azure storage", "AccountKey", &[("", BASE64, 86), ("==", "", 0)]),
    kind("password", "DB_PASSWORD", &[("", SIGNS, 14)]),
    kind("short password", "password", &[("hunter", "23456789", 2)]),
    kind("api key hex", "api_key", &[("", HEX, 32)]),
    kind("client secret", "clientSecret", &[("", ALNUM, 40)]),
    kind("django key", "SECRET_KEY", &[("", SIGNS, 50)]),
    kind(
        "heroku",
        "HEROKU_API_KEY",
        &[("", HEX, 8), ("-", HEX, 4), ("-", HEX, 4), ("-", HEX, 4), ("-", HEX, 12)],
    ),
    kind("encryption key", "encryption-key", &[("", BASE64, 43), ("=", "", 0)]),
    kind("access token", "access_token", &[("", LOWER, 32)]),
    kind("pin", "card_pin", &[("", "123456789", 6)]),
    kind("age", "value", &[("AGE-SEC", "", 0), ("RET-KEY-1", UPPER, 58)]),
];

/// Where secrets stand. `@K` is the name, `@S` the secret.
const HABITATS: &[(&str, &str)] = &[
    ("json", r#"{"user": "bob", "@K": "@S", "n": 1}"#),
    ("escaped json", r#"{"body": "{\"@K\":\"@S\",\"n\":1}"}"#),
    ("env file", "PORT=80\n@K=@S\nDEBUG=1\n"),
    ("quoted env", "export @K='@S'\n"),
    ("yaml", "service:\n  @K: @S\n  port: 80\n"),
    ("toml", "[service]\n@K = \"@S\"\n"),
    ("command line", "deploy --verbose --@K @S --region eu"),
    ("command line, attached", "deploy --@K=@S --region eu"),
    ("header", "curl -H 'Authorization: Bearer @S' https://api.example.com/v1"),
    ("url query", "GET https://api.example.com/v1?page=2&@K=@S&x=1 200"),
    ("url user", "git clone https://bob:@S@git.example.com/a/b.git"),
    ("log", "2026-11-30 12:00:00 INFO connected @K=@S, retries=3"),
    ("log, colon", "2026-11-30 12:00:00 WARN rejected @K: @S (3 tries)"),
    ("diff", "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-@K=old\n+@K=@S\n"),
    ("code", "const @K = \"@S\";\nlet other = 1;\n"),
    ("python", "client = Client(@K='@S', timeout=3)"),
    ("kubernetes", "env:\n- name: @K\n  value: @S\n"),
    ("xml", "<config><@K>@S</@K></config>"),
    ("sql insert", "INSERT INTO users (id, @K, mail) VALUES (7, '@S', 'b@x.org');"),
    ("sql identified", "CREATE USER 'bob'@'%' IDENTIFIED BY '@S';"),
    ("sql set", "SET PASSWORD FOR 'bob'@'%' = '@S';"),
    ("pgpass", "db.example.com:5432:app:bob:@S\n"),
    ("netrc", "machine example.com\n  login bob\n  password @S\n"),
];

/// Eight signs in a row of a secret are a leak.
fn leaks(secret: &str, masked: &str) -> bool {
    let signs: Vec<char> = secret.chars().collect();
    signs.windows(8.min(signs.len())).any(|window| masked.contains(&window.iter().collect::<String>()))
}

/// Signs that a habitat's own syntax gives a meaning to do not stand there bare.
fn fits(habitat: &str, kind: &Kind, secret: &str) -> bool {
    let url = habitat.starts_with("url");
    let bare =
        matches!(habitat, "command line" | "log" | "yaml" | "log, colon" | "env file" | "diff" | "netrc");
    // Six figures without their name are any number.
    let unnamed = kind.name == "pin" && matches!(habitat, "header" | "url user");
    let aws_id = kind.name == "aws key id" && habitat == "url user";
    let read = url && secret.contains(['#', '?', '%', '+', '/', '^']) || bare && secret.contains('#');
    !(read || aws_id || unnamed)
}

#[test]
fn no_synthetic_secret_leaks() {
    let mut dice = Dice(42);
    let (mut placed, mut leaked) = (0, Vec::new());
    for kind in KINDS {
        for (habitat, template) in HABITATS {
            let made: String = kind
                .parts
                .iter()
                .map(|(text, signs, length)| format!("{text}{}", dice.text(signs, *length)))
                .collect();
            if !fits(habitat, kind, &made) {
                continue;
            }
            let text = template.replace("@K", kind.given).replace("@S", &made);
            placed += 1;
            let masked = mask(&text);
            if leaks(&made, masked.as_str()) {
                leaked.push(format!("{} in {habitat}: {}", kind.name, masked.as_str()));
            }
            assert_eq!(masked.as_str().lines().count(), text.lines().count(), "{text}");
            assert_eq!(mask(masked.as_str()).as_str(), masked.as_str());
        }
    }
    eprintln!("mask: {} leaks on {placed} secrets of {} kinds", leaked.len(), KINDS.len());
    assert!(placed >= 300, "{placed}");
    assert_eq!(leaked, Vec::<String>::new(), "{}", leaked.join("\n"));
}

#[test]
fn no_secret_leaks_from_json() {
    let mut dice = Dice(7);
    for kind in KINDS {
        let made: String = kind
            .parts
            .iter()
            .map(|(text, signs, length)| format!("{text}{}", dice.text(signs, *length)))
            .collect();
        let value = serde_json::json!({"deep": [{kind.given: made, "note": format!("use {}={made} here", kind.given)}]});
        let masked = mask_json(&value);
        assert!(!leaks(&made, masked.as_str()), "{}: {}", kind.name, masked.as_str());
        assert!(masked.as_str().contains(MARKER));
    }
}

/// Crates whose sources stand in most registries' caches, large and of different authors.
const CRATES: &[&str] = &["regex-automata", "syn", "clap_builder", "rusqlite", "git2", "ruff_python_parser"];

/// Larger files are left out.
const FILE_BYTES: usize = 60_000;

#[test]
fn real_source_code_is_left_alone() {
    let mut files = Vec::new();
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut files);
    for (name, directory) in crates() {
        if CRATES.iter().any(|wanted| name.rsplit_once('-').is_some_and(|(stem, _)| stem == *wanted)) {
            collect(&directory, &mut files);
        }
    }
    let (mut lines, mut changed) = (0, Vec::new());
    for file in &files {
        // The mask's own tables and tests are made of look-alikes.
        if file.components().any(|part| part.as_os_str() == "mask") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        if text.len() > FILE_BYTES {
            continue; // generated tables take long and tell little
        }
        let masked = mask(&text);
        lines += text.lines().count();
        for (index, (old, new)) in text.lines().zip(masked.as_str().lines()).enumerate() {
            if old != new {
                changed.push(format!("{}:{}: {}", file.display(), index + 1, new.trim()));
            }
        }
    }
    eprintln!("mask: {} false masks on {lines} lines of {} files", changed.len(), files.len());
    assert!(lines > 5000, "{lines}");
    let shown: Vec<&str> = changed.iter().step_by(changed.len() / 60 + 1).map(String::as_str).collect();
    assert!(changed.len() * 5000 <= lines, "{}", shown.join("\n"));
}

fn crates() -> Vec<(String, PathBuf)> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo"))) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for registry in std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten() {
        for package in std::fs::read_dir(registry.path()).into_iter().flatten().flatten() {
            found.push((package.file_name().to_string_lossy().into_owned(), package.path()));
        }
    }
    if found.is_empty() {
        eprintln!("skipped: no sources of crates in the registry's cache; only this repository's are read");
    }
    found
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
}
