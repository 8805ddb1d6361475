//! Plans: odds over several commands, with everything that is taken as given told.

use std::sync::Arc;

use kernel::chance::Work;
use kernel::chance::{Chance, Natural};
use kernel::{Acting, ChanceTable, Foretold, Odds, Refusals, Seat, System};
use rules_battlefront::{Battlefront, Command, DisciplineSubject, Step};
use serde_json::{Value, json};

use crate::front::{AMERICAN, POCKETS, both_close, drawn};
use crate::table::{GERMAN, RUSSIAN, Table, id};

fn foretold(table: &Table, seat: Seat, plan: &str, given: Value) -> Foretold {
    asked(table, seat, plan, given).unwrap_or_else(|refusals| panic!("{plan}: {refusals:?}"))
}

fn asked(table: &Table, seat: Seat, plan: &str, given: Value) -> Result<Foretold, Refusals> {
    Battlefront::foretell(&table.state, seat, plan, &given, &Work::usual())
}

fn ids(table: &Table, seat: Seat) -> Vec<&'static str> {
    Battlefront::plans(&table.state, seat).iter().map(|plan| plan.id).collect()
}

fn table<'t>(told: &'t Foretold, id: &str) -> &'t ChanceTable {
    told.table(id).unwrap_or_else(|| panic!("no table {id} in {told:?}"))
}

/// The odds of a command as a distribution of whatever is read off its labels.
fn odds(table: &Table, seat: Seat, command: &Value, read: impl Fn(&str) -> i64) -> Chance<i64> {
    let command: Command = serde_json::from_value(command.clone()).expect("a command");
    let odds = Odds::of::<Battlefront>(&table.state, Acting::own(seat), &command).expect("odds");
    Chance::weighed(odds.outcomes.iter().map(|one| (read(&one.label), one.weight)))
}

fn same(told: &ChanceTable, chance: &Chance<i64>) {
    for row in &told.rows {
        assert_eq!(row.weight.over(&told.of), chance.weight(&row.values[0]).over(chance.of()), "{told:?}");
    }
    assert_eq!(told.rows.len(), chance.rows().len());
}

#[test]
fn five_days_of_points_are_every_roll_together() {
    let start = Table::rostov();
    let told = foretold(&start, GERMAN, "income", Value::Null);
    let points = table(&told, "points-german");
    let (first, last) = (&points.rows[0], points.rows.last().expect("rows"));
    assert_eq!((first.values[0], last.values[0]), (48, 84));
    assert_eq!(points.means, ["339/5"]);
    let at_least = points.rows.iter().find(|row| row.values == [68]).expect("68 can come");
    let (over, under) = at_least.or_more.clone().expect("one figure").over(&points.of);
    // Every one of the 100,000 rolls, counted.
    let (_, counted) = by_hand();
    assert_eq!((over, under), Natural::from(counted).over(&Natural::from(100_000u64)));
    assert_eq!(
        points.sentence,
        "German: purchase points: from 48 to 84, on average 67.80; most likely 68, 13.3 %."
    );
    // Five days, each by itself and with those before.
    let means: Vec<&str> = told.steps.iter().map(|step| step.so_far.decimal.as_str()).collect();
    assert_eq!(means, ["10.000000", "22.000000", "36.000000", "51.600000", "67.800000"]);
    // The difference is that of two sides that roll by themselves.
    let russian = table(&told, "points-russian");
    let of = |table: &ChanceTable| {
        Chance::weighed(table.rows.iter().map(|row| (row.values[0], row.weight.clone())))
    };
    let difference = of(points).with(&of(russian), |ours, theirs| ours - theirs).expect("small");
    same(table(&told, "difference"), &difference);
    let turned = foretold(&start, RUSSIAN, "income", Value::Null);
    let mirrored = difference.map(|apart| -apart);
    same(table(&turned, "difference"), &mirrored);
    // One day is the roll itself.
    let one = foretold(&start, GERMAN, "income", json!({ "days": 1 }));
    assert_eq!(table(&one, "points-german").rows.len(), 5);
}

/// Every way of five ten-sided dice under −2, 0, 2, 4 and 5 on the printed chart: the ways of all, and those with 68
/// points or more.
fn by_hand() -> (u64, u64) {
    const FULL: [(i64, i64); 7] = [(11, 18), (9, 16), (7, 14), (5, 12), (3, 10), (1, 8), (i64::MIN, 6)];
    let gain = |die: i64| FULL.iter().find(|(from, _)| *from <= die).expect("open below").1;
    let (mut all, mut enough) = (0, 0);
    for way in 0..100_000i64 {
        let dice = (0..5).map(|n| way / 10i64.pow(n) % 10 + 1);
        let sum: i64 = dice.zip([-2, 0, 2, 4, 5]).map(|(die, added)| gain(die + added)).sum();
        all += 1;
        enough += u64::from(sum >= 68);
    }
    (all, enough)
}

