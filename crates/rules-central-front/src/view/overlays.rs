//! What can be laid over the map: zones, supply lines and sources, ranges.

use hexmap::Cell;
use kernel::view::board::{Overlay, OverlayStyle};

use super::board::hex;
use crate::ground::Ground;
use crate::rules::s6_supply;
use crate::state::State;
use crate::words::{Place, Side};

/// Every overlay, each kind for both sides.
pub(super) fn all(state: &State) -> Vec<Overlay> {
    let ground = Ground::of(state);
    let kinds: [&dyn Fn(Side) -> Overlay; 4] = [
        &|side| zones(state, &ground, side),
        &|side| lines(state, side),
        &|side| range(state, side),
        &|side| sources(state, side),
    ];
    kinds.into_iter().flat_map(|kind| Side::BOTH.map(kind)).collect()
}

/// An overlay of a side that is not shown beforehand, without hexes and lines.
fn overlay(key: &str, what: &str, side: Side, style: OverlayStyle) -> Overlay {
    Overlay {
        key: format!("{key}-{}", side.word().to_lowercase()),
        name: format!("{what} of {side}"),
        shown: false,
        side: Some(side.number()),
        style,
        hexes: Vec::new(),
        lines: Vec::new(),
    }
}

/// Hexes in a zone that a ground unit could stand in. [CF-ZOC-1]
fn zones(state: &State, ground: &Ground<'_>, side: Side) -> Overlay {
    let board = &state.scenario.board;
    let cells = board.grid().cells().iter().filter(|cell| ground.threatened(side.enemy(), **cell));
    let cells = cells.filter(|cell| board.map.hex(**cell).cost.is_some());
    let hexes = cells.map(|cell| (board.grid().hex(*cell), String::new())).collect();
    Overlay { hexes, ..overlay("zones", "Zones", side, OverlayStyle::Hatch) }
}

/// Supply lines as they would be traced now, and the hexes that have none. [CF-SPL-1]
fn lines(state: &State, side: Side) -> Overlay {
    let (lines, cut) = s6_supply::lines(state, side);
    let at = |cell: &Cell| state.scenario.board.grid().hex(*cell);
    Overlay {
        hexes: cut.iter().map(|cell| (at(cell), "cut".into())).collect(),
        lines: lines.iter().map(|line| line.iter().map(at).collect()).collect(),
        ..overlay("lines", "Supply lines", side, OverlayStyle::Outline)
    }
}

/// Hexes in range of artillery or rockets that may fire. [CF-SUP-18]
fn range(state: &State, side: Side) -> Overlay {
    let guns = state.on_map().filter(|unit| unit.card.side == side && unit.card.kind.is_gun());
    let guns = guns.filter(|unit| unit.is_effective());
    let guns: Vec<(Place, u32)> =
        guns.filter_map(|unit| Some((unit.piece.at?, u32::from(unit.card.range)))).collect();
    let board = &state.scenario.board;
    let in_range = |cell: &&Cell| {
        let place = board.place(**cell);
        guns.iter().any(|(at, range)| board.distance(*at, place) <= *range)
    };
    let cells = board.grid().cells().iter().filter(in_range);
    let hexes = cells.map(|cell| (board.grid().hex(*cell), String::new())).collect();
    Overlay { hexes, ..overlay("range", "Range of the guns", side, OverlayStyle::Tint) }
}

fn sources(state: &State, side: Side) -> Overlay {
    let sources = state.scenario.sources[side].iter();
    let hexes = sources.map(|at| (hex(state, *at), String::new())).collect();
    Overlay { hexes, ..overlay("sources", "Supply sources", side, OverlayStyle::Outline) }
}
