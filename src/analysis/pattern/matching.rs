//! Matching by sets of positions, and the two halves of matching with holes.

use super::symbols::Symbol;
use super::{Bracket, GroupKind, Item, Node, Pattern, STEPS_CAP};

/// A set of positions `0..=length` in a text.
pub(super) type Places = Vec<bool>;

/// Does the pattern match all that the symbols may be (true), none of it (false), or don't know?
pub(super) fn matches(pattern: &Pattern, text: &[Symbol]) -> Option<bool> {
    let has_hole = text.iter().any(|symbol| symbol.char().is_none());
    if !has_hole {
        let ends = Matcher::new(pattern, text, false).run(0)?;
        return Some(ends.last().copied().unwrap_or(false));
    }
    if !has_negation(&pattern.nodes)
        && Matcher::new(pattern, text, false).run(0)?.last().copied().unwrap_or(false)
    {
        return Some(true);
    }
    if may_match(pattern, text) { None } else { Some(false) }
}

fn has_negation(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Group(kind, alternatives) => {
            *kind == GroupKind::Not || alternatives.iter().any(|nodes| has_negation(nodes))
        }
        _ => false,
    })
}

/// Simulates a pattern over a text. A hole is eaten by a star alone, so that what matches does so whatever the hole is.
pub(super) struct Matcher<'t> {
    nodes: Vec<Node>,
    text: &'t [Symbol],
    ignores_case: bool,
    given_up: bool,
    steps: usize,
}

impl<'t> Matcher<'t> {
    /// A matcher; with `backward` text and pattern must both be taken from their ends, and the caller hands the text
    /// reversed.
    pub(super) fn new(pattern: &Pattern, text: &'t [Symbol], backward: bool) -> Self {
        let nodes = if backward { reversed(&pattern.nodes) } else { pattern.nodes.clone() };
        Self { nodes, text, ignores_case: pattern.ignores_case, given_up: pattern.given_up, steps: 0 }
    }

    /// All places where a match that begins at `start` may end; `None` if given up.
    pub(super) fn run(&mut self, start: usize) -> Option<Places> {
        let mut places = vec![false; self.text.len() + 1];
        if let Some(place) = places.get_mut(start) {
            *place = true;
        }
        self.run_from(places)
    }

    /// All places where a match that begins at one of `starts` may end; `None` if given up.
    pub(super) fn run_from(&mut self, starts: Places) -> Option<Places> {
        if self.given_up {
            return None;
        }
        let nodes = std::mem::take(&mut self.nodes);
        let ends = self.sequence(&nodes, starts);
        self.nodes = nodes;
        ends
    }

    fn sequence(&mut self, nodes: &[Node], mut places: Places) -> Option<Places> {
        for node in nodes {
            self.steps += places.len();
            if self.steps > STEPS_CAP {
                return None;
            }
            places = match node {
                Node::Star => spread(places),
                Node::Group(kind, alternatives) => self.group(*kind, alternatives, &places)?,
                single => self.shift(single, &places),
            };
            if !places.contains(&true) {
                break;
            }
        }
        Some(places)
    }

    fn shift(&self, node: &Node, places: &[bool]) -> Places {
        let mut next = vec![false; places.len()];
        let behind = next.iter_mut().skip(1);
        for ((place, symbol), target) in places.iter().zip(self.text).zip(behind) {
            *target = *place && symbol.char().is_some_and(|c| self.accepts(node, c));
        }
        next
    }

    fn accepts(&self, node: &Node, c: char) -> bool {
        accepts(node, c, self.ignores_case)
    }

    fn group(&mut self, kind: GroupKind, alternatives: &[Vec<Node>], starts: &Places) -> Option<Places> {
        match kind {
            GroupKind::One => self.one(alternatives, starts),
            GroupKind::Optional => Some(union(self.one(alternatives, starts)?, starts)),
            GroupKind::Repeated => self.repeated(alternatives, starts.clone()),
            GroupKind::Some => {
                let first = self.one(alternatives, starts)?;
                self.repeated(alternatives, first)
            }
            GroupKind::Not => self.not(alternatives, starts),
        }
    }

    fn one(&mut self, alternatives: &[Vec<Node>], starts: &Places) -> Option<Places> {
        let mut ends = vec![false; starts.len()];
        for nodes in alternatives {
            ends = union(self.sequence(nodes, starts.clone())?, &ends);
        }
        Some(ends)
    }

    fn repeated(&mut self, alternatives: &[Vec<Node>], mut places: Places) -> Option<Places> {
        let mut fresh = places.clone();
        while fresh.contains(&true) {
            let reached = self.one(alternatives, &fresh)?;
            fresh = reached.iter().zip(&places).map(|(now, before)| *now && !*before).collect();
            places = union(places, &fresh);
        }
        Some(places)
    }

