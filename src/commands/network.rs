//! Rows of networks, ciphers and keys.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, mode, path, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Operation, Plan};
use super::system::admin;
use crate::intent::CommandClass;
use crate::value::Field;

const WRITE: Use = Use::File(FileAction::Write);
const INTO: Use = Use::Into(FileAction::Write);
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const SINGLE: Syntax = Syntax { open: true, ..Syntax::SINGLE };

const fn nothing(name: &'static str, source: &'static str) -> Row<'static> {
    Row::reader(name, source)
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("age", "age(1)").syntax(OPEN).options(&[path("-o --output", WRITE), values("-r --recipient -R --recipients-file -i --identity -j"), quits("--version -h --help")]).says(&[("age -d -i k -o a b", "write a"), ("age -r x a", "")]),
    Row::new("age-keygen", "age-keygen(1)").syntax(OPEN).options(&[path("-o --output", WRITE)]).says(&[("age-keygen -o k", "write k"), ("age-keygen", "")]),
    nothing("arp", "net-tools, arp(8)"),
    nothing("brctl", "bridge-utils, brctl(8)"),
    nothing("bridge", "iproute2, bridge(8)"),
    admin("certbot", "Certbot documentation").options(&[quits("--help --version -h")]),
    Row::reader("dig", "bind 9.18, dig(1)"),
    nothing("ethtool", "ethtool(8)"),
    admin("firewall-cmd", "firewalld, firewall-cmd(1)"),
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
    nothing("grpcurl", "grpcurl README").options(&[path("-protoset-out", WRITE)]),
    Row::reader("hashcat", "hashcat wiki, hashcat").options(&[
        path("-o --outfile --potfile-path --debug-file", WRITE),
        path("--outfile-check-dir --induction-dir", INTO),
        values("-m --hash-type -a --attack-mode -r --rules-file -w --workload-profile -t -s --skip -l --limit -1 -2 -3 -4 -d -D -O --session -i --increment-min --increment-max --runtime -c -p --separator"),
        quits("-h --help -V --version --example-hashes --hash-info -I --backend-info --show --left --stdout --keyspace"),
    ]).cases(&[Case::effects(&[Effect::Outside(&["~/.hashcat", "~/.local/share/hashcat", "~/.cache/hashcat"])])]).class(CommandClass::Build)
        .says(&[("hashcat --show -m 0 a", ""), ("hashcat -m 0 -o o a b", "write o; ?")]),
    nothing("iperf", "iperf documentation"),
    nothing("iperf3", "iperf3(1)").options(&[path("--logfile", Use::File(FileAction::Append)), path("-I --pidfile", WRITE), values("-p -c -t -n -k -b -P -i -f -B -F -l -M -C -O -T")]).says(&[("iperf3 -c h", ""), ("iperf3 -c h --logfile a", "append a")]),
    nothing("iw", "iw(8)"),
    nothing("iwconfig", "wireless-tools, iwconfig(8)"),
    Row::reader("john", "John the Ripper documentation, OPTIONS").options(&[
        quits("--list --show --test --make-charset-test --help --version --stdout -h"),
        values("--wordlist -w --format --rules --incremental --mask --session --restore --fork --users --groups --shells --salts --pot --config --max-run-time --min-length --max-length --node --field-separator-char"),
    ]).special(john).class(CommandClass::Build)
        .says(&[("john --list=formats", ""), ("/opt/john/run/bin/john a", "write /opt/john/run/bin/**"), ("john a", "?"), ("john --show a", "")]),
    Row::reader("ldapsearch", "OpenLDAP"),
    nothing("mtr", "mtr(8)"),
    Row::reader("nc", "netcat-openbsd 1.219, nc(1)"),
    Row::reader("ncat", "ncat(1)").options(&[path("-o --output -x --hex-dump", WRITE), Opt::value("-c --sh-exec -e --exec", Role::Script), values("-p --source-port -s --source -w --wait -i --idle-timeout -d --delay --proxy --proxy-type --proxy-auth --ssl-key --ssl-cert -m --max-conns")]).special(scripts)
        .says(&[("ncat -l 80 -o a", "write a"), ("ncat -l 80 -c 'rm a'", "shell [rm a]")]),
    nothing("networkctl", "systemd 252, networkctl(1)"),
    admin("nft", "nftables, nft(8)").cases(&[Case::NOTHING]),
    Row::reader("nmap", "Nmap 7.93, nmap(1)").syntax(SINGLE).options(&[path("-oN -oX -oG -oS", WRITE), Opt::value("-oA", Role::Mode("all")), values("-p --top-ports --script --script-args -T --max-retries --min-rate --max-rate --host-timeout -iL --exclude --excludefile -e -D -S --dns-servers -g --data-length")])
        .cases(&[Case::NOTHING]).special(nmap).says(&[("nmap -sV -oN a h", "write a"), ("nmap -oA s h", "write s.nmap; write s.xml; write s.gnmap"), ("nmap h", "")]),
    Row::new("nmcli", "NetworkManager, nmcli(1)").syntax(Syntax::OPEN_STOP).class(CommandClass::Build).options(&[values("-f --fields -g --get-values -m --mode -w --wait -c --colors")]).subcommands(&[
        Row::reader("general g monitor m networking n radio r", "NetworkManager, nmcli(1)"),
        Row::new("device dev d", "NetworkManager, nmcli(1)").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("status show monitor disconnect down", "NetworkManager, nmcli(1)")]).cases(NETWORK_MANAGER),
        Row::new("connection con c", "NetworkManager, nmcli(1)").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("show up down monitor", "NetworkManager, nmcli(1)")]).cases(NETWORK_MANAGER),
    ]).cases(&[Case::NOTHING]).says(&[("nmcli device status", ""), ("nmcli con add type x", "write /etc/NetworkManager/**")]),
    nothing("nping", "Nmap, nping(1)"),
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
    Row::reader("ping", "iputils, ping(8)"),
    nothing("ping6", "iputils, ping(8)"),
    nothing("resolvectl", "systemd 252, resolvectl(1)"),
    nothing("rfkill", "util-linux 2.38, rfkill(8)"),
    Row::new("socat", "socat(1)").syntax(SINGLE).special(socat).says(&[("socat - TCP:h:80", ""), ("socat TCP-LISTEN:80,fork EXEC:cat", "run"), ("socat -u TCP-LISTEN:80 CREATE:a", "write a"), ("socat -u FILE:a -", "")]),
    nothing("tc", "iproute2, tc(8)"),
    Row::reader("tcpdump", "tcpdump 4.99, tcpdump(8)").options(&[path("-w", WRITE), values("-i -c -r -s -G -W -C -z -Z")]).says(&[("tcpdump -c1", ""), ("tcpdump -w o", "write o")]),
    Row::reader("telnet", "inetutils 2.4, telnet(1)"),
    nothing("tracepath", "iputils, tracepath(8)"),
    Row::reader("traceroute", "traceroute(8)"),
    Row::reader("tshark", "Wireshark 4, tshark(1)").options(&[path("-w", WRITE), values("-i -c -r -Y -f -T -e -E -z")]),
    Row::new("wg", "wireguard-tools, wg(8)").syntax(Syntax::OPEN_STOP).says(&[("wg genkey", ""), ("wg show", "")]),
    admin("wg-quick", "wireguard-tools, wg-quick(8)"),
    Row::reader("whois", "whois(1)"),
];

