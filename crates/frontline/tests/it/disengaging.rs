//! Who moves back, against a slow implementation and by example.

use frontline::{Piece, Point, Side, Standing, Unresolved, Why};
use proptest::prelude::*;

use crate::oracle::{SPACING, Scene};
use crate::scenes::{cases, position, scene};

fn is_contact(scene: &Scene, a: usize, b: usize) -> bool {
    scene.units[a].at.distance_squared(scene.units[b].at) < SPACING * SPACING
}

fn back(scene: &Scene, unit: usize, by: i32) -> Point {
    let at = scene.units[unit].at;
    match scene.units[unit].side {
        Side::South => Point::new(at.x, (at.y - by).max(0)),
        Side::North => Point::new(at.x, (at.y + by).min(scene.height)),
    }
}

fn pairs(scene: &Scene) -> Vec<(usize, usize)> {
    let all = 0..scene.units.len();
    let of = |side: Side| all.clone().filter(move |n| scene.units[*n].side == side);
    of(Side::South)
        .flat_map(|a| of(Side::North).map(move |b| (a, b)))
        .filter(|(a, b)| is_contact(scene, *a, *b))
        .collect()
}

/// The places after moving back, by trying one hundredth after another.
fn slowly(scene: &Scene, fixed: &[bool]) -> Vec<Point> {
    let mut now = scene.clone();
    for _ in 0..20 {
        let contacts = pairs(&now);
        let mut by = vec![0; now.units.len()];
        for (s, n) in contacts.iter().copied() {
            let passed = now.units[n].at.y < now.units[s].at.y;
            if passed || (fixed[s] && fixed[n]) {
                continue;
            }
            // Without an edge to stop at, how far must each go?
            let (a, b) = (now.units[s].at, now.units[n].at);
            let enough = |t: i32| {
                let low = if fixed[s] { 0 } else { t };
                let high = if fixed[n] { 0 } else { t };
                let p = Point::new(a.x, a.y - low);
                p.distance_squared(Point::new(b.x, b.y + high)) >= SPACING * SPACING
            };
            let t = (0..).find(|t| enough(*t)).expect("far enough is always found");
            for unit in [s, n] {
                if !fixed[unit] {
                    by[unit] = t.max(by[unit]);
                }
            }
        }
        let mut order: Vec<usize> = (0..by.len()).filter(|unit| by[*unit] > 0).collect();
        order.sort_by_key(|unit| now.units[*unit].id);
        let mut next = now.clone();
        for unit in order {
            let target = back(&now, unit, by[unit]);
            let other_enemy = (0..now.units.len()).any(|enemy| {
                now.units[enemy].side != now.units[unit].side
                    && now.units[enemy].at.distance_squared(target) < SPACING * SPACING
                    && !is_contact(&now, unit, enemy)
            });
            let taken = (0..now.units.len()).any(|other| {
                let still = by[other] == 0 || next.units[other].at != now.units[other].at;
                other != unit
                    && still
                    && next.units[other].at == target
                    && now.units[other].at != now.units[unit].at
            });
            let stays = other_enemy || taken && target != now.units[unit].at;
            if !stays {
                next.units[unit].at = target;
            }
        }
        let settled = (0..by.len()).all(|n| next.units[n].at == now.units[n].at);
        now = next;
        if settled {
            break;
        }
    }
    let mut movers: Vec<usize> =
        (0..fixed.len()).filter(|n| now.units[*n].at != scene.units[*n].at).collect();
    movers.sort_by_key(|n| scene.units[*n].id);
    for unit in movers {
        let with = now.standings();
        let mut stays = now.clone();
        stays.units[unit].at = scene.units[unit].at;
        let without = stays.standings();
        let cuts = (0..fixed.len()).any(|friend| {
            scene.units[friend].side == scene.units[unit].side
                && with[friend] == Standing::CutOff
                && without[friend] != Standing::CutOff
        });
        if cuts {
            now = stays;
        }
    }
    now.units.iter().map(|unit| unit.at).collect()
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_slow_implementation_agrees(scene in scene(12), fixed in proptest::collection::vec(any::<bool>(), 12)) {
        let position = position(&scene);
        let parted = position.disengage(&|unit| fixed[unit], &|_| false);
        let mut places: Vec<Point> = scene.units.iter().map(|unit| unit.at).collect();
        for step in &parted.moves {
            prop_assert!(!fixed[step.unit]);
            prop_assert_eq!(step.from, places[step.unit]);
            places[step.unit] = step.to;
        }
        prop_assert_eq!(&places, &slowly(&scene, &fixed[..scene.units.len()]));
        // Every contact that is left is told, and nothing else.
        let mut after = scene.clone();
        after.units.iter_mut().zip(places).for_each(|(unit, at)| unit.at = at);
        let told: Vec<(usize, usize)> = parted.unresolved.iter().map(|pair| (pair.south, pair.north)).collect();
        prop_assert_eq!(told, pairs(&after));
    }
}

