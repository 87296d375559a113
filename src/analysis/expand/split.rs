//! Fragments to fields: word splitting (manual 3.5.7) and quote removal; globs are handed to `glob`.

use std::rc::Rc;

use super::Expander;
use super::fragment::{Fragment, Mode};
use super::glob;
use crate::span::Span;
use crate::value::{AbstractString, Field, Piece};

/// What a word became.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    pub list: Vec<Field>,
    /// What rests on an expansion that left no field: it concerns the field that takes its place.
    pub loose: Vec<Rc<str>>,
}

impl Fields {
    /// Both, one behind the other.
    pub(super) fn followed_by(mut self, mut other: Self) -> Self {
        if let Some(first) = other.list.first_mut() {
            first.value.assume_all(&self.loose);
            self.loose.clear();
        }
        self.list.append(&mut other.list);
        self.loose.append(&mut other.loose);
        self
    }

    /// With one more field at the end.
    pub(super) fn push(&mut self, mut field: Field) {
        field.value.assume_all(&self.loose);
        self.loose.clear();
        self.list.push(field);
    }

    /// The list; assumptions that no field took are the last field's.
    pub(super) fn finish(mut self) -> Vec<Field> {
        if let Some(last) = self.list.last_mut() {
            last.value.assume_all(&self.loose);
        }
        self.list
    }
}

/// A piece of a field, and whether it may be a pattern.
#[derive(Clone, Debug)]
pub(super) struct Bit {
    pub piece: Piece,
    pub active: bool,
}

/// A field before globs.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub bits: Vec<Bit>,
    pub assumes: Vec<Rc<str>>,
    pub many: bool,
}

impl Draft {
    /// The field without globs.
    pub(super) fn plain(&self, span: Span) -> Field {
        let mut value = AbstractString::empty().with_pieces(self.bits.iter().map(|bit| bit.piece.clone()));
        value.assume_all(&self.assumes);
        Field { value, many: self.many, span }
    }

    fn push(&mut self, piece: Piece, active: bool) {
        self.bits.push(Bit { piece, active });
    }
}

/// Splits a word's fragments, and expands the globs in what comes out.
pub(super) fn fields(expander: &mut Expander<'_, '_>, fragments: &[Fragment], span: Span) -> Fields {
    let needs_ifs = fragments.iter().any(|fragment| matches!(fragment, Fragment::Text(Mode::Split, _)));
    let ifs = if needs_ifs { expander.ifs() } else { String::new() };
    let mut splitter = Splitter { ifs: &ifs, ..Splitter::default() };
    for fragment in fragments {
        splitter.fragment(fragment);
    }
    splitter.end_field();
    let mut fields = Fields { list: Vec::new(), loose: splitter.current.assumes };
    for draft in splitter.done {
        glob::expand(expander, &draft, span, &mut fields.list);
    }
    fields
}

#[derive(Default)]
struct Splitter<'i> {
    ifs: &'i str,
    done: Vec<Draft>,
    current: Draft,
    /// The current field exists, be it empty.
    open: bool,
    /// A field was ended by a blank, so a separator that follows ends the same field.
    after_blank: bool,
}

impl Splitter<'_> {
    fn fragment(&mut self, fragment: &Fragment) {
        match fragment {
            Fragment::Break => {
                self.end_field();
                self.after_blank = false;
            }
            Fragment::Text(Mode::Split, value) => {
                self.add_assumptions(value);
                self.split(value);
            }
            Fragment::Text(mode, value) => {
                self.add_assumptions(value);
                if *mode == Mode::Quoted || !value.is_empty() {
                    self.open = true;
                    self.after_blank = false;
                }
                self.append(value, *mode != Mode::Quoted);
            }
            Fragment::Many(mode, value) => {
                self.add_assumptions(value);
                self.open = true;
                self.current.many = true;
                self.append(value, *mode != Mode::Quoted);
            }
        }
    }

    fn add_assumptions(&mut self, value: &AbstractString) {
        for what in value.assumes() {
            if !self.current.assumes.contains(what) {
                self.current.assumes.push(Rc::clone(what));
            }
        }
    }

    fn append(&mut self, value: &AbstractString, active: bool) {
        for piece in value.pieces() {
            self.current.push(piece.clone(), active);
        }
    }

    fn split(&mut self, value: &AbstractString) {
        for piece in value.pieces() {
            match piece {
                Piece::Text(text) => self.split_text(text),
                other => {
                    self.open = true;
                    self.after_blank = false;
                    self.current.many |= matches!(other, Piece::Unknown(_));
                    self.current.push(other.clone(), false);
                }
            }
        }
    }

    fn split_text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let run = rest.find(|c| self.ifs.contains(c)).unwrap_or(rest.len());
            if run > 0 {
                let (word, behind) = rest.split_at_checked(run).unwrap_or((rest, ""));
                self.open = true;
                self.after_blank = false;
                self.current.push(Piece::Text(word.into()), true);
                rest = behind;
                continue;
            }
            self.separator(c);
            rest = rest.get(c.len_utf8()..).unwrap_or("");
        }
    }

    fn separator(&mut self, c: char) {
        let is_blank = matches!(c, ' ' | '\t' | '\n');
        if self.open {
            self.end_field();
            self.after_blank = is_blank;
        } else if !is_blank && self.after_blank {
            self.after_blank = false;
        } else if !is_blank {
            self.open = true;
            self.end_field();
        }
    }

    /// Ends the current field if there is one. Assumptions of what left no field stay for the next.
    fn end_field(&mut self) {
        if self.open {
            self.done.push(std::mem::take(&mut self.current));
            self.open = false;
        }
    }
}
