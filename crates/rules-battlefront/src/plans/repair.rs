//! The vehicles that a side can try to repair tonight, all together. [BF-2.1.1.2]

use kernel::chance::{Draw, Sums, TooMuch, Work};
use kernel::{
    Acting, Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Seat, is_lawful,
};

use super::{key, known_sides};
use crate::Battlefront;
use crate::command::Command;
use crate::facts::Wreck;
use crate::rules::s2_1_1_2_armour_repair::modifiers;
use crate::setup::charts::Repair;
use crate::state::State;
use crate::view::prose::{counted, type_name};
use crate::words::Side;

pub(super) const ID: &str = "repair";

/// The wrecks that a side can try now.
fn repairable(state: &State, side: Side) -> impl Iterator<Item = &Wreck> {
    let can = move |wreck: &&Wreck| {
        let command = Command::Repair { vehicle: wreck.id, cpp: 0 };
        is_lawful::<Battlefront>(state, Acting::own(side.seat()), &command)
    };
    state.facts.wrecks.iter().filter(can)
}

pub(super) fn head(state: &State, seat: Seat) -> Option<PlanHead> {
    let mut questions = Vec::new();
    for side in known_sides(seat) {
        let name = &state.setup_of(side).name;
        let wrecks = repairable(state, side);
        let words = |wreck: &Wreck| format!("{} ({})", wreck.id, type_name(state.campaign(), wreck.kind));
        let wrecks: Vec<_> = wrecks.map(|wreck| (wreck.id.to_string(), words(wreck))).collect();
        if wrecks.is_empty() {
            continue;
        }
        let most = i64::from(state.side(side).cpp.max(0)).min(wrecks.len() as i64);
        let label = format!("Which vehicles {name} tries to repair");
        questions.push(PlanQuestion::several(&key("wrecks", state, side), &label, wrecks));
        let label = format!("On how many of them, from the first on, {name} spends a purchase point");
        questions.push(PlanQuestion::number(&key("points", state, side), &label, (0, most), 0));
    }
    (!questions.is_empty()).then(|| PlanHead {
        id: ID,
        title: "Repairs of the night".into(),
        about: "How many vehicles are repaired.".into(),
        questions,
    })
}

pub(super) fn foretell(
    state: &State,
    seat: Seat,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, TooMuch> {
    let mut tables = Vec::new();
    let mut assumptions = Vec::new();
    for side in known_sides(seat) {
        let (wrecks, points) = (key("wrecks", state, side), key("points", state, side));
        let tried = given.several(&wrecks);
        let spent = given.number(&points);
        let chart = &state.campaign().charts.repair.chart;
        let mut draws = Vec::new();
        let tries = repairable(state, side).filter(|wreck| tried.contains(&wreck.id.as_str()));
        for (wreck, n) in tries.zip(0..) {
            let weights = chart.weights(modifiers(state, side, wreck, i32::from(n < spent)).total());
            let rows = chart.rows().iter().zip(weights);
            draws.push((
                Draw::of_one(rows.map(|(row, weight)| ((row.result == Repair::Repaired).into(), weight)))?,
                1,
            ));
        }
        if repairable(state, side).next().is_none() {
            continue;
        }
        let (id, name) = (state.setup_of(side).id, &state.setup_of(side).name);
        let figure = Figure::new(format!("{name}: vehicles repaired"));
        tables.push(ChanceTable::of_one(
            format!("repaired-{id}"),
            figure,
            &Sums::within(work, 1, &draws)?.marginal(0),
        ));
        let tries = counted(draws.len() as i64, "vehicle is", "vehicles are");
        assumptions.push(Assumption::set(wrecks, format!("{name}: {tries} tried.")));
        let words = counted(spent.min(draws.len() as i64), "purchase point is", "purchase points are");
        assumptions.push(Assumption::set(points, format!("{name}: {words} spent.")));
    }
    Ok(Foretold::new(head, assumptions, tables))
}
