//! Rows of databases and their clients: what the server changes is no write here, what the client writes is one.

use super::engine::Call;
use super::model::{Case, Effect, Row, Use, mode, path, quits, reads, values};
use super::options::Syntax;
use super::plan::{FileAction, Operation, Plan};
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Output};

const WRITE: Use = Use::File(FileAction::Write);
const INTO: Use = Use::Into(FileAction::Write);
const SINGLE: Syntax = Syntax { open: true, ..Syntax::SINGLE };
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const POSTGRES: &str = "PostgreSQL 15 documentation, reference";

/// A server keeps its data where its settings say.
const fn server(name: &'static str, source: &'static str) -> Row<'static> {
    Row::runner(name, source).options(SERVER)
}

const SERVER: &[super::options::Opt<'static, super::model::Role<'static>>] = &[quits("-V --version --help")];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::reader("createdb", POSTGRES).says(&[("createdb x", "")]),
    Row::reader("createuser", POSTGRES),
    Row::reader("dropdb", "PostgreSQL 15 documentation"),
    Row::reader("dropuser", POSTGRES),
    Row::reader("duckdb", "DuckDB documentation").syntax(SINGLE).options(&[values("-c -s -cmd"), values("-separator -init -nullvalue -newline"), mode("-readonly", "reads")]).special(sqlite),
    Row::new("initdb", "PostgreSQL 15 documentation, initdb").syntax(OPEN).options(&[path("-D --pgdata -X --waldir", INTO), values("-A --auth -E --encoding -U --username --locale --pwfile"), quits("-V --version -? --help")])
        .cases(&[Case::all(INTO)]).says(&[("initdb -D d", "mkdir -p d; write d/**"), ("initdb --version", "")]),
    server("memcached", "memcached(1)"),
    server("mongod", "MongoDB manual, mongod"),
    Row::new("mongodump", "MongoDB database tools, mongodump").syntax(OPEN).options(&[
        super::options::Opt::value("-o --out", super::model::Role::PathMode(INTO, "into")),
        super::options::Opt::attached("--archive", super::model::Role::PathMode(WRITE, "into")),
        values("-d --db -c --collection --uri -h --host --port -u --username -p --password -q --query --authenticationDatabase"),
        quits("--version --help"),
    ]).cases(&[Case::NOTHING.when("into"), Case::effects(&[Effect::Below(FileAction::Write)])])
        .says(&[("mongodump -d x", "write ./**"), ("mongodump -o d", "mkdir -p d; write d/**"), ("mongodump --archive=a", "write a")]),
    Row::new("mongoexport", "MongoDB database tools, mongoexport").syntax(OPEN).options(&[path("-o --out", WRITE), values("-d --db -c --collection --uri --type -f --fields -q --query")]).says(&[("mongoexport -d x -c y -o a", "write a")]),
    Row::reader("mongoimport", "MongoDB database tools, mongoimport"),
    Row::reader("mongorestore", "MongoDB database tools, mongorestore"),
    Row::runner("mongosh", "MongoDB documentation, mongosh").options(&[quits("--version --help -h")]).says(&[("mongosh --eval 'db.x.find()'", "run")]),
    Row::reader("mysql", "MySQL 8 manual, section 4.5.1").options(&[
        path("--tee", Use::File(FileAction::Append)),
        values("-e --execute"),
        values("-h --host -u --user -P --port -D --database -S --socket --protocol --default-character-set --delimiter"),
    ]).special(mysql).says(&[("mysql -e 'select 1' db", ""), ("mysql -e 'system rm a' db", "shell [rm a]"), ("mysql -D 'tee a'", ""), ("mysql --tee=a db", "append a")]),
    server("mysqld", "MySQL 8 manual, mysqld"),
    Row::reader("mysqldump", "MySQL 8 manual").options(&[path("-r --result-file", WRITE), path("-T --tab", INTO)]).says(&[("mysqldump db", ""), ("mysqldump -r o db", "write o")]),
    Row::new("pg_basebackup", "PostgreSQL 15 documentation, pg_basebackup").syntax(OPEN).options(&[path("-D --pgdata --waldir", INTO), values("-h -p -U -F --format -X -c -l -Z")]).says(&[("pg_basebackup -D d", "mkdir -p d; write d/**")]),
    server("pg_ctl", "PostgreSQL 15 documentation, pg_ctl").syntax(Syntax::OPEN).options(&[reads("-D --pgdata"), path("-l --log", Use::File(FileAction::Append)), values("-o -m --mode -t --timeout"), quits("-V --version --help")])
        .says(&[("pg_ctl -D d -l a start", "append a; run")]),
    Row::reader("pg_dump", "PostgreSQL 15 documentation, pg_dump").options(&[path("-f --file", WRITE), values("-h -p -U -d -n -t -F -j -Z")]).says(&[("pg_dump -f o db", "write o")]),
    Row::reader("pg_dumpall", "PostgreSQL 15 documentation, pg_dumpall").options(&[path("-f --file", WRITE), values("-h -p -U -l")]).says(&[("pg_dumpall -f a", "write a")]),
    Row::reader("pg_isready", "PostgreSQL 15 documentation"),
    Row::reader("pg_restore", "PostgreSQL 15 documentation").options(&[path("-f --file", WRITE)]),
    server("postgres", "PostgreSQL 15 documentation, postgres"),
    Row::reader("psql", "PostgreSQL 15 documentation, psql").options(&[
        path("-o --output -L --log-file", WRITE),
        reads("-f --file"),
        values("-c --command"),
        values("-h --host -p --port -U --username -d --dbname -v --set --variable -P --pset -F --field-separator -R --record-separator -T"),
    ]).special(psql).says(&[
        ("psql -c 'select 1'", ""),
        ("psql -o out -c x", "write out"),
        ("psql -c '\\copy t to a csv'", "write a"),
        ("psql -c '\\copy t from a csv'", ""),
        ("psql -c '\\! rm a'", "shell [rm a]"),
        ("psql -c '\\d t'", ""),
        ("psql -F '\\o a' -c x", ""),
        ("psql -c '\\o a'", "write a"),
    ]),
    Row::reader("redis-cli", "Redis documentation").options(&[path("--rdb", WRITE)]),
    server("redis-server", "Redis documentation"),
    Row::new("sqlite3", "SQLite 3.40, sqlite3(1)").syntax(SINGLE).options(&[values("-cmd"), values("-separator -init -nullvalue -newline -mmap -vfs -maxsize"), quits("-version --version -help --help"), mode("-readonly", "reads")]).special(sqlite)
        .says(&[
            ("sqlite3 a 'select 1'", ""),
            ("sqlite3 a .tables", ""),
            ("sqlite3 a 'create table t(x)'", "modify a"),
            ("sqlite3 a '.output o' .dump", "write o"),
            ("sqlite3 a", "modify a; ?"),
            ("sqlite3 -readonly a 'delete from t'", ""),
        ]),
];

