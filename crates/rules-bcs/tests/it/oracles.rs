//! Zones, Safe Paths, routes and retreats on maps made by chance, against the slow answers: a few hundred maps here, 10,000
//! in the soak (`ADJUTANT_MAPS`). What they disagreed on once, and who was right, stands in the crate's `tests/oracles.md`.

use std::collections::BTreeSet;

use kernel::Side;
use rules_bcs::ground::Ground;
use rules_bcs::rules::s7_msr::best_on;
use rules_bcs::setup::Scenario;
use rules_bcs::setup::scenario::Trafficability;
use rules_bcs::state::{Route, State};
use rules_bcs::words::RoadClass;

use crate::made::{self, Made};
use crate::slow::{self, At, Map, at};
use crate::{Dice, s6_safe_path, s7_msr, s18_retreat};

/// Ways from the trains to a source that are looked at; a map with more of them is left out.
const MOST_WAYS: usize = 20_000;

#[test]
fn maps_made_by_chance_are_judged_as_slow_searches_judge_them() {
    let (maps, first) = (asked::number("ADJUTANT_MAPS").unwrap_or(200_u64), asked::first_seed());
    let mut none = 0;
    let (mut paths, mut routes, mut retreats, mut best) = ((0, 0), [0; 3], [0; 3], [0; 3]);
    for seed in first..first + maps {
        let mut dice = Dice::new(seed);
        let of = Made {
            columns: 14 + dice.below(10) as u32,
            rows: 8 + dice.below(8) as u32,
            formations: 1 + dice.below(3) as u32,
            hqs: 1 + (seed % 3) as u32,
            units: 14 + dice.below(14) as u32,
            turns: 1,
            seed,
        };
        let text = made::scenario(of);
        // Barriers may cut a hex off, and that is no map.
        let Ok(scenario) = Scenario::load("made.toml", &text) else {
            none += 1;
            continue;
        };
        let file: toml::Table = text.parse().expect("TOML");
        let map = Map::of(file["map"].as_table().expect("a map"));
        let state = slow::shaken(&scenario, &mut dice);
        let (safe, cut) = s6_safe_path::compare(&state, &map);
        paths = (paths.0 + safe, paths.1 + cut);
        for (sum, more) in routes.iter_mut().zip(s7_msr::compare(&state, &map)) {
            *sum += more;
        }
        for (sum, more) in retreats.iter_mut().zip(s18_retreat::compare(&state, &map)) {
            *sum += more;
        }
        for (sum, more) in best.iter_mut().zip(best_routes(&state, &map, seed)) {
            *sum += more;
        }
    }
    println!("{maps} maps: Safe Paths {paths:?}, routes {routes:?}, retreats {retreats:?}, best {best:?}");
    assert!(none * 20 <= maps, "{none} are no maps");
    let (maps, met) = (maps as usize, |n: usize, least: usize| n * 100 >= least);
    assert!(met(paths.0, maps) && met(paths.1, maps), "{paths:?}");
    assert!(routes.iter().take(2).all(|n| met(*n, maps)), "{routes:?}");
    assert!(retreats.iter().all(|n| met(*n, maps)), "{retreats:?}");
    assert!(met(best[0], maps) && best[2] * 20 <= best[0], "{best:?}");
}

/// What of a route decides between several, the least first. [BCS-MSR-11]
type Key = (i32, usize, usize, Vec<At>);

