//! `tar` (and `jar`, `bsdtar`): old-style letters, the order of `-C`, and what each operation writes
//! (GNU tar 1.34 manual, sections 3.3 and 6.10).

use super::archives::within;
use super::engine::{Call, join};
use super::options::{self, Item, Opt, Parsed, Syntax};
use super::plan::{Dialect, FileAction, Operation, Plan, ShellText};
use super::shells;
use super::transfer::is_remote;
use crate::intent::LinkUse;
use crate::value::{AbstractString, Field, Output};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Ignored,
    Create,
    Extract,
    Append,
    Delete,
    Reads,
    Archive,
    Directory,
    Stdout,
    RemoveFiles,
    TopLevel,
    Writes,
    Command,
    Quits,
}

const OPTIONS: &[Opt<'static, Role>] = &[
    Opt::flag("-c --create", Role::Create),
    Opt::flag("-x --extract --get", Role::Extract),
    Opt::flag("-r --append -u --update -A --catenate --concatenate", Role::Append),
    Opt::flag("--delete", Role::Delete),
    Opt::flag("-t --list -d --diff --compare --test-label", Role::Reads),
    Opt::value("-f --file", Role::Archive),
    Opt::value("-C --directory --cd", Role::Directory),
    Opt::flag("-O --to-stdout", Role::Stdout),
    Opt::flag("--remove-files", Role::RemoveFiles),
    Opt::attached("--one-top-level", Role::TopLevel),
    Opt::value("-g --listed-incremental --index-file", Role::Writes),
    Opt::value("--to-command -F --info-script --new-volume-script", Role::Command),
    Opt::value("--checkpoint-action", Role::Ignored),
    Opt::value("-I --use-compress-program", Role::Ignored),
    Opt::value("--rsh-command --rmt-command", Role::Ignored),
    Opt::value("--strip-components", Role::Ignored),
    Opt::value("--exclude", Role::Ignored),
    Opt::flag("--wildcards", Role::Ignored),
    Opt::value("--transform --xform", Role::Ignored),
    Opt::value("--suffix", Role::Ignored),
    Opt::value("-T --files-from", Role::Ignored),
    Opt::value("-X --exclude-from", Role::Ignored),
    Opt::value(
        "-b --blocking-factor -H --format -K --starting-file -L --tape-length -N --newer --after-date -V --label --exclude-tag --exclude-tag-all --exclude-tag-under --exclude-ignore --exclude-ignore-recursive --mode --mtime --owner --group --owner-map --group-map --record-size --sort --quoting-style --quote-chars --level --newer-mtime --volno-file --pax-option --add-file --xattrs-include --xattrs-exclude --no-quote-chars --clamp-mtime --set-mtime-command --warning --hole-detection",
        Role::Ignored,
    ),
    Opt::attached(
        "--checkpoint --backup --occurrence --atime-preserve --totals --exclude-vcs --sparse-version",
        Role::Ignored,
    ),
    Opt::flag("--help --version --usage --show-defaults", Role::Quits),
];

/// The rest are flags without a meaning here.
const SYNTAX: Syntax = Syntax { open: true, ..Syntax::GNU };

/// The row's special function.
pub fn run(call: &Call<'_, '_>, plan: &mut Plan) {
    let arguments = new_style(call.arguments);
    let parsed = options::parse(&arguments, OPTIONS, SYNTAX);
    let has = |role: Role| parsed.options().any(|given| given.option.role == role);
    if has(Role::Quits) {
        return;
    }
    for given in parsed.options() {
        if let (Role::Writes, Some(value)) = (given.option.role, &given.value) {
            call.file(FileAction::Write, LinkUse::Followed, value, plan);
        }
    }
    if has(Role::Extract) {
        extract(call, &parsed, plan);
    } else if has(Role::Create) || has(Role::Append) || has(Role::Delete) {
        let action = match (has(Role::Create), has(Role::Delete)) {
            (true, _) => FileAction::Write,
            (_, true) => FileAction::Modify,
            _ => FileAction::Append,
        };
        archive(call, &parsed, action, plan);
    }
    actions(call, &parsed, plan);
}

/// Old-style letters (`tar xfC A D`) as options: their values follow in the letters' order.
fn new_style(arguments: &[Field]) -> Vec<Field> {
    let Some((first, rest)) = arguments.split_first() else { return Vec::new() };
    let Some(letters) = first.known().filter(|text| !text.is_empty() && !text.starts_with('-')) else {
        return arguments.to_vec();
    };
    let mut rest = rest.iter();
    let mut made = Vec::new();
    for letter in letters.chars() {
        let name = format!("-{letter}");
        made.push(Field::text(&name, first.span));
        let valued = OPTIONS.iter().any(|option| option.arity == options::Arity::Value && option.is(&name));
        if valued {
            made.extend(rest.next().cloned());
        }
    }
    made.extend(rest.cloned());
    made
}

