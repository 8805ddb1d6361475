//! BCS-HQ-4, BCS-HQ-5, BCS-HQ-6, BCS-RET-12, BCS-RET-13: HQs and trains that are jumped, and HQs that retreat.

use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::rules::s6_jumps::refuges;
use rules_bcs::rules::s20_victory::points;
use rules_bcs::state::{Facts, Fate, Halt, HqState, Trains};
use rules_bcs::{Command, Phase};

use crate::table::*;

fn go(id: &str, way: &str) -> Command {
    Command::Move { unit: unit(id), path: path(way) }
}

fn retreat(at: &str) -> Command {
    Command::RetreatHq { at: hex(at), hq: None }
}

/// The 7th before an HQ of the enemy at 1615, on a track.
fn before_the_hq(change: impl FnOnce(&mut Facts)) -> rules_bcs::State {
    acts(BLUE, "B1", Level::Full, &[], |facts| {
        let body = body(facts, "R2");
        (body.hq, body.prepared) = (Some(hex("1615")).into(), true);
        change(facts);
    })
}

#[test]
fn a_unit_in_command_that_enters_the_hex_jumps_the_hq_and_goes_on() {
    let mut state = before_the_hq(|_| {});
    let before = points(&state, kernel::Side::FIRST);
    assert_eq!(refused(&state, BLUE, go("B1-t2", "1514 1614 1615 1616")), "BCS-HQ-4 asks");
    done(&mut state, BLUE, go("B1-t2", "1514 1614 1615"), &[]);
    assert_eq!(
        (of(&state, "R2").hq.first(), of(&state, "R2").state, of(&state, "R2").prepared),
        (None, HqState::Used, false)
    );
    assert_eq!(
        (state.facts.jumps[kernel::Side::FIRST], points(&state, kernel::Side::FIRST)),
        (1, before + 2)
    );
    // Nothing else is done before it has retreated.
    assert_eq!(refused(&state, BLUE, Command::End), "BCS-HQ-5 jumped");
    assert_eq!(refused(&state, BLUE, retreat("1818")), "BCS-RET-4 actor");
    // One or two road hexes away is too near.
    assert_eq!(refused(&state, RED, retreat("1616")), "BCS-RET-13 hex");
    // No road runs there.
    assert_eq!(refused(&state, RED, retreat("1510")), "BCS-RET-13 hex");
    let ways = refuges(&rules_bcs::sight::Sight::of(&state), formation("R2"), 0);
    let to = *ways.first().expect("a way");
    done(&mut state, RED, Command::RetreatHq { at: to, hq: None }, &[]);
    assert_eq!((of(&state, "R2").hq.first(), now(&state).jumped.is_empty()), (Some(to), true));
    // The unit need not stop, and has paid its way.
    assert_eq!(at(&state, "B1-t2").halt, Halt::Not);
    done(&mut state, BLUE, go("B1-t2", "1616"), &[]);
    done(&mut state, BLUE, Command::End, &[]);
    done(&mut state, BLUE, Command::Second { choice: rules_bcs::Choice::Skip }, &[]);
    // Used already: its go begins with Step (i).
    done(&mut state, RED, activate("R2"), &[]);
    assert_eq!(now(&state).step, rules_bcs::state::Step::Second);
}

#[test]
fn two_hqs_and_trains_in_a_hex_are_all_jumped_and_the_hqs_retreat_one_after_the_other() {
    let mut state = before_the_hq(|facts| {
        body(facts, "R1").hq = Some(hex("1615")).into();
        body(facts, "R1").trains = Trains::Normal(hex("1615"));
    });
    done(&mut state, BLUE, go("B1-t2", "1514 1614 1615"), &[]);
    assert_eq!(state.facts.jumps[kernel::Side::FIRST], 2);
    assert_eq!(of(&state, "R1").trains, Trains::OffMap);
    assert_eq!(
        now(&state).jumped.iter().map(|one| one.formation).collect::<Vec<_>>(),
        ["R1", "R2"].map(formation)
    );
    let first = *refuges(&rules_bcs::sight::Sight::of(&state), formation("R1"), 0).first().expect("a way");
    done(&mut state, RED, Command::RetreatHq { at: first, hq: None }, &[]);
    assert_eq!((of(&state, "R1").hq.first(), of(&state, "R2").hq.first()), (Some(first), None));
    assert_eq!(refused(&state, BLUE, Command::End), "BCS-HQ-5 jumped");
    let second = *refuges(&rules_bcs::sight::Sight::of(&state), formation("R2"), 0).last().expect("a way");
    done(&mut state, RED, Command::RetreatHq { at: second, hq: None }, &[]);
    assert_eq!((of(&state, "R2").hq.first(), now(&state).jumped.len()), (Some(second), 0));
}

