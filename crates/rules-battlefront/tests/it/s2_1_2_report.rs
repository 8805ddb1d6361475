//! [BF-2.1.2-5] The result form: each side its own part, and what the confirmed form leaves.

mod combats;
mod counts;
mod differences;

use kernel::{Acting, Audience, Id, Seat, System};
use rules_battlefront::facts::{Element, Ending, Flight, Module, Tally, Work};
use rules_battlefront::ids::StandId;
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_2_1_markers::MarkersRemoved;
use rules_battlefront::rules::s2_1_2_4_rally::Rallied;
use rules_battlefront::rules::s2_1_2_report::confirmed::ResultConfirmed;
use rules_battlefront::rules::s2_1_2_report::told_out_of_pockets;
use rules_battlefront::rules::s2_1_2_resolution::BattleEnded;
use rules_battlefront::rules::s2_1_scenarios::{StepOpened, StepPassed};
use rules_battlefront::words::Posture::{Attack, Defend};
use rules_battlefront::words::{Ammunition, Edge, Origin, StandState, Status};
use rules_battlefront::{Battlefront, Event, Facts, Side, Step};
use serde_json::{Value, json};

use crate::table::{GERMAN, RUSSIAN, Table, id, postures};

/// 24 December at S5: the Soviet side attacks with a rifle company and a tank company, the German side defends with
/// grenadiers, its howitzers and a flight.
pub fn on_the_table(facts: &mut Facts) {
    facts.step = Step::Battle;
    facts.attacker = Some(id("russian"));
    postures(facts, [Attack, Defend]);
    let chosen = [&["R-101", "R-201"][..], &["G-11", "GO3.2", "GF1.9"][..]];
    for ((side, chosen), y) in facts.sides.iter_mut().zip(chosen).zip([4000, 1000]) {
        side.chosen = chosen.iter().map(|unit| id(unit)).collect();
        side.income = Some(0);
        side.works_in_hand.clear();
        for element in side.elements.iter_mut().filter(|element| side.chosen.contains(&element.id.into())) {
            for (n, stand) in element.stands.iter_mut().enumerate() {
                if stand.state == StandState::Here && stand.at.is_none() {
                    stand.at = Some(Point::new(1000 + 300 * n as i32, y));
                    stand.facing = Some(if y > 2000 { 180 } else { 0 });
                }
            }
        }
    }
    let german = &mut facts.sides[1];
    let wing = Flight { id: id("GF1.9"), group: id("GF1"), day: 2, aircraft: Some(2), ..Flight::default() };
    german.flights = vec![Flight { origin: Origin::Bought, ..wing }];
    german.serial = 9;
    german.bought.push(Tally { id: id("GF1"), count: 1 });
}

pub fn fighting() -> Table {
    Table::rostov_24().with(on_the_table)
}

fn told(mut form: Value) -> Value {
    form["do"] = json!("report");
    form
}

fn done() -> Value {
    json!({ "do": "done" })
}

/// Both parts told and confirmed; the events of the last confirmation.
pub fn confirmed(table: &mut Table, soviet: Value, german: Value) -> Vec<Event> {
    table.plays(RUSSIAN, told(soviet), &[]);
    table.plays(GERMAN, told(german), &[]);
    table.plays(RUSSIAN, done(), &[]);
    table.plays(GERMAN, done(), &[])
}

