//! Parsing on a small stack, timed.

use std::hint::black_box;
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
    on_thread(move || {
        let mut answer = None;
        let time = thread_time(|| {
            let arena = Bump::new();
            answer = Some(question(&parse(&arena, &text, ParseOptions::default())));
        });
        (answer.unwrap(), time)
    })
}

/// The time of parsing a text so often into memory that was used before.
#[allow(dead_code, reason = "one of the two tests that share this asks for it")]
pub fn on_small_stack_again(text: String, times: usize) -> Duration {
    on_thread(move || {
        let mut arena = Bump::new();
        let mut parse_once = || {
            black_box(parse(&arena, &text, ParseOptions::default()).errors.len());
            arena.reset();
        };
        // The arena keeps its largest piece, which is large enough after the second time.
        parse_once();
        parse_once();
        thread_time(|| (0..times).for_each(|_| parse_once()))
    })
}

fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap()
}

/// What this thread runs for `work`.
pub fn thread_time(work: impl FnOnce()) -> Duration {
    let (clock, start) = (Instant::now(), processor_time());
    work();
    processor_time().zip(start).map_or_else(|| clock.elapsed(), |(end, start)| end - start)
}

/// What this thread has run so far; `None` where the system does not tell.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
