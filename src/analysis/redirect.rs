//! Redirections (manual 3.6): which files they write, and what the descriptors are after them.
//!
//! Owns every operator. What a write does to a path stands in `apply`.

use std::rc::Rc;

use crate::analysis::apply::{Write, Written};
use crate::analysis::descriptors::{Descriptor, OutputFile};
use crate::analysis::environment::{Scope, descriptor_of};
use crate::analysis::expand::{self, Target};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::overlay::{CONTENT_CAP, Made};
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::state::{self, State};
use crate::analysis::variables;
use crate::commands::plan::FileAction;
use crate::intent::{CommandClass, LinkUse};
use crate::syntax::ast::{
    Descriptor as Before, HereDocument, Redirection, RedirectionOperator as Operator, RedirectionTarget, Word,
};
use crate::value::{AbstractString, Output, text_lines};
use crate::world::Entry;

/// What a redirection does with its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// truncates it, made if missing
    Write,
    /// the same whatever `set -C` says
    Clobber,
    /// appends to it
    Append,
    /// reads and writes it, made if missing
    ReadWrite,
}

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
    /// Opens what redirections say, in order.
    ///
    /// # Errors
    /// One of them is known to fail: the command does not run.
    ///
    /// A missing input dooms the state instead; [`Interpreter::undoomed`] gives the one that really goes on.
    pub fn redirect(&mut self, redirections: &'a [Redirection<'a>], state: &mut State<'a>) -> Result<(), ()> {
        for redirection in redirections {
            self.redirect_one(redirection, state)?;
        }
        Ok(())
    }

    /// What really happens where a redirection has doomed the state: its command does not run.
    #[must_use]
    pub fn undoomed(state: &State<'a>, was_doomed: bool) -> Option<State<'a>> {
        let doomed = state.doubt.doomed.is_some() && !was_doomed;
        doomed.then(|| {
            let mut real = state.clone();
            real.doubt.doomed = None;
            real
        })
    }

    fn redirect_one(&mut self, node: &'a Redirection<'a>, state: &mut State<'a>) -> Result<(), ()> {
        let word = match &node.target {
            RedirectionTarget::HereDocument(document) => return self.here_document(node, document, state),
            RedirectionTarget::Word(word) => word,
        };
        let mode = match node.operator {
            Operator::Write => Mode::Write,
            Operator::Clobber => Mode::Clobber,
            Operator::Append => Mode::Append,
            Operator::ReadWrite => Mode::ReadWrite,
            Operator::WriteBoth if state.process.posix => {
                return self.posix_both(node, word, Mode::Write, state);
            }
            Operator::AppendBoth if state.process.posix => {
                return self.posix_both(node, word, Mode::Append, state);
            }
            Operator::WriteBoth => return self.both(node, word, Mode::Write, state),
            Operator::AppendBoth => return self.both(node, word, Mode::Append, state),
            Operator::DuplicateInput | Operator::DuplicateOutput => return self.duplicate(node, word, state),
            Operator::Read => return self.read(node, word, state),
            Operator::HereString | Operator::HereDocument | Operator::HereDocumentStripTabs => {
                return self.here_string(node, word, state);
            }
        };
        let default = if mode == Mode::ReadWrite { 0 } else { 1 };
        let descriptor = self.open_word(node, word, mode, state)?;
        self.set_descriptor(node, default, descriptor, state)
    }

    /// `&>` in dash: the command goes to the background, and the file is truncated.
    fn posix_both(
        &mut self,
        node: &'a Redirection<'a>,
        word: &'a Word<'a>,
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        self.open_word(node, word, mode, state).map(|_| ())
    }

    fn both(
        &mut self,
        node: &'a Redirection<'a>,
        word: &'a Word<'a>,
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let descriptor = self.open_word(node, word, mode, state)?;
        let process = state.process_mut();
        process.descriptors.set(1, descriptor.clone());
        process.descriptors.set(2, descriptor);
        Ok(())
    }

    fn set_descriptor(
        &mut self,
        node: &Redirection<'a>,
        default: u32,
        descriptor: Descriptor,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let number = match node.descriptor {
            None => default,
            Some(Before::Number(number)) => number,
            Some(Before::Variable(name)) => {
                let number = state.process.descriptors.free();
                if !state.set_value(name, variables::text(&number.to_string())) {
                    return Err(());
                }
                // The descriptor of a named redirection stays open when the command ends.
                for kept in Rc::make_mut(&mut state.process_mut().kept) {
                    kept.set(number, descriptor.clone());
                }
                number
            }
        };
        state.process_mut().descriptors.set(number, descriptor);
        Ok(())
    }

    /// Opens the file that a word names, for writing.
    fn open_word(
        &mut self,
        node: &'a Redirection<'a>,
        word: &'a Word<'a>,
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<Descriptor, ()> {
        let targets = self.targets(word, state)?;
        self.open_targets(node, &targets, mode, state)
    }

    fn open_targets(
        &mut self,
        node: &Redirection<'a>,
        targets: &[Target],
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<Descriptor, ()> {
        let mut opened: Option<Descriptor> = None;
        let mut refused = targets.contains(&Target::Ambiguous);
        let several = targets.len() > 1;
        for target in targets {
            let Target::One(value) = target else { continue };
            let seen = state.seen.clone();
            let result = self.open_file(node, value, mode, state);
            refused |= result.is_err();
            if let Ok(descriptor) = result {
                opened = Some(match opened {
                    None => descriptor,
                    Some(_) => Descriptor::Unknown("one of several files".into()),
                });
            }
            if several {
                // Only one of them is written.
                state.seen = seen;
            }
        }
        if refused && opened.is_some() {
            self.unknown(node.span, "a redirection that may name no file");
        }
        opened.ok_or(())
    }

    /// The alternatives for a redirection's word; an error if all are ambiguous.
    fn targets(&mut self, word: &'a Word<'a>, state: &mut State<'a>) -> Result<Vec<Target>, ()> {
        // A POSIX shell does not expand patterns here.
        let plain = (state.process.posix || state.process.options.contains("posix"))
            && !state.process.options.contains("noglob");
        if plain {
            Rc::make_mut(&mut state.process_mut().options).insert("noglob".into());
        }
        let mut scope = Scope::new(self, state);
        let targets = expand::redirect_target(word, &mut scope);
        let failed = scope.failure.is_some();
        if plain {
            Rc::make_mut(&mut state.process_mut().options).remove("noglob");
        }
        if failed { Err(()) } else { Ok(targets) }
    }

    fn open_file(
        &mut self,
        node: &Redirection<'a>,
        value: &AbstractString,
        mode: Mode,
        state: &mut State<'a>,
    ) -> Result<Descriptor, ()> {
        if let Some(known) = value.known() {
            if known.is_empty() {
                return Err(());
            }
            if let Some(number) = descriptor_of(known) {
                return Ok(state.process.descriptors.get(number));
            }
            if is_device(known) {
                return Ok(Descriptor::Outside);
            }
        }
        let action = match mode {
            Mode::Write if self.refuses_to_clobber(value, state) => return Err(()),
            Mode::Write | Mode::Clobber => FileAction::Write,
            Mode::Append => FileAction::Append,
            Mode::ReadWrite => FileAction::Append,
        };
        let write = Write {
            action,
            target: value,
            directory: None,
            link: LinkUse::Followed,
            cause: text(node.operator).into(),
            class: CommandClass::Shell,
            content: matches!(mode, Mode::Write | Mode::Clobber).then(|| "".into()),
            fails: None,
            span: node.span,
        };
        match self.write(state, &write) {
            Written { failed: Some(_), .. } => Err(()),
            Written { path: Some(path), intent, .. } => Ok(Descriptor::Output(OutputFile {
                path,
                intent: intent.filter(|_| matches!(mode, Mode::Write | Mode::Clobber)),
            })),
            Written { .. } => Ok(Descriptor::Unknown("a file that is not known".into())),
        }
    }

    /// `set -C`: an existing regular file is not truncated.
    fn refuses_to_clobber(&self, value: &AbstractString, state: &State<'a>) -> bool {
        if !state.process.options.contains("noclobber") {
            return false;
        }
        let absolute = path::absolute(&state.process.directory.physical(), value);
        match path::shape(&absolute) {
            Shape::Exact(path) => {
                matches!(self.files(state).resolve(&path, Last::Follow).entry, Some(Entry::File { .. }))
            }
            _ => false,
        }
    }

    fn read(
        &mut self,
        node: &'a Redirection<'a>,
        word: &'a Word<'a>,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let targets = self.targets(word, state)?;
        let descriptor = match targets.as_slice() {
            [Target::One(value)] => self.open_to_read(value, state)?,
            [Target::Ambiguous] => return Err(()),
            _ => Descriptor::Unknown("one of several files".into()),
        };
        self.set_descriptor(node, 0, descriptor, state)
    }

    fn open_to_read(&self, value: &AbstractString, state: &mut State<'a>) -> Result<Descriptor, ()> {
        let Some(known) = value.known() else {
            return Ok(Descriptor::Unknown(value.reason().unwrap_or("not known").into()));
        };
        if let Some(number) = descriptor_of(known) {
            return Ok(state.process.descriptors.get(number));
        }
        if is_device(known) {
            return Ok(Descriptor::Empty);
        }
        if known.is_empty() {
            return Err(());
        }
        if self.is_missing(state, value) {
            // Guards take inputs to exist (guards.md 2.18): what follows is judged, as a way that nothing really goes.
            state.doubt.doomed.get_or_insert_with(|| format!("there is no `{known}` to read").into());
            return Ok(Descriptor::Unknown("a file that does not exist".into()));
        }
        let absolute = path::absolute(&state.process.directory.physical(), value);
        Ok(match absolute.known() {
            Some(path) => Descriptor::File(path.into()),
            None => Descriptor::Unknown(absolute.reason().unwrap_or("not known").into()),
        })
    }

    /// `<&` and `>&`.
    fn duplicate(
        &mut self,
        node: &'a Redirection<'a>,
        word: &'a Word<'a>,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let targets = self.targets(word, state)?;
        let output = node.operator == Operator::DuplicateOutput;
        let default = u32::from(output);
        let known = match targets.as_slice() {
            [Target::One(value)] => value.known(),
            _ => None,
        };
        let Some(known) = known else {
            if targets.iter().all(|target| *target == Target::Ambiguous) {
                return Err(());
            }
            return self.duplicate_unknown(node, &targets, default, state);
        };
        if known == "-" {
            return self.set_descriptor_closed(node, default, state);
        }
        let (number, moves) = match known.strip_suffix('-') {
            Some(number) => (number, true),
            None => (known, false),
        };
        if let Ok(number) = number.parse::<u32>() {
            let descriptor = state.process.descriptors.get(number);
            if descriptor == Descriptor::Closed {
                return Err(());
            }
            self.set_descriptor(node, default, descriptor, state)?;
            if moves {
                state.process_mut().descriptors.set(number, Descriptor::Closed);
            }
            return Ok(());
        }
        // `>&word` with a word that is no number is `&>word`; dash and an explicit descriptor other than 1 refuse it.
        let explicit = !matches!(node.descriptor, None | Some(Before::Number(1)));
        if !output || explicit || state.process.posix {
            return Err(());
        }
        let again = Target::One(expanded_again(known));
        let descriptor = self.open_targets(node, &[again], Mode::Write, state)?;
        let process = state.process_mut();
        process.descriptors.set(1, descriptor.clone());
        process.descriptors.set(2, descriptor);
        Ok(())
    }

    /// `>&$x` with an unknown value: a descriptor or a file.
    fn duplicate_unknown(
        &mut self,
        node: &'a Redirection<'a>,
        targets: &[Target],
        default: u32,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let is_file = |target: &Target| match target {
            Target::One(value) => {
                value.known().is_none_or(|text| text.parse::<u32>().is_err() && text != "-")
            }
            Target::Ambiguous => false,
        };
        let output = node.operator == Operator::DuplicateOutput;
        let mut descriptor = Descriptor::Unknown("a descriptor that is not known".into());
        if output && node.descriptor.is_none() && !state.process.posix {
            let files: Vec<Target> = targets.iter().filter(|target| is_file(target)).cloned().collect();
            if !files.is_empty()
                && let Ok(opened) = self.open_targets(node, &files, Mode::Write, state)
            {
                descriptor = opened;
            }
        }
        self.set_descriptor(node, default, descriptor, state)
    }

    fn set_descriptor_closed(
        &mut self,
        node: &Redirection<'a>,
        default: u32,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let number = match node.descriptor {
            None => default,
            Some(Before::Number(number)) => number,
            Some(Before::Variable(name)) => {
                match self.known_variable(state, name).and_then(|number| number.parse().ok()) {
                    Some(number) => number,
                    None => return Ok(()),
                }
            }
        };
        state.process_mut().descriptors.set(number, Descriptor::Closed);
        Ok(())
    }

    fn here_string(
        &mut self,
        node: &Redirection<'a>,
        word: &'a Word<'a>,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let mut scope = Scope::new(self, state);
        let values = expand::single(word, &mut scope);
        if scope.failure.is_some() {
            return Err(());
        }
        let texts = values.into_iter().map(|mut value| {
            value.push_text("\n");
            Output::Text(value)
        });
        let input = texts.reduce(state::either).unwrap_or_default();
        self.feed(node, input, state)
    }

    fn here_document(
        &mut self,
        node: &Redirection<'a>,
        document: &'a HereDocument<'a>,
        state: &mut State<'a>,
    ) -> Result<(), ()> {
        let Some(body) = document.body() else {
            return self.feed(node, Output::Unknown("a here-document without a body".into()), state);
        };
        let word: &'a Word<'a> = self.arena.alloc(body.text);
        let mut scope = Scope::new(self, state);
        let values = expand::here_document(word, &mut scope);
        if scope.failure.is_some() {
            return Err(());
        }
        let input = values.into_iter().map(Output::Text).reduce(state::either).unwrap_or_default();
        self.feed(node, input, state)
    }

    fn feed(&mut self, node: &Redirection<'a>, input: Output, state: &mut State<'a>) -> Result<(), ()> {
        let number = state.add_input(input);
        self.set_descriptor(node, 0, Descriptor::Input(number), state)
    }

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
            crate::analysis::overlay::Layer::Made(Made::File(Some(text))) => Some(Rc::clone(text)),
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

/// Devices and sockets that are no files of anyone.
#[must_use]
pub fn is_device(path: &str) -> bool {
    matches!(
        path,
        "/dev/null"
            | "/dev/zero"
            | "/dev/full"
            | "/dev/tty"
            | "/dev/random"
            | "/dev/urandom"
            | "/dev/ptmx"
            | "/dev/console"
    ) || ["/dev/tcp/", "/dev/udp/", "/dev/pts/"].iter().any(|prefix| path.starts_with(prefix))
}

/// Bash expands the word of `>&word` a second time when it names a file: quotes that were data are quotes then.
fn expanded_again(text: &str) -> AbstractString {
    if text.contains(['$', '`', '*', '?', '[']) {
        return AbstractString::unknown("a word behind `>&` that bash expands twice");
    }
    let mut plain = String::new();
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\'' | '"', None) => quote = Some(character),
            (own, Some(open)) if own == open => quote = None,
            ('\\', None) => plain.extend(characters.next()),
            (other, _) => plain.push(other),
        }
    }
    AbstractString::text(&plain)
}

/// The operator as it is written.
const fn text(operator: Operator) -> &'static str {
    match operator {
        Operator::Read => "<",
        Operator::Write => ">",
        Operator::Append => ">>",
        Operator::Clobber => ">|",
        Operator::ReadWrite => "<>",
        Operator::DuplicateInput => "<&",
        Operator::DuplicateOutput => ">&",
        Operator::WriteBoth => "&>",
        Operator::AppendBoth => "&>>",
        Operator::HereString => "<<<",
        Operator::HereDocument => "<<",
        Operator::HereDocumentStripTabs => "<<-",
    }
}