/// Holds each best route against all routes that there are; gives how many were compared, how many of these had a choice
/// between SNAFU sums, and how many were left out.
fn best_routes(state: &State, map: &Map, seed: u64) -> [usize; 3] {
    let mut counts = [0; 3];
    let ground = Ground::of(state);
    let commanded = slow::in_command(state, map);
    for (n, body) in state.formations().enumerate() {
        let Some(found) = best_on(state, &ground, n) else { continue };
        let side = body.card.side;
        // Units out of command block no route that has another path. [BCS-CR-3]
        let enemy = slow::zones_of(state, map, side.enemy(), &|n| commanded[n]);
        let held = |side: Side| -> Vec<Vec<At>> {
            let routes =
                state.formations().filter(|other| other.card.side == side && other.card.id != body.card.id);
            let routes = routes.filter_map(|other| other.facts.route.as_ref());
            routes.map(|route| route.hexes().map(at).collect()).collect()
        };
        let theirs: BTreeSet<At> = held(side.enemy()).into_iter().flatten().collect();
        let others = held(side);
        let legal = |hex: &At| {
            let foe = [&enemy.units, &enemy.hqs, &enemy.trains, &enemy.ezoc];
            !foe.iter().any(|set| set.contains(hex)) && !theirs.contains(hex)
        };
        let trains = at(found.to_source[0]);
        let sources: BTreeSet<At> = state.scenario.sources[side].iter().map(|hex| at(*hex)).collect();
        let tracks =
            |leg: &[At]| leg.windows(2).any(|pair| map.roads[&(pair[0], pair[1])] == RoadClass::Track);
        // Each HQ may be the one that it begins at, with its own shortest ways.
        let from = |hq: At| {
            let legs = ways(map, &legal, hq, true, &|here| here == trains, MOST_WAYS).unwrap_or_default();
            let shortest = legs.iter().map(Vec::len).min();
            let clear = legs.iter().filter(|leg| !tracks(leg)).map(Vec::len).min();
            let takes =
                |leg: &Vec<At>| Some(leg.len()) == shortest || (Some(leg.len()) == clear && !tracks(leg));
            legs.into_iter().filter(takes).collect::<Vec<_>>()
        };
        let begins = slow::hqs(body).map(|(hq, _)| hq).filter(|hq| legal(hq));
        let legs: Vec<Vec<At>> = begins.flat_map(from).collect();
        let rest = ways(map, &legal, trains, false, &|here| sources.contains(&here), MOST_WAYS);
        let Some(rest) = rest.filter(|rest| !legs.is_empty() && legs.len() * rest.len() <= MOST_WAYS) else {
            counts[2] += 1;
            continue;
        };
        let poor = state.trafficability() == Trafficability::Poor;
        let key = |leg: &[At], rest: &[At]| -> Key {
            let whole: Vec<At> = leg.iter().chain(&rest[1..]).copied().collect();
            let optimal = (5..=15).contains(&(leg.len() - 1));
            let crossing = others.iter().any(|other| crosses(map, &whole, other));
            let track = if tracks(leg) { 1 + i32::from(poor) } else { 0 };
            let sum = i32::from(optimal) - i32::from(crossing) - track;
            (-sum, leg.len() - 1, whole.len(), whole)
        };
        let keys = legs.iter().flat_map(|leg| rest.iter().map(|rest| key(leg, rest)));
        let best = keys.clone().min().expect("a route");
        counts[1] += usize::from(keys.clone().map(|key| key.0).collect::<BTreeSet<_>>().len() > 1);
        let Route { to_trains, to_source } = &found;
        let [leg, rest]: [Vec<At>; 2] =
            [to_trains, to_source].map(|leg| leg.iter().map(|hex| at(*hex)).collect());
        assert_eq!(key(&leg, &rest), best, "map {seed}, {}", body.card.name);
        counts[0] += 1;
    }
    counts
}

/// Every way over roads that meets no hex twice and ends where it may, also behind another end; nothing where there are too
/// many.
fn ways(
    map: &Map,
    legal: &dyn Fn(&At) -> bool,
    from: At,
    tracks: bool,
    ends: &dyn Fn(At) -> bool,
    most: usize,
) -> Option<Vec<Vec<At>>> {
    let mut found = Vec::new();
    let mut open = vec![vec![from]];
    let mut looked = 0;
    while let Some(way) = open.pop() {
        looked += 1;
        if looked > 20 * most || found.len() > most {
            return None;
        }
        let here = way[way.len() - 1];
        if ends(here) {
            found.push(way.clone());
        }
        for next in map.neighbours(here) {
            let road = map.roads.get(&(here, next)).is_some_and(|road| tracks || *road != RoadClass::Track);
            if road && legal(&next) && !way.contains(&next) {
                open.push(way.iter().copied().chain([next]).collect());
            }
        }
    }
    Some(found)
}

/// Whether one route crosses another. [BCS-MSR-9]
fn crosses(map: &Map, one: &[At], other: &[At]) -> bool {
    let source = |route: &[At]| route[route.len() - 1];
    let ends = [source(one), source(other)];
    let shared: BTreeSet<At> =
        one.iter().filter(|hex| other.contains(hex) && !ends.contains(hex)).copied().collect();
    if shared.is_empty() {
        return false;
    }
    if source(one) != source(other) {
        return true;
    }
    // The shared hexes are the last ones of both before the source, in the same order, along primary roads.
    let tail = |route: &[At]| route[route.len().saturating_sub(shared.len() + 1)..].to_vec();
    let (a, b) = (tail(one), tail(other));
    let run = a == b && a[..a.len() - 1].iter().all(|hex| shared.contains(hex));
    !(run && a.windows(2).all(|pair| map.roads[&(pair[0], pair[1])] == RoadClass::Primary))
}
