//! BCS-RET: the stand-in for the flowchart of retreats, and the paths of retreats against a slow search.

use std::collections::{BTreeMap, BTreeSet};

use kernel::System;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::charts::s18_retreat::{self as s18, Why};
use rules_bcs::ground::Ground;
use rules_bcs::rules::s18_retreat::paths;
use rules_bcs::sheet::Field;
use rules_bcs::words::Face;
use rules_bcs::{BattalionCombat, Command, Event};

use crate::slow::{self, At, Map, at};
use crate::table::{BLUE, RED, acts, done, hex, now, piece, retreats, scenario, unit};
use crate::{Dice, sure};

#[test]
fn every_retreat_ends_in_one_of_the_cases() {
    let goes = |why, stands, refuge, way| {
        let resolved = s18::resolve(why, stands, refuge, way);
        (resolved.table.unwrap().id, sure(&resolved, Field::Goes), sure(&resolved, Field::Steps))
    };
    for n in 0..8 {
        let (stands, refuge, way) = (n & 1 == 1, n & 2 == 2, n & 4 == 4);
        assert_eq!(goes(Why::Hq, stands, refuge, way), ("hq", 4, 0));
        assert_eq!(goes(Why::Trains, stands, refuge, way), ("trains", 5, 0));
        assert_eq!(goes(Why::Voluntary, stands, refuge, way), ("voluntary", 7, 0));
        let gone = ("no-way", 3, 1);
        assert_eq!(goes(Why::Screen, stands, refuge, way), if way { ("screen", 6, 0) } else { gone });
        assert_eq!(goes(Why::Engagement, stands, refuge, way), if way { ("engagement", 1, 0) } else { gone });
        let situational = if stands {
            ("stands", 0, 1)
        } else if way {
            ("situational", 1, 0)
        } else {
            gone
        };
        assert_eq!(goes(Why::Situational, stands, refuge, way), situational);
        let retreat = if refuge { ("refuge", 2, 0) } else { ("no-refuge", 3, 1) };
        assert_eq!(goes(Why::Retreat, stands, refuge, way), retreat);
    }
}

#[test]
fn a_voluntary_retreat_costs_a_unit_a_step_on_1_or_2_and_an_hq_nothing() {
    let unit = s18::voluntary(false);
    let lost: Vec<i8> = (1..=6).map(|face| unit.at(face).unwrap().outcome.get(Field::Steps)).collect();
    assert_eq!(lost, [1, 1, 0, 0, 0, 0]);
    assert_eq!(sure(&s18::voluntary(true), Field::Steps), 0);
}

/// The paths of retreats, on shaken positions.
#[test]
fn retreats_are_those_of_a_slow_search() {
    let (scenario, map) = (scenario(), Map::read());
    let mut dice = Dice::new(77);
    let (mut made, mut failed, mut apart) = (0, 0, 0);
    for _ in 0..40 {
        let [more, fewer, several] = compare(&slow::shaken(&scenario, &mut dice), &map);
        (made, failed, apart) = (made + more, failed + fewer, apart + several);
    }
    assert!(made > 300 && failed > 20 && apart > 100, "{made} made, {failed} failed, {apart} with a choice");
}

/// Who retreated into a hex that is attacked later in the activation defends like any other. [BCS-RET-15]
#[test]
fn a_unit_that_retreated_defends_where_it_stands() {
    let mut state = acts(BLUE, "B1", Level::Full, &["1814", "1815"], |facts| {
        piece(facts, "R1-g1").at = Some(hex("1814"));
        piece(facts, "B1-m1").at = Some(hex("1714"));
        piece(facts, "B1-m2").at = Some(hex("1716"));
    });
    let attack = |target: &str| Command::Attack { target: hex(target), shock: false };
    done(&mut state, BLUE, attack("1814"), &[]);
    done(&mut state, RED, Command::Defend { unit: unit("R1-g1"), prepared: false }, &[]);
    done(&mut state, BLUE, Command::Commit { unit: unit("B1-m1"), assist: None }, &[]);
    done(&mut state, BLUE, Command::Fight, &[&[4, 4]]);
    // Wherever it came to stand: put it before the other battalion.
    retreats(&mut state, RED);
    done(&mut state, BLUE, Command::Advance { unit: None }, &[]);
    state.piece_mut(unit("R1-g1")).at = Some(hex("1815"));
    done(&mut state, BLUE, attack("1815"), &[]);
    done(&mut state, RED, Command::Defend { unit: unit("R1-g1"), prepared: false }, &[]);
    done(&mut state, BLUE, Command::Commit { unit: unit("B1-m2"), assist: None }, &[]);
    // On its Move-side it is no Infantry: AR 3, Dual, Double OBJ Zone against AR 3.
    let (_, rolls) = done(&mut state, BLUE, Command::Fight, &[&[1, 2]]);
    assert_eq!(rolls[0].total, 5);
}

