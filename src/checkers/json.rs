//! JSON as its standard has it, and with comments and trailing commas.

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::Fault;

/// RFC 8259. A byte order mark in front is passed over, as readers of files do.
pub(super) fn strict(text: &str) -> Result<(), Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => {
            let said = error.to_string();
            let message = said.split(" at line ").next().unwrap_or(&said).to_owned();
            Err(Fault { line: error.line().max(1), column: error.column().max(1), message })
        }
    }
}

/// Deeper nesting is not read: that parser recurses.
const DEPTH_CAP: usize = 200;

/// JSON with `//` and `/* */` comments and trailing commas.
pub(super) fn with_comments(text: &str) -> Result<(), Fault> {
    if let Some(offset) = too_deep(text) {
        return Err(Fault::at(text, offset, "nested too deep"));
    }
    let options = ParseOptions::default();
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options);
    parsed.map(drop).map_err(|error| Fault::at(text, error.range().start, &error.kind().to_string()))
}

/// Where brackets are opened deeper than the cap, strings not told apart (they can't hold that many by accident).
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().enumerate().find_map(|(offset, byte)| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth > DEPTH_CAP).then_some(offset)
    })
}
