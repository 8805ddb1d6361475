//! CF-RET: retreats after combat. (A6)

use std::cmp::Reverse;

use hexmap::{Away, Cell, Step as Crossing, best_paths};
use kernel::grammar::{SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::s5_action_points::Strain;
use super::s9_application::Loss;
use super::{
    Cx, by, end_of, listed, of_unit, on_board, own_side, s3_stacking, s9_application, s9_results, take,
};
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::state::{Battle, Fate, State, Step, Unit};
use crate::words::{Kind, Place, Side, UnitId};

/// Where a unit can retreat to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nowhere: it is eliminated.
    Lost(Loss),
    /// Along one of these paths, all of them the best there are, through so many zones.
    Paths(Vec<Vec<Place>>, u32),
}

/// [CF-RET-1] [CF-RET-13] [CF-SUP-16] Who of a side has to retreat: its units that take results and stand in the hexes
/// of the fight. A helicopter that supports from elsewhere does not.
pub fn subject(state: &State, battle: &Battle, side: Side) -> Vec<UnitId> {
    let burden = battle.burden(side);
    if burden.retreat == 0 {
        return Vec::new();
    }
    let stands = |unit: &Unit<'_>| {
        let at = unit.piece.at;
        match side == battle.side {
            true => at.is_some_and(|at| battle.from.contains(&at)),
            false => at == Some(battle.target),
        }
    };
    let units = burden.units.iter().filter_map(|id| state.unit(*id));
    units.filter(|unit| unit.piece.fate == Fate::OnMap && stands(unit)).map(|unit| unit.id()).collect()
}

/// What makes one path better than another, the lower the better. [CF-RET-2] [CF-RET-7]
type Price = (usize, u32, bool, Reverse<u32>);

struct Retreat<'s> {
    state: &'s State,
    ground: Ground<'s>,
    unit: Unit<'s>,
    start: Cell,
}

impl Retreat<'_> {
    /// [CF-RET-1] Never through enemy units nor impassable ground, which helicopters fly over.
    fn open(&self, step: Crossing) -> bool {
        let flies = self.unit.card.kind == Kind::Helicopter;
        !self.ground.hostile(self.unit.card.side, step.to) && (flies || self.ground.is_passable(step))
    }

    /// [CF-RET-3] [CF-RET-6] Enemy zones entered without a friend in the hex.
    fn zones(&self, path: &[Cell]) -> u32 {
        let contested = path.iter().filter(|cell| self.ground.contested(self.unit.card.side, **cell));
        u32::try_from(contested.count()).unwrap_or(u32::MAX)
    }

    fn crowds(&self, path: &[Cell]) -> bool {
        let end = path.last().map(|cell| self.ground.place(*cell));
        end.is_some_and(|end| {
            !holds(|why| s3_stacking::fits(self.state, self.unit.card.side, end, &[self.unit.id()], why))
        })
    }

    fn best(&self, length: usize, fits: bool) -> Option<(Price, Vec<Vec<Cell>>)> {
        let grid = self.ground.board.grid();
        let price = |path: &[Cell]| {
            let crowded = self.crowds(path);
            let far = path.last().map_or(0, |end| grid.distance(self.start, *end));
            // Where only a hex further on will do, a path that ends in a crowd or too early is the worst of all.
            let short = if fits && crowded { usize::MAX } else { length - path.len() };
            (short, self.zones(path), crowded, Reverse(far))
        };
        best_paths(grid, self.start, length, Away::Free, |step| self.open(step), price)
    }

    /// [CF-RET-4] [CF-RET-5] Whether so many zones are too many.
    fn is_lethal(&self, zones: u32) -> bool {
        zones >= 2 || (zones == 1 && !self.unit.is_effective())
    }
}

/// [CF-RET-2] [CF-RET-8] [CF-RET-9] Where a unit can retreat to over this many hexes.
pub fn way(state: &State, unit: UnitId, hexes: u8) -> Way {
    let found = state.unit(unit).and_then(|unit| Some((unit, state.scenario.board.cell(unit.piece.at?)?)));
    let Some((unit, start)) = found else { return Way::Lost(Loss::NoWay) };
    let retreat = Retreat { state, ground: Ground::of(state), unit, start };
    let length = usize::from(hexes);
    let Some(((_, zones, crowded, _), paths)) = retreat.best(length, false) else {
        return Way::Lost(Loss::NoWay);
    };
    if retreat.is_lethal(zones) {
        return Way::Lost(Loss::Zones);
    }
    let mut chosen = (paths, zones);
    if crowded
        && let Some(((0, zones, false, _), further)) = retreat.best(length + 1, true)
        && !retreat.is_lethal(zones)
    {
        chosen = (further, zones);
    }
    let place = |cell: &Cell| retreat.ground.place(*cell);
    Way::Paths(chosen.0.iter().map(|path| path.iter().map(place).collect()).collect(), chosen.1)
}

