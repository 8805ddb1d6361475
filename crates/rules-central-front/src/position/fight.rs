//! The fight of a position that is not over.

use kernel::Faults;
use kernel::reader::HOUSE_FILE;

use super::{on_map, repeated};
use crate::phase::Stage;
use crate::rules::{s3_stacking, s7_attacks, s8_support};
use crate::state::{Battle, Burden, Fate, State, Step, Unit};
use crate::words::{Attack, Kind, Side, UnitId};

pub(super) fn check(state: &State, battle: &Battle, faults: &mut Faults) {
    let (facts, side) = (&state.facts, battle.side);
    let stage = facts.phase.stage();
    let time = facts.phase.side() == Some(side) && matches!(stage, Stage::Move | Stage::Combat);
    faults.unless(named(state, battle) && on_map(state, battle.target) && time, "battle", "CF-SEQ-8", || {
        "A fight is on the map, in a phase of its attacker, between units of both sides.".into()
    });
    let march = battle.attack == Attack::March;
    faults.unless(march == (stage == Stage::Move), "battle.attack", "CF-SEQ-2", || {
        "A March attack is fought in a movement phase, any other in a combat phase.".into()
    });
    // Nobody supports the defense, retreats or advances, and one unit alone loses steps. [CF-BOM-4] [CF-BOM-5]
    faults.unless(!battle.bombard && battle.chosen.is_none(), "battle", "CF-BOM-5", || {
        "A bombardment leaves nobody anything to choose.".into()
    });
    let recorded = march || (stage != Stage::Combat) || facts.attacked.contains(&battle.target);
    faults.unless(recorded, "battle.target", "CF-SEQ-5", || {
        format!("The hex {} is being attacked and does not stand among those attacked.", battle.target)
    });
    let order = march || facts.prepared_begun == (battle.attack == Attack::Prepared);
    faults.unless(order, "battle.attack", "CF-SEQ-3", || {
        "A Prepared attack is fought when Prepared ones have begun, a Hasty one before that.".into()
    });
    let chemical = state.scenario.options.chemical && side == Side::Wp && facts.first_use.is_some();
    faults.unless(!battle.chemical || chemical, "battle.chemical", "CF-CHM-1", || {
        "The Warsaw Pact uses chemicals, where the scenario has them, and its first use is remembered.".into()
    });
    attackers(state, battle, faults);
    supporters(state, battle, faults);
    steps(state, battle, faults);
}

/// Whether everybody who is named is of the right side.
fn named(state: &State, battle: &Battle) -> bool {
    let of = |id: &UnitId, side: Side| state.unit(*id).is_some_and(|unit| unit.card.side == side);
    let ours = battle.units.iter().chain(&battle.support).chain(&battle.smoke).chain(&battle.attacker.units);
    let mut ours = ours.chain(&battle.attacker.owed).chain(&battle.advanced);
    let theirs = battle.cover.iter().chain(&battle.chosen).chain(&battle.defender.units);
    let mut theirs = theirs.chain(&battle.defender.owed);
    let known = battle.retreated.iter().all(|id| state.unit(*id).is_some());
    known && ours.all(|id| of(id, battle.side)) && theirs.all(|id| of(id, battle.side.enemy()))
}

fn alive<'s>(state: &'s State, units: &'s [UnitId]) -> impl Iterator<Item = Unit<'s>> {
    units.iter().filter_map(|id| state.unit(*id)).filter(|unit| unit.piece.fate == Fate::OnMap)
}

/// Who attacks, and from where.
fn attackers(state: &State, battle: &Battle, faults: &mut Faults) {
    let once = !battle.units.is_empty() && repeated(&battle.units).is_none();
    faults.unless(once, "battle.units", "CF-ATK-1", || {
        "An attack is made by somebody, and by nobody twice.".into()
    });
    let march = battle.attack == Attack::March;
    let fit = |unit: Unit<'_>| {
        unit.card.kind.is_maneuver() || (march && unit.card.kind != Kind::Garrison) || battle.bombard
    };
    let fits = battle.units.iter().filter_map(|id| state.unit(*id)).all(fit);
    faults.unless(fits, "battle.units", "CF-BOM-1", || {
        "Maneuver units make a Hasty or Prepared attack.".into()
    });
    let free = battle.units.iter().all(|id| state.designation_of(*id).is_none());
    faults.unless(free, "battle.units", "CF-MOV-4", || "Who attacks has no other attack to make.".into());
    let near = battle.from.iter().all(|from| s7_attacks::adjoins(state, *from, battle.target));
    faults.unless(near && !battle.from.is_empty(), "battle.from", "CF-MOV-6", || {
        "An attack comes from hexes adjacent to its target.".into()
    });
    let one = battle.attack == Attack::Prepared || battle.from.len() <= 1;
    faults
        .unless(one, "battle.from", "CF-ATK-5", || "Only a Prepared attack comes from several hexes.".into());
    let gone = |id: UnitId| battle.retreated.contains(&id) || battle.advanced.contains(&id);
    let mut still = alive(state, &battle.units).filter(|unit| !gone(unit.id()));
    let there = still.all(|unit| unit.piece.at.is_some_and(|at| battle.from.contains(&at)));
    faults.unless(there, "battle.from", "CF-ATK-7", || {
        "Who attacks stands in a hex from which the attack comes until he retreats or advances.".into()
    });
}

