//! Filename expansion (manual 3.5.8): patterns in fields against the directories that can be listed.

use super::Expander;
use super::split::{Bit, Draft};
use crate::analysis::pattern::{Options, Pattern, quote};
use crate::span::Span;
use crate::value::{AbstractString, Field, Piece};
use crate::world::Entry;

/// Text without any of these is no pattern.
pub(super) const GLOB_CHARACTERS: [char; 4] = ['*', '?', '[', '('];

/// A pattern with more matches than this stays a pattern.
pub(super) const MATCHES_CAP: usize = 4096;

/// `**` goes this deep at most; what lies deeper makes the answer unknown.
const GLOBSTAR_DEPTH_CAP: usize = 64;

/// Expands the globs of a field; a field without any is put out as it is.
pub(super) fn expand(expander: &mut Expander<'_, '_>, draft: &Draft, span: Span, out: &mut Vec<Field>) {
    let has_glob = draft.bits.iter().any(|bit| match &bit.piece {
        Piece::Text(text) => bit.active && text.contains(GLOB_CHARACTERS),
        _ => false,
    });
    if !has_glob || expander.keeps_globs || expander.environment.option("noglob") {
        out.push(draft.plain(span));
        return;
    }
    let extended = expander.reads_extended();
    let components = components(&draft.bits, extended);
    if !components.iter().flatten().any(|run| run.is_glob) {
        out.push(draft.plain(span));
        return;
    }
    let ignores_case = expander.environment.shopt("nocaseglob");
    let search = Search {
        options: Options { extended, ignores_case },
        dotglob: expander.environment.shopt("dotglob"),
        globstar: expander.environment.shopt("globstar"),
    };
    let found = if draft.many { None } else { search.run(expander, &components) };
    match found {
        None => out.push(shape(draft, &components, span)),
        Some(paths) if paths.is_empty() => no_match(expander, draft, span, out),
        Some(paths) => out.extend(paths.into_iter().map(|path| {
            let mut value = AbstractString::text(&path);
            value.assume_all(&draft.assumes);
            Field { value, many: false, span }
        })),
    }
}

fn no_match(expander: &mut Expander<'_, '_>, draft: &Draft, span: Span, out: &mut Vec<Field>) {
    if expander.environment.shopt("failglob") {
        expander.environment.fail(span, "no match for a pattern, and `failglob` is on");
    }
    if !expander.environment.shopt("nullglob") {
        out.push(draft.plain(span));
    }
}

/// A run of text between slashes and unknown pieces, or an unknown piece.
#[derive(Clone, Debug)]
struct Run {
    /// The text without the quoting, or the piece.
    piece: Piece,
    /// The text as a pattern.
    pattern: String,
    is_glob: bool,
}

/// The field between its slashes.
fn components(bits: &[Bit], extended: bool) -> Vec<Vec<Run>> {
    let mut components: Vec<Vec<Run>> = vec![Vec::new()];
    let mut text = String::new();
    let mut pattern = String::new();
    for bit in bits {
        let Piece::Text(part) = &bit.piece else {
            flush(&mut components, &mut text, &mut pattern, extended);
            let run = Run { piece: bit.piece.clone(), pattern: String::new(), is_glob: false };
            components.last_mut().into_iter().for_each(|component| component.push(run.clone()));
            continue;
        };
        let mut parts = part.split('/');
        if let Some(first) = parts.next() {
            text.push_str(first);
            pattern.push_str(&if bit.active { first.to_owned() } else { quote(first) });
        }
        for part in parts {
            flush(&mut components, &mut text, &mut pattern, extended);
            components.push(Vec::new());
            text.push_str(part);
            pattern.push_str(&if bit.active { part.to_owned() } else { quote(part) });
        }
    }
    flush(&mut components, &mut text, &mut pattern, extended);
    components
}

fn flush(components: &mut [Vec<Run>], text: &mut String, pattern: &mut String, extended: bool) {
    let (text, pattern) = (std::mem::take(text), std::mem::take(pattern));
    if text.is_empty() {
        return;
    }
    let options = Options { extended, ignores_case: false };
    let compiled = Pattern::new(&pattern, options);
    let is_glob = compiled.literal().is_none();
    // People see the pattern: backslashes that change nothing are left out.
    let plainer = pattern.replace(r"\-", "-").replace(r"\!", "!").replace(r"\@", "@").replace(r"\+", "+");
    let pattern = if Pattern::new(&plainer, options) == compiled { plainer } else { pattern };
    let run = Run { piece: Piece::Text(text.into()), pattern, is_glob };
    components.last_mut().into_iter().for_each(|component| component.push(run.clone()));
}

