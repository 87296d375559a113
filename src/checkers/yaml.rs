//! YAML 1.2: all documents of a file. Tags and anchors are not resolved.

use saphyr_parser::Parser;

use super::Fault;

pub(super) fn check(text: &str) -> Result<(), Fault> {
    for event in Parser::new_from_str(text) {
        if let Err(error) = event {
            let place = error.marker();
            return Err(Fault {
                line: place.line().max(1),
                column: place.col() + 1,
                message: error.info().to_owned(),
            });
        }
    }
    Ok(())
}
