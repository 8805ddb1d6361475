//! Units on both sides move; cover and both fields are kept up and must equal a recomputation.

use std::num::NonZeroU32;

use hexmap::{Cell, Direction, Field, Map, Step, Tally};
use proptest::prelude::*;

use crate::board::{Board, boards, pick};

/// Two sides with units, the hexes they hold, the hexes they cover, and a field from each side's base.
struct War {
    board: Board,
    units: [Vec<Cell>; 2],
    held: [Tally; 2],
    covered: [Tally; 2],
    fields: [Field; 2],
    bases: [Cell; 2],
}

/// A line of `side` passes a hex without enemies that no enemy covers, or where a friend stands.
fn open(
    board: &Board,
    held: &[Tally; 2],
    covered: &[Tally; 2],
    side: usize,
    step: Step,
) -> Option<NonZeroU32> {
    let enemy = 1 - side;
    let barred =
        held[enemy].covers(step.to) || (covered[enemy].covers(step.to) && !held[side].covers(step.to));
    if barred || *board.hex(step.to) == '#' { None } else { Some(NonZeroU32::MIN) }
}

impl War {
    fn new(board: Board, units: [Vec<Cell>; 2], bases: [Cell; 2]) -> Self {
        let tally = || [Tally::new(board.grid()), Tally::new(board.grid())];
        let (mut held, mut covered) = (tally(), tally());
        for side in [0, 1] {
            for &unit in &units[side] {
                held[side].add([unit], &mut Vec::new());
                covered[side].add_around(unit, |step| !board.side(*step).stream, &mut Vec::new());
            }
        }
        let mut fields = [Field::new(board.grid()), Field::new(board.grid())];
        for side in [0, 1] {
            fields[side].compute([bases[side]], |step| open(&board, &held, &covered, side, step));
        }
        Self { board, units, held, covered, fields, bases }
    }

    fn walk(&mut self, side: usize, unit: usize, to: Cell) {
        let Self { board, units, held, covered, fields, .. } = self;
        let from = std::mem::replace(&mut units[side][unit], to);
        let mut flips = Vec::new();
        held[side].add([to], &mut flips);
        held[side].remove([from], &mut flips);
        covered[side].shift(from, to, |step| !board.side(*step).stream, &mut flips);
        for side in [0, 1] {
            fields[side].update(flips.iter().copied(), |step| open(board, held, covered, side, step));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn everything_kept_up_equals_everything_anew(
        board in boards(),
        red in prop::collection::vec(any::<usize>(), 1..8),
        blue in prop::collection::vec(any::<usize>(), 1..8),
        bases in any::<[usize; 2]>(),
        moves in prop::collection::vec((0usize..2, any::<usize>(), any::<usize>()), 1..25),
    ) {
        let units = [red, blue].map(|side| side.into_iter().map(|any| pick(&board, any)).collect());
        let bases = bases.map(|any| pick(&board, any));
        let mut war = War::new(board.0, units, bases);
        for (side, who, way) in moves {
            let who = who % war.units[side].len();
            let far = pick(&war.board, way);
            let near = war.board.grid().neighbour(war.units[side][who], Direction::ALL[way % 6]);
            war.walk(side, who, near.unwrap_or(far));
            let anew = War::new(war.board.clone(), war.units.clone(), war.bases);
            prop_assert!(war.held == anew.held && war.covered == anew.covered);
            prop_assert!(war.fields == anew.fields);
        }
    }
}

#[test]
fn a_gap_closed_and_opened_again_cuts_and_restores_what_lies_behind() {
    let rows = ["11111", "##1##", "11111"];
    let map: Board =
        Map::read(hexmap::Numbering::COMMON, (1, 1), rows, Some, Default::default()).expect("reads");
    let (base, gap) = (map.grid().read("0101").expect("a hex"), map.grid().read("0302").expect("a hex"));
    let far = map.grid().read("0503").expect("a hex");
    let mut war = War::new(map, [vec![], vec![far]], [base, far]);
    assert!(war.fields[0].cost(war.board.grid().read("0103").expect("a hex")).is_some());
    war.walk(1, 0, gap);
    assert_eq!(war.fields[0].cost(war.board.grid().read("0103").expect("a hex")), None);
    war.walk(1, 0, far);
    assert!(war.fields[0].cost(war.board.grid().read("0103").expect("a hex")).is_some());
}
