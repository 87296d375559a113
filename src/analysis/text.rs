//! Texts that builtins make and take apart: `printf`, `echo`, the splitting of `read` and `mapfile`.
//!
//! Pure functions; the builtins themselves stand elsewhere.

mod escape;
mod printf;
mod record;

use crate::value::{AbstractString, Field, Output};

pub use escape::ansi_c;
pub use printf::printf_text;
pub use record::{Backslashes, records, split_record};

/// What `echo` does with backslashes unless `-e` or `-E` says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// read: dash, or `shopt -s xpg_echo`
    Read,
    /// kept: bash
    Kept,
}

/// What `echo` prints with these arguments. Arguments that stand for any number of words are told as lines, for those
/// who read words.
///
/// ```
/// use willwrite::analysis::text::{Escapes, echo_text};
/// use willwrite::span::Span;
/// use willwrite::value::{AbstractString, Field, Output};
/// let words = ["-e", r"a\tb", "c"].map(|word| Field::text(word, Span::default()));
/// assert_eq!(echo_text(&words, Escapes::Kept), Output::Text(AbstractString::text("a\tb c\n")));
/// ```
#[must_use]
pub fn echo_text(arguments: &[Field], escapes: Escapes) -> Output {
    let mut reads = escapes == Escapes::Read;
    let mut newline = true;
    let mut words = arguments;
    while let Some((first, rest)) = words.split_first() {
        let Some(letters) = first.known().and_then(|text| text.strip_prefix('-')) else { break };
        if letters.is_empty() || !letters.chars().all(|letter| matches!(letter, 'n' | 'e' | 'E')) {
            break;
        }
        for letter in letters.chars() {
            match letter {
                'n' => newline = false,
                letter => reads = letter == 'e',
            }
        }
        words = rest;
    }
    if words.iter().any(|field| field.many) {
        return Output::Lines(words.iter().map(|field| field.value.clone()).collect());
    }
    let mut text = AbstractString::empty();
    for (index, field) in words.iter().enumerate() {
        if index > 0 {
            text.push_text(" ");
        }
        if !reads {
            text.append(&field.value);
        } else if escape::expand(&field.value, escape::Octal::WithZero, &mut text) {
            return Output::Text(text);
        }
    }
    if newline {
        text.push_text("\n");
    }
    Output::Text(text)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::span::Span;
    use crate::value::Piece;

    fn fields(words: &[&str]) -> Vec<Field> {
        words.iter().map(|word| Field::text(word, Span::default())).collect()
    }

    // What `echo` of Bash 5.2 prints.
    #[rstest]
    #[case(&[], "\n")]
    #[case(&["a", "b"], "a b\n")]
    #[case(&["-n", "a"], "a")]
    #[case(&["-ne", "a\\n"], "a\n")]
    #[case(&["-e", "\\x41\\0101\\101"], "AA\\101\n")]
    #[case(&["-e", "a\\cb", "c"], "a")]
    #[case(&["-E", "a\\tb"], "a\\tb\n")]
    #[case(&["a\\tb"], "a\\tb\n")]
    #[case(&["-x", "a"], "-x a\n")]
    #[case(&["--", "a"], "-- a\n")]
    #[case(&["-"], "-\n")]
    #[case(&["-n", "-e", "x", "-n"], "x -n")]
    #[case(&["-e", "\\u00e9\\\\\\q"], "é\\\\q\n")]
    fn echoes_as_bash_does(#[case] words: &[&str], #[case] expected: &str) {
        assert_eq!(echo_text(&fields(words), Escapes::Kept), Output::Text(AbstractString::text(expected)));
    }

    #[test]
    fn dash_reads_escapes() {
        let expected = Output::Text(AbstractString::text("a\tb\n"));
        assert_eq!(echo_text(&fields(&["a\\tb"]), Escapes::Read), expected);
    }

    #[test]
    fn any_number_of_words_is_told_as_lines() {
        let shape = AbstractString::empty().with_pieces([Piece::Glob("*.py".into())]);
        let field = Field { value: shape.clone(), many: true, span: Span::default() };
        assert_eq!(echo_text(&[field], Escapes::Kept), Output::Lines(vec![shape]));
    }
}
