//! The one option parser: it sorts an argv into options with their values and operands.
//!
//! Owns the customs of command lines (POSIX Utility Syntax Guidelines, GNU `getopt_long`, the single-dash long names
//! of X, Go and find): clusters, attached values, `--name=value`, shortened long names, `--`, operands before options.
//! It does not know what an option means: that is the parameter `R` of the table that is handed in.

use std::rc::Rc;

use crate::span::Span;
use crate::value::{AbstractString, Field, Piece};

/// One option, or several that mean the same: all their names, separated by spaces (`-o --output`).
#[derive(Clone, Copy, Debug)]
pub struct Opt<'a, R> {
    /// The names with their dashes.
    pub names: &'a str,
    /// Whether a value belongs to it.
    pub arity: Arity,
    /// What it means to the command.
    pub role: R,
}

/// Whether a value belongs to an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// none
    Flag,
    /// one, attached (`-ofile`, `--output=file`) or the next argument
    Value,
    /// perhaps one, and only attached (`-i.bak`, `--backup=simple`)
    Attached,
    /// perhaps octal digits, attached; letters may follow (`perl -lne`, `-0777`)
    Digits,
    /// this many, all of them following arguments (`jq --arg NAME VALUE`)
    Several(u8),
}

impl<'a, R> Opt<'a, R> {
    /// Options without a value.
    #[must_use]
    pub const fn flag(names: &'a str, role: R) -> Self {
        Self { names, arity: Arity::Flag, role }
    }

    /// Options with a value.
    #[must_use]
    pub const fn value(names: &'a str, role: R) -> Self {
        Self { names, arity: Arity::Value, role }
    }

    /// Options with an attached value or none.
    #[must_use]
    pub const fn attached(names: &'a str, role: R) -> Self {
        Self { names, arity: Arity::Attached, role }
    }

    /// True if `name` (with its dashes) is one of the names.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.names.split_ascii_whitespace().any(|one| one == name)
    }

    /// True if `--no-WORD` is one of the names.
    #[must_use]
    pub fn negates(&self, word: &str) -> bool {
        self.names.split_ascii_whitespace().any(|one| one.strip_prefix("--no-") == Some(word))
    }
}

/// The custom by which a command reads its command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Syntax {
    /// Options may follow operands (GNU); otherwise the first operand ends them (POSIX).
    pub permutes: bool,
    /// Single letters may stand together behind one dash.
    pub clusters: bool,
    /// Long names may be shortened while they stay unique.
    pub shortens: bool,
    /// Long names may stand behind one dash too (`-output f`, `-chdir=d`).
    pub single_dash: bool,
    /// `-5` is an option without further meaning.
    pub numbers: bool,
    /// Options outside the table are accepted as harmless flags: the row's effect does not depend on them.
    pub open: bool,
}

impl Syntax {
    /// GNU `getopt_long`.
    pub const GNU: Self = Self {
        permutes: true,
        clusters: true,
        shortens: true,
        single_dash: false,
        numbers: false,
        open: false,
    };
    /// The first operand ends the options: wrappers, and commands with subcommands.
    pub const STOP: Self = Self { permutes: false, ..Self::GNU };
    /// `-name`, `--name`, `-name=value`; no clusters (Go's package flag, find, ImageMagick).
    pub const SINGLE: Self = Self { single_dash: true, clusters: false, shortens: false, ..Self::GNU };
    /// Any option, anywhere: for commands whose effect is the same whatever they are given.
    pub const OPEN: Self = Self { open: true, shortens: false, ..Self::GNU };
    /// Any option, and the first operand ends them.
    pub const OPEN_STOP: Self = Self { permutes: false, ..Self::OPEN };

    /// The same with `-5` as an option.
    #[must_use]
    pub const fn with_numbers(self) -> Self {
        Self { numbers: true, ..self }
    }
}

/// An option that was given.
#[derive(Clone, Debug)]
pub struct Given<'a, R> {
    /// Its entry in the table.
    pub option: &'a Opt<'a, R>,
    /// Its value; `None` without one, and if the command line ends before it.
    pub value: Option<Field>,
    /// Further values of [`Arity::Several`].
    pub more: Vec<Field>,
    /// The word that it stands in.
    pub span: Span,
}

/// One argument, or an option with its value.
#[derive(Clone, Debug)]
pub enum Item<'a, R> {
    /// an option of the table
    Option(Given<'a, R>),
    /// an operand
    Operand(Field),
}

