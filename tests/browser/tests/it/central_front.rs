//! New Central Front at two screens: the sample from the first turn to its end, a turn without a mouse, and a turn
//! against a side that is away; and where things stand.

mod away;
mod by_keys;
mod layout;
mod owed;
pub mod player;
mod put_off;
mod seven_turns;
mod taken_back;
mod two_turns;

use kernel::Seat;

pub const PACT: Seat = Seat::Side(0);
pub const NATO: Seat = Seat::Side(1);