fn of(units: &[(Side, i32, i32)]) -> Scene {
    let units =
        units.iter().zip(0..).map(|((side, x, y), id)| Piece { id, side: *side, at: Point::new(*x, *y) });
    Scene { width: 6000, height: 4800, entries: Default::default(), units: units.collect() }
}

fn moved(scene: &Scene, fixed: &[usize]) -> (Vec<(usize, Point)>, Vec<Unresolved>) {
    let parted = position(scene).disengage(&|unit| fixed.contains(&unit), &|_| false);
    (parted.moves.iter().map(|step| (step.unit, step.to)).collect(), parted.unresolved)
}

#[test]
fn the_one_that_moved_goes_back_to_exactly_five_inches() {
    let scene = of(&[(Side::South, 1000, 2000), (Side::North, 1300, 2100)]);
    assert_eq!(moved(&scene, &[1]), (vec![(0, Point::new(1000, 1700))], Vec::new()), "3 to the side, 4 back");
    assert_eq!(moved(&scene, &[0]), (vec![(1, Point::new(1300, 2400))], Vec::new()));
}

#[test]
fn both_go_back_by_equal_parts_rounded_up() {
    let scene = of(&[(Side::South, 1000, 2000), (Side::North, 1000, 2201)]);
    let (moves, left) = moved(&scene, &[]);
    assert_eq!(moves, [(0, Point::new(1000, 1850)), (1, Point::new(1000, 2351))]);
    assert!(left.is_empty());
}

#[test]
fn five_inches_apart_is_no_contact() {
    assert_eq!(moved(&of(&[(Side::South, 0, 0), (Side::North, 300, 400)]), &[]), (Vec::new(), Vec::new()));
}

#[test]
fn what_stays_is_told_with_its_reason() {
    let why = |scene: &Scene, fixed: &[usize]| {
        moved(scene, fixed).1.iter().map(|pair| pair.why).collect::<Vec<_>>()
    };
    let facing = of(&[(Side::South, 1000, 2000), (Side::North, 1000, 2200)]);
    assert_eq!(why(&facing, &[0, 1]), [Why::BothFixed]);
    let passed = of(&[(Side::South, 1000, 2200), (Side::North, 1000, 2000)]);
    assert_eq!(why(&passed, &[]), [Why::Passed]);
    let at_the_edge = of(&[(Side::South, 1000, 100), (Side::North, 1000, 300)]);
    assert_eq!(moved(&at_the_edge, &[1]).0, [(0, Point::new(1000, 0))]);
    assert_eq!(why(&at_the_edge, &[1]), [Why::Edge(0)]);
    let another = of(&[(Side::South, 1000, 2000), (Side::North, 1000, 2200), (Side::North, 1000, 1300)]);
    assert_eq!(why(&another, &[1, 2]), [Why::OtherEnemy(0, 2)]);
    let occupied = of(&[(Side::South, 1000, 2000), (Side::North, 1000, 2200), (Side::South, 1000, 1700)]);
    assert_eq!(why(&occupied, &[1, 2]), [Why::Occupied(0, 2)]);
    let scene = of(&[(Side::South, 1000, 2000), (Side::North, 1000, 2200)]);
    let barred = position(&scene).disengage(&|unit| unit == 1, &|place| place == Point::new(1000, 1700));
    assert_eq!(barred.unresolved[0].why, Why::Barred(0));
}

#[test]
fn the_flank_of_a_salient_stays_when_its_going_would_cut_a_friend_off() {
    // The chain of W2: its middle is in contact with an enemy; without it the point of the salient hangs in the air
    // and two enemies close the lane behind it.
    let south = [(400, 1200), (1400, 1200), (2400, 1200), (3400, 1200), (4400, 1200), (5400, 1200)];
    let north =
        [(400, 2000), (1400, 2000), (1910, 2290), (2890, 2290), (4000, 2000), (5000, 2000), (5700, 2000)];
    let chain = [(2400, 1700), (2400, 2200), (2400, 2700)];
    let of_side = |side: Side, places: &[(i32, i32)]| -> Vec<_> {
        places.iter().map(|(x, y)| (side, *x, *y)).collect()
    };
    let mut units = of_side(Side::South, &south);
    units.extend(of_side(Side::South, &chain));
    units.extend(of_side(Side::North, &north));
    let scene = of(&units);
    // The enemies 11 and 12 are nearer than 5 to its middle, unit 7, and less than 10 from each other.
    let fixed: Vec<usize> = (0..scene.units.len()).filter(|unit| *unit != 7).collect();
    let (moves, left) = moved(&scene, &fixed);
    assert_eq!(moves, Vec::new());
    assert!(left.iter().any(|pair| pair.why == Why::Flank(7)), "{left:?}");
}
