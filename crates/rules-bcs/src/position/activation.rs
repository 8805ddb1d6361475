//! What a position may say of the formation that is activated.

use kernel::reader::HOUSE_FILE;
use kernel::{Faults, Side};

use super::on_board;
use crate::charts::s8_snafu::arty_points;
use crate::ground::Ground;
use crate::rules::{s6_jumps, s9_objectives, s12_attack, s12_combat, s18_retreat};
use crate::sight::Sight;
use crate::state::{Activation, Battle, Body, HqState, Jumped, Leaves, Phase, Stage, State, Step};
use crate::words::{UnitId, hq_at};

const PATH: &str = "activation";

pub(super) fn judge(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let Some(activation) = &facts.activation else { return };
    let mut unless = |holds: bool, rule: &str, words: &str| {
        faults.unless(holds, PATH, rule, || words.to_owned());
    };
    unless(
        facts.phase == Phase::Activations,
        "BCS-ACT-18",
        "A formation is activated only in All Activations.",
    );
    let Some(body) = state.formation(activation.formation) else {
        return unless(false, HOUSE_FILE, "There is no such formation.");
    };
    unless(facts.go == Some(body.card.side), "BCS-TURN-6", "The other side has the go.");
    unless(
        body.facts.state != HqState::Unused,
        "BCS-ACT-1",
        "The HQs of the activated formation are not Unused.",
    );
    unless(
        activation.second || !activation.rests,
        "BCS-ACT-13",
        "Only a Second Activation is to be a Recovery.",
    );
    steps(state, activation, body, &mut unless);
    asked(state, activation, body, &mut unless);
    if let Some(battle) = &activation.battle {
        attack(state, activation, battle, body, &mut unless);
    }
}

/// What is known at which step.
fn steps(state: &State, activation: &Activation, body: Body<'_>, unless: &mut impl FnMut(bool, &str, &str)) {
    let rolled = matches!(activation.step, Step::Objectives | Step::Activities | Step::Failure);
    unless(activation.level.is_some() || !rolled, "BCS-SNAFU-8", "At this step the SNAFU result is known.");
    let by_hq = activation.obj.iter().filter(|obj| !obj.recon).count();
    let most = activation.level.map_or(0, s9_objectives::by_hq);
    unless(by_hq <= most, "BCS-OBJ-1", "The HQ does not create so many OBJ with this SNAFU result.");
    let boards = activation.obj.iter().all(|obj| on_board(state, obj.at));
    unless(boards, HOUSE_FILE, "An OBJ does not lie on the map.");
    let points = activation.level.map_or(0, |level| arty_points(level, body.facts.arty_points));
    unless(activation.arty_used <= points, "BCS-BAR-5", "The formation has not so many Arty Points.");
    let moving = activation
        .moving
        .is_none_or(|id| state.unit(id).is_some_and(|unit| unit.formation() == Some(activation.formation)));
    let moved = activation.hq_moved.all().all(|n| n < body.card.hqs.len());
    unless(moved, "BCS-GEN-2", "The HQs that have moved are of the formation.");
    unless(moving, "BCS-MOVE-1", "The unit that is moving belongs to the formation.");
}

