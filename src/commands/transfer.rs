//! Rows of the programs that copy, move and link.
//!
//! Owns how their command lines name sources and destination; where a source lands is the analysis's question.

use super::engine::{Call, join};
use super::model::{Case, HELP, Role, Row, Use, attached, flags, mode, quits, values};
use super::options::{self, Opt};
use super::plan::{DestinationMode, Existing, FileAction, Operation, Plan, Transfer, TransferKind};
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Output};

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

/// Sources and destination of a GNU command line; `None` if there is no destination.
fn transfer(call: &Call<'_, '_>, kind: TransferKind, plan: &mut Plan) -> Option<Transfer> {
    plan.output = Output::Nothing;
    let mut sources: Vec<Field> = call.parsed.operands().cloned().collect();
    let (destination, mode) = match call.parsed.value("-t").filter(|_| call.row.name != "rsync") {
        Some(directory) => (directory.clone(), DestinationMode::Directory),
        None => {
            let last = sources.pop()?;
            if sources.is_empty() && last.many {
                call.unknown("which operand is the destination is not known", plan);
            }
            (last, if call.on("name") { DestinationMode::Name } else { DestinationMode::Either })
        }
    };
    if sources.is_empty() {
        return None;
    }
    let contents_only = sources.iter().all(|field| {
        field
            .known()
            .is_some_and(|text| text == "." || text == ".." || text.ends_with("/.") || text.ends_with("/.."))
    });
    Some(Transfer {
        kind,
        sources,
        destination,
        mode,
        existing: existing(call),
        recursive: call.on("recursive"),
        keeps_parents: call.on("parents"),
        contents_only: contents_only && kind == TransferKind::Copy,
        backup: backup(call),
        makes_directories: call.on("makes"),
        destination_link: if call.on("itself") { LinkUse::Itself } else { LinkUse::Followed },
        cause: call.cause.clone(),
        class: call.row.class,
    })
}

fn existing(call: &Call<'_, '_>) -> Existing {
    let update = call.parsed.value("-u").and_then(Field::known);
    if call.on("keep") || matches!(update, Some("none" | "none-fail")) {
        return Existing::Kept;
    }
    if call.on("asks") && !(call.row.name == "mv" && call.parsed.has("-f")) {
        let unanswered = *call.facts.input() == Output::Nothing;
        return if unanswered { Existing::Kept } else { Existing::Asked };
    }
    match (call.on("update"), update) {
        (false, _) | (true, Some("all")) => Existing::Overwritten,
        (true, _) if call.row.name == "rsync" => Existing::KeptIfNewer,
        (true, _) => Existing::KeptUnlessOlder,
    }
}

fn backup(call: &Call<'_, '_>) -> Option<std::rc::Rc<str>> {
    // A directory of their own takes the backups instead.
    if !call.on("backup") || call.parsed.has("--backup-dir") {
        return None;
    }
    let suffix = call.parsed.value("--suffix").and_then(Field::known);
    let numbered = matches!(call.parsed.value("--backup").and_then(Field::known), Some("numbered" | "t"));
    Some(suffix.unwrap_or(if numbered { ".~1~" } else { "~" }).into())
}

fn push(transfer: Option<Transfer>, plan: &mut Plan) {
    plan.operations.extend(transfer.map(Operation::Transfer));
}

fn cp(call: &Call<'_, '_>, plan: &mut Plan) {
    let force = call.parsed.has("-f");
    let kind = if call.on("hard") {
        TransferKind::HardLink { force }
    } else if call.on("symbolic") {
        TransferKind::SymbolicLink { force }
    } else {
        TransferKind::Copy
    };
    let transfer = transfer(call, kind, plan);
    keep_times(call, transfer.as_ref(), plan);
    push(transfer, plan);
}

fn mv(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut transfer = transfer(call, TransferKind::Move, plan);
    if let Some(transfer) = &mut transfer {
        transfer.recursive = true;
    }
    push(transfer, plan);
}

fn install(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("directory") {
        return;
    }
    // What stands at the destination is removed first, a link too.
    let transfer = transfer(call, TransferKind::Copy, plan)
        .map(|transfer| Transfer { destination_link: LinkUse::Itself, ..transfer });
    push(transfer, plan);
}

fn ln(call: &Call<'_, '_>, plan: &mut Plan) {
    let force = call.on("force") || call.on("backup");
    let kind = if call.on("symbolic") {
        TransferKind::SymbolicLink { force }
    } else {
        TransferKind::HardLink { force }
    };
    let operands: Vec<&Field> = call.parsed.operands().collect();
    if let [only] = operands.as_slice()
        && call.parsed.value("-t").is_none()
    {
        // The link gets its target's last name in the current directory.
        let source = (*only).clone();
        let mut one = Transfer { destination: call.here(), ..empty(call, kind, source) };
        one.mode = DestinationMode::Directory;
        plan.output = Output::Nothing;
        push(Some(one), plan);
        return;
    }
    let transfer = transfer(call, kind, plan);
    push(transfer, plan);
}

pub fn empty(call: &Call<'_, '_>, kind: TransferKind, source: Field) -> Transfer {
    Transfer {
        kind,
        sources: vec![source],
        destination: call.here(),
        mode: DestinationMode::Either,
        existing: Existing::Overwritten,
        recursive: false,
        keeps_parents: false,
        contents_only: false,
        backup: None,
        makes_directories: false,
        destination_link: LinkUse::Followed,
        cause: call.cause.clone(),
        class: call.row.class,
    }
}

/// True for `host:path`, `user@host:path`, `host::module`, `rsync://…`, `scp://…`.
#[must_use]
pub fn is_remote(field: &Field) -> bool {
    let text = field.value.known_prefix();
    let Some(colon) = text.find(':') else { return false };
    text.get(..colon).is_some_and(|host| !host.contains('/'))
}

