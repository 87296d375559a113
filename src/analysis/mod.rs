//! The abstract interpreter: a tree and a `World` in, write intents out.

pub mod expand;
