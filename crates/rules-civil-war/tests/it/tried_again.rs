//! What stopped somebody else who tried a battle from the pages alone, and stays mended.

use kernel::view::{Block, FieldKind, Form};
use kernel::{Seat, Side, System};
use rules_civil_war::battle::{Flanks, Segment, Spot};
use rules_civil_war::words::{Edge, Flank, Step};
use rules_civil_war::written::{Text, Written};
use rules_civil_war::{CivilWar, Command, State};

use crate::pages::{field, form, page, said};
use crate::table::{NEUTRAL, REBEL, UNION, at_flanks, battle, done, first, pulses, rate_all, setup, spots};
use crate::whole_battle::{after, march, worked};

/// What stands in the first question of a form.
fn written(form: &Form) -> String {
    let FieldKind::Words { value, .. } = &form.fields[0].kind else { panic!("words") };
    value.clone()
}

fn owed(state: &State, seat: Seat) -> Vec<(Seat, String)> {
    let mut all = Vec::new();
    page(state, seat, "battles").walk(&mut |block| {
        if let Block::Owed(items) = block {
            all.extend(items.iter().map(|item| (item.who, item.text.plain(&CivilWar::sides(&state.setup)))));
        }
    });
    all
}

fn at_sketch() -> State {
    let mut state = at_flanks(setup(), "H-wood", Some(Edge::North));
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::seal(first(), Flanks::default()), &[]);
    }
    state
}

/// The map reads a list before the rules do, and knows leaders and batteries, though they lie in no tray.
#[test]
fn leaders_and_batteries_are_written_beside_a_tray_of_brigades() {
    let mut state = at_sketch();
    let read = |state: &State, list: &str| field(state, REBEL).tray.expect("a tray").understood(list);
    let brigades = Written(spots(&state, Side::SECOND)).0.write();
    let y = spots(&state, Side::SECOND)[0].y.0 / 4;
    for name in ["Lee", "lee", "R. E. Lee", "R.E. Lee"] {
        let typed = format!("{brigades}; {name}: 30 {y}; battery-1: 34 {y}; horse-battery-1: 36 {y}");
        let list = read(&state, &typed).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        let spots = Written(Vec::<Spot>::read(&list).expect("places"));
        done(&mut state, REBEL, Command::Sketch { battle: first(), spots }, &[]);
        // What the form then says by itself can be sent again.
        let again = written(&form(&state, REBEL, "field", "sketch-aop-1"));
        assert!(again.contains("lee: 30"), "{again}");
        assert_eq!(read(&state, &again), Ok(again));
    }
    assert!(read(&state, "Hooker: 30 4").is_err(), "nobody of the enemy");
    let drawn: Vec<String> = field(&state, REBEL).points.into_iter().map(|point| point.name).collect();
    assert!(drawn.iter().any(|name| name == "R. E. Lee"), "{drawn:?}");
}

#[test]
fn the_line_that_the_map_proposes_is_what_the_button_draws() {
    let mut state = at_sketch();
    let proposed = written(&form(&state, REBEL, "field", "place-breastworks-aop-1"));
    let segments = Written(Vec::<Segment>::read(&proposed).expect("a line"));
    done(&mut state, REBEL, Command::PlaceBreastworks { battle: first(), segments }, &[]);
    assert_eq!(form(&state, REBEL, "field", "close-aop-1").undone, "", "all that there is");
    assert_eq!(written(&form(&state, REBEL, "field", "place-breastworks-aop-1")), proposed);
}

#[test]
fn what_is_owed_names_its_seat_once_and_says_what_waits_for_the_neutral() {
    let mut state = worked();
    let roll = (NEUTRAL, "roll the ratings, and say which units everybody sees (aop.1).".to_owned());
    for seat in [UNION, REBEL, Seat::Spectator] {
        assert_eq!(owed(&state, seat), std::slice::from_ref(&roll), "{seat:?}");
    }
    rate_all(&mut state, 5);
    assert_eq!(owed(&state, UNION), [roll], "how many are rolled the sides do not read");
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    let turn = (NEUTRAL, "open the next turn when both are done (aop.1).".to_owned());
    for _ in 1..=4 {
        assert_eq!(owed(&state, UNION), std::slice::from_ref(&turn));
        done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    }
    let due = (REBEL, "bring the force to the table that is due (aop.1).".to_owned());
    assert_eq!(owed(&state, REBEL), [due, turn.clone()]);
    assert_eq!(owed(&state, UNION), [turn]);
}

#[test]
fn on_the_turn_on_which_a_force_enters_the_enemy_reads_that_it_does() {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    let enters = "A Confederate force enters at the west edge this turn.";
    for turn in 1..=5 {
        if battle(&state).turn == 4 {
            done(&mut state, REBEL, Command::Arrive { battle: first(), flank: Flank::Left }, &[]);
            rate_all(&mut state, 5);
        }
        done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
        for seat in [UNION, Seat::Spectator] {
            assert_eq!(said(&state, seat, "battles").contains(enters), turn == 4, "{seat:?}, turn {turn}");
        }
    }
}

