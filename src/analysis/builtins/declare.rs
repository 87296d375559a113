//! Builtins that declare variables: `declare`, `typeset`, `local`, `export`, `readonly`, `unset`.

use std::rc::Rc;

use super::{Letters, arguments};
use crate::analysis::arithmetic::{self, Number};
use crate::analysis::environment::Scope;
use crate::analysis::exec::{Call, array, expansion_failed};
use crate::analysis::expand::Variable;
use crate::analysis::flow::Flow;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{LetterCase, State};
use crate::syntax::ast::{ArrayLiteral, WordPartKind};
use crate::value::{AbstractString, Field, Piece};

/// What a declaration changes.
#[derive(Clone, Copy, Default)]
struct Attributes {
    export: Option<bool>,
    readonly: bool,
    integer: Option<bool>,
    case: Option<LetterCase>,
    indexed: bool,
    associative: bool,
    reference: bool,
    /// the variable is local to the function that runs
    local: bool,
    functions: bool,
}

/// `declare` and `typeset`.
pub fn declare<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    declare_all(interpreter, call, state, Attributes { local: true, ..Attributes::default() })
}

/// `local`.
pub fn local<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    if state.process.frames.is_empty() {
        return Flow::failure(state, 1);
    }
    declare_all(interpreter, call, state, Attributes { local: true, ..Attributes::default() })
}

/// `export`.
pub fn export<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    declare_all(interpreter, call, state, Attributes { export: Some(true), ..Attributes::default() })
}

/// `readonly`.
pub fn readonly<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    declare_all(interpreter, call, state, Attributes { readonly: true, ..Attributes::default() })
}

fn declare_all<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    call: Call<'_, 'a>,
    mut state: State<'a>,
    base: Attributes,
) -> Flow<'a> {
    let exports = base.export == Some(true);
    let (attributes, rest, prints) = read_options(arguments(&call), base, exports);
    if prints && rest.is_empty() {
        return interpreter.says(state, "variables");
    }
    if attributes.functions {
        return functions(interpreter, state, &rest, attributes);
    }
    for field in &rest {
        let literal = literal_of(&call, field);
        let mut scope = Scope::new(interpreter, &mut state);
        let done = declare_one(field, literal, attributes, &mut scope);
        if let Some(failure) = scope.failure {
            return expansion_failed(state, failure);
        }
        if !done {
            return Flow::failure(state, 1);
        }
    }
    Flow::success(state)
}

fn read_options(arguments: &[Field], base: Attributes, exports: bool) -> (Attributes, Vec<Field>, bool) {
    let mut attributes = base;
    let mut prints = arguments.is_empty();
    let mut rest = arguments;
    while let Some((first, others)) = rest.split_first() {
        let Some(text) = first.known().filter(|text| text.len() > 1 && text.starts_with(['-', '+'])) else {
            break;
        };
        rest = others;
        if text == "--" {
            break;
        }
        let on = text.starts_with('-');
        for letter in text.chars().skip(1) {
            match letter {
                'x' => attributes.export = Some(on),
                'n' if exports => attributes.export = Some(false),
                'n' => attributes.reference = on,
                'r' => attributes.readonly = on,
                'i' => attributes.integer = Some(on),
                'l' => attributes.case = on.then_some(LetterCase::Lower),
                'u' => attributes.case = on.then_some(LetterCase::Upper),
                'a' => attributes.indexed = on,
                'A' => attributes.associative = on,
                'g' => attributes.local = false,
                'f' | 'F' => attributes.functions = true,
                'p' => prints = true,
                _ => {}
            }
        }
    }
    (attributes, rest.to_vec(), prints)
}

/// `declare -f NAME…`, `export -f NAME…`: they fail if one of the functions does not exist.
fn functions<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    mut state: State<'a>,
    names: &[Field],
    attributes: Attributes,
) -> Flow<'a> {
    for field in names {
        export_function(&mut state, field, attributes);
    }
    let why = "what a declaration prints of functions";
    interpreter.print(&mut state, 1, &crate::value::Output::Unknown(why.into()));
    let exists = |field: &Field| field.known().map(|name| state.process.functions.contains_key(name));
    let all: Option<Vec<bool>> = names.iter().map(exists).collect();
    match all {
        Some(all) if all.contains(&false) => Flow::failure(state, 1),
        Some(_) => Flow::success(state),
        None => interpreter.open(state),
    }
}

fn export_function(state: &mut State<'_>, field: &Field, attributes: Attributes) {
    let Some(name) = field.known() else { return };
    let functions = Rc::make_mut(&mut state.process_mut().functions);
    if let (Some(function), Some(export)) = (functions.get_mut(name), attributes.export) {
        function.exported = export;
    }
}

/// The array literal at the end of the word that a field came from.
fn literal_of<'a>(call: &Call<'_, 'a>, field: &Field) -> Option<&'a ArrayLiteral<'a>> {
    let word = call.node?.words().iter().find(|word| word.span() == field.span)?;
    match word.parts().last()?.kind {
        WordPartKind::Array(literal) => Some(literal),
        _ => None,
    }
}

