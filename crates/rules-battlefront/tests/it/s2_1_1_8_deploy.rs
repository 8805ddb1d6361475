//! [BF-2.1.1.8] The set-up: the defender first, fortifications and preregistered points placed in secret.

use kernel::{Audience, Seat, System};
use rules_battlefront::facts::{Facts, Stand, Work};
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_1_5_2_fortifications::WorkPlaced;
use rules_battlefront::rules::s2_1_1_8_deploy::Seen;
use rules_battlefront::rules::s2_1_1_8_deploy::SetUpSeen;
use rules_battlefront::rules::s2_1_1_8_deploy::is_seen;
use rules_battlefront::rules::s2_1_scenarios::StepOpened;
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::{Value, json};

use crate::s2_1_1_7_choose_forces::choosing;
use crate::table::{GERMAN, RUSSIAN, Table, id, told};

/// 24 December at S4a: the German side defends and has a minefield and two preregistered points in hand.
fn setting_up() -> Table {
    let table = choosing(&[]).with(|facts| facts.sides[1].modules[0].prereg = 2);
    let mut table = table;
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, done(), &[]);
    }
    table
}

fn place(item: &str, x: f64, y: f64) -> Value {
    json!({ "do": "place-fort", "item": item, "x": x, "y": y })
}

fn point(x: f64, y: f64) -> Value {
    json!({ "do": "place-prereg", "module": "GO3.2", "x": x, "y": y })
}

fn done() -> Value {
    json!({ "do": "done" })
}

/// [BF-2.1.1.4.4-3] What was bought lapses where it gets no place: whoever closes the set-up is asked, and what is owed counts it.
#[test]
fn points_without_a_place_are_named_before_the_set_up_is_closed() {
    let mut table = setting_up();
    for (at, left, owed) in [
        (
            None,
            "2 preregistered points that you bought have no place.",
            "and 2 preregistered points to be placed",
        ),
        (Some(10.0), "A preregistered point that you bought has no place.", "and 1 preregistered point"),
        (Some(20.0), "", ""),
    ] {
        if let Some(x) = at {
            table.plays(GERMAN, point(x, 10.0), &[]);
        }
        let view = Battlefront::view(&table.state, GERMAN);
        let forms = view.forms();
        let close = forms.iter().find(|form| form.id == "done").expect("the form that closes the step");
        assert!(
            close.undone.starts_with(left) && close.undone.is_empty() == left.is_empty(),
            "{}",
            close.undone
        );
        let first = serde_json::to_string(&view.pages[0]).expect("a page");
        assert!(first.contains(owed), "{owed}");
        // Nobody else reads of it.
        let others = serde_json::to_string(&Battlefront::view(&table.state, RUSSIAN)).expect("a view");
        assert!(!others.contains("have no place") && !others.contains("has no place"));
    }
}

#[test]
fn the_defender_sets_up_first_and_the_attacker_second() {
    let mut table = setting_up();
    assert_eq!(table.state.step(), Step::DefenderSetsUp);
    table.refuses(RUSSIAN, place("wire", 10.0, 50.0), "step", "BF-2.1.P-4");
    let (code, _, sentence) = table.refusal(RUSSIAN, done());
    assert_eq!((code, &*sentence), ("step", "You have no part in S4a, defender's set-up."));
    table.plays(GERMAN, place("at-minefield", 30.0, 8.0), &[]);
    table.plays(GERMAN, done(), &[]);
    assert_eq!(table.state.step(), Step::AttackerSetsUp);
    table.refuses(GERMAN, point(10.0, 10.0), "step", "BF-2.1.P-4");
    let events = table.plays(RUSSIAN, done(), &[]);
    assert_eq!(events.last(), Some(&Event::StepOpened(StepOpened { step: Step::Battle })));
    assert!(!Battlefront::is_over(&table.state), "the battle is fought, and its result told");
}

#[test]
fn a_log_that_rested_at_s4_is_read_and_goes_on() {
    let opened: Event =
        serde_json::from_value(json!({ "event": "step-opened", "step": "S4" })).expect("an event");
    assert_eq!(opened, Event::StepOpened(StepOpened { step: Step::DefenderSetsUp }));
    let mut table = setting_up();
    // As that build left it: nobody has closed the step.
    let mut state = table.state.clone();
    Battlefront::fold(&mut state, &opened);
    table.state = state;
    table.plays(GERMAN, place("at-minefield", 30.0, 8.0), &[]);
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, done(), &[]);
    }
    assert_eq!(table.state.step(), Step::AttackerSetsUp);
    table.plays(RUSSIAN, done(), &[]);
    assert_eq!(table.state.step(), Step::Battle);
}