fn base(parsed: &Parsed<'_, Role>) -> Option<AbstractString> {
    let mut base: Option<AbstractString> = None;
    for given in parsed.options().filter(|given| given.option.role == Role::Directory) {
        if let Some(value) = &given.value {
            base = Some(join(base.as_ref(), &value.value));
        }
    }
    base
}

fn value<'p>(parsed: &'p Parsed<'_, Role>, role: Role) -> Option<&'p Field> {
    parsed.options().rev().find(|given| given.option.role == role)?.value.as_ref()
}

fn extract(call: &Call<'_, '_>, parsed: &Parsed<'_, Role>, plan: &mut Plan) {
    let has = |role: Role| parsed.options().any(|given| given.option.role == role);
    if has(Role::Stdout) {
        return;
    }
    if let Some(command) = value(parsed, Role::Command) {
        plan.operations
            .push(Operation::Shell(ShellText { dialect: Dialect::Sh, ..shells::text(command.clone()) }));
        return;
    }
    let here = within(base(parsed).as_ref(), &call.here());
    let archive = value(parsed, Role::Archive).filter(|file| file.known() != Some("-"));
    if archive.is_some_and(|file| call.facts.exists(&file.value) == Some(false)) {
        let start = plan.operations.len();
        call.below(FileAction::Write, &here, plan);
        super::engine::fail_from(plan, start, "the archive is missing");
        return;
    }
    if !has(Role::TopLevel) && members(call, parsed, archive, &here, plan) {
        return;
    }
    if !has(Role::TopLevel) {
        // `-C` of a directory that is missing is an error before anything is extracted.
        let start = plan.operations.len();
        call.below(FileAction::Write, &here, plan);
        if base(parsed).is_some() && call.facts.exists(&here.value) == Some(false) {
            super::engine::fail_from(plan, start, "the directory is missing");
        }
        return;
    }
    let top = match value(parsed, Role::TopLevel) {
        Some(field) => field.clone(),
        None => match value(parsed, Role::Archive).and_then(|field| field.known()) {
            Some(path) => Field::text(stem(path), call.span),
            None => return call.unknown("the directory that it makes is not known", plan),
        },
    };
    call.apply(super::model::Use::Into(FileAction::Write), &within(base(parsed).as_ref(), &top), plan);
}

/// Members of an archive beyond this number are told as unknown paths below the directory.
const MEMBERS_CAP: usize = 64;

/// Tells the members one by one where the archive is a plain one that can be read; false if it is not.
fn members(
    call: &Call<'_, '_>,
    parsed: &Parsed<'_, Role>,
    archive: Option<&Field>,
    here: &Field,
    plan: &mut Plan,
) -> bool {
    let text = match (archive, call.facts.input()) {
        (Some(file), _) => call.facts.content(&file.value),
        (None, Output::Text(text)) => text.known().map(ToOwned::to_owned),
        (None, _) => None,
    };
    let strip =
        parsed.value("--strip-components").map_or(Some(0), |field| field.known()?.parse::<usize>().ok());
    let picks = ["--transform", "-T", "-X", "--suffix"].iter().any(|name| parsed.has(name))
        || parsed.has("--wildcards") && parsed.operands().next().is_some();
    let (Some(names), Some(strip), false) = (text.as_deref().and_then(list), strip, picks) else {
        return false;
    };
    if call.facts.exists(&here.value) == Some(false) {
        return false;
    }
    let wanted: Vec<&Field> = parsed.operands().collect();
    let excluded: Vec<&str> = parsed
        .options()
        .filter(|given| given.option.is("--exclude"))
        .filter_map(|given| given.value.as_ref()?.known())
        .collect();
    for name in names {
        let plain = name.trim_end_matches('/');
        let inside =
            |top: &str| plain == top || plain.strip_prefix(top).is_some_and(|rest| rest.starts_with('/'));
        let is_wanted = wanted.is_empty()
            || wanted.iter().any(|field| field.known().is_none_or(|top| inside(top.trim_end_matches('/'))));
        let is_excluded = excluded.iter().any(|glob| {
            // A directory that is left out takes what it holds with it.
            let above = plain.match_indices('/').filter_map(|(end, _)| plain.get(..end));
            above.chain([plain]).any(|path| super::pattern::matches(glob, path, false))
                || plain.split('/').any(|part| super::pattern::matches(glob, part, false))
        });
        let Some(path) = stripped(&name, strip).filter(|_| is_wanted && !is_excluded) else { continue };
        let target = within(Some(&here.value), &Field::text(path, here.span));
        if name.ends_with('/') {
            call.file(FileAction::MakeDirectory { parents: true }, LinkUse::Followed, &target, plan);
        } else {
            if let Some((parent, _)) =
                target.known().and_then(|path| path.rsplit_once('/')).filter(|_| path.contains('/'))
            {
                let parent = Field::text(parent, here.span);
                call.file(FileAction::MakeDirectory { parents: true }, LinkUse::Followed, &parent, plan);
            }
            call.file(FileAction::Write, LinkUse::Itself, &target, plan);
        }
    }
    true
}

