//! The string of `env -S`, split into words (coreutils 9.1 manual, "-S/--split-string usage in scripts").

use crate::commands::plan::Facts;
use crate::span::Span;
use crate::value::{AbstractString, Field};

/// The words of a string; `None` if `env` refuses it.
pub(super) fn split(text: &str, span: Span, facts: &dyn Facts) -> Option<Vec<Field>> {
    let mut words = Words { done: Vec::new(), open: None };
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\'' | '"', None) => {
                quote = Some(letter);
                words.open();
            }
            (letter, Some(open)) if letter == open => quote = None,
            ('\\', _) => match escape(letters.next()?, quote)? {
                Escape::Letters(known) => words.open().push_text(known),
                Escape::Kept(letter) => words.open().push_text(&['\\', letter].iter().collect::<String>()),
                Escape::Separator => words.close(),
                Escape::End => break,
            },
            ('$', None | Some('"')) => {
                let (name, behind) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                letters = behind.chars();
                match facts.environment(name) {
                    Some(value) => words.open().push_text(&value),
                    None => words.open().append(&AbstractString::unknown(format!("`${name}` is not known"))),
                }
            }
            (' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r', None) => words.close(),
            ('#', None) if words.open.is_none() => break,
            (letter, _) => words.open().push_text(letter.encode_utf8(&mut [0; 4])),
        }
    }
    if quote.is_some() {
        return None;
    }
    words.close();
    let field = |value| Field { value, many: false, span };
    Some(words.done.into_iter().map(field).collect())
}

#[derive(Default)]
struct Words {
    done: Vec<AbstractString>,
    open: Option<AbstractString>,
}

impl Words {
    /// The word that is being read, begun if there is none.
    fn open(&mut self) -> &mut AbstractString {
        self.open.get_or_insert_default()
    }

    fn close(&mut self) {
        self.done.extend(self.open.take());
    }
}

/// What a backslash and a letter mean.
enum Escape {
    /// these letters
    Letters(&'static str),
    /// the letter and its backslash
    Kept(char),
    /// the end of a word
    Separator,
    /// the end of the string
    End,
}

/// `None` if `env` refuses it.
fn escape(letter: char, quote: Option<char>) -> Option<Escape> {
    Some(match (letter, quote) {
        ('\\', _) => Escape::Letters("\\"),
        ('\'', _) => Escape::Letters("'"),
        (letter, Some('\'')) => Escape::Kept(letter),
        ('"', _) => Escape::Letters("\""),
        ('#', _) => Escape::Letters("#"),
        ('$', _) => Escape::Letters("$"),
        ('f', _) => Escape::Letters("\u{c}"),
        ('n', _) => Escape::Letters("\n"),
        ('r', _) => Escape::Letters("\r"),
        ('t', _) => Escape::Letters("\t"),
        ('v', _) => Escape::Letters("\u{b}"),
        ('_', None) => Escape::Separator,
        ('_', Some(_)) => Escape::Letters(" "),
        ('c', None) => Escape::End,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::commands::show::Folder;
    use crate::value::Output;

    /// Expected words are those that GNU env 9.1 gave to `printf '[%s]'`.
    #[rstest]
    #[case(r#"a "b c"d"#, Some("[a][b cd]"))]
    #[case(r"x\_y", Some("[x][y]"))]
    #[case(r#""x\_y""#, Some("[x y]"))]
    #[case(r"a\tb", Some("[a\tb]"))]
    #[case(r"'a\tb'", Some(r"[a\tb]"))]
    #[case(r"a\cb c", Some("[a]"))]
    #[case("a #b", Some("[a]"))]
    #[case("a#b", Some("[a#b]"))]
    #[case(r"\#b", Some("[#b]"))]
    #[case(r#"'it\'s' 'a\"b' '${Q}'"#, Some(r#"[it's][a\"b][${Q}]"#))]
    #[case(r#""a"'b'"#, Some("[ab]"))]
    #[case(r#""""#, Some("[]"))]
    #[case("", Some(""))]
    #[case("\"a", None)]
    #[case("$Q", None)]
    #[case(r"a\zb", None)]
    #[case(r#""\c""#, None)]
    #[case("a\\", None)]
    fn strings_are_split_as_env_splits_them(#[case] text: &str, #[case] expected: Option<&str>) {
        let words = split(text, Span::default(), &Folder::fed(Output::Nothing));
        let shown = words.map(|words| {
            words.iter().map(|word| format!("[{}]", word.known().unwrap())).collect::<Vec<_>>().concat()
        });
        assert_eq!(shown.as_deref(), expected);
    }

    #[test]
    fn a_variable_that_is_not_known_is_an_unknown_word() {
        let words = split("a ${NO_SUCH}b", Span::default(), &Folder::fed(Output::Nothing)).unwrap();
        assert_eq!(words.iter().map(Field::known).collect::<Vec<_>>(), [Some("a"), None]);
    }
}
