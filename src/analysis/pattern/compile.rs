//! Pattern text to nodes.

use super::{Bracket, GroupKind, Item, NESTING_CAP, Node, Options, Pattern};

/// A text as a pattern that matches only it: what means something in a pattern gets a backslash.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '\\' | '!' | '^' | '-' | '(' | ')' | '|' | '@' | '+') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted
}

/// Reads a pattern text.
pub(super) fn compile(text: &str, options: Options) -> Pattern {
    let text: Vec<char> = text.chars().collect();
    let mut reader =
        Reader { text: &text, place: 0, extended: options.extended, given_up: false, unclosed: false };
    let nodes = reader.sequence(0);
    Pattern { nodes, ignores_case: options.ignores_case, given_up: reader.given_up }
}

struct Reader<'t> {
    text: &'t [char],
    place: usize,
    extended: bool,
    given_up: bool,
    /// A bracket expression was looked for up to the end in vain: none behind it closes either.
    unclosed: bool,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.place + ahead).copied()
    }

    /// Reads up to the end, or inside a group up to its `|` or `)`.
    fn sequence(&mut self, depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        while let Some(c) = self.peek(0) {
            if depth > 0 && matches!(c, '|' | ')') {
                break;
            }
            match self.node(c, depth) {
                Node::Star if nodes.last() == Some(&Node::Star) => {}
                node => nodes.push(node),
            }
        }
        nodes
    }

    fn node(&mut self, c: char, depth: usize) -> Node {
        if self.extended
            && self.peek(1) == Some('(')
            && let Some(kind) = group_kind(c)
            && let Some(group) = self.group(kind, depth)
        {
            return group;
        }
        self.place += 1;
        match c {
            '*' => Node::Star,
            '?' => Node::Any,
            '[' => self.bracket().map_or(Node::Char('['), Node::Bracket),
            '\\' => match self.peek(0) {
                Some(quoted) => {
                    self.place += 1;
                    Node::Char(quoted)
                }
                None => Node::Char('\\'),
            },
            other => Node::Char(other),
        }
    }

    /// Reads a group whose opening character stands at `place`; leaves `place` there if it does not close.
    fn group(&mut self, kind: GroupKind, depth: usize) -> Option<Node> {
        if depth >= NESTING_CAP {
            self.given_up = true;
        }
        if self.given_up {
            return None;
        }
        let start = self.place;
        self.place += 2;
        let mut alternatives = Vec::new();
        loop {
            alternatives.push(self.sequence(depth + 1));
            let end = self.peek(0);
            self.place += 1;
            match end {
                Some('|') => {}
                Some(_) => return Some(Node::Group(kind, alternatives)),
                None => {
                    self.place = start;
                    return None;
                }
            }
        }
    }

    /// Reads a bracket expression behind its `[`; leaves `place` there if it does not close.
    fn bracket(&mut self) -> Option<Bracket> {
        if self.unclosed {
            return None;
        }
        let start = self.place;
        let negated = matches!(self.peek(0), Some('!' | '^'));
        self.place += usize::from(negated);
        let mut items = Vec::new();
        let mut is_first = true;
        loop {
            match self.peek(0) {
                None => {
                    self.unclosed = true;
                    self.place = start;
                    return None;
                }
                Some(']') if !is_first => {
                    self.place += 1;
                    return Some(Bracket { negated, items });
                }
                Some(_) => self.bracket_item(&mut items),
            }
            is_first = false;
        }
    }

    fn bracket_item(&mut self, items: &mut Vec<Item>) {
        if self.peek(0) == Some('[')
            && self.peek(1) == Some(':')
            && let Some(name) = self.named(':')
        {
            items.extend(CLASSES.iter().find(|class| **class == name).map(|class| Item::Class(class)));
            return;
        }
        let Some(first) = self.bracket_char() else { return };
        let is_range = self.peek(0) == Some('-') && self.peek(1).is_some_and(|c| c != ']');
        if !is_range {
            items.push(Item::Char(first));
            return;
        }
        self.place += 1;
        match self.bracket_char() {
            Some(last) => items.push(Item::Range(first, last)),
            None => items.push(Item::Char(first)),
        }
    }

    /// One character of a bracket expression: as it is, behind a backslash, or as `[.c.]` or `[=c=]`.
    fn bracket_char(&mut self) -> Option<char> {
        let c = self.peek(0)?;
        if c == '['
            && let Some(delimiter) = self.peek(1).filter(|c| matches!(c, '.' | '='))
            && let Some(name) = self.named(delimiter)
        {
            let mut characters = name.chars();
            return characters.next().filter(|_| characters.next().is_none());
        }
        self.place += 1;
        if c == '\\'
            && let Some(quoted) = self.peek(0)
        {
            self.place += 1;
            return Some(quoted);
        }
        Some(c)
    }

    /// The name in `[:name:]` and its like, whose `[` stands at `place`.
    fn named(&mut self, delimiter: char) -> Option<String> {
        let rest = self.text.get(self.place + 2..)?;
        let length = rest.windows(2).position(|pair| pair == [delimiter, ']'])?;
        self.place += 2 + length + 2;
        Some(rest.iter().take(length).collect())
    }
}

const CLASSES: &[&str] = &[
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper", "word", "xdigit",
];

const fn group_kind(c: char) -> Option<GroupKind> {
    match c {
        '?' => Some(GroupKind::Optional),
        '*' => Some(GroupKind::Repeated),
        '+' => Some(GroupKind::Some),
        '@' => Some(GroupKind::One),
        '!' => Some(GroupKind::Not),
        _ => None,
    }
}