/// The statements of `-e`; the client's own `system`, `\!` and `tee` run and write here.
fn mysql(call: &Call<'_, '_>, plan: &mut Plan) {
    for text in
        call.parsed.options().filter(|given| given.option.is("-e")).filter_map(|given| given.value.as_ref())
    {
        let Some(known) = text.known() else { continue };
        for statement in known.split([';', '\n']).map(str::trim) {
            let command = statement.strip_prefix("system ").or_else(|| statement.strip_prefix("\\! "));
            if let Some(command) = command {
                plan.operations.push(Operation::Shell(super::shells::text(Field::text(command, text.span))));
            } else if let Some(target) =
                statement.strip_prefix("tee ").or_else(|| statement.strip_prefix("\\T "))
            {
                call.derived(FileAction::Append, AbstractString::text(target.trim()), text.span, plan);
            }
        }
    }
}

/// psql's own commands: `\copy … to`, `\o`, `\g`, `\w`, `\!`; all else runs at the server.
fn psql(call: &Call<'_, '_>, plan: &mut Plan) {
    for text in
        call.parsed.options().filter(|given| given.option.is("-c")).filter_map(|given| given.value.as_ref())
    {
        let Some(known) = text.known() else { continue };
        for line in known.lines().map(str::trim) {
            meta_command(call, line, text, plan);
        }
    }
}

fn meta_command(call: &Call<'_, '_>, line: &str, text: &Field, plan: &mut Plan) {
    let Some(command) = line.strip_prefix('\\') else { return };
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let path = match name {
        "!" => {
            plan.operations.push(Operation::Shell(super::shells::text(Field::text(rest, text.span))));
            return;
        }
        "copy" => {
            let mut words = rest.split_ascii_whitespace().skip_while(|word| !word.eq_ignore_ascii_case("to"));
            words.nth(1).filter(|word| !word.eq_ignore_ascii_case("stdout"))
        }
        "o" | "out" | "w" | "write" | "g" | "s" => rest.split_ascii_whitespace().next(),
        _ => None,
    };
    match path.map(|path| path.trim_matches(['\'', '"'])) {
        Some(path) if path.starts_with('|') || path.eq_ignore_ascii_case("program") => {
            call.unknown("it runs a program", plan);
        }
        Some(path) => call.derived(FileAction::Write, AbstractString::text(path), text.span, plan),
        None => {}
    }
}

