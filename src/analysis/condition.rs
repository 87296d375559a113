//! Conditions: `test`, `[` and `[[ ]]` (manual 6.4), answered with yes, no or don't know.
//!
//! Owns the evaluation; what stands in the file system it asks of [`Environment`].

use std::rc::Rc;

use crate::analysis::expand::Environment;
use crate::syntax::ast::TestExpression;
use crate::value::Field;

/// Whether a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// it does
    Yes,
    /// it does not (or Bash refuses it, which fails too)
    No,
    /// either; why
    Unknown(Rc<str>),
}

/// `test` with these arguments (for `[` without the closing `]`), by their number as POSIX says.
pub fn test_arguments<'a>(arguments: &[Field], environment: &mut dyn Environment<'a>) -> Truth {
    let _ = (arguments, environment);
    Truth::Unknown("not evaluated".into())
}

/// `[[ expression ]]`, side effects of its words included.
pub fn test_expression<'a>(expression: &TestExpression<'a>, environment: &mut dyn Environment<'a>) -> Truth {
    let _ = (expression, environment);
    Truth::Unknown("not evaluated".into())
}
