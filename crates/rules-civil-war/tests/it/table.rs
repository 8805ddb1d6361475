//! The one place where the tests touch the kernel.

use std::sync::Arc;

use kernel::{Acting, Halt, Origin, Scripted, Seat, Side, System, Transcript, judge};
use rules_civil_war::battle::{Battle, Flanks, Force, Spot};
use rules_civil_war::book::Opening;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::rules::{s6_sketch, s7_ratings};
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::{BattleId, Edge, Size, Step, UnitId};
use rules_civil_war::written::Written;
use rules_civil_war::{CivilWar, Command, Event, SUMMER, Setup, State};

pub const UNION: Seat = Seat::Side(0);
pub const REBEL: Seat = Seat::Side(1);
pub const NEUTRAL: Seat = Seat::Umpire;

pub fn setup() -> Arc<Setup> {
    Setup::load("1862.toml", SUMMER).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The sample with words of its file changed.
pub fn changed(from: &str, to: &str) -> Arc<Setup> {
    let text = SUMMER.replace(from, to);
    assert_ne!(text, SUMMER, "{from} is not in the sample");
    Setup::load("1862.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

pub fn id<T: std::str::FromStr>(text: &str) -> T {
    text.parse().ok().expect("an id")
}

/// Gives a command with dice, each one throw; what happened.
pub fn done(state: &mut State, seat: Seat, command: Command, dice: &[&[u16]]) -> Vec<Event> {
    let mut transcript = Transcript::<CivilWar>::new();
    let mut answers = Scripted::faces(dice.iter().copied(), Origin::Table);
    let ended = judge(state, Acting::own(seat), &command, &mut answers, &mut transcript);
    assert_eq!(ended, Ok(()), "{command:?}");
    assert_eq!(answers.left(), 0, "answers are left over: {command:?}");
    transcript.events
}

/// Gives a command that must be refused: the rule and the code of each reason.
pub fn refusals(state: &State, seat: Seat, command: Command) -> Vec<String> {
    let mut copy = state.clone();
    let mut transcript = Transcript::<CivilWar>::new();
    let ended = judge(&mut copy, Acting::own(seat), &command, &mut Scripted::default(), &mut transcript);
    let Err(Halt::Refused(refusals)) = ended else { panic!("{command:?} should be refused: {ended:?}") };
    assert_eq!(copy, *state, "a refusal changes nothing");
    refusals.all().iter().map(|reason| format!("{} {}", reason.rule, reason.code)).collect()
}

/// The first of them.
pub fn refused(state: &State, seat: Seat, command: Command) -> String {
    refusals(state, seat, command).swap_remove(0)
}

/// The sentence with which a command is refused.
pub fn why(state: &State, seat: Seat, command: Command) -> String {
    let mut transcript = Transcript::<CivilWar>::new();
    let mut copy = state.clone();
    match judge(&mut copy, Acting::own(seat), &command, &mut Scripted::default(), &mut transcript) {
        Err(Halt::Refused(refusals)) => refusals.first().sentence.clone(),
        other => panic!("{other:?}"),
    }
}

/// Stuart rides around the left with all that he leads.
pub fn stuart_around(state: &State) -> Flanks {
    let oob = battle(state).halves[Side::SECOND].oob.as_ref().expect("an order");
    let stuart = oob.divisions.iter().find(|division| division.leader == Some(id("stuart"))).expect("Stuart");
    let brigades = stuart.brigades.iter().map(|brigade| brigade.id).collect();
    Flanks { left: Some(Force { leader: id("stuart"), brigades }), right: None }
}

/// The battle of the tests.
pub fn first() -> BattleId {
    id("aop.1")
}

pub fn battle(state: &State) -> &Battle {
    state.battle(first()).expect("a battle")
}

/// How the Army of the Potomac attacks the Army of Northern Virginia.
pub fn opening(hex: &str, hexside: Option<Edge>) -> Opening {
    Opening {
        attacker: id("aop"),
        defender: id("anv"),
        hex: id(hex),
        hexside,
        column: "1:1".into(),
        size: Size::Medium,
    }
}

/// A campaign in its pulses.
pub fn pulses(setup: Arc<Setup>) -> State {
    let mut state = State::open(setup);
    done(&mut state, NEUTRAL, Command::NextStep { battle: None }, &[]);
    state
}

/// A battle that waits for orders.
pub fn at_orders(setup: Arc<Setup>, hex: &str, hexside: Option<Edge>) -> State {
    at_its_sides(agreed(pulses(setup), hex, hexside))
}

/// A battle that is opened in the pulses, and that both sides have agreed to.
pub fn agreed(mut state: State, hex: &str, hexside: Option<Edge>) -> State {
    let battle = first();
    done(&mut state, NEUTRAL, Command::enter(opening(hex, hexside)), &[]);
    let ratio = Ratio { stands: state.setup.ratio.stands, batteries: state.setup.ratio.batteries };
    done(&mut state, UNION, Command::agree(battle, ratio), &[]);
    done(&mut state, REBEL, Command::agree(battle, ratio), &[]);
    state
}

/// The battle goes on from there to the orders.
pub fn at_its_sides(mut state: State) -> State {
    let battle = first();
    done(&mut state, NEUTRAL, Command::DrawField { battle }, &[]);
    done(&mut state, REBEL, Command::ChooseSide { battle, edge: Edge::South }, &[]);
    state
}

/// The battle that waits for flank marches, with the builder's orders.
pub fn at_flanks(setup: Arc<Setup>, hex: &str, hexside: Option<Edge>) -> State {
    ordered(at_orders(setup, hex, hexside))
}

/// Both sides hand in the builder's orders.
pub fn ordered(mut state: State) -> State {
    for side in Side::BOTH {
        let oob = draft(terms(&state.setup, battle(&state), side)).expect("an order of battle");
        done(&mut state, side.seat(), Command::SubmitOob { battle: first(), oob: Written(oob) }, &[]);
    }
    state
}

/// Seals flank marches, sketches and goes on to the placing.
pub fn at_placing(mut state: State, union: Flanks, rebel: Flanks) -> State {
    let fought = first();
    done(&mut state, UNION, Command::seal(fought, union), &[]);
    done(&mut state, REBEL, Command::seal(fought, rebel), &[]);
    for side in Side::BOTH {
        let spots = spots(&state, side);
        done(&mut state, side.seat(), Command::Sketch { battle: fought, spots: Written(spots) }, &[]);
    }
    for side in Side::BOTH {
        done(&mut state, side.seat(), Command::Close { battle: fought }, &[]);
    }
    assert_eq!(battle(&state).step, Step::Placing);
    state
}

/// A spot in the deployment zone for each brigade of a side that starts on the table.
pub fn spots(state: &State, side: Side) -> Vec<Spot> {
    let fought = battle(state);
    let field = state.setup.field(fought.field.as_deref().expect("a field")).expect("a field");
    let zone = s6_sketch::zone(&state.setup, fought, side).expect("a zone");
    let spot = |(at, unit): (i32, UnitId)| {
        let (x, y) = zone.point(field.size, (8 * at, 8));
        Spot { unit, x, y }
    };
    (0..).zip(fought.starters(side)).map(spot).collect()
}

/// Rolls every rating that is due with the same face.
pub fn rate_all(state: &mut State, face: u16) {
    for side in Side::BOTH {
        for of in s7_ratings::unrated(battle(state), side) {
            let leader =
                battle(state).muster(side).leaders.iter().find(|leader| leader.id.as_str() == of.as_str());
            let sure = leader.is_some_and(|leader| !matches!(leader.tactical, -1 | 1));
            let dice: &[&[u16]] = if sure { &[] } else { &[&[face]] };
            done(state, NEUTRAL, Command::Rate { battle: first(), side, of: Some(of) }, dice);
        }
    }
}

/// Facts of a position, opened.
pub fn opened(setup: Arc<Setup>, state: &State) -> State {
    CivilWar::open_position(setup, CivilWar::position(state)).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// A form of a page.
pub fn first_of_form(page: &kernel::view::Page, id: &str) -> kernel::view::Form {
    let found = page.forms().into_iter().find(|form| form.id == id).cloned();
    found.unwrap_or_else(|| panic!("no form {id}"))
}
