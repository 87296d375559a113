//! Words, their parts, assignments and arrays.

use super::Printer;
use crate::syntax::ast::{
    ArrayLiteral, Assignment, AssignmentValue, CaseKind, ConditionalKind, List, ParameterExpansion,
    ParameterOperator, RemoveSide, ReplaceKind, Subscript, SubstitutionKind, Word, WordPart, WordPartKind,
};

impl<'a> Printer<'a> {
    pub(super) fn word(&mut self, word: Word<'a>) {
        self.parts(word.parts());
        if word.parts().last().is_some_and(|part| part.span.end < word.span().end) {
            self.text("\\\n");
        }
    }

    /// Parts that are apart were parted by a backslash-newline.
    fn parts(&mut self, parts: &[WordPart<'a>]) {
        let mut end = None;
        for part in parts {
            if end.is_some_and(|end| end < part.span.start) {
                self.text("\\\n");
            }
            end = Some(part.span.end);
            self.part(part);
        }
    }

    /// A here-document's text. Literals that are apart were parted by a backslash-newline, or by the tabs that are
    /// stripped.
    pub(super) fn document_text(&mut self, parts: &[WordPart<'a>], strips_tabs: bool) {
        let mut after_literal = false;
        for part in parts {
            let is_literal = matches!(part.kind, WordPartKind::Literal(_));
            if after_literal && is_literal {
                self.text(if strips_tabs && self.out.ends_with('\n') { "\t" } else { "\\\n" });
            }
            after_literal = is_literal;
            self.part(part);
        }
    }

    fn part(&mut self, part: &WordPart<'a>) {
        match part.kind {
            WordPartKind::Literal(text) | WordPartKind::Glob(text) => self.text(text),
            WordPartKind::Escaped(text) => self.around("\\", text, ""),
            WordPartKind::SingleQuoted(text) => self.around("'", text, "'"),
            WordPartKind::AnsiC(text) => self.around("$'", text, "'"),
            WordPartKind::Tilde(name) => self.around("~", name, ""),
            WordPartKind::BraceSequence(text) => self.around("{", text, "}"),
            WordPartKind::DoubleQuoted(parts) => {
                self.text("\"");
                self.parts(parts);
                self.text("\"");
            }
            WordPartKind::Parameter(parameter) => self.parameter(parameter),
            WordPartKind::CommandSubstitution(node) => match node.kind {
                SubstitutionKind::Dollar => self.substitution("$(", &node.body, ")"),
                SubstitutionKind::Brace => self.substitution("${ ", &node.body, " }"),
                SubstitutionKind::BraceReply => self.substitution("${| ", &node.body, " }"),
                SubstitutionKind::Backquote => self.backquoted(&node.body),
            },
            WordPartKind::Arithmetic(node) => {
                let bracket = part.span.end.saturating_sub(node.expression.span().end) == 1;
                self.text(if bracket { "$[" } else { "$((" });
                self.word(node.expression);
                self.text(if bracket { "]" } else { "))" });
            }
            WordPartKind::ProcessSubstitution(node) => {
                self.substitution(if node.reads { ">(" } else { "<(" }, &node.body, ")");
            }
            WordPartKind::ExtendedGlob(prefix, patterns) => {
                self.out.push(prefix);
                self.text("(");
                self.separated(patterns, "|");
                self.text(")");
            }
            WordPartKind::BraceList(words) => {
                self.text("{");
                self.separated(words, ",");
                self.text("}");
            }
            WordPartKind::Array(array) => self.array(array),
        }
    }

    fn around(&mut self, before: &str, text: &str, after: &str) {
        self.text(before);
        self.text(text);
        self.text(after);
    }

    fn substitution(&mut self, open: &str, body: &List<'a>, close: &str) {
        let base = std::mem::replace(&mut self.pending_base, self.pending.len());
        self.text(open);
        let start = self.out.len();
        self.list(body);
        if self.out.get(start..).is_some_and(|text| text.starts_with('(')) {
            self.out.insert(start, ' ');
        }
        self.text(close);
        self.join_delimiter(start);
        self.pending_base = base;
    }

    /// Takes away the newline behind the last delimiter in the substitution from `start` on, where Bash ends the
    /// document all the same: a line of its own could end a document around this one.
    fn join_delimiter(&mut self, start: usize) {
        let newline = self.delimiter_end.saturating_sub(1);
        let Some(rest) = self.out.get(newline..).and_then(|rest| rest.strip_prefix('\n')) else { return };
        if newline > start && rest.lines().next().is_some_and(|line| line.contains(')')) {
            self.out.remove(newline);
            self.delimiter_end = 0;
        }
    }

    /// The inside is a script of its own, printed and then escaped.
    fn backquoted(&mut self, body: &List<'a>) {
        let mut inner = Printer::default();
        inner.list(body);
        inner.end(body);
        self.text("`");
        for character in inner.out.chars() {
            if matches!(character, '\\' | '`') {
                self.text("\\");
            }
            self.out.push(character);
        }
        self.text("`");
    }

    fn parameter(&mut self, parameter: &ParameterExpansion<'a>) {
        if !parameter.braced {
            return self.around("$", parameter.name, "");
        }
        self.text("${");
        if parameter.indirect
            || matches!(parameter.operator, ParameterOperator::Names | ParameterOperator::Keys)
        {
            self.text("!");
        }
        if matches!(parameter.operator, ParameterOperator::Length) {
            self.text("#");
        }
        self.text(parameter.name);
        match parameter.subscript {
            None => {}
            Some(Subscript::At) => self.text("[@]"),
            Some(Subscript::Star) => self.text("[*]"),
            Some(Subscript::Index(word)) => {
                self.text("[");
                self.word(*word);
                self.text("]");
            }
        }
        self.operator(parameter.operator);
        self.text("}");
    }

    fn operator(&mut self, operator: &ParameterOperator<'a>) {
        match *operator {
            ParameterOperator::None | ParameterOperator::Length | ParameterOperator::Keys => {}
            ParameterOperator::Names => self.text("@"),
            ParameterOperator::Transform(letter) => {
                self.text("@");
                self.out.push(letter);
            }
            ParameterOperator::Conditional { kind, colon, word } => {
                self.text(if colon { ":" } else { "" });
                self.text(match kind {
                    ConditionalKind::Default => "-",
                    ConditionalKind::Assign => "=",
                    ConditionalKind::Error => "?",
                    ConditionalKind::Alternative => "+",
                });
                self.word(word);
            }
            ParameterOperator::Remove { side, longest, pattern } => {
                self.text(match (side, longest) {
                    (RemoveSide::Prefix, false) => "#",
                    (RemoveSide::Prefix, true) => "##",
                    (RemoveSide::Suffix, false) => "%",
                    (RemoveSide::Suffix, true) => "%%",
                });
                self.word(pattern);
            }
            ParameterOperator::Replace { kind, pattern, replacement } => {
                self.text(match kind {
                    ReplaceKind::First => "/",
                    ReplaceKind::All => "//",
                    ReplaceKind::Prefix => "/#",
                    ReplaceKind::Suffix => "/%",
                });
                self.word(pattern);
                if let Some(replacement) = replacement {
                    self.text("/");
                    self.word(replacement);
                }
            }
            ParameterOperator::ChangeCase { kind, all, pattern } => {
                self.text(match (kind, all) {
                    (CaseKind::Upper, false) => "^",
                    (CaseKind::Upper, true) => "^^",
                    (CaseKind::Lower, false) => ",",
                    (CaseKind::Lower, true) => ",,",
                    (CaseKind::Toggle, false) => "~",
                    (CaseKind::Toggle, true) => "~~",
                });
                if let Some(pattern) = pattern {
                    self.word(pattern);
                }
            }
            ParameterOperator::Substring { offset, length } => {
                self.text(":");
                self.word(offset.expression);
                if let Some(length) = length {
                    self.text(":");
                    self.word(length.expression);
                }
            }
            ParameterOperator::Bad(word) => self.word(word),
        }
    }

    pub(super) fn assignment(&mut self, assignment: &Assignment<'a>) {
        self.text(assignment.name);
        self.subscript(assignment.subscript);
        self.text(if assignment.append { "+=" } else { "=" });
        match assignment.value {
            AssignmentValue::Scalar(word) => self.word(word),
            AssignmentValue::Array(array) => self.array(array),
        }
    }

    fn subscript(&mut self, subscript: Option<&Word<'a>>) {
        if let Some(word) = subscript {
            self.text("[");
            self.word(*word);
            self.text("]");
        }
    }

    fn array(&mut self, array: &ArrayLiteral<'a>) {
        self.text("(");
        for (index, element) in array.elements.iter().enumerate() {
            if index > 0 {
                self.text(" ");
            }
            if element.subscript.is_some() {
                self.subscript(element.subscript);
                self.text(if element.append { "+=" } else { "=" });
            }
            self.word(element.value);
        }
        self.text(")");
    }
}
