//! Private key blocks (PEM, OpenSSH, PGP, PuTTY), line by line, or in one line with escaped line ends.

use std::ops::Range;

use super::scan::places;

/// Bytes that a block has at most.
const BLOCK_BYTES: usize = 64 << 10;

/// Base64 signs that must follow the head: without them it is only a mention.
const LEAST_BODY: usize = 16;

/// Finds the bodies of private key blocks.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for at in places(text, "-----BEGIN ") {
        if let Some(body) = body(text, at) {
            push_lines(text, body, found);
        }
    }
    for at in places(text, "kind: Secret\n") {
        manifest(text, at, found);
    }
    for at in places(text, "Private-Lines:") {
        putty(text, at, found);
    }
}

/// The range behind a head of a private key's block up to its tail, or as far as it looks like one.
fn body(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let label = rest.strip_prefix("-----BEGIN ")?.split_once("-----")?.0;
    if label.len() > 60 || label.contains('\n') || !label.contains("PRIVATE KEY") {
        return None;
    }
    let start = at + "-----BEGIN ".len() + label.len() + "-----".len();
    let bounded = text.get(start..text.floor_char_boundary(start + BLOCK_BYTES).max(start))?;
    let end = match bounded.find("-----END ") {
        Some(end) => end,
        None => unfinished(bounded),
    };
    let inside = bounded.get(..end)?;
    let signs = inside.bytes().filter(|byte| is_base64(*byte)).count();
    (signs >= LEAST_BODY && longest_run(inside) >= LEAST_BODY).then_some(start..start + end)
}

/// How far a block without a tail goes: over lines of base64, headers and signs of diffs.
fn unfinished(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let core = line
            .trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, '+' | '-' | '>' | '|' | '"'));
        let header = core.contains(": ") && core.len() < 80;
        let base64 = core.bytes().all(|byte| is_base64(byte) || matches!(byte, b'\\' | b'"' | b','));
        if !base64 && !header {
            break;
        }
        end += line.len();
    }
    end
}

/// A range for each line, without the signs that diffs, quotes and logs put before it.
fn push_lines(text: &str, body: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut at = body.start;
    for line in text.get(body).unwrap_or_default().split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let core = content.trim_start_matches([' ', '\t', '+', '-', '>', '|', '#', '*', '/']);
        let escaped = core.strip_prefix("\\n").unwrap_or(core);
        let start = at + content.len() - escaped.len();
        let visible = escaped.trim_end();
        let tail = visible.strip_suffix("\\n").unwrap_or(visible);
        // What stands before the tail on its own line is the sign of a diff, already left out.
        if longest_run(tail) > 0 && tail != super::MARKER {
            found.push(start..start + tail.len());
        }
        at += line.len();
    }
}

/// The values below `data:` and `stringData:` of a Kubernetes secret, up to the end of its document.
fn manifest(text: &str, at: usize, found: &mut Vec<Range<usize>>) {
    const LINES: usize = 500;
    let head = text.get(..at).unwrap_or_default();
    let mut start = head.rfind("\n---").map_or(0, |end| end + 1);
    let mut below = None;
    for (index, line) in text.get(start..).unwrap_or_default().split_inclusive('\n').take(LINES).enumerate() {
        let content = line.trim_end();
        let bare = content.trim_start_matches([' ', '+', '-']);
        let indent = content.len() - bare.len();
        if index > 0 && content.starts_with("---") {
            break;
        }
        if matches!(bare, "data:" | "stringData:") {
            below = Some(indent);
        } else if below.is_some_and(|least| indent > least) {
            found.extend(entry(content).map(|range| start + range.start..start + range.end));
        } else if !content.is_empty() {
            below = None;
        }
        start += line.len();
    }
}

/// The value of `name: value`.
fn entry(line: &str) -> Option<Range<usize>> {
    let from = line.find(": ")? + 2;
    let value = line.get(from..)?.trim_matches(['"', '\'']);
    let from = from + line.get(from..)?.find(value)?;
    (value.len() >= 4 && value != super::MARKER).then_some(from..from + value.len())
}

/// PuTTY's format: the number of lines, then the lines.
fn putty(text: &str, at: usize, found: &mut Vec<Range<usize>>) {
    let Some((head, rest)) = text.get(at..).and_then(|rest| rest.split_once('\n')) else { return };
    let Some(count) = head.split_once(':').and_then(|(_, count)| count.trim().parse::<usize>().ok()) else {
        return;
    };
    let mut start = at + head.len() + 1;
    for line in rest.split_inclusive('\n').take(count.min(1000)) {
        let content = line.trim_end();
        if content.len() >= LEAST_BODY && content.bytes().all(is_base64) {
            found.push(start..start + content.len());
        }
        start += line.len();
    }
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

fn longest_run(text: &str) -> usize {
    text.split(|sign: char| !sign.is_ascii() || !is_base64(u8::try_from(sign).unwrap_or(0)))
        .map(str::len)
        .max()
        .unwrap_or(0)
}
