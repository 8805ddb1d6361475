//! [BF-2.1.2.4.P] The engine proposes; the umpire overrules with a reason, and closes for both.

use kernel::view::{FieldKind, Form};
use kernel::{Acting, Audience, Seat, System, prove};
use rules_battlefront::measure::Point;
use rules_battlefront::perimeter::Unit;
use rules_battlefront::rules::s2_1_2_4_p_perimeter::{ClosedForBoth, UnitMoved};
use rules_battlefront::rules::s2_1_scenarios::StepPassed;
use rules_battlefront::words::Status;
use rules_battlefront::{Battlefront, Command, Event, Side, Step};
use serde_json::{Value, json};

use crate::front::{AMERICAN, GERMAN, POCKETS, both_close, done, drawn, parted, stand};
use crate::table::{Table, id};

const RULE: &str = "BF-2.1.2.4.P-2";

fn moving(unit: &str, x: f64, y: f64, reason: &str) -> Value {
    json!({ "do": "move-unit", "unit": unit, "x": x, "y": y, "reason": reason })
}

fn ruling(unit: &str, status: Status, reason: &str) -> Value {
    json!({ "do": "set-status", "unit": unit, "status": status, "reason": reason })
}

fn line(side: &str, points: Value, reason: &str) -> Value {
    json!({ "do": "edit-mlr", "side": side, "points": points, "reason": reason })
}

#[test]
fn a_unit_is_put_elsewhere_before_the_lines_are_drawn() {
    let mut table = parted(POCKETS);
    let lawful = moving("A-1-7", 8.0, 12.5, "The wood is in the way.");
    table.refuses(GERMAN, lawful.clone(), "actor", RULE);
    table.refuses(Seat::Umpire, moving("A-1-7", 8.0, 12.5, "  "), "data", RULE);
    table.refuses(Seat::Umpire, moving("A-1-8", 8.0, 12.5, "Why not."), "unknown", RULE);
    table.refuses(Seat::Umpire, moving("A-1-7", 60.01, 12.5, "Why not."), "range", "BF-0-5");
    table.refuses(Seat::Umpire, ruling("A-1-7", Status::Normal, "Too early."), "step", RULE);
    let events = table.plays(Seat::Umpire, lawful.clone(), &[]);
    let (unit, to) = (Unit { id: id("A-1-7"), side: Side::FIRST }, Point::new(800, 1250));
    let reason = "The wood is in the way.".to_owned();
    assert_eq!(events, [Event::UnitMoved(UnitMoved { unit, to, reason })]);
    assert_eq!(events[0].audience(), Audience::Public);
    assert_eq!(stand(&table, "A-1-7").moved_from, Some(Point::new(800, 3000)));
    both_close(&mut table);
    assert_eq!(stand(&table, "A-1-7").status, Status::Normal);
    table.refuses(Seat::Umpire, lawful, "step", RULE);
}

/// What the form lets the umpire pick.
fn labels(form: &Form) -> Vec<String> {
    let asked = form.questions().into_iter().find(|field| field.key == "units").expect("it asks for stands");
    let FieldKind::Many { choices, .. } = &asked.kind else { panic!("{asked:?}") };
    choices.iter().map(|choice| choice.label.plain(&[])).collect()
}

