//! What stopped somebody who tried a battle from the pages alone, and stays mended.

use kernel::view::{Choice, FieldKind};
use kernel::{Seat, Side, System};
use rules_civil_war::battle::Flanks;
use rules_civil_war::oob::names::batteries;
use rules_civil_war::rules::s7_ratings::in_sight;
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::{Fate, Flank, UnitId};
use rules_civil_war::{CivilWar, Command, State};

use crate::pages::{page, said};
use crate::table::{
    NEUTRAL, REBEL, UNION, at_orders, battle, done, first, first_of_form, id, opening, pulses, rate_all,
    setup,
};
use crate::whole_battle::{after, march, worked};

fn paper(state: &State, seat: Seat, id: &str) -> String {
    let papers = CivilWar::papers(state, seat);
    let paper = papers.iter().find(|paper| paper.id == id);
    serde_json::to_string(paper.unwrap_or_else(|| panic!("no sheet {id}"))).expect("a sheet")
}

#[test]
fn two_ratios_that_differ_are_told_and_the_other_one_is_offered() {
    let mut state = pulses(setup());
    done(&mut state, NEUTRAL, Command::enter(opening("H-open", None)), &[]);
    let owed = "tell the neutral that it is fought on the board";
    assert!(said(&state, REBEL, "battles").contains(owed));
    done(&mut state, UNION, Command::agree(first(), Ratio { stands: 12, batteries: 1 }), &[]);
    let stands = |state: &State, seat| {
        let form = first_of_form(&page(state, seat, "battles"), "agree-aop-1");
        let FieldKind::Number { value, .. } = form.fields[0].kind else { panic!("a number") };
        value
    };
    assert_eq!(stands(&state, REBEL), 12);
    done(&mut state, REBEL, Command::agree(first(), Ratio { stands: 20, batteries: 2 }), &[]);
    for seat in [UNION, REBEL, NEUTRAL] {
        let told = said(&state, seat, "battles");
        assert!(told.contains("Two ratios differ"), "{seat:?}");
    }
    assert_eq!([UNION, REBEL].map(|seat| stands(&state, seat)), [20, 12], "the other side's stands there");
}

#[test]
fn an_order_that_is_handed_in_is_told_so() {
    let mut state = at_orders(setup(), "H-open", None);
    assert!(!said(&state, UNION, "orders").contains("You have handed in this order"));
    let oob = rules_civil_war::oob::draft::draft(rules_civil_war::rules::s4_orders::terms(
        &state.setup,
        battle(&state),
        Side::FIRST,
    ));
    let oob = rules_civil_war::written::Written(oob.expect("an order"));
    done(&mut state, UNION, Command::SubmitOob { battle: first(), oob }, &[]);
    assert!(said(&state, UNION, "orders").contains("You have handed in this order"));
    assert!(!said(&state, REBEL, "orders").contains("You have handed in this order"));
}

#[test]
fn what_could_be_seen_stands_ticked_where_the_neutral_says_it() {
    let state = worked();
    let mut ticks = 0;
    for side in Side::BOTH {
        let id = format!("reveal-aop-1-{}", side.number());
        let form = first_of_form(&page(&state, NEUTRAL, "battles"), &id);
        let FieldKind::Many { choices, .. } = &form.fields[0].kind else { panic!("several") };
        let ticked: Vec<&Choice> = choices.iter().filter(|choice| choice.picked).collect();
        let seen = in_sight(&state.setup, battle(&state), side);
        let known = |choice: &&Choice| seen.iter().any(|unit| choice.value == unit.as_str());
        assert!(ticked.iter().all(known) && ticked.len() == seen.len(), "{seen:?}: {ticked:?}");
        ticks += ticked.len();
    }
    assert!(ticks > 0, "somebody is in sight");
    assert!(said(&state, NEUTRAL, "battles").contains("roll the ratings that are due"));
    let mut state = state;
    rate_all(&mut state, 5);
    assert!(said(&state, NEUTRAL, "battles").contains("say which units everybody sees"));
}

