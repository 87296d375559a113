//! Builtins that read: `read`, `mapfile`, `getopts`.

use std::rc::Rc;

use super::{Letters, arguments};
use crate::analysis::exec::Call;
use crate::analysis::expand::{Positional, Variable};
use crate::analysis::flow::Flow;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::State;
use crate::analysis::stream::{Record, RecordEnd};
use crate::analysis::text::{self, Backslashes};
use crate::analysis::variables::{ELEMENTS_CAP, one_of};
use crate::value::{AbstractString, Field, Output, Piece};

/// `read`.
pub fn read<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "adinNptu");
    let number = descriptor(&letters);
    let cut_short = letters.has('n') || letters.has('N');
    let delimiter = match letters.value('d').map(Field::known) {
        Some(Some(text)) => text.chars().next().unwrap_or('\0'),
        Some(None) => '\u{1}',
        None => '\n',
    };
    let before = state.clone();
    let Some(mut record) = interpreter.next_record(&mut state, number, delimiter) else {
        assign(interpreter, &mut state, &letters, &[AbstractString::empty()]);
        return Flow::failure(state, 1);
    };
    if cut_short {
        record = Record { values: vec![AbstractString::unknown("a part of a line")], end: RecordEnd::Open };
    }
    assign(interpreter, &mut state, &letters, &record.values);
    match record.end {
        RecordEnd::Whole => Flow::success(state),
        RecordEnd::Cut => Flow::failure(state, 1),
        RecordEnd::Open => Flow::open(state, before),
    }
}

fn descriptor(letters: &Letters) -> u32 {
    letters.value('u').and_then(Field::known).and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn assign<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    state: &mut State<'a>,
    letters: &Letters,
    values: &[AbstractString],
) {
    let separators = interpreter.known_variable(state, "IFS");
    let backslashes = if letters.has('r') { Backslashes::Kept } else { Backslashes::Quote };
    if let Some(array) = letters.value('a').and_then(Field::known) {
        let elements = match (values, &separators) {
            ([value], Some(separators)) => {
                Some(text::split_record(value, usize::MAX, separators, backslashes))
            }
            _ => None,
        };
        let value = match elements {
            Some(elements) if elements.iter().all(has_known_length) => {
                Variable::Indexed(Rc::new((0..).zip(elements).collect()))
            }
            _ => Variable::UnknownArray("the fields of a line".into()),
        };
        state.set_value(array, value);
        return;
    }
    let names: Vec<&str> = letters.rest.iter().filter_map(Field::known).collect();
    if names.is_empty() {
        state.set("REPLY", values.to_vec());
        return;
    }
    let mut columns: Vec<Vec<AbstractString>> = vec![Vec::new(); names.len()];
    for value in values {
        let fields = separators
            .as_ref()
            .map(|separators| text::split_record(value, names.len(), separators, backslashes))
            .unwrap_or_else(|| unsplit(value, names.len()));
        for (column, field) in
            columns.iter_mut().zip(fields.into_iter().chain(std::iter::repeat(AbstractString::empty())))
        {
            if !column.contains(&field) {
                column.push(field);
            }
        }
    }
    for (name, column) in names.into_iter().zip(columns) {
        state.set(name, column);
    }
}

/// False if a field may be any number of fields.
fn has_known_length(field: &AbstractString) -> bool {
    !field.pieces().iter().any(|piece| matches!(piece, Piece::Unknown(_)))
}

/// The fields of a line that is not known in full: a path whole if it is alone, else unknown.
fn unsplit(value: &AbstractString, count: usize) -> Vec<AbstractString> {
    if count == 1 {
        return vec![value.clone()];
    }
    let why = value.reason().unwrap_or("a field of a line").to_owned();
    vec![AbstractString::unknown(why); count]
}

/// `mapfile` and `readarray`.
pub fn mapfile<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    call: Call<'_, 'a>,
    mut state: State<'a>,
) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "dnOsuCc");
    let name = letters.rest.first().and_then(Field::known).unwrap_or("MAPFILE").to_owned();
    let input = interpreter.input_of(&state, descriptor(&letters));
    let plain = letters.given.iter().all(|(letter, _)| matches!(letter, 't' | 'u' | 'd'));
    let delimiter = match letters.value('d').map(Field::known) {
        Some(Some(text)) => text.chars().next().unwrap_or('\0'),
        _ => '\n',
    };
    let value = match input {
        Output::Nothing if plain => Variable::Indexed(Rc::default()),
        Output::Text(ref text) if plain => match text.known() {
            Some(known) => elements(known, delimiter, letters.has('t')),
            None => Variable::UnknownArray(text.reason().unwrap_or("lines that are not known").into()),
        },
        Output::Lines(ref lines) => Variable::UnknownArray(
            lines.iter().find_map(AbstractString::reason).unwrap_or("lines that are not known").into(),
        ),
        Output::Unknown(why) => Variable::UnknownArray(why),
        _ => Variable::UnknownArray("some of the lines that are read".into()),
    };
    state.set_value(&name, value);
    Flow::success(state)
}

