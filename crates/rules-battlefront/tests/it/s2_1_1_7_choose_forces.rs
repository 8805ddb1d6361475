//! [BF-2.1.1.7] The forces of a scenario: in secret, within the limits, groups in pockets counted.

use kernel::{Audience, Seat};
use rules_battlefront::facts::{Flight, Module};
use rules_battlefront::rules::s2_1_1_7_choose_forces::ForcesChosen;
use rules_battlefront::rules::s2_1_1_7_choose_forces::{Share, most, shares};
use rules_battlefront::rules::s2_1_scenarios::StepOpened;
use rules_battlefront::words::Posture::{Attack, Defend};
use rules_battlefront::words::{Origin, StandState, Standing};
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::{Value, json};

use crate::table::{GERMAN, RUSSIAN, Table, id, postures};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

/// 24 December at S3b, the Soviet side attacking, in a set-up with some texts in the place of others.
pub fn choosing(changes: &[(&str, &str)]) -> Table {
    let table = Table::of(ROSTOV, changes, Some(ROSTOV_24)).at(Step::Reveal);
    let mut table = table.with(|facts| postures(facts, [Attack, Defend]));
    table.plays(Seat::Clock, json!({ "do": "reveal" }), &[]);
    table
}

fn choose(forces: &[&str]) -> Value {
    json!({ "do": "choose-forces", "forces": forces })
}

fn done() -> Value {
    json!({ "do": "done" })
}

/// The command of the button that takes everything, as a side's page has it.
fn all_at_once(table: &Table, seat: Seat) -> Option<Value> {
    fn find(value: &Value) -> Option<Value> {
        match value {
            Value::Object(fields) if fields.get("id") == Some(&json!("choose-all")) => {
                fields.get("command").cloned()
            }
            Value::Object(fields) => fields.values().find_map(find),
            Value::Array(list) => list.iter().find_map(find),
            _ => None,
        }
    }
    find(&serde_json::to_value(crate::view_support::view(&table.state, seat)).expect("a page is JSON"))
}

fn with_modules(table: Table) -> Table {
    table.with(|facts| {
        let german = &mut facts.sides[1];
        german.serial = 9;
        german.bought.iter_mut().filter(|tally| tally.id == id("GO3")).for_each(|tally| tally.count = 4);
        german.modules.extend(["GO3.8", "GO3.9"].map(|module| Module {
            id: id(module),
            group: id("GO3"),
            origin: Origin::Bought,
            smoke: Some(1),
            ..Module::default()
        }));
    })
}

#[test]
fn everything_is_chosen_with_one_press_where_all_of_it_may_take_part_at_once() {
    let mut table = choosing(&[]);
    let command = all_at_once(&table, RUSSIAN).expect("all of the Soviet side may take part");
    let n = command["forces"].as_array().map_or(0, Vec::len);
    assert_eq!(n, most(&table.state, Side::FIRST).len(), "{command}");
    assert!(n > 1, "{command}");
    table.plays(RUSSIAN, command, &[]);
    assert_eq!(table.state.side(Side::FIRST).chosen.len(), n);
    assert_eq!(all_at_once(&table, RUSSIAN), None, "nothing is left to choose");
    assert_eq!(all_at_once(&table, Seat::Spectator), None);
    // Three modules where the chart allows fewer: the side has to choose among them.
    let table = with_modules(choosing(&[]));
    assert_eq!(all_at_once(&table, GERMAN), None);
}

#[test]
fn a_side_chooses_in_secret_and_anew_until_it_closes_the_step() {
    let mut table = choosing(&[]);
    let events = table.plays(GERMAN, choose(&["GO3.2", "G-21"]), &[]);
    let forces = vec![id("G-21"), id("GO3.2")];
    assert_eq!(
        events,
        [Event::ForcesChosen(ForcesChosen { side: Side::SECOND, forces })],
        "in the roster's order"
    );
    assert_eq!(events[0].audience(), Side::SECOND.only());
    assert_ne!(events[0].audience(), Audience::Public);
    table.plays(GERMAN, choose(&["G-11", "G-31"]), &[]);
    assert_eq!(table.state.side(Side::SECOND).chosen, [id("G-11"), id("G-31")]);
    table.plays(GERMAN, done(), &[]);
    table.refuses(GERMAN, choose(&["G-11"]), "step", "BF-2.1.1.7-1");
    assert_eq!(table.state.step(), Step::ChooseForces, "the other side is still at it");
    table.plays(RUSSIAN, choose(&["R-101"]), &[]);
    let events = table.plays(RUSSIAN, done(), &[]);
    assert!(events.contains(&Event::StepOpened(StepOpened { step: Step::DefenderSetsUp })));
    assert_eq!(table.state.step(), Step::DefenderSetsUp);
    assert_eq!(table.state.side(Side::SECOND).chosen, [id("G-11"), id("G-31")]);
}

