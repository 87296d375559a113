//! What a command moves before it writes: the current directory, variables, branches.
//!
//! Owns the record for people who want to follow an analysis, and how two states are compared for it. No intent rests
//! on it, and where nobody asks for it nothing is kept.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::analysis::expand::Variable;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::repository::Position;
use crate::analysis::state::{Cell, State};
use crate::span::Span;
use crate::value::{AbstractString, Field, Piece};

/// More moves than this are not kept.
pub const MOVES_CAP: usize = 1_000;

/// Longer values are cut (characters).
const VALUE_CAP: usize = 80;

/// Something that a simple command or a round of a loop moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The command, in the outermost text.
    pub span: Span,
    /// What moved.
    pub what: Moved,
}

/// What moved, and where to. What is not known of a value stands in angle brackets: `out-<the time>.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moved {
    /// the current directory, as `pwd` says it
    Directory(String),
    /// a variable
    Variable {
        /// its name
        name: String,
        /// its values, one for each way that the command may have gone; none: it is unset
        values: Vec<String>,
    },
    /// HEAD of a repository
    Head {
        /// the repository's work tree, or its git directory where it has none
        repository: String,
        /// the branch, or what else HEAD is on
        to: String,
    },
}

impl<'a> Interpreter<'a, '_> {
    /// Starts to keep moves.
    pub fn keep_moves(&mut self) {
        self.moves = Some(Vec::new());
    }

    /// The state before something that may move it, where moves are kept, and how many there are by now.
    pub fn before_move(&self, state: &State<'a>) -> Option<(State<'a>, usize)> {
        self.moves.as_ref().map(|moves| (state.clone(), moves.len()))
    }

    /// Keeps what differs in the states after it; what a command inside has told already is not told again.
    pub fn after_move<'s>(
        &mut self,
        before: Option<(State<'a>, usize)>,
        after: impl Iterator<Item = &'s State<'a>>,
        span: Span,
    ) where
        'a: 's,
    {
        let Some((before, told)) = before else { return };
        let span = self.outer(span);
        let found: Vec<Moved> = after.flat_map(|state| differences(&before, state)).collect();
        let Some(moves) = &mut self.moves else { return };
        for what in found {
            if !moves.iter().skip(told).any(|have| have.what == what) {
                keep(moves, Move { span, what });
            }
        }
    }

    /// Keeps what a loop gives its variable.
    pub fn bound(&mut self, name: &str, field: &Field) {
        let span = self.outer(field.span);
        if let Some(moves) = &mut self.moves {
            let what = Moved::Variable { name: name.to_owned(), values: vec![shown(&field.value)] };
            keep(moves, Move { span, what });
        }
    }
}

/// Keeps a move once, however often its command runs.
fn keep(moves: &mut Vec<Move>, step: Move) {
    if moves.len() < MOVES_CAP && !moves.contains(&step) {
        moves.push(step);
    }
}

fn differences<'a>(before: &State<'a>, after: &State<'a>) -> Vec<Moved> {
    let mut found = Vec::new();
    if !Rc::ptr_eq(&before.process, &after.process) {
        if before.process.directory != after.process.directory {
            found.push(Moved::Directory(shown(&after.process.directory.logical())));
        }
        found.extend(variables(&before.process.variables, &after.process.variables));
    }
    let heads: BTreeMap<&str, &Position> = before.repositories.heads().collect();
    for (directory, position) in after.repositories.heads() {
        if heads.get(directory) != Some(&position) {
            let repository = directory.strip_suffix("/.git").unwrap_or(directory).to_owned();
            found.push(Moved::Head { repository, to: position_text(position) });
        }
    }
    found
}

/// Variables that the shell sets by itself at every `cd`.
const FOLLOWERS: &[&str] = &["OLDPWD", "PWD"];

fn variables(before: &BTreeMap<Rc<str>, Cell>, after: &BTreeMap<Rc<str>, Cell>) -> Vec<Moved> {
    after
        .iter()
        .filter(|(name, cell)| {
            !FOLLOWERS.contains(&&***name) && before.get(*name).map(|have| &have.value) != Some(&cell.value)
        })
        .map(|(name, cell)| Moved::Variable { name: name.to_string(), values: value_texts(&cell.value) })
        .collect()
}

