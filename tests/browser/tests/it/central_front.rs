//! New Central Front at two screens: the sample from the first turn to its end, a turn without a mouse, and a turn
//! against a side that is away.

mod away;
mod by_keys;
mod player;
mod seven_turns;

use kernel::Seat;

pub const PACT: Seat = Seat::Side(0);
pub const NATO: Seat = Seat::Side(1);
