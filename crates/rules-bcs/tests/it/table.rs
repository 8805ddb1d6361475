//! The one place where the tests touch the kernel.

use std::sync::Arc;

use kernel::{Acting, Halt, Origin, RollRecord, Scripted, Seat, System, Transcript, judge};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Activation, Command as Formation, HqState, Obj, Piece, Step};
use rules_bcs::words::{FormationId, Place, UnitId};
use rules_bcs::{BattalionCombat, Command, Event, Facts, Phase, SARN, SARN_WEST, Scenario, State};

pub const BLUE: Seat = Seat::Side(0);
pub const RED: Seat = Seat::Side(1);

pub fn scenario() -> Arc<Scenario> {
    Scenario::load("sarn.toml", SARN).expect("the sample")
}

pub fn hex(text: &str) -> Place {
    text.parse().expect("a hex")
}

pub fn path(text: &str) -> Vec<Place> {
    text.split_whitespace().map(hex).collect()
}

pub fn unit(text: &str) -> UnitId {
    text.parse().expect("an id")
}

pub fn formation(text: &str) -> FormationId {
    text.parse().expect("an id")
}

/// Gives a command with dice, each one throw; what happened and the rolls.
pub fn done(
    state: &mut State,
    seat: Seat,
    command: Command,
    dice: &[&[u16]],
) -> (Vec<Event>, Vec<RollRecord>) {
    let mut transcript = Transcript::<BattalionCombat>::new();
    let mut answers = Scripted::faces(dice.iter().copied(), Origin::Table);
    let ended = judge(state, Acting::own(seat), &command, &mut answers, &mut transcript);
    assert_eq!(ended, Ok(()), "{command:?}");
    assert_eq!(answers.left(), 0, "answers are left over: {command:?}");
    (transcript.events, transcript.rolls)
}

/// Gives a command that must be refused; `BCS-TURN-8 done`.
pub fn refused(state: &State, seat: Seat, command: Command) -> String {
    let mut copy = state.clone();
    let mut transcript = Transcript::<BattalionCombat>::new();
    let ended = judge(&mut copy, Acting::own(seat), &command, &mut Scripted::default(), &mut transcript);
    let Err(Halt::Refused(refusals)) = ended else { panic!("{command:?} should be refused: {ended:?}") };
    assert_eq!(copy, *state, "a refusal changes nothing");
    format!("{} {}", refusals.first().rule, refusals.first().code)
}

/// The rule of a refusal and its words, without the stop at their end.
pub fn said(state: &State, seat: Seat, command: Command) -> [String; 2] {
    let mut transcript = Transcript::<BattalionCombat>::new();
    let ended =
        judge(&mut state.clone(), Acting::own(seat), &command, &mut Scripted::default(), &mut transcript);
    let Err(Halt::Refused(refusals)) = ended else { panic!("{command:?} should be refused: {ended:?}") };
    let first = refusals.first();
    [first.rule.to_string(), first.sentence.trim_end_matches('.').to_owned()]
}

/// The sample with its facts changed, opened as a position.
pub fn with(change: impl FnOnce(&mut Facts)) -> State {
    let mut facts = BattalionCombat::position(&State::open(scenario()));
    change(&mut facts);
    BattalionCombat::open_position(scenario(), facts).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The sample in All Activations, with the go of a side.
pub fn at_activations(seat: Seat) -> State {
    with(|facts| {
        facts.phase = rules_bcs::Phase::Activations;
        facts.go = kernel::Side::of(seat);
    })
}

/// A formation's facts.
pub fn of<'s>(state: &'s State, id: &str) -> &'s Formation {
    state.formation(formation(id)).expect("a formation").facts
}

pub fn activate(id: &str) -> Command {
    Command::Activate { formation: formation(id) }
}

pub const PREPARE: Command = Command::Prepare { prepared: false, recovery: false };

/// The sample with a formation of Blue in its activities; all its units were in command.
pub fn active(at: usize, level: Level, change: impl FnOnce(&mut Facts)) -> State {
    with(|facts| {
        (facts.phase, facts.go) = (Phase::Activations, Some(kernel::Side::FIRST));
        facts.formation[at].state = HqState::Used;
        let begun = Activation::begin(facts.formation[at].id, false, true);
        facts.activation = Some(Activation { step: Step::Activities, level: Some(level), ..begun });
        facts.unit.iter_mut().for_each(|piece| piece.commanded = true);
        change(facts);
    })
}

/// The small scenario, in contact as it begins.
pub fn west() -> Arc<Scenario> {
    Scenario::load("sarn-west.toml", SARN_WEST).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// A scenario with its facts changed, opened as a position.
pub fn opened(scenario: Arc<Scenario>, change: impl FnOnce(&mut Facts)) -> State {
    let mut facts = BattalionCombat::position(&State::open(Arc::clone(&scenario)));
    change(&mut facts);
    BattalionCombat::open_position(scenario, facts).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// What is wrong with a scenario's facts once they are changed: `unit.B1-t1 BCS-GEN-6`.
pub fn faults(scenario: Arc<Scenario>, change: impl FnOnce(&mut Facts)) -> Vec<String> {
    let mut facts = BattalionCombat::position(&State::open(Arc::clone(&scenario)));
    change(&mut facts);
    let opened = BattalionCombat::open_position(scenario, facts);
    opened.err().into_iter().flatten().map(|one| format!("{} {}", one.path, one.rule)).collect()
}

/// A unit's facts, to be changed.
pub fn piece<'f>(facts: &'f mut Facts, id: &str) -> &'f mut Piece {
    facts.unit.iter_mut().find(|piece| piece.id == unit(id)).expect("a unit")
}

/// A formation's facts, to be changed.
pub fn body<'f>(facts: &'f mut Facts, id: &str) -> &'f mut Formation {
    facts.formation.iter_mut().find(|one| one.id == formation(id)).expect("a formation")
}

/// A formation of the small scenario in its activities, with Combat OBJs; all units were in command.
pub fn acts(seat: Seat, id: &str, level: Level, obj: &[&str], change: impl FnOnce(&mut Facts)) -> State {
    acts_in(west(), seat, id, level, obj, change)
}

/// As [`acts`], in another scenario with its units.
pub fn acts_in(
    scenario: Arc<Scenario>,
    seat: Seat,
    id: &str,
    level: Level,
    obj: &[&str],
    change: impl FnOnce(&mut Facts),
) -> State {
    opened(scenario, |facts| {
        (facts.phase, facts.go) = (Phase::Activations, kernel::Side::of(seat));
        body(facts, id).state = HqState::Used;
        let begun = Activation::begin(formation(id), false, true);
        let obj = obj.iter().map(|at| Obj { at: hex(at), combat: true, recon: true }).collect();
        facts.activation = Some(Activation { step: Step::Activities, level: Some(level), obj, ..begun });
        facts.unit.iter_mut().for_each(|piece| piece.commanded = true);
        change(facts);
    })
}

/// The facts of a unit.
pub fn at<'s>(state: &'s State, id: &str) -> &'s Piece {
    state.unit(unit(id)).expect("a unit").piece
}

/// The activation.
pub fn now(state: &State) -> &Activation {
    state.facts.activation.as_ref().expect("an activation")
}

/// Takes the first path of a retreat that is owed by a seat.
pub fn retreats(state: &mut State, seat: Seat) -> Place {
    let ways = rules_bcs::rules::s18_retreat::choices(state, &rules_bcs::ground::Ground::of(state), seat);
    let path = ways.first().expect("a way").clone();
    done(state, seat, Command::Retreat { path: path.clone() }, &[]);
    *path.last().expect("a hex")
}
