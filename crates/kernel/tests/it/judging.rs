//! Judging a command: accepted, refused, waiting, unfit.

use kernel::{Acting, Answered, Halt, Origin, Scripted, Seat, System, Transcript, judge, prove};

use crate::envelopes::{Command, Envelopes, Event, HONEST, State};

type Honest = Envelopes<HONEST>;

fn opening() -> State {
    Honest::open(Honest::load("setup", "envelopes").expect("the set-up loads"))
}

fn left() -> Acting {
    Acting::own(Seat::Side(0))
}

#[test]
fn an_accepted_command_is_folded_as_it_is_recorded() {
    let (mut state, mut transcript) = (opening(), Transcript::<Honest>::new());
    let command = Command::Write { number: 2 };
    assert_eq!(judge(&mut state, left(), &command, &mut Scripted::default(), &mut transcript), Ok(()));
    assert_eq!(transcript.events, [Event::Wrote { side: 0, number: 2 }]);
    assert_eq!(state.hands[0].number, Some(2));
}

#[test]
fn a_roll_explains_itself() {
    let (mut state, mut transcript) = (opening(), Transcript::<Honest>::new());
    let mut six = Scripted::faces([&[6u16][..]], Origin::Table);
    assert_eq!(judge(&mut state, left(), &Command::Luck, &mut six, &mut transcript), Ok(()));
    let roll = &transcript.rolls[0];
    assert_eq!((roll.asked.key().as_str(), roll.total, &roll.faces[..]), ("ENV-1/1/0/1/", 6, &[6][..]));
    let chart = roll.chart.as_ref().unwrap();
    let bands: Vec<&str> = chart.bands.iter().map(|band| band.band.as_str()).collect();
    assert_eq!((bands, chart.hit), (vec!["2 or less", "3–5", "6 or more"], 2));
    assert_eq!(roll.origin, Some(Origin::Table));
}

#[test]
fn a_command_waits_for_the_answer_it_lacks() {
    let (mut state, mut transcript) = (opening(), Transcript::<Honest>::new());
    let ended = judge(&mut state, left(), &Command::Luck, &mut Scripted::default(), &mut transcript);
    let Err(Halt::Awaiting(question)) = ended else { panic!("{ended:?}") };
    assert_eq!((question.key().as_str(), question.text.as_str()), ("ENV-1/1/0/1/", "Luck"));
}

#[test]
fn a_face_the_die_does_not_have_is_unfit() {
    for answer in [Answered::Faces([7].into_iter().collect(), Origin::Table), Answered::Choice(0)] {
        let (mut state, mut transcript) = (opening(), Transcript::<Honest>::new());
        let mut answers = Scripted::answers([answer]);
        let ended = judge(&mut state, left(), &Command::Luck, &mut answers, &mut transcript);
        assert!(matches!(ended, Err(Halt::Unfit(_))), "{ended:?}");
    }
}

#[test]
fn proving_asks_and_changes_nothing() {
    let state = opening();
    assert_eq!(prove::<Honest>(&state, left(), &Command::Luck), Ok(()));
    let refusals = prove::<Honest>(&state, left(), &Command::Close).expect_err("nothing is written");
    assert_eq!(refusals.to_string(), "You have not written. [incomplete, ENV-1]");
}