#[test]
fn several_units_are_overruled_at_once_or_none() {
    let mut table = parted(POCKETS);
    let several = |units: Value| json!({ "do": "move-unit", "side": "american", "units": units, "x": 8, "y": 12.5, "reason": "The wood." });
    table.refuses(Seat::Umpire, several(json!([])), "unknown", RULE);
    table.refuses(Seat::Umpire, several(json!(["A-4-2", "A-9-9"])), "unknown", RULE);
    let wrong = serde_json::from_value::<Command>(several(json!({ "of": 1 }))).expect_err("no list of ids");
    assert!(wrong.to_string().contains("a list of ids"), "{wrong}");
    let events = table.plays(Seat::Umpire, several(json!(["A-4", "A-4-2", "A-1-7"])), &[]);
    let moved: Vec<String> = events
        .iter()
        .map(|event| match event {
            Event::UnitMoved(UnitMoved { unit, to, .. }) if *to == Point::new(800, 1250) => unit.to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(moved.len(), 5, "each stand once: {moved:?}");
    assert_eq!(moved.last().map(String::as_str), Some("A-1-7"));
    both_close(&mut table);
    let all = json!({ "do": "set-status", "side": "american", "units": ["A-4"], "status": "isolated", "reason": "A swamp." });
    let ruled =
        |events: Vec<Event>| events.into_iter().filter(|one| matches!(one, Event::StatusSet(_))).count();
    let one = json!({ "do": "set-status", "unit": "A-4-2", "status": "isolated", "reason": "A swamp." });
    assert_eq!(ruled(table.plays(Seat::Umpire, one, &[])), 1);
    assert_eq!(ruled(table.plays(Seat::Umpire, all.clone(), &[])), 3, "one stands so already");
    table.refuses(Seat::Umpire, all, "dup", RULE);
}

#[test]
fn a_unit_that_both_sides_name_alike_is_told_apart() {
    // Both sides have a formation X-1.
    let changes = [("id = \"A-1\"", "id = \"X-1\""), ("id = \"G-1\"", "id = \"X-1\"")];
    let mut table = crate::front::before_the_front(&changes, &[]).with(|facts| {
        for side in 0..2 {
            facts.sides[side].elements[0].stands[0].at = Some(Point::new(2400, 1000 + 2500 * side as i32));
        }
    });
    both_close(&mut table);
    table.refuses(Seat::Umpire, moving("X-1-1", 1.0, 1.0, "Why not."), "unknown", RULE);
    let mut command = moving("X-1-1", 1.0, 1.0, "Why not.");
    command["side"] = json!("german");
    table.plays(Seat::Umpire, command, &[]);
    assert_eq!(table.state.side(Side::SECOND).elements[0].stands[0].at, Some(Point::new(100, 100)));
    assert_eq!(table.state.side(Side::FIRST).elements[0].stands[0].at, Some(Point::new(2400, 1000)));
}

#[test]
fn a_status_is_overruled_and_its_pocket_follows() {
    let mut table = drawn(POCKETS);
    table.refuses(AMERICAN, ruling("A-4-8", Status::Normal, "It is near."), "actor", RULE);
    table.refuses(Seat::Umpire, ruling("A-4-8", Status::Normal, "No"), "data", RULE);
    table.refuses(Seat::Umpire, ruling("A-4-8", Status::CutOff, "It is near."), "dup", RULE);
    table.plays(Seat::Umpire, ruling("A-4-8", Status::Normal, "A path leads through the swamp."), &[]);
    assert_eq!(stand(&table, "A-4-8").status, Status::Normal);
    assert_eq!(table.state.facts.pockets[1].units.len(), 3);
    table.plays(Seat::Umpire, ruling("A-1-3", Status::Isolated, "The bridge is down."), &[]);
    assert_eq!(stand(&table, "A-1-3").status, Status::Isolated);
    assert_eq!(table.state.facts.pockets.last().map(|pocket| pocket.id), Some(id("P4")));
    let told = crate::view_support::words(&table.state, AMERICAN);
    assert!(told.contains("As the umpire ruled."), "{told}");
}

#[test]
fn a_line_is_drawn_otherwise() {
    let mut table = drawn(POCKETS);
    let along = json!([[0, 9], [60, 9.5]]);
    table.refuses(GERMAN, line("american", along.clone(), "Along the road."), "actor", RULE);
    table.refuses(Seat::Umpire, line("american", along.clone(), ""), "data", RULE);
    table.refuses(Seat::Umpire, line("british", along.clone(), "Along the road."), "unknown", RULE);
    table.refuses(Seat::Umpire, line("american", json!([[0, 9]]), "Along the road."), "range", RULE);
    table.refuses(Seat::Umpire, line("american", json!([[0, 9], [61, 9]]), "Along."), "range", "BF-0-5");
    table.plays(Seat::Umpire, line("american", along, "Along the road."), &[]);
    assert_eq!(table.state.facts.lines[0].points, [Point::new(0, 900), Point::new(6000, 950)]);
    // As people write it into a form.
    table.plays(Seat::Umpire, line("german", json!("0, 20; 60,20.25"), "Along the rails."), &[]);
    assert_eq!(table.state.facts.lines[1].points, [Point::new(0, 2000), Point::new(6000, 2025)]);
    // A field that is left empty takes nothing away.
    for empty in ["", " ; "] {
        let command = line("german", json!(empty), "A slip of the pen.");
        assert!(serde_json::from_value::<rules_battlefront::Command>(command).is_err(), "{empty:?}");
    }
    table.plays(Seat::Umpire, line("german", json!("none"), "Nobody is left."), &[]);
    assert_eq!(table.state.facts.lines[1].points, []);
    let wrong =
        serde_json::from_value::<rules_battlefront::Command>(line("german", json!("0 20"), "Why not."));
    assert!(wrong.is_err());
}

#[test]
fn the_umpire_closes_for_both_and_no_side_does() {
    let mut table = parted(POCKETS);
    for step in [Step::Disengage, Step::Perimeter] {
        assert_eq!(table.state.step(), step);
        for side in [AMERICAN, GERMAN] {
            table.refuses(side, done(), "actor", RULE);
            let view = crate::view_support::view(&table.state, side);
            assert!(!view.pages.iter().flat_map(|page| page.forms()).any(|form| form.id == "done"));
            let words = crate::view_support::words(&table.state, side);
            assert!(words.contains(&format!("The umpire closes {step}")), "{words}");
            assert_eq!(Battlefront::in_absence(&table.state, side), None);
        }
        // Nor for a side alone.
        let by = Acting { seat: GERMAN, by: Seat::Umpire };
        let refused = prove::<Battlefront>(&table.state, by, &Command::Done).unwrap_err();
        assert_eq!(refused.all()[0].code, "actor");
        let events = table.plays(Seat::Umpire, done(), &[]);
        assert_eq!(events[0], Event::ClosedForBoth(ClosedForBoth { step }));
        assert!(!events.iter().any(|event| matches!(event, Event::StepClosed(_))), "{events:?}");
    }
    assert_eq!(table.state.step(), Step::Escape);
    table.refuses(Seat::Umpire, done(), "actor", "BF-2.1-1");
}

#[test]
fn without_an_umpire_both_sides_close() {
    let umpireless = [("[campaign.options]", "[campaign.options]\numpire_closes = false")];
    let mut table = crate::front::before_the_front(&umpireless, POCKETS);
    both_close(&mut table);
    for step in [Step::Disengage, Step::Perimeter] {
        assert_eq!(table.state.step(), step);
        table.plays(AMERICAN, done(), &[]);
        assert_eq!(table.state.step(), step, "one side alone closes nothing");
        table.refuses(AMERICAN, done(), "dup", "BF-2.1-1");
        table.plays(GERMAN, done(), &[]);
    }
    assert_eq!(table.state.step(), Step::Escape);
    // Whoever holds the umpire's seat after all can close for both there, too.
    let mut table = crate::front::before_the_front(&umpireless, POCKETS);
    both_close(&mut table);
    table.plays(AMERICAN, done(), &[]);
    table.plays(Seat::Umpire, done(), &[]);
    assert_eq!(table.state.step(), Step::Perimeter);
}

#[test]
fn a_log_in_which_both_sides_closed_is_read_as_before() {
    let mut table = parted(POCKETS);
    for side in [Side::FIRST, Side::SECOND] {
        let event =
            serde_json::from_value(json!({ "event": "step-closed", "side": side.number(), "step": "C5" }));
        Battlefront::fold(&mut table.state, &event.expect("an event of an earlier build"));
    }
    assert!(Side::BOTH.iter().all(|side| table.state.side(*side).closed));
}

#[test]
fn without_pockets_nobody_remains_or_escapes() {
    let mut table = drawn(&[("A-1-1", 2400, 1000, ""), ("G-1-1", 2400, 3000, "")]);
    let events = both_close(&mut table);
    assert!(events.contains(&Event::StepPassed(StepPassed { step: Step::Escape })), "{events:?}");
}

#[test]
fn a_line_beyond_the_enemys_is_drawn_and_the_umpire_is_told() {
    let mut table = drawn(POCKETS);
    let told = |table: &Table, seat: Seat| crate::view_support::words(&table.state, seat);
    assert!(!told(&table, Seat::Umpire).contains("lies beyond"), "{}", told(&table, Seat::Umpire));
    table.plays(Seat::Umpire, line("american", json!([[0, 40], [60, 40]]), "They have broken through."), &[]);
    let umpire = told(&table, Seat::Umpire);
    for words in ["lies beyond that of", "(0, 40) and (60, 40). Both would hold the ground between them."] {
        assert!(umpire.contains(words), "{umpire}");
    }
    assert!(!told(&table, AMERICAN).contains("lies beyond"));
    table.plays(Seat::Umpire, line("american", json!([[0, 9], [60, 9]]), "I have looked again."), &[]);
    assert!(!told(&table, Seat::Umpire).contains("lies beyond"));
    // They cross: one point alone lies beyond.
    table.plays(Seat::Umpire, line("american", json!([[0, 9], [30, 45], [60, 9]]), "A deep salient."), &[]);
    assert!(told(&table, Seat::Umpire).contains("(30, 45). Both"), "{}", told(&table, Seat::Umpire));
    // Straight through a German at (24, 18).
    table.plays(Seat::Umpire, line("american", json!([[0, 18], [60, 18]]), "Along the road."), &[]);
    assert!(told(&table, Seat::Umpire).contains("passes nearer than 5 inches to"));
}

#[test]
fn the_umpire_s_stands_are_folded_by_side_and_listed_as_people_count() {
    let many: Vec<(String, i32)> = (1..=10).map(|n| (format!("A-1-{n}"), 400 * n)).collect();
    let stands: Vec<_> = many.iter().map(|(name, x)| (name.as_str(), *x, 1000, "")).collect();
    let table = parted(&stands);
    let view = crate::view_support::view(&table.state, Seat::Umpire);
    let words = serde_json::to_value(&view).expect("a view can be written");
    let form = crate::view_support::form(&view, "overview", "move-unit-american-A-1");
    let mut wanted = vec!["All of A-1".to_owned()];
    wanted.extend((1..=10).map(|n| format!("A-1-{n}")));
    assert_eq!(labels(form), wanted);
    assert!(words.to_string().contains("Stands: American"));
}

#[test]
fn what_stands_badly_is_listed_first() {
    let mut table = drawn(POCKETS);
    table.plays(Seat::Umpire, ruling("A-1-6", Status::CutOff, "The bridge is down."), &[]);
    let view = crate::view_support::view(&table.state, Seat::Spectator);
    let written = serde_json::to_value(&view).expect("a view can be written").to_string();
    let (badly, well) = written
        .split_once("\"Not Normal\"")
        .and_then(|(_, rest)| rest.split_once("\"Normal\""))
        .expect("a table of those that are not normal, and after it one of the others");
    let has = |list: &str, name: &str| list.contains(&format!("\"{name}\""));
    let behind: Vec<String> =
        crate::front::behind(&table).into_iter().map(|(name, _)| name.to_string()).collect();
    assert!(behind.len() > 1 && behind.iter().all(|name| has(badly, name)), "{behind:?}: {badly}");
    assert!(has(badly, "A-1-6"), "whatever the reason");
    assert!(has(well, "A-1-1") && !has(badly, "A-1-1"));
}

#[test]
fn the_umpire_picks_a_stand_by_its_formation() {
    let mut table = parted(POCKETS);
    for (step, id) in
        [(Step::Disengage, "move-unit-american-A-4"), (Step::Perimeter, "set-status-american-A-4")]
    {
        assert_eq!(table.state.step(), step);
        let view = crate::view_support::view(&table.state, Seat::Umpire);
        let form = crate::view_support::form(&view, "overview", id);
        assert_eq!(form.command["side"], "american");
        assert_eq!(labels(form), ["All of A-4", "A-4-2", "A-4-3", "A-4-4", "A-4-8"], "no other formation's");
        both_close(&mut table);
    }
}
