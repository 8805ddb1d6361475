//! What stopped a third person who tried battles from the pages alone, and stays mended.

use kernel::view::FieldKind;
use kernel::{Seat, Side, System};
use rules_civil_war::battle::{Flanks, Force, Report, Segment, Spot};
use rules_civil_war::oob::Oob;
use rules_civil_war::words::{Edge, Flank, Step, UnitId};
use rules_civil_war::written::{Text, Written};
use rules_civil_war::{CivilWar, Command, Event, State};

use crate::pages::{field, form, said};
use crate::table::{
    NEUTRAL, REBEL, UNION, at_flanks, at_placing, battle, done, first, id, opening, pulses, rate_all, setup,
    why,
};
use crate::whole_battle::march;

fn in_words(state: &State, event: &Event) -> String {
    CivilWar::narrate(&state.setup, event).plain(&CivilWar::sides(&state.setup))
}

/// Union forces of whole divisions around the right, led by Sumner; Stuart around the left: they come from one edge.
fn marching() -> State {
    let state = at_flanks(setup(), "H-open", None);
    let of = |side: Side, wanted: &dyn Fn(&rules_civil_war::oob::Division) -> bool| -> Vec<UnitId> {
        let oob = battle(&state).halves[side].oob.clone().expect("an order");
        let divisions = oob.divisions.iter().filter(|division| wanted(division));
        divisions.flat_map(|division| division.brigades.iter().map(|brigade| brigade.id)).collect()
    };
    let oob = battle(&state).halves[Side::FIRST].oob.clone().expect("an order");
    let corps = oob.corps.iter().find(|corps| corps.leader == Some(id("sumner"))).expect("a corps").id;
    let right = Force { leader: id("sumner"), brigades: of(Side::FIRST, &|one| one.corps == Some(corps)) };
    let left =
        Force { leader: id("stuart"), brigades: of(Side::SECOND, &|one| one.leader == Some(id("stuart"))) };
    let union = Flanks { right: Some(right), left: None };
    at_placing(state, union, Flanks { left: Some(left), right: None })
}

/// Both came swiftly and met: what is left of the larger one is due.
fn met() -> State {
    let mut state = marching();
    rate_all(&mut state, 5);
    march(&mut state, [1, 4, 2, 1], [9, 9]);
    for _ in 1..=4 {
        done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    }
    state
}

/// On a phone every part of every brigade filled ten screens; most of them cannot be.
#[test]
fn of_a_part_that_is_held_back_only_what_can_be_is_offered() {
    let state = met();
    let due = battle(&state).halves[Side::FIRST].due.first().copied().expect("a force is due");
    assert_eq!((due.flank, due.held), (Some(Flank::Right), 40));
    let form = form(&state, UNION, "battles", "hold-back-right-aop-1");
    let FieldKind::One { choices, .. } = &form.fields[1].kind else { panic!("one") };
    let force = battle(&state).halves[Side::FIRST].flanks.clone().expect("sealed").right.expect("a force");
    let stands = |id: &UnitId| {
        let oob = battle(&state).halves[Side::FIRST].oob.as_ref().expect("an order");
        oob.brigade(*id).expect("a brigade").1.stands()
    };
    let all: usize = force.brigades.iter().map(|id| usize::from(stands(id)) - 1).sum();
    assert!(choices.len() < all / 2, "{} of {all}", choices.len());
    // Each of them can be, with some whole brigades; and none that is left out.
    let subsets = 0..(1_u32 << force.brigades.len());
    let whole = |bits: u32| -> Vec<UnitId> {
        let each = force.brigades.iter().enumerate();
        each.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, id)| *id).collect()
    };
    for brigade in &force.brigades {
        for n in 1..stands(brigade) {
            let split = rules_civil_war::battle::Split { brigade: *brigade, stands: n };
            let can_be = subsets.clone().any(|bits| {
                let brigades = whole(bits);
                let command =
                    Command::HoldBack { battle: first(), flank: Flank::Right, brigades, split: Some(split) };
                kernel::is_lawful::<CivilWar>(&state, kernel::Acting::own(UNION), &command)
            });
            let value = serde_json::json!({"brigade": brigade, "stands": n});
            assert_eq!(choices.iter().any(|choice| choice.value == value), can_be, "{n} of {brigade}");
        }
    }
}

