//! A promotion by the turns that it waits. [CWFF-10B-1] [CWFF-10C-1]

use kernel::chance::{Chance, JUDGED, Natural, Work};
use kernel::foretold::{PlanStep, Quantity, not_understood, too_much};
use kernel::{Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Refusals};

use crate::book::Waiting;
use crate::chances::promoted;
use crate::state::State;
use crate::words::Stage;

pub(super) const ID: &str = "promotion";

/// The most turns that are looked ahead.
const MOST: i64 = 12;

/// The plan, while the book goes on and a counter lies on the track. All of it is public.
pub(super) fn head(state: &State) -> Option<PlanHead> {
    let (setup, book) = (&state.setup, &state.facts.book);
    if matches!(book.stage, Stage::Over | Stage::Battle) {
        return None;
    }
    let words = |waiting: &Waiting| Some((waiting.counter.to_string(), setup.promotion(waiting.counter)?));
    let all: Vec<(String, String)> = book.track.iter().filter_map(words).collect();
    let (first, _) = all.first()?;
    let all: Vec<(&str, &str)> = all.iter().map(|(key, words)| (key.as_str(), words.as_str())).collect();
    Some(PlanHead {
        id: ID,
        title: "A promotion over the turns ahead".into(),
        about: "In which turn a promotion counter goes from the track to the pool.".into(),
        questions: vec![
            PlanQuestion::choice("counter", "Which promotion", &all, first),
            PlanQuestion::number("turns", "How many rolls ahead", (1, MOST), 4),
        ],
    })
}

/// What it comes to.
pub(super) fn foretell(
    state: &State,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let (setup, book) = (&state.setup, &state.facts.book);
    let wanted = given.choice("counter");
    let waiting = book.track.iter().find(|waiting| waiting.counter.to_string() == wanted);
    let Some((waiting, counter)) = waiting.and_then(|one| Some((one, setup.counter(one.counter)?))) else {
        return Err(not_understood("there is no such promotion on the track".into()));
    };
    let n = given.number("turns");
    work.spend(JUDGED).map_err(too_much)?;
    let tactical = book.in_play(setup, counter.leader).map_or(0, |leader| leader.tactical);
    // The first roll comes a turn after the counter was laid down, and one in each turn.
    let now = book.turn.number;
    let due = book.stage == Stage::Reinforcement && waiting.rolled < now && waiting.turn < now;
    let first = if due { now } else { now + 1 };
    let (mut rows, mut left, mut of) = (Vec::new(), Natural::ONE, Natural::ONE);
    let mut steps = Vec::new();
    for roll in 1..=n {
        let turn = i64::from(first) + roll - 1;
        let waited = i32::try_from(turn - i64::from(waiting.turn)).unwrap_or(i32::MAX);
        let (good, die) = promoted(setup, tactical, waited);
        // All of it is brought to the denominator of one roll more.
        let die_of = Natural::from(die);
        for (_, weight) in &mut rows {
            *weight = Natural::times(weight, &die_of).map_err(too_much)?;
        }
        of = of.times(&die_of).map_err(too_much)?;
        rows.push((roll, left.times(&Natural::from(good)).map_err(too_much)?));
        left = left.times(&Natural::from(die - good)).map_err(too_much)?;
        let so_far = rows.iter().fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight));
        steps.push(PlanStep {
            label: format!("Turn {turn}"),
            note: format!("waited {}", kernel::grammar::counted(waited.unsigned_abs(), "turn")),
            alone: Quantity::share(&Natural::from(good), &die_of),
            so_far: Quantity::share(&so_far, &of),
        });
    }
    rows.push((n + 1, left));
    let chance = Chance::weighed(rows).in_lowest_terms();
    let name = setup.named(counter.leader);
    let by_then = chance.clone().map(|roll| i64::from(roll <= n));
    let whether = Figure::whether(format!(
        "{name} is in the pool after {}",
        kernel::grammar::counted(n.unsigned_abs(), "roll")
    ));
    let named = (0..n).map(|roll| format!("turn {}", i64::from(first) + roll));
    let named = std::iter::once("now".to_owned()).chain(named).chain(["none of these".to_owned()]);
    let figure = Figure::named(format!("Turn whose roll promotes {name}"), named);
    let tables =
        vec![ChanceTable::of_one("by-then", whether, &by_then), ChanceTable::of_one("roll", figure, &chance)];
    let assumptions = vec![
        Assumption::set("turns", format!("{} ahead.", kernel::grammar::counted(n.unsigned_abs(), "roll"))),
        Assumption::fixed(
            "It is rolled for once in each reinforcement phase, and the campaign goes on so long.",
        ),
        Assumption::fixed("The counter that is in play for the leader stays the same."),
    ];
    let told = Foretold::new(head, assumptions, tables);
    Ok(told.with_steps(["Turn", "By its roll", "By then"], steps))
}
