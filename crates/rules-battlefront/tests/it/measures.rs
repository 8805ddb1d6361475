//! Odds of what is asked for: the draws of independent subjects weighed apart are those of every branch.

use kernel::measure::{MOST_WANTED, Wanted, odds_of, odds_walked};
use kernel::odds::NoOdds;
use kernel::{Acting, ChanceTable, Seat};
use rules_battlefront::{Battlefront, Command, Side, Step};
use serde_json::{Value, json};

use crate::front::{AMERICAN, GERMAN, POCKETS, Placed, both_close, drawn};
use crate::table::Table;

fn wanted(measures: &[&str]) -> Vec<Wanted> {
    measures.iter().map(|measure| measure.parse().expect("a measure")).collect()
}

fn told(table: &Table, acting: Acting, command: &Value, measures: &[&str]) -> ChanceTable {
    let command: Command = serde_json::from_value(command.clone()).expect("a command");
    odds_of::<Battlefront>(&table.state, acting, &command, &wanted(measures)).expect("odds")
}

fn walked(table: &Table, acting: Acting, command: &Value, measures: &[&str]) -> ChanceTable {
    let command: Command = serde_json::from_value(command.clone()).expect("a command");
    odds_walked::<Battlefront>(&table.state, acting, &command, &wanted(measures), 1_000_000).expect("odds")
}

fn fraction(table: &ChanceTable, values: &[i64]) -> String {
    let (over, under) = table.fraction(values);
    format!("{over}/{under}")
}

