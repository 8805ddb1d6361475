//! What the log says of time and of orders that are kept.

use kernel::Seat;
use kernel::view::Text;

use super::entry::{Done, Due, HOUR, KeptAnew, Timed};
use crate::entry::Head;
use crate::log::said::who;

/// What an entry about time says. Hours, since readers have clocks of their own.
pub(crate) fn timed(head: &Head, timed: &Timed) -> Text {
    let timing = &timed.timing;
    let hours = |n: i64| if n == 1 { "1 hour".to_owned() } else { format!("{n} hours") };
    let left = |due: &Due| match (due.at - head.at + HOUR / 2) / HOUR {
        0 => "in less than half an hour".to_owned(),
        n => format!("in {}", hours(n)),
    };
    match (&timing.pace, &timing.due, timing.paused) {
        (None, ..) => Text::new("The umpire lifted the deadlines."),
        (Some(_), _, Some(_)) => Text::new("The umpire let time stand still."),
        (Some(_), Some(due), None) if due.passed => {
            Text::new(format!("The deadline of {} has passed.", due.step))
        }
        (Some(_), Some(due), None) if head.seat == Seat::Clock => {
            Text::new(format!("{} is due {}.", due.step, left(due)))
        }
        (Some(_), due, None) if timing.done.is_some() => {
            let what = if timing.done == Some(Done::Moved) {
                "The umpire moved the deadline."
            } else {
                "The umpire let time go on."
            };
            match due {
                Some(due) => Text::new(format!("{what} {} is due {}.", due.step, left(due))),
                None => Text::new(what),
            }
        }
        (Some(pace), due, None) => {
            let grace = match pace.grace {
                0 => String::new(),
                1 => ", with 1 minute of grace".to_owned(),
                n => format!(", with {n} minutes of grace"),
            };
            let given = hours(i64::from(pace.hours));
            let text =
                Text::new(format!("The umpire gives each step {given}{grace}. {}", pace.missing.words()));
            match due {
                Some(due) => text.say(format!(" {} is due {}.", due.step, left(due))),
                None => text,
            }
        }
    }
}

pub(crate) fn played() -> Text {
    Text::new("Everything that could be done for the absent sides was done. Play waits for them.")
}

pub(crate) fn kept(head: &Head, kept: &KeptAnew) -> Text {
    match kept.kept.orders.len() {
        0 if head.by == Seat::Umpire => Text::new(
            "The kept orders were struck, because the person who kept them no longer holds the seat.",
        ),
        0 => who(head).say(" keeps no orders for the time when it is away."),
        1 => who(head).say(" keeps an order for the time when it is away."),
        n => who(head).say(format!(" keeps {n} orders for the time when it is away.")),
    }
}
