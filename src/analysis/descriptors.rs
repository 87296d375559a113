//! The descriptor table of a shell: what each open descriptor reads from or writes to.

use std::rc::Rc;

/// What an open descriptor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// what is written is taken by the capture of this depth
    Capture(u32),
    /// a terminal, `/dev/null`, a socket: nothing that matters
    Outside,
    /// reading gives nothing (`/dev/null`)
    Empty,
    /// a file opened for writing
    Output(OutputFile),
    /// a file opened for reading, by its path
    File(Rc<str>),
    /// the input of this number in the state
    Input(usize),
    /// closed
    Closed,
    /// nobody knows; the reason
    Unknown(Rc<str>),
}

/// A file that is open for writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Its physical path.
    pub path: Rc<str>,
    /// The number of the intent that tells the write, if its content is to be told.
    pub intent: Option<usize>,
}

/// The table; copying it is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descriptors {
    open: Rc<Vec<(u32, Descriptor)>>,
}

/// The first number that Bash gives to `{name}>`.
const FIRST_NAMED: u32 = 10;

/// The first number that Bash gives to a process substitution, counted down.
const FIRST_PROCESS: u32 = 63;

impl Descriptors {
    /// What a descriptor is; the standard ones are outside unless said otherwise.
    #[must_use]
    pub fn get(&self, number: u32) -> Descriptor {
        match self.open.iter().find(|(have, _)| *have == number) {
            Some((_, descriptor)) => descriptor.clone(),
            None if number <= 2 => Descriptor::Outside,
            None => Descriptor::Closed,
        }
    }

    /// Opens, duplicates or closes one.
    pub fn set(&mut self, number: u32, descriptor: Descriptor) {
        let open = Rc::make_mut(&mut self.open);
        match open.iter_mut().find(|(have, _)| *have == number) {
            Some(slot) => slot.1 = descriptor,
            None => open.push((number, descriptor)),
        }
    }

    /// Standard output goes to a new capture.
    pub fn capture(&mut self, depth: u32) {
        self.set(1, Descriptor::Capture(depth));
    }

    /// A free number for `{name}>`.
    #[must_use]
    pub fn free(&self) -> u32 {
        (FIRST_NAMED..).find(|number| matches!(self.get(*number), Descriptor::Closed)).unwrap_or(FIRST_NAMED)
    }

    /// A free number for a process substitution.
    #[must_use]
    pub fn free_for_process(&self) -> u32 {
        (0..=FIRST_PROCESS)
            .rev()
            .find(|number| matches!(self.get(*number), Descriptor::Closed))
            .unwrap_or(FIRST_PROCESS)
    }

    /// What holds whichever of two tables is the case.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let mut joined = self.clone();
        for (number, _) in self.open.iter().chain(other.open.iter()) {
            if self.get(*number) != other.get(*number) {
                joined.set(*number, Descriptor::Unknown("differs between the paths that lead here".into()));
            }
        }
        joined
    }
}
