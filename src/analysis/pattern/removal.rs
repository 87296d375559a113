//! Where a pattern matches inside a text: removal of a prefix or suffix, and search for replacement.

use super::Pattern;
use super::matching::{Matcher, matches, may_match};
use super::symbols::{Symbol, of_value, to_pieces};
use crate::value::{AbstractString, Piece};

/// Cutting a partly unknown string of more symbols than this is given up.
const CUT_CAP: usize = 1024;

/// The end of a text that a match must touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// its start
    Prefix,
    /// its end
    Suffix,
}

pub(super) fn remove(pattern: &Pattern, value: &AbstractString, side: Side, longest: bool) -> AbstractString {
    let symbols = of_value(value);
    let has_hole = symbols.iter().any(|symbol| symbol.char().is_none());
    let length = if has_hole {
        cut_abstract(pattern, &symbols, side, longest)
    } else {
        cut_known(pattern, &symbols, side, longest)
    };
    match length {
        Some(length) => value.with_pieces(to_pieces(rest(&symbols, side, length))),
        None => value.with_pieces(uncertain(pattern, value, &symbols, side, longest)),
    }
}

/// What is left when `length` symbols are gone from a side.
fn rest(symbols: &[Symbol], side: Side, length: usize) -> &[Symbol] {
    match side {
        Side::Prefix => symbols.get(length..).unwrap_or_default(),
        Side::Suffix => symbols.get(..symbols.len().saturating_sub(length)).unwrap_or_default(),
    }
}

/// The `length` symbols at a side.
fn edge(symbols: &[Symbol], side: Side, length: usize) -> &[Symbol] {
    match side {
        Side::Prefix => symbols.get(..length).unwrap_or_default(),
        Side::Suffix => symbols.get(symbols.len().saturating_sub(length)..).unwrap_or_default(),
    }
}

/// How many characters the pattern takes from a side; `None` if matching was given up.
fn cut_known(pattern: &Pattern, symbols: &[Symbol], side: Side, longest: bool) -> Option<usize> {
    let ends = ends_at(pattern, symbols, side)?;
    let mut lengths = ends.iter().enumerate().filter(|(_, hit)| **hit).map(|(length, _)| length);
    let found = if longest { lengths.next_back() } else { lengths.next() };
    Some(found.unwrap_or(0))
}

/// For each length, whether that many characters at a side match.
fn ends_at(pattern: &Pattern, symbols: &[Symbol], side: Side) -> Option<Vec<bool>> {
    match side {
        Side::Prefix => Matcher::new(pattern, symbols, false).run(0),
        Side::Suffix => {
            let turned: Vec<Symbol> = symbols.iter().rev().cloned().collect();
            Matcher::new(pattern, &turned, true).run(0)
        }
    }
}

/// The same with holes: the first cut that surely matches, if none before it might.
fn cut_abstract(pattern: &Pattern, symbols: &[Symbol], side: Side, longest: bool) -> Option<usize> {
    if symbols.len() > CUT_CAP {
        return None;
    }
    let count = symbols.len();
    for step in 0..=count {
        let length = if longest { count - step } else { step };
        // Between this cut and the one before it lies a symbol; a hole could be cut in two.
        if step > 0 {
            let outer = if longest { length + 1 } else { length };
            if part_may_match(pattern, symbols, side, outer) {
                return None;
            }
        }
        if matches(pattern, &cut_edge(symbols, side, length))? {
            return Some(length);
        }
    }
    Some(0)
}

/// The `length` symbols at a side, the innermost not empty: if it is, the cut is the one on its other side.
fn cut_edge(symbols: &[Symbol], side: Side, length: usize) -> Vec<Symbol> {
    let mut taken = edge(symbols, side, length).to_vec();
    if let Some(inner) = innermost(&mut taken, side)
        && let Some(part) = inner.part()
    {
        *inner = part;
    }
    taken
}

fn innermost(taken: &mut [Symbol], side: Side) -> Option<&mut Symbol> {
    match side {
        Side::Prefix => taken.last_mut(),
        Side::Suffix => taken.first_mut(),
    }
}

/// May the outermost symbols match if the innermost of `length` is only partly taken?
fn part_may_match(pattern: &Pattern, symbols: &[Symbol], side: Side, length: usize) -> bool {
    let mut taken = edge(symbols, side, length).to_vec();
    let Some(inner) = innermost(&mut taken, side) else { return false };
    let Some(part) = inner.part() else { return false };
    *inner = part;
    may_match(pattern, &taken)
}

/// Where the cut is not known: what no match can reach stays, the rest is unknown.
fn uncertain(
    pattern: &Pattern,
    value: &AbstractString,
    symbols: &[Symbol],
    side: Side,
    longest: bool,
) -> Vec<Piece> {
    let reason = value.reason().unwrap_or("matching took more than STEPS_CAP steps");
    let unknown = Piece::Unknown(reason.into());
    let count = symbols.len();
    // The shortest match is no longer than the first that is sure.
    let is_sure = |length: &usize| matches(pattern, edge(symbols, side, *length)) == Some(true);
    let most = if longest || count > CUT_CAP { count } else { (0..=count).find(is_sure).unwrap_or(count) };
    let reach = (0..=most)
        .rev()
        .take_while(|_| count <= CUT_CAP)
        .find(|length| {
            may_match(pattern, edge(symbols, side, *length))
                || part_may_match(pattern, symbols, side, *length)
        })
        .unwrap_or(most);
    let mut kept = to_pieces(rest(symbols, side, reach));
    match side {
        Side::Prefix => kept.insert(0, unknown),
        Side::Suffix => kept.push(unknown),
    }
    kept
}

pub(super) fn find(pattern: &Pattern, text: &[char], from: usize) -> Option<Option<(usize, usize)>> {
    let rest: Vec<Symbol> = text.iter().skip(from).map(|c| Symbol::Char(*c)).collect();
    let turned: Vec<Symbol> = rest.iter().rev().cloned().collect();
    // Backward from every place: where do matches begin?
    let all = vec![true; rest.len() + 1];
    let begins = Matcher::new(pattern, &turned, true).run_from(all)?;
    let Some(start) = begins.iter().rev().position(|hit| *hit) else { return Some(None) };
    let ends = Matcher::new(pattern, rest.get(start..).unwrap_or_default(), false).run(0)?;
    let length = ends.iter().rposition(|hit| *hit).unwrap_or(0);
    Some(Some((from + start, from + start + length)))
}

pub(super) fn longest_at(pattern: &Pattern, text: &[char], side: Side) -> Option<Option<usize>> {
    let symbols: Vec<Symbol> = text.iter().map(|c| Symbol::Char(*c)).collect();
    Some(ends_at(pattern, &symbols, side)?.iter().rposition(|hit| *hit))
}
