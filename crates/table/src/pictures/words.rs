//! What the log says of a picture under the map.

use kernel::view::Text;
use ledger::Stream;

use super::entry::Mapped;

pub(crate) fn mapped(stream: Stream, mapped: &Mapped) -> Text {
    match (&mapped.picture, stream) {
        (Some(_), Stream::Public) => Text::new("The umpire shows a picture under the map."),
        (None, _) => Text::new("The umpire took the picture from under the map."),
        (Some(line), _) if line.file.is_some() => {
            let (width, height) = (line.picture.width, line.picture.height);
            Text::new(format!(
                "The umpire laid a picture of {width} by {height} pixels under the map. Nobody else sees it yet."
            ))
        }
        (Some(_), _) => Text::new("The umpire set the picture under the map right."),
    }
}
