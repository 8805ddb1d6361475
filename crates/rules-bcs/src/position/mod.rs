//! The facts of a position, checked against the scenario and each other.

mod activation;
mod units;

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults};

use crate::setup::Scenario;
use crate::state::{Command, Facts, HqState, Phase, Piece, SCHEMA, State, Step};
use crate::words::Place;

/// The state with these facts.
///
/// # Errors
/// Every fact that contradicts the scenario or another fact.
pub fn open_position(scenario: Arc<Scenario>, mut facts: Facts) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults::new();
    faults.unless(facts.schema == SCHEMA, "schema", HOUSE_FILE, || format!("The schema is {SCHEMA}."));
    faults.within(1..=scenario.turns, facts.turn, "turn", "Turns");
    for piece in facts.unit.iter().filter(|piece| !scenario.index.contains_key(&piece.id)) {
        faults.unless(false, "unit", HOUSE_FILE, || format!("The scenario has no unit {}.", piece.id));
    }
    for command in facts.formation.iter().filter(|one| scenario.formation(one.id).is_none()) {
        faults.unless(false, "formation", HOUSE_FILE, || {
            format!("The scenario has no formation {}.", command.id)
        });
    }
    // What is missing stands as the scenario begins, so that the rest can be looked at.
    let mut state = State::open(scenario);
    let mut units: Vec<Piece> = Vec::new();
    for begins in &state.facts.unit {
        let mut named = facts.unit.iter().filter(|piece| piece.id == begins.id);
        let (piece, once) = (named.next(), named.next().is_none());
        faults.unless(piece.is_some() && once, "unit", HOUSE_FILE, || {
            format!("The unit {} must stand here once.", begins.id)
        });
        units.push(piece.unwrap_or(begins).clone());
    }
    let mut formations: Vec<Command> = Vec::new();
    for begins in &state.facts.formation {
        let mut named = facts.formation.iter().filter(|one| one.id == begins.id);
        let (one, once) = (named.next(), named.next().is_none());
        faults.unless(one.is_some() && once, "formation", HOUSE_FILE, || {
            format!("The formation {} must stand here once.", begins.id)
        });
        formations.push(one.unwrap_or(begins).clone());
    }
    (facts.unit, facts.formation) = (units, formations);
    state.facts = facts;
    units::pieces(&state, &mut faults);
    commands(&state, &mut faults);
    markers(&state, &mut faults);
    whose_go(&state, &mut faults);
    activation::judge(&state, &mut faults);
    faults.finish(state)
}

fn on_board(state: &State, place: Place) -> bool {
    state.scenario.board.cell(place).is_some()
}

fn commands(state: &State, faults: &mut Faults) {
    for body in state.formations() {
        let (card, facts) = (body.card, body.facts);
        let path = format!("formation.{}", card.id);
        let mut unless = |holds: bool, rule: &str, words: &str| {
            faults.unless(holds, &path, rule, || format!("{}: {words}", card.name));
        };
        let trains = facts.trains.on_map().map(|trains| trains.at);
        let hexes = facts.hq.hexes().chain(trains).chain(facts.route.iter().flat_map(|route| route.hexes()));
        let mut hexes = hexes.collect::<Vec<_>>().into_iter();
        unless(hexes.all(|at| on_board(state, at)), HOUSE_FILE, "a hex of it does not lie on the map.");
        let order = facts.order.as_ref();
        let route = order.is_none_or(|order| order.hexes().all(|at| on_board(state, at)));
        unless(
            route && (order.is_none() || state.scenario.switches.orders),
            "BCS-TURN-10",
            "it has an order only where orders are played, over hexes of the map.",
        );
        unless(facts.blocked <= 2, "BCS-ACT-2", "the MSR Blocked level is 2 at most.");
        unless(
            !facts.prepared || (facts.arty_points > 0 && facts.blocked == 0),
            "BCS-PD-3",
            "Prepared Defense needs an Arty Point and no MSR Blocked marker.",
        );
        let mut jumped = state.facts.activation.iter().flat_map(|one| &one.jumped);
        let jumped = jumped.any(|one| one.formation == card.id);
        unless(
            jumped || facts.hq.first().is_some() || facts.state == HqState::Done,
            "BCS-HQ-6",
            "without an HQ on the map it is Done.",
        );
        unless(
            facts.hq.count() == card.hqs.len(),
            "BCS-GEN-2",
            "it has as many HQs as in the scenario: a hex for one, a list for several, with \"off-map\" for each off the map.",
        );
    }
}