/// C7, all of these stands trying, transport in pairs where it is said so, both sides sealed.
fn trying(placed: &[Placed<'_>], together: &[&[&str]]) -> Table {
    let mut table = drawn(placed);
    both_close(&mut table);
    assert_eq!(table.state.step(), Step::Escape);
    for (seat, side) in [(AMERICAN, 0), (GERMAN, 1)] {
        let behind = crate::front::behind(&table).into_iter().map(|(name, _)| name);
        let own = |name: &String| name.starts_with(if side == 0 { "A-" } else { "G-" });
        for name in behind.filter(own) {
            table.plays(seat, json!({ "do": "escape", "stand": name }), &[]);
        }
    }
    for stands in together {
        table.plays(AMERICAN, json!({ "do": "escape-group", "stands": stands }), &[]);
    }
    for (seat, side) in [(AMERICAN, Side::FIRST), (GERMAN, Side::SECOND)] {
        if !table.state.side(side).closed {
            table.plays(seat, json!({ "do": "done" }), &[]);
        }
    }
    table
}

const OUTCOMES: &[&str] = &["escaped", "abandoned", "eliminated"];

#[test]
fn escapes_weighed_apart_are_those_of_every_branch() {
    let (clock, throw) = (Acting::own(Seat::Clock), json!({ "do": "throw-escapes" }));
    for together in [&[][..], &[&["A-4-2", "A-4-3"][..]][..]] {
        let table = trying(POCKETS, together);
        for measures in
            [OUTCOMES, &["escaped"], &["escaped:A-4-8", "wrecks"], &["escaped>=3", "escaped:A-4-2>=1"]]
        {
            let apart = told(&table, clock, &throw, measures);
            assert_eq!(apart, walked(&table, clock, &throw, measures), "{measures:?} {together:?}");
        }
        let joint = told(&table, clock, &throw, OUTCOMES);
        assert!(joint.rows.iter().all(|row| row.values.iter().sum::<i64>() == 6), "{joint:?}");
    }
    // One die for two: neither escapes without the other.
    let pair = ["escaped:A-4-2", "escaped:A-4-3"];
    let table = told(&trying(POCKETS, &[&["A-4-2", "A-4-3"]]), clock, &throw, &pair);
    assert_eq!((fraction(&table, &[1, 0]), fraction(&table, &[0, 1])), ("0/1".into(), "0/1".into()));
    assert_eq!(fraction(&table, &[1, 1]), "2/5");
}

#[test]
fn a_score_of_stands_is_told_by_what_is_asked_for() {
    let mut table = trying(POCKETS, &[]);
    // Everybody on the map runs: three to the twenty-first power branches.
    for (name, ..) in POCKETS {
        let side = if name.starts_with("A-") { Side::FIRST } else { Side::SECOND };
        let escapes = &mut table.state.facts.sides[side.index()].escapes;
        let stand = crate::table::id(name);
        if !escapes.iter().any(|together| together.contains(&stand)) {
            escapes.push(vec![stand]);
        }
    }
    let (clock, throw) = (Acting::own(Seat::Clock), json!({ "do": "throw-escapes" }));
    let joint = told(&table, clock, &throw, OUTCOMES);
    assert!(joint.rows.iter().all(|row| row.values.iter().sum::<i64>() == 21), "{joint:?}");
    // Marginals of the joint are the measures by themselves.
    for (at, measure) in OUTCOMES.iter().enumerate() {
        let alone = told(&table, clock, &throw, &[measure]);
        for row in &alone.rows {
            let of_joint = joint.rows.iter().filter(|other| other.values[at] == row.values[0]);
            let sum = of_joint
                .fold(kernel::chance::Natural::ZERO, |sum, other| sum.plus(&other.weight))
                .over(&joint.of);
            assert_eq!(sum, row.weight.over(&alone.of), "{measure} {:?}", row.values);
        }
    }
}

#[test]
fn what_is_made_on_a_sides_behalf_is_told_as_a_whole() {
    let table = Table::rostov_24().at(Step::Roster);
    let by = Acting { seat: GERMAN, by: Seat::Umpire };
    let done = json!({ "do": "done" });
    let measures = ["improved", "worsened"];
    let joint = told(&table, by, &done, &measures);
    assert_eq!(joint, walked(&table, by, &done, &measures));
    assert!(joint.rows.len() > 1, "{joint:?}");
    // Another side sees none of it.
    let command: Command = serde_json::from_value(done).expect("a command");
    let seen = odds_of::<Battlefront>(
        &table.state,
        Acting::own(crate::table::RUSSIAN),
        &command,
        &wanted(&measures),
    );
    assert!(seen.is_err() || seen.is_ok_and(|seen| seen.rows.len() == 1));
}

#[test]
fn a_single_roll_says_the_same_as_its_odds() {
    let table = Table::rostov_24().at(Step::PurchasePoints);
    let roll = json!({ "do": "cpp-roll" });
    let odds = table.odds(GERMAN, roll.clone());
    let points = told(&table, Acting::own(GERMAN), &roll, &["points"]);
    for row in &points.rows {
        let (over, under) = odds.chance(&format!("Gain {}", row.values[0]));
        assert_eq!(fraction(&points, &row.values), format!("{over}/{under}"));
    }
    assert_eq!(points.rows.len(), odds.outcomes.len());
    assert_eq!(points.rows[0].or_more.as_ref(), Some(&points.of), "the lowest or more is sure");
    let (over, under) = odds.mean().expect("every outcome has its number");
    assert_eq!(points.means, [if under == 1 { over.to_string() } else { format!("{over}/{under}") }]);
}

#[test]
fn what_is_not_known_as_a_measure_is_refused_with_those_that_are() {
    let table = Table::rostov_24().at(Step::PurchasePoints);
    let command: Command = serde_json::from_value(json!({ "do": "cpp-roll" })).expect("a command");
    let asked = |measures: &[&str]| {
        odds_of::<Battlefront>(&table.state, Acting::own(GERMAN), &command, &wanted(measures))
    };
    let Err(NoOdds::Refused(refusals)) = asked(&["luck"]) else { panic!("there is no such measure") };
    let sentence = &refusals.all()[0].sentence;
    assert!(sentence.contains("\"luck\"") && sentence.contains("points, repaired"), "{sentence}");
    assert!(matches!(asked(&[]), Err(NoOdds::Refused(_))));
    assert!(matches!(asked(&["points"; MOST_WANTED + 1]), Err(NoOdds::Refused(_))));
    assert!("points>=many".parse::<Wanted>().is_err());
}