#[test]
fn discipline_of_a_roster_is_the_composition_of_its_rolls() {
    let start = Table::rostov_24().at(Step::Roster);
    let told = foretold(&start, GERMAN, "discipline", Value::Null);
    let joint = table(&told, "levels-german");
    let charts = &start.state.campaign().charts;
    let mut all: Chance<(i64, i64)> = Chance::sure((0, 0));
    let rolls = Battlefront::plans(&start.state, GERMAN);
    let plan = rolls.iter().find(|plan| plan.id == "discipline").expect("rolls are owed");
    let owed: Vec<String> = serde_json::from_value(plan.questions[0].default.clone()).expect("names");
    assert!(!owed.is_empty());
    for name in &owed {
        let side = rules_battlefront::Side::SECOND;
        let (subject, level) = match start.state.side(side).element(id(name)) {
            Some(element) => (DisciplineSubject::Me(element.id), element.discipline),
            None => {
                let (element, stand) = start.state.side(side).stand(id(name)).expect("a stand");
                (DisciplineSubject::Stand(stand.id), stand.discipline.unwrap_or(element.discipline))
            }
        };
        let command = serde_json::to_value(Command::DisciplineRoll(subject)).expect("a command");
        let one = odds(&start, GERMAN, &command, |label| match () {
            () if label.starts_with("Improves") => 1,
            () if label.starts_with("Worsens") => -1,
            () => 0,
        });
        let rises = charts.better(level) != level && matches!(subject, DisciplineSubject::Me(_));
        let falls = charts.worse(level) != level;
        let one = one.map(|change| (i64::from(change > 0 && rises), i64::from(change < 0 && falls)));
        all = all.with(&one, |a, b| (a.0 + b.0, a.1 + b.1)).expect("small");
    }
    for row in &joint.rows {
        let composed = all.weight(&(row.values[0], row.values[1])).over(all.of());
        assert_eq!(row.weight.over(&joint.of), composed, "{:?}", row.values);
    }
    assert_eq!(joint.rows.len(), all.rows().len());
    // Nobody else can ask.
    assert_eq!(ids(&start, Seat::Spectator), ["income"]);
    let theirs = foretold(&start, RUSSIAN, "discipline", Value::Null);
    assert!(theirs.table("levels-german").is_none() && theirs.table("levels-russian").is_some());
    // Nobody rolls: nothing comes of it.
    let none = foretold(&start, GERMAN, "discipline", json!({ "rolls-german": [] }));
    assert_eq!(
        table(&none, "levels-german").sentence,
        "German: levels gained: 0 for certain. German: levels lost: 0 for certain."
    );
}

#[test]
fn escapes_are_told_to_whom_they_concern() {
    let mut start = drawn(POCKETS);
    both_close(&mut start);
    assert_eq!(start.state.step(), Step::Escape);
    let told = foretold(&start, AMERICAN, "escape", Value::Null);
    let joint = table(&told, "outcomes-american");
    assert!(joint.rows.iter().all(|row| row.values.iter().sum::<i64>() == 5));
    // What the rule itself comes to, when all try and nobody of the enemy does.
    let mut trying = drawn(POCKETS);
    both_close(&mut trying);
    for (name, _) in crate::front::behind(&trying).iter().filter(|(name, _)| name.starts_with("A-")) {
        trying.plays(AMERICAN, json!({ "do": "escape", "stand": name }), &[]);
    }
    both_close(&mut trying);
    let wanted: Vec<_> =
        ["escaped", "abandoned", "eliminated"].iter().map(|one| one.parse().expect("a measure")).collect();
    let command: Command = serde_json::from_value(json!({ "do": "throw-escapes" })).expect("a command");
    let clock = Acting::own(Seat::Clock);
    let walked =
        kernel::measure::odds_walked::<Battlefront>(&trying.state, clock, &command, &wanted, 1_000_000);
    let walked = walked.expect("few branches");
    for row in &joint.rows {
        assert_eq!(row.weight.over(&joint.of), walked.fraction(&row.values), "{:?}", row.values);
    }
    assert_eq!(joint.rows.len(), walked.rows.len());
    // Who does not try is left in any case.
    let two = foretold(&start, AMERICAN, "escape", json!({ "stands-american": ["A-4-8", "A-4-2"] }));
    let left = table(&two, "left-american");
    assert_eq!((left.rows[0].values[0], left.rows.last().map(|row| row.values[0])), (3, Some(5)));
    assert!(two.assumptions.iter().any(|one| one.words.contains("2 stands try")), "{:?}", two.assumptions);
    // The enemy may ask as well, and learns nothing of what was chosen.
    let before = foretold(&start, crate::front::GERMAN, "escape", Value::Null);
    start.plays(AMERICAN, json!({ "do": "escape", "stand": "A-4-8" }), &[]);
    start.plays(AMERICAN, json!({ "do": "escape-group", "stands": ["A-4-2", "A-4-3"] }), &[]);
    assert_eq!(foretold(&start, crate::front::GERMAN, "escape", Value::Null), before);
    let own = foretold(&start, AMERICAN, "escape", Value::Null);
    assert!(table(&own, "outcomes-american").rows.iter().all(|row| row.values.iter().sum::<i64>() == 3));
}

