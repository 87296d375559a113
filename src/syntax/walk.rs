//! One walk over the tree: every node, parents before their children, in the order of the text.

use super::ast::{
    AndOr, Arithmetic, ArrayLiteral, Assignment, AssignmentValue, Command, CompoundCommand, CompoundKind,
    HereDocument, List, ParameterExpansion, ParameterOperator, Pipeline, Redirection, RedirectionTarget,
    Script, SimpleCommand, Subscript, TestExpression, TestKind, Word, WordPart, WordPartKind,
};
use crate::span::Span;

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// a list
    List(&'a List<'a>),
    /// pipelines joined by `&&` and `||`
    AndOr(&'a AndOr<'a>),
    /// a pipeline
    Pipeline(&'a Pipeline<'a>),
    /// a command of any kind; its parts follow
    Command(Command<'a>),
    /// an assignment
    Assignment(&'a Assignment<'a>),
    /// an array literal
    Array(&'a ArrayLiteral<'a>),
    /// a redirection
    Redirection(&'a Redirection<'a>),
    /// a here-document's body
    HereDocument(&'a HereDocument<'a>),
    /// an expression inside `[[ ]]`
    Test(&'a TestExpression<'a>),
    /// an arithmetic expression
    Arithmetic(Arithmetic<'a>),
    /// a word
    Word(Word<'a>),
    /// a part of a word
    Part(WordPart<'a>),
}

impl Node<'_> {
    /// Where the node stands. A here-document's body stands behind its redirection.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::List(node) => node.span,
            Self::AndOr(node) => node.span(),
            Self::Pipeline(node) => node.span(),
            Self::Command(node) => node.span(),
            Self::Assignment(node) => node.span,
            Self::Array(node) => node.span,
            Self::Redirection(node) => node.span,
            Self::HereDocument(node) => node.body().map_or(node.delimiter.span(), |body| body.text.span()),
            Self::Test(node) => node.span,
            Self::Arithmetic(node) => node.span,
            Self::Word(node) => node.span(),
            Self::Part(node) => node.span,
        }
    }
}

/// Calls `visit` for every node of the script, parents first.
///
/// ```
/// use willwrite::syntax::ast::Command;
/// use willwrite::syntax::{Node, ParseOptions, parse, walk};
/// let arena = bumpalo::Bump::new();
/// let parsed = parse(&arena, "a \"$(b `c`)\"", ParseOptions::default());
/// let mut spans = Vec::new();
/// walk(&parsed.script, &mut |node| {
///     if let Node::Command(Command::Simple(command)) = node {
///         let span = command.span();
///         spans.push((span.start, span.end));
///     }
/// });
/// assert_eq!(spans, [(0, 12), (5, 10), (8, 9)]);
/// ```
pub fn walk<'a>(script: &Script<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    for line in script.lines {
        walk_node(Node::List(line), visit);
    }
}

/// Calls `visit` for a node and everything below it, parents first.
pub fn walk_node<'a>(node: Node<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    visit(node);
    children(node, &mut |child| walk_node(child, visit));
}

/// How many simple commands have a name.
#[must_use]
pub fn named_commands(script: &Script<'_>) -> usize {
    let mut count = 0;
    walk(script, &mut |node| {
        if let Node::Command(Command::Simple(command)) = node {
            count += usize::from(!command.words().is_empty());
        }
    });
    count
}

/// Calls `visit` for each direct child of a node, in the order of the text.
///
/// The delimiter of a here-document is no child: it is not expanded.
pub fn children<'a>(node: Node<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    match node {
        Node::List(list) => list.items.iter().for_each(|item| visit(Node::AndOr(&item.and_or))),
        Node::AndOr(and_or) => {
            visit(Node::Pipeline(and_or.first()));
            and_or.rest().iter().for_each(|(_, pipeline)| visit(Node::Pipeline(pipeline)));
        }
        Node::Pipeline(pipeline) => {
            pipeline.commands().iter().for_each(|&command| visit(Node::Command(command)));
        }
        Node::Command(command) => command_children(command, visit),
        Node::Assignment(assignment) => {
            assignment.subscript.iter().for_each(|&&word| visit(Node::Word(word)));
            match assignment.value {
                AssignmentValue::Scalar(word) => visit(Node::Word(word)),
                AssignmentValue::Array(array) => visit(Node::Array(array)),
            }
        }
        Node::Array(array) => {
            for element in array.elements {
                element.subscript.iter().for_each(|&&word| visit(Node::Word(word)));
                visit(Node::Word(element.value));
            }
        }
        Node::Redirection(redirection) => match redirection.target {
            RedirectionTarget::Word(word) => visit(Node::Word(word)),
            RedirectionTarget::HereDocument(document) => visit(Node::HereDocument(document)),
        },
        Node::HereDocument(document) => document.body().iter().for_each(|body| visit(Node::Word(body.text))),
        Node::Test(test) => test_children(test, visit),
        Node::Arithmetic(arithmetic) => visit(Node::Word(arithmetic.expression)),
        Node::Word(word) => word.parts().iter().for_each(|&part| visit(Node::Part(part))),
        Node::Part(part) => part_children(part, visit),
    }
}

