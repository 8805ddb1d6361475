//! Odds over several rolls, against the rolls themselves.

use std::collections::BTreeMap;

use kernel::chance::{Natural, Work};
use kernel::odds::Weighed;
use kernel::{Acting, Foretold, Seat, Side, System, Wanted, measure};
use rules_civil_war::battle::Flanks;
use rules_civil_war::book::Waiting;
use rules_civil_war::rules::s7_ratings::unrated;
use rules_civil_war::words::{Flank, Role, Speed};
use rules_civil_war::{CivilWar, Command, Event, State};
use serde_json::{Value, json};

use crate::table::{
    NEUTRAL, REBEL, UNION, at_flanks, at_placing, battle, done, first, id, opened, rate_all, setup,
};
use crate::whole_battle::worked;

fn foretold(state: &State, seat: Seat, plan: &str, given: Value) -> Foretold {
    CivilWar::foretell(state, seat, plan, &given, &Work::usual())
        .unwrap_or_else(|refusals| panic!("{plan} {given}: {refusals}"))
}

fn plans(state: &State, seat: Seat) -> Vec<&'static str> {
    CivilWar::plans(state, seat).iter().map(|plan| plan.id).collect()
}

/// Rows of a table as fractions in lowest terms.
fn rows(told: &Foretold, id: &str) -> BTreeMap<Vec<i64>, (Natural, Natural)> {
    let table = told.table(id).unwrap_or_else(|| panic!("no {id}"));
    table.rows.iter().map(|row| (row.values.clone(), row.weight.over(&table.of))).collect()
}

fn fraction(over: u64, under: u64) -> (Natural, Natural) {
    Natural::from(over).over(&Natural::from(under))
}

/// All ratings of a side at once: every figure of it, and the same as the owner's plan tells beforehand.
#[test]
fn the_ratings_of_a_whole_side_are_told() {
    let before = at_flanks(setup(), "H-wood", None);
    let state = at_placing(before.clone(), Flanks::default(), Flanks::default());
    for side in Side::BOTH {
        let due = unrated(battle(&state), side);
        assert!(due.len() > 12, "{} are due", due.len());
        let command = Command::Rate { battle: first(), side, of: None };
        // As a table bounds it.
        let work = Work::new(Work::MOST, 20_000, &|_| true);
        let told = measure::weighed::<CivilWar>(&state, Acting::own(NEUTRAL), &command, &[], &work);
        let Ok(Weighed::Figures(told)) = told else { panic!("{told:?}") };
        let sum = told.rows.iter().fold(Natural::ZERO, |sum, row| sum.plus(&row.weight));
        assert_eq!(sum, told.of);
        // Figures that nothing moves are not told: whoever is rated is one of those that are.
        assert!(told.rows.iter().all(|row| row.values.iter().sum::<i64>() == due.len() as i64));
        // One alone by its die, and the sum of all as the owner reads it beforehand.
        let wanted = [Wanted { about: Some(due[due.len() - 1].into()), ..Wanted::new("exceptional") }];
        let one =
            measure::odds_of::<CivilWar>(&state, Acting::own(NEUTRAL), &command, &wanted).expect("odds");
        assert_eq!(one.rows.len(), 2, "a brigade is Exceptional or not");
        let plan = foretold(&before, side.seat(), "ratings", json!({}));
        let joint = rows(&plan, "joint");
        let brigades = rows(&plan, "brigades");
        let best = |values: &[i64]| values[0];
        let all = measure::odds_of::<CivilWar>(
            &state,
            Acting::own(NEUTRAL),
            &command,
            &[Wanted::new("exceptional"), Wanted::new("poltroons")],
        );
        let all = all.expect("odds");
        // The mean of the sum is the sum of the means.
        let mean = |rows: &BTreeMap<Vec<i64>, (Natural, Natural)>| -> f64 {
            let share = |(over, under): &(Natural, Natural)| over.share(under, 1_000_000_000) as f64 / 1e9;
            rows.iter().map(|(values, weight)| best(values) as f64 * share(weight)).sum()
        };
        let told: BTreeMap<_, _> =
            all.rows.iter().map(|row| (row.values.clone(), row.weight.over(&all.of))).collect();
        assert!((mean(&told) - mean(&joint) - mean(&brigades)).abs() < 1e-6);
    }
    assert_eq!(plans(&before, UNION), ["march", "ratings"]);
    assert!(plans(&before, NEUTRAL).is_empty(), "what an army is stays with its side");
    for seat in [UNION, NEUTRAL, Seat::Spectator] {
        assert_eq!(plans(&on_the_track(), seat), ["promotion"], "{seat:?}");
    }
}