fn declare_one<'a>(
    field: &Field,
    literal: Option<&'a ArrayLiteral<'a>>,
    attributes: Attributes,
    scope: &mut Scope<'_, 'a, '_>,
) -> bool {
    let (name, append, value) = split_assignment(&field.value);
    let Some(name) = name else {
        scope.interpreter.unknown(field.span, "which variable is declared is not known");
        return true;
    };
    let (name, subscript) = match name.split_once('[') {
        Some((name, subscript)) => (name.to_owned(), Some(subscript.trim_end_matches(']').to_owned())),
        None => (name, None),
    };
    if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        return false;
    }
    let assigned = literal.is_some() || value.is_some();
    if attributes.local && !scope.state.process.frames.is_empty() {
        scope.state.make_local(&name);
        if !assigned {
            scope.state.cell_mut(&name, || Variable::Unset).value = Variable::Unset;
        }
    }
    let readonly = scope.state.process.variables.get(name.as_str()).is_some_and(|cell| cell.readonly);
    if readonly && assigned {
        return false;
    }
    set_attributes(&name, attributes, assigned, scope);
    let done = match (literal, value) {
        (Some(literal), _) => {
            let value = array(literal, &name, append, scope);
            scope.state.set_value(&name, value)
        }
        (None, Some(value)) => set_scalar(&name, subscript.as_deref(), append, value, field, scope),
        (None, None) => true,
    };
    if attributes.readonly {
        scope.state.cell_mut(&name, || Variable::Unset).readonly = true;
    }
    done
}

fn set_scalar<'a>(
    name: &str,
    subscript: Option<&str>,
    append: bool,
    value: AbstractString,
    field: &Field,
    scope: &mut Scope<'_, 'a, '_>,
) -> bool {
    let integer = scope.state.process.variables.get(name).is_some_and(|cell| cell.integer);
    let value = if integer {
        match arithmetic::evaluate_text(&value, field.span, scope) {
            Number::Known(number) => AbstractString::text(&number.to_string()),
            Number::Unknown(why) | Number::Error(why) => AbstractString::unknown(why),
        }
    } else {
        value
    };
    match subscript {
        Some(subscript) => {
            let key = scope.key(name, &AbstractString::text(subscript), field.span);
            scope.state.set_element(name, &key, &[value])
        }
        None => scope.assign_scalar(name, vec![value], append, integer),
    }
}

fn set_attributes<'a>(name: &str, attributes: Attributes, assigned: bool, scope: &mut Scope<'_, 'a, '_>) {
    let mut before = if assigned { Variable::Unset } else { scope.interpreter.variable(scope.state, name) };
    if (attributes.associative || attributes.indexed)
        && matches!(before, Variable::Scalar { maybe_unset: true, .. })
    {
        // What is declared an array here is not in the environment by chance.
        before = Variable::Unset;
    }
    let cell = scope.state.cell_mut(name, || before);
    if let Some(export) = attributes.export {
        cell.exported = export;
    }
    if let Some(integer) = attributes.integer {
        cell.integer = integer;
    }
    if attributes.case.is_some() {
        cell.case = attributes.case;
    }
    cell.reference |= attributes.reference;
    if attributes.associative {
        cell.associative = true;
        if cell.value == Variable::Unset {
            cell.value = Variable::Associative(Rc::default());
        }
    }
    if attributes.indexed && cell.value == Variable::Unset {
        cell.value = Variable::Indexed(Rc::default());
    }
}

/// `name=value`, `name+=value` or `name` as an argument: the name if it is known, and the value.
fn split_assignment(word: &AbstractString) -> (Option<String>, bool, Option<AbstractString>) {
    let prefix = word.known_prefix();
    let Some((name, rest)) = prefix.split_once('=') else {
        return (word.known().map(str::to_owned), false, None);
    };
    let (name, append) = match name.strip_suffix('+') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let mut pieces = vec![Piece::Text(rest.into())];
    pieces.extend(word.pieces().iter().skip(1).cloned());
    (Some(name.to_owned()), append, Some(word.with_pieces(pieces)))
}

/// `unset`.
pub fn unset<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "");
    let mut done = true;
    for field in &letters.rest {
        let Some(name) = field.known() else { continue };
        if letters.has('f') {
            Rc::make_mut(&mut state.process_mut().functions).remove(name);
        } else if let Some((name, _)) = name.split_once('[') {
            let why = format!("an element of `{name}` was unset");
            done &= state.set_value(name, Variable::UnknownArray(why.into()));
        } else if !letters.has('v')
            && !state.process.variables.contains_key(name)
            && state.process.functions.contains_key(name)
        {
            Rc::make_mut(&mut state.process_mut().functions).remove(name);
        } else {
            done &= state.unset(name);
        }
    }
    if done { Flow::success(state) } else { Flow::failure(state, 1) }
}
