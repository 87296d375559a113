//! Any text is parsed, with `extglob` off, on, and found out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use willwrite::syntax::{Extglob, ParseOptions, parse};

fuzz_target!(|text: &str| {
    for extglob in [Extglob::Auto, Extglob::Off, Extglob::On] {
        let arena = bumpalo::Bump::new();
        let parsed = parse(&arena, text, ParseOptions { extglob, map: None });
        assert!(parsed.named_commands() <= text.len());
        assert!(parsed.errors.iter().all(|error| error.span.end as usize <= text.len()));
    }
});
