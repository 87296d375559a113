//! Tokens and trivia rebuild any text, and every node lies inside its parent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use willwrite::syntax::{ParseOptions, check, parse};

fuzz_target!(|text: &str| {
    let arena = bumpalo::Bump::new();
    let parsed = parse(&arena, text, ParseOptions::default());
    check::tree(text, &parsed).unwrap();
});
