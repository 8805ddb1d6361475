//! Where the parts of both sides differ.

use kernel::view::FieldKind;
use kernel::{Audience, Seat};
use rules_battlefront::facts::Compared;
use rules_battlefront::ids::{StandId, UnitTypeId};
use rules_battlefront::rules::s2_1_2_report::confirmed::ResultConfirmed;
use rules_battlefront::rules::s2_1_2_report::differences::DifferenceSettled;
use rules_battlefront::words::StandState;
use rules_battlefront::{Event, Step};
use serde_json::{Value, json};

use super::{GERMAN, RUSSIAN, Side, done, fighting, told};
use crate::table::{Table, id};

/// The type of most stands of R-101, and how many of them are in the battle.
fn rifles(table: &Table) -> String {
    let company = table.state.side(Side::FIRST).element(id("R-101")).expect("it is there");
    let last = company.living().last().expect("it has stands");
    last.kind.to_string()
}

/// Two rifles are told to be lost, the other side saw three; all else agrees.
fn differing() -> (Table, String) {
    let mut table = fighting();
    let kind = rifles(&table);
    let counts = json!({ "do": "counts", "counts": [
        { "unit": "R-101", "type": kind, "what": "knocked-out", "n": 2 },
    ] });
    table.plays(RUSSIAN, counts, &[]);
    table.plays(GERMAN, told(json!({ "enemy": format!("{kind}: 3"), "fired": ["GO3.2"] })), &[]);
    table.plays(RUSSIAN, done(), &[]);
    table.plays(GERMAN, done(), &[]);
    (table, kind)
}

fn theirs(field: &str) -> Value {
    json!({ "do": "theirs-is-right", "field": field })
}

fn mine(field: &str) -> Value {
    json!({ "do": "mine-stands", "field": field })
}

fn settle(side: &str, reason: &str) -> Value {
    json!({ "do": "settle", "field": "d1", "side": side, "reason": reason })
}

fn lost(table: &Table) -> usize {
    let company = table.state.side(Side::FIRST).element(id("R-101")).expect("it is there");
    company.stands.iter().filter(|stand| stand.state == StandState::Lost).count()
}

#[test]
fn nothing_is_entered_before_a_difference_is_settled() {
    let (table, _) = differing();
    let [difference] = &table.state.facts.battle.differences[..] else { panic!("one difference") };
    assert_eq!((difference.told, difference.seen), ([2, 0], [3, 0]));
    assert_eq!((difference.side, table.state.step()), (id("russian"), Step::Battle));
    table.refuses(RUSSIAN, done(), "dup", "BF-2.1-1");
    table.refuses(RUSSIAN, told(json!({})), "step", "BF-2.1.2-5");
    table.refuses(RUSSIAN, theirs("d2"), "unknown", "BF-2.1.2-5");
    table.refuses(Seat::Umpire, theirs("d1"), "actor", "BF-2.1.2-5");
    fighting().refuses(RUSSIAN, theirs("d1"), "step", "BF-2.1.2-5");
    // The record of its turns is closed: a die that ended it now would pass by what is settled.
    for seat in [RUSSIAN, GERMAN, Seat::Umpire] {
        table.refuses(seat, json!({ "do": "next-turn", "t": 2 }), "step", "BF-2.1.2-1");
        table.refuses(seat, json!({ "do": "turn-end-roll", "t": 11 }), "step", "BF-2.1.2-3");
    }
    table.refuses(GERMAN, json!({ "do": "agree-end" }), "step", "BF-2.1.2-2");
}

#[test]
fn a_side_that_gives_way_has_its_own_part_told_anew() {
    let (mut table, kind) = differing();
    let before = lost(&table);
    let events = table.plays(RUSSIAN, theirs("d1"), &[]);
    assert!(matches!(
        events[0],
        Event::DifferenceSettled(DifferenceSettled { side: Side::SECOND, reason: None, .. })
    ));
    assert_eq!(events[1].audience(), Audience::Side(0), "which stand fell is its side's to know");
    assert_eq!((lost(&table) - before, table.state.step()), (3, Step::Disengage));
    assert!(table.state.facts.battle.differences.is_empty());
    let public = events.iter().find_map(|event| match event {
        Event::ResultConfirmed(ResultConfirmed { lost, .. }) => Some(lost[Side::FIRST].clone()),
        _ => None,
    });
    let tally = public.expect("it is entered")[..].iter().find(|tally| tally.id == id(&kind)).copied();
    assert_eq!(tally.expect("it is public").count, 3);
    // The other way round the two stand.
    let (mut table, _) = differing();
    let before = lost(&table);
    table.plays(GERMAN, theirs("d1"), &[]);
    assert_eq!((lost(&table) - before, table.state.step()), (2, Step::Disengage));
}