/// What the form of a side asks the neutral, or the side itself, to say that everybody sees.
fn revealable(state: &State, side: Side) -> Vec<UnitId> {
    let form = first_of_form(&page(state, NEUTRAL, "battles"), &format!("reveal-aop-1-{}", side.number()));
    let FieldKind::Many { choices, .. } = &form.fields[0].kind else { panic!("several") };
    choices.iter().map(|choice| id(choice.value.as_str().expect("a name"))).collect()
}

/// [CWFF-R11] The neutral decides: a battery is said to be seen whether lines of sight propose it or not, by day too.
#[test]
fn every_battery_on_the_table_can_be_said_to_be_seen() {
    for state in [worked(), arrived()] {
        for side in Side::BOTH {
            let all: Vec<UnitId> = batteries(battle(&state).batteries_there(side)).collect();
            assert!(!all.is_empty());
            let known = &battle(&state).halves[side].shown;
            let offered = revealable(&state, side);
            let missing: Vec<&UnitId> =
                all.iter().filter(|one| !offered.contains(one) && !known.contains(one)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        }
    }
}

/// [CWFF-11D-3] Leaders and batteries that everybody sees roll no maneuver.
#[test]
fn nobody_but_a_brigade_is_made_to_roll_a_maneuver_again() {
    let mut state = arrived();
    let units = revealable(&state, Side::FIRST);
    done(
        &mut state,
        NEUTRAL,
        Command::Reveal { battle: first(), side: Side::FIRST, units: units.clone() },
        &[],
    );
    let again = |brigade: UnitId| Command::ForceReroll { battle: first(), brigade };
    let (mut others, mut brigades) = (0, 0);
    for unit in units {
        let is_brigade = battle(&state).on_field(Side::FIRST, unit);
        let acting = kernel::Acting::own(REBEL);
        let data = kernel::prove::<CivilWar>(&state, acting, &again(unit))
            .is_err_and(|no| no.first().code == "data");
        assert_eq!(data, !is_brigade, "{unit}");
        if is_brigade { brigades += 1 } else { others += 1 }
    }
    assert!(others > 0 && brigades > 0);
}

/// [CWFF-11D-3] What a side wrote down at nightfall is its own: whoever was seen can be named, wherever it is now.
#[test]
fn who_rolls_again_tells_nothing_of_what_was_written_down_at_nightfall() {
    let mut state = arrived();
    let units = revealable(&state, Side::FIRST);
    done(
        &mut state,
        NEUTRAL,
        Command::Reveal { battle: first(), side: Side::FIRST, units: units.clone() },
        &[],
    );
    let mut gone = state.clone();
    gone.facts.battle[0].halves[Side::FIRST].nightfall_in = true;
    let code = |state: &State, brigade: UnitId| {
        let command = Command::ForceReroll { battle: first(), brigade };
        kernel::prove::<CivilWar>(state, kernel::Acting::own(REBEL), &command).err().map(|no| no.first().code)
    };
    for unit in units {
        assert_eq!(code(&state, unit), code(&gone, unit), "{unit}");
    }
}

/// Stuart's force has come on turn 4.
fn arrived() -> State {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    for _ in 0..4 {
        done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    }
    done(&mut state, REBEL, Command::Arrive { battle: first(), flank: Flank::Left }, &[]);
    state
}

#[test]
fn where_a_force_came_its_owner_reads_on_the_field() {
    let state = arrived();
    assert!(said(&state, REBEL, "field").contains("came at the west edge"));
    assert!(said(&state, NEUTRAL, "field").contains("came at the west edge"));
    for seat in [UNION, Seat::Spectator] {
        assert!(!said(&state, seat, "field").contains("came at the"), "{seat:?}");
    }
}

#[test]
fn the_neutral_reads_which_force_comes_when_before_the_day_opens() {
    let mut state = worked();
    rate_all(&mut state, 5);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    assert!(!said(&state, NEUTRAL, "flanks").contains("due on turn"));
    let dice: [&[u16]; 6] = [&[1], &[1], &[4], &[1], &[1], &[1]];
    done(&mut state, NEUTRAL, Command::AllMarches { battle: first() }, &dice);
    assert!(said(&state, NEUTRAL, "flanks").contains("due on turn 4"));
    for seat in [UNION, REBEL, Seat::Spectator] {
        assert!(!said(&state, seat, "flanks").contains("due on turn"), "{seat:?}");
    }
}

#[test]
fn sheets_say_who_marches_where_and_what_all_comes_to() {
    let state = worked();
    let wall = paper(&state, REBEL, "oob-aop-1-1");
    for words in ["100 stands in 4 divisions, 10 batteries", "Marches", "army command +3"] {
        assert!(wall.contains(words), "{words}: {wall}");
    }
    assert!(!paper(&state, UNION, "oob-aop-1-0").contains("Marches"), "nobody of theirs marches");
    let slip = paper(&state, REBEL, "flanks-aop-1-1");
    for words in ["{\"plain\":\"west\"}", "10″ to 38″ from below"] {
        assert!(slip.contains(words), "{words}: {slip}");
    }
    assert!(paper(&state, REBEL, "result-aop-1-1").contains("marched around a flank"));
}

#[test]
fn steps_tell_of_a_night_that_there_was_none() {
    let state = after(&[], &[]);
    assert!(said(&state, Seat::Spectator, "battles").contains("There was none."));
    assert!(!said(&worked(), Seat::Spectator, "battles").contains("There was none."));
}

#[test]
fn whoever_fell_for_good_stands_in_no_army_and_moves_to_none() {
    let mut state = pulses(setup());
    let at = |state: &State, id: &str| {
        state.facts.book.leader.iter().position(|person| person.id.as_str() == id).expect("a leader")
    };
    let (jackson, stuart) = (at(&state, "jackson"), at(&state, "stuart"));
    state.facts.book.leader[jackson].fate = Fate::Killed;
    state.facts.book.leader[stuart].fate = Fate::Wounded;
    let form = first_of_form(&page(&state, NEUTRAL, "book"), "move-leader");
    let FieldKind::One { choices, .. } = &form.fields[0].kind else { panic!("one") };
    let offered = |id: &str| choices.iter().any(|choice| choice.value == id);
    assert!(!offered("jackson") && offered("stuart"));
    let told = said(&state, Seat::Spectator, "book");
    assert!(told.contains("R. E. Lee, J. Longstreet, J. E. B. Stuart (wounded)"), "{told}");
}

#[test]
fn examples_of_places_are_of_units_of_the_side_that_writes() {
    let mut state = crate::table::at_flanks(setup(), "H-open", None);
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::seal(first(), Flanks::default()), &[]);
    }
    for side in Side::BOTH {
        let form = first_of_form(&page(&state, side.seat(), "field"), "sketch-aop-1");
        let own = battle(&state).starters(side)[0];
        assert!(form.fields[0].hint.contains(&format!("“{own}: 12")), "{}", form.fields[0].hint);
    }
}

#[test]
fn orders_of_battle_stay_to_be_read_after_the_battle() {
    let mut state = after(&[], &[]);
    let side = Side::SECOND;
    done(&mut state, NEUTRAL, Command::DemoralizationRoll { battle: first(), side }, &[&[41]]);
    let leader = "stuart".parse().expect("a name");
    done(&mut state, NEUTRAL, Command::LeaderLossRoll { battle: first(), leader }, &[&[1, 2]]);
    done(&mut state, REBEL, Command::PromoteNobody { battle: first() }, &[]);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    let told = said(&state, Seat::Spectator, "orders");
    assert!(told.contains("Order of battle: Army of the Potomac"), "{told}");
    let sheets = CivilWar::papers(&state, NEUTRAL);
    assert!(!sheets.iter().any(|paper| paper.id.starts_with("oob-")), "it is printed while it is fought");
}
