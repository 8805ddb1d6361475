//! Flank marches: every combination of marches and meetings of both sides around both flanks, against tables that are
//! written out here.

use kernel::{PerSide, Side};
use rules_civil_war::battle::fates::fates;
use rules_civil_war::battle::{Battle, Flanks, Force, Input, Marched, Muster};
use rules_civil_war::charts::s7_march::modifiers;
use rules_civil_war::oob::{Brigade, Division, Oob, Share};
use rules_civil_war::setup::{Leader, Options, Setup, Sp, Turn};
use rules_civil_war::words::{Arm, Class, Crossing, Flank, Role, Season, Size, Speed, Step, Terrain, UnitId};

/// Swift, deliberate and plodding faces of four, by rating (1 to 4) and by what is taken off (0 to 3). [CWFF-T5]
const MARCHES: [[[usize; 3]; 4]; 4] = [
    [[3, 1, 0], [2, 1, 1], [1, 1, 2], [0, 1, 3]],
    [[2, 1, 1], [1, 1, 2], [0, 1, 3], [0, 0, 4]],
    [[1, 1, 2], [0, 1, 3], [0, 0, 4], [0, 0, 4]],
    [[0, 1, 3], [0, 0, 4], [0, 0, 4], [0, 0, 4]],
];

#[test]
fn marches_are_as_swift_as_the_table_says() {
    let text = include_str!("../../scenarios/1862.toml");
    let setup = Setup::load("1862.toml", text).expect("the sample");
    for (rating, row) in (1..).zip(MARCHES) {
        for (off, cell) in (0..).zip(row) {
            let mut found = [0; 3];
            for die in 1..=4 {
                let total = die + modifiers(-off, rating).total();
                let speed = setup.march.rows()[setup.march.row_of(total)].result.speed;
                found[Speed::ALL.iter().position(|one| *one == speed).expect("a speed")] += 1;
            }
            assert_eq!(found, cell, "rating {rating}, {off} taken off");
        }
    }
}

/// Stands on foot and mounted of a force, or none.
type Strength = Option<(u16, u16)>;

/// The strengths that are tried: none, equal, larger and smaller ones, and a mounted one that is larger by a single weight.
const STRENGTHS: [Strength; 5] = [None, Some((20, 0)), Some((0, 13)), Some((25, 0)), Some((10, 12))];

fn id(text: &str) -> UnitId {
    text.parse().expect("an id")
}

/// A battle in which the forces of both sides march; the attacker is the first side.
fn battle(forces: [[Strength; 2]; 2]) -> Battle {
    let muster = |army: &str| Muster {
        army: army.parse().expect("an id"),
        demoralized: false,
        sp: vec![Sp { id: "S".parse().expect("an id"), class: Class::Green, arm: Arm::Infantry }],
        carried: Default::default(),
        leaders: vec![leader("foot", false), leader("horse", true)],
    };
    let input = Input {
        turn: Turn { number: 1, season: Season::MarApr, year: 1862 },
        attacker: Side::FIRST,
        hex: "hex".parse().expect("an id"),
        terrain: Terrain::Clear,
        crossing: Crossing::Open,
        column: "1:1".into(),
        size: Size::Large,
        sides: PerSide::new(muster("a"), muster("b")),
    };
    let mut battle = Battle::open("a.1".parse().expect("an id"), input);
    battle.step = Step::Marches;
    for side in Side::BOTH {
        let (mut oob, mut flanks) = (Oob::default(), Flanks::default());
        for (flank, strength) in [("left", forces[side.index()][0]), ("right", forces[side.index()][1])] {
            let Some((foot, horse)) = strength else { continue };
            let mut brigades = Vec::new();
            for (arm, stands) in [("foot", foot), ("horse", horse)] {
                let brigade = format!("{flank}-{arm}");
                let of = vec![Share { sp: "S".parse().expect("an id"), stands }];
                let unit = Brigade { id: id(&brigade), of, ..Brigade::default() };
                let leader = Some(arm.parse().expect("an id"));
                oob.divisions.push(Division {
                    id: id(&format!("d-{brigade}")),
                    leader,
                    brigades: vec![unit],
                    ..Division::default()
                });
                brigades.push(id(&brigade));
            }
            let force = Some(Force { leader: "foot".parse().expect("an id"), brigades });
            if flank == "left" { flanks.left = force } else { flanks.right = force }
        }
        (battle.halves[side].oob, battle.halves[side].flanks) = (Some(oob), Some(flanks));
    }
    battle
}

