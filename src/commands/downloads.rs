//! Rows of downloaders.

use super::engine::{Call, join};
use super::model::{Case, Effect, Role, Row, Use, attached, flags, mode, output, path, quits, reads, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Piece};

const WRITE: Use = Use::File(FileAction::Write);

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("aria2c", "aria2 1.36 manual, aria2c(1)")
        .syntax(Syntax { shortens: false, ..Syntax::OPEN })
        .options(&[
            values("-o --out"),
            values("-d --dir"),
            path("-l --log --save-session", WRITE),
            Opt::value("-i --input-file", Role::Mode("list")),
            values("-x --max-connection-per-server -s --split -j --max-concurrent-downloads -k --min-split-size --header -U --user-agent --seed-time --load-cookies"),
            quits("--help -h -v --version"),
        ])
        .special(aria)
        .says(&[("aria2c -o o http://h/x", "write o"), ("aria2c -d d -o o http://h/x", "write d/o"), ("aria2c http://h/x", "write x"), ("aria2c -i a -d d", "mkdir -p d; write d/**")]),
    Row::new("curl", "curl 7.88 manual, curl(1)")
        .options(&[
            Opt::value("-o --output", Role::Mode("output")),
            mode("-O --remote-name", "remote"),
            mode("--remote-name-all", "all"),
            mode("-J --remote-header-name", "header"),
            mode("--create-dirs", "makes"),
            values("--output-dir"),
            values("--url"),
            path("-c --cookie-jar -D --dump-header --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl", WRITE),
            Opt::value("-K --config", Role::Mode("config")),
            reads("-T --upload-file -b --cookie --cacert --cert -E --key --netrc-file --etag-compare --capath --crlfile"),
            values("-A --user-agent -C --continue-at -d --data --data-ascii --data-binary --data-raw --data-urlencode --json -e --referer -F --form --form-string -H --header -m --max-time -P --ftp-port -Q --quote -r --range -t --telnet-option -u --user -U --proxy-user -w --write-out -x --proxy -X --request -y --speed-time -Y --speed-limit -z --time-cond --connect-timeout --retry --retry-delay --retry-max-time --max-redirs --max-filesize --limit-rate --resolve --connect-to --interface --proto --proto-default --proto-redir --noproxy --ciphers --tls-max --tls13-ciphers --oauth2-bearer --aws-sigv4 --unix-socket --abstract-unix-socket --socks5 --socks5-hostname --socks4 --socks4a --preproxy --cert-type --key-type --pass --pinnedpubkey --dns-servers --doh-url --keepalive-time --local-port --url-query --variable --request-target --rate --parallel-max --happy-eyeballs-timeout-ms --expect100-timeout --engine --delegation --service-name --mail-from --mail-rcpt --login-options --proxy-header --postquote --prequote --create-file-mode --haproxy-clientip --ipfs-gateway --curves --krb --sasl-authzid --tlsuser --tlspassword --tlsauthtype"),
            attached("-h --help"),
            flags("-0 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 -1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 -2 -3 -4 --ipv4 -6 --ipv6 -a --append -B --use-ascii -f --fail --fail-with-body --fail-early -g --globoff -G --get -i --include --show-headers -I --head -j --junk-session-cookies -k --insecure -l --list-only -L --location --location-trusted -M --manual -n --netrc -N --no-buffer --netrc-optional -p --proxytunnel -q --disable -R --remote-time -s --silent -S --show-error -v --verbose -V --version -Z --parallel -# --progress-bar --no-progress-meter --compressed --anyauth --basic --digest --ntlm --negotiate --retry-all-errors --retry-connrefused --ssl --ssl-reqd --ssl-no-revoke --tcp-nodelay --tcp-fastopen --no-keepalive --no-alpn --path-as-is --raw --tr-encoding --trace-time --no-clobber --post301 --post302 --post303 --ftp-pasv --ftp-create-dirs --no-sessionid --remove-on-error --styled-output --xattr --no-remote-name --disallow-username-in-url --cert-status --doh-insecure --proxy-insecure --parallel-immediate --suppress-connect-headers --no-fail -:  --next"),
        ])
        .special(curl)
        .says(&[
            ("curl -s --output o http://h/x", "write o"),
            ("curl -sO http://h/d/x", "write x"),
            ("curl -so o http://h/x", "write o"),
            ("curl -L http://h/x", ""),
            ("curl -o d_#1 http://h/{p,q}", "write d_p; write d_q"),
            ("curl --output-dir d -O http://h/x", "write d/x"),
            ("curl --create-dirs -o n/o http://h/x", "mkdir -p n; write n/o"),
            ("curl -OJ http://h/x", "write *"),
            ("curl -c jar http://h/x", "write jar"),
            ("curl -o - http://h/x", ""),
            ("curl -fsSL http://h/x -o a http://h/y -o b", "write a; write b"),
            ("curl -w %{http_code} -X POST -d a=b http://h/x", ""),
            ("curl -K conf http://h/x", "?"),
            ("curl --frob http://h/x", "?"),
        ]),
    Row::new("http", "HTTPie 3 documentation").syntax(Syntax::OPEN).options(&[mode("-d --download", "download"), output("-o --output")])
        .special(httpie).says(&[("http GET h/x", ""), ("http -d h/x", "write x"), ("http -o o h/x", "write o")]),
    Row::reader("httpx", "httpx"),
    Row::new("huggingface-cli", "huggingface_hub documentation").syntax(Syntax::OPEN).subcommands(&[
        Row::new("download", "huggingface_hub documentation").syntax(Syntax::OPEN).options(&[Opt::value("--local-dir --cache-dir", Role::PathMode(Use::Into(FileAction::Write), "into")), values("--repo-type --revision --include --exclude --token --max-workers")])
            .cases(&[Case::NOTHING.when("into"), Case::effects(&[Effect::Outside(&["~/.cache/huggingface"])])]),
        Row::new("login logout auth delete-cache", "huggingface_hub documentation").syntax(Syntax::OPEN).cases(&[Case::effects(&[Effect::Outside(&["~/.cache/huggingface"])])]),
    ]).cases(&[Case::NOTHING]).says(&[("huggingface-cli download o/m --local-dir d", "mkdir -p d; write d/**"), ("huggingface-cli upload o/m a", "")]),
    Row::new("lynx", "lynx 2.9, lynx(1)").syntax(Syntax::OPEN),
    WGET
        .says(&[
            ("wget http://h/d/x", "write x"),
            ("wget -qO o http://h/x", "write o"),
            ("wget -O- http://h/x", ""),
            ("wget -P d http://h/x", "write d/x"),
            ("wget http://h/", "write index.html"),
            ("wget -q --spider http://h/x", ""),
            ("wget -r http://h/", "write ./**"),
            ("wget -a log http://h/x", "append log; write x"),
            ("wget -nv http://h/x?y=1", "write x?y=1"),
        ]),
    Row { name: "wget2", source: "GNU Wget2 2 manual", ..WGET }
        .says(&[("wget2 --mirror http://h/", "write ./**")]),
    Row::new("xh", "xh documentation").syntax(Syntax::OPEN).options(&[mode("-d --download", "download"), output("-o --output")]).special(httpie),
    Row { name: "youtube-dl", ..YT }.says(&[("youtube-dl http://h/x", "write ./**")]),
    YT.says(&[
        ("yt-dlp http://h/x", "write ./**"),
        ("yt-dlp -F http://h/x", ""),
        ("yt-dlp -o 'd/%(title)s' http://h/x", "write d/**"),
        ("yt-dlp -P d http://h/x", "write d/**"),
        ("yt-dlp -a list.txt", "write ./**"),
        ("yt-dlp -f best", ""),
    ]),
];

