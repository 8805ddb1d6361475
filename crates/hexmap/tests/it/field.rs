//! Fields, and fields repaired.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hexmap::{Cell, Field, draw};
use proptest::prelude::*;

use crate::board::{Board, board, boards, cell, cost, labels, pick};
use crate::oracle;

#[test]
fn distance_to_the_nearest_of_two_around_a_wall() {
    let board = board("11111\n1###1\n11111");
    let mut field = Field::new(board.grid());
    field.compute([cell(&board, "0103"), cell(&board, "0501")], |step| cost(&board, step));
    let drawn = draw(
        board.grid(),
        |cell| field.cost(cell).map_or("##".to_owned(), |cost| cost.to_string()),
        |_, _| None,
    );
    assert_eq!(
        drawn,
        "\u{20}__    __    __
/2 \\__/2 \\__/0 \\
\\__/2 \\__/1 \\__/
/1 \\__/##\\__/1 \\
\\__/##\\__/##\\__/
/0 \\__/2 \\__/2 \\
\\__/1 \\__/3 \\__/
   \\__/  \\__/
"
    );
}

#[test]
fn every_shortest_way_is_shown_in_order_until_told_to_stop() {
    let board = board("111\n111\n111");
    let mut field = Field::new(board.grid());
    field.compute([cell(&board, "0302")], |step| cost(&board, step));
    let mut ways = Vec::new();
    field.each_route(
        cell(&board, "0101"),
        |step| cost(&board, step),
        |way| {
            ways.push(labels(&board, way));
            ControlFlow::Continue(())
        },
    );
    assert_eq!(ways, ["0201 0302"]);
    ways.clear();
    let visit = |way: &[Cell]| {
        ways.push(labels(&board, way));
        if ways.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    field.each_route(cell(&board, "0103"), |step| cost(&board, step), visit);
    assert_eq!(ways, ["0202 0302"]);
}

#[test]
fn the_route_of_a_source_is_empty_and_of_a_cut_off_hex_there_is_none() {
    let board = board("1#1");
    let mut field = Field::new(board.grid());
    field.compute([cell(&board, "0101")], |step| cost(&board, step));
    assert_eq!(field.route(cell(&board, "0101"), |step| cost(&board, step)), Some(Vec::new()));
    assert_eq!(field.route(cell(&board, "0301"), |step| cost(&board, step)), None);
}

#[test]
fn a_field_computed_again_remembers_nothing() {
    let board = board("11111");
    let mut used = Field::new(board.grid());
    used.compute([cell(&board, "0101")], |step| cost(&board, step));
    used.close(cell(&board, "0101"));
    used.compute([cell(&board, "0501")], |step| cost(&board, step));
    let mut fresh = Field::new(board.grid());
    fresh.compute([cell(&board, "0501")], |step| cost(&board, step));
    assert!(used == fresh && !used.is_source(cell(&board, "0101")));
    used.update([], |step| cost(&board, step));
    assert!(used == fresh);
}

#[test]
fn a_bounded_field_is_the_whole_one_as_far_as_it_goes() {
    let board = board("1121 2 1\n12 1 1112\n1 1112 11\n21 1 1#11");
    let source = cell(&board, "0101");
    let mut whole = Field::new(board.grid());
    whole.compute([source], |step| cost(&board, step));
    let farthest = board.grid().cells().iter().filter_map(|cell| whole.cost(*cell)).max();
    assert!(farthest > Some(5));
    for most in 0..=farthest.unwrap_or(0) {
        let mut bounded = Field::new(board.grid());
        bounded.compute_within([source], most, |step| cost(&board, step));
        for cell in board.grid().cells() {
            let expected = whole.cost(*cell).filter(|total| *total <= most);
            assert_eq!(bounded.cost(*cell), expected, "{cell:?} within {most}");
            let route = expected.map(|_| whole.route(*cell, |step| cost(&board, step)));
            assert_eq!(bounded.route(*cell, |step| cost(&board, step)), route.flatten());
        }
    }
}

/// What can happen to a field between two questions.
#[derive(Clone, Debug)]
enum Change {
    Mark(usize, char),
    Stream(usize, usize),
    Open(usize),
    Close(usize),
}

fn changes() -> impl Strategy<Value = Change> {
    let mark = prop::sample::select(vec!['1', '2', '3', '9', '#', '!']);
    prop_oneof![
        6 => (any::<usize>(), mark).prop_map(|(at, mark)| Change::Mark(at, mark)),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(at, side)| Change::Stream(at, side)),
        1 => any::<usize>().prop_map(Change::Open),
        1 => any::<usize>().prop_map(Change::Close),
    ]
}

