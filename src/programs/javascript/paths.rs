//! The module `path` (Node.js 20 documentation, Path).

use std::rc::Rc;

use super::Run;
use crate::programs::record::{join_paths, normal};
use crate::programs::value::Value;
use crate::value::{AbstractString, Piece};

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// The module `path`.
    pub(super) fn path_call(&mut self, name: &str, arguments: &[Value]) -> Option<Value> {
        let function = name.strip_prefix("path.")?;
        let function = function.strip_prefix("posix.").unwrap_or(function);
        let several = arguments.iter().map(|argument| argument.alternatives().len()).product::<usize>();
        if several > 1 && several <= crate::value::VALUES_CAP {
            let mut all = vec![Vec::new()];
            for argument in arguments {
                let longer = all.iter().flat_map(|front: &Vec<Value>| {
                    argument.alternatives().iter().filter(|value| **value != Value::Nothing).map(|value| {
                        let mut longer = front.clone();
                        longer.push(value.clone());
                        longer
                    })
                });
                all = longer.collect();
            }
            let values: Vec<Value> =
                all.iter().filter_map(|arguments| self.path_call(name, arguments)).collect();
            return values.into_iter().reduce(Value::or);
        }
        let texts: Vec<AbstractString> = arguments.iter().map(|argument| self.clean_path(argument)).collect();
        let first = texts.first().cloned().unwrap_or_default();
        let text = match function {
            "join" => shortened(texts.into_iter().reduce(|left, right| {
                if right.is_empty() { left } else { join_paths(&left, &right, false) }
            })?),
            "resolve" => {
                let start = self.recorder.directory();
                shortened(texts.into_iter().fold(start, |left, right| join_paths(&left, &right, true)))
            }
            "dirname" => first.dirname(),
            "basename" => {
                let base = first.basename();
                let suffix = texts.get(1).and_then(AbstractString::known).unwrap_or("");
                without_suffix(base, suffix)
            }
            "extname" => match first.basename().known() {
                Some(name) => AbstractString::text(extension(name)),
                None => match first.known_suffix().rfind('.').and_then(|at| first.known_suffix().get(at..)) {
                    Some(end) => AbstractString::text(end),
                    None => AbstractString::unknown("the ending of a name"),
                },
            },
            "normalize" => shortened(first),
            "relative" => AbstractString::unknown("a relative path"),
            "isAbsolute" => {
                return Some(first.starts_with("/").map_or(Value::unknown("a truth value"), Value::Bool));
            }
            _ => return Some(Value::unknown("a part of a path")),
        };
        Some(Value::Text(text))
    }
}

/// A path in its shortest spelling: known parts are made plain, and behind an unknown name another one is anything below.
fn shortened(path: AbstractString) -> AbstractString {
    if let Some(known) = path.known() {
        return AbstractString::text(&normal(known));
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in path.pieces() {
        let two = match (pieces.as_slice(), piece) {
            (
                [.., Piece::Segment(why) | Piece::Below(why), Piece::Text(slash)],
                Piece::Segment(_) | Piece::Below(_),
            ) if &**slash == "/" => Some(Rc::clone(why)),
            _ => None,
        };
        match two {
            Some(why) => {
                pieces.truncate(pieces.len().saturating_sub(2));
                pieces.push(Piece::Below(why));
            }
            None => pieces.push(piece.clone()),
        }
    }
    path.with_pieces(pieces)
}

fn without_suffix(base: AbstractString, suffix: &str) -> AbstractString {
    if suffix.is_empty() || base.ends_with(suffix) != Some(true) || base.known() == Some(suffix) {
        return base;
    }
    let mut pieces = base.pieces().to_vec();
    if let Some(Piece::Text(last)) = pieces.pop()
        && let Some(front) = last.strip_suffix(suffix)
    {
        pieces.push(Piece::Text(front.into()));
        return base.with_pieces(pieces);
    }
    base
}

/// The ending of a name, with its dot.
fn extension(name: &str) -> &str {
    match name.rfind('.') {
        Some(at) if at > 0 => name.get(at..).unwrap_or(""),
        _ => "",
    }
}
