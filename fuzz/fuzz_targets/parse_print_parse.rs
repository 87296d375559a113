//! A printed tree parses to the same tree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use willwrite::syntax::{ParseOptions, check, parse};

fuzz_target!(|text: &str| {
    let arena = bumpalo::Bump::new();
    let parsed = parse(&arena, text, ParseOptions::default());
    // What stands behind a deferred error is literal text, which need not be literal where it is printed.
    if parsed.is_clean() && parsed.deferred.is_empty() {
        check::printed(&parsed).unwrap();
    }
});