/// A unit with one side keeps it, and two units of a hex retreat one after the other. [BCS-RET-14]
#[test]
fn two_units_retreat_separately_and_one_side_stays_up() {
    let mut state = acts(BLUE, "B1", Level::Full, &["1814"], |facts| {
        piece(facts, "R1-g1").at = Some(hex("1814"));
        piece(facts, "R1-rec").at = Some(hex("1814"));
        piece(facts, "B1-m1").at = Some(hex("1714"));
    });
    done(&mut state, BLUE, Command::Attack { target: hex("1814"), shock: false }, &[]);
    done(&mut state, RED, Command::Defend { unit: unit("R1-g1"), prepared: false }, &[]);
    done(&mut state, BLUE, Command::Commit { unit: unit("B1-m1"), assist: None }, &[]);
    // −2 with two units. A total of 7.
    done(&mut state, BLUE, Command::Fight, &[&[4, 5]]);
    assert_eq!(now(&state).owed.map(|owed| owed.unit), Some(unit("R1-g1")));
    retreats(&mut state, RED);
    assert_eq!(now(&state).owed.map(|owed| owed.unit), Some(unit("R1-rec")));
    retreats(&mut state, RED);
    assert_eq!((at_(&state, "R1-g1").face, at_(&state, "R1-rec").face), (Face::Move, Face::Deployed));
    assert_eq!(now(&state).owed, None);
}

fn at_<'s>(state: &'s rules_bcs::State, id: &str) -> &'s rules_bcs::state::Piece {
    crate::table::at(state, id)
}

/// Compares the retreats of every unit of a position; gives how many can be made, how many cannot, and how many leave a
/// choice.
pub fn compare(state: &rules_bcs::State, map: &Map) -> [usize; 3] {
    let mut counts = [0; 3];
    let ground = Ground::of(state);
    let both = kernel::Side::BOTH.map(|side| slow::zones(state, map, side));
    let av = slow::av_zones(state, map, &both);
    for (unit, place) in state.on_map() {
        let side = unit.card.side;
        let (own, enemy) = (side.index(), side.enemy().index());
        let mut stacks: BTreeMap<At, usize> = BTreeMap::new();
        for (_, here) in state.on_map().filter(|(other, _)| other.card.side == side) {
            *stacks.entry(at(here)).or_default() += 1;
        }
        let body = unit.formation().and_then(|id| state.formation(id));
        let hqs: Vec<At> = body.into_iter().flat_map(slow::hqs).map(|(hq, _)| hq).collect();
        let class = unit.card.moving.map_or(unit.card.deployed.class, |side| side.allowance.class);
        let zones = (&both[own], &both[enemy], &av[enemy]);
        let slow = slow::retreats(map, zones.0, zones.1, zones.2, &stacks, at(place), &hqs, class);
        let fast: BTreeSet<Vec<At>> = paths(state, &ground, unit.card.id)
            .into_iter()
            .map(|path| path.into_iter().map(at).collect())
            .collect();
        assert_eq!(fast, slow, "{} at {place}", unit.card.name);
        if slow.is_empty() {
            counts[1] += 1
        } else {
            counts[0] += 1
        }
        counts[2] += usize::from(slow.len() > 1);
    }
    counts
}

/// A Retreat of the Combat Table that finds no HQ Refuge is told by its own rule, any other that fails by another.
#[test]
fn a_retreat_that_fails_says_by_which_rule() {
    let told = |more: &str| {
        let written = format!(r#"{{"event":"retreat-failed","unit":"R1-g1"{more}}}"#);
        let event: Event = serde_json::from_str(&written).expect("an event");
        BattalionCombat::narrate(&scenario(), &event).plain(&[])
    };
    let (refuge, way) = (told(r#","why":"retreat""#), told(""));
    assert!(refuge.contains("has no HQ Refuge") && refuge.ends_with("[BCS-RET-7]"), "{refuge}");
    assert!(way.contains("cannot retreat") && way.ends_with("[BCS-RET-10]"), "{way}");
}
