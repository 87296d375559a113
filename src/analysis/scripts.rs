//! Script files that a command starts: found, told apart by their `#!` line, and read in their language.
//!
//! Owns the way from a path to a reader. How a shell's text runs stands in `exec::nested`, other languages in `programs`.

use std::rc::Rc;

use crate::analysis::environment::descriptor_of;
use crate::analysis::exec::{Call, Road};
use crate::analysis::expand::Variable;
use crate::analysis::flow::Flow;
use crate::analysis::interpreter::{Interpreter, NESTED_TEXT_CAP};
use crate::analysis::path::{self, Last};
use crate::analysis::state::State;
use crate::commands::plan::{Dialect, FileText, Interpreter as Reader, Language, Program, Runs, ScriptFile};
use crate::intent::{CommandClass, Via};
use crate::value::{AbstractString, Field};
use crate::world::Entry;

/// What a script's first line may be at most (bytes).
const SHEBANG_CAP: usize = 256;

/// Scripts inside scripts that are followed.
const NESTED_SCRIPTS_CAP: usize = 8;

impl<'a> Interpreter<'a, '_> {
    /// A script file that a program reads.
    pub fn script_file(&mut self, script: &ScriptFile, state: State<'a>, argv: &[Field]) -> Flow<'a> {
        if self.is_missing(&state, &script.path.value)
            && descriptor_of(script.path.known().unwrap_or("")).is_none()
        {
            return Flow::failure(state, 127);
        }
        let span = argv.first().map_or(script.path.span, |field| field.span);
        if !self.follows() {
            return self.unread_script(&script.cause, span, state);
        }
        match self.reader(&state, script) {
            Some((Reader::Shell(dialect), switches)) => {
                let flow =
                    self.shell_script(&script.path, &script.arguments, dialect, &switches, state.clone());
                flow.unwrap_or_else(|| self.unknown_script(script, span, state))
            }
            Some((Reader::Language(Language::Other), _)) | None => {
                self.unread_script(&script.cause, span, state)
            }
            Some((Reader::Language(language), switches)) => {
                self.program_file(script, language, switches, span, state)
            }
        }
    }

    /// True if scripts are read, and this one is not too deep in others.
    fn follows(&self) -> bool {
        let scripts = self.via.iter().filter(|via| **via == Via::Script).count();
        self.options.follow_scripts && scripts < NESTED_SCRIPTS_CAP
    }

    /// A script in a language of the room `programs`.
    fn program_file(
        &mut self,
        script: &ScriptFile,
        language: Language,
        switches: Vec<Rc<str>>,
        span: crate::span::Span,
        state: State<'a>,
    ) -> Flow<'a> {
        let Some(text) = self.content_of(&state, &script.path.value).filter(|text| is_text(text)) else {
            return self.unknown_script(script, span, state);
        };
        let via = match self.script_road(&state, &script.path) {
            Via::Eval => Via::Program,
            via => via,
        };
        let program = Program {
            language,
            text: Field { value: AbstractString::text(&text), many: false, span: script.path.span },
            arguments: script.arguments.clone(),
            cause: Rc::clone(&script.cause),
            switches,
        };
        self.read_program(&program, Some(&script.path.value), via, state)
    }

    fn unknown_script(&mut self, script: &ScriptFile, span: crate::span::Span, state: State<'a>) -> Flow<'a> {
        let name = script.path.known().unwrap_or("a file that is not known").to_owned();
        self.unknown(script.path.span, &format!("the text of `{name}` that is run is not known"));
        self.unread_script(&script.cause, span, state)
    }

    fn unread_script(&mut self, cause: &Rc<str>, span: crate::span::Span, mut state: State<'a>) -> Flow<'a> {
        self.run_intent(&mut state, cause, span, CommandClass::Build);
        self.unread(state, "what a script prints")
    }

    /// Texts of a file that a build tool hands to shells: scripts of a manifest, lines of a recipe.
    pub fn file_texts(&mut self, texts: &[FileText], state: State<'a>) -> Flow<'a> {
        let mut flow = Flow::success(state);
        let mut ended = Flow::none();
        for given in texts {
            let entering = flow.take_success();
            ended.absorb(std::mem::replace(&mut flow, Flow::none()));
            for state in entering {
                if given.runs == Runs::Maybe {
                    flow.absorb(Flow::success(state.clone()));
                }
                flow.absorb(self.file_text(given, state));
            }
        }
        ended.absorb(flow);
        ended
    }

    fn file_text(&mut self, given: &FileText, state: State<'a>) -> Flow<'a> {
        let span = given.shell.text.span;
        if !self.follows() {
            return self.unread_script(&given.cause, span, state);
        }
        let road = Road { via: self.script_road(&state, &given.file), span: self.outer(span) };
        let mut flow = self.shell_text_by(&given.shell, &given.environment, road, state);
        if !given.ignores_failure {
            return flow;
        }
        let mut ended = Flow::none();
        for state in flow.advance() {
            ended.absorb(Flow::success(state));
        }
        ended
    }

    /// What reads a script, and the switches that its first line gives.
    fn reader(&self, state: &State<'a>, script: &ScriptFile) -> Option<(Reader, Vec<Rc<str>>)> {
        match script.interpreter {
            Some(reader) => Some((reader, script.switches.clone())),
            None => {
                let text = self.content_of(state, &script.path.value)?;
                first_line(&text)
            }
        }
    }

    /// A program that is named by a path and that no row knows.
    pub fn script_by_path(&mut self, fields: &[Field], state: State<'a>) -> Flow<'a> {
        let Some((name, arguments)) = fields.split_first() else { return Flow::success(state) };
        let script = ScriptFile {
            path: name.clone(),
            interpreter: None,
            arguments: arguments.to_vec(),
            switches: Vec::new(),
            cause: name.known().unwrap_or("a script").into(),
        };
        self.script_file(&script, state, fields)
    }

    /// A program of the command's own making or from a changed PATH, by its bare name.
    pub fn own_program(&mut self, name: &str, call: Call<'_, 'a>, state: &State<'a>) -> Option<Flow<'a>> {
        if name.contains('/') || !state.process.variables.contains_key("PATH") {
            return None;
        }
        let path = self.known_variable(state, "PATH");
        let Some(path) = path else {
            // What stands in front of `:$PATH` is searched first, whatever the rest is.
            return self.search(&self.path_prefix(state), name, call, state);
        };
        self.search(&path, name, call, state)
    }

    fn path_prefix(&self, state: &State<'a>) -> String {
        match self.variable(state, "PATH") {
            Variable::Scalar { values, .. } => {
                let prefix = values.last().map(|value| value.known_prefix().to_owned()).unwrap_or_default();
                prefix.rsplit_once(':').map(|(front, _)| front.to_owned()).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    fn search(&mut self, path: &str, name: &str, call: Call<'_, 'a>, state: &State<'a>) -> Option<Flow<'a>> {
        for directory in path.split(':').filter(|directory| directory.starts_with('/')) {
            let candidate = path::join(directory, name);
            let resolved = self.files(state).resolve(&candidate, Last::Follow);
            if let (None, Some(Entry::File { executable: true, .. })) = (resolved.problem, &resolved.entry) {
                let known = crate::commands::find(name).is_some();
                let text = self.content_of(state, &AbstractString::text(&candidate));
                // A binary of a known name is the program that the rows know.
                if known && text.is_none_or(|text| !text.starts_with("#!")) {
                    return None;
                }
                let mut fields = call.fields.to_vec();
                if let Some(first) = fields.first_mut() {
                    *first = Field::text(&candidate, first.span);
                }
                return Some(self.script_by_path(&fields, state.clone()));
            }
        }
        None
    }
}

/// What reads a text as its first line tells, and the switches there; a file without such a line is read by the shell.
fn first_line(text: &str) -> Option<(Reader, Vec<Rc<str>>)> {
    let Some(line) = text.strip_prefix("#!") else {
        return is_text(text).then_some((Reader::Shell(Dialect::Bash), Vec::new()));
    };
    let line = line.lines().next().unwrap_or("");
    let line = line.get(..SHEBANG_CAP.min(line.len())).unwrap_or("");
    let mut words = line.split_whitespace();
    let name = words.find_map(|word| {
        let name = word.rsplit('/').next().unwrap_or(word);
        (name != "env" && !name.starts_with('-') && !name.contains('=')).then_some(name)
    })?;
    Some((reader_of(name)?, words.map(Into::into).collect()))
}

/// What reads the language of an interpreter's name.
fn reader_of(name: &str) -> Option<Reader> {
    let bare = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    Some(match bare {
        "bash" | "zsh" | "ksh" => Reader::Shell(Dialect::Bash),
        "sh" | "dash" | "ash" => Reader::Shell(Dialect::Sh),
        "python" | "pypy" => Reader::Language(Language::Python),
        "node" | "nodejs" | "bun" | "deno" | "tsx" | "ts-node" => Reader::Language(Language::JavaScript),
        "perl" => Reader::Language(Language::Perl),
        "ruby" => Reader::Language(Language::Ruby),
        _ => return None,
    })
}

fn is_text(text: &str) -> bool {
    text.len() <= NESTED_TEXT_CAP && !text.contains('\0')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("#!/bin/sh -e\n", Reader::Shell(Dialect::Sh), &["-e"])]
    #[case("#!/usr/bin/env -S bash -eu\n", Reader::Shell(Dialect::Bash), &["-eu"])]
    #[case("#!/usr/bin/env python3\nx", Reader::Language(Language::Python), &[])]
    #[case("#! /usr/bin/python3.11 -u", Reader::Language(Language::Python), &["-u"])]
    #[case("#!/usr/bin/env -S FOO=1 node --no-warnings", Reader::Language(Language::JavaScript), &["--no-warnings"])]
    #[case("#!/usr/bin/perl -w", Reader::Language(Language::Perl), &["-w"])]
    #[case("touch a\n", Reader::Shell(Dialect::Bash), &[])]
    fn the_first_line_tells_the_reader(
        #[case] text: &str,
        #[case] reader: Reader,
        #[case] switches: &[&str],
    ) {
        let switches: Vec<Rc<str>> = switches.iter().map(|one| Rc::from(*one)).collect();
        assert_eq!(first_line(text), Some((reader, switches)));
    }

    #[test]
    fn an_unknown_reader_and_a_binary_have_none() {
        assert_eq!(first_line("#!/usr/bin/awk -f\n"), None);
        assert_eq!(first_line("\u{7f}ELF\0\0"), None);
    }
}
