//! A world in memory and the real one answer alike about the same random tree of directories, files and links.
#![cfg(all(feature = "disk", unix))]
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may panic, and this one builds trees"
)]

use std::path::Path;

use proptest::prelude::*;
use willwrite::world::disk::Disk;
use willwrite::world::memory::Memory;
use willwrite::world::resolve::{LastLink, resolve};
use willwrite::world::{Entry, Variable, World};

#[derive(Clone, Debug)]
enum Node {
    Directory,
    File(String),
    Link(Vec<&'static str>, bool),
}

fn names() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(vec!["a", "b", "c"]), 1..4)
}

fn node() -> impl Strategy<Value = Node> {
    // `..` stands in front only: behind a name that does not exist the kernel refuses it, and `resolve` goes back.
    let steps = (0..3_usize, names()).prop_map(|(ups, names)| [vec![".."; ups], vec!["."], names].concat());
    prop_oneof![
        Just(Node::Directory),
        "[xy]{0,3}".prop_map(Node::File),
        (steps, any::<bool>()).prop_map(|(steps, absolute)| Node::Link(steps, absolute)),
    ]
}

/// Builds both worlds; a node that can't stand where it is put (below a file) is left out of both.
fn build(top: &str, nodes: &[(Vec<&'static str>, Node)]) -> Memory {
    let mut memory = Memory::new().directory(top);
    for (names, node) in nodes {
        let path = format!("{top}/{}", names.join("/"));
        let parent = Path::new(&path).parent().unwrap();
        let plain = parent.ancestors().take_while(|above| above.starts_with(top));
        let blocked = plain
            .into_iter()
            .any(|above| std::fs::symlink_metadata(above).is_ok_and(|metadata| !metadata.is_dir()));
        if blocked || std::fs::symlink_metadata(&path).is_ok() {
            continue;
        }
        std::fs::create_dir_all(parent).unwrap();
        memory = match node {
            Node::Directory => {
                std::fs::create_dir(&path).unwrap();
                memory.directory(&path)
            }
            Node::File(text) => {
                std::fs::write(&path, text).unwrap();
                memory.file(&path, text)
            }
            Node::Link(steps, absolute) => {
                let target = steps.join("/");
                let target = if *absolute { format!("{top}/{target}") } else { target };
                std::os::unix::fs::symlink(&target, &path).unwrap();
                memory.link(&path, &target)
            }
        };
    }
    memory
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn about_entries_lists_texts_and_links(
        nodes in prop::collection::vec((names(), node()), 0..10),
        asked in prop::collection::vec(names(), 1..12),
    ) {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap().to_str().unwrap().to_owned();
        let memory = build(&top, &nodes);
        let disk = Disk::new();
        for names in asked {
            let path = format!("{top}/{}", names.join("/"));
            let followed = resolve(&path, LastLink::Followed, |path| disk.entry(path));
            if followed.as_ref().is_some_and(|followed| !followed.starts_with(&top)) {
                continue;
            }
            prop_assert_eq!(memory.entry(&path), disk.entry(&path), "entry of {}", path);
            prop_assert_eq!(memory.list(&path), disk.list(&path), "list of {}", path);
            prop_assert_eq!(memory.content(&path, 2), disk.content(&path, 2), "content of {}", path);
            if let Ok(real) = Path::new(&path).canonicalize() {
                prop_assert_eq!(followed.as_deref(), real.to_str(), "resolution of {}", path);
            } else if let Some(followed) = followed {
                // What does not exist stays as it is written, so nothing stands there or a file stands in the way.
                prop_assert!(matches!(disk.entry(&followed), Some(Entry::Missing)), "{} leads to {}", path, followed);
            }
        }
        prop_assert_eq!(memory.variable("NO_SUCH"), Variable::Unset);
    }
}