/// What must be answered before the activation goes on.
fn asked(state: &State, activation: &Activation, body: Body<'_>, unless: &mut impl FnMut(bool, &str, &str)) {
    let asks = activation.owed.is_some()
        || !activation.jumped.is_empty()
        || activation.entered.is_some()
        || activation.battle.is_some();
    unless(
        activation.step == Step::Activities || !asks,
        "BCS-ACT-8",
        "A retreat, a jumped HQ, a Stopping Engagement or an attack is answered in the activities alone.",
    );
    if let Some(owed) = activation.owed {
        let found = s18_retreat::paths(state, &Ground::of(state), owed.unit);
        unless(!found.is_empty(), "BCS-RET-1", "The unit that must retreat has no way.");
    }
    for (n, jumped) in activation.jumped.iter().enumerate() {
        let hq = hq_at(jumped.hq);
        let is_it = |known: &Jumped| (known.formation, hq_at(known.hq)) == (jumped.formation, hq);
        let once = !activation.jumped[..n].iter().any(is_it);
        let foe = state.formation(jumped.formation);
        let foe = foe.filter(|foe| {
            let off = hq < foe.card.hqs.len() && foe.facts.hq.get(hq).is_none();
            foe.card.side != body.card.side && off
        });
        unless(
            once && foe.is_some() && on_board(state, jumped.from),
            "BCS-HQ-5",
            "An HQ that was jumped is one of the enemy, off the map until it has retreated.",
        );
        let way = foe.is_none() || !s6_jumps::refuges(&Sight::of(state), jumped.formation, hq).is_empty();
        unless(way, "BCS-HQ-6", "An HQ that was jumped and has no way leaves the map at once.");
    }
    let rolled = activation.fought.iter().all(|hex| on_board(state, *hex));
    unless(
        rolled && activation.fought.len() <= usize::from(activation.attacks),
        "BCS-FAT-1",
        "Each attack that was rolled was made on a hex of the map, and counts as one.",
    );
    let entered = activation.entered.is_none_or(|id| {
        let unit = state.unit(id).filter(|unit| unit.piece.on_map().is_some());
        unit.is_some_and(|unit| unit.formation() == Some(activation.formation))
    });
    unless(entered, "BCS-ZONE-5", "A unit of the formation has entered the Engagement Zone.");
}

/// The attack that is under way: each stage with what is known there, so that it can go on. [BCS-ATT-1]
fn attack(
    state: &State,
    activation: &Activation,
    battle: &Battle,
    body: Body<'_>,
    unless: &mut impl FnMut(bool, &str, &str),
) {
    let enemy: Side = body.card.side.enemy();
    unless(activation.attacks > 0, "BCS-FAT-1", "An attack that is under way counts as one.");
    unless(on_board(state, battle.target), HOUSE_FILE, "The hex that is attacked does not lie on the map.");
    let defends = |id: UnitId| {
        let unit = state.unit(id).filter(|unit| unit.card.side == enemy);
        unit.is_some_and(|unit| unit.piece.on_map() == Some(battle.target))
    };
    let own = |id: UnitId| state.unit(id).is_some_and(|unit| unit.formation() == Some(body.card.id));
    let committed = [battle.attacker, battle.assist, battle.fire];
    unless(
        committed.into_iter().flatten().all(own),
        "BCS-ATT-3",
        "The Attack unit, the Assist unit and those who support them belong to the formation.",
    );
    unless(
        battle.assist.is_none() || (!battle.shock && battle.assist != battle.attacker),
        "BCS-ATT-3",
        "Another unit assists a Regular Attack.",
    );
    unless(
        battle.fire.is_none() || battle.shock,
        "BCS-BAR-9",
        "An Attack by Fire supports a Shock Attack only.",
    );
    let stands = state.in_hex(battle.target).count();
    let holds = match battle.stage {
        Stage::Defense => battle.defender.is_none() && stands > 0,
        Stage::Units => {
            let leads = s12_attack::leaders(state, body, battle.target, battle.shock).next().is_some();
            battle.defender.is_some_and(defends) && battle.attacker.is_none() && leads
        }
        Stage::Fire => battle.defender.is_some_and(defends) && battle.attacker.is_some(),
        Stage::Losses => battle.steps > 0 && stands > 1,
        Stage::Retreats => battle.leaves != Leaves::Nobody && activation.owed.is_some(),
        Stage::Advance => s12_combat::advancers(state, battle).next().is_some(),
    };
    unless(holds, "BCS-ATT-1", "The attack cannot stand at this stage.");
    let rolled = matches!(battle.stage, Stage::Losses | Stage::Retreats);
    unless(
        !rolled || battle.attacker.is_some(),
        "BCS-ATT-1",
        "An attack that was rolled has its Attack unit.",
    );
}
