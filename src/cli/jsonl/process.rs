//! The processes that answer batches, one for each worker thread.
//!
//! Owns their life and the two messages that pass: a batch of lines, and its answers. A process reads a whole batch
//! before it answers, so that never both sides wait to be read. One that dies takes only the line with it of which it
//! died.

use std::io::{BufReader, BufWriter, Error, ErrorKind, Read, Result, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::answer::failed;
use super::{BATCH_LINES, Common, LINE_CAP, Line, Lines, silence_panics};
use crate::cli::{machine, output};

/// A process that answers for one thread; it is started when it is first asked.
pub struct Process<'p> {
    cwd: &'p str,
    home: Option<&'p str>,
    running: Option<Running>,
}

impl<'p> Process<'p> {
    /// One that starts lines without `cwd` in this directory.
    pub fn new(cwd: &'p str, home: Option<&'p str>) -> Self {
        Self { cwd, home, running: None }
    }

    /// The answers to a batch; `None` if no process can be started.
    pub fn answers(&mut self, lines: &[Line]) -> Option<Vec<u8>> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(self.cwd, self.home).ok()?,
        };
        if let Ok(answers) = running.ask(lines) {
            self.running = Some(running);
            return Some(answers);
        }
        drop(running);
        match lines {
            [line] => Some(failed(line.as_deref()).into_bytes()),
            // It has died of one of them: each is asked again by itself.
            _ => lines
                .chunks(1)
                .map(|line| self.answers(line))
                .collect::<Option<Vec<_>>>()
                .map(|all| all.concat()),
        }
    }
}

struct Running {
    child: Child,
    /// `None` once it is told to end.
    to: Option<BufWriter<ChildStdin>>,
    from: BufReader<ChildStdout>,
}

impl Running {
    fn start(cwd: &str, home: Option<&str>) -> Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["analyze", "--jsonl", "--worker", "--cwd", cwd]);
        command.args(home.iter().flat_map(|home| ["--home", home]));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.ok_or_else(|| Error::other("a process without pipes"))?;
        Ok(Self { child, to: Some(BufWriter::new(to)), from: BufReader::new(from) })
    }

    fn ask(&mut self, lines: &[Line]) -> Result<Vec<u8>> {
        let to = self.to.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        write_lines(to, lines)?;
        read_answers(&mut self.from)
    }
}

impl Drop for Running {
    /// It ends when nothing more can come; nothing hangs on how.
    fn drop(&mut self) {
        self.to = None;
        let _ = self.child.wait();
    }
}

/// The process's side: answers batches until stdin ends.
pub fn serve(cwd: &str, home: Option<&str>) -> Result<()> {
    silence_panics();
    let settings = output::user_settings();
    let world = machine::world(home);
    let common = Common { cwd, home, settings: &settings };
    let mut input = BufReader::new(std::io::stdin().lock());
    let mut out = BufWriter::new(std::io::stdout().lock());
    while let Some(lines) = read_lines(&mut input)? {
        write_answers(&mut out, &common.answers(&lines, &world))?;
    }
    Ok(())
}

/// A batch: how many lines, then each one's length and bytes; the length of a line that was too long is [`TOO_LONG`].
fn write_lines(to: &mut impl Write, lines: &[Line]) -> Result<()> {
    write_number(to, lines.len() as u64)?;
    for line in lines {
        write_number(to, line.as_ref().map_or(TOO_LONG, |line| line.len() as u64))?;
        to.write_all(line.as_deref().unwrap_or_default())?;
    }
    to.flush()
}

const TOO_LONG: u64 = u64::MAX;

/// The next batch; `None` where the stream ends.
fn read_lines(from: &mut impl Read) -> Result<Option<Lines>> {
    let count = match read_number(from) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        count => count?,
    };
    if count > BATCH_LINES as u64 {
        return Err(Error::new(ErrorKind::InvalidData, "a batch of too many lines"));
    }
    let mut lines = Lines::new();
    for _ in 0..count {
        lines.push(match read_number(from)? {
            TOO_LONG => None,
            length if length > LINE_CAP as u64 + 1 => {
                return Err(Error::new(ErrorKind::InvalidData, "a line that is too long"));
            }
            length => Some(read_bytes(from, length)?),
        });
    }
    Ok(Some(lines))
}

/// The answers to a batch: their length and bytes.
fn write_answers(to: &mut impl Write, answers: &[u8]) -> Result<()> {
    write_number(to, answers.len() as u64)?;
    to.write_all(answers)?;
    to.flush()
}

fn read_answers(from: &mut impl Read) -> Result<Vec<u8>> {
    let length = read_number(from)?;
    read_bytes(from, length)
}

fn write_number(to: &mut impl Write, number: u64) -> Result<()> {
    to.write_all(&number.to_le_bytes())
}

fn read_number(from: &mut impl Read) -> Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// So many bytes; room is made for them as they come.
fn read_bytes(from: &mut impl Read, length: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(length).read_to_end(&mut bytes)?;
    if read as u64 == length { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_arrives_as_it_was_sent() {
        let lines = vec![Some(b"a\n".to_vec()), None, Some(Vec::new()), Some(vec![0, 255])];
        let mut sent = Vec::new();
        write_lines(&mut sent, &lines).unwrap();
        write_lines(&mut sent, &[]).unwrap();
        let mut stream = &sent[..];
        assert_eq!(read_lines(&mut stream).unwrap(), Some(lines));
        assert_eq!(read_lines(&mut stream).unwrap(), Some(Vec::new()));
        assert_eq!(read_lines(&mut stream).unwrap(), None);
    }

    #[test]
    fn answers_that_end_too_early_are_an_error() {
        let mut sent = Vec::new();
        write_answers(&mut sent, b"one\n").unwrap();
        assert_eq!(read_answers(&mut &sent[..]).unwrap(), b"one\n");
        assert_eq!(read_answers(&mut &sent[..sent.len() - 1]).unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_batch_of_no_sense_is_refused() {
        let mut sent = Vec::new();
        write_number(&mut sent, BATCH_LINES as u64 + 1).unwrap();
        assert_eq!(read_lines(&mut &sent[..]).unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
