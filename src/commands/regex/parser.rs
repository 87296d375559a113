//! The text of an expression to its tree.

use super::{DEPTH_CAP, Node, Step, Syntax};

struct Parser<'t> {
    rest: &'t str,
    syntax: Syntax,
    groups: usize,
}

/// The tree of an expression and how many groups it has; `None` if it is not read here or not correct.
pub(super) fn parse(text: &str, syntax: Syntax) -> Option<(Node, usize)> {
    let mut parser = Parser { rest: text, syntax, groups: 0 };
    let node = parser.choice(0)?;
    parser.rest.is_empty().then_some((node, parser.groups))
}

impl Parser<'_> {
    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// An operator, with its backslash where the syntax wants one.
    fn operator(&mut self, name: &str) -> bool {
        match self.syntax {
            Syntax::Extended => self.eat(name),
            Syntax::Basic => {
                let with = format!("\\{name}");
                self.eat(&with)
            }
        }
    }

    fn at_operator(&self, name: &str) -> bool {
        let rest = match self.syntax {
            Syntax::Extended => Some(self.rest),
            Syntax::Basic => self.rest.strip_prefix('\\'),
        };
        rest.is_some_and(|rest| rest.starts_with(name))
    }

    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    fn choice(&mut self, depth: usize) -> Option<Node> {
        if depth > DEPTH_CAP {
            return None;
        }
        let mut branches = vec![self.sequence(depth)?];
        while self.operator("|") {
            branches.push(self.sequence(depth)?);
        }
        Some(if branches.len() == 1 { branches.pop()? } else { Node::Choice(branches) })
    }

    fn sequence(&mut self, depth: usize) -> Option<Node> {
        let mut parts = Vec::new();
        let ends = |this: &Self| this.at_operator("|") || depth > 0 && this.at_operator(")");
        while !self.rest.is_empty() && !ends(self) {
            let first = parts.is_empty();
            let atom = self.atom(first, depth)?;
            let atom = self.repeated(atom)?;
            parts.push(atom);
        }
        Some(Node::Sequence(parts))
    }

    fn atom(&mut self, first: bool, depth: usize) -> Option<Node> {
        if self.operator("(") {
            self.groups += 1;
            let number = self.groups;
            let inner = self.choice(depth + 1)?;
            return self.operator(")").then(|| Node::Group(number, Box::new(inner)));
        }
        let extended = self.syntax == Syntax::Extended;
        let step = match self.next()? {
            '^' if extended || first => Step::Start,
            '$' if extended || self.rest.is_empty() || self.at_operator(")") || self.at_operator("|") => {
                Step::End
            }
            '.' => Step::Any,
            '[' => self.set()?,
            '\\' => self.escaped()?,
            '*' if first && !extended => Step::Char('*'),
            '*' | '+' | '?' | '{' if extended => return None,
            other => Step::Char(other),
        };
        Some(Node::Step(step))
    }

    fn escaped(&mut self) -> Option<Step> {
        let word = || vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
        let blank = || vec![(' ', ' '), ('\t', '\r')];
        Some(match self.next()? {
            'w' => Step::Set(word(), false),
            'W' => Step::Set(word(), true),
            's' => Step::Set(blank(), false),
            'S' => Step::Set(blank(), true),
            'b' => Step::Word(true),
            'B' => Step::Word(false),
            'n' => Step::Char('\n'),
            't' => Step::Char('\t'),
            other
                if other.is_alphanumeric()
                    || matches!(other, '<' | '>' | '`' | '\'' | '{' | '}')
                        && self.syntax == Syntax::Basic =>
            {
                return None;
            }
            '<' | '>' | '`' | '\'' => return None,
            other => Step::Char(other),
        })
    }

    fn repeated(&mut self, mut atom: Node) -> Option<Node> {
        loop {
            let (least, most) = if self.eat("*") {
                (0, None)
            } else if self.operator("+") {
                (1, None)
            } else if self.operator("?") {
                (0, Some(1))
            } else if self.operator("{") {
                self.bounds()?
            } else {
                return Some(atom);
            };
            atom = Node::Repeat(Box::new(atom), least, most);
        }
    }

    fn bounds(&mut self) -> Option<(usize, Option<usize>)> {
        let end = if self.syntax == Syntax::Extended { "}" } else { "\\}" };
        let (inside, rest) = self.rest.split_once(end)?;
        self.rest = rest;
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number <= 255);
        match inside.split_once(',') {
            None => number(inside).map(|count| (count, Some(count))),
            Some((low, "")) => number(low).map(|low| (low, None)),
            Some((low, high)) => {
                let (low, high) = (number(if low.is_empty() { "0" } else { low })?, number(high)?);
                (low <= high).then_some((low, Some(high)))
            }
        }
    }

    /// A bracket expression, behind its `[`.
    fn set(&mut self) -> Option<Step> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        let mut first = true;
        loop {
            if let Some(rest) = self.rest.strip_prefix("[:") {
                let (name, rest) = rest.split_once(":]")?;
                self.rest = rest;
                ranges.extend_from_slice(class(name)?);
                first = false;
                continue;
            }
            if self.rest.starts_with("[.") || self.rest.starts_with("[=") {
                return None;
            }
            let low = self.next()?;
            if low == ']' && !first {
                return Some(Step::Set(ranges, negated));
            }
            first = false;
            let high = match self.rest.strip_prefix('-').and_then(|rest| rest.chars().next()) {
                Some(high) if high != ']' => {
                    self.next();
                    self.next()?
                }
                _ => low,
            };
            ranges.push((low, high));
        }
    }
}

/// The characters of a class in the C locale.
fn class(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "alpha" => &[('a', 'z'), ('A', 'Z')],
        "digit" => &[('0', '9')],
        "alnum" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
        "upper" => &[('A', 'Z')],
        "lower" => &[('a', 'z')],
        "space" => &[(' ', ' '), ('\t', '\r')],
        "blank" => &[(' ', ' '), ('\t', '\t')],
        "xdigit" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "print" => &[(' ', '~')],
        "graph" => &[('!', '~')],
        "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        _ => return None,
    })
}
