//! Laws that every parsed text keeps. Tests and fuzz targets share them.

use bumpalo::Bump;

use super::walk::children;
use super::{Extglob, Node, ParseOptions, Parsed, parse, print, tokens};
use crate::span::Span;

/// Checks the laws that hold for any text: spans, and tokens that rebuild the source.
///
/// # Errors
/// The law that is broken, and where.
pub fn tree(text: &str, parsed: &Parsed<'_>) -> Result<(), String> {
    let whole = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
    let mut end = 0;
    for line in parsed.script.lines {
        if line.span.start < end {
            return Err(format!("the line at {:?} begins before {end}", line.span));
        }
        end = line.span.end;
        node(Node::List(line), whole)?;
    }
    tiles(text, parsed)
}

/// A node lies inside its parent, and its children stand one behind the other. The body of a here-document stands
/// behind the line that asks for it.
fn node(parent: Node<'_>, around: Span) -> Result<(), String> {
    let span = parent.span();
    if !around.contains(span) {
        return Err(format!("{span:?} is not inside {around:?}"));
    }
    let (mut end, mut result) = (span.start, Ok(()));
    children(parent, &mut |child| {
        if result.is_err() {
            return;
        }
        let inner = child.span();
        if matches!(child, Node::HereDocument(_)) {
            result = node(child, Span::new(span.start, u32::MAX));
            return;
        }
        if inner.start < end {
            result = Err(format!("{inner:?} begins before its sibling's end {end}"));
            return;
        }
        end = inner.end;
        result = node(child, span);
    });
    result
}

fn tiles(text: &str, parsed: &Parsed<'_>) -> Result<(), String> {
    let mut at = 0;
    for token in tokens(text, parsed) {
        if token.span.start != at || token.span.is_empty() {
            return Err(format!("the token {token:?} does not begin at {at}"));
        }
        at = token.span.end;
    }
    if at as usize == text.len() { Ok(()) } else { Err(format!("the tokens end at {at} of {}", text.len())) }
}

/// Checks that the printed tree parses to the same tree, spans aside.
///
/// # Errors
/// Both trees' texts.
pub fn printed(parsed: &Parsed<'_>) -> Result<(), String> {
    let text = print(&parsed.script);
    let arena = Bump::new();
    let extglob = if parsed.extglob { Extglob::On } else { Extglob::Off };
    let again = parse(&arena, &text, ParseOptions { extglob, map: None });
    if !again.is_clean() {
        return Err(format!("{:?} does not parse: {:?}", text, again.errors));
    }
    let (first, second) = (shape(parsed), shape(&again));
    if first == second {
        return Ok(());
    }
    let at = first.bytes().zip(second.bytes()).take_while(|(one, other)| one == other).count();
    let excerpt = |shape: &str| {
        shape.get(at.saturating_sub(200)..).unwrap_or(shape).chars().take(400).collect::<String>()
    };
    Err(format!("{text:?}\n{}\nis not\n{}", excerpt(&first), excerpt(&second)))
}

/// The tree as text without its spans and lines.
fn shape(parsed: &Parsed<'_>) -> String {
    let debug = parsed.script.lines.iter().map(|line| format!("{line:?}\n")).collect::<String>();
    let mut out = String::with_capacity(debug.len());
    let mut rest = debug.as_str();
    while let Some((before, after)) = rest.split_once("Span { start: ") {
        out.push_str(before);
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}