/// Makes a change and says which hexes are entered differently.
fn apply(board: &mut Board, field: &mut Field, sources: &mut BTreeSet<Cell>, change: &Change) -> Vec<Cell> {
    match *change {
        Change::Mark(at, mark) => {
            let cell = pick(board, at);
            *board.hex_mut(cell) = mark;
            vec![cell]
        }
        Change::Stream(at, side) => {
            let steps: Vec<_> = board.grid().steps(pick(board, at)).collect();
            let Some(&step) = steps.get(side % steps.len().max(1)) else { return Vec::new() };
            board.change_side(step, |side| side.stream = !side.stream);
            vec![step.from, step.to]
        }
        Change::Open(at) => {
            sources.insert(pick(board, at));
            field.open(pick(board, at));
            Vec::new()
        }
        Change::Close(at) => {
            sources.remove(&pick(board, at));
            field.close(pick(board, at));
            Vec::new()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_field_agrees_with_sweeping_until_nothing_changes(
        board in boards(), sources in prop::collection::vec(any::<usize>(), 0..5),
    ) {
        let sources: BTreeSet<Cell> = sources.into_iter().map(|any| pick(&board, any)).collect();
        let slow = oracle::field(board.grid(), &sources, |step| cost(&board, step));
        let mut field = Field::new(board.grid());
        field.compute(sources.iter().copied(), |step| cost(&board, step));
        for &cell in board.grid().cells() {
            prop_assert_eq!(field.cost(cell), slow.get(&cell).copied());
            let route = field.route(cell, |step| cost(&board, step));
            prop_assert_eq!(route.is_some(), slow.contains_key(&cell));
            let legs = route.unwrap_or_default();
            prop_assert_eq!(legs.iter().map(|leg| leg.cost).sum::<u32>(), slow.get(&cell).copied().unwrap_or(0));
            prop_assert!(legs.iter().all(|leg| cost(&board, leg.step).map(u32::from) == Some(leg.cost)));
            if let Some(end) = legs.last() {
                prop_assert!(field.is_source(end.step.from));
            }
            if legs.is_empty() || legs.len() > 6 {
                continue;
            }
            let first: Vec<Cell> = legs.iter().map(|leg| leg.step.from).collect();
            let mut ways = Vec::new();
            field.each_route(cell, |step| cost(&board, step), |way| {
                ways.push(way.to_vec());
                ControlFlow::Continue(())
            });
            prop_assert!(ways.is_sorted() && ways.contains(&first));
        }
    }

    #[test]
    fn a_repaired_field_equals_one_computed_anew(
        mut board in boards(),
        sources in prop::collection::vec(any::<usize>(), 0..4),
        rounds in prop::collection::vec(prop::collection::vec(changes(), 1..6), 1..12),
    ) {
        let mut sources: BTreeSet<Cell> = sources.into_iter().map(|any| pick(&board, any)).collect();
        let mut field = Field::new(board.grid());
        field.compute(sources.iter().copied(), |step| cost(&board, step));
        for round in rounds {
            let mut changed = Vec::new();
            for change in &round {
                changed.extend(apply(&mut board, &mut field, &mut sources, change));
            }
            field.update(changed, |step| cost(&board, step));
            let mut anew = Field::new(board.grid());
            anew.compute(sources.iter().copied(), |step| cost(&board, step));
            prop_assert!(field == anew, "after {:?}", round);
        }
    }
}
