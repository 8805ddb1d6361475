//! BCS-MSR: supply routes, on the sample and against a slow search.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::Side;
use rules_bcs::SARN;
use rules_bcs::ground::Ground;
use rules_bcs::rules::s7_msr::{self, Run, best_on, is_optimal, merits_of, snafu};
use rules_bcs::setup::Scenario;
use rules_bcs::state::{Route, State, Trains};
use rules_bcs::words::Place;

use crate::Dice;
use crate::slow::{self, At, Map, at, zones};

fn scenario() -> Arc<Scenario> {
    Scenario::load("sarn.toml", SARN).expect("the sample")
}

#[test]
fn at_the_start_every_formation_of_the_sample_is_supplied_at_optimal_distance_and_crosses_nobody() {
    let state = State::open(scenario());
    for body in state.formations() {
        let route = body.facts.route.as_ref().unwrap_or_else(|| panic!("{} has no route", body.card.name));
        let trains = body.facts.trains.on_map().expect("trains");
        let merits = merits_of(&state, body, trains, route);
        assert!([7, 8].contains(&route.leg()), "{}: {}", body.card.name, route.leg());
        assert!(merits.optimal && !merits.crossing && !merits.tracks, "{}: {merits:?}", body.card.name);
        let source = route.to_source.last().expect("a source");
        assert!(state.scenario.sources[body.card.side].contains(source));
        assert_eq!(snafu(&state, body, true, false).optimal, merits.optimal);
    }
}

#[test]
fn without_trains_on_the_map_there_is_no_route() {
    let mut state = State::open(scenario());
    state.facts.formation[0].trains = Trains::OffMap;
    assert_eq!(best_on(&state, &Ground::of(&state), 0), None);
    let body = state.formations().next().expect("a formation");
    let of = snafu(&state, body, false, false);
    assert!(of.off_map && !of.complete && !of.optimal);
}

#[test]
fn a_unit_or_its_zone_on_the_road_breaks_the_route_and_a_friend_does_not_mend_it() {
    let mut state = State::open(scenario());
    let grenadiers = state
        .scenario
        .units
        .iter()
        .position(|card| card.id == "R2-i1".parse().expect("an id"))
        .expect("a unit");
    // Beside the north road, behind the HQ of the 4th.
    state.facts.unit[grenadiers].at = Some("0806".parse().expect("a hex"));
    assert_eq!(best_on(&state, &Ground::of(&state), 0), None);
    let friend = state
        .scenario
        .units
        .iter()
        .position(|card| card.id == "B1-i1".parse().expect("an id"))
        .expect("a unit");
    state.facts.unit[friend].at = Some("0805".parse().expect("a hex"));
    assert_eq!(best_on(&state, &Ground::of(&state), 0), None);
}

fn path(text: &str) -> Vec<Place> {
    text.split_whitespace().map(|hex| hex.parse().expect("a hex")).collect()
}

fn crosses(board: &rules_bcs::setup::Board, one: &Route, other: &Route) -> bool {
    s7_msr::crosses(board, &Run::of(one), &Run::of(other))
}

#[test]
fn routes_cross_unless_they_run_into_one_primary_road() {
    let scenario = scenario();
    let board = &scenario.board;
    let route =
        |to_trains: &str, to_source: &str| Route { to_trains: path(to_trains), to_source: path(to_source) };
    let highway = route("1112 1012 0913 0812", "0812 0712 0612 0512 0411 0312 0212 0113");
    let apart = route("1006 0906 0805", "0805 0705 0604 0504 0403 0304 0204 0105");
    assert!(!crosses(board, &highway, &apart) && !crosses(board, &apart, &highway));
    // Joins the highway at 0512 and follows it: one run, all primary.
    let joins = route("0513 0512", "0512 0411 0312 0212 0113");
    assert!(!crosses(board, &joins, &highway));
    // The run begins before: 1112 is shared, 1111 is not.
    let whole = route("1111 1112 1012 0913 0812", "0812 0712 0612 0512 0411 0312 0212 0113");
    assert!(!crosses(board, &whole, &highway));
    // Shares a hex and leaves it again.
    let over = route("0611 0612 0613", "0613 0614");
    assert!(crosses(board, &over, &highway));
    // Shares one run and a hex besides.
    let twice = route("1012 1011 0712 0713", "0512 0411 0312 0212 0113");
    assert!(crosses(board, &twice, &highway));
    // One run to the end, but along a secondary road.
    let second = route("0906 0805", "0805 0705 0604 0504 0403 0304 0204 0105");
    assert!(crosses(board, &second, &apart));
    // Only the source is shared.
    let source = route("0106 0105", "0105");
    assert!(!crosses(board, &source, &apart));
}

