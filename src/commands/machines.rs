//! Rows of virtual machines and of containers that see the user's own files: what runs inside is elsewhere, its disks
//! and its settings are files here.

use super::engine::Call;
use super::model::{Case, Effect, Role, Row, Use, flags, mode, path, quits, reads, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use super::system::SETS_VARIABLES;
use crate::intent::CommandClass;
use crate::value::Field;

const WRITE: Use = Use::File(FileAction::Write);
const MODIFY: Use = Use::File(FileAction::Modify);
const INTO: Use = Use::Into(FileAction::Write);
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];
/// The last operand is written.
const LAST: &[Case<'static>] = &[Case::last(Use::Read, WRITE)];

/// A manager of machines that keeps them below these directories.
const fn manager(name: &'static str, source: &'static str, cases: &'static [Case<'static>]) -> Row<'static> {
    Row::new(name, source).syntax(Syntax::OPEN_STOP).class(CommandClass::Build).cases(cases)
}

const APPTAINER: Row<'static> = Row::new("apptainer", "Apptainer 1 user guide")
    .syntax(Syntax::OPEN_STOP)
    .subcommands(&[
        Row::new("build", "Apptainer 1 user guide, build")
            .syntax(OPEN)
            .options(&[mode("-s --sandbox", "sandbox"), values("-B --bind --arch --docker-host --section")])
            .cases(&[
                Case::first(&[INTO], Use::Ignored).when("sandbox"),
                Case::first(&[WRITE], Use::Ignored),
            ]),
        Row::new("pull", "Apptainer 1 user guide, pull")
            .syntax(OPEN)
            .options(&[path("--dir", INTO), values("--arch --library --docker-username")])
            .special(pull),
        Row::new("exec", "Apptainer 1 user guide, exec")
            .syntax(Syntax::OPEN_STOP)
            .options(APPTAINER_VALUES)
            .cases(&[Case::effects(&[Effect::Argv(1)])]),
        Row::new("run shell test instance", "Apptainer 1 user guide, run")
            .syntax(OPEN)
            .class(CommandClass::Build)
            .cases(RUNS),
        Row::new("sign", "Apptainer 1 user guide, sign").syntax(OPEN).cases(&[Case::all(MODIFY)]),
        Row::reader("inspect verify search version help push", "Apptainer 1 user guide"),
        Row::new("capability", "Apptainer 1 user guide, capability")
            .syntax(Syntax::OPEN_STOP)
            .class(CommandClass::Build)
            .subcommands(&[Row::reader("list avail", "Apptainer 1 user guide")])
            .cases(&[Case::effects(&[Effect::Outside(&["/etc"])])]),
        Row::new("cache remote key registry config plugin overlay sif", "Apptainer 1 user guide")
            .syntax(Syntax::OPEN_STOP)
            .class(CommandClass::Build)
            .subcommands(&[Row::reader("list info search status header dump", "Apptainer 1 user guide")])
            .cases(&[Case::effects(&[Effect::Outside(&["~/.apptainer", "~/.singularity"])])]),
    ])
    .options(&[quits("--version -h --help"), flags("-d --debug -q --quiet -s --silent -v --verbose")]);

const APPTAINER_VALUES: &[Opt<'static, Role<'static>>] = &[values(
    "-B --bind --env --env-file -H --home -W --workdir --pwd --overlay --mount --app -S --scratch --network --hostname",
)];

/// `pull [FILE] URI`: without a name it follows from the address.
fn pull(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    match operands.as_slice() {
        [file, _] => call.apply(WRITE, file, plan),
        [_] => call.below(FileAction::Write, &call.here(), plan),
        _ => {}
    }
}