/// SQL that only reads begins with one of these words.
const READING: &[&str] = &[
    "select",
    "explain",
    "pragma table_info",
    "pragma index_list",
    "pragma integrity_check",
    "pragma foreign_key",
    "pragma user_version;",
    "with",
];

/// Dot commands that write nothing to the database.
const DOT_READS: &[&str] = &[
    ".tables",
    ".schema",
    ".headers",
    ".header",
    ".mode",
    ".dump",
    ".indexes",
    ".indices",
    ".databases",
    ".show",
    ".help",
    ".quit",
    ".exit",
    ".fullschema",
    ".dbinfo",
    ".separator",
    ".nullvalue",
    ".width",
    ".timer",
    ".print",
    ".stats",
    ".version",
    ".changes",
    ".bail",
    ".echo",
    ".timeout",
    ".explain",
    ".eqp",
    ".open",
    ".lint",
];

fn sqlite(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut operands = call.parsed.operands();
    let database = operands.next();
    let mut texts: Vec<Option<String>> = operands.map(|field| field.known().map(ToOwned::to_owned)).collect();
    let given = call.parsed.options().filter(|given| given.option.is("-cmd"));
    texts.extend(
        given.filter_map(|given| given.value.as_ref()).map(|field| field.known().map(ToOwned::to_owned)),
    );
    if texts.is_empty() {
        match call.facts.input() {
            Output::Nothing => return,
            Output::Text(text) => texts.push(text.known().map(ToOwned::to_owned)),
            _ => texts.push(None),
        }
    }
    let mut changes = false;
    for text in &texts {
        match text {
            Some(text) => text.lines().for_each(|line| changes |= statement(call, line.trim(), plan)),
            None => {
                changes = true;
                call.unknown("its statements are not known", plan);
            }
        }
    }
    let missing = database.is_some_and(|field| call.facts.exists(&field.value) == Some(false));
    if (changes || missing && !texts.is_empty()) && !call.on("reads") {
        for field in database.into_iter().filter(|field| field.known() != Some(":memory:")) {
            let action = if missing { FileAction::Write } else { FileAction::Modify };
            call.file(action, LinkUse::Followed, field, plan);
        }
    }
    // A database that is changed comes first.
    plan.operations.reverse();
}

/// Files that a statement names: SQLite's `VACUUM INTO 'f'`, DuckDB's `COPY … TO 'f'` and `EXPORT DATABASE 'd'`.
fn exported(call: &Call<'_, '_>, line: &str, lower: &str, plan: &mut Plan) {
    for (verb, word, usage) in
        [("vacuum", "into '", WRITE), ("copy ", "to '", WRITE), ("export ", "database '", INTO)]
    {
        let start = lower.find(verb).and_then(|at| Some(at + lower.get(at..)?.find(word)? + word.len()));
        let path = start.and_then(|start| line.get(start..)?.split('\'').next());
        if let Some(path) = path.filter(|path| !path.starts_with("/dev/")) {
            call.apply(usage, &Field::text(path, call.span), plan);
        }
    }
}

/// One line; true if it can change the database.
fn statement(call: &Call<'_, '_>, line: &str, plan: &mut Plan) -> bool {
    let lower = line.to_ascii_lowercase();
    if line.is_empty() || line.starts_with("--") {
        return false;
    }
    exported(call, line, &lower, plan);
    let mut words = line.split_ascii_whitespace();
    let name = words.next().unwrap_or("");
    if name.starts_with('.') {
        let target = words.next_back();
        match name {
            ".output" | ".once" | ".backup" | ".save" | ".clone" | ".log" => {
                if let Some(target) = target.filter(|target| !matches!(*target, "stdout" | "off" | "stderr"))
                {
                    call.derived(
                        FileAction::Write,
                        AbstractString::text(target.trim_matches(['\'', '"'])),
                        call.span,
                        plan,
                    );
                }
                return false;
            }
            ".shell" | ".system" => {
                let text = line.split_once(' ').map_or("", |(_, text)| text);
                plan.operations.push(Operation::Shell(super::shells::text(Field::text(text, call.span))));
                return false;
            }
            _ => return !DOT_READS.contains(&name),
        }
    }
    let reads = READING.iter().any(|word| lower.starts_with(word));
    let writes =
        ["insert ", "update ", "delete ", "drop ", "create ", "alter ", "replace ", "vacuum", "attach "]
            .iter()
            .any(|word| lower.contains(word));
    !reads || writes && lower.starts_with("with") || lower.contains(';') && writes
}
