//! The facts of a position, checked against the scenario and each other.

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults};

use crate::ground::Ground;
use crate::rules::{s9_objectives, s18_retreat};
use crate::setup::Scenario;
use crate::state::{Command, Facts, Fate, HqState, Phase, Piece, SCHEMA, State, Step};
use crate::words::{Face, Place};

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
    pieces(&state, &mut faults);
    commands(&state, &mut faults);
    whose_go(&state, &mut faults);
    faults.finish(state)
}

fn on_board(state: &State, place: Place) -> bool {
    state.scenario.board.cell(place).is_some()
}

fn pieces(state: &State, faults: &mut Faults) {
    for unit in state.units() {
        let (card, piece) = (unit.card, unit.piece);
        let path = format!("unit.{}", card.id);
        let mut unless = |holds: bool, rule: &str, words: &str| {
            faults.unless(holds, &path, rule, || format!("{}: {words}", card.name));
        };
        unless(
            piece.at.is_some() == (piece.fate == Fate::OnMap),
            HOUSE_FILE,
            "what is on the map has a hex, and nothing else has.",
        );
        unless(piece.at.is_none_or(|at| on_board(state, at)), HOUSE_FILE, "its hex does not lie on the map.");
        unless(
            (piece.lost >= card.steps) == (piece.fate == Fate::Dead),
            "BCS-UNIT-8",
            "it is destroyed exactly when its steps are lost.",
        );
        unless(piece.lost <= card.steps, "BCS-UNIT-8", "it has not so many steps.");
        unless(
            piece.face == Face::Deployed || card.moving.is_some(),
            "BCS-UNIT-7",
            "a unit with one side only is always Deployed.",
        );
        unless(
            !piece.screens || (card.screen && piece.face == Face::Deployed && piece.fate == Fate::OnMap),
            "BCS-SCR-1",
            "it cannot screen.",
        );
        unless(
            piece.fate != Fate::Support || crate::rules::s1_units::can_enter_support(card),
            "BCS-UNIT-9",
            "it cannot enter Support.",
        );
    }
    for (unit, at) in state.on_map() {
        let foe = state.in_hex(at).find(|other| other.card.side != unit.card.side);
        if let Some(foe) = foe {
            faults.unless(false, format_args!("unit.{}", unit.card.id), "BCS-MOVE-7", || {
                format!("{} and {} stand in one hex.", unit.card.name, foe.card.name)
            });
        }
    }
}

fn commands(state: &State, faults: &mut Faults) {
    for body in state.formations() {
        let (card, facts) = (body.card, body.facts);
        let path = format!("formation.{}", card.id);
        let mut unless = |holds: bool, rule: &str, words: &str| {
            faults.unless(holds, &path, rule, || format!("{}: {words}", card.name));
        };
        let trains = facts.trains.on_map().map(|trains| trains.at);
        let hexes =
            facts.hq.into_iter().chain(trains).chain(facts.route.iter().flat_map(|route| route.hexes()));
        let mut hexes = hexes.collect::<Vec<_>>().into_iter();
        unless(hexes.all(|at| on_board(state, at)), HOUSE_FILE, "a hex of it does not lie on the map.");
        unless(facts.blocked <= 2, "BCS-ACT-2", "the MSR Blocked level is 2 at most.");
        unless(
            !facts.prepared || (facts.arty_points > 0 && facts.blocked == 0),
            "BCS-PD-3",
            "Prepared Defense needs an Arty Point and no MSR Blocked marker.",
        );
        let jumped = state.facts.activation.as_ref().and_then(|one| one.jumped) == Some(card.id);
        unless(jumped || facts.hq.is_some() || facts.state == HqState::Done, "BCS-HQ-6", "an HQ off the map is Done.");
    }
}

/// Whose go it is, and which formation is activated.
fn whose_go(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let needs = matches!(facts.phase, Phase::First | Phase::Activations);
    faults.unless(facts.go.is_some() == needs, "go", "BCS-TURN-6", || {
        "In All Activations it is a side's go, and while the first player is chosen; else nobody's.".into()
    });
    for side in kernel::Side::BOTH {
        let closes = matches!(facts.phase, Phase::Replacements | Phase::Assignment);
        faults.unless(closes || !facts.pool[side].closed, "pool", "BCS-TURN-2", || {
            "Only a step of the Pre-Turn Phase is closed.".into()
        });
    }
    faults.unless(!facts.pool.both(|pool| pool.closed), "pool", "BCS-TURN-2", || {
        "When both sides have closed a step the next has begun.".into()
    });
    let Some(activation) = &facts.activation else { return };
    let path = "activation";
    faults.unless(facts.phase == Phase::Activations, path, "BCS-ACT-18", || {
        "A formation is activated only in All Activations.".into()
    });
    let Some(body) = state.formation(activation.formation) else {
        faults.unless(false, path, HOUSE_FILE, || format!("There is no formation {}.", activation.formation));
        return;
    };
    faults
        .unless(facts.go == Some(body.card.side), path, "BCS-TURN-6", || "The other side has the go.".into());
    faults.unless(body.facts.state != HqState::Unused, path, "BCS-ACT-1", || {
        "The HQ of the activated formation is not Unused.".into()
    });
    if let Some(owed) = activation.owed {
        let found = s18_retreat::paths(state, &Ground::of(state), owed.unit);
        faults
            .unless(!found.is_empty(), path, "BCS-RET-1", || "The unit that must retreat has no way.".into());
        faults.unless(activation.step == Step::Activities, path, "BCS-RET-1", || {
            "A retreat is owed only in the activities.".into()
        });
    }
    let rolled = matches!(activation.step, Step::Objectives | Step::Activities | Step::Failure);
    faults.unless(activation.level.is_some() || !rolled, path, "BCS-SNAFU-8", || {
        "At this step the SNAFU result is known.".into()
    });
    let by_hq = activation.obj.iter().filter(|obj| !obj.recon).count();
    let most = activation.level.map_or(0, s9_objectives::by_hq);
    faults.unless(by_hq <= most, path, "BCS-OBJ-1", || {
        format!("The HQ creates {most} OBJ with this SNAFU result.")
    });
    faults.unless(activation.obj.iter().all(|obj| on_board(state, obj.at)), path, HOUSE_FILE, || {
        "An OBJ does not lie on the map.".into()
    });
    let moving = activation
        .moving
        .is_none_or(|unit| state.unit(unit).is_some_and(|unit| unit.formation() == Some(activation.formation)));
    faults.unless(moving, path, "BCS-MOVE-1", || "The unit that is moving belongs to the formation.".into());
}
