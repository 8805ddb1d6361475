//! Positions open as the state they were taken from, and contradictions are all told.

use kernel::System;
use rules_battlefront::ids::{GroupId, LevelId, UnitTypeId};
use rules_battlefront::words::{StandState, Status};
use rules_battlefront::{Battlefront, Facts, Step};

use crate::table::{Table, id, told};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

fn contradictions(change: impl FnOnce(&mut Facts)) -> Vec<kernel::Diagnostic> {
    let table = Table::rostov_24();
    let mut facts = table.state.facts.clone();
    change(&mut facts);
    Battlefront::open_position(table.state.shared_campaign(), facts).err().unwrap_or_default()
}

#[track_caller]
fn one(path: &str, rule: &str, change: impl FnOnce(&mut Facts)) {
    let faults = contradictions(change);
    assert_eq!(faults.len(), 1, "{}", told(&faults));
    assert_eq!((&*faults[0].path, &*faults[0].rule), (path, rule), "{}", faults[0]);
}

#[test]
fn the_shipped_positions_open_and_come_back() {
    for (setup, position) in [(ROSTOV, ROSTOV_24), (MIUS, MIUS_NIGHT)] {
        let table = Table::of(setup, &[], Some(position));
        let facts: Facts = toml::from_str(position).expect("it can be read");
        assert_eq!(Battlefront::position(&table.state), facts);
    }
}

#[test]
fn a_hidden_fortification_is_not_numbered_in_a_row_that_others_see() {
    for (n, other) in [(1, "F9"), (1, "RH2"), (4, "GH2")] {
        let faults = contradictions(|facts| facts.works[n].id = id(other));
        assert!(!faults.is_empty() && faults.iter().all(|fault| &*fault.rule == "HOUSE-FORT-NUMBERS"));
    }
    // A side's hidden ones may share a row, and so may known ones of both sides.
    assert!(contradictions(|facts| facts.works[2].known = false).len() == 1);
    let renamed = |facts: &mut Facts| {
        facts.works[2].known = false;
        facts.works[2].id = id("GH2");
    };
    assert!(contradictions(renamed).is_empty());
}

#[test]
fn every_contradiction_is_told_at_once() {
    let faults = contradictions(|facts| {
        facts.weather = Some(9);
        facts.sides[0].cpp = -1;
        facts.sides[0].elements[0].discipline = id("Bold");
        facts.sides[1].elements[0].stands[0].kind = id("g-elephant");
        facts.sides[1].modules[0].prereg = 3;
        facts.lines[0].points.truncate(1);
        facts.wrecks[0].stand = id("R-201-1");
        facts.works[0].kind = id("moat");
    });
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    for path in [
        "weather",
        "sides.russian.cpp",
        "sides.russian.elements.R-101",
        "sides.german.elements.G-11.stands.G-11-1",
        "sides.german.modules.GO3.2",
        "lines.russian",
        "wrecks.V1",
        "sides.russian.elements.stands.R-201-2",
        "works.F1",
    ] {
        assert!(paths.contains(&path), "{path} is not told: {}", told(&faults));
    }
}

#[test]
fn what_is_missing_is_told_as_missing() {
    let faults = contradictions(|facts| {
        let wreck = facts.wrecks[0].stand;
        let russian = &mut facts.sides[0];
        russian.elements[0].discipline = LevelId::default();
        let stands = russian.elements.iter_mut().flat_map(|element| &mut element.stands);
        stands.filter(|stand| stand.id == wreck).for_each(|stand| stand.kind = UnitTypeId::default());
        facts.sides[1].modules[0].group = GroupId::default();
    });
    let sentences: Vec<&str> = faults.iter().map(|fault| fault.sentence.as_str()).collect();
    for field in ["discipline", "type", "group"] {
        let sentence = format!("The field {field:?} is missing.");
        assert!(sentences.contains(&sentence.as_str()), "{}", told(&faults));
    }
    let is_whole = |sentence: &&str| !sentence.starts_with(' ') && !sentence.contains(" .");
    assert!(sentences.iter().all(is_whole), "{}", told(&faults));
}

