//! Hexes on the endless plane.

use std::collections::BTreeSet;

use hexmap::{Direction, Grain, Hex, centre, corners};
use proptest::prelude::*;

fn hexes() -> impl Strategy<Value = Hex> {
    (-60i16..60, -60i16..60).prop_map(|(q, r)| Hex::new(q, r))
}

#[test]
fn going_out_and_back_leads_home() {
    for direction in Direction::ALL {
        let home = Hex::new(3, -7);
        assert_eq!(home.neighbour(direction).neighbour(direction.opposite()), home);
        assert_eq!(home.direction_to(home.neighbour(direction)), Some(direction));
    }
    assert_eq!(Hex::new(0, 0).direction_to(Hex::new(1, 1)), None);
    assert_eq!(Hex::new(0, 0).direction_to(Hex::new(0, 0)), None);
}

#[test]
fn ascending_directions_give_ascending_neighbours() {
    let neighbours = Direction::ASCENDING.map(|direction| Hex::new(0, 0).neighbour(direction));
    assert!(neighbours.is_sorted());
}

#[test]
fn neighbours_next_to_each_other_in_the_rose_are_adjacent() {
    for direction in Direction::ALL {
        assert_eq!(direction.vector().distance(direction.clockwise().vector()), 1);
    }
}

proptest! {
    #[test]
    fn distance_is_the_least_number_of_steps(one in hexes(), other in hexes()) {
        let mut here = one;
        let mut steps = 0;
        while here != other {
            // Always to the neighbour nearest by the distance in the plane, which needs no hexes.
            let away = |hex: Hex| {
                let (a, b) = (centre(Grain::FlatTop, hex), centre(Grain::FlatTop, other));
                (a.x - b.x).pow(2) + 3 * (a.y - b.y).pow(2)
            };
            here = here.neighbours().into_iter().min_by_key(|&hex| away(hex)).expect("six neighbours");
            steps += 1;
        }
        prop_assert_eq!(one.distance(other), steps);
        prop_assert_eq!(other.distance(one), steps);
    }

    #[test]
    fn a_ring_is_what_lies_at_its_distance(centre in hexes(), radius in 0i16..12) {
        let ring: Vec<Hex> = centre.ring(radius).collect();
        let by_hand: BTreeSet<Hex> = (-radius..=radius)
            .flat_map(|q| (-radius..=radius).map(move |r| centre + Hex::new(q, r)))
            .filter(|hex| hex.distance(centre) == radius.unsigned_abs().into())
            .collect();
        prop_assert_eq!(ring.iter().copied().collect::<BTreeSet<_>>(), by_hand);
        prop_assert_eq!(ring.len(), if radius == 0 { 1 } else { 6 * radius.unsigned_abs() as usize });
        prop_assert!(ring.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
        let range: Vec<Hex> = centre.range(radius).collect();
        let rings: BTreeSet<Hex> = (0..=radius).flat_map(|radius| centre.ring(radius)).collect();
        prop_assert_eq!(range, rings.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn neighbours_share_the_corners_of_their_side(hex in hexes(), flat in any::<bool>()) {
        let grain = if flat { Grain::FlatTop } else { Grain::PointyTop };
        for direction in Direction::ALL {
            let ours = corners(grain, hex);
            let theirs = corners(grain, hex.neighbour(direction));
            let side = |corners: [hexmap::Point; 6], direction: Direction| {
                (corners[direction.index()], corners[(direction.index() + 1) % 6])
            };
            let (first, second) = side(ours, direction);
            prop_assert_eq!(side(theirs, direction.opposite()), (second, first));
        }
    }
}
