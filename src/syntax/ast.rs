//! The tree of a Bash text: closed enums and plain structs, every node with its byte span.
//!
//! Owns the shape alone; how it is built stands in the productions beside this file. Nodes live in a
//! [`bumpalo::Bump`] arena and borrow from it or from the source text, so a tree is `Copy`-cheap to hand on and is
//! dropped flat. Names follow the Bash reference manual, section 3 (the sections are given at each type).
//!
//! Text in nodes is the source's own (`&'a str`), without the quotes that the variant already tells. Spans are
//! offsets into the outermost source, also inside backquotes, whose text is unescaped once.

mod compact;

use std::cell::Cell;

pub use compact::{AndOr, Pipeline, SimpleCommand, Word};
pub(super) use compact::{Chain, FullPipeline, Others};

pub use crate::lexer::RedirectionOperator;
use crate::span::Span;

/// A whole text: its complete lines, in order.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Script<'a> {
    /// The whole text.
    pub span: Span,
    /// Complete commands, one for each line (or group of lines) that Bash reads before it runs anything of it.
    /// After a syntax error this holds the lines before the one that does not parse.
    pub lines: &'a [List<'a>],
}

/// A list (manual 3.2.4): and-or lists, each with what ends it. Never empty in a clean tree.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct List<'a> {
    /// From the first command to the last terminator.
    pub span: Span,
    /// The and-or lists in order.
    pub items: &'a [ListItem<'a>],
}

/// One and-or list of a [`List`] with its terminator.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ListItem<'a> {
    /// What runs.
    pub and_or: AndOr<'a>,
    /// What ends it.
    pub terminator: Terminator,
}

/// What ends an and-or list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Terminator {
    /// `;`
    Semicolon,
    /// a newline
    Newline,
    /// `&`: the whole and-or list runs in the background
    Background,
    /// the end of the text or of the enclosing construct
    End,
}

/// `&&` or `||`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum AndOrOperator {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// How `time` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum TimeFormat {
    /// `time`
    Bash,
    /// `time -p`
    Posix,
}

/// A command (manual 3.2).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Command<'a> {
    /// words, assignments and redirections
    Simple(SimpleCommand<'a>),
    /// a construct with its redirections
    Compound(&'a CompoundCommand<'a>),
    /// `name () body`
    Function(&'a FunctionDefinition<'a>),
    /// `coproc [NAME] command`
    Coproc(&'a Coproc<'a>),
}

impl Command<'_> {
    /// Where the command stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Simple(node) => node.span(),
            Self::Compound(node) => node.span,
            Self::Function(node) => node.span,
            Self::Coproc(node) => node.span,
        }
    }
}

/// `name=value`, `name+=value`, `name[subscript]=value`, `name=(…)` (manual 3.4, 6.7).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Assignment<'a> {
    /// The whole assignment.
    pub span: Span,
    /// The variable.
    pub name: &'a str,
    /// What stands between the brackets.
    pub subscript: Option<&'a Word<'a>>,
    /// True for `+=`.
    pub append: bool,
    /// The value.
    pub value: AssignmentValue<'a>,
}

/// The right side of an assignment.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum AssignmentValue<'a> {
    /// a word, perhaps empty (then `parts` is empty)
    Scalar(Word<'a>),
    /// `( … )`
    Array(&'a ArrayLiteral<'a>),
}

/// `( element … )` (manual 6.7).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ArrayLiteral<'a> {
    /// Both parentheses and all between.
    pub span: Span,
    /// The elements in order.
    pub elements: &'a [ArrayElement<'a>],
}

/// One element of an array literal.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ArrayElement<'a> {
    /// The whole element.
    pub span: Span,
    /// `[subscript]=` in front.
    pub subscript: Option<&'a Word<'a>>,
    /// True for `[subscript]+=`.
    pub append: bool,
    /// The value.
    pub value: Word<'a>,
}

/// A redirection (manual 3.6).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Redirection<'a> {
    /// Descriptor, operator and target.
    pub span: Span,
    /// What stands directly before the operator.
    pub descriptor: Option<Descriptor<'a>>,
    /// The operator.
    pub operator: RedirectionOperator,
    /// What follows it.
    pub target: RedirectionTarget<'a>,
}

/// `3` of `3> f`, `{fd}` of `{fd}> f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Descriptor<'a> {
    /// a number
    Number(u32),
    /// a variable that receives (or holds) the number
    Variable(&'a str),
}