#[test]
fn each_side_tells_its_own_part_in_secret_and_anew_until_it_confirms() {
    let mut table = fighting();
    table.refuses(RUSSIAN, done(), "incomplete", "BF-2.1.2-5");
    let events = table.plays(RUSSIAN, told(json!({ "losses": ["R-101-2"], "turns": 7 })), &[]);
    assert_eq!((events.len(), events[0].audience()), (1, Audience::Side(0)), "nobody else learns of it");
    assert_eq!(table.state.facts.battle.ended, None, "one side alone ends no battle");
    table.plays(RUSSIAN, told(json!({ "losses": "R-101-3" })), &[]);
    let report = table.state.side(Side::FIRST).report.as_deref().expect("it is told");
    assert_eq!(report.losses.0, [id("R-101-3")], "the second telling replaces the first");
    table.plays(RUSSIAN, done(), &[]);
    table.refuses(RUSSIAN, told(json!({})), "step", "BF-2.1.2-5");
    assert_eq!(table.state.step(), Step::Battle);
    // The umpire tells and confirms for the other side.
    let by = Acting { seat: GERMAN, by: Seat::Umpire };
    table.plays_by(by, told(json!({})), &[]);
    table.plays_by(by, done(), &[]);
    assert_eq!(table.state.step(), Step::Disengage);
    table.refuses(Seat::Umpire, told(json!({})), "actor", "BF-2.1.2-5");
    table.refuses(GERMAN, told(json!({})), "step", "BF-2.1.2-5");
}

#[test]
fn the_confirmed_form_is_entered_on_both_rosters() {
    let mut table = fighting();
    let soviet = json!({
        "places": [
            { "units": ["R-101"], "x": 20, "y": 24.5, "facing": 90 },
            { "units": ["R-201-1"], "x": 30, "y": 25 },
        ],
        "losses": ["R-101-2", "R-201-1"],
        "panicked": ["R-101-3"],
        "exited": [{ "units": ["R-101-9"], "edge": "south" }],
        "improved": ["R-101-1"],
        "combat": [{ "me": "R-101", "kills": 3, "won": 1 }],
        "turns": 8,
    });
    let events = confirmed(&mut table, soviet, json!({ "fired": ["GO3.2"], "flew": ["GF1.9"] }));
    let facts = &table.state.facts;
    assert_eq!((facts.scenarios, facts.last_day_fought, facts.battle.last), (2, 2, 8));
    assert!(events.contains(&Event::BattleEnded(BattleEnded { turn: 8, why: Ending::Told })));
    let side = table.state.side(Side::FIRST);
    let stand = |name: &str| side.stand(id(name)).expect("on the roster").1;
    assert_eq!(stand("R-101-2").state, StandState::Lost);
    assert_eq!(stand("R-101-3").state, StandState::Panicked);
    assert_eq!((stand("R-101-9").state, stand("R-101-9").exit), (StandState::Exited, Some(Edge::South)));
    let first = stand("R-101-1");
    assert_eq!((first.at, first.facing), (Some(Point::new(2000, 2450)), Some(90)));
    assert!(first.improved && !first.unmoved && first.is_fixed());
    assert!(stand("R-201-1").at.is_none() && stand("R-201-1").state == StandState::Wreck);
    let wreck = facts.wrecks.iter().find(|wreck| wreck.stand == id("R-201-1")).expect("a class-A wreck lies");
    assert_eq!((wreck.id, wreck.at, wreck.abandoned), (id("w2.1"), Point::new(3000, 2500), false));
    let company = side.element(id("R-101")).expect("on the roster");
    assert_eq!((company.losses, company.scenario.number, company.scenario.losses), (6, 2, 6));
    let record = company.scenario;
    assert!(record.fought && !record.discipline_rolled);
    assert_eq!((record.panicked, record.kills, record.won, record.lost), (1, 3, 1, 0));
    assert_eq!((company.day.number, company.day.losses), (2, 6), "a new day begins its own record");
    let tanks = side.element(id("R-201")).expect("on the roster");
    assert_eq!(tanks.scenario.afv_lost, 1);
    let german = table.state.side(Side::SECOND);
    let grenadiers = german.element(id("G-11")).expect("on the roster");
    assert!(grenadiers.scenario.number == 2 && !grenadiers.scenario.fought);
    assert!(grenadiers.living().filter(|stand| stand.at.is_some()).all(|stand| stand.unmoved));
    assert!(german.modules[0].fired && german.flights[0].used);
    assert_eq!(table.state.step(), Step::Disengage);
    let public = events.iter().find(|event| matches!(event, Event::ResultConfirmed(_)));
    let Some(Event::ResultConfirmed(ResultConfirmed { lost, wrecks, fired, flew, .. })) = public else {
        panic!("{events:?}")
    };
    assert_eq!(lost[rules_battlefront::Side::FIRST].iter().map(|tally| tally.count).sum::<u16>(), 2);
    assert_eq!((wrecks.len(), *fired.as_array(), *flew.as_array()), (1, [0, 1], [0, 1]));
    for closing in [Step::Markers, Step::Rally] {
        assert!(events.contains(&Event::StepOpened(StepOpened { step: closing })));
    }
    assert!(
        events.contains(&Event::MarkersRemoved(MarkersRemoved {}))
            && events.contains(&Event::Rallied(Rallied {}))
    );
    assert!(events.contains(&Event::StepPassed(StepPassed { step: Step::Minefields })));
}

