//! Whether a straight line is free.

use crate::{Crossing, Hex, line};

/// When a line that runs along a hexside is stopped by the hexes beside it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Alongside {
    /// Only when both stop it.
    BothStop,
    /// When either stops it.
    EitherStops,
}

/// Whether nothing between two hexes stops the straight line from centre to centre. The two hexes
/// themselves never do.
///
/// `hex_stops` is asked about hexes the line runs through or along; `side_stops` about hexsides,
/// named by their two hexes: those it crosses and those it runs along. Where a line leaves a hex
/// into the run between two others it touches only the end of their sides, and those are not asked
/// about.
#[must_use]
pub fn clear_sight(
    from: Hex,
    to: Hex,
    alongside: Alongside,
    mut hex_stops: impl FnMut(Hex) -> bool,
    mut side_stops: impl FnMut(Hex, Hex) -> bool,
) -> bool {
    let mut behind: Option<Hex> = None;
    for crossing in line(from, to) {
        match crossing {
            Crossing::Through(hex) => {
                if behind.is_some_and(|last| side_stops(last, hex)) {
                    return false;
                }
                if hex != from && hex != to && hex_stops(hex) {
                    return false;
                }
                behind = Some(hex);
            }
            Crossing::Along(one, other) => {
                let stopped = match alongside {
                    Alongside::BothStop => hex_stops(one) && hex_stops(other),
                    Alongside::EitherStops => hex_stops(one) || hex_stops(other),
                };
                if stopped || side_stops(one, other) {
                    return false;
                }
                behind = None;
            }
        }
    }
    true
}
