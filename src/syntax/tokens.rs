//! A lexical view of a parsed text: tokens and trivia that lie side by side and rebuild the source.

use super::ast::{HereDocument, WordPart, WordPartKind};
use super::{Node, Parsed, walk};
use crate::lexer::{RESERVED_WORDS, control_operator, is_blank};
use crate::span::Span;

/// A stretch of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// The kinds of tokens and trivia.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// trivia: blanks
    Blank,
    /// trivia: a backslash-newline that joins two lines
    Continuation,
    /// trivia: a comment without its newline
    Comment,
    /// a newline
    Newline,
    /// a control operator
    Operator,
    /// a reserved word
    Reserved,
    /// literal text: a part of a word that means itself
    Literal,
    /// text in quotes or behind a backslash
    Quoted,
    /// a pattern: `*`, `?`, `[…]`
    Glob,
    /// an expansion without parts of its own: `$x`, `~`, `{1..9}`
    Expansion,
    /// the delimiter of a here-document, at its operator or behind its body
    Delimiter,
    /// brackets, redirection operators, names in front of brackets and the like
    Syntax,
    /// what stands behind a syntax error
    Unparsed,
}

/// The tokens of a text, in order, without a gap.
///
/// ```
/// use willwrite::syntax::{ParseOptions, TokenKind, parse, tokens};
/// let (text, arena) = ("a 'b' # c", bumpalo::Bump::new());
/// let tokens = tokens(text, &parse(&arena, text, ParseOptions::default()));
/// assert_eq!(
///     tokens.iter().map(|token| token.kind).collect::<Vec<_>>(),
///     [TokenKind::Literal, TokenKind::Blank, TokenKind::Quoted, TokenKind::Blank, TokenKind::Comment]
/// );
/// ```
#[must_use]
pub fn tokens(text: &str, parsed: &Parsed<'_>) -> Vec<Token> {
    let mut leaves = Vec::new();
    walk(&parsed.script, &mut |node| leaves.extend(leaf(node, text).into_iter().flatten()));
    leaves.sort_by_key(|token| (token.span.start, token.span.end));
    let parsed_end = if parsed.is_clean() {
        text.len()
    } else {
        parsed.script.lines.last().map_or(0, |line| line.span.end as usize)
    };
    let mut tiles = Vec::with_capacity(2 * leaves.len());
    let mut at = 0;
    for token in leaves {
        fill(text, at, token.span.start as usize, &mut tiles);
        at = at.max(token.span.end as usize);
        tiles.push(token);
    }
    fill(text, at, parsed_end, &mut tiles);
    at = at.max(parsed_end);
    if at < text.len() {
        push(at, text.len(), TokenKind::Unparsed, &mut tiles);
    }
    tiles
}

/// The tokens that a node is by itself.
fn leaf(node: Node<'_>, text: &str) -> [Option<Token>; 2] {
    match node {
        Node::Part(part) => [part_kind(&part).map(|kind| Token { span: part.span, kind }), None],
        Node::HereDocument(document) => [
            Some(Token { span: document.delimiter.span(), kind: TokenKind::Delimiter }),
            closing_delimiter(document, text),
        ],
        _ => [None, None],
    }
}

fn part_kind(part: &WordPart<'_>) -> Option<TokenKind> {
    Some(match part.kind {
        WordPartKind::Literal(_) => TokenKind::Literal,
        WordPartKind::Escaped(_) | WordPartKind::SingleQuoted(_) | WordPartKind::AnsiC(_) => {
            TokenKind::Quoted
        }
        WordPartKind::Glob(_) => TokenKind::Glob,
        WordPartKind::Tilde(_) | WordPartKind::BraceSequence(_) => TokenKind::Expansion,
        WordPartKind::Parameter(parameter) if !parameter.braced => TokenKind::Expansion,
        _ => return None,
    })
}

fn closing_delimiter(document: &HereDocument<'_>, text: &str) -> Option<Token> {
    let body = document.body().filter(|body| body.terminated)?;
    let start = body.text.span().end;
    let line = text.get(start as usize..)?;
    let tabs = line.len() - line.trim_start_matches('\t').len();
    let length =
        if line.starts_with(document.delimiter_text) { 0 } else { tabs } + document.delimiter_text.len();
    let span = Span::new(start, start + u32::try_from(length).ok()?);
    (!span.is_empty()).then_some(Token { span, kind: TokenKind::Delimiter })
}

/// Cuts what lies between two leaves.
fn fill(text: &str, start: usize, end: usize, tiles: &mut Vec<Token>) {
    let mut at = start;
    while let Some(rest) = text.get(at..end).filter(|rest| !rest.is_empty()) {
        let (kind, length) = next_in_gap(rest, at == 0 || begins_token(text, at));
        push(at, at + length, kind, tiles);
        at += length;
    }
}

fn next_in_gap(rest: &str, begins_token: bool) -> (TokenKind, usize) {
    let bytes = rest.as_bytes();
    match bytes {
        [b'\n', ..] => (TokenKind::Newline, 1),
        [b'\\', b'\n', ..] => (TokenKind::Continuation, 2),
        [b' ' | b'\t', ..] => (TokenKind::Blank, bytes.iter().take_while(|&&byte| is_blank(byte)).count()),
        [b'#', ..] if begins_token => (TokenKind::Comment, rest.find('\n').unwrap_or(rest.len())),
        _ => match control_operator(rest) {
            Some((_, length)) if length <= rest.len() => (TokenKind::Operator, length),
            _ => word_in_gap(rest, begins_token),
        },
    }
}

fn word_in_gap(rest: &str, begins_token: bool) -> (TokenKind, usize) {
    let length = rest.find([' ', '\t', '\n', ';', '&', '|', '(', ')', '\\']).unwrap_or(rest.len());
    let length = if length == 0 { rest.chars().next().map_or(1, char::len_utf8) } else { length };
    let is_reserved =
        begins_token && RESERVED_WORDS.iter().any(|(text, _)| Some(*text) == rest.get(..length));
    (if is_reserved { TokenKind::Reserved } else { TokenKind::Syntax }, length)
}

fn begins_token(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).and_then(<[u8]>::last);
    before.is_some_and(|&byte| is_blank(byte) || matches!(byte, b'\n' | b';' | b'&' | b'|' | b'(' | b')'))
}

fn push(start: usize, end: usize, kind: TokenKind, tiles: &mut Vec<Token>) {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    tiles.push(Token { span: Span::new(offset(start), offset(end)), kind });
}