/// The turn of a march and its meeting, from every face of both dice thrown at a table.
#[test]
fn a_march_comes_as_its_dice_say() {
    let mut state = worked();
    let told = foretold(&state, REBEL, "march", json!({}));
    rate_all(&mut state, 5);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    let speed = |role: Role, face: u16| -> Speed {
        let mut copy = state.clone();
        let march = Command::MarchRoll { battle: first(), role, flank: Flank::Left };
        let events = done(&mut copy, NEUTRAL, march, &[&[face]]);
        let rolled = events.iter().find_map(|event| match event {
            Event::MarchRolled(rolled) => Some(rolled.speed),
            _ => None,
        });
        rolled.expect("a march")
    };
    let mut turns = BTreeMap::<Vec<i64>, u64>::new();
    (1..=4)
        .for_each(|face| *turns.entry(vec![speed(Role::Defender, face).enters().into()]).or_default() += 1);
    let thrown: BTreeMap<_, _> = turns.into_iter().map(|(turn, n)| (turn, fraction(n, 4))).collect();
    assert_eq!(rows(&told, "enters"), thrown);
    // Nobody marches against him: an empty flank is measured by initiative 2.
    let mut met = 0;
    for (own, enemy) in (1..=4).flat_map(|own| (1..=4).map(move |enemy| (own, enemy))) {
        let (own, enemy) = (speed(Role::Defender, own), speed(Role::Attacker, enemy));
        met += match (own.enters(), enemy.enters()) {
            (one, other) if one == other => 2,
            (4, 14) | (14, 4) => 0,
            _ => 1,
        };
    }
    assert_eq!(rows(&told, "meets-2")[&vec![1]], fraction(met, 32));
    let ids: Vec<&str> = told.tables.iter().map(|table| table.id.as_str()).collect();
    assert_eq!(ids.iter().filter(|id| id.starts_with("meets-")).count(), 4, "{ids:?}");
    let alone = foretold(&worked(), REBEL, "march", json!({"enemy": "none"}));
    assert_eq!(alone.tables.len(), 1);
    let words: Vec<&str> = alone.assumptions.iter().map(|one| one.words.as_str()).collect();
    assert!(words.iter().any(|words| words.contains("not looked up")), "{words:?}");
    // Only Stuart marches; the Union has sealed none.
    assert!(!plans(&worked(), UNION).contains(&"march"));
    let refused = CivilWar::foretell(&worked(), UNION, "march", &json!({}), &Work::usual());
    assert!(refused.is_err());
}

/// The sample with a promotion on the track.
fn on_the_track() -> State {
    let mut state = State::open(setup());
    let turn = state.facts.book.turn.number;
    state.facts.book.track.push(Waiting { counter: id("hooker-2"), turn, rolled: 0 });
    opened(setup(), &state)
}

