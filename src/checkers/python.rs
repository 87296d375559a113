//! Python, by ruff's parser.

use ruff_python_parser::parse_module;

use super::Fault;

/// The newest Python that the parser knows.
pub(super) fn check(text: &str) -> Result<(), Fault> {
    match parse_module(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        Ok(_) => Ok(()),
        Err(error) => Err(Fault::at(text, usize::from(error.location.start()), &error.error.to_string())),
    }
}
