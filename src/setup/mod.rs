//! Putting the guard into agents' settings, taking it out again, and finding out whether it works there.
//!
//! Owns what an agent's settings look like ([`agents`]), the merging of entries into them ([`merge`]), the safe writing
//! of files (`file`), install and uninstall (`install`) and the findings of `doctor` (`doctor`). How an agent
//! speaks to the hook is `guard::protocol`'s; where its files are is `guard::hook_files`'.

pub mod agents;
pub mod diff;
pub mod doctor;
mod error;
pub mod file;
pub mod ground;
pub mod handler;
pub mod install;
pub mod matcher;
pub mod merge;

pub use self::error::SetupError;
pub use self::ground::Ground;
