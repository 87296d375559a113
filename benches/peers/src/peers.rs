//! The parsers under one roof: does a parser accept a text, and how many commands with a name does it find?

use std::panic::catch_unwind;

use willwrite::syntax::Node;
use willwrite::syntax::ast::{Command, WordPartKind};
use willwrite::syntax::walk::children;
use willwrite::{ParseOptions, Parsed};

/// A parser under a name.
pub struct Peer {
    pub name: &'static str,
    pub parse: fn(&str) -> bool,
    /// The named commands that it finds; `None` if it does not accept the text.
    pub count: fn(&str) -> Option<usize>,
    /// What of ours is counted beside it.
    pub scope: Scope,
}

/// Which commands a peer can find.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// all
    Everywhere,
    /// those outside words: it keeps words as strings
    OutsideWords,
    /// all, in texts without what only Bash has
    Posix,
}

/// What POSIX does not have, as far as the corpora use it: to a POSIX parser it is a command, or several.
const BASH_ONLY: [&str; 14] = [
    "[[",
    "((",
    "=(",
    "<(",
    ">(",
    "&>",
    "<<<",
    "select ",
    "coproc ",
    "function ",
    "time",
    "]=",
    "${ ",
    "]+=",
];

impl Peer {
    /// Our count and the peer's, where both accept the text and the peer is meant to know it.
    pub fn compare(&self, text: &str) -> Option<(usize, usize)> {
        if self.scope == Scope::Posix && BASH_ONLY.iter().any(|piece| text.contains(piece)) {
            return None;
        }
        Some((count(text, self.scope)?, (self.count)(text)?))
    }
}

/// Ours first: what the others are compared with.
pub const PEERS: [Peer; 6] = [
    Peer { name: "willwrite", parse: ours, count: count_ours, scope: Scope::Everywhere },
    Peer { name: "rable", parse: rable, count: count_rable, scope: Scope::Everywhere },
    Peer { name: "shuck", parse: shuck, count: count_shuck, scope: Scope::Everywhere },
    Peer { name: "brush", parse: brush, count: count_brush, scope: Scope::OutsideWords },
    Peer { name: "tree-sitter", parse: tree_sitter, count: count_tree_sitter, scope: Scope::Everywhere },
    Peer { name: "conch", parse: conch, count: count_conch, scope: Scope::Posix },
];

fn ours(text: &str) -> bool {
    let arena = bumpalo::Bump::new();
    willwrite::parse(&arena, text, ParseOptions::default()).is_clean()
}

fn count_ours(text: &str) -> Option<usize> {
    count(text, Scope::Everywhere)
}

/// The named commands of a text that we accept.
fn count(text: &str, scope: Scope) -> Option<usize> {
    let arena = bumpalo::Bump::new();
    let parsed = willwrite::parse(&arena, text, ParseOptions::default());
    parsed.is_clean().then(|| match scope {
        Scope::Everywhere | Scope::Posix => parsed.named_commands(),
        Scope::OutsideWords => count_outside_words(&parsed),
    })
}

fn count_outside_words(parsed: &Parsed<'_>) -> usize {
    fn visit(node: Node<'_>, total: &mut usize) {
        match node {
            Node::Part(_) | Node::HereDocument(_) | Node::Arithmetic(_) | Node::Array(_) => return,
            Node::Word(word) => {
                for part in word.parts() {
                    if let WordPartKind::ProcessSubstitution(node) = part.kind {
                        visit(Node::List(&node.body), total);
                    }
                }
                return;
            }
            Node::Command(Command::Simple(command)) => *total += usize::from(!command.words().is_empty()),
            _ => {}
        }
        children(node, &mut |child| visit(child, total));
    }
    let mut total = 0;
    for line in parsed.script.lines {
        visit(Node::List(line), &mut total);
    }
    total
}

fn rable(text: &str) -> bool {
    rable::parse(text, true).is_ok()
}

/// The debug form is the only walk that it offers.
fn count_rable(text: &str) -> Option<usize> {
    let shape = format!("{:?}", rable::parse(text, true).ok()?);
    Some(shape.matches("Command { assignments: ").count() - shape.matches("words: [], redirects").count())
}

