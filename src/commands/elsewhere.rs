//! Rows of the programs whose command runs on another machine or in a container (guards.md 2.16).

use super::engine::Call;
use super::model::{Case, Prints, Role, Row, Use, flags, output, path, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use super::transfer::{download, is_remote};
use crate::value::{AbstractString, Field};

/// What runs elsewhere writes nothing here.
const fn away(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(Syntax::OPEN_STOP)
}

const COPY: Row<'static> = Row::new("cp", "docker(1), docker cp")
    .options(&[flags("-a --archive -L --follow-link -q --quiet")])
    .special(copy);

const CONTAINER: &[Row<'static>] = &[
    COPY,
    Row::new("build", "docker(1), docker build")
        .syntax(Syntax::OPEN)
        .options(&[
            Opt::value("-o --output", Role::Mode("")),
            path("--iidfile --metadata-file", Use::File(FileAction::Write)),
            values("-t --tag -f --file --build-arg --target --platform --progress --secret --ssh --cache-from --cache-to --network --label --add-host --build-context --builder"),
        ])
        .special(build_output),
    Row::new("buildx", "docker(1), docker buildx").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("build", "docker buildx build")
        .syntax(Syntax::OPEN)
        .options(&[Opt::value("-o --output", Role::Mode("")), path("--iidfile --metadata-file", Use::File(FileAction::Write))])
        .special(build_output)])
        .cases(&[Case::NOTHING]),
    Row::new("save export", "docker(1), docker save").options(&[output("-o --output")]).cases(&[Case::NOTHING]),
    Row::new("run create", "docker(1), docker run").syntax(Syntax::OPEN_STOP).options(&[path("--cidfile", Use::File(FileAction::Write))]),
    Row::reader(
        "exec ps images logs inspect pull push tag rm rmi start stop restart kill login logout info version network volume system stats top port wait attach events history search load import rename pause unpause update diff commit container image context node service stack swarm secret config plugin builder manifest trust",
        "docker(1)",
    ),
    Row::new("compose", "docker compose(1)")
        .syntax(Syntax::OPEN_STOP)
        .options(&[values("-f --file -p --project-name --profile --env-file --project-directory --ansi --progress --parallel")])
        .subcommands(COMPOSE)
        .cases(&[Case::NOTHING]),
];

const COMPOSE: &[Row<'static>] = &[
    COPY,
    Row::new("config convert", "docker compose(1)").syntax(Syntax::OPEN).options(&[output("-o --output")]),
];

