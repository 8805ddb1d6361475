//! CF-MOV: movement of activated stacks.

use hexmap::{Cell, Entry, Step};
use kernel::grammar::{SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons};
use serde::{Deserialize, Serialize};

use super::{
    Cx, distinct, end_of, listed, of_hex, of_unit, on_board, own_phase, own_unit, points, s3_stacking,
    s6_zones, s7_march, take,
};
use crate::ground::Ground;
use crate::phase::Stage;
use crate::setup::{Board, Scenario};
use crate::state::{Going, State, Unit};
use crate::words::{Kind, Place, Side, UnitId};

/// The most hexes of one path.
pub const LONGEST: usize = 99;

/// [CF-MOV-1] What a step costs a ground unit: a road its own price, a river more where no road crosses it.
pub fn cost(board: &Board, step: Step) -> Option<u32> {
    let edge = board.map.side(step);
    let hex = board.map.hex(step.to).cost.filter(|_| !edge.wall)?;
    if edge.road {
        return Some(u32::from(board.road_cost));
    }
    let river = if edge.river { board.river_cost } else { 0 };
    Some(u32::from(hex) + u32::from(river))
}

/// [CF-MOV-10] Moves units of the activated stack along a path; those of the stack who stand with them stay behind.
pub fn go(cx: &mut Cx<'_>, units: &[UnitId], path: &[Place]) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    let left = cx.check(|why| can_go(cx.state(), side, units, path, why))?;
    leave_behind(cx, units)?;
    for (unit, left) in units.iter().zip(left) {
        cx.record(Moved { unit: *unit, path: path.to_vec(), left })?;
        take(cx, *unit, path)?;
    }
    Ok(())
}

/// The rest of the moving stack does not move again.
pub(super) fn leave_behind(cx: &mut Cx<'_>, going: &[UnitId]) -> Adjudged {
    let rest = |unit: &Unit<'_>| unit.piece.going == Going::Moving && !going.contains(&unit.id());
    let units: Vec<UnitId> = cx.state().on_map().filter(rest).map(|unit| unit.id()).collect();
    if units.is_empty() { Ok(()) } else { cx.record(Dropped { units }) }
}

/// Whether these units can go along a path; gives the movement points each is left with.
pub fn can_go(
    state: &State,
    side: Side,
    units: &[UnitId],
    path: &[Place],
    why: &mut Reasons,
) -> Checked<Vec<u8>> {
    distinct(state, units, why)?;
    let ground = Ground::of(state);
    // The moving stack stands in one hex. [CF-MOV-11]
    let mut from = None;
    for id in units {
        let unit = own_unit(state, side, *id, why)?;
        can_move(state, &ground, unit, why)?;
        from = unit.piece.at;
    }
    let from = why.need(from, "CF-SEQ-8", "empty", || "No unit is named.".into())?;
    let steps = steps(state, from, path, why)?;
    let last = path.last().copied().unwrap_or(from);
    let mut left = Vec::with_capacity(units.len());
    for unit in units.iter().filter_map(|id| state.unit(*id)) {
        left.push(walk(&ground, unit, &steps, why)?);
    }
    ends_well(state, &ground, side, last, units, why)?;
    Ok(left)
}

/// The steps of a path of adjacent hexes.
pub(super) fn steps(state: &State, from: Place, path: &[Place], why: &mut Reasons) -> Checked<Vec<Step>> {
    why.unless(!path.is_empty() && path.len() <= LONGEST, "CF-MOV-1", "path", || {
        "A path goes from one hex to the next.".into()
    })?;
    on_board(state, path, why)?;
    let mut here = from;
    let mut steps = Vec::with_capacity(path.len());
    for hex in path {
        steps.push(why.need(state.scenario.board.step(here, *hex), "CF-MOV-1", "path", || {
            of_hex(*hex, "A path goes from one hex to the next.")
        })?);
        here = *hex;
    }
    Ok(steps)
}

