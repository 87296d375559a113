//! How subcommands for people read a command and write their text.

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::process::ExitCode;

use crate::guard::config::{Settings, files};

/// Larger commands are refused (bytes).
pub const COMMAND_CAP: u64 = 64 << 20;

/// The command to work on: the argument, or stdin for `-` and for none where stdin is no terminal. Invalid UTF-8 is read
/// with replacement characters.
pub fn command_text(argument: Option<&str>) -> Result<String, String> {
    match argument {
        Some(text) if text != "-" => return Ok(text.to_owned()),
        None if std::io::stdin().is_terminal() => {
            return Err("no command given; `-` reads it from stdin".to_owned());
        }
        _ => {}
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(COMMAND_CAP + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("stdin can't be read: {error}"))?;
    if bytes.len() as u64 > COMMAND_CAP {
        return Err(format!("the command is larger than {} MiB", COMMAND_CAP >> 20));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The user's settings; what is wrong with them is told, and the defaults hold.
pub fn user_settings() -> Settings {
    files::user_settings(None).unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "willwrite: {error}; the file is ignored");
        Settings::default()
    })
}

/// Writes to stdout; a closed pipe is no failure of ours.
pub fn print(text: &[u8]) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failed(&format!("stdout can't be written: {error}")),
    }
}

/// Tells on stderr why a subcommand failed, and gives exit code 1.
pub fn failed(reason: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "willwrite: {reason}");
    ExitCode::from(1)
}

/// The colours of a terminal, or none.
#[derive(Clone, Copy)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Colours if stdout is a terminal and `NO_COLOR` is unset or empty.
    pub fn for_stdout() -> Self {
        Self {
            on: std::io::stdout().is_terminal()
                && super::environment("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    /// No colours.
    #[cfg(test)]
    pub const fn plain() -> Self {
        Self { on: false }
    }

    /// True if there are colours.
    pub const fn is_on(self) -> bool {
        self.on
    }

    /// Text in a colour, by its number in SGR (`31` red, `32` green, `33` yellow, `36` cyan, `2` dim, `1` bold).
    pub fn colour(self, code: u8, text: &str) -> String {
        if self.on && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Rows of cells as aligned columns with two blanks between them; the last column is not padded. A cell's colour does
/// not count for its width.
pub fn table(rows: &[Vec<(u8, String)>], paint: Paint) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(&cell.1)).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let last = row.iter().rposition(|cell| !cell.1.is_empty()).unwrap_or(0);
        for (index, ((colour, cell), widest)) in row.iter().zip(&widths).enumerate().take(last + 1) {
            text.push_str(&paint.colour(*colour, cell));
            if index < last {
                text.extend(std::iter::repeat_n(' ', widest - self::width(cell) + 2));
            }
        }
        text.push('\n');
    }
    text
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_nothing_trails() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (0, (*cell).to_owned())).collect::<Vec<_>>();
        let rows = [row(&["a", "bb", "c"]), row(&["aaa", "b", ""])];
        assert_eq!(table(&rows, Paint::plain()), "a    bb  c\naaa  b\n");
    }
}
