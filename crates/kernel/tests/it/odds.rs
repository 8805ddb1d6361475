//! Exact odds come out of the playing function.

use kernel::{Acting, Odds, Seat, System};

use crate::envelopes::{Command, Envelopes, HONEST};

type Honest = Envelopes<HONEST>;

#[test]
fn odds_are_fractions_over_a_common_denominator() {
    let state = Honest::open(Honest::load("setup", "envelopes").expect("the set-up loads"));
    let odds = Odds::of::<Honest>(&state, Acting::own(Seat::Side(0)), &Command::Luck).unwrap();
    let rows: Vec<(&str, u128)> = odds.outcomes.iter().map(|o| (o.label.as_str(), o.weight)).collect();
    assert_eq!((rows, odds.of), (vec![("luck 0", 2), ("luck 1", 3), ("luck 2", 1)], 6));
    assert_eq!(odds.mean(), Some((5, 6)));
    assert_eq!(odds.chance("luck 1"), (1, 2));
}

#[test]
fn odds_of_a_refused_command_are_its_refusal() {
    let state = Honest::open(Honest::load("setup", "envelopes").expect("the set-up loads"));
    let odds = Odds::of::<Honest>(&state, Acting::own(Seat::Spectator), &Command::Luck);
    assert!(matches!(odds, Err(kernel::odds::NoOdds::Refused(_))), "{odds:?}");
}

#[test]
fn more_branches_than_allowed_are_not_walked() {
    let state = Honest::open(Honest::load("setup", "envelopes").expect("the set-up loads"));
    let odds = Odds::within::<Honest>(&state, Acting::own(Seat::Side(0)), &Command::Luck, 2);
    assert_eq!(odds, Err(kernel::odds::NoOdds::TooMany));
}
