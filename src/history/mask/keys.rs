//! Names that secrets are given: judged by whole words, so that `author`, `keyboard` and `max_tokens` are none.

/// How much a name says about its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// a person's or service's password: any word may be one
    Password,
    /// a secret, token or key made by a machine
    Secret,
    /// may be a secret: the value must look like one by itself
    Weak,
}

/// Longest name that is looked at.
const NAME_BYTES: usize = 100;

/// Most words of a name.
const WORDS: usize = 16;

/// Last words of a password's name. Sorted, as all lists here.
const PASSWORDS: &[&str] = &[
    "contrasena",
    "kennwort",
    "mdp",
    "mnemonic",
    "pass",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "passwort",
    "psw",
    "pw",
    "pwd",
    "senha",
    "wachtwoord",
];

/// Ends of a password's name that is written in one word (`PGPASSWORD`).
const PASSWORD_ENDS: &[&str] = &["passphrase", "passwd", "password"];

/// Last words of a machine-made secret's name.
const SECRETS: &[&str] = &[
    "accesskey",
    "accesstoken",
    "apikey",
    "apisecret",
    "apitoken",
    "authkey",
    "authorization",
    "authtoken",
    "clientsecret",
    "credential",
    "credentials",
    "jwt",
    "passkey",
    "preshared",
    "privatekey",
    "psk",
    "secret",
    "secretkey",
    "token",
];

/// Ends of a machine-made secret's name that is written in one word (`NPM_AUTHTOKEN`, `awssecretaccesskey`).
const SECRET_ENDS: &[&str] =
    &["accesskey", "apikey", "authtoken", "privatekey", "secret", "secretkey", "token"];

/// Words that make a secret of a `key` behind them.
const KEY_KINDS: &[&str] = &[
    "access",
    "account",
    "admin",
    "aes",
    "api",
    "app",
    "application",
    "auth",
    "authentication",
    "client",
    "consumer",
    "crypto",
    "decryption",
    "deploy",
    "encrypt",
    "encryption",
    "gpg",
    "hmac",
    "host",
    "integration",
    "jwt",
    "license",
    "master",
    "personal",
    "preshared",
    "private",
    "project",
    "rest",
    "restricted",
    "secret",
    "server",
    "service",
    "session",
    "shared",
    "sign",
    "signing",
    "ssh",
    "storage",
    "stream",
    "subscription",
    "tls",
    "webhook",
    "write",
];

/// Last words that may name a secret.
const WEAK: &[&str] = &[
    "auth",
    "bearer",
    "code",
    "cookie",
    "csrf",
    "cvc",
    "cvv",
    "dsn",
    "encryptedpassword",
    "hmac",
    "identity",
    "key",
    "keys",
    "otp",
    "passes",
    "passwords",
    "pat",
    "phrase",
    "pin",
    "pincode",
    "salt",
    "secrets",
    "seed",
    "session",
    "sessionid",
    "sid",
    "sig",
    "signature",
    "tokens",
    "totp",
    "webhook",
    "xsrf",
];

/// Last words of the name of a short secret number.
const PINS: &[&str] = &["cvc", "cvv", "otp", "passcode", "pin", "pincode", "totp"];

/// Words behind a name that do not change what it names (`API_KEY_PROD`, `password1`).
const NEUTRAL: &[&str] = &[
    "b64",
    "base",
    "base64",
    "confirm",
    "confirmation",
    "current",
    "data",
    "default",
    "dev",
    "env",
    "hex",
    "live",
    "local",
    "main",
    "new",
    "old",
    "plain",
    "plaintext",
    "prod",
    "production",
    "raw",
    "repeat",
    "staging",
    "string",
    "text",
    "txt",
    "v1",
    "v2",
    "val",
    "value",
];

/// Last words that say that the name is of something about a secret, not of a secret.
const ABOUT: &[&str] = &[
    "algorithm",
    "at",
    "class",
    "count",
    "description",
    "dir",
    "enabled",
    "error",
    "expires",
    "expiry",
    "field",
    "file",
    "format",
    "header",
    "hint",
    "id",
    "index",
    "kind",
    "label",
    "len",
    "length",
    "limit",
    "name",
    "path",
    "policy",
    "prefix",
    "provider",
    "required",
    "size",
    "source",
    "status",
    "store",
    "suffix",
    "ttl",
    "type",
    "uri",
    "url",
    "valid",
    "version",
];

