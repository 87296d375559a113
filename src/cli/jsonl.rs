//! `willwrite analyze --jsonl`: one call a line in, one answer a line out, in order, on all cores.
//!
//! Lines travel in batches. A reader hands each batch to the workers and, at the same time, the place where its answers
//! will arrive to the writer; both queues are bounded, and so is the memory, whatever the length of the stream.

use std::io::{BufRead, BufReader, BufWriter, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::{analyze, machine, output};
use crate::guard::config::Settings;
use crate::intent::json::Answer;
use crate::world::World;

/// Longer lines are answered with an error (bytes).
const LINE_CAP: usize = output::COMMAND_CAP as usize;
/// A batch is sent when it holds so many lines …
const BATCH_LINES: usize = 256;
/// … or so many bytes, or when no more input is there by now.
const BATCH_BYTES: usize = 256 << 10;
/// Batches under way for each worker.
const BATCHES_A_WORKER: usize = 4;

type Lines = Vec<Option<Vec<u8>>>;
type Work = (Lines, SyncSender<Vec<u8>>);

/// Answers all lines of stdin.
pub fn run(cwd: &str, home: Option<&str>) -> std::io::Result<()> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (work_in, work_out) = sync_channel::<Work>(workers * BATCHES_A_WORKER);
    let (answers_in, answers_out) = sync_channel::<Receiver<Vec<u8>>>(workers * BATCHES_A_WORKER);
    let work_out = Mutex::new(work_out);
    // A panic's one line would stand between the answers of others.
    std::panic::set_hook(Box::new(|_| {}));
    let settings = output::user_settings();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| work(&work_out, cwd, &settings, home));
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
fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<Option<Vec<u8>>>> {
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

fn work(batches: &Mutex<Receiver<Work>>, cwd: &str, settings: &Settings, home: Option<&str>) {
    let world = machine::world(home);
    loop {
        let next = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((lines, answers)) = next else { return };
        let mut out = Vec::new();
        for line in lines {
            answer(line.as_deref(), cwd, settings, &world, &mut out);
        }
        if answers.send(out).is_err() {
            return;
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

/// Appends the answer to one line; whatever is wrong with it, there is exactly one.
fn answer(line: Option<&[u8]>, cwd: &str, settings: &Settings, world: &dyn World, out: &mut Vec<u8>) {
    let start = out.len();
    let (id, given) = match call(line) {
        Ok(call) => (call.id.clone(), Ok(call)),
        Err((id, reason)) => (id, Err(reason)),
    };
    let done = given.and_then(|call| {
        let directory = call.cwd.as_deref().unwrap_or(cwd);
        catch_unwind(AssertUnwindSafe(|| {
            let analysis = settings.analyze(&call.command, &analyze::options(directory), world);
            Answer { analysis: &analysis, command: &call.command, directory, id: id.as_ref() }.write(out);
        }))
        .map_err(|_| "an internal error".to_owned())
    });
    if let Err(reason) = done {
        out.truncate(start);
        let mut form = json!({ "error": reason });
        if let (Some(id), Some(object)) = (id, form.as_object_mut()) {
            object.insert("id".to_owned(), id);
        }
        out.extend(form.to_string().bytes());
    }
    out.push(b'\n');
}

struct Call {
    id: Option<Value>,
    command: String,
    cwd: Option<String>,
}

fn call(line: Option<&[u8]>) -> Result<Call, (Option<Value>, String)> {
    let line = line.ok_or_else(|| (None, format!("the line is longer than {} MiB", LINE_CAP >> 20)))?;
    let mut value: Value =
        serde_json::from_slice(line).map_err(|error| (None, format!("the line is no JSON: {error}")))?;
    let id = value.get_mut("id").map(Value::take);
    let mut text = |field: &str| match value.get_mut(field).map(Value::take) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err((id.clone(), format!("`{field}` is no string"))),
    };
    let command = text("command")?;
    let cwd = text("cwd")?;
    match (command, cwd) {
        (_, Some(cwd)) if !cwd.starts_with('/') => Err((id, "`cwd` is no absolute path".to_owned())),
        (Some(command), cwd) => Ok(Call { id, command, cwd }),
        (None, _) => Err((id, "the line has no `command`".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::memory::Memory;
    use rstest::rstest;

    #[rstest]
    #[case::no_json("x", "{\"error\":\"the line is no JSON: expected value at line 1 column 1\"}\n")]
    #[case::no_command("{\"id\":7}", "{\"error\":\"the line has no `command`\",\"id\":7}\n")]
    #[case::wrong_type("{\"command\":1}", "{\"error\":\"`command` is no string\"}\n")]
    #[case::relative("{\"command\":\"ls\",\"cwd\":\"a\"}", "{\"error\":\"`cwd` is no absolute path\"}\n")]
    fn a_bad_line_gives_an_error_in_its_place(#[case] line: &str, #[case] expected: &str) {
        let mut out = Vec::new();
        answer(Some(line.as_bytes()), "/", &Settings::default(), &Memory::new(), &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn lines_end_at_newlines_and_the_last_may_lack_its_own() {
        let mut input = &b"a\n\nb"[..];
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut input).unwrap()).collect();
        assert_eq!(lines, [Some(b"a\n".to_vec()), Some(b"\n".to_vec()), Some(b"b".to_vec())]);
    }
}
