//! Filters whose output is known where their input is: `head`, `tail`, `cut`, `tr`, `wc`, `sort`, `uniq`, `tac`, `rev`,
//! `base64` (coreutils 9.1 manual, sections 3, 4, 5, 7, 8, 9).
//!
//! Owns their texts; an option that is not read here leaves the output unknown.

use super::engine::{Call, unknown_output};
use super::plan::Plan;
use super::text::{contents, some_lines};
use crate::value::{AbstractString, Field, Output, Piece};

/// The known text that a filter reads.
#[must_use]
pub fn input_text(call: &Call<'_, '_>) -> Option<String> {
    match contents(call) {
        Output::Text(text) => text.known().map(ToOwned::to_owned),
        Output::Nothing => Some(String::new()),
        _ => None,
    }
}

fn text(known: &str) -> Output {
    Output::Text(AbstractString::text(known))
}

/// The letters of the options, if all options are letters out of `allowed`; long names as `long` spells them.
fn letters(call: &Call<'_, '_>, allowed: &str, long: &[(&str, char)]) -> Option<Vec<char>> {
    let mut found = Vec::new();
    for field in call.arguments {
        let Some(rest) = field.known()?.strip_prefix('-').filter(|rest| !rest.is_empty()) else { continue };
        if rest.starts_with('-') {
            let known = field.known()?;
            found.push(long.iter().find(|(name, _)| *name == known)?.1);
        } else {
            found.extend(rest.chars());
        }
    }
    found.iter().all(|letter| allowed.contains(*letter)).then_some(found)
}

fn files(call: &Call<'_, '_>) -> usize {
    call.arguments.iter().filter(|field| !field.value.known_prefix().starts_with('-')).count()
}

/// `head -n N`.
pub fn head(call: &Call<'_, '_>, plan: &mut Plan) {
    let short =
        call.arguments.iter().find_map(|field| field.known()?.strip_prefix('-')?.parse::<usize>().ok());
    let long = call.parsed.value("-n").map(|field| field.known().and_then(|text| text.parse::<usize>().ok()));
    let count = long.unwrap_or(short.or(Some(10)));
    plan.output = match (input_text(call), count, call.parsed.value("-c")) {
        (Some(known), Some(count), None) => {
            text(&known.split_inclusive('\n').take(count).collect::<String>())
        }
        (Some(known), _, Some(bytes)) => {
            let count = bytes.known().and_then(|bytes| bytes.parse::<usize>().ok());
            let front = count.and_then(|count| known.get(..count.min(known.len())));
            front.map_or_else(|| unknown_output("head"), text)
        }
        (None, _, Some(_)) => unknown_output("head"),
        _ => some_lines(call),
    };
}

/// `tail -n N`, `tail -n +N`.
pub fn tail(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = some_lines(call);
    let short = call.arguments.iter().find_map(|field| {
        field.known()?.strip_prefix('-').filter(|rest| rest.parse::<usize>().is_ok()).map(ToOwned::to_owned)
    });
    let given = call.parsed.value("-n").map(|field| field.known().map(ToOwned::to_owned));
    let Some(count) = given.unwrap_or(short.or(Some("10".to_owned()))) else { return };
    let follows =
        call.arguments.iter().any(|field| matches!(field.known(), Some("-f" | "-F" | "-r" | "--follow")));
    if let Some(bytes) = call.parsed.value("-c") {
        let known = input_text(call);
        plan.output = last_bytes(known.as_deref(), bytes).map_or_else(|| unknown_output("tail"), text);
        return;
    }
    let Some(known) = input_text(call).filter(|_| !follows) else { return };
    let lines: Vec<&str> = known.split_inclusive('\n').collect();
    let from = match count.strip_prefix('+') {
        Some(first) => first.parse::<usize>().ok().map(|first| first.saturating_sub(1)),
        None => count.parse::<usize>().ok().map(|last| lines.len().saturating_sub(last)),
    };
    if let Some(from) = from {
        plan.output = text(&lines.get(from..).unwrap_or_default().concat());
    }
}

/// What `tail -c COUNT` leaves of a text.
fn last_bytes<'t>(known: Option<&'t str>, count: &crate::value::Field) -> Option<&'t str> {
    let (known, count) = (known?, count.known()?);
    let from = match count.strip_prefix('+') {
        Some(first) => first.parse::<usize>().ok()?.saturating_sub(1),
        None => known.len().saturating_sub(count.parse::<usize>().ok()?),
    };
    known.get(from.min(known.len())..)
}

