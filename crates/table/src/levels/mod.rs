//! Tables above and below: one opens another, and takes in what comes of it. See `docs/decisions/levels.md`.
//!
//! Locks go from above to below: whoever holds a table never asks for the one above it.

mod break_off;
pub(crate) mod by_sides;
pub(crate) mod closers;
mod closing;
mod correcting;
pub mod entry;
pub(crate) mod joints;
pub(crate) mod judged;
pub(crate) mod memory;
mod neighbours;
pub(crate) mod opening;
pub(crate) mod refusals;
mod take_in;
pub(crate) mod words;

pub use neighbours::{Level, Neighbours, Said, Stands};