#[test]
fn what_is_placed_is_hidden_and_numbered_in_the_side_s_own_row() {
    let mut table = setting_up();
    let events = table.plays(GERMAN, place("at-minefield", 30.25, 8.5), &[]);
    let (item, at) = (id("GH2"), Point::new(3025, 850));
    assert_eq!(
        events,
        [Event::WorkPlaced(WorkPlaced { side: Side::SECOND, item, kind: id("at-minefield"), at })]
    );
    assert_eq!(events[0].audience(), Side::SECOND.only());
    let work = table.state.facts.works.last().copied();
    let (side, kind) = (id("german"), id("at-minefield"));
    assert_eq!(work, Some(Work { id: item, side, kind, at, known: false }));
    // In hand again, and placed elsewhere under the same number.
    table.refuses(GERMAN, json!({ "do": "lift-fort", "item": "GH1" }), "unknown", "BF-2.1.1.5.2-2");
    table.plays(GERMAN, json!({ "do": "lift-fort", "item": "GH2" }), &[]);
    assert_eq!(table.state.side(Side::SECOND).works_in_hand.len(), 1);
    table.plays(GERMAN, place("at-minefield", 40.0, 9.0), &[]);
    assert_eq!(table.state.facts.works.last().map(|work| work.id), Some(item));
}

#[test]
fn everything_in_hand_is_placed_in_the_own_area_before_the_step_closes() {
    let mut table = setting_up();
    table.refuses(GERMAN, done(), "incomplete", "BF-2.1.1.5.2-2");
    table.refuses(GERMAN, place("wire", 30.0, 8.0), "unknown", "BF-2.1.1.5.2-2");
    table.refuses(GERMAN, place("at-minefield", 72.01, 8.0), "range", "BF-0-5");
    // Between the lines, beyond the enemy's, and in the Soviet pocket south of the farm.
    for (x, y) in [(40.0, 24.0), (10.0, 50.0), (30.0, 18.0)] {
        table.refuses(GERMAN, place("at-minefield", x, y), "zone", "BF-2.1.1.5.2-2");
    }
    // On the line itself; in the own pocket north of it would do as well.
    table.plays(GERMAN, place("at-minefield", 40.0, 21.0), &[]);
    table.plays(GERMAN, json!({ "do": "lift-fort", "item": "GH2" }), &[]);
    table.plays(GERMAN, place("at-minefield", 46.0, 31.0), &[]);
    table.plays(GERMAN, done(), &[]);
}

#[test]
fn preregistered_points_get_their_places_in_secret() {
    let mut table = setting_up();
    table.refuses(GERMAN, point(10.0, 60.01), "range", "BF-0-5");
    let events = table.plays(GERMAN, point(10.0, 55.5), &[]);
    assert_eq!(events[0].audience(), Side::SECOND.only());
    table.plays(GERMAN, point(12.0, 50.0), &[]);
    table.refuses(GERMAN, point(14.0, 50.0), "cap", "BF-2.1.1.4.4-3");
    let points = &table.state.side(Side::SECOND).modules[0].points;
    assert_eq!(*points, [Point::new(1000, 5550), Point::new(1200, 5000)]);
    let stranger = json!({ "do": "place-prereg", "module": "RO1.1", "x": 1, "y": 1 });
    table.refuses(GERMAN, stranger, "unknown", "BF-2.1.1.4.4-3");
    table.refuses(Seat::Umpire, point(1.0, 1.0), "actor", "BF-2.1.1.4.4-3");
}

#[test]
fn points_need_no_place_and_the_step_closes_without() {
    let mut table = setting_up();
    table.plays(GERMAN, place("at-minefield", 30.0, 8.0), &[]);
    table.plays(GERMAN, done(), &[]);
    assert_eq!(table.state.step(), Step::AttackerSetsUp);
}

const HEDGEROWS: &str = include_str!("../../examples/setups/hedgerows.toml");
const AMERICAN: Seat = Seat::Side(0);