#[test]
fn only_a_side_chooses_and_only_in_its_step() {
    let table = choosing(&[]);
    for seat in [Seat::Umpire, Seat::Clock, Seat::Spectator] {
        table.refuses(seat, choose(&[]), "actor", "BF-2.1.1.7-1");
    }
    Table::rostov_24().at(Step::Purchases).refuses(GERMAN, choose(&[]), "step", "BF-2.1.1.7-1");
}

#[test]
fn nothing_has_to_be_chosen() {
    let mut table = choosing(&[]);
    table.plays(RUSSIAN, done(), &[]);
    table.plays(GERMAN, choose(&["G-11"]), &[]);
    table.plays(GERMAN, choose(&[]), &[]);
    table.plays(GERMAN, done(), &[]);
    assert_eq!(table.state.step(), Step::DefenderSetsUp);
    assert!(table.state.facts.sides.iter().all(|side| side.chosen.is_empty()));
    let everything = choosing(&[]);
    let all = most(&everything.state, Side::SECOND);
    assert_eq!(all.len(), 7, "six formations and the battalion: {all:?}");
}

#[test]
fn what_cannot_be_deployed_cannot_be_chosen() {
    let table = choosing(&[]).with(|facts| {
        let german = &mut facts.sides[1].elements;
        german[0].standing = Standing::Withdrawn;
        german[2].stands.iter_mut().for_each(|stand| stand.state = StandState::Lost);
        german[5].available_from = 3;
    });
    for element in ["G-11", "G-21", "GI2.3"] {
        table.refuses(GERMAN, choose(&["G-12", element]), "unavailable", "BF-2.1.1.7-1");
    }
    // What is not on the own roster reads the same, whether the other side has it or nobody.
    for stranger in ["R-101", "G-99"] {
        let (code, rule, sentence) = table.refusal(GERMAN, choose(&["G-11", stranger]));
        assert_eq!((code, rule), ("unknown", "BF-2.1.1.7-1"));
        assert_eq!(sentence, format!("Your roster has no formation, module or flight {stranger}."));
    }
    table.refuses(GERMAN, choose(&["G-12", "G-12"]), "dup", "BF-2.1.1.7-1");
}

#[test]
fn a_formation_that_stands_in_a_pocket_whole_takes_part_unchosen() {
    let table = choosing(&[]).with(|facts| {
        let stands = facts.sides[1].elements[1].stands.iter_mut();
        for stand in stands.filter(|stand| stand.at.is_none() && stand.state == StandState::Here) {
            stand.state = StandState::Lost;
        }
    });
    table.refuses(GERMAN, choose(&["G-12"]), "unavailable", "BF-2.1.1.7-1");
    let taking_part = shares(&table.state, Side::SECOND, &[]);
    assert_eq!(taking_part[&id("GI1")], Share { in_pockets: 1, chosen: 0, most: Some(4) });
}

#[test]
fn groups_in_pockets_count_against_the_maximum() {
    let one = [("cost = 11\nmax_scenario = 4\n", "cost = 11\nmax_scenario = 1\n")];
    let mut table = choosing(&one);
    // G-12 has two squads in the pocket: it counts already, and the rest of it may join them.
    table.refuses(GERMAN, choose(&["G-11"]), "limit-scenario", "BF-2.1.1.7-2");
    let (.., sentence) = table.refusal(GERMAN, choose(&["G-11"]));
    assert_eq!(
        sentence,
        "One scenario allows 1 of grenadier company (GI1); this makes 2, 1 of them in pockets."
    );
    table.plays(GERMAN, choose(&["G-12", "G-21"]), &[]);
    let two = [("cost = 11\nmax_scenario = 4\n", "cost = 11\nmax_scenario = 2\n")];
    choosing(&two).plays(GERMAN, choose(&["G-11", "G-12"]), &[]);
}