const WGET: Row<'static> = Row::new("wget", "GNU Wget 1.21 manual, section 2")
        .options(&[
            Opt::value("-O --output-document", Role::PathMode(WRITE, "output")),
            values("-P --directory-prefix"),
            path("-o --output-file --save-cookies --rejected-log --warc-file", WRITE),
            path("-a --append-output", Use::File(FileAction::Append)),
            mode("-r --recursive -m --mirror -p --page-requisites -x --force-directories", "tree"),
            mode("-i --input-file", "list"),
            mode("--content-disposition --trust-server-names", "header"),
            quits("--spider -h --help -V --version"),
            values("-t --tries -T --timeout -U --user-agent -w --wait -Q --quota -l --level -A --accept -R --reject -D --domains -I --include-directories -X --exclude-directories -e --execute -B --base --header --post-data --post-file --method --body-data --body-file --user --password --http-user --http-password --limit-rate --load-cookies --referer --ca-certificate --certificate --private-key --cut-dirs --max-redirect --connect-timeout --read-timeout --dns-timeout --waitretry --bind-address --progress --default-page --secure-protocol --restrict-file-names --prefer-family --exclude-domains --start-pos --regex-type --accept-regex --reject-regex --local-encoding --remote-encoding --retry-on-http-error --compression --report-speed --config"),
            flags("-4 -6 -b --background -c --continue -d --debug -E --adjust-extension -F --force-html -H --span-hosts -k --convert-links -K --backup-converted -L --relative -N --timestamping -S --server-response -nc --no-clobber -nd --no-directories -nH --no-host-directories -np --no-parent -nv --no-verbose -q --quiet -v --verbose --no-check-certificate --no-cookies --keep-session-cookies --show-progress --no-cache --no-proxy --retry-connrefused --no-hsts --inet4-only --inet6-only --https-only --no-if-modified-since --no-use-server-timestamps --no-dns-cache --random-wait --ignore-length --no-glob --delete-after --no-config --no-remove-listing --no-passive-ftp --no-http-keep-alive --auth-no-challenge --unlink --protocol-directories -n"),
        ])
        .special(wget);