#[test]
fn after_nightfall_nobody_reads_that_his_force_is_still_told_of() {
    let mut state = met();
    let told = "It is told of on turn 3, 8 or 13";
    let late = "What had not come to the table at nightfall never comes.";
    assert!(said(&state, REBEL, "flanks").contains(told) && !said(&state, REBEL, "flanks").contains(late));
    let least = battle(&state).met(Side::FIRST, Flank::Right, 40, state.setup.options.encounter_measure);
    let (brigades, split) = least.and_then(|met| met.least()).expect("something");
    done(&mut state, UNION, Command::HoldBack { battle: first(), flank: Flank::Right, brigades, split }, &[]);
    done(&mut state, UNION, Command::Arrive { battle: first(), flank: Flank::Right }, &[]);
    rate_all(&mut state, 5);
    assert!(!said(&state, UNION, "flanks").contains(told), "all of its forces have come");
    state.facts.battle[0].turn = 30;
    assert!(said(&state, UNION, "battles").contains("this is the last turn of the day"));
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    assert_eq!(battle(&state).step, Step::Night);
    let read = said(&state, REBEL, "flanks");
    assert!(!read.contains(told) && read.contains(late), "{read}");
    assert!(said(&state, UNION, "battles").contains("Stands that ran away are back with their brigades"));
    night(&mut state);
}

/// What is said of a night move names units as their side calls them, and whose they are.
fn night(state: &mut State) {
    let at = |unit: &str, x: i32, y: i32| {
        let inches = rules_civil_war::words::Inches::whole;
        Spot { unit: id(unit), x: inches(x), y: inches(y) }
    };
    for (side, y) in Side::BOTH.into_iter().zip([30, 12]) {
        let there: Vec<UnitId> = battle(state).brigades_there(side).collect();
        let mut spots: Vec<Spot> =
            (0..).zip(&there).map(|(n, unit)| at(unit.as_str(), 2 + 5 * n, y)).collect();
        spots.push(at(["mcclellan", "lee"][side.index()], 30, y));
        let units = there[..1].to_vec();
        done(state, NEUTRAL, Command::Reveal { battle: first(), side, units }, &[]);
        done(state, side.seat(), Command::Nightfall { battle: first(), spots: Written(spots) }, &[]);
    }
    let foe = battle(state).halves[Side::FIRST].seen_at[0];
    let moves = |spot: Spot| Command::NightMove { battle: first(), spots: Written(vec![spot]) };
    let near = Spot { unit: id("lee"), ..foe };
    assert_eq!(
        why(state, REBEL, moves(near)),
        format!("R. E. Lee would stand nearer to the enemy’s {} than at nightfall.", foe.unit)
    );
    assert_eq!(why(state, REBEL, moves(at("lee", 30, 80))), "R. E. Lee would stand outside the field.");
    let events = done(state, REBEL, moves(at("lee", 30, 8)), &[]);
    let told: Vec<String> = events.iter().map(|event| in_words(state, event)).collect();
    assert!(told[0].contains("moved R. E. Lee by night"), "{told:?}");
}

#[test]
fn what_the_neutral_reads_of_meetings_is_not_that_two_who_met_would_have_missed_each_other() {
    let told = said(&met(), NEUTRAL, "flanks");
    assert!(told.contains("met the enemy on the way") && !told.contains("would miss each other"), "{told}");
    assert!(told.contains("Where forces meet on an even chance"), "{told}");
}

#[test]
fn every_line_that_cannot_be_read_is_named() {
    let report = Report::read("brigade-1: 2\nbrigade-2: -1\nnothing\nbrigade-3: 1 2 3 4\nLeader Lee: tired");
    let wrong = report.expect_err("four lines");
    for line in ["Line 2: “-1”", "Line 3: a colon is missing", "Line 4: three numbers", "Line 5: what befell"]
    {
        assert!(wrong.contains(line), "{line}: {wrong}");
    }
    let order = Oob::read("Corps corps-1: –\nCorps\nDivision division-1: –; 2 bananas\nbrigade-1: U1");
    let wrong = order.expect_err("lines");
    for line in ["Line 2: a colon", "Line 3: batteries are written", "Line 4:"] {
        assert!(wrong.contains(line), "{line}: {wrong}");
    }
    let wrong = Vec::<Spot>::read("a: 1 2; b: x 3; c; d: 2 y").expect_err("three");
    for part in ["“b: x 3”", "“c”", "“d: 2 y”"] {
        assert!(wrong.contains(part), "{part}: {wrong}");
    }
    let many = "no\n".repeat(14);
    assert!(Report::read(&many).expect_err("lines").ends_with("4 more are not understood either."));
}