#[test]
fn the_calendar_holds() {
    one("day", "BF-2-1", |facts| facts.day = 6);
    one("slot", "BF-2-1", |facts| facts.slot = 2);
    one("version", "HOUSE-FILE", |facts| facts.version = 2);
    one("sides", "HOUSE-FILE", |facts| facts.sides.swap(0, 1));
    one("last_day_fought", "BF-0-1", |facts| facts.last_day_fought = 3);
    one("scenarios", "BF-0-1", |facts| facts.scenarios = 0);
}

#[test]
fn the_step_fits_the_slot_and_what_has_been_done() {
    let both_missing = contradictions(|facts| facts.step = Step::Purchases);
    assert!(both_missing.iter().any(|fault| fault.path == "sides.posture"), "{}", told(&both_missing));
    assert!(both_missing.iter().any(|fault| fault.path == "sides.german.income"));
    let night = contradictions(|facts| facts.step = Step::Repair);
    assert!(night.iter().any(|fault| fault.path == "step" && fault.rule == "BF-2.1-1"), "{}", told(&night));
    let early = contradictions(|facts| facts.attacker = Some(id("german")));
    assert!(early.iter().all(|fault| fault.path == "attacker") && early.len() == 2, "{}", told(&early));
    one("sides.german.closed", "BF-2.1.P-2", |facts| facts.sides[1].closed = true);
    one("result", "BF-2-4", |facts| facts.step = Step::Over);
}

#[test]
fn stands_and_their_status_hold_together() {
    let stand = "sides.russian.elements.R-101.stands.R-101-1";
    one(stand, "BF-2.1.2.5.1-1", |facts| facts.sides[0].elements[0].stands[0].status = Status::Isolated);
    one(stand, "BF-R21", |facts| facts.sides[0].elements[0].stands[0].starts.cut_off = 1);
    one(stand, "BF-2.S-2", |facts| facts.sides[0].elements[0].stands[0].state = StandState::Exited);
    one(stand, "BF-2.1.1.3.1.O-4", |facts| {
        facts.sides[0].elements[0].stands[0].discipline = Some(id("Elite"))
    });
    one(stand, "BF-2.1.1.2-1", |facts| facts.sides[0].elements[0].stands[0].tried_tonight = true);
}

#[test]
fn purchases_stay_within_the_chart() {
    one("sides.german.bought.GO3", "BF-2.1.1.4.1-3", |facts| facts.sides[1].bought[0].count = 5);
    one("sides.german.works_in_hand", "BF-2.1.1.5.2-1", |facts| facts.sides[1].works_in_hand[0].count = 4);
    one("sides.german.bought.GI2", "BF-2.1.1.4.1-3", |facts| {
        facts.sides[1].bought.retain(|tally| tally.id != id("GI2"));
    });
}

#[test]
fn unknown_fields_of_a_position_are_refused() {
    let text = format!("{ROSTOV_24}\n[[works]]\nid = \"F9\"\ncolour = \"green\"\n");
    let fault = toml::from_str::<Facts>(&text).expect_err("there is no colour");
    assert!(fault.to_string().contains("colour"), "{fault}");
}

#[test]
fn what_is_left_out_has_its_default() {
    let table = Table::rostov();
    let whole = serde_json::to_value(&table.state.facts).expect("facts are plain");
    assert_eq!(whole["step"], "opening");
    assert!(whole.get("attacker").is_none(), "what is not so is not written");
    let stand = &whole["sides"][0]["elements"][0]["stands"][0];
    assert_eq!(*stand, serde_json::json!({ "id": "R-101-1", "type": "r-cmd" }));
}

#[test]
fn what_the_reveal_left_is_told_only_where_it_holds() {
    one("skipped", "BF-2.1.P-6", |facts| {
        (facts.skipped, facts.step) = (true, Step::PurchasePoints);
        for side in &mut facts.sides {
            side.posture = Some(toml::from_str("choice = \"defend\"").expect("a sealed posture"));
        }
    });
    assert!(contradictions(|facts| facts.skipped = true).is_empty());
    one("roll_off", "BF-2.1.P-5", |facts| facts.roll_off = Some([4, 6]));
    one("sides.russian.removals_paid", "BF-2.1.1-1", |facts| facts.sides[0].removals_paid = 1);
}