#[test]
fn limits_over_all_groups_hold_where_the_file_gives_them() {
    let with = |line: &str| choosing(&[("start_cpp = 4\n", &format!("start_cpp = 4\n{line}\n"))]);
    // GI1 in the pocket is one kind of three.
    let mut kinds = with("max_kinds_scenario = 3");
    kinds.plays(GERMAN, choose(&["G-11", "G-12", "G-21", "GO3.2"]), &[]);
    kinds.refuses(GERMAN, choose(&["G-21", "G-31", "GO3.2"]), "limit-scenario", "BF-2.1.1.7-2");
    let mut total = with("max_total_scenario = 3");
    total.plays(GERMAN, choose(&["G-11", "G-12", "G-21"]), &[]);
    total.refuses(GERMAN, choose(&["G-11", "G-21", "GO3.2"]), "limit-scenario", "BF-2.1.1.7-2");
}

#[test]
fn modules_are_limited_by_the_scenario_or_by_the_day() {
    let three = ["GO3.2", "GO3.8", "GO3.9"];
    for limit in ["both", "scenario"] {
        let option = format!("oba_limit = \"{limit}\" ");
        let mut table = with_modules(choosing(&[("oba_limit = \"both\" ", &option)]));
        table.refuses(GERMAN, choose(&three), "limit-scenario", "BF-2.1.1.7-2");
        table.plays(GERMAN, choose(&three[1..]), &[]);
    }
    // By the day alone the limit is on those that fire.
    with_modules(choosing(&[("oba_limit = \"both\" ", "oba_limit = \"day\" ")])).plays(
        GERMAN,
        choose(&three),
        &[],
    );
}

#[test]
fn flights_fly_by_day_on_their_day_in_their_weather() {
    let with_flight = |table: Table, side: usize, group: &str, day: u16| {
        table.with(|facts| {
            let side = &mut facts.sides[side];
            side.serial = 9;
            side.bought.push(toml::from_str(&format!("id = \"{group}\"\ncount = 1")).expect("a tally"));
            let flight = Flight { day, aircraft: Some(2), origin: Origin::Bought, ..Flight::default() };
            side.flights.push(Flight { id: id(&format!("{group}.9")), group: id(group), ..flight });
        })
    };
    let mut clear = with_flight(choosing(&[]), 1, "GF1", 2);
    clear.plays(GERMAN, choose(&["GF1.9"]), &[]);
    with_flight(choosing(&[]), 1, "GF1", 3).refuses(
        GERMAN,
        choose(&["GF1.9"]),
        "unavailable",
        "BF-2.1.1.4.2-1",
    );
    let low_cloud = with_flight(choosing(&[]), 1, "GF1", 2).with(|facts| facts.weather = Some(3));
    low_cloud.refuses(GERMAN, choose(&["GF1.9"]), "unavailable", "BF-2.S-8");
    let night = Table::of(MIUS, &[], Some(MIUS_NIGHT)).at(Step::Reveal);
    let mut night = night.with(|facts| postures(facts, [Attack, Defend]));
    night.plays(Seat::Clock, json!({ "do": "reveal" }), &[]);
    let night = with_flight(night, 1, "GF1", 1);
    night.refuses(GERMAN, choose(&["GF1.9"]), "night", "BF-2.1.1.4.2-3");
}

#[test]
fn positions_hold_only_what_could_have_been_chosen() {
    let table = choosing(&[]);
    let faults = |change: &dyn Fn(&mut rules_battlefront::Facts)| {
        let mut facts = table.state.facts.clone();
        change(&mut facts);
        let opened = <Battlefront as kernel::System>::open_position(table.state.shared_campaign(), facts);
        opened.err().unwrap_or_default().into_iter().map(|fault| (fault.path, fault.rule)).collect::<Vec<_>>()
    };
    assert!(faults(&|facts| facts.sides[1].chosen = vec![id("G-21")]).is_empty());
    let unknown = faults(&|facts| facts.sides[1].chosen = vec![id("R-101")]);
    assert_eq!(format!("{unknown:?}"), r#"[("sides.german.chosen", "BF-2.1.1.7-1")]"#);
    let early = Table::rostov_24().at(Step::Purchases);
    let mut facts = early.state.facts.clone();
    facts.sides[1].chosen = vec![id("G-21")];
    let told = <Battlefront as kernel::System>::open_position(early.state.shared_campaign(), facts);
    assert_eq!(told.err().map(|faults| faults.len()), Some(1));
}