const PROXMOX: &[Case<'static>] = &[Case::effects(&[Effect::Outside(&["/etc/pve", "/var/lib", "/dev"])])];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    manager("VBoxManage", "VirtualBox 7 manual, chapter 8", &[Case::effects(&[Effect::Outside(&["~/VirtualBox VMs", "~/.config/VirtualBox"])])]).subcommands(&[
        Row::reader("list showvminfo showmediuminfo guestproperty metrics getextradata --version -v", "VirtualBox 7 manual, chapter 8"),
        Row::new("export", "VirtualBox 7 manual, export").syntax(OPEN).options(&[path("-o --output", WRITE)]),
    ]).options(&[path("--filename", WRITE)]).says(&[("VBoxManage list vms", ""), ("VBoxManage export m -o a", "write a"), ("VBoxManage startvm m", "?")]),
    APPTAINER.says(&[
        ("apptainer build a.sif docker://i", "write a.sif"),
        ("apptainer pull a.sif docker://i", "write a.sif"),
        ("apptainer pull docker://i", "write ./**"),
        ("apptainer exec -B d a.sif rm a", "invoke [rm a]"),
        ("apptainer run a.sif", "run"),
        ("apptainer inspect a.sif", ""),
    ]),
    manager("kind", "kind documentation", &[Case::effects(&[Effect::Outside(&["~/.kube"])])]).subcommands(&[
        Row::reader("get version load build completion help", "kind documentation"),
        Row::new("export", "kind documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("logs", "kind documentation, export logs").syntax(OPEN).class(CommandClass::Known).cases(&[Case::all(INTO).alone(&[Effect::Outside(&["/tmp"])])]),
        ]).cases(&[Case::effects(&[Effect::Outside(&["~/.kube"])])]),
    ]).says(&[("kind get clusters", ""), ("kind export logs d", "mkdir -p d; write d/**")]),
    manager("limactl", "Lima documentation, limactl", &[Case::effects(&[Effect::Outside(&["~/.lima"])])]).subcommands(&[
        Row::reader("list ls info validate shell show-ssh completion help", "Lima documentation, limactl"),
        Row::new("copy cp", "Lima documentation, limactl copy").syntax(OPEN).class(CommandClass::Known).special(super::services::remote_copy),
    ]).options(&[quits("-v --version -h --help")]).says(&[("limactl list", ""), ("limactl shell m rm a", ""), ("limactl copy m:x a", "write a")]),
    manager("minikube", "minikube documentation, commands", &[Case::effects(&[Effect::Outside(&["~/.minikube", "~/.kube"])])]).subcommands(&[
        Row::reader("status ip service logs kubectl version ssh ssh-key ssh-host dashboard tunnel help options completion cp image node update-check license", "minikube documentation, commands"),
        Row::reader("docker-env podman-env", "minikube documentation, docker-env").cases(&[Case::NOTHING.prints(SETS_VARIABLES)]),
        Row::runner("mount", "minikube documentation, mount"),
    ]).says(&[("minikube status", ""), ("minikube start", "?"), ("minikube kubectl -- get pods", "")]),
    manager("pct", "Proxmox VE, pct(1)", PROXMOX).subcommands(&[
        Row::reader("list status config cpusets df listsnapshot pending help exec enter push", "Proxmox VE, pct(1)"),
        Row::new("pull", "Proxmox VE, pct(1)").syntax(OPEN).class(CommandClass::Known).cases(LAST),
    ]).says(&[("pct list", ""), ("pct pull 100 /x a", "write a"), ("pct start 100", "write /etc/pve/**; write /var/lib/**; write /dev/**")]),
    manager("pvesm", "Proxmox VE, pvesm(1)", PROXMOX).subcommands(&[Row::reader("list status path scan help", "Proxmox VE, pvesm(1)")]),
    Row::new("qemu-img", "QEMU 7.2 documentation, qemu-img").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("create", "QEMU 7.2 documentation, qemu-img").syntax(OPEN).options(&[values("-f -b -F -o -B")]).cases(&[Case::first(&[WRITE], Use::Ignored)]),
        Row::new("convert", "QEMU 7.2 documentation, qemu-img").syntax(OPEN).options(&[values("-f -O -o -m -S -t -T -l")]).cases(LAST),
        Row::new("resize commit rebase amend", "QEMU 7.2 documentation, qemu-img").syntax(OPEN).options(&[values("-f -b -F")]).cases(&[Case::first(&[MODIFY], Use::Ignored)]),
        Row::reader("info check compare map measure snapshot bench dd", "QEMU 7.2 documentation, qemu-img"),
    ]).says(&[("qemu-img create -f qcow2 o 1G", "write o"), ("qemu-img info a", "")]),
    Row { name: "qemu-system-aarch64", ..QEMU },
    Row { name: "qemu-system-arm", ..QEMU },
    Row { name: "qemu-system-i386", ..QEMU },
    Row { name: "qemu-system-riscv64", ..QEMU },
    QEMU.says(&[
        ("qemu-system-x86_64 -m 512 -cdrom a -boot d -nographic", ""),
        ("qemu-system-x86_64 -hda a", "modify a"),
        ("qemu-system-x86_64 -snapshot -hda a", ""),
        ("qemu-system-x86_64 -drive file=a,format=raw,if=virtio", "modify a"),
        ("qemu-system-x86_64 -drive file=a,readonly=on -serial file:log", "write log"),
        ("qemu-system-x86_64 -frob", "?"),
    ]),
    manager("qm", "Proxmox VE, qm(1)", PROXMOX).subcommands(&[
        Row::reader("list status config listsnapshot pending showcmd help monitor terminal guest wait", "Proxmox VE, qm(1)"),
    ]).says(&[("qm list", ""), ("qm start 100", "write /etc/pve/**; write /var/lib/**; write /dev/**")]),
    Row { name: "singularity", ..APPTAINER },
    manager("virsh", "libvirt 9, virsh(1)", &[Case::effects(&[Effect::Outside(&["/etc/libvirt", "/var/lib/libvirt", "/var/run/libvirt", "~/.config/libvirt"])])]).subcommands(&[
        Row::reader("list dominfo domstate domblklist domiflist domifaddr dumpxml net-list net-info net-dumpxml pool-list pool-info pool-dumpxml vol-list vol-info vol-path vol-dumpxml nodeinfo version capabilities snapshot-list snapshot-info console help vcpuinfo uri", "libvirt 9, virsh(1)"),
        Row::new("save dump screenshot", "libvirt 9, virsh(1)").syntax(OPEN).class(CommandClass::Known).cases(&[Case::first(&[Use::Ignored, WRITE], Use::Ignored)]),
        Row::new("vol-download", "libvirt 9, virsh(1)").syntax(OPEN).class(CommandClass::Known).options(&[values("--pool --offset --length")]).cases(&[Case::first(&[Use::Ignored, WRITE], Use::Ignored)]),
    ]).options(&[values("-c --connect"), quits("-v --version -V -h --help")]).says(&[("virsh list --all", ""), ("virsh save m a", "write a"), ("virsh -c qemu:///system dumpxml m", "")]),
];