const YT: Row<'static> = Row::new("yt-dlp", "yt-dlp README, usage")
    .syntax(Syntax { shortens: false, ..Syntax::OPEN })
    .options(&[
        values("-o --output"),
        values("-P --paths"),
        values("-a --batch-file"),
        values("-f --format -S --format-sort --cookies -u --username -p --password --playlist-items -I --audio-format --audio-quality --merge-output-format --remux-video --sub-langs --sub-lang -N -r --limit-rate --proxy --user-agent --postprocessor-args --ppa --download-archive --match-filter --extractor-args --cookies-from-browser --exec --convert-subs --recode-video --print-to-file"),
        quits("-F --list-formats -j --dump-json -J --dump-single-json --simulate -s --skip-download -g --get-url --get-title --get-id --get-duration --get-filename --print -O --list-subs --list-thumbnails -U --update --version -h --help --list-extractors -e"),
    ])
    .special(yt);

fn piece(piece: Piece) -> AbstractString {
    let mut value = AbstractString::empty();
    value.push(piece);
    value
}

/// The last name in an address's path, as curl and wget take it.
fn remote_name(address: &Field, query: bool) -> Option<AbstractString> {
    let unknown = || Some(piece(Piece::Segment("the last name of an address".into())));
    let Some(text) = address.known() else { return unknown() };
    let path = text.split_once("://").map_or(text, |(_, rest)| rest);
    let path = path.split('#').next().unwrap_or("");
    let path = if query { path } else { path.split('?').next().unwrap_or("") };
    let before_query = path.split('?').next().unwrap_or("");
    let (_, name) = before_query.rsplit_once('/').unwrap_or(("", ""));
    let behind = path.get(before_query.len()..).unwrap_or("");
    (!name.is_empty()).then(|| AbstractString::text(&format!("{name}{behind}")))
}

fn addresses<'c>(call: &'c Call<'_, '_>) -> Vec<&'c Field> {
    let urls = call
        .parsed
        .options()
        .filter(|given| given.option.is("--url"))
        .filter_map(|given| given.value.as_ref());
    call.parsed.operands().chain(urls).collect()
}