/// The hedgerows' second morning at S4a: the American line is y = 18, the German one y = 30, A-1 and A-11 are chosen,
/// A-2 is not, and stands of A-3 hold a pocket.
fn hedgerows(changes: &[(&str, &str)]) -> Table {
    let position = r#"
        day = 2
        slot = 1
        step = "S4a"
        scenarios = 2
        last_day_fought = 1
        attacker = "german"
        pockets = [{ id = "p", side = "american", units = [[10, 34]] }]
        [[sides]]
        id = "american"
        income = 4
        posture = { choice = "defend" }
        chosen = ["A-1", "A-11"]
        [[sides.elements]]
        id = "A-3"
        [[sides.elements.stands]]
        id = "A-3-1"
        status = "isolated"
        at = [10, 34]
        [[sides]]
        id = "german"
        closed = true
        income = 3
        posture = { choice = "attack" }
    "#;
    let setup = crate::table::changed(HEDGEROWS, changes);
    let setup = Battlefront::load("setup.toml", &setup).expect("the examples' set-up");
    let facts = casebook_position(&setup, position);
    let state = Battlefront::open_position(setup, facts).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    Table { state, rolls: Vec::new() }
}

/// A position laid over the opening one, as an example's is.
fn casebook_position(setup: &std::sync::Arc<rules_battlefront::Campaign>, over: &str) -> Facts {
    let opening = Battlefront::position(&Battlefront::open(std::sync::Arc::clone(setup)));
    let mut base = serde_json::to_value(opening).expect("plain facts");
    let over: toml::Value = toml::from_str(over).expect("a position");
    lay(&mut base, &serde_json::to_value(over).expect("plain facts"));
    serde_json::from_value(base).expect("facts")
}

/// Tables are laid over each other by their keys, and the entries of lists of tables by their ids.
fn lay(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                lay(base.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (Value::Array(base), Value::Array(over)) if over.iter().all(|entry| entry["id"].is_string()) => {
            for entry in over {
                match base.iter_mut().find(|known| known["id"] == entry["id"]) {
                    Some(known) => lay(known, entry),
                    None => base.push(entry.clone()),
                }
            }
        }
        (base, over) => *base = over.clone(),
    }
}

fn deploy(units: &[&str], x: f64, y: f64) -> Value {
    json!({ "do": "deploy", "units": units, "x": x, "y": y, "facing": 0 })
}

fn stand(table: &Table, name: &str) -> Stand {
    table.state.side(Side::FIRST).stand(id(name)).expect("a stand of the roster").1.clone()
}

#[test]
fn chosen_stands_deploy_up_to_the_own_line() {
    let mut table = hedgerows(&[]);
    table.refuses(AMERICAN, deploy(&["A-1-1"], 20.0, 18.01), "zone", "BF-2.1.1.8-1");
    table.refuses(AMERICAN, deploy(&["A-1-1"], 60.01, 10.0), "range", "BF-0-5");
    table.refuses(AMERICAN, deploy(&["A-2"], 20.0, 10.0), "unavailable", "BF-2.1.1.8-1");
    table.refuses(AMERICAN, deploy(&["G-1"], 20.0, 10.0), "unknown", "BF-2.1.1.8-1");
    table.refuses(AMERICAN, deploy(&["A-1", "A-1-2"], 20.0, 10.0), "dup", "BF-2.1.1.8-1");
    table.refuses(AMERICAN, deploy(&[], 20.0, 10.0), "unavailable", "BF-2.1.1.8-1");
    table.refuses(Seat::Umpire, deploy(&["A-1"], 20.0, 10.0), "actor", "BF-2.1.1.8-1");
    table.refuses(GERMAN, deploy(&["G-1"], 20.0, 40.0), "step", "BF-2.1.P-4");
    let mut turned = deploy(&["A-1-1"], 20.0, 18.0);
    turned["facing"] = json!(360);
    table.refuses(AMERICAN, turned.clone(), "range", "BF-2.1.1.8-1");
    turned["facing"] = json!(359);
    let events = table.plays(AMERICAN, turned, &[]);
    assert_eq!(events[0].audience(), Side::FIRST.only());
    assert_eq!(stand(&table, "A-1-1").facing, Some(359));
    // A whole formation at one place, and off the map again.
    table.plays(AMERICAN, deploy(&["A-11"], 30.0, 10.0), &[]);
    let placed = |table: &Table| {
        let element = table.state.side(Side::FIRST).element(id("A-11")).expect("the formation").clone();
        element.living().filter(|stand| stand.at == Some(Point::new(3000, 1000))).count()
    };
    assert_eq!(placed(&table), 5);
    table.plays(AMERICAN, json!({ "do": "lift", "units": ["A-11"] }), &[]);
    assert_eq!(placed(&table), 0);
    table.refuses(AMERICAN, json!({ "do": "lift", "units": ["A-11"] }), "unavailable", "BF-2.1.1.8-1");
}