/// The field with its patterns kept as pieces, for when the directories can't be listed.
fn shape(draft: &Draft, components: &[Vec<Run>], span: Span) -> Field {
    let mut value = AbstractString::empty();
    for (index, component) in components.iter().enumerate() {
        if index > 0 {
            value.push_text("/");
        }
        for run in component {
            value.push(if run.is_glob {
                Piece::Glob(run.pattern.as_str().into())
            } else {
                run.piece.clone()
            });
        }
    }
    value.assume_all(&draft.assumes);
    Field { value, many: true, span }
}

struct Search {
    options: Options,
    dotglob: bool,
    globstar: bool,
}

impl Search {
    /// All paths that match, sorted; `None` if that can't be known.
    fn run(&self, expander: &Expander<'_, '_>, components: &[Vec<Run>]) -> Option<Vec<String>> {
        let mut paths = vec![String::new()];
        for (index, component) in components.iter().enumerate() {
            let is_last = index + 1 == components.len();
            let mut next = Vec::new();
            for path in &paths {
                self.component(expander, path, component, is_last, &mut next)?;
                if next.len() > MATCHES_CAP {
                    return None;
                }
            }
            paths = next;
        }
        paths.retain(|path| !path.is_empty());
        paths.sort();
        paths.dedup();
        Some(paths)
    }

    /// The paths that continue `front` (empty or ending in a slash) by one component.
    fn component(
        &self,
        expander: &Expander<'_, '_>,
        front: &str,
        component: &[Run],
        is_last: bool,
        out: &mut Vec<String>,
    ) -> Option<()> {
        let run = match component {
            [] => {
                if !is_last {
                    out.push(format!("{front}/"));
                } else if self.is_directory(expander, front)? {
                    out.push(front.to_owned());
                }
                return Some(());
            }
            [run] if matches!(run.piece, Piece::Text(_)) => run,
            _ => return None,
        };
        let Piece::Text(text) = &run.piece else { return None };
        if !run.is_glob {
            let path = format!("{front}{text}");
            // A name in front of the first pattern is taken as it is; listing finds out whether it exists.
            if !is_last {
                out.push(format!("{path}/"));
            } else if self.exists(expander, &path)? {
                out.push(path);
            }
            return Some(());
        }
        if self.globstar && run.pattern == "**" {
            return self.globstar(expander, front, is_last, 0, out);
        }
        self.list(expander, front, &run.pattern, is_last, out)
    }

    fn list(
        &self,
        expander: &Expander<'_, '_>,
        front: &str,
        pattern: &str,
        is_last: bool,
        out: &mut Vec<String>,
    ) -> Option<()> {
        let Some(names) = self.names(expander, front)? else { return Some(()) };
        let pattern = Pattern::new(pattern, self.options);
        for name in names {
            let is_hidden = name.starts_with('.') && !self.dotglob && !pattern.begins_with_dot();
            if is_hidden || !pattern.matches(&name)? {
                continue;
            }
            let path = format!("{front}{name}");
            if is_last {
                out.push(path);
            } else if self.is_directory(expander, &path)? {
                out.push(format!("{path}/"));
            }
        }
        Some(())
    }

    /// `**`: no directory, and every one below; as the last component everything below.
    fn globstar(
        &self,
        expander: &Expander<'_, '_>,
        front: &str,
        is_last: bool,
        depth: usize,
        out: &mut Vec<String>,
    ) -> Option<()> {
        if depth > GLOBSTAR_DEPTH_CAP || out.len() > MATCHES_CAP {
            return None;
        }
        if depth == 0 {
            out.push(front.to_owned());
        }
        let Some(names) = self.names(expander, front)? else { return Some(()) };
        for name in names.iter().filter(|name| self.dotglob || !name.starts_with('.')) {
            let path = format!("{front}{name}");
            let is_link = expander.environment.link(&path)?;
            let is_directory = self.is_directory(expander, &path)?;
            if is_last {
                out.push(path.clone());
            } else if is_directory {
                out.push(format!("{path}/"));
            }
            if is_directory && !is_link {
                self.globstar(expander, &format!("{path}/"), is_last, depth + 1, out)?;
            }
        }
        Some(())
    }

    /// The names in a directory; none if there is no such directory; `None` if that can't be known.
    fn names(&self, expander: &Expander<'_, '_>, front: &str) -> Option<Option<Vec<String>>> {
        let directory = if front.is_empty() { "." } else { front };
        match expander.environment.list(directory) {
            Some(names) => Some(Some(names)),
            None => match expander.environment.entry(directory)? {
                Entry::Directory => None,
                _ => Some(None),
            },
        }
    }

    fn exists(&self, expander: &Expander<'_, '_>, path: &str) -> Option<bool> {
        match expander.environment.entry(path)? {
            Entry::Missing => expander.environment.link(path),
            _ => Some(true),
        }
    }

    fn is_directory(&self, expander: &Expander<'_, '_>, path: &str) -> Option<bool> {
        Some(matches!(expander.environment.entry(path)?, Entry::Directory))
    }
}
