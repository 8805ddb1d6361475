//! [BF-2.1.2] How long a battle lasts.

use kernel::{Acting, Audience, Seat};
use rules_battlefront::facts::{Ending, Length};
use rules_battlefront::rules::s2_1_2_resolution::{BattleEnded, LengthAgreed, TurnBegan};
use rules_battlefront::{Event, Step};
use serde_json::{Value, json};

use crate::s2_1_1_7_choose_forces::choosing;
use crate::s2_1_2_report::fighting;
use crate::table::{GERMAN, RUSSIAN, Table};

fn roll(t: i32) -> Value {
    json!({ "do": "turn-end-roll", "t": t })
}

fn next(t: i32) -> Value {
    json!({ "do": "next-turn", "t": t })
}

fn at_turn(turn: u8) -> Table {
    fighting().with(|facts| facts.battle.turn = turn)
}

#[test]
fn from_turn_eleven_a_die_may_end_the_battle() {
    for (turn, highest) in [(11, 1), (12, 2), (15, 5), (19, 9)] {
        let mut ends = at_turn(turn - 1);
        let events = ends.plays(RUSSIAN, roll(turn.into()), &[highest]);
        assert_eq!(
            events,
            [Event::BattleEnded(BattleEnded { turn: turn - 1, why: Ending::Die })],
            "turn {turn}"
        );
        assert_eq!(events[0].audience(), Audience::Public);
        let mut goes_on = at_turn(turn - 1);
        let events = goes_on.plays(Seat::Umpire, roll(turn.into()), &[highest + 1]);
        assert_eq!(events, [Event::TurnBegan(TurnBegan { turn })], "turn {turn}");
    }
    let mut last = at_turn(19);
    last.plays(GERMAN, roll(20), &[10]);
    assert_eq!(last.state.facts.battle.last, 19, "turn 20 is never played");
    last.refuses(GERMAN, roll(21), "step", "BF-2.1.2-3");
}

#[test]
fn the_odds_of_each_turn_are_the_chart_s() {
    for turn in 11..=20_u8 {
        let odds = at_turn(turn - 1).odds(RUSSIAN, roll(turn.into()));
        let ends = format!("The battle ends after turn {}", turn - 1);
        let of = odds.outcomes.iter().find(|outcome| outcome.label == ends).expect("it can end");
        assert_eq!(of.weight * 10, odds.of * u128::from(turn - 10), "turn {turn}");
    }
}

#[test]
fn turns_without_a_die_are_noted_and_no_roll_is_left_out() {
    let mut table = fighting();
    table.refuses(RUSSIAN, roll(12), "range", "BF-2.1.2-3");
    table.plays(RUSSIAN, next(2), &[]);
    table.refuses(GERMAN, next(2), "range", "BF-2.1.2-1");
    table.plays(GERMAN, next(10), &[]);
    table.refuses(GERMAN, next(11), "range", "BF-2.1.2-1");
    table.plays(GERMAN, roll(11), &[2]);
    let report = json!({ "do": "report", "turns": 10 });
    table.refuses(GERMAN, report, "range", "BF-2.1.2-1");
    table.refuses(Seat::Spectator, next(12), "actor", "BF-2.1.2-1");
    // A record kept only from the first die on does as well.
    let mut late = fighting();
    late.plays(RUSSIAN, roll(11), &[1]);
    assert_eq!((late.state.facts.battle.last, late.state.facts.battle.ended), (10, Some(Ending::Die)));
    late.refuses(RUSSIAN, json!({ "do": "report", "turns": 9 }), "range", "BF-2.1.2-1");
}

#[test]
fn both_sides_end_a_battle_before_any_turn_and_one_alone_does_not() {
    let agree = || json!({ "do": "agree-end" });
    let mut table = at_turn(5);
    let events = table.plays(RUSSIAN, agree(), &[]);
    assert_eq!(events[0].audience(), Audience::Public, "the request is shown to the other side");
    table.refuses(RUSSIAN, agree(), "dup", "BF-2.1.2-2");
    table.plays(GERMAN, next(6), &[]);
    assert!(table.state.facts.battle.ends.is_empty(), "a new turn needs a new request");
    table.plays(RUSSIAN, agree(), &[]);
    let events = table.plays(GERMAN, agree(), &[]);
    assert_eq!(events[1], Event::BattleEnded(BattleEnded { turn: 6, why: Ending::Agreed }));
    table.refuses(GERMAN, next(7), "step", "BF-2.1.2-1");
    let by = Acting { seat: GERMAN, by: Seat::Umpire };
    let refused = kernel::prove::<rules_battlefront::Battlefront>(
        &at_turn(5).state,
        by,
        &serde_json::from_value(agree()).expect("a command"),
    );
    assert_eq!(refused.expect_err("nobody agrees for a side").first().code, "consent");
}

#[test]
fn another_length_holds_when_both_sides_want_it_before_the_battle() {
    let length = |turns: i32| json!({ "do": "agree-length", "turns": turns });
    let mut table = choosing(&[]);
    table.refuses(RUSSIAN, length(0), "range", "BF-2.1.2-4");
    table.refuses(
        RUSSIAN,
        json!({ "do": "agree-length", "turns": 8, "first-roll": 8 }),
        "data",
        "BF-2.1.2-4",
    );
    table.plays(RUSSIAN, length(8), &[]);
    table.refuses(RUSSIAN, length(8), "dup", "BF-2.1.2-4");
    table.plays(GERMAN, length(9), &[]);
    let events = table.plays(GERMAN, length(8), &[]);
    assert_eq!(
        events[1],
        Event::LengthAgreed(LengthAgreed { length: Length { turns: Some(8), first_roll: None } })
    );
    fighting().refuses(RUSSIAN, length(8), "step", "BF-2.1.2-4");
    let lengths = table.state.facts.battle.lengths.clone();
    let mut eight = fighting().with(|facts| facts.battle.lengths = lengths);
    eight.plays(RUSSIAN, next(8), &[]);
    eight.refuses(RUSSIAN, next(9), "range", "BF-2.1.2-1");
    eight.refuses(RUSSIAN, roll(9), "not-eligible", "BF-2.1.2-3");
    eight.refuses(RUSSIAN, json!({ "do": "report", "turns": 9 }), "range", "BF-2.1.2-1");
    eight.plays(RUSSIAN, json!({ "do": "report" }), &[]);
    assert_eq!(eight.state.facts.battle.last, 0, "one side's word ends no battle");
    // Another chart: the same dice from turn 6 on.
    let mut early = choosing(&[]);
    for seat in [RUSSIAN, GERMAN] {
        early.plays(seat, json!({ "do": "agree-length", "first-roll": 6 }), &[]);
    }
    let lengths = early.state.facts.battle.lengths.clone();
    let mut early = at_turn(6).with(|facts| facts.battle.lengths = lengths);
    assert_eq!(early.state.step(), Step::Battle);
    early.plays(GERMAN, roll(7), &[2]);
    assert_eq!(early.state.facts.battle.last, 6);
}