fn shuck(text: &str) -> bool {
    let result = shuck_parser::parser::Parser::new(text).parse();
    matches!(result.status, shuck_parser::parser::ParseStatus::Clean)
}

fn count_shuck(text: &str) -> Option<usize> {
    let result = shuck_parser::parser::Parser::new(text).parse();
    matches!(result.status, shuck_parser::parser::ParseStatus::Clean).then(|| {
        let shape = format!("{:?}", result.file);
        let all = [
            "SimpleCommand {",
            "DeclClause {",
            "BreakCommand {",
            "ContinueCommand {",
            "ReturnCommand {",
            "ExitCommand {",
        ];
        let named: usize = all.iter().map(|name| shape.matches(name).count()).sum();
        let unnamed = ["[]", "[WordPartNode { kind: Literal(Owned(\"\"))"];
        let unnamed = unnamed.map(|parts| format!("SimpleCommand {{ name: Word {{ parts: {parts}"));
        named - unnamed.iter().map(|name| shape.matches(name).count()).sum::<usize>()
    })
}

fn brush_program(text: &str) -> Option<brush_parser::ast::Program> {
    let options = brush_parser::ParserOptions::default();
    brush_parser::Parser::new(text.as_bytes(), &options).parse_program().ok()
}

fn brush(text: &str) -> bool {
    brush_program(text).is_some()
}

fn count_brush(text: &str) -> Option<usize> {
    Some(format!("{:?}", brush_program(text)?).matches("word_or_name: Some(").count())
}

fn tree(text: &str) -> Option<tree_sitter::Tree> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    parser.parse(text, None).filter(|tree| !tree.root_node().has_error())
}

fn tree_sitter(text: &str) -> bool {
    tree(text).is_some()
}

fn count_tree_sitter(text: &str) -> Option<usize> {
    let tree = tree(text)?;
    let (mut cursor, mut total) = (tree.walk(), 0);
    loop {
        let node = cursor.node();
        let is_command = match node.kind() {
            "command" => node.child_by_field_name("name").is_some(),
            "declaration_command" | "unset_command" => node.is_named(),
            // `[` is a command, `[[` is none.
            "test_command" => text
                .as_bytes()
                .get(node.start_byte()..)
                .is_some_and(|rest| rest.starts_with(b"[") && !rest.starts_with(b"[[")),
            _ => false,
        };
        total += usize::from(is_command);
        if cursor.goto_first_child() || cursor.goto_next_sibling() {
            continue;
        }
        loop {
            if !cursor.goto_parent() {
                return Some(total);
            }
            if cursor.goto_next_sibling() {
                break;
            }
        }
    }
}

fn conch_commands(text: &str) -> Option<Vec<String>> {
    use conch_parser::lexer::Lexer;
    use conch_parser::parse::DefaultParser;
    // It panics on some texts.
    catch_unwind(|| {
        let commands = DefaultParser::new(Lexer::new(text.chars()));
        commands.into_iter().map(|command| command.map(|command| format!("{command:?}")).ok()).collect()
    })
    .ok()?
}

fn conch(text: &str) -> bool {
    use conch_parser::lexer::Lexer;
    use conch_parser::parse::DefaultParser;
    catch_unwind(|| DefaultParser::new(Lexer::new(text.chars())).into_iter().all(|command| command.is_ok()))
        .unwrap_or(false)
}

fn count_conch(text: &str) -> Option<usize> {
    Some(conch_commands(text)?.iter().map(|shape| count_conch_shape(shape)).sum())
}

/// A simple command is named if a word stands among its redirections and words.
fn count_conch_shape(shape: &str) -> usize {
    shape.split("redirects_or_cmd_words: [").skip(1).filter(|rest| holds_word(rest)).count()
}

/// True if a `CmdWord(` stands in the list that begins here, at its own level.
fn holds_word(list: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b']' if depth == 0 => return false,
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => depth = depth.saturating_sub(1),
            b'C' if depth == 0 && list[at..].starts_with("CmdWord(") => return true,
            _ => {}
        }
    }
    false
}
