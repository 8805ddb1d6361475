//! Straight lines and what stops them.

use hexmap::{Alongside, Crossing, Grain, Hex, Numbering, centre, clear_sight, line};
use proptest::prelude::*;

fn hex(label: &str) -> Hex {
    Numbering::COMMON.read(label).expect("a number")
}

fn told(from: &str, to: &str) -> String {
    let label = |hex| Numbering::COMMON.label(hex).to_string();
    let parts: Vec<String> = line(hex(from), hex(to))
        .into_iter()
        .map(|crossing| match crossing {
            Crossing::Through(hex) => label(hex),
            Crossing::Along(one, other) => format!("{}|{}", label(one), label(other)),
        })
        .collect();
    parts.join(" ")
}

#[test]
fn lines_told() {
    assert_eq!(told("0303", "0303"), "0303");
    assert_eq!(told("0303", "0304"), "0303 0304");
    assert_eq!(told("0303", "0306"), "0303 0304 0305 0306");
    // Due east on a flat-topped map runs along sides and through hexes by turns.
    assert_eq!(told("0303", "0703"), "0303 0402|0403 0503 0602|0603 0703");
    assert_eq!(told("0303", "0404"), "0303 0304|0403 0404");
    assert_eq!(told("0303", "0405"), "0303 0304 0404 0405");
}

/// The slow way: a thousand points of the line, each given to the nearest centre or centres. Their
/// parts of the way have a prime denominator, so none is a point where the line changes hexes.
fn by_points(from: Hex, to: Hex) -> Vec<Crossing> {
    const PARTS: i64 = 1009;
    let at = |hex: Hex| {
        let point = centre(Grain::FlatTop, hex);
        (i64::from(point.x), i64::from(point.y))
    };
    let ((x0, y0), (x1, y1)) = (at(from), at(to));
    let near: Vec<Hex> = from.range(7).collect();
    let mut crossings = Vec::new();
    for part in 1..PARTS {
        let (x, y) = (x0 * PARTS + (x1 - x0) * part, y0 * PARTS + (y1 - y0) * part);
        let off = |hex: Hex| {
            let (cx, cy) = at(hex);
            // `x` is in halves of a hexside and `y` in halves of √3 of it: squares weigh 1 to 3.
            (cx * PARTS - x).pow(2) + 3 * (cy * PARTS - y).pow(2)
        };
        let least = near.iter().map(|&hex| off(hex)).min().expect("hexes");
        let nearest: Vec<Hex> = near.iter().copied().filter(|&hex| off(hex) == least).collect();
        let crossing = match nearest[..] {
            [hex] => Crossing::Through(hex),
            [one, other] => Crossing::Along(one, other),
            _ => continue,
        };
        if crossings.last() != Some(&crossing) {
            crossings.push(crossing);
        }
    }
    crossings
}

#[test]
fn every_line_up_to_six_hexes_agrees_with_its_points() {
    let home = Hex::new(-4, 9);
    for to in home.range(6) {
        assert_eq!(line(home, to), by_points(home, to), "to {to:?}");
    }
}

#[test]
fn a_side_run_is_stopped_by_one_or_by_both() {
    let (from, to) = (hex("0303"), hex("0503"));
    let sees = |alongside, stops: &[&str]| {
        let stops: Vec<Hex> = stops.iter().map(|label| hex(label)).collect();
        clear_sight(from, to, alongside, |hex| stops.contains(&hex), |_, _| false)
    };
    assert!(sees(Alongside::BothStop, &[]) && sees(Alongside::EitherStops, &[]));
    assert!(sees(Alongside::BothStop, &["0402"]) && !sees(Alongside::EitherStops, &["0402"]));
    assert!(!sees(Alongside::BothStop, &["0402", "0403"]));
    assert!(sees(Alongside::EitherStops, &["0303", "0503"]), "the ends stop nothing");
}

#[test]
fn sides_stop_a_line_that_crosses_or_follows_them() {
    let stopped_by = |from: &str, to: &str, side: (&str, &str)| {
        let side = (hex(side.0), hex(side.1));
        let stops = |one: Hex, other: Hex| {
            assert_eq!(one.distance(other), 1, "asked about a side that is none");
            (one, other) == side || (other, one) == side
        };
        !clear_sight(hex(from), hex(to), Alongside::BothStop, |_| false, stops)
    };
    assert!(stopped_by("0303", "0305", ("0304", "0305")));
    assert!(!stopped_by("0303", "0305", ("0304", "0404")));
    assert!(stopped_by("0303", "0503", ("0402", "0403")));
    assert!(!stopped_by("0303", "0503", ("0303", "0402")), "touched at its end only");
}

proptest! {
    #[test]
    fn the_line_back_is_the_same_reversed(
        from in (-90i16..90, -90i16..90), to in (-90i16..90, -90i16..90),
    ) {
        let (from, to) = (Hex::new(from.0, from.1), Hex::new(to.0, to.1));
        let mut back = line(to, from);
        back.reverse();
        let there = line(from, to);
        prop_assert_eq!(&there, &back);
        prop_assert_eq!(there.first(), Some(&Crossing::Through(from)));
        prop_assert_eq!(there.last(), Some(&Crossing::Through(to)));
        for pair in there.windows(2) {
            let touching = |one: Crossing, other: Crossing| match (one, other) {
                (Crossing::Through(one), Crossing::Through(other)) => one.distance(other) == 1,
                (Crossing::Through(one), Crossing::Along(a, b))
                | (Crossing::Along(a, b), Crossing::Through(one)) => one.distance(a) == 1 && one.distance(b) == 1,
                (Crossing::Along(..), Crossing::Along(..)) => false,
            };
            prop_assert!(touching(pair[0], pair[1]), "{:?}", pair);
        }
    }
}
