//! BCS-MOVE, BCS-STOP, BCS-OBJ, BCS-SCR, BCS-HQ: what happens in the activities.

use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Activation, Facts, Halt, HqState, Obj, Step, Trains};
use rules_bcs::words::{Face, PARTS};
use rules_bcs::{Command, Phase, Scenario};

use crate::table::*;

fn go(id: &str, way: &str) -> Command {
    Command::Move { unit: unit(id), path: path(way) }
}

fn march(at: &str) -> Obj {
    Obj { at: hex(at), combat: false, recon: false }
}

fn objectives(facts: &mut Facts, of: &[Obj]) {
    facts.activation.as_mut().expect("an activation").obj = of.to_vec();
}

#[test]
fn a_move_pays_for_each_step_and_is_refused_beyond_its_points() {
    let mut state = active(1, Level::Full, |_| {});
    // Tanks, Tac 10: along the highway half a point each.
    done(&mut state, BLUE, go("B2-t3", "1313 1212"), &[]);
    let piece = state.unit(unit("B2-t3")).unwrap().piece.clone();
    assert_eq!((piece.spent, piece.at, piece.halt), (PARTS + PARTS / 2, Some(hex("1212")), Halt::Not));
    assert_eq!(refused(&state, BLUE, go("B2-t3", "1414")), "BCS-MOVE-2 path");
    // Not one but many woods.
    assert_eq!(refused(&state, BLUE, go("B2-t3", "1211 1210 1209 1309")), "BCS-MOVE-2 points");
    assert_eq!(refused(&state, BLUE, go("B1-i1", "1504")), "BCS-ACT-18 formation");
    assert_eq!(refused(&state, BLUE, go("nobody", "1504")), "BCS-ACT-18 unknown");
}

/// A way that is barred says whether by its hex or by the side it crosses.
#[test]
fn a_hexside_that_nobody_crosses_is_named_as_the_reason() {
    let text = crate::set_up::whole().replacen("rivers = [", "impassable = [\"1411-1412\"]\nrivers = [", 1);
    let walled = Scenario::load("walled.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let acting = |facts: &mut Facts| {
        (facts.phase, facts.go) = (Phase::Activations, Some(kernel::Side::FIRST));
        body(facts, "B2").state = HqState::Used;
        let begun = Activation::begin(formation("B2"), false, true);
        facts.activation = Some(Activation { step: Step::Activities, level: Some(Level::Full), ..begun });
        facts.unit.iter_mut().for_each(|piece| piece.commanded = true);
        piece(facts, "B2-t3").at = Some(hex("1412"));
    };
    let open = opened(scenario(), acting);
    let walled = opened(walled, acting);
    let [rule, words] = said(&walled, BLUE, go("B2-t3", "1411"));
    assert_eq!(rule, "BCS-MOVE-2");
    assert!(words.ends_with("hex 1411: its class cannot cross the hexside"), "{words}");
    done(&mut open.clone(), BLUE, go("B2-t3", "1411"), &[]);
}

#[test]
fn half_of_nine_points_is_four_and_a_half() {
    let mut state = active(1, Level::Partial, |facts| {
        facts.unit[36].face = Face::Move;
    });
    // A Dual unit on its Move-side, Tac 9: nine edges of the highway and not one more.
    done(&mut state, BLUE, go("B2-m1", "1513 1413 1313 1212 1112 1012 0913 0812"), &[]);
    let spent = state.unit(unit("B2-m1")).unwrap().piece.spent;
    assert_eq!(spent, PARTS / 2 * 7 + PARTS);
    assert_eq!(refused(&state, BLUE, go("B2-m1", "0712")), "BCS-MOVE-2 points");
}

#[test]
fn the_enemy_bars_and_beside_him_an_obj_is_needed() {
    let mut state = active(1, Level::Full, |facts| {
        facts.unit[40].at = Some(hex("1313"));
        objectives(facts, &[]);
    });
    assert_eq!(refused(&state, BLUE, go("B2-t3", "1313")), "BCS-MOVE-7 enemy");
    assert_eq!(refused(&state, BLUE, go("B2-t2", "1412")), "BCS-OBJ-5 objective");
    if let Some(activation) = &mut state.facts.activation {
        activation.obj = vec![march("1512")];
    }
    // The tanks' AV EZOC stops it at once.
    assert_eq!(refused(&state, BLUE, go("B2-t2", "1412 1413")), "BCS-ZONE-2 stops");
    done(&mut state, BLUE, go("B2-t2", "1412"), &[]);
    assert_eq!(state.unit(unit("B2-t2")).unwrap().piece.halt, Halt::Stopped);
    assert_eq!(refused(&state, BLUE, go("B2-t2", "1413")), "BCS-STOP-2 stopped");
}

