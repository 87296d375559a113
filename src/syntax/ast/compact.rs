//! The nodes of which a text has most, laid out for what they mostly are: a pipeline of one command, a command of one
//! word, a word of one part. That one stands in the node itself, so a plain command takes one stretch of memory and
//! not one for each level.
//!
//! Owns how they are stored and shows them as if they were plain structs; what they mean is told at each type.

use std::fmt;
use std::slice;

use super::{AndOrOperator, Assignment, Command, Redirection, TimeFormat, WordPart};
use crate::span::Span;

/// A word (manual 3.1): parts that are joined after expansion. It has no parts only as an empty assignment value,
/// operand or expression.
#[derive(Clone, Copy)]
pub struct Word<'a>(WordForm<'a>);

#[derive(Clone, Copy)]
enum WordForm<'a> {
    /// one part that covers the word
    Part(WordPart<'a>),
    /// any other
    Parts(Span, &'a [WordPart<'a>]),
}

impl<'a> Word<'a> {
    /// The word that one part is.
    #[inline]
    pub(in crate::syntax) const fn of_part(part: WordPart<'a>) -> Self {
        Self(WordForm::Part(part))
    }

    #[inline]
    pub(in crate::syntax) const fn of_parts(span: Span, parts: &'a [WordPart<'a>]) -> Self {
        Self(WordForm::Parts(span, parts))
    }

    /// The whole word.
    #[inline]
    #[must_use]
    pub const fn span(&self) -> Span {
        match self.0 {
            WordForm::Part(part) => part.span,
            WordForm::Parts(span, _) => span,
        }
    }

    /// Its parts in order.
    #[inline]
    #[must_use]
    pub const fn parts(&self) -> &[WordPart<'a>] {
        match &self.0 {
            WordForm::Part(part) => slice::from_ref(part),
            WordForm::Parts(_, parts) => parts,
        }
    }
}

impl fmt::Debug for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Word").field("span", &self.span()).field("parts", &self.parts()).finish()
    }
}

/// A simple command (manual 3.2.2). At least one of the three lists is not empty.
#[derive(Clone, Copy)]
pub struct SimpleCommand<'a> {
    words: Words<'a>,
    others: Option<&'a Others<'a>>,
}

#[derive(Clone, Copy)]
enum Words<'a> {
    One(Word<'a>),
    Several(&'a [Word<'a>]),
}

/// What most simple commands have none of.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Others<'a> {
    pub assignments: &'a [Assignment<'a>],
    pub redirections: &'a [Redirection<'a>],
}

impl<'a> SimpleCommand<'a> {
    /// The command that one word is.
    #[inline]
    pub(in crate::syntax) const fn of_word(word: Word<'a>, others: Option<&'a Others<'a>>) -> Self {
        Self { words: Words::One(word), others }
    }

    #[inline]
    pub(in crate::syntax) const fn of_words(words: &'a [Word<'a>], others: Option<&'a Others<'a>>) -> Self {
        Self { words: Words::Several(words), others }
    }

    /// The whole command with its redirections (not their here-document bodies).
    #[must_use]
    pub fn span(&self) -> Span {
        let words = ends(self.words(), |word| word.span());
        let assignments = ends(self.assignments(), |node| node.span);
        let redirections = ends(self.redirections(), |node| node.span);
        [assignments, redirections].into_iter().flatten().chain(words).reduce(Span::join).unwrap_or_default()
    }

    /// Assignments before the command's name.
    #[inline]
    #[must_use]
    pub fn assignments(&self) -> &'a [Assignment<'a>] {
        self.others.map_or(&[], |others| others.assignments)
    }

    /// The name and its arguments. After a declaration builtin (`declare`, `export`, `local`, `readonly`, `typeset`,
    /// `let`, …) an argument `a=(…)` ends in a [`WordPartKind::Array`](super::WordPartKind::Array).
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[Word<'a>] {
        match &self.words {
            Words::One(word) => slice::from_ref(word),
            Words::Several(words) => words,
        }
    }

    /// Redirections, in source order, wherever they stand in the command.
    #[inline]
    #[must_use]
    pub fn redirections(&self) -> &'a [Redirection<'a>] {
        self.others.map_or(&[], |others| others.redirections)
    }
}