/// Whether a unit of the activated stack may move at all.
pub fn can_move(state: &State, ground: &Ground<'_>, unit: Unit<'_>, why: &mut Reasons) -> Checked {
    let id = unit.id();
    s7_march::goes_on(unit, why)?;
    match unit.piece.going {
        Going::Moving => {}
        Going::Dropped => {
            return why.refuse("CF-MOV-10", "dropped", || {
                of_unit(state, id, "A unit left on the way does not move again.")
            });
        }
        Going::Not => {
            return why
                .refuse("CF-MOV-11", "inactive", || of_unit(state, id, "It is not in the activated stack."));
        }
    }
    why.unless(state.designation_of(id).is_none(), "CF-MOV-4", "paid", || {
        of_unit(state, id, "After paying for an attack it may not move.")
    })?;
    s6_zones::lets_go(state, ground, unit, why)
}

/// Walks a unit along a path; gives the movement points left.
fn walk(ground: &Ground<'_>, unit: Unit<'_>, steps: &[Step], why: &mut Reasons) -> Checked<u8> {
    let begins_in_zone = s6_zones::begins_in_zone(ground, unit);
    let mut left = u32::from(unit.piece.mp);
    for (n, step) in steps.iter().enumerate() {
        let hex = ground.place(step.to);
        let first = n == 0 && begins_in_zone;
        let price = match s6_zones::entry(ground, unit, *step, first) {
            Entry::Barred => {
                let (rule, code, words) = barred(ground, unit, *step);
                return why.refuse(rule, code, || unit.says_at(hex, words));
            }
            Entry::Halt(_) if n + 1 < steps.len() => {
                return why.refuse("CF-ZOC-3", "zone", || {
                    unit.says_at(hex, "Entering an enemy zone ends the movement.")
                });
            }
            Entry::Halt(price) | Entry::Pass(price) => price,
        };
        left = why.need(left.checked_sub(price), "CF-MOV-1", "points", || {
            unit.says_at(hex, "It has not the movement points.")
        })?;
    }
    Ok(u8::try_from(left).unwrap_or(u8::MAX))
}

/// Why a step cannot be taken.
fn barred(ground: &Ground<'_>, unit: Unit<'_>, step: Step) -> (&'static str, &'static str, &'static str) {
    if ground.hostile(unit.card.side, step.to) {
        return ("CF-STACK-6", "enemy", "Enemy units stand there.");
    }
    if !ground.is_passable(step) {
        return ("CF-MOV-1", "impassable", "Nothing gets through there.");
    }
    ("CF-ZOC-4", "zone", "From one enemy zone it cannot go straight into another.")
}

/// [CF-STACK-6] [CF-MOV-2] The last hex of a path holds no enemy and not too many friends.
pub(super) fn ends_well(
    state: &State,
    ground: &Ground<'_>,
    side: Side,
    last: Place,
    units: &[UnitId],
    why: &mut Reasons,
) -> Checked {
    let cell = why
        .need(ground.board.cell(last), "CF-STACK-6", "enemy", || of_hex(last, "Enemy units stand there."))?;
    why.unless(!ground.hostile(side, cell), "CF-STACK-6", "enemy", || {
        of_hex(last, "Enemy units stand there.")
    })?;
    // Most hexes that are asked about are empty; who stands in a hex is looked for among all units.
    match ground.stands(side, cell) {
        true => s3_stacking::fits(state, side, last, units, why),
        false => s3_stacking::fits_alone(state, side, last, units, why),
    }
}

/// Where units of the moving stack that stand together can go.
pub struct Range<'g, 's> {
    state: &'s State,
    ground: &'g Ground<'s>,
    search: hexmap::Reach,
    start: Cell,
    side: Side,
    units: Vec<UnitId>,
    /// Movement points of the slowest helicopter, where ground units go with it.
    air: Option<u32>,
}