/// [CF-RET-2] [CF-RET-7] The owner retreats one of his units, along one of its best ways.
pub fn retreat(cx: &mut Cx<'_>, unit: UnitId, path: &[Place]) -> Adjudged {
    let side = own_side(cx)?;
    let battle = s9_results::owed_by(cx, side, &[Step::DefenderRetreats, Step::AttackerRetreats])?;
    cx.check(|why| {
        why.unless(battle.excess.is_none(), "CF-RET-9", "excess", || {
            "A hex holds too many units; one of them goes first.".into()
        })
    })?;
    let burden = battle.burden(side);
    cx.check(|why| {
        why.unless(burden.owed.contains(&unit), "CF-RET-1", "unit", || {
            of_unit(cx.state(), unit, "It has not to retreat.")
        })?;
        on_board(cx.state(), path, why)
    })?;
    let way = way(cx.state(), unit, burden.retreat);
    match &way {
        Way::Lost(_) => cx.check(|why| {
            why.unless(path.is_empty(), "CF-RET-8", "path", || {
                of_unit(cx.state(), unit, "It has no way out and is lost.")
            })
        })?,
        Way::Paths(paths, _) if !paths.iter().any(|one| one == path) => {
            return cx.refuse("CF-RET-7", "path", || better(cx.state(), unit, paths));
        }
        Way::Paths(..) => {}
    }
    run(cx, unit, path, &way)?;
    s9_application::go_on(cx)
}

/// Which ways a unit has instead of a worse one.
fn better(state: &State, unit: UnitId, paths: &[Vec<Place>]) -> String {
    const TOLD: usize = 3;
    let path = |path: &Vec<Place>| path.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut ways = paths.iter().take(TOLD).map(path).collect::<Vec<_>>().join("; or ");
    if paths.len() > TOLD {
        ways.push_str(&format!("; or {} more", paths.len() - TOLD));
    }
    let name = state.scenario.name(unit);
    format!("{name} takes the best way: as far as asked, past few zones, not into a crowd. That is {ways}.")
}

/// [CF-RET-10] [CF-RET-12] Retreats a unit along one of its ways; its action points come when it has arrived.
pub(super) fn run(cx: &mut Cx<'_>, unit: UnitId, path: &[Place], way: &Way) -> Adjudged {
    let zones = match way {
        Way::Lost(loss) => return cx.record(s9_application::Eliminated { unit, loss: *loss }),
        Way::Paths(_, zones) => *zones,
    };
    cx.record(Retreated { unit, path: path.to_vec() })?;
    if cx.state().unit(unit).is_some_and(|unit| unit.card.soft) {
        s9_application::strain(cx, unit, Strain::Soft)?;
    }
    if zones > 0 {
        s9_application::strain(cx, unit, Strain::Zone)?;
    }
    take(cx, unit, path)?;
    let side = cx.state().unit(unit).map(|unit| unit.card.side);
    match (side, path.last()) {
        (Some(side), Some(end)) if s3_stacking::is_over(cx.state(), side, *end) => {
            cx.record(ExcessOwed { hex: *end })
        }
        _ => Ok(()),
    }
}

/// A side has to retreat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetreatsOwed {
    /// Which.
    pub side: Side,
    /// Who.
    pub units: Vec<UnitId>,
}

impl SectionEvent<State, Scenario> for RetreatsOwed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Some(battle) = &mut state.facts.battle else { return };
        let attacks = self.side == battle.side;
        battle.step = if attacks { Step::AttackerRetreats } else { Step::DefenderRetreats };
        battle.burden_mut(self.side).owed.clone_from(&self.units);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let units = listed(setup, &self.units);
        by(self.side).say(" ").strong("had to retreat").say(format!(" {units}."))
    }
}

/// A unit retreated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreated {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered.
    pub path: Vec<Place>,
}

impl SectionEvent<State, Scenario> for Retreated {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.piece_mut(self.unit).at = self.path.last().copied();
        let Some(battle) = &mut state.facts.battle else { return };
        battle.retreated.push(self.unit);
        battle.attacker.owed.retain(|owed| *owed != self.unit);
        battle.defender.owed.retain(|owed| *owed != self.unit);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let end = end_of(setup, &self.path);
        Text::new(format!("{} ", setup.name(self.unit))).strong("retreated").say(format!(" to {end}."))
    }
}

/// A hex holds too many units after a retreat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcessOwed {
    /// Which.
    pub hex: Place,
}

impl SectionEvent<State, Scenario> for ExcessOwed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if let Some(battle) = &mut state.facts.battle {
            battle.excess = Some(self.hex);
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let hex = setup.board.called(self.hex);
        Text::new(format!("{hex} held too many units.")).rule(RuleId("CF-RET-9"))
    }
}

/// A hex holds no more than it may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcessDone {}

impl SectionEvent<State, Scenario> for ExcessDone {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if let Some(battle) = &mut state.facts.battle {
            battle.excess = None;
        }
    }
    fn narrate(&self, _: &Scenario) -> Text {
        Text::new("There was room again.")
    }
}