/// What an option gives to a shell.
pub(super) fn scripts(call: &Call<'_, '_>, plan: &mut Plan) {
    for given in call.parsed.options().filter(|given| given.option.role == Role::Script) {
        let texts = given.value.iter().cloned();
        plan.operations.extend(texts.map(|text| Operation::Shell(super::shells::text(text))));
    }
}

/// John keeps its sessions and its findings beside itself where it was built, else below the home.
fn john(call: &Call<'_, '_>, plan: &mut Plan) {
    match call.program.rsplit_once('/') {
        Some((directory, _))
            if !matches!(directory, "/usr/bin" | "/usr/sbin" | "/usr/local/bin" | "/bin") =>
        {
            call.below(FileAction::Write, &Field::text(directory, call.span), plan);
        }
        _ => call.outside(&["~/.john"], plan),
    }
}

/// `-oA NAME` writes in three formats.
fn nmap(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(name) = call.parsed.value("-oA") else { return };
    for ending in [".nmap", ".xml", ".gnmap"] {
        let mut path = name.value.clone();
        path.push_text(ending);
        call.derived(FileAction::Write, path, name.span, plan);
    }
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

const NETWORK_MANAGER: &[Case<'static>] = &[Case::effects(&[Effect::Outside(&["/etc/NetworkManager"])])];

/// Two addresses, each of which may be a file to write or a program to run.
fn socat(call: &Call<'_, '_>, plan: &mut Plan) {
    for field in call.parsed.operands() {
        let Some(text) = field.known() else {
            call.unknown("an address is not known", plan);
            continue;
        };
        let upper = text.to_ascii_uppercase();
        let rest = text.split_once(':').map_or("", |(_, rest)| rest);
        let path = rest.split(',').next().unwrap_or(rest);
        match upper.split(':').next().unwrap_or("") {
            "EXEC" | "SYSTEM" | "SHELL" => call.run(plan),
            "CREATE" | "CREAT" => call.apply(WRITE, &Field::text(path, field.span), plan),
            "FILE" | "OPEN" | "GOPEN"
                if upper.contains("CREAT") || upper.contains("TRUNC") || upper.contains("APPEND") =>
            {
                call.apply(WRITE, &Field::text(path, field.span), plan);
            }
            "UNIX-LISTEN" | "PIPE" if !path.is_empty() => {
                call.apply(WRITE, &Field::text(path, field.span), plan)
            }
            _ => {}
        }
    }
}