const DOCKER: Row<'static> = away("docker", "docker(1)")
    .options(&[
        values("--config -c --context -H --host -l --log-level --tlscacert --tlscert --tlskey --connection --url --namespace -n --address -a --root --runtime"),
        flags("-D --debug --tls --tlsverify --remote"),
        quits("--help -v --version"),
    ])
    .subcommands(CONTAINER)
    .cases(&[Case::NOTHING]);

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    away("adb", "Android SDK, adb")
        .options(&[flags("-a -d -e"), values("-s -t -H -P -L")])
        .subcommands(&[
            Row::new("pull", "Android SDK, adb").syntax(Syntax::OPEN).special(pull),
            Row::new("shell push install uninstall devices logcat reboot root remount wait-for-device forward reverse kill-server start-server connect disconnect exec-out", "Android SDK, adb").syntax(Syntax::OPEN_STOP),
        ])
        .says(&[("adb shell rm -rf a", ""), ("adb pull /sdcard/x a", "write a")]),
    DOCKER.says(&[
        ("docker exec web rm -rf a", ""),
        ("docker run --rm x sh -c 'touch a'", ""),
        ("docker compose exec web rm a", ""),
        ("docker cp web:/etc/x a", "write a"),
        ("docker cp a web:/etc/x", ""),
        ("docker build -t x .", ""),
        ("docker build -o out .", "mkdir -p out; write out/**"),
        ("docker save -o a.tar x", "write a.tar"),
    ]),
    away("docker-compose", "docker compose(1)")
        .options(&[values("-f --file -p --project-name --profile --env-file")])
        .subcommands(COMPOSE)
        .cases(&[Case::NOTHING])
        .says(&[("docker-compose exec web rm a", "")]),
    away("kubectl", "Kubernetes 1.30, kubectl reference")
        .options(&[
            values("-n --namespace --context --cluster --user --kubeconfig -s --server --token --request-timeout -v --as"),
            flags("--insecure-skip-tls-verify"),
        ])
        .subcommands(&[
            Row::new("cp", "kubectl cp").options(&[flags("--no-preserve"), values("-c --container --retries -n --namespace")]).special(copy),
            Row::new("cluster-info", "kubectl cluster-info").syntax(Syntax::OPEN).options(&[path("--output-directory", Use::Into(FileAction::Write))]),
        ])
        .cases(&[Case::NOTHING])
        .says(&[
            ("kubectl exec -it pod -- rm a", ""),
            ("kubectl cp ns/pod:/x a", "write a"),
            ("kubectl get pods", ""),
        ]),
    away("lxc", "lxc(1)").subcommands(&[Row::new("file", "lxc file").syntax(Syntax::OPEN).special(lxc_file)]).cases(&[Case::NOTHING])
        .says(&[("lxc exec c -- rm a", "")]),
    away("machinectl", "systemd 252, machinectl(1)")
        .options(&[values("-M --machine -H --host --uid -E --setenv"), flags("-q --quiet")])
        .subcommands(&[Row::new("copy-from", "machinectl(1)").syntax(Syntax::OPEN).special(copy_from)])
        .cases(&[Case::NOTHING])
        .says(&[("machinectl shell c /bin/rm a", "")]),
    away("mosh", "mosh(1)").says(&[("mosh host rm a", "")]),
    away("multipass", "multipass help").cases(&[Case::NOTHING]),
    Row { name: "nerdctl", ..DOCKER }.says(&[("nerdctl exec c rm a", "")]),
    Row { name: "podman", ..DOCKER }.says(&[("podman run x rm a", "")]),
    Row::new("sftp", "OpenSSH 9, sftp(1)")
        .options(&[
            flags("-4 -6 -A -a -C -f -N -p -q -r -v"),
            values("-b"),
            values("-B -c -D -F -i -J -l -o -P -R -S -s -X"),
        ])
        .special(sftp)
        .says(&[("sftp host:x a", "write a"), ("sftp host:x", "write x")]),
    away("ssh", "OpenSSH 9, ssh(1)")
        .options(&[
            flags("-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y"),
            values("-B -b -c -D -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w"),
            path("-E", Use::File(FileAction::Append)),
        ])
        .cases(&[Case::NOTHING.prints(Prints::Unknown)])
        .says(&[("ssh host 'rm -rf a'", ""), ("ssh -p 22 host rm a", ""), ("ssh -E log host rm a", "append log")]),
    Row::new("ssh-keygen", "OpenSSH 9, ssh-keygen(1)")
        .options(&[
            values("-a -b -C -E -I -i -m -N -n -O -P -r -s -t -V -w -Y -Z -z -D -M -W"),
            path("-f", Use::Read),
            flags("-A -B -c -e -g -h -K -k -L -l -p -q -u -U -v -y -Q"),
            values("-F -R -H"),
        ])
        .special(keygen)
        .says(&[("ssh-keygen -t ed25519 -f a -N ''", "write a; write a.pub"), ("ssh-keygen -lf a", "")]),
    away("tsh", "Teleport, tsh reference").cases(&[Case::NOTHING]),
    away("vagrant", "Vagrant documentation, command line")
        .subcommands(&[
            Row::new("init", "vagrant init").syntax(Syntax::OPEN).cases(&[Case::effects(&[super::model::Effect::File("Vagrantfile", FileAction::Write)])]),
            Row::reader("ssh winrm powershell status global-status ssh-config winrm-config port version validate help list-commands upload", "Vagrant documentation, command line"),
            Row::new("box plugin", "Vagrant documentation, command line").syntax(Syntax::OPEN_STOP).class(crate::intent::CommandClass::Build).subcommands(&[Row::reader("list outdated", "Vagrant documentation, command line")])
                .cases(&[Case::effects(&[super::model::Effect::Outside(&["~/.vagrant.d"])])]),
            Row::new("package", "vagrant package").syntax(Syntax::OPEN).options(&[output("--output"), values("--base --include --vagrantfile")]).cases(&[Case::NOTHING.when("output"), Case::effects(&[super::model::Effect::File("package.box", FileAction::Write)])]),
            Row::runner("up reload provision destroy halt resume suspend snapshot push rsync rsync-auto share cloud rdp docker-run docker-exec docker-logs", "Vagrant documentation, command line"),
        ])
        .cases(&[Case::NOTHING])
        .says(&[("vagrant ssh -c 'rm a'", ""), ("vagrant up", "run"), ("vagrant package --output a", "write a"), ("vagrant box list", "")]),
];

