//! What a program in another language will do to files: its text in, operations in their order out.
//!
//! Owns the reading of programs: one evaluator of known and unknown values a language, over a store, values and a
//! recorder that all of them share. It asks the machine through [`Facts`] alone and decides nothing: the analysis turns
//! operations into intents. Nothing is run, and whatever can't be known is told as unknown with a reason.
//!
//! | file | owns |
//! |---|---|
//! | `value` | what is known of a value |
//! | `store` | variables and objects, and how two branches of a program are joined |
//! | `record` | the operations, the working directory, and files as the program has left them |
//! | `holes` | parts of the text itself that are not known |
//! | `python/` | Python |
//! | `javascript/` | JavaScript and TypeScript |
//! | `recognise/` | Perl and Ruby, by their words |

mod holes;
#[cfg(feature = "programs")]
mod javascript;
#[cfg(feature = "programs")]
mod python;
#[cfg(feature = "programs")]
mod recognise;
#[cfg(feature = "programs")]
mod record;
#[cfg(feature = "programs")]
mod store;
#[cfg(feature = "programs")]
mod value;

use std::rc::Rc;

pub use holes::fill;

use crate::commands::plan::{Facts, Language, Operation};
use crate::span::Span;
use crate::value::{AbstractString, Field, Output};

/// Longer programs are not read (bytes).
pub const TEXT_CAP: usize = 512 << 10;

/// Statements, expressions and rounds of loops that are followed in one program.
pub const STEPS_CAP: u32 = 40_000;

/// Operations that are told of one program.
pub const OPERATIONS_CAP: usize = 4_096;

/// A program and what is known of its surroundings.
pub struct Request<'r> {
    /// Its language.
    pub language: Language,
    /// Its text; where a part of it is not known, [`fill`] has put a name for it.
    pub text: &'r str,
    /// What stands for those names.
    pub holes: &'r [AbstractString],
    /// The script file's path as it was given on the command line; `None` for an inline program.
    pub name: Option<&'r AbstractString>,
    /// Its arguments.
    pub arguments: &'r [Field],
    /// The interpreter's own switches (`-n`, `-i.bak`), for Perl and Ruby.
    pub switches: &'r [Rc<str>],
    /// What may be asked of the machine.
    pub facts: &'r dyn Facts,
}

/// What a program does.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// In the order in which it happens.
    pub steps: Vec<Step>,
    /// What could not be known, with places in the program's text; any entry makes the answer incomplete.
    pub unknown: Vec<(Span, Rc<str>)>,
    /// What it prints on standard output.
    pub output: Output,
    /// Why it is known to end with a failure, if it is.
    pub fails: Option<Rc<str>>,
}

/// One operation of a program. Spans in it are places in the program's text.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is done.
    pub operation: Operation,
    /// False if a run of the program may leave it out.
    pub certain: bool,
    /// True if the program goes on when it fails (it stands in a `try`).
    pub guarded: bool,
    /// Why it is known not to happen, if it is.
    pub fails: Option<Rc<str>>,
}

/// Reads a program; `None` if nobody here reads its language.
#[must_use]
pub fn read(request: &Request<'_>) -> Option<Reading> {
    #[cfg(feature = "programs")]
    {
        if request.text.len() > TEXT_CAP {
            return Some(unread("a program longer than is read"));
        }
        match request.language {
            Language::Python => Some(python::read(request)),
            Language::JavaScript => Some(javascript::read(request)),
            Language::Perl => Some(recognise::perl::read(request)),
            Language::Ruby => Some(recognise::ruby::read(request)),
            _ => None,
        }
    }
    #[cfg(not(feature = "programs"))]
    {
        let _ = request;
        None
    }
}

/// A program of which nothing is known.
#[cfg(feature = "programs")]
fn unread(why: &str) -> Reading {
    Reading {
        unknown: vec![(Span::default(), why.into())],
        output: Output::Unknown(why.into()),
        ..Reading::default()
    }
}
