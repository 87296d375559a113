//! Which files bear load (guards.md 4.2).

use std::borrow::Cow;

use saphyr_parser::{Event, Parser};

use crate::guard::config::key;
use crate::guard::context::Context;
use crate::guard::paths;
use crate::intent::Place;

/// The file that names further load-bearing globs, below the repository's root.
const RAG_CONFIG: &str = ".coding-os/rag-config.yaml";

/// Where in that file the globs stand.
const RAG_KEYS: [&str; 2] = ["graph", "enforce_context_on"];

/// Larger files are read as if they were not there (bytes).
const TEXT_CAP: usize = 1 << 20;

/// Parts of `docs/` that change all the time or hold no contract.
static LIGHT: &[&str] = &["_meta", "_templates", "tasks"];

/// The path below the repository's root.
pub(super) fn below<'p>(path: &'p str, place: &Place) -> Option<&'p str> {
    path.strip_prefix(place.root.trim_end_matches('/'))?.strip_prefix('/')
}

/// True if the file bears load.
pub(super) fn bears_load(context: &Context<'_>, place: &Place, path: &str) -> bool {
    let Some(name) = below(path, place) else { return false };
    if name.starts_with(".git/") {
        return false;
    }
    is_contract(name) || {
        let mut globs = context.settings_at(&place.root).list(&key::DESTRUCTIVE_LOAD_BEARING);
        let listed = context.world.content(&format!("{}/{RAG_CONFIG}", place.root), TEXT_CAP);
        globs.extend(listed.iter().flat_map(|text| yaml_list(text, &RAG_KEYS)));
        !globs.is_empty() && paths::matches_any(&globs, path, &place.root, context.home().as_deref())
    }
}

/// Below `docs/`, but for what is light there and for archives.
fn is_contract(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("docs/") else { return false };
    let mut parts = rest.split('/');
    let top = parts.clone().next().unwrap_or_default();
    let directories = rest.rsplit_once('/').map_or("", |(directories, _)| directories);
    let is_light = parts.nth(1).is_some() && LIGHT.contains(&top);
    !is_light && !directories.split('/').any(|part| part == "archive")
}

/// The strings of a list in a YAML document, by the keys that lead to it; none where the text is no YAML.
fn yaml_list(text: &str, keys: &[&str]) -> Vec<String> {
    let mut path: Vec<Step> = Vec::new();
    let mut found = Vec::new();
    for event in Parser::new_from_str(text) {
        let Ok((event, _)) = event else { break };
        match event {
            Event::MappingStart(..) => path.push(Step::Mapping(None)),
            Event::SequenceStart(..) => path.push(Step::Sequence),
            Event::MappingEnd | Event::SequenceEnd => {
                path.pop();
                finish(&mut path);
            }
            Event::Scalar(value, ..) => scalar(&mut path, value, keys, &mut found),
            _ => {}
        }
    }
    found
}

/// Where in a document an event stands.
enum Step {
    Sequence,
    /// with the key whose value comes next
    Mapping(Option<String>),
}

fn scalar(path: &mut [Step], value: Cow<'_, str>, keys: &[&str], found: &mut Vec<String>) {
    match path.last_mut() {
        Some(Step::Mapping(key @ None)) => *key = Some(value.into_owned()),
        Some(Step::Mapping(key)) => *key = None,
        Some(Step::Sequence) => {
            let led: Vec<&str> = path
                .iter()
                .filter_map(|step| match step {
                    Step::Mapping(key) => key.as_deref(),
                    Step::Sequence => None,
                })
                .collect();
            if led == keys {
                found.push(value.into_owned());
            }
        }
        None => {}
    }
}

/// A value that was no scalar has ended.
fn finish(path: &mut [Step]) {
    if let Some(Step::Mapping(key)) = path.last_mut() {
        *key = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("docs/CONTRACT.md", true)]
    #[case("docs/a/b.md", true)]
    #[case("docs/tasks/t.md", false)]
    #[case("docs/tasks", true)]
    #[case("docs/_templates/t.md", false)]
    #[case("docs/_meta/t.md", false)]
    #[case("docs/a/archive/b.md", false)]
    #[case("docs/archive.md", true)]
    #[case("src/docs/a.md", false)]
    fn rule_4_2_docs(#[case] name: &str, #[case] expected: bool) {
        assert_eq!(is_contract(name), expected);
    }

    #[test]
    fn rule_4_2_globs_of_the_rag_config() {
        let text = "other: [x]\ngraph:\n  depth: 2\n  enforce_context_on:\n    - src/core/**\n    - \"api/*.py\"\n  more: {a: [z]}\n";
        assert_eq!(yaml_list(text, &RAG_KEYS), ["src/core/**", "api/*.py"]);
        assert_eq!(yaml_list("graph: [a", &RAG_KEYS), Vec::<String>::new());
    }
}
