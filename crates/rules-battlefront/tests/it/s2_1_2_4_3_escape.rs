//! [BF-2.1.2.4.3] Stands behind the enemy's line remain or try to escape, sealed, and the dice fall when both have.

use kernel::{Seat, System};
use rules_battlefront::ids::StandId;
use rules_battlefront::measure::Point;
use rules_battlefront::perimeter::Unit;
use rules_battlefront::rules::s2_1_2_4_3_escape::tried::EscapeTried;
use rules_battlefront::rules::s2_1_2_4_3_escape::{chances, modifiers};
use rules_battlefront::setup::charts::Escape;
use rules_battlefront::words::{StandState, Status};
use rules_battlefront::{Command, Event, Side, Step};
use serde_json::{Value, json};

use crate::front::{AMERICAN, GERMAN, POCKETS, Placed, both_close, done, drawn, drawn_with, stand};
use crate::table::{Table, id};
use crate::view_support::{json as sent, lawful};

/// C7 with the pockets of [`POCKETS`].
fn escaping() -> Table {
    escaping_with(&[], POCKETS)
}

fn escaping_with(changes: &[(&str, &str)], stands: &[Placed<'_>]) -> Table {
    let mut table = drawn_with(changes, stands);
    both_close(&mut table);
    assert_eq!(table.state.step(), Step::Escape);
    table
}

fn escape(stand: &str) -> Value {
    json!({ "do": "escape", "stand": stand })
}

fn together(stands: &[&str]) -> Value {
    json!({ "do": "escape-group", "stands": stands })
}

fn remain(stand: &str) -> Value {
    json!({ "do": "remain", "stand": stand })
}

fn throw() -> Value {
    json!({ "do": "throw-escapes" })
}

/// Both sides seal, and the engine throws these dice.
fn resolve(table: &mut Table, dice: &[u16]) -> Vec<Event> {
    both_close(table);
    assert_eq!(table.state.step(), Step::Escape, "the dice are the engine's");
    table.plays(Seat::Clock, throw(), dice)
}

fn american(name: &str) -> Unit {
    Unit { id: id(name), side: Side::FIRST }
}

/// What came of the attempts, in order.
fn outcomes(events: &[Event]) -> Vec<(String, Escape)> {
    let tried = events.iter().filter_map(|event| match event {
        Event::EscapeTried(EscapeTried { unit, outcome, .. }) => Some((unit.to_string(), *outcome)),
        _ => None,
    });
    tried.collect()
}

/// The amounts of a unit's modifiers in printed order.
fn amounts(table: &Table, unit: Unit) -> Vec<i32> {
    modifiers(&table.state, unit).iter().map(|modifier| modifier.amount).collect()
}

#[test]
fn choices_are_refused_with_their_reasons() {
    let mut table = escaping();
    let rule = "BF-2.1.2.4.3-1";
    table.refuses(Seat::Umpire, escape("A-1-7"), "actor", rule);
    table.refuses(AMERICAN, escape("A-9-9"), "unknown", rule);
    table.refuses(AMERICAN, escape("G-11-1"), "owner", rule);
    table.refuses(AMERICAN, escape("A-1-1"), "not-eligible", rule);
    table.refuses(AMERICAN, escape("A-2-1"), "not-eligible", rule);
    table.refuses(AMERICAN, remain("A-1-7"), "dup", rule);
    table.plays(AMERICAN, escape("A-1-7"), &[]);
    table.refuses(AMERICAN, escape("A-1-7"), "dup", rule);
    table.plays(AMERICAN, remain("A-1-7"), &[]);
    assert!(table.state.side(Side::FIRST).escapes.is_empty());
    table.refuses(Seat::Clock, throw(), "step", "BF-2.1.2.4.3-2");
    table.refuses(AMERICAN, throw(), "actor", "BF-2.1.2.4.3-2");
    table.plays(AMERICAN, done(), &[]);
    table.refuses(AMERICAN, escape("A-1-7"), "step", rule);
    let early = drawn(POCKETS);
    early.refuses(AMERICAN, escape("A-1-7"), "step", rule);
}

#[test]
fn one_die_for_all_is_for_transport_of_one_pocket() {
    let mut stands = POCKETS.to_vec();
    // Two more half-tracks stand elsewhere behind the German line, each alone.
    stands.retain(|(name, ..)| *name != "A-4-3");
    stands.push(("A-4-3", 4350, 3000, ""));
    let table = escaping_with(&[], &stands);
    let rule = "BF-2.1.2.4.3-2";
    table.refuses(AMERICAN, together(&["A-4-2", "A-4-3"]), "not-eligible", rule);
    let mut table = escaping();
    table.refuses(AMERICAN, together(&["A-4-2", "A-4-4"]), "class", rule);
    table.refuses(AMERICAN, together(&["A-4-2", "A-4-8"]), "class", rule);
    table.refuses(AMERICAN, together(&["A-4-2", "A-4-2"]), "dup", rule);
    table.refuses(AMERICAN, together(&["A-4-2"]), "range", rule);
    table.refuses(AMERICAN, together(&[]), "range", rule);
    table.plays(AMERICAN, together(&["A-4-3", "A-4-2"]), &[]);
    assert_eq!(table.state.side(Side::FIRST).escapes, [[id("A-4-2"), id("A-4-3")]]);
    // One of them for itself leaves the other alone.
    table.plays(AMERICAN, escape("A-4-3"), &[]);
    assert_eq!(table.state.side(Side::FIRST).escapes, [vec![id("A-4-2")], vec![id("A-4-3")]]);
}

/// Who plays by what is offered can choose one die as well.
#[test]
fn one_die_for_all_is_offered_with_all_transport_of_the_pocket() {
    let offered = |seat: Seat| -> Vec<Vec<StandId>> {
        let all = lawful(&escaping().state, seat).into_iter();
        all.filter_map(|command| match command {
            Command::EscapeGroup { stands } => Some(stands),
            _ => None,
        })
        .collect()
    };
    assert_eq!(offered(AMERICAN), [[id("A-4-2"), id("A-4-3")]]);
    assert!(offered(GERMAN).is_empty());
}

#[test]
fn nobody_learns_of_a_choice_before_both_have_sealed() {
    let mut table = escaping();
    let before = [GERMAN, Seat::Spectator].map(|seat| sent(&table.state, seat));
    for act in [escape("A-1-7"), together(&["A-4-2", "A-4-3"]), remain("A-4-2")] {
        let events = table.plays(AMERICAN, act, &[]);
        assert!(events.iter().all(|event| event.audience() == Side::FIRST.only()));
        assert_eq!([GERMAN, Seat::Spectator].map(|seat| sent(&table.state, seat)), before);
    }
    table.plays(AMERICAN, done(), &[]);
    let events = table.plays(GERMAN, done(), &[]);
    assert_eq!(outcomes(&events), []);
    let events = table.plays(Seat::Clock, throw(), &[9, 9]);
    assert_eq!(outcomes(&events).len(), 2);
}

#[test]
fn rows_and_columns_of_the_chart_at_their_bounds() {
    // Morning −1 and cut off −2 for all in the cup; the tank +2.
    for (unit, column) in [
        (
            "A-4-8",
            [(2, Escape::Eliminated), (3, Escape::Abandons), (4, Escape::Abandons), (5, Escape::Escapes)],
        ),
        (
            "A-4-4",
            [(1, Escape::Eliminated), (4, Escape::Eliminated), (5, Escape::Escapes), (6, Escape::Escapes)],
        ),
        (
            "A-4-2",
            [(4, Escape::Eliminated), (5, Escape::Abandons), (6, Escape::Abandons), (7, Escape::Escapes)],
        ),
    ] {
        for (die, outcome) in column {
            let mut table = escaping();
            table.plays(AMERICAN, escape(unit), &[]);
            let events = resolve(&mut table, &[die]);
            assert_eq!(outcomes(&events), [(unit.to_owned(), outcome)], "{die}");
        }
    }
}

#[test]
fn who_escapes_is_normal_and_off_the_map() {
    let mut table = escaping();
    table.plays(AMERICAN, escape("A-1-7"), &[]);
    resolve(&mut table, &[10]);
    let stand = stand(&table, "A-1-7");
    assert_eq!((stand.state, stand.status, stand.at), (StandState::Here, Status::Normal, None));
    assert!(table.state.facts.pockets.iter().all(|pocket| pocket.id != id("P1")));
}

#[test]
fn an_abandoned_tank_is_a_wreck_and_other_vehicles_are_lost() {
    let mut table = escaping();
    table.plays(AMERICAN, escape("A-4-8"), &[]);
    table.plays(AMERICAN, escape("A-4-2"), &[]);
    let losses = table.state.side(Side::FIRST).element(id("A-4")).map(|element| element.losses);
    let events = resolve(&mut table, &[5, 4]);
    let told = |name: &str| {
        let of = |event: &&Event| matches!(event, Event::EscapeTried(EscapeTried { unit, .. }) if unit.id == id(name));
        let event = events.iter().find(of).expect("it is tried");
        rules_battlefront::Battlefront::narrate(table.state.campaign(), event).plain(&[])
    };
    assert!(told("A-4-8").contains("was abandoned where it stood"), "{}", told("A-4-8"));
    assert!(told("A-4-2").contains("is lost, as it is not of class A"), "{}", told("A-4-2"));
    assert_eq!(stand(&table, "A-4-8").state, StandState::Wreck);
    assert_eq!(stand(&table, "A-4-2").state, StandState::Lost);
    let wreck = table.state.facts.wrecks.last().copied().expect("a wreck lies there");
    assert_eq!((wreck.stand, wreck.at, wreck.abandoned), (id("A-4-8"), Point::new(2400, 2600), true));
    assert_eq!(wreck.id, id("V1.1.1"));
    let after = table.state.side(Side::FIRST).element(id("A-4")).map(|element| element.losses);
    assert_eq!(after, losses.map(|losses| losses + 2));
}

#[test]
fn what_does_not_escape_is_lost_in_the_scenario_just_fought() {
    let mut table = escaping().with(|facts| {
        (facts.scenarios, facts.last_day_fought) = (1, 1);
        let element = facts.sides[0].elements.iter_mut().find(|element| element.id == id("A-4"));
        let element = element.expect("the formation of the tank");
        (element.scenario.number, element.scenario.baseline, element.scenario.losses) = (1, 8, 1);
        (element.day.number, element.day.baseline) = (1, 8);
    });
    table.plays(AMERICAN, escape("A-4-8"), &[]);
    table.plays(AMERICAN, escape("A-4-4"), &[]);
    resolve(&mut table, &[4, 3]);
    let element = table.state.side(Side::FIRST).element(id("A-4")).expect("the formation of the tank");
    assert_eq!((element.scenario.losses, element.scenario.afv_lost), (3, 1));
    assert_eq!((element.day.losses, element.day.afv_lost), (2, 1));
}

#[test]
fn who_remains_keeps_its_place_and_status() {
    let mut table = escaping();
    resolve(&mut table, &[]);
    let stand = stand(&table, "A-4-8");
    assert_eq!((stand.at, stand.status), (Some(Point::new(2400, 2600)), Status::CutOff));
}

#[test]
fn transport_that_tries_together_has_one_die_and_its_own_modifiers() {
    let mut table = escaping();
    table.plays(AMERICAN, together(&["A-4-2", "A-4-3"]), &[]);
    let events = resolve(&mut table, &[7]);
    let all = [("A-4-2".to_owned(), Escape::Escapes), ("A-4-3".to_owned(), Escape::Escapes)];
    assert_eq!(outcomes(&events), all);
    assert_eq!(table.rolls.len(), 1);
}

/// The order of a roster is that of its owner's purchases: it must not choose the die.
#[test]
fn who_stands_first_on_the_roster_chooses_no_die() {
    let asked = [false, true].map(|turned| {
        let mut table = escaping().with(|facts| {
            let elements = &mut facts.sides[0].elements;
            elements.iter_mut().filter(|_| turned).for_each(|element| element.stands.reverse());
        });
        table.plays(AMERICAN, together(&["A-4-2", "A-4-3"]), &[]);
        let first = table.state.side(Side::FIRST).escapes[0][0];
        resolve(&mut table, &[7]);
        (first, table.rolls[0].asked.known_as.unwrap_or_default())
    });
    assert_eq!(asked, [(id("A-4-2"), id("A-4-2")), (id("A-4-3"), id("A-4-2"))]);
}

/// Leaving a truck out must not be another throw, nor may the second die of a pocket be the first again.
#[test]
fn no_subset_of_those_who_could_try_chooses_the_die() {
    let asked = |groups: &[&[&str]]| {
        let four = ("a-halftrack = 2, a-rifle = 4", "a-halftrack = 4, a-rifle = 2");
        let mut table = escaping_with(&[four], &[POCKETS, &[("A-4-5", 2600, 3000, "")]].concat());
        for stands in groups {
            table.plays(AMERICAN, together(stands), &[]);
        }
        resolve(&mut table, &vec![7; groups.len()]);
        let rolls = table.rolls.iter().map(|roll| (roll.asked.known_as.unwrap_or_default(), roll.asked.nth));
        rolls.collect::<Vec<_>>()
    };
    for group in [&["A-4-2", "A-4-3", "A-4-4"][..], &["A-4-2", "A-4-3"], &["A-4-3", "A-4-4"]] {
        assert_eq!(asked(&[group]), [(id("A-4-2"), 1)], "{group:?}");
    }
    let halves = [["A-4-2", "A-4-3"], ["A-4-4", "A-4-5"]];
    for (one, other) in [(0, 1), (1, 0)] {
        assert_eq!(asked(&[&halves[one], &halves[other]]), [(id("A-4-2"), 1), (id("A-4-2"), 2)], "{one}");
    }
}

#[test]
fn every_modifier_of_the_chart() {
    let table = escaping();
    assert_eq!(amounts(&table, american("A-1-7")), [-1, 0, 0, 0, 0, 0]);
    assert_eq!(amounts(&table, american("A-4-8")), [-1, -2, 0, 0, 2, 0]);
    // An armoured half-track is neither unarmoured nor a fully tracked AFV.
    assert_eq!(amounts(&table, american("A-4-2")), [-1, -2, 0, 0, 0, 0]);
    let changes = [
        ("armored = true\ntracked = \"half\"", "armored = false"),
        ("nation = \"american\"", "nation = \"russian\""),
    ];
    let table = escaping_with(&changes, POCKETS);
    assert_eq!(amounts(&table, american("A-4-2")), [-1, -2, -1, 0, 0, 1]);
}

#[test]
fn only_a_morning_slot_is_a_morning() {
    let table = escaping_with(
        &[(
            "slots = [\"am\", \"pm\", \"night\"]\ndrm = [{ american = 1, german = 0 }, { american = 0, german = -1 }, { american = 2, german = 1 }]",
            "slots = [\"full\"]\ndrm = { american = 1, german = 0 }",
        )],
        POCKETS,
    );
    assert_eq!(amounts(&table, american("A-1-7")), [0, 0, 0, 0, 0, 0]);
}

#[test]
fn within_four_inches_of_friendly_lines() {
    // G-11-1 stands below the American line; a friend that is Normal is as good as the line.
    let near = |changes: &[(&str, &str)], x: i32, y: i32| {
        let mut table = drawn_with(changes, POCKETS);
        let ruling =
            json!({ "do": "set-status", "unit": "A-1-1", "status": "isolated", "reason": "For the test." });
        table.plays(Seat::Umpire, ruling, &[]);
        let points = json!([[0, f64::from(y) / 100.0], [60, f64::from(y) / 100.0]]);
        let line =
            json!({ "do": "edit-mlr", "side": "american", "points": points, "reason": "For the test." });
        table.plays(Seat::Umpire, line, &[]);
        assert_eq!(x, 400);
        amounts(&table, american("A-1-1"))[3]
    };
    assert_eq!(near(&[], 400, 600), 1);
    assert_eq!(near(&[], 400, 599), 0);
    let strict = [("discipline_changes = true", "discipline_changes = true\nnear_line_strict = true")];
    assert_eq!(near(&strict, 400, 600), 0);
    assert_eq!(near(&strict, 400, 601), 1);
}

#[test]
fn the_odds_are_exact() {
    let table = escaping();
    let of = |name: &str| chances(&table.state, american(name));
    // The tank: −1 in all. Escapes on 5 to 10, abandoned on 3 and 4.
    assert_eq!(of("A-4-8"), (vec![(Escape::Escapes, 6), (Escape::Abandons, 2), (Escape::Eliminated, 2)], 10));
    assert_eq!(of("A-4-4"), (vec![(Escape::Escapes, 6), (Escape::Eliminated, 4)], 10));
    assert_eq!(of("A-1-7"), (vec![(Escape::Escapes, 8), (Escape::Eliminated, 2)], 10));
}

#[test]
fn a_form_names_its_stand_and_says_what_abandoning_comes_to() {
    let table = escaping();
    let view = crate::view_support::view(&table.state, AMERICAN);
    let told = |name: &str| {
        let form = crate::view_support::form(&view, "refit", &format!("escape-{name}"));
        let rows: Vec<&str> = form.odds[0].rows.iter().map(|(words, _)| words.as_str()).collect();
        (form.consequence.plain(&[]), rows.join("; "))
    };
    let (says, odds) = told("A-4-8");
    assert!(says.starts_with("A-4-8 (") && says.contains("is cut off at 24, 26."), "{says}");
    assert!(odds.contains("Abandoned, and stays as a wreck"), "{odds}");
    let (says, odds) = told("A-4-2");
    assert!(says.starts_with("A-4-2 ("), "{says}");
    assert!(odds.contains("Abandoned, and lost"), "{odds}");
}

#[test]
fn a_side_without_pockets_has_no_part_in_it() {
    let mut stands = POCKETS.to_vec();
    stands.retain(|(name, ..)| *name != "G-11-1");
    let mut table = escaping_with(&[], &stands);
    let (code, _, sentence) = table.refusal(GERMAN, done());
    assert_eq!((code, &*sentence), ("step", "You have no part in C7, remain or escape."));
    table.plays(AMERICAN, done(), &[]);
    let events = table.plays(Seat::Clock, throw(), &[]);
    assert_eq!(outcomes(&events), []);
    assert!(table.state.step() > Step::Escape);
}
