//! BCS-TURN: the turn, whose go it is, Replacements, the end.

use kernel::{Seat, Side};
use rules_bcs::rules::s20_victory::points;
use rules_bcs::setup::scenario::Trafficability;
use rules_bcs::setup::sky::Weather;
use rules_bcs::state::{Fate, HqState};
use rules_bcs::words::Face;
use rules_bcs::{Choice, Command, Phase, State};

use crate::table::*;

#[test]
fn the_pre_turn_phase_leads_to_the_first_player() {
    let mut state = State::open(scenario());
    assert_eq!(refused(&state, BLUE, Command::Proceed), "BCS-ACT-18 actor");
    assert_eq!(refused(&state, BLUE, Command::Close), "BCS-ACT-18 phase");
    // Blue: two Air Points, an AV step; Red: none.
    done(&mut state, Seat::Clock, Command::Proceed, &[&[6], &[6], &[1], &[1]]);
    let pool = state.facts.pool[Side::FIRST];
    assert_eq!((pool.air, pool.av, pool.others), (2, 1, 0));
    done(&mut state, RED, Command::Close, &[]);
    assert_eq!(refused(&state, RED, Command::Close), "BCS-TURN-2 closed");
    done(&mut state, BLUE, Command::Close, &[]);
    // The first turn has no Assignment.
    assert_eq!(state.facts.phase, Phase::FirstRoll);
    // A tie is Red's.
    done(&mut state, Seat::Clock, Command::Proceed, &[&[4], &[4]]);
    assert_eq!((state.facts.phase, state.facts.go), (Phase::First, Some(Side::SECOND)));
    assert_eq!(refused(&state, BLUE, Command::GoFirst { side: Side::FIRST }), "BCS-TURN-5 actor");
    done(&mut state, RED, Command::GoFirst { side: Side::FIRST }, &[]);
    assert_eq!((state.facts.phase, state.facts.go), (Phase::Activations, Some(Side::FIRST)));
    assert_eq!(refused(&state, RED, activate("R1")), "BCS-TURN-6 go");
    assert_eq!(refused(&state, BLUE, activate("R1")), "BCS-ACT-18 formation");
}

#[test]
fn players_alternate_and_whoever_has_no_formation_left_is_passed_over() {
    let mut state = with(|facts| {
        (facts.phase, facts.go) = (Phase::Activations, Some(Side::FIRST));
        // B2 and B3 are done; R1, R2 and R3 are not.
        facts.formation[1].state = HqState::Done;
        facts.formation[2].state = HqState::Done;
    });
    let rest = |state: &mut State, seat, id| {
        done(state, seat, activate(id), &[]);
        done(state, seat, Command::Prepare { prepared: false, recovery: true }, &[]);
    };
    assert_eq!(refused(&state, BLUE, activate("B2")), "BCS-TURN-8 done");
    rest(&mut state, BLUE, "B1");
    for (at, id) in ["R1", "R2", "R3"].into_iter().enumerate() {
        assert_eq!(state.facts.go, Some(Side::SECOND), "go {at}");
        rest(&mut state, RED, id);
    }
    assert_eq!((state.facts.turn, state.facts.phase, state.facts.go), (2, Phase::Sky, None));
    assert!(state.formations().all(|body| body.facts.state == HqState::Unused));
}

#[test]
fn the_second_turn_has_an_assignment() {
    let mut state = with(|facts| (facts.turn, facts.phase) = (2, Phase::Replacements));
    done(&mut state, BLUE, Command::Close, &[]);
    done(&mut state, RED, Command::Close, &[]);
    assert_eq!(state.facts.phase, Phase::Assignment);
    let enter = |id: &str| Command::EnterSupport { unit: unit(id) };
    assert_eq!(refused(&state, BLUE, enter("B1-i1")), "BCS-UNIT-9 kind");
    assert_eq!(refused(&state, BLUE, enter("R1-t1")), "BCS-ACT-18 unknown");
    assert_eq!(refused(&state, BLUE, enter("B1-tk")), "BCS-SUP-6 gone");
    done(&mut state, BLUE, enter("B2-t1"), &[]);
    assert_eq!(state.unit(unit("B2-t1")).unwrap().piece.fate, Fate::Support);
    assert_eq!(
        refused(&state, BLUE, Command::ExitSupport { unit: unit("B2-t2"), hq: None }),
        "BCS-SUP-6 support"
    );
    done(&mut state, BLUE, Command::ExitSupport { unit: unit("B2-t1"), hq: None }, &[]);
    assert_eq!(state.unit(unit("B2-t1")).unwrap().piece.at, of(&state, "B2").hq.first());
    done(&mut state, BLUE, Command::Close, &[]);
    assert_eq!(refused(&state, BLUE, enter("B2-t1")), "BCS-TURN-2 closed");
}

