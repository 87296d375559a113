//! TOML.

use super::Fault;

pub(super) fn check(text: &str) -> Result<(), Fault> {
    match text.parse::<toml_edit::Document<String>>() {
        Ok(_) => Ok(()),
        Err(error) => Err(Fault::at(text, error.span().map_or(0, |span| span.start), error.message())),
    }
}