/// `docker cp`, `kubectl cp`: writes here if only the source is elsewhere.
fn copy(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    let [source, destination] = operands.as_slice() else { return };
    let away = |field: &Field| field.value.known_prefix().contains(':');
    if destination.known() == Some("-") || is_remote(destination) || away(destination) {
        return;
    }
    if away(source) || source.known() == Some("-") {
        download(call, source, destination, plan);
    } else {
        call.unknown("neither side is known to be elsewhere", plan);
    }
}

fn pull(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut operands = call.parsed.operands().cloned();
    if let Some(source) = operands.next() {
        download(call, &source, &operands.next_back().unwrap_or_else(|| call.here()), plan);
    }
}

fn copy_from(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<Field> = call.parsed.operands().cloned().collect();
    if let [_, source, destination] = operands.as_slice() {
        download(call, source, destination, plan);
    }
}

fn lxc_file(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<Field> = call.parsed.operands().cloned().collect();
    if let [verb, sources @ .., destination] = operands.as_slice()
        && verb.known() == Some("pull")
    {
        for source in sources {
            download(call, source, destination, plan);
        }
    }
}

fn sftp(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut operands = call.parsed.operands().cloned();
    let Some(source) = operands.next() else { return };
    if is_remote(&source) && call.parsed.value("-b").is_none() {
        download(call, &source, &operands.next().unwrap_or_else(|| call.here()), plan);
    } else {
        call.unknown("what its session fetches is not known", plan);
    }
}

/// `-o DIR`, `-o type=local,dest=DIR`.
fn build_output(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(value) = call.parsed.value("-o") else { return };
    let Some(text) = value.known() else {
        call.apply(Use::Into(FileAction::Write), value, plan);
        return;
    };
    let part = |key: &str| text.split(',').find_map(|part| part.strip_prefix(key));
    let file = matches!(part("type="), Some("tar" | "oci" | "docker"));
    match part("dest=") {
        Some(path) if file => call.derived(FileAction::Write, AbstractString::text(path), value.span, plan),
        Some(path) => call.apply(Use::Into(FileAction::Write), &Field::text(path, value.span), plan),
        None if !text.contains('=') => call.apply(Use::Into(FileAction::Write), value, plan),
        None => {}
    }
}

/// A new key makes two files; the other uses of `-f` read.
fn keygen(call: &Call<'_, '_>, plan: &mut Plan) {
    let reads = ["-l", "-y", "-e", "-i", "-F", "-B", "-L", "-k", "-Y", "-Q", "-D", "-r"];
    if reads.iter().any(|name| given_letter(call, name)) {
        return;
    }
    let Some(key) = call.parsed.value("-f") else {
        call.unknown("where it asks for the file to write", plan);
        return;
    };
    call.apply(Use::File(FileAction::Write), key, plan);
    let mut public = key.value.clone();
    public.push_text(".pub");
    call.derived(FileAction::Write, public, key.span, plan);
}

fn given_letter(call: &Call<'_, '_>, name: &str) -> bool {
    let letter = name.trim_start_matches('-');
    call.arguments.iter().any(|field| {
        let text = field.known().unwrap_or("");
        text.starts_with('-')
            && !text.starts_with("--")
            && text.get(1..2).is_some()
            && text.trim_start_matches('-').starts_with(letter)
    })
}
