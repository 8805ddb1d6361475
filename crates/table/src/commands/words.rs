//! What the log says of commands that wait; what was done the rules tell.

use kernel::view::Text;

use super::entry::{Answered, Opened};
use crate::entry::Head;
use crate::log::said::who;

pub(crate) fn opened(head: &Head, opened: &Opened) -> Text {
    who(head).say(format!(" will type in dice from the table: {}.", opened.question.text))
}

pub(crate) fn answered(head: &Head, answered: &Answered) -> Option<Text> {
    match answered {
        Answered::Asks { .. } => Some(who(head).say(" typed in a throw; one more is needed.")),
        Answered::Done { .. } => None,
    }
}