/// Completeness, the length of the leg and the source, on shaken positions.
#[test]
fn routes_are_complete_where_a_slow_search_finds_them_and_their_legs_are_as_short() {
    let (scenario, map) = (scenario(), Map::read());
    let mut dice = Dice::new(31);
    let (mut complete, mut broken, mut strays) = (0, 0, 0);
    for _ in 0..150 {
        let [more, fewer, aside] = compare(&slow::shaken(&scenario, &mut dice), &map);
        (complete, broken, strays) = (complete + more, broken + fewer, strays + aside);
    }
    assert!(complete > 40 && broken > 40, "{complete} complete, {broken} broken");
    assert!(strays > 0, "no unit out of command stood aside");
}

/// The 7th with its HQ at Brenn's crossroads and its trains at Ahrau: a road and a track of six edges lead there.
fn two_ways(change: impl FnOnce(&mut rules_bcs::Facts)) -> State {
    crate::table::opened(crate::table::west(), |facts| {
        use crate::table::{body, formation};
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(Side::FIRST));
        let own = body(facts, "B1");
        (own.hq, own.trains) = (Some(path("1112")[0]).into(), Trains::Normal(path("1006")[0]));
        // The 4th is not on the North road.
        let other = body(facts, "B2");
        (other.hq, other.trains, other.route) = (Some(path("1504")[0]).into(), Trains::OffMap, None);
        body(facts, "B1").state = rules_bcs::state::HqState::Used;
        let begun = rules_bcs::state::Activation::begin(formation("B1"), false, true);
        facts.activation = Some(begun);
        change(facts);
    })
}

const ROAD: &str = "1112 1111 1010 1009 1008 1007 1006";
const TRACK: &str = "1112 1111 1110 1109 1108 1107 1006";
const ON: &str = "1006 0906 0805 0705 0604 0504 0403 0304 0204 0105";

#[test]
fn the_owner_may_name_any_legal_route_without_a_detour() {
    use crate::table::{BLUE, RED, done, of, refused};
    let mut state = two_ways(|_| {});
    assert_eq!(best_on(&state, &Ground::of(&state), 0).expect("a route").to_trains, path(ROAD));
    let name = |to_trains: &str, to_source: &str| rules_bcs::Command::NameRoute {
        to_trains: path(to_trains),
        to_source: path(to_source),
    };
    assert_eq!(refused(&state, RED, name(TRACK, ON)), "BCS-ACT-18 actor");
    assert_eq!(refused(&state, BLUE, name(TRACK, "1006 0906")), "BCS-MSR-1 ends");
    assert_eq!(refused(&state, BLUE, name("1112 1006", ON)), "BCS-MSR-2 legal");
    // Seven edges by the same roads.
    let detour = "1112 1111 1010 1009 1109 1108 1107 1006";
    assert!(refused(&state, BLUE, name(detour, ON)).starts_with("BCS-MSR"));
    done(&mut state, BLUE, name(TRACK, ON), &[]);
    let held = of(&state, "B1").route.clone().expect("a route");
    assert_eq!(held.to_trains, path(TRACK));
    let body = state.formations().next().expect("a formation");
    let trains = body.facts.trains.on_map().expect("trains");
    assert!(merits_of(&state, body, trains, &held).tracks);
    // The roll is made by the route that was named: Fresh +1, Optimal +1, Tracks −1.
    let (_, rolls) = done(&mut state, BLUE, crate::table::PREPARE, &[&[3, 3]]);
    assert_eq!(rolls[0].total, 7);
    let off = two_ways(|facts| crate::table::body(facts, "B1").trains = Trains::OffMap);
    assert_eq!(refused(&off, BLUE, name(TRACK, ON)), "BCS-MSR-1 off-map");
}

#[test]
fn a_unit_out_of_command_blocks_no_route_that_has_another_path() {
    use crate::table::{body, piece};
    // Grenadiers at 0909, whose EZOC lies on the road and not on the track.
    let stray = |facts: &mut rules_bcs::Facts| piece(facts, "R2-i1").at = Some(path("0909")[0]);
    let state = two_ways(stray);
    let leg = |state: &State| best_on(state, &Ground::of(state), 0).map(|route| route.to_trains);
    assert_eq!(leg(&state), Some(path(ROAD)));
    // In command it blocks the road.
    let led = two_ways(|facts| {
        stray(facts);
        body(facts, "R2").hq = Some(path("0907")[0]).into();
    });
    assert_ne!(leg(&led), Some(path(ROAD)));
    // Without another path it blocks, in command or out of it.
    let alone = two_ways(|facts| {
        stray(facts);
        piece(facts, "R2-i2").at = Some(path("1209")[0]);
    });
    assert_eq!(leg(&alone), None);
}

