//! Shell scripts, by the parser of this library.

use bumpalo::Bump;

use super::Fault;
use crate::syntax::{ParseOptions, parse};

pub(super) fn check(text: &str) -> Result<(), Fault> {
    let arena = Bump::new();
    let parsed = parse(&arena, text, ParseOptions::default());
    match parsed.errors.first() {
        None => Ok(()),
        Some(error) => Err(Fault::at(text, error.span.start as usize, &error.to_string())),
    }
}
