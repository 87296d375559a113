//! Parts of words to fragments.

use std::borrow::Cow;

use super::brace::Bit;
use super::cases::{Case, Cases, Reduce, limit, map, merge, sure};
use super::fragment::{Fragment, Fragments, Mode, joined, pattern_text};
use super::glob::GLOB_CHARACTERS;
use super::{DEPTH_CAP, Expander, Variable};
use crate::analysis::arithmetic::{self, Number};
use crate::analysis::text;
use crate::span::Span;
use crate::syntax::ast::{
    Command, CommandSubstitution, RedirectionOperator, RedirectionTarget, Word, WordPart, WordPartKind,
};
use crate::value::{AbstractString, Output, Piece};

/// Where parts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// between double quotes
    pub quoted: bool,
    /// in the operand of a `${…}`: literals are split like what came out of an expansion
    pub operand: bool,
    /// one string comes out, whatever the parts are
    pub single: bool,
}

impl Place {
    pub(super) const FIELDS: Self = Self { quoted: false, operand: false, single: false };
    pub(super) const SINGLE: Self = Self { quoted: false, operand: false, single: true };
    pub(super) const QUOTED: Self = Self { quoted: true, operand: false, single: true };

    /// The mode of text that an expansion gives here.
    pub(super) const fn expanded(self) -> Mode {
        if self.quoted { Mode::Quoted } else { Mode::Split }
    }

    const fn literal(self) -> Mode {
        match (self.quoted, self.operand) {
            (true, _) => Mode::Quoted,
            (false, true) => Mode::Split,
            (false, false) => Mode::Literal,
        }
    }
}

