//! The facts of a position, checked against the scenario and each other.

use std::sync::Arc;

use kernel::{Diagnostic, Id};

use crate::offers;
use crate::phase::{Phase, Stage};
use crate::rules::s3_stacking;
use crate::setup::Scenario;
use crate::state::{Facts, Fate, Piece, SCHEMA, State};
use crate::words::{Attack, Kind, Side};

/// The state with these facts.
///
/// # Errors
/// Every fact that contradicts the scenario or another fact.
pub fn open_position(scenario: Arc<Scenario>, mut facts: Facts) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults(Vec::new());
    faults.unless(facts.schema == SCHEMA, "schema", || format!("The schema is {SCHEMA}."));
    let turns = scenario.turns;
    faults.unless((1..=turns).contains(&facts.turn), "turn", || format!("Turns are 1 to {turns}."));
    let (mut ordered, mut whole): (Vec<Piece>, bool) = (Vec::new(), true);
    for card in &scenario.units {
        match facts.unit.iter().filter(|piece| piece.id == card.id).collect::<Vec<_>>()[..] {
            [piece] => ordered.push(piece.clone()),
            _ => {
                whole = false;
                faults.unless(false, "unit", || format!("The unit {} must stand here once.", card.id));
            }
        }
    }
    for piece in facts.unit.iter().filter(|piece| !scenario.index.contains_key(&piece.id)) {
        faults.unless(false, &path(piece.id), || "The scenario has no such unit.".into());
    }
    if !whole {
        return Err(faults.0);
    }
    facts.unit = ordered;
    let state = State { scenario, facts };
    units(&state, &mut faults);
    stacks(&state, &mut faults);
    sky(&state, &mut faults);
    named(&state, &mut faults);
    if faults.0.is_empty() {
        faults.unless(offers::can_be_answered(&state), "battle", || {
            "The fight waits for a choice, and the side that owes it has none.".into()
        });
    }
    if faults.0.is_empty() { Ok(state) } else { Err(faults.0) }
}

fn path(id: Id) -> String {
    format!("unit.{id}")
}

fn units(state: &State, faults: &mut Faults) {
    for unit in state.units() {
        let (card, piece, at) = (unit.card, unit.piece, path(unit.id()));
        let placed = piece.at.is_some_and(|at| state.scenario.board.cell(at).is_some());
        let fits = (piece.fate == Fate::OnMap) == piece.at.is_some() && (piece.at.is_none() || placed);
        faults.unless(fits, &at, || "A unit on the map has a hex of the map, any other has none.".into());
        let steps = match piece.fate {
            Fate::Lost => piece.lost == card.steps,
            _ => piece.lost < card.steps,
        };
        faults.unless(steps, &at, || format!("It has {} steps, and all are lost when it is.", card.steps));
        faults.unless(piece.ap <= 6, &at, || "Action points are 0 to 6.".into());
        faults.unless(piece.mp <= card.allowance, &at, || {
            "It has more movement points than its allowance.".into()
        });
        let hex = piece.at.and_then(|at| state.scenario.board.terrain(at));
        let ground = card.kind == Kind::Helicopter || hex.is_none_or(|hex| hex.cost.is_some());
        faults.unless(ground, &at, || "No ground unit can stand in this hex.".into());
    }
}

fn stacks(state: &State, faults: &mut Faults) {
    let between = state.facts.battle.is_none();
    for unit in state.on_map() {
        let Some(hex) = unit.piece.at else { continue };
        let side = unit.card.side;
        let first = state.of_side_in(side, hex).next().is_some_and(|first| first.id() == unit.id());
        let alone = state.of_side_in(side.enemy(), hex).next().is_none();
        faults.unless(alone || !first, &path(unit.id()), || format!("Both sides stand in {hex}."));
        let over = between && first && s3_stacking::is_over(state, side, hex);
        faults.unless(!over, &path(unit.id()), || format!("Too many units of {side} stand in {hex}."));
    }
}

fn sky(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let air = facts.superior.is_none() || !facts.fog;
    faults.unless(air, "superior", || "Nobody has the air in fog.".into());
    let most = facts.superior.map_or(0, |side| state.scenario.strikes[side.index()].count);
    faults.unless(facts.strikes <= most, "strikes", || format!("There are {most} strikes at most."));
    if facts.phase == Phase::Over {
        let quiet = facts.battle.is_none() && facts.designation.is_empty();
        faults.unless(quiet, "phase", || "Nothing is open when play is over.".into());
    }
}

/// Every unit that a designation, a fight or a memory names, of the right side.
fn named(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let of = |id: &Id, side: Side| state.unit(*id).is_some_and(|unit| unit.card.side == side);
    let stage = facts.phase.stage();
    let open = matches!(stage, Stage::Move | Stage::Combat);
    faults.unless(open || facts.designation.is_empty(), "designation", || {
        "Attacks are designated in movement and fought in combat phases.".into()
    });
    for designation in &facts.designation {
        let own = facts.phase.side().is_some_and(|side| designation.units.iter().all(|id| of(id, side)));
        faults.unless(own && !designation.units.is_empty(), "designation", || {
            format!("The attack on {} is made by units of the side whose phase it is.", designation.target)
        });
        let on_map = state.scenario.board.cell(designation.target).is_some();
        faults.unless(on_map && designation.attack != Attack::March, "designation", || {
            format!("The attack on {} is Hasty or Prepared, on a hex of the map.", designation.target)
        });
        let once = facts.designation.iter().filter(|other| other.target == designation.target).count() == 1;
        faults.unless(once, "designation", || format!("The hex {} stands twice.", designation.target));
    }
    for unit in state.units() {
        let known = unit.piece.engaged.iter().all(|id| of(id, unit.card.side.enemy()));
        faults.unless(known, &path(unit.id()), || "It can be held by enemies only.".into());
    }
    let Some(battle) = &facts.battle else { return };
    let side = battle.side;
    let attackers =
        battle.units.iter().chain(&battle.support).chain(&battle.smoke).chain(&battle.attacker.units);
    let attackers = attackers.chain(&battle.attacker.owed).chain(&battle.advanced);
    let defenders = battle.cover.iter().chain(&battle.chosen).chain(&battle.defender.units);
    let mut defenders = defenders.chain(&battle.defender.owed);
    let known = attackers.into_iter().all(|id| of(id, side)) && defenders.all(|id| of(id, side.enemy()));
    let on_map = state.scenario.board.cell(battle.target).is_some();
    let time = facts.phase.side() == Some(side) && open;
    faults.unless(known && on_map && time, "battle", || {
        "A fight is on the map, in a phase of its attacker, between units of both sides.".into()
    });
    let kind = (battle.attack == Attack::March) == (stage == Stage::Move);
    faults.unless(kind, "battle", || {
        "A March attack is fought in a movement phase, any other in a combat phase.".into()
    });
    // Nobody supports the defense, retreats or advances, and one unit alone loses steps. [CF-BOM-4] [CF-BOM-5]
    faults.unless(!battle.bombard, "battle", || "A bombardment leaves nobody anything to choose.".into());
}

struct Faults(Vec<Diagnostic>);

impl Faults {
    fn unless(&mut self, holds: bool, path: &str, sentence: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Diagnostic {
                file: kernel::facts::POSITION.into(),
                place: None,
                path: path.into(),
                rule: kernel::reader::HOUSE_FILE.into(),
                sentence: sentence(),
            });
        }
    }
}
