//! `split`, `csplit` and `mktemp`: files whose names the program makes.

use super::engine::{Call, join};
use super::model::Use;
use super::plan::{FileAction, Operation, Plan};
use crate::value::{AbstractString, Field, Output, Piece};

const WRITE: Use = Use::File(FileAction::Write);

/// More pieces than this are told as one pattern.
const PIECES_CAP: usize = 64;

/// `split` makes files of a prefix and a suffix, or runs a filter with `$FILE` set.
pub fn split(call: &Call<'_, '_>, plan: &mut Plan) {
    plan.output = Output::Nothing;
    let prefix = call.parsed.operands().nth(1);
    let prefix = prefix.map_or_else(|| AbstractString::text("x"), |field| field.value.clone());
    let numeric =
        ["-d", "-x", "--numeric-suffixes", "--hex-suffixes"].iter().any(|name| call.parsed.has(name));
    let plain = !numeric && !call.parsed.has("-a") && !call.parsed.has("--additional-suffix");
    let suffixes = count(call).filter(|_| plain).map(|count| (0..count).map(letters).collect());
    let names = names(call, &prefix, suffixes);
    let Some(filter) = call.parsed.value("--filter") else {
        names.into_iter().for_each(|target| call.apply(WRITE, &target, plan));
        return;
    };
    for name in names {
        let argv = ["sh", "-c"].map(|word| Field::text(word, call.span)).into_iter().chain([filter.clone()]);
        call.invoke(argv.collect(), plan);
        if let Some(Operation::Invoke(invocation)) = plan.operations.last_mut() {
            invocation.environment = vec![("FILE".into(), Some(name.value))];
        }
    }
}

/// How many pieces `split` makes, where the input is known.
fn count(call: &Call<'_, '_>) -> Option<usize> {
    let number = |name: &str| {
        call.parsed.value(name).and_then(Field::known)?.parse::<usize>().ok().filter(|number| *number > 0)
    };
    let chunks =
        call.parsed.value("-n").and_then(Field::known).map(|text| text.trim_start_matches(['l', 'r', '/']));
    if let Some(chunks) = chunks.and_then(|text| text.parse::<usize>().ok()).filter(|chunks| *chunks > 0) {
        return Some(chunks);
    }
    let input = call.parsed.operands().next().filter(|field| field.known() != Some("-"));
    let text = match (input, call.facts.input()) {
        (Some(field), _) => call.facts.content(&field.value)?,
        (None, Output::Text(text)) => text.known()?.to_owned(),
        (None, _) => return None,
    };
    match (number("-l"), number("-b"), call.parsed.has("-b") || call.parsed.has("-C")) {
        (Some(lines), None, false) => Some(text.lines().count().div_ceil(lines)),
        (None, Some(bytes), _) => Some(text.len().div_ceil(bytes)),
        (None, None, false) if !call.parsed.has("-l") => Some(text.lines().count().div_ceil(1000)),
        _ => None,
    }
}

/// `aa`, `ab`, …: two letters while they suffice.
fn letters(index: usize) -> String {
    let letter = |number: usize| u8::try_from(number % 26).map_or('z', |number| char::from(b'a' + number));
    [letter(index / 26), letter(index)].iter().collect()
}

/// `csplit` makes a piece in front of each pattern and one behind the last; `%x%` makes none.
pub fn csplit(call: &Call<'_, '_>, plan: &mut Plan) {
    let prefix =
        call.parsed.value("-f").map_or_else(|| AbstractString::text("xx"), |field| field.value.clone());
    let plain = !call.parsed.has("-b") && !call.parsed.has("-n") && !call.parsed.has("-z");
    let mut count = Some(1_usize);
    for field in call.parsed.operands().skip(1) {
        let text = field.known().unwrap_or("{*}");
        let repeats = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let more = match repeats {
            Some(repeats) => repeats.parse::<usize>().ok(),
            None => Some(usize::from(!text.starts_with('%'))),
        };
        count = count.zip(more).map(|(count, more)| count.saturating_add(more));
    }
    let suffixes =
        count.filter(|_| plain).map(|count| (0..count.min(100)).map(|index| format!("{index:02}")).collect());
    names(call, &prefix, suffixes).into_iter().for_each(|target| call.apply(WRITE, &target, plan));
}

/// The names of pieces; of unknown number without suffixes.
fn names(call: &Call<'_, '_>, prefix: &AbstractString, suffixes: Option<Vec<String>>) -> Vec<Field> {
    let field = |value: AbstractString, many: bool| Field { value, many, span: call.span };
    match suffixes.filter(|suffixes| suffixes.len() <= PIECES_CAP) {
        Some(suffixes) => suffixes
            .iter()
            .map(|suffix| {
                let mut name = prefix.clone();
                name.push_text(suffix);
                field(name, false)
            })
            .collect(),
        None => {
            let mut name = prefix.clone();
            name.push(Piece::Segment(format!("a suffix of `{}`", call.row.name).into()));
            vec![field(name, true)]
        }
    }
}

/// `mktemp` makes a file or directory of an unknown name and prints it.
pub fn mktemp(call: &Call<'_, '_>, plan: &mut Plan) {
    let template = call.parsed.operands().next().cloned();
    let named = call.parsed.value("-p").or_else(|| call.parsed.value("--tmpdir")).cloned();
    let temporary = || {
        let directory = call.facts.environment("TMPDIR").filter(|path| !path.is_empty());
        AbstractString::text(directory.as_deref().unwrap_or("/tmp"))
    };
    let base = match (&template, named) {
        (_, Some(field)) => Some(field.value),
        (None, None) => Some(temporary()),
        (Some(_), None) if call.on("temporary") || call.parsed.has("--tmpdir") => Some(temporary()),
        (Some(_), None) => None,
    };
    let name = template.map_or_else(|| AbstractString::text("tmp.XXXXXXXXXX"), |field| field.value);
    let Some(text) = name.known() else {
        call.unknown("its template is not known", plan);
        return;
    };
    let (before, behind) =
        text.rsplit_once("XXX").map_or((text, ""), |(before, behind)| (before.trim_end_matches('X'), behind));
    let mut value = AbstractString::text(before);
    value.push(Piece::Segment("a suffix of `mktemp`".into()));
    value.push_text(behind);
    if let Some(suffix) = call.parsed.value("--suffix") {
        value.append(&suffix.value);
    }
    let value = join(base.as_ref(), &value);
    let action = if call.on("directory") {
        FileAction::MakeDirectory { parents: false }
    } else {
        FileAction::CreateNew
    };
    if !call.on("dry") {
        call.derived(action, value.clone(), call.span, plan);
    }
    let mut line = value;
    line.push_text("\n");
    plan.output = Output::Text(line);
}