/// [BCS-MSR-7] An entry hex knows no least distance; fifteen hexes are the most.
#[test]
fn trains_in_an_entry_hex_are_at_optimal_distance_however_near() {
    let text = crate::set_up::whole().replace("[map.legend.m]\n", "[map.legend.m]\nentry = true\n");
    let scenario = Scenario::load("sarn.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let board = &scenario.board;
    let cells = board.grid().cells().iter().map(|cell| board.place(*cell));
    let entry = cells.clone().find(|at| board.ground(*at).is_some_and(|ground| ground.edge)).expect("one");
    let mut state = State::open(Arc::clone(&scenario));
    let train = rules_bcs::state::Train { at: entry, ghost: false };
    let mut met = [false; 2];
    for hq in cells {
        state.facts.formation[0].hq = Some(hq).into();
        let body = state.formations().next().expect("a formation");
        let is_near = board.distance(hq, entry) <= 15;
        assert_eq!(is_optimal(board, body, train, None), is_near, "the HQ in {hq}, the trains in {entry}");
        met[usize::from(is_near)] = true;
    }
    assert_eq!(met, [true; 2]);
}

/// Compares the routes of every formation of a position; gives how many are complete, how many are not, and how many go
/// another way because units out of command stand aside.
pub fn compare(state: &State, map: &Map) -> [usize; 3] {
    let mut counts = [0; 3];
    let ground = Ground::of(state);
    let both = Side::BOTH.map(|side| zones(state, map, side));
    let commanded = slow::in_command(state, map);
    let led = Side::BOTH.map(|side| slow::zones_of(state, map, side, &|n| commanded[n]));
    for (n, body) in state.formations().enumerate() {
        let enemy = &both[body.card.side.enemy().index()];
        let held: BTreeSet<At> = state
            .formations()
            .filter(|other| other.card.side != body.card.side)
            .filter_map(|other| other.facts.route.as_ref())
            .flat_map(Route::hexes)
            .map(at)
            .collect();
        let free = |enemy: &slow::Zones, hex: &At| {
            let foe = enemy.units.contains(hex) || enemy.hqs.contains(hex) || enemy.trains.contains(hex);
            !foe && !enemy.ezoc.contains(hex) && !held.contains(hex)
        };
        let hqs: Vec<At> = body.facts.hq.hexes().map(at).collect();
        let trains = at(body.facts.trains.on_map().expect("trains").at);
        let sources: Vec<At> = state.scenario.sources[body.card.side].iter().map(|hex| at(*hex)).collect();
        // Whether it is complete every unit of the enemy decides.
        let strict = |hex: &At| free(enemy, hex);
        let to_trains = hqs.iter().find_map(|hq| slow::road_way(map, &strict, *hq, &[trains], true));
        let rest = slow::road_way(map, &strict, trains, &sources, false);
        let found = best_on(state, &ground, n);
        assert_eq!(found.is_some(), to_trains.is_some() && rest.is_some(), "{}", body.card.name);
        // Which way it takes those in command decide alone. [BCS-CR-3]
        let legal = |hex: &At| free(&led[body.card.side.enemy().index()], hex);
        let Some(route) = found else {
            counts[1] += 1;
            continue;
        };
        // It begins at one of its HQs, and takes the shortest way of that one.
        let hq = at(route.to_trains[0]);
        assert!(hqs.contains(&hq), "{}: {route:?}", body.card.name);
        let leg = |tracks| slow::road_way(map, &legal, hq, &[trains], tracks);
        counts[2] += usize::from(leg(false) != slow::road_way(map, &strict, hq, &[trains], false));
        counts[0] += 1;
        let length = Some(route.leg() as u32);
        assert!(length == leg(true) || length == leg(false), "{}: {route:?}", body.card.name);
        assert!(route.hexes().all(|hex| legal(&at(hex))));
        assert_eq!(route.to_trains.last(), route.to_source.first());
        assert_eq!(at(route.to_source[0]), trains);
        assert!(sources.contains(&at(*route.to_source.last().expect("a source"))));
        // It crosses nobody where the shortest way clear of everybody is there.
        let own: Vec<&Route> = state
            .formations()
            .filter(|other| other.card.side == body.card.side && other.card.id != body.card.id)
            .filter_map(|other| other.facts.route.as_ref())
            .collect();
        let taken: BTreeSet<At> = own.iter().flat_map(|other| other.hexes()).map(at).collect();
        let clear = |hex: &At| legal(hex) && (!taken.contains(hex) || sources.contains(hex));
        let apart = slow::road_way(map, &clear, hq, &[trains], false)
            .is_some_and(|n| (5..=15).contains(&n) && Some(n) == leg(false))
            && slow::road_way(map, &clear, trains, &sources, false).is_some();
        let merits = merits_of(state, body, body.facts.trains.on_map().expect("trains"), &route);
        assert!(!apart || !merits.crossing, "{}: {route:?}", body.card.name);
    }
    counts
}
