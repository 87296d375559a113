//! The table of the programs that copy, move and link.

use super::remote::{rsync, scp};
use super::{cp, install, ln, mv};
use crate::commands::model::{Case, HELP, Role, Row, Use, attached, flags, mode, quits, values};
use crate::commands::options::Opt;
use crate::commands::plan::FileAction;

const COMMON: &str = "-v --verbose --strip-trailing-slashes -Z --debug --exchange --no-copy";
const INTO: Opt<'static, Role<'static>> = Opt::value("-t --target-directory", Role::Into);
const NAME: Opt<'static, Role<'static>> = mode("-T --no-target-directory", "name");
const BACKUP: Opt<'static, Role<'static>> = mode("-b", "backup");
const BACKUPS: Opt<'static, Role<'static>> = Opt::attached("--backup", Role::Mode("backup"));
const SUFFIX: Opt<'static, Role<'static>> = Opt::value("-S --suffix", Role::Mode("backup"));

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("cp", "coreutils 9.1 manual, section 11.1")
        .listed()
        .literal_dash()
        .options(&[
            INTO,
            NAME,
            BACKUP,
            BACKUPS,
            SUFFIX,
            mode("-n --no-clobber", "keep"),
            mode("-i --interactive", "asks"),
            Opt::attached("-u --update", Role::Mode("update")),
            mode("-r -R --recursive", "recursive"),
            mode("-a --archive", "recursive times"),
            mode("-p", "times"),
            mode("--parents", "parents"),
            mode("-l --link", "hard"),
            mode("-s --symbolic-link", "symbolic"),
            mode("--remove-destination", "itself"),
            attached("--preserve --reflink --context"),
            values("--no-preserve --sparse"),
            flags(COMMON),
            flags("-f --force"),
            flags("--attributes-only --copy-contents -d -H -L --dereference -P --no-dereference -x --one-file-system"),
            HELP,
        ])
        .special(cp)
        .says(&[
            ("cp a b", "copy a -> b"),
            ("cp a b d", "copy a b -> d"),
            ("cp -t d a b", "copy a b -> d/"),
            ("cp -rT d x", "copy -r d -> =x"),
            ("cp --target=d a", "copy a -> d/"),
            ("cp -l a b", "hard-link a -> b"),
            ("cp -u a b", "copy -u a -> b"),
            ("cp --update=none a b", "copy -n a -> b"),
            ("cp -i a b", "copy -i a -> b"),
            ("cp a", ""),
            ("cp --help", ""),
        ]),
    Row::new("install", "coreutils 9.1 manual, section 11.4")
        .listed()
        .literal_dash()
        .options(&[
            INTO,
            NAME,
            BACKUP,
            BACKUPS,
            SUFFIX,
            mode("-d --directory", "directory"),
            mode("-D", "makes"),
            values("-m --mode -o --owner -g --group --strip-program"),
            attached("--context"),
            flags("-c -C --compare -p --preserve-timestamps -s --strip -v --verbose --preserve-context -Z"),
            HELP,
        ])
        .cases(&[
            Case::all(Use::File(FileAction::MakeDirectory { parents: true })).when("directory"),
            Case::all(Use::Read),
        ])
        .special(install)
        .says(&[
            ("install -m 755 a b", "copy a -> b"),
            ("install -d x y", "mkdir -p x; mkdir -p y"),
            ("install -Dm644 a x/y", "copy a -> x/y"),
            ("install -t d a b", "copy a b -> d/"),
        ]),
    Row::new("ln", "coreutils 9.1 manual, section 12.2")
        .listed()
        .literal_dash()
        .options(&[
            INTO,
            NAME,
            BACKUP,
            BACKUPS,
            SUFFIX,
            mode("-s --symbolic", "symbolic"),
            mode("-f --force", "force"),
            mode("-n --no-dereference", "itself"),
            mode("-i --interactive", "force"),
            flags("-d -F --directory -L --logical -P --physical -r --relative -v --verbose"),
            HELP,
        ])
        .special(ln)
        .says(&[
            ("ln -s a l", "link a -> l"),
            ("ln -sfn d l", "link -f d -> l"),
            ("ln a b2", "hard-link a -> b2"),
            ("ln -s d/a", "link d/a -> ./"),
            ("ln -st d a b", "link a b -> d/"),
        ]),
    Row::new("mv", "coreutils 9.1 manual, section 11.3")
        .listed()
        .literal_dash()
        .options(&[
            INTO,
            NAME,
            BACKUP,
            BACKUPS,
            SUFFIX,
            mode("-n --no-clobber", "keep"),
            mode("-i --interactive", "asks"),
            Opt::attached("-u --update", Role::Mode("update")),
            attached("--context"),
            flags(COMMON),
            flags("-f --force"),
            HELP,
        ])
        .special(mv)
        .says(&[
            ("mv a b", "move a -> b"),
            ("mv -t d a b", "move a b -> d/"),
            ("mv -nT d x", "move -n d -> =x"),
            ("mv -u a b", "move -u a -> b"),
            ("mv -if a b", "move a -> b"),
            ("mv a b d", "move a b -> d"),
        ]),
    Row::new("rsync", "rsync 3.2 manual, rsync(1)")
        .listed()
        .options(&[
            flags("-v --verbose -q --quiet -c --checksum -p --perms -E --executability -A --acls -X --xattrs -o --owner -g --group -D --devices --specials -U --atimes -N --crtimes -O --omit-dir-times -J --omit-link-times --super --fake-super -S --sparse --preallocate -W --whole-file -x --one-file-system -H --hard-links -L --copy-links -k --copy-dirlinks -K --keep-dirlinks --copy-unsafe-links --safe-links --munge-links -z --compress --old-compress --new-compress -I --ignore-times --size-only -y --fuzzy --numeric-ids --partial --progress -P --stats -h --human-readable --inplace --append --append-verify -l --links -i --itemize-changes --ignore-errors --force --prune-empty-dirs -m -s --secluded-args --protect-args -4 -6 --ipv4 --ipv6 --blocking-io --delay-updates --existing --ignore-non-existing --no-motd -0 --from0 --fsync --old-args --open-noatime --trust-sender --msgs2stderr --no-perms --no-owner --no-group --no-times --no-o --no-g --no-p --no-t --no-i-r --no-inc-recursive --no-implied-dirs --no-links -F --no-whole-file --no-compress --8-bit-output -8 --qsic"),
            mode("-n --dry-run", "dry"),
            mode("--list-only", "list"),
            mode("-a --archive", "recursive times"),
            mode("-r --recursive", "recursive"),
            mode("-t --times", "times"),
            mode("-d --dirs --old-dirs --old-d", "directories"),
            mode("-R --relative", "parents"),
            mode("-u --update", "update"),
            mode("--ignore-existing", "keep"),
            mode("-b --backup", "backup"),
            mode("--mkpath", "makes"),
            mode("-C --cvs-exclude", "filters"),
            Opt::value("-f --filter --exclude --include --files-from --exclude-from --include-from --max-size --min-size", Role::Mode("filters")),
            mode("--remove-source-files --remove-sent-files", "removes"),
            mode("--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded", "deletes"),
            Opt::value("--suffix", Role::Mode("suffix")),
            Opt::value("--log-file", Role::Path(Use::File(FileAction::Append))),
            Opt::value("--write-batch --only-write-batch", Role::Path(Use::File(FileAction::Write))),
            Opt::value("--backup-dir", Role::Path(Use::Into(FileAction::Write))),
            Opt::value("--partial-dir -T --temp-dir", Role::Path(Use::Below(FileAction::Write))),
            values("-e --rsh --rsync-path --max-delete --max-alloc -B --block-size --compare-dest --copy-dest --link-dest --compress-choice --zc --checksum-choice --cc --checksum-seed --compress-level --zl --skip-compress --address --port --sockopts --outbuf --out-format --log-format --log-file-format --password-file --bwlimit --stop-after --time-limit --stop-at --protocol --iconv --info --debug --stderr --timeout --contimeout --chmod --chown --usermap --groupmap --modify-window --remote-option -M --read-batch --early-input --copy-as"),
            quits("--help --version -V"),
        ])
        .special(rsync)
        .says(&[
            ("rsync a b", "copy a -> b"),
            ("rsync -a d x", "copy -r d -> x/"),
            ("rsync -a d/ x", "copy -r contents d/ -> x/"),
            ("rsync -a d/ src", "metadata src; copy -r contents d/ -> src/"),
            ("rsync -a --exclude=y d/ x", "mkdir x; write x/**"),
            ("rsync -a d/ no/x", "mkdir no/x fails; write no/x/** fails"),
            ("rsync -an d/ x", ""),
            ("rsync -av --delete d/ x/", "copy -r contents d/ -> x/; delete -rf x/**"),
            ("rsync -a host:d/ x", "mkdir x; write x/**"),
            ("rsync -a d/ host:x", ""),
            ("rsync d/", ""),
        ]),
    Row::new("scp", "OpenSSH 9, scp(1)")
        .options(&[
            flags("-3 -4 -6 -A -B -C -O -p -q -R -s -T -v"),
            mode("-r", "recursive"),
            values("-c -D -F -i -J -l -o -P -S -X"),
        ])
        .special(scp)
        .says(&[
            ("scp host:/srv/b.cfg d/", "write d/b.cfg"),
            ("scp a host:", ""),
            ("scp -r host:x y", "write y"),
            ("scp a b", "copy a -> b"),
        ]),
];
