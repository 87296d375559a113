//! Perl, by its words: what opens, removes, renames and runs (perlfunc of perl 5.36).
//!
//! Owns a reading of calls with plain arguments. A word that is not known is code that nobody reads; values come from
//! literals, variables that are set once, and the command line.

mod arguments;
mod calls;
mod tables;
mod values;

use arguments::Arguments;
use tables::{HARMLESS, METHODS, MODULES, deed};

use super::cutter::cut;
use super::reader::Reader;
use super::token::{Kind, Part, Token, Tongue};
use crate::programs::{Reading, Request, unread};
use crate::span::Span;

/// Reads a program.
pub(in crate::programs) fn read(request: &Request<'_>) -> Reading {
    match cut(request.text, Tongue::Perl) {
        Ok(tokens) => {
            let mut perl = Perl::new(request, &tokens);
            perl.modules_of_switches();
            perl.statements();
            perl.reader.recorder.finish()
        }
        Err(why) => unread(&format!("a program with {why}")),
    }
}

struct Perl<'t, 'r> {
    reader: Reader<'t, 'r>,
    /// Names of the program's own functions.
    functions: Vec<&'t str>,
    arguments: Arguments,
}

impl<'t, 'r> Perl<'t, 'r> {
    fn new(request: &'r Request<'r>, tokens: &'t [Token]) -> Self {
        let functions = tokens.windows(2).filter_map(|pair| match pair {
            [Token { kind: Kind::Word(word), .. }, Token { kind: Kind::Word(name), .. }] if word == "sub" => {
                Some(name.as_str())
            }
            _ => None,
        });
        let reader = Reader::new(request, tokens);
        // With these every line of the input runs the program once.
        let loops = request.switches.iter().any(|switch| is_loop(switch));
        let arguments = if loops { Arguments::changing() } else { Arguments::of(&reader) };
        let mut perl = Self { reader, functions: functions.collect(), arguments };
        perl.set_variables();
        perl.reader.recorder.maybe += u32::from(loops);
        perl
    }

    fn modules_of_switches(&mut self) {
        for switch in self.reader.request.switches {
            let Some(module) = switch.strip_prefix("-M").or_else(|| switch.strip_prefix("-m")) else {
                continue;
            };
            let name = module.split('=').next().unwrap_or(module).trim_start_matches('-');
            if MODULES.binary_search(&name).is_err() {
                self.reader.unread(Span::default(), &format!("the module `{name}`"));
            }
        }
    }

    fn statements(&mut self) {
        let mut start = 0;
        // True for the brace of a block, false for that of a member.
        let mut braces: Vec<bool> = Vec::new();
        let outer = self.reader.recorder.maybe;
        for number in 0..=self.reader.tokens.len() {
            let depth = braces.iter().filter(|is_block| **is_block).count();
            let ends = match self.reader.kind(number) {
                Some(Kind::Sign("{")) => {
                    let is_block = !is_member(&self.reader, number);
                    braces.push(is_block);
                    is_block
                }
                Some(Kind::Sign("}")) => braces.pop().unwrap_or(true),
                Some(Kind::Sign(";")) | None => true,
                _ => false,
            };
            if ends {
                let doubt = u32::from(depth > 0) + u32::from(is_conditional(&self.reader, start, number));
                self.reader.recorder.maybe = outer + doubt;
                self.statement(start, number);
                start = number + 1;
            }
        }
        self.reader.recorder.maybe = outer;
    }

    fn statement(&mut self, from: usize, to: usize) {
        let mut number = from;
        while number < to {
            number = self.token(number, to).max(number + 1);
        }
    }

    /// Reads a token; gives where to go on.
    fn token(&mut self, number: usize, to: usize) -> usize {
        let Some(token) = self.reader.tokens.get(number) else { return to };
        match &token.kind {
            Kind::Word(word) => return self.word(word, number, to),
            Kind::Command(parts) => {
                let text = self.reader.text(parts);
                self.reader.shell(&text, token.span);
            }
            Kind::Pattern(Some(code)) => self.inner(code, token.span),
            Kind::Text(parts) => {
                for part in parts {
                    if let Part::Code(code) = part {
                        self.inner(code, token.span);
                    }
                }
            }
            Kind::Variable(name) => self.used_variable(name, number),
            Kind::Sign("&") if matches!(self.reader.kind(number + 1), Some(Kind::Variable(_))) => {
                self.reader.unread(token.span, "a function that is not known");
            }
            _ => {}
        }
        number + 1
    }

    /// A variable that makes files change in place, or that is called.
    fn used_variable(&mut self, name: &str, number: usize) {
        let next = self.reader.kind(number + 1);
        let is_set = matches!(next, Some(Kind::Sign("=")));
        let is_called = matches!(next, Some(Kind::Sign("->")))
            && matches!(self.reader.kind(number + 2), Some(Kind::Sign("(")));
        let span = self.reader.span(number);
        if name == "$^I" || name == "@ARGV" && is_set && self.edits_in_place() {
            self.reader.unread(span, "files that are changed in place by what the program sets");
        } else if is_called {
            self.reader.unread(span, "a function that is not known");
        }
    }

    fn edits_in_place(&self) -> bool {
        let switches = self.reader.request.switches;
        switches.iter().any(|switch| switch.contains('i') && !switch.starts_with("-M"))
    }

