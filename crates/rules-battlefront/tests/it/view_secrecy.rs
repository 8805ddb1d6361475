//! Who sees what: marks of one side's own affairs never stand in another seat's view.

use kernel::{Id, Seat};
use rules_battlefront::words::Posture;
use rules_battlefront::{Side, State, Step};
use serde_json::json as j;

use crate::view_support::{json, opened, play, play_to, view};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

const STEPS: [Step; 10] = [
    Step::Posture,
    Step::PurchasePoints,
    Step::Roster,
    Step::Purchases,
    Step::Removal,
    Step::Fortification,
    Step::ChooseForces,
    Step::DefenderSetsUp,
    Step::AttackerSetsUp,
    Step::Battle,
];

/// Formations, modules, hidden fortifications and what is scheduled: what only their side may name.
const SOVIET: [&str; 8] = ["R-101", "R-103", "R-201", "R-202", "R-301", "RI3.1", "Tank Company A", "RH1"];
const GERMAN: [&str; 9] =
    ["G-11", "G-12", "G-21", "G-31", "G-41", "GI2.3", "GO3.2", "2nd panzer company", "GH1"];

/// The mark as a word of its own: `GH1` stands in `GH1,` and not in `F20`.
fn names(view: &str, mark: &str) -> bool {
    view.match_indices(mark).any(|(at, _)| {
        let sign = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_ascii_alphanumeric());
        sign(view[..at].chars().next_back()) && sign(view[at + mark.len()..].chars().next())
    })
}

#[test]
fn a_side_never_reads_the_other_sides_forces() {
    for step in STEPS {
        let mut state = opened(ROSTOV, Some(ROSTOV_24));
        play_to(&mut state, step);
        let [soviet, german, spectator, umpire] =
            [Seat::Side(0), Seat::Side(1), Seat::Spectator, Seat::Umpire].map(|seat| json(&state, seat));
        for mark in SOVIET {
            assert!(names(&soviet, mark), "{mark} is missing from its own side at {step}");
            assert!(names(&umpire, mark), "{mark} is missing from the umpire at {step}");
            assert!(!names(&german, mark), "the German side reads {mark} at {step}");
            assert!(!names(&spectator, mark), "a spectator reads {mark} at {step}");
        }
        for mark in GERMAN {
            assert!(names(&german, mark), "{mark} is missing from its own side at {step}");
            assert!(!names(&soviet, mark), "the Soviet side reads {mark} at {step}");
            assert!(!names(&spectator, mark), "a spectator reads {mark} at {step}");
        }
    }
}

#[test]
fn points_are_read_by_their_side_and_the_umpire_alone() {
    for step in STEPS.into_iter().filter(|step| step.is_for_sides()) {
        let mut state = opened(ROSTOV, Some(ROSTOV_24));
        play_to(&mut state, step);
        let german = &mut state.facts.sides[1];
        (german.cpp, german.fpp, german.carried) = (7717, 8818, 6616);
        for (seat, reads) in
            [(Seat::Side(1), true), (Seat::Umpire, true), (Seat::Side(0), false), (Seat::Spectator, false)]
        {
            let view = json(&state, seat);
            for mark in ["7717", "8818", "6616"] {
                assert_eq!(names(&view, mark), reads, "{mark} for {seat:?} at {step}");
            }
        }
    }
}

/// Commands that a German side gives in its steps, each with the step and a die.
fn secret_acts() -> Vec<(Step, serde_json::Value)> {
    vec![
        (Step::Roster, j!({"do": "discipline-roll", "me": "G-11"})),
        (Step::Purchases, j!({"do": "buy", "group": "GO3"})),
        (Step::Purchases, j!({"do": "buy", "group": "GP1", "count": 2})),
        (Step::Purchases, j!({"do": "buy-prereg", "module": "GO3.2", "n": 2})),
        (Step::Removal, j!({"do": "destroy-wreck", "vehicle": "V1"})),
        (Step::Removal, j!({"do": "remove-fort", "item": "F1"})),
        (Step::Removal, j!({"do": "remove-fort", "item": "GH1"})),
        (Step::Fortification, j!({"do": "buy-fort", "type": "wire", "count": 2})),
        (Step::ChooseForces, j!({"do": "choose-forces", "forces": ["G-21", "GO3.2"]})),
        (Step::AttackerSetsUp, j!({"do": "place-fort", "item": "at-minefield", "x": 30, "y": 8})),
    ]
}

#[test]
fn what_a_side_does_in_its_step_changes_nothing_for_the_others() {
    for (step, act) in secret_acts() {
        for face in [1, 10, 100] {
            let mut state = opened(ROSTOV, Some(ROSTOV_24));
            play_to(&mut state, step);
            let before = [Seat::Side(0), Seat::Spectator].map(|seat| json(&state, seat));
            let own = json(&state, Seat::Side(1));
            play(&mut state, Seat::Side(1), act.clone(), face);
            assert_eq!([Seat::Side(0), Seat::Spectator].map(|seat| json(&state, seat)), before, "{act}");
            assert_ne!(json(&state, Seat::Side(1)), own, "{act} shows nothing to its own side");
        }
    }
}

