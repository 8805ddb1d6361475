//! Which stream learns what, and who reads a stream.

use kernel::{Audience, Seat};
use ledger::Stream;

/// The stream that learns what is meant for `audience`.
pub fn stream_of(audience: Audience) -> Stream {
    match audience {
        Audience::Public => Stream::Public,
        Audience::Side(side) => Stream::Side(side),
        Audience::Umpire => Stream::Umpire,
    }
}

/// The stream in which a seat's own commands stand.
pub fn own_stream(seat: Seat) -> Stream {
    match seat {
        Seat::Side(side) => Stream::Side(side),
        Seat::Umpire => Stream::Umpire,
        Seat::Spectator | Seat::Clock => Stream::Public,
    }
}

/// Whether an act is one that the table gives for a side that has not come. What the engine does at the umpire's seat, where no
/// person is the umpire, is none.
pub fn is_for_absent(seat: Seat, by: Seat) -> bool {
    by == Seat::Clock && matches!(seat, Seat::Side(_))
}

/// Whether an act is the engine's, which takes the umpire's place.
pub fn is_engine_as_umpire(seat: Seat, by: Seat) -> bool {
    (seat, by) == (Seat::Umpire, Seat::Clock)
}

/// Who may know what stands in a stream.
pub fn audience_of(stream: Stream) -> Audience {
    match stream {
        Stream::Public => Audience::Public,
        Stream::Side(side) => Audience::Side(side),
        Stream::Umpire => Audience::Umpire,
    }
}