#[test]
fn where_both_stand_by_their_figures_the_umpire_settles_with_a_reason() {
    let (mut table, _) = differing();
    table.plays(RUSSIAN, mine("d1"), &[]);
    table.refuses(RUSSIAN, mine("d1"), "dup", "BF-2.1.2-5");
    table.plays(GERMAN, mine("d1"), &[]);
    table.refuses(RUSSIAN, settle("russian", "I say so."), "actor", "BF-2.1.2-5");
    table.refuses(Seat::Umpire, settle("russian", " "), "data", "BF-2.1.2-5");
    table.refuses(Seat::Umpire, settle("french", "Seen by all."), "unknown", "BF-2.1.2-5");
    let before = lost(&table);
    let events = table.plays(Seat::Umpire, settle("german", "The casualty tray holds three."), &[]);
    assert!(
        matches!(&events[0], Event::DifferenceSettled(DifferenceSettled { side: Side::SECOND, reason: Some(why), .. }) if why.contains("tray"))
    );
    assert_eq!((lost(&table) - before, table.state.step()), (3, Step::Disengage));
}

#[test]
fn more_than_a_side_has_cannot_stand() {
    let mut table = fighting();
    let kind = rifles(&table);
    table.plays(RUSSIAN, told(json!({})), &[]);
    table.plays(GERMAN, told(json!({ "enemy": format!("{kind}: 150") })), &[]);
    table.plays(RUSSIAN, done(), &[]);
    table.plays(GERMAN, done(), &[]);
    table.refuses(RUSSIAN, theirs("d1"), "range", "BF-2.1.2-5");
    table.refuses(Seat::Umpire, settle("german", "They say so."), "range", "BF-2.1.2-5");
    let (_, _, sentence) = table.refusal(Seat::Umpire, settle("german", "They say so."));
    let side = &table.state.setup_of(Side::FIRST).name;
    assert!(sentence.starts_with(&format!("{side}: 150 × ")), "{sentence}");
    assert!(sentence.contains("told to be knocked out; 0 to "), "{sentence}");
    // Whoever claims it hears nothing of how many there are.
    let told = crate::view_support::words(&table.state, GERMAN);
    assert!(!told.contains("told to be knocked out"), "{told}");
    assert!(told.contains("is looked at only then"), "{told}");
    table.plays(GERMAN, theirs("d1"), &[]);
    assert_eq!(table.state.step(), Step::Disengage);
}

#[test]
fn each_difference_waits_for_its_own_word_and_vehicles_change_their_fate() {
    let mut table = fighting();
    let abandoned = |table: &Table| table.state.facts.wrecks.iter().filter(|wreck| wreck.abandoned).count();
    let before = abandoned(&table);
    let kind = rifles(&table);
    let tank = table.state.side(Side::FIRST).stand(id("R-201-1")).expect("a tank").1.kind;
    table.plays(RUSSIAN, told(json!({ "losses": "R-201-1" })), &[]);
    table.plays(GERMAN, told(json!({ "enemy": format!("{kind}: 1; {tank}: 0 1") })), &[]);
    table.plays(RUSSIAN, done(), &[]);
    table.plays(GERMAN, done(), &[]);
    let differences = &table.state.facts.battle.differences;
    assert_eq!(differences.len(), 2);
    let of_tank = differences.iter().find(|known| known.kind == Some(tank)).expect("told otherwise").clone();
    let other = differences.iter().find(|known| known.kind != Some(tank)).expect("told otherwise").id;
    assert_eq!((of_tank.told, of_tank.seen), ([1, 0], [0, 1]));
    table.plays(RUSSIAN, theirs(of_tank.id.as_str()), &[]);
    assert_eq!(table.state.step(), Step::Battle, "the other difference is open");
    table.refuses(GERMAN, theirs(of_tank.id.as_str()), "dup", "BF-2.1.2-5");
    table.plays(GERMAN, theirs(other.as_str()), &[]);
    assert_eq!(table.state.step(), Step::Disengage);
    assert_eq!(abandoned(&table), before + 1);
}