/// The target of a redirection.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum RedirectionTarget<'a> {
    /// a file, a descriptor, `-`, a here-string
    Word(Word<'a>),
    /// `<<` and `<<-`
    HereDocument(&'a HereDocument<'a>),
}

/// A here-document (manual 3.6.6).
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct HereDocument<'a> {
    /// The delimiter as written.
    pub delimiter: Word<'a>,
    /// The delimiter after quote removal.
    pub delimiter_text: &'a str,
    /// True if any part of the delimiter is quoted: the body is one literal part then.
    pub quoted: bool,
    /// True for `<<-`.
    pub strips_tabs: bool,
    /// The body, which the parser meets after the redirection. Use [`HereDocument::body`].
    #[cfg_attr(feature = "json", serde(rename = "body"))]
    pub body_cell: Cell<Option<HereDocumentBody<'a>>>,
}

impl<'a> HereDocument<'a> {
    /// The body; `None` only in a tree whose parsing stopped before it.
    #[must_use]
    pub fn body(&self) -> Option<HereDocumentBody<'a>> {
        self.body_cell.get()
    }
}

/// The lines of a here-document without its delimiter line.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct HereDocumentBody<'a> {
    /// The text (tabs that `<<-` strips are left out of the literal parts); escapes are those of double quotes
    /// without `\"`.
    pub text: Word<'a>,
    /// False if the end of the text came before the delimiter (Bash warns and goes on).
    pub terminated: bool,
}

/// A compound command (manual 3.2.5) with its redirections.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CompoundCommand<'a> {
    /// The construct and its redirections.
    pub span: Span,
    /// Which construct.
    pub kind: CompoundKind<'a>,
    /// Redirections behind it.
    pub redirections: &'a [Redirection<'a>],
}

/// The constructs.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum CompoundKind<'a> {
    /// `{ list; }`
    BraceGroup(List<'a>),
    /// `( list )`
    Subshell(List<'a>),
    /// `for name [in words]; do list; done`
    For(&'a ForLoop<'a>),
    /// `select name [in words]; do list; done`
    Select(&'a ForLoop<'a>),
    /// `for (( init; condition; update )); do list; done`
    ArithmeticFor(&'a ArithmeticFor<'a>),
    /// `case word in … esac`
    Case(&'a CaseCommand<'a>),
    /// `if … fi`
    If(&'a IfCommand<'a>),
    /// `while condition; do body; done`
    While(&'a ConditionLoop<'a>),
    /// `until condition; do body; done`
    Until(&'a ConditionLoop<'a>),
    /// `(( expression ))`
    Arithmetic(&'a Arithmetic<'a>),
    /// `[[ expression ]]`
    Test(&'a TestExpression<'a>),
}

/// `for` and `select` over words.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ForLoop<'a> {
    /// The loop variable (Bash takes any word and complains at run time).
    pub variable: Word<'a>,
    /// The words behind `in`; `None` without `in`: the positional parameters.
    pub words: Option<&'a [Word<'a>]>,
    /// The body.
    pub body: List<'a>,
}

/// `for (( ; ; ))`; each expression may be empty.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ArithmeticFor<'a> {
    /// Evaluated once.
    pub initial: Arithmetic<'a>,
    /// Evaluated before each round.
    pub condition: Arithmetic<'a>,
    /// Evaluated after each round.
    pub update: Arithmetic<'a>,
    /// The body.
    pub body: List<'a>,
}

/// `case subject in arms esac`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CaseCommand<'a> {
    /// What is matched.
    pub subject: Word<'a>,
    /// The arms in order.
    pub arms: &'a [CaseArm<'a>],
}

/// One arm of a `case`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CaseArm<'a> {
    /// Patterns and body.
    pub span: Span,
    /// The patterns between `|`.
    pub patterns: &'a [Word<'a>],
    /// The body; its `items` are empty for an empty arm.
    pub body: List<'a>,
    /// What ends the arm.
    pub terminator: CaseTerminator,
}

/// What follows a `case` arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum CaseTerminator {
    /// `;;`, or nothing on the last arm
    Break,
    /// `;&`: run the next body
    FallThrough,
    /// `;;&`: test the next patterns
    TestNext,
}