#[test]
fn a_stand_is_hidden_beyond_the_spotting_distance() {
    let mut table = hedgerows(&[]);
    // The German line is y = 30: twelve inches off is y = 18.
    table.plays(AMERICAN, deploy(&["A-1-1"], 20.0, 18.0), &[]);
    table.plays(AMERICAN, deploy(&["A-1-2"], 20.0, 17.99), &[]);
    assert!(!stand(&table, "A-1-1").hidden);
    assert!(stand(&table, "A-1-2").hidden);
}

#[test]
fn cover_and_snow_shorten_the_spotting_distance() {
    let lane = "effects = \"defile\"\n";
    let covered = [
        (lane, "effects = \"defile\"\ncover = \"cover\"\n"),
        (
            "polygon = [[28.0, 8.0], [32.0, 8.0], [32.0, 14.0], [28.0, 14.0]]",
            "polygon = [[28.0, 8.0], [32.0, 8.0], [32.0, 24.0], [28.0, 24.0]]",
        ),
        ("american = [[0.0, 18.0], [60.0, 18.0]]", "american = [[0.0, 24.0], [60.0, 24.0]]"),
    ];
    let mut table = hedgerows(&covered);
    for (name, y, hidden) in [("A-1-1", 24.0, false), ("A-1-2", 23.99, true)] {
        table.plays(AMERICAN, deploy(&[name], 30.0, y), &[]);
        assert_eq!(stand(&table, name).hidden, hidden, "{name}: six inches from cover");
    }
    table.plays(AMERICAN, deploy(&["A-1-3"], 33.0, 18.0), &[]);
    assert!(!stand(&table, "A-1-3").hidden, "in the open beside it twelve inches count");
    // Half the distance in snow; a class that the chart does not have is told.
    let snow =
        "[[tables.weather]]\nmin = 1\nmax = 10\ntext = \"snow\"\neffects = [\"spotting-half\"]\n[map]\n";
    let mut table = {
        let setup = crate::table::changed(HEDGEROWS, &[("[map]\n", snow), (covered[2].0, covered[2].1)]);
        let setup = Battlefront::load("setup.toml", &setup).expect("a set-up with weather");
        let mut facts = hedgerows(&[]).state.facts;
        facts.weather = Some(1);
        facts.lines[0].points.iter_mut().for_each(|point| point.y = rules_battlefront::measure::Inches(2400));
        let state =
            Battlefront::open_position(setup, facts).unwrap_or_else(|faults| panic!("{}", told(&faults)));
        Table { state, rolls: Vec::new() }
    };
    for (name, y, hidden) in [("A-1-1", 24.0, false), ("A-1-2", 23.99, true)] {
        table.plays(AMERICAN, deploy(&[name], 40.0, y), &[]);
        assert_eq!(stand(&table, name).hidden, hidden, "{name}: six inches in snow");
    }
    let wrong = crate::table::changed(HEDGEROWS, &[(lane, "effects = \"defile\"\ncover = \"fog\"\n")]);
    let faults = crate::table::faults(&wrong);
    assert_eq!(faults.len(), 1, "{}", told(&faults));
    assert!(told(&faults).contains("[tables.spotting]"), "{}", told(&faults));
}

#[test]
fn stands_in_pockets_only_turn() {
    let mut table = hedgerows(&[]);
    table.refuses(AMERICAN, deploy(&["A-3-1"], 20.0, 10.0), "zone", "BF-2.1.1.8-4");
    table.refuses(AMERICAN, json!({ "do": "lift", "units": ["A-3-1"] }), "zone", "BF-2.1.1.8-4");
    let mut turned = deploy(&["A-3-1"], 10.0, 34.0);
    turned["facing"] = json!(90);
    table.plays(AMERICAN, turned, &[]);
    let turned = stand(&table, "A-3-1");
    assert_eq!((turned.at, turned.facing, turned.hidden), (Some(Point::new(1000, 3400)), Some(90), false));
}

