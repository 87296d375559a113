//! A world in memory, for tests, fuzzing and library users.
