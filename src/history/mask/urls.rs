//! Secrets inside addresses: `scheme://user:password@host`, tokens as users, webhooks.

use std::ops::Range;

use super::scan::places;
use super::{MARKER, looks, values};

/// Bytes of an authority that are looked at.
const AUTHORITY_BYTES: usize = 1024;

/// Hosts and paths behind which the rest of the address is the secret.
const WEBHOOKS: [&str; 8] = [
    "hooks.slack.com/services/",
    "hooks.slack.com/workflows/",
    "hooks.slack.com/triggers/",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    ".webhook.office.com/webhookb2/",
    "hooks.zapier.com/hooks/catch/",
    "api.telegram.org/bot",
];

/// Finds them.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for at in places(text, "://") {
        if let Some(range) = credentials(text, at + 3) {
            found.push(range);
        }
    }
    for head in WEBHOOKS {
        for at in places(text, head) {
            let start = at + head.len();
            let length = path_length(text.get(start..).unwrap_or_default());
            let secret = text.get(start..start + length).unwrap_or_default();
            if length >= 20 && secret.bytes().any(|byte| byte.is_ascii_digit()) {
                found.push(start..start + length);
            }
        }
    }
}

/// The password between `user:` and `@`, or a user that is a token.
fn credentials(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = text.get(start..text.floor_char_boundary(start + AUTHORITY_BYTES).max(start))?;
    let stops = |sign: char| {
        sign.is_whitespace() || matches!(sign, '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>' | '\\')
    };
    let authority = rest.get(..rest.find(stops).unwrap_or(rest.len()))?;
    let user_info = authority.rsplit_once('@')?.0;
    let (user, secret, offset) = match user_info.split_once(':') {
        Some((user, secret)) => (user, secret, user.len() + 1),
        None => ("", user_info, 0),
    };
    let named = offset > 0;
    let stands_in =
        ["$", "{", "<", "*", "%s", "%v", "[", "xxx", "..."].iter().any(|sign| secret.starts_with(sign));
    let word = ["", "password", "pass", "passwd", "pwd", "secret", "token", "x-oauth-basic"]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(secret));
    if named && secret.eq_ignore_ascii_case("x-oauth-basic") && values::is_machine_made(user) {
        return Some(start..start + user.len());
    }
    let secret_by_itself =
        named || looks::is_random(secret) || secret.len() >= 20 && values::is_machine_made(secret);
    (!stands_in && !word && !secret.contains(MARKER) && secret_by_itself)
        .then_some(start + offset..start + offset + secret.len())
}

fn path_length(text: &str) -> usize {
    let is_sign =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'@' | b':' | b'.');
    text.bytes().take_while(|byte| is_sign(byte)).count()
}