/// `cut -d D -f LIST`, `cut -c LIST`.
pub fn cut(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = unknown_output("cut");
    if ["-s", "--only-delimited", "-z", "--complement", "--output-delimiter"]
        .iter()
        .any(|name| call.parsed.has(name))
    {
        return;
    }
    let delimiter = call.parsed.value("-d").map_or(Some("\t"), Field::known);
    let fields = call.parsed.value("-f");
    let list = fields.or_else(|| call.parsed.value("-c")).and_then(Field::known).and_then(ranges);
    let (Some(known), Some(delimiter), Some(list)) = (input_text(call), delimiter, list) else { return };
    if delimiter.is_empty() {
        return;
    }
    let chosen = |number: usize| list.iter().any(|(low, high)| (*low..=*high).contains(&(number + 1)));
    let mut cut = String::new();
    for line in known.lines() {
        if fields.is_none() {
            cut.extend(line.chars().enumerate().filter(|(number, _)| chosen(*number)).map(|(_, c)| c));
        } else if line.contains(delimiter) {
            let parts = line.split(delimiter).enumerate().filter(|(number, _)| chosen(*number));
            cut.push_str(&parts.map(|(_, part)| part).collect::<Vec<&str>>().join(delimiter));
        } else {
            cut.push_str(line);
        }
        cut.push('\n');
    }
    plan.output = text(&cut);
}

/// `1,3-5,7-` as pairs of first and last.
fn ranges(list: &str) -> Option<Vec<(usize, usize)>> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number > 0);
    list.split(',')
        .map(|part| match part.split_once('-') {
            None => number(part).map(|one| (one, one)),
            Some((low, "")) => number(low).map(|low| (low, usize::MAX)),
            Some(("", high)) => number(high).map(|high| (1, high)),
            Some((low, high)) => Some((number(low)?, number(high)?)),
        })
        .collect()
}

/// `tr [-d] [-s] SET [SET]`.
pub fn tr(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = unknown_output("tr");
    let Output::Text(input) = call.facts.input() else { return };
    let Some(input) = input.known() else { return };
    let words: Option<Vec<&str>> = call.arguments.iter().map(Field::known).collect();
    let Some(words) = words else { return };
    let (flags, sets): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.len() > 1 && word.starts_with('-'));
    let sets: Option<Vec<Vec<char>>> = sets.iter().map(|set| characters(set)).collect();
    let Some(sets) = sets else { return };
    let changed = match (flags.as_slice(), sets.as_slice()) {
        (["-d" | "--delete"], [set]) => Some(input.chars().filter(|c| !set.contains(c)).collect()),
        (["-cd" | "-dc"], [set]) => Some(input.chars().filter(|c| set.contains(c)).collect()),
        (["-s" | "--squeeze-repeats"], [set]) => Some(squeezed(input, set)),
        ([], [from, to]) => translated(input, from, to),
        (["-s"], [from, to]) => translated(input, from, to).map(|text| squeezed(&text, to)),
        _ => None,
    };
    if let Some(changed) = changed {
        plan.output = text(&changed);
    }
}

fn translated(input: &str, from: &[char], to: &[char]) -> Option<String> {
    let last = to.last().copied()?;
    let one = |c: char| match from.iter().rposition(|own| *own == c) {
        Some(place) => to.get(place).copied().unwrap_or(last),
        None => c,
    };
    Some(input.chars().map(one).collect())
}

fn squeezed(input: &str, set: &[char]) -> String {
    let mut text = String::new();
    for character in input.chars() {
        if !(set.contains(&character) && text.ends_with(character)) {
            text.push(character);
        }
    }
    text
}