#[test]
fn replacements_restore_steps_and_bring_the_destroyed_back_with_their_hq() {
    let mut state = with(|facts| {
        facts.phase = Phase::Replacements;
        (facts.pool[Side::FIRST].av, facts.pool[Side::FIRST].others) = (1, 2);
        facts.unit[0].lost = 2;
        (facts.unit[1].lost, facts.unit[1].fate, facts.unit[1].at) = (6, Fate::Dead, None);
    });
    let replace = |id: &str| Command::Replace { unit: unit(id), hq: None };
    assert_eq!(refused(&state, BLUE, replace("B2-t1")), "BCS-TURN-12 whole");
    assert_eq!(refused(&state, RED, replace("R1-t1")), "BCS-TURN-12 points");
    assert_eq!(refused(&state, BLUE, replace("R1-t1")), "BCS-ACT-18 unknown");
    done(&mut state, BLUE, replace("B1-i1"), &[]);
    assert_eq!(state.unit(unit("B1-i1")).unwrap().piece.lost, 1);
    done(&mut state, BLUE, replace("B1-i2"), &[]);
    let back = state.unit(unit("B1-i2")).unwrap();
    assert_eq!((back.steps(), back.piece.at, back.piece.face), (1, of(&state, "B1").hq.first(), Face::Move));
    assert_eq!(refused(&state, BLUE, replace("B1-i1")), "BCS-TURN-12 points");
}

#[test]
fn points_are_added_exactly_and_rounded_down_once() {
    let mut state = State::open(scenario());
    // 1713 and 1012; 1012 counts for Red alone.
    assert_eq!((points(&state, Side::FIRST), points(&state, Side::SECOND)), (3, 15));
    let red = state.scenario.units.iter().position(|card| card.side == Side::SECOND).unwrap();
    state.facts.unit[red].lost = 3;
    assert_eq!(points(&state, Side::FIRST), 3);
    state.facts.unit[red].lost = 4;
    assert_eq!(points(&state, Side::FIRST), 4);
}

#[test]
fn the_game_ends_after_its_last_turn() {
    let mut state = with(|facts| {
        (facts.turn, facts.phase, facts.go) = (6, Phase::Activations, Some(Side::SECOND));
        facts.formation.iter_mut().for_each(|formation| formation.state = HqState::Done);
        facts.formation[3].state = HqState::Unused;
    });
    done(&mut state, RED, activate("R1"), &[]);
    done(&mut state, RED, PREPARE, &[&[6, 6]]);
    done(&mut state, RED, Command::Begin, &[]);
    done(&mut state, RED, Command::End, &[]);
    done(&mut state, RED, Command::Second { choice: Choice::Skip }, &[]);
    assert_eq!((state.facts.turn, state.facts.phase), (6, Phase::Over));
}

#[test]
fn the_weather_is_rolled_for_before_the_air_points() {
    let mut clear = State::open(west());
    let (_, rolls) = done(&mut clear, Seat::Clock, Command::Proceed, &[&[4], &[4], &[1], &[4], &[1]]);
    assert_eq!(rolls.len(), 5);
    assert_eq!((clear.visibility(), clear.trafficability()), (2, Trafficability::Good));
    assert_eq!(clear.facts.pool[Side::FIRST].air, 2);
    let mut poor = State::open(west());
    done(&mut poor, Seat::Clock, Command::Proceed, &[&[5], &[4], &[1], &[4], &[1]]);
    assert_eq!((poor.visibility(), poor.trafficability()), (1, Trafficability::Poor));
    // Grounded: nobody rolls for Air Points.
    let mut grounded = State::open(west());
    done(&mut grounded, Seat::Clock, Command::Proceed, &[&[6], &[1], &[1]]);
    assert_eq!((grounded.facts.pool[Side::FIRST].air, grounded.facts.pool[Side::SECOND].air), (0, 0));
    // A spotter sees no farther than the weather lets him.
    let seen = |visibility| {
        acts(BLUE, "B1", rules_bcs::charts::s8_snafu::Level::Full, &["1813"], |facts| {
            facts.weather = Some(Weather { visibility, poor: visibility == 1, grounded: false });
        })
    };
    let barrage = Command::Barrage { target: hex("1813"), spotter: unit("B1-t1"), air: false };
    assert_eq!(refused(&seen(1), BLUE, barrage.clone()), "BCS-BAR-7 far");
    done(&mut seen(2), BLUE, barrage, &[&[1]]);
}

#[test]
fn points_count_hqs_that_were_jumped() {
    let mut state = State::open(west());
    assert_eq!(points(&state, Side::FIRST), 3);
    state.facts.jumps[Side::FIRST] = 2;
    assert_eq!((points(&state, Side::FIRST), points(&state, Side::SECOND)), (7, 5));
}

#[test]
fn the_game_ends_early_when_a_side_has_no_unit_left_anywhere() {
    let last = |alive: Option<Fate>| {
        let mut state = with(|facts| {
            (facts.turn, facts.phase, facts.go) = (2, Phase::Activations, Some(Side::FIRST));
            facts.formation.iter_mut().for_each(|formation| formation.state = HqState::Done);
            facts.formation[0].state = HqState::Unused;
        });
        let red: Vec<usize> = (0..48).filter(|n| state.scenario.units[*n].side == Side::SECOND).collect();
        for n in red {
            let steps = state.scenario.units[n].steps;
            let piece = &mut state.facts.unit[n];
            (piece.fate, piece.at, piece.lost) = (Fate::Dead, None, steps);
        }
        if let Some(fate) = alive {
            let piece = state.piece_mut(unit("R1-t1"));
            (piece.fate, piece.lost) = (fate, 0);
        }
        done(&mut state, BLUE, activate("B1"), &[]);
        done(&mut state, BLUE, Command::Prepare { prepared: false, recovery: true }, &[]);
        state.facts.phase
    };
    assert_eq!(last(None), Phase::Over);
    assert_eq!(last(Some(Fate::Returns)), Phase::Sky);
}
