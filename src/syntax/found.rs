//! What the productions of a command hand up. Each level of nesting passes through all of them, and a stack of 256 KiB
//! must hold [`MAX_DEPTH`](super::MAX_DEPTH) levels: so they hand up two machine words, and a simple command, which is
//! larger, waits in the parser until its pipeline's or list's node is made.

use super::ast::{
    AndOr, Chain, Command, CompoundCommand, Coproc, FullPipeline, FunctionDefinition, ListItem, Pipeline,
    Terminator,
};
use super::parser::Parser;

/// A command that was read.
#[derive(Clone, Copy)]
pub(super) enum FoundCommand<'a> {
    /// [`Parser::simple`], until the next command is read
    Simple,
    Compound(&'a CompoundCommand<'a>),
    Function(&'a FunctionDefinition<'a>),
    Coproc(&'a Coproc<'a>),
}

/// A pipeline that was read.
#[derive(Clone, Copy)]
pub(super) enum FoundPipeline<'a> {
    Command(FoundCommand<'a>),
    Full(&'a FullPipeline<'a>),
}

/// An and-or list that was read.
#[derive(Clone, Copy)]
pub(super) enum FoundAndOr<'a> {
    Pipeline(FoundPipeline<'a>),
    Chain(&'a Chain<'a>),
}

impl<'a> Parser<'a> {
    /// The node of the command that was read last.
    #[inline]
    pub fn command_node(&self, found: FoundCommand<'a>) -> Command<'a> {
        match found {
            FoundCommand::Simple => Command::Simple(self.simple),
            FoundCommand::Compound(node) => Command::Compound(node),
            FoundCommand::Function(node) => Command::Function(node),
            FoundCommand::Coproc(node) => Command::Coproc(node),
        }
    }

    /// The node of the pipeline that was read last.
    #[inline]
    pub fn pipeline_node(&self, found: FoundPipeline<'a>) -> Pipeline<'a> {
        match found {
            FoundPipeline::Command(command) => Pipeline::of_command(self.command_node(command)),
            FoundPipeline::Full(pipeline) => Pipeline::full(pipeline),
        }
    }

    /// The node of the list item that was read last.
    #[inline]
    pub fn list_item_node(&self, found: FoundAndOr<'a>, terminator: Terminator) -> ListItem<'a> {
        let and_or = match found {
            FoundAndOr::Pipeline(pipeline) => AndOr::of_pipeline(self.pipeline_node(pipeline)),
            FoundAndOr::Chain(chain) => AndOr::of_chain(chain),
        };
        ListItem { and_or, terminator }
    }
}
