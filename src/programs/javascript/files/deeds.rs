//! The functions of `fs` and its likes, and what they do.

/// What a function of `fs` does, without `Sync`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// replaces a file's text
    Write,
    /// adds to a file
    Append,
    /// writes data as JSON
    WriteJson,
    /// opens a file
    Open,
    /// makes a stream to a file
    Stream,
    /// `mkdir`
    MakeDirectory,
    /// makes a directory with its parents
    MakePath,
    /// makes a file with its directories
    MakeFile,
    /// `mkdtemp`
    MakeTemporary,
    /// `rm`
    Remove,
    /// removes whatever is there
    RemoveAll,
    /// empties a directory
    Empty,
    /// `unlink`
    Unlink,
    /// `rmdir`
    RemoveDirectory,
    /// moves
    Move,
    /// copies
    Copy,
    /// sets the size
    Truncate,
    /// makes a symbolic link
    SymbolicLink,
    /// makes a hard link
    HardLink,
    /// changes mode, owner or times
    Metadata,
    /// writes to a descriptor
    WriteTo,
    /// tells a file's text
    ReadText,
    /// tells data from JSON
    ReadJson,
    /// tells names in a directory
    List,
    /// tells whether something is there
    Exists,
    /// fails where nothing is there
    Access,
    /// only reads
    Read,
}

/// The functions, by name.
const DEEDS: &[(&str, Deed)] = &[
    ("access", Deed::Access),
    ("appendFile", Deed::Append),
    ("chmod", Deed::Metadata),
    ("chown", Deed::Metadata),
    ("close", Deed::Read),
    ("copy", Deed::Copy),
    ("copyFile", Deed::Copy),
    ("cp", Deed::Copy),
    ("createFile", Deed::MakeFile),
    ("createReadStream", Deed::Read),
    ("createWriteStream", Deed::Stream),
    ("emptyDir", Deed::Empty),
    ("emptydir", Deed::Empty),
    ("ensureDir", Deed::MakePath),
    ("ensureFile", Deed::MakeFile),
    ("exists", Deed::Exists),
    ("fdatasync", Deed::Read),
    ("fstat", Deed::Read),
    ("fsync", Deed::Read),
    ("glob", Deed::Read),
    ("lchmod", Deed::Metadata),
    ("lchown", Deed::Metadata),
    ("link", Deed::HardLink),
    ("lstat", Deed::Read),
    ("lutimes", Deed::Metadata),
    ("mkdir", Deed::MakeDirectory),
    ("mkdirp", Deed::MakePath),
    ("mkdirs", Deed::MakePath),
    ("mkdtemp", Deed::MakeTemporary),
    ("move", Deed::Move),
    ("open", Deed::Open),
    ("openAsBlob", Deed::Read),
    ("opendir", Deed::Read),
    ("outputFile", Deed::Write),
    ("outputJSON", Deed::WriteJson),
    ("outputJson", Deed::WriteJson),
    ("pathExists", Deed::Exists),
    ("read", Deed::Read),
    ("readFile", Deed::ReadText),
    ("readJSON", Deed::ReadJson),
    ("readJson", Deed::ReadJson),
    ("readdir", Deed::List),
    ("readlink", Deed::Read),
    ("readv", Deed::Read),
    ("realpath", Deed::Read),
    ("remove", Deed::RemoveAll),
    ("rename", Deed::Move),
    ("rm", Deed::Remove),
    ("rmdir", Deed::RemoveDirectory),
    ("stat", Deed::Read),
    ("statfs", Deed::Read),
    ("symlink", Deed::SymbolicLink),
    ("truncate", Deed::Truncate),
    ("unlink", Deed::Unlink),
    ("unwatchFile", Deed::Read),
    ("utimes", Deed::Metadata),
    ("watch", Deed::Read),
    ("watchFile", Deed::Read),
    ("write", Deed::WriteTo),
    ("writeFile", Deed::Write),
    ("writeJSON", Deed::WriteJson),
    ("writeJson", Deed::WriteJson),
    ("writev", Deed::WriteTo),
];

/// Functions of Bun and Deno that do what those of `fs` do.
const OTHERS: &[(&str, &str)] = &[
    ("Bun.write", "writeFile"),
    ("Deno.chmod", "chmod"),
    ("Deno.chown", "chown"),
    ("Deno.copyFile", "copyFile"),
    ("Deno.create", "createWriteStream"),
    ("Deno.link", "link"),
    ("Deno.mkdir", "mkdir"),
    ("Deno.readTextFile", "readFile"),
    ("Deno.rename", "rename"),
    ("Deno.symlink", "symlink"),
    ("Deno.truncate", "truncate"),
    ("Deno.utime", "utimes"),
    ("Deno.writeFile", "writeFile"),
    ("Deno.writeTextFile", "writeFile"),
];

/// What a function does, by its name without `Sync`.
pub(super) fn find(name: &str) -> Option<Deed> {
    DEEDS.iter().find(|(have, _)| *have == name).map(|(_, deed)| *deed)
}

/// The function of `fs` that one of Bun or Deno is like.
pub(super) fn like(name: &str) -> Option<&'static str> {
    OTHERS.iter().find(|(have, _)| *have == name).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(DEEDS.is_sorted_by(|left, right| left.0 < right.0));
        assert!(OTHERS.is_sorted_by(|left, right| left.0 < right.0));
    }
}
