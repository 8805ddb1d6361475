//! BCS-TURN-13, BCS-TURN-14, BCS-ISO-3: reinforcements enter.

use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::ground::Ground;
use rules_bcs::rules::s2_reinforcements::entries;
use rules_bcs::state::{Fate, Halt, Trains};
use rules_bcs::words::PARTS;
use rules_bcs::{Command, State};

use crate::table::*;

fn enter(id: &str, at: &str) -> Command {
    Command::Enter { unit: unit(id), at: hex(at) }
}

fn ways(state: &State, id: &str) -> Vec<String> {
    let found = entries(&Ground::of(state), state.unit(unit(id)).expect("a unit"));
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn a_reinforcement_pays_its_entry_hex_and_goes_on() {
    let mut state = acts(BLUE, "B2", Level::Full, &[], |_| {});
    assert_eq!(refused(&state, BLUE, enter("B2-tk", "0106")), "BCS-TURN-13 hex");
    assert_eq!(refused(&state, BLUE, enter("B2-i1", "0105")), "BCS-TURN-13 due");
    assert_eq!(refused(&state, BLUE, enter("B-cav", "0113")), "BCS-ACT-18 formation");
    done(&mut state, BLUE, enter("B2-tk", "0105"), &[]);
    let piece = at(&state, "B2-tk");
    // By the road: half a point.
    assert_eq!(
        (piece.fate, piece.at, piece.spent, piece.entered),
        (Fate::OnMap, Some(hex("0105")), PARTS / 2, true)
    );
    done(&mut state, BLUE, Command::Move { unit: unit("B2-tk"), path: path("0204 0304") }, &[]);
    assert_eq!(at(&state, "B2-tk").spent, PARTS / 2 * 3);
    assert_eq!(refused(&state, BLUE, enter("B2-tk", "0105")), "BCS-TURN-13 due");
    // Out of command: it would lose a step, but it came on in this turn.
    assert!(rules_bcs::rules::s17_isolation::losses(&state, formation("B2")).is_empty());
    done(&mut state, BLUE, Command::End, &[]);
    assert_eq!(at(&state, "B2-tk").lost, 0);
}

#[test]
fn it_waits_for_its_turn_its_trains_and_a_result_that_moves() {
    let early =
        acts(RED, "R1", Level::Full, &[], |facts| piece(facts, "R-i9").assigned = Some(formation("R1")));
    assert_eq!(refused(&early, RED, enter("R-i9", "3513")), "BCS-TURN-13 turn");
    let off = acts(BLUE, "B2", Level::Full, &[], |facts| body(facts, "B2").trains = Trains::OffMap);
    assert_eq!(refused(&off, BLUE, enter("B2-tk", "0105")), "BCS-TURN-14 trains");
    let failed = acts(BLUE, "B2", Level::Fail, &[], |_| {});
    assert_eq!(refused(&failed, BLUE, enter("B2-tk", "0105")), "BCS-FAIL-2 snafu");
}

#[test]
fn a_closed_entry_hex_sends_it_to_the_nearest_free_one_of_the_edge_and_a_stack_does_not_close_it() {
    let mut full = acts(BLUE, "B2", Level::Full, &[], |facts| {
        for id in ["B2-i1", "B2-i2"] {
            piece(facts, id).at = Some(hex("0105"));
        }
    });
    done(&mut full, BLUE, enter("B2-tk", "0105"), &[]);
    assert_eq!(full.in_hex(hex("0105")).count(), 3);
    // An EZOC over the entry hex: the hexes one away are under it too or free.
    let closed = acts(BLUE, "B2", Level::Full, &[], |facts| piece(facts, "R2-i1").at = Some(hex("0104")));
    let found = ways(&closed, "B2-tk");
    assert!(!found.contains(&"0105".to_owned()) && !found.is_empty(), "{found:?}");
    let board = &closed.scenario.board;
    let far: Vec<u32> = found.iter().map(|at| board.distance(hex("0105"), hex(at))).collect();
    assert!(far.iter().all(|one| *one == far[0] && *one <= 5), "{far:?}");
    assert_eq!(found, ["0106"]);
    assert_eq!(refused(&closed, BLUE, enter("B2-tk", "0105")), "BCS-TURN-13 hex");
    // The hex beside an enemy's zone is free; beyond it nothing stops.
    let mut aside = closed.clone();
    done(&mut aside, BLUE, enter("B2-tk", "0106"), &[]);
    assert_eq!(at(&aside, "B2-tk").halt, Halt::Not);
    // With the whole edge held for five hexes it is delayed.
    let held = acts(BLUE, "B2", Level::Full, &[], |facts| {
        let units = ["R2-i1", "R2-i2", "R2-i3", "R1-g1", "R1-g2", "R1-t1"];
        for (id, at) in units.into_iter().zip(["0105", "0107", "0109", "0103", "0101", "0301"]) {
            piece(facts, id).at = Some(hex(at));
        }
        piece(facts, "R1-t2").at = Some(hex("0601"));
        piece(facts, "R1-flak").at = Some(hex("0501"));
    });
    assert_eq!(ways(&held, "B2-tk"), [""; 0]);
}
