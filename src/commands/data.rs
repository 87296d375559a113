//! Rows of the tools of data: JSON, databases, cryptography, media, documents, and services on the net.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, mode, output, path, quits, reads, several, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Operation, Plan};
use super::wrappers;
use crate::intent::{CommandClass, LinkUse};
use crate::value::{AbstractString, Field, Output};

const WRITE: Use = Use::File(FileAction::Write);
const MODIFY: Use = Use::File(FileAction::Modify);
const INTO: Use = Use::Into(FileAction::Write);
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const SINGLE: Syntax = Syntax { open: true, ..Syntax::SINGLE };

/// The last operand is written.
const LAST: &[Case<'static>] = &[Case::last(Use::Read, WRITE)];
const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];

const TO_OUTPUT: &[Opt<'static, Role<'static>>] = &[output("-o --output --output-file --out")];

/// A program whose `-o` names its output.
const fn to_output(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(OPEN).options(TO_OUTPUT)
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::reader("aws", "AWS CLI 2 reference").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("s3", "AWS CLI 2 reference, s3").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("cp mv sync", "AWS CLI 2 reference, s3").syntax(OPEN).options(&[quits("--dryrun"), values("--acl --profile --region --exclude --include --endpoint-url --storage-class --content-type")]).special(s3),
        ]).cases(&[Case::NOTHING]),
        Row::new("configure", "AWS CLI 2 reference").syntax(OPEN).class(CommandClass::Build).cases(RUNS),
    ]).cases(&[Case::NOTHING])
        .says(&[("aws s3 ls", ""), ("aws s3 cp s3://b/x a", "write a"), ("aws s3 cp a s3://b/x", ""), ("aws ec2 describe-instances", "")]),
    Row::reader("az", "Azure CLI reference"),
    Row::runner("claude", "Claude Code documentation"),
    Row::runner("codex", "Codex CLI documentation"),
    Row::reader("dbt", "dbt documentation").cases(RUNS).class(CommandClass::Build),
    Row::reader("dig", "bind 9.18, dig(1)"),
    Row::reader("dropdb", "PostgreSQL 15 documentation"),
    Row::reader("duckdb", "DuckDB documentation").syntax(SINGLE).options(&[values("-c -s -cmd"), values("-separator -init -nullvalue -newline"), mode("-readonly", "reads")]).special(sqlite),
    Row::reader("gcloud", "gcloud reference"),
    Row::new("genisoimage", "genisoimage(1)").syntax(SINGLE).options(&[path("-o -output", WRITE), values("-V -A -b -c -publisher -graft-points-file -m -x")]).says(&[("genisoimage -o a.iso d", "write a.iso")]),
    Row::new("gh", "GitHub CLI manual").syntax(Syntax::OPEN_STOP).options(&[values("-R --repo"), quits("--version --help")]).subcommands(&[
        Row::new("repo", "GitHub CLI manual, gh repo").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("clone", "GitHub CLI manual, gh repo clone").syntax(Syntax::OPEN_STOP).options(&[values("-u --upstream-remote-name")]).special(gh_clone),
            Row::new("create fork", "GitHub CLI manual, gh repo").syntax(OPEN).options(&[mode("--clone -c", "clones"), values("--remote-name --org --source -s --description -d --homepage -h --team -t --template -p --gitignore -g --license -l")])
                .cases(&[Case::effects(&[Effect::Below(FileAction::Write)]).when("clones"), Case::NOTHING]),
            Row::new("sync", "GitHub CLI manual, gh repo sync").syntax(OPEN).cases(&[Case::effects(&[Effect::Unknown("it moves the local branch")])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("pr", "GitHub CLI manual, gh pr").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("checkout co", "GitHub CLI manual, gh pr checkout").syntax(OPEN).cases(&[Case::effects(&[Effect::Unknown("which branch it switches to is not known")])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("release", "GitHub CLI manual, gh release").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("download", "GitHub CLI manual, gh release download").syntax(OPEN).options(&[
                Opt::value("-O --output", Role::PathMode(WRITE, "output")),
                Opt::value("-D --dir", Role::PathMode(INTO, "output")),
                values("-p --pattern -R --repo -A --archive"),
            ]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("run", "GitHub CLI manual, gh run").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("download", "GitHub CLI manual, gh run download").syntax(OPEN).options(&[
                Opt::value("-D --dir", Role::PathMode(INTO, "output")),
                values("-n --name -p --pattern -R --repo"),
            ]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("gist", "GitHub CLI manual, gh gist").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("clone", "GitHub CLI manual, gh gist clone").syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("extension ext codespace", "GitHub CLI manual").syntax(Syntax::OPEN_STOP).class(CommandClass::Build).cases(RUNS),
        Row::reader("api issue workflow auth browse search label secret variable status cache org project ruleset alias config completion ssh-key gpg-key attestation help copilot", "GitHub CLI manual"),
    ]).cases(&[Case::effects(&[Effect::Unknown("a subcommand that is not known")])])
        .says(&[
            ("gh pr list", ""),
            ("gh pr create --title x --body y", ""),
            ("gh pr checkout 3", "?"),
            ("gh repo clone o/r d", "invoke [git clone o/r d]"),
            ("gh release download v1 -D d", "mkdir -p d; write d/**"),
            ("gh api repos/o/r", ""),
        ]),
    Row::reader("gnuplot", "gnuplot 5.4 manual").cases(RUNS).class(CommandClass::Build),
    Row::new("gpg", "GnuPG 2.2 manual, gpg(1)").syntax(OPEN).options(&[
        Opt::value("-o --output", Role::PathMode(WRITE, "output")),
        mode("-c --symmetric -e --encrypt", "encrypt"),
        mode("-s --sign", "sign"),
            mode("--clearsign --clear-sign", "sign armor"),
        mode("-b --detach-sign --detach-sig", "detach"),
        mode("-a --armor", "armor"),
        quits("--version --help --dump-options"),
        values("-r --recipient -u --local-user --passphrase --passphrase-file --passphrase-fd --homedir --keyserver --recv-keys --batch-size --pinentry-mode --cipher-algo --s2k-mode --default-key --trust-model -R --compress-algo --digest-algo --status-fd --logger-fd --quick-add-key"),
        mode("-d --decrypt --verify -k -K --list-keys --list-secret-keys --fingerprint --export --import --gen-key --full-generate-key --delete-keys --print-md --list-packets --recv-keys-only --dearmor --enarmor", "prints"),
    ]).special(gpg).says(&[
        ("gpg -o o -d a", "write o; ?"),
        ("gpg -c a", "write a.gpg; ?"),
        ("gpg -ab a", "write a.asc; ?"),
        ("gpg --list-keys", "?"),
        ("gpg --dearmor -o k a", "write k; ?"),
    ]),
    Row::reader("gsutil", "gsutil documentation").cases(RUNS).class(CommandClass::Build),
    Row::reader("hashcat", "hashcat").options(&[path("-o --outfile --potfile-path", WRITE)]),
    Row::reader("john", "John the Ripper").cases(RUNS).class(CommandClass::Build),
    Row::reader("jq", "jq 1.6 manual").options(&[several("--arg --argjson --slurpfile --rawfile", 2), reads("-f --from-file -L"), values("--indent")])
        .cases(&[Case::NOTHING]).says(&[("jq .a a", ""), ("jq --arg x y . a", "")]),
    Row::reader("ldapsearch", "OpenLDAP"),
    Row::new("mkisofs", "mkisofs(8)").syntax(SINGLE).options(&[path("-o -output", WRITE)]),
    Row::reader("mongosh", "MongoDB documentation"),
    Row::reader("mysql", "MySQL 8 manual"),
    Row::reader("mysqldump", "MySQL 8 manual").options(&[path("-r --result-file", WRITE), path("-T --tab", INTO)]).says(&[("mysqldump db", ""), ("mysqldump -r o db", "write o")]),
    Row::reader("nc", "netcat-openbsd 1.219, nc(1)"),
    Row::reader("ncat", "ncat(1)").options(&[path("-o --output -x --hex-dump", WRITE)]),
    Row::reader("nmap", "Nmap 7.93, nmap(1)").syntax(SINGLE).options(&[path("-oN -oX -oG -oS", WRITE)]),
    Row::reader("nslookup", "bind 9.18, nslookup(1)"),
    Row::new("openssl", "OpenSSL 3.0 manual, openssl(1)").syntax(SINGLE).options(&[
        path("-out -keyout -writerand -crl_out -sigfile_out -noout_file -CAserial_out -certsout -respout -reqout", WRITE),
        values("-in -inkey -config -subj -days -key -CA -CAkey -passin -passout -inform -outform -newkey -extensions -extfile -cipher -k -pass -pbkdf2iter -iter -S -K -iv -md -addext -connect -servername -CAfile -CApath -cert -algorithm -pkeyopt -name -certfile -export-name -set_serial -signature -sign -verify -rand"),
    ]).cases(&[Case::NOTHING]).says(&[
        ("openssl genrsa -out k 2048", "write k"),
        ("openssl req -x509 -newkey rsa:2048 -keyout k -out c -days 1", "write k; write c"),
        ("openssl x509 -in c -noout -text", ""),
        ("openssl version", ""),
    ]),
    Row::reader("pg_dump", "PostgreSQL 15 documentation, pg_dump").options(&[path("-f --file", WRITE), values("-h -p -U -d -n -t -F -j -Z")]).says(&[("pg_dump -f o db", "write o")]),
    Row::reader("pg_isready", "PostgreSQL 15 documentation"),
    Row::reader("pg_restore", "PostgreSQL 15 documentation").options(&[path("-f --file", WRITE)]),
    Row::reader("ping", "iputils, ping(8)"),
    Row::reader("psql", "PostgreSQL 15 documentation, psql").options(&[
        path("-o --output -L --log-file", WRITE),
        reads("-f --file"),
        values("-c --command -h --host -p --port -U --username -d --dbname -v --set --variable -P --pset -F --field-separator -R --record-separator -T"),
    ]).says(&[("psql -c 'select 1'", ""), ("psql -o out -c x", "write out")]),
    Row::new("qemu-img", "QEMU 7.2 documentation, qemu-img").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("create", "QEMU 7.2 documentation, qemu-img").syntax(OPEN).options(&[values("-f -b -F -o -B")]).cases(&[Case::first(&[WRITE], Use::Ignored)]),
        Row::new("convert", "QEMU 7.2 documentation, qemu-img").syntax(OPEN).options(&[values("-f -O -o -m -S -t -T -l")]).cases(LAST),
        Row::new("resize commit rebase amend", "QEMU 7.2 documentation, qemu-img").syntax(OPEN).options(&[values("-f -b -F")]).cases(&[Case::first(&[MODIFY], Use::Ignored)]),
        Row::reader("info check compare map measure snapshot bench dd", "QEMU 7.2 documentation, qemu-img"),
    ]).says(&[("qemu-img create -f qcow2 o 1G", "write o"), ("qemu-img info a", "")]),
    Row::runner("qemu-system-x86_64", "QEMU 7.2 documentation"),
    Row::reader("redis-cli", "Redis documentation").options(&[path("--rdb", WRITE)]),
    Row::new("sqlite3", "SQLite 3.40, sqlite3(1)").syntax(SINGLE).options(&[values("-cmd"), values("-separator -init -nullvalue -newline -mmap -vfs -maxsize"), quits("-version --version -help --help"), mode("-readonly", "reads")]).special(sqlite)
        .says(&[
            ("sqlite3 a 'select 1'", ""),
            ("sqlite3 a .tables", ""),
            ("sqlite3 a 'create table t(x)'", "modify a"),
            ("sqlite3 a '.output o' .dump", "write o"),
            ("sqlite3 a", "modify a; ?"),
            ("sqlite3 -readonly a 'delete from t'", ""),
        ]),
    Row::reader("tcpdump", "tcpdump 4.99, tcpdump(8)").options(&[path("-w", WRITE), values("-i -c -r -s -G -W -C -z -Z")]).says(&[("tcpdump -c1", ""), ("tcpdump -w o", "write o")]),
    Row::reader("telnet", "inetutils 2.4, telnet(1)"),
    Row::reader("traceroute", "traceroute(8)"),
    Row::reader("tshark", "Wireshark 4, tshark(1)").options(&[path("-w", WRITE), values("-i -c -r -Y -f -T -e -E -z")]),
    Row::reader("whois", "whois(1)"),
    Row::reader("xmllint", "libxml2 2.9, xmllint(1)").syntax(SINGLE).options(&[output("-o -output"), values("-xpath -schema -encode")]).says(&[("xmllint --format a", ""), ("xmllint --format a --output b", "write b")]),
    Row::new("xmlstarlet", "XMLStarlet 1.6 manual").syntax(Syntax::OPEN_STOP).special(xmlstarlet).says(&[("xmlstarlet sel -t -v x a", ""), ("xmlstarlet ed -L -d x a", "modify a")]),
    to_output("xsltproc", "libxslt 1.1, xsltproc(1)"),
    Row::new("yq", "yq 4 documentation; yq 3 (Python) README").syntax(Syntax::OPEN).options(&[
        mode("-i --inplace --in-place", "in-place"),
        mode("-n --null-input", "null"),
        path("-s --split-exp", Use::Ignored),
        values("-p --input-format -o --output-format -I --indent --from-file --arg"),
        quits("-V --version -h --help"),
    ]).special(yq).says(&[
        ("yq -i .a=1 a", "modify a"),
        ("yq e -i .a=1 a", "modify a"),
        ("yq .a a", ""),
        ("yq eval .a a", ""),
    ]),
];

/// `aws s3 cp|mv|sync`: writes here only where the destination is no bucket.
fn s3(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let [source, target, ..] = operands.as_slice() else { return };
    let bucket = |field: &Field| field.value.known_prefix().starts_with("s3://");
    if !bucket(target) && target.known() != Some("-") {
        super::transfer::download(call, source, target, plan);
    } else if call.cause.ends_with(" mv") && !bucket(source) {
        call.file(FileAction::Delete { recursive: true, force: false }, LinkUse::Itself, source, plan);
    }
}

/// `gh repo clone R [D]` is `git clone`.
fn gh_clone(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut argv = vec![Field::text("git", call.span), Field::text("clone", call.span)];
    argv.extend(call.inner(0).iter().filter(|field| field.known() != Some("--")).cloned());
    wrappers::invoke(call, argv, plan);
}

/// Without `-o` the name of what gpg writes follows from the input's.
fn gpg(call: &Call<'_, '_>, plan: &mut Plan) {
    call.outside(&["~/.gnupg"], plan);
    if call.on("output") || call.on("prints") {
        return;
    }
    let ending = match (call.on("detach"), call.on("encrypt") || call.on("sign"), call.on("armor")) {
        (true, _, false) => ".sig",
        (_, true, false) => ".gpg",
        (true, _, true) | (_, true, true) => ".asc",
        _ => return,
    };
    for field in call.parsed.operands() {
        let mut value = field.value.clone();
        value.push_text(ending);
        call.derived(FileAction::Write, value, field.span, plan);
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

/// One line; true if it can change the database.
fn statement(call: &Call<'_, '_>, line: &str, plan: &mut Plan) -> bool {
    let lower = line.to_ascii_lowercase();
    if line.is_empty() || line.starts_with("--") {
        return false;
    }
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

fn xmlstarlet(call: &Call<'_, '_>, plan: &mut Plan) {
    let edits =
        matches!(call.arguments.first().and_then(Field::known), Some("ed" | "edit" | "fo" | "format"));
    if edits
        && call.arguments.iter().any(|field| matches!(field.known(), Some("-L" | "--inplace" | "--in-place")))
    {
        call.arguments
            .last()
            .into_iter()
            .for_each(|field| call.file(FileAction::Modify, LinkUse::Followed, field, plan));
    }
}

/// `yq [eval] EXPRESSION FILE…`.
fn yq(call: &Call<'_, '_>, plan: &mut Plan) {
    if !call.on("in-place") {
        return;
    }
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let skip = 1 + usize::from(matches!(
        operands.first().and_then(|field| field.known()),
        Some("e" | "eval" | "ea" | "eval-all")
    ));
    operands
        .iter()
        .skip(skip)
        .for_each(|field| call.file(FileAction::Modify, LinkUse::Followed, field, plan));
}
