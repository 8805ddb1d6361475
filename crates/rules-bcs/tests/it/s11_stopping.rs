//! BCS-ZONE-5, BCS-STOP: Stopping Engagements, what they come to, and who goes on.

use rules_bcs::Command;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Facts, Halt};

use crate::table::*;

fn go(id: &str, way: &str) -> Command {
    Command::Move { unit: unit(id), path: path(way) }
}

fn require(id: Option<&str>) -> Command {
    Command::Require { unit: id.map(unit) }
}

/// A unit of the 7th at 1611, before open ground two hexes from tanks with range 2 and three from the flak.
fn before_the_zone(id: &str, change: impl FnOnce(&mut Facts)) -> rules_bcs::State {
    acts(BLUE, "B1", Level::Full, &[], |facts| {
        piece(facts, id).at = Some(hex("1611"));
        change(facts);
    })
}

#[test]
fn the_owner_of_the_zone_says_first_whether_the_mover_must_engage() {
    let mut state = before_the_zone("B1-t1", |_| {});
    // The move ends where the zone is entered.
    assert_eq!(refused(&state, BLUE, go("B1-t1", "1711 1710")), "BCS-ZONE-5 asks");
    done(&mut state, BLUE, go("B1-t1", "1711"), &[]);
    assert_eq!(now(&state).entered, Some(unit("B1-t1")));
    assert_eq!(refused(&state, BLUE, Command::End), "BCS-ZONE-5 stopping");
    assert_eq!(refused(&state, BLUE, require(None)), "BCS-ZONE-5 actor");
    assert_eq!(refused(&state, RED, require(Some("R1-g2"))), "BCS-ZONE-5 firer");
    let mut waived = state.clone();
    done(&mut waived, RED, require(None), &[]);
    assert_eq!(
        (now(&waived).entered, now(&waived).engaged, at(&waived, "B1-t1").halt),
        (None, false, Halt::Not)
    );
    done(&mut waived, BLUE, go("B1-t1", "1611"), &[]);
    // Equal sums. 7: Both Loss; the Firer is out of the mover's range, so the mover alone loses, and has failed.
    let mut both = state.clone();
    done(&mut both, RED, require(Some("R1-t2")), &[&[3, 4]]);
    assert_eq!([at(&both, "B1-t1").lost, at(&both, "R1-t2").lost], [1, 0]);
    assert_eq!((at(&both, "B1-t1").halt, now(&both).engaged), (Halt::Stopped, true));
    assert_eq!(refused(&both, RED, require(None)), "BCS-ZONE-5 none");
    // It counts as an Engagement of the mover: fatigue rises on 1 or 2.
    done(&mut both, BLUE, Command::End, &[&[2]]);
    assert_eq!(of(&both, "B1").fatigue, rules_bcs::charts::Fatigue::F0);
    // 5: Firer Loss & Traffic: it goes on.
    let mut on = state.clone();
    done(&mut on, RED, require(Some("R1-t2")), &[&[2, 3]]);
    assert_eq!((at(&on, "B1-t1").halt, at(&on, "B1-t1").lost), (Halt::Not, 0));
    // The tanks have required one in this activation. The flak has not: it is asked at once.
    assert_eq!(refused(&on, BLUE, go("B1-t1", "1611")), "BCS-ZONE-5 stopping");
    done(&mut on, RED, require(None), &[]);
    done(&mut on, BLUE, go("B1-t1", "1611"), &[]);
    done(&mut on, BLUE, go("B1-t1", "1711"), &[]);
    assert_eq!(refused(&on, RED, require(Some("R1-t2"))), "BCS-ZONE-5 firer");
    // 9 and more: a step and a retreat.
    done(&mut state, RED, require(Some("R1-t2")), &[&[5, 4]]);
    assert_eq!(refused(&state, RED, Command::Retreat { path: path("1611") }), "BCS-RET-4 actor");
    retreats(&mut state, BLUE);
    assert_eq!((at(&state, "B1-t1").lost, at(&state, "B1-t1").halt), (1, Halt::Stopped));
}

#[test]
fn prepared_defense_bars_the_shot_only_where_the_mover_comes_to() {
    let prepared = |hq: &str| {
        before_the_zone("B1-t1", |facts| {
            let body = body(facts, "B1");
            (body.prepared, body.hq) = (true, Some(hex(hq)).into());
        })
    };
    // With the HQ in 0811 the radius of eight ends at 1611: in 1711 the mover is in Prepared Defense no more. [BCS-PD-11]
    let mut leaves = prepared("0811");
    assert_eq!(refused(&leaves, BLUE, go("B1-t1", "1711 1710")), "BCS-ZONE-5 asks");
    done(&mut leaves, BLUE, go("B1-t1", "1711"), &[]);
    assert_eq!(now(&leaves).entered, Some(unit("B1-t1")));
    done(&mut leaves, RED, require(Some("R1-t2")), &[&[3, 4]]);
    let mut stays = prepared("0911");
    done(&mut stays, BLUE, go("B1-t1", "1711"), &[]);
    assert_eq!(now(&stays).entered, None);
}

#[test]
fn light_av_is_finished_without_a_roll_and_others_are_not_asked() {
    let mut light = before_the_zone("B1-rec", |_| {});
    done(&mut light, BLUE, go("B1-rec", "1711"), &[]);
    done(&mut light, RED, require(Some("R1-t2")), &[]);
    assert_eq!((at(&light, "B1-rec").halt, now(&light).entered), (Halt::Finished, None));
    // On foot a Dual unit is not asked.
    let mut foot = before_the_zone("B1-m1", |_| {});
    done(&mut foot, BLUE, go("B1-m1", "1711"), &[]);
    assert_eq!(now(&foot).entered, None);
    // Prepared Defense or not, a screen has no Engagement Zone, nor has a unit without AV.
    let mut nobody = before_the_zone("B1-t1", |facts| {
        for id in ["R1-t2", "R1-flak"] {
            piece(facts, id).at = Some(hex("2512"));
        }
    });
    done(&mut nobody, BLUE, go("B1-t1", "1711"), &[]);
    assert_eq!(now(&nobody).entered, None);
}

#[test]
fn whoever_an_ezoc_stopped_goes_on_when_it_is_gone() {
    // The grenadiers at Sarn East have the AV EZOC of their Support; dropped, it stops no tanks.
    let mut state = acts(BLUE, "B1", Level::Full, &["1813"], |_| {});
    done(&mut state, BLUE, go("B1-t1", "1714"), &[]);
    assert_eq!((at(&state, "B1-t1").halt, at(&state, "B1-t1").held), (Halt::Stopped, true));
    // AV 4 and AR 4 against the assault guns' AV 4 and the host's AR 3: +1. 6 to 10: Target Drop.
    done(&mut state, BLUE, Command::Engage { unit: unit("B1-t1"), target: unit("R1-g1") }, &[&[3, 3]]);
    assert!(at(&state, "R1-g1").dropped && !at(&state, "R1-g1").temporary);
    assert_eq!((at(&state, "B1-t1").halt, at(&state, "B1-t1").held), (Halt::Not, false));
    // Traffic is a reason of its own.
    let mut traffic = acts(BLUE, "B1", Level::Full, &["1813"], |facts| facts.traffic = vec![hex("1714")]);
    done(&mut traffic, BLUE, go("B1-t1", "1714"), &[]);
    done(&mut traffic, BLUE, Command::Engage { unit: unit("B1-t1"), target: unit("R1-g1") }, &[&[3, 3]]);
    assert_eq!(at(&traffic, "B1-t1").halt, Halt::Stopped);
}
