//! Tokens in parts that are told apart by more than a prefix: JSON web tokens, bots' tokens, Azure's and Airtable's.

/// The length in bytes of such a token at the start of `text`.
#[must_use]
pub fn length(text: &[u8]) -> Option<usize> {
    let first = *text.first()?;
    match first {
        b'e' if text.starts_with(b"eyJ") => web_token(text),
        b'M' | b'N' | b'O' => segments(text, &[(23, 28), (6, 6), (27, 45)]),
        b'p' if text.starts_with(b"pat") => segments(text, &[(17, 17), (64, 64)]),
        b'0' if text.starts_with(b"00D") => after(text, (15, 18), b'!', 60),
        b'A' if text.starts_with(b"AAAA") => after(text, (11, 11), b':', 100).or_else(|| twitter(text)),
        b'0'..=b'9' => {
            after(text, (8, 10), b':', 35).filter(|length| *length < 48).or_else(|| mailchimp(text))
        }
        _ => None,
    }
    .or_else(|| azure(text))
    .or_else(|| terraform(text))
    .or_else(|| mailchimp(text))
}

/// The secret beside an Amazon key's id on the same line: forty signs of base64, digits and both cases among them.
#[must_use]
pub fn beside(text: &str, end: usize) -> Option<std::ops::Range<usize>> {
    let rest = text.get(end..)?;
    let line = rest.get(..rest.find('\n').unwrap_or(rest.len()))?;
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '/');
    let mut from = 0;
    for word in line.split(|sign: char| !is_sign(sign)) {
        let small = word.contains(|sign: char| sign.is_ascii_lowercase());
        let capital = word.contains(|sign: char| sign.is_ascii_uppercase());
        if word.len() == 40 && small && capital && word.contains(|sign: char| sign.is_ascii_digit()) {
            return Some(end + from..end + from + word.len());
        }
        let parting = line.get(from + word.len()..).and_then(|rest| rest.chars().next());
        from += word.len() + parting.map_or(0, char::len_utf8);
    }
    None
}

fn is_url_sign(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

fn run(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_url_sign(**byte)).count()
}

fn ends(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// Three or five base64url parts, the first an object (`eyJ`); the signature may be empty.
fn web_token(text: &[u8]) -> Option<usize> {
    const LEAST: usize = 10;
    let mut at = run(text);
    if at < LEAST {
        return None;
    }
    let mut parts = 1;
    while parts < 5 && text.get(at) == Some(&b'.') {
        let next = run(text.get(at + 1..)?);
        if parts == 1 && next < LEAST {
            return None;
        }
        at += 1 + next;
        parts += 1;
    }
    let sentence_stop = text.get(at.checked_sub(1)?) == Some(&b'.');
    (parts > 1).then_some(if sentence_stop { at - 1 } else { at })
}

/// Parts of given lengths with full stops between them, digits and both cases in the whole.
fn segments(text: &[u8], lengths: &[(usize, usize)]) -> Option<usize> {
    let mut at = 0;
    for (index, (least, most)) in lengths.iter().enumerate() {
        if index > 0 {
            (text.get(at) == Some(&b'.')).then_some(())?;
            at += 1;
        }
        let length = run(text.get(at..)?);
        (*least..=*most).contains(&length).then_some(())?;
        at += length;
    }
    let whole = text.get(..at)?;
    let mixed = whole.iter().any(u8::is_ascii_digit)
        && whole.iter().any(u8::is_ascii_lowercase)
        && whole.iter().any(u8::is_ascii_uppercase) | whole.starts_with(b"pat");
    (mixed && text.get(at) != Some(&b'.')).then_some(at)
}

/// A head of letters and digits, a sign, and a long tail: Telegram, FCM, Salesforce.
fn after(text: &[u8], head: (usize, usize), sign: u8, tail: usize) -> Option<usize> {
    let length = text.iter().take_while(|byte| is_url_sign(**byte)).count();
    (head.0..=head.1).contains(&length).then_some(())?;
    (text.get(length) == Some(&sign)).then_some(())?;
    let rest = text.get(length + 1..)?;
    let long = rest.iter().take_while(|byte| is_url_sign(**byte) || matches!(**byte, b'.')).count();
    let body = rest.get(..long)?;
    let mixed = body.iter().any(u8::is_ascii_digit) && body.iter().any(u8::is_ascii_alphabetic);
    (long >= tail && mixed).then_some(length + 1 + long)
}

/// A bearer token of Twitter's: many `A`, then letters, digits and percent escapes.
fn twitter(text: &[u8]) -> Option<usize> {
    let zeros = text.iter().take_while(|byte| **byte == b'A').count();
    let long = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'%').count();
    (zeros >= 15 && long >= 80).then_some(long)
}

