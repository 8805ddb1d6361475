//! Maps read from text.

use hexmap::{Grain, GridFault, Map, MapFault, Numbering, Order, Parity};

fn read(rows: &[&str]) -> Result<Map<u32, u8>, MapFault> {
    Map::read(Numbering::COMMON, (1, 1), rows.iter().copied(), |mark| mark.to_digit(10), 0)
}

#[test]
fn one_character_per_hex_and_a_blank_is_none() {
    let map = read(&["12 4", "5", "  7"]).expect("reads");
    let told: Vec<String> = map
        .grid()
        .cells()
        .iter()
        .map(|&cell| format!("{}={}", map.grid().label(cell), map.hex(cell)))
        .collect();
    assert_eq!(told, ["0101=1", "0102=5", "0201=2", "0303=7", "0401=4"]);
}

#[test]
fn faults_name_the_hex() {
    assert_eq!(
        read(&["12", "1x"]).expect_err("no meaning").to_string(),
        "`x` in hex 0202 means nothing on this map"
    );
    assert_eq!(read(&["  ", ""]).expect_err("no hexes"), MapFault::Grid(GridFault::Empty));
    let many = vec!["1"; 40_000];
    assert_eq!(read(&many).expect_err("too many rows"), MapFault::TooLong);
}

#[test]
fn a_side_is_the_same_from_both_hexes_unless_set_one_way() {
    let mut map = read(&["11", "11"]).expect("reads");
    let side = map.grid().read_side("0101-0201").expect("a side");
    map.change_side(side, |value| *value = 7);
    assert_eq!((*map.side(side), *map.side(side.reversed())), (7, 7));
    map.sides_mut().set_one_way(side, 9);
    assert_eq!((*map.side(side), *map.side(side.reversed())), (9, 7));
    assert_eq!(*map.side_at(side.to, side.direction), 0, "beyond the edge all is plain");
}

#[test]
fn a_layout_is_described_in_parts() {
    let common =
        "flat-top; columns and rows numbered from 01; even columns sit half a hex lower; hex id CCRR";
    assert_eq!(Numbering::described(common), Ok(Numbering::COMMON));
    assert_eq!(Numbering::described(""), Ok(Numbering::COMMON));
    let rows = Numbering {
        grain: Grain::PointyTop,
        shifted: Parity::Odd,
        order: Order::RowColumn,
        ..Numbering::COMMON
    };
    assert_eq!(
        Numbering::described("odd rows sit half a hex to the right;hex id RRCC; pointy-top"),
        Ok(rows)
    );
    let odd = Numbering { shifted: Parity::Odd, ..Numbering::COMMON };
    assert_eq!(Numbering::described("odd columns sit half a hex lower"), Ok(odd));
}

#[test]
fn a_layout_that_is_not_understood_is_refused() {
    let fault = |layout: &str| Numbering::described(layout).expect_err("no layout").to_string();
    assert!(
        fault("pointy").starts_with("`pointy` is no part of a layout; there are: flat-top; pointy-top; ")
    );
    assert_eq!(
        fault("pointy-top; even columns sit half a hex lower"),
        "`pointy-top` and `even columns sit half a hex lower` exclude one another"
    );
    for (one, other) in [
        ("flat-top", "pointy-top"),
        ("even rows sit half a hex to the right", "odd rows sit half a hex to the right"),
        ("hex id CCRR", "hex id RRCC"),
    ] {
        assert_eq!(fault(&format!("{one}; {other}")), format!("`{one}` and `{other}` exclude one another"));
    }
}