#[test]
fn an_abandoned_vehicle_is_of_class_a_and_the_record_of_a_day_adds_up() {
    let table = fighting();
    table.refuses(RUSSIAN, told(json!({ "abandoned": ["R-101-2"] })), "class", "BF-2.1.2-5");
    let mut table = table.with(|facts| {
        (facts.scenarios, facts.last_day_fought) = (2, 2);
        let of_day = &mut facts.sides[0].elements;
        let tanks = of_day.iter_mut().find(|element| element.id == id("R-201")).expect("on the roster");
        (tanks.day.number, tanks.day.kills, tanks.day.losses) = (2, 4, 1);
    });
    let part = json!({ "abandoned": ["R-201-1"], "combat": "R-201: 1 0 0" });
    confirmed(&mut table, part, json!({}));
    let side = table.state.side(Side::FIRST);
    let tanks = side.element(id("R-201")).expect("on the roster");
    assert_eq!((tanks.day.kills, tanks.day.losses, tanks.scenario.kills), (5, 2, 1));
    assert!(table.state.facts.wrecks.iter().any(|wreck| wreck.stand == id("R-201-1") && wreck.abandoned));
}

#[test]
fn what_does_not_add_up_is_refused() {
    let table = fighting();
    for (form, code, rule) in [
        (json!({ "losses": ["G-11-1"] }), "unknown", "BF-2.1.2-5"),
        (json!({ "losses": ["R-103-1"] }), "not-eligible", "BF-2.1.2-5"),
        (json!({ "losses": ["R-101-4"] }), "not-eligible", "BF-2.1.2-5"),
        (json!({ "losses": ["R-101-2"], "panicked": ["R-101-2"] }), "dup", "BF-2.1.2-5"),
        (json!({ "places": "R-101: 72.01 5" }), "range", "BF-0-5"),
        (json!({ "places": "R-101: 72 5 360" }), "range", "BF-2.1.2-5"),
        (json!({ "combat": [{ "me": "R-101", "kills": -1 }] }), "range", "BF-2.1.1.3.1.O-7"),
        (json!({ "combat": "R-900: 1 0 0" }), "unknown", "BF-2.1.1.3.1.O-7"),
        (json!({ "fought": ["R-103"] }), "not-eligible", "BF-2.1.1.3.1.O-7"),
        (json!({ "turns": 20 }), "range", "BF-2.1.2-1"),
        (json!({ "turns": 0 }), "range", "BF-2.1.2-1"),
        (json!({ "immobile": ["R-101-1"] }), "class", "BF-R51"),
        (json!({ "immobile": ["R-101"] }), "class", "BF-R51"),
        (json!({ "losses": ["R-101-2"], "bogged": ["R-101-2"] }), "dup", "BF-2.1.2-5"),
        (json!({ "panicked": ["R-101-2"], "improved": ["R-101-2"] }), "dup", "BF-2.1.2-5"),
        (json!({ "fired": ["GO3.2"] }), "unknown", "BF-2.1.1.4.3-3"),
        (json!({ "revealed": ["GH1"] }), "unknown", "BF-2.1.2-5"),
        (json!({ "mined": "R-101-1: GH1" }), "unknown", "BF-2.1.2-5"),
    ] {
        table.refuses(RUSSIAN, told(form), code, rule);
    }
    table.refuses(GERMAN, told(json!({ "smoke": "GO3.2: 4" })), "cap", "BF-2.1.1.4.4.N-4");
    // A stand that was not deployed is told of with its place.
    let off = fighting().with(|facts| {
        for element in facts.sides[0].elements.iter_mut().filter(|element| element.id == id("R-201")) {
            element.stands.iter_mut().for_each(|stand| (stand.at, stand.facing) = (None, None));
        }
    });
    off.refuses(RUSSIAN, told(json!({ "losses": ["R-201-1"] })), "incomplete", "BF-2.1.2-5");
    off.refuses(RUSSIAN, told(json!({ "bogged": ["R-201-1"] })), "incomplete", "BF-2.1.2-5");
    let mut off = off;
    confirmed(&mut off, json!({ "places": "R-201-1: 10 30" }), json!({}));
    let side = off.state.side(Side::FIRST);
    let at = |name: &str| side.stand(id(name)).expect("on the roster").1.at;
    assert_eq!([at("R-201-1"), at("R-201-3")], [Some(Point::new(1000, 3000)), None]);
}