/// A corps leader inside and outside the radius, to the inch, by the army leader's rating; attached; gone; and what of it the
/// enemy can ask.
#[test]
fn a_corps_leader_is_outside_from_the_first_inch_beyond_the_radius() {
    let mut state = worked();
    rate_all(&mut state, 5);
    crate::whole_battle::march(&mut state, [2, 1, 1, 2], [9, 9]);
    let fought = battle(&state);
    let muster = fought.muster(Side::FIRST);
    let oob = fought.halves[Side::FIRST].oob.as_ref().expect("an order");
    let leader = muster.leader(oob.army_leader.expect("an army leader")).expect("a leader");
    let radius = i64::from(30 + 6 * leader.army_command);
    let who = format!("{}/0/{}", fought.id, oob.corps[0].id);
    let asked = |state: &State, inches: i64, attached: &str, adds: i64| {
        let given = json!({"who": who, "inches": inches, "attached": attached, "adds": adds});
        foretold(state, UNION, "corps-leader", given)
    };
    let is = |told: &Foretold| {
        let of = |id: &str| told.table(id).expect("a table").rows[0].values[0];
        (of("outside") == 1, of("adds"))
    };
    assert_eq!(is(&asked(&state, radius, "no", 2)), (false, 2), "the radius itself is inside");
    let outside = asked(&state, radius + 1, "no", 2);
    assert_eq!(is(&outside), (true, 1));
    let words: String = outside.assumptions.iter().map(|one| format!("{} ", one.words)).collect();
    for part in ["CWFF-11A-1", "CWFF-11A-2", "one face of the ten-sided die", &leader.name] {
        assert!(words.contains(part), "{part}: {words}");
    }
    for (adds, then) in [(1, 0), (0, 0), (-1, -1), (3, 2)] {
        assert_eq!(is(&asked(&state, radius + 1, "no", adds)), (true, then));
        assert_eq!(is(&asked(&state, radius, "no", adds)), (false, adds));
    }
    assert_eq!(is(&asked(&state, 0, "yes", 2)), (true, 1), "an attached army leader has everybody outside");
    done(&mut state, NEUTRAL, Command::LoseLeader { battle: first(), side: Side::FIRST }, &[]);
    assert_eq!(is(&asked(&state, 0, "no", 2)), (true, 1), "and so has one who is gone");
    let given = json!({"who": who});
    assert!(CivilWar::foretell(&state, REBEL, "corps-leader", &given, &Work::usual()).is_err());
    assert!(!plans(&state, Seat::Spectator).contains(&"corps-leader"));
}

/// A promotion roll by roll, against the rolls.
#[test]
fn a_promotion_comes_by_the_turns_that_it_waits() {
    let state = on_the_track();
    let counter = state.facts.book.track.first().expect("a promotion").counter;
    let told = foretold(&state, Seat::Spectator, "promotion", json!({"counter": counter, "turns": 3}));
    let mut waits = vec![(state, 1u64)];
    let (mut share, mut promoted) = (1u64, BTreeMap::<i64, u64>::new());
    for roll in 1..=3 {
        let mut next: Vec<(State, u64)> = Vec::new();
        share *= 6;
        promoted.values_mut().for_each(|n| *n *= 6);
        for (mut state, weight) in waits {
            // The book goes on to the next turn, other counters rolled as they never come.
            let due = |state: &State| {
                rules_civil_war::rules::s10_promotions::waiting(state).any(|one| one.counter == counter)
            };
            while !due(&state) {
                let others: Vec<_> =
                    rules_civil_war::rules::s10_promotions::waiting(&state).map(|one| one.counter).collect();
                for other in others {
                    done(&mut state, NEUTRAL, Command::PromotionRoll { counter: other }, &[&[6]]);
                }
                done(&mut state, NEUTRAL, Command::NextStep { battle: None }, &[]);
            }
            for face in 1..=6 {
                let mut copy = state.clone();
                let events = done(&mut copy, NEUTRAL, Command::PromotionRoll { counter }, &[&[face]]);
                let told =
                    serde_json::to_string(&CivilWar::narrate(&copy.setup, &events[0])).expect("a text");
                assert!(told.contains(&format!("less {roll} for the turn")), "how long it waited: {told}");
                let drawn =
                    events.iter().any(|event| matches!(event, Event::PromotionRolled(one) if one.promoted));
                match drawn {
                    true => *promoted.entry(roll).or_default() += weight,
                    false => next.push((copy, weight)),
                }
            }
        }
        next.truncate(6);
        let left: u64 = share - promoted.values().sum::<u64>();
        // All that wait are alike: one stands for them.
        waits = next.into_iter().take(1).map(|(state, _)| (state, left)).collect();
    }
    promoted.insert(4, share - promoted.values().sum::<u64>());
    let thrown: BTreeMap<_, _> = promoted
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(roll, n)| (vec![roll], fraction(n, share)))
        .collect();
    assert_eq!(rows(&told, "roll"), thrown);
    assert_eq!(told.steps.len(), 3);
    let wrong = CivilWar::foretell(
        &State::open(setup()),
        UNION,
        "promotion",
        &json!({"counter": id::<rules_civil_war::words::LeaderId>("nobody")}),
        &Work::usual(),
    );
    assert!(wrong.is_err());
}
