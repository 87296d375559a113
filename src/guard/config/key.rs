//! Every key of the configuration, as a table: its kind, its default, and which of two values is the stricter.
//!
//! Owns the table. `config show`, the schema, the reading and the merging of files all come from it; a new key is one
//! constant and one place in [`KEYS`].

/// One key.
#[derive(Debug)]
pub struct Key {
    /// The name with its table: `guard-main.refs`.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What holds where no file sets it.
    pub default: Default,
    /// What a repository's own file may do to the user's value (cli.md: stricter, never laxer).
    pub merge: Merge,
    /// What it means, one sentence.
    pub meaning: &'static str,
}

/// What a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`
    Flag,
    /// a whole number, not negative
    Number,
    /// any text
    Text,
    /// one of these words
    Word(&'static [&'static str]),
    /// strings
    List,
    /// strings, each of which names a policy
    Policies,
}

/// A default value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// of a flag
    Flag(bool),
    /// of a number
    Number(u32),
    /// of a word or a text
    Word(&'static str),
    /// of a list
    List(&'static [&'static str]),
}

/// How a repository's value joins the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// lists are joined: each entry makes the guard stricter
    Join,
    /// `true` is stricter
    True,
    /// the smaller number is stricter
    Least,
    /// the words stand from the laxest to the strictest
    Order,
    /// only the user's file counts
    User,
}

/// Policies to run.
pub static POLICIES: Key = Key {
    name: "policies",
    kind: Kind::Policies,
    default: Default::List(&["guard-main"]),
    merge: Merge::Join,
    meaning: "the policies that `willwrite hook` runs when it names none",
};
/// What happens to a call that can't be judged.
pub static FAIL: Key = Key {
    name: "fail",
    kind: Kind::Word(&["open", "closed"]),
    default: Default::Word("open"),
    merge: Merge::Order,
    meaning: "what happens to a call that can't be judged: it passes, or it is blocked",
};
/// The agent's shell.
pub static SHELL: Key = Key {
    name: "shell",
    kind: Kind::Word(&["bash", "sh"]),
    default: Default::Word("bash"),
    merge: Merge::User,
    meaning: "the shell that the agent runs its commands with",
};
/// Protected branches.
pub static PROTECTED_BRANCHES: Key = Key {
    name: "protected-branches",
    kind: Kind::List,
    default: Default::List(&["main", "master"]),
    merge: Merge::Join,
    meaning: "the branches that are protected; a `*` stands for anything",
};
/// A detached HEAD.
pub static PROTECTED_DETACHED: Key = Key {
    name: "protected-detached",
    kind: Kind::Flag,
    default: Default::Flag(true),
    merge: Merge::True,
    meaning: "a detached HEAD is protected",
};
/// Paths that every policy passes.
pub static ALLOW_PATHS: Key = Key {
    name: "allow-paths",
    kind: Kind::List,
    default: Default::List(&[]),
    merge: Merge::User,
    meaning: "globs of files that may be written everywhere; a relative one starts at the repository's root, `~/` at home",
};
/// Files that git ignores.
pub static IGNORED: Key = Key {
    name: "ignored",
    kind: Kind::Word(&["allow", "block"]),
    default: Default::Word("block"),
    merge: Merge::Order,
    meaning: "what happens to files that git ignores",
};
/// Trust in repositories' files.
pub static TRUST: Key = Key {
    name: "trust-repository-config",
    kind: Kind::Flag,
    default: Default::Flag(false),
    merge: Merge::User,
    meaning: "a repository's `.willwrite.toml` may also make policies laxer",
};
/// Which commands' file targets guard-main judges.
pub static GUARD_MAIN_COMMANDS: Key = Key {
    name: "guard-main.commands",
    kind: Kind::Word(&["spec", "all"]),
    default: Default::Word("all"),
    merge: Merge::Order,
    meaning: "which commands' files count: the short list of write commands, or every command that is known",
};
/// Programs in other languages inside a command.
pub static GUARD_MAIN_PROGRAMS: Key = Key {
    name: "guard-main.programs",
    kind: Kind::Flag,
    default: Default::Flag(true),
    merge: Merge::True,
    meaning: "what a program in another language inside a command writes counts (`python -c`, `node -e`, here-documents)",
};
/// Protected refs moved from elsewhere.
pub static GUARD_MAIN_REFS: Key = Key {
    name: "guard-main.refs",
    kind: Kind::Flag,
    default: Default::Flag(true),
    merge: Merge::True,
    meaning: "moving or deleting a protected branch counts also when another branch is checked out",
};
/// Scripts that a command runs.
pub static GUARD_MAIN_FOLLOW_SCRIPTS: Key = Key {
    name: "guard-main.follow-scripts",
    kind: Kind::Flag,
    default: Default::Flag(false),
    merge: Merge::True,
    meaning: "what a script file writes counts when a command runs it",
};
/// require-plan for shell commands.
pub static REQUIRE_PLAN_BASH: Key = Key {
    name: "require-plan.bash",
    kind: Kind::Flag,
    default: Default::Flag(false),
    merge: Merge::True,
    meaning: "require-plan also decides for the files that shell commands write",
};
/// destructive-edit's strength.
pub static DESTRUCTIVE_MODE: Key = Key {
    name: "destructive-edit.mode",
    kind: Kind::Word(&["off", "warn", "strict"]),
    default: Default::Word("warn"),
    merge: Merge::Order,
    meaning: "what destructive-edit does: nothing, a warning, a block",
};
/// destructive-edit's threshold.
pub static DESTRUCTIVE_MIN_LINES: Key = Key {
    name: "destructive-edit.min-lines",
    kind: Kind::Number,
    default: Default::Number(12),
    merge: Merge::Least,
    meaning: "destructive-edit speaks when at least this many net lines go",
};
/// destructive-edit's files.
pub static DESTRUCTIVE_LOAD_BEARING: Key = Key {
    name: "destructive-edit.load-bearing",
    kind: Kind::List,
    default: Default::List(&[]),
    merge: Merge::Join,
    meaning: "globs of further load-bearing files, from the repository's root",
};
/// destructive-edit and rewrites.
pub static DESTRUCTIVE_REWRITE: Key = Key {
    name: "destructive-edit.rewrite",
    kind: Kind::Word(&["off", "warn", "strict"]),
    default: Default::Word("warn"),
    merge: Merge::Order,
    meaning: "what destructive-edit does when a Write keeps the number of lines and loses most of them",
};
/// destructive-edit and what git can't give back.
pub static DESTRUCTIVE_UNRECOVERABLE: Key = Key {
    name: "destructive-edit.unrecoverable",
    kind: Kind::Flag,
    default: Default::Flag(true),
    merge: Merge::True,
    meaning: "a load-bearing file that git does not hold counts also below the threshold when all of it goes",
};
/// history's model of the semantic ranking.
pub static HISTORY_MODEL: Key = Key {
    name: "history.model",
    kind: Kind::Text,
    default: Default::Word(""),
    merge: Merge::User,
    meaning: "a local file of word vectors (GloVe's or word2vec's text format) by which `history search` orders its matches; empty for none",
};
/// observe's excluded tools.
pub static OBSERVE_EXCLUDE: Key = Key {
    name: "observe.exclude-tools",
    kind: Kind::List,
    default: Default::List(&["TodoWrite", "TodoRead"]),
    merge: Merge::User,
    meaning: "tools that observe does not record",
};
/// observe and failures.
pub static OBSERVE_ONLY_ON_SUCCESS: Key = Key {
    name: "observe.store-only-on-success",
    kind: Kind::Flag,
    default: Default::Flag(false),
    merge: Merge::User,
    meaning: "observe records only calls that succeeded",
};
/// observe's retention.
pub static OBSERVE_RETENTION: Key = Key {
    name: "observe.retention",
    kind: Kind::Number,
    default: Default::Number(100_000),
    merge: Merge::User,
    meaning: "observe keeps at most this many observations",
};