#[test]
fn a_revealed_fortification_gets_a_name_that_tells_nothing_of_the_hidden() {
    let mut table = fighting().with(|facts| {
        let hidden = facts.works.iter().find(|work| work.id == id("GH1")).copied().expect("it lies hidden");
        facts.works.push(Work { id: id("GH2"), ..hidden });
    });
    let form = json!({ "revealed": ["GH1"], "destroyed": ["F1"] });
    let events = confirmed(&mut table, json!({}), form);
    let works = &table.state.facts.works;
    assert!(works.iter().any(|work| work.id == id("f2.1") && work.known));
    assert!(works.iter().all(|work| work.id != id("F1") && work.id != id("GH1")));
    assert!(works.iter().any(|work| work.id == id("GH2") && !work.known));
    let public = events.iter().filter(|event| event.audience() == Audience::Public);
    let told: Vec<String> = public.map(|event| serde_json::to_string(event).expect("plain")).collect();
    assert!(told.iter().all(|event| !event.contains("GH1") && !event.contains("R-101")), "{told:?}");
}

#[test]
fn stands_in_pockets_take_part_and_keep_their_status() {
    let mut table = fighting();
    let cut_off = |table: &Table| {
        let stands = table.state.side(Side::FIRST).elements.iter().flat_map(|element| element.stands.clone());
        stands.filter(|stand| stand.status == Status::CutOff).map(|stand| stand.id).collect::<Vec<_>>()
    };
    let before = cut_off(&table);
    assert!(!before.is_empty());
    confirmed(&mut table, json!({ "losses": [before[0]] }), json!({}));
    assert_eq!(cut_off(&table), before[1..]);
}

/// A formation's name stands for all of it. Which of its stands came out of a pocket by it is pointed out to the side alone.
#[test]
fn who_comes_out_of_a_pocket_by_the_name_of_its_formation_is_named() {
    let mut table = fighting();
    let side = table.state.side(Side::FIRST);
    let behind = |element: &&Element| element.living().any(|stand| stand.status != Status::Normal);
    let element = side.elements.iter().find(behind).expect("somebody is behind the line").clone();
    let stands = element.living().filter(|stand| stand.status != Status::Normal);
    let stands: Vec<StandId> = stands.map(|stand| stand.id).collect();
    let out = |table: &Table| {
        let report = table.state.side(Side::FIRST).report.as_deref().cloned().unwrap_or_default();
        told_out_of_pockets(&table.state, Side::FIRST, &report)
    };
    let words =
        |table: &Table, seat| serde_json::to_string(&Battlefront::view(&table.state, seat)).expect("plain");
    let place = |units: &[Id]| json!({ "places": [{ "units": units, "x": "10", "y": "50" }] });
    let ids: Vec<Id> = stands.iter().map(|stand| Id::from(*stand)).collect();
    for (form, expected) in [
        (place(&[element.id.into()]), stands.clone()),
        (json!({ "panicked": [element.id] }), stands.clone()),
        (json!({ "losses": [element.id, ids[0]] }), stands[1..].to_vec()),
        (place(&ids), vec![]),
        (json!({ "immobile": [] }), vec![]),
    ] {
        table.plays(RUSSIAN, told(form.clone()), &[]);
        assert_eq!(out(&table), expected, "{form}");
        let said = words(&table, RUSSIAN).contains("Look again: ");
        assert_eq!(said, !expected.is_empty(), "{form}");
        assert!(!words(&table, GERMAN).contains("Look again: "));
    }
}