/// From the first of nodes in a row to the last.
fn ends<T>(nodes: &[T], span: impl Fn(&T) -> Span) -> Option<Span> {
    let (first, last) = nodes.first().zip(nodes.last())?;
    Some(span(first).join(span(last)))
}

impl fmt::Debug for SimpleCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SimpleCommand")
            .field("span", &self.span())
            .field("assignments", &self.assignments())
            .field("words", &self.words())
            .field("redirections", &self.redirections())
            .finish()
    }
}

/// A pipeline (manual 3.2.3).
#[derive(Clone, Copy)]
pub struct Pipeline<'a>(PipelineForm<'a>);

#[derive(Clone, Copy)]
enum PipelineForm<'a> {
    /// one command with nothing in front
    Command(Command<'a>),
    /// any other
    Full(&'a FullPipeline<'a>),
}

/// A pipeline that is more than one command.
#[derive(Clone, Copy, Default)]
pub(in crate::syntax) struct FullPipeline<'a> {
    pub span: Span,
    pub negated: bool,
    pub time: Option<TimeFormat>,
    pub commands: &'a [Command<'a>],
    /// The places of the commands before `|&`, in order.
    pub stderr_pipes: &'a [u32],
}

impl<'a> Pipeline<'a> {
    /// The pipeline that one command is.
    #[inline]
    pub(in crate::syntax) const fn of_command(command: Command<'a>) -> Self {
        Self(PipelineForm::Command(command))
    }

    #[inline]
    pub(in crate::syntax) const fn full(pipeline: &'a FullPipeline<'a>) -> Self {
        Self(PipelineForm::Full(pipeline))
    }

    /// From the first `!` or `time` to the last command.
    #[must_use]
    pub fn span(&self) -> Span {
        match &self.0 {
            PipelineForm::Command(command) => command.span(),
            PipelineForm::Full(full) => full.span,
        }
    }

    /// True if an odd number of `!` stands in front.
    #[must_use]
    pub const fn negated(&self) -> bool {
        matches!(self.0, PipelineForm::Full(FullPipeline { negated: true, .. }))
    }

    /// `time` in front.
    #[must_use]
    pub const fn time(&self) -> Option<TimeFormat> {
        match self.0 {
            PipelineForm::Command(_) => None,
            PipelineForm::Full(full) => full.time,
        }
    }

    /// The commands in order; none for a lone `!` or `time`.
    #[inline]
    #[must_use]
    pub const fn commands(&self) -> &[Command<'a>] {
        match &self.0 {
            PipelineForm::Command(command) => slice::from_ref(command),
            PipelineForm::Full(full) => full.commands,
        }
    }

    /// True if `|&` follows the command at `index` (from 0): its standard error goes down the pipe too.
    #[must_use]
    pub fn pipes_stderr(&self, index: usize) -> bool {
        match &self.0 {
            PipelineForm::Command(_) => false,
            PipelineForm::Full(full) => {
                u32::try_from(index).is_ok_and(|index| full.stderr_pipes.binary_search(&index).is_ok())
            }
        }
    }
}

impl fmt::Debug for Pipeline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stderr_pipes: Vec<bool> =
            (0..self.commands().len()).map(|index| self.pipes_stderr(index)).collect();
        f.debug_struct("Pipeline")
            .field("span", &self.span())
            .field("negated", &self.negated())
            .field("time", &self.time())
            .field("commands", &self.commands())
            .field("pipes_stderr", &stderr_pipes)
            .finish()
    }
}

/// Pipelines joined by `&&` and `||`, which bind alike and to the left.
#[derive(Clone, Copy)]
pub struct AndOr<'a>(AndOrForm<'a>);

#[derive(Clone, Copy)]
enum AndOrForm<'a> {
    Pipeline(Pipeline<'a>),
    Chain(&'a Chain<'a>),
}

/// Two pipelines or more.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Chain<'a> {
    pub first: Pipeline<'a>,
    pub rest: &'a [(AndOrOperator, Pipeline<'a>)],
}

impl<'a> AndOr<'a> {
    /// The and-or list that one pipeline is.
    #[inline]
    pub(in crate::syntax) const fn of_pipeline(pipeline: Pipeline<'a>) -> Self {
        Self(AndOrForm::Pipeline(pipeline))
    }

    #[inline]
    pub(in crate::syntax) const fn of_chain(chain: &'a Chain<'a>) -> Self {
        Self(AndOrForm::Chain(chain))
    }

