//! What stopped a fourth person who played a battle by keyboard and without script, and stays mended.

use kernel::{Side, System};
use rules_civil_war::battle::Flanks;
use rules_civil_war::exact::Exact;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::{Arm, Class, Edge, Flank, Step, UnitId, Use};
use rules_civil_war::written::Written;
use rules_civil_war::{CivilWar, Command, SUMMER, Setup, State};

use crate::pages::{field, form, said};
use crate::table::{
    NEUTRAL, REBEL, UNION, at_flanks, at_orders, at_placing, battle, done, first, id, pulses, rate_all,
    refused, setup, stuart_around, why,
};
use crate::whole_battle::march;

/// The first day before its first turn; nobody marches, and who can be a Poltroon is one.
fn by_day() -> State {
    let mut state = at_placing(at_flanks(setup(), "H-open", None), Flanks::default(), Flanks::default());
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 1, 1], [9, 9]);
    assert_eq!(battle(&state).step, Step::Day);
    state
}

#[test]
fn a_name_that_no_order_of_battle_could_hold_is_refused_where_it_comes_in() {
    let mut state = pulses(setup());
    let raise = |sp: &str| Command::Raise { army: id("aop"), sp: id(sp), arm: Arm::Infantry };
    for name in ["C 9; x", "C:9", "C,9", " C9", "C9 ", "–", "-"] {
        assert_eq!(refused(&state, NEUTRAL, raise(name)), "CWFF-4F-1 range", "{name:?}");
    }
    let words = why(&state, NEUTRAL, raise("C 9; x"));
    assert!(words.starts_with("“C 9; x” cannot be written in an order of battle"), "{words}");
    done(&mut state, NEUTRAL, raise("C 9"), &[]);
    // The file, and with it the spreadsheet.
    for (from, to) in [("\"U1\"", "\"U;1\""), ("\"hooker\"", "\"hoo,ker\"")] {
        let text = SUMMER.replace(from, to);
        assert_ne!(text, SUMMER);
        let faults = Setup::load("1862.toml", &text).expect_err("a fault");
        assert!(faults.iter().any(|fault| fault.to_string().contains("cannot be written")), "{faults:#?}");
    }
}

#[test]
fn the_neutral_rolls_for_every_poltroon_whose_brigade_bears_a_name_of_both_sides() {
    let mut state = by_day();
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    for what in ["maneuver", "combat"] {
        let own = form(&state, UNION, "battles", &format!("poltroon-{what}-aop-1"));
        let neutral = form(&state, NEUTRAL, "battles", &format!("poltroon-{what}-0-aop-1"));
        assert_eq!(own.fields, neutral.fields, "{what}");
        assert!(neutral.verb.contains("of the Union side"), "{}", neutral.verb);
    }
    let leads = |side: Side| battle(&state).brigades_there(side).collect::<Vec<UnitId>>();
    let [union, rebel] = [Side::FIRST, Side::SECOND].map(leads);
    assert!(union.iter().any(|brigade| rebel.contains(brigade)), "names clash");
    let neutral = form(&state, NEUTRAL, "battles", "poltroon-combat-0-aop-1");
    let kernel::view::FieldKind::One { choices, .. } = &neutral.fields[0].kind else { panic!("one") };
    let brigade: UnitId = serde_json::from_value(choices[0].value.clone()).expect("a brigade");
    let roll = |side| Command::PoltroonRoll { battle: first(), brigade, on: Use::Combat, side };
    assert_eq!(refused(&state, NEUTRAL, roll(None)), "CWFF-7A-5 data");
    assert_eq!(refused(&state, UNION, roll(Some(Side::SECOND))), "CWFF-7A-5 actor");
    done(&mut state, NEUTRAL, roll(Some(Side::FIRST)), &[&[5]]);
    assert_eq!(battle(&state).halves[Side::FIRST].poltroons, 1);
}

