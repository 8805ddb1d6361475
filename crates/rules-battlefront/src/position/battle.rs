//! The turn record, the result form, and what is known of stands on the table.

use kernel::Faults;
use kernel::grammar::all_against;

use super::once;
use crate::facts::{Compared, Ending, Stand};
use crate::ids::SideId;
use crate::phase::Step;
use crate::rules::s2_1_2_3_bogged::MOST_CHECKS;
use crate::rules::s2_1_2_report::stands;
use crate::rules::s2_1_2_resolution::MOST_TURNS;
use crate::state::State;
use crate::words::{Side, StandState};

/// The turn record, and the parts of the result form.
pub(super) fn check(state: &State, faults: &mut Faults) {
    let (battle, step) = (&state.facts.battle, state.step());
    let fought = step.is_battle() || step.is_overnight();
    let begun = fought && step >= Step::Battle;
    let noted = battle.turn > 0 || battle.ended.is_some() || battle.last > 0 || !battle.ends.is_empty();
    faults.unless(begun || !noted, "battle", "BF-2.1.2-1", || format!("No turn is on record at {step}."));
    let turns = battle.turn <= MOST_TURNS && battle.last <= MOST_TURNS;
    faults.unless(turns, "battle", "BF-2.1.2-1", || format!("A battle has {MOST_TURNS} turns at most."));
    faults.unless(battle.ended.is_some() == (battle.last > 0), "battle.last", "BF-2.1.2-1", || {
        "A battle that has ended, and only such a one, has a last turn.".into()
    });
    let played = matches!(battle.ended, None | Some(Ending::Told)) || battle.last >= battle.turn;
    faults.unless(played, "battle.last", "BF-2.1.2-1", || {
        "The last turn is the one on record or a later one.".into()
    });
    let sorted = battle.ends.windows(2).all(|pair| pair[0] < pair[1]);
    let known = battle.ends.iter().all(|id| state.campaign().side_of(*id).is_some());
    let open = battle.ends.is_empty() || (battle.ended.is_none() && step == Step::Battle);
    faults.unless(sorted && known && open && battle.ends.len() < 2, "battle.ends", "BF-2.1.2-2", || {
        "One side at most wants the end of a battle that goes on; when both do, it has ended.".into()
    });
    lengths(state, faults);
    for side in Side::BOTH {
        report(state, side, faults);
    }
    differences(state, faults);
}

fn lengths(state: &State, faults: &mut Faults) {
    let lengths = &state.facts.battle.lengths;
    let sorted = lengths.windows(2).all(|pair| pair[0].id < pair[1].id);
    let known = lengths.iter().all(|wish| state.campaign().side_of(wish.id).is_some());
    faults.unless(sorted && known, "battle.lengths", "BF-2.1.2-4", || {
        "Sides stand here by their ids, in alphabetical order, each once.".into()
    });
    let between = matches!(state.step(), Step::Opening | Step::Victory | Step::Over);
    faults.unless(!between || lengths.is_empty(), "battle.lengths", "BF-2.1.2-4", || {
        format!("No length is wanted at {}.", state.step())
    });
    for wish in lengths {
        let turn = |turn: u8| (1..=MOST_TURNS).contains(&turn);
        let one = match (wish.length.turns, wish.length.first_roll) {
            (Some(n), None) | (None, Some(n)) => turn(n),
            _ => false,
        };
        faults.unless(one, format!("battle.lengths.{}", wish.id), "BF-2.1.2-4", || {
            format!("A length is a number of turns or a first roll, 1 to {MOST_TURNS}.")
        });
    }
}

fn report(state: &State, side: Side, faults: &mut Faults) {
    let facts = state.side(side);
    let path = format!("sides.{}.report", facts.id);
    let Some(report) = facts.report.as_deref() else {
        let confirmed = state.step() == Step::Battle && facts.closed;
        faults.unless(!confirmed, path, "BF-2.1.2-5", || "What is confirmed has been told.".into());
        return;
    };
    faults.unless(state.step() == Step::Battle, &path, "BF-2.1.2-5", || {
        format!("Nothing is told at {}.", state.step())
    });
    let turns = report.turns.is_none_or(|turns| (1..=i32::from(MOST_TURNS)).contains(&turns));
    faults.unless(turns, &path, "BF-2.1.2-1", || format!("A last turn is one of 1 to {MOST_TURNS}."));
    let against = all_against(|why| stands(state, side, report, why));
    for reason in against.iter().flat_map(|found| found.all()) {
        faults.unless(false, &path, reason.rule.0, || reason.sentence.clone());
    }
}

/// Where the parts differ that both sides have confirmed.
fn differences(state: &State, faults: &mut Faults) {
    let differences = &state.facts.battle.differences;
    once(faults, differences.iter().map(|known| known.id), "battle.differences");
    let confirmed = state.step() == Step::Battle && Side::BOTH.iter().all(|side| state.side(*side).closed);
    let waits = differences.iter().any(|known| known.settled.is_none());
    faults.unless(!waits || confirmed, "battle.differences", "BF-2.1.2-5", || {
        "Only a result that both sides have confirmed waits for a difference to be settled.".into()
    });
    faults.unless(waits || differences.is_empty(), "battle.differences", "BF-2.1.2-5", || {
        "When the last difference is settled, none is kept.".into()
    });
    for known in differences {
        let path = format!("battle.differences.{}", known.id);
        let side = |id: SideId| state.campaign().side_of(id);
        let of_turn = known.what == Compared::LastTurn;
        let kind = known.kind.map_or(of_turn, |kind| !of_turn && state.campaign().unit_type(kind).is_some());
        let named = side(known.side).is_some() && kind;
        faults.unless(named && known.told != known.seen, &path, "BF-2.1.2-5", || {
            "A difference is about a side, a unit type or the last turn, and two tellings that are not the same.".into()
        });
        let sorted = known.stand_by.windows(2).all(|pair| pair[0] < pair[1]);
        let sides = known.stand_by.iter().chain(&known.settled).all(|id| side(*id).is_some());
        faults.unless(sorted && sides, &path, "BF-2.1.2-5", || {
            "Sides stand here by their ids, in alphabetical order, each once.".into()
        });
    }
}

/// What is known of a stand on the table.
pub(super) fn stand(state: &State, stand: &Stand, path: &str, faults: &mut Faults) {
    let step = state.step();
    let here = stand.state == StandState::Here;
    let cleaned = |last: Step| {
        let slot = step.is_battle() || (step.is_overnight() && state.facts.attacker.is_some());
        slot && (Step::Markers..=last).contains(&step)
    };
    faults.unless(stand.minefield.is_none() || cleaned(Step::Minefields), path, "BF-2.1.2.2-1", || {
        "Mines are resolved in C2.".into()
    });
    let checks = stand.bog_checks == 0 || (here && cleaned(Step::ClearMap));
    faults.unless(checks && stand.bog_checks <= MOST_CHECKS, path, "BF-2.1.2.3-1", || {
        format!("Bog checks are made in C3, {MOST_CHECKS} at most.")
    });
}