#[test]
fn tac_goes_through_the_zone_of_infantry_and_infantry_does_not() {
    let state = active(1, Level::Full, |facts| {
        // A grenadier battalion without AV beside the highway.
        facts.unit[12].at = Some(hex("1311"));
        objectives(facts, &[march("1312")]);
    });
    let mut tanks = state.clone();
    done(&mut tanks, BLUE, go("B2-t3", "1312"), &[]);
    assert_eq!(tanks.unit(unit("B2-t3")).unwrap().piece.halt, Halt::Not);
    let mut foot = active(1, Level::Full, |facts| {
        facts.unit[12].at = Some(hex("1611"));
        objectives(facts, &[march("1612")]);
    });
    done(&mut foot, BLUE, go("B2-m1", "1512"), &[]);
    assert_eq!(foot.unit(unit("B2-m1")).unwrap().piece.halt, Halt::Stopped);
}

#[test]
fn a_traffic_marker_stops_and_a_third_unit_does_not_fit() {
    let mut state = active(1, Level::Full, |facts| facts.traffic = vec![hex("1313")]);
    assert_eq!(refused(&state, BLUE, go("B2-t3", "1313 1212")), "BCS-STOP-8 stops");
    done(&mut state, BLUE, go("B2-t3", "1313"), &[]);
    assert_eq!(state.unit(unit("B2-t3")).unwrap().piece.halt, Halt::Stopped);
    let full = active(1, Level::Full, |facts| {
        facts.unit[34].at = Some(hex("1313"));
        facts.unit[39].at = Some(hex("1313"));
    });
    assert_eq!(refused(&full, BLUE, go("B2-t3", "1313")), "BCS-MOVE-3 stack");
    // Through it, it may go.
    let mut through = full.clone();
    done(&mut through, BLUE, go("B2-t3", "1313 1212"), &[]);
}

#[test]
fn starting_to_move_another_unit_stops_the_first() {
    let mut state = active(1, Level::Full, |_| {});
    done(&mut state, BLUE, go("B2-t3", "1313"), &[]);
    done(&mut state, BLUE, go("B2-td", "1415"), &[]);
    assert_eq!(state.unit(unit("B2-t3")).unwrap().piece.halt, Halt::Stopped);
    assert_eq!(state.unit(unit("B2-td")).unwrap().piece.halt, Halt::Not);
    done(&mut state, BLUE, Command::MoveHq { path: path("1112"), hq: None }, &[]);
    assert_eq!(state.unit(unit("B2-td")).unwrap().piece.halt, Halt::Stopped);
    assert_eq!(refused(&state, BLUE, Command::MoveHq { path: path("1012"), hq: None }), "BCS-HQ-1 once");
}

#[test]
fn a_unit_flips_once_with_a_safe_path_and_out_of_zones() {
    let mut state = active(0, Level::Partial, |_| {});
    let flip = |id: &str| Command::Flip { unit: unit(id) };
    done(&mut state, BLUE, flip("B1-i1"), &[]);
    assert_eq!(state.unit(unit("B1-i1")).unwrap().piece.face, Face::Move);
    assert_eq!(refused(&state, BLUE, flip("B1-i1")), "BCS-MOVE-4 flipped");
    let zone = active(0, Level::Partial, |facts| facts.unit[12].at = Some(hex("1703")));
    assert_eq!(refused(&zone, BLUE, flip("B1-i1")), "BCS-MOVE-4 zone");
    let one = active(1, Level::Partial, |_| {});
    assert_eq!(refused(&one, BLUE, flip("B2-t1")), "BCS-UNIT-7 one-side");
    let far = active(0, Level::Partial, |facts| facts.unit[0].at = Some(hex("3001")));
    assert_eq!(refused(&far, BLUE, flip("B1-i1")), "BCS-MOVE-5 path");
}

