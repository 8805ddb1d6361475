//! Rules of the house: what the table itself refuses, with ids like any other rule. Each feature has its own; here they
//! stand together, under one name and as one list.

pub(crate) mod common;

pub use self::common::*;
pub use crate::campaign::refusals::*;
pub use crate::commands::refusals::*;
pub use crate::correct::refusals::*;
pub use crate::deadline::refusals::*;
pub use crate::delay::refusals::*;
pub use crate::levels::refusals::*;
pub use crate::messages::refusals::*;
pub use crate::pictures::refusals::*;
pub use crate::pledges::refusals::*;
pub use crate::rulings::refusals::*;
pub use crate::throws::refusals::*;
pub use crate::undo::refusals::*;
pub use crate::weighing::refusals::*;

/// The rules of the house as the handbook and the rules page list them: id, heading, words.
pub const RULES: &[(&str, &str, &str)] = &[
    ON_COMMAND,
    ON_STALE,
    ON_WAITING,
    ON_TYPED_DICE,
    ON_TABLE_DICE,
    ON_DICE_OPEN,
    ON_WORDS,
    ON_DICE_SHOWN,
    ON_UNDO,
    ON_CORRECTION,
    ON_CORRECTION_CONSENT,
    ON_RULING,
    ON_MESSAGE,
    ON_SPECTATORS,
    ON_DEADLINE,
    ON_KEPT_ORDERS,
    ON_PICTURE,
    ON_LEVELS,
    ON_SEAT,
    ON_REASON,
    ON_ODDS,
];