impl<'a> Expander<'_, 'a> {
    /// The parts of a brace-expanded word.
    pub(super) fn bits(&mut self, bits: &[Bit<'a>], place: Place) -> Cases<Fragments> {
        let mut cases = sure(Vec::new());
        let mut taken = 0;
        for (index, bit) in bits.iter().enumerate() {
            let skipped = std::mem::take(&mut taken);
            let next = match bit {
                Bit::Part(part) => {
                    let behind = bits.get(index + 1).and_then(text_of).unwrap_or("");
                    match longer_name(part, behind) {
                        Some((name, length)) => {
                            taken = length;
                            self.named(&name, place)
                        }
                        None if skipped > 0 => {
                            let text = text_of(bit).and_then(|text| text.get(skipped..)).unwrap_or("");
                            sure(vec![literal(text, place)])
                        }
                        None => self.part(part, place),
                    }
                }
                Bit::Text(text) => sure(vec![literal(text.get(skipped..).unwrap_or(""), place)]),
            };
            cases = append(cases, &next);
        }
        cases
    }

    /// The parts of a word in which braces mean nothing.
    pub(super) fn parts(&mut self, parts: &[WordPart<'a>], place: Place) -> Cases<Fragments> {
        if self.depth >= DEPTH_CAP {
            // What they would run is not seen either.
            let span = parts.iter().map(|part| part.span).reduce(Span::join).unwrap_or_default();
            self.environment.unknown(span, "expansions nested deeper than are followed");
            let value = AbstractString::unknown("expansions nested deeper than DEPTH_CAP");
            return sure(vec![Fragment::Text(place.expanded(), value)]);
        }
        self.depth += 1;
        let mut cases = sure(Vec::new());
        // Runs of plain parts are joined first: appending them one by one would copy the text each time.
        for run in parts.chunk_by(|left, right| plain(left).is_some() && plain(left) == plain(right)) {
            let next = match run {
                [part] => self.part(part, place),
                _ => sure(vec![plain_run(run, place)]),
            };
            cases = append(cases, &next);
        }
        self.depth -= 1;
        cases
    }

    /// The parts as one string.
    pub(super) fn text(&mut self, parts: &[WordPart<'a>], place: Place) -> Cases<AbstractString> {
        let cases = self.parts(parts, Place { single: true, ..place });
        map(cases, |fragments| joined(&fragments, " "))
    }

    /// The parts as a pattern.
    pub(super) fn pattern(&mut self, parts: &[WordPart<'a>]) -> Cases<AbstractString> {
        let cases = self.parts(parts, Place::SINGLE);
        map(cases, |fragments| pattern_text(&fragments))
    }

    fn part(&mut self, part: &WordPart<'a>, place: Place) -> Cases<Fragments> {
        match part.kind {
            WordPartKind::Literal(text) | WordPartKind::Glob(text) => sure(vec![literal(text, place)]),
            WordPartKind::Escaped(text) | WordPartKind::SingleQuoted(text) => sure(vec![quoted(text)]),
            WordPartKind::AnsiC(raw) => sure(vec![quoted(&text::ansi_c(raw))]),
            WordPartKind::DoubleQuoted(parts) => self.double_quoted(parts, place),
            WordPartKind::Parameter(parameter) => self.parameter(parameter, place),
            WordPartKind::CommandSubstitution(node) => self.substitution(node, place),
            WordPartKind::Arithmetic(node) => {
                let number = arithmetic::evaluate(node, self.environment);
                sure(vec![Fragment::Text(place.expanded(), self.number(number))])
            }
            WordPartKind::ProcessSubstitution(node) => {
                sure(vec![Fragment::Text(Mode::Quoted, self.environment.process(node))])
            }
            WordPartKind::Tilde(user) => self.tilde(user),
            WordPartKind::ExtendedGlob(kind, patterns) => self.extended_glob(kind, patterns, place),
            WordPartKind::BraceList(words) => self.unexpanded_braces(words, place),
            WordPartKind::BraceSequence(text) => sure(vec![literal(&format!("{{{text}}}"), place)]),
            WordPartKind::Array(_) => sure(Vec::new()),
        }
    }

    /// A number as text; an error makes the command fail.
    pub(super) fn number(&mut self, number: Number) -> AbstractString {
        match number {
            Number::Known(value) => AbstractString::text(&value.to_string()),
            Number::Unknown(why) => AbstractString::empty().with_pieces([Piece::Segment(why)]),
            Number::Error(why) => {
                self.environment.fail(self.span, &why);
                AbstractString::empty()
            }
        }
    }

    /// Double quotes make a field even around nothing, unless all that stands in them is `$@` without parameters.
    fn double_quoted(&mut self, parts: &[WordPart<'a>], place: Place) -> Cases<Fragments> {
        let cases = self.parts(parts, Place { quoted: true, ..place });
        let only_lists = !parts.is_empty() && parts.iter().all(is_list);
        map(cases, |mut fragments| {
            if fragments.is_empty() && !only_lists {
                fragments.push(quoted(""));
            }
            fragments
        })
    }

    fn extended_glob(&mut self, kind: char, patterns: &[Word<'a>], place: Place) -> Cases<Fragments> {
        self.is_extended = true;
        let mut cases = sure(vec![literal(&format!("{kind}("), place)]);
        for (index, pattern) in patterns.iter().enumerate() {
            if index > 0 {
                cases = append(cases, &sure(vec![literal("|", place)]));
            }
            let next = self.parts(pattern.parts(), place);
            cases = append(cases, &next);
        }
        append(cases, &sure(vec![literal(")", place)]))
    }

    /// A brace list where braces mean nothing is its own text.
    fn unexpanded_braces(&mut self, words: &[Word<'a>], place: Place) -> Cases<Fragments> {
        let mut cases = sure(vec![literal("{", place)]);
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                cases = append(cases, &sure(vec![literal(",", place)]));
            }
            let next = self.parts(word.parts(), place);
            cases = append(cases, &next);
        }
        append(cases, &sure(vec![literal("}", place)]))
    }

    fn tilde(&mut self, user: &str) -> Cases<Fragments> {
        let variable = match user {
            "" => "HOME",
            "+" => "PWD",
            "-" => "OLDPWD",
            _ => {
                let home = self.environment.home_of(user);
                let text = home.map_or_else(|| Cow::Owned(format!("~{user}")), Cow::Owned);
                return sure(vec![quoted(&text)]);
            }
        };
        match self.environment.variable(variable) {
            Variable::Scalar { values, maybe_unset } => {
                // That these three are unset is far-fetched where they have a value.
                let values = if values.is_empty() {
                    vec![AbstractString::unknown(format!("`{variable}` is not known"))]
                } else {
                    values
                };
                let set = self.chosen(variable, &values, false);
                let _ = maybe_unset;
                map(set, |slot| vec![Fragment::Text(Mode::Quoted, slot)])
            }
            Variable::Unset if user.is_empty() => match self.environment.home_of("") {
                Some(home) => sure(vec![quoted(&home)]),
                None => {
                    sure(vec![Fragment::Text(Mode::Quoted, AbstractString::unknown("`HOME` is not set"))])
                }
            },
            Variable::Unset => sure(vec![quoted(&format!("~{user}"))]),
            _ => sure(vec![Fragment::Text(
                Mode::Quoted,
                AbstractString::unknown(format!("`{variable}` is an array")),
            )]),
        }
    }

    fn substitution(&mut self, node: &'a CommandSubstitution<'a>, place: Place) -> Cases<Fragments> {
        let output = match self.file_content(node) {
            Some(content) => Output::Text(content),
            None => self.environment.substitute(node),
        };
        let mode = place.expanded();
        match output {
            Output::Nothing => sure(vec![Fragment::Text(mode, AbstractString::empty())]),
            Output::Text(text) => sure(vec![Fragment::Text(mode, text.trim_newlines())]),
            Output::Unknown(why) => sure(vec![Fragment::Text(mode, AbstractString::unknown(why))]),
            Output::Lines(shapes) if shapes.is_empty() => {
                sure(vec![Fragment::Text(mode, AbstractString::empty())])
            }
            // Nobody knows how many lines there are; where one string is asked for, one line is what is meant.
            Output::Lines(shapes) if place.quoted || place.single => super::cases::limit(
                shapes
                    .into_iter()
                    .map(|shape| Case { choices: Vec::new(), item: vec![Fragment::Text(mode, shape)] })
                    .collect(),
            ),
            Output::Lines(shapes) => {
                let mut fragments = Vec::new();
                for (index, shape) in shapes.into_iter().enumerate() {
                    if index > 0 {
                        fragments.push(Fragment::Break);
                    }
                    fragments.push(Fragment::Many(mode, shape));
                }
                sure(fragments)
            }
        }
    }

    /// The content that `$(< file)` gives; `None` for any other command.
    fn file_content(&mut self, node: &CommandSubstitution<'a>) -> Option<AbstractString> {
        let [item] = node.body.items else { return None };
        if !item.and_or.rest().is_empty() || item.and_or.first().negated() {
            return None;
        }
        let [Command::Simple(simple)] = item.and_or.first().commands() else { return None };
        if !simple.words().is_empty() || !simple.assignments().is_empty() {
            return None;
        }
        let [redirection] = simple.redirections() else { return None };
        let (RedirectionOperator::Read, RedirectionTarget::Word(word)) =
            (redirection.operator, redirection.target)
        else {
            return None;
        };
        let paths = self.text(word.parts(), Place::SINGLE);
        let contents: Vec<AbstractString> = paths
            .into_iter()
            .map(|case| match self.environment.content(&case.item) {
                Some(text) => AbstractString::text(&text.replace('\0', "")),
                None => AbstractString::unknown("the content of a file"),
            })
            .collect();
        Some(AbstractString::collapse(contents))
    }
}

/// The text of a bit that is plain text.
fn text_of<'b>(bit: &'b Bit<'_>) -> Option<&'b str> {
    match bit {
        Bit::Text(text) => Some(text),
        Bit::Part(part) => match part.kind {
            WordPartKind::Literal(text) => Some(text),
            _ => None,
        },
    }
}

/// Braces are expanded before parameters, so in `$x{1,2}` the names are `x1` and `x2`: the longer name, and how many
/// bytes of the text behind it belong to it.
fn longer_name(part: &WordPart<'_>, behind: &str) -> Option<(String, usize)> {
    let WordPartKind::Parameter(parameter) = part.kind else { return None };
    let is_name = parameter.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let length = behind.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(behind.len());
    let is_longer = !parameter.braced && is_name && length > 0;
    let more = behind.get(..length).filter(|_| is_longer)?;
    Some((format!("{}{more}", parameter.name), length))
}

/// Every pair of a beginning and an end.
pub(super) fn append(cases: Cases<Fragments>, next: &Cases<Fragments>) -> Cases<Fragments> {
    let mut appended = Vec::with_capacity(cases.len());
    for mut case in cases {
        let mut fits: Vec<_> = next
            .iter()
            .filter_map(|other| Some((merge(&case.choices, &other.choices)?, &other.item)))
            .collect();
        // The last takes the case itself: a copy for each part would make a long word quadratic.
        let last = fits.pop();
        for (choices, item) in fits {
            appended.push(Case { choices, item: [case.item.as_slice(), item].concat() });
        }
        if let Some((choices, item)) = last {
            case.item.extend_from_slice(item);
            appended.push(Case { choices, item: case.item });
        }
    }
    limit(appended)
}

fn literal(text: &str, place: Place) -> Fragment {
    Fragment::Text(place.literal(), AbstractString::text(text))
}

fn quoted(text: &str) -> Fragment {
    Fragment::Text(Mode::Quoted, AbstractString::text(text))
}

/// Does the part give a list of fields between double quotes: `$@`, `${a[@]}` and what is made of them?
fn is_list(part: &WordPart<'_>) -> bool {
    match part.kind {
        WordPartKind::Parameter(parameter) => super::parameter::is_list(parameter),
        _ => false,
    }
}

/// Which kind of plain text a part is: quoted or not; `None` for a part that is expanded.
fn plain(part: &WordPart<'_>) -> Option<bool> {
    match part.kind {
        WordPartKind::Literal(_) | WordPartKind::Glob(_) => Some(false),
        WordPartKind::Escaped(_) | WordPartKind::SingleQuoted(_) => Some(true),
        _ => None,
    }
}

/// The text of a word that is its own only field, whatever the shell's state is: nothing is expanded in it. Most words
/// are such.
pub(super) fn sole_text<'a>(word: &Word<'a>) -> Option<&'a str> {
    let [part] = word.parts() else { return None };
    match part.kind {
        WordPartKind::Literal(text) => (!text.contains(GLOB_CHARACTERS)).then_some(text),
        WordPartKind::Escaped(text) | WordPartKind::SingleQuoted(text) => Some(text),
        _ => None,
    }
}

/// Several plain parts of one kind as one text.
fn plain_run(run: &[WordPart<'_>], place: Place) -> Fragment {
    let mut text = String::new();
    for part in run {
        if let WordPartKind::Literal(one)
        | WordPartKind::Glob(one)
        | WordPartKind::Escaped(one)
        | WordPartKind::SingleQuoted(one) = part.kind
        {
            text.push_str(one);
        }
    }
    match run.first().and_then(plain) {
        Some(true) => quoted(&text),
        _ => literal(&text, place),
    }
}