fn command_children<'a>(command: Command<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    match command {
        Command::Simple(simple) => simple_children(&simple, visit),
        Command::Compound(compound) => compound_children(compound, visit),
        Command::Function(function) => visit(Node::Command(Command::Compound(function.body))),
        Command::Coproc(coproc) => visit(Node::Command(coproc.command)),
    }
}

/// The three lists of a simple command, merged by their place.
fn simple_children<'a>(simple: &SimpleCommand<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    let assignments = simple.assignments().iter().map(Node::Assignment);
    let mut redirections = simple.redirections().iter().peekable();
    for node in assignments.chain(simple.words().iter().copied().map(Node::Word)) {
        let start = node.span().start;
        while let Some(redirection) = redirections.next_if(|redirection| redirection.span.start < start) {
            visit(Node::Redirection(redirection));
        }
        visit(node);
    }
    redirections.for_each(|redirection| visit(Node::Redirection(redirection)));
}

fn compound_children<'a>(compound: &'a CompoundCommand<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    match &compound.kind {
        CompoundKind::BraceGroup(list) | CompoundKind::Subshell(list) => visit(Node::List(list)),
        CompoundKind::For(node) | CompoundKind::Select(node) => {
            visit(Node::Word(node.variable));
            node.words.iter().flat_map(|words| words.iter()).for_each(|&word| visit(Node::Word(word)));
            visit(Node::List(&node.body));
        }
        CompoundKind::ArithmeticFor(node) => {
            [node.initial, node.condition, node.update]
                .into_iter()
                .for_each(|part| visit(Node::Arithmetic(part)));
            visit(Node::List(&node.body));
        }
        CompoundKind::Case(node) => {
            visit(Node::Word(node.subject));
            for arm in node.arms {
                arm.patterns.iter().for_each(|&pattern| visit(Node::Word(pattern)));
                visit(Node::List(&arm.body));
            }
        }
        CompoundKind::If(node) => {
            for clause in node.clauses {
                visit(Node::List(&clause.condition));
                visit(Node::List(&clause.body));
            }
            node.otherwise.iter().for_each(|list| visit(Node::List(list)));
        }
        CompoundKind::While(node) | CompoundKind::Until(node) => {
            visit(Node::List(&node.condition));
            visit(Node::List(&node.body));
        }
        CompoundKind::Arithmetic(node) => visit(Node::Arithmetic(**node)),
        CompoundKind::Test(node) => visit(Node::Test(node)),
    }
    compound.redirections.iter().for_each(|redirection| visit(Node::Redirection(redirection)));
}

fn test_children<'a>(test: &'a TestExpression<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    match test.kind {
        TestKind::Not(inner) | TestKind::Group(inner) => visit(Node::Test(inner)),
        TestKind::And(left, right) | TestKind::Or(left, right) => {
            visit(Node::Test(left));
            visit(Node::Test(right));
        }
        TestKind::Word(word) | TestKind::Unary(_, word) => visit(Node::Word(word)),
        TestKind::Binary(left, _, right) => {
            visit(Node::Word(left));
            visit(Node::Word(right));
        }
    }
}

fn part_children<'a>(part: WordPart<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    match part.kind {
        WordPartKind::Literal(_)
        | WordPartKind::Escaped(_)
        | WordPartKind::SingleQuoted(_)
        | WordPartKind::AnsiC(_)
        | WordPartKind::Tilde(_)
        | WordPartKind::Glob(_)
        | WordPartKind::BraceSequence(_) => {}
        WordPartKind::DoubleQuoted(parts) => parts.iter().for_each(|&part| visit(Node::Part(part))),
        WordPartKind::Parameter(parameter) => parameter_children(parameter, visit),
        WordPartKind::CommandSubstitution(node) => visit(Node::List(&node.body)),
        WordPartKind::Arithmetic(node) => visit(Node::Arithmetic(*node)),
        WordPartKind::ProcessSubstitution(node) => visit(Node::List(&node.body)),
        WordPartKind::ExtendedGlob(_, words) | WordPartKind::BraceList(words) => {
            words.iter().for_each(|&word| visit(Node::Word(word)));
        }
        WordPartKind::Array(array) => visit(Node::Array(array)),
    }
}

fn parameter_children<'a>(parameter: &'a ParameterExpansion<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    match parameter.subscript {
        None | Some(Subscript::At | Subscript::Star) => {}
        Some(Subscript::Index(word)) => visit(Node::Word(*word)),
    }
    match *parameter.operator {
        ParameterOperator::None
        | ParameterOperator::Length
        | ParameterOperator::Transform(_)
        | ParameterOperator::Names
        | ParameterOperator::Keys => {}
        ParameterOperator::Conditional { word, .. } | ParameterOperator::Bad(word) => visit(Node::Word(word)),
        ParameterOperator::Remove { pattern, .. } => visit(Node::Word(pattern)),
        ParameterOperator::Replace { pattern, replacement, .. } => {
            visit(Node::Word(pattern));
            replacement.iter().for_each(|&word| visit(Node::Word(word)));
        }
        ParameterOperator::ChangeCase { pattern, .. } => {
            pattern.iter().for_each(|&word| visit(Node::Word(word)))
        }
        ParameterOperator::Substring { offset, length } => {
            visit(Node::Arithmetic(offset));
            length.iter().for_each(|&length| visit(Node::Arithmetic(length)));
        }
    }
}
