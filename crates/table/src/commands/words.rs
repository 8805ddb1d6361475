//! What the log says of commands that wait; what was done the rules tell.

use kernel::Seat;
use kernel::view::Text;

use super::entry::{Answered, Opened};
use crate::entry::Head;
use crate::log::said::who;

pub(crate) fn opened(head: &Head, opened: &Opened) -> Text {
    let text = &opened.question.text;
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    match (opened.question.die.is_some(), head.seat) {
        (false, _) => who(head).say(format!(" waits for a ruling of the umpire: {text}{end}")),
        (true, Seat::Clock) => Text::new(format!("Dice from the table are waited for: {text}{end}")),
        (true, _) => who(head).say(format!(" will type in dice from the table: {text}{end}")),
    }
}

pub(crate) fn answered(head: &Head, answered: &Answered) -> Option<Text> {
    match answered {
        Answered::Asks { rolls, .. } if rolls.iter().any(|roll| roll.origin == "ruling") => {
            Some(Text::new("The umpire ruled. One more answer is needed."))
        }
        Answered::Asks { .. } => Some(who(head).say(" typed in a throw; one more is needed.")),
        Answered::Done { .. } => None,
    }
}