/// A client secret of Microsoft Entra: three signs, a digit, `Q~`, and about thirty more.
fn azure(text: &[u8]) -> Option<usize> {
    let is_sign = |byte: &u8| is_url_sign(*byte) || matches!(*byte, b'~' | b'.');
    (text.get(4..6)? == b"Q~" && text.get(3)?.is_ascii_digit()).then_some(())?;
    let long = text.iter().take_while(|byte| is_sign(byte)).count();
    (37..=42).contains(&long).then_some(long)
}

/// A token of HCP Terraform: fourteen signs, `.atlasv1.`, and sixty or more.
fn terraform(text: &[u8]) -> Option<usize> {
    const MIDDLE: &[u8] = b".atlasv1.";
    let head = text.iter().take(15).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    (head == 14 && text.get(head..)?.starts_with(MIDDLE)).then_some(())?;
    let tail = run(text.get(head + MIDDLE.len()..)?);
    (tail >= 40).then_some(head + MIDDLE.len() + tail)
}

/// A key of Mailchimp's: 32 hexadecimal digits, `-us`, and the data centre's number.
fn mailchimp(text: &[u8]) -> Option<usize> {
    let hex = text.iter().take(33).take_while(|byte| byte.is_ascii_hexdigit()).count();
    (hex == 32 && text.get(hex..)?.starts_with(b"-us")).then_some(())?;
    let number = text.get(hex + 3..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    ((1..=2).contains(&number) && ends(text, hex + 3 + number)).then_some(hex + 3 + number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const LONG: &str = "q7Wz3Rk9Lx2Vb8Mn4Tc6Yd1Gf5Hj0PsQ7wZ3rK9lX2vB8mN4tC6yD1gF5hJ0pSa1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9";

    /// The first characters of it.
    fn long(count: usize) -> &'static str {
        LONG.split_at(count).0
    }

    #[rstest]
    #[case::web_token(&["eyJ", "hbGciOiJIUzI1NiJ9", ".", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", ".", long(43)])]
    #[case::unsigned(&["eyJ", "hbGciOiJub25lIn0", ".", "eyJzdWIiOiIxMjM0NTY3ODkwIn0"])]
    #[case::discord(&["M", long(23), ".", long(6), ".", long(27)])]
    #[case::airtable(&["pat", long(14), ".", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"])]
    #[case::telegram(&["123456789", ":", long(35)])]
    #[case::firebase(&["AAAA", long(7), ":", long(100)])]
    #[case::salesforce(&["00D", long(12), "!", long(80)])]
    #[case::azure(&["abc", "8", "Q~", long(34)])]
    #[case::terraform(&[long(14), ".atlasv1.", long(60)])]
    #[case::mailchimp(&["0123456789abcdef0123456789abcdef", "-us", "21"])]
    fn found_whole(#[case] parts: &[&str]) {
        let secret = parts.concat();
        assert_eq!(length(format!("{secret} rest").as_bytes()), Some(secret.len()), "{secret}");
    }

    #[rstest]
    #[case("eyJ.short.x")]
    #[case("eyJhbGciOiJIUzI1NiJ9")]
    #[case("Module.method.call")]
    #[case("pattern.matches")]
    #[case("12345678:30")]
    #[case("0123456789abcdef0123456789abcdef-user")]
    #[case("abc8Q")]
    fn left_alone(#[case] text: &str) {
        assert_eq!(length(text.as_bytes()), None);
    }
}
