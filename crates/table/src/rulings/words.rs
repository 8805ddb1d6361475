//! What the log says of a ruling.

use kernel::view::Text;

use super::entry::Ruled;

pub(crate) fn ruled(ruled: &Ruled) -> Text {
    Text::new("The umpire ruled on ").strong(&ruled.ruling.rule).say(format!(": “{}”", ruled.ruling.decision))
}