/// What runs inside a virtual machine is elsewhere; its disks are files here.
const QEMU: Row<'static> = Row::new("qemu-system-x86_64", "QEMU 7.2 documentation, invocation")
    .syntax(Syntax::SINGLE)
    .options(&[
        mode("-snapshot", "snapshot"),
        Opt::value("-hda -hdb -hdc -hdd -fda -fdb -sd -mtdblock", Role::Mode("disk")),
        Opt::value("-drive -blockdev -pflash", Role::Mode("drive")),
        Opt::value("-serial -parallel -monitor -qmp -debugcon -chardev", Role::Mode("stream")),
        path("-D -pidfile", WRITE),
        Opt::value("-virtfs -fsdev -object -device", Role::Mode("device")),
        reads("-cdrom -kernel -initrd -bios -dtb -L -loadvm -readconfig"),
        values("-m -smp -cpu -machine -M -accel -boot -net -netdev -append -display -vga -k -name -uuid -usbdevice -rtc -nic -global -mon -d -vnc -spice -gdb -msg -sandbox -runas -chroot -incoming -audiodev -audio -g -icount -watchdog-action -trace -fw_cfg -smbios -acpitable -echr -set -numa -add-fd -tpmdev -iscsi -overcommit -prom-env -redir -tb-size -action -mem-path"),
        flags("-nographic -daemonize -enable-kvm -no-reboot -no-shutdown -S -s -usb -full-screen -no-acpi -no-hpet -no-fd-bootchk -nodefaults -no-user-config -mem-prealloc -curses -singlestep -win2k-hack -xen-attach -semihosting -only-migratable -preconfig -h -sdl"),
        quits("-version -help"),
    ])
    .special(qemu);

fn qemu(call: &Call<'_, '_>, plan: &mut Plan) {
    let snapshot = call.on("snapshot");
    let given = call.parsed.options().filter_map(|given| Some((given.option.role, given.value.as_ref()?)));
    for (role, value) in given {
        let Role::Mode(kind) = role else { continue };
        let Some(text) = value.known() else {
            call.unknown("an option's value is not known", plan);
            continue;
        };
        let part = |key: &str| text.split(',').find_map(|part| part.strip_prefix(key));
        match kind {
            "disk" if !snapshot => call.apply(MODIFY, value, plan),
            "drive"
                if !snapshot
                    && !matches!(part("readonly="), Some("on"))
                    && part("read-only=") != Some("on") =>
            {
                let path = part("file=").or_else(|| part("filename=")).or_else(|| part("file.filename="));
                let path = path.or_else(|| Some(text).filter(|text| !text.contains(['=', ','])));
                path.into_iter().for_each(|path| call.apply(MODIFY, &Field::text(path, value.span), plan));
            }
            "stream" => {
                let path = text
                    .strip_prefix("file:")
                    .or_else(|| part("path=").filter(|_| text.starts_with("file,")));
                path.into_iter().for_each(|path| call.apply(WRITE, &Field::text(path, value.span), plan));
            }
            "device" => {
                let shared = text.starts_with("local,") && !text.contains("readonly");
                let path = part("path=").filter(|_| shared);
                path.into_iter()
                    .for_each(|path| call.below(FileAction::Write, &Field::text(path, value.span), plan));
            }
            _ => {}
        }
    }
    for disk in call.parsed.operands().filter(|_| !snapshot) {
        call.apply(MODIFY, disk, plan);
    }
}