#[test]
fn repairs_of_a_night_are_the_composition_of_the_tries() {
    let start = Table::mius_night();
    let (seat, plan) = [GERMAN, RUSSIAN]
        .into_iter()
        .find_map(|seat| {
            let plan = Battlefront::plans(&start.state, seat).into_iter().find(|plan| plan.id == "repair")?;
            Some((seat, plan))
        })
        .expect("somebody can repair");
    let wrecks: Vec<String> = serde_json::from_value(plan.questions[0].default.clone()).expect("names");
    let told = foretold(&start, seat, "repair", Value::Null);
    let mut all: Chance<i64> = Chance::sure(0);
    for wreck in &wrecks {
        let command = json!({ "do": "repair", "vehicle": wreck, "cpp": 0 });
        let one = odds(&start, seat, &command, |label| i64::from(label == "Repaired"));
        all = all.with(&one, |a, b| a + b).expect("small");
    }
    same(&told.tables[0], &all);
}

#[test]
fn what_a_side_keeps_secret_changes_no_odds_of_others() {
    for step in [Step::Posture, Step::PurchasePoints, Step::Roster, Step::Purchases] {
        let one = Table::rostov_24().at(step);
        let other = Table::rostov_24().at(step).with(|facts| {
            let german = &mut facts.sides[1];
            german.cpp += 7;
            german.carried += 7;
            for element in &mut german.elements {
                element.scenario.kills = element.scenario.kills.saturating_add(1);
            }
        });
        for seat in [RUSSIAN, Seat::Spectator] {
            let heads = [&one, &other].map(|table| Battlefront::plans(&table.state, seat));
            assert_eq!(heads[0], heads[1]);
            for plan in &heads[0] {
                let told = [&one, &other].map(|table| foretold(table, seat, plan.id, Value::Null));
                assert_eq!(told[0], told[1], "{} at {step}", plan.id);
            }
        }
    }
}

#[test]
fn a_night_is_told_under_what_is_supposed_of_it() {
    let start = Table::of(crate::MIUS, &[], None);
    let mean =
        |given: Value, id: &str| table(&foretold(&start, RUSSIAN, "income", given), id).means[0].clone();
    let questions = &Battlefront::plans(&start.state, RUSSIAN)[0].questions;
    let keys: Vec<&str> = questions.iter().map(|question| question.key.as_str()).collect();
    let sides: Vec<String> =
        Battlefront::sides(start.state.campaign()).iter().map(|side| side.id.to_string()).collect();
    let (own, enemy) = (format!("nights-{}", sides[0]), format!("nights-{}", sides[1]));
    assert!(keys.contains(&own.as_str()), "{keys:?}");
    let points = format!("points-{}", sides[0]);
    let of = |nights: &str| mean(json!({ own.clone(): nights }), &points);
    assert_ne!(of("defend"), of("attack"));
    assert_eq!(of("defend"), mean(Value::Null, &points), "one's own plan is to defend unless it is said");
    if keys.contains(&enemy.as_str()) {
        let told = foretold(&start, RUSSIAN, "income", Value::Null);
        let assumed = told.assumptions.iter().find(|one| one.key.as_deref() == Some(enemy.as_str()));
        assert!(assumed.is_some_and(|one| one.words.contains("each as often")), "{:?}", told.assumptions);
    }
}

#[test]
fn what_is_no_plan_or_no_answer_is_refused() {
    let start = Table::rostov();
    let refused = |plan: &str, given: Value| {
        let refusals = asked(&start, GERMAN, plan, given).expect_err("it is refused");
        refusals.all()[0].sentence.clone()
    };
    assert!(refused("luck", Value::Null).contains("income"));
    assert!(refused("income", json!({ "weeks": 2 })).contains("days"));
    assert!(refused("income", json!({ "days": 0 })).contains("no answer"));
    assert!(refused("income", json!({ "days": "two" })).contains("no answer"));
    assert!(refused("income", json!([])).contains("object"));
    let told = foretold(&start, GERMAN, "income", Value::Null);
    let json: Arc<str> = serde_json::to_string(&told).expect("plain values").into();
    assert!(json.contains("\"weight\":\"") && json.contains("\"share\":\"0."), "{json}");
}