#[test]
fn panics_are_compared_where_the_other_side_names_them() {
    let play = |seen: &str| {
        let mut table = fighting();
        let kind = rifles(&table);
        let counts = json!({ "do": "counts", "counts": [
            { "unit": "R-101", "type": kind, "what": "panicked", "n": 2 },
        ] });
        table.plays(RUSSIAN, counts, &[]);
        table.plays(GERMAN, told(json!({ "enemy": seen.replace("rifles", &kind) })), &[]);
        table.plays(RUSSIAN, done(), &[]);
        table.plays(GERMAN, done(), &[]);
        table
    };
    assert_eq!(play("rifles: 0").state.step(), Step::Disengage, "nothing is said of panics");
    assert_eq!(play("rifles: 0 0 2").state.step(), Step::Disengage);
    let mut table = play("rifles: 0 0 3");
    let [difference] = &table.state.facts.battle.differences[..] else { panic!("one difference") };
    assert_eq!((difference.what, difference.told, difference.seen), (Compared::Panics, [2, 0], [3, 0]));
    table.plays(RUSSIAN, theirs("d1"), &[]);
    let company = table.state.side(Side::FIRST).element(id("R-101")).expect("it is there");
    assert_eq!(company.stands.iter().filter(|stand| stand.state == StandState::Panicked).count(), 3);
    assert_eq!(table.state.step(), Step::Disengage);
}

#[test]
fn kills_and_close_combats_are_compared_with_nothing() {
    let mut table = fighting();
    table.plays(RUSSIAN, told(json!({ "combat": "R-101: 9 9 9" })), &[]);
    table.plays(GERMAN, told(json!({})), &[]);
    table.plays(RUSSIAN, done(), &[]);
    table.plays(GERMAN, done(), &[]);
    assert_eq!(table.state.step(), Step::Disengage, "what formations did is their side's to know");
}

#[test]
fn the_last_turn_is_each_side_s_own_word_until_both_have_confirmed() {
    let play = |russian: i32, german: i32| {
        let mut table = fighting();
        table.plays(RUSSIAN, told(json!({ "turns": russian })), &[]);
        table.plays(GERMAN, told(json!({ "turns": german })), &[]);
        table.plays(RUSSIAN, done(), &[]);
        table.plays(GERMAN, done(), &[]);
        table
    };
    assert_eq!(play(12, 12).state.facts.battle.last, 12, "dice may have been thrown at the table");
    assert_eq!(
        play(1, 12).state.facts.battle.last,
        12,
        "the record stands at turn 1: that is no word of the side's"
    );
    let mut table = play(12, 13);
    let [difference] = &table.state.facts.battle.differences[..] else { panic!("one difference") };
    assert_eq!((difference.what, difference.kind), (Compared::LastTurn, None));
    assert_eq!((difference.told, difference.seen), ([12, 0], [13, 0]));
    table.plays(RUSSIAN, theirs("d1"), &[]);
    assert_eq!((table.state.facts.battle.last, table.state.step()), (13, Step::Disengage));
    let mut table = play(12, 13);
    table.plays(GERMAN, theirs("d1"), &[]);
    assert_eq!(table.state.facts.battle.last, 12);
}

