//! Views, logs, rolls and odds as plain text for a terminal.

use kernel::view::Text;
use kernel::{Audience, Seat, SideInfo};

mod board;
mod correction;
mod form;
mod log;
mod odds;
mod roll;
mod view;

pub use correction::{preview, proposed, ruling};
pub use log::log_line;
pub use odds::{foretold, odds, plans, table};
pub use roll::{roll, waiting};
pub use view::{blocks, look};

/// A seat as people call it: a side by its name.
pub fn seat(seat: Seat, sides: &[SideInfo]) -> String {
    match seat {
        Seat::Side(side) => {
            sides.get(usize::from(side)).map_or_else(|| seat.name(), |info| info.name.clone())
        }
        _ => seat.name(),
    }
}

/// A sentence of the log, with who may know it.
fn sentence((audience, text): &(Audience, Text), sides: &[SideInfo]) -> String {
    let text = text.plain(sides);
    match audience {
        Audience::Public => text,
        Audience::Side(side) => format!("{text} ({} and the umpire)", seat(Seat::Side(*side), sides)),
        Audience::Umpire => format!("{text} (the umpire)"),
    }
}

/// A time of the log: `2026-02-03 18:04 UTC`.
pub fn time(milliseconds: i64) -> String {
    match jiff::Timestamp::from_millisecond(milliseconds) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => milliseconds.to_string(),
    }
}
