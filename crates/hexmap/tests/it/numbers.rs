//! Printed numbers.

use hexmap::{Direction, Grain, Grid, GridFault, Hex, Numbering, Order, Parity};
use proptest::prelude::*;

use crate::board::numberings;

#[test]
fn even_columns_half_a_hex_lower() {
    let numbering = Numbering::COMMON;
    let hex = numbering.read("0410").expect("a number");
    let around: Vec<String> =
        hex.neighbours().into_iter().map(|hex| numbering.label(hex).to_string()).collect();
    assert_eq!(around, ["0409", "0510", "0511", "0411", "0311", "0310"]);
    let hex = numbering.read("0510").expect("a number");
    let around: Vec<String> =
        hex.neighbours().into_iter().map(|hex| numbering.label(hex).to_string()).collect();
    assert_eq!(around, ["0509", "0609", "0610", "0511", "0410", "0409"]);
}

#[test]
fn pointy_tops_with_odd_rows_further_right_and_rows_first() {
    let numbering =
        Numbering { grain: Grain::PointyTop, shifted: Parity::Odd, order: Order::RowColumn, digits: 2 };
    let hex = numbering.read("0508").expect("row 5, column 8");
    let named = Direction::ALL.map(|direction| {
        format!("{} {}", numbering.grain.name(direction), numbering.label(hex.neighbour(direction)))
    });
    assert_eq!(named, ["NW 0408", "NE 0409", "E 0509", "SE 0609", "SW 0608", "W 0507"]);
}

#[test]
fn what_is_no_number_is_said_so() {
    let grid = Grid::rectangle(Numbering::COMMON, 1..=5, 1..=5).expect("a grid");
    for text in ["", "101", "01011", "01a1", "-101", "٠١٠١"] {
        let fault = grid.read(text).expect_err("no number");
        assert_eq!(fault.to_string(), format!("`{text}` is not a hex number: it needs 4 digits"));
    }
    assert_eq!(grid.read("0601").expect_err("off the map").to_string(), "hex 0601 is not on the map");
    assert_eq!(
        grid.read_side("0101-0103").expect_err("two apart").to_string(),
        "hexes 0101 and 0103 are not adjacent"
    );
    assert!(matches!(grid.read_side("0101 0102"), Err(GridFault::NotASide { .. })));
    assert!(matches!(grid.read_path("0101 0102 0104"), Err(GridFault::NotAdjacent { .. })));
    assert_eq!(grid.read_path("0101 0102 0103").expect("a path").len(), 2);
}

#[test]
fn grids_without_hexes_and_too_large_ones_are_refused() {
    assert_eq!(Grid::new(Numbering::COMMON, []).expect_err("empty"), GridFault::Empty);
    let far = [Hex::new(0, 0), Hex::new(3000, 3000)];
    assert!(matches!(Grid::new(Numbering::COMMON, far), Err(GridFault::TooLarge { .. })));
}

proptest! {
    #[test]
    fn a_printed_number_reads_back(numbering in numberings(), column in 0i16..99, row in 0i16..99) {
        let hex = numbering.hex(column, row);
        prop_assert_eq!(numbering.column_row(hex), (column, row));
        prop_assert_eq!(numbering.read(&numbering.label(hex).to_string()), Ok(hex));
    }

    #[test]
    fn columns_and_rows_lie_as_printed(numbering in numberings(), column in 1i16..98, row in 1i16..98) {
        let at = |column, row| hexmap::centre(numbering.grain, numbering.hex(column, row));
        let (here, right, below) = (at(column, row), at(column + 1, row), at(column, row + 1));
        match numbering.grain {
            Grain::FlatTop => {
                prop_assert_eq!((below.x - here.x, below.y - here.y), (0, 2));
                let lower = if numbering.is_shifted(column) { -1 } else { 1 };
                prop_assert_eq!((right.x - here.x, right.y - here.y), (3, lower));
            }
            Grain::PointyTop => {
                prop_assert_eq!((right.x - here.x, right.y - here.y), (2, 0));
                let further = if numbering.is_shifted(row) { -1 } else { 1 };
                prop_assert_eq!((below.x - here.x, below.y - here.y), (further, 3));
            }
        }
    }

    #[test]
    fn cells_are_their_hexes_in_order(numbering in numberings(), columns in 1i16..20, rows in 1i16..20) {
        let grid = Grid::rectangle(numbering, 3..=2 + columns, 5..=4 + rows).expect("a grid");
        prop_assert_eq!(grid.cells().len(), columns.unsigned_abs() as usize * rows.unsigned_abs() as usize);
        let hexes: Vec<Hex> = grid.cells().iter().map(|&cell| grid.hex(cell)).collect();
        prop_assert!(hexes.is_sorted());
        for (&cell, &hex) in grid.cells().iter().zip(&hexes) {
            prop_assert_eq!(grid.cell(hex), Some(cell));
            for direction in Direction::ALL {
                let beside = hex.neighbour(direction);
                let (column, row) = numbering.column_row(beside);
                let on_map = (3..=2 + columns).contains(&column) && (5..=4 + rows).contains(&row);
                prop_assert_eq!(grid.neighbour(cell, direction), grid.cell(beside));
                prop_assert_eq!(grid.cell(beside).is_some(), on_map);
            }
        }
    }
}
