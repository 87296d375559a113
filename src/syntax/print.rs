//! Tree to text: a text that parses to the same tree, spans aside.
//!
//! For tests and for people who want to see how a text was read. It keeps no comments and no layout.

use super::ast::{
    AndOr, AndOrOperator, Arithmetic, Assignment, CaseTerminator, Command, CompoundCommand, CompoundKind,
    Descriptor, ForLoop, HereDocument, List, Pipeline, Redirection, RedirectionOperator, RedirectionTarget,
    Script, SimpleCommand, Terminator, TestExpression, TestKind, TimeFormat, Word,
};

mod words;

/// Prints a script.
///
/// ```
/// use willwrite::syntax::{ParseOptions, parse, print};
/// let arena = bumpalo::Bump::new();
/// let parsed = parse(&arena, "if a;then\n  b  >f # c\nfi", ParseOptions::default());
/// assert_eq!(print(&parsed.script), "if a; then b > f\nfi");
/// ```
#[must_use]
pub fn print(script: &Script<'_>) -> String {
    let mut printer = Printer::default();
    for line in script.lines {
        printer.list(line);
        match line.items.last().map(|item| item.terminator) {
            Some(Terminator::Semicolon | Terminator::Background) => printer.newline(),
            _ => printer.bodies(),
        }
    }
    printer.out
}

/// The text so far, and the here-documents whose bodies wait for a newline.
#[derive(Default)]
struct Printer<'a> {
    out: String,
    pending: Vec<&'a HereDocument<'a>>,
    pending_base: usize,
    /// Behind the delimiter's line that was printed last.
    delimiter_end: usize,
}

/// A child of a simple command.
#[derive(Clone, Copy)]
enum Item<'a> {
    Assignment(&'a Assignment<'a>),
    Word(Word<'a>),
    Redirection(&'a Redirection<'a>),
}

