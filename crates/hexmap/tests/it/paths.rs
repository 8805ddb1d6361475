//! Paths of a given length.

use std::collections::BTreeSet;

use hexmap::{Away, Cell, Step, best_paths, each_path};
use proptest::prelude::*;

use crate::board::{Board, board, boards, cell, labels, pick};

fn shown(board: &Board, start: &str, length: usize, away: Away) -> Vec<String> {
    let mut paths = Vec::new();
    let open = |step: Step| *board.hex(step.to) != '#';
    each_path(board.grid(), cell(board, start), length, away, open, |path| paths.push(labels(board, path)));
    paths
}

#[test]
fn away_from_the_start_in_ascending_order() {
    let board = board("11111\n11#11\n11111");
    assert_eq!(
        shown(&board, "0301", 2, Away::Farther),
        ["0201 0101", "0201 0102", "0201 0202", "0401 0402", "0401 0501", "0401 0502",]
    );
    assert_eq!(
        shown(&board, "0101", 2, Away::Farther),
        ["0102 0103", "0102 0202", "0201 0202", "0201 0301",]
    );
}

#[test]
fn a_path_that_cannot_go_on_is_shown_short_and_none_from_a_closed_pocket() {
    let pocket = board("11#1\n###1");
    assert_eq!(shown(&pocket, "0101", 3, Away::Free), ["0201"]);
    assert!(shown(&board("1#\n##"), "0101", 3, Away::Free).is_empty());
}

#[test]
fn the_best_paths_are_all_those_of_the_lowest_price() {
    let board = board("111\n1!1\n111");
    let grid = board.grid();
    let start = cell(&board, "0201");
    let price = |path: &[Cell]| {
        let marked = path.iter().filter(|&&cell| *board.hex(cell) == '!').count();
        (3 - path.len(), marked, std::cmp::Reverse(path.last().map(|&end| grid.distance(start, end))))
    };
    let (price, paths) = best_paths(grid, start, 2, Away::Free, |_| true, price).expect("there are paths");
    assert_eq!(price, (1, 0, std::cmp::Reverse(Some(2))));
    let paths: Vec<String> = paths.iter().map(|path| labels(&board, path)).collect();
    assert_eq!(paths, ["0102 0103", "0302 0303"]);
}

/// The slow way: every sequence of neighbours, judged when complete.
fn by_hand(board: &Board, start: Cell, length: usize, away: Away) -> BTreeSet<Vec<Cell>> {
    let grid = board.grid();
    let lawful = |path: &[Cell]| {
        let whole: Vec<Cell> = std::iter::once(start).chain(path.iter().copied()).collect();
        let once = whole.iter().collect::<BTreeSet<_>>().len() == whole.len();
        let distances: Vec<u32> = whole.iter().map(|&cell| grid.distance(start, cell)).collect();
        let outward = distances.windows(2).all(|pair| match away {
            Away::Free => true,
            Away::NotNearer => pair[1] >= pair[0],
            Away::Farther => pair[1] > pair[0],
        });
        once && outward && path.iter().all(|&cell| *board.hex(cell) != '#')
    };
    let mut layers = vec![vec![Vec::new()]];
    for _ in 0..length {
        let longer: Vec<Vec<Cell>> = layers[layers.len() - 1]
            .iter()
            .flat_map(|path: &Vec<Cell>| {
                let end = path.last().copied().unwrap_or(start);
                grid.steps(end).map(move |step| [path.as_slice(), &[step.to]].concat())
            })
            .filter(|path| lawful(path))
            .collect();
        layers.push(longer);
    }
    let all: BTreeSet<Vec<Cell>> = layers.into_iter().flatten().collect();
    let goes_on =
        |path: &Vec<Cell>| all.iter().any(|other| other.len() == path.len() + 1 && other.starts_with(path));
    all.iter().filter(|path| !path.is_empty() && !goes_on(path)).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn paths_agree_with_trying_everything(
        board in boards(), start in any::<usize>(), length in 0usize..4,
        away in prop::sample::select(vec![Away::Free, Away::NotNearer, Away::Farther]),
    ) {
        let start = pick(&board, start);
        let mut paths = Vec::new();
        let open = |step: Step| *board.hex(step.to) != '#';
        each_path(board.grid(), start, length, away, open, |path| paths.push(path.to_vec()));
        prop_assert_eq!(paths, by_hand(&board, start, length, away).into_iter().collect::<Vec<_>>());
    }
}
