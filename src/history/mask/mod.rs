//! The mask: takes secrets out of a text before it is stored, and is the only maker of [`Clean`], which the store takes.
//!
//! Owns what a secret looks like: by its own shape first ([`shapes`]), then by the name that it is given ([`keys`]), with
//! the value judged in its place ([`values`]). It keeps lines, is idempotent, and replaces a secret by [`MARKER`] and
//! nothing else, so a text grows at most by the marker's length for each secret.

mod blocks;
mod commands;
mod joint;
pub mod keys;
mod looks;
mod named;
mod parts;
mod records;
pub mod scan;
pub mod shapes;
mod urls;
pub mod values;

use serde_json::Value;

/// What stands in a secret's place.
pub const MARKER: &str = "[REDACTED]";

/// A text is masked up to this size in bytes; what lies beyond is dropped.
pub const MASKED_BYTES: usize = 4 << 20;

/// Rounds until nothing more is found. A second round finds only what the first one laid bare, a third one nothing.
const ROUNDS: usize = 4;

/// Levels of JSON that are walked; what lies deeper is dropped.
const JSON_DEPTH: usize = 128;

/// A text that holds no secret as far as the mask can tell. Only [`mask`] and [`mask_named`] make one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clean {
    text: String,
    masked: usize,
}

impl Clean {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How many secrets were taken out.
    #[must_use]
    pub const fn masked(&self) -> usize {
        self.masked
    }

    /// The same, with a part of its text left out.
    pub(super) fn with(self, text: String) -> Self {
        Self { text, ..self }
    }
}

/// Takes the secrets out of a text.
///
/// ```
/// use willwrite::history::mask::mask;
/// assert_eq!(mask("DB_PASSWORD=secret123").as_str(), "DB_PASSWORD=[REDACTED]");
/// assert_eq!(mask("max_tokens=4096").as_str(), "max_tokens=4096");
/// ```
#[must_use]
pub fn mask(text: &str) -> Clean {
    let mut clean = Clean { text: bounded(text).to_owned(), masked: 0 };
    for _ in 0..ROUNDS {
        let found = scan::secrets(&clean.text);
        if found.is_empty() {
            break;
        }
        clean.masked += found.len();
        clean.text = replaced(&clean.text, &found);
    }
    clean
}

/// Takes the secrets out of a value that stands under `key`, as in JSON.
#[must_use]
pub fn mask_named(key: &str, value: &str) -> Clean {
    if keys::judge(key).is_some_and(|strength| values::is_secret_quoted(value, key, strength)) {
        return Clean { text: MARKER.to_owned(), masked: 1 };
    }
    mask(value)
}

/// Takes the secrets out of every string of a JSON value, keys included. Gives the value as text.
#[must_use]
pub fn mask_json(value: &Value) -> Clean {
    let mut masked = 0;
    let value = json(value, "", JSON_DEPTH, &mut masked);
    Clean { text: value.to_string(), masked }
}

fn json(value: &Value, key: &str, depth: usize, masked: &mut usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    match value {
        Value::String(text) => Value::String(take(mask_named(key, text), masked)),
        Value::Number(number) if keys::judge(key) == Some(keys::Strength::Password) || keys::is_pin(key) => {
            let named = mask_named(key, &number.to_string());
            if named.masked() == 0 { value.clone() } else { Value::String(take(named, masked)) }
        }
        Value::Array(items) => {
            Value::Array(items.iter().map(|item| json(item, key, depth, masked)).collect())
        }
        Value::Object(fields) => {
            let name = ["name", "key", "Name", "Key"].iter().find_map(|key| fields.get(*key)?.as_str());
            let under = |own: &str| if own.eq_ignore_ascii_case("value") { name } else { None };
            let field = |(own, item): (&String, &Value)| {
                let value = json(item, under(own).unwrap_or(own), depth, masked);
                (take(mask(own), masked), value)
            };
            Value::Object(fields.iter().map(field).collect())
        }
        _ => value.clone(),
    }
}

fn take(clean: Clean, masked: &mut usize) -> String {
    *masked += clean.masked;
    clean.text
}

fn bounded(text: &str) -> &str {
    if text.len() <= MASKED_BYTES {
        return text;
    }
    // The cut falls on a line's end, so that no secret is cut in two and passes unseen.
    let head = text.get(..text.floor_char_boundary(MASKED_BYTES)).unwrap_or_default();
    head.rfind('\n').and_then(|end| head.get(..end)).unwrap_or_default()
}

