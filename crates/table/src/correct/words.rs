//! What the log says of corrections; what they change the rules tell.

use kernel::view::Text;

use super::entry::Consented;
use crate::entry::Head;
use crate::log::said::who;

pub(crate) fn proposed() -> Text {
    Text::new("The umpire put a correction to the sides it concerns.")
}

pub(crate) fn consented(head: &Head, consented: &Consented) -> Text {
    who(head).say(match consented.consent {
        Some(_) => " agreed to the correction.",
        None => " declined the correction.",
    })
}

pub(crate) fn corrected() -> Text {
    Text::new("The umpire put an earlier act right.")
}