impl<'a> Printer<'a> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A newline, and the bodies that wait for it.
    fn newline(&mut self) {
        self.text("\n");
        for document in self.pending.split_off(self.pending_base.min(self.pending.len())) {
            let Some(body) = document.body() else { continue };
            self.document_text(body.text.parts(), document.strips_tabs);
            if body.terminated {
                self.text(document.delimiter_text);
                self.text("\n");
                self.delimiter_end = self.out.len();
            }
        }
    }

    /// A newline where one may stand, if bodies wait for it. Behind a body without its delimiter nothing can stand.
    fn bodies(&mut self) {
        let waiting = self.pending.get(self.pending_base..).unwrap_or_default();
        let mut bodies = waiting.iter().filter_map(|document| document.body());
        if !waiting.is_empty() && bodies.all(|body| body.terminated) {
            self.newline();
        }
    }

    /// The bodies that wait where a text of its own ends with `list`.
    fn end(&mut self, list: &List<'a>) {
        let ends_line = list.items.last().is_some_and(|item| item.terminator != Terminator::End);
        if ends_line && !self.pending.is_empty() { self.newline() } else { self.bodies() }
    }

    fn list(&mut self, list: &List<'a>) {
        for (index, item) in list.items.iter().enumerate() {
            self.and_or(&item.and_or);
            let is_last = index + 1 == list.items.len();
            match item.terminator {
                Terminator::Semicolon if is_last => self.text(";"),
                Terminator::Semicolon => self.text("; "),
                Terminator::Background => self.text(" & "),
                Terminator::Newline => self.newline(),
                Terminator::End => {}
            }
        }
    }

    /// A list before a reserved word.
    fn body(&mut self, list: &List<'a>) {
        self.list(list);
        if !self.out.ends_with('\n') {
            self.text(" ");
        }
    }

    fn and_or(&mut self, and_or: &AndOr<'a>) {
        self.pipeline(and_or.first());
        for (operator, pipeline) in and_or.rest() {
            self.text(match operator {
                AndOrOperator::And => " && ",
                AndOrOperator::Or => " || ",
            });
            self.bodies();
            self.pipeline(pipeline);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline<'a>) {
        match pipeline.time() {
            Some(TimeFormat::Bash) => self.text("time "),
            Some(TimeFormat::Posix) => self.text("time -p "),
            None => {}
        }
        if pipeline.negated() {
            self.text("! ");
        } else if pipeline.commands().is_empty() && pipeline.time().is_none() {
            self.text("! ! ");
        }
        for (index, command) in pipeline.commands().iter().enumerate() {
            self.command(command);
            if index + 1 < pipeline.commands().len() {
                self.text(if pipeline.pipes_stderr(index) { " |& " } else { " | " });
                self.bodies();
            }
        }
    }

    fn command(&mut self, command: &Command<'a>) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => self.compound(compound),
            Command::Function(function) => {
                if !is_subscripted(function.name) {
                    self.text("function ");
                }
                self.text(function.name);
                self.text(" () ");
                self.compound(function.body);
            }
            Command::Coproc(coproc) => {
                self.text("coproc ");
                if let Some(name) = coproc.name {
                    self.text(name);
                    self.text(" ");
                }
                self.command(&coproc.command);
            }
        }
    }

    /// In the order of the source: behind a redirection, `if` is a plain word.
    fn simple(&mut self, simple: &SimpleCommand<'a>) {
        let mut items: Vec<(u32, Item<'a>)> = Vec::new();
        items.extend(simple.assignments().iter().map(|node| (node.span.start, Item::Assignment(node))));
        items.extend(simple.words().iter().map(|word| (word.span().start, Item::Word(*word))));
        items.extend(simple.redirections().iter().map(|node| (node.span.start, Item::Redirection(node))));
        items.sort_by_key(|(start, _)| *start);
        for (index, (_, item)) in items.into_iter().enumerate() {
            if index > 0 {
                self.text(" ");
            }
            match item {
                Item::Assignment(assignment) => self.assignment(assignment),
                Item::Word(word) => self.word(word),
                Item::Redirection(redirection) => self.redirection(redirection),
            }
        }
    }

    fn redirections(&mut self, redirections: &'a [Redirection<'a>]) {
        for redirection in redirections {
            self.text(" ");
            self.redirection(redirection);
        }
    }

    fn redirection(&mut self, redirection: &Redirection<'a>) {
        match redirection.descriptor {
            Some(Descriptor::Number(number)) => self.text(&number.to_string()),
            Some(Descriptor::Variable(name)) => {
                self.text("{");
                self.text(name);
                self.text("}");
            }
            None => {}
        }
        self.text(operator_text(redirection.operator));
        self.text(" ");
        match redirection.target {
            RedirectionTarget::Word(word) => self.word(word),
            RedirectionTarget::HereDocument(document) => {
                self.word(document.delimiter);
                if document.body().is_some() {
                    self.pending.push(document);
                }
            }
        }
    }

    fn compound(&mut self, compound: &'a CompoundCommand<'a>) {
        match &compound.kind {
            CompoundKind::BraceGroup(list) => {
                self.text("{ ");
                self.body(list);
                self.text("}");
            }
            CompoundKind::Subshell(list) => {
                self.text("( ");
                self.body(list);
                self.text(")");
            }
            CompoundKind::For(node) => self.for_loop("for ", node),
            CompoundKind::Select(node) => self.for_loop("select ", node),
            CompoundKind::ArithmeticFor(node) => {
                self.text("for ((");
                self.arithmetic(&node.initial);
                self.text(";");
                self.arithmetic(&node.condition);
                self.text(";");
                self.arithmetic(&node.update);
                self.text(")); ");
                self.do_group(&node.body);
            }
            CompoundKind::Case(node) => {
                self.text("case ");
                self.word(node.subject);
                self.text(" in ");
                for arm in node.arms {
                    self.text("(");
                    self.separated(arm.patterns, "|");
                    self.text(") ");
                    self.body(&arm.body);
                    self.text(match arm.terminator {
                        CaseTerminator::Break => ";; ",
                        CaseTerminator::FallThrough => ";& ",
                        CaseTerminator::TestNext => ";;& ",
                    });
                    self.bodies();
                }
                self.text("esac");
            }
            CompoundKind::If(node) => {
                for (index, clause) in node.clauses.iter().enumerate() {
                    self.text(if index == 0 { "if " } else { "elif " });
                    self.body(&clause.condition);
                    self.text("then ");
                    self.body(&clause.body);
                }
                if let Some(otherwise) = &node.otherwise {
                    self.text("else ");
                    self.body(otherwise);
                }
                self.text("fi");
            }
            CompoundKind::While(node) => {
                self.text("while ");
                self.body(&node.condition);
                self.do_group(&node.body);
            }
            CompoundKind::Until(node) => {
                self.text("until ");
                self.body(&node.condition);
                self.do_group(&node.body);
            }
            CompoundKind::Arithmetic(node) => {
                self.text("((");
                self.arithmetic(node);
                self.text("))");
            }
            CompoundKind::Test(node) => {
                self.text("[[ ");
                self.test(node);
                self.text(" ]]");
            }
        }
        self.redirections(compound.redirections);
    }

    fn for_loop(&mut self, keyword: &str, node: &ForLoop<'a>) {
        self.text(keyword);
        self.word(node.variable);
        if let Some(words) = node.words {
            self.text(" in ");
            self.separated(words, " ");
        }
        self.text("; ");
        self.do_group(&node.body);
    }

    fn do_group(&mut self, body: &List<'a>) {
        self.text("do ");
        self.body(body);
        self.text("done");
    }

    fn separated(&mut self, words: &[Word<'a>], separator: &str) {
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                self.text(separator);
            }
            self.word(*word);
        }
    }

    fn arithmetic(&mut self, node: &Arithmetic<'a>) {
        self.word(node.expression);
    }

    fn test(&mut self, test: &TestExpression<'a>) {
        match test.kind {
            TestKind::Not(inner) => {
                self.text("! ");
                self.test(inner);
            }
            TestKind::And(left, right) => {
                self.test(left);
                self.text(" && ");
                self.test(right);
            }
            TestKind::Or(left, right) => {
                self.test(left);
                self.text(" || ");
                self.test(right);
            }
            TestKind::Group(inner) => {
                self.text("( ");
                self.test(inner);
                self.text(" )");
            }
            TestKind::Word(word) => self.word(word),
            TestKind::Unary(operator, word) => {
                self.text(operator);
                self.text(" ");
                self.word(word);
            }
            TestKind::Binary(left, operator, right) => {
                self.word(left);
                self.text(" ");
                self.text(operator);
                self.text(" ");
                self.word(right);
            }
        }
    }
}

const fn operator_text(operator: RedirectionOperator) -> &'static str {
    match operator {
        RedirectionOperator::Read => "<",
        RedirectionOperator::Write => ">",
        RedirectionOperator::Append => ">>",
        RedirectionOperator::Clobber => ">|",
        RedirectionOperator::ReadWrite => "<>",
        RedirectionOperator::DuplicateInput => "<&",
        RedirectionOperator::DuplicateOutput => ">&",
        RedirectionOperator::WriteBoth => "&>",
        RedirectionOperator::AppendBoth => "&>>",
        RedirectionOperator::HereString => "<<<",
        RedirectionOperator::HereDocument => "<<",
        RedirectionOperator::HereDocumentStripTabs => "<<-",
    }
}

/// A parenthesis between the brackets of a function's name stands only behind no keyword.
fn is_subscripted(name: &str) -> bool {
    name.contains('[') && name.contains('(') && !name.contains("$(")
}
