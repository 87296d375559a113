//! JavaScript and TypeScript, by oxc's parser.

use oxc_allocator::Allocator;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use super::Fault;

/// `.js` and `.jsx`: a module, a script or a CommonJS module, whichever reads it; JSX is accepted, as bundlers do.
pub(super) fn script(text: &str) -> Result<(), Fault> {
    let first = parse(text, SourceType::mjs().with_jsx(true));
    if first.is_ok() {
        return first;
    }
    let other = parse(text, SourceType::cjs().with_jsx(true)).or_else(|_| parse(text, SourceType::script()));
    other.or(first)
}

/// `.mjs`
pub(super) fn module(text: &str) -> Result<(), Fault> {
    parse(text, SourceType::mjs())
}

/// `.cjs`
pub(super) fn common(text: &str) -> Result<(), Fault> {
    parse(text, SourceType::cjs())
}

/// `.ts`, `.mts` and declaration files.
pub(super) fn typescript(text: &str) -> Result<(), Fault> {
    let first = parse(text, SourceType::ts());
    // A declaration file's name is not told apart here; it may hold what a module may not.
    if first.is_ok() { first } else { parse(text, SourceType::d_ts()).or(first) }
}

/// `.cts`
pub(super) fn typescript_common(text: &str) -> Result<(), Fault> {
    parse(text, SourceType::cjs().with_typescript(true))
}

/// `.tsx`
pub(super) fn typescript_jsx(text: &str) -> Result<(), Fault> {
    parse(text, SourceType::tsx())
}

/// Deeper nesting is not read: that parser recurses.
const DEPTH_CAP: usize = 1_000;

fn parse(text: &str, kind: SourceType) -> Result<(), Fault> {
    if deepest(text) > DEPTH_CAP {
        return Ok(());
    }
    let allocator = Allocator::default();
    let options =
        ParseOptions { allow_return_outside_function: kind.is_commonjs(), ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, text, kind).with_options(options).parse();
    let Some(error) = parsed.diagnostics.first() else { return Ok(()) };
    let offset = error.labels.as_ref().first().map_or(0, |label| label.offset());
    Err(Fault::at(text, offset as usize, &error.message))
}

fn deepest(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' | b'!' | b'-' | b'+' | b'~' | b'<' => depth += 1,
            b')' | b']' | b'}' | b';' | b'\n' => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}
