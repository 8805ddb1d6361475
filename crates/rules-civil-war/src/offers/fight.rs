//! What there could be from the placing of a battle to its reckoning.

use kernel::Side;

use super::unsaid;
use crate::battle::outcome::open_parts;
use crate::battle::{Battle, Losses, Report, Spot};
use crate::command::Command;
use crate::rules::{s7_ratings, s9_reckoning};
use crate::state::State;
use crate::words::{Flank, UnitId, Use};
use crate::written::Written;

pub(super) fn reveals(battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let battle_id = battle.id;
    for side in sides.iter().copied() {
        let half = &battle.halves[side];
        let hidden = battle.brigades_there(side).filter(|id| !half.shown.contains(id));
        all.extend(hidden.map(|id| Command::Reveal { battle: battle_id, side, units: vec![id] }));
    }
}

pub(super) fn rates(battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    for side in sides.iter().copied() {
        let of = s7_ratings::unrated(battle, side).into_iter();
        all.extend(of.map(|of| Command::Rate { battle: battle.id, side, of: Some(of) }));
        all.push(Command::Rate { battle: battle.id, side, of: None });
    }
}

pub(super) fn day(state: &State, battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let id = battle.id;
    reveals(battle, sides, all);
    rates(battle, sides, all);
    all.push(Command::AdvanceTurn { battle: id });
    for side in sides.iter().copied() {
        for due in &battle.halves[side].due {
            let Some(flank) = due.flank else { continue };
            let measure = state.setup.options.encounter_measure;
            if let Some((brigades, split)) =
                battle.met(side, flank, due.held, measure).and_then(|met| met.least())
            {
                all.push(Command::HoldBack { battle: id, flank, brigades, split });
            }
        }
    }
    all.extend(Flank::ALL.iter().map(|flank| Command::Arrive { battle: id, flank: *flank }));
    let brigades: Vec<UnitId> = sides.iter().flat_map(|side| battle.brigades_there(*side)).collect();
    // Names of brigades clash: whoever rolls for both sides says of which.
    let named = |side: Side| (sides.len() > 1).then_some(side);
    for (side, brigade) in sides.iter().flat_map(|side| battle.brigades_there(*side).map(|one| (*side, one)))
    {
        all.extend(Use::ALL.iter().map(|on| Command::PoltroonRoll {
            battle: id,
            brigade,
            on: *on,
            side: named(side),
        }));
    }
    all.extend(brigades.iter().map(|brigade| Command::ManeuverReroll { battle: id, brigade: *brigade }));
    let seen = sides.iter().flat_map(|side| battle.brigades_seen(side.enemy()));
    all.extend(seen.map(|brigade| Command::ForceReroll { battle: id, brigade }));
    all.push(Command::Concede { battle: id });
    leaves(battle, all);
}

/// What the neutral says of a side: it is driven off, its army leader is gone.
fn leaves(battle: &Battle, all: &mut Vec<Command>) {
    let id = battle.id;
    all.extend(Side::BOTH.map(|side| Command::DriveOff { battle: id, side }));
    let led = Side::BOTH.into_iter().filter(|side| battle.halves[*side].leads.is_some());
    all.extend(led.map(|side| Command::LoseLeader { battle: id, side }));
}

pub(super) fn night(battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let id = battle.id;
    reveals(battle, sides, all);
    for side in sides.iter().copied() {
        let half = &battle.halves[side];
        let here = |unit: &UnitId| half.sketch.iter().find(|spot| spot.unit == *unit).copied();
        let spots: Vec<Spot> = battle.brigades_there(side).filter_map(|unit| here(&unit)).collect();
        all.push(Command::Nightfall { battle: id, spots: Written(spots) });
        let back = |spot: &Spot| Spot { y: crate::words::Inches(spot.y.0 + 4), ..*spot };
        all.extend(
            half.nightfall
                .iter()
                .map(|spot| Command::NightMove { battle: id, spots: Written(vec![back(spot)]) }),
        );
    }
    all.extend([
        Command::Withdraw { battle: id },
        Command::Concede { battle: id },
        Command::Close { battle: id },
    ]);
    leaves(battle, all);
}

pub(super) fn after(state: &State, battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let id = battle.id;
    let points = [(4, 4), (9, 3)].into_iter().chain((5..=20).map(|union| (union, 4)));
    let ends = points.map(|(union, confederate)| Command::EndBattle { battle: id, union, confederate });
    all.extend(unsaid(state, sides, ends).take(2));
    for side in sides.iter().copied() {
        let Some(oob) = &battle.halves[side].oob else { continue };
        for of in [0, 3, 6] {
            let line = |(at, (_, brigade)): (usize, (_, &crate::oob::Brigade))| {
                let stands = battle.stands_on_table(side, brigade.id, brigade.stands());
                let killed = stands.min(of * u16::try_from(at % 3).unwrap_or(0));
                (killed > 0).then(|| Losses { brigade: brigade.id, killed, ..Losses::default() })
            };
            let brigades = oob.brigades().enumerate().filter_map(line).collect();
            all.push(Command::Report {
                battle: id,
                report: Written(Report { brigades, ..Report::default() }),
            });
        }
    }
    all.extend(Side::BOTH.map(|side| Command::EnterChance { battle: id, side, n: 1, of: 3 }));
    all.extend(Side::BOTH.map(|side| Command::DemoralizationRoll { battle: id, side }));
    let parts = Side::BOTH
        .iter()
        .flat_map(|side| open_parts(battle, *side, &state.setup.options).map(|account| (*side, account)));
    all.extend(parts.map(|(side, account)| Command::PartsRoll { battle: id, side, account }));
    let leaders = sides.iter().flat_map(|side| s9_reckoning::checks(battle, *side));
    all.extend(leaders.map(|leader| Command::LeaderLossRoll { battle: id, leader }));
    let sp = sides.iter().flat_map(|side| battle.muster(*side).sp.iter());
    all.extend(sp.map(|sp| Command::PromoteCrack { battle: id, sp: sp.id }));
    all.push(Command::PromoteNobody { battle: id });
    all.push(Command::Close { battle: id });
    all.push(Command::NextStep { battle: Some(id) });
}
