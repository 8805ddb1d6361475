//! Tables: running campaigns with one writer each.
//!
//! A seat's submission is proved and judged on the state in memory, written to the ledger, and only then
//! acknowledged and told to the seats whose own view has changed. Rules and pages know nothing of each other:
//! [`Desk`] stands between them.
//!
//! Read in this order: `entry` (what is written down: a head and one act of so many), [`dice`] (the live dice), [`house`]
//! (rules of the house), [`host`] and `memory` (one campaign in memory), `load`, `write` and `judge`, `engine` and `tables`,
//! `acted` and [`submit`]; then any feature. A feature is a folder: its `entry` in the log, its `memory`, its `words` in
//! the log and its `refusals` know nothing of a desk; its `mod` acts at one. [`campaign`], [`commands`], [`undo`],
//! [`pledges`] (words of the sides), [`throws`] (dice at a table), [`correct`], [`rulings`], [`messages`], [`delay`],
//! [`deadline`], [`pictures`], [`levels`] (tables above and below). Beside them [`log`], [`look`], [`weighing`] (odds, worked out aside), [`then`], [`mod@audit`] (a file judged again), `nodes`
//! (several programs on one log).

mod acted;
pub mod answer;
mod asked;
pub mod audit;
mod behind;
pub mod campaign;
pub mod chance;
pub mod clock;
mod clock_names;
pub mod commands;
pub mod correct;
pub mod deadline;
pub mod delay;
pub mod desk;
pub mod dice;
mod engine;
pub mod entry;
pub mod fault;
pub mod files;
pub mod host;
pub mod house;
mod judge;
pub mod levels;
mod load;
pub mod log;
pub mod look;
pub mod luck;
mod memory;
pub mod messages;
pub mod metrics;
mod moments;
mod nodes;
pub mod papers;
pub mod pictures;
pub mod pledges;
mod read;
pub mod rulings;
mod seals;
mod streams;
pub mod submit;
mod tables;
mod text;
pub mod then;
pub mod throws;
pub mod undo;
pub mod weighing;
mod write;

pub use self::answer::{Answer, Cursor, Token};
pub use self::audit::joined::audit_joined;
pub use self::audit::{Audit, CorrectedBelow, audit};
pub use self::campaign::begin::CampaignCard;
pub use self::campaign::laying::{DiceStart, NewCampaign};
pub use self::chance::Chance;
pub use self::clock::Clock;
pub use self::correct::consent::Proposed;
pub use self::correct::entry::{Change, Correcting};
pub use self::correct::replay::Halted;
pub use self::correct::{ActThen, Changed, Elsewhere, Preview};
pub use self::deadline::TimeOrder;
pub use self::deadline::awaited::Awaited;
pub use self::deadline::entry::{Done, Due, Kept, KeptOrders, Missing, Pace, Timing};
pub use self::delay::entry::Delay;
pub use self::desk::Desk;
pub use self::entry::act::Kind;
pub use self::entry::lines::RollLine;
pub use self::fault::Fault;
pub use self::files::{FileKind, Imported, importable};
pub use self::levels::{Level, Neighbours, Said, Stands};
pub use self::log::{LogLine, LogPage, LoggedRoll};
pub use self::look::{DiceState, Look, UndoOffer, WaitingShown};
pub use self::luck::Luck;
pub use self::messages::memory::Message;
pub use self::papers::{Papers, Stretch};
pub use self::pictures::entry::{Mark, Picture, Placed};
pub use self::pledges::entry::Hand;
pub use self::pledges::round::{SideWords, WordsState};
pub use self::pledges::{Opening, WordsStep};
pub use self::rulings::NewRuling;
pub use self::rulings::memory::Ruling;
pub use self::streams::own_stream;
pub use self::submit::{DiceBy, Submission};
pub use self::text::one_line;
pub use self::then::Then;
pub use self::throws::entry::{TableWord, Typing};
pub use self::weighing::{Asker, Asking, Stop, Told, Weighing};
