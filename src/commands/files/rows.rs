//! The table of the programs that make, change and remove single files.

use super::{MODIFY, WRITE, dd, one_operand, rename, rm};
use crate::commands::model::{
    Case, Effect, HELP, Prints, Role, Row, Use, attached, flags, mode, output, quits, reads, values,
};
use crate::commands::options::{Opt, Syntax};
use crate::commands::plan::FileAction;

const METADATA: Use = Use::File(FileAction::Metadata { recursive: false });
const METADATA_ALL: Use = Use::File(FileAction::Metadata { recursive: true });
const METADATA_LINK: Use = Use::Link(FileAction::Metadata { recursive: false });
const CREATE: Use = Use::File(FileAction::CreateNew);

const fn delete(recursive: bool, force: bool) -> Case<'static> {
    Case::all(Use::Link(FileAction::Delete { recursive, force }))
}

/// Options of the tools that change a file's owner.
const OWNERS: &[Opt<'static, Role<'static>>] = &[
    flags(
        "-c --changes -f --silent --quiet -v --verbose --dereference -H -L -P --no-preserve-root --preserve-root",
    ),
    mode("-h --no-dereference", "link"),
    mode("-R --recursive", "recursive"),
    Opt::value("--reference", Role::Mode("reference")),
    values("--from"),
    HELP,
];

