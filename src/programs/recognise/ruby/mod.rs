//! Ruby, by its words: what opens, removes, renames and runs (Ruby 3.1 core and standard library).
//!
//! Owns a reading of calls with plain arguments. A word that is not known is code that nobody reads.

mod calls;
mod tables;
mod values;

use std::collections::BTreeSet;

use tables::{HARMLESS, LIBRARIES, deed, is_unread};

use super::cutter::cut;
use super::deed::Deed;
use super::reader::Reader;
use super::token::{Kind, Part, Token, Tongue};
use crate::programs::{Reading, Request, unread};
use crate::span::Span;

/// Reads a program.
pub(in crate::programs) fn read(request: &Request<'_>) -> Reading {
    match cut(request.text, Tongue::Ruby) {
        Ok(tokens) => {
            let mut ruby = Ruby::new(request, &tokens);
            ruby.read();
            ruby.reader.recorder.finish()
        }
        Err(why) => unread(&format!("a program with {why}")),
    }
}

struct Ruby<'t, 'r> {
    reader: Reader<'t, 'r>,
    /// Names that the program itself gives: variables, parameters of blocks, methods.
    names: BTreeSet<&'t str>,
    /// True if the program changes the list of its arguments.
    changes_arguments: bool,
}

impl<'t, 'r> Ruby<'t, 'r> {
    fn new(request: &'r Request<'r>, tokens: &'t [Token]) -> Self {
        let reader = Reader::new(request, tokens);
        let changes_arguments = (0..tokens.len()).any(|number| values::changes_arguments(&reader, number));
        let mut ruby = Self { reader, names: BTreeSet::new(), changes_arguments };
        ruby.name_variables();
        // With these every line of the input runs the program once.
        let loops = request.switches.iter().any(|switch| {
            let letters = switch.split('e').next().unwrap_or("");
            letters.contains('n') || letters.contains('p')
        });
        ruby.reader.recorder.maybe += u32::from(loops);
        ruby
    }

    fn read(&mut self) {
        let mut number = 0;
        let outer = self.reader.recorder.maybe;
        while number < self.reader.tokens.len() {
            let doubt = u32::from(self.is_conditional(number));
            self.reader.recorder.maybe = outer + doubt;
            number = self.token(number).max(number + 1);
        }
        self.reader.recorder.maybe = outer;
    }

    /// True if what stands at a place may not run: something around it or in its line branches or repeats.
    fn is_conditional(&self, number: usize) -> bool {
        self.reader.tokens.iter().enumerate().any(|(at, token)| match &token.kind {
            Kind::Word(word) => branches(word) && (at < number || self.same_line(number, at)),
            Kind::Sign("?" | "&&") => at < number,
            _ => false,
        })
    }

    fn same_line(&self, from: usize, to: usize) -> bool {
        self.reader.tokens.get(from..to).is_some_and(|tokens| {
            !tokens.iter().any(|token| matches!(token.kind, Kind::Line | Kind::Sign(";")))
        })
    }

    /// Reads a token; gives where to go on.
    fn token(&mut self, number: usize) -> usize {
        let Some(token) = self.reader.tokens.get(number) else { return number + 1 };
        match &token.kind {
            Kind::Word(word) => return self.word(word, number, token.span),
            Kind::Command(parts) => {
                let text = self.reader.text(parts);
                self.reader.shell(&text, token.span);
            }
            Kind::Text(parts) => {
                for part in parts {
                    if let Part::Code(code) = part {
                        self.inner(code, token.span);
                    }
                }
            }
            _ => {}
        }
        number + 1
    }

    fn word(&mut self, word: &str, number: usize, span: Span) -> usize {
        let next = self.reader.kind(number + 1);
        if let Some(method) = self.method_of_module(word, number) {
            if is_unread(word, method) {
                self.reader.unread(span, &format!("`{word}.{method}`"));
                return number + 3;
            }
            if let Some(deed) = deed(word, method) {
                return self.call(deed, number + 2, span);
            }
        }
        let is_bare = !matches!(self.reader.before(number), Some(Kind::Sign("." | "&.")));
        match word {
            "require" => {
                let known = matches!(next, Some(Kind::Text(parts))
                    if matches!(parts.as_slice(), [Part::Known(name)] if LIBRARIES.contains(&name.as_str())));
                if !known {
                    self.reader.unread(span, "a library that is not known");
                }
                return number + 2;
            }
            "system" | "exec" | "spawn" if is_bare => return self.call(Deed::Run, number, span),
            "open" if is_bare => return self.call(Deed::Open, number, span),
            _ => {}
        }
        let is_key = matches!(next, Some(Kind::Sign(":")));
        if !is_key && !self.is_known(word) {
            self.reader.unread(span, &format!("code that is not read: `{word}`"));
        }
        number + 1
    }

    /// `NAME` in `Module.NAME`.
    fn method_of_module(&self, word: &str, number: usize) -> Option<&'t str> {
        let Some(Kind::Sign("." | "&." | "::")) = self.reader.kind(number + 1) else { return None };
        match self.reader.kind(number + 2)? {
            Kind::Word(method) if word.starts_with(|letter: char| letter.is_ascii_uppercase()) => {
                Some(method)
            }
            _ => None,
        }
    }

    fn is_known(&self, word: &str) -> bool {
        HARMLESS.binary_search(&word).is_ok() || self.names.contains(word)
    }

    /// Code inside a text: it may only compute.
    fn inner(&mut self, code: &str, span: Span) {
        let Ok(tokens) = cut(code, Tongue::Ruby) else {
            return self.reader.unread(span, "code in a text");
        };
        let writes = tokens.iter().enumerate().any(|(number, token)| match &token.kind {
            Kind::Command(_) => true,
            Kind::Word(word) => {
                let method = match tokens.get(number + 2).map(|token| &token.kind) {
                    Some(Kind::Word(method)) => method.as_str(),
                    _ => "",
                };
                !self.is_known(word) || deed(word, method).is_some() || is_unread(word, method)
            }
            _ => false,
        });
        if writes {
            self.reader.unread(span, "code in a text");
        }
    }
}

/// A word that makes what belongs to it run sometimes or several times.
fn branches(word: &str) -> bool {
    matches!(
        word,
        "if" | "unless" | "case" | "while" | "until" | "each" | "map" | "times" | "def" | "rescue" | "select"
    )
}