#[test]
fn the_book_takes_no_part_of_what_an_army_has_not_and_no_point_that_never_was() {
    let mut state = pulses(setup());
    let army = state.facts.book.army(id("aop")).expect("an army");
    assert!(army.sp.iter().all(|sp| sp.class != Class::Crack));
    let carry = |crack: Exact, other: Exact| Command::Carry { army: id("aop"), crack, other };
    let part = Exact::stands(3, 20);
    assert_eq!(refused(&state, NEUTRAL, carry(part, Exact::NONE)), "CWFF-9A-3 not-eligible");
    done(&mut state, NEUTRAL, carry(Exact::NONE, part), &[]);
    let restore =
        |sp: &str| Command::Restore { army: id("aop"), sp: id(sp), class: Class::Crack, arm: Arm::Infantry };
    assert_eq!(refused(&state, NEUTRAL, restore("Q7")), "CWFF-9A-1 data");
    done(&mut state, NEUTRAL, Command::Strike { sp: id("U1") }, &[]);
    done(&mut state, NEUTRAL, restore("U1"), &[]);
    done(&mut state, NEUTRAL, carry(part, Exact::NONE), &[]);
}

#[test]
fn of_whoever_marches_the_sketch_says_so_by_whatever_name() {
    let mut state = at_orders(setup(), "H-open", None);
    for side in Side::BOTH {
        let mut oob = draft(terms(&state.setup, battle(&state), side)).expect("an order of battle");
        let stuart = oob.divisions.iter_mut().find(|division| division.leader == Some(id("stuart")));
        if let Some(division) = stuart {
            division.brigades[0].id = id("Hampton's Horse");
        }
        done(&mut state, side.seat(), Command::SubmitOob { battle: first(), oob: Written(oob) }, &[]);
    }
    let around = stuart_around(&state);
    done(&mut state, UNION, Command::seal(first(), Flanks::default()), &[]);
    done(&mut state, REBEL, Command::seal(first(), around), &[]);
    let tray = field(&state, REBEL).tray.expect("a tray");
    let list = tray.understood("Hampton's Horse: 12 8").expect("the form takes it");
    let spots = serde_json::from_value(serde_json::json!(list)).expect("a sketch");
    let words = why(&state, REBEL, Command::Sketch { battle: first(), spots });
    assert_eq!(words, "Hampton's Horse marches around a flank.");
    let spots = serde_json::from_value(serde_json::json!("stuart: 12 8")).expect("a sketch");
    let words = why(&state, REBEL, Command::Sketch { battle: first(), spots });
    assert!(words.ends_with("Stuart marches around a flank."), "{words}");
    // Without a script the form says who has no place yet.
    let form = form(&state, UNION, "field", "sketch-aop-1");
    let words = form.consequence.plain(&CivilWar::sides(&state.setup));
    assert!(words.starts_with("Not on the map yet: ") && words.contains("brigade-1"), "{words}");
}

#[test]
fn with_the_engine_as_neutral_a_force_that_came_is_not_waited_for() {
    let mut state = crate::engine::due();
    let enters = " edge this turn.";
    let read = said(&state, UNION, "battles");
    assert!(
        read.contains("enters at the west edge this turn.") && !read.contains("entered at the"),
        "{read}"
    );
    done(&mut state, REBEL, Command::Arrive { battle: first(), flank: Flank::Left }, &[]);
    let read = said(&state, UNION, "battles");
    assert!(read.contains(&format!("entered at the {}{enters}", Edge::West)), "{read}");
    assert!(!read.contains("enters at the west edge this turn."), "{read}");
    let read = said(&crate::engine::by_day(), UNION, "battles");
    assert!(read.contains("Either side opens the next turn when both are done"), "{read}");
}

#[test]
fn a_night_on_which_a_side_conceded_was_one() {
    let mut state = by_day();
    let none = "There was none.";
    let mut conceded = state.clone();
    done(&mut conceded, UNION, Command::Concede { battle: first() }, &[]);
    assert!(said(&conceded, UNION, "battles").contains(none));
    state.facts.battle[0].turn = battle(&state).game_day().turns;
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    assert_eq!(battle(&state).step, Step::Night);
    done(&mut state, UNION, Command::Concede { battle: first() }, &[]);
    assert!(!said(&state, UNION, "battles").contains(none));
}

#[test]
fn one_battery_is_told_as_one() {
    assert_eq!(Ratio { stands: 20, batteries: 1 }.to_string(), "20 stands and 1 battery");
    assert_eq!(Ratio::default().to_string(), "20 stands and 2 batteries");
}