    fn word(&mut self, word: &str, number: usize, to: usize) -> usize {
        if self.is_name(word, number, to) {
            return number + 1;
        }
        let span = self.reader.span(number);
        if let "use" | "require" | "no" = word {
            self.uses(number);
            return to;
        }
        if matches!(self.reader.before(number), Some(Kind::Sign("->"))) {
            if METHODS.binary_search(&word).is_err() {
                self.reader.unread(span, &format!("the method `{word}`"));
            }
            return number + 1;
        }
        if let Some(deed) = deed(word) {
            return self.call(word, deed, number, to);
        }
        let bare = word.strip_prefix("CORE::").unwrap_or(word);
        let next = self.reader.kind(number + 1);
        let evaluates =
            matches!(bare, "eval" | "do") && !matches!(next, Some(Kind::Sign("{")) | None) && number + 1 < to;
        if evaluates || !self.is_known(word, bare) {
            self.reader.unread(span, &format!("code that is not read: `{word}`"));
        }
        number + 1
    }

    /// True if a word here is no call: a key, a label, the name behind `sub`, the letter of a file test.
    fn is_name(&self, word: &str, number: usize, to: usize) -> bool {
        let (before, next) = (self.reader.before(number), self.reader.kind(number + 1));
        let stands_alone = matches!(before, Some(Kind::Sign("{")))
            && (matches!(next, Some(Kind::Sign("}")) | None) || number + 1 >= to);
        let may_be_call = deed(word).is_some() && !is_member(&self.reader, number.saturating_sub(1));
        let is_key = matches!(next, Some(Kind::Sign("=>"))) || stands_alone && !may_be_call;
        let begins_statement = matches!(before, None | Some(Kind::Sign(";" | "{" | "}")));
        let is_label = begins_statement && matches!(next, Some(Kind::Sign(":")));
        let is_file_test = word.len() == 1 && matches!(before, Some(Kind::Sign("-")));
        let behind_word = matches!(before, Some(Kind::Word(word))
            if matches!(word.as_str(), "sub" | "last" | "next" | "redo" | "goto"));
        is_key || is_label || is_file_test || behind_word && !is_modifier(word)
    }

    /// True if a word only computes, or is a function whose body is read where it stands.
    fn is_known(&self, word: &str, bare: &str) -> bool {
        HARMLESS.binary_search(&bare).is_ok()
            || self.functions.contains(&word)
            || is_handle(word)
            || MODULES.binary_search(&word).is_ok()
            || bare.rsplit_once("::").is_some_and(|(module, name)| {
                MODULES.binary_search(&module).is_ok() && HARMLESS.binary_search(&name).is_ok()
            })
    }

    fn uses(&mut self, number: usize) {
        let span = self.reader.span(number);
        match self.reader.kind(number + 1) {
            Some(Kind::Word(module))
                if MODULES.binary_search(&module.as_str()).is_err() && !module.starts_with('v') =>
            {
                self.reader.unread(span, &format!("the module `{module}`"));
            }
            Some(Kind::Text(_) | Kind::Variable(_)) => self.reader.unread(span, "another file's code"),
            _ => {}
        }
    }

    /// Code inside a pattern or a text: it may only compute.
    fn inner(&mut self, code: &str, span: Span) {
        let tokens = match cut(code, Tongue::Perl) {
            Ok(tokens) => tokens,
            Err(why) => return self.reader.unread(span, &format!("code with {why}")),
        };
        let writes = tokens.iter().any(|token| match &token.kind {
            Kind::Word(word) => {
                matches!(word.as_str(), "eval" | "do")
                    || HARMLESS.binary_search(&word.as_str()).is_err()
                        && !self.functions.contains(&word.as_str())
            }
            Kind::Command(_) | Kind::Pattern(Some(_)) => true,
            _ => false,
        });
        if writes {
            self.reader.unread(span, "code in a replacement or a text");
        }
    }
}

/// True if the brace at a place is that of a member (`$h{key}`, `$r->{key}`), not of a block.
fn is_member(reader: &Reader<'_, '_>, brace: usize) -> bool {
    matches!(reader.before(brace), Some(Kind::Variable(_) | Kind::Sign("->" | "]")))
}

/// True if a part of the statement between two places runs only sometimes.
fn is_conditional(reader: &Reader<'_, '_>, from: usize, to: usize) -> bool {
    (from..to).any(|number| match reader.kind(number) {
        Some(Kind::Word(word)) => is_modifier(word) || matches!(word.as_str(), "and" | "map" | "grep"),
        Some(Kind::Sign("&&" | "?")) => true,
        _ => false,
    })
}

/// A word that makes a statement run sometimes or several times (perlsyn, "Statement Modifiers").
fn is_modifier(word: &str) -> bool {
    matches!(word, "if" | "unless" | "while" | "until" | "for" | "foreach")
}

fn is_handle(word: &str) -> bool {
    word.chars().all(|letter| letter == '_' || letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

/// `-n`, `-p`, alone or among other letters.
fn is_loop(switch: &str) -> bool {
    let letters = switch.strip_prefix('-').unwrap_or("");
    let front = letters.split(['e', 'E', 'M', 'I', 'F', 'i']).next().unwrap_or("");
    let behind_i = letters.strip_prefix(['p', 'n']).is_some();
    front.contains(['n', 'p']) || behind_i
}