#[test]
fn the_front_after_a_battle_holds_together() {
    let at_c7 = || {
        let mut table = crate::front::drawn(crate::front::POCKETS);
        crate::front::both_close(&mut table);
        table
    };
    let faults = |change: &dyn Fn(&mut Facts)| {
        let table = at_c7();
        let mut facts = table.state.facts.clone();
        change(&mut facts);
        let opened = Battlefront::open_position(table.state.shared_campaign(), facts);
        opened.err().unwrap_or_default().iter().map(|fault| fault.rule.to_string()).collect::<Vec<_>>()
    };
    let one = |name: &str, set: &dyn Fn(&mut rules_battlefront::facts::Stand)| {
        faults(&|facts| set(crate::front::stand_mut(facts, name)))
    };
    assert_eq!(faults(&|_| {}), Vec::<String>::new());
    assert_eq!(one("A-1-1", &|stand| stand.hidden = true), ["BF-R50"]);
    assert_eq!(one("A-1-1", &|stand| stand.improved = true), ["BF-R37"]);
    assert_eq!(one("A-1-8", &|stand| stand.unmoved = true), ["BF-2.1.2.5-1"]);
    assert_eq!(one("A-1-1", &|stand| stand.moved_from = stand.at), ["BF-2.1.2.4.1-1"]);
    assert_eq!(one("A-1-8", &|stand| stand.status = Status::CutOff), ["BF-2.1.2.5.1-1"]);
    let escape = |groups: &[&[&str]]| {
        let groups: Vec<Vec<_>> =
            groups.iter().map(|group| group.iter().map(|name| id(name)).collect()).collect();
        faults(&|facts| facts.sides[0].escapes.clone_from(&groups))
    };
    assert_eq!(escape(&[&["A-1-7"], &["A-4-2", "A-4-3"], &["A-4-8"]]), Vec::<String>::new());
    assert_eq!(escape(&[&["A-1-1"]]), ["BF-2.1.2.4.3-1"]);
    assert_eq!(escape(&[&["A-1-7"], &["A-1-7"]]), ["BF-2.1.2.4.3-1"]);
    assert_eq!(escape(&[&["A-4-8"], &["A-1-7"]]), ["BF-2.1.2.4.3-1"]);
    // In the order of the roster, which is neither that of names nor that of the stands' numbers.
    let turned = |groups: &[&[&str]]| {
        let groups: Vec<Vec<_>> =
            groups.iter().map(|group| group.iter().map(|name| id(name)).collect()).collect();
        faults(&|facts| {
            let formations = &mut facts.sides[0].elements;
            let fourth =
                formations.iter().position(|element| element.id == id("A-4")).expect("on the roster");
            formations[fourth].stands.reverse();
            formations.swap(0, fourth);
            facts.sides[0].escapes.clone_from(&groups);
        })
    };
    assert_eq!(turned(&[&["A-4-8"], &["A-4-3", "A-4-2"], &["A-1-7"]]), Vec::<String>::new());
    assert_eq!(turned(&[&["A-1-7"], &["A-4-3", "A-4-2"], &["A-4-8"]]), ["BF-2.1.2.4.3-1"]);
    assert_eq!(turned(&[&["A-4-2", "A-4-3"]]), ["BF-2.1.2.4.3-1"]);
    // Every fault is told: out of order, and not of one pocket.
    assert_eq!(turned(&[&["A-4-2", "A-4-8"]]), ["BF-2.1.2.4.3-1", "BF-2.1.2.4.3-2"]);
    assert_eq!(escape(&[&[]]), ["BF-2.1.2.4.3-1"]);
    assert_eq!(escape(&[&["A-4-2", "A-4-8"]]), ["BF-2.1.2.4.3-2"]);
    assert_eq!(faults(&|facts| facts.sides[1].closed = true), Vec::<String>::new());
    // Nobody is behind the enemy's line: the step does not take place.
    let nobody = |facts: &mut Facts| {
        for stand in facts.sides.iter_mut().flat_map(|side| &mut side.elements).flat_map(|of| &mut of.stands)
        {
            stand.status = Status::Normal;
        }
    };
    assert!(faults(&nobody).contains(&"BF-2.1-1".to_owned()));
}

