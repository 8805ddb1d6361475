//! What hangs together.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use hexmap::{Components, Field, Step};
use proptest::prelude::*;

use crate::board::{Board, board, boards, cell};

fn joined(board: &Board, step: Step) -> bool {
    (*board.hex(step.from) == '#') == (*board.hex(step.to) == '#') && !board.side(step).stream
}

#[test]
fn a_wall_cuts_a_map_in_three() {
    let board = board("11#1\n11#1\n11#1");
    let parts = Components::new(board.grid(), |step| joined(&board, step));
    assert_eq!(parts.sizes(), [6, 3, 3]);
    assert_eq!(["0101", "0302", "0403"].map(|label| parts.part(cell(&board, label))), [0, 1, 2]);
}

proptest! {
    #[test]
    fn a_part_is_what_a_flood_from_any_of_its_hexes_fills(board in boards()) {
        let parts = Components::new(board.grid(), |step| joined(&board, step));
        let mut seen = BTreeSet::new();
        let mut flood = Field::new(board.grid());
        for &start in board.grid().cells() {
            flood.compute([start], |step| joined(&board, step).then_some(NonZeroU32::MIN));
            let same: Vec<bool> = board.grid().cells().iter()
                .map(|&cell| parts.part(cell) == parts.part(start)).collect();
            let filled: Vec<bool> = board.grid().cells().iter()
                .map(|&cell| flood.cost(cell).is_some()).collect();
            prop_assert_eq!(&same, &filled);
            let size = same.iter().filter(|&&same| same).count();
            prop_assert_eq!(parts.sizes()[parts.part(start) as usize], size);
            // Numbers are given in the order of the lowest cells.
            let number = parts.part(start) as usize;
            prop_assert!(number <= seen.len());
            seen.insert(number);
        }
        prop_assert_eq!(seen.len(), parts.sizes().len());
    }
}
