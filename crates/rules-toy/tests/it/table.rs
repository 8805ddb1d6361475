//! The one place where the tests touch the kernel.

use std::sync::Arc;

use kernel::{
    Acting, Answered, Die, Halt, Origin, Question, RollRecord, Scripted, Seat, System, Transcript, judge,
};
use rules_toy::setup::PostId;
use rules_toy::state::{Force, Ground, Hex, Stance};
use rules_toy::{Command, Event, FORD, Phase, Pickets, Position, Setup, State};

pub const BLUE: Seat = Seat::Side(0);
pub const GREY: Seat = Seat::Side(1);

pub fn id(text: &str) -> PostId {
    text.parse().expect("a short id")
}

pub fn ford() -> Arc<Setup> {
    Setup::load("ford.toml", FORD).expect("the shipped set-up loads")
}

/// A table at the ford; both sides paid up and without a picket.
pub fn table(phase: Phase, change: impl FnOnce(&mut Force, &mut Force)) -> State {
    let mut facts: Position = Pickets::position(&State::open(ford()));
    facts.phase = phase;
    let [blue, grey] = &mut facts.side[..] else { panic!("two sides") };
    for side in [&mut *blue, &mut *grey] {
        side.paid = true;
        if phase == Phase::Dawn {
            (side.closed, side.stance) = (true, Some(Stance::Hold));
        }
    }
    change(blue, grey);
    Pickets::open_position(ford(), facts).expect("the position can be")
}

/// A picket with works at a post.
pub fn picket(post: &str, works: u8) -> Ground {
    Ground { id: id(post), picket: Some(works), ..Ground::default() }
}

/// Gives a command with dice, each one throw; what happened and the rolls.
pub fn done(
    state: &mut State,
    seat: Seat,
    command: Command,
    dice: &[&[u16]],
) -> (Vec<Event>, Vec<RollRecord>) {
    let mut transcript = Transcript::<Pickets>::new();
    let mut answers = Scripted::faces(dice.iter().copied(), Origin::Table);
    let ended = judge(state, Acting::own(seat), &command, &mut answers, &mut transcript);
    assert_eq!(ended, Ok(()), "{command:?}");
    assert_eq!(answers.left(), 0, "answers are left over");
    (transcript.events, transcript.rolls)
}

/// As [`done`], with any answers.
pub fn answered(state: &mut State, seat: Seat, command: Command, answers: Vec<Answered>) -> Vec<Event> {
    let mut transcript = Transcript::<Pickets>::new();
    let ended = judge(state, Acting::own(seat), &command, &mut Scripted::answers(answers), &mut transcript);
    assert_eq!(ended, Ok(()), "{command:?}");
    transcript.events
}

/// Gives a command that must be refused; `TOY-2 cap`.
pub fn refused(state: &State, seat: Seat, command: Command) -> String {
    let mut copy = state.clone();
    let mut transcript = Transcript::<Pickets>::new();
    let ended = judge(&mut copy, Acting::own(seat), &command, &mut Scripted::default(), &mut transcript);
    let Err(Halt::Refused(refusals)) = ended else { panic!("{command:?} should be refused: {ended:?}") };
    assert_eq!(copy, *state, "a refusal changes nothing");
    format!("{} {}", refusals.first().rule, refusals.first().code)
}

pub fn seal(stance: Stance) -> Command {
    Command::seal(stance)
}

pub fn hex(digit: &str) -> Hex {
    Hex::from(&digit.repeat(64)).expect("64 digits")
}

/// Sixes for every die, the first party in an opposed roll, the first choice of the umpire.
pub fn answer(question: &Question) -> Answered {
    let sixes = |n: usize| Answered::Faces(std::iter::repeat_n(6, n).collect(), Origin::Table);
    match question.die {
        None => Answered::Choice(0),
        Some(Die::HighRoll { .. }) => Answered::Faces([2, 1].into_iter().collect(), Origin::Table),
        Some(Die::Hits { n, .. } | Die::Sum { n, .. }) => sixes(n.into()),
        Some(Die::D(_)) => sixes(1),
    }
}
