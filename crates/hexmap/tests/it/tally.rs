//! Cover counts.

use hexmap::{Cell, Direction, Tally};
use proptest::prelude::*;

use crate::board::{Board, board, boards, cell, labels, pick};

fn anew(board: &Board, centres: &[Cell]) -> Tally {
    let mut tally = Tally::new(board.grid());
    for &centre in centres {
        tally.add_around(centre, |step| !board.side(*step).stream, &mut Vec::new());
    }
    tally
}

#[test]
fn moving_one_reports_only_what_changed() {
    let board = board("11111\n11111\n11111\n11111");
    let mut tally = anew(&board, &[cell(&board, "0202"), cell(&board, "0403")]);
    let mut flips = Vec::new();
    tally.shift(cell(&board, "0202"), cell(&board, "0203"), |_| true, &mut flips);
    // First what is covered now and was not, then what is free. 0303 is covered by
    // both, 0103 by the moving one before and after.
    assert_eq!(labels(&board, &flips), "0202 0204 0104 0201 0302 0203 0102");
    assert_eq!(tally.count(cell(&board, "0303")), 2);
}

proptest! {
    #[test]
    fn counts_kept_up_equal_counts_made_anew(
        board in boards(),
        mut at in prop::collection::vec(any::<usize>(), 1..8),
        moves in prop::collection::vec((any::<usize>(), any::<usize>()), 1..20),
    ) {
        let mut centres: Vec<Cell> = at.drain(..).map(|any| pick(&board, any)).collect();
        let mut tally = anew(&board, &centres);
        for (who, to) in moves {
            let before = tally.clone();
            let who = who % centres.len();
            let to = board.grid().neighbour(centres[who], Direction::ALL[to % 6]).unwrap_or(pick(&board, to));
            let mut flips = Vec::new();
            tally.shift(centres[who], to, |step| !board.side(*step).stream, &mut flips);
            centres[who] = to;
            prop_assert!(tally == anew(&board, &centres));
            flips.sort_unstable();
            let changed: Vec<Cell> = board.grid().cells().iter().copied()
                .filter(|&cell| before.covers(cell) != tally.covers(cell)).collect();
            prop_assert_eq!(flips, changed);
        }
    }
}