    /// The whole and-or list.
    #[must_use]
    pub fn span(&self) -> Span {
        let first = self.first().span();
        self.rest().last().map_or(first, |(_, last)| first.join(last.span()))
    }

    /// The first pipeline.
    #[inline]
    #[must_use]
    pub const fn first(&self) -> &Pipeline<'a> {
        match &self.0 {
            AndOrForm::Pipeline(pipeline) => pipeline,
            AndOrForm::Chain(chain) => &chain.first,
        }
    }

    /// The others, each with the operator before it.
    #[inline]
    #[must_use]
    pub const fn rest(&self) -> &'a [(AndOrOperator, Pipeline<'a>)] {
        match self.0 {
            AndOrForm::Pipeline(_) => &[],
            AndOrForm::Chain(chain) => chain.rest,
        }
    }
}

impl fmt::Debug for AndOr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AndOr")
            .field("span", &self.span())
            .field("first", self.first())
            .field("rest", &self.rest())
            .finish()
    }
}

/// The same fields in JSON.
#[cfg(feature = "json")]
mod json {
    use serde::ser::{Serialize, SerializeStruct, Serializer};

    use super::{AndOr, Pipeline, SimpleCommand, Word};
    use crate::syntax::ast::Command;

    impl Serialize for Word<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut out = serializer.serialize_struct("Word", 2)?;
            out.serialize_field("span", &self.span())?;
            out.serialize_field("parts", self.parts())?;
            out.end()
        }
    }

    impl Serialize for SimpleCommand<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut out = serializer.serialize_struct("SimpleCommand", 4)?;
            out.serialize_field("span", &self.span())?;
            out.serialize_field("assignments", self.assignments())?;
            out.serialize_field("words", self.words())?;
            out.serialize_field("redirections", self.redirections())?;
            out.end()
        }
    }

    /// One command of a pipeline.
    #[derive(serde::Serialize)]
    struct Member<'p, 'a> {
        command: &'p Command<'a>,
        pipes_stderr: bool,
    }

    impl Serialize for Pipeline<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let commands = self.commands().iter().enumerate();
            let members: Vec<Member<'_, '_>> = commands
                .map(|(index, command)| Member { command, pipes_stderr: self.pipes_stderr(index) })
                .collect();
            let mut out = serializer.serialize_struct("Pipeline", 4)?;
            out.serialize_field("span", &self.span())?;
            out.serialize_field("negated", &self.negated())?;
            out.serialize_field("time", &self.time())?;
            out.serialize_field("commands", &members)?;
            out.end()
        }
    }

    impl Serialize for AndOr<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut out = serializer.serialize_struct("AndOr", 3)?;
            out.serialize_field("span", &self.span())?;
            out.serialize_field("first", self.first())?;
            out.serialize_field("rest", self.rest())?;
            out.end()
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use std::mem::size_of;

    use super::*;
    use crate::syntax::ast::{
        ArrayElement, CommandSubstitution, List, ListItem, ParameterExpansion, TestExpression,
    };

    /// A megabyte of `a;` has half a million list items: what one takes decides what the text takes.
    #[test]
    fn a_plain_command_takes_one_node() {
        assert_eq!(size_of::<WordPart<'_>>(), 32);
        assert_eq!(size_of::<Word<'_>>(), 32);
        assert_eq!(size_of::<SimpleCommand<'_>>(), 40);
        assert_eq!(size_of::<Command<'_>>(), 40);
        assert_eq!(size_of::<Pipeline<'_>>(), 40);
        assert_eq!(size_of::<AndOr<'_>>(), 40);
        assert_eq!(size_of::<ListItem<'_>>(), 48);
    }

    #[test]
    fn what_a_text_may_be_full_of_is_small() {
        assert_eq!(size_of::<List<'_>>(), 24);
        assert_eq!(size_of::<CommandSubstitution<'_>>(), 40);
        assert_eq!(size_of::<ParameterExpansion<'_>>(), 56);
        assert_eq!(size_of::<Assignment<'_>>(), 72);
        assert_eq!(size_of::<ArrayElement<'_>>(), 56);
        assert_eq!(size_of::<Redirection<'_>>(), 72);
        assert_eq!(size_of::<TestExpression<'_>>(), 88);
    }
}