/// True of a local file's address (one without curl's patterns) where no file is.
fn is_missing(call: &Call<'_, '_>, field: &Field) -> bool {
    let path = field.known().and_then(|text| text.strip_prefix("file://"));
    path.filter(|path| !path.contains(['{', '[', '%', '?', '#']))
        .is_some_and(|path| call.facts.exists(&AbstractString::text(path)) == Some(false))
}

fn curl(call: &Call<'_, '_>, plan: &mut Plan) {
    // What options such as `--stderr` write is written also where nothing is found.
    let saved = plan.operations.len();
    let directory = call.parsed.value("--output-dir").map(|field| field.value.clone());
    let addresses = addresses(call);
    for (index, given) in call.parsed.options().filter(|given| given.option.is("-o")).enumerate() {
        let Some(value) = given.value.as_ref().filter(|value| value.known() != Some("-")) else { continue };
        let address = addresses.get(index).and_then(|field| field.known()).unwrap_or("");
        for name in numbered(value, address) {
            save(call, directory.as_ref(), name, plan);
        }
    }
    let remote = call.parsed.options().filter(|given| given.option.is("-O")).count();
    let outputs = call.parsed.options().filter(|given| given.option.is("-o")).count();
    let count = if call.on("all") { usize::MAX } else { remote };
    // Without knowing which address belongs to which option: the last ones are those that `-O` names.
    for address in addresses.iter().skip(outputs.min(addresses.len().saturating_sub(remote))).take(count) {
        let name = if call.on("header") {
            Some(piece(Piece::Segment("a name that the server gives".into())))
        } else {
            remote_name(address, false)
        };
        match name {
            Some(name) if !name.known().is_some_and(|text| text.contains(['{', '['])) => {
                save(call, directory.as_ref(), name, plan)
            }
            Some(_) => {
                save(call, directory.as_ref(), piece(Piece::Segment("a name of several".into())), plan)
            }
            None => {}
        }
    }
    let upload =
        call.parsed.value("-T").filter(|field| field.known().is_some_and(|text| text != "-" && text != "."));
    for address in addresses.iter().filter(|_| upload.is_some()) {
        if let Some(path) = address.known().and_then(|text| text.strip_prefix("file://")) {
            let name = upload.and_then(Field::known).and_then(|file| file.rsplit('/').next()).unwrap_or("");
            let path = if path.ends_with('/') { format!("{path}{name}") } else { path.to_owned() };
            call.derived(FileAction::Write, AbstractString::text(&path), call.span, plan);
        }
    }
    if call.arguments.iter().any(|field| field.value.known_prefix().starts_with("--output=")) {
        super::engine::fail_from(plan, 0, "curl takes no `=` behind an option");
    }
    if upload.is_none() && !addresses.is_empty() && addresses.iter().all(|field| is_missing(call, field)) {
        super::engine::fail_from(plan, saved, "there is no such file to get");
    }
    if call.on("config") {
        call.unknown("its config file is not read", plan);
    }
}

/// More numbers than this of an address are told as one pattern.
const NUMBERS_CAP: u32 = 64;

/// `#1` stands for what the first braces of the address hold.
fn numbered(value: &Field, address: &str) -> Vec<AbstractString> {
    let Some(text) = value.known().filter(|text| text.contains("#1")) else {
        return vec![value.value.clone()];
    };
    let items: Vec<String> = match (address.split_once('{'), address.split_once('[')) {
        (Some((_, rest)), _) => rest.split('}').next().unwrap_or("").split(',').map(str::to_owned).collect(),
        (None, Some((_, rest))) => range(rest.split(']').next().unwrap_or("")).unwrap_or_default(),
        _ => return vec![value.value.clone()],
    };
    if items.is_empty() {
        return vec![piece(Piece::Segment("a name of several".into()))];
    }
    items.iter().map(|item| AbstractString::text(&text.replace("#1", item))).collect()
}

