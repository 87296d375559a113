//! Passwords on command lines under options that do not say so: `mysql -pX`, `curl -u user:X`, `sshpass -p X`.

use std::ops::Range;

use super::MARKER;
use super::scan::places;

/// How an option holds its secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `-pX`
    Attached,
    /// `-p X`
    Separate,
    /// `-u user:X`, `-U user%X`
    Pair(char),
}

/// One option of one command.
struct Row {
    command: &'static str,
    option: &'static str,
    form: Form,
    /// A line, and what the mask leaves of it.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests run it"))]
    example: (&'static str, &'static str),
}

const fn row(
    command: &'static str,
    option: &'static str,
    form: Form,
    example: (&'static str, &'static str),
) -> Row {
    Row { command, option, form, example }
}

/// The manuals of the commands are the source. A test runs the examples.
const ROWS: &[Row] = &[
    row("curl", "--user", Form::Pair(':'), ("curl --user bob:s3cr3t x", "curl --user bob:[REDACTED] x")),
    row(
        "curl",
        "--proxy-user",
        Form::Pair(':'),
        ("curl --proxy-user b:s3cr3t x", "curl --proxy-user b:[REDACTED] x"),
    ),
    row("curl", "-u", Form::Pair(':'), ("curl -u 'bob:s3cr3t' x", "curl -u 'bob:[REDACTED]' x")),
    row("curl", "-U", Form::Pair(':'), ("curl -U bob:s3cr3t x", "curl -U bob:[REDACTED] x")),
    row("http", "-a", Form::Pair(':'), ("http -a bob:s3cr3t :80", "http -a bob:[REDACTED] :80")),
    row("mysql", "-p", Form::Attached, ("mysql -u root -ps3cr3t db", "mysql -u root -p[REDACTED] db")),
    row("mysqldump", "-p", Form::Attached, ("mysqldump -ps3cr3t db", "mysqldump -p[REDACTED] db")),
    row("mysqladmin", "-p", Form::Attached, ("mysqladmin -ps3cr3t ping", "mysqladmin -p[REDACTED] ping")),
    row("mariadb", "-p", Form::Attached, ("mariadb -ps3cr3t", "mariadb -p[REDACTED]")),
    row("7z", "-p", Form::Attached, ("7z a -ps3cr3t x.7z d", "7z a -p[REDACTED] x.7z d")),
    row("sshpass", "-p", Form::Attached, ("sshpass -ps3cr3t ssh h", "sshpass -p[REDACTED] ssh h")),
    row("sshpass", "-p", Form::Separate, ("sshpass -p s3cr3t ssh h", "sshpass -p [REDACTED] ssh h")),
    row("mongo", "-p", Form::Separate, ("mongo -u r -p s3cr3t", "mongo -u r -p [REDACTED]")),
    row("mongosh", "-p", Form::Separate, ("mongosh -u r -p s3cr3t", "mongosh -u r -p [REDACTED]")),
    row("mongodump", "-p", Form::Separate, ("mongodump -p s3cr3t", "mongodump -p [REDACTED]")),
    row(
        "login",
        "-p",
        Form::Separate,
        ("docker login -u b -p s3cr3t r", "docker login -u b -p [REDACTED] r"),
    ),
    row("redis-cli", "-a", Form::Separate, ("redis-cli -a s3cr3t ping", "redis-cli -a [REDACTED] ping")),
    row("ldapsearch", "-w", Form::Separate, ("ldapsearch -w s3cr3t -x", "ldapsearch -w [REDACTED] -x")),
    row("zip", "-P", Form::Separate, ("zip -P s3cr3t a.zip f", "zip -P [REDACTED] a.zip f")),
    row("unzip", "-P", Form::Separate, ("unzip -P s3cr3t a.zip", "unzip -P [REDACTED] a.zip")),
    row("ssh-keygen", "-N", Form::Separate, ("ssh-keygen -N s3cr3t -f k", "ssh-keygen -N [REDACTED] -f k")),
    row("sqlcmd", "-P", Form::Separate, ("sqlcmd -U sa -P s3cr3t", "sqlcmd -U sa -P [REDACTED]")),
    row(
        "smbclient",
        "-U",
        Form::Pair('%'),
        ("smbclient -U bob%s3cr3t //h/d", "smbclient -U bob%[REDACTED] //h/d"),
    ),
    row("openssl", "-k", Form::Separate, ("openssl enc -k s3cr3t -in f", "openssl enc -k [REDACTED] -in f")),
    row(
        "openssl",
        "-passin",
        Form::Pair(':'),
        ("openssl rsa -passin pass:s3cr3t", "openssl rsa -passin pass:[REDACTED]"),
    ),
    row(
        "openssl",
        "-passout",
        Form::Pair(':'),
        ("openssl rsa -passout pass:s3cr3t", "openssl rsa -passout pass:[REDACTED]"),
    ),
    row(
        "openssl",
        "-pass",
        Form::Pair(':'),
        ("openssl enc -pass pass:s3cr3t", "openssl enc -pass pass:[REDACTED]"),
    ),
    row(
        "secret",
        "--body",
        Form::Separate,
        ("gh secret set K --body s3cr3t", "gh secret set K --body [REDACTED]"),
    ),
    row("secret", "-b", Form::Separate, ("gh secret set K -b s3cr3t", "gh secret set K -b [REDACTED]")),
];

