//! Shell patterns (manual 3.5.8.1): globs, bracket expressions, extended globs, on known and on abstract strings.
//!
//! Owns matching alone; walking directories stands in `expand`.
