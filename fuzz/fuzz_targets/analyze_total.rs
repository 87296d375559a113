//! Any command is analysed in a world of memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use willwrite::analysis::{Options, Shell, analyze};
use willwrite::world::memory::Memory;

fuzz_target!(|text: &str| {
    let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true };
    let analysis = analyze(text, &options, &Memory::new());
    for intent in &analysis.intents {
        assert!(intent.span.end as usize <= text.len(), "{intent:?}");
    }
});
