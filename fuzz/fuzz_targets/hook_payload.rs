//! Any bytes on the hook's stdin get an answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use willwrite::guard::{Request, answer};
use willwrite::world::memory::Memory;

fuzz_target!(|input: &[u8]| {
    let _ = answer(&Request::default(), input, &Memory::new());
});
