//! `os.path` and `glob`: paths taken apart, put together and looked for.

use super::Python;
use super::arguments::Arguments;
use super::path::{split, truth_or};
use crate::programs::record::{join_paths, normal, path_of};
use crate::programs::value::Value;
use crate::value::{AbstractString, Piece};

impl Python<'_, '_> {
    /// Calls a function of `os.path`.
    pub(super) fn path_call(&mut self, name: &str, arguments: &Arguments) -> Value {
        let first = match arguments.positional.first() {
            Some(Value::Path(path)) => Value::Text(path.clone()),
            Some(other) => other.clone(),
            None => Value::Nothing,
        };
        if let Value::OneOf(values) = &first
            && name != "join"
        {
            let results: Vec<Value> = values
                .iter()
                .map(|value| {
                    let mut given = arguments.clone();
                    if let Some(slot) = given.positional.first_mut() {
                        *slot = value.clone();
                    }
                    self.path_call(name, &given)
                })
                .collect();
            return results.into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
        }
        let path = path_of(&first);
        match name {
            "join" => self.joined_path(&arguments.positional),
            "dirname" => split(&path, true),
            "basename" => split(&path, false),
            "split" => Value::Tuple([split(&path, true), split(&path, false)].into()),
            "splitext" => splitext(&path),
            "abspath" | "realpath" => {
                let whole = join_paths(&self.recorder.directory(), &path, true);
                Value::Text(match whole.known() {
                    Some(known) => AbstractString::text(&normal(known)),
                    None => whole,
                })
            }
            "normpath" => Value::Text(match path.known() {
                Some(known) => AbstractString::text(&normal(known)),
                None => path,
            }),
            "normcase" => Value::Text(path),
            "expanduser" => self.expand_user(&path, false),
            "expandvars" => match path.known() {
                Some(known) if !known.contains('$') => Value::Text(path),
                _ => super::unknown_text("a path with variables in it"),
            },
            "exists" | "lexists" => truth_or(self.recorder.exists(&path), "whether a file is there"),
            "isdir" => truth_or(self.recorder.is_directory(&path), "whether a directory is there"),
            "isfile" => {
                let arguments = Arguments::of(Vec::new(), arguments.site.span);
                self.path_method(&path, "is_file", &arguments)
            }
            "islink" => truth_or(self.recorder.is_link(&path), "whether a link is there"),
            "isabs" => truth_or(path.starts_with("/"), "whether a path is absolute"),
            "relpath" => match arguments.positional.get(1) {
                Some(base) => {
                    let base = base.clone();
                    let given = Arguments::of(vec![base], arguments.site.span);
                    match self.path_method(&path, "relative_to", &given) {
                        Value::Path(path) => Value::Text(path),
                        other => other,
                    }
                }
                None => Value::Text(path),
            },
            "getsize" | "getmtime" | "getctime" | "getatime" => Value::Thing("int".into()),
            _ => Value::unknown("what a function of `os.path` gives"),
        }
    }

    fn joined_path(&mut self, parts: &[Value]) -> Value {
        let mut result: Option<Value> = None;
        for part in parts {
            let part = part.clone();
            result = Some(match result {
                None => part,
                Some(left) => {
                    let mut joined: Option<Value> = None;
                    for left in left.alternatives() {
                        for right in part.alternatives() {
                            let path = Value::Text(join_paths(&path_of(left), &path_of(right), true));
                            joined = Some(match joined {
                                Some(have) => have.or(path),
                                None => path,
                            });
                        }
                    }
                    joined.unwrap_or(Value::Nothing)
                }
            });
        }
        match result {
            Some(Value::Path(path)) => Value::Text(path),
            Some(value) => value,
            None => Value::Nothing,
        }
    }

    /// `glob.glob(pattern)`
    pub(super) fn glob_call(&mut self, arguments: &Arguments) -> Value {
        let pattern = arguments.value(0, "pathname");
        let root = arguments.named("root_dir").cloned();
        let Some(known) = pattern.known() else {
            return Value::many(super::unknown_text("what a pattern fits"));
        };
        let (directory, last) = known.rsplit_once('/').unwrap_or((".", known));
        if let Some(at) = directory.find(['*', '?', '[']) {
            let front = directory.get(..at).unwrap_or("");
            let base = front.rsplit_once('/').map_or("", |(base, _)| base);
            let mut member = AbstractString::text(base);
            if !base.is_empty() || known.starts_with('/') {
                member.push_text("/");
            }
            member.push(Piece::Below(format!("what `{known}` fits").into()));
            return Value::many(Value::Text(member));
        }
        let directory = match (&root, known.starts_with('/')) {
            (Some(_), false) => return Value::many(super::unknown_text("what a pattern fits")),
            (_, true) if directory.is_empty() => "/",
            _ => directory,
        };
        let last = last.to_owned();
        if !last.contains(['*', '?', '[']) {
            return Value::Tuple([pattern.clone()].into());
        }
        let members = self.directory_members(&AbstractString::text(directory), &last, false, false);
        match members {
            // Names that begin with a dot, and `./` in front of names, are not what a pattern fits.
            Value::Tuple(members) => {
                let kept = members.iter().filter_map(|member| {
                    let text = member.known()?;
                    let name = text.rsplit('/').next().unwrap_or(text);
                    let hidden = name.starts_with('.') && !last.starts_with('.');
                    (!hidden).then(|| Value::text(if known.contains('/') { text } else { name }))
                });
                Value::Tuple(kept.collect())
            }
            other => other,
        }
    }
}

fn splitext(path: &AbstractString) -> Value {
    let Some(known) = path.known() else {
        return Value::Tuple(
            [super::unknown_text("a path without its suffix"), super::unknown_text("a suffix")].into(),
        );
    };
    let name_at = known.rfind('/').map_or(0, |at| at + 1);
    let name = known.get(name_at..).unwrap_or("");
    let dots = name.len() - name.trim_start_matches('.').len();
    let cut = name.rfind('.').filter(|at| *at >= dots.max(1)).map_or(known.len(), |at| name_at + at);
    let (front, back) = known.split_at_checked(cut).unwrap_or((known, ""));
    Value::Tuple([Value::text(front), Value::text(back)].into())
}