/// The contradictions of the evening after the first battle with a change.
#[track_caller]
fn of_the_evening(path: &str, rule: &str, change: impl FnOnce(&mut Facts)) {
    let table = crate::after_battle::evening();
    let mut facts = table.state.facts.clone();
    change(&mut facts);
    let faults = Battlefront::open_position(table.state.shared_campaign(), facts).err().unwrap_or_default();
    assert_eq!(faults.len(), 1, "{}", told(&faults));
    assert_eq!((&*faults[0].path, &*faults[0].rule), (path, rule), "{}", faults[0]);
}

#[test]
fn what_is_left_of_a_battle_stands_only_where_it_holds() {
    let stand = "sides.russian.elements.R-101.stands.R-101-2";
    of_the_evening("step", "BF-2.1-1", |facts| {
        (facts.step, facts.sides[1].closed) = (Step::ClearMap, false);
        facts.sides[0].elements.iter_mut().flat_map(|element| &mut element.stands).for_each(off_the_map);
        facts.sides[1].elements.iter_mut().flat_map(|element| &mut element.stands).for_each(off_the_map);
    });
    of_the_evening("last_day_fought", "BF-2.1.2.C-1", |facts| {
        facts.day = 2;
        facts.sides[1].flights.iter_mut().for_each(|flight| flight.day = 2);
    });
    of_the_evening(stand, "BF-2.1.2.5-1", |facts| facts.sides[0].elements[0].stands[1].bogged = true);
    of_the_evening(stand, "BF-2.1.1.8-1", |facts| facts.sides[0].elements[0].stands[1].facing = Some(9));
    of_the_evening("sides.russian.chosen", "BF-2.1.1.7-1", |facts| facts.sides[0].chosen = vec![id("R-9")]);
    of_the_evening("sides.german.flights.GF1.5", "BF-R49", |facts| facts.sides[1].flights[1].used = true);
    let mut paperwork = crate::after_battle::evening().state;
    crate::view_support::play_to(&mut paperwork, Step::Paperwork);
    let mut facts = paperwork.facts.clone();
    facts.works.iter_mut().filter(|work| work.id == id("RH2")).for_each(|work| {
        work.at = rules_battlefront::measure::Point::new(3000, 800);
    });
    let faults = Battlefront::open_position(paperwork.shared_campaign(), facts).err().unwrap_or_default();
    assert_eq!(faults.len(), 1, "{}", told(&faults));
    assert_eq!((&*faults[0].path, &*faults[0].rule), ("works.RH2", "BF-2.1.2.6-1"));
    // Nothing of it is left in the morning.
    let stand = "sides.russian.elements.R-101.stands.R-101-1";
    one(stand, "BF-2.1.2.5-2", |facts| {
        facts.sides[0].elements[0].stands[0].state = StandState::Panicked;
    });
    one(stand, "BF-2.1.2.5.1-1", |facts| {
        facts.sides[0].elements[0].stands[0].at = Some(rules_battlefront::measure::Point::new(100, 5000));
    });
    let pocket = "sides.russian.elements.R-102.stands.R-102-9";
    one(pocket, "BF-2.1.2.5-1", |facts| facts.sides[0].elements[1].stands[8].improved = true);
    assert!(contradictions(|facts| facts.sides[0].elements[1].stands[8].facing = Some(90)).is_empty());
}

fn off_the_map(stand: &mut rules_battlefront::facts::Stand) {
    if stand.state == StandState::Panicked {
        stand.state = StandState::Here;
    }
    if stand.status == Status::Normal {
        (stand.at, stand.facing, stand.immobile, stand.improved) = (None, None, false, false);
        stand.starts = Default::default();
    }
    stand.unmoved = false;
}
