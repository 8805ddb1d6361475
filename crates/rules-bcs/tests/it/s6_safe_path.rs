//! BCS-SAFE: Safe Paths.

use std::sync::Arc;

use kernel::Side;
use rules_bcs::SARN;
use rules_bcs::charts::s6_safe_path::{Class, Purpose, class};
use rules_bcs::ground::Ground;
use rules_bcs::rules::s6_safe_path::Paths;
use rules_bcs::setup::Scenario;
use rules_bcs::state::State;

use crate::Dice;
use crate::slow::{self, Map, at, zones};

#[test]
fn a_safe_path_is_looked_for_by_the_class_of_its_purpose() {
    for current in Class::ALL {
        let classes: Vec<_> = Purpose::ALL.iter().map(|purpose| class(*purpose, *current)).collect();
        assert_eq!(classes, [*current, Class::Truck, Class::Tac, Class::Tac, Class::Tac, Class::Leg]);
    }
}

fn scenario() -> Arc<Scenario> {
    Scenario::load("sarn.toml", SARN).expect("the sample")
}

#[test]
fn at_the_start_every_unit_of_the_sample_has_a_safe_path_by_its_own_class() {
    let state = State::open(scenario());
    let ground = Ground::of(&state);
    for (unit, at) in state.on_map() {
        let body = state.formation(unit.formation().expect("assigned")).expect("a formation");
        let class = unit.allowance().class;
        let paths = Paths::of(&ground, body, class);
        assert!(body.commands(&state.scenario.board, at), "{}", unit.card.name);
        let length = paths.length(at).unwrap_or_else(|| panic!("{} has no Safe Path", unit.card.name));
        assert_eq!(paths.way(&ground, at, body, class).map(|way| way.len() as u32), Some(length));
    }
}

/// Every class, every unit, on shaken positions; and the zones themselves.
#[test]
fn safe_paths_and_zones_are_those_of_a_slow_search() {
    let (scenario, map) = (scenario(), Map::read());
    let mut dice = Dice::new(32);
    let (mut safe, mut cut) = (0, 0);
    for _ in 0..30 {
        let (some, others) = compare(&slow::shaken(&scenario, &mut dice), &map);
        (safe, cut) = (safe + some, cut + others);
    }
    assert!(safe > 300 && cut > 300, "{safe} safe, {cut} cut off");
}

/// Compares zones and Safe Paths of a position; gives how many units have one and how many none.
pub fn compare(state: &State, map: &Map) -> (usize, usize) {
    let mut counts = (0, 0);
    let (real, ground) = (Ground::of_real(state), Ground::of(state));
    let both = Side::BOTH.map(|side| zones(state, map, side));
    for &cell in state.scenario.board.grid().cells() {
        let (hex, presence) = (at(state.scenario.board.place(cell)), real.at(cell));
        for side in Side::BOTH {
            let slow = &both[side.index()];
            assert_eq!(presence.ezoc[side] > 0, slow.ezoc.contains(&hex), "EZOC at {hex:?}");
            assert_eq!(presence.av_ezoc[side] > 0, slow.real_av.contains(&hex), "AV EZOC at {hex:?}");
            assert_eq!(
                presence.engagement[side] > 0,
                slow.engagement.contains(&hex),
                "Engagement Zone at {hex:?}"
            );
            assert_eq!(presence.units[side] > 0, slow.units.contains(&hex));
        }
    }
    let av = slow::av_zones(state, map, &both);
    for (unit, place) in state.on_map() {
        let body = state.formation(unit.formation().expect("assigned")).expect("a formation");
        let side = body.card.side;
        let (own, enemy) = (&both[side.index()], &both[side.enemy().index()]);
        for class in Class::ALL {
            let fast = Paths::of(&ground, body, *class);
            let av = &av[side.enemy().index()];
            let slow: Vec<Option<u32>> = slow::hqs(body)
                .map(|(hq, radius)| slow::safe_path(map, own, enemy, av, at(place), hq, radius, *class))
                .collect();
            for (n, slow) in slow.iter().enumerate() {
                assert_eq!(fast.length_to(n, place), *slow, "{} by {class} to HQ {n}", unit.card.name);
            }
            let slow = slow.into_iter().flatten().min();
            assert_eq!(fast.length(place), slow, "{} by {class}", unit.card.name);
            let way = fast.way(&ground, place, body, *class);
            assert_eq!(way.map(|way| way.len() as u32), slow, "{} by {class}", unit.card.name);
            if slow.is_some() { counts.0 += 1 } else { counts.1 += 1 }
        }
    }
    counts
}
