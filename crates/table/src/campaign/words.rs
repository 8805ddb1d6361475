//! What the log says of a campaign's beginning, its dice and its end.

use kernel::Seat;
use kernel::view::Text;

use super::entry::{Contributed, Laid};
use crate::entry::Head;
use crate::log::said::{and, who};
use crate::pledges::entry::{Unopened, WordsBy};

pub(crate) fn laid(laid: &Laid) -> Text {
    let open = matches!(laid, Laid::Openly { terms: Some(terms), .. } if terms.words == WordsBy::Nobody);
    Text::new(match open {
        true => {
            "The campaign began. The digest of its dice stands in the log. They are open without words of any side."
        }
        false => "The campaign began. The digest of its dice stands in the log.",
    })
}

pub(crate) fn renewed() -> Text {
    Text::new(
        "From here on each die answers its question alone: no name of an act and no number changes a face. \
         Rolls before this line depended on names that anyone who knew the secret could have chosen.",
    )
}

pub(crate) fn missing() -> Text {
    Text::new(
        "The campaign goes on without the secret of its dice. From here on throws are typed in, and the sides have \
         not agreed to that: nobody can check them.",
    )
}

pub(crate) fn contributed(head: &Head, contributed: &Contributed) -> Text {
    match &contributed.contribution {
        Some(words) => who(head).say(format!(" added words to the dice: “{}”.", words.text)),
        None => who(head).say(" left the dice as they are."),
    }
}

pub(crate) fn opened(head: &Head, opened: &Unopened) -> Text {
    if opened.missing.is_empty() {
        return Text::new("The dice are open. They are fixed for the whole campaign.");
    }
    let said = match head.by {
        Seat::Umpire => "The umpire opened the dice without words of ",
        _ => "The dice are open, without words of ",
    };
    and(Text::new(said), &opened.missing).say(". They are fixed for the whole campaign.")
}

pub(crate) fn shown() -> Text {
    Text::new("The umpire ended the campaign. The secret of the dice may be shown.")
}

pub(crate) fn taken() -> Text {
    Text::new(
        "The umpire took the file with the secret of the dice, to go on elsewhere. Anyone who holds it can know \
         the dice to come.",
    )
}