#[test]
fn a_unit_out_of_command_jumps_nobody_and_a_guard_is_no_bare_hex() {
    let far = before_the_hq(|facts| body(facts, "B1").hq = Some(hex("0612")).into());
    assert_eq!(refused(&far, BLUE, go("B1-t2", "1514 1614 1615")), "BCS-CR-3 jump");
    let guarded = before_the_hq(|facts| piece(facts, "R2-i3").at = Some(hex("1615")));
    assert_eq!(refused(&guarded, BLUE, go("B1-t2", "1514 1614 1615")), "BCS-OBJ-5 objective");
    // Trains alone go Off-Map, and nobody is asked.
    let mut trains = acts(BLUE, "B1", Level::Full, &[], |facts| {
        body(facts, "R2").trains = Trains::Ghost(hex("1615"));
    });
    done(&mut trains, BLUE, go("B1-t2", "1514 1614 1615"), &[]);
    assert_eq!((of(&trains, "R2").trains, now(&trains).jumped.len()), (Trains::OffMap, 0));
    assert_eq!(trains.facts.jumps[kernel::Side::FIRST], 0);
}

#[test]
fn an_hq_without_a_way_leaves_the_map_and_comes_back_next_turn() {
    let mut state = before_the_hq(|facts| {
        // No road runs through 1510.
        body(facts, "R2").hq = Some(hex("1510")).into();
        piece(facts, "B1-t2").at = Some(hex("1511"));
        let gone = piece(facts, "R2-i1");
        (gone.at, gone.fate) = (None, Fate::Returns);
    });
    done(&mut state, BLUE, go("B1-t2", "1510"), &[]);
    assert_eq!((of(&state, "R2").hq.first(), of(&state, "R2").state), (None, HqState::Done));
    assert!(now(&state).jumped.is_empty());
    // Its units are out of command and have no Safe Path, and what is due to return to it waits.
    let isolated = rules_bcs::rules::s17_isolation::losses(&state, formation("R2"));
    assert!(isolated.iter().all(|(_, steps)| *steps == 2) && isolated.len() == 2, "{isolated:?}");
    // The turn ends; in the next Pre-Turn it returns, Used, nearest to a source.
    let facts = &mut state.facts;
    (facts.activation, facts.go, facts.turn, facts.phase) = (None, None, 2, Phase::Replacements);
    facts.unit.iter_mut().for_each(rules_bcs::state::Piece::rest);
    done(&mut state, BLUE, Command::Close, &[]);
    assert_eq!(of(&state, "R2").hq.first(), None);
    done(&mut state, RED, Command::Close, &[]);
    assert_eq!((of(&state, "R2").hq.first(), of(&state, "R2").state), (Some(hex("3505")), HqState::Used));
    assert_eq!((at(&state, "R2-i1").fate, at(&state, "R2-i1").at), (Fate::OnMap, Some(hex("3505"))));
}

#[test]
fn an_hq_off_the_map_waits_while_no_hex_is_legal() {
    let mut state = opened(west(), |facts| {
        (facts.turn, facts.phase) = (2, Phase::Replacements);
        let body = body(facts, "R2");
        (body.hq, body.state) = (None.into(), HqState::Done);
        // Blue stands on both sources.
        piece(facts, "B1-t1").at = Some(hex("3505"));
        piece(facts, "B1-t2").at = Some(hex("3513"));
        piece(facts, "R1-rec").at = Some(hex("2010"));
    });
    done(&mut state, BLUE, Command::Close, &[]);
    done(&mut state, RED, Command::Close, &[]);
    assert_eq!((of(&state, "R2").hq.first(), of(&state, "R2").state), (None, HqState::Done));
}

#[test]
fn an_hq_retreats_of_its_own_will_after_any_result_and_tires_its_formation() {
    let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| body(facts, "B1").prepared = true);
    let to = *refuges(&rules_bcs::sight::Sight::of(&state), formation("B1"), 0).first().expect("a way");
    assert_eq!(refused(&state, BLUE, retreat("1313")), "BCS-RET-13 hex");
    done(&mut state, BLUE, Command::RetreatHq { at: to, hq: None }, &[]);
    assert_eq!((of(&state, "B1").hq.first(), of(&state, "B1").prepared), (Some(to), false));
    assert_eq!(refused(&state, BLUE, Command::RetreatHq { at: to, hq: None }), "BCS-HQ-1 once");
    assert_eq!(of(&state, "B1").fatigue, Fatigue::Fresh);
    // Without a die.
    done(&mut state, BLUE, Command::End, &[]);
    assert_eq!(of(&state, "B1").fatigue, Fatigue::F0);
    // In a Failure Activation at once, and not again.
    let mut failed = acts(BLUE, "B1", Level::Fail, &[], |_| {});
    done(&mut failed, BLUE, Command::RetreatHq { at: to, hq: None }, &[]);
    assert_eq!(of(&failed, "B1").fatigue, Fatigue::F0);
    done(&mut failed, BLUE, Command::End, &[]);
    assert_eq!(of(&failed, "B1").fatigue, Fatigue::F0);
}