/// Who supports both sides.
fn supporters(state: &State, battle: &Battle, faults: &mut Faults) {
    let facts = &state.facts;
    let guns = |units: &[UnitId]| {
        units.iter().filter_map(|id| state.unit(*id)).all(|unit| unit.card.kind.is_support())
    };
    for (units, path) in [(&battle.support, "battle.support"), (&battle.cover, "battle.cover")] {
        let once = repeated(units).is_none() && guns(units);
        faults.unless(once, path, "CF-SUP-1", || "Support units support, each once.".into());
        let fired = units.iter().filter_map(|id| state.unit(*id)).all(|unit| unit.piece.fired);
        faults.unless(fired, path, "CF-SUP-2", || "Who supports has fired in this phase.".into());
    }
    faults.check("battle.support", |why| s8_support::within_limits(state, battle, why));
    faults.check("battle.cover", |why| s8_support::within_cover(state, &battle.cover, why));
    for (flown, side, path) in [
        (battle.strike, battle.side, "battle.strike"),
        (battle.cover_strike, battle.side.enemy(), "battle.cover_strike"),
    ] {
        let most = state.scenario.strikes[side].count;
        let has_air = facts.superior == Some(side) && facts.strikes < most;
        faults.unless(!flown || has_air, path, "CF-AIR-4", || {
            "The side with the air flies strikes, and a strike that was flown is not left any more.".into()
        });
    }
    let march = battle.attack == Attack::March;
    faults.unless(!(march && battle.strike), "battle.strike", "CF-AIR-7", || {
        "Air strikes do not support a March attack.".into()
    });
    let Some(smoke) = battle.smoke.and_then(|id| state.unit(id)) else { return };
    let fires = state.scenario.options.smoke && march && smoke.card.kind.is_gun();
    faults.unless(fires && smoke.piece.fired && !facts.fog, "battle.smoke", "CF-SMK-1", || {
        "Artillery or rockets that have fired make smoke, for a March attack that is not in fog.".into()
    });
}

/// How far the fight is, and what is left of it.
fn steps(state: &State, battle: &Battle, faults: &mut Faults) {
    let step = battle.step;
    if step == Step::Cover {
        let nothing = battle.cover.is_empty() && !battle.cover_strike && battle.retreated.is_empty();
        let unread = battle.attacker == Burden::default() && battle.defender == Burden::default();
        faults.unless(nothing && unread, "battle.step", "CF-SUP-1", || {
            "Before the defender has declared his support nothing is known of it, nor of the result.".into()
        });
    }
    let retreats = matches!(step, Step::DefenderRetreats | Step::AttackerRetreats);
    for (burden, of, path) in [
        (&battle.attacker, Step::AttackerRetreats, "battle.attacker"),
        (&battle.defender, Step::DefenderRetreats, "battle.defender"),
    ] {
        let done = burden.steps == 0 && !burden.friction;
        faults.unless(done || step == Step::Losses, path, "CF-CRT-8", || {
            "Steps and action points come before retreats and advance.".into()
        });
        faults.unless(burden.owed.is_empty() || step == of, path, "CF-CRT-8", || {
            "A side retreats when its retreats have come.".into()
        });
        let stands = |unit: Unit<'_>| match of {
            Step::AttackerRetreats => unit.piece.at.is_some_and(|at| battle.from.contains(&at)),
            _ => unit.piece.at == Some(battle.target),
        };
        let subject =
            burden.owed.iter().all(|id| burden.units.contains(id) && state.unit(*id).is_some_and(stands));
        faults.unless(subject && repeated(&burden.owed).is_none(), path, "CF-RET-13", || {
            "Who retreats takes the result, stands in a hex of the fight, and retreats once.".into()
        });
        faults.unless(burden.owed.is_empty() || burden.retreat > 0, path, "CF-RET-1", || {
            "Who retreats, retreats so many hexes.".into()
        });
        faults.unless(repeated(&burden.units).is_none(), path, HOUSE_FILE, || "A unit stands twice.".into());
    }
    let crowded = battle.excess.is_none_or(|hex| {
        retreats && Side::BOTH.into_iter().any(|side| s3_stacking::is_over(state, side, hex))
    });
    faults.unless(crowded, "battle.excess", "CF-RET-9", || {
        "A hex holds too many after a retreat, and more than its limit.".into()
    });
    faults.unless(
        battle.retreated.is_empty() || retreats || step == Step::Advance,
        "CF-CRT-8",
        "battle.retreated",
        || "Nobody has retreated before the retreats.".into(),
    );
    let emptied = state.of_side_in(battle.side.enemy(), battle.target).next().is_none();
    let advances = step == Step::Advance && battle.attack != Attack::March && emptied;
    faults.unless(step != Step::Advance || advances, "battle.step", "CF-ADV-1", || {
        "An advance goes into a hex that a Hasty or Prepared attack has emptied.".into()
    });
    let went = battle.advanced.iter().all(|id| battle.units.contains(id) || battle.support.contains(id));
    let lawful = battle.advanced.is_empty() || (advances && went && repeated(&battle.advanced).is_none());
    faults
        .unless(lawful, "battle.advanced", "CF-ADV-1", || "Who advances attacked, and advances once.".into());
}
