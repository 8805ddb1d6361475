//! Units on the map as the geometry of front lines takes them. [5.1 to 5.3 of the catalogue]

use std::fmt;

use frontline::{Measures, Piece, Position, Table};
use serde::{Deserialize, Serialize};

use crate::facts::{Element, Stand};
use crate::ids::StandId;
use crate::measure::Point;
use crate::state::State;
use crate::words::{Edge, Side};

/// A unit on the map; both sides may have one of the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unit {
    /// Its id.
    pub id: StandId,
    /// Whose it is.
    pub side: Side,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.id, f)
    }
}

/// A stand on the map.
#[derive(Clone, Copy)]
pub struct Standing<'s> {
    /// Its name.
    pub unit: Unit,
    /// Its formation.
    pub element: &'s Element,
    /// The stand.
    pub stand: &'s Stand,
    /// Where it stands.
    pub at: Point,
}

/// Living stands on the map, by side and by name: the order of a roster is its side's to know.
pub fn on_the_map(state: &State) -> impl Iterator<Item = Standing<'_>> {
    Side::BOTH.into_iter().flat_map(move |side| {
        let elements = state.side(side).elements.iter();
        let stands = elements.flat_map(|element| element.stands.iter().map(move |stand| (element, stand)));
        let mut standing: Vec<Standing<'_>> = stands
            .filter_map(|(element, stand)| {
                let unit = Unit { id: stand.id, side };
                Some(Standing { unit, element, stand, at: stand.place()? })
            })
            .collect();
        standing.sort_unstable_by_key(|one| one.unit.id);
        standing
    })
}

/// The map turned so that one side has its home below and the other above.
pub struct Field {
    /// The units, in the order in which [`on_the_map`] gives them.
    pub position: Position<Unit>,
    /// Whether x and y are exchanged: the sides fight from west and east.
    turned: bool,
    /// The side whose home is below.
    south: Side,
}

impl Field {
    /// The field of a state. None where the sides' edges do not face each other.
    pub fn of(state: &State) -> Option<Self> {
        let edges = Side::BOTH.map(|side| state.setup_of(side).home_edge);
        let (turned, south) = match edges {
            [Edge::South, Edge::North] => (false, Side::FIRST),
            [Edge::North, Edge::South] => (false, Side::SECOND),
            [Edge::West, Edge::East] => (true, Side::FIRST),
            [Edge::East, Edge::West] => (true, Side::SECOND),
            _ => return None,
        };
        let map = &state.campaign().map;
        let turn = |point: Point| turn(turned, point);
        let entries = |side: Side| {
            state.setup_of(side).entry_points.iter().map(|entry| turn(entry.at)).collect::<Vec<_>>()
        };
        let size = turn(Point { x: map.width, y: map.height });
        let table =
            Table { width: size.x, height: size.y, entries: [entries(south), entries(south.enemy())] };
        let perimeter = &state.campaign().perimeter;
        let measures = Measures {
            spacing: perimeter.spacing.0,
            link_half_width: perimeter.link_half_width.0,
            line_gap: perimeter.line_gap.0,
            line_overhang: perimeter.line_overhang.0,
            lateral_window: perimeter.lateral_window.0,
        };
        let below = |side: Side| {
            if side == south { frontline::Side::South } else { frontline::Side::North }
        };
        let piece = |standing: Standing<'_>| Piece {
            id: standing.unit,
            side: below(standing.unit.side),
            at: turn(standing.at),
        };
        let pieces: Vec<Piece<Unit>> = on_the_map(state).map(piece).collect();
        let position = Position::new(table, measures, &pieces).ok()?;
        Some(Self { position, turned, south })
    }

    /// The side as the geometry names it.
    pub fn seen(&self, side: Side) -> frontline::Side {
        if side == self.south { frontline::Side::South } else { frontline::Side::North }
    }

    /// A place of the geometry on the map.
    pub fn back(&self, point: frontline::Point) -> Point {
        let (x, y) = if self.turned { (point.y, point.x) } else { (point.x, point.y) };
        Point::new(x, y)
    }
}

fn turn(turned: bool, point: Point) -> frontline::Point {
    if turned {
        frontline::Point::new(point.y.0, point.x.0)
    } else {
        frontline::Point::new(point.x.0, point.y.0)
    }
}