#[test]
fn a_flight_attacks_once_and_modules_are_limited_by_the_day() {
    let modules = |facts: &mut Facts| {
        on_the_table(facts);
        let german = &mut facts.sides[1];
        german.bought.iter_mut().filter(|tally| tally.id == id("GO3")).for_each(|tally| tally.count = 4);
        let more = ["GO3.7", "GO3.8"].map(|module| Module {
            id: id(module),
            group: id("GO3"),
            origin: Origin::Bought,
            smoke: Some(1),
            ..Module::default()
        });
        german.modules.extend(more);
        german.modules.iter_mut().skip(1).for_each(|module| module.fired = true);
        german.chosen = [id("G-11"), id("GO3.2")].to_vec();
    };
    let table = Table::rostov_24().with(modules);
    table.refuses(GERMAN, told(json!({ "fired": ["GO3.2"] })), "limit-scenario", "BF-2.1.1.4.3-6");
    let smoke = json!({ "do": "smoke", "module": "GO3.2", "templates": 2 });
    table.refuses(GERMAN, smoke, "limit-scenario", "BF-2.1.1.4.3-6");
    let mut by_scenario = Table::rostov_24_with("oba_limit = \"scenario\"").with(modules);
    by_scenario.plays(GERMAN, told(json!({ "fired": ["GO3.2"] })), &[]);
}

#[test]
fn ammunition_is_told_where_shots_on_record_do_not() {
    let mut table = fighting();
    confirmed(&mut table, json!({ "ammunition": "R-101-1: short; R-101-2: out" }), json!({}));
    let side = table.state.side(Side::FIRST);
    let of = |name: &str| side.stand(id(name)).expect("on the roster").1.ammunition;
    assert_eq!([of("R-101-1"), of("R-101-2")], [Ammunition::Short, Ammunition::Out]);
}

#[test]
fn what_a_report_tells_changes_nothing_of_how_many_were_set_up() {
    let told = |table: &Table| {
        let words = crate::view_support::words(&table.state, RUSSIAN);
        let at = words.find(" stands set up").expect("S4b says how many");
        words[..at].rsplit(|sign: char| !sign.is_alphanumeric()).next().map(str::to_owned)
    };
    let mut table = fighting();
    let before = told(&table);
    table.plays(RUSSIAN, json!({ "do": "report", "losses": ["R-101-1", "R-101-2"] }), &[]);
    assert_eq!(told(&table), before);
}

/// Forms and rosters name formations; whoever types their names is understood as with their ids.
#[test]
fn formations_are_told_by_name_or_id() {
    let mut table = fighting();
    let name = |table: &Table, of: &str| {
        let side = table.state.side(Side::FIRST);
        table.state.element_name(Side::FIRST, side.element(id(of)).expect("it is there")).to_owned()
    };
    let (rifles, tanks) = (name(&table, "R-101"), name(&table, "R-201"));
    let form = json!({
        "losses": format!("{} R-101-2", rifles),
        "places": format!("{}: 10 50", rifles.to_uppercase()),
        "combat": format!("{tanks}: 2 1 0"),
        "improved": format!("{rifles} (R-101)"),
    });
    table.plays(RUSSIAN, told(form), &[]);
    let report = table.state.side(Side::FIRST).report.clone().expect("told");
    assert_eq!(report.losses.0, [id("R-101-2")]);
    assert_eq!((&report.places[0].units.0[..], report.combat[0].me), (&[id("R-101")][..], id("R-201")));
    assert_eq!(report.improved.0, [id("R-101")]);
    table.refuses(RUSSIAN, told(json!({ "combat": "Nobody at all: 1 0 0" })), "unknown", "BF-2.1.1.3.1.O-7");
}
