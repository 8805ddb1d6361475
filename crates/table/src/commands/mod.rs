//! Commands: given and done, or waiting until they are answered. They are judged in `judge` and come in by way of
//! `submit`; here is how they stand in the log and in memory.

pub mod entry;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod words;
