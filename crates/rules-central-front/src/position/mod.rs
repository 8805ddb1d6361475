//! The facts of a position, checked against the scenario and each other.

mod designations;
mod fight;
mod units;

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults};

use crate::offers;
use crate::phase::{Phase, Stage};
use crate::rules::{s9_results, s11_chemical};
use crate::setup::Scenario;
use crate::state::{Facts, Fate, Piece, SCHEMA, State};
use crate::words::{Attack, Place, Side, UnitId};

/// The state with these facts.
///
/// # Errors
/// Every fact that contradicts the scenario or another fact.
pub fn open_position(scenario: Arc<Scenario>, mut facts: Facts) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults::new();
    faults.unless(facts.schema == SCHEMA, "schema", HOUSE_FILE, || format!("The schema is {SCHEMA}."));
    let turns = scenario.turns;
    faults
        .unless((1..=turns).contains(&facts.turn), "turn", HOUSE_FILE, || format!("Turns are 1 to {turns}."));
    for piece in facts.unit.iter().filter(|piece| !scenario.index.contains_key(&piece.id)) {
        faults.unless(false, path(piece.id), HOUSE_FILE, || "The scenario has no such unit.".into());
    }
    // A unit that is missing stands as the scenario begins, so that the rest can be looked at.
    let mut state = State::open(scenario);
    let mut ordered: Vec<Piece> = Vec::new();
    for (card, begins) in state.scenario.units.iter().zip(&state.facts.unit) {
        let mut named = facts.unit.iter().filter(|piece| piece.id == card.id);
        let (piece, once) = (named.next(), named.next().is_none());
        faults.unless(piece.is_some() && once, "unit", HOUSE_FILE, || {
            format!("The unit {} must stand here once.", card.id)
        });
        ordered.push(piece.unwrap_or(begins).clone());
    }
    facts.unit = ordered;
    state.facts = facts;
    units::check(&state, &mut faults);
    sky(&state, &mut faults);
    chemicals(&state, &mut faults);
    ground(&state, &mut faults);
    fought(&state, &mut faults);
    designations::check(&state, &mut faults);
    if let Some(battle) = &state.facts.battle {
        fight::check(&state, battle, &mut faults);
    }
    if faults.is_empty() {
        faults.unless(offers::can_be_answered(&state), "battle", "CF-SEQ-9", || {
            "The fight waits for a choice, and the side that owes it has none.".into()
        });
    }
    faults.finish(state)
}

fn path(id: UnitId) -> String {
    format!("unit.{id}")
}

/// Fog, superiority, strikes, and what is over.
fn sky(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let air = facts.superior.is_none() || !facts.fog;
    faults.unless(air, "superior", "CF-AIR-2", || "Nobody has the air in fog.".into());
    let most = facts.superior.map_or(0, |side| state.scenario.strikes[side].count);
    faults.unless(facts.strikes <= most, "strikes", "CF-AIR-4", || {
        format!("There are {most} strikes at most.")
    });
    let once = facts.passed.iter().enumerate().all(|(at, side)| !facts.passed[..at].contains(side));
    faults.unless(once, "passed", HOUSE_FILE, || "A side passes a turn once.".into());
    let begun = facts.phase.side().is_some();
    faults.unless(begun || facts.passed.is_empty(), "passed", "CF-SEQ-9", || {
        "A turn is passed in the phases of the sides.".into()
    });
    if facts.phase == Phase::Over {
        let quiet = facts.battle.is_none() && facts.designation.is_empty();
        faults.unless(quiet, "phase", HOUSE_FILE, || "Nothing is open when play is over.".into());
        faults.unless(facts.turn >= state.scenario.turns, "turn", "CF-SEQ-1", || {
            "Play is over after the last turn, not before.".into()
        });
    }
}

/// [CF-CHM-3] The first use of chemicals lies in a phase of the Warsaw Pact that has come.
fn chemicals(state: &State, faults: &mut Faults) {
    let Some(used) = state.facts.first_use else { return };
    let first = "first_use";
    faults.unless(state.scenario.options.chemical, first, "CF-CHM-1", || {
        "Chemicals are not used in this scenario.".into()
    });
    let fights = matches!(used.phase.stage(), Stage::Move | Stage::Combat);
    faults.unless(fights && used.phase.side() == Some(Side::Wp), first, "CF-CHM-3", || {
        "The Warsaw Pact declares chemicals first, in a movement or combat phase of its own.".into()
    });
    let now = s11_chemical::now(state);
    let has_come = used.turn > 0 && (used.turn, used.phase) <= (now.turn, now.phase);
    faults.unless(has_come, first, "CF-CHM-3", || {
        format!("{} of turn {} has not come yet.", used.phase.prose(), used.turn)
    });
}

