//! The kernel: the words every system of rules shares, and the one context in which a rule is judged.
//!
//! A seat sends a **command**; the rules judge it and may refuse; chance and the human umpire answer what the
//! rules cannot know; what happened (**events**) is recorded. The kernel has no I/O, clock, randomness or
//! global state: everything from outside arrives through [`Answers`].
//!
//! Read in this order: [`words`](mod@words), [`grammar`], [`refusal`], [`die`], [`chart`], [`chance`], [`adjudication`], [`answers`], [`system`], [`levels`],
//! [`view`], [`rulebook`], [`conformance`].

pub mod adjudication;
pub mod answers;
pub mod chance;
pub mod chart;
mod commands;
pub mod conformance;
pub mod course;
pub mod diagnostic;
pub mod die;
pub mod facts;
pub mod foretold;
pub mod fraction;
pub mod grammar;
pub mod json;
pub mod levels;
pub mod measure;
mod misread;
pub mod odds;
pub mod reader;
pub mod refusal;
pub mod roll;
pub mod rulebook;
pub mod system;
pub mod view;
pub mod words;

pub use adjudication::{Acting, Adjudged, Adjudication, Ask, Halt, Transcript, is_lawful, judge, prove};
pub use answers::{Answered, Answers, Asked, Branches, Drawn, Scripted};
pub use chart::{Chart, ChartResult, Row};
pub use commands::planned;
pub use diagnostic::{Diagnostic, Place};
pub use die::{Die, Faces, Winner};
pub use foretold::{Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion};
pub use grammar::{Checked, Faults, PerSide, Reasons, Side};
pub use levels::{Below, Levels, Settled, Stake};
pub use measure::{Measure, MeasureHead, PlayedOn, Wanted};
pub use odds::{Odds, Outcome};
pub use reader::{Node, Reader};
pub use refusal::{Refusal, Refusals};
pub use roll::{Modifier, Modifiers, Origin, Question, RollRecord};
pub use rulebook::{Game, Rulebook, Typed, Verdict, nearest};
pub use system::{RuleText, Sealed, Sealing, SideInfo, System};
pub use words::{Audience, Id, Occasion, RuleId, Seat, Subject};