/// `if … elif … else … fi`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct IfCommand<'a> {
    /// `if` and each `elif`.
    pub clauses: &'a [IfClause<'a>],
    /// `else`.
    pub otherwise: Option<List<'a>>,
}

/// A condition and what runs if it holds.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct IfClause<'a> {
    /// The condition.
    pub condition: List<'a>,
    /// The body.
    pub body: List<'a>,
}

/// `while` and `until`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ConditionLoop<'a> {
    /// The condition.
    pub condition: List<'a>,
    /// The body.
    pub body: List<'a>,
}

/// A function definition (manual 3.3).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct FunctionDefinition<'a> {
    /// From the name (or `function`) to the end of the body.
    pub span: Span,
    /// The name.
    pub name: &'a str,
    /// The body: a compound command with redirections that apply at each call.
    pub body: &'a CompoundCommand<'a>,
}

/// A coprocess (manual 3.2.6).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Coproc<'a> {
    /// The whole command.
    pub span: Span,
    /// The name, which only a compound command can have.
    pub name: Option<&'a str>,
    /// What runs.
    pub command: Command<'a>,
}

/// An arithmetic expression (manual 6.5). Bash expands it like a double-quoted word and parses the result when it
/// runs, so the tree holds a word.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Arithmetic<'a> {
    /// The expression without its brackets.
    pub span: Span,
    /// Its text, with expansions as parts.
    pub expression: Word<'a>,
}

/// An expression inside `[[ ]]` (manual 6.4).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct TestExpression<'a> {
    /// The expression.
    pub span: Span,
    /// What it is.
    pub kind: TestKind<'a>,
}

/// The forms of a `[[ ]]` expression.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum TestKind<'a> {
    /// `! e`
    Not(&'a TestExpression<'a>),
    /// `e && e`
    And(&'a TestExpression<'a>, &'a TestExpression<'a>),
    /// `e || e`
    Or(&'a TestExpression<'a>, &'a TestExpression<'a>),
    /// `( e )`
    Group(&'a TestExpression<'a>),
    /// a lone word: true if not empty
    Word(Word<'a>),
    /// `-f word`: the operator with its dash
    Unary(&'a str, Word<'a>),
    /// `word == word`: the operator as written (`=`, `==`, `!=`, `=~`, `<`, `>`, `-eq`, `-nt`, …)
    Binary(Word<'a>, &'a str, Word<'a>),
}

/// One part of a word.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WordPart<'a> {
    /// The part with its quotes and brackets.
    pub span: Span,
    /// What it is.
    pub kind: WordPartKind<'a>,
}