/// A member's name without its first parts; `None` if nothing is left.
fn stripped(name: &str, strip: usize) -> Option<&str> {
    let mut rest = name.trim_start_matches('/');
    for _ in 0..strip {
        rest = rest.split_once('/')?.1;
    }
    (!rest.is_empty() && !rest.split('/').any(|part| part == "..")).then_some(rest)
}

/// The members' names of a plain tar archive (POSIX.1-2017, pax, ustar interchange format), directories with a slash
/// behind them; `None` if it is none, or has members of other kinds than files, directories and links.
fn list(text: &str) -> Option<Vec<String>> {
    const BLOCK: usize = 512;
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(header) = text.get(at..at + BLOCK) {
        if header.bytes().all(|byte| byte == 0) {
            return (!names.is_empty()).then_some(names);
        }
        if header.get(257..262)? != "ustar" || names.len() >= MEMBERS_CAP {
            return None;
        }
        let part =
            |from: usize, to: usize| header.get(from..to).map(|part| part.split('\0').next().unwrap_or(""));
        let size = usize::from_str_radix(part(124, 136)?.trim(), 8).ok()?;
        let prefix = if header.get(257..263)? == "ustar\0" { part(345, 500)? } else { "" };
        let name =
            if prefix.is_empty() { part(0, 100)?.to_owned() } else { format!("{prefix}/{}", part(0, 100)?) };
        match part(156, 157)? {
            "5" => names.push(format!("{}/", name.trim_end_matches('/'))),
            "" | "0" | "1" | "2" => names.push(name),
            _ => return None,
        }
        at = at.checked_add(BLOCK)?.checked_add(size.checked_next_multiple_of(BLOCK)?)?;
    }
    None
}

/// The archive's last name without its endings.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split_once(".tar")
        .map_or_else(|| name.split_once('.').map_or(name, |(stem, _)| stem), |(stem, _)| stem)
}

/// The archive's own path starts at the command's directory, wherever `-C` stands.
fn archive(call: &Call<'_, '_>, parsed: &Parsed<'_, Role>, action: FileAction, plan: &mut Plan) {
    if let Some(file) =
        value(parsed, Role::Archive).filter(|file| file.known() != Some("-") && !is_remote(file))
    {
        call.file(action, LinkUse::Followed, file, plan);
    }
    if !parsed.options().any(|given| given.option.role == Role::RemoveFiles) {
        return;
    }
    let mut base: Option<AbstractString> = None;
    for item in &parsed.items {
        match item {
            Item::Option(given) if given.option.role == Role::Directory => {
                base = given.value.as_ref().map(|value| join(base.as_ref(), &value.value));
            }
            Item::Option(_) => {}
            Item::Operand(field) => {
                let field = within(base.as_ref(), field);
                call.file(FileAction::Delete { recursive: true, force: true }, LinkUse::Itself, &field, plan);
            }
        }
    }
}

/// `--checkpoint-action=exec=…` and compressors that are commands run.
fn actions(call: &Call<'_, '_>, parsed: &Parsed<'_, Role>, plan: &mut Plan) {
    for given in parsed.options() {
        let Some(value) = &given.value else { continue };
        let run = if given.option.is("--checkpoint-action") {
            value.value.known_prefix().strip_prefix("exec=").map(|_| options::behind(value, "exec=".len()))
        } else {
            None
        };
        if let Some(text) = run {
            plan.operations.push(Operation::Shell(ShellText { dialect: Dialect::Sh, ..shells::text(text) }));
        }
    }
    let program = parsed.options().find(|given| given.option.is("-I")).and_then(|given| given.value.as_ref());
    let known = [
        "pigz", "zstd", "xz", "gzip", "bzip2", "lz4", "pixz", "lbzip2", "pbzip2", "brotli", "lzop", "unzstd",
        "zstdmt",
    ];
    if let Some(program) = program {
        let name = program.value.known_prefix().split(' ').next().unwrap_or("");
        if program.value.known().is_none() || !known.contains(&name) {
            call.unknown("its compressor is a command that is not read", plan);
        }
    }
}