/// Judges a name by its words; `None` for one that names no secret.
///
/// ```
/// use willwrite::history::mask::keys::{Strength, judge};
/// assert_eq!(judge("DB_PASSWORD"), Some(Strength::Password));
/// assert_eq!(judge("getAccessToken"), Some(Strength::Secret));
/// assert_eq!(judge("author"), None);
/// assert_eq!(judge("token_count"), None);
/// ```
#[must_use]
pub fn judge(name: &str) -> Option<Strength> {
    if name.len() > NAME_BYTES {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let all = words(name, &lower);
    let kept = match all.iter().rposition(|word| !is_neutral(word)) {
        Some(last) => all.get(..=last)?,
        None => return None,
    };
    let (last, before) = kept.split_last()?;
    judge_last(last, before.last().copied()).or_else(|| {
        let named = before.iter().enumerate().any(|(index, word)| {
            let earlier = index.checked_sub(1).and_then(|index| before.get(index)).copied();
            matches!(judge_last(word, earlier), Some(Strength::Password | Strength::Secret))
        });
        (named && !has(ABOUT, last)).then_some(Strength::Weak)
    })
}

/// Is the name one of the bare words for a secret, which says nothing that its marker does not say?
#[must_use]
pub fn is_bare(name: &str) -> bool {
    matches!(name, "password" | "secret" | "token" | "api_key" | "api-key" | "apikey")
}

/// Is it the name of a short number that only its owner knows?
#[must_use]
pub fn is_pin(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let words = words(name, &lower);
    words.iter().rfind(|word| !is_neutral(word)).is_some_and(|word| has(PINS, word))
}

fn judge_last(last: &str, before: Option<&str>) -> Option<Strength> {
    let last = last.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let ends = |list: &[&str]| list.iter().any(|end| last.len() > end.len() && last.ends_with(end));
    if has(PASSWORDS, last) || ends(PASSWORD_ENDS) {
        return Some(Strength::Password);
    }
    let kind_of_key = matches!(last, "key" | "keys") && before.is_some_and(|word| has(KEY_KINDS, word));
    if SECRETS.contains(&last) || ends(SECRET_ENDS) || kind_of_key {
        return Some(Strength::Secret);
    }
    if last == "phrase" && before.is_some_and(|word| matches!(word, "seed" | "recovery" | "pass" | "secret"))
    {
        return Some(Strength::Password);
    }
    has(WEAK, last).then_some(Strength::Weak)
}

fn is_neutral(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) || has(NEUTRAL, word)
}

fn has(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// The words of a name: split at signs, and where a capital follows a small letter or begins a capitalised word.
fn words<'name>(name: &str, lower: &'name str) -> Vec<&'name str> {
    let bytes = name.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(b' ');
    let mut words = Vec::new();
    let mut start = 0;
    for index in 0..=bytes.len() {
        let byte = at(index);
        let sign = !byte.is_ascii_alphanumeric();
        let hump = index > start
            && byte.is_ascii_uppercase()
            && (at(index - 1).is_ascii_lowercase()
                || at(index - 1).is_ascii_digit()
                || (at(index - 1).is_ascii_uppercase() && at(index + 1).is_ascii_lowercase()));
        if !sign && !hump {
            continue;
        }
        if index > start && words.len() < WORDS {
            words.extend(lower.get(start..index));
        }
        start = if sign { index + 1 } else { index };
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn lists_are_sorted() {
        for list in [PASSWORDS, KEY_KINDS, WEAK, PINS, NEUTRAL, ABOUT] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }

    #[rstest]
    #[case("password", Some(Strength::Password))]
    #[case("DB_PASS", Some(Strength::Password))]
    #[case("PGPASSWORD", Some(Strength::Password))]
    #[case("userPassword2", Some(Strength::Password))]
    #[case("new-password", Some(Strength::Password))]
    #[case("AWS_SECRET_ACCESS_KEY", Some(Strength::Secret))]
    #[case("x-api-key", Some(Strength::Secret))]
    #[case("SECRET_KEY_BASE", Some(Strength::Secret))]
    #[case("githubToken", Some(Strength::Secret))]
    #[case("_authToken", Some(Strength::Secret))]
    #[case("TOKEN_GITHUB", Some(Strength::Weak))]
    #[case("client-key-data", Some(Strength::Secret))]
    #[case("key", Some(Strength::Weak))]
    #[case("author", None)]
    #[case("keyboard", None)]
    #[case("max_tokens", Some(Strength::Weak))]
    #[case("tokenizer", None)]
    #[case("compass", None)]
    #[case("bypass", None)]
    #[case("token_count", None)]
    #[case("secret_name", None)]
    #[case("passwordField", None)]
    #[case("PublicKeyToken_url", None)]
    #[case("", None)]
    #[case("value", None)]
    fn names_are_judged_by_words(#[case] name: &str, #[case] wanted: Option<Strength>) {
        assert_eq!(judge(name), wanted, "{name}");
    }
}
