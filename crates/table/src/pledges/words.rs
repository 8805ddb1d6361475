//! What the log says of words of the sides for the dice.

use kernel::Seat;
use kernel::view::Text;

use super::entry::{Hand, Pledged, Revealed, Unopened};
use crate::entry::Head;
use crate::log::said::{and, who, whose};

pub(crate) fn pledged(head: &Head, pledged: &Pledged) -> Text {
    let hand = pledged.pledge.hand;
    match (head.by, hand) {
        (Seat::Umpire, Hand::Host) => {
            whose(Text::new("The umpire lets the table give words for "), head.seat)
                .say(" in place of its own device.")
        }
        // No program writes this any more.
        (Seat::Umpire, _) => whose(Text::new("The umpire gave the digest of words for "), head.seat)
            .say(" in place of its own device."),
        _ => who(head).say(format!(" gave the digest of its words for the dice{}.", by_hand(hand))),
    }
}

pub(crate) fn revealed(head: &Head, revealed: &Revealed) -> Text {
    if head.by == head.seat {
        let hand = by_hand(revealed.words.hand);
        return who(head).say(format!(" opened its words for the dice{hand}."));
    }
    let opened = match head.by {
        Seat::Umpire => "The umpire opened the words of ",
        _ => "The table opened the words it gave for ",
    };
    whose(Text::new(opened), head.seat).say(".")
}

pub(crate) fn renewed(head: &Head, renewed: &Unopened) -> Text {
    let late = match head.by {
        Seat::Umpire => {
            "The umpire let all sides begin their words for the dice again. Words were not opened by "
        }
        _ => "The time to open the words for the dice is over. Words were not opened by ",
    };
    and(Text::new(late), &renewed.missing).say(". All sides give new ones; nothing that was given counts.")
}

/// What is told of words that came by another device than the side's own.
fn by_hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Umpire => " from a device that also holds another seat",
        Hand::Host => " from the host's machine",
        Hand::Program => " from a program",
        Hand::Device => "",
    }
}