/// On a phone thirty turns fill the screen.
#[test]
fn what_a_turn_asks_stands_above_the_turns_of_the_day() {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 1, 1], [1, 1]);
    let panels: Vec<String> = page(&state, REBEL, "battles")
        .main
        .iter()
        .filter_map(|block| match block {
            Block::Panel(panel) => Some(panel.id.clone()),
            _ => None,
        })
        .collect();
    let at =
        |id: &str| panels.iter().position(|panel| panel == id).unwrap_or_else(|| panic!("{id}: {panels:?}"));
    assert!(at("turn-aop-1") < at("leaving-aop-1") && at("leaving-aop-1") < at("hours-aop-1"), "{panels:?}");
}

#[test]
fn a_second_press_does_not_pass_the_pulses_over() {
    let open = State::open(setup());
    assert_eq!(form(&open, NEUTRAL, "book", "next-step").asks, "");
    let asks = form(&pulses(setup()), NEUTRAL, "book", "next-step").asks;
    assert!(asks.starts_with("Turn 8 is over then."), "{asks}");
}

#[test]
fn flanks_are_named_with_their_edges_and_what_is_sealed_is_told() {
    let mut state = at_flanks(setup(), "H-wood", Some(Edge::North));
    let labels = |state: &State, seat| -> Vec<String> {
        let form = form(state, seat, "flanks", "seal-flank-aop-1");
        form.fields.iter().map(|field| field.label.clone()).filter(|label| label.contains("led by")).collect()
    };
    assert_eq!(
        labels(&state, REBEL),
        ["Around your left, at the west edge, led by", "Around your right, at the east edge, led by"]
    );
    assert!(labels(&state, UNION)[0].contains("east"));
    assert!(!said(&state, UNION, "flanks").contains("You have sealed"));
    done(&mut state, UNION, Command::seal(first(), Flanks::default()), &[]);
    assert!(said(&state, UNION, "flanks").contains("You have sealed that nobody marches."));
    assert!(!said(&state, REBEL, "flanks").contains("You have sealed"));
}

#[test]
fn at_nightfall_it_is_told_who_would_be_off_the_field() {
    let mut state = crate::engine::night();
    assert_eq!(battle(&state).step, Step::Night);
    let told = |state: &State| {
        serde_json::to_string(&form(state, REBEL, "field", "nightfall-aop-1")).expect("a form")
    };
    let words = told(&state);
    assert!(words.contains("Whoever is not written down is off the field the next day."), "{words}");
    // A brigade that stands on the map is not missing; taken off it, it is, and by its name.
    let there: Vec<_> = battle(&state).brigades_there(Side::SECOND).collect();
    let sketch = &mut state.facts.battle[0].halves[Side::SECOND].sketch;
    let at = sketch.iter().position(|spot| there.contains(&spot.unit)).expect("a brigade on the map");
    let gone = sketch.remove(at).unit;
    let missing = |words: &str| {
        let list = words.split("Not on the map yet: ").nth(1).and_then(|rest| rest.split('"').next());
        list.unwrap_or_default().split([',', ' ', '.']).any(|word| word == gone.as_str())
    };
    assert!(!missing(&words), "{words}");
    assert!(missing(&told(&state)), "{gone}: {}", told(&state));
}

#[test]
fn the_page_for_the_board_says_which_counter_goes_where_and_whose_points_are_whose() {
    let mut state = after(&[], &[]);
    let side = Side::SECOND;
    done(&mut state, NEUTRAL, Command::DemoralizationRoll { battle: first(), side }, &[&[41]]);
    let leader = "stuart".parse().expect("a name");
    done(&mut state, NEUTRAL, Command::LeaderLossRoll { battle: first(), leader }, &[&[6, 6]]);
    done(&mut state, REBEL, Command::PromoteNobody { battle: first() }, &[]);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    let papers = CivilWar::papers(&state, Seat::Spectator);
    let board = papers.iter().find(|paper| paper.id == "board-aop-1").expect("a sheet");
    let told = serde_json::to_string(board).expect("a sheet");
    for words in [
        "Next counters on the promotion track, at turn 8",
        "T. J. Jackson (3 stars)",
        "J. E. B. Stuart (2 stars)",
        "Union 3, Confederate 7",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn whoever_runs_a_corps_has_what_its_leader_is_on_the_day() {
    let mut state = crate::table::at_orders(setup(), "H-open", None);
    for side in Side::BOTH {
        let terms = rules_civil_war::rules::s4_orders::terms(&state.setup, battle(&state), side);
        let oob = rules_civil_war::oob::draft::draft(terms).expect("an order").write();
        let text = if side == Side::FIRST { format!("Player Zora: corps-1\n{oob}") } else { oob };
        let oob = Written(rules_civil_war::oob::Oob::read(&text).expect("an order"));
        done(&mut state, side.seat(), Command::SubmitOob { battle: first(), oob }, &[]);
    }
    state = crate::table::at_placing(state, Flanks::default(), Flanks::default());
    rate_all(&mut state, 5);
    let papers = CivilWar::papers(&state, UNION);
    let zora = papers.iter().find(|paper| paper.title.contains("Zora")).expect("a sheet");
    let told = serde_json::to_string(zora).expect("a sheet");
    assert!(told.contains("E. V. Sumner, 2 stars, initiative 3, tactical 0; Average on the day"), "{told}");
}