fn elements(text: &str, delimiter: char, strips: bool) -> Variable {
    let mut elements = Vec::new();
    for (index, line) in (0..).zip(text.split_inclusive(delimiter)) {
        if elements.len() >= ELEMENTS_CAP {
            return Variable::UnknownArray("more lines than are kept".into());
        }
        let line = if strips { line.strip_suffix(delimiter).unwrap_or(line) } else { line };
        elements.push((index, AbstractString::text(line)));
    }
    Variable::Indexed(Rc::new(elements))
}

/// `getopts`.
pub fn getopts<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    let [options, name, rest @ ..] = arguments(&call) else { return Flow::failure(state, 2) };
    let Some(name) = name.known() else { return interpreter.open(state) };
    let words: Option<Vec<AbstractString>> = if rest.is_empty() {
        match &state.process.positional {
            Positional::Known(values) => Some((**values).clone()),
            Positional::Unknown(_) => None,
        }
    } else {
        Some(rest.iter().map(|field| field.value.clone()).collect())
    };
    let place = interpreter.known_variable(&state, "OPTIND").and_then(|text| text.parse::<usize>().ok());
    let (Some(options), Some(words), Some(place)) = (options.known(), words, place) else {
        return unknown_option(state, name);
    };
    let offset = interpreter.known_variable(&state, "__optchar").and_then(|text| text.parse::<usize>().ok());
    next_option(state, name, options, &words, place, offset.unwrap_or(1))
}

fn unknown_option<'a>(mut state: State<'a>, name: &str) -> Flow<'a> {
    let before = state.clone();
    let mut letter = AbstractString::empty();
    letter.push(Piece::Segment("an option's letter".into()));
    state.set(name, vec![letter]);
    state.set("OPTARG", vec![AbstractString::unknown("an option's value")]);
    state.set("OPTIND", vec![AbstractString::unknown("the place of an option")]);
    Flow::open(state, before)
}

/// Takes the option at a place of the arguments, at an offset in its word.
fn next_option<'a>(
    mut state: State<'a>,
    name: &str,
    options: &str,
    words: &[AbstractString],
    place: usize,
    offset: usize,
) -> Flow<'a> {
    let Some(word) = place.checked_sub(1).and_then(|index| words.get(index)) else {
        return ended(state, name);
    };
    let Some(text) = word.known() else { return unknown_option(state, name) };
    if text == "--" {
        state.set("OPTIND", vec![AbstractString::text(&(place + 1).to_string())]);
        return ended(state, name);
    }
    if !text.starts_with('-') || text == "-" {
        return ended(state, name);
    }
    let Some(letter) = text.chars().nth(offset) else { return ended(state, name) };
    let last = text.chars().count() == offset + 1;
    let valued = options.contains(&format!("{letter}:"));
    let known = options.contains(letter) && letter != ':';
    let mut next = (place + usize::from(last), if last { 1 } else { offset + 1 });
    let mut found = if known { letter } else { '?' };
    state.unset("OPTARG");
    if known && valued {
        let attached: String = text.chars().skip(offset + 1).collect();
        let value = if attached.is_empty() {
            words.get(place).cloned()
        } else {
            Some(AbstractString::text(&attached))
        };
        next = (place + if attached.is_empty() { 2 } else { 1 }, 1);
        match value {
            Some(value) => drop(state.set("OPTARG", vec![one_of(&[value])])),
            None => found = if options.starts_with(':') { ':' } else { '?' },
        }
    }
    state.set(name, vec![AbstractString::text(found.encode_utf8(&mut [0; 4]))]);
    state.set("OPTIND", vec![AbstractString::text(&next.0.to_string())]);
    state.set("__optchar", vec![AbstractString::text(&next.1.to_string())]);
    Flow::success(state)
}

fn ended<'a>(mut state: State<'a>, name: &str) -> Flow<'a> {
    state.set(name, vec![AbstractString::text("?")]);
    Flow::failure(state, 1)
}
