//! What stopped a fourth person who played a battle by keyboard and without script, and stays mended.

use kernel::{Side, System};
use rules_civil_war::battle::{Flanks, Force, Segment, Spot};
use rules_civil_war::exact::Exact;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::{Arm, Class, Edge, Flank, Step, UnitId, Use};
use rules_civil_war::written::{Text as _, Written};
use rules_civil_war::{CivilWar, Command, SUMMER, Setup, State};

use crate::pages::{field, form, said};
use crate::table::{
    NEUTRAL, REBEL, UNION, at_flanks, at_orders, at_placing, battle, done, first, id, opening, pulses,
    rate_all, refusals, refused, setup, stuart_around, why,
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

#[test]
fn flanks_name_all_that_stands_against_them_at_once() {
    let state = at_flanks(setup(), "H-open", None);
    let stuart = stuart_around(&state).left.expect("a force");
    let few = Force { leader: id("nobody"), brigades: stuart.brigades[..1].to_vec() };
    let flanks = Flanks { left: Some(few), right: Some(Force { leader: id("lee"), ..stuart }) };
    let told = refusals(&state, REBEL, Command::seal(first(), flanks));
    let of = |rule: &str| told.iter().filter(|one| **one == rule).count();
    // One brigade twice; nobody leads the left, and Lee leads the army; the left is too small.
    assert_eq!(
        (of("CWFF-5A-2 dup"), of("CWFF-5B-2 flank-leader"), of("CWFF-5B-1 flank-limit")),
        (1, 2, 1),
        "{told:?}"
    );
    let nobody = |brigades| Some(Force { leader: id("nobody"), brigades });
    let strange = Flanks { left: nobody(vec![id("x")]), right: nobody(vec![id("y")]) };
    let told = refusals(&state, REBEL, Command::seal(first(), strange));
    assert!(told.iter().filter(|one| *one == "CWFF-5B-3 data").count() == 2, "{told:?}");
}

#[test]
fn a_night_names_all_that_stands_against_it_at_once() {
    let mut state = by_day();
    state.facts.battle[0].turn = battle(&state).game_day().turns;
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    let nightfall = |spots: &str| Command::Nightfall { battle: first(), spots: written(spots) };
    let [one, two] = {
        let there: Vec<UnitId> = battle(&state).brigades_there(Side::FIRST).collect();
        [there[0], there[1]]
    };
    let told =
        refusals(&state, UNION, nightfall(&format!("nobody: 1 1; {one}: 5 40; {one}: 6 40; {two}: 90 40")));
    assert_eq!(told, ["CWFF-8A-3 data", "CWFF-8A-3 dup", "CWFF-8A-3 zone"]);
    done(&mut state, UNION, nightfall(&format!("{one}: 5 40; {two}: 10 40")), &[]);
    let foe = battle(&state).brigades_there(Side::SECOND).next().expect("a brigade");
    done(&mut state, REBEL, nightfall(&format!("{foe}: 5 5")), &[]);
    let moves = |spots: &str| Command::NightMove { battle: first(), spots: written(spots) };
    let told = refusals(&state, UNION, moves(&format!("nobody: 1 1; {one}: 90 40; {two}: 70 1")));
    let of = |what: &str| told.iter().filter(|one| **one == format!("CWFF-8A-3 {what}")).count();
    assert_eq!((of("data"), of("zone"), of("range")), (1, 1, 2), "{told:?}");
}

/// A text of places as a form sends it.
fn written(spots: &str) -> Written<Vec<Spot>> {
    serde_json::from_value(serde_json::json!(spots)).expect("places")
}

#[test]
fn a_comma_can_be_that_of_a_decimal() {
    let read = |text: &str| Vec::<Spot>::read(text).map(|spots| spots.write());
    for text in ["a: 12.5 24", "a: 12,5 24", "a: 12.5, 24", "a: 12,5, 24"] {
        assert_eq!(read(text), Ok("a: 12.5 24".into()), "{text}");
    }
    assert!(read("a: 12,5 24 90").is_err(), "what stands behind a place is refused");
    assert_eq!(read("a: 12,24"), Ok("a: 12 24".into()), "one word holds two lengths");
    let read = |text: &str| Vec::<Segment>::read(text).map(|lines| lines.write());
    for text in ["10, 12.5; 30, 12", "10 12,5; 30 12", "10, 12,5; 30,12"] {
        assert_eq!(read(text), Ok("10, 12.5; 30, 12".into()), "{text}");
    }
    for text in ["10,12,5; 30,12", "10, 12 30, 12", "10; 30"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_campaign_that_began_with_such_a_name_opens_and_goes_on() {
    for (from, to) in [("\"U1\"", "\"U;1\""), ("\"hooker\"", "\"hoo,ker\"")] {
        let text = SUMMER.replace(from, to);
        assert!(Setup::load("1862.toml", &text).is_err(), "nobody begins with it");
        let kept = CivilWar::load_kept("1862.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let mut state = pulses(kept);
        done(&mut state, NEUTRAL, Command::enter(opening("H-open", None)), &[]);
        for page in CivilWar::PAGES {
            crate::pages::page(&state, UNION, page.id);
        }
        // Whatever else stands against a file does so still.
        assert!(CivilWar::load_kept("1862.toml", &text.replace("season", "saison")).is_err());
    }
}

#[test]
fn cards_of_rolls_name_leaders_and_promotions() {
    let setup = setup();
    assert_eq!(CivilWar::called(&setup, "porter").as_deref(), Some("F. J. Porter"));
    let counter = setup.counters[0].id;
    assert_eq!(CivilWar::called(&setup, counter.as_str()), setup.promotion(counter));
    assert_eq!(CivilWar::called(&setup, "brigade-1"), None);
}
