//! What the log says of spectators behind time.

use kernel::view::Text;

use super::entry::Delayed;

pub(crate) fn delayed(delayed: &Delayed) -> Text {
    match delayed.delay {
        delay if delay.is_none() => Text::new("Spectators see the campaign as it is from now on."),
        delay => Text::new(format!("Spectators see the campaign {delay} behind from now on.")),
    }
}
