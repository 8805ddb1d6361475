//! When a flank march comes, and whether it meets an enemy force. [CWFF-7B-2] [CWFF-7B-6]

use kernel::chance::{Chance, JUDGED, Work};
use kernel::foretold::{PlanStep, Quantity, not_understood, too_much};
use kernel::{
    Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Refusals, Seat, Side,
};

use crate::battle::Battle;
use crate::chances::{meets, slowed, speeds};
use crate::rules::s5_flanks::can_march;
use crate::setup::Leader;
use crate::state::State;
use crate::words::{Rank, Speed, Step};

pub(super) const ID: &str = "march";

/// What can be supposed of the enemy on that flank. Initiatives of leaders go from 1 to 4.
const ENEMIES: [(&str, Option<i32>, &str); 5] = [
    ("none", None, "No enemy force marches there"),
    ("1", Some(1), "An enemy force led with initiative 1"),
    ("2", Some(2), "An enemy force led with initiative 2"),
    ("3", Some(3), "An enemy force led with initiative 3"),
    ("4", Some(4), "An enemy force led with initiative 4"),
];
const APART: &str = "apart";

/// The battles in which a side can still march or waits for its marches, each with the leaders that can lead one: those of
/// its sealed decision, once there is one.
fn leaders(state: &State, side: Side) -> impl Iterator<Item = (&Battle, &Leader)> {
    let open = state.open_battles().filter(move |battle| {
        matches!(battle.step, Step::Flanks | Step::Sketch | Step::Placing | Step::Marches)
            && can_march(&state.setup, battle, side)
    });
    open.flat_map(move |battle| {
        let half = &battle.halves[side];
        let counters = half.oob.iter().flat_map(|oob| oob.counters());
        let able = counters.filter(|(_, rank)| rank.is_some_and(|rank| rank != Rank::Army));
        let leads =
            |id| half.flanks.as_ref().is_none_or(|all| all.each().any(|(_, force)| force.leader == id));
        let able = able.map(|(id, _)| id).filter(move |id| leads(*id));
        able.filter_map(move |id| Some((battle, battle.muster(side).leader(id)?)))
    })
}

fn key(battle: &Battle, leader: &Leader) -> String {
    format!("{}/{}", battle.id, leader.id)
}

/// The plan, for a side with a battle in which somebody of it can lead a flank march.
pub(super) fn head(state: &State, seat: Seat) -> Option<PlanHead> {
    let side = Side::of(seat)?;
    let all: Vec<(String, String)> = leaders(state, side)
        .map(|(battle, leader)| (key(battle, leader), format!("{}, battle {}", leader.name, battle.id)))
        .collect();
    let (first, _) = all.first()?;
    let all: Vec<(&str, &str)> = all.iter().map(|(key, words)| (key.as_str(), words.as_str())).collect();
    let apart = [(APART, "Each of the cases, told apart")];
    let enemies: Vec<_> = apart.into_iter().chain(ENEMIES.map(|(key, _, words)| (key, words))).collect();
    Some(PlanHead {
        id: ID,
        title: "A flank march".into(),
        about: "On which turn a force enters, and whether it meets an enemy force on its way.".into(),
        questions: vec![
            PlanQuestion::choice("leader", "Who leads it", &all, first),
            PlanQuestion::choice("enemy", "What the enemy has on that flank", &enemies, APART),
        ],
    })
}

/// The turn on which a force enters and whether it meets an enemy force.
fn chance(state: &State, battle: &Battle, side: Side, own: i32, enemy: Option<i32>) -> Chance<Vec<i64>> {
    let setup = &state.setup;
    let of = |side, initiative| speeds(setup, &slowed(setup, battle, side), initiative);
    let (own, enemy) = (of(side, own), enemy.map(|initiative| of(side.enemy(), initiative)));
    let mut rows: Vec<(Vec<i64>, u64)> = Vec::new();
    for (speed, weight) in own {
        let turn = i64::from(speed.enters());
        match &enemy {
            None => rows.push((vec![turn, 0], weight)),
            Some(enemy) => rows.extend(enemy.iter().flat_map(|(other, against)| {
                let (meet, all) = meets(setup, speed, *other);
                [(vec![turn, 1], weight * against * meet), (vec![turn, 0], weight * against * (all - meet))]
            })),
        }
    }
    Chance::weighed(rows).in_lowest_terms()
}

/// What it comes to.
pub(super) fn foretell(
    state: &State,
    seat: Seat,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let wanted = given.choice("leader");
    let found = Side::of(seat).and_then(|side| {
        let (battle, leader) = leaders(state, side).find(|(battle, leader)| key(battle, leader) == wanted)?;
        Some((side, battle, leader))
    });
    let Some((side, battle, leader)) = found else {
        return Err(not_understood("there is no such leader".into()));
    };
    work.spend(JUDGED).map_err(too_much)?;
    let alone = chance(state, battle, side, leader.initiative, None);
    let turns = alone.clone().map(|figures| figures[0]);
    let enters =
        Figure::new(format!("Turn on which the force of {} enters, if nobody meets it", leader.name));
    let mut tables = vec![ChanceTable::of_one("enters", enters, &turns)];
    let mut assumptions = Vec::new();
    let case = given.choice("enemy");
    for (key, enemy, words) in ENEMIES {
        if case != key && case != APART {
            continue;
        }
        assumptions.push(Assumption::set("enemy", format!("{words}.")));
        let Some(enemy) = enemy else { continue };
        let joint = chance(state, battle, side, leader.initiative, Some(enemy));
        let met = joint.clone().map(|figures| figures[1]);
        let whether = format!("It meets an enemy force led with initiative {enemy}");
        tables.push(ChanceTable::of_one(format!("meets-{key}"), Figure::whether(whether.as_str()), &met));
        // With every case the turns beside each would be a long page.
        if case != APART {
            let figures = vec![Figure::new("Turn of the march"), Figure::whether(whether)];
            tables.push(ChanceTable::new(format!("joint-{key}"), figures, &joint));
        }
    }
    let steps = Speed::ALL.iter().map(|speed| {
        let turn = i64::from(speed.enters());
        PlanStep {
            label: format!("Turn {turn}"),
            note: format!("told on turn {}", speed.told()),
            alone: Quantity::share(&turns.weight(&turn), turns.of()),
            so_far: Quantity::share(&turns.weight_where(|one| *one <= turn), turns.of()),
        }
    });
    let steps = steps.collect();
    assumptions.push(Assumption::fixed(
        "Where forces meet, the larger one enters with what is left of it, and the other never does.",
    ));
    assumptions.push(Assumption::fixed(
        "Whether and with whom the enemy marches is not looked up: it is what is supposed here.",
    ));
    let told = Foretold::new(head, assumptions, tables);
    Ok(told.with_steps(["Turn", "Enters then", "Has entered by then"], steps))
}
