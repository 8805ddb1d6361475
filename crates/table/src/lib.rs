//! Tables: running campaigns with one writer each.
//!
//! A seat's submission is proved and judged on the state in memory, written to the ledger, and only then
//! acknowledged and told to the seats whose own view has changed. Rules and pages know nothing of each other:
//! [`Desk`] stands between them.
//!
//! Read in this order: `body` (what is written down), [`dice`] (the live dice), [`house`] (rules of the house),
//! [`host`] and `memory` (one campaign in memory), [`words`] and [`throws`] (how the dice come to be, and who throws),
//! [`submit`] and `judge`, [`undo`], [`correct`], [`rulings`], [`log`], [`look`], [`mod@audit`] (a file judged again),
//! [`then`], [`delay`], [`deadline`], [`pictures`], [`desk`], `nodes` (several programs on one log).

pub mod audit;
mod behind;
mod body;
pub mod chance;
pub mod clock;
pub mod correct;
pub mod deadline;
pub mod delay;
pub mod desk;
pub mod dice;
pub mod fault;
pub mod files;
pub mod host;
pub mod house;
mod judge;
mod load;
pub mod log;
pub mod look;
pub mod luck;
mod memory;
pub mod messages;
pub mod metrics;
mod nodes;
pub mod papers;
pub mod pictures;
mod read;
pub mod rulings;
pub mod submit;
pub mod then;
pub mod throws;
pub mod undo;
pub mod words;

pub use self::pictures::{Mark, Picture, Placed};
pub use audit::{Audit, audit};
pub use body::{Kind, RollLine, own_stream};
pub use chance::Chance;
pub use clock::Clock;
pub use correct::consent::Proposed;
pub use correct::{ActThen, Change, Changed, Correcting, Halted, Preview};
pub use deadline::{Awaited, Done, Due, Kept, KeptOrders, Missing, Pace, TimeOrder, Timing};
pub use delay::Delay;
pub use desk::{CampaignCard, Desk, DiceStart, NewCampaign, one_line};
pub use fault::Fault;
pub use files::{FileKind, Imported, importable};
pub use host::Cursor;
pub use log::{LogLine, LogPage, LoggedRoll};
pub use look::{DiceState, Look, UndoOffer, WaitingShown};
pub use luck::Luck;
pub use messages::Message;
pub use papers::{Papers, Stretch};
pub use rulings::{NewRuling, Ruling};
pub use submit::{Answer, DiceBy, Submission, Token};
pub use then::Then;
pub use throws::{TableWord, Typing};
pub use words::{Hand, SideWords, WordsState, WordsStep};