#[test]
fn a_battle_that_was_called_off_is_not_told_as_fought() {
    let mut state = pulses(setup());
    done(&mut state, NEUTRAL, Command::enter(opening("H-open", None)), &[]);
    let events = done(&mut state, NEUTRAL, Command::CallOff { battle: first() }, &[]);
    assert!(matches!(events[..], [Event::CalledOff(_)]));
    let told = said(&state, Seat::Spectator, "battles");
    assert!(told.contains("Battle aop.1, called off") && !told.contains("fought on the board"), "{told}");
    assert_eq!(crate::table::opened(setup(), &state), state);
}

#[test]
fn small_sentences_say_what_is_so() {
    let mut state = at_flanks(setup(), "H-swamp", None);
    assert!(
        said(&at_open_orders(), UNION, "orders")
            .contains("The order that is proposed here is legal as it is.")
    );
    let open = at_flanks(setup(), "H-open", None);
    let brigade = battle(&open).halves[Side::FIRST].oob.as_ref().and_then(|oob| oob.brigades().next());
    let brigades = [brigade.expect("a brigade").1.id];
    let command = serde_json::json!({"do": "seal-flank", "battle": "aop.1", "right_brigades": brigades});
    let command = serde_json::from_value(command).expect("a command");
    assert_eq!(why(&open, UNION, command), "Each force needs a leader; that on the right has none.");
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::seal(first(), Flanks::default()), &[]);
    }
    // Nobody comes from a flank on this ground, so the map shows no zone for it.
    assert!(!field(&state, REBEL).areas.iter().any(|area| area.name.starts_with("Entry")));
    let inches = rules_civil_war::words::Inches::whole;
    let line = Segment { x1: inches(1), y1: inches(10), x2: inches(62), y2: inches(10) };
    let digs = Command::PlaceBreastworks { battle: first(), segments: Written(vec![line]) };
    assert_eq!(why(&state, REBEL, digs), "You have 50″ of breastworks; these lines are 61″ long.");
    let state = marching();
    let both = rules_civil_war::rules::s7_ratings::unrated(battle(&state), Side::FIRST).len()
        + rules_civil_war::rules::s7_ratings::unrated(battle(&state), Side::SECOND).len();
    let go = Command::NextStep { battle: Some(first()) };
    assert_eq!(why(&state, NEUTRAL, go), format!("{both} ratings are not rolled."));
}

fn at_open_orders() -> State {
    crate::table::at_orders(setup(), "H-open", Some(Edge::North))
}

/// Land without a field is named beforehand, and what is laid out from the file is played all the same.
#[test]
fn a_set_up_is_warned_of_land_without_a_field() {
    assert_eq!(setup().warnings, []);
    let said = |from: &str, to: &str| -> Vec<String> {
        let setup = crate::table::changed(from, to);
        setup.warnings.iter().map(|one| format!("{}: {}", one.path, one.sentence)).collect()
    };
    let none = said("terrain = \"swamp\"\nname", "terrain = \"forest\"\nname");
    let [warning] = &none[..] else { panic!("{none:?}") };
    assert!(warning.starts_with("battlefields: No battlefield stands for swamp"), "{warning}");
    let none = said("terrain = \"gap\"\nname", "terrain = \"forest\"\nname");
    assert!(none[0].contains("stands for gap"), "{none:?}");
    let state = crate::table::agreed(
        pulses(crate::table::changed("terrain = \"gap\"\nname", "terrain = \"forest\"\nname")),
        "H-gap",
        Some(Edge::West),
    );
    assert_eq!(
        why(&state, NEUTRAL, Command::DrawField { battle: first() }),
        "The campaign has no battlefield for gap."
    );
}

/// At a table of one battle, what is over there is not in the book yet.
#[test]
fn at_a_table_of_its_own_it_is_told_who_takes_the_battle_in_and_what_is_carried() {
    let mut above = crate::levels::above();
    let below = crate::levels::closed(crate::levels::below(&above));
    let told = said(&below, NEUTRAL, "battles");
    for words in ["What comes next", "takes in what came of it", "Battle aop.1, closed"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("carried back to the book"), "{told}");
    let handed = CivilWar::hands_up(&below).expect("it is over");
    let command = CivilWar::takes_in(&above, "aop.1", &handed).expect("it comes from there");
    let told: Vec<String> =
        done(&mut above, NEUTRAL, command, &[]).iter().map(|event| in_words(&above, event)).collect();
    assert!(told.iter().any(|words| words.contains("carried: crack 3/20, other 7/20")), "{told:?}");
    let told = said(&above, NEUTRAL, "battles");
    assert!(told.contains("carried back to the book") && !told.contains("What comes next"), "{told}");
}
