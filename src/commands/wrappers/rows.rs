//! The table of the programs that run their operands as a command (guards.md 2.12).

use super::{chezmoi_git, chroot, env, flock, ifne, pee, sudo};
use crate::commands::model::{
    Case, Effect, HELP, Role, Row, Use, attached, directory, flags, mode, output, quits, reads, values,
};
use crate::commands::options::{Opt, Syntax};
use crate::commands::plan::FileAction;

const ARGV: &[Case<'static>] = &[Case::effects(&[Effect::Argv(0)])];
const AFTER_ONE: &[Case<'static>] = &[Case::effects(&[Effect::Argv(1)])];

const fn wrapper(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(Syntax::STOP).cases(ARGV)
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    wrapper("busybox", "busybox 1.35 manual")
        .options(&[quits("--list --list-full --help --install")])
        .says(&[("busybox touch a", "invoke [touch a]")]),
    wrapper("caffeinate", "macOS, caffeinate(8)").options(&[flags("-d -i -m -s -u"), values("-t -w")]),
    wrapper("catchsegv", "glibc 2.36, catchsegv(1)"),
    Row::new("chezmoi", "chezmoi 2 reference, commands")
        .syntax(Syntax::OPEN)
        .options(CHEZMOI)
        .subcommands(&[
            Row::new("git", "chezmoi 2 reference, git").syntax(Syntax::STOP).options(CHEZMOI).special(chezmoi_git),
            Row::new("apply", "chezmoi 2 reference, apply")
                .options(CHEZMOI)
                .syntax(Syntax::OPEN)
                .cases(&[Case::NOTHING.when("dry"), Case::all(Use::File(FileAction::Write)).alone(&[Effect::Outside(&["~"])])]),
            Row::new("update", "chezmoi 2 reference, update")
                .options(CHEZMOI)
                .syntax(Syntax::OPEN)
                .cases(&[Case::NOTHING.when("dry"), Case::effects(&[Effect::Outside(&["~"])])]),
            Row::new("add init re-add forget chattr import edit merge merge-all", "chezmoi 2 reference, commands")
                .options(CHEZMOI)
                .syntax(Syntax::OPEN)
                .cases(&[Case::NOTHING.when("dry"), Case::effects(&[Effect::Outside(&["~/.local/share/chezmoi"])])]),
            Row::reader(
                "archive cat cat-config completion data decrypt diff doctor dump dump-config encrypt execute-template help ignored managed source-path state status target-path unmanaged verify",
                "chezmoi 2 reference, commands",
            ),
        ])
        .says(&[
            ("chezmoi git -- push", "invoke in ? [git push]"),
            ("chezmoi -S d git status", "invoke in d [git status]"),
            ("chezmoi apply -n", ""),
            ("chezmoi apply a", "write a"),
            ("chezmoi diff", ""),
        ]),
    wrapper("choom", "util-linux 2.38, choom(1)")
        .options(&[values("-n --adjust"), Opt::value("-p --pid", Role::Quits), quits("-h --help -V --version")])
        .says(&[("choom -n 0 -- touch a", "invoke [touch a]")]),
    wrapper("chronic", "moreutils, chronic(1)").options(&[flags("-e -v")]).says(&[("chronic rm a", "invoke [rm a]")]),
    wrapper("chroot", "coreutils 9.1 manual, section 23.1")
        .options(&[values("--groups --userspec"), flags("--skip-chdir"), HELP])
        .cases(&[])
        .special(chroot)
        .says(&[("chroot d touch a", "write d/**")]),
    wrapper("chrt", "util-linux 2.38, chrt(1)")
        .options(&[
            flags("-a --all-tasks -b --batch -d --deadline -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork -v --verbose"),
            values("-T --sched-runtime -P --sched-period -D --sched-deadline"),
            quits("-m --max -p --pid -h --help -V --version"),
        ])
        .cases(AFTER_ONE)
        .says(&[("chrt -b 0 touch a", "invoke [touch a]"), ("chrt -p 12", "")]),
    wrapper("command", "POSIX.1-2017, command")
        .options(&[flags("-p"), quits("-v -V")])
        .says(&[("command -v rm a", ""), ("command rm a", "invoke [rm a]")]),
    wrapper("dbus-run-session", "dbus 1.14, dbus-run-session(1)").options(&[values("--config-file --dbus-daemon"), HELP]),
    wrapper("direnv", "direnv 2.32, direnv(1)").cases(&[]).subcommands(&[
        Row::new("exec", "direnv(1)").syntax(Syntax::STOP).cases(AFTER_ONE),
        Row::reader("allow deny export hook reload status version", "direnv(1)"),
    ]),
    wrapper("doas", "OpenBSD, doas(1)")
        .options(&[flags("-n -s"), values("-u -C -a"), quits("-L")])
        .says(&[("doas -u me touch a", "invoke [touch a]")]),
    wrapper("dotenv", "dotenv-cli, README").options(&[values("-e -f -v -c --"), flags("-o --override")]),
    wrapper("env", "coreutils 9.1 manual, section 23.2")
        .options(&[
            mode("-i --ignore-environment", "clears"),
            flags("-0 --null -v --debug --list-signal-handling"),
            Opt::value("-u --unset", Role::Ignored),
            Opt::value("-S --split-string", Role::Ignored),
            Opt::attached("--block-signal --default-signal --ignore-signal", Role::Ignored),
            directory("-C --chdir"),
            HELP,
        ])
        .cases(&[])
        .special(env)
        .says(&[
            ("env -u X A=1 touch a", "invoke A=1 -X [touch a]"),
            ("env -C d touch a", "invoke in d [touch a]"),
            ("env -i touch a", "invoke clear [touch a]"),
            ("env - touch a", "invoke clear [touch a]"),
            ("env -S 'touch a' b", "invoke [touch a b]"),
            ("env -S 'touch \"a b\"'", "invoke [touch a b]"),
            ("env -S '-u X touch a'", "invoke [env -u X touch a]"),
            ("env -S 'touch $a'", ""),
            ("env", ""),
        ]),
    wrapper("fakeroot", "fakeroot 1.31, fakeroot(1)")
        .options(&[values("-l --lib --faked -i -b -s"), flags("-u --unknown-is-real"), quits("-h -v")])
        .says(&[("fakeroot touch a", "invoke [touch a]")]),
    wrapper("faketime", "libfaketime 0.9, faketime(1)").options(&[flags("-f -m"), values("-p"), HELP]).cases(AFTER_ONE),
    Row::new("find", "findutils 4.9 manual, section 2")
        .syntax(Syntax::OPEN)
        .special(crate::commands::find::run)
        .says(&[
            ("find d -name a -delete", "delete d/a"),
            ("find d -delete", "delete d/a; rmdir d"),
            ("find . -name '*.rs' -exec rm {} +", "invoke [rm ./src/m.rs]"),
            ("find . -name a -exec touch {}.x ;", "invoke [touch ./a.x]; invoke [touch ./d/a.x]"),
            ("find d src ( -name a -o -name '*.rs' ) -delete", "delete d/a; delete src/m.rs"),
            ("find . -maxdepth 1 -type f -name '?' -delete", "delete ./a; delete ./b; delete ./c"),
            ("find src -type f -execdir touch x ;", "invoke in src [touch x]"),
            ("find d -mtime +3 -delete", "delete d/**"),
            ("find d -mtime +3 -exec rm {} ;", "invoke maybe [rm d/**]"),
            ("find d -name nothing -delete", "delete d/** fails"),
            ("find . -path ./d -prune -o -name a -exec rm {} ;", "invoke [rm ./a]"),
            ("find . -name a -fprint o", "write o"),
            ("find . -name a", ""),
            ("find . -name a -frob", "?"),
            ("find $X -delete", "delete ?/**"),
        ]),
    wrapper("firejail", "firejail 0.9, firejail(1)").syntax(Syntax::OPEN_STOP),
    wrapper("flock", "util-linux 2.38, flock(1)")
        .options(&[
            flags("-n --nb --nonblock -s --shared -x -e --exclusive -o --close -F --no-fork -u --unlock --verbose"),
            values("-w --wait --timeout -E --conflict-exit-code"),
            mode("-c --command", "text"),
            quits("-h --help -V --version"),
        ])
        .cases(&[])
        .special(flock)
        .says(&[
            ("flock lock touch a", "touch lock; invoke [touch a]"),
            ("flock -n lock -c 'touch a'", "touch lock; shell [touch a]"),
            ("flock 9", ""),
        ]),
    wrapper("gtimeout", "coreutils 9.1 manual, section 23.6").options(TIMEOUT).cases(AFTER_ONE),
    wrapper("ifne", "moreutils, ifne(1)").options(&[mode("-n", "empty")]).special(ifne).says(&[("ifne touch a", "invoke maybe [touch a]")]),
    wrapper("ionice", "util-linux 2.38, ionice(1)")
        .options(&[
            values("-c --class -n --classdata"),
            flags("-t --ignore"),
            Opt::value("-p --pid -P --pgid -u --uid", Role::Quits),
            quits("-h --help -V --version"),
        ])
        .says(&[("ionice -c 3 touch a", "invoke [touch a]"), ("ionice -c2 -n0 rm a", "invoke [rm a]")]),
    wrapper("linux32", "util-linux 2.38, setarch(8)").syntax(Syntax::OPEN_STOP),
    wrapper("ltrace", "ltrace 0.7, ltrace(1)")
        .options(&[
            output("-o --output"),
            values("-a --align -A -D --debug -e -F --config -l --library -n --indent -p -s -u -w --where -x"),
            flags("-b --no-signals -c -C --demangle -f -i -L -r -S -t -tt -ttt -T"),
            quits("-h --help -V --version"),
        ])
        .says(&[("ltrace -o log touch a", "write log; invoke [touch a]")]),
    wrapper("newgrp", "shadow 4.13, newgrp(1)").cases(&[Case::effects(&[Effect::Run])]),
    wrapper("nice", "coreutils 9.1 manual, section 23.3")
        .syntax(Syntax::STOP.with_numbers())
        .options(&[values("-n --adjustment"), HELP])
        .says(&[("nice -n 5 touch a", "invoke [touch a]"), ("nice -5 rm a", "invoke [rm a]"), ("nice", "")]),
    wrapper("nocache", "nocache 1.1, nocache(1)").options(&[values("-n")]),
    wrapper("nohup", "coreutils 9.1 manual, section 23.4")
        .options(&[HELP])
        .says(&[("nohup touch a", "invoke [touch a]"), ("nohup --version", "")]),
    wrapper("numactl", "numactl 2.0, numactl(8)").syntax(Syntax::OPEN_STOP),
    Row::new("pee", "moreutils, pee(1)").special(pee).says(&[("pee 'touch a' cat", "shell [touch a]; shell [cat]")]),
    wrapper("perf", "perf(1)").cases(&[]).subcommands(&[
        Row::new("stat record trace", "perf(1)").syntax(Syntax::STOP)
            .options(&[output("-o --output"), values("-e --event -r --repeat -F --freq -C --cpu -p --pid -t --tid -x"), flags("-a -d -g -v -B")])
            .cases(ARGV),
        Row::reader("report list script top annotate diff", "perf(1)"),
    ]),
    wrapper("pkexec", "polkit 122, pkexec(1)").options(&[values("--user"), flags("--disable-internal-agent --keep-cwd"), HELP]),
    wrapper("prlimit", "util-linux 2.38, prlimit(1)")
        .options(&[
            Opt::attached("-c --core -d --data -e --nice -f --fsize -i --sigpending -l --memlock -m --rss -n --nofile -q --msgqueue -r --rtprio -s --stack -t --cpu -u --nproc -v --as -x --locks -y --rttime", Role::Ignored),
            Opt::value("-p --pid", Role::Quits),
            flags("--noheadings --raw --verbose"),
        ])
        .says(&[("prlimit --nofile=10 touch a", "invoke [touch a]")]),
    wrapper("proot", "proot(1)").syntax(Syntax::OPEN_STOP),
    wrapper("proxychains4", "proxychains-ng, README").options(&[flags("-q"), values("-f")]),
    wrapper("rlwrap", "rlwrap 0.46, rlwrap(1)").syntax(Syntax::OPEN_STOP),
    wrapper("setarch", "util-linux 2.38, setarch(8)").syntax(Syntax::OPEN_STOP).cases(AFTER_ONE),
    wrapper("setpriv", "util-linux 2.38, setpriv(1)").options(&[
        flags("--clear-groups --keep-groups --init-groups --no-new-privs --nnp --reset-env -d --dump"),
        values("--ambient-caps --inh-caps --bounding-set --ruid --euid --rgid --egid --reuid --regid --groups --securebits --pdeathsig --selinux-label --apparmor-profile"),
    ]),
    wrapper("setsid", "util-linux 2.38, setsid(1)")
        .options(&[flags("-c --ctty -f --fork -w --wait"), quits("-h --help -V --version")])
        .says(&[("setsid -f touch a", "invoke [touch a]")]),
    wrapper("stdbuf", "coreutils 9.1 manual, section 23.5")
        .options(&[values("-i --input -o --output -e --error"), HELP])
        .says(&[("stdbuf -oL touch a", "invoke [touch a]"), ("stdbuf -o 0 rm a", "invoke [rm a]")]),
    wrapper("strace", "strace 6.1, strace(1)")
        .options(&[
            output("-o --output"),
            values("-a --columns -b --detach-on -e --trace -E --env -I --interruptible -O --summary-syscall-overhead -s --string-limit -S --summary-sort-by -u --user -U --summary-columns -P --trace-path -X --const-print-style --signal --status --abbrev --verbose --raw --read --write --inject --fault --kvm"),
            attached("--decode-fds --stack-traces --syscall-times --relative-timestamps --absolute-timestamps --follow-forks --daemonize --decode-pids --quiet"),
            flags("-A --output-append-mode -c --summary-only -C --summary -d --debug -D -DD -f -ff --output-separately -h -i --instruction-pointer -k -n --syscall-number -q -r -t -T -v --no-abbrev -V -w --summary-wall-clock -x -y -Y -z --successful-only -Z --failed-only --seccomp-bpf"),
            Opt::value("-p --attach", Role::Quits),
        ])
        .says(&[
            ("strace -f -o log touch a", "write log; invoke [touch a]"),
            ("strace -e trace=open rm a", "invoke [rm a]"),
        ]),
    wrapper("sudo", "sudo 1.9, sudo(8)")
        .options(&[
            flags("-A --askpass -b --background -B --bell -E -H --set-home -k --reset-timestamp -n --non-interactive -N --no-update -P --preserve-groups -S --stdin"),
            attached("--preserve-env"),
            values("-C --close-from -g --group -h --host -p --prompt -r --role -t --type -T --command-timeout -u --user -U --other-user -a --auth-type -c --login-class"),
            directory("-D --chdir"),
            values("-R --chroot"),
            mode("-e --edit", "edit"),
            mode("-i --login", "shell login"),
            mode("-s --shell", "shell"),
            quits("--help -K --remove-timestamp -l --list -v --validate -V --version"),
        ])
        .cases(&[])
        .special(sudo)
        .says(&[
            ("sudo -u me touch a", "invoke [touch a]"),
            ("sudo -EH A=1 rm a", "invoke A=1 [rm a]"),
            ("sudo -D d rm a", "invoke in d [rm a]"),
            ("sudo -i rm a", "invoke in ? [rm a]"),
            ("sudo -s rm a", "invoke [rm a]"),
            ("sudo -l", ""),
            ("sudo -e a", "modify a"),
        ]),
    wrapper("sudoedit", "sudo 1.9, sudo(8)")
        .syntax(Syntax::OPEN)
        .cases(&[Case::all(Use::File(FileAction::Modify))])
        .says(&[("sudoedit a", "modify a")]),
    wrapper("systemd-inhibit", "systemd 252").syntax(Syntax::OPEN_STOP),
    wrapper("systemd-run", "systemd 252, systemd-run(1)").syntax(Syntax::OPEN_STOP)
        .options(&[values("-p --property -u --unit -E --setenv -d --working-directory --slice --description -t -H -M")]),
    wrapper("taskset", "util-linux 2.38, taskset(1)")
        .options(&[flags("-a --all-tasks"), mode("-c --cpu-list", "list"), quits("-p --pid -h --help -V --version")])
        .cases(AFTER_ONE)
        .says(&[("taskset -c 0 touch a", "invoke [touch a]"), ("taskset 1 rm a", "invoke [rm a]")]),
    wrapper("time", "time 1.9, time(1)")
        .options(&[
            flags("-a --append -p --portability -q --quiet -v --verbose"),
            values("-f --format"),
            output("-o --output"),
            quits("-h --help -V --version"),
        ])
        .says(&[("time -o log touch a", "write log; invoke [touch a]"), ("time -p rm a", "invoke [rm a]")]),
    wrapper("timeout", "coreutils 9.1 manual, section 23.6")
        .options(TIMEOUT)
        .cases(AFTER_ONE)
        .says(&[
            ("timeout 5 touch a", "invoke [touch a]"),
            ("timeout -k 1 -s KILL 5s rm a", "invoke [rm a]"),
            ("timeout --foreground 5 rm -f a", "invoke [rm -f a]"),
        ]),
    wrapper("torsocks", "torsocks 2.4, torsocks(1)").options(&[flags("-i --isolate -q --quiet"), values("-a -P -u -p")]),
    wrapper("tsocks", "tsocks(1)"),
    wrapper("unbuffer", "expect 5.45, unbuffer(1)")
        .options(&[flags("-p")])
        .says(&[("unbuffer touch a", "invoke [touch a]")]),
    wrapper("unshare", "util-linux 2.38, unshare(1)").syntax(Syntax::OPEN_STOP)
        .options(&[values("-S --setuid -G --setgid -R --root -w --wd --map-user --map-group --propagation --setgroups")]),
    wrapper("valgrind", "valgrind 3.19 manual").syntax(Syntax::OPEN_STOP),
    wrapper("wine", "wine(1)").cases(&[Case::effects(&[Effect::Run])]),
    Row::new("xargs", "findutils 4.9 manual, section 8.4")
        .syntax(Syntax::STOP)
        .options(&[
            flags("-0 --null"),
            flags("-r --no-run-if-empty"),
            flags("-o --open-tty -p --interactive -t --verbose -x --exit"),
            reads("-a --arg-file"),
            values("-d --delimiter"),
            values("-E"),
            values("-I"),
            values("-n --max-args"),
            values("-L"),
            values("-J -R -P --max-procs -s --max-chars --process-slot-var"),
            attached("-e --eof"),
            attached("-i --replace"),
            attached("-l --max-lines"),
            flags("--show-limits"),
            HELP,
        ])
        .special(crate::commands::xargs::xargs)
        .says(&[("xargs touch", "invoke maybe [touch ?]"), ("xargs -I{} cp {} d", "invoke maybe [cp ? d]")]),
    wrapper("xvfb-run", "xvfb-run(1)")
        .options(&[
            flags("-a --auto-servernum -l --listen-tcp"),
            values("-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args -w --wait"),
        ])
        .says(&[("xvfb-run -a touch a", "invoke [touch a]")]),
];

const CHEZMOI: &[Opt<'static, Role<'static>>] = &[
    mode("-n --dry-run", "dry"),
    values(
        "-c --config --config-format --cache -D --destination -o --output --persistent-state --progress -R --refresh-externals -W --working-tree --color --use-builtin-age --use-builtin-diff --use-builtin-git",
    ),
    flags(
        "--debug --force -k --keep-going --interactive --less-interactive --no-pager --no-tty -v --verbose",
    ),
    directory("-S --source"),
    HELP,
];

const TIMEOUT: &[Opt<'static, Role<'static>>] = &[
    flags("--foreground --preserve-status -v --verbose -p -f"),
    values("-k --kill-after -s --signal"),
    HELP,
];
