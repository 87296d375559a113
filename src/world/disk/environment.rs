//! The environment of the agent's shell, as far as this process's own can stand for it.
//!
//! Owns which variables are trusted. An agent's shell reads start-up files that this process never saw, so only names
//! that those leave alone count; all others are unknown.
#![expect(clippy::disallowed_methods, reason = "this is where the world reads the environment")]

use super::files::{self, Text};
use crate::world::Variable;
use crate::world::resolve::join;

/// Longer user databases are not read (bytes).
const PASSWD_CAP: usize = 1 << 20;

/// Names that hold in the agent's shell what they hold here, and that no shell sets by itself.
const INHERITED: [&str; 7] = ["HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "TMPDIR", "USER"];

/// Names that a shell gives a value of its own when they are not set.
const DEFAULTED: [&str; 2] = ["PATH", "SHELL"];

/// A variable of the shell that will run the command. `PWD` and `OLDPWD` are the analysis's own business: this
/// process's directory is not the command's.
pub(super) fn variable(name: &str) -> Variable {
    let inherited = INHERITED.contains(&name) || name.starts_with("XDG_");
    if !inherited && !DEFAULTED.contains(&name) {
        return Variable::Unknown;
    }
    match std::env::var_os(name) {
        Some(value) => value.into_string().map_or(Variable::Unknown, Variable::Set),
        None if inherited => Variable::Unset,
        None => Variable::Unknown,
    }
}

/// A variable of this process itself, for what git reads from there.
pub(super) fn own(name: &str) -> Option<String> {
    std::env::var_os(name)?.into_string().ok()
}

/// A user's home directory by the user database; the empty name is the user that runs this process.
pub(super) fn home_of(user: &str) -> Option<String> {
    let Text::Found(database) = files::read("/etc/passwd", PASSWD_CAP) else { return None };
    let own = if user.is_empty() { Some(files::user_id()?.to_string()) } else { None };
    home_in(&database, user, own.as_deref())
}

fn home_in(database: &str, user: &str, id: Option<&str>) -> Option<String> {
    database.lines().find_map(|line| {
        // name:password:uid:gid:comment:home:shell
        let mut fields = line.split(':');
        let name = fields.next()?;
        let number = fields.nth(1)?;
        let home = fields.nth(2)?;
        let same = id.map_or(name == user, |id| number == id);
        (same && home.starts_with('/')).then(|| home.to_owned())
    })
}

/// The directory of `path` that `execvp(3)` would find the program in.
pub(super) fn program_directory<'path>(path: &'path str, name: &str) -> Option<&'path str> {
    let mut absolute = path.split(':').filter(|directory| directory.starts_with('/'));
    absolute.find(|directory| files::is_program(&join(directory, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_read_by_name_and_by_number() {
        let database =
            "root:x:0:0:root:/root:/bin/bash\nu:x:1000:1000::/home/u:/bin/sh\nbad:x:1:1::rel:\nshort:x\n";
        assert_eq!(home_in(database, "u", None).as_deref(), Some("/home/u"));
        assert_eq!(home_in(database, "", Some("0")).as_deref(), Some("/root"));
        assert_eq!(home_in(database, "bad", None), None);
        assert_eq!(home_in(database, "short", None), None);
        assert_eq!(home_in(database, "nobody", None), None);
    }

    #[test]
    fn only_names_that_start_files_leave_alone_are_trusted() {
        assert_eq!(variable("CARGO_MANIFEST_DIR"), Variable::Unknown);
        assert_eq!(variable("PWD"), Variable::Unknown);
        assert!(matches!(variable("PATH"), Variable::Set(_)));
        assert_eq!(variable("XDG_NO_SUCH_NAME"), Variable::Unset);
    }
}
