//! Who holds a place: own side of the own line, pockets, and what lies between. [5.3.8 of the catalogue]

use crate::facts::Pocket;
use crate::geometry::{distance_squared, is_behind, is_within_segment};
use crate::measure::{Inches, Point};
use crate::state::State;
use crate::words::Side;

/// How a place stands to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// On the own side of the own line and in no pocket.
    OwnLine,
    /// In a pocket of the side itself.
    OwnPocket,
    /// In a pocket of the enemy.
    EnemyPocket,
    /// Beyond the own line.
    Beyond,
}

impl Ground {
    /// Whether the side controls the place. [BF-2.1.1.5.1-1]
    pub const fn is_controlled(self) -> bool {
        matches!(self, Self::OwnLine | Self::OwnPocket)
    }
}

/// How a place stands to a side.
pub fn ground(state: &State, side: Side, point: Point) -> Ground {
    let own = state.setup_of(side).id;
    let in_pocket_of = |own_pocket: bool| {
        let pockets = state.facts.pockets.iter().filter(|pocket| (pocket.side == own) == own_pocket);
        pockets.into_iter().any(|pocket| reaches(state, pocket, point))
    };
    if in_pocket_of(false) {
        Ground::EnemyPocket
    } else if in_pocket_of(true) {
        Ground::OwnPocket
    } else if is_behind(line(state, side), &state.campaign().map, state.setup_of(side).home_edge, point) {
        Ground::OwnLine
    } else {
        Ground::Beyond
    }
}

/// A side's front line.
pub fn line(state: &State, side: Side) -> &[Point] {
    let id = state.setup_of(side).id;
    state.facts.lines.iter().find(|line| line.id == id).map_or(&[], |line| line.points.as_slice())
}

/// What a pocket is made of: all points within 2.50 inches of its units or of the links between units 5.00 or nearer, each
/// as a segment and the distance around it.
pub fn bands(state: &State, pocket: &Pocket) -> impl Iterator<Item = (Point, Point, Inches)> {
    let perimeter = &state.campaign().perimeter;
    let (spacing, around) = (i64::from(perimeter.spacing.0), perimeter.link_half_width);
    let units = pocket.units.iter().enumerate();
    units.flat_map(move |(n, unit)| {
        let links = pocket.units[n + 1..].iter();
        let links = links.filter(move |other| distance_squared(*unit, **other) <= spacing * spacing);
        std::iter::once((*unit, *unit, around)).chain(links.map(move |other| (*unit, *other, around)))
    })
}

fn reaches(state: &State, pocket: &Pocket, point: Point) -> bool {
    bands(state, pocket).any(|(from, to, around)| is_within_segment(from, to, point, around))
}