impl<'g, 's> Range<'g, 's> {
    /// Of these units; nothing where there are none on the map.
    pub fn of(state: &'s State, ground: &'g Ground<'s>, units: &[Unit<'s>]) -> Option<Self> {
        let start = ground.board.cell(units.first()?.piece.at?)?;
        let flies = |unit: &&Unit<'_>| unit.card.kind == Kind::Helicopter;
        let walkers = || units.iter().filter(|unit| !flies(unit));
        let mp = |unit: &&Unit<'_>| unit.piece.mp;
        let slowest = *walkers().min_by_key(mp).or_else(|| units.iter().min_by_key(mp))?;
        let in_zone = walkers().any(|unit| s6_zones::begins_in_zone(ground, *unit));
        let mut search = hexmap::Reach::new(ground.board.map.grid());
        search.search(start, u32::from(slowest.piece.mp), |step| {
            s6_zones::entry(ground, slowest, step, in_zone && step.from == start)
        });
        let air = units.iter().filter(flies).map(|unit| u32::from(unit.piece.mp)).min();
        let air = air.filter(|_| slowest.card.kind != Kind::Helicopter);
        let ids = units.iter().map(Unit::id).collect();
        Some(Self { state, ground, search, start, side: slowest.card.side, units: ids, air })
    }

    /// The hexes in which they can end, the cheapest first.
    pub fn ends(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.search.cells().iter().copied().filter(|cell| *cell != self.start);
        cells.filter(|cell| {
            let place = self.ground.place(*cell);
            holds(|why| ends_well(self.state, self.ground, self.side, place, &self.units, why))
                && self.is_flown(*cell)
        })
    }

    /// Whether the helicopters among them have the movement points for the way of the others.
    fn is_flown(&self, to: Cell) -> bool {
        self.air.is_none_or(|air| {
            let hexes = self.search.route(to).map_or(0, |route| route.len());
            u32::try_from(hexes).unwrap_or(0) * u32::from(self.ground.board.helicopter_cost) <= air
        })
    }

    /// A cheapest path for all of them to a hex in which they can end, with its price.
    pub fn way(&self, to: Cell) -> Option<(Vec<Place>, u32)> {
        route(&self.search, self.ground, to)
    }
}

/// Where units of the moving stack that stand together can go, each hex with a cheapest path for all of them.
pub fn reach(state: &State, units: &[Unit<'_>]) -> Vec<(Place, Vec<Place>, u32)> {
    let ground = Ground::of(state);
    let Some(range) = Range::of(state, &ground, units) else { return Vec::new() };
    let found = |cell| range.way(cell).map(|(path, price)| (ground.place(cell), path, price));
    range.ends().filter_map(found).collect()
}

/// Whether a unit of the moving stack can go anywhere: into a hex beside it or, where it can end in none of them, further.
pub fn goes_somewhere(state: &State, ground: &Ground<'_>, unit: Unit<'_>) -> bool {
    let Some(start) = unit.piece.at.and_then(|at| ground.board.cell(at)) else { return false };
    let in_zone = s6_zones::begins_in_zone(ground, unit);
    let near = ground.board.grid().steps(start).any(|step| {
        let (Entry::Pass(price) | Entry::Halt(price)) = s6_zones::entry(ground, unit, step, in_zone) else {
            return false;
        };
        let end = ground.place(step.to);
        price <= u32::from(unit.piece.mp)
            && holds(|why| ends_well(state, ground, unit.card.side, end, &[unit.id()], why))
    });
    near || Range::of(state, ground, &[unit]).is_some_and(|range| range.ends().next().is_some())
}

/// The cheapest way of a search to a hex, with its price.
pub(super) fn route(search: &hexmap::Reach, ground: &Ground<'_>, to: Cell) -> Option<(Vec<Place>, u32)> {
    let path = search.route(to)?.iter().map(|leg| ground.place(leg.step.to)).collect();
    Some((path, search.cost(to)?))
}

/// A unit moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered.
    pub path: Vec<Place>,
    /// Movement points left.
    pub left: u8,
}

impl SectionEvent<State, Scenario> for Moved {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.mp, piece.moved) = (self.path.last().copied(), self.left, true);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let (end, left) = (end_of(setup, &self.path), points(self.left));
        Text::new(format!("{} moved to {end}; {left} left.", setup.name(self.unit)))
    }
}

/// Units of the stack stayed behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dropped {
    /// Who.
    pub units: Vec<UnitId>,
}

impl SectionEvent<State, Scenario> for Dropped {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        self.units.iter().for_each(|unit| state.piece_mut(*unit).going = Going::Dropped);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} stayed behind.", listed(setup, &self.units)))
    }
}
