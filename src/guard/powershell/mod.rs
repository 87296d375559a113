//! PowerShell's text, read as far as it writes files or runs git, and told in Bash's words.
//!
//! Owns the reading of statements, blocks and redirections. `word` reads words, `cmdlet` is the table of cmdlets that
//! write. What is not read is a value that nobody knows, so the translation errs on the side of passing. Blocks may run
//! or not; a function's body counts where it stands.
//!
//! Sources: about_Parsing, about_Redirection, about_Quoting_Rules, about_Pipelines of PowerShell 7's manual.

mod cmdlet;
mod word;

use word::{Piece, Word};

/// Groups nested deeper than this are not read.
const DEPTH_CAP: usize = 24;

/// Longer texts are not read (bytes).
const TEXT_CAP: usize = 256 << 10;

/// A command that nobody knows: its outcome and its output are unknown.
const MAYBE: &str = "__powershell";

/// The text in Bash's words; `None` where it is nested too deep or too long.
#[must_use]
pub fn translate(text: &str) -> Option<String> {
    if text.len() > TEXT_CAP {
        return None;
    }
    Reader { rest: text, depth: 0 }.statements(None)
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

/// What a command consists of.
enum Element {
    Word { word: Word, joined: bool },
    Redirect { operator: &'static str, word: Word },
    Block(String),
}

impl Reader<'_> {
    /// Statements up to the closing sign, each on a line of its own.
    fn statements(&mut self, close: Option<char>) -> Option<String> {
        if self.depth >= DEPTH_CAP {
            return None;
        }
        self.depth += 1;
        let mut text = String::new();
        loop {
            self.skip_between();
            match self.peek() {
                None => break,
                Some(sign) if Some(sign) == close => {
                    self.advance();
                    break;
                }
                // A closing sign that opens nothing here.
                Some('}' | ')') => self.advance(),
                Some(_) => {
                    let before = self.rest.len();
                    text.push_str(&self.pipeline()?);
                    text.push('\n');
                    if self.rest.len() == before {
                        self.advance();
                    }
                }
            }
        }
        self.depth -= 1;
        Some(text)
    }

    /// Commands with `|`, `&&` and `||` between them.
    fn pipeline(&mut self) -> Option<String> {
        let mut text = self.command()?;
        loop {
            self.skip_space();
            let operator = ["&&", "||", "|"].into_iter().find(|sign| self.rest.starts_with(*sign));
            let Some(operator) = operator else { break };
            operator.chars().for_each(|_| self.advance());
            self.skip_between();
            let command = self.command()?;
            text.push_str(&format!(" {operator} {command}"));
        }
        if self.rest.starts_with('&') {
            self.advance();
            text.push_str(" &");
        }
        Some(text)
    }

    fn command(&mut self) -> Option<String> {
        self.skip_space();
        if let Some(keyword) = self.keyword() {
            return self.controlled(keyword);
        }
        let mut elements = Vec::new();
        let (mut joined, mut called) = (false, false);
        loop {
            self.skip_space();
            match self.peek() {
                None | Some('\n' | '\r' | ';' | '}' | ')' | '|') => break,
                Some('&') if self.rest.starts_with("&&") || !elements.is_empty() => break,
                // The call operator: a word in quotes is a name.
                Some('&') => {
                    self.advance();
                    called = true;
                    continue;
                }
                Some(',') => {
                    self.advance();
                    self.skip_between();
                    joined = true;
                    continue;
                }
                Some('{') => {
                    self.advance();
                    elements.push(Element::Block(self.statements(Some('}'))?));
                }
                Some('=') if is_target(&elements) && !self.rest.starts_with("==") => {
                    self.advance();
                    return self.assignment(&elements);
                }
                Some(_) if is_target(&elements) && self.changes_value() => {
                    self.rest = self.rest.trim_start_matches(['+', '-', '*', '/', '%', '?', '=']);
                    return self.change(&elements);
                }
                Some(_) => match self.redirect()? {
                    Some(redirect) => elements.push(redirect),
                    None => {
                        let word = self.word()?;
                        let bare = word.bare || called && elements.is_empty();
                        elements.push(Element::Word { word: Word { bare, ..word }, joined });
                    }
                },
            }
            (joined, called) = (false, false);
        }
        Some(told(&elements))
    }

    /// `$name = …`: one word is the value, everything else runs for it.
    fn assignment(&mut self, elements: &[Element]) -> Option<String> {
        let Some(Element::Word { word, .. }) = elements.first() else { return Some(String::new()) };
        let name = word.variable().unwrap_or_default().to_owned();
        self.skip_space();
        let is_value = self.peek().is_some_and(|sign| "'\"$@0123456789".contains(sign));
        if is_value {
            let value = self.word()?;
            self.skip_space();
            if matches!(self.peek(), None | Some('\n' | '\r' | ';' | '}' | ')')) {
                return Some(format!("{name}={}", value.bash()));
            }
        }
        let rest = self.pipeline()?;
        Some(format!("{name}=\"$({rest})\""))
    }

    /// True at `+=` and its likes (about_Assignment_Operators).
    fn changes_value(&self) -> bool {
        ["+=", "-=", "*=", "/=", "%=", "??="].iter().any(|sign| self.rest.starts_with(sign))
    }

    /// `$name += …`: what follows runs, and nobody knows the value then.
    fn change(&mut self, elements: &[Element]) -> Option<String> {
        let Some(Element::Word { word, .. }) = elements.first() else { return Some(String::new()) };
        let name = word.variable().unwrap_or_default().to_owned();
        let rest = self.pipeline()?;
        Some(format!("{name}=\"$({rest}; {MAYBE})\""))
    }

    fn keyword(&mut self) -> Option<&'static str> {
        const KEYWORDS: &[&str] = &[
            "begin", "catch", "do", "else", "elseif", "end", "exit", "filter", "finally", "for", "foreach",
            "function", "if", "param", "process", "return", "switch", "throw", "trap", "try", "until",
            "while",
        ];
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (name, behind) = self.rest.split_at_checked(end)?;
        let found = KEYWORDS.iter().find(|keyword| name.eq_ignore_ascii_case(keyword)).copied()?;
        // `end-of-line` or `if.exe` is a command's name.
        let ends = behind.chars().next().is_none_or(|c| c.is_whitespace() || "({;})".contains(c));
        if ends {
            self.rest = behind;
        }
        ends.then_some(found)
    }

    /// A keyword's conditions run, its block may run.
    fn controlled(&mut self, keyword: &str) -> Option<String> {
        if keyword == "exit" {
            self.pipeline()?;
            return Some("exit".to_owned());
        }
        if matches!(keyword, "return" | "throw") {
            return self.pipeline();
        }
        let mut text = String::new();
        loop {
            self.skip_between();
            match self.peek() {
                Some('(') => {
                    self.advance();
                    let inner = self.statements(Some(')'))?;
                    if keyword != "param" {
                        text.push_str(&inner);
                    }
                    if matches!(keyword, "param" | "until") || keyword == "while" && !self.opens_block() {
                        return Some(text);
                    }
                }
                Some('{') => {
                    self.advance();
                    let inner = self.statements(Some('}'))?;
                    return Some(format!("{text}{}", maybe(&inner)));
                }
                None | Some(';' | '}' | ')' | '|' | '&') => return Some(text),
                // A function's name, a caught type.
                Some(_) => {
                    let before = self.rest.len();
                    self.word()?;
                    if self.rest.len() == before {
                        return Some(text);
                    }
                }
            }
        }
    }

    fn opens_block(&self) -> bool {
        self.rest.trim_start().starts_with('{')
    }

    /// A redirection; one to another stream is none here.
    fn redirect(&mut self) -> Option<Option<Element>> {
        let digits = usize::from(self.rest.starts_with(['1', '2', '3', '4', '5', '6', '*']));
        let Some(behind) = self.rest.get(digits..).and_then(|rest| rest.strip_prefix('>')) else {
            return Some(None);
        };
        if let Some(stream) = behind.strip_prefix('&') {
            self.rest = stream.trim_start_matches(|c: char| c.is_ascii_digit());
            return Some(Some(Element::Block(String::new())));
        }
        let (operator, behind) = match behind.strip_prefix('>') {
            Some(behind) => (">>", behind),
            None => (">", behind),
        };
        self.rest = behind;
        self.skip_space();
        Some(Some(Element::Redirect { operator, word: self.word()? }))
    }

    fn skip_space(&mut self) {
        loop {
            let trimmed = self.rest.trim_start_matches([' ', '\t', '\u{a0}']);
            self.rest =
                trimmed.strip_prefix("`\r\n").or_else(|| trimmed.strip_prefix("`\n")).unwrap_or(trimmed);
            if let Some(comment) = self.rest.strip_prefix("<#") {
                self.rest = comment.split_once("#>").map_or("", |(_, behind)| behind);
            } else if self.rest.starts_with('#') {
                self.rest = self.rest.find('\n').and_then(|end| self.rest.get(end..)).unwrap_or_default();
            } else if self.rest.len() == trimmed.len() {
                return;
            }
        }
    }

    fn skip_between(&mut self) {
        loop {
            let before = self.rest.len();
            self.skip_space();
            self.rest = self.rest.trim_start_matches(['\n', '\r', ';']);
            if self.rest.len() == before {
                return;
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }
}

/// A block that may run or not.
fn maybe(block: &str) -> String {
    if block.trim().is_empty() { ":".to_owned() } else { format!("if {MAYBE}; then\n{block}fi") }
}

/// Is what stands in front of `=` a variable, with or without a type?
fn is_target(elements: &[Element]) -> bool {
    matches!(elements, [Element::Word { word, .. }] if word.variable().is_some())
}

/// A command in Bash's words, its redirections behind it.
fn told(elements: &[Element]) -> String {
    let mut words: Vec<(&Word, bool)> = Vec::new();
    let (mut blocks, mut redirects) = (String::new(), String::new());
    for element in elements {
        match element {
            Element::Word { word, joined } => words.push((word, *joined)),
            Element::Redirect { operator, word } => {
                redirects.push_str(&format!(" {operator} {}", word.path(false)));
            }
            Element::Block(block) => blocks.push_str(block),
        }
    }
    let block = if blocks.trim().is_empty() { String::new() } else { maybe(&blocks) };
    let command = match words.first() {
        None => block,
        Some((head, _)) => {
            let told = match head.name() {
                Some(name) => {
                    cmdlet::told(&name, words.get(1..).unwrap_or_default()).unwrap_or_else(|| native(&words))
                }
                None => expression(&words),
            };
            if block.is_empty() { told } else { format!("{{ {told}\n{block}\n}}") }
        }
    };
    match (command.is_empty(), redirects.is_empty()) {
        (true, true) => ":".to_owned(),
        (true, false) => format!(":{redirects}"),
        (false, true) => command,
        (false, false) => format!("{{ {command}\n}}{redirects}"),
    }
}

/// A program of its own: PowerShell hands its words over as they are.
fn native(words: &[(&Word, bool)]) -> String {
    let mut told: Vec<String> = words.iter().map(|(word, _)| word.bash()).collect();
    if let (Some(front), Some((head, _))) = (told.first_mut(), words.first())
        && let Some(name) = head.known().as_deref().and_then(program)
    {
        *front = name;
    }
    told.join(" ")
}

/// The name of a program that Windows finds by a path of its own or with its ending: `C:\Git\cmd\git.exe` is `git`.
fn program(text: &str) -> Option<String> {
    let name = text.rsplit(['\\', '/']).next().unwrap_or(text);
    let end = name.len().checked_sub(".exe".len())?;
    let (front, ending) = name.split_at_checked(end)?;
    let is_plain = !front.is_empty() && front.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    (is_plain && ending.eq_ignore_ascii_case(".exe")).then(|| front.to_owned())
}

/// A value that goes down the pipeline; only one that stands alone is known.
fn expression(words: &[(&Word, bool)]) -> String {
    match words {
        [(word, _)] => match word.call() {
            Some(call) => call.to_owned(),
            None => format!("printf '%s\\n' {}", word.bash()),
        },
        several => {
            let run: String = several
                .iter()
                .flat_map(|(word, _)| &word.pieces)
                .filter_map(|piece| match piece {
                    Piece::Run(inner) => Some(format!("{inner}\n")),
                    Piece::Text { .. }
                    | Piece::Variable(_)
                    | Piece::Call(_)
                    | Piece::Truth(_)
                    | Piece::Unknown => None,
                })
                .collect();
            format!("{{ {run}{MAYBE}\n}}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Options, Shell, analyze};
    use crate::intent::{FileTarget, IntentKind};
    use crate::world::memory::Memory;
    use rstest::rstest;

    fn targets(text: &str) -> Vec<String> {
        let world = Memory::new()
            .repository_at("/w", |repository| repository.branch("main"))
            .directory("/w/sub")
            .file("/w/a.txt", "1\n")
            .file("/w/b.txt", "1\n");
        let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: false };
        let told = translate(text).unwrap();
        let analysis = analyze(&told, &options, &world);
        assert!(analysis.errors.is_empty(), "{told}\n{:?}", analysis.errors);
        let mut targets: Vec<String> = analysis
            .intents
            .iter()
            .filter(|intent| intent.assumes.is_empty())
            .filter_map(|intent| match &intent.kind {
                IntentKind::File(file) => match &file.target {
                    FileTarget::Path(path) | FileTarget::Pattern(path) | FileTarget::Below(path) => {
                        Some(path.clone())
                    }
                    FileTarget::Unresolved(_) => None,
                },
                IntentKind::Git(git) => Some(format!("git {}", git.operation)),
                IntentKind::Push(_) | IntentKind::Run => None,
            })
            .collect();
        targets.sort();
        targets.dedup();
        targets
    }

    #[rstest]
    #[case::reads("Get-ChildItem -Recurse | Select-String 'x'", &[])]
    #[case::redirect("Get-Date > out.txt", &["/w/out.txt"])]
    #[case::append("'x' >> 'a b.txt'", &["/w/a b.txt"])]
    #[case::streams("git status 2>&1 | Out-Null", &[])]
    #[case::all_streams("build *> log.txt", &["/w/log.txt"])]
    #[case::null("Get-Date > $null", &[])]
    #[case::set_content("Set-Content -Path a.txt -Value 'x > y'", &["/w/a.txt"])]
    #[case::positional("sc a.txt 'x'", &["/w/a.txt"])]
    #[case::shortened("set-content -pa a.txt -val x", &["/w/a.txt"])]
    #[case::colon("Set-Content -Path:a.txt -Value:x", &["/w/a.txt"])]
    #[case::pipeline("(Get-Content a.txt) -replace 'a','b' | Set-Content a.txt", &["/w/a.txt"])]
    #[case::out_file("Get-Date | Out-File -FilePath sub\\log.txt -Append", &["/w/sub/log.txt"])]
    #[case::list("Remove-Item a.txt, b.txt -Force", &["/w/a.txt", "/w/b.txt"])]
    #[case::what_if("Remove-Item a.txt -WhatIf", &[])]
    #[case::move_item("Move-Item a.txt c.txt", &["/w/a.txt", "/w/c.txt"])]
    #[case::rename("Rename-Item -Path sub/x -NewName y", &["/w/sub/x", "/w/sub/y"])]
    #[case::copy("Copy-Item a.txt -Destination sub", &["/w/sub/a.txt"])]
    #[case::new_directory("New-Item -ItemType Directory -Path new | Out-Null", &["/w/new"])]
    #[case::new_named("New-Item -Path sub -Name n.txt", &["/w/sub/n.txt"])]
    #[case::location("Set-Location sub; 'x' > y.txt", &["/w/sub/y.txt"])]
    #[case::variable("$f = 'v.txt'; 'x' | Set-Content $f", &["/w/v.txt"])]
    #[case::in_text("$d = \"sub\"\n'x' > \"$d/y.txt\"", &["/w/sub/y.txt"])]
    #[case::unknown("'x' | Set-Content $file", &[])]
    #[case::drive("Remove-Item Env:FOO; Set-Content C:\\x.txt y", &[])]
    #[case::block("if (Test-Path a.txt) { Remove-Item a.txt } else { 'x' > b.txt }", &["/w/a.txt", "/w/b.txt"])]
    #[case::each("Get-ChildItem | ForEach-Object { git add $_.Name }", &["git add"])]
    #[case::loops("foreach ($f in 1..3) { 'x' > y.txt }", &["/w/y.txt"])]
    #[case::git("git commit -m \"it's done\"", &["git commit"])]
    #[case::git_behind_and("cd sub && git add .", &["git add"])]
    #[case::static_call("[System.IO.File]::WriteAllText('a.txt', 'x')", &["/w/a.txt"])]
    #[case::static_reader("[IO.File]::ReadAllText('a.txt')", &[])]
    #[case::here_string("@'\nx > y\n'@ | Set-Content a.txt", &["/w/a.txt"])]
    #[case::text("Write-Host 'rm -rf x > y'", &[])]
    #[case::comments("# > x\n<# git commit #> Get-Date", &[])]
    #[case::evaluated("iex 'Remove-Item a.txt'", &["/w/a.txt"])]
    #[case::download("iwr https://example.com -OutFile a.zip", &["/w/a.zip"])]
    #[case::continued("Set-Content `\n -Path a.txt `\n -Value x", &["/w/a.txt"])]
    #[case::substitution("Write-Host \"$(Remove-Item a.txt)\"", &["/w/a.txt"])]
    #[case::called("& 'git' commit -m x", &["git commit"])]
    #[case::called_by_path("& \"C:\\Git\\cmd\\git.exe\" commit -m x", &["git commit"])]
    #[case::quoted_value("'git commit'", &[])]
    #[case::switch_off("Remove-Item -Confirm:$false a.txt", &["/w/a.txt"])]
    #[case::switch_on("Set-Content -Force:$true a.txt x", &["/w/a.txt"])]
    #[case::what_if_off("Remove-Item a.txt -WhatIf:$false", &["/w/a.txt"])]
    #[case::what_if_on("Remove-Item a.txt -WhatIf:$true", &[])]
    #[case::common("Set-Content -ErrorAction Stop a.txt x", &["/w/a.txt"])]
    #[case::common_short("Copy-Item a.txt c.txt -ea 0", &["/w/c.txt"])]
    #[case::typed("[string]$p = 'n.txt'; Set-Content $p x", &["/w/n.txt"])]
    #[case::longer("$p = 'n'; $p += '.txt'; Set-Content $p x", &[])]
    #[case::longer_joined("$p='n'; $p+='.txt'; Set-Content $p x", &[])]
    #[case::own_option("mv -f a.txt c.txt", &["/w/a.txt", "/w/c.txt"])]
    #[case::other_shell("pwsh -NoProfile -Command \"Remove-Item a.txt\"", &["/w/a.txt"])]
    #[case::other_shell_reads("pwsh -c 'Get-Content a.txt'", &[])]
    #[case::other_shell_words("powershell.exe -Command Remove-Item a.txt", &["/w/a.txt"])]
    #[case::alias_of_old("wget http://h/x -OutFile n.txt", &["/w/n.txt"])]
    #[case::stream_writer("$w = [System.IO.StreamWriter]::new('n.txt')", &["/w/n.txt"])]
    #[case::tee("'x' | Tee-Object -FilePath a.txt -Append", &["/w/a.txt"])]
    fn rule_1_8_powershell_is_read_for_what_it_writes(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(targets(text), expected, "{}", translate(text).unwrap());
    }

    #[test]
    fn nesting_and_length_are_bounded() {
        for open in ["(", "{", "$(", "@(", "\"$(", "[IO.File]::Delete(", "if (", "${"] {
            let deep = translate(&open.repeat(20_000));
            assert!(deep.is_none_or(|told| told.len() < 1 << 20), "{open}");
        }
        assert!(translate(&"a|".repeat(20_000)).is_some());
        assert_eq!(translate(&" ".repeat(TEXT_CAP + 1)), None);
    }

    /// No text of PowerShell becomes a much longer one of Bash.
    #[rstest]
    #[case::nested_names("Rename-Item (", 20, " y) y")]
    #[case::many_paths(
        "Set-Content -Value 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' -Path a",
        2_000,
        ""
    )]
    #[case::many_names(
        "New-Item -Name nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn -Path a",
        2_000,
        ""
    )]
    fn the_translation_is_bounded(#[case] head: &str, #[case] times: usize, #[case] tail: &str) {
        let text = if tail.is_empty() {
            format!("{head}{}", ", a".repeat(times))
        } else {
            format!("{}x{}", head.repeat(times), tail.repeat(times))
        };
        let told = translate(&text).unwrap();
        assert!(told.len() < 100 * text.len(), "{} of {}", told.len(), text.len());
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in "[a-z$(){}'\"`;|&>,@#=\\[\\]\\n -]{0,60}") {
            let _ = translate(&text);
        }
    }
}