const OWNER_CASES: &[Case<'static>] = &[
    Case::all(METADATA_ALL).when("recursive reference"),
    Case::all(METADATA).when("reference"),
    Case::first(&[Use::Ignored], METADATA_ALL).when("recursive"),
    Case::first(&[Use::Ignored], METADATA_LINK).when("link"),
    Case::first(&[Use::Ignored], METADATA),
];

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    Row::new("chattr", "e2fsprogs, chattr(1)")
        .options(&[mode("-R", "recursive"), flags("-V -f -a -c -d -e -i -j -s -t -u -A -C -D -F -S -T"), values("-v -p")])
        .cases(&[
            Case::first(&[Use::Ignored], METADATA_ALL).when("recursive"),
            Case::first(&[Use::Ignored], METADATA),
        ])
        .says(&[("chattr +i a", "metadata a")]),
    Row::new("chgrp", "coreutils 9.1 manual, section 13.2")
        .options(OWNERS)
        .cases(OWNER_CASES)
        .says(&[("chgrp staff a b", "metadata a; metadata b"), ("chgrp -R staff d", "metadata -R d; metadata d/a")]),
    Row::new("chmod", "coreutils 9.1 manual, section 13.3")
        .listed()
        .options(&[
            flags("-c --changes -f --silent --quiet -v --verbose --no-preserve-root --preserve-root"),
            mode("-R --recursive", "recursive"),
            // A mode that takes bits away looks like options: `chmod -wx f`.
            mode("-r -w -x -X -s -t -u -g -o -a", "reference"),
            Opt::value("--reference", Role::Mode("reference")),
            HELP,
        ])
        .cases(OWNER_CASES)
        .says(&[
            ("chmod +x a b", "metadata a; metadata b"),
            ("chmod -x a", "metadata a"),
            ("chmod -R 755 d", "metadata -R d; metadata d/a"),
            ("chmod --reference=a b", "metadata b"),
            ("chmod --help", ""),
        ]),
    Row::new("chown", "coreutils 9.1 manual, section 13.1")
        .options(OWNERS)
        .cases(OWNER_CASES)
        .says(&[("chown root:root a", "metadata a"), ("chown -hR me d", "metadata -R d; metadata d/a")]),
    Row::new("csplit", "coreutils 9.1 manual, section 5.4")
        .options(&[
            values("-b --suffix-format"),
            values("-n --digits"),
            values("-f --prefix"),
            flags("-z --elide-empty-files"),
            flags("-k --keep-files --suppress-matched -s --quiet --silent"),
            HELP,
        ])
        .special(crate::commands::pieces::csplit)
        .says(&[
            ("csplit a 2", "write xx00; write xx01"),
            ("csplit -f p- a /x/ {*}", "write p-*"),
            ("csplit a %x%", "write xx00"),
        ]),
    Row::new("dd", "coreutils 9.1 manual, section 11.2")
        .listed()
        .options(&[HELP])
        .special(dd)
        .says(&[
            ("dd if=a of=b", "write b"),
            ("dd if=a of=b conv=notrunc", "touch b; modify b"),
            ("dd if=a", ""),
            ("dd if=missing of=b", "write b fails"),
        ]),
    Row::new("fallocate", "util-linux 2.38, fallocate(1)")
        .options(&[
            flags("-c --collapse-range -d --dig-holes -i --insert-range -n --keep-size -p --punch-hole -v --verbose -x --posix -z --zero-range"),
            values("-l --length -o --offset"),
            quits("-h --help -V --version"),
        ])
        .cases(&[Case::all(Use::File(FileAction::Truncate { create: true }))])
        .says(&[("fallocate -l 1M a", "truncate a")]),
    Row::new("link", "coreutils 9.1 manual, section 12.1")
        .options(&[HELP])
        .cases(&[Case::first(&[Use::Read, Use::Link(FileAction::CreateNew)], Use::Ignored)])
        .says(&[("link a new", "new new")]),
    Row::new("mkdir", "coreutils 9.1 manual, section 12.3")
        .listed()
        .literal_dash()
        .options(&[
            mode("-p --parents", "parents"),
            values("-m --mode"),
            attached("--context"),
            flags("-v --verbose -Z"),
            HELP,
        ])
        .cases(&[
            Case::all(Use::File(FileAction::MakeDirectory { parents: true })).when("parents"),
            Case::all(Use::File(FileAction::MakeDirectory { parents: false })),
        ])
        .says(&[
            ("mkdir -p x/y z", "mkdir -p x/y; mkdir -p z"),
            ("mkdir -m 700 x", "mkdir x"),
            ("mkdir -pm755 x", "mkdir -p x"),
            ("mkdir --version", ""),
        ]),
    Row::new("mkfifo", "coreutils 9.1 manual, section 12.4")
        .options(&[values("-m --mode"), attached("--context"), flags("-Z"), HELP])
        .cases(&[Case::all(CREATE)])
        .says(&[("mkfifo p", "new p")]),
    Row::new("mknod", "coreutils 9.1 manual, section 12.5")
        .options(&[values("-m --mode"), attached("--context"), flags("-Z"), HELP])
        .cases(&[Case::first(&[CREATE], Use::Ignored)])
        .says(&[("mknod p p", "new p")]),
    Row::new("mktemp", "coreutils 9.1 manual, section 18.4")
        .options(&[
            mode("-d --directory", "directory"),
            mode("-t", "temporary"),
            flags("-q --quiet -V"),
            mode("-u --dry-run", "dry"),
            values("--suffix"),
            values("-p"),
            attached("--tmpdir"),
            HELP,
        ])
        .special(crate::commands::pieces::mktemp)
        .says(&[
            ("mktemp", "new /tmp/tmp.*"),
            ("mktemp -d", "mkdir /tmp/tmp.*"),
            ("mktemp x.XXXX", "new x.*"),
            ("mktemp -p d q.XXX", "new d/q.*"),
            ("mktemp -u", ""),
        ]),
    Row::new("rename", "util-linux 2.38, rename(1); File::Rename, rename(1p)")
        .options(&[flags("-v --verbose -s --symlink -o --no-overwrite -i --interactive -a --all -l --last -f --force -d --filename -u -x"),
            quits("-n --no-act --nono -h --help -V --version")])
        .special(rename)
        .says(&[("rename .txt .md a.txt", "modify ./**"), ("rename -n s/a/b/ a.txt", "")]),
    Row::new("rm", "coreutils 9.1 manual, section 11.5")
        .listed()
        .literal_dash()
        .options(&[
            mode("-r -R --recursive", "recursive"),
            mode("-d --dir", "directory"),
            mode("-I", "asks-once"),
            mode("-f --force", "force"),
            attached("--interactive --preserve-root"),
            mode("-i", "asks"),
            flags("--one-file-system --no-preserve-root -v --verbose"),
            HELP,
        ])
        .cases(&[
            delete(true, true).when("recursive force"),
            delete(true, false).when("recursive"),
            Case::all(Use::Ignored).when("directory"),
            delete(false, true).when("force"),
            delete(false, false),
        ])
        .special(rm)
        .says(&[
            ("rm a b", "delete a; delete b"),
            ("rm -rf d", "delete -rf d"),
            ("rm a -f", "delete -f a"),
            ("rm -- -f", "delete -f"),
            ("rm --help", ""),
        ]),
    Row::new("rmdir", "coreutils 9.1 manual, section 12.8")
        .listed()
        .literal_dash()
        .options(&[
            mode("-p --parents", "parents"),
            flags("--ignore-fail-on-non-empty -v --verbose"),
            HELP,
        ])
        .cases(&[
            Case::all(Use::Link(FileAction::RemoveDirectory { parents: true })).when("parents"),
            Case::all(Use::Link(FileAction::RemoveDirectory { parents: false })),
        ])
        .says(&[("rmdir x", "rmdir x"), ("rmdir -p x/y", "rmdir -p x/y")]),
    Row::new("setfacl", "acl 2.3, setfacl(1)")
        .options(&[
            mode("-R --recursive", "recursive"),
            values("-m --modify -x --remove -M --modify-file -X --remove-file --set --set-file --mask"),
            flags("-b --remove-all -k --remove-default -n --no-mask -d --default -L --logical -P --physical"),
            quits("--test -v --version -h --help"),
        ])
        .cases(&[Case::all(METADATA_ALL).when("recursive"), Case::all(METADATA)])
        .says(&[("setfacl -m u:me:r a", "metadata a")]),
    Row::new("setfattr", "attr 2.5, setfattr(1)")
        .options(&[values("-n --name -v --value -x --remove"), flags("-h --no-dereference --raw"), reads("--restore")])
        .cases(&[Case::all(METADATA)])
        .says(&[("setfattr -n user.x -v 1 a", "metadata a")]),
    Row::new("shred", "coreutils 9.1 manual, section 11.6")
        .options(&[
            mode("-u", "remove"),
            Opt::attached("--remove", Role::Mode("remove")),
            values("-n --iterations -s --size"),
            reads("--random-source"),
            flags("-f --force -v --verbose -x --exact -z --zero"),
            HELP,
        ])
        .cases(&[
            Case::all(Use::Link(FileAction::Delete { recursive: false, force: false })).when("remove"),
            Case::all(MODIFY),
        ])
        .says(&[("shred a", "modify a"), ("shred -u a", "delete a")]),
    Row::new("shuf", "coreutils 9.1 manual, section 7.2")
        .options(&[
            output("-o --output"),
            flags("-e --echo -r --repeat -z --zero-terminated"),
            values("-i --input-range -n --head-count"),
            reads("--random-source"),
            HELP,
        ])
        .cases(&[Case::all(Use::Read).prints(Prints::Lines)])
        .says(&[("shuf -o b a", "write b"), ("shuf a", "")]),
    Row::new("sort", "coreutils 9.1 manual, section 7.1")
        .options(&[
            output("-o --output"),
            flags("-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort -i --ignore-nonprinting -M --month-sort -h --human-numeric-sort -n --numeric-sort -R --random-sort -r --reverse -V --version-sort -m --merge -s --stable -u --unique -z --zero-terminated --debug"),
            values("-k --key -S --buffer-size -t --field-separator -T --temporary-directory --batch-size --parallel --compress-program --sort"),
            reads("--files0-from --random-source"),
            // Checking writes nothing, whatever `-o` says.
            Opt::attached("-c -C --check", Role::Quits),
            HELP,
        ])
        .cases(&[Case::all(Use::Read).prints(Prints::Lines)])
        .special(crate::commands::filters::sort)
        .says(&[
            ("sort -o b missing", "write b fails"),
            ("sort -o b a", "write b"),
            ("sort a -ro b", "write b"),
            ("sort -uo b a", "write b"),
            ("sort --output=b a", "write b"),
            ("sort -c -o b a", ""),
            ("sort -k2,2n a", ""),
        ]),
    Row::new("split", "coreutils 9.1 manual, section 5.3")
        .options(&[
            values("-a --suffix-length"),
            values("-b --bytes"),
            values("-C --line-bytes"),
            values("-l --lines"),
            values("-n --number"),
            values("--additional-suffix"),
            values("-t --separator"),
            Opt::value("--filter", Role::Script),

            Opt::attached("--numeric-suffixes", Role::Ignored),
            Opt::attached("--hex-suffixes", Role::Ignored),
            flags("-d"),
            flags("-x"),
            flags("-e --elide-empty-files -u --unbuffered --verbose"),
            HELP,
        ])
        .special(crate::commands::pieces::split)
        .says(&[
            ("split -l 1 a", "write xaa; write xab"),
            ("split -d a y", "write y*"),
            ("split -n2 a part-", "write part-aa; write part-ab"),
            ("split --filter=cat a", "invoke FILE=xaa [sh -c cat]"),
        ]),
    Row::new("sponge", "moreutils, sponge(1)")
        .options(&[mode("-a", "append"), quits("-h")])
        .cases(&[
            Case::all(Use::File(FileAction::Append)).when("append"),
            Case::all(WRITE),
        ])
        .says(&[("sponge a", "write a"), ("sponge -a a", "append a")]),
    Row::new("tee", "coreutils 9.1 manual, section 17.2")
        .listed()
        .options(&[
            mode("-a --append", "append"),
            attached("--output-error"),
            flags("-i --ignore-interrupts -p"),
            HELP,
        ])
        .cases(&[
            Case::all(Use::File(FileAction::Append)).when("append").prints(Prints::Input),
            Case::all(WRITE).prints(Prints::Input),
        ])
        // `tee -` writes a file of that name.
        .literal_dash()
        .says(&[
            ("tee a b", "write a; write b"),
            ("tee -a a", "append a"),
            ("tee a -ia", "append a"),
            ("tee", ""),
        ]),
    Row::new("touch", "coreutils 9.1 manual, section 13.4")
        .listed()
        .options(&[
            mode("-c --no-create", "present"),
            mode("-h --no-dereference", "link"),
            flags("-a -f -m"),
            values("-d --date -t --time"),
            reads("-r --reference"),
            HELP,
        ])
        .cases(&[
            Case::all(Use::Link(FileAction::Touch { create: false })).when("link"),
            Case::all(Use::File(FileAction::Touch { create: false })).when("present"),
            Case::all(Use::File(FileAction::Touch { create: true })),
        ])
        .says(&[
            ("touch a b", "touch a; touch b"),
            ("touch -c a", "touch -c a"),
            ("touch -r a b", "touch b"),
            ("touch -t 202001010000 b", "touch b"),
        ]),
    Row::new("trash", "trash-cli 0.23, trash-put(1)").syntax(Syntax { shortens: false, ..Syntax::GNU }).options(&[
        flags("-f --force -i --interactive -v --verbose -d --directory -r -R --recursive"),
        values("--trash-dir"),
        quits("-h --help --version"),
    ]).cases(&[Case::all(Use::Link(FileAction::Delete { recursive: true, force: false })).with(&[Effect::Outside(&["~/.local/share/Trash"])])])
        .says(&[("trash a d", "delete -r a; delete -r d; ?")]),
    Row::new("truncate", "coreutils 9.1 manual, section 13.6")
        .listed()
        .literal_dash()
        .options(&[
            mode("-c --no-create", "present"),
            flags("-o --io-blocks"),
            reads("-r --reference"),
            values("-s --size"),
            HELP,
        ])
        .cases(&[
            Case::all(Use::File(FileAction::Truncate { create: false })).when("present"),
            Case::all(Use::File(FileAction::Truncate { create: true })),
        ])
        .says(&[("truncate -s 0 a", "truncate a"), ("truncate -cs -3 a", "truncate -c a")]),
    Row::new("ts", "moreutils, ts(1)")
        .options(&[flags("-r -i -s -m")])
        .says(&[("ts", "")]),
    Row::new("uniq", "coreutils 9.1 manual, section 7.3")
        .syntax(Syntax::GNU.with_numbers())
        .options(&[
            flags("-c --count -d --repeated -D -i --ignore-case -u --unique -z --zero-terminated"),
            attached("--all-repeated --group"),
            values("-f --skip-fields -s --skip-chars -w --check-chars"),
            HELP,
        ])
        .cases(&[Case::first(&[Use::Read, WRITE], Use::Ignored).prints(Prints::Lines)])
        .special(crate::commands::filters::uniq)
        .says(&[("uniq a b", "write b"), ("uniq a", ""), ("uniq -c a b", "write b")]),
    Row::new("unlink", "coreutils 9.1 manual, section 12.9")
        .listed()
        .literal_dash()
        .options(&[HELP])
        .cases(&[Case::all(Use::Link(FileAction::Delete { recursive: false, force: false }))])
        .special(one_operand)
        .says(&[("unlink a", "delete a"), ("unlink a b", "delete a fails; delete b fails")]),
    Row::new("vipe", "moreutils, vipe(1)")
        .options(&[values("--suffix")])
        .cases(&[Case::effects(&[Effect::Run])])
        .says(&[("vipe", "run")]),
    Row::new("zrun", "moreutils, zrun(1)")
        .syntax(Syntax::OPEN_STOP)
        .cases(&[Case::effects(&[Effect::Argv(0)])])
        .says(&[("zrun cat a.gz", "invoke [cat a.gz]")]),
];
