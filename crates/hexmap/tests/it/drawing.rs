//! Maps drawn as text.

use hexmap::{Grain, Grid, Map, Numbering, Order, Parity, draw};

#[test]
fn flat_tops_with_a_hole_and_marked_sides() {
    let map = Map::read(Numbering::COMMON, (1, 1), ["abc", "d f"], Some, ' ').expect("reads");
    let mut map = map;
    for (side, mark) in [("0101-0102", '~'), ("0101-0201", '%'), ("0201-0302", '=')] {
        let side = map.grid().read_side(side).expect("a side");
        map.change_side(side, |value| *value = mark);
    }
    let drawn = draw(
        map.grid(),
        |cell| *map.hex(cell),
        |cell, direction| Some(*map.side_at(cell, direction)).filter(|mark| *mark != ' '),
    );
    assert_eq!(
        drawn,
        "\u{20}__    __
/a \\__/c \\
\\~~%b \\__/
/d \\__=f \\
\\__/  \\__/
"
    );
}

#[test]
fn pointy_tops() {
    let numbering =
        Numbering { grain: Grain::PointyTop, shifted: Parity::Even, order: Order::ColumnRow, digits: 1 };
    let grid = Grid::rectangle(numbering, 1..=3, 1..=2).expect("a grid");
    let marked = grid.read_side("21-12").expect("a side");
    let drawn = draw(
        &grid,
        |cell| grid.label(cell),
        |cell, direction| ((cell, direction) == (marked.from, marked.direction)).then_some('#'),
    );
    assert_eq!(
        drawn,
        "\u{20}/ \\ / \\ / \\
|11 |21 |31 |
 \\ / # / \\ / \\
  |12 |22 |32 |
   \\ / \\ / \\ /
"
    );
}

#[test]
fn longer_texts_make_wider_hexes() {
    let grid = Grid::rectangle(Numbering::COMMON, 1..=2, 1..=1).expect("a grid");
    let drawn = draw(&grid, |cell| grid.label(cell), |_, _| None);
    assert_eq!(
        drawn,
        "\u{20}____
/0101\\____
\\____/0201\\
     \\____/
"
    );
}
