//! BCS-BAR: the Barrage Table, cell by cell, and stacks by the algebra of chance.

use rules_bcs::charts::Ground;
use rules_bcs::charts::s14_barrage::{Barrage, resolve};
use rules_bcs::sheet::{Field, each_apart, steps};

fn all() -> impl Iterator<Item = Barrage> {
    (0..2 * 2 * 2 * 2 * 4).map(|n: usize| Barrage {
        by_fire: n & 1 == 1,
        hard: n & 2 == 2,
        stand_off: n & 4 == 4,
        prepared: n & 8 == 8,
        ground: Ground::ALL[n >> 4],
    })
}

/// The lowest face that takes a step, by BCS-BAR-2 and BCS-BAR-3.
fn lowest(of: &Barrage) -> i32 {
    let mut rows: Vec<(i32, i32)> = Vec::new();
    if of.hard || of.stand_off {
        rows.push((6, 6));
    }
    if matches!(of.ground, Ground::Urban | Ground::City) {
        rows.push((5, 6));
    }
    if of.ground == Ground::Terrain || of.prepared {
        rows.push((4, 5));
    }
    if rows.is_empty() {
        rows.push((3, 4));
    }
    rows.into_iter().map(|(arty, fire)| if of.by_fire { fire } else { arty }).max().unwrap_or(0)
}

#[test]
fn every_set_of_circumstances_loses_from_the_face_of_its_safest_row() {
    for of in all() {
        let resolved = resolve(&of);
        for face in 1..=6 {
            let lost = resolved.at(face).unwrap().outcome.get(Field::Steps);
            assert_eq!(lost, i8::from(face >= lowest(&of)), "{of:?} {face}");
        }
    }
}

#[test]
fn every_row_that_applies_is_named() {
    let of = Barrage { hard: true, prepared: true, ground: Ground::City, ..Barrage::default() };
    let resolved = resolve(&of);
    let ids: Vec<_> = resolved.candidates.iter().map(|table| table.id).collect();
    assert_eq!(ids, ["arty-hard", "arty-city", "arty-prepared"]);
    assert_eq!(resolved.table.unwrap().id, "arty-hard");
    let open = resolve(&Barrage::default());
    assert_eq!(open.candidates.iter().map(|table| table.id).collect::<Vec<_>>(), ["arty-none"]);
}

#[test]
fn a_stack_rolls_a_die_for_each_unit() {
    let soft = resolve(&Barrage::default());
    let hard = resolve(&Barrage { hard: true, ..Barrage::default() });
    let sum = steps([&soft, &soft, &hard], Field::Steps).unwrap();
    // 4/6, 4/6, 1/6: none 2·2·5, all 4·4·1 of 216.
    assert_eq!(sum.of().to_u64(), Some(216));
    let weights: Vec<_> = sum.rows().iter().map(|(n, weight)| (*n, weight.to_u64().unwrap())).collect();
    assert_eq!(weights, [(0, 20), (1, 84), (2, 96), (3, 16)]);
    let apart = each_apart([&soft, &hard], Field::Steps).unwrap();
    let weights: Vec<_> =
        apart.rows().iter().map(|(n, weight)| (n.clone(), weight.to_u64().unwrap())).collect();
    assert_eq!(weights, [(vec![0, 0], 10), (vec![0, 1], 2), (vec![1, 0], 20), (vec![1, 1], 4)]);
}