#[test]
fn a_repair_shows_only_when_the_step_ends() {
    let mut state = opened(MIUS, Some(MIUS_NIGHT));
    let before = json(&state, Seat::Side(0));
    play(&mut state, Seat::Side(1), j!({"do": "repair", "vehicle": "V2", "cpp": 1}), 10);
    assert_eq!(json(&state, Seat::Side(0)), before);
    assert!(json(&state, Seat::Side(1)).contains("repaired; it leaves the map when the step ends"));
    for side in [1, 0] {
        play(&mut state, Seat::Side(side), j!({"do": "done"}), 5);
    }
    assert!(!names(&json(&state, Seat::Side(0)), "V2"));
}

#[test]
fn a_sealed_posture_is_unseen_until_both_are_opened() {
    let with = |posture: Posture| {
        let mut state = opened(ROSTOV, Some(ROSTOV_24));
        play(&mut state, Seat::Side(1), j!({"do": "choose-posture", "posture": posture}), 1);
        state
    };
    let (attack, defend) = (with(Posture::Attack), with(Posture::Defend));
    for seat in [Seat::Side(0), Seat::Spectator] {
        assert_eq!(json(&attack, seat), json(&defend, seat));
    }
    assert_ne!(json(&attack, Seat::Side(1)), json(&defend, Seat::Side(1)));
    let mut opened = attack;
    play_to(&mut opened, Step::ChooseForces);
    assert!(json(&opened, Seat::Spectator).contains(" attack"));
}

#[test]
fn charts_of_the_other_side_are_closed_where_the_campaign_says_so() {
    let own = ROSTOV.replace(r#"charts = "public""#, r#"charts = "own""#);
    assert_ne!(own, ROSTOV);
    for (setup, reads) in [(ROSTOV, true), (&own, false)] {
        let state = opened(setup, None);
        assert_eq!(json(&state, Seat::Side(0)).contains("Stuka"), reads);
        assert_eq!(json(&state, Seat::Spectator).contains("Stuka"), reads);
        assert!(json(&state, Seat::Side(1)).contains("Stuka"));
    }
}

#[test]
fn a_secret_condition_is_read_by_its_side() {
    let marked = ROSTOV.replacen(
        "[victory]\n",
        "[victory]\nsecret = [{ side = \"german\", text = \"Hold the railway station to the last.\" }]\n",
        1,
    );
    assert_ne!(marked, ROSTOV);
    let state = opened(&marked, None);
    let reads = |seat| json(&state, seat).contains("to the last");
    assert!(reads(Seat::Side(1)) && reads(Seat::Umpire));
    assert!(!reads(Seat::Side(0)) && !reads(Seat::Spectator));
}

#[test]
fn spectators_have_nothing_to_press() {
    for step in STEPS {
        let mut state: State = opened(ROSTOV, Some(ROSTOV_24));
        play_to(&mut state, step);
        assert!(view(&state, Seat::Spectator).forms().is_empty(), "at {step}");
    }
}

#[test]
fn which_formation_a_wreck_belongs_to_is_its_owners_to_know() {
    let state = opened(ROSTOV, Some(ROSTOV_24));
    let wreck = rules_battlefront::ids::WreckId::from(Id::new("V4").expect("an id"));
    assert!(state.facts.wrecks.iter().any(|known| known.id == wreck));
    assert!(json(&state, Seat::Side(0)).contains("V4"));
    assert!(!json(&state, Seat::Side(0)).contains("G-31-2"));
    assert!(json(&state, Seat::Side(1)).contains("G-31-2"));
    assert_eq!(state.side(Side::SECOND).id.as_str(), "german");
}

#[test]
fn after_a_battle_a_side_reads_no_more_of_the_other_than_before() {
    for step in [Step::OvernightRepair, Step::OvernightWithdrawal, Step::Wrecks, Step::Paperwork] {
        let mut state = crate::after_battle::evening().state;
        play_to(&mut state, step);
        let [soviet, german, spectator] =
            [Seat::Side(0), Seat::Side(1), Seat::Spectator].map(|seat| json(&state, seat));
        // Stands on the map are named until it is cleared, those in pockets too. [BF-R50]
        let cleared = step >= Step::Wrecks;
        for mark in SOVIET.into_iter().chain(["RH2"]).filter(|mark| cleared || *mark != "R-101") {
            assert!(names(&soviet, mark), "{mark} is missing from its own side at {step}");
            assert!(!names(&german, mark) && !names(&spectator, mark), "{mark} is read at {step}");
        }
        for mark in GERMAN
            .into_iter()
            .chain(["GF1.4", "GO3.1"])
            .filter(|mark| cleared || !["G-12", "G-31"].contains(mark))
        {
            assert!(names(&german, mark), "{mark} is missing from its own side at {step}");
            assert!(!names(&soviet, mark) && !names(&spectator, mark), "{mark} is read at {step}");
        }
        assert_eq!(names(&spectator, "F5"), cleared, "at {step}");
        assert_eq!(names(&german, "GH2"), !cleared, "at {step}");
    }
}