#[test]
fn what_stands_in_sight_is_shown_when_the_set_up_is_closed() {
    let mut table = hedgerows(&[]);
    table.plays(AMERICAN, deploy(&["A-1-1"], 20.0, 18.0), &[]);
    table.plays(AMERICAN, deploy(&["A-1-2"], 20.0, 10.0), &[]);
    assert!(!is_seen(&table.state, Side::FIRST, &stand(&table, "A-1-1")), "the set-up is not closed");
    let events = table.plays(AMERICAN, done(), &[]);
    let shown = events.iter().find(|event| matches!(event, Event::SetUpSeen(_))).expect("it is shown");
    let at = Point::new(2000, 1800);
    let seen = Seen { id: id("A-1-1"), kind: stand(&table, "A-1-1").kind, at, facing: 0 };
    assert_eq!(*shown, Event::SetUpSeen(SetUpSeen { side: Side::FIRST, stands: vec![seen] }));
    assert_eq!(shown.audience(), Audience::Public);
    assert!(is_seen(&table.state, Side::FIRST, &stand(&table, "A-1-1")));
    assert!(!is_seen(&table.state, Side::FIRST, &stand(&table, "A-1-2")));
}

#[test]
fn a_list_is_laid_out_whole_or_each_faulty_entry_is_named() {
    let lay = |places: &str| json!({ "do": "lay-out", "places": places });
    let mut table = hedgerows(&[]);
    let refusals =
        table.refusals(AMERICAN, lay("A-1-1: 20 10; A-1-2: 20 18.01; G-1: 1 1; A-1-1: 22 10; wire: 3 3"));
    let told: Vec<(&str, &str)> = refusals.iter().map(|(code, _, words)| (*code, words.as_str())).collect();
    assert_eq!(told[0].0, "zone");
    assert!(told[0].1.starts_with("A-1-2: 20, 18.01 does not lie on your side"), "{told:?}");
    assert_eq!(told[1], ("unknown", "G-1: Your roster has no stand or formation G-1."));
    assert_eq!(told[2], ("dup", "A-1-1 is named twice."));
    assert_eq!(told[3].0, "unknown");
    table.refuses(AMERICAN, lay(""), "unavailable", "BF-2.1.1.8-1");
    table.refuses(GERMAN, lay("G-1: 20 40"), "step", "BF-2.1.P-4");
    let events = table.plays(AMERICAN, lay("A-1-1: 20 10; A-1-2: 22.5 10 45"), &[]);
    assert_eq!((events.len(), events[0].audience()), (1, Side::FIRST.only()));
    assert_eq!(stand(&table, "A-1-2").at, Some(Point::new(2250, 1000)));
    assert_eq!([stand(&table, "A-1-1").facing, stand(&table, "A-1-2").facing], [Some(0), Some(45)]);
    table.reopens();
}

#[test]
fn a_list_holds_fortifications_as_many_as_are_in_hand() {
    let lay = |places: &str| json!({ "do": "lay-out", "places": places });
    let mut table = setting_up();
    let two = table.refusals(GERMAN, lay("at-minefield: 30 8; at-minefield: 32 8"));
    let [(code, rule, words)] = &two[..] else { panic!("{two:?}") };
    assert_eq!((*code, *rule), ("unknown", "BF-2.1.1.5.2-2"));
    assert_eq!(words, "at-minefield: You have only 1 in hand.");
    table.refuses(GERMAN, lay("at-minefield: 10 50"), "zone", "BF-2.1.1.5.2-2");
    table.refuses(GERMAN, lay("at-minefield: 30 8 90"), "range", "BF-2.1.1.5.2-2");
    table.plays(GERMAN, lay("at-minefield: 30 8"), &[]);
    // Taken up and laid elsewhere by its own name, under the same number.
    let events = table.plays(GERMAN, lay("GH2: 40 9"), &[]);
    assert_eq!(events.len(), 2);
    let work = table.state.facts.works.last().expect("a fortification");
    assert_eq!((work.id, work.at), (id("GH2"), Point::new(4000, 900)));
    assert!(table.state.side(Side::SECOND).works_in_hand.is_empty());
}