/// `a-c` and `1-3` of an address; `None` for steps and for more than a few.
fn range(text: &str) -> Option<Vec<String>> {
    let (low, high) = text.split_once('-')?;
    if let (Ok(first), Ok(last)) = (low.parse::<u32>(), high.parse::<u32>()) {
        let few = last.checked_sub(first)? < NUMBERS_CAP && !low.starts_with('0');
        return few.then(|| (first..=last).map(|number| number.to_string()).collect());
    }
    let one = |text: &str| text.chars().next().filter(|c| c.is_ascii_alphabetic() && text.len() == 1);
    Some((one(low)?..=one(high)?).map(String::from).collect())
}

fn save(call: &Call<'_, '_>, directory: Option<&AbstractString>, name: AbstractString, plan: &mut Plan) {
    let value = join(directory, &name);
    if call.on("makes")
        && let Some((parent, _)) = value.known().and_then(|path| path.rsplit_once('/'))
        && !parent.is_empty()
    {
        call.derived(
            FileAction::MakeDirectory { parents: true },
            AbstractString::text(parent),
            call.span,
            plan,
        );
    }
    call.derived(FileAction::Write, value, call.span, plan);
}

fn wget(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("output") {
        return;
    }
    let prefix = call.parsed.value("-P").map(|field| field.value.clone());
    if call.on("tree") || call.on("list") {
        let here = Field { value: join(prefix.as_ref(), &call.here().value), many: false, span: call.span };
        call.below(FileAction::Write, &here, plan);
        return;
    }
    for address in call.parsed.operands() {
        let name = if call.on("header") {
            piece(Piece::Segment("a name that the server gives".into()))
        } else {
            remote_name(address, true).unwrap_or_else(|| AbstractString::text("index.html"))
        };
        call.derived(FileAction::Write, join(prefix.as_ref(), &name), address.span, plan);
    }
}

fn aria(call: &Call<'_, '_>, plan: &mut Plan) {
    let directory = call.parsed.value("-d").map(|field| field.value.clone());
    let name = call.parsed.value("-o").map(|field| field.value.clone());
    if call.on("list") {
        match call.parsed.value("-d") {
            Some(directory) => call.apply(Use::Into(FileAction::Write), directory, plan),
            None => call.below(FileAction::Write, &call.here(), plan),
        }
    }
    for address in call.parsed.operands() {
        let name = name
            .clone()
            .or_else(|| remote_name(address, false))
            .unwrap_or_else(|| AbstractString::text("index.html"));
        call.derived(FileAction::Write, join(directory.as_ref(), &name), address.span, plan);
    }
}

fn httpie(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("output") || !call.on("download") {
        return;
    }
    let address = call.parsed.operands().find(|field| field.value.known_prefix().contains(['/', '.', ':']));
    let name = address
        .and_then(|field| remote_name(field, false))
        .unwrap_or_else(|| piece(Piece::Segment("a download".into())));
    call.derived(FileAction::Write, name, call.span, plan);
}

/// Names are made of the title; a directory in the template or of `-P` is known.
fn yt(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.parsed.operands().next().is_none() && !call.parsed.has("-a") {
        return;
    }
    let base = call.parsed.value("-P").map(|field| field.value.clone());
    let template = call.parsed.value("-o").and_then(Field::known).unwrap_or("");
    let known = template.split('%').next().unwrap_or("");
    if !template.contains('%') && !template.is_empty() {
        let target = Field {
            value: join(base.as_ref(), &AbstractString::text(template)),
            many: false,
            span: call.span,
        };
        call.file(FileAction::Write, LinkUse::Followed, &target, plan);
        return;
    }
    let directory = known.rsplit_once('/').map_or(".", |(directory, _)| directory);
    let here =
        Field { value: join(base.as_ref(), &AbstractString::text(directory)), many: false, span: call.span };
    call.below(FileAction::Write, &here, plan);
}
