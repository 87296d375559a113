//! `willwrite analyze --jsonl`: one call a line in, one answer a line out, in order, on all cores.
//!
//! Lines travel in batches. A reader hands each batch to the workers and, at the same time, the place where its answers
//! will arrive to the writer; both queues are bounded, and so is the memory, whatever the length of the stream. Each
//! worker has a process of its own (`process`), for threads would wait for each other at every allocation.

mod answer;
mod process;

use std::io::{BufRead, BufReader, BufWriter, Read as _, Write as _};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use self::answer::answer;
use self::process::Process;
use super::{machine, output};
use crate::guard::config::Settings;
use crate::world::World;

pub use self::process::serve;

/// Longer lines are answered with an error (bytes).
const LINE_CAP: usize = output::COMMAND_CAP as usize;
/// A batch is sent when it holds so many lines …
const BATCH_LINES: usize = 256;
/// … or so many bytes, or when no more input is there by now.
const BATCH_BYTES: usize = 256 << 10;
/// Batches under way for each worker.
const BATCHES_A_WORKER: usize = 4;

/// A line without its newline or with it; `None`: it was longer than [`LINE_CAP`].
type Line = Option<Vec<u8>>;
type Lines = Vec<Line>;
type Work = (Lines, SyncSender<Vec<u8>>);

/// What all lines have in common.
#[derive(Clone, Copy)]
struct Common<'c> {
    /// where a line without `cwd` starts
    cwd: &'c str,
    home: Option<&'c str>,
    settings: &'c Settings,
}

impl Common<'_> {
    fn answers(&self, lines: &[Line], world: &dyn World) -> Vec<u8> {
        let mut out = Vec::new();
        for line in lines {
            answer(line.as_deref(), self.cwd, self.settings, world, &mut out);
        }
        out
    }
}

/// Answers all lines of stdin.
pub fn run(cwd: &str, home: Option<&str>) -> std::io::Result<()> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (work_in, work_out) = sync_channel::<Work>(workers * BATCHES_A_WORKER);
    let (answers_in, answers_out) = sync_channel::<Receiver<Vec<u8>>>(workers * BATCHES_A_WORKER);
    let work_out = Mutex::new(work_out);
    silence_panics();
    let settings = output::user_settings();
    let common = Common { cwd, home, settings: &settings };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| work(&work_out, common, workers > 1));
        }
        let writer = scope.spawn(move || write(answers_out));
        let read = read(work_in, answers_in);
        let written = writer.join().unwrap_or_else(|_| Err(std::io::Error::other("the writer failed")));
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(error),
            Ok(()) => read,
        }
    })
}

/// A panic's one line would stand between the answers of others.
fn silence_panics() {
    std::panic::set_hook(Box::new(|_| {}));
}

/// Cuts stdin into batches; ends early when nobody takes them any more.
fn read(work: SyncSender<Work>, answers: SyncSender<Receiver<Vec<u8>>>) -> std::io::Result<()> {
    let mut input = BufReader::with_capacity(BATCH_BYTES, std::io::stdin().lock());
    let mut batch = Lines::new();
    let mut bytes = 0;
    while let Some(line) = read_line(&mut input)? {
        bytes += line.as_ref().map_or(0, Vec::len);
        batch.push(line);
        if batch.len() >= BATCH_LINES || bytes >= BATCH_BYTES || input.buffer().is_empty() {
            if !send(std::mem::take(&mut batch), &work, &answers) {
                return Ok(());
            }
            bytes = 0;
        }
    }
    send(batch, &work, &answers);
    Ok(())
}

fn send(batch: Lines, work: &SyncSender<Work>, answers: &SyncSender<Receiver<Vec<u8>>>) -> bool {
    let (answer_in, answer_out) = sync_channel(1);
    answers.send(answer_out).is_ok() && work.send((batch, answer_in)).is_ok()
}

/// The next line; `Some(None)` for one that is too long, `None` at the end.
fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<Line>> {
    let mut line = Vec::new();
    let taken = input.by_ref().take(LINE_CAP as u64 + 1).read_until(b'\n', &mut line)?;
    if taken == 0 {
        return Ok(None);
    }
    if taken <= LINE_CAP || line.last() == Some(&b'\n') {
        return Ok(Some(Some(line)));
    }
    line.clear();
    input.skip_until(b'\n')?;
    Ok(Some(None))
}

/// Answers batches until there are no more. The first one is answered here: most streams are short, and a process is
/// not started for nothing.
fn work(batches: &Mutex<Receiver<Work>>, common: Common<'_>, has_company: bool) {
    let world = machine::world(common.home);
    let mut process = None;
    loop {
        let next = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((lines, answers)) = next else { return };
        let elsewhere = process.as_mut().and_then(|process: &mut Process<'_>| process.answers(&lines));
        let out = elsewhere.unwrap_or_else(|| common.answers(&lines, &world));
        if answers.send(out).is_err() {
            return;
        }
        if has_company && process.is_none() {
            process = Some(Process::new(common.cwd, common.home));
        }
    }
}

fn write(answers: Receiver<Receiver<Vec<u8>>>) -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for batch in answers {
        let lines = batch.recv().map_err(|_| std::io::Error::other("a worker failed"))?;
        out.write_all(&lines)?;
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_newlines_and_the_last_may_lack_its_own() {
        let mut input = &b"a\n\nb"[..];
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut input).unwrap()).collect();
        assert_eq!(lines, [Some(b"a\n".to_vec()), Some(b"\n".to_vec()), Some(b"b".to_vec())]);
    }
}
