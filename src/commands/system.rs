//! Rows of processes, services, devices, networks and accounts: they read, or they change the machine outside of
//! anybody's project.

use super::engine::Call;
use super::model::{Case, Effect, Prints, Role, Row, Use, mode, output, path, quits, values};
use super::options::{Opt, Syntax};
use super::plan::{FileAction, Plan};
use crate::intent::{CommandClass, LinkUse};
use crate::value::Field;

const WRITE: Use = Use::File(FileAction::Write);

const fn reads(name: &'static str, source: &'static str) -> Row<'static> {
    Row::reader(name, source)
}

const HELPS: &[Opt<'static, Role<'static>>] = &[quits("--help --version -V")];

/// Changes the machine: users, services, mounts.
pub(super) const fn admin(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(Syntax::OPEN).class(CommandClass::Build).options(HELPS).cases(SYSTEM)
}

/// A text to evaluate that sets variables and functions of the shell, and writes nothing.
pub(super) const SETS_VARIABLES: Prints<'static> = Prints::Text("");

/// What the system's administration changes.
const SYSTEM: &[Case<'static>] =
    &[Case::effects(&[Effect::Outside(&["/etc", "/var", "/run", "/home", "/root", "/usr"])])];

const SHADOW: &str = "shadow 4.13 manual";
const PROCPS: &str = "procps 4.0 manual";
const UTIL: &str = "util-linux 2.38 manual";

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    admin("a2enmod", "Apache HTTP Server, a2enmod(8)"),
    admin("add-apt-repository", "software-properties, add-apt-repository(1)"),
    admin("addgroup", SHADOW),
    admin("adduser", SHADOW),
    admin("apachectl", "Apache HTTP Server"),
    admin("at", "at(1)"),
    reads("atq", "at(1)"),
    admin("blkid", UTIL).cases(&[Case::NOTHING]),
    admin("bootctl", "systemd 252"),
    admin("chage", SHADOW).options(&[quits("-l --list -h --help")]).says(&[("chage -l x", "")]),
    admin("chpasswd", SHADOW),
    reads("chvt", "kbd"),
    reads("clear", "ncurses 6.4, clear(1)"),
    admin("crontab", "cron, crontab(1)").options(&[quits("-l")]).says(&[("crontab -l", ""), ("crontab -r", "write /etc/**; write /var/**; write /run/**; write /home/**; write /root/**; write /usr/**")]),
    admin("dbus-daemon", "dbus 1.14"),
    admin("dd_rescue", "dd_rescue(1)").cases(&[Case::first(&[Use::Read, WRITE], Use::Ignored)]),
    admin("debconf-set-selections", "debconf"),
    admin("deluser", SHADOW),
    admin("depmod", "kmod"),
    reads("dmesg", UTIL),
    reads("dmidecode", "dmidecode(8)"),
    admin("eject", UTIL),
    reads("fg", "POSIX.1-2017, fg"),
    reads("findmnt", UTIL),
    reads("free", PROCPS).says(&[("free -m", "")]),
    admin("fuser", "psmisc, fuser(1)").cases(&[Case::NOTHING]),
    reads("getcap", "libcap"),
    admin("gpasswd", SHADOW),
    admin("groupadd", SHADOW),
    admin("groupdel", SHADOW),
    reads("history", "Bash manual, section 9.2")
        .options(&[mode("-a -w", "writes"), values("-d"), super::model::flags("-c -n -r -p -s")])
        .cases(&[Case::all(WRITE).alone(&[Effect::Unknown("the file of the history is not known")]).when("writes"), Case::NOTHING])
        .says(&[("history 5", ""), ("history -w a", "write a"), ("history -a", "?")]),
    reads("hostid", "coreutils 9.1 manual"),
    reads("hostname", "hostname 3.23, hostname(1)").cases(&[Case::all(Use::Ignored)]).special(hostname).says(&[("hostname -f", ""), ("hostname x", "run")]),
    admin("hostnamectl", "systemd 252"),
    reads("htop", "htop(1)"),
    admin("hwclock", UTIL),
    reads("ifconfig", "net-tools"),
    reads("iostat", "sysstat"),
    reads("iotop", "iotop(8)"),
    admin("ip", "iproute2, ip(8)").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("netns net", "iproute2, ip-netns(8)").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("exec", "iproute2, ip-netns(8)").syntax(Syntax::OPEN_STOP).cases(&[Case::effects(&[Effect::Argv(1)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("vrf", "iproute2, ip-vrf(8)").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("exec", "iproute2, ip-vrf(8)").syntax(Syntax::OPEN_STOP).cases(&[Case::effects(&[Effect::Argv(1)])]),
        ]).cases(&[Case::NOTHING]),
    ]).cases(&[Case::NOTHING]).says(&[("ip -br addr show", ""), ("ip netns exec n rm a", "invoke [rm a]"), ("ip netns add n", "")]),
    admin("iptables", "iptables 1.8"),
    reads("journalctl", "systemd 252, journalctl(1)")
        .options(&[
            mode("--rotate --flush --sync --relinquish-var --smart-relinquish-var --vacuum-size --vacuum-time --vacuum-files --update-catalog --setup-keys", "changes"),
            path("--cursor-file", WRITE),
            values("-u --unit -n --lines -S --since -U --until -p --priority -o --output -g --grep -b --boot -t --identifier -D --directory --file --user-unit -c --cursor"),
        ])
        .cases(&[Case::effects(&[Effect::Outside(&["/var/log/journal", "/run/log/journal"])]).when("changes"), Case::NOTHING])
        .says(&[("journalctl -u x -n 5", ""), ("journalctl --vacuum-time=2d", "write /var/log/journal/**; write /run/log/journal/**")]),
    reads("kill", PROCPS).says(&[("kill -9 1", "")]),
    reads("killall", "psmisc, killall(1)"),
    reads("last", UTIL),
    reads("lastlog", SHADOW),
    admin("launchctl", "macOS, launchctl(1)"),
    admin("locale-gen", "Debian, locale-gen(8)"),
    admin("loginctl", "systemd 252"),
    Row::runner("losetup", UTIL),
    reads("lsb_release", "lsb-release"),
    reads("lsblk", UTIL),
    reads("lscpu", UTIL),
    reads("lsmod", "kmod"),
    reads("lsof", "lsof(8)"),
    reads("lspci", "pciutils"),
    reads("lsusb", "usbutils"),
    Row::new("mkfs", UTIL).syntax(Syntax::OPEN).special(device),
    Row::new("mkfs.ext4", "e2fsprogs, mke2fs(8)").syntax(Syntax::OPEN).special(device).says(&[("mkfs.ext4 -F a", "modify a")]),
    Row::new("mkfs.vfat", "dosfstools, mkfs.fat(8)").syntax(Syntax::OPEN).special(device),
    Row::new("mkswap", UTIL).syntax(Syntax::OPEN).special(device),
    admin("modprobe", "kmod"),
    Row::runner("mount", UTIL).options(HELPS).says(&[("mount x d", "run")]),
    reads("mountpoint", UTIL),
    reads("mpstat", "sysstat"),
    reads("netstat", "net-tools"),
    admin("nginx", "nginx documentation").options(&[quits("-t -v -V -T -h")]),
    admin("ntpdate", "ntp"),
    reads("nvidia-smi", "NVIDIA, nvidia-smi(1)").options(&[path("-f --filename", WRITE)]),
    reads("open", "macOS, open(1)"),
    admin("openrc", "OpenRC"),
    Row::runner("parted", "parted(8)"),
    admin("passwd", SHADOW),
    reads("pbcopy", "macOS, pbcopy(1)"),
    reads("pbpaste", "macOS, pbpaste(1)"),
    reads("pgrep", PROCPS),
    reads("pidof", PROCPS),
    reads("pkill", PROCPS).says(&[("pkill -f rm", "")]),
    reads("pmap", PROCPS),
    admin("poweroff", "systemd 252"),
    reads("ps", PROCPS).says(&[("ps aux", "")]),
    reads("pstree", "psmisc, pstree(1)"),
    reads("pwdx", PROCPS),
    admin("rc-service", "OpenRC"),
    admin("rc-update", "OpenRC"),
    admin("reboot", "systemd 252"),
    admin("renice", UTIL).cases(&[Case::NOTHING]),
    reads("reset", "ncurses 6.4, tset(1)"),
    admin("route", "net-tools").cases(&[Case::NOTHING]),
    reads("runlevel", "systemd 252"),
    reads("sar", "sysstat").options(&[output("-o")]),
    Row::runner("screen", "GNU Screen 4.9 manual"),
    reads("sensors", "lm-sensors"),
    admin("service", "init-system-helpers, service(8)").cases(&[]).special(service).says(&[("service nginx restart", "write /etc/**; write /var/**; write /run/**; write /home/**; write /root/**; write /usr/**")]),
    admin("setcap", "libcap").cases(&[Case::first(&[Use::Ignored], Use::File(FileAction::Metadata { recursive: false }))]).says(&[("setcap x+ep a", "metadata a")]),
    reads("showmount", "nfs-utils"),
    admin("shutdown", "systemd 252"),
    reads("ss", "iproute2, ss(8)"),
    reads("ssh-add", "OpenSSH 9"),
    reads("ssh-agent", "OpenSSH 9, ssh-agent(1)").syntax(Syntax::OPEN_STOP).options(&[values("-a -E -P -t")])
        .cases(&[Case { prints: SETS_VARIABLES, ..Case::effects(&[Effect::Argv(0)]) }])
        .says(&[("ssh-agent -s", ""), ("ssh-agent -t 60 rm a", "invoke [rm a]")]),
    admin("ssh-copy-id", "OpenSSH 9").cases(&[Case::NOTHING]),
    reads("ssh-keyscan", "OpenSSH 9"),
    admin("sshd", "OpenSSH 9"),
    admin("sshpass", "sshpass(1)").syntax(Syntax::STOP).options(&[values("-p -f -d -P"), super::model::flags("-e -v"), quits("-h -V")]).cases(&[Case::effects(&[Effect::Argv(0)])])
        .says(&[("sshpass -p x ssh h rm a", "invoke [ssh h rm a]")]),
    admin("start-stop-daemon", "dpkg 1.21"),
    admin("supervisorctl", "Supervisor documentation"),
    admin("supervisord", "Supervisor documentation"),
    admin("swapoff", UTIL),
    admin("swapon", UTIL),
    reads("swift-inspect", "Swift"),
    admin("sysctl", PROCPS),
    admin("systemctl", "systemd 252, systemctl(1)").syntax(Syntax::OPEN_STOP).subcommands(&[reads("status is-active is-enabled is-failed list-units list-unit-files show cat list-timers list-sockets list-dependencies get-default --failed", "systemd 252, systemctl(1)")])
        .says(&[("systemctl status x", ""), ("systemctl restart x", "write /etc/**; write /var/**; write /run/**; write /home/**; write /root/**; write /usr/**")]),
    reads("tailscale", "Tailscale documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("cert", "Tailscale documentation").syntax(Syntax::OPEN).options(&[path("--cert-file --key-file", WRITE)]).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        Row::new("file", "Tailscale documentation").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("get", "Tailscale documentation").syntax(Syntax::OPEN).cases(&[Case::all(Use::Below(FileAction::Write))]),
        ]).cases(&[Case::NOTHING]),
    ]).cases(&[Case::NOTHING]).says(&[("tailscale status", ""), ("tailscale file get d", "write d/**")]),
    admin("timedatectl", "systemd 252"),
    reads("tload", PROCPS),
    Row::runner("tmux", "tmux 3.3, tmux(1)").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("new-session new", "tmux 3.3, tmux(1)")
                .syntax(Syntax::STOP)
                .options(&[super::model::flags("-A -d -D -E -P -X"), values("-c -e -f -F -n -s -t -x -y")])
                .special(tmux),
            Row::new("new-window neww split-window splitw respawn-pane", "tmux 3.3, tmux(1)")
                .syntax(Syntax::STOP)
                .options(&[super::model::flags("-a -b -d -f -h -k -P -S -v -Z"), values("-c -e -F -l -n -p -t")])
                .special(tmux),
            reads("ls list-sessions capture-pane capturep has-session has list-windows lsw list-panes lsp list-clients lsc list-commands list-buffers lsb display-message display display-panes kill-session kill-server kill-window killw kill-pane killp show-options show show-window-options show-buffer showb show-environment showenv show-messages -V info list-keys attach attach-session a detach detach-client select-window selectw select-pane selectp select-layout selectl rename-session rename rename-window renamew resize-pane resizep resize-window resizew swap-pane swapp swap-window swapw move-window movew move-pane movep join-pane joinp break-pane breakp last-window last last-pane next-window next previous-window prev switch-client switchc set-option set set-window-option setw set-buffer setb set-environment setenv delete-buffer deleteb clear-history clearhist refresh-client refresh wait-for wait start-server start lock-session suspend-client choose-tree copy-mode clock-mode rotate-window rotatew link-window linkw unlink-window", "tmux 3.3, tmux(1)"),
            Row::new("save-buffer saveb", "tmux 3.3, tmux(1)").options(&[values("-b"), mode("-a", "appends")])
                .cases(&[Case::all(Use::File(FileAction::Append)).when("appends"), Case::all(WRITE)]),
    ]).options(&[quits("-V"), values("-L -S -f -c")]).says(&[("tmux ls", ""),
            ("tmux new-session -d -s x", ""),
            ("tmux new -d 'rm a'", "shell [rm a]"), ("tmux save-buffer a", "write a"), ("tmux kill-pane -t x", ""), ("tmux send-keys -t x 'rm a' Enter", "run")]),
    reads("top", PROCPS),
    admin("udevadm", "systemd 252"),
    admin("udhcpc", "busybox 1.35 manual"),
    admin("ufw", "ufw(8)"),
    reads("ulimit", "Bash manual, section 4.2"),
    Row::runner("umount", UTIL).options(HELPS),
    admin("update-alternatives", "dpkg 1.21, update-alternatives(1)"),
    admin("update-ca-certificates", "ca-certificates"),
    admin("useradd", SHADOW).says(&[("useradd -m x", "write /etc/**; write /var/**; write /run/**; write /home/**; write /root/**; write /usr/**")]),
    admin("userdel", SHADOW),
    admin("usermod", SHADOW),
    admin("visudo", "sudo 1.9, visudo(8)").options(&[quits("-c -V -h")]),
    reads("vmstat", PROCPS),
    admin("wall", UTIL).cases(&[Case::NOTHING]),
    reads("wl-copy", "wl-clipboard"),
    reads("wl-paste", "wl-clipboard"),
    admin("write", UTIL).cases(&[Case::NOTHING]),
    reads("xclip", "xclip(1)"),
    reads("xdg-open", "xdg-utils"),
    reads("xdotool", "xdotool(1)"),
    reads("xrandr", "xrandr(1)"),
    reads("xsel", "xsel(1)"),
];

/// `service NAME status` only asks.
fn service(call: &Call<'_, '_>, plan: &mut Plan) {
    let asks = |field: &Field| matches!(field.known(), Some("status" | "--status-all"));
    if !call.arguments.iter().any(asks) {
        call.outside(&["/etc", "/var", "/run", "/home", "/root", "/usr"], plan);
    }
}

/// A session or window runs a shell, or the text that is given.
fn tmux(call: &Call<'_, '_>, plan: &mut Plan) {
    if let Some(text) = super::shells::join_fields(call.inner(0)) {
        plan.operations.push(super::plan::Operation::Shell(super::shells::text(text)));
    }
}

/// A file system is made in its operand.
fn device(call: &Call<'_, '_>, plan: &mut Plan) {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    if let Some(target) = operands.last() {
        call.file(FileAction::Modify, LinkUse::Followed, target, plan);
    }
}

/// With an operand it sets the machine's name.
fn hostname(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.parsed.operands().next().is_some() {
        call.run(plan);
    }
}