fn rsync(call: &Call<'_, '_>, plan: &mut Plan) {
    if call.on("dry") || call.on("list") {
        plan.operations.clear();
        return;
    }
    let Some(whole) = transfer(call, TransferKind::Copy, plan) else { return };
    if is_remote(&whole.destination) {
        remove_sources(call, &whole.sources, plan);
        return;
    }
    if whole.sources.iter().any(is_remote) {
        let target = whole.destination;
        if call.on("recursive") || whole.sources.len() > 1 {
            call.apply(Use::File(FileAction::MakeDirectory { parents: false }), &target, plan);
            call.below(FileAction::Write, &target, plan);
        } else {
            whole.sources.iter().for_each(|source| download(call, source, &target, plan));
        }
        return;
    }
    let destination = whole.destination.clone();
    let sources = whole.sources.clone();
    if call.on("filters") || !is_reachable(call, &destination) {
        let start = plan.operations.len();
        call.apply(Use::File(FileAction::MakeDirectory { parents: false }), &destination, plan);
        call.below(FileAction::Write, &destination, plan);
        if !is_reachable(call, &destination) {
            super::engine::fail_from(plan, start, "the destination's parent is missing");
        }
        return;
    }
    for source in &sources {
        let one = Transfer { sources: vec![source.clone()], ..whole.clone() };
        let one = rsync_one(call, one, source, sources.len() > 1);
        keep_times(call, Some(&one), plan);
        push(Some(one), plan);
    }
    remove_sources(call, &sources, plan);
    if call.on("deletes") {
        call.below(FileAction::Delete { recursive: true, force: true }, &destination, plan);
    }
}

/// rsync makes the last directory of its destination, and others only with `--mkpath`.
fn is_reachable(call: &Call<'_, '_>, destination: &Field) -> bool {
    let parent = destination.known().and_then(|path| path.trim_end_matches('/').rsplit_once('/'));
    call.on("makes")
        || parent.is_none_or(|(parent, _)| {
            parent.is_empty() || call.facts.exists(&AbstractString::text(parent)) != Some(false)
        })
}

/// Copying a directory's contents with their times gives it the times too.
fn keep_times(call: &Call<'_, '_>, transfer: Option<&Transfer>, plan: &mut Plan) {
    let Some(transfer) = transfer.filter(|transfer| transfer.contents_only && call.on("times")) else {
        return;
    };
    if call.facts.is_directory(&transfer.destination.value) == Some(true) {
        call.apply(Use::File(FileAction::Metadata { recursive: false }), &transfer.destination, plan);
    }
}

/// One source of rsync: a trailing slash means its contents, and a directory makes the destination a directory.
fn rsync_one(call: &Call<'_, '_>, mut one: Transfer, source: &Field, several: bool) -> Transfer {
    let text = source.known().unwrap_or("");
    one.contents_only = text.ends_with('/') || text.ends_with("/.") || text == ".";
    let directory = one.contents_only || call.facts.is_directory(&source.value) == Some(true);
    if several || (directory && one.recursive) || call.on("parents") {
        one.mode = DestinationMode::Directory;
        one.makes_directories = true;
    }
    // A link in the destination's last place is replaced by the new file, which is renamed into its place.
    one.destination_link = if directory { LinkUse::Followed } else { LinkUse::Itself };
    one
}

fn remove_sources(call: &Call<'_, '_>, sources: &[Field], plan: &mut Plan) {
    if !call.on("removes") {
        return;
    }
    for source in sources.iter().filter(|source| !is_remote(source)) {
        if call.facts.is_directory(&source.value) == Some(false) {
            call.apply(Use::Link(FileAction::Delete { recursive: false, force: false }), source, plan);
        } else if let Some(entries) = source.known().and_then(|path| super::listings::tree(call.facts, path))
        {
            for (path, _) in entries.iter().filter(|(_, kind)| *kind != super::plan::Kind::Directory) {
                let file = Field::text(path, source.span);
                call.apply(Use::Link(FileAction::Delete { recursive: false, force: false }), &file, plan);
            }
        } else {
            call.below(FileAction::Delete { recursive: false, force: false }, source, plan);
        }
    }
}

/// `scp` writes here only where the destination is no remote path.
fn scp(call: &Call<'_, '_>, plan: &mut Plan) {
    let Some(whole) = transfer(call, TransferKind::Copy, plan) else { return };
    if is_remote(&whole.destination) {
        return;
    }
    if whole.sources.iter().any(is_remote) {
        whole.sources.iter().for_each(|source| download(call, source, &whole.destination, plan));
    } else {
        push(Some(whole), plan);
    }
}

/// Writes here what stands elsewhere: the destination, or the source's last name in it if it is a directory.
pub fn download(call: &Call<'_, '_>, source: &Field, destination: &Field, plan: &mut Plan) {
    let path = source.known().map(|text| text.rsplit([':', '/']).next().unwrap_or(""));
    if !call.is_directory(destination) {
        call.apply(Use::File(FileAction::Write), destination, plan);
        return;
    }
    match path.filter(|name| !matches!(*name, "" | "." | "*") && !name.contains(['*', '?'])) {
        Some(name) => {
            let target = join(Some(&destination.value), &AbstractString::text(name));
            call.derived(FileAction::Write, target, destination.span, plan);
        }
        None => call.below(FileAction::Write, destination, plan),
    }
}

/// `name=value` split at its `=`, the name known.
#[must_use]
pub fn split_key(field: &Field) -> Option<(String, Field)> {
    let (name, _) = field.value.known_prefix().split_once('=')?;
    Some((name.to_owned(), options::behind(field, name.len() + 1)))
}
