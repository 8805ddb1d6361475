//! Worked examples as files: a set-up or a position in the middle of a campaign, commands with their answers, and
//! what must come of them. The format is described in `docs/examples.md`.
//!
//! [`Case::parse`] reads a file and reports every fault with its place; [`Case::run`] plays it on any system and
//! gives an [`Outcome`] with the events, refusals, rolls and every seat's view after each step, and what was not as
//! expected. Files are read by a function that the caller gives; only [`Folder`], for tests of systems, touches a disk.

mod before;
mod case;
mod check;
mod expect;
mod folder;
mod given;
mod matching;
mod merge;
mod opening;
mod outcome;
mod run;
mod spoken;

pub use case::{Act, Case, Origin, Step, WantedFault};
pub use expect::Expect;
pub use folder::Folder;
pub use given::{Given, Ruling};
pub use outcome::{Ending, Outcome, SeenEvent, StepOutcome};
pub use run::{FindRulebook, ReadFile};
pub use spoken::spoken;