    fn not(&mut self, alternatives: &[Vec<Node>], starts: &Places) -> Option<Places> {
        let mut ends = vec![false; starts.len()];
        for (start, _) in starts.iter().enumerate().filter(|(_, place)| **place) {
            let mut from = vec![false; starts.len()];
            if let Some(place) = from.get_mut(start) {
                *place = true;
            }
            let matched = self.one(alternatives, &from)?;
            self.steps += ends.len();
            for (end, hit) in ends.iter_mut().zip(&matched).skip(start) {
                *end |= !*hit;
            }
        }
        Some(ends)
    }
}

/// From the first place on, everything.
fn spread(mut places: Places) -> Places {
    let mut reached = false;
    for place in &mut places {
        reached |= *place;
        *place = reached;
    }
    places
}

fn union(mut left: Places, right: &[bool]) -> Places {
    for (place, other) in left.iter_mut().zip(right) {
        *place |= *other;
    }
    left
}

fn reversed(nodes: &[Node]) -> Vec<Node> {
    let turned = |node: &Node| match node {
        Node::Group(kind, alternatives) => {
            Node::Group(*kind, alternatives.iter().map(|nodes| reversed(nodes)).collect())
        }
        other => other.clone(),
    };
    nodes.iter().rev().map(turned).collect()
}

/// May the pattern match something that the symbols may be? A group is taken to match anything.
pub(super) fn may_match(pattern: &Pattern, text: &[Symbol]) -> bool {
    if pattern.given_up {
        return true;
    }
    let mut states = vec![false; pattern.nodes.len() + 1];
    if let Some(first) = states.first_mut() {
        *first = true;
    }
    close(&pattern.nodes, &mut states);
    for symbol in text {
        states = match symbol {
            Symbol::Hole(hole) => {
                let mut reached = vec![false; states.len()];
                let mut front = states.clone();
                if hole.empty {
                    reached = union(reached, &states);
                }
                // Each round reads one more character of the hole; the states grow or the loop ends.
                loop {
                    front = step(&pattern.nodes, &front, |node| match node {
                        Node::Char(c) => hole.slash || *c != '/',
                        _ => true,
                    });
                    if front.iter().zip(&reached).all(|(now, before)| !*now || *before) {
                        break reached;
                    }
                    reached = union(reached, &front);
                }
            }
            known => {
                let c = known.char().unwrap_or_default();
                step(&pattern.nodes, &states, |node| accepts(node, c, pattern.ignores_case))
            }
        };
    }
    states.last().copied().unwrap_or(false)
}

/// The states behind one more character.
fn step(nodes: &[Node], states: &[bool], accepts: impl Fn(&Node) -> bool) -> Vec<bool> {
    let mut next = vec![false; states.len()];
    for (index, node) in nodes.iter().enumerate().filter(|(index, _)| states.get(*index) == Some(&true)) {
        let target = match node {
            Node::Star | Node::Group(..) => index,
            single if accepts(single) => index + 1,
            _ => continue,
        };
        if let Some(state) = next.get_mut(target) {
            *state = true;
        }
    }
    close(nodes, &mut next);
    next
}

/// Stars and groups may match nothing.
fn close(nodes: &[Node], states: &mut [bool]) {
    for (index, node) in nodes.iter().enumerate() {
        let skips = matches!(node, Node::Star | Node::Group(..)) && states.get(index) == Some(&true);
        if skips && let Some(state) = states.get_mut(index + 1) {
            *state = true;
        }
    }
}

fn accepts(node: &Node, c: char, ignores_case: bool) -> bool {
    let same = |other: char| other == c || (ignores_case && other.to_lowercase().eq(c.to_lowercase()));
    match node {
        Node::Char(own) => same(*own),
        Node::Any => true,
        Node::Bracket(bracket) => {
            let hit = in_bracket(bracket, c)
                || (ignores_case
                    && (c.to_lowercase().any(|c| in_bracket(bracket, c))
                        || c.to_uppercase().any(|c| in_bracket(bracket, c))));
            hit != bracket.negated
        }
        Node::Star | Node::Group(..) => false,
    }
}

fn in_bracket(bracket: &Bracket, c: char) -> bool {
    bracket.items.iter().any(|item| match item {
        Item::Char(own) => *own == c,
        Item::Range(first, last) => (*first..=*last).contains(&c),
        Item::Class(name) => in_class(name, c),
    })
}

fn in_class(name: &str, c: char) -> bool {
    match name {
        "alnum" => c.is_alphanumeric(),
        "alpha" => c.is_alphabetic(),
        "ascii" => c.is_ascii(),
        "blank" => matches!(c, ' ' | '\t'),
        "cntrl" => c.is_control(),
        "digit" => c.is_ascii_digit(),
        "graph" => !c.is_control() && !c.is_whitespace(),
        "lower" => c.is_lowercase(),
        "print" => !c.is_control(),
        "punct" => c.is_ascii_punctuation() || (!c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace()),
        "space" => c.is_whitespace(),
        "upper" => c.is_uppercase(),
        "word" => c.is_alphanumeric() || c == '_',
        "xdigit" => c.is_ascii_hexdigit(),
        _ => false,
    }
}
