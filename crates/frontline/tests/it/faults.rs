//! What is wrong with a position is told at once, each fault with its place.

use frontline::{Fault, Measures, Piece, Point, Position, Side, Table};

use crate::scenes::MEASURES;

fn table() -> Table {
    Table { width: 6000, height: 4800, entries: Default::default() }
}

#[test]
fn every_fault_is_told_with_its_place() {
    let piece = |id, x, y| Piece { id, side: Side::South, at: Point::new(x, y) };
    let pieces = [
        piece("a", 100, 100),
        piece("b", 6001, 0),
        piece("a", 200, 200),
        piece("c", 0, -1),
        piece("b", 300, 300),
        piece("d", 6000, 4800),
    ];
    let entries = [vec![Point::new(0, 2600), Point::new(-1, 0)], vec![Point::new(0, 4801)]];
    let faults = Position::new(Table { entries, ..table() }, MEASURES, &pieces).expect_err("it is faulty");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "entry point 2 of South at (-1, 0) is off the table",
            "entry point 1 of North at (0, 4801) is off the table",
            "unit b, number 2 in the list, at (6001, 0) is off the table",
            "unit a stands in the list twice: number 1 at (100, 100) and number 3 at (200, 200)",
            "unit c, number 4 in the list, at (0, -1) is off the table",
            "unit b stands in the list twice: number 2 at (6001, 0) and number 5 at (300, 300)",
        ]
    );
}

#[test]
fn tables_and_measures_that_cannot_be_reckoned_on_are_refused() {
    let none: [Piece<u8>; 0] = [];
    let flat = Position::new(Table { height: 0, ..table() }, MEASURES, &none);
    assert_eq!(flat, Err(vec![Fault::TableSize { width: 6000, height: 0 }]));
    let measures = Measures { spacing: 0, line_gap: 100_001, ..MEASURES };
    let faults = Position::new(table(), measures, &none).expect_err("no spacing");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["spacing is 0, not between 1 and 100000", "line gap is 100001, not between 1 and 100000"]
    );
}

#[test]
fn the_largest_table_and_measures_are_reckoned_on_without_overflow() {
    let most = Position::<u32>::MOST;
    let table = Table { width: most, height: most, entries: Default::default() };
    let measures = Measures {
        spacing: most,
        link_half_width: most,
        line_gap: most,
        line_overhang: most,
        lateral_window: most,
    };
    let corners = [(0, 0), (most, 0), (0, most), (most, most), (most / 2, most / 2), (1, most)];
    let pieces: Vec<Piece<u32>> = corners
        .into_iter()
        .flat_map(|(x, y)| Side::BOTH.map(|side| (side, Point::new(x, y))))
        .zip(0..)
        .map(|((side, at), id)| Piece { id, side, at })
        .collect();
    for measures in
        [measures, Measures { spacing: 1, ..measures }, Measures { link_half_width: 1, ..measures }]
    {
        let position = Position::new(table.clone(), measures, &pieces).expect("it holds together");
        let outcome = position.outcome();
        for unit in 0..position.len() {
            let _ = outcome.proof(unit);
        }
        let _ = Side::BOTH.map(|side| outcome.line(side));
        position.disengage(&|_| false, &|_| false);
    }
}
