//! Which positions come to the same for all that is still to come: what no later order, nor the purpose of the last one, can
//! read is left out of their comparison.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Part;
use crate::command::Command;
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{CoverOrder, Fate, Piece, State};
use crate::words::{Attack, Place, Side, UnitId};

/// What holds for the whole of a plan.
#[derive(Clone, Copy)]
pub(super) struct Plan<'o> {
    pub scenario: &'o Scenario,
    pub side: Side,
    pub cover: CoverOrder,
    /// The hex whose clearing is the purpose.
    pub purpose: Option<Place>,
    /// Whether hexes of retreat are added up.
    pub retreats: bool,
}

/// What is still to come after an order, and what it can read.
pub(super) struct Rest<'o> {
    pub plan: Plan<'o>,
    parts: &'o [Part<'o>],
    /// Whom orders name, and which hexes.
    units: BTreeSet<UnitId>,
    hexes: BTreeSet<Place>,
    /// Hexes that orders attack.
    targets: BTreeSet<Place>,
    /// Whether all of it can fall in one combat phase alone, each order in that phase or never.
    in_one_phase: bool,
    strikes: bool,
}

impl<'o> Rest<'o> {
    pub(super) fn new(plan: Plan<'o>, parts: &'o [Part<'o>]) -> Self {
        let Plan { scenario, purpose, .. } = plan;
        let (mut units, mut hexes, mut targets) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut in_one_phase, mut strikes) = (!scenario.table.refuses_any(), false);
        for part in parts {
            let target = match part {
                Part::Fight(target) => {
                    hexes.insert(*target);
                    Some(*target)
                }
                Part::Order(order) => {
                    let written = serde_json::to_value(order).unwrap_or_default();
                    names(scenario, &written, &mut units, &mut hexes);
                    // Chemicals that are forbidden in this phase may be allowed in the next one.
                    in_one_phase &= match order {
                        Command::Attack { .. } => true,
                        Command::Strike { chemical, .. } => !chemical,
                        _ => false,
                    };
                    strikes |= matches!(order, Command::Strike { .. });
                    super::target_of(order)
                }
            };
            // What is attacked in this phase already may be attacked in the next one.
            in_one_phase &= target.is_some_and(|target| targets.insert(target));
        }
        hexes.extend(purpose);
        Self { plan, parts, units, hexes, targets, in_one_phase, strikes }
    }

    /// Whether an order that is refused in a position can be given in no later phase of the turn either.
    pub(super) fn falls_now(&self, state: &State) -> bool {
        let facts = &state.facts;
        let combat = facts.phase.stage() == Stage::Combat && facts.phase.side() == Some(self.plan.side);
        let prepared =
            facts.prepared_begun || facts.designation.iter().any(|one| one.attack == Attack::Prepared);
        let designated = |target: Place| {
            let strikes_it = |part: &Part<'_>| matches!(part, Part::Order(Command::Strike { target: hex, .. }) if *hex == target);
            self.parts.iter().any(strikes_it)
        };
        combat
            && self.in_one_phase
            && !(self.strikes && prepared)
            && !self.targets.iter().any(|target| facts.attacked.contains(target))
            && !facts.designation.iter().any(|one| designated(one.target))
    }

    /// The same for positions that come to the same.
    pub(super) fn same(&self, state: &State) -> String {
        if self.parts.is_empty() && state.facts.battle.is_none() {
            return if self.is_cleared(state) { "cleared".into() } else { String::new() };
        }
        let mut facts = state.facts.clone();
        // Reports and control of hexes are read by no fight.
        facts.fought.clear();
        facts.control.clear();
        let now = self.falls_now(state) || self.parts.is_empty();
        let near = self.near(state);
        for (piece, card) in facts.unit.iter_mut().zip(&state.scenario.units) {
            let covers = || {
                let reach = u32::from(card.range);
                let reaches = |at: Place| {
                    self.targets.iter().any(|target| state.scenario.board.distance(at, *target) <= reach)
                };
                self.plan.cover == CoverOrder::WhenItHelps
                    && card.side != self.plan.side
                    && card.kind.is_support()
                    && piece.at.is_some_and(reaches)
            };
            if near.whole.contains(&piece.id) || covers() {
                continue;
            }
            match piece.at.filter(|at| !now || near.reads(state, *at)) {
                // Units that take no part are in the way, and have zones or none.
                Some(_) => {
                    piece.ap = if piece.is_effective() { 0 } else { 5 };
                    piece.acted &= !now;
                }
                // Nothing is read of it any more.
                None if now => *piece = Piece::fresh(piece.id, None, Fate::Lost),
                None => {}
            }
        }
        serde_json::to_string(&facts).expect("facts are written into position files")
    }

    /// Whether nobody of the enemy stands in the hex of the last order.
    pub(super) fn is_cleared(&self, state: &State) -> bool {
        self.plan.purpose.is_none_or(|hex| state.of_side_in(self.plan.side.enemy(), hex).next().is_none())
    }

    /// The neighbourhood of everything that is still to be fought.
    fn near(&self, state: &State) -> Near {
        let (mut units, mut hexes) = (self.units.clone(), self.hexes.clone());
        for one in &state.facts.designation {
            hexes.insert(one.target);
            units.extend(&one.units);
        }
        if let Some(battle) = &state.facts.battle {
            let written = serde_json::to_value(battle).unwrap_or_default();
            names(&state.scenario, &written, &mut units, &mut hexes);
        }
        hexes.extend(units.iter().filter_map(|id| state.unit(*id)?.piece.at));
        let there = |hex: &Place| state.in_hex(*hex).map(|unit| unit.id()).collect::<Vec<_>>();
        let whole = units.iter().copied().chain(hexes.iter().flat_map(there)).collect();
        let table = &state.scenario.table;
        let rows = table.columns.iter().flat_map(|column| column.chart.rows());
        let retreats = rows.flat_map(|row| [row.result.attacker.retreat, row.result.defender.retreat]);
        // A retreat may go one hex further, and reads the zones beside its hexes.
        let reach = retreats.max().map_or(0, u32::from) + 2;
        Near { whole, hexes, reach }
    }
}

struct Near {
    /// Units of which everything may count.
    whole: BTreeSet<UnitId>,
    /// Hexes in which there is a fight to come, or from which it is made.
    hexes: BTreeSet<Place>,
    /// How far from there hexes are looked at.
    reach: u32,
}

impl Near {
    fn reads(&self, state: &State, at: Place) -> bool {
        self.hexes.iter().any(|hex| state.scenario.board.distance(at, *hex) <= self.reach)
    }
}

/// Every unit and hex that something written names.
fn names(scenario: &Scenario, written: &Value, units: &mut BTreeSet<UnitId>, hexes: &mut BTreeSet<Place>) {
    match written {
        Value::String(text) => {
            units.extend(text.parse().ok().filter(|id: &UnitId| scenario.index.contains_key(id)));
            hexes.extend(text.parse::<Place>().ok());
        }
        Value::Array(several) => several.iter().for_each(|one| names(scenario, one, units, hexes)),
        Value::Object(fields) => fields.values().for_each(|one| names(scenario, one, units, hexes)),
        _ => {}
    }
}