#[test]
fn recon_places_one_obj_and_a_screen_ends_its_move() {
    let mut state = active(1, Level::Partial, |_| {});
    let recon = |id: &str, at: &str| Command::Recon { unit: unit(id), at: hex(at) };
    assert_eq!(refused(&state, BLUE, recon("B2-t1", "1513")), "BCS-OBJ-6 recon");
    assert_eq!(refused(&state, BLUE, recon("B2-rec", "1813")), "BCS-OBJ-6 far");
    done(&mut state, BLUE, recon("B2-rec", "1615"), &[]);
    assert_eq!(refused(&state, BLUE, recon("B2-rec", "1615")), "BCS-OBJ-6 once");
    let screen = |id: &str| Command::Screen { unit: unit(id) };
    assert_eq!(refused(&state, BLUE, screen("B2-t1")), "BCS-SCR-1 kind");
    done(&mut state, BLUE, screen("B2-rec"), &[]);
    let piece = state.unit(unit("B2-rec")).unwrap().piece.clone();
    assert!(piece.screens && piece.halt == Halt::Stopped);
    assert_eq!(refused(&state, BLUE, screen("B2-rec")), "BCS-SCR-1 screens");
    let beside = active(1, Level::Partial, |facts| facts.unit[12].at = Some(hex("1615")));
    assert_eq!(refused(&beside, BLUE, screen("B2-rec")), "BCS-SCR-1 adjacent");
    let second = active(1, Level::Fail, |facts| facts.activation.as_mut().unwrap().second = true);
    assert_eq!(refused(&second, BLUE, screen("B2-rec")), "BCS-ACT-17 snafu");
}

#[test]
fn the_hq_and_the_trains_move_once_end_on_legal_hexes_and_the_route_follows() {
    let mut state = active(0, Level::Full, |facts| facts.formation[0].prepared = true);
    assert_eq!(refused(&state, BLUE, Command::MoveHq { path: path("1207"), hq: None }), "BCS-HQ-1 legal");
    done(&mut state, BLUE, Command::MoveHq { path: path("1306"), hq: None }, &[]);
    assert_eq!((of(&state, "B1").hq.first(), of(&state, "B1").prepared), (Some(hex("1306")), false));
    assert_eq!(of(&state, "B1").route.as_ref().map(|route| route.leg()), Some(9));
    done(&mut state, BLUE, Command::MoveTrains { path: path("0504 0604") }, &[]);
    assert_eq!(of(&state, "B1").trains, Trains::Ghost(hex("0604")));
    assert_eq!(refused(&state, BLUE, Command::MoveTrains { path: path("0705") }), "BCS-HQ-1 once");
    assert_eq!(refused(&state, BLUE, Command::FlipTrains), "BCS-ACT-9 moved");
    assert_eq!(of(&state, "B1").route.as_ref().map(|route| route.leg()), Some(7));
}

#[test]
fn trains_too_near_become_ghost_when_the_activities_end() {
    let mut state = active(0, Level::Full, |facts| facts.formation[0].trains = Trains::Normal(hex("1006")));
    done(&mut state, BLUE, Command::End, &[]);
    assert_eq!(of(&state, "B1").trains, Trains::Ghost(hex("1006")));
}

#[test]
fn a_hex_that_counts_changes_hands_when_a_unit_enters_it() {
    let mut state = active(1, Level::Full, |facts| objectives(facts, &[march("1813")]));
    assert_eq!(state.controls(hex("1813")), Some(kernel::Side::SECOND));
    done(&mut state, BLUE, go("B2-m2", "1713 1813"), &[]);
    assert_eq!(state.controls(hex("1813")), Some(kernel::Side::FIRST));
}

#[test]
fn a_unit_flips_before_its_move_or_after_it_and_then_moves_no_more() {
    let flip = |id: &str| Command::Flip { unit: unit(id) };
    let mut state = active(1, Level::Full, |facts| facts.unit[36].face = Face::Move);
    done(&mut state, BLUE, go("B2-m1", "1513 1413"), &[]);
    done(&mut state, BLUE, flip("B2-m1"), &[]);
    assert_eq!(state.unit(unit("B2-m1")).unwrap().piece.face, Face::Deployed);
    assert_eq!(refused(&state, BLUE, go("B2-m1", "1313")), "BCS-MOVE-4 arrived");
    // It is not STOPPED.
    assert_eq!(state.unit(unit("B2-m1")).unwrap().piece.halt, Halt::Not);
    let mut before = active(1, Level::Full, |facts| facts.unit[36].face = Face::Move);
    done(&mut before, BLUE, flip("B2-m1"), &[]);
    // On foot it has its four points.
    done(&mut before, BLUE, go("B2-m1", "1513 1413 1313 1212"), &[]);
    assert_eq!(refused(&before, BLUE, go("B2-m1", "1112")), "BCS-MOVE-2 points");
}
