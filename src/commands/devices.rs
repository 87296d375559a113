//! Rows of disks, volumes, file systems and access controls: they change the machine outside of anybody's project, or
//! devices and directories that their operands name.

use super::engine::Call;
use super::model::{Case, Row, Use, flags, mode, path, quits, reads, values};
use super::options::Syntax;
use super::plan::{FileAction, Plan};
use super::system::admin;
use crate::intent::LinkUse;

const METADATA: Use = Use::File(FileAction::Metadata { recursive: false });
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const LVM: &str = "lvm2 manual";
const E2FS: &str = "e2fsprogs 1.47 manual";

const fn reader(name: &'static str, source: &'static str) -> Row<'static> {
    Row::reader(name, source)
}

/// Changes the device (or the image of one) that its last operand names.
const fn device(name: &'static str, source: &'static str) -> Row<'static> {
    Row::new(name, source).syntax(Syntax::OPEN).special(last)
}

fn last(call: &Call<'_, '_>, plan: &mut Plan) {
    if let Some(target) = call.parsed.operands().next_back() {
        call.file(FileAction::Modify, LinkUse::Followed, target, plan);
    }
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("btrfs", "btrfs-progs 6, btrfs(8)").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("subvolume sub", "btrfs-progs 6, btrfs-subvolume(8)").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("create", "btrfs-progs 6, btrfs-subvolume(8)").options(&[flags("-p --parents"), values("-i")]).cases(&[Case::all(Use::File(FileAction::MakeDirectory { parents: false }))]),
            Row::new("snapshot", "btrfs-progs 6, btrfs-subvolume(8)").options(&[flags("-r"), values("-i")]).cases(&[Case::last(Use::Read, Use::Into(FileAction::Write))]),
            Row::new("delete", "btrfs-progs 6, btrfs-subvolume(8)").options(&[flags("-c -C -v --commit-after --commit-each -R --recursive"), values("-i --subvolid")]).cases(&[Case::all(Use::Link(FileAction::Delete { recursive: true, force: false }))]),
            reader("list show get-default set-default find-new sync", "btrfs-progs 6, btrfs-subvolume(8)"),
        ]),
        Row::new("send", "btrfs-progs 6, btrfs-send(8)").syntax(OPEN).options(&[path("-f", Use::File(FileAction::Write)), values("-p -c --proto")]),
        Row::new("receive", "btrfs-progs 6, btrfs-receive(8)").syntax(OPEN).options(&[reads("-f"), values("-m -E")]).cases(&[Case::all(Use::Below(FileAction::Write))]),
        Row::new("restore", "btrfs-progs 6, btrfs-restore(8)").syntax(OPEN).options(&[values("-t -u -f -r --path-regex")]).cases(&[Case::last(Use::Read, Use::Into(FileAction::Write))]),
        Row::new("property filesystem fi", "btrfs-progs 6, btrfs-filesystem(8)").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("set", "btrfs-progs 6, btrfs-property(8)").syntax(OPEN).options(&[values("-t")]).cases(&[Case::first(&[METADATA], Use::Ignored)]),
            Row::new("mkswapfile", "btrfs-progs 6, btrfs-filesystem(8)").syntax(OPEN).options(&[values("-s --size -U --uuid")]).cases(&[Case::all(Use::File(FileAction::Write))]),
            reader("df du show sync usage get list label resize defragment defrag commit-stats", "btrfs-progs 6, btrfs-filesystem(8)"),
        ]),
        reader("balance scrub device quota qgroup check inspect-internal version help", "btrfs-progs 6, btrfs(8)"),
        admin("rescue replace", "btrfs-progs 6, btrfs(8)"),
    ]).says(&[("btrfs subvolume create d/s", "mkdir d/s"), ("btrfs subvolume list d", ""), ("btrfs send -f a d", "write a"), ("btrfs frob", "?")]),
    Row::new("chcon", "coreutils 9.1 manual, section 26.1").syntax(Syntax::GNU).options(&[
        reads("--reference"),
        mode("-R --recursive", "recursive"),
        values("-u --user -r --role -t --type -l --range"),
        flags("-h --no-dereference --dereference -v --verbose --preserve-root --no-preserve-root -H -L -P"),
        quits("--help --version"),
    ]).special(chcon).says(&[("chcon -t x a", "metadata a"), ("chcon u:r:t a b", "metadata a; metadata b"), ("chcon --reference=a b", "metadata b")]),
    admin("cryptsetup", "cryptsetup(8)").options(&[quits("--help --version -V")]),
    device("debugfs", E2FS),
    device("e2fsck", E2FS).options(&[quits("-n -V"), values("-b -B -C -E -j -l -L -z")]).says(&[("e2fsck -fy a", "modify a"), ("e2fsck -n a", "")]),
    device("fdisk", "util-linux 2.38, fdisk(8)").options(&[quits("-l --list -V --version -h --help -s --getsz"), values("-b -c -C -H -S -t -o -w -W")]).says(&[("fdisk -l a", ""), ("fdisk a", "modify a")]),
    device("fsck", "util-linux 2.38, fsck(8)").options(&[quits("-N -V --version --help"), values("-t -r -C")]),
    device("gdisk", "gdisk(8)").options(&[quits("-l")]),
    reader("getenforce", "libselinux, getenforce(8)"),
    admin("lvcreate", LVM),
    admin("lvextend", LVM),
    admin("lvremove", LVM),
    reader("lvs", LVM),
    admin("mdadm", "mdadm(8)").options(&[quits("--detail -D --examine -E --query -Q --help -h --version -V")]).says(&[("mdadm --detail x", "")]),
    device("mkfs.btrfs", "btrfs-progs 6, mkfs.btrfs(8)").options(&[values("-L --label -d --data -m --metadata -n -s -U -O -r --rootdir -b"), quits("-V --version --help")]),
    device("mkfs.xfs", "xfsprogs 6, mkfs.xfs(8)").options(&[values("-b -d -i -l -L -m -n -p -r -s"), quits("-V -N")]),
    admin("partprobe", "parted, partprobe(8)").cases(&[Case::NOTHING]),
    admin("pvcreate", LVM),
    reader("pvs", LVM),
    device("resize2fs", E2FS),
    Row::new("restorecon", "policycoreutils, restorecon(8)").syntax(OPEN).options(&[quits("-n"), values("-e -f -o"), mode("-R -r", "recursive")]).special(chcon_all).says(&[("restorecon -R d", "metadata -R d"), ("restorecon a", "metadata a"), ("restorecon -n a", "")]),
    Row::new("runcon", "coreutils 9.1 manual, section 26.2").syntax(Syntax::STOP).options(&[values("-u --user -r --role -t --type -l --range"), flags("-c --compute"), quits("--help --version")]).special(runcon)
        .says(&[("runcon -t x rm a", "invoke [rm a]"), ("runcon u:r:t rm a", "invoke [rm a]")]),
    admin("semanage", "policycoreutils, semanage(8)").options(&[quits("-l --list -E --extract -h --help")]),
    admin("setenforce", "libselinux, setenforce(8)").cases(&[Case::NOTHING]),
    device("sfdisk", "util-linux 2.38, sfdisk(8)").options(&[quits("-l --list -d --dump -J --json -V --verify -F --list-free -v --version -h --help -s --show-size -n --no-act"), values("-N -X --label -Y -o -O -w -W")]),
    device("tune2fs", E2FS).options(&[quits("-l"), values("-c -C -e -E -g -i -j -J -L -m -M -o -O -Q -r -T -u -U -z")]).says(&[("tune2fs -l a", ""), ("tune2fs -L x a", "modify a")]),
    admin("vgcreate", LVM),
    reader("vgs", LVM),
    device("xfs_repair", "xfsprogs 6, xfs_repair(8)").options(&[quits("-n -V"), values("-l -r -m -o -t")]),
    admin("zfs", "OpenZFS, zfs(8)").syntax(Syntax::OPEN_STOP).subcommands(&[reader("list get send diff holds version help", "OpenZFS, zfs(8)")]).says(&[("zfs list", "")]),
    admin("zpool", "OpenZFS, zpool(8)").syntax(Syntax::OPEN_STOP).subcommands(&[reader("list get status iostat history events version help", "OpenZFS, zpool(8)")]).says(&[("zpool status", "")]),
];

/// Every operand but the context that comes first.
fn chcon(call: &Call<'_, '_>, plan: &mut Plan) {
    let names = ["--reference", "-u", "-r", "-t", "-l"];
    let skip = usize::from(!names.iter().any(|name| call.parsed.has(name)));
    contexts(call, skip, plan);
}

fn chcon_all(call: &Call<'_, '_>, plan: &mut Plan) {
    contexts(call, 0, plan);
}

fn contexts(call: &Call<'_, '_>, skip: usize, plan: &mut Plan) {
    let recursive = call.on("recursive");
    for field in call.parsed.operands().skip(skip) {
        call.file(FileAction::Metadata { recursive }, LinkUse::Followed, field, plan);
    }
}

/// `runcon CONTEXT COMMAND`, `runcon -t TYPE COMMAND`.
fn runcon(call: &Call<'_, '_>, plan: &mut Plan) {
    let names = ["-u", "-r", "-t", "-l"];
    let skip = usize::from(!names.iter().any(|name| call.parsed.has(name)));
    call.invoke(call.inner(skip).to_vec(), plan);
}