/// Finds them, line by line.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    piped(text, found);
    let mut command = "";
    let mut starts: Vec<usize> = Vec::new();
    for row in ROWS {
        if row.command != command {
            command = row.command;
            starts = places(text, command).filter(|at| is_word(text, *at, command)).collect();
        }
        for at in &starts {
            let line = line_from(text, at + command.len());
            found.extend(
                secrets(row, line)
                    .map(|range| range.start + at + command.len()..range.end + at + command.len()),
            );
        }
    }
}

/// What `echo` hands to a command that reads its password from stdin.
fn piped(text: &str, found: &mut Vec<Range<usize>>) {
    const READERS: [&str; 4] = ["--password-stdin", "--with-token", "sudo -S", "chpasswd"];
    for reader in READERS {
        for at in places(text, reader) {
            found.extend(echoed(text, at));
        }
    }
}

/// The last word of an `echo` before the last pipe in front of `at`, on the same line.
fn echoed(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?;
    let start = head.rfind('\n').map_or(0, |end| end + 1);
    let (before, _) = head.get(start..)?.rsplit_once('|')?;
    let echo = ["echo ", "printf "].iter().find_map(|word| Some(before.rfind(word)? + word.len()))?;
    let argument = before.get(echo..)?.trim_end();
    let word = argument.rsplit(' ').next()?.trim_matches(['"', '\'', '\\']);
    let from = start + echo + argument.rfind(word)?;
    (word.len() >= 3 && !word.starts_with(['$', '<', '%']) && word != MARKER)
        .then_some(from..from + word.len())
}

/// The command's own word: not `mysql_config`, not `http://`.
fn is_word(text: &str, at: usize, word: &str) -> bool {
    let bytes = text.as_bytes();
    let before = at.checked_sub(1).and_then(|index| bytes.get(index));
    let starts =
        before.is_none_or(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'-' | b'.'));
    starts && matches!(bytes.get(at + word.len()), Some(b' ' | b'\t'))
}

/// The rest of the line, up to what ends a command.
fn line_from(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.find(['\n', '|', ';']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

fn secrets(row: &Row, line: &str) -> impl Iterator<Item = Range<usize>> {
    let starts = places(line, row.option).filter_map(|at| {
        let free = at
            .checked_sub(1)
            .and_then(|index| line.as_bytes().get(index))
            .is_some_and(u8::is_ascii_whitespace);
        free.then_some(at + row.option.len())
    });
    starts.filter_map(|start| secret(row.form, line, start)).collect::<Vec<_>>().into_iter()
}

fn secret(form: Form, line: &str, start: usize) -> Option<Range<usize>> {
    let rest = line.get(start..)?;
    let gap = rest.len() - rest.trim_start_matches([' ', '\t', '=']).len();
    if matches!(form, Form::Attached) != (gap == 0) {
        return None;
    }
    let (opened, quote) = match rest.get(gap..)?.chars().next()? {
        quote @ ('"' | '\'') => (1, quote),
        _ => (0, ' '),
    };
    let word = rest.get(gap + opened..)?;
    let stops = |sign: char| {
        if quote == ' ' {
            sign.is_whitespace() || matches!(sign, '"' | '\'' | ')' | '`' | '\\')
        } else {
            sign == quote
        }
    };
    let word = word.get(..word.find(stops).unwrap_or(word.len()))?;
    let skipped = match form {
        Form::Pair(sign) => word.find(sign)? + sign.len_utf8(),
        _ => 0,
    };
    let value = word.get(skipped..)?;
    let stands_in = ["$", "<", "{", "-", MARKER].iter().any(|sign| value.starts_with(sign));
    let number = value.len() < 6 && value.bytes().all(|byte| byte.is_ascii_digit());
    let from = start + gap + opened + skipped;
    (value.len() >= 3 && !stands_in && !number).then_some(from..from + value.len())
}

#[cfg(test)]
mod tests {
    use super::super::mask;
    use super::*;
    use rstest::rstest;

    #[test]
    fn every_row_masks_its_example() {
        for row in ROWS {
            assert_eq!(mask(row.example.0).as_str(), row.example.1);
        }
    }

    #[test]
    fn rows_of_one_command_stand_together() {
        let mut seen: Vec<&str> = Vec::new();
        for row in ROWS {
            assert!(seen.last() == Some(&row.command) || !seen.contains(&row.command), "{}", row.command);
            seen.push(row.command);
        }
    }

    #[rstest]
    #[case("docker run -u 1000:1000 -p 8080:80 image")]
    #[case("curl -u $USER:$PASSWORD https://x")]
    #[case("mysql -u root -p db")]
    #[case("zip -r out.zip dir")]
    #[case("mkdir -p a/b && cp -p x y")]
    fn harmless_options_stay(#[case] line: &str) {
        assert_eq!(mask(line).as_str(), line);
    }
}