fn replaced(text: &str, found: &[std::ops::Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for range in found {
        out.push_str(text.get(from..range.start).unwrap_or_default());
        out.push_str(MARKER);
        from = range.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    // The document's own test.
    #[test]
    fn a_bare_password_goes_with_its_name() {
        assert_eq!(mask("password=secret123").as_str(), "[REDACTED]");
    }

    #[rstest]
    #[case("DB_PASSWORD=hunter2", "DB_PASSWORD=[REDACTED]")]
    #[case("export API_KEY='abc123def456'", "export API_KEY='[REDACTED]'")]
    #[case(r#"{"password": "hunter2", "user": "bob"}"#, r#"{"password": "[REDACTED]", "user": "bob"}"#)]
    #[case(r#"{\"token\":\"a1b2c3d4e5f6\",\"n\":1}"#, r#"{\"token\":\"[REDACTED]\",\"n\":1}"#)]
    #[case("postgres://bob:hunter2@db:5432/x", "postgres://bob:[REDACTED]@db:5432/x")]
    #[case("Authorization: Bearer abcdef123456", "Authorization: Bearer [REDACTED]")]
    #[case("authorization: Basic dXNlcjpwYXNz", "authorization: Basic [REDACTED]")]
    #[case("--password hunter2 --verbose", "--password [REDACTED] --verbose")]
    #[case("?api_key=abc123def456&x=1", "?api_key=[REDACTED]&x=1")]
    #[case("+  password: hunter2", "+  password: [REDACTED]")]
    #[case("<password>hunter2</password>", "<password>[REDACTED]</password>")]
    #[case("machine h login bob password hunter2", "machine h login bob password [REDACTED]")]
    #[case("- name: DB_PASSWORD\n  value: hunter2", "- name: DB_PASSWORD\n  value: [REDACTED]")]
    #[case("Server=db;User Id=sa;Password=Secret!1;X=y", "Server=db;User Id=sa;Password=[REDACTED];X=y")]
    #[case(r#"const PASSWORD: &str = "hunter2";"#, r#"const PASSWORD: &str = "[REDACTED]";"#)]
    #[case("config['password'] = 'hunter2'", "config['password'] = '[REDACTED]'")]
    #[case("{'password' => 'hunter2'}", "{'password' => '[REDACTED]'}")]
    #[case(
        "login failed: user=bob, password=hunter2, ip=1.2.3.4",
        "login failed: user=bob, [REDACTED], ip=1.2.3.4"
    )]
    #[case("a=1\\nDB_PASS=hunter2\\nb=2", "a=1\\nDB_PASS=[REDACTED]\\nb=2")]
    #[case("Database=y;Password=lZfOjUStEkUd;\"", "Database=y;Password=[REDACTED];\"")]
    #[case(
        "echo s3cr3tw0rd | docker login -u b --password-stdin",
        "echo [REDACTED] | docker login -u b --password-stdin"
    )]
    #[case("CREATE USER b IDENTIFIED BY 'hunter2'", "CREATE USER b IDENTIFIED BY '[REDACTED]'")]
    #[case("<string name=\"api_key\">abc123def456</string>", "<string name=\"api_key\">[REDACTED]</string>")]
    #[case("process.env.API_KEY || 'abc123def456'", "process.env.API_KEY || '[REDACTED]'")]
    #[case("client.setPassword(\"fMlLDZIPgRVO\");", "client.setPassword(\"[REDACTED]\");")]
    #[case("login of bob with password Zx9!xBNZNRQk", "login of bob with password [REDACTED]")]
    #[case("Your new password is: NQdsWoAFEH2U", "Your new password is: [REDACTED]")]
    #[case("login bob\n  password hunter2", "login bob\n  password [REDACTED]")]
    #[case(
        "\u{1b}[32mtoken\u{1b}[0m=\u{1b}[33mXs7n2T9zNM\u{1b}[0m",
        "\u{1b}[32mtoken\u{1b}[0m=\u{1b}[33m[REDACTED]\u{1b}[0m"
    )]
    #[case("| password | 3Doo7W2YRUEB |", "| password | [REDACTED] |")]
    #[case("API key: 0e32b46dc18dbaf8be85", "API key: [REDACTED]")]
    #[case("kind: Secret\ndata:\n  db: bDRtaA==\nx: y", "kind: Secret\ndata:\n  db: [REDACTED]\nx: y")]
    #[case("password: correct horse battery staple", "password: [REDACTED]")]
    fn secrets_are_taken_out(#[case] text: &str, #[case] wanted: &str) {
        assert_eq!(mask(text).as_str(), wanted);
    }

    #[rstest]
    #[case("getAccessToken: () => fetchToken(),")]
    #[case("const token = process.env.TOKEN;")]
    #[case("author = \"Bob\"")]
    #[case("max_tokens: 4096")]
    #[case("keyboard = \"qwerty12345\"")]
    #[case("let token = self.next_token()?;")]
    #[case("fn login(password: &str, token: Token) -> bool {")]
    #[case("token: String,")]
    #[case("connect(password=password, token=token)")]
    #[case("PASSWORD=$DB_PASSWORD")]
    #[case("password: ${{ secrets.DB_PASSWORD }}")]
    #[case("\"password\": \"Enter your password\"")]
    #[case("if token == Token::Eof {")]
    #[case("PWD=/home/user/project")]
    #[case("the password is required")]
    #[case("git commit -m 'Add token parser'")]
    #[case("commit 3f2a9c1e5b7d8f0a1c2e4b6d8f0a2c4e6b8d0f1a")]
    #[case("\"integrity\": \"sha512-q7Wz3Rk9Lx2Vb8Mn4Tc6Yd1Gf5Hj0PsQ7wZ3rK9lX2vB8mN4tC6yD1gF5hJ0pS==\"")]
    #[case("session_id 00000000-0000-4000-8000-000000000001")]
    #[case("https://user@example.com/path and http://localhost:8080/a@b")]
    #[case("docker pull image@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")]
    #[case("let mut database = y; let password = lookup;")]
    #[case("echo hello | docker build -")]
    #[case("ORDER BY 'name'")]
    #[case("<string name=\"title\">abc123def456</string>")]
    #[case("process.env.API_KEY || defaults.apiKey")]
    #[case("client.setPassword(password);")]
    #[case("the password field of the form, two-pass memchr2+SWAR code")]
    #[case("Your new password is required")]
    #[case("| password | string |")]
    #[case("kind: ConfigMap\ndata:\n  db: bDRtaA==")]
    #[case("password: the one that was set before")]
    #[case("colon2_token: node.colon2_token,")]
    #[case("pub struct_token: Token![struct],")]
    #[case("pat(\"async_u32\")")]
    #[case("user_pass = '%s:%s' % (user, word)")]
    fn what_is_no_secret_stays(#[case] text: &str) {
        assert_eq!(mask(text).as_str(), text);
    }

    #[test]
    fn key_blocks_lose_their_lines_not_their_shape() {
        let (head, tail) = (
            ["-----BEGIN RSA ", "PRIVATE KEY-----"].concat(),
            ["-----END RSA ", "PRIVATE KEY-----"].concat(),
        );
        let line = "MIIEowIBAAKCAQEAq7Wz3Rk9Lx2Vb8Mn4Tc6Yd1Gf5Hj0PsQ";
        let text = format!("+{head}\n+{line}\n+{line}\n+{tail}\n+rest");
        assert_eq!(mask(&text).as_str(), format!("+{head}\n+[REDACTED]\n+[REDACTED]\n+{tail}\n+rest"));
        let escaped = format!("{{\"k\": \"{head}\\n{line}\\n{tail}\\n\"}}");
        assert_eq!(mask(&escaped).as_str(), format!("{{\"k\": \"{head}\\n[REDACTED]\\n{tail}\\n\"}}"));
        assert_eq!(mask(&head).as_str(), head);
    }

    #[test]
    fn json_is_masked_by_names_too() {
        let value = serde_json::json!({
            "password": "hunter 2 two", "pin": 1, "nested": [{"api_key": "abc123def456"}],
            "env": [{"name": "TOKEN", "value": "abc123def456"}], "author": "Bob", "max_tokens": 4096
        });
        assert_eq!(
            mask_json(&value).as_str(),
            r#"{"password":"[REDACTED]","pin":1,"nested":[{"api_key":"[REDACTED]"}],"env":[{"name":"TOKEN","value":"[REDACTED]"}],"author":"Bob","max_tokens":4096}"#
        );
    }

    proptest! {
        #[test]
        fn idempotent_with_all_lines(text in "([A-Za-z0-9_=:\"' \\\\n,;@/{}()-]{0,30}|password|token|: |=|\n|://|-----BEGIN RSA PRIV){0,12}") {
            let once = mask(&text);
            let twice = mask(once.as_str());
            prop_assert_eq!(once.as_str(), twice.as_str());
            prop_assert_eq!(once.as_str().lines().count(), text.lines().count());
            prop_assert!(once.as_str().len() <= text.len() + once.masked() * MARKER.len());
        }

        #[test]
        fn total_on_any_text(text in "\\PC{0,200}") {
            let _ = mask(&text);
        }
    }
}
