//! Redirections (manual 3.6): which files they write, and what the descriptors are after them.
//!
//! Owns every operator; the file behind one stands in `open`. What a write does to a path stands in `apply`, what passes
//! through a descriptor afterwards in `stream`.

mod open;

use std::rc::Rc;

use crate::analysis::descriptors::Descriptor;
use crate::analysis::environment::Scope;
use crate::analysis::expand::{self, Target};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{self, State};
use crate::analysis::variables;
use crate::syntax::ast::{
    Descriptor as Before, HereDocument, Redirection, RedirectionOperator as Operator, RedirectionTarget, Word,
};
use crate::value::{AbstractString, Output};

pub use open::is_device;

use open::Mode;

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
