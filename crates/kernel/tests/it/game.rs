//! A system behind the face that tables know.

use kernel::{Acting, Game, Origin, Rulebook, Scripted, Seat, Typed, Verdict};
use serde_json::json;

use crate::envelopes::{Envelopes, HONEST};

fn game() -> Box<dyn Game> {
    Typed::<Envelopes<HONEST>>::new().open("setup", "envelopes").expect("the set-up loads")
}

fn left() -> Acting {
    Acting::own(Seat::Side(0))
}

#[test]
fn a_waiting_command_leaves_the_table_as_it_was() {
    let mut game = game();
    let before = game.position();
    let verdict = game.judge(left(), &json!({"do": "luck"}), &mut Scripted::default());
    assert!(matches!(verdict, Verdict::Awaiting(_)), "{verdict:?}");
    assert_eq!(game.position(), before);
}

#[test]
fn events_fold_into_another_table_of_the_same_set_up() {
    let (mut one, mut other) = (game(), game());
    let mut six = Scripted::faces([&[6u16][..]], Origin::Server);
    let Verdict::Accepted { events, .. } = one.judge(left(), &json!({"do": "luck"}), &mut six) else {
        panic!("luck is accepted");
    };
    events.iter().for_each(|(_, event)| other.fold(event).unwrap());
    assert_eq!(one.position(), other.position());
    assert!(other.fold(&json!({"event": "unheard-of"})).is_err());
}

#[test]
fn what_is_no_command_is_refused_by_the_house() {
    let mut game = game();
    let verdict = game.judge(left(), &json!({"do": "fly"}), &mut Scripted::default());
    let Verdict::Refused(refusals) = verdict else { panic!("{verdict:?}") };
    assert_eq!((refusals.first().rule.0, refusals.first().code), ("HOUSE-COMMAND", "command"));
}

#[test]
fn lawful_commands_are_listed_up_to_a_limit_and_sampled() {
    let game = game();
    let write = |number: u8| json!({"do": "write", "number": number});
    assert_eq!(game.lawful(Seat::Side(0), 99), [write(0), write(1), write(2), json!({"do": "luck"})]);
    assert_eq!(game.lawful(Seat::Side(0), 2).len(), 2);
    assert_eq!(game.sample(Seat::Side(0), &mut |n| n - 1), Some(json!({"do": "luck"})));
    assert_eq!(game.sample(Seat::Spectator, &mut |_| 0), None);
}

#[test]
fn a_position_is_read_back() {
    let (mut one, mut other) = (game(), game());
    one.judge(left(), &json!({"do": "write", "number": 1}), &mut Scripted::default());
    other.set_position(one.position()).unwrap();
    assert_eq!(other.view(Seat::Umpire), one.view(Seat::Umpire));
    assert_eq!(other.set_position(json!({"hand": 3})).expect_err("no position")[0].rule, "HOUSE-FILE");
}
