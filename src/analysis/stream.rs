//! What passes through a descriptor: what a command reads from it, line by line, and what it prints on it.
//!
//! Which file or text a descriptor stands for is the business of `redirect`.

use std::rc::Rc;

use crate::analysis::descriptors::{Descriptor, OutputFile};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::overlay::{CONTENT_CAP, Layer, Made};
use crate::analysis::state::{self, State};
use crate::value::{AbstractString, Output, text_lines};

/// A line that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it may be.
    pub values: Vec<AbstractString>,
    /// How it ended.
    pub end: RecordEnd,
}

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnd {
    /// with its delimiter
    Whole,
    /// at the end of the input, without one: `read` fails
    Cut,
    /// nobody knows whether there was a line at all
    Open,
}

impl<'a> Interpreter<'a, '_> {
    /// What can be read from a descriptor.
    #[must_use]
    pub fn input_of(&self, state: &State<'a>, number: u32) -> Output {
        match state.process.descriptors.get(number) {
            Descriptor::Input(input) => state.inputs.get(input).cloned().unwrap_or_default(),
            Descriptor::File(path) => match self.files(state).content(&path, CONTENT_CAP) {
                Some(text) => Output::Text(AbstractString::text(&text)),
                None => Output::Unknown(format!("the content of `{path}`").into()),
            },
            Descriptor::Empty | Descriptor::Closed => Output::Nothing,
            Descriptor::Outside | Descriptor::Capture(_) | Descriptor::Output(_) => {
                Output::Unknown("the standard input".into())
            }
            Descriptor::Unknown(why) => Output::Unknown(why),
        }
    }

    /// Takes the next line from a descriptor. `None` at its end.
    pub fn next_record(&mut self, state: &mut State<'a>, number: u32, delimiter: char) -> Option<Record> {
        let input = self.input_of(state, number);
        let place = match state.process.descriptors.get(number) {
            Descriptor::Input(place) => place,
            _ => {
                let place = state.add_input(input.clone());
                state.process_mut().descriptors.set(number, Descriptor::Input(place));
                place
            }
        };
        let open = |values| Some(Record { values, end: RecordEnd::Open });
        match input {
            Output::Nothing => None,
            Output::Unknown(why) => open(vec![AbstractString::unknown(why)]),
            Output::Lines(lines) => open(lines),
            Output::Text(text) => {
                let Some(known) = text.known() else {
                    let why: Rc<str> = text.reason().unwrap_or("not known").into();
                    let lines = text_lines(&text);
                    if let Some(slot) = Rc::make_mut(&mut state.inputs).get_mut(place) {
                        *slot = Output::Unknown(why);
                    }
                    return open(lines.into_iter().take(1).collect());
                };
                if known.is_empty() {
                    return None;
                }
                let (line, rest, end) = match known.split_once(delimiter) {
                    Some((line, rest)) => (line, rest, RecordEnd::Whole),
                    None => (known, "", RecordEnd::Cut),
                };
                let (line, rest) = (AbstractString::text(line), AbstractString::text(rest));
                if let Some(slot) = Rc::make_mut(&mut state.inputs).get_mut(place) {
                    *slot = Output::Text(rest);
                }
                Some(Record { values: vec![line], end })
            }
        }
    }

    /// Prints on a descriptor.
    pub fn print(&mut self, state: &mut State<'a>, number: u32, output: &Output) {
        match state.process.descriptors.get(number) {
            Descriptor::Capture(depth) if depth == state.process.captures => {
                let printed = std::mem::take(&mut state.printed);
                state.printed = state::then(printed, output);
            }
            Descriptor::Output(file) => self.print_to_file(state, &file, output),
            _ => {}
        }
    }

    fn print_to_file(&mut self, state: &mut State<'a>, file: &OutputFile, output: &Output) {
        let before = match state.overlay.find(&file.path) {
            Layer::Made(Made::File(Some(text))) => Some(Rc::clone(text)),
            _ => None,
        };
        let text = match (before, output) {
            (_, Output::Nothing) => return,
            (Some(before), Output::Text(more)) => more.known().map(|more| format!("{before}{more}")),
            _ => None,
        };
        let text = text.filter(|text| text.len() <= CONTENT_CAP);
        if let Some(intent) = file.intent {
            self.set_content(intent, text.clone());
        }
        state.overlay.set(&file.path, Made::File(text.map(Into::into)));
    }
}
