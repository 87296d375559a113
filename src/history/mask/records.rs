//! Secrets that their place in a record tells: columns of an SQL `INSERT`, lines of `.pgpass`.

use std::ops::Range;

use super::keys::{self, Strength};
use super::scan::places;
use super::{MARKER, looks, values};

/// Bytes of a statement that are looked at.
const STATEMENT_BYTES: usize = 256 << 10;

/// Columns of a table that are counted.
const COLUMNS: usize = 256;

/// Finds them.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for keyword in ["INSERT", "insert", "REPLACE INTO", "replace into"] {
        for at in places(text, keyword) {
            let end = text.floor_char_boundary(at.saturating_add(STATEMENT_BYTES));
            if let Some(statement) = text.get(at..end.max(at)) {
                insert(statement, at, found);
            }
        }
    }
    for keyword in ["SET PASSWORD", "set password"] {
        for at in places(text, keyword) {
            found.extend(set_password(text, at + keyword.len()));
        }
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let bare = content.trim_start_matches(['+', '-', ' ']);
        let offset = start + content.len() - bare.len();
        found.extend(pgpass(bare).map(|range| offset + range.start..offset + range.end));
        start += line.len();
    }
}

/// `INSERT INTO t (a, password) VALUES ('x', 'secret'), …`: the values of columns that a secret's name is given to.
fn insert(statement: &str, start: usize, found: &mut Vec<Range<usize>>) {
    let Some(open) = statement
        .find(['(', ';'])
        .filter(|at| statement.get(*at..).is_some_and(|rest| rest.starts_with('(')))
    else {
        return;
    };
    let head = statement.get(..open).unwrap_or_default();
    if !head.split_whitespace().any(|word| word.eq_ignore_ascii_case("into")) || head.contains('\'') {
        return;
    }
    let (columns, mut at) = items(statement, open);
    let strength = |column: &Range<usize>| {
        let name = statement.get(column.clone()).unwrap_or_default();
        let name = name.trim_matches(['"', '`', '[', ']', ' ', '\\', '\n']);
        Some((keys::judge(name)?, name))
    };
    let judged: Vec<Option<(Strength, &str)>> = columns.iter().map(strength).collect();
    if judged.iter().all(Option::is_none) {
        return;
    }
    let gap = |at: usize| statement.get(at..).map(str::trim_start).unwrap_or_default();
    if !gap(at).get(..6).is_some_and(|word| word.eq_ignore_ascii_case("values")) {
        return;
    }
    while let Some(open) = next_record(statement, at) {
        let (fields, behind) = items(statement, open);
        for (field, judged) in fields.iter().zip(&judged) {
            let Some((strength, name)) = judged else { continue };
            found.extend(
                quoted(statement, field.clone(), name, *strength)
                    .map(|range| start + range.start..start + range.end),
            );
        }
        at = behind;
    }
}

/// `SET PASSWORD FOR 'user'@'host' = 'secret'`.
fn set_password(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let statement = rest.get(..rest.find([';', '\n']).unwrap_or(rest.len()))?;
    let (before, behind) = statement.split_once('=')?;
    quoted(text, at + before.len() + 1..at + before.len() + 1 + behind.len(), "password", Strength::Password)
}

/// Where the next record opens: behind `VALUES` or a comma, and nothing else.
fn next_record(statement: &str, at: usize) -> Option<usize> {
    let rest = statement.get(at..)?;
    let open = rest.find('(')?;
    // `n` is the end of an escaped line.
    let parts = |sign: char| sign.is_whitespace() || matches!(sign, ',' | '\\' | 'n');
    let between = rest.get(..open)?.trim_matches(parts);
    (between.is_empty() || between.eq_ignore_ascii_case("values")).then_some(at + open)
}

/// The items between the parenthesis at `open` and the one that closes it, and where the text goes on behind it.
fn items(text: &str, open: usize) -> (Vec<Range<usize>>, usize) {
    let (mut found, mut from, mut depth, mut quote) = (Vec::new(), open + 1, 0_usize, None);
    for (index, byte) in text.bytes().enumerate().skip(open) {
        match (quote, byte) {
            (Some(sign), _) if byte == sign => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"' | b'`') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') if depth <= 1 => {
                found.push(from..index);
                return (found, index + 1);
            }
            (None, b')') => depth -= 1,
            (None, b',') if depth == 1 => {
                found.push(from..index);
                from = index + 1;
            }
            (None, _) => {}
        }
        if found.len() >= COLUMNS {
            break;
        }
    }
    (found, text.len())
}

/// The text between an item's quotes, if it is a secret; `N'…'` and `E'…'` too.
fn quoted(text: &str, item: Range<usize>, name: &str, strength: Strength) -> Option<Range<usize>> {
    let raw = text.get(item.clone())?;
    let lead = raw.find('\'')?;
    let before = raw.get(..lead)?.trim();
    let close = raw.rfind('\'').filter(|close| *close > lead)?;
    let content = raw.get(lead + 1..close)?;
    let plain = before.len() <= 1 && !content.contains('\'');
    (plain && values::is_secret_quoted(content, name, strength))
        .then_some(item.start + lead + 1..item.start + close)
}