fn leader(id: &str, cavalry: bool) -> Leader {
    Leader {
        id: id.parse().expect("an id"),
        name: id.into(),
        stars: 1,
        initiative: 2,
        tactical: 0,
        army_command: 0,
        cavalry,
    }
}

/// The turns on which swift, deliberate and plodding forces enter.
const ENTERS: [u16; 3] = [4, 9, 14];

/// 2: they meet; 1: where the answer says so; 0: never. By the speeds of both. [CWFF-T6]
const MEET: [[u8; 3]; 3] = [[2, 1, 0], [1, 2, 1], [0, 1, 2]];

/// What becomes of two forces at one edge: the turn of each and the weight that is held back of it.
fn expected(
    one: (Strength, usize),
    other: (Strength, usize),
    answer: bool,
) -> [Option<(Option<u16>, u32)>; 2] {
    let alone = |force: (Strength, usize)| force.0.map(|_| (Some(ENTERS[force.1]), 0));
    let (Some(a), Some(b)) = (one.0, other.0) else { return [alone(one), alone(other)] };
    let meets = match MEET[one.1][other.1] {
        2 => true,
        1 => answer,
        _ => false,
    };
    if !meets {
        return [alone(one), alone(other)];
    }
    let weight = |(foot, horse): (u16, u16)| u32::from(foot) + 2 * u32::from(horse);
    let (a, b) = ((weight(a), a.0 == 0), (weight(b), b.0 == 0));
    // All mounted, a single weight of excess is no stand.
    let left = |larger: (u32, bool), smaller: (u32, bool), speed: usize| {
        let excess = larger.0 - smaller.0;
        if excess == 0 || (larger.1 && excess == 1) { (None, 0) } else { (Some(ENTERS[speed]), smaller.0) }
    };
    if a.0 >= b.0 {
        [Some(left(a, b, one.1)), Some((None, 0))]
    } else {
        [Some((None, 0)), Some(left(b, a, other.1))]
    }
}

/// One edge: the forces of both sides there, and the answer to whether they meet.
fn edges() -> Vec<((Strength, usize), (Strength, usize), bool)> {
    let mut all = Vec::new();
    let forces: Vec<(Strength, usize)> =
        STRENGTHS.into_iter().flat_map(|strength| (0..3).map(move |speed| (strength, speed))).collect();
    for one in &forces {
        for other in &forces {
            all.extend([false, true].map(|answer| (*one, *other, answer)));
        }
    }
    all
}

#[test]
fn every_combination_around_both_flanks_comes_out_as_the_tables_say() {
    let edges = edges();
    let options = Options::default();
    let mut n = 0;
    for (at, (a_left, d_right, first)) in edges.iter().enumerate() {
        // Each edge with every seventh combination at the other one: both edges are independent.
        for (a_right, d_left, second) in edges.iter().skip(at % 7).step_by(7) {
            let mut battle = battle([[a_left.0, a_right.0], [d_left.0, d_right.0]]);
            let speeds = [
                (Role::Attacker, Flank::Left, a_left.1),
                (Role::Attacker, Flank::Right, a_right.1),
                (Role::Defender, Flank::Left, d_left.1),
                (Role::Defender, Flank::Right, d_right.1),
            ];
            let marched = |(role, flank, speed): (Role, Flank, usize)| Marched {
                role,
                flank,
                speed: Speed::ALL[speed],
            };
            battle.sealed.marches = speeds.map(marched).to_vec();
            battle.sealed.meetings = vec![*first, *second];
            battle.sealed.fates = fates(&battle, &options);
            let [al, dr] = expected(*a_left, *d_right, *first);
            let [ar, dl] = expected(*a_right, *d_left, *second);
            let wanted = [
                (Side::FIRST, Flank::Left, al),
                (Side::FIRST, Flank::Right, ar),
                (Side::SECOND, Flank::Left, dl),
                (Side::SECOND, Flank::Right, dr),
            ];
            for (side, flank, fate) in wanted {
                let found = battle.fate(side, flank).map(|fate| (fate.turn, fate.held));
                assert_eq!(
                    found, fate,
                    "{side:?} {flank} of {a_left:?} {d_right:?} {first}, {a_right:?} {d_left:?} {second}"
                );
            }
            n += 1;
        }
    }
    assert!(n > 20_000, "{n}");
}
