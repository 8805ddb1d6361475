//! BCS-RET-11: Voluntary Retreats.

use rules_bcs::Command;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::rules::s18_voluntary::choices;
use rules_bcs::state::{Fate, Halt};
use rules_bcs::words::{Face, Place};

use crate::table::*;

fn withdraw(id: &str, path: Vec<Place>) -> Command {
    Command::Withdraw { unit: unit(id), path, hq: None }
}

#[test]
fn a_unit_in_an_ezoc_goes_three_hexes_flips_throws_a_die_and_is_finished() {
    let mut state = acts(BLUE, "B1", Level::Partial, &[], |_| {});
    let ways = choices(&rules_bcs::sight::Sight::of(&state), BLUE, unit("B1-m1"));
    let way = ways.into_iter().map(|(path, _)| path).find(|path| !path.is_empty()).expect("a way");
    assert_eq!(refused(&state, BLUE, withdraw("B1-m1", path("1712"))), "BCS-RET-4 path");
    assert_eq!(refused(&state, BLUE, withdraw("B1-t2", way.clone())), "BCS-RET-11 zone");
    assert_eq!(refused(&state, BLUE, withdraw("B2-i1", way.clone())), "BCS-ACT-18 formation");
    let mut lost = state.clone();
    done(&mut state, BLUE, withdraw("B1-m1", way.clone()), &[&[3]]);
    let piece = at(&state, "B1-m1");
    assert_eq!(
        (piece.at, piece.face, piece.halt, piece.lost),
        (way.last().copied(), Face::Move, Halt::Finished, 0)
    );
    assert_eq!(state.scenario.board.distance(hex("1713"), piece.at.unwrap()), 3);
    assert_eq!(refused(&state, BLUE, withdraw("B1-m1", way.clone())), "BCS-STOP-4 finished");
    done(&mut lost, BLUE, withdraw("B1-m1", way), &[&[2]]);
    assert_eq!(at(&lost, "B1-m1").lost, 1);
    // It is no reason for fatigue.
    done(&mut lost, BLUE, Command::End, &[]);
}

#[test]
fn with_an_hq_refuge_it_may_go_to_its_hq_and_the_last_step_is_lost_there_too() {
    let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| piece(facts, "B1-m1").lost = 3);
    done(&mut state, BLUE, withdraw("B1-m1", Vec::new()), &[&[6]]);
    assert_eq!((at(&state, "B1-m1").at, at(&state, "B1-m1").face), (of(&state, "B1").hq.first(), Face::Move));
    let mut dies = acts(BLUE, "B1", Level::Full, &[], |facts| piece(facts, "B1-m1").lost = 3);
    done(&mut dies, BLUE, withdraw("B1-m1", Vec::new()), &[&[1]]);
    assert_eq!(at(&dies, "B1-m1").fate, Fate::Dead);
    // Nearer than three hexes there is no Refuge.
    let near = acts(BLUE, "B1", Level::Full, &[], |facts| body(facts, "B1").hq = Some(hex("1513")).into());
    assert_eq!(refused(&near, BLUE, withdraw("B1-m1", Vec::new())), "BCS-RET-5 refuge");
    let failed = acts(BLUE, "B1", Level::Fail, &[], |_| {});
    assert_eq!(refused(&failed, BLUE, withdraw("B1-m1", Vec::new())), "BCS-SNAFU-9 snafu");
}