/// Markers, points in the pools, hexes that are kept track of.
fn markers(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let active = facts.activation.as_ref().is_some_and(|one| one.step == Step::Activities);
    faults.unless(active || facts.traffic.is_empty(), "traffic", "BCS-STOP-8", || {
        "Traffic markers lie on the map in the activities alone.".into()
    });
    for (n, hex) in facts.traffic.iter().enumerate() {
        let once = on_board(state, *hex) && !facts.traffic[..n].contains(hex);
        faults.unless(once, "traffic", "BCS-STOP-8", || {
            format!("Hex {hex}: a hex of the map has one Traffic marker.")
        });
    }
    for (n, held) in facts.control.iter().enumerate() {
        let counts = state.scenario.victory.objectives.iter().any(|hex| hex.at == held.hex);
        let urban = state.scenario.board.ground(held.hex).is_some_and(|ground| ground.urban);
        faults.unless(counts || urban, "control", "BCS-VIC-2", || {
            format!("Hex {} is neither urban nor does it count.", held.hex)
        });
        let once = facts.control[..n].iter().all(|known| known.hex != held.hex);
        faults.unless(once, "control", "BCS-URB-1", || format!("Hex {} is controlled twice.", held.hex));
    }
    let chart = state.scenario.weather.as_ref();
    let rolled = facts.weather.is_none_or(|weather| {
        chart.is_some_and(|chart| chart.rows().iter().any(|row| row.result == weather))
    });
    faults.unless(rolled, "weather", "BCS-TURN-11", || "The scenario has no such weather.".into());
    for (n, ruled) in facts.ruled_mixed.iter().enumerate() {
        let side = |id| state.formation(id).map(|body| body.card.side);
        let friends =
            ruled.one != ruled.other && side(ruled.one).is_some() && side(ruled.one) == side(ruled.other);
        let same = |known: &crate::state::RuledMixed| {
            [known.one, known.other].iter().all(|id| [ruled.one, ruled.other].contains(id))
        };
        let once = !facts.ruled_mixed[..n].iter().any(same);
        faults.unless(friends && once, "ruled_mixed", "BCS-SNAFU-7", || {
            "Two formations of a side are ruled mixed or not, once.".into()
        });
    }
    let orders = state.scenario.switches.orders;
    let ordered = facts.past.iter().all(|past| {
        past.turn < facts.turn + u8::from(facts.phase == Phase::Over)
            && state.scenario.formation(past.formation).is_some()
            && past.order.hexes().all(|at| on_board(state, at))
    });
    faults.unless(facts.past.is_empty() || (orders && ordered), "past", "BCS-TURN-10", || {
        "Orders are of formations and of turns that are over, and only where orders are played.".into()
    });
    for side in kernel::Side::BOTH {
        faults.unless(facts.pool[side].released <= facts.arty[side], "pool", "BCS-TURN-4", || {
            "An Arty Point that was unassigned in this turn is unassigned still.".into()
        });
    }
}

/// Whose go it is.
fn whose_go(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let needs = matches!(facts.phase, Phase::First | Phase::Activations);
    faults.unless(facts.go.is_some() == needs, "go", "BCS-TURN-6", || {
        "In All Activations it is a side's go, and while the first player is chosen; else nobody's.".into()
    });
    for side in kernel::Side::BOTH {
        let closes = matches!(facts.phase, Phase::Replacements | Phase::Assignment | Phase::Orders);
        faults.unless(closes || !facts.pool[side].closed, "pool", "BCS-TURN-2", || {
            "Only a step of the Pre-Turn Phase is closed.".into()
        });
    }
    faults.unless(!facts.pool.both(|pool| pool.closed), "pool", "BCS-TURN-2", || {
        "When both sides have closed a step the next has begun.".into()
    });
}