/// A command line, read.
#[derive(Clone, Debug)]
pub struct Parsed<'a, R> {
    /// Options and operands in their order.
    pub items: Vec<Item<'a, R>>,
    /// Options outside the table, as written.
    pub unknown: Vec<(Span, Rc<str>)>,
    /// An operand in the place of an option whose text is not known: it could be one.
    pub perhaps: Option<Span>,
    /// The index in the argv of the first operand, if there is one.
    pub first_operand: Option<usize>,
}

impl<'a, R> Parsed<'a, R> {
    /// The operands in order.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = &Field> {
        self.items.iter().filter_map(|item| match item {
            Item::Operand(field) => Some(field),
            Item::Option(_) => None,
        })
    }

    /// The options in order.
    pub fn options(&self) -> impl DoubleEndedIterator<Item = &Given<'a, R>> {
        self.items.iter().filter_map(|item| match item {
            Item::Option(given) => Some(given),
            Item::Operand(_) => None,
        })
    }

    /// True if an option that has this name was given, under any of its names.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.options().any(|given| given.option.is(name))
    }

    /// The value of the last option given that has this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Field> {
        self.options().rev().find(|given| given.option.is(name))?.value.as_ref()
    }
}

/// Reads the arguments behind the command's name (`arguments` is the argv without it).
#[must_use]
pub fn parse<'a, R>(arguments: &[Field], table: &'a [Opt<'a, R>], syntax: Syntax) -> Parsed<'a, R> {
    parse_with(arguments, &[table], syntax)
}

/// The same with several tables, the first of which wins: a subcommand's own options and its command's.
#[must_use]
pub fn parse_with<'a, R>(arguments: &[Field], tables: &[&'a [Opt<'a, R>]], syntax: Syntax) -> Parsed<'a, R> {
    let parsed = Parsed { items: Vec::new(), unknown: Vec::new(), perhaps: None, first_operand: None };
    let mut reader = Reader { arguments, next: 0, tables, syntax, ended: false, parsed };
    while let Some(field) = reader.take() {
        reader.argument(field);
    }
    reader.parsed
}

/// More letters behind one dash (bytes) are not read as options; a value that is attached to one may be longer.
const CLUSTER_CAP: usize = 1 << 12;

/// What is longer (bytes, with its dash) and begins with a letter that is no option is no cluster of letters.
const LONG: usize = 6;

struct Reader<'s, 'a, R> {
    arguments: &'s [Field],
    next: usize,
    tables: &'s [&'a [Opt<'a, R>]],
    syntax: Syntax,
    ended: bool,
    parsed: Parsed<'a, R>,
}

impl<'s, 'a, R> Reader<'s, 'a, R> {
    fn take(&mut self) -> Option<&'s Field> {
        let field = self.arguments.get(self.next)?;
        self.next += 1;
        Some(field)
    }

    fn argument(&mut self, field: &'s Field) {
        let prefix = field.value.known_prefix();
        if self.ended || prefix.len() < 2 || !prefix.starts_with('-') {
            self.operand(field);
        } else if field.known() == Some("--") {
            self.ended = true;
        } else if prefix.starts_with("--") {
            self.long(field, prefix);
        } else if self.syntax.numbers && number(prefix) {
            // `-5`: a count of lines or the like.
        } else if !(self.syntax.single_dash && self.single(field, prefix)) {
            self.cluster(field, prefix);
        }
    }

    fn operand(&mut self, field: &Field) {
        if !self.ended && self.parsed.perhaps.is_none() && could_be_option(field) {
            self.parsed.perhaps = Some(field.span);
        }
        self.parsed.first_operand.get_or_insert(self.next - 1);
        self.parsed.items.push(Item::Operand(field.clone()));
        if !self.syntax.permutes {
            self.ended = true;
        }
    }

    fn long(&mut self, field: &Field, prefix: &str) {
        let (name, attached) = match prefix.split_once('=') {
            Some((name, _)) => (name, Some(behind(field, name.len() + 1))),
            None => (prefix, None),
        };
        if attached.is_none() && field.value.known().is_none() {
            self.note(field);
            return;
        }
        match self.find_long(name) {
            Some(option) => self.give(option, attached, field.span),
            None if self.syntax.single_dash && self.find(name.get(1..)).is_some() => {
                let option = self.find(name.get(1..));
                option.into_iter().for_each(|option| self.give(option, attached.clone(), field.span));
            }
            None => self.note(field),
        }
    }

    /// `-name`, `-name=value`; false if no such name is in the table.
    fn single(&mut self, field: &Field, prefix: &str) -> bool {
        let (name, attached) = match prefix.split_once('=') {
            Some((name, _)) => (name, Some(behind(field, name.len() + 1))),
            None => (prefix, None),
        };
        let double = format!("-{name}");
        let Some(option) = self.find(Some(name)).or_else(|| self.find(Some(&double))) else {
            return false;
        };
        self.give(option, attached, field.span);
        true
    }

    fn cluster(&mut self, field: &Field, prefix: &str) {
        let mut noted = false;
        let mut skip = 0;
        for (at, letter) in prefix.char_indices().skip(1) {
            if skip > 0 {
                skip -= 1;
                continue;
            }
            if at > CLUSTER_CAP {
                self.note(field);
                return;
            }
            let end = at + letter.len_utf8();
            let option = prefix.get(at..end).and_then(|letter| self.find_letter(letter));
            match option {
                Some(option) if matches!(option.arity, Arity::Value | Arity::Attached) => {
                    let rest = behind(field, end);
                    let attached = (!rest.value.is_empty()).then_some(rest);
                    self.give(option, attached, field.span);
                    return;
                }
                Some(option) if option.arity == Arity::Digits => {
                    self.give(option, None, field.span);
                    skip = digits(prefix.get(end..).unwrap_or(""));
                }
                Some(option) => self.give(option, None, field.span),
                // A long name behind one dash, of a command whose options are not all known.
                None if self.syntax.open && at == 1 && prefix.len() > LONG => return,
                None if !noted => {
                    noted = true;
                    self.note(field);
                }
                None => {}
            }
            if !self.syntax.clusters {
                return;
            }
        }
        if field.value.known().is_none() && !noted {
            self.note(field);
        }
    }

    fn give(&mut self, option: &'a Opt<'a, R>, attached: Option<Field>, span: Span) {
        let mut more = Vec::new();
        let value = match option.arity {
            Arity::Flag | Arity::Attached | Arity::Digits => attached,
            Arity::Value => attached.or_else(|| self.take().cloned()),
            Arity::Several(count) => {
                let first = attached.or_else(|| self.take().cloned());
                for _ in 1..count {
                    more.extend(self.take().cloned());
                }
                first
            }
        };
        self.parsed.items.push(Item::Option(Given { option, value, more, span }));
    }

    fn note(&mut self, field: &Field) {
        if !self.syntax.open {
            let text = field.known().unwrap_or_else(|| field.value.known_prefix());
            self.parsed.unknown.push((field.span, text.into()));
        }
    }

    fn options(&self) -> impl Iterator<Item = &'a Opt<'a, R>> {
        self.tables.iter().flat_map(|table| table.iter())
    }

    fn find(&self, name: Option<&str>) -> Option<&'a Opt<'a, R>> {
        let name = name?;
        self.options().find(|option| option.is(name))
    }

    fn find_letter(&self, letter: &str) -> Option<&'a Opt<'a, R>> {
        self.options().find(|option| {
            let mut names = option.names.split_ascii_whitespace();
            names.any(|name| name.strip_prefix('-') == Some(letter))
        })
    }

    fn find_long(&self, name: &str) -> Option<&'a Opt<'a, R>> {
        let exact = self.find(Some(name));
        if exact.is_some() || !self.syntax.shortens || name.len() < 3 {
            return exact;
        }
        let mut fits = self
            .options()
            .filter(|option| option.names.split_ascii_whitespace().any(|one| one.starts_with(name)));
        let first = fits.next()?;
        fits.next().is_none().then_some(first)
    }
}

/// The field without its first `length` bytes, which are known text.
#[must_use]
pub fn behind(field: &Field, length: usize) -> Field {
    let mut value = AbstractString::empty();
    for (index, piece) in field.value.pieces().iter().enumerate() {
        match piece {
            Piece::Text(text) if index == 0 => value.push_text(text.get(length..).unwrap_or("")),
            other => value.push(other.clone()),
        }
    }
    for what in field.value.assumes() {
        value.assume(Rc::clone(what));
    }
    Field { value, many: false, span: field.span }
}

/// The length of the octal (or `xHH`) number at the start of `text`.
fn digits(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'x').count()
}

fn number(prefix: &str) -> bool {
    prefix.len() > 1 && prefix.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

/// A value that begins with nothing known can begin with a dash. Globs and producers' names begin with their directory
/// or are taken as names, as the shell's user means them.
fn could_be_option(field: &Field) -> bool {
    // What goes on with a slash is meant as a path.
    let is_path =
        field.value.pieces().iter().any(|piece| matches!(piece, Piece::Text(text) if text.starts_with('/')));
    matches!(field.value.pieces().first(), Some(Piece::Unknown(_))) && !is_path
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Opt<'static, ()>] = &[
        Opt::flag("-n --quiet", ()),
        Opt::attached("-i --in-place", ()),
        Opt::value("-f --file", ()),
        Opt::value("-o --output", ()),
        Opt::flag("--old", ()),
        Opt { names: "-0", arity: Arity::Digits, role: () },
    ];

    fn fields(words: &[&str]) -> Vec<Field> {
        words.iter().map(|word| Field::text(word, Span::default())).collect()
    }

    fn show(words: &[&str], syntax: Syntax) -> String {
        let arguments = fields(words);
        let parsed = parse(&arguments, TABLE, syntax);
        let mut shown: Vec<String> = parsed
            .items
            .iter()
            .map(|item| match item {
                Item::Operand(field) => field.known().unwrap_or("?").to_owned(),
                Item::Option(given) => format!(
                    "{}({})",
                    given.option.names.split(' ').next().unwrap_or(""),
                    given.value.as_ref().and_then(Field::known).unwrap_or("")
                ),
            })
            .collect();
        shown.extend(parsed.unknown.iter().map(|(_, text)| format!("unknown {text}")));
        shown.join(" ")
    }

    #[rstest::rstest]
    // `sed -nif g` edits g in place with the suffix `f` (GNU sed 4.8).
    #[case(&["-nif", "g"], "-n() -i(f) g")]
    #[case(&["-n", "-f", "g", "h"], "-n() -f(g) h")]
    #[case(&["-fg", "h"], "-f(g) h")]
    #[case(&["--file=g", "--fi", "h"], "-f(g) -f(h)")]
    #[case(&["--o", "x"], "x unknown --o")]
    #[case(&["--ou", "x", "--old"], "-o(x) --old()")]
    #[case(&["a", "-n", "b"], "a -n() b")]
    #[case(&["a", "--", "-n"], "a -n")]
    #[case(&["-", "-n"], "- -n()")]
    #[case(&["-nz", "a"], "-n() a unknown -nz")]
    #[case(&["-0777ni", "a"], "-0() -n() -i() a")]
    #[case(&["--in-place", "a"], "-i() a")]
    #[case(&["--in-place=.b", "a"], "-i(.b) a")]
    fn reads_as_getopt_long_does(#[case] words: &[&str], #[case] expected: &str) {
        assert_eq!(show(words, Syntax::GNU), expected);
    }

    #[test]
    fn a_long_name_behind_one_dash_is_no_cluster_where_any_option_is_accepted() {
        assert_eq!(show(&["-show_format", "a"], Syntax::OPEN), "a");
        assert_eq!(show(&["-xn", "a"], Syntax::OPEN), "-n() a");
    }

    #[test]
    fn the_first_operand_ends_options_where_posix_stops() {
        assert_eq!(show(&["-n", "a", "-n"], Syntax::STOP), "-n() a -n");
    }

    #[test]
    fn long_names_may_stand_behind_one_dash() {
        assert_eq!(show(&["-output=x", "-old", "-file", "g"], Syntax::SINGLE), "-o(x) --old() -f(g)");
    }

    #[test]
    fn an_unknown_value_keeps_its_option() {
        let mut value = AbstractString::text("--output=d/");
        value.push(Piece::Unknown("X".into()));
        let arguments = [Field { value, many: false, span: Span::default() }];
        let parsed = parse(&arguments, TABLE, Syntax::GNU);
        let value = parsed.value("-o").expect("given");
        assert_eq!(value.value.known_prefix(), "d/");
        assert_eq!(value.known(), None);
        assert!(parsed.unknown.is_empty());
    }

    #[test]
    fn an_unknown_word_could_be_an_option_until_the_dashes() {
        let unknown = Field { value: AbstractString::unknown("X"), many: false, span: Span::default() };
        let before = [unknown.clone()];
        let behind = [Field::text("--", Span::default()), unknown];
        assert!(parse(&before, TABLE, Syntax::GNU).perhaps.is_some());
        assert!(parse(&behind, TABLE, Syntax::GNU).perhaps.is_none());
    }
}
