//! Text to lexemes: byte classes, operators, reserved words, blanks and comments, and where a byte of a derived text
//! stands in the outermost one.
//!
//! Owns everything that can be told from the bytes alone. What a word means by its place (a reserved word, an
//! assignment, a pattern) is the parser's to decide: it drives the `Cursor` and asks for what it expects next.

mod balance;
mod bytes;
mod cursor;
mod operator;
mod reserved;
mod span_map;

pub(crate) use balance::{DoubleParenthesis, double_parenthesis};
pub(crate) use bytes::{
    is_blank, is_break, is_double_quote_stop, is_name, is_name_start, is_operand_stop, is_special_parameter,
    is_word_stop,
};
pub(crate) use cursor::Cursor;
pub use operator::{ControlOperator, RedirectionOperator, control_operator};
pub(crate) use operator::{operator_at, redirection_operator};
pub use reserved::{RESERVED_WORDS, ReservedWord};
pub use span_map::{Segment, SpanMap};
