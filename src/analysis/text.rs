//! Texts that builtins make and take apart: `printf`, `echo`, the splitting of `read` and `mapfile`.
//!
//! Pure functions; the builtins themselves stand elsewhere.
