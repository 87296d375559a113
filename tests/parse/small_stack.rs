//! Parsing on a small stack, timed.

use std::time::{Duration, Instant};
use std::{fs, thread};

use bumpalo::Bump;
use willwrite::Parsed;
use willwrite::syntax::{ParseOptions, parse};

/// The stack that every text must be parsed on, in bytes. An unoptimised build keeps every intermediate value in a
/// place of its own, so its frames are about six times as large.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 256 << 10 };

/// Parses, and gives what `question` says and the time that the thread itself ran, which what else the machine does
/// changes little.
pub fn on_small_stack<T: Send + 'static>(
    text: String,
    question: impl Fn(&Parsed<'_>) -> T + Send + 'static,
) -> (T, Duration) {
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        let (clock, start) = (Instant::now(), processor_time());
        let arena = Bump::new();
        let answer = question(&parse(&arena, &text, ParseOptions::default()));
        drop(arena);
        let time = processor_time().zip(start).map_or_else(|| clock.elapsed(), |(end, start)| end - start);
        (answer, time)
    });
    worker.unwrap().join().unwrap()
}

/// What this thread has run so far; `None` where the system does not tell.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
