//! Maps read from text.

use hexmap::{GridFault, Map, MapFault, Numbering};

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