/// What is remembered of hexes: who controls them, and which were attacked.
fn ground(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    for (at, held) in facts.control.iter().enumerate() {
        let path = format!("control.{at}");
        let counts = state.scenario.victory.objectives.iter().any(|hex| hex.at == held.hex);
        faults.unless(counts, &path, "CF-VIC-3", || format!("The hex {} counts for nobody.", held.hex));
        let once = facts.control[..at].iter().all(|other| other.hex != held.hex);
        faults.unless(once, &path, HOUSE_FILE, || format!("The hex {} stands twice.", held.hex));
    }
    let combat = facts.phase.stage() == Stage::Combat;
    faults.unless(combat || facts.attacked.is_empty(), "attacked", "CF-SEQ-5", || {
        "Hexes attacked are remembered in combat phases only.".into()
    });
    for (at, hex) in facts.attacked.iter().enumerate() {
        let path = format!("attacked.{at}");
        faults.unless(on_map(state, *hex), &path, HOUSE_FILE, || format!("The map has no hex {hex}."));
        let once = !facts.attacked[..at].contains(hex);
        faults.unless(once, &path, "CF-SEQ-5", || format!("The hex {hex} was attacked twice."));
        let closed = state.designation(*hex).is_none();
        faults.unless(closed, &path, "CF-SEQ-5", || {
            format!("The hex {hex} was attacked, and an attack on it is designated again.")
        });
    }
    faults.unless(combat || !facts.prepared_begun, "prepared_begun", "CF-SEQ-3", || {
        "Prepared attacks are fought in combat phases only.".into()
    });
    let hasty = facts.designation.iter().any(|designation| designation.attack == Attack::Hasty);
    faults.unless(!(facts.prepared_begun && hasty), "prepared_begun", "CF-SEQ-3", || {
        "No Hasty attack is open any more when a Prepared one has begun.".into()
    });
}

/// What is remembered of fights: each could have been fought in this phase, and the table gives its result.
fn fought(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    for (at, one) in facts.fought.iter().enumerate() {
        let (path, hex) = (format!("fought.{at}"), one.target);
        let here = match one.attack {
            Attack::March => facts.phase.stage() == Stage::Move && !one.bombard,
            Attack::Hasty | Attack::Prepared => facts.attacked.contains(&hex),
        };
        faults.unless(on_map(state, hex) && here, &path, "CF-SEQ-2", || {
            format!("No such attack on {hex} was fought in this phase.")
        });
        let begun = one.attack != Attack::Prepared || facts.prepared_begun;
        faults
            .unless(begun, &path, "CF-SEQ-3", || "A Prepared attack was fought, and none has begun.".into());
        let once = one.attack == Attack::March || facts.fought[..at].iter().all(|other| other.target != hex);
        faults.unless(once, &path, "CF-SEQ-5", || format!("The hex {hex} was fought for twice."));
        let smoke = state.scenario.options.smoke && one.attack == Attack::March;
        faults.unless(smoke || !one.smoke, &path, "CF-SMK-1", || {
            "Smoke is thrown for in a March attack, where the scenario has it.".into()
        });
        let chemical = state.scenario.options.chemical && facts.first_use.is_some();
        faults.unless(chemical || !one.chemical, &path, "CF-CHM-1", || {
            "Chemicals are thrown for where the scenario has them, after their first use.".into()
        });
        let gone = |id: &UnitId| state.unit(*id).is_some_and(|unit| unit.piece.fate == Fate::Lost);
        let worn = |id: &UnitId| state.unit(*id).is_some_and(|unit| unit.piece.lost > 0);
        let paid = one.eliminated.iter().all(gone) && one.worn.iter().all(worn);
        faults.unless(paid, &path, "CF-SUP-13", || {
            "Who was eliminated in a fight is gone, and who lost steps in it has lost some.".into()
        });
        let column = state.scenario.table.columns.iter().find(|column| column.label == one.column);
        let rows = column.map(|column| column.chart.rows()).unwrap_or_default();
        let gives = |result| s9_results::counted(one.bombard, result) == (one.attacker, one.defender);
        faults.unless(rows.iter().any(|row| gives(row.result)), &path, "CF-CRT-4", || {
            format!("The table has no such result in a column {}.", one.column)
        });
    }
}

fn on_map(state: &State, hex: Place) -> bool {
    state.scenario.board.cell(hex).is_some()
}

/// The place in a list of everybody who stands in it before.
fn repeated(units: &[UnitId]) -> Option<UnitId> {
    units.iter().enumerate().find(|(at, unit)| units[..*at].contains(unit)).map(|(_, unit)| *unit)
}