/// `host:port:database:user:password`, the whole line.
fn pgpass(line: &str) -> Option<Range<usize>> {
    let mut fields = line.splitn(5, ':');
    let (host, port, database, user) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let password = fields.next()?;
    let name = |text: &str| {
        !text.is_empty()
            && text.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.' | '*' | '@'))
    };
    let digits = port.len() >= 4 && port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    let whole = !password.contains(char::is_whitespace) && password.len() >= 4 && password != MARKER;
    let stands_in = password.starts_with(['$', '<', '{', ':']) || password.bytes().all(|byte| byte == b'*');
    let named = [host, database, user].into_iter().all(name) && (digits || port == "*");
    // Places in files (`a.rs:1024:9:x:y`) have a number where the database stands.
    let place = database.bytes().all(|byte| byte.is_ascii_digit()) || looks::is_keyword(password);
    let start = line.len() - password.len();
    (named && whole && !stands_in && !place).then_some(start..line.len())
}

#[cfg(test)]
mod tests {
    use super::super::mask;
    use rstest::rstest;

    #[rstest]
    #[case(
        "INSERT INTO users (name, password, mail) VALUES ('bob', 'hunter2', 'b@x.org');",
        "INSERT INTO users (name, password, mail) VALUES ('bob', '[REDACTED]', 'b@x.org');"
    )]
    #[case(
        "insert into t(id,`api_key`) values (1,'a1b2c3d4e5f6'),\n(2, 'f6e5d4c3b2a1')",
        "insert into t(id,`api_key`) values (1,'[REDACTED]'),\n(2, '[REDACTED]')"
    )]
    #[case(
        "psql -c \"INSERT INTO a (\\\"user\\\", pwd) VALUES (E'x', N'hunter2')\"",
        "psql -c \"INSERT INTO a (\\\"user\\\", pwd) VALUES (E'x', N'[REDACTED]')\""
    )]
    #[case("db.example.com:5432:app:bob:hunter2", "db.example.com:5432:app:bob:[REDACTED]")]
    #[case(
        "+localhost:5432:*:bob:s3:cr3t!\n*:*:*:eve:hunter2",
        "+localhost:5432:*:bob:[REDACTED]\n*:*:*:eve:[REDACTED]"
    )]
    #[case("PIN=4821", "PIN=[REDACTED]")]
    #[case("{\"pin\": \"0042\"}", "{\"pin\": \"[REDACTED]\"}")]
    #[case("card_pin: 123456", "card_pin: [REDACTED]")]
    #[case("login --pin 4821 now", "login --pin [REDACTED] now")]
    #[case("your PIN is 4821", "your PIN is [REDACTED]")]
    #[case("alter user 'b'@'h' identified by 'hunter2'", "alter user 'b'@'h' identified by '[REDACTED]'")]
    #[case(
        "CREATE USER b IDENTIFIED WITH caching_sha2_password BY 'hunter2'",
        "CREATE USER b IDENTIFIED WITH caching_sha2_password BY '[REDACTED]'"
    )]
    #[case("CREATE USER b IDENTIFIED BY '115845'", "CREATE USER b IDENTIFIED BY '[REDACTED]'")]
    #[case("ALTER ROLE bob WITH PASSWORD 'hunter2';", "ALTER ROLE bob WITH PASSWORD '[REDACTED]';")]
    #[case("SET PASSWORD FOR 'b'@'h' = 'hunter2';", "SET PASSWORD FOR 'b'@'h' = '[REDACTED]';")]
    #[case(
        "UPDATE users SET password = 'hunter2' WHERE id = 1",
        "UPDATE users SET password = '[REDACTED]' WHERE id = 1"
    )]
    #[case("default login anonymous password hunter2", "default login anonymous password [REDACTED]")]
    #[case("machine h password hunter2 login bob", "machine h password [REDACTED] login bob")]
    fn secrets_are_found_by_their_place(#[case] text: &str, #[case] wanted: &str) {
        assert_eq!(mask(text).as_str(), wanted);
    }

    #[rstest]
    #[case("INSERT INTO users (name, mail) VALUES ('bob', 'hunter2');")]
    #[case("INSERT INTO users (name, password) VALUES (?1, ?2)")]
    #[case("INSERT INTO users (name, password) VALUES ('bob', '$1')")]
    #[case("insert(password, 'hunter')")]
    #[case("INSERT INTO t (password) SELECT 'kept by a query' FROM u")]
    #[case("src/main.rs:1024:9:found:hunter2")]
    #[case("main.rs:1024:9:found:hunter2")]
    #[case("12:30:11:level:message")]
    #[case("std::fs::File::open")]
    #[case("let pin = 13;")]
    #[case("pin: Pin<Box<T>>")]
    #[case("spin = 4821")]
    #[case("identified by 'name'")]
    #[case("ORDER BY 'hunter2'")]
    #[case("the login form has a password field")]
    fn what_stands_elsewhere_stays(#[case] text: &str) {
        assert_eq!(mask(text).as_str(), text);
    }
}