/// The kinds of word parts.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum WordPartKind<'a> {
    /// Text without a meaning of its own. Backslash-newlines are left out (they split a literal in two parts).
    Literal(&'a str),
    /// `\c` (outside quotes any character, inside double quotes one of ``$ ` " \``): the character.
    Escaped(&'a str),
    /// `'…'`
    SingleQuoted(&'a str),
    /// `$'…'`: the raw text between the quotes; `crate::syntax::ansi_c` decodes it.
    AnsiC(&'a str),
    /// `"…"` and `$"…"`
    DoubleQuoted(&'a [WordPart<'a>]),
    /// `$name`, `${…}`
    Parameter(&'a ParameterExpansion<'a>),
    /// `$(…)`, `` `…` ``, `${ …; }`, `${| …; }`
    CommandSubstitution(&'a CommandSubstitution<'a>),
    /// `$((…))`, `$[…]`
    Arithmetic(&'a Arithmetic<'a>),
    /// `<(…)`, `>(…)`
    ProcessSubstitution(&'a ProcessSubstitution<'a>),
    /// `~`, `~user`, `~+`, `~-` where tilde expansion applies: what follows the tilde.
    Tilde(&'a str),
    /// Unquoted `*`, `?`, or a bracket expression `[…]` that is free of quotes and expansions, as written.
    /// A `[` that is not of that kind stays in a literal; unquoted literals may thus hold pattern characters.
    Glob(&'a str),
    /// `?(…)`, `*(…)`, `+(…)`, `@(…)`, `!(…)`: the character in front and the patterns between `|`.
    ExtendedGlob(char, &'a [Word<'a>]),
    /// `{a,b}`: each alternative. Only in words where brace expansion applies.
    BraceList(&'a [Word<'a>]),
    /// `{1..9}`, `{a..e..2}`: what stands between the braces; `crate::analysis` counts it out.
    BraceSequence(&'a str),
    /// `( … )` at the end of an argument of a declaration builtin.
    Array(&'a ArrayLiteral<'a>),
}

/// `$name` or `${…}` (manual 3.5.3).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ParameterExpansion<'a> {
    /// `$` to the end.
    pub span: Span,
    /// True if braces stand around it.
    pub braced: bool,
    /// `${!name…}` that is no list of names or keys: the parameter's value names the parameter.
    pub indirect: bool,
    /// Name, digits (`1`, `10`) or one of `@ * # ? - $ ! _`; empty for a bad substitution such as `${}`.
    pub name: &'a str,
    /// `[…]` behind the name.
    pub subscript: Option<Subscript<'a>>,
    /// What is done with the value.
    pub operator: &'a ParameterOperator<'a>,
}

/// The subscript of a parameter.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Subscript<'a> {
    /// `[@]`
    At,
    /// `[*]`
    Star,
    /// any other: arithmetic for indexed arrays, a string for associative ones
    Index(&'a Word<'a>),
}

/// The operators of `${…}`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ParameterOperator<'a> {
    /// plain value
    None,
    /// `${#p}`
    Length,
    /// `${p-w}`, `${p:-w}` and the three others
    Conditional {
        /// which of the four
        kind: ConditionalKind,
        /// true with a colon: an empty value counts as unset
        colon: bool,
        /// the word
        word: Word<'a>,
    },
    /// `${p#w}`, `${p##w}`, `${p%w}`, `${p%%w}`
    Remove {
        /// where it is removed
        side: RemoveSide,
        /// true for the doubled form
        longest: bool,
        /// the pattern
        pattern: Word<'a>,
    },
    /// `${p/w/s}` and its forms
    Replace {
        /// which matches
        kind: ReplaceKind,
        /// the pattern
        pattern: Word<'a>,
        /// the replacement; `None` if its slash is missing
        replacement: Option<Word<'a>>,
    },
    /// `${p^w}`, `${p^^w}`, `${p,w}`, `${p,,w}`, `${p~w}`, `${p~~w}`
    ChangeCase {
        /// to which case
        kind: CaseKind,
        /// true for the doubled form: every character
        all: bool,
        /// the pattern; `None` means any character
        pattern: Option<Word<'a>>,
    },
    /// `${p:o}`, `${p:o:l}`
    Substring {
        /// the offset
        offset: Arithmetic<'a>,
        /// the length
        length: Option<Arithmetic<'a>>,
    },
    /// `${p@Q}`: the letter
    Transform(char),
    /// `${!prefix*}`, `${!prefix@}`
    Names,
    /// `${!name[@]}`, `${!name[*]}`
    Keys,
    /// text that Bash accepts when it parses and refuses when it runs (`${a b}`): what stands behind the name
    Bad(Word<'a>),
}

/// The four conditional operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ConditionalKind {
    /// `-`
    Default,
    /// `=`
    Assign,
    /// `?`
    Error,
    /// `+`
    Alternative,
}

/// Where `#` and `%` remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum RemoveSide {
    /// `#`
    Prefix,
    /// `%`
    Suffix,
}

/// What `/` replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ReplaceKind {
    /// `/`
    First,
    /// `//`
    All,
    /// `/#`
    Prefix,
    /// `/%`
    Suffix,
}

/// What `^`, `,` and `~` do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum CaseKind {
    /// `^`
    Upper,
    /// `,`
    Lower,
    /// `~`
    Toggle,
}

/// A command substitution (manual 3.5.4).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CommandSubstitution<'a> {
    /// With its brackets.
    pub span: Span,
    /// Which form.
    pub kind: SubstitutionKind,
    /// What runs; its `items` are empty for `$()`.
    pub body: List<'a>,
}

/// The forms of command substitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum SubstitutionKind {
    /// `$( … )`
    Dollar,
    /// `` ` … ` ``
    Backquote,
    /// `${ …; }` (Bash 5.3): runs in the current shell
    Brace,
    /// `${| …; }` (Bash 5.3): runs in the current shell, gives REPLY
    BraceReply,
}

/// A process substitution (manual 3.5.6).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ProcessSubstitution<'a> {
    /// With its brackets.
    pub span: Span,
    /// True for `>( … )`: the list reads what is written to the name.
    pub reads: bool,
    /// What runs.
    pub body: List<'a>,
}
