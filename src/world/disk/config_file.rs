//! The syntax of git's configuration files (git-config(1), "Syntax").
//!
//! Owns text to keys and values; which files are read, and in which order, is `config`'s business.

use std::str::Chars;

/// A key in the form that `git config --list` prints: section and name in lower case, the subsection as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The key.
    pub key: String,
    /// The value; `None` for a name without `=`, which means true.
    pub value: Option<String>,
}

/// The settings of a file in order; `None` if git would refuse it.
pub(super) fn parse(text: &str) -> Option<Vec<Setting>> {
    let mut reader = Reader { rest: text.strip_prefix('\u{feff}').unwrap_or(text).chars() };
    let mut settings = Vec::new();
    let mut section = String::new();
    let mut in_comment = false;
    while let Some(character) = reader.next() {
        match character {
            '\n' => in_comment = false,
            _ if in_comment || character.is_ascii_whitespace() => {}
            '#' | ';' => in_comment = true,
            '[' => section = reader.section()?,
            _ if character.is_ascii_alphabetic() => {
                let (name, value) = reader.setting(character)?;
                let key = if section.is_empty() { name } else { format!("{section}.{name}") };
                settings.push(Setting { key, value });
            }
            _ => return None,
        }
    }
    Some(settings)
}

struct Reader<'text> {
    rest: Chars<'text>,
}

impl Reader<'_> {
    /// The next character, with `\r\n` read as a newline.
    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        if character == '\r' && self.rest.as_str().starts_with('\n') {
            return self.rest.next();
        }
        Some(character)
    }

    /// `section]`, `section.sub]` or `section "sub"]`.
    fn section(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            match self.next()? {
                ']' => return Some(name).filter(|name| !name.is_empty()),
                character if character.is_ascii_whitespace() => return self.subsection(character, name),
                character if character.is_ascii_alphanumeric() || matches!(character, '-' | '.') => {
                    name.push(character.to_ascii_lowercase());
                }
                _ => return None,
            }
        }
    }

    fn subsection(&mut self, first: char, mut name: String) -> Option<String> {
        let mut character = first;
        while character.is_ascii_whitespace() {
            if character == '\n' {
                return None;
            }
            character = self.next()?;
        }
        if character != '"' {
            return None;
        }
        name.push('.');
        loop {
            match self.next()? {
                '\n' => return None,
                '"' => break,
                '\\' => name.push(self.next().filter(|escaped| *escaped != '\n')?),
                other => name.push(other),
            }
        }
        (self.next()? == ']').then_some(name)
    }

    fn setting(&mut self, first: char) -> Option<(String, Option<String>)> {
        let mut name = String::from(first.to_ascii_lowercase());
        let mut character = self.next();
        while let Some(letter) = character.filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-') {
            name.push(letter.to_ascii_lowercase());
            character = self.next();
        }
        while matches!(character, Some(' ' | '\t')) {
            character = self.next();
        }
        match character {
            None | Some('\n') => Some((name, None)),
            Some('=') => Some((name, Some(self.value()?))),
            Some(_) => None,
        }
    }

    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut kept = 0;
        let (mut quoted, mut in_comment) = (false, false);
        loop {
            let character = match self.next() {
                None | Some('\n') if quoted => return None,
                None | Some('\n') => break,
                Some(_) if in_comment => continue,
                Some(character) => character,
            };
            match character {
                _ if character.is_ascii_whitespace() && !quoted => {
                    if !value.is_empty() {
                        value.push(character);
                    }
                    continue;
                }
                '#' | ';' if !quoted => {
                    in_comment = true;
                    continue;
                }
                '"' => quoted = !quoted,
                // git reads the end of the file as a newline.
                '\\' => match self.next().unwrap_or('\n') {
                    // A continued line keeps the blanks in front of the backslash.
                    '\n' => {}
                    't' => value.push('\t'),
                    'b' => value.push('\u{8}'),
                    'n' => value.push('\n'),
                    escaped @ ('\\' | '"') => value.push(escaped),
                    _ => return None,
                },
                other => value.push(other),
            }
            kept = value.len();
        }
        value.truncate(kept);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str) -> Option<Vec<String>> {
        let line = |setting: Setting| match setting.value {
            Some(value) => format!("{}={value}", setting.key),
            None => setting.key,
        };
        Some(parse(text)?.into_iter().map(line).collect())
    }

    /// The right sides are what `git config --file F --list` of git 2.47 prints.
    #[test]
    fn reads_what_git_reads() {
        let text = "\u{feff}[core]\r\n\tBare = false\r\n[Remote \"Or\\\"igin\"] url = a b  # c\n\tfetch=+x;y\n\
                    [a.B]\nflag\n x-1 = \"q # \\\"z\\\" \" t  \n[s] long = one \\\n   two\\n\n empty =\n[t]u=\"\"\n";
        assert_eq!(
            listed(text),
            Some(vec![
                "core.bare=false".into(),
                "remote.Or\"igin.url=a b".into(),
                "remote.Or\"igin.fetch=+x".into(),
                "a.b.flag".into(),
                "a.b.x-1=q # \"z\"  t".into(),
                "s.long=one    two\n".into(),
                "s.empty=".into(),
                "t.u=".into(),
            ])
        );
        assert_eq!(listed(""), Some(vec![]));
    }

    #[test]
    fn refuses_what_git_refuses() {
        for text in [
            "[core",
            "[co re]",
            "[a \"b\" ]",
            "=x",
            "[a]\nx = \"open\n",
            "[a]\nx = \\q\n",
            "[a]\n1x = y\n",
            "[a]\nx y\n",
        ] {
            assert_eq!(listed(text), None, "{text}");
        }
    }
}