fn value_texts(value: &Variable) -> Vec<String> {
    let elements = |values: &mut dyn Iterator<Item = String>| {
        let texts: Vec<String> = values.collect();
        vec![cut(&format!("({})", texts.join(" ")))]
    };
    match value {
        Variable::Unset => Vec::new(),
        Variable::Scalar { values, .. } => values.iter().map(shown).collect(),
        Variable::Indexed(list) => elements(&mut list.iter().map(|(_, value)| shown(value))),
        Variable::Associative(list) => {
            elements(&mut list.iter().map(|(key, value)| format!("[{}]={}", shown(key), shown(value))))
        }
        Variable::UnknownArray(why) => vec![format!("(<{why}>)")],
    }
}

fn position_text(position: &Position) -> String {
    match position {
        Position::Branch(name) => name.clone(),
        Position::Detached(Some(commit)) => format!("detached at {}", commit.get(..7).unwrap_or(commit)),
        Position::Detached(None) => "detached".to_owned(),
        Position::Unknown(why) => format!("<{why}>"),
    }
}

fn shown(value: &AbstractString) -> String {
    let mut text = String::new();
    for piece in value.pieces() {
        match piece {
            Piece::Text(known) | Piece::Glob(known) => text.push_str(known),
            Piece::Segment(what) | Piece::Below(what) | Piece::Unknown(what) => {
                text.push_str(&format!("<{what}>"));
            }
        }
    }
    for what in value.assumes() {
        text.push_str(&format!(" (if {what})"));
    }
    cut(&text)
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(VALUE_CAP) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Options, Shell, analyze_with_moves};
    use crate::world::memory::Memory;

    fn moves(command: &str) -> Vec<(String, Moved)> {
        let world =
            Memory::new().directory("/w/api/src").repository_at("/w", |repository| repository.branch("main"));
        let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true };
        let (_, moves) = analyze_with_moves(command, &options, &[], &world);
        moves.into_iter().map(|step| (step.span.slice(command).to_owned(), step.what)).collect()
    }

    fn variable(name: &str, values: &[&str]) -> Moved {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        Moved::Variable { name: name.to_owned(), values }
    }

    #[test]
    fn a_cd_moves_the_directory_and_a_subshell_takes_it_back() {
        let expected = [("cd api".to_owned(), Moved::Directory("/w/api".into()))];
        assert_eq!(moves("cd api && ls"), expected);
        assert_eq!(moves("(cd api); ls"), expected);
        assert_eq!(moves("cd . ; ls"), []);
    }

    #[test]
    fn assignments_move_variables_and_prefixes_do_not() {
        assert_eq!(moves("x=a; y=b ls"), [("x=a".to_owned(), variable("x", &["a"]))]);
        let moved = moves("x=$(date +%s).txt");
        assert_eq!(moved.len(), 1);
        assert!(
            matches!(&moved[0].1, Moved::Variable { values, .. } if values.len() == 1 && values[0].ends_with(">.txt")),
            "{moved:?}"
        );
        assert_eq!(moves("unset nothing"), [("unset nothing".to_owned(), variable("nothing", &[]))]);
    }

    #[test]
    fn a_loop_binds_its_variable() {
        let expected = ["a", "b"].map(|word| (word.to_owned(), variable("f", &[word])));
        assert_eq!(moves("for f in a b; do ls; done"), expected);
    }

    #[test]
    fn a_switch_moves_head() {
        let expected = Moved::Head { repository: "/w".into(), to: "topic".into() };
        assert_eq!(moves("git switch -c topic"), [("git switch -c topic".to_owned(), expected)]);
        assert_eq!(moves("git status"), []);
    }

    #[test]
    fn what_a_function_moves_is_told_where_it_moves() {
        let expected = [("cd api".to_owned(), Moved::Directory("/w/api".into()))];
        assert_eq!(moves("f() { cd api; }; f"), expected);
    }
}
