//! The line: the laws of the kernel on random play, and its skirmishes as tables of Pickets.

use std::sync::Arc;

use kernel::conformance::{Plan, run};
use kernel::{Acting, Halt, Scripted, Seat, System, Transcript, judge};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rules_line::{Command, HILLS, Line, Setup, State};
use rules_toy::Pickets;
use serde_json::json;

fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    Box::new(move |n| ((u128::from(rng.next_u64()) * u128::from(n.max(1))) >> 64) as u64)
}

#[test]
fn the_line_keeps_every_law() {
    let plan = Plan { worlds: 1, ..Plan::new(12, 400) };
    let report =
        run::<Line>(&[("hills.toml", HILLS)], plan, &source).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((report.ended, report.cut), (12, 0), "{report:#?}");
    assert!(report.opened_below > 20, "{report:#?}");
    assert_eq!(report.opened_below, report.settled_below, "what is over has nothing on the way");
    let refusals = ["LINE-1 dup", "LINE-2 dup", "LINE-3 step", "LINE-4 incomplete"];
    for refusal in refusals {
        assert!(report.refusals.contains_key(refusal), "{refusal} was never met: {:#?}", report.refusals);
    }
}

fn hills() -> State {
    State::open(Setup::load("hills.toml", HILLS).expect("the shipped set-up"))
}

fn umpire(state: &mut State, command: Command) -> Result<(), Halt> {
    let (mut answers, mut transcript) = (Scripted::answers(Vec::new()), Transcript::<Line>::new());
    judge::<Line>(state, Acting::own(Seat::Umpire), &command, &mut answers, &mut transcript)
}

fn post(id: &str) -> rules_line::setup::PostId {
    id.parse().expect("a short id")
}

#[test]
fn a_skirmish_opens_as_a_table_of_pickets_with_what_went_to_it() {
    let mut state = hills();
    umpire(&mut state, Command::Fight { post: post("ford"), first: 2, second: 1 }).expect("it is lawful");
    let levels = Line::levels(&state);
    let [below] = &levels.below[..] else { panic!("{levels:?}") };
    assert_eq!((below.slot.as_str(), below.system.as_str()), ("1/ford", Pickets::NAME));
    let setup = Pickets::load("below", &below.setup).expect("it is a set-up of Pickets");
    let facts = serde_json::from_value(below.position.clone().expect("it begins at night")).expect("facts");
    let night = Pickets::open_position(Arc::clone(&setup), facts).expect("the position can be");
    let [blue, grey] = night.sides.as_array();
    assert_eq!([blue.coins, grey.coins], [2, 1]);
    assert!(!Pickets::is_over(&night) && Pickets::hands_up(&night).is_none());
    let names = |sides: Vec<kernel::SideInfo>| sides.into_iter().map(|side| side.id).collect::<Vec<_>>();
    assert_eq!(names(Pickets::sides(&setup)), names(Line::sides(&state.setup)));
}

#[test]
fn what_comes_up_is_taken_in_or_is_none_of_it() {
    let mut state = hills();
    umpire(&mut state, Command::Fight { post: post("ford"), first: 2, second: 1 }).expect("it is lawful");
    let handed = json!({"coins": [1, 1], "points": [0, 3]});
    let command = Line::takes_in(&state, "1/ford", &handed).expect("it comes from a table of Pickets");
    let held = Some(kernel::Side::SECOND);
    assert_eq!(command, Command::TakeIn { post: post("ford"), first: 1, second: 1, held });
    for (slot, handed) in [("1/mill", &handed), ("2/ford", &handed), ("1/ford", &json!({"coins": [1]}))] {
        assert_eq!(Line::takes_in(&state, slot, handed), None);
    }
    umpire(&mut state, command).expect("it adds up");
    let [blue, grey] = state.sides.as_array();
    assert_eq!([(blue.coins, blue.points), (grey.coins, grey.points)], [(1, 0), (2, 3)]);
    assert!(Line::levels(&state).below.is_empty());
}

#[test]
fn a_side_sends_what_it_has_and_no_more_comes_home_than_went() {
    let mut state = hills();
    let refused = |state: &mut State, command| match umpire(state, command) {
        Err(Halt::Refused(refusals)) => (refusals.first().rule.0, refusals.first().code),
        other => panic!("{command:?}: {other:?}"),
    };
    let fight = |first| Command::Fight { post: post("ford"), first, second: 0 };
    let home = |first| Command::TakeIn { post: post("ford"), first, second: 0, held: None };
    assert_eq!(refused(&mut state, fight(3)), ("LINE-2", "funds"));
    assert_eq!(refused(&mut state, home(0)), ("LINE-3", "step"));
    umpire(&mut state, fight(2)).expect("it has two");
    assert_eq!(refused(&mut state, fight(0)), ("LINE-2", "dup"));
    assert_eq!(refused(&mut state, home(3)), ("LINE-3", "cap"));
    umpire(&mut state, home(1)).expect("it adds up");
    assert_eq!(refused(&mut state, fight(0)), ("LINE-2", "dup"));
}
