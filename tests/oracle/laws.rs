//! Laws that hold for every command: forms around it that change nothing, and what adds exactly what it says.
//!
//! Commands come from the generator; they are foretold, not run.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::generator;
use crate::grammar::{TARGETS, WRITES};
use crate::layout::Layout;
use willwrite::intent::{FileEffect, FileTarget, IntentKind};

/// Commands a law.
const CASES: u32 = 40;

type Writes = BTreeSet<(String, String)>;

/// What is told of files: targets with their effects, wherever in the command they stand.
fn writes(layout: &Layout, command: &str) -> Writes {
    let analysis = super::foretell(layout, command);
    let told = analysis.intents.iter().filter_map(|intent| match &intent.kind {
        IntentKind::File(file) if intent.fails.is_none() => {
            let target = match &file.target {
                FileTarget::Path(path) => layout.short(path).to_owned(),
                FileTarget::Pattern(pattern) => format!("{}*", layout.short(pattern)),
                FileTarget::Below(directory) => format!("{}/**", layout.short(directory)),
                FileTarget::Unresolved(_) => "?".to_owned(),
            };
            Some((file.effect.word().to_owned(), target))
        }
        _ => None,
    });
    told.collect()
}

fn composed(seed: u64) -> String {
    generator::text(&generator::command(seed))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    fn forms_around_a_command_leave_its_writes_as_they_are(seed in 0_u64..1_000_000) {
        let layout = Layout::build();
        let command = composed(seed);
        let plain = writes(&layout, &command);
        prop_assert_eq!(&writes(&layout, &format!("true && {{ {command}\n}}")), &plain, "true &&\n{}", command);
        prop_assert_eq!(&writes(&layout, &format!("( {command}\n)")), &plain, "( )\n{}", command);
        prop_assert_eq!(&writes(&layout, &format!("{{ {command}\n}}")), &plain, "{{ }}\n{}", command);
        prop_assert_eq!(&writes(&layout, &format!("bash -c {}", quoted(&command))), &plain, "bash -c\n{}", command);
        prop_assert_eq!(&writes(&layout, &format!("eval {}", quoted(&command))), &plain, "eval\n{}", command);
    }

    #[test]
    fn a_variable_may_have_any_name(seed in 0_u64..1_000_000) {
        let layout = Layout::build();
        let command = composed(seed);
        prop_assert_eq!(writes(&layout, &renamed(&command)), writes(&layout, &command), "{}", command);
    }

    #[test]
    fn a_redirection_adds_exactly_its_file(seed in 0_u64..1_000_000) {
        let layout = Layout::build();
        let command = composed(seed);
        let mut expected = writes(&layout, &command);
        expected.insert(("create".to_owned(), "/w/added.out".to_owned()));
        prop_assert_eq!(writes(&layout, &format!("{{ {command}\n}} > added.out")), expected, "{}", command);
    }

    #[test]
    fn quotes_around_a_plain_word_change_nothing(write in 0..WRITES.len(), target in 0..TARGETS.len()) {
        let (write, target) = (WRITES[write], TARGETS[target]);
        prop_assume!(target.chars().all(|c| c.is_ascii_alphanumeric() || "./".contains(c)));
        let layout = Layout::build();
        let plain = writes(&layout, &write.replace('@', target));
        for quoted in [format!("'{target}'"), format!("\"{target}\""), format!("$'{target}'"), format!("\\{target}")] {
            prop_assert_eq!(&writes(&layout, &write.replace('@', &quoted)), &plain, "{} {}", write, quoted);
        }
    }

    #[test]
    fn independent_commands_add_up(picks in proptest::collection::vec(0..INDEPENDENT.len(), 1..6)) {
        let layout = Layout::build();
        let commands: Vec<String> =
            picks.iter().enumerate().map(|(number, pick)| INDEPENDENT[*pick].replace('@', &format!("n{number}"))).collect();
        let each: Writes = commands.iter().flat_map(|command| writes(&layout, command)).collect();
        for between in ["\n", "; ", " && "] {
            prop_assert_eq!(&writes(&layout, &commands.join(between)), &each, "{:?}", commands);
        }
    }
}

/// Commands that neither read nor write what another of them writes; `@` is a name of their own.
const INDEPENDENT: &[&str] = &[
    "echo x > @",
    "touch @.txt",
    "mkdir -p @/deep",
    "cp a.txt @.copy",
    "(cd src && touch @)",
    "ln -s a.txt @.link",
    "printf '%s\\n' @1 @2 | xargs touch",
    "for i in 1 2; do touch \"@$i\"; done",
    "f() { touch \"$1\"; }; f @",
    "bash -c 'echo x >> @'",
    "find src -name '*.rs' -exec cp {} @.rs \\;",
    "x=@; tee \"$x.tee\" < a.txt > /dev/null",
    "git -C ~/../g log > @",
];

/// The command with `V` named otherwise.
fn renamed(command: &str) -> String {
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut text = String::new();
    let mut before = None;
    let mut rest = command.chars().peekable();
    while let Some(character) = rest.next() {
        if character == 'V' && !is_name(before) && !is_name(rest.peek().copied()) {
            text.push_str("renamed");
        } else {
            text.push(character);
        }
        before = Some(character);
    }
    text
}

#[test]
fn laws_see_writes() {
    let layout = Layout::build();
    let expected = [("create".to_owned(), "/w/n".to_owned())].into_iter().collect::<Writes>();
    assert_eq!(writes(&layout, "echo x > n"), expected);
    assert_eq!(FileEffect::Create.word(), "create");
}
