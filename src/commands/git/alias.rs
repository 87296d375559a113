//! Aliases (git-config(1), `alias.*`).

/// What an alias stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alias {
    /// a shell command, run at the work tree's root
    Shell(String),
    /// words that take the alias's place behind `git`
    Words(Vec<String>),
    /// its quoting is broken; git refuses it
    Broken,
}

/// Reads an alias's value.
#[must_use]
pub fn read(value: &str) -> Alias {
    if let Some(command) = value.strip_prefix('!') {
        return Alias::Shell(command.to_owned());
    }
    split(value).map_or(Alias::Broken, Alias::Words)
}

/// Splits as git's own `split_cmdline` does: spaces, both quotes, backslash outside single quotes.
fn split(value: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut letters = value.trim().chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (' ' | '\t' | '\n', None) => words.extend(word.take()),
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if open == letter => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().push(letters.next()?),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return None;
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_and_a_bang_is_a_shell_command() {
        let words = |list: &[&str]| Alias::Words(list.iter().map(|word| (*word).to_owned()).collect());
        assert_eq!(
            read("commit -m 'a b' \"c \\\" d\" e\\ f"),
            words(&["commit", "-m", "a b", "c \" d", "e f"])
        );
        assert_eq!(read("!touch x"), Alias::Shell("touch x".to_owned()));
        assert_eq!(read("log 'open"), Alias::Broken);
        assert_eq!(read("co ''"), words(&["co", ""]));
    }
}