#[test]
fn a_told_turn_says_nothing_once_the_record_has_gone_beyond_it() {
    let roll = |t: i32| json!({ "do": "turn-end-roll", "t": t });
    let settled = |german: Value| {
        let mut table = fighting();
        table.plays(RUSSIAN, told(json!({ "turns": 5 })), &[]);
        table.plays(GERMAN, roll(11), &[2]);
        table.reopens();
        table.plays(GERMAN, roll(12), &[1]);
        table.reopens();
        table.plays(GERMAN, told(german), &[]);
        table.plays(RUSSIAN, json!({ "do": "counts", "counts": [] }), &[]);
        table.plays(RUSSIAN, done(), &[]);
        table.plays(GERMAN, done(), &[]);
        table
    };
    let table = settled(json!({}));
    assert_eq!((table.state.facts.battle.last, table.state.step()), (11, Step::Disengage));
    // It does not stand in the way of settling something else either.
    let mut table = settled(json!({ "enemy": format!("{}: 1", rifles(&fighting())) }));
    table.reopens();
    table.plays(RUSSIAN, theirs("d1"), &[]);
    assert_eq!((table.state.facts.battle.last, table.state.step()), (11, Step::Disengage));
}

/// One rifle squad is told lost, the other side saw two: who else fell.
fn one_more(soviet: &dyn Fn(&[StandId]) -> Value, stands: &[&str]) -> (Table, Vec<StandId>, Vec<StandId>) {
    let mut table = fighting();
    let kind: UnitTypeId = id(&rifles(&table));
    let living = |table: &Table, of: &str| -> Vec<StandId> {
        let company = table.state.side(Side::FIRST).element(id(of)).expect("it is there");
        company
            .living()
            .filter(|stand| stand.kind == kind && stand.at.is_some())
            .map(|stand| stand.id)
            .collect()
    };
    let (first, behind) = (living(&table, "R-101"), living(&table, "R-102"));
    table.plays(RUSSIAN, told(soviet(&first)), &[]);
    table.plays(GERMAN, told(json!({ "enemy": format!("{kind}: 2") })), &[]);
    table.plays(RUSSIAN, done(), &[]);
    table.plays(GERMAN, done(), &[]);
    let mut command = theirs("d1");
    if !stands.is_empty() {
        command["stands"] = json!(stands);
    }
    table.plays(RUSSIAN, command, &[]);
    let gone = first.iter().chain(&behind).filter(|stand| {
        table.state.side(Side::FIRST).stand(**stand).is_none_or(|(_, stand)| stand.state == StandState::Lost)
    });
    let gone = gone.copied().collect();
    (table, first, gone)
}

#[test]
fn who_fell_by_the_others_figures_is_nobody_with_a_place_and_stays_in_the_formation_that_lost() {
    let place = |stands: &[StandId]| json!({ "units": [stands[0]], "x": "20", "y": "40" });
    let of_first = |stands: &[StandId]| json!({ "losses": [stands[2]], "places": [place(stands)] });
    let (_, first, gone) = one_more(&of_first, &[]);
    assert_eq!(gone, [first[1], first[2]], "the first has a place in the field");
    let (_, _, gone) = one_more(&|_| json!({ "losses": ["R-102-10"] }), &[]);
    assert_eq!(
        gone,
        [id("R-102-9"), id("R-102-10")],
        "the company that told of losses, and not the first of the roster"
    );
}

#[test]
fn a_side_that_gives_way_names_who_fell() {
    let of_first = |stands: &[StandId]| json!({ "losses": [stands[2]] });
    let (_, first, _) = one_more(&of_first, &[]);
    let (_, _, gone) = one_more(&of_first, &[first[3].as_str()]);
    assert_eq!(gone, [first[2], first[3]]);

    let (table, _) = differing();
    let view = crate::view_support::view(&table.state, RUSSIAN);
    let forms = view.forms();
    let form = forms.iter().find(|form| form.id == "theirs-d1").expect("a form");
    let FieldKind::Many { choices, least: 1, most: 1 } = &form.fields[0].kind else { panic!("{form:?}") };
    assert_eq!(choices.iter().filter(|choice| choice.picked).count(), 1);
    assert!(choices.len() > 1);
    for (stand, code) in [("R-201-1", "not-eligible"), ("R-999-1", "unknown")] {
        let mut command = theirs("d1");
        command["stands"] = json!([stand]);
        table.refuses(RUSSIAN, command, code, "BF-2.1.2-5");
    }
    let view = crate::view_support::view(&table.state, GERMAN);
    let forms = view.forms();
    let form = forms.iter().find(|form| form.id == "theirs-d1").expect("a form");
    assert!(form.fields.is_empty(), "whoever is right names nobody of the other's");
}