/// The characters of a set: ranges, classes and escapes.
fn characters(set: &str) -> Option<Vec<char>> {
    let mut found: Vec<char> = Vec::new();
    let mut rest = set
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'))
        .filter(|inner| inner.contains('-') && !inner.starts_with(':'))
        .unwrap_or(set);
    while !rest.is_empty() {
        if let Some((name, behind)) = rest.strip_prefix("[:").and_then(|inner| inner.split_once(":]")) {
            let range = match name {
                "upper" => 'A'..='Z',
                "lower" => 'a'..='z',
                "digit" => '0'..='9',
                "space" => {
                    found.extend([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
                    rest = behind;
                    continue;
                }
                "alnum" => {
                    found.extend(('0'..='9').chain('A'..='Z').chain('a'..='z'));
                    rest = behind;
                    continue;
                }
                _ => return None,
            };
            found.extend(range);
            rest = behind;
            continue;
        }
        let mut next = rest.chars();
        let first = match next.next()? {
            '\\' => match next.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => '\0',
                other if other.is_alphanumeric() => return None,
                other => other,
            },
            '[' if rest.starts_with("[=") => return None,
            other => other,
        };
        rest = next.as_str();
        let mut ahead = rest.chars();
        match (ahead.next(), ahead.next()) {
            (Some('-'), Some(last)) if last >= first && (last as u32) - (first as u32) < 256 => {
                found.extend(first..=last);
                rest = ahead.as_str();
            }
            _ => found.push(first),
        }
    }
    Some(found)
}

/// `wc -l`, `-w`, `-c`, `-m` on the standard input: a number.
pub fn wc(call: &Call<'_, '_>, plan: &mut Plan) {
    let [option] = call.arguments else { return };
    if call.parsed.operands().next().is_some() {
        return;
    }
    let mut number = AbstractString::empty();
    match (input_text(call), option.known()) {
        (Some(known), Some("-l" | "--lines")) => number.push_text(&known.matches('\n').count().to_string()),
        (Some(known), Some("-w" | "--words")) => {
            number.push_text(&known.split_whitespace().count().to_string())
        }
        (Some(known), Some("-c" | "--bytes")) => number.push_text(&known.len().to_string()),
        (Some(known), Some("-m" | "--chars")) => number.push_text(&known.chars().count().to_string()),
        _ => number.push(Piece::Segment("a number".into())),
    }
    number.push_text("\n");
    plan.output = Output::Text(number);
}

/// `sort [-r] [-n] [-u]` in the C locale.
pub fn sort(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("output") {
        plan.output = Output::Nothing;
    }
    let missing = call.parsed.operands().any(|field| call.facts.exists(&field.value) == Some(false));
    if missing {
        super::engine::fail_from(plan, 0, "the input is missing");
    }
    let Some(letters) =
        letters(call, "rnu", &[("--reverse", 'r'), ("--unique", 'u'), ("--numeric-sort", 'n')])
    else {
        return;
    };
    let Some(known) = input_text(call) else { return };
    let mut lines: Vec<&str> = known.lines().collect();
    let number = |line: &str| {
        let line = line.trim_start();
        let end = line.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(line.len());
        line.split_at_checked(end).and_then(|(digits, _)| digits.parse::<i64>().ok()).unwrap_or(0)
    };
    let numeric = letters.contains(&'n');
    lines.sort_by(|left, right| {
        let by_number = if numeric { number(left).cmp(&number(right)) } else { std::cmp::Ordering::Equal };
        let order = by_number.then_with(|| left.cmp(right));
        if letters.contains(&'r') { order.reverse() } else { order }
    });
    if letters.contains(&'u') {
        lines.dedup_by(|left, right| if numeric { number(left) == number(right) } else { left == right });
    }
    plan.output = text(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
}

/// `uniq` without options.
pub fn uniq(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.arguments.iter().any(|field| field.value.known_prefix().starts_with('-')) || files(call) > 1 {
        return;
    }
    let Some(known) = input_text(call) else { return };
    let mut lines: Vec<&str> = known.lines().collect();
    lines.dedup();
    plan.output = text(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
}

/// `tac`.
pub fn tac(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = some_lines(call);
    if letters(call, "", &[]).is_some()
        && files(call) < 2
        && let Some(known) = input_text(call).filter(|known| known.is_empty() || known.ends_with('\n'))
    {
        plan.output = text(&known.split_inclusive('\n').rev().collect::<String>());
    }
}

/// `rev`.
pub fn rev(call: &Call<'_, '_>, plan: &mut Plan) {
    if let (Some(_), Some(known)) = (letters(call, "", &[]), input_text(call)) {
        let turned = known.split_inclusive('\n').map(|line| match line.strip_suffix('\n') {
            Some(line) => line.chars().rev().chain(['\n']).collect::<String>(),
            None => line.chars().rev().collect(),
        });
        plan.output = text(&turned.collect::<String>());
    }
}

const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `base64 -d`, and `base64 -w0` for a text.
pub fn base64(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("output") {
        return;
    }
    let long = [("--decode", 'd'), ("--ignore-garbage", 'i'), ("--wrap=0", '0')];
    let Some(letters) = letters(call, "dDiw0", &long) else { return };
    let Some(known) = input_text(call) else { return };
    if letters.contains(&'d') || letters.contains(&'D') {
        if let Some(decoded) = decoded(&known) {
            plan.output = text(&decoded);
        }
    } else if letters.contains(&'0') || known.len() < 57 {
        let end = if letters.contains(&'0') { "" } else { "\n" };
        plan.output = text(&format!("{}{end}", encoded(known.as_bytes())));
    }
}

/// The text behind base64; `None` if it is none.
#[must_use]
pub fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    let letters: Vec<char> = text.chars().filter(|c| *c != '\n').collect();
    let data = letters.iter().position(|c| *c == '=').unwrap_or(letters.len());
    if !letters.len().is_multiple_of(4) || letters.len() - data > 2 {
        return None;
    }
    for letter in letters.iter().take(data) {
        let value = u32::try_from(ALPHABET.find(*letter)?).ok()?;
        bits = (bits << 6) | value;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xFF).ok()?);
        }
    }
    String::from_utf8(bytes).ok()
}

fn encoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for place in 0..4 {
            let letter = ALPHABET.chars().nth(((bits >> (18 - 6 * place)) & 63) as usize).unwrap_or('=');
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