/// observe's retention by age.
pub static OBSERVE_RETENTION_DAYS: Key = Key {
    name: "observe.retention-days",
    kind: Kind::Number,
    default: Default::Number(365),
    merge: Merge::User,
    meaning: "observe keeps an observation for this many days",
};
/// observe's longest output.
pub static OBSERVE_OUTPUT_CHARACTERS: Key = Key {
    name: "observe.output-characters",
    kind: Kind::Number,
    default: Default::Number(10_000),
    merge: Merge::User,
    meaning: "observe stores at most this many characters of an output",
};
/// observe's most lines.
pub static OBSERVE_OUTPUT_LINES: Key = Key {
    name: "observe.output-lines",
    kind: Kind::Number,
    default: Default::Number(100),
    merge: Merge::User,
    meaning: "observe stores at most this many lines of an output",
};
/// observe's context for prompts.
pub static OBSERVE_CONTEXT: Key = Key {
    name: "observe.context",
    kind: Kind::Number,
    default: Default::Number(3),
    merge: Merge::User,
    meaning: "a prompt gets this many earlier calls as context; 0 for none",
};

/// All keys, sorted by their place in a file: top level first, then by table.
pub static KEYS: &[&Key] = &[
    &ALLOW_PATHS,
    &FAIL,
    &IGNORED,
    &POLICIES,
    &PROTECTED_BRANCHES,
    &PROTECTED_DETACHED,
    &SHELL,
    &TRUST,
    &DESTRUCTIVE_LOAD_BEARING,
    &DESTRUCTIVE_MIN_LINES,
    &DESTRUCTIVE_MODE,
    &DESTRUCTIVE_REWRITE,
    &DESTRUCTIVE_UNRECOVERABLE,
    &GUARD_MAIN_COMMANDS,
    &GUARD_MAIN_FOLLOW_SCRIPTS,
    &GUARD_MAIN_PROGRAMS,
    &GUARD_MAIN_REFS,
    &HISTORY_MODEL,
    &OBSERVE_CONTEXT,
    &OBSERVE_EXCLUDE,
    &OBSERVE_OUTPUT_CHARACTERS,
    &OBSERVE_OUTPUT_LINES,
    &OBSERVE_RETENTION,
    &OBSERVE_RETENTION_DAYS,
    &OBSERVE_ONLY_ON_SUCCESS,
    &REQUIRE_PLAN_BASH,
];

/// The key of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name).copied()
}

/// True if `name` is a table that holds keys.
#[must_use]
pub fn is_table(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.split_once('.').is_some_and(|(table, _)| table == name))
}
